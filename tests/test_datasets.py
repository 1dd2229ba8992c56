import numpy as np
import pytest

from kernellab import datasets


@pytest.mark.parametrize(("load", "n"), [(datasets.stopping, 62), (datasets.cars, 50)])
def test_speeds_are_points_and_distances_are_targets(load, n):
    X, y = load()
    assert (X.shape, y.shape) == ((n, 1), (n,))
    assert X.dtype == y.dtype == np.float64
    assert (X > 0).all()
    assert (y > 0).all()


def test_stopping_holds_the_measured_cars():
    X, y = datasets.stopping()
    cars = list(zip(X.ravel(), y, strict=True))
    assert cars[0] == (4, 4)
    assert cars[-1] == (40, 134)
    assert max(cars, key=lambda car: car[1]) == (39, 138)


def test_cars_holds_the_measured_cars():
    X, y = datasets.cars()
    cars = list(zip(X.ravel(), y, strict=True))
    assert cars[0] == (4, 2)
    assert cars[-1] == (25, 85)
    assert max(cars, key=lambda car: car[1]) == (24, 120)


@pytest.mark.parametrize("load", [datasets.stopping, datasets.cars])
def test_each_call_returns_fresh_arrays(load):
    X, y = load()
    X[:], y[:] = 0, 0
    assert all(array.all() for array in load())
