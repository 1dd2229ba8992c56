"""Counts of right exercises and guesses, for one lecture and for the whole course."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

from kernellab.interactive import record

__all__ = ["Lecture"]

COUNTS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True)
class Lecture:
    """The numbers of exercises and the questions of a lecture, in its core and in its
    further part.
    """

    title: str
    exercises: tuple[int, int]
    questions: tuple[str, ...]
    further: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tally:
    """Counts of exercises and guesses, and whether any was answered."""

    right: int
    exercises: int
    guessed: int
    questions: int
    begun: bool

    def __str__(self) -> str:
        """As in "4 of 6 exercises, two guesses right of five"."""
        if not self.begun:
            waiting = [_of(self.exercises, "exercise"), _of(self.questions, "question")]
            return f"nothing answered yet of {' and '.join(filter(None, waiting))}"
        guesses = (
            f", {COUNTS[self.guessed]} guess{'es' if self.guessed > 1 else ''} right of"
            f" {COUNTS[self.questions]}"
        )
        return (
            f"{self.right} of"
            f" {_of(self.exercises, 'exercise')}{guesses if self.questions else ''}"
        )


def _of(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""


def tallies(lectures: Mapping[str, Lecture], number: str) -> tuple[Tally, Tally]:
    """The tallies of a lecture's core and of its further part.

    Raises ValueError for a number that is not in the course.

    >>> course = {"09": Lecture("Kernel ridge regression", (4, 3), ("a", "b"))}
    >>> str(tallies(course, "09")[0])
    'nothing answered yet of 4 exercises and 2 questions'
    """
    if number not in lectures:
        known = ", ".join(lectures)
        raise ValueError(f"there is no lecture {number!r}; the course has {known}.")
    lecture = lectures[number]
    core, more = lecture.exercises
    first = _tally(number, range(1, core + 1), lecture.questions)
    further = range(core + 1, core + more + 1)
    return first, _tally(number, further, lecture.further)


def _tally(number: str, exercises: range, questions: tuple[str, ...]) -> Tally:
    known = record.record()
    names = [f"{number}.{each}" for each in exercises]
    checks = [known["checks"].get(name, {}).get("state") for name in names]
    guesses = [known["guesses"].get(name, {}) for name in questions]
    states = [guess.get("state") for guess in guesses]
    begun = any(checks) or any(guesses)
    counts = checks.count("right"), len(checks), states.count("right"), len(guesses)
    return Tally(*counts, begun)


def of_lecture(lectures: Mapping[str, Lecture], number: str) -> list[str]:
    """Sentences on one lecture."""
    core, further = tallies(lectures, number)
    said = [f"Lecture {number}: {core}."]
    return [*said, f"Going further: {further}."] if further.begun else said


def of_course(lectures: Mapping[str, Lecture]) -> list[tuple[str, str, float]]:
    """Name, sentence, and fraction of right core exercises, for each lecture."""
    rows = []
    for number, lecture in lectures.items():
        core, _ = tallies(lectures, number)
        name, text = f"{number} · {lecture.title}", str(core) if core.begun else ""
        rows.append((name, text, core.right / core.exercises))
    return rows


def as_html(lectures: Mapping[str, Lecture], number: str | None) -> str:
    """One lecture in a sentence, or the whole course as a table with bars."""
    if number is not None:
        return f"<p>{html.escape(' '.join(of_lecture(lectures, number)))}</p>"
    rows = of_course(lectures)
    if not any(said for _, said, _ in rows):
        return f"<p>{NOTHING}</p>"
    cells = "".join(
        '<tr><th scope="row"'
        f' style="text-align:left">{html.escape(name)}</th><td><progress'
        f' aria-hidden="true" max="1" value="{share:.2f}"'
        ' style="width:6em;accent-color:#0072b2"></progress></td><td'
        f' style="text-align:left">{html.escape(said) or "not begun"}</td></tr>'
        for name, said, share in rows
    )
    return (
        "<table><caption>What is done, of the core of each"
        f" lecture</caption><tbody>{cells}</tbody></table>"
    )


def as_text(lectures: Mapping[str, Lecture], number: str | None) -> str:
    """The same without HTML."""
    if number is not None:
        return " ".join(of_lecture(lectures, number))
    rows = [f"{name}: {said}" for name, said, _ in of_course(lectures) if said]
    return "\n".join(rows) or NOTHING


NOTHING = "Nothing answered yet in any lecture."
