"""``kernellab report FOLDER``: what a class did, and its misconceptions."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from kernellab.interactive.refusal import RefusedError, writing


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "folder",
        type=Path,
        help="the notebooks and work files (Download my work) of a class: a file or a"
        " folder for each student",
    )
    parser.add_argument("--lecture", help="count this one alone, such as 09")
    parser.add_argument(
        "--exercises",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="also count your own, of this notebook or file of Python",
    )
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="also write a CSV, a row for each student",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="also write one page with pictures"
    )


def run(options: Namespace) -> None:
    """Report. Raises RefusedError where nothing can be reported."""
    # Slow to import, and not needed for --help.
    from kernellab.course.classroom import taught

    with taught.entered(options.exercises):
        _run(options)


def _run(options: Namespace) -> None:
    from kernellab.course.classroom import page
    from kernellab.course.classroom.folder import plain, students
    from kernellab.course.classroom.recorded import of_student
    from kernellab.course.classroom.table import table, write_csv
    from kernellab.course.classroom.tally import Tally

    lecture = _lecture(options)
    everyone, notes = students(options.folder)
    if not any(student.files for student in everyone):
        for line in notes:
            print(line, file=sys.stderr)
        raise RefusedError(
            f"{plain(options.folder)}: holds no notebook (.ipynb) and no work file"
            " (.zip, .jsonl), so there is nothing to report."
        )
    found = [(student, of_student(student, options.folder)) for student in everyone]
    notes += [line for _, each in found for line in each.notes]
    if lecture:
        found = [(student, each.of_lecture(lecture)) for student, each in found]
    tally = Tally(tuple(found), lecture)
    with writing():
        if options.csv:
            write_csv(tally, options.csv)
        if options.html:
            page.write(tally, notes, options.html)
    for line in notes:
        print(line, file=sys.stderr)
    print(table(tally, shutil.get_terminal_size((100, 24)).columns))


def _lecture(options: Namespace) -> str | None:
    """The number of the only lecture to be counted, once all options are checked."""
    from kernellab.course.classroom.folder import plain
    from kernellab.course.classroom.recorded import lecture_of
    from kernellab.course.exercises import EXERCISES
    from kernellab.course.progress import LECTURES
    from kernellab.course.work import two_digits

    if not options.folder.is_dir():
        what = "a file, not a folder" if options.folder.exists() else "no such folder"
        raise RefusedError(
            f"{plain(options.folder)}: {what}. Name the folder of what was handed in."
        )
    if not options.lecture:
        return None
    number = two_digits(options.lecture)
    known = list(dict.fromkeys([*LECTURES, *map(lecture_of, EXERCISES)]))
    if number not in known:
        raise RefusedError(
            f"--lecture {options.lecture}: no such lecture. There are"
            f" {', '.join(known)}."
        )
    return number
