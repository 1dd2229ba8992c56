"""The lab on bias and variance shows what thousands of refits show."""

import numpy as np
import pytest

from tests.course.labs import answer, at, said


def refits(degree, n, sigma, samples=4000):
    """Squared bias and variance of so many refits by NumPy."""
    x, rng = np.linspace(-1, 1, n), np.random.default_rng(0)
    f = np.sin(np.pi * x)
    noisy = f[:, None] + sigma * rng.standard_normal((n, samples))
    fits = (np.vander(x, degree + 1) @ np.polyfit(x, noisy, degree)).T
    return np.mean((np.mean(fits, axis=0) - f) ** 2), np.mean(np.var(fits, axis=0))


@pytest.mark.parametrize(("degree", "n", "sigma"), [(1, 20, 0.3), (9, 45, 0.6)])
def test_bias_and_variance_are_those_of_many_refits(degree, n, sigma):
    lab = at("bias_and_variance", degree=degree, n=n, sigma=sigma)
    bias, variance = refits(degree, n, sigma)
    shown = [bar.get_ydata()[1] for bar in lab.figure.axes[1].lines]
    assert shown[0] == pytest.approx(bias, rel=0.05, abs=variance / 1000)
    assert shown[1] == pytest.approx(variance, rel=0.05)
    assert shown[2] == pytest.approx(shown[0] + shown[1])
    said(lab, f", variance {{}}·{sigma}²/{n} = {{}}, t", degree + 1, shown[1])


def test_the_best_degree_is_that_of_many_samples():
    sums = [sum(refits(degree, 20, 0.3)) for degree in range(1, 13)]
    assert answer(at("bias_and_variance").question) == 1 + int(np.argmin(sums))
