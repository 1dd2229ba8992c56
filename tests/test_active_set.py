"""From any states to the same exact answer."""

import numpy as np
import pytest

from kernellab import RBF, Linear, gram
from kernellab.solvers import active_set as core
from kernellab.solvers.active_set import FreeSystem, active_set_method
from kernellab.solvers.dual import TOLERANCE, Dual

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


@with_and_without_offset
def test_points_that_depend_on_each_other_are_told_from_points_that_do_not(offset):
    K = gram(Linear(), [[1.0], [2.0], [3.0]])
    line = Dual.regression(K, np.array([1.0, 2.0, 4.0]), offset)
    assert FreeSystem(line, np.array([0])).independent()
    # Two points make a line, with an offset.
    assert FreeSystem(line, np.array([0, 1])).independent() is offset
    assert not FreeSystem(line, np.array([0, 1, 2])).independent()
    assert FreeSystem(line, np.zeros(0, int)).independent()


@with_and_without_offset
@pytest.mark.parametrize("seed", range(4))
def test_any_states_settle_to_the_same_function(seed, offset):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 40))
    K, none = gram(RBF(1.0), rng.normal(size=(n, 2))), np.zeros(n)
    problem = Dual.regression(K, rng.normal(size=n), offset)
    right = active_set_method(problem, 0.2, 3.0, none.astype(np.int8), none, 2000)
    assert right.kkt <= TOLERANCE
    for _ in range(4):
        state = rng.integers(-2, 3, size=n).astype(np.int8)
        fit = active_set_method(
            problem, 0.2, 3.0, state, rng.uniform(-3, 3, size=n), 2000
        )
        assert fit.kkt <= TOLERANCE
        np.testing.assert_allclose(fit.alpha, right.alpha, atol=1e-8)


def test_the_objective_never_grows(monkeypatch):
    rng = np.random.default_rng(5)
    K = gram(Linear(), rng.integers(-3, 4, size=(40, 2)).astype(float))
    problem = Dual.regression(K, rng.normal(size=40).round(), True)
    heights, solved = [], core._independent_system

    def seen(dual, epsilon, C, state, alpha, strict=1.0):
        heights.append(dual.objective(alpha, epsilon))
        return solved(dual, epsilon, C, state, alpha, strict)

    monkeypatch.setattr(core, "_independent_system", seen)
    none = np.zeros(40)
    fit = active_set_method(problem, 0.25, 1.0, none.astype(np.int8), none, 2000)
    assert fit.kkt <= TOLERANCE
    assert len(heights) > 5
    assert np.diff(heights).max() <= 1e-12 * abs(heights[-1])


def test_a_hard_margin_that_recedes_for_ever_ends():
    # Two classes at one place
    same = Dual.classification(np.ones((2, 2)), np.array([1.0, -1.0]), True)
    fit = active_set_method(same, 0.0, np.inf, np.array([1, -1], np.int8), same.y, 2000)
    assert fit.kkt > 0.1


@with_and_without_offset
@pytest.mark.parametrize("far", [0.0, 1e6, 1e12])
def test_the_free_weights_are_found_from_however_far_away(far, offset):
    state, X = np.array([1, -1, 2, 1, 0], np.int8), np.arange(5.0)[:, None]
    y = np.array([1.0, -2.0, 3.0, 0.5, 0.0])
    problem = Dual.regression(gram(RBF(1.0), X), y, offset)
    system = FreeSystem(problem, np.flatnonzero(np.abs(state) == 1))
    alpha, b = system.at(state, 0.1, 0.7, np.full(5, far))
    free = [0, 1, 3]
    A = np.zeros((4, 4))
    A[:3, :3] = problem.K[np.ix_(free, free)]
    A[3, :3] = A[:3, 3] = offset
    A[3, 3] = not offset
    right = y[free] - 0.1 * state[free] - 0.7 * problem.K[free, 2]
    expected = np.linalg.solve(A, [*right, -0.7 * offset])
    np.testing.assert_allclose([*alpha[free], b], expected, atol=1e-12)
    assert (alpha[2], alpha[4]) == (0.7, 0.0)


def test_lengths_that_differ_by_many_orders_leave_the_short_ones_their_digits():
    K = np.diag([1.0, 4.0, 1e15])
    problem = Dual.regression(K, np.array([1.0, -1.0, 0.45]), True)
    fit = active_set_method(
        problem, 0.25, 9.0, np.array([1, -1, 0], np.int8), np.zeros(3), 2000
    )
    assert fit.kkt <= 1e-14
    assert fit.alpha == pytest.approx([0.3, -0.3, 0.0])


def test_a_dependent_point_that_leaves_gives_its_weight_to_the_others():
    line = Dual.regression(gram(Linear(), [[1.0], [3.0]]), np.array([1.0, 2.8]), False)
    # f(x) = 0.9 x leaves both on the edge of a tube of 0.1.
    state, alpha = np.array([1, 1], np.int8), np.array([0.3, 0.2])
    system = core._independent_system(line, 0.1, 5.0, state, alpha)
    assert (state.tolist(), system.free.tolist()) == ([0, 1], [1])
    np.testing.assert_allclose(alpha, [0.0, 0.3], rtol=1e-14)
