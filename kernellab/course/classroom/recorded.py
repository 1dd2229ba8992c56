"""Read the records that the checks and the last cell left in a notebook, and say why
some of them are rejected.

A record is plain text in the student's own file, so it can be forged. The tests in this
module find inconsistencies; they prove nothing. The module ``anew`` checks the answers
themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kernellab.course.classroom.folder import plain
from kernellab.course.classroom.notebook import Cell, read, words
from kernellab.course.exercises import EXERCISES, Exercise, exercise
from kernellab.course.progress import LECTURES
from kernellab.interactive import record
from kernellab.interactive.exercises import CHECK, VERSION, holds
from kernellab.interactive.record_file import with_first

# The course has fewer guesses, and its questions fewer characters.
LONGEST = 500
BEGINNINGS = {"open": "", "right": "right.", "wrong": "not yet."}
JUDGED = re.compile(r"Exercise (\S+): (right|not yet)\.")


@dataclass(frozen=True)
class Answer:
    """One check; ``mistake`` is the index of the known mistake that it met."""

    exercise: str
    state: str
    mistake: int | None = None
    seed: str | None = None
    judged: bool = False  # here, from the numbers that were answered


@dataclass
class Findings:
    """What was found for one notebook or one student: answers, guesses by question, and
    notes on records that are rejected or not counted.
    """

    answers: list[Answer] = field(default_factory=list)
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    seed: str | None = None

    def keep_one_seed(self, name: str) -> None:
        """Keep the answers that were given, if they are those of the student ``name``.

        The student's seed is the most frequent one; in a tie, the first. Open records
        are ignored unless there are no others, since every notebook is handed out with
        some. Answers with another seed are rejected. Answers without a seed were
        computed with the numbers of the lecture: they count if the student's own
        exercise asks the same question, and are otherwise reported in ``notes``.
        """
        given = [answer for answer in self.answers if answer.state != "open"]
        seeds = Counter(each.seed for each in given or self.answers if each.seed)
        self.seed = next((seed for seed, _ in seeds.most_common(1)), None)
        own = [answer for answer in given if answer.seed == self.seed]
        done = {answer.exercise for answer in own}
        usual = [a for a in given if a.seed is None and a.exercise not in done]
        odd = [answer for answer in given if answer.seed not in (None, self.seed)]
        if odd:
            self.notes.append(
                f"{name}: not believed: {_listed(odd)}, of another seed than the other"
                " answers; whose work was it?"
            )
        void = [a for a in usual if not holds(a.exercise, None, self.seed)]
        if void:
            self.notes.append(
                f"{name}: not counted: {_listed(void)}, answered with the numbers of"
                " the lecture and not with the student's own"
            )
        self.answers = own + [answer for answer in usual if answer not in void]

    def of_lecture(self, number: str) -> Findings:
        """What belongs to one lecture."""
        lecture = LECTURES.get(number)  # none, if it is a lecturer's own
        asked = {*lecture.questions, *lecture.further} if lecture else set()
        return Findings(
            [
                answer
                for answer in self.answers
                if lecture_of(answer.exercise) == number
            ],
            {name: guess for name, guess in self.guesses.items() if name in asked},
            self.notes,
            self.seed,
        )

    def states(self) -> dict[str, str]:
        """The state of each exercise: right if an answer is, else wrong or absent."""
        found: dict[str, str] = {}
        for answer in self.answers:
            if found.get(answer.exercise) != "right":
                found[answer.exercise] = answer.state
        return found

    def mistakes(self) -> set[tuple[str, int]]:
        """The known mistakes that stand in the notebooks."""
        return {
            (answer.exercise, answer.mistake)
            for answer in self.answers
            if answer.mistake is not None
        }


def lecture_of(exercise: str) -> str:
    """The lecture that an exercise belongs to: what its name has before the last dot.

    >>> lecture_of("09.1"), lecture_of("my.1"), lecture_of("bonus")
    ('09', 'my', 'bonus')
    """
    return exercise.rpartition(".")[0] or exercise


def _listed(answers: list[Answer]) -> str:
    return ", ".join(sorted({answer.exercise for answer in answers}))


@cache
def usual(name: str) -> Exercise:
    """An exercise with the numbers of the notebook."""
    return exercise(name)


def notebook(path: Path, member: str = "") -> Findings:
    """What a notebook has recorded, which is a file or a ``member`` of a zip.

    Raises DamagedError for any other file.
    """
    found = Findings()
    for cell in read(path, member):
        checked, believed = cell.checks(), set()
        for bundle in cell.shown:
            if CHECK in bundle:
                answer = _answer(bundle, cell, checked)
                if isinstance(answer, Answer):
                    found.answers.append(answer)
                    believed.add(answer.exercise)
                else:
                    found.notes.append(f"not believed: {answer}")
            elif (judged := JUDGED.match(words(bundle))) and judged[1] in checked:
                found.notes.append(
                    f"not believed: {judged[1]} says how it stands and left no record;"
                    " of an older course?"
                )
            if record.GUESSES in bundle:
                guesses = _guesses(bundle[record.GUESSES], cell)
                if isinstance(guesses, str):
                    found.notes.append(f"not believed: {guesses}")
                else:
                    merge_guesses(found.guesses, guesses)
    return found


def merge_guesses(
    known: dict[str, dict[str, Any]], more: dict[str, dict[str, Any]]
) -> None:
    """Merge ``more`` into ``known``. Of the guesses on one question the last one that
    was judged is kept, and as its ``first`` the first one that was.
    """
    for name, guess in more.items():
        both = [known[name], guess] if name in known else [guess]
        last = max(both, key=lambda each: (each["state"] is not None, each["when"]))
        firsts = [each.get("first", each) for each in both]
        first = min(firsts, key=lambda each: (each["state"] is None, each["when"]))
        known[name] = with_first(last, first)


def _answer(bundle: dict[str, Any], cell: Cell, checked: set[str]) -> Answer | str:
    """An answer, or why its record is not believed."""
    given = bundle[CHECK]
    if not isinstance(given, dict):
        return "a malformed record"
    parts: list[Any] = [
        given.get(key) for key in ("exercise", "state", "mistake", "seed")
    ]
    name, state, mistake, seed = parts
    if given.get("version") != VERSION or isinstance(given["version"], bool):
        return (
            f"a record of version {plain(given.get('version'))[:20]}, and this course"
            f" writes version {VERSION}"
        )
    if problem := why_malformed(name, state, mistake, seed):
        return problem
    if state != "open" and not cell.ran:
        return f"{name}, whose cell has an output that no run left"
    if name not in checked:
        return f"{name}, whose cell does not check it"
    if not words(bundle).startswith(f"Exercise {name}: {BEGINNINGS[state]}"):
        return f"{name}, whose words say something other than its record"
    return Answer(name, state, mistake, seed)


def why_malformed(name: Any, state: Any, mistake: Any, seed: Any) -> str:
    """Why no check of this course leaves such a record, or nothing."""
    if not isinstance(name, str) or name not in EXERCISES:
        return (
            f"a record of exercise {plain(name)[:20]}, which is not of this course; is"
            " it one of your own, for --exercises?"
        )
    if (
        not isinstance(state, str)
        or state not in BEGINNINGS
        or not isinstance(seed, str | None)
        or len(seed or "") > LONGEST
    ):
        return f"{name}, whose record is malformed"
    if mistake is not None and (
        type(mistake) is not int
        or state != "wrong"
        or not 0 <= mistake < len(usual(name).mistakes)
    ):
        return f"{name}, whose record names an unknown mistake"
    return ""


def _guesses(given: Any, cell: Cell) -> dict[str, dict[str, Any]] | str:
    """Guesses that were handed in, or why they are not believed."""
    if not cell.ran or "hand_in" not in cell.source:
        return "guesses in a cell that was not run, or hands none in"
    if (
        not isinstance(given, dict)
        or given.get("version") != record.VERSION
        or isinstance(given["version"], bool)
    ):
        return f"guesses that are not of version {record.VERSION}"
    guesses = given.get("guesses")
    if (
        not isinstance(guesses, dict)
        or len(guesses) > LONGEST
        or not all(map(is_guess, guesses.items()))
    ):
        return "malformed guesses"
    return guesses


def is_guess(item: tuple[str, Any]) -> bool:
    """Whether this is a question's name and a guess on it, as the report counts it."""
    name, guess = item
    return (
        len(name) <= LONGEST
        and _is_judged(guess)
        and isinstance(guess.get("words"), str | None)
        and len(guess.get("words") or "") <= LONGEST
        and ("first" not in guess or _is_judged(guess["first"]))
    )


def at_first(guess: dict[str, Any]) -> str | None:
    """How the first guess on a question was judged, where ``guess`` is the last."""
    state: str | None = guess.get("first", guess).get("state")
    return state


def _is_judged(guess: Any) -> bool:
    return (
        isinstance(guess, dict)
        and guess.get("state", "") in ("right", "wrong", "skipped", None)
        and type(guess.get("when")) in (int, float)
    )
