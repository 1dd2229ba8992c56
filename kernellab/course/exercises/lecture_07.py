"""Exercises of lecture 07, the representer theorem."""

import numpy as np

from kernellab.course.exercises.exercise import Exercise, exercise_of, pick, superscript


@exercise_of("07.1")
def where_descent_ends(rng):
    start = pick(rng, 3.0, 2.0, -4.0)

    def answer():
        # The gradient is a combination of φ(x₁) and φ(x₂), so the third weight stays where it began.
        # The other two end where both points are fitted: 1·w₁ = 1 and 2·w₂ = 2.
        return [1 / 1, 2 / 2, start]

    return Exercise(
        answer,
        why="The first two weights are fixed by the two points. No step ever touches the third, so it stays where it began.",
        hints=(
            "In which directions can a step of descent go?",
            "Which weights can a combination of φ(x₁) and φ(x₂) change?",
            "The first two go where both points are fitted, the third stays.",
        ),
        mistakes=[
            ([1.0, 1.0, 0.0], "That is the shortest solution, to which descent goes from a start in the span."),
            ([5.0, -5.0, start], "That is the start. There the points are not fitted, and the gradient is not zero."),
            ([1.0, 2.0, start], "Are both points fitted? φ(x₂) has a 2 in its second place."),
        ],
    )


@exercise_of("07.2")
def steps_until_gone(rng):
    lam, s = pick(rng, 0.5, 0.25, 1.0), 0.1

    def answer():
        # The gradient of λ‖w‖² is 2λw, so each step multiplies the part off the span by 1 − 2sλ.
        # Take logarithms of (1 − 2sλ)ᵗ < 0.01, and the next whole t.
        return np.ceil(np.log(0.01) / np.log(1 - 2 * s * lam))

    left, exact = 1 - 2 * s * lam, np.log(0.01) / np.log(1 - 2 * s * lam)
    return Exercise(
        answer,
        why=f"Each step leaves 1 − 2sλ = {left:g} of it, and {left:g}{superscript(answer())} is the first power below 0.01.",
        hints=(
            "The loss has no gradient in that direction. What has?",
            "What is the gradient of λ‖w‖²?",
            f"Each step multiplies the part by 1 − 2sλ = {left:g}. Which power of it is below 0.01?",
        ),
        mistakes=[
            (np.ceil(np.log(0.01) / np.log(1 - s * lam)), "You took 1 − sλ. The gradient of λ‖w‖² is 2λw."),
            (answer() - 1, f"After {answer() - 1:.0f} steps it is still a little above 1 %."),
            (exact, "Nearly. Descent makes whole steps."),
        ],
    )


@exercise_of("07.3")
def numbers_learned(rng):
    n, d = pick(rng, 62, 50, 80), pick(rng, 10, 8, 12)

    def answer():
        # The weights stay in the span of the feature vectors, so β has an entry for each point.
        # The offset is learned beside them; the features are never formed.
        return n + 1

    return Exercise(
        answer,
        why=f"A β for each point and one offset. The 2{superscript(d)} features are never formed.",
        hints=(
            "Which of the numbers in the question does descent in β meet?",
            "β has an entry for each what?",
            "Count the entries of β, and remember that b is learned beside it.",
        ),
        mistakes=[
            (n, "The offset is learned too."),
            (2**d, "That is the number of features, and of entries in ω."),
            (2**d + 1, "That is what descent in ω learns."),
            (d, "That is the number of coordinates of a point."),
            (d + 1, "That would be a linear model in ω with an offset."),
        ],
    )


@exercise_of("07.4")
def which_penalties(_rng):
    def answer():
        # A part off the span makes ‖w‖² larger and changes no prediction, so every minimiser avoids it if h rises strictly on t ≥ 0.
        # That is so for t, t² and log(1 + t); −t falls, (t − 4)² falls first, and 0 stays level.
        return [True, True, False, False, True, False]

    return Exercise(
        answer,
        why="t, t² and log(1 + t) increase strictly on [0, ∞). The others fall, fall and rise, or stay level.",
        hints=(
            "What does a part off the span change, and what must it cost?",
            "Strictly increasing where? The argument is a squared length, so t ≥ 0.",
            "Is log(1 + t) slow? Slow is enough.",
        ),
        mistakes=[
            (
                [True, True, False, False, False, False],
                "log(1 + t) grows slowly, but it grows strictly, and more is not asked.",
            ),
            (
                [True, True, False, False, True, True],
                "h = 0 is no penalty at all: a part off the span costs nothing, so some minimisers have one.",
            ),
            (
                [True, True, False, True, True, False],
                "(t − 4)² falls until t = 4. The lecture has a minimiser of it off the span.",
            ),
        ],
    )


@exercise_of("07.5")
def a_step_in_beta(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, s, lam):
        A = rng.normal(size=(n, n))
        return A @ A.T, rng.normal(size=n), rng.normal(size=n), s, lam

    def answer(K, y, beta, s, lam):
        # w = Σβᵢφ(xᵢ) loses s times its gradient Σγᵢφ(xᵢ) + 2λw, where γᵢ = 2(f(xᵢ) − yᵢ) is the slope of loss i.
        # Compare the weights of the φ(xᵢ): βᵢ loses s(γᵢ + 2λβᵢ).
        return beta - s * (2 * (K @ beta - y) + 2 * lam * beta)

    return Exercise(
        answer,
        why="γᵢ is the slope 2(f(xᵢ) − yᵢ) of the loss, and the penalty shrinks β as it shrinks w.",
        hints=(
            "What does one step do to w? Write it with the φ(xᵢ).",
            "w loses s(Σγᵢφ(xᵢ) + 2λw). Put w = Σβᵢφ(xᵢ) in and compare weights.",
            "γ = 2(Kβ − y), and βᵢ stands where γᵢ stands.",
        ),
        mistakes=[
            (
                lambda K, y, beta, s, lam: beta - s * (2 * K @ (K @ beta - y) + 2 * lam * K @ beta),
                "This is the gradient with respect to β. Descent in w, told in β, has one K less.",
            ),
            (lambda K, y, beta, s, lam: beta - s * 2 * (K @ beta - y), "The penalty is missing: it takes 2sλβ away."),
            (
                lambda K, y, beta, s, lam: beta + s * (2 * (K @ beta - y) + 2 * lam * beta),
                "This climbs. Descent goes against the gradient.",
            ),
            (
                lambda K, y, beta, s, lam: beta - s * (K @ beta - y + lam * beta),
                "The factor 2 of both squares is lost: this is a step of half the size.",
            ),
        ],
        tries=[problem(4, 0.1, 0.5), problem(7, 0.02, 3.0)],
    )


@exercise_of("07.6")
def a_dear_constant(rng):
    cost = pick(rng, 4, 9, 16)
    x, z = 2, 3

    def answer():
        # The penalty is θᵀMθ with M = diag(cost, 1), so M^(1/2)θ has the ordinary one, and φ becomes M^(−1/2)φ.
        # The kernel is then φ(x)ᵀM⁻¹φ(z): the constant counts for less, the slope as before.
        return 1 * 1 / cost + x * z

    return Exercise(
        answer,
        why=f"k(x, z) = φ(x)ᵀM⁻¹φ(z) with M = diag({cost}, 1): what is dear is used less.",
        hints=(
            "Which new weights have the ordinary penalty?",
            "The penalty is θᵀMθ. What is M?",
            f"k(x, z) = φ(x)ᵀM⁻¹φ(z) = 1/{cost} + xz.",
        ),
        mistakes=[
            (float(cost + x * z), "You took M. A dear feature must count less, not more: take its inverse."),
            (1.0 + x * z, "That is φ(x)ᵀφ(z), for the penalty λ‖θ‖²."),
            (cost**-0.5 + x * z, "That is φ(x)ᵀM^(−1/2)φ(z). Each of the two feature vectors gets its share of M⁻¹."),
        ],
    )
