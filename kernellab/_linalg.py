"""What is zero to rounding: the one place that decides whether a matrix is symmetric, semidefinite, singular or thin.

Everything here takes float64 arrays. An eigenvalue counts as zero within n · ε · max|λ|, where ε is machine epsilon, for that
is what rounding alone can make of one; nothing is ever added to a diagonal unseen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import issymmetric, lapack

from kernellab._arrays import Array, as_square
from kernellab.errors import NotPositiveSemidefiniteError

EPS = float(np.finfo(float).eps)
SYMMETRIC = 1e-10  # how far apart Kᵢⱼ and Kⱼᵢ may lie, relative to the largest entry


def as_gram(K: ArrayLike, name: str = "K") -> Array:
    """Return ``K`` as a square symmetric (n, n) array."""
    return symmetric(as_square(K, name), name)


def symmetric(matrix: Array, name: str = "K") -> Array:
    """Return a square ``matrix``, already checked, if it is symmetric."""
    if issymmetric(matrix):  # to the last bit, as it should be; a few bits of rounding are forgiven
        return matrix
    gap = np.abs(matrix - matrix.T)
    if gap.max() > SYMMETRIC * np.abs(matrix).max():
        i, j = np.unravel_index(int(gap.argmax()), gap.shape)
        raise ValueError(
            f"{name} is not symmetric: {name}[{i}, {j}] = {matrix[i, j]:g} but {name}[{j}, {i}] = {matrix[j, i]:g}. "
            "An inner product does not depend on the order of its two vectors. Check the function that filled it."
        )
    return matrix


def as_psd(K: ArrayLike) -> Array:
    """K, if it has no negative eigenvalue beyond rounding: else the dual is not convex, and a minimum need not be one."""
    K = as_gram(K)
    raised = K.copy()
    raised.flat[:: len(K) + 1] += rounding_of_eigenvalues(K.diagonal())
    if lapack.dpotrf(raised, lower=1)[1] == 0:  # proof enough, at a fraction of the price of eigenvalues
        return K
    values = np.linalg.eigvalsh(K)
    if values[0] < -rounding_of_eigenvalues(values):
        raise NotPositiveSemidefiniteError(
            f"K has the eigenvalue {values[0]:.3g}, so it comes from no kernel and the dual is not convex: a minimum that is "
            "found need not be the least. Check the function that filled it, or try a kernel; psd_report(K) shows a witness."
        )
    return K


def centre(K: Array) -> Array:
    """``centred`` for a matrix that is already checked."""
    mean = K.mean(axis=0)
    return K - (mean + mean[:, None]) + mean.mean()  # in this order as symmetric as K, to the last digit


def features_of(K: Array) -> Array:
    """``eigenfeatures`` for a matrix that is already checked; negative eigenvalues are left out, but one column stays."""
    values, vectors = np.linalg.eigh(K / 2 + K.T / 2)
    values, vectors = values[::-1], vectors[:, ::-1]
    keep = values > rounding_of_eigenvalues(values)
    keep[0] = True
    return vectors[:, keep] * np.sqrt(np.maximum(values[keep], 0.0))


def rounding_of_eigenvalues(values: ArrayLike) -> float:
    """n · ε · max|λ|: what rounding alone can make of an eigenvalue that is zero."""
    return float(np.size(values) * EPS * np.abs(values).max())


def rounding_of(K: Array) -> float:
    """What rounding can add to an eigenvalue of K, or of CKC, which inherits it from K however small it is."""
    return float(len(K) * EPS * np.linalg.norm(K))
