"""Exercises of lecture 04, Gram matrices and Mercer's theorem."""

from kernellab.course.exercises.exercise import Exercise, Mistake

TABLES = (
    "rng = np.random.default_rng(4)\n"
    "squares = [rng.normal(size=(n, n)) for n in (2, 4, 7)]\n"
    "tries = [(A + A.T,) for A in squares] + [(squares[1] @ squares[1].T,)]"
)
PAIRS = "tries = [(2.0, 3.0), (-1.5, 0.5), (-2.0, -0.25), (0.0, 1.0), (1.5, 1.5)]"

EXERCISES = (
    Exercise(
        name="04.1",
        solution="answer = 2  # t² ≤ 1 · 4",
        why="Cauchy and Schwarz: t² ≤ 1 · 4. At t = 2 the matrix is singular, and still positive semidefinite.",
        hints=(
            "Two numbers are both ≥ 0 if and only if their sum and their product are. Which matrix quantities are these?",
            "The sum of the eigenvalues is 5. Their product is the determinant, 4 − t².",
        ),
        mistakes=(
            Mistake("4", "That is the largest t². Take the root."),
            Mistake("2.5", "That is the mean of the diagonal. The bound is its geometric mean, √(1 · 4)."),
            Mistake("1", "With ones on the diagonal that would be the bound. Here one of them is a 4."),
            Mistake("-2", "That is the smallest such t. The largest has the same size."),
        ),
    ),
    Exercise(
        name="04.2",
        solution="answer = 62 - 4  # four features: 1, x, x², x³",
        why="K = ΦΦᵀ with four columns in Φ has rank 4 (there are far more than four speeds), and 58 eigenvalues are zero.",
        hints=(
            "K = ΦΦᵀ. How many columns has Φ, and what is the largest rank that K can have?",
            "The features are 1, x, x² and x³, each with a weight. The rank is 4.",
        ),
        mistakes=(
            Mistake("4", "So many are not zero."),
            Mistake("59", "The constant is a feature as well: (1 + xz)³ starts with a 1."),
            Mistake(
                "34",
                "That would be right if each of the 28 speeds had a feature vector independent of the others. There are too few features for that.",
            ),
            Mistake("61", "That is right for the linear kernel without a constant, which has one feature."),
        ),
    ),
    Exercise(
        name="04.3",
        solution=("def answer(K):\n    values, V = np.linalg.eigh(K)\n    return V @ np.diag(np.maximum(values, 0)) @ V.T"),
        why="Negative eigenvalues become zero, and the eigenvectors stay. A matrix that was PSD already is left as it is.",
        hints=(
            "Take K = VΛVᵀ. In which of the three factors does it show that K is not PSD?",
            "np.linalg.eigh gives Λ and V; np.maximum(values, 0) replaces the negative eigenvalues.",
        ),
        mistakes=(
            Mistake(
                "np.maximum(K, 0)",
                "You replaced negative entries. A PSD matrix may have them, and a table without them need not be PSD.",
            ),
            Mistake(
                "def answer(K):\n    values, V = np.linalg.eigh(K)\n    return V @ np.diag(np.abs(values)) @ V.T",
                "You turned the negative eigenvalues round. Zero is nearer to them than their opposite.",
            ),
            Mistake(
                "K - min(0, np.linalg.eigvalsh(K)[0]) * np.eye(len(K))",
                "Adding a multiple of I makes the matrix PSD, but it raises every eigenvalue, the good ones too.",
            ),
            Mistake(
                "def answer(K):\n    values, V = np.linalg.eigh(K)\n    return V.T @ np.diag(np.maximum(values, 0)) @ V",
                "Vᵀ and V changed places. The eigenvectors are the columns of V, so K = VΛVᵀ.",
            ),
            Mistake(
                "def answer(K):\n    U, values, Vt = np.linalg.svd(K)\n    return U @ np.diag(values) @ Vt",
                "This gives K back: for an indefinite K the signs of the eigenvalues hide in U and V.",
            ),
        ),
        tries_code=TABLES,
    ),
    Exercise(
        name="04.4",
        solution="answer = 6  # the order 5 is the first with a negative coefficient; it takes 5 + 1 points",
        why="binom(3.7, j) is negative for the first time at j = 5, and a difference of order 5 takes six points.",
        hints=(
            "Which is the first order with a negative coefficient? The factors are 3.7, 2.7, 1.7, 0.7, −0.3, …",
            "The product of the first five of them is negative, so j = 5. How many points does a difference of order j take?",
        ),
        mistakes=(
            Mistake("5", "That is the order of the difference. It takes one point more."),
            Mistake("4", "The factors 3.7, 2.7, 1.7 and 0.7 are positive; the first negative one is the fifth."),
            Mistake("3", "Three points are enough below degree 1. The higher the degree, the more points a fraction takes."),
            Mistake("7", "A difference of order j takes j + 1 points, and the first negative coefficient is at j = 5."),
        ),
    ),
    Exercise(
        name="04.5",
        solution=(
            "values = brownian_pairs(1000).eigenvalues\n"
            "answer = int(np.argmax(np.cumsum(values) > 0.99 * 0.5)) + 1  # ∫ min(t, t) dt = 1/2"
        ),
        why="The eigenvalues fall like 1/j², so what is left after N terms falls only like 1/N: 2/(π²N) of the whole.",
        hints=(
            "The sum of all eigenvalues is ∫ k(t, t) dt with k(t, t) = t. What is it?",
            "It is 1/2. Add up brownian_pairs(1000).eigenvalues until the sum exceeds 0.495, and count.",
        ),
        mistakes=(
            Mistake(
                "values = brownian_pairs(100000).eigenvalues\nanswer = int(np.argmax(np.cumsum(values) > 0.49)) + 1",
                "You left out 0.01. One per cent of the whole is 0.005, for the whole is 1/2.",
            ),
            Mistake(
                "values = brownian_pairs(1000).eigenvalues\nanswer = int(np.argmax(np.cumsum(values) > 0.99 * 0.5))",
                "Python counts from 0: the entry that you found has one number more.",
            ),
            Mistake(
                "values = brownian_pairs(1000).eigenvalues\nanswer = int(np.argmax(values < 0.01 * values[0])) + 1",
                "There the eigenvalues have fallen below 1 % of the first one. The question is what the rest of them add up to.",
            ),
        ),
    ),
    Exercise(
        name="04.6",
        solution="def answer(x, z):\n    return abs(x) + abs(z) - abs(x - z)",
        why="At z = 0 it has to vanish, so f(x) = |x|. Where x and z have one sign this is 2 min(|x|, |z|), and else it is 0.",
        hints=(
            "Put z = 0 into the condition. What must f(x) + f(0) be, and what follows for x = 0?",
            "f(0) = 0 and f(x) = |x|. Write down k.",
        ),
        mistakes=(
            Mistake(
                "x + z - abs(x - z)",
                "This is 2 min(x, z), which is right for positive numbers. With z = 0 and x = −1 it gives −2, where it should give 0.",
            ),
            Mistake(
                "min(abs(x), abs(z)) * (x * z > 0)", "This is half of it: a kernel too, but not −|x − z| plus f(x) plus f(z)."
            ),
            Mistake("abs(x - z)", "The minus sign is gone. Then k(x, x) = 0 for all x, and only k = 0 could be a kernel."),
        ),
        tries_code=PAIRS,
    ),
)
