"""Ridge regression on arrays: min ‖y − Φw‖² + λ‖w‖², in the primal and in the dual.

The loss is a sum over points, so λ is the number added to the diagonal. With an offset
b, which is not penalised, features and targets are centred first. These functions know
no kernel: they take Φ or K.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, as_targets, nonnegative
from kernellab._linalg import (
    SOLVABLE,
    about_mean,
    as_gram,
    centre,
    least_solvable,
    mean_of,
    product,
    rounding_of,
    solve_positive,
)

__all__ = ["ridge_dual", "ridge_dual_offset", "ridge_primal", "ridge_primal_offset"]

WHY_LAM = "a negative λ rewards long w, so the objective has no minimum"


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, the minimum of ‖y − Φw‖² + λ‖w‖².

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,). The matrix solved
    is (m, m).

    Raises SingularMatrixError where ΦᵀΦ + λI is singular to rounding, as for λ = 0 with
    m > n: then many w fit equally well.

    Source: Lecture 16, Kernel ridge regression (closed form, with λ there divided by
    n).

    >>> ridge_primal([[1.0], [2.0]], [1.0, 2.0], lam=0.0)
    array([1.])
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    return solve_positive(
        product(Phi.T, Phi, "ΦᵀΦ"), product(Phi.T, y, "Φᵀy"), lam, "ΦᵀΦ"
    )


def ridge_dual(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """α = (K + λI)⁻¹ y; the fit is f(x) = Σᵢ αᵢ k(xᵢ, x), and w = Φᵀα where K = ΦΦᵀ.

    ``K`` is (n, n), symmetric and positive semidefinite as every Gram matrix of a
    kernel is (otherwise α may be a saddle point), ``y`` (n,), ``lam`` λ ≥ 0. Returns α,
    (n,). The matrix solved is (n, n).

    Raises SingularMatrixError where K + λI is singular to rounding,
    NotPositiveSemidefiniteError where it has a negative eigenvalue, and ValueError for
    an asymmetric K.

    Source: Kernelized linear regression (kernelized ridge regression); Linear
    regression and kernels, equation 9, whose â is λα.

    >>> ridge_dual([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0], lam=1.0)
    array([1., 1.])
    """
    K = as_gram(K)
    return dual(K, as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM))


def ridge_primal_offset(
    Phi: ArrayLike, y: ArrayLike, lam: float
) -> tuple[Array, float]:
    """w and b, the minimum of ‖y − Φw − b1‖² + λ‖w‖² with b free of penalty.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,), and b: w solves the
    ridge problem on centred features and targets, b = ȳ − φ̄ᵀw.

    Raises SingularMatrixError as ``ridge_primal`` does, for the centred features.

    Source: Linear regression and kernels, appendix, equations 33-37.

    >>> w, b = ridge_primal_offset([[1.0], [2.0]], [11.0, 12.0], lam=0.0)
    >>> w.round(6).tolist(), round(b, 6)
    ([1.0], 10.0)
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    middle, mean, least = (
        mean_of(Phi),
        mean_of(y),
        SOLVABLE * rounding_of(Phi),
    )  # what centring leaves of a constant column
    centred = Phi - middle
    A, v = (
        product(centred.T, centred, "centred ΦᵀΦ"),
        product(centred.T, about_mean(y, mean), "Φᵀy"),
    )
    w = solve_positive(A, v, lam, "centred ΦᵀΦ", least * least)
    return w, float(mean - product(middle, w, "b"))


def ridge_dual_offset(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """α = (CKC + λI)⁻¹ Cy and b = ȳ − (1/n) 1ᵀKα, where C = I − 11ᵀ/n; then 1ᵀα = 0.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``lam`` λ > 0. Returns α, (n,), and b;
    f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Raises SingularMatrixError for λ = 0: CKC always has the eigenvalue 0, with
    eigenvector 1. Else as ``ridge_dual``.

    Source: Linear regression and kernels, appendix, equations 37-44, whose â is λα.

    >>> alpha, b = ridge_dual_offset([[1.0, 2.0], [2.0, 4.0]], [11.0, 12.0], lam=0.5)
    >>> alpha.round(6).tolist(), round(b, 6)
    ([-0.5, 0.5], 10.75)
    """
    K = as_gram(K)
    return dual_offset(K, as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM))


def dual(
    K: Array,
    y: Array,
    lam: float,
    weights: Array | None = None,
    centred: Array | None = None,
) -> Array:
    """``ridge_dual`` for input that is already checked; with ``weights`` sᵢ > 0 of the
    losses (SK + λI)⁻¹ Sy.

    That is S½ (S½KS½ + λI)⁻¹ S½y. A ``centred`` K, solved in its place, inherits its
    rounding.
    """
    A, name = (K, "K") if centred is None else (centred, "CKC")
    root: Array | float = 1.0
    if weights is not None:
        root = np.sqrt(weights)
        A, K, name = A * np.outer(root, root), K * np.outer(root, root), f"S½{name}S½"
    return root * solve_positive(
        A, root * y, lam, name, 0.0 if centred is None else least_solvable(K)
    )


def dual_offset(
    K: Array, y: Array, lam: float, weights: Array | None = None
) -> tuple[Array, float]:
    """``ridge_dual_offset`` for input that is already checked; with ``weights`` each
    mean is a weighted one.
    """
    mean, K_mean = mean_of(y, weights), mean_of(K, weights)
    alpha = dual(K, about_mean(y, mean), lam, weights, centre(K, weights))
    alpha -= (
        alpha.mean() if weights is None else weights * (alpha.sum() / weights.sum())
    )  # zero but for rounding
    return alpha, float(mean - product(K_mean, alpha, "b"))
