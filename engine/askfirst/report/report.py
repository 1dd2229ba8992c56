"""``askfirst report FOLDER``: what a class did, and its misconceptions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from askfirst.words.course import current
from askfirst.words.refusal import RefusedError, check_folder, writing


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


def run(options: Namespace) -> None:
    """Report. Raises RefusedError where nothing can be reported."""
    # Slow to import, and not needed for --help
    from askfirst.questions.exercises import EXERCISES
    from askfirst.report.recorded import lecture_of, of_lecture, printable, students
    from askfirst.report.table import table, write_csv
    from askfirst.report.taught import enter

    folder = options.folder
    check_folder(folder, "what was handed in")
    current().enter_exercises()
    enter(options.exercises)
    lecture = options.lecture.zfill(2) if options.lecture else None
    known = list(dict.fromkeys(map(lecture_of, EXERCISES)))
    if lecture and lecture not in known:
        raise RefusedError(
            f"--lecture {lecture}: no such lecture. There are {', '.join(known)}."
        )
    everyone, notes = students(folder)
    for note in notes:
        print(note, file=sys.stderr)
    if lecture:
        for student in everyone:
            of_lecture(student, lecture)
    if not everyone:
        raise RefusedError(
            f"{printable(folder)}: holds no notebook (.ipynb) and no work file"
            " (.zip, .jsonl), so there is nothing to report."
        )
    if options.csv:
        with writing():
            write_csv(everyone, options.csv)
    print(*table(everyone), sep="\n")
