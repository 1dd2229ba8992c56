"""The maps behind polynomial, interaction and RBF kernels: on five data sets, in
symbols, and where they break.
"""

from fractions import Fraction
from math import comb, exp, factorial

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from kernellab import RBF, derivations, gram, interactions, scaled_monomials
from tests.course.test_derivations import SETS

on_five_sets = pytest.mark.parametrize("X", SETS.values(), ids=SETS)
LENGTHS = {name: 20.0 if name == "badly scaled" else 1.5 for name in SETS}


# The polynomial kernel


@on_five_sets
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("c", [0.0, 0.3, 1.0, 7.0])
def test_the_polynomial_map_holds_on_data_of_every_shape(X, degree, c):
    done = derivations.polynomial_map(X, degree, c)
    assert done.holds, done
    m = (
        comb(degree + X.shape[1], degree)
        if c
        else comb(degree + X.shape[1] - 1, degree)
    )
    assert done[5].step.left == m == scaled_monomials(X, degree, c).shape[1]


@on_five_sets
def test_unit_weights_break_the_step_that_takes_the_root_and_the_gram_matrix_with_it(X):
    done = derivations.polynomial_map(X, 2, unit=True)
    assert done.first_failure.number == 3
    assert (
        done[3].verdict
        == "needs the weights √coefficient, but they are all 1 and the coefficients run"
        " from 1 to 2"
    )
    assert not done[4].agrees
    assert "(rests on step 3)" in done[4].verdict
    assert done[1].holds
    assert done[2].holds


def test_of_degree_one_unit_weights_are_the_right_ones():
    assert derivations.polynomial_map(SETS["n > m"], 1, unit=True).holds


@on_five_sets
def test_a_negative_c_breaks_the_root_and_not_the_expansion(X):
    done = derivations.polynomial_map(X, 3, c=-1.0)
    assert done.first_failure.number == 3
    assert "needs c ≥ 0, but c = -1" in done[3].verdict
    assert done[4].verdict == "cannot be computed (rests on step 3)"


@pytest.mark.parametrize(
    ("d", "degree"), [(1, 1), (1, 6), (2, 2), (2, 5), (3, 3), (4, 2)]
)
def test_the_polynomial_map_in_symbols(d, degree):
    c = sympy.Symbol("c", positive=True)
    x, z = sympy.symbols(f"x:{d}", real=True), sympy.symbols(f"z:{d}", real=True)
    total = 0
    for (spare, *powers), count in derivations.multiply_out(d, degree).items():
        root = sympy.sqrt(count * c**spare)
        at_x, at_z = (
            root * sympy.prod(v**a for v, a in zip(at, powers, strict=True))
            for at in (x, z)
        )
        total += at_x * at_z
    power = (c + sum(a * b for a, b in zip(x, z, strict=True))) ** degree
    assert sympy.expand(total - power) == 0


def test_what_the_notes_leave_out_of_the_square():
    x1, x2, z1, z2 = sympy.symbols("x1 x2 z1 z2")
    printed = x1 * z1 + x2 * z2 + x1 * x2 * z1 * z2 + x1**2 * z1**2 + x2**2 * z2**2
    assert (
        sympy.expand(
            (x1 * z1 + x2 * z2 + 1) ** 2
            - printed
            - (x1 * z1 * x2 * z2 + x1 * z1 + x2 * z2 + 1)
        )
        == 0
    )


@pytest.mark.slow
@given(
    st.lists(st.fractions(-3, 3, max_denominator=7), min_size=1, max_size=3),
    st.integers(1, 6),
)
def test_multiplying_out_in_fractions_is_exact(t, degree):
    counts = derivations.multiply_out(len(t), degree)
    total = Fraction(0)
    for (_, *powers), count in counts.items():
        term = Fraction(count)
        for value, a in zip(t, powers, strict=True):
            term *= value**a
        total += term
    assert total == (1 + sum(t)) ** degree
    assert sum(counts.values()) == (len(t) + 1) ** degree


def test_too_many_monomials_are_refused_with_their_number():
    with pytest.raises(ValueError, match="15504 monomials"):
        derivations.multiply_out(5, 15)
    with pytest.raises(ValueError, match="exceeds 1e50"):
        derivations.polynomial_map([[1e10]], 4)
    with pytest.raises(ValueError, match="whole number"):
        derivations.polynomial_map([[1.0]], 2.5)
    with pytest.raises(TypeError, match="unit"):
        derivations.polynomial_map([[1.0]], 2, unit=1)


# All interactions


@on_five_sets
def test_all_interactions_hold_on_data_of_every_shape(X):
    done = derivations.interactions_map(X)
    assert done.holds, done
    np.testing.assert_allclose(
        done[5].step.left, interactions(X) @ interactions(X).T, rtol=1e-12, atol=1e-9
    )


@on_five_sets
@pytest.mark.parametrize("order", [1, 2])
def test_without_the_larger_subsets_doubling_is_where_it_breaks(X, order):
    d = X.shape[1]
    done = derivations.interactions_map(X, order)
    assert done.first_failure.number == 2
    here = sum(comb(d, size) for size in range(order + 1))
    assert (
        done[2].verdict
        == f"needs every subset of the coordinates, but only {here} of {2**d} are here"
    )
    assert done[1].holds
    assert not done[5].agrees


def test_an_order_of_all_coordinates_or_more_leaves_nothing_out():
    X = SETS["n > m"]
    assert (
        repr(derivations.interactions_map(X, 3))
        == repr(derivations.interactions_map(X))
        == repr(derivations.interactions_map(X, 9))
    )


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_all_interactions_in_symbols(d):
    x, z = sympy.symbols(f"x:{d}"), sympy.symbols(f"z:{d}")
    subsets = [[i for i in range(d) if number >> i & 1] for number in range(2**d)]
    total = sum(
        sympy.prod(x[i] for i in s) * sympy.prod(z[i] for i in s) for s in subsets
    )
    assert (
        sympy.expand(sympy.prod(1 + a * b for a, b in zip(x, z, strict=True)) - total)
        == 0
    )


def test_bad_requests_for_interactions():
    with pytest.raises(
        ValueError, match=r"13 coordinates and so 8.19e\+03 interactions"
    ):
        derivations.interactions_map(np.ones((2, 13)))
    with pytest.raises(ValueError, match="exceeds 1e50"):
        derivations.interactions_map([[1e20, 1e20]])
    with pytest.raises(ValueError, match="order"):
        derivations.interactions_map([[1.0]], 0)


# The RBF kernel as a series


@pytest.mark.parametrize("name", SETS)
def test_the_series_holds_from_the_number_of_terms_that_it_names_itself(name):
    X, length_scale = SETS[name], LENGTHS[name]
    short = derivations.rbf_by_series(X, length_scale, 1)
    assert short.first_failure.number == len(short) == 5
    enough = int(short[5].verdict.split()[1])
    done = derivations.rbf_by_series(X, length_scale, enough)
    assert done.holds, done
    np.testing.assert_allclose(
        done[5].step.right, gram(RBF(length_scale), X), atol=1e-9
    )
    before = derivations.rbf_by_series(X, length_scale, enough - 1)
    assert before.first_failure.number == 5
    assert f"needs {enough} terms, but {enough - 1} may miss" in before[5].verdict


@on_five_sets
@pytest.mark.parametrize("length_scale", [0.3, 0.7, 3.0, 100.0])
@pytest.mark.parametrize("terms", [1, 2, 5, 12, 40])
def test_the_bound_on_the_remainder_is_never_broken(X, length_scale, terms):
    done = derivations.rbf_by_series(X, length_scale, terms)
    assert all(done[number].holds for number in (1, 2, 3, 4)), done


def test_the_series_of_one_pair_is_the_series_of_the_exponential():
    x, z, N = 0.7, -1.1, 6
    done = derivations.rbf_by_series([[x], [z]], 1.0, N)
    partial = exp(-(x * x + z * z) / 2) * sum(
        (x * z) ** k / factorial(k) for k in range(N)
    )
    assert done[5].step.right[0, 1] == pytest.approx(partial, rel=1e-12)


def test_the_features_of_the_series_are_those_of_the_book():
    """One coordinate: φ_k(x) = exp(−x²/2ℓ²) x^k / (ℓ^k √k!), so each order of the third
    step has the Gram φ_kφ_kᵀ.
    """
    x, length_scale = np.array([0.4, -1.3, 2.0]), 1.7
    step = derivations.rbf_by_series(x[:, None], length_scale, 5)[3].step
    for k in range(5):
        phi = (
            np.exp(-(x**2) / (2 * length_scale**2))
            * (x / length_scale) ** k
            / np.sqrt(factorial(k))
        )
        table = np.outer(phi, phi)
        np.testing.assert_allclose(
            step.left[k], table / np.abs(table).max(), rtol=1e-12
        )


def test_a_point_far_beyond_the_series_is_refused_and_a_far_one_is_not():
    with pytest.raises(
        ValueError, match=r"a point lies 2e\+03 length scales from the origin"
    ):
        derivations.rbf_by_series([[2000.0], [0.0]], 1.0, 5)
    with pytest.raises(ValueError, match="length scales from the origin"):
        derivations.rbf_by_series([[1e50], [0.0]], 1e-50, 5)
    far = derivations.rbf_by_series([[900.0], [0.0], [-900.0]], 1.0, 5)
    assert far.first_failure.number == 5
    assert derivations.rbf_by_series([[30.0], [0.0], [-30.0]], 1.0, 1200).holds


# The RBF kernel as an integral of densities


@on_five_sets
@pytest.mark.parametrize("beta", [0.01, 0.5, 2.0])
def test_two_densities_give_the_kernel_on_data_of_every_shape(X, beta):
    done = derivations.rbf_by_densities(X, beta)
    assert done.holds, done
    np.testing.assert_allclose(done[5].step.left, gram(RBF(beta**-0.5), X), atol=1e-12)


@on_five_sets
@pytest.mark.parametrize("beta", [0.5, 2.0])
def test_the_printed_variance_breaks_the_last_step_only_and_its_width_is_named(X, beta):
    done = derivations.rbf_by_densities(X, beta, variance=1 / beta)
    assert done.first_failure.number == 5
    assert (
        f"exp(−{beta / 4:.3g}‖x − x′‖²) in the place of exp(−{beta / 2:.3g}‖x − x′‖²)"
        in done[5].verdict
    )
    assert [each.holds for each in done.outcomes] == [True, True, True, True, False]
    np.testing.assert_allclose(
        done[5].step.left, gram(RBF((2 / beta) ** 0.5), X), atol=1e-12
    )


def test_the_integral_by_another_rule():
    def density(z, mean, beta):
        return np.exp(-beta * (z - mean) ** 2) * np.sqrt(beta / np.pi)

    x, other, beta = 0.3, 1.9, 0.8
    integral, _ = quad(
        lambda z: density(z, x, beta) * density(z, other, beta), -30, 30, epsabs=1e-13
    )
    done = derivations.rbf_by_densities([[x], [other]], beta)
    assert done[5].step.left[0, 1] == pytest.approx(
        np.sqrt(2 * np.pi / beta) * integral, rel=1e-10
    )


@pytest.mark.slow
def test_the_integral_in_symbols():
    z, x, other = sympy.symbols("z x y", real=True)
    beta = sympy.Symbol("beta", positive=True)
    phi = [
        (2 * sympy.pi / beta) ** sympy.Rational(1, 4)
        * sympy.sqrt(beta / sympy.pi)
        * sympy.exp(-beta * (z - at) ** 2)
        for at in (x, other)
    ]
    integral = sympy.integrate(
        sympy.simplify(phi[0] * phi[1]), (z, -sympy.oo, sympy.oo)
    )
    assert sympy.simplify(integral / sympy.exp(-beta * (x - other) ** 2 / 2)) == 1


def test_densities_too_narrow_for_a_grid_are_refused():
    with pytest.raises(ValueError, match="told apart"):
        derivations.rbf_by_densities([[1e12]], 1.0)
    with pytest.raises(ValueError, match="beta"):
        derivations.rbf_by_densities([[1.0]], 0.0)
    with pytest.raises(ValueError, match="variance"):
        derivations.rbf_by_densities([[1.0]], 1.0, variance=-1.0)


def test_the_constant_that_is_printed_makes_k_of_x_and_x_one():
    variance, d = 0.8, 3
    done = derivations.rbf_by_densities(np.ones((2, d)), 1 / (2 * variance))
    (printed,) = (
        each.step.formula.split("c=")[-1] for each in done if "c=" in each.step.formula
    )
    for latex, python in (
        (r"\pi", "*np.pi"),
        (r"\sigma^2", "*variance"),
        ("^{", "**("),
        ("}", ")"),
    ):
        printed = printed.replace(latex, python)
    c = eval(printed, {"np": np, "variance": variance, "d": d})
    # a density's square
    each, _ = quad(
        lambda t: np.exp(-(t**2) / variance) / (2 * np.pi * variance), -30, 30
    )
    assert c**2 * each**d == pytest.approx(1)
