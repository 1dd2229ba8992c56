"""Exercises of the lectures: ``exercise("08.1").check(answer)``. Each file ``lecture_*.py`` holds those of one."""

from importlib import import_module
from pkgutil import iter_modules

from kernellab.course.exercises.exercise import Exercise, Mistake, Verdict

_LECTURES = sorted(module.name for module in iter_modules(__path__) if module.name.startswith("lecture_"))
EXERCISES: dict[str, Exercise] = {
    each.name: each for lecture in _LECTURES for each in import_module(f"{__name__}.{lecture}").EXERCISES
}


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
