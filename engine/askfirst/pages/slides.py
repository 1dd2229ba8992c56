"""The slides of a notebook, as its cells say: a notebook of them for Sphinx, and the
page that reveal.js plays.

A cell says what it is by Jupyter's own ``slideshow.slide_type``. Of a text cell a slide
has the heading, the ``slideshow.slide_text`` and a displayed formula or table; its
prose becomes the speaker's notes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from nbformat import NotebookNode as Cell
from nbformat import from_dict
from nbformat.v4 import new_markdown_cell as markdown
from nbformat.v4 import new_notebook

from askfirst.pages.links import LINK
from askfirst.pages.paper import ON_PAPER
from askfirst.pages.shown import COLOUR

CODE = 6  # lines; longer code is left to the page
COLUMN = 66  # letters; wider code is left to the page
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
STOP = re.compile(r"(?:\\[,;!])*\s*[.,;]?\s*\$\$$")  # the end of a sentence
TABLE = re.compile(r"(?:^\|.*\|[ ]*$\n?)+", re.MULTILINE)
NEXT = re.compile(r"^---$", re.MULTILINE)  # in slide_text: another slide
# As Sphinx writes the heading of a slide.
HEAD = re.compile(r"<(h[12])>\s*<p>(.*?)</p>\s*</\1>", re.DOTALL)


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
    """The slides of the notebook ``name``, which has been run, for Sphinx."""
    cells: list[Cell] = []
    for slide in _slides(notebook, name):
        stack = "" if slide.below else "</section><section>" if cells else "<section>"
        level = "h1" if slide.kind == "title" else "h2"
        begins = (
            f'{stack}<section data-place="{escape(slide.place)}"'
            f' data-kind="{slide.kind}"><div class="slide"><{level}>\n\n'
            f'{slide.heading}\n\n</{level}><div class="room"><div class="content">'
        )
        notes = map(markdown, filter(None, slide.notes))
        turns, ends = '</div></div></div><aside class="notes">', "</aside></section>"
        cells += [markdown(begins), *slide.shown]
        cells += [markdown(turns), *notes, markdown(ends)]
    cells.append(markdown("</section>"))
    language = notebook.metadata.get("language_info", {"name": "python"})
    metadata = {"language_info": language, "orphan": True, "nosearch": True}
    return new_notebook(cells=cells, metadata=metadata)


def _slides(notebook: Cell, name: str) -> list[Slide]:
    slides: list[Slide] = []
    heading = place = ""
    for cell in notebook.cells:
        kind, text = _type(cell), cell.metadata.get("slideshow", {}).get("slide_text")
        prose = cell.source if cell.cell_type == "markdown" else ""
        if title := HEADING.search(prose):
            heading, place = LINK.sub(r"\1", title[1]), cell.id
        if kind in ("slide", "subslide"):
            where = heading or name, place or cell.id
            slides.append(Slide(*where, _kind(cell), kind == "subslide"))
        if not slides or kind == "skip":
            continue
        slide = slides[-1]
        first, *more = NEXT.split(text or "")
        if kind != "notes":
            slide.shown += _shown(cell, first)
            if _kind(cell) == "lab":  # which takes all the room there is
                slide.kind = "lab"
        if prose:
            slide.notes.append(LINK.sub(r"\1", HEADING.sub("", prose)).strip())
        slides += [
            replace(slide, kind="text", shown=[markdown(p)], notes=[]) for p in more
        ]
    return slides


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


def _shown(cell: Cell, own: str) -> list[Cell]:
    """What a slide has of a cell, whose ``slide_text`` is ``own``."""
    if cell.cell_type == "markdown" and not FORMULA.search(own):
        found = FORMULA.search(cell.source) or (not own and TABLE.search(cell.source))
        if found:
            own = f"{own}\n\n{found[0].strip()}".strip()
    text = FORMULA.sub(lambda found: STOP.sub("$$", found[0]), own)
    shown = [markdown(text)] if text else []
    if cell.cell_type == "code":
        shown.append(_code(cell))
    if _type(cell) == "fragment":
        shown = [markdown('<div class="fragment">'), *shown, markdown("</div>")]
    return shown


def _code(cell: Cell) -> Cell:
    """A cell of code with what it shows, and without code that is long or draws."""
    shown = from_dict(cell)
    code = cell.source.strip().splitlines()
    wide = max(map(len, code), default=0) > COLUMN
    tags = ["remove-input"] * (wide or len(code) > CODE or _kind(cell) != "code")
    for each in shown.outputs:
        if "text/html" in each.get("data", ()):
            # Of a lab, the place alone: slides.js loads it when its slide is near.
            html, _, _ = each.data["text/html"].partition(ON_PAPER)
            each.data["text/html"] = html
    printed = "".join(output.get("text", "") for output in cell.outputs)
    if "   " not in COLOUR.sub("", printed).strip():  # no columns: lines may be broken
        tags.append("prose")
    shown.metadata = from_dict({"tags": tags})
    return shown


def finished(
    app: Any, name: str, _template: str, context: dict[str, Any], _doctree: Any
) -> str | None:
    """While Sphinx writes a page: slides have a template of their own."""
    if not name.startswith("slides/"):
        return None
    title = HEAD.search(context["body"])
    context["title"] = title[2].strip() if title else name
    context["body"] = HEAD.sub(r"<\1>\2</\1>", context["body"])
    return "slides.html"
