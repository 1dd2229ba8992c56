"""A notebook that was run as a page of the site."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote

from markdown_it import MarkdownIt
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from askfirst.pages.letters import Letter, with_letters
from askfirst.pages.paper import answers
from askfirst.pages.shown import COLOUR, WIDGET_STATE, html_of, outputs, unbalanced
from askfirst.pages.slides import has_slides
from askfirst.report.notebook import parsed, without_exercises
from askfirst.words.refusal import RefusedError

# Such as https://mybinder.org/v2/gh/OWNER/REPOSITORY/main; without it no page has a
# link to Binder.
BINDER = os.environ.get("BINDER", "")
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
DIRECTIVE = re.compile(
    r"^( *(?:`{3,}|~{3,}|:{3,}) *)\{([\w-]*)[^}\n]*\}.*", re.MULTILINE
)
TITLE_CELLS = 3  # the title is looked for in so many cells
MAX_OPENING = 1200  # letters; a longer opening stands below the head of the page
BLOCKS = re.compile(r"^ *(?:```|~~~|\||>|!\[|<)|<img|!\[", re.MULTILINE)
TO_A_PAGE = r"\[[^\]\n]*\]\(\w+\.ipynb\)"
# A line of links to other notebooks, and nothing else.
NAVIGATION = re.compile(rf"^{TO_A_PAGE}(?: · {TO_A_PAGE})*$", re.MULTILINE)
# What one can do after a lecture, what it needs, and how long it takes.
NEEDS = re.compile(r"(?:^\*\*.*\n+)*?^\*\*It takes\*\* .*", re.MULTILINE)
# A picture that is no lab: the HTML of the output begins with it
STILL = re.compile(r'\A<img [^>]*alt="([^"]*)"[^>]*>')
WIDTH = re.compile(r' width="(\d+)"')
NARROW = 720  # pixels of a picture that leaves the margin to its caption
MIN_SCALE = 0.88  # of a picture's width; there its letters are a caption's size
COVER = "cover"  # the tag of the cell whose picture a page opens with
INLINE = re.compile(r'"(data:image/([a-z]+)[^;]*;base64,([^"]*))"')
OPEN_LINES = 5  # longer code is folded above the picture that it draws
PROMPTS = ("code_prompt_show", "code_prompt_hide")
COLUMN_WIDTH = 84  # letters of the usual size in a line, in a window of 1280 pixels
# The letters in a line of the margin, and how many lines more than its code what stands
# there may have
MARGIN_WIDTH, EXTRA_LINES = 32, 4


def as_page(
    notebook: NotebookNode,
    page: str,
    in_python: str = "",
    cover: str = "",
    known: tuple[Letter, ...] = (),
    file: str = "",
) -> NotebookNode:
    """The notebook as the source of a ``page``: its text, with an anchor for links in
    each cell and the letters that each section uses, and what its cells show. Lines of
    links to other notebooks are left out, for the site has a navigation of its own.

    Below the title stand a link to the slides, the links back to Python (the notebook
    to download, the author's words ``in_python``, and ``file`` on Binder if that is
    used), and the picture ``cover``. The answers stand at the end, for paper.
    """
    file = file or f"{page}.ipynb"
    links = _links(page, in_python, file, has_slides(notebook))
    _titled(notebook, Path(file).stem, links, cover)
    with_letters(notebook, page, known)
    stored = notebook.metadata.pop("widgets", {}).get(WIDGET_STATE, {})
    widgets = stored.get("state", {})
    cells = []
    for cell in notebook.cells:
        mark = f'<span id="{cell.id}"></span>'
        tags = cell.metadata.setdefault("tags", [])
        if cell.cell_type == "code":
            rest = without_exercises(cell.source)
            if rest != cell.source and not (cell.outputs or parsed(rest)):
                continue
            cell.source = rest
            if cell.metadata.get("claims"):  # to which other pages link
                cells.append(new_markdown_cell(mark))
            tags += _tags(cell)
            cell.outputs = outputs(cell, widgets)
            folded = _folded(cell)
            tags += ["hide-input"] * bool(folded)
            usual = "What it shows" if "hide-output" in tags else "Code"
            cell.metadata.mystnb = dict.fromkeys(PROMPTS, folded or usual)
        else:
            raw = f"<pre>{escape(cell.source)}</pre>"
            text = raw if cell.cell_type == "raw" else _text(cell)
            cell = new_markdown_cell(f"{mark}\n\n{text}", metadata=cell.metadata)
        cell.metadata.tags = [*dict.fromkeys(tags)]
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", ()):
                html = STILL.sub(_captioned, output.data["text/html"])
                output.data["text/html"] = html
        cells.append(cell)
    notebook.cells = cells
    answers(notebook)
    return notebook


def _links(page: str, in_python: str, file: str, slides: bool) -> str:
    address = f"_static/notebooks/{quote(page)}.ipynb"
    links = [f'<a href="{address}" download="{escape(file)}">Take this notebook</a>']
    if in_python:
        links.append(in_python.replace("{number}", page.partition("_")[0]))
    if BINDER:
        address = f"{BINDER}?urlpath=lab/tree/work/{quote(file)}"
        links.append(f'<a href="{address}">Open it on Binder</a>')
    fold = f"<summary>Run it yourself</summary><p>{' · '.join(links)}</p>"
    to_slides = f'<p class="take"><a href="slides/{quote(page)}.html">Slides</a></p>'
    return f'{to_slides * slides}<details class="take">{fold}</details>'


def headings(text: str) -> list[tuple[int, int, int]]:
    """The headings of a Markdown text that stand in nothing else: of each the level and
    the lines, from the first to the one after it.

    >>> headings("# A\\n\\n```\\n# b\\n```\\n\\nB\\n---")
    [(1, 0, 1), (2, 6, 8)]
    """
    return [
        (int(token.tag[1]), token.map[0], token.map[1])
        for token in MARKDOWN.parse(text)
        if token.type == "heading_open" and token.map and not token.level
    ]


def _titled(notebook: NotebookNode, name: str, links: str, cover: str) -> None:
    """Begin a page with its head: the title, the opening of the text up to the next
    heading, the picture ``cover``, what the lecture needs, and the ``links``.

    A long opening, or one with more than sentences, stands below it, as does what the
    title's cell has before the title.
    """
    home, lines, at = new_markdown_cell(id="title"), [f"# {name}"], 0
    for cell in notebook.cells[:TITLE_CELLS]:
        text = NAVIGATION.sub("", cell.source)
        firsts = [begins for level, begins, _ in headings(text) if level == 1]
        if cell.cell_type == "markdown" and firsts:
            home, lines, at = cell, text.split("\n"), firsts[0]
            break
    (_, _, ends), *more = headings("\n".join(lines[at:]))
    head, after = "\n".join(lines[at : at + ends]), lines[at + ends :]
    ends = more[0][1] - ends if more else len(after)
    opening, rest = "\n".join(after[:ends]), "\n".join([*lines[:at], "", *after[ends:]])
    if not head.startswith("#"):
        head = "# " + " ".join(head.strip("# =\n").split())
    needs = NEEDS.search(opening)
    beside = re.sub(r"\n+(?=\*\*)", "\n\n", needs[0]) if needs else ""
    opening = NEEDS.sub("", opening).strip()
    if len(opening) > MAX_OPENING or BLOCKS.search(opening):
        opening, rest = "", f"{opening}\n\n{rest}"
    source = (
        f'{head}\n\n<div class="opening" data-theme="dark"><div>\n\n{opening}\n\n'
        f'</div>{cover}<div class="needs">\n\n{beside}\n\n{links}</div></div>'
    )
    top = new_markdown_cell(source, id=home.id, metadata=home.metadata)
    home.id, home.source = "below-title", rest.strip("\n")
    below = [each for each in notebook.cells if each is not home or home.source]
    notebook.cells = [top, *below]


def _text(cell: NotebookNode) -> str:
    """The text of a cell, changed so that Sphinx shows it as JupyterLab does."""
    text = NAVIGATION.sub("", cell.source)
    for file, data in cell.pop("attachments", {}).items():
        kind, inside = next(iter(data.items()))
        for name in {file, quote(file)}:
            text = text.replace(f"attachment:{name}", f"data:{kind};base64,{inside}")
    text = DIRECTIVE.sub(r"\1\2", text)
    lines = text.splitlines()
    for level, begins, ends in reversed(headings("\n".join(lines))):
        words = "\n".join(lines[begins:ends])
        opened, _ = _unbalanced_tags("\n".join(lines[:begins]))
        if opened:  # a section cannot begin within it
            words = words.strip("# =-\n")
            lines[begins:ends] = [f"<h{level}>\n\n{words}\n\n</h{level}>\n"]
        opened, _ = _unbalanced_tags(words)
        lines[begins] += "".join(f"</{tag}>" for tag in reversed(opened))
    text = "\n".join(lines)
    opened, closed = _unbalanced_tags(text)
    for tag in closed:
        text = re.sub(rf"^ *</{tag} *>", "", text, count=1, flags=re.M | re.I)
    closing = "".join(f"</{tag}>" for tag in reversed(opened))
    return f"{text}\n\n{closing}" if closing else text


def _unbalanced_tags(text: str) -> tuple[list[str], list[str]]:
    """The elements of HTML that a text opens only, and those that it closes only."""
    tokens = MARKDOWN.parse(text)
    every = (token for each in tokens for token in [each, *(each.children or ())])
    html = (each.content for each in every if each.type.startswith("html_"))
    return unbalanced("".join(html))


def _tags(cell: NotebookNode) -> Iterator[str]:
    """The tags that say how a cell of code is shown. ``hide-input`` and
    ``hide-output``: its author folded it. ``prose``: it prints sentences, whose lines
    may be broken. ``wide``: it prints columns that need small letters. ``beside``: what
    it prints fits into the margin.
    """
    hidden = cell.metadata.get("jupyter") or {}
    if hidden.get("source_hidden"):
        yield "hide-input"
    if hidden.get("outputs_hidden") or cell.metadata.get("collapsed") is True:
        yield "hide-output"
    text = "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )
    lines = COLOUR.sub("", text).rstrip().splitlines()
    width = max(map(len, lines), default=0)
    if "   " not in text:
        yield "prose"
    elif width > COLUMN_WIDTH:
        yield "wide"
    printed = all({*each.get("data", ())} <= {"text/plain"} for each in cell.outputs)
    low = 0 < len(lines) <= cell.source.count("\n") + EXTRA_LINES
    if printed and low and width <= MARGIN_WIDTH:
        yield "beside"


def _folded(cell: NotebookNode) -> str:
    """What the code of a cell is, where it is folded, or ""."""
    code, shown = cell.source, html_of(cell)
    defines = re.search(r"^(?:def|class) ", code, re.MULTILINE)
    if code.startswith(("import ", "from ")) and not (defines or cell.outputs):
        return "Imports and data"
    labs = all('class="lab-page"' in html for html in shown)
    if labs and re.search(r"\b(?:Lab|Question)\(", code):
        return "Code of this lab"
    picture = any(html.startswith(("<img ", "<figure")) for html in shown)
    folds = picture and code.count("\n") >= OPEN_LINES
    return "Code of this picture" if folds else ""


def with_cover(notebook: NotebookNode, folder: Path, name: str) -> str:
    """The HTML that the cell with the tag ``cover`` shows, or "". It is taken out of
    the notebook, and its pictures become files of ``folder`` that begin with ``name``,
    so that a window loads the one that it shows.

    Raises RefusedError where that cell shows no picture.
    """
    for cell in notebook.cells:
        if COVER not in cell.metadata.get("tags", ()):
            continue
        shown, cell.outputs = "".join(html_of(cell)), []
        if not (pictures := INLINE.findall(shown)):
            raise RefusedError(
                f"{name}, cell {cell.id}: it has the tag {COVER!r} and shows no"
                " picture. Give the tag to a cell that ends in one, or take it away."
            )
        for number, (source, kind, inside) in enumerate(pictures, start=1):
            file = folder / f"{name}-cover-{number}.{kind}"
            file.write_bytes(base64.b64decode(inside))
            shown = shown.replace(source, f"_static/labs/{file.name}")
        # The theme's class for a picture that is the same in light and dark colours
        return shown.replace("<img ", '<img class="dark-light" ')
    return ""


def _captioned(still: re.Match) -> str:
    """A picture with its alt text as a caption, which need not be read out again."""
    width = WIDTH.search(still[0])
    beside = ' class="beside"' if width and int(width[1]) <= NARROW else ""
    caption = f'<figcaption aria-hidden="true">{still[1]}</figcaption>'
    least = f' style="--least: {MIN_SCALE * int(width[1]):.0f}px"' if width else ""
    return f"<figure{beside}><div{least}>{still[0]}</div>{caption}</figure>"
