"""The log marginal likelihood (the evidence) of a Gaussian process, on arrays.

f is normal with mean 0 and covariance K, and y is f plus independent noise of variance
σ². So y has covariance A = K + σ²I, the matrix of ridge regression with λ = σ².
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack, solve_triangular

from kernellab._arrays import Array
from kernellab._linalg import cholesky_factor

WHY_NOISE = "σ² is a variance"


class Likelihood(NamedTuple):
    """log p(y), its ``gradient`` (p,), α = A⁻¹y (n,), and ``factor``, L (n, n) with LLᵀ
    = A in the lower half.
    """

    value: float
    gradient: Array
    alpha: Array
    factor: Array

    def whitened(self, cross: Array) -> Array:
        """L⁻¹ k(X, x), (n, n*), of ``cross`` (n, n*)."""
        return solve_triangular(self.factor, cross, lower=True, check_finite=False)


def likelihood(
    K: Array, y: Array, noise: float, dK: Sequence[Array | float] = ()
) -> Likelihood:
    """The evidence, log p(y) = −½ yᵀA⁻¹y − ½ log|A| − (n/2) log 2π with A = K + σ²I.

    ``K`` is (n, n), ``y`` (n,), ``noise`` σ² ≥ 0, all checked. ``dK`` holds p
    derivatives of A, each (n, n) and symmetric, or a number c for c · I. The gradient
    is ½ αᵀ(∂A)α − ½ tr(A⁻¹ ∂A).

    Raises SingularMatrixError where A is singular to rounding, as with σ² = 0 and
    repeated points, NotPositiveSemidefiniteError where A has a negative eigenvalue.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006,
    equations 2.30 and 5.9.

    >>> found = likelihood(np.array([[3.0]]), np.array([2.0]), 1.0, [1.0])
    >>> round(found.value, 4), found.gradient  # −½ − ½ log 4 − ½ log 2π, and ⅛ − ⅛
    (-2.1121, array([0.]))
    """
    factor = cholesky_factor(K, noise, "K", shift="σ²")
    alpha = lapack.dpotrs(factor, y, lower=1)[0]
    half_log_det = float(np.log(factor.diagonal()).sum())
    value = -float(y @ alpha / 2 + half_log_det + len(y) * np.log(2 * np.pi) / 2)
    gradient = np.empty(len(dK))
    if len(dK):
        # The upper half of A⁻¹ with half its diagonal, in the order of ∂A in memory:
        # tr(A⁻¹ ∂A) is twice the sum of its products with the entries of ∂A
        half = np.triu(lapack.dpotri(factor, lower=1)[0].T)
        half.flat[:: len(half) + 1] /= 2
        trace, square = 2 * float(np.trace(half)), float(alpha @ alpha)
    for i, slope in enumerate(dK):
        if isinstance(slope, float):
            gradient[i] = slope * (square - trace) / 2
        else:
            gradient[i] = alpha @ slope @ alpha / 2 - np.vdot(half, slope)
    return Likelihood(value, gradient, alpha, factor)
