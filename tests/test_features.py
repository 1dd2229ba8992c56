"""Feature maps against sympy's expansions, prime coordinates and plain products."""

from itertools import product
from math import comb

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from kernellab import (
    Polynomial,
    count_monomials,
    gram,
    interactions,
    monomials,
    scaled_monomials,
)
from tests.zoo import points

PRIMES = [2, 3, 5]
SIZES = list(product([1, 2, 3], [1, 2, 4]))


def exponents_of_columns(d: int, degree: int) -> list[tuple[int, ...]]:
    """At prime coordinates a monomial's value gives its exponents away."""
    values = monomials([PRIMES[:d]], degree)[0]
    return [
        tuple(sympy.multiplicity(prime, int(value)) for prime in PRIMES[:d])
        for value in values
    ]


def test_the_columns_are_all_monomials_once_in_graded_order():
    for d, degree in SIZES:
        every = product(range(degree + 1), repeat=d)
        expected = [powers for powers in every if sum(powers) <= degree]
        columns = exponents_of_columns(d, degree)
        assert sorted(columns) == sorted(expected)
        assert [sum(powers) for powers in columns] == sorted(map(sum, columns))
        assert count_monomials(d, degree) == len(columns) == comb(d + degree, degree)
    assert count_monomials(2**20, 2) == (2**20 + 1) * (2**19 + 1)


@given(points(), st.integers(1, 5), st.just(0.0) | st.floats(1e-50, 4))
def test_scaled_monomials_have_the_polynomial_kernel_as_inner_product(X, degree, c):
    Phi = scaled_monomials(X, degree, c)
    lengths = np.sqrt((c + (X**2).sum(axis=1)) ** degree)
    error = np.abs(Phi @ Phi.T - (c + X @ X.T) ** degree)
    assert (error <= 1e-13 * np.outer(lengths, lengths)).all()
    weights = scaled_monomials(np.ones_like(X), degree, c)
    plain = monomials(X, degree)[:, -weights.shape[1] :]
    np.testing.assert_allclose(Phi, weights * plain, rtol=1e-12)


@given(points())
def test_interactions_are_every_product_over_a_subset(X):
    Phi, d = interactions(X), X.shape[1]
    for number in range(2**d):
        subset = [a for a in range(d) if number >> a & 1]
        assert (Phi[:, number] == X[:, subset].prod(axis=1)).all()


def test_more_than_two_gigabytes_of_features_are_refused():
    # C(37, 10) of them, and 2²⁸ is 268 435 456.
    with pytest.raises(ValueError, match=r"10\^8\.5 features of 1 point, more than 2"):
        monomials(np.ones((1, 10)), 27)
    with pytest.raises(ValueError, match=r"10\^8\.4 features of 2 points"):
        interactions(np.ones((2, 28)))


def test_the_square_of_a_weight_that_leaves_the_range_of_floats_is_refused():
    for X, degree, c in (([[0.1]], 1100, 1.0), ([[0.001]], 1000, 2.0)):
        with pytest.raises(ValueError, match=r"exceed 1\.8e308.*Try"):
            scaled_monomials(X, degree, c)
    assert np.isfinite(gram(Polynomial(1100), [[0.1]])).all()
