"""A case just inside and one just outside each tolerance of a derivation."""

import numpy as np
import pytest

from askfirst.derivations import Step, _outcomes, _row
from kernellab import Squared, derivations

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


def test_a_step_that_overflows_is_a_failed_one():
    def steps():
        yield Step("a = b", "so", 1.0, 1.0)
        yield Step("a = b", "so", 10.0**400, 1.0)

    first, second = _outcomes(steps())
    assert first.holds
    assert second.said == "failed: cannot be computed"


def test_a_start_lies_in_the_span_to_nine_digits():
    for off, inside in ((0.9e-9, True), (1.1e-9, False)):
        run = derivations.span_by_descent(
            [[1.0, 0.0]], [3.0], Squared(), step=0.05, start=[1.0, off]
        )
        assert (not run[1].broken) == inside
