"""The labs on the kernel trick beside counts, series and quadrature written out."""

from math import comb, factorial

import numpy as np
import pytest
from scipy.integrate import quad

from kernellab import plots
from kernellab.course.lecture_03.labs import _multiplications, _spread
from tests.course.labs import SPEEDS, Y, at, color_of, line, lines, said, se


def test_the_counts_are_those_of_a_square_by_hand():
    """(1 + x₁z₁ + x₂z₂)²: four monomials of degree 2 and more for each of x and z, less
    the constant five products; d products and a square.
    """
    counted = [each[0] for each in _multiplications(2, np.array([2]))]
    assert counted == [3 + 3 + 5, 2 + 1]


def test_both_routes_give_one_number():
    lab = at("two_routes", turn=40, z1=1.2, z2=-0.7, degree=3, d=4)
    u = 1.2 * np.cos(np.radians(40)) - 0.7 * np.sin(np.radians(40))
    said(lab, "³ = {}, the same as by the map", (1 + u) ** 3)
    said(lab, "the map has {} features", comb(7, 3))
    visible = (each for each in lab.figure.axes[0].texts if each.get_visible())
    assert "k = 8" in {each.get_text() for each in visible}  # on the line of xᵀz = 1


@pytest.mark.parametrize(("cars", "degree", "lam"), [(20, 2, 10.0), (3, 5, 1e-8)])
def test_the_fits_are_ridge_fits_with_the_two_maps(cars, degree, lam):
    lab = at("constants_matter", cars=cars, degree=degree, lam=lam)
    rows = np.argsort(SPEEDS, kind="stable")[_spread(62)][:cars]
    places = np.linspace(4, 40, 361)

    def fit(coefficients):
        """The ridge fit with these weights, by a least-squares problem."""
        Phi = (SPEEDS[rows, None] / 10) ** np.arange(degree + 1) * coefficients
        system = np.vstack([Phi, np.sqrt(lam) * np.eye(degree + 1)])
        w = np.linalg.lstsq(system, np.append(Y[rows], np.zeros(degree + 1)))[0]
        return (places[:, None] / 10) ** np.arange(degree + 1) * coefficients @ w

    scaled = np.sqrt([comb(degree, p) for p in range(degree + 1)])
    gap = np.abs(fit(scaled) - fit(np.ones(degree + 1))).max()
    if cars == 20:
        said(lab, "differ by up to {} ft within", gap)
    else:  # a singular system: the shortest solution
        said(lab, "differ by up to {} ft", gap)
    here = lab.figure.axes[1].lines[1].get_xydata()[0]
    assert here[1] == pytest.approx(gap, rel=1e-3)


def features(x, length_scale, count):
    """exp(−x²/2ℓ²) (x/ℓ)ᵏ/√k!, about the middle of the speeds."""
    u = (np.ravel(x)[:, None] - 22) / length_scale
    terms = [u**k / float(factorial(k)) ** 0.5 for k in range(count)]
    return np.exp(-(u**2) / 2) * np.hstack(terms)


@pytest.mark.parametrize(("terms", "length_scale"), [(6, 10), (25, 6)])
def test_the_error_is_that_of_so_many_features(terms, length_scale):
    lab = at("truncated_rbf", terms=terms, length_scale=length_scale, z=30)
    Phi, K = features(SPEEDS, length_scale, terms), se(SPEEDS, SPEEDS, length_scale)
    said(lab, "is off by {} at worst", np.abs(Phi @ Phi.T - K).max())
    bells, errors = lab.figure.axes
    for z, side in ((10, 10 + length_scale), (49, 49 - length_scale)):  # in sight
        at("truncated_rbf", terms=terms, length_scale=length_scale, z=z)
        assert line(bells, plots.WIDTH, "o").get_xdata() == [side]
    lab = at("truncated_rbf", terms=terms, length_scale=length_scale, z=30)
    cut = line(bells, color_of(bells, "N features")).get_data()
    f = features(cut[0], length_scale, terms) @ features(30, length_scale, terms)[0]
    np.testing.assert_allclose(cut[1], f, atol=1e-9)
    error = line(errors, color_of(errors, "error")).get_ydata()
    bound = line(errors, color_of(errors, "bound")).get_ydata()
    assert np.all(error <= bound * (1 + 1e-6) + 2e-13)
    right = at("truncated_rbf").question.spec()
    whole = zip(right["x"], right["right"], strict=True)
    for place, height in (each for each in whole if each[0] % 1 == 0):
        Phi = features(SPEEDS, 6, int(place))
        truth = np.abs(Phi @ Phi.T - se(SPEEDS, SPEEDS, 6)).max()
        assert np.log10(height) == pytest.approx(np.log10(max(truth, 1e-12)), abs=0.05)


@pytest.mark.parametrize("variance", ["1/(2β)", "1/β"])
def test_the_area_is_that_of_quadrature(variance):
    lab = at("two_densities", distance=1.2, beta=0.5, variance=variance)
    sigma2 = 1.0 if variance == "1/(2β)" else 2.0

    def product(z):
        bells = (np.exp(-((z - a) ** 2) / (2 * sigma2)) for a in (-0.6, 0.6))
        return np.prod(list(bells)) / (2 * np.pi * sigma2)

    area = quad(product, -30, 30)[0]
    scale = np.sqrt(4 * np.pi * sigma2)
    kernel = np.exp(-0.5 * 1.2**2 / 2)
    said(lab, "is {}, the RBF kernel {}.", scale * area, kernel)
    assert (variance == "1/(2β)") == (abs(scale * area - kernel) < 1e-6)


def test_partial_sums_and_their_limit():
    lab = at("infinite_vector", a=-0.6, entries=4)
    sums = np.cumsum([(-0.6) ** (2 * j) for j in range(1, 41)])
    words = "have the squared length {}, all of them a²/(1 − a²) = {};"
    said(lab, words, sums[3], sums[-1])
    said(lab, "says {}", 1 / (1 + 1.2))
    dots = lines(lab.figure.axes[0], lab.figure.axes[0].lines[0].get_color(), "o")[0]
    np.testing.assert_allclose(dots.get_ydata()[:4], sums[:4])
    assert np.isnan(dots.get_ydata()[4:]).all()
