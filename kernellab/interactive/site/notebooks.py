"""A notebook as a page of the site has it: run with every lab written down, its links
those of a site.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from kernellab.interactive.site.paper import answers
from kernellab.interactive.site.slides import LECTURE

# Such as https://mybinder.org/v2/gh/OWNER/REPOSITORY/main; without it no page has a
# link to Binder.
BINDER = os.environ.get("BINDER", "")
NAVIGATION = re.compile(r"^\[[^\n]*\]\(00_start_here\.ipynb\)[^\n]*$", re.MULTILINE)
# Else each kernel warns that whoever shares this machine might listen.
QUIET = ["--log-level=ERROR"]
# A formula in what a cell shows as HTML; JupyterLab knows it by its dollars.
TEX = re.compile(r"\$([^$]+)\$")
LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((\w+)\.ipynb(?:#(?:cell-id=)?([^)]*))?\)"
)


def run(path: Path, labs: Path, most: int) -> nbformat.NotebookNode:
    """The notebook executed from a clean kernel; the frames of its labs are written to
    the folder ``labs``.

    Raises RuntimeError, with the notebook and the cell, where one fails, or where a lab
    cannot be written down.
    """
    notebook = nbformat.read(path, as_version=4)
    before = (
        "from kernellab.interactive.site.capture import"
        f" write_labs\nwrite_labs({str(labs)!r}, {path.stem!r}, {most})"
    )
    notebook.cells.insert(0, nbformat.v4.new_code_cell(before))
    with suppress(CellExecutionError):
        # Its cell is found below, with those that failed while they were shown.
        where = {"metadata": {"path": str(path.parent)}}
        # A page has no kernel for widgets; with their state Sphinx would fetch a
        # manager for them from the network.
        NotebookClient(
            notebook,
            timeout=600,
            resources=where,
            extra_arguments=QUIET,
            store_widget_state=False,
        ).execute()
    del notebook.cells[0]
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                raise RuntimeError(
                    f"{path.name}, cell {number} ({cell.id}): {output.ename}:"
                    f" {output.evalue}\n\n{cell.source}\n\nA page shows no errors. Run"
                    " the notebook, mend the cell, and build again."
                )
    return notebook


def as_page(notebook: nbformat.NotebookNode, name: str) -> nbformat.NotebookNode:
    """Its text with links to pages, and a mark where a link may lead; the site has a
    navigation of its own.

    At the head stands the way back to Python, the notebook to take and Binder's address
    where there is one, and the way to the slides; at its end, for paper, the answers.
    """
    take = f'<a href="_static/notebooks/{name}" download>Take this notebook</a>'
    if LECTURE.match(name):
        take += f' · <a href="slides/{Path(name).stem}.html">Slides</a>'
    if BINDER:
        take += (
            f' · <a href="{BINDER}?urlpath=lab/tree/work/{name}">Open it on Binder</a>'
        )
    cells = [nbformat.v4.new_markdown_cell(f'<p class="take">{take}</p>')]
    for cell in notebook.cells:
        mark = f'<span id="{cell.id}"></span>'
        if cell.cell_type == "markdown":
            cell.source = (
                mark + "\n\n" + LINK.sub(_link, NAVIGATION.sub("", cell.source))
            )
        elif cell.metadata.get("claims"):
            cells.append(nbformat.v4.new_markdown_cell(mark))
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if "text/html" in output.get("data", ()):
                output.data["text/html"] = TEX.sub(
                    r'<span class="math">\\(\1\\)</span>', output.data["text/html"]
                )
        cells.append(cell)
    notebook.cells = cells
    answers(notebook)
    return notebook


def _link(link: re.Match) -> str:
    """A link to a page as Sphinx follows it, or one to a cell of a page, which it
    leaves as it is.
    """
    text, name, place = link.groups()
    if place and "cell-id=" in link[0]:
        return f'<a class="reference internal" href="{name}.html#{place}">{text}</a>'
    return f"[{text}]({name}.ipynb)"
