"""The labs on explicit features count, separate and fit as plain computations do."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.optimize import linprog

from kernellab import plots
from kernellab.course.lecture_01.labs import LAYOUTS, _exponents
from tests.course.labs import SPEEDS, X, Y, answer, at, line, rms, said

BY_HAND = {
    "x₁ + x₂": lambda x1, x2: x1 + x2,
    "x₁²": lambda x1, x2: x1 * x1,
    "x₁x₂": lambda x1, x2: x1 * x2,
    "x₁² + x₂²": lambda x1, x2: np.hypot(x1, x2) ** 2,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_plane_separates_where_scipys_linear_program_finds_one(layout):
    points, y = LAYOUTS[layout]
    for feature, phi in BY_HAND.items():
        lab = at("feature_quiz", layout=layout, feature=feature)
        heights = phi(*points.T)
        Z = np.column_stack([points, heights, np.ones(48)])
        found = linprog(np.zeros(4), -y[:, None] * Z, -np.ones(48), bounds=(None, None))
        words = "Some plane separates" if found.status == 0 else "No plane separates"
        assert words in lab.sentence
        w = np.linalg.pinv(Z) @ y
        right = np.sum((Z @ w > 0) == (y > 0))
        said(lab, "puts {} of 48 points on their own side", right)
        assert right == 48 or found.status != 0
        x1, x2 = line(lab.figure.axes[0], plots.TRUTH).get_data()
        there = np.column_stack([x1, x2, phi(x1, x2), x1**0]) @ w
        assert np.nanmax(np.abs(there)) < 0.01
        if layout == "shifted ring" and found.status == 0:
            assert lab.question.judge(feature).state == "right"


def test_every_word_is_another_monomial_and_all_are_there():
    for d, degree in ((3, 3), (5, 2), (1, 5)):
        brute = {a for a in product(range(degree + 1), repeat=d) if sum(a) <= degree}
        found = _exponents(d, degree)
        assert len(found) == len(brute) == comb(d + degree, degree)
        assert set(found) == brute
        assert [sum(a) for a in found] == sorted(map(sum, brute))
    words = [plots.monomial(a) for a in ((0, 0), (2, 1), (0, 3))]
    assert words == ["1", "x₁²x₂", "x₂³"]
    lab = at("stars_and_bars", degree=4, d=3, which=35)
    assert "word 35 of 35, ||★★★★|, is x₃⁴" in lab.sentence
    below = [text.get_text() for text in lab.figure.axes[0].texts]
    assert below.count("x₃") == 4
    said(lab, "C({}, {}) = {} words", 7, 4, 35)
    said(lab, "the wrong formula counts {}", 3**4)


def test_the_labs_say_the_numbers_of_the_lecture():
    for degree, penalty, *words in (
        (2, "none", "leave-one-out error 10.4 ft", "10.4 ft at degree 2"),
        (12, "none", "leave-one-out error 42.8 ft", "−10551 ft predicted"),
        (12, "λ = 1", "212 ft predicted at 45 mph"),
        (7, "none", "leave-one-out error 11.9 ft"),
        (7, "λ = 0.1", "leave-one-out error 11.0 ft"),
        (7, "λ = 1", "leave-one-out error 10.9 ft"),
        (7, "λ = 10", "leave-one-out error 16.2 ft"),
    ):
        lab = at("polynomial_degree", degree=degree, penalty=penalty)
        for each in words:
            assert each in lab.sentence


def test_four_fits_are_drawn_and_their_errors_written():
    maps = {
        "1 and x": lambda x: np.hstack([x**0, x]),
        "x and x²": lambda x: np.hstack([x, x**2]),
        "six waves": lambda x: np.sin(x * np.arange(1, 7) / 20),
        "four stairs": lambda x: 1.0 * (x >= [0, 10, 20, 30]),
    }
    weights = {name: np.linalg.pinv(phi(X)) @ Y for name, phi in maps.items()}
    axes = plots.fitted_maps(X, Y, maps, weights).axes
    errors = [11.6, 9.7, 9.6, 13.6]
    for ax, phi, error in zip(axes, maps.values(), errors, strict=True):
        w = np.linalg.pinv(phi(X)) @ Y
        assert rms(Y - phi(X) @ w) == pytest.approx(error, abs=0.05)
        assert ax.texts[0].get_text() == f"error {error} ft"
        drawn = line(ax, plots.FIT)
        there = np.asarray(drawn.get_xdata())[:, None]
        np.testing.assert_allclose(drawn.get_ydata(), phi(there) @ w, atol=1e-6)


def test_physics_is_ahead_of_the_waves_by_two_standard_errors():
    def squares(Phi):
        H = Phi @ np.linalg.pinv(Phi)
        return ((Y - H @ Y) / (1 - np.diag(H))) ** 2

    physics = squares(np.hstack([X, X**2]))
    waves = squares(np.sin(X * np.arange(1, 7) / 20))
    a, b = np.mean(physics) ** 0.5, np.mean(waves) ** 0.5
    # of a root: that of the mean over twice the root
    changes = waves / (2 * b) - physics / (2 * a)
    assert round(b - a, 1) == 1.2
    assert round(np.std(changes) / 62**0.5, 1) == 0.5


@pytest.mark.parametrize("layout", ["corners", "ring"])
def test_a_quadratic_border_puts_all_points_on_their_own_side(layout):
    points, side = LAYOUTS[layout]
    x1, x2 = points.T
    Phi = np.column_stack([x1**0, x1, x2, x1**2, x1 * x2, x2**2])
    w = np.linalg.pinv(Phi) @ side
    assert (np.sign(Phi @ w) == side).all()
    # a hyperbola in the corners, an ellipse in the ring
    assert (w[4] ** 2 > 4 * w[3] * w[5]) == (layout == "corners")


@pytest.mark.parametrize("layout", ["corners", "ring"])
def test_no_line_separates_since_the_origin_is_a_mean_of_either_class(layout):
    points, side = LAYOUTS[layout]
    for sign in (1, -1):
        own = points[side == sign]
        equations, zero = np.vstack([own.T, np.ones(len(own))]), np.zeros(len(own))
        assert linprog(zero, A_eq=equations, b_eq=[0, 0, 1]).status == 0


def test_what_the_text_says_of_fits_to_eight_cars():
    Z, chosen = ((X - 22) / 18) ** np.arange(8), []
    for start in range(6):
        few, tries = np.arange(62) % 8 == start, []
        for lam in np.logspace(-3, 1, 41):
            fit = Z @ np.linalg.solve(Z[few].T @ Z[few] + lam * np.eye(8), Z[few].T)
            miss = Y - fit @ Y[few]
            left = miss[few] / (1 - np.diag(fit[few]))
            tries.append((rms(left), rms(miss[~few]), left[-1]))
            if lam == 10 and start == 3:
                assert round(np.mean(miss[~few])) == 18
        chosen.append(min(tries))
    assert [round(estimate) for estimate, _, _ in chosen] == [10, 13, 9, 20, 13, 8]
    assert [round(error) for _, error, _ in chosen] == [12, 12, 14, 12, 14, 12]
    assert round(chosen[3][2], 1) == 46.5
    assert round(chosen[3][2] ** 2 / 8 / chosen[3][0] ** 2, 1) == 0.7


def test_what_the_text_says_of_a_wild_curve():
    few, x, Z = np.arange(62) % 8 == 3, SPEEDS, ((X - 22) / 18) ** np.arange(8)
    fit = Z @ np.linalg.inv(Z[few])
    miss = Y - fit @ Y[few]
    five = ~few & (x > 31)
    assert round(np.sum(miss[five] ** 2) / np.sum(miss**2), 2) == 0.98
    assert [round(each, -1) for each in miss[five]] == [-370, -350, -440, 520, 540]
    assert round(rms(miss[~few & (x >= 5) & (x <= 30)])) == 14
    moved = 10 * np.linalg.norm(fit, axis=1)
    assert [round(max(moved[x == v]), -1) for v in (20, 35, 40)] == [10, 330, 490]


@pytest.mark.parametrize(("degree", "lam"), [(2, 0.0), (4, 1.0)])
def test_errors_of_a_degree_are_those_of_refits(degree, lam):
    penalty = {0.0: "none", 1.0: "λ = 1"}[lam]
    lab = at("polynomial_degree", degree=degree, penalty=penalty)
    u = (X.ravel() - 22) / 18

    def fit(rows):
        V = np.vstack([np.vander(u[rows], degree + 1), lam**0.5 * np.eye(degree + 1)])
        return np.linalg.lstsq(V, np.append(Y[rows], np.zeros(degree + 1)))[0]

    everyone = np.arange(62)
    missed = [Y[i] - np.polyval(fit(everyone != i), u[i]) for i in everyone]
    seen = rms(Y - np.polyval(fit(everyone), u))
    words = "training error {} ft, leave-one-out error {} ft; {} ft predicted at 45"
    said(lab, words, seen, rms(missed), np.polyval(fit(everyone), 23 / 18))
    if lam == 0:
        right = answer(lab.question)
        assert right[degree - 1] == pytest.approx(rms(missed), rel=1e-6)
        curve = line(lab.figure.axes[0], plots.FIT)
        x = (np.asarray(curve.get_xdata()) - 22) / 18
        np.testing.assert_allclose(
            curve.get_ydata(), np.polyval(fit(everyone), x), atol=1e-6
        )
