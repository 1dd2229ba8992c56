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
from askfirst.report.recorded import lecture_of
from askfirst.words.text import counted

MARKS = {"right": "✓", "wrong": "✗"}
POINTS = {"right": 1, "wrong": 0}
BAR_WIDTH = 19  # characters, so that a row fits into 60


def exercises_of(students: Sequence[Student], lecture: str | None) -> list[str]:
    """The exercises, in their order, of all lectures of which anything was tried, and
    of ``lecture``.
    """
    tried = {lecture, *(lecture_of(name) for each in students for name in each.checks)}
    names = (name for name in EXERCISES if lecture_of(name) in tried)
    return sorted(names, key=_in_order)


def table(students: Sequence[Student], lecture: str | None, columns: int) -> str:
    """The whole class, or what it did of one ``lecture``: exercises, questions,
    students; in lines of this many columns, and no fewer than 60.
    """
    indent = " " * 6
    return "\n".join(
        textwrap.fill(line, max(columns, 60), subsequent_indent=indent)
        for line in _lines(students, lecture)
    )


def _lines(students: Sequence[Student], lecture: str | None) -> Iterator[str]:
    notebooks = sum(each.notebooks for each in students)
    works = sum(each.works for each in students)
    parts = [counted(len(students), "student"), counted(notebooks, "notebook")]
    parts += [counted(works, "work file")] if works else []
    parts += [f"lecture {lecture}"] if lecture else []
    yield f"{', '.join(parts)}; as their files have recorded it, and not run."
    exercises = exercises_of(students, lecture)
    if exercises:
        yield from ("", _row("exercise", "right", "wrong", "blank"))
    for name in exercises:
        entries = [each.checks.get(name, {}) for each in students]
        yield _with_bar(name, entries)
        replies = [first_sentence(reply) for _, reply in EXERCISES[name](None).mistakes]
        known = dict(enumerate(replies))
        given = (each.get("mistake") for each in entries)
        made = Counter(known[mistake] for mistake in given if mistake in known)
        tried = _states(entries).total()
        for mistake in sorted(made, key=lambda each: (-made[each], each)):
            yield f"    {made[mistake]} of {tried}: {mistake}"
    questions = sorted({name for each in students for name in each.guesses})
    if questions:
        yield from ("", _row("question", "right", "wrong", "blank"))
    for name in questions:
        entries = [each.guesses.get(name, {}) for each in students]
        yield _with_bar(name, entries)
        if words := next(filter(None, (each.words.get(name) for each in students)), ""):
            yield f"    {printable(words)}"
        if (first := _first_right(entries)) != _states(entries)["right"]:
            yield f"    right at first: {first}"
    yield ""
    yield from _of_students(students, exercises, bool(questions))


def _of_students(
    students: Sequence[Student], exercises: list[str], with_guesses: bool
) -> Iterator[str]:
    """A line for each student who tried something, and one for the others."""
    active = [each for each in students if each.checks or each.guesses]
    wide = max([len(each.name) for each in active] + [7])
    if active:
        guesses = "  guesses right  at first" if with_guesses else ""
        yield f"{'student':<{wide}}  exercises right  tried{guesses}"
    for each in active:
        states = [*each.states().values()]
        row = f"{each.name:<{wide}}  {states.count('right'):>15}  {len(states):>5}"
        if with_guesses:
            guessed = [*each.guesses.values()]
            right = _states(guessed)["right"]
            row += f"  {right:>6} of {len(guessed):<3}  {_first_right(guessed):>8}"
        yield f"{row}  {_marks(exercises, each.states())}"
    if unknown := [name for each in students for name in each.unknown]:
        yield (
            f"{counted(len(unknown), 'answer')} to exercises that are not known here:"
            f" {', '.join(sorted({*unknown}, key=_in_order))}. Name the notebook or"
            " file that enters them with --exercises."
        )
    if idle := [
        each.name
        for each in students
        if not (each.checks or each.guesses or each.unknown)
    ]:
        yield f"{counted(len(idle), 'student')} tried nothing: {', '.join(idle)}"


def _states(entries: Sequence[dict[str, Any]]) -> Counter:
    """How many are right and how many wrong. What was skipped, or not judged where it
    was handed in, is blank, as is what was not tried.
    """
    states = (entry.get("state") for entry in entries)
    return Counter(state for state in states if state in MARKS)


def _first_right(guesses: Sequence[dict[str, Any]]) -> int:
    """On how many questions the first guess was right."""
    return _states([guess.get("first", guess) for guess in guesses])["right"]


def _with_bar(name: str, entries: list[dict[str, Any]]) -> str:
    states, whole = _states(entries), len(entries)
    blank = whole - states.total()
    right = round(BAR_WIDTH * states["right"] / whole)
    tried = round(BAR_WIDTH * states.total() / whole)
    bar = "█" * right + "▒" * (tried - right) + "·" * (BAR_WIDTH - tried)
    return f"{_row(printable(name), states['right'], states['wrong'], blank)}  {bar}"


def _row(name: str, *counts: object) -> str:
    return f"{name:<18}" + "".join(f"{count:>7}" for count in counts)


def _marks(exercises: list[str], states: dict[str, str]) -> str:
    """The exercises of each lecture as signs: 09:✓✗·"""
    marks = {name: MARKS[state] for name, state in states.items()}
    return "  ".join(
        f"{lecture}:{''.join(marks.get(name, '·') for name in names)}"
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


def write_csv(students: Sequence[Student], lecture: str | None, path: Path) -> None:
    """A row for each student: who, for each exercise 1, 0 or nothing where it was not
    tried, and how many are right.

    Who has answered nothing that counts has no number, rather than 0: a file may be
    damaged.
    """
    exercises = exercises_of(students, lecture)
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["Student", "ID", *exercises, "Exercises right"])
        for each in students:
            points = {name: POINTS[state] for name, state in each.states().items()}
            marks = [points.get(name, "") for name in exercises]
            total = sum(points.values()) if points else ""
            rows.writerow([harmless(each.name), each.id, *marks, total])


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
