"""Two derivations, from weights of features to weights of points, with questions."""

from askfirst import slider, stepper
from askfirst.labs.steppers import Stepper
from kernellab.course.lecture_02 import derivations
from kernellab.course.shared.labs import random_problem


def primal_to_dual() -> Stepper:
    """Ridge regression from w to α on random data (n points, m features), as λ → 0."""
    return stepper(
        derivations.ridge_primal_to_dual,
        lambda lam, n, m: (*random_problem(n, m), lam),
        lam=slider(0.0, 2.0, start=0.5, step=0.1, label="λ"),
        n=slider(1, 20, start=8, step=1, label="points n"),
        m=slider(1, 20, start=3, step=1, label="features m"),
    ).asks(
        "With λ > 0 all five steps hold. Which is the first to fail when λ becomes 0?",
        "Step 2 divides by λ. A later step may still be true, but the argument no"
        " longer proves it. Move λ to 0 to see it.",
        "step 1 — Least squares has a vanishing gradient too.",
        "step 2",
        "step 3 — It divides by λ as well, but an earlier step does so first.",
        "step 4 — λI + K may lose its inverse, but the argument broke earlier.",
        "step 5 — It rests on all the steps before it; an earlier one fails.",
    )


def which_inverse() -> Stepper:
    """Least squares from its closed form to kernel form, on random data (n points, m
    features): which inverse exists when?
    """
    return stepper(
        derivations.least_squares_to_kernel,
        lambda n, m: random_problem(n, m),
        n=slider(1, 8, start=4, step=1, label="points n"),
        m=slider(1, 8, start=4, step=1, label="features m"),
    ).asks(
        "With more points than features, which step is the first to fail?",
        "Step 7 is the first to use (ΦΦᵀ)⁻¹, which needs n ≤ m. Move n above m.",
        "step 2 — ΦᵀΦ has an inverse if n ≥ m and the features are independent.",
        "step 7",
        "step 8 — P = I fails if n > m, but an earlier step does so first.",
        "step 9 — It inverts ΦΦᵀ, but an earlier step does so first.",
    )
