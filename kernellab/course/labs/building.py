"""Labs on building kernels: composing them, their curves, and carbon dioxide."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_targets
from kernellab.course import plots
from kernellab.course.labs.data import (
    ROAD,
    Quantity,
    on_a_line,
    rmse,
    rounded_up,
    sampled,
    scene,
    short_numbers,
    times,
    titled,
)
from kernellab.errors import NoFeatureMapError
from kernellab.grams import gram
from kernellab.interactive.controls import choice, log_slider, slider
from kernellab.interactive.lab import Lab
from kernellab.interactive.question import Question
from kernellab.interactive.text import counted, readable
from kernellab.kernels import (
    RBF,
    Brownian,
    Constant,
    Exp,
    Kernel,
    Linear,
    Normalized,
    Periodic,
    Polynomial,
    RationalQuadratic,
    certificate,
)
from kernellab.kernels.algebra import as_kernel
from kernellab.kernels.certificate import Certificate
from kernellab.solvers.ridge import ridge_dual, ridge_dual_offset

__all__ = ["carbon_dioxide", "curves_of_a_kernel", "kernel_builder"]

# In mph: kernels are given speeds of 0 to 2.5, so that exp stays small
UNIT = 20.0
LINE = np.linspace(0, 5, 201)[:, None]
BLOCKS = ("RBF", "Linear", "Polynomial, degree 2", "Periodic", "Brownian", "Constant")
# Of a certificate, in letters, with room for larger ones on a telephone
LINE_HEIGHT = 1.6
RULES = (
    "sum",
    "product",
    "the first alone",
    "exp of the first",
    "the first, normalised",
)

HIDDEN_FROM = 1990.0
# Months that a lab fits at once, so that its first picture comes soon
MOST_MONTHS = 600
FEWEST_SEASONS, MOST_SEASONS = 3, 200
MODELS = (
    "trend + season + wiggles",
    "trend + season",
    "trend + wiggles",
    "trend alone",
)


def composed(
    first: str,
    rule: str,
    second: str,
    length_scale: float,
    own: dict[str, Kernel] | None = None,
) -> Kernel:
    """Two kernels combined by a rule, by name; ``own`` are additional kernels."""
    blocks: dict[str, Kernel] = {
        "RBF": RBF(length_scale),
        "Linear": Linear(),
        "Polynomial, degree 2": Polynomial(2),
        "Periodic": Periodic(1.0, length_scale),
        "Brownian": Brownian(),
        "Constant": Constant(1.0),
        **(own or {}),
    }
    one, other = blocks[first], blocks[second]
    return {
        "sum": lambda: one + other,
        "product": lambda: one * other,
        "the first alone": lambda: one,
        "exp of the first": lambda: Exp(0.1 * one),
        "the first, normalised": lambda: Normalized(one),
    }[rule]()


def recipe_sliders(
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


def recipe_idle(first: str, rule: str, second: str, **_: Any) -> set[str]:
    """Which of these controls change nothing: a second kernel that the rule leaves out,
    a length that no kernel has.
    """
    both = rule in ("sum", "product")
    with_length = {"RBF", "Periodic"} & ({first, second} if both else {first})
    unused = {"second": both, "length_scale": bool(with_length)}
    return {name for name, has_effect in unused.items() if not has_effect}


def kernel_builder(
    X: ArrayLike,
    y: ArrayLike,
    *own: Kernel,
    xlabel: str | None = None,
    ylabel: str | None = None,
) -> Lab:
    """Compose a kernel of two; see its certificate, its Gram matrix, its features and
    its fit to speeds X (n, 1) and distances y (n,).

    The kernel is given speeds in units of 20 mph. ``own`` are kernels of yours, which
    are in the lists beside those of the course; the lab opens with the first of them.
    ``xlabel`` and ``ylabel`` say what other numbers mean, as "age (years)" and "height
    (cm)"; the kernel is then given places on the axis from 0, its left end, to 2.5.

    Raises TypeError where one of ``own`` is not a kernel or not of vectors, ValueError
    for more coordinates than one and where a kernel fails on numbers from 0 to 2.5.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = shown.u, shown.y
    mine = {_short(k): k for k in map(as_kernel, own)}
    grid = np.linspace(0, 50, 26)[:, None] / UNIT
    for k in mine.values():
        gram(k, grid)
    figure, (road, table, proof) = plots.figure(
        3, width=10, height=4.1, ratios=(5, 3, 8)
    )
    figure.subplots_adjust(wspace=0.19)
    shown.axes(road)
    if shown.car == "car":
        road.set_ylabel("feet")  # short, beside what the grey means
    fit = plots.curve(road, shown.road, 0 * ROAD)
    table.set(xlabel=shown.x.label, title="k(x, z), scaled")
    left, right = map(float, shown.place([0.0, 50.0]))
    shape, extent = (26, 26), (left, right, right, left)
    picture = plots.image(table, shape, "RdBu_r", -1, 1, extent=extent, aspect="equal")
    table.set_anchor("N")
    for axis in (road.xaxis, table.xaxis, table.yaxis):
        axis.set_major_locator(MaxNLocator(2, steps=[1, 2.5, 5, 10], min_n_ticks=3))
    proof.set_axis_off()
    words = proof.text(
        0, 1.0, "", va="top", fontsize=plots.FONT, linespacing=LINE_HEIGHT
    )
    words.set_transform(proof.transAxes)

    unit = shown.x.text(f"{UNIT * shown.wide:g}")
    given = f"{shown.x.name}s in units of {unit}"
    if shown.car != "car":
        given = f"{shown.x.name} from {shown.at(left)} on, in units of {unit}"

    def update(
        first: str, rule: str, second: str, length_scale: float, lam: float
    ) -> str:
        k = composed(first, rule, second, length_scale, mine)
        K_cars = gram(k, X / UNIT)
        alpha = ridge_dual(K_cars, y, lam)
        fit.set_ydata(gram(k, ROAD / UNIT, X / UNIT) @ alpha)
        K = gram(k, grid)
        picture.set_data(K / np.abs(K).max())
        words.set_text("\n".join(_written(certificate(k), words, figure)))
        error = rmse(y - K_cars @ alpha)
        return (
            f"{_short(k)} of {given}, λ = {readable(lam)}: {_columns(k, X / UNIT)}; the"
            f" fit misses the {shown.car}s by {shown.far(error, 1)}."
        )

    return Lab(
        figure,
        update,
        together=("first", "rule", "second"),
        title=shown.titled("Compose a kernel"),
        idle=recipe_idle,
        question=None if mine or shown.car != "car" else _builder_question(X, y, fit),
        **recipe_sliders(
            "the first alone" if mine else "sum", 0.5, f"× {unit}", tuple(mine)
        ),
        lam=log_slider(0.01, 100.0, start=1.0, label="λ"),
    )


def _builder_question(X: Array, y: Array, fit: Artist) -> Question | None:
    """What RBF(0.5) + Linear at λ = 1 draws between the fastest car and 50 mph, if
    there is room and the curve rises there.
    """
    last = float(X.max())
    if not last <= 45:
        return None
    k = RBF(0.5) + Linear()
    alpha = ridge_dual(gram(k, X / UNIT), y, 1.0)
    f = gram(k, np.array([[last - 1], [last], [49.0], [50.0]]) / UNIT, X / UNIT) @ alpha
    here, there = f[1] - f[0], f[3] - f[2]  # slopes, in ft for each mph
    line = float(alpha @ X[:, 0]) / UNIT**2  # the slope of the part of Linear
    if min(here, there, f[3]) <= 0:
        return None
    steeper = "it goes on rising, as steeply or more"
    slower = "it goes on rising, but less and less steeply"
    zero, below = "it falls back towards zero", "it falls below zero"
    right = slower if there < here else steeper
    replies = {
        zero: "That is what RBF alone does. The slope of Linear does not fade.",
        below: "Nothing has taught it a slope downwards.",
        steeper: "Beyond the cars RBF falls back, and takes some of the rise away.",
    }
    replies.pop(right, None)
    return Question(
        f"RBF + Linear is fitted to the cars with λ = 1. The fastest goes {last:.0f}"
        f" mph, and there the curve stands at {f[1]:.0f} ft. What does it do from there"
        " to 50 mph?",
        name="kernel_builder",
        choices=(steeper, slower, zero, below),
        right=right,
        replies=replies,
        why=(
            "A sum of kernels is a sum of curves. The part of Linear rises by"
            f" {line:.1f} ft for each mph everywhere. The part of RBF has bumps ℓ ="
            f" {0.5 * UNIT:.0f} mph wide, and goes back to zero where there are no"
            f" cars. Together they rise by {here:.1f} ft for each mph at the last car"
            f" and by {there:.1f} at 50 mph, where the curve stands at {f[3]:.0f} ft."
            " What do RBF alone and the product do?"
        ),
        veil=[fit],
    )


def curves_of_a_kernel() -> Lab:
    """Curves of a kernel: its slice k(x, z) at one z, and random Σ αᵢ k(xᵢ, x)."""
    figure, (one, many) = plots.figure(2)
    plots.frame(one, (0, 5), (-1.3, 1.3), "x", "k(x, z) as x moves, over its largest")
    plots.frame(
        many, (0, 5), (-1.3, 1.3), "x", "three combinations, each over its largest"
    )
    here = one.axvline(0, color=plots.FAINT, linewidth=1.2)
    piece = plots.curve(one, LINE, 0 * LINE, plots.DATA)
    mark = plots.label(one, 0, -1.15, "z", plots.MUTED)
    colors = (plots.FIT, plots.OTHER, plots.TRUTH)
    drawn = [plots.curve(many, LINE, 0 * LINE, color) for color in colors]
    grid = LINE[::4]

    @lru_cache(maxsize=64)
    def curves(
        first: str, rule: str, second: str, length_scale: float
    ) -> tuple[Array, Array]:
        k = composed(first, rule, second, length_scale)
        # Weights K^(−1/2) g with g normal: their curves vary as a Gaussian process with
        # this kernel does.
        values, V = np.linalg.eigh(gram(k, grid))
        root = np.where(values > 1e-9 * values[-1], values, np.inf) ** -0.5
        weights = (V * root) @ V.T @ np.random.default_rng(0).normal(size=(len(V), 60))
        return gram(k, LINE), gram(k, LINE, grid) @ weights

    def update(
        first: str, rule: str, second: str, length_scale: float, z: float, draw: int
    ) -> str:
        K, many_curves = curves(first, rule, second, length_scale)
        column = K[:, int(np.abs(LINE[:, 0] - z).argmin())]
        piece.set_ydata(column / (np.abs(column).max() or 1.0))
        here.set_xdata([z, z])
        mark.set_x(z + 0.06)
        chosen = many_curves[:, 3 * (draw - 1) : 3 * draw]
        for line, values in zip(drawn, chosen.T, strict=True):
            line.set_ydata(values / np.abs(values).max())
        k = composed(first, rule, second, length_scale)
        return (
            f"{_short(k)}, z = {readable(z)}, draw {draw}: {_columns(k, LINE)}, and the"
            f" three curves turn {counted(_turns(chosen), 'time')} in all."
        )

    return Lab(
        figure,
        update,
        together=("first", "rule", "second"),
        title="What curves a kernel is made of",
        idle=recipe_idle,
        handles={"z": here},
        **recipe_sliders("product", 1.0),
        z=slider(0.0, 5.0, start=2.0, step=0.05, label="z"),
        draw=slider(1, 20, start=1, step=1, label="draw"),
    )


@dataclass(frozen=True)
class _Series:
    """What the numbers of a series mean, and the ranges in which it is drawn.

    ``wide`` and ``tall`` are by how much its x and its y are longer than the years and
    the ppm of carbon dioxide, for which both are 1.
    """

    x: Quantity
    t: Quantity
    hidden: float  # x from here on is not fitted
    ends: tuple[float, float]
    heights: tuple[float, float]
    swing: float  # how far the season alone is drawn
    wide: float = 1.0
    tall: float = 1.0

    @property
    def points(self) -> str:
        return "months" if self == CO2 else "points"

    def place(self, across: float, up: float) -> tuple[float, float]:
        """A place of the picture by shares of its width and its height."""
        (left, right), (low, high) = self.ends, self.heights
        return left + across * (right - left), low + up * (high - low)

    def missed(self, by: float) -> str:
        """An error in words."""
        more = max(0, -math.floor(math.log10(self.tall)))
        return self.t.text(by, 2 + more)


CO2 = _Series(
    Quantity("year"),
    Quantity("CO₂", "ppm"),
    HIDDEN_FROM,
    (1958.0, 2016.0),
    (305.0, 400.0),
    6.0,
)


def _series(X: Array, y: Array, xlabel: str, ylabel: str) -> _Series:
    """The scales of data of the reader's own."""
    first, last = float(X.min()), float(X.max())
    if not FEWEST_SEASONS <= last - first <= MOST_SEASONS:
        raise ValueError(
            f"X goes from {first:g} to {last:g}: the season of this lab repeats after"
            f" one unit of X, and the picture has room for {FEWEST_SEASONS} to"
            f" {MOST_SEASONS} of them. Try X in years, or in days for what repeats"
            " every day."
        )
    low, high = float(y.min()), float(y.max())
    span = high - low or max(abs(high), 1.0)
    return _Series(
        Quantity.of(xlabel),
        Quantity.of(ylabel),
        float(round(first + 0.73 * (last - first))),
        (float(math.floor(first)), float(math.ceil(last + 0.3 * (last - first)))),
        (low - 0.15 * span, high + 0.45 * span),
        0.6 * span,
        rounded_up((last - first) / 58),
        rounded_up(span / 61),
    )


def carbon_dioxide(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """Carbon dioxide as a sum of kernels: fitted up to 1989, taken apart, and carried
    on to the months that were hidden.

    ``X`` (n, 1) in years and ``y`` (n,) in ppm, as from ``datasets.mauna_loa()``.
    ``xlabel`` and ``ylabel`` say what other numbers mean, as "time (years)" and
    "temperature (°C)"; of these the season repeats after one unit of X, and about a
    quarter is hidden.

    Raises ValueError for more coordinates than one, for years of which none lies before
    1990 or none after, and for other X that cover fewer units than 3 or more than 200.
    """
    X = on_a_line(X)
    y = as_targets(y, len(X))
    shown = CO2
    if xlabel is not None or ylabel is not None:
        shown = _series(X, y, xlabel or "x", ylabel or "y")
    kept, given = sampled(X, MOST_MONTHS), len(X)
    X, y = X[kept], y[kept]
    past = X[:, 0] < shown.hidden
    if not past.any() or past.all():
        raise ValueError(
            f"X goes from {X.min():g} to {X.max():g}: this lab learns from the years"
            f" before {HIDDEN_FROM:.0f} and is judged on those after. Try X, y ="
            " datasets.mauna_loa(), or say what the numbers mean: xlabel="
            '"time (years)", ylabel="temperature (°C)".'
        )
    known, hidden = X[past], X[~past]
    (first, last), heights, tall = shown.ends, shown.heights, shown.tall
    months = np.arange(first, last, 1 / 12)[:, None]
    figure, (air, season) = plots.figure(2, ratios=(3, 2))
    air.axvspan(shown.hidden, last, color=plots.BEYOND, zorder=0)
    plots.points(air, known, y[past]).set_markersize(2)
    # Above the curve, which hides how far it misses them
    plots.marks(air, hidden, y[~past], "o", plots.DATA, 2.4, markeredgewidth=0)
    plots.frame(air, shown.ends, heights, shown.x.label, ylabel=shown.t.label)
    short_numbers(air)
    short_numbers(season)
    beside = shown.hidden + (last - first) / 58, shown.place(0.0, 3 / 95)[1]
    air.text(*beside, "hidden from the fit", color=plots.MUTED, fontsize=plots.FONT)
    whole = plots.curve(air, months, 0 * months, plots.FIT, width=1.2)
    slow = plots.curve(air, months, 0 * months, plots.OTHER, width=1.6)
    named = ("the sum", plots.FIT), ("its trend, and b", plots.OTHER)
    plots.key(air, *shown.place(2 / 58, 89 / 95), *named)
    season.axvspan(shown.hidden, last, color=plots.BEYOND, zorder=0)
    near = max(first, shown.hidden - 6), min(last, shown.hidden + 10)
    title = f"the season alone{shown.t.in_brackets}"
    plots.frame(season, near, (-shown.swing, shown.swing), shown.x.label, title)
    season.axhline(0, color=plots.FAINT, linewidth=0.8)
    # Twelve to a season would draw it with corners
    weeks = np.arange(*near, 1 / 48)[:, None]
    swing = plots.curve(season, weeks, 0 * weeks, plots.TRUTH, width=1.2)
    swing.set_linestyle("-")  # dashes would be as long as its waves

    def fitted(
        parts: dict[str, Kernel], lam: float
    ) -> tuple[Array, float, float, float]:
        """Dual weights, offset, and the errors at known and at hidden points."""
        k = reduce(Kernel.__add__, parts.values())
        K = gram(k, known)
        alpha, b = ridge_dual_offset(K, y[past], lam)
        return (
            alpha,
            b,
            rmse(y[past] - K @ alpha - b),
            rmse(y[~past] - gram(k, hidden, known) @ alpha - b),
        )

    start = shown.x.text(f"{shown.hidden:g}")
    over = Quantity("time", "years" if shown == CO2 else shown.x.unit)
    square = f" {shown.t.unit}²" if shown.t.unit else ""

    def update(model: str, trend: float, decay: float, lam: float) -> str:
        parts = _co2_parts(model, trend, decay, tall)
        alpha, b, inside, ahead = fitted(parts, lam)
        f = {name: gram(k, months, known) @ alpha for name, k in parts.items()}
        whole.set_ydata(sum(f.values(), np.full(len(months), b)))
        slow.set_ydata(f["trend"] + b)
        alone = gram(parts["season"], weeks, known) @ alpha if "season" in parts else 0
        swing.set_ydata(np.zeros(len(weeks)) + alone)
        season = f", season over {readable(decay)}" if "season" in model else ""
        return (
            f"{model}, trend over {over.text(readable(trend))}{season},"
            f" λ = {readable(lam)}{square}: the {shown.points}"
            f" before {start} are missed by {shown.missed(inside)}, the hidden"
            f" ones by {shown.missed(ahead)}."
        )

    question = None
    if shown == CO2:
        question = _season_question(
            fitted(_co2_parts(MODELS[0], 50.0, 100.0), 0.1)[2:],
            fitted(_co2_parts(MODELS[0], 50.0, 1.0), 0.1)[2:],
            [whole, slow, swing],
        )
    name = "carbon dioxide" if shown == CO2 else shown.t.name
    return Lab(
        figure,
        update,
        together=("model", "trend"),
        title=titled(f"{name[:1].upper()}{name[1:]}, part by part", len(y), given),
        idle=lambda model, **_: () if "season" in model else ("decay",),
        question=question,
        model=choice(MODELS, label="parts"),
        trend=times(
            log_slider(
                2.0, 200.0, start=50.0, label="trend changes over", unit=over.unit
            ),
            shown.wide,
        ),
        decay=log_slider(
            1.0, 1000.0, start=100.0, label="season changes over", unit=over.unit
        ),
        lam=times(
            log_slider(0.001, 10.0, start=0.1, label="λ", unit=square.strip()), tall**2
        ),
    )


def _co2_parts(
    model: str, trend: float, decay: float, tall: float = 1.0
) -> dict[str, Kernel]:
    """The parts of a model of the air, in ppm² (``tall`` ppm each): how far each may
    reach. λ is then the variance of the months' scatter.
    """
    parts: dict[str, Kernel] = {"trend": 1000.0 * tall**2 * RBF(trend)}
    if "season" in model:
        parts["season"] = 6.0 * tall**2 * RBF(decay) * Periodic(1.0, 1.0)
    if "wiggles" in model:
        parts["wiggles"] = 0.5 * tall**2 * RationalQuadratic(1.0, 1.0)
    return parts


def _season_question(
    before: tuple[float, float], after: tuple[float, float], veil: list[Artist]
) -> Question:
    """What becomes of both errors, of the known months and of the hidden ones, when the
    season may change within a year.
    """
    past, both = "the known months are", "both are missed by"
    words = {
        (False, True): f"{past} fitted better, the hidden ones missed by more",
        (True, True): f"{both} more",
        (False, False): f"{both} less",
        (True, False): f"{past} missed by more, the hidden ones by less",
    }
    right = after[0] > before[0], after[1] > before[1]
    replies = {
        (True, True): "A season that may change quickly can follow more of the data.",
        (False, False): "What it follows more closely is not all season.",
        (True, False): "It is the other way round: freedom costs beyond the data.",
        (False, True): "Here the season really changes, and the freedom pays.",
    }
    return Question(
        "The season may change over 100 years. The fit misses the months before 1990,"
        f" which it has seen, by {before[0]:.2f} ppm, and the hidden ones after them by"
        f" {before[1]:.2f} ppm. Now let it change within one year. What happens?",
        name="carbon_dioxide",
        choices=tuple(words.values()),
        right=words[right],
        replies={words[each]: replies[each] for each in words if each != right},
        why=(
            f"The errors become {after[0]:.2f} and {after[1]:.2f} ppm. Three years"
            " after the last known month the factor RBF(1) is down to 0.01, and with"
            " it the season of the forecast. The fit to the past does not show it. Now"
            " move “season changes over” to 1 year."
        ),
        veil=veil,
    )


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


def _turns(curves: Array) -> int:
    """How often the slopes of the curves change sign."""
    slopes = np.sign(np.round(np.diff(curves / np.abs(curves).max(axis=0), axis=0), 9))
    return int(np.sum(slopes[1:] * slopes[:-1] < 0))
