"""Exercises of lecture 10, kernel machines."""

from kernellab.course.exercises.exercise import GRAM_MATRICES, Exercise, Mistake

EXERCISES = (
    Exercise(
        name="10.1",
        solution="answer = 9.0 - 2 * 4.0 + 5.0",
        why="d² = k(x, x) − 2k(x, z) + k(z, z): a distance in feature space, from three values of the kernel.",
        hints=("Multiply out ‖φ(x) − φ(z)‖².", "9 − 2·4 + 5."),
        mistakes=(
            Mistake("6 ** 0.5", "That is the distance; the question asks for its square."),
            Mistake("10.0", "The mixed term comes twice."),
            Mistake("22.0", "The mixed term has a minus sign."),
        ),
    ),
    Exercise(
        name="10.2",
        solution=(
            "def answer(K):\n"
            "    squared_lengths = np.diag(K)\n"
            "    return squared_lengths[:, None] - 2 * K + squared_lengths[None, :]"
        ),
        why="All squared distances at once, from the Gram matrix alone.",
        hints=("The diagonal of K holds k(xᵢ, xᵢ).", "Add the diagonal as a column and as a row, take 2K away."),
        mistakes=(
            Mistake("np.diag(K)[:, None] - 2 * K", "k(xⱼ, xⱼ) is missing: add the diagonal as a row too."),
            Mistake("np.sqrt(np.abs(np.diag(K)[:, None] - 2 * K + np.diag(K)))", "These are distances, not squares."),
            Mistake("np.diag(K)[:, None] - K + np.diag(K)", "The mixed term comes twice."),
        ),
        tries_code=GRAM_MATRICES,
    ),
    Exercise(
        name="10.3",
        solution="answer = 10.0 / 2",
        why="wᵀw + 10 Σξ is twice ½wᵀw + 5 Σξ: the same minimum, and scikit-learn's C is 5.",
        hints=("scikit-learn has ½wᵀw. Make the printed objective look like it.", "Divide the printed objective by 2."),
        mistakes=(
            Mistake("10.0", "That solves another problem, with the losses counted twice as much."),
            Mistake("20.0", "The other way round: halve the whole objective."),
        ),
    ),
    Exercise(
        name="10.4",
        solution="answer = [2.0, 0.5, 0.0]",
        why="Wrong side: at the bound. Exactly on the margin: free. Beyond it: nothing to say.",
        hints=("Margins yᵢf(xᵢ) of −0.4, 1 and 3.", "Below 1: C. At 1: between. Above 1: zero."),
        mistakes=(
            Mistake("[1.4, 0.5, 0.0]", "1.4 is the slack of the first point. Its weight is at the bound, whatever the slack."),
            Mistake("[-2.0, 0.5, 0.0]", "αᵢ ≥ 0; the class stands beside it as yᵢ."),
            Mistake("[2.0, 0.5, 2.0]", "The third point lies beyond the margin. No one needs to push it."),
        ),
    ),
    Exercise(
        name="10.5",
        solution="answer = 2 / (3.0 - 1.0) * 4.0 - (2 / (3.0 - 1.0) * 3.0 - 1)",
        why="The two nearest points carry the border, halfway between them at 2: f(x) = x − 2, and f(4) = 2.",
        hints=("Which two points have the margin 1?", "f(1) = −1 and f(3) = 1. Draw the line through both."),
        mistakes=(
            Mistake("1.0", "The point 3 has f = 1. The point 4 lies further out."),
            Mistake("4.0", "The border lies at 2, and there f = 0."),
            Mistake("1.5", "The line goes through (1, −1) and (3, 1): its slope is 1."),
        ),
    ),
    Exercise(
        name="10.6",
        solution="answer = 0.5",
        why=(
            "With Σαᵢyᵢ = 0 and equal weights both classes have the same total. Far from narrow bumps f is b; "
            "with the same α for all 60 points f(xᵢ) = ±α + b = ±1 makes α = 1, b = 0. At C = 0.5 all weights are 0.5."
        ),
        hints=(
            "K is almost the identity for a tiny ℓ. So f(xᵢ) = αᵢyᵢ + b.",
            "The margins would be 1 at αᵢ = 1. The box stops all of them before.",
        ),
        mistakes=(
            Mistake("1.0", "That is what a larger box would give. Here |α| ≤ 0.5."),
            Mistake("0.0", "Every point is alone, and every point has to be pushed."),
        ),
    ),
)
