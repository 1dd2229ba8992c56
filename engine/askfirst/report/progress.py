"""A student's answers, counted, with buttons to download, restore and forget them."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from askfirst.questions.diagnosis import listed
from askfirst.questions.exercises import on_record
from askfirst.record import record
from askfirst.record.backup import pack, unpack
from askfirst.scripts import script, style
from askfirst.words.course import current
from askfirst.words.text import counted

__all__ = ["Lecture", "Progress"]

NOTHING = "Nothing answered yet in any lecture."
KEPT = (
    "What you answer is kept in progress.jsonl, beside this notebook, and guesses in"
    " the browser too. Nothing is sent anywhere."
)
NOT_KEPT = (
    "This is not a working copy of the course, so what you answer is kept only until"
    " the kernel ends, and guesses in the browser."
)
BINDER = (
    "Binder throws this folder away soon after you leave, so download your work first."
)
SHUT_DOWN = "Done here? File → Close and Shut Down Notebook gives the memory back."
FORGOTTEN = "All answers and guesses are forgotten. Your notebooks are as they were."
REOPEN = "Close notebooks that are open and open them again."
STILL = "Run this cell to see what you have answered."
# The words beside the live ones are for those who read without a kernel, for whom
# JupyterLab would write an error.
ALONE = (
    ".jp-OutputArea-child:has(+ .jp-OutputArea-child [data-progress]) >"
    " .jupyter-widgets:not(:has(*)) { display: none; }"
    " .jp-OutputArea-child:has(.lab-progress) +"
    " .jp-OutputArea-child:has([data-progress]) { display: none; }"
)


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

    >>> course = {"09": Lecture("The pendulum", (4, 3), ("a", "b"))}
    >>> str(parts(course, "09")[0])
    'not begun'
    """
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


def _not_kept() -> str:
    opens = current().opens
    return f"{NOT_KEPT} To have a copy: {opens} in a terminal." if opens else NOT_KEPT


class ProgressWidget(anywidget.AnyWidget):
    """What was answered, in the page; see ``progress.js``."""

    html = traitlets.Unicode().tag(sync=True)
    keeps = traitlets.Bool().tag(sync=True)

    @property
    def _esm(self) -> str:
        return script("controls", "journal", "panel", "progress")

    @property
    def _css(self) -> str:
        return style("lab")

    def __repr__(self) -> str:
        return "what you answered (in JupyterLab, run this cell)"


class Progress:
    """What was answered of a lecture, or of the whole course.

    ``lectures`` says what there is to answer, by number; ``lecture`` is one of these
    numbers, or None for all; ``originals`` is the folder of the notebooks.

    Raises ValueError for a lecture that is not in the course.
    """

    def __init__(
        self, lectures: Mapping[str, Lecture], lecture: str | None, originals: Path
    ) -> None:
        if lecture is not None and lecture not in lectures:
            known = ", ".join(lectures)
            raise ValueError(
                f"there is no lecture {lecture!r}; the course has {known}."
            )
        self.lectures, self.lecture, self.originals = lectures, lecture, originals

    def __repr__(self) -> str:
        """One lecture in a sentence, or a line for each lecture that was begun."""
        if self.lecture is None:
            rows = [f"{name}: {text}" for name, text, _ in self._rows() if text]
            return "\n".join(rows) or NOTHING
        core, further = parts(self.lectures, self.lecture)
        sentences = [f"Lecture {self.lecture}: {core}."]
        if further.begun:
            sentences.append(f"Going further: {further}.")
        if names := [*core.other_numbers, *further.other_numbers]:
            sentences.append(
                f"Not counted: {listed(names)}, answered with other numbers than your"
                " present ones."
            )
        return " ".join(sentences)

    def _repr_html_(self) -> str:
        """The same as HTML, the whole course as a table with bars."""
        rows = self._rows() if self.lecture is None else []
        if not any(text for _, text, _ in rows):
            return f"<p>{html.escape(repr(self))}</p>"
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

    def _rows(self) -> list[tuple[str, str, float]]:
        """Name, sentence, and fraction of right core exercises, for each lecture."""
        rows = []
        for number, lecture in self.lectures.items():
            core, _ = parts(self.lectures, number)
            texts = [str(core)] if core.begun else []
            if names := core.other_numbers:
                texts.append(f"not counted, with other numbers: {listed(names)}")
            share = core.right / max(core.exercises, 1)
            rows.append((f"{number} · {lecture.title}", "; ".join(texts), share))
        return rows

    def _ipython_display_(self) -> None:
        display(self.widget())
        # A notebook that comes with the course knows nothing of its reader.
        known = record.student.state
        begun = bool(known.guesses or known.checks)
        words = self._repr_html_() if begun else f"<p>{STILL}</p>"
        shown = f"<div data-progress>{words}</div><style>{ALONE}</style>"
        text = repr(self) if begun else STILL
        display({"text/html": shown, "text/plain": text}, raw=True)

    def spec(self) -> dict[str, Any]:
        """What a page without Python counts."""
        one = self.lectures if self.lecture is None else [self.lecture]
        return {
            "lecture": self.lecture,
            "lectures": {number: asdict(self.lectures[number]) for number in one},
        }

    def _words(self) -> str:
        """What the page shows."""
        notes = [SHUT_DOWN, KEPT if record.student.file else _not_kept()]
        notes += [BINDER] if "BINDER_REQUEST" in os.environ else []
        return (
            f"{self._repr_html_()}<p><small>{html.escape(' '.join(notes))}</small></p>"
        )

    def widget(self) -> ProgressWidget:
        """Its part in the page."""
        keeps = record.student.file is not None
        widget = ProgressWidget(html=self._words(), keeps=keeps)
        widget.on_msg(self._receive)
        return widget

    def _receive(
        self, widget: ProgressWidget, message: dict[str, Any], buffers: list
    ) -> None:
        """Serve the page: ``pack`` or ``unpack`` the work, ``forget`` the answers."""
        kind, file = message["kind"], record.student.file
        try:
            if kind == "forget":
                record.student.forget()
                text = FORGOTTEN
            elif file is None:  # a page that was drawn when there was a working copy
                text = _not_kept()
            elif kind == "pack":
                name = f"{current().command}-work-{date.today()}.zip"
                packed, left = pack(file.parent)
                widget.send({"kind": "packed", "name": name, "left": left}, [packed])
                return
            else:
                done = unpack(record.student, bytes(buffers[0]), self.originals)
                text = " ".join([*done, REOPEN])
        except (ValueError, OSError) as error:
            text = str(error)
        widget.html = self._words()
        widget.send({"kind": "status", "text": text})
