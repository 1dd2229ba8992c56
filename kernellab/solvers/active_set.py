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
AT_END = 64 * EPS
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
    """The first fit that meets all conditions, and the name of its proposal."""
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
        f" minimum: the best misses one by up to {best:.2g} of the size of y"
        f" ({', '.join(tried)}). Double precision keeps sixteen digits, and here C"
        f" times k(x, x) is {C * dual.K.diagonal().max() / dual.size:.1g} times the"
        f" size of y, so that large weights cancel. Try {smaller}, or a kernel of less"
        " range."
    )


def solve_from(dual: Dual, epsilon: float, C: float, proposal: Proposal) -> Solution:
    """The fit that an active set method reaches from a proposal, or the best fit on
    the way if the method does not converge; see its ``kkt``.

    At first all points that violate a condition change their state at once, which takes
    one or two rounds near the solution. Where that cycles, or where free points depend
    on each other, one point changes at a time, and the objective falls at each step.
    """
    fit = _newton(dual, epsilon, C, proposal)
    if fit is None or fit.kkt > TOLERANCE:
        slow = _one_by_one(dual, epsilon, C, proposal)
        fit = slow if fit is None or slow.kkt < fit.kkt else fit
    return fit


class FreeSystem:
    """The system of the free points for given states: Kα + b = ``right`` on them, and
    Σα = ``total`` with an offset.

    With an offset, a constant is added to K. Since Σα is given, this does not change
    α. Without it, a K of low rank would look singular although the system is not.
    """

    def __init__(self, dual: Dual, state: np.ndarray) -> None:
        kind = np.abs(state)
        self.free, self.bound = (
            np.flatnonzero(kind == FREE),
            np.flatnonzero(kind == BOUND),
        )
        self.sign, self.pull = (
            np.sign(state[self.free]).astype(float),
            np.sign(state[self.bound]).astype(float),
        )
        self.dual, self.raise_by = dual, dual.unit if dual.offset else 0.0
        self.A = dual.K[self.free[:, None], self.free]
        raised = self.A + self.raise_by
        self.floor, self.least_pivot = 0.0, np.inf
        if len(self.free):
            self.floor = rounding_of_eigenvalues(raised.diagonal())
            self.factor, info = lapack.dpotrf(raised.T, lower=1, overwrite_a=1)
            self.least_pivot = (
                float(self.factor.diagonal().min()) ** 2 if info == 0 else 0.0
            )

    def independent(self, strict: float = 1.0) -> bool:
        """Whether the feature vectors of the free points are linearly independent
        beyond rounding. If they are not, many α solve the system, or none does.
        """
        return self.least_pivot > strict * self.floor

    def at(self, epsilon: float, C: float, near: Array) -> tuple[Array, float]:
        """α, (n,), with these states at ε and C, and b; ``near``, (n,), is where the
        free weights are first looked for.
        """
        dual, free, alpha = self.dual, self.free, np.zeros(len(self.dual.y))
        alpha[self.bound] = pull = C * self.pull
        if not len(free):
            return alpha, middle_b(dual, epsilon, C, alpha)
        right = (
            dual.y[free]
            - dual.middle
            - epsilon * self.sign
            - dual.K[free[:, None], self.bound] @ pull
        )
        alpha[free], b = self.solve(right, -float(pull.sum()), near[free])
        return alpha, b + dual.middle

    def solve(self, right: Array, total: float, x: Array) -> tuple[Array, float]:
        """The free weights and b, by iterative refinement from the weights ``x``."""
        offset, b, last = self.dual.offset, 0.0, np.inf
        best = x, b
        by_one = (
            lapack.dpotrs(self.factor, np.ones(len(x)), lower=1)[0]
            if offset
            else np.zeros(0)
        )
        for _ in range(REFINEMENTS):
            left = right - b - self.A @ x
            missing = (total - float(x.sum())) if offset else 0.0
            error = max(float(np.abs(left).max()), abs(missing) * self.raise_by)
            if not error < 0.5 * last:
                break
            best, last = (x, b), error
            if error == 0:
                break
            d = lapack.dpotrs(self.factor, left + self.raise_by * missing, lower=1)[0]
            if offset:
                db = (float(d.sum()) - missing) / float(by_one.sum())
                d, b = d - db * by_one, b + db
            x = x + d
        return best


def _newton(
    dual: Dual, epsilon: float, C: float, proposal: Proposal
) -> Solution | None:
    """Solve for the states and change that of every point that violates a condition,
    again and again; None where the first system is singular.
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
    """The active set method: from weights in their box, one point enters or leaves at a
    time, and the objective never grows.
    """
    state, alpha = proposal.state.copy(), np.clip(proposal.alpha, *_box(dual, C))
    alpha[state == ZERO] = 0.0
    at_bound = np.abs(state) == BOUND
    alpha[at_bound] = C * np.sign(state[at_bound])
    if dual.offset and abs(total := alpha.sum()) > TOLERANCE * np.abs(alpha).max(
        initial=0.0
    ):
        # The side with the larger sum is scaled down.
        much = np.sign(alpha) == np.sign(total)
        alpha[much] *= 1 - abs(total) / np.abs(alpha[much]).sum()
        state[much & at_bound] = np.sign(state[much & at_bound])
    best, rng = (
        Solution(np.zeros(len(alpha)), 0.0, np.zeros_like(state), np.inf),
        np.random.default_rng(0),
    )
    stuck, strict, seen = 0, 1.0, set()
    for _ in range(40 * len(alpha) + 400):
        system = _independent(dual, epsilon, C, state, alpha, strict)
        # The objective is unbounded: there is no hard margin.
        if system is None:
            break
        target, b = system.at(epsilon, C, alpha)
        step, who, to = _ratio_test(
            state[system.free], alpha[system.free], (target - alpha)[system.free], C
        )
        if step < 1:
            alpha[system.free] += step * (target - alpha)[system.free]
            _put_at_limit(state, alpha, system.free[who], to, C)
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
            strict *= 16
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


def _independent(
    dual: Dual,
    epsilon: float,
    C: float,
    state: np.ndarray,
    alpha: Array,
    strict: float = 1.0,
) -> FreeSystem | None:
    """The system of the free points, after dependent ones have left; ``state`` and α
    are changed in place. None where the objective has no minimum.

    A null vector v of K changes no prediction, and along it the objective is linear. α
    moves along v in the direction in which the objective falls or, if it is constant,
    in the direction in which the weight of the dependent point shrinks. It stops when a
    weight reaches 0 or C; the point of that weight is then no longer free.
    """
    system = FreeSystem(dual, state)
    if system.independent(strict):
        return system
    # K is 0 or overflows: no threshold can tell which points depend on others.
    if not 0 < strict * system.floor < np.inf:
        return None
    free, sign, raised = system.free, system.sign, system.A + system.raise_by
    _, order, rank, _ = lapack.dpstrf(raised, lower=1, tol=strict * system.floor)
    basis, rest = list(order[:rank] - 1), order[rank:] - 1
    gap = dual.residuals(alpha, dual.middle)[free] - epsilon * sign
    noise = dual.noise(alpha)[free]
    for j in rest:
        v = np.zeros(len(free))
        v[j] = 1.0
        v[basis] = -np.linalg.lstsq(
            raised[np.ix_(basis, basis)], raised[basis, j], rcond=None
        )[0]
        downhill = float(v @ gap)
        level = abs(downhill) <= 10 * np.abs(v) @ noise
        v *= -np.sign(alpha[free[j]]) or -sign[j] if level else np.sign(downhill)
        step, who, to = _ratio_test(state[free], alpha[free], v, C)
        if not np.isfinite(step):
            return None
        alpha[free] += step * v
        _put_at_limit(state, alpha, free[who], to, C)
        if who != j:
            basis[basis.index(who)] = j
    return _independent(dual, epsilon, C, state, alpha, 4 * strict)


def _ratio_test(
    state: np.ndarray, alpha: Array, d: Array, C: float
) -> tuple[float, int, int]:
    """The largest step t for which the free weights α + t·d stay between 0 and C, the
    point that stops it, and the state that it takes.
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
    """The fit, with its weights clipped to their box and set to 0 or ±C where they
    differ from it by rounding; and the residuals before these changes.
    """
    r = dual.residuals(alpha, b)
    low, high = _box(dual, C)
    boxed = np.clip(alpha, low, high)
    most = min(C, max(float(np.abs(boxed).max()), dual.size / dual.unit))
    boxed = np.where(np.abs(boxed) <= AT_END * most, 0.0, boxed)
    boxed = np.where(np.abs(boxed) >= (1 - AT_END) * C, np.sign(boxed) * C, boxed)
    kind = np.where(boxed == 0, ZERO, np.where(np.abs(boxed) >= C, BOUND, FREE))
    again = not np.array_equal(boxed, alpha)
    if dual.offset and not (kind == FREE).any():
        b, again = middle_b(dual, epsilon, C, boxed), True
    kkt = (
        dual.kkt(boxed, b, epsilon, C)
        if again
        else float(dual.kkt_residuals(boxed, r, epsilon, C))
    )
    return Solution(boxed, b, (np.sign(boxed) * kind).astype(np.int8), kkt), r


def _box(dual: Dual, C: float) -> tuple[Array, Array]:
    return np.where(dual.down, -C, 0.0), np.where(dual.up, C, 0.0)


def _violations(
    dual: Dual, epsilon: float, C: float, state: np.ndarray, alpha: Array, r: Array
) -> tuple[np.ndarray, Array]:
    """The state that each point should have, and by how much, in the unit of y, it
    violates the condition of its present one.
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
