"""Following a path of support vector machines from segment to segment.

As long as no point changes its state (zero, free, at the bound), the free weights solve
a linear system whose right side is linear in ε and C, and so is every KKT condition. A
segment ends where the first condition fails, and the point of this condition changes
its state. Where that does not lead on, as where several conditions fail at once, an
exact fit a little further along the path does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from kernellab._arrays import Array
from kernellab._linalg import EPS
from kernellab.errors import UnverifiedError
from kernellab.solvers.active_set import FreeSystem, ratio_test
from kernellab.solvers.dual import BOUND, FREE, TIGHT, ZERO, Dual, Solution
from kernellab.solvers.libsvm import exact

# What may be passed over at a breakpoint, relative to the path or, on a path in C, to C
SHORT = 1e-6
LEAST_C = 1e-8  # relative to size / unit: where a path in C begins
SURE = 1e6  # times rounding: pivots of a system that one solve is enough for
WARM_COST = 3  # n³ multiplications: about the cost of a fit without a warm start
TURNS = 6  # changes of a state at one place before an exact fit is asked


class Segment(NamedTuple):
    """A part of a path on which no point changes its state.

    It begins at the fraction ``low`` of the path. ``state`` (n,) holds the states,
    ``line`` (2, k) the values at the fraction ``place`` and the slopes of the weights
    of the k ``free`` points, and ``b`` those of b without the middle of y.
    """

    low: float
    place: float
    state: np.ndarray
    free: np.ndarray
    line: Array
    b: tuple[float, float]


class Follower:
    """Follows the path from ``start`` to ``end``, both (ε, C), by segments that meet
    all conditions from end to end.
    """

    def __init__(
        self, dual: Dual, start: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self.dual, self.start = dual, start
        self.way = end[0] - start[0], end[1] - start[1]
        self.y, self.longest = dual.y - dual.middle, float(dual.lengths.max())
        # At ε = 0 a free weight may change its sign
        self.level = start[0] == end[0] == 0 and bool((dual.up & dual.down).all())
        self.least = LEAST_C * dual.size / (dual.unit * end[1])

    def carried(self, fit: Solution) -> Solution | None:
        """A fit at the start, carried to the end; None where a new one costs less."""
        try:
            segments, refusal = self.run(fit, WARM_COST * len(self.y) ** 3)
        except UnverifiedError:
            return None
        return None if refusal else self._fit(segments[-1], 1.0)

    def run(
        self, fit: Solution | None = None, budget: float = np.inf
    ) -> tuple[list[Segment], UnverifiedError | None]:
        """The segments, and why they end before the path does, if so. ``fit`` is one at
        the start, and ``budget`` the number of multiplications that may be spent.
        """
        segments: list[Segment] = []
        fraction, turns = 0.0, TURNS
        if fit is not None:
            self._begin(0.0, fit)
            turns = 0
        for _ in range(200 * len(self.y) + 1000):
            found = None
            if turns < TURNS:
                found = self._segment(fraction, fraction) or self._segment(
                    fraction, fraction, refined=True
                )
            if found is None:
                near = self._fit(segments[-1], fraction) if segments else self._guess()
                place = min(fraction + self._short(fraction), 1.0)
                try:
                    self._begin(place, near)
                except UnverifiedError as refusal:
                    return segments, refusal
                found = self._segment(fraction, place, refined=True)
                if found is None:
                    break
            segment, end, point, to = found
            turns = turns + 1 if end <= fraction else 0
            if end > fraction:
                segments.append(segment)
            if end >= 1.0:
                return segments, None
            self._turn(segment, end, point, to)
            fraction, k = end, len(self.free)
            if (budget := budget - k**3 / 3 - 2 * k * len(self.y)) < 0:
                break
        epsilon, C = self._at(fraction)
        return segments, UnverifiedError(
            f"the path could not be followed beyond ε = {epsilon:g}, C = {C:g}, where"
            " its segments are too short for double precision. Try a smaller C, or"
            " points that differ more."
        )

    def _at(self, fraction: float) -> tuple[float, float]:
        """ε and C."""
        (epsilon, C), (de, dC) = self.start, self.way
        return epsilon + fraction * de, C + fraction * dC

    def _short(self, fraction: float) -> float:
        """The length of what may be passed over at ``fraction``."""
        return SHORT if self.way[0] else max(SHORT * fraction, self.least)

    def _guess(self) -> Solution:
        """The fit for a C near 0: a weight of ±C for each point outside the tube around
        the constant b with the least losses.
        """
        dual, (epsilon, C) = self.dual, self.start
        kinks = np.array([self.y - epsilon, self.y + epsilon])
        sides, b = np.array([dual.up, dual.down]), 0.0
        if dual.offset:
            # The slope of the losses in b is −Σ up at −∞, and grows by 1 at each kink
            place = int(dual.up.sum())
            b = float(np.sort(kinks[sides])[place - 1 : place + 1].mean())
        outside = np.array([kinks[0] > b, kinks[1] < b]) & sides
        sign = 1 * outside[0] - 1 * outside[1]
        if excess := int(sign.sum()) * dual.offset:
            side = int(excess > 0)
            on_edge = np.flatnonzero((kinks[side] == b) & sides[side])
            sign[on_edge[: abs(excess)]] = 1 - 2 * side
        return Solution(C * sign, 0.0, (BOUND * sign).astype(np.int8), np.inf)

    def _begin(self, place: float, near: Solution) -> None:
        """Take the states of an exact fit. With an offset one point is always free: b
        follows its edge while its weight stays at 0 or at the bound.
        """
        dual, (epsilon, C) = self.dual, self._at(place)
        fit = exact(dual, epsilon, C, near)
        state, n = fit.state.astype(int), len(self.y)
        if dual.offset and not (np.abs(state) == FREE).any():
            # The point of the least b for which all residuals respect their upper limit
            e = dual.residuals(fit.alpha, 0.0)
            point = int((e - dual.residual_limits(state, epsilon)[1]).argmax())
            state[point] = FREE if state[point] == ZERO else -FREE
        self.state, self.free = np.zeros(n, dtype=np.int8), list[int]()
        self.turned: int | None = None
        # The rows of one column for each point: its target, the sum of the rows of K
        # over the points at a bound, with sign; 1; the sign of its state; ‖φ‖; what
        # a weight of 1 moves
        none = np.zeros(n)
        self.terms = np.array(
            [self.y, none, np.ones(n), none, dual.lengths, dual.moves]
        )
        self.total, self.lengths = 0, 0.0
        # The side of +ε, and of −ε, on which the residual has to lie: −1 below, +1
        # above, 0 either
        self.sides = np.array([-1.0 * dual.up, 1.0 * dual.down])
        for point in np.flatnonzero(state).tolist():
            self._set(point, int(state[point]))
        self.system = FreeSystem(dual, np.array(self.free, dtype=int))

    def _set(self, point: int, to: int) -> None:
        """Give a point another state."""
        dual, before = self.dual, int(self.state[point])
        pulled, pulls = int(before / BOUND), int(to / BOUND)
        if change := pulls - pulled:
            self.terms[1] += change * dual.K[point]
            self.total += change
            self.lengths += (abs(pulls) - abs(pulled)) * float(dual.lengths[point])
        if abs(before) == FREE:
            self.free.remove(point)
        if abs(to) == FREE:
            self.free.append(point)
        self.state[point], self.terms[3, point] = to, (to > 0) - (to < 0)
        self.sides[0, point] = max(pulls, 0) if to else -1.0 * dual.up[point]
        self.sides[1, point] = min(pulls, 0) if to else 1.0 * dual.down[point]

    def _fit(self, segment: Segment, end: float) -> Solution:
        """The weights at the end of a segment, with the states after it."""
        sign = np.where(np.abs(segment.state) == BOUND, np.sign(segment.state), 0)
        alpha = self._at(end)[1] * sign
        values, slopes = segment.line
        alpha[segment.free] = values + (end - segment.place) * slopes
        return Solution(alpha, 0.0, self.state.copy(), np.inf)

    def _turn(self, segment: Segment, end: float, point: int, to: int) -> None:
        """Give a point another state at the end of a segment.

        If it becomes free and depends on the other free points, α jumps: it moves along
        the null vector of their K, which changes no prediction, until a weight reaches
        0 or C. The point of this weight is no longer free.
        """
        dual, before = self.dual, int(self.state[point])
        self._set(point, to)
        self.turned = point
        self.system = system = FreeSystem(dual, np.array(self.free, dtype=int))
        if system.independent() or abs(before) == FREE:
            return
        others = FreeSystem(dual, system.free[:-1])
        v = np.ones(len(system.free))
        column = system.A[-1, :-1] + others.shift
        if len(others.free):
            v[:-1] = -lapack.dpotrs(others.cholesky, column, lower=1)[0]
        v *= np.sign(to) * (-1.0 if before else 1.0)
        alpha, moving = self._fit(segment, end).alpha, system.free
        C = self._at(end)[1]
        _, blocking, limit = ratio_test(self.state[moving], alpha[moving], v, C)
        self._set(int(moving[blocking]), limit)
        self.turned = None
        self.system = FreeSystem(dual, np.array(self.free, dtype=int))

    def _segment(
        self, low: float, place: float, refined: bool = False
    ) -> tuple[Segment, float, int, int] | None:
        """The segment from ``low`` of the present states, where it ends, and the point
        that has another state after it. None if the states break a condition at
        ``place``. ``refined`` asks for the last digits of the weights.
        """
        dual, system, n = self.dual, self.system, len(self.y)
        free, k = system.free, len(system.free)
        if not system.independent():
            return None
        (epsilon, C), (de, dC) = self._at(place), self.way
        # Rows: at ``place``, and the slopes
        x, b, db, missed = np.zeros((2, k)), 0.0, 0.0, 0.0
        terms = self.terms.take(free, axis=1)
        if k:
            coefficients = [
                [1.0, -C, 0.0, -epsilon, 0.0, 0.0],
                [0.0, -dC, 0.0, -de, 0.0, 0.0],
                [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            ]
            right = np.array(coefficients).dot(terms)
            totals = [-self.total * C, -self.total * dC]
            x, (b, db) = system.solve(right, totals)
            if refined or not system.independent(SURE):
                left = right.copy()
                left[:2] -= x.dot(system.A)
                change, (b, db) = system.solve(left, totals - x.sum(axis=1))
                x += change
                missed = float(np.abs(right[0] - x[0].dot(system.A) - b).max())
        # The sum of all weights, each in the length of its φ
        weight, drift = np.abs(x).dot(terms[4]).tolist()
        rounding = EPS * self.longest * (weight + C * self.lengths)
        least = TIGHT * dual.size + rounding
        if missed > least:
            return None
        # Rows: r − ε and r + ε, then their slopes
        coefficients = [
            [1.0, -C, -b - epsilon],
            [1.0, -C, -b + epsilon],
            [0.0, -dC, -db - de],
            [0.0, -dC, -db + de],
        ]
        r = np.array(coefficients).dot(self.terms[:3]).reshape(2, 2, n)
        r -= x.dot(system.rows)[:, None]
        # The conditions g + s·dg ≥ 0 at the distance s, as rows g and dg: for each
        # point, that its residual stays on its sides of ±ε; for each free weight, that
        # it stays above 0, then that it stays below C.
        g = np.empty((2, 2 * (n + k)))
        np.multiply(r, self.sides, out=g[:, : 2 * n].reshape(2, 2, n))
        unit = np.maximum(terms[5], float(dual.in_box(C)))
        inside = np.multiply(x, unit * terms[3], out=g[:, 2 * n : 2 * n + k])
        room = np.multiply.outer((C, dC), unit)
        np.subtract(room, inside, out=g[:, 2 * n + k :])
        if dual.offset and k == 1:  # Σα = 0 determines its weight
            g[:, 2 * n :] = 0.0
        # A slope of rounding is none
        flat = 4 * EPS * self.longest * (drift + abs(dC) * self.lengths)
        slack, slope = g[0] + least, g[1] + flat
        if self.turned is not None:
            # At its turn a point is where both of its states allow it to be. If it
            # nearly depends on other free points, its weight is not that exact.
            columns = [self.turned, n + self.turned]
            if k and free[-1] == self.turned:
                columns += [2 * n + k - 1, 2 * n + 2 * k - 1]
            slack[columns] = np.maximum(slack[columns], least)
        if slack.min() < 0:
            return None
        segment = Segment(low, place, self.state.copy(), free, x, (b, db))
        # The first condition to fail by more than the tolerance
        first = int((slope / slack).argmin())
        gone, falls = float(slack[first]), -float(slope[first])
        if gone >= falls * (1 - place):
            return segment, 1.0, 0, 0
        end = place + max(gone - least, 0.0) / falls
        if first < 2 * n:
            return segment, end, first % n, FREE if first < n else -FREE
        point = int(free[(first - 2 * n) % k])
        sign = int(self.state[point])
        to = BOUND * sign if first >= 2 * n + k else -sign * self.level
        return segment, end, point, to
