"""Exercises of lecture 02, from primal to dual."""

from itertools import product

import numpy as np

from askfirst import Exercise, pick, written
from kernellab import count_monomials, ridge_primal


def the_shorter_way_02_1(rng):
    Phi, lam = np.array([[1, 0, 2], [0, 1, 1]]), 1
    # Whole weights α, none of them an eigenvector of K, which y − α could not be told
    # from.
    pairs = product(range(-3, 5), repeat=2)
    weights = [(a, b) for a, b in pairs if a and b and b != -2 * a]
    y = (Phi @ Phi.T + lam * np.eye(2, dtype=int)) @ pick(rng, (-1, 4), *weights)

    def answer():
        # There are two points and three features, so the dual has the smaller system:
        # (K + λI)α = y, with K = ΦΦᵀ. α says how much of each feature vector w takes: w
        # = Φᵀα.
        alpha = np.linalg.solve(Phi @ Phi.T + lam * np.eye(2), y)
        return Phi.T @ alpha

    alpha = np.linalg.solve(Phi @ Phi.T + lam * np.eye(2), y)
    exact = Phi.T @ np.linalg.solve(Phi @ Phi.T, y)
    return Exercise(
        answer,
        "K + λI is 2 × 2, with 6 and 3 on its diagonal; the primal is 3 × 3.",
        "Two points and three features: which system is the smaller one?",
        "Write down the inner products of the feature vectors: K has three.",
        "K + λI has rows (6, 2) and (2, 3). Solve for α; w = α₁φ(x₁) + α₂φ(x₂).",
        (alpha, "This is α, one number for each point. w has one for each feature."),
        (exact, "This is the shortest w that meets both targets. The λ is missing."),
        (Phi.T @ y, "This is Φᵀy, with y in the place of α. Solve for α first."),
        (Phi.T @ (y - alpha), "Here the predictions y − α stand in α's place."),
        asks=f"the targets y = ({written(*y)})",
    )


def the_smaller_system_02_2(rng):
    few, close = pick(rng, 40, 50, 60), pick(rng, 500, 490, 494, 498)
    many = pick(rng, 1000, 1500, 2000, 3000)
    # Points, coordinates, degree.
    tasks = [(few, 5, 15), (1_000_000, 5, 3), (close, 30, 2), (many, 12, 4)]

    def answer():
        # The dual has an equation for each point, the primal one for each monomial, and
        # there are C(d + p, p) of those. So n is compared with that count: 15,504 in A,
        # 56 in B, 496 in C, which is close, and 1820 in D.
        return [n < count_monomials(d=d, degree=degree) for n, d, degree in tasks]

    right = answer()
    of_b = "The dual has an equation for each point: a million points in B."
    names = [
        f"{name}: {n:,} points, {d} coordinates, degree {degree}"
        for name, (n, d, degree) in zip("ABCD", tasks, strict=True)
    ]
    return Exercise(
        answer,
        "15,504, 56, 496 and 1820 monomials: with fewer points the dual wins.",
        "How many equations has the primal, how many the dual?",
        "Count the monomials of each task as lecture 01 does, with the constant.",
        "There are C(d + p, p): C(20, 5), C(8, 3), C(32, 2) and C(16, 4).",
        [not dual for dual in right],
        "You chose the larger system. The dual has n equations, the primal m.",
        ([right[0], not right[1], *right[2:]], of_b),
        ([True, True, True, True], of_b),
        ([*right[:2], not right[2], right[3]], "C is close: count its monomials."),
        ([*right[:3], not right[3]], "In D count the monomials exactly."),
        asks=f"{few} points in A, {close} in C and {many} in D",
        items=(names, {True: "the dual", False: "the primal"}),
    )


def a_false_proof_02_3(rng):
    m = pick(rng, 3, *range(4, 13))

    def answer():
        # Step 4 cancels Φᵀ, an (m, n) matrix, which is allowed only if Φᵀv = 0 leaves
        # no v but 0. That takes n independent columns of length m, so at most m points;
        # with more, Kα and y may differ by such a v.
        return [4, m]

    return Exercise(
        answer,
        "Φᵀ may be cancelled only where the feature vectors are independent.",
        "Each step but one holds for every Φ. Try a Φ with a single column.",
        "When does Av = Au say that v = u?",
        "Φᵀ has a column for each point. When are they independent?",
        ([1, m], "At a minimum the gradient is zero, whatever Φ is."),
        ([2, m], "A part of w off the span changes no fit, so it may be left out."),
        ([3, m], "Step 3 only puts one equation into the other."),
        ([5, m], "Φw is ΦΦᵀα, which is Kα. Where did Kα = y come from?"),
        ([4, 2 * m], f"Right step. But {2 * m} columns of length {m} are dependent."),
        ([4, 1], "The step is right. One point is fine, but there can be more."),
        asks=f"{2 * m} points and {m} features",
        items={"the first wrong step": 5, "the largest number of points": {}},
    )


def weights_from_the_primal_02_4(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, m, lam):
        Phi, y = rng.normal(size=(n, m)), rng.normal(size=n)
        return Phi, y, lam, ridge_primal(Phi, y, lam)

    def answer(Phi, y, lam, w):
        # At the minimum λw = Φᵀ(y − Φw), so w is a combination of the rows of Φ.
        # α are the weights of that combination: the prediction differences divided by
        # λ.
        return (y - Phi @ w) / lam

    return Exercise(
        answer,
        "α is the vector of prediction differences divided by λ: step 2 of the lab.",
        "Where is the gradient of the objective zero?",
        "Step 2 of the lab “break it” names the weights.",
        "w = (1/λ)Φᵀ(y − Φw), and w = Φᵀα. Compare.",
        lambda Phi, y, lam, w: y - Phi @ w,
        "This is â, the prediction differences; α is â divided by λ.",
        lambda Phi, y, lam, w: np.linalg.pinv(Phi.T) @ w,
        "With n > m, many α have w = Φᵀα. This is the shortest, not ridge’s.",
        (lambda Phi, y, lam, w: lam * (y - Phi @ w), "Divide by λ, do not multiply."),
        lambda Phi, y, lam, w: (Phi @ w - y) / lam,
        "The sign is turned: a prediction difference is target minus prediction.",
        lambda Phi, y, lam, w: Phi @ w / lam,
        "These are predictions divided by λ. What does the gradient hold?",
        lambda Phi, y, lam, w: Phi.T @ (y - Phi @ w) / lam,
        "This is w once more, one entry a feature. α has one entry a point.",
        tries=[problem(7, 3, 0.5), problem(4, 9, 3.0)],
    )


def work_of_two_systems_02_5(rng):
    n, d, degree = pick(rng, 1000, 500, 600, 700, 800, 1200, 1500, 1600, 2000), 5, 15

    def answer():
        # The primal solves for m features and the dual for n points, each with a third
        # of the cube. The third cancels, and (m/n)³ is left.
        m = count_monomials(d=d, degree=degree)
        return (m / n) ** 3

    m = count_monomials(d=d, degree=degree)
    cube = "15.504³, about 3727" if n == 1000 else f"{m / n:.3g}³"
    return Exercise(
        answer,
        f"{m:,} features against {n} points: {cube}.",
        "How many equations does the primal solve, and how many the dual?",
        "How many features has degree 15 in five coordinates? See the start.",
        f"(m/n)³ with m = {m} and n = {n}.",
        (m / n, "That is the ratio of the sizes. The work grows with their cubes."),
        (m**2 / n**2, "That is the ratio of the memory. The work grows with the cube."),
        ((n / m) ** 3, "That is the dual’s work divided by the primal’s."),
        ((m / 40) ** 3, f"That is for the 40 points of the text. Here are {n}."),
        asks=f"{n} points",
        tolerance=1e-2,
    )


def noise_and_prior_02_6(rng):
    noise, prior = pick(rng, 6.0, 3.0, 4.0, 5.0, 7.0, 8.0, 9.0), pick(rng, 0.5, 0.25)

    def answer():
        # The log of the posterior is −‖y − Φw‖²/2σ² − ‖w‖²/2τ², up to a constant.
        # Multiplied by −2σ² it is ridge's objective, with σ²/τ² before ‖w‖².
        return noise**2 / prior**2

    return Exercise(
        answer,
        "λ = σ²/τ²: the variance of the noise over the variance of the prior.",
        "What is the logarithm of two Gaussian densities multiplied?",
        "λ is a ratio of variances, not of standard deviations.",
        f"σ² = {noise**2:g} ft² of noise, τ² = {prior**2:g}. Which belongs below?",
        (noise / prior, "That is the ratio of the standard deviations. Square it."),
        (prior**2 / noise**2, "Turn it over: more noise asks for a larger penalty."),
        (noise**2, "That is the variance of the noise alone; the prior counts, too."),
        asks=(
            f"noise of standard deviation {noise:g} ft, and a prior of standard"
            f" deviation {prior:g}"
        ),
    )
