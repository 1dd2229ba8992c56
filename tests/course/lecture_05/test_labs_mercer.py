"""The labs on series and eigenfunctions beside fractions and quadrature."""

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from scipy.special import binom

from kernellab import plots
from kernellab.course.lecture_05.labs import DEGREES, GRID
from tests.course.labs import answer, at, color_of, line, lines, said, se


def test_the_map_of_tanh_is_pale_only_where_a_is_zero_and_c_is_not_negative():
    lab = at("tanh_map", a=-1.0, c=1.0, reach=0.5)
    depth, x = lab.figure.axes[0].images[-1].get_array(), 0.5 * np.linspace(-1, 1, 5)
    for i, j in ((4, 30), (20, 20), (30, 20), (40, 1), (25, 30)):
        values = np.linalg.eigvalsh(np.tanh(GRID[j] * np.outer(x, x) + GRID[i]))
        worst = max(-values[0], 0) / max(np.abs(values).max(), 1e-300)
        assert depth[i, j] == pytest.approx(worst, rel=1e-6, abs=1e-14)
    white = depth < 1e-12
    np.testing.assert_array_equal(white, (GRID[None, :] == 0) & (GRID[:, None] >= 0))
    values = np.linalg.eigvalsh(np.tanh(1 - np.outer(x, x)))
    said(lab, "an eigenvalue of {} times", values[0] / np.abs(values).max())
    assert lab.question.judge("only where a = 0 and c ≥ 0").state == "right"


@pytest.mark.slow
@pytest.mark.parametrize(("degree", "n"), [(1.5, 5), (2.0, 4), (3.7, 3)])
def test_n_points_refute_a_fraction_below_n_minus_2_and_nothing_else(degree, n):
    lab = at("fractional_degree", degree=degree, n=n, reach=1.0)
    t = np.arange(1, n + 1) / n
    values = np.linalg.eigvalsh((1 + np.outer(t, t)) ** degree)
    refuted = degree != int(degree) and degree < n - 2
    if refuted:
        said(lab, "a negative eigenvalue of {} times", -values[0] / values[-1])
    assert ("no negative eigenvalue above rounding" in lab.sentence) == (not refuted)
    below = line(lab.figure.axes[1], color_of_negative(lab)).get_ydata()
    assert np.isfinite(below[np.searchsorted(DEGREES, degree)]) == refuted
    assert np.isnan(below[DEGREES % 1 == 0]).all()
    coefficients = binom(degree, np.arange(9)).round(12)
    negative = np.flatnonzero(coefficients < 0)
    if len(negative):
        said(lab, "the coefficient of order {} is negative", negative[0])


def color_of_negative(lab):
    """The colour of the curve of negative eigenvalues."""
    return next(each.get_color() for each in lab.figure.axes[1].lines)


NODES, WEIGHTS = hermegauss(150)
ROOT = np.sqrt(WEIGHTS / WEIGHTS.sum())


def mercer_pairs(length_scale):
    """Of the RBF kernel under N(0, 1), by Gauss and Hermite."""
    K = ROOT[:, None] * se(NODES, NODES, length_scale) * ROOT
    values, vectors = np.linalg.eigh(K)
    return values[::-1], vectors[:, ::-1]


@pytest.mark.parametrize(("terms", "length_scale"), [(3, 1.0), (8, 0.5)])
def test_the_series_of_mercer_leaves_out_what_quadrature_says(terms, length_scale):
    lab = at("mercer_terms", terms=terms, length_scale=length_scale, z=1.0)
    values, V = mercer_pairs(length_scale)
    said(lab, "which is 1, {} is left out", 1 - values[:terms].sum())
    # Nyström's eigenfunctions, √(node weight) divided out
    at_nodes = ROOT[:, None] * V[:, :terms] / values[:terms]
    e = se(np.linspace(-4, 4, 401), NODES, length_scale) @ at_nodes
    at_z = se(1.0, NODES, length_scale) @ at_nodes
    bells, values_of = lab.figure.axes
    used = lines(values_of, plots.FIT, "o")[0]
    assert np.flatnonzero(np.isfinite(used.get_ydata())).tolist() == [*range(terms)]
    cut = line(bells, color_of(bells, "N terms")).get_ydata()
    np.testing.assert_allclose(cut, e @ (values[:terms] * at_z[0]), atol=1e-6)


def test_half_the_width_takes_as_many_terms_as_quadrature_says():
    wide, narrow = (1 - np.cumsum(mercer_pairs(ell)[0]) for ell in (1.0, 0.5))
    needed = 1 + int(np.argmax(narrow <= wide[2]))
    assert answer(at("mercer_terms").question) == needed
