"""Data of a reader's own, laid out as the stopping distances are."""

import math
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from askfirst.labs.controls import Control
from askfirst.words.text import minus
from kernellab._arrays import Array, as_points, as_targets
from kernellab.course.datasets import stopping
from kernellab.course.shared import stops

# Points that a lab draws and fits at once, so that its first picture comes soon
MOST_POINTS = 400


@dataclass(frozen=True)
class Quantity:
    """What a number measures, and in which unit; both may be empty."""

    name: str
    unit: str = ""

    @classmethod
    def of(cls, label: str) -> Self:
        """The quantity of a label.

        >>> Quantity.of("height (cm)")
        Quantity(name='height', unit='cm')
        """
        found = re.fullmatch(r"(.*?)\s*\(([^()]*)\)", label.strip())
        return cls(*found.groups()) if found else cls(label.strip())

    @property
    def label(self) -> str:
        return f"{self.name} ({self.unit})" if self.unit else self.name

    def text(self, number: str) -> str:
        """A number with its unit."""
        return f"{number} {self.unit}".rstrip()


@dataclass(frozen=True)
class Scene:
    """Targets y (n,) over one coordinate X (n, 1), what they measure (``x`` and
    ``target``), and the scales of the picture.

    A picture is laid out as that of the stopping distances: a road of 50 steps of
    ``x_scale`` in the units of x, from ``start``, and 215 steps of ``y_scale`` in the
    units of y, 25 of them below ``floor``. For the stopping distances, in mph and feet,
    both scales are 1. Kernels are given the places ``on_road``, (n, 1).
    """

    X: Array
    y: Array
    x: Quantity = Quantity("speed", "mph")
    target: Quantity = Quantity("stopping distance", "ft")
    point: str = "car"
    start: float = 0.0
    x_scale: float = 1.0
    floor: float = 0.0
    y_scale: float = 1.0
    sample_note: str = ""  # after a title, where only a sample is drawn

    @property
    def of_cars(self) -> bool:
        return self.point == "car"

    @cached_property
    def on_road(self) -> Array:
        return (self.X - self.start) / self.x_scale

    @cached_property
    def curve_x(self) -> Array:
        """The (501, 1) places at which a curve is drawn, in the units of x."""
        return self.place(stops.ROAD)

    @cached_property
    def asked_on_road(self) -> Array:
        """A place among the data, and one beyond them, on the road: (2, 1)."""
        if self.of_cars:
            return stops.ASKED
        first, last = float(self.on_road.min()), float(self.on_road.max())
        within, beyond = 0.2 * first + 0.8 * last, 0.6 * last + 0.4 * 50
        return np.round([[within], [beyond]])

    @cached_property
    def asked(self) -> Array:
        """These two places in the units of x, (2,)."""
        return self.place(self.asked_on_road).ravel()

    def place(self, on_road: ArrayLike) -> Array:
        """Places on the road in the units of x."""
        return self.start + self.x_scale * np.asarray(on_road, float)

    def height(self, feet: Any) -> Any:
        """A height of the picture of the stopping distances, in this one."""
        return self.floor + self.y_scale * feet

    def x_text(self, x: float) -> str:
        """A place in words, as 33 mph, or by its name where it has no unit."""
        number = minus(f"{x:.{_decimals(self.x_scale)}f}")
        if "." in number:
            number = number.rstrip("0").rstrip(".")
        return self.x.text(number) if self.x.unit else f"{self.x.name} {number}"

    def y_text(self, value: float | Array, digits: int = 0) -> str:
        """A value of y in words, as 93 ft, to the same part of the picture."""
        digits += max(0, -math.floor(math.log10(self.y_scale)))
        # Adding zero leaves no minus before a number that is rounded to zero
        rounded = round(float(value), digits) + 0.0
        return self.target.text(minus(f"{rounded:.{digits}f}"))

    def axes(self, ax: Axes) -> Line2D:
        """Set up axes, and draw the points on them."""
        left, right = self.place([0.0, 50.0])
        heights = self.height(-25.0), self.height(190.0)
        labels = self.x.label, self.target.label
        points = stops.road_axes(ax, self.X, self.y, (left, right), heights, labels)
        self.plain_ticks(ax)
        return points

    def plain_ticks(self, ax: Axes) -> None:
        """Whole numbers at the ticks of x, fewer of them where each is long."""
        ax.ticklabel_format(axis="x", style="plain", useOffset=False)
        if np.abs(self.curve_x).max() >= 1e7:
            ax.locator_params(axis="x", nbins=3)

    def along_x(self, control: Control) -> Control:
        """A slider that is given for the road, in the units of x."""
        return _times(control, self.x_scale, self.x.unit)

    def along_y(self, control: Control) -> Control:
        """A slider that is given for the heights, in the units of y."""
        return _times(control, self.y_scale, self.target.unit)


def _times(control: Control, factor: float, unit: str) -> Control:
    larger = {each: float(f"{each * factor:.6g}") for each in control.values}
    start = larger[control.start]
    return replace(control, values=(*larger.values(),), start=start, unit=unit)


def scene(
    X: ArrayLike,
    y: ArrayLike,
    xlabel: str | None = None,
    ylabel: str | None = None,
    most: int = MOST_POINTS,
) -> Scene:
    """Check the data of a lab that draws a curve over one coordinate.

    ``xlabel`` and ``ylabel`` say what the numbers mean, as "age (years)"; without them
    the columns of a table keep the names that they have there. Of more than ``most``
    points a sample is taken, evenly by rank along x.

    Raises ValueError for more coordinates than one.
    """
    names = name_of(X, xlabel), name_of(y, ylabel)
    alone = getattr(X, "ndim", 2) == 1  # a column of a table
    points = as_points(np.reshape(X, (-1, 1)) if alone else X)
    if points.shape[1] != 1:
        raise ValueError(
            f"X has shape {points.shape}: this lab draws a curve over one coordinate,"
            f" and {points.shape[1]} would need a picture of more dimensions. Try one"
            " column, X[:, :1]."
        )
    targets = as_targets(y, len(points))
    cars = stopping()
    if names == (None, None) and all(map(np.array_equal, cars, (points, targets))):
        return Scene(*cars)
    kept, note = sampled(points, most)
    points, targets = points[kept], targets[kept]
    first, last = float(points.min()), float(points.max())
    wide = rounded_up((last - first or max(abs(first), 1.0)) / 36)
    start = wide * math.floor((first - 0.4 * (50 * wide - (last - first))) / wide)
    low, high = float(targets.min()), float(targets.max())
    # The level 0, to which fits without an offset fall, is in sight where it is near.
    floor = 0.0 if -0.16 * high <= low <= 3 * (high - low) and high > 0 else low
    tall = rounded_up((high - floor or max(abs(high), 1.0)) / 150)
    x, target = (Quantity.of(n or other) for n, other in zip(names, "xy", strict=True))
    start = round(start, _decimals(wide))
    return Scene(points, targets, x, target, "point", start, wide, floor, tall, note)


def _decimals(scale: float) -> int:
    """With how many a place is told from another on a road of this scale."""
    return max(0, 1 - math.floor(math.log10(scale)))


def name_of(values: Any, label: str | None = None) -> str | None:
    """What numbers mean: what ``label`` says, or the name of the table's column."""
    name = getattr(values, "columns", [getattr(values, "name", None)])[0]
    return name if label is None and isinstance(name, str) else label


def sampled(X: Array, most: int) -> tuple[NDArray[np.intp], str]:
    """Which points a lab draws: all, or ``most`` of them, evenly by rank along the
    first coordinate, and what a title then adds.
    """
    if len(X) <= most:
        return np.arange(len(X)), ""
    ranks = np.linspace(0, len(X) - 1, most).round().astype(int)
    kept = np.sort(np.argsort(X[:, 0], kind="stable")[ranks])
    return kept, f", on a sample of {most:,} of the {len(X):,} points"


def rounded_up(width: float) -> float:
    """The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is no less."""
    power = 10.0 ** math.floor(math.log10(width))
    steps = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= width * (1 - 1e-12))
