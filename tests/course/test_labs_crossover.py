"""The labs on size show what an independent computation says, and every control moves
something.
"""

from math import comb

import numpy as np
import pytest
import scipy.stats

from kernellab import RBF, datasets, fourier_features, gram, labs, monomials, plots
from kernellab.course.labs.crossover import costs, memory
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    draws,
    line,
    lines,
    meets,
    rms,
    says,
    se,
    stored,
)

X, Y = datasets.stopping()
# Sizes


def test_what_is_held_is_what_arrays_hold():
    Z = np.random.default_rng(0).normal(size=(30, 4))
    Phi = monomials(Z, 3)
    held = costs(30, 4, Phi.shape[1], 9)
    assert held["primal"][0] == Phi.size
    assert held["dual"][0] == (Phi @ Phi.T).size
    assert held["landmarks"][0] == gram(RBF(1.0), Z, Z[:9]).size


def test_multiplications_are_those_of_the_loops():
    n, d, m = 7, 3, 5
    products = n * m + sum(1 for _ in range(n) for _ in range(m) for _ in range(m))
    table = sum(d + 1 for _ in range(n) for _ in range(n))
    assert costs(n, d, m, 4)["primal"][1] == pytest.approx(products + m**3 / 3)
    assert costs(n, d, m, 4)["dual"][1] == pytest.approx(table + n**3 / 3)
    # A kernel value takes d more than a feature.
    of_landmarks = costs(n, d, 4, 4)["primal"][1] + d * n * 4
    assert costs(n, d, m, 4)["landmarks"][1] == pytest.approx(of_landmarks + 2 * 4**3)


@pytest.mark.parametrize(
    ("n", "d", "degree", "landmarks"),
    [
        (1000, 5, 3, 500),
        (1000, 5, 15, 50),
        (1e7, 12, 15, 2000),
        (10, 1, 1, 500),
        (1000, 5, 7, 100),
    ],
)
def test_every_route_has_its_line_its_dot_and_its_numbers(n, d, degree, landmarks):
    lab = at("crossover", n=n, d=d, degree=degree, landmarks=landmarks)
    m, M = comb(d + degree, degree), landmarks
    held = {
        "primal": lambda n: n * m,
        "dual": lambda n: n**2,
        "landmarks": lambda n: n * M,
    }
    work = {
        "primal": lambda n: n * m + n * m**2 + m**3 / 3,
        "dual": lambda n: n**2 * (d + 1) + n**3 / 3,
        "landmarks": lambda n: n * M * (d + 1) + n * M**2 + M**3 / 3 + 2 * M**3,
    }
    along = np.logspace(1, 7, 121)
    for ax, routes in zip(lab.figure.axes, (held, work), strict=True):
        for route, values in routes.items():
            drawn = line(ax, color_of(lab.figure.axes[1], route))
            draws(drawn, along, values(along))
        dots = line(ax, "black", "o").get_xydata()
        np.testing.assert_allclose(
            dots, [[n, values(n)] for values in routes.values()], rtol=1e-12
        )
        assert dots.max() < ax.get_ylim()[1]
        assert list(line(ax, plots.DATA).get_xdata()) == [n, n]
    np.testing.assert_array_equal(
        line(lab.figure.axes[0], plots.FAINT).get_ydata(), 16e9 / 8
    )
    says(
        lab.sentence,
        "n = {}, d = {:d}, degree {:d}: m = {} features; Φ {} {}; K {} {}."
        " Multiplications: primal {}; dual {}; landmarks {}. Of the exact routes the {}"
        " is cheaper; with {:d} landmarks Φ takes {} {}.",
        *(n, d, degree, m, *stored(n * m), *stored(n * n)),
        *(route(n) for route in work.values()),
        *("primal" if work["primal"](n) < work["dual"](n) else "dual", M),
        *stored(n * M),
    )


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (1, "8 bytes"),
        (125, "1 kB"),
        (56_000, "448 kB"),
        (1e6, "8 MB"),
        (1e12, "8 TB"),
        (5e8, "4 GB"),
    ],
)
def test_memory_is_told_in_the_unit_that_suits(numbers, words):
    assert memory(numbers) == words


def test_cheaper_is_a_matter_of_multiplications_and_not_of_memory():
    m = comb(12, 7)
    assert m < 1000 < m**2 / 500  # Φ is smaller than K, and ΦᵀΦ takes longer
    assert "the dual is cheaper" in labs.crossover().set(n=1000, d=5, degree=7).sentence


# Waves


@pytest.mark.parametrize(
    ("m", "length_scale", "draw"),
    [(20, 4.0, 1), (30, 4.0, 3), (2, 10.0, 20), (400, 2.0, 7), (6, 3.0, 5)],
)
def test_the_mean_of_the_waves_is_the_inner_product_of_the_features(
    m, length_scale, draw
):
    lab = at("waves", m=m, length_scale=length_scale, draw=draw)
    curves, drawn = lab.figure.axes
    t = np.linspace(-30, 30, 601)
    phi = fourier_features(RBF(length_scale), 1, m, draw)
    w = line(drawn, plots.FIT, "|").get_xdata()
    np.testing.assert_allclose(w, phi.frequencies.ravel())
    assert (len(w), set(line(drawn, plots.FIT, "|").get_ydata())) == (m // 2, {0.0})
    mean = (phi(t[:, None]) @ phi([[0.0]]).T).ravel()
    bell = se(t, 0.0, length_scale).ravel()
    np.testing.assert_allclose(
        line(curves, color_of(curves, "mean of the waves")).get_xydata(),
        np.column_stack([t, mean]),
        atol=1e-12,
    )
    np.testing.assert_allclose(
        line(curves, color_of(curves, "RBF kernel")).get_xydata(),
        np.column_stack([t, bell]),
        atol=1e-12,
    )
    for i, wave in enumerate(lines(curves, plots.FAINT)):
        np.testing.assert_allclose(
            wave.get_ydata(), np.cos(w[i % len(w)] * t), atol=1e-12
        )
    omega = np.linspace(-1.2, 1.2, 401)
    expected = scipy.stats.norm(scale=1 / length_scale).pdf(omega)
    np.testing.assert_allclose(
        line(drawn, plots.TRUTH).get_xydata(),
        np.column_stack([omega, expected / expected.max()]),
        atol=1e-12,
    )
    says(
        lab.sentence,
        "m = {:d} features, {:d} {} of draw {:d}, ℓ = {} mph: the mean misses the"
        " kernel by {:.3f} (root mean square); 1/√m is {:.3f}.",
        *(m, m // 2, "wave" if m == 2 else "waves", draw, length_scale),
        *(rms(mean - bell), 1 / np.sqrt(m)),
    )


@pytest.mark.slow
def test_more_waves_miss_less():
    lab = labs.waves()

    def missed(m):
        return np.mean(
            [
                float(lab.set(m=m, draw=draw).sentence.split(" by ")[1].split()[0])
                for draw in range(1, 21)
            ]
        )

    assert missed(400) < missed(100) / 1.5 < missed(20) / 3


# Errors


def test_landmarks_at_every_speed_miss_nothing_and_waves_always_something():
    lab = labs.approximation_error(X, Y)
    assert "28 speeds" in lab.set(m=60).sentence
    assert "less than 10⁻⁶ ft" in lab.sentence
    landmarks, waves = (line.get_ydata() for line in lab.figure.axes[1].lines[:2])
    assert landmarks[-1] < 1e-6 < 0.1 < waves.min()


@pytest.mark.parametrize(
    ("method", "m", "length_scale", "lam", "draw"),
    [
        ("landmarks", 10, 3.0, 1.0, 1),
        ("landmarks", 6, 3.0, 10.0, 2),
        ("landmarks", 2, 15.0, 1000.0, 10),
        ("waves", 10, 3.0, 1.0, 1),
        ("waves", 60, 1.0, 100.0, 4),
        ("waves", 2, 5.0, 0.1, 3),
    ],
)
def test_both_errors_are_those_of_fits_on_a_span(method, m, length_scale, lam, draw):
    lab = at(
        "approximation_error",
        method=method,
        m=m,
        length_scale=length_scale,
        lam=lam,
        draw=draw,
    )
    road, errors = lab.figure.axes
    x = X.ravel()
    cars = np.random.default_rng(draw).permutation(62)

    def fit(method, m):
        if method == "landmarks":  # min ‖y − Kα‖² + λ αᵀ K_Z α
            Z = np.unique(x[cars[:m]])
            K = se(x, Z, length_scale)
            return se(ROAD, Z, length_scale) @ np.linalg.solve(
                K.T @ K + lam * se(Z, Z, length_scale), K.T @ Y
            )
        phi = fourier_features(RBF(length_scale), 1, m, draw)
        Phi = phi(X)
        return phi(ROAD[:, None]) @ np.linalg.solve(
            Phi.T @ Phi + lam * np.eye(m), Phi.T @ Y
        )

    exact = se(ROAD, x, length_scale) @ np.linalg.solve(
        se(x, x, length_scale) + lam * np.eye(62), Y
    )
    inside = slice(40, 401)  # from 4 to 40 mph
    truth, cheap = (
        line(road, color_of(road, words)) for words in ("exact fit", "with m features")
    )
    draws(truth, ROAD, exact, atol=1e-8)
    draws(cheap, ROAD, fit(method, m), atol=1e-5)
    for each in ("landmarks", "waves"):
        drawn = line(errors, color_of(errors, each))
        np.testing.assert_array_equal(drawn.get_xdata(), np.arange(2, 61, 2))
        for few in (2, 6, 10) if each == "landmarks" else (2, 10, 30, 60):
            off = rms((fit(each, few) - exact)[inside])
            assert drawn.get_ydata()[few // 2 - 1] == pytest.approx(
                off, rel=1e-3, abs=1e-7
            )
    off = rms((fit(method, m) - exact)[inside])
    ((at_m, dot),) = line(errors, "black", "o").get_xydata()
    assert (at_m, dot) == (m, pytest.approx(off, rel=1e-3, abs=1e-7))
    used = line(road, "black", "D").get_xydata()
    if method == "landmarks":
        np.testing.assert_array_equal(used, np.column_stack([x, Y])[cars[:m]])
        speeds = len(set(x[cars[:m]]))
        what = (
            f"{m} landmarks at {speeds} speeds"
            if speeds > 1
            else f"{m} landmarks at 1 speed"
        )
    else:
        assert not len(used)
        what = f"{m} features of {m // 2} waves" if m > 2 else "2 features of 1 wave"
    says(
        lab.sentence,
        "{}, draw {:d}, ℓ = {} mph, λ = {}: the fit misses the exact one by {:2} ft"
        " within the data (root mean square).",
        *(what, draw, length_scale, lam, off),
    )


# What they ask


@pytest.mark.parametrize(
    ("lab", "right", "replies"),
    [
        (
            labs.crossover(),
            7,
            {3: "few features", 6: "fewer than half", 9: "It is earlier"},
        ),
        (
            labs.approximation_error(X, Y),
            len(set(X.ravel())),
            {62: "are they all different", 40: "It is fewer", 10: "is missing"},
        ),
    ],
    ids=["crossover", "approximation_error"],
)
def test_a_guess_is_judged_and_a_wrong_one_is_met(lab, right, replies):
    assert lab.question.judge(right).state == "right"
    meets(lab.question, replies)


def test_the_dual_takes_over_where_the_question_says():
    def work(m, n=1000, d=5):
        return n * m + n * m**2 + m**3 / 3, n**2 * (d + 1) + n**3 / 3

    cheaper = [
        k for k in range(1, 16) if work(comb(5 + k, k))[1] < work(comb(5 + k, k))[0]
    ]
    assert labs.crossover().question.judge(cheaper[0]).state == "right"
