"""What labs on data share: checks of the data, axes of speed and distance, and the root
mean square.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, as_targets
from kernellab.course import plots
from kernellab.interactive.text import counted

__all__ = ["random_problem"]

# The speeds at which labs predict: one within the stopping distances, one beyond
ASKED = np.array([[33.0], [45.0]])
# The speeds at which a curve is drawn
ROAD = np.linspace(0, 50, 501)[:, None]


def on_a_line(X: ArrayLike) -> Array:
    """Check the points of a lab that draws a curve over them: one coordinate."""
    X = as_points(X)
    if X.shape[1] != 1:
        raise ValueError(
            f"X has shape {X.shape}: this lab draws a curve over one coordinate, and"
            f" {X.shape[1]} would need a picture of more dimensions. Try one column,"
            " X[:, :1]."
        )
    return X


def speeds_and_distances(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Check the data of a lab that draws a road: one coordinate, somewhere on the road,
    and one target for each point.
    """
    X = on_a_line(X)
    if not within_data(X).any():
        raise ValueError(
            f"X runs from {X.min():g} to {X.max():g}, but this lab draws a road of"
            f" {ROAD.min():g} to {ROAD.max():g} mph: there would be nothing to see. Try"
            " speeds in mph."
        )
    return X, as_targets(y, len(X))


def within_data(X: Array) -> np.ndarray:
    """Which places of the road lie between the slowest and the fastest car, to half a
    step of the road.
    """
    half = (ROAD[1, 0] - ROAD[0, 0]) / 2
    return np.asarray(
        (X.min() - half <= ROAD.ravel()) & (X.max() + half >= ROAD.ravel())
    )


def road_axes(
    ax: Axes, X: Array, y: Array, ylim: tuple[float, float] = (-25, 190)
) -> Line2D:
    """Set up axes of speed and stopping distance, mark where no car was measured, draw
    the cars, and count those outside the axes.
    """
    plots.frame(ax, (0, 50), ylim, "speed (mph)", ylabel="stopping distance (ft)")
    first, last = max(float(X.min()), 0.0), min(float(X.max()), 50.0)
    low, height = ylim[0], ylim[1] - ylim[0]
    style: dict[str, Any] = {"color": "#767676", "fontsize": 9}
    for start, end in ((0.0, first), (last, 50.0)):
        if end - start >= 6:  # narrower, the words do not fit
            ax.axvspan(start, end, color=plots.BEYOND, zorder=0)
            middle = (start + end) / 2
            ax.text(middle, low + 0.03 * height, "no data", ha="center", **style)
    outside = len(y) - in_view(ax, X.ravel(), y)
    if outside:
        words = f"{counted(outside, 'point')} outside this picture"
        ax.text(49.5, low + 0.96 * height, words, ha="right", **style)
    return plots.points(ax, X, y)


class OneBump:
    """One bump k(8, x) of the squared exponential, in the free corner of a road: the
    hand takes it by its ``side``, one length scale from the middle.
    """

    middle, foot, height = 8.0, 128.0, 44.0  # mph, ft, ft

    def __init__(self, ax: Axes) -> None:
        self.curve = plots.curve(ax, [0], [0], plots.WEIGHTS, width=1.4)
        self.side = plots.marks(ax, [0], [0], "o", plots.WEIGHTS, 6)
        name = plots.label(ax, 1, 180, "one bump, ℓ to its side", plots.WEIGHTS)
        self.artists = (self.curve, self.side, name)

    def set(self, length_scale: float, shown: bool = True) -> None:
        """Draw it with this length scale, or hide it."""
        away = np.linspace(-3.5, 3.5, 49)
        x = self.middle + length_scale * away
        bump = self.foot + self.height * np.exp(-(away**2) / 2)
        self.curve.set_data(x[x <= 32], bump[x <= 32])
        self.side.set_data(
            [self.middle + length_scale], [self.foot + self.height * np.exp(-0.5)]
        )
        for artist in self.artists:
            if artist.get_visible() != shown:
                artist.set_visible(shown)


def in_view(ax: Axes, x: Array, y: Array) -> int:
    """How many of these points lie within the axes."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    return int(((left <= x) & (x <= right) & (low <= y) & (y <= high)).sum())


def rmse(residuals: Array) -> float:
    """Root mean square."""
    return float(np.sqrt((residuals**2).mean()))


def random_problem(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """n points with d coordinates and n targets, the same ones at each call: Φ (n, d),
    y (n,).
    """
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n)
