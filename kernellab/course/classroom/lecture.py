"""A lecture's notebook, as a teacher takes it apart: its exercises with their
questions, its imports, its minutes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from pathlib import Path

import nbformat

from kernellab.course.classroom.refusal import RefusedError
from kernellab.course.exercises import exercise
from kernellab.interactive.exercises import Exercise

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
FURTHER = re.compile(r"^## Going further", re.MULTILINE)
ASKS = re.compile(r'exercise\("(\d\d\.\d+)"\)\.check\(')
LAB = re.compile(r"\b(labs\.(?!Question|slider|log_slider|choice|text_box)\w+|Lab)\(")


@dataclass(frozen=True)
class Asked:
    """One exercise of a notebook: what is asked, in Markdown, and whether it stands in
    the core.
    """

    exercise: Exercise
    question: str
    core: bool


def find(name: str, folder: Path = NOTEBOOKS) -> Path:
    """The notebook of a lecture, by its number or the beginning of its name.

    Raises RefusedError.
    """
    paths = sorted(folder.glob("[0-9]*.ipynb"))
    if not paths:
        raise RefusedError(
            f"{folder}: holds no lectures. Name the folder of the course's notebooks"
            " with --notebooks."
        )
    found = [path for path in paths if path.name.startswith(name)] if name else []
    if len(found) != 1:
        known = ", ".join(path.name.split("_")[0] for path in paths)
        raise RefusedError(
            f"{name!r} names {'no' if not found else 'more than one'} lecture. There"
            f" are {known}."
        )
    return found[0]


def read(path: Path) -> nbformat.NotebookNode:
    """The notebook in a file.

    Raises RefusedError where there is none that can be read.
    """
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError) as error:
        raise RefusedError(f"{path}: no notebook that can be read ({error}).") from None


def asked(notebook: nbformat.NotebookNode) -> list[Asked]:
    """The exercises of a notebook, in their order."""
    found, core = [], True
    for before, cell in zip(notebook.cells, notebook.cells[1:], strict=False):
        core = core and not (
            before.cell_type == "markdown" and FURTHER.search(before.source)
        )
        if cell.cell_type == "code" and (name := ASKS.search(cell.source)):
            # Without the section's heading.
            question = before.source[max(0, before.source.find(f"**{name[1]}**")) :]
            found.append(Asked(exercise(name[1]), question, core))
    return found


def first_code(notebook: nbformat.NotebookNode) -> str:
    """What the first cells of code of a notebook do, up to the next text, and what all
    others import.
    """
    begun = dropwhile(lambda cell: cell.cell_type != "code", notebook.cells)
    first = [
        cell.source for cell in takewhile(lambda cell: cell.cell_type == "code", begun)
    ]
    nodes = [
        node
        for cell in notebook.cells
        if cell.cell_type == "code"
        for node in ast.parse(cell.source).body
    ]
    imports = {
        ast.unparse(node)
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return "\n".join([*sorted(imports - set(first[0].splitlines())), *first])


def minutes(cells: Sequence[nbformat.NotebookNode]) -> float:
    """What cells take: words at 120 a minute, one for a displayed formula, one for a
    cell of code, or six where it shows a lab, and eight where it asks an exercise.
    """
    total = 0.0
    for cell in cells:
        if cell.cell_type == "markdown":
            words = re.sub(
                r"\$[^$]*\$", " f ", re.sub(r"<[^>]+>", " ", cell.source)
            ).split()
            total += len(words) / 120 + len(
                re.findall(r"\$\$.*?\$\$", cell.source, re.DOTALL)
            )
        elif cell.cell_type == "code":
            total += (
                8 if "exercise(" in cell.source else 6 if LAB.search(cell.source) else 1
            )
    return total
