"""A class as lines for a terminal, and as CSV."""

from __future__ import annotations

import csv
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from askfirst.questions.exercises import EXERCISES
from askfirst.report.folder import Student, printable
from askfirst.report.recorded import Findings, lecture_of
from askfirst.words.text import counted

Class = Sequence[tuple[Student, Findings]]

MARKS = {"right": "✓", "wrong": "✗"}
BAR_WIDTH = 24  # characters
POINTS: dict[str | None, int] = {"right": 1, "wrong": 0}


def exercises_of(students: Class, lecture: str | None) -> list[str]:
    """The exercises, in their order, of all lectures of which anything was tried, and
    of ``lecture``.
    """
    tried = {lecture_of(name) for _, found in students for name in found.checks}
    names = (name for name in EXERCISES if lecture_of(name) in {lecture} | tried)
    return sorted(names, key=_in_order)


def table(students: Class, lecture: str | None, columns: int) -> str:
    """The whole class, or what it did of one ``lecture``: exercises, questions,
    students; in lines of this many columns, and no fewer than 60.
    """
    return "\n".join(_lines(students, lecture, max(columns, 60)))


def _lines(students: Class, lecture: str | None, columns: int) -> Iterator[str]:
    yield textwrap.fill(_head(students, lecture), columns)
    exercises = exercises_of(students, lecture)
    if exercises:
        yield from ("", _row("exercise", "right", "wrong", "blank"))
    for name in exercises:
        entries = [found.checks.get(name, {}) for _, found in students]
        yield _with_bar(name, entries, columns)
        known = [first_sentence(reply) for _, reply in EXERCISES[name](None).mistakes]
        made = Counter(
            known[i] for each in entries if (i := each.get("mistake")) is not None
        )
        for mistake, times in sorted(
            made.items(), key=lambda each: (-each[1], each[0])
        ):
            yield _wrapped(f"{times} of {_states(entries).total()}: {mistake}", columns)
    questions = sorted({name for _, found in students for name in found.guesses})
    if questions:
        yield from ("", _row("question", "right", "wrong", "blank"))
    for name in questions:
        entries = [found.guesses.get(name, {}) for _, found in students]
        yield _with_bar(name, entries, columns)
        if words := next(filter(None, (f.words.get(name) for _, f in students)), ""):
            yield _wrapped(printable(words), columns)
        if (first := _first_right(entries)) != _states(entries)["right"]:
            yield f"    right at first: {first}"
    yield ""
    yield from _of_students(students, exercises, bool(questions), columns)


def _head(students: Class, lecture: str | None) -> str:
    """What was counted, in a sentence."""
    files = [each for student, _ in students for each in student.files]
    notebooks = sum(each.is_notebook for each in files)
    parts = [counted(len(students), "student"), counted(notebooks, "notebook")]
    if works := len(files) - notebooks:
        parts.append(counted(works, "work file"))
    parts += [f"lecture {lecture}"] if lecture else []
    return f"{', '.join(parts)}; as their files have recorded it, and not run."


def _of_students(
    students: Class, exercises: list[str], with_guesses: bool, columns: int
) -> Iterator[str]:
    """A line for each student who tried something, and one for the others."""
    active = [each for each in students if each[1].checks or each[1].guesses]
    wide = max([len(student.name) for student, _ in active] + [7])
    if active:
        held = ["guesses right", "at first"] if with_guesses else []
        yield "  ".join([f"{'student':<{wide}}", "exercises right", "tried", *held])
    for student, found in active:
        states = found.states()
        row = f"{student.name:<{wide}}  {[*states.values()].count('right'):>15}"
        row += f"  {len(states):>5}"
        if with_guesses:
            guesses = [*found.guesses.values()]
            right = _states(guesses)["right"]
            row += f"  {right:>6} of {len(guesses):<3}  {_first_right(guesses):>8}"
        marks = _marks(exercises, states)
        if len(row) + len(marks) + 2 > columns:
            yield row
            yield _wrapped(marks, columns)
        else:
            yield f"{row}  {marks}"
    if unknown := [name for _, found in students for name in found.unknown]:
        are = "answer belongs" if len(unknown) == 1 else "answers belong"
        words = (
            f"{len(unknown)} {are} to exercises that are not known here:"
            f" {', '.join(sorted({*unknown}, key=_in_order))}. Name the notebook or"
            " file that enters them with --exercises."
        )
        yield textwrap.fill(words, columns)
    if idle := [student.name for student, found in students if not found.tried]:
        words = f"{counted(len(idle), 'student')} tried nothing: {', '.join(idle)}"
        yield textwrap.fill(words, columns)


def _states(entries: Sequence[dict[str, Any]]) -> Counter:
    """How many are right and how many wrong. What was skipped, or not judged where it
    was handed in, is blank, as is what was not tried.
    """
    states = (entry.get("state") for entry in entries)
    return Counter(state for state in states if state in MARKS)


def _first_right(guesses: Sequence[dict[str, Any]]) -> int:
    """On how many questions the first guess was right."""
    return _states([guess.get("first", guess) for guess in guesses])["right"]


def _with_bar(name: str, entries: list[dict[str, Any]], columns: int) -> str:
    states, whole = _states(entries), len(entries)
    row = _row(
        printable(name), states["right"], states["wrong"], whole - states.total()
    )
    width = min(BAR_WIDTH, columns - len(row) - 2)  # or less than 0: no bar
    right = round(width * states["right"] / whole)
    tried = round(width * states.total() / whole)
    bar = "█" * right + "▒" * (tried - right) + "·" * (width - tried)
    return f"{row}  {bar}"


def _row(name: str, *counts: object) -> str:
    return f"{name:<18}" + "".join(f"{count:>7}" for count in counts)


def _wrapped(text: str, columns: int) -> str:
    return textwrap.fill(
        text, columns, initial_indent="    ", subsequent_indent="      "
    )


def _marks(exercises: list[str], states: dict[str, str]) -> str:
    """The exercises of each lecture as signs: 09 ✓✗·"""
    marks = {name: MARKS[state] for name, state in states.items()}
    return "  ".join(
        f"{lecture} {''.join(marks.get(name, '·') for name in names)}"
        for lecture, names in groupby(exercises, key=lecture_of)
    )


def _in_order(exercise: str) -> list[Any]:
    """A key that sorts my.2 before my.10."""
    parts = re.split(r"(\d+)", exercise)
    return [int(part) if i % 2 else part for i, part in enumerate(parts)]


def first_sentence(reply: str) -> str:
    """What a known mistake is, without the advice that follows.

    >>> first_sentence("That is L, not 2L. Which one is the length?")
    'That is L, not 2L.'
    """
    return re.split(r"(?<=[.?!]) (?=[A-ZÄÖÜ])", reply.strip(), maxsplit=1)[0]


def write_csv(students: Class, lecture: str | None, path: Path) -> None:
    """A row for each student: who, for each exercise 1, 0 or nothing where it was not
    tried, and how many are right.

    Who has answered nothing that counts has no number, rather than 0: a file may be
    damaged.
    """
    exercises = exercises_of(students, lecture)
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["Student", "ID", *exercises, "Exercises right"])
        for student, found in students:
            states = found.states()
            points = [POINTS.get(states.get(name), "") for name in exercises]
            total = list(states.values()).count("right") if states else ""
            rows.writerow([harmless(student.name), student.id, *points, total])


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
