"""Exercises of the start page: the translator."""

from askfirst import Exercise, pick
from kernellab import RBF, gram, ridge_dual
from kernellab.course.datasets import stopping

X, y = stopping()


def sigma_and_length_00_1(rng):
    sigma = pick(rng, 4.0, 3.0, *range(5, 13))

    def answer():
        # Both write one exponent, so −1/σ² = −1/2ℓ².
        # Then ℓ = σ/√2.
        return sigma / 2**0.5

    return Exercise(
        answer,
        "σ² = 2ℓ², so σ is √2 times longer than ℓ.",
        "The two formulas describe one kernel, so their exponents are equal. Compare"
        " these.",
        "Both write the same exponent: −‖x − z‖²/σ² and −‖x − z‖²/2ℓ².",
        "Set σ² = 2ℓ² and solve for ℓ. In Python a root is a power: x ** 0.5.",
        (sigma, "You took σ for ℓ, but σ² = 2ℓ²."),
        (sigma * 2**0.5, "You multiplied by √2. Divide: ℓ is the shorter of the two."),
        (1 / sigma**2, "That is γ = 1/σ², the factor before ‖x − z‖²."),
        (sigma**2 / 2, "That is ℓ², in mph². Take its root."),
        asks=f"σ = {sigma:g} mph",
        tolerance=5e-3,
    )


def mean_and_sum_00_2(rng):
    others = 0.005, 0.006, 0.008, 0.015, 0.02, 0.025, 0.03, 0.04, 0.07, 0.09
    n, lam = len(y), pick(rng, 0.01, *others)

    def answer():
        # Multiplied by n, the objective keeps its minimum, and the mean of losses
        # becomes their sum. The penalty is multiplied too, so lam stands for nλ.
        return ridge_dual(gram(RBF(3.0), X), y, lam=n * lam)[0]

    def fit(lam):
        return ridge_dual(gram(RBF(3.0), X), y, lam=lam)[0]

    return Exercise(
        answer,
        f"A mean of {n} losses is their sum over {n}: multiply its λ by {n}.",
        "ridge_dual adds the losses up. What factor turns their sum into a mean?",
        "Multiply the whole objective by n; its minimum stays where it is.",
        "n times the objective has nλ before ‖w‖². Which lam is that?",
        (fit(lam), f"You passed {lam}, which belongs to the mean of losses."),
        fit(lam / n),
        "You divided by n. Multiply: the sum of losses is n times their mean.",
        asks=f"λ = {lam:g}",
        tolerance=1e-2,
    )
