"""Exercises of lecture 10, kernel machines."""

import numpy as np

from kernellab.course.exercises.exercise import Exercise, exercise_of, pick
from kernellab.course.exercises.lecture_05 import gram_matrices


@exercise_of("10.1")
def squared_distance(rng):
    kxx, kxz, kzz = pick(rng, 9.0, 10.0, 12.0), pick(rng, 4.0, 3.0, 2.0), pick(rng, 5.0, 6.0, 7.0)

    def answer():
        # The squared distance is (φ(x) − φ(z))ᵀ(φ(x) − φ(z)), four inner products once it is multiplied out.
        # The two mixed ones are equal, and each inner product is a value of k.
        return kxx - 2 * kxz + kzz

    return Exercise(
        answer,
        why="d² = k(x, x) − 2k(x, z) + k(z, z): a distance in feature space, from three values of the kernel.",
        hints=(
            "A squared distance is the inner product of a difference with itself.",
            "Multiply out ‖φ(x) − φ(z)‖². Which value of k is each term?",
            "k(x, x) and k(z, z) come once. How often comes k(x, z), and with which sign?",
        ),
        mistakes=[
            ((kxx - 2 * kxz + kzz) ** 0.5, "That is the distance; the question asks for its square."),
            (kxx - kxz + kzz, "The mixed term comes twice."),
            (kxx + 2 * kxz + kzz, "The mixed term has a minus sign."),
        ],
    )


@exercise_of("10.2")
def all_squared_distances(rng):
    def answer(K):
        # Entry (i, j) is Kᵢᵢ − 2Kᵢⱼ + Kⱼⱼ.
        # The first term depends on the row and the last on the column, so the diagonal is added once as a column, once as a row.
        squared_lengths = np.diag(K)
        return squared_lengths[:, None] - 2 * K + squared_lengths[None, :]

    return Exercise(
        answer,
        why="All squared distances at once, from the Gram matrix alone.",
        hints=(
            "Write entry (i, j) with three entries of K.",
            "The diagonal of K holds k(xᵢ, xᵢ).",
            "Add the diagonal as a column and as a row, take 2K away.",
        ),
        mistakes=[
            (lambda K: np.diag(K)[:, None] - 2 * K, "k(xⱼ, xⱼ) is missing: add the diagonal as a row too."),
            (lambda K: np.sqrt(np.abs(np.diag(K)[:, None] - 2 * K + np.diag(K))), "These are distances, not squares."),
            (lambda K: np.diag(K)[:, None] - K + np.diag(K), "The mixed term comes twice."),
        ],
        tries=gram_matrices(rng),
    )


@exercise_of("10.3")
def box_of_a_paper(rng):
    printed = pick(rng, 10.0, 6.0, 20.0)

    def answer():
        # Half of an objective has the same minimum, and half of wᵀw is what scikit-learn has.
        # So its C is half of the number that is printed.
        return printed / 2

    return Exercise(
        answer,
        why=f"wᵀw + {printed:g} Σξ is twice ½wᵀw + {answer():g} Σξ: the same minimum, and scikit-learn's C is {answer():g}.",
        hints=(
            "What may be done to an objective without moving its minimum?",
            "scikit-learn has ½wᵀw. Make the printed objective look like it.",
            "Multiply both terms by the same number, so that ½ stands before wᵀw.",
        ),
        mistakes=[
            (printed, "That solves another problem, with the losses counted twice as much."),
            (2 * printed, "The other way round: halve the whole objective."),
        ],
    )


@exercise_of("10.4")
def weights_from_margins(rng):
    C = pick(rng, 2.0, 4.0, 8.0)

    def answer():
        # A margin below 1 costs slack, so the weight is at the bound; beyond 1 the point has nothing to say.
        # At 1 the weight may be anything between, and here it is a quarter of the bound.
        return [C, C / 4, 0.0]

    return Exercise(
        answer,
        why="Wrong side: at the bound. Exactly on the margin: free. Beyond it: nothing to say.",
        hints=(
            "Where is each of the three points, seen from the margin?",
            "Margins yᵢf(xᵢ) of −0.4, 1 and 3: which are below 1, at 1, above it?",
            "Below 1: C. At 1: between. Above 1: zero.",
        ),
        mistakes=[
            ([1.4, C / 4, 0.0], "1.4 is the slack of the first point. Its weight is at the bound, whatever the slack."),
            ([-C, C / 4, 0.0], "αᵢ ≥ 0; the class stands beside it as yᵢ."),
            ([C, C / 4, C], "The third point lies beyond the margin. No one needs to push it."),
        ],
    )


@exercise_of("10.5")
def hard_margin_on_the_line(rng):
    left, right = 1.0, pick(rng, 3.0, 5.0)
    p = right + 1

    def answer():
        # The two nearest points of different classes carry the border, with f = −1 at one and +1 at the other.
        # f is the line through both; follow it one step further.
        slope = 2 / (right - left)
        return slope * (p - right) + 1

    middle, slope = (left + right) / 2, 2 / (right - left)
    line = f"x − {middle:g}" if slope == 1 else f"(x − {middle:g})·{slope:g}"
    return Exercise(
        answer,
        why=f"The two nearest points carry the border, halfway between them at {middle:g}: f(x) = {line}, and f({p:g}) = {answer():g}.",
        hints=(
            "Which points would the border move with, and which not?",
            "Which two points have the margin 1?",
            f"f({left:g}) = −1 and f({right:g}) = 1. Draw the line through both.",
        ),
        mistakes=[
            (1.0, f"The point {right:g} has f = 1. The point {p:g} lies further out."),
            (p, f"The border lies at {middle:g}, and there f = 0."),
            (1 + slope / 2, f"The line goes through ({left:g}, −1) and ({right:g}, 1): its slope is {slope:g}."),
        ],
    )


@exercise_of("10.6")
def islands(rng):
    C = pick(rng, 0.5, 0.25, 0.75)

    def answer():
        # For a tiny ℓ the matrix K is the identity, so f(xᵢ) = αᵢyᵢ + b; both classes are equally large, so b = 0 by symmetry.
        # The margin αᵢ would be 1 at αᵢ = 1, and the box stops every weight before.
        return min(1.0, C)

    return Exercise(
        answer,
        why=(
            "With Σαᵢyᵢ = 0 and equal weights both classes have the same total. Far from narrow bumps f is b; "
            f"with the same α for all 60 points f(xᵢ) = ±α + b = ±1 makes α = 1, b = 0. At C = {C:g} all weights are {C:g}."
        ),
        hints=(
            "What is k between two different points, if ℓ is tiny?",
            "K is almost the identity for a tiny ℓ. So f(xᵢ) = αᵢyᵢ + b.",
            "The margins would be 1 at αᵢ = 1. The box stops all of them before.",
        ),
        mistakes=[
            (1.0, "That is what a larger box would give. Here |α| ≤ C, and C is smaller."),
            (0.0, "Every point is alone, and every point has to be pushed."),
        ],
    )
