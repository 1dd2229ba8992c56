"""A case just inside and one just outside each tolerance of a derivation."""

import re

import numpy as np
import pytest

from kernellab import Squared, derivations
from kernellab.course.derivations import support
from kernellab.course.derivations.rbf import SERIES_TOLERANCE
from kernellab.interactive.derivations import Step, _outcomes, _row

EPS = float(np.finfo(float).eps)


def outcome(left, right, **kwargs):
    return next(_outcomes(iter([Step("a = b", "so", left, right, **kwargs)])))


@pytest.mark.parametrize("size", [1.0, 1e-100, 1e50])
def test_two_sides_agree_to_nine_digits_of_the_larger_one(size):
    for gap, agrees in ((0.9e-9, True), (1.1e-9, False)):
        assert outcome(size, size * (1 - gap)).agrees == agrees
        assert outcome(size * gap, 0.0, scale=size).agrees == agrees
        # a scale never makes it stricter
        assert outcome(size * gap, 0.0, scale=size * gap / 2).agrees is False


def test_a_condition_number_allows_its_rounding():
    condition = 1e9
    for share, agrees in ((0.9, True), (1.1, False)):
        assert (
            outcome(1.0, 1.0 - share * 16 * EPS * condition, condition=condition).agrees
            == agrees
        )
    # 16 ε · 10⁵ is less than 10⁻⁹
    assert not outcome(1.0, 1.0 - 1.1e-9, condition=1e5).agrees


def test_no_condition_number_makes_any_two_sides_agree():
    for condition in (1e15, 1e20, np.inf, np.nan):
        assert outcome(1.0, 1.0, condition=condition).agrees
        assert not outcome(1.0, 0.98, condition=condition).agrees
    lost = outcome(1.0, 0.98, condition=1e20)
    assert lost.said == "cannot be computed: rounding leaves no two digits"
    for condition in (1e15, np.inf):
        assert not outcome(1.0, np.nan, condition=condition).agrees
        assert "residual below 10<sup>−" in _row(outcome(1.0, 1.0, condition=condition))


def test_one_point_without_a_penalty_is_fitted_exactly():
    assert derivations.kernel_ridge_by_substitution([[5.4026]], [1.0], 0.0).holds


def test_sides_beyond_the_domain_are_compared_all_the_same():
    assert outcome(1e60, 1e60).agrees
    assert outcome(1e60, 2e60).gap == 0.5
    assert outcome([], []).agrees


def test_a_step_that_overflows_is_a_failed_one():
    def steps():
        yield Step("a = b", "so", 1.0, 1.0)
        yield Step("a = b", "so", 10.0**400, 1.0)

    first, second = _outcomes(steps())
    assert first.holds
    assert second.said == "failed: cannot be computed"


@pytest.mark.parametrize("condition", [1.0, 1e7, 3e9, 1e12])
def test_the_table_promises_no_smaller_residual_than_was_checked(condition):
    done = outcome(1.0, 1.0, condition=condition)
    shown = re.search(r"residual below 10<sup>(−?\d+)</sup>", _row(done))[1]
    exponent = int(shown.replace("−", "-"))
    assert 10.0 ** (exponent - 1) < done.tolerance <= 10.0**exponent * (1 + EPS)


def test_ten_letters_are_written_out_and_no_eleven():
    assert derivations.subsequence_recursion("abcdefghij", "a", 1, 0.5).holds
    with pytest.raises(ValueError, match="10 letters"):
        derivations.subsequence_recursion("abcdefghijk", "a", 1, 0.5)


def test_unit_weights_are_refused_with_the_coefficients_that_are_there():
    # (3 + t)² = 9 + 6t + t²
    failed = derivations.polynomial_map(
        [[1.0], [2.0]], degree=2, c=3.0, unit=True
    ).first_failure
    assert "the coefficients run from 1 to 9" in failed.verdict


def test_a_start_lies_in_the_span_to_nine_digits():
    for off, inside in ((0.9e-9, True), (1.1e-9, False)):
        run = derivations.span_by_descent(
            [[1.0, 0.0]], [3.0], Squared(), step=0.05, start=[1.0, off]
        )
        assert (not run[1].broken) == inside


def test_a_series_keeps_its_promise_from_some_number_of_terms_on():
    X = [[0.0], [1.0], [2.0]]
    assert SERIES_TOLERANCE == 1e-9
    held = [
        not derivations.rbf_by_series(X, 1.0, terms).first_failure
        for terms in range(8, 40)
    ]
    first = held.index(True)
    assert held == [False] * first + [True] * (len(held) - first)
    said = derivations.rbf_by_series(X, 1.0, 8).first_failure.verdict
    assert f"needs {8 + first} terms" in said
    missed = [
        np.exp(-4.0)
        * sum(4.0**k / np.prod(np.arange(1.0, k + 1)) for k in range(terms, 60))
        for terms in (7 + first, 8 + first)
    ]
    assert missed[1] < SERIES_TOLERANCE < 3 * missed[0]


def test_a_variance_is_one_over_two_beta_to_twelve_digits():
    for share, right in ((0.9, True), (1.1, False)):
        run = derivations.rbf_by_densities(
            [[0.0], [1.0]], beta=0.5, variance=1.0 + share * 1e-12
        )
        assert (not any(each.broken for each in run)) == right


def test_points_may_lie_a_thousand_million_deviations_away():
    derivations.rbf_by_densities([[0.999e9]], beta=0.5)
    with pytest.raises(ValueError, match="so far from the origin"):
        derivations.rbf_by_densities([[1.001e9]], beta=0.5)


def test_a_matrix_is_invertible_and_conditioned_down_to_rounding():
    for share, holds in ((0.5, False), (2.0, True)):
        K = np.diag([1.0, share * 2 * EPS])
        broken = derivations.kernel_ridge_by_substitution(K, [1.0, 1.0], 1.0)[7].broken
        assert (not broken) == holds


def test_a_convex_program_comes_within_a_millionth_of_the_dual(monkeypatch):
    least = support._least
    # a w that is longer by a share s costs s²‖w‖²/2
    for longer, holds in ((1e-5, True), (1e-2, False)):

        def missed(*args, by=1 + longer):
            w, b = least(*args)
            return w * by, b

        monkeypatch.setattr(support, "_least", missed)
        done = derivations.svr_dual([[1.0, 0.0], [0.0, 1.0]], [1.0, -3.0], 1.0, 0.5)
        assert done.holds == holds
        assert holds or r"\min_{w,b}P" in done.first_failure.step.formula
