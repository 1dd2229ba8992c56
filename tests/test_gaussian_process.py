"""A Gaussian process against scikit-learn's, kernel ridge regression and fifty digits;
and what a search for its parameters must be able to say.
"""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel
from sklearn.utils import Bunch
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernellab import (
    RBF,
    GaussianProcess,
    Matern,
    Normalized,
    Polynomial,
    Sigmoid,
    Spectrum,
    datasets,
    gram,
)
from kernellab.errors import NotPositiveSemidefiniteError, UnverifiedError
from kernellab.gaussian_process import _Search
from kernellab.solvers.likelihood import likelihood

X, y = datasets.stopping()
PRIOR = 2500.0 * RBF(20.0)
BOUNDS = {
    "kernel__factor": (1.0, 1e6),
    "kernel__kernel__length_scale": (1.0, 100.0),
    "noise": (1.0, 1e4),
}


@parametrize_with_checks(
    [GaussianProcess(2.0 * RBF(3.0), bounds={"noise": (1e-3, 1e3)})]
)
def test_scikit_learn_s_checks(estimator, check):
    check(estimator)


def test_predictions_are_those_of_scikit_learn():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        n, d = int(rng.integers(1, 40)), int(rng.integers(1, 4))
        points, new = rng.normal(size=(n, d)), rng.normal(size=(9, d))
        ell, noise = 10 ** rng.uniform(-0.5, 1), 10 ** rng.uniform(-4, 1)
        targets = rng.normal(size=n)
        if seed % 3 == 0:  # some points twice
            points[n // 2 :] = points[: n - n // 2]
        peer = GaussianProcessRegressor(TheirRBF(ell), alpha=noise, optimizer=None)
        expected, deviation = peer.fit(points, targets).predict(new, return_std=True)
        model = GaussianProcess(RBF(ell), noise).fit(points, targets)
        mean, std = model.predict(new, return_std=True)
        np.testing.assert_allclose(mean, expected, atol=1e-9)
        np.testing.assert_allclose(std**2, deviation**2, atol=1e-10)
        value = pytest.approx(peer.log_marginal_likelihood_value_, rel=1e-8, abs=1e-8)
        assert model.log_marginal_likelihood_ == value


def test_the_search_ends_where_scikit_learn_s_does_or_higher():
    model = GaussianProcess(PRIOR, 140.0, BOUNDS).fit(X, y)
    theirs = ConstantKernel(2500, (1, 1e6)) * TheirRBF(20, (1, 100))
    peer = GaussianProcessRegressor(theirs + WhiteKernel(140, (1, 1e4)), alpha=0.0)
    value = peer.fit(X, y).log_marginal_likelihood_value_
    assert model.log_marginal_likelihood_ == pytest.approx(value, abs=1e-6)
    assert model.log_marginal_likelihood_ >= value - 1e-9
    assert model.at_bound_ == {}
    again = GaussianProcess(model.kernel_, model.noise_).fit(X, y)
    assert (model.predict(X, True)[1] == again.predict(X, True)[1]).all()


def test_widths_of_their_own_are_found():
    rng = np.random.default_rng(0)
    points = rng.uniform(-2, 2, (60, 2))
    targets = np.sin(2 * points[:, 0]) + 0.1 * rng.normal(size=60)
    bounds = {"kernel__length_scale": (0.1, 1e3), "noise": (1e-4, 1.0)}
    model = GaussianProcess(RBF((1.0, 1.0)), 0.1, bounds).fit(points, targets)
    wide, flat = model.kernel_.length_scale
    assert 0.5 < wide < 2
    assert flat > 10 * wide
    assert 0.05 < np.sqrt(model.noise_) < 0.2


def test_a_bound_that_stops_the_search_is_named():
    bounds = {"kernel__kernel__length_scale": (1.0, 21.0), "noise": (200.0, 1e4)}
    model = GaussianProcess(PRIOR, 300.0, bounds).fit(X, y)
    assert model.at_bound_ == {"kernel__kernel__length_scale": "high", "noise": "low"}
    assert model.noise_ == pytest.approx(200.0)
    assert model.set_params(bounds=None).fit(X, y).at_bound_ == {}
    # Where y = 0 the least |A| wins, and the widest k makes all points alike.
    wide = {"kernel__length_scale": (0.1, 10.0)}
    assert GaussianProcess(RBF((1.0,)), 1.0, wide).fit(X, 0 * y).at_bound_ == {
        "kernel__length_scale[0]": "high"
    }


def test_the_last_part_of_a_name_stands_for_all_that_end_in_it():
    kernel = 900.0 * RBF(5.0) + 900.0 * Matern(20.0, nu=1.5)
    short, first = {"noise": (1.0, 1e4), "length_scale": (2.0, 50.0)}, (3.0, 8.0)
    names = [f"kernel__k{i}__kernel__length_scale" for i in (1, 2)]
    full = {"noise": (1.0, 1e4)} | dict.fromkeys(names, (2.0, 50.0))
    for more in ({}, {names[0]: first}):
        one, other = (
            GaussianProcess(kernel, 140.0, each | more).fit(X, y)
            for each in (short, full)
        )
        value = pytest.approx(other.log_marginal_likelihood_, abs=1e-9)
        assert one.log_marginal_likelihood_ == value
        assert one.at_bound_ == other.at_bound_


def log_p(model, X, y, named):
    """log p(y) by numpy, with other parameters."""
    named = {name.removeprefix("kernel__"): v for name, v in named.items()}
    noise = named.pop("noise", model.noise_)
    A = gram(model.kernel_.with_params(**named), X) + noise * np.eye(len(y))
    fit, (_, log_det) = y @ np.linalg.solve(A, y), np.linalg.slogdet(A)
    return -(fit + log_det + len(y) * np.log(2 * np.pi)) / 2


def near(model, X, y):
    """log p(y) where free parameters are up to a tenth away, alone and in pairs."""
    params = {"noise": model.noise_} | {
        f"kernel__{name}": value for name, value in model.kernel_.get_params().items()
    }
    at = {name: params[name] for name in model.bounds}
    factors = (0.9, 0.97, 1.0, 1.03, 1.1)
    for pair in combinations_with_replacement(at, 2):
        for sizes in product(factors, factors):
            moved = at | {n: at[n] * f for n, f in zip(pair, sizes, strict=True)}
            ends = model.bounds.items()
            if all(low <= moved[name] <= high for name, (low, high) in ends):
                yield log_p(model, X, y, moved)


def evidence(seed):
    """A model with bounds, X and y: of two parts, which mostly start alike."""
    rng = np.random.default_rng([11, seed])
    n = int(rng.integers(2, 14))
    X, ell, noise = rng.normal(size=(n, 1)), 1.0, float(10 ** rng.uniform(-3, 1))
    y = np.sin(3 * X[:, 0]) + X[:, 0] + 0.3 * rng.normal(size=n)
    kind = seed % 5
    if kind == 0:
        y = rng.normal(size=n)
    elif kind == 1:
        X, y = X[rng.integers(0, n, n)], rng.normal(size=n)
        noise = float(10 ** rng.uniform(-6, 0))
    elif kind == 2:
        X[n // 2 :] = X[: n - n // 2] + 1e-6 * rng.normal(size=(n - n // 2, 1))
    elif kind == 3:
        X, ell = np.arange(n)[:, None] * 1.0, 0.01 if seed % 2 else 1e3
    k = RBF(ell) + (RBF(ell) if seed % 3 else 2.0 * Matern(3.0 * ell, nu=1.5))
    second = "kernel__k2" if seed % 3 else "kernel__k2__kernel"
    names = "kernel__k1__length_scale", f"{second}__length_scale"
    bounds = dict.fromkeys(names, (1e-3 * ell, 10 ** rng.uniform(0.5, 2) * ell))
    if seed % 2:
        bounds["noise"] = (1e-2 * noise, 1e2 * noise)
    return GaussianProcess(k, noise, bounds), X, y


@pytest.mark.slow
def test_log_p_is_nowhere_higher_near_the_end_of_a_search():
    refused = 0
    for seed in range(40):
        model, points, targets = evidence(seed)
        try:
            model.fit(points, targets)
        except ValueError:
            refused += 1
            continue
        best = log_p(model, points, targets, {})
        assert model.log_marginal_likelihood_ == pytest.approx(best, rel=1e-6, abs=1e-6)
        slight = 1e-6 * (abs(best) + len(targets))
        assert max(near(model, points, targets)) <= best + slight, seed
    assert refused <= 1


def test_a_search_from_where_log_p_is_level_looks_elsewhere():
    """Points one apart are independent under ℓ = 0.01, and under ℓ = 0.02 as well."""
    points = np.arange(12.0)[:, None]
    targets = np.sin(points.ravel() / 2)
    bounds = {"kernel__length_scale": (1e-3, 1e3)}
    model = GaussianProcess(RBF(0.01), 0.1, bounds).fit(points, targets)
    lengths = np.logspace(-3, 3, 601)
    values = [likelihood(gram(RBF(w), points), targets, 0.1).value for w in lengths]
    assert model.log_marginal_likelihood_ >= max(values)


def test_draws_have_the_mean_and_covariance_that_they_are_drawn_from():
    new = np.array([[10.0], [20.0], [60.0]])
    prior = GaussianProcess(PRIOR, 140.0).sample_y(new, 20_000, random_state=1)
    np.testing.assert_allclose(np.cov(prior), gram(PRIOR, new), atol=100.0)
    model = GaussianProcess(PRIOR, 140.0).fit(X, y)
    mean, std = model.predict(new, return_std=True)
    drawn = model.sample_y(new, 20_000, random_state=1)
    assert (model.sample_y(new) == model.sample_y(new, 1, 0)).all()
    assert drawn.shape == (3, 20_000)
    np.testing.assert_allclose(drawn.mean(axis=1), mean, atol=0.05 * std.max())
    np.testing.assert_allclose(drawn.std(axis=1), std, rtol=0.03)


def test_one_point_points_without_noise_strings_and_a_constant_y():
    alone = GaussianProcess().fit([[0.0]], [2.0])
    assert alone.predict([[1.0]])[0] == pytest.approx(np.exp(-0.5))
    sure = GaussianProcess(RBF(1.0), 0.0).fit([[0.0], [3.0]], [1.0, -1.0])
    np.testing.assert_allclose(
        sure.predict([[0.0], [3.0]], True), [[1.0, -1.0], [0.0, 0.0]], atol=1e-7
    )
    words = GaussianProcess(Normalized(Spectrum(1)), 0.5).fit(["ab", "cd"], [1.0, 2.0])
    assert words.predict(["ab"], return_std=True)[0][0] == pytest.approx(1 / 1.5)
    flat = GaussianProcess(PRIOR, 140.0, BOUNDS).fit(X, 0 * y)
    assert flat.at_bound_["noise"] == flat.at_bound_["kernel__factor"] == "low"


BAD = {
    "noise = -1.0 must be ≥ 0": {"noise": -1.0},
    r"bounds\['noise'\] = \(2, 0.5\), but": {"bounds": {"noise": (2.0, 0.5)}},
    "starts at 1.0": {"bounds": {"noise": (2.0, 5.0)}},
    r"\(0.1, 0.5\).* starts at 1.0": {"bounds": {"noise": (0.1, 0.5)}},
    r"bounds\['noise'\] = 3.0 is not a pair \(low, high\)": {"bounds": {"noise": 3.0}},
    "the lower bound of noise = 0.0": {"bounds": {"noise": (0.0, 5.0)}},
    r"'sigma'.*\['kernel__length_scale', 'noise'\]": {"bounds": {"sigma": (0.1, 5.0)}},
    "no covariance": {"kernel": Sigmoid(1.0, -1.0), "noise": 5.0},
    "no derivative of Normalized": {
        "kernel": Normalized(RBF(1.0)),
        "bounds": {"kernel__kernel__length_scale": (0.1, 5.0)},
    },
    r"σ²I cannot be .* Try σ² > ": {"kernel": RBF(1e45), "noise": 0.0},
}


def test_bad_parameters_are_refused():
    for message, params in BAD.items():
        with pytest.raises(ValueError, match=message):
            GaussianProcess(**params).fit([[0.0], [1.0]], [1.0, 2.0])


def test_other_things_than_bounds_and_kernels_are_refused():
    for bounds, said in (((0.1, 5.0), r"\(0.1, 5.0\) is a tuple"), ([], "] is a list")):
        with pytest.raises(TypeError, match=f"bounds = .*{said}, but each"):
            GaussianProcess(bounds=bounds).fit([[0.0], [1.0]], [1.0, 2.0])
    with pytest.raises(NotPositiveSemidefiniteError, match="no covariance"):
        GaussianProcess(Sigmoid(1.0, -1.0)).sample_y([[0.0], [1.0]])
    with pytest.raises(TypeError, match=r"kernel is 2\.0, not a kernel"):
        GaussianProcess(2.0).sample_y([[0.0]])


def test_a_variance_beyond_the_domain_is_refused_as_a_covariance_is():
    model = GaussianProcess(Polynomial(3)).fit([[1.0], [2.0]], [1.0, 2.0])
    with pytest.raises(ValueError, match=r"Polynomial.* leaves the range of numbers"):
        model.predict([[1e13]], return_std=True)  # k(x, x) is 1e78, k(X, x) 1e39


def test_a_search_without_an_end_says_so(monkeypatch):
    monkeypatch.setattr("kernellab.gaussian_process.MOST_CLIMBS", 1)
    monkeypatch.setattr(
        "kernellab.gaussian_process.minimize", lambda f, x, **_: Bunch(x=x)
    )
    with pytest.raises(UnverifiedError, match=r"p\(y\) = -\d{3}\.\d{3} still rises"):
        GaussianProcess(PRIOR, 140.0, BOUNDS).fit(X, y)


def test_derivatives_show_a_maximum_inside_and_at_bounds():
    held = {"length_scale": (1.0, 21.0), "noise": (200.0, 1e4)}
    for bounds, noise in ((BOUNDS, 140.0), (held, 300.0)):
        search = _Search(PRIOR, noise, X, y, bounds)
        end = search.maximise()
        assert search.is_strict(end, search.at(end).gradient, 1e-7)
        moved = end - 0.01
        assert not search.is_strict(moved, search.at(moved).gradient, 1e-7)


def test_what_rounding_puts_beside_a_bound_is_at_it():
    search = _Search(RBF(2.0), 1.0, X, y, {"noise": (0.5, 3.0)})
    for end in (search.low, search.high):
        for gap in (-1e-13, 0.0, 1e-13):
            assert search.clipped(end + gap) == end
