"""A student's answers, which the page counts, with buttons to download, to restore and
to forget them.
"""

from __future__ import annotations

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

__all__ = ["Lecture", "Progress"]

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
OTHERWISE = "answered with other numbers than your present ones."
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


class Progress(anywidget.AnyWidget):
    """What was answered of a lecture, or of the whole course; see ``progress.js``.

    ``lectures`` says what there is to answer, by number; ``lecture`` is one of these
    numbers, or None for all; ``originals`` is the folder of the notebooks. ``answered``
    are the guesses by question and the checks by exercise; the ``note`` is on answers
    to other numbers than the student's, and on where they are kept.

    Raises ValueError for a lecture that is not in the course.
    """

    spec = traitlets.Dict().tag(sync=True)
    answered = traitlets.Dict().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    keeps = traitlets.Bool().tag(sync=True)

    def __init__(
        self, lectures: Mapping[str, Lecture], lecture: str | None, originals: Path
    ) -> None:
        if lecture is not None and lecture not in lectures:
            known = ", ".join(lectures)
            raise ValueError(
                f"there is no lecture {lecture!r}; the course has {known}."
            )
        one = lectures if lecture is None else [lecture]
        asked = {number: asdict(lectures[number]) for number in one}
        super().__init__(spec={"lecture": lecture, "lectures": asked})
        self._originals, self.keeps = originals, record.student.file is not None
        self._count()
        self.on_msg(self._receive)

    @property
    def _esm(self) -> str:
        return script("controls", "journal", "panel", "counts", "progress")

    @property
    def _css(self) -> str:
        return style("lab")

    def __repr__(self) -> str:
        return "what you answered (in JupyterLab, run this cell)"

    def _ipython_display_(self) -> None:
        display(*(self._repr_mimebundle_() or ())[:1], raw=True)
        shown = f"<div data-progress><p>{STILL}</p></div><style>{ALONE}</style>"
        display({"text/html": shown, "text/plain": STILL}, raw=True)

    def _count(self) -> None:
        """Take over what was answered until now."""
        known, opens = record.student.state, current().opens
        names = [
            f"{number}.{each}"
            for number, lecture in self.spec["lectures"].items()
            for each in range(1, sum(lecture["exercises"]) + 1)
        ]
        checks = {name: entry for name in names if (entry := on_record(name))}
        notes = []
        if others := [name for name in names if name in {*known.checks} - {*checks}]:
            notes.append(f"Not counted: {listed(others)}, {OTHERWISE}")
        notes += [SHUT_DOWN, KEPT if self.keeps else NOT_KEPT]
        if opens and not self.keeps:
            notes.append(f"To have a copy: {opens} in a terminal.")
        if "BINDER_REQUEST" in os.environ:
            notes.append(BINDER)
        self.answered, self.note = (
            {"guesses": known.guesses, "checks": checks},
            " ".join(notes),
        )

    def _receive(self, _: Any, message: dict[str, Any], buffers: list) -> None:
        """Serve the page: ``pack`` or ``unpack`` the work, ``forget`` the answers."""
        try:
            if message["kind"] == "pack":
                name = f"{current().command}-work-{date.today()}.zip"
                self.send({"kind": "packed", "name": name}, [pack(record.student)])
                return
            if message["kind"] == "forget":
                record.student.forget()
                text = FORGOTTEN
            else:
                done = unpack(record.student, bytes(buffers[0]), self._originals)
                text = " ".join([*done, REOPEN])
        except (ValueError, OSError) as error:
            text = str(error)
        self._count()
        self.send({"kind": "status", "text": text})
