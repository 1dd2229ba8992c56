"""The labs on Gram matrices beside functions written out."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from kernellab import datasets, plots
from tests.course.labs import answer, at, heights, image, line, number, said, se

X, _ = datasets.stopping()
BY_HAND = {
    "exp(−(x − z)²/2)": lambda x, z: np.exp(-((x - z) ** 2) / 2),
    "1 − (x − z)²": lambda x, z: 1 - (x - z) ** 2,
    "1 if |x − z| < 1": lambda x, z: float(abs(x - z) < 1),
    "−|x − z|": lambda x, z: -abs(x - z),
}


@pytest.mark.parametrize("kernel", BY_HAND)
def test_three_points_have_the_table_of_the_function_and_its_eigenvalues(kernel):
    points, k = (-0.5, 0.1, 0.8), BY_HAND[kernel]
    setting = dict(zip(("x1", "x2", "x3"), points, strict=True))
    lab = at("three_points", kernel=kernel, **setting)
    K = np.array([[k(x, z) for z in points] for x in points])
    _, table, spectrum = lab.figure.axes
    np.testing.assert_allclose(image(table), K, atol=1e-12)
    values = np.linalg.eigvalsh(K)[::-1]
    values[np.abs(values) < 1e-14] = 0
    np.testing.assert_allclose(heights(spectrum)[1], values, atol=1e-12)
    two = line(spectrum, plots.MUTED, "_").get_ydata()
    np.testing.assert_allclose(two, np.linalg.eigvalsh(K[:2, :2])[::-1], atol=1e-12)
    said(lab, "eigenvalues {}, {}, {}; ", *values)
    if values[-1] >= 0:
        assert "positive semidefinite" in lab.sentence
        return
    inside = lab.sentence.split("c = (")[1].split(")")[0]
    c = np.array([number(each) for each in inside.split(", ")])
    told = number(lab.sentence.split("cᵀKc = ")[1].rstrip("."))
    assert c @ K @ c == pytest.approx(told, rel=0.02)
    assert told < 0


def joins(points):
    """Whether 1 − ‖x − z‖² on points in tenths has no negative principal minor."""

    def det(rows):
        K = [
            [1 - sum(Fraction(a - b, 10) ** 2 for a, b in zip(x, z, strict=True))
             for z in rows] for x in rows
        ]  # fmt: skip
        if len(K) == 1:
            return K[0][0]
        minors = ([row[:j] + row[j + 1 :] for row in K[1:]] for j in range(len(K)))
        if len(K) == 2:
            return K[0][0] * K[1][1] - K[0][1] * K[1][0]
        return sum(
            (-1) ** j * K[0][j] * (m[0][0] * m[1][1] - m[0][1] * m[1][0])
            for j, m in enumerate(minors)
        )

    sets = (each for n in (1, 2, 3) for each in combinations(points, n))
    return all(det(each) >= 0 for each in sets)


@pytest.mark.parametrize("third", [(0, 10), (5, 0), (0, 3), (9, 9), (0, 5)])
def test_points_in_the_plane_pass_where_no_principal_minor_is_negative(third):
    x, y = (each / 10 for each in third)
    lab = at("points_in_the_plane", x3=x, y3=y)
    said(lab, "x₃ = ({}, {})", x, y)
    passes = joins([(-5, 0), (5, 0), third])
    assert ("positive semidefinite" in lab.sentence) == passes
    if y > 0:  # the circumradius abc/4A
        sides = [1.0, np.hypot(x - 0.5, y), np.hypot(x + 0.5, y)]
        said(lab, "has the radius {};", np.prod(sides) / (2 * y))


@pytest.mark.parametrize(("length_scale", "lam"), [(3.0, 0.01), (20.0, 1e-6)])
def test_the_spectrum_is_that_of_the_gram_matrix(length_scale, lam):
    lab = at("spectrum", length_scale=length_scale, lam=lam)
    K = se(np.sort(X.ravel()), np.sort(X.ravel()), length_scale)
    np.testing.assert_allclose(image(lab.figure.axes[0]), K, atol=1e-12)
    values = np.linalg.svd(K, compute_uv=False)
    clear = values > 62 * np.finfo(float).eps * values[0]
    words = "{} of 62 eigenvalues are above rounding, the largest is {};"
    said(lab, words, clear.sum(), values[0])
    lifted = np.linalg.svd(K + lam * np.eye(62), compute_uv=False)
    said(lab, "the largest is {} times", lifted[0] / lifted[-1])
    right = answer(at("spectrum").question)
    wide = np.linalg.svd(se(X, X, 100.0), compute_uv=False)
    assert abs(right - (wide > 62 * np.finfo(float).eps * wide[0]).sum()) <= 1
