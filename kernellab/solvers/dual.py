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

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from kernellab._arrays import Array, ArrayLike, as_bool, as_labels, as_targets, positive
from kernellab._linalg import as_psd
from kernellab._tolerances import EPS

__all__ = ["SupportVectors"]

ZERO, FREE, BOUND = 0, 1, 2  # values of |state|; the sign of a state is that of α
TOLERANCE = 1e-9  # for the KKT residual
TIGHT = TOLERANCE / 10  # the KKT residual at which solvers stop
LEAST_ACCURACY = 1e-5  # of f relative to the size of y, after the rounding of α
LEAST_UNIT = 1e-5  # of the mean k(x, x): the smallest scale of a weight, and 1/largest
TINY = float(np.finfo(float).tiny)
NEGLIGIBLE = 1e-12  # smaller violations, relative to the size of y, count as rounding
WHY_C = "C weighs the losses, and without them the best w is 0 whatever the data"
WHY_EPSILON = "ε is half the width of the tube, and there is none of negative width"


@dataclass(frozen=True, eq=False)
class SupportVectors:
    """The solution of a dual problem, whose KKT conditions were verified.

    ``alpha`` (n,) and ``b`` give f(x) = Σᵢ αᵢ k(xᵢ, x) + b, with αᵢyᵢ in place of αᵢ
    for classification. ``C`` is the bound on |αᵢ|, ``objective`` the minimum, ``kkt``
    the largest violation relative to the size of y, or to the largest weight.

    Source: Lecture 16, Kernel ridge regression, which has |αᵢ| < C for |αᵢ| ≤ C.
    """

    alpha: Array
    b: float
    C: float
    objective: float
    kkt: float

    @property
    def inside(self) -> np.ndarray:
        """αᵢ = 0: points inside the tube or beyond the margin, not support vectors."""
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
    def regression(cls, K: Array, y: Array, offset: bool) -> Self:
        """Support vector regression: any sign is allowed."""
        both = np.ones(len(y), dtype=bool)
        return cls(K, y, both, both, offset)

    @classmethod
    def classification(cls, K: Array, y: Array, offset: bool) -> Self:
        """The support vector machine on labels ±1: α has the sign of the label."""
        return cls(K, y, y > 0, y < 0, offset)

    @cached_property
    def middle(self) -> float:
        """The middle of y, which an offset absorbs; 0 without one."""
        return float(self.y.max() / 2 + self.y.min() / 2) if self.offset else 0.0

    @cached_property
    def size(self) -> float:
        """The size of y around its middle: the unit of the residuals."""
        spread = float(np.abs(self.y - self.middle).max())
        return spread or float(np.abs(self.y).max()) or 1.0

    @cached_property
    def lengths(self) -> Array:
        """‖φ(xᵢ)‖, (n,): |k(x, z)| is at most the product of two of them."""
        return np.sqrt(self.K.diagonal())

    @cached_property
    def unit(self) -> float:
        """The mean of k(x, x); ``size / unit`` is the unit of α where C is infinite."""
        return float(self.K.diagonal().mean()) or 1.0

    def objective(self, alpha: Array, epsilon: float) -> float:
        """½αᵀKα − αᵀy + ε‖α‖₁."""
        quadratic = alpha @ (self.K @ alpha / 2 - self.y)
        return float(quadratic + epsilon * np.abs(alpha).sum())

    def residuals(self, alpha: Array, b: float) -> Array:
        """r = y − Kα − b."""
        return self.y - b - self.K @ alpha

    def kkt_residuals(
        self, alpha: Array, r: Array, epsilon: Array | float, C: Array | float
    ) -> Array:
        """The KKT residual, for α (n,) and r (n,), or for T settings at once: then α
        and r are (T, n), ε and C (T, 1).
        """
        weight = np.abs(alpha)
        largest = weight.max(axis=-1, keepdims=True)
        inside = np.where(self.up, np.where(self.down, np.abs(r), r), -r) - epsilon
        beyond = np.sign(alpha) * r - epsilon
        beyond = np.where(weight >= C, -beyond, np.abs(beyond))
        of_r = np.where(alpha == 0, inside, beyond).max(axis=-1, initial=0.0)
        of_r = of_r * (np.max(C, axis=-1) > 0)  # at C = 0 every r is allowed
        of_alpha = np.maximum((largest - C)[..., 0], 0.0)
        for sign, allowed in ((1, self.up), (-1, self.down)):
            of_alpha = np.maximum(of_alpha, (sign * alpha * ~allowed).max(axis=-1))
        if self.offset:
            of_alpha = np.maximum(of_alpha, np.abs(alpha.sum(axis=-1)))
        scale = np.maximum(largest[..., 0], TINY)
        return np.maximum(of_r / self.size, of_alpha / scale)

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

    def residual_rounding(self, alpha: Array) -> Array:
        """A bound on the rounding of each residual, (n,)."""
        rounding = EPS * self.lengths * (np.abs(alpha) @ self.lengths)[..., None]
        return np.maximum(NEGLIGIBLE * self.size, rounding)

    @cached_property
    def effect(self) -> Array:
        """A bound on the change of f by a weight of 1, (n,)."""
        return np.maximum(self.lengths * self.lengths.max(), LEAST_UNIT * self.unit)

    def weight_scale(self, C: float) -> Array:
        """The factors, (n,), from violations of 0 ≤ |αᵢ| ≤ C to the unit of y."""
        in_box = min(self.size / max(C, TINY), self.unit / LEAST_UNIT)
        return np.maximum(self.effect, in_box)

    def clipped(self, alpha: Array, C: Array | float, cut: float) -> Array:
        """The weights clipped to ±C, and set to 0 or ±C where they differ from it by
        rounding, or by less than ``cut`` relative to C or to the size of y.
        """
        weight = np.abs(alpha)
        room = np.maximum(C, self.size * LEAST_UNIT / self.unit)
        least = cut * np.minimum(room, self.size / self.effect)
        least = least + 4 * EPS * weight.max(axis=-1, keepdims=True)
        alpha = np.where(weight >= C - least, np.sign(alpha) * C, alpha)
        return np.where(weight <= least, 0.0, alpha)

    def fit_rounding(self, alpha: Array) -> float:
        """The rounding of Kα relative to the size of y: ε times the largest Σⱼ|Kᵢⱼαⱼ|,
        or an upper bound if that is below the tolerance.
        """
        weight = np.abs(alpha)
        bound = EPS * self.lengths.max() * (weight @ self.lengths) / self.size
        if bound <= TOLERANCE:
            return float(bound)
        return float(EPS * (weight @ np.abs(self.K)).max() / self.size)

    def is_verified(self, fit: Solution) -> bool:
        """Whether all conditions are met to the tolerance, or to the accuracy that the
        rounding of α and b allows, which is to be at most ``LEAST_ACCURACY``.
        """
        rounding = self.fit_rounding(fit.alpha)
        allowed = max(TOLERANCE, min(4 * rounding, LEAST_ACCURACY))
        allowed += 4 * EPS * abs(fit.b) / self.size
        return rounding <= LEAST_ACCURACY and fit.kkt <= allowed


def states_of(alpha: Array, C: Array | float) -> np.ndarray:
    """The state of each weight."""
    return np.sign(alpha) * np.where(np.abs(alpha) >= C, BOUND, FREE)


def support_vectors(
    dual: Dual, epsilon: float, C: float, fit: Solution
) -> SupportVectors:
    """The public form of a fit, with αᵢ ≥ 0 for classification."""
    alpha = fit.alpha if dual.up.all() else np.abs(fit.alpha)
    objective = dual.objective(fit.alpha, epsilon)
    return SupportVectors(alpha, fit.b, C, objective, fit.kkt)


def middle_b(dual: Dual, epsilon: float, C: float, alpha: Array) -> float:
    """b if no point is free: in the middle of what is allowed, or violated least."""
    if not dual.offset:
        return 0.0
    lower, upper = dual.residual_limits(states_of(alpha, C), epsilon)
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
            f"y holds only {labels[0]:g}, but the classes of a margin are −1 and +1."
            " Check how the points were selected."
        )
    return labels


def as_margin(C: float) -> float:
    """C > 0, or ∞ for a hard margin."""
    is_infinite = isinstance(C, (float, np.floating)) and np.isposinf(C)
    return np.inf if is_infinite else positive(C, "C", WHY_C)
