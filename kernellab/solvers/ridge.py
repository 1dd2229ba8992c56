"""Ridge regression on arrays: min ‖y − Φw‖² + λ‖w‖², in the primal and in the dual.

The loss is a sum over points, so λ is the number added to the diagonal. With an offset
b, which is not penalised, features and targets are centred first. These functions take
Φ or K, and know no kernel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, as_targets, nonnegative
from kernellab._linalg import (
    SOLVABLE,
    as_gram,
    centre,
    least_solvable,
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
    return solve_positive(Phi.T @ Phi, Phi.T @ y, lam, "ΦᵀΦ")


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
    middle, mean = Phi.mean(axis=0), y.mean()
    centred = Phi - middle
    least = SOLVABLE * rounding_of(Phi)  # what centring leaves of a constant column
    w = solve_positive(
        centred.T @ centred, centred.T @ (y - mean), lam, "centred ΦᵀΦ", least**2
    )
    return w, float(mean - middle @ w)


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
    """``ridge_dual`` of checked input; with ``weights`` sᵢ > 0 (SK + λI)⁻¹ Sy.

    That is S½ (S½KS½ + λI)⁻¹ S½y. A ``centred`` K, solved in place of K, inherits the
    rounding of K.
    """
    A, name = (K, "K") if centred is None else (centred, "CKC")
    root: Array | float = 1.0
    if weights is not None:
        root = np.sqrt(weights)
        A, K, name = A * np.outer(root, root), K * np.outer(root, root), f"S½{name}S½"
    least = 0.0 if centred is None else least_solvable(K)
    return root * solve_positive(A, root * y, lam, name, least)


def dual_offset(
    K: Array, y: Array, lam: float, weights: Array | None = None
) -> tuple[Array, float]:
    """``ridge_dual_offset`` of checked input; ``weights`` are sᵢ > 0, of means too."""
    mean = np.average(y, weights=weights)
    K_mean = np.average(K, axis=0, weights=weights)
    alpha = dual(K, y - mean, lam, weights, centre(K, weights))
    # The sum of α is zero but for rounding
    if weights is None:
        alpha -= alpha.mean()
    else:
        alpha -= weights * (alpha.sum() / weights.sum())
    return alpha, float(mean - K_mean @ alpha)
