"""The labs on building kernels show what an independent computation says."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as SklearnRBF
from sklearn.gaussian_process.kernels import ExpSineSquared, RationalQuadratic

from kernellab import RBF, Linear, Polynomial, certificate, datasets, labs
from kernellab.course.labs.building import BLOCKS, HIDDEN_FROM, MONTHS, RULES, block, composed

X, Y = datasets.stopping()
YEARS, PPM = datasets.mauna_loa()
MAKE = {
    "builder": lambda: labs.kernel_builder(X, Y),
    "curves": labs.curves_of_a_kernel,
    "carbon dioxide": lambda: labs.carbon_dioxide(YEARS, PPM),
}


@pytest.mark.slow
@pytest.mark.parametrize("first", BLOCKS)
@pytest.mark.parametrize("rule", RULES)
def test_every_combination_is_a_certified_kernel_and_can_be_fitted_at_both_ends_of_its_sliders(first, rule):
    lab = MAKE["builder"]()
    for second in ("RBF", "Brownian"):
        assert certificate(composed(block(first, 0.7), rule, block(second, 0.7))).proven
        for end in (0, -1):
            lengths, lams = lab.controls["length_scale"].values, lab.controls["lam"].values
            lab.set(first=first, rule=rule, second=second, length_scale=lengths[end], lam=lams[end])
            assert "nan" not in lab.sentence


@pytest.mark.parametrize(
    ("first", "count"), [("Linear", "2 features"), ("Polynomial, degree 2", "4 features"), ("Constant", "2")]
)
def test_the_features_are_counted_by_the_rules(first, count):
    lab = MAKE["builder"]()
    lab.set(first=first)
    assert count in lab.sentence
    assert composed(block(first, 1.0), "sum", Linear()).features(X).shape[1] == int(count[0])


def test_the_fit_is_the_one_by_features():
    lab = MAKE["builder"]()
    lab.set(first="Polynomial, degree 2", rule="product", lam=lab.controls["lam"].values[3])
    lam, u = lab.controls["lam"].values[3], X / 20
    Phi = (Polynomial(2) * Linear()).features(u)
    w = np.linalg.solve(Phi.T @ Phi + lam * np.eye(3), Phi.T @ Y)
    road = np.linspace(0, 2.5, 501)[:, None]
    curve = next(line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_ydata()) == 501)
    np.testing.assert_allclose(curve, (Polynomial(2) * Linear()).features(road) @ w, atol=1e-6)


def test_carbon_dioxide_is_the_mean_of_a_gaussian_process():
    """The same posterior mean from scikit-learn, whose offset we imitate by a constant of enormous variance."""
    lab = MAKE["carbon dioxide"]()
    kernel = 1000 * SklearnRBF(50.0) + 6 * SklearnRBF(100.0) * ExpSineSquared(1.0, 1.0) + 0.5 * RationalQuadratic(1.0, 1.0)
    past = YEARS[:, 0] < HIDDEN_FROM
    peer = GaussianProcessRegressor(kernel + 1e6, alpha=0.1, optimizer=None).fit(YEARS[past], PPM[past] - 335)
    drawn = next(line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_ydata()) == len(MONTHS))
    np.testing.assert_allclose(drawn, peer.predict(MONTHS) + 335, atol=0.02)
    error = np.sqrt(np.mean((PPM[~past] - 335 - peer.predict(YEARS[~past])) ** 2))
    assert f"the hidden ones by {error:.2f} ppm" in lab.sentence


def test_slices_and_curves_belong_to_the_kernel():
    lab = labs.curves_of_a_kernel()
    lab.set(first="Brownian", rule="the first alone", z=3.0)
    slice_, *curves = (line.get_ydata() for ax in lab.figure.axes for line in ax.lines if len(line.get_ydata()) == 201)
    x = np.linspace(0, 5, 201)
    np.testing.assert_allclose(slice_, np.minimum(x, 3.0) / 3.0, atol=1e-12)
    for curve in curves:  # straight between neighbouring knots, and zero at zero
        assert abs(curve[0]) < 1e-12
        knots = np.interp(x, x[::4], curve[::4])
        np.testing.assert_allclose(curve, knots, atol=1e-9)


@pytest.mark.parametrize("bad", [None, "years", np.ones((3, 2)), [[1.0], [np.nan]], [[1900.0], [1901.0]], [[2000.0], [2001.0]]])
def test_data_without_a_past_or_without_a_future_are_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        labs.carbon_dioxide(bad, [1.0, 2.0])


def test_the_short_name_of_a_kernel_keeps_its_numbers():
    lab = MAKE["builder"]()
    lab.set(first="RBF", rule="product", second="Linear")
    assert lab.sentence.startswith("RBF(0.5) * Linear(), λ = 1:")
    assert RBF(0.5) * Linear() == composed(block("RBF", 0.5), "product", block("Linear", 0.5))
