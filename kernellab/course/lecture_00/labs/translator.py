"""Labs that read one number in every lecture's notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from askfirst import Lab, Question, choice, log_slider
from askfirst.words.text import readable
from kernellab._arrays import Array
from kernellab.course import datasets, plots
from kernellab.course.conventions import RidgeWeight, rbf_width, ridge_weight
from kernellab.course.shared.labs.problems import ROAD, road_axes
from kernellab.grams import gram
from kernellab.kernels import RBF, Polynomial
from kernellab.solvers.ridge_path import ridge_path

__all__ = ["ridge_translator", "width_translator"]

WEIGHTS = {"λ beside the sum": "lam", "λ beside the mean": "lam_mean", "σ": "sigma"}
WIDTHS = {"ℓ": "length_scale", "β": "beta", "σ": "sigma", "γ": "gamma"}


def ridge_translator() -> Lab:
    """A ridge weight of one lecture, in the notation of each, and the fit."""
    X, y = datasets.stopping()
    k = RBF(3.0) + Polynomial(2)
    sets = {"62 cars": (X, y), "every car twice": (np.tile(X, (2, 1)), np.tile(y, 2))}
    paths = {name: (ridge_path(gram(k, P), t), P) for name, (P, t) in sets.items()}
    figure, (table, road) = plots.figure(2, ratios=(1, 1))
    names = ["λ beside the sum of losses", "λ beside the mean of losses"]
    names += ["σ of K + σ²I", "C = 1/2λ of support vectors", "number of points n"]
    set_entries = _table(table, names)
    road_axes(road, X, y)
    fit = plots.curve(road, ROAD, 0 * ROAD)

    def drawn(written: str, value: float, data: str) -> tuple[RidgeWeight, Array]:
        path, points = paths[data]
        weight = ridge_weight(len(points), **{WEIGHTS[written]: value})
        return weight, gram(k, ROAD, points) @ path.alpha(weight.lam)

    def update(written: str, value: float, data: str) -> str:
        weight, curve = drawn(written, value, data)
        set_entries(weight.lam, weight.lam_mean, weight.sigma, weight.C, weight.n)
        fit.set_ydata(curve)
        return (
            f"{written} = {readable(value)} with {weight.n} points is λ ="
            f" {readable(weight.lam)} in this course; the curve says {curve[450]:.1f}"
            " ft at 45 mph."
        )

    question = Question(
        "Every car is written down twice, so that there are 124, and nothing new is"
        " known. In which notation does the same number still give the same curve?",
        name="ridge_translator",
        choices=(*WEIGHTS, "in all of them", "in none of them"),
        right="λ beside the mean",
        replies={
            "λ beside the sum": (
                "Each car counts twice in the sum of losses, but the penalty counts"
                " once."
            ),
            "σ": (
                "σ² is the λ beside the sum: each car counts twice, but the penalty"
                " once."
            ),
            "in all of them": (
                "The copies hold no new information, but they double the sum of the"
                " losses."
            ),
            "in none of them": "The mean of the losses does not notice the copies.",
        },
        why=(
            "Copies double the sum of the losses and leave their mean as it is. So"
            " beside the sum λ has to be doubled to give the same curve. Now write"
            " every car twice, in each notation."
        ),
    )
    return Lab(
        figure,
        update,
        together=("written", "data"),
        title="One ridge weight, every notation",
        question=question,
        written=choice(list(WEIGHTS), "λ beside the mean", label="you have"),
        value=log_slider(0.01, 100, start=0.01, label="its value"),
        data=choice(list(paths), label="data"),
    )


def width_translator() -> Lab:
    """The width of an RBF kernel in the notation of each lecture, and the kernel."""
    x = np.linspace(-10, 10, 401)
    figure, (table, bump) = plots.figure(2, ratios=(1, 1))
    names = ["ℓ in exp(−‖x − z‖²/2ℓ²)", "β in exp(−β‖x − z‖²/2)"]
    names += ["σ in exp(−‖x − z‖²/σ²)", "γ in exp(−γ‖x − z‖²)"]
    set_entries = _table(table, names)
    plots.frame(bump, (-10, 10), (0, 1.08), "x − z", "k(x, z)")
    bump.set(xticks=range(-10, 11, 5), yticks=[0.5, 1.0])
    curve = plots.curve(bump, x, 0 * x)
    reach = plots.curve(bump, [0, 1], [np.exp(-0.5)] * 2, plots.WIDTH)
    reach.set(marker="|", linewidth=1.5)
    name = plots.label(bump, 1, np.exp(-0.5), "", plots.WIDTH)

    def update(written: str, value: float) -> str:
        width = rbf_width(**{WIDTHS[written]: value})
        set_entries(width.length_scale, width.beta, width.sigma, width.gamma)
        curve.set_ydata(np.exp(-width.gamma * x**2))
        reach.set_xdata([0, width.length_scale])
        name.set_x(min(width.length_scale, 7.5))
        name.set_text("  ℓ")
        entered = "" if written == "ℓ" else f"{written} = {readable(value)} is "
        return (
            f"{entered}ℓ = {readable(width.length_scale)}: two points that far apart"
            " have k = exp(−1/2) = 0.61, and three times as far 0.01."
        )

    return Lab(
        figure,
        update,
        together=("written", "value"),
        title="One RBF width, every notation",
        handles={"value": plots.on_curve(reach, 1)},
        written=choice(list(WIDTHS), "β", label="you have"),
        value=log_slider(0.01, 10, start=0.1, label="its value"),
    )


def _table(ax: Axes, names: list[str]) -> Callable[..., None]:
    """Names on the left, and on the right their values, which the result sets."""
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.axis("off")
    heights = np.linspace(0.88, 0.12, len(names))
    for height, name in zip(heights, names, strict=True):
        ax.axhline(height - 0.09, color=plots.FAINT, linewidth=0.6)
        plots.label(ax, 0, height, name)
    look: Any = {"fontsize": plots.FONT + 1, "fontweight": "bold", "zorder": 4}
    texts = [ax.text(0.98, h, "", ha="right", va="center", **look) for h in heights]

    def set_entries(*values: float) -> None:
        for text, value in zip(texts, values, strict=True):
            text.set_text(readable(value))

    return set_entries
