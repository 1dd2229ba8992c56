"""A tally as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby

from kernellab.course.classroom.folder import plain
from kernellab.course.classroom.recorded import at_first, lecture_of
from kernellab.course.classroom.tally import MARKS, Count, Tally

BAR_WIDTH = 24  # characters


def table(tally: Tally, columns: int) -> str:
    """The whole class: exercises, questions, students."""
    return "\n".join(_lines(tally, max(columns, 60)))


def _lines(tally: Tally, columns: int) -> Iterator[str]:
    yield tally.head
    if tally.by_exercise:
        yield from ("", _row("exercise", "right", "wrong", "blank"))
    for line in tally.by_exercise:
        yield _counted(line)
        for times, mistake in line.mistakes:
            yield from _wrapped(f"{times} of {line.answered}: {mistake}", columns)
    if tally.by_question:
        yield from ("", _row("question", "right", "wrong", "blank"))
    for line in tally.by_question:
        yield _counted(line)
        yield from _wrapped(plain(line.words), columns)
        if line.at_first != line.right:
            yield f"    right at first: {line.at_first}"
    yield ""
    if tally.active:
        wide = max([len(student.name) for student, _ in tally.active] + [7])
        held = ["guesses right", "at first"] if tally.questions else []
        yield "  ".join([f"{'student':<{wide}}", "exercises right", "tried", *held])
    for student, found in tally.active:
        states = found.states()
        guesses = [guess["state"] for guess in found.guesses.values()]
        row = f"{student.name:<{wide}}  {[*states.values()].count('right'):>15}"
        row += f"  {len(states):>5}"
        if tally.questions:
            first = [*map(at_first, found.guesses.values())].count("right")
            row += f"  {guesses.count('right'):>6} of {len(guesses):<3}  {first:>8}"
        yield f"{row}  {_marks(tally, states)}"
    if tally.idle:
        yield tally.idle


def _counted(line: Count) -> str:
    whole = line.right + line.wrong + line.blank
    right = round(BAR_WIDTH * line.right / whole)
    tried = round(BAR_WIDTH * line.answered / whole)
    bar = "█" * right + "▒" * (tried - right) + "·" * (BAR_WIDTH - tried)
    return _row(plain(line.name), line.right, line.wrong, line.blank) + f"  {bar}"


def _row(name: str, *counts: object) -> str:
    return f"{name:<18}" + "".join(f"{count:>7}" for count in counts)


def _wrapped(text: str, columns: int) -> list[str]:
    return textwrap.wrap(
        text, columns, initial_indent=" " * 4, subsequent_indent=" " * 6
    )


def _marks(tally: Tally, states: dict[str, str]) -> str:
    """The exercises of each lecture as signs: 09 ✓✗·"""
    lectures = groupby(tally.exercises, key=lecture_of)
    return "  ".join(
        f"{lecture}"
        f" {''.join(MARKS[states[name]] if name in states else '·' for name in names)}"
        for lecture, names in lectures
    )
