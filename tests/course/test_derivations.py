"""Derivations hold on data of every shape, or fail exactly at the step whose assumption
is broken.
"""

import re

import numpy as np
import pytest
from scipy.linalg import null_space
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel

from askfirst.words.formula import mathml
from askfirst.words.text import with_formulas
from kernellab import (
    RBF,
    Hinge,
    Logistic,
    Squared,
    datasets,
    derivations,
    gram,
    ridge_dual_offset,
)

rng = np.random.default_rng(5)
SETS = {
    "n < m": rng.normal(size=(4, 9)),
    "n = m": rng.normal(size=(6, 6)),
    "n > m": rng.normal(size=(12, 3)),
    "repeated points": np.repeat(rng.normal(size=(4, 3)), 3, axis=0),
    "badly scaled": rng.normal(size=(10, 4)) * [1e-2, 1, 10, 1e2],
}
FEATURES = [(Phi, rng.normal(size=len(Phi))) for Phi in SETS.values()]
on_five_sets = pytest.mark.parametrize(("Phi", "y"), FEATURES, ids=SETS)
with_penalty = pytest.mark.parametrize("lam", [0.01])

RIDGE = {
    "primal to dual": derivations.ridge_primal_to_dual,
    "push through": derivations.ridge_push_through,
    "orthogonal parts": lambda Phi, y, lam: derivations.ridge_by_orthogonal_parts(
        Phi, y, lam, np.linspace(-1, 2, Phi.shape[1])
    ),
    "offset": lambda Phi, y, lam: derivations.ridge_with_offset(Phi @ Phi.T, y, lam),
}
ALL = {
    **{name: lambda Phi, y, run=run: run(Phi, y, 1.0) for name, run in RIDGE.items()},
    "substitution": lambda Phi, y: derivations.kernel_ridge_by_substitution(
        Phi @ Phi.T, y, 1.0
    ),
    "least squares": derivations.least_squares_to_kernel,
    "pseudo-inverse": derivations.least_squares_by_pseudoinverse,
    "polynomial map": lambda Phi, y: derivations.polynomial_map(Phi, 3),
    "interactions": lambda Phi, y: derivations.interactions_map(Phi),
    "series": lambda Phi, y: derivations.rbf_by_series(Phi, 2.0, 5),
    "densities": lambda Phi, y: derivations.rbf_by_densities(Phi, 0.5),
    "induction": lambda Phi, y: derivations.span_by_descent(
        Phi, y, Squared(), safe_step(Phi)
    ),
    "tube": lambda Phi, y: derivations.svr_dual(Phi @ Phi.T, y, 1.0, 0.5),
    "tube with offset": lambda Phi, y: derivations.svr_dual(
        Phi @ Phi.T, y, 1.0, 0.5, offset=True
    ),
    "posterior mean": lambda Phi, y: derivations.posterior_mean_is_ridge(
        Phi @ Phi.T, y, 0.6, 1.7
    ),
    "two classes": lambda Phi, y: derivations.svm_dual(
        Phi @ Phi.T, np.where(np.asarray(y) > 2, 1.0, -1.0), 1.0
    ),
}


def safe_step(Phi):
    """Half of what the squared loss allows."""
    return (
        0.5 / np.linalg.norm(Phi, 2) ** 2 if np.ndim(Phi) == 2 and np.size(Phi) else 0.1
    )


@on_five_sets
@pytest.mark.parametrize(
    "run", [derivations.ridge_primal_to_dual, derivations.ridge_push_through]
)
def test_without_penalty_the_second_step_breaks_and_the_rest_rests_on_it(run, Phi, y):
    done = run(Phi, y, 0.0)
    assert done.first_failure.number == 2
    assert "needs λ > 0, but λ = 0" in done[2].verdict
    assert all("(rests on step 2)" in each.verdict for each in done.outcomes[2:])
    assert done[1].holds


@with_penalty
@on_five_sets
def test_cancelling_a_singular_gram_matrix_is_where_substitution_breaks(Phi, y, lam):
    K = Phi @ Phi.T
    done = derivations.kernel_ridge_by_substitution(K, y, lam)
    if np.linalg.matrix_rank(K) == len(K):
        assert done.holds, done
    else:
        assert "cancel the factor" in done.first_failure.step.why
        assert "needs K invertible" in done.first_failure.verdict
        assert all("rests on step 7" in each.verdict for each in done.outcomes[7:])


@pytest.mark.parametrize(
    ("n", "m", "broken"),
    [(3, 6, 2), (5, 5, None), (6, 3, 7), (1, 1, None), (9, 2, 7), (2, 9, 2)],
)
def test_least_squares_reaches_the_kernel_form_for_square_data_only(n, m, broken):
    Phi = np.random.default_rng(n * m).normal(size=(n, m))
    failure = derivations.least_squares_to_kernel(Phi, np.arange(n) + 1.0).first_failure
    assert (failure.number if failure else None) == broken


def test_the_offset_derivation_ends_at_the_solver_s_numbers():
    X, y = datasets.stopping()
    K, lam = gram(RBF(3.0), X), 0.62
    done = derivations.ridge_with_offset(K, y, lam)
    assert done.holds
    alpha, b = ridge_dual_offset(K, y, lam)
    np.testing.assert_allclose(done[len(done)].step.sides[1], K @ alpha + b, rtol=1e-9)
    solved = next(each for each in done if each.step.formula.startswith(r"\hat a="))
    np.testing.assert_allclose(solved.step.sides[1], lam * alpha, rtol=1e-8, atol=1e-9)


@on_five_sets
@pytest.mark.parametrize("loss", [Squared(), Logistic(), Hinge()], ids=repr)
def test_the_induction_holds_for_every_loss_and_breaks_at_a_start_off_the_span(
    loss, Phi, y
):
    y, step = np.sign(y), safe_step(Phi)
    assert derivations.span_by_descent(Phi, y, loss, step, steps=50).holds
    assert derivations.span_by_descent(Phi, y, loss, step, start=Phi.T @ y).holds
    outside = null_space(Phi)
    if outside.size:
        broken = derivations.span_by_descent(
            Phi, y, loss, step, start=Phi.T @ y + outside[:, 0]
        )
        assert broken.first_failure.number == 1


@pytest.mark.parametrize("run", ALL.values(), ids=ALL)
def test_every_formula_can_be_typeset(run):
    for each in run(SETS["n = m"], np.arange(6.0) + 1).outcomes:
        reason = with_formulas(each.step.why, mathml)
        assert re.search(r"<code>|[\\$]", mathml(each.step.formula) + reason) is None


@pytest.mark.parametrize("run", ALL.values(), ids=ALL)
def test_bad_input_is_an_error_and_no_step(run):
    with pytest.raises(ValueError, match=r"NaN|SVD did not converge"):
        run(np.full((3, 2), np.nan), [1.0, 2.0, 3.0])


# Steps whose sides are the same to the last bit, since both count or copy, or what
# differs is a product with 0.
EXACT = {
    "polynomial map": {1, 5},
    "interactions": {1, 2, 6},
    "series": {4},
    "induction": {1},
    "tube": {2, 3, 7},
    "tube with offset": {2, 3, 8},
    "two classes": {3, 8},
}


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("rbf_by_series", ([[3, 4]], 1e-3, 3), r"= 0.001: .* 5e\+03 length"),
        ("rbf_by_densities", ([[1]], -2), "beta = -2"),
        ("rbf_by_densities", ([[1]], 1, -3), "variance = -3"),
        ("rbf_by_densities", ([[4]], 1, 1e-20), "size 4 and .* of 1e-10:"),
        ("polynomial_map", ([[2e9]], 7), r"\^7 exceeds .* up to 2e\+09"),
        ("polynomial_map", (np.ones((1, 30)), 9), "= 9 in 30 .* 211915132 .* 10000 "),
        ("interactions_map", (np.ones((1, 40)),), "40 .* 1.1e.12 .* ≤ 1"),
        ("interactions_map", ([[3e30]],), r"up to 3e\+30"),
        ("subsequence_recursion", ("a", 99 * "b", 1, 1), "z has 99 .* 1 to 10 "),
        ("ridge_by_orthogonal_parts", ([[1, 2]], [3], 1, [1]), r"1 .* 2 .*ones\(2\)"),
    ],
)
def test_what_is_too_much_is_refused_with_the_numbers(name, given, said):
    with pytest.raises(ValueError, match=said):
        getattr(derivations, name)(*given)


@pytest.mark.parametrize("name", ALL)
def test_the_two_sides_of_a_step_are_computed_by_two_routes(name):
    """A step that compares a thing with itself agrees to the last bit on all data; one
    that does not, hardly ever.
    """
    runs = []
    for data in ("n < m", "n = m", "n > m"):
        n = len(SETS[data])
        for seed in range(4):  # a sum may happen to be 0
            shuffled = np.random.default_rng(seed).permutation(n)
            runs += [ALL[name](SETS[data], 1.3 * shuffled + 0.3)]
            runs += [ALL[name](SETS[data], 7 * np.sqrt(shuffled) - 1.1)]
    equal = [
        np.array_equal(a.step.sides[0], a.step.sides[1], equal_nan=True)
        for run in runs
        for a in run
    ]
    exact = np.reshape(equal, (len(runs), -1)).all(axis=0)
    assert set(np.flatnonzero(exact) + 1) == EXACT.get(name, set())


def test_a_posterior_is_that_of_scikit_learn():
    X, y = datasets.stopping()
    prior = ConstantKernel(2500.0) * TheirRBF(10.0)
    peer = GaussianProcessRegressor(prior, alpha=100.0, optimizer=None).fit(X, y)
    mean, covariance = peer.predict(X, return_cov=True)
    done = derivations.posterior_mean_is_ridge(gram(RBF(10.0), X), y, 100.0, 2500.0)
    np.testing.assert_allclose(done[4].step.sides[0], mean, rtol=1e-8)
    np.testing.assert_allclose(done[6].step.sides[1], covariance, atol=1e-7)
