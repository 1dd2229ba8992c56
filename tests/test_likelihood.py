"""How likely targets are under a Gaussian process: fifty digits, and differences."""

import mpmath
import numpy as np
import pytest

from kernellab import (
    RBF,
    Bell,
    Constant,
    Exp,
    Laplace,
    Linear,
    Matern,
    Normalized,
    Periodic,
    Polynomial,
    PullBack,
    RationalQuadratic,
    Reweighted,
    gram,
)
from kernellab.kernels.slopes import log_derivative
from kernellab.solvers.likelihood import likelihood


def problem(seed):
    """A kernel, and points that are apart, repeated, close, or on a grid."""
    rng = np.random.default_rng([7, seed])
    n = int(rng.integers(1, 12))
    X, half = rng.normal(size=(n, int(rng.integers(1, 3)))), n // 2
    if seed % 4 == 1:
        X[half:] = X[rng.integers(0, max(half, 1), n - half)]
    elif seed % 4 == 2 and half:
        X[-half:] = X[:half] + 10 ** rng.uniform(-10, -1) * rng.normal(size=X.shape)[0]
    elif seed % 4 == 3:
        X = X.round()
    ell, other = 10 ** rng.uniform(-1, 1, 2)
    k = (RBF(ell), Laplace(ell) + 2.0 * RBF(other), RBF(ell) * Matern(other, nu=2.5))
    y = rng.normal(size=n) if seed % 3 else np.sin(X[:, 0])
    return k[seed % 3], X, y, float(10 ** rng.uniform(-4, 2))


def numbers(k):
    """The names of the parameters of k that its derivatives are known for."""
    found = {n for n, v in k.get_params().items() if isinstance(v, (float, tuple))}
    return sorted(name for name in found if not name.endswith("nu"))


@pytest.mark.slow
def test_a_gradient_is_right_to_a_millionth_of_its_terms():
    for seed in range(72):
        k, X, y, noise = problem(seed)
        K, n = gram(k, X), len(y)
        slopes = [log_derivative(k, X, name) for name in numbers(k)]
        found = likelihood(K, y, noise, slopes)
        with mpmath.workdps(50):
            A = mpmath.matrix(K.tolist()) + mpmath.mpf(noise) * mpmath.eye(n)
            t, inverse = mpmath.matrix(y.tolist()), A**-1
            alpha = inverse * t
            fit = (t.T * alpha)[0]
            occam = mpmath.log(mpmath.det(A))
            exact = -(fit + occam + n * mpmath.log(2 * mpmath.pi)) / 2
            assert abs(found.value - exact) <= 1e-9 * (1 + fit + abs(occam))
            np.testing.assert_allclose(
                found.alpha, [float(a) for a in alpha], rtol=1e-3, atol=1e-9
            )
            for ours, D in zip(found.gradient, slopes, strict=True):
                D = mpmath.matrix(D.tolist())
                product = inverse * D
                misfit = (alpha.T * D * alpha)[0] / 2
                trace = sum(product[i, i] for i in range(n)) / 2
                bound = 1e-6 * (abs(misfit) + abs(trace)) + 1e-12
                assert abs(ours - (misfit - trace)) <= bound, seed


WIDTHS = (0.9, (0.7, 1.3))
DIFFERENTIABLE = [
    *(family(ell) for family in (RBF, Laplace) for ell in WIDTHS),
    *(Matern(ell, nu=nu) for nu in (0.5, 1.5, 2.5) for ell in WIDTHS),
    Periodic(1.2, 2.3),
    Constant(2.0),
    Polynomial(3, c=1.5),
    2.5 * RBF(1.1),
    RBF(1.0) * Matern(2.0, nu=1.5) + 3.0 * Linear(),
    Reweighted(lambda X: 1 + X[:, 0] ** 2, 2.0 * RBF(0.7)),
]


def test_derivatives_are_central_differences():
    X = np.random.default_rng(3).normal(size=(7, 2))
    X[5] = X[2]  # a distance of zero
    for k in DIFFERENTIABLE:
        assert numbers(k)
        for name in numbers(k):
            value = k.get_params()[name]
            widths = np.atleast_1d(value)
            slopes = np.reshape(log_derivative(k, X, name), (len(widths), 7, 7))
            for a, slope in enumerate(slopes):
                at = []
                for step in (-1e-5, 1e-5):
                    moved = widths * np.exp(step * (np.arange(len(widths)) == a))
                    part = tuple(moved) if isinstance(value, tuple) else moved[0]
                    at.append(gram(k.with_params(**{name: part}), X))
                difference, bound = (at[1] - at[0]) / 2e-5, 1e-8 * np.abs(at[1]).max()
                np.testing.assert_allclose(
                    slope, difference, rtol=1e-8, atol=bound, err_msg=f"{k!r}, {name}"
                )


def test_a_kernel_without_a_derivative_is_named():
    class Flat(RBF):
        def formula(self, X, Z):
            return np.ones((len(X), len(Z)))

    for k, name, said in (
        (Normalized(RBF(1.0)), "kernel__length_scale", "Normalized.*GridSearchCV"),
        (Matern(1.0, nu=1.5), "nu", "Matern.* in nu"),
        (RationalQuadratic(1.0), "alpha", "RationalQuadratic"),
        (Exp(RBF(1.0)), "kernel__length_scale", "Exp"),
        (Reweighted(Bell(1.0), Linear()), "f__length_scale", "Reweighted.* in f__"),
        (PullBack(RBF(1.0), np.abs), "kernel__length_scale", "PullBack"),
        (2.0 * Flat(1.0), "kernel__length_scale", "Flat"),
    ):
        with pytest.raises(ValueError, match=f"no derivative of .*{said}"):
            log_derivative(k, np.eye(2), name)


def test_a_factor_of_zero_leaves_no_slope():
    k, X = 0.0 * RBF(1.0), np.eye(2)
    slope = log_derivative(k, X, "kernel__length_scale", gram(k, X))
    np.testing.assert_array_equal(slope, np.zeros((2, 2)))
