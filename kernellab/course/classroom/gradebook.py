"""A tally as the CSV that the system takes which named the files."""

from __future__ import annotations

import csv
from pathlib import Path

from kernellab.course.classroom.tally import Tally

POINTS: dict[str | None, int] = {"right": 1, "wrong": 0}


def write(tally: Tally, path: Path) -> None:
    """One row a student: who, a column for each exercise (1 right, 0 wrong, nothing if
    not tried), and how many are right.

    Who has answered nothing that counts has no grade, rather than none right: a file
    may be damaged. Where all names are Moodle's the first columns are those of its
    grading worksheet, and else those of Canvas' gradebook.
    """
    moodle = all(student.system == "Moodle" for student, _ in tally.students)
    head = (
        ["Identifier", "Full name", "Grade", "Last modified (grade)"]
        if moodle
        else ["Student", "ID", "Section"]
    )
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        last = [] if moodle else ["Exercises right"]
        rows.writerow([*head, *tally.exercises, *last])
        for student, found in tally.students:
            states = found.states()
            total = list(states.values()).count("right") if states else ""
            points = [POINTS.get(states.get(name), "") for name in tally.exercises]
            name = harmless(student.name)
            if moodle:
                who = f"Participant {student.id}"
                rows.writerow([who, name, total, "", *points])
            else:
                number = student.id if student.system == "Canvas" else ""
                rows.writerow([name, number, "", *points, total])


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
