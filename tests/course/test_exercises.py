"""Right answers by hand, known mistakes by name, and something true about any other
answer.
"""

import ast
import builtins
import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, exp, log, pi, prod, sqrt
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import norm

from kernellab import RBF, Polynomial, gram, svr_dual
from kernellab.course import exercises
from kernellab.course.classroom.lecture import asked, find, read
from kernellab.course.exercises import EXERCISES, Exercise, exercise, exercise_of, pick
from kernellab.interactive.diagnosis import agree, numbers, what_is_wrong
from tests import every
from tests.course.mistaken import K3, MISTAKEN, X, y

NAMES = sorted(EXERCISES)
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for path in Path(exercises.__file__).parent.glob("lecture_*.py")
)
# Those whose numbers cannot vary.
FIXED = re.findall(r'exercise_of\("(.....?)"\)\ndef \w+\(_rng\)', SOURCES)
SEEDS = range(20)
SPEEDS = X.ravel().tolist()
MIDPOINTS = (np.arange(1000) + 0.5) / 1000


@cache
def supports_in_a_box_of_almost_nothing(width):
    """By the solver, which does not count cars."""
    return len(
        svr_dual(
            gram(RBF(3.0) + Polynomial(2), X), y, C=1e-8, epsilon=float(width)
        ).support
    )


def exact_order(d, k):
    return len(list(combinations_with_replacement(range(d), k)))


def powers_up_to(d, degree):
    return [
        c for k in range(degree + 1) for c in combinations_with_replacement(range(d), k)
    ]


def scatter_at_each_speed():
    groups = {
        speed: [feet for each, feet in zip(SPEEDS, y, strict=True) if each == speed]
        for speed in SPEEDS
    }
    return sqrt(sum(len(feet) * np.var(feet) for feet in groups.values()) / len(y))


def miss_of_faster_cars(top):
    s, t = np.array(
        [(v, feet) for v, feet in zip(SPEEDS, y, strict=True) if v <= top]
    ).T
    w = np.linalg.inv([[s**2 @ s**0, s**3 @ s**0], [s**3 @ s**0, s**4 @ s**0]]) @ [
        s @ t,
        s**2 @ t,
    ]
    return sqrt(
        np.mean(
            [
                (feet - w[0] * v - w[1] * v**2) ** 2
                for v, feet in zip(SPEEDS, y, strict=True)
                if v > top
            ]
        )
    )


def all_interactions(x, z):
    subsets = (
        s for size in range(len(x) + 1) for s in combinations(range(len(x)), size)
    )
    return sum(np.prod(x[list(s)]) * np.prod(z[list(s)]) for s in subsets)


def other_units():
    # Feet for each mph.
    wanted = X[:, 0] / 10 @ y / (X[:, 0] @ X[:, 0] / 100 + 0.62) / 10
    return X[:, 0] @ y / wanted - X[:, 0] @ X[:, 0]


def passes_through(n):
    P = np.random.default_rng(0).uniform(-1, 1, size=(n, 2))
    G = P @ P.T
    apart = np.add.outer(np.diag(G), np.diag(G)) - 2 * G
    return [
        np.linalg.matrix_rank(K) == n
        for K in (G, (1 + G) ** 2, (1 + G) ** 3, (1 + G) ** 4, np.exp(-4 * apart))
    ]


def distance(k, x, z):
    table = np.array([[k(p, q) for p in (x, z)] for q in (x, z)], dtype=float)
    return sqrt(np.array([1, -1]) @ table @ np.array([1, -1]))


def constant_of_the_densities(x, beta):
    u, step = np.linspace(-12, 12, 20001, retstep=True)
    # Of the density of one coordinate, of variance 1/2β.
    square = (beta / pi) * np.exp(-2 * beta * u**2)
    return (square.sum() * step) ** (-len(x) / 2)


def nearest_psd(K):
    _, sizes, Vt = np.linalg.svd(K)
    return (K + Vt.T @ np.diag(sizes) @ Vt) / 2  # K plus its size |K|, halved


def smallest_refutations():
    """By trial: the fewest of four points, drawn a thousand times, whose table has a
    negative eigenvalue.
    """
    draws = np.random.default_rng(0).uniform(0.1, 3, size=(1000, 4))
    signed = draws * np.random.default_rng(1).choice([-1, 1], size=draws.shape)

    def fewest(points, k):
        for n in (1, 2, 3, 4):
            x, z = points[:, :n, None], points[:, None, :n]
            if np.linalg.eigvalsh(k(x, z)).min() < -1e-9:
                return n
        return 0

    of_any = [
        np.add,
        lambda x, z: abs(x - z),
        lambda x, z: (abs(x - z) < 2) * 1.0,
        lambda x, z: np.cos(x - z),
    ]
    return [fewest(signed, k) for k in of_any] + [
        fewest(draws, np.maximum),
        fewest(draws, np.minimum),
    ]


def terms_of_the_series():
    total, n = 0.0, 0
    while total <= 0.495:
        n += 1
        total += 4 / ((2 * n - 1) * pi) ** 2
    return n


def largest_hat(length):
    """By bisection: the largest a for which a sum over (1 − at²) exp(−t²/2ℓ²) cos ωt is
    negative at no frequency.
    """
    t = np.linspace(-12 * length, 12 * length, 2001)
    omega = np.linspace(0, 4 / length, 41)
    low, high = 0.0, 10 / length
    while high - low > 1e-9:
        a = (low + high) / 2
        spectrum = np.cos(np.outer(omega, t)) @ (
            (1 - a * t**2) * np.exp(-(t**2) / (2 * length**2))
        )
        low, high = (a, high) if spectrum.min() >= 0 else (low, a)
    return low


def lower_root_of_the_minimum(t):
    """Cholesky's method on the table of min, column by column; a column of which
    nothing is left stays zero.
    """
    rest, Phi = np.minimum.outer(t, t), np.zeros((len(t), len(t)))
    for p in range(len(t)):
        if rest[p, p] > 1e-12:
            Phi[:, p] = rest[:, p] / sqrt(rest[p, p])
            rest = rest - np.outer(Phi[:, p], Phi[:, p])
    return Phi


def normalised(K):
    return [
        [K[i, j] / sqrt(K[i, i] * K[j, j]) for j in range(len(K))]
        for i in range(len(K))
    ]


def best_forecast():
    """Six years of visitors whose number and season grow from none, two to forecast:
    the kernel that misses these by least.
    """
    t = np.arange(0, 8, 1 / 12)
    visitors = (
        10 * t
        + 2 * t * np.sin(2 * pi * t)
        + np.random.default_rng(0).normal(0, 0.5, 96)
    )
    gaps = np.subtract.outer(t, t)
    bump = np.exp(-(gaps**2) / 2)
    line = np.outer(t, t)
    wave = np.exp(-2 * np.sin(pi * gaps) ** 2)
    misses = []
    for K in (bump, line + wave, line + line * wave, bump * wave):
        system = np.block(
            [
                [K[:72, :72] + 0.1 * np.eye(72), np.ones((72, 1))],
                [np.ones((1, 72)), np.zeros((1, 1))],
            ]
        )
        *alpha, b = np.linalg.solve(system, np.append(visitors[:72], 0))
        misses.append(np.abs(K[72:, :72] @ alpha + b - visitors[72:]).mean())
    assert sorted(misses)[1] > 2 * min(misses)
    return 1 + int(np.argmin(misses))


def words_of_every_length(x, z):
    def spelt(word):
        return Counter(
            c for size in range(len(word) + 1) for c in combinations(word, size)
        )

    a, b = spelt(x), spelt(z)
    return sum(a[word] * b[word] for word in a)


def bonds_in_common(x, z):
    """Pairs of a bond of one chain and a bond of the other between the same two sorts
    of atoms.
    """
    return sum(
        {*x[i : i + 2]} == {*z[j : j + 2]}
        for i in range(len(x) - 1)
        for j in range(len(z) - 1)
    )


def leave_group_out(K, y, lam, out):
    rest = [j for j in range(len(y)) if j not in out]
    alpha = np.linalg.solve(K[np.ix_(rest, rest)] + lam * np.eye(len(rest)), y[rest])
    return [y[i] - K[i, rest] @ alpha for i in out]


def first_length_scale_whose_grid_is_too_short():
    lams = np.logspace(-4, 4, 4001)  # finer and longer than hers

    def best(scale):
        s, U = np.linalg.eigh(np.exp(-((X - X.T) ** 2) / (2 * scale**2)))
        alpha = U @ ((U.T @ y)[:, None] / (s[:, None] + lams))
        return np.mean(
            (alpha / (U**2 @ (1 / (s[:, None] + lams)))) ** 2, axis=0
        ).argmin()

    return next(scale for scale in range(1, 61) if lams[best(scale)] < 0.01)


def error_of_the_quadratic_on_fast_cars():
    slow = X.ravel() <= 30
    Phi = np.hstack([np.ones_like(X), sqrt(2) * X, X**2])
    stacked = np.vstack([Phi[slow], sqrt(0.62) * np.eye(3)])
    w = np.linalg.lstsq(stacked, np.append(y[slow], np.zeros(3)))[0]
    return sqrt(np.mean((y[~slow] - Phi[~slow] @ w) ** 2))


def offset_of_the_cars():
    n = len(y)
    system = np.block(
        [[K3 + np.eye(n), np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]]
    )
    return np.linalg.solve(system, np.append(y, 0))[-1]


def squared_distances(K):
    n = len(K)
    return [[K[i, i] - K[i, j] - K[j, i] + K[j, j] for j in range(n)] for i in range(n)]


def terms_of_the_gap(K, y, alpha, C, epsilon):
    r = y - K @ alpha
    return sum(
        C * max(0, abs(e) - epsilon) - a * e + epsilon * abs(a)
        for e, a in zip(r, alpha, strict=True)
    )


def block_by_block(blocks, lam):
    Phi, t = np.vstack([P for P, _ in blocks]), np.concatenate([t for _, t in blocks])
    m = Phi.shape[1]
    return np.linalg.lstsq(
        np.vstack([Phi, sqrt(lam) * np.eye(m)]), np.append(t, np.zeros(m))
    )[0]


def with_a_free_offset(A, v, s, u, n, lam):
    bordered = np.block(
        [[A + lam * np.eye(len(s)), s[:, None]], [s[None, :], np.array([[n]])]]
    )
    return np.linalg.solve(bordered, np.append(v, u))[:-1]


def mean_density_of_the_left_out(K, y, noise):
    """By conditioning each target on the others."""
    logs = []
    for i in range(len(y)):
        rest = [j for j in range(len(y)) if j != i]
        A = K[np.ix_(rest, rest)] + noise * np.eye(len(rest))
        gain = np.linalg.solve(A, K[rest, i])
        logs.append(
            norm.logpdf(y[i], gain @ y[rest], sqrt(K[i, i] + noise - gain @ K[rest, i]))
        )
    return np.mean(logs)


# On paper, or by another route than the solution's.
BY_HAND = {
    "00.1": 2.83,
    "00.2": (np.linalg.inv(K3 + 0.62 * np.eye(62)) @ y)[0],
    "01.1": 90,
    "01.2": [-2, 0, 0.75],
    "01.3": scatter_at_each_speed(),
    "01.4": miss_of_faster_cars(28),
    "01.5": exact_order,
    "01.6": 13,
    "02.1": [-1, 4, 2],
    "02.2": [4, 3],
    "02.3": lambda Phi, y, lam, w: np.linalg.solve(
        Phi @ Phi.T + lam * np.eye(len(y)), y
    ),
    "02.4": [
        len(powers_up_to(d, p)) > n
        for n, d, p in ((40, 5, 15), (10**6, 5, 3), (500, 30, 2), (1000, 12, 4))
    ],
    "02.5": 3727,
    "02.6": 144,
    "03.1": 8,
    "03.2": 3.464,
    "03.3": other_units(),
    "03.4": passes_through(12),
    "03.5": distance,
    "03.6": all_interactions,
    "03.7": constant_of_the_densities,
    "04.1": 2,
    "04.2": smallest_refutations(),
    "04.3": [4, -2],
    "04.4": 58,
    "04.5": nearest_psd,
    "04.6": lambda x, z: 2 * min(abs(x), abs(z)) if x * z > 0 else 0,
    "05.1": [1, 2, 3, 1, 2, 3],
    "05.2": largest_hat(2.0),
    "05.3": [4, np.linalg.eigvalsh(np.add.outer(MIDPOINTS, MIDPOINTS) / 1000)[0]],
    "05.4": 6,
    "05.5": terms_of_the_series(),
    "05.6": lower_root_of_the_minimum,
    "06.1": [True, False, False, True, True, False],
    "06.2": [4, 1.5708],
    "06.3": best_forecast(),
    "06.4": -2,
    "06.5": normalised,
    "06.6": 15,
    "07.1": 8,
    "07.2": 0.64,
    "07.3": [True, False, True, False, False],
    "07.4": lambda S, T: exp(len(S & T)) / sqrt(exp(len(S)) * exp(len(T))),
    "07.5": words_of_every_length,
    "07.6": bonds_in_common,
    "08.1": [1, 1, 3],
    "08.2": [True, True, False, True, False, False],
    "08.8": 2049,
    "08.4": [3, 2.5, 0],
    "08.5": lambda K, y, beta, s, lam: (
        (1 - 2 * s * lam) * beta + 2 * s * (y - K @ beta)
    ),
    "08.6": 6.25,
    "08.7": 44,
    "08.3": [7, 2],
    "08.9": [-0.66, 1.26],
    "09.1": [4, -1],
    "09.2": 57,
    "09.3": leave_group_out,
    "09.4": first_length_scale_whose_grid_is_too_short(),
    "09.5": offset_of_the_cars(),
    "09.6": [0.62 / SPEEDS.count(speed) for speed in sorted(set(SPEEDS))],
    "09.7": error_of_the_quadratic_on_fast_cars(),
    "10.1": 4,
    "10.2": [3, 5, 6],
    "10.3": terms_of_the_gap,
    "10.4": [True, False, False, True],
    "10.5": 19,
    "10.6": supports_in_a_box_of_almost_nothing(15),
    "10.7": 16,
    "11.1": 2.5,
    "11.2": [True, False, False, True, True, False],
    "11.3": 0.3,
    "11.4": 0.5,
    "11.5": squared_distances,
    "11.6": 2,
    "12.1": [1, 2, 3, 2],
    "12.2": 10,
    "12.3": block_by_block,
    "12.4": 6.25,
    "12.5": 3,
    "12.6": with_a_free_offset,
    "13.1": [3, 7],
    "13.2": 53,
    "13.3": [3, 2, 1, 3],
    "13.4": mean_density_of_the_left_out,
    "13.5": [True, True, False, True, False, False],
    "13.6": 16,
    "13.7": -log(prod(v / 20 for v in SPEEDS)),
}


def changed(right, change):
    """A right answer with its numbers changed, or the function whose outcomes are."""
    if callable(right):
        return lambda *arguments: change(np.asarray(right(*arguments), dtype=float))
    return change(np.asarray(right, dtype=float))


def right_of(each: Exercise):
    return each.wanted[0] if each.tries == ((),) else each.solution


class Refuses:
    """What cannot be an array, nor say what it is."""

    def __array__(self, *_, **__):
        raise RuntimeError("no array")


def fails(*_):
    raise ValueError("<b>bold</b> & more")


def prints(*_):
    print("here I am")


def generator(*_):
    yield 1


CHANGES = [
    lambda a: -a,
    lambda a: 2.37 * a,
    lambda a: -a / 3,
    lambda a: a + 1.7,
    lambda a: a * 1e9 + 1e9,
    lambda a: np.ravel(a)[::-1],
    lambda a: a.T,
    lambda a: np.append(a, 5.0),
    lambda a: np.stack([a, a]),
    lambda a: a * np.nan,
    lambda a: a + np.inf,
    lambda a: np.where(np.arange(a.size).reshape(a.shape) == 0, a - 0.3, a),
    lambda a: np.where(np.arange(a.size).reshape(a.shape) == 0, a, -a - 1),
    lambda a: a * (1 + 1j),
    lambda a: a.astype(str),
    lambda a: 0 * a - 5e-324,
    lambda a: 1e308 * np.sign(a + 0.5),
]
THINGS = [
    None,
    "forty-two",
    "15/4, 0",
    [],
    {},
    set(),
    True,
    object(),
    Refuses(),
    np.array([]),
    [[1, 2], [3]],
    10**400,
    -1e9,
]
THINGS += [
    1j,
    [1],
    ["a"],
    np.full(5, np.nan),
    np.zeros((2, 3, 4)),
    range(7),
    generator,
    fails,
    prints,
    lambda: 0,
    int,
    np.linalg,
]


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_by_hand_is_right(name: str):
    each = exercise(name)
    verdict = each.check(BY_HAND[name])
    assert verdict.state == "right", verdict
    assert verdict.words == f"right. {each.why}"


def test_every_exercise_has_an_answer_by_hand():
    assert sorted(BY_HAND) == NAMES
    assert len(NAMES) >= 87


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_is_met_kindly(name: str):
    verdict = exercise(name).check(...)
    assert verdict.state == "open"
    assert "not answered yet" in str(verdict)


@pytest.mark.parametrize("name", NAMES)
def test_a_known_mistake_gets_its_own_reply(name: str):
    each, met = exercise(name), []
    assert each.mistakes
    for mistake, reply in each.mistakes:
        verdict = each.check(mistake)
        assert (verdict.state, verdict.words) == ("wrong", f"not yet. {reply}")
        assert not any(agree(each.outcomes(mistake), one, each.tolerance) for one in met)
        met.append(each.outcomes(mistake))


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in NAMES
        if np.ndim(right_of(exercise(name))) == 0
        and not callable(right_of(exercise(name)))
    ],
)
@pytest.mark.parametrize("answer", [np.inf, -np.inf, np.nan, 1e308])
def test_what_is_beyond_all_measure_is_not_right(name, answer):
    assert exercise(name).check(answer).state != "right"


@pytest.mark.parametrize("name", MISTAKEN)
def test_every_mistake_worked_out_by_hand_is_told_what_it_is(name: str):
    each = exercise(name)
    # Two mistakes may share a reply.
    replies, met = ({f"not yet. {reply}" for _, reply in each.mistakes}, set())
    for answer, words in MISTAKEN[name]:
        verdict = each.check(answer)
        assert verdict.state == "wrong"
        assert [words in reply for reply in replies].count(True) == 1
        assert words in verdict.words
        met.add(verdict.mistake)
    assert met == set(range(len(each.mistakes)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_with_other_numbers_the_solution_passes_and_no_mistake_does(name: str):
    for seed in SEEDS[: 1 if name in FIXED else None]:
        each = exercise(name, np.random.default_rng(seed))
        assert each.check(right_of(each)).state == "right"
        for mistake, _ in each.mistakes:
            assert each.check(mistake).state == "wrong", (seed, mistake)


# A sum, product, power or root of numbers, and two or more of them that are said to be
# equal.
NUMBER = (
    r"(?:[−+]?√?(?:\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?|\([−\d+·/ .]+\))[⁰¹²³⁴⁵⁶⁷⁸⁹]*)"
)
TERM = rf"{NUMBER}(?: ?[−+·/] ?{NUMBER})*"
EQUAL = re.compile(
    rf"(?<![\w.⁰¹²³⁴⁵⁶⁷⁸⁹)’√])(?<![+−·/] ){TERM}(?: = {TERM})+(?![\w(]| [+−·/])"
)
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def value(term: str) -> float:
    """What a sum in a sentence comes to."""
    term = re.sub(
        r"√(\d+(?:\.\d+)?|\([^)]*\))",
        r"sqrt(\1)",
        term.replace(",", "").replace("−", "-").replace("·", "*"),
    )
    return eval(
        re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda power: f"**{power[0].translate(POWERS)}", term),
        {"sqrt": sqrt},
    )


# What a reason says in numbers, and whether that is so.
IN_NUMBERS = {
    "01.1": (
        r"C\((\d+), 2\) − 1 = (\d+): (\d+) linear .* (\d+) squares and (\d+) prod",
        lambda top, m, *parts: comb(top, 2) - 1 == m == sum(parts),
    ),
    "04.1": (r"t² ≤ 1 · (\d+)\. At t = (\d+)", lambda corner, t: t * t == corner),
    "04.3": (
        r"= (\d+) − (\d+) = .* = (\d+)",
        lambda diagonal, rest, length: (
            diagonal == length and rest == length * (length - 1)
        ),
    ),
    "04.4": (
        r"rank (\d+) .* and (\d+) eig",
        lambda rank, zero: rank + zero == len(SPEEDS),
    ),
    "06.6": (
        r"pairs, (\d+), .* they are (\d+)",
        lambda pairs, merged: 2 * merged == pairs + sqrt(pairs),
    ),
    "08.7": (
        r"= 0\.(\d+) of it, and 0\.\d+([⁰¹²³⁴⁵⁶⁷⁸⁹]+)",
        lambda left, k: left_over(left, k) < 0.01 <= left_over(left, k - 1),
    ),
}


def left_over(digits: int, steps: int) -> float:
    return float(f"0.{digits}") ** steps


@pytest.mark.parametrize("name", IN_NUMBERS)
def test_a_reason_has_the_numbers_of_its_question(name):
    pattern, right = IN_NUMBERS[name]
    for rng in (None, *map(np.random.default_rng, range(8))):
        why = exercise(name, rng).why
        numbers_in = [
            int(each.translate(POWERS)) for each in re.search(pattern, why).groups()
        ]
        assert right(*numbers_in), why


@pytest.mark.parametrize("seed", range(8))
def test_the_equation_of_a_circle_holds_off_the_circle_too(seed):
    why = exercise("01.2", np.random.default_rng(seed)).why
    shown = r"\(x₁ − (\d)\)² \+ x₂² − (\S+) = \(x₁² \+ x₂²\) − (\d)x₁ ([+−]) (\S+): "
    a, square, twice, sign, constant = re.search(shown, why).groups()
    assert (3 - int(a)) ** 2 + 25 - float(square) == (9 + 25) - int(twice) * 3 + float(
        sign.replace("−", "-") + constant
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_a_reply_works_out_comes_out(name):
    for rng in (None, *map(np.random.default_rng, range(4))):
        each = exercise(name, rng)
        for text in (each.why, *each.hints, *(reply for _, reply in each.mistakes)):
            for found in EQUAL.findall(text):
                first, *others = map(value, found.split(" = "))
                assert others == pytest.approx([first] * len(others)), text


def test_numbers_vary_but_where_the_source_says_that_they_do_not():
    def told(name, rng):
        each = exercise(name, rng)
        return repr(
            (
                each.shown(),
                each.tries,
                each.why,
                each.mistakes if each.tries == ((),) else None,
            )
        )

    for name in NAMES:
        drawn = {told(name, np.random.default_rng(seed)) for seed in range(6)}
        assert (drawn == {told(name, None)}) == (name in FIXED), name
    assert len(FIXED) < 20


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_answer_gets_a_reply_and_never_the_right_number(name: str, capsys):
    each = exercise(name)
    answers = [*THINGS, *(changed(right_of(each), change) for change in CHANGES)]
    replies = [each.check(answer) for answer in answers]
    heard = [
        verdict.words.removeprefix("not yet. ")
        for verdict in replies
        if verdict.state == "wrong"
    ]
    assert len(heard) >= 35
    for answer, verdict in zip(answers, replies, strict=True):
        alike = (
            [answer]
            if each.tries == ((),)
            else verdict.state == "right" and each.outcomes(answer)
        )
        # [12, 12] backwards.
        assert verdict.state == "wrong" or agree(alike, each.wanted, each.tolerance), (
            answer
        )
    for said in heard:
        assert len(said) > 15
        if (
            each.tries == ((),)
            and np.ndim(each.wanted[0]) == 0
            and said not in [reply for _, reply in each.mistakes]
        ):
            said = said.partition(" choices: ")[0]  # all of them
            assert (
                not re.search(r"\d", said) or "of shape" in said or "a list of" in said
            ), said
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", NAMES)
def test_no_hint_and_no_reply_gives_the_number_away(name: str):
    each = exercise(name)
    right = each.wanted[0]
    if each.tries == ((),) and np.ndim(right) == 0 and (right >= 10 or right % 1):
        told = " ".join((*each.hints, *(reply for _, reply in each.mistakes))).replace(
            ",", ""
        )
        assert f"{right:.3g}" not in re.findall(r"\d[\d.]*\d|\d", told)


@pytest.mark.parametrize("name", [name for name in NAMES if exercise(name).items])
def test_what_is_no_choice_is_named_with_the_choices_and_has_no_size(name: str):
    each = exercise(name)
    right = np.ravel(right_of(each)).tolist()
    replies = [f"not yet. {reply}" for _, reply in each.mistakes]
    for i, (thing, choices) in enumerate(each.items.items()):
        assert not choices or right[i] in choices
        for other in [*choices, 7, -right[i], 0.5] if choices else []:
            answer = [*right[:i], other, *right[i + 1 :]]
            words = each.judge(answer if len(right) > 1 else other).words
            if other == right[i] or words in replies:
                continue
            assert not re.search(r"It is right but|factor|too (large|small)", words)
            if each.spec()["kind"] != "switches" and other not in choices:
                assert f"for {thing} is not among the choices: " in words
                assert all(f"{key}" in words for key in choices)
                assert all(text in words for text in choices.values())


def test_as_many_things_are_named_as_the_answer_has_entries():
    made = Exercise(lambda: [1, 2], why="", hints=("", "", ""), items={"a": {}})
    with pytest.raises(
        ValueError, match="names 1 things in items, and its answer has 2"
    ):
        made.judge([1, 2])


@pytest.mark.parametrize("name", NAMES)
def test_the_precision_that_is_granted_is_relative(name: str):
    each = exercise(name)
    right = right_of(each)
    assert (
        each.check(changed(right, lambda a: a * (1 + each.tolerance / 2))).state
        == "right"
    )
    assert (
        each.check(changed(right, lambda a: a * (1 + 3 * each.tolerance))).state
        == "wrong"
    )


@pytest.mark.parametrize("name", NAMES)
def test_three_hints_and_a_solution_that_reasons_unfold_one_at_a_time(name: str):
    each = exercise(name)
    page = each.check(...)._repr_html_()
    places = [
        page.index(f"<summary>{title}</summary>")
        for title in ("Hint 1", "Hint 2", "Hint 3", "The solution")
    ]
    assert len(set(each.hints)) == 3
    assert places == sorted(places)
    assert "</details>" not in page[: places[-1]]  # each fold holds the next one
    reasons = " ".join(re.findall(r"^ *# (.*)", each.shown(), flags=re.MULTILINE))
    assert len(re.findall(r"\.(?= |$)", reasons)) >= 2, reasons


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_that_is_shown_runs_in_a_notebook(name: str):
    each = exercise(name)
    scope = {**vars(sys.modules[each.solution.__module__]), **vars(__import__("math"))}
    exec(each.shown(), scope)
    assert each.check(scope["answer"]).state == "right"


def test_an_almost_right_number_is_wrong():
    assert exercise("09.1").check([4.001, -1]).state == "wrong"


def test_what_a_student_s_function_says_is_text_on_the_page_and_no_html():
    page = exercise("09.3").check(fails)._repr_html_()
    words = re.sub("</?span[^<>]*>", "", page)  # which keep what stands on one line
    assert "ValueError: &lt;b&gt;bold&lt;/b&gt; &amp; more" in words
    assert "<b>bold" not in page


def test_a_solution_is_text_on_the_page():
    page = exercise("01.4").check(...)._repr_html_()
    assert "X.ravel() &lt;= top" in page


def test_the_hints_of_the_start_page_need_no_numpy():
    assert "** 0.5" in exercise("00.1").hints[-1]


@pytest.mark.parametrize("name", ["02.4", "11.2"])
def test_a_question_of_true_and_false_wants_them(name):
    count = len(exercise(name).wanted[0])
    words = exercise(name).check(True).words
    assert f"should be a list of {count} entries, each True for yes" in words


def test_one_point_too_few_is_not_called_twice_too_small():
    words = exercise("04.2").check([1, 2, 3, 0, 1, 0]).words
    assert "one point refutes nothing" in words


def test_a_table_that_is_given_back_is_called_so_whatever_the_way():
    assert "This is K itself" in exercise("04.5").check(lambda K: K).words


def test_a_question_demands_no_speed_that_is_not_judged():
    (question,) = (
        each.question
        for each in asked(read(find("07")))
        if each.exercise.name == "07.5"
    )
    assert "It can be done in about" in question
    assert exercise("07.5").check(words_of_every_length).state == "right"


def test_a_lecture_may_be_called_by_one_digit():
    assert exercise("9.1").name == "09.1"


def test_an_unknown_number_says_which_there_are():
    with pytest.raises(ValueError, match=r"08\.1"):
        exercise("99.9")


def leave_group_out_in_place(K, y, lam, out):
    K += lam * np.eye(len(y))
    Q = np.linalg.inv(K)
    return np.linalg.solve(Q[np.ix_(out, out)], (Q @ y)[out])


def spoil_the_data(K, y, lam, out):
    y[:] = 0
    return y[out]


def test_an_answer_that_writes_into_its_arguments_is_judged_by_what_it_returns():
    assert exercise("09.3").check(leave_group_out_in_place).state == "right"
    assert exercise("09.3").check(spoil_the_data).state == "wrong"


@pytest.mark.parametrize(
    "answer",
    [
        [4, -1],
        (4.0, -1.0),
        np.array([[4.0], [-1.0]]),
        np.array([4, -1]),
        [np.float64(4), -1],
    ],
)
def test_the_same_numbers_in_another_shape_are_right(answer):
    assert exercise("09.1").check(answer).state == "right"


@pytest.mark.parametrize("answer", [57, 57.0, [57], np.int64(57), np.array(57)])
def test_one_number_is_right_however_it_is_wrapped(answer):
    assert exercise("09.2").check(answer).state == "right"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("57", "text: leave the quotes off"),
        ("57 ft", "text: give numbers alone"),
        ("5 7", "text: give numbers alone"),
        (None, "None"),
        (True, "True or False"),
        (lambda: 57, "a function"),
        ((57, [1]), "a tuple of 2 things"),
        (["57"], "a list of 1 thing,"),
        ({57, 1}, "a set, which has no order"),
        ([1, 2], "shape (2,)"),
        (57 + 1j, "complex"),
        (10**400, "too large for floating point"),
    ],
)
def test_an_answer_of_another_kind_is_told_what_it_is(answer, words):
    assert words in str(exercise("09.2").check(answer))


def test_the_precision_that_is_promised_is_granted():
    assert exercise("09.5").check(51).state == "right"
    assert exercise("09.5").check(50).state == "wrong"
    assert exercise("00.2").check(-0.13).state == "right"


def test_a_function_that_fails_on_a_later_try_hears_of_that_one():
    def forgetful(d, k):
        return comb(d + k - 1, k) if (d, k) == (2, 3) else None

    words = exercise("01.5").check(forgetful).words
    assert (
        "1 of the 5 calls that were tried is right. With d = 3, k = 2: what your"
        " function returns should be one number; this is None." in words
    )


def test_one_number_is_no_array_and_nan_no_number():
    assert "array of 3 numbers; this is one number" in exercise("01.2").check(57).words
    assert "NaN or infinity" in exercise("01.2").check([np.nan, 1.0, 0.0]).words


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        (
            "09.1",
            [4, 1],
            "1 of the 2 entries is right: entry 1. The rest is right but for the sign.",
        ),
        ("09.1", [-4, 1], "It is right but for the sign."),
        (
            "05.1",
            [1, 7, 3, 1, 2, 0],
            "Your answer for (b) exp(−|x − z|) and (f) (x − z)² is not among the"
            " choices: 1, powers; 2, spectrum; 3, points.",
        ),
        ("05.1", [3, 2, 3, 1, 2, 3], "5 of the 6 entries are right: entries 2, 3, 4,"),
        ("04.3", [7, -2], "for the step that fails is not among the choices: 1; 2; 3;"),
        ("04.3", [1, -4], "not yet. Neither of the two entries is right."),
        ("06.3", 7, "for the best kernel is not among the choices: 1, RBF(1); 2, "),
        ("09.1", (15 / 4, 0), "You divided by the diagonal."),
        ("09.1", "15/4, 0", "this is text: leave the quotes off"),
        ("09.1", [-1, 4], "made of the right numbers, in another order"),
        ("09.1", [12, -3], "off by one constant factor: about 3.0 times too large"),
        (
            "09.1",
            [-2, 0.5],
            "off by one constant factor, of the other sign: about 2.0 times too small",
        ),
        ("09.1", [6, 1], "too large everywhere by the same amount"),
        (
            "09.1",
            [7, -9],
            "Neither of the two entries is right: some are too large, some too small.",
        ),
        ("09.2", 1891, "K compares that many pairs"),
        ("09.2", 56.9, "less than one per cent"),
        ("09.2", 5, "too small, by a factor of ten or more"),
        (
            "09.3",
            lambda K, y, lam, out: y[:3],
            "should be an array of 2 numbers; this is an array of shape (3,)",
        ),
        (
            "09.3",
            lambda *given: 3 * np.array(leave_group_out(*given)),
            "one constant factor: about 3.0 times too large",
        ),
        ("09.3", lambda K, y, lam, out: 0 * y[out] / 0, "it holds NaN or infinity"),
        ("09.5", 1e9, "too large, by a factor of a million or more"),
        ("09.5", -51, "right but for the sign"),
        ("06.1", [True] * 6, "3 of the 6 entries are right."),
        (
            "06.5",
            lambda K: K.T[:2],
            "should be an array of shape (4, 4); this is an array of shape (2, 4)",
        ),
        (
            "11.5",
            lambda K: np.diag(K)[:, None] + 0 * K,
            "It should be symmetric, and is not.",
        ),
        (
            "11.5",
            lambda K: np.abs(squared_distances(K)) + np.triu(K) + np.triu(K).T + 0,
            "entries",
        ),
        ("02.6", 145, "less than one per cent"),
        (
            "11.1",
            -1.25,
            "of the wrong sign, and too small in size, by a factor of two or more",
        ),
        ("09.2", (2, 83), "should be one number; this is two. For a decimal point"),
        ("09.2", (2, 83), "write 2.83."),
        ("09.2", (-2, 83), "write -2.83."),
        ("09.1", [4, None], "Something is missing: entry 2 is None."),
        ("09.1", [[4], [None]], "missing: the entry in row 2, column 1 is None."),
        ("09.1", "four and one", "this is text, not a number."),
        ("09.2", [0] * 10**6, "this is an array of shape (1000000,)."),
        ("09.2", range(10**12), "this is of the type range."),
        ("02.4", [1, 0], "each True for yes or False for no; this has 2."),
        ("02.4", ["yes", "no", "yes", "no"], "entry 1 is text, not a number."),
        ("02.4", True, "False for no; this is a single True or False."),
        (
            "04.2",
            [1, 2, 3, 0, 4, 0],
            "right: entries 1, 2, 3, 4 and 6. Entry 5 is too large.",
        ),
        ("01.5", lambda d, k: 0, "None of the 5 calls that were tried is right."),
        ("09.3", lambda K, y, lam, out: 1, "Neither of the two calls that were tried"),
    ],
)
@pytest.mark.slow
def test_any_wrong_answer_hears_something_about_itself(name, answer, words):
    assert words in exercise(name).check(answer).words


def test_a_matrix_that_is_asked_may_come_transposed_or_elsewhere():
    A = np.arange(6.0).reshape(2, 3)
    for wanted in (A, A[:, :2] + 1):
        assert "transposed" in what_is_wrong([wanted.T], [wanted], 1e-6, [])
    assert "row 1, column 2 is too large, by a factor of two or more" in what_is_wrong(
        [A + (A == 1)], [A], 1e-6, []
    )
    assert "the diagonal among them" in what_is_wrong(
        [np.eye(2) + 5 - 5 * np.eye(2)], [np.eye(2)], 1e-6, []
    )


def test_numbers_are_those_that_an_answer_holds():
    assert numbers(["4", "-1"]) is None
    assert numbers(np.ones((3, 1))).shape == (3,)


def test_an_exercise_of_one_s_own_is_found_by_its_number():
    @exercise_of("my.1")
    def box(rng):
        lam = pick(rng, 0.5, 0.25)

        def answer():
            # Divide the objective by 2λ. What stands before the losses is C.
            return 1 / (2 * lam)

        return Exercise(
            answer,
            why="C = 1/2λ.",
            hints=("a", "b", "c"),
            mistakes=[(lam, f"{lam} is λ.")],
        )

    try:
        assert exercise("my.1").check(1).state == "right"
        assert exercise("my.1").check(0.5).words == "not yet. 0.5 is λ."
        assert exercise("my.1").shown().endswith("answer = 1 / (2 * lam)\n")
        assert {
            exercise("my.1", np.random.default_rng(seed)).wanted[0] for seed in SEEDS
        } == {1.0, 2.0}
    finally:
        del EXERCISES["my.1"]


class Notebook:
    """Cells that run one after the other, and what their checks say."""

    def __init__(self, monkeypatch):
        self.names = {
            "exercise": lambda name: SimpleNamespace(check=self.checking(name)),
            "In": [""],
        }
        monkeypatch.setattr(
            "IPython.get_ipython", lambda: SimpleNamespace(user_ns=self.names)
        )

    def checking(self, name):
        def check(answer):
            self.said = exercise(name).check(answer).words

        return check

    def run(self, cell):
        self.names["In"].append(cell)
        exec(cell, self.names)
        return self.said


def test_a_forgotten_answer_is_noticed(monkeypatch):
    notebook = Notebook(monkeypatch)
    assert notebook.run('answer = 57\nexercise("09.2").check(answer)').startswith(
        "right"
    )
    for _ in range(2):
        said = notebook.run('exercise("09.4").check(answer)')
        assert (
            said
            == "this is still your answer to 09.2. Begin this cell with answer = …, and"
            " run it again."
        )
    assert notebook.run('answers = 19\nexercise("09.4").check(answer)').startswith(
        "this is still"
    )
    assert notebook.run('answer = 19\nexercise("09.4").check(answer)').startswith(
        "right"
    )


@pytest.mark.parametrize(
    "cells",
    [
        ['answer = 57\nexercise("09.4").check(answer)'],
        ["answer = 57", 'exercise("09.4").check(answer)'],
        ["answer += 0", 'exercise("09.4").check(answer)'],
        ["for answer in [57]: pass", 'exercise("09.4").check(answer)'],
        ["globals()['answer'] = 57", 'exercise("09.4").check(answer)'],
        ['exercise("09.4").check(57)'],
        ["vars()['answer'] = 19", 'exercise("09.4").check(answer)'],
        ["mine = answer", 'exercise("09.4").check(mine)'],
        ['exercise("09.2").check(answer)'],
    ],
)
def test_the_same_number_twice_is_no_forgotten_answer(monkeypatch, cells):
    notebook = Notebook(monkeypatch)
    notebook.run('answer = 57\nexercise("09.2").check(answer)')
    for cell in cells:
        said = notebook.run(cell)
    assert "still" not in said


def test_two_checks_in_one_cell_are_meant(monkeypatch):
    said = Notebook(monkeypatch).run(
        'answer = 57\nexercise("09.2").check(answer)\nexercise("09.4").check(answer)'
    )
    assert "still" not in said


@pytest.mark.slow
def test_ipython_itself_tells_which_cells_were_run():
    program = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
for cell in (
    "from kernellab import exercise",
    "answer = 57\\nprint(exercise('09.2').check(answer))",
    "print(exercise('09.4').check(answer))",
    "%time answer = 57\\nprint(exercise('09.4').check(answer))",
    "def answer(K, y, lam, out):\\n    print('eight times')\\n    return y\\n"
    "print(exercise('09.3').check(answer))",
):
    shell.run_cell(cell, store_history=True)
"""
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert "Exercise 09.2: right" in said
    assert said.count("still your answer to 09.2") == 1
    assert "Exercise 09.4: not yet" in said
    assert "Exercise 09.3: not yet" in said
    assert said.count("eight times") == 1


def bound_in(source: str) -> set[str]:
    """The names that the code of a notebook imports or assigns."""
    nodes = list(ast.walk(ast.parse(source)))
    imported = {
        each.asname or each.name
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for each in node.names
    }
    return imported | {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


NOTEBOOKS = [
    json.loads(path.read_text(encoding="utf-8"))["cells"] for path in every.NOTEBOOKS
]
CODES = [
    "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for cells in NOTEBOOKS
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_what_a_solution_calls_is_at_hand_in_its_notebook(name: str):
    (code,) = [code for code in CODES if f'exercise("{name}")' in code]
    shown = ast.parse(exercise(name).shown())
    called = {node.id for node in ast.walk(shown) if isinstance(node, ast.Name)}
    own = {
        node.arg for node in ast.walk(shown) if isinstance(node, ast.arg)
    } | bound_in(exercise(name).shown())
    assert called - own <= bound_in(code) | set(dir(builtins))


@pytest.mark.parametrize("seed", range(8))
def test_hints_reckon_with_the_numbers_that_were_drawn(seed):
    diagonal = exercise("04.1", np.random.default_rng(seed))
    a = round(diagonal.solution() ** 2)  # the bound is √(1 · a)
    assert (
        f"eigenvalues is {a + 1}. Their product is the determinant, {a} − t²."
        in diagonal.hints[2]
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_table_in_a_hint_holds_the_polynomial_of_the_question(seed):
    each = exercise("06.4", np.random.default_rng(seed))
    b, c = re.search(r"q\(t\) = t² − (\d*)t \+ (\d+)", each.asks).groups()
    q = {t: t**2 - int(b or 1) * t + int(c) for t in (1, -1)}
    assert f"The table is [[{q[1]}, {q[-1]}], [{q[-1]}, {q[1]}]]." in each.hints[2]


@pytest.mark.parametrize("seed", range(4))
def test_the_support_vectors_that_a_reply_counts_are_there(seed):
    each = exercise("10.5", np.random.default_rng(seed))
    K = gram(RBF(3.0) + Polynomial(2), X)
    replies = [
        (each.check(width).words, width)
        for width in (each.solution() - 1, each.solution() + 1)
    ]
    for text, width in [*replies, (each.why, each.solution() - 1)]:
        said, count = map(
            int, re.search(r"At (\d+) ft there are (?:still )?(\d+)", text).groups()
        )
        # 15 ft are the slide's, and have a reply of their own.
        assert said == width or "slide" in text
        assert count == len(svr_dual(K, y, 1 / (2 * 0.62), float(said)).support)
