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
from bs4 import BeautifulSoup

from kernellab.interactive.refusal import RefusedError
from kernellab.interactive.site.formulas import in_html

WORDS = 40  # of a slide: more cannot be read while somebody speaks
LINES = 14  # of code and what it prints that fit below a heading
CODE = 6  # lines; longer code is left to the page
COLUMN = 66  # letters of 28 pixels that stand side by side; as for wider code
TYPES = ("slide", "subslide", "fragment", "skip", "notes", "-", "")
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
STOP = re.compile(r"(?:\\[,;!])*\s*[.,;]?\s*\$\$$")  # the end of a sentence
TABLE = re.compile(r"(?:^\|.*\|[ ]*$\n?)+", re.MULTILINE)
NEXT = re.compile(r"^---$", re.MULTILINE)  # in slide_text: another slide
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)]*\)")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
PICTURE = re.compile(r'<img data-wall="([^"]*)"([^>]*?) src="[^"]*"')
LAB = re.compile(
    r'<div data-wall="([^"]*)" (data-letters="[^"]*") class="lab-page" data-lab="[^"]*"'
)
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
    words: int = 0
    lines: int = 0


def has_slides(notebook: Cell) -> bool:
    """Whether a cell of the notebook begins a slide."""
    return any(_type(cell) == "slide" for cell in notebook.cells)


def on_slides(notebook: Cell) -> list[str]:
    """The sources of the code cells that are shown on a slide."""
    kinds = ("slide", "subslide", "fragment", "-", "")
    shown = has_slides(notebook)
    return [
        cell.source
        for cell in notebook.cells
        if shown and cell.cell_type == "code" and _type(cell) in kinds
    ]


def deck(notebook: Cell, name: str) -> Cell:
    """The slides of the notebook ``name``, which has been run, for Sphinx.

    Raises RefusedError, with the cell, for a type that Jupyter does not know and where
    a slide holds more than can be read.

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
        if prose:
            slide.notes.append(_spoken(prose))
        _fits(slide, where)
        for part in more:
            yield slide
            slide = Slide(slide.heading, slide.place, "text", slide.below)
            _write(slide, part)
            _fits(slide, where)
    if slide:
        yield slide


def _type(cell: Cell) -> str:
    return cell.metadata.get("slideshow", {}).get("slide_type") or ""


def _kind(cell: Cell) -> str:
    """What a slide is mostly, which says how it fills the wall."""
    if cell.cell_type == "markdown":
        return "title" if re.search(r"^# ", cell.source, re.MULTILINE) else "text"
    shown = str([output.get("data", {}) for output in cell.get("outputs", ())])
    if 'class="lab-page"' in shown:
        return "lab"
    return "picture" if "image/png" in shown or "<img" in shown else "code"


def _write(slide: Slide, text: str) -> None:
    """Put an author's words on the slide."""
    text = re.sub(r"(?<=\d) (?=%|ft\b|mph\b)", "\xa0", text)
    slide.shown.append(nbformat.v4.new_markdown_cell(text))
    slide.words += _words(text)


def _show(slide: Slide, cell: Cell, own: str) -> None:
    """Put on the slide what it has of a cell."""
    if fragment := _type(cell) == "fragment":
        slide.shown.append(_raw('<div class="fragment">'))
    if cell.cell_type == "markdown" and not FORMULA.search(own):
        found = FORMULA.search(cell.source) or (not own and TABLE.search(cell.source))
        if found:
            own = f"{own}\n\n{found[0].strip()}".strip()
    if own:
        _write(slide, FORMULA.sub(lambda found: STOP.sub("$$", found[0]), own))
    if cell.cell_type == "code":
        shown = nbformat.from_dict(cell)
        shown.metadata = nbformat.from_dict({"tags": []})
        code = cell.source.strip().splitlines()
        narrow = max(map(len, code), default=0) <= COLUMN
        if _kind(cell) == "code" and len(code) <= CODE and narrow:
            slide.lines += len(code)
        else:
            shown.metadata.tags.append("remove-input")
        shown.outputs = [_on_the_wall(each) for each in _joined(shown.outputs)]
        printed = _printed(cell)
        slide.lines += len(printed.splitlines())
        if "   " not in printed:  # no columns, so its lines may be broken
            shown.metadata.tags.append("prose")
        slide.shown.append(shown)
    if fragment:
        slide.shown.append(_raw("</div>"))


def _joined(outputs: list[Cell]) -> list[Cell]:
    """The outputs, with what was printed piece by piece in one piece."""
    found: list[Cell] = []
    for each in outputs:
        if found and found[-1].output_type == each.output_type == "stream":
            found[-1].text += each.text
        else:
            found.append(each)
    return found


def _on_the_wall(output: Cell) -> Cell:
    """What a cell has shown, as the wall has it: a lab or a picture as capture.py drew
    it, a text with narrow columns.
    """
    if "text" in output:
        output.text = _narrow(output.text)
    elif "text/html" in output.get("data", ()):
        html = PICTURE.sub(r'<img src="../_static/labs/\1"\2', output.data["text/html"])
        html = LAB.sub(r'<div class="lab-page" data-lab="\1" \2', html)
        output.data["text/html"] = in_html(html)
    return output


def _narrow(text: str) -> str:
    """The text with no more than two blanks between its columns, and its sentences
    broken where a line ends.

    >>> print(_narrow("a        1\\nlong     2"))
    a     1
    long  2
    """
    lines = text.splitlines()
    table = [COLOUR.sub("", line) for line in lines if "  " in COLOUR.sub("", line)]
    wide = max(map(len, table), default=0)
    blank = [all(line[i : i + 3].isspace() for line in table) for i in range(wide - 2)]
    spare = {i for i, each in enumerate(blank) if each}
    found: list[str] = []
    for line in lines:
        if line in table:
            found.append("".join(c for i, c in enumerate(line) if i not in spare))
        else:
            found += _broken(line)
    return "\n".join(found)


def _broken(line: str) -> list[str]:
    """A line in pieces of no more than ``COLUMN`` letters, at its blanks."""
    pieces = [""]
    for word in line.split(" "):
        if len(COLOUR.sub("", f"{pieces[-1]} {word}")) > COLUMN and pieces[-1]:
            pieces.append(f"  {word}")
        else:
            pieces[-1] += f" {word}" if pieces[-1] else word
    return pieces


def _printed(cell: Cell) -> str:
    return COLOUR.sub(
        "", "".join(output.get("text", "") for output in cell.get("outputs", ()))
    ).strip()


def _spoken(prose: str) -> str:
    """Prose as the notes have it: without headings and without links."""
    return LINK.sub(r"\1", HEADING.sub("", prose)).strip()


def _words(text: str) -> int:
    """How many there are to read; a formula is looked at."""
    bare = re.sub(r"\$\$.+?\$\$|\$.+?\$|<[^>]*>", " ", text, flags=re.DOTALL)
    return len(re.findall(r"\w[\w’'.,-]*", bare))


def _fits(slide: Slide, where: str) -> None:
    words = _words(slide.heading) + slide.words
    if words > WORDS:
        raise RefusedError(
            f"{where}: {words} words on the slide {slide.heading!r}, where"
            f" {WORDS} can be read. Shorten its slide_text, or begin a slide before it."
        )
    if slide.lines > LINES:
        raise RefusedError(
            f"{where}: {slide.lines} lines of code and output on the slide"
            f" {slide.heading!r}, where {LINES} fit. Skip the cell, or print less."
        )


def _raw(text: str) -> Cell:
    return nbformat.v4.new_markdown_cell(text)


def finished(
    app: Any, name: str, _template: str, context: dict[str, Any], _doctree: Any
) -> str | None:
    """While Sphinx writes a page: slides have a template of their own."""
    if not name.startswith("slides/"):
        return None
    page = BeautifulSoup(context["body"], "html.parser")
    for place in page.select(".lab-page"):
        if output := place.find_parent(class_="cell_output"):
            output.replace_with(place.extract())
    for each in page.select("script"):
        each.decompose()  # slides.js loads a lab when its slide is near
    for each in page.select(":is(h1, h2) > p"):
        each.unwrap()
    titles = page.select("h1, h2")
    context["title"] = titles[0].get_text().strip() if titles else name
    context["slides"] = str(page)
    context["lecture"] = f"../{name.removeprefix('slides/')}.html"
    context["styles"] = [
        css.filename for css in context["css_files"] if "mystnb" in str(css.filename)
    ]
    return "slides.html"
