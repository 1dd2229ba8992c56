"""Paths of support vector machines, judged by the KKT conditions, by second differences
of the fitted function, and by scikit-learn.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest

from kernellab import RBF, Kernel, Linear, Polynomial, gram, svm_dual
from kernellab.errors import OutsidePathError, UnverifiedError
from kernellab.solvers import follower, paths
from kernellab.solvers.dual import TOLERANCE
from kernellab.solvers.libsvm import verified_fit
from kernellab.solvers.paths import SVRWalk, c_path, epsilon_path, svm_path
from tests.conditions import missed

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


@pytest.mark.parametrize("C", [1e5, 1e8])
def test_a_bound_that_no_weight_reaches_changes_no_breakpoint(C):
    rng = np.random.default_rng(0)
    K, y = gram(RBF(0.7), np.arange(20.0)[:, None]), rng.normal(size=20)
    path, far = epsilon_path(K, y, 100.0), epsilon_path(K, y, C)
    assert np.abs(path.alpha(path.values)).max() < 100
    np.testing.assert_allclose(far.values, path.values, rtol=1e-9)
    np.testing.assert_array_equal(far.counts, path.counts)


def test_weights_far_below_the_bound_count_beside_one_that_reaches_it():
    # Two targets at one place fill the box; the third point stays free.
    K = gram(RBF(1.0), [[0.0], [0.0], [9.0]])
    path = epsilon_path(K, [1.0, -1.0, 3.0], 1e6)
    assert path.at(0.5).alpha == pytest.approx([1e6, -1e6, 2.5], rel=1e-9)
    assert path.values == pytest.approx([3.0, 1.0], rel=1e-9)
    assert path.counts.tolist() == [1, 3]


def test_where_points_repeat_alpha_jumps_and_f_does_not():
    K, y = gram(Linear(), [[1.0], [1.0], [2.0]]), np.array([1.0, 1.5, 3.5])
    path = epsilon_path(K, y, 5.0)
    sides = path.values[1:, None] + [1e-6, -1e-6]
    before, after = (path.alpha(side) for side in sides.T)
    assert np.abs(after - before).max() > 0.1
    np.testing.assert_allclose(K @ after, K @ before, atol=1e-5)


def test_a_free_weight_that_changes_its_sign_bends_nothing_at_epsilon_zero():
    K = np.array([[1.0, 0.9], [0.9, 1.0]])
    path = c_path(K, [1.0, 0.2], C=9.0, epsilon=0.0)
    low, high = path.values[-2:]
    assert path.alpha([9.0])[1, 0] < 0 < path.alpha([1e-3])[1, 0]
    # α₂ = 0 where 0.2 = 0.9 C; α₁ is at C until the last bend.
    assert len(path.values) == 3
    assert low < 0.2 / 0.9 < high


@with_and_without_offset
def test_a_path_needs_one_fit_and_gives_the_others(offset, monkeypatch):
    fits, rng = [], np.random.default_rng(2)

    def seen(*problem):
        fits.append(problem)
        return verified_fit(*problem)

    monkeypatch.setattr(paths, "verified_fit", seen)
    monkeypatch.setattr(follower, "verified_fit", seen)
    X = rng.normal(size=(30, 2))
    K, y = gram(RBF(0.7), X), np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=30)
    path = svm_path(K, np.sign(y), 50.0, offset)
    for each in (path, epsilon_path(K, y, 9.0, offset), c_path(K, y, 9.0, 0.1, offset)):
        each.alpha(np.linspace(each.first, each.last, 99))
    walk = SVRWalk(K, y, offset)
    walk.to(1.0, 0.3)
    fit = walk.to(3.0, 0.1)
    assert len(fits) == 5
    np.testing.assert_allclose(fit.alpha, fits[-1][3].alpha, atol=1e-9)
    for C in (0.01, 1.0, 50.0):
        one, other = path.at(C), svm_dual(K, np.sign(y), C, offset)
        np.testing.assert_allclose(one.alpha, other.alpha, atol=1e-9 * C)
        assert (one.b, one.C) == pytest.approx((other.b, C), abs=1e-9)


# Two hundred regressions that are meant to be hard: ties, repeats, no spread, and
# numbers of every size


@dataclass(frozen=True)
class Problem:
    X: np.ndarray
    y: np.ndarray
    kernel: Kernel
    C: float
    epsilon: float


KERNELS = [RBF(1.0), Linear(), Polynomial(2), RBF(0.1), RBF(10.0)]


def _repeated(values: np.ndarray) -> np.ndarray:
    half = len(values) // 2
    return np.concatenate([values[: len(values) - half], values[:half]])


def _same_box(problem: Problem) -> Problem:
    """The same C times k(x, x) where k(x, x) has grown: in double precision α cannot
    cancel a million millions.
    """
    trace = np.trace(gram(problem.kernel, problem.X))
    return replace(problem, C=problem.C / trace * len(problem.y))


HARDSHIPS: dict[str, Callable[[Problem], Problem]] = {
    "plain": lambda p: p,
    "rounded y": lambda p: replace(p, y=np.round(p.y)),
    "y = ±1": lambda p: replace(p, y=np.where(p.y > 0, 1.0, -1.0)),
    "points twice": lambda p: replace(p, X=_repeated(p.X)),
    "points and targets twice": lambda p: replace(
        p, X=_repeated(p.X), y=_repeated(p.y)
    ),
    "all on one line": lambda p: replace(
        p, X=p.X[:, :1] * [1.0, -2.0], y=3 * p.X[:, 0] + 1
    ),
    "constant y": lambda p: replace(p, y=np.full(len(p.y), 2.0)),
    "y = 0": lambda p: replace(p, y=np.zeros(len(p.y))),
    "epsilon = 0": lambda p: replace(p, epsilon=0.0),
    "huge C": lambda p: replace(p, C=1e8),
    "huge C, epsilon = 0": lambda p: replace(p, C=1e8, epsilon=0.0),
    "tiny C": lambda p: replace(p, C=1e-8),
    "one point": lambda p: replace(p, X=p.X[:1], y=p.y[:1]),
    "two points": lambda p: replace(p, X=p.X[:2], y=p.y[:2]),
    "y in millions": lambda p: replace(p, y=p.y * 1e6, epsilon=p.epsilon * 1e6),
    "y in millionths": lambda p: replace(p, y=p.y * 1e-6, epsilon=p.epsilon * 1e-6),
    "X in millions": lambda p: _same_box(replace(p, X=p.X * 1e6)),
    "X in millionths": lambda p: replace(p, X=p.X * 1e-6),
    "all at one place": lambda p: replace(p, X=np.zeros_like(p.X)),
    "a grid": lambda p: replace(
        p, X=np.round(p.X), y=np.round(p.y), C=1.0, epsilon=0.5
    ),
}


def hard() -> list:
    """Each hardship with each kernel, without offset and with one."""
    found = []
    for (i, name), (j, k) in product(enumerate(HARDSHIPS), enumerate(KERNELS)):
        rng = np.random.default_rng([i, j])
        X = rng.normal(size=(int(rng.integers(8, 40)), 2))
        y = np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=len(X))
        C, epsilon = float(10 ** rng.uniform(-2, 2)), float(rng.uniform(0, 0.5))
        problem = HARDSHIPS[name](Problem(X, y, k, C, epsilon))
        for offset in (False, True):
            found.append(pytest.param(problem, offset, id=f"{name}, {k!r}, {offset}"))
    return found


@pytest.mark.parametrize(("problem", "offset"), hard()[::3])
def test_the_conditions_hold_however_hard_the_data_are(problem, offset):
    K, y = gram(problem.kernel, problem.X), problem.y
    walk = SVRWalk(K, y, offset)
    for C, epsilon in [
        (problem.C, problem.epsilon),
        (1.2 * problem.C, problem.epsilon),
        (problem.C, 0.7 * problem.epsilon),
    ]:
        fit = walk.to(C, epsilon)
        assert missed(K, y, fit.alpha, fit.b, C, epsilon) <= 1e-9
        assert not offset or abs(fit.alpha.sum()) <= 1e-9 * np.abs(fit.alpha).max()
        assert (fit.inside.astype(int) + fit.free + fit.bound == 1).all()


def test_a_path_is_asked_for_values_on_it():
    path = epsilon_path(np.eye(3), [1.0, 2.0, 3.0], 1.0)
    assert not svm_path(np.eye(2), [1.0, -1.0], 1.0).at(0.0).bound.any()
    with pytest.raises(OutsidePathError, match=r"epsilon = 4 lies .* from 3 to 0"):
        path.at(4.0)
    assert not epsilon_path(np.eye(2), [0.0, 0.0], 1.0).at(0.5).alpha.any()
    with pytest.raises(ValueError, match="one value along the path"):
        path.alpha([[1.0]])


def test_a_path_beyond_double_precision_lists_nothing_but_answers_before_that():
    X = np.outer(np.arange(25.0), [1.0, 2.0])
    y = np.random.default_rng(139).normal(size=25)
    path = epsilon_path(gram(Polynomial(2), X), y, 1e6)
    with pytest.raises(UnverifiedError, match="Try a"):
        _ = path.values
    assert path.at(path.first).kkt <= TOLERANCE


@with_and_without_offset
@pytest.mark.parametrize("seed", [3, 5, 11])
def test_at_epsilon_zero_no_weight_comes_to_rest_at_zero(seed, offset):
    # A free weight that reaches 0 there goes on with the other sign. Where points are
    # dependent, a rest would be one more breakpoint; a weight may jump to 0.
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (16, 2)).astype(float)[rng.integers(0, 16, 16)]
    y = rng.integers(-3, 4, 16).astype(float)
    path = c_path(gram(Polynomial(2), X), y, 2.0, 0.0, offset)
    for low, C in zip(path.values[:-1], path.values[1:], strict=True):
        step = 1e-5 * np.array([low - C, C - low])
        before, after = path.alpha(np.minimum(C + step, path.last)).T
        left = np.abs(before[(before != 0) & (after == 0)])
        assert (left > 1e-3 * C).all()


def test_a_walk_over_a_long_way_warns_of_nothing():
    walk = SVRWalk([[4, 9], [9, 25]], [1, 1], offset=True)
    walk.to(0.1, 1e6)
    assert walk.to(1e-3, 0.0).kkt <= TOLERANCE
