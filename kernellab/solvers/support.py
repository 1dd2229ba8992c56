"""What makes α the answer of a support vector machine: its conditions, how far they are missed, and how to meet them.

Regression and classification are one problem here. Minimise over α, (n,),

    ½αᵀKα − αᵀy + ε‖α‖₁    where lowerᵢ ≤ αᵢ ≤ upperᵢ, and Σα = 0 where there is an offset.

Regression has lower = −C and upper = C. Classification has ε = 0 and labels y = ±1, and αᵢ goes from 0 to yᵢC. With the
residual r = y − Kα − b, the point (αᵢ, rᵢ) of an answer lies on a staircase of five steps:

    0  αᵢ = lower, r ≤ −ε      1  αᵢ < 0, r = −ε      2  αᵢ = 0, |r| ≤ ε      3  αᵢ > 0, r = ε      4  αᵢ = upper, r ≥ ε

On an even step αᵢ is known and rᵢ varies, on an odd one it is the other way round. These functions know no kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lstsq

from kernellab._arrays import Array, as_targets

ROUNDS = 30  # that the polish may take; most fits need one or two
EXACT = 1e-13  # a KKT residual that is rounding
WHY_C = "C weighs the losses, and without them the best w is 0 whatever the data"
WHY_EPSILON = "ε is half the width of the tube, and there is none of negative width"


@dataclass(frozen=True, eq=False)
class SupportVectors:
    """The answer of a dual, after its conditions were verified.

    ``alpha`` (n,) and ``b`` make f(x) = Σᵢ αᵢ k(xᵢ, x) + b, where for classification αᵢyᵢ stands in the place of αᵢ. ``C``
    is the box, ``objective`` the least value of the dual. ``kkt`` is the largest amount by which a condition is missed,
    relative to the numbers in it (on a path, to C and the size of y): 1e-16 is rounding.

    The masks ``inside``, ``free`` and ``bound``, (n,), sort the points: αᵢ = 0, 0 < |αᵢ| < C and |αᵢ| = C.

    Source: Lecture 16, Kernel ridge regression (support vectors), with |αᵢ| ≤ C where its box has <.
    """

    alpha: Array
    b: float
    C: float
    objective: float
    kkt: float

    @property
    def inside(self) -> np.ndarray:
        """αᵢ = 0: the points that the fit does not need, inside the tube or beyond the margin."""
        return self.alpha == 0

    @property
    def free(self) -> np.ndarray:
        """0 < |αᵢ| < C: support vectors exactly on the edge of the tube, or on the margin."""
        return ~self.inside & ~self.bound

    @property
    def bound(self) -> np.ndarray:
        """|αᵢ| = C: support vectors that pull with all the force they may have."""
        return ~self.inside & (np.abs(self.alpha) == self.C)  # at C = 0, where a path begins, nobody pulls

    @property
    def support(self) -> np.ndarray:
        """The numbers of the points with αᵢ ≠ 0."""
        return np.flatnonzero(self.alpha)


@dataclass(frozen=True, eq=False)
class Dual:
    """The problem above: K (n, n), y, lower and upper (n,), ε ≥ 0, and whether there is an offset."""

    K: Array
    y: Array
    lower: Array
    upper: Array
    epsilon: float
    offset: bool

    def objective(self, alpha: Array) -> float:
        """½αᵀKα − αᵀy + ε‖α‖₁."""
        return float(alpha @ (self.K @ alpha / 2 - self.y) + self.epsilon * np.abs(alpha).sum())

    def interval(self, alpha: Array) -> tuple[Array, Array]:
        """The lowest and the highest residual that α allows at each point: the steps of the staircase."""
        low, high = np.where(alpha > 0, self.epsilon, -self.epsilon), np.where(alpha < 0, -self.epsilon, self.epsilon)
        low[alpha <= self.lower], high[alpha >= self.upper] = -np.inf, np.inf
        return low, high

    def b(self, alpha: Array) -> float:
        """The mean of what the free points say of b, or without any the middle of what the other points allow."""
        if not self.offset:
            return 0.0
        low, high = self.interval(alpha)
        e, free = self.y - self.K @ alpha, low == high
        if free.any():
            return float((e - low)[free].mean())
        ends = np.array([(e - high).max(), (e - low).min()])
        return float(ends[np.isfinite(ends)].mean())

    def kkt(self, alpha: Array, b: float) -> float:
        """How far the worst condition is missed, relative to the numbers in it; 0 for the exact answer.

        αᵢ counts as 0, or as at a bound, only where it is so to the last bit.
        """
        (low, high), r, largest = self.interval(alpha), self.y - self.K @ alpha - b, np.abs(alpha).max()
        missed = max((low - r).max(), (r - high).max(), 0.0) / (np.abs(self.y).max() + self.K.diagonal().max() * largest or 1.0)
        outside = max((self.lower - alpha).max(), (alpha - self.upper).max(), abs(alpha.sum()) * self.offset, 0.0)
        return float(max(missed, outside / (largest or 1.0)))

    def polish(self, alpha: Array, b: float) -> tuple[Array, float, float]:
        """The exact α next to an approximate one, its b and its KKT residual.

        No cut-off alone finds the zeros. Each point is put on the step of the staircase that it is nearest to, measured by
        αᵢ + rᵢ/κ; the equations of the odd steps are solved exactly; and so on until nobody changes place. Should that
        go round in circles, the best α met on the way is returned, and its residual says so.
        """
        kappa = float(self.K.diagonal().max()) or 1.0
        kinks = np.stack([self.lower, np.clip(0.0, self.lower, self.upper), self.upper])
        turns = kinks[[0, 1, 1, 2]] + np.array([[-1.0], [-1.0], [1.0], [1.0]]) * self.epsilon / kappa
        best = alpha, b, np.inf
        for _ in range(ROUNDS):
            step = (alpha + (self.y - self.K @ alpha - b) / kappa > turns).sum(axis=0)
            free = step % 2 == 1
            alpha = np.where(free, alpha, np.take_along_axis(kinks, step[None] // 2, axis=0)[0])
            if free.any():
                edge = self.epsilon * (step - 2.0)
                change, b = self._solve(free, (self.y - edge - self.K @ alpha - b)[free], -alpha.sum(), kappa, b)
                alpha[free] += change
            trial = np.clip(alpha, *np.take_along_axis(kinks, np.stack([step // 2, (step + 1) // 2]), axis=0))
            exact = self.b(trial)
            missed = self.kkt(trial, exact)
            if missed < best[2]:
                best = trial, exact, missed
            elif missed < EXACT or not missed < np.inf:
                break
        return best

    def _solve(self, free: np.ndarray, gap: Array, sum_gap: float, kappa: float, b: float) -> tuple[Array, float]:
        """The change of the free α, and the new b, that close both gaps; the smallest one where there are many."""
        A = self.K[np.ix_(free, free)] / kappa
        if not self.offset:
            return lstsq(A, gap / kappa, cond=1e-13, check_finite=False)[0], b
        A = np.block([[A, np.ones((len(gap), 1))], [np.ones(len(gap)), np.zeros(1)]])
        solution = lstsq(A, np.append(gap / kappa, sum_gap), cond=1e-13, check_finite=False)[0]
        return solution[:-1], b + kappa * solution[-1]


def as_labels(y: ArrayLike, n: int) -> Array:
    """Check that y holds the two labels −1 and +1."""
    y = as_targets(y, n)
    if set(y.tolist()) != {-1.0, 1.0}:
        found = ", ".join(f"{label:g}" for label in np.unique(y)[:4])
        raise ValueError(
            f"y holds {found}: a margin lies between two classes, and the formulas call them −1 and +1, so y needs both. "
            "Try np.where(y == a, 1, -1) for the class a."
        )
    return y
