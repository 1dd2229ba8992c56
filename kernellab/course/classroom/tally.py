"""The counts of a class: states of exercises and questions, known mistakes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kernellab.course.classroom.folder import Student
from kernellab.course.classroom.recorded import Findings, at_first, lecture_of, usual
from kernellab.course.exercises import EXERCISES
from kernellab.interactive.text import counted

MARKS = {"right": "✓", "wrong": "✗", "skipped": "–", None: "?"}


@dataclass(frozen=True)
class Count:
    """One exercise or question: how many of the class stand how, and the known mistakes
    with how many made each. ``at_first`` had the question right with their first guess.
    """

    name: str
    right: int
    wrong: int
    blank: int
    words: str = ""
    mistakes: tuple[tuple[int, str], ...] = ()
    at_first: int | None = None

    @property
    def answered(self) -> int:
        """How many tried it."""
        return self.right + self.wrong


@dataclass(frozen=True)
class Tally:
    """Students with what was found of them; ``lecture`` is the number of the only one
    that is counted, if there is one.
    """

    students: tuple[tuple[Student, Findings], ...]
    lecture: str | None = None

    @cached_property
    def active(self) -> list[tuple[Student, Findings]]:
        """The students who tried something."""
        return [each for each in self.students if each[1].answers or each[1].guesses]

    @property
    def idle(self) -> str:
        """How many tried nothing, and who, in a sentence; nothing if there is none."""
        names = [
            student.name
            for student, found in self.students
            if not (found.answers or found.guesses)
        ]
        who = counted(len(names), "student")
        return f"{who} tried nothing: {', '.join(names)}" if names else ""

    @cached_property
    def exercises(self) -> tuple[str, ...]:
        """Those of all lectures of which anything was tried, in their order."""
        lectures = {self.lecture} | {
            lecture_of(answer.exercise)
            for _, found in self.active
            for answer in found.answers
        }
        return tuple(
            name
            for name in sorted(EXERCISES, key=_in_order)
            if lecture_of(name) in lectures
        )

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The names of those on which there is a guess."""
        return tuple(
            sorted({name for _, found in self.students for name in found.guesses})
        )

    @cached_property
    def by_exercise(self) -> list[Count]:
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
                Count(
                    name,
                    count["right"],
                    count["wrong"],
                    count[None],
                    mistakes=most_first,
                )
            )
        return lines

    @cached_property
    def by_question(self) -> list[Count]:
        """Each question, counted once a student by the last guess; what was skipped, or
        not judged where it was handed in, counts as blank.
        """
        lines = []
        for name in self.questions:
            guesses = [found.guesses.get(name, {}) for _, found in self.students]
            count = Counter(each.get("state") for each in guesses)
            asked = Counter(each["words"] for each in guesses if each.get("words"))
            words = asked.most_common(1)[0][0] if asked else ""
            blank = len(guesses) - count["right"] - count["wrong"]
            first = [*map(at_first, guesses)].count("right")
            counts = count["right"], count["wrong"], blank
            lines.append(Count(name, *counts, words, at_first=first))
        return lines

    @property
    def head(self) -> str:
        """What was counted, in a sentence."""
        files = [each for student, _ in self.students for each in student.files]
        notebooks = sum(each.is_notebook for each in files)
        parts = [counted(len(self.students), "student"), counted(notebooks, "notebook")]
        if works := len(files) - notebooks:
            parts.append(counted(works, "work file"))
        parts += [f"lecture {self.lecture}"] if self.lecture else []
        return f"{', '.join(parts)}; as their files have recorded it, and not run."


def _in_order(exercise: str) -> list[Any]:
    """A key that sorts my.2 before my.10."""
    parts = re.split(r"(\d+)", exercise)
    return [int(part) if i % 2 else part for i, part in enumerate(parts)]


def first_sentence(reply: str) -> str:
    """What a known mistake is, without the advice that follows.

    >>> first_sentence("That is λ, not nλ. Which one stands in the objective?")
    'That is λ, not nλ.'
    """
    return re.split(r"(?<=[.?!]) (?=[A-ZÄÖÜ])", reply.strip(), maxsplit=1)[0]
