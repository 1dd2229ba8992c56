"""The error bar of a ridge fit: scikit-learn's Gaussian process, the system with a
border, and the textbook's straight line.
"""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel

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


def test_mean_and_deviation_are_those_of_a_gaussian_process():
    for lam, offset in ((1e-3, False), (30.0, False), (0.62, True)):
        model = KernelRidge(RBF(3.0), lam=lam, offset=offset).fit(X, y)
        mean, std = model.predict(NEW, return_std=True)
        np.testing.assert_array_equal(mean, model.predict(NEW))
        scale = model.noise_**2 / lam
        prior = ConstantKernel(scale) * TheirRBF(3.0)
        if offset:  # a constant of any size
            prior += ConstantKernel(1e6 * scale)
        peer = GaussianProcessRegressor(prior, alpha=model.noise_**2, optimizer=None)
        expected, deviation = peer.fit(X, y).predict(NEW, return_std=True)
        close = 1e-5 if offset else 1e-10
        np.testing.assert_allclose(mean, expected, rtol=close, atol=close * y.max())
        np.testing.assert_allclose(std, deviation, rtol=close)


def test_an_offset_s_deviation_by_the_system_with_a_border():
    k, lam, n = RBF(3.0) + Polynomial(2), 0.62, len(y)
    points, new = X / 20, NEW / 20
    model = KernelRidge(k, lam=lam, offset=True).fit(points, y)
    std = model.predict(new, return_std=True)[1]
    border = np.ones((n + 1, n + 1))
    border[:n, :n], border[n, n] = gram(k, points) + lam * np.eye(n), 0.0
    lifted = np.vstack([gram(k, points, new), np.ones(len(new))])
    explained = np.sum(lifted * np.linalg.solve(border, lifted), axis=0)
    variance = k.diagonal(new) - explained
    np.testing.assert_allclose(std, model.noise_ * np.sqrt(variance / lam), rtol=1e-8)


def test_the_noise_is_the_residuals_over_what_the_fit_leaves_free():
    for offset in (False, True):
        model = KernelRidge(RBF(3.0), lam=0.62, offset=offset).fit(X, y)
        left = len(y) - ridge_path(gram(RBF(3.0), X), y, offset).dof(0.62)
        squares = np.sum((y - model.predict(X)) ** 2)
        assert model.noise_ == pytest.approx(np.sqrt(squares / left), rel=1e-10)


def test_a_straight_line_has_the_standard_error_of_the_textbooks():
    lam = 1e-6  # beside Σ(x − x̄)² of some thousands
    line = KernelRidge(Linear(), lam=lam, offset=True).fit(X, y)
    x, new = X.ravel(), NEW.ravel()
    slope, start = np.polyfit(x, y, 1)
    s = np.sqrt(np.sum((y - start - slope * x) ** 2) / (62 - 2))
    assert line.noise_ == pytest.approx(s, rel=1e-6)
    expected = s * np.sqrt(1 / 62 + (new - x.mean()) ** 2 / np.sum((x - x.mean()) ** 2))
    std = line.predict(NEW, return_std=True)[1]
    np.testing.assert_allclose(std, expected, rtol=1e-6)


def test_two_points_by_hand():
    """K = I, λ = 1, y = (2, 0): α = (1, 0), y − f = (1, 0), n − dof = 1, so σ² = τ² =
    1.
    """
    model = KernelRidge(RBF(1e-3), lam=1.0).fit([[0.0], [1.0]], [2.0, 0.0])
    mean, std = model.predict([[0.0], [5.0]], return_std=True)
    found = [*mean, *std**2, model.noise_]
    np.testing.assert_allclose(found, [1.0, 0.0, 0.5, 1.0, 1.0], rtol=1e-12)


def test_sets_and_targets_of_any_size_have_error_bars():
    baskets = [{"tea"}, {"tea", "milk"}, {"bread"}, {"bread", "milk"}]
    model = KernelRidge(Intersection(), lam=0.1).fit(baskets, [1.0, 2.0, 5.0, 4.0])
    new = [{"tea"}, {"tea", "bread", "milk"}]
    std = model.predict(new, return_std=True)[1]
    assert 0 < std[0] < std[1]
    model.fit(baskets, 1e45 * np.array([1.0, 2.0, 5.0, 4.0]))
    np.testing.assert_allclose(model.predict(new, True)[1], 1e45 * std, rtol=1e-12)


def test_where_no_deviation_follows_it_says_why():
    for model, said in (
        (
            KernelRidge(RBF(0.1), lam=0.0).fit(X[:2], y[:2]),
            r"lam = 0.*Try a fit with λ",
        ),
        (
            KernelRidge(RBF(3.0)).fit(X, y, sample_weight=np.ones(62)),
            r"sample_weight.*Try a fit without",
        ),
        (KernelRidge(offset=True).fit([[1.0]], [1.0]), r"1 point exactly.*Try two"),
    ):
        model.predict([[1.0]])
        with pytest.raises(ValueError, match=said):
            model.predict([[1.0]], return_std=True)
        with pytest.raises(ValueError, match=said):
            _ = model.noise_
    with pytest.raises((TypeError, ValueError), match="return_std"):
        KernelRidge().fit(X, y).predict(NEW, return_std="yes")
    K = np.array([[0.0, 2.0], [2.0, 0.0]])
    with pytest.raises(NotPositiveSemidefiniteError):
        posterior(K, np.ones(2), 1.0, np.ones((2, 1)), np.ones(1))


def test_with_nearly_as_many_features_as_points_rounding_is_no_feature():
    for seed in range(20):
        rng, lam = np.random.default_rng(seed), 1e-10
        Phi, new, y = (rng.normal(size=size) for size in ((6, 4), (3, 4), 6))
        inverse = np.linalg.inv(Phi.T @ Phi + lam * np.eye(4))
        alpha = (y - Phi @ (inverse @ (Phi.T @ y))) / lam
        std, noise = posterior(
            Phi @ Phi.T, alpha, lam, Phi @ new.T, (new**2).sum(axis=1)
        )
        deviation = np.sqrt(((new @ inverse) * new).sum(axis=1))
        np.testing.assert_allclose(std, noise * deviation, rtol=1e-4)
        left = 6 - np.trace(Phi @ inverse @ Phi.T)
        expected = lam * np.linalg.norm(alpha) / np.sqrt(left)
        assert noise == pytest.approx(expected, rel=1e-9)
