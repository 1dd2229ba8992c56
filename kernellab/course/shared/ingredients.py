"""Checked data, systems that may be singular, and scales that derivations share."""

from typing import Any

import numpy as np

from askfirst import Assumption, Step, assume
from kernellab import SingularMatrixError
from kernellab._arrays import Array, ArrayLike, as_points, as_targets, nonnegative
from kernellab._linalg import as_gram, eigen, rank
from kernellab._tolerances import is_psd, rounding_of_eigenvalues
from kernellab.solvers.ridge import WHY_LAM

Ridge = tuple[Array, Array, float, Assumption]  # Φ or K, y, λ and that λ > 0
VANISHED = 1e-150
# Why a Gram matrix K is ΦΦᵀ
SOME_FEATURES = (
    "a Gram matrix holds inner products of some features; here they come from its"
    " eigenvectors"
)


def features_and_targets(Phi: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Φ (n, m) and y (n,), checked."""
    Phi = as_points(Phi, "Phi")
    return Phi, as_targets(y, len(Phi))


def ridge_on_features(Phi: ArrayLike, y: ArrayLike, lam: float) -> Ridge:
    """Φ (n, m), y (n,) and λ ≥ 0, checked, and the assumption that λ > 0."""
    return *features_and_targets(Phi, y), *_penalty(lam)


def ridge_on_gram(K: ArrayLike, y: ArrayLike, lam: float) -> Ridge:
    """K (n, n), y (n,) and λ ≥ 0, checked, and the assumption that λ > 0."""
    K = as_gram(K)
    return K, as_targets(y, len(K)), *_penalty(lam)


def _penalty(lam: float) -> tuple[float, Assumption]:
    lam = nonnegative(lam, "lam", WHY_LAM)
    return lam, assume("λ > 0", lam > 0, f"λ = {lam:g}")


def divisor(values: ArrayLike) -> Any:
    """Numbers to divide by: NaN in place of 0, so that the quotient is NaN."""
    return np.where(np.equal(values, 0), np.nan, values)[()]


def stacked(Phi: Array, lam: float) -> Array:
    """Φ over √λI: ridge regression is least squares on these rows."""
    return np.vstack([Phi, np.sqrt(lam) * np.eye(Phi.shape[1])])


def ridge_minimiser(Phi: Array, y: Array, lam: float) -> Array:
    """The shortest minimiser of ‖y − Φw‖² + λ‖w‖², by least squares on stacked rows."""
    right = np.append(y, np.zeros(Phi.shape[1]))
    return np.asarray(np.linalg.lstsq(stacked(Phi, lam), right)[0])


def bordered(matrix: Array) -> tuple[Array, float]:
    """The matrix with a border of u and a corner of 0, and u, of the matrix's size.

    A border of ones beside a much larger or smaller matrix would look singular.
    """
    u = float(np.abs(matrix).max()) or 1.0
    border = np.pad(matrix, (0, 1), constant_values=u)
    border[-1, -1] = 0.0
    return border, u


def ridge_objective(Phi: Array, y: Array, lam: float, w: Array) -> float:
    """‖y − Φw‖² + λ‖w‖²."""
    return float(np.sum((y - Phi @ w) ** 2) + lam * np.sum(w**2))


def solution(matrix: Array, right: Array, inverts: Assumption) -> Array:
    """matrix⁻¹ · right, or NaN throughout where the matrix is not invertible."""
    if inverts.holds:
        return np.asarray(np.linalg.solve(matrix, right))
    return np.full(right.shape, np.nan)


def solve(name: str, matrix: Array, right: Array) -> Array:
    """matrix⁻¹ · right; refuses a matrix, called ``name``, that is not invertible."""
    try:
        return np.asarray(np.linalg.solve(matrix, right))
    except np.linalg.LinAlgError:
        raise SingularMatrixError(
            f"{name} is singular, so the system has no single answer. Try another λ, or"
            " other data."
        ) from None


def gradient_scale(Phi: Array, y: Array) -> float:
    """The size of the numbers that cancel in a gradient Φᵀ(y − Φw)."""
    return float(np.abs(Phi).max() * np.abs(y).sum())


def length(*matrices: ArrayLike) -> float:
    """The product of the norms, which bounds every product of these matrices."""
    return float(np.prod([np.linalg.norm(each) for each in matrices]))


def condition(matrix: Array) -> float:
    """The largest singular value over the smallest above rounding; 1 for zeros."""
    values = np.linalg.svd(matrix, compute_uv=False)
    values = values[values > rounding_of_eigenvalues(values, max(matrix.shape))]
    return float(values[0] / values[-1]) if len(values) else 1.0


def condition_of_system(matrix: Array, inverts: Assumption) -> float:
    """The condition number, with every singular value if the matrix inverts."""
    return float(np.linalg.cond(matrix)) if inverts.holds else condition(matrix)


def semidefinite(K: Array) -> Assumption:
    """The assumption that a symmetric K is positive semidefinite, to rounding."""
    values, _ = eigen(K)
    seen = f"its smallest eigenvalue is {values[0]:.2g}"
    return assume("K positive semidefinite", is_psd(values), seen)


def on_features(why: str, K: Array, Phi: Array) -> Step:
    """K = ΦΦᵀ for the Φ of ``features_of``; it breaks where K is not a Gram matrix."""
    return Step(r"K=\Phi\Phi^\top", why, (K, Phi @ Phi.T), needs=(semidefinite(K),))


def levelled(left: Array, right: Array) -> tuple[Array, Array]:
    """Two stacks of tables, each pair of tables divided by its largest entry.

    A pair below ``VANISHED`` is left as it is: factors of its entries may have lost
    their digits at the end of the range of floats.
    """
    axes = tuple(range(1, left.ndim))
    largest = np.maximum(np.abs(left).max(axis=axes), np.abs(right).max(axis=axes))
    largest = np.where(largest > VANISHED, largest, 1.0).reshape(-1, *[1] * len(axes))
    return left / largest, right / largest


def full_rank(name: str, matrix: np.ndarray) -> Assumption:
    """The assumption that a square matrix has full numerical rank."""
    n = len(matrix)
    found = rank(matrix)
    return assume(f"{name} invertible", found == n, f"its rank is {found} of {n}")
