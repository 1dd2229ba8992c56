"""From a guess to the exact answer of a support vector machine, fast: sets of zero, free and bound points.

The problem is that of ``support``: min ½αᵀKα − αᵀy + ε‖α‖₁ over a box, with Σα = 0 where there is an offset. In regression
every αᵢ may lie in [−C, C]; in classification y holds the classes ±1, ε = 0, and αᵢ has the sign of its class. Given which
points are zero, free or at their bound, α is the solution of one linear system; points that break a condition change
their state, until none does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import lapack

from kernellab._arrays import Array
from kernellab.solvers.support import Dual

ZERO, FREE, BOUND = 0, 1, 2  # of |state|; its sign is the sign of α
TOLERANCE = 1e-9  # of the optimality conditions, relative to C and to the size of y
JITTER = 1e-12  # on the diagonal of a K that is singular on the free points, relative to its mean; refined away
ROUNDS = 60


@dataclass(frozen=True, eq=False)
class BoxProblem:
    """``K`` (n, n), ``y`` (n,), which signs αᵢ may have, ``up`` and ``down`` (n,), and whether Σα = 0."""

    K: Array
    y: Array
    up: np.ndarray
    down: np.ndarray
    offset: bool

    @property
    def size(self) -> float:
        """The scale on which errors of a prediction are judged."""
        return float(np.abs(self.y).max()) or 1.0

    def dual(self, epsilon: float, C: float) -> Dual:
        """The problem at one ε and one C."""
        return Dual(self.K, self.y, np.where(self.down, -C, 0.0), np.where(self.up, C, 0.0), epsilon, self.offset)


def regression(K: Array, y: Array, offset: bool) -> BoxProblem:
    """Support vector regression: any sign is allowed."""
    both = np.ones(len(y), dtype=bool)
    return BoxProblem(K, y, both, both, offset)


def classification(K: Array, y: Array, offset: bool) -> BoxProblem:
    """The support vector machine on classes ±1: α has the sign of the class."""
    return BoxProblem(K, y, y > 0, y < 0, offset)


@dataclass(frozen=True, eq=False)
class Settled:
    """α and b for given states, and by how much the optimality conditions are missed.

    ``state`` (n,): 0 where αᵢ = 0, ±1 where it is free, ±2 where it is at ±C; ``kkt`` ≥ 0, relative to C and the size of y.
    """

    alpha: Array
    b: float
    state: np.ndarray
    kkt: float


def states_of(alpha: Array, C: float, cut: float = 1e-5) -> np.ndarray:
    """A first guess of the states: what is within ``cut`` · C of zero or of a bound is taken to be there.

    Where C = ∞ the largest weight stands in its place, and nothing is at a bound.
    """
    share = np.abs(alpha) / C if np.isfinite(C) else np.abs(alpha) / max(float(np.abs(alpha).max()), 1e-300)
    kind = np.where(share < cut, ZERO, np.where((share > 1 - cut) & np.isfinite(C), BOUND, FREE))
    return (np.sign(alpha) * kind).astype(np.int8)


def settle(problem: BoxProblem, epsilon: float, C: float, state: np.ndarray) -> Settled:
    """Solve for the states, move every point that breaks a condition, and again, until none does.

    Ends with the best fit seen where that does not come to an end; ``kkt`` tells.
    """
    best, seen = None, set()
    tol = 1e-11 * problem.size
    for _ in range(ROUNDS):
        alpha, b = solve_states(problem, epsilon, C, state)
        r = problem.y - problem.K @ alpha - b
        fit = as_fit(problem, epsilon, C, alpha, b)
        if best is None or fit.kkt < best.kkt:
            best = fit
        wanted, by = _moved(problem, epsilon, C, state, alpha, r)
        changed = wanted != state
        if not changed.any() or by[changed].max() <= tol:
            break
        key = wanted.tobytes()
        if key in seen:  # going round in circles: from here one point at a time, the worst first
            worst = int(np.argmax(by * changed))
            wanted = np.where(np.arange(len(state)) == worst, wanted, state).astype(np.int8)
        seen.add(key)
        state = wanted
    assert best is not None
    return _gathered(problem, epsilon, C, best)


def solve_states(problem: BoxProblem, epsilon: float, C: float, state: np.ndarray) -> tuple[Array, float]:
    """α and b where every point keeps its state: Kα + b = y − ε sign(α) on the free points, and Σα = 0."""
    K, y = problem.K, problem.y
    sign = np.sign(state).astype(float)
    free, bound = np.flatnonzero(np.abs(state) == FREE), np.flatnonzero(np.abs(state) == BOUND)
    alpha = np.zeros(len(y))
    alpha[bound] = C * sign[bound]
    if not len(free):
        return alpha, problem.dual(epsilon, C).b(alpha)
    A = K[np.ix_(free, free)]
    right = y[free] - epsilon * sign[free] - K[np.ix_(free, bound)] @ alpha[bound]
    total = -float(alpha[bound].sum())
    factor, info = _factor(A)
    if info:  # a guess that leads nowhere, and its residual will say so
        return alpha, 0.0
    ones = np.ones(len(free))
    by_one = lapack.dpotrs(factor, ones, lower=1)[0] if problem.offset else ones
    x, b, last = np.zeros(len(free)), 0.0, np.inf
    for _ in range(8):  # the jitter is refined away
        left = right - A @ x - b
        missing = total - float(x.sum()) if problem.offset else 0.0
        error = max(float(np.abs(left).max()), abs(missing))
        if error >= 0.5 * last:
            break
        last = error
        d = lapack.dpotrs(factor, left, lower=1)[0]
        db = (float(d.sum()) - missing) / float(by_one.sum()) if problem.offset else 0.0
        x, b = x + d - db * by_one * problem.offset, b + db
    alpha[free] = x
    return alpha, b


def kkt_residual(problem: BoxProblem, epsilon: float, C: float, alpha: Array, b: float) -> float:
    """By how much (α, b) misses the optimality conditions, relative to the size of y (errors) and to C (weights)."""
    r = problem.y - problem.K @ alpha - b
    sign, size = np.sign(alpha), np.abs(alpha)
    edge = 1e-12 * C if np.isfinite(C) else 0.0
    free, bound = (size > 0) & (size < C - edge), (size > 0) & (size >= C - edge)
    off = np.where(free, np.abs(r - epsilon * sign), np.where(bound, np.maximum(epsilon - sign * r, 0.0), 0.0))
    off = np.where(size == 0, np.maximum(np.where(problem.up, r, 0) - epsilon, np.where(problem.down, -r, 0) - epsilon), off)
    wrong = np.maximum(size - C, np.where(sign > 0, ~problem.up, (sign < 0) & ~problem.down) * size)
    scale = C if np.isfinite(C) else max(float(size.max()), 1e-300)
    misses = [float(np.maximum(off, 0).max()) / problem.size, float(wrong.max()) / scale]
    return max(0.0, *misses, abs(float(alpha.sum())) / scale if problem.offset else 0.0)


def rounding(problem: BoxProblem, alpha: Array) -> float:
    """How far rounding alone may move Kα, relative to the size of y: much, where huge weights cancel."""
    return 4 * float((np.abs(problem.K) @ np.abs(alpha)).max()) * float(np.finfo(float).eps) / problem.size


def as_fit(problem: BoxProblem, epsilon: float, C: float, alpha: Array, b: float) -> Settled:
    """The fit with weights clipped to their box: what clipping costs, the residual shows."""
    dual = problem.dual(epsilon, C)
    alpha = np.clip(alpha, dual.lower, dual.upper)
    kind = np.where(np.abs(alpha) == 0, ZERO, np.where(np.abs(alpha) >= C, BOUND, FREE))
    found = (np.sign(alpha) * kind).astype(np.int8)
    if problem.offset and not np.any(kind == FREE):
        b = dual.b(alpha)
    return Settled(alpha, b, found, kkt_residual(problem, epsilon, C, alpha, b))


def _gathered(problem: BoxProblem, epsilon: float, C: float, fit: Settled) -> Settled:
    """Where free points are one and the same point, only their sum matters: let as few of them as possible carry it."""
    free = np.flatnonzero(np.abs(fit.state) == FREE)
    if len(free) < 2 or not np.isfinite(C) or not _has_twins(problem.K[free, free[0]], problem.y[free]):
        return fit
    rows, group = np.unique(np.column_stack([problem.K[free], problem.y[free], fit.state[free]]), axis=0, return_inverse=True)
    if len(rows) == len(free):
        return fit
    alpha = fit.alpha.copy()
    for number in np.flatnonzero(np.bincount(group.ravel()) > 1):
        same = free[group.ravel() == number]
        total = abs(float(alpha[same].sum()))
        shares = np.clip(total - C * np.arange(len(same)), 0.0, C)
        alpha[same] = np.sign(fit.state[same[0]]) * shares
    gathered = as_fit(problem, epsilon, C, alpha, fit.b)
    return gathered if gathered.kkt <= max(fit.kkt, TOLERANCE) else fit


def _has_twins(column: Array, y: Array) -> bool:
    """Whether two points agree in y and in one column of K: one and the same point does, and few others."""
    order = np.lexsort((y, column))
    return bool(((np.diff(column[order]) == 0) & (np.diff(y[order]) == 0)).any())


def _moved(
    problem: BoxProblem, epsilon: float, C: float, state: np.ndarray, alpha: Array, r: Array
) -> tuple[np.ndarray, Array]:
    """The state that each point should have instead, and by how much it breaks its own."""
    sign, kind = np.sign(state), np.abs(state)
    unit = problem.size / (C if np.isfinite(C) else max(float(np.abs(alpha).max()), 1e-300))  # weights in units of y
    wanted, by = state.copy(), np.zeros(len(r))

    def move(where: np.ndarray, to: np.ndarray, amount: Array) -> None:
        wanted[where], by[where] = to[where], amount[where]

    over, under = (sign * alpha - C) * unit, -sign * alpha * unit
    move((kind == FREE) & (under > 0), np.zeros_like(state), under)
    if np.isfinite(C):
        move((kind == FREE) & (over > 0), BOUND * sign, over)
    move((kind == ZERO) & problem.up & (r > epsilon), np.ones_like(state), r - epsilon)
    move((kind == ZERO) & problem.down & (r < -epsilon), -np.ones_like(state), -r - epsilon)
    move((kind == BOUND) & (sign * r < epsilon), sign, epsilon - sign * r)
    return wanted, by


def _factor(A: Array) -> tuple[Array, int]:
    """Cholesky with a little on the diagonal, and with more where that is not enough."""
    jitter = JITTER * (float(np.trace(A)) / len(A) or 1.0)
    for _ in range(4):
        raised = A.copy()
        raised.flat[:: len(A) + 1] += jitter
        factor, info = lapack.dpotrf(raised, lower=1)
        if info == 0:
            break
        jitter *= 100
    return factor, info
