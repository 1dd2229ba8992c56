"""The labs on Gram matrices show what an independent computation says, and every control moves something."""

from math import comb

import numpy as np
import pytest

from kernellab import RBF, datasets, gram, labs
from kernellab.course.labs.spectra import DEGREES, FLOOR, GRID, LINE

X, _ = datasets.stopping()
DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# Three points


BY_HAND = {
    "exp(−(x − z)²/2)": lambda x, z: np.exp(-((x - z) ** 2) / 2),
    "1 − (x − z)²": lambda x, z: 1 - (x - z) ** 2,
    "1 if |x − z| < 1": lambda x, z: float(abs(x - z) < 1),
    "−|x − z|": lambda x, z: -abs(x - z),
}


@pytest.mark.parametrize("kernel", BY_HAND)
@pytest.mark.parametrize("points", [(-0.5, 0.0, 0.4), (0.0, 2.0, 0.0), (-3.0, 1.1, 3.0), (0.0, 0.8, 1.6), (1.0, 1.0, 1.0)])
def test_table_curves_and_eigenvalues_are_those_of_the_function(kernel, points):
    lab = labs.three_points().set(kernel=kernel, **dict(zip(("x1", "x2", "x3"), points, strict=True)))
    k = BY_HAND[kernel]
    K = np.array([[k(x, z) for z in points] for x in points])
    line, table, spectrum = lab.figure.axes
    np.testing.assert_allclose(table.images[0].get_array(), K, atol=1e-12)
    written = [float(text.get_text().replace("−", "-")) if "·" not in text.get_text() else 0.0 for text in table.texts]
    np.testing.assert_allclose(written, K.ravel(), atol=0.0051)
    curves = [c for c in line.lines if len(c.get_xdata()) == len(LINE)]
    for x, curve in zip(points, curves, strict=True):
        f = np.array([k(x, z) for z in LINE.ravel()])
        np.testing.assert_allclose(curve.get_ydata(), np.where(f >= -3, f, np.nan), atol=1e-12)
    values = np.linalg.eigvalsh(K)[::-1]
    drawn = [segment[1, 1] for segment in spectrum.collections[0].get_segments()]
    np.testing.assert_allclose(drawn, np.clip(values, -8.2, 8.2), atol=1e-12)
    assert ("positive semidefinite" in lab.sentence) == (values[0] >= 0 and values[-1] > -1e-12)


def test_the_witness_in_the_sentence_verifies():
    sentence = labs.three_points().set(kernel="1 − (x − z)²", x1=0.0, x2=2.0, x3=0.0).sentence.replace("−", "-")
    c = np.array([float(t) for t in sentence.split("c = (")[1].split(")")[0].split(",")])
    K = 1 - (np.array([0, 2, 0])[:, None] - [0, 2, 0]) ** 2
    assert c @ K @ c == pytest.approx(float(sentence.rstrip(".").split("= ")[-1]), abs=0.02)


def test_a_tiny_negative_eigenvalue_is_not_written_as_zero():
    """Three different points always refute the parabola, by Sylvester's law of inertia, however close they are."""
    lab = labs.three_points().set(kernel="1 − (x − z)²", x1=0.0, x2=0.1, x3=0.2)
    K = 1 - (np.array([0, 0.1, 0.2])[:, None] - [0, 0.1, 0.2]) ** 2
    assert f"−{-np.linalg.eigvalsh(K)[0] * 1e5:.1f}·10⁻⁵" in lab.sentence
    assert "not PSD" in lab.sentence


# The spectrum of the cars


@pytest.mark.parametrize(("length_scale", "lam"), [(3.0, 0.01), (1.0, 1e-12), (100, 10), (20, 1e-6)])
def test_the_spectrum_is_that_of_the_gram_matrix(length_scale, lam):
    lab = labs.spectrum(X).set(length_scale=length_scale, lam=lam)
    picture, spectrum = lab.figure.axes
    speeds = np.sort(X.ravel())
    K = np.exp(-((speeds[:, None] - speeds) ** 2) / (2 * length_scale**2))
    np.testing.assert_allclose(picture.images[0].get_array(), K, atol=1e-12)
    own, lost, lifted, bar = (line.get_ydata() for line in spectrum.lines)
    values = np.sort(np.linalg.svd(K, compute_uv=False))[::-1]
    clear = ~np.isnan(own)
    np.testing.assert_allclose(own[clear], values[clear], rtol=1e-6, atol=1e-13 * values[0])
    assert np.all(values[~clear] < 4 * bar[0])
    assert np.all(lost[~clear] == 2 * FLOOR)
    np.testing.assert_allclose(lifted, np.linalg.svd(K + lam * np.eye(62), compute_uv=False), rtol=1e-2, atol=1e-13)
    if lam > 1e-9:  # else rounding decides
        told = lab.sentence.split("the largest is ")[2].split(" times")[0].replace("·10", "e").translate(DIGITS)
        assert float(told) == pytest.approx(np.linalg.cond(K + lam * np.eye(62)), rel=0.06)


def test_a_speed_that_occurs_twice_costs_an_eigenvalue():
    assert f"{len(np.unique(X))} of 62 eigenvalues are above rounding" in labs.spectrum(X).sentence
    assert "3 of 3" in labs.spectrum([[1.0], [20.0], [40.0]]).sentence
    assert "2 of 3" in labs.spectrum([[1.0], [40.0], [40.0]]).sentence


# tanh


@pytest.mark.parametrize("reach", [0.1, 0.5, 3.0])
def test_the_map_of_tanh_is_pale_only_where_a_is_zero_and_c_is_not_negative(reach):
    lab = labs.tanh_map().set(reach=reach)
    depth = np.asarray(lab.figure.axes[0].images[0].get_array())
    x = reach * np.linspace(-1, 1, 5)
    for i in range(0, len(GRID), 4):
        for j in range(0, len(GRID), 4):
            values = np.linalg.eigvalsh(np.tanh(GRID[j] * np.outer(x, x) + GRID[i]))
            worst = max(-values[0], 0) / max(np.abs(values).max(), 1e-300)
            assert depth[i, j] == pytest.approx(worst, rel=1e-6, abs=1e-14)
    white = depth < 1e-12
    np.testing.assert_array_equal(white, (GRID[None, :] == 0) & (GRID[:, None] >= 0))


@pytest.mark.parametrize(("a", "c"), [(1.0, 0.5), (-1.0, 1.0), (2.0, 0.0), (0.0, -1.0)])
def test_the_bars_of_tanh_are_its_eigenvalues(a, c):
    lab = labs.tanh_map().set(a=a, c=c)
    x = 0.5 * np.linspace(-1, 1, 5)
    values = np.linalg.eigvalsh(np.tanh(a * np.outer(x, x) + c))[::-1]
    positive, negative, zero = (bars.get_segments() for bars in lab.figure.axes[1].collections)
    largest = np.abs(values).max()
    rounding = 5 * np.finfo(float).eps * largest
    np.testing.assert_allclose([s[1, 1] for s in positive], values[values > rounding] / largest, rtol=1e-6)
    np.testing.assert_allclose([s[1, 1] for s in negative], -values[values < -rounding] / largest, rtol=1e-6)
    assert len(positive) + len(negative) + len(zero) == 5
    assert "no kernel" in lab.sentence


def test_a_constant_is_the_only_tanh_that_passes():
    assert "no eigenvalue is negative" in labs.tanh_map().set(a=0.0, c=1.0).sentence


# A fractional degree


@pytest.mark.parametrize("n", [2, 3, 5, 9])
def test_n_points_refute_a_fraction_below_n_minus_2_and_nothing_else(n):
    """A theorem of FitzGerald and Horn (1977), with Jain's (2017) for matrices (1 + xᵢxⱼ)ᵖ."""
    lab = labs.fractional_degree().set(n=n, reach=3.0)
    drawn = lab.figure.axes[1].lines[0].get_ydata()
    degree = DEGREES
    fractional = np.abs(degree - np.round(degree)) > 1e-9
    assert np.all(np.isnan(drawn[~fractional | (degree > n - 2)]))
    assert np.all(drawn[fractional & (degree < min(n - 2, 5))] > 0)


@pytest.mark.parametrize(("degree", "first"), [(0.5, 2), (1.5, 3), (2.35, 4), (4.5, 6)])
def test_the_first_negative_coefficient(degree, first):
    lab = labs.fractional_degree().set(degree=degree)
    assert f"the coefficient of order {first} is negative" in lab.sentence
    heights = [s[1, 1] for s in lab.figure.axes[0].collections[0].get_segments()][:first]
    by_hand = np.cumprod([1.0] + [(degree - j) / (j + 1) for j in range(first - 1)])
    np.testing.assert_allclose(heights, by_hand, rtol=1e-9)


def test_a_whole_degree_has_pascals_triangle():
    lab = labs.fractional_degree().set(degree=4.0)
    positive, negative, zero = (bars.get_segments() for bars in lab.figure.axes[0].collections)
    np.testing.assert_allclose([s[1, 1] for s in positive], [comb(4, j) for j in range(5)])
    assert (len(negative), len(zero)) == (0, 4)
    assert "no coefficient is negative; 5 points show no negative eigenvalue" in lab.sentence


def test_the_dot_says_what_the_sentence_says():
    lab = labs.fractional_degree().set(degree=2.5, n=6, reach=1.0)
    x = np.arange(1, 7) / 6
    values = np.linalg.eigvalsh((1 + np.outer(x, x)) ** 2.5)
    here = lab.figure.axes[1].lines[-1].get_ydata()[0]
    assert here == pytest.approx(-values[0] / values[-1], rel=1e-5)


# Mercer


@pytest.mark.parametrize(("terms", "length_scale", "z"), [(3, 1.0, 1.0), (30, 0.398, -2.0), (1, 3.0, 0.0)])
def test_the_series_is_cut_where_the_slider_says(terms, length_scale, z):
    lab = labs.mercer_terms().set(terms=terms, length_scale=length_scale, z=z)
    x = np.linspace(-4, 4, 401)
    curves = [line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_xdata()) == 401]
    np.testing.assert_allclose(curves[0], gram(RBF(length_scale), x[:, None], [[z]]).ravel(), atol=1e-12)
    B = (np.sqrt(1 / 16 + 1 / (4 * length_scale**2)) + 0.25 + 1 / (2 * length_scale**2)) ** -1 / (2 * length_scale**2)
    used = lab.figure.axes[1].lines[0].get_ydata()
    assert np.count_nonzero(~np.isnan(used)) == terms
    np.testing.assert_allclose(used[:terms], (1 - B) * B ** np.arange(terms), rtol=1e-9)
    left = float(f"{B**terms:.2g}")
    assert f"{left:g} is left out" in lab.sentence or left < 1e-3


def test_the_first_term_is_an_eigenfunction():
    """∫ k(x, z) e(x) dμ(x) = λ e(z), by a trapezoid rule that knows nothing of Hermite."""
    lab = labs.mercer_terms().set(terms=1, length_scale=1.0, z=0.5)
    x = np.linspace(-4, 4, 401)
    kernel, term = (line.get_ydata() for line in lab.figure.axes[0].lines if len(line.get_xdata()) == 401)
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    assert np.trapezoid(kernel * term * density, x) / term[225] == pytest.approx((np.sqrt(5) - 1) / 2, rel=1e-4)


# Bad input


@pytest.mark.parametrize("bad", [np.ones((62, 2)), np.full((62, 1), np.nan), np.zeros((0, 1)), "speeds", None])
def test_bad_points_are_refused(bad):
    with pytest.raises((ValueError, TypeError)):
        labs.spectrum(bad)
