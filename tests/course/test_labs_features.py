"""The labs on explicit features show what an independent computation finds, and every
control moves something.
"""

from itertools import accumulate, combinations, pairwise, product
from math import comb

import numpy as np
import pytest
from scipy.optimize import nnls

from kernellab import count_monomials, datasets, interactions, labs, monomials, plots
from kernellab.course.labs.features import LAYOUTS, exponents, monomial
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    draws,
    line,
    lines,
    made,
    meets,
    rms,
    says,
    stored,
)

X, Y = datasets.stopping()
SEPARATES = {("corners", "x₁x₂"), ("ring", "x₁² + x₂²"), ("shifted ring", "x₁² + x₂²")}
# Which feature separates


BY_HAND = {
    "x₁ + x₂": lambda x1, x2: x1 + x2,
    "x₁²": lambda x1, x2: x1 * x1,
    "x₁x₂": lambda x1, x2: x1 * x2,
    "x₁² + x₂²": lambda x1, x2: np.hypot(x1, x2) ** 2,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("feature", BY_HAND)
@pytest.mark.slow
def test_only_the_right_feature_separates(layout, feature):
    points, y = LAYOUTS[layout]
    phi = BY_HAND[feature](*points.T)
    counts = []
    for cut in made("feature_quiz").controls["cut"].values[::4]:
        right = np.sum((phi > cut) == (y > 0))
        counts.append(max(right, 48 - right))
        says(
            at("feature_quiz", layout=layout, feature=feature, cut=cut).sentence,
            "Data: {}; cut at {} = {}: {:d} of 48 points are on their own side. With"
            " the three features x₁, x₂ and {}, {} plane separates them.",
            *(layout, feature, f"{cut:g}", counts[-1], feature),
            "some" if (layout, feature) in SEPARATES else "no",
        )
    # That one needs a tilted plane.
    alone = (layout, feature) in SEPARATES - {("shifted ring", "x₁² + x₂²")}
    assert (max(counts) == 48) == alone


@pytest.mark.slow
@pytest.mark.parametrize("feature", BY_HAND)
@pytest.mark.parametrize(
    ("layout", "cut"),
    [("corners", -0.5), ("ring", 0.0), ("shifted ring", 0.7), ("ring", 2.0)],
)
def test_the_points_the_border_and_the_cut(feature, layout, cut):
    plane, strip = at(
        "feature_quiz", layout=layout, feature=feature, cut=cut
    ).figure.axes
    points, y = LAYOUTS[layout]
    phi = BY_HAND[feature](*points.T)
    for sign, marker, color in ((1, "o", plots.FIT), (-1, "s", plots.OTHER)):
        np.testing.assert_array_equal(
            line(plane, color, marker).get_xydata(), points[y == sign]
        )
        x, height = line(strip, color, marker).get_data()
        np.testing.assert_allclose(x, phi[y == sign])
        assert (sign * (height - 0.45) > 0.09).all()
    border = line(plane, plots.TRUTH).get_xydata()
    border = border[np.isfinite(border).all(axis=1)]
    np.testing.assert_allclose(BY_HAND[feature](*border.T), cut, atol=1e-12)
    assert len(border) or (cut < 0 and "²" in feature)
    if len(border):
        # All of it is drawn: every point of the level set in the frame lies near a
        # drawn one or between two.
        grid = np.stack(
            np.meshgrid(np.linspace(-1.9, 1.9, 39), np.linspace(-1.6, 1.6, 33)), axis=-1
        ).reshape(-1, 2)
        values = BY_HAND[feature](*grid.T)
        drawn = line(plane, plots.TRUTH).get_xydata()
        ends = [(a, b) for a, b in pairwise(drawn) if np.isfinite([a, b]).all()]
        for point in grid[np.abs(values - cut) < 0.02 * (1e-9 + np.abs(values).max())]:
            assert min(distance(point, a, b) for a, b in ends) < 0.4
    assert list(line(strip, plots.TRUTH).get_xdata()) == [cut, cut]
    assert (
        strip.texts[0].get_text() == f"the same points along the new feature, {feature}"
    )


def distance(point, a, b):
    """From a point to the segment from a to b."""
    along = b - a
    t = np.clip((point - a) @ along / max(along @ along, 1e-300), 0, 1)
    return np.linalg.norm(point - a - t * along)


def test_a_tilted_plane_separates_the_shifted_ring():
    question = labs.feature_quiz().question
    points, y = LAYOUTS["shifted ring"]
    centre = np.mean(points, axis=0)
    # ‖x − centre‖² is ‖x‖² − 2 centreᵀx and a constant.
    w = np.array([*(-2 * centre), 1.0])
    heights = np.column_stack([points, BY_HAND["x₁² + x₂²"](*points.T)]) @ w
    assert heights[y > 0].max() < heights[y < 0].min()
    assert question.judge("x₁² + x₂²").state == "right"
    meets(
        question,
        [
            ("x₁ + x₂", "adds nothing"),
            ("x₁²", "parabola"),
            ("x₁x₂", "hyperbola"),
            ("none of them", "Multiply"),
        ],
    )
    # A mixture of the discs is a mixture of the squares.
    for feature in ("x₁ + x₂", "x₁²", "x₁x₂"):
        phi = np.column_stack([points, BY_HAND[feature](*points.T), np.ones(48)])
        discs, squares = phi[y > 0].T, phi[y < 0].T
        system, sides = np.hstack([discs, -squares]), np.zeros(4)
        summed = np.append(np.ones(discs.shape[1]), np.zeros(squares.shape[1]))
        _, missed = nnls(np.vstack([system, summed]), np.append(sides, 1.0))
        assert missed < 1e-9


# Stars and bars


@pytest.mark.parametrize(("d", "degree"), [(1, 1), (1, 5), (2, 3), (3, 2), (4, 3)])
def test_every_word_is_another_monomial(d, degree):
    lab = at("stars_and_bars", d=d, degree=degree)
    # Primes: each monomial has its own value.
    point = np.array([2.0, 3.0, 5.0, 7.0, 11.0])[:d]
    values, words = [], set()
    for which in range(1, comb(d + degree, d) + 1):
        word = lab.set(which=which).sentence.split(", ")[2]
        assert (word.count("★"), word.count("|")) == (degree, d)
        values.append(
            np.prod(
                [x ** len(run) for x, run in zip(point, word.split("|"), strict=False)]
            )
        )
        words.add(word)
        stars, bars = (
            line(lab.figure.axes[0], *kind).get_xdata()
            for kind in ((plots.FIT, "*"), (plots.DATA, "|"))
        )
        assert [i for i, letter in enumerate(word) if letter == "★"] == list(stars)
        assert sorted([*stars, *bars]) == list(range(d + degree))
        under = [text.get_text() for text in lab.figure.axes[0].texts[: d + degree]]
        named = dict(
            zip([*(f"x{i}" for i in "₁₂₃₄₅"[:d]), "1"], [*point, 1.0], strict=True)
        )
        assert np.prod([named[name] for name in under if name]) == values[-1]
    assert len(words) == comb(d + degree, d)
    np.testing.assert_array_equal(values, monomials(point[None], degree)[0])
    assert "word 1 of" in lab.set(which=comb(d + degree, d) + 1).sentence


@pytest.mark.parametrize(
    ("d", "degree", "which"), [(3, 3, 8), (4, 2, 252), (1, 5, 6), (5, 5, 100)]
)
def test_both_counts_are_drawn_and_said(d, degree, which):
    lab = at("stars_and_bars", d=d, degree=degree, which=which)
    word, counts = lab.figure.axes
    upto = [
        sum(sum(powers) <= k for powers in product(range(k + 1), repeat=d))
        for k in range(1, 6)
    ]
    printed = [k + d * sum(1 for _ in combinations(range(d), k)) for k in range(1, 6)]
    draws(line(counts, color_of(counts, "C(degree + d, degree)")), range(1, 6), upto)
    draws(line(counts, color_of(counts, "as printed")), range(1, 6), printed)
    assert line(counts, "black", "o").get_xydata().tolist() == [
        [degree, upto[degree - 1]]
    ]
    number = (which - 1) % upto[degree - 1] + 1
    letters, shown = lab.sentence.split(", ")[2], word.texts[-1].get_text()
    powers = [len(run) for run in letters.split("|")[:-1]]
    signs = "".join(
        f"x{'₁₂₃₄₅'[i]}{'⁰ ²³⁴⁵'[a].strip()}" for i, a in enumerate(powers) if a
    )
    assert shown == (signs or "1")
    says(
        lab.sentence,
        "d = {:d}, degree {:d}: word {:d} of {:d}, {}, is {}. C({:d}, {:d}) = {:d}"
        " words with {:d} {} and {:d} {}; the printed formula counts {:d}.",
        *(d, degree, number, upto[degree - 1], letters, shown, degree + d, degree),
        upto[degree - 1],
        *(degree, "star" if degree == 1 else "stars", d, "bar" if d == 1 else "bars"),
        printed[degree - 1],
    )


def test_monomials_read_as_one_writes_them():
    assert [monomial(powers) for powers in exponents(2, 2)] == [
        "1",
        "x₁",
        "x₂",
        "x₁²",
        "x₁x₂",
        "x₂²",
    ]


# The degree


@pytest.mark.parametrize("degree", [1, 4, 12])
@pytest.mark.parametrize(
    ("penalty", "lam"), [("none", 0.0), ("λ = 0.01", 0.01), ("λ = 1", 1.0)]
)
def test_degree_errors_are_those_of_refits(degree, penalty, lam):
    lab = at("polynomial_degree", degree=degree, penalty=penalty)
    road, errors = lab.figure.axes
    u, everyone = (X.ravel() - 22) / 18, np.arange(len(Y))

    def fit(V, y):
        """Least squares on the rows of V over those of √λ I."""
        rows, zeros = np.sqrt(lam) * np.eye(V.shape[1]), np.zeros(V.shape[1])
        return np.linalg.lstsq(np.vstack([V, rows]), np.append(y, zeros), rcond=None)[0]

    def errors_of(p):
        V = np.vander(u, p + 1, increasing=True)
        left_out = [
            Y[i] - V[i] @ fit(V[everyone != i], Y[everyone != i]) for i in everyone
        ]
        return rms(Y - V @ fit(V, Y)), rms(left_out)

    train, left = np.transpose([errors_of(p) for p in range(1, 13)])
    draws(line(errors, color_of(errors, "training")), range(1, 13), train, rtol=1e-6)
    draws(
        line(errors, color_of(errors, "leave-one-out")), range(1, 13), left, rtol=1e-6
    )
    draws(line(errors, plots.FIT, "o"), degree, left[degree - 1], rtol=1e-6)
    draws(line(errors, plots.OTHER, "o"), degree, train[degree - 1], rtol=1e-6)
    w = fit(np.vander(u, degree + 1, increasing=True), Y)
    curve = np.polynomial.Polynomial(w)
    draws(line(road, plots.FIT), ROAD, curve((ROAD - 22) / 18), atol=1e-5, rtol=1e-6)
    draws(line(road, plots.DATA, "o"), X, Y)
    says(
        lab.sentence,
        "Degree {:d}, penalty {}: training error {:.1f} ft, leave-one-out error {:.1f}"
        " ft; {:.0f} ft predicted at 45 mph. The lowest leave-one-out error is {:.1f}"
        " ft at degree {:d}.",
        *(degree, penalty, train[degree - 1], left[degree - 1], curve((45 - 22) / 18)),
        *(left.min(), left.argmin() + 1),
    )


@pytest.mark.slow
def test_usual_wrong_curves_of_the_degree_get_their_replies():
    lab = labs.polynomial_degree(X, Y)
    assert {
        text.get_text() for text in lab.question.veil if hasattr(text, "get_text")
    } == {"leave-one-out"}
    k = np.arange(12)
    meets(
        lab.question,
        (
            (0 * k + 11.0, "follow the noise"),
            (12 - 0.5 * k, "what the error on the fitted cars does"),
            (5 + 1.5 * k, "first it falls a little"),
            (40 - 6 * np.minimum(k, 11 - k), "The shape is right"),
            (10 + 5 * np.minimum(k, 11 - k), "lowest, not highest"),
        ),
    )


def test_the_reason_names_the_best_degree_and_what_it_and_the_last_one_miss():
    def miss(degree, i):
        rest = np.arange(len(Y)) != i
        return Y[i] - np.polynomial.Polynomial.fit(X[rest, 0], Y[rest], degree)(X[i, 0])

    errors = {
        p: rms(np.array([miss(p, i) for i in range(len(Y))])) for p in range(1, 13)
    }
    best = min(errors, key=errors.get)
    told = (
        f"It is lowest at degree {best}, with {errors[best]:.1f} ft, and"
        f" {errors[12]:.1f} ft at degree 12,"
    )
    assert told in made("polynomial_degree").question.spec()["why"]


# Memory


@pytest.mark.parametrize(("d", "degree", "n"), [(5, 3, 1000), (2, 4, 30), (7, 1, 100)])
def test_the_bars_are_as_long_as_the_arrays(d, degree, n):
    lab = at("feature_memory", d=d, degree=degree, n=n)
    (ax,) = lab.figure.axes
    points = np.random.default_rng(0).normal(size=(n, d))
    arrays = (
        points,
        monomials(points, degree),
        interactions(points),
        points @ points.T,
    )
    check_stored(ax, [array.size for array in arrays])
    m, order = arrays[1].shape[1], ("smaller than", "as large as", "larger than")
    says(
        lab.sentence,
        "With d = {:d}, degree {:d} and n = {:d} a point has {} monomials and {}"
        " interactions. X takes {} {}, Φ {} {} or {} {}, K {} {}; Φ of the monomials is"
        " {} K.",
        *(d, degree, n, m, arrays[2].shape[1]),
        *(word for array in arrays for word in stored(array.size)),
        order[1 + np.sign(m - n)],
    )


def check_stored(ax, sizes):
    """The bars, from top to bottom, are as long as these numbers, and each says its
    memory in its colour beside its end.
    """
    names = {
        text.get_position()[1]: text.get_text()
        for text in ax.texts
        if ":" in text.get_text()
    }
    rows = [
        next(name for y, name in names.items() if place - 0.5 < y < place)
        for place in range(1, 5)
    ]
    assert [row.split(":")[0] for row in rows] == [
        "points X",
        "features Φ",
        "interactions Φ",
        "Gram matrix K",
    ]
    for place, color, size in zip(
        range(1, 5),
        (plots.DATA, plots.FIT, plots.OTHER, plots.WEIGHTS),
        sizes,
        strict=True,
    ):
        draws(line(ax, color), [1, size], [place, place])
        (text,) = (each for each in ax.texts if each.get_position()[1] == place)
        assert text.get_color() == plots.WORDS[color]
        assert text.get_position()[0] == 12 * size
        says(text.get_text(), "{} {}", *stored(size))
    limits = [each.get_xydata() for each in lines(ax, plots.FAINT)]
    for place, limit in enumerate(limits, start=1):
        assert limit[:, 0].tolist() == [2e9, 2e9]
        # It crosses the row of the bar, not the name above
        above = next(y for y in names if place - 0.5 < y < place)
        assert above + 0.2 < limit[0, 1] < place < limit[1, 1]
    assert len(limits) == 4


def test_the_longest_bars_are_counted_too():
    """More than any array could hold: by the rule of Pascal for the monomials, by
    doubling for the interactions.
    """
    row = [1] * 16
    for _ in range(30):
        row = list(accumulate(row))
    check_stored(
        at("feature_memory", d=30, degree=15, n=1e6).figure.axes[0],
        [3e7, 1e6 * row[-1], 1e6 * 2**30, 1e12],
    )


def test_the_sentence_says_which_of_the_two_is_larger():
    lab = labs.feature_memory().set(d=5, n=1000)
    first = next(degree for degree in range(1, 16) if count_monomials(5, degree) > 1000)
    assert "smaller than K" in lab.set(degree=first - 1).sentence
    assert "larger than K" in lab.set(degree=first).sentence
    assert "as large as K" in lab.set(d=9, degree=1, n=10).sentence
