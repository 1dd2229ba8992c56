"""The lab on bias and variance shows what thousands of refits show."""

import numpy as np
import pytest

from kernellab import labs


@pytest.mark.parametrize(("degree", "n", "sigma"), [(1, 20, 0.3), (3, 20, 0.3), (9, 45, 0.6), (12, 15, 0.6)])
def test_bias_and_variance_are_those_of_many_refits(degree, n, sigma):
    lab = labs.bias_and_variance().set(degree=degree, n=n, sigma=sigma)
    x, rng = np.linspace(-1, 1, n), np.random.default_rng(0)
    f = np.sin(np.pi * x)
    samples = f[:, None] + sigma * rng.standard_normal((n, 4000))
    fits = (np.vander(x, degree + 1) @ np.polyfit(x, samples, degree)).T
    bias, variance = np.mean((np.mean(fits, axis=0) - f) ** 2), np.mean(np.var(fits, axis=0))
    shown = [bar.get_ydata()[1] for bar in lab.figure.axes[1].lines]
    assert shown[0] == pytest.approx(bias, rel=0.05, abs=variance / 1000)  # what is left of the variance in 4000 fits
    assert shown[1] == pytest.approx(variance, rel=0.05)
    assert shown[2] == pytest.approx(shown[0] + shown[1])
    assert f"{shown[0]:.4f}, variance {degree + 1}·{sigma:g}²/{n} = {shown[1]:.4f}" in lab.sentence


def test_the_curves_are_the_polynomials_of_forty_samples():
    lab = labs.bias_and_variance().set(degree=4, n=30, sigma=0.2)
    *fits, mean, truth = lab.figure.axes[0].lines
    grid, x = truth.get_xdata(), np.linspace(-1, 1, 30)
    noise = np.random.default_rng(5).standard_normal((60, 40))[:30]
    assert len(fits) == 40
    for fit, e in zip(fits, noise.T, strict=True):
        polynomial = np.polyfit(x, np.sin(np.pi * x) + 0.2 * e, 4)
        np.testing.assert_allclose(np.ravel(fit.get_ydata()), np.polyval(polynomial, grid), atol=1e-9)
    np.testing.assert_allclose(mean.get_ydata(), np.polyval(np.polyfit(x, np.sin(np.pi * x), 4), grid), atol=1e-9)
    np.testing.assert_allclose(truth.get_ydata(), np.sin(np.pi * grid))
