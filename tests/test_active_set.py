"""From any proposal to the same exact answer, and each tolerance on the way from both
sides.
"""

import numpy as np
import pytest

from kernellab import RBF, Linear, gram
from kernellab._linalg import EPS
from kernellab.solvers import active_set as core
from kernellab.solvers.active_set import FreeSystem, solve_from
from kernellab.solvers.dual import TOLERANCE, Dual, Proposal, zero_proposal

TWO = Dual.regression(np.diag([1.0, 4.0]), np.array([3.0, -2.0]), offset=False)


@pytest.mark.parametrize("by", [0.5, 2.0])
def test_a_weight_at_an_end_of_its_range_is_there(by):
    state = np.array([1, 1], np.int8)
    alpha = np.array([by * 64 * EPS * 10.0, 10.0 * (1 - by * 64 * EPS)])
    fit, _ = core._fit(TWO, 1.0, 10.0, alpha, 0.0)
    assert (fit.alpha[0] == 0) == (by < 1)
    assert (fit.alpha[1] == 10.0) == (by < 1)
    assert fit.state.tolist() == ([0, 2] if by < 1 else state.tolist())


@pytest.mark.parametrize("offset", [False, True])
def test_points_that_depend_on_each_other_are_told_from_points_that_do_not(offset):
    y = np.array([1.0, 2.0, 4.0])
    line = Dual.regression(gram(Linear(), [[1.0], [2.0], [3.0]]), y, offset)
    assert FreeSystem(line, np.array([1, 0, 0], np.int8)).independent()
    # Two points make a line, with an offset.
    assert FreeSystem(line, np.array([1, 1, 0], np.int8)).independent() is offset
    assert not FreeSystem(line, np.array([1, 1, 1], np.int8)).independent()
    assert FreeSystem(line, np.zeros(3, np.int8)).independent()


@pytest.mark.slow
@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_any_proposal_settles_to_the_same_function(seed, offset):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 40))
    problem = Dual.regression(
        gram(RBF(1.0), rng.normal(size=(n, 2))), rng.normal(size=n), offset
    )
    right = solve_from(problem, 0.2, 3.0, zero_proposal(problem))
    assert right.kkt <= TOLERANCE
    for _ in range(4):
        state = rng.integers(-2, 3, size=n).astype(np.int8)
        fit = solve_from(problem, 0.2, 3.0, Proposal(state, rng.uniform(-3, 3, size=n)))
        assert fit.kkt <= TOLERANCE
        np.testing.assert_allclose(fit.alpha, right.alpha, atol=1e-8)


def test_the_active_set_never_lets_the_objective_grow(monkeypatch):
    rng = np.random.default_rng(5)
    problem = Dual.regression(
        gram(Linear(), rng.integers(-3, 4, size=(40, 2)).astype(float)),
        rng.normal(size=40).round(),
        True,
    )
    heights, solved = [], core._independent_system

    def seen(dual, epsilon, C, state, alpha, strict=1.0):
        heights.append(dual.objective(alpha, epsilon))
        return solved(dual, epsilon, C, state, alpha, strict)

    monkeypatch.setattr(core, "_independent_system", seen)
    assert core._one_by_one(problem, 0.25, 1.0, zero_proposal(problem)).kkt <= TOLERANCE
    assert len(heights) > 5
    assert np.diff(heights).max() <= 1e-12 * abs(heights[-1])


def test_a_hard_margin_that_recedes_for_ever_ends():
    # Two classes at one place.
    same = Dual.classification(np.ones((2, 2)), np.array([1.0, -1.0]), True)
    assert (
        solve_from(
            same,
            0.0,
            np.inf,
            Proposal(np.array([1, -1], np.int8), np.array([1.0, -1.0])),
        ).kkt
        > 0.1
    )


@pytest.mark.parametrize("by", [0.5, 2.0])
def test_a_condition_missed_by_a_part_in_ten_to_the_twelve_is_left_alone(by):
    problem = Dual.regression(np.eye(2), np.array([1.0, 0.5 + by * 1e-12]), False)
    fit = solve_from(
        problem, 0.5, 1.0, Proposal(np.array([1, 0], np.int8), np.array([0.5, 0.0]))
    )
    assert fit.alpha[0] == 0.5
    assert fit.alpha[1] == (0.0 if by < 1 else pytest.approx(by * 1e-12, rel=1e-3))


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("far", [0.0, 1e6, 1e12])
def test_the_free_weights_are_found_from_however_far_away(far, offset):
    state, X = np.array([1, -1, 2, 1, 0], np.int8), np.arange(5.0)[:, None]
    problem = Dual.regression(
        gram(RBF(1.0), X), np.array([1.0, -2.0, 3.0, 0.5, 0.0]), offset
    )
    alpha, b = FreeSystem(problem, state).at(0.1, 0.7, np.full(5, far))
    free = [0, 1, 3]
    system = np.zeros((4, 4))
    system[:3, :3] = problem.K[np.ix_(free, free)]
    system[3, :3] = offset
    system[:3, 3] = offset
    system[3, 3] = not offset
    right = problem.y[free] - 0.1 * state[free] - 0.7 * problem.K[free, 2]
    expected = np.linalg.solve(system, [*right, -0.7 * offset])
    np.testing.assert_allclose([*alpha[free], b], expected, atol=1e-12)
    assert (alpha[2], alpha[4]) == (0.7, 0.0)


def test_a_dependent_point_that_leaves_gives_its_weight_to_the_others():
    line = Dual.regression(gram(Linear(), [[1.0], [3.0]]), np.array([1.0, 2.8]), False)
    # F(x) = 0.9 x leaves both on the edge of a tube of 0.1.
    state, alpha = (np.array([1, 1], np.int8), np.array([0.3, 0.2]))
    system = core._independent_system(line, 0.1, 5.0, state, alpha)
    assert (state.tolist(), system.free.tolist()) == ([0, 1], [1])
    np.testing.assert_allclose(alpha, [0.0, 0.3], rtol=1e-14)
