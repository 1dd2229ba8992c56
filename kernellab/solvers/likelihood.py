"""The log marginal likelihood (the evidence) of a Gaussian process, on arrays.

The values of f at n points are drawn from a normal distribution with mean 0 and
covariance K, and y is f plus independent noise of variance σ². So y has covariance
A = K + σ²I, which is the matrix of ridge regression with λ = σ².
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kernellab._arrays import Array, as_targets, nonnegative
from kernellab._linalg import EPS, as_gram, factor_of

__all__ = ["log_marginal_likelihood"]

WHY_NOISE = "σ² is a variance"


class Likelihood(NamedTuple):
    """log p(y), its ``rounding``, its ``gradient`` (p,), α = A⁻¹y and L of LLᵀ = A."""

    value: float
    rounding: float
    gradient: Array
    alpha: Array
    factor: Array


def log_marginal_likelihood(K: ArrayLike, y: ArrayLike, noise: float) -> float:
    """The evidence, log p(y) = −½ yᵀA⁻¹y − ½ log|A| − (n/2) log 2π with A = K + σ²I.

    The first term measures the misfit. The second, the Occam factor, is small for a
    model that spreads its probability over many kinds of targets.

    ``K`` is (n, n), ``y`` (n,), ``noise`` σ² ≥ 0, the variance of the noise in the
    square of the unit of y (scikit-learn's ``alpha``).

    Raises SingularMatrixError where A is singular to rounding, as with σ² = 0 and
    repeated points, NotPositiveSemidefiniteError where A has a negative eigenvalue. A
    negative eigenvalue of K that σ² outweighs is not noticed.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, equation 2.30.

    >>> round(log_marginal_likelihood([[3.0]], [2.0], 1.0), 4)
    -2.1121
    """
    K = as_gram(K)
    y, noise = as_targets(y, len(K)), nonnegative(noise, "noise", WHY_NOISE)
    return likelihood(K, y, noise).value


def likelihood(
    K: Array, y: Array, noise: float, dK: Sequence[Array | float] = ()
) -> Likelihood:
    """``log_marginal_likelihood`` of checked input, with its gradient along each ∂K.

    ∂ log p(y) = ½ αᵀ(∂K)α − ½ tr(A⁻¹ ∂K), equation 5.9 of the source. A number c in
    ``dK`` stands for c · I.
    """
    factor = factor_of(K, noise, "K", shift="σ²")
    alpha = lapack.dpotrs(factor, y, lower=1)[0]
    log_det = 2 * float(np.log(factor.diagonal()).sum())
    value = -(float(y @ alpha) + log_det + len(y) * math.log(2 * math.pi)) / 2
    gradient, rounding = np.zeros(len(dK)), 0.0
    if dK:
        # A triangle of A⁻¹ with half its diagonal: tr(A⁻¹ ∂K) is twice the sum of its
        # products with ∂K.
        half = np.tril(lapack.dpotri(factor, lower=1)[0])
        half.flat[:: len(half) + 1] /= 2
        trace, square = 2 * float(np.trace(half)), float(alpha @ alpha)
        # What log p(y) changes by if A changes by ε‖A‖ along the diagonal
        rounding = EPS * float(np.linalg.norm(K)) * (square + trace) / 2
    for i, slope in enumerate(dK):
        if isinstance(slope, float):
            gradient[i] = slope * (square - trace) / 2
        else:
            gradient[i] = alpha @ slope @ alpha / 2 - np.vdot(half, slope)
    return Likelihood(value, rounding, gradient, alpha, factor)
