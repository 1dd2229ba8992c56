"""Exact paths of support vector machines: α is piecewise linear in ε, and in C.

``kernellab.solvers.follower`` follows a path from segment to segment. A fit is linear
interpolation on a segment, and its KKT conditions are verified.

Source: T. Hastie, S. Rosset, R. Tibshirani and J. Zhu, The entire regularization path
for the support vector machine, 2004.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_array, nonnegative, positive, real, shaped
from kernellab.errors import OutsidePathError, UnverifiedError
from kernellab.solvers.dual import (
    FREE,
    TOLERANCE,
    WHY_C,
    WHY_EPSILON,
    Dual,
    Solution,
    SupportVectors,
    middle_b,
    states_of,
    support_vectors,
    svm_problem,
    svr_problem,
)
from kernellab.solvers.follower import LEAST_C, SHORT, Follower, Segment, weights_at
from kernellab.solvers.libsvm import verified_fit

__all__ = ["SVRWalk", "c_path", "epsilon_path", "svm_path"]

# A weight is set to 0 or ±C if it differs from it by less than CUT · C, and f thereby
# changes by less than CUT times the size of y
CUT = 1e-10


@dataclass(frozen=True, eq=False)
class SupportPath:
    """All solutions for values of ε, or of C, from ``first`` to ``last``.

    ``variable`` names the one that varies, and ``fixed`` is the value of the other.
    ``values`` holds the start of the path and every breakpoint after it, where the
    slope of the fitted function f or of the weights changes. Breakpoints closer than a
    millionth of the path (of C, where C varies) may be listed as one.

    Where feature vectors are linearly dependent, as those of repeated points, α is not
    unique and may jump at a breakpoint; another choice of α may then have other
    breakpoints and ``counts``.

    Raises OutsidePathError for a value outside the path, and UnverifiedError if double
    precision holds no answer, for ``values`` and ``counts`` anywhere on the path.
    """

    dual: Dual
    variable: str  # "epsilon" or "C"
    first: float
    last: float
    fixed: float

    def at(self, value: float) -> SupportVectors:
        """The verified fit at a value of ε or of C, whichever varies."""
        values = np.array([real(value, self.variable)])
        (epsilon,), (C,) = self._epsilon_and_C(values)
        (alpha,), (b,), (kkt,) = self._fits(values)
        fit = Solution(alpha, float(b), states_of(alpha, C), float(kkt))
        return support_vectors(self.dual, float(epsilon), float(C), fit)

    def alpha(self, values: ArrayLike) -> Array:
        """α at many values, (n, T) for ``values`` (T,), signed as the labels are."""
        values = as_array(values, self.variable)
        advice = "each column of the answer belongs to one value along the path."
        advice += " Try np.ravel of it, or at(value) for a single one."
        shaped(values, self.variable, values.ndim == 1, advice)
        return self._fits(values)[0].T

    @property
    def values(self) -> Array:
        """The breakpoints, as values of ε or C."""
        return self._pieces[0]

    @property
    def counts(self) -> np.ndarray:
        """How many support vectors there are from each breakpoint to the next."""
        return np.count_nonzero(self._pieces[1], axis=1)

    @cached_property
    def _pieces(self) -> tuple[Array, Array]:
        """Breakpoints, and α in the middle between each and the next."""
        segments, early_end = self._followed
        if early_end is not None:
            raise early_end
        starts = np.array([segment.low for segment in segments])
        too_short: Array | float = SHORT
        if self.variable == "C":
            first_gap = 10 * LEAST_C * self.dual.size / (self.dual.unit * self.last)
            too_short = np.maximum(SHORT * starts, first_gap)
        starts = starts[np.append(starts[1:], 1.0) - starts > too_short]
        starts[0] = 0.0
        middles = self._values_at((starts + np.append(starts[1:], 1.0)) / 2)
        epsilon, C = self._epsilon_and_C(middles)
        alpha = self._fits(middles)[0]
        states = states_of(alpha, C[:, None])
        # At ε = 0 no slope changes where a free weight changes its sign
        sign_may_change = (epsilon == 0)[:, None] & (np.abs(states) == FREE)
        states = np.where(sign_may_change, FREE, states)
        new = np.append(True, (states[1:] != states[:-1]).any(axis=1))
        return self._values_at(starts[new]), alpha[new]

    @cached_property
    def _followed(self) -> tuple[list[Segment], UnverifiedError | None]:
        """The segments, and an error if they end before the path does."""
        ends = self._epsilon_and_C(np.array([self.first, self.last]))
        start, end = np.transpose(ends).tolist()
        return Follower(self.dual, start, end).run()

    def _fits(self, values: Array) -> tuple[Array, Array, Array]:
        """α (T, n), b (T,) and kkt (T,) at ``values`` (T,), by interpolation on the
        segments. A fit that violates a condition is replaced by an exact one.
        """
        low, high = sorted((self.first, self.last))
        outside = (values < low) | (values > high)
        if outside.any():
            raise OutsidePathError(
                f"{self.variable} = {values[outside][0]:g} lies outside this path,"
                f" which runs from {self.first:g} to {self.last:g}. Make one that"
                " reaches it."
            )
        dual, fractions = self.dual, (values - self.first) / (self.last - self.first)
        epsilon, C = self._epsilon_and_C(values)
        segments, early_end = self._followed
        if early_end is not None and not segments:
            raise early_end
        starts = [segment.low for segment in segments]
        numbers = np.searchsorted(starts, fractions, "right") - 1
        segment_of = [segments[i] for i in numbers]
        alpha, b = weights_at(dual, segment_of, fractions, C)
        alpha = dual.clipped(alpha, C[:, None], CUT)
        r = dual.y - b[:, None] - alpha @ dual.K
        if dual.offset:  # b is not unique if no point is free
            free = (alpha != 0) & (np.abs(alpha) < C[:, None])
            for t in np.flatnonzero(~free.any(axis=1)):
                chosen = middle_b(dual, float(epsilon[t]), float(C[t]), alpha[t])
                r[t], b[t] = r[t] + (b[t] - chosen), chosen
        kkt = dual.kkt_residuals(alpha, r, epsilon[:, None], C[:, None])
        for t in np.flatnonzero(~(kkt <= TOLERANCE)):
            near = Solution(alpha[t], 0.0, segment_of[t].state, np.inf)
            fit = verified_fit(dual, float(epsilon[t]), float(C[t]), near)
            alpha[t], b[t], kkt[t] = fit.alpha, fit.b, fit.kkt
        return alpha, b, kkt

    def _epsilon_and_C(self, values: Array) -> tuple[Array, Array]:
        """ε and C at these values of the one that varies."""
        fixed = np.full_like(values, self.fixed)
        return (values, fixed) if self.variable == "epsilon" else (fixed, values)

    def _values_at(self, fractions: Array) -> Array:
        """The values of ε or C at fractions of the path."""
        low, high = sorted((self.first, self.last))
        return np.clip(self.first + fractions * (self.last - self.first), low, high)


def epsilon_path(
    K: ArrayLike, y: ArrayLike, C: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every ε from max|y|, where f is constant, to 0.

    ``K`` is (n, n), ``y`` (n,), ``C`` > 0 the largest weight. ``path.at(epsilon)``
    gives the fit, ``path.alpha(epsilons)`` a column for each. b = 0 unless ``offset``.

    Raises the errors of ``svr_dual``.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual).

    >>> path = epsilon_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0)
    >>> path.at(2.0).alpha, path.at(0.5).alpha
    (array([1., 0.]), array([2.5, 0.5]))
    """
    dual = svr_problem(K, y, offset)
    C = positive(C, "C", WHY_C)
    top = float(np.abs(dual.y).max()) or 1.0
    return SupportPath(dual, "epsilon", top, 0.0, C)


def c_path(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every C from 0 to ``C``, at one ε: the λ-path, with
    C = 1/(2λ).

    ``K`` is (n, n), ``y`` (n,), ``epsilon`` ε ≥ 0 in the units of y. ``path.at(C)``
    gives the fit. b = 0 unless ``offset``. Raises the errors of ``svr_dual``.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual).

    >>> path = c_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0, epsilon=0.5)
    >>> path.values.round(6), path.at(1.0).alpha
    (array([0. , 0.5, 2.5]), array([1. , 0.5]))
    """
    dual = svr_problem(K, y, offset)
    epsilon, C = nonnegative(epsilon, "epsilon", WHY_EPSILON), positive(C, "C", WHY_C)
    return SupportPath(dual, "C", 0.0, C, epsilon)


def svm_path(K: ArrayLike, y: ArrayLike, C: float, offset: bool = True) -> SupportPath:
    """The support vector machine for every C from 0 to ``C``, on classes −1 and +1.

    ``K`` is (n, n), ``y`` (n,). ``path.at(C)`` gives the fit that ``svm_dual`` gives,
    with αᵢ ≥ 0; ``path.alpha`` holds αᵢyᵢ. Raises the errors of ``svm_dual``.

    Source: Lecture 14, Kernels continued (dual of the SVM, for the primal with ½).

    >>> svm_path([[0.0, 0.0], [0.0, 4.0]], [-1.0, 1.0], C=3.0).at(3.0).alpha.round(6)
    array([0.5, 0.5])
    """
    dual = svm_problem(K, y, offset)
    return SupportPath(dual, "C", 0.0, positive(C, "C", WHY_C), 0.0)


class SVRWalk:
    """Support vector regression at one ε and C after another, as a slider sets them.

    ``K`` (n, n), ``y`` (n,); b = 0 unless ``offset``. ``to(C, epsilon)`` follows the
    path from the last fit, if it is not long, and raises the errors of ``svr_dual``.

    >>> walk = SVRWalk([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0])
    >>> walk.to(C=10.0, epsilon=2.0).alpha, walk.to(C=1.0, epsilon=0.5).alpha
    (array([1., 0.]), array([1. , 0.5]))
    """

    def __init__(self, K: ArrayLike, y: ArrayLike, offset: bool = False) -> None:
        self._dual = svr_problem(K, y, offset)
        self._last: Solution | None = None
        self._place = 0.0, 0.0

    def to(self, C: float, epsilon: float) -> SupportVectors:
        """The fit at (C, ε)."""
        place = nonnegative(epsilon, "epsilon", WHY_EPSILON), positive(C, "C", WHY_C)
        dual, near = self._dual, self._last
        if near and place != self._place:
            follower = Follower(dual, self._place, place)
            # With more steps a new fit costs less
            segments, _ = follower.run(near, 20_000 // len(dual.y) + 1)
            near = follower.fit(segments[-1], 1.0) if segments else near
        self._last, self._place = verified_fit(dual, *place, near), place
        return support_vectors(dual, *place, self._last)
