"""Exercises of lecture 02, from primal to dual."""

from kernellab.course.exercises.exercise import Exercise, Mistake

TRIES = (
    "rng = np.random.default_rng(0)\n"
    "def problem(n, m, lam):\n"
    "    Phi, y = rng.normal(size=(n, m)), rng.normal(size=n)\n"
    "    return Phi, y, lam, ridge_primal(Phi, y, lam)\n"
    "tries = [problem(7, 3, 0.5), problem(4, 9, 3.0)]"
)

EXERCISES = (
    Exercise(
        name="02.1",
        solution="answer = [12, 12]  # K = ΦΦᵀ has a row and a column for each point",
        why="K + λI compares points with points.",
        hints=("Φ is (n, m). Which product compares points with points?", "K = ΦΦᵀ: (12, 4) times (4, 12)."),
        mistakes=(
            Mistake("[4, 4]", "This is ΦᵀΦ, (m, m), the matrix of the primal; the Gram matrix is ΦΦᵀ, (n, n)."),
            Mistake("[12, 4]", "This is Φ itself; a matrix that is to be solved is square."),
            Mistake("[4, 12]", "This is Φᵀ; a matrix that is to be solved is square."),
        ),
    ),
    Exercise(
        name="02.2",
        solution="answer = 4.0",
        why="The true prediction is (1/λ) Σ âₜ k; without 1/λ it comes out λ times too large.",
        hints=("Write the true prediction with â, then the printed one.", "true = (1/λ) · printed. Divide printed by true."),
        mistakes=(
            Mistake("0.25", "That is true divided by printed. The question asks for printed divided by true."),
            Mistake("16.0", "One factor λ is lost, not two."),
        ),
    ),
    Exercise(
        name="02.3",
        solution="def answer(Phi, y, lam, w):\n    return (y - Phi @ w) / lam",
        why="Prediction differences divided by λ: step 2 of the first road, read backwards.",
        hints=(
            "Step 2 of the first road says what the weights of the combination are.",
            "w = (1/λ)Φᵀ(y − Φw), and w = Φᵀα. Compare.",
        ),
        mistakes=(
            Mistake("y - Phi @ w", "This is â, the prediction differences; α is â divided by λ."),
            Mistake("lam * (y - Phi @ w)", "Divide by λ, do not multiply."),
            Mistake("(Phi @ w - y) / lam", "The sign is turned round: a difference is the target minus the prediction."),
            Mistake("Phi @ w / lam", "These are predictions divided by λ. Which numbers does the gradient condition hold?"),
            Mistake("Phi.T @ (y - Phi @ w) / lam", "This is w once more, one entry a feature. α has one entry a point."),
        ),
        tries_code=TRIES,
    ),
    Exercise(
        name="02.4",
        solution="answer = (count_monomials(d=5, degree=15) / 1000) ** 3",
        why="15,504 features against 1000 points: 15.5³, nearly four thousand.",
        hints=(
            "How many features has degree 15 in five variables? The start of the lecture says it.",
            "(m/n)³ with m = 15504 and n = 1000.",
        ),
        mistakes=(
            Mistake("15.504", "That is the ratio of the sizes. The work grows with their cubes."),
            Mistake("15.504**2", "That is the ratio of the memory. The work grows with the cube."),
            Mistake(
                "(1000 / 15504) ** 3",
                "That is the dual's work divided by the primal's. The question asks for the inverse ratio.",
            ),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="02.5",
        solution="answer = 6.0**2 / 0.5**2",
        why="λ = σ²/τ²: the variance of the noise over the variance of the prior.",
        hints=("λ is a ratio of variances, not of standard deviations.", "σ² = 36 ft² of noise, τ² = 0.25 of prior."),
        mistakes=(
            Mistake("12.0", "That is the ratio of the standard deviations. Square it."),
            Mistake("0.25 / 36", "The other way round: more noise calls for more penalty."),
            Mistake("36.0", "That is the variance of the noise alone; the prior has a say too."),
        ),
    ),
)
