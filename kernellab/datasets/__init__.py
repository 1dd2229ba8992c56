"""Data that come with the course, each with its source."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from kernellab._arrays import Array


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


def _speed_and_distance(name: str) -> tuple[Array, Array]:
    with (files("kernellab.datasets") / name).open(encoding="utf-8") as lines:
        table = np.loadtxt(lines, delimiter=",", skiprows=1)
    return table[:, :1], table[:, 1]
