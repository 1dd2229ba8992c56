"""Kernels on vectors, each one formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array, nonnegative, positive, whole
from kernellab.features import scaled_monomials
from kernellab.kernels.algebra import Kernel


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, z) = xᵀz: no map at all, φ(x) = x.

    Source: Lecture 14, Kernels continued (most common kernels).

    >>> from kernellab import Linear
    >>> Linear()([1.0, 2.0], [3.0, 4.0])
    11.0
    """

    def formula(self, X: Array, Z: Array) -> Array:
        return X @ Z.T

    def feature_map(self, X: Array) -> Array:
        return X


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, z) = (c + xᵀz)^degree: all monomials up to ``degree``, suitably scaled.

    ``degree`` is an integer ≥ 1; ``c`` ≥ 0, and with c = 0 only the highest order remains.

    Raises ValueError for a fractional degree or c < 0: both can give a Gram matrix with a negative eigenvalue.

    Source: Linear regression and kernels, equation 11; Lecture 16, Kernel ridge regression.

    >>> from kernellab import Polynomial
    >>> Polynomial(degree=2)([1.0, 2.0], [3.0, 4.0])
    144.0
    """

    degree: int
    c: float = 1.0

    def __post_init__(self) -> None:
        why = "a fractional power of an inner product is no inner product; neither is a negative one"
        object.__setattr__(self, "degree", whole(self.degree, "degree", why))
        why = "expanding the power puts powers of c in front of kernels, and those factors may not be negative"
        object.__setattr__(self, "c", nonnegative(self.c, "c", why))

    def formula(self, X: Array, Z: Array) -> Array:
        return (self.c + X @ Z.T) ** self.degree

    def feature_map(self, X: Array) -> Array:
        return scaled_monomials(X, self.degree, self.c)


@dataclass(frozen=True)
class RBF(Kernel):
    """k(x, z) = exp(−‖x − z‖² / 2ℓ²): near points are alike, far points are strangers.

    ``length_scale`` is ℓ > 0, in the units of x. Also called squared exponential or Gaussian kernel.

    Raises ValueError for ℓ ≤ 0: the width divides a squared distance.

    Source: Lecture 16, Kernel ridge regression; Linear regression and kernels, equation 12 with β = 1/ℓ².

    >>> from kernellab import RBF
    >>> round(RBF(length_scale=2.0)([0.0], [2.0]), 4)  # one length scale apart: exp(−1/2)
    0.6065
    """

    length_scale: float

    def __post_init__(self) -> None:
        why = "ℓ is the distance over which points stay alike, and ℓ² divides ‖x − z‖²"
        object.__setattr__(self, "length_scale", positive(self.length_scale, "length_scale", why))

    def formula(self, X: Array, Z: Array) -> Array:
        # Differences first, squares after: ‖x‖² − 2xᵀz + ‖z‖² cancels badly far from the origin.
        K = cdist(X, Z, "sqeuclidean")
        with np.errstate(over="ignore"):  # a tiny ℓ sends the exponent to −∞, rightly
            K *= -min(0.5 / self.length_scale / self.length_scale, np.finfo(float).max)
        return np.exp(K, out=K)
