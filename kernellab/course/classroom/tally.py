"""A class, counted: how each exercise and each question stands, and which known mistake
how many have made.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from kernellab.course.classroom.folder import Student
from kernellab.course.classroom.recorded import Found, usual
from kernellab.course.exercises import EXERCISES

MARKS = {"right": "✓", "wrong": "✗", "skipped": "–", None: "?"}


@dataclass(frozen=True)
class Line:
    """One exercise or question: how many of the class stand how, and the known mistakes
    with how many made each.
    """

    name: str
    right: int
    wrong: int
    blank: int
    words: str = ""
    mistakes: tuple[tuple[int, str], ...] = ()

    @property
    def answered(self) -> int:
        """How many tried it."""
        return self.right + self.wrong


@dataclass(frozen=True)
class Tally:
    """Students with what was found of them; ``how`` says where that comes from."""

    students: tuple[tuple[Student, Found], ...]
    how: str

    @cached_property
    def exercises(self) -> tuple[str, ...]:
        """Those of all lectures of which anything was found, in their order."""
        lectures = {
            answer.exercise[:2]
            for _, found in self.students
            for answer in found.answers
        }
        return tuple(name for name in sorted(EXERCISES) if name[:2] in lectures)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The names of those on which there is a guess."""
        return tuple(
            sorted({name for _, found in self.students for name in found.guesses})
        )

    @cached_property
    def by_exercise(self) -> list[Line]:
        """Each exercise, counted once a student."""
        states = [found.states() for _, found in self.students]
        mistakes = Counter(
            mistake for _, found in self.students for mistake in found.mistakes()
        )
        lines = []
        for name in self.exercises:
            count = Counter(each.get(name) for each in states)
            made = [
                (times, first_sentence(usual(name).mistakes[i][1]))
                for (of, i), times in mistakes.items()
                if of == name
            ]
            most_first = tuple(sorted(made, key=lambda each: (-each[0], each[1])))
            lines.append(
                Line(
                    name,
                    count["right"],
                    count["wrong"],
                    count[None],
                    mistakes=most_first,
                )
            )
        return lines

    @cached_property
    def by_question(self) -> list[Line]:
        """Each question, counted once a student; what was skipped, or not judged where
        it was handed in, counts as blank.
        """
        lines = []
        for name in self.questions:
            guesses = [found.guesses.get(name, {}) for _, found in self.students]
            count = Counter(each.get("state") for each in guesses)
            asked = Counter(each["words"] for each in guesses if each.get("words"))
            words = asked.most_common(1)[0][0] if asked else ""
            blank = len(guesses) - count["right"] - count["wrong"]
            lines.append(Line(name, count["right"], count["wrong"], blank, words))
        return lines

    @property
    def notebooks(self) -> int:
        """How many were handed in."""
        return sum(len(student.notebooks) for student, _ in self.students)

    @property
    def head(self) -> str:
        """What was counted, in a sentence."""
        return (
            f"{_count(len(self.students), 'student')},"
            f" {_count(self.notebooks, 'notebook')}; {self.how}."
        )


def first_sentence(reply: str) -> str:
    """What a known mistake is, without the advice that follows.

    >>> first_sentence("That is λ, not nλ. Which one stands in the objective?")
    'That is λ, not nλ.'
    """
    return re.split(r"(?<=[.?!]) (?=[A-ZÄÖÜ])", reply.strip(), maxsplit=1)[0]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
