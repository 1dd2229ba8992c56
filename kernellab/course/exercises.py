"""Exercises, a file for each lecture: ``exercise("09.1").check(answer)``."""

from importlib import import_module
from pkgutil import iter_modules

from askfirst.questions.exercises import (
    EXERCISES,
    Exercise,
    Verdict,
    exercise,
    exercise_of,
    pick,
    shuffled,
)
from askfirst.questions.seed import own_numbers
from askfirst.words.text import written

for _module in iter_modules(__path__):
    if _module.name.startswith("lecture_"):
        import_module(f"{__name__}.{_module.name}")

__all__ = [
    "EXERCISES",
    "Exercise",
    "Verdict",
    "exercise",
    "exercise_of",
    "own_numbers",
    "pick",
    "shuffled",
    "written",
]
