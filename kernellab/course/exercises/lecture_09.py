"""Exercises of lecture 09, support vector regression."""

import numpy as np

from kernellab.course.datasets import stopping
from kernellab.course.exercises.exercise import Exercise, exercise_of, pick
from kernellab.grams import gram
from kernellab.kernels.stationary import RBF
from kernellab.kernels.vectors import Polynomial
from kernellab.solvers.paths import SVRWalk

X, y = stopping()


@exercise_of("09.1")
def one_point(rng):
    target, epsilon, C = pick(rng, 10.0, 12.0, 9.0), 1.0, pick(rng, 4.0, 3.0, 5.0)

    def answer():
        # With one point the dual is −α²/2 + yα − ε|α|, whose slope vanishes at y − ε.
        # That is outside the box, so the dual still climbs at the bound and stops there.
        return min(target - epsilon, C)

    free = target - epsilon
    return Exercise(
        answer,
        why=f"Without a box α would be y − ε = {free:g} and the fit would lie on the edge of its tube; the box stops it at {C:g}.",
        hints=(
            "Write the dual for one point: a parabola in α, and a box.",
            "Where does the slope α − y + ε of the dual vanish?",
            f"At α = {free:g}. But is that in the box?",
        ),
        mistakes=[
            (free, "There the slope vanishes, but it lies outside the box."),
            (target, "Then the fit would pass through the point; the last ε of error costs nothing."),
            (C - epsilon, "The box holds α, not α + ε."),
        ],
    )


@exercise_of("09.2")
def size_of_the_box(rng):
    printed, n = pick(rng, 0.01, 0.02, 0.05), pick(rng, 50, 40, 100)

    def answer():
        # The slide minimises λ‖θ‖² + (1/n) Σ losses, and a box C stands for ½‖θ‖² + C Σ losses.
        # Multiply the slide's objective by 1/(2λ), and read off what stands before the sum.
        return 1 / (2 * n * printed)

    return Exercise(
        answer,
        why=f"C = 1/(2nλ) for a mean of losses: with {n} points and λ = {printed} the box has the size {answer():g}.",
        hints=(
            "C is what stands before the sum of losses if ½ stands before ‖θ‖².",
            "Multiply the lecture's objective by 1/(2λ). What stands before the sum of losses?",
            f"1/(2nλ) with n = {n}.",
        ),
        mistakes=[
            (1 / (2 * printed), "That is 1/(2λ), for a sum of losses. The slide has their mean."),
            (1 / (n * printed), "The penalty is λ‖θ‖² and not λ‖θ‖²/2: a 2 is missing."),
            (1 / (4 * n * printed), "That would be for a penalty of 2λ‖θ‖²."),
        ],
    )


@exercise_of("09.3")
def insensitive_loss(rng):
    rng = rng or np.random.default_rng(0)

    def answer(r, epsilon):
        # Errors of both signs count by their size, so take |r|.
        # Up to ε nothing is paid, and beyond it the distance to the tube.
        return np.maximum(0, np.abs(r) - epsilon)

    return Exercise(
        answer,
        why="Nothing within the tube, and beyond it the distance to the tube.",
        hints=(
            "What is paid for an error of ε exactly, and for a little more?",
            "Large errors of both signs count.",
            "Beyond the tube it is |r| − ε. What must be done where that is negative?",
        ),
        mistakes=[
            (lambda r, epsilon: np.maximum(0, r - epsilon), "Errors below the tube count as well."),
            (lambda r, epsilon: np.abs(r) - epsilon, "Inside the tube this is negative: a reward."),
            (
                lambda r, epsilon: np.where(np.abs(r) < epsilon, 0, np.abs(r)),
                "This jumps at the edge. What counts is the distance to the tube.",
            ),
            (
                lambda r, epsilon: np.maximum(0, np.abs(r) - epsilon) ** 2,
                "Beyond the tube the loss grows straight, not as a square.",
            ),
        ],
        tries=[(np.append(10 * rng.normal(size=8), [-20.0, -1.0, 20.0]), 3.0), (rng.normal(size=5), 0.0)],
    )


@exercise_of("09.4")
def weights_from_errors(rng):
    C = pick(rng, 2.0, 3.0, 4.0)

    def answer():
        # Within the tube the loss does not change with the prediction, and the weight is zero.
        # Outside, the loss has the slope ±1, so the weight is at the bound, with the sign of the error.
        return [0.0, C, -C]

    return Exercise(
        answer,
        why="Inside the tube the weight is zero; outside it is at the bound, with the sign of the error.",
        hints=(
            "For each point: is it within the tube?",
            "Three cases: inside, on the edge, outside.",
            "Outside, |α| = C however far the point is; the sign says to which side the point pulls.",
        ),
        mistakes=[
            ([0.0, 5.0, -15.0], "These are the distances to the tube. A weight is never larger than C."),
            ([0.0, C, C], "A point below the tube pulls downwards: its weight is negative."),
            ([3.0, 20.0, -30.0], "In kernel ridge regression α is proportional to the errors; here it is not."),
            ([3 / 20 * C, C, -C], "Within the tube a point does not pull at all."),
        ],
    )


@exercise_of("09.5")
def five_support_vectors(_rng):
    def answer():
        # A wider tube holds more cars, and a car within the tube is no support vector.
        # So walk from ε = 15 in steps of a foot, and stop at the first with five or fewer.
        K, C = gram(RBF(3.0) + Polynomial(2), X), 1 / (2 * 0.62)
        walk = SVRWalk(K, y)
        return next(e for e in range(15, 60) if len(walk.to(C, float(e)).support) <= 5)

    return Exercise(
        answer,
        why="At 18 ft there are still 6 support vectors, at 19 ft there are 5. The slide's 15 ft give 12.",
        hints=(
            "What happens to the support vectors as the tube widens?",
            "walk = SVRWalk(K, y) carries a solution from one ε to the next: walk.to(C, epsilon).",
            "Count len(walk.to(C, epsilon).support) for ε = 15, 16, 17, … with C = 1/2λ.",
        ),
        mistakes=[
            (18, "At 18 ft there are still six."),
            (15, "That is the slide's ε. With this kernel there are 12."),
            (20, "At 20 ft there are four already. Is a smaller ε enough for five?"),
        ],
    )


@exercise_of("09.6")
def almost_no_weight(rng):
    epsilon = pick(rng, 15, 20, 30)

    def answer():
        # With |α| ≤ 0.000001 all of f = Kα is almost zero, so the error of a car is its distance.
        # Every car that stops beyond the tube is a support vector.
        return int(np.sum(y > epsilon))

    return Exercise(
        answer,
        why=f"With almost no weight allowed f is almost 0, so the error of a car is its distance: all above {epsilon} ft are outside.",
        hints=(
            "What does the curve look like if no weight may be large?",
            "How large can f = Kα be if |α| ≤ 0.000001?",
            f"f ≈ 0. Which cars are then outside the tube of {epsilon} ft?",
        ),
        mistakes=[
            (len(y), f"Cars that stop within {epsilon} ft lie inside the tube around f ≈ 0."),
            (12, "That is the count at λ = 0.62. Here the weights may hardly do anything."),
            (0, "Small weights are weights: each car outside the tube pulls as hard as it may."),
            (np.sum(y <= epsilon), "These are inside."),
        ],
    )
