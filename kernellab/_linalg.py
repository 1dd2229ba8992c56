"""Linear algebra up to rounding: symmetric, semidefinite and singular matrices.

All functions take float64 arrays of the domain (see ``kernellab._arrays``). What counts
as zero is decided in ``kernellab._tolerances``.
"""

import math
from typing import NoReturn

import numpy as np
from scipy.linalg import issymmetric, lapack, svd

from kernellab._arrays import SMALLEST, Array, ArrayLike, as_square, within_domain
from kernellab._tolerances import (
    FORMULA_ROUNDING,
    SYMMETRIC,
    is_psd,
    least_solvable,
    rounding_of,
    rounding_of_eigenvalues,
)
from kernellab.errors import NotPositiveSemidefiniteError, SingularMatrixError

WHY_PSD = (
    "so it comes from no kernel and the dual is not convex: a local minimum need not be"
    " the global one"
)


def as_gram(K: ArrayLike, name: str = "K") -> Array:
    """Return ``K`` as a square symmetric (n, n) array."""
    return symmetric(as_square(K, name), name)


def symmetric(matrix: Array, name: str = "K", smallest: float = SMALLEST) -> Array:
    """Return a square ``matrix`` of the domain if it is symmetric."""
    within_domain(matrix, name, smallest)
    if (entry := asymmetry(matrix)) is not None:
        i, j = entry
        raise ValueError(
            f"{name} is not symmetric: {name}[{i}, {j}] = {matrix[i, j]:.12g} but"
            f" {name}[{j}, {i}] = {matrix[j, i]:.12g}. An inner product does not depend"
            " on the order of its two vectors. Check the function that filled it."
        )
    return matrix


def asymmetry(matrix: Array) -> tuple[int, int] | None:
    """Where Kᵢⱼ and Kⱼᵢ differ most, or None if they differ only by rounding."""
    if issymmetric(matrix):  # to the last bit
        return None
    gap = np.abs(matrix - matrix.T)
    i, j = np.unravel_index(int(gap.argmax()), gap.shape)
    rounding = SYMMETRIC * np.abs(matrix).max()
    return (int(i), int(j)) if gap[i, j] > rounding else None


def as_psd(
    K: ArrayLike, name: str = "K", why: str = WHY_PSD, allowed: float = 0.0
) -> Array:
    """Return ``K`` as a symmetric (n, n) array if the smallest eigenvalue is negative
    by no more than rounding, or than ``allowed`` times the largest. ``why`` is the
    reason for the error.
    """
    K = as_gram(K, name)
    # No diagonal entry is larger in size than the largest eigenvalue. So a matrix that
    # this shift makes positive definite passes the test of the eigenvalues too.
    shifted, rounding = K.copy(), rounding_of_eigenvalues(K.diagonal()) / 2
    shifted.flat[:: len(K) + 1] += max(rounding, allowed * np.abs(K.diagonal()).max())
    if lapack.dpotrf(shifted, lower=1)[1] == 0:  # cheaper than eigenvalues
        return K
    values, _ = eigen(K)
    if is_psd(values) or values[0] >= -allowed * values[-1]:
        return K
    hint = "a kernel"
    if -values[0] <= FORMULA_ROUNDING * values[-1]:
        hint = "points closer to the origin"
        why = f"negative by no more than the rounding of the formula that filled {name}"
    raise NotPositiveSemidefiniteError(
        f"{name} has the eigenvalue {values[0]:.3g}, {why}. Check the function that"
        f" filled it, or try {hint}; psd_report({name}) shows a witness."
    )


def eigen(K: Array) -> tuple[Array, Array]:
    """The eigenvalues of (K + Kᵀ)/2, the smallest first, and their vectors."""
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    return values, vectors


def thin_eigen(K: Array, floor: float) -> tuple[Array, Array]:
    """U (n, r) and s (r,) with K = U diag(s) Uᵀ, up to an error below ``floor``.

    If K has few eigenvalues above rounding, pivoted Cholesky K = LLᵀ ends early, and
    the singular vectors of the thin L are those of K.
    """
    L, pivots = pivoted_cholesky(K, floor / len(K))
    if len(pivots) < len(K) / 2 and np.linalg.norm(K - L @ L.T) <= floor:
        U, roots, _ = svd(L, full_matrices=False, check_finite=False)
        return U, roots**2
    s, U = eigen(K)
    return U, s


def pivoted_cholesky(K: Array, floor: float) -> tuple[Array, np.ndarray]:
    """L (n, r) with K = LLᵀ, and the r pivots, all above ``floor``."""
    factor, order, r, _ = lapack.dpstrf(K.T, tol=floor, lower=1)
    L = np.zeros((len(K), r))
    L[order - 1] = np.tril(factor[:, :r])
    return L, order[:r] - 1


def features_of(K: Array) -> Array:
    """Φ (n, r) with ΦΦᵀ = K, from eigenvectors; negative eigenvalues are left out."""
    values, vectors = eigen(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    keep = values > rounding_of_eigenvalues(values)
    keep[0] = True
    return vectors[:, keep] * np.sqrt(np.maximum(values[keep], 0.0))


def rank(K: Array) -> int:
    """How many eigenvalues of a symmetric K are not zero to rounding."""
    values, _ = eigen(K)
    return int((np.abs(values) > rounding_of_eigenvalues(values)).sum())


def centre(K: Array) -> Array:
    """CKC, where C = I − 11ᵀ/n subtracts the mean from the features of K."""
    mean = K.mean(axis=0)
    # This order of the sums leaves the result symmetric to the bit.
    return K - (mean + mean[:, None]) + mean.mean()


def solve_positive(
    A: Array, v: Array, lam: float, name: str, least: float = 0.0
) -> Array:
    """(A + λI)⁻¹ v for a symmetric A without a negative eigenvalue."""
    return lapack.dpotrs(cholesky_factor(A, lam, name, least), v, lower=1)[0]


def cholesky_factor(
    A: Array, lam: float, name: str, least: float = 0.0, shift: str = "λ"
) -> Array:
    """L with LLᵀ = A + λI in the lower half; the upper half holds other numbers.

    Raises SingularMatrixError if the smallest eigenvalue is not above ``least``, or not
    far enough above rounding. ``name`` and ``shift`` are A and λ in the errors.
    """
    system = A.copy()
    system.flat[:: len(A) + 1] += lam
    rounding = max(least, rounding_of(system))
    threshold = max(least, least_solvable(system))
    # The transpose of A = Aᵀ is in the order of LAPACK.
    factor, failed = lapack.dpotrf(system.T, lower=1, overwrite_a=1, clean=0)
    smallest = -math.inf if failed else float(factor.diagonal().min() ** 2)
    # If λ and the pivots are large, so is the smallest eigenvalue. Otherwise it is
    # estimated by 1/‖(A + λI)⁻¹‖, which may be a few times too large. If the estimate
    # is small, the eigenvalue is computed.
    if not failed and min(smallest, lam) <= threshold:
        smallest = 0.1 * float(lapack.dpocon(factor, 1.0, uplo="L")[0])
    if not smallest > threshold:
        smallest = float(np.linalg.eigvalsh(A)[0]) + lam
        if failed or not smallest > threshold:
            refuse_singular(name, lam, smallest, threshold, rounding, shift)
    return factor


def refuse_singular(
    name: str,
    lam: float,
    smallest: float,
    least: float,
    rounding: float,
    shift: str = "λ",
) -> NoReturn:
    """Raise an error for K + λI, whose ``smallest`` eigenvalue is at most ``least``.

    ``name`` and ``shift`` are K and λ in the error.
    """
    if smallest < -rounding:
        raise NotPositiveSemidefiniteError(
            f"{name} + {shift}I has the eigenvalue {smallest:.3g} at {shift} = {lam:g}:"
            f" {name} is not positive semidefinite, and the objective has no minimum."
            " Check the function that filled it, or try points closer to the origin."
        )
    raise SingularMatrixError(
        f"{name} + {shift}I cannot be inverted at {shift} = {lam:g}: its smallest"
        f" eigenvalue, about {smallest:.2g}, does not rise above the rounding of {name}"
        f" (two digits need {least:.2g}), so many solutions fit equally well. Try"
        f" {shift} > {least:.1g}, fewer features, or points without repeats."
    )
