"""From points to Gram matrices."""

from typing import Any

from kernellab._arrays import Array, ArrayLike
from kernellab._linalg import as_gram, as_psd, centre, features_of
from kernellab._points import same_space
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = ["centred", "eigenfeatures", "gram"]


def gram(k: Kernel, X: Any, Z: Any = None) -> Array:
    """Kᵢⱼ = k(xᵢ, zⱼ), and k(xᵢ, xⱼ) where Z is left out.

    ``X`` is (n, d), ``Z`` (n*, d); for kernels on strings or sets each is a list of n
    of them. Returns (n, n*), or (n, n), symmetric where k is.

    Raises TypeError for points that are not of the kind of ``k``, ValueError for
    dimensions that differ, values above 1e50, and more than 2³¹ of them.

    Source: Lecture 16, Kernel ridge regression (Gram matrix).

    >>> from kernellab import Linear
    >>> gram(Linear(), [[1.0, 0.0], [1.0, 1.0]])
    array([[1., 1.],
           [1., 2.]])
    """
    X = as_kernel(k).as_points(X)
    if Z is None:
        return k.pairwise(X, X)
    return k.pairwise(*same_space(X, k.as_points(Z, "Z")))


def centred(K: ArrayLike) -> Array:
    """CKC with C = I − 11ᵀ/n, for a symmetric K: the features have the mean zero.

    Source: Linear regression and kernels, appendix, equations 42-43.

    >>> centred([[1.0, 0.0], [0.0, 1.0]])
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    return centre(as_gram(K))


def eigenfeatures(K: ArrayLike) -> Array:
    """Φ with ΦΦᵀ = K from K alone: φ(xᵢ) = (√λ₁ V_i₁, √λ₂ V_i₂, …) with K = VΛVᵀ.

    Returns Φ, (n, r), features of these n points and no others, with a column for each
    eigenvalue above rounding, the largest first, or one of zeros.

    Raises NotPositiveSemidefiniteError if one lies below −n · ε · max|eigenvalue|.

    Source: Kernelized linear regression (Gram matrix to features).

    >>> Phi = eigenfeatures([[4.0, 0.0], [0.0, 1.0]])
    >>> (Phi @ Phi.T).tolist()
    [[4.0, 0.0], [0.0, 1.0]]
    """
    why = "whose root is not real: no vectors have these inner products"
    return features_of(as_psd(K, why=why))
