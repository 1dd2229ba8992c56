"""Exercises of lecture 02, from primal to dual."""

import numpy as np

from kernellab.course.exercises.exercise import Exercise, exercise_of, pick
from kernellab.features import count_monomials
from kernellab.solvers.ridge import ridge_primal


@exercise_of("02.1")
def shape_of_the_dual(rng):
    n, m = pick(rng, 12, 9, 20), pick(rng, 4, 3, 5)

    def answer():
        # The dual has a weight for each point, so its matrix compares points with points.
        # K = ΦΦᵀ has a row and a column for each, and λI does not change that.
        return [n, n]

    return Exercise(
        answer,
        why="K + λI compares points with points.",
        hints=(
            "Φ is (n, m): which of the two counts points?",
            "How many unknowns has the dual, and which product compares what they belong to?",
            "The Gram matrix is ΦΦᵀ. What is the shape of an (n, m) matrix times an (m, n) matrix?",
        ),
        mistakes=[
            ([m, m], "This is ΦᵀΦ, (m, m), the matrix of the primal; the Gram matrix is ΦΦᵀ, (n, n)."),
            ([n, m], "This is Φ itself; a matrix that is to be solved is square."),
            ([m, n], "This is Φᵀ; a matrix that is to be solved is square."),
        ],
    )


@exercise_of("02.2")
def the_lost_factor(rng):
    lam = pick(rng, 4.0, 2.0, 5.0, 8.0)

    def answer():
        # The true prediction is (1/λ) Σ âₜ k(xₜ, x), and the printed one has the sum alone.
        # Printed divided by true leaves 1/(1/λ).
        return 1 / (1 / lam)

    return Exercise(
        answer,
        why="The true prediction is (1/λ) Σ âₜ k; without 1/λ it comes out λ times too large.",
        hints=(
            "What are the weights of the expansion, if â are the prediction differences?",
            "Write the true prediction with â, then the printed one.",
            "true = (1/λ) · printed. Divide printed by true.",
        ),
        mistakes=[
            (1 / lam, "That is true divided by printed. The question asks for printed divided by true."),
            (lam**2, "One factor λ is lost, not two."),
        ],
    )


@exercise_of("02.3")
def weights_from_the_primal(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, m, lam):
        Phi, y = rng.normal(size=(n, m)), rng.normal(size=n)
        return Phi, y, lam, ridge_primal(Phi, y, lam)

    def answer(Phi, y, lam, w):
        # At the minimum λw = Φᵀ(y − Φw), so w is a combination of the rows of Φ.
        # α are the weights of that combination: the prediction differences divided by λ.
        return (y - Phi @ w) / lam

    return Exercise(
        answer,
        why="Prediction differences divided by λ: step 2 of the first road, read backwards.",
        hints=(
            "Where is the gradient of the objective zero?",
            "Step 2 of the first road says what the weights of the combination are.",
            "w = (1/λ)Φᵀ(y − Φw), and w = Φᵀα. Compare.",
        ),
        mistakes=[
            (lambda Phi, y, lam, w: y - Phi @ w, "This is â, the prediction differences; α is â divided by λ."),
            (lambda Phi, y, lam, w: lam * (y - Phi @ w), "Divide by λ, do not multiply."),
            (
                lambda Phi, y, lam, w: (Phi @ w - y) / lam,
                "The sign is turned round: a difference is the target minus the prediction.",
            ),
            (
                lambda Phi, y, lam, w: Phi @ w / lam,
                "These are predictions divided by λ. Which numbers does the gradient condition hold?",
            ),
            (
                lambda Phi, y, lam, w: Phi.T @ (y - Phi @ w) / lam,
                "This is w once more, one entry a feature. α has one entry a point.",
            ),
        ],
        tries=[problem(7, 3, 0.5), problem(4, 9, 3.0)],
    )


@exercise_of("02.4")
def work_of_two_systems(rng):
    n, d, degree = pick(rng, 1000, 2000, 500), 5, 15

    def answer():
        # The primal solves for m features and the dual for n points, each with a third of the cube.
        # The third cancels, and (m/n)³ is left.
        m = count_monomials(d=d, degree=degree)
        return (m / n) ** 3

    m = count_monomials(d=d, degree=degree)
    cube = "15.5³, nearly four thousand" if n == 1000 else f"{m / n:.3g}³"
    return Exercise(
        answer,
        why=f"{m:,} features against {n} points: {cube}.",
        hints=(
            "How many equations does the primal solve, and how many the dual?",
            "How many features has degree 15 in five variables? The start of the lecture says it.",
            f"(m/n)³ with m = {m} and n = {n}.",
        ),
        mistakes=[
            (m / n, "That is the ratio of the sizes. The work grows with their cubes."),
            ((m / n) ** 2, "That is the ratio of the memory. The work grows with the cube."),
            ((n / m) ** 3, "That is the dual's work divided by the primal's. The question asks for the inverse ratio."),
        ],
        tolerance=1e-2,
    )


@exercise_of("02.5")
def noise_and_prior(rng):
    noise, prior = pick(rng, 6.0, 4.0, 8.0), pick(rng, 0.5, 0.25, 2.0)

    def answer():
        # The log of the posterior is −‖y − Φw‖²/2σ² − ‖w‖²/2τ², up to a constant.
        # Multiplied by −2σ² it is ridge's objective, with σ²/τ² before ‖w‖².
        return noise**2 / prior**2

    return Exercise(
        answer,
        why="λ = σ²/τ²: the variance of the noise over the variance of the prior.",
        hints=(
            "What is the logarithm of two Gaussian densities multiplied?",
            "λ is a ratio of variances, not of standard deviations.",
            f"σ² = {noise**2:g} ft² of noise, τ² = {prior**2:g} of prior. Which one belongs below?",
        ),
        mistakes=[
            (noise / prior, "That is the ratio of the standard deviations. Square it."),
            (prior**2 / noise**2, "The other way round: more noise calls for more penalty."),
            (noise**2, "That is the variance of the noise alone; the prior has a say too."),
        ],
    )
