"""Exercises of lecture 11, a million points."""

import numpy as np

from kernellab.course.datasets import stopping
from kernellab.course.exercises.exercise import Exercise, exercise_of, pick, superscript
from kernellab.kernels.vectors import Polynomial
from kernellab.nystrom import nystrom_features

X, _ = stopping()


@exercise_of("11.1")
def memory_of_the_gram_matrix(rng):
    n = pick(rng, 200_000, 100_000, 300_000)

    def answer():
        # K holds a number for each pair of points, n² of them, and an array holds both halves.
        # Each takes 8 bytes, and 10⁹ bytes are a gigabyte.
        return 8 * n**2 / 1e9

    power = f"{n**2 // 10**10}·10{superscript(10)}"
    return Exercise(
        answer,
        why=f"n² numbers of 8 bytes: {power} times 8. Twice as many points would take four times as much.",
        hints=(
            "How many entries has a Gram matrix?",
            "A Gram matrix holds a number for each pair of points.",
            f"{n:,}² = {power} numbers, 8 bytes each, 10⁹ to a GB.",
        ),
        mistakes=[
            (n**2 / 1e9, "That many thousand millions of *numbers*. Each takes 8 bytes."),
            (4 * n**2 / 1e9, "K is symmetric and half of it would do, but an array holds both halves. (Or was it float32?)"),
            (8 * n / 1e9, f"That is one row of K. There are {n:,} rows."),
            (8.0 * n**2, "That is in bytes; the question asks for gigabytes."),
        ],
        tolerance=1e-2,
    )


@exercise_of("11.2")
def price_of_precision(rng):
    error, wanted = 0.05, pick(rng, 0.005, 0.01, 0.0025)

    def answer():
        # The error of a mean of m independent waves falls as 1/√m.
        # To divide it by c, m has to grow by c².
        return (error / wanted) ** 2

    c = error / wanted
    said = "a tenth of the error costs a hundred times the features" if c == 10 else "the features grow as the square"
    return Exercise(
        answer,
        why=f"The error falls as 1/√m: {said}.",
        hints=(
            "The features are a random sample of waves. How fast does a mean over a sample settle?",
            "The error of a mean of independent waves falls with the root of their number.",
            f"1/√(c·m) = (1/{c:g})·1/√m. What is c?",
        ),
        mistakes=[
            (c, f"That brings the error down by √{c:g} ≈ {c**0.5:.1f}. The root slows everything."),
            (c**0.5, "The root is on the other side: the error falls as 1/√m, so m grows as the square."),
            (1 / c**2, "The other way round: a smaller error needs more features."),
        ],
    )


@exercise_of("11.3")
def block_by_block(rng):
    rng = rng or np.random.default_rng(0)

    def draw(sizes, m):
        return [(rng.normal(size=(n, m)), rng.normal(size=n)) for n in sizes]

    def answer(blocks, lam):
        # ΦᵀΦ and Φᵀy are sums over points, so they can be added up block by block.
        # λ belongs to w and not to the points: it comes in once, at the end.
        A, v = 0, 0
        for Phi_j, y_j in blocks:
            A, v = A + Phi_j.T @ Phi_j, v + Phi_j.T @ y_j
        return np.linalg.solve(A + lam * np.eye(len(v)), v)

    def mean_of_fits(blocks, lam):
        return np.mean([answer([block], lam) for block in blocks], axis=0)

    return Exercise(
        answer,
        why="Only the two sums outlive a block, and λ is added once, at the end.",
        hints=(
            "Write down the closed form of w for all points at once.",
            "Which two sums over points does the closed form of w need?",
            "Add up Phi_j.T @ Phi_j and Phi_j.T @ y_j over all blocks; then add λI once and solve.",
        ),
        mistakes=[
            (mean_of_fits, "This is the mean of the blocks' own fits, another function. Add up ΦᵀΦ and Φᵀy, and solve once."),
            (
                lambda blocks, lam: answer(blocks, lam * len(blocks)),
                "λ went in once for each block. It belongs to w, not to the data: add it once.",
            ),
            (
                lambda blocks, lam: answer(blocks[-1:], lam),
                "This is the fit to the last block alone. Keep sums from block to block.",
            ),
            (lambda blocks, lam: answer(blocks, 0), "This is least squares: λ has got lost."),
        ],
        tries=[(draw((5, 4, 3), 2), 0.5), (draw((2, 9), 4), 3.0)],
    )


@exercise_of("11.4")
def landmarks_kept(_rng):
    def answer():
        # (1 + xz)² has the features 1, √2 x and x², so no more than three feature vectors are independent.
        # A landmark that the others span adds nothing, and nystrom_features leaves it out.
        return len(nystrom_features(Polynomial(2), X).landmarks)

    return Exercise(
        answer,
        why="(1 + xz)² has the features 1, √2 x and x²: three landmarks span them all, and a fourth adds nothing.",
        hints=(
            "When does one more landmark bring nothing new?",
            "How many features has (1 + xz)² on a line?",
            "Feature vectors with so many entries: how many of them can be independent? Or ask nystrom_features itself.",
        ),
        mistakes=[
            (len(X), "So many are offered, but a landmark that the others span is left out."),
            (len(np.unique(X)), "So many speeds differ. But how many feature vectors of (1 + xz)² can be independent?"),
            (2, "The constant is a feature too."),
            (1, "One landmark spans a line. The features of (1 + xz)² fill more."),
        ],
    )


@exercise_of("11.5")
def features_that_fit(rng):
    n, gigabytes = pick(rng, 100_000, 200_000, 50_000), pick(rng, 16, 32, 8)

    def answer():
        # Half of the memory is to hold n·m numbers of 8 bytes each.
        # Divide the bytes by 8n.
        return gigabytes / 2 * 1e9 / (8 * n)

    return Exercise(
        answer,
        why=f"Φ holds n·m numbers of 8 bytes. Beyond that, blocks; K would have wanted {8 * n * n / 1e9:g} GB.",
        hints=(
            "How many bytes does Φ take?",
            f"Φ has {n:,} rows of m numbers.",
            f"8 bytes · {n:,} · m = {gigabytes // 2}·10⁹ bytes.",
        ),
        mistakes=[
            (gigabytes * 1e9 / (8 * n), f"That takes all {gigabytes} GB; the question allows half."),
            (gigabytes / 2 * 1e9 / n, "A number takes 8 bytes, not one."),
            (n, f"From there on the dual's K would be smaller than Φ, but {8 * n * n / 1e9:g} GB is beyond this machine."),
        ],
        tolerance=1e-2,
    )


@exercise_of("11.6")
def an_offset_in_one_pass(rng):
    rng = rng or np.random.default_rng(0)

    def sums(n, m, lam):
        Phi, y = rng.normal(1.0, 1.0, size=(n, m)), rng.normal(3.0, 1.0, size=n)
        return Phi.T @ Phi, Phi.T @ y, Phi.sum(axis=0), y.sum(), n, lam

    def answer(A, v, s, u, n, lam):
        # Ridge with an offset is ridge on φᵢ − φ̄ and yᵢ − ȳ, and Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ = A − ssᵀ/n.
        # In the same way the right side becomes v − su/n, so five sums are enough.
        return np.linalg.solve(A - np.outer(s, s) / n + lam * np.eye(len(s)), v - s * u / n)

    def fit(A, v, lam):
        return np.linalg.solve(A + lam * np.eye(len(v)), v)

    def penalised(A, v, s, u, n, lam):
        return fit(np.block([[A, s[:, None]], [s[None, :], np.array([[n]])]]), np.append(v, u), lam)[:-1]

    return Exercise(
        answer,
        why="Centring can be done after the sum: Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ = A − ssᵀ/n, and in the same way Σ(φᵢ − φ̄)(yᵢ − ȳ) = v − su/n.",
        hints=(
            "What does an offset that is not penalised do to features and targets?",
            "Ridge with an offset is ridge on φᵢ − φ̄ and yᵢ − ȳ. Multiply Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ out.",
            "With φ̄ = s/n the centred sums are A − ssᵀ/n and v − su/n. np.outer(s, s) is ssᵀ.",
        ),
        mistakes=[
            (lambda A, v, s, u, n, lam: fit(A, v, lam), "This is the fit without an offset. Centre both sums first."),
            (
                lambda A, v, s, u, n, lam: fit(A - np.outer(s, s), v - s * u, lam),
                "Nearly: the means are s/n and u/n, so each product is to be divided by n once.",
            ),
            (
                lambda A, v, s, u, n, lam: fit(A - np.outer(s, s) / n, v, lam),
                "The matrix is centred, the right side is not: v = Σφᵢyᵢ needs − su/n.",
            ),
            (penalised, "Your constant feature is penalised like the others. An offset goes free."),
        ],
        tries=[sums(12, 3, 0.5), sums(7, 2, 4.0)],
    )
