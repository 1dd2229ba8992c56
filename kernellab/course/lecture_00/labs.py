"""Labs of the start page: a curve to move, one to draw first, and one number in every
lecture's notation.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from askfirst import Lab, choice, log_slider, readable
from kernellab import RBF, Expansion, Polynomial, gram, ridge_path
from kernellab._arrays import Array, ArrayLike
from kernellab.course import datasets, plots
from kernellab.course.conventions import RidgeWeight, rbf_width, ridge_weight
from kernellab.course.shared import amounts, kernel_choice, stops

# Where the labs with bumps start: the width of a bump in mph, and λ
WIDTH, PENALTY = kernel_choice.LENGTH_SCALE.start, 0.62
LAM = log_slider(0.01, 1000, start=PENALTY, label="λ")
WEIGHTS = {"λ beside the sum": "lam", "λ beside the mean": "lam_mean", "σ": "sigma"}
WIDTHS = {"ℓ": "length_scale", "β": "beta", "σ": "sigma", "γ": "gamma"}


def first_fit(X: ArrayLike, y: ArrayLike) -> Lab:
    """A parabola and bumps, one over each of the cars, fitted to their speeds X (62, 1)
    and distances y (62,) as λ and ℓ change.
    """
    X, y = stops.of_the_course(X, y)
    path_of = lru_cache(maxsize=64)(lambda k: ridge_path(gram(k, X), y))
    figure, road = plots.figure(1, width=6.2)
    stops.road_axes(road, X, y)
    fit = plots.curve(road, stops.ROAD, 0)
    bump = stops.OneBump(road)
    asked = plots.marks(road, stops.ASKED, [0, 0], "D", plots.FIT, 7, face="white")
    plots.label(road, 1.5, 100, "◇ predictions", plots.FIT)

    def update(lam: float, length_scale: float) -> str:
        k = RBF(length_scale) + Polynomial(2)
        f = Expansion(k, X, path_of(k).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(stops.ROAD))
        within, beyond = f(stops.ASKED)
        asked.set_ydata([within, beyond])
        return (
            f"λ = {readable(lam)}, ℓ = {readable(length_scale)} mph: the curve misses"
            f" the {len(y)} cars by {amounts.rmse(y - f(X)):.1f} ft (root mean square),"
            f" and says {within:z.0f} ft at 33 mph and {beyond:z.0f} ft at 45 mph."
        )

    return Lab(
        figure,
        update,
        title="A parabola and bumps",
        handles={"length_scale": bump.side},
        lam=LAM,
        length_scale=kernel_choice.LENGTH_SCALE,
    )


def bumps_alone(X: ArrayLike, y: ArrayLike) -> Lab:
    """Bumps without the parabola, on the speeds X (62, 1) and distances y (62,) of
    ``first_fit``; it asks what their sum does where nothing was measured.
    """
    X, y = stops.of_the_course(X, y)
    path_of = lru_cache(maxsize=64)(
        lambda length_scale: ridge_path(gram(RBF(length_scale), X), y)
    )
    figure, road = plots.figure(1, width=6.2)
    stops.road_axes(road, X, y)
    fit = plots.curve(road, stops.ROAD, 0)
    bump = stops.OneBump(road)
    places = np.arange(0.0, 51.0, 5.0)
    start = Expansion(RBF(WIDTH), X, path_of(WIDTH).alpha(PENALTY))(places[:, None])

    def update(lam: float, length_scale: float) -> str:
        f = Expansion(RBF(length_scale), X, path_of(length_scale).alpha(lam))
        bump.set(length_scale)
        fit.set_ydata(f(stops.ROAD))
        at = f([[40.0], [45.0], [50.0]])
        return (
            f"λ = {readable(lam)}, ℓ = {readable(length_scale)} mph: the bumps add up"
            f" to {at[0]:z.0f} ft at 40 mph, {at[1]:z.0f} ft at 45 mph and"
            f" {at[2]:z.0f} ft at 50 mph."
        )

    return Lab(
        figure,
        update,
        title="Bumps alone",
        handles={"length_scale": bump.side},
        lam=LAM,
        length_scale=kernel_choice.LENGTH_SCALE,
    ).asks(
        "The curve is now a sum of bumps alone, one over each car:"
        f" {readable(WIDTH)} mph wide, as high or as deep as the fit needs it."
        " Draw the curve from 0 to 50 mph.",
        "Where cars are near, the curve follows them. Beyond the last car,"
        f" at {X.max():g} mph, every bump comes to its end, and so does"
        " their sum. How far does the curve reach with wider bumps?",
        "rising — Beyond the cars only the parabola held the curve up, and now it is"
        " missing. Three widths from its car a bump is almost zero.",
        "flat — The curve can follow the cars, whose distances rise with the speed.",
        "hill — The shape is right. Compare where it falls, and how far.",
        "above — Compare the right end: bumps end three widths from a car.",
        curve=road,
        right=(places, start),
        unit="ft",
        within=15.0,
        veil=[fit],
    )


def ridge_translator() -> Lab:
    """A ridge weight of one lecture, in the notation of each, and the fit."""
    X, y = datasets.stopping()
    k = RBF(3.0) + Polynomial(2)
    sets = {"62 cars": (X, y), "every car twice": (np.tile(X, (2, 1)), np.tile(y, 2))}
    paths = {name: (ridge_path(gram(k, P), t), P) for name, (P, t) in sets.items()}
    figure, (table, road) = plots.figure(2, ratios=(1, 1))
    names = ["λ beside the sum of losses", "λ beside the mean of losses"]
    names += ["σ, where λ is σ²", "C = 1/(2λ) of support vectors", "number of points n"]
    set_entries = _table(table, names)
    stops.road_axes(road, X, y)
    fit = plots.curve(road, stops.ROAD, 0)

    def drawn(written: str, value: float, data: str) -> tuple[RidgeWeight, Array]:
        path, points = paths[data]
        weight = ridge_weight(len(points), **{WEIGHTS[written]: value})
        return weight, gram(k, stops.ROAD, points) @ path.alpha(weight.lam)

    def update(written: str, value: float, data: str) -> str:
        weight, curve = drawn(written, value, data)
        set_entries(weight.lam, weight.lam_mean, weight.sigma, weight.C, weight.n)
        fit.set_ydata(curve)
        return (
            f"{written} = {readable(value)} with {weight.n} points is λ ="
            f" {readable(weight.lam)} in this course; the curve says {curve[450]:.1f}"
            " ft at 45 mph."
        )

    return Lab(
        figure,
        update,
        together=("written", "data"),
        title="One ridge weight, every notation",
        written=choice(list(WEIGHTS), "λ beside the mean", label="you have"),
        value=log_slider(0.01, 100, start=0.01, label="its value"),
        data=choice(list(paths), label="data"),
    ).asks(
        "Every car is written down twice, so that there are 124, and nothing new is"
        " known. In which notation does the same number still give the same curve?",
        "Copies double the sum of the losses and leave their mean as it is. So"
        " beside the sum λ has to be doubled to give the same curve. Now write"
        " every car twice, in each notation.",
        "λ beside the sum — Each car counts twice in the sum of losses, but the"
        " penalty counts once.",
        "λ beside the mean",
        "σ — σ² is the λ beside the sum: each car counts twice, but the penalty once.",
        "in all of them — The copies hold no new information, but they double the sum"
        " of the losses.",
        "in none of them — The mean of the losses does not notice the copies.",
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
    curve = plots.curve(bump, x, 0)
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
