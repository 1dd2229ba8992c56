"""The primals of support vector machines as convex programs, solved by cvxpy.

Regression minimises ½‖w‖² + C Σᵢ max(0, |yᵢ − f(xᵢ)| − ε) and classification ½‖w‖² + C
Σᵢ max(0, 1 − yᵢf(xᵢ)), where f(x) = wᵀφ(x) + b. A penalty λ‖w‖² beside a sum of losses
is C = 1/(2λ).

A solver's answer is approximate. Its duality gap must be so small that w is known. The
tolerances of solvers are absolute, so the programs are scaled to numbers near 1.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import cvxpy as cp
import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import (
    Array,
    as_bool,
    as_points,
    as_targets,
    nonnegative,
    positive,
)
from kernellab._linalg import EPS
from kernellab.errors import UnverifiedError
from kernellab.solvers.dual import (
    NOT_SEPARABLE,
    WHY_C,
    WHY_EPSILON,
    as_margin,
    as_two_classes,
)

__all__ = ["Weights", "svm_primal"]

SOLVERS: tuple[tuple[str, dict[str, float]], ...] = (
    (cp.CLARABEL, {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}),
    (cp.OSQP, {"eps_abs": 1e-8, "eps_rel": 1e-8, "max_iter": 20_000}),
)
SOLVED = (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)
INFEASIBLE = (cp.INFEASIBLE, cp.INFEASIBLE_INACCURATE)
UNBOUNDED = (cp.UNBOUNDED, cp.UNBOUNDED_INACCURATE)
MARGIN_HINT = "Try a finite C, such as C=1.0, or more features."
MARGIN_ERROR = 1e-6  # the most by which a margin of the solver may miss 1
PRECISION = 1e-4  # the largest error of w, relative to its length
SHORTEST = 1e-3  # a shorter w may have the error of a w of this length
ROUNDS = 8  # solves of a primal: each one starts at the answer of the one before
# An error r of w makes an error r of each kink, so 2r of b and 3r of each residual.
REACH = 3


@dataclass(frozen=True, eq=False)
class Weights:
    """The answer of a primal: f(x) = wᵀφ(x) + b, with w (m,), and the least value."""

    w: Array
    b: float
    objective: float


def svr_primal(
    Phi: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ max(0, |yᵢ − wᵀφᵢ − b| − ε).

    ``Phi`` is Φ (n, m), ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the units of y.
    b = 0 unless ``offset``. The error of w is at most 10⁻⁴‖w‖, or 10⁻⁷ min(C‖φ‖,
    |y|/‖φ‖) if that is larger, with the longest φ and the largest y. b is the middle of
    the minimisers for this w.

    Raises UnverifiedError where no solver comes so close.

    Source: Lecture 16, Kernel ridge regression (support vector regression), whose λ
    beside a mean loss is λ/n here.

    >>> fit = svr_primal([[1.0], [2.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.w.round(6)
    array([0.75])
    """
    Phi = as_points(Phi, "Phi")
    y, C = as_targets(y, len(Phi)), positive(C, "C", WHY_C)
    epsilon = nonnegative(epsilon, "epsilon", WHY_EPSILON)
    middle = float(y.max() + y.min()) / 2 if as_bool(offset, "offset") else 0.0
    F, units = _scaled(Phi, float(np.abs(y - middle).max()), middle)
    tube = min(epsilon / units.height, 2.0)  # a wider one holds all targets too
    targets = np.append(units.scaled(y) - tube, units.scaled(y) + tube)
    sides = np.repeat([1.0, -1.0], len(y))
    return _minimum(Hinges(np.tile(F, (2, 1)), targets, sides, offset), units, C)


def svm_primal(
    Phi: ArrayLike, y: ArrayLike, C: float = np.inf, offset: bool = True
) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ ξᵢ, where yᵢ(wᵀφᵢ + b) ≥ 1 − ξᵢ and ξᵢ ≥ 0.

    ``Phi`` is Φ (n, m), ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞ is the hard
    margin: all ξᵢ = 0. The precision is that of ``svr_primal``, with |y| = 1.

    Raises ValueError for other labels, and UnverifiedError for a hard margin on data
    that no hyperplane separates and where no solver comes close.

    Source: Lecture 14, Kernels continued (SVM), whose C is twice this one: it has no ½.

    >>> fit = svm_primal([[1.0], [3.0]], [-1.0, 1.0])
    >>> fit.w.round(6), round(fit.b, 6)
    (array([1.]), -2.0)
    """
    Phi = as_points(Phi, "Phi")
    y, C = as_two_classes(y, len(Phi)), as_margin(C)
    F, units = _scaled(Phi, 1.0, 0.0)
    return _minimum(Hinges(F, y, y, as_bool(offset, "offset")), units, C)


@dataclass(frozen=True, eq=False)
class Hinges:
    """The losses max(0, h) of both primals, (n,), where h = s(τ − wᵀφ − b).

    A label y is s = τ = y, and a tube is two hinges with s = ±1 and τ = y ∓ ε.
    ``features`` holds the φ, (n, m), ``targets`` the τ and ``sides`` the s, (n,). b = 0
    unless ``offset``.
    """

    features: Array
    targets: Array
    sides: Array
    offset: bool

    def best_b(self, kinks: Array) -> float:
        """The middle of all b with the least Σ max(0, s(κ − b)).

        The slope of the sum is −#{s = 1} at b = −∞, and grows by 1 at each kink κ.
        """
        if not self.offset:
            return 0.0
        place = int((self.sides > 0).sum())
        return float(np.sort(kinks)[place - 1 : place + 1].mean())

    def step(
        self, v: Array, h: Array, unit: float, box: float, radius: float
    ) -> tuple[Array, Array]:
        """The best v, which lies within ``radius`` of ``v``, and a = sμ, (n,).

        Here w = ``unit`` v, and μ are the multipliers, from 0 to ``box``. A hinge whose
        kink is out of reach is linear, with μ = 0 or μ = box. The solver does not see
        its loss, which may be larger than the rest by many orders of magnitude. The
        solver's variable d is the change of v in units of ``size``.
        """
        size, reach, hard = min(1.0, radius), REACH * radius * unit, np.isinf(box)
        near = (h >= -reach) & (hard | (h <= reach))
        a = np.where(near | (h < 0), 0.0, self.sides * (0.0 if hard else box))
        if not near.any():
            return self.features.T @ a, a
        F, s = self.features[near], self.sides[near]
        d, loss = cp.Variable(len(v)), cp.Variable(len(s), nonneg=True)
        b = cp.Variable() if self.offset else 0.0
        residual = h[near] / (size * unit) - cp.multiply(s, F @ d + b)
        hinges: Any = residual <= (0.0 if hard else loss)
        linear = ((self.features.T @ a - v) / size) @ d + a.sum() / size * b
        losses = 0.0 if hard else box / size * cp.sum(loss)
        objective = cp.Minimize(cp.sum_squares(d) / 2 - linear + losses)
        _solve(cp.Problem(objective, [hinges]), NOT_SEPARABLE if hard else "")
        mu = np.clip(size * np.asarray(hinges.dual_value), 0.0, box)
        a[near] = s * mu
        excess = float(a.sum()) if self.offset else 0.0
        # Σa must be 0, so each μ that can reduce the excess changes in proportion
        rises = (s > 0) == (excess < 0)
        way = s * np.where(rises, min(box, 2 * float(mu.max())), 0.0) - a[near]
        a[near] += min(1.0, abs(excess) / (np.abs(way).sum() or 1.0)) * way
        return v + size * np.asarray(d.value), a


def _minimum(hinges: Hinges, units: Units, C: float) -> Weights:
    """w and b with the least ½‖w‖² + C Σ max(0, h), verified by the duality gap G.

    The gap bounds the error, ½‖w − w*‖² ≤ G. It is a sum of terms ≥ 0, in which nothing
    cancels: ½‖w − Σsμφ‖² + Σ[(C − μ) max(0, h) + μ max(0, −h)], where Σsμ = 0.
    """
    F, hard, box = hinges.features, bool(np.isinf(C)), C * units.box
    unit = min(1.0, box)  # of w = Σsμφ, which is small if the box is
    box = box / unit
    base = hinges.best_b(hinges.targets)
    targets = hinges.targets - base  # a small w could be lost in their rounding

    def at(v: Array) -> tuple[Array, float]:
        kinks = targets - unit * (F @ v)
        b = hinges.best_b(kinks)
        return hinges.sides * (kinks - b), b

    v, radius, last, rounds = np.zeros(F.shape[1]), np.inf, np.inf, 0
    h, b = at(v)
    if not hard:  # w* = Σsμφ with μ ≤ C, and ½‖w*‖² is at most the losses at w = 0
        losses = float(np.maximum(h, 0.0).sum())
        longest = box * float(np.linalg.norm(F, axis=1).sum())
        radius = min(longest, (2 * box * losses / unit) ** 0.5)
    while not radius <= PRECISION * max(float(np.linalg.norm(v)), SHORTEST):
        if rounds == ROUNDS or (rounds > 1 and radius > last / 2):
            raise UnverifiedError(
                f"the solver's minimum lies {radius**2 / 2:.2g} above a bound from"
                f" below, so that w may be off by {radius:.2g} where its length comes"
                f" out as {np.linalg.norm(v):.2g}: the numbers differ by too many"
                " orders of magnitude. Try a smaller C, or other features."
            )
        rounds, last = rounds + 1, radius
        v, a = hinges.step(v, h, unit, box, radius)
        h, b = at(v)
        if hard:
            if not h.max() <= MARGIN_ERROR:
                raise UnverifiedError(
                    f"{NOT_SEPARABLE}: a margin comes out as {1 - h.max():.3g} instead"
                    f" of 1. {MARGIN_HINT}"
                )
            v = v / (1 - max(float(h.max()), 0.0))
            h, b = at(v)
        room = np.where((h > 0) & (not hard), box - np.abs(a), np.abs(a))
        gap = (np.abs(h) * room).sum() / unit + ((v - F.T @ a) ** 2).sum() / 2
        balanced = abs(a.sum()) <= 4 * len(a) * EPS * np.abs(a).sum()
        radius = float(2 * gap) ** 0.5 if balanced or not hinges.offset else np.inf
    w = v * (unit * units.height / units.length)
    lost = 0.0 if hard else C * units.height * float(np.maximum(h, 0.0).sum())
    b = (base + b) * units.height + units.middle
    return Weights(w, b, float(w @ w) / 2 + lost)


@dataclass(frozen=True)
class Units:
    """The length of φ(x), and the height of y around its middle."""

    length: float
    height: float
    middle: float

    @property
    def box(self) -> float:
        """What C is multiplied by in these units."""
        return self.length**2 / self.height

    def scaled(self, y: Array) -> Array:
        """y in these units."""
        return (y - self.middle) / self.height


def _scaled(Phi: Array, height: float, middle: float) -> tuple[Array, Units]:
    """Φ in units in which its longest row has the length 1, and the units."""
    longest = float(np.linalg.norm(Phi, axis=1).max()) or 1.0
    return Phi / longest, Units(longest, height or 1.0, middle)


def _solve(program: cp.Problem, why_none: str = "") -> None:
    """Solve by the first solver that can; warn if it is not the first of ``SOLVERS``.

    ``why_none`` says what it means that the program has no minimum.
    """
    failures: dict[str, str] = {}
    # A solver that misses our tolerances is asked again with its own
    attempts = [(name, each) for name, ours in SOLVERS for each in (ours, {})]
    for solver, options in attempts:
        status = _attempt(program, solver, options)
        if status in SOLVED:
            failures.pop(solver, None)
            if failures:
                text = f"{_listed(failures)} failed, so {solver} solved it instead"
                warnings.warn(text, RuntimeWarning, stacklevel=3)
            return
        if why_none and status in INFEASIBLE + UNBOUNDED:
            raise UnverifiedError(f"{why_none} ({solver}: {status}). {MARGIN_HINT}")
        failures[solver] = status
    raise UnverifiedError(
        f"none of the solvers found the minimum: {_listed(failures)}. Try a smaller C,"
        " and look for values that differ by many orders of magnitude."
    )


def _attempt(program: cp.Problem, solver: str, options: dict[str, float]) -> str:
    """The status of the program after one solver, or the text of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "may be inaccurate"
        try:
            program.solve(solver=solver, **options)
        except (cp.SolverError, ArithmeticError) as error:
            return str(error)
    return str(program.status)


def _listed(failures: dict[str, str]) -> str:
    return "; ".join(f"{solver} ({why})" for solver, why in failures.items())
