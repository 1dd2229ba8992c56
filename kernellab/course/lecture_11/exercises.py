"""Exercises of lecture 11, kernel machines."""

import numpy as np

from askfirst import Exercise, pick, shuffled, written
from kernellab.course.shared.answers import flips, gram_matrices, replies_of


def which_take_a_kernel_11_1(rng):
    replies = replies_of(
        "k-means — A centre is a mean of points. Can you write its distance from a"
        " point by inner products?",
        "lasso — ‖w‖₁ adds up coordinates. Would it be the same after the axes have"
        " been turned?",
        "decision tree — It asks whether one coordinate is above a number. Which inner"
        " products of points say that?",
        "PCA — Each direction of PCA lies in the span of the centred points, and its"
        " scores are inner products.",
        "perceptron — It starts at zero and adds yᵢφ(xᵢ) after a mistake. What is its w"
        " made of?",
        "scaled neighbours — The spread of one feature changes when the axes of feature"
        " space are turned. (Scaling the inputs is another matter: it changes k.)",
    )
    methods = shuffled(rng, [*replies])

    def answer():
        # Three look at one coordinate at a time, and notice when the axes are turned.
        # The others need centres, directions or a w that are combinations of points.
        made_of_inner_products = ("k-means", "PCA", "perceptron")
        return [method in made_of_inner_products for method in methods]

    return Exercise(
        answer,
        "Centres, directions and the perceptron's w are combinations of points. The"
        " other three methods notice a turn of the axes, which inner products do not.",
        "What happens to inner products and coordinates when axes are turned?",
        "For each method: does its answer stay the same after such a turn?",
        "Three of the six look at coordinates one at a time.",
        *flips(methods, answer(), replies),
        asks=f"this order: {', '.join(methods)}",
        items=(methods, {True: "k is enough", False: "k is not enough"}),
    )


def her_offset_11_2(rng):
    margins = [pick(rng, 0.4, 0.1, 0.2, 0.3), pick(rng, -0.2, -0.1, -0.3)]
    margins, signs = [*margins, pick(rng, 0.7, 0.6, 0.8)], [1, 1, -1]

    def answer():
        # A free point says b, and one at the bound says b + yᵢξᵢ with the slack ξᵢ = 1
        # − mᵢ. So the sum over all five is off by the three yᵢξᵢ, and their mean by a
        # fifth of that.
        return np.dot(signs, 1 - np.array(margins)) / 5

    slacks = 1 - np.array(margins)
    return Exercise(
        answer,
        "Each point at the bound says b + yᵢξᵢ. Only the free points say b.",
        "What is yᵢ − Σⱼαⱼyⱼk(xⱼ, xᵢ) at margin 1, and at another margin?",
        "f(xᵢ) = yᵢmᵢ. So the number is b + yᵢ − yᵢmᵢ.",
        "Add up yᵢ(1 − mᵢ) at the bound. How many numbers does she divide by?",
        (slacks @ signs, "That is the sum. She takes a mean."),
        (slacks @ signs / 3, "She takes all support vectors, free ones too."),
        (slacks.sum() / 5, "The slack of a point of class −1 has the opposite sign."),
        (np.dot(margins, signs) / 5, "A margin of 1 is no slack: the slack is 1 − mᵢ."),
        (-(slacks @ signs) / 5, "Right but for the sign: is her b too large?"),
        asks=f"the margins {written(*margins)}",
    )


def distance_to_a_mean_11_3(rng):
    kzz, table = pick(rng, 5.0, 6.0, 7.0, 8.0, 9.0), [[9.0, 1.0], [1.0, 3.0]]
    others = (3.0, 1.0), (3.0, 2.0), (4.0, 1.0), (5.0, 1.0), (5.0, 2.0)
    kz = [*pick(rng, (4.0, 2.0), *others)]

    def answer():
        # The mean of both points is (φ(x₁) + φ(x₂))/2, so the squared distance has
        # three kinds of inner products. φ(z) with itself, φ(z) with the mean twice, and
        # the mean with itself: the average over all four entries of K.
        return kzz - 2 * np.mean(kz) + np.mean(table)

    rest, trace = kzz - 2 * np.mean(kz), np.trace(table)
    return Exercise(
        answer,
        "k(z, z) − 2 times the mean of k(z, xᵢ) + the mean of all k(xᵢ, xⱼ). The mean"
        " is a point of feature space, though it need not be φ(x) for any x.",
        "Write the mean in feature space; multiply out the squared difference.",
        "Which inner products occur? Those of the mean with itself are four, each"
        " with a quarter.",
        "k(z, z), less twice the mean of the k(z, xᵢ), plus the mean of K.",
        (rest, "The squared length of the mean is missing."),
        (answer() - np.sum(kz), "The mean has a half before each φ(xᵢ)."),
        (rest + trace / 4, "The mean with itself has mixed terms too."),
        (rest + trace / 2, "That is the mean squared length, not that of their mean."),
        (answer() ** 0.5, "That is the distance; the question asks for its square."),
        asks=f"k(z, z) = {kzz:g}, k(z, x₁) = {kz[0]:g} and k(z, x₂) = {kz[1]:g}",
    )


def islands_11_4(rng):
    box = pick(rng, 0.5, 0.1, 0.2, 0.25, 0.3, 0.4, 0.6, 0.75, 0.8)

    def answer():
        # For a tiny ℓ the matrix K is the identity, so f(xᵢ) = αᵢyᵢ + b; the classes
        # are equally large, so b = 0 will do. The margin αᵢ would be 1 at αᵢ = 1, and
        # the box stops every weight before.
        return min(1.0, box)

    return Exercise(
        answer,
        "Give all 60 points the same weight α. Then Σαᵢyᵢ = 0 and f(xᵢ) = ±α + b,"
        " and with b = 0 every margin is α. It would be 1 at α = 1, but the box stops"
        f" all weights at C = {box:g}.",
        "What is k between two different points, if ℓ is tiny?",
        "K is almost the identity for a tiny ℓ. So f(xᵢ) = αᵢyᵢ + b.",
        "The margins would be 1 at αᵢ = 1. The box stops all of them earlier.",
        (1.0, "That takes a larger box. Here |α| ≤ C, and C is smaller."),
        0.0,
        "For a tiny ℓ no point influences another, so each needs a weight of its own.",
        asks=f"C = {box:g}",
    )


def all_squared_distances_11_5(rng):
    def answer(K):
        # Entry (i, j) is Kᵢᵢ − 2Kᵢⱼ + Kⱼⱼ. The first term depends on the row and the
        # last on the column: add the diagonal once as a column, once as a row.
        squared_lengths = np.diag(K)
        return squared_lengths[:, None] - 2 * K + squared_lengths[None, :]

    return Exercise(
        answer,
        "All squared distances at once, from the Gram matrix alone.",
        "Write entry (i, j) with three entries of K.",
        "The diagonal of K holds k(xᵢ, xᵢ).",
        "Add the diagonal as a column and as a row, take 2K away.",
        lambda K: answer(K) - np.diag(K),
        "k(xⱼ, xⱼ) is missing: add the diagonal as a row too.",
        (lambda K: 2 * (np.diag(K) - K), "Make one row a column: np.diag(K)[:, None]."),
        (lambda K: np.abs(answer(K)) ** 0.5, "These are distances, not squares."),
        (lambda K: answer(K) + K, "Take the mixed term twice."),
        tries=gram_matrices(rng),
    )


def hard_margin_on_the_line_11_6(rng):
    left, gap = pick(rng, 1.0, 2.0, 3.0), pick(rng, 2.0, 4.0, 5.0, 10.0)
    right = left + gap
    p = right + 1

    def answer():
        # The two nearest points of different classes carry the border, with f = −1 at
        # one and +1 at the other. f is the line through both; follow it one step
        # further.
        slope = 2 / (right - left)
        return slope * (p - right) + 1

    middle, slope = (left + right) / 2, 2 / (right - left)
    line = f"x − {middle:g}" if slope == 1 else f"(x − {middle:g})·{slope:g}"
    return Exercise(
        answer,
        "The two nearest points carry the border, halfway between them at"
        f" {middle:g}: f(x) = {line}, and f({p:g}) = {answer():g}.",
        "Which points would the border move with, and which not?",
        "Which two points have the margin 1?",
        f"f({left:g}) = −1 and f({right:g}) = 1. Draw the line through both.",
        (1.0, f"The point {right:g} has f = 1. The point {p:g} lies further out."),
        (p, f"The border lies at {middle:g}, and there f = 0."),
        (1 + slope / 2, f"Between the two nearest points its slope is {slope:g}."),
        asks=(
            f"the points 0 and {left:g} with −1, the points {right:g} and {p:g} with"
            f" +1, and f({p:g})"
        ),
    )
