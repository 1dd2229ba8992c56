"""Exercises of all lectures: ``exercise("09.1").check(answer)``."""

from askfirst.questions.exercises import (
    EXERCISES,
    Exercise,
    Verdict,
    exercise,
    exercise_of,
    pick,
    shuffled,
)
from askfirst.questions.guesses import hand_in
from askfirst.questions.seed import own_numbers
from askfirst.words.text import written
from kernellab.course.found import modules

for _ in modules("exercises"):  # each file enters its exercises as it is imported
    pass

__all__ = [
    "EXERCISES",
    "Exercise",
    "Verdict",
    "exercise",
    "exercise_of",
    "hand_in",
    "own_numbers",
    "pick",
    "shuffled",
    "written",
]
