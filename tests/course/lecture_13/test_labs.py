"""The labs on Gaussian processes show what scikit-learn, SciPy and refits say."""

import numpy as np
import pytest
from scipy.linalg import sqrtm
from scipy.optimize import minimize
from scipy.stats import multivariate_normal, norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern

from kernellab import datasets, plots
from tests.course.labs import ROAD, answer, at, color_of, line, lines, said, se

X, Y = datasets.stopping()
SPEEDS = X.ravel()
FINE = np.linspace(0, 50, 201)
FOUR = [int(np.abs(SPEEDS - speed).argmin()) for speed in (5, 10, 14, 20)]


def root(nu, length_scale):
    K = Matern(length_scale, nu=nu)(FINE[:, None])
    return np.real(sqrtm(K + 1e-13 * np.eye(201)))


@pytest.mark.slow
def test_draws_have_the_covariance_of_scikit_learns_kernel():
    lab = at("prior_draws", kind="Matérn 3/2", length_scale=5.01, draw=2)
    normal = np.random.default_rng(1).standard_normal((201, 103))
    drawn = [each.get_ydata() for each in lab.figure.axes[1].lines[2:]]
    np.testing.assert_allclose(drawn, (root(1.5, 5.01) @ normal[:, 5:10]).T, atol=1e-4)
    near = Matern(5.01, nu=1.5)([[0.0]], [[1.0]])[0, 0]
    assert "draws 6 to 10: " in lab.sentence
    said(lab, "have the correlation {} and differ by {}", near, np.sqrt(2 - 2 * near))
    asked = lines(lab.figure.axes[0], plots.DATA)
    rough = {"Matérn 1/2": 0.5, "SE": np.inf, "Matérn 3/2": 1.5}
    order = zip(asked, rough.values(), normal.T[100:], (4, 0, -4), strict=True)
    for each, nu, z, height in order:
        np.testing.assert_allclose(
            each.get_ydata(), root(nu, 10.0) @ z + height, atol=1e-4
        )
    names = zip("ABC", rough, strict=True)
    words = ", ".join(f"{letter} {name}" for letter, name in names)
    assert lab.question.judge(words).state == "right"


def refitted(length_scale, places, distances):
    """Mean and ± of scikit-learn's process, with these measurements more."""
    prior = ConstantKernel(6400.0) * RBF(length_scale)
    points = np.vstack([X[FOUR], np.reshape(places, (-1, 1))])
    peer = GaussianProcessRegressor(prior, alpha=100.0, optimizer=None)
    peer.fit(points, np.append(Y[FOUR], distances))
    mean, std = peer.predict(ROAD[:, None], return_std=True)
    return mean, norm.ppf(0.95) * std


@pytest.mark.parametrize(("place", "distance", "ell"), [(39, 160, 10), (0, 0, 4)])
def test_a_measurement_is_a_refit_with_one_point_more(place, distance, ell):
    lab = at("a_measurement", place=place, distance=distance, length_scale=float(ell))
    _, was = refitted(ell, [], [])
    mean, now = refitted(ell, [place], [distance])
    drawn = line(lab.figure.axes[0], plots.FIT).get_ydata()
    np.testing.assert_allclose(drawn, mean, atol=1e-4)
    said(lab, "falls from {} ft to {} ft, the", was.mean(), now.mean())
    said(lab, "is now at {} ± {} ft", mean[330], now[330])
    level = lab.figure.axes[1].lines[-1].get_ydata()
    assert [*level] == pytest.approx([was.mean()] * 2, rel=1e-6)
    width = line(lab.figure.axes[1], plots.FIT).get_ydata()
    assert width[13] == pytest.approx(refitted(ell, [13], [0.0])[1].mean(), rel=1e-6)


def test_the_best_place_is_that_of_all_refits():
    means = [refitted(10, [each], [0.0])[1].mean() for each in range(51)]
    assert answer(at("a_measurement").question) == int(np.argmin(means))


@pytest.mark.parametrize(("tau", "sigma"), [(100.0, 10.0), (20.0, 4.0)])
def test_the_evidence_is_the_density_of_scipys_normal(tau, sigma):
    lab = at("evidence", tau=tau, sigma=sigma, length_scale=10.0)

    def density(ell):
        cov = tau**2 * se(SPEEDS, SPEEDS, ell) + sigma**2 * np.eye(62)
        return multivariate_normal(cov=cov).logpdf(Y)

    said(lab, "log p(y) = {};", density(10.0))
    ax = lab.figure.axes[1]
    scales, rise = line(ax, color_of(ax, "log p(y)")).get_data()
    for i in (30, 80, 120):
        assert rise[i] == pytest.approx(density(scales[i]) - density(1.0), abs=1e-4)
    said(lab, "{} higher", rise.max() - rise[60])
    right = np.asarray(answer(at("evidence").question))
    assert right[1:-1].max() > max(right[0], right[-1]) + 10  # a hill


def highest(covariance, start, cars=slice(None)):
    """The parameters of the highest density of these cars."""

    def deviance(parameters):
        A = covariance(parameters)[cars][:, cars]
        return np.linalg.slogdet(A)[1] + Y[cars] @ np.linalg.solve(A, Y[cars])

    options = {"xatol": 1e-7, "fatol": 1e-11, "maxiter": 2000}
    return minimize(deviance, start, method="Nelder-Mead", options=options).x


def missed(A, i):
    """The error at car i, predicted from the others, over its deviation."""
    rest = np.arange(62) != i
    gain = np.linalg.solve(A[np.ix_(rest, rest)], A[rest, i])
    return (Y[i] - gain @ Y[rest]) / np.sqrt(A[i, i] - gain @ A[rest, i])


def left_out(grows):
    """Errors over deviations with each car left out, by refits, with the parameters of
    the highest density, and σ.
    """
    s = SPEEDS / 20 if grows else np.ones(62)

    def covariance(logs):
        ell, tau, sigma = np.exp(logs)
        return tau**2 * se(SPEEDS, SPEEDS, ell) + sigma**2 * np.diag(s**2)

    found = highest(covariance, np.log([40, 120, 10]))
    A = covariance(found)
    return np.abs([missed(A, i) for i in range(62)]), np.exp(found[2])


@pytest.mark.slow  # it searches without a slope
@pytest.mark.parametrize("grows", [False, True])
def test_shares_are_those_of_refits_without_each_car(grows):
    noise = "σ grows with speed" if grows else "one σ for all cars"
    lab = at("calibration", level=80, noise=noise)
    z, sigma = left_out(grows)
    inside, slow = z <= norm.ppf(0.9), SPEEDS <= 20
    said(lab, f"{noise}, σ = {{}} ft", sigma)
    counts = [np.sum(inside & group) for group in (slow, ~slow)]
    said(lab, "holds {} of 36 cars up to 20 mph and {} of 26", *counts)
    if not grows:
        share = 100 * np.mean(z[~slow] <= norm.ppf(0.95))
        assert lab.question.judge(round(share)).state == "right"


@pytest.mark.slow
def test_the_band_stays_honest_where_each_car_is_left_out_of_the_search_as_well():
    K = (1 + np.outer(SPEEDS, SPEEDS)) ** 2

    def covariance(parameters):
        tau, sigma = np.exp(parameters[:2])
        noise = sigma * (SPEEDS / 20) ** parameters[2]
        return tau**2 * K + np.diag(noise**2)

    z, start = np.empty(62), [np.log(0.3), np.log(9), 1.0]
    for i in range(62):
        found = highest(covariance, start, np.arange(62) != i)
        z[i] = missed(covariance(found), i)
    slow, edge = SPEEDS <= 20, norm.ppf(0.95)
    inside, above = np.abs(z) < edge, z > edge
    assert (inside[~slow].sum(), inside[slow].sum()) == (24, 33)
    assert (above[~slow].sum(), above[slow].sum()) == (1, 3)


def test_a_curve_of_three_degrees_of_freedom_flatters_its_band_by_two_cars():
    inverse = np.linalg.inv(155.0**2 * se(SPEEDS, SPEEDS, 40.0) + 100 * np.eye(62))
    own = 1 - 100 * np.diag(inverse)  # leverages
    assert own.sum() == pytest.approx(3.3, abs=0.05)
    fitted = np.abs(100 * inverse @ Y) / (10 * np.sqrt(1 + own))
    left = np.abs(inverse @ Y) / np.sqrt(np.diag(inverse))
    reach = norm.ppf(0.94)
    assert (np.sum(fitted <= reach), np.sum(left <= reach)) == (53, 51)


def test_the_middle_length_makes_the_deviation_nearly_the_difference():
    variance = 2 * 100.0**2 * (1 - se(SPEEDS, SPEEDS, 20.0)[36, 57]) + 2 * 10.0**2
    assert (round(np.sqrt(variance)), round(Y[57] - Y[36])) == (67, 68)
