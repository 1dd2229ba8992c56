"""Following a path of support vector machines from segment to segment.

As long as no point changes its state (zero, free, at the bound), every KKT condition is
linear in ε and C. A segment ends where the first condition fails, and its point changes
its state. If the new states violate a condition, as they may where several conditions
fail at once, the path continues from an exact fit a little further along.
"""

from typing import NamedTuple

import numpy as np

from kernellab._arrays import Array
from kernellab._tolerances import EPS
from kernellab.errors import UnverifiedError
from kernellab.solvers.active_set import FreeSystem, ratio_test
from kernellab.solvers.dual import BOUND, FREE, TIGHT, ZERO, Dual, Solution
from kernellab.solvers.libsvm import verified_fit

SHORT = 1e-6  # of the path, or of C where it varies: what a breakpoint may leave out
LEAST_C = 1e-8  # relative to size / unit: where a path in C begins
WELL_CONDITIONED = 1e6  # times the rounding: such pivots need no iterative refinement
MOST_CHANGES = 6  # of states at one breakpoint, before an exact fit is computed
# The conditions of a point, for the states from −2 to 2 and for the upper and the lower
# limit. A condition says that a sum is at least 0: the first row times the residual (or
# the weight of a free point), plus the second times ε, plus the third times C.
LIMITS = np.array(
    [
        [[-1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]],
        [[-1.0, 1.0], [0.0, 0.0], [0.0, 1.0]],
        [[-1.0, 1.0], [1.0, 1.0], [0.0, 0.0]],
        [[-1.0, 1.0], [0.0, 0.0], [1.0, 0.0]],
        [[0.0, 1.0], [0.0, -1.0], [0.0, 0.0]],
    ]
)


class Segment(NamedTuple):
    """A part of a path, from the fraction ``low`` of it, on which no state changes.

    ``line`` (2, k) holds the weights of the k ``free`` points at the fraction
    ``place``, and their slopes; ``b`` those of b less the middle of y.
    """

    low: float
    place: float
    state: np.ndarray
    free: np.ndarray
    line: Array
    b: tuple[float, float]


def weights_at(
    dual: Dual, segments: list[Segment], fractions: Array, C: Array
) -> tuple[Array, Array]:
    """α (T, n) and b (T,) at ``fractions`` (T,), on segments for the boxes C (T,)."""
    state = np.array([segment.state for segment in segments])
    further = fractions - np.array([segment.place for segment in segments])
    alpha = np.where(np.abs(state) == BOUND, C[:, None] * np.sign(state), 0.0)
    # The free weights of all segments in one array, since a segment has few
    row = np.repeat(np.arange(len(segments)), [len(each.free) for each in segments])
    column = np.concatenate([segment.free for segment in segments])
    height, slope = np.concatenate([segment.line for segment in segments], axis=1)
    alpha[row, column] = height + further[row] * slope
    height, slope = np.array([segment.b for segment in segments]).T
    return alpha, dual.middle + height + further * slope


class Follower:
    """Follows the path from ``start`` to ``end``, both (ε, C), by segments that meet
    all conditions from end to end.
    """

    def __init__(
        self, dual: Dual, start: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self.dual, self.start = dual, start
        self.direction = end[0] - start[0], end[1] - start[1]
        self.y, self.longest = dual.y - dual.middle, float(dual.lengths.max())
        # At ε = 0 a free weight may change its sign and stay free
        two_sided = bool((dual.up & dual.down).all())
        self.signs_change = start[0] == end[0] == 0 and two_sided
        self.least_gap = LEAST_C * dual.size / (dual.unit * end[1])
        self.allowed = np.array([dual.up, dual.down], dtype=float)
        self.rows = np.empty(dual.K.shape)  # of K, for the free points
        self.weight_scale = dual.weight_scale(max(start[1], end[1]))

    @np.errstate(all="ignore")  # a condition may be at its limit; fits are verified
    def run(
        self, near: Solution | None = None, steps: int = 0
    ) -> tuple[list[Segment], UnverifiedError | None]:
        """The segments, at most ``steps`` if that is given, and an error if they end
        before the path does. ``near`` is the fit at the start, if it is known.
        """
        segments: list[Segment] = []
        fraction, changes = 0.0, 0 if near else MOST_CHANGES
        if near:
            self._begin(0.0, near)
        for _ in range(steps or 200 * len(self.y) + 1000):
            found = None
            if changes < MOST_CHANGES:
                found = self._segment(fraction, fraction)
                found = found or self._segment(fraction, fraction, refined=True)
            if found is None:
                near = self.fit(segments[-1], fraction) if segments else near
                place = min(fraction + self._gap(fraction), 1.0)
                try:
                    self._begin(place, verified_fit(self.dual, *self._at(place), near))
                except UnverifiedError as refusal:
                    return segments, refusal
                found = self._segment(fraction, place, refined=True)
                if found is None:
                    break
            segment, end, point, new = found
            changes = changes + 1 if end <= fraction else 0
            if end > fraction:
                segments.append(segment)
            if end >= 1.0:
                return segments, None
            self._change_state(segment, end, point, new)
            fraction = end
        epsilon, C = self._at(fraction)
        return segments, UnverifiedError(
            f"the path could not be followed beyond ε = {epsilon:g}, C = {C:g}: its"
            " segments are too short there for double precision. Try a smaller C, or"
            " points that differ more."
        )

    def _at(self, fraction: float) -> tuple[float, float]:
        """ε and C at a fraction of the path."""
        (epsilon, C), (de, dC) = self.start, self.direction
        return epsilon + fraction * de, C + fraction * dC

    def _gap(self, fraction: float) -> float:
        """The length that may be left out at a breakpoint at ``fraction``."""
        return SHORT if self.direction[0] else max(SHORT * fraction, self.least_gap)

    def _begin(self, place: float, fit: Solution) -> None:
        """Take the states of an exact fit. With an offset one point is always free, so
        that b is determined; its weight may be 0 or at the bound.
        """
        dual, (epsilon, _) = self.dual, self._at(place)
        state = fit.state.copy()
        if dual.offset and not (np.abs(state) == FREE).any():
            # The point that determines the least b with no residual above its limit
            e = dual.residuals(fit.alpha, 0.0)
            point = int((e - dual.residual_limits(state, epsilon)[1]).argmax())
            state[point] = FREE if state[point] == ZERO else -FREE
        kind, sign = np.abs(state), np.sign(state)
        at_bound = sign * (kind == BOUND)
        self.state, self.free = state, np.flatnonzero(kind == FREE).tolist()
        self.rows[: len(self.free)] = dual.K[self.free]
        # A column for each point: its target, f by the points at a bound for C = 1, 1,
        # the sign of its state, ‖φ‖
        bound_f, ones = at_bound @ dual.K, np.ones(len(self.y))
        self.terms = np.array([self.y, bound_f, ones, sign, dual.lengths])
        self.bound_total = int(at_bound.sum())
        self.bound_lengths = float(np.abs(at_bound) @ dual.lengths)
        # ``LIMITS`` of each point, (3, 2, n), and its share of the tolerance
        self.conditions = np.ones((4, 2, len(self.y)))
        self.conditions[:3] = np.moveaxis(LIMITS[state + BOUND], 0, -1)
        self.conditions[:3] *= np.where(kind == ZERO, self.allowed, 1.0)
        self.conditions[3, :, self.free] /= self.weight_scale[self.free, None]
        self._refactor(None)

    def _refactor(self, changed: int | None) -> None:
        """The system of the free points, after the state of a point has ``changed``."""
        self.changed = changed
        free = np.array(self.free, dtype=int)
        self.system = FreeSystem(self.dual, free, self.rows[: len(free)])

    def _set(self, point: int, new: int) -> None:
        """Give a point the state ``new``."""
        dual, before = self.dual, int(self.state[point])
        was_bound, is_bound = int(before / BOUND), int(new / BOUND)  # −1, 0 or 1
        if change := is_bound - was_bound:
            self.terms[1] += change * dual.K[point]
            self.bound_total += change
            length = float(dual.lengths[point])
            self.bound_lengths += (abs(is_bound) - abs(was_bound)) * length
        # The last free point takes the place of one that leaves
        if abs(before) == FREE:
            place, last = self.free.index(point), self.free.pop()
            if last != point:
                self.free[place], self.rows[place] = last, self.rows[len(self.free)]
        if abs(new) == FREE:
            self.rows[len(self.free)] = dual.K[point]
            self.free.append(point)
        self.state[point], self.terms[3, point] = new, (new > 0) - (new < 0)
        limits = LIMITS[new + BOUND]
        self.conditions[:3, :, point] = (
            limits if new else limits * self.allowed[:, point]
        )
        scale = self.weight_scale[point] if abs(new) == FREE else 1.0
        self.conditions[3, :, point] = 1 / scale

    def fit(self, segment: Segment, end: float) -> Solution:
        """The weights at the end of a segment, with the states after it."""
        C = np.array([self._at(end)[1]])
        (alpha,), _ = weights_at(self.dual, [segment], np.array([end]), C)
        return Solution(alpha, 0.0, self.state.copy(), np.inf)

    def _change_state(self, segment: Segment, end: float, point: int, new: int) -> None:
        """Give a point the state ``new`` at the end of a segment. If it is now free and
        depends on the other free points, α jumps along the null vector of their K,
        which changes no prediction, until a weight reaches 0 or C.
        """
        dual, before = self.dual, int(self.state[point])
        self._set(point, new)
        self._refactor(point)
        system = self.system
        if system.independent() or abs(before) == FREE:
            return
        others = FreeSystem(dual, system.free[:-1], system.rows[:-1])
        v = np.ones(len(system.free))
        if len(others.free):
            right = np.array([-system.A[-1, :-1], v[:-1]])
            (v[:-1],), _ = others.solve(right, [-1.0])
        v *= np.sign(new) * (-1.0 if before else 1.0)
        alpha, moving = self.fit(segment, end).alpha, system.free
        C = self._at(end)[1]
        _, blocking, limit = ratio_test(self.state[moving], alpha[moving], v, C)
        self._set(int(moving[blocking]), limit)
        self._refactor(None)

    def _segment(
        self, low: float, place: float, refined: bool = False
    ) -> tuple[Segment, float, int, int] | None:
        """The segment from ``low`` with the present states, its end, the point that
        changes its state there, and the new state. None if the states violate a
        condition at ``place``. ``refined`` asks for iterative refinement.
        """
        dual, system, n = self.dual, self.system, len(self.y)
        free, k = system.free, len(system.free)
        if not system.independent():
            return None
        (epsilon, C), (de, dC) = self._at(place), self.direction
        # Of the free weights: the values at ``place``, and the slopes
        x, b, db, unsolved = np.empty((2, k)), 0.0, 0.0, 0.0
        terms = self.terms.take(free, axis=1)
        if k:
            # The right sides at ``place``, their slopes, and those of b
            coefficients = [[1, -C, 0, -epsilon], [0, -dC, 0, -de], [0, 0, 1, 0]]
            right = np.array(coefficients).dot(terms[:4])
            totals = [-self.bound_total * C, -self.bound_total * dC]
            x, (b, db) = system.solve(right, totals)
            if refined or not system.independent(WELL_CONDITIONED):
                left = right.copy()
                left[:2] -= x.dot(system.A)
                change, (b, db) = system.solve(left, totals - x.sum(axis=1))
                x += change
                unsolved = float(np.abs(right[0] - x[0].dot(system.A) - b).max())
        # Σ|α|‖φ‖ of the free weights, and of their slopes
        weight, drift = np.abs(x).dot(terms[4]).tolist()
        rounding = EPS * self.longest * (weight + C * self.bound_lengths)
        least = TIGHT * dual.size + rounding
        if unsolved > least:
            return None
        # Slopes up to this size are rounding
        flat = 4 * EPS * self.longest * (drift + abs(dC) * self.bound_lengths)
        coefficients = [[1.0, -C, -b], [0.0, -dC, -db]]
        r = np.array(coefficients).dot(self.terms[:3])
        r -= x.dot(system.rows)
        r[:, free] = x
        # The conditions are g + s·dg ≥ 0 at the distance s. The rows hold g and dg, for
        # the upper limits of all points and then for the lower ones
        g = np.multiply(r[:, None], self.conditions[0]).reshape(2, 2 * n)
        coefficients = [[epsilon, C, least], [de, dC, flat]]
        g += np.array(coefficients).dot(self.conditions[1:].reshape(3, 2 * n))
        slack, slope = g[0], g[1]
        tolerance = self.conditions[3].ravel()
        # The point that has just changed its state is at a limit. If it nearly depends
        # on other free points, its weight is less exact, and may lie beyond the limit.
        if self.changed is not None:
            for column in (self.changed, n + self.changed):
                slack[column] = max(slack[column], least * tolerance[column])
        if slack[slack.argmin()] < 0:
            return None
        segment = Segment(low, place, self.state.copy(), free, x, (b, db))
        # The first condition to fail by more than the tolerance
        first = int((slope / slack).argmin())
        height, decrease = float(slack[first]), -float(slope[first])
        if height >= decrease * (1 - place):
            return segment, 1.0, 0, 0
        end = place + max(height - least * float(tolerance[first]), 0.0) / decrease
        lower, point = divmod(first, n)
        side, state = 1 - 2 * lower, int(self.state[point])
        new = state // BOUND or side
        if abs(state) == FREE:
            new = BOUND * side if state == side else -state * self.signs_change
        return segment, end, point, new
