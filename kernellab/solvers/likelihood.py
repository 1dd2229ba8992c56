"""The log marginal likelihood (the evidence) of a Gaussian process, on arrays.

f is normal with mean 0 and covariance K, and y is f plus independent noise of variance
σ². So y has covariance A = K + σ²I, the matrix of ridge regression with λ = σ².
Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack, solve_triangular

from kernellab._arrays import Array, as_array, as_targets, nonnegative, shaped
from kernellab._linalg import as_gram, cholesky_factor, symmetric
from kernellab._tolerances import EPS
from kernellab.errors import UnverifiedError

__all__ = ["log_marginal_likelihood"]

WHY_NOISE = "σ² is a variance"
# The largest change of a derivative by rounding, relative to its two terms
LARGEST_CHANGE = 1e-6


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


def log_marginal_likelihood(
    K: ArrayLike, y: ArrayLike, noise: float, dK: Sequence[ArrayLike] | None = None
) -> Any:
    """The evidence, log p(y) = −½ yᵀA⁻¹y − ½ log|A| − (n/2) log 2π with A = K + σ²I.

    ``K`` is (n, n), ``y`` (n,), ``noise`` σ² ≥ 0, the variance of the noise in the
    square of the unit of y. With ``dK``, the derivatives of K in p parameters, each (n,
    n), it returns log p(y) and its gradient (p,), ½ αᵀ(∂K)α − ½ tr(A⁻¹ ∂K) with α =
    A⁻¹y.

    Raises SingularMatrixError where A is singular to rounding, as with σ² = 0 and
    repeated points, NotPositiveSemidefiniteError where A has a negative eigenvalue,
    UnverifiedError where rounding may change a derivative by more than 1e-6 of its two
    terms. A negative eigenvalue of K that σ² outweighs is not noticed.

    Source: Rasmussen and Williams (2006), equations 2.30 and 5.9.

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
    slopes = []
    for i, each in enumerate(dK):
        slope = as_array(each, f"dK[{i}]", smallest=0.0)
        wanted = (
            f"it is a derivative of K, which has {K.shape}. Try one such table each."
        )
        shaped(slope, f"dK[{i}]", slope.shape == K.shape, wanted)
        slopes.append(symmetric(slope, f"dK[{i}]", smallest=0.0))
    found = likelihood(K, y, noise, slopes, check_rounding=True)
    return found.value, found.gradient


def likelihood(
    K: Array,
    y: Array,
    noise: float,
    dK: Sequence[Array | float] = (),
    check_rounding: bool = False,
) -> Likelihood:
    """``log_marginal_likelihood`` of checked input.

    A number c in ``dK`` stands for c · I. With ``check_rounding``, a derivative that
    rounding changes too much raises an error.
    """
    n = len(y)
    rows, group = _distinct(K, dK) if noise > 0 else (np.arange(n), np.arange(n))
    roots, repeats = np.sqrt(np.bincount(group)), n - len(rows)

    def reduced(table: Array) -> Array:
        """QᵀTQ."""
        return np.outer(roots, roots) * table[np.ix_(rows, rows)] if repeats else table

    means = np.bincount(group, y) / roots  # Qᵀy
    rest = y - (means / roots)[group]
    factor = cholesky_factor(reduced(K), noise, "K", shift="σ²")
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
        misfit, half_trace = solved @ slope @ solved / 2, np.vdot(half, slope)
        gradient[i] = misfit - half_trace
        if check_rounding:
            # If A changes by E, the derivative changes by ½⟨M, E⟩ − (My)ᵀEα.
            inverse = half + half.T
            M = inverse @ slope @ inverse
            change = norm * (
                np.linalg.norm(M) / 2
                + np.linalg.norm(M @ means) * np.linalg.norm(solved)
            )
            sizes, weights = np.abs(slope), np.abs(solved)
            sums = weights @ sizes @ weights / 2 + np.vdot(np.abs(half), sizes)
            change += EPS * len(sizes) * sums
            size = abs(misfit) + abs(half_trace)
            floor = np.sqrt(abs(np.vdot(M, slope)))  # ‖L⁻¹ ∂K L⁻ᵀ‖
            if change > LARGEST_CHANGE * (size + 1e-3 * floor):
                raise UnverifiedError(
                    f"the derivative of log p(y) along dK[{i}] is {gradient[i]:.2g} up"
                    f" to {change:.1g}, since K + σ²I is nearly singular at σ² ="
                    f" {noise:g}. Try a larger σ², or points that are not so close."
                )
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
