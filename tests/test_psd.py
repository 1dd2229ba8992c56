import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernellab import (
    RBF,
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
from kernellab.psd import REACH
from tests.zoo import ZOO, expressions, points


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(expressions(), st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 3))
def test_no_gram_of_a_certified_kernel_is_called_indefinite(specimen, seed, n, d):
    X = np.random.default_rng(seed).normal(size=(n, d))
    report = psd_report(gram(specimen.kernel, X))
    assert report.is_psd, report
    assert report.witness is None


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(
    expressions(),
    st.integers(0, 2**32 - 1),
    st.integers(2, 40),
    st.floats(-8, 0),
    st.booleans(),
)
def test_every_planted_negative_eigenvalue_is_caught_with_a_witness(
    specimen, seed, n, exponent, singular
):
    rng = np.random.default_rng(seed)
    K = gram(specimen.kernel, rng.normal(size=(n, 2)))
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


def test_the_report_counts_the_rank_and_states_its_tolerance():
    X = np.random.default_rng(0).normal(size=(10, 3))
    report = psd_report(X @ X.T)
    assert (report.rank, report.is_psd) == (3, True)
    assert report.tolerance == pytest.approx(
        10 * np.finfo(float).eps * np.linalg.norm(X, 2) ** 2, rel=1e-12, abs=0
    )


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
    assert "K = AᵀA: no real A gives K, from eigenvectors or by" in repr(report)


def test_a_quadratic_form_that_is_positive_does_not_make_up_for_lost_symmetry():
    report = psd_report([[1.0, 1.0], [-1.0, 1.0]])
    assert not report.is_psd
    assert report.min_eigenvalue == 1.0
    assert report.witness is None
    verdict, symmetry, *_ = repr(report).splitlines()
    assert "2 × 2, not positive semidefinite" in verdict
    assert "K[0, 1] = 1 but K[1, 0] = -1" in symmetry


def test_eigenvalues_of_an_asymmetric_matrix_deceive_and_the_report_is_not_deceived():
    report = psd_report([[1.0, -3.0], [0.0, 1.0]])  # both eigenvalues are 1
    assert not report.is_psd
    assert report.witness @ report.K @ report.witness == pytest.approx(-0.5)


def test_the_zero_matrix_is_positive_semidefinite():
    report = psd_report(np.zeros((3, 3)))
    assert report.is_psd
    assert report.rank == 0


def test_what_is_printed_has_no_digits_of_rounding():
    for seed in range(20):
        B = np.random.default_rng(seed).normal(size=(8, 3))
        assert re.search(
            r"the smallest is 0 to rounding; 3 of 8 are positive",
            repr(psd_report(B @ B.T)),
        )
        assert f"= {8 * np.finfo(float).eps * np.linalg.norm(B, 2) ** 2:.0e})" in repr(
            psd_report(B @ B.T)
        )


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


@pytest.mark.slow
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
    assert (
        refute(Sigmoid(1.0, 1.0), rng=3).X == refute(Sigmoid(1.0, 1.0), rng=3).X
    ).all()


@given(expressions(), points())
def test_eigenfeatures_have_the_gram_matrix_as_their_inner_products(specimen, X):
    K = gram(specimen.kernel, X)
    Phi = eigenfeatures(K)
    assert residual(Phi @ Phi.T, K) < 1e-12
    assert Phi.shape[1] == max(1, psd_report(K).rank)


def test_eigenfeatures_of_what_is_no_gram_matrix_are_refused():
    with pytest.raises(
        ValueError, match=r"eigenvalue -1, whose root is not real.*psd_report"
    ):
        eigenfeatures([[1.0, 2.0], [2.0, 1.0]])


def test_a_report_needs_a_square_matrix():
    with pytest.raises(ValueError, match=r"shape \(2, 3\).*is square"):
        psd_report(np.ones((2, 3)))


def test_an_eigenvalue_refutes_from_a_part_in_ten_to_the_nine_on():
    # [[1, 1 + δ], [1 + δ, 1]] has the eigenvalues 2 + δ and −δ.
    for share, refuted in ((0.8, False), (1.2, True)):
        k = Custom(
            lambda x, z, delta=2e-9 * share: 1.0 if x[0] == z[0] else 1.0 + delta
        )
        found = refute(k, tries=3)
        assert (found is not None) == refuted
        if found:
            assert len(found.X) == 2


def test_the_hunt_follows_the_one_draw_in_three_hundred_that_shows_something():
    # Level everywhere else.
    k = Custom(lambda x, z: -1.0 if max(abs(x[0] - 3), abs(z[0] - 3)) < 0.02 else 1.0)
    found = refute(k, rng=1)
    assert np.abs(found.X - 3).min() < 0.02


@pytest.mark.slow
def test_the_hunt_goes_to_its_reach_and_no_further():
    assert REACH == 10
    for wall, refuted in ((8.0, True), (10.01, False)):
        k = Custom(
            lambda x, z, wall=wall: (
                -1.0 if abs(x[0]) > wall and abs(z[0]) > wall else 0.0
            )
        )
        assert (refute(k, tries=300) is not None) == refuted


def test_a_generator_is_as_good_as_a_seed():
    drawn = [
        refute(Sigmoid(1.0, 1.0), rng=rng).X for rng in (5, np.random.default_rng(5), 6)
    ]
    assert (drawn[0] == drawn[1]).all()
    assert drawn[0].shape != drawn[2].shape or (drawn[0] != drawn[2]).any()


@pytest.mark.parametrize("n", [3, 20])
def test_the_report_measures_its_factors(n):
    edge = psd_report(
        np.diag(np.append(np.ones(n - 1), -1.5 * n * np.finfo(float).eps))
    )
    assert "no real A gives K" in repr(edge)
    report = psd_report(np.eye(n))
    assert repr(report).count("to rounding") == 2
    vars(report)["cholesky"] = (1 + 1e-12) * report.cholesky
    assert "from eigenvectors to rounding; by Cholesky with pivots not" in repr(report)


def test_half_a_table_that_would_do_refutes_no_less():
    # Either half alone is that of a kernel.
    k = Custom(lambda x, z: 1.0 if x[0] == z[0] else 0.05 * (x[0] < z[0]))
    assert refute(k).report.asymmetry is not None


@pytest.mark.parametrize("n", [3, 20])
def test_the_report_says_of_a_factor_what_it_says_of_the_matrix(n):
    V, _ = np.linalg.qr(np.random.default_rng(n).normal(size=(n, n)))
    for lowest in (1e-3, 1e-15, -1e-17, -1e-12, -1e-10, -1e-3):
        K = (V * np.append(np.linspace(1, 0.5, n - 1), lowest)) @ V.T
        report = psd_report(K / 2 + K.T / 2)
        assert (
            repr(report).count("to rounding; by")
            == repr(report).count("pivots to rounding")
            == report.is_psd
        )
        assert ("no real A gives K" in repr(report)) == (not report.is_psd)


def test_the_numbers_in_the_report_are_those_of_the_matrix():
    assert "the smallest is -1e-12; 2 of 3" in repr(
        psd_report(np.diag([1.0, 1.0, -1e-12]))
    )
    assert "the smallest is 0 to rounding; 2 of 3" in repr(
        psd_report(np.diag([1.0, 1.0, -1e-16]))
    )
    report = psd_report([[1.0, 0.0, 0.0], [0.0, -4.0, 0.0], [0.0, 0.0, 2.0]])
    assert "the smallest is -4; 2 of 3 are positive" in repr(report)
    assert "-4 for the unit vector c = witness" in repr(report)
    assert report.factor.shape == (2, 3)
    assert report.tolerance == pytest.approx(12 * np.finfo(float).eps, rel=1e-12, abs=0)
    assert "3 × 3, not positive semidefinite" in report._repr_html_()
    assert "background" in report._repr_html_()
    assert re.search(
        r"the smallest is −\d.*\d\u00a0·\u00a010<sup>−\d+</sup>", report._repr_html_()
    )
    assert "background" not in psd_report(gram(RBF(1.0), [[0.0], [1.0]]))._repr_html_()


@pytest.mark.parametrize("unit", [1e-40, 1e40])
def test_an_impostor_is_refuted_in_any_unit(unit):
    assert refute(unit * Sigmoid(1.0, 1.0), d=2) is not None


@pytest.mark.parametrize("name", ["factor", "cholesky"])
@pytest.mark.parametrize("share", [0.9, 1.1])
def test_the_report_multiplies_the_factors_that_it_shows(name, share):
    # The tolerance is 4ε, and AᵀA may miss K by eight times that.
    report = psd_report(np.eye(4))
    # By 2δ in Frobenius' norm.
    vars(report)[name] = np.eye(4) * np.sqrt(1 + share * 8 * report.tolerance / 2)
    assert repr(report).count("to rounding") == 1 + (share < 1)


@pytest.mark.parametrize(("d", "rng"), [(1, 0), (1, 1), (2, 0)])
def test_a_kernel_with_a_value_on_some_sets_alone_is_hunted_there(d, rng):
    assert refute(Brownian(), d, tries=60, rng=rng) is None
    with pytest.raises(ValueError, match="coordinate"):
        refute(Brownian(), 30, tries=5, rng=rng)  # no set without a negative coordinate
