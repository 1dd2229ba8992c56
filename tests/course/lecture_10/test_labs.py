"""The labs on support vector regression rest on the cars that scikit-learn names."""

import numpy as np
import pytest
from sklearn.svm import SVR

from kernellab import plots
from tests.course.labs import ROAD, SPEEDS, Y, at, heights, line, lines, on_speeds, said


def weights(K, t, C, epsilon):
    """scikit-learn's α, whose offset is zero by symmetry where each point has a mirror
    image −φ(x) with the target −t.
    """
    peer = SVR(kernel="precomputed", C=C / 2, epsilon=epsilon, tol=1e-10)
    peer.fit(np.block([[K, -K], [-K, K]]), np.append(t, -t))
    both = np.zeros(2 * len(t))
    both[peer.support_] = peer.dual_coef_[0]
    return both[: len(t)] - both[len(t) :]


@pytest.mark.parametrize(
    ("kernel", "epsilon", "lam"), [("SE", 15.0, 0.62), ("SE", 5.0, 10.0)]
)
def test_the_tube_is_scikit_learns(kernel, epsilon, lam):
    lab = at("svr_tube", kernel=kernel, epsilon=epsilon, lam=lam)
    C = 1 / (2 * lam)
    alpha = weights(on_speeds(kernel, SPEEDS, SPEEDS, 3.0), Y, C, epsilon)
    f = on_speeds(kernel, ROAD, SPEEDS, 3.0) @ alpha
    road, box = lab.figure.axes
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), f, atol=0.02)
    low, high = lines(road, plots.TUBE)
    np.testing.assert_allclose(high.get_ydata() - low.get_ydata(), 2 * epsilon)
    bound = np.abs(alpha) > C * (1 - 1e-4)
    free = (np.abs(alpha) > C * 1e-6) & ~bound
    words = "{} on its edge and free, {} outside"
    said(lab, words, free.sum(), bound.sum())
    for marker, color, those in (("o", plots.FIT, free), ("s", plots.OTHER, bound)):
        marked = line(road, color, marker).get_xydata()
        np.testing.assert_array_equal(marked, np.column_stack([SPEEDS, Y])[those])
    by_speed = alpha[np.argsort(SPEEDS, kind="stable")] / C
    along, drawn = heights(box)
    np.testing.assert_allclose(drawn[np.argsort(along)], by_speed, atol=0.02)


def test_the_count_along_the_path_is_that_of_refits():
    lab = at("support_count", kernel="SE", lam=0.2, epsilon=10.0, length_scale=6.0)
    K = on_speeds("SE", SPEEDS, SPEEDS, 6.0)
    drawn = line(lab.figure.axes[0], plots.FIT)
    starts, counts = np.asarray(drawn.get_data())
    for epsilon in (0.7, 4.2, 10.0, 21.3, 33.1):
        alpha = weights(K, Y, 2.5, epsilon)
        count = counts[np.searchsorted(starts, epsilon, side="right") - 1]
        assert abs(count - np.sum(np.abs(alpha) > 1e-6)) <= 1, epsilon
    count = np.sum(np.abs(weights(K, Y, 2.5, 10.0)) > 1e-6)
    said(lab, "λ = {}, ℓ = 6, ε = {} ft: {} support", 0.2, 10, count)
    rises = lab.figure.axes[0].lines[1].get_xydata()
    steps = np.diff(counts) > 0
    np.testing.assert_array_equal(rises[:, 0], starts[1:][steps])
    said(lab, "the number rises {} times", steps.sum())
