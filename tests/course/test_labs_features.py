"""The labs on explicit features show what an independent computation finds, and every control moves something."""

from itertools import product
from math import comb

import numpy as np
import pytest

from kernellab import count_monomials, datasets, interactions, labs, monomials, ridge_primal
from kernellab.course.labs.features import FEATURES, LAYOUTS, exponents, monomial

X, Y = datasets.stopping()
SEPARATES = {("corners", "x₁x₂"), ("ring", "x₁² + x₂²"), ("ring aside", "x₁² + x₂²")}
# Which feature separates


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("feature", FEATURES)
def test_only_the_right_feature_separates(layout, feature):
    lab = labs.feature_quiz().set(layout=layout, feature=feature)
    assert ("some plane separates" in lab.sentence) == ((layout, feature) in SEPARATES)
    points, y = LAYOUTS[layout]
    phi = FEATURES[feature](points)
    counts = []
    for cut in lab.controls["cut"].values:
        counts.append(int(lab.set(cut=cut).sentence.split(": ")[2].split()[0]))
        sides = [np.sum((phi > cut) == (y > 0)), np.sum((phi <= cut) == (y > 0))]
        assert counts[-1] == max(sides)
    alone = (layout, feature) in SEPARATES - {("ring aside", "x₁² + x₂²")}  # that one needs a tilted plane
    assert (max(counts) == 48) == alone


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("cut", [-0.5, 0.0, 0.7, 2.0])
def test_the_border_is_where_the_feature_equals_the_cut(feature, cut):
    lab = labs.feature_quiz().set(feature=feature, cut=cut)
    border = lab.figure.axes[0].lines[2].get_xydata()
    border = border[np.isfinite(border).all(axis=1)]
    np.testing.assert_allclose(FEATURES[feature](border), cut, atol=1e-12)
    assert len(border) or (cut < 0 and "²" in feature)


# Stars and bars


@pytest.mark.parametrize(("d", "degree"), [(1, 1), (1, 5), (2, 3), (3, 2), (4, 3)])
def test_every_word_is_another_monomial(d, degree):
    lab = labs.stars_and_bars().set(d=d, degree=degree)
    point = np.array([2.0, 3.0, 5.0, 7.0, 11.0])[:d]  # primes: each monomial has its own value
    values, words = [], set()
    for which in range(1, comb(d + degree, d) + 1):
        word = lab.set(which=which).sentence.split(", ")[2]
        assert (word.count("★"), word.count("|")) == (degree, d)
        values.append(np.prod([x ** len(run) for x, run in zip(point, word.split("|"), strict=False)]))
        words.add(word)
        stars, bars = (line.get_xdata() for line in lab.figure.axes[0].lines)
        assert [i for i, letter in enumerate(word) if letter == "★"] == list(stars)
        assert sorted([*stars, *bars]) == list(range(d + degree))
        under = [text.get_text() for text in lab.figure.axes[0].texts[: d + degree]]
        named = dict(zip([*(f"x{i}" for i in "₁₂₃₄₅"[:d]), "1"], [*point, 1.0], strict=True))
        assert np.prod([named[name] for name in under if name]) == values[-1]
    assert len(words) == comb(d + degree, d)
    np.testing.assert_array_equal(values, monomials(point[None], degree)[0])
    assert "word 1 of" in lab.set(which=comb(d + degree, d) + 1).sentence


def test_both_counts_are_drawn():
    lab = labs.stars_and_bars().set(d=4)
    right, printed = (line.get_ydata() for line in lab.figure.axes[1].lines[:2])
    counted = [sum(sum(powers) <= k for powers in product(range(k + 1), repeat=4)) for k in range(1, 6)]
    assert list(right) == counted
    assert list(printed) == [k + 4 * comb(4, k) for k in range(1, 6)]


def test_monomials_read_as_one_writes_them():
    assert [monomial(powers) for powers in exponents(2, 2)] == ["1", "x₁", "x₂", "x₁²", "x₁x₂", "x₂²"]


# The degree


@pytest.mark.parametrize("degree", [1, 4, 9])
@pytest.mark.parametrize(("penalty", "lam"), [("none", 0.0), ("λ = 0.01", 0.01), ("λ = 1", 1.0)])
def test_degree_errors_are_those_of_refits(degree, penalty, lam):
    lab = labs.polynomial_degree(X, Y).set(degree=degree, penalty=penalty)
    V = np.vander((X.ravel() - 22) / 18, degree + 1, increasing=True)
    everyone = np.arange(len(Y))
    w = ridge_primal(V, Y, lam)
    left_out = [Y[i] - V[i] @ ridge_primal(V[everyone != i], Y[everyone != i], lam) for i in everyone]
    rms = [float(np.sqrt(np.mean(np.square(r)))) for r in (Y - V @ w, left_out)]
    road, errors = lab.figure.axes
    loo, training, here = errors.lines
    np.testing.assert_allclose(here.get_ydata(), rms, rtol=1e-6)
    np.testing.assert_allclose([training.get_ydata()[degree - 1], loo.get_ydata()[degree - 1]], rms, rtol=1e-6)
    speeds, fit = road.lines[-1].get_data()
    np.testing.assert_allclose(fit, np.vander((speeds - 22) / 18, degree + 1, increasing=True) @ w, rtol=1e-6, atol=1e-5)
    assert f"training error {rms[0]:.1f} ft, leave-one-out error {rms[1]:.1f} ft" in lab.sentence


def test_bad_data_are_met_with_words():
    with pytest.raises(ValueError, match="14 different values"):
        labs.polynomial_degree(X[:9], Y[:9])
    for bad in (np.ones((20, 2)), np.full((20, 1), np.nan), "speeds", None):
        with pytest.raises((ValueError, TypeError), match="X"):
            labs.polynomial_degree(bad, np.ones(20))
    with pytest.raises(ValueError, match="62 points"):
        labs.polynomial_degree(X, Y[1:])


# Memory


@pytest.mark.parametrize(("d", "degree", "n"), [(5, 3, 1000), (2, 4, 30), (7, 1, 100)])
def test_the_bars_are_as_long_as_the_arrays(d, degree, n):
    lab = labs.feature_memory().set(d=d, degree=degree, n=n)
    points = np.random.default_rng(0).normal(size=(n, d))
    arrays = (points, monomials(points, degree), interactions(points), points @ points.T)
    bars = [line for line in lab.figure.axes[0].lines if len(line.get_xdata()) == 2][1:]
    assert [bar.get_xdata()[1] for bar in bars] == [array.size for array in arrays]
    shown = [text.get_text() for text in lab.figure.axes[0].texts[1:]]
    for words, array in zip(shown, arrays, strict=True):
        number, unit = words.split()
        assert float(number) * {"bytes": 1, "kB": 1e3, "MB": 1e6}[unit] == pytest.approx(array.nbytes, rel=5e-3)


def test_the_sentence_says_which_of_the_two_is_larger():
    lab = labs.feature_memory().set(d=5, n=1000)
    first = next(degree for degree in range(1, 16) if count_monomials(5, degree) > 1000)
    assert "smaller than K" in lab.set(degree=first - 1).sentence
    assert "larger than K" in lab.set(degree=first).sentence
    assert "as large as K" in lab.set(d=9, degree=1, n=10).sentence
