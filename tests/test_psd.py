"""Reports on planted eigenvalues, and the hunt for points that refute a kernel."""

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernellab import (
    Box,
    Brownian,
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

EPS = np.finfo(float).eps


@pytest.mark.slow
@given(
    expressions(),
    st.integers(0, 2**32 - 1),
    st.integers(2, 40),
    st.floats(-8, 0),
    st.booleans(),
)
def test_a_negative_eigenvalue_is_caught_with_a_witness_if_and_only_if_it_was_planted(
    specimen, seed, n, exponent, singular
):
    K = gram(specimen.kernel, np.random.default_rng(seed).normal(size=(n, 2)))
    report = psd_report(K)
    assert report.is_psd, report
    assert report.witness is None
    values, V = np.linalg.eigh(K)
    # The zero kernel has no scale to plant at, and denormal numbers have no digits.
    assume(values[-1] > 1e-290)
    values[0] = -(10**exponent) * values[-1]
    if singular and n > 2:
        values[1] = 0
    K = (V * values) @ V.T
    K = (K + K.T) / 2
    report = psd_report(K)
    assert not report.is_psd
    assert report.witness @ K @ report.witness < 0
    assert report.min_eigenvalue == pytest.approx(values[0], rel=1e-4)


def test_the_report_counts_the_rank_states_its_tolerance_and_factors_the_matrix():
    for rank in (1, 4, 7):
        B = np.random.default_rng(rank).normal(size=(7, rank))
        report = psd_report(B @ B.T)
        assert (report.rank, report.is_psd) == (rank, True)
        tolerance = 7 * EPS * np.linalg.norm(B, 2) ** 2
        assert report.tolerance == pytest.approx(tolerance, rel=1e-12, abs=0)
        assert f"= {tolerance:.0e})" in repr(report)
        for A in (report.factor, report.cholesky):
            assert A.shape == (rank, 7)
            assert residual(A.T @ A, report.K) < 1e-13
        assert ("the smallest is 0 to rounding" in repr(report)) == (rank < 7)
        assert repr(report).count("exact to rounding for A") == 2
        assert ("cᵀKc: at least" in repr(report)) == (rank == 7)
    zero = psd_report(np.zeros((3, 3)))
    assert (zero.is_psd, zero.rank) == (True, 0)


def test_lost_symmetry_is_reported_whatever_the_eigenvalues_say():
    report = psd_report([[1.0, 1.0], [-1.0, 1.0]])
    assert (report.is_psd, report.min_eigenvalue, report.witness) == (False, 1.0, None)
    assert "K[0, 1] = 1 but K[1, 0] = -1" in repr(report)
    report = psd_report([[1.0, -3.0], [0.0, 1.0]])  # both eigenvalues are 1
    assert not report.is_psd
    assert report.witness @ report.K @ report.witness == pytest.approx(-0.5)


def test_the_numbers_in_the_report_are_those_of_the_matrix():
    said = repr(psd_report(np.diag([1.0, 1.0, -1e-12])))
    assert "the smallest is -1e-12; 2 of 3" in said
    assert "by no more than the rounding of the formula that filled K" in said
    report = psd_report([[1.0, 0.0, 0.0], [0.0, -4.0, 0.0], [0.0, 0.0, 2.0]])
    assert "the smallest is -4; 2 of 3 are positive" in repr(report)
    assert "-4 for the unit vector c = witness" in repr(report)
    assert report.factor.shape == (2, 3)
    page = report._repr_html_()
    assert 'left">verdict</td><td style="text-align:left">3 × 3, not positive' in page
    assert "background:#d4380d33" in page
    assert re.search(r"the smallest is −\d.*\d\u00a0·\u00a010<sup>−\d+</sup>", page)
    assert "background" not in psd_report(np.eye(2))._repr_html_()


@given(expressions(), points())
def test_eigenfeatures_have_the_gram_matrix_as_their_inner_products(specimen, X):
    K = gram(specimen.kernel, X)
    Phi = eigenfeatures(K)
    assert residual(Phi @ Phi.T, K) < 1e-12
    assert Phi.shape[1] == max(1, psd_report(K).rank)


def test_eigenfeatures_of_what_is_no_gram_matrix_are_refused():
    with pytest.raises(ValueError, match=r"eigenvalue -1, whose root.*psd_report"):
        eigenfeatures([[1.0, 2.0], [2.0, 1.0]])


@pytest.mark.slow
def test_the_hunter_refutes_every_impostor_in_any_unit():
    for impostor in (
        *(Sigmoid(a, c) for a in (-1.0, 0.5, 1.0) for c in (-1.0, 0.0, 1.0)),
        1e40 * Sigmoid(1.0, 1.0),
        NegativeDistance(),
        Box(1.0),
        Parabola(),
        *(FractionalPolynomial(p) for p in (0.5, 2.5, -1.0)),
        Custom(lambda x, z: x[0] - z[0]),
        # Either half of the table alone is that of a kernel.
        Custom(lambda x, z: 1.0 if x[0] == z[0] else 0.05 * (x[0] < z[0])),
    ):
        for d in (1, 2):
            found = refute(impostor, d=d)
            K, c = gram(impostor, found.X), found.report.witness
            assert found.report.asymmetry or c @ K @ c < 0
            assert repr(impostor) in repr(found)


@pytest.mark.slow
def test_the_hunter_finds_nothing_against_a_kernel():
    for specimen in ZOO[::8]:
        assert refute(specimen.kernel, d=2) is None, specimen


@pytest.mark.slow
def test_an_eigenvalue_refutes_from_a_part_in_ten_to_the_nine_on():
    # [[1, 1 + δ], [1 + δ, 1]] has the eigenvalues 2 + δ and −δ.
    for share, refuted in ((0.8, False), (1.2, True)):
        k = Custom(lambda x, z, delta=2e-9 * share: 1 + delta * (x[0] != z[0]))
        assert (refute(k) is not None) == refuted
    for n in (3, 4, 5, 8):  # So many vectors at these obtuse angles do not exist.
        k = Custom(lambda x, z, c=-1 / (n - 1.5): 1.0 if x[0] == z[0] else c)
        assert len(refute(k).X) == n


def test_the_hunt_follows_the_one_draw_in_three_hundred_that_shows_something():
    for c, w, d in ((4, 0.02, 1), (0, 0.15, 4)):  # Level farther from c than w.
        k = Custom(lambda *p, c=c, w=w: np.sign(abs(np.array(p) - c).max() - w))
        assert np.abs(refute(k, d).X - c).max(axis=1).min() < w


@pytest.mark.slow
def test_a_kernel_with_a_value_on_some_sets_alone_is_hunted_there():
    assert refute(Brownian()) is None
    with pytest.raises(ValueError, match="coordinate"):
        refute(Brownian(), 30)  # no set without a negative coordinate
