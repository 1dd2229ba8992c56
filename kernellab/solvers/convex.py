"""Support vector machines as convex programs, solved by cvxpy.

Regression minimises ½‖w‖² + C Σᵢ max(0, |yᵢ − f(xᵢ)| − ε), classification ½‖w‖² + C Σᵢ
max(0, 1 − yᵢf(xᵢ)), where f(x) = wᵀφ(x) + b. In the package's convention of a penalty
λ‖w‖² beside a sum of losses, C = 1/(2λ). The primals take explicit features Φ, the
duals a Gram matrix K; no function knows a kernel. A solver's answer is approximate:
that of a dual proposes states, from which the exact answer follows
(``kernellab.solvers.settle``), and that of a primal must come with a bound from below
so near that w is known. A solver's tolerances are absolute, so it is given numbers near
1, whatever the units.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from threading import Lock
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
from kernellab._linalg import EPS, in_range, unit_of
from kernellab.errors import UnverifiedError
from kernellab.solvers.dual import (
    NOT_SEPARABLE,
    WHY_C,
    WHY_EPSILON,
    Dual,
    SupportVectors,
    answer,
    as_margin,
    as_two_classes,
    guess_of,
    svm_problem,
    svr_problem,
)
from kernellab.solvers.settle import verified

__all__ = ["SVRProgram", "Weights", "svm_dual", "svm_primal", "svr_dual", "svr_primal"]

SOLVERS: tuple[tuple[str, dict[str, float]], ...] = (
    (cp.CLARABEL, {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}),
    (cp.OSQP, {"eps_abs": 1e-8, "eps_rel": 1e-8, "max_iter": 20_000}),
)
# Shares of C that may count as zero, for a first guess.
CUTS = (1e-7, 1e-5, 1e-3, 1e-12)
MARGIN_HINT = "Try a finite C, such as C=1.0, or more features."
NEGLIGIBLE = 1e-8  # a share of the largest k(x, x), below which one sets no unit
MISSED = 1e-6  # of a hard margin
CLOSE = 1e-4  # how far a primal's w may lie from the best, relative to its length
SHORT = 1e-3  # a length below which a w counts as this long, in the unit of w
LOOKS = 2  # at the minimum, the second from as near as the first came
# Where w is known to within r, the residuals without b are too, the best b to within
# 2r, and so residuals to 3r
REACH = 3


@dataclass(frozen=True, eq=False)
class Weights:
    """The answer of a primal: f(x) = wᵀφ(x) + b, with ``w`` (m,), and ``objective`` the
    least value, as the solver found it.
    """

    w: Array
    b: float
    objective: float


def svr_primal(
    Phi: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ max(0, |yᵢ − wᵀφᵢ − b| − ε).

    ``Phi`` is Φ (n, m), ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the units of y.
    b = 0 unless ``offset``. w lies within 10⁻⁴‖w‖ of the best, or, where that is next
    to nothing, within 10⁻⁷ min(C‖φ‖, |y|/‖φ‖) with the longest φ and the largest y; b
    is the middle of those that suit this w best.

    Raises UnverifiedError where no w is found that is verified to be as good,
    ValueError where C‖φ‖²/|y| or the least value leaves the range of floats.

    Source: Lecture 16, Kernel ridge regression (support vector regression), whose λ
    beside a mean loss is λ/n here.

    >>> fit = svr_primal([[1.0], [2.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.w.round(6)
    array([0.75])
    """
    Phi = as_points(Phi, "Phi")
    y, C, epsilon = (
        as_targets(y, len(Phi)),
        positive(C, "C", WHY_C),
        nonnegative(epsilon, "epsilon", WHY_EPSILON),
    )
    features, length = _scaled(Phi)
    middle = float(y.max() / 2 + y.min() / 2) if as_bool(offset, "offset") else 0.0
    units = Units(length, float(np.abs(y - middle).max()) or 1.0, middle)
    tube = min(epsilon / units.height, 2.0)  # a wider one holds all targets too
    targets, sides = units.scaled(y), np.repeat([1.0, -1.0], len(y))
    return _least(
        Hinges(
            np.tile(features, (2, 1)),
            np.append(targets - tube, targets + tube),
            sides,
            offset,
        ),
        units,
        C,
    )


def svm_primal(
    Phi: ArrayLike, y: ArrayLike, C: float = np.inf, offset: bool = True
) -> Weights:
    """w and b with the least ½‖w‖² + C Σᵢ ξᵢ, where yᵢ(wᵀφᵢ + b) ≥ 1 − ξᵢ and ξᵢ ≥ 0.

    ``Phi`` is Φ (n, m), ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞ is the hard
    margin: all ξᵢ = 0. w and b are as good as those of ``svr_primal``, with |y| = 1.

    Raises ValueError for other labels, and for a hard margin on data that no hyperplane
    separates; otherwise what ``svr_primal`` does.

    Source: Lecture 14, Kernels continued (SVM), whose C is twice this one: it has no ½.

    >>> fit = svm_primal([[1.0], [3.0]], [-1.0, 1.0])
    >>> fit.w.round(6), round(fit.b, 6)
    (array([1.]), -2.0)
    """
    Phi = as_points(Phi, "Phi")
    y, C = as_two_classes(y, len(Phi)), as_margin(C)
    features, length = _scaled(Phi)
    return _least(
        Hinges(features, y, y, as_bool(offset, "offset")), Units(length, 1.0, 0.0), C
    )


@dataclass(frozen=True, eq=False)
class Hinges:
    """The losses max(0, h) of both primals, h = s(τ − wᵀφ − b), (n,): a label y is s =
    τ = y, a tube s = ±1 and τ = y ∓ ε.

    ``features`` holds the φ, (n, m), ``targets`` the τ and ``sides`` the s, (n,); b = 0
    unless ``offset``.
    """

    features: Array
    targets: Array
    sides: Array
    offset: bool

    def best_b(self, kinks: Array) -> float:
        """The middle of the b with the least Σ max(0, s(κ − b)): its slope is −#{s = 1}
        at first and grows by 1 at every κ.
        """
        if not self.offset:
            return 0.0
        place = int((self.sides > 0).sum())
        low, high = np.sort(kinks)[place - 1 : place + 1]
        return float(low / 2 + high / 2)

    def step(
        self, v: Array, h: Array, unit: float, box: float, radius: float
    ) -> tuple[Array, Array]:
        """From w = ``unit`` v, which is known to within ``unit`` ``radius``, to the
        least, and s times the multipliers.

        A hinge whose kink is out of reach is a straight line, and its multiplier known.
        Its loss, which may dwarf all that is asked for, is left out, and what remains
        is counted in steps of the radius.
        """
        size, reach, hard = min(1.0, radius), REACH * radius * unit, np.isinf(box)
        near = (h >= -reach) & (hard | (h <= reach))
        a = self.sides * np.where(near | (h < 0), 0.0, 0.0 if hard else box)
        if not near.any():
            return self.features.T @ a, a
        F, s = self.features[near], self.sides[near]
        d, loss, b = (
            cp.Variable(len(v)),
            cp.Variable(len(s), nonneg=True),
            cp.Variable() if self.offset else 0.0,
        )
        hinges: Any = h[near] / (size * unit) - cp.multiply(s, F @ d + b) <= (
            0.0 if hard else loss
        )
        straight = ((self.features.T @ a - v) / size) @ d + a.sum() / size * b
        losses = 0.0 if hard else box / size * cp.sum(loss)
        _solve(
            cp.Problem(
                cp.Minimize(cp.sum_squares(d) / 2 - straight + losses), [hinges]
            ),
            NOT_SEPARABLE if hard else "",
        )
        mu = np.clip(size * np.asarray(hinges.dual_value), 0.0, box)
        a[near] = s * mu
        if self.offset:  # Σa = 0: those that can give way do, each by its room
            ends = np.where(
                (s > 0) == (a.sum() < 0), min(box, 2 * float(mu.max())), 0.0
            )
            room = np.abs(ends - mu)
            a[near] -= (
                np.clip(a.sum(), -room.sum(), room.sum()) * room / (room.sum() or 1.0)
            )
        return v + size * np.asarray(d.value), a


def _least(hinges: Hinges, units: Units, C: float) -> Weights:
    """w and b with the least ½‖w‖² + C Σ max(0, h), verified by the gap G to a bound
    from below, for ½‖w − w*‖² ≤ G.

    G is a sum of terms ≥ 0, ½‖w − Σsμφ‖² + Σ[(C − μ) max(0, h) + μ max(0, −h)] with Σsμ
    = 0, so that nothing large cancels.
    """
    box, hard, F = units.box_of(C), bool(np.isinf(C)), hinges.features
    unit = min(1.0, box)  # of w: the weights of a small box are small
    box, v = box / unit, np.zeros(F.shape[1])
    base = hinges.best_b(hinges.targets)
    # First of all, lest rounding swallow what a small w does.
    apart = hinges.targets - base

    def at(v: Array) -> tuple[Array, float]:
        kinks = apart - unit * (F @ v)
        b = hinges.best_b(kinks)
        return hinges.sides * (kinks - b), b

    h, b = at(v)
    radius = np.inf
    if not hard:  # w* = Σsμφ, and ½‖w*‖² is no larger than the losses at w = 0
        losses = float(np.maximum(h, 0.0).sum())
        radius = min(
            box * float(np.linalg.norm(F, axis=1).sum()),
            (2 * box * losses / unit) ** 0.5,
        )
    for looks in range(LOOKS + 1):
        if radius <= CLOSE * max(float(np.linalg.norm(v)), SHORT):
            break
        if looks == LOOKS:
            raise UnverifiedError(
                f"the solver's minimum lies {radius**2 / 2:.2g} above a bound from"
                f" below, so that w may be off by {radius:.2g} where its length comes"
                f" out as {np.linalg.norm(v):.2g}: the numbers differ by too many"
                " orders of magnitude. Try a smaller C, or other features."
            )
        v, a = hinges.step(v, h, unit, box, radius)
        h, b = at(v)
        if hard:
            if not h.max() <= MISSED:
                raise UnverifiedError(
                    f"{NOT_SEPARABLE}: a margin comes out as {1 - h.max():.3g} instead"
                    f" of 1. {MARGIN_HINT}"
                )
            v = v / (1 - max(float(h.max()), 0.0))
            h, b = at(v)
        room = np.where((h > 0) & (not hard), box - np.abs(a), np.abs(a))
        gap = (np.abs(h) * room).sum() / unit + ((v - F.T @ a) ** 2).sum() / 2
        unbalanced = hinges.offset and abs(a.sum()) > 4 * len(a) * EPS * np.abs(a).sum()
        radius = np.inf if unbalanced else float(2 * gap) ** 0.5
    with np.errstate(over="ignore", invalid="ignore"):
        w = v * (C * units.length if C * units.box < 1 else units.height / units.length)
        lost = 0.0 if hard else C * units.height * np.maximum(h, 0.0).sum()
        least = in_range(np.asarray(w @ w / 2 + lost), "the least value")
    return Weights(w, (base + b) * units.height + units.middle, float(least))


def _scaled(Phi: Array) -> tuple[Array, float]:
    """Φ in a unit in which its longest row has the length 1, and that unit."""
    unit = unit_of(Phi)
    longest = float(np.linalg.norm(Phi / unit, axis=1).max()) or 1.0
    return Phi / unit / longest, float(
        in_range(np.asarray(longest * unit), "the length of φ(x)")
    )


class Program:
    """A dual, compiled once and solved for any C and ε.

    C itself is the parameter: written in λ, the box 1/(2λ) would have to be compiled
    anew each time.
    """

    def __init__(self, dual: Dual) -> None:
        self.dual, regression = dual, bool(dual.up.all())
        squares = dual.K.diagonal()
        least = squares[squares > NEGLIGIBLE * squares.max()].min(initial=squares.max())
        self.units = Units(float(np.sqrt(least)) or 1.0, dual.size, dual.middle)
        # Each α is counted in the length of its own φ(x).
        share = np.sqrt(squares) / self.units.length
        self.share = share = np.where(share > 0, share, 1.0)
        alpha, (C, epsilon, small) = (
            cp.Variable(len(dual.y)),
            (cp.Parameter(nonneg=True) for _ in range(3)),
        )
        K, y = (
            dual.K / self.units.length**2 / np.outer(share, share),
            self.units.scaled(dual.y) / share,
        )
        weights = cp.abs(alpha) if regression else cp.multiply(dual.y, alpha)
        tube = epsilon * cp.sum(cp.multiply(1 / share, weights))
        objective = small * cp.quad_form(alpha, cp.psd_wrap(K)) / 2 - alpha @ y + tube
        constraints = [] if regression else [weights >= 0]
        constraints += [cp.sum(cp.multiply(1 / share, alpha)) == 0] * dual.offset
        self.soft = cp.Problem(
            cp.Minimize(objective), [*constraints, weights <= C * share]
        )
        self.hard = cp.Problem(cp.Minimize(objective), constraints)
        self.alpha, self.C, self.epsilon, self.small, self.one_at_a_time = (
            alpha,
            C,
            epsilon,
            small,
            Lock(),
        )

    def weights(self, C: float, epsilon: float) -> Array:
        """The solver's α, (n,). Raises UnverifiedError where no solver comes to an end,
        and for a margin that cannot be had.
        """
        box = self.units.box_of(C)
        # The numbers of a program are its own, whichever thread asks.
        with self.one_at_a_time:
            # A tiny box has a tiny objective, taken for zero.
            small = min(1.0, box * float(self.share.max()))
            self.epsilon.value, self.small.value = epsilon / self.units.height, small
            if np.isinf(C):
                _solve(self.hard, NOT_SEPARABLE)
            else:
                self.C.value = box / small
                _solve(self.soft)
            return np.asarray(self.alpha.value) * small / self.units.box / self.share

    def solve(self, C: float, epsilon: float) -> SupportVectors:
        """The exact α and b. Raises UnverifiedError where no solver comes near them."""
        alpha = self.weights(C, epsilon)
        proposals = [
            (f"cvxpy, cut off at {cut:g} C", partial(guess_of, alpha, C, cut))
            for cut in CUTS
        ]
        fit, route = verified(self.dual, epsilon, C, proposals)
        return answer(self.dual, epsilon, C, fit.alpha, fit.b, fit.kkt, route)


class SVRProgram:
    """The dual of support vector regression, compiled once and solved for any C and ε.

    minimise ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C, and Σα = 0 with an offset. ``K`` is (n,
    n) and symmetric, ``y`` (n,).

    Raises ValueError for a K that is not symmetric, NotPositiveSemidefiniteError for
    one that comes from no kernel.

    Source: Lecture 16, Kernel ridge regression (the dual), with |αᵢ| ≤ C where it has
    <.

    >>> program = SVRProgram([[1.0, 0.0], [0.0, 1.0]], [3.0, 0.5])
    >>> program.solve(C=2.0, epsilon=1.0).alpha.round(6)
    array([2., 0.])
    >>> program.solve(C=9.0, epsilon=0.25).alpha.round(6)
    array([2.75, 0.25])
    """

    def __init__(self, K: ArrayLike, y: ArrayLike, offset: bool = False) -> None:
        self._program = Program(svr_problem(K, y, offset))

    def solve(self, C: float, epsilon: float) -> SupportVectors:
        """The exact α and b for ``C`` > 0 and ``epsilon`` ≥ 0; raises what ``svr_dual``
        does.
        """
        return self._program.solve(
            positive(C, "C", WHY_C), nonnegative(epsilon, "epsilon", WHY_EPSILON)
        )


def svr_dual(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportVectors:
    """α with the least ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C, and Σα = 0 with an offset;
    the fit is f = Kα + b.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the
    units of y. b = 0 unless ``offset``. For many C or ε on the same data see
    ``SVRProgram``.

    Raises ValueError for a K that is not symmetric, NotPositiveSemidefiniteError for
    one that comes from no kernel, UnverifiedError where no solver comes near the
    answer.

    Source: Lecture 16, Kernel ridge regression (the dual), with |αᵢ| ≤ C where it has
    <.

    >>> fit = svr_dual([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.alpha.round(6), fit.free
    (array([0.   , 0.375]), array([False,  True]))
    """
    return SVRProgram(K, y, offset).solve(C, epsilon)


def svm_dual(
    K: ArrayLike, y: ArrayLike, C: float = np.inf, offset: bool = True
) -> SupportVectors:
    """α with the least ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ − Σα where 0 ≤ αᵢ ≤ C, and Σᵢ αᵢyᵢ = 0 with an
    offset.

    ``K`` is (n, n) and symmetric, ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞
    is the hard margin. The machine is the sign of Σᵢ αᵢyᵢ k(xᵢ, x) + b, and b comes
    from the free support vectors alone, for those at the bound lie inside the margin;
    where none is free it is the middle of what the points allow.

    Raises ValueError for other labels, for a K that is not symmetric and positive
    semidefinite, and for a hard margin on data that no hyperplane separates beyond
    rounding; UnverifiedError as ``svr_dual`` does.

    Source: Lecture 14, Kernels continued (SVM). For the primal printed there, which has
    no ½, the box is C/2.

    >>> fit = svm_dual([[1.0, 3.0], [3.0, 9.0]], [-1.0, 1.0])
    >>> fit.alpha.round(6), round(fit.b, 6)
    (array([0.5, 0.5]), -2.0)
    """
    return Program(svm_problem(K, y, offset)).solve(as_margin(C), 0.0)


@dataclass(frozen=True)
class Units:
    """The length of φ(x), the height and the middle of y: a solver is given numbers
    near 1.
    """

    length: float
    height: float
    middle: float

    @property
    def box(self) -> float:
        """What C is multiplied by."""
        return self.length / self.height * self.length

    def box_of(self, C: float) -> float:
        """C in these units; ∞ for a hard margin alone."""
        box = C * self.box
        if np.isinf(C) or np.finfo(float).tiny <= box < np.inf:
            return float(C) if np.isinf(C) else box
        raise ValueError(
            f"C k(x, x)/|y| leaves the range of floats, with C = {C:g}, k(x, x) ="
            f" {self.length:.3g}², |y| = {self.height:.3g}, and it decides how closely"
            " f may follow y. Try other units for x or y, or another C."
        )

    def scaled(self, y: Array) -> Array:
        """y in these units."""
        return (y - self.middle) / self.height


def _solve(program: cp.Problem, why_none: str = "") -> None:
    """Solve by the first solver that can, and say so where it is not the first of all;
    ``why_none`` if it has no answer.
    """
    failures: dict[str, str] = {}
    # A solver that cannot keep to our tolerances is asked for its own: whatever it
    # finds is verified.
    for solver, options in [
        (name, each) for name, tight in SOLVERS for each in (tight, {})
    ]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # "may be inaccurate"
                program.solve(solver=solver, **options)
        except (cp.SolverError, ArithmeticError) as error:
            failures[solver] = str(error)
            continue
        if why_none and program.status in (
            cp.INFEASIBLE,
            cp.UNBOUNDED,
            cp.INFEASIBLE_INACCURATE,
            cp.UNBOUNDED_INACCURATE,
        ):
            raise UnverifiedError(
                f"{why_none} ({solver}: {program.status}). {MARGIN_HINT}"
            )
        if program.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            failures.pop(solver, None)
            if failures:
                warnings.warn(
                    f"{_listed(failures)} failed, so {solver} solved it instead",
                    RuntimeWarning,
                    stacklevel=3,
                )
            return
        failures[solver] = program.status
    raise UnverifiedError(
        f"none of the solvers found the minimum: {_listed(failures)}. Try a smaller C,"
        " and look for values that differ by many orders of magnitude."
    )


def _listed(failures: dict[str, str]) -> str:
    return "; ".join(f"{solver} ({why})" for solver, why in failures.items())
