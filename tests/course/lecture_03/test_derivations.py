"""The maps behind polynomial, interaction and RBF kernels: on five data sets, in
symbols, and where they break.
"""

from math import comb

import numpy as np
import pytest

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
    m = comb(degree + X.shape[1] - (c == 0), degree)
    assert done[5].step.sides[0] == m == scaled_monomials(X, degree, c).shape[1]


# All interactions


@on_five_sets
def test_all_interactions_hold_on_data_of_every_shape(X):
    done = derivations.interactions_map(X)
    assert done.holds, done
    K = interactions(X) @ interactions(X).T
    np.testing.assert_allclose(done[5].step.sides[0], K, rtol=1e-12, atol=1e-9)


# The RBF kernel as a series


@pytest.mark.parametrize("name", SETS)
def test_the_series_holds_from_the_number_of_terms_that_it_names_itself(name):
    X, length_scale = SETS[name], LENGTHS[name]
    short = derivations.rbf_by_series(X, length_scale, 1)
    assert short.first_failure.number == len(short) == 5
    enough = int(short[5].verdict.split()[1])
    done = derivations.rbf_by_series(X, length_scale, enough)
    assert done.holds, done
    K = gram(RBF(length_scale), X)
    np.testing.assert_allclose(done[5].step.sides[1], K, atol=1e-9)
    assert (done[4].step.sides[1] >= 0).all()
    before = derivations.rbf_by_series(X, length_scale, enough - 1)
    assert before.first_failure.number == 5
    assert f"needs {enough} terms, but {enough - 1} may miss" in before[5].verdict


# The RBF kernel as an integral of densities


@on_five_sets
@pytest.mark.parametrize("beta", [0.5])
def test_two_densities_give_the_kernel_on_data_of_every_shape(X, beta):
    done = derivations.rbf_by_densities(X, beta)
    assert done.holds, done
    K = gram(RBF(beta**-0.5), X)
    np.testing.assert_allclose(done[5].step.sides[0], K, atol=1e-12)


@on_five_sets
@pytest.mark.parametrize("beta", [2.0])
def test_the_printed_variance_breaks_the_last_step_only_and_its_width_is_named(X, beta):
    done = derivations.rbf_by_densities(X, beta, variance=1 / beta)
    assert done.first_failure.number == 5
    found, wanted = (f"exp(−{beta / n:.3g}‖x − x′‖²)" for n in (4, 2))
    assert f"{found} in the place of {wanted}" in done[5].verdict
    assert [each.holds for each in done.outcomes] == [True, True, True, True, False]
    K = gram(RBF((2 / beta) ** 0.5), X)
    np.testing.assert_allclose(done[5].step.sides[0], K, atol=1e-12)
