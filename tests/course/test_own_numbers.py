"""Numbers of one's own: the same for the same student, true in every word, no harder,
and apart from every mistake.
"""

import inspect
import re
import sys
from collections import Counter
from functools import cache
from itertools import product
from math import comb, factorial, log, pi, sqrt

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel

from kernellab import RBF, SVR, Polynomial
from kernellab.course import datasets
from kernellab.course.exercises import (
    EXERCISES,
    Exercise,
    exercise,
    exercise_of,
    own_numbers,
    pick,
    shuffled,
)
from kernellab.interactive import record
from kernellab.interactive.exercises import generator, own
from kernellab.interactive.text import as_html
from tests.course.test_exercises import (
    BY_HAND,
    FIXED,
    K3,
    NAMES,
    SPEEDS,
    X,
    largest_hat,
    miss_of_faster_cars,
    passes_through,
    powers_up_to,
    right_of,
    supports_in_a_box_of_almost_nothing,
    y,
)

SEEDS = 200
PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# The question names numbers; else a function is asked, or they are fixed.
VALUES = [name for name in NAMES if exercise(name).asks]


@pytest.fixture(autouse=True)
def nobody(monkeypatch):
    """No student before the test, and none left by it."""
    monkeypatch.setattr(record, "student", record.Record())


@cache
def everybody(name: str, students: int = SEEDS) -> list[Exercise]:
    """What each student gets at the first draw."""
    return [
        EXERCISES[name](generator(f"student {seed}", name, 0))
        for seed in range(students)
    ]


@cache
def draws(name: str, students: int = SEEDS) -> list[Exercise]:
    """The same, each different exercise once."""
    seen = {}
    for each in everybody(name, students):
        seen.setdefault(
            repr(
                (
                    each.asks,
                    each.tries,
                    each.shown(),
                    each.why,
                    each.hints,
                    [r for _, r in each.mistakes],
                )
            ),
            each,
        )
    return list(seen.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_for_every_student_the_solution_is_right_and_each_mistake_gets_its_own_reply(
    name: str,
):
    """Where the answer is a function, checks of ten students are read, and of all
    others the outcomes are compared.
    """
    apart = [each.told_apart() for each in draws(name)]
    assert sum(apart) > 0.8 * len(apart)
    for each, told in list(zip(draws(name), apart, strict=True))[
        :: 1 if exercise(name).tries == ((),) else 20
    ]:
        assert each.judge(right_of(each)).state == "right"
        replies = [
            each.judge(mistake).words.removeprefix("not yet. ")
            for mistake, _ in each.mistakes
        ]
        assert not told or replies == [reply for _, reply in each.mistakes]


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_the_solution_that_each_student_is_shown_gives_the_answer(name: str):
    for each in draws(name, 20):
        scope = dict(vars(sys.modules[each.solution.__module__]))
        exec(each.shown(), scope)
        assert each.judge(scope["answer"]).state == "right", each.shown()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["02.6", "10.6"])
def test_a_collision_is_drawn_anew(name: str):
    first = everybody(name)
    given = [own(EXERCISES[name], name, f"student {seed}") for seed in range(SEEDS)]
    changed = [one.asks != other.asks for one, other in zip(first, given, strict=True)]
    assert changed == [not one.told_apart() for one in first]
    assert 0 < sum(changed) < SEEDS / 4
    assert all(each.told_apart() for each in given)


@pytest.mark.parametrize("name", [name for name in NAMES if exercise(name).items])
def test_the_labels_are_those_of_the_question(name: str):
    for each in draws(name, 5):
        labels = list(each.items)
        assert len(labels) == np.size(each.wanted[0])
        order = each.asks.partition("this order: ")[2]
        if order:
            pairs = zip(labels, order.split(", "), strict=True)
            assert all(label.startswith(thing) for label, thing in pairs)
        if name in ("04.2", "05.1"):
            assert each.asks.startswith(", ".join(labels))
        if name == "02.4":
            few, close, many = re.findall(r"\d+", each.asks)
            starts = f"A: {few} ", "B: 1,000,000 ", f"C: {close} ", f"D: {int(many):,} "
            pairs = zip(labels, starts, strict=True)
            assert all(label.startswith(start) for label, start in pairs)
        if name == "06.3":
            (choices,) = each.items.values()
            words = "; ".join(f"{key} {kernel}" for key, kernel in choices.items())
            assert each.asks.endswith(words)


def leaves(value) -> list[str]:
    """The numbers and words that a variable holds, as a text writes them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [leaf for each in value.items() for leaf in leaves(each)]
    if isinstance(value, list | tuple | np.ndarray):
        return [leaf for each in value for leaf in leaves(each)]
    return [f"{value:g}".replace("-", "−")]


def numbers_of(each: Exercise) -> list[str]:
    """The numbers of the question that the solution uses."""
    return leaves(inspect.getclosurevars(each.solution).nonlocals)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in NAMES if exercise(name).tries == ((),)]
)
def test_every_number_that_varies_is_told(name: str):
    usual, different = exercise(name), draws(name)
    varying = [
        i
        for i in range(len(numbers_of(usual)))
        if len({numbers_of(each)[i] for each in different}) > 1
    ]
    assert bool(varying) == bool(usual.asks) == (name not in FIXED)
    for each in different:
        told = each.asks + each.asks.translate(PLAIN)
        for leaf in (numbers_of(each)[i] for i in varying):
            # No + 0, and t for 1·t.
            left_out = leaf in ("0", "1") and name in ("05.3", "06.4")
            assert (
                f"{100 * float(leaf):g} %" if name == "05.5" else leaf
            ) in told or left_out, (leaf, told)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_but_to_those_who_have_numbers_of_their_own(name: str):
    assert exercise(name).own_question == ""
    for each in draws(name):
        assert bool(each.own_question) == (each.asks != exercise(name).asks)
        assert each.own_question.startswith(
            f"Your question has {each.asks}"[: len(each.own_question)]
        )


def cars_up_to(top):
    return np.array(
        [(speed, feet) for speed, feet in zip(SPEEDS, y, strict=True) if speed <= top]
    ).T


def circle(a, _, r):
    angles = np.arange(0, 6, 0.5)
    x1, x2 = a + r * np.cos(angles), r * np.sin(angles)
    return np.linalg.lstsq(np.stack([x1, x2, np.ones(12)], axis=1), -(x1**2) - x2**2)[0]


def scatter(n, top):
    s, t = cars_up_to(top)
    assert len(s) == n
    return sqrt(
        sum(
            (t[s == speed] ** 2).sum() - t[s == speed].sum() ** 2 / (s == speed).sum()
            for speed in set(s)
        )
        / n
    )


def faster(top, n):
    assert sum(speed > top for speed in SPEEDS) == n
    return miss_of_faster_cars(top)


def by_the_primal(*y_given):
    Phi = np.array([[1, 0, 2], [0, 1, 1]])
    return np.linalg.inv(Phi.T @ Phi + np.eye(3)) @ Phi.T @ y_given


def weight(_, p, a):
    """The root of the coefficient, by multiplying the brackets out one by one."""
    sums = Counter({(0, 0): 1})
    for _bracket in range(int(p)):
        sums = sum(
            (
                Counter({(i + di, j + dj): n for (i, j), n in sums.items()})
                for di, dj in ((0, 0), (1, 0), (0, 1))
            ),
            Counter(),
        )
    return sqrt(sums[a, 1])


def units(lam, gap):
    """As many feet apart as told, and the penalty that brings both together."""
    s = np.array(SPEEDS)
    slope = [u * (s * u @ y) / (s * u @ (s * u) + lam) for u in (0.1, 1)]
    assert abs(abs(slope[0] - slope[1]) * 40 - gap) <= 0.05
    return s @ y / slope[0] - s @ s


def corner(a):
    return max(
        t
        for t in np.arange(0, 20, 0.5)
        if np.linalg.eigvalsh([[1, t], [t, a]])[0] >= -1e-12
    )


def refutations(told):
    points = {
        "x + z": 1,
        "|x − z|": 2,
        "1 if |x − z| < 2": 3,
        "cos(x − z)": 0,
        "max(x, z)": 2,
        "min(x, z)": 0,
    }
    points |= {"exp(−|x − z|)": 0, "cos(x + z)": 1}
    return [
        points[one]
        for one in re.findall(r"\([a-f]\) (.*?)(?=, \([b-f]\)|, with)", told)
    ]


def tools(told):
    powers = ("exp(xz)", "(1 + xz)⁵", "1/(1 − xz)")
    spectra = ("exp(−|x − z|)", "1/(1 + (x − z)²)")
    functions = re.findall(r"\([a-f]\) (.*?)(?=, \([b-f]\)|, with)", told)
    assert len(functions) == 6
    return [1 if one in powers else 2 if one in spectra else 3 for one in functions]


def shifted_sum(told):
    c = float((re.search(r"s \+ t \+ ([\d.]+)", told) or [0, 0])[1])
    assert f"= {1 + c:g} in step 3" in told
    midpoints = (np.arange(200) + 0.5) / 200
    return [4, np.linalg.eigvalsh((np.add.outer(midpoints, midpoints) + c) / 200)[0]]


def first_negative(p):
    j, product_of_factors = 0, 1.0
    while product_of_factors > 0:
        product_of_factors *= (p - j) / (j + 1)
        j += 1
    return j + 1


def terms(percent):
    return next(
        n
        for n in range(1, 99)
        if sum(8 / ((2 * j - 1) * pi) ** 2 for j in range(1, n + 1)) > percent / 100
    )


def least_cosine(a, _from_zero):
    x = np.linspace(0, pi / a, 100001)
    return [4, x[np.cos(2 * a * x).argmin()]]


def forecast(told):
    season = "Periodic" if "stays the same" in told else "Linear() * Periodic"
    return int(
        re.search(rf"(\d) Linear\(\) \+ {re.escape(season)}\(1, period=1\)", told)[1]
    )


def one_negative(told):
    b, c = re.search(r"− (\d?)t \+ (\d)", told).groups()
    q = {t: t * t - float(b or 1) * t + float(c) for t in (-1, 1)}
    return min(q[1] - q[-1], q[1] + q[-1])


def shared_pairs(told):
    x, z = re.search(r"strings (\w+) and (\w+)", told).groups()
    return sum(
        x.startswith(z[j : j + 2], i)
        for i in range(len(x) - 1)
        for j in range(len(z) - 1)
    )


def cars_within(level, ell):
    """Around scikit-learn's mean, which knows the noise as a part of its kernel."""
    prior = ConstantKernel(155.0**2) * TheirRBF(ell) + WhiteKernel(100.0)
    model = GaussianProcessRegressor(prior, optimizer=None).fit(X, y)
    mean, car = model.predict(X, return_std=True)
    return sum(norm.interval(level / 100, mean, car)[0] <= y) - sum(
        norm.interval(level / 100, mean, car)[1] < y
    )


def in_this_order(right: dict[str, object]):
    return lambda told: [right[one] for one in told.partition(": ")[2].split(", ")]


def w_of_least_size(a, b, level, a_again, b_again):
    assert (a, b, a * a + b * b) == (a_again, b_again, level)
    return min(([3, level / a, 0], [3, 0, level / b]), key=lambda w: sum(np.abs(w[1:])))


def norm_and_height(a, b, c):
    K = np.array([[1, c], [c, 1]])
    return [np.array([a, -b]) @ K @ [a, -b], K[0] @ [a, -b]]


def least_and_most(v, r, c):
    # The Gram matrix of f, k(x₁, ·) and k(x, ·), whose last entry is t = f(x), is PSD
    # between the zeros of its determinant.
    return sorted(np.roots([1, -2 * v * c, v**2 - r**2 * (1 - c**2)]))


def steps(lam):
    t, left = 0, 1.0
    while left >= 0.01:
        t, left = t + 1, left * (1 - 0.2 * lam)
    return t


def fewest(n, top, kept):
    assert (len(cars_up_to(top)[0]), 2 * n + 1) == (n, kept)
    return 1 + 2 * len(set(cars_up_to(top)[0]))


def offset(lam):
    n = len(y)
    return (
        np.linalg.inv(
            np.block(
                [
                    [K3 + lam * np.eye(n), np.ones((n, 1))],
                    [np.ones((1, n)), np.zeros((1, 1))],
                ]
            )
        )[-1, :-1]
        @ y
    )


def quadratic_on_fast_cars(limit):
    slow = X.ravel() <= limit
    Phi = np.hstack([np.ones_like(X), sqrt(2) * X, X**2])
    w = (
        np.linalg.inv(Phi[slow].T @ Phi[slow] + 0.62 * np.eye(3))
        @ Phi[slow].T
        @ y[slow]
    )
    return sqrt(np.mean((y[~slow] - Phi[~slow] @ w) ** 2))


def maximum_of_the_dual(target, width, box):
    alphas = np.linspace(-box, box, 2001)
    return alphas[(-(alphas**2) / 2 + target * alphas - width * abs(alphas)).argmax()]


def rows_that_cannot_be(_box_told):
    def judged(told):
        box = float(re.search(r"C = (\d)", told)[1])
        rows = [
            eval(row)
            for row in re.findall(
                r"\([\d., -]+\)", told.replace("−", "-").partition("rows")[2]
            )
        ]
        allowed = {-1: (-box, -box), 0: (0, 0), 1: (box, box), "edge": (-box, box)}
        wrong = []
        for i, (r, alpha) in enumerate(rows, start=1):
            low, high = allowed["edge" if abs(r) == 15 else np.sign(r) * (abs(r) > 15)]
            if not low <= alpha <= high:
                wrong.append(i)
        assert len(rows) == 7
        return wrong

    return judged(_box_told)


def widest_excluded(few, again):
    assert few == again
    speeds, feet = datasets.cars()
    groups = [np.sort(feet[speeds.ravel() == speed]) for speed in set(speeds.ravel())]

    def kept(group, length):
        return max(
            j - i + 1
            for i, j in product(range(len(group)), repeat=2)
            if 0 <= group[j] - group[i] <= length and i <= j
        )

    return next(
        e for e in range(1, 40) if sum(len(g) - kept(g, 2 * e) for g in groups) <= few
    )


def distance_to_the_mean(kzz, k1, k2):
    """With points that have these inner products."""
    L = np.linalg.cholesky(np.array([[9, 1, k1], [1, 3, k2], [k1, k2, kzz]]))
    return ((L[2] - (L[0] + L[1]) / 2) ** 2).sum()


def line_through(zero, left, _minus, right, p, _plus, at):
    assert (zero, p, at) == (0, right + 1, p)
    return np.polyval(np.polyfit([left, right], [-1, 1], 1), at)


# By another route than the solution's, from nothing but what the student is told; in
# numbers, or from the words.
BY_NUMBERS = {
    "00.1": lambda sigma: sqrt(sigma**2 / 2),
    "00.2": lambda lam: (np.linalg.inv(K3 + 62 * lam * np.eye(62)) @ y)[0],
    "01.1": lambda d: len(powers_up_to(int(d), 2)) - 1,
    "01.2": circle,
    "01.3": scatter,
    "01.4": faster,
    "01.6": lambda p: p + 1 - len(set(SPEEDS)),
    "02.1": by_the_primal,
    "02.2": lambda _points, m: [4, m],
    "02.4": lambda few, close, many: [
        few < 15504,
        False,
        comb(32, 2) > close,
        comb(16, 4) > many,
    ],
    "02.5": lambda n: (comb(20, 5) / n) ** 3,
    "02.6": lambda noise, prior: (noise / prior) ** 2,
    "03.1": lambda a, b: (1 + a + 2 * b) ** 3,
    "03.2": weight,
    "03.3": units,
    "03.4": lambda n: passes_through(int(n)),
    "04.1": corner,
    "04.3": lambda n: [4, np.linalg.eigvalsh(2 * np.eye(int(n)) - 1)[0]],
    "04.4": lambda _one, p: 62 - len(powers_up_to(1, int(p))),
    "05.2": lambda _two, divisor: largest_hat(sqrt(divisor / 2)),
    "05.4": first_negative,
    "05.5": terms,
    "06.2": least_cosine,
    "06.6": lambda d: (d + 1) ** 2 - len(powers_up_to(int(d), 2)),
    "07.2": lambda decay, _k: decay * decay,
    "08.1": lambda _first, _second, third: [1, 1, third],
    "08.8": lambda d: next(n for n in range(1, 10**5) if 2 * n * 2**d < n * n),
    "08.4": w_of_least_size,
    "08.6": lambda cost, _w1, _w2, x, z: x * z + 1 / cost,
    "08.7": steps,
    "08.3": norm_and_height,
    "08.9": least_and_most,
    "09.1": lambda lam, *targets: np.linalg.inv([[2 + lam, 1], [1, 2 + lam]]) @ targets,
    "09.2": fewest,
    "09.5": offset,
    "09.6": lambda lam: [lam / SPEEDS.count(speed) for speed in sorted(set(SPEEDS))],
    "09.7": quadratic_on_fast_cars,
    "10.1": maximum_of_the_dual,
    "10.6": supports_in_a_box_of_almost_nothing,
    "10.7": widest_excluded,
    "11.1": distance_to_the_mean,
    "11.3": lambda a, b, c: ((1 - a) + (1 - b) - (1 - c)) / 5,
    "11.4": lambda box: box,
    "11.6": line_through,
    "12.2": lambda days, lam: days * lam,
    "12.4": lambda error, wanted: (error / wanted) ** 2,
    "12.5": lambda degree, _one, _degree: degree + 1,
    "13.1": lambda k, _square, noise, y: [4 * y / (k + noise), k - 16 / (k + noise)],
    "13.2": lambda level, ell, _hers: cars_within(level, ell),
    "13.6": lambda y, _square, noise, _feet: y**2 - noise,
    "13.7": lambda at: -sum(log(v / at) for v in SPEEDS),
}
BY_WORDS = {
    "04.2": refutations,
    "05.1": tools,
    "05.3": shifted_sum,
    "06.1": in_this_order(
        {
            "2k₁": True,
            "−k₁": False,
            "k₁ − k₂": False,
            "k₁²": True,
            "k₁ + 1": True,
            "k₁ − 1": False,
        }
    ),
    "06.3": forecast,
    "06.4": one_negative,
    "07.1": shared_pairs,
    "07.3": lambda told: ["page" in one or "news" in one for one in told.split(", ")],
    "08.2": in_this_order(
        {"1": True, "2": True, "3": False, "4": True, "5": False, "6": False}
    ),
    "10.2": rows_that_cannot_be,
    "10.4": lambda told: [
        "memory" in one or "slips" in one for one in told.split(", ")
    ],
    "11.2": lambda told: [
        "means" in one or "PCA" in one or "perceptron" in one
        for one in told.split(", ")
    ],
    "12.1": in_this_order({"(a)": 1, "(b)": 2, "(c)": 3, "(d)": 2}),
    "13.3": in_this_order({"(a)": 3, "(b)": 2, "(c)": 1, "(d)": 3}),
    "13.5": in_this_order(
        {"1": True, "2": True, "3": False, "4": True, "5": False, "6": False}
    ),
}


def test_every_question_is_answered_from_its_words_but_one():
    # 10.5: see the test below, for a solver takes long.
    assert sorted([*BY_NUMBERS, *BY_WORDS, "10.5"]) == VALUES


@pytest.mark.parametrize("students", [3, pytest.param(SEEDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*BY_NUMBERS, *BY_WORDS])
def test_what_a_student_is_told_leads_to_the_answer(name: str, students: int):
    for each in [exercise(name), *draws(name, students)]:
        told = each.asks.translate(PLAIN)
        numbers = [
            float(one.replace("−", "-")) for one in re.findall(r"−?\d+(?:\.\d+)?", told)
        ]
        answer = (
            BY_WORDS[name](each.asks)
            if name in BY_WORDS
            else BY_NUMBERS[name](*numbers)
        )
        assert each.judge(answer).state == "right", (each.asks, answer, each.wanted)


def test_the_last_hint_on_a_weight_counts_its_ways():
    for each in everybody("03.2"):
        p, a, ones = map(
            int, re.search(r"(\d+)!/\((\d+)! 1! (\d+)!\)", each.hints[-1]).groups()
        )
        assert p == a + 1 + ones
        assert factorial(p) / factorial(a) / factorial(ones) == pytest.approx(
            right_of(each) ** 2
        )
        assert (
            f" one gives x₂ and {ones} the 1: {round(right_of(each) ** 2)} ways"
            in each.why
        )


def test_the_features_on_a_line_are_named_with_the_roots_of_their_weights():
    for each in everybody("12.5"):
        terms = (
            re.search("has the features (.*):", each.why)[1]
            .replace(" and ", ", ")
            .split(", ")
        )
        weights = [
            float(w or 1) * sqrt(float(root or 1))
            for w, root in (re.match(r"(\d*)(?:√(\d+) )?x?", t).groups() for t in terms)
        ]
        p = len(terms) - 1
        assert [w**2 for w in weights] == pytest.approx(
            [comb(p, j) for j in range(p + 1)]
        )
        assert f"{p + 1} landmarks" in each.why


@pytest.mark.slow
def test_so_few_support_vectors_are_left_at_the_answer_and_not_a_foot_before():
    for each in draws("10.5"):
        few, epsilon = int(each.asks.split()[0]), each.wanted[0]
        counts = []
        for width in (epsilon - 1, epsilon):
            model = SVR(RBF(3.0) + Polynomial(2), lam=0.62, epsilon=float(width)).fit(
                X, y
            )
            counts.append(len(model.expansion_.support))
        assert counts[1] <= few < counts[0]


def places(value: np.ndarray) -> int | None:
    """How many decimals the numbers of an answer have, or None where they do not end
    soon.
    """
    return next(
        (
            k
            for k in range(4)
            if np.allclose(value * 10**k, np.round(value * 10**k), atol=1e-9)
        ),
        None,
    )


def digits(told: str) -> int:
    """Of the longest number in a question."""
    return max(len(one) for one in re.findall(r"\d+", told.replace(".", "")) or [""])


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_nobody_gets_a_much_harder_question(name: str):
    """The answer has the usual shape, is at most ten times the usual or a tenth, has at
    most one decimal more.

    The numbers of the question have at most two digits more.
    """
    usual = np.asarray(exercise(name).wanted[0], dtype=float)
    for each in draws(name):
        answer = np.asarray(each.wanted[0], dtype=float)
        assert answer.shape == usual.shape
        assert 0.1 <= np.abs(answer).max() / np.abs(usual).max() <= 10 or set(
            answer.ravel()
        ) <= {0, 1}
        if places(usual) is not None:
            assert places(answer) is not None
            assert places(answer) <= places(usual) + 1
        assert digits(each.asks) <= digits(exercise(name).asks) + 2


# 2ᵈ soon leaves all bounds; a higher degree leaves floating point.
FEW = {"08.8": 7, "12.5": 3}


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_neighbours_seldom_share_their_numbers(name: str):
    counts = Counter(each.asks for each in everybody(name))
    assert len(counts) >= FEW.get(name, 8)
    assert max(counts.values()) < 2.2 * SEEDS / FEW.get(name, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_nobody_is_given_the_number_by_a_hint_or_a_reply(name: str):
    for each in draws(name):
        right = each.wanted[0]
        if np.ndim(right) == 0 and (right >= 10 or right % 1):
            told = " ".join(
                (*each.hints, *(reply for _, reply in each.mistakes))
            ).replace(",", "")
            assert f"{right:.3g}" not in re.findall(r"\d[\d.]*\d|\d", told), (
                right,
                told,
            )


def test_numbers_are_the_same_on_every_machine():
    record.student.add("seed", seed="a seed")
    assert exercise("09.1").asks == "λ = 2 and y = (45, 0)"
    assert exercise("02.1").asks == "the targets y = (−8, −5)"
    assert exercise("08.2").asks == "this order: 5, 6, 1, 3, 4, 2"
    assert exercise("11.3").asks == "the margins 0.3, −0.3, 0.7"
    assert exercise("07.1").asks == "the strings winning and inning"


def test_a_student_has_the_same_numbers_again_and_neighbours_others(capsys):
    own_numbers(" S1234567 ")
    seed, mine = record.student.seed, [exercise(name).asks for name in VALUES]
    own_numbers("s1234567")
    assert (record.student.seed, [exercise(name).asks for name in VALUES]) == (
        seed,
        mine,
    )
    own_numbers(1234567)
    own.cache_clear()
    assert (
        sum(exercise(name).asks == one for name, one in zip(VALUES, mine, strict=True))
        < len(VALUES) / 3
    )
    assert "1234567" not in capsys.readouterr().out
    own_numbers(None)
    assert record.student.seed is None
    assert [exercise(name).asks for name in VALUES] != mine
    assert (
        capsys.readouterr().out
        == "From now on the exercises have the numbers of the lectures.\n"
    )
    for name in ("09.1", "12.2"):
        assert exercise(name).check(BY_HAND[name]).state == "right"


@pytest.mark.parametrize(
    ("student", "error", "words"),
    [
        ("", ValueError, "is empty"),
        ("  \n", ValueError, "is empty"),
        ("7" * 101, ValueError, "has 101 characters"),
        (True, TypeError, "is a bool"),
        (1.5, TypeError, "is a float"),
        (b"s1", TypeError, "is a bytes"),
        (["s1"], TypeError, "is a list"),
    ],
)
def test_what_is_no_student_number_is_refused_and_changes_nothing(
    student, error, words
):
    record.student.add("seed", seed="before")
    with pytest.raises(error, match=words):
        own_numbers(student)
    assert record.student.seed == "before"


def test_a_check_says_the_numbers_open_wrong_and_right():
    record.student.add("seed", seed="a seed")
    each = exercise("09.1")
    sentence = f"Your question has {each.asks}; the text has λ = 2 and y = (15, 0)."
    for answer in (..., [1, 2], each.wanted[0]):
        verdict = each.check(answer)
        assert sentence in str(verdict)
        assert as_html(sentence) in verdict._repr_html_()
        assert sentence not in verdict.words
    assert each.check([4, -1]).state == "wrong"
    # Data vary, and nothing that one reads.
    assert "Your question" not in exercise("09.3").check(...)._repr_html_()
    record.student.add("seed", seed=None)
    assert (
        "Your question"
        not in str(exercise("09.1").check(...))
        + exercise("09.1").check(...)._repr_html_()
    )


def test_a_question_whose_answer_cannot_be_told_from_a_mistake_says_so():
    @exercise_of("my.1")
    def twice(rng):
        n = pick(rng, 3, 2)
        return Exercise(
            lambda: 2 * n,
            why="",
            hints=("a", "b", "c"),
            mistakes=[(n**2, "a square")],
            asks=f"n = {n}",
        )

    try:
        assert {
            own(EXERCISES["my.1"], "my.1", str(seed)).asks for seed in range(20)
        } == {"n = 3"}
        exercise_of("my.1")(
            lambda rng: (
                twice(np.random.default_rng(1) if rng else None)
                if rng is None
                else two()
            )
        )
        record.student.add("seed", seed="a seed")
        with pytest.raises(ValueError, match=r"my\.1 and a known mistake"):
            exercise("my.1")
    finally:
        del EXERCISES["my.1"]


def two():
    return Exercise(
        lambda: 4, why="", hints=("a", "b", "c"), mistakes=[(4, "a square")]
    )


def test_bits_of_the_generator_choose_and_not_its_methods():
    """Bits are promised to stay what they are in every numpy; here they are by PCG64's
    own definition of a stream.
    """
    bits = [int(each) for each in np.random.PCG64(7).random_raw(8)]
    rng = np.random.Generator(np.random.PCG64(7))
    assert [pick(rng, 3, 1, 2) for _ in range(5)] == [
        (3, 1, 2)[each % 3] for each in bits[:5]
    ]
    assert shuffled(rng, "abc") == [
        letter for _, letter in sorted(zip(bits[5:], "abc", strict=True))
    ]
