"""The labs on support vectors show what independent computations say."""

import re

import numpy as np
import pytest

from kernellab import RBF, Polynomial, datasets, gram, labs, ridge_dual, svr_dual

X, Y = datasets.stopping()
MAKE = {"tube": labs.svr_tube, "count": labs.support_count, "car": labs.car_out_of_line}


@pytest.mark.parametrize(("epsilon", "lam"), [(15.0, 0.62), (5.0, 10.0)])
def test_the_tube_is_the_convex_program_s(epsilon, lam):
    lab = labs.svr_tube(X, Y)
    lam = lab.controls["lam"].values[lab.controls["lam"].nearest(lam)]
    lab.set(epsilon=epsilon, lam=lam)
    k = RBF(3.0) + Polynomial(2)
    fit = svr_dual(gram(k, X), Y, C=1 / (2 * lam), epsilon=epsilon)
    road = np.linspace(0, 50, 501)[:, None]
    curve, *edges = (line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_ydata()) == 501)
    np.testing.assert_allclose(curve, gram(k, road, X) @ fit.alpha, atol=1e-4)
    np.testing.assert_allclose(edges, [curve - epsilon, curve + epsilon], atol=1e-9)
    counts = [int(number) for number in re.findall(r"(\d+) (?:cars|on its|outside)", lab.sentence)]
    error = np.abs(Y - gram(k, X) @ fit.alpha)
    assert sum(counts) == 62
    assert counts[0] >= np.sum(error < epsilon - 1e-6)
    assert counts[2] >= np.sum(error > epsilon + 1e-6)
    free, bound = (line for line in lab.figure.axes[0].lines if line.get_markerfacecolor() == "none")
    words = {text.get_text()[0]: text.get_color() for text in lab.figure.axes[0].texts}
    assert (free.get_marker(), free.get_color()) == ("o", words["○"])
    assert (bound.get_marker(), bound.get_color()) == ("s", words["□"])
    for line, least in ((free, epsilon - 1e-3), (bound, epsilon + 1e-3)):
        x, y = line.get_data()
        off = np.abs(y - np.interp(x, road.ravel(), curve))
        assert (off > least).all(), line.get_marker()
    assert np.abs(off).max() > epsilon + 1
    x, y = free.get_data()
    assert np.abs(y - np.interp(x, road.ravel(), curve)).max() < epsilon + 1e-3


def test_the_count_is_right_along_the_whole_line():
    lab = labs.support_count(X, Y)
    line = next(line for line in lab.figure.axes[0].lines if line.get_drawstyle() == "steps-post")
    starts, counts = line.get_data()
    K = gram(RBF(3.0) + Polynomial(2), X)
    for epsilon in (0.5, 6.8, 14.3, 15.0, 20.0):
        drawn = counts[np.searchsorted(starts, epsilon, side="right") - 1]
        fit = svr_dual(K, Y, C=1 / (2 * 0.62), epsilon=epsilon)
        twins = len(fit.support) - len(np.unique(np.column_stack([X, Y])[fit.support], axis=0))  # may share one weight
        assert len(fit.support) - twins <= drawn <= len(fit.support), epsilon


def test_a_car_out_of_line_moves_one_curve_and_not_the_other():
    lab = labs.car_out_of_line(X, Y)
    lab.set(distance=180.0)
    t = Y.copy()
    car = int(np.abs(X[:, 0] - np.median(X)).argmin())
    t[car] = 180.0
    k = RBF(8.0) + Polynomial(2)
    K, road = gram(k, X), np.linspace(0, 50, 501)[:, None]
    squares, tube = (line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_ydata()) == 501)
    np.testing.assert_allclose(squares, gram(k, road, X) @ ridge_dual(K, t, 1.0), atol=1e-6)
    np.testing.assert_allclose(tube, gram(k, road, X) @ svr_dual(K, t, C=0.5, epsilon=5.0).alpha, atol=1e-4)
    assert np.abs(squares - tube).max() > 5
    at = int(10 * X[car, 0])
    assert f"the squared loss predicts {squares[at]:.1f} ft, the ε-insensitive loss {tube[at]:.1f} ft" in lab.sentence


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize("bad", [None, "road", np.ones((3, 2)), [[1.0], [np.nan]]])
def test_bad_data_are_refused(make, bad):
    with pytest.raises((TypeError, ValueError)):
        make(bad, Y)
