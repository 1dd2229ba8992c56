"""The maps behind polynomial, interaction and RBF kernels: on five data sets, in
symbols, and where they break.
"""

from math import comb

import numpy as np
import pytest
import sympy

from kernellab import RBF, derivations, gram, interactions, scaled_monomials
from tests.course.test_derivations import SETS

on_five_sets = pytest.mark.parametrize("X", SETS.values(), ids=SETS)
LENGTHS = {name: 20.0 if name == "badly scaled" else 1.5 for name in SETS}


# The polynomial kernel


@on_five_sets
@pytest.mark.parametrize("degree", [1, 4])
@pytest.mark.parametrize("c", [0.0, 0.3])
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


@on_five_sets
def test_a_negative_c_breaks_the_root_and_not_the_expansion(X):
    done = derivations.polynomial_map(X, 3, c=-1.0)
    assert done.first_failure.number == 3
    assert "needs c ≥ 0, but c = -1" in done[3].verdict
    assert done[4].verdict == "cannot be computed (rests on step 3)"


@pytest.mark.parametrize(("d", "degree"), [(1, 6), (2, 3), (3, 2)])
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
def test_without_the_larger_subsets_doubling_is_where_it_breaks(X):
    d, order = X.shape[1], 2
    done = derivations.interactions_map(X, order)
    assert done.first_failure.number == 2
    here = sum(comb(d, size) for size in range(order + 1))
    assert (
        done[2].verdict
        == f"needs every subset of the coordinates, but only {here} of {2**d} are here"
    )
    assert done[1].holds
    assert not done[5].agrees


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
@pytest.mark.parametrize("beta", [0.5])
def test_two_densities_give_the_kernel_on_data_of_every_shape(X, beta):
    done = derivations.rbf_by_densities(X, beta)
    assert done.holds, done
    np.testing.assert_allclose(done[5].step.left, gram(RBF(beta**-0.5), X), atol=1e-12)


@on_five_sets
@pytest.mark.parametrize("beta", [2.0])
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


def test_densities_too_narrow_for_a_grid_are_refused():
    with pytest.raises(ValueError, match="told apart"):
        derivations.rbf_by_densities([[1e12]], 1.0)
    with pytest.raises(ValueError, match="beta"):
        derivations.rbf_by_densities([[1.0]], 0.0)
    with pytest.raises(ValueError, match="variance"):
        derivations.rbf_by_densities([[1.0]], 1.0, variance=-1.0)
