"""From points to Gram matrices."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_gram, as_points
from kernellab.kernels.algebra import Kernel, as_kernel, same_dimension


def gram(k: Kernel, X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """Kᵢⱼ = k(xᵢ, zⱼ), and k(xᵢ, xⱼ) where Z is left out.

    ``X`` is (n, d), ``Z`` (n*, d). Returns (n, n*), or a symmetric (n, n) matrix.

    Raises TypeError if ``k`` is no kernel, ValueError for points that are not finite numbers or whose dimensions differ.

    Source: Lecture 16, Kernel ridge regression (Gram matrix).

    >>> from kernellab import Linear
    >>> gram(Linear(), [[1.0, 0.0], [1.0, 1.0]])
    array([[1., 1.],
           [1., 2.]])
    """
    if isinstance(X, Kernel):
        raise TypeError("the points came first and the kernel second; the order is gram(k, X), as in gram(RBF(2.0), X).")
    k, X = as_kernel(k), as_points(X)
    K = k.formula(X, X) if Z is None else k.formula(*same_dimension(X, as_points(Z, "Z")))
    if not np.isfinite(K.sum()):
        raise ValueError(
            f"{k!r} leaves the range of floats on these points (coordinates up to {np.abs(X).max():.1g}): an entry of the "
            "Gram matrix is infinite or undefined. Try larger units for the points, or a lower degree."
        )
    return K


def centred(K: ArrayLike) -> Array:
    """C K C with the centring matrix C = I − 11ᵀ/n: the Gram matrix of features whose mean is zero.

    ``K`` is (n, n) and symmetric. Raises ValueError if it is not.

    Source: Linear regression and kernels, appendix, equations 42-43.

    >>> centred([[1.0, 0.0], [0.0, 1.0]])
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    return centre(as_gram(K))


def centre(K: Array) -> Array:
    """``centred`` for a matrix that is already checked."""
    mean = K.mean(axis=0)
    return K - (mean + mean[:, None]) + mean.mean()  # in this order as symmetric as K, to the last digit
