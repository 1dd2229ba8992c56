"""What several derivations compute with: a condition number and a pseudo-inverse that ignore null space."""

from __future__ import annotations

import numpy as np
from scipy.linalg import pinv

from kernellab._arrays import Array
from kernellab._linalg import eigen, is_psd, rounding_of_eigenvalues
from kernellab.course.derivations.derivation import Assumption, assume


def condition(matrix: Array) -> float:
    """The largest singular value over the smallest one that is not rounding; 1 for a matrix of zeros."""
    values = np.linalg.svd(matrix, compute_uv=False)
    values = values[values > rounding_of_eigenvalues(values, max(matrix.shape))]
    return float(values[0] / values[-1]) if len(values) else 1.0


def pseudo_inverse(matrix: Array) -> Array:
    """The pseudo-inverse, which cuts singular values where ``rank`` does: at rounding of the largest."""
    return np.asarray(pinv(matrix))


def semidefinite(K: Array) -> Assumption:
    """The assumption that a symmetric K is a Gram matrix of some features, to rounding."""
    values, _, unit = eigen(K)
    return assume("K positive semidefinite", is_psd(values), f"its smallest eigenvalue is {values[0] * unit:.2g}")


def levelled(left: Array, right: Array) -> tuple[Array, Array]:
    """Two stacks of tables, each pair divided by its largest entry, so that a small table counts as much as a large one."""
    axes = tuple(range(1, left.ndim))
    largest = np.maximum(np.abs(left).max(axis=axes), np.abs(right).max(axis=axes))
    largest = np.where(largest > 0, largest, 1.0).reshape(-1, *[1] * len(axes))
    return left / largest, right / largest
