"""A notebook that was run as a page of the site."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat

from askfirst.pages.formulas import in_html
from askfirst.pages.letters import Letter, with_letters
from askfirst.pages.markdown import COLOUR, LINK, TITLE, target
from askfirst.pages.paper import answers
from askfirst.pages.slides import has_slides
from askfirst.words.refusal import RefusedError

# Such as https://mybinder.org/v2/gh/OWNER/REPOSITORY/main; without it no page has a
# link to Binder.
BINDER = os.environ.get("BINDER", "")
TO_A_PAGE = r"\[[^\]\n]*\]\(\w+\.ipynb\)"
# A line of links to other notebooks, and nothing else.
NAVIGATION = re.compile(rf"^{TO_A_PAGE}(?: · {TO_A_PAGE})*$", re.MULTILINE)
# What one can do after a lecture, what it needs, and how long it takes.
NEEDS = re.compile(r"(?:^\*\*.*\n+)*?^\*\*It takes\*\* .*", re.MULTILINE)
# A picture that is no lab: its place begins with it.
STILL = re.compile(r'\A<img [^>]*alt="([^"]*)"[^>]*>')
WIDTH = re.compile(r' width="(\d+)"')
NARROW = 720  # pixels of a picture that leaves the margin to its caption
LEAST = 0.88  # of its width: its letters are as large as those of a caption then
COVER = "cover"  # the tag of the cell whose picture a page opens with
INLINE = re.compile(r'"(data:image/([a-z]+)[^;]*;base64,([^"]*))"')
FEW = 5  # lines of code that stay open above the picture that they draw
RUN_IT, DRAWN_BY = "Run it yourself", "Code of this picture"
IMPORTS = re.compile(r"(?:import|from) ")
COLUMN = 84  # letters of the usual size that stand side by side in a window of 1280
PRINTED = {"text/plain"}
# Letters of the margin, and the lines by which what stands there may exceed its code.
MARGIN, LONGER = 32, 4


def read(path: Path) -> nbformat.NotebookNode:
    """The notebook in a file. Raises RefusedError where there is none."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat has many for a file that is none
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RefusedError(
            f"{path}: no notebook that can be read ({why}). Open it in JupyterLab and"
            " save it anew, or take it out of the folder."
        ) from None


def as_page(
    notebook: nbformat.NotebookNode,
    name: str,
    in_python: str = "",
    cover: str = "",
    known: tuple[Letter, ...] = (),
) -> nbformat.NotebookNode:
    """Its text with links to pages, a mark where a link may lead, and the letters that
    each section uses; the site has a navigation of its own.

    Below its title stand the way to the slides, the way back to Python (the notebook to
    take, its author's words ``in_python``, Binder's address where there is one), and
    the picture ``cover``; at its end, for paper, the answers.
    """
    take = f'<a href="_static/notebooks/{name}" download>Take this notebook</a>'
    slides = ""
    if in_python:
        number = name.partition("_")[0].removesuffix(".ipynb")
        take += f" · {in_python.replace('{number}', number)}"
    if has_slides(notebook):
        slides = f'<a href="slides/{Path(name).stem}.html">Slides</a>'
    if BINDER:
        take += (
            f' · <a href="{BINDER}?urlpath=lab/tree/work/{name}">Open it on Binder</a>'
        )
    titled = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "markdown" and TITLE.search(cell.source)
    ]
    if not titled:
        titled = [nbformat.v4.new_markdown_cell(f"# {Path(name).stem}")]
        notebook.cells.insert(0, titled[0])
    head = f'<p class="take">{slides}</p>' if slides else ""
    head += f'<details class="take"><summary>{RUN_IT}</summary><p>{take}</p></details>'
    titled[0].source = _opened(NAVIGATION.sub("", titled[0].source), head, cover)
    with_letters(notebook, Path(name).stem, known)
    cells = []
    for cell in notebook.cells:
        mark = f'<span id="{cell.id}"></span>'
        if cell.cell_type == "markdown":
            cell.source = (
                mark + "\n\n" + LINK.sub(_link, NAVIGATION.sub("", cell.source))
            )
        elif cell.metadata.get("claims"):
            cells.append(nbformat.v4.new_markdown_cell(mark))
        cell.metadata.setdefault("tags", []).extend(_shape(cell))
        if _draws(cell):
            cell.metadata["mystnb"] = {
                "code_prompt_show": DRAWN_BY,
                "code_prompt_hide": DRAWN_BY,
            }
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if "text/html" in output.get("data", ()):
                # A formula in what a cell shows; JupyterLab knows it by its dollars.
                try:
                    output.data["text/html"] = in_html(
                        STILL.sub(_captioned, output.data["text/html"])
                    )
                except ValueError as error:
                    raise RefusedError(f"{name}, cell {cell.id}: {error}") from None
        cells.append(cell)
    notebook.cells = cells
    answers(notebook)
    return notebook


def _shape(cell: nbformat.NotebookNode) -> Iterator[str]:
    """How a cell is shown: imports folded; what it prints as sentences, whose lines may
    be broken, or as columns, in small letters where they are wide; in the margin where
    no line has to be broken there.
    """
    outputs = cell.get("outputs", ())
    if _draws(cell) or (IMPORTS.match(cell.source) and not cell.get("outputs", True)):
        yield "hide-input"
    text = "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for output in outputs
    )
    lines = COLOUR.sub("", text).rstrip().splitlines()
    width = max(map(len, lines), default=0)
    if not any("   " in line for line in lines):
        yield "prose"
    elif width > COLUMN:
        yield "wide"
    printed = lines and all(set(each.get("data", ())) <= PRINTED for each in outputs)
    if printed and width <= MARGIN and len(lines) <= cell.source.count("\n") + LONGER:
        yield "beside"


def _draws(cell: nbformat.NotebookNode) -> bool:
    """Whether a cell has several lines that end in a picture, and no lab."""
    shown = [
        each.get("data", {}).get("text/html", "") for each in cell.get("outputs", ())
    ]
    return cell.source.count("\n") >= FEW and any(
        each.startswith(("<img ", "<figure")) for each in shown
    )


def with_cover(notebook: nbformat.NotebookNode, folder: Path, name: str) -> str:
    """The HTML that the cell with the tag ``cover`` shows, or "". It is taken out of
    the notebook, and its pictures become files of ``folder`` that begin with ``name``,
    so that a window loads the one that it shows.

    Raises RefusedError where that cell shows no picture.
    """
    for cell in notebook.cells:
        if COVER not in cell.metadata.get("tags", ()):
            continue
        outputs, cell.outputs = cell.get("outputs", ()), []
        shown = "".join(
            output.get("data", {}).get("text/html", "") for output in outputs
        )
        if not (pictures := INLINE.findall(shown)):
            raise RefusedError(
                f"{name}, cell {cell.id}: it has the tag {COVER!r} and shows no"
                " picture. Give the tag to a cell that ends in one, or take it away."
            )
        for number, (source, kind, inside) in enumerate(pictures, start=1):
            file = folder / f"{name}-cover-{number}.{kind}"
            file.write_bytes(base64.b64decode(inside))
            shown = shown.replace(source, f"_static/labs/{file.name}")
        # A picture that is as it should be by day and by night, in the theme's words
        return shown.replace("<img ", '<img class="dark-light" ')
    return ""


def _opened(text: str, take: str, cover: str = "") -> str:
    """The text of the first cell: below the title what it begins with, what it needs,
    which stands beside that on a wide page, and the picture ``cover``.
    """
    title = TITLE.search(text)
    assert title
    begins, *more = re.split(r"^(?=#)", text[title.end() :], maxsplit=1, flags=re.M)
    needs = NEEDS.search(begins)
    beside = re.sub(r"\n+(?=\*\*)", "\n\n", needs[0]) if needs else ""
    return "\n\n".join(
        [
            text[: title.end()],
            '<div class="opening" data-theme="dark"><div>',
            NEEDS.sub("", begins).strip(),
            f'</div>{cover}<div class="needs">\n\n{beside}\n\n{take}</div></div>',
            *more,
        ]
    )


def _captioned(still: re.Match) -> str:
    """A picture with its alt text as a caption, which need not be read out again."""
    width = WIDTH.search(still[0])
    beside = ' class="beside"' if width and int(width[1]) <= NARROW else ""
    caption = f'<figcaption aria-hidden="true">{still[1]}</figcaption>'
    least = f' style="--least: {LEAST * int(width[1]):.0f}px"' if width else ""
    return f"<figure{beside}><div{least}>{still[0]}</div>{caption}</figure>"


def _link(link: re.Match) -> str:
    """A link to a page as Sphinx follows it; links to cells stay as they are."""
    text, found = link[1], target(link[2])
    if not found:
        return str(link[0])
    name, place, is_cell = found
    if is_cell:
        return f'<a class="reference internal" href="{name}.html#{place}">{text}</a>'
    return f"[{text}]({name}.ipynb)"
