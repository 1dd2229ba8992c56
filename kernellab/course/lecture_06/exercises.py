"""Exercises of lecture 06, building kernels."""

from functools import partial

import numpy as np

from askfirst import Exercise, pick, shuffled
from kernellab.course.shared.answers import but_for, gram_matrices, replies_of

# What is said of a kernel that is not the best one of 06.3.
REPLIES = replies_of(
    "RBF(1) — A bump one year wide is too wide for a swing that lasts a year, and two"
    " years ahead nothing is left of it.",
    "Linear() + Periodic(1, period=1) — The rise is right. But this season always"
    " swings as wide: Periodic alone repeats itself.",
    "Linear() + Linear() * Periodic(1, period=1) — The rise is right. But this season"
    " swings wider each year, in proportion to the time.",
    "RBF(1) * Periodic(1, period=1) — It has the season, and beyond the data no rise:"
    " the factor RBF(1) lets all of it fade within two years.",
)


def certainly_kernels_06_1(rng):
    functions = shuffled(rng, ["2k₁", "−k₁", "k₁ − k₂", "k₁²", "k₁ + 1", "k₁ − 1"])

    def answer():
        # A positive factor, a product and the constant kernel 1 are covered by the
        # rules: 2k₁, k₁² and k₁ + 1. The other three can be negative on the diagonal,
        # where a kernel holds squared lengths.
        return [function in ("2k₁", "k₁²", "k₁ + 1") for function in functions]

    but = partial(but_for, functions, answer())
    return Exercise(
        answer,
        "Factors, sums and products of kernels are kernels; differences may not be.",
        "Which of the six are built by the rules alone?",
        "Take one point. There k₁(x, x) may be 0, or positive, or below k₂(x, x).",
        "Three of the six come from the rules. The constant 1 is a kernel.",
        (but("k₁ − k₂", True), "k₁ − k₂ is negative on the diagonal for k₂ = 2k₁."),
        (but("k₁ − 1", True), "k₁ − 1 may be −1; a squared length is never negative."),
        (but("k₁ + 1", False), "1 is a kernel, and is added by the sum rule."),
        asks=f"this order: {', '.join(functions)}",
        items=(functions, {True: "certainly a kernel", False: "perhaps none"}),
    )


def proof_with_a_hole_06_2(rng):
    a = pick(rng, 1, 0.5, 1.5, 2, 2.5, 3, 4, 5)

    def answer():
        # In the text a is 1. The features cos ax and −sin ax have the inner product
        # cos ax cos az + sin ax sin az: the minus is squared away. But k(x, x) is
        # cos 2ax, which is no squared length, as it is −1 where 2ax = π.
        return [4, np.pi / (2 * a)]

    x = np.pi / (2 * a)
    return Exercise(
        answer,
        "Steps 1 to 3 are true. Stacked features add up, and (−sin)(−sin) is + sin"
        " sin: the difference of two kernels need not be one. A squared length of"
        " −1 settles it.",
        "Try each step on two numbers x and z of your own.",
        "Step 3 contains a difference. What do stacked features do to two kernels?",
        "Multiply the last features out. And where is k(x, x), a cosine, −1?",
        ([3, x], "The point is right. But step 3 is the addition theorem."),
        ([2, x], "The point is right. But step 2 is rule 6."),
        ([1, x], "The point is right. But step 1 is rule 6."),
        ([4, np.pi / a], "The step is right. Here the cosine is 1, and not −1."),
        ([4, 90 / a], "The step is right. Give x in radians, not in degrees."),
        ([4, 0.0], "The step is right. At 0 the cosine is 1, its largest value."),
        asks=(
            f"cos(ax + az) with a = {a:g}, ax and az for x and z in all steps, and x"
            " between 0 and π/a"
        ),
        items={"the step that fails": 4, "x": {}},
        tolerance=2e-3,
    )


def kernel_for_visitors_06_3(rng):
    grows = "a swing in proportion to the number of visitors"
    steady = "a swing that stays the same"
    seasons = {grows: "Linear() * Periodic", steady: "Periodic"}
    swing = pick(rng, grows, steady)
    kernels = shuffled(rng, [*REPLIES])
    best = f"Linear() + {seasons[swing]}(1, period=1)"

    def answer():
        # Beyond the data RBF(1) fades within a year or two, alone or in a product, so
        # the rise has to come from Linear. Linear times Periodic swings wider and
        # wider, Periodic alone always as wide: take the one that the data do.
        return 1 + kernels.index(best)

    numbered = dict(enumerate(kernels, start=1))
    listed = "; ".join(f"{i} {kernel}" for i, kernel in numbered.items())
    return Exercise(
        answer,
        "A sum adds a rise and a season; a product with Linear lets the season grow."
        " What a factor RBF(1) draws fades within two years after the data.",
        "Ask of each kernel what its curves do where there are no data.",
        "Which rise after the sixth year? And which swing as the visitors do?",
        "Two of the four keep a rise beyond the data. Compare how wide their swings"
        " are early and late.",
        *((i, REPLIES[kernel]) for i, kernel in numbered.items() if i != answer()),
        asks=f"{swing}, and the kernels {listed}",
        items={"the best kernel": numbered},
    )


def one_negative_coefficient_06_4(rng):
    pairs = [(b, b + more) for b in range(1, 5) for more in range(3)]
    b, c = pick(rng, *pairs[:-1])
    q = [1, -b, c]

    def answer():
        # In q stand the coefficients of the polynomial, that of t² first. The products
        # xz are 1 on the diagonal and −1 beside it, so the table holds
        # q(1) and q(−1). Such a table has the eigenvectors (1, 1) and (1, −1), and the
        # second belongs to the smaller eigenvalue.
        on, beside = np.polyval(q, [1, -1])
        return np.linalg.eigvalsh([[on, beside], [beside, on]])[0]

    on, beside, factor = 1 - b + c, 1 + b + c, b if b > 1 else ""
    return Exercise(
        answer,
        f"q(1) = {on} on the diagonal and q(−1) = {beside} beside it: c = (1, −1) gives"
        " a negative number, because one coefficient is negative.",
        "Write the 2 × 2 table down. Which products xz occur?",
        "k(−1, −1) = q(1) and k(−1, 1) = q(−1).",
        "The two entries on the diagonal are equal, and so are the two beside it. Such"
        " a table has the same eigenvectors whatever these numbers are.",
        (on + beside, "That is the largest eigenvalue."),
        (on, "That is the diagonal; the smallest eigenvalue is smaller."),
        (0.0, f"Look at the table: k(−1, 1) is q(−1) = 1 + {b} + {c}."),
        asks=f"q(t) = t² − {factor}t + {c}",
    )


def normalised_06_5(rng):
    def answer(K):
        # The diagonal holds k(x, x), so its root holds the lengths of the feature
        # vectors. Row i and column j have to be divided by the lengths of i and j.
        length = np.sqrt(np.diag(K))
        return K / np.outer(length, length)

    alike = "This scales all points alike. Their lengths still differ."
    return Exercise(
        answer,
        "The rule f(x) k(x, z) f(z) with f = 1/√k(x, x): every length is one.",
        "Where in the Gram matrix stand k(x, x) and k(z, z)?",
        "Which f makes f(x) k(x, x) f(x) = 1?",
        "Divide row i and column i by √Kᵢᵢ.",
        lambda K: K / np.outer(np.diag(K), np.diag(K)),
        "Divide by the lengths; the diagonal holds squared lengths.",
        (lambda K: K / np.sqrt(np.diag(K)), "This divides the columns only."),
        (lambda K: K / K.max(), alike),
        (lambda K: K / np.trace(K), alike),
        tries=gram_matrices(rng),
    )


def equal_columns_06_6(rng):
    d = pick(rng, 5, *range(3, 13))

    def answer():
        # In d dimensions 1 + xᵀz has d + 1 features, and rule 5 makes every ordered
        # pair of them a column. A pair and its reverse are equal, so only the squares
        # and the unordered pairs are needed.
        pairs, squares, unordered = (d + 1) ** 2, d + 1, (d + 1) * d // 2
        return pairs - (squares + unordered)

    m, five = d + 1, "five" if d == 5 else d
    needed = m * (m + 1) // 2
    return Exercise(
        answer,
        f"The rules count ordered pairs, {m * m}, and xᵢxⱼ is the same as xⱼxᵢ."
        f" Merged with a √2 they are {needed}.",
        "Which features has the factor, and which of their products are equal?",
        f"1 + xᵀz has {m} features: the constant and {five} coordinates. What does a"
        " square do to them?",
        f"{m * m} ordered pairs, against the monomials up to degree 2 in {five}"
        " variables.",
        (m * m, "That is what the rules give. How many of them differ?"),
        (needed, "That is how many remain. The question is how many are saved."),
        (d * (d - 1) // 2, "And the constant times a coordinate comes twice too."),
        asks=f"d = {d}",
    )


def proof_by_rules_06_7(rng):
    p = pick(rng, 3, 2, 4, 5)

    def answer(K):
        # Rule 7 needs 2xᵀz in its exponent, since ‖x − z‖² = xᵀx − 2xᵀz + zᵀz. Rule 6
        # brings the other two terms, with f(x) = exp(−xᵀx). The rest is the power p
        # of 1 + K by rule 4, and rule 5 multiplies entry by entry.
        f = np.exp(-np.diag(K))
        return np.outer(f, f) * np.exp(2 * K) * (1 + K) ** p

    def narrow(K):
        f = np.exp(-np.diag(K))
        return np.outer(f, f) * np.exp(K) * (1 + K) ** p

    def one_side(K):
        return np.exp(-np.diag(K)) * np.exp(2 * K) * (1 + K) ** p

    return Exercise(
        answer,
        "Rules 1 and 4 make (1 + xᵀz) to a power, rules 2 and 7 the factor e to 2xᵀz,"
        " rule 6 the outer factors, and rule 5 the product: a proof, step by step.",
        "Which factors does the exponential fall into?",
        "The number xᵀx of each point stands on the diagonal of K.",
        "Multiply out ‖x − z‖² and count how often xᵀz comes. Every product of kernels"
        " is taken entry by entry.",
        lambda K: np.exp(2 * K) * (1 + K) ** p,
        "Rule 6 is missing: the factors that hold xᵀx and zᵀz.",
        (narrow, "‖x − z‖² holds xᵀz twice."),
        (one_side, "Rule 6 multiplies by f(x) and by f(z); this has one of them."),
        lambda K: np.exp(np.add.outer(-np.diag(K), -np.diag(K)) + 2 * K),
        "This is the squared exponential alone. Its partner is missing.",
        asks=f"the power {p}",
        tries=gram_matrices(rng),
    )
