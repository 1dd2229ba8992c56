"""A tally as lines for a terminal, and as CSV."""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from askfirst.report.folder import plain
from askfirst.report.recorded import lecture_of
from askfirst.report.tally import Count, Tally, at_first

MARKS = {"right": "✓", "wrong": "✗"}
BAR_WIDTH = 24  # characters
POINTS: dict[str | None, int] = {"right": 1, "wrong": 0}


def table(tally: Tally, columns: int) -> str:
    """The whole class: exercises, questions, students."""
    return "\n".join(_lines(tally, max(columns, 60)))


def _lines(tally: Tally, columns: int) -> Iterator[str]:
    yield tally.head
    if tally.by_exercise:
        yield from ("", _row("exercise", "right", "wrong", "blank"))
    for line in tally.by_exercise:
        yield _with_bar(line)
        for times, mistake in line.mistakes:
            yield _wrapped(f"{times} of {line.answered}: {mistake}", columns)
    if tally.by_question:
        yield from ("", _row("question", "right", "wrong", "blank"))
    for line in tally.by_question:
        yield _with_bar(line)
        if line.words:
            yield _wrapped(plain(line.words), columns)
        if line.at_first != line.right:
            yield f"    right at first: {line.at_first}"
    yield ""
    wide = max([len(student.name) for student, _ in tally.active] + [7])
    if tally.active:
        held = ["guesses right", "at first"] if tally.questions else []
        yield "  ".join([f"{'student':<{wide}}", "exercises right", "tried", *held])
    for student, found in tally.active:
        states = found.states()
        row = f"{student.name:<{wide}}  {[*states.values()].count('right'):>15}"
        row += f"  {len(states):>5}"
        if tally.questions:
            guesses = [guess.get("state") for guess in found.guesses.values()]
            first = [*map(at_first, found.guesses.values())].count("right")
            row += f"  {guesses.count('right'):>6} of {len(guesses):<3}  {first:>8}"
        yield f"{row}  {_marks(tally, states)}"
    if tally.idle:
        yield tally.idle


def _with_bar(line: Count) -> str:
    whole = line.right + line.wrong + line.blank
    right = round(BAR_WIDTH * line.right / whole)
    tried = round(BAR_WIDTH * line.answered / whole)
    bar = "█" * right + "▒" * (tried - right) + "·" * (BAR_WIDTH - tried)
    return _row(plain(line.name), line.right, line.wrong, line.blank) + f"  {bar}"


def _row(name: str, *counts: object) -> str:
    return f"{name:<18}" + "".join(f"{count:>7}" for count in counts)


def _wrapped(text: str, columns: int) -> str:
    return textwrap.fill(
        text, columns, initial_indent="    ", subsequent_indent="      "
    )


def _marks(tally: Tally, states: dict[str, str]) -> str:
    """The exercises of each lecture as signs: 09 ✓✗·"""
    marks = {name: MARKS[state] for name, state in states.items()}
    lectures = groupby(tally.exercises, key=lecture_of)
    return "  ".join(
        f"{lecture} {''.join(marks.get(name, '·') for name in names)}"
        for lecture, names in lectures
    )


def write_csv(tally: Tally, path: Path) -> None:
    """A row for each student: who, for each exercise 1, 0 or nothing where it was not
    tried, and how many are right.

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
