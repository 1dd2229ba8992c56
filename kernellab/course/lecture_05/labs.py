"""Labs on eigenfunctions, power series and Bochner's theorem: the terms of Mercer's
series, two formulas whose series have negative terms, and a wave as a witness.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from scipy.special import binom

from askfirst import Lab, choice, log_slider, readable, rounding, slider
from kernellab import gaussian_pairs, gram, psd_report, spectral_density
from kernellab._arrays import Array
from kernellab.course import plots
from kernellab.course.shared import amounts
from kernellab.kernels import RBF, Box, Laplace, impostors

GRID = np.round(np.linspace(-2, 2, 41), 1)
FALL_LEVELS = (1e-12, 1e-6, 1e-4, 1e-2, 1.0)
FALL_COLORS = ("#ffffff", "#fde3cf", "#f6b48a", "#e58046", "#a63c00")
# Of the lab on a fractional degree
DEGREES = np.round(np.linspace(0.5, 6, 111), 2)
ORDERS = 9
# Of the lab on a wave as a witness
FUNCTIONS: dict[str, Any] = {"RBF": RBF, "Laplace": Laplace, "box": Box}
# Half of the box's step
AT_WIDTH = {"RBF": np.exp(-0.5), "Laplace": np.exp(-1.0), "box": 0.5}
ZERO_BEYOND = {"RBF": 7.0, "Laplace": 15.0, "box": 1.0}  # in widths
DIFFERENCES = np.linspace(-4, 4, 801)[:, None]
OMEGA = np.linspace(0, 12, 121)
# No multiple of the distance of two points is the width, so rounding does not decide
# where the box ends
POINTS_PER_WIDTH = 20.5


def mercer_terms() -> Lab:
    """The RBF kernel as Σ λⱼ eⱼ(x) eⱼ(z) under N(0, 1), cut after N terms."""
    x = np.linspace(-4, 4, 401)[:, None]
    places = np.arange(1, 31)
    near = np.abs(x.ravel()) <= 2
    figure, (bells, values_of) = plots.figure(2, ratios=(1.35, 1))
    plots.frame(bells, (-4, 4), (-0.5, 1.6), "x", "k(x, z) as a function of x")
    density = np.exp(-(x.ravel() ** 2) / 2) / np.sqrt(2 * np.pi)
    bells.fill_between(x.ravel(), 0, density, color=plots.BEYOND, linewidth=0, zorder=0)
    bells.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    plots.label(bells, -3.9, -0.12, "shaded: where the measure is", plots.MUTED)
    truth = plots.curve(bells, x, 0, plots.TRUTH, width=2.8)
    cut = plots.curve(bells, x, 0, plots.FIT)
    peak = plots.marks(bells, [0], [1], "D", "black", 6)
    side = plots.marks(bells, [0], [1], "o", plots.WIDTH, 7)
    named = ("RBF kernel", plots.TRUTH), ("N terms", plots.FIT)
    plots.key(bells, 3.95, 1.5, *named, align="right")
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
    return Lab(
        figure,
        update,
        title="Mercer’s series, cut",
        handles={"terms": last, "length_scale": side, "z": peak},
        terms=slider(1, 30, start=3, step=1, label="terms N"),
        length_scale=log_slider(0.2, 3.0, start=1.0, label="ℓ"),
        z=slider(-3.0, 3.0, start=1.0, step=0.1, label="z"),
    ).asks(
        f"At ℓ = 1 three terms leave out {missed:.3f} of the sum of all eigenvalues,"
        " which is 1. Now halve ℓ. How many terms does it take to leave out no more"
        " than that?",
        "The sum has to make bumps that are half as wide, within the same measure."
        " Move ℓ to 0.5, and N.",
        number=(1, 30),
        unit="terms",
        right=needed,
        within=1,
        replies={
            (1, 2): (
                "A narrower kernel needs waves that turn more often, so it takes more"
                " terms."
            ),
            (3, 4): "For a narrower kernel the eigenvalues fall more slowly.",
            (9, 30): "A bump half as wide takes about twice as many terms.",
        },
    )


def tanh_map() -> Lab:
    """How far tanh(axz + c) is from a kernel: a map over (a, c) on five points, and the
    eigenvalues at one place.
    """
    rest = np.linspace(-1, 1, 5)[:, None]
    figure, (plane, values_of) = plots.figure(2, ratios=(1.4, 1))
    figure.subplots_adjust(wspace=0.38)
    plane.set_title("negative eigenvalue, over the largest")
    plane.set(xlabel="a", ylabel="c", facecolor=plots.BEYOND)  # under the veil
    edge = 2 + (GRID[1] - GRID[0]) / 2
    look: Any = {"extent": (-edge, edge, -edge, edge), "origin": "lower"}
    look |= {"norm": BoundaryNorm((0, *FALL_LEVELS), len(FALL_COLORS))}
    shape, colors = (len(GRID), len(GRID)), ListedColormap(FALL_COLORS)
    half, image = (plots.image(plane, shape, colors, **look) for _ in range(2))
    legend = figure.colorbar(image, ax=plane, ticks=FALL_LEVELS, pad=0.03, aspect=32)
    names = ["rounding", "10⁻⁶", "10⁻⁴", "1 %", "100 %"]
    legend.ax.set_yticklabels(names, fontsize=plots.FONT)
    legend.ax.tick_params(which="both", length=0, labelcolor=plots.MUTED)
    legend.outline.set(edgecolor=plots.FAINT, linewidth=0.8)
    # No axis where it would cover the one column that is free of negative eigenvalues
    axes = [
        plane.plot(*ends, color="#767676", linewidth=0.8, zorder=1)[0]
        for ends in (([-edge, edge], [0, 0]), ([0, 0], [-edge, 0]))
    ]
    here = plots.marks(plane, [0], [0], "o", "white", 9, markeredgecolor="black")
    here.set_markeredgewidth(2)
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
        half.set_data(np.where(GRID < 0, depths(reach), np.nan))
        here.set_data([a], [c])
        report = psd_report(gram(impostors.Sigmoid(a, c), reach * rest))
        values = amounts.eigenvalues(report)
        largest = float(np.abs(values).max()) or 1.0
        _set_signed(signed, values / largest)
        shown = "no eigenvalue is negative."
        if report.witness is not None:
            fall = readable(-report.min_eigenvalue / largest, 2)
            shown = f"an eigenvalue of −{fall} times the largest, so no kernel."
        return (
            f"tanh({amounts.two_decimals(a)}·xz {'−' if c < 0 else '+'} {abs(c):g})"
            f" on five points up to {readable(reach)} from zero: {shown}"
        )

    return Lab(
        figure,
        update,
        title="The map of tanh",
        handles={("a", "c"): here},
        a=slider(-2.0, 2.0, start=-1.0, step=0.1, label="a"),
        c=slider(-2.0, 2.0, start=0.5, step=0.1, label="c"),
        reach=slider(0.1, 3.0, start=0.5, step=0.1, label="reach of the points"),
    ).asks(
        "For every a and c we take the table of tanh(a·xz + c) on five points between"
        " −0.5 and 0.5. The half with a > 0 is covered until you have answered. Where"
        " in the whole plane does the table have no negative eigenvalue?",
        "Wherever a is not zero, a coefficient of order 0, 1, 2 or 3 of the power"
        " series is negative. Where a is zero, the kernel is the constant tanh c.",
        "where a > 0 and c > 0 — The negative eigenvalues are small there, but they"
        " exist.",
        "where a > 0 — With c < 0 a single point refutes it: at zero it is tanh c.",
        "only where a = 0 and c ≥ 0",
        "nowhere — Nearly; but a constant that is not negative is a kernel.",
        veil=[image, *axes],
    )


def fractional_degree() -> Lab:
    """(1 + xz)^p for every p: the coefficients of its series, and the negative
    eigenvalue that a fractional p has.
    """
    figure, (series, depth) = plots.figure(2, ratios=(1, 1.35))
    orders = np.arange(ORDERS)
    series.set(xlabel="order j", title="coefficients of (1 + t)ᵖ: sign and size")
    signed = _signed_axes(series, ORDERS, first=0, low=1e-4, high=40)
    plots.frame(depth, (0.4, 6.1), (amounts.FLOOR, 1), "degree p", log="y")
    depth.set_title("negative eigenvalue, relative to the largest")
    below = plots.curve(depth, DEGREES, DEGREES, plots.OTHER)
    bar = plots.level(depth)
    bar_name = plots.label(depth, 0.45, 1, "tolerance n · ε", plots.TRUTH)
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
        here.set_data([degree], [2 * amounts.FLOOR if report.witness is None else fall])
        first = "no coefficient is negative"
        if (coefficients < 0).any():
            order = int(np.argmax(coefficients < 0))
            first = f"the coefficient of order {order} is negative"
        negative = "no negative eigenvalue above rounding"
        if report.witness is not None:
            negative = f"a negative eigenvalue of {readable(fall, 2)} times the largest"
        return (
            f"(1 + xz)ᵖ, p = {degree:g}: {first}; {n} points in equal steps from"
            f" {readable(reach / n)} to {readable(reach)} show {negative}."
        )

    return Lab(
        figure,
        update,
        title="A polynomial kernel of fractional degree",
        handles={"degree": here},
        degree=slider(0.5, 6.0, start=1.5, step=0.05, label="degree p"),
        n=slider(2, 9, start=5, step=1, label="points"),
        reach=log_slider(0.2, 5.0, start=1.0, label="reach of the points"),
    )


def _equal_steps(n: int, reach: float) -> Array:
    """n points with equal steps in (0, reach]; their products have real powers."""
    return reach * np.arange(1, n + 1) / n


def _signed_axes(
    ax: Axes, count: int, first: int = 1, low: float = amounts.FLOOR, high: float = 1e3
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


def wave_as_witness() -> Lab:
    """A function g(x − z), its spectral density, and what the wave cos ωx on many
    points finds of it.
    """
    figure, (functions, spectra) = plots.figure(2)
    title = "g, a wave, and their product (shaded)"
    plots.frame(functions, (-4, 4), (-1.15, 1.15), "difference x − z", title)
    functions.axhline(0, color=plots.FAINT, linewidth=0.8)
    area = plots.band(functions, DIFFERENCES, 0, 0, plots.TRUTH)
    wave = plots.curve(functions, DIFFERENCES, 0, plots.FAINT, width=1.6)
    g = plots.curve(functions, DIFFERENCES, 0, plots.TRUTH)
    side = plots.marks(functions, [0], [0], "o", plots.TRUTH, 6)
    spectra.axhspan(-0.4, 0, color=plots.BEYOND, zorder=0)
    title = "how much of each wave g holds"
    plots.frame(spectra, (0, 12), (-0.4, 1.1), "frequency ω", title)
    density = plots.curve(spectra, OMEGA, 0, plots.TRUTH)
    seen = plots.curve(spectra, OMEGA, 0, plots.OTHER, width=1.8)
    here = plots.marks(spectra, [0], [0], "D", "black", 6)
    plots.label(spectra, 11.8, 0.87, "S(ω), over S(0)", plots.TRUTH, align="right")
    plots.label(spectra, 11.8, 0.7, "what the wave finds", plots.OTHER, align="right")
    plots.label(spectra, 11.8, -0.34, "no kernel goes below zero", plots.MUTED, "right")

    @lru_cache(maxsize=64)
    def function_and_density(name: str, width: float) -> tuple[Array, Array]:
        k = FUNCTIONS[name](width)
        S = spectral_density(k, OMEGA, reach=ZERO_BEYOND[name] * width)
        return gram(k, DIFFERENCES, [[0.0]]).ravel(), S

    @lru_cache(maxsize=64)
    def quotients(name: str, width: float, stretch: float) -> Array:
        """cᵀKc/‖c‖² for waves c of all frequencies, times the spacing, over S(0)."""
        X = _points(width, stretch)
        waves = np.cos(X * OMEGA)
        K, S = gram(FUNCTIONS[name](width), X), function_and_density(name, width)[1]
        found = np.sum(waves * (K @ waves), axis=0) / np.sum(waves**2, axis=0)
        return np.asarray(found * width / POINTS_PER_WIDTH / S[0])

    def update(name: str, width: float, omega: float, stretch: float) -> str:
        heights, S = function_and_density(name, width)
        found = quotients(name, width, stretch)
        at = int(np.abs(OMEGA - omega).argmin())
        g.set_ydata(heights)
        side.set_data([width], [AT_WIDTH[name]])
        wave.set_ydata(np.cos(omega * DIFFERENCES))
        half = heights * np.cos(omega * DIFFERENCES.ravel()) / 2
        plots.set_band(area, DIFFERENCES, half, half)
        density.set_ydata(S / S[0])
        seen.set_ydata(found)
        here.set_data([omega], [found[at]])
        truth, value = float(S[at] / S[0]), float(found[at])
        verdict = "not negative"
        if value < -1e-3:
            verdict = "negative: the wave is a witness, and this is not a kernel"
        elif truth < -1e-3:
            verdict = "not negative on so short a stretch"
        return (
            f"{name}, width {readable(width)}, ω = {readable(omega)}: S(ω)/S(0) is"
            f" {truth:z.3f}; on {len(_points(width, stretch))} points between"
            f" ±{readable(stretch)} the wave finds {value:z.3f}, {verdict}."
        )

    first = float(OMEGA[np.argmax(quotients("box", 1.0, 5.0) < -1e-3)])
    return Lab(
        figure,
        update,
        together=("name", "omega"),
        title="A wave as a witness",
        handles={"omega": here, "width": side},
        name=choice(tuple(FUNCTIONS), "box", label="function g"),
        width=slider(0.5, 2.0, start=1.0, step=0.1, label="width"),
        omega=slider(0.0, 12.0, start=2.0, step=0.1, label="frequency ω"),
        stretch=slider(1.0, 10.0, start=5.0, step=0.5, label="points up to ±"),
    ).asks(
        "The box is 1 from −1 to 1, and 0 elsewhere. Waves of growing"
        f" frequency ω are tried as c, on {len(_points(1.0, 5.0))} points between ±5."
        " What is the lowest ω at which one finds cᵀKc < 0?",
        "From −1 to 1 a wave of frequency π makes one turn, and cancels. A slightly"
        " faster wave brings more of its negative part into the box at both ends,"
        f" so the integral is negative. Move ω to {first:g} to see it.",
        number=(0, 12),
        right=first,
        within=0.3,
        replies={
            (0, 1.5): "Up to ω = π/2 the wave stays above zero on the whole box.",
            (1.5, first): "There the wave makes less than one turn within the box.",
            (4.2, 4.8): "There it is lowest; the first negative one comes before.",
            (6.0, 6.6): "At 2π two turns within the box cancel. It is earlier.",
            (first, 12): "Earlier: count the turns that the wave makes from −1 to 1.",
        },
        veil=[density, seen],
    )


def _points(width: float, stretch: float) -> Array:
    """Points (n, 1) around zero in equal steps, up to ±stretch."""
    last = int(stretch * POINTS_PER_WIDTH / width)
    return np.arange(-last, last + 1, dtype=float)[:, None] * (width / POINTS_PER_WIDTH)
