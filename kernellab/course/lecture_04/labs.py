"""Labs on Gram matrices: what their eigenvalues say of the kernel."""

from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from askfirst import Lab, choice, log_slider, readable, slider
from kernellab import RBF, Kernel, gram, psd_report
from kernellab._arrays import Array, ArrayLike
from kernellab._tolerances import rounding_of_eigenvalues
from kernellab.course import plots
from kernellab.course.shared import amounts, stops
from kernellab.kernels import impostors
from kernellab.psd import PSDReport

RADIAL: dict[str, Kernel] = {
    "exp(−(x − z)²/2)": RBF(1.0),
    "1 − (x − z)²": impostors.Parabola(),
    "1 if |x − z| < 1": impostors.Box(1.0),
    "−|x − z|": impostors.NegativeDistance(),
}
LINE = np.linspace(-3, 3, 601)[:, None]
# Pale enough for numbers on it
PAPER = LinearSegmentedColormap.from_list("paper", ["#f2b48f", "#ffffff", "#9ccbe8"])
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
        look = "black", "center"
        places = [(j, i) for i, j in np.ndindex(3, 3)]
        self.entries = [plots.label(table, *at, "", *look) for at in places]
        ends = (-least, least)
        label = "dashes: x₁, x₂ alone"
        plots.frame(spectrum, (0.2, 3.8), ends, label, "eigenvalues", xticks=[1, 2, 3])
        self.bars = plots.stems(spectrum, [1, 2, 3], [0, 0, 0], plots.FIT)
        self.bars.set_linewidth(9)
        self.two = plots.marks(spectrum, [1.5, 2.5], [0, 0], "_", plots.MUTED, 13)
        self.heights = [plots.label(spectrum, j, 0, "", *look) for j in (1, 2, 3)]
        self.spectrum, self.least = spectrum, least

    def set(self, report: PSDReport) -> str:
        """Show the table of a report; return its eigenvalues and verdict in words."""
        self.cells.set_data(report.K)
        for text, entry in zip(self.entries, report.K.ravel(), strict=True):
            text.set_text(amounts.two_decimals(entry))
        values = amounts.eigenvalues(report)
        limit = plots.grow_limits(self.spectrum, values, self.least)
        plots.set_stems(self.bars, [1, 2, 3], values)
        self.two.set_ydata(np.linalg.eigvalsh(report.K[:2, :2])[::-1])
        self.bars.set_color([plots.OTHER if v < 0 else plots.FIT for v in values])
        for text, value in zip(self.heights, values, strict=True):
            text.set_text(amounts.two_decimals(value))
            text.set_y(value + (0.08 if value >= 0 else -0.08) * limit)
        shown = ", ".join(map(amounts.two_decimals, values))
        return f"eigenvalues {shown}; {_verdict(report)}"


def three_points() -> Lab:
    """Three points on a line, their functions k(·, xᵢ), Gram matrix and eigenvalues."""
    figure, (line, table, spectrum) = plots.figure(3, ratios=(1.45, 1, 0.8))
    plots.frame(line, (-3, 3), (-5.2, 1.5), "x", "k(x, xᵢ) for each of three points")
    line.set_yticks([-3, -2, -1, 0, 1])
    line.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    curves = [plots.curve(line, LINE, 0, color) for color in COLORS]
    marks = [plots.marks(line, [0], [-4.1], "o", color, 8) for color in COLORS]
    names = [
        plots.label(line, 0, height, f"x{sub}", color, align="center")
        for sub, color, height in zip("₁₂₃", COLORS, (-3.5, -3.5, -4.75), strict=True)
    ]
    shown = _Table(table, spectrum, 9)

    def update(kernel: str, x1: float, x2: float, x3: float) -> str:
        k, X = RADIAL[kernel], np.array([[x1], [x2], [x3]])
        report = psd_report(gram(k, X))
        columns = zip(gram(k, X, LINE), curves, marks, names, X.ravel(), strict=True)
        for f, curve, mark, name, x in columns:
            # The points are drawn below −3
            curve.set_ydata(np.where(f >= -3, f, np.nan))
            mark.set_xdata([x])
            name.set_x(x)
        first, second, third = map(amounts.two_decimals, (x1, x2, x3))
        return f"{kernel} on {first}, {second} and {third}: {shown.set(report)}"

    return Lab(
        figure,
        update,
        together=("kernel", "x2"),
        title="Three points and their Gram matrix",
        handles=dict(zip(("x1", "x2", "x3"), marks, strict=True)),
        kernel=choice(list(RADIAL), "1 − (x − z)²", label="k(x, z)"),
        x1=slider(-3.0, 3.0, start=0.0, step=0.1, label="x₁"),
        x2=slider(-3.0, 3.0, start=1.0, step=0.1, label="x₂"),
        x3=slider(-3.0, 3.0, start=0.5, step=0.1, label="x₃"),
    ).asks(
        "For k(x, z) = 1 − (x − z)² the points 0 and 1 have the identity as their"
        " table, so they have features. Where may a third point stand, so that all"
        " three have features?",
        "On three different points one eigenvalue is negative, wherever they stand."
        " Each pair can pass, and yet no three vectors have these inner products.",
        "anywhere — Two points more than √2 apart have no features, with or without a"
        " third.",
        "anywhere within √2 of both — Each pair passes there. Three points ask for"
        " more.",
        "anywhere between them — Each pair passes there. Look at all three"
        " eigenvalues.",
        "nowhere but on 0 or on 1 itself",
        "nowhere at all — A point that stands on another one has the same features.",
        veil=[shown.bars, *shown.heights],
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
        # Names stand outside the triangle, in the gap between the two limits
        for mark, name, x in zip(marks, names, X, strict=True):
            mark.set_data(x[:1], x[1:])
            outward = x - middle if np.any(x != middle) else np.array([0.0, 1.0])
            name.set_position(tuple(x + 0.15 * outward / np.linalg.norm(outward)))
        circle = f"the circle through them has the radius {readable(radius)}"
        if np.isinf(radius):
            circle = "no circle goes through them, for they lie on a line"
        places = zip("₁₂₃", X, strict=True)
        words = ", ".join(
            f"x{sub} = ({amounts.two_decimals(x)}, {amounts.two_decimals(y)})"
            for sub, (x, y) in places
        )
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
    return Lab(
        figure,
        update,
        together=tuple(controls),
        title="Three points in the plane",
        handles={(f"x{i}", f"y{i}"): mark for i, mark in enumerate(marks, start=1)},
        **controls,
    ).asks(
        "Three different points on a line never have features for 1 − (x − z)². Now"
        " they stand in a plane, and k(x, z) = 1 − ‖x − z‖². Two of them stand at"
        " x₁ = (−0.5, 0) and x₂ = (0.5, 0). Where may x₃ stand, so that all three have"
        " features?",
        "The smallest eigenvalue is zero where the circle through all three has the"
        " radius 1/√2, and positive where it is smaller. The two dash-dotted"
        " circles have this radius. Take x₃ across one of them.",
        "nowhere but on x₁ or on x₂ itself — So it is on a line. With x₃ = (0, 1) all"
        " eigenvalues are positive.",
        "anywhere off the line through them — Too far away it fails: points more than"
        " √2 apart have no features.",
        "anywhere within √2 of both — Each pair passes there. But close to the line"
        " the three fail.",
        "where the circle through all three is small enough",
        veil=[shown.bars, *shown.heights, through, *limits],
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
    X = np.sort(stops.of_the_course(X)[0], axis=0)
    n = len(X)
    figure, (picture, values_of) = plots.figure(2, ratios=(1, 1.9))
    picture.set(xlabel="column: car, slowest first", title="K, blue where k is 1")
    edges = (0.5, n + 0.5, n + 0.5, 0.5)
    few = colormaps["Blues"].resampled(11)  # a still keeps few colours
    cells = plots.image(picture, (n, n), few, 0, 1, extent=edges)
    ends, label = (0, n + 1), "eigenvalue number"
    plots.frame(values_of, ends, (amounts.FLOOR, 1e6), label, "eigenvalues", log="y")
    places = np.arange(1, n + 1)
    own = plots.marks(values_of, places, places, "o", plots.FIT, 4.5, zorder=3)
    lost = plots.marks(values_of, places, places, "o", plots.FAINT, 4.5, zorder=2)
    lifted = plots.curve(values_of, places, places, plots.OTHER)
    bar = plots.level(values_of)
    words = "tolerance n · ε · largest"
    bar_name = plots.label(values_of, 1, 1, words, plots.TRUTH)
    bar_name.set_verticalalignment("top")  # K + λI stays above the bar
    plots.label(values_of, 1, 1e3, "of K", plots.FIT)
    middle = n // 2 + 5  # there the two curves have parted
    lifted_name = plots.label(values_of, middle, 1, "of K + λI", plots.OTHER, "center")
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
        lost.set_ydata(np.where(clear, np.nan, 2 * amounts.FLOOR))
        above = np.where(clear, values, 0) + lam
        lifted.set_ydata(above)
        lifted_name.set_y(6 * float(above[middle - 1]))
        bar.set_ydata([tolerance, tolerance])
        bar_name.set_y(tolerance / 2)
        condition = (values[0] + lam) / (max(values[-1], 0.0) + lam)
        return (
            f"ℓ = {readable(length_scale)} mph: {int(clear.sum())} of {n}"
            f" eigenvalues are above rounding, the largest is"
            f" {readable(float(values[0]))}; with λ = {readable(lam)} added to each,"
            f" the largest is {readable(condition, 2)} times the smallest."
        )

    start, wide = (int((s > least).sum()) for _, s, least in (of(3.0), of(100.0)))
    speeds = len(np.unique(X))
    return Lab(
        figure,
        update,
        title="The spectrum of a Gram matrix",
        handles={"lam": plots.on_curve(lifted, -1)},
        length_scale=log_slider(0.3, 100.0, start=3.0, label="ℓ", unit="mph"),
        lam=log_slider(1e-12, 10, start=0.01, per_decade=5, label="λ"),
    ).asks(
        f"At ℓ = 3 mph {start} of the {n} eigenvalues are above rounding; there are"
        f" {speeds} different speeds. How many are above rounding at ℓ = 100 mph?",
        "The wider the kernel, the more alike its columns are: most eigenvalues"
        " fall below rounding, though they do not become zero. Move ℓ and see.",
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
            (wide, n): (
                "The eigenvalues fall more steeply, each a hundred times smaller than"
                " the one before, or more."
            ),
        },
    )


def _verdict(report: PSDReport) -> str:
    if report.witness is None:
        return "positive semidefinite."
    c = report.witness
    # c and −c are both witnesses: show the one whose largest entry is positive
    c = c * np.sign(c[np.flatnonzero(np.abs(c) > np.abs(c).max() - 1e-9)[0]])
    return (
        f"not PSD, for c = ({', '.join(map(amounts.two_decimals, c))}) has cᵀKc ="
        f" {amounts.two_decimals(float(c @ report.K @ c))}."
    )
