"""Exercises of lecture 08, kernel ridge regression."""

import numpy as np

from kernellab.course.datasets import stopping
from kernellab.course.exercises.exercise import Exercise, exercise_of, pick
from kernellab.grams import gram
from kernellab.kernels.stationary import RBF
from kernellab.solvers.ridge import ridge_dual_offset
from kernellab.solvers.ridge_path import ridge_path

X, y = stopping()


@exercise_of("08.1")
def two_points(rng):
    lam = pick(rng, 2, 3, 4)
    a = 2 + lam
    K, targets = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([a**2 - 1.0, 0.0])

    def answer():
        # The dual weights solve (K + λI)α = y, and λ stands on the diagonal only.
        # The second equation says that α₁ is −(2 + λ) times α₂; the first then gives both.
        return np.linalg.solve(K + lam * np.eye(2), targets)

    return Exercise(
        answer,
        why=f"K + {lam}I has {a} on its diagonal, and {a}·{a} + 1·(−1) = {targets[0]:g}, 1·{a} + {a}·(−1) = 0.",
        hints=(
            "Which system of equations do the dual weights solve?",
            "Write down K + λI first. What stands on its diagonal?",
            f"Solve {a}α₁ + α₂ = {targets[0]:g} and α₁ + {a}α₂ = 0.",
        ),
        mistakes=[
            (np.linalg.solve(K, targets), "You solved Kα = y: that is λ = 0, which passes through the data."),
            (lam * np.linalg.solve(K + lam * np.eye(2), targets), "These are the residuals y − f = λα. Divide by λ."),
            (
                np.linalg.solve(K + 2 * lam * np.eye(2), targets),
                "You added nλ. That belongs to a mean of losses; the sum takes λ.",
            ),
            (targets / a, "You divided by the diagonal. The 1 beside it ties the two weights together: solve both equations."),
            (np.linalg.solve(K + lam, targets), "You added λ to every entry of K. It belongs to the diagonal only: λI."),
        ],
    )


@exercise_of("08.2")
def fewest_numbers(_rng):
    def answer():
        # Cars at one speed share k(x, p), so their weights can be added up and the curve is the same.
        # A weight and a speed for each different speed are left, and ℓ.
        return 2 * len(np.unique(X)) + 1

    n, speeds = len(X), len(np.unique(X))
    return Exercise(
        answer,
        why=f"Cars at one speed put the same bump in the same place, so their weights may be added up: {speeds} + {speeds} + 1 numbers, one curve.",
        hints=(
            "Write the expansion down for two cars at the same speed.",
            f"An expansion that keeps every car holds {n} weights, {n} speeds and ℓ. Which of its terms are alike?",
            "Two cars at one speed contribute α₁k(x, p) + α₂k(x, p) = (α₁ + α₂)k(x, p). How many different speeds are there?",
        ),
        mistakes=[
            (
                2 * n + 1,
                "That is what the expansion of this lecture keeps. It can be done with fewer: some cars drove at the same speed.",
            ),
            (speeds, "Weights alone cannot be evaluated: k(x, p) asks for the speeds, and for ℓ."),
            (2 * speeds, "Nearly: k has a number of its own."),
            (2 * speeds + 2, "One too many: λ did its work in training, and b is 0 here."),
            (n, "α alone cannot be evaluated: k(xᵢ, p) asks for the xᵢ."),
            (2 * n, "Nearly all that the expansion of this lecture keeps, but for ℓ; and it can be done with fewer."),
            (2 * n + 2, "Too many: λ did its work in training, and b is 0 here. And some cars drove at the same speed."),
            (n * n, "The Gram matrix is needed to find α, but no longer to predict."),
            (
                n * (n - 1) // 2,
                "So many pairs of cars there are. The Gram matrix compares them to find α, and is not needed to predict.",
            ),
        ],
    )


@exercise_of("08.3")
def leave_one_out(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, lam):
        speeds = 3.0 * np.arange(n)[:, None] + rng.uniform(0, 1, size=(n, 1))
        return gram(RBF(2.0), speeds), rng.normal(30, 20, size=n), lam

    def answer(K, y, lam):
        # With Q = (K + λI)⁻¹ the weights are α = Qy, and leaving out point i changes its residual from λαᵢ to αᵢ/Qᵢᵢ.
        # So one inverse gives all of them, without a single refit.
        Q = np.linalg.inv(K + lam * np.eye(len(y)))
        return Q @ y / np.diag(Q)

    def inverse(K, y, lam):
        return np.linalg.inv(K + lam * np.eye(len(y)))

    def on_every_entry(K, y, lam):
        Q = np.linalg.inv(K + lam)
        return Q @ y / np.diag(Q)

    return Exercise(
        answer,
        why="Two lines replace n refits. The division by Qᵢᵢ undoes the pull that point i had on its own prediction.",
        hints=(
            "You need α and one more thing that the fit computes on its way.",
            "Leave-one-out residual number i is αᵢ divided by something with index i.",
            "α = Q y with Q = (K + λI)⁻¹. Divide by the diagonal of Q.",
        ),
        mistakes=[
            (
                lambda K, y, lam: lam * inverse(K, y, lam) @ y,
                "These are the training residuals y − f = λα: every point still took part in its own fit.",
            ),
            (lambda K, y, lam: inverse(K, y, lam) @ y, "This is α. Divide each αᵢ by entry (i, i) of the inverse."),
            (
                lambda K, y, lam: inverse(K, y, lam) @ y / (np.diag(K) + lam),
                "You divided by the diagonal of K + λI; the formula takes the diagonal of its inverse.",
            ),
            (
                lambda K, y, lam: inverse(K, y, lam) @ y * np.diag(inverse(K, y, lam)),
                "You multiplied by the diagonal of Q. Leaving a point out makes its residual larger: divide.",
            ),
            (lambda K, y, lam: -answer(K, y, lam), "The sign is turned round: a residual is the target minus the prediction."),
            (
                lambda K, y, lam: np.sqrt(np.mean(answer(K, y, lam) ** 2)),
                "That is one number, their root mean square. The question asks for all of them.",
            ),
            (on_every_entry, "K + lam adds λ to every entry of K. It belongs to the diagonal only: lam * np.eye(len(y))."),
            (
                lambda K, y, lam: np.linalg.inv(K + lam),
                "This is an inverse alone, and of K with λ on every entry. Put λ on the diagonal; α and its diagonal make the residuals.",
            ),
        ],
        tries=[problem(8, 0.62), problem(5, 3.0)],
    )


@exercise_of("08.4")
def best_length_scale(_rng):
    def answer():
        # One eigendecomposition gives the leave-one-out errors for every λ, so each ℓ costs one path.
        # Keep the lowest error of each ℓ, and look where the lowest of these is.
        lams, scales = np.logspace(-2, 4, 200), range(1, 61)
        errors = [ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).min() for scale in scales]
        return scales[np.argmin(errors)]

    lowest = ridge_path(gram(RBF(45), X), y).loo_rmse(np.logspace(-2, 4, 200)).min()
    return Exercise(
        answer,
        why="45 mph, more than the whole range of measured speeds: the best squared exponential on these data hardly bends, like a parabola.",
        hints=(
            "Two loops, one in the other; a path saves you the inner one.",
            "For each ℓ one ridge_path; its loo_rmse(lams) gives the errors for all λ at once. Keep the smallest of each ℓ.",
            "errors = [ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).min() for scale in range(1, 61)], and find its minimum.",
        ),
        mistakes=[
            (lowest, "That is the lowest error, in feet. The question asks for the ℓ at which it occurs."),
            (44, "You have its position in the list, which starts at 0 for ℓ = 1."),
            (1, "That ℓ fits the training data best, and the left-out car worst."),
            (60, "The error falls for a long while as ℓ grows, but not to the end. Look for the minimum."),
        ],
    )


@exercise_of("08.5")
def a_million_miles_per_hour(rng):
    lam = pick(rng, 1.0, 0.5, 2.0)

    def answer():
        # So far from every car all k(xᵢ, x) are zero to rounding.
        # Nothing of f(x) = Σαᵢk(xᵢ, x) + b is left but b.
        _, b = ridge_dual_offset(gram(RBF(3.0), X), y, lam=lam)
        return b

    return Exercise(
        answer,
        why="Far from every car all k(xᵢ, x) vanish and b is left. It is not the mean of y: it is ȳ minus the mean of Kα.",
        hints=(
            "You need no prediction at all. What is left of the expansion?",
            "What is k(xᵢ, x) when x is thousands of length scales away from every xᵢ?",
            "Only b is left of f(x). ridge_dual_offset returns it.",
        ),
        mistakes=[
            (0.0, "That is the fit without an offset."),
            (y.mean(), "The mean of y is where b would be if α were 0; b = ȳ − (1/n) 1ᵀKα."),
        ],
        tolerance=1e-2,
    )


@exercise_of("08.6")
def means_of_cars(rng):
    lam = pick(rng, 0.62, 1.0, 2.0)

    def answer():
        # For m cars at one speed Σ(yᵢ − f)² is m(ȳ − f)² plus what f cannot change.
        # So the mean has m votes, which in (K + D)α = ȳ is a diagonal of λ/m.
        _, counts = np.unique(X, return_counts=True)
        return lam / counts

    counts = np.unique(X, return_counts=True)[1]
    return Exercise(
        answer,
        why="The mean of m cars at one speed is m times as trustworthy as one car, so it gets an m-th of λ on the diagonal.",
        hints=(
            "What does the objective say about the cars at one speed?",
            "For m cars at one speed, Σ(yᵢ − f)² = m(ȳ − f)² + something that f cannot change.",
            "Divide the objective's m(ȳ − f)² by m: where does the m go in (K + D)α = ȳ? counts comes from np.unique(X, return_counts=True).",
        ),
        mistakes=[
            (np.full(len(counts), lam), "That treats the mean of four cars like a single car. Where do the counts enter?"),
            (lam * counts, "The other way round: a mean of many cars deserves a smaller λ, not a larger one."),
            (lam / np.sqrt(counts), "The standard error shrinks with the root, but squared losses add up: no root here."),
            (lam, "One number for all speeds cannot know how many cars drove at each."),
        ],
        tolerance=1e-3,
    )
