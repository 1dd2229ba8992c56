"""Exercises of lecture 05, Mercer and Bochner."""

from functools import partial

import numpy as np

from askfirst import Exercise, pick, shuffled, written
from kernellab import brownian_pairs
from kernellab.course.shared.answers import but_for, lettered


def the_tool_that_settles_it_05_1(rng):
    first, third = pick(rng, "exp(xz)", "(1 + xz)⁵"), pick(rng, "|x + z|", "x + z")
    functions = shuffled(
        rng,
        [first, "exp(−|x − z|)", third, "1/(1 − xz)", "1/(1 + (x − z)²)", "(x − z)²"],
    )

    def answer():
        # Functions of xz have weights of powers, and functions of x − z that die out
        # have a spectrum. The others fail on few points: a zero on the diagonal allows
        # nothing beside it, and 1 and 3 refute the sum.
        tools = {first: 1, "1/(1 − xz)": 1, third: 3, "(x − z)²": 3}
        tools |= {"exp(−|x − z|)": 2, "1/(1 + (x − z)²)": 2}
        return [tools[function] for function in functions]

    with_entry = partial(but_for, functions, answer())
    return Exercise(
        answer,
        "Powers and spectra have positive weights; a pair refutes the other two.",
        "Sort them first: which are functions of xz, and which of x − z?",
        "A spectrum is an integral. For which functions of x − z does it exist?",
        "For the rest, look at the pair 1 and 3: is k(1, 3)² > k(1, 1) k(3, 3)?",
        with_entry("(x − z)²", 2),
        "It is a function of x − z, but it grows, and has no spectrum.",
        with_entry(third, 2),
        f"{third} has a sum, and a spectrum asks for their difference.",
        (with_entry(third, 1), "That is not a power series of xz: try 1 and 3."),
        (with_entry("1/(1 − xz)", 2), "1/(1 − xz) is the geometric series of xz."),
        with_entry("1/(1 + (x − z)²)", 1),
        "It is a function of x − z, whose spectrum is a Laplace curve.",
        asks=(
            f"{', '.join(lettered(functions))}, with |x| and |z| below 1 in 1/(1 − xz)"
        ),
        items=(lettered(functions), {1: "powers", 2: "spectrum", 3: "points"}),
    )


def positive_on_average_05_2(rng):
    c = pick(rng, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4)
    total = 1 + c

    def answer():
        # On e(t) = p + qt the integral acts as a 2 × 2 matrix acts on (p, q). By step 3
        # its eigenvalues add up to the total. Their product, its determinant, is −1/12,
        # so one of them is negative, and step 4 takes the root of it.
        return [4, (total - np.sqrt(total**2 + 1 / 3)) / 2]

    negative, positive = answer()[1], total - answer()[1]
    more = f" + {c:g}" if c else ""
    return Exercise(
        answer,
        "Two eigenvalues can have a positive sum; their product is −1/12.",
        "A real square root is taken somewhere. Of what?",
        "Put e(t) = p + qt into ∫ k(s, t) e(t) dt = λ e(s). Compare coefficients.",
        "That is the problem of a 2 × 2 matrix with determinant −1/12.",
        ([3, negative], "The number is right. Step 3 adds up both eigenvalues."),
        ([2, negative], "The number is right. Step 2 allows weights of any sign."),
        ([1, negative], "The number is right. Step 1 holds for any symmetric k."),
        ([4, positive], "The step is right. This is the other eigenvalue."),
        ([4, -1 / 12], "The step is right. This is the product of both."),
        asks=f"k(s, t) = s + t{more}, and ∫ k(t, t) dt = {total:g} in step 3",
        items={"the step that fails": 4, "the λⱼ that shows it": {}},
        tolerance=3e-4,
    )


def mexican_hat_05_3(rng):
    divisor = pick(rng, 8.0, 10.0, 12.5, 16.0, 20.0, 25.0, 40.0, 50.0)
    length = np.sqrt(divisor / 2)

    def answer():
        # t²g(t) has the spectrum −S″(ω), and S(ω) of the bell is itself a bell,
        # exp(−ℓ²ω²/2) times a constant. So the hat has 1 − aℓ² + aℓ⁴ω² times that bell.
        # The factor is smallest at ω = 0, and not negative there up to a = 1/ℓ².
        length = np.sqrt(divisor / 2)
        return 1 / length**2

    return Exercise(
        answer,
        "At the largest a the spectrum is 0 at ω = 0: equal areas above and below.",
        "It is a function of the difference. Which theorem asks for what?",
        "Differentiate S(ω) = ∫ g(t) cos ωt dt twice. What became of g(t)?",
        "It falls below zero first at ω = 0. Compare ∫ g with ∫ t²g for the bell.",
        (length**2, "That is ℓ². The factor a is one over a squared length."),
        (1 / divisor, "That is the number in the exponent. There a may still grow."),
        (1 / length**4, "The unit is wrong: a is one over a length squared."),
        (0, "At a = 0 it is the bell alone, whose spectrum is positive."),
        (length, "A length cannot be a, for at² is a plain number."),
        asks=f"exp(−t²/{divisor:g})",
    )


def points_that_refute_05_4(rng):
    whole, fraction = pick(rng, 3, 4, 5, 6, 7), pick(rng, 0.7, 0.2, 0.4, 0.6)
    p = whole + fraction

    def answer():
        # The factors of binom(p, j) fall from p by ones, and the first negative one
        # comes after those of the whole part. So the order j is two more than the whole
        # part of p, and a difference of order j takes j + 1 points.
        j = int(p) + 2
        return j + 1

    first = ", ".join(f"{p - i:.1f}" for i in range(whole + 1))
    return Exercise(
        answer,
        f"binom({p:g}, j) is negative for the first time at j = {whole + 2}, and a"
        " difference of order j takes j + 1 points.",
        "Which coefficients has the power series of the kernel?",
        "Which is the first order with a negative coefficient? The factors are"
        f" {first}, {written(fraction - 1)}, …",
        "There the product turns negative. How many points does order j take?",
        (whole + 2, "That is the order. A difference takes one point more."),
        (whole + 1, f"{first} are positive; the first negative one follows."),
        (3, "Three are enough below degree 1. A higher degree takes more points."),
        (whole + 4, "Order j takes j + 1 points. Which j comes first?"),
        asks=f"the exponent {p:g}",
    )


def terms_of_the_series_05_5(rng):
    share = pick(rng, 0.99, 0.975, 0.98, 0.985, 0.987, 0.988, 0.992, 0.994, 0.995)

    def answer():
        # All eigenvalues together are ∫ k(t, t) dt = ∫ t dt = 1/2.
        # Count the largest until their sum exceeds the share of that.
        values = brownian_pairs(1000).eigenvalues
        return int(np.argmax(np.cumsum(values) > share * 0.5)) + 1

    values, rest = brownian_pairs(1000).eigenvalues, 1 - share
    late = int(np.argmax(np.cumsum(values) > 0.5 - rest)) + 1
    return Exercise(
        answer,
        "The eigenvalues fall like 1/j², so the rest falls like 1/N: 2/(π²N).",
        "What do all eigenvalues add up to? There is an integral for it.",
        "The sum of all eigenvalues is ∫ k(t, t) dt with k(t, t) = t. What is it?",
        "It is 1/2. Sum brownian_pairs(1000).eigenvalues until the sum is above"
        f" {share / 2:g}.",
        (late, f"You left out {rest:.3g}, but of 1/2 that share is {rest / 2:.3g}."),
        (answer() - 1, "Python counts from 0: the number is one more than the index."),
        int(np.argmax(values < rest * values[0])) + 1,
        f"That is below {100 * rest:.2g} % of the first one. Add up the rest.",
        asks=f"{100 * share:g} %",
    )


def features_of_the_minimum_05_6(rng):
    rng = rng or np.random.default_rng(5)
    draws = [np.sort(rng.uniform(0, 3, size=n)) for n in (1, 3, 5)]
    twice = np.repeat(np.sort(rng.uniform(0, 3, size=3)), 2)
    at_zero = np.array([0.0, 0.5, 0.5, 2.0])

    def answer(t):
        # min(s, t) is the length of [0, s] ∩ [0, t]: a feature for each place, 1 up to
        # t and 0 beyond it. Between two neighbours all these features are equal, so one
        # of them, weighted by the root of the gap, does for all.
        return np.tril(np.ones((len(t), len(t)))) * np.sqrt(np.diff(t, prepend=0.0))

    return Exercise(
        answer,
        "The features are steps, whatever the points: a proof for all tables.",
        "min(s, t) is a length. Of which set?",
        "Which gaps between neighbours lie in both [0, s] and [0, t]?",
        "Row i has the root of each gap up to its own point, and then zeros.",
        lambda t: answer(t) ** 2,
        "The gaps themselves: ΦΦᵀ adds up squares where gaps are wanted.",
        (lambda t: np.minimum.outer(t, t), "This is K. Asked for is Φ, with ΦΦᵀ = K."),
        lambda t: answer(t).T,
        "Rows and columns changed places: a row of Φ is a point.",
        lambda t: np.tril(np.sqrt(t) + 0 * t[:, None]),
        "Column p holds √tₚ. Then the gaps before p are counted again.",
        tries=[(t,) for t in (*draws[1:], draws[0], twice, at_zero)],
    )
