"""The labs of the kernel trick show what an independent computation says, and every
control moves something.
"""

from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import gammaln

from kernellab import Polynomial, datasets, labs, monomials, plots, scaled_monomials
from kernellab.course.labs.trick import multiplications, spread
from kernellab.interactive.text import superscript
from tests.course.labs import ROAD, at, color_of, draws, line, lines, meets, says, se

X, Y = datasets.stopping()
FROM_SLOW_TO_FAST = np.argsort(X.ravel(), kind="stable")
# One number, two routes


@pytest.mark.parametrize(
    ("turn", "z1", "z2", "degree", "d"),
    [
        (30, 1.0, -0.5, 2, 2),
        (-145, 2.0, 1.3, 8, 6),
        (90, 0.0, 0.0, 3, 4),
        (70, -1.0, 0.4, 3, 2),
        (180, 0.0, 2.0, 1, 3),
    ],
)
def test_points_lines_counts_and_sentence(turn, z1, z2, degree, d):
    lab = at("two_routes", turn=turn, z1=z1, z2=z2, degree=degree, d=d)
    plane, work = lab.figure.axes
    x = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]).round(15)
    z = np.array([z1, z2])
    for words, marker, point in (("x", "o", x), ("z", "D", z)):
        (name,) = (text for text in plane.texts if text.get_text() == words)
        np.testing.assert_allclose(
            line(plane, name.get_color()).get_xydata(), [[0, 0], point]
        )
        np.testing.assert_allclose(
            line(plane, name.get_color(), marker).get_xydata(), [point]
        )
        off = np.subtract(name.get_position(), point)
        assert 0.25 < np.linalg.norm(off) < 0.32
        assert off @ point >= -1e-9
    u = x @ z
    for level, drawn, text in zip(
        (-2, -1, 0, 1, 2), lines(plane, plots.FAINT), plane.texts, strict=False
    ):
        np.testing.assert_allclose(drawn.get_xydata() @ x, level, atol=1e-12)
        assert np.ptp(drawn.get_xydata() @ [-x[1], x[0]]) > 7
        here = np.array(text.get_position())
        assert here @ x == pytest.approx(level)
        assert (here @ [-x[1], x[0]]) * (z @ [-x[1], x[0]]) <= 1e-9  # away from z
        assert text.get_visible() == (np.abs(here).max() < 2.1)
        says(text.get_text(), "k = {}", (1 + level) ** degree)
    # By the map: one product for every monomial of order 2 and more, for both points,
    # and one for each entry but the first
    monomials_of = [comb(d + p, p) for p in range(1, 9)]
    by_map = [2 * (m - 1 - d) + m - 1 for m in monomials_of]
    # Powers by repeated squaring.
    by_formula = [d + products for products in (0, 1, 2, 2, 3, 3, 4, 3)]
    draws(line(work, color_of(work, "by the map")), range(1, 9), by_map)
    draws(line(work, color_of(work, "by the formula")), range(1, 9), by_formula)
    draws(
        line(work, "black", "o"),
        [degree, degree],
        [by_map[degree - 1], by_formula[degree - 1]],
    )
    beside = {text.get_text(): text.get_position()[1] for text in work.texts}
    assert by_map[-1] < beside["by the map"] < 3 * by_map[-1]
    assert by_formula[-1] / 3 < beside["by the formula"] < by_formula[-1]
    says(
        lab.sentence,
        "x at {:d}°, z = ({}, {}): (1 {} {}){} = {}, the same as by the map. In {:d}"
        " dimensions the map has {:d} features and takes {:d} multiplications, the"
        " formula {:d}.",
        *(turn, f"{z1:g}", f"{z2:g}", "−" if u < 0 else "+", abs(u)),
        superscript(degree),
        *((1 + u) ** degree, d, monomials_of[degree - 1]),
        *(by_map[degree - 1], by_formula[degree - 1]),
    )


class Counting:
    """A number that counts the multiplications in which it takes part."""

    made = 0

    def __init__(self, value):
        self.value = value

    def __mul__(self, other):
        Counting.made += 1
        return Counting(self.value * other.value)

    def __add__(self, other):
        return Counting(self.value + other.value)


@pytest.mark.parametrize(
    ("d", "degree"), [(1, 1), (2, 2), (2, 5), (3, 4), (5, 3), (10, 5), (4, 7)]
)
def test_the_counts_are_those_of_numbers_that_count(d, degree):
    x, z = (
        [Counting(v) for v in np.random.default_rng(s).normal(size=d)] for s in (0, 1)
    )

    def features(point):
        """Every monomial from one of an order less; the constant is left out."""
        level = [(i, point[i]) for i in range(d)]
        found = [value for _, value in level]
        for _ in range(degree - 1):
            level = [(j, value * point[j]) for i, value in level for j in range(i, d)]
            found += [value for _, value in level]
        return found

    slow, fast = multiplications(d, np.array([degree]))
    Counting.made = 0
    total = Counting(1.0)
    for a, b in zip(features(x), features(z), strict=True):
        total = total + a * b
    assert Counting.made == slow[0]

    Counting.made = 0
    base = Counting(1.0)
    for a, b in zip(x, z, strict=True):
        base = base + a * b
    power, value = None, base
    for position, bit in enumerate(reversed(f"{degree:b}")):
        value = value * value if position else value
        if bit == "1":
            power = value if power is None else power * value
    assert Counting.made == fast[0]
    assert power.value == pytest.approx(
        Polynomial(degree)([v.value for v in x], [v.value for v in z])
    )


# Constants


@pytest.mark.parametrize(
    ("cars", "degree", "lam"),
    [(20, 2, 10.0), (62, 3, 0.1), (3, 4, 1.0), (2, 2, 1e4), (40, 5, 1e-3)],
)
def test_the_fits_are_ridge_fits_with_the_two_maps(cars, degree, lam):
    lab = at("constants_matter", cars=cars, degree=degree, lam=lam)
    road, gaps = lab.figure.axes
    rows = FROM_SLOW_TO_FAST[spread(62)[:cars]]
    weights = np.sqrt([comb(degree, p) for p in range(degree + 1)])

    def fit(scale, lam, at):
        """Least squares on the features over those of √λ I."""
        Phi = np.vander(X[rows].ravel() / 10, degree + 1, increasing=True) * scale
        tall = np.vstack([Phi, np.sqrt(lam) * np.eye(degree + 1)])
        w = np.linalg.lstsq(tall, np.append(Y[rows], np.zeros(degree + 1)), rcond=None)[
            0
        ]
        return np.vander(at / 10, degree + 1, increasing=True) * scale @ w

    for words, scale in (
        ("weights √coefficient", weights),
        ("all weights 1", np.ones(degree + 1)),
    ):
        draws(
            line(road, color_of(road, words)),
            ROAD,
            fit(scale, lam, ROAD),
            atol=1e-5,
            rtol=1e-6,
        )
    draws(line(road, "black", "o"), X[rows], Y[rows])
    draws(line(road, plots.DATA, "o"), X, Y)
    amid = ROAD[40:401]
    lams = np.logspace(-8, 4, 121)
    gap = line(gaps, plots.DATA)
    np.testing.assert_allclose(gap.get_xdata(), lams)
    for i in (60, 80, 100, 120):
        apart = np.abs(fit(weights, lams[i], amid) - fit(1.0, lams[i], amid)).max()
        assert gap.get_ydata()[i] == pytest.approx(
            max(apart, 1.2e-9), rel=1e-3, abs=1e-7
        )
    apart = np.abs(fit(weights, lam, amid) - fit(1.0, lam, amid)).max()
    draws(line(gaps, plots.PENALTY, "o"), lam, apart, rtol=1e-3)
    speeds = len(set(X[rows].ravel()))
    says(
        lab.sentence,
        "{:d} cars at {:d} speeds, {:d} features ({} for one least-squares"
        " fit), λ = {}: the two fits differ by"
        f" {'up to {:2}' if apart >= 0.01 else 'less than 0.01'} ft within the data.",
        *(cars, speeds, degree + 1, "enough" if speeds > degree else "too few", lam),
        *([apart] if apart >= 0.01 else []),
    )


def test_least_squares_forgets_the_weights_and_the_shortest_solution_does_not():
    lab = at("constants_matter", cars=20, lam=1e-8)
    assert "less than 0.01 ft" in lab.sentence
    assert "too few" in lab.set(cars=3, degree=5).sentence
    gap = float(lab.sentence.split("up to ")[1].split(" ft")[0])
    rows = FROM_SLOW_TO_FAST[[0, 61, 30]]
    amid = ROAD[40:401, None] / 10
    fits = [
        phi(amid, 5) @ np.linalg.pinv(phi(X[rows] / 10, 5)) @ Y[rows]
        for phi in (scaled_monomials, monomials)
    ]
    assert gap == pytest.approx(np.abs(fits[0] - fits[1]).max(), rel=0.05)


@pytest.mark.parametrize("n", [2, 3, 4, 9, 62])
def test_a_spread_order_holds_every_number_once_and_starts_at_both_ends(n):
    order = spread(n)
    assert sorted(order) == list(range(n))
    assert order[:2] == [0, n - 1]


# The RBF kernel, cut


def features(x, length_scale, N):
    """exp(−x²/2ℓ²) (x/ℓ)ᵏ/√k! for k < N, a row for each x."""
    u = np.ravel(x)[:, None] / length_scale
    k = np.arange(N)
    return np.exp(-(u**2) / 2) * u**k / np.exp(gammaln(k + 1) / 2)


@pytest.mark.parametrize(
    ("terms", "length_scale", "z"),
    [
        (6, 6.31, 30),
        (4, 10.0, 30),
        (1, 4.0, 0),
        (60, 4.0, 50),
        (17, 8.0, 11),
        (2, 40.0, 22),
    ],
)
def test_curve_error_and_bound_are_those_of_so_many_features(terms, length_scale, z):
    lab = at("truncated_rbf", terms=terms, length_scale=length_scale, z=z)
    length_scale = lab.values["length_scale"]
    bells, errors = lab.figure.axes
    draws(line(bells, color_of(bells, "RBF kernel")), ROAD, se(ROAD, z, length_scale))
    cut = (
        features(ROAD - 22, length_scale, terms)
        @ features(z - 22, length_scale, terms)[0]
    )
    draws(line(bells, color_of(bells, "N features")), ROAD, cut, atol=1e-11)
    assert line(bells, "black", "D").get_xydata().tolist() == [[z, 1]]
    ((side, height),) = line(bells, plots.WIDTH, "o").get_xydata()
    assert abs(side - z) == pytest.approx(length_scale)
    assert height == pytest.approx(se(side, z, length_scale).item())
    x, speeds = X.ravel() - 22, np.unique(X) - 22
    off, promised = [], []
    for N in range(1, 61):
        Phi = features(x, length_scale, N)
        off.append(np.abs(se(x, x, length_scale) - Phi @ Phi.T).max())
        # Σ from N of uᵏ/k!, with u = |xz|/ℓ², is at most its first term over 1 − u/(N +
        # 1); and no error exceeds 1
        u = np.abs(np.outer(speeds, speeds)) / length_scale**2
        first = np.abs(np.outer(*[features(speeds, length_scale, N + 1)[:, N]] * 2))
        with np.errstate(divide="ignore", invalid="ignore"):
            rest = np.where(u < N + 1, first / (1 - u / (N + 1)), 1)
        promised.append(np.minimum(rest, 1).max())
    off, promised = np.array(off), np.array(promised)
    draws(
        line(errors, color_of(errors, "error")),
        range(1, 61),
        np.maximum(off, 1e-13),
        atol=1e-12,
        rtol=1e-6,
    )
    draws(
        line(errors, color_of(errors, "bound")),
        range(1, 61),
        np.maximum(promised, 1e-13),
        atol=1e-15,
    )
    assert (off <= promised * (1 + 1e-9) + 1e-12).all()
    draws(
        line(errors, "black", "o"),
        terms,
        max(off[terms - 1], 1.3e-12),
        atol=1e-12,
        rtol=1e-6,
    )
    enough = np.flatnonzero(promised <= 1e-9)
    said = [each for each in (off[terms - 1], promised[terms - 1]) if each > 1e-12]
    fields = [
        "{:1}" if each > 1e-12 else "less than 10⁻¹²"
        for each in (off[terms - 1], promised[terms - 1])
    ]
    says(
        lab.sentence,
        "ℓ = {} mph, z = {:d} mph, N = {:d}: the Gram matrix of the 62 speeds is"
        f" off by {fields[0]} at worst (bound: {fields[1]}); {{}} to reach 10⁻⁹.",
        *(length_scale, z, terms, *said),
        f"{enough[0] + 1} are sure" if len(enough) else "60 are not sure",
    )


# Densities


def bell(mean, sigma):
    """The normal density."""
    return lambda z: (
        np.exp(-(((z - mean) / sigma) ** 2) / 2) / (sigma * np.sqrt(2 * np.pi))
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("distance", "beta", "variance"),
    [
        (1.5, 1.0, "1/(2β)"),
        (5.0, 0.3, "1/β"),
        (0.0, 3.0, "1/β"),
        (2.0, 2.0, "1/β"),
        (5.0, 3.0, "1/(2β)"),
    ],
)
def test_bells_area_and_kernel(distance, beta, variance):
    lab = at("two_densities", distance=distance, beta=beta, variance=variance)
    beta = lab.values["beta"]
    bells, kernel = lab.figure.axes
    sigma = np.sqrt(1 / beta if variance == "1/β" else 0.5 / beta)
    z = np.linspace(-6, 6, 601)
    one, two = bell(-distance / 2, sigma), bell(distance / 2, sigma)
    draws(line(bells, plots.DATA), z, one(z))
    draws(line(bells, plots.FIT), z, two(z))
    (shade,) = bells.collections
    corners = shade.get_paths()[0].vertices
    np.testing.assert_allclose(corners[:, 1].max(), (one(z) * two(z)).max())
    assert all(np.isclose(y, one(x) * two(x), atol=1e-12) or y == 0 for x, y in corners)
    assert np.isclose(corners[:, 1].sum(), (one(z) * two(z)).sum(), rtol=1e-5)
    area = quad(lambda z: one(z) * two(z), -40, 40, points=[0.0])[0]
    says(bells.texts[0].get_text(), "area {:.3f}", area)
    c2 = 1 / quad(lambda z: one(z) ** 2, -40, 40, points=[-distance / 2])[0]
    away = np.linspace(0, 6, 301)
    draws(
        line(kernel, color_of(kernel, "exp(−β|x − x′|²/2)")),
        away,
        se(away, 0.0, beta**-0.5),
    )
    drawn = line(kernel, color_of(kernel, "c² · area"))
    np.testing.assert_array_equal(drawn.get_xdata(), away)
    for i in (0, 50, 150):
        overlap = quad(
            lambda z, i=i: bell(0, sigma)(z) * bell(away[i], sigma)(z),
            -30,
            30,
            points=[away[i] / 2],
        )[0]
        assert drawn.get_ydata()[i] == pytest.approx(c2 * overlap, abs=1e-8)
    draws(line(kernel, plots.WEIGHTS, "o"), distance, c2 * area, rtol=2e-3)
    side = distance / 2 + sigma
    draws(line(bells, plots.FIT, "o"), side, bell(distance / 2, sigma)(side))
    says(
        lab.sentence,
        "β = {}, variance {} = {}, distance {}: c² times the area is {:.3f}, the RBF"
        " kernel {:.3f}.",
        *(beta, variance, sigma**2, f"{distance:g}", c2 * area),
        np.exp(-beta * distance**2 / 2),
    )


# An infinite vector


@pytest.mark.parametrize(
    ("a", "entries"), [(0.7, 5), (-0.6, 3), (0.5, 40), (-0.9, 1), (0.0, 10), (0.9, 40)]
)
@pytest.mark.slow
def test_partial_sums_and_limits(a, entries):
    lab = at("infinite_vector", a=a, entries=entries)
    sums, closed = lab.figure.axes
    partial, total = [], 0.0
    for i in range(1, 41):
        total += (a**i) ** 2
        partial.append(total if i <= entries else np.nan)
    draws(line(sums, plots.FIT, "o"), range(1, 41), partial)
    whole = sum(a ** (2 * i) for i in range(1, 2000))
    np.testing.assert_allclose(line(sums, plots.TRUTH).get_ydata(), whole, atol=1e-12)
    draws(line(closed, plots.FIT, "o"), a, np.nanmax(partial))
    draws(line(sums, "black", "o"), entries, np.nanmax(partial))
    x, right = line(closed, color_of(closed, "a²/(1 − a²)")).get_data()
    np.testing.assert_allclose(
        right, sum(x ** (2 * i) for i in range(1, 2000)), rtol=1e-9, atol=1e-12
    )
    x, printed = line(closed, color_of(closed, "as printed")).get_data()
    shown = np.isfinite(printed)
    np.testing.assert_allclose((1 - 2 * x[shown]) * printed[shown], 1)
    assert np.abs(x[~shown] - 0.5).max() < 0.021
    assert (~shown).any()
    says(
        lab.sentence,
        f"a = {{}}: {{:d}} {'entry has' if entries == 1 else 'entries have'} the"
        " squared length {}, all of them a²/(1 − a²) = {}; the printed 1/(1 − 2a)"
        f" {'has its pole here' if a == 0.5 else 'would say {}'}.",
        *(f"{a:g}", entries, np.nanmax(partial), whole),
        *([] if a == 0.5 else [1 / (1 - 2 * a)]),
    )


# What is asked first


def test_the_fits_that_become_one_are_those_of_the_pseudo_inverse():
    question = labs.constants_matter(X, Y).question
    between, one_curve = ROAD[40:401, None] / 10, []
    for cars, degree in ((20, 2), (3, 5)):
        rows = FROM_SLOW_TO_FAST[spread(62)[:cars]]
        fits = [
            phi(between, degree) @ np.linalg.pinv(phi(X[rows] / 10, degree)) @ Y[rows]
            for phi in (scaled_monomials, monomials)
        ]
        one_curve.append(np.abs(fits[0] - fits[1]).max() < 0.01)
    assert one_curve == [True, False]
    assert question.judge("with 20 cars and 3 features").state == "right"
    meets(
        question,
        (
            ("with 3 cars and 6 features", "other way round"),
            ("in both cases", "if the data always settled the fit"),
            ("in neither case", "only one least-squares fit"),
        ),
    )


def test_the_true_error_of_so_many_features_is_that_of_their_gram_matrix():
    question = labs.truncated_rbf(X).question
    spec = question.spec()
    length_scale = at("truncated_rbf").values["length_scale"]
    x, off = X.ravel() - 22, []
    for N in range(1, 61):
        Phi = features(x, length_scale, N)
        off.append(np.abs(se(x, x, length_scale) - Phi @ Phi.T).max())
    true = np.maximum(np.interp(spec["x"], range(1, 61), off), 1e-12)
    np.testing.assert_allclose(np.log10(spec["right"]), np.log10(true), atol=0.05)
    assert question.judge(list(true)).state == "right"
    N = np.array(spec["x"])
    for powers, reply in (
        (0 * N, "the error falls"),
        (-12 + N / 5, "The series converges"),
        (-N / 20, "It falls sooner"),
        (np.maximum(-N, -12), "Not so soon"),
        (-12 * (N - 1) / 59, "little at first"),
    ):
        verdict = question.judge([10.0**p for p in powers])
        assert verdict.state == "wrong"
        assert reply in verdict.text, verdict.text


# Bad input
