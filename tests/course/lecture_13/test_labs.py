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


def test_draws_have_the_covariance_of_scikit_learns_kernel():
    lab = at("prior_draws", kind="Matérn 3/2", length_scale=5.01, draw=2)
    normal = np.random.default_rng(1).standard_normal((201, 103))
    drawn = [each.get_ydata() for each in lab.figure.axes[1].lines[2:]]
    np.testing.assert_allclose(drawn, (root(1.5, 5.01) @ normal[:, 5:10]).T, atol=1e-4)
    near = Matern(5.01, nu=1.5)([[0.0]], [[1.0]])[0, 0]
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
    for i in (15, 40, 60):
        assert rise[i] == pytest.approx(density(scales[i]) - density(1.0), abs=1e-4)
    said(lab, "{} higher", rise.max() - rise[30])
    right = np.asarray(answer(at("evidence").question))
    assert right[1:-1].max() > max(right[0], right[-1]) + 10  # a hill


def left_out(grows):
    """Errors over deviations with each car left out, by refits, with the parameters of
    the highest density, and σ.
    """
    s = SPEEDS / 20 if grows else np.ones(62)

    def covariance(logs):
        ell, tau, sigma = np.exp(logs)
        return tau**2 * se(SPEEDS, SPEEDS, ell) + sigma**2 * np.diag(s**2)

    def deviance(logs):
        A = covariance(logs)
        return np.linalg.slogdet(A)[1] + Y @ np.linalg.solve(A, Y)

    options = {"xatol": 1e-7, "fatol": 1e-11, "maxiter": 2000}
    start = np.log([40, 120, 10])
    found = minimize(deviance, start, method="Nelder-Mead", options=options).x
    A, z = covariance(found), np.empty(62)
    for i in range(62):
        rest = np.arange(62) != i
        gain = np.linalg.solve(A[np.ix_(rest, rest)], A[rest, i])
        z[i] = (Y[i] - gain @ Y[rest]) / np.sqrt(A[i, i] - gain @ A[rest, i])
    return np.abs(z), np.exp(found[2])


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


def test_the_scatter_within_a_speed():
    for above, upto, feet in ((0, 10, 3.4), (20, 99, 14.0)):
        here = [Y[v == SPEEDS] for v in np.unique(SPEEDS) if above < v <= upto]
        squares = sum(np.sum((group - group.mean()) ** 2) for group in here)
        pooled = np.sqrt(squares / sum(len(group) - 1 for group in here))
        assert pooled == pytest.approx(feet, abs=0.05)


def quadratic_covariance(q, tau, sigma, inner=1.0):
    """Of the distances: a quadratic prior, and noise that grows with a power q."""
    K = (inner**2 + np.outer(SPEEDS, SPEEDS)) ** 2
    return tau**2 * K + np.diag((sigma * (SPEEDS / 20) ** q) ** 2)


def highest_evidence(q, cars=slice(None), inner=1.0):
    """The τ and σ of the highest density of these cars, and its logarithm."""

    def below(logs):
        A = quadratic_covariance(q, *np.exp(logs), inner)[cars][:, cars]
        return -multivariate_normal(cov=A, allow_singular=True).logpdf(Y[cars])

    start = np.log([0.3 / max(inner, 1), 10])
    found = minimize(below, start, method="Nelder-Mead")
    return *np.exp(found.x), -found.fun


@pytest.mark.parametrize(("inner", "top"), [(0.1, -236.9), (3, -234.5), (60, -239.2)])
def test_the_length_in_a_quadratic_kernel_matters_little(inner, top):
    assert highest_evidence(0.0, inner=inner)[2] == pytest.approx(top, abs=0.05)


def test_a_free_power_is_near_one_and_gains_a_tenth():
    powers = np.linspace(0.9, 1.2, 31)
    tops = [highest_evidence(q)[2] for q in powers]
    assert powers[np.argmax(tops)] == pytest.approx(1.07, abs=0.011)
    assert max(tops) - highest_evidence(1.0)[2] == pytest.approx(0.1, abs=0.05)


def test_the_band_stays_honest_where_each_car_is_left_out_of_the_search_as_well():
    z = np.empty(62)
    for i in range(62):
        rest = np.arange(62) != i

        def below(theta, rest=rest):
            A = quadratic_covariance(theta[2], *np.exp(theta[:2]))[rest][:, rest]
            fit = Y[rest] @ np.linalg.solve(A, Y[rest]) / 2
            return np.linalg.slogdet(A)[1] / 2 + fit

        options = {"xatol": 1e-5, "fatol": 1e-7, "maxiter": 2000}
        start = [np.log(0.3), np.log(9), 1.0]
        found = minimize(below, start, method="Nelder-Mead", options=options).x
        A = quadratic_covariance(found[2], *np.exp(found[:2]))
        gain = np.linalg.solve(A[np.ix_(rest, rest)], A[rest, i])
        z[i] = (Y[i] - gain @ Y[rest]) / np.sqrt(A[i, i] - gain @ A[rest, i])
    slow = SPEEDS <= 20
    inside = [np.abs(z) < norm.ppf((1 + level) / 2) for level in (0.5, 0.8, 0.9)]
    assert [each[~slow].sum() for each in inside] == [14, 18, 24]
    assert [each[slow].sum() for each in inside] == [16, 28, 33]
    above = z > norm.ppf(0.95)
    assert (above[~slow].sum(), above[slow].sum()) == (1, 3)


@pytest.mark.parametrize(
    ("q", "inner", "rises"),
    [(0.8, 1, -1.4), (1.3, 1, -1.0), (1.0, 3, 1.0), (1.0, 10, 0.6)],
)
def test_other_choices_change_the_highest_evidence_by(q, inner, rises):
    rise = highest_evidence(q, inner=inner)[2] - highest_evidence(1.0)[2]
    assert rise == pytest.approx(rises, abs=0.05)


def test_a_curve_of_three_degrees_of_freedom_hardly_flatters_its_band():
    inverse = np.linalg.inv(155.0**2 * se(SPEEDS, SPEEDS, 40.0) + 100 * np.eye(62))
    own = 1 - 100 * np.diag(inverse)  # leverages
    assert own.sum() == pytest.approx(3.3, abs=0.05)
    fitted = np.abs(100 * inverse @ Y) / (10 * np.sqrt(1 + own))
    left = np.abs(inverse @ Y) / np.sqrt(np.diag(inverse))
    reach = norm.ppf(0.94)
    assert (np.sum(fitted <= reach), np.sum(left <= reach)) == (53, 51)


def test_the_middle_length_makes_the_deviation_nearly_the_difference():
    ties = se(SPEEDS, SPEEDS, 20.0)[36, 57]
    deviation = np.sqrt(2 * 100.0**2 * (1 - ties) + 2 * 10.0**2)
    assert (round(deviation), round(Y[57] - Y[36])) == (67, 68)
