import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernellab
from kernellab import RBF, Kernel, Linear, Polynomial, gram
from tests.zoo import ZOO, Specimen, expressions, points

X = np.random.default_rng(0).integers(-12, 13, (9, 2)) / 4
Z = np.random.default_rng(1).integers(-12, 13, (4, 2)) / 4

in_the_zoo = pytest.mark.parametrize("specimen", ZOO, ids=repr)


def assert_close(actual: np.ndarray, specimen: Specimen, X: np.ndarray, Z: np.ndarray) -> None:
    error = np.abs(actual - specimen.plain_gram(X, Z))
    assert (error <= 1e-12 * specimen.sizes(X, Z)).all()


def assert_positive_semidefinite(K: np.ndarray) -> None:
    eigenvalues = np.linalg.eigvalsh(K)
    assert eigenvalues[0] >= -len(K) * np.finfo(float).eps * np.abs(eigenvalues).max()


@in_the_zoo
def test_gram_is_the_formula_point_by_point(specimen):
    np.testing.assert_allclose(gram(specimen.kernel, X, Z), specimen.plain_gram(X, Z), rtol=1e-12)


@given(st.data(), expressions())
def test_gram_of_any_expression_is_its_formula_point_by_point(data, specimen):
    X = data.draw(points())
    Z = data.draw(points(d=X.shape[1]))
    assert_close(gram(specimen.kernel, X, Z), specimen, X, Z)


@given(expressions(), points())
def test_gram_of_any_expression_is_symmetric_and_positive_semidefinite(specimen, X):
    K = gram(specimen.kernel, X)
    assert (K == K.T).all()
    assert_positive_semidefinite(K)


@in_the_zoo
def test_gram_is_symmetric_and_positive_semidefinite_off_the_grid(specimen):
    K = gram(specimen.kernel, np.random.default_rng(2).normal(size=(30, 3)))
    assert (K == K.T).all()
    assert_positive_semidefinite(K)


@in_the_zoo
def test_the_diagonal_is_k_of_a_point_with_itself(specimen):
    assert gram(specimen.kernel, X).diagonal().tolist() == [specimen.kernel(x, x) for x in X]


@in_the_zoo
def test_one_pair_is_one_entry(specimen):
    value = specimen.kernel(X[0], Z[1])
    assert type(value) is float
    assert value == pytest.approx(specimen.plain(X[0].tolist(), Z[1].tolist()), rel=1e-12)


def test_a_point_on_a_line_may_be_a_number():
    assert Linear()(3.0, 4.0) == Linear()([3.0], [4.0]) == 12.0


@given(expressions(), points())
def test_features_reproduce_the_gram_matrix_or_say_why_none_can(specimen, X):
    if specimen.finite:
        Phi = specimen.kernel.features(X)
        assert_close(Phi @ Phi.T, specimen, X, X)
    else:
        with pytest.raises(ValueError, match="no finite feature map: the Gram matrix of n distinct points has rank n"):
            specimen.kernel.features(X)


def test_the_rank_that_rules_out_finite_features():
    K = gram(RBF(0.3), np.linspace(0, 3, 15)[:, None])
    assert np.linalg.matrix_rank(K) == 15


def test_features_do_not_alias_the_points():
    points = X.copy()
    Linear().features(points)[:] = 0
    assert (points == X).all()


@given(expressions())
def test_repr_evaluates_back(specimen):
    twin = eval(repr(specimen.kernel), vars(kernellab) | {"RBF": RBF, "Linear": Linear, "Polynomial": Polynomial})
    assert twin == specimen.kernel
    assert hash(twin) == hash(specimen.kernel)


def test_kernels_that_differ_are_not_equal():
    different = [specimen.kernel for specimen in ZOO]
    assert len(set(different)) == len(different)
    assert RBF(1.0) != RBF(2.0)


@pytest.mark.parametrize("two", [2, 2.0, np.float64(2), np.float32(2), np.int64(2), np.array(2.0)], ids=repr)
def test_any_real_number_scales_from_either_side(two):
    assert two * RBF(1.0) == RBF(1.0) * two == 2.0 * RBF(1.0)


def test_the_factor_zero_gives_the_zero_kernel():
    assert not gram(0 * RBF(1.0), X).any()


@pytest.mark.parametrize(
    ("build", "arrived", "why", "what_to_try"),
    [
        (lambda: -2 * RBF(1.0), "factor = -2", "k(x, x) = ‖φ(x)‖² would be negative", "Try factor=2"),
        (lambda: RBF(1.0) * -0.5, "factor = -0.5", "k(x, x) = ‖φ(x)‖² would be negative", "Try factor=0.5"),
        (lambda: -RBF(1.0), "−(RBF(length_scale=1.0))", "k(x, x) = ‖φ(x)‖² would be negative", "Only factors c ≥ 0"),
        (lambda: RBF(1.0) / -2, "divisor = -2", "k(x, x) ≥ 0", "Try a positive number"),
        (lambda: RBF(1.0) ** 0.5, "power = 0.5", "sure to be a kernel", "Try power=1"),
        (lambda: 1 - RBF(1.0), "kernel − 1", "joins only a kernel", "offset=True"),
        (lambda: RBF(1.0) - Linear(), "RBF(length_scale=1.0) − Linear()", "need not be a kernel", "Sums, products"),
        (lambda: RBF(1.0) + 3, "kernel + 3", "joins only a kernel", "offset=True"),
        (lambda: 3 + RBF(1.0), "kernel + 3", "joins only a kernel", "Polynomial(degree=1, c=3)"),
        (lambda: Polynomial(2.5), "degree = 2.5", "no inner product", "Try degree=2"),
        (lambda: Polynomial(0), "degree = 0", "no inner product", "Try degree=1"),
        (lambda: Polynomial(2, c=-1), "c = -1", "may not be negative", "Try c=1"),
        (lambda: RBF(0.0), "length_scale = 0.0", "ℓ² divides ‖x − z‖²", "length_scale=1.0"),
        (lambda: RBF(-2.0), "length_scale = -2.0", "ℓ² divides ‖x − z‖²", "length_scale=1.0"),
    ],
)
def test_a_forbidden_rule_says_what_arrived_why_and_what_to_try(build, arrived, why, what_to_try):
    with pytest.raises((ValueError, TypeError), match=".*".join(map(re.escape, [arrived, why, what_to_try]))):
        build()


@pytest.mark.parametrize(
    ("forbidden", "X"),
    [
        (lambda X: (X @ X.T + 1.0) ** 1.5, np.array([[-0.9], [-0.3], [0.3], [0.9]])),
        (lambda X: (X @ X.T - 1.0) ** 2, np.array([[0.5], [1.0], [2.0]])),
        (lambda X: X @ X.T - np.exp(-((X - X.T) ** 2) / 2), np.array([[0.0], [1.0]])),
    ],
    ids=["fractional degree", "negative c", "difference"],
)
def test_what_is_forbidden_does_break_positive_semidefiniteness(forbidden, X):
    with pytest.raises(AssertionError):
        assert_positive_semidefinite(forbidden(X))


def test_a_kernel_without_a_formula_says_so():
    class Silent(Kernel):
        pass

    with pytest.raises(NotImplementedError, match="Silent does not state its formula"):
        gram(Silent(), X)


def test_rbf_far_from_the_origin_loses_no_digits():
    far = np.random.default_rng(3).random((6, 3)) + 1e4
    exact = [
        [math.exp(-sum((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(x, z, strict=True)) / 2) for z in far.tolist()]
        for x in far.tolist()
    ]
    np.testing.assert_allclose(gram(RBF(1.0), far), exact, rtol=4 * np.finfo(float).eps)


@pytest.mark.parametrize(("length_scale", "expected"), [(1e-300, np.eye(5)), (1e300, np.ones((5, 5)))])
def test_rbf_at_extreme_length_scales_is_the_identity_or_all_ones(length_scale, expected):
    K = gram(RBF(length_scale), np.arange(5.0)[:, None] + 1e4)
    assert (expected == K).all()


def test_powers_quotients_and_sums_are_what_they_look_like():
    k, X = RBF(2.0) + Linear(), np.array([[1.0], [2.0], [4.0]])
    K = gram(k, X)
    np.testing.assert_allclose(gram(k**3, X), K**3, rtol=1e-12)
    np.testing.assert_allclose(gram(k / 4, X), K / 4, rtol=1e-12)
    assert sum([k, Linear()]) == k + Linear()


def test_a_table_that_leaves_the_range_of_floats_is_refused():
    with pytest.raises(ValueError, match="leaves the range of floats"), np.errstate(over="ignore"):
        gram(Polynomial(300), [[1e3]])
