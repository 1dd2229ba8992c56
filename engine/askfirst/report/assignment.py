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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askfirst.report import lecture
from askfirst.report.lecture import Asked, asked, find, first_code, opened
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError, writing

if TYPE_CHECKING:  # slow to import, and not needed to refuse a lecture
    import nbformat

NBGRADER_SCHEMA = 3  # of nbgrader's metadata
INSTRUCTIONS = (
    "These are exercises of the lecture `{lecture}`. Each answer is the value of"
    " `answer`: write `answer = …`, or `def answer(…)`, in place of the two lines of"
    " its cell, and run the cell below it. You may add cells."
)
CHECK_CELL = """import sys

for module in [each for each in sys.modules if each.split(".")[0] in PACKAGES]:
    del sys.modules[module]  # what a cell above may have changed is read anew
from PACKAGE import exercise

verdict = exercise("{name}").check(answer)
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
    lecture.arguments(parser)
    parser.add_argument(
        "--points",
        type=float,
        default=10.0,
        help="of the whole assignment, shared evenly (10)",
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
    if not 0 < options.points < float("inf"):
        raise RefusedError(
            f"--points {options.points:g}: nobody can earn that. Try a number above 0."
        )
    path = find(options.lecture, options.notebooks)
    place = (
        options.to or Path("source") / f"{current().command}-{path.name[:2]}"
    ) / path.name
    if place.exists():
        raise RefusedError(
            f"{place}: is there, perhaps with work of yours. Move it away, or name"
            " another folder with --to."
        )
    with opened(path) as (given, own):
        notebook = assignment(given, path.name, options.points, options.all, own)
    import nbformat

    with writing():
        place.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, place)
    print(f"{place}: now nbgrader generate_assignment {place.parent.name}")


def assignment(
    notebook: nbformat.NotebookNode, file: str, points: float, whole: bool, own: str
) -> nbformat.NotebookNode:
    """The source of an assignment, with the exercises of the core of a lecture, or of
    the ``whole`` of it; ``file`` is the name of its notebook, and ``own`` the code with
    which it enters exercises itself.

    Raises RefusedError where the lecture has no exercise.
    """
    import nbformat

    chosen = [each for each in asked(notebook) if whole or each.core]
    if not chosen:
        raise RefusedError(f"{file}: asks no exercise, so there is nothing to hand in.")
    head = notebook.cells[0].source.splitlines()
    title = next(line for line in head if line.startswith("# "))
    how = f"{title}: exercises\n\n{INSTRUCTIONS.format(lecture=file)}"
    cells = [
        _cell("markdown", how, "head", locked=True),
        _cell("code", first_code(notebook), "imports", locked=True),
    ]
    package = current().home
    both = tuple(dict.fromkeys(["askfirst", package]))
    check = CHECK_CELL.replace("PACKAGES", repr(both)).replace("PACKAGE", package)
    worth = {"locked": True, "grade": True, "points": points / len(chosen)}
    for each in chosen:
        name = each.exercise.name
        code = check.format(name=name)
        if f'exercise_of("{name}")' in own:
            code = HIDDEN.format(code.replace("\n\nverdict", f"\n\n{own}\n\nverdict"))
        cells += [
            _cell("markdown", each.question, f"question-{name}", locked=True),
            _cell("code", _answer(each), f"answer-{name}", solution=True),
            _cell("code", code, f"check-{name}", **worth),
        ]
    kernel = {k: each for k, each in notebook.metadata.items() if k == "kernelspec"}
    return nbformat.v4.new_notebook(cells=cells, metadata=kernel)


def _answer(asked: Asked) -> str:
    return f"### BEGIN SOLUTION\n{asked.exercise.shown().rstrip()}\n### END SOLUTION"


def _cell(kind: str, source: str, name: str, **what: Any) -> nbformat.NotebookNode:
    """A cell with what nbgrader has to know of it."""
    import nbformat

    make = getattr(nbformat.v4, f"new_{kind}_cell")
    name = name.replace(".", "-")
    known: dict[str, Any] = dict.fromkeys(
        ("grade", "locked", "solution", "task"), False
    )
    known |= {"schema_version": NBGRADER_SCHEMA, "grade_id": name, **what}
    return make(source, id=name, metadata={"nbgrader": known})
