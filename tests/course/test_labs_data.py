"""What labs on a road say of data that are not the stopping distances."""

import re
from inspect import signature

import numpy as np
import pytest
from matplotlib.patches import Rectangle
from scipy.stats import multivariate_normal
from sklearn.gaussian_process.kernels import RBF as SklearnRBF

from kernellab import datasets, labs, plots
from kernellab.course.labs.data import in_view, scene
from tests.course.labs import line
from tests.every import LABS


def road_of(X, y):
    return labs.first_fit(X, y).figure.axes[0]


def bands(ax):
    return [
        (patch.get_x(), patch.get_x() + patch.get_width())
        for patch in ax.patches
        if isinstance(patch, Rectangle)
    ]


@pytest.mark.parametrize(
    ("shift", "expected"),
    [(0, [(25, 50)]), (15, [(0, 19), (40, 50)]), (25, [(0, 29)]), (40, [(0, 44)])],
)
def test_the_band_without_data_holds_no_data(shift, expected):
    X, y = datasets.cars()
    ax = road_of(X + shift, y)
    assert bands(ax) == expected
    (said,) = (text for text in ax.texts if "no data" in text.get_text())
    box = said.get_window_extent()
    assert box.y0 >= ax.bbox.y1  # no curve crosses the words
    assert ax.bbox.x0 <= box.x0 < box.x1 <= ax.bbox.x1 + 1
    assert not box.overlaps(ax.yaxis.label.get_window_extent())


def test_points_outside_the_picture_are_counted():
    X, y = datasets.cars()
    for move in (0, -60, 130):
        ax = road_of(X, y + move)
        hidden = int(np.sum((y + move < -25) | (y + move > 190)))
        told = [text.get_text() for text in ax.texts if "outside" in text.get_text()]
        assert told == ([f"{hidden} points outside this picture"] if hidden else [])
        assert len(line(ax, plots.DATA, "o").get_xdata()) == len(y)
    ax = road_of(np.append(X, [[60.0]], axis=0), np.append(y, 100.0))
    assert "1 point outside this picture" in [text.get_text() for text in ax.texts]


# Data of the reader's own

AGES = np.linspace(2, 18, 40)[:, None].round(1)
HEIGHTS = 80 + 5.5 * AGES[:, 0] + np.random.default_rng(0).normal(0, 4, 40)
OWN = {"xlabel": "age (years)", "ylabel": "height (cm)"}
NAMED = [
    labs.first_fit,
    labs.bumps_alone,
    labs.kernel_ridge,
    labs.leave_one_out,
    labs.offset,
    labs.null_vector,
    labs.svr_tube,
    labs.support_count,
    labs.pull_a_car,
    labs.side_by_side,
    labs.approximation_error,
    labs.kernel_builder,
    labs.a_measurement,
    labs.evidence,
    labs.calibration,
    labs.polynomial_degree,
    labs.constants_matter,
    labs.spectrum,
    labs.truncated_rbf,
]
WORDS_OF_ROADS = r"\b(cars?|mph|ft|feet|speeds?|distances?|stopping|drove)\b"


def texts_of(lab):
    """Every word of a lab that a reader sees."""
    said = [lab.title, lab.sentence]
    for ax in lab.figure.axes:
        said += [ax.get_title(), ax.get_xlabel(), ax.get_ylabel()]
        said += [text.get_text() for text in ax.texts]
    for each in lab.controls.values():
        said += [f"{each.label} {each.unit}"]
        said += each.values if each.kind == "choice" else ()
    if question := lab.question:
        said += [question.words, question.judge(None).text]
    return said


def twice(X, y):
    """The same data with the first point twice, which one lab needs."""
    return np.vstack([X[:1], X]), np.append(y[:1], y)


def brought(make, X, y, **labels):
    """The lab on these data, or on what it takes of them."""
    given = {"X": X, "y": y} | labels
    return make(
        **{name: given[name] for name in signature(make).parameters if name in given}
    )


@pytest.mark.parametrize("make", NAMED, ids=lambda make: make.__name__)
@pytest.mark.slow
def test_a_lab_says_what_the_numbers_mean(make):
    lab = brought(make, *twice(AGES, HEIGHTS), **OWN)
    said = texts_of(lab)
    for words in said:
        assert not re.search(WORDS_OF_ROADS, words), words
    silent = (labs.side_by_side, labs.spectrum, labs.truncated_rbf)
    assert any("cm" in words for words in said) or make in silent
    for ax in lab.figure.axes:
        if ax.get_xlabel() == "age (years)":
            left, right = ax.get_xlim()
            assert left <= AGES.min() <= AGES.max() < right
    if "length_scale" in lab.controls:
        assert lab.controls["length_scale"].unit.endswith("years")


@pytest.mark.parametrize("factor", [1e-3, 1.0, 250.0])
@pytest.mark.slow
def test_the_fit_does_not_depend_on_the_units(factor):
    """Ages in another unit, heights as they are: the same curve over the same place."""
    plain = labs.kernel_ridge(AGES, HEIGHTS, **OWN)
    other = labs.kernel_ridge(factor * AGES, HEIGHTS, **OWN)
    position = plain.controls["length_scale"].values[20]
    plain.set(kernel="SE", length_scale=position)
    wanted = line(plain.figure.axes[0], plots.FIT)
    # scikit-learn's RBF, where its width is the slider's
    at = np.array(wanted.get_xdata())[:, None]
    K = SklearnRBF(position)(AGES) + 0.62 * np.eye(len(AGES))
    f = SklearnRBF(position)(at, AGES) @ np.linalg.solve(K, HEIGHTS)
    np.testing.assert_allclose(wanted.get_ydata(), f, atol=1e-8 * np.abs(f).max())
    scales = other.controls["length_scale"].values
    nearest = min(scales, key=lambda each: abs(each - factor * position))
    assert nearest == pytest.approx(factor * position, rel=0.35)


@pytest.mark.parametrize("make", NAMED[10:], ids=lambda make: make.__name__)
@pytest.mark.slow
def test_a_picture_in_tenths_of_the_units_is_ten_times_as_large(make):
    """A referee for the scales: what does not grow with its axis was left behind."""
    own, tenths = (
        brought(make, factor * AGES, factor * (HEIGHTS - 40), **OWN)
        for factor in (1.0, 10.0)
    )
    for ax, other in zip(own.figure.axes, tenths.figure.axes, strict=True):
        for axis in ("x", "y"):
            limits, larger = (getattr(each, f"get_{axis}lim")() for each in (ax, other))
            factor = larger[1] / limits[1]
            assert factor == pytest.approx(10 if abs(factor - 10) < 1 else 1)
            np.testing.assert_allclose(larger, factor * np.array(limits), rtol=1e-9)
            for drawn, again in zip(ax.lines, other.lines, strict=True):
                if drawn.get_transform() != ax.transData:
                    continue
                values, grown = (
                    np.ravel(getattr(each, f"get_{axis}data")()).astype(float)
                    for each in (drawn, again)
                )
                size = np.nanmax(np.abs(values), initial=0.0)
                np.testing.assert_allclose(
                    grown, factor * values, rtol=1e-5, atol=1e-5 * factor * size
                )


def test_fits_to_data_of_the_readers_own_are_those_of_others():
    polynomial = labs.polynomial_degree(AGES, HEIGHTS, **OWN).figure.axes[0]
    drawn = line(polynomial, plots.FIT)
    x = np.array(drawn.get_xdata())
    powers = np.polynomial.Polynomial.fit(AGES[:, 0], HEIGHTS, 4)
    np.testing.assert_allclose(drawn.get_ydata(), powers(x), rtol=1e-7, atol=1e-6)
    cheap = labs.approximation_error(AGES, HEIGHTS, **OWN)
    K = SklearnRBF(cheap.values["length_scale"])
    exact = K(x[:, None], AGES) @ np.linalg.solve(K(AGES) + np.eye(40), HEIGHTS)
    road = cheap.figure.axes[0]
    np.testing.assert_allclose(line(road, plots.TRUTH).get_ydata(), exact, atol=1e-6)
    for moved in (0.0, 2000.0):  # 2000 is far from 0: the prior's mean is the least y
        lab = labs.evidence(AGES, HEIGHTS + moved, **OWN)
        tau, sigma = lab.values["tau"], lab.values["sigma"]
        prior = tau**2 * SklearnRBF(lab.values["length_scale"])
        t = HEIGHTS if moved == 0 else HEIGHTS - HEIGHTS.min()
        A = prior(AGES) + sigma**2 * np.eye(40)
        f = prior(x[:, None], AGES) @ np.linalg.solve(A, t)
        f += 0 if moved == 0 else HEIGHTS.min() + moved
        curve = line(lab.figure.axes[0], plots.FIT)
        np.testing.assert_allclose(curve.get_ydata(), f, atol=1e-5)
        # The curve of log p(y) has its places in equal steps of log ℓ.
        k = SklearnRBF(lab.controls["length_scale"].values[0] * 10**0.5)
        cov = tau**2 * k(AGES) + sigma**2 * np.eye(40)
        density = multivariate_normal(cov=cov).logpdf(t)
        told = re.search(r"log p\(y\) = (.*?);", lab.sentence)[1].replace("−", "-")
        assert float(told) == pytest.approx(density, abs=0.051)


@pytest.mark.parametrize("shift", [-1e4, 0.0, 2000.0])
@pytest.mark.parametrize("size", [1e-4, 1.0, 1e6])
@pytest.mark.slow
def test_any_range_of_numbers_has_a_picture(shift, size):
    X, y = shift + size * AGES, size * HEIGHTS - shift
    lab = labs.kernel_ridge(X, y, xlabel="year", ylabel="price (k€)")
    road = lab.figure.axes[0]
    assert in_view(road, X.ravel(), y) == len(y)
    (left, right), (low, high) = road.get_xlim(), road.get_ylim()
    assert np.ptp(X) > 0.3 * (right - left)
    assert "k€ predicted at" in lab.sentence
    for make in (labs.svr_tube, labs.leave_one_out, labs.offset, labs.first_fit):
        assert "k€" in make(X, y, xlabel="year", ylabel="price (k€)").sentence
    X[1] = X[0]
    lab = labs.null_vector(X, y, xlabel="year", ylabel="price (k€)")
    assert lab.problem is None
    assert low < high


def test_one_place_alone_has_a_picture():
    for X, y in (([[7.0]], [3.0]), ([[7.0], [7.0]], [3.0, 3.0]), ([[0.0]], [0.0])):
        assert labs.kernel_ridge(X, y, **OWN).sentence


MANY = np.sort(np.random.default_rng(1).uniform(4, 40, 3000)).round(1)[:, None]


@pytest.mark.slow
@pytest.mark.parametrize("make", NAMED, ids=lambda make: make.__name__)
def test_of_many_points_a_sample_is_drawn_and_said(make):
    noise = np.random.default_rng(2).normal(0, 6, 3000)
    y = MANY[:, 0] + 0.06 * MANY[:, 0] ** 2 + noise
    lab = brought(make, MANY, y)
    found = re.search(r", on a sample of (\d+) of the 3,000 points$", lab.title)
    assert 50 <= int(found[1]) <= 400


def test_a_sample_goes_from_the_least_to_the_largest_in_even_ranks():
    mixed = np.random.default_rng(3).permutation(3000)
    X = 4 + np.arange(3000.0)[:, None] / 100
    shown = scene(X[mixed], np.arange(3000.0)[mixed], most=100)
    ranks = np.sort(shown.y)
    assert (ranks[0], ranks[-1], shown.whole) == (0, 2999, 3000)
    assert np.ptp(np.diff(ranks)) <= 1
    assert (shown.X[:, 0] == X[shown.y.astype(int), 0]).all()
    few = scene(X[:100], np.arange(100.0), most=100)
    assert (few.whole, few.titled("A lab")) == (0, "A lab")


def test_what_cannot_be_drawn_says_what_to_bring():
    with pytest.raises(ValueError, match=r"Try one column, X\[:, :1\]"):
        labs.kernel_ridge(np.ones((5, 2)), np.ones(5), **OWN)
    with pytest.raises(ValueError, match=r'xlabel="age \(years\)"'):
        labs.kernel_ridge(1000 + AGES, HEIGHTS)


@pytest.mark.parametrize("name", sorted(LABS))
def test_a_lab_that_takes_data_says_so(name):
    make = getattr(labs, name.partition("(")[0], None)
    taken = [each for each in signature(make).parameters if each in ("X", "y")]
    for each in taken:
        words = " ".join(make.__doc__.replace("`", "").split())
        assert re.search(rf"\b{each} \(n", words), (name, each)
