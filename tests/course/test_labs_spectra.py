"""The labs on Gram matrices show what an independent computation says, and every
control moves something.
"""

import re
from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest
import scipy.special
from matplotlib.colors import to_rgba

from kernellab import datasets, labs, plots
from kernellab.course.labs.spectra import DEGREES, FLOOR, GRID, LINE
from kernellab.interactive.site.prepared import prepared
from tests.course.labs import (
    NUMBER,
    at,
    color_of,
    draws,
    heights,
    image,
    line,
    lines,
    meets,
    number,
    says,
    se,
)

X, _ = datasets.stopping()
# Three points


BY_HAND = {
    "exp(−(x − z)²/2)": lambda x, z: np.exp(-((x - z) ** 2) / 2),
    "1 − (x − z)²": lambda x, z: 1 - (x - z) ** 2,
    "1 if |x − z| < 1": lambda x, z: float(abs(x - z) < 1),
    "−|x − z|": lambda x, z: -abs(x - z),
}


def two(value):
    """Two decimals at most; two figures for what would be lost so."""
    if 0 < abs(value) < 0.005:
        mantissa, power = f"{value:.1e}".split("e")
        small = abs(value) < 1e-3
        words = (
            f"{mantissa.removesuffix('.0')}·10⁻{'⁰¹²³⁴⁵⁶⁷⁸⁹'[-int(power)]}"
            if small
            else f"{value:.2g}"
        )
        return words.replace("-", "−")
    return (
        f"{value:.2f}".rstrip("0")
        .rstrip(".")
        .replace("-0", "0" if abs(value) < 0.005 else "-0")
        .replace("-", "−")
    )


@pytest.mark.parametrize("kernel", BY_HAND)
@pytest.mark.parametrize(
    "points",
    [
        (-0.5, 0.0, 0.4),
        (0.0, 2.0, 0.0),
        (-3.0, 1.1, 3.0),
        (0.0, 0.8, 1.6),
        (1.0, 1.0, 1.0),
    ],
)
def test_table_curves_and_eigenvalues_are_those_of_the_function(kernel, points):
    lab = at(
        "three_points",
        kernel=kernel,
        **dict(zip(("x1", "x2", "x3"), points, strict=True)),
    )
    k = BY_HAND[kernel]
    K = np.array([[k(x, z) for z in points] for x in points])
    ax, table, spectrum = lab.figure.axes
    np.testing.assert_allclose(image(table), K, atol=1e-12)
    picture = table.images[0]
    # Blue is positive.
    assert picture.cmap(picture.norm(2.0))[2] > picture.cmap(picture.norm(-2.0))[2]
    cells = {
        tuple(np.round(text.get_position()).astype(int)): text.get_text()
        for text in table.texts
    }
    assert cells == {(j, i): two(K[i, j]) for i in range(3) for j in range(3)}
    for i, x in enumerate(points):
        color = color_of(ax, "x" + "₁₂₃"[i])
        f = np.array([k(z, x) for z in LINE.ravel()])
        draws(line(ax, color), LINE, np.where(f >= -3, f, np.nan))
        assert line(ax, color, "o").get_xdata()[0] == x
        assert [
            text.get_position()[0]
            for text in ax.texts
            if text.get_color() == plots.WORDS[color]
        ] == [x]
    values = np.linalg.eigvalsh(K)[::-1]
    values[np.abs(values) <= 3 * np.finfo(float).eps * np.abs(values).max()] = 0
    np.testing.assert_array_equal(heights(spectrum)[0], [1, 2, 3])
    np.testing.assert_allclose(heights(spectrum)[1], values, atol=1e-12)
    low, high = spectrum.get_ylim()
    for color, value, text in zip(
        spectrum.collections[0].get_color(), values, spectrum.texts, strict=True
    ):
        np.testing.assert_array_equal(
            color, to_rgba(plots.OTHER if value < 0 else plots.FIT)
        )
        assert text.get_text() == two(value)
        beyond = text.get_position()[1]
        assert abs(beyond) > abs(value)
        assert low + 0.04 * (high - low) < beyond < high - 0.03 * (high - low)
    opening = (
        f"{kernel} on {two(points[0])}, {two(points[1])} and {two(points[2])}:"
        f" eigenvalues {', '.join(map(two, values))}; "
    )
    assert lab.sentence.startswith(opening)
    verdict = lab.sentence.removeprefix(opening)
    assert (verdict == "positive semidefinite.") == (values[-1] == 0 or values[-1] > 0)
    if values[-1] < 0:
        c = [
            number(each)
            for each in re.findall(NUMBER, verdict.split("(")[1].split(")")[0])
        ]
        assert c @ K @ c == pytest.approx(
            number(verdict.rstrip(".").split("= ")[-1]), rel=0.01, abs=0.02
        )
        assert abs(c @ np.linalg.eigh(K)[1][:, 0]) == pytest.approx(
            np.linalg.norm(c), rel=0.01
        )


def test_the_witness_in_the_sentence_verifies():
    sentence = (
        labs.three_points()
        .set(kernel="1 − (x − z)²", x1=0.0, x2=2.0, x3=0.0)
        .sentence.replace("−", "-")
    )
    c = np.array(
        [float(t) for t in sentence.split("c = (")[1].split(")")[0].split(",")]
    )
    K = 1 - (np.array([0, 2, 0])[:, None] - [0, 2, 0]) ** 2
    assert c @ K @ c == pytest.approx(
        float(sentence.rstrip(".").split("= ")[-1]), abs=0.02
    )


def test_a_tiny_negative_eigenvalue_is_not_written_as_zero():
    """Three different points always refute the parabola, by Sylvester's law of inertia,
    however close they are.
    """
    lab = labs.three_points().set(kernel="1 − (x − z)²", x1=0.0, x2=0.1, x3=0.2)
    K = 1 - (np.array([0, 0.1, 0.2])[:, None] - [0, 0.1, 0.2]) ** 2
    assert f"−{-np.linalg.eigvalsh(K)[0] * 1e5:.1f}·10⁻⁵" in lab.sentence
    assert "not PSD" in lab.sentence


# Three points in the plane

START = {"x1": -0.5, "y1": 0.0, "x2": 0.5, "y2": 0.0, "x3": 0.0, "y3": 1.0}


def table_in_fractions(values):
    """The table of 1 − ‖x − z‖² on three points, exactly."""
    parts = [Fraction(f"{each:.1f}") for each in values.values()]
    X = list(zip(parts[::2], parts[1::2], strict=True))
    return [
        [1 - sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) for z in X] for x in X
    ]


def joins(K):
    """Whether all principal minors are ≥ 0, for a table with ones on its diagonal."""
    (_, a, b), (_, _, c), _ = K
    pairs = [1 - each**2 for each in (a, b, c)]
    return min(*pairs, 1 + 2 * a * b * c - a**2 - b**2 - c**2) >= 0


def by_cosines(K):
    """The eigenvalues of a table with the trace 3, by the formula for a cubic."""
    rest = np.array(K, float) - np.eye(3)
    size = np.sqrt((rest**2).sum() / 6)
    turn = np.arccos(np.clip(np.linalg.det(rest / size) / 2, -1, 1)) / 3
    return np.sort(1 + 2 * size * np.cos(turn + 2 * np.pi / 3 * np.arange(3)))[::-1]


@pytest.mark.parametrize("moved", [("x3", "y3"), tuple(START)])
def test_points_in_the_plane_pass_where_no_principal_minor_is_negative(moved):
    lab, rng, verdicts = at("points_in_the_plane"), np.random.default_rng(1), []
    for _ in range(60):
        values = START | {
            name: float(rng.choice(lab.controls[name].values)) for name in moved
        }
        K = table_in_fractions(values)
        sentence = lab.update(**values)
        assert sentence.endswith("positive semidefinite.") == joins(K), values
        verdicts.append(joins(K))
        _, table, spectrum = lab.figure.axes
        np.testing.assert_allclose(image(table), np.array(K, float), atol=1e-12)
        np.testing.assert_allclose(heights(spectrum)[1], by_cosines(K), atol=1e-7)
    assert 5 < sum(verdicts) < 55


@pytest.mark.parametrize(
    ("third", "radius"),
    [
        ((0.0, 1.0), 0.625),
        ((0.3, 0.2), 0.5831),
        ((1.0, 1.0), 1.0078),
        ((-0.5, 0.0), 0.5),
        ((0.0, 0.0), None),
        ((0.9, 0.1), 2.8935),
    ],
)
def test_the_circle_goes_through_the_points_and_two_others_have_the_largest_radius(
    third, radius
):
    lab = at("points_in_the_plane", x3=third[0], y3=third[1])
    plane = lab.figure.axes[0]
    X = np.array([(-0.5, 0.0), (0.5, 0.0), third])
    for x, color in zip(X, (plots.FIT, plots.OTHER, plots.TRUTH), strict=True):
        assert line(plane, color, "o").get_xydata().tolist() == [x.tolist()]
    curves = [line(plane, plots.DATA), *lines(plane, plots.TRUTH)]
    drawn = np.vstack([each.get_path().interpolated(50).vertices for each in curves])
    names = [text.get_position() for text in plane.texts]
    for name in names:  # beside its point, and on no curve
        assert np.linalg.norm(X - name, axis=1).min() < 0.2
        assert np.linalg.norm(drawn - name, axis=1).min() > 0.06
    assert len(set(names)) == 3
    drawn = line(plane, plots.DATA).get_xydata()
    # Four points lie on one circle or line where this determinant is 0.
    off = X - drawn[:, None]
    lifted = np.dstack([off, (off**2).sum(axis=2)])
    np.testing.assert_allclose(np.linalg.det(lifted), 0, atol=1e-9)
    if radius is None:
        assert not drawn[:, 1].any()
        assert "no circle goes through them, for they lie on a line;" in lab.sentence
    else:
        near = np.linalg.norm(drawn[:, None] - X, axis=2).min(axis=0)
        assert near.max() < 0.06  # half a step of the curve
        said = re.search(f"through them has the radius ({NUMBER});", lab.sentence)[1]
        assert number(said) == pytest.approx(radius, abs=0.005)
    for height, circle in zip((-0.5, 0.5), lines(plane, plots.TRUTH), strict=True):
        away = np.linalg.norm(circle.get_xydata() - [0, height], axis=1)
        np.testing.assert_allclose(away, np.sqrt(0.5))


def test_points_too_far_apart_have_no_circle_of_the_largest_radius():
    lab = at("points_in_the_plane", x1=-1.0, x2=1.0)
    assert not any(
        each.get_xydata().size for each in lines(lab.figure.axes[0], plots.TRUTH)
    )


def test_a_third_point_in_the_plane_joins_inside_one_circle_and_outside_the_other():
    lab = at("points_in_the_plane")
    for x in lab.controls["x3"].values:
        for y in lab.controls["y3"].values:
            passes = joins(table_in_fractions(START | {"x3": x, "y3": y}))
            tenths = round(10 * x), round(10 * y)
            upper, lower = (
                tenths[0] ** 2 + (tenths[1] - way) ** 2 - 50 for way in (5, -5)
            )
            assert passes == (upper <= 0 <= lower), (x, y)
    assert told(lab.question, "where the circle through all three is small enough")[
        0
    ] == ("right")
    meets(
        lab.question,
        {
            "nowhere but on x₁ or on x₂ itself": "all eigenvalues are positive",
            "anywhere off the line through them": "more than √2 apart",
            "anywhere within √2 of both": "close to the line",
        },
    )


def test_a_page_has_a_grid_for_each_point_and_six_places_for_all(monkeypatch):
    lab = at("points_in_the_plane")
    monkeypatch.setattr(lab, "frames", lambda settings: {})
    made = prepared(lab)
    chosen, start = {*map(tuple, made["settings"])}, tuple(made["start"])
    ends = [
        {0, here, len(lab.controls[name].values) - 1}
        for name, here in zip(lab.controls, start, strict=True)
    ]
    assert {*product(*ends)} <= chosen
    for i in (0, 2, 4):
        assert len(ends[i]) * len(ends[i + 1]) >= 6
        alone = {
            each[i : i + 2]
            for each in chosen
            if each[:i] + each[i + 2 :] == start[:i] + start[i + 2 :]
        }
        across, up = (
            [k for k in range(21) if sum(each[j] == k for each in alone) > 6]
            for j in (0, 1)
        )
        assert (len(across) >= 8, len(up) >= 7) == (True, True)
        assert {*product(across, up)} <= alone


# The spectrum of the cars


@pytest.mark.parametrize(
    ("length_scale", "lam"),
    [(3.0, 0.01), (1.0, 1e-12), (100, 10), (20, 1e-6), (0.3, 0.1)],
)
def test_the_spectrum_is_that_of_the_gram_matrix(length_scale, lam):
    lab = at("spectrum", length_scale=length_scale, lam=lam)
    picture, spectrum = lab.figure.axes
    speeds = np.sort(X.ravel())
    K = se(speeds, speeds, length_scale)
    np.testing.assert_allclose(image(picture), K, atol=1e-12)
    shown = picture.images[0]
    assert (shown.origin, shown.get_extent()) == ("upper", [0.5, 62.5, 62.5, 0.5])
    # Dark where k is 1.
    assert sum(shown.cmap(shown.norm(1.0))[:3]) < sum(shown.cmap(shown.norm(0.0))[:3])
    own = line(spectrum, color_of(spectrum, "of K"), "o")
    lifted = line(spectrum, color_of(spectrum, "of K + λI"))
    lost = line(spectrum, plots.FAINT, "o")
    bar = line(spectrum, color_of(spectrum, "tolerance"))
    places, values = np.arange(1, 63), np.sort(np.linalg.svd(K, compute_uv=False))[::-1]
    tolerance = 62 * np.finfo(float).eps * values[0]
    np.testing.assert_allclose(bar.get_ydata(), tolerance, rtol=1e-9)
    clear = ~np.isnan(own.get_ydata())
    for drawn in (own, lost, lifted):
        np.testing.assert_array_equal(drawn.get_xdata(), places)
    np.testing.assert_allclose(
        own.get_ydata()[clear], values[clear], rtol=1e-6, atol=1e-13 * values[0]
    )
    assert np.all(own.get_ydata()[clear] > tolerance)
    assert np.all(values[~clear] < 4 * tolerance)
    np.testing.assert_array_equal(lost.get_ydata(), np.where(clear, np.nan, 2 * FLOOR))
    np.testing.assert_allclose(
        lifted.get_ydata(),
        np.linalg.svd(K + lam * np.eye(62), compute_uv=False),
        rtol=1e-2,
        atol=1e-13,
    )
    for text in spectrum.texts:
        if text.get_text() != "zero to rounding":
            assert text.get_zorder() > lifted.get_zorder()
            assert text.get_bbox_patch().get_facecolor() == (1, 1, 1, 1)
    (name,) = (text for text in spectrum.texts if "tolerance" in text.get_text())
    assert tolerance < name.get_position()[1] < 10 * tolerance
    if lam > 1e-9:  # else rounding decides
        says(
            lab.sentence,
            "ℓ = {} mph: {:d} of 62 eigenvalues are above rounding, the largest is {};"
            " with λ = {} added to each, the largest is {:2} times the smallest.",
            *(length_scale, clear.sum(), values[0], lam),
            np.linalg.cond(K + lam * np.eye(62)),
        )


# tanh


@pytest.mark.parametrize("reach", [0.1, 0.5, 3.0])
def test_the_map_of_tanh_is_pale_only_where_a_is_zero_and_c_is_not_negative(reach):
    lab = at("tanh_map", reach=reach)
    depth = np.asarray(lab.figure.axes[0].images[0].get_array())
    x = reach * np.linspace(-1, 1, 5)
    for i in range(0, len(GRID), 4):
        for j in range(0, len(GRID), 4):
            values = np.linalg.eigvalsh(np.tanh(GRID[j] * np.outer(x, x) + GRID[i]))
            worst = max(-values[0], 0) / max(np.abs(values).max(), 1e-300)
            assert depth[i, j] == pytest.approx(worst, rel=1e-6, abs=1e-14)
    white = depth < 1e-12
    np.testing.assert_array_equal(white, (GRID[None, :] == 0) & (GRID[:, None] >= 0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "c", "reach"),
    [
        (1.0, 0.5, 0.5),
        (-1.0, 1.0, 0.5),
        (2.0, 0.0, 3.0),
        (0.0, -1.0, 0.5),
        (0.0, 1.0, 2.0),
        (-2.0, -2.0, 0.1),
        (0.0, 0.0, 1.0),
    ],
)
def test_the_bars_of_tanh_are_its_eigenvalues(a, c, reach):
    lab = at("tanh_map", a=a, c=c, reach=reach)
    plane, spectrum, legend = lab.figure.axes
    x = reach * np.linspace(-1, 1, 5)
    values = np.linalg.eigvalsh(np.tanh(a * np.outer(x, x) + c))[::-1]
    largest = np.abs(values).max() or 1.0
    values[np.abs(values) <= 5 * np.finfo(float).eps * largest] = 0
    check_signed(spectrum, 1, values / largest)
    assert line(plane, "white", "o").get_xydata().tolist() == [[a, c]]
    start = "tanh({}·xz {} {}) on five points up to {} from zero: "
    values_said = (two(a), "−" if c < 0 else "+", abs(c), reach)
    if values[-1] < 0:
        said = "an eigenvalue of −{:2} times the largest, so it is not a kernel."
        says(lab.sentence, start + said, *values_said, -values[-1] / largest)
    else:
        says(lab.sentence, start + "no eigenvalue is negative.", *values_said)
    (picture,) = plane.images
    assert (picture.origin, picture.get_extent()) == (
        "lower",
        pytest.approx([-2.05, 2.05, -2.05, 2.05]),
    )
    shades = [
        sum(picture.cmap(picture.norm(depth))[:3])
        for depth in (0.0, 1e-8, 1e-5, 1e-3, 0.1)
    ]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 5
    np.testing.assert_allclose(legend.get_yticks(), [1e-12, 1e-6, 1e-4, 1e-2, 1])
    assert [text.get_text() for text in legend.get_yticklabels()] == [
        "rounding",
        "10⁻⁶",
        "10⁻⁴",
        "1 %",
        "100 %",
    ]


def check_signed(ax, first, values):
    """Each number is a bar from the floor to its size, in the colour that the words
    give its sign; a zero is a short one.
    """
    low = ax.get_ylim()[0]
    found = {}
    for bars in ax.collections:
        for (x, bottom), (same, top) in bars.get_segments():
            assert (x, bottom) == (same, low)
            found[round(x, 9)] = (tuple(bars.get_color()[0]), top)
    assert sorted(found) == [first + j for j in range(len(values))]
    for j, value in enumerate(values):
        color, top = found[first + j]
        words = "positive" if value > 0 else "negative" if value < 0 else "zero"
        if value == 0:
            assert color == to_rgba(plots.FAINT)
            assert low < top < low * (ax.get_ylim()[1] / low) ** 0.1
        else:
            assert color == to_rgba(color_of(ax, words))
            assert top == pytest.approx(abs(value), rel=1e-6, abs=1e-15)


# A fractional degree


@pytest.mark.parametrize("n", [2, 3, 5, 9])
def test_n_points_refute_a_fraction_below_n_minus_2_and_nothing_else(n):
    """A theorem of FitzGerald and Horn (1977), with Jain's (2017) for matrices (1 +
    xᵢxⱼ)ᵖ.
    """
    lab = at("fractional_degree", n=n, reach=3.0)
    drawn = lab.figure.axes[1].lines[0].get_ydata()
    degree = DEGREES
    fractional = np.abs(degree - np.round(degree)) > 1e-9
    assert np.all(np.isnan(drawn[~fractional | (degree > n - 2)]))
    assert np.all(drawn[fractional & (degree < min(n - 2, 5))] > 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("degree", "first", "n", "reach"),
    [
        (1.5, 3, 5, 1.0),
        (0.5, 2, 2, 0.2),
        (2.35, 4, 9, 5.0),
        (4.5, 6, 9, 1.0),
        (2.5, 4, 6, 1.0),
        (4.0, None, 5, 1.0),
        (0.5, 2, 3, 1.0),
    ],
)
def test_the_coefficients_the_curve_and_the_dot(degree, first, n, reach):
    lab = at("fractional_degree", degree=degree, n=n, reach=reach)
    series, depth = lab.figure.axes
    by_hand = np.cumprod([1.0] + [(degree - j) / (j + 1) for j in range(8)])
    check_signed(series, 0, by_hand)
    negative = np.flatnonzero(by_hand < 0)
    assert (negative[0] if len(negative) else None) == first
    x = reach * np.arange(1, n + 1) / n
    tolerance = n * np.finfo(float).eps

    def fall(p):
        values = np.linalg.eigvalsh((1 + np.outer(x, x)) ** p)
        return -values[0] / values[-1]

    drawn = line(depth, plots.OTHER)
    np.testing.assert_array_equal(drawn.get_xdata(), DEGREES)
    for p, height in list(zip(DEGREES, drawn.get_ydata(), strict=True))[::7]:
        assert height == pytest.approx(fall(p), rel=1e-3, abs=tolerance) or (
            np.isnan(height) and fall(p) < 4 * tolerance
        )
    bar = line(depth, color_of(depth, "tolerance"))
    np.testing.assert_allclose(bar.get_ydata(), tolerance)
    (name,) = (text for text in depth.texts if "tolerance" in text.get_text())
    assert name.get_position()[1] == pytest.approx(0.2 * tolerance)
    found = fall(degree) > tolerance
    ((at_degree, here),) = line(depth, "black", "o").get_xydata()
    assert (at_degree, here) == (
        degree,
        pytest.approx(fall(degree), rel=1e-3) if found else 2 * FLOOR,
    )
    coefficient = (
        "no coefficient is negative"
        if first is None
        else f"the coefficient of order {first} is negative"
    )
    said = (
        "a negative eigenvalue of {:2} times the largest"
        if found
        else "no negative eigenvalue above rounding"
    )
    says(
        lab.sentence,
        f"(1 + xz)ᵖ, p = {{}}: {{}}; {{:d}} points show {said} (reach {{}}).",
        *(f"{degree:g}", coefficient, n, *([fall(degree)] if found else []), reach),
    )


# Mercer


@pytest.mark.parametrize(
    ("terms", "length_scale", "z"),
    [(3, 1.0, 1.0), (30, 0.398, -2.0), (1, 3.0, 0.0), (30, 3.0, 3.0), (8, 0.2, -3.0)],
)
def test_the_series_is_cut_where_the_slider_says(terms, length_scale, z):
    lab = at("mercer_terms", terms=terms, length_scale=length_scale, z=z)
    bells, spectrum = lab.figure.axes
    x = np.linspace(-4, 4, 401)
    # λⱼ = (1 − B) Bʲ and eⱼ(x) = √(√(1 + 4b)/(2ʲ j!)) exp(−(…)x²) Hⱼ(…x), as Rasmussen
    # and Williams write it
    a, b = 1 / 4, 1 / (2 * length_scale**2)
    c = np.sqrt(a**2 + 2 * a * b)
    B = b / (a + b + c)
    values = np.sqrt(2 * a / (a + b + c)) * B ** np.arange(30)

    def functions(x):
        x = np.atleast_1d(x)
        each = [
            scipy.special.eval_hermite(j, np.sqrt(2 * c) * x)
            / np.sqrt(2.0**j * factorial(j))
            for j in range(terms)
        ]
        return np.sqrt(np.sqrt(c / a)) * np.exp(-(c - a) * x**2) * np.array(each)

    kernel = se(x, z, length_scale).ravel()
    cut = ((values[:terms] * functions(z).T) @ functions(x)).ravel()
    draws(line(bells, color_of(bells, "RBF kernel")), x, kernel)
    draws(line(bells, color_of(bells, "N terms")), x, cut, atol=1e-8)
    assert line(bells, "black", "D").get_xydata().tolist() == [[z, 1]]
    ((side, height),) = line(bells, plots.WIDTH, "o").get_xydata()
    assert abs(side - z) == pytest.approx(length_scale)
    assert height == pytest.approx(se(side, z, length_scale).item())
    (shade,) = bells.collections
    edge = shade.get_paths()[0].vertices
    np.testing.assert_allclose(
        edge[edge[:, 1] > 0, 1],
        np.exp(-(edge[edge[:, 1] > 0, 0] ** 2) / 2) / np.sqrt(2 * np.pi),
    )
    (used,) = (
        each
        for each in lines(spectrum, plots.FIT, "o")
        if each.get_markerfacecolor() == plots.FIT
    )
    (unused,) = (
        each
        for each in lines(spectrum, plots.FIT, "o")
        if each.get_markerfacecolor() == "white"
    )
    places = np.arange(1, 31)
    draws(used, places, np.where(places <= terms, values, np.nan), atol=0)
    draws(unused, places, np.where(places > terms, values, np.nan), atol=0)
    draws(line(spectrum, "black", "o"), terms, max(values[terms - 1], 1.3e-13))
    off, left = np.abs(kernel - cut)[np.abs(x) <= 2].max(), B**terms
    tiny = "less than 10⁻¹²"
    says(
        lab.sentence,
        "ℓ = {}, N = {:d}: within ±2 the sum misses k(x, {}) by"
        f" {'{:2}' if off > 1e-12 else tiny} at worst; of the sum of all eigenvalues,"
        f" which is 1, {'{:2}' if left > 1e-12 else tiny} is left out.",
        *(length_scale, terms, f"{z:g}"),
        *(each for each in (off, left) if each > 1e-12),
    )


def test_the_first_term_is_an_eigenfunction():
    """∫ k(x, z) e(x) dμ(x) = λ e(z), by a trapezoid rule without Hermite."""
    lab = at("mercer_terms", terms=1, length_scale=1.0, z=0.5)
    x = np.linspace(-4, 4, 401)
    kernel, term = (
        line.get_ydata()
        for line in lab.figure.axes[0].lines
        if len(line.get_xdata()) == 401
    )
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    assert np.trapezoid(kernel * term * density, x) / term[225] == pytest.approx(
        (np.sqrt(5) - 1) / 2, rel=1e-4
    )


# Bad input


# What the labs ask


def told(question, guess):
    verdict = question.judge(guess)
    return verdict.state, verdict.text.replace("\xa0", " ")


def test_a_third_point_joins_0_and_1_only_where_one_of_them_stands():
    """Elsewhere the determinant, −2 times the square of Vandermonde's, is negative."""
    for place in np.round(np.linspace(-3, 3, 61), 1):
        x = np.array([0.0, 1.0, place])
        determinant = np.linalg.det(1 - np.subtract.outer(x, x) ** 2)
        assert determinant == pytest.approx(-2 * (place * (place - 1)) ** 2, abs=1e-9)
    question = labs.three_points().question
    assert told(question, "nowhere but on 0 or on 1 itself")[0] == "right"
    meets(
        question,
        {
            "anywhere": "more than √2 apart",
            "anywhere within √2 of both": "Three points ask for more",
            "anywhere between them": "all three eigenvalues",
            "nowhere at all": "stands on another one",
        },
    )


def test_where_tanh_passes():
    lab = labs.tanh_map()
    question = lab.question
    assert len(question.spec()["blank"]) == 2  # map and bars say "your guess first"
    x = np.linspace(-0.5, 0.5, 5)

    def passes(a, c):
        values = np.linalg.eigvalsh(np.tanh(a * np.outer(x, x) + c))
        return bool(values[0] >= -1e-12 * np.abs(values).max())

    assert all(passes(0, c) == (c >= 0) for c in GRID)
    assert not any(passes(a, c) for a in GRID[GRID != 0] for c in GRID)
    assert told(question, "only where a = 0 and c ≥ 0")[0] == "right"
    meets(
        question,
        {
            "where a > 0 and c > 0": "so few people noticed",
            "where a > 0": "a single point refutes it",
            "nowhere": "a constant that is not negative",
        },
    )


def test_how_many_terms_half_the_width_takes():
    """What N terms leave out is Bᴺ, with B = b/A as Rasmussen and Williams write it;
    for a = 1/4, b = 1/2ℓ².
    """

    def ratio(length_scale):
        b = 1 / (2 * length_scale**2)
        return b / (1 / 4 + b + np.sqrt(1 / 16 + b / 2))

    needed = int(np.ceil(3 * np.log(ratio(1.0)) / np.log(ratio(0.5))))
    question = labs.mercer_terms().question
    assert f"it is {needed} terms" in told(question, None)[1].replace(
        "the answer is", "it is"
    )
    assert f"leave out {ratio(1.0) ** 3:.3f}" in question.words
    assert told(question, needed)[0] == "right"
    meets(
        question,
        {2: "harder to make", 3: "fall more slowly", 12: "twice as many terms"},
    )
