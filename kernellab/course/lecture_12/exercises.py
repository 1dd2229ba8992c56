"""Exercises of lecture 12, a million points."""

import numpy as np

from askfirst import Exercise, pick, shuffled, superscript
from kernellab import Polynomial, nystrom_features
from kernellab.course.datasets import stopping

X, _ = stopping()
# The tasks of 12.1.
TASKS = {
    "a": "a million cars, a cubic",
    "b": "500 documents, 20,000 words",
    "c": "a million cars, squared exponential",
    "d": "2000 cars, squared exponential, exact",
}


def choice_of_a_route_12_1(rng):
    tasks = shuffled(rng, "abcd")

    def answer():
        # The primal wants few features and the dual few points; landmarks are for tasks
        # that have too many of both. (a) has 56 features, (b) 500 points for 20,000
        # features, (c) a million points, (d) points few enough for K.
        route = {"a": 1, "b": 2, "c": 3, "d": 2}
        return [route[task] for task in tasks]

    def routes(*chosen):
        return [chosen["abcd".index(task)] for task in tasks]

    named = [f"({task}) {TASKS[task]}" for task in tasks]
    return Exercise(
        answer,
        "56 features for (a), a table of 500 by 500 for (b), a table of 8 TB for (c),"
        " which fits into no memory, one of 32 MB for (d).",
        "For each task: how many points, and how many features?",
        "Which of ΦᵀΦ and K is smaller? And does it fit into memory?",
        "The squared exponential has no finite Φ: take K, or what stands for it.",
        (routes(1, 1, 3, 2), "(b) has 20,000 features and 500 points."),
        (routes(1, 2, 2, 2), "(c) has a million points: K has 10¹² numbers."),
        (routes(1, 2, 1, 2), "(c) wants infinitely many features."),
        (routes(1, 2, 3, 3), "(d) is to be exact, and K takes 32 MB."),
        (routes(2, 2, 3, 2), "(a) has a million points and 56 features."),
        (routes(3, 2, 3, 2), "Landmarks would do for (a), but it can be exact."),
        asks=f"this order: {', '.join(f'({task})' for task in tasks)}",
        items=(named, {1: "primal", 2: "dual", 3: "landmarks"}),
    )


def a_penalty_for_each_block_12_2(rng):
    days, lam = pick(rng, 100, 30, 50, 60, 80, 200), pick(rng, 0.1, 0.2, 0.3, 0.5)

    def answer():
        # Each block brings one λI into the sum, and ridge regression has λ once,
        # whatever the number of points. So the sum holds as many λ as there are blocks.
        return days * lam

    return Exercise(
        answer,
        f"The sum holds {days} times λI: the penalty grows with every day.",
        "Write down what her two sums are after two days.",
        "After two days: Φ₁ᵀΦ₁ + Φ₂ᵀΦ₂ and more. What is ridge’s system?",
        f"Σⱼ(ΦⱼᵀΦⱼ + λI) = ΦᵀΦ + …, with {days} blocks.",
        (lam, f"That would be so if λI had gone in once. It went in {days} times."),
        (lam / days, "The other way round: each block adds a penalty."),
        (1e4 * days * lam, "λI is added for each block, not once for each point."),
        asks=f"{days} days and λ = {lam:g}",
    )


def block_by_block_12_3(rng):
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
        "Only the two sums are kept after a block, and λI is added once, at the end.",
        "Write down the closed form of w for all points at once.",
        "Which two sums over points does the closed form of w need?",
        "Add Phi_j.T @ Phi_j and Phi_j.T @ y_j over blocks; add λI once; solve.",
        (mean_of_fits, "This is the mean of the blocks’ own fits. Add up ΦᵀΦ and Φᵀy."),
        lambda blocks, lam: answer(blocks, lam * len(blocks)),
        "λ went in once for each block. It belongs to w: add it once.",
        lambda blocks, lam: answer(blocks[-1:], lam),
        "This is the fit to the last block alone. Keep sums.",
        lambda blocks, lam: answer(blocks, 0),
        "This is least squares without a penalty. Add λI once.",
        tries=[(draw((5, 4, 3), 2), 0.5), (draw((2, 9), 4), 3.0)],
    )


def price_of_precision_12_4(rng):
    typical, c = pick(rng, 0.05, 0.1, 0.2), pick(rng, 2.5, 2.0, 4.0, 5.0)
    wanted = round(typical / c, 4)

    def answer():
        # The error of a mean of m independent waves falls as 1/√m.
        # To divide it by c, m has to grow by c².
        return (typical / wanted) ** 2

    return Exercise(
        answer,
        f"The error falls as 1/√m: to divide it by {c:g}, m grows by {c:g}².",
        "The features are a sample of waves. How fast does a mean settle?",
        "The error of a mean of waves falls with the root of their number.",
        f"1/√(c·m) = (1/{c:g})·1/√m. What is c?",
        (c, f"That divides the error by √{c:g} ≈ {c**0.5:.1f} only."),
        (c**0.5, "The root is on the other side: m grows as the square."),
        (1 / c**2, "The other way round: a smaller error needs more features."),
        asks=f"a typical error of {typical:g}, to be brought to {wanted:g}",
    )


def landmarks_kept_12_5(rng):
    p = pick(rng, 2, 3, 4)

    def answer():
        # (1 + xz)^p has the features 1, x, …, x^p, each with a weight, so no more than
        # p + 1 feature vectors are independent. A landmark that the others span adds
        # nothing, and nystrom_features leaves it out.
        return len(nystrom_features(Polynomial(p), X).landmarks)

    kernel, cubic = f"(1 + xz){superscript(p)}", "1, √3 x, √3 x² and x³"
    features = {2: "1, √2 x and x²", 3: cubic, 4: "1, 2x, √6 x², 2x³ and x⁴"}[p]
    return Exercise(
        answer,
        f"{kernel} has the features {features}: {p + 1} landmarks span them all,"
        " and one more adds nothing.",
        "When does one more landmark bring nothing new?",
        f"How many features has {kernel} on a line?",
        "How many vectors with that many entries can be independent?",
        (len(X), "A landmark that the others span is left out."),
        len(np.unique(X)),
        "That is the number of speeds; how many feature vectors can be independent?",
        (p, "The constant is a feature too."),
        (1, f"One landmark spans a line. The features of {kernel} fill more."),
        asks=f"the degree {p}, so {kernel}",
    )


def an_offset_in_one_pass_12_6(rng):
    rng = rng or np.random.default_rng(0)

    def sums(n, m, lam):
        Phi, y = rng.normal(1.0, 1.0, size=(n, m)), rng.normal(3.0, 1.0, size=n)
        return Phi.T @ Phi, Phi.T @ y, Phi.sum(axis=0), y.sum(), n, lam

    def answer(A, v, s, u, n, lam):
        # Ridge with an offset is ridge on features and targets less their means. Their
        # ΦᵀΦ is A − ssᵀ/n. In the same way Φᵀy becomes v − su/n, so five sums are
        # enough.
        return np.linalg.solve(
            A - np.outer(s, s) / n + lam * np.eye(len(s)), v - s * u / n
        )

    def fit(A, v, lam):
        return np.linalg.solve(A + lam * np.eye(len(v)), v)

    def penalised(A, v, s, u, n, lam):
        bordered = np.block([[A, s[:, None]], [s[None, :], np.array([[n]])]])
        return fit(bordered, np.append(v, u), lam)[:-1]

    return Exercise(
        answer,
        "Centring can be done after the sum: Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ = A − ssᵀ/n, and"
        " in the same way Σ(φᵢ − φ̄)(yᵢ − ȳ) = v − su/n.",
        "What does an offset that is not penalised do to features and targets?",
        "It is ridge on φᵢ − φ̄ and yᵢ − ȳ. Multiply Σ(φᵢ − φ̄)(φᵢ − φ̄)ᵀ out.",
        "The centred sums are A − ssᵀ/n and v − su/n; ssᵀ is np.outer(s, s).",
        lambda A, v, s, u, n, lam: fit(A, v, lam),
        "This is the fit without an offset. Centre both sums first.",
        lambda A, v, s, u, n, lam: fit(A - np.outer(s, s), v - s * u, lam),
        "Nearly: the means are s/n and u/n, so divide each by n once.",
        lambda A, v, s, u, n, lam: fit(A - np.outer(s, s) / n, v, lam),
        "The matrix is centred, the right side is not: v = Σφᵢyᵢ needs − su/n.",
        (penalised, "Your constant feature is penalised. An offset has no penalty."),
        tries=[sums(12, 3, 0.5), sums(7, 2, 4.0)],
    )
