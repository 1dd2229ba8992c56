"""Exercises of lecture 08, kernel ridge regression."""

from kernellab.course.exercises.exercise import Exercise, Mistake

TWO_POINTS = "K, y = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([15.0, 0.0])\n"
TRIES = "tries = [(gram(RBF(3.0), X[::4]), y[::4], 0.62), (gram(Linear() + RBF(5.0), X[::9]), y[::9], 3.0)]"

EXERCISES = (
    Exercise(
        name="08.1",
        solution=TWO_POINTS + "answer = np.linalg.solve(K + 2 * np.eye(2), y)  # [4, -1]",
        why="K + 2I has 4 on its diagonal, and 4·4 + 1·(−1) = 15, 1·4 + 4·(−1) = 0.",
        hints=("Write down K + λI first. What stands on its diagonal?", "Solve 4α₁ + α₂ = 15 and α₁ + 4α₂ = 0."),
        mistakes=(
            Mistake(
                TWO_POINTS + "answer = np.linalg.solve(K, y)",
                "You solved Kα = y: that is λ = 0, which passes through the data.",
            ),
            Mistake(
                TWO_POINTS + "answer = 2 * np.linalg.solve(K + 2 * np.eye(2), y)",
                "These are the residuals y − f = λα. Divide by λ.",
            ),
            Mistake(
                TWO_POINTS + "answer = np.linalg.solve(K + 4 * np.eye(2), y)",
                "You added nλ. That belongs to a mean of losses; the sum takes λ.",
            ),
        ),
    ),
    Exercise(
        name="08.2",
        solution="answer = 2 * len(np.unique(X)) + 1  # 28 speeds, a weight for each, and ℓ",
        why="Cars at one speed put the same bump in the same place, so their weights may be added up: 28 + 28 + 1 numbers, one curve.",
        hints=(
            "An expansion that keeps every car holds 62 weights, 62 speeds and ℓ. Which of its terms are alike?",
            "Two cars at one speed contribute α₁k(x, p) + α₂k(x, p) = (α₁ + α₂)k(x, p). How many different speeds are there?",
        ),
        mistakes=(
            Mistake(
                "125",
                "That is what the expansion of this lecture keeps. It can be done with fewer: some cars drove at the same speed.",
            ),
            Mistake("28", "Weights alone cannot be evaluated: k(x, p) asks for the speeds, and for ℓ."),
            Mistake("56", "Nearly: k has a number of its own."),
            Mistake("58", "One too many: λ did its work in training, and b is 0 here."),
            Mistake("62", "α alone cannot be evaluated: k(xᵢ, p) asks for the xᵢ."),
            Mistake("124", "Nearly all that the expansion of this lecture keeps, but for ℓ; and it can be done with fewer."),
            Mistake("126", "Too many: λ did its work in training, and b is 0 here. And some cars drove at the same speed."),
            Mistake("62 * 62", "The Gram matrix is needed to find α, but no longer to predict."),
        ),
    ),
    Exercise(
        name="08.3",
        solution=("def answer(K, y, lam):\n    Q = np.linalg.inv(K + lam * np.eye(len(y)))\n    return Q @ y / np.diag(Q)"),
        why="Two lines replace n refits. The division by Qᵢᵢ undoes the pull that point i had on its own prediction.",
        hints=(
            "Leave-one-out residual number i is αᵢ divided by something with index i.",
            "α = Q y with Q = (K + λI)⁻¹. Divide by the diagonal of Q.",
        ),
        mistakes=(
            Mistake(
                "lam * np.linalg.solve(K + lam * np.eye(len(y)), y)",
                "These are the training residuals y − f = λα: every point still took part in its own fit.",
            ),
            Mistake(
                "np.linalg.solve(K + lam * np.eye(len(y)), y)", "This is α. Divide each αᵢ by entry (i, i) of the inverse."
            ),
            Mistake(
                "def answer(K, y, lam):\n    A = K + lam * np.eye(len(y))\n    return np.linalg.solve(A, y) / np.diag(A)",
                "You divided by the diagonal of K + λI; the formula takes the diagonal of its inverse.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    Q = np.linalg.inv(K + lam * np.eye(len(y)))\n    return Q @ y * np.diag(Q)",
                "You multiplied by the diagonal of Q. Leaving a point out makes its residual larger: divide.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    Q = np.linalg.inv(K + lam * np.eye(len(y)))\n    return -Q @ y / np.diag(Q)",
                "The sign is turned round: a residual is the target minus the prediction.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    Q = np.linalg.inv(K + lam * np.eye(len(y)))\n    return np.sqrt(np.mean((Q @ y / np.diag(Q)) ** 2))",
                "That is one number, their root mean square. The question asks for all of them.",
            ),
        ),
        tries_code=TRIES,
    ),
    Exercise(
        name="08.4",
        solution=(
            "lams = np.logspace(-2, 4, 200)\n"
            "scales = range(1, 61)\n"
            "errors = [ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).min() for scale in scales]\n"
            "answer = scales[np.argmin(errors)]"
        ),
        why="45 mph, more than the whole range of measured speeds: the best squared exponential on these data hardly bends, like a parabola.",
        hints=(
            "For each ℓ one ridge_path; its loo_rmse(lams) gives the errors for all λ at once. Keep the smallest of each ℓ.",
            "errors = [ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).min() for scale in range(1, 61)], and find its minimum.",
        ),
        mistakes=(
            Mistake(
                "lams = np.logspace(-2, 4, 200)\n"
                "answer = min(ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).min() for scale in range(1, 61))",
                "That is the lowest error, in feet. The question asks for the ℓ at which it occurs.",
            ),
            Mistake("44", "You have its position in the list, which starts at 0 for ℓ = 1."),
            Mistake("1", "That ℓ fits the training data best, and the left-out car worst."),
            Mistake("60", "The error falls for a long while as ℓ grows, but not to the end. Look for the minimum."),
        ),
    ),
    Exercise(
        name="08.5",
        solution="alpha, b = ridge_dual_offset(gram(RBF(3.0), X), y, lam=1.0)\nanswer = b",
        why="Far from every car all k(xᵢ, x) vanish and b is left. It is not the mean of y: it is ȳ minus the mean of Kα.",
        hints=(
            "What is k(xᵢ, x) when x is thousands of length scales away from every xᵢ?",
            "Only b is left of f(x). ridge_dual_offset returns it.",
        ),
        mistakes=(
            Mistake("0.0", "That is the fit without an offset."),
            Mistake("y.mean()", "The mean of y is where b would be if α were 0; b = ȳ − (1/n) 1ᵀKα."),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="08.6",
        solution="speeds, counts = np.unique(X, return_counts=True)\nanswer = 0.62 / counts",
        why="The mean of m cars at one speed is m times as trustworthy as one car, so it gets an m-th of λ on the diagonal.",
        hints=(
            "For m cars at one speed, Σ(yᵢ − f)² = m(ȳ − f)² + something that f cannot change.",
            "Divide the objective's m(ȳ − f)² by m: where does the m go in (K + D)α = ȳ? counts comes from np.unique(X, return_counts=True).",
        ),
        mistakes=(
            Mistake("np.full(28, 0.62)", "That treats the mean of four cars like a single car. Where do the counts enter?"),
            Mistake(
                "speeds, counts = np.unique(X, return_counts=True)\nanswer = 0.62 * counts",
                "The other way round: a mean of many cars deserves a smaller λ, not a larger one.",
            ),
            Mistake(
                "speeds, counts = np.unique(X, return_counts=True)\nanswer = 0.62 / np.sqrt(counts)",
                "The standard error shrinks with the root, but squared losses add up: no root here.",
            ),
            Mistake("0.62", "One number for all speeds cannot know how many cars drove at each."),
        ),
        tolerance=1e-3,
    ),
)
