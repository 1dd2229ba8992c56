"""Shared by labs on data: checks, meanings, axes, and the root mean square."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from kernellab._arrays import Array, as_points, as_targets
from kernellab.course import plots
from kernellab.interactive.controls import Control, log_slider, slider
from kernellab.interactive.text import counted, minus

__all__ = ["random_problem"]

# Points that a lab draws and fits at once, so that its first picture comes soon
MOST_POINTS = 400
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


@dataclass(frozen=True)
class Quantity:
    """What a number measures, and in which unit; both may be empty."""

    name: str
    unit: str = ""

    @classmethod
    def of(cls, label: str) -> Quantity:
        """The quantity of a label.

        >>> Quantity.of("height (cm)")
        Quantity(name='height', unit='cm')
        """
        found = re.fullmatch(r"(.*?)\s*\(([^()]*)\)", label.strip())
        return cls(*found.groups()) if found else cls(label.strip())

    @property
    def label(self) -> str:
        return f"{self.name}{self.in_brackets}"

    @property
    def in_brackets(self) -> str:
        """The unit after a title."""
        return f" ({self.unit})" if self.unit else ""

    def text(self, number: float | str, digits: int = 0) -> str:
        """A number with its unit."""
        words = number if isinstance(number, str) else f"{number:.{digits}f}"
        return f"{words} {self.unit}".rstrip()


@dataclass(frozen=True)
class Scene:
    """Data on a line, what they mean, and how a lab draws them.

    ``X`` and ``y`` are what is drawn, ``road`` the (501, 1) places of a curve. Kernels
    are given ``u`` and ``u_road``, in which the data lie on a road of 0 to 50 units,
    each ``wide`` in the units of x; ``tall`` is what a foot is on the road. For the
    stopping distances both are 1.
    """

    X: Array
    y: Array
    x: Quantity
    t: Quantity
    start: float = 0.0
    wide: float = 1.0
    tall: float = 1.0
    floor: float = 0.0
    whole: int = 0  # points that were brought, if more than are drawn

    @property
    def car(self) -> str:
        """What a point is called."""
        return "car" if self.x == SPEED and self.t == DISTANCE else "point"

    @property
    def stop(self) -> str:
        """What a value of x is called."""
        return "speed" if self.car == "car" else "place"

    @property
    def error(self) -> str:
        """The title of a panel of errors."""
        unit = "feet" if self.car == "car" else self.t.label
        return f"error in {unit} (root mean square)"

    @property
    def corner(self) -> tuple[float, float]:
        """Where the first word of a key stands, above all points."""
        return float(self.place(1.5)), self.height(182)

    @cached_property
    def road(self) -> Array:
        return self.place(ROAD)

    @cached_property
    def u(self) -> Array:
        return (self.X - self.start) / self.wide

    @cached_property
    def power(self) -> int:
        """By how many powers of ten y is larger than stopping distances in feet."""
        if self.car == "car":
            return 0
        return round(math.log10(max(self.tall, float(np.abs(self.y).max()) / 150)))

    @cached_property
    def feet(self) -> Array:
        """y as heights of the picture of the stopping distances."""
        return (self.y - self.floor) / self.tall

    @cached_property
    def asked(self) -> Array:
        """A place among the data, and one beyond them, (2, 1), in the units of x."""
        if self.car == "car":
            return self.place(ASKED)
        first, last = float(self.u.min()), float(self.u.max())
        within, beyond = 0.2 * first + 0.8 * last, 0.6 * last + 0.4 * 50
        return self.place([[round(within)], [round(beyond)]])

    @cached_property
    def u_asked(self) -> Array:
        """These places on the road."""
        return (self.asked - self.start) / self.wide

    def place(self, u: ArrayLike) -> Array:
        """Places on the road in the units of x."""
        return self.start + self.wide * np.asarray(u, float)

    def height(self, feet: Any) -> Any:
        """A height of the picture of the stopping distances, in this one."""
        return self.floor + self.tall * feet

    def at(self, x: float) -> str:
        """A place in words, as 33 mph."""
        return self.x.text(minus(f"{x:.6g}"))

    def far(self, value: float | Array, digits: int = 0) -> str:
        """A value of y in words, as 93 ft, to the same part of the picture."""
        more = max(0, -math.floor(math.log10(self.tall)))
        # Adding zero leaves no minus before a number that is rounded to zero
        rounded = round(float(value), digits + more) + 0.0
        return self.t.text(minus(f"{rounded:.{digits + more}f}"))

    def apart(self, feet: float | Array, digits: int = 0) -> str:
        """A difference of two heights of the stopping distances, in words."""
        return self.far(self.tall * feet, digits)

    def titled(self, title: str) -> str:
        """A title that says where only a sample is drawn."""
        return titled(title, len(self.y), self.whole) if self.whole else title

    def axes(self, ax: Axes, feet: tuple[float, float] = (-25, 190)) -> Line2D:
        """Set up axes, mark where nothing was measured, draw the points, and count
        those outside the axes.

        What the mark means stands above, where no curve comes.
        """
        low, high = map(self.height, feet)
        left, right = self.place([0.0, 50.0])
        plots.frame(ax, (left, right), (low, high), self.x.label, ylabel=self.t.label)
        short_numbers(ax)
        first, last = max(float(self.X.min()), left), min(float(self.X.max()), right)
        bands = [
            ax.axvspan(start, end, color=plots.BEYOND, zorder=0)
            for start, end in ((left, first), (last, right))
            if end - start >= 8 * self.wide  # narrower, it is hardly seen
        ]
        if bands:
            plots.above(ax, "grey: no data")
        outside = len(self.y) - in_view(ax, self.X.ravel(), self.y)
        if outside:
            words = f"{counted(outside, 'point')} outside this picture"
            at = (float(self.place(49.5)), low + 0.96 * (high - low))
            plots.label(ax, *at, words, plots.MUTED, "right")
        return plots.points(ax, self.X, self.y)

    def length_scale(
        self, low: float, high: float, start: float, step: float
    ) -> Control:
        """A slider of ℓ, given for the road, in the units of x."""
        low, high, start, step = (
            float(f"{each * self.wide:.6g}") for each in (low, high, start, step)
        )
        return slider(low, high, start, step=step, label="ℓ", unit=self.x.unit)

    def log_length_scale(
        self, low: float, high: float, start: float, per_decade: int
    ) -> Control:
        """A logarithmic slider of ℓ, given for the road, in the units of x."""
        made = log_slider(
            low, high, start, per_decade=per_decade, label="ℓ", unit=self.x.unit
        )
        return times(made, self.wide)

    def places(self, start: int, label: str) -> Control:
        """A slider along the whole road from a place on it, in the units of x."""
        if self.car == "car":
            return slider(0, 50, start, step=1, label=label, unit=self.x.unit)
        low, first, high = (
            float(f"{self.start + each * self.wide:.12g}") for each in (0, start, 50)
        )
        return slider(low, high, first, step=self.wide, label=label, unit=self.x.unit)

    def heights(
        self, low: int, high: int, start: int, step: int, label: str
    ) -> Control:
        """A slider of y, given as stopping distances in feet, in the units of y."""
        if self.car == "car":
            return slider(low, high, start, step=step, label=label, unit=self.t.unit)
        wide = step * self.tall
        count = round((high - low) / step)
        first = self.floor + self.tall * low
        positions = (0, count, (start - low) // step)
        least, largest, at = (float(f"{first + i * wide:.12g}") for i in positions)
        return slider(least, largest, at, step=wide, label=label, unit=self.t.unit)

    def log_amount(self, low: float, high: float, start: float, label: str) -> Control:
        """A logarithmic slider of a difference in feet, in the units of y."""
        made = log_slider(low, high, start, label=label, unit=self.t.unit)
        return times(made, self.tall)

    def penalty(self, low: float, high: float, start: float) -> Control:
        """A slider of λ beside a sum of losses in the units of y."""
        power = 10.0 ** round(math.log10(self.tall))
        return log_slider(low / power, high / power, start / power, label="λ")

    def amount(
        self,
        low: float,
        high: float,
        start: float,
        step: float,
        label: str,
        unit: str | None = None,
    ) -> Control:
        """A slider of a difference in y, given in feet, in the units of y."""
        unit = self.t.unit if unit is None else unit
        if self.tall != 1:
            low, high, start, step = (
                float(f"{each * self.tall:.6g}") for each in (low, high, start, step)
            )
        return slider(low, high, start, step=step, label=label, unit=unit)


def short_numbers(ax: Axes) -> None:
    """Have numbers of five digits and more along y written with their power of ten
    apart, so that the label beside them stays in the picture.
    """
    ax.ticklabel_format(axis="y", scilimits=(-3, 4))


def times(made: Control, factor: float) -> Control:
    """A slider whose values are ``factor`` times as large, in three figures."""
    larger = {each: float(f"{each * factor:.3g}") for each in made.values}
    return replace(made, values=tuple(larger.values()), start=larger[made.start])


def titled(title: str, drawn: int, whole: int) -> str:
    """A title that says where only a sample is drawn."""
    if drawn == whole:
        return title
    return f"{title}, on a sample of {drawn:,} of the {whole:,} points"


SPEED, DISTANCE = Quantity("speed", "mph"), Quantity("stopping distance", "ft")


def scene(
    X: ArrayLike,
    y: ArrayLike,
    xlabel: str | None = None,
    ylabel: str | None = None,
    most: int = MOST_POINTS,
) -> Scene:
    """Check the data of a lab that draws a curve over one coordinate.

    ``xlabel`` and ``ylabel`` say what the numbers mean, as "age (years)"; without them
    they are speeds in mph and distances in feet. Of more than ``most`` points a sample
    is taken, evenly by rank along x.

    Raises ValueError for more coordinates than one, and for speeds that lie outside the
    road.
    """
    points = on_a_line(X)
    targets = as_targets(y, len(points))
    named = xlabel is not None or ylabel is not None
    if not named:
        check_on_road(points, 'xlabel="age (years)", ylabel="height (cm)"')
    kept = sampled(points, most)
    whole = len(targets) if len(kept) < len(targets) else 0
    points, targets = points[kept], targets[kept]
    if not named:
        return Scene(points, targets, SPEED, DISTANCE, whole=whole)
    first, last = float(points.min()), float(points.max())
    wide = rounded_up((last - first or max(abs(first), 1.0)) / 36)
    start = wide * math.floor((first - 0.4 * (50 * wide - (last - first))) / wide)
    low, high = float(targets.min()), float(targets.max())
    # The level 0, to which fits without an offset fall, is in sight where it is near.
    floor = 0.0 if -0.2 * high <= low <= 3 * (high - low) and high > 0 else low
    tall = rounded_up((high - floor or max(abs(high), 1.0)) / 150)
    return Scene(
        points,
        targets,
        Quantity.of(xlabel or "x"),
        Quantity.of(ylabel or "y"),
        float(f"{start:.6g}"),
        wide,
        tall,
        floor,
        whole,
    )


def places_alone(
    X: ArrayLike, xlabel: str | None = None, most: int = MOST_POINTS
) -> Scene:
    """The same for a lab that takes no targets; speeds may lie outside the road.

    Raises ValueError for more coordinates than one.
    """
    points = on_a_line(X)
    made = scene(points, 0 * points[:, 0], xlabel or SPEED.label, most=most)
    if xlabel is not None:
        return made
    return Scene(made.X, made.y, SPEED, DISTANCE, whole=made.whole)


def check_on_road(points: Array, labels: str) -> None:
    """Refuse speeds of which none lies on the road."""
    if not within_data(points).any():
        raise ValueError(
            f"X runs from {points.min():g} to {points.max():g}, but this lab draws a"
            f" road of {ROAD.min():g} to {ROAD.max():g} mph: there would be nothing to"
            f" see. Try speeds in mph, or say what the numbers mean: {labels}."
        )


def sampled(X: Array, most: int = MOST_POINTS) -> NDArray[np.intp]:
    """Which points a lab draws: all, or ``most`` of them, evenly by rank along x."""
    if len(X) <= most:
        return np.arange(len(X))
    ranks = np.linspace(0, len(X) - 1, most).round().astype(int)
    return np.sort(np.argsort(X[:, 0], kind="stable")[ranks])


def rounded_up(width: float) -> float:
    """The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is no less."""
    power = 10.0 ** math.floor(math.log10(width))
    steps = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= width * (1 - 1e-12))


def within_data(X: Array) -> np.ndarray:
    """Which places of the road lie between the slowest and the fastest car."""
    half = (ROAD[1, 0] - ROAD[0, 0]) / 2
    return np.asarray(
        (X.min() - half <= ROAD.ravel()) & (X.max() + half >= ROAD.ravel())
    )


class OneBump:
    """One bump k(8, x) of the squared exponential, in the free corner of a road: the
    hand takes it by its ``side``, one length scale from the middle.
    """

    middle, foot, height = 8.0, 114.0, 42.0  # mph, ft, ft

    def __init__(self, ax: Axes, shown: Scene) -> None:
        self.shown = shown
        self.curve = plots.curve(ax, [0], [0], plots.WIDTH, width=1.4)
        self.side = plots.marks(ax, [0], [0], "o", plots.WIDTH, 6)
        name = plots.label(
            ax,
            float(shown.place(1.0)),
            shown.height(168),
            "one bump, ℓ to its side",
            plots.WIDTH,
        )
        self.artists = (self.curve, self.side, name)

    def set(self, length_scale: float, seen: bool = True) -> None:
        """Draw it with this length scale, or hide it."""
        away = np.linspace(-3.5, 3.5, 49)
        width = length_scale / self.shown.wide
        u = self.middle + width * away
        bump = self.shown.height(self.foot + self.height * np.exp(-(away**2) / 2))
        self.curve.set_data(self.shown.place(u[u <= 32]), bump[u <= 32])
        side = self.shown.height(self.foot + self.height * np.exp(-0.5))
        self.side.set_data(self.shown.place([self.middle + width]), [side])
        for artist in self.artists:
            if artist.get_visible() != seen:
                artist.set_visible(seen)


def in_view(ax: Axes, x: Array, y: Array) -> int:
    """How many of these points lie within the axes."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    return int(((left <= x) & (x <= right) & (low <= y) & (y <= high)).sum())


def rmse(residuals: Array) -> float:
    """Root mean square."""
    return float(np.sqrt((residuals**2).mean()))


def random_problem(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """n points (d coordinates) and targets, the same at each call: Φ (n, d), y (n,)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n)
