"""``assignment LECTURE``: the exercises of a lecture as an assignment that
nbgrader takes.

Each question is followed by a cell for the answer and one that checks it. In the source
the answer is the solution, which ``nbgrader generate_assignment`` takes out. The cell
that checks is locked, so that ``autograde`` puts it back where a student has changed
it, and it reads the packages anew, so that nothing a notebook did to them touches its
mark.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from askfirst.report.notebook import find, read, title_in
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError, writing

INSTRUCTIONS = (
    "These are exercises of the lecture `{lecture}`. Each answer is the value of"
    " `answer`: write `answer = …`, or `def answer(…)`, in place of the two lines of"
    " its cell, and run the cell below it. You may add cells."
)
CHECK_CELL = """import sys

for module in [each for each in sys.modules if each.split(".")[0] in {packages}]:
    del sys.modules[module]  # what a cell above may have changed is read anew
from {package} import exercise

{own}verdict = exercise("{name}").check(answer)
print(verdict)
assert verdict.state == "right"
del answer"""
# What a lecture enters itself holds the solution: nbgrader takes that out of what
# students get, with the check, and puts it back to mark what they hand in.
HIDDEN = """# This is checked when it is marked.
### BEGIN HIDDEN TESTS
{}
### END HIDDEN TESTS"""


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("lecture", help="the number of a lecture, such as 09")
    parser.add_argument(
        "--notebooks",
        type=Path,
        metavar="FOLDER",
        default=current().notebooks,
        help="where the lectures are",
    )
    parser.add_argument(
        "--all", action="store_true", help="also the exercises of Going further"
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FOLDER",
        help="a folder of nbgrader's (source/COMMAND-LECTURE)",
    )


def run(options: Namespace) -> None:
    """Write the assignment. Raises RefusedError where that cannot be."""
    path = find(options.lecture, options.notebooks)
    usual = Path("source", f"{current().command}-{path.name[:2]}")
    place = (options.to or usual) / path.name
    if place.exists():
        raise RefusedError(
            f"{place}: is there, perhaps with work of yours. Move it away, or name"
            " another folder with --to."
        )
    cells = assignment(path, options.all)
    with writing():
        place.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(cells, place)
    print(f"{place}: now nbgrader generate_assignment {place.parent.name}")


def assignment(path: Path, whole: bool) -> NotebookNode:
    """An assignment with the exercises of the core of a lecture, or of the ``whole`` of
    it, a point each.

    Raises RefusedError where the lecture has no exercise, or an unknown one.
    """
    from askfirst.questions.exercises import EXERCISES
    from askfirst.report import taught  # both are slow to import

    notebook = read(path)
    asked = taught.asked(notebook)
    chosen = [each for each in asked if whole or each.core]
    if not chosen:
        raise RefusedError(
            f"{path.name}: asks no exercise, so there is nothing to hand in."
        )
    current().enter_exercises()
    if any(each.name not in EXERCISES for each in asked):
        taught.enter([path])
    title = title_in(notebook, path)
    head = f"# {title}: exercises\n\n{INSTRUCTIONS.format(lecture=path.name)}"
    cells = [
        _cell(new_markdown_cell, head, "head", locked=True),
        _cell(new_code_cell, taught.first_code(notebook), "imports", locked=True),
    ]
    package = current().home
    packages = tuple(dict.fromkeys(["askfirst", package]))
    worth = {"locked": True, "grade": True, "points": 1}
    for name, question, _ in chosen:
        if name not in EXERCISES:
            raise RefusedError(f"{path}: nothing in it enters exercise {name!r}.")
        solution = EXERCISES[name](None).shown().rstrip()
        answer = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
        own = taught.own_source(name)
        what = {"packages": packages, "package": package, "name": name}
        text = CHECK_CELL.format(own=own and f"{own}\n\n", **what)
        text = HIDDEN.format(text) if own else text
        cells += [
            _cell(new_markdown_cell, question, f"question-{name}", locked=True),
            _cell(new_code_cell, answer, f"answer-{name}", solution=True),
            _cell(new_code_cell, text, f"check-{name}", **worth),
        ]
    kept = {k: each for k, each in notebook["metadata"].items() if k == "kernelspec"}
    return new_notebook(cells=cells, metadata=kept)


def _cell(make: Callable, source: str, name: str, **what: Any) -> NotebookNode:
    """A cell with what nbgrader has to know of it."""
    name = name.replace(".", "-")
    no = dict.fromkeys(("grade", "locked", "solution", "task"), False)
    known = {**no, "schema_version": 3, "grade_id": name, **what}
    return make(source, id=name, metadata={"nbgrader": known})
