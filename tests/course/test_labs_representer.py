"""The labs on the representer theorem show what an independent computation says."""

import numpy as np
import pytest
from scipy.optimize import minimize

from kernellab import Squared, datasets, descend, labs, monomials

X, Y = datasets.stopping()


def test_a_step_that_diverges_is_refused_and_the_lab_recovers():
    lab = labs.weight_space()
    before = lab.sentence
    with pytest.raises(ValueError, match=r"too large.*Try step=0\.18"):
        lab.set(step=0.6)
    lab.reset()
    assert lab.sentence == before


@pytest.mark.parametrize(("lam", "steps"), [(0.0, 30), (0.1, 30), (0.5, 80)])
def test_what_lies_off_the_span_shrinks_by_its_fraction(lam, steps):
    lab = labs.weight_space()
    lab.set(lam=lam, steps=steps)
    assert f"the weights are {1.6 * (1 - 2 * 0.1 * lam) ** steps:.3f} off the span" in lab.sentence


@pytest.mark.parametrize(("angle", "lam"), [(30, 0.2), (70, 0.5), (10, 1.0), (85, 1.5)])
def test_both_penalties_end_where_a_general_minimiser_ends(angle, lam):
    lab = labs.other_penalty()
    lab.set(angle=angle, lam=lam)
    shown = {line.get_marker(): np.ravel(line.get_data()) for line in lab.figure.axes[0].lines}
    phi = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])

    def best(penalty):
        starts = ([0.0, 0.0], [1.0, 0.1], [0.1, 1.0])
        tries = [
            minimize(
                lambda w: (phi @ w - 1) ** 2 + lam * penalty(w),
                start,
                method="Nelder-Mead",
                options={"xatol": 1e-9, "fatol": 1e-14},
            )
            for start in starts
        ]
        return min(tries, key=lambda found: found.fun).x

    np.testing.assert_allclose(shown["o"], best(lambda w: w @ w), atol=1e-5)
    np.testing.assert_allclose(shown["D"], best(lambda w: np.abs(w).sum()), atol=1e-5)


def test_the_two_curves_are_the_descent_and_its_twin():
    lab = labs.side_by_side(X, Y)
    lab.set(steps=100, lam=1.0)
    thick, thin = (line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_ydata()) > len(Y))
    np.testing.assert_allclose(thick, thin, atol=1e-8)
    # An independent route: gradient descent on the primal written out, with the same step size.
    scale = X.max()
    coefficients = np.sqrt([1.0, 3.0, 3.0, 1.0])
    Phi = monomials(X / scale, 3) * coefficients
    step = descend(Phi, Y, Squared(), lam=1.0, steps=1).step
    w = np.zeros(4)
    for _ in range(100):
        w = w - step * (2 * Phi.T @ (Phi @ w - Y) + 2 * w)
    road = labs.data.ROAD / scale
    np.testing.assert_allclose(thin, np.column_stack([road**p for p in range(4)]) * coefficients @ w, atol=1e-8)


@pytest.mark.parametrize("bad", [None, "stop", np.ones((3, 2)), [[1.0], [np.nan]]])
def test_bad_data_are_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        labs.side_by_side(bad, Y)
