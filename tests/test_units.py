"""In other units and far from the origin: the same answer, or a refusal."""

from fractions import Fraction
from itertools import permutations
from math import exp, pi, sin

import numpy as np
import pytest

from kernellab import (
    SVC,
    BilinearForm,
    Constant,
    KernelRidge,
    Laplace,
    Linear,
    NearestNeighbours,
    Normalized,
    Periodic,
    Polynomial,
    Reweighted,
    Sigmoid,
    gram,
    separating_plane,
)
from kernellab.errors import UnverifiedError
from kernellab.kernels import Bell, Circle


def product(x, A, z):
    """xᵀAz without rounding."""
    x, z = ([Fraction(value) for value in point] for point in (x, z))
    terms = (
        a * Fraction(A[i, j]) * b for i, a in enumerate(x) for j, b in enumerate(z)
    )
    return float(sum(terms))


@pytest.mark.parametrize("units", [(1e-5, 1e-9, 1.0), (1e20, 1e-20, 1e-25)])
def test_a_bilinear_form_is_as_good_in_the_units_of_each_coordinate(units):
    rng = np.random.default_rng(0)
    together = np.array([[1.0, 0.5, 0.3], [0.5, 1.0, 0.2], [0.3, 0.2, 1.0]])
    for order in permutations(range(3)):
        unit = np.array(units)[list(order)]
        A, X = np.outer(unit, unit) * together, rng.normal(size=(6, 3)) / unit
        K = gram(BilinearForm(A), X)
        exact = np.array([[product(x, A, z) for z in X] for x in X])
        np.testing.assert_allclose(K, exact, rtol=0, atol=1e-14 * np.abs(exact).max())
        assert (K == K.T).all()


@pytest.mark.parametrize("A", [[[1.0, 1e-17], [1e-17, 0.0]], [[0.0, 0.0], [0.0, 2.0]]])
def test_a_bilinear_form_is_right_in_its_largest_unit(A):
    np.testing.assert_allclose(gram(BilinearForm(A), np.eye(2)), A, rtol=0, atol=2e-15)


@pytest.mark.parametrize("unit", [1e-25, 1e24])
def test_the_error_bar_of_a_fit_is_the_same_in_any_unit(unit):
    def deviation(unit):
        points = np.array([[1.0], [2.0], [3.0]])
        model = KernelRidge(Linear(), lam=unit**2).fit(unit * points, [1.0, 2.0, 3.5])
        return model.predict(unit * np.array([[2.0], [5.0]]), return_std=True)[1]

    np.testing.assert_allclose(deviation(unit), deviation(1.0), rtol=1e-12)


@pytest.mark.parametrize(("period", "far", "step"), [(12.0, 1e17, 16), (7.0, 1e15, 3)])
def test_far_away_a_period_is_still_a_period(period, far, step):
    expected = exp(-8 * sin(pi * step / period) ** 2)
    k = Periodic(0.5, period)
    assert k(far, far + step) == pytest.approx(expected, rel=1e-12, abs=0)
    here, there = (Circle(period)([[a], [far + a]]) for a in (0.0, step))
    assert here[0] @ there[0] == pytest.approx(here[1] @ there[1], abs=1e-12)


@pytest.mark.parametrize("f", [Bell(1.0), Circle(40.0)], ids=["bell", "circle"])
def test_a_function_of_one_point_reads_points_as_kernels_do(f):
    whole = f(np.array([[16], [20]], dtype=np.uint8))
    np.testing.assert_array_equal(whole, f([[16.0], [20.0]]))
    for wrong in ([1.0, 2.0], [[np.nan]], [["a"]], [[]]):
        with pytest.raises((ValueError, TypeError)):
            f(wrong)


@pytest.mark.parametrize("unit", [1e-45, 1.0, 1e24])
def test_an_angle_has_no_unit(unit):
    cosine = Normalized(Linear())([unit, 3 * unit], [unit, -unit])
    assert cosine == pytest.approx(-2 / np.sqrt(20), rel=1e-12, abs=0)
    K = gram(Normalized(Linear()), [[0.0, 0.0], [3.0, 4.0]])
    assert K.tolist() == [[0.0, 0.0], [0.0, 1.0]]  # a point without a direction
    assert Normalized(0 * Laplace(1.0))(1.0, 1.0) == 0.0  # and without a map


def test_an_angle_is_refused_where_squares_vanish_or_are_negative():
    for k, x in (
        (Polynomial(4, c=0.0), 1e-45),
        (Sigmoid(1.0, -1.0), 0.5),
        (Reweighted(lambda X: np.full(len(X), 1e-49), Constant(1e-49)) ** 3, 1.0),
    ):
        for pair in ([x, x], [3.0, x]):
            with pytest.raises(ValueError, match="a squared length is not negative"):
                Normalized(k)(*pair)


@pytest.mark.parametrize("unit", [1e-24, 1e24])
def test_neighbours_are_the_same_in_any_unit(unit):
    model = NearestNeighbours(Linear()).fit([[unit], [9 * unit]], [1, 9])
    found = model.predict([[unit], [4 * unit], [6 * unit], [9 * unit]])
    assert found.tolist() == [1, 1, 9, 9]


@pytest.mark.parametrize("degree", [3, 2**53 - 2])
def test_the_power_of_a_negative_number_has_the_sign_of_its_degree(degree):
    assert Polynomial(degree, c=0.0)(1.0, -1.0) == (-1.0) ** (degree % 2)


@pytest.mark.parametrize("far", [0.0, 1e8, 1e12, 1e15, 1e17])
def test_a_plane_that_is_returned_separates_in_exact_fractions(far):
    rng = np.random.default_rng(5)
    answered = 0
    for _ in range(20):
        Phi = rng.normal(size=(6, int(rng.integers(1, 4)))) * 4
        along = Phi @ rng.normal(size=Phi.shape[1])
        y = np.where(along > np.median(along), 1, -1)
        Phi += far
        try:
            found = separating_plane(Phi, y)
        except UnverifiedError:
            continue
        if found is not None:
            w, b = ([Fraction(float(v)) for v in np.atleast_1d(part)] for part in found)
            answered += 1
            for row, side in zip(Phi, y.tolist(), strict=True):
                pairs = zip(w, row, strict=True)
                f = sum(a * Fraction(float(c)) for a, c in pairs) + b[0]
                assert side * f >= 0.999
    assert answered == 20 or far > 1e8


def test_a_plane_that_no_floats_can_write_is_refused():
    assert separating_plane([[1e12], [1e12 + 8], [1e12 + 16]], [1, -1, -1]) is not None
    with pytest.raises(UnverifiedError, match=r"in floats.*Try points with their mean"):
        separating_plane([[1e16], [1e16 + 2], [1e16 + 4]], [1, -1, -1])


def test_a_refit_that_is_refused_leaves_the_fit_that_was():
    model = SVC(Linear()).fit([[0.0], [1.0]], ["a", "b"])
    with pytest.raises(ValueError, match="separate"):
        model.set_params(C=np.inf).fit([[0.0], [0.0]], ["x", "y"])
    assert model.predict([[0.0], [1.0]]).tolist() == ["a", "b"]


def test_a_missing_date_is_no_class():
    days = np.array(["2024-01-01", "NaT", "2024-01-01"], dtype="datetime64[D]")
    with pytest.raises(ValueError, match="y contains NaT"):
        SVC(Linear()).fit([[0.0], [1.0], [2.0]], days)


def test_the_diagonal_of_a_reweighted_kernel_is_that_of_its_table():
    for weight, value in ((1e-40, 1e49), (1e40, 1e-49), (1e-60, 1.0)):
        k = Reweighted(lambda X, w=weight: np.full(len(X), w), Constant(value))
        points = k.as_points([[1.0], [2.0]])
        table = k.pairwise(points, points)
        assert k.diagonal(points) == pytest.approx(table.diagonal())
        assert k.diagonal(points).all()
