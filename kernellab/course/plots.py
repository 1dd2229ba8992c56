"""Pictures of the course: data and an Axes in, artists out.

The same thing has the same colour in every lecture, with a second cue beside it (a
marker, a dash), and the colours stay apart for colour-blind readers (the Okabe-Ito
palette).
"""

import colorsys
from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.ticker import LogLocator, MaxNLocator
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike

from askfirst import subscript, superscript
from askfirst.labs.panel import ABOVE, Panel
from askfirst.labs.panel import FONT as FONT
from askfirst.labs.panel import LINE as LEADING
from askfirst.labs.panel import MUTED as MUTED
from askfirst.labs.picture import Picture as Picture
from askfirst.labs.typeface import own_settings
from askfirst.words.course import current
from askfirst.words.palette import ROLES as OF_THE_ENGINE

ROLES = {**OF_THE_ENGINE, **current().roles}
DATA = ROLES["data"].day  # measured points: grey discs
FIT = ROLES["fit"].day  # the fit: blue, solid
OTHER = ROLES["other"].day  # another fit or class: vermilion, dashed
TRUTH = ROLES["truth"].day  # a known truth: green, dash-dotted
WEIGHTS = ROLES["weights"].day  # dual coefficients α: purple stems
TUBE = ROLES["tube"].day  # ε and the edges of its tube: ochre, thin
PENALTY = ROLES["penalty"].day  # λ: a violet disc
WIDTH = ROLES["width"].day  # ℓ: a teal bump or ring
# The colour of letters for each colour of a line
WORDS = {role.day: role.words for role in ROLES.values()}
HALO = "#ffffff"  # around points, to separate them
FAINT = "#b3b3b3"  # the background: grid lines, earlier states
BEYOND = "#e9ecef"  # where there are no data: a pale band

DASHES = {FIT: "-", OTHER: (0, (5, 2)), TRUTH: (0, (6, 2, 1, 2)), FAINT: (0, (1, 2))}
THICK, THIN = 1.7, 1.3  # line widths of the fit and of other curves, in points
# The largest numbers of intervals between ticks on the x-axis and on the y-axis, and of
# ticks on a logarithmic axis
ACROSS, UP, DECADES = 5, 4, 6


@own_settings()
def figure(
    panels: int = 1,
    width: float = 9.0,
    height: float = 3.6,
    ratios: ArrayLike | None = None,
    sharey: bool = False,
) -> tuple[Figure, Any]:
    """A figure with ``panels`` axes side by side, in the style of the course: (Figure,
    Axes or an array of Axes).

    ``width`` and ``height`` are in inches; ``ratios`` are the relative widths of the
    panels. With ``sharey`` the panels share the y-axis, with numbers at the left one.
    The margins are fixed, so that the axes of a lab do not move with its controls.

    >>> fig, (left, right) = figure(2)
    """
    grid = {"width_ratios": ratios} if ratios is not None else None
    seen = {"axes_class": Panel}
    fig = Figure(figsize=(width, height))
    axes = fig.subplots(1, panels, sharey=sharey, subplot_kw=seen, gridspec_kw=grid)
    fig.subplots_adjust(
        left=0.56 / width,
        right=1 - 0.2 / width,
        bottom=0.56 / height,
        top=1 - 0.34 / height,
        wspace=0.16 if sharey else 0.24,
    )
    for ax in np.atleast_1d(axes):
        for axis, steps in ((ax.xaxis, ACROSS), (ax.yaxis, UP)):
            round_numbers = MaxNLocator(steps, steps=[1, 2, 5, 10], min_n_ticks=3)
            axis.set_major_locator(round_numbers)
    return fig, axes


def panels(
    xlim: tuple[float, float],
    ylim: tuple[float, float],
    xlabel: str,
    ylabel: str,
    *titles: str,
) -> tuple[Figure, Any]:
    """Panels with the same axes side by side, one for each title: (Figure, an array of
    Axes).
    """
    fig, axes = figure(len(titles), sharey=True)
    for ax, title in zip(axes, titles, strict=True):
        frame(ax, xlim, ylim, xlabel, title)
    axes[0].set_ylabel(ylabel)
    return fig, axes


def frame(
    ax: Axes,
    xlim: tuple[float, float],
    ylim: tuple[float, float],
    xlabel: str = "",
    title: str = "",
    log: str = "",
    **properties: Any,
) -> None:
    """Set limits, labels and title; ``log`` names the logarithmic axes, as "xy"."""
    properties |= {f"{axis}scale": "log" for axis in log}
    properties |= {"xlabel": xlabel} if xlabel else {}
    properties |= {"title": title} if title else {}
    ax.set(xlim=xlim, ylim=ylim, **properties)
    for axis, name in ((ax.xaxis, "x"), (ax.yaxis, "y")):
        if name in log and f"{name}ticks" not in properties:
            axis.set_major_locator(LogLocator(numticks=DECADES))


def points(ax: Axes, X: ArrayLike, y: ArrayLike) -> Line2D:
    """Measured points, as grey discs in white halos; ``X`` is (n, 1) or (n,), ``y``
    (n,).
    """
    dots = marks(ax, X, y, "o", DATA, 5.2, zorder=1.5)
    dots.set_markerfacecolor((DATA, 0.8))
    return dots


def marks(
    ax: Axes,
    x: ArrayLike,
    y: ArrayLike,
    marker: str = "o",
    color: str = "black",
    size: float = 8,
    face: str | None = None,
    **properties: Any,
) -> Line2D:
    """Markers without a line, filled with ``face``, or with ``color`` in a halo."""
    if face is not None:
        properties["markerfacecolor"] = face
    elif marker in Line2D.filled_markers:
        halo = {"markeredgecolor": HALO, "markeredgewidth": 0.7}
        properties = halo | properties
    look = {"color": color, "markersize": size, "zorder": 4, **properties}
    return ax.plot(np.ravel(x), np.ravel(y), marker, **look)[0]


def classes(ax: Axes, points: ArrayLike, side: ArrayLike) -> None:
    """Points of two classes, (n, 2): discs where ``side`` is positive and squares where
    it is negative.
    """
    for sign, marker, color in ((1, "o", FIT), (-1, "s", OTHER)):
        chosen = np.asarray(points)[sign * np.asarray(side) > 0]
        ax.plot(*chosen.T, marker, color=color, markersize=5)


def in_the_plane(*sets: tuple[ArrayLike, ArrayLike]) -> Figure:
    """Points of two classes, (n, 2), and their sides: a panel for each such pair."""
    fig, axes = figure(len(sets), width=6.6)
    for ax, (points, side) in zip(np.atleast_1d(axes), sets, strict=True):
        classes(ax, points, side)
        frame(ax, (-1.3, 1.3), (-1.3, 1.3), "x₁", ylabel="x₂", aspect="equal")
    return fig


def two_borders(y: ArrayLike, cases: dict[str, tuple[Any, ...]]) -> Figure:
    """Points of two classes, of which some are ringed, and two straight borders, each
    with its w and b: a panel for each case.
    """
    fig, axes = figure(len(cases), 7.6, 4.0)
    for ax, (title, case) in zip(axes, cases.items(), strict=True):
        points, ringed, *borders = case
        for ((v1, v2), b), dash in zip(borders, ("--", "-"), strict=True):
            ax.axline((0, -b / v2), slope=-v1 / v2, linestyle=dash, color="black")
        classes(ax, points, y)
        x, height = points[ringed].T
        marks(ax, x, height, "o", "black", 9, "none", mew=1.1)
        frame(ax, (-3.5, 9.5), (-3.5, 9.5), "x₁", title)
        ax.set(ylabel="x₂", aspect="equal")
    label(axes[0], 1.6, 7.0, "dashed: nearest mean\nsolid: machine")
    return fig


def border(ax: Axes, phi: Callable[[Any], Any], w: ArrayLike) -> None:
    """Where phi(points) @ w is zero in the plane, for ``phi`` from (k, 2) to (k, m)."""
    line = np.linspace(-1.3, 1.3, 131)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    heights = np.reshape(phi(grid) @ w, (131, 131))
    ax.contour(line, line, heights, [0], colors=TRUTH, linewidths=THICK)


def blocks(ax: Axes, top: float, *named: tuple[str, ArrayLike], gap: int = 8) -> None:
    """Matrices side by side, one unit an entry, each below its name; a column is four
    units wide. Violet is positive and orange negative, relative to the entries' spread.
    """
    left = 0.0
    for name, entries in named:
        block = np.asarray(entries, dtype=float)
        block = block.reshape(len(block), -1) / np.std(block)
        right = left + max(block.shape[1], 4)
        extent = (left, right, top - len(block), top)
        ax.imshow(block, extent=extent, cmap="PuOr", vmin=-2, vmax=2)
        label(ax, left, top + 6, name)
        left = right + gap


def form(ax: Axes, K: ArrayLike, title: str) -> None:
    """Levels of cᵀKc over the plane of all c, for a symmetric K (2, 2); where it is
    negative the plane is vermilion.
    """
    c1, c2 = np.meshgrid(np.linspace(-2, 2, 201), np.linspace(-2, 2, 201))
    (a, b), (_, d) = np.asarray(K)
    values = a * c1**2 + 2 * b * c1 * c2 + d * c2**2
    ax.contourf(c1, c2, values, [-50, 0], colors=[OTHER], alpha=0.15)
    colors = [OTHER] * 2 + [FIT] * 4
    lines = ax.contour(c1, c2, values, [-3, -1, 0, 1, 3, 6], colors=colors)
    ax.clabel(lines)
    ax.set(xlabel="c₁", ylabel="c₂", aspect="equal", title=title)


def image(
    ax: Axes,
    shape: tuple[int, int],
    cmap: Any,
    low: float | None = None,
    high: float | None = None,
    **more: Any,
) -> AxesImage:
    """An image of zeros, (rows, columns), with colours from ``low`` to ``high``. The
    options of ``imshow`` in ``more``, such as ``norm``, may replace them.
    """
    style = {"aspect": "auto", "interpolation": "none", "zorder": 0, **more}
    return ax.imshow(np.zeros(shape), cmap=cmap, vmin=low, vmax=high, **style)


def level(ax: Axes, height: float = 1.0) -> Line2D:
    """A horizontal line for a reference value, green and dash-dotted."""
    return ax.axhline(height, color=TRUTH, linestyle=DASHES[TRUTH], zorder=2)


def curve(
    ax: Axes, x: ArrayLike, f: ArrayLike, color: str = FIT, width: float | None = None
) -> Line2D:
    """A function drawn over the points; ``f`` may be one number for all of them. The
    colour decides the dashes, and the line of the fit is thicker than others.
    """
    width = width or (THICK if color == FIT else THIN)
    dash = DASHES.get(color, "-")
    look: dict[str, Any] = {"linestyle": dash, "linewidth": width, "zorder": 3}
    return ax.plot(*_along(x, f), color=color, **look)[0]


def _along(*values: ArrayLike) -> tuple[np.ndarray, ...]:
    """Places and heights as vectors of one length, which one number fills."""
    return np.broadcast_arrays(*map(np.ravel, values))


def on_curve(line: Any, index: int) -> Callable[[], tuple[Axes, float, float]]:
    """The point of this index on a curve, or the end of this stem, for the ``handles``
    of a lab.
    """

    def place() -> tuple[Any, float, float]:
        stems = isinstance(line, LineCollection)
        x, y = line.get_segments()[index][1] if stems else line.get_xydata()[index]
        return line.axes, float(x), float(y)

    return place


def band(
    ax: Axes, x: ArrayLike, middle: ArrayLike, half: ArrayLike, color: str = FIT
) -> Polygon:
    """A pale band around a curve, ``half`` to either side; ``set_band`` moves it."""
    shape = ax.fill([], [], **tint(color), zorder=1)[0]
    set_band(shape, x, middle, half)
    return shape


def tint(color: str) -> dict[str, Any]:
    """The style of an area in a shade of a colour: the same hue, but lighter and more
    saturated than the colour of a line.
    """
    hue, lightness, saturation = colorsys.rgb_to_hls(*to_rgb(color))
    face = colorsys.hls_to_rgb(hue, max(lightness, 0.48), max(saturation, 0.8))
    return {"facecolor": face, "alpha": 0.2, "linewidth": 0}


def set_band(shape: Polygon, x: ArrayLike, middle: ArrayLike, half: ArrayLike) -> None:
    """Give the band another middle and another width."""
    x, middle, half = _along(x, middle, half)
    edges = np.concatenate([middle + half, (middle - half)[::-1]])
    shape.set_xy(np.column_stack([np.concatenate([x, x[::-1]]), edges]))


@own_settings()
def stems(
    ax: Axes, X: ArrayLike, heights: ArrayLike, color: str = WEIGHTS
) -> LineCollection:
    """One thin bar a point, from zero to its height; ``set_stems`` moves them."""
    ax.axhline(0, color=FAINT, linewidth=0.8, zorder=1)
    bars = LineCollection([], colors=color, linewidths=2.2, zorder=2)
    ax.add_collection(bars, autolim=False)
    set_stems(bars, X, heights)
    return bars


def set_stems(bars: LineCollection, X: ArrayLike, heights: ArrayLike) -> None:
    """Give the stems new heights."""
    x, top = _along(X, heights)
    ends = np.transpose([[x, x], [0 * top, top]])
    if len(bars.get_paths()) != len(ends):
        bars.set_segments([*ends])
    for path, each in zip(bars.get_paths(), ends, strict=True):
        corners: Any = path.vertices
        corners[:] = each  # ten times faster than making paths
    bars.stale = True


def grow_limits(ax: Axes, heights: ArrayLike, least: float) -> float:
    """Set the limits of y to ± ``least``, doubled until the heights fill at most 85 %
    of them, which leaves room for labels; return the limit.
    """
    limit = least
    while np.abs(heights).max() > 0.85 * limit:
        limit *= 2
    if ax.get_ylim() != (-limit, limit):  # setting limits redraws the axes
        ax.set_ylim(-limit, limit)
    return limit


def label(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    color: str = DATA,
    align: str = "left",
    boxed: bool = False,
) -> Text:
    """A label in the colour of the labelled object; ``boxed`` draws it on white, so
    that no line crosses it.
    """
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0} if boxed else None
    return ax.text(x, y, text, bbox=box, **_lettering(color, align))


def _lettering(color: str, align: str) -> dict[str, Any]:
    shade = WORDS.get(color, color)
    return {"color": shade, "fontsize": FONT, "ha": align, "va": "center", "zorder": 4}


def above(ax: Axes, text: str) -> Text:
    """Words above the axes, at the right end."""
    figure: Any = ax.get_figure(root=True)
    up = ScaledTranslation(0, ABOVE / 72, figure.dpi_scale_trans)
    at = ax.transAxes + up
    return ax.text(1, 1, text, transform=at, color=MUTED, fontsize=FONT, ha="right")


def key(
    ax: Axes, x: float, y: float, *lines: tuple[str, str], align: str = "left"
) -> list[Text]:
    """A legend: pairs of words and colours, one a line, the first line at (x, y). The
    lines do not overlap where a narrow page enlarges their letters.
    """
    figure: Any = ax.get_figure(root=True)
    words = [label(ax, x, y, text, color, align) for text, color in lines]
    for i, line in enumerate(words):
        down = ScaledTranslation(0, -i * LEADING / 72, figure.dpi_scale_trans)
        line.set_transform(ax.transData + down)
    return words


def note(
    ax: Axes,
    text: str,
    at: tuple[float, float],
    place: tuple[float, float],
    color: str = DATA,
    align: str = "left",
) -> Annotation:
    """An annotation: words at ``place``, and a line from them to the point ``at``."""
    line = {"arrowstyle": "-", "color": color, "linewidth": 0.8}
    line |= {"shrinkA": 2, "shrinkB": 3}
    return ax.annotate(text, at, place, arrowprops=line, **_lettering(color, align))


def shrinkage(
    X: ArrayLike,
    y: ArrayLike,
    U: ArrayLike,
    s: ArrayLike,
    which: tuple[int, ...],
    lams: tuple[float, ...],
) -> Figure:
    """What ridge regression shrinks: three of the eigenvectors ``U`` (n, n) over the
    speeds ``X``, numbered from one; for as many directions as there are speeds the
    shares s/(s + λ) that it keeps, for three λ, each with its degrees of freedom; and
    how much of ``y`` lies in them, with the root mean square from the last of the
    three on.
    """
    fig, (left, middle, right) = figure(3)
    x, columns, s = np.ravel(X), np.asarray(U), np.ravel(s)
    for j, color in zip(which, (FIT, OTHER, TRUTH), strict=True):
        u = columns[:, j] * np.sign(columns[np.abs(columns[:, j]).argmax(), j])
        curve(left, x, u, color, THIN)
        label(left, x[u.argmax()], 1.12 * u.max(), f"u{j + 1}", color, "center", True)
    left.set_ylim(-1.2 * np.abs(columns[:, which]).max(), None)
    left.margins(y=0.15)
    left.set(xlabel="speed (mph)", title="three eigenvectors")
    m = len(np.unique(x))  # all further eigenvalues are zero
    number = np.arange(1, m + 1)
    for i, (lam, color) in enumerate(zip(lams, (TRUTH, FIT, OTHER), strict=True)):
        kept = s / (s + lam)
        curve(middle, number, kept[:m], color)
        words = f"λ = {lam:g}: Σ {kept.sum():.1f}"
        label(middle, m, 0.94 - 0.1 * i, words, color, "right", True)
    middle.set(ylim=(0, 1.05), title="share kept, s/(s + λ)", xlabel="direction")
    parts = np.abs(columns.T @ np.ravel(y))
    marks(right, number, parts[:m], "o", DATA, 4)
    later = np.sqrt(np.mean(parts[which[-1] : m] ** 2))
    curve(right, [which[-1] + 1, m], [later, later], TRUTH)
    words = f"from u{which[-1] + 1} on\nabout {later:.0f} ft"
    label(right, 12, later + 45, words, TRUTH)
    right.set(title="part of y in it (ft)", xlabel="direction", ylim=(0, None))
    return fig


def projection() -> Figure:
    """The span of the columns of Φ as a floor, the vector y above it, the foot Φw of
    its perpendicular, and another point Φ(w + h), which is farther away.
    """
    zero, foot, other, y = np.array([(1.6, 0.5), (5.6, 1.1), (8.0, 0.6), (5.6, 3.4)])
    fig, ax = _floor(zero, (y, DATA), (foot, FIT))
    curve(ax, [y[0], foot[0]], [y[1], foot[1]], OTHER)
    for start in (y, foot):
        ax.plot(*np.transpose([start, other]), color=MUTED, linewidth=0.9)
    along, up = 0.13 * (other - foot), np.array([0, 0.3])
    ax.plot(*np.transpose([foot + up, foot + up + along, foot + along]), color=DATA)
    across, high = np.transpose([foot, other, zero])
    marks(ax, across, high, "o", FIT, 5)
    label(ax, 5.5, 3.6, "y", DATA, "right")
    label(ax, 5.5, 0.75, "Φw", FIT, "center")
    label(ax, 8.2, 0.6, "Φ(w + h)", MUTED)
    label(ax, 5.7, 1.6, "y − Φw", OTHER)
    label(ax, 6.8, 0.6, "Φh", MUTED, "center")
    label(ax, 10.7, 1.6, "all Φw", FIT, "right")
    return fig


def two_parts_of_w() -> Figure:
    """The span of two feature vectors as a floor, weights w above it, and their parts
    in the span and orthogonal to it.
    """
    zero, foot, w = np.array([(1.6, 0.5), (6.4, 1.0), (6.4, 3.4)])
    one, two = np.array([(5.0, 0.3), (4.3, 1.5)])
    fig, ax = _floor(zero, (one, DATA), (two, DATA), (foot, FIT), (w, DATA))
    curve(ax, [w[0], foot[0]], [w[1], foot[1]], OTHER)
    along, up = 0.05 * (foot - zero), np.array([0, 0.25])
    ax.plot(*np.transpose([foot + up, foot + up - along, foot - along]), color=DATA)
    label(ax, 5.1, 0.2, "φ(x₁)", DATA)
    label(ax, 4.4, 1.5, "φ(x₂)", DATA)
    label(ax, 6.6, 0.9, "w∥", FIT)
    label(ax, 6.6, 2.2, "w⊥", OTHER)
    label(ax, 6.6, 3.4, "w", DATA)
    label(ax, 10.7, 1.55, "the span", FIT, "right")
    return fig


def _floor(zero: Any, *arrows: tuple[Any, str]) -> tuple[Figure, Axes]:
    """A floor seen from above, and arrows in some colours from ``zero`` on it."""
    fig, ax = figure(width=5.4, height=2.7)
    ax.fill([0, 8.6, 11, 2.4], [0, 0, 1.8, 1.8], **tint(FIT))
    for end, color in arrows:
        look = {"arrowstyle": "-|>", "color": color, "linewidth": THICK, "shrinkB": 0}
        ax.annotate("", end, zero, arrowprops={**look, "shrinkA": 0})
    label(ax, 1.5, 0.25, "0", DATA, "center")
    ax.set(xlim=(-0.2, 11.2), ylim=(-0.2, 3.9))
    ax.set_axis_off()
    return fig, ax


def fitted_maps(
    X: ArrayLike,
    y: ArrayLike,
    maps: dict[str, Callable[[Any], Any]],
    weights: dict[str, ArrayLike],
) -> Figure:
    """Fits with maps, by name, of speeds (n, 1) to features (n, m), and their weights:
    a panel each, with the features times their weights below their sum, the fit.
    """
    fig, axes = figure(len(maps), height=3.4, sharey=True)
    speeds, feet = np.asarray(X), np.ravel(y)
    road = np.linspace(0, 50, 501)[:, None]
    for ax, (name, phi) in zip(axes, maps.items(), strict=True):
        w = np.asarray(weights[name])
        points(ax, speeds, feet).set_markersize(3.5)
        ax.plot(road, phi(road) * w, color=FAINT, linewidth=1.0)
        curve(ax, road, phi(road) @ w)
        error = np.sqrt(np.mean((feet - phi(speeds) @ w) ** 2))
        frame(ax, (0, 50), (-85, 165), "speed (mph)", name)
        label(ax, 3, 150, f"error {error:.1f} ft", FIT, boxed=True)
    key(axes[-1], 3, -35, ("weighted features", MUTED), ("their sum, the fit", FIT))
    axes[0].set_ylabel("distance (ft)")
    return fig


def sum_of_bumps(X: ArrayLike, y: ArrayLike, x: ArrayLike, bumps: ArrayLike) -> Figure:
    """The bumps of an expansion, each a column of ``bumps`` over the speeds ``x``, and
    their sum, the fit.
    """
    fig, ax = figure(width=7)
    ax.plot(np.ravel(x), bumps, color=WEIGHTS, linewidth=0.8)
    curve(ax, x, np.sum(bumps, axis=1))
    points(ax, X, y)
    note(ax, "the fit: all bumps, added up", (22.5, 45), (3, 118), FIT)
    one = r"62 bumps $\alpha_i k(x_i, x)$"
    note(ax, one, (37.5, 39), (49.5, -24), WEIGHTS, "right")
    frame(ax, (0, 50), (-40, 150), "speed (mph)", ylabel="distance (ft)")
    return fig


def moved_target(
    X: ArrayLike, y: ArrayLike, moved: ArrayLike, f: Any, again: Any
) -> Figure:
    """The fit ``f`` to all cars, and the fit ``again`` where the last car has been
    moved, from its distance in ``y`` to that in ``moved``.
    """
    fig, ax = figure(width=7)
    points(ax, X, y)
    road = np.linspace(15, 50, 351)[:, None]
    curve(ax, road, f(road))
    curve(ax, road, again(road), OTHER)
    speed = np.ravel(X)[-1]
    start, end = (speed, np.ravel(y)[-1]), (speed, np.ravel(moved)[-1])
    arrow = {"arrowstyle": "->", "color": TRUTH, "linewidth": THIN}
    ax.annotate("", end, start, arrowprops=arrow, zorder=5)
    marks(ax, [speed], [end[1]], "o", TRUTH, 6)
    at = float(np.ravel(f([[38.0]]))[0])
    note(ax, "fitted to all 62 cars", (38, at), (31, 130), FIT, "right")
    at = float(np.ravel(again([[43.0]]))[0])
    words = "without the last car, or with it moved"
    note(ax, words, (43, at), (40, 12), OTHER, "right")
    frame(ax, (15, 50), (-5, 150), "speed (mph)", ylabel="distance (ft)")
    return fig


def landmarks(X: ArrayLike, y: ArrayLike, f: Any) -> Figure:
    """φ(x), its projection onto the span of the landmarks and what is lost; beside it
    the points and the expansion ``f``, with each of its bumps αⱼ k(zⱼ, x).
    """
    fig, (left, right) = figure(2)
    left.set(xlim=(0.9, 7.2), ylim=(-0.4, 3.7), frame_on=False, xticks=(), yticks=())
    left.fill([0.9, 5, 7, 2.9], [0, 0, 1.8, 1.8], **tint(TRUTH))
    for end, color in (((4.4, 3.3), DATA), ((4.4, 1.1), FIT)):
        arrow = {"arrowstyle": "->", "color": color}
        left.annotate("", end, (2.2, 0.6), arrowprops=arrow)
    curve(left, [4.4, 4.4], [1.1, 3.3], OTHER)
    curve(left, [4.1, 4.1, 4.4], [1.0, 1.3, 1.38], OTHER, 0.9)
    label(left, 3.1, 2.3, "φ(x)", align="right")
    label(left, 3.1, 0.42, "Σⱼ cⱼ φ(zⱼ)", FIT)
    label(left, 4.6, 2.3, "what is lost", OTHER)
    label(left, 1.3, -0.3, "span of the landmarks", TRUTH)
    points(right, X, y)
    x = np.linspace(2, 42, 321)[:, None]
    for z, alpha in zip(f.points, f.alpha, strict=True):
        curve(right, x, alpha * f.kernel.pairwise(x, z[None, :]).ravel(), OTHER, 0.9)
    curve(right, x, f(x))
    marks(right, f.points, 0 * np.asarray(f.points) - 9, "D", "black", 5)
    label(right, 3, 112, "the fit, a sum", FIT)
    label(right, 3, 99, "of bumps, one on", OTHER)
    label(right, 3, 86, "each landmark ◆")
    frame(right, (2, 42), (-16, 125), "speed (mph)", ylabel="distance (ft)")
    return fig


def beside_exact(
    X: ArrayLike,
    y: ArrayLike,
    x: ArrayLike,
    exact: ArrayLike,
    few: ArrayLike,
    landmarks: ArrayLike,
) -> Figure:
    """The exact fit and the fit with a few ``landmarks`` over the speeds ``x``."""
    fig, ax = figure(width=7)
    points(ax, X, y)
    curve(ax, x, exact, OTHER)
    curve(ax, x, few, FIT)
    marks(ax, landmarks, 0 * np.asarray(landmarks) - 9, "D", "black", 5)
    label(ax, 14, -9, "◆ landmarks")
    at = float(np.interp(34, np.ravel(x), np.ravel(exact)))
    note(ax, "exact", (34, at), (36, 42), OTHER)
    note(ax, "by slow landmarks", (27, 0), (30, 22), FIT)
    frame(ax, (3, 41), (-16, 150), "speed (mph)", ylabel="distance (ft)")
    return fig


def some_or_all(
    exact: ArrayLike, few: ArrayLike, more: ArrayLike, cubic: ArrayLike
) -> Figure:
    """Errors of exact fits to 250, 500, 1000 and 2000 points, of 250 and 600 landmarks
    on 2000 points and more, and of a cubic on ten thousand and more, up to a million.
    """
    fig, ax = figure(width=7)
    many = [1e4, 3e4, 1e5, 1e6]
    ax.plot([250, 500, 1000, 2000], exact, "s--", color=OTHER, markersize=9)
    ax.plot([2000, *many], few, "o-", color=FIT)
    ax.plot([2000, *many[:3]], more, "D:", color="black", markersize=4)
    ax.plot(many, cubic, "^:", color=TRUTH)
    label(ax, 1.5e5, 1.0, "the cubic", TRUTH)
    label(ax, 250, 2.1, "exact", OTHER)
    label(ax, 1.9e6, 0.33, "250 landmarks", FIT, "right")
    label(ax, 7e4, 0.27, "600 landmarks", align="right")
    frame(ax, (150, 2e6), (0.15, 6), "points", log="xy")
    ax.minorticks_off()
    ax.set(yticks=[0.2, 0.5, 1, 2, 5], yticklabels=[0.2, 0.5, 1, 2, 5])
    ax.set(ylabel="distance from the truth (ft)")
    return fig


def costs(found: dict[str, tuple[list[int], ArrayLike, ArrayLike]]) -> Figure:
    """What it costs to keep few points: of each kernel the limits, the costs in feet
    beside ridge regression with all points, and their standard errors.
    """
    fig, ax = figure(width=6.4, height=3.4)
    ax.axhline(0, color=DATA, linewidth=1)
    label(ax, 21, -0.6, "ridge, same kernel, all cars", DATA, align="right")
    for (name, (limits, cost, bar)), color in zip(
        found.items(), (FIT, OTHER), strict=True
    ):
        curve(ax, limits, cost, color)
        ax.errorbar(limits, cost, bar, fmt="o", color=color, capsize=3)
        label(ax, limits[-1], np.ravel(cost)[-1] + 0.8, name, color, align="left")
    frame(ax, (1.8, 22), (-1, 5.2), "at most this many cars kept", log="x")
    ticks = max((each[0] for each in found.values()), key=len)
    ax.minorticks_off()
    ax.set(xticks=ticks, xticklabels=ticks, ylabel="cost (ft)")
    return fig


def several_fits(
    X: ArrayLike,
    y: ArrayLike,
    fits: dict[str, Any],
    chosen: str,
    at: tuple[float, float],
    share: float,
) -> Figure:
    """The curves of up to four fitted models by name, in dashes of their own, one bold.
    Around it lies a band, ``share`` feet wide to either side for each mph; upright
    lines and the numbers of the band stand at two speeds ``at``.
    """
    fig, ax = figure(width=7)
    points(ax, X, y)
    road = np.linspace(0, 50, 251)[:, None]
    curves = {name: model.predict(road) for name, model in fits.items()}
    dashes, top = iter(("-", ":", "--")), -np.inf
    for name, f in sorted(curves.items(), key=lambda each: each[1][-1]):
        color = FIT if name == chosen else OTHER
        line = curve(ax, road, f, color)
        line.set(linestyle="-" if name == chosen else next(dashes))
        top = max(top + 18, f[-1])  # no label lies on another
        label(ax, 50.6, top, name, color)
    band(ax, road, curves[chosen], share * road.ravel())
    for x, left in zip(at, (8, 14), strict=True):
        ax.axvline(x, color=TRUTH, linewidth=1, linestyle=":", zorder=1)
        here = fits[chosen].predict([[x]])[0]
        says = f"{x} mph: {here:.0f} ft ± {share * x:.0f} ft"
        note(ax, says, (x, here), (left, here + 25), FIT)
    frame(ax, (0, 62), (-5, 205), "speed (mph)", ylabel="distance (ft)")
    ax.set_xticks(range(0, 51, 10))
    return fig


def stacked_and_paired(
    one: list[tuple[int, int]], two: list[tuple[int, int]]
) -> Figure:
    """Two lists of monomials, by their exponents, stacked as for a sum of kernels and
    paired as for a product; what is there already is pale.
    """
    fig, (left, right) = figure(2, 8, 3.2, (1, 1.6))

    def box(ax: Axes, x: float, y: float, powers: Any, color: str, seen: set) -> None:
        pale = powers in seen
        seen.add(powers)
        face = (HALO, 1.0) if pale else (color, 0.2)
        ax.add_patch(Rectangle((x, y), 1, 0.9, facecolor=face, edgecolor=FAINT))
        shade = MUTED if pale else "black"
        label(ax, x + 0.5, y + 0.45, monomial(powers), shade, "center")

    seen: set = set()
    for i, powers in enumerate([*one, *two]):
        box(left, 0, -i, powers, FIT if i < len(one) else OTHER, seen)
    half = (len(one) - 1) / 2
    label(left, -0.15, 0.45 - half, "of $k_1$", FIT, "right")
    label(left, -0.15, 0.95 - len(one) - len(two) / 2, "of $k_2$", OTHER, "right")
    seen = set()
    for j, other in enumerate(two):
        for i, powers in enumerate(one):
            pair = powers[0] + other[0], powers[1] + other[1]
            box(right, i, -1.2 * j, pair, TRUTH, seen)
        label(right, -0.15, 0.45 - 1.2 * j, monomial(other), OTHER, "right")
    for i, powers in enumerate(one):
        label(right, i + 0.5, 1.25, monomial(powers), FIT, "center")
    left.set(xlim=(-1.2, 1.4), ylim=(0.9 - len(one) - len(two), 1.2), title="the sum")
    right.set(xlim=(-0.7, len(one) + 0.1), ylim=(-3, 3), title="the product")
    for ax in (left, right):
        ax.set_axis_off()
    return fig


def tree(root: tuple[str, str, list[Any]]) -> Figure:
    """A tree of rules, drawn from its root down: of each function its formula, the rule
    that makes it, and the same of its parts.
    """
    fig, ax = figure(width=8, height=4.6)
    leaves, depth = 0.0, 0

    def place(node: tuple[str, str, list[Any]], level: int) -> float:
        nonlocal leaves, depth
        formula, rule, parts = node
        depth = max(depth, level)
        below = [place(part, level + 1) for part in parts]
        if not below:
            leaves += 1
        x = sum(below) / len(below) if below else leaves - 1
        for end in below:
            ax.plot([x, end], [-level - 0.5, -level - 0.78], color=FAINT, zorder=0)
        color = FIT if parts else TRUTH
        label(ax, x, -level, formula, "black", "center").set_fontsize(FONT + 2)
        label(ax, x, -level - 0.36, rule, color, "center")
        return x

    place(root, 0)
    ax.set(xlim=(-0.7, leaves - 0.3), ylim=(-depth - 0.5, 0.4))
    ax.set_axis_off()
    return fig


def wound() -> Figure:
    """Three years on a line, and the circle around which they are wound: two dates, and
    the chord between them.
    """
    fig, (line, circle) = figure(2, 8, 2.6, (1.7, 1))
    months = np.arange(0, 3, 1 / 12)
    marks(line, months, 0 * months, "|", FAINT, 8)
    marks(line, [0.1, 1.1, 2.1], [0, 0, 0], "o", FIT, 8)
    marks(line, [0.4], [0], "s", OTHER, 8)
    for year in range(3):
        label(line, year + 0.1, 0.25, ("x", "x + 1", "x + 2")[year], FIT, "center")
    label(line, 0.4, 0.25, "z", OTHER, "center")
    frame(line, (-0.1, 3), (-1, 1), "time (years)", "three years on the line")
    line.set_yticks([])
    turn = 2 * np.pi * np.linspace(0, 1, 121)
    curve(circle, np.cos(turn), np.sin(turn), FAINT)
    ends = 2 * np.pi * np.array([0.1, 0.4])
    across, up = np.cos(ends), np.sin(ends)
    circle.plot(across, up, color="black", linewidth=THICK)
    for i, (name, shape, color) in enumerate(
        (("x, x + 1, x + 2", "o", FIT), ("z", "s", OTHER))
    ):
        marks(circle, across[i : i + 1], up[i : i + 1], shape, color, 8)
        label(circle, 1.2 * across[i], 1.2 * up[i], name, color, ("left", "right")[i])
    circle.set(xlim=(-1.5, 2.3), ylim=(-1.2, 1.2), title="one turn a year")
    circle.set_aspect("equal")
    circle.set_axis_off()
    return fig


def two_parts(
    years: ArrayLike, measured: ArrayLike, trend: ArrayLike, season: ArrayLike
) -> Figure:
    """Monthly values and the two curves into which a fit takes them apart: the trend
    over all years, and the season over the last ten.
    """
    fig, (whole, last) = figure(2, 8, 3.0, (1.3, 1))
    times = np.ravel(years)
    points(whole, times, measured).set_markersize(2.5)
    curve(whole, times, trend, OTHER)
    label(whole, times[0] + 2, np.max(measured) - 4, "the trend, with b", OTHER)
    whole.set(xlabel="year", ylabel="CO₂ (ppm)")
    late = times > times[-1] - 10
    last.axhline(0, color=FAINT, linewidth=0.8)
    swing = curve(last, times[late], np.ravel(season)[late], TRUTH)
    swing.set_linestyle("-")  # dashes would be as long as its waves
    last.set(xlabel="year", title="the season alone (ppm)", ylim=(-5, 5))
    return fig


def years_ahead(
    years: ArrayLike,
    measured: ArrayLike,
    forecast: ArrayLike,
    ahead: ArrayLike,
    errors: dict[int, list[float]],
    guess: float,
) -> Figure:
    """Monthly values with the forecast from the last of the years in ``errors``, and by
    first hidden year the error over so many years ``ahead``, with a guess.
    """
    fig, (whole, ax) = figure(2, 8, 3.4)
    dates, values, f = np.ravel(years), np.ravel(measured), np.ravel(forecast)
    cut = max(errors)
    hidden = dates >= cut
    whole.axvspan(cut, dates[-1] + 1, color=BEYOND, zorder=0)
    points(whole, dates, values).set_markersize(2.5)
    curve(whole, dates[hidden], f[hidden], FIT, THIN)
    label(whole, dates[0] + 2, values.max() - 6, f"the forecast from {cut}", FIT)
    label(whole, cut + 1, values.min() + 1, "hidden", MUTED)
    whole.set(xlabel="year", ylabel="CO₂ (ppm)", xlim=(dates[0] - 1, dates[-1] + 1))
    times = np.ravel(ahead)
    level(ax, 1)
    ax.axvline(guess, ymax=0.91, color=MUTED, linewidth=0.8)
    label(ax, np.clip(guess, 2, 11), 3.22, f"your guess: {guess:g}", MUTED, "center")
    height = -1.0
    colors = dict(zip(errors, (OTHER, MUTED, "black", FIT), strict=True))
    for year, line in sorted(errors.items(), key=lambda each: each[1][-1]):
        curve(ax, times, line, colors[year])
        height = max(height + 0.2, line[-1] - 0.05)
        label(ax, times[-1] + 0.2, height, str(year), colors[year])
    frame(
        ax, (0, times[-1] + 1.9), (0, 3.4), "years ahead", "error so far (ppm), by cut"
    )
    return fig


def monomial(powers: tuple[int, ...]) -> str:
    """A product of powers of x₁, x₂, … in letters, as x₁²x₃."""
    named = ((f"x{subscript(i)}", power) for i, power in enumerate(powers, start=1))
    return "".join(x + superscript(p) * (p > 1) for x, p in named if p) or "1"


def levels(
    ax: Axes, x: ArrayLike, y: ArrayLike, heights: ArrayLike, at: Any = 8
) -> None:
    """Lines of equal height of a surface, (rows, columns) over the grid (x, y), each
    with its height on white, so that no point lies under a number: at these heights,
    or about so many.
    """
    look: dict[str, Any] = {"colors": FIT, "linewidths": THIN, "linestyles": "solid"}
    lines = ax.contour(x, y, heights, at, **look)
    for number in ax.clabel(lines, fontsize=FONT, fmt="%g"):
        number.set(bbox={"facecolor": "white", "edgecolor": "none", "pad": 1}, zorder=4)


def draws(ax: Axes, x: ArrayLike, curves: ArrayLike, *colors: str) -> None:
    """Random curves (n, draws), thin, in these colours or in four in turn."""
    each = cycle(colors or (FIT, OTHER, TRUTH, WEIGHTS))
    for drawn, color in zip(np.transpose(curves), each, strict=False):
        ax.plot(np.ravel(x), drawn, color=color, linewidth=1.0)


def priors(
    x: ArrayLike, tables: dict[str, Any], curves: ArrayLike, X: ArrayLike, y: ArrayLike
) -> Figure:
    """For each named prior over places ``x`` its table of covariances as a map, and
    below it curves drawn from it, (priors, places, draws), over the points (X, y).
    """
    fig, low = figure(len(tables), height=5.6, sharey=True)
    fig.subplots_adjust(top=0.44)
    places = np.ravel(x)
    ends = (places[0], places[-1])
    columns = zip(low, tables.items(), np.asarray(curves), strict=True)
    for below, (name, K), drawn in columns:
        box = below.get_position()
        above = fig.add_axes((box.x0, 0.56, box.width, 0.34), axes_class=Panel)
        blue: dict[str, Any] = {"origin": "lower", "cmap": "Blues"}
        above.imshow(K, vmin=0, extent=ends * 2, **blue)
        above.grid(visible=False)
        above.set_anchor("W")
        shades = f"{name}; white 0, darkest {np.sqrt(np.max(K)):.0f}² ft²"
        frame(above, ends, ends, "x", shades, ylabel="z")
        for axis in (above.xaxis, above.yaxis):
            axis.set_major_locator(MaxNLocator(5))
        draws(below, places, drawn)
        points(below, X, y)
        frame(below, ends, (-190, 190), "speed (mph)")
    low[0].set_ylabel("distance, f (ft)")
    return fig


def bells(x: ArrayLike, deviations: dict[str, Any], seen: float) -> Figure:
    """Normal densities of mean 0 of a difference (ft) over ``x``, by name their
    standard deviations, with their heights marked where the value ``seen`` stands.
    """
    fig, ax = figure(width=6.4)
    ax.axvline(seen, color=DATA, linewidth=THIN)
    x, colors = np.ravel(x), (OTHER, FIT, TRUTH)
    for s, color in zip(deviations.values(), colors, strict=True):
        root = s * np.sqrt(2 * np.pi)
        curve(ax, x, np.exp(-((x / s) ** 2) / 2) / root, color)
        marks(ax, [seen], [np.exp(-((seen / s) ** 2) / 2) / root], "o", color, 7)
    high = 1 / (min(deviations.values()) * np.sqrt(2 * np.pi))
    key(ax, x[0], high, *zip(deviations, colors, strict=True))
    label(ax, seen + 4, 0.6 * high, f"measured: {seen:.0f}")
    frame(ax, (x[0], x[-1]), (0, 1.08 * high), "difference (ft)")
    ax.set_ylabel("density (1/ft)")
    return fig


def cut(pairs: ArrayLike, C: ArrayLike, seen: float) -> Figure:
    """Draws of two jointly normal heights f₁ and f₂, (n, 2), and two ellipses of equal
    density, one and two deviations of their covariance ``C``, cut where f₁ is
    ``seen``: there the density of f₂ and its mean.
    """
    fig, ax = figure(width=4.8, height=3.8)
    points(ax, *np.transpose(pairs))
    turn = np.linspace(0, 2 * np.pi, 121)
    root = np.linalg.cholesky(np.asarray(C))
    across, up = root @ [np.cos(turn), np.sin(turn)]
    for deviations in (1, 2):
        curve(ax, deviations * across, deviations * up, FIT, THIN)
    # f₂ = (its part of f₁) + a rest of standard deviation root[1, 1]
    mean, std = seen * root[1, 0] / root[0, 0], root[1, 1]
    high = 2.9 * float(np.hypot(*root[1]))
    low, along = -high, np.linspace(-high, high, 201)
    density = np.exp(-(((along - mean) / std) ** 2) / 2)
    ax.axvline(seen, color=OTHER, linewidth=THIN)
    curve(ax, seen + 0.9 * std * density, along, OTHER)
    marks(ax, [seen], [mean], "D", OTHER, 7)
    where = f"f₂ where f₁ = {seen:.0f} ft", OTHER
    key(ax, 0.97 * low, 0.9 * high, ("equal density", FIT), where)
    ax.set(xlim=(low, high), ylim=(low, high), xlabel="f₁ (ft)", ylabel="f₂ (ft)")
    return fig


def two_bands(x: ArrayLike, reach: float, cases: dict[str, tuple[Any, ...]]) -> Figure:
    """Bands of a curve and of a single car, ``reach`` deviations to either side, in a
    panel for each named case: its cars X and y, which of them lie outside, and over the
    speeds ``x`` the curve, and the deviations of curve and noise.
    """
    axes = (0, 50), (-50, 195), "speed (mph)", "distance (ft)"
    fig, each = panels(*axes, *cases)
    for ax, (X, y, outside, f, *deviations) in zip(each, cases.values(), strict=True):
        inner, outer = reach * deviations[0], reach * np.hypot(*deviations)
        band(ax, x, f, inner)
        for side in (-1, 1):
            band(ax, x, f + side * (inner + outer) / 2, (outer - inner) / 2, TUBE)
        curve(ax, x, f)
        points(ax, X, y)
        marks(ax, X[outside], y[outside], "x", OTHER, markeredgewidth=1.6)
    names = ("band of the curve", FIT), ("band of a car", TUBE), ("×: outside", OTHER)
    key(each[0], 2, 179, *names)
    return fig
