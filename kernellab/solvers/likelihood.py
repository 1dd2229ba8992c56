"""The log marginal likelihood (the evidence) of a Gaussian process, on arrays.

f is normal with mean 0 and covariance K, and y is f plus independent noise of variance
σ². So y has covariance A = K + σ²I, the matrix of ridge regression with λ = σ².
Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack, solve_triangular

from kernellab._arrays import Array, as_targets, nonnegative
from kernellab._linalg import EPS, as_gram, factor_of

__all__ = ["log_marginal_likelihood"]

WHY_NOISE = "σ² is a variance"


class Likelihood(NamedTuple):
    """log p(y), its ``rounding``, its ``gradient`` (p,) and α = A⁻¹y (n,).

    Equal points are grouped: Q (n, m) has a column for each distinct point, with 1/√c
    at each of the c points equal to it. Then QᵀAQ = LLᵀ. ``factor`` is L, ``rows``
    (m,) holds the first of the points of each column, and ``roots`` (m,) their √c.
    """

    value: float
    rounding: float
    gradient: Array
    alpha: Array
    factor: Array
    rows: np.ndarray
    roots: Array

    def whitened(self, cross: Array) -> Array:
        """L⁻¹Qᵀ k(X, x), (m, n*), of ``cross`` (n, n*)."""
        table = self.roots[:, None] * cross[self.rows]
        return solve_triangular(self.factor, table, lower=True, check_finite=False)


def log_marginal_likelihood(K: ArrayLike, y: ArrayLike, noise: float) -> float:
    """The evidence, log p(y) = −½ yᵀA⁻¹y − ½ log|A| − (n/2) log 2π with A = K + σ²I.

    ``K`` is (n, n), ``y`` (n,), ``noise`` σ² ≥ 0, the variance of the noise in the
    square of the unit of y.

    Raises SingularMatrixError where A is singular to rounding, as with σ² = 0 and
    repeated points, NotPositiveSemidefiniteError where A has a negative eigenvalue. A
    negative eigenvalue of K that σ² outweighs is not noticed.

    Source: Rasmussen and Williams (2006), equation 2.30.

    >>> round(log_marginal_likelihood([[3.0]], [2.0], 1.0), 4)  # −½ − ½ log 8π
    -2.1121
    """
    K = as_gram(K)
    y, noise = as_targets(y, len(K)), nonnegative(noise, "noise", WHY_NOISE)
    return likelihood(K, y, noise).value


def likelihood(
    K: Array, y: Array, noise: float, dK: Sequence[Array | float] = ()
) -> Likelihood:
    """log p(y) and its gradient ½ αᵀ(∂K)α − ½ tr(A⁻¹ ∂K), for checked input.

    ``dK`` holds the derivatives of K in p parameters, each (n, n), or c for c · I.
    Source: equations 2.30 and 5.9 of the same book.
    """
    n = len(y)
    rows, group = _distinct(K, dK) if noise > 0 else (np.arange(n), np.arange(n))
    roots, repeats = np.sqrt(np.bincount(group)), n - len(rows)

    def reduced(table: Array) -> Array:
        """QᵀTQ."""
        return np.outer(roots, roots) * table[np.ix_(rows, rows)] if repeats else table

    means = np.bincount(group, y) / roots  # Qᵀy
    rest = y - (means / roots)[group]
    factor = factor_of(reduced(K), noise, "K", shift="σ²")
    solved = lapack.dpotrs(factor, means, lower=1)[0]
    alpha, misfit = (solved / roots)[group], float(means @ solved)
    half_log_det = float(np.log(factor.diagonal()).sum())
    if repeats:
        alpha += rest / noise
        misfit += float(rest @ rest) / noise
        half_log_det += repeats * np.log(noise) / 2
    value = -float(misfit / 2 + half_log_det + n * np.log(2 * np.pi) / 2)
    gradient, rounding = np.zeros(len(dK)), 0.0
    if dK:
        # The upper triangle of (QᵀAQ)⁻¹ with half its diagonal, since tr(A⁻¹ ∂K) is
        # twice the sum of its products with the entries of ∂K
        half = lapack.dpotri(factor, lower=1)[0].T
        for i, row in enumerate(half):
            row[:i] = 0.0
        half.flat[:: len(half) + 1] /= 2
        trace = 2 * float(np.trace(half))
        # The change of log p(y) if ε‖K‖ is added to the diagonal of A
        norm = EPS * float(np.linalg.norm(K))
        rounding = norm * (float(solved @ solved) + trace) / 2
        trace += repeats / noise if repeats else 0.0
    for i, slope in enumerate(dK):
        if isinstance(slope, float):
            gradient[i] = slope * (alpha @ alpha - trace) / 2
            continue
        slope = reduced(slope)
        gradient[i] = solved @ slope @ solved / 2 - np.vdot(half, slope)
    return Likelihood(value, rounding, gradient, alpha, factor, rows, roots)


def _distinct(K: Array, dK: Sequence[Array | float]) -> tuple[np.ndarray, np.ndarray]:
    """The indices of the distinct points, and for each point its place among them."""
    each = np.arange(len(K))
    squares = K.diagonal()
    if np.count_nonzero(equal := squares == K) == len(K):
        return each, each
    first = (equal & (squares[:, None] == K)).argmax(axis=1)
    for table in (K, *(slope for slope in dK if not isinstance(slope, float))):
        first = np.where((table[first] == table).all(axis=1), first, each)
    return np.unique(first, return_inverse=True)
