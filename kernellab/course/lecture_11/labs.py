"""Labs on kernel machines: a border between two classes and what it rests on, a point
that is taken across it, and votes that fade with the distance.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

import numpy as np
from contourpy import contour_generator
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from scipy.spatial.distance import cdist

from askfirst import Lab, choice, counted, log_slider, readable, slider
from kernellab import SupportVectors, gram, svm_dual, svm_path
from kernellab._arrays import Array, ArrayLike, as_labels, as_points
from kernellab.course import datasets, plots
from kernellab.course.shared import scenes
from kernellab.kernels import RBF, Kernel, Linear, Polynomial

PLANES = {
    "two clouds": datasets.clouds(60, rng=4),
    "ring": datasets.ring(60, rng=1),
    "corners": datasets.corners(60, rng=1),
}
LARGEST_C = 1000.0
MOST_AT_BORDER = 100  # points of which a first picture comes soon
LARGEST_LENGTH_SCALE = 5.0  # of the soft vote
KERNELS = {"linear": Linear(), "polynomial, degree 2": Polynomial(2), "RBF": None}
HALF_SIDE = {"two clouds": 3.4, "ring": 1.9, "corners": 1.9}
GRID_SIDE = 81
ROOM = 5.0  # half the side of the plane in which a point is taken across
NAMED = (1, 10, 19, 22, 31, 40)  # the points that the hand can take there
SIDES = ["#f2b48a", "#ffffff", "#8dc3e3"]  # of a border: their colours
SIDE_COLORS = LinearSegmentedColormap.from_list("sides", SIDES)


def svm_border(X: ArrayLike | None = None, y: ArrayLike | None = None) -> Lab:
    """The border of a support vector machine, its margin and support vectors, on three
    sets of points, or on two columns X (n, 2) of a table of your own and their classes
    y (n,), −1 and +1.

    One ℓ holds for both coordinates, so each of yours is drawn from its mean in units
    of its standard deviation.

    Raises ValueError for other coordinates than two, a column without any spread, and
    other classes.
    """
    sets, half_sides, drawn = PLANES, HALF_SIDE, ""
    labels = ["x₁", "x₂"]
    if own := X is not None or y is not None:
        columns = map(scenes.Quantity.of, map(str, getattr(X, "columns", labels)))
        labels = [f"{each.name}, standardised" for each in columns]
        Z = _standardised(X)
        classes = as_labels(cast(ArrayLike, y), len(Z))
        kept, drawn = scenes.sampled(Z, MOST_AT_BORDER)
        sets = {"your points": (Z[kept], classes[kept])}
        half_sides = {"your points": 1.1 * float(np.abs(Z).max())}
    figure, plane = plots.figure(1, width=6.5, height=4.3)
    plane.set_anchor("W")
    side = _side_picture(plane)
    plane.set(xlabel=labels[0], ylabel=labels[1])
    machine = _Machine(plane)
    ring = _Ring(plane)
    dots, borders, vectors = machine.named
    named = {**dots, **borders, "radius ℓ": ring.line, **vectors}
    keys = _legend(plane, named, (*vectors,))

    path_of = lru_cache(maxsize=64)(
        lambda data, k: svm_path(gram(k, sets[data][0]), sets[data][1], LARGEST_C)
    )

    def update(
        kernel: str, C: float, length_scale: float, data: str = "your points"
    ) -> str:
        X, y = sets[data]
        k = KERNELS[kernel] or RBF(length_scale)
        answer = path_of(data, k).at(C)
        f = _on_lattice(half_sides[data], k, X, y, answer)
        _set_picture(side, f, half_sides[data])
        machine.set(X, y, f, half_sides[data], answer)
        ring.set(X, length_scale, kernel == "RBF")
        wrong = int(np.sum(y * (gram(k, X) @ (y * answer.alpha) + answer.b) <= 0))
        vectors = counted(len(answer.support), "support vector")
        width = f", ℓ = {readable(length_scale)}" if kernel == "RBF" else ""
        return (
            f"{data}, {kernel} kernel, C = {readable(C)}{width}:"
            f" {vectors} of {len(y)}, {int(answer.free.sum())} of them free on the"
            f" margin and {int(answer.bound.sum())} at the bound;"
            f" {counted(wrong, 'point')} on the wrong side."
        )

    controls = {
        "data": choice(tuple(sets), label="points"),
        "kernel": choice(tuple(KERNELS), start="RBF", label="kernel"),
        "C": log_slider(0.01, LARGEST_C, start=1.0, label="C"),
        "length_scale": log_slider(0.1, 10.0, start=1.0, label="ℓ"),
    }
    if own:
        del controls["data"]
    lab = Lab(
        figure,
        update,
        together=("kernel", "C") if own else ("data", "kernel", "C"),
        title="A border and its support vectors" + drawn,
        idle=lambda kernel, **_: () if kernel == "RBF" else ("length_scale",),
        handles={"length_scale": ring.rim},
        **controls,
    )
    if own:
        return lab
    X, y = PLANES["two clouds"]
    answer, few = path_of("two clouds", RBF(0.1)).at(100.0), len(y) / 3
    return lab.asks(
        "The two clouds mix, and the border that is drawn, for ℓ = 1 and C = 1, leaves"
        " some points on the wrong side. With ℓ = 0.1 and C = 100 it makes no mistake"
        f" on any of the {len(y)} points. On how many of them does it rest then: how"
        " many are support vectors?",
        "Far from a point its bump is zero, so nearly every point needs a weight of"
        " its own. A border that makes no mistake on its own points may rest on"
        " most of them. Then it has learned them by heart. Set ℓ = 0.1 and C = 100 to"
        " see it.",
        number=(0, len(y)),
        right=len(answer.support),
        within=0.1 * len(y),
        replies={
            (0, few): (
                "So few support vectors are enough for clouds that lie apart, but these"
                " two mix."
            ),
            (few, len(y)): (
                "It is more. At so small an ℓ no point influences its neighbours."
            ),
        },
        veil=[*vectors.values(), *keys],
    )


def _standardised(X: Any) -> Array:
    """Points of the plane, each coordinate with mean 0 and standard deviation 1."""
    points = as_points(X)
    if points.shape[1] != 2:
        raise ValueError(
            f"X has shape {points.shape}: this lab draws a border in a plane, which has"
            " two coordinates. Try two columns, X[:, :2]."
        )
    spread = np.ptp(points, axis=0)
    if not spread.all():
        raise ValueError(
            f"all X[:, {int(spread.argmin())}] are equal: such a column has no standard"
            " deviation to be measured by, and tells no class. Try another column."
        )
    return np.asarray((points - points.mean(axis=0)) / points.std(axis=0))


def point_across() -> Lab:
    """The border of a support vector machine, its margin and its support vectors while
    any of 40 points is taken to another place.
    """
    X, y = datasets.clouds(40, rng=3, apart=4.0)
    # By how far they lie on the side of class 1
    order = np.argsort(X.sum(axis=1), kind="stable")
    X, y = X[order], y[order]
    kernels = {"linear": Linear(), "RBF, ℓ = 1.5": RBF(1.5)}
    figure, plane = plots.figure(1, width=6.5, height=4.3)
    plane.set_anchor("W")
    ends = (-ROOM, ROOM)
    plane.set(xlabel="x₁", ylabel="x₂", aspect="equal", xlim=ends, ylim=ends)
    before = _line_collection(plane, plots.FAINT, 1.6)
    machine = _Machine(plane)
    # Behind the point, so that its class is seen
    taken = plots.marks(plane, [0], [0], "*", plots.WEIGHTS, 17, zorder=3.5)
    now = X.copy()  # where the points are
    classes, borders, vectors = machine.named
    moving = {**vectors, **borders, "f = 0 before": before}
    keys = _legend(plane, {**classes, "the point taken": taken, **moving}, (*moving,))

    @lru_cache(maxsize=256)
    def fitted(
        kernel: str, C: float, point: int, right: float, up: float
    ) -> tuple[SupportVectors, Array]:
        """The fit with a point taken this far from its place, and f on the lattice."""
        Z, k = _taken(X, point, right, up), kernels[kernel]
        fit = svm_dual(gram(k, Z), y, C)
        return fit, _on_lattice(ROOM, k, Z, y, fit)

    def update(point: int, right: float, up: float, kernel: str, C: float) -> str:
        i, Z = point - 1, _taken(X, point, right, up)
        fit, f = fitted(kernel, C, point, right, up)
        _, rest = fitted(kernel, C, 1, 0.0, 0.0)
        machine.set(Z, y, f, ROOM, fit)
        before.set_segments(_level_lines(ROOM, rest, 0.0))
        now[:] = Z
        taken.set_data(*Z[i : i + 1].T)
        K = gram(kernels[kernel], Z)
        score = float(y[i] * (K[i] @ (y * fit.alpha) + fit.b))
        length = float(np.sqrt((y * fit.alpha) @ K @ (y * fit.alpha)))
        where = "beyond its margin, without weight"
        if fit.alpha[i]:
            where = "at the bound C" if fit.bound[i] else "free, on its margin"
        return (
            f"Point {point}, of class {y[i]:g}, stands at ({Z[i, 0]:.1f},"
            f" {Z[i, 1]:.1f}): yf = {score:.2f}, {where}. {kernel}, C ="
            f" {readable(C)}: {counted(len(fit.support), 'support vector')} of"
            f" {len(y)}, {int(fit.bound.sum())} at the bound; the margin 1/‖w‖ is"
            f" {readable(1 / length)}. The border has moved over"
            f" {100 * np.mean((f > 0) != (rest > 0)):.1f} % of the square."
        )

    shift = slider(-ROOM, ROOM, start=0.0, step=0.25)
    places = {each: lambda i=each - 1: (plane, *now[i]) for each in NAMED}
    return Lab(
        figure,
        update,
        together=(),
        title="Take a point across",
        handles={("point", "right", "up"): places, ("right", "up"): taken},
        point=slider(1, len(y), start=NAMED[-1], step=1, label="point"),
        right=replace(shift, label="moved in x₁"),
        up=replace(shift, label="moved in x₂"),
        kernel=choice(tuple(kernels), label="kernel"),
        C=log_slider(0.1, 100.0, start=1.0, per_decade=5, label="C"),
    ).asks(
        "The linear machine with C = 1. A point that lies far on its own side is taken"
        " straight across to the other class. When does the border begin to move?",
        "The border rests on the support vectors alone. The point becomes one at"
        " its margin; further on its weight grows to C, and no further. Try it with"
        " both kernels: which of them lets the point go?",
        "with its first step — Beyond its margin a point has no weight: it could as"
        " well be absent.",
        "when it reaches its margin, f = 1",
        "when it crosses the border, f = 0 — Sooner: a point inside the margin already"
        " has a loss.",
        "when it comes to points of the other class — Sooner: what counts is its own"
        " score yf, not who stands beside it.",
        veil=[*moving.values(), *keys],
    )


def _taken(X: Array, point: int, right: float, up: float) -> Array:
    Z = X.copy()
    Z[point - 1] += (right, up)
    return Z


def soft_neighbours() -> Lab:
    """The vote of all points, weighted by distance, beside that of k nearest ones."""
    figure, (soft, hard) = plots.figure(2, height=4.2)
    soft.set_title("all points, k(xᵢ, z)")
    hard.set_title("the nearest neighbours alone")
    pictures = [_side_picture(ax) for ax in (soft, hard)]
    dots = [_dots(ax) for ax in (soft, hard)]
    borders = [_line_collection(ax, "black", 2.0) for ax in (soft, hard)]
    ring = _Ring(soft)

    @lru_cache(maxsize=len(PLANES))
    def ranked(data: str) -> tuple[Array, Array, tuple[Array, Array]]:
        """Squared distances to the grid, sums of the classes of the nearest 1, 2, …
        points, and the distances to those of each class, the nearest first.
        """
        X, y = PLANES[data]
        squares = cdist(_lattice(HALF_SIDE[data])[1], X, "sqeuclidean")
        nearest = np.argsort(squares, axis=1, kind="stable")
        own, other = (np.sort(squares[:, y == sign], axis=1) for sign in (1, -1))
        return squares, np.cumsum(y[nearest], axis=1), (own, other)

    @lru_cache(maxsize=64)
    def by_all(data: str, length_scale: float) -> tuple[Array, list[Array], float]:
        """The weighted vote on the grid, its border, and the number of votes."""
        squares, y = ranked(data)[0], PLANES[data][1]
        # Each row over its largest: no sign of a vote changes, and nothing underflows
        more = squares - squares.min(axis=1, keepdims=True)
        weights = np.exp(-more / (2 * length_scale**2))
        votes = weights @ y / weights.sum(axis=1)
        # The effective number of votes: n for n equal weights, 1 for a single one
        say = np.mean(weights.sum(axis=1) ** 2 / (weights**2).sum(axis=1))
        return votes, zeros(data, votes), float(say)

    @lru_cache(maxsize=64)
    def by_nearest(data: str, neighbours: int) -> tuple[Array, list[Array]]:
        """The vote of the nearest points on the grid, and its border."""
        _, sums, (own, other) = ranked(data)
        # Which class has more than half of them first: its zeros are the border, and
        # between kinks it is linear, so that these are straight on any grid.
        most = neighbours // 2
        few = sums[:, neighbours - 1] / neighbours
        return few, zeros(data, other[:, most] - own[:, most])

    def zeros(data: str, f: Array) -> list[Array]:
        return _level_lines(HALF_SIDE[data], f.reshape(GRID_SIDE, GRID_SIDE), 0.0)

    shown: list[Array | None] = [None, None]  # by the pictures

    def update(data: str, length_scale: float, neighbours: int) -> str:
        X, y = PLANES[data]
        votes, bent, say = by_all(data, length_scale)
        few, straight = by_nearest(data, neighbours)
        for i, (f, lines) in enumerate(((votes, bent), (few, straight))):
            if shown[i] is not f:
                table = 1.5 * f.reshape(GRID_SIDE, GRID_SIDE)
                _set_picture(pictures[i], table, HALF_SIDE[data])
                borders[i].set_segments(lines)
                _set_dots(dots[i], X, y)
                shown[i] = f
        ring.set(X, length_scale)
        agree = np.mean(np.sign(votes) == np.sign(few))
        return (
            f"{data}, ℓ = {readable(length_scale)}, {counted(neighbours, 'neighbour')}:"
            f" the two votes agree on {100 * agree:.1f} % of the square; on average"
            f" about {say:.1f} points carry weight in the left one."
        )

    return Lab(
        figure,
        update,
        title="Near points count more",
        handles={"length_scale": ring.rim},
        data=choice(tuple(PLANES), start="two clouds", label="points"),
        length_scale=log_slider(0.02, LARGEST_LENGTH_SCALE, start=0.5, label="ℓ"),
        neighbours=slider(1, 15, start=1, step=2, label="neighbours"),
    ).asks(
        "On the left all 60 points vote, with the weight exp(−d²/2ℓ²). At a small ℓ"
        " the nearest point decides alone, as on the right. What becomes of the left"
        f" border as ℓ grows to {LARGEST_LENGTH_SCALE:g}?",
        "For a large ℓ the weight is almost 1 − d²/2ℓ². In the difference of two"
        " sums of equally many such squares ‖z‖² cancels, and what is left is"
        f" linear in z. Move ℓ to {LARGEST_LENGTH_SCALE:g} to see it.",
        "it breaks into islands around single points — It is the other way round:"
        " islands belong to a small ℓ.",
        "it becomes nearly straight",
        "it stays where it is — As ℓ grows, far points gain weight and outvote the"
        " nearest one.",
        "it disappears, and one class has the whole square — Both classes have as many"
        " points: each wins far off on its side.",
        veil=[pictures[0], borders[0]],
    )


@lru_cache(maxsize=8)
def _lattice(half_side: float) -> tuple[Array, Array]:
    """The lines of a grid over the plane, and its points, a row each."""
    grid = np.linspace(-half_side, half_side, GRID_SIDE)
    return grid, np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)


def _on_lattice(
    half_side: float, k: Kernel, X: Array, y: Array, fit: SupportVectors
) -> Array:
    """f at the points of the grid, as a table."""
    f = gram(k, _lattice(half_side)[1], X) @ (y * fit.alpha) + fit.b
    return f.reshape(GRID_SIDE, GRID_SIDE)


def _legend(plane: Axes, shown: dict[str, Any], some: tuple[str, ...]) -> list[Artist]:
    """The words of these artists, to the right of the plane; below all artists that
    move, which would have it drawn again with each of them. Returns the artists of
    ``some`` of its lines.
    """
    legend = plane.legend(
        shown.values(),
        shown.keys(),
        loc="upper left",
        bbox_to_anchor=(1.03, 1),
        handlelength=1.6,
        handletextpad=1.3,  # a narrow page draws the words larger than the marks
        labelspacing=1.0,
        frameon=False,
        fontsize=plots.FONT,
    )
    legend.set_zorder(-1)
    lines = zip(legend.legend_handles, legend.get_texts(), strict=True)
    chosen = (pair for pair in lines if pair[1].get_text() in some)
    return [each for pair in chosen for each in pair if each is not None]


class _Machine:
    """The lines where f is −1, 0 and 1, the points of both classes, and the support
    vectors. ``named`` are the classes, the lines and the vectors, with their words.
    """

    def __init__(self, plane: Axes) -> None:
        looks = (plots.OTHER, 1.0), ("black", 2.2), (plots.FIT, 1.0)
        self.levels = [_line_collection(plane, *look) for look in looks]
        self.dots = _dots(plane)
        self.free, self.bound = (
            plots.marks(plane, [], [], marker, "black", size, face="none", zorder=5)
            for marker, size in (("o", 10), ("D", 11))
        )
        below, border, above = self.levels
        self.named: tuple[dict[str, Any], dict[str, Any], dict[str, Any]] = (
            {"class 1": self.dots[1], "class −1": self.dots[0]},
            {"f = 0": border, "f = 1": above, "f = −1": below},
            {"free": self.free, "at the bound": self.bound},
        )

    def set(
        self, X: Array, y: Array, f: Array, half_side: float, fit: SupportVectors
    ) -> None:
        for lines, level in zip(self.levels, (-1.0, 0.0, 1.0), strict=True):
            lines.set_segments(_level_lines(half_side, f, level))
        _set_dots(self.dots, X, y)
        self.free.set_data(*X[fit.free].T)
        self.bound.set_data(*X[fit.bound].T)


def _side_picture(ax: Axes) -> AxesImage:
    ax.set(xlabel="x₁", ylabel="x₂")
    more = {"origin": "lower", "aspect": "equal"}
    return plots.image(ax, (GRID_SIDE, GRID_SIDE), SIDE_COLORS, -1.5, 1.5, **more)


def _set_picture(picture: AxesImage, f: Array, reach: float) -> None:
    picture.set_data(np.clip(f, -1.5, 1.5))
    picture.set_extent((-reach, reach, -reach, reach))
    # Setting limits redraws the axes
    if picture.axes is not None and picture.axes.get_xlim() != (-reach, reach):
        picture.axes.set(xlim=(-reach, reach), ylim=(-reach, reach))


def _level_lines(half_side: float, f: Array, level: float) -> list[Array]:
    """Where f, a table over the grid, has the value ``level``: a list of lines."""
    grid, _ = _lattice(half_side)
    return [np.asarray(line) for line in contour_generator(grid, grid, f).lines(level)]


def _line_collection(ax: Axes, color: str, width: float) -> LineCollection:
    dash = "-" if color == "black" else "--"
    look: Any = {"colors": color, "linewidths": width, "linestyles": dash, "zorder": 3}
    lines = LineCollection([], **look)
    ax.add_collection(lines)
    return lines


def _dots(ax: Axes) -> list[Line2D]:
    """Artists for the points of both classes, −1 first."""
    styles = (("s", plots.OTHER), ("o", plots.FIT))
    return [plots.marks(ax, [], [], marker, color, 5) for marker, color in styles]


def _set_dots(dots: list[Line2D], X: Array, y: Array) -> None:
    for sign, line in zip((-1, 1), dots, strict=True):
        line.set_data(*X[y == sign].T)


class _Ring:
    """A circle of radius ℓ around the leftmost point, with ``rim`` as its handle."""

    turn = np.linspace(0, 2 * np.pi, 49)

    def __init__(self, ax: Axes) -> None:
        self.line = plots.curve(ax, [0], [0], plots.WIDTH, width=1.4)
        self.rim = plots.marks(ax, [0], [0], "o", plots.WIDTH, 6, zorder=6)

    def set(self, X: Array, length_scale: float, shown: bool = True) -> None:
        x, y = X[X[:, 0].argmin()]
        circle = length_scale * np.stack([np.cos(self.turn), np.sin(self.turn)])
        self.line.set_data(x + circle[0], y + circle[1])
        self.rim.set_data([x + length_scale], [y])
        for artist in (self.line, self.rim):
            if artist.get_visible() != shown:
                artist.set_visible(shown)
