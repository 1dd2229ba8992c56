"""Formulas of pages: found where JupyterLab finds them, kept from Markdown and from
Sphinx, and set as text of the page when it is made.

Until then each is a run of letters that stand for nothing else, which may stand in a
table, a heading, a link or HTML.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any

from docutils import nodes
from nbformat import NotebookNode
from sphinx.util import logging

from askfirst.scripts import style
from askfirst.words.formula import BRACED, DEFINITION, formula

NAMES = re.compile(r"\\[A-Za-z]+")
FIRST, END, OWN_END = 0x10F000, "\U0010f100", "\U0010f101"
# The second group is what stays on the line of a formula in a text, as a full stop; it
# is None behind a formula on lines of its own.
CODED = re.compile(rf"([\U0010f000-\U0010f0ff]+)(?:{OWN_END}|{END}([.,;:!?%)’]*))")
NO_LETTERS = re.compile(r"<annotation.*?</annotation>|<[^>]*>")
PLAIN = "notranslate nohighlight"  # no words
LONG = 24  # letters that may be wider than a telephone

# What holds no formula: code, and in HTML its tags.
HTML_CODE = r"<(?P<tag>script|style|pre|code|textarea)\b.*?</(?P=tag)\s*>|<!--.*?-->"
TAG = r"</?[a-z](?:[^<>$\"'=]|=[^<>\"'\s]*|\"[^\"]*\"|'[^']*')*+>"
CODE = (
    r"^[ >]*(?P<fence>`{3,}|~{3,})[^\n`]*\n.*?(?:^[ >]*(?P=fence)|\Z)"
    r"|(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)"
    # What a picture shows, an address, and what it is called
    r"|!\[[^\]\n]*\]|(?:(?<=\]\()|<https?:)[^()<>\s]+(?: +\"[^\"\n]*\")?"
)


def _finder(no_formula: str, slash: str, letters: str) -> re.Pattern:
    """What finds formulas in a text, in which a backslash is written ``slash``."""
    inside = rf"(?:(?!\n\s*\n)(?:[^{{}}\\${letters}]|\\.|\{{{BRACED}\}}))+?"
    return re.compile(
        rf"{no_formula}|\\\$|\$\$(?P<own>{inside})\$\$|\$\$|\$(?P<words>{inside})\$"
        rf"|{slash}\[(?P<own2>{inside}){slash}\]|{slash}\((?P<words2>{inside}){slash}\)"
        r"|(?P<own3>\\begin\{(?P<name>\w+\*?)\}(?:(?!\n\s*\n).)+?\\end\{(?P=name)\})",
        re.DOTALL | re.MULTILINE | re.IGNORECASE,
    )


IN_MARKDOWN = _finder(f"{CODE}|{HTML_CODE}|{TAG}", r"\\\\", "")
IN_HTML = _finder(f"{HTML_CODE}|<[^>]*>", r"\\", "<")


def defined(notebook: NotebookNode) -> str:
    """What the texts of a notebook define."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return "".join(DEFINITION.findall("\n".join(texts)))


def coded(notebook: NotebookNode, given: str = "") -> NotebookNode:
    """A notebook with its formulas coded, after definitions that are ``given``."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source, given = coded_text(cell.source, given)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            latex = "".join(data.pop("text/latex", ""))
            if latex and not {"text/html", "text/markdown"} & {*data}:
                data["text/html"] = f"<p>{html.escape(latex)}</p>"
            for form, finder in (("markdown", IN_MARKDOWN), ("html", IN_HTML)):
                if text := "".join(data.get(f"text/{form}", "")):
                    data[f"text/{form}"], given = coded_text(text, given, finder)
    return notebook


def coded_text(
    text: str, given: str = "", finder: re.Pattern = IN_MARKDOWN
) -> tuple[str, str]:
    """A text with its formulas coded, and the definitions that hold after it."""

    def code(found: re.Match) -> str:
        nonlocal given
        kind, whole = found.lastgroup or "", found[0]
        if not kind.startswith(("own", "words")):
            return whole
        tex = found[kind].strip()
        if finder is IN_HTML:
            tex, whole = html.unescape(tex), html.unescape(whole)
        given += "".join(DEFINITION.findall(tex))
        used = given if {*NAMES.findall(given)} & {*NAMES.findall(tex)} else ""
        said = json.dumps([tex, used, whole]).encode()
        run = "".join(chr(FIRST + byte) for byte in said)
        return run + (OWN_END if kind.startswith("own") else END)

    return finder.sub(code, text), given


def _decoded(run: re.Match) -> tuple[str, str, str]:
    """The TeX of a formula, the definitions before it, and all as it was written."""
    tex, given, written = json.loads(bytes(ord(each) - FIRST for each in run[1]))
    return tex, given, written + (run[2] or "")


def styles() -> str:
    """The style sheet of formulas, with the fonts of formulas and text in it: a page
    that was opened from a file may not fetch one everywhere.
    """

    def data(found: re.Match) -> str:
        font = Path(__file__).parent / "font" / found[1]
        return f"url(data:font/woff2;base64,{b64encode(font.read_bytes()).decode()})"

    return re.sub(r"url\(([\w-]+\.woff2)\)", data, style("formulas"))


def in_html(text: str, node: Any = None) -> str:
    """HTML with its coded formulas set."""
    return CODED.sub(lambda run: _html(run, node), text)


def _html(run: re.Match, node: Any, block: bool = False) -> str:
    """A coded formula as HTML, a ``block`` or within a text, where it keeps the full
    stop or comma behind it. What cannot be set stands there as its TeX, and is told.
    """
    (tex, given, _), stop = _decoded(run), run[2]
    try:
        made = formula(tex, stop is None, given)
    except ValueError as error:
        logging.getLogger(__name__).warning("%s", error, location=node)
        why = html.escape(str(error))
        made = f'<code class="unset" title="{why}">{html.escape(tex)}</code>'
    if block:
        return f'<div class="math {PLAIN}">\n{made}</div>\n'
    widest = max(len(NO_LETTERS.sub("", part)) for part in made.split("<wbr>"))
    kind = " display" if stop is None else " long" if widest > LONG else ""
    made = f'<span class="math{kind} {PLAIN}">{made}</span>'
    return f'<span class="kept">{made}{stop}</span>' if stop else made


def set_formulas(_app: Any, tree: nodes.document) -> None:
    """While Sphinx reads a page: its coded formulas are set."""
    for text in [*tree.findall(nodes.Text)]:
        if not CODED.search(text):
            continue
        parent: Any = text.parent
        if isinstance(parent, nodes.raw):
            parts = [nodes.Text(in_html(text, parent))]
        elif isinstance(parent, nodes.FixedTextElement | nodes.literal):
            written = CODED.sub(lambda run: _decoded(run)[2], text)
            parts = [nodes.Text(written)]
        else:
            at, parts = 0, []
            for run in CODED.finditer(text):
                block = run[2] is None and isinstance(parent, nodes.paragraph)
                kind = nodes.math_block if block else nodes.math
                shown = kind("", _decoded(run)[2], html=_html(run, parent, block))
                parts += nodes.Text(text[at : run.start()]), shown
                at = run.end()
            parts.append(nodes.Text(text[at:]))
        parent.replace(text, parts)
    for block in [*tree.findall(nodes.paragraph)]:
        if not block.next_node(nodes.math_block):
            continue
        around: list[Any] = [block.copy()]
        for part in [*block]:
            if isinstance(part, nodes.math_block):
                around += part, block.copy()
            else:
                around[-1] += part
        block.replace_self([each for each in around if each.astext().strip()])


def plain_title(
    _app: Any, _name: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    """A page is called by the letters of its title, without their TeX."""
    context["title"] = NO_LETTERS.sub("", context.get("title", ""))


def write(page: Any, node: nodes.math | nodes.math_block) -> None:
    """Write a formula for Sphinx; one that is not ours, as its TeX."""
    page.body.append(node.get("html") or html.escape(node.astext()))
    raise nodes.SkipNode
