"""The two labs of the start page: a curve to move, and one to draw first."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Lab, Question, log_slider
from askfirst.words.text import readable
from kernellab.course import plots
from kernellab.course.shared.labs.problems import (
    ASKED,
    ROAD,
    OneBump,
    of_the_course,
    rmse,
    road_axes,
)
from kernellab.course.shared.labs.sliders import LENGTH_SCALE
from kernellab.expansion import Expansion
from kernellab.grams import gram
from kernellab.kernels import RBF, Polynomial
from kernellab.solvers.ridge_path import ridge_path

__all__ = ["bumps_alone", "first_fit"]

# Where both labs start: the width of a bump in mph, and λ
WIDTH, PENALTY = LENGTH_SCALE.start, 0.62
LAM = log_slider(0.01, 1000, start=PENALTY, label="λ")


def first_fit(X: ArrayLike, y: ArrayLike) -> Lab:
    """A parabola and bumps, one over each of the cars, fitted to their speeds X (62, 1)
    and distances y (62,) as λ and ℓ change.
    """
    X, y = of_the_course(X, y)
    path_of = lru_cache(maxsize=64)(lambda k: ridge_path(gram(k, X), y))
    figure, road = plots.figure(1, width=6.2)
    road_axes(road, X, y)
    fit = plots.curve(road, ROAD, 0 * ROAD)
    bump = OneBump(road)
    asked = plots.marks(road, ASKED, [0, 0], "D", plots.FIT, 7, face="white")
    plots.label(road, 1.5, 100, "◇ predictions", plots.FIT)

    def update(lam: float, length_scale: float) -> str:
        k = RBF(length_scale) + Polynomial(2)
        f = Expansion(k, X, path_of(k).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(ROAD))
        within, beyond = f(ASKED)
        asked.set_ydata([within, beyond])
        return (
            f"λ = {readable(lam)}, ℓ = {readable(length_scale)} mph: the curve misses"
            f" the {len(y)} cars by {rmse(y - f(X)):.1f} ft (root mean square), and"
            f" says {within:z.0f} ft at 33 mph and {beyond:z.0f} ft at 45 mph."
        )

    return Lab(
        figure,
        update,
        together=("lam", "length_scale"),
        title="A parabola and bumps",
        handles={"length_scale": bump.side},
        lam=LAM,
        length_scale=LENGTH_SCALE,
    )


def bumps_alone(X: ArrayLike, y: ArrayLike) -> Lab:
    """Bumps without the parabola, on the speeds X (62, 1) and distances y (62,) of
    ``first_fit``; it asks what their sum does where nothing was measured.
    """
    X, y = of_the_course(X, y)
    path_of = lru_cache(maxsize=64)(
        lambda length_scale: ridge_path(gram(RBF(length_scale), X), y)
    )
    figure, road = plots.figure(1, width=6.2)
    road_axes(road, X, y)
    fit = plots.curve(road, ROAD, 0 * ROAD)
    bump = OneBump(road)
    places = np.arange(0.0, 51.0, 5.0)
    start = Expansion(RBF(WIDTH), X, path_of(WIDTH).alpha(PENALTY))(places[:, None])

    def update(lam: float, length_scale: float) -> str:
        f = Expansion(RBF(length_scale), X, path_of(length_scale).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(ROAD))
        at = f([[40.0], [45.0], [50.0]])
        return (
            f"λ = {readable(lam)}, ℓ = {readable(length_scale)} mph: the bumps add up"
            f" to {at[0]:z.0f} ft at 40 mph, {at[1]:z.0f} ft at 45 mph and"
            f" {at[2]:z.0f} ft at 50 mph."
        )

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
                "Beyond the cars only the parabola held the curve up, and now it is"
                " missing. Three widths from its car a bump is almost zero."
            ),
            "flat": (
                "The curve can follow the cars, whose distances rise with the speed."
            ),
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
        title="Bumps alone",
        handles={"length_scale": bump.side},
        question=question,
        lam=LAM,
        length_scale=LENGTH_SCALE,
    )
