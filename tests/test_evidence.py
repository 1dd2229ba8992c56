import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernellab import (
    Box,
    Custom,
    FractionalPolynomial,
    NegativeDistance,
    Parabola,
    Sigmoid,
    eigenfeatures,
    gram,
    psd_report,
    refute,
    residual,
)
from tests.zoo import ZOO, expressions, points


@settings(max_examples=2 * settings().max_examples)
@given(expressions(), st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 3))
def test_no_gram_of_a_certified_kernel_is_called_indefinite(specimen, seed, n, d):
    X = np.random.default_rng(seed).normal(size=(n, d))
    report = psd_report(gram(specimen.kernel, X))
    assert report.is_psd, report
    assert report.witness is None


@settings(max_examples=2 * settings().max_examples)
@given(expressions(), st.integers(0, 2**32 - 1), st.integers(2, 40), st.floats(-8, 0), st.booleans())
def test_every_planted_negative_eigenvalue_is_caught_with_a_witness(specimen, seed, n, exponent, singular):
    rng = np.random.default_rng(seed)
    K = gram(specimen.kernel, rng.normal(size=(n, 2)))
    values, V = np.linalg.eigh(K)
    assume(values[-1] > 1e-290)  # the zero kernel has no scale to plant at, and denormal numbers have no digits
    values[0] = -(10**exponent) * values[-1]
    if singular and n > 2:
        values[1] = 0
    K = (V * values) @ V.T
    K = (K + K.T) / 2
    report = psd_report(K)
    assert not report.is_psd
    assert report.witness @ K @ report.witness < 0
    assert report.min_eigenvalue == pytest.approx(values[0], rel=1e-4)


def test_the_report_counts_the_rank_and_states_its_tolerance():
    X = np.random.default_rng(0).normal(size=(10, 3))
    report = psd_report(X @ X.T)
    assert (report.rank, report.is_psd) == (3, True)
    assert report.tolerance == pytest.approx(10 * np.finfo(float).eps * np.linalg.norm(X, 2) ** 2)


@pytest.mark.parametrize("rank", [1, 4, 7])
def test_both_factors_give_the_matrix_back(rank):
    B = np.random.default_rng(rank).normal(size=(7, rank))
    report = psd_report(B @ B.T)
    for A in (report.factor, report.cholesky):
        assert A.shape == (rank, 7)
        assert residual(A.T @ A, report.K) < 1e-13


def test_no_factor_gives_an_indefinite_matrix():
    report = psd_report([[1.0, 2.0], [2.0, 1.0]])
    for A in (report.factor, report.cholesky):
        assert residual(A.T @ A, report.K) > 0.1
    assert repr(report).count("not: no real A gives K") == 2


def test_a_quadratic_form_that_is_positive_does_not_make_up_for_lost_symmetry():
    report = psd_report([[1.0, 1.0], [-1.0, 1.0]])
    assert not report.is_psd
    assert report.min_eigenvalue == 1.0
    assert report.witness is None
    assert "K[0, 1] = 1 but K[1, 0] = -1" in repr(report)


def test_eigenvalues_of_an_asymmetric_matrix_deceive_and_the_report_is_not_deceived():
    report = psd_report([[1.0, -3.0], [0.0, 1.0]])  # both eigenvalues are 1
    assert not report.is_psd
    assert report.witness @ report.K @ report.witness == pytest.approx(-0.5)


def test_the_zero_matrix_is_positive_semidefinite():
    assert psd_report(np.zeros((3, 3))).is_psd


def test_what_is_printed_has_no_digits_of_rounding():
    for seed in range(20):
        B = np.random.default_rng(seed).normal(size=(8, 3))
        assert re.search(r"the smallest is 0 to rounding; 3 of 8 are positive", repr(psd_report(B @ B.T)))
        assert f"= {8 * np.finfo(float).eps * np.linalg.norm(B, 2) ** 2:.0e})" in repr(psd_report(B @ B.T))


IMPOSTORS = [
    *(Sigmoid(a, c) for a in (-1.0, 0.5, 1.0) for c in (-1.0, 0.0, 1.0)),
    NegativeDistance(),
    Box(1.0),
    Parabola(),
    FractionalPolynomial(0.5),
    FractionalPolynomial(2.5),
    FractionalPolynomial(-1.0),
    Custom(lambda x, z: x[0] - z[0]),
]


@pytest.mark.parametrize("impostor", IMPOSTORS, ids=repr)
@pytest.mark.parametrize("d", [1, 2])
def test_the_hunter_refutes_every_impostor(impostor, d):
    found = refute(impostor, d=d)
    K = gram(impostor, found.X)
    c = found.report.witness
    assert found.report.asymmetry or c @ K @ c < 0
    assert repr(impostor) in repr(found)


@pytest.mark.slow
@pytest.mark.parametrize("specimen", ZOO, ids=repr)
def test_the_hunter_finds_nothing_against_a_kernel(specimen):
    assert refute(specimen.kernel, d=2, tries=60) is None


def test_the_hunt_is_repeatable():
    assert (refute(Sigmoid(1.0, 1.0), seed=3).X == refute(Sigmoid(1.0, 1.0), seed=3).X).all()


@given(expressions(), points())
def test_eigenfeatures_have_the_gram_matrix_as_their_inner_products(specimen, X):
    K = gram(specimen.kernel, X)
    Phi = eigenfeatures(K)
    assert residual(Phi @ Phi.T, K) < 1e-12
    assert Phi.shape[1] == max(1, psd_report(K).rank)


def test_eigenfeatures_of_what_is_no_gram_matrix_are_refused():
    with pytest.raises(ValueError, match=r"eigenvalue -1, whose root is not real.*psd_report"):
        eigenfeatures([[1.0, 2.0], [2.0, 1.0]])


def test_a_report_needs_a_square_matrix():
    with pytest.raises(ValueError, match=r"shape \(2, 3\).*is square"):
        psd_report(np.ones((2, 3)))
