"""Kernels on vectors that are formulas of inner products or of coordinates."""

from contextlib import suppress
from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, nonnegative, positive_integer
from kernellab._linalg import as_gram, eigen
from kernellab._points import ANY_POINTS, Points
from kernellab._tolerances import is_psd
from kernellab.errors import NotPositiveSemidefiniteError
from kernellab.features import interactions, scaled_monomials
from kernellab.kernels.algebra import Kernel, map_both
from kernellab.kernels.closure import PolynomialOf
from kernellab.kernels.fields import checked
from kernellab.kernels.notation import entry, number

__all__ = [
    "AllInteractions",
    "BilinearForm",
    "Brownian",
    "Constant",
    "Linear",
    "Polynomial",
]

WHY_DEGREE = (
    "a fractional power of an inner product is no inner product (see"
    " FractionalPolynomial), nor is a negative one; degree 0 is Constant(1.0)"
)
WHY_C = (
    "expanding the power puts powers of c in front of kernels, and those factors may"
    " not be negative"
)
WHY_VALUE = "k(x, x) is the squared length of a feature vector"


def as_semidefinite(A: Any, name: str) -> tuple[tuple[float, ...], ...]:
    """Return a symmetric positive semidefinite matrix as nested tuples."""
    A = as_gram(A, name)
    values, vectors = eigen(A)
    if not is_psd(values):
        v = vectors[:, 0] / np.abs(vectors[:, 0]).max()
        shown = tuple((np.round(v, 6) + 0.0).tolist())  # −0 + 0 = 0
        raise NotPositiveSemidefiniteError(
            f"{name} has the negative eigenvalue {values[0]:.3g}: the point v = {shown}"
            f" would have the squared length vᵀ{name}v = {values[0] * (v @ v):.3g}, and"
            f" no vector has that. Try {name} = MᵀM for some matrix M."
        )
    return tuple(map(tuple, A.tolist()))


class ByFeatures(Kernel):
    """k(x, z) = φ(x)ᵀφ(z), computed from the ``feature_map`` of a subclass."""

    def formula(self, X: Array, Z: Array) -> Array:
        left, right = map_both(self.feature_map, X, Z)
        return left @ right.T

    def squared_lengths(self, X: Array) -> Array:
        Phi = self.feature_map(X)
        return np.einsum("ij,ij->i", Phi, Phi)


@dataclass(frozen=True)
class Linear(ByFeatures):
    """k(x, z) = xᵀz, with the identity as feature map, φ(x) = x.

    Source: Lecture 14, Kernels continued (most common kernels).

    >>> Linear()([1.0, 2.0], [3.0, 4.0])
    11.0
    """

    rule = "an inner product is a kernel: φ(x) = x"

    def formula(self, X: Array, Z: Array) -> Array:
        return X @ Z.T

    def feature_map(self, X: Array) -> Array:
        return X

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{x}^\top {z}"


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, z) = (c + xᵀz)^degree: all scaled monomials up to ``degree``.

    ``degree`` is an integer ≥ 1, ``c`` ≥ 0. With c = 0 only the highest order remains.

    Source: Linear regression and kernels, equation 11.

    >>> Polynomial(degree=2)([1.0, 2.0], [3.0, 4.0])
    144.0
    """

    degree: int = field(metadata=checked(positive_integer, WHY_DEGREE))
    c: float = field(default=1.0, metadata=checked(nonnegative, WHY_C))

    def formula(self, X: Array, Z: Array) -> Array:
        return (self.c + X @ Z.T) ** self.degree

    def feature_map(self, X: Array) -> Array:
        return scaled_monomials(X, self.degree, self.c)

    rule = (
        "by the binomial theorem (c + t)^degree is a polynomial in t = xᵀz, with no"
        " negative coefficient"
    )

    @property
    def parts(self) -> tuple[Kernel, ...]:
        n = self.degree
        with suppress(OverflowError, ValueError):  # weights beyond the domain
            weights = tuple(comb(n, j) * self.c ** (n - j) for j in range(n + 1))
            return (PolynomialOf(Linear(), weights),)
        return (Linear(),)

    def latex(self, x: str = "x", z: str = "z") -> str:
        c = f"{number(self.c)} + " if self.c else ""
        inner = rf"\left({c}{x}^\top {z}\right)"
        return inner if self.degree == 1 else f"{inner}^{{{self.degree}}}"


@dataclass(frozen=True)
class AllInteractions(Kernel):
    """k(x, z) = ∏ₐ (1 + xₐzₐ): one feature for each subset of the coordinates.

    Source: Kernels, explicit and implicit feature expansion (case II).

    >>> AllInteractions()([1.0, 2.0], [3.0, 4.0])  # (1 + 3)(1 + 8)
    36.0
    """

    rule = (
        "a product, over the coordinates, of kernels 1 + t where t is the inner product"
        " of one coordinate alone"
    )
    parts = (PolynomialOf(Linear(), (1.0, 1.0)),)

    def formula(self, X: Array, Z: Array) -> Array:
        K = np.ones((len(X), len(Z)))
        for a in range(X.shape[1]):
            K *= 1 + np.outer(X[:, a], Z[:, a])
        return K

    def feature_map(self, X: Array) -> Array:
        return interactions(X)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\prod_a \left(1 + {entry(x)} {entry(z)}\right)"


@dataclass(frozen=True)
class BilinearForm(ByFeatures):
    """k(x, z) = xᵀAz, with the map φ(x) = A^(1/2) x.

    ``A`` is (d, d) and symmetric, an array or nested tuples.

    Raises NotPositiveSemidefiniteError for an A with a negative eigenvalue.

    Source: Lecture 14, Kernels continued, eighth in the list.

    >>> BilinearForm([[4.0, 0.0], [0.0, 0.25]])([1.0, 2.0], [1.0, 2.0])
    5.0
    """

    A: ArrayLike = field(metadata=checked(as_semidefinite))

    rule = (
        "xᵀAz with A = RᵀR is the inner product of Rx and Rz: a pull-back of the linear"
        " kernel"
    )
    parts = (Linear(),)

    def feature_map(self, X: Array) -> Array:
        A = np.array(self.A)
        if X.shape[1] != len(A):
            raise ValueError(
                f"A is {len(A)} × {len(A)}, but the points have {X.shape[1]}"
                " coordinates, and each needs a row and a column of A. Check which"
                " columns the points hold."
            )
        # A is scaled to a diagonal of ones, so that rounding is relative to each
        # coordinate. If this makes an eigenvalue negative, A is not scaled.
        units = np.sqrt(np.maximum(A.diagonal(), 0.0))
        units[units == 0] = 1.0
        values, vectors = np.linalg.eigh(A / np.outer(units, units))
        if not is_psd(values):
            units, (values, vectors) = np.ones(len(A)), np.linalg.eigh(A)
        return (X * units) @ (vectors * np.sqrt(np.maximum(values, 0.0)))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{x}^\top A\, {z}"


@dataclass(frozen=True)
class Constant(Kernel):
    """k(x, z) = value. Its only feature, √value, adds an offset with a penalty.

    Source: Linear regression and kernels (the offset, here as a feature).

    >>> Constant(3.0)([1.0], [2.0])
    3.0
    """

    value: float = field(default=1.0, metadata=checked(nonnegative, WHY_VALUE))

    kind = ANY_POINTS
    rule = "a constant c ≥ 0 is a kernel: one feature, √c"

    def formula(self, X: Points, Z: Points) -> Array:
        return np.full((len(X), len(Z)), self.value)

    def feature_map(self, X: Points) -> Array:
        return np.full((len(X), 1), np.sqrt(self.value))

    def squared_lengths(self, X: Points) -> Array:
        return np.full(len(X), self.value)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return number(self.value)


@dataclass(frozen=True)
class Brownian(Kernel):
    """k(x, z) = ∏ₐ min(xₐ, zₐ) for x, z ≥ 0. In one dimension it is the covariance of
    Brownian motion.

    Raises ValueError for a negative coordinate: there min(x, x) < 0.

    Source: Kernelized linear regression (Mercer's theorem, here shown on min(s, t)).

    >>> Brownian()([0.3], [0.8])
    0.3
    """

    rule = (
        "min(x, z) = ∫ 1[u ≤ x] 1[u ≤ z] du over u ≥ 0: an inner product of the"
        " functions u ↦ 1[u ≤ x]"
    )

    def formula(self, X: Array, Z: Array) -> Array:
        left, right = _nonnegative_points(X), _nonnegative_points(Z)
        K = np.minimum.outer(left[:, 0], right[:, 0])
        for a in range(1, X.shape[1]):
            K *= np.minimum.outer(left[:, a], right[:, a])
        return K

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\prod_a \min({entry(x)}, {entry(z)})"


def _nonnegative_points(X: Array) -> Array:
    """Return X if no coordinate is negative."""
    if X.min() < 0:
        i, a = map(int, np.argwhere(X < 0)[0])
        raise ValueError(
            f"point {i} has the coordinate {X[i, a]:g}: there min(x, x) would be"
            " negative, and a walk starts at 0; shift the points so that the smallest"
            " is 0."
        )
    return X
