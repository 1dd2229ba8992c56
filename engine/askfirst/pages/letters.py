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
from math import ceil

import nbformat

from askfirst.pages.shown import html_of

TABLE = re.compile(r"^\| *letter *\|.*\n\|[-: |]+\n(?:\|.*\n?)+", re.MULTILINE)
# A link to a notebook, or to a place in it.
PLACE = re.compile(r"\]\((\w+)\.ipynb(?:#(?:cell-id=)?([^)]*))?\)")
MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$]+)\$", re.DOTALL)
TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
NAMES = re.compile(r"\\(?:mathrm|text|operatorname\*?|begin|end|tag)\{[^}]*\}")
HEADING = re.compile(r"^#{2,3} .*\n*", re.MULTILINE)
MOST = 5  # letters of a section
# Lines of text that a paragraph, a formula and code are higher than their lines, and
# how high a line of code or of the margin is, and how many letters each has.
GAP, DISPLAY, SMALL = 0.6, 2.6, 0.7
COLUMN, MARGIN = 72, 27


@dataclass(frozen=True)
class Letter:
    """A letter as ``forms`` of TeX, and what it is on some pages."""

    forms: tuple[str, ...]
    meaning: str
    where: tuple[tuple[str, str], ...]

    def holds(self, page: str, cells: set[str]) -> bool:
        """Whether it means that in a section with these cells of a page."""
        return any((page, cell) in self.where for cell in {"", *cells})

    @property
    def height(self) -> float:
        """In lines of the text."""
        plain = re.sub(r"\$|\\[a-z]+|[{}_^]", "", self.meaning)
        return SMALL * ceil(len(plain) / MARGIN) + GAP / 3


def letters(notebooks: list[nbformat.NotebookNode]) -> tuple[Letter, ...]:
    """The rows of all tables of letters in some notebooks."""
    cells = (
        cell.source
        for notebook in notebooks
        for cell in notebook.cells
        if cell.cell_type == "markdown"
    )
    tables = (table for source in cells for table in TABLE.findall(source))
    return tuple(letter for table in tables for letter in _rows(table))


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


def with_letters(
    notebook: nbformat.NotebookNode, page: str, known: tuple[Letter, ...]
) -> None:
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
        if _asks(section):
            continue
        room = _room(section)
        chosen: list[Letter] = []
        for each in sorted(used, key=lambda each: (-seen[each], len(each.where))):
            if each not in before and len(chosen) < MOST and each.height <= room:
                room -= each.height
                chosen.append(each)
        before = chosen
        if chosen:
            shown = _shown([each for each in used if each in chosen])
            head, _, rest = section[0].source.partition("\n")
            section[0].source = f"{head}\n\n{shown}\n\n{rest}"


def _used(
    section: list[nbformat.NotebookNode], page: str, known: tuple[Letter, ...]
) -> list[Letter]:
    """The letters in the formulas of a section, as they follow in the table."""
    names = {cell.id for cell in section}
    text = "\n".join(cell.source for cell in section if cell.cell_type == "markdown")
    tex = [_tokens(one or two) for one, two in MATH.findall(text)]
    return [
        each
        for each in known
        if each.holds(page, names) and any(_in(each, formula) for formula in tex)
    ]


def _sections(notebook: nbformat.NotebookNode) -> Iterator[list[nbformat.NotebookNode]]:
    """The cells from one heading to the next."""
    section: list[nbformat.NotebookNode] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and HEADING.match(cell.source):
            if section:
                yield section
            section = [cell]
        elif section:
            section.append(cell)
    if section:
        yield section


def _asks(section: list[nbformat.NotebookNode]) -> bool:
    """Whether it has an exercise."""
    return any('class="exercise' in "".join(html_of(cell)) for cell in section)


def _room(section: list[nbformat.NotebookNode]) -> float:
    """How many lines of text stand below its heading before something has the margin:
    a picture, a lab, a table, or what a cell prints.
    """
    lines = 0.0
    for cell in section:
        if cell.cell_type == "markdown":
            for part in HEADING.sub("", cell.source).split("\n\n"):
                display = part.startswith("$$")
                lines += DISPLAY if display else ceil(len(part) / COLUMN) + GAP
            continue
        if cell.get("outputs"):
            break
        lines += SMALL * (cell.source.count("\n") + 1) + 2 * GAP
    return lines


def _tokens(tex: str) -> list[str]:
    """Without the braces of a single index."""
    tex = re.sub(r"(?<=[_^])\{(\\[A-Za-z]+|.)\}", r"\1", NAMES.sub(" ", tex))
    return [token for token in TOKEN.findall(tex) if token.strip()]


def _in(letter: Letter, tokens: list[str]) -> bool:
    """Whether a formula has the letter, with no other index than the letter's own."""
    for form in map(_tokens, letter.forms):
        size = len(form)
        for at in range(len(tokens) - size + 1):
            if tokens[at : at + size] == form and tokens[at + size :][:1] != ["_"]:
                return True
    return False


def _shown(chosen: list[Letter]) -> str:
    rows = "".join(
        f"<dt>${each.forms[0]}$</dt><dd>{each.meaning}</dd>" for each in chosen
    )
    return (
        '<aside class="letters d-none d-xl-block" role="note"'
        ' aria-label="Letters of this section"><dl>'
        f"{rows}</dl></aside>"
    )
