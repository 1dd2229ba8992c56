"""A tally as CSV: a row for each student, a column for each exercise."""

from __future__ import annotations

import csv
from pathlib import Path

from kernellab.course.classroom.tally import Tally

POINTS: dict[str | None, int] = {"right": 1, "wrong": 0}


def write(tally: Tally, path: Path) -> None:
    """Who, 1, 0 or nothing where it was not tried, and how many are right.

    Who has answered nothing that counts has no number, rather than 0: a file may be
    damaged.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["Student", "ID", *tally.exercises, "Exercises right"])
        for student, found in tally.students:
            states = found.states()
            points = [POINTS.get(states.get(name), "") for name in tally.exercises]
            total = list(states.values()).count("right") if states else ""
            rows.writerow([harmless(student.name), student.id, *points, total])


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
