"""Explicit feature maps φ: X (n, d) → Φ (n, m), a row per point."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, factorial, inf, log10, prod, sqrt

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, nonnegative, positive_integer

__all__ = ["count_monomials", "interactions", "monomials", "scaled_monomials"]


def monomials(X: ArrayLike, degree: int) -> Array:
    """All monomials up to ``degree``: φ(x) = (1, x₁, …, x_d, x₁², x₁x₂, …).

    ``X`` is (n, d); ``degree`` an integer ≥ 1. Returns Φ, (n, m) with m = C(degree + d,
    degree) columns in graded order, the constant first; drop column 0 for the map
    without it.

    Raises ValueError or TypeError for points that are not finite numbers and for a
    degree that is not whole; ValueError where n · m numbers would fill more than 2 GB,
    and where a monomial leaves the range of floats.

    Source: Kernelized linear regression (table of features).

    >>> monomials([[2.0, 3.0]], degree=2)
    array([[1., 2., 3., 4., 6., 9.]])
    """
    X = as_points(X)
    degree = positive_integer(
        degree, "degree", "a monomial multiplies a whole number of coordinates"
    )
    return _finite(_columns(X, degree), X).T


def scaled_monomials(X: ArrayLike, degree: int, c: float = 1.0) -> Array:
    """The map of the polynomial kernel: φ(x)ᵀφ(z) = (c + xᵀz)^degree.

    The monomial x₁^a₁ ⋯ x_d^a_d of total order a stands with weight √(degree! / (a₁! ⋯
    a_d! (degree − a)!) · c^(degree − a)). ``X`` is (n, d), ``degree`` an integer ≥ 1,
    ``c`` ≥ 0. Returns Φ, (n, m) with m = C(degree + d, degree) columns, or C(degree + d
    − 1, degree) where c = 0 leaves only the highest order.

    Raises ValueError for a fractional degree, for c < 0, whose square root is not real,
    and where Φ would fill more than 2 GB or leaves the range of floats.

    Source: Lecture 16, Kernel ridge regression (the scaled cubic); Linear regression
    and kernels, equation 11.

    >>> Phi = scaled_monomials([[2.0], [3.0]], degree=3)
    >>> (Phi @ Phi.T).round(6).tolist()  # (1 + xz)³
    [[125.0, 343.0], [343.0, 1000.0]]
    """
    X = as_points(X)
    degree = positive_integer(
        degree, "degree", "the binomial theorem ends only for a whole exponent"
    )
    c = nonnegative(
        c, "c", "the weight of a monomial holds the square root of a power of c"
    )
    Phi = _columns(X, degree)
    factors = range(
        0 if c > 0 else 1, X.shape[1] + 1
    )  # of c + x₁z₁ + …: 0 is the number c, and a the coordinate a
    products = combinations_with_replacement(factors, degree)
    try:
        weights = np.fromiter(
            (sqrt(_arrangements(each) * c ** each.count(0)) for each in products), float
        )
    except OverflowError:  # a whole number beyond floats, or a power of c
        weights = np.array([inf])
    if not np.isfinite(weights).all():
        raise ValueError(
            f"degree = {degree} with c = {c:g}: the square of a weight of this map"
            " exceeds 1.8e308, the largest number a float can hold. Try a smaller"
            " degree or a smaller c, or gram(Polynomial(...), X), which needs no"
            " weights."
        )
    Phi = Phi[-len(weights) :]
    with np.errstate(over="ignore", invalid="ignore"):
        Phi *= weights[:, None]
    return _finite(Phi, X).T


def interactions(X: ArrayLike) -> Array:
    """Every product of coordinates, each taken at most once: φ(x)ᵀφ(z) = ∏ₐ (1 + xₐzₐ).

    ``X`` is (n, d). Returns Φ, (n, 2^d), a column for each subset of the coordinates,
    in the order of binary numbers: 1, x₁, x₂, x₁x₂, x₃, x₁x₃, …

    Raises ValueError where n · 2^d numbers would fill more than 2 GB, and where a
    product leaves the range of floats.

    Source: Kernels, explicit and implicit feature expansion (case II).

    >>> interactions([[2.0, 3.0, 5.0]])
    array([[ 1.,  2.,  3.,  6.,  5., 10., 15., 30.]])
    """
    X = as_points(X)
    n, d = X.shape
    if n * 2**d > 2**28:
        raise ValueError(
            f"{n} point(s) with {d} coordinates have {_size(2**d)} interactions each,"
            f" {_size(8 * n * 2**d)} bytes in all: this is why one computes with ∏ (1 +"
            " xₐzₐ) instead. Try gram(AllInteractions(), X), d products a pair."
        )
    Phi = np.ones((n, 1))
    with np.errstate(over="ignore", invalid="ignore"):
        for a in range(
            d
        ):  # each coordinate doubles the subsets: those without it, and those with it
            Phi = np.hstack([Phi, Phi * X[:, a : a + 1]])
    return _finite(Phi, X)


def count_monomials(d: int, degree: int) -> int:
    """How many monomials of ``d`` variables there are up to ``degree``, the constant
    among them: C(degree + d, degree).

    Raises ValueError for d or degree below 1.

    Source: Kernelized linear regression (table of features, where the general row is
    misprinted).

    >>> count_monomials(d=5, degree=3), count_monomials(d=5, degree=15)
    (56, 15504)
    """
    d = positive_integer(d, "d", "a point has at least one coordinate")
    degree = positive_integer(
        degree, "degree", "a monomial multiplies a whole number of coordinates"
    )
    return comb(degree + d, degree)


def _columns(X: Array, degree: int) -> Array:
    """All monomials up to ``degree`` in graded order, (m, n); each is one of an order
    less, times one coordinate.
    """
    n, d = X.shape
    m = comb(degree + d, degree)
    if n * m > 2**28:
        raise ValueError(
            f"{n} point(s) with {d} coordinates have {_size(m)} monomials each up to"
            f" degree {_size(degree)}, {_size(8 * n * m)} bytes in all: this is why one"
            " computes with (c + xᵀz)^degree instead. Try gram(Polynomial(degree), X)."
        )
    Phi = np.empty((m, n))
    Phi[0] = 1.0
    starts, end = (
        [0] * d,
        1,
    )  # where, within the last order, the products of coordinates a, a + 1, … begin
    for _ in range(degree):
        begin = end
        for a, start in enumerate(starts):
            starts[a] = end
            end += begin - start
            with np.errstate(over="ignore", invalid="ignore"):
                np.multiply(Phi[start:begin], X[:, a], out=Phi[starts[a] : end])
    return Phi


def _finite(Phi: Array, X: Array) -> Array:
    """The features, if all of them are floats."""
    if not np.isfinite(Phi).all():
        raise ValueError(
            "features of X leave the range of floats: products of coordinates up to"
            f" {np.abs(X).max():.3g} exceed 1.8e308. Try larger units for the points,"
            " or a lower degree."
        )
    return Phi


def _size(count: int) -> str:
    """A number of things that may be too many for a float."""
    return (
        str(count)
        if count < 1000
        else f"{count:.3g}"
        if count < 10**300
        else f"10^{log10(count):.0f}"
    )


def _arrangements(factors: tuple[int, ...]) -> int:
    """In how many orders these factors can stand."""
    return factorial(len(factors)) // prod(
        factorial(factors.count(each)) for each in set(factors)
    )
