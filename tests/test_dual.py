"""The core of every support vector machine: its conditions by hand, and its tolerances
from both sides.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from kernellab._linalg import EPS
from kernellab.solvers.dual import Dual, Solution, middle_b, proposal_of

TWO = Dual.regression(np.diag([1.0, 4.0]), np.array([3.0, -2.0]), offset=False)
LABELS = Dual.classification(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), offset=True)


def test_the_conditions_by_hand():
    assert TWO.size == 3.0
    # α = (2, −3/8): r = (1, −1/2), and at ε = 1 the first is free on its edge, the
    # second breaks it by 1/2 of size 3.
    assert TWO.kkt(np.array([2.0, -0.375]), 0.0, 1.0, 10.0) == pytest.approx(
        0.5 / 3, rel=1e-14
    )
    assert TWO.kkt(np.array([2.0, -0.25]), 0.0, 1.0, 10.0) == 0
    # At a bound r may be more than ε, and need not.
    assert TWO.kkt(np.array([2.0, -0.25]), 0.0, 1.0, 2.0) == 0
    # But not less.
    assert TWO.kkt(np.array([2.0, -0.25]), 0.0, 1.5, 2.0) == pytest.approx(0.5 / 3)
    # Nor α more than C.
    assert TWO.kkt(np.array([2.0, -0.25]), 0.0, 1.0, 1.6) == pytest.approx(0.4 / 1.6)
    # R = 3 inside a tube of 1.
    assert TWO.kkt(np.array([0.0, -0.25]), 0.0, 1.0, 10.0) == pytest.approx(2 / 3)
    assert LABELS.kkt(np.array([1.0, 1.0, -1.0, -1.0]), 0.0, 0.0, 5.0) == 0
    # The wrong sign, and Σα ≠ 0.
    assert LABELS.kkt(np.array([1.0, 1.0, 1.0, -1.0]), 0.0, 0.0, 5.0) >= 0.4
    assert LABELS.kkt(np.array([1.0, 1.0, -1.0, -0.5]), 0.0, 0.0, 5.0) >= 0.1
    assert LABELS.kkt(np.zeros(4), 0.5, 0.0, 5.0) == pytest.approx(1.5)
    assert LABELS.kkt(
        0.1 * np.array([1.0, 1.0, -1.0, -1.0]), 0.0, 0.0, np.inf
    ) == pytest.approx(0.9)


@pytest.mark.parametrize("label", [1.0, -1.0])
def test_a_weight_against_its_label_is_seen_though_it_leaves_no_residual(label):
    pair = Dual.classification(
        np.array([[1.0, 2.0], [2.0, 5.0]]), np.full(2, label), offset=False
    )
    alpha = label * np.array([3.0, -1.0])
    assert not pair.residuals(alpha, 0.0).any()
    assert pair.kkt(alpha, 0.0, 0.0, 10.0) == pytest.approx(1 / 10, rel=1e-14)
    assert Dual.regression(pair.K, pair.y, False).kkt(alpha, 0.0, 0.0, 10.0) == 0


def test_each_of_many_settings_is_judged_in_its_own_box():
    alpha = np.array([[2.0, -0.25], [2.2, -0.25], [2.0, -0.25]])
    r, C = TWO.y - alpha @ TWO.K, np.array([[1.6], [2.0], [np.inf]])
    assert TWO.kkt_residuals(alpha, r, 1.0, C) == pytest.approx(
        [0.4 / 1.6, 0.2 / 2.0, 0.0], rel=1e-12
    )
    # Σα = 0.5, and y − Kα = −0.5 at the last.
    uneven = np.array([[1.0, 1.0, -1.0, -0.5]])
    assert LABELS.kkt_residuals(
        uneven, LABELS.y - uneven @ LABELS.K, 0.0, np.inf
    ) == pytest.approx([0.5], rel=1e-14)


def test_a_box_without_room_asks_nothing():
    assert TWO.kkt(np.zeros(2), 0.0, 0.0, 0.0) == 0
    assert TWO.kkt(np.zeros(2), 0.0, 0.0, 1e-300) == 1


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_on_which_side_of_the_tolerance(by):
    alpha = np.array([2.0, -0.25])
    fit = Solution(
        alpha,
        0.0,
        np.array([1, -1], np.int8),
        TWO.kkt(alpha, 0.0, 1.0 + 3e-9 * by, 10.0),
    )
    assert fit.kkt == pytest.approx(by * 1e-9, rel=1e-5)
    assert TWO.holds(fit) is (by < 1)


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_the_last_digits_of_alpha_are_allowed_and_no_more(by):
    pair = Dual.regression(np.eye(2) + 1.0, np.array([1.0, -1.0]), offset=False)
    alpha, states = np.array([1e8, -1e8]), np.zeros(2, np.int8)
    assert pair.rounding(alpha) == pytest.approx(EPS * 3e8, rel=1e-14)
    assert pair.holds(Solution(alpha, 0.0, states, by * 4 * EPS * 3e8)) is (by < 1)


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_weights_whose_last_digits_move_f_are_refused_whatever_their_residual(by):
    pair = Dual.regression(np.eye(2) + 1.0, np.array([1.0, -1.0]), offset=False)
    weight = by * 1e-5 / EPS / 3
    fit = Solution(np.array([weight, -weight]), 0.0, np.zeros(2, np.int8), 0.0)
    assert pair.holds(fit) is (by < 1)


@pytest.mark.parametrize("n", [1, 2, 5, 60])
@pytest.mark.parametrize("size", [1e6, 1e9, 1e13])
def test_residuals_of_large_weights_are_those_of_exact_arithmetic(n, size):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 3))
    K, alpha, y = X @ X.T + 1e-3, size * rng.normal(size=n), rng.normal(size=n)
    found = Dual.regression(K, y, True).residuals(alpha, 0.1)
    exact = [
        float(
            Fraction(y[i])
            - Fraction(0.1)
            - sum(Fraction(k) * Fraction(a) for k, a in zip(K[i], alpha, strict=True))
        )
        for i in range(n)
    ]
    np.testing.assert_allclose(found, exact, rtol=1e-12, atol=1e-9 * np.abs(y).max())


@pytest.mark.parametrize("by", [0.5, 2.0])
def test_what_is_almost_nothing_is_guessed_to_be_nothing(by):
    guess = proposal_of(np.array([by * 1e-5, 1 - by * 1e-5, -0.5]), 1.0, cut=1e-5)
    assert guess.state.tolist() == ([0, 2, -1] if by < 1 else [1, 1, -1])
    assert proposal_of(np.array([0.5, -4.0]), np.inf).state.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("alpha", "expected"), [([0.0, 0.0], 1.0), ([2.0, -2.0], -1.5), ([0.0, 2.0], 3.5)]
)
def test_b_without_a_free_point_lies_in_the_middle_of_what_is_allowed(alpha, expected):
    # r = y − α − b: inside both lie within ±ε; at a bound one lies beyond.
    problem = Dual.regression(np.eye(2), np.array([0.0, 2.0]), True)
    b = middle_b(problem, 1.5, 2.0, np.array(alpha))
    # e = (0, 0): b ∈ [−1.5, 1.5] for the first, b ≤ −1.5 for the second.
    if alpha == [0.0, 2.0]:
        assert b == -1.5
    elif alpha == [2.0, -2.0]:
        # e = (−2, 4): b ≤ −3.5 and b ≥ 5.5 contradict each other.
        assert b == 1.0
    else:
        assert b == expected


def test_labels_bound_b_from_one_side_each():
    problem = Dual.classification(np.eye(2), np.array([1.0, -1.0]), True)
    # B ≥ 1 and b ≤ −1: as little wrong as can be.
    assert middle_b(problem, 0.0, 5.0, np.zeros(2)) == 0.0
    # B ≤ 0.5 and b ≥ −0.5.
    assert middle_b(problem, 0.0, 0.5, np.array([0.5, -0.5])) == 0.0
    uneven = Dual.classification(np.diag([1.0, 3.0]), np.array([1.0, -1.0]), True)
    assert middle_b(uneven, 0.0, 0.25, np.array([0.25, -0.25])) == pytest.approx(
        (0.75 - 0.25) / 2
    )


def test_a_middle_that_an_offset_follows_is_no_part_of_the_size():
    far = replace(TWO, y=TWO.y + 1e9, offset=True)
    assert far.size == 2.5
    assert far.middle == 1e9 + 0.5
    assert replace(TWO, y=np.zeros(2)).size == 1.0
    assert replace(TWO, y=np.full(2, 7.0), offset=True).size == 7.0


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_an_offset_far_from_zero_is_excused_its_own_last_digits(by):
    far = Dual.regression(np.eye(2), np.array([1e9 - 2.0, 1e9 + 2.0]), offset=True)
    fit = Solution(np.zeros(2), 1e9, np.zeros(2, np.int8), by * 4 * EPS * 1e9 / 2)
    assert far.holds(fit) is (by < 1)
