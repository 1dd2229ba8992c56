"""The student's answers, with buttons to download, restore and forget them."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from askfirst.record import record
from askfirst.record.backup import pack, unpack
from askfirst.report.answered import Lecture, as_html, as_text, parts
from askfirst.scripts import script, style
from askfirst.words.course import current

__all__ = ["Progress"]

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
FORGOTTEN = (
    "All answers, guesses and positions are forgotten. Your notebooks are as they were."
)
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
        if lecture is not None:
            parts(lectures, lecture)
        self.lectures, self.lecture, self.originals = lectures, lecture, originals

    def __repr__(self) -> str:
        return as_text(self.lectures, self.lecture)

    def _repr_html_(self) -> str:
        return as_html(self.lectures, self.lecture)

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
