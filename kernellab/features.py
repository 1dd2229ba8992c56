"""Explicit feature maps φ: X (n, d) → Φ (n, m), a row per point."""

from itertools import combinations_with_replacement
from math import comb, factorial, inf, log10, prod

import numpy as np

from kernellab._arrays import (
    LARGEST_COUNT,
    Array,
    ArrayLike,
    as_points,
    counted,
    nonnegative,
    positive_integer,
)

__all__ = ["count_monomials", "interactions", "monomials", "scaled_monomials"]

MOST_ENTRIES = 2**28  # of Φ: two gigabytes
# Decorates functions whose result ``_finite`` refuses if a number overflows
NO_OVERFLOW_WARNINGS = np.errstate(over="ignore", invalid="ignore")
WHY_DEGREE = "a monomial multiplies a whole number of coordinates"


def monomials(X: ArrayLike, degree: int) -> Array:
    """All monomials up to ``degree``: φ(x) = (1, x₁, …, x_d, x₁², x₁x₂, …).

    ``X`` is (n, d); ``degree`` an integer ≥ 1. Returns Φ, (n, m) with m = C(degree + d,
    degree) columns in graded order, the constant first; drop column 0 for the map
    without it.

    Raises ValueError where Φ would fill more than 2 GB or exceed the largest float.

    Source: Kernelized linear regression (table of features).

    >>> monomials([[2.0, 3.0]], degree=2)
    array([[1., 2., 3., 4., 6., 9.]])
    """
    return _monomial_rows(
        as_points(X), positive_integer(degree, "degree", WHY_DEGREE)
    ).T


@NO_OVERFLOW_WARNINGS
def scaled_monomials(X: ArrayLike, degree: int, c: float = 1.0) -> Array:
    """The map of the polynomial kernel: φ(x)ᵀφ(z) = (c + xᵀz)^degree.

    The monomial x₁^a₁ ⋯ x_d^a_d of total order a has the weight √(degree! / (a₁! ⋯ a_d!
    (degree − a)!) · c^(degree − a)). ``X`` is (n, d), ``degree`` an integer ≥ 1, ``c``
    ≥ 0. Returns Φ, (n, m) with m = C(degree + d, degree) columns, or C(degree + d − 1,
    degree) where c = 0 leaves only the highest order. Raises the errors of
    ``monomials``.

    Source: Lecture 16, Kernel ridge regression (the scaled cubic); Linear regression
    and kernels, equation 11.

    >>> Phi = scaled_monomials([[2.0], [3.0]], degree=3)
    >>> (Phi @ Phi.T).round(6).tolist()  # (1 + xz)³
    [[125.0, 343.0], [343.0, 1000.0]]
    """
    X = as_points(X)
    degree = positive_integer(degree, "degree", WHY_DEGREE)
    c = nonnegative(c, "c", "weights of monomials hold square roots of powers of c")
    Phi = _monomial_rows(X, degree)
    # The terms of the sum c + x₁z₁ + …: 0 stands for c, and a ≥ 1 for xₐzₐ.
    terms = range(0 if c > 0 else 1, X.shape[1] + 1)
    products = combinations_with_replacement(terms, degree)
    try:
        squares = [_arrangements(each) * c ** each.count(0) for each in products]
    except OverflowError:  # an integer, or a power of c
        squares = [inf] * len(Phi)
    return _finite(Phi[-len(squares) :] * np.sqrt(squares)[:, None]).T


@NO_OVERFLOW_WARNINGS
def interactions(X: ArrayLike) -> Array:
    """Every product of distinct coordinates: φ(x)ᵀφ(z) = ∏ₐ (1 + xₐzₐ).

    ``X`` is (n, d). Returns Φ, (n, 2^d), a column for each subset of the coordinates,
    in the order of binary numbers: 1, x₁, x₂, x₁x₂, x₃, x₁x₃, … Raises the errors of
    ``monomials``.

    Source: Kernels, explicit and implicit feature expansion (case II).

    >>> interactions([[2.0, 3.0, 5.0]])
    array([[ 1.,  2.,  3.,  6.,  5., 10., 15., 30.]])
    """
    X = as_points(X)
    n, d = X.shape
    check_size(n, 2**d)
    Phi = np.ones((n, 1))
    for a in range(d):  # the subsets without coordinate a, then those with it
        Phi = np.hstack([Phi, Phi * X[:, a : a + 1]])
    return _finite(Phi)


def count_monomials(d: int, degree: int) -> int:
    """C(degree + d, degree): how many monomials of ``d`` variables up to ``degree``.

    The constant is one of them. Raises ValueError where one exceeds 2²⁰.

    Source: Kernelized linear regression (table of features, where the general row is
    misprinted).

    >>> count_monomials(d=5, degree=3), count_monomials(d=5, degree=15)
    (56, 15504)
    """
    why = "a point has at least one coordinate"
    d = positive_integer(d, "d", why, LARGEST_COUNT)
    degree = positive_integer(degree, "degree", WHY_DEGREE, LARGEST_COUNT)
    return comb(degree + d, degree)


@NO_OVERFLOW_WARNINGS
def _monomial_rows(X: Array, degree: int) -> Array:
    """All monomials up to ``degree`` in graded order, a row for each, (m, n).

    A monomial of one order more is one of these times a coordinate.
    """
    n, d = X.shape
    m = comb(degree + d, degree)
    check_size(n, m)
    Phi = np.empty((m, n))
    Phi[0] = 1.0
    # In the last order so far, monomials of X[:, a:] begin at row starts[a].
    starts, end = [0] * d, 1
    for _ in range(degree):
        begin = end
        for a, start in enumerate(starts):
            starts[a] = end
            end += begin - start
            np.multiply(Phi[start:begin], X[:, a], out=Phi[starts[a] : end])
    return _finite(Phi)


def _finite(Phi: Array) -> Array:
    """Return ``Phi`` if no entry is infinite or NaN."""
    if not np.isfinite(Phi).all():
        raise ValueError(
            "features of X exceed 1.8e308, the largest float: they are products of"
            " coordinates. Try larger units for the points, a lower degree, or a"
            " kernel, which needs no features."
        )
    return Phi


def check_size(n: int, m: float) -> None:
    """Raise an error for a Φ (n, m) of more than two gigabytes."""
    if n * m > MOST_ENTRIES:
        raise ValueError(
            f"Φ would hold 10^{log10(m):.1f} features of {counted(n, 'point')}, more"
            " than 2 GB, too many to write out. Try gram(k, X), which needs none."
        )


def _arrangements(factors: tuple[int, ...]) -> int:
    """How many arrangements these factors have."""
    repeated = prod(factorial(factors.count(each)) for each in set(factors))
    return factorial(len(factors)) // repeated
