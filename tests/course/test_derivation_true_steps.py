"""A step whose assumptions hold is never called false, whatever the data."""

import numpy as np
import pytest

from kernellab import (
    RBF,
    Absolute,
    EpsilonInsensitive,
    Hinge,
    Linear,
    Logistic,
    Polynomial,
    Squared,
    derivations,
    gram,
    monomials,
)

# Losses with kinks more often: integers put f on them.
LOSSES = [Absolute(), Absolute(), EpsilonInsensitive(0.5), Hinge(), Squared()]
LOSSES += [Logistic()]
KERNELS = [RBF(2.0), RBF(0.3), RBF(30.0), Linear(), Polynomial(3)]


def points(rng, n, d):
    """Integers, with ties, or numbers, in any unit."""
    X = rng.integers(-3, 4, (n, d)) if rng.random() < 0.5 else rng.normal(size=(n, d))
    return X * 10.0 ** (rng.integers(-5, 5) if rng.random() < 0.4 else 0)


def features(rng):
    n, m = rng.integers(1, 9), rng.integers(1, 6)
    kind = rng.integers(4)
    if kind == 0:
        Phi = rng.normal(size=(n, m)) * 10.0 ** rng.integers(-6, 7, m)
    elif kind == 1:
        Phi = monomials(10.0 * rng.integers(0, 6, size=(n, 1)), degree=m)
    else:
        Phi = points(rng, n, m)
    return Phi[rng.integers(0, n, n)] if rng.random() < 0.2 else Phi


def targets(rng, n):
    unit = 10.0 ** rng.integers(-6, 7)
    of_kind = rng.normal(size=n) * unit, rng.integers(-2, 3, n) * 1.0, np.full(n, unit)
    return of_kind[rng.integers(3)]


def penalty(rng, size):
    return 0.0 if rng.random() < 0.3 else 10.0 ** rng.uniform(-8, 4) * (size or 1.0)


def on_features(derive):
    def run(rng):
        Phi = features(rng)
        y = targets(rng, len(Phi))
        return derive(Phi, y, penalty(rng, np.abs(Phi).max() ** 2))

    return run


def on_gram(derive):
    def run(rng):
        X = points(rng, rng.integers(1, 10), 1)
        K = gram(KERNELS[rng.integers(len(KERNELS))], X)
        return derive(K, targets(rng, len(K)), penalty(rng, K.max()))

    return run


def by_descent(rng):
    Phi, loss = features(rng), LOSSES[rng.integers(len(LOSSES))]
    n = len(Phi)
    y = rng.choice([-1.0, 1.0], n) if loss.classification else targets(rng, n)
    L = np.linalg.norm(Phi, 2) ** 2 or 1.0
    whole = 1 / max(1, round(L * rng.uniform(0.3, 20)))
    step = whole if rng.random() < 0.5 else rng.uniform(0.01, 3) / L
    return derivations.span_by_descent(Phi, y, loss, step, int(rng.integers(1, 30)))


def by_parts(rng):
    Phi = features(rng)
    w = rng.normal(size=Phi.shape[1]) * 10.0 ** rng.integers(-6, 7)
    lam = penalty(rng, np.abs(Phi).max() ** 2)
    return derivations.ridge_by_orthogonal_parts(Phi, targets(rng, len(Phi)), lam, w)


def by_series(rng):
    X, terms = points(rng, rng.integers(1, 6), 2), int(rng.integers(1, 60))
    return derivations.rbf_by_series(X, 10.0 ** rng.uniform(-1, 2), terms)


PROBLEMS = {
    "span by descent": by_descent,
    "offset": on_gram(derivations.ridge_with_offset),
    "substitution": on_gram(derivations.kernel_ridge_by_substitution),
    "posterior mean": on_gram(derivations.posterior_mean_is_ridge),
    "primal to dual": on_features(derivations.ridge_primal_to_dual),
    "push through": on_features(derivations.ridge_push_through),
    "least squares": on_features(
        lambda Phi, y, lam: derivations.least_squares_to_kernel(Phi, y)
    ),
    "pseudo-inverses": on_features(
        lambda Phi, y, lam: derivations.least_squares_by_pseudoinverse(Phi, y)
    ),
    "orthogonal parts": by_parts,
    "series": by_series,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
def test_no_step_without_a_broken_assumption_is_called_false(name):
    run = 0
    for seed in range(250):
        try:
            steps = PROBLEMS[name](np.random.default_rng(seed))
        except ValueError:  # a step size that diverges, or points too far out
            continue
        run += 1
        false = [(each.number, each.said) for each in steps if each.sign.mark == "✗"]
        assert not false, (seed, false)
    assert run > 150


def test_with_lam_zero_only_the_division_by_it_fails():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        K = gram(RBF(2.0), rng.normal(size=(10, 1)))
        steps = derivations.ridge_with_offset(K, rng.normal(size=10), 0.0)
        assert steps.first_failure.number == 4


def test_a_posterior_of_targets_far_below_the_noise_is_still_compared():
    K, y = gram(RBF(1.0), [[0.0], [1.0]]), np.array([1e-8, -2e-8])
    for mean, mark in ((0.0, "✓"), (1e-8, "⊘")):
        steps = derivations.posterior_mean_is_ridge(K, y, 1.0, mean=mean)
        assert steps[2].sign.mark == mark


def test_a_border_is_measured_in_the_unit_of_its_matrix():
    K = gram(RBF(1.0), [[0.0], [1.0], [3.0]])
    for unit in (1e-9, 1.0, 1e9):
        y, lam = [1.0, 2.0, 0.0], 0.1 * unit
        assert derivations.ridge_with_offset(unit * K, y, lam).holds


def test_a_start_lies_in_the_span_to_nine_digits():
    for off, inside in ((0.9e-9, True), (1.1e-9, False)):
        run = derivations.span_by_descent(
            [[1.0, 0.0]], [3.0], Squared(), step=0.05, start=[1.0, off]
        )
        assert (not run[1].broken) == inside
