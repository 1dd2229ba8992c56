"""Exercises of all lectures: ``exercise("09.1").check(answer)``.

Exercise 09.1 is made by the function in lecture 09 whose name ends with ``_09_1``.
"""

import re

from askfirst.questions.exercises import EXERCISES as EXERCISES
from askfirst.questions.exercises import Exercise as Exercise
from askfirst.questions.exercises import Verdict as Verdict
from askfirst.questions.exercises import exercise as exercise
from askfirst.questions.exercises import exercise_of as exercise_of
from askfirst.questions.exercises import pick as pick
from askfirst.questions.exercises import shuffled as shuffled
from askfirst.questions.guesses import hand_in as hand_in
from askfirst.questions.seed import own_numbers as own_numbers
from askfirst.words.text import written as written
from kernellab.course.found import exported

for _name, _make in exported("exercises").items():
    if _number := re.search(r"_(\d\d)_(\d+)$", _name):
        exercise_of(".".join(_number.groups()))(_make)
