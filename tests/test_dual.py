"""The conditions of the dual by hand, and its tolerances from both sides."""

from dataclasses import replace

import numpy as np
import pytest

from kernellab._tolerances import EPS
from kernellab.solvers.dual import Dual, Solution, middle_b

TWO = Dual.regression(np.diag([1.0, 4.0]), np.array([3.0, -2.0]), offset=False)
LABELS = Dual.classification(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), offset=True)


def kkt(dual, alpha, b, epsilon, C):
    return dual.kkt_residuals(alpha, dual.residuals(alpha, b), epsilon, C)


def test_the_conditions_by_hand():
    assert TWO.size == 3.0
    # α = (2, −3/8): r = (1, −1/2), and at ε = 1 the first is free on its edge, the
    # second breaks it by 1/2 of size 3.
    assert kkt(TWO, np.array([2.0, -0.375]), 0.0, 1.0, 10.0) == pytest.approx(0.5 / 3)
    alpha = np.array([2.0, -0.25])
    assert kkt(TWO, alpha, 0.0, 1.0, 10.0) == 0
    # At a bound r may be more than ε, but not less; nor may α be more than C.
    assert kkt(TWO, alpha, 0.0, 1.0, 2.0) == 0
    assert kkt(TWO, alpha, 0.0, 1.5, 2.0) == pytest.approx(0.5 / 3)
    assert kkt(TWO, alpha, 0.0, 1.0, 1.6) == pytest.approx(0.4 / 2.0)
    # r = 3 inside a tube of 1
    assert kkt(TWO, np.array([0.0, -0.25]), 0.0, 1.0, 10.0) == pytest.approx(2 / 3)
    right = np.array([1.0, 1.0, -1.0, -1.0])
    assert kkt(LABELS, right, 0.0, 0.0, 5.0) == 0
    # The wrong sign, Σα ≠ 0, and a margin that is missed
    assert kkt(LABELS, np.array([1.0, 1.0, 1.0, -1.0]), 0.0, 0.0, 5.0) >= 0.4
    assert kkt(LABELS, np.array([1.0, 1.0, -1.0, -0.5]), 0.0, 0.0, 5.0) >= 0.1
    assert kkt(LABELS, np.zeros(4), 0.5, 0.0, 5.0) == pytest.approx(1.5)
    assert kkt(LABELS, 0.1 * right, 0.0, 0.0, np.inf) == pytest.approx(0.9)


@pytest.mark.parametrize("label", [1.0, -1.0])
def test_a_weight_against_its_label_is_seen_though_it_leaves_no_residual(label):
    K, y = np.array([[1.0, 2.0], [2.0, 5.0]]), np.full(2, label)
    alpha = label * np.array([3.0, -1.0])
    assert kkt(Dual.classification(K, y, False), alpha, 0.0, 0.0, 1e9) == 1 / 3
    assert kkt(Dual.regression(K, y, False), alpha, 0.0, 0.0, 1e9) == 0


def test_a_tiny_sum_of_weights_is_judged_by_the_weights_and_not_by_the_bound():
    pair = Dual.regression(np.eye(2), np.array([1e-6, -1e-6]), offset=True)
    assert kkt(pair, np.array([1e-6, -0.9e-6]), 0.0, 0.0, 1e9) >= 0.1


def test_each_of_many_settings_is_judged_in_its_own_box():
    alpha = np.array([[2.0, -0.25], [2.2, -0.25], [2.0, -0.25]])
    r, C = TWO.y - alpha @ TWO.K, np.array([[1.6], [2.0], [np.inf]])
    found = TWO.kkt_residuals(alpha, r, 1.0, C)
    assert found == pytest.approx([0.4 / 2.0, 0.2 / 2.2, 0.0], rel=1e-12)


def test_a_box_without_room_asks_nothing():
    assert kkt(TWO, np.zeros(2), 0.0, 0.0, 0.0) == 0
    assert kkt(TWO, np.zeros(2), 0.0, 0.0, 1e-300) == 1


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_what_holds_is_met_to_the_tolerance_or_to_the_rounding_of_alpha(by):
    none = np.zeros(2, np.int8)
    assert TWO.is_verified(Solution(np.array([2.0, -0.25]), 0.0, none, by * 1e-9)) is (
        by < 1
    )
    pair = Dual.regression(np.eye(2) + 1.0, np.array([1.0, -1.0]), offset=False)
    alpha = np.array([1e8, -1e8])
    assert pair.fit_rounding(alpha) == pytest.approx(EPS * 3e8, rel=1e-14)
    assert pair.is_verified(Solution(alpha, 0.0, none, by * 4 * EPS * 3e8)) is (by < 1)
    # Weights whose last digits move f are refused whatever their residual.
    large = by * 1e-5 / EPS / 3 * np.array([1.0, -1.0])
    assert pair.is_verified(Solution(large, 0.0, none, 0.0)) is (by < 1)
    far = Dual.regression(np.eye(2), np.array([1e9 - 2.0, 1e9 + 2.0]), offset=True)
    off = Solution(np.zeros(2), 1e9, none, by * 4 * EPS * 1e9 / 2)
    assert far.is_verified(off) is (by < 1)


@pytest.mark.parametrize("C", [1.0, 1e8])
def test_a_weight_is_rounded_to_zero_by_what_it_moves_and_not_by_the_bound(C):
    alpha = np.array([1e-7, 0.5, 1e-14])
    dual = Dual.regression(np.eye(3), np.array([1.0, 2.0, 3.0]), offset=False)
    assert dual.clipped(alpha, C, 1e-12).tolist() == [1e-7, 0.5, 0.0]


@pytest.mark.parametrize(
    ("alpha", "b"), [([0.0, 0.0], 1.0), ([2.0, -2.0], 1.0), ([0.0, 2.0], -1.5)]
)
def test_b_without_a_free_point_lies_in_the_middle_of_what_is_allowed(alpha, b):
    # Where the two points contradict each other, it violates both alike.
    problem = Dual.regression(np.eye(2), np.array([0.0, 2.0]), True)
    assert middle_b(problem, 1.5, 2.0, np.array(alpha)) == b


def test_labels_bound_b_from_one_side_each():
    uneven = Dual.classification(np.diag([1.0, 3.0]), np.array([1.0, -1.0]), True)
    assert middle_b(uneven, 0.0, 5.0, np.zeros(2)) == 0.0
    b = middle_b(uneven, 0.0, 0.25, np.array([0.25, -0.25]))
    assert b == pytest.approx((0.75 - 0.25) / 2)


def test_a_middle_that_an_offset_follows_is_no_part_of_the_size():
    far = replace(TWO, y=TWO.y + 1e9, offset=True)
    assert (far.size, far.middle) == (2.5, 1e9 + 0.5)
    assert replace(TWO, y=np.zeros(2)).size == 1.0
    assert replace(TWO, y=np.full(2, 7.0), offset=True).size == 7.0
