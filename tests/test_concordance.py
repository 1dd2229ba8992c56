"""Every claim of the five lectures has a home, and the concordance leads to it."""

import re
from string import digits

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
    homes = {claim: {p.notebook[0] for p in where} for claim, where in HOMES.items()}
    in_lectures = {claim for claim, first in homes.items() if first & {*digits}}
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
    for cell in BOOKS[concordance.FOLDER / concordance.MISPRINTS].cells:
        if ids := cell.metadata.get("claims", []):
            leads = {name for name, _ in LINK.findall(cell.source.rpartition("→")[2])}
            homes = {place.notebook for claim in ids for place in HOMES[claim]}
            assert set() < leads <= homes, cell.id


def test_the_concordance_is_what_the_notebooks_say():
    both = BOOKS[concordance.FOLDER / concordance.NAME], concordance.notebook()
    stored, made = ([cell.source for cell in book.cells] for book in both)
    assert stored == made, "run make notebooks"


def test_every_link_between_notebooks_has_its_target():
    ids = {path.name: {cell.id for cell in book.cells} for path, book in BOOKS.items()}
    for cell in (cell for book in BOOKS.values() for cell in book.cells):
        text = cell.source if cell.cell_type == "markdown" else ""
        for name, target in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.S)):
            assert name in ids, cell.id
            assert not target or target[9:] in ids[name], (cell.id, target)
