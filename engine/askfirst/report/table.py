"""A class as lines for a terminal, and as CSV."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from askfirst.questions.exercises import EXERCISES
from askfirst.report.recorded import Student, lecture_of, printable
from askfirst.words.text import counted

MARKS = {"right": "✓", "wrong": "✗"}
ROW = "{:<18}{:>7}{:>7}{:>7}"


def exercises_of(students: Sequence[Student]) -> list[str]:
    """The exercises, in their order, of all lectures of which anything was tried."""
    tried = {lecture_of(name) for each in students for name in each.checks}
    names = (name for name in EXERCISES if lecture_of(name) in tried)
    return sorted(names, key=lambda name: (lecture_of(name), len(name), name))


def table(students: Sequence[Student]) -> Iterator[str]:
    """The lines on a class: exercises, questions, students."""
    files = counted(sum(len(each.files) for each in students), "file")
    found = f"{counted(len(students), 'student')}, {files}"
    yield f"{found}; as their files have recorded it, and not run."
    exercises = exercises_of(students)
    if exercises:
        yield from ("", ROW.format("exercise", "right", "wrong", "blank"))
    for name in exercises:
        entries = [each.checks.get(name, {}) for each in students]
        yield _row(name, entries)
        replies = [reply for _, reply in EXERCISES[name](None).mistakes]
        # What each mistake is, without the advice that follows
        what = {i: re.split(r"(?<=[.?!]) ", each)[0] for i, each in enumerate(replies)}
        made = Counter(what.get(each.get("mistake", -1)) for each in entries)
        for mistake, number in made.most_common():
            if mistake is not None:
                yield f"    {number} of {_tally(entries)[1]}: {mistake}"
    questions = sorted({name for each in students for name in each.guesses})
    if questions:
        yield from ("", ROW.format("question", "right", "wrong", "blank"))
    for name in questions:
        entries = [each.guesses.get(name, {}) for each in students]
        yield _row(name, entries)
        if words := next(filter(None, (each.words.get(name) for each in students)), ""):
            yield f"    {printable(words)}"
        if (first := _right_at_first(entries)) != _tally(entries)[0]:
            yield f"    right at first: {first}"
    active = [each for each in students if each.checks or each.guesses]
    wide = max([len(each.name) for each in active] + [7])
    if active:
        head = "exercises right  tried  guesses right  at first"
        yield from ("", f"{'student':<{wide}}  {head}")
    for each in active:
        right, tried = _tally(each.checks.values())
        guesses = each.guesses.values()
        guessed, first = _tally(guesses)[0], _right_at_first(guesses)
        row = f"{each.name:<{wide}}  {right:>15}  {tried:>5}"
        row += f"  {guessed:>6} of {len(guesses):<3}  {first:>8}"
        yield f"{row}  {_marks(exercises, each)}"
    if idle := [each.name for each in students if not (each.checks or each.guesses)]:
        who = f"{counted(len(idle), 'student')}: {', '.join(idle)}"
        yield f"nothing that counts from {who}"


def _tally(entries: Collection[dict[str, Any]]) -> tuple[int, int]:
    """How many are right, and how many are right or wrong. What was skipped, or not
    judged where it was handed in, is blank, as is what was not tried.
    """
    states = [entry.get("state") for entry in entries]
    right = states.count("right")
    return right, right + states.count("wrong")


def _right_at_first(guesses: Collection[dict[str, Any]]) -> int:
    """On how many questions the first guess was right."""
    return _tally([guess.get("first", guess) for guess in guesses])[0]


def _row(name: str, entries: Collection[dict[str, Any]]) -> str:
    right, tried = _tally(entries)
    return ROW.format(printable(name), right, tried - right, len(entries) - tried)


def _marks(exercises: list[str], student: Student) -> str:
    """The exercises of each lecture as signs: 09:✓✗·"""
    marks = {name: MARKS[entry["state"]] for name, entry in student.checks.items()}
    return "  ".join(
        f"{lecture}:{''.join(marks.get(name, '·') for name in names)}"
        for lecture, names in groupby(exercises, key=lecture_of)
    )


def write_csv(students: Sequence[Student], path: Path) -> None:
    """A row for each student: who, for each exercise 1, 0 or nothing where it was not
    tried, and how many are right.

    Who has answered nothing that counts has no number, rather than 0: a file may be
    damaged.
    """
    columns = ["Student", "ID", *exercises_of(students), "Exercises right"]
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, columns)
        rows.writeheader()
        for each in students:
            row = {"Student": harmless(each.name), "ID": each.id}
            points = {k: int(it["state"] == "right") for k, it in each.checks.items()}
            total = sum(points.values()) if points else ""
            rows.writerow(row | points | {"Exercises right": total})


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
