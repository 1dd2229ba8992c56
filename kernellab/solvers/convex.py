"""Support vector machines as convex programs, written as on the blackboard and solved by cvxpy.

Regression minimises ½‖w‖² + C Σᵢ max(0, |yᵢ − f(xᵢ)| − ε), classification ½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ)), where
f(x) = wᵀφ(x) + b. In the package's convention of a penalty λ‖w‖² beside a sum of losses, C = 1/(2λ). The primals take
explicit features Φ, the duals a Gram matrix K; no function knows a kernel. A solver's answer is approximate. That of a dual
is polished and verified before it is returned; see ``kernellab.solvers.support``.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import cvxpy as cp
import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, as_targets, flag, nonnegative, positive
from kernellab._linalg import as_psd
from kernellab.solvers.active import BoxProblem, settle, states_of
from kernellab.solvers.support import WHY_C, WHY_EPSILON, Dual, SupportVectors, as_labels

TIGHT = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
SOLVERS: tuple[tuple[str, dict], ...] = (
    (cp.CLARABEL, TIGHT),
    (cp.OSQP, {"eps_abs": 1e-8, "eps_rel": 1e-8, "max_iter": 20_000}),
)
NOT_SEPARABLE = "no hyperplane separates the two classes in this feature space, so a hard margin (C = ∞) cannot be had"
VERIFIED = 1e-7  # a larger KKT residual is no answer
SHARP = 1e-12  # and a smaller one leaves nothing to wish for
CUTS = (1e-7, 1e-5, 1e-3)  # shares of C that may count as zero, for a first guess


@dataclass(frozen=True)
class Weights:
    """The answer of a primal: f(x) = wᵀφ(x) + b, with ``w`` (m,), and ``objective`` the least value, as the solver found it."""

    w: Array
    b: float
    objective: float


def svr_primal(Phi: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ max(0, |yᵢ − wᵀφᵢ − b| − ε).

    ``Phi`` is Φ (n, m), ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the units of y. b = 0 unless ``offset``.

    Raises RuntimeError where no solver finds the minimum, which exists for all such data.

    Source: Lecture 16, Kernel ridge regression (support vector regression), whose λ beside a mean loss is λ/n here.

    >>> fit = svr_primal([[1.0], [2.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.w.round(6)
    array([0.75])
    """
    Phi = as_points(Phi, "Phi")
    y, C, epsilon, offset = (
        as_targets(y, len(Phi)),
        positive(C, "C", WHY_C),
        nonnegative(epsilon, "epsilon", WHY_EPSILON),
        flag(offset, "offset"),
    )
    w, b = cp.Variable(Phi.shape[1]), cp.Variable() if offset else 0.0
    losses = cp.pos(cp.abs(y - Phi @ w - b) - epsilon)
    objective = cp.sum_squares(w) / 2 + C * cp.sum(losses)
    return _weights(cp.Problem(cp.Minimize(objective)), w, b)


def svm_primal(Phi: ArrayLike, y: ArrayLike, C: float = inf, offset: bool = True) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ ξᵢ, where yᵢ(wᵀφᵢ + b) ≥ 1 − ξᵢ and ξᵢ ≥ 0.

    ``Phi`` is Φ (n, m), ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞ is the hard margin: all ξᵢ = 0.

    Raises ValueError for other labels, and for a hard margin on data that no hyperplane separates.

    Source: Lecture 14, Kernels continued (SVM), whose C is twice this one: it has no ½.

    >>> fit = svm_primal([[1.0], [3.0]], [-1.0, 1.0])
    >>> fit.w.round(6), round(fit.b, 6)
    (array([1.]), -2.0)
    """
    Phi = as_points(Phi, "Phi")
    y, C, offset = as_labels(y, len(Phi)), _margin(C), flag(offset, "offset")
    w, xi, b = cp.Variable(Phi.shape[1]), cp.Variable(len(y), nonneg=True), cp.Variable() if offset else 0.0
    margins = cp.multiply(y, Phi @ w + b)
    if inf == C:
        return _weights(cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [margins >= 1]), w, b, NOT_SEPARABLE)
    return _weights(cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + C * cp.sum(xi)), [margins >= 1 - xi]), w, b)


class SVRProgram:
    """The dual of support vector regression, compiled once and solved for any C and ε.

    minimise ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C, and Σα = 0 with an offset. ``K`` is (n, n) and symmetric, ``y`` (n,).
    C itself is the parameter: written in λ, the box 1/(2λ) would have to be compiled anew each time.

    Raises ValueError for a K that is not symmetric and positive semidefinite.

    Source: Lecture 16, Kernel ridge regression (the dual), with |αᵢ| ≤ C where it has <.

    >>> program = SVRProgram([[1.0, 0.0], [0.0, 1.0]], [3.0, 0.5])
    >>> program.solve(C=2.0, epsilon=1.0).alpha.round(6), program.solve(C=9.0, epsilon=0.25).alpha.round(6)
    (array([2., 0.]), array([2.75, 0.25]))
    """

    def __init__(self, K: ArrayLike, y: ArrayLike, offset: bool = False) -> None:
        self.K = as_psd(K)
        self.y, self.offset = as_targets(y, len(self.K)), flag(offset, "offset")
        self.units = Units.of(self.K, self.y, self.offset)
        K, y = self.units.scaled(self.K, self.y)

        alpha, (C, epsilon, unit) = cp.Variable(len(y)), (cp.Parameter(nonneg=True) for _ in range(3))
        objective = unit * cp.quad_form(alpha, cp.psd_wrap(K)) / 2 - alpha @ y + epsilon * cp.norm1(alpha)
        constraints = [cp.abs(alpha) <= C] + [cp.sum(alpha) == 0] * self.offset
        self.program = cp.Problem(cp.Minimize(objective), constraints)
        self.alpha, self.C, self.epsilon, self.unit = alpha, C, epsilon, unit

    def solve(self, C: float, epsilon: float) -> SupportVectors:
        """The exact α and b for ``C`` > 0 and ``epsilon`` ≥ 0. Raises RuntimeError where no solver comes near them."""
        C, epsilon = positive(C, "C", WHY_C), nonnegative(epsilon, "epsilon", WHY_EPSILON)
        most = C / self.units.alpha
        unit = min(1.0, most)  # a tiny box has a tiny objective, which a solver would take for zero
        self.C.value, self.epsilon.value, self.unit.value = most / unit, epsilon / self.units.height, unit
        _solve(self.program)
        alpha, b = _value(self.alpha) * unit, float(_value(self.program.constraints[-1])) if self.offset else 0.0
        box = np.full(len(self.y), C)
        return _verified(Dual(self.K, self.y, -box, box, epsilon, self.offset), alpha, b, C, self.units)


def svr_dual(K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False) -> SupportVectors:
    """α with the least ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C, and Σα = 0 with an offset; the fit is f = Kα + b.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the units of y. For many C or ε on the
    same data see ``SVRProgram``.

    Raises ValueError for a K that is not symmetric and positive semidefinite, RuntimeError where every
    solver fails.

    Source: Lecture 16, Kernel ridge regression (the dual), with |αᵢ| ≤ C where it has <.

    >>> fit = svr_dual([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.alpha.round(6), fit.free
    (array([0.   , 0.375]), array([False,  True]))
    """
    return SVRProgram(K, y, offset).solve(C, epsilon)


def svm_dual(K: ArrayLike, y: ArrayLike, C: float = inf, offset: bool = True) -> SupportVectors:
    """α with the least ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ − Σα where 0 ≤ αᵢ ≤ C, and Σᵢ αᵢyᵢ = 0 with an offset.

    ``K`` is (n, n) and symmetric, ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞ is the hard margin. The machine is
    the sign of Σᵢ αᵢyᵢ k(xᵢ, x) + b, and b comes from the free support vectors alone: those at the bound lie inside the margin.

    Raises ValueError for other labels, for a K that is not symmetric and positive semidefinite, and for a hard margin on data
    that no hyperplane separates.

    Source: Lecture 14, Kernels continued (SVM). For the primal printed there, which has no ½, the box is C/2.

    >>> fit = svm_dual([[1.0, 3.0], [3.0, 9.0]], [-1.0, 1.0])
    >>> fit.alpha.round(6), round(fit.b, 6)
    (array([0.5, 0.5]), -2.0)
    """
    K = as_psd(K)
    y, C, offset = as_labels(y, len(K)), _margin(C), flag(offset, "offset")
    units = Units.of(K, y, offset=False)
    scaled, _ = units.scaled(K, y)

    alpha = cp.Variable(len(y))
    objective = cp.quad_form(alpha, cp.psd_wrap(scaled * np.outer(y, y))) / 2 - cp.sum(alpha)
    constraints = [alpha >= 0] + [alpha @ y == 0] * offset + [alpha <= C / units.alpha] * (inf > C)
    program = cp.Problem(cp.Minimize(objective), constraints)
    _solve(program, NOT_SEPARABLE if inf == C else "")
    b = float(_value(program.constraints[1])) if offset else 0.0
    dual = Dual(K, y, np.where(y < 0, -C, 0.0), np.where(y > 0, C, 0.0), 0.0, offset)
    fit = _verified(dual, _value(alpha) * y, b, C, units)
    return replace(fit, alpha=np.abs(fit.alpha))


@dataclass(frozen=True)
class Units:
    """The size of K, the height and middle of y: a solver's tolerances are absolute, so it is given numbers near 1."""

    kappa: float
    height: float
    middle: float

    @classmethod
    def of(cls, K: Array, y: Array, offset: bool) -> Units:
        """Those in which K and y are at most 1; the middle is free where an offset can follow it."""
        middle = (y.max() + y.min()) / 2 if offset else 0.0
        return cls(float(K.diagonal().max()) or 1.0, float(np.abs(y - middle).max()) or 1.0, float(middle))

    @property
    def alpha(self) -> float:
        """The size of α where the fit has the size of y."""
        return self.height / self.kappa

    def scaled(self, K: Array, y: Array) -> tuple[Array, Array]:
        """K and y in these units."""
        return K / self.kappa, (y - self.middle) / self.height


def _solve(program: cp.Problem, why_none: str = "") -> None:
    """Solve by the first solver that can, and say so where it is not the first of all; ``why_none`` if it has no answer."""
    failures = []
    for solver, options in SOLVERS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # "may be inaccurate": a dual is verified, whoever solved it
                program.solve(solver=solver, **options)
        except (cp.SolverError, ArithmeticError) as error:
            failures.append(f"{solver} ({error})")
            continue
        if why_none and program.status in (cp.INFEASIBLE, cp.UNBOUNDED, cp.INFEASIBLE_INACCURATE, cp.UNBOUNDED_INACCURATE):
            raise ValueError(f"{why_none} ({solver}: {program.status}). Try a finite C, such as C=1.0, or more features.")
        if program.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            if failures:
                warnings.warn(f"{'; '.join(failures)} failed, so {solver} solved it instead", RuntimeWarning, stacklevel=3)
            return
        failures.append(f"{solver} ({program.status})")
    raise RuntimeError(
        f"none of the solvers found the minimum: {'; '.join(failures)}. Try a smaller C or a larger ε, and look for values "
        "that differ by many orders of magnitude."
    )


def _weights(program: cp.Problem, w: cp.Variable, b: cp.Variable | float, why_none: str = "") -> Weights:
    _solve(program, why_none)
    return Weights(_value(w), float(_value(b)) if isinstance(b, cp.Variable) else b, float(np.asarray(program.value)))


def _value(solved: Any) -> Array:
    """The numbers found for a variable, or the multiplier of a constraint."""
    return np.asarray(solved.dual_value if isinstance(solved, cp.Constraint) else solved.value)


def _verified(dual: Dual, alpha: Array, b: float, C: float, units: Units) -> SupportVectors:
    rough = alpha * units.alpha
    alpha, b, kkt = dual.polish(rough, b * units.height + units.middle)
    if kkt > SHARP:  # then begin once more from other guesses of who is free and who is at the bound
        problem = BoxProblem(dual.K, dual.y, dual.upper > 0, dual.lower < 0, dual.offset)
        settled = [settle(problem, dual.epsilon, C, states_of(rough, C, cut)) for cut in CUTS]
        tries = [(alpha, b, kkt), *((each.alpha, each.b, dual.kkt(each.alpha, each.b)) for each in settled)]
        alpha, b, kkt = min(tries, key=lambda each: each[2])
    if not kkt < VERIFIED:
        raise RuntimeError(
            f"the solver's α misses the conditions of a minimum by {kkt:.1g} of the size of y, and polishing did not mend "
            "it: the numbers differ by too many orders of magnitude. Try a smaller C, a larger ε, or other units."
        )
    return SupportVectors(alpha, b, C, dual.objective(alpha), kkt)


def _margin(C: float) -> float:
    return inf if isinstance(C, float) and inf == C else positive(C, "C", WHY_C)
