"""One exact fit of a support vector machine from libsvm's working set.

libsvm (Chang and Lin, 2011, by way of scikit-learn) is fast and approximate: it keeps K
in single precision and stops at a tolerance. Its states (zero, free or bound) are
nearly always right, and give the exact solution by one linear system. Where they are
wrong, the convex program is asked, and what cannot be verified is refused.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import nonnegative, positive
from kernellab.solvers.active_set import verified
from kernellab.solvers.dual import (
    WHY_C,
    WHY_EPSILON,
    Dual,
    Proposal,
    SupportVectors,
    as_margin,
    proposal_of,
    support_vectors,
    svm_problem,
    svr_problem,
    zero_proposal,
)

__all__ = ["svm_fit", "svr_fit"]

STOP = 1e-6  # libsvm's tolerance, in the units of y
PATIENCE = 100  # iterations a point before libsvm is asked for what it has
# C times k(x, x), beyond which no digit of f is left.
LARGEST = 1e-3 / np.finfo(float).eps


def svr_fit(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportVectors:
    """α with the least ½αᵀKα − αᵀy + ε‖α‖₁ where |αᵢ| ≤ C, and Σα = 0 with an offset:
    ``svr_dual``, faster.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the
    units of y. b = 0 unless ``offset``.

    Raises ValueError for C ≤ 0, ε < 0 and data that are not finite numbers,
    NotPositiveSemidefiniteError for a K that comes from no kernel, UnverifiedError
    where double precision cannot hold the answer.

    Source: Lecture 16, Kernel ridge regression (the dual); C.-C. Chang and C.-J. Lin,
    LIBSVM, 2011.

    >>> svr_fit([[1.0, 0.0], [0.0, 1.0]], [3.0, 0.5], C=2.0, epsilon=1.0).alpha
    array([2., 0.])
    """
    return fit(
        svr_problem(K, y, offset),
        nonnegative(epsilon, "epsilon", WHY_EPSILON),
        positive(C, "C", WHY_C),
    )


def svm_fit(
    K: ArrayLike, y: ArrayLike, C: float, offset: bool = True
) -> SupportVectors:
    """α with the least ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ − Σα where 0 ≤ αᵢ ≤ C, and Σᵢ αᵢyᵢ = 0 with an
    offset: ``svm_dual``, faster.

    ``K`` is (n, n) and symmetric, ``y`` (n,) holds labels −1 and +1, ``C`` > 0; C = ∞
    is the hard margin, yᵢf(xᵢ) ≥ 1 for every point. The machine is the sign of Σᵢ αᵢyᵢ
    k(xᵢ, x) + b.

    Raises ValueError for other labels and C ≤ 0, NotPositiveSemidefiniteError for a K
    that comes from no kernel, UnverifiedError where double precision cannot hold the
    answer, as for a hard margin on classes that only rounding separates.

    Source: Lecture 14, Kernels continued (SVM); C.-C. Chang and C.-J. Lin, LIBSVM,
    2011.

    >>> machine = svm_fit([[1.0, 3.0], [3.0, 9.0]], [-1.0, 1.0], C=np.inf)
    >>> machine.alpha.round(6), round(machine.b, 6)
    (array([0.5, 0.5]), -2.0)
    """
    return fit(svm_problem(K, y, offset), 0.0, as_margin(C))


def fit(dual: Dual, epsilon: float, C: float) -> SupportVectors:
    """The verified answer of a dual whose parts are checked."""
    found, route = verified(dual, epsilon, C, routes(dual, epsilon, C))
    return support_vectors(dual, epsilon, C, found.alpha, found.b, found.kkt, route)


def routes(
    dual: Dual, epsilon: float, C: float
) -> list[tuple[str, Callable[[], Proposal | None]]]:
    """What proposes states, in this order."""
    return [
        ("libsvm", partial(by_libsvm, dual, epsilon, C)),
        ("the convex program", partial(by_program, dual, epsilon, C)),
        ("an active set from α = 0", partial(zero_proposal, dual)),
    ]


def by_libsvm(dual: Dual, epsilon: float, C: float) -> Proposal:
    """libsvm's weights and states.

    It always fits an offset. Without one the points are given a second time, mirrored:
    −φ(x) with target −y. By symmetry the offset of the doubled problem is 0, and αᵢ is
    the difference of the two weights, each in half the box.
    """
    from sklearn.svm import SVC, SVR  # scikit-learn is slow to import

    # Powers of two keep ties exact.
    unit, size = (2.0 ** round(np.log2(scale)) for scale in (dual.unit, dual.size))
    K, y = dual.K / unit, (dual.y - dual.middle) / size
    box, regression = float(min(C * unit / size, LARGEST)), bool(dual.up.all())
    if not dual.offset:
        K, y, box = np.block([[K, -K], [-K, K]]), np.concatenate([y, -y]), box / 2
    options = {
        "kernel": "precomputed",
        "C": box,
        "tol": STOP,
        "max_iter": PATIENCE * len(y) + 10_000,
    }
    machine = SVR(epsilon=epsilon / size, **options) if regression else SVC(**options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fit cut short is a proposal too
        machine.fit(K, y if regression else np.sign(y))
    weights = np.zeros(len(y))
    weights[machine.support_] = machine.dual_coef_[0]
    if not dual.offset:
        weights, box = weights[: len(dual.y)] - weights[len(dual.y) :], 2 * box
    proposal = proposal_of(weights, box if np.isfinite(C) else np.inf)
    return Proposal(proposal.state, weights * (size / unit))


def by_program(dual: Dual, epsilon: float, C: float) -> Proposal | None:
    """The weights of the convex program, or None where no solver finds any."""
    from kernellab.solvers.convex import Program  # cvxpy is slow to import

    try:
        alpha = Program(dual).weights(C, epsilon)
    except ValueError:
        return None
    return proposal_of(alpha, C, 1e-5)
