"""A derivation to step through: one line after another, on data that sliders shape."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askfirst.derivations import Derivation, Outcome
from askfirst.labs.controls import Control
from askfirst.labs.playable import NOT_RUNNING, Frame, Playable
from askfirst.words.formula import mathml
from askfirst.words.signs import HOLDS
from askfirst.words.text import readable, with_formulas

__all__ = ["stepper"]


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

    ``data`` turns the values of the sliders into the argument of the derivation, or a
    tuple of several; ``controls`` are the sliders, written as for ``Lab``. A slider for
    the step is added to them. A step that fails changes its sign and names the
    assumption that broke. A question takes a choice or a number; the controls are
    fixed and the sentence hidden until it is answered or skipped.

    >>> from askfirst import Step, derivation, slider
    >>> @derivation("A square", claim="school")
    ... def square(a, b):
    ...     both = a * a + 2 * a * b + b * b
    ...     yield Step("(a+b)^2=a^2+2ab+b^2", "each by each", ((a + b) ** 2, both))
    >>> lab = stepper(square, lambda a: (a, 2), a=slider(0, 5, start=1, step=1))
    >>> lab.sentence
    'With a = 1, step 1 of 1 holds: each by each.'
    """

    page_script = "listing"
    instant = ("step",)

    def __init__(
        self, run: Callable[..., Derivation], data: Callable, /, **controls: Any
    ) -> None:
        super().__init__("", controls)
        if "step" in controls:
            raise TypeError(
                "step is the slider of the derivation itself; give the control another"
                " name, as in stride=slider(…)."
            )
        self._run, self._data = run, data
        first = self._derivation(**self.values)
        step = Control(tuple(range(1, len(first) + 1)), len(first), "step")
        super().__init__(first.title, {"step": step, **controls})
        self._sentence = self._drawn(self.values).sentence

    def _pictured(self, words: str, asks: bool = False) -> Still:
        """The table of the derivation on the last good data, up to the step."""
        done = self._derivation(**self._last_good)
        shown = done.outcomes[: self._last_good["step"]]
        if asks:
            shown = tuple(replace(e, step=replace(e.step, why="…")) for e in shown)
        return Still(replace(done, outcomes=shown), words)

    def _derivation(self, step: int = 0, **values: Any) -> Derivation:
        """All steps of the derivation at these values."""
        given = self._data(**values)
        done = self._run(*(given if isinstance(given, tuple) else (given,)))
        if not len(done):
            raise ValueError(
                f"{done.title!r} has no step on these data; a derivation yields one at"
                " least."
            )
        return done

    def _drawn(
        self, values: dict[str, Any], redraw: bool = False, asks: bool = False
    ) -> Frame:
        """The rows of the table and, unless it ``asks``, the sentence for each."""
        done = self._derivation(**values)
        at = ", ".join(
            f"{control.label or name} = {control.text(values[name])}"
            for name, control in self.controls.items()
            if name != "step"
        )
        said = [
            f"With {at}, step {each.number} of {len(done)} {each.said}:"
            f" {each.step.why}."
            for each in done
        ]
        told = [] if asks else [with_formulas(each, mathml) for each in said]
        text = json.dumps({"rows": [*map(_row, done)], "sentences": told})
        here = said[min(values["step"], len(said)) - 1]
        return Frame(text, sentence=here.replace("$", ""))


stepper = Stepper


def _row(each: Outcome) -> str:
    """One step as HTML: number, formula, verdict, shapes, and residual."""
    chip = f' style="background:{HOLDS.ground}"' if each.holds else ""
    gap = f", residual {readable(each.gap, 1)}" if np.isfinite(each.gap) else ""
    return (
        f"<li{each.sign.attribute}><b>{each.number}</b>"
        f"<span>{mathml(each.step.formula)}</span>"
        f"<span><b{chip}>{each.sign.mark}</b> <span"
        f' class="lab-said"><b>{with_formulas(each.said, mathml)}</b> '
        f"<small>{each.shapes}{gap}</small></span></span></li>"
    )
