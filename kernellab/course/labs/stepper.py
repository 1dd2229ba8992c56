"""A derivation to step through: one line after another, on data that sliders shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from kernellab.course import plots
from kernellab.course.derivations import Derivation, Outcome
from kernellab.course.labs.controls import Control, slider
from kernellab.course.labs.lab import Lab
from kernellab.course.labs.words import readable

ROW = 0.62  # inches for a line of the derivation
LETTER = 0.085  # inches that a letter of the verdict takes
GOOD, BAD = "#00684a", "#a33f00"


def stepper(run: Callable[..., Derivation], data: Callable[..., tuple], **controls: Control) -> Lab:
    """A lab that runs the derivation ``run(*data(**values))`` at each move and shows it up to a chosen step.

    ``data`` turns the values of the sliders into the arguments of the derivation; ``controls`` are the sliders, beside
    which a slider for the step is made. A step that fails turns red and says which assumption broke.

    >>> from kernellab import derivations
    >>> from kernellab.course.labs import log_slider
    >>> lab = stepper(
    ...     derivations.ridge_primal_to_dual,
    ...     lambda lam: ([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam),
    ...     lam=log_slider(0.01, 100, start=1),
    ... )
    >>> lab.set(step=2).sentence.startswith("With lam 1, step 2 of 5 holds")
    True
    """
    first = run(*data(**{name: control.start for name, control in controls.items()}))
    count = len(first)
    height = ROW * count + 0.3
    figure, ax = plots.figure(height=height)
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.98)
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0.5 + count, 0.5))
    band = ax.axhspan(0.5, 1.5, color=plots.BEYOND)
    rows = [
        (
            ax.text(0.01, i, "", fontsize=plots.FONT + 1, va="center", fontweight="bold"),
            ax.text(0.06, i, "", fontsize=plots.FONT + 3, va="center"),
            ax.text(0.99, i, "", fontsize=plots.FONT - 1, va="center", ha="right"),
        )
        for i in range(1, count + 1)
    ]

    room = [_room(texts[1], each) for texts, each in zip(rows, first.outcomes, strict=True)]

    def update(step: int, **values: Any) -> str:
        done = run(*data(**values))
        for number, texts in enumerate(rows, start=1):
            shown = number <= min(step, len(done))
            for text in texts:
                text.set_visible(shown)
            if shown:
                each = done[number]
                said = _short(each, room[number - 1])
                for text, words in zip(texts, (f"{number}", f"${each.step.formula}$", said), strict=True):
                    text.set_text(words)
                    text.set_color("black" if each.holds else BAD)
                texts[2].set_color(GOOD if each.holds else BAD)
        here = done[min(step, len(done))]
        band.set_y(here.number - 0.5)
        at = ", ".join(f"{controls[name].label or name} {controls[name].text(value)}" for name, value in values.items())
        return f"With {at}, step {here.number} of {count} {here.verdict}: {here.step.why}."

    return Lab(
        figure,
        update,
        title=first.title,
        step=slider(1, count, start=count, step=1, label="step"),
        **controls,
    )


def _room(text: Text, outcome: Outcome) -> int:
    """How many letters fit beside a formula, which is made smaller where it is very long."""
    text.set_text(f"${outcome.step.formula}$")
    figure = text.get_figure(root=True)
    assert figure is not None
    width = text.get_window_extent(FigureCanvasAgg(figure).get_renderer()).width / figure.dpi
    most = 0.62 * figure.get_figwidth()
    if width > most:
        text.set_fontsize(float(text.get_fontsize()) * most / width)
    return int((0.9 * figure.get_figwidth() - min(width, most)) / LETTER)


def _short(outcome: Outcome, room: int) -> str:
    """What stands at the end of a row: the shapes of both sides and their distance, or what is wrong in a few words."""
    if outcome.holds:
        return f"✓  {outcome.shapes}   residual {readable(outcome.gap, 1)}"
    words = outcome.verdict.split(";")[0]
    return f"✗  {words if len(words) < room else words[: room - 3] + '…'}"


def random_problem(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """n points with d coordinates and n targets, the same ones at each call: Φ (n, d), y (n,)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n)
