"""What a cell of a notebook shows, in the form in which JupyterLab shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from bs4 import BeautifulSoup
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_output

# Of several forms of an output the first is shown.
FORMS = ("text/html", "text/markdown", "text/latex", "image/svg+xml", "image/png",
         "image/jpeg", "image/gif", "image/webp", "text/plain")  # fmt: skip
PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
STILL = "<p><small>It moves in JupyterLab only.</small></p>"
# Styles that would reach the whole page
STYLE = re.compile(r"(<style[^>]*>)(?!@scope)(.*?)(</style>)", re.DOTALL | re.I)
COLOUR = re.compile(r"\x1b\[[\d;]*m")
MOVES = re.compile(r"\x1b\[[\d;?]*[A-Za-ln-z]")  # of a terminal, but for colours
NO_TAGS = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>", re.DOTALL | re.I)
TAG = re.compile(r"<(/?)([a-z][\w-]*)(?:\"[^\"]*\"|'[^']*'|[^\"'>])*(?<!/)>", re.I)
OPEN_ENDED = {"area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input",
              "li", "link", "meta", "option", "p", "param", "path", "source", "tbody",
              "td", "th", "tr", "wbr"}  # fmt: skip


def html_of(cell: NotebookNode) -> list[str]:
    """The HTML of each output of a cell, or ""."""
    return [
        each.get("data", {}).get("text/html", "") for each in cell.get("outputs", ())
    ]


def outputs(cell: NotebookNode, widgets: dict[str, Any]) -> list[NotebookNode]:
    """What a cell shows, each output in one form, with what is printed in one piece.

    ``widgets`` are the states of the notebook's widgets, by their models.
    """
    found: list[NotebookNode] = []
    for output in (more for each in cell.outputs for more in _still(each, widgets)):
        if output.output_type == "error":
            said = f"{output.get('ename')}: {output.get('evalue')}"
            output.traceback = output.get("traceback") or [said]
        elif output.output_type != "stream":
            form = next((each for each in FORMS if each in output.data), None)
            if form is None:
                continue
            output = _in_form(output, form)
        found.append(output)
    found = merged(found)
    for output in found:
        if output.output_type == "stream":
            output.text = last_state(output.text)
    return found


def merged(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Outputs with what is printed in one go in one piece."""
    found: list[NotebookNode] = []
    for output in outputs:
        if found and "name" in output and found[-1].get("name") == output.name:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def _in_form(output: NotebookNode, form: str) -> NotebookNode:
    data, size = output.data[form], (output.get("metadata") or {}).get(form)
    data = "".join(map(str, data)) if isinstance(data, list) else str(data)
    given = size if isinstance(size, dict) else {}
    known = (each for each in ("width", "height") if each in given)
    sizes = " ".join(f'{each}="{escape(str(given[each]))}"' for each in known)
    if form in PICTURES and (sizes or form == "image/webp"):  # which MyST-NB lacks
        data = f'<img alt="" {sizes} src="data:{form};base64,{"".join(data.split())}">'
        form = "text/html"
    if form == "text/html":
        data = STYLE.sub(r"\1@scope {\2}\3", data)
        if any(unbalanced(data)):
            data = str(BeautifulSoup(data, "html.parser"))
    return from_dict({**output, "data": {form: data}, "metadata": {}})


def last_state(text: str) -> str:
    r"""What a terminal shows after a text: where a line begins anew, its last state.

    >>> last_state("10 %\r20 %\r\nabc\b\bd")
    '20 %\nad'
    """
    text = re.sub(r"\r+$", "", MOVES.sub("", text), flags=re.M)
    while "\b" in text:
        text = re.sub("[^\b\n]\b|^\b", "", text, flags=re.M)
    return re.sub(r"^.*\r", "", text, flags=re.M)


def _still(output: NotebookNode, widgets: dict[str, Any]) -> Iterator[NotebookNode]:
    """An output, or what stands still of a widget, with a word that it does."""
    data = output.get("data", {})
    model = data.get(WIDGET_VIEW)
    if not model or "text/html" in data:
        yield output
        return
    yield from _parts(model.get("model_id"), widgets)
    yield new_output("display_data", {"text/html": STILL})


def _parts(model: str | None, widgets: dict[str, Any]) -> Iterator[NotebookNode]:
    """What the outputs within a widget show, as those of ``interact``."""
    state = (widgets.get(model or "") or {}).get("state", {})
    if state.get("_model_name") == "OutputModel":
        yield from (from_dict(each) for each in state.get("outputs", ()))
    for child in state.get("children") or ():
        yield from _parts(str(child).removeprefix("IPY_MODEL_"), widgets)


def unbalanced(html: str) -> tuple[list[str], list[str]]:
    """The elements that a piece of HTML leaves open, outermost first, and those that
    it closes and never opened.

    >>> unbalanced("<div><b>bold</b></i>")
    (['div'], ['i'])
    """
    opened: list[str] = []
    closed: list[str] = []
    for ends, name in TAG.findall(NO_TAGS.sub("", html)):
        tag = name.lower()
        if tag in opened and ends:
            while opened.pop() != tag:
                pass
        elif tag not in OPEN_ENDED:
            (closed if ends else opened).append(tag)
    return opened, closed
