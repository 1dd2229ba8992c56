"""The labs of the kernel trick show what an independent computation says, and every control moves something."""

from math import comb

import numpy as np
import pytest
from scipy.integrate import quad

from kernellab import RBF, Polynomial, datasets, gram, labs, monomials, ridge_primal, scaled_monomials
from kernellab.course.labs.data import ROAD
from kernellab.course.labs.trick import multiplications, rbf_features, spread

X, Y = datasets.stopping()
FROM_SLOW_TO_FAST = np.argsort(X.ravel(), kind="stable")
# One number, two routes


@pytest.mark.parametrize(
    ("turn", "z1", "z2", "degree", "d"), [(30, 1.0, -0.5, 2, 2), (-145, 2.0, 1.3, 8, 6), (90, 0.0, 0.0, 3, 4)]
)
def test_both_routes_lead_to_the_number_in_the_sentence(turn, z1, z2, degree, d):
    lab = labs.two_routes().set(turn=turn, z1=z1, z2=z2, degree=degree, d=d)
    k = (1 + np.cos(np.radians(turn)) * z1 + np.sin(np.radians(turn)) * z2) ** degree
    assert f"= {float(f'{k:.3g}'):g}" in lab.sentence or f"= {k:.0f}" in lab.sentence
    assert "the same as by the map" in lab.sentence
    assert f"has {comb(d + degree, d)} features" in lab.sentence


def test_the_lines_are_where_the_inner_product_does_not_change():
    lab = labs.two_routes().set(turn=70, degree=3)
    x = np.array([np.cos(np.radians(70)), np.sin(np.radians(70))])
    drawn = lab.figure.axes[0].lines[:5]
    for level, line in zip((-2, -1, 0, 1, 2), drawn, strict=True):
        np.testing.assert_allclose(line.get_xydata() @ x, level, atol=1e-12)
    written = [text.get_text() for text in lab.figure.axes[0].texts[:5]]
    assert written == [f"k = {(1 + level) ** 3}".replace("-", "−") for level in (-2, -1, 0, 1, 2)]


class Counting:
    """A number that counts the multiplications in which it takes part."""

    made = 0

    def __init__(self, value):
        self.value = value

    def __mul__(self, other):
        Counting.made += 1
        return Counting(self.value * other.value)

    def __add__(self, other):
        return Counting(self.value + other.value)


@pytest.mark.parametrize(("d", "degree"), [(1, 1), (2, 2), (2, 5), (3, 4), (5, 3), (10, 5), (4, 7)])
def test_the_counts_are_those_of_numbers_that_count(d, degree):
    x, z = ([Counting(v) for v in np.random.default_rng(s).normal(size=d)] for s in (0, 1))

    def features(point):
        """Every monomial from one of an order less; the constant is left out."""
        level = [(i, point[i]) for i in range(d)]
        found = [value for _, value in level]
        for _ in range(degree - 1):
            level = [(j, value * point[j]) for i, value in level for j in range(i, d)]
            found += [value for _, value in level]
        return found

    slow, fast = multiplications(d, np.array([degree]))
    Counting.made = 0
    total = Counting(1.0)
    for a, b in zip(features(x), features(z), strict=True):
        total = total + a * b
    assert Counting.made == slow[0]

    Counting.made = 0
    base = Counting(1.0)
    for a, b in zip(x, z, strict=True):
        base = base + a * b
    power, value = None, base
    for position, bit in enumerate(reversed(f"{degree:b}")):
        value = value * value if position else value
        if bit == "1":
            power = value if power is None else power * value
    assert Counting.made == fast[0]
    assert power.value == pytest.approx(Polynomial(degree)([v.value for v in x], [v.value for v in z]))


# Constants


@pytest.mark.parametrize(("cars", "degree", "lam"), [(20, 2, 10.0), (62, 3, 0.1), (3, 4, 1.0), (2, 2, 1000.0)])
def test_the_fits_are_ridge_fits_with_the_two_maps(cars, degree, lam):
    lab = labs.constants_matter(X, Y).set(cars=cars, degree=degree, lam=lam)
    rows = FROM_SLOW_TO_FAST[spread(62)[:cars]]
    curves = [line for line in lab.figure.axes[0].lines if len(line.get_xdata()) == len(ROAD)]
    for phi, line in zip((scaled_monomials, monomials), curves, strict=True):
        w = ridge_primal(phi(X[rows] / 10, degree), Y[rows], lam)
        np.testing.assert_allclose(line.get_ydata(), phi(ROAD / 10, degree) @ w, rtol=1e-7, atol=1e-6)


def test_least_squares_forgets_the_weights_and_the_shortest_solution_does_not():
    lab = labs.constants_matter(X, Y)
    assert "less than 0.01 ft" in lab.set(cars=20, lam=1e-8).sentence
    assert "too few" in lab.set(cars=3, degree=5).sentence
    gap = float(lab.sentence.split("up to ")[1].split(" ft")[0])
    rows = FROM_SLOW_TO_FAST[[0, 61, 30]]
    amid = ROAD[(ROAD.ravel() >= X.min()) & (ROAD.ravel() <= X.max())] / 10
    fits = [phi(amid, 5) @ np.linalg.pinv(phi(X[rows] / 10, 5)) @ Y[rows] for phi in (scaled_monomials, monomials)]
    assert gap == pytest.approx(np.abs(fits[0] - fits[1]).max(), rel=0.05)


@pytest.mark.parametrize("n", [2, 3, 4, 9, 62])
def test_a_spread_order_holds_every_number_once_and_starts_at_both_ends(n):
    order = spread(n)
    assert sorted(order) == list(range(n))
    assert order[:2] == [0, n - 1]


# The RBF kernel, cut


@pytest.mark.parametrize(("terms", "length_scale", "z"), [(4, 10.0, 30), (1, 4.0, 0), (60, 4.0, 50), (17, 8.0, 11)])
def test_the_curve_is_the_kernel_of_so_many_features(terms, length_scale, z):
    lab = labs.truncated_rbf(X).set(terms=terms, length_scale=length_scale, z=z)
    truth, cut = (line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_xdata()) == len(ROAD))
    np.testing.assert_allclose(truth, gram(RBF(length_scale), ROAD, [[z]]).ravel(), atol=1e-12)
    Phi = rbf_features(ROAD.ravel() - 22, length_scale, terms)
    np.testing.assert_allclose(cut, Phi @ rbf_features(np.array([z - 22.0]), length_scale, terms)[0], atol=1e-12)


@pytest.mark.parametrize("length_scale", [4.0, 6.31, 40.0])
def test_the_error_is_that_of_the_gram_matrix_and_stays_below_the_bound(length_scale):
    lab = labs.truncated_rbf(X).set(length_scale=length_scale)
    missed, bound = (line.get_ydata() for line in lab.figure.axes[1].lines[:2])
    for N in (1, 7, 30):
        Phi = rbf_features(X.ravel() - 22, length_scale, N)
        exact = np.abs(gram(RBF(length_scale), X) - Phi @ Phi.T).max()
        assert missed[N - 1] == pytest.approx(max(exact, 1e-13), rel=1e-6, abs=1e-12)
    assert np.all(missed <= bound * (1 + 1e-9) + 1e-12)


# Densities


@pytest.mark.parametrize(("distance", "beta", "variance"), [(1.5, 1.0, "1/(2β)"), (5.0, 0.3, "1/β"), (0.0, 3.0, "1/β")])
def test_the_area_is_an_integral(distance, beta, variance):
    sentence = labs.two_densities().set(distance=distance, beta=beta, variance=variance).sentence
    sigma2 = 1 / beta if variance == "1/β" else 0.5 / beta

    def product(z):
        bells = [np.exp(-((z - at) ** 2) / (2 * sigma2)) for at in (-distance / 2, distance / 2)]
        return bells[0] * bells[1] / (2 * np.pi * sigma2)

    overlap = np.sqrt(4 * np.pi * sigma2) * quad(product, -40, 40, points=[0.0])[0]
    assert f"c² times the area is {overlap:.3f}" in sentence
    assert f"the RBF kernel {np.exp(-beta * distance**2 / 2):.3f}" in sentence


# An infinite vector


def test_partial_sums_and_limits():
    lab = labs.infinite_vector().set(a=-0.6, entries=3)
    assert f"squared length {0.36 + 0.36**2 + 0.36**3:.3g}" in lab.sentence
    assert f"= {0.36 / 0.64:.3g};" in lab.sentence
    assert "pole here" in lab.set(a=0.5).sentence


# Bad input


@pytest.mark.parametrize("make", [lambda bad: labs.constants_matter(bad, Y), labs.truncated_rbf])
@pytest.mark.parametrize("bad", [np.ones((62, 2)), np.full((62, 1), np.nan), np.zeros((0, 1)), "speeds", None])
def test_bad_points_are_refused(make, bad):
    with pytest.raises((ValueError, TypeError)):
        make(bad)


def test_targets_must_fit_the_points():
    with pytest.raises(ValueError, match="62 points"):
        labs.constants_matter(X, Y[:-1])
    with pytest.raises(ValueError, match="at least 3"):
        labs.constants_matter(X[:2], Y[:2])
