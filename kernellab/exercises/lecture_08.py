"""Exercises of lecture 08, kernel ridge regression."""

from kernellab.exercises.exercise import Exercise, Mistake

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
        solution="answer = 62 + 62 + 1  # α, the speeds, and ℓ",
        why="f(x) = Σ αᵢ k(xᵢ, x) needs each αᵢ, each xᵢ, and whatever the kernel itself has to know.",
        hints=(
            "Write f(45) as a sum and mark every number in it that comes from training.",
            "Each term holds αᵢ and xᵢ. And what does k hold?",
        ),
        mistakes=(
            Mistake("answer = 62", "α alone cannot be evaluated: k(xᵢ, x) asks for the xᵢ."),
            Mistake("answer = 124", "Nearly: k has a number of its own."),
            Mistake("answer = 126", "One too many: λ did its work in training and y is inside α; a prediction needs neither."),
            Mistake("answer = 62 * 62 + 62", "The Gram matrix is needed to find α, but no longer to predict."),
            Mistake("answer = 62 * 62", "The Gram matrix is needed to find α, but no longer to predict."),
            Mistake("answer = 62 + 62 + 62 + 1", "y is no longer needed: all that it had to say is in α."),
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
                "def answer(K, y, lam):\n    return lam * np.linalg.solve(K + lam * np.eye(len(y)), y)",
                "These are the training residuals y − f = λα: every point still took part in its own fit.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(y)), y)",
                "This is α. Divide each αᵢ by entry (i, i) of the inverse.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    A = K + lam * np.eye(len(y))\n    return np.linalg.solve(A, y) / np.diag(A)",
                "You divided by the diagonal of K + λI; the formula takes the diagonal of its inverse.",
            ),
            Mistake(
                "def answer(K, y, lam):\n    Q = np.linalg.inv(K + lam * np.eye(len(y)))\n    return Q @ y * np.diag(Q)",
                "You multiplied by the diagonal of Q. Leaving a point out makes its residual larger: divide.",
            ),
        ),
        tries_code=TRIES,
    ),
    Exercise(
        name="08.4",
        solution=(
            "lams = np.logspace(-2, 4, 200)\n"
            "path = ridge_path(gram(Polynomial(degree=2), X), y)\n"
            "answer = lams[path.loo_rmse(lams).argmin()]"
        ),
        why="About 10³. That sounds like much, but K has entries up to 1601² here, so λ bends the curve only a little.",
        hints=(
            "ridge_path(K, y) has a method that gives the leave-one-out error for a whole array of λ.",
            "lams[path.loo_rmse(lams).argmin()]",
        ),
        mistakes=(
            Mistake(
                "answer = 0.01",
                "That λ has the smallest training error. Of course: less penalty always fits the training data better.",
            ),
            Mistake(
                "lams = np.logspace(-2, 4, 200)\nanswer = ridge_path(gram(Polynomial(degree=2), X), y).loo_rmse(lams).min()",
                "That is the lowest error, in feet. The question asks for the λ at which it occurs.",
            ),
            Mistake(
                "lams = np.logspace(-2, 4, 200)\nanswer = ridge_path(gram(Polynomial(degree=2), X), y).loo_rmse(lams).argmin()",
                "That is the position in the array. The question asks for the λ that stands there.",
            ),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="08.5",
        solution="alpha, b = ridge_dual_offset(gram(RBF(3.0), X), y, lam=1.0)\nanswer = b",
        why="Far from every car all k(xᵢ, x) vanish and b is left. It is not the mean of y: it is ȳ minus the mean of Kα.",
        hints=(
            "What is k(xᵢ, x) when x is a thousand length scales away from every xᵢ?",
            "Only b is left of f(x). ridge_dual_offset returns it.",
        ),
        mistakes=(
            Mistake("answer = 0.0", "That is the fit without an offset."),
            Mistake("answer = y.mean()", "The mean of y is where b would be if α were 0; b = ȳ − (1/n) 1ᵀKα."),
        ),
        tolerance=1e-3,
    ),
    Exercise(
        name="08.6",
        solution="answer = 2 * 0.62",
        why="Every loss counts twice, so the penalty must too. With a mean of losses nothing would have to change.",
        hints=(
            "Write the objective for the doubled data. Which part of it doubled by itself?",
            "2 Σ rᵢ² + λ'‖w‖² is twice Σ rᵢ² + λ‖w‖² for the right λ'.",
        ),
        mistakes=(
            Mistake("answer = 0.62", "With the same λ the penalty weighs half as much against twice the losses."),
            Mistake("answer = 0.31", "The other way round: twice the losses call for twice the penalty."),
        ),
    ),
)
