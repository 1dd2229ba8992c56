"""The log marginal likelihood (the evidence) of a Gaussian process, on arrays.

The values of f at n points are drawn from a normal distribution with mean 0 and
covariance K, and y is f plus independent noise of variance σ². So y has covariance
A = K + σ²I, which is the matrix of ridge regression with λ = σ².
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kernellab._arrays import Array, as_targets, nonnegative
from kernellab._linalg import EPS, as_gram, factor_of

__all__ = ["log_marginal_likelihood"]

WHY_NOISE = "σ² is a variance"


class Likelihood(NamedTuple):
    """log p(y), α = A⁻¹y (n,), the ``gradient`` (p,) of log p(y) and its ``rounding``
    (p,).
    """

    value: float
    alpha: Array
    gradient: Array
    rounding: Array


@overload
def log_marginal_likelihood(K: ArrayLike, y: ArrayLike, noise: float) -> float: ...
@overload
def log_marginal_likelihood(
    K: ArrayLike, y: ArrayLike, noise: float, dK: Sequence[ArrayLike]
) -> tuple[float, Array]: ...
def log_marginal_likelihood(
    K: ArrayLike, y: ArrayLike, noise: float, dK: Sequence[ArrayLike] | None = None
) -> float | tuple[float, Array]:
    """The evidence, log p(y) = −½ yᵀA⁻¹y − ½ log|A| − (n/2) log 2π with A = K + σ²I.

    The first term measures the misfit. The second, the Occam factor, is small for a
    model that spreads its probability over many kinds of targets.

    ``K`` is (n, n), ``y`` (n,), ``noise`` σ² ≥ 0, the variance of the noise in the
    square of the unit of y (scikit-learn's ``alpha``). With ``dK``, the derivatives of
    K in p parameters, each (n, n), it returns log p(y) and its gradient (p,),
    ½ αᵀ(∂K)α − ½ tr(A⁻¹ ∂K) with α = A⁻¹y.

    Raises SingularMatrixError where A is singular to rounding, as with σ² = 0 and
    repeated points, NotPositiveSemidefiniteError where A has a negative eigenvalue. A
    negative eigenvalue of K that σ² outweighs is not noticed.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, equations 2.30 and 5.9.

    >>> value, slope = log_marginal_likelihood([[3.0]], [2.0], 1.0, dK=[[[1.0]]])
    >>> round(value, 4), slope  # −½ − ½ log 4 − ½ log 2π, and ½ · ¼ − ½ · ¼
    (-2.1121, array([0.]))
    """
    K = as_gram(K)
    y, noise = as_targets(y, len(K)), nonnegative(noise, "noise", WHY_NOISE)
    if dK is None:
        return likelihood(K, y, noise).value
    if not isinstance(dK, Sequence | np.ndarray):
        raise TypeError(
            f"dK = {dK!r} is a {type(dK).__name__}, but log p(y) has one derivative for"
            " each parameter. Try a list of (n, n) tables, dK=[dK]."
        )
    slopes = [as_gram(each, f"dK[{i}]") for i, each in enumerate(dK)]
    if bad := [i for i, each in enumerate(slopes) if each.shape != K.shape]:
        raise ValueError(
            f"dK[{bad[0]}] has shape {slopes[bad[0]].shape}, but it is the derivative"
            f" of K, entry by entry, and K has shape {K.shape}. Try one (n, n) table"
            " for each parameter."
        )
    found = likelihood(K, y, noise, slopes)
    return found.value, found.gradient


def likelihood(
    K: Array,
    y: Array,
    noise: float,
    dK: Sequence[Array | float] = (),
    judged: bool = False,
) -> Likelihood:
    """``log_marginal_likelihood`` of checked input.

    A number c in ``dK`` stands for c · I. ``rounding`` bounds the rounding errors of
    the gradient if ``judged``; else it is 0.
    """
    n, factor = len(y), factor_of(K, noise, "K", shift="σ²")
    alpha = lapack.dpotrs(factor, y, lower=1)[0]
    half_log_det = np.log(factor.diagonal()).sum()
    value = -float(y @ alpha / 2 + half_log_det + n * np.log(2 * np.pi) / 2)
    gradient, rounding = np.zeros(len(dK)), np.zeros(len(dK))
    if not dK:
        return Likelihood(value, alpha, gradient, rounding)
    if judged:
        norm = float(np.abs(K).sum(axis=0).max()) + noise
        digits_lost = n * EPS / lapack.dpocon(factor, norm, uplo="L")[0]
    # The lower half of A⁻¹ with half its diagonal: tr(A⁻¹ ∂K) is twice the sum of its
    # products with ∂K.
    inverse = np.tril(lapack.dpotri(factor, lower=1, overwrite_c=1)[0]).T
    inverse.flat[:: n + 1] /= 2
    for i, slope in enumerate(dK):
        if isinstance(slope, float):
            misfit, occam = slope * (alpha @ alpha) / 2, slope * np.trace(inverse)
            size = abs(misfit) + abs(occam)
        else:
            misfit, occam = alpha @ slope @ alpha / 2, np.vdot(inverse, slope)
            size = 0.0
            if judged:
                size = abs(misfit) + np.vdot(np.abs(inverse), np.abs(slope))
        gradient[i] = misfit - occam
        rounding[i] = digits_lost * size if judged else 0.0
    return Likelihood(value, alpha, gradient, rounding)
