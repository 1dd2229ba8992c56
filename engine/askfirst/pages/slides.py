"""The slides of a notebook, as its cells say: a notebook of them for Sphinx, and the
page that reveal.js plays.

A cell says what it is by Jupyter's own ``slideshow.slide_type``. Of a text cell a slide
has the heading, the ``slideshow.slide_text`` and a displayed formula or table; its
prose becomes the speaker's notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

import nbformat

from askfirst.pages.formulas import NO_LETTERS
from askfirst.pages.markdown import COLOUR, HEADING, LINK
from askfirst.pages.paper import ON_PAPER
from askfirst.words.refusal import RefusedError

CODE = 6  # lines; longer code is left to the page
COLUMN = 66  # letters; wider code is left to the page
TYPES = ("slide", "subslide", "fragment", "skip", "notes", "-", "")
FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
STOP = re.compile(r"(?:\\[,;!])*\s*[.,;]?\s*\$\$$")  # the end of a sentence
TABLE = re.compile(r"(?:^\|.*\|[ ]*$\n?)+", re.MULTILINE)
NEXT = re.compile(r"^---$", re.MULTILINE)  # in slide_text: another slide
# As Sphinx writes the heading of a slide.
HEAD = re.compile(r"<(h[12])>\s*<p>(.*?)</p>\s*</\1>", re.DOTALL)
Cell = nbformat.NotebookNode


@dataclass
class Slide:
    """What is seen at once below a heading, and what is said meanwhile."""

    heading: str
    place: str
    kind: str
    below: bool = False  # a subslide
    shown: list[Cell] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def has_slides(notebook: Cell) -> bool:
    """Whether a cell of the notebook begins a slide."""
    return any(_type(cell) == "slide" for cell in notebook.cells)


def deck(notebook: Cell, name: str) -> Cell:
    """The slides of the notebook ``name``, which has been run, for Sphinx.

    Raises RefusedError, with the cell, for a type that Jupyter does not know.

    >>> cell = nbformat.v4.new_markdown_cell("## A part\\n\\nLong prose.")
    >>> cell.metadata.slideshow = {"slide_type": "slide", "slide_text": "A claim."}
    >>> made = deck(nbformat.v4.new_notebook(cells=[cell]), "07_a")
    >>> [each.source for each in made.cells if "claim" in each.source]
    ['A claim.']
    """
    cells: list[Cell] = []
    stacked = False
    for slide in _slides(notebook, name):
        if not slide.below:
            cells.append(_raw("</section><section>" if stacked else "<section>"))
            stacked = True
        level = "h1" if slide.kind == "title" else "h2"
        cells += [
            _raw(
                f'<section data-place="{escape(slide.place)}"'
                f' data-kind="{slide.kind}"><div class="slide"><{level}>\n\n'
                f'{slide.heading}\n\n</{level}><div class="room"><div class="content">'
            ),
            *slide.shown,
            _raw("</div></div></div>"),
            _raw('<aside class="notes">'),
            *map(nbformat.v4.new_markdown_cell, filter(None, slide.notes)),
            _raw("</aside></section>"),
        ]
    cells.append(_raw("</section>"))
    return nbformat.v4.new_notebook(
        cells=cells,
        metadata={
            key: value
            for key, value in notebook.metadata.items()
            if key in ("kernelspec", "language_info")
        }
        | {"orphan": True, "nosearch": True},
    )


def _slides(notebook: Cell, name: str) -> Iterator[Slide]:
    slide: Slide | None = None
    heading = place = ""
    for cell in notebook.cells:
        where = f"{name}, cell {cell.id}"
        kind, text = _type(cell), cell.metadata.get("slideshow", {}).get("slide_text")
        if kind not in TYPES:
            raise RefusedError(
                f"{where}: slide_type is {kind!r}, which is none of Jupyter's: slide,"
                " subslide, fragment, skip, notes. Choose one in JupyterLab's sidebar."
            )
        prose = cell.source if cell.cell_type == "markdown" else ""
        if title := HEADING.search(prose):
            heading, place = LINK.sub(r"\1", title[1]), cell.id
        if kind in ("slide", "subslide"):
            if slide:
                yield slide
            slide = Slide(
                heading or name, place or cell.id, _kind(cell), kind == "subslide"
            )
        if not slide or kind == "skip":
            continue
        first, *more = NEXT.split(text or "")
        if kind != "notes":
            _show(slide, cell, first)
            if _kind(cell) == "lab":  # which takes all the room there is
                slide.kind = "lab"
        if prose:
            slide.notes.append(_spoken(prose))
        for part in more:
            yield slide
            slide = Slide(slide.heading, slide.place, "text", slide.below)
            slide.shown.append(_raw(part))
    if slide:
        yield slide


def _type(cell: Cell) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type") or ""


def _kind(cell: Cell) -> str:
    """What a slide is mostly, which says how it fills its place."""
    if cell.cell_type == "markdown":
        return "title" if re.search(r"^# ", cell.source, re.MULTILINE) else "text"
    shown = str([output.get("data", {}) for output in cell.get("outputs", ())])
    if 'class="lab-page"' in shown:
        return "lab"
    return "picture" if "image/png" in shown or "<img" in shown else "code"


def _show(slide: Slide, cell: Cell, own: str) -> None:
    """Put on the slide what it has of a cell."""
    if fragment := _type(cell) == "fragment":
        slide.shown.append(_raw('<div class="fragment">'))
    if cell.cell_type == "markdown" and not FORMULA.search(own):
        found = FORMULA.search(cell.source) or (not own and TABLE.search(cell.source))
        if found:
            own = f"{own}\n\n{found[0].strip()}".strip()
    if own:
        text = FORMULA.sub(lambda found: STOP.sub("$$", found[0]), own)
        slide.shown.append(_raw(text))
    if cell.cell_type == "code":
        shown = nbformat.from_dict(cell)
        shown.metadata = nbformat.from_dict({"tags": []})
        code = cell.source.strip().splitlines()
        narrow = max(map(len, code), default=0) <= COLUMN
        if _kind(cell) != "code" or len(code) > CODE or not narrow:
            shown.metadata.tags.append("remove-input")
        for each in shown.outputs:
            if "text/html" in each.get("data", ()):
                # Of a lab, the place alone: slides.js loads it when its slide is near.
                html, _, _ = each.data["text/html"].partition(ON_PAPER)
                each.data["text/html"] = html
        if "   " not in _printed(cell):  # no columns, so its lines may be broken
            shown.metadata.tags.append("prose")
        slide.shown.append(shown)
    if fragment:
        slide.shown.append(_raw("</div>"))


def _printed(cell: Cell) -> str:
    return COLOUR.sub(
        "", "".join(output.get("text", "") for output in cell.get("outputs", ()))
    ).strip()


def _spoken(prose: str) -> str:
    """Prose as the notes have it: without headings and without links."""
    return LINK.sub(r"\1", HEADING.sub("", prose)).strip()


def _raw(text: str) -> Cell:
    return nbformat.v4.new_markdown_cell(text)


def finished(
    app: Any, name: str, _template: str, context: dict[str, Any], _doctree: Any
) -> str | None:
    """While Sphinx writes a page: slides have a template of their own."""
    if not name.startswith("slides/"):
        return None
    body = HEAD.sub(r"<\1>\2</\1>", context["body"])
    title = HEAD.search(context["body"])
    context["title"] = NO_LETTERS.sub("", title[2]).strip() if title else name
    context["slides"] = body
    context["lecture"] = f"../{name.removeprefix('slides/')}.html"
    context["styles"] = [
        css.filename for css in context["css_files"] if "mystnb" in str(css.filename)
    ]
    return "slides.html"
