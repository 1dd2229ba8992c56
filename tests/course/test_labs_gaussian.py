"""The labs on Gaussian processes against scikit-learn and against densities."""

from functools import cache

import numpy as np
import pytest
from scipy.linalg import sqrtm
from scipy.optimize import minimize
from scipy.stats import multivariate_normal, norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, Matern

from kernellab import datasets, labs, plots
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    draws,
    gives_nothing_away,
    line,
    lines,
    meets,
    named,
    says,
    se,
)

X, y = datasets.stopping()
FINE = np.linspace(0, 50, 201)
COLORS = (plots.FIT, plots.OTHER, plots.TRUTH, plots.WEIGHTS, plots.DATA)
NAMES = ("prior_draws", "a_measurement", "evidence", "calibration")


def edges(ax):
    """The upper and the lower edge of the one band."""
    (shape,) = (each for each in ax.patches if len(each.get_xy()) > 100)
    corners = shape.get_xy()[: 2 * len(ROAD)]
    return corners[: len(ROAD), 1], corners[len(ROAD) :, 1][::-1]


def process(prior, noise, points=X, targets=y):
    model = GaussianProcessRegressor(prior, alpha=noise, optimizer=None)
    return model.fit(points, targets)


@pytest.mark.parametrize("name", NAMES)
def test_a_question_keeps_its_answer_for_itself(name):
    assert gives_nothing_away(at(name))


@pytest.mark.parametrize(
    ("kind", "nu", "ell", "draw"),
    [("SE", np.inf, 10.0, 1), ("Matérn 3/2", 1.5, 31.6, 7), ("Matérn 1/2", 0.5, 1, 20)],
)
def test_draws_have_the_covariance_of_the_kernel(kind, nu, ell, draw):
    lab = at("prior_draws", kind=kind, length_scale=ell, draw=draw)
    k = Matern(ell, nu=nu)
    normal = np.random.default_rng(1).standard_normal((201, 103))
    normal = normal[:, 5 * draw - 5 : 5 * draw]
    K = k(FINE[:, None])
    expected = np.real(sqrtm(K + 1e-13 * np.eye(201))) @ normal
    drawn = [line(lab.figure.axes[1], color) for color in COLORS]
    for each, f in zip(drawn, expected.T, strict=True):
        draws(each, FINE, f, atol=2e-5)
    near = float(k([[0.0]], [[1.0]])[0, 0])
    shown = np.array([d.get_ydata() for d in drawn])
    says(
        lab.sentence,
        f"{kind}, ℓ = {{}}, draws {{:d}} to {{:d}}: f(x) and f(x + 1) have the"
        " correlation {:.3f} and differ by {:.2f} (root mean square); these five reach"
        " from {:.1f} to {:.1f}.",
        *(ell, 5 * draw - 4, 5 * draw, near, np.sqrt(2 - 2 * near)),
        *(shown.min(), shown.max()),
    )


def test_the_three_draws_that_are_asked_about_are_of_those_kernels():
    ax = labs.prior_draws().figure.axes[0]
    normal = np.random.default_rng(1).standard_normal((201, 103))[:, 100:]
    asked = lines(ax, plots.DATA)
    for each, nu, z, height in zip(
        asked, (0.5, np.inf, 1.5), normal.T, (4, 0, -4), strict=True
    ):
        root = np.real(sqrtm(Matern(10.0, nu=nu)(FINE[:, None]) + 1e-13 * np.eye(201)))
        draws(each, FINE, root @ z + height, atol=2e-5)
    rough = [np.abs(np.diff(each.get_ydata(), 2)).mean() for each in asked]
    assert rough[0] > 3 * rough[2] > 9 * rough[1]
    meets(
        at("prior_draws").question,
        {
            "A SE, B Matérn 3/2, C Matérn 1/2": "A is the roughest",
            "A Matérn 3/2, B Matérn 1/2, C SE": "that is not B",
            "A Matérn 1/2, B Matérn 3/2, C SE": "small wiggles",
        },
    )


FOUR = [int(np.abs(X.ravel() - speed).argmin()) for speed in (5, 10, 14, 20)]


def refitted(ell, places, distances):
    prior = ConstantKernel(6400.0) * TheirRBF(ell)
    points = np.vstack([X[FOUR], np.reshape(places, (-1, 1))])
    model = process(prior, 100.0, points, np.append(y[FOUR], distances))
    mean, std = model.predict(ROAD[:, None], return_std=True)
    return mean, norm.ppf(0.95) * std


@pytest.mark.parametrize(
    ("place", "distance", "ell"),
    [(25, 80, 10.0), (39, 160, 10.0), (0, 0, 4.0), (50, 200, 40.0)],
)
def test_a_measurement_is_a_refit_with_one_point_more(place, distance, ell):
    lab = at("a_measurement", place=place, distance=distance, length_scale=ell)
    road, widths = lab.figure.axes
    old, was = refitted(ell, [], [])
    mean, now = refitted(ell, [place], [distance])
    for each, side in zip(lines(road, plots.FAINT), (-1, 1), strict=True):
        draws(each, ROAD, old + side * was, atol=1e-4)
    draws(line(road, plots.FIT), ROAD, mean, atol=1e-6)
    upper, lower = edges(road)
    np.testing.assert_allclose(upper - mean, now, atol=1e-4)
    np.testing.assert_allclose(mean - lower, now, atol=1e-4)
    draws(line(road, plots.OTHER, "D"), [place], [distance])
    draws(line(widths, plots.OTHER, "D"), [place], [now.mean()], rtol=1e-6)
    after = [refitted(ell, [each], [0.0])[1].mean() for each in (0, 13, 39, 50)]
    np.testing.assert_allclose(
        line(widths, plots.FIT).get_ydata()[[0, 13, 39, 50]], after, rtol=1e-6
    )
    says(
        lab.sentence,
        "ℓ = {} mph, and {:d} ft measured at {:d} mph: the mean of ± falls from {:.1f}"
        " ft to {:.1f} ft, the largest from {:d} ft to {:d} ft; at 33 mph the curve is"
        " now at {:d} ± {:d} ft.",
        *(ell, distance, place, was.mean(), now.mean(), round(was.max())),
        *(round(now.max()), round(mean[330]), round(now[330])),
    )


def test_the_best_place_is_that_of_all_refits():
    means = [refitted(10.0, [each], [0.0])[1].mean() for each in range(51)]
    best = int(np.argmin(means))
    question = at("a_measurement").question
    assert [question.judge(best + off).state for off in (0, 3, -3)] == ["right"] * 3
    assert int(refitted(10.0, [], [])[1].argmax()) == len(ROAD) - 1
    meets(
        question,
        (
            (50, "the band is widest"),
            (12, "narrow already"),
            (30, "Go further"),
            (45, "Come nearer"),
        ),
    )


@pytest.mark.parametrize(
    ("ell", "tau", "sigma"),
    [(3.16, 100.0, 10.0), (100.0, 20.0, 4.0), (10.0, 500.0, 30.0)],
)
def test_the_evidence_is_a_density_and_the_sum_of_two_terms(ell, tau, sigma):
    lab = at("evidence", length_scale=ell, tau=tau, sigma=sigma)
    road, ax = lab.figure.axes
    scales = np.logspace(0, 2, 61)
    tables = [tau**2 * se(X, X, each) + sigma**2 * np.eye(62) for each in scales]
    fits = np.array([-y @ np.linalg.solve(A, y) / 2 for A in tables])
    sizes = np.array([-np.linalg.slogdet(A)[1] / 2 for A in tables])
    logs = np.array([multivariate_normal(cov=A).logpdf(y) for A in tables])
    for words, values in (
        ("fit", fits),
        ("Occam factor", sizes),
        ("log p(y), their sum", logs),
    ):
        np.testing.assert_allclose(named(ax, words), values - values[0], atol=1e-7)
    near = int(np.abs(np.log(scales / ell)).argmin())
    draws(line(ax, plots.WIDTH, "o"), scales[near], logs[near] - logs[0], atol=1e-7)
    prior = ConstantKernel(tau**2) * TheirRBF(ell)
    mean, std = process(prior, sigma**2).predict(ROAD[:, None], return_std=True)
    draws(line(road, plots.FIT), ROAD, mean, atol=1e-5)
    np.testing.assert_allclose(edges(road)[0] - mean, norm.ppf(0.95) * std, atol=1e-4)
    says(
        lab.sentence,
        "ℓ = {} mph, τ = {} ft, σ = {} ft: fit {:.1f}, Occam factor {:.1f}, log p(y) ="
        " {:.1f}; with this τ and σ it is largest near ℓ = {:d} mph, {:.1f} higher.",
        *(ell, tau, sigma, fits[near], sizes[near], logs[near]),
        *(round(scales[logs.argmax()]), logs.max() - logs[near]),
    )


def test_drawn_evidence_is_judged():
    lab = at("evidence")
    question = lab.question
    x, right = (np.array(question.spec()[each]) for each in ("x", "right"))
    assert question.judge(right.tolist()).state == "right"
    assert 0 < right.argmax() < len(right) - 1
    ramp = np.linspace(0, 1, len(x))
    meets(
        question,
        (
            (-50 * ramp, "The fit falls"),
            (90 * ramp, "too stiff"),
            (0 * ramp, "few look like these"),
            (80 * np.abs(ramp - 0.5) - 40, "Both ends are bad"),
            (right + 25 * np.sin(np.pi * ramp), "rises by less"),
            (20 * np.sin(np.pi * ramp), "rises higher"),
        ),
    )


@cache
def left_out(grows):
    """Errors over deviations with each car left out, by refits, with the parameters of
    the highest density; then the curve, its ± for a car, and σ.
    """
    s = X.ravel() / 20 if grows else np.ones(62)

    def covariance(logs):
        ell, tau, sigma = np.exp(logs)
        return tau**2 * se(X, X, ell) + sigma**2 * np.diag(s**2)

    def deviance(logs):
        A = covariance(logs)
        return np.linalg.slogdet(A)[1] + y @ np.linalg.solve(A, y)

    found = minimize(
        deviance,
        np.log([40, 120, 10]),
        method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-11, "maxiter": 2000},
    )
    ell, tau2, noise = np.exp(found.x) ** (1, 2, 2)
    A = covariance(found.x)
    z = np.empty(62)
    for i in range(62):
        rest = np.arange(62) != i
        gain = np.linalg.solve(A[np.ix_(rest, rest)], A[rest, i])
        z[i] = (y[i] - gain @ y[rest]) / np.sqrt(A[i, i] - gain @ A[rest, i])
    cross = tau2 * se(ROAD, X, ell)
    mean = cross @ np.linalg.solve(A, y)
    variance = tau2 - np.einsum("ij,ji->i", cross, np.linalg.solve(A, cross.T))
    factor = np.maximum(ROAD, 1) / 20 if grows else np.ones(len(ROAD))
    return np.abs(z), mean, np.sqrt(variance + noise * factor**2), np.sqrt(noise)


@pytest.mark.slow  # it searches without a slope
@pytest.mark.parametrize(
    ("noise", "level"), [("one σ for all cars", 90), ("σ grows with speed", 80)]
)
def test_shares_are_those_of_refits_without_each_car(noise, level):
    lab = at("calibration", level=level, noise=noise)
    road, shares = lab.figure.axes
    z, mean, spread, sigma = left_out(noise.startswith("σ"))
    slow, reach = X.ravel() <= 20, norm.ppf(0.5 + level / 200)
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), mean, atol=1e-2)
    half = edges(road)[0] - line(road, plots.FIT).get_ydata()
    np.testing.assert_allclose(half, reach * spread, rtol=1e-3)
    crosses = line(road, plots.OTHER, "x").get_xydata()
    assert sorted(map(tuple, crosses)) == sorted(
        zip(X[z > reach, 0], y[z > reach], strict=True)
    )
    for words, group in (("up to 20 mph", slow), ("faster", ~slow)):
        curve = line(shares, color_of(shares, words))
        levels = curve.get_xdata()
        inside = 100 * np.mean(z[group, None] <= norm.ppf(0.5 + levels / 200), axis=0)
        np.testing.assert_allclose(curve.get_ydata(), inside, rtol=1e-9)
    counts = [int(np.sum(z[group] <= reach)) for group in (slow, ~slow)]
    at_20 = " at 20 mph" if noise.startswith("σ") else ""
    says(
        lab.sentence,
        f"{noise}, σ = {{:.1f}} ft{at_20}: the band of {{:d}} % holds {{:d}} of 36 cars"
        " up to 20 mph and {:d} of 26 faster ones, each predicted by the others; at 33"
        " mph it is {:d} ± {:d} ft.",
        *(sigma, level, *counts, round(mean[330]), round(reach * spread[330])),
    )


def test_the_share_asked_for_is_that_of_fast_cars():
    z = left_out(False)[0]
    share = 100 * np.mean(z[X.ravel() > 20] <= norm.ppf(0.95))
    question = at("calibration").question
    assert question.judge(round(share)).state == "right"
    meets(
        question,
        ((90, "if the model were true"), (97, "a compromise"), (40, "not as bad")),
    )


def test_before_the_answer_nothing_names_or_marks_what_is_to_be_guessed():
    lab = at("calibration")
    with lab.question.veiled():
        shown = [
            each
            for ax in lab.figure.axes
            for each in (*ax.texts, *ax.lines, *ax.patches)
            if each.get_visible() and ax.get_ylabel() == "cars inside (%)"
        ]
    assert shown == []
