"""What is zero to rounding: the one place that decides whether a matrix is symmetric,
semidefinite, singular or thin.

Everything here takes float64 arrays. An eigenvalue counts as zero within n · ε ·
max|eigenvalue|, where ε is machine epsilon, for that is what rounding alone can make of
one; nothing is ever added to a diagonal unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import issymmetric, lapack, svd

from kernellab._arrays import Array, as_square
from kernellab.errors import NotPositiveSemidefiniteError, SingularMatrixError

EPS = float(np.finfo(float).eps)
SYMMETRIC = 1e-10  # how far apart Kᵢⱼ and Kⱼᵢ may lie, relative to the largest entry
# A negative eigenvalue this large, relative to the largest, is not the rounding of any
# formula
SURE = 1e-9
# How often the rounding of an eigenvalue fits into one that is divided by: a fit keeps
# two digits
SOLVABLE = 20.0
WHY_PSD = (
    "so it comes from no kernel and the dual is not convex: a minimum that is found"
    " need not be the least"
)


def as_gram(K: ArrayLike, name: str = "K") -> Array:
    """Return ``K`` as a square symmetric (n, n) array."""
    return symmetric(as_square(K, name), name)


def symmetric(matrix: Array, name: str = "K") -> Array:
    """Return a square ``matrix``, already checked, if it is symmetric."""
    if (place := asymmetry(matrix)) is not None:
        i, j = place
        raise ValueError(
            f"{name} is not symmetric: {name}[{i}, {j}] = {matrix[i, j]:g} but"
            f" {name}[{j}, {i}] = {matrix[j, i]:g}. An inner product does not depend on"
            " the order of its two vectors. Check the function that filled it."
        )
    return matrix


def asymmetry(matrix: Array) -> tuple[int, int] | None:
    """Where the two halves of a square matrix differ most, or None if they are equal
    but for a few bits of rounding.
    """
    if issymmetric(matrix):  # to the last bit, as it should be
        return None
    gap = np.abs(
        matrix / 2 - matrix.T / 2
    )  # halves, for a difference may be beyond floats
    i, j = np.unravel_index(int(gap.argmax()), gap.shape)
    return (
        (int(i), int(j)) if gap[i, j] > SYMMETRIC / 2 * np.abs(matrix).max() else None
    )


def as_psd(K: ArrayLike, name: str = "K", why: str = WHY_PSD) -> Array:
    """K as a symmetric (n, n) array without an eigenvalue below zero, but for rounding;
    else ``why`` says what that forbids.
    """
    K = as_gram(K, name)
    scaled = K / unit_of(K)
    scaled.flat[:: len(K) + 1] += rounding_of_eigenvalues(scaled.diagonal()) / 2
    if (
        lapack.dpotrf(scaled, lower=1)[1] == 0
    ):  # proof enough, at a fraction of the price of eigenvalues
        return K
    values, _, unit = eigen(K)
    if not is_psd(values):
        if shallow := -values[0] <= SURE * values[-1]:
            why = (
                "below zero by more than its own rounding, by no more than the formula"
                f" that filled {name} may have lost"
            )
        raise NotPositiveSemidefiniteError(
            f"{name} has the eigenvalue {values[0] * unit:.3g}, {why}. Check the"
            " function that filled it, or try"
            f" {'points closer to the origin' if shallow else 'a kernel'};"
            f" psd_report({name}) shows a witness."
        )
    return K


def is_psd(values: Array) -> bool:
    """Whether eigenvalues, the smallest first, are those of a Gram matrix: none
    negative beyond rounding.
    """
    return bool(values[0] >= -rounding_of_eigenvalues(values))


def eigen(K: Array) -> tuple[Array, Array, float]:
    """The eigenvalues of (K + Kᵀ)/2, the smallest first, in a unit that keeps them
    finite; their vectors; and that unit.
    """
    unit = unit_of(K)
    values, vectors = np.linalg.eigh(K / unit / 2 + K.T / unit / 2)
    return values, vectors, unit


def thin_eigen(K: Array, floor: float) -> tuple[Array, Array]:
    """U (n, r) and s (r,) with K = U diag(s) Uᵀ, where what is left out lies below
    ``floor``.

    Smooth kernels, few features and repeated points leave K with few eigenvalues above
    rounding. Pivoted Cholesky K = LLᵀ finds that out column by column; if it ends
    early, the singular vectors of the thin L are those of K.
    """
    L, pivots = pivoted_cholesky(K, floor / len(K))
    if len(pivots) < len(K) / 2 and norm_of(K - L @ L.T, "the size of K") <= floor:
        U, roots, _ = svd(L, full_matrices=False, check_finite=False)
        return U, roots**2
    s, U, unit = eigen(K)
    with np.errstate(over="ignore"):
        return U, in_range(s * unit, "an eigenvalue of K")


def pivoted_cholesky(K: Array, floor: float) -> tuple[Array, np.ndarray]:
    """L (n, r) with K = LLᵀ, and the r rows chosen, for a symmetric K: until what is
    left of no row rises above ``floor``.
    """
    factor, order, r, _ = lapack.dpstrf(K.T, tol=floor, lower=1)
    L = np.zeros((len(K), r))
    L[order - 1] = np.tril(factor[:, :r])
    return L, order[:r] - 1


def features_of(K: Array) -> Array:
    """``eigenfeatures`` for a matrix that is already checked; negative eigenvalues are
    left out, but one column stays.
    """
    values, vectors, unit = eigen(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    keep = values > rounding_of_eigenvalues(values)
    keep[0] = True
    return vectors[:, keep] * (np.sqrt(np.maximum(values[keep], 0.0)) * math.sqrt(unit))


def rank(K: Array) -> int:
    """How many eigenvalues of a symmetric K are not zero to rounding."""
    values = eigen(K)[0]
    return int((np.abs(values) > rounding_of_eigenvalues(values)).sum())


def centre(K: Array, weights: Array | None = None) -> Array:
    """CKC for a matrix that is already checked: the mean feature, by ``weights`` if
    there are any, is taken off each.
    """

    def centred(K: Array) -> Array:
        mean = np.average(K, axis=0, weights=weights)
        return (
            K - (mean + mean[:, None]) + np.average(mean, weights=weights)
        )  # in this order as symmetric as K, to the bit

    return _in_any_unit(centred, K, "CKC")


def mean_of(values: Array, weights: Array | None = None) -> Array:
    """The mean over the first axis, by ``weights`` if there are any, though the sum may
    be beyond floats.
    """
    return _in_any_unit(
        lambda values: np.average(values, axis=0, weights=weights), values, "a mean"
    )


def solve_positive(
    A: Array, v: Array, lam: float, name: str, least: float = 0.0
) -> Array:
    """(A + λI)⁻¹ v for a symmetric A of no negative eigenvalue, or a refusal where
    rounding would decide the answer.

    ``least`` is the smallest eigenvalue that means anything where A, called ``name``,
    brought larger errors than its own rounding along.
    """
    system = A.copy()
    system.flat[:: len(A) + 1] += lam
    own = least_solvable(system)
    rounding, least = max(least, own / SOLVABLE), max(least, own)
    factor, failed = lapack.dpotrf(
        system.T, lower=1, overwrite_a=1, clean=0
    )  # A.T = A, in LAPACK's order
    smallest = -math.inf if failed else float(factor.diagonal().min() ** 2)
    if (
        not failed and min(smallest, lam) <= least
    ):  # a large λ and large pivots leave no doubt; else ask for 1/‖A⁻¹‖
        smallest = 0.1 * float(
            lapack.dpocon(factor, 1.0, uplo="L")[0]
        )  # an estimate, a few times too large at most
    if not smallest > least:  # where there is a doubt, the smallest eigenvalue decides
        smallest = float(np.linalg.eigvalsh(A)[0]) + lam
        if failed or not smallest > least:
            refuse_singular(name, lam, smallest, least, rounding)
    return in_range(
        lapack.dpotrs(factor, v, lower=1)[0],
        f"({name} + λI)⁻¹ at λ = {lam:g} times the targets",
    )


def refuse_singular(
    name: str, lam: float, smallest: float, least: float, rounding: float
) -> NoReturn:
    """Say what is wrong with a K + λI whose ``smallest`` eigenvalue does not rise above
    the ``least`` that means anything.

    One that lies below zero by more than the ``rounding`` is no zero.
    """
    if smallest < -rounding:
        raise NotPositiveSemidefiniteError(
            f"{name} + λI has the eigenvalue {smallest:.3g} at λ = {lam:g}: {name} is"
            " not positive semidefinite, so it comes from no kernel, or from a formula"
            " that lost its digits, and the objective has no minimum. Check the"
            " function that filled it, or try a kernel, or points closer to the"
            " origin."
        )
    raise SingularMatrixError(
        f"{name} + λI cannot be inverted at λ = {lam:g}: its smallest eigenvalue, about"
        f" {smallest:.2g}, does not rise above the rounding of {name} (for two digits"
        f" it takes {least:.2g} here), so in floats many solutions fit equally well and"
        f" digits would decide between them. Try λ > {least:.1g}, fewer features,"
        " points without repeats, or other units for x."
    )


def product(A: Array, B: Array, name: str) -> Array:
    """AB, refused where a sum of products is beyond floats."""
    with np.errstate(over="ignore", invalid="ignore"):
        return in_range(A @ B, name)


def in_range(values: Array, name: str) -> Array:
    """``values``, computed from finite numbers, if they are finite still."""
    if not np.isfinite(values).all():
        raise ValueError(
            f"{name} leaves the range of floats, 1.8e308, though the data do not. Try"
            " other units for x or y."
        )
    return values


def about_mean(y: Array, mean: Array | float) -> Array:
    """y − ȳ, which may leave the range of floats though y does not."""
    with np.errstate(over="ignore"):
        return in_range(y - mean, "y − ȳ")


def rounding_of_eigenvalues(values: ArrayLike, n: int = 0) -> float:
    """n · ε · max|eigenvalue|: what rounding alone can make of an eigenvalue, or a
    singular value, that is zero.
    """
    return float((n or np.size(values)) * EPS * np.abs(values).max())


def rounding_of(K: Array) -> float:
    """What rounding can add to an eigenvalue of K, or of CKC, which inherits it from K
    however small it is.
    """
    return len(K) * EPS * norm_of(K, "the size of K")


def norm_of(K: Array, name: str) -> float:
    """‖K‖, the root of the sum of its squares, though these may be beyond floats."""
    found = float(_in_any_unit(np.linalg.norm, K, name))
    return (
        found if found >= 1e-140 else float(np.linalg.norm(K / unit_of(K))) * unit_of(K)
    )  # there squares may vanish


def least_solvable(K: Array) -> float:
    """The smallest eigenvalue of K that may be divided by: SOLVABLE times the rounding,
    and no denormal number.
    """
    return max(SOLVABLE * rounding_of(K), float(np.finfo(float).tiny))


def unit_of(K: Array) -> float:
    """A power of 4 near the largest entry of K: to divide by it rounds nothing, and
    then no sum of squares overflows.
    """
    return 4.0 ** ((int(np.frexp(max(K.max(), -K.min()))[1]) - 1) // 2)


def _in_any_unit(f: Callable[[Array], Any], values: Array, name: str) -> Array:
    """f(values), where f(c · values) = c · f(values), though what is computed on the
    way may be beyond floats.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found = np.asarray(f(values))
        if not np.isfinite(found).all():
            unit = unit_of(values)
            found = in_range(np.asarray(f(values / unit) * unit), name)
    return found
