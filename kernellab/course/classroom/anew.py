"""Check answers again: the notebook runs in a sandbox, and is judged outside."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from kernellab.course.classroom.folder import plain
from kernellab.course.classroom.notebook import Cell
from kernellab.course.classroom.recorded import Answer, Findings
from kernellab.course.exercises import EXERCISES, Exercise, exercise
from kernellab.interactive import record

MOST_ANSWERS = 1000  # answers of one notebook


def to_run(cells: list[Cell]) -> list[str]:
    """The sources up to the last cell that checks an exercise."""
    checking = [
        number
        for number, cell in enumerate(cells, 1)
        if cell.checks() or ".check(" in cell.source
    ]
    return [cell.source for cell in cells[: max(checking, default=0)]]


def judged(messages: list[Any], seed: str | None) -> Findings:
    """What a run of a notebook found."""
    found = Findings()
    if len(messages) > MOST_ANSWERS:
        found.notes.append(
            f"sent more than {MOST_ANSWERS} answers; those after them are left out"
        )
    for message in messages[:MOST_ANSWERS]:
        if not isinstance(message, dict) or "exercise" not in message:
            continue
        name = message["exercise"]
        if not isinstance(name, str) or name not in EXERCISES:
            found.notes.append(
                f"checks exercise {plain(name)[:20]}, which is not of this course"
            )
            continue
        if "open" in message:
            continue
        verdict = drawn(name, seed).judge(_answer(message))
        found.answers.append(Answer(name, verdict.state, verdict.mistake, seed))
    return found


@lru_cache(maxsize=10_000)
def drawn(name: str, seed: str | None) -> Exercise:
    """An exercise with the numbers of this seed."""
    before = record.seed()
    record.keep_seed(seed)
    try:
        return exercise(name)
    finally:
        record.keep_seed(before)


def _answer(message: dict[str, Any]) -> Any:
    """Something that is judged as the answer was that these numbers came from."""
    if "value" in message:
        return array(message["value"])
    outcomes = message.get("outcomes")
    left = map(array, outcomes if isinstance(outcomes, list) else [])
    return lambda *_: next(left)  # one in each call; it fails where there are no more


def array(given: Any) -> np.ndarray | None:
    """Numbers as they were sent, or None for anything else.

    >>> array({"shape": [2], "numbers": [1, 2.5]})
    array([1. , 2.5])
    >>> array({"shape": [3], "numbers": [1, "x"]}) is None
    True
    """
    if not isinstance(given, dict):
        return None
    shape, numbers = given.get("shape"), given.get("numbers")
    if not isinstance(shape, list) or not isinstance(numbers, list) or len(shape) > 8:
        return None
    if not all(type(size) is int and 0 <= size <= len(numbers) for size in shape):
        return None
    if math.prod(shape) != len(numbers):
        return None
    if not all(type(each) in (int, float) for each in numbers):
        return None
    try:
        return np.array(numbers, dtype=float).reshape(shape)
    except OverflowError:  # a whole number beyond all floats
        return None
