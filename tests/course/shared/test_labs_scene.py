"""Data of the reader's own in the five labs that take them, and what others refuse."""

import re
from inspect import signature

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal
from sklearn.gaussian_process.kernels import RBF as SklearnRBF
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernellab import labs, plots
from kernellab.course.shared.scenes import scene
from tests.course.labs import line
from tests.every import CO2, LABS, STOPPING

AGES = np.linspace(2, 18, 40)[:, None].round(1)
HEIGHTS = 80 + 5.5 * AGES[:, 0] + np.random.default_rng(0).normal(0, 4, 40)
OWN = {"xlabel": "age (years)", "ylabel": "height (cm)"}
TABLE = pd.DataFrame({"age (years)": AGES[:, 0], "height": HEIGHTS})
ON_A_LINE = [labs.kernel_ridge, labs.leave_one_out, labs.svr_tube, labs.evidence]
WORDS_OF_ROADS = r"\b(cars?|mph|ft|feet|speeds?|distances?|stopping|drove)\b"


def texts_of(lab):
    """Every word of a lab that a reader sees."""
    said = [lab.title, lab.sentence]
    for ax in lab.figure.axes:
        said += [ax.get_title(), ax.get_xlabel(), ax.get_ylabel()]
        said += [text.get_text() for text in ax.texts]
    for each in lab.controls.values():
        said += [f"{each.label} {each.unit}"]
    if question := lab.question:
        said += [question.words, question.judge(None).text]
    return said


@pytest.mark.slow
@pytest.mark.parametrize("make", ON_A_LINE, ids=lambda make: make.__name__)
def test_a_lab_names_the_readers_data_by_their_own_names_and_units(make):
    labelled = make(AGES, HEIGHTS, **OWN)
    of_a_table = make(TABLE["age (years)"], TABLE["height"], ylabel="height (cm)")
    assert texts_of(of_a_table) == texts_of(labelled)
    assert any("cm" in words for words in texts_of(labelled))
    assert labelled.controls["length_scale"].unit == "years"
    assert not re.search(WORDS_OF_ROADS, " ".join(texts_of(labelled)))
    no_names = make(AGES, HEIGHTS)
    assert not re.search(WORDS_OF_ROADS, " ".join(texts_of(no_names)))


@pytest.mark.parametrize("factor", [1e-3, 250.0])
def test_the_fit_is_that_of_scikit_learns_kernel_in_any_unit(factor):
    lab = labs.kernel_ridge(factor * AGES, HEIGHTS, **OWN)
    width = lab.controls["length_scale"].values[20]
    lab.set(kernel="SE", length_scale=width)
    drawn = line(lab.figure.axes[0], plots.FIT)
    K = SklearnRBF(width)
    alpha = np.linalg.solve(K(factor * AGES) + 0.62 * np.eye(40), HEIGHTS)
    f = K(np.array(drawn.get_xdata())[:, None], factor * AGES) @ alpha
    np.testing.assert_allclose(drawn.get_ydata(), f, atol=1e-8 * np.abs(f).max())


@pytest.mark.parametrize("moved", [0.0, 2000.0])
def test_the_evidence_of_the_readers_data_is_that_of_scipys_normal(moved):
    """2000 is far from 0: the prior's mean is then the least y."""
    lab = labs.evidence(AGES, HEIGHTS + moved, **OWN)
    tau, sigma = lab.values["tau"], lab.values["sigma"]
    t = HEIGHTS if moved == 0 else HEIGHTS - HEIGHTS.min()
    # log p(y) is known at places in equal steps of log ℓ.
    k = SklearnRBF(lab.controls["length_scale"].values[0] * 10**0.5)
    K = tau**2 * k(AGES) + sigma**2 * np.eye(40)
    told = re.search(r"log p\(y\) = (.*?);", lab.sentence)[1].replace("−", "-")
    assert float(told) == pytest.approx(multivariate_normal(cov=K).logpdf(t), abs=0.051)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "spread", "told"),
    [(1.7e9, 60, "1700000048"), (2019.2, 0.5, "2019.6"), (2460000, 30, "2460024")],
)
def test_far_from_zero_a_place_has_the_digits_that_the_spread_needs(
    first, spread, told
):
    X = pd.DataFrame({"t": first + spread * (AGES[:, 0] - 2) / 16})
    y = pd.Series(HEIGHTS, name="height (cm)")
    for make in ON_A_LINE:
        lab = make(X, y)
        low, high = lab.figure.axes[0].get_xlim()
        assert low <= X.t.min() <= X.t.max() <= high <= low + 2 * spread
        ticks = lab.figure.axes[0].xaxis.get_major_formatter()
        assert ticks.get_offset() == ""
        for name, control in lab.controls.items() if spread == 60 else ():
            for value in (control.values[0], control.values[-1]):
                lab.reset().set(**{name: value})
    assert f"at t {told} and" in labs.kernel_ridge(X, y).sentence


def test_one_place_alone_has_a_picture():
    for X, y in (([[7.0]], [3.0]), ([[7.0], [7.0]], [3.0, 3.0]), ([[0.0]], [0.0])):
        assert labs.kernel_ridge(X, y, **OWN).sentence


def test_a_sample_of_many_points_goes_from_end_to_end_in_even_ranks():
    mixed = np.random.default_rng(3).permutation(3000)
    X = 4 + np.arange(3000.0)[:, None] / 100
    shown = scene(X[mixed], np.arange(3000.0)[mixed], most=100)
    ranks = np.sort(shown.y)
    assert (ranks[0], ranks[-1]) == (0, 2999)
    assert np.ptp(np.diff(ranks)) <= 1
    assert (shown.X[:, 0] == X[shown.y.astype(int), 0]).all()
    assert shown.sample_note == ", on a sample of 100 of the 3,000 points"
    lab = labs.kernel_ridge(X, np.arange(3000.0))
    assert lab.title.endswith("on a sample of 400 of the 3,000 points")


def test_the_border_of_the_readers_points_is_that_of_scikit_learn():
    rng = np.random.default_rng(5)
    X = pd.DataFrame({"height (cm)": rng.normal(170, 9, 60)})
    X["weight (kg)"] = 0.8 * X["height (cm)"] - 70 + rng.normal(0, 9, 60)
    y = pd.Series(np.where(X["weight (kg)"] + rng.normal(0, 9, 60) > 66, 1, -1))
    lab = labs.svm_border(X, y).set(kernel="RBF", C=10.0, length_scale=1.0)
    plane = lab.figure.axes[0]
    assert plane.get_xlabel() == "height, standardised"
    Z = StandardScaler().fit_transform(X)
    referee = SVC(C=10.0, gamma=0.5, tol=1e-8).fit(Z, y)
    assert f"{len(referee.support_)} support vectors of 60" in lab.sentence
    border = np.vstack(plane.collections[1].get_segments())
    assert np.abs(referee.decision_function(border)).max() < 0.02
    assert lab.question is None


@pytest.mark.parametrize(
    ("give", "error", "said"),
    [
        (lambda: labs.kernel_ridge(np.ones((5, 2)), np.ones(5)), ValueError, "one col"),
        (lambda: labs.svm_border(AGES, np.ones(40)), ValueError, "two coordinates"),
        (lambda: labs.svm_border(np.ones((2, 2)), [1, -1]), ValueError, "are equal"),
        (lambda: labs.svm_border(np.eye(2)), TypeError, "^y is None"),
        (lambda: labs.svm_border(y=[1, -1]), TypeError, "^X is None"),
        (lambda: labs.svm_border(np.eye(2), [0, 1]), ValueError, "two classes"),
    ],
)
def test_what_cannot_be_drawn_says_what_to_bring(give, error, said):
    with pytest.raises(error, match=said):
        give()


def test_other_labs_tell_of_the_data_of_the_course_alone():
    for name in LABS:
        make = getattr(labs, name)
        taken = [each for each in signature(make).parameters if each in ("X", "y")]
        if make in (*ON_A_LINE, labs.svm_border) or not taken:
            continue
        X, y = CO2 if name == "carbon_dioxide" else STOPPING
        for other in (X + 1, X[:-1], "no numbers"):
            with pytest.raises(ValueError, match="data of your own"):
                make(*(other, y)[: len(taken)])
