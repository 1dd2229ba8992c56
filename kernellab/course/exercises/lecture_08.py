"""Exercises of lecture 08, the representer theorem."""

import numpy as np

from kernellab.compare import superscript
from kernellab.interactive.exercises import (
    Exercise,
    exercise_of,
    pick,
    shuffled,
    written,
)


@exercise_of("08.1")
def where_descent_ends(rng):
    start = pick(rng, 3.0, -5.0, -4.0, -3.0, -2.0, 2.0, 4.0, 6.0, 7.0)

    def answer():
        # The gradient is a combination of φ(x₁) and φ(x₂), so the third weight stays
        # where it began. The other two end where both points are fitted: 1·w₁ = 1 and
        # 2·w₂ = 2.
        return [1 / 1, 2 / 2, start]

    return Exercise(
        answer,
        asks=f"the start (5, −5, {written(start)})",
        why=(
            "The first two weights are fixed by the two points. No step ever touches"
            " the third, so it stays where it began."
        ),
        hints=(
            "In which directions can a step of descent go?",
            "Which weights can a combination of φ(x₁) and φ(x₂) change?",
            "The first two go where both points are fitted, the third stays.",
        ),
        mistakes=[
            (
                [1.0, 1.0, 0.0],
                "That is the shortest solution, to which descent goes from a start"
                " in the span.",
            ),
            (
                [5.0, -5.0, start],
                "That is the start. There the points are not fitted, and the"
                " gradient is not zero.",
            ),
            (
                [1.0, 2.0, start],
                "Are both points fitted? φ(x₂) has a 2 in its second place.",
            ),
        ],
    )


@exercise_of("08.2")
def certain_to_end_in_the_span(rng):
    order = shuffled(rng, range(1, 7))

    def answer():
        # A minimiser is in the span if the penalty rises strictly with ‖w‖₂; that is so
        # for the first and the second only. Descent without a penalty stays in the span
        # if it starts there: from zero it does, from a random start it does not.
        certain = [1, 2, 4]
        return [way in certain for way in order]

    def those(*ways):
        return [way in ways for way in order]

    return Exercise(
        answer,
        asks=f"this order: {written(*order)}",
        why=(
            "λ‖w‖⁴ rises as strictly as λ‖w‖². An L₁ penalty and (‖w‖² − 4)² do not"
            " rise with ‖w‖₂, and a random start is never left without a penalty."
        ),
        hints=(
            "Two things can keep w in the span: a penalty, or where descent starts"
            " and what it adds.",
            "For a minimiser ask: does a part off the span always cost? For"
            " descent: what does a step add, and to what?",
            "Is ‖w‖⁴ strictly increasing in ‖w‖₂? Is ‖w‖₁? Is (t − 4)² on [0, ∞)?",
        ),
        mistakes=[
            (
                those(1, 4),
                "‖w‖⁴ is (‖w‖²)², and t² increases strictly on [0, ∞). More is not"
                " asked.",
            ),
            (
                those(1, 2),
                "Without a penalty there are minimisers off the span, but descent"
                " from zero does not go to them.",
            ),
            (
                those(1, 2, 4, 5),
                "Each step of descent lies in the span. But a random start does"
                " not, and without a penalty nothing pulls it in.",
            ),
            (
                those(1, 2, 4, 6),
                "(t − 4)² falls until t = 4. The lecture has a minimiser of it off"
                " the span.",
            ),
            (
                those(1, 2, 3, 4),
                "‖w‖₁ is no function of ‖w‖₂: in the lab its minimiser left the span.",
            ),
        ],
    )


@exercise_of("08.3")
def weights_on_features_or_on_points(rng):
    d = pick(rng, 10, *range(7, 14))

    def answer():
        # Descent in w forms Φw and Φᵀγ, which takes 2nm multiplications a step; descent
        # in β forms Kβ, which takes n². So w is cheaper where n > 2m, and m = 2ᵈ.
        return 2 * 2**d + 1

    return Exercise(
        answer,
        asks=f"{d} coordinates",
        why=(
            "n² > 2nm where n > 2m: with few points and many features learn β, with"
            " many points and few features learn w."
        ),
        hints=(
            "What does a step have to compute with Φ, and what with K?",
            "Count the entries of the matrices, each as often as it is used: Φ"
            " twice, for Φw and for Φᵀγ, and K once.",
            "Compare 2nm with n². How many features m are there?",
        ),
        mistakes=[
            (
                2 * 2**d,
                "There the two cost the same. From how many points on is w cheaper?",
            ),
            (
                2**d,
                "A step in w uses Φ twice: once for the predictions Φw, once for"
                " the gradient Φᵀγ.",
            ),
            (
                2**d + 1,
                "A step in w uses Φ twice: once for the predictions Φw, once for"
                " the gradient Φᵀγ.",
            ),
            (
                2 * d + 1,
                "That is for the coordinates as features. All their interactions"
                " are many more.",
            ),
        ],
    )


@exercise_of("08.4")
def a_proof_that_proves_too_much(rng):
    large, small = pick(
        rng,
        (2.0, 1.0),
        *((a, b) for a in (2.0, 4.0, 5.0) for b in (1.0, 2.0, 3.0, 4.0) if b < a),
    )
    phi = np.array(shuffled(rng, (large, small)))

    def answer():
        # Steps 1 and 2 know no norm, and step 4 follows from step 3. Step 3 holds for
        # ‖·‖₂ only, where orthogonal parts add up. All the weight on the larger entry
        # of φ reaches the same prediction φᵀφ with the smallest ‖w‖₁.
        w = np.zeros(2)
        w[phi.argmax()] = phi @ phi / phi.max()
        return [3, *w]

    other = np.zeros(2)
    other[phi.argmin()] = phi @ phi / phi.min()
    return Exercise(
        answer,
        asks=(
            f"φ(x) = ({written(*phi)}), wᵀφ(x) = {phi @ phi:g} and w∥ ="
            f" ({written(*phi)})"
        ),
        why=(
            f"‖w‖₁ is {np.abs(answer()[1:]).sum():.3g} there and {phi.sum():g} in the"
            " span. Orthogonal parts add up in the norm of the inner product, and in"
            " no other."
        ),
        hints=(
            "Which steps speak of a norm at all? Try these on two vectors.",
            "One step is Pythagoras in disguise. For which norm does Pythagoras hold?",
            "Go along the line wᵀφ(x) = const: ‖w‖₁ is smallest where one weight is"
            " 0. Which of the two?",
        ),
        mistakes=[
            (
                [3, *phi],
                "The step is right. But this w lies in the span; another one on the"
                " line has a smaller ‖w‖₁.",
            ),
            (
                [3, *other],
                "The step is right, and a corner is where to look; but of the two"
                " corners this one is further out.",
            ),
            (
                [4, *answer()[1:]],
                "The w is right. Step 4 would follow if step 3 were true: look one"
                " step earlier.",
            ),
            (
                [2, *answer()[1:]],
                "The w is right. Step 2 is true: w⊥ is orthogonal to φ(x), whatever"
                " the penalty is.",
            ),
            (
                [1, *answer()[1:]],
                "The w is right. Step 1 is true: every w has these two parts,"
                " whatever the penalty is.",
            ),
        ],
        tolerance=1e-2,
    )


@exercise_of("08.5")
def a_step_in_beta(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, s, lam):
        A = rng.normal(size=(n, n))
        return A @ A.T, rng.normal(size=n), rng.normal(size=n), s, lam

    def answer(K, y, beta, s, lam):
        # w = Σβᵢφ(xᵢ) loses s times its gradient Σγᵢφ(xᵢ) + 2λw, where γᵢ = 2(f(xᵢ) −
        # yᵢ) is the slope of loss i. Compare the weights of the φ(xᵢ): βᵢ loses s(γᵢ +
        # 2λβᵢ).
        return beta - s * (2 * (K @ beta - y) + 2 * lam * beta)

    return Exercise(
        answer,
        why=(
            "γᵢ is the slope 2(f(xᵢ) − yᵢ) of the loss, and the penalty shrinks β as it"
            " shrinks w."
        ),
        hints=(
            "What does one step do to w? Write it with the φ(xᵢ).",
            "w loses s(Σγᵢφ(xᵢ) + 2λw). Put w = Σβᵢφ(xᵢ) in and compare weights.",
            "γ = 2(Kβ − y), and βᵢ stands where γᵢ stands.",
        ),
        mistakes=[
            (
                lambda K, y, beta, s, lam: (
                    beta - s * (2 * K @ (K @ beta - y) + 2 * lam * K @ beta)
                ),
                "This is the gradient with respect to β. Descent in w, told in β,"
                " has one K less.",
            ),
            (
                lambda K, y, beta, s, lam: beta - s * 2 * (K @ beta - y),
                "The penalty is missing: it takes 2sλβ away.",
            ),
            (
                lambda K, y, beta, s, lam: (
                    beta + s * (2 * (K @ beta - y) + 2 * lam * beta)
                ),
                "This climbs. Descent goes against the gradient.",
            ),
            (
                lambda K, y, beta, s, lam: beta - s * (K @ beta - y + lam * beta),
                "The factor 2 of both squares is lost: this is a step of half the"
                " size.",
            ),
        ],
        tries=[problem(4, 0.1, 0.5), problem(7, 0.02, 3.0)],
    )


@exercise_of("08.6")
def a_costly_constant(rng):
    cost, (x, z) = (
        pick(rng, 4, 2, 5, 8, 10),
        pick(rng, (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)),
    )

    def answer():
        # The penalty is wᵀMw with M = diag(cost, 1), so M^(1/2)w has the ordinary one,
        # and φ becomes M^(−1/2)φ. The kernel is then φ(x)ᵀM⁻¹φ(z): the constant counts
        # for less, the slope as before.
        return 1 * 1 / cost + x * z

    return Exercise(
        answer,
        asks=f"the penalty λ({cost}w₁² + w₂²) and k({x}, {z})",
        why=(
            f"k(x, z) = φ(x)ᵀM⁻¹φ(z) with M = diag({cost}, 1): what costs more is used"
            " less."
        ),
        hints=(
            "Which new weights have the ordinary penalty?",
            "The penalty is wᵀMw. What is M?",
            "k(x, z) = φ(x)ᵀM⁻¹φ(z). What does M⁻¹ do to the 1 of φ(z), and what to"
            " its z?",
        ),
        mistakes=[
            (
                float(cost + x * z),
                "You took M. A feature that costs more must count less, not more:"
                " take its inverse.",
            ),
            (1.0 + x * z, "That is φ(x)ᵀφ(z), for the penalty λ‖w‖²."),
            (
                cost**-0.5 + x * z,
                "That is φ(x)ᵀM^(−1/2)φ(z). Each of the two feature vectors gets"
                " its share of M⁻¹.",
            ),
        ],
    )


@exercise_of("08.7")
def steps_until_gone(rng):
    lam, s = pick(rng, 0.5, 0.25, 0.3, 0.4, 0.6, 0.75, 0.8, 0.9, 1.0), 0.1

    def answer():
        # The gradient of λ‖w‖² is 2λw, so each step multiplies the part off the span by
        # 1 − 2sλ. Take logarithms of (1 − 2sλ)ᵗ < 0.01, and the next whole t.
        return np.ceil(np.log(0.01) / np.log(1 - 2 * s * lam))

    left, exact = 1 - 2 * s * lam, np.log(0.01) / np.log(1 - 2 * s * lam)
    return Exercise(
        answer,
        asks=f"λ = {lam:g}",
        why=(
            f"Each step leaves 1 − 2sλ = {left:g} of it, and"
            f" {left:g}{superscript(int(answer()))} is the first power below 0.01."
        ),
        hints=(
            "The loss has no gradient in that direction. What has?",
            "What is the gradient of λ‖w‖²?",
            f"Each step multiplies the part by 1 − 2sλ = {left:g}. Which power of"
            " it is below 0.01?",
        ),
        mistakes=[
            (
                np.ceil(np.log(0.01) / np.log(1 - s * lam)),
                "You took 1 − sλ. The gradient of λ‖w‖² is 2λw.",
            ),
            (
                answer() - 1,
                f"After {answer() - 1:.0f} steps it is still a little above 1 %.",
            ),
            (exact, "Nearly. Descent makes whole steps."),
        ],
    )
