"""Exercises of lecture 04, Gram matrices."""

import numpy as np

from kernellab.compare import superscript
from kernellab.course.datasets import stopping
from kernellab.interactive.exercises import (
    Exercise,
    exercise_of,
    lettered,
    pick,
    shuffled,
)

X, _ = stopping()


@exercise_of("04.1")
def largest_corner(rng):
    a = pick(rng, 4, 9, 16, 25, 36, 49, 64, 81, 100)

    def answer():
        # Two eigenvalues are both ≥ 0 if their sum 1 + a and their product a − t² are.
        # The sum always is, so t may grow until t² = a.
        return np.sqrt(a)

    return Exercise(
        answer,
        asks=f"{a} in the corner below t",
        why=(
            f"Cauchy and Schwarz: t² ≤ 1 · {a}. At t = {answer():g} the matrix is"
            " singular, and still positive semidefinite."
        ),
        hints=(
            "Two by two: you need not solve for the eigenvalues to know their signs.",
            "Two numbers are both ≥ 0 if and only if their sum and their product"
            " are. Which matrix quantities are these?",
            f"The sum of the eigenvalues is {a + 1}. Their product is the"
            f" determinant, {a} − t².",
        ),
        mistakes=[
            (a, "That is the largest t². Take the root."),
            (
                (1 + a) / 2,
                "That is the mean of the diagonal. The bound is its geometric"
                f" mean, √(1 · {a}).",
            ),
            (
                1,
                "With ones on the diagonal that would be the bound. Here one of"
                f" them is {a}.",
            ),
            (
                -np.sqrt(a),
                "That is the smallest such t. The largest has the same size.",
            ),
        ],
    )


@exercise_of("04.2")
def smallest_refutations(rng):
    third = pick(rng, "1 if |x − z| < 2", "exp(−|x − z|)")
    fourth = pick(rng, "cos(x − z)", "cos(x + z)")
    functions = shuffled(
        rng, ["x + z", "|x − z|", third, fourth, "max(x, z)", "min(x, z)"]
    )

    def answer():
        # One point refutes by a negative diagonal, two by Cauchy and Schwarz, three
        # because close is not transitive. The kernels have features: cos x and sin x,
        # or for min a coordinate for every place, which is 1 up to x.
        points = {
            "x + z": 1,
            "|x − z|": 2,
            "1 if |x − z| < 2": 3,
            "cos(x + z)": 1,
            "max(x, z)": 2,
        }
        return [points.get(function, 0) for function in functions]

    def with_entry(function, points):
        return [
            points if each == function else right
            for each, right in zip(functions, answer(), strict=True)
        ]

    return Exercise(
        answer,
        asks=f"{lettered(functions)}, with max and min for positive numbers",
        why=(
            "Look at the diagonal first, then at pairs, then at three in a row. Only"
            " features can say that nothing will be found."
        ),
        hints=(
            "Start with the cheapest test: the diagonal, then a pair, then three"
            " points.",
            "Can k(x, x) be negative? If not, can k(x, z)² exceed k(x, x) k(z, z)?",
            "Try the diagonal at −1 and at π/2, and the pair 1 and 2. For a"
            " function that passes, look for features.",
        ),
        mistakes=[
            (
                with_entry("x + z", 2),
                "One function falls earlier than you say: what is x + z at x = z = −1?",
            ),
            (
                with_entry("|x − z|", 1),
                "The diagonal of |x − z| is zero, and that one point may have.",
            ),
            (
                with_entry(third, 2),
                f"{third}: no pair has k(x, z)² > k(x, x) k(z, z). Any two points"
                " have features.",
            ),
            (
                with_entry(fourth, 2),
                f"{fourth}: write it with cos x, sin x, cos z and sin z. Which"
                " signs do the two products have?",
            ),
            (
                with_entry("max(x, z)", 1),
                "max(x, x) = x is positive, so one point refutes nothing. Try two.",
            ),
            (
                with_entry("max(x, z)", 0),
                "max(x, z) on 1 and 2 has the table of 1, 2, 2, 2. What is its"
                " determinant?",
            ),
            (
                with_entry("min(x, z)", 2),
                "min(x, z) on x < z has the determinant xz − x², which is positive."
                " Larger tables pass, too.",
            ),
        ],
    )


@exercise_of("04.3")
def pairs_are_not_enough(rng):
    n = pick(rng, 4, *range(5, 13))

    def answer():
        # Step 4 holds for two points only: for n equal u it says that 2n − n² is not
        # negative. Steps 1 to 3 give at least 2 − (Σu)² ≥ 2 − n for a unit vector, and
        # −1 in every place off the diagonal attains it.
        return [4, 2 - n]

    return Exercise(
        answer,
        asks=f"a table of {n} points",
        why=(
            f"With −1 in every place off the diagonal, c = (1, …, 1) has cᵀKc = {n} −"
            f" {n * (n - 1)} = −{n * (n - 2)}, and ‖c‖² = {n}."
        ),
        hints=(
            "Put numbers in: two points with u = (1, 1), then three with u = (1, 1,"
            " 1). Which line is false?",
            "Equality holds in step 1 if every product is as negative as a pair"
            " allows. Which table is that, for positive c?",
            "The table has 1 on its diagonal and −1 everywhere else. It is 2I minus"
            " the table of ones: what are its eigenvalues?",
        ),
        mistakes=[
            (
                [3, 2 - n],
                "The eigenvalue is right. Step 3 is, too: multiply (Σu)² out, and"
                " the squares come once more.",
            ),
            (
                [2, 2 - n],
                "The eigenvalue is right. Step 2 only adds up what step 1 says, and"
                " the squares of the diagonal.",
            ),
            (
                [4, 1 - n],
                "The step is right. The table of ones has the eigenvalue n; the"
                " table that you want is twice I minus it.",
            ),
            (
                [4, -1],
                "The step is right, and so is the number for three points. With"
                " more of them it gets worse.",
            ),
            (
                [4, 0],
                "The step is right. For two points nothing is below zero; take u ="
                " (1, …, 1) with more of them.",
            ),
        ],
    )


@exercise_of("04.4")
def zero_eigenvalues(rng):
    n, speeds, p = len(X), len(np.unique(X)), pick(rng, 3, *range(2, 10))

    def answer():
        # (1 + xz)^p has the features 1, x, …, x^p, each with a weight, so Φ has p + 1
        # columns. There are more different speeds than that, so the rank of K is p + 1,
        # and the other eigenvalues are zero.
        return n - (p + 1)

    rank = "four" if p == 3 else str(p + 1)
    return Exercise(
        answer,
        asks=f"the kernel (1 + xz){superscript(p)}",
        why=(
            f"K = ΦΦᵀ with {rank} columns in Φ has rank {p + 1} (there are far more"
            f" than {rank} speeds), and {answer()} eigenvalues are zero."
        ),
        hints=(
            "Write the kernel with features. How many eigenvalues of ΦΦᵀ can differ"
            " from zero?",
            "K = ΦΦᵀ. How many columns has Φ, and what is the largest rank that K"
            " can have?",
            f"The features are the powers of x up to {p}, each with a weight. Do"
            " not forget the power 0.",
        ),
        mistakes=[
            (p + 1, "So many are not zero."),
            (
                n - p,
                f"The constant is a feature as well: (1 + xz){superscript(p)}"
                " starts with a 1.",
            ),
            (
                n - speeds,
                f"That would be right if each of the {speeds} speeds had a feature"
                " vector independent of the others. There are too few features for"
                " that.",
            ),
            (
                n - 1,
                "That is right for the linear kernel without a constant, which has"
                " one feature.",
            ),
        ],
    )


@exercise_of("04.5")
def nearest_psd(rng):
    rng = rng or np.random.default_rng(4)
    squares = [rng.normal(size=(n, n)) for n in (2, 4, 7)]

    def answer(K):
        # Rotated to its eigenvectors K is diagonal, and a rotation leaves squared
        # differences as they are. The nearest numbers ≥ 0 to the eigenvalues are
        # themselves, or zero.
        values, V = np.linalg.eigh(K)
        return V @ np.diag(np.maximum(values, 0)) @ V.T

    def rebuilt(K, change):
        values, V = np.linalg.eigh(K)
        return V @ np.diag(change(values)) @ V.T

    def turned(K):
        values, V = np.linalg.eigh(K)
        return V.T @ np.diag(np.maximum(values, 0)) @ V

    def from_singular_values(K):
        U, values, Vt = np.linalg.svd(K)
        return U @ np.diag(values) @ Vt

    return Exercise(
        answer,
        why=(
            "Negative eigenvalues become zero, and the eigenvectors stay. A matrix that"
            " was PSD already is left as it is."
        ),
        hints=(
            "What makes a symmetric matrix PSD? Its entries do not tell.",
            "Take K = VΛVᵀ. In which of the three factors does it show that K is"
            " not PSD?",
            "np.linalg.eigh gives Λ and V. Replace each negative eigenvalue by the"
            " nearest number that is allowed.",
        ),
        mistakes=[
            (
                lambda K: np.maximum(K, 0),
                "You replaced negative entries. A PSD matrix may have them, and a"
                " table without them need not be PSD.",
            ),
            (
                lambda K: rebuilt(K, np.abs),
                "You turned the negative eigenvalues round. Zero is nearer to them"
                " than their opposite.",
            ),
            (
                lambda K: K - min(0, np.linalg.eigvalsh(K)[0]) * np.eye(len(K)),
                "Adding a multiple of I makes the matrix PSD, but it raises every"
                " eigenvalue, the good ones too.",
            ),
            (
                turned,
                "Vᵀ and V changed places. The eigenvectors are the columns of V, so"
                " K = VΛVᵀ.",
            ),
            (
                from_singular_values,
                "This is K itself, with its negative eigenvalues. (A singular value"
                " decomposition moves their signs to U and V.)",
            ),
        ],
        tries=[*((A + A.T,) for A in squares), (squares[1] @ squares[1].T,)],
    )


@exercise_of("04.6")
def made_into_a_kernel(_rng):
    def answer(x, z):
        # At z = 0 the condition says −|x| + f(x) + f(0) = 0, and x = 0 in it gives f(0)
        # = 0. So f(x) = |x| for every x, and k is found.
        return abs(x) + abs(z) - abs(x - z)

    return Exercise(
        answer,
        why=(
            "At z = 0 it has to vanish, so f(x) = |x|. Where x and z have one sign this"
            " is 2 min(|x|, |z|), and else it is 0."
        ),
        hints=(
            "One of the two conditions holds at a single place. Look there.",
            "Put z = 0 into the condition. What must f(x) + f(0) be, and what"
            " follows for x = 0?",
            "f(0) = 0, and so f(x) is what −|x − 0| lacks. Write down k.",
        ),
        mistakes=[
            (
                lambda x, z: x + z - abs(x - z),
                "This is 2 min(x, z), which is right for positive numbers. With z ="
                " 0 and x = −1 it gives −2, where it should give 0.",
            ),
            (
                lambda x, z: min(abs(x), abs(z)) * (x * z > 0),
                "This is half of it: a kernel too, but not −|x − z| plus f(x) plus"
                " f(z).",
            ),
            (
                lambda x, z: abs(x - z),
                "The minus sign is gone. Then k(x, x) = 0 for all x, and only k = 0"
                " could be a kernel.",
            ),
        ],
        tries=[(2.0, 3.0), (-1.5, 0.5), (-2.0, -0.25), (0.0, 1.0), (1.5, 1.5)],
    )
