"""Labs on Gram matrices: what their eigenvalues say of the kernel."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, LinearSegmentedColormap, ListedColormap
from numpy.typing import ArrayLike
from scipy.special import binom

from askfirst.labs.controls import choice, log_slider, slider
from askfirst.labs.lab import Lab
from askfirst.questions.question import Question
from askfirst.words.text import minus, readable, rounding
from kernellab._arrays import Array
from kernellab._linalg import rounding_of_eigenvalues
from kernellab.course import plots
from kernellab.course.shared.labs.problems import of_the_course
from kernellab.grams import gram
from kernellab.kernels import RBF, Kernel, impostors
from kernellab.mercer import gaussian_pairs
from kernellab.psd import PSDReport, psd_report

__all__ = [
    "fractional_degree",
    "mercer_terms",
    "points_in_the_plane",
    "spectrum",
    "tanh_map",
    "three_points",
]

RADIAL: dict[str, Kernel] = {
    "exp(−(x − z)²/2)": RBF(1.0),
    "1 − (x − z)²": impostors.Parabola(),
    "1 if |x − z| < 1": impostors.Box(1.0),
    "−|x − z|": impostors.NegativeDistance(),
}
LINE = np.linspace(-3, 3, 601)[:, None]
# Pale enough for numbers on it
PAPER = LinearSegmentedColormap.from_list("paper", ["#f2b48f", "#ffffff", "#9ccbe8"])
FLOOR = 1e-18  # where an eigenvalue is drawn that is zero to rounding

GRID = np.round(np.linspace(-2, 2, 41), 1)
FALL_LEVELS = (1e-12, 1e-6, 1e-4, 1e-2, 1.0)
FALL_COLORS = ("#ffffff", "#fde3cf", "#f6b48a", "#e58046", "#a63c00")

DEGREES = np.round(np.linspace(0.5, 6, 111), 2)
ORDERS = 9

COLORS = (plots.FIT, plots.OTHER, plots.TRUTH)  # of three points
# The largest radius of a circle through three points whose table under 1 − ‖x − z‖² is
# PSD
LARGEST_RADIUS = 0.5**0.5


class _Table:
    """The Gram matrix of three points in numbers, and its eigenvalues as bars, on axes
    that reach to ± ``least`` or as far as they must.
    """

    def __init__(self, table: Axes, spectrum: Axes, least: float) -> None:
        ends, title = (-0.5, 2.5), "Gram matrix K"
        plots.frame(table, ends, ends[::-1], title=title, xticks=[], yticks=[])
        table.spines["bottom"].set_visible(False)
        self.cells = plots.image(table, (3, 3), PAPER, -2, 2)
        self.entries = [
            plots.label(table, j, i, "", "black", "center") for i, j in np.ndindex(3, 3)
        ]
        ends = (-least, least)
        plots.frame(spectrum, (0.2, 3.8), ends, title="eigenvalues", xticks=[1, 2, 3])
        self.bars = plots.stems(spectrum, [1, 2, 3], [0, 0, 0], plots.FIT)
        self.bars.set_linewidth(9)
        self.heights = [
            plots.label(spectrum, j, 0, "", "black", "center") for j in (1, 2, 3)
        ]
        self.spectrum, self.least = spectrum, least

    def set(self, report: PSDReport) -> str:
        """Show the table of a report; return its eigenvalues and verdict in words."""
        self.cells.set_data(report.K)
        for text, entry in zip(self.entries, report.K.ravel(), strict=True):
            text.set_text(_two(entry))
        values = _values(report)
        limit = plots.hold(self.spectrum, values, self.least)
        plots.set_stems(self.bars, [1, 2, 3], values)
        self.bars.set_color([plots.OTHER if v < 0 else plots.FIT for v in values])
        for text, value in zip(self.heights, values, strict=True):
            text.set_text(_two(value))
            text.set_y(value + (0.08 if value >= 0 else -0.08) * limit)
        return f"eigenvalues {', '.join(map(_two, values))}; {_verdict(report)}"


def three_points() -> Lab:
    """Three points on a line, their functions k(·, xᵢ), Gram matrix and eigenvalues."""
    figure, (line, table, spectrum) = plots.figure(3, ratios=(1.45, 1, 0.8))
    plots.frame(line, (-3, 3), (-5.2, 1.5), "x", "k(x, xᵢ) for each of three points")
    line.set_yticks([-3, -2, -1, 0, 1])
    line.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    curves = [plots.curve(line, LINE, 0 * LINE, color) for color in COLORS]
    marks = [plots.marks(line, [0], [-4.1], "o", color, 8) for color in COLORS]
    names = [
        plots.label(line, 0, height, f"x{sub}", color, align="center")
        for sub, color, height in zip("₁₂₃", COLORS, (-3.5, -3.5, -4.75), strict=True)
    ]
    shown = _Table(table, spectrum, 9)

    def update(kernel: str, x1: float, x2: float, x3: float) -> str:
        k, X = RADIAL[kernel], np.array([[x1], [x2], [x3]])
        report = psd_report(gram(k, X))
        for f, curve, mark, name, x in zip(
            gram(k, X, LINE), curves, marks, names, X.ravel(), strict=True
        ):
            # The points are drawn below −3
            curve.set_ydata(np.where(f >= -3, f, np.nan))
            mark.set_xdata([x])
            name.set_x(x)
        return f"{kernel} on {_two(x1)}, {_two(x2)} and {_two(x3)}: {shown.set(report)}"

    anywhere, never = "anywhere", "nowhere at all"
    between, near = "anywhere between them", "anywhere within √2 of both"
    alone = "nowhere but on 0 or on 1 itself"
    question = Question(
        "For k(x, z) = 1 − (x − z)² the points 0 and 1 have the identity as their"
        " table, so they have features. Where may a third point stand, so that all"
        " three have features?",
        name="three_points",
        choices=(anywhere, near, between, alone, never),
        right=alone,
        replies={
            anywhere: "Points more than √2 apart have no features; a third is no help.",
            near: "Each pair passes there. Three points ask for more.",
            between: "Each pair passes there. Look at all three eigenvalues.",
            never: "A point that stands on another one has the same features.",
        },
        why=(
            "On three different points one eigenvalue is negative, wherever they stand."
            " Each pair can pass, and yet no three vectors have these inner products."
        ),
        veil=[shown.bars, *shown.heights],
    )
    return Lab(
        figure,
        update,
        together=("kernel", "x2"),
        title="Three points and their Gram matrix",
        question=question,
        handles=dict(zip(("x1", "x2", "x3"), marks, strict=True)),
        kernel=choice(list(RADIAL), "1 − (x − z)²", label="k(x, z)"),
        x1=slider(-3.0, 3.0, start=0.0, step=0.1, label="x₁"),
        x2=slider(-3.0, 3.0, start=1.0, step=0.1, label="x₂"),
        x3=slider(-3.0, 3.0, start=0.5, step=0.1, label="x₃"),
    )


def points_in_the_plane() -> Lab:
    """Three points in the plane and the Gram matrix of 1 − ‖x − z‖² on them, which is
    PSD if and only if some circle through the points has a radius of 1/√2 at most.

    The places of the third point that pass lie inside one of the two circles of that
    radius through the others, and outside the other one.

    Source: I. J. Schoenberg, Remarks to Maurice Fréchet's article, Annals of
    Mathematics 36 (1935), for Σ cᵢcⱼ‖xᵢ − xⱼ‖² ≤ 0 where Σ cᵢ = 0.
    """
    figure, (plane, table, spectrum) = plots.figure(3, ratios=(1.9, 1, 0.8))
    plots.frame(plane, (-1.3, 1.3), (-0.56, 1.4), aspect="equal")
    plane.set_title("three points in the plane")
    plane.set(xticks=[-1, -0.5, 0, 0.5, 1], yticks=[0, 0.5, 1])
    limits = [plots.curve(plane, [0], [0], plots.TRUTH, 1.2) for _ in range(2)]
    through = plots.curve(plane, [0], [0], plots.DATA, 1.6)
    marks = [plots.marks(plane, [0], [0], "o", color, 9) for color in COLORS]
    names = [
        plots.label(plane, 0, 0, f"x{sub}", color, "center")
        for sub, color in zip("₁₂₃", COLORS, strict=True)
    ]
    shown = _Table(table, spectrum, 4.5)

    def update(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> str:
        X = np.array([(x1, y1), (x2, y2), (x3, y3)])
        centre, radius = _circle(X)
        through.set_data(*_arc(X, centre, radius))
        middle, across = X[:2].mean(axis=0), (X[1] - X[0]) / 2
        away = LARGEST_RADIUS**2 - float(across @ across)
        for line, side in zip(limits, (-1, 1), strict=True):
            line.set_data([], [])
            if across.any() and away > -1e-12:
                normal = np.array([-across[1], across[0]]) / np.linalg.norm(across)
                at = middle + side * np.sqrt(max(away, 0.0)) * normal
                line.set_data(*_arc(X, at, LARGEST_RADIUS))
        # Names stand outside the triangle, beside the circle through the points
        inner = X.mean(axis=0)
        for mark, name, x in zip(marks, names, X, strict=True):
            mark.set_data(x[:1], x[1:])
            outward = x - inner if np.any(x != inner) else np.array([0.0, 1.0])
            name.set_position(tuple(x + 0.15 * outward / np.linalg.norm(outward)))
        circle = f"the circle through them has the radius {readable(radius)}"
        if np.isinf(radius):
            circle = "no circle goes through them, for they lie on a line"
        places = zip("₁₂₃", X, strict=True)
        words = ", ".join(f"x{sub} = ({_two(x)}, {_two(y)})" for sub, (x, y) in places)
        report = psd_report(gram(impostors.Parabola(), X))
        return f"{words}: {circle}; {shown.set(report)}"

    def place(i: int, x: float, y: float) -> dict[str, Any]:
        sub = "₁₂₃"[i - 1]
        return {
            f"x{i}": slider(-1.0, 1.0, start=x, step=0.1, label=f"x{sub}, across"),
            f"y{i}": slider(0.0, 1.0, start=y, step=0.1, label=f"x{sub}, up"),
        }

    # The heights start at ends of their sliders: a page without Python then has room
    # for all combinations of six places of each point.
    controls = place(1, -0.5, 0.0) | place(2, 0.5, 0.0) | place(3, 0.0, 1.0)
    alone = "nowhere but on x₁ or on x₂ itself"
    off, near = "anywhere off the line through them", "anywhere within √2 of both"
    small = "where the circle through all three is small enough"
    question = Question(
        "Three different points on a line never have features for 1 − (x − z)². Now"
        " they stand in a plane, and k(x, z) = 1 − ‖x − z‖². Two of them stand at"
        " x₁ = (−0.5, 0) and x₂ = (0.5, 0). Where may x₃ stand, so that all three have"
        " features?",
        name="points_in_the_plane",
        choices=(alone, off, near, small),
        right=small,
        replies={
            alone: "So it is on a line. With x₃ = (0, 1) all eigenvalues are positive.",
            off: "Too far away it fails: points more than √2 apart have no features.",
            near: "Each pair passes there. But close to the line the three fail.",
        },
        why=(
            "The smallest eigenvalue is zero where the circle through all three has the"
            " radius 1/√2, and positive where it is smaller. The two dash-dotted"
            " circles have this radius. Take x₃ across one of them."
        ),
        veil=[shown.bars, *shown.heights, through, *limits],
    )
    return Lab(
        figure,
        update,
        together=tuple(controls),
        title="Three points in the plane",
        question=question,
        handles={(f"x{i}", f"y{i}"): mark for i, mark in enumerate(marks, start=1)},
        **controls,
    )


def _circle(X: Array) -> tuple[Array, float]:
    """The centre and the radius of the smallest circle through three points in the
    plane; the radius is infinite for different points on a line.
    """
    first, *more = np.unique(X, axis=0)
    if len(more) < 2:
        last = more[0] if more else first
        return (first + last) / 2, float(np.linalg.norm(last - first)) / 2
    sides = np.array(more) - first
    if abs(np.linalg.det(sides)) < 1e-9:
        return first, np.inf
    to_centre = np.linalg.solve(2 * sides, (sides**2).sum(axis=1))
    return first + to_centre, float(np.linalg.norm(to_centre))


def _arc(X: Array, centre: Array, radius: float) -> tuple[Array, Array]:
    """The part of a circle that lies near the points X, or the line through them for an
    infinite radius: its x and its y.
    """
    if np.isinf(radius):
        first, *_, last = np.unique(X, axis=0)
        ends = (first + last) / 2 + np.outer([-9, 9], last - first)
        return ends[:, 0], ends[:, 1]
    toward = X.mean(axis=0) - centre
    half = min(np.pi, 4 / radius) if radius else 0.0
    turn = np.arctan2(toward[1], toward[0]) + np.linspace(-half, half, 73)
    return centre[0] + radius * np.cos(turn), centre[1] + radius * np.sin(turn)


def spectrum(X: ArrayLike) -> Lab:
    """The Gram matrix of the RBF kernel on speeds X (62, 1), as a picture, and its
    eigenvalues with and without λ.
    """
    X = np.sort(of_the_course(X)[0], axis=0)
    n = len(X)
    figure, (picture, values_of) = plots.figure(2, ratios=(1, 1.9))
    picture.set(xlabel="column: car, slowest first", title="K, blue where k is 1")
    edges = (0.5, n + 0.5, n + 0.5, 0.5)
    cells = plots.image(picture, (n, n), "Blues", 0, 1, extent=edges)
    ends, label = (0, n + 1), "eigenvalue number"
    plots.frame(values_of, ends, (FLOOR, 1e6), label, "eigenvalues", log="y")
    places = np.arange(1, n + 1)
    own = plots.marks(values_of, places, places, "o", plots.FIT, 4.5, zorder=3)
    lost = plots.marks(values_of, places, places, "o", plots.FAINT, 4.5, zorder=2)
    lifted = plots.curve(values_of, places, places, plots.OTHER)
    bar = plots.level(values_of)
    words = "tolerance n · ε · largest"
    bar_name = plots.label(values_of, n, 1, words, plots.TRUTH, "right", boxed=True)
    bar_name.set_verticalalignment("bottom")
    plots.label(values_of, n, 2e5, "of K", plots.FIT, "right", boxed=True)
    plots.label(values_of, n, 3e2, "of K + λI", plots.OTHER, "right", boxed=True)
    plots.label(values_of, n, 3e-16, "zero to rounding", plots.MUTED, align="right")

    @lru_cache(maxsize=128)
    def of(length_scale: float) -> tuple[Array, Array, float]:
        K = gram(RBF(length_scale), X)
        values = np.linalg.eigvalsh(K)[::-1]
        return K, np.asarray(values, dtype=float), rounding_of_eigenvalues(values)

    def update(length_scale: float, lam: float) -> str:
        K, values, tolerance = of(length_scale)
        clear = values > tolerance
        cells.set_data(K)
        own.set_ydata(np.where(clear, values, np.nan))
        lost.set_ydata(np.where(clear, np.nan, 2 * FLOOR))
        lifted.set_ydata(np.where(clear, values, 0) + lam)
        bar.set_ydata([tolerance, tolerance])
        bar_name.set_y(tolerance * 4)
        condition = (values[0] + lam) / (max(values[-1], 0.0) + lam)
        return (
            f"ℓ = {readable(length_scale)} mph: {int(clear.sum())} of {n}"
            f" eigenvalues are above rounding, the largest is"
            f" {readable(float(values[0]))}; with λ = {readable(lam)} added to each,"
            f" the largest is {readable(condition, 2)} times the smallest."
        )

    start, wide = (
        int((values > tolerance).sum()) for _, values, tolerance in (of(3.0), of(100.0))
    )
    speeds = len(np.unique(X))
    question = Question(
        f"At ℓ = 3 mph {start} of the {n} eigenvalues are above rounding; there are"
        f" {speeds} different speeds. How many are above rounding at ℓ = 100 mph?",
        name="spectrum",
        number=(0, n),
        unit="eigenvalues",
        right=wide,
        within=1,
        replies={
            (speeds, speeds): (
                f"{speeds} is the true rank, at every ℓ; but a computer sees only"
                " what is larger than its rounding."
            ),
            (0, 1): "All entries equal to 1 give one; these are nearly 1.",
            (speeds, n): (f"Cars of one speed have the same row: {speeds} at most."),
            (wide, n): "They fall more steeply: a hundredfold each time, or more.",
        },
        why=(
            "The wider the kernel, the more alike its columns are: most eigenvalues"
            " fall below rounding, though they do not become zero. Move ℓ and see."
        ),
    )
    return Lab(
        figure,
        update,
        together=("length_scale", "lam"),
        title="The spectrum of a Gram matrix",
        question=question,
        handles={"lam": plots.on_curve(lifted, -1)},
        length_scale=log_slider(0.3, 100.0, start=3.0, label="ℓ", unit="mph"),
        lam=log_slider(1e-12, 10, start=0.01, per_decade=5, label="λ"),
    )


def tanh_map() -> Lab:
    """How far tanh(axz + c) is from a kernel: a map over (a, c) on five points, and the
    eigenvalues at one place.
    """
    rest = np.linspace(-1, 1, 5)[:, None]
    figure, (plane, values_of) = plots.figure(2, ratios=(1.4, 1))
    figure.subplots_adjust(wspace=0.38)
    plane.set(xlabel="a", title="negative eigenvalue, over the largest")
    plane.set_ylabel("c")
    edge = 2 + (GRID[1] - GRID[0]) / 2
    look: Any = {"extent": (-edge, edge, -edge, edge), "origin": "lower"}
    look |= {"norm": BoundaryNorm((0, *FALL_LEVELS), len(FALL_COLORS))}
    shape = len(GRID), len(GRID)
    image = plots.image(plane, shape, ListedColormap(FALL_COLORS), **look)
    legend = figure.colorbar(image, ax=plane, ticks=FALL_LEVELS, pad=0.03, aspect=32)
    names = ["rounding", "10⁻⁶", "10⁻⁴", "1 %", "100 %"]
    legend.ax.set_yticklabels(names, fontsize=plots.FONT)
    legend.ax.tick_params(length=0, labelcolor=plots.MUTED)
    legend.minorticks_off()
    legend.outline.set(edgecolor=plots.FAINT, linewidth=0.8)
    # No axis where it would cover the one column that is free of negative eigenvalues
    axes = [
        plane.plot(*ends, color="#767676", linewidth=0.8, zorder=1)[0]
        for ends in (([-edge, edge], [0, 0]), ([0, 0], [-edge, 0]))
    ]
    here = plots.marks(
        plane, [0], [0], "o", "white", 9, markeredgecolor="black", markeredgewidth=2
    )
    values_of.set_title("eigenvalues over the largest")
    signed = _signed_axes(values_of, 5)

    @lru_cache(maxsize=128)
    def depths(reach: float) -> Array:
        inner = (reach * rest) @ (reach * rest).T
        tables = GRID[None, :, None, None] * inner + GRID[:, None, None, None]
        values = np.linalg.eigvalsh(np.tanh(tables))
        largest = np.abs(values).max(axis=-1)
        return np.maximum(-values[..., 0], 0) / np.where(largest > 0, largest, 1)

    def update(a: float, c: float, reach: float) -> str:
        image.set_data(depths(reach))
        here.set_data([a], [c])
        report = psd_report(gram(impostors.Sigmoid(a, c), reach * rest))
        values = _values(report)
        largest = float(np.abs(values).max()) or 1.0
        _set_signed(signed, values / largest)
        shown = "no eigenvalue is negative."
        if report.witness is not None:
            fall = readable(-report.min_eigenvalue / largest, 2)
            of_all = f"an eigenvalue of −{fall} times the largest"
            shown = f"{of_all}, so it is not a kernel."
        return (
            f"tanh({_two(a)}·xz {_signed(c)}) on five points up to {readable(reach)}"
            f" from zero: {shown}"
        )

    corner, right, nowhere = "where a > 0 and c > 0", "where a > 0", "nowhere"
    constant = "only where a = 0 and c ≥ 0"
    question = Question(
        "On five points between −0.5 and 0.5 the table of tanh(a·xz + c) is computed"
        " for every a and c. Where in the plane of a and c does it have no negative"
        " eigenvalue?",
        name="tanh_map",
        choices=(corner, right, constant, nowhere),
        right=constant,
        replies={
            corner: "They are small there, so few people noticed, but they exist.",
            right: "With c < 0 a single point refutes it: at zero it is tanh c.",
            nowhere: "Nearly; but a constant that is not negative is a kernel.",
        },
        why=(
            "Wherever a is not zero, a coefficient of order 0, 1, 2 or 3 of the power"
            " series is negative. Where a is zero, the kernel is the constant tanh c."
        ),
        veil=[image, here, *axes, *signed],
    )
    return Lab(
        figure,
        update,
        together=("a", "c"),
        title="The map of tanh",
        question=question,
        handles={("a", "c"): here},
        a=slider(-2.0, 2.0, start=1.0, step=0.1, label="a"),
        c=slider(-2.0, 2.0, start=0.5, step=0.1, label="c"),
        reach=slider(0.1, 3.0, start=0.5, step=0.1, label="reach of the points"),
    )


def fractional_degree() -> Lab:
    """(1 + xz)^p for every p: the coefficients of its series, and the negative
    eigenvalue that a fractional p has.
    """
    figure, (series, depth) = plots.figure(2, ratios=(1, 1.35))
    orders = np.arange(ORDERS)
    series.set(xlabel="order j", title="coefficients of (1 + t)ᵖ: sign and size")
    signed = _signed_axes(series, ORDERS, first=0, low=1e-4, high=40)
    plots.frame(depth, (0.4, 6.1), (FLOOR, 1), "degree p", log="y")
    depth.set_title("negative eigenvalue, relative to the largest")
    below = plots.curve(depth, DEGREES, DEGREES, plots.OTHER)
    bar = plots.level(depth)
    bar_name = plots.label(depth, 6.05, 1, "tolerance n · ε", plots.TRUTH, "right")
    bar_name.set_verticalalignment("bottom")
    plots.label(depth, 6.05, 3e-17, "none above rounding", plots.MUTED, align="right")
    here = plots.marks(depth, [1], [1], "o", "black", 8)

    @lru_cache(maxsize=128)
    def along(n: int, reach: float) -> Array:
        inner = np.outer(_equal_steps(n, reach), _equal_steps(n, reach))
        values = np.linalg.eigvalsh((1 + inner) ** DEGREES[:, None, None])
        fall = -values[:, 0] / values[:, -1]
        return np.where(fall > n * np.finfo(float).eps, fall, np.nan)

    def update(degree: float, n: int, reach: float) -> str:
        coefficients = binom(degree, orders)
        coefficients[np.abs(coefficients) < 1e-12] = 0
        _set_signed(signed, coefficients)
        X = _equal_steps(n, reach)[:, None]
        report = psd_report(gram(impostors.FractionalPolynomial(degree), X))
        largest = float(np.abs(np.linalg.eigvalsh(report.K)).max())
        fall = -report.min_eigenvalue / largest
        below.set_ydata(along(n, reach))
        tolerance = n * np.finfo(float).eps
        bar.set_ydata([tolerance, tolerance])
        bar_name.set_y(tolerance * 4)
        here.set_data([degree], [2 * FLOOR if report.witness is None else fall])
        first = "no coefficient is negative"
        if (coefficients < 0).any():
            order = int(np.argmax(coefficients < 0))
            first = f"the coefficient of order {order} is negative"
        negative = "no negative eigenvalue above rounding"
        if report.witness is not None:
            negative = f"a negative eigenvalue of {readable(fall, 2)} times the largest"
        return (
            f"(1 + xz)ᵖ, p = {degree:g}: {first}; {n} points show {negative} (reach"
            f" {readable(reach)})."
        )

    return Lab(
        figure,
        update,
        together=("degree", "n"),
        title="A polynomial kernel of fractional degree",
        handles={"degree": here},
        degree=slider(0.5, 6.0, start=1.5, step=0.05, label="degree p"),
        n=slider(2, 9, start=5, step=1, label="points"),
        reach=log_slider(0.2, 5.0, start=1.0, label="reach of the points"),
    )


def mercer_terms() -> Lab:
    """The RBF kernel as Σ λⱼ eⱼ(x) eⱼ(z) under N(0, 1), cut after N terms."""
    x = np.linspace(-4, 4, 401)[:, None]
    places = np.arange(1, 31)
    near = np.abs(x.ravel()) <= 2
    figure, (bells, values_of) = plots.figure(2, ratios=(1.35, 1))
    plots.frame(bells, (-4, 4), (-0.5, 1.35), "x", "k(x, z) as a function of x")
    density = np.exp(-(x.ravel() ** 2) / 2) / np.sqrt(2 * np.pi)
    bells.fill_between(x.ravel(), 0, density, color=plots.BEYOND, linewidth=0, zorder=0)
    bells.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    plots.label(bells, -3.9, -0.12, "shaded: where the measure is", plots.MUTED)
    truth = plots.curve(bells, x, 0 * x, plots.TRUTH, width=2.8)
    cut = plots.curve(bells, x, 0 * x, plots.FIT)
    peak = plots.marks(bells, [0], [1], "D", "black", 6)
    side = plots.marks(bells, [0], [1], "o", plots.WIDTH, 7)
    named = ("RBF kernel", plots.TRUTH), ("N terms", plots.FIT)
    plots.key(bells, 3.95, 1.25, *named, align="right")
    plots.frame(values_of, (0, 31), (1e-13, 3), "number j", "eigenvalues λⱼ", log="y")
    used = plots.marks(values_of, places, places, "o", plots.FIT, 5, zorder=3)
    unused = plots.marks(values_of, places, places, "o", plots.FIT, 5, face="white")
    last = plots.marks(values_of, [1], [1], "o", "black", 8)
    plots.label(values_of, 30.5, 1.2, "filled: used", plots.FIT, align="right")

    def update(terms: int, length_scale: float, z: float) -> str:
        pairs = gaussian_pairs(length_scale, terms=30)
        along, at_z = pairs.features(x, terms), pairs.features([[z]], terms)[0]
        kernel = np.exp(-((x.ravel() - z) ** 2) / (2 * length_scale**2))
        series = along @ at_z
        truth.set_ydata(kernel)
        cut.set_ydata(series)
        peak.set_data([z], [1])
        # One length scale from the peak, on the side with more room
        side.set_data([z + length_scale * (1 if z < 0 else -1)], [np.exp(-0.5)])
        last.set_data([terms], [max(pairs.eigenvalues[terms - 1], 1.3e-13)])
        used.set_ydata(np.where(places <= terms, pairs.eigenvalues, np.nan))
        unused.set_ydata(np.where(places > terms, pairs.eigenvalues, np.nan))
        rest = 1 - float(pairs.eigenvalues[:terms].sum())
        return (
            f"ℓ = {readable(length_scale)}, N = {terms}: within ±2 the sum misses k(x,"
            f" {z:g}) by {rounding(float(np.abs(kernel - series)[near].max()))} at"
            f" worst; of the sum of all eigenvalues, which is 1, {rounding(rest)} is"
            " left out."
        )

    wide, narrow = (
        1 - np.cumsum(gaussian_pairs(length_scale, terms=30).eigenvalues)
        for length_scale in (1.0, 0.5)
    )
    missed = float(wide[2])
    needed = int(np.argmax(narrow <= missed)) + 1
    question = Question(
        f"At ℓ = 1 three terms leave out {missed:.3f} of the sum of all eigenvalues,"
        " which is 1. Now halve ℓ. How many terms does it take to leave out no more"
        " than that?",
        name="mercer_terms",
        number=(1, 30),
        unit="terms",
        right=needed,
        within=1,
        replies={
            (1, 2): "Narrower bumps are harder to make, so it takes more.",
            (3, 4): "For a narrower kernel the eigenvalues fall more slowly.",
            (9, 30): "A bump half as wide takes about twice as many terms.",
        },
        why=(
            "The sum has to make bumps that are half as wide, within the same measure."
            " Move ℓ to 0.5, and N."
        ),
    )
    return Lab(
        figure,
        update,
        together=("terms", "length_scale"),
        title="Mercer’s series, cut",
        question=question,
        handles={"terms": last, "length_scale": side, "z": peak},
        terms=slider(1, 30, start=3, step=1, label="terms N"),
        length_scale=log_slider(0.2, 3.0, start=1.0, label="ℓ"),
        z=slider(-3.0, 3.0, start=1.0, step=0.1, label="z"),
    )


def _equal_steps(n: int, reach: float) -> Array:
    """n points with equal steps in (0, reach]; their products have real powers."""
    return reach * np.arange(1, n + 1) / n


def _values(report: PSDReport) -> Array:
    """The eigenvalues, the largest first, with 0 for what is zero to rounding."""
    values = np.linalg.eigvalsh(report.K)[::-1]
    return np.where(np.abs(values) > report.tolerance, values, 0.0)


def _verdict(report: PSDReport) -> str:
    if report.witness is None:
        return "positive semidefinite."
    c = report.witness
    # c and −c are both witnesses: show the one whose largest entry is positive
    c = c * np.sign(c[np.flatnonzero(np.abs(c) > np.abs(c).max() - 1e-9)[0]])
    return (
        f"not PSD, for c = ({', '.join(map(_two, c))}) has cᵀKc ="
        f" {_two(float(c @ report.K @ c))}."
    )


def _signed_axes(
    ax: Axes, count: int, first: int = 1, low: float = FLOOR, high: float = 1e3
) -> list[LineCollection]:
    """Axes for numbers of either sign on a logarithmic scale: their size as the height,
    their sign as the colour. Returns the bars of positive, negative and zero numbers.
    """
    last = first + count
    plots.frame(ax, (first - 0.6, last - 0.4), (low, high), log="y")
    ax.set_xticks(np.arange(first, last))
    made = []
    for color, width in ((plots.FIT, 9), (plots.OTHER, 4), (plots.FAINT, 9)):
        style: Any = {"linewidths": width, "capstyle": "butt", "zorder": 2}
        made.append(LineCollection([], colors=color, **style))
        ax.add_collection(made[-1], autolim=False)
    names = (
        plots.label(ax, 0.02, 0.955, "positive", plots.FIT, "left", boxed=True),
        plots.label(ax, 0.54, 0.955, "negative (thin)", plots.OTHER, "center", True),
        plots.label(ax, 0.98, 0.955, "zero", plots.MUTED, "right", boxed=True),
    )
    for name in names:
        name.set_transform(ax.transAxes)
    return made


def _set_signed(signed: list[LineCollection], values: Array) -> None:
    """Set the bars of positive, negative and zero numbers; zeros are short and grey."""
    ax = signed[0].axes
    assert ax is not None
    (low, high), first = ax.get_ylim(), ax.get_xlim()[0] + 0.6
    heights = np.where(values == 0, low * (high / low) ** 0.04, np.abs(values))
    for bars, chosen in zip(signed, (values > 0, values < 0, values == 0), strict=True):
        places = np.flatnonzero(chosen)
        ends = ([(first + j, low), (first + j, heights[j])] for j in places)
        bars.set_segments([*ends])


def _two(value: float) -> str:
    """At most two decimals without a negative zero, or two significant figures."""
    if 0 < abs(value) < 0.005:
        return readable(value, 2)
    return minus(f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip("."))


def _signed(value: float) -> str:
    return f"{'−' if value < 0 else '+'} {abs(value):g}"
