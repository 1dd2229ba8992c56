"""A derivation to step through: one line after another, on data that sliders shape."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernellab._verdicts import HOLDS
from kernellab.interactive.controls import Control
from kernellab.interactive.derivations import Derivation, Outcome
from kernellab.interactive.formula import mathml
from kernellab.interactive.playable import NOT_RUNNING, PageWidget, Playable, reason
from kernellab.interactive.prefetch import WISHES
from kernellab.interactive.question import Question
from kernellab.interactive.scripts import script
from kernellab.interactive.text import readable

__all__ = ["stepper"]


def stepper(
    run: Callable[..., Derivation],
    data: Callable[..., tuple],
    *,
    question: Question | None = None,
    together: Sequence[str] = (),
    **controls: Any,
) -> Stepper:
    """A lab that runs the derivation ``run(*data(**values))`` at each move and shows it
    up to a chosen step.

    ``data`` turns the values of the sliders into the arguments of the derivation;
    ``controls`` are the sliders, written as for ``Lab``, beside which a slider for the
    step is made. A step that fails changes its sign and says which assumption broke.
    Where a ``question`` is given, answered by a choice or a number, the controls stand
    still and nothing is said of the steps until it is answered or skipped.

    >>> from kernellab import derivations
    >>> from kernellab.interactive import log_slider
    >>> lab = stepper(
    ...     derivations.ridge_primal_to_dual,
    ...     lambda lam: ([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam),
    ...     lam=log_slider(0.01, 100, start=1),
    ... )
    >>> lab.set(step=2).sentence.startswith("With lam 1, step 2 of 5 holds")
    True
    """
    return Stepper(run, data, controls, question, together)


class StepsWidget(PageWidget):
    """A derivation in the page; see ``steps.js``."""

    _esm = script("controls", "question", "steps")


@dataclass(frozen=True)
class Still:
    """A derivation as far as a stepper has gone, for those who read without a kernel,
    and the sentence under it.
    """

    done: Derivation
    sentence: str

    def __repr__(self) -> str:
        return f"{self.done}\n{self.sentence}"

    def _repr_html_(self) -> str:
        said = f"{self.done._repr_html_()}<p>{html.escape(self.sentence)}</p>"
        return f"<div data-picture>{said}</div><style>{NOT_RUNNING}</style>"


class Stepper(Playable):
    """A derivation with a slider for its steps, and controls that shape its data; made
    by ``stepper``.
    """

    instant = ("step",)

    def __init__(
        self,
        run: Callable[..., Derivation],
        data: Callable[..., tuple],
        controls: dict[str, Any],
        question: Question | None = None,
        together: Sequence[str] = (),
    ) -> None:
        super().__init__("", controls, question, together)
        if question is not None and (question.axes or question.veil):
            raise TypeError(
                "a stepper shows no figure, so its question has no curve to draw and no"
                " artist to veil. Try choices=('step 3', 'step 4') or number=(1, 5)."
            )
        if "step" in controls:
            raise TypeError(
                "step is the slider of the derivation itself; give the control another"
                " name, as in stride=slider(…)."
            )
        self._run, self._data = run, data
        # The last data that were tried, what failed there, and the last good ones.
        self._at = dict(self.values)
        self._error: BaseException | None = None
        self._good = self._at, self._derived(self._at)
        _, first = self._good
        self.title, self._count = first.title, len(first)
        step = Control(tuple(range(1, self._count + 1)), self._count, "step")
        self.controls = {"step": step, **self.controls}
        self.values = {"step": step.start, **self.values}

    @property
    def sentence(self) -> str:
        """What the last step shown says, on the last good data."""
        self._settle()
        data, done = self._good
        return self._said(data, done[min(self.values["step"], len(done))])

    @property
    def problem(self) -> str | None:
        """Why there is no derivation on the data that are set, or None."""
        self._settle()
        return reason(self._error) if self._error else None

    def frames(self, settings: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The derivation on the data of each setting, as plain data: see
        ``Playable.frames``.
        """
        with WISHES.drawing():
            return {
                "runs": [
                    self._tried(
                        {name: values[name] for name in values if name != "step"}
                    )
                    for values in settings
                ]
            }

    def picture(self) -> Still:
        """The table of the derivation on the last good data, up to the step, with its
        sentence.
        """
        sentence = self.sentence
        _, done = self._good
        return Still(
            replace(done, outcomes=done.outcomes[: self.values["step"]]), sentence
        )

    def _still(self) -> Still:
        still = self.picture()
        return (
            replace(still, sentence=self.question.words)
            if self.question and self._asks
            else still
        )

    def _make_widget(self) -> StepsWidget:
        return StepsWidget(**self.words())

    def _derived(self, values: dict[str, Any]) -> Derivation:
        done = self._run(*self._data(**values))
        if not len(done):
            raise ValueError(
                f"{done.title!r} has no step on these data; a derivation yields one at"
                " least."
            )
        return done

    def _settle(self) -> None:
        """See to it that the derivation is that of the data that are set."""
        with WISHES.drawing():
            data = {
                name: value for name, value in self.values.items() if name != "step"
            }
            if data != self._at:
                self._at, self._error = data, None
                try:
                    self._good = data, self._derived(data)
                except (Exception, KeyboardInterrupt) as error:
                    self._error = error

    def _moved(self) -> BaseException | None:
        self._settle()
        self._tell_guess()
        return self._error

    def _tell_guess(self) -> None:
        self._settle()
        if self._widget is not None:
            self._widget.send(self._standing())

    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello``, its question (``guess``, ``again``), ``rest`` when
        nothing moves, or controls that moved and settings of the data whose steps it
        would like to have.
        """
        kind, view, before = message["kind"], message["view"], self.values
        with WISHES.drawing():
            if kind == "hello":
                self._recall(message)
                self._settle()
                widget.send({"view": view, **self._standing()})
            elif kind in ("guess", "again"):
                self._hear(message)
            elif kind == "rest":
                self._rested()
            else:
                self.values = before | {
                    name: self.controls[name].at(rung)
                    for name, rung in message["rungs"].items()
                }
                runs = [
                    self._tried(self._data_at(rungs)) for rungs in message["settings"]
                ]
                widget.send(
                    {
                        "kind": "answer",
                        "view": view,
                        "turn": message["turn"],
                        "runs": runs,
                    }
                )
        self._notify(before)

    def _standing(self) -> dict[str, Any]:
        """Where the controls stand, and the derivation there."""
        run = (
            {"problem": reason(self._error)} if self._error else self._told(*self._good)
        )
        return {"kind": "moved", "run": run, **self._stand()}

    def _data_at(self, rungs: list) -> dict[str, Any]:
        data = self._named([0, *rungs])
        del data["step"]
        return data

    def _tried(self, data: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._told(data, self._derived(data))
        except (Exception, KeyboardInterrupt) as error:
            # Whatever it is, the page gets an answer.
            return {"problem": reason(error)}

    def _told(self, data: dict[str, Any], done: Derivation) -> dict[str, Any]:
        """A derivation for the page: its rows, and for each the sentence under it."""
        return {
            "rows": [_row(each) for each in done],
            "sentences": [self._said(data, each) for each in done],
        }

    def _said(self, data: dict[str, Any], here: Outcome) -> str:
        at = ", ".join(
            f"{self.controls[name].label or name} {self.controls[name].text(value)}"
            for name, value in data.items()
        )
        return (
            f"With {at}, step {here.number} of {self._count} {here.said}:"
            f" {here.step.why}."
        )


def _row(each: Outcome) -> str:
    """A step as the page shows it: number, formula, verdict, and the shapes of both
    sides with their distance.
    """
    chip = f' style="{HOLDS.style}"' if each.holds else ""
    gap = f", residual {readable(each.gap, 1)}" if np.isfinite(each.gap) else ""
    return (
        f"<li{each.sign.attribute}><b>{each.number}</b>"
        f"<span>{mathml(each.step.formula)}</span>"
        f"<span><b{chip}>{each.sign.mark}</b> <span"
        f' class="lab-said"><b>{html.escape(each.said)}</b> '
        f"<small>{each.shapes}{gap}</small></span></span></li>"
    )
