"""The tolerances of the matrices: which eigenvalue counts as zero or as negative.

Rounding alone can move an eigenvalue of an (n, n) matrix by n · ε · max|eigenvalue|,
where ε is machine epsilon. One of at most this size counts as zero, and a matrix is
positive semidefinite if no eigenvalue lies further below zero.
"""

import numpy as np

from kernellab._arrays import Array, ArrayLike

EPS = float(np.finfo(float).eps)
SYMMETRIC = 1e-10  # of the largest entry: how far Kᵢⱼ and Kⱼᵢ may differ
# A negative eigenvalue up to this part of the largest may come from the rounding of the
# formula that filled K
FORMULA_ROUNDING = 1e-9
SOLVABLE = 20.0  # times the rounding: a smallest eigenvalue that leaves two digits


def is_psd(values: Array) -> bool:
    """Whether none of the eigenvalues, the smallest first, is negative."""
    return bool(values[0] >= -rounding_of_eigenvalues(values))


def rounding_of_eigenvalues(values: ArrayLike, n: int = 0) -> float:
    """n · ε · max|eigenvalue|: what rounding can make of a zero eigenvalue."""
    return float((n or np.size(values)) * EPS * np.abs(values).max())


def rounding_of(K: Array) -> float:
    """n · ε · ‖K‖: what rounding can add to an eigenvalue of K, or of CKC."""
    return len(K) * EPS * float(np.linalg.norm(K))


def least_solvable(K: Array) -> float:
    """The smallest eigenvalue of K that may be divided by."""
    return SOLVABLE * rounding_of(K)
