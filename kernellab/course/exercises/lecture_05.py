"""Exercises of lecture 05, building kernels."""

import numpy as np

from kernellab.course.exercises.exercise import Exercise, exercise_of, pick


@exercise_of("05.1")
def features_of_a_sum(rng):
    m1, m2 = pick(rng, 3, 5, 6), pick(rng, 4, 7, 8)

    def answer():
        # The product has a feature for each pair, one feature from either kernel.
        # The sum stacks the features of k₁ below them.
        return m1 * m2 + m1

    return Exercise(
        answer,
        why="A product pairs each feature of one with each of the other; a sum stacks what there is.",
        hints=(
            "Take the rules one at a time, the product first.",
            "What does the product rule do with two features, one of each?",
            "Count the pairs of features for the product; then stack those of k₁ once more.",
        ),
        mistakes=[
            (m1 + m2 + m1, "That is the count of k₁ + k₂ + k₁. A product makes pairs."),
            (m1 * m2, "That is k₁k₂ alone; the sum adds the features of k₁."),
            (m1 * m2 * m1, "The last rule is a sum, and a sum stacks."),
        ],
    )


@exercise_of("05.2")
def certainly_kernels(_rng):
    def answer():
        # A positive factor, a product and the constant kernel 1 are covered by the rules: 2k₁, k₁² and k₁ + 1.
        # The other three can be negative on the diagonal, where a kernel holds squared lengths.
        return [True, False, False, True, True, False]

    return Exercise(
        answer,
        why="Factors, sums and products keep a kernel a kernel; a minus sign may turn a squared length negative.",
        hints=(
            "Which of the six are built by the rules alone?",
            "Take one point with k₁(x, x) = 0 or k₂(x, x) > k₁(x, x), and look at the diagonal.",
            "Three of the six come from the rules. The constant 1 is a kernel.",
        ),
        mistakes=[
            (
                [True, False, True, True, True, False],
                "k₁ − k₂ may be negative on the diagonal: take k₂ = 2k₁. No rule allows it.",
            ),
            (
                [True, False, False, True, True, True],
                "k₁ − 1 is −1 at a point with k₁(x, x) = 0, and a squared length is never negative.",
            ),
            (
                [True, False, False, True, False, False],
                "The constant 1 is a kernel: one feature that is always 1. Add it by the sum rule.",
            ),
        ],
    )


@exercise_of("05.3")
def inside_the_exponential(rng):
    length = pick(rng, 3.0, 4.0, 5.0)

    def answer():
        # Multiplied out, −‖x − z‖²/2ℓ² holds +2xᵀz/2ℓ², and the rest depends on x alone or on z alone.
        # The two 2s cancel.
        return 1 / length**2

    return Exercise(
        answer,
        why="The mixed term of −‖x − z‖²/2ℓ² is + xᵀz/ℓ²: the 2 of the binomial cancels the 2 below.",
        hints=(
            "Only one term of the exponent holds both x and z.",
            "Multiply out ‖x − z‖².",
            "−(‖x‖² − 2xᵀz + ‖z‖²)/2ℓ²: what stands before xᵀz?",
        ),
        mistakes=[
            (1 / (2 * length**2), "That is the factor before ‖x‖². The mixed term has a 2 of its own."),
            (2 / length**2, f"That is for a kernel written exp(−‖x − z‖²/σ²), with σ = {length:g}. Here there is a 2 below."),
            (1 / length, "ℓ is squared."),
        ],
        tolerance=2e-3,
    )


@exercise_of("05.4")
def one_negative_coefficient(_rng):
    def answer():
        # The products xz are 1 on the diagonal and −1 beside it, so the table holds q(1) = 1 and q(−1) = 3.
        # Such a table has the eigenvectors (1, 1) and (1, −1), and the second belongs to the smaller eigenvalue.
        return np.linalg.eigvalsh([[1.0, 3.0], [3.0, 1.0]])[0]

    return Exercise(
        answer,
        why="q(1) = 1 on the diagonal and q(−1) = 3 beside it: c = (1, −1) gives a negative number. One coefficient did it.",
        hints=(
            "Write the 2 × 2 table down. Which products xz occur?",
            "k(−1, −1) = q(1) and k(−1, 1) = q(−1).",
            "The table is [[1, 3], [3, 1]]. Try the vectors (1, 1) and (1, −1).",
        ),
        mistakes=[
            (4.0, "That is the largest eigenvalue."),
            (1.0, "That is the diagonal; the smallest eigenvalue is smaller."),
            (0.0, "Look at the table once more: is k(−1, 1) not q(−1) = 1 + 1 + 1?"),
        ],
    )


def gram_matrices(rng):
    """Two Gram matrices, one that is singular and one that is not."""
    rng = rng or np.random.default_rng(0)
    return [(Phi @ Phi.T,) for Phi in (rng.normal(size=shape) + 0.5 for shape in ((4, 3), (6, 9)))]


@exercise_of("05.5")
def normalised(rng):
    def answer(K):
        # The diagonal holds k(x, x), so its root holds the lengths of the feature vectors.
        # Row i and column j have to be divided by the lengths of i and j.
        length = np.sqrt(np.diag(K))
        return K / np.outer(length, length)

    return Exercise(
        answer,
        why="The rule f(x) k(x, z) f(z) with f = 1/√k(x, x): every point is moved to length one.",
        hints=(
            "Where in the Gram matrix stand k(x, x) and k(z, z)?",
            "Which f makes f(x) k(x, x) f(x) = 1?",
            "Divide row i and column i by √Kᵢᵢ.",
        ),
        mistakes=[
            (lambda K: K / np.outer(np.diag(K), np.diag(K)), "Divide by the lengths; the diagonal holds squared lengths."),
            (
                lambda K: K / np.sqrt(np.diag(K)),
                "This divides the columns only: the table is no longer symmetric. The rows want their share.",
            ),
            (lambda K: K / K.max(), "This scales all points alike. Their lengths still differ."),
            (lambda K: K / np.trace(K), "This scales all points alike. Their lengths still differ."),
        ],
        tries=gram_matrices(rng),
    )


@exercise_of("05.6")
def equal_columns(rng):
    d = pick(rng, 5, 4, 6, 7)

    def answer():
        # 1 + xᵀz has d + 1 features, and the product rule makes every ordered pair of them a column.
        # A pair and its reverse are equal, so only the squares and the unordered pairs are needed.
        pairs, squares, unordered = (d + 1) ** 2, d + 1, (d + 1) * d // 2
        return pairs - (squares + unordered)

    m = d + 1
    needed = m * (m + 1) // 2
    return Exercise(
        answer,
        why=f"The rules count ordered pairs, {m * m}, and xᵢxⱼ is the same as xⱼxᵢ. Merged with a √2 they are {needed}.",
        hints=(
            "Which features has the factor, and which of their products are equal?",
            f"1 + xᵀz has {m} features: the constant and {'five' if d == 5 else d} coordinates. What does a square do to them?",
            f"{m * m} ordered pairs, against the monomials up to degree 2 in {'five' if d == 5 else d} variables.",
        ),
        mistakes=[
            (m * m, "That is what the rules give. How many different monomials are among them?"),
            (needed, "That is how many remain. The question is how many are saved."),
            (
                d * (d - 1) // 2,
                "The pairs of two coordinates are not all: the constant times a coordinate comes twice as well.",
            ),
        ],
    )
