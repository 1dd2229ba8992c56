"""The road of the stopping distances: axes, one bump, what was not measured."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.datasets import stopping

# The speeds at which labs predict: one within the stopping distances, one beyond
ASKED = np.array([[33.0], [45.0]])
# The speeds at which a curve is drawn
ROAD = np.linspace(0, 50, 501)[:, None]
CORNER = 1.5, 182.0  # where the first word of a key stands, above all cars


def of_the_course(
    *data: ArrayLike, dataset: Callable[[], tuple[Array, Array]] = stopping
) -> tuple[Array, ...]:
    """The data of ``dataset``, of which a lab tells.

    Raises ValueError where ``data`` are other numbers.
    """
    known = dataset()[: len(data)]
    if not all(map(np.array_equal, known, data)):
        raise ValueError(
            f"these are not the data of datasets.{dataset.__name__}(), and what this"
            " lab says is true of them alone. Try kernel_ridge, leave_one_out,"
            " svr_tube, svm_border or evidence, which take data of your own."
        )
    return known


def road_axes(
    ax: Axes,
    X: Array,
    y: Array,
    xlim: tuple[float, float] = (0.0, 50.0),
    ylim: tuple[float, float] = (-25.0, 190.0),
    labels: tuple[str, str] = ("speed (mph)", "stopping distance (ft)"),
) -> Line2D:
    """Set up axes, mark where nothing was measured, and draw the points.

    What the mark means stands above, where no curve comes.
    """
    left, right = xlim
    plots.frame(ax, xlim, ylim, labels[0], ylabel=labels[1])
    # Five digits and more would push the label out of the picture
    ax.ticklabel_format(axis="y", scilimits=(-3, 4))
    first, last = max(float(X.min()), left), min(float(X.max()), right)
    bands = [
        ax.axvspan(start, end, color=plots.BEYOND, zorder=0)
        for start, end in ((left, first), (last, right))
        if end - start >= 0.16 * (right - left)  # narrower, it is hardly seen
    ]
    if bands:
        plots.above(ax, "grey: no data")
    return plots.points(ax, X, y)


def within_data(X: Array) -> np.ndarray:
    """Which places of the road lie between the slowest and the fastest car."""
    half = (ROAD[1, 0] - ROAD[0, 0]) / 2
    first, last = X.min() - half, X.max() + half
    return np.asarray((first <= ROAD.ravel()) & (ROAD.ravel() <= last))


class OneBump:
    """One bump k(z, x) of the squared exponential, in the free corner of a road: the
    hand takes it by its ``side``, one length scale from the middle.
    """

    def __init__(self, ax: Axes) -> None:
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        self.wide, self.tall = (right - left) / 50, (high - low) / 215
        self.middle, self.end = left + 8 * self.wide, left + 32 * self.wide
        self.foot = low + 139 * self.tall
        self.curve = plots.curve(ax, [0], [0], plots.WIDTH, width=1.4)
        self.side = plots.marks(ax, [0], [0], "o", plots.WIDTH, 6)
        at = left + self.wide, low + 193 * self.tall
        name = plots.label(ax, *at, "one bump, ℓ to its side", plots.WIDTH)
        self.artists = (self.curve, self.side, name)

    def set(self, length_scale: float, seen: bool = True) -> None:
        """Draw it with this length scale, or hide it."""
        away = np.linspace(-3.5, 3.5, 49)
        x = self.middle + length_scale * away
        bump = self.foot + 42 * self.tall * np.exp(-(away**2) / 2)
        self.curve.set_data(x[x <= self.end], bump[x <= self.end])
        height = self.foot + 42 * self.tall * np.exp(-0.5)
        self.side.set_data([self.middle + length_scale], [height])
        for artist in self.artists:
            if artist.get_visible() != seen:
                artist.set_visible(seen)
