"""Every claim of the five lectures has a home, and the concordance leads to it."""

import itertools
import re
from functools import cache

import nbformat
import pytest

from tools import concordance

EVERY = concordance.claims()
HOMES = concordance.homes()
ID = re.compile(
    r"(?<![\w-])(?:[NLCE]-\d+[a-z]?|J-(?:eq|rule)?\d+|C-rule-\d|[CE]-quiz-\d)(?![\w-])"
)
LINK = re.compile(r"\]\(([\w]+\.ipynb)(#cell-id=[\w-]*)?")


def test_no_claim_is_without_a_home_and_no_id_is_unknown():
    known = [claim["id"] for claim in EVERY]
    assert len(known) == len(set(known))
    in_lectures = {
        claim
        for claim, where in HOMES.items()
        if any(place.notebook[0].isdigit() for place in where)
    }
    assert sorted(set(known) - in_lectures) == []
    assert sorted(set(HOMES) - set(known)) == []


@pytest.mark.parametrize(
    "path", sorted(concordance.FOLDER.glob("[0-9]*.ipynb")), ids=lambda path: path.name
)
def test_a_lecture_shows_no_id_to_its_reader(path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert ID.findall(re.sub(r"\$[^$]*\$", "", cell.source)) == [], cell.id


@pytest.mark.parametrize(
    "path", sorted(concordance.FOLDER.glob("*.ipynb")), ids=lambda path: path.name
)
def test_a_heading_begins_its_cell(path):
    """A claim is looked up by the heading above it, so a cell has text under one
    heading only.
    """
    for cell in nbformat.read(path, as_version=4).cells:
        if (
            cell.cell_type == "markdown"
            and path.name != concordance.NAME
            and not path.name.startswith("A3")
        ):
            lines = [
                line
                for line in re.sub(
                    r"```.*?```", "", cell.source, flags=re.DOTALL
                ).splitlines()
                if line.strip()
            ]
            navigation = lines[0].startswith("[")
            begun = False
            for line in lines[navigation:]:
                assert not (line.startswith("#") and begun), cell.id
                begun = begun or not line.startswith("#")


def test_every_misprint_has_one_place_in_the_appendix():
    misprints = {claim["id"] for claim in EVERY if claim["verdict"] == "misprint"}
    treated = [
        c
        for c, where in HOMES.items()
        for place in where
        if place.notebook == concordance.MISPRINTS
    ]
    assert sorted(treated) == sorted(misprints)


def test_a_misprint_leads_to_lectures_that_treat_it():
    for cell in nbformat.read(
        concordance.FOLDER / concordance.MISPRINTS, as_version=4
    ).cells:
        ids = cell.metadata.get("claims", [])
        leads = (
            {name for name, _ in LINK.findall(cell.source.rpartition("→")[2])}
            if ids
            else set()
        )
        assert leads <= {place.notebook for claim in ids for place in HOMES[claim]}, (
            cell.id
        )
        assert bool(leads) == bool(ids), cell.id


def test_the_concordance_is_what_the_notebooks_say():
    stored = nbformat.read(concordance.FOLDER / concordance.NAME, as_version=4)
    made = concordance.notebook()
    assert [cell.source for cell in stored.cells] == [
        cell.source for cell in made.cells
    ], "run make notebooks"


@cache
def ids_in(path):
    return {cell.id for cell in nbformat.read(path, as_version=4).cells}


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted(concordance.FOLDER.glob("*.ipynb")), ids=lambda path: path.name
)
def test_every_link_between_notebooks_has_its_target(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for name, target in LINK.findall(cell.source):
                other = concordance.FOLDER / name
                assert other.exists(), name
                assert not target or target[9:] in ids_in(other), target


@pytest.mark.parametrize(
    "path", sorted(concordance.FOLDER.glob("*.ipynb")), ids=lambda path: path.name
)
def test_headings_come_in_order(path):
    levels = []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"```.*?```", "", cell.source, flags=re.DOTALL)
            levels += [
                len(mark) for mark in re.findall(r"^(#+) ", text, flags=re.MULTILINE)
            ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
