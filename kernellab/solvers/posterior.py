"""How sure a ridge fit is: the same fit as the mean of a Gaussian process, and that
process's variance.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import norm

from kernellab._arrays import Array
from kernellab._linalg import EPS, as_psd, centre, mean_of, rounding_of, thin_eigen


def posterior(
    K: Array,
    alpha: Array,
    lam: float,
    cross: Array,
    squares: Array,
    offset: bool = False,
) -> tuple[Array, float]:
    """The standard deviation of f at new points, (n*,), and that of the noise, σ, both
    in the unit of y.

    Suppose that f is drawn from a Gaussian process with mean 0 and covariance τ²k, and
    that y is f plus independent noise of variance σ². Then the mean of f given y is the
    ridge fit whose λ is σ²/τ², and its variance at x is

        τ² [k(x, x) − k(x, X)(K + λI)⁻¹k(X, x)],   τ² = σ²/λ.

    λ fixes the ratio, and the data the scale: σ² is ‖y − f‖²/(n − dof), with dof = tr
    K(K + λI)⁻¹ the degrees of freedom. Of all ways to estimate it this one asks least
    of the prior: it looks only at residuals, in least squares (λ → 0 with fewer
    features than points) it is the usual one, and where the model is true it has no
    bias, for y − f = λ(K + λI)⁻¹y makes the mean of ‖y − f‖² equal to λ² tr[(K +
    λI)⁻¹τ²] = σ²(n − dof).

    With an offset b the same holds for a b about which nothing is known beforehand (a
    flat prior): K and k are centred by the mean feature of the data, λ/n is added for
    the mean of y, and dof counts one more.

    ``K`` is (n, n), ``alpha`` (n,) the fit at ``lam`` λ > 0, ``cross`` k(X, x), (n,
    n*), ``squares`` k(x, x), (n*,); all are checked. What k(x, x) has beyond the span
    of the data counts from n times machine epsilon of it upwards.

    Raises NotPositiveSemidefiniteError for a K that is no covariance, ValueError where
    n is 1 beside an offset and no residual is left.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, equations 2.25-2.26 (with τ²k for k and σ² = λτ²), and 2.41-2.42 for
    the offset.

    >>> std, noise = posterior(np.eye(1), np.array([1.0]), 1.0, np.array([[1.0, 0.0]]), np.ones(2))  # y = 2, f = 1
    >>> (std**2).round(6), round(noise**2, 6)
    (array([1., 2.]), 2.0)
    """
    as_psd(
        K,
        why="so it is no covariance, and no Gaussian process has the fit for its mean",
    )
    n, floor, largest = len(K), rounding_of(K), squares
    if offset:
        if n == 1:
            raise ValueError(
                "an offset fits 1 point exactly, so no residual is left to tell the"
                " noise from. Try two points or more, or offset=False."
            )
        mean = mean_of(K)
        squares = squares - 2 * cross.mean(axis=0) + mean.mean()
        cross = cross - mean[:, None]
        cross, K = cross - cross.mean(axis=0), centre(K)
    U, s = thin_eigen(K, floor)
    U, s = U[:, s > floor], s[s > floor]
    # φ(x) in the basis that K has: what k(x, x) has beyond these features keeps its
    # variance, and each feature λ/(s + λ) of it.
    features = np.square(
        U.T @ cross / np.sqrt(s)[:, None]
    )  # in the unit of k: its square may be beyond floats
    beyond = squares - features.sum(axis=0)
    beyond[beyond < n * EPS * largest] = 0.0  # rounding, which a small λ would blow up
    shares = beyond / lam + np.sum(features / (s + lam)[:, None], axis=0) + offset / n
    left = n - len(s) - offset + float(np.sum(lam / (s + lam)))  # n − dof
    noise = float(norm(lam * alpha)) / np.sqrt(left)  # y − f = λα
    return noise * np.sqrt(shares), float(noise)
