"""Ridge regression on arrays: min ‖y − Φw‖² + λ‖w‖², in the primal and in the dual.

The loss is a sum over points, so λ is the number added to the diagonal. With an offset b, which is not penalised,
features and targets are centred first. These functions know no kernel: they take Φ or K.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.lapack import dpocon

from kernellab._arrays import Array, as_points, as_targets, nonnegative
from kernellab._linalg import as_gram, centre, rounding_of

WHY_LAM = "a negative λ rewards long w, so the objective has no minimum"


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, the minimum of ‖y − Φw‖² + λ‖w‖².

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,). The matrix solved is (m, m).

    Raises ValueError where ΦᵀΦ + λI is singular to rounding, as for λ = 0 with m > n: then many w fit equally well.

    Source: Lecture 16, Kernel ridge regression (closed form, with λ there divided by n).

    >>> ridge_primal([[1.0], [2.0]], [1.0, 2.0], lam=0.0)
    array([1.])
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    return normal_equations(Phi.T @ Phi, Phi.T @ y, lam)


def ridge_dual(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """α = (K + λI)⁻¹ y; the fit is f(x) = Σᵢ αᵢ k(xᵢ, x), and w = Φᵀα where K = ΦΦᵀ.

    ``K`` is (n, n), symmetric and positive semidefinite as every Gram matrix of a kernel is (otherwise α may be a
    saddle point), ``y`` (n,), ``lam`` λ ≥ 0. Returns α, (n,). The matrix solved is (n, n).

    Raises ValueError where K + λI is singular to rounding or not positive definite, and for an asymmetric K.

    Source: Kernelized linear regression (kernelized ridge regression); Linear regression and kernels, equation 9,
    whose â is λα.

    >>> ridge_dual([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0], lam=1.0)
    array([1., 1.])
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    return dual(K, y, lam)


def ridge_primal_offset(Phi: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """w and b, the minimum of ‖y − Φw − b1‖² + λ‖w‖² with b free of penalty.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,), and b: w solves the ridge problem on centred
    features and targets, b = ȳ − φ̄ᵀw.

    Raises ValueError as ``ridge_primal`` does, for the centred features.

    Source: Linear regression and kernels, appendix, equations 33-37.

    >>> w, b = ridge_primal_offset([[1.0], [2.0]], [11.0, 12.0], lam=0.0)
    >>> w.round(6).tolist(), round(b, 6)
    ([1.0], 10.0)
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    middle, mean = Phi.mean(axis=0), y.mean()
    rounding = (len(Phi) * np.finfo(float).eps * np.linalg.norm(Phi)) ** 2  # what centring a constant column leaves
    w = _solve((Phi - middle).T @ (Phi - middle), (Phi - middle).T @ (y - mean), lam, "centred ΦᵀΦ", rounding)
    return w, float(mean - middle @ w)


def ridge_dual_offset(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """α = (CKC + λI)⁻¹ Cy and b = ȳ − (1/n) 1ᵀKα, where C = I − 11ᵀ/n; then 1ᵀα = 0.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``lam`` λ > 0. Returns α, (n,), and b; f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Raises ValueError for λ = 0: CKC always has the eigenvalue 0, with eigenvector 1.

    Source: Linear regression and kernels, appendix, equations 37-44, whose â is λα.

    >>> alpha, b = ridge_dual_offset([[1.0, 2.0], [2.0, 4.0]], [11.0, 12.0], lam=0.5)
    >>> alpha.round(6).tolist(), round(b, 6)
    ([-0.5, 0.5], 10.75)
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    return dual_offset(K, y, lam)


def normal_equations(A: Array, v: Array, lam: float, rounding: float = 0.0) -> Array:
    """``ridge_primal`` out of A = ΦᵀΦ, which is overwritten, and v = Φᵀy; an eigenvalue of A is known to ``rounding``."""
    return _solve(A, v, lam, "ΦᵀΦ", rounding)


def dual(K: Array, y: Array, lam: float) -> Array:
    """``ridge_dual`` for input that is already checked; K is overwritten."""
    return _solve(K, y, lam, "K")


def dual_offset(K: Array, y: Array, lam: float) -> tuple[Array, float]:
    """``ridge_dual_offset`` for input that is already checked."""
    alpha = _solve(centre(K), y - y.mean(), lam, "CKC", rounding_of(K))
    alpha -= alpha.mean()  # zero but for rounding
    return alpha, float(y.mean() - K.mean(axis=0) @ alpha)


def _solve(A: Array, v: Array, lam: float, name: str, rounding: float = 0.0) -> Array:
    """(A + λI)⁻¹ v for a symmetric A, which is overwritten; says so where the answer would be rounding noise.

    ``rounding`` is the error that the eigenvalues of A brought along, where A is a difference of larger numbers.
    """
    A[np.diag_indices(len(A))] += lam
    floor, diagonal = max(rounding_of(A), rounding), A.diagonal().copy()
    try:
        factor = cho_factor(A.T, lower=True, overwrite_a=True, check_finite=False)  # A.T = A, in LAPACK's order
        smallest = float(factor[0].diagonal().min() ** 2)
        if min(smallest, lam) <= floor:  # a large λ and large pivots are beyond doubt; else ask LAPACK for 1/‖A⁻¹‖
            smallest, _ = dpocon(factor[0], 1.0, uplo="L")
    except LinAlgError:  # not positive definite; the lower triangle of A is still intact
        A[np.diag_indices(len(A))] = diagonal
        smallest = float(np.linalg.eigvalsh(A, UPLO="L")[0])
    if not smallest > floor:
        raise ValueError(singular(name, lam, smallest, floor))
    return cho_solve(factor, v, check_finite=False)


def singular(name: str, lam: float, smallest: float, floor: float) -> str:
    """What to say of a K + λI whose smallest eigenvalue does not rise above the rounding ``floor``."""
    if smallest < -floor:
        return (
            f"{name} + λI has the eigenvalue {smallest:.3g} at λ = {lam:g}: {name} is not positive semidefinite, so it comes "
            "from no kernel and the objective has no minimum. Check the function that filled it, or try a kernel."
        )
    return (
        f"{name} + λI cannot be inverted at λ = {lam:g}: its smallest eigenvalue, about {smallest:.2g}, does not rise above "
        f"the rounding of {name} ({floor:.2g} here), so infinitely many solutions fit equally well and digits would "
        f"decide between them. Try λ > {floor:.1g}, fewer features, points without repeats, or smaller units for x."
    )
