"""The letters of a section, beside its first paragraph, each with a few words.

They come from the tables of letters in the notebooks: any table in Markdown whose first
column is called ``letter``, with the columns ``what it is`` and ``lecture``. The first
formula of a row is shown; it and the others are what is looked for in the formulas of a
section. ``lecture`` links to the lectures in which the letter means that; a link to a
cell is for the section of that cell alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import ceil

from nbformat import NotebookNode

from askfirst.pages.shown import html_of

TABLE = re.compile(r"^\| *letter *\|.*\n\|[-: |]+\n(?:\|.*\n?)+", re.MULTILINE)
# A link to a notebook, or to a place in it.
PLACE = re.compile(r"\]\((\w+)\.ipynb(?:#(?:cell-id=)?([^)]*))?\)")
MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$]+)\$", re.DOTALL)
TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\S")
NAMES = re.compile(r"\\(?:mathrm|text|operatorname\*?|begin|end|tag)\{[^}]*\}")
HEADING = re.compile(r"^#{2,3} .*\n*", re.MULTILINE)
MOST = 5  # letters of a section
ROOM = 110  # letters of text and code, beside which a letter stands
ASIDE = """<aside class="letters d-none d-xl-block" role="note"\
 aria-label="Letters of this section"><dl>{}</dl></aside>"""


@dataclass(frozen=True)
class Letter:
    """A letter as ``forms`` of TeX, and what it is on some pages."""

    forms: tuple[str, ...]
    meaning: str
    where: tuple[tuple[str, str], ...]


def letters(notebooks: list[NotebookNode]) -> tuple[Letter, ...]:
    """The rows of all tables of letters in some notebooks."""
    cells = (cell for notebook in notebooks for cell in notebook.cells)
    texts = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return tuple(letter for table in TABLE.findall(texts) for letter in _rows(table))


def _rows(table: str) -> Iterator[Letter]:
    head, _, *rows = (
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in table.splitlines()
    )
    if not {"what it is", "lecture"} <= {*head}:
        return
    for row in rows:
        cells = dict.fromkeys(head, "") | dict(zip(head, row, strict=False))
        forms = tuple(re.findall(r"\$([^$]+)\$", cells["letter"]))
        where = tuple(PLACE.findall(cells["lecture"]))
        yield Letter(forms, cells["what it is"], where)


def with_letters(notebook: NotebookNode, page: str, known: tuple[Letter, ...]) -> None:
    """Put the letters of each section of a page below its heading: no more than stand
    beside its text, first those that are new, then those of few sections; and none that
    the section before shows.
    """
    seen: dict[Letter, int] = {}
    before: list[Letter] = []
    for at, section in enumerate(_sections(notebook)):
        used = _used(section, page, known)
        for each in used:
            seen.setdefault(each, at)
        if any('class="exercise' in html for cell in section for html in html_of(cell)):
            continue
        text = takewhile(lambda cell: not cell.get("outputs"), section)
        room = ceil(sum(len(cell.source) for cell in text) / ROOM)
        new = [each for each in used if each not in before]
        new.sort(key=lambda each: (-seen[each], len(each.where)))
        before = new[: min(MOST, room)]
        rows = (
            f"<dt>${each.forms[0]}$</dt><dd>{each.meaning}</dd>"
            for each in used
            if each in before
        )
        if before:
            head, _, rest = section[0].source.partition("\n")
            section[0].source = f"{head}\n\n{ASIDE.format(''.join(rows))}\n\n{rest}"


def _used(
    section: list[NotebookNode], page: str, known: tuple[Letter, ...]
) -> list[Letter]:
    """The letters in the formulas of a section, as they follow in the table."""
    places = {(page, name) for name in ("", *(cell.id for cell in section))}
    text = "\n".join(cell.source for cell in section if cell.cell_type == "markdown")
    formulas = "$".join(_spaced(one or two) for one, two in MATH.findall(text))

    def used(form: str) -> bool:
        """With no other index than its own."""
        return bool(re.search(re.escape(_spaced(form)) + "(?!_)", formulas))

    here = (each for each in known if places & {*each.where})
    return [each for each in here if any(map(used, each.forms))]


def _sections(notebook: NotebookNode) -> list[list[NotebookNode]]:
    """The cells from one heading to the next."""
    sections: list[list[NotebookNode]] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and HEADING.match(cell.source):
            sections.append([])
        if sections:
            sections[-1].append(cell)
    return sections


def _spaced(tex: str) -> str:
    """With a space around each sign, and without the braces of a single index."""
    tex = re.sub(r"(?<=[_^])\{(\\[A-Za-z]+|.)\}", r"\1", NAMES.sub(" ", tex))
    return f" {' '.join(TOKEN.findall(tex))} "
