"""Exercises of the lectures: ``exercise("08.1").check(answer)``."""

from kernellab.exercises.exercise import Exercise, Mistake, Verdict
from kernellab.exercises.lecture_00 import EXERCISES as LECTURE_00
from kernellab.exercises.lecture_08 import EXERCISES as LECTURE_08

EXERCISES: dict[str, Exercise] = {each.name: each for each in [*LECTURE_00, *LECTURE_08]}


def exercise(name: str) -> Exercise:
    """The exercise with this number, such as "08.1".

    Raises ValueError for a number that is not in the course.

    >>> exercise("08.1").name
    '08.1'
    """
    if name not in EXERCISES:
        raise ValueError(f"there is no exercise {name!r}; the course has {', '.join(EXERCISES)}.")
    return EXERCISES[name]


__all__ = ["EXERCISES", "Exercise", "Mistake", "Verdict", "exercise"]
