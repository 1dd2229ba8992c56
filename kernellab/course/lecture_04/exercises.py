"""Exercises of lecture 04, Gram matrices."""

from functools import partial

import numpy as np

from askfirst import Exercise, pick, shuffled, superscript
from kernellab.course.datasets import stopping
from kernellab.course.shared.answers import but_for, lettered

X, _ = stopping()


def largest_corner_04_1(rng):
    a = pick(rng, 4, 9, 16, 25, 36, 49, 64, 81, 100)

    def answer():
        # With a below t in the corner, the eigenvalues have the sum 1 + a and the
        # product a − t². Both are ≥ 0 if these are, so t may grow until t² = a.
        return np.sqrt(a)

    return Exercise(
        answer,
        f"Cauchy and Schwarz: t² ≤ 1 · {a}. At t = {answer():g} the matrix is"
        " singular, and still positive semidefinite.",
        "Two by two: you need not solve for the eigenvalues to know their signs.",
        "Both are ≥ 0 if their sum and product are. Which numbers of K are these?",
        f"The sum of the eigenvalues is {a + 1}. Their product is the determinant,"
        f" {a} − t².",
        (a, "That is the largest t². Take the root."),
        ((1 + a) / 2, "That is the mean of the diagonal; take the geometric one."),
        (1, f"With ones on the diagonal that would be it. One of them is {a}."),
        (-np.sqrt(a), "That is the smallest such t; the largest is its opposite."),
        asks=f"{a} in the corner below t",
    )


def smallest_refutations_04_2(rng):
    third = pick(rng, "1 if |x − z| < 2", "exp(−|x − z|)")
    fourth = pick(rng, "cos(x − z)", "cos(x + z)")
    functions = shuffled(
        rng, ["x + z", "|x − z|", third, fourth, "max(x, z)", "min(x, z)"]
    )

    reasons = {
        "x + z": (1, "k(−1, −1) < 0"),
        "|x − z|": (2, "1 and 2 have zeros on the diagonal, but k(1, 2) = 1"),
        "1 if |x − z| < 2": (3, "in 0, 1.5, 3 close is not transitive"),
        "exp(−|x − z|)": (0, "its spectrum is positive"),
        "cos(x − z)": (0, "it has the features cos x and sin x"),
        "cos(x + z)": (1, "k(π/2, π/2) < 0"),
        "max(x, z)": (2, "k(1, 2)² = 4 > 2 = k(1, 1) k(2, 2)"),
        "min(x, z)": (0, "it has a feature for each u > 0: 1 if u < x, else 0"),
    }
    smallest = {function: reasons[function] for function in functions}

    def answer():
        # One point refutes by a negative diagonal, two by Cauchy and Schwarz, three
        # because close is not transitive. The kernels have features.
        return [points for points, reason in smallest.values()]

    with_entry = partial(but_for, functions, answer())
    return Exercise(
        answer,
        "Look at the diagonal first, then at pairs, then at three in a row. Only"
        " features prove that no table refutes the kernel.",
        "Start with the cheapest: the diagonal, then a pair, then three points.",
        "Can k(x, x) be negative? If not, can k(x, z)² exceed k(x, x) k(z, z)?",
        f"Try −1{' and π/2' * ('+' in fourth)} on the diagonal, and the pair 1, 2. Or"
        " look for features.",
        (with_entry("x + z", 2), "What is x + z at the one point x = z = −1?"),
        (with_entry("|x − z|", 1), "One point may have k(x, x) = 0."),
        (with_entry(third, 2), f"{third}: no pair has k(x, z)² > k(x, x) k(z, z)."),
        with_entry(fourth, 2),
        f"{fourth} has two products of cosines and sines. Which signs?",
        (with_entry("max(x, z)", 1), "max(x, x) > 0: one point refutes nothing."),
        with_entry("max(x, z)", 0),
        "Take 1 and 2: what is the determinant of the table of 1, 2, 2, 2?",
        with_entry("min(x, z)", 2),
        "min(x, z) on x < z has xz − x² > 0. Larger tables pass, too.",
        asks=f"{', '.join(lettered(functions))}, with max and min for positive numbers",
        items=(lettered(functions), {}),
    )


def pairs_are_not_enough_04_3(rng):
    n = pick(rng, 4, *range(5, 13))

    def answer():
        # Step 4 holds for two points only: for n equal u it says that 2n − n² is not
        # negative. Steps 1 to 3 give at least 2 − (Σu)² ≥ 2 − n for a unit vector, and
        # −1 in every place off the diagonal attains it.
        return [4, 2 - n]

    return Exercise(
        answer,
        f"With −1 in every place off the diagonal, c = (1, …, 1) has cᵀKc = {n} −"
        f" {n * (n - 1)} = −{n * (n - 2)}, and ‖c‖² = {n}.",
        "Try two points with u = (1, 1), then three. Which line is false?",
        "Which table makes every product as negative as a pair allows?",
        "It has 1 on its diagonal and −1 elsewhere: 2I minus the table of ones.",
        ([3, 2 - n], "The eigenvalue is right. Step 3 is, too: multiply (Σu)² out."),
        ([2, 2 - n], "The eigenvalue is right. Step 2 only adds up step 1."),
        ([4, 1 - n], "The step is right. The table of ones has the eigenvalue n."),
        ([4, -1], "The step is right, and the number is that for three points."),
        ([4, 0], "The step is right. For two points it is 0; take more of them."),
        asks=f"a table of {n} points",
        items={"the step that fails": 4, "the smallest eigenvalue": {}},
    )


def zero_eigenvalues_04_4(rng):
    n, speeds, p = len(X), len(np.unique(X)), pick(rng, 3, *range(2, 10))

    def answer():
        # (1 + xz)^p has the features 1, x, …, x^p, each with a weight, so Φ has p + 1
        # columns. There are more different speeds than that, so the rank of K is p + 1,
        # and the other eigenvalues are zero.
        return n - (p + 1)

    rank = "four" if p == 3 else str(p + 1)
    return Exercise(
        answer,
        f"K = ΦΦᵀ with {rank} columns in Φ has rank {p + 1} (there are far more"
        f" than {rank} speeds), and {answer()} eigenvalues are zero.",
        "Write the kernel with features. How many eigenvalues are not zero?",
        "K = ΦΦᵀ. How many columns has Φ, and so what rank can K have?",
        f"The features are the powers of x up to {p}, and the power 0.",
        (p + 1, "So many are not zero."),
        (n - p, f"The constant is a feature: (1 + xz){superscript(p)} has a 1."),
        (n - speeds, f"That would take a feature for each of the {speeds} speeds."),
        (n - 1, "That is for the linear kernel without a constant."),
        asks=f"the kernel (1 + xz){superscript(p)}",
    )


def nearest_psd_04_5(rng):
    rng = rng or np.random.default_rng(4)
    squares = [rng.normal(size=(n, n)) for n in (2, 4, 7)]

    def answer(K):
        # Rotated to its eigenvectors K is diagonal, and a rotation leaves squared
        # differences as they are. A PSD matrix has no negative entry on its diagonal,
        # and entries beside it only add to the sum: so the nearest is diagonal, too,
        # with zeros in place of the negative eigenvalues.
        values, V = np.linalg.eigh(K)
        return V @ np.diag(np.maximum(values, 0)) @ V.T

    def sizes(K):
        values, V = np.linalg.eigh(K)
        return V @ np.diag(np.abs(values)) @ V.T

    def turned(K):
        values, V = np.linalg.eigh(K)
        return V.T @ np.diag(np.maximum(values, 0)) @ V

    return Exercise(
        answer,
        "Negative eigenvalues become zero, and the eigenvectors stay.",
        "What makes a symmetric matrix PSD? Its entries do not tell.",
        "Take K = VΛVᵀ. Which of the three factors tells that K is not PSD?",
        "np.linalg.eigh gives Λ and V. Which number ≥ 0 is nearest to each Λᵢᵢ?",
        lambda K: np.maximum(K, 0),
        "You replaced negative entries. A PSD matrix may have them.",
        sizes,
        "You turned the sign of the negative eigenvalues. Zero is nearer to them.",
        lambda K: K - min(0, np.linalg.eigvalsh(K)[0]) * np.eye(len(K)),
        "Adding a multiple of I raises every eigenvalue, the good ones too.",
        (turned, "Vᵀ and V changed places: eigenvectors are columns, K = VΛVᵀ."),
        (lambda K: K, "This is K itself, with its negative eigenvalues."),
        tries=[*((A + A.T,) for A in squares), (squares[1] @ squares[1].T,)],
    )


def made_into_a_kernel_04_6(_rng):
    def answer(x, z):
        # At z = 0 the condition says −|x| + f(x) + f(0) = 0, and x = 0 in it gives f(0)
        # = 0. So f(x) = |x| for every x, and k is found.
        return abs(x) + abs(z) - abs(x - z)

    return Exercise(
        answer,
        "It is 2 min(|x|, |z|) where x and z have one sign, and 0 elsewhere.",
        "One of the two conditions holds at a single place. Look there.",
        "Put z = 0 in. What is f(x) + f(0), and what follows for x = 0?",
        "f(0) = 0, and so f(x) is what −|x − 0| lacks. Write down k.",
        lambda x, z: x + z - abs(x - z),
        "This is right for positive numbers. At z = 0, x = −1 it gives −2.",
        lambda x, z: min(abs(x), abs(z)) * (x * z > 0),
        "This is half of it: a kernel, but not −|x − z| + f(x) + f(z).",
        (lambda x, z: abs(x - z), "The minus sign is gone, so k(x, x) = 0."),
        tries=[(2.0, 3.0), (-1.5, 0.5), (-2.0, -0.25), (0.0, 1.0), (1.5, 1.5)],
    )
