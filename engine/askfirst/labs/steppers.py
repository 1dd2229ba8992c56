"""A derivation to step through: one line after another, on data that sliders shape."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askfirst.derivations import Derivation, Outcome
from askfirst.labs.controls import Control
from askfirst.labs.playable import NOT_RUNNING, PageWidget, Playable, reason
from askfirst.labs.prefetch import PREFETCH
from askfirst.questions.question import Question
from askfirst.scripts import script
from askfirst.words.formula import mathml
from askfirst.words.signs import HOLDS
from askfirst.words.text import plain, readable, with_formulas

__all__ = ["stepper"]


class StepsWidget(PageWidget):
    """A derivation in the page; see ``steps.js``."""

    @property
    def _esm(self) -> str:
        return script("controls", "journal", "question", "steps")


@dataclass(frozen=True)
class Still:
    """A derivation up to a step and its sentence, for readers without a kernel."""

    done: Derivation
    sentence: str

    def __repr__(self) -> str:
        return f"{self.done}\n{self.sentence}"

    def _repr_html_(self) -> str:
        shown = f"{self.done._repr_html_()}<p>{html.escape(self.sentence)}</p>"
        return f'<div class="lab-still">{shown}</div>{NOT_RUNNING}'


class Stepper(Playable):
    """A lab that runs the derivation ``run(*data(**values))`` when a control moves, and
    shows it up to a chosen step.

    ``data`` turns the values of the sliders into the arguments of the derivation;
    ``controls`` are the sliders, written as for ``Lab``. A slider for the step is added
    to them. A step that fails changes its sign and names the assumption that broke. A
    ``question`` takes a choice or a number; the controls are fixed and the verdicts
    hidden until it is answered or skipped.

    >>> from askfirst import Step, derivation, slider
    >>> @derivation("A square", claim="school")
    ... def square(a, b):
    ...     both = a * a + 2 * a * b + b * b
    ...     yield Step("(a+b)^2=a^2+2ab+b^2", "each by each", (a + b) ** 2, both)
    >>> lab = stepper(square, lambda a: (a, 2), a=slider(0, 5, start=1, step=1))
    >>> lab.sentence
    'With a = 1, step 1 of 1 holds: each by each.'
    """

    Widget = StepsWidget
    instant = ("step",)

    def __init__(
        self,
        run: Callable[..., Derivation],
        data: Callable[..., tuple],
        *,
        question: Question | None = None,
        together: Sequence[str] = (),
        **controls: Any,
    ) -> None:
        super().__init__("", controls, question, together)
        if "step" in controls:
            raise TypeError(
                "step is the slider of the derivation itself; give the control another"
                " name, as in stride=slider(…)."
            )
        self._run, self._data = run, data
        # The last data that were tried, the error there, and the last good derivation.
        self._at = dict(self.values)
        self._error: BaseException | None = None
        first = self._derived(self._at)
        self._good = self._at, first
        self.title, self._count = first.title, len(first)
        step = Control(tuple(range(1, self._count + 1)), self._count, "step")
        self.controls = {"step": step, **self.controls}
        self.values = {"step": step.start, **self.values}

    @property
    def sentence(self) -> str:
        """The verdict of the last step shown, on the last good data."""
        self._refresh()
        data, done = self._good
        return plain(self._said(data, done[min(self.values["step"], len(done))]))

    @property
    def problem(self) -> str | None:
        """Why there is no derivation on the current data, or None."""
        self._refresh()
        return reason(self._error) if self._error else None

    def frames(self, settings: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The derivation at each setting, as plain data."""
        with PREFETCH.drawing():
            return {"runs": [self._page_run(_data(values)) for values in settings]}

    def picture(self) -> Still:
        """The table of the derivation on the last good data, up to the step."""
        sentence = self.sentence
        _, done = self._good
        shown = done.outcomes[: self.values["step"]]
        return Still(replace(done, outcomes=shown), sentence)

    def _still(self) -> Still:
        still = self.picture()
        if self.question and self._asks:
            return replace(still, sentence=self.question.words)
        return still

    def _derived(self, values: dict[str, Any]) -> Derivation:
        done = self._run(*self._data(**values))
        if not len(done):
            raise ValueError(
                f"{done.title!r} has no step on these data; a derivation yields one at"
                " least."
            )
        return done

    def _refresh(self) -> None:
        """Run the derivation if the data have changed."""
        with PREFETCH.drawing():
            data = _data(self.values)
            if data != self._at:
                self._at, self._error = data, None
                try:
                    self._good = data, self._derived(data)
                except (Exception, KeyboardInterrupt) as error:
                    self._error = error

    def _moved(self) -> BaseException | None:
        self._send_guess()
        return self._error

    def _send_guess(self) -> None:
        self._refresh()
        if self._widget is not None:
            self._widget.send(self._current())

    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Handle a message of the page.

        Its kind is ``hello``, ``guess`` or ``again`` for the question, ``rest`` when
        nothing moves, or a move of the controls with settings to prefetch.
        """
        kind, view = message["kind"], message["view"]
        with PREFETCH.drawing():
            if kind == "hello":
                self._merge_guesses(message)
                self._refresh()
                widget.send({"view": view, **self._where_left(), **self._current()})
            elif kind in ("guess", "again"):
                self._handle_guess(message)
            elif kind == "rest":
                self._save_position()
            else:
                moved = message["positions"].items()
                moved = {
                    name: self.controls[name].at(position) for name, position in moved
                }
                self.values = self.values | moved
                data = [_data(self._named([0, *each])) for each in message["settings"]]
                answer = {"kind": "answer", "view": view, "turn": message["turn"]}
                widget.send(answer | {"runs": [self._page_run(each) for each in data]})

    def _current(self) -> dict[str, Any]:
        """The message ``moved``: the values of the controls, and the derivation."""
        failed = {"problem": reason(self._error)} if self._error else None
        return {
            "kind": "moved",
            "run": failed or self._rows(*self._good),
        } | self._state()

    def _page_run(self, data: dict[str, Any]) -> dict[str, Any]:
        """The derivation on ``data`` for the page, or the error."""
        try:
            return self._rows(data, self._derived(data))
        except (Exception, KeyboardInterrupt) as error:  # the page waits for an answer
            return {"problem": reason(error)}

    def _rows(self, data: dict[str, Any], done: Derivation) -> dict[str, Any]:
        """The rows of the table, and the sentence for each."""
        return {
            "rows": [_row(each) for each in done],
            "sentences": [
                with_formulas(self._said(data, each), mathml) for each in done
            ],
        }

    def _said(self, data: dict[str, Any], here: Outcome) -> str:
        at = ", ".join(
            f"{self.controls[name].label or name} = {self.controls[name].text(value)}"
            for name, value in data.items()
        )
        step = f"step {here.number} of {self._count}"
        return f"With {at}, {step} {here.said}: {here.step.why}."


stepper = Stepper


def _data(values: dict[str, Any]) -> dict[str, Any]:
    """The values of all controls but the step."""
    return {name: value for name, value in values.items() if name != "step"}


def _row(each: Outcome) -> str:
    """One step as HTML: number, formula, verdict, shapes, and residual."""
    chip = f' style="{HOLDS.style}"' if each.holds else ""
    gap = f", residual {readable(each.gap, 1)}" if np.isfinite(each.gap) else ""
    return (
        f"<li{each.sign.attribute}><b>{each.number}</b>"
        f"<span>{mathml(each.step.formula)}</span>"
        f"<span><b{chip}>{each.sign.mark}</b> <span"
        f' class="lab-said"><b>{with_formulas(each.said, mathml)}</b> '
        f"<small>{each.shapes}{gap}</small></span></span></li>"
    )
