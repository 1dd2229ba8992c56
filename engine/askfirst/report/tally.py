"""The counts of a class: states of exercises and questions, known mistakes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from askfirst.questions.exercises import EXERCISES
from askfirst.report.folder import Student
from askfirst.report.recorded import Findings, lecture_of, usual
from askfirst.words.text import counted


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
        return [each for each in self.students if each[1].checks or each[1].guesses]

    @property
    def idle(self) -> str:
        """How many tried nothing, and who, in a sentence; nothing if there is none."""
        busy = [student for student, _ in self.active]
        names = [student.name for student, _ in self.students if student not in busy]
        who = counted(len(names), "student")
        return f"{who} tried nothing: {', '.join(names)}" if names else ""

    @cached_property
    def exercises(self) -> tuple[str, ...]:
        """Those of all lectures of which anything was tried, in their order."""
        tried = {lecture_of(name) for _, found in self.active for name in found.checks}
        lectures = {self.lecture} | tried
        names = (name for name in EXERCISES if lecture_of(name) in lectures)
        return tuple(sorted(names, key=_in_order))

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The names of those on which there is a guess."""
        return tuple(
            sorted({name for _, each in self.students for name in each.guesses})
        )

    @cached_property
    def by_exercise(self) -> list[Count]:
        """Each exercise, counted once a student."""
        return [self._count_exercise(name) for name in self.exercises]

    def _count_exercise(self, name: str) -> Count:
        entries = [found.checks.get(name, {}) for _, found in self.students]
        count = Counter(entry.get("state") for entry in entries)
        made = Counter(entry.get("mistake") for entry in entries)
        mistakes = [
            (times, first_sentence(usual(name).mistakes[i][1]))
            for i, times in made.items()
            if i is not None
        ]
        most_first = tuple(sorted(mistakes, key=lambda each: (-each[0], each[1])))
        counts = count["right"], count["wrong"], count[None]
        return Count(name, *counts, mistakes=most_first)

    @cached_property
    def by_question(self) -> list[Count]:
        """Each question, counted once a student by the last guess; what was skipped, or
        not judged where it was handed in, counts as blank.
        """
        return [self._count_question(name) for name in self.questions]

    def _count_question(self, name: str) -> Count:
        guesses = [found.guesses.get(name, {}) for _, found in self.students]
        count = Counter(each.get("state") for each in guesses)
        words = (found.words.get(name, "") for _, found in self.students)
        blank = len(guesses) - count["right"] - count["wrong"]
        first = [*map(at_first, guesses)].count("right")
        asked = next(filter(None, words), "")
        return Count(name, count["right"], count["wrong"], blank, asked, at_first=first)

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


def at_first(guess: dict[str, Any]) -> str | None:
    """How the first guess on a question was judged, where ``guess`` is the last."""
    state: str | None = guess.get("first", guess).get("state")
    return state


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
