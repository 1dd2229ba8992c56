"""Every claim of the five lectures has a home, and the concordance leads to it."""

import re

import nbformat

from tools import concordance

EVERY = concordance.claims()
HOMES = concordance.homes()
BOOKS = {
    path: nbformat.read(path, as_version=4)
    for path in sorted(concordance.FOLDER.glob("*.ipynb"))
}
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


def test_a_lecture_shows_no_id_to_its_reader():
    for path, book in BOOKS.items():
        for cell in book.cells if path.name[0].isdigit() else ():
            assert ID.findall(re.sub(r"\$[^$]*\$", "", cell.source)) == [], cell.id


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


def test_every_link_between_notebooks_has_its_target():
    ids = {path.name: {cell.id for cell in book.cells} for path, book in BOOKS.items()}
    for cell in (cell for book in BOOKS.values() for cell in book.cells):
        text = cell.source if cell.cell_type == "markdown" else ""
        for name, target in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.S)):
            assert name in ids, cell.id
            assert not target or target[9:] in ids[name], (cell.id, target)
