"""Exercises of lecture 03, the kernel trick."""

from math import comb, factorial

import numpy as np

from askfirst import Exercise, pick, superscript, written
from kernellab import RBF, Linear, Polynomial
from kernellab.course.datasets import stopping


def weight_of_a_monomial_03_1(rng):
    others = (5, 2), (6, 2), (7, 2), (5, 3), (6, 3), (7, 3), (6, 4), (7, 4)
    p, a = pick(rng, (4, 2), *others)

    def answer():
        # Of p brackets a give x₁, one gives x₂ and the rest give the 1: that happens in
        # p!/(a! 1! (p − a − 1)!) ways. So this number stands before the monomial in the
        # kernel, and each of the two feature vectors carries its root.
        ways = np.prod(range(p - a, p + 1)) / np.prod(range(1, a + 1))
        return np.sqrt(ways)

    ones, ways = p - a - 1, comb(p, a) * (p - a)
    left = f"{ones} are" if ones > 1 else "one is"
    word = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
    monomial = f"x₁{superscript(a)}x₂"
    return Exercise(
        answer,
        f"Of the {word[p]} brackets {word[a]} give x₁, one gives x₂, and {left} left"
        f" for the 1: {ways} ways, and each side gets the root.",
        f"Multiply out {word[p]} equal brackets: from where can the monomial come?",
        f"How often do {word[a]} of {word[p]} brackets give x₁z₁ and one x₂z₂?",
        f"The coefficient is {p}!/({a}! 1! {ones}!). What must each side bring?",
        (ways, "That stands in the kernel. Each of the two maps has its root."),
        (1, "Weights 1 give another kernel. How often does the monomial arise?"),
        (np.sqrt(a + 1), f"That is as if there were {word[a + 1]} brackets."),
        (np.sqrt(comb(p, a)), "That many ways choose the brackets for x₁ alone."),
        (np.sqrt(ways * factorial(a)), f"The {word[a]} x₁ cannot be told apart."),
        asks=f"(1 + xᵀz){superscript(p)} and the monomial {monomial}",
        tolerance=2e-3,
    )


def other_units_03_2(rng):
    lam = pick(rng, 0.62, 0.3, 0.4, 0.5, 0.8, 1.2, 1.5, 2.5)
    X, y = stopping()
    gap = np.max(X @ X.T @ y * abs(1 / (X.T @ X + 100 * lam) - 1 / (X.T @ X + lam)))

    def answer():
        # Speeds that are ten times as large make each value of the linear kernel 100
        # times as large. From 100 K the same λ is 100 times weaker, so it has to grow
        # with the kernel.
        return 100 * lam

    return Exercise(
        answer,
        "With 100 K and 100 λ each α is 100 times smaller, and the predictions are"
        " the same. In other units the features have another size, so the same λ"
        " penalises them differently.",
        "Nothing is wrong with the data. What does ridge measure besides misses?",
        "How much larger is k(x, z) = xz if both speeds are ten times larger?",
        "Compare (100 K + λ′I)⁻¹ with (K + λI)⁻¹: which λ′ makes one a multiple?",
        (10 * lam, "Both speeds in k(x, z) = xz changed their unit."),
        lam / 100,
        "You divided. The kernel is larger in mph, so λ has to be larger as well.",
        lam / 10,
        "You divided, and by one speed’s factor only. Both speeds have changed.",
        (lam, "With the same λ the predictions differ: λ weighs less there."),
        (0, "With λ = 0 the units would not matter, but the student has a penalty."),
        asks=f"λ = {lam:g}, and predictions that differ by up to {gap:.1f} ft",
    )


def polynomial_by_hand_03_3(rng):
    p, s, minus = 3, pick(rng, 1, 2, 3), pick(rng, 1, 2, 3, 4)
    x, z = np.array([1, 2]), np.array([s + 2 * minus, -minus])

    def answer():
        # The kernel needs the points only through their inner product, so that comes
        # first. Then add 1 and take the power.
        return (1 + x @ z) ** p

    added = (1 + z[0] + 2 * minus) ** p
    return Exercise(
        answer,
        f"xᵀz = {z[0]} − {2 * minus} = {s}, and (1 + {s}){superscript(p)} = {answer()}."
        " The inner product of all features was computed without one feature.",
        "What does the kernel need to know of the two points?",
        "First the inner product of the two points, then the power.",
        f"xᵀz = 1·{z[0]} + 2·(−{minus}).",
        (added, f"You added 2 · {minus} instead of 2 · (−{minus}): xᵀz is {s}."),
        (s**p, f"This is (xᵀz){superscript(p)}; the kernel has a 1 inside."),
        (1 + s, "The degree is missing: the whole sum 1 + xᵀz is cubed."),
        (p * (1 + s), f"This is {p} · (1 + xᵀz). A degree is not a factor."),
        asks=f"z = ({written(*z)})",
    )


def kernels_that_pass_through_03_4(rng):
    n = pick(rng, 12, *range(7, 16))

    def answer():
        # To reach any n targets, the n feature vectors must be independent, so there
        # must be n features at least. In the plane there are 2 for xᵀz, and (p + 1)(p +
        # 2)/2 up to order p: 6, 10 and 15; the RBF kernel has no last one.
        return [m >= n for m in (2, 6, 10, 15, np.inf)]

    kernels = "xᵀz", "(1 + xᵀz)²", "(1 + xᵀz)³", "(1 + xᵀz)⁴", "the RBF kernel"
    return Exercise(
        answer,
        "Two, 6, 10, 15 and infinitely many features: only the last"
        f" {'two' if n > 10 else 'three'} kernels have enough of them.",
        "When does K have an inverse?",
        "How many features has each kernel in the plane?",
        f"Two, 6, 10, 15, ∞: which are enough for {n} independent vectors?",
        ([False, False, False, False, True], "Count the features up to order 4."),
        [False, False, n > 10, True, True],
        "Up to order 3 there are 10 monomials. How many points are there?",
        ([False, True, True, True, True], "There are 6 features up to order 2."),
        ([True] * 5, "A plane through the origin meets two targets at will, not more."),
        [False, False, n <= 10, True, False],
        "The RBF kernel has more features than any number of points.",
        asks=f"{n} points",
        items=(kernels, {True: "it will do", False: "it may not"}),
    )


def distance_in_feature_space_03_5(rng):
    rng = rng or np.random.default_rng(4)
    kernels = (RBF(2.0), Polynomial(3), Linear())

    def answer(k, x, z):
        # The squared length of φ(x) − φ(z) multiplied out holds inner products of
        # feature vectors only. Each of them is a value of k, and the distance is the
        # root.
        return np.sqrt(k(x, x) - 2 * k(x, z) + k(z, z))

    return Exercise(
        answer,
        "‖φ(x) − φ(z)‖² is made of inner products, so three kernel values do.",
        "A distance is the length of a difference. What is a squared length?",
        "Multiply out (φ(x) − φ(z))ᵀ(φ(x) − φ(z)).",
        "The squared distance is k(x, x) − 2k(x, z) + k(z, z). One step is left.",
        lambda k, x, z: k(x, x) - 2 * k(x, z) + k(z, z),
        "This is the squared distance. The question asks for the distance.",
        lambda k, x, z: np.sqrt(k(x, x) + 2 * k(x, z) + k(z, z)),
        "This is ‖φ(x) + φ(z)‖: mind the sign.",
        lambda k, x, z: np.sqrt(k(x, x) + k(z, z)),
        "This would be right if φ(x) and φ(z) were orthogonal.",
        lambda k, x, z: np.linalg.norm(x - z),
        "This is the distance of the points. Their images may be elsewhere.",
        lambda k, x, z: k(x - z, x - z) ** 0.5,
        "This is ‖φ(x − z)‖, and φ(x − z) is φ(x) − φ(z) only if φ is linear.",
        tries=[(k, *rng.normal(size=(2, 3))) for k in kernels],
    )


def all_interactions_03_6(rng):
    rng = rng or np.random.default_rng(3)

    def answer(x, z):
        # Each coordinate is in a subset or is not, so it brings a bracket 1 + xₐzₐ.
        # Multiplied out, the brackets give every subset once.
        return np.prod(1 + x * z)

    return Exercise(
        answer,
        "One bracket a coordinate: d brackets in place of 2^d features.",
        "Write the sum for d = 1, then for d = 2. What has changed?",
        "Each coordinate doubles the features and brings one bracket.",
        "The bracket of coordinate a is 1 + xₐzₐ; np.prod multiplies them.",
        lambda x, z: (1 + x @ z) ** len(x),
        "This is the polynomial kernel of degree d: it has squares, too.",
        (lambda x, z: 1 + x @ z, "Those are subsets of at most one coordinate."),
        lambda x, z: np.prod(x * z),
        "This is the product of all coordinates, which is one subset of many.",
        lambda x, z: 1 + np.prod(x * z),
        "These are the smallest and the largest subset. What of those between?",
        (lambda x, z: np.sum(1 + x * z), "The brackets are multiplied, not added."),
        tries=[(rng.normal(size=d), rng.normal(size=d)) for d in (1, 2, 3, 6)],
    )


def constant_of_the_densities_03_7(_rng):
    def answer(x, beta):
        # k(x, x) must be 1, so c² times the integral of the squared density is 1; that
        # integral is (4πσ²)^(−d/2). With σ² = 1/2β this says c² = (2π/β)^(d/2).
        return (2 * np.pi / beta) ** (len(x) / 4)

    return Exercise(
        answer,
        "c² (4πσ²)^(−d/2) = 1 with σ² = 1/2β; that is k(x, x) = 1.",
        "Take z = x. Which value must the kernel have there?",
        "k(x, x) = 1, and the squared density integrates to (4πσ²)^(−d/2).",
        "c² = (4πσ²)^(d/2) with σ² = 1/2β. Take the root.",
        lambda x, beta: (2 * np.pi / beta) ** (len(x) / 2),
        "This is c². Density and c stand twice under the integral.",
        lambda x, beta: (4 * np.pi / beta) ** (len(x) / 4),
        "This is the constant for the variance 1/β. The kernel needs 1/2β.",
        lambda x, beta: (2 * np.pi / beta) ** 0.25,
        "This is right in one dimension; each coordinate brings its factor.",
        tries=[(np.zeros(d), beta) for d, beta in ((2, 0.5), (3, 2.0), (7, 1.0))],
    )
