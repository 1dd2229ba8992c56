"""The variance of the Gaussian process whose posterior mean is a ridge fit."""

import numpy as np

from kernellab._arrays import Array
from kernellab._linalg import as_psd, thin_eigen
from kernellab._tolerances import EPS, rounding_of


def posterior(
    K: Array, alpha: Array, lam: float, cross: Array, squares: Array
) -> tuple[Array, float]:
    """The standard deviation of f at new points, (n*,), and σ, that of the noise.

    Let f be a Gaussian process with mean 0 and covariance τ²k, and y be f plus
    independent noise of variance σ². Then the mean of f given y is the ridge fit with λ
    = σ²/τ², and its variance (σ²/λ) [k(x, x) − k(x, X)(K + λI)⁻¹k(X, x)]. σ² is
    estimated by ‖y − f‖²/(n − dof) with dof = tr K(K + λI)⁻¹, without bias if the model
    is true: y − f = λ(K + λI)⁻¹y, so E ‖y − f‖² = λ² tr[(K + λI)⁻¹τ²] = σ²(n − dof).

    ``K`` is (n, n), ``alpha`` (n,) the fit at ``lam`` λ > 0, ``cross`` k(X, x), (n,
    n*), ``squares`` k(x, x), (n*,). Raises NotPositiveSemidefiniteError for a K that is
    not a covariance.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006,
    equations 2.25-2.26, with τ²k for k.

    >>> K, alpha, cross = np.eye(1), np.ones(1), np.array([[1.0, 0.0]])  # y = 2, f = 1
    >>> std, noise = posterior(K, alpha, 1.0, cross, squares=np.ones(2))
    >>> (std**2).round(6), round(noise**2, 6)
    (array([1., 2.]), 2.0)
    """
    why = "so it is not a covariance, and no Gaussian process has this fit as mean"
    as_psd(K, why=why)
    n, floor = len(K), rounding_of(K)
    U, s = thin_eigen(K, floor)
    U, s = U[:, s > floor], s[s > floor]
    # Squares of φ(x) in the eigenbasis of K. The posterior keeps λ/(s + λ) of the
    # variance along each eigenvector, and all of it beyond their span.
    features = np.square(U.T @ cross / np.sqrt(s)[:, None])
    beyond = squares - features.sum(axis=0)
    beyond[beyond < n * EPS * squares] = 0.0  # rounding, which a small λ would magnify
    variance = beyond / lam + np.sum(features / (s + lam)[:, None], axis=0)
    left = n - len(s) + float(np.sum(lam / (s + lam)))  # n − dof
    noise = float(np.linalg.norm(lam * alpha)) / np.sqrt(left)  # y − f = λα
    return noise * np.sqrt(variance), float(noise)
