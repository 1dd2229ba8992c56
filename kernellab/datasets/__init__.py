"""Data that come with the course, each with its source."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from kernellab._arrays import Array, whole


def stopping() -> tuple[Array, Array]:
    """62 cars that braked: speed X (62, 1) in mph, and the distance y (62,) in feet until they stood.

    Source: M. Ezekiel and K. A. Fox, Methods of Correlation and Regression Analysis, Wiley, 1959.

    >>> X, y = stopping()
    >>> X.shape, y.shape, X.max(), y.max()
    ((62, 1), (62,), np.float64(40.0), np.float64(138.0))
    """
    return _speed_and_distance("stopping.csv")


def cars() -> tuple[Array, Array]:
    """50 cars of the 1920s that braked: speed X (50, 1) in mph, and the distance y (50,) in feet.

    Source: M. Ezekiel, Methods of Correlation Analysis, Wiley, 1930; widely known as R's ``cars``.

    >>> X, y = cars()
    >>> X.shape, y.shape, X.max(), y.max()
    ((50, 1), (50,), np.float64(25.0), np.float64(120.0))
    """
    return _speed_and_distance("cars_1930.csv")


def mauna_loa() -> tuple[Array, Array]:
    """Carbon dioxide in the air over Mauna Loa, 521 months from 1958 to 2001: X (521, 1) in years, y (521,) in ppm.

    A month stands at its middle and holds the mean of its weekly values; five months without any are left out.

    Source: C. D. Keeling and T. P. Whorf, Atmospheric CO2 concentrations derived from flask air samples at sites in the
    SIO network, in Trends, CDIAC, Oak Ridge National Laboratory, 2004; weekly values as shipped with statsmodels (public
    domain), averaged here.

    >>> X, y = mauna_loa()
    >>> X.shape, y.shape, X[0].round(3), y[0]
    ((521, 1), (521,), array([1958.208]), np.float64(316.1))
    """
    table = _table("mauna_loa.csv")
    return (table[:, 0] + (table[:, 1] - 0.5) / 12)[:, None], table[:, 2]


def fleet(n: int, rng: np.random.Generator | int) -> tuple[Array, Array]:
    """A simulated fleet that reports n stops: X (n, 5), y (n,) the stopping distance in feet.

    y = vt + v²/2g(μ − s) + noise of 6 ft, with the speed v, the driver's reaction time t, the slope s of the road (g pulls the
    car on), and μ the grip of the tyres, which falls with the wetness of the road and the wear of the tyres. The columns of
    X are speed, time, slope, wetness and wear, each scaled to −1 … 1: 5 to 45 mph, 0.5 to 1.5 s, a fall of −8 to 8 %, dry to
    wet, new to worn. ``rng`` is a random generator or a seed.

    Raises ValueError for n below 1.

    Source: written for this course; no measurements.

    >>> X, y = fleet(1000, rng=0)
    >>> X.shape, y.shape
    ((1000, 5), (1000,))
    """
    rng = np.random.default_rng(rng)
    X = rng.uniform(-1, 1, size=(whole(n, "n", "it counts stops"), 5))
    speed, time, slope, wet, wear = (X + 1).T / 2  # from 0 to 1
    v = 1.467 * (5 + 40 * speed)  # feet per second
    grip = 0.75 * (1 - 0.4 * wet) * (1 - 0.3 * wear * wet)
    distance = v * (0.5 + time) + v**2 / (2 * 32.2 * (grip - 0.16 * slope + 0.08))
    return X, distance + 6 * rng.standard_normal(n)


def _speed_and_distance(name: str) -> tuple[Array, Array]:
    table = _table(name)
    return table[:, :1], table[:, 1]


def _table(name: str) -> Array:
    with (files("kernellab.datasets") / name).open(encoding="utf-8") as lines:
        return np.loadtxt(lines, delimiter=",", skiprows=1)
