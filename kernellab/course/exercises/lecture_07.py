"""Exercises of lecture 07, the representer theorem."""

from kernellab.course.exercises.exercise import Exercise, Mistake

TRIES = (
    "rng = np.random.default_rng(0)\n"
    "def problem(n, s, lam):\n"
    "    A = rng.normal(size=(n, n))\n"
    "    return A @ A.T, rng.normal(size=n), rng.normal(size=n), s, lam\n"
    "tries = [problem(4, 0.1, 0.5), problem(7, 0.02, 3.0)]"
)

EXERCISES = (
    Exercise(
        name="07.1",
        solution="answer = [1.0, 1.0, 3.0]",
        why="The first two weights are fixed by the two points. No step ever touches the third, so it stays where it began.",
        hints=(
            "Which weights can a combination of φ(x₁) and φ(x₂) change?",
            "The first two go where both points are fitted, the third stays.",
        ),
        mistakes=(
            Mistake("[1.0, 1.0, 0.0]", "That is the shortest solution, to which descent goes from a start in the span."),
            Mistake("[5.0, -5.0, 3.0]", "That is the start. There the points are not fitted, and the gradient is not zero."),
            Mistake("[1.0, 2.0, 3.0]", "Are both points fitted? φ(x₂) has a 2 in its second place."),
        ),
    ),
    Exercise(
        name="07.2",
        solution="answer = np.ceil(np.log(0.01) / np.log(1 - 2 * 0.1 * 0.5))",
        why="Each step leaves 1 − 2sλ = 0.9 of it, and 0.9⁴⁴ is the first power below 0.01.",
        hints=("What is the gradient of λ‖w‖²?", "Each step multiplies the part by 1 − 2sλ = 0.9."),
        mistakes=(
            Mistake("90", "You took 1 − sλ. The gradient of λ‖w‖² is 2λw."),
            Mistake("43", "After 43 steps it is still a little above 1 %."),
            Mistake("np.log(0.01) / np.log(0.9)", "Nearly. Descent makes whole steps."),
        ),
    ),
    Exercise(
        name="07.3",
        solution="answer = 62 + 1",
        why="A β for each point and one offset. The 2¹⁰ features are never formed.",
        hints=("β has an entry for each what?", "And b is learned beside it."),
        mistakes=(
            Mistake("62", "The offset is learned too."),
            Mistake("2**10", "That is the number of features, and of entries in ω."),
            Mistake("2**10 + 1", "That is what descent in ω learns."),
            Mistake("10", "That is the number of coordinates of a point."),
            Mistake("11", "That would be a linear model in ω with an offset."),
        ),
    ),
    Exercise(
        name="07.4",
        solution="answer = [True, True, False, False, True, False]",
        why="t, t² and log(1 + t) increase strictly on [0, ∞). The others fall, fall and rise, or stay level.",
        hints=("Strictly increasing where? The argument is a squared length, so t ≥ 0.", "Is log(1 + t) slow? Slow is enough."),
        mistakes=(
            Mistake(
                "[True, True, False, False, False, False]",
                "log(1 + t) grows slowly, but it grows strictly, and more is not asked.",
            ),
            Mistake(
                "[True, True, False, False, True, True]",
                "h = 0 is no penalty at all: a part off the span costs nothing, so some minimisers have one.",
            ),
            Mistake(
                "[True, True, False, True, True, False]",
                "(t − 4)² falls until t = 4. The lecture has a minimiser of it off the span.",
            ),
        ),
    ),
    Exercise(
        name="07.5",
        solution="def answer(K, y, beta, s, lam):\n    return beta - s * (2 * (K @ beta - y) + 2 * lam * beta)",
        why="γᵢ is the slope 2(f(xᵢ) − yᵢ) of the loss, and the penalty shrinks β as it shrinks w.",
        hints=("w loses s(Σγᵢφ(xᵢ) + 2λw). Put w = Σβᵢφ(xᵢ) in and compare weights.", "γ = 2(Kβ − y)."),
        mistakes=(
            Mistake(
                "beta - s * (2 * K @ (K @ beta - y) + 2 * lam * K @ beta)",
                "This is the gradient with respect to β. Descent in w, told in β, has one K less.",
            ),
            Mistake("beta - s * 2 * (K @ beta - y)", "The penalty is missing: it takes 2sλβ away."),
            Mistake("beta + s * (2 * (K @ beta - y) + 2 * lam * beta)", "This climbs. Descent goes against the gradient."),
            Mistake(
                "beta - s * (K @ beta - y + lam * beta)",
                "The factor 2 of both squares is lost: this is a step of half the size.",
            ),
        ),
        tries_code=TRIES,
    ),
    Exercise(
        name="07.6",
        solution="answer = 1 * 1 / 4 + 2 * 3 / 1",
        why="k(x, z) = φ(x)ᵀM⁻¹φ(z) with M = diag(4, 1): what is dear is used less.",
        hints=("The penalty is θᵀMθ. What is M?", "k(x, z) = φ(x)ᵀM⁻¹φ(z) = 1/4 + xz."),
        mistakes=(
            Mistake("10.0", "You took M. A dear feature must count less, not more: take its inverse."),
            Mistake("7.0", "That is φ(x)ᵀφ(z), for the penalty λ‖θ‖²."),
            Mistake("6.5", "That is φ(x)ᵀM^(−1/2)φ(z). Each of the two feature vectors gets its share of M⁻¹."),
        ),
    ),
)
