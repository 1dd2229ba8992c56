"""Ridge regression on arrays: min ‖y − Φw‖² + λ‖w‖², in the primal and in the dual.

The loss is a sum over points, so λ is the number added to the diagonal. An offset b is
not penalised: K and y are centred first.
"""

from kernellab._arrays import Array, ArrayLike, as_points, as_targets, nonnegative
from kernellab._linalg import as_gram, centre, solve_positive
from kernellab._tolerances import least_solvable

__all__ = ["ridge_dual", "ridge_dual_offset", "ridge_primal"]

WHY_LAM = "a negative λ rewards long w, so the objective has no minimum"


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, (m,), the minimum of ‖y − Φw‖² + λ‖w‖².

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Raises SingularMatrixError where ΦᵀΦ
    + λI is singular to rounding, as for λ = 0 with m > n: then many w fit equally well.

    Source: Lecture 16, Kernel ridge regression, which has λ divided by n.

    >>> ridge_primal([[1.0], [2.0]], [1.0, 2.0], lam=0.0)
    array([1.])
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    return solve_positive(Phi.T @ Phi, Phi.T @ y, lam, "ΦᵀΦ")


def ridge_dual(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """α = (K + λI)⁻¹ y, (n,), so that f(x) = Σᵢ αᵢ k(xᵢ, x), and w = Φᵀα for K = ΦΦᵀ.

    ``K`` is (n, n), symmetric and positive semidefinite as a Gram matrix is (otherwise
    α may be a saddle point), ``y`` (n,), ``lam`` λ ≥ 0.

    Raises SingularMatrixError where K + λI is singular to rounding,
    NotPositiveSemidefiniteError where it has a negative eigenvalue.

    Source: Linear regression and kernels, equation 9, whose â is λα.

    >>> ridge_dual([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0], lam=1.0)
    array([1., 1.])
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    return dual_fit(K, y, lam)[0]


def ridge_dual_offset(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """α = (CKC + λI)⁻¹ Cy and b = ȳ − (1/n) 1ᵀKα, where C = I − 11ᵀ/n; then 1ᵀα = 0.

    ``K`` is (n, n), ``y`` (n,), ``lam`` λ > 0. f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Raises SingularMatrixError for λ = 0, because CKC has the eigenvalue 0 with the
    eigenvector 1; else as ``ridge_dual``.

    Source: Linear regression and kernels, appendix, equations 37-44, whose â is λα.

    >>> alpha, b = ridge_dual_offset([[1.0, 2.0], [2.0, 4.0]], [11.0, 12.0], lam=0.5)
    >>> alpha.round(6).tolist(), round(b, 6)
    ([-0.5, 0.5], 10.75)
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    return dual_fit(K, y, lam, offset=True)


def dual_fit(
    K: Array, y: Array, lam: float, offset: bool = False
) -> tuple[Array, float]:
    """α and b of checked input."""
    if not offset:
        return solve_positive(K, y, lam, "K"), 0.0
    mean, least = float(y.mean()), least_solvable(K)  # CKC inherits the rounding of K
    alpha = solve_positive(centre(K), y - mean, lam, "CKC", least)
    alpha -= alpha.mean()
    return alpha, mean - float(K.mean(axis=0) @ alpha)
