"""The error bar of a ridge fit: scikit-learn's Gaussian process, the textbook's
straight line, and draws from the model.
"""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel

from kernellab import (
    RBF,
    Intersection,
    KernelRidge,
    Linear,
    Polynomial,
    datasets,
    gram,
    ridge_path,
)
from kernellab.errors import NotPositiveSemidefiniteError
from kernellab.solvers.posterior import posterior

X, y = datasets.stopping()
NEW = np.linspace(-5, 60, 40)[:, None]
rng = np.random.default_rng(11)


@pytest.mark.parametrize("lam", [1e-3, 0.62, 30.0])
def test_mean_and_deviation_are_those_of_a_gaussian_process(lam):
    model = KernelRidge(RBF(3.0), lam=lam).fit(X, y)
    mean, std = model.predict(NEW, return_std=True)
    prior = ConstantKernel(model.noise_**2 / lam) * TheirRBF(3.0)
    theirs = GaussianProcessRegressor(prior, alpha=model.noise_**2, optimizer=None).fit(
        X, y
    )
    expected, deviation = theirs.predict(NEW, return_std=True)
    np.testing.assert_allclose(mean, expected, rtol=1e-10, atol=1e-10 * np.abs(y).max())
    np.testing.assert_allclose(std, deviation, rtol=1e-10)
    np.testing.assert_array_equal(mean, model.predict(NEW))
    noisy = GaussianProcessRegressor(
        prior + WhiteKernel(model.noise_**2), alpha=0.0, optimizer=None
    ).fit(X, y)
    observed, scatter = noisy.predict(NEW, return_std=True)
    np.testing.assert_allclose(mean, observed, rtol=1e-10, atol=1e-10 * np.abs(y).max())
    np.testing.assert_allclose(np.hypot(std, model.noise_), scatter, rtol=1e-10)


def test_an_offset_is_a_constant_of_any_size():
    model = KernelRidge(RBF(3.0), lam=0.62, offset=True).fit(X, y)
    mean, std = model.predict(NEW, return_std=True)
    scale = model.noise_**2 / 0.62
    prior = ConstantKernel(scale) * TheirRBF(3.0) + ConstantKernel(1e6 * scale)
    expected, deviation = (
        GaussianProcessRegressor(prior, alpha=model.noise_**2, optimizer=None)
        .fit(X, y)
        .predict(NEW, True)
    )
    np.testing.assert_allclose(mean, expected, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(std, deviation, rtol=1e-5)


def test_an_offset_s_deviation_by_the_system_with_a_border():
    k, lam = RBF(3.0) + Polynomial(2), 0.62
    model = KernelRidge(k, lam=lam, offset=True).fit(X / 20, y)
    std = model.predict(NEW / 20, return_std=True)[1]
    n = len(y)
    border = np.block(
        [
            [gram(k, X / 20) + lam * np.eye(n), np.ones((n, 1))],
            [np.ones((1, n)), np.zeros((1, 1))],
        ]
    )
    lifted = np.vstack([gram(k, X / 20, NEW / 20), np.ones(len(NEW))])
    variance = [
        k(x, x) - column @ np.linalg.solve(border, column)
        for x, column in zip(NEW / 20, lifted.T, strict=True)
    ]
    np.testing.assert_allclose(
        std, model.noise_ * np.sqrt(np.array(variance) / lam), rtol=1e-8
    )


@pytest.mark.parametrize("offset", [False, True])
def test_the_noise_is_the_residuals_over_what_the_fit_leaves_free(offset):
    model = KernelRidge(RBF(3.0), lam=0.62, offset=offset).fit(X, y)
    left = len(y) - ridge_path(gram(RBF(3.0), X), y, offset).dof(0.62)
    assert model.noise_ == pytest.approx(
        np.sqrt(np.sum((y - model.predict(X)) ** 2) / left), rel=1e-10
    )


def test_a_straight_line_has_the_standard_error_of_the_textbooks():
    lam = 1e-6  # beside Σ(x − x̄)² of some thousands
    line = KernelRidge(Linear(), lam=lam, offset=True).fit(X, y)
    x, new = X.ravel(), NEW.ravel()
    slope, start = np.polyfit(x, y, 1)
    s = np.sqrt(np.sum((y - start - slope * x) ** 2) / (62 - 2))
    assert line.noise_ == pytest.approx(s, rel=1e-6)
    expected = s * np.sqrt(1 / 62 + (new - x.mean()) ** 2 / np.sum((x - x.mean()) ** 2))
    np.testing.assert_allclose(
        line.predict(NEW, return_std=True)[1], expected, rtol=1e-6
    )


@pytest.mark.slow
@pytest.mark.parametrize("offset", [False, True])
def test_on_draws_from_the_model_two_deviations_hold_nineteen_in_twenty(offset):
    points, at = rng.uniform(0, 10, size=(25, 1)), rng.uniform(0, 10, size=(8, 1))
    both, lam = np.vstack([points, at]), 0.3
    root = np.linalg.cholesky(gram(RBF(1.5), both) + 1e-12 * np.eye(33))
    noise, inside = [], []
    for _ in range(1500):
        f = 2 * root @ rng.normal(size=33) + 50 * offset * rng.normal()
        targets = f[:25] + 2 * np.sqrt(lam) * rng.normal(size=25)
        model = KernelRidge(RBF(1.5), lam=lam, offset=offset).fit(points, targets)
        mean, std = model.predict(at, return_std=True)
        noise.append(model.noise_**2)
        inside.append(np.abs(mean - f[25:]) < 2 * std)
    assert np.mean(noise) == pytest.approx(4 * lam, rel=0.03)
    # By Student's t, a little less than 0.954
    assert np.mean(inside) == pytest.approx(0.94, abs=0.015)


def test_two_points_by_hand():
    """K = I, λ = 1, y = (2, 0): α = (1, 0), y − f = (1, 0), n − dof = 1, so σ² = τ² =
    1.
    """
    k = RBF(1e-3)
    model = KernelRidge(k, lam=1.0).fit([[0.0], [1.0]], [2.0, 0.0])
    mean, std = model.predict([[0.0], [5.0]], return_std=True)
    np.testing.assert_allclose(
        [*mean, *std**2, model.noise_], [1.0, 0.0, 0.5, 1.0, 1.0], rtol=1e-12
    )


def test_sets_have_error_bars_too():
    baskets = [{"tea"}, {"tea", "milk"}, {"bread"}, {"bread", "milk"}]
    std = (
        KernelRidge(Intersection(), lam=0.1)
        .fit(baskets, [1.0, 2.0, 5.0, 4.0])
        .predict([{"tea"}, {"tea", "bread", "milk"}], return_std=True)[1]
    )
    assert 0 < std[0] < std[1]


def test_targets_of_any_size_keep_their_digits():
    model, large = (
        KernelRidge(RBF(3.0), lam=0.62).fit(X, size * y) for size in (1.0, 1e45)
    )
    assert large.noise_ / 1e45 == pytest.approx(model.noise_, rel=1e-12)
    np.testing.assert_allclose(
        large.predict(NEW, True)[1] / 1e45, model.predict(NEW, True)[1], rtol=1e-12
    )


@pytest.mark.parametrize(
    ("fit", "said"),
    [
        (
            lambda: KernelRidge(RBF(0.1), lam=0.0).fit([[0.0], [1.0]], [1.0, 2.0]),
            "lam = 0.*Try a fit with λ > 0",
        ),
        (
            lambda: KernelRidge(RBF(3.0)).fit(X, y, sample_weight=np.ones(62)),
            "sample_weight.*Try a fit without",
        ),
        (
            lambda: KernelRidge(RBF(3.0), offset=True).fit([[1.0]], [1.0]),
            "1 point exactly.*Try two points",
        ),
    ],
)
def test_where_no_deviation_follows_it_says_why(fit, said):
    model = fit()
    model.predict([[1.0]])
    for ask in (lambda: model.predict([[1.0]], return_std=True), lambda: model.noise_):
        with pytest.raises(ValueError, match=said):
            ask()


def test_what_is_asked_for_is_yes_or_no():
    model = KernelRidge(RBF(3.0)).fit(X, y)
    with pytest.raises((TypeError, ValueError), match="return_std"):
        model.predict(NEW, return_std="yes")
    with pytest.raises(ValueError, match="2"):
        model.predict(np.ones((3, 2)), return_std=True)
    with pytest.raises(NotPositiveSemidefiniteError):
        posterior(
            np.array([[0.0, 2.0], [2.0, 0.0]]),
            np.ones(2),
            1.0,
            np.ones((2, 1)),
            np.ones(1),
        )


def test_changed_parameters_wait_for_the_next_fit():
    model = KernelRidge(RBF(3.0), lam=0.62).fit(X, y)
    before = model.predict(NEW, return_std=True)[1]
    model.set_params(lam=9.0, offset=True, kernel=RBF(1.0))
    np.testing.assert_array_equal(model.predict(NEW, return_std=True)[1], before)


def test_with_nearly_as_many_features_as_points_rounding_is_no_feature():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(6, 4))
        new = rng.normal(size=(3, 4))
        y = rng.normal(size=6)
        lam = 1e-10
        K, inverse = Phi @ Phi.T, np.linalg.inv(Phi.T @ Phi + lam * np.eye(4))
        alpha = (y - Phi @ (inverse @ (Phi.T @ y))) / lam
        std, noise = posterior(K, alpha, lam, Phi @ new.T, (new**2).sum(axis=1))
        np.testing.assert_allclose(
            std, noise * np.sqrt(((new @ inverse) * new).sum(axis=1)), rtol=1e-4
        )
        assert noise == pytest.approx(
            lam * np.linalg.norm(alpha) / np.sqrt(6 - np.trace(Phi @ inverse @ Phi.T)),
            rel=1e-9,
        )
