"""Nyström features: φ(x) projected onto the span of a few landmarks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import blas, solve_triangular

from kernellab._arrays import Array, as_targets
from kernellab._linalg import as_psd, pivoted_cholesky
from kernellab._points import Points, same_space
from kernellab.expansion import Expansion
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = ["nystrom_features"]

# A landmark is kept if the other landmarks span all but this part of its squared length
UNEXPLAINED = 1e-12
# For a smaller part its feature is whitened before block_ridge sums, which would lose
# too many digits
WHITENED_FIRST = 1e-6


@dataclass(frozen=True, eq=False)
class NystromFeatures:
    """φ(x) = L⁻¹ k(Z, x) = T b(x) with LLᵀ = k(Z, Z); made by ``nystrom_features``.

    b(x) = (k(Z₁, x), k(Z₂, x) + Fᵀk(Z₁, x)): what the first landmarks Z₁ explain is
    subtracted from the others. ``landmarks`` are the rows of Z₁ and Z₂, (m, d), ``F``
    is (m₁, m₂), and ``whitening`` T, (m, m) and lower triangular. Call it with points
    (n, d) to get Φ, (n, m).
    """

    kernel: Kernel
    landmarks: Points
    F: Array
    whitening: Array

    def __call__(self, X: Any) -> Array:
        B = self.unwhitened(X).T
        return np.asarray(blas.dtrmm(1.0, self.whitening, B, lower=1, overwrite_b=1)).T

    def unwhitened(self, X: Any) -> Array:
        """b(x) for each point, (n, m)."""
        X, _ = same_space(self.kernel.as_points(X), self.landmarks, "X", "landmarks")
        B, first = self.kernel.pairwise(X, self.landmarks), len(self.F)
        B[:, first:] += B[:, :first] @ self.F
        return B

    def two_factors(self) -> tuple[Callable[[Any], Array], Array]:
        """b and T, so that ``block_ridge`` applies T once, to the sum over b."""
        return self.unwhitened, self.whitening

    def expansion(self, w: Array) -> Expansion:
        """f(x) = φ(x)ᵀw as a sum of m kernels on the landmarks, with α = L⁻ᵀw."""
        alpha = self.whitening.T @ as_targets(w, len(self.landmarks), "w")
        first = len(self.F)
        alpha[:first] += self.F @ alpha[first:]
        return Expansion.unchecked(self.kernel, self.landmarks, alpha, 0.0)


def nystrom_features(k: Kernel, landmarks: Any) -> NystromFeatures:
    """φ(x) = L⁻¹ k(Z, x) with LLᵀ = k(Z, Z): φ(x)ᵀφ(x') = k(x, Z) k(Z, Z)⁻¹ k(Z, x').

    φ(x) is the feature vector of x, projected onto the span of those of the landmarks;
    φ(x)ᵀφ(x) falls short of k(x, x) by the squared distance from it.

    ``k`` is a kernel, ``landmarks`` Z, (m, d) or m strings or sets, often points of the
    data drawn at random. A landmark of which the others span all but 10⁻¹² of the
    squared length is left out. Returns the map from points (n, d) to features (n, m'),
    m' ≤ m. Its ``landmarks`` are those that were kept, and ``expansion(w)`` writes the
    fit φ(x)ᵀw as Σⱼ αⱼ k(zⱼ, x).

    Raises NotPositiveSemidefiniteError where k(Z, Z) has a negative eigenvalue,
    ValueError where all k(z, z) are 0.

    Source: Williams and Seeger, Using the Nyström method to speed up kernel machines,
    2001.

    >>> from kernellab import Linear
    >>> phi = nystrom_features(Linear(), [[2.0, 0.0]])
    >>> phi([[3.0, 4.0]])  # the projection of (3, 4) on the first axis
    array([[3.]])
    """
    Z = as_kernel(k).as_points(landmarks, "landmarks")
    why = f"and a negative eigenvalue shows that {k!r} is not a kernel"
    K = as_psd(gram(k, Z), "k(Z, Z)", why)
    scale = np.sqrt(np.maximum(K.diagonal(), 0.0))
    if not scale.any():
        raise ValueError(
            f"k(z, z) is zero or less for all landmarks z under {k!r}: they span no"
            " space. Try other landmarks, or add a constant to the kernel."
        )
    kept = np.flatnonzero(scale)
    unit = K[np.ix_(kept, kept)] / np.outer(scale[kept], scale[kept])
    L, order = pivoted_cholesky(unit, UNEXPLAINED)
    left = L[order].diagonal() ** 2  # of each squared length, falling
    first = int(np.count_nonzero(left >= WHITENED_FIRST))
    chosen = kept[order]
    L = scale[chosen, None] * L[order]
    explained = L[first:, :first].copy()
    L[first:, :first] = 0
    T = solve_triangular(L, np.eye(len(L)), lower=True)
    F = -T[:first, :first].T @ explained.T
    return NystromFeatures(k, Z[chosen], F, np.asfortranarray(T))
