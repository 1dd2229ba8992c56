"""The exact fit of a support vector machine from libsvm's working set.

libsvm (C.-C. Chang and C.-J. Lin, 2011, by way of scikit-learn) is fast and
approximate. Its states (zero, free or bound) are nearly always right, and give the
exact solution by one linear system (``kernellab.solvers.active_set``).
"""

import warnings
from collections.abc import Iterator

import numpy as np

from kernellab._arrays import Array, ArrayLike, nonnegative, positive
from kernellab._tolerances import EPS
from kernellab.errors import UnverifiedError
from kernellab.solvers.active_set import active_set_method
from kernellab.solvers.dual import (
    TOLERANCE,
    WHY_C,
    WHY_EPSILON,
    Dual,
    Solution,
    SupportVectors,
    as_margin,
    states_of,
    support_vectors,
    svm_problem,
    svr_problem,
)

__all__ = ["svm_dual", "svr_dual"]

STOP = 1e-6  # libsvm's tolerance, in the units of y
MOST_ITERATIONS = 50  # of libsvm, for each point; the rest is left to the active set
# The largest C in the units of libsvm, C · k(x, x) / size of y: above it rounding
# spoils each digit of f
LARGEST_C = 1e-3 / EPS


def svr_dual(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportVectors:
    """α with the least ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C; the fit is f = Kα + b.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the
    units of y. With ``offset`` also Σα = 0, else b = 0.

    Raises NotPositiveSemidefiniteError for a K that comes from no kernel,
    UnverifiedError where double precision holds no answer.

    Source: Lecture 16, Kernel ridge regression (the dual).

    >>> fit = svr_dual([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0], C=100.0, epsilon=0.5)
    >>> fit.alpha.round(6), fit.free
    (array([0.   , 0.375]), array([False,  True]))
    """
    dual = svr_problem(K, y, offset)
    epsilon = nonnegative(epsilon, "epsilon", WHY_EPSILON)
    return solve_dual(dual, epsilon, positive(C, "C", WHY_C))


def svm_dual(
    K: ArrayLike, y: ArrayLike, C: float = np.inf, offset: bool = True
) -> SupportVectors:
    """α with the least ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ − Σα where 0 ≤ αᵢ ≤ C.

    ``K`` is (n, n) and symmetric, ``y`` (n,) holds labels −1 and +1, ``C`` > 0. C = ∞
    is the hard margin, yᵢf(xᵢ) ≥ 1 for every point. With ``offset`` also Σᵢ αᵢyᵢ = 0.
    The machine is the sign of Σᵢ αᵢyᵢ k(xᵢ, x) + b. Where no point is free, b is the
    middle of the interval that the points allow.

    Raises ValueError for labels other than ±1, and else as ``svr_dual`` does: a hard
    margin on classes that only rounding separates is not verified.

    Source: Lecture 14, Kernels continued (SVM). For the primal printed in the lecture,
    which has no ½, the box is C/2.

    >>> fit = svm_dual([[1.0, 3.0], [3.0, 9.0]], [-1.0, 1.0])
    >>> fit.alpha.round(6), round(fit.b, 6)
    (array([0.5, 0.5]), -2.0)
    """
    return solve_dual(svm_problem(K, y, offset), 0.0, as_margin(C))


def solve_dual(dual: Dual, epsilon: float, C: float) -> SupportVectors:
    """The verified solution of a dual, for checked ε and C."""
    return support_vectors(dual, epsilon, C, verified_fit(dual, epsilon, C))


# C = ∞ may be multiplied by 0, and weights without a bound may overflow.
@np.errstate(over="ignore", invalid="ignore")
def verified_fit(
    dual: Dual, epsilon: float, C: float, near: Solution | None = None
) -> Solution:
    """The fit that meets all KKT conditions.

    The search starts from a fit ``near`` it, if given, then from the states that libsvm
    proposes, then from α = 0.
    """

    def starts() -> Iterator[tuple[np.ndarray, Array, int]]:
        n = len(dual.y)
        if near is not None:  # with more steps, libsvm's proposal costs less
            yield near.state, near.alpha, 10 + 3000 // n
        yield *libsvm_proposal(dual, epsilon, C), 40 * n + 400
        yield np.zeros(n, np.int8), np.zeros(n), 40 * n + 400

    best = np.inf
    for start in starts():
        fit = active_set_method(dual, epsilon, C, *start)
        if dual.is_verified(fit):
            return fit
        best = min(best, max(fit.kkt, dual.fit_rounding(fit.alpha)))
    if np.isinf(C):
        raise UnverifiedError(
            "no hyperplane separates the two classes in this feature space beyond"
            " rounding, so there is no hard margin (C = ∞). Try a finite C, such as"
            " C=1.0, or more features."
        )
    # The C up to which the rounding of Kα is below the tolerance
    largest = TOLERANCE * dual.size / (EPS * float(np.abs(dual.K).sum(axis=1).max()))
    smaller = f"a C of at most {largest:.1g}" if largest < C else "a smaller C"
    raise UnverifiedError(
        f"no α was found at ε = {epsilon:g}, C = {C:g} that meets the conditions of the"
        f" minimum: the best one violates them by {best:.2g} times the size of y."
        " Double precision keeps sixteen digits, and here C times k(x, x) is"
        f" {C * dual.K.diagonal().max() / dual.size:.1g} times the size of y, so that"
        f" large weights cancel. Try {smaller}, or a kernel of less range, or columns"
        " divided by their spread, as by scikit-learn's StandardScaler."
    )


def libsvm_proposal(dual: Dual, epsilon: float, C: float) -> tuple[np.ndarray, Array]:
    """libsvm's states and weights, (n,) each.

    libsvm always fits an offset. For a fit without one, each point comes a second time
    as −φ(x) with target −y. By symmetry the offset is then 0, and αᵢ is the difference
    of the two weights, each bounded by C/2.
    """
    from sklearn import config_context  # scikit-learn is slow to import
    from sklearn.svm import SVC, SVR

    # The units of K and y for libsvm are powers of two, which keep ties exact.
    K_unit, y_unit = (2.0 ** round(np.log2(unit)) for unit in (dual.unit, dual.size))
    K, y = dual.K / K_unit, (dual.y - dual.middle) / y_unit
    bound, regression = float(min(C * K_unit / y_unit, LARGEST_C)), bool(dual.up.all())
    if not dual.offset:
        K, y, bound = np.block([[K, -K], [-K, K]]), np.concatenate([y, -y]), bound / 2
    most = MOST_ITERATIONS * len(y)
    options = {"kernel": "precomputed", "C": bound, "tol": STOP, "max_iter": most}
    machine = SVR(epsilon=epsilon / y_unit, **options) if regression else SVC(**options)
    no_checks = config_context(assume_finite=True, skip_parameter_validation=True)
    with no_checks, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fit that is not converged is a proposal too
        machine.fit(K, y if regression else np.sign(y))
    weights = np.zeros(len(y))
    weights[machine.support_] = machine.dual_coef_[0]
    if not dual.offset:
        weights, bound = weights[: len(dual.y)] - weights[len(dual.y) :], 2 * bound
    alpha = weights * (y_unit / K_unit)
    if np.isfinite(C):
        alpha = np.where(np.abs(weights) >= bound, np.sign(weights) * C, alpha)
    return states_of(alpha, C).astype(np.int8), alpha
