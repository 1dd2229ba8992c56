"""What labs on a road say of data that are not the stopping distances."""

import re
from inspect import signature

import numpy as np
import pytest
from matplotlib.patches import Rectangle
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
    said = [text for text in ax.texts if text.get_text() == "no data"]
    middles = [sum(band) / 2 for band in expected]
    assert [text.get_position()[0] for text in said] == middles


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
    labs.car_out_of_line,
    labs.side_by_side,
    labs.approximation_error,
    labs.kernel_builder,
    labs.a_measurement,
    labs.evidence,
    labs.calibration,
]
WORDS_OF_ROADS = r"\b(cars?|mph|ft|feet|speeds?|distances?|stopping|drove)\b"


def texts_of(lab):
    """Every word of a lab that a reader sees."""
    said = [lab.title, lab.sentence]
    for ax in lab.figure.axes:
        said += [ax.get_title(), ax.get_xlabel(), ax.get_ylabel()]
        said += [text.get_text() for text in ax.texts]
    said += [f"{each.label} {each.unit}" for each in lab.controls.values()]
    if question := lab.question:
        said += [question.words, question.judge(None).text]
    return said


def twice(X, y):
    """The same data with the first point twice, which one lab needs."""
    return np.vstack([X[:1], X]), np.append(y[:1], y)


@pytest.mark.parametrize("make", NAMED, ids=lambda make: make.__name__)
def test_a_lab_says_what_the_numbers_mean(make):
    lab = make(*twice(AGES, HEIGHTS), **OWN)
    said = texts_of(lab)
    for words in said:
        assert not re.search(WORDS_OF_ROADS, words), words
    assert any("cm" in words for words in said) or make is labs.side_by_side
    for ax in lab.figure.axes:
        if ax.get_xlabel() == "age (years)":
            left, right = ax.get_xlim()
            assert left <= AGES.min() <= AGES.max() < right
    if "length_scale" in lab.controls:
        assert lab.controls["length_scale"].unit.endswith("years")


@pytest.mark.parametrize("factor", [1e-3, 1.0, 250.0])
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


@pytest.mark.parametrize("shift", [-1e4, 0.0, 2000.0])
@pytest.mark.parametrize("size", [1e-4, 1.0, 1e6])
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
    for make in (labs.car_out_of_line, labs.null_vector):
        assert make(X, y, xlabel="year", ylabel="price (k€)").problem is None
    assert low < high


def test_one_place_alone_has_a_picture():
    for X, y in (([[7.0]], [3.0]), ([[7.0], [7.0]], [3.0, 3.0]), ([[0.0]], [0.0])):
        assert labs.kernel_ridge(X, y, **OWN).sentence


MANY = np.sort(np.random.default_rng(1).uniform(4, 40, 3000)).round(1)[:, None]


@pytest.mark.parametrize(
    ("make", "most"),
    [
        *((make, 400) for make in NAMED),
        (labs.polynomial_degree, 400),
        (labs.kernel_builder, 400),
        (labs.constants_matter, 400),
        (labs.approximation_error, 400),
        (labs.spectrum, 400),
        (labs.truncated_rbf, 400),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_of_many_points_a_sample_is_drawn_and_said(make, most):
    noise = np.random.default_rng(2).normal(0, 6, 3000)
    y = MANY[:, 0] + 0.06 * MANY[:, 0] ** 2 + noise
    lab = make(MANY) if make in (labs.spectrum, labs.truncated_rbf) else make(MANY, y)
    found = re.search(r", on a sample of (\d+) of the 3,000 points$", lab.title)
    assert 50 <= int(found[1]) <= most


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
