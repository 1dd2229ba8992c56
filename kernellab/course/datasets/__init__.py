"""Data that come with the course, each with its source."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernellab._arrays import (
    Array,
    as_point,
    as_rng,
    counted,
    nonnegative,
    positive_integer,
)


def stopping() -> tuple[Array, Array]:
    """62 cars that braked: speed X (62, 1) in mph, and the distance y (62,) in feet
    until they stood.

    Source: M. Ezekiel and K. A. Fox, Methods of Correlation and Regression Analysis,
    Wiley, 1959.

    >>> X, y = stopping()
    >>> X.shape, y.shape, X.max(), y.max()
    ((62, 1), (62,), np.float64(40.0), np.float64(138.0))
    """
    return _speed_and_distance("stopping.csv")


def cars() -> tuple[Array, Array]:
    """50 cars of the 1920s that braked: speed X (50, 1) in mph, and the distance y
    (50,) in feet.

    Source: M. Ezekiel, Methods of Correlation Analysis, Wiley, 1930; widely known as
    R's ``cars``.

    >>> X, y = cars()
    >>> X.shape, y.shape, X.max(), y.max()
    ((50, 1), (50,), np.float64(25.0), np.float64(120.0))
    """
    return _speed_and_distance("cars_1930.csv")


def mauna_loa() -> tuple[Array, Array]:
    """Carbon dioxide in the air over Mauna Loa, 521 months from 1958 to 2001: X (521,
    1) in years, y (521,) in ppm.

    A month stands at its middle and holds the mean of its weekly values; five months
    without any are left out.

    Source: C. D. Keeling and T. P. Whorf, Atmospheric CO2 concentrations derived from
    flask air samples at sites in the SIO network, in Trends, CDIAC, Oak Ridge National
    Laboratory, 2004; weekly values as shipped with statsmodels (public domain),
    averaged here.

    >>> X, y = mauna_loa()
    >>> X.shape, y.shape, X[0].round(3), y[0]
    ((521, 1), (521,), array([1958.208]), np.float64(316.1))
    """
    table = _table("mauna_loa.csv")
    return (table[:, 0] + (table[:, 1] - 0.5) / 12)[:, None], table[:, 2]


def place_names() -> tuple[NDArray[np.str_], NDArray[np.str_], NDArray[np.str_]]:
    """Names of countries and territories in five languages: the names, their languages
    and their places, (754,) each.

    The languages are Finnish, Hungarian, Italian, Polish and Turkish; a place is its
    code of two letters. A name that two of them share, such as Andorra, tells no
    language and is left out. Letters are in Unicode's normal form C.

    Source: Unicode Common Locale Data Repository (CLDR), as shipped with Babel 2.18;
    Unicode License V3, which stands beside the table in ``place_names.LICENSE``.

    >>> names, languages, places = place_names()
    >>> [str(each[2]) for each in (names, languages, places)]
    ['Isola Ascensione', 'Italian', 'AC']
    """
    listed = []
    for row in csv.DictReader(_lines("place_names.csv")):
        place = row.pop("place")
        alone = {name for name, times in Counter(row.values()).items() if times == 1}
        listed += [(n, language, place) for language, n in row.items() if n in alone]
    names, languages, places = np.array(listed).T
    return names, languages, places


def fleet(
    n: int, rng: np.random.Generator | int, noise: float = 6.0
) -> tuple[Array, Array]:
    """A simulated fleet that reports n stops: X (n, 5), y (n,) the stopping distance in
    feet.

    y = vt + v²/2g(μ − s) + noise, with the speed v, the driver's reaction time t, the
    slope s of the road (g pulls the car on), and μ the grip of the tyres. With the
    wetness a of the road and the wear b of the tyres, both from 0 to 1, μ is
    0.75(1 − 0.4a)(1 − 0.3ab): wear counts only in the wet. The columns of X are speed,
    time, slope, wetness and wear, each scaled to −1 … 1: 5 to 45 mph, 0.5 to 1.5 s, a
    fall of −8 to 8 %, dry to wet, new to worn. ``rng`` is a random generator or a seed,
    ``noise`` a standard deviation in feet; with 0 the same stops have their true
    distances.

    Raises ValueError for n below 1 and for a negative ``noise``.

    Source: written for this course; no measurements.

    >>> X, y = fleet(1000, rng=0)
    >>> X.shape, y.shape
    ((1000, 5), (1000,))
    """
    rng, n = as_rng(rng), positive_integer(n, "n", "it counts stops")
    X = rng.uniform(-1, 1, size=(n, 5))
    speed, time, slope, wet, wear = (X + 1).T / 2  # from 0 to 1
    v = 1.467 * (5 + 40 * speed)  # feet per second
    grip = 0.75 * (1 - 0.4 * wet) * (1 - 0.3 * wear * wet)
    distance = v * (0.5 + time) + v**2 / (2 * 32.2 * (grip - 0.16 * slope + 0.08))
    noise = nonnegative(noise, "noise", "it is a standard deviation")
    return X, distance + noise * rng.standard_normal(n)


def corners(n: int, rng: np.random.Generator | int) -> tuple[Array, Array]:
    """Two classes in the four corners of a square, as in exclusive or: X (n, 2), and y
    (n,) the sign of x₁x₂.

    Each coordinate has a size from 0.35 to 1.05; the corners take turns. ``rng`` is a
    random generator or a seed.

    Raises ValueError for n below 1.

    Source: made for this course, after a figure of Lecture 16, Kernel ridge regression.

    >>> X, y = corners(48, rng=1)
    >>> X.shape, y.sum()
    ((48, 2), np.float64(0.0))
    """
    rng, n = as_rng(rng), positive_integer(n, "n", "it counts points")
    turns = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])[np.arange(n) % 4]
    X = turns * rng.uniform(0.35, 1.05, size=(n, 2))
    return X, np.sign(X[:, 0] * X[:, 1])


def ring(
    n: int, rng: np.random.Generator | int, centre: ArrayLike = (0.0, 0.0)
) -> tuple[Array, Array]:
    """A disc (y = 1) inside a ring (y = −1) around ``centre``: X (n, 2), y (n,), the
    two classes taking turns.

    The disc has the radius 0.5; the ring goes from 0.8 to 1.2. ``rng`` is a random
    generator or a seed.

    Raises ValueError for n below 1 and for a centre that is no point of the plane.

    Source: made for this course, after a figure of Kernels, explicit and implicit
    feature expansion.

    >>> X, y = ring(48, rng=1)
    >>> X.shape, y.sum()
    ((48, 2), np.float64(0.0))
    """
    rng, n = as_rng(rng), positive_integer(n, "n", "it counts points")
    turn = np.arange(n)
    inside = turn % 2 == 0
    near, far = rng.uniform(0.0, 0.5, size=n), rng.uniform(0.8, 1.2, size=n)
    radius = np.where(inside, near, far)
    angle = 4 * np.pi * (turn // 2) / n  # evenly around, in each class
    centre = as_point(centre, "centre")
    if centre.shape[1] != 2:
        raise ValueError(
            f"centre has {counted(centre.shape[1], 'coordinate')}, but a ring lies in"
            " a plane. Try centre=(0.5, 0.3)."
        )
    X = centre + radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X, np.where(inside, 1.0, -1.0)


def clouds(
    n: int, rng: np.random.Generator | int, apart: float = 1.6
) -> tuple[Array, Array]:
    """Two normal clouds in the plane whose centres lie ``apart``: X (n, 2) and classes
    y (n,), −1 and +1 in turn.

    ``n`` ≥ 2; ``rng`` a generator or a seed; ``apart`` ≥ 0 in units of the clouds'
    standard deviation.

    Raises ValueError for n < 2 and a negative distance.

    Source: made for this course.

    >>> X, y = clouds(4, rng=0)
    >>> X.shape, y
    ((4, 2), array([-1.,  1., -1.,  1.]))
    """
    n = positive_integer(n, "n", "a cloud has a whole number of points")
    if n < 2:
        raise ValueError(f"n = {n}: two clouds need a point each. Try n=40.")
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    shift = nonnegative(apart, "apart", "a distance") / np.sqrt(8)
    return as_rng(rng).normal(size=(n, 2)) + shift * y[:, None], y


def _speed_and_distance(name: str) -> tuple[Array, Array]:
    table = _table(name)
    return table[:, :1], table[:, 1]


def _table(name: str) -> Array:
    return np.loadtxt(_lines(name), delimiter=",", skiprows=1)


def _lines(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
