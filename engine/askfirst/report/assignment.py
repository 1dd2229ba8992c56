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
from typing import Any

from askfirst.report.lecture import asked, find, first_code, opened, title_in
from askfirst.report.notebook import Cell, cell_of, notebook_text
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError, writing

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
    parser.add_argument("lecture", help="the number of a lecture, such as 09")
    parser.add_argument(
        "--notebooks",
        type=Path,
        metavar="FOLDER",
        default=current().notebooks,
        help="where the lectures are",
    )
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
    with opened(path) as notebook:
        cells = assignment(notebook, path, options.points, options.all)
    kept = {k: each for k, each in notebook["metadata"].items() if k == "kernelspec"}
    with writing():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(notebook_text(cells, kept), encoding="utf-8")
    print(f"{place}: now nbgrader generate_assignment {place.parent.name}")


def assignment(
    notebook: dict[str, Any], path: Path, points: float, whole: bool
) -> list[Cell]:
    """The cells of an assignment, with the exercises of the core of a lecture, or of
    the ``whole`` of it.

    Raises RefusedError where the lecture has no exercise or no title.
    """
    from askfirst.report.taught import own_source  # slow to import

    chosen = [each for each in asked(notebook) if whole or each.core]
    if not chosen:
        raise RefusedError(
            f"{path.name}: asks no exercise, so there is nothing to hand in."
        )
    title = title_in(notebook, path)
    how = f"# {title}: exercises\n\n{INSTRUCTIONS.format(lecture=path.name)}"
    cells = [
        _cell("markdown", how, "head", locked=True),
        _cell("code", first_code(notebook), "imports", locked=True),
    ]
    package = current().home
    both = tuple(dict.fromkeys(["askfirst", package]))
    check = CHECK_CELL.replace("PACKAGES", repr(both)).replace("PACKAGE", package)
    worth = {"locked": True, "grade": True, "points": points / len(chosen)}
    for each in chosen:
        name, solution = each.exercise.name, each.exercise.shown().rstrip()
        answer = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
        code = check.format(name=name)
        if own := own_source(name):
            code = HIDDEN.format(code.replace("\n\nverdict", f"\n\n{own}\n\nverdict"))
        cells += [
            _cell("markdown", each.question, f"question-{name}", locked=True),
            _cell("code", answer, f"answer-{name}", solution=True),
            _cell("code", code, f"check-{name}", **worth),
        ]
    return cells


def _cell(kind: str, source: str, name: str, **what: Any) -> Cell:
    """A cell with what nbgrader has to know of it."""
    name = name.replace(".", "-")
    known: Cell = dict.fromkeys(("grade", "locked", "solution", "task"), False)
    known |= {"schema_version": NBGRADER_SCHEMA, "grade_id": name, **what}
    return cell_of(kind, source, name, nbgrader=known)
