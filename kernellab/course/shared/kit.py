"""What several labs are made of: the stopping distances or data of a reader's own on a
road, one bump, sliders of a kernel, and numbers in words.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from askfirst import choice, slider
from askfirst.labs.controls import Control
from askfirst.words.text import minus, readable
from kernellab._arrays import Array, as_points, as_targets
from kernellab.course import plots
from kernellab.course.datasets import stopping
from kernellab.kernels import RBF, Kernel, Polynomial
from kernellab.psd import PSDReport

# The speeds at which labs predict: one within the stopping distances, one beyond
ASKED = np.array([[33.0], [45.0]])
# The speeds at which a curve is drawn
ROAD = np.linspace(0, 50, 501)[:, None]
CORNER = 1.5, 182.0  # where the first word of a key stands, above all cars
# Points that a lab draws and fits at once, so that its first picture comes soon
MOST_POINTS = 400
KINDS = ("SE", "polynomial", "SE + polynomial")
DEGREE = slider(1, 3, start=2, step=1, label="degree")
LENGTH_SCALE = slider(0.2, 15.0, start=3.0, step=0.2, label="ℓ", unit="mph")
FLOOR = 1e-18  # where an eigenvalue is drawn that is zero to rounding
LAPTOP = 2.0e9  # numbers of 8 bytes in 16 GB


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


def rmse(residuals: Array) -> float:
    """Root mean square."""
    return float(np.sqrt((residuals**2).mean()))


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
    """Targets y (n,) over one coordinate X (n, 1), their quantities x and t, and the
    scales of the picture.

    A picture is laid out as that of the stopping distances: a road of 50 units, each
    ``wide`` in the units of x, from ``start``, and 215 heights, each ``tall`` in the
    units of y, 25 of them below ``floor``. For the stopping distances, in mph and feet,
    ``wide`` and ``tall`` are 1. Kernels are given ``u`` (n, 1), the places on the road.
    """

    X: Array
    y: Array
    x: Quantity = Quantity("speed", "mph")
    t: Quantity = Quantity("stopping distance", "ft")
    point: str = "car"
    start: float = 0.0
    wide: float = 1.0
    floor: float = 0.0
    tall: float = 1.0
    drawn: str = ""  # after a title, where only a sample is drawn

    @property
    def of_cars(self) -> bool:
        return self.point == "car"

    @cached_property
    def u(self) -> Array:
        return (self.X - self.start) / self.wide

    @cached_property
    def road(self) -> Array:
        """The (501, 1) places of a curve, in the units of x."""
        return self.place(ROAD)

    @cached_property
    def u_asked(self) -> Array:
        """A place among the data, and one beyond them, on the road: (2, 1)."""
        if self.of_cars:
            return ASKED
        first, last = float(self.u.min()), float(self.u.max())
        within, beyond = 0.2 * first + 0.8 * last, 0.6 * last + 0.4 * 50
        return np.round([[within], [beyond]])

    @cached_property
    def asked(self) -> Array:
        """These two places in the units of x, (2,)."""
        return self.place(self.u_asked).ravel()

    def place(self, u: ArrayLike) -> Array:
        """Places on the road in the units of x."""
        return self.start + self.wide * np.asarray(u, float)

    def height(self, feet: Any) -> Any:
        """A height of the picture of the stopping distances, in this one."""
        return self.floor + self.tall * feet

    def at(self, x: float) -> str:
        """A place in words, as 33 mph, or by its name where it has no unit."""
        number = minus(f"{x:.{_decimals(self.wide)}f}")
        if "." in number:
            number = number.rstrip("0").rstrip(".")
        return self.x.text(number) if self.x.unit else f"{self.x.name} {number}"

    def far(self, value: float | Array, digits: int = 0) -> str:
        """A value of y in words, as 93 ft, to the same part of the picture."""
        digits += max(0, -math.floor(math.log10(self.tall)))
        # Adding zero leaves no minus before a number that is rounded to zero
        return self.t.text(minus(f"{round(float(value), digits) + 0.0:.{digits}f}"))

    def axes(self, ax: Axes) -> Line2D:
        """Set up axes, and draw the points on them."""
        left, right = self.place([0.0, 50.0])
        heights = self.height(-25.0), self.height(190.0)
        labels = self.x.label, self.t.label
        points = road_axes(ax, self.X, self.y, (left, right), heights, labels)
        self.across(ax)
        return points

    def across(self, ax: Axes) -> None:
        """Whole numbers at the ticks of x, fewer of them where each is long."""
        ax.ticklabel_format(axis="x", style="plain", useOffset=False)
        if np.abs(self.road).max() >= 1e7:
            ax.locator_params(axis="x", nbins=3)

    def along_x(self, control: Control) -> Control:
        """A slider that is given for the road, in the units of x."""
        return _times(control, self.wide, self.x.unit)

    def along_y(self, control: Control) -> Control:
        """A slider that is given for the heights, in the units of y."""
        return _times(control, self.tall, self.t.unit)


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
    kept, drawn = sampled(points, most)
    points, targets = points[kept], targets[kept]
    first, last = float(points.min()), float(points.max())
    wide = rounded_up((last - first or max(abs(first), 1.0)) / 36)
    start = wide * math.floor((first - 0.4 * (50 * wide - (last - first))) / wide)
    low, high = float(targets.min()), float(targets.max())
    # The level 0, to which fits without an offset fall, is in sight where it is near.
    floor = 0.0 if -0.16 * high <= low <= 3 * (high - low) and high > 0 else low
    tall = rounded_up((high - floor or max(abs(high), 1.0)) / 150)
    x, t = (Quantity.of(name or other) for name, other in zip(names, "xy", strict=True))
    start = round(start, _decimals(wide))
    return Scene(points, targets, x, t, "point", start, wide, floor, tall, drawn)


def _decimals(wide: float) -> int:
    """With how many a place is told from another in steps of ``wide``."""
    return max(0, 1 - math.floor(math.log10(wide)))


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


def kernel_of(kind: str, length_scale: float, degree: int) -> Kernel:
    """The kernel named by ``kind``: squared exponential, polynomial, or their sum."""
    se, polynomial = RBF(length_scale), Polynomial(degree)
    return {"SE": se, "polynomial": polynomial, "SE + polynomial": se + polynomial}[
        kind
    ]


def idle_beside(kernel: str, **_: Any) -> tuple[str, ...]:
    """The slider that a choice of kernel has no use for."""
    return {"SE": ("degree",), "polynomial": ("length_scale",)}.get(kernel, ())


def in_use(kernel: str, length_scale: float, degree: int) -> str:
    """The numbers of a kernel in words, without the one that it has no use for.

    >>> in_use("SE", 3.0, 2), in_use("SE + polynomial", 3.0, 2)
    ('ℓ = 3', 'ℓ = 3, degree 2')
    """
    words = {
        "length_scale": f"ℓ = {readable(length_scale)}",
        "degree": f"degree {degree}",
    }
    idle = idle_beside(kernel)
    return ", ".join(each for name, each in words.items() if name not in idle)


def kernel_sliders(
    lam: Control, degree: bool = True, **between: Control
) -> dict[str, Any]:
    """The controls of a fit: the kernel, those of ``between``, ``lam``, ℓ and, if it is
    free, the degree.
    """
    return {
        "kernel": choice(KINDS, "SE + polynomial", label="kernel"),
        **between,
        "lam": lam,
        "length_scale": LENGTH_SCALE,
        **({"degree": DEGREE} if degree else {}),
    }


def eigenvalues(report: PSDReport) -> Array:
    """The eigenvalues, the largest first, with 0 for what is zero to rounding."""
    values = np.linalg.eigvalsh(report.K)[::-1]
    return np.where(np.abs(values) > report.tolerance, values, 0.0)


def two_decimals(value: float) -> str:
    """At most two decimals without a negative zero, or two significant figures."""
    if 0 < abs(value) < 0.005:
        return readable(value, 2)
    return minus(f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip("."))


def memory(numbers: float) -> str:
    """So many numbers of 8 bytes, in the unit that suits them."""
    size = 8 * numbers
    units = ("kB", "MB", "GB", "TB", "PB", "EB")
    for power, unit in [*enumerate(units, start=1)][::-1]:
        if size >= 1000**power:
            return f"{readable(size / 1000**power)} {unit}"
    return f"{size:.0f} bytes"
