"""The labs on building kernels beside formulas written out and scikit-learn."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ExpSineSquared, RationalQuadratic

from kernellab import Kernel, Linear, datasets, labs, plots
from tests.course.labs import ROAD, at, image, line, polynomial, rms, said, se

X, Y = datasets.stopping()
SPEEDS = X.ravel() / 20
YEARS, PPM = datasets.mauna_loa()
BY_HAND = {
    "RBF": lambda x, z, width: se(x, z, width),
    "Linear": lambda x, z, width: np.outer(x, z),
    "Polynomial, degree 2": lambda x, z, width: polynomial(x, z, 2),
    "Periodic": lambda x, z, width: np.exp(
        -2 * np.sin(np.pi * np.subtract.outer(x, z) / width) ** 2
    ),
    "Brownian": lambda x, z, width: np.minimum.outer(x, z),
    "Constant": lambda x, z, width: np.ones((len(x), len(z))),
}


def by_hand(x, z, first, rule, second, width):
    one, two = (BY_HAND[name](x, z, width) for name in (first, second))
    if rule == "the first, normalised":
        own = [np.sqrt(np.diag(BY_HAND[first](at, at, width))) for at in (x, z)]
        scale = np.outer(*own)
        return np.divide(one, scale, out=np.zeros_like(scale), where=scale > 0)
    return {
        "sum": one + two,
        "product": one * two,
        "the first alone": one,
        "exp of the first": np.exp(0.1 * one),
    }[rule]


@pytest.mark.parametrize(
    ("first", "rule", "second", "width", "features"),
    [
        ("RBF", "sum", "Linear", 0.5, "no finite number of features;"),
        ("Polynomial, degree 2", "product", "Linear", 1.0, "3 features;"),
        ("Periodic", "the first alone", "RBF", 2.0, "no finite number of features;"),
        ("Linear", "exp of the first", "RBF", 1.0, "by the exp rule;"),
        ("Brownian", "the first, normalised", "RBF", 1.0, "no finite number"),
    ],
)
def test_the_fit_is_that_of_the_formula(first, rule, second, width, features):
    setting = {"first": first, "rule": rule, "second": second, "length_scale": width}
    lab = at("kernel_builder", **setting, lam=1.0)
    K = by_hand(SPEEDS, SPEEDS, first, rule, second, width)
    alpha = np.linalg.solve(K + np.eye(62), Y)
    road, table, _ = lab.figure.axes
    f = by_hand(ROAD / 20, SPEEDS, first, rule, second, width) @ alpha
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), f, atol=1e-6)
    said(lab, "the fit misses the cars by {} ft", rms(Y - K @ alpha))
    grid = np.linspace(0, 2.5, 26)
    shown = by_hand(grid, grid, first, rule, second, width)
    np.testing.assert_allclose(image(table), shown / np.abs(shown).max(), atol=1e-12)
    assert features in lab.sentence


def test_slices_and_curves_belong_to_the_kernel():
    setting = {"first": "Brownian", "rule": "product", "second": "Linear"}
    lab = at("curves_of_a_kernel", **setting, z=2.0, draw=3)
    x = np.linspace(0, 5, 201)
    one, many = lab.figure.axes
    column = by_hand(x, [2.0], "Brownian", "product", "Linear", 1.0)[:, 0]
    np.testing.assert_allclose(
        line(one, plots.DATA).get_ydata(), column / column.max(), atol=1e-12
    )
    # Each curve is a combination of columns of K at every fourth place.
    K = by_hand(x, x[::4], "Brownian", "product", "Linear", 1.0)
    for each in many.lines:
        weights = np.linalg.lstsq(K, each.get_ydata(), rcond=1e-12)[0]
        np.testing.assert_allclose(K @ weights, each.get_ydata(), atol=1e-6)


class Overlap(Kernel):
    """min(x, z), a kernel of the reader's own."""

    def formula(self, X, Z):
        return np.minimum(X, Z.T)


def test_a_kernel_of_ones_own_is_one_of_the_builders():
    lab = labs.kernel_builder(X, Y, Overlap())
    assert lab.question is None
    alpha = np.linalg.solve(np.minimum.outer(SPEEDS, SPEEDS) + np.eye(62), Y)
    np.testing.assert_allclose(
        line(lab.figure.axes[0], plots.FIT).get_ydata(),
        np.minimum.outer(ROAD / 20, SPEEDS) @ alpha,
        atol=1e-6,
    )
    with pytest.raises(TypeError):
        labs.kernel_builder(X, Y, "RBF")
    assert "Linear" in labs.kernel_builder(X, Y, Linear()).controls["first"].values[0]


def peer(model, trend, decay, lam, before=1990, at=YEARS):
    """All months by scikit-learn's process, which has learned those before a year; a
    large constant stands for the offset.
    """
    k = 1000.0 * TheirRBF(trend)
    if "season" in model:
        k += 6.0 * TheirRBF(decay) * ExpSineSquared(1.0, 1.0)
    if "wiggles" in model:
        k += 0.5 * RationalQuadratic(1.0, 1.0)
    known = YEARS.ravel() < before
    process = GaussianProcessRegressor(1e6 + k, alpha=lam, optimizer=None)
    shift = PPM[known].mean()
    process.fit(YEARS[known], PPM[known] - shift)
    return process.predict(at) + shift


def air(model, trend, decay, lam):
    """The root mean square errors of these at known and at hidden months."""
    missed = peer(model, trend, decay, lam) - PPM
    known = YEARS.ravel() < 1990
    return rms(missed[known]), rms(missed[~known])


def test_carbon_dioxide_is_the_mean_of_a_gaussian_process():
    setting = {"model": "trend + season", "trend": 31.6, "decay": 50.1, "lam": 0.158}
    lab = at("carbon_dioxide", **setting)
    words = "before 1990 are missed by {} ppm, the hidden ones by {} ppm"
    said(lab, words, *air(*setting.values()))
    air_alone, _ = at("carbon_dioxide", model="trend alone").figure.axes
    whole, trend = (line(air_alone, each) for each in (plots.FIT, plots.OTHER))
    np.testing.assert_allclose(whole.get_ydata(), trend.get_ydata())
