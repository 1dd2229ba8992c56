"""The two labs of the start page: a curve to move, and one to draw first."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from kernellab.course import plots
from kernellab.course.labs.data import ROAD, OneBump, in_view, rmse, scene
from kernellab.expansion import Expansion
from kernellab.grams import gram
from kernellab.interactive.controls import log_slider
from kernellab.interactive.lab import Lab
from kernellab.interactive.question import Question
from kernellab.interactive.text import readable
from kernellab.kernels import RBF, Polynomial
from kernellab.solvers.ridge_path import ridge_path

__all__ = ["bumps_alone", "first_fit"]

# Where both labs start: the width of a bump in mph, and λ
WIDTH, PENALTY = (3.0, 0.62)


def first_fit(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """A parabola and bumps, one over each of the points X (n, 1), fitted to y (n,) as λ
    and ℓ change.

    These are speeds in mph and distances in feet, unless ``xlabel`` and ``ylabel`` say
    what they are, as "age (years)" and "height (cm)".

    Raises ValueError for more coordinates than one.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = shown.u, shown.y
    path_of = lru_cache(maxsize=64)(lambda k: ridge_path(gram(k, X), y))
    figure, road = plots.figure(1, width=6.2)
    shown.axes(road)
    fit = plots.curve(road, shown.road, 0 * ROAD)
    bump = OneBump(road, shown)
    here, there = (shown.at(float(each)) for each in shown.asked.ravel())
    asked = plots.marks(
        road, shown.asked.ravel(), [0, 0], "D", plots.FIT, 7, face="white"
    )
    plots.label(
        road, float(shown.place(1.5)), shown.height(100), "◇ predictions", plots.FIT
    )

    def update(lam: float, length_scale: float) -> str:
        k = RBF(length_scale / shown.wide) + Polynomial(2)
        f = Expansion(k, X, path_of(k).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(ROAD))
        asked.set_ydata(f(shown.u_asked))
        within, beyond = f(shown.u_asked)
        return (
            f"λ = {readable(lam)}, ℓ = {shown.x.text(readable(length_scale))}: the"
            f" curve misses the {len(y)} {shown.car}s by"
            f" {shown.far(rmse(y - f(X)), 1)} (root mean square), and says"
            f" {shown.far(within)} at {here} and {shown.far(beyond)} at {there}."
        )

    return Lab(
        figure,
        update,
        together=("lam", "length_scale"),
        title=shown.titled("A parabola and bumps"),
        handles={"length_scale": bump.side},
        lam=log_slider(0.01, 1000, start=PENALTY, label="λ"),
        length_scale=shown.length_scale(0.2, 15.0, WIDTH, 0.2),
    )


def bumps_alone(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """Bumps without the parabola, on the same data as ``first_fit``; it asks what their
    sum does where nothing was measured.

    X (n, 1) are speeds in mph and y (n,) distances in feet, unless ``xlabel`` and
    ``ylabel`` say what they are, as "age (years)" and "height (cm)".

    Raises ValueError for more coordinates than one.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = shown.u, shown.y
    path_of = lru_cache(maxsize=64)(
        lambda length_scale: ridge_path(gram(RBF(length_scale), X), y)
    )
    figure, road = plots.figure(1, width=6.2)
    shown.axes(road)
    fit = plots.curve(road, shown.road, 0 * ROAD)
    bump = OneBump(road, shown)
    words = [shown.at(each) for each in shown.place([40.0, 45.0, 50.0])]
    places = np.arange(0.0, 51.0, 5.0)
    start = Expansion(RBF(WIDTH), X, path_of(WIDTH).alpha(PENALTY))(places[:, None])

    def update(lam: float, length_scale: float) -> str:
        width = length_scale / shown.wide
        f = Expansion(RBF(width), X, path_of(width).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(ROAD))
        at = f([[40.0], [45.0], [50.0]])
        return (
            f"λ = {readable(lam)}, ℓ = {shown.x.text(readable(length_scale))}: the"
            f" bumps add up to {shown.far(at[0])} at {words[0]}, {shown.far(at[1])} at"
            f" {words[1]} and {shown.far(at[2])} at {words[2]}."
        )

    question = None
    if shown.car == "car" and in_view(road, places, start) >= 2:
        question = Question(
            "The curve is now a sum of bumps alone, one over each car:"
            f" {readable(WIDTH)} mph wide, as high or as deep as the fit needs it."
            " Draw the curve from 0 to 50 mph.",
            name="bumps_alone",
            curve=road,
            right=(places, start),
            unit="ft",
            within=15.0,
            replies={
                "rising": (
                    "The parabola held the curve up out there, and it is gone. A"
                    " bump is as good as zero three widths from its car."
                ),
                "flat": "A bump can reach its car, and the distances of the cars rise.",
                "hill": "The shape is right. Compare where it falls, and how far.",
                "above": "Compare the right end: bumps end three widths from a car.",
            },
            why=(
                "Where cars are near, the curve follows them. Beyond the last car,"
                f" at {X.max():g} mph, every bump comes to its end, and so does"
                " their sum. How far does the curve reach with wider bumps?"
            ),
            veil=[fit],
        )
    return Lab(
        figure,
        update,
        together=("lam", "length_scale"),
        title=shown.titled("Bumps alone"),
        handles={"length_scale": bump.side},
        question=question,
        lam=log_slider(0.01, 1000, start=PENALTY, label="λ"),
        length_scale=shown.length_scale(0.2, 15.0, WIDTH, 0.2),
    )
