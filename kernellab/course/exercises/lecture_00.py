"""Exercises of the start page: the translator."""

from kernellab.course.exercises.exercise import Exercise, Mistake

EXERCISES = (
    Exercise(
        name="00.1",
        solution="answer = ridge_dual(gram(RBF(3.0), X), y, lam=62 * 0.01)[0]",
        why="A mean of 62 losses is a sum divided by 62, so its λ has to be multiplied by 62 to weigh the same.",
        hints=(
            "Multiply the whole objective by n; its minimum stays where it is.",
            "n times the mean loss is the sum of losses, and the penalty has become nλ‖w‖². Which lam is that?",
        ),
        mistakes=(
            Mistake(
                "ridge_dual(gram(RBF(3.0), X), y, lam=0.01)[0]",
                "You passed 0.01, which here stands beside a sum of losses; the slide's 0.01 stands beside their mean.",
            ),
            Mistake(
                "ridge_dual(gram(RBF(3.0), X), y, lam=0.01 / 62)[0]",
                "You divided by n. Multiply: the sum of losses is n times their mean.",
            ),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="00.2",
        solution="answer = conventions.rbf_width(sigma=4.0).length_scale  # 4 / √2",
        why="σ² = 2ℓ², so σ is √2 times longer than ℓ.",
        hints=(
            "Both write the same exponent: −‖x − z‖²/σ² and −‖x − z‖²/2ℓ².",
            "Set σ² = 2ℓ² and solve for ℓ, or ask conventions.rbf_width(sigma=4.0).",
        ),
        mistakes=(
            Mistake("4.0", "You took σ for ℓ, but σ² = 2ℓ²."),
            Mistake("4.0 * np.sqrt(2)", "You went the wrong way: ℓ is the shorter of the two."),
            Mistake("1 / 16", "That is γ = 1/σ², the factor in front of the squared distance."),
            Mistake("8.0", "That is ℓ², in mph². Take its root."),
        ),
        tolerance=5e-3,
    ),
)
