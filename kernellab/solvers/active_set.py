"""From proposed states to the exact fit of a support vector machine.

Given all states, α solves a linear system on the free points. A point that violates a
KKT condition changes its state, until no point violates one.
"""

from collections.abc import Sequence

import numpy as np
from scipy.linalg import lapack

from kernellab._arrays import Array
from kernellab._tolerances import EPS
from kernellab.solvers.dual import (
    BOUND,
    FREE,
    LEAST_ACCURACY,
    TIGHT,
    TINY,
    ZERO,
    Dual,
    Solution,
    middle_b,
    states_of,
)

BOX_ROUNDING = 64 * EPS  # a weight closer to 0 or C than this is set to 0 or C
REFINEMENTS = 6
MOST_HOPELESS = 16  # fits in a row that rounding moves by more than LEAST_ACCURACY


def active_set_method(
    dual: Dual, epsilon: float, C: float, state: np.ndarray, alpha: Array, steps: int
) -> Solution:
    """The exact fit from proposed states and weights, (n,) each, or the best one met in
    ``steps``. In each a point enters or leaves the free set; the objective never grows.
    """
    state, alpha = state.copy(), np.clip(alpha, *_box(dual, C))
    alpha[state == ZERO] = 0.0
    at_bound = np.abs(state) == BOUND
    alpha[at_bound] = C * np.sign(state[at_bound])
    best = Solution(np.zeros(len(alpha)), 0.0, np.zeros_like(state), np.inf)
    rng = np.random.default_rng(0)
    repeats, hopeless, factor, seen = 0, 0, 1.0, set()
    for _ in range(steps):
        system = _independent_system(dual, epsilon, C, state, alpha, factor)
        # The objective is unbounded: there is no hard margin.
        if system is None:
            break
        target, b = system.at(state, epsilon, C, alpha)
        free = system.free
        change = (target - alpha)[free]
        step, blocking, new = ratio_test(state[free], alpha[free], change, C)
        if step < 1:
            alpha[free] += step * change
            state[free[blocking]] = new
            alpha[free[blocking]] = C * np.sign(new) if new else 0.0  # C may be ∞
            continue
        alpha = target
        fit, r = _fit(dual, epsilon, C, alpha, b)
        if fit.kkt < best.kkt:
            best = fit
        is_rounding = dual.fit_rounding(alpha) > LEAST_ACCURACY
        hopeless = hopeless + 1 if is_rounding else 0
        if hopeless > MOST_HOPELESS:
            break
        wanted, violation = _violations(dual, epsilon, C, state, alpha, r)
        rounding = dual.residual_rounding(alpha)
        off_edge = np.abs(r - epsilon * np.sign(state))[free]
        if (off_edge > np.maximum(TIGHT * dual.size, 10 * rounding[free])).any():
            # Nearly dependent points were taken for independent
            factor *= 16
            continue
        if (violation <= rounding).all():
            break
        key = state.tobytes()
        repeats = repeats + 1 if key in seen else 0
        seen.add(key)
        if repeats > 20 or (best.kkt <= TIGHT and repeats):
            break
        # After a cycle the point is chosen at random
        violated = np.flatnonzero(violation > rounding)
        i = rng.choice(violated) if repeats else violation.argmax()
        state[i] = wanted[i]
    return best


class FreeSystem:
    """The system of the ``free`` points: Kα + b = ``right`` on them, and Σα = ``total``
    with an offset. Then a constant ``shift`` is added to K. Since Σα is given, α stays
    the same, and a K of low rank does not look singular where the system is not.
    """

    def __init__(self, dual: Dual, free: np.ndarray, rows: Array | None = None) -> None:
        self.dual, self.free = dual, free
        self.rows = dual.K.take(free, axis=0) if rows is None else rows
        self.A = shifted = self.rows.take(free, axis=1)
        self.rounding, self.shift, self.least_pivot = 0.0, 0.0, np.inf
        if len(free):
            largest = max(self.A.diagonal().tolist())
            if dual.offset:
                self.shift = largest or dual.unit
                shifted = self.A + self.shift
            self.rounding = len(free) * EPS * (largest + self.shift)
            self.cholesky, info = lapack.dpotrf(shifted.T, lower=1)
            least = 0.0 if info else min(self.cholesky.diagonal().tolist())
            self.least_pivot = least**2

    def independent(self, factor: float = 1.0) -> bool:
        """Whether the feature vectors of the free points are linearly independent
        beyond ``factor`` times the rounding. If not, many α solve the system, or none.
        """
        return self.least_pivot > factor * self.rounding

    def at(
        self, state: np.ndarray, epsilon: float, C: float, near: Array
    ) -> tuple[Array, float]:
        """α, (n,), and b for states at ε and C, by iterative refinement from the
        weights ``near``, (n,).
        """
        dual, free, last = self.dual, self.free, np.inf
        bound = np.abs(state) == BOUND
        alpha = np.zeros(len(dual.y))
        alpha[bound] = C * np.sign(state[bound])
        if not len(free):
            return alpha, middle_b(dual, epsilon, C, alpha)
        right = dual.y[free] - dual.middle - epsilon * np.sign(state[free])
        right -= self.rows @ alpha
        total, x, b, most = -float(alpha.sum()), near[free], 0.0, 1e10 * dual.unit
        best = x, b
        for _ in range(REFINEMENTS):
            left = right - b - self.A @ x
            missing = total - float(x.sum()) if dual.offset else 0.0
            # Σα is refined to the rounding of α, which may be far below that of y
            weight = min(dual.size / max(float(np.abs(x).max()), TINY), most)
            error = max(float(np.abs(left).max()), abs(missing) * weight)
            if not error < 0.5 * last:
                break
            best, last = (x, b), error
            if error == 0:
                break
            (d,), (db,) = self.solve(np.array([left, np.ones(len(x))]), [missing])
            x, b = x + d, b + db
        alpha[free] = best[0]
        return alpha, best[1] + dual.middle

    def solve(
        self, right: Array, totals: Sequence[float] | Array
    ) -> tuple[Array, list[float]]:
        """The free weights (m, k) and b (m,) for the m right sides in (m + 1, k)
        ``right``, whose last row is 1, and for m ``totals``.
        """
        solved = lapack.dpotrs(self.cholesky, right.T, lower=1)[0].T
        if not self.dual.offset:
            return solved[:-1], [0.0] * len(totals)
        *sums, by_ones = solved.dot(right[-1]).tolist()
        b = [(each - t) / by_ones for each, t in zip(sums, totals, strict=True)]
        x = solved[:-1]
        x -= np.multiply.outer(b, solved[-1])
        return x, [each + self.shift * t for each, t in zip(b, totals, strict=True)]


def _independent_system(
    dual: Dual,
    epsilon: float,
    C: float,
    state: np.ndarray,
    alpha: Array,
    factor: float = 1.0,
) -> FreeSystem | None:
    """The system of the free points after linearly dependent ones have left the free
    set; ``state`` and α change in place. None if the objective has no minimum.

    Along a null vector v of K the objective is linear. α moves along v to where it
    falls, or, if it is constant, to where the weight of the dependent point shrinks. A
    point whose weight reaches 0 or C is no longer free.
    """
    system = FreeSystem(dual, np.flatnonzero(np.abs(state) == FREE))
    if system.independent(factor):
        return system
    # K is 0 or overflows: no threshold can tell which points depend on others.
    if not 0 < factor * system.rounding < np.inf:
        return None
    free, shifted = system.free, system.A + system.shift
    sign = np.sign(state[free])
    _, order, rank, _ = lapack.dpstrf(shifted, lower=1, tol=factor * system.rounding)
    basis, rest = list(order[:rank] - 1), order[rank:] - 1
    gap = dual.residuals(alpha, dual.middle)[free] - epsilon * sign
    rounding = dual.residual_rounding(alpha)[free]
    for j in rest:
        v = np.zeros(len(free))
        v[j] = 1.0
        v[basis] = -np.linalg.lstsq(
            shifted[np.ix_(basis, basis)], shifted[basis, j], rcond=None
        )[0]
        decrease = float(v @ gap)
        constant = abs(decrease) <= 10 * np.abs(v) @ rounding
        v *= -np.sign(alpha[free[j]]) or -sign[j] if constant else np.sign(decrease)
        step, blocking, new = ratio_test(state[free], alpha[free], v, C)
        if not np.isfinite(step):
            return None
        alpha[free] += step * v
        state[free[blocking]] = new
        alpha[free[blocking]] = C * np.sign(new) if new else 0.0
        if blocking != j:
            basis[basis.index(blocking)] = j
    return _independent_system(dual, epsilon, C, state, alpha, 4 * factor)


def ratio_test(
    state: np.ndarray, alpha: Array, d: Array, C: float
) -> tuple[float, int, int]:
    """The largest step t for which the free weights α + t·d stay between 0 and C, the
    point that blocks a longer one, and the new state of that point.
    """
    if not len(d):
        return np.inf, -1, ZERO
    sign = np.sign(state)
    weight, growth = sign * alpha, sign * d
    room = np.maximum(np.where(growth < 0, weight, C - weight), 0.0)
    steps = np.full(len(d), np.inf)
    with np.errstate(over="ignore"):  # a weight that hardly moves blocks no step
        np.divide(room, np.abs(growth), out=steps, where=growth != 0)
    i = int(steps.argmin())
    return float(steps[i]), i, BOUND * int(sign[i]) if growth[i] > 0 else ZERO


def _fit(
    dual: Dual, epsilon: float, C: float, alpha: Array, b: float
) -> tuple[Solution, Array]:
    """The fit, with weights clipped to the box, and the residuals of the given α."""
    r = dual.residuals(alpha, b)
    boxed = dual.clipped(np.clip(alpha, *_box(dual, C)), C, BOX_ROUNDING)
    state, changed = states_of(boxed, C), not np.array_equal(boxed, alpha)
    if dual.offset and not (np.abs(state) == FREE).any():
        b, changed = middle_b(dual, epsilon, C, boxed), True
    kept = dual.residuals(boxed, b) if changed else r
    kkt = float(dual.kkt_residuals(boxed, kept, epsilon, C))
    return Solution(boxed, b, state.astype(np.int8), kkt), r


def _box(dual: Dual, C: float) -> tuple[Array, Array]:
    return np.where(dual.down, -C, 0.0), np.where(dual.up, C, 0.0)


def _violations(
    dual: Dual, epsilon: float, C: float, state: np.ndarray, alpha: Array, r: Array
) -> tuple[np.ndarray, Array]:
    """The state each point should have, and how far, in the unit of y, it violates the
    condition of its present one.
    """
    sign, kind = np.sign(state), np.abs(state)
    lower, upper = dual.residual_limits(state, epsilon)
    wanted = np.where(kind == BOUND, sign, np.where(r > upper, FREE, -FREE))
    violation = np.maximum(r - upper, lower - r)
    free = kind == FREE
    weight = (sign * alpha)[free]
    wanted[free] = np.where(weight < 0, ZERO, BOUND * sign[free])
    violation[free] = np.maximum(-weight, weight - C) * dual.weight_scale(C)[free]
    wanted = np.where(violation > 0, wanted, state).astype(np.int8)
    return wanted, np.maximum(violation, 0.0)
