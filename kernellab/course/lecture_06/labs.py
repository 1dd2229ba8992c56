"""Labs on building kernels: composing them, their curves, and carbon dioxide."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator

from askfirst import Lab, choice, counted, log_slider, readable, slider
from kernellab import NoFeatureMapError, gram, kernels, ridge_dual, ridge_dual_offset
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.datasets import mauna_loa
from kernellab.course.shared import amounts, stops
from kernellab.kernels import RBF, Exp, Kernel, Linear, Periodic, certificate
from kernellab.kernels.algebra import as_kernel
from kernellab.kernels.certificate import Certificate

# In mph: kernels are given speeds of 0 to 2.5, so that exp stays small
UNIT = 20.0
LINE = np.linspace(0, 5, 201)[:, None]
BLOCKS = ("RBF", "Linear", "Polynomial, degree 2", "Periodic", "Brownian", "Constant")
# Of a certificate, in letters, with room for larger ones on a telephone
LINE_HEIGHT = 1.6
RULES: tuple[str, ...] = ("sum", "product", "the first alone")
RULES += ("exp of the first", "the first, normalised")

HIDDEN_FROM = 1990.0
MODELS: tuple[str, ...] = ("trend + season", "trend + season + wiggles")
MODELS += ("trend + wiggles", "trend alone")


def _composed(
    own: dict[str, Kernel], first: str, rule: str, second: str, length_scale: float
) -> Kernel:
    """Two kernels combined by a rule, by name; ``own`` are additional kernels."""
    blocks: dict[str, Kernel] = {
        "RBF": RBF(length_scale),
        "Linear": Linear(),
        "Polynomial, degree 2": kernels.Polynomial(2),
        "Periodic": Periodic(1.0, length_scale),
        "Brownian": kernels.Brownian(),
        "Constant": kernels.Constant(1.0),
        **own,
    }
    one, other = blocks[first], blocks[second]
    return {
        "sum": lambda: one + other,
        "product": lambda: one * other,
        "the first alone": lambda: one,
        "exp of the first": lambda: Exp(0.1 * one),
        "the first, normalised": lambda: kernels.Normalized(one),
    }[rule]()


def _recipe_sliders(
    rule: str, length_scale: float, unit: str = "", own: Sequence[str] = ()
) -> dict[str, Any]:
    """The controls of a lab that puts two kernels together, which start at ``rule`` and
    ``length_scale``; the kernels named in ``own`` come first.
    """
    blocks = (*own, *BLOCKS)
    return {
        "first": choice(blocks, label="first kernel"),
        "rule": choice(RULES, start=rule, label="rule"),
        "second": choice(blocks, start="Linear", label="second kernel"),
        "length_scale": log_slider(
            0.1, 10.0, start=length_scale, label="ℓ, or the period", unit=unit
        ),
    }


def _recipe_idle(first: str, rule: str, second: str, **_: Any) -> list[str]:
    """Which of these controls change nothing: a second kernel that the rule leaves out,
    a length that no kernel has.
    """
    both = rule in ("sum", "product")
    with_length = {"RBF", "Periodic"} & ({first, second} if both else {first})
    unused = {"second": both, "length_scale": bool(with_length)}
    return [name for name, has_effect in unused.items() if not has_effect]


def kernel_builder(X: ArrayLike, y: ArrayLike, *own: Kernel) -> Lab:
    """Compose a kernel of two; see its certificate, its Gram matrix, its features and
    its fit to speeds X (62, 1) and distances y (62,).

    The kernel is given speeds in units of 20 mph. ``own`` are kernels of yours, which
    are in the lists beside those of the course; the lab opens with the first of them.

    Raises TypeError where one of ``own`` is not a kernel or not of vectors, and
    ValueError where a kernel fails on numbers from 0 to 2.5.
    """
    X, y = stops.of_the_course(X, y)
    mine = {_short(k): k for k in map(as_kernel, own)}
    grid = np.linspace(0, 50, 26)[:, None] / UNIT
    for k in mine.values():
        gram(k, grid)
    ratios = (4.4, 2.6, 8.2)
    figure, (road, table, proof) = plots.figure(3, 9.4, 4.1, ratios)
    figure.subplots_adjust(wspace=0.19)
    # Short, beside what the grey means
    stops.road_axes(road, X, y, labels=("speed (mph)", "feet"))
    fit = plots.curve(road, stops.ROAD, 0)
    table.set(xlabel="speed (mph)", title="k(x, z), scaled")
    shape, extent = (26, 26), (0, 50, 50, 0)
    picture = plots.image(table, shape, "RdBu_r", -1, 1, extent=extent, aspect="equal")
    table.set_anchor("N")
    for axis in (road.xaxis, table.xaxis, table.yaxis):
        axis.set_major_locator(MaxNLocator(2, steps=[1, 2.5, 5, 10], min_n_ticks=3))
    proof.set_axis_off()
    words = proof.text(0, 1.0, "", va="top", fontsize=plots.FONT)
    words.set(transform=proof.transAxes, linespacing=LINE_HEIGHT)

    def update(lam: float, **recipe: Any) -> str:
        k = _composed(mine, **recipe)
        K_cars = gram(k, X / UNIT)
        alpha = ridge_dual(K_cars, y, lam)
        fit.set_ydata(gram(k, stops.ROAD / UNIT, X / UNIT) @ alpha)
        K = gram(k, grid)
        picture.set_data(K / np.abs(K).max())
        words.set_text("\n".join(_written(certificate(k), words, figure)))
        error = amounts.rmse(y - K_cars @ alpha)
        return (
            f"{_short(k)} of speeds in units of 20 mph, λ = {readable(lam)}:"
            f" {_columns(k, X / UNIT)}; the fit misses the cars by {error:.1f} ft."
        )

    rule = "the first alone" if mine else "sum"
    lab = Lab(
        figure,
        update,
        together=("first", "rule", "second"),
        title="Compose a kernel",
        idle=_recipe_idle,
        **_recipe_sliders(rule, 0.5, "× 20 mph", tuple(mine)),
        lam=log_slider(0.01, 100.0, start=1.0, label="λ"),
    )
    if mine:
        return lab
    # What RBF(0.5) + Linear at λ = 1 draws between the fastest car and 50 mph
    last, k = float(X.max()), RBF(0.5) + Linear()
    alpha = ridge_dual(gram(k, X / UNIT), y, 1.0)
    f = gram(k, np.array([[last - 1], [last], [49.0], [50.0]]) / UNIT, X / UNIT) @ alpha
    here, there = f[1] - f[0], f[3] - f[2]  # slopes, in ft for each mph
    line = float(alpha @ X[:, 0]) / UNIT**2  # the slope of the part of Linear
    return lab.asks(
        f"RBF + Linear is fitted to the cars with λ = 1. The fastest goes {last:.0f}"
        f" mph, and there the curve stands at {f[1]:.0f} ft. What does it do from there"
        " to 50 mph?",
        "A sum of kernels is a sum of curves. The part of Linear rises by"
        f" {line:.1f} ft for each mph everywhere. The part of RBF has bumps ℓ ="
        f" {0.5 * UNIT:.0f} mph wide, and goes back to zero where there are no"
        f" cars. Together they rise by {here:.1f} ft for each mph at the last car"
        f" and by {there:.1f} at 50 mph, where the curve stands at {f[3]:.0f} ft."
        " What do RBF alone and the product do?",
        "it goes on rising, as steeply or more — Beyond the cars RBF falls back, and"
        " takes some of the rise away.",
        "it goes on rising, but less and less steeply",
        "it falls back towards zero — That is what RBF alone does. The slope of Linear"
        " does not fade.",
        "it falls below zero — The part of Linear rises and that of RBF goes back to"
        " zero. Nothing pulls their sum below zero.",
        veil=[fit],
    )


def curves_of_a_kernel() -> Lab:
    """Curves of a kernel: its slice k(x, z) at one z, and random Σ αᵢ k(xᵢ, x)."""
    figure, (one, many) = plots.figure(2)
    plots.frame(one, (0, 5), (-1.3, 1.3), "x", "k(x, z) as x moves, over its largest")
    title = "three combinations, each over its largest"
    plots.frame(many, (0, 5), (-1.3, 1.3), "x", title)
    here = one.axvline(0, color=plots.FAINT, linewidth=1.2)
    piece = plots.curve(one, LINE, 0, plots.DATA)
    mark = plots.label(one, 0, -1.15, "z", plots.MUTED)
    colors = (plots.FIT, plots.OTHER, plots.TRUTH)
    drawn = [plots.curve(many, LINE, 0, color) for color in colors]
    grid = LINE[::4]

    @lru_cache(maxsize=64)
    def curves(**recipe: Any) -> tuple[Array, Array]:
        k = _composed({}, **recipe)
        # Weights K^(−1/2) g with g normal: their curves vary as a Gaussian process with
        # this kernel does.
        values, V = np.linalg.eigh(gram(k, grid))
        root = np.where(values > 1e-9 * values[-1], values, np.inf) ** -0.5
        weights = (V * root) @ V.T @ np.random.default_rng(0).normal(size=(len(V), 60))
        return gram(k, LINE), gram(k, LINE, grid) @ weights

    def update(z: float, draw: int, **recipe: Any) -> str:
        K, many_curves = curves(**recipe)
        column = K[:, int(np.abs(LINE[:, 0] - z).argmin())]
        piece.set_ydata(column / (np.abs(column).max() or 1.0))
        here.set_xdata([z, z])
        mark.set_x(z + 0.06)
        chosen = many_curves[:, 3 * (draw - 1) : 3 * draw]
        chosen = chosen / np.abs(chosen).max(axis=0)
        for line, values in zip(drawn, chosen.T, strict=True):
            line.set_ydata(values)
        slopes = np.sign(np.round(np.diff(chosen, axis=0), 9))
        turns = int(np.sum(slopes[1:] * slopes[:-1] < 0))
        k = _composed({}, **recipe)
        return (
            f"{_short(k)}, z = {readable(z)}, draw {draw}: {_columns(k, LINE)}, and the"
            f" three curves turn {counted(turns, 'time')} in all."
        )

    return Lab(
        figure,
        update,
        together=("first", "rule", "second"),
        title="What curves a kernel is made of",
        idle=_recipe_idle,
        handles={"z": here},
        **_recipe_sliders("product", 1.0),
        z=slider(0.0, 5.0, start=2.0, step=0.05, label="z"),
        draw=slider(1, 20, start=1, step=1, label="draw"),
    )


def carbon_dioxide(X: ArrayLike, y: ArrayLike) -> Lab:
    """Carbon dioxide as a sum of kernels: fitted up to 1989, taken apart, and carried
    on to the months that were hidden.

    ``X`` (521, 1) in years and ``y`` (521,) in ppm, from ``datasets.mauna_loa()``.
    """
    X, y = stops.of_the_course(X, y, dataset=mauna_loa)
    past = X[:, 0] < HIDDEN_FROM
    known, hidden = X[past], X[~past]
    first, last = 1958.0, 2016.0
    months = np.arange(first, last, 1 / 12)[:, None]
    figure, (air, season) = plots.figure(2, ratios=(3, 2))
    air.axvspan(HIDDEN_FROM, last, color=plots.BEYOND, zorder=0)
    plots.points(air, known, y[past]).set_markersize(2)
    # Above the curve, which hides how far it misses them
    plots.marks(air, hidden, y[~past], "o", plots.DATA, 2.4, markeredgewidth=0)
    plots.frame(air, (first, last), (305, 400), "year", ylabel="CO₂ (ppm)")
    plots.label(air, HIDDEN_FROM + 1, 309.5, "hidden from the fit", plots.MUTED)
    whole = plots.curve(air, months, 0, plots.FIT, width=1.2)
    slow = plots.curve(air, months, 0, plots.OTHER, width=1.6)
    named = ("the sum", plots.FIT), ("its trend, and b", plots.OTHER)
    plots.key(air, first + 2, 394, *named)
    season.axvspan(HIDDEN_FROM, last, color=plots.BEYOND, zorder=0)
    near = HIDDEN_FROM - 6, HIDDEN_FROM + 10
    plots.frame(season, near, (-9, 6), "year", "the season alone (ppm)")
    season.axhline(0, color=plots.FAINT, linewidth=0.8)
    # Twelve to a season would draw it with corners
    weeks = np.arange(*near, 1 / 48)[:, None]
    swing = plots.curve(season, weeks, 0, plots.TRUTH, width=1.2)
    swing.set_linestyle("-")  # dashes would be as long as its waves

    @lru_cache(maxsize=8)
    def grams(k: Kernel) -> list[Array]:
        """Of a part: at known points, and of hidden ones and all months with these."""
        return [gram(k, known), gram(k, hidden, known), gram(k, months, known)]

    def fitted(
        parts: dict[str, Kernel], lam: float
    ) -> tuple[Array, float, float, float]:
        """Dual weights, offset, and the errors at known and at hidden points."""
        K, K_ahead, _ = map(sum, zip(*map(grams, parts.values()), strict=True))
        alpha, b = ridge_dual_offset(K, y[past], lam)
        ahead = amounts.rmse(y[~past] - K_ahead @ alpha - b)
        return alpha, b, amounts.rmse(y[past] - K @ alpha - b), ahead

    def update(model: str, trend: float, decay: float, lam: float) -> str:
        parts = _co2_parts(model, trend, decay)
        alpha, b, inside, ahead = fitted(parts, lam)
        f = {name: grams(k)[2] @ alpha for name, k in parts.items()}
        whole.set_ydata(sum(f.values(), np.full(len(months), b)))
        slow.set_ydata(f["trend"] + b)
        alone = gram(parts["season"], weeks, known) @ alpha if "season" in parts else 0
        swing.set_ydata(np.zeros(len(weeks)) + alone)
        season = f", season over {readable(decay)}" if "season" in model else ""
        return (
            f"{model}, trend over {readable(trend)} years{season}, λ = {readable(lam)}"
            f" ppm²: the months before 1990 are missed by {inside:.2f} ppm, the hidden"
            f" ones by {ahead:.2f} ppm."
        )

    before = fitted(_co2_parts(MODELS[0], 50.0, 100.0), 0.1)[2:]
    narrow = _co2_parts(MODELS[0], 5.0, 100.0)
    alpha, offset, *after = fitted(narrow, 0.1)
    lowest = np.min(grams(narrow["trend"])[2] @ alpha) + offset
    past_months, both = "the known months are", "both are missed by"
    ahead_worse = f"{past_months} fitted better, the hidden ones missed by more"
    ahead_better = f"{past_months} missed by more, the hidden ones by less"
    more, less = f"{both} more", f"{both} less"
    return Lab(
        figure,
        update,
        title="Carbon dioxide, part by part",
        idle=lambda model, **_: () if "season" in model else ("decay",),
        model=choice(MODELS, label="parts"),
        trend=log_slider(
            2.0, 200.0, start=50.0, label="trend changes over", unit="years"
        ),
        decay=log_slider(
            1.0, 1000.0, start=100.0, label="season changes over", unit="years"
        ),
        lam=log_slider(0.001, 10.0, start=0.1, label="λ", unit="ppm²"),
    ).asks(
        "The trend may change over 50 years. The fit misses the months before 1990,"
        f" which it has seen, by {before[0]:.2f} ppm, and the hidden ones after them by"
        f" {before[1]:.2f} ppm. Now let it change within five years. What happens?",
        f"The errors become {after[0]:.2f} and {after[1]:.0f} ppm. The trend takes the"
        " last wiggle for a bend and carries it on: it falls through the offset b ="
        f" {offset:.0f} ppm to {lowest:.0f} ppm, and returns to b as its kernel fades."
        " The fit to the past does not show it. Now move “trend changes over” to 5"
        " years.",
        ahead_worse,
        f"{more} — A trend that may change quickly can follow more of the data.",
        f"{less} — What it follows more closely is not all trend.",
        f"{ahead_better} — It is the other way round: a trend that may change quickly"
        " follows what is not trend too, and carries that on.",
        veil=[whole, slow, swing, *season.patches],
    )


def _co2_parts(model: str, trend: float, decay: float) -> dict[str, Kernel]:
    """The parts of a model of the air, in ppm²: how far each may reach. λ is then the
    variance of the months' scatter.
    """
    parts: dict[str, Kernel] = {"trend": 1000.0 * RBF(trend)}
    if "season" in model:
        parts["season"] = 6.0 * RBF(decay) * Periodic(1.0, 1.0)
    if "wiggles" in model:
        parts["wiggles"] = 0.5 * kernels.RationalQuadratic(1.0, 1.0)
    return parts


def _written(proof: Certificate, words: Text, figure: Figure) -> list[str]:
    """The certificate in short lines, as many of its levels as have room from the top
    of ``words`` to the lower edge of the figure, and of each line what has.
    """
    letter = float(words.get_fontsize()) * figure.dpi / 72
    left, top = words.get_transform().transform(words.get_position())
    lines = int(top / letter / LINE_HEIGHT)
    levels = 1
    while len(deeper := _tree(proof, levels + 1)) <= lines:
        if len(deeper) == len(_tree(proof, levels)):
            break
        levels += 1
    across = 72 * (figure.bbox.width - left) / figure.dpi
    font = words.get_fontproperties()
    return [_cut(line, font, across) for line in _tree(proof, levels)]


def _tree(proof: Certificate, levels: int, depth: int = 0) -> list[str]:
    """An expression, and below it the rule, of so many levels of the certificate."""
    indent = "   " * depth
    rule = proof.rule.split(":")[0]
    lines = [f"{indent}{proof.sign} {_short(proof.kernel)}", f"{indent}   {rule}"]
    if levels == 1:
        return [lines[0], lines[1] + " …"] if proof.parts else lines
    parts = (_tree(part, levels - 1, depth + 1) for part in proof.parts)
    return lines + [line for part in parts for line in part]


def _cut(line: str, font: FontProperties, room: float) -> str:
    """The line, or its beginning, no wider than so many points."""
    while len(line) > 2 and _width(line, font) > room:
        line = line.rstrip(" …")[:-1].rstrip() + " …"
    return line


@lru_cache(maxsize=4096)
def _width(line: str, font: FontProperties) -> float:
    """How many points wide a line is."""
    return float(text_to_path.get_text_width_height_descent(line, font, False)[0])


def _short(k: Kernel) -> str:
    """The expression without the names of its numbers, which are rounded."""
    bare = re.sub("(length_scale|period|degree|value|kernel|c|points)=", "", repr(k))
    return re.sub(r"\d+\.\d{4,}", lambda long: readable(float(long[0])), bare)


def _columns(k: Kernel, X: Array) -> str:
    try:
        m = k.features(X).shape[1]
    except NoFeatureMapError:
        if not certificate(k).proven:
            return "features, if there are any, are not known"
        # The exp of a constant has one feature, but its rule does not count it
        by_rule = " by the exp rule" if isinstance(k, Exp) else ""
        return "no finite number of features" + by_rule
    return counted(m, "feature")
