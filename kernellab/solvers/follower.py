"""The active set method that follows a path of support vector machines.

Between two breakpoints the states of all points stay, and the free weights solve a
linear system whose right side is linear in ε and C. So each condition is linear along
the segment. The segment ends where the first condition fails, and the point of this
condition changes its state. Small perturbations of the targets break ties.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from kernellab._arrays import Array
from kernellab.solvers.dual import BOUND, FREE, ZERO, Dual

# The range of the perturbations that break ties, relative to the size of y
PERTURBATION = 1e-9
# Added to the diagonal of K while the path is followed, divided by C. It changes f by
# at most this fraction of the size of y.
RIDGE = 1e-12
LEAST_RIDGE = 1e-14
# Scales the conditions on weights, so that those on residuals take precedence where
# several fail at once.
WEIGHT_SCALE = 2.0**-60
TINY = 1e-250  # the slack of a condition that holds with equality


class Segment(NamedTuple):
    """A segment of a path, which begins after a fraction ``start`` of it.

    ``state`` (n,) holds the state of each point, ``line`` (2, k) the slopes and the
    values at ``start`` of the weights of the k ``free`` points, and ``b`` those of b,
    all in the units of the follower.
    """

    start: float
    state: np.ndarray
    free: np.ndarray
    line: Array
    b: tuple[float, float]


def with_free(dual: Dual, state: np.ndarray, e: Array, epsilon: float) -> np.ndarray:
    """The states, with one point made free if there is an offset and none is free.

    ``e`` is y − Kα, (n,). The point is the one that determines the least b for which
    all residuals r = e − b respect their upper limits.
    """
    if not dual.offset or (np.abs(state) == FREE).any():
        return state
    state = state.copy()
    point = int((e - dual.residual_limits(state, epsilon)[1]).argmax())
    state[point] = FREE if state[point] == ZERO else -FREE
    return state


class Follower:
    """Follows a path for scaled data, perturbed targets, and a K with a small ridge.

    With an offset one point is always free, and b follows its edge of the tube, even
    while its weight stays at 0 or at the bound.
    """

    def __init__(self, dual: Dual) -> None:
        self.dual, n = dual, len(dual.y)
        # If Σα = 0, adding a constant to K leaves α unchanged and makes K nonsingular.
        self.K = dual.K / dual.unit + float(dual.offset)
        self.diagonal = self.K.diagonal().copy()
        order = np.random.default_rng(0).permutation(n)
        self.perturbation = PERTURBATION * (order / n - 0.5)
        self.y = (dual.y - dual.middle) / dual.size + self.perturbation

    def run(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        state: np.ndarray | None = None,
        budget: float = np.inf,
    ) -> list[Segment]:
        """The segments from ``start`` to ``end``, both (ε, C); none if that takes more
        multiplications than ``budget``. ``state`` is that of a fit at ``start``.
        """
        size, scale, n = self.dual.size, self.dual.unit / self.dual.size, len(self.y)
        e0, c0 = start[0] / size, start[1] * scale
        de, dc = end[0] / size - e0, end[1] * scale - c0
        self.K.flat[:: n + 1] = self.diagonal + max(
            LEAST_RIDGE, RIDGE / max(c0, c0 + dc)
        )
        # A path in ε begins above all perturbed targets.
        fraction = 0.0
        if state is None:
            fraction = 10 * PERTURBATION / de if c0 else 0.0
            state = self._initial(e0, c0)
        bound_sign = np.where(np.abs(state) == BOUND, np.sign(state), 0.0)
        state = with_free(self.dual, state, self.y - c0 * (self.K @ bound_sign), e0)
        active = ActiveSet(state, self)
        segments: list[Segment] = []
        stalled = 0
        for _ in range(200 * n + 1000):
            here = (e0 + fraction * de, de, c0 + fraction * dc, dc)
            segment, g = self._conditions(active, fraction, here)
            step, point, to = self._first_event(active, g)
            if step > 0:  # else it has no length
                segments.append(segment)
            if fraction + step >= 1.0:
                break
            stalled = 0 if fraction + step > fraction else stalled + 1
            # The states cycle, and the path makes no progress.
            if stalled > 3 * n:
                break
            fraction += step
            active.change(point, to)
            budget -= active.count**3 / 3 + 2 * active.count * n
            if budget < 0:
                return []
        return segments or [segment]

    def _initial(self, epsilon: float, C: float) -> np.ndarray:
        """The states at the start: all zero, or for C = 0 those of small C."""
        state, up, down = np.zeros(len(self.y), np.int8), self.dual.up, self.dual.down
        if C > 0:
            return state
        rising, falling = self.y - epsilon, self.y + epsilon
        b = 0.0
        if self.dual.offset:
            # With b at this edge, as many points are at C as at −C.
            edges = np.concatenate([rising[up], falling[down]])
            i = int(np.argsort(edges, kind="stable")[up.sum() - 1])
            b = float(edges[i])
        state[up & (rising > b)] = BOUND
        state[down & (falling < b)] = -BOUND
        if self.dual.offset:
            j = i - int(up.sum())
            point, sign = (
                (np.flatnonzero(up)[i], 1) if j < 0 else (np.flatnonzero(down)[j], -1)
            )
            state[point] = sign * FREE
        return state

    def _conditions(
        self,
        active: ActiveSet,
        fraction: float,
        here: tuple[float, float, float, float],
    ) -> tuple[Segment, Array]:
        """The segment that begins at ``fraction``, and its conditions g + s·dg ≥ 0 as
        one array of g and dg, (2, 2n + 2k); s is the distance from ``fraction``.

        The columns are: for each of the n points, that its residual stays on the side
        of ε that its state requires, then the same for −ε; for each of the k free
        weights, that it stays above 0, then that it stays below C.
        """
        e0, de, c0, dc = here
        n, k = len(self.y), active.count
        free, rows = active.members[:k], active.rows[:k]
        terms = active.terms.take(free, axis=1)
        # Four right sides: the value, the slope, the perturbation, and 1 for b. For
        # small products dot is faster than @.
        solved = np.array(
            [
                [1.0, -c0, 0.0, 0.0, -e0],
                [0.0, -dc, 0.0, 0.0, -de],
                [0.0, 0.0, 1.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 1.0, 0.0],
            ]
        ).dot(terms)
        b, db, moved = 0.0, 0.0, 0.0
        if k:
            solved = lapack.dposv(
                rows.take(free, axis=1).T,
                solved.T,
                lower=1,
                overwrite_a=1,
                overwrite_b=1,
            )[1].T
        if self.dual.offset:
            b, db, moved, by_one = solved.sum(axis=1).tolist()
            b, db = (b + active.total * c0) / by_one, (db + active.total * dc) / by_one
            moved /= by_one
        line = np.array(
            [[1.0, 0.0, 0.0, -b], [0.0, 1.0, 0.0, -db], [1.0, 0.0, -1.0, moved - b]]
        ).dot(solved)
        above = [
            [1.0, -c0, 0.0, -b - e0],
            [1.0, -c0, 0.0, -b + e0],
            [0.0, -dc, 0.0, -db - de],
            [0.0, -dc, 0.0, -db + de],
        ]
        r = np.array(above).dot(active.terms[:4]).reshape(2, 2, n)
        r -= line[:2].dot(rows)[:, None]
        g = np.empty((2, 2 * (n + k)))
        np.multiply(r, active.direction, out=g[:, : 2 * n].reshape(2, 2, n))
        weight = np.multiply(
            line[:2], WEIGHT_SCALE * active.terms[4, free], out=g[:, 2 * n : 2 * n + k]
        )
        np.subtract(
            ((WEIGHT_SCALE * c0,), (WEIGHT_SCALE * dc,)), weight, out=g[:, 2 * n + k :]
        )
        if self.dual.offset and k == 1:
            g[:, 2 * n :] = 1.0  # the last free point stays
        return (
            Segment(
                fraction, active.state.copy(), free.copy(), line[1:], (db, b - moved)
            ),
            g,
        )

    def _first_event(self, active: ActiveSet, g: Array) -> tuple[float, int, int]:
        """The distance at which the first condition fails, the point to which this
        condition belongs, and the new state of that point.
        """
        n, k = len(self.y), active.count
        # The condition whose slack falls fastest relative to its size fails first.
        first = int((g[1] / np.maximum(g[0], TINY)).argmin())
        slack, slope = g.item(0, first), g.item(1, first)
        step = max(slack, 0.0) / -slope if slope < 0 else np.inf
        if first < 2 * n:
            return step, first % n, FREE if first < n else -FREE
        point = int(active.members[(first - 2 * n) % k])
        return (
            step,
            point,
            ZERO if first < 2 * n + k else BOUND * int(active.terms[4, point]),
        )


class ActiveSet:
    """The state of every point; a change of one updates single entries."""

    def __init__(self, state: np.ndarray, follower: Follower) -> None:
        self.K, self.up, self.down = follower.K, follower.dual.up, follower.dual.down
        n, kind, sign = len(state), np.abs(state), np.sign(state).astype(float)
        self.state, self.bound_sign = state.copy(), np.where(kind == BOUND, sign, 0.0)
        # One column for each point. The rows are: target; sum of the rows of K over the
        # points at a bound, with sign; perturbation; 1; sign of the state.
        self.terms = np.array(
            [
                follower.y,
                self.K @ self.bound_sign,
                follower.perturbation,
                np.ones(n),
                sign,
            ]
        )
        self.total = float(self.bound_sign.sum())
        # The free points, in no order, and their rows of K. The last one takes the
        # place of a point that leaves.
        free = np.flatnonzero(kind == FREE)
        self.members = np.empty(n, dtype=int)
        self.rows = np.empty((n, n))
        self.count = len(free)
        self.members[: self.count], self.rows[: self.count] = free, self.K[free]
        # The side of +ε, and of −ε, on which the residual has to lie: −1 below, +1
        # above, 0 either.
        at_bound = np.maximum(self.bound_sign, 0.0), np.minimum(self.bound_sign, 0.0)
        self.direction = np.where(
            kind == ZERO, (-1.0 * self.up, 1.0 * self.down), at_bound
        )

    def change(self, i: int, to: int) -> None:
        """Give point ``i`` another state."""
        sign, kind = float((to > 0) - (to < 0)), abs(to)
        bound_sign = sign if kind == BOUND else 0.0
        change = bound_sign - self.bound_sign[i]
        if change:
            self.terms[1] += change * self.K[i]
            self.total += change
        if kind == FREE and abs(self.state[i]) != FREE:
            self.members[self.count], self.rows[self.count] = i, self.K[i]
            self.count += 1
        elif kind != FREE and abs(self.state[i]) == FREE:
            place = int((self.members[: self.count] == i).argmax())
            self.count -= 1
            self.members[place] = self.members[self.count]
            self.rows[place] = self.rows[self.count]
        self.state[i], self.terms[4, i], self.bound_sign[i] = to, sign, bound_sign
        upper, lower = (
            (-float(self.up[i]), float(self.down[i]))
            if kind == ZERO
            else (max(bound_sign, 0.0), min(bound_sign, 0.0))
        )
        self.direction[0, i], self.direction[1, i] = upper, lower
