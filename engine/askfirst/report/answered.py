"""Counts of right exercises and guesses, for one lecture and for the whole course."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

from askfirst.questions.diagnosis import listed
from askfirst.questions.exercises import on_record
from askfirst.record import record
from askfirst.words.text import counted

__all__ = ["Lecture"]

NOTHING = "Nothing answered yet in any lecture."


@dataclass(frozen=True)
class Lecture:
    """The exercises and questions of a lecture's core and its further part."""

    title: str
    exercises: tuple[int, int]
    questions: tuple[str, ...]
    further: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """The core or the further part of a lecture: how many of its exercises and guesses
    are right, whether any was answered, and the exercises that were answered with other
    numbers than the student's.
    """

    right: int
    exercises: int
    guessed: int
    questions: int
    begun: bool
    other_numbers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As in "4 of 6 exercises right, 2 of 5 guesses right"."""
        words = []
        if self.exercises:
            words.append(f"{self.right} of {counted(self.exercises, 'exercise')} right")
        if self.questions:
            noun = "guess" if self.questions == 1 else "guesses"
            words.append(f"{self.guessed} of {self.questions} {noun} right")
        return ", ".join(words) if self.begun else "not begun"


def parts(lectures: Mapping[str, Lecture], number: str) -> tuple[Part, Part]:
    """A lecture's core and its further part.

    Raises ValueError for a number that is not in the course.

    >>> course = {"09": Lecture("The pendulum", (4, 3), ("a", "b"))}
    >>> str(parts(course, "09")[0])
    'not begun'
    """
    if number not in lectures:
        known = ", ".join(lectures)
        raise ValueError(f"there is no lecture {number!r}; the course has {known}.")
    lecture = lectures[number]
    core, more = lecture.exercises
    names = [f"{number}.{each}" for each in range(1, core + more + 1)]
    return _part(names[:core], lecture.questions), _part(names[core:], lecture.further)


def _part(names: list[str], questions: tuple[str, ...]) -> Part:
    known = record.student.state
    entries = {name: entry for name in names if (entry := on_record(name))}
    guesses = {name: known.guesses[name] for name in questions if name in known.guesses}
    right, guessed = (
        sum(each.get("state") == "right" for each in found.values())
        for found in (entries, guesses)
    )
    others = (name for name in names if name in known.checks and name not in entries)
    counts = right, len(names), guessed, len(questions)
    return Part(*counts, bool(entries or guesses), tuple(others))


def as_text(lectures: Mapping[str, Lecture], number: str | None) -> str:
    """One lecture in a sentence, or a line for each lecture that was begun."""
    if number is None:
        rows = [f"{name}: {text}" for name, text, _ in _rows(lectures) if text]
        return "\n".join(rows) or NOTHING
    core, further = parts(lectures, number)
    sentences = [f"Lecture {number}: {core}."]
    if further.begun:
        sentences.append(f"Going further: {further}.")
    if names := [*core.other_numbers, *further.other_numbers]:
        sentences.append(
            f"Not counted: {listed(names)}, answered with other numbers than your"
            " present ones."
        )
    return " ".join(sentences)


def as_html(lectures: Mapping[str, Lecture], number: str | None) -> str:
    """The same as HTML, the whole course as a table with bars."""
    rows = _rows(lectures) if number is None else []
    if not any(text for _, text, _ in rows):
        return f"<p>{html.escape(as_text(lectures, number))}</p>"
    cells = "".join(
        '<tr><th scope="row"'
        f' style="text-align:left">{html.escape(name)}</th><td><progress'
        f' aria-hidden="true" max="1" value="{share:.2f}"'
        ' style="width:6em;accent-color:#0072b2"></progress></td><td'
        f' style="text-align:left">{html.escape(text) or "not begun"}</td></tr>'
        for name, text, share in rows
    )
    return (
        "<table><caption>What is done, of the core of each"
        f" lecture</caption><tbody>{cells}</tbody></table>"
    )


def _rows(lectures: Mapping[str, Lecture]) -> list[tuple[str, str, float]]:
    """Name, sentence, and fraction of right core exercises, for each lecture."""
    rows = []
    for number, lecture in lectures.items():
        core, _ = parts(lectures, number)
        texts = [str(core)] if core.begun else []
        if names := core.other_numbers:
            texts.append(f"not counted, with other numbers: {listed(names)}")
        share = core.right / max(core.exercises, 1)
        rows.append((f"{number} · {lecture.title}", "; ".join(texts), share))
    return rows
