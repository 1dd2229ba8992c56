"""Active set methods: from proposed states to the exact fit of a support vector
machine.

The state of a point is zero, free or bound (``kernellab.solvers.dual``). Given all
states, α solves a linear system on the free points. libsvm, a path or a convex program
proposes states. Points that violate a KKT condition change their state until none does,
and the first proposal whose fit meets all conditions is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from scipy.linalg import lapack

from kernellab._arrays import Array
from kernellab._linalg import EPS, rounding_of_eigenvalues
from kernellab.errors import UnverifiedError
from kernellab.solvers.dual import (
    BOUND,
    FREE,
    NOT_SEPARABLE,
    TOLERANCE,
    ZERO,
    Dual,
    Proposal,
    Solution,
    middle_b,
)

# A weight this close to 0 or C, relative to C, is set to 0 or C.
BOX_ROUNDING = 64 * EPS
NEWTON_ROUNDS = 20
REFINEMENTS = 6


# C = ∞ is a limit: C times 0 is not a number, and weights may grow without bound.
@np.errstate(over="ignore", invalid="ignore")
def verified(
    dual: Dual,
    epsilon: float,
    C: float,
    proposals: Iterable[tuple[str, Callable[[], Proposal | None]]],
) -> tuple[Solution, str]:
    """The first fit that meets all KKT conditions, and the name of its proposal."""
    best, tried = np.inf, []
    for route, propose in proposals:
        proposal = propose()
        if proposal is not None:
            fit = solve_from(dual, epsilon, C, proposal)
            if dual.holds(fit):
                return fit, route
            best = min(best, max(fit.kkt, float(dual.rounding(fit.alpha))))
        tried.append(route)
    if np.isinf(C):
        raise UnverifiedError(
            f"{NOT_SEPARABLE}. Try a finite C, such as C=1.0, or more features."
        )
    largest = dual.largest_C()
    smaller = f"a C of at most {largest:.1g}" if largest < C else "a smaller C"
    raise UnverifiedError(
        f"no α was found at ε = {epsilon:g}, C = {C:g} that meets the conditions of the"
        f" minimum: the best one violates them by {best:.2g} times the size of y"
        f" ({', '.join(tried)}). Double precision keeps sixteen digits, and here C"
        f" times k(x, x) is {C * dual.K.diagonal().max() / dual.size:.1g} times the"
        f" size of y, so that large weights cancel. Try {smaller}, or a kernel of less"
        " range."
    )


def solve_from(dual: Dual, epsilon: float, C: float, proposal: Proposal) -> Solution:
    """The fit that an active set method reaches from a proposal, or the best fit on
    the way if the method does not converge; see its ``kkt``.

    At first all points that violate a condition change their state at once. Near the
    solution this takes one or two rounds. If it cycles, or if the feature vectors of
    free points are linearly dependent, one point changes at a time, and the objective
    falls at each step.
    """
    fit = _newton(dual, epsilon, C, proposal)
    if fit is None or fit.kkt > TOLERANCE:
        slow = _one_by_one(dual, epsilon, C, proposal)
        fit = slow if fit is None or slow.kkt < fit.kkt else fit
    return fit


class FreeSystem:
    """The system of the free points for given states: Kα + b = ``right`` on them, and
    Σα = ``total`` with an offset.

    With an offset, a constant ``shift`` is added to K. Since Σα is given, this does not
    change α. Without the shift, a K of low rank would look singular although the system
    is not.
    """

    def __init__(self, dual: Dual, state: np.ndarray) -> None:
        kind = np.abs(state)
        self.free = np.flatnonzero(kind == FREE)
        self.bound = np.flatnonzero(kind == BOUND)
        self.sign = np.sign(state[self.free]).astype(float)
        self.bound_sign = np.sign(state[self.bound]).astype(float)
        self.dual, self.shift = dual, dual.unit if dual.offset else 0.0
        self.A = dual.K[self.free[:, None], self.free]
        shifted = self.A + self.shift
        self.floor, self.least_pivot = 0.0, np.inf
        if len(self.free):
            self.floor = rounding_of_eigenvalues(shifted.diagonal())
            self.cholesky, info = lapack.dpotrf(shifted.T, lower=1, overwrite_a=1)
            self.least_pivot = (
                float(self.cholesky.diagonal().min()) ** 2 if info == 0 else 0.0
            )

    def independent(self, factor: float = 1.0) -> bool:
        """Whether the feature vectors of the free points are linearly independent
        beyond ``factor`` times the rounding. If not, many α solve the system, or none.
        """
        return self.least_pivot > factor * self.floor

    def at(self, epsilon: float, C: float, near: Array) -> tuple[Array, float]:
        """α, (n,), and b for these states at ε and C. ``near``, (n,), holds the initial
        guess of the free weights.
        """
        dual, free, alpha = self.dual, self.free, np.zeros(len(self.dual.y))
        alpha[self.bound] = bound_alpha = C * self.bound_sign
        if not len(free):
            return alpha, middle_b(dual, epsilon, C, alpha)
        right = (
            dual.y[free]
            - dual.middle
            - epsilon * self.sign
            - dual.K[free[:, None], self.bound] @ bound_alpha
        )
        alpha[free], b = self.solve(right, -float(bound_alpha.sum()), near[free])
        return alpha, b + dual.middle

    def solve(self, right: Array, total: float, x: Array) -> tuple[Array, float]:
        """The free weights and b, by iterative refinement from a guess ``x``."""
        offset, b, last = self.dual.offset, 0.0, np.inf
        best = x, b
        solved_ones = (
            lapack.dpotrs(self.cholesky, np.ones(len(x)), lower=1)[0]
            if offset
            else np.zeros(0)
        )
        for _ in range(REFINEMENTS):
            left = right - b - self.A @ x
            missing = (total - float(x.sum())) if offset else 0.0
            error = max(float(np.abs(left).max()), abs(missing) * self.shift)
            if not error < 0.5 * last:
                break
            best, last = (x, b), error
            if error == 0:
                break
            d = lapack.dpotrs(self.cholesky, left + self.shift * missing, lower=1)[0]
            if offset:
                db = (float(d.sum()) - missing) / float(solved_ones.sum())
                d, b = d - db * solved_ones, b + db
            x = x + d
        return best


def _newton(
    dual: Dual, epsilon: float, C: float, proposal: Proposal
) -> Solution | None:
    """Solve with given states and change the state of every point that violates a
    condition, until none does. None if the first system is singular.
    """
    state, best, seen = proposal.state, None, set()
    for _ in range(NEWTON_ROUNDS):
        system = FreeSystem(dual, state)
        if not system.independent():
            break
        alpha, b = system.at(epsilon, C, np.zeros(len(state)))
        fit, r = _fit(dual, epsilon, C, alpha, b)
        if best is None or fit.kkt < best.kkt:
            best = fit
        new_state, by = _violations(dual, epsilon, C, state, alpha, r)
        if (by <= dual.noise(alpha)).all() or (key := new_state.tobytes()) in seen:
            break
        seen.add(key)
        state = new_state
    return best


def _one_by_one(dual: Dual, epsilon: float, C: float, proposal: Proposal) -> Solution:
    """The active set method from weights in the box: one point enters or leaves the
    free set at a time, and the objective never grows.
    """
    state, alpha = proposal.state.copy(), np.clip(proposal.alpha, *_box(dual, C))
    alpha[state == ZERO] = 0.0
    at_bound = np.abs(state) == BOUND
    alpha[at_bound] = C * np.sign(state[at_bound])
    if dual.offset and abs(total := alpha.sum()) > TOLERANCE * np.abs(alpha).max(
        initial=0.0
    ):
        # The side with the larger sum is scaled down.
        larger_side = np.sign(alpha) == np.sign(total)
        alpha[larger_side] *= 1 - abs(total) / np.abs(alpha[larger_side]).sum()
        state[larger_side & at_bound] = np.sign(state[larger_side & at_bound])
    best = Solution(np.zeros(len(alpha)), 0.0, np.zeros_like(state), np.inf)
    rng = np.random.default_rng(0)
    stuck, factor, seen = 0, 1.0, set()
    for _ in range(40 * len(alpha) + 400):
        system = _independent_system(dual, epsilon, C, state, alpha, factor)
        # The objective is unbounded: there is no hard margin.
        if system is None:
            break
        target, b = system.at(epsilon, C, alpha)
        step, blocking, to = _ratio_test(
            state[system.free], alpha[system.free], (target - alpha)[system.free], C
        )
        if step < 1:
            alpha[system.free] += step * (target - alpha)[system.free]
            _put_at_limit(state, alpha, system.free[blocking], to, C)
            continue
        alpha = target
        fit, r = _fit(dual, epsilon, C, alpha, b)
        if fit.kkt < best.kkt:
            best = fit
        new_state, by = _violations(dual, epsilon, C, state, alpha, r)
        noise = dual.noise(alpha)
        off_edge = np.abs(r[system.free] - epsilon * system.sign)
        if (
            off_edge > np.maximum(TOLERANCE / 10 * dual.size, 10 * noise[system.free])
        ).any():
            # Nearly dependent points were taken for independent, and no α puts all of
            # them on the edge of the tube.
            factor *= 16
            continue
        if (by <= noise).all():
            break
        key = state.tobytes()
        stuck = stuck + 1 if key in seen else 0
        seen.add(key)
        if stuck > 20 or (best.kkt <= TOLERANCE and stuck):
            break
        i = (
            int(by.argmax())
            if not stuck
            else int(rng.choice(np.flatnonzero(by > noise)))
        )
        state[i] = new_state[i]
    return best


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

    A null vector v of K changes no prediction, and along it the objective is linear. α
    moves along v in the direction in which the objective falls. If the objective is
    constant, α moves so that the weight of the dependent point shrinks. A point whose
    weight reaches 0 or C stops the move and is no longer free.
    """
    system = FreeSystem(dual, state)
    if system.independent(factor):
        return system
    # K is 0 or overflows: no threshold can tell which points depend on others.
    if not 0 < factor * system.floor < np.inf:
        return None
    free, sign, shifted = system.free, system.sign, system.A + system.shift
    _, order, rank, _ = lapack.dpstrf(shifted, lower=1, tol=factor * system.floor)
    basis, rest = list(order[:rank] - 1), order[rank:] - 1
    gap = dual.residuals(alpha, dual.middle)[free] - epsilon * sign
    noise = dual.noise(alpha)[free]
    for j in rest:
        v = np.zeros(len(free))
        v[j] = 1.0
        v[basis] = -np.linalg.lstsq(
            shifted[np.ix_(basis, basis)], shifted[basis, j], rcond=None
        )[0]
        downhill = float(v @ gap)
        flat = abs(downhill) <= 10 * np.abs(v) @ noise
        v *= -np.sign(alpha[free[j]]) or -sign[j] if flat else np.sign(downhill)
        step, blocking, to = _ratio_test(state[free], alpha[free], v, C)
        if not np.isfinite(step):
            return None
        alpha[free] += step * v
        _put_at_limit(state, alpha, free[blocking], to, C)
        if blocking != j:
            basis[basis.index(blocking)] = j
    return _independent_system(dual, epsilon, C, state, alpha, 4 * factor)


def _ratio_test(
    state: np.ndarray, alpha: Array, d: Array, C: float
) -> tuple[float, int, int]:
    """The largest step t for which the free weights α + t·d stay between 0 and C, the
    point that blocks a longer one, and the new state of that point.
    """
    if not len(d):
        return np.inf, -1, ZERO
    sign = np.sign(state)
    weight, growth = sign * alpha, sign * d
    fall = np.full(len(d), np.inf)
    np.divide(np.maximum(weight, 0.0), -growth, out=fall, where=growth < 0)
    rise = np.full(len(d), np.inf)
    if np.isfinite(C):
        np.divide(np.maximum(C - weight, 0.0), growth, out=rise, where=growth > 0)
    i, j = int(fall.argmin()), int(rise.argmin())
    return (
        (float(fall[i]), i, ZERO)
        if fall[i] <= rise[j]
        else (float(rise[j]), j, BOUND * int(sign[j]))
    )


def _put_at_limit(
    state: np.ndarray, alpha: Array, point: int, to: int, C: float
) -> None:
    state[point] = to
    alpha[point] = C * np.sign(to) if to else 0.0


def _fit(
    dual: Dual, epsilon: float, C: float, alpha: Array, b: float
) -> tuple[Solution, Array]:
    """The fit, and the residuals of the given α and b. The weights of the fit are
    clipped to the box, and set to 0 or ±C if they differ from it by rounding only.
    """
    r = dual.residuals(alpha, b)
    low, high = _box(dual, C)
    boxed = np.clip(alpha, low, high)
    largest = min(C, max(float(np.abs(boxed).max()), dual.size / dual.unit))
    boxed = np.where(np.abs(boxed) <= BOX_ROUNDING * largest, 0.0, boxed)
    boxed = np.where(np.abs(boxed) >= (1 - BOX_ROUNDING) * C, np.sign(boxed) * C, boxed)
    kind = np.where(boxed == 0, ZERO, np.where(np.abs(boxed) >= C, BOUND, FREE))
    changed = not np.array_equal(boxed, alpha)
    if dual.offset and not (kind == FREE).any():
        b, changed = middle_b(dual, epsilon, C, boxed), True
    kkt = (
        dual.kkt(boxed, b, epsilon, C)
        if changed
        else float(dual.kkt_residuals(boxed, r, epsilon, C))
    )
    return Solution(boxed, b, (np.sign(boxed) * kind).astype(np.int8), kkt), r


def _box(dual: Dual, C: float) -> tuple[Array, Array]:
    return np.where(dual.down, -C, 0.0), np.where(dual.up, C, 0.0)


def _violations(
    dual: Dual, epsilon: float, C: float, state: np.ndarray, alpha: Array, r: Array
) -> tuple[np.ndarray, Array]:
    """The state that each point should have, and by how much it violates the condition
    of its present state, in the unit of y.
    """
    sign, kind = np.sign(state), np.abs(state)
    # From α to y.
    unit = dual.size / (
        C if np.isfinite(C) else max(float(np.abs(alpha).max()), np.finfo(float).tiny)
    )
    lower, upper = dual.residual_limits(state, epsilon)
    new_state = np.where(kind == BOUND, sign, np.where(r > upper, FREE, -FREE))
    by = np.maximum(r - upper, lower - r)
    free = kind == FREE
    weight = (sign * alpha)[free]
    new_state[free] = np.where(weight < 0, ZERO, BOUND * sign[free])
    by[free] = np.maximum(-weight, weight - C) * unit
    return np.where(by > 0, new_state, state).astype(np.int8), np.maximum(by, 0.0)
