"""The error bar of a ridge fit against scikit-learn's Gaussian process."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel

from kernellab import RBF, Intersection, KernelRidge, datasets
from kernellab.errors import NotPositiveSemidefiniteError
from kernellab.solvers.posterior import posterior

X, y = datasets.stopping()
NEW = np.linspace(-5, 60, 40)[:, None]


def test_mean_and_deviation_are_those_of_a_gaussian_process():
    for lam in (1e-3, 30.0):
        model = KernelRidge(RBF(3.0), lam=lam).fit(X, y)
        mean, std = model.predict(NEW, return_std=True)
        np.testing.assert_array_equal(mean, model.predict(NEW))
        prior = ConstantKernel(model.noise_**2 / lam) * TheirRBF(3.0)
        peer = GaussianProcessRegressor(prior, alpha=model.noise_**2, optimizer=None)
        expected, deviation = peer.fit(X, y).predict(NEW, return_std=True)
        np.testing.assert_allclose(mean, expected, rtol=1e-10, atol=1e-10 * y.max())
        np.testing.assert_allclose(std, deviation, rtol=1e-10)


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
            "this fit has no deviation.*lam = 0.*Try λ > 0",
        ),
        (KernelRidge(RBF(3.0), offset=True).fit(X, y), r"or an offset.*Try λ > 0"),
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
