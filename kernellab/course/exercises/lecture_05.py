"""Exercises of lecture 05, building kernels."""

from kernellab.course.exercises.exercise import GRAM_MATRICES, Exercise, Mistake

EXERCISES = (
    Exercise(
        name="05.1",
        solution="answer = 3 * 4 + 3",
        why="A product pairs each feature of one with each of the other; a sum stacks what there is.",
        hints=(
            "What does the product rule do with two features, one of each?",
            "3 times 4 for the product; then stack 3 more.",
        ),
        mistakes=(
            Mistake("3 + 4 + 3", "That is the count of k₁ + k₂ + k₁. A product makes pairs."),
            Mistake("12", "That is k₁k₂ alone; the sum adds the features of k₁."),
            Mistake("3 * 4 * 3", "The last rule is a sum, and a sum stacks."),
        ),
    ),
    Exercise(
        name="05.2",
        solution="answer = [True, False, False, True, True, False]",
        why="Factors, sums and products keep a kernel a kernel; a minus sign may turn a squared length negative.",
        hints=(
            "Take one point with k₁(x, x) = 0 or k₂(x, x) > k₁(x, x), and look at the diagonal.",
            "Three of the six come from the rules. The constant 1 is a kernel.",
        ),
        mistakes=(
            Mistake(
                "[True, False, True, True, True, False]",
                "k₁ − k₂ may be negative on the diagonal: take k₂ = 2k₁. No rule allows it.",
            ),
            Mistake(
                "[True, False, False, True, True, True]",
                "k₁ − 1 is −1 at a point with k₁(x, x) = 0, and a squared length is never negative.",
            ),
            Mistake(
                "[True, False, False, True, False, False]",
                "The constant 1 is a kernel: one feature that is always 1. Add it by the sum rule.",
            ),
        ),
    ),
    Exercise(
        name="05.3",
        solution="answer = 1 / 3.0**2",
        why="The mixed term of −‖x − z‖²/2ℓ² is + xᵀz/ℓ²: the 2 of the binomial cancels the 2 below.",
        hints=("Multiply out ‖x − z‖².", "−(‖x‖² − 2xᵀz + ‖z‖²)/2ℓ²: what stands before xᵀz?"),
        mistakes=(
            Mistake("1 / (2 * 3.0**2)", "That is the factor before ‖x‖². The mixed term has a 2 of its own."),
            Mistake("2 / 3.0**2", "That is for a kernel written exp(−‖x − z‖²/σ²), with σ = 3. Here there is a 2 below."),
            Mistake("1 / 3.0", "ℓ is squared."),
        ),
        tolerance=2e-3,
    ),
    Exercise(
        name="05.4",
        solution="answer = np.linalg.eigvalsh([[1.0, 3.0], [3.0, 1.0]])[0]",
        why="q(1) = 1 on the diagonal and q(−1) = 3 beside it: c = (1, −1) gives a negative number. One coefficient did it.",
        hints=("k(−1, −1) = q(1) and k(−1, 1) = q(−1).", "The table is [[1, 3], [3, 1]]."),
        mistakes=(
            Mistake("4.0", "That is the largest eigenvalue."),
            Mistake("1.0", "That is the diagonal; the smallest eigenvalue is smaller."),
            Mistake("0.0", "Look at the table once more: is k(−1, 1) not q(−1) = 1 + 1 + 1?"),
        ),
    ),
    Exercise(
        name="05.5",
        solution="def answer(K):\n    length = np.sqrt(np.diag(K))\n    return K / np.outer(length, length)",
        why="The rule f(x) k(x, z) f(z) with f = 1/√k(x, x): every point is moved to length one.",
        hints=("Which f makes f(x) k(x, x) f(x) = 1?", "Divide row i and column i by √Kᵢᵢ."),
        mistakes=(
            Mistake("K / np.outer(np.diag(K), np.diag(K))", "Divide by the lengths; the diagonal holds squared lengths."),
            Mistake(
                "K / np.sqrt(np.diag(K))",
                "This divides the columns only: the table is no longer symmetric. The rows want their share.",
            ),
            Mistake("K / K.max()", "This scales all points alike. Their lengths still differ."),
            Mistake("K / np.trace(K)", "This scales all points alike. Their lengths still differ."),
        ),
        tries_code=GRAM_MATRICES,
    ),
    Exercise(
        name="05.6",
        solution="answer = 6 * 6 - (6 + 6 * 5 // 2)  # of 36 ordered pairs there remain 6 squares and 15 pairs",
        why="The rules count ordered pairs, 36, and xᵢxⱼ is the same as xⱼxᵢ. Merged with a √2 they are 21.",
        hints=(
            "1 + xᵀz has 6 features: the constant and five coordinates. What does a square do to them?",
            "36 ordered pairs, against the monomials up to degree 2 in five variables.",
        ),
        mistakes=(
            Mistake("36", "That is what the rules give. How many different monomials are among them?"),
            Mistake("21", "That is how many remain. The question is how many are saved."),
            Mistake("10", "The pairs of two coordinates are not all: the constant times a coordinate comes twice as well."),
        ),
    ),
)
