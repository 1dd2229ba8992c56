"""Nyström features: φ(x) projected onto the span of a few landmarks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.linalg import blas, solve_triangular

from kernellab._arrays import Array, as_precision, as_targets
from kernellab._linalg import as_psd, pivoted_cholesky
from kernellab._points import Points, same_space
from kernellab.expansion import BLOCK, Expansion
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = ["nystrom_features"]

# A landmark is kept if the others leave this fraction of its squared length unexplained
UNEXPLAINED = {np.dtype(np.float32): 1e-6, np.dtype(np.float64): 1e-12}
# Below this fraction its features are whitened before block_ridge sums them, since the
# sum would lose too many digits.
WHITENED_FIRST = 1e-6
MOST_SINGLE = 1e30  # of kernel values and their inverses, for products in float32
ONE_BLOCK = 2**21  # kernel values that are computed at once: 16 MB


@dataclass(frozen=True, eq=False)
class Table:
    """b(x) = (k(Z₁, x), k(Z₂, x) + Fᵀk(Z₁, x)): kernel values of the landmarks.

    What the first landmarks Z₁ explain is subtracted from those of Z₂. ``landmarks``
    are the rows of Z₁ and Z₂, (m, d), ``F`` is (m₁, m₂), in the precision of b. Call it
    with points (n, d) to get (n, m).
    """

    kernel: Kernel
    landmarks: Points
    F: NDArray[Any]

    def __call__(self, X: Any) -> Array:
        X, _ = same_space(self.kernel.as_points(X), self.landmarks, "X", "landmarks")
        m = len(self.landmarks)
        if len(X) * m <= ONE_BLOCK:
            return self._of(X).astype(self.F.dtype, copy=False)
        rows, B = max(1, BLOCK // m), np.empty((len(X), m), self.F.dtype)
        for i in range(0, len(X), rows):  # blocks that stay in the cache
            B[i : i + rows] = self._of(X[i : i + rows])
        return B

    def _of(self, X: Points) -> Array:
        B, first = self.kernel.pairwise(X, self.landmarks), len(self.F)
        single = self.F.dtype == np.float32
        if single and (largest := np.abs(B).max()) > MOST_SINGLE:
            raise _beyond_single("k(z, x)", largest)
        B[:, first:] += B[:, :first] @ self.F
        return B


@dataclass(frozen=True, eq=False)
class NystromFeatures:
    """φ(x) = L⁻¹ k(Z, x) = T b(x) with LLᵀ = k(Z, Z); made by ``nystrom_features``.

    ``table`` is b, and ``whitening`` T, (m, m) and lower triangular, in the precision
    of φ. Call it with points (n, d) to get Φ, (n, m).
    """

    table: Table
    whitening: NDArray[Any]

    @property
    def landmarks(self) -> Points:
        """The rows of Z, (m, d)."""
        return self.table.landmarks

    def __call__(self, X: Any) -> Array:
        B = self.table(X)
        multiply = blas.strmm if B.dtype == np.float32 else blas.dtrmm
        return np.asarray(multiply(1.0, self.whitening, B.T, lower=1, overwrite_b=1)).T

    def halves(self) -> tuple[Callable[[Any], Array], Array | None]:
        """b and T: ``block_ridge`` sums the cheaper b and applies T to the sum.

        In float32 the sum would lose too much: b is φ itself, and T None.
        """
        if self.whitening.dtype == np.float32:
            return self, None
        return self.table, self.whitening

    def expansion(self, w: Array) -> Expansion:
        """f(x) = φ(x)ᵀw as a sum of m kernels on the landmarks, with α = L⁻ᵀw."""
        alpha = self.whitening.T.astype(float) @ as_targets(w, len(self.landmarks), "w")
        first = len(self.table.F)
        alpha[:first] += self.table.F @ alpha[first:]
        return Expansion.unchecked(self.table.kernel, self.landmarks, alpha, 0.0)


def nystrom_features(
    k: Kernel, landmarks: Any, dtype: DTypeLike = np.float64
) -> NystromFeatures:
    """φ(x) = L⁻¹ k(Z, x) with LLᵀ = k(Z, Z): φ(x)ᵀφ(x') = k(x, Z) k(Z, Z)⁻¹ k(Z, x').

    φ(x) is the feature vector of x, projected onto the span of those of the landmarks,
    in their Gram-Schmidt basis. On that span the kernel is exact;
    elsewhere φ(x)ᵀφ(x) falls short of k(x, x) by the squared distance from it.

    ``k`` is a kernel, ``landmarks`` Z, (m, d) or m strings or sets, often points of the
    data drawn at random, ``dtype`` the precision of φ, float32 or float64. A landmark
    of which the others span all but 10⁻¹² of the squared length is left out, because
    the rest would be rounding; in float32 all but 10⁻⁶, which may change a fit by a
    hundredth. Returns the map from points (n, d) to features (n, m'), m' ≤ m. Its
    ``landmarks`` are those that were kept, and ``expansion(w)`` writes the fit φ(x)ᵀw
    as Σⱼ αⱼ k(zⱼ, x).

    Raises NotPositiveSemidefiniteError where k(Z, Z) has a negative eigenvalue,
    TypeError if ``k`` is not a kernel, ValueError where float32 cannot hold k(z, z) or,
    when the map is called, k(z, x).

    Source: Williams and Seeger, Using the Nyström method to speed up kernel machines,
    2001.

    >>> from kernellab import Linear
    >>> phi = nystrom_features(Linear(), [[2.0, 0.0]])
    >>> phi([[3.0, 4.0]])  # the projection of (3, 4) on the first axis
    array([[3.]])
    """
    Z = as_kernel(k).as_points(landmarks, "landmarks")
    dtype = as_precision(dtype)
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
    L, order = pivoted_cholesky(unit, UNEXPLAINED[dtype])
    chosen, rank = kept[order], len(order)
    left = L[order].diagonal() ** 2  # of each squared length, falling
    first = int(np.count_nonzero(left >= WHITENED_FIRST))
    L = scale[chosen, None] * L[order]
    squares = scale[chosen] ** 2
    for value in (squares.min(), squares.max()):
        if dtype == np.float32 and not 1 / MOST_SINGLE <= value <= MOST_SINGLE:
            raise _beyond_single("k(z, z)", value)
    explained = L[first:, :first].copy()
    L[first:, :first] = 0
    T = solve_triangular(L, np.eye(rank), lower=True)
    F = -T[:first, :first].T @ explained.T
    table = Table(k, Z[chosen], F.astype(dtype))
    return NystromFeatures(table, np.asfortranarray(T, dtype=dtype))


def _beyond_single(name: str, value: float) -> ValueError:
    return ValueError(
        f"{name} is {value:.3g} for some landmark z, and products of such numbers leave"
        " the range of float32. Try dtype=np.float64, or other units for the points."
    )
