"""Exercises of lecture 04, Gram matrices and Mercer's theorem."""

import numpy as np

from kernellab.course.datasets import stopping
from kernellab.course.exercises.exercise import Exercise, exercise_of, pick, superscript
from kernellab.mercer import brownian_pairs

X, _ = stopping()


@exercise_of("04.1")
def largest_corner(rng):
    a = pick(rng, 4, 9, 16)

    def answer():
        # Two eigenvalues are both ≥ 0 if their sum 1 + a and their product a − t² are.
        # The sum always is, so t may grow until t² = a.
        return np.sqrt(a)

    return Exercise(
        answer,
        why=f"Cauchy and Schwarz: t² ≤ 1 · {a}. At t = {answer():g} the matrix is singular, and still positive semidefinite.",
        hints=(
            "Two by two: you need not solve for the eigenvalues to know their signs.",
            "Two numbers are both ≥ 0 if and only if their sum and their product are. Which matrix quantities are these?",
            f"The sum of the eigenvalues is {a + 1}. Their product is the determinant, {a} − t².",
        ),
        mistakes=[
            (a, "That is the largest t². Take the root."),
            ((1 + a) / 2, f"That is the mean of the diagonal. The bound is its geometric mean, √(1 · {a})."),
            (1, f"With ones on the diagonal that would be the bound. Here one of them is a {a}."),
            (-np.sqrt(a), "That is the smallest such t. The largest has the same size."),
        ],
    )


@exercise_of("04.2")
def zero_eigenvalues(rng):
    n, speeds, p = len(X), len(np.unique(X)), pick(rng, 3, 4, 5)

    def answer():
        # (1 + xz)^p has the features 1, x, …, x^p, each with a weight, so Φ has p + 1 columns.
        # There are more different speeds than that, so the rank of K is p + 1, and the other eigenvalues are zero.
        return n - (p + 1)

    rank = "four" if p == 3 else str(p + 1)
    return Exercise(
        answer,
        why=f"K = ΦΦᵀ with {rank} columns in Φ has rank {p + 1} (there are far more than {rank} speeds), and {answer()} eigenvalues are zero.",
        hints=(
            "Write the kernel with features. How many eigenvalues of ΦΦᵀ can differ from zero?",
            "K = ΦΦᵀ. How many columns has Φ, and what is the largest rank that K can have?",
            f"The features are the powers of x up to {p}, each with a weight. Do not forget the power 0.",
        ),
        mistakes=[
            (p + 1, "So many are not zero."),
            (n - p, f"The constant is a feature as well: (1 + xz){superscript(p)} starts with a 1."),
            (
                n - speeds,
                f"That would be right if each of the {speeds} speeds had a feature vector independent of the others. "
                "There are too few features for that.",
            ),
            (n - 1, "That is right for the linear kernel without a constant, which has one feature."),
        ],
    )


@exercise_of("04.3")
def nearest_psd(rng):
    rng = rng or np.random.default_rng(4)
    squares = [rng.normal(size=(n, n)) for n in (2, 4, 7)]

    def answer(K):
        # Rotated to its eigenvectors K is diagonal, and a rotation leaves squared differences as they are.
        # The nearest numbers ≥ 0 to the eigenvalues are themselves, or zero.
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
        why="Negative eigenvalues become zero, and the eigenvectors stay. A matrix that was PSD already is left as it is.",
        hints=(
            "What makes a symmetric matrix PSD? Its entries do not tell.",
            "Take K = VΛVᵀ. In which of the three factors does it show that K is not PSD?",
            "np.linalg.eigh gives Λ and V. Replace each negative eigenvalue by the nearest number that is allowed.",
        ),
        mistakes=[
            (
                lambda K: np.maximum(K, 0),
                "You replaced negative entries. A PSD matrix may have them, and a table without them need not be PSD.",
            ),
            (
                lambda K: rebuilt(K, np.abs),
                "You turned the negative eigenvalues round. Zero is nearer to them than their opposite.",
            ),
            (
                lambda K: K - min(0, np.linalg.eigvalsh(K)[0]) * np.eye(len(K)),
                "Adding a multiple of I makes the matrix PSD, but it raises every eigenvalue, the good ones too.",
            ),
            (turned, "Vᵀ and V changed places. The eigenvectors are the columns of V, so K = VΛVᵀ."),
            (from_singular_values, "This gives K back: for an indefinite K the signs of the eigenvalues hide in U and V."),
        ],
        tries=[*((A + A.T,) for A in squares), (squares[1] @ squares[1].T,)],
    )


@exercise_of("04.4")
def points_that_refute(rng):
    whole = pick(rng, 3, 2, 4, 5)

    def answer():
        # The factors of binom(p, j) fall from p by ones, and the first negative one comes after those of the whole part.
        # So the order j is two more than the whole part of p, and a difference of order j takes j + 1 points.
        j = whole + 2
        return j + 1

    first = ", ".join(f"{whole + 0.7 - i:.1f}" for i in range(whole + 1))
    return Exercise(
        answer,
        why=f"binom({whole}.7, j) is negative for the first time at j = {whole + 2}, and a difference of order j takes j + 1 points.",
        hints=(
            "Which coefficients has the power series of the kernel?",
            f"Which is the first order with a negative coefficient? The factors are {first}, −0.3, …",
            "The product of the factors up to the first negative one is negative. How many points does a difference of order j take?",
        ),
        mistakes=[
            (whole + 2, "That is the order of the difference. It takes one point more."),
            (whole + 1, f"The factors {first} are positive; the first negative one comes after them."),
            (3, "Three points are enough below degree 1. The higher the degree, the more points a fraction takes."),
            (
                whole + 4,
                "A difference of order j takes j + 1 points. At which j is the coefficient negative for the first time?",
            ),
        ],
    )


@exercise_of("04.5")
def terms_of_the_series(rng):
    share = pick(rng, 0.99, 0.985, 0.98)

    def answer():
        # All eigenvalues together are ∫ k(t, t) dt = ∫ t dt = 1/2.
        # Count the largest until their sum exceeds the share of that.
        values = brownian_pairs(1000).eigenvalues
        return int(np.argmax(np.cumsum(values) > share * 0.5)) + 1

    values, rest = brownian_pairs(1000).eigenvalues, 1 - share
    return Exercise(
        answer,
        why="The eigenvalues fall like 1/j², so what is left after N terms falls only like 1/N: 2/(π²N) of the whole.",
        hints=(
            "What do all eigenvalues add up to? There is an integral for it.",
            "The sum of all eigenvalues is ∫ k(t, t) dt with k(t, t) = t. What is it?",
            f"It is 1/2. Add up brownian_pairs(1000).eigenvalues until the sum exceeds {share / 2}, and count.",
        ),
        mistakes=[
            (
                int(np.argmax(np.cumsum(values) > 0.5 - rest)) + 1,
                f"You left out {rest:.2g}. That share of the whole is {rest / 2:.2g}, for the whole is 1/2.",
            ),
            (answer() - 1, "Python counts from 0: the entry that you found has one number more."),
            (
                int(np.argmax(values < rest * values[0])) + 1,
                f"There the eigenvalues have fallen below {100 * rest:.2g} % of the first one. The question is what the rest of them add up to.",
            ),
        ],
    )


@exercise_of("04.6")
def made_into_a_kernel(_rng):
    def answer(x, z):
        # At z = 0 the condition says −|x| + f(x) + f(0) = 0, and x = 0 in it gives f(0) = 0.
        # So f(x) = |x| for every x, and k is found.
        return abs(x) + abs(z) - abs(x - z)

    return Exercise(
        answer,
        why="At z = 0 it has to vanish, so f(x) = |x|. Where x and z have one sign this is 2 min(|x|, |z|), and else it is 0.",
        hints=(
            "One of the two conditions holds at a single place. Look there.",
            "Put z = 0 into the condition. What must f(x) + f(0) be, and what follows for x = 0?",
            "f(0) = 0, and so f(x) is what −|x − 0| lacks. Write down k.",
        ),
        mistakes=[
            (
                lambda x, z: x + z - abs(x - z),
                "This is 2 min(x, z), which is right for positive numbers. With z = 0 and x = −1 it gives −2, where it should give 0.",
            ),
            (
                lambda x, z: min(abs(x), abs(z)) * (x * z > 0),
                "This is half of it: a kernel too, but not −|x − z| plus f(x) plus f(z).",
            ),
            (lambda x, z: abs(x - z), "The minus sign is gone. Then k(x, x) = 0 for all x, and only k = 0 could be a kernel."),
        ],
        tries=[(2.0, 3.0), (-1.5, 0.5), (-2.0, -0.25), (0.0, 1.0), (1.5, 1.5)],
    )
