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
from kernellab.features import _size
from tests.zoo import points

PRIMES = [2, 3, 5]
sizes = pytest.mark.parametrize(("d", "degree"), list(product([1, 2, 3], [1, 2, 3, 4])))


def exponents_of_columns(d: int, degree: int) -> list[tuple[int, ...]]:
    """At prime coordinates a monomial's value gives its exponents away."""
    values = monomials([PRIMES[:d]], degree)[0]
    return [
        tuple(sympy.multiplicity(prime, int(value)) for prime in PRIMES[:d])
        for value in values
    ]


@sizes
def test_the_columns_are_all_monomials_once_in_graded_order(d, degree):
    expected = [
        powers
        for powers in product(range(degree + 1), repeat=d)
        if sum(powers) <= degree
    ]
    columns = exponents_of_columns(d, degree)
    assert sorted(columns) == sorted(expected)
    assert [sum(powers) for powers in columns] == sorted(map(sum, columns))


@sizes
def test_the_count_is_the_number_of_columns(d, degree):
    assert (
        count_monomials(d, degree)
        == monomials(np.ones((1, d)), degree).shape[1]
        == comb(d + degree, degree)
    )


def test_the_count_stays_exact_beyond_floats():
    assert count_monomials(2**53 - 1, 2) == (2**53 + 1) * 2**52


@pytest.mark.parametrize("c", [0, 1, sympy.Rational(5, 2)])
@sizes
def test_the_squared_weights_are_the_coefficients_of_the_expanded_power(d, degree, c):
    products = sympy.symbols(f"p:{d}")  # p_j stands for x_j z_j
    expansion = sympy.Poly((c + sum(products)) ** degree, *products)
    columns = [
        powers
        for powers in exponents_of_columns(d, degree)
        if c > 0 or sum(powers) == degree
    ]
    weights = scaled_monomials(np.ones((1, d)), degree, float(c))[0]
    np.testing.assert_allclose(
        weights**2,
        [float(expansion.coeff_monomial(powers)) for powers in columns],
        rtol=1e-14,
    )


@pytest.mark.slow
@given(points(), st.integers(1, 5), st.just(0.0) | st.floats(1e-50, 4))
def test_scaled_monomials_have_the_polynomial_kernel_as_inner_product(X, degree, c):
    Phi = scaled_monomials(X, degree, c)
    lengths = np.sqrt((c + (X**2).sum(axis=1)) ** degree)
    error = np.abs(Phi @ Phi.T - (c + X @ X.T) ** degree)
    assert (error <= 1e-13 * np.outer(lengths, lengths)).all()


@sizes
def test_without_c_only_the_highest_order_remains(d, degree):
    assert scaled_monomials(np.ones((1, d)), degree, c=0).shape[1] == comb(
        d + degree - 1, degree
    )


@given(points(), st.integers(1, 4))
def test_scaled_monomials_are_monomials_times_weights(X, degree):
    weights = scaled_monomials(np.ones((1, X.shape[1])), degree)
    np.testing.assert_allclose(
        scaled_monomials(X, degree), monomials(X, degree) * weights, rtol=1e-15
    )


@given(points())
def test_interactions_are_every_product_over_a_subset(X):
    Phi, d = interactions(X), X.shape[1]
    for number in range(2**d):
        subset = [a for a in range(d) if number >> a & 1]
        assert (Phi[:, number] == X[:, subset].prod(axis=1)).all()
    np.testing.assert_allclose(
        Phi @ Phi.T,
        (1 + X[:, None, :] * X[None, :, :]).prod(axis=2),
        rtol=1e-12,
        atol=1e-9,
    )


def test_more_interactions_than_memory_holds_are_refused():
    with pytest.raises(
        ValueError,
        match=r"1\.13e\+15 interactions each.*Try gram\(AllInteractions\(\), X\)",
    ):
        interactions(np.ones((1, 50)))


class Filled(Exception):
    pass


def test_two_gigabytes_of_features_are_filled_and_no_more(monkeypatch):
    def fill(*args):
        raise Filled

    ten, many = np.ones((1, 10)), np.ones((1, 28))
    with monkeypatch.context() as patched:
        patched.setattr(np, "empty", fill)
        with pytest.raises(Filled):
            # C(36, 10) = 254 186 856 of them, and 2²⁸ is 268 435 456.
            monomials(ten, 26)
        with pytest.raises(
            ValueError,
            match=r"3\.48e\+08 monomials each up to degree 27, 2\.79e\+09 bytes",
        ):
            monomials(ten, 27)
    with monkeypatch.context() as patched:
        patched.setattr(np, "ones", fill)
        with pytest.raises(Filled):
            interactions(many)
        with pytest.raises(
            ValueError,
            match=(r"2 points with 28 coordinates: 2\.68e\+08 .* 4\.29e\+09 bytes"),
        ):
            interactions(np.vstack([many, many]))


def test_a_size_is_written_out_below_a_thousand_and_counted_in_tens_beyond_floats():
    assert [_size(count) for count in (999, 1000, 10**299, 10**400)] == [
        "999",
        "1e+03",
        "1e+299",
        "10^400",
    ]


def test_it_is_the_square_of_a_weight_that_leaves_the_range_of_floats():
    with pytest.raises(ValueError, match=r"the square of a weight.*gram\(Polynomial"):
        scaled_monomials([[0.1]], 1100)
    with pytest.raises(ValueError, match="the square of a weight"):
        # Nothing overflows but a product of two floats.
        scaled_monomials([[0.001]], 1000, 2.0)
    assert np.isfinite(gram(Polynomial(1100), [[0.1]])).all()
