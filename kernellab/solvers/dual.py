"""The dual problem of support vector machines: its states and its KKT conditions.

Regression and classification are one problem here. Minimise over α, (n,),

    ½αᵀKα − αᵀy + ε‖α‖₁    where −C ≤ αᵢ ≤ C, and Σα = 0 where there is an offset.

In classification y holds the labels ±1, ε is 0, and αᵢ has the sign of its label. The
KKT conditions, with the residual r = y − Kα − b, allow each point one of five states:

    −2    αᵢ = −C, r ≤ −ε
    −1    αᵢ < 0, r = −ε
     0    αᵢ = 0, |r| ≤ ε
     1    αᵢ > 0, r = ε
     2    αᵢ = C, r ≥ ε

Given all states, α solves a linear system (``kernellab.solvers.active_set``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_bool, as_labels, as_targets, positive
from kernellab._linalg import EPS, as_psd

__all__ = ["SupportVectors"]

ZERO, FREE, BOUND = 0, 1, 2  # of |state|; its sign is the sign of α
# Of the conditions, relative to the size of y (residuals) and to C (weights)
TOLERANCE = 1e-9
# The rounding of α may change f by this much, relative to the size of y.
LEAST_ACCURACY = 1e-5
NEGLIGIBLE = 1e-12  # smaller violations, relative to the size of y, count as rounding
NOT_SEPARABLE = (
    "no hyperplane separates the two classes in this feature space beyond rounding, so"
    " there is no hard margin (C = ∞)"
)
WHY_C = "C weighs the losses, and without them the best w is 0 whatever the data"
WHY_EPSILON = "ε is half the width of the tube, and there is none of negative width"


@dataclass(frozen=True, eq=False)
class SupportVectors:
    """The solution of a dual problem, after its KKT conditions were verified.

    ``alpha`` (n,) and ``b`` give f(x) = Σᵢ αᵢ k(xᵢ, x) + b, with αᵢyᵢ in place of αᵢ
    for classification. ``C`` is the bound on |αᵢ|, ``objective`` the minimum of the
    dual. ``kkt`` is the KKT residual: the largest violation of a condition, relative to
    the size of y (residuals) and to C (weights). ``route`` names the method that
    proposed the states.

    Source: Lecture 16, Kernel ridge regression (support vectors), which has |αᵢ| < C in
    place of |αᵢ| ≤ C.
    """

    alpha: Array
    b: float
    C: float
    objective: float
    kkt: float
    route: str

    @property
    def inside(self) -> np.ndarray:
        """αᵢ = 0: no support vectors, inside the tube or beyond the margin."""
        return self.alpha == 0

    @property
    def free(self) -> np.ndarray:
        """0 < |αᵢ| < C: free support vectors, on the edge of the tube or the margin."""
        return ~self.inside & ~self.bound

    @property
    def bound(self) -> np.ndarray:
        """|αᵢ| = C: bound support vectors, on the edge of the tube or outside it."""
        # At C = 0, where a path begins, there are none.
        return ~self.inside & (np.abs(self.alpha) == self.C)

    @property
    def support(self) -> np.ndarray:
        """The numbers of the points with αᵢ ≠ 0."""
        return np.flatnonzero(self.alpha)


@dataclass(frozen=True, eq=False)
class Proposal:
    """A warm start: the ``state`` of each point, (n,), and weights ``alpha``, (n,),
    near the free weights of the solution.
    """

    state: np.ndarray
    alpha: Array


@dataclass(frozen=True, eq=False)
class Solution:
    """α (n,), b, the states (n,) and the KKT residual."""

    alpha: Array
    b: float
    state: np.ndarray
    kkt: float


@dataclass(frozen=True, eq=False)
class Dual:
    """The problem for every ε and C: ``K`` (n, n), ``y`` (n,), whether αᵢ may be
    positive (``up``, (n,)) or negative (``down``, (n,)), and whether Σα = 0
    (``offset``).
    """

    K: Array
    y: Array
    up: np.ndarray
    down: np.ndarray
    offset: bool

    @classmethod
    def regression(cls, K: Array, y: Array, offset: bool) -> Dual:
        """Support vector regression: any sign is allowed."""
        both = np.ones(len(y), dtype=bool)
        return cls(K, y, both, both, offset)

    @classmethod
    def classification(cls, K: Array, y: Array, offset: bool) -> Dual:
        """The support vector machine on labels ±1: α has the sign of the label."""
        return cls(K, y, y > 0, y < 0, offset)

    @cached_property
    def middle(self) -> float:
        """The middle of y, which an offset absorbs; 0 without one."""
        return float(self.y.max() / 2 + self.y.min() / 2) if self.offset else 0.0

    @cached_property
    def size(self) -> float:
        """The size of y around its middle: the unit in which residuals are judged."""
        return (
            float(np.abs(self.y - self.middle).max())
            or float(np.abs(self.y).max())
            or 1.0
        )

    @cached_property
    def lengths(self) -> Array:
        """‖φ(xᵢ)‖, (n,): |k(x, z)| is at most the product of two of them."""
        return np.sqrt(self.K.diagonal())

    @cached_property
    def unit(self) -> float:
        """The mean of k(x, x); ``size / unit`` is the unit of α where C gives none."""
        return float(self.K.diagonal().mean()) or 1.0

    def objective(self, alpha: Array, epsilon: float) -> float:
        """½αᵀKα − αᵀy + ε‖α‖₁."""
        return float(
            alpha @ (self.K @ alpha / 2 - self.y) + epsilon * np.abs(alpha).sum()
        )

    def residuals(self, alpha: Array, b: float) -> Array:
        """r = y − Kα − b. Its rounding error is below the tolerance, unless double
        precision leaves no correct digit of f.
        """
        if TOLERANCE < self.rounding(alpha) < 1:
            return self._exact_residuals(alpha, b)
        nonzero = np.flatnonzero(alpha)
        product = (
            self.K @ alpha
            if 8 * len(nonzero) > len(alpha)
            else alpha[nonzero] @ self.K[nonzero]
        )
        return self.y - b - product

    def _exact_residuals(self, alpha: Array, b: float) -> Array:
        """``residuals`` where large weights cancel: products of slices of K and α are
        exact in double precision (K. Ozaki et al., 2012), and so are their sums.
        """
        weights = _slices(alpha, len(alpha))
        terms = [
            -(slice_of_K @ part) for slice_of_K in self._slices for part in weights
        ]
        terms += [self.y, np.full(len(alpha), -b)]
        return np.array([math.fsum(row) for row in np.array(terms).T])

    @cached_property
    def _slices(self) -> list[Array]:
        return _slices(self.K, len(self.K))

    def kkt(self, alpha: Array, b: float, epsilon: float, C: float) -> float:
        """The KKT residual: the largest violation of a condition, relative to the size
        of y (residuals) and to C (weights).
        """
        return float(self.kkt_residuals(alpha, self.residuals(alpha, b), epsilon, C))

    def kkt_residuals(
        self, alpha: Array, r: Array, epsilon: Array | float, C: Array | float
    ) -> Array:
        """``kkt`` from residuals. For T settings α and r are (T, n), ε and C (T, 1)."""
        weight = np.abs(alpha).max(axis=-1, keepdims=True)
        # At C = 0 α is 0, and there is no condition on r.
        state = np.sign(alpha) * np.where(np.abs(alpha) >= C, BOUND, FREE)
        lower, upper = self.residual_limits(state, epsilon)
        missed = np.maximum(r - upper, lower - r).max(axis=-1, initial=0.0)
        missed = missed * (np.max(C, axis=-1) > 0)
        forbidden = np.maximum(alpha * ~self.up, -alpha * ~self.down).max(axis=-1)
        scale = np.where(np.isfinite(C), C, np.maximum(weight, np.finfo(float).tiny))[
            ..., 0
        ]
        excess = np.maximum(np.maximum((weight - C)[..., 0], forbidden), 0.0)
        if self.offset:
            excess = np.maximum(excess, np.abs(alpha.sum(axis=-1)))
        return np.maximum(missed / self.size, excess / np.where(scale > 0, scale, 1.0))

    def residual_limits(
        self, state: np.ndarray, epsilon: Array | float
    ) -> tuple[Array, Array]:
        """The least and the largest residual, (n,) each, that the states allow."""
        sign, kind = np.sign(state), np.abs(state)
        can_grow = (sign < 0) | (self.up & (kind != BOUND))
        can_fall = (sign > 0) | (self.down & (kind != BOUND))
        lower = np.where(can_fall, np.where(sign > 0, epsilon, -epsilon), -np.inf)
        upper = np.where(can_grow, np.where(sign < 0, -epsilon, epsilon), np.inf)
        return lower, upper

    def noise(self, alpha: Array) -> Array:
        """A bound on the rounding error of each residual, (n,), in the unit of y. A
        condition violated by less counts as met.
        """
        return np.maximum(
            NEGLIGIBLE * self.size,
            EPS * self.lengths * (np.abs(alpha) @ self.lengths)[..., None],
        )

    def rounding(self, alpha: Array) -> Array:
        """The rounding of Kα relative to the size of y: the machine epsilon times the
        largest Σⱼ|Kᵢⱼαⱼ|, for α (n,) or (T, n).
        """
        weight = np.abs(alpha)
        bound = EPS * self.lengths.max() * (weight @ self.lengths) / self.size
        if np.all(bound <= TOLERANCE):
            return bound
        return EPS * (weight @ np.abs(self.K)).max(axis=-1) / self.size

    def holds(self, fit: Solution) -> bool:
        """Whether all conditions are met to the tolerance, or to the accuracy that the
        rounding of α and b allows. Always False if the rounding of α changes f by more
        than ``LEAST_ACCURACY`` times the size of y.
        """
        rounding = float(self.rounding(fit.alpha))
        allowed = max(TOLERANCE, min(4 * rounding, LEAST_ACCURACY))
        allowed += 4 * EPS * abs(fit.b) / self.size
        return rounding <= LEAST_ACCURACY and fit.kkt <= allowed

    def largest_C(self) -> float:
        """The C up to which the rounding of Kα is below the tolerance."""
        return TOLERANCE * self.size / (EPS * float(np.abs(self.K).sum(axis=1).max()))


def _slices(A: Array, n: int) -> list[Array]:
    """Three parts of A with so few digits that sums of n products are exact."""
    bits = (53 - math.ceil(math.log2(n))) // 2
    parts = []
    for _ in range(3):
        _, exponent = np.frexp(np.abs(A).max())
        shift = 1.5 * 2.0 ** (int(exponent) + 52 - bits)
        parts.append((A + shift) - shift)
        A = A - parts[-1]
    return parts


def support_vectors(
    dual: Dual, epsilon: float, C: float, alpha: Array, b: float, kkt: float, route: str
) -> SupportVectors:
    """The fit as every dual returns it, with αᵢ ≥ 0 for classification."""
    shown = alpha if dual.up.all() else np.abs(alpha)
    return SupportVectors(shown, b, C, dual.objective(alpha, epsilon), kkt, route)


def proposal_of(alpha: Array, C: float, cut: float = 1e-12) -> Proposal:
    """The states of approximate weights: a weight within ``cut`` · C of 0 or of ±C is
    taken for 0 or ±C.

    If C = ∞, the largest weight replaces C, and no point is at a bound.
    """
    size = np.abs(alpha)
    ratio = size / (
        C if np.isfinite(C) else max(float(size.max()), np.finfo(float).tiny)
    )
    kind = np.where(
        ratio <= cut, ZERO, np.where((ratio >= 1 - cut) & np.isfinite(C), BOUND, FREE)
    )
    return Proposal((np.sign(alpha) * kind).astype(np.int8), alpha)


def zero_proposal(dual: Dual) -> Proposal:
    """α = 0."""
    return Proposal(np.zeros(len(dual.y), dtype=np.int8), np.zeros(len(dual.y)))


def middle_b(dual: Dual, epsilon: float, C: float, alpha: Array) -> float:
    """b if no point is free: the middle of the interval that the conditions allow. If
    they allow none, the b that violates them least.
    """
    if not dual.offset:
        return 0.0
    state = np.sign(alpha) * np.where(np.abs(alpha) >= C, BOUND, FREE)
    lower, upper = dual.residual_limits(state, epsilon)
    e = dual.residuals(alpha, 0.0)
    ends = np.array([(e - upper).max(), (e - lower).min()])
    ends = ends[np.isfinite(ends)]
    return float(ends.mean()) if len(ends) else dual.middle


def svr_problem(K: ArrayLike, y: ArrayLike, offset: bool) -> Dual:
    """Support vector regression on K, (n, n), and targets y, (n,), after a check."""
    K = as_psd(K)
    return Dual.regression(K, as_targets(y, len(K)), as_bool(offset, "offset"))


def svm_problem(K: ArrayLike, y: ArrayLike, offset: bool) -> Dual:
    """The support vector machine on K, (n, n), and labels y, (n,), after a check."""
    K = as_psd(K)
    return Dual.classification(K, as_two_classes(y, len(K)), as_bool(offset, "offset"))


def as_two_classes(y: ArrayLike, n: int) -> Array:
    """Return ``y`` as an (n,) array of −1 and +1 that holds both."""
    labels = as_labels(y, n)
    if np.all(labels == labels[0]):
        raise ValueError(
            f"y holds only {labels[0]:g}: a margin lies between two classes, called −1"
            " and +1, so y needs both. Check how the points were selected."
        )
    return labels


def as_margin(C: float) -> float:
    """C > 0, or ∞ for a hard margin."""
    return (
        np.inf
        if isinstance(C, (float, np.floating)) and np.isposinf(C)
        else positive(C, "C", WHY_C)
    )
