"""Exact paths of support vector machines: α is piecewise linear in ε, and in C.

As long as no point changes its state (zero, free, at the bound), the free weights solve
a linear system whose right side is linear in ε and C. ``kernellab.solvers.follower``
goes along this segment until the first point violates a condition; that point changes
its state, and the next segment begins. Every fit that is returned has its KKT
conditions verified. Every breakpoint that is listed is the end of a segment whose
conditions were verified from end to end.

Source: T. Hastie, S. Rosset, R. Tibshirani and J. Zhu, The entire regularization path
for the support vector machine, 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_array, nonnegative, positive, real
from kernellab.errors import OutsidePathError, UnverifiedError
from kernellab.solvers.active_set import FreeSystem, verified
from kernellab.solvers.dual import (
    BOUND,
    FREE,
    TOLERANCE,
    WHY_C,
    WHY_EPSILON,
    ZERO,
    Dual,
    Proposal,
    Solution,
    SupportVectors,
    middle_b,
    support_vectors,
    svm_problem,
    svr_problem,
)
from kernellab.solvers.follower import Follower, Segment, with_free
from kernellab.solvers.libsvm import routes

__all__ = ["SVRWalk", "c_path", "epsilon_path", "svm_path"]

CUT = 1e-10  # a weight this close to 0 or C, relative to C, is set to 0 or C
# A free weight this close to 0, relative to C, may be the work of a perturbation.
DOUBTFUL = 1e-7
WARM_COST = 3  # n³ multiplications: about the cost of a fit without a warm start
# Shorter segments, relative to the path or to C, may be due to the perturbation.
SHORT = 1e-6
# Below this C, relative to size / unit, weights are as small as the perturbations.
LEAST_C = 1e-8
GOLDEN = (3 - 5**0.5) / 2  # breakpoints seldom lie at this fraction of an interval


@dataclass(frozen=True, eq=False)
class SupportPath:
    """All solutions between two settings (ε, C), as linear segments.

    ``at(value)`` gives the verified fit at a value of ε or C, whichever varies, and
    ``alpha(values)`` the weights at many values, (n, T).

    ``values`` holds the start of the path and every breakpoint after it: the
    values at which the slope of the fitted function f or of the weights changes. f is
    unique, but α is not if feature vectors are linearly dependent; then some
    breakpoints belong only to the α found here, and f is linear across them.
    Breakpoints closer to each other than a millionth of the path (of C, where C varies)
    are listed as one. ``counts`` holds the number of support vectors between each
    breakpoint and the next.

    The methods raise OutsidePathError for a value outside the path, and UnverifiedError
    if double precision cannot represent the answer. ``values`` and ``counts`` raise
    UnverifiedError if this is so anywhere on the path.
    """

    dual: Dual
    start: tuple[float, float]
    end: tuple[float, float]
    segments: list[Segment]

    def at(self, value: float) -> SupportVectors:
        """The fit at a value of ε or of C, whichever varies along the path."""
        values = np.array([real(value, self._name)])
        (epsilon,), (C,) = self._settings(values)
        (alpha,), (b,), (kkt,), (route,) = self._fits(values)
        return support_vectors(
            self.dual, float(epsilon), float(C), alpha, float(b), float(kkt), route
        )

    def alpha(self, values: ArrayLike) -> Array:
        """α at many values of ε or C, (n, T) for ``values`` (T,); in classification
        with the sign of the label.
        """
        values = as_array(values, self._name)
        if values.ndim != 1:
            raise ValueError(
                f"{self._name} has shape {values.shape}, but each column of the answer"
                " belongs to one value along the path. Try np.ravel of it, or"
                " at(value) for a single one."
            )
        return self._fits(values)[0].T

    @property
    def values(self) -> Array:
        """The breakpoints, as values of the number that varies."""
        return self._value(self._breakpoints)

    @cached_property
    def counts(self) -> np.ndarray:
        """How many support vectors there are from each breakpoint to the next."""
        fractions = np.append(self._breakpoints, 1.0)
        middles = self._value((fractions[:-1] + fractions[1:]) / 2)
        return np.count_nonzero(self.alpha(middles), axis=0)

    @cached_property
    def _breakpoints(self) -> Array:
        """Where verified segments begin, as fractions of the path.

        Intervals that the followed segments do not cover are subdivided: an exact fit
        inside the interval is extended as far as its states meet all conditions, and
        the parts that remain uncovered on either side are subdivided in turn.
        """
        begins, numbers = self._lasting
        ends = np.append(begins[1:], 1.0)
        verified = self._verify([self.segments[i] for i in numbers], begins, ends)
        covered, gaps = 0.0, []
        for _, begin, end, _ in [*verified, (1.0, 1.0, 1.0, b"")]:
            gaps.append((covered, begin))
            covered = max(covered, end)
        most = 50 * len(self.dual.y) + 1000
        while gaps:
            low, high = gaps.pop()
            if high - low <= float(self._short(np.array(high))):
                continue
            if (most := most - 1) < 0:
                first, last = self._value(np.array([low, high]))
                raise UnverifiedError(
                    f"the path in {self._name} could not be verified from end to end:"
                    f" between {first:.6g} and {last:.6g} segments are too short for"
                    " double precision. Try a smaller C, or points that differ more."
                )
            fraction = low + GOLDEN * (high - low)
            ends = np.array([2 * fraction - low])  # of an interval around the fraction
            segment = self._exact_segment(fraction, low, float(ends[0]))
            found = self._verify([segment], np.array([low]), ends)
            verified += found
            begin, end = found[0][1:3] if found else (fraction, fraction)
            gaps += [(low, min(begin, fraction)), (max(end, fraction), high)]
        verified.sort()
        joints = []
        for (_, _, end, before), (low, begin, _, after) in pairwise(verified):
            # Where α is not unique two segments may overlap.
            joint = (begin + end) / 2 if end <= begin else min(max(low, begin), end)
            if after != before:
                joints.append(joint)
        return np.array([0.0, *joints])

    def _exact_segment(self, fraction: float, low: float, high: float) -> Segment:
        """The segment from ``low`` to ``high``, by an exact fit at ``fraction``."""
        dual, scale = self.dual, self.dual.unit / self.dual.size
        epsilon, C = self._settings(self._value(np.array([fraction, low, high])))
        segments = self._nearest(np.array([fraction]))
        (alpha,), _ = weights_at(dual, segments, np.array([fraction]), C[:1])
        proposal = Proposal(segments[0].state, boxed(alpha, C[0]))
        fit, _ = exact_fit(dual, float(epsilon[0]), float(C[0]), proposal, "")
        state = with_free(dual, fit.state, dual.residuals(fit.alpha, 0.0), epsilon[0])
        system = FreeSystem(dual, state)
        at_low, b_low = system.at(epsilon[1], C[1], fit.alpha)
        at_high, b_high = system.at(epsilon[2], C[2], fit.alpha)
        slope = (at_high - at_low) / (high - low)
        return Segment(
            low,
            state,
            system.free,
            scale * np.array([slope, at_low])[:, system.free],
            (
                (b_high - b_low) / (high - low) / dual.size,
                (b_low - dual.middle) / dual.size,
            ),
        )

    def _verify(
        self, segments: list[Segment], low: Array, high: Array
    ) -> list[tuple[float, float, float, bytes]]:
        """Where segments meet all conditions, as tuples (place, begin, end, states).

        ``low`` and ``high``, (S,), are the ends of the interval of each segment. Only
        segments that meet all conditions in the middle of it are returned. They meet
        them from ``begin`` to ``end``; ``place`` is the larger of ``low`` and
        ``begin``. Every condition is linear along a segment, so the place where it
        fails is the root of a linear equation.
        """
        at_low, noise = self._slack(segments, low, high)
        at_high, noise_high = self._slack(segments, high, high)
        noise = np.maximum(noise, noise_high)
        middle = (at_low + at_high) / 2
        tolerance = TOLERANCE / 10 * self.dual.size + noise
        tight = middle < tolerance
        at_low, at_high = at_low + tight * tolerance, at_high + tight * tolerance
        falls = at_high - at_low
        zero = low[:, None] - (high - low)[:, None] * np.divide(
            at_low, falls, out=np.full_like(falls, -np.inf), where=falls != 0
        )
        begin = np.where(falls > 0, zero, -np.inf).max(axis=1)
        end = np.where(falls < 0, zero, np.inf).min(axis=1)
        begin, end = np.maximum(begin, 0.0), np.minimum(end, 1.0)
        holds = (middle + tight * tolerance).min(axis=1) >= 0
        return [
            (
                float(max(low[i], begin[i])),
                float(begin[i]),
                float(end[i]),
                self._states(segments[i], (low[i] + high[i]) / 2),
            )
            for i in np.flatnonzero(holds & (begin < end))
        ]

    def _states(self, segment: Segment, fraction: float) -> bytes:
        """The states at ``fraction``, where weights of 0 or ±C count as zero or bound.
        If ε = 0, the signs of free weights are left out, since no slope changes where a
        free weight changes its sign.
        """
        fractions = np.array([fraction])
        (epsilon,), (C,) = self._settings(self._value(fractions))
        alpha = boxed(
            weights_at(self.dual, [segment], fractions, np.array([C]))[0][0], C
        )
        alpha[np.abs(alpha) < DOUBTFUL * C] = 0.0
        sign, free = np.sign(alpha), np.abs(alpha) < C
        state = np.where(free, FREE * (sign if epsilon else np.abs(sign)), BOUND * sign)
        return state.astype(np.int8).tobytes()

    def _slack(
        self, segments: list[Segment], fractions: Array, high: Array
    ) -> tuple[Array, Array]:
        """The slack of each condition at ``fractions``, (S, 4n), and its rounding,
        both in the unit of y. The weights of a segment are relative to C at ``high``,
        where its interval ends.
        """
        dual = self.dual
        epsilon, C = self._settings(self._value(fractions))
        alpha, b = weights_at(dual, segments, fractions, C)
        state = np.array([segment.state for segment in segments])
        r = dual.y - b[:, None] - alpha @ dual.K
        lower, upper = dual.residual_limits(state, epsilon[:, None])
        largest = self._settings(self._value(high))[1]
        weight = np.sign(state) * alpha * (dual.size / largest)[:, None]
        most = (C * dual.size / largest)[:, None]
        asked = np.where(np.abs(state) == FREE, 0.0, np.inf)
        slack = np.concatenate(
            [upper - r, r - lower, weight + asked, most - weight + asked], axis=1
        )
        noise = np.tile(dual.noise(alpha), 4)
        noise[:, 2 * len(r[0]) :] = 0.0
        return np.where(np.isinf(slack), dual.size, slack), noise

    @cached_property
    def _lasting(self) -> tuple[Array, np.ndarray]:
        """Where the segments begin that are not short, and their numbers."""
        begins = np.array([segment.start for segment in self.segments])
        ends = np.append(begins[1:], 1.0)
        lasting = np.flatnonzero(ends - begins > self._short(ends))
        lasting = lasting if len(lasting) else np.array([len(begins) - 1])
        begins = begins[lasting]
        begins[0] = 0.0
        return begins, lasting

    def _short(self, fraction: Array) -> Array:
        """The length below which a segment that ends at ``fraction`` is ignored."""
        if self._varies == 0:
            return np.full_like(fraction, SHORT)
        least = LEAST_C * self.dual.size / (self.dual.unit * self.end[1])
        return np.maximum(SHORT * fraction, least)

    def _nearest(self, fractions: Array) -> list[Segment]:
        begins, numbers = self._lasting
        return [
            self.segments[i]
            for i in numbers[np.searchsorted(begins, fractions, side="right") - 1]
        ]

    def _fits(self, values: Array) -> tuple[Array, Array, Array, list[str]]:
        """α (T, n), b (T,), kkt (T,) and routes at ``values`` (T,): read off the
        segments, and where that violates a condition an exact fit from their states.
        """
        dual, fractions = self.dual, self._fractions(values)
        epsilon, C = self._settings(values)
        segments = self._nearest(fractions)
        alpha, b = weights_at(dual, segments, fractions, C)
        alpha = boxed(alpha, C[:, None])
        r = dual.y - b[:, None] - alpha @ dual.K
        # If no point is free, b is not unique; choose it by ``middle_b``, as elsewhere.
        if dual.offset:
            for t in np.flatnonzero(
                ~((alpha != 0) & (np.abs(alpha) < C[:, None])).any(axis=1)
            ):
                chosen = middle_b(dual, float(epsilon[t]), float(C[t]), alpha[t])
                r[t], b[t] = r[t] + (b[t] - chosen), chosen
        for t in np.flatnonzero(dual.rounding(alpha) > TOLERANCE):
            r[t] = dual.residuals(alpha[t], b[t])
        kkt = dual.kkt_residuals(alpha, r, epsilon[:, None], C[:, None])
        routes = ["path"] * len(values)
        doubtful = (alpha != 0) & (np.abs(alpha) < DOUBTFUL * C[:, None])
        for t in np.flatnonzero(~(kkt <= TOLERANCE) | doubtful.any(axis=1)):
            route = "path" if kkt[t] <= TOLERANCE else "the states of the path"
            state = np.where(doubtful[t], ZERO, segments[t].state)
            fit, routes[t] = exact_fit(
                dual, float(epsilon[t]), float(C[t]), Proposal(state, alpha[t]), route
            )
            alpha[t], b[t], kkt[t] = fit.alpha, fit.b, fit.kkt
        return alpha, b, kkt, routes

    def _settings(self, values: Array) -> tuple[Array, Array]:
        """ε and C at these values of the one that varies."""
        fixed = np.full(len(values), self.start[1 - self._varies])
        return (values, fixed) if self._varies == 0 else (fixed, values)

    @property
    def _varies(self) -> int:
        return 0 if self.start[0] != self.end[0] else 1

    @property
    def _name(self) -> str:
        return ("epsilon", "C")[self._varies]

    def _value(self, fractions: Array) -> Array:
        first, last = self.start[self._varies], self.end[self._varies]
        return np.clip(
            first + fractions * (last - first), min(first, last), max(first, last)
        )

    def _fractions(self, values: Array) -> Array:
        first, last = self.start[self._varies], self.end[self._varies]
        off = (values < min(first, last)) | (values > max(first, last))
        if off.any():
            raise OutsidePathError(
                f"{self._name} = {values[off][0]:g} lies outside this path, which runs"
                f" from {first:g} to {last:g}. Make a path that reaches it."
            )
        return (values - first) / (last - first)


def epsilon_path(
    K: ArrayLike, y: ArrayLike, C: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every ε, from one so large that no point has a say
    down to 0.

    ``K`` is (n, n), ``y`` (n,), ``C`` > 0 the largest weight. ``path.at(epsilon)``
    gives the fit. b = 0 unless ``offset``.

    Raises ValueError for C ≤ 0, a K that is not symmetric, and data that are not finite
    numbers, NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the
    path is piecewise linear in ε.

    >>> path = epsilon_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0)
    >>> path.at(2.0).alpha, path.at(0.5).alpha
    (array([1., 0.]), array([2.5, 0.5]))
    """
    dual = svr_problem(K, y, offset)
    C = positive(C, "C", WHY_C)
    top = float(np.abs(dual.y).max()) or 1.0
    return follow(dual, (top, C), (0.0, C))


def c_path(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every C from 0 to ``C``, at one ε: the λ-path, with
    C = 1/(2λ).

    ``K`` is (n, n), ``y`` (n,), ``epsilon`` ε ≥ 0 in the units of y. ``path.at(C)``
    gives the fit. b = 0 unless ``offset``.

    Raises ValueError for ε < 0, C ≤ 0, a K that is not symmetric, and data that are not
    finite numbers, NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the
    path is piecewise linear in C.

    >>> path = c_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0, epsilon=0.5)
    >>> path.values.round(6), path.at(1.0).alpha
    (array([0. , 0.5, 2.5]), array([1. , 0.5]))
    """
    dual = svr_problem(K, y, offset)
    epsilon, C = nonnegative(epsilon, "epsilon", WHY_EPSILON), positive(C, "C", WHY_C)
    return follow(dual, (epsilon, 0.0), (epsilon, C))


def svm_path(K: ArrayLike, y: ArrayLike, C: float, offset: bool = True) -> SupportPath:
    """The support vector machine for every C from 0 to ``C``, on classes y of −1 and
    +1.

    ``K`` is (n, n), ``y`` (n,). ``path.at(C)`` gives the fit that ``svm_dual`` gives,
    with αᵢ ≥ 0; ``path.alpha`` holds αᵢyᵢ.

    Raises ValueError for other classes, C ≤ 0 and a K that is not symmetric,
    NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 14, Kernels continued (dual of the SVM, for the primal with ½); the
    path is piecewise linear in C.

    >>> svm_path([[0.0, 0.0], [0.0, 4.0]], [-1.0, 1.0], C=3.0).at(3.0).alpha.round(6)
    array([0.5, 0.5])
    """
    dual = svm_problem(K, y, offset)
    return follow(dual, (0.0, 0.0), (0.0, positive(C, "C", WHY_C)))


class SVRWalk:
    """A solution of support vector regression that can be carried to any other ε and C,
    one slider move after another.

    ``K`` (n, n), ``y`` (n,); b = 0 unless ``offset``. ``to(C, epsilon)`` follows the
    path from the current setting to the new one, through every breakpoint on the way,
    and returns the fit. Where this would cost more than a new fit, it computes a new
    one.

    Raises ValueError as ``epsilon_path`` does, and UnverifiedError where double
    precision cannot hold the answer.

    >>> walk = SVRWalk([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0])
    >>> walk.to(C=10.0, epsilon=2.0).alpha, walk.to(C=1.0, epsilon=0.5).alpha
    (array([1., 0.]), array([1. , 0.5]))
    """

    def __init__(self, K: ArrayLike, y: ArrayLike, offset: bool = False) -> None:
        self._dual = svr_problem(K, y, offset)
        self._follower = Follower(self._dual)
        self._last: tuple[tuple[float, float], np.ndarray] | None = None

    def to(self, C: float, epsilon: float) -> SupportVectors:
        """The fit at (C, ε)."""
        C = positive(C, "C", WHY_C)
        epsilon = nonnegative(epsilon, "epsilon", WHY_EPSILON)
        fit, route = exact_fit(
            self._dual,
            epsilon,
            C,
            self._guess((epsilon, C)),
            "the path from the step before",
        )
        self._last = (epsilon, C), fit.state
        return support_vectors(self._dual, epsilon, C, fit.alpha, fit.b, fit.kkt, route)

    def _guess(self, end: tuple[float, float]) -> Proposal | None:
        if self._last is None:
            return None
        segments = self._follower.run(
            self._last[0], end, self._last[1], WARM_COST * len(self._dual.y) ** 3
        )
        if not segments:
            return None
        (alpha,), _ = weights_at(
            self._dual, segments[-1:], np.ones(1), np.array([end[1]])
        )
        return Proposal(segments[-1].state, boxed(alpha, end[1]))


def weights_at(
    dual: Dual, segments: Sequence[Segment], fractions: Array, C: Array
) -> tuple[Array, Array]:
    """α (T, n) and b (T,) at ``fractions`` (T,), on segments for the boxes C (T,)."""
    state = np.array([segment.state for segment in segments])
    further = fractions - np.array([segment.start for segment in segments])
    alpha = np.where(np.abs(state) == BOUND, C[:, None] * np.sign(state), 0.0)
    # The free weights of all segments in one row, for a segment has few.
    row = np.repeat(np.arange(len(segments)), [len(each.free) for each in segments])
    column = np.concatenate([segment.free for segment in segments])
    slope, height = np.concatenate([segment.line for segment in segments], axis=1)
    alpha[row, column] = (dual.size / dual.unit) * (height + further[row] * slope)
    slope, height = np.array([segment.b for segment in segments]).T
    return alpha, dual.middle + dual.size * (height + further * slope)


def boxed(alpha: Array, C: Array | float) -> Array:
    """The weights, clipped to ±C, and set to 0 or ±C where they differ by rounding."""
    size = np.abs(alpha)
    alpha = np.where(size > (1 - CUT) * C, np.sign(alpha) * C, alpha)
    return np.where(size < CUT * C, 0.0, alpha)


def exact_fit(
    dual: Dual, epsilon: float, C: float, proposal: Proposal | None, route: str
) -> tuple[Solution, str]:
    """The fit from a proposal or, if that fails, without a warm start."""
    return verified(
        dual, epsilon, C, [(route, lambda: proposal), *routes(dual, epsilon, C)]
    )


def follow(
    dual: Dual, start: tuple[float, float], end: tuple[float, float]
) -> SupportPath:
    """The path to ``end`` from ``start``, both (ε, C). At ``start``, α must be 0."""
    return SupportPath(dual, start, end, Follower(dual).run(start, end))
