"""Exercises of lecture 08, the representer theorem."""

from functools import partial
from itertools import product

import numpy as np

from askfirst import Exercise, pick, shuffled, superscript, written
from kernellab.course.shared.answers import those

# What is minimised, or how, in the order of 08.2.
WAYS = (
    "squared losses + λ‖w‖₂²",
    "absolute losses + λ‖w‖₂⁴",
    "squared losses + λ‖w‖₁",
    "exponential losses, descent from zero",
    "hinge losses, descent from a random start",
    "squared losses + λ(‖w‖₂² − 4)²",
)


def where_descent_ends_08_1(rng):
    start = pick(rng, 3.0, -5.0, -4.0, -3.0, -2.0, 2.0, 4.0, 6.0, 7.0)

    def answer():
        # The gradient is a combination of φ(x₁) and φ(x₂), so the third weight stays
        # where it began. The other two end where both points are fitted: 1·w₁ = 1 and
        # 2·w₂ = 2.
        return [1 / 1, 2 / 2, start]

    return Exercise(
        answer,
        "The points fix the first two weights, and no step touches the third.",
        "In which directions can a step of descent go?",
        "Which weights can a combination of φ(x₁) and φ(x₂) change?",
        "The first two go where both points are fitted, the third stays.",
        ([1.0, 1.0, 0.0], "That is the shortest solution, from a start in the span."),
        ([5.0, -5.0, start], "That is the start. The gradient is not zero there."),
        ([1.0, 2.0, start], "Are both points fitted? φ(x₂) has a 2."),
        asks=f"the start (5, −5, {written(start)})",
    )


def certain_to_end_in_the_span_08_2(rng):
    order = shuffled(rng, range(1, 7))

    def answer():
        # A minimiser is in the span if the penalty rises strictly with ‖w‖₂; that is so
        # for the first and the second only. Descent without a penalty stays in the span
        # if it starts there: from zero it does, from a random start it does not.
        certain = [1, 2, 4]
        return [way in certain for way in order]

    chosen, ways = partial(those, order), [f"{way}. {WAYS[way - 1]}" for way in order]
    return Exercise(
        answer,
        "λ‖w‖⁴ rises as strictly as λ‖w‖². An L₁ penalty and (‖w‖² − 4)² do not"
        " rise with ‖w‖₂. And without a penalty descent keeps for ever the part of"
        " a random start that lies off the span.",
        "A penalty can keep w in the span. What else, for descent?",
        "Does a part off the span always cost? What does a step add, and to what?",
        "Is ‖w‖⁴ strictly increasing in ‖w‖₂? Is ‖w‖₁? Is (t − 4)² on [0, ∞)?",
        (chosen(1, 4), "‖w‖⁴ is (‖w‖²)², and t² increases strictly on [0, ∞)."),
        (chosen(1, 2), "Without a penalty, descent from zero stays in the span."),
        (chosen(1, 2, 4, 5), "Without a penalty a random start is not pulled in."),
        (chosen(1, 2, 4, 6), "(t − 4)² falls until t = 4, so it does not increase."),
        (chosen(1, 2, 3, 4), "‖w‖₁ is not a function of ‖w‖₂ (see the lab)."),
        asks=f"this order: {written(*order)}",
        items=(ways, {True: "certain", False: "not certain"}),
    )


def weights_on_features_or_on_points_08_8(rng):
    d = pick(rng, 10, *range(7, 14))

    def answer():
        # Descent in w forms Φw and Φᵀγ, which takes 2nm multiplications a step; descent
        # in β forms Kβ, which takes n². So w is cheaper where n > 2m, and m = 2ᵈ.
        return 2 * 2**d + 1

    return Exercise(
        answer,
        "n² > 2nm where n > 2m: β for many features, w for many points.",
        "What does a step have to compute with Φ, and what with K?",
        "Count the entries of the matrices: Φ is used twice, K once.",
        "Compare 2nm with n². How many features m are there?",
        (2 * 2**d, "There the two cost the same. From which n on is w cheaper?"),
        (2**d, "A step in w uses Φ twice: for Φw, and for Φᵀγ."),
        (2**d + 1, "A step in w uses Φ twice: for Φw, and for Φᵀγ."),
        (2 * d + 1, "That takes the coordinates as features, not their products."),
        asks=f"{d} coordinates",
    )


def a_proof_that_proves_too_much_08_4(rng):
    pairs = product((2.0, 4.0, 5.0), (1.0, 2.0, 3.0, 4.0))
    large, small = pick(rng, (2.0, 1.0), *((a, b) for a, b in pairs if b < a))
    phi = np.array(shuffled(rng, (large, small)))
    entries = written(*phi)

    def answer():
        # Steps 1 and 2 speak of no norm, and step 4 follows from step 3. Step 3 holds
        # for ‖·‖₂ only, where orthogonal parts add up. All the weight on the larger
        # entry of φ reaches the same prediction φᵀφ with the smallest ‖w‖₁.
        w = np.zeros(2)
        w[phi.argmax()] = phi @ phi / phi.max()
        return [3, *w]

    w, other = answer()[1:], np.zeros(2)
    other[phi.argmin()] = phi @ phi / phi.min()
    return Exercise(
        answer,
        f"‖w‖₁ is {np.abs(w).sum():.3g} there and {phi.sum():g} in the span. Orthogonal"
        " parts add up in the norm of the inner product, and in no other.",
        "Which steps speak of a norm at all? Try these on two vectors.",
        "One step uses the theorem of Pythagoras. For which norm does it hold?",
        "‖w‖₁ is smallest on the line where one weight is 0. Which of the two?",
        ([3, *phi], "The step is right. But this w lies in the span."),
        ([3, *other], "The step is right. But at this corner ‖w‖₁ is larger."),
        ([4, *w], "The w is right. Look one step earlier."),
        ([2, *w], "The w is right. Step 2 holds for any penalty."),
        ([1, *w], "The w is right. Step 1 holds for any penalty."),
        asks=f"φ(x) = ({entries}), wᵀφ(x) = {phi @ phi:g} and w∥ = ({entries})",
        items={"the false step": 4, "w₁": {}, "w₂": {}},
        tolerance=1e-2,
    )


def a_step_in_beta_08_5(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, s, lam):
        A = rng.normal(size=(n, n))
        return A @ A.T, rng.normal(size=n), rng.normal(size=n), s, lam

    def answer(K, y, beta, s, lam):
        # w = Σβᵢφ(xᵢ) loses s times its gradient Σγᵢφ(xᵢ) + 2λw, where γᵢ = 2(f(xᵢ) −
        # yᵢ) is the slope of loss i. Compare the numbers of the φ(xᵢ): βᵢ loses s(γᵢ +
        # 2λβᵢ).
        return beta - s * (2 * (K @ beta - y) + 2 * lam * beta)

    return Exercise(
        answer,
        "γᵢ = 2(f(xᵢ) − yᵢ) is a slope, and the penalty shrinks β like w.",
        "What does one step do to w? Write it with the φ(xᵢ).",
        "w loses s(Σγᵢφ(xᵢ) + 2λw). Put w = Σβᵢφ(xᵢ) in and compare numbers.",
        "γ = 2(Kβ − y), and βᵢ stands where γᵢ stands.",
        lambda K, y, beta, s, lam: beta + K @ (answer(K, y, beta, s, lam) - beta),
        "This is the gradient in β. Descent in w has one K less.",
        lambda K, y, beta, s, lam: answer(K, y, beta, s, 0),
        "The penalty is missing: it takes 2sλβ away.",
        lambda K, y, beta, s, lam: answer(K, y, beta, -s, lam),
        "This step goes up the objective. Descent goes against the gradient.",
        lambda K, y, beta, s, lam: answer(K, y, beta, s / 2, lam),
        "The factor 2 of both squares is lost: a step of half the size.",
        tries=[problem(4, 0.1, 0.5), problem(7, 0.02, 3.0)],
    )


def a_costly_constant_08_6(rng):
    cost = pick(rng, 4, 2, 5, 8, 10)
    x, z = pick(rng, (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5))

    def answer():
        # The penalty is wᵀMw with M = diag(cost, 1), so M^(1/2)w has the ordinary one,
        # and φ becomes M^(−1/2)φ. The kernel is then φ(x)ᵀM⁻¹φ(z): the constant counts
        # for less, the slope as before.
        return 1 * 1 / cost + x * z

    once = cost**-0.5 + x * z
    return Exercise(
        answer,
        f"k(x, z) = φ(x)ᵀM⁻¹φ(z), M = diag({cost}, 1): a feature that costs more counts"
        " for less in the kernel.",
        "Which new weights have the ordinary penalty?",
        "The penalty is wᵀMw. What is M?",
        "k(x, z) = φ(x)ᵀM⁻¹φ(z). What does M⁻¹ do to 1, and what to z?",
        (float(cost + x * z), "You took M. What costs more must count less."),
        (1.0 + x * z, "That is φ(x)ᵀφ(z), for the penalty λ‖w‖²."),
        (once, "That has M^(−1/2) once, but each of the two feature vectors has it."),
        asks=f"the penalty λ({cost}w₁² + w₂²) and k({x}, {z})",
    )


def steps_until_gone_08_7(rng):
    lam, s = pick(rng, 0.5, 0.25, 0.3, 0.4, 0.6, 0.75, 0.8, 0.9, 1.0), 0.1

    def answer():
        # The gradient of λ‖w‖² is 2λw, so each step multiplies the part off the span by
        # 1 − 2sλ. Take logarithms of (1 − 2sλ)ᵗ < 0.01, and the next whole t.
        return np.ceil(np.log(0.01) / np.log(1 - 2 * s * lam))

    left, exact = 1 - 2 * s * lam, np.log(0.01) / np.log(1 - 2 * s * lam)
    before, without_2 = answer() - 1, np.ceil(np.log(0.01) / np.log(1 - s * lam))
    return Exercise(
        answer,
        f"Each step leaves 1 − 2sλ = {left:g} of it, and"
        f" {left:g}{superscript(int(answer()))} is the first power below 0.01.",
        "The loss has no gradient in that direction. What has?",
        "What is the gradient of λ‖w‖²?",
        f"Each step leaves 1 − 2sλ = {left:g}. Which power is below 0.01?",
        (without_2, "You took 1 − sλ. The gradient of λ‖w‖² is 2λw."),
        (before, f"After {before:.0f} steps it is still a little above 1 %."),
        (exact, "Nearly. Descent makes whole steps."),
        asks=f"λ = {lam:g}",
    )


def norm_of_a_sum_of_kernels_08_3(rng):
    a, b = pick(rng, 3, 5, 6, 7), pick(rng, 2, 4)
    c = pick(rng, 0.5, 0.25, 0.75)

    def answer():
        # ‖f‖² = αᵀKα with α = (a, −b) and K = (1 c; c 1): the mixed term comes twice.
        # By the reproducing property f(x₁) is the first entry of Kα.
        return [a * a - 2 * a * b * c + b * b, a - b * c]

    (square, height), mixed = answer(), a * b * c
    return Exercise(
        answer,
        "‖f‖² = αᵀKα, and f(x₁) = ⟨f, k(x₁, ·)⟩ is an entry of Kα.",
        "f is a sum of two kernels. Which α does it have?",
        "‖f‖² = αᵀKα. What is K on these two points?",
        "The sum has four terms, and two of them have k(x₁, x₂). f(x₁) has two.",
        [float(a * a + b * b), height],
        "f(x₁) is right. In ‖f‖² the two mixed terms are missing.",
        [square + mixed, height],
        "f(x₁) is right. The mixed term stands in αᵀKα twice.",
        [square + 4 * mixed, height],
        "f(x₁) is right. The second number is negative.",
        [square**0.5, height],
        "f(x₁) is right. The first number is ‖f‖; its square was asked for.",
        ([square, float(a)], "‖f‖² is right. The second kernel reaches x₁ as well."),
        asks=f"f = {a}k(x₁, ·) − {b}k(x₂, ·) and k(x₁, x₂) = {c:g}",
        items={"‖f‖²": {}, "f(x₁)": {}},
    )


def how_far_a_short_function_can_go_08_9(rng):
    others = (1.2, 1.3), (1, 2.6), (2.4, 2.6), (0.8, 1.7), (1.5, 1.7)
    v, r = pick(rng, (0.5, 1.3), *others)
    c = pick(rng, 0.6, 0.8)

    def answer():
        # f = v k(x₁, ·) + g with g at right angles to k(x₁, ·), since f(x₁) = v and
        # k(x₁, x₁) = 1. Of ‖f‖² the first part takes v². Of k(x, ·) g sees the part at
        # right angles, whose squared length is 1 − k(x₁, x)².
        rest = ((r**2 - v**2) * (1 - c**2)) ** 0.5
        return [c * v - rest, c * v + rest]

    def around(middle, reach):
        return [middle - reach, middle + reach]

    g, s, apart = (r**2 - v**2) ** 0.5, (1 - c**2) ** 0.5, (2 - 2 * c) ** 0.5
    return Exercise(
        answer,
        "f = f(x₁)k(x₁, ·) + g, and g(x₁) = 0: the length of g is bounded, and only the"
        " part of k(x, ·) orthogonal to k(x₁, ·) matters for g(x).",
        "Split f into a multiple of k(x₁, ·) and a part at right angles to it.",
        "Which multiple gives f(x₁)? How long may the rest be, by Pythagoras?",
        "In g(x) only the part of k(x, ·) orthogonal to k(x₁, ·) matters.",
        around(v, r * apart),
        "These bounds are true but wider than need be: f(x₁) ∓ ‖f‖ d(x₁, x).",
        around(c * v, r * s),
        "The part along k(x₁, ·) uses f(x₁)² of ‖f‖², so less is left for g.",
        around(c * v, g),
        "Only a part of k(x, ·) matters for g. Which part lies along k(x₁, ·)?",
        (around(0, float(r)), "That holds for any f. Use f(x₁) as well."),
        asks=f"f(x₁) = {v:g}, ‖f‖ ≤ {r:g} and k(x₁, x) = {c:g}",
        items={"f(x) at least": {}, "f(x) at most": {}},
    )
