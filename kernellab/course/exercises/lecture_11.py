"""Exercises of lecture 11, a million points."""

from kernellab.course.exercises.exercise import Exercise, Mistake

BLOCKS = (
    "def blocks(seed, sizes, m):\n"
    "    rng = np.random.default_rng(seed)\n"
    "    return [(rng.normal(size=(n, m)), rng.normal(size=n)) for n in sizes]\n"
    "tries = [(blocks(0, (5, 4, 3), 2), 0.5), (blocks(1, (2, 9), 4), 3.0)]"
)
SUMS = (
    "def sums(seed, n, m, lam):\n"
    "    rng = np.random.default_rng(seed)\n"
    "    Phi, y = rng.normal(1.0, 1.0, size=(n, m)), rng.normal(3.0, 1.0, size=n)\n"
    "    return Phi.T @ Phi, Phi.T @ y, Phi.sum(axis=0), y.sum(), n, lam\n"
    "tries = [sums(0, 12, 3, 0.5), sums(1, 7, 2, 4.0)]"
)

EXERCISES = (
    Exercise(
        name="11.1",
        solution="answer = 8 * 200_000**2 / 1e9  # 320",
        why="n² numbers of 8 bytes: 4·10¹⁰ times 8. Twice as many points would take four times as much.",
        hints=(
            "A Gram matrix holds a number for each pair of points.",
            "200,000² = 4·10¹⁰ numbers, 8 bytes each, 10⁹ to a GB.",
        ),
        mistakes=(
            Mistake("answer = 40.0", "That many thousand millions of *numbers*. Each takes 8 bytes."),
            Mistake(
                "answer = 160.0", "K is symmetric and half of it would do, but an array holds both halves. (Or was it float32?)"
            ),
            Mistake("answer = 8 * 200_000 / 1e9", "That is one row of K. There are 200,000 rows."),
            Mistake("answer = 320e9", "That is in bytes; the question asks for gigabytes."),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="11.2",
        solution="answer = (0.05 / 0.005) ** 2  # 100",
        why="The error falls as 1/√m: a tenth of the error costs a hundred times the features.",
        hints=(
            "The error of a mean of independent waves falls with the root of their number.",
            "1/√(c·m) = (1/10)·1/√m. What is c?",
        ),
        mistakes=(
            Mistake("answer = 10.0", "That brings the error down by √10 ≈ 3.2. The root slows everything."),
            Mistake("answer = 10**0.5", "The root is on the other side: the error falls as 1/√m, so m grows as the square."),
            Mistake("answer = 0.01", "The other way round: a smaller error needs more features."),
        ),
    ),
    Exercise(
        name="11.3",
        solution=(
            "def answer(blocks, lam):\n"
            "    A, v = 0, 0\n"
            "    for Phi_j, y_j in blocks:\n"
            "        A, v = A + Phi_j.T @ Phi_j, v + Phi_j.T @ y_j\n"
            "    return np.linalg.solve(A + lam * np.eye(len(v)), v)"
        ),
        why="Only the two sums outlive a block, and λ is added once, at the end.",
        hints=(
            "Which two sums over points does the closed form of w need?",
            "Add up Phi_j.T @ Phi_j and Phi_j.T @ y_j over all blocks; then add λI once and solve.",
        ),
        mistakes=(
            Mistake(
                "def answer(blocks, lam):\n"
                "    return np.mean([np.linalg.solve(P.T @ P + lam * np.eye(P.shape[1]), P.T @ t) for P, t in blocks], axis=0)",
                "This is the mean of the blocks' own fits, another function. Add up ΦᵀΦ and Φᵀy, and solve once.",
            ),
            Mistake(
                "def answer(blocks, lam):\n"
                "    A = sum(P.T @ P + lam * np.eye(P.shape[1]) for P, t in blocks)\n"
                "    return np.linalg.solve(A, sum(P.T @ t for P, t in blocks))",
                "λ went in once for each block. It belongs to w, not to the data: add it once.",
            ),
            Mistake(
                "def answer(blocks, lam):\n"
                "    for P, t in blocks:\n"
                "        w = np.linalg.solve(P.T @ P + lam * np.eye(P.shape[1]), P.T @ t)\n"
                "    return w",
                "This is the fit to the last block alone. Keep sums from block to block.",
            ),
            Mistake(
                "def answer(blocks, lam):\n"
                "    A = sum(P.T @ P for P, t in blocks)\n"
                "    return np.linalg.solve(A, sum(P.T @ t for P, t in blocks))",
                "This is least squares: λ has got lost.",
            ),
        ),
        tries_code=BLOCKS,
    ),
    Exercise(
        name="11.4",
        solution="answer = len(nystrom_features(Polynomial(2), X).landmarks)  # 3",
        why="(1 + xz)² has the features 1, √2 x and x²: three landmarks span them all, and a fourth adds nothing.",
        hints=(
            "How many features has (1 + xz)² on a line?",
            "Feature vectors with 3 entries: at most 3 of them are independent. Or ask nystrom_features itself.",
        ),
        mistakes=(
            Mistake("answer = 62", "So many are offered, but a landmark that the others span is left out."),
            Mistake("answer = 28", "So many speeds differ. But how many feature vectors of (1 + xz)² can be independent?"),
            Mistake("answer = 2", "The constant is a feature too."),
            Mistake("answer = 1", "One landmark spans a line. The features of (1 + xz)² fill more."),
        ),
    ),
    Exercise(
        name="11.5",
        solution="answer = 8e9 / (8 * 100_000)  # 10 000",
        why="Φ holds n·m numbers of 8 bytes. Beyond that, blocks; K would have wanted 80 GB.",
        hints=("Φ has 100,000 rows of m numbers.", "8 bytes · 100,000 · m = 8·10⁹ bytes."),
        mistakes=(
            Mistake("answer = 20_000", "That takes all 16 GB; the question allows half."),
            Mistake("answer = 80_000", "A number takes 8 bytes, not one."),
            Mistake(
                "answer = 100_000", "From there on the dual's K would be smaller than Φ, but 80 GB is beyond this machine."
            ),
        ),
        tolerance=1e-2,
    ),
    Exercise(
        name="11.6",
        solution=(
            "def answer(A, v, s, u, n, lam):\n"
            "    return np.linalg.solve(A - np.outer(s, s) / n + lam * np.eye(len(s)), v - s * u / n)"
        ),
        why="Centring can be done after the sum: Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ = A − ssᵀ/n, and in the same way Σ(φᵢ − φ̄)(yᵢ − ȳ) = v − su/n.",
        hints=(
            "Ridge with an offset is ridge on φᵢ − φ̄ and yᵢ − ȳ. Multiply Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ out.",
            "With φ̄ = s/n the centred sums are A − ssᵀ/n and v − su/n. np.outer(s, s) is ssᵀ.",
        ),
        mistakes=(
            Mistake(
                "def answer(A, v, s, u, n, lam):\n    return np.linalg.solve(A + lam * np.eye(len(s)), v)",
                "This is the fit without an offset. Centre both sums first.",
            ),
            Mistake(
                "def answer(A, v, s, u, n, lam):\n    return np.linalg.solve(A - np.outer(s, s) + lam * np.eye(len(s)), v - s * u)",
                "Nearly: the means are s/n and u/n, so each product is to be divided by n once.",
            ),
            Mistake(
                "def answer(A, v, s, u, n, lam):\n    return np.linalg.solve(A - np.outer(s, s) / n + lam * np.eye(len(s)), v)",
                "The matrix is centred, the right side is not: v = Σφᵢyᵢ needs − su/n.",
            ),
            Mistake(
                "def answer(A, v, s, u, n, lam):\n"
                "    M = np.block([[A, s[:, None]], [s[None, :], np.array([[n]])]]) + lam * np.eye(len(s) + 1)\n"
                "    return np.linalg.solve(M, np.append(v, u))[:-1]",
                "Your constant feature is penalised like the others. An offset goes free.",
            ),
        ),
        tries_code=SUMS,
    ),
)
