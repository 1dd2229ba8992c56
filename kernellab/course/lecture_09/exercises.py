"""Exercises of lecture 09, kernel ridge regression."""

import numpy as np

from askfirst import Exercise, pick, written
from kernellab import KernelRidge, gram, ridge_dual, ridge_dual_offset, ridge_path
from kernellab.course.datasets import stopping
from kernellab.kernels import RBF, Polynomial

X, y = stopping()


def two_points_09_1(rng):
    lam, alpha = pick(rng, 2, 3, 4, 5, 6), pick(rng, 1, 2, 3)
    a = 2 + lam
    K, targets = np.array([[2.0, 1.0], [1.0, 2.0]]), alpha * np.array([a**2 - 1.0, 0.0])

    def answer():
        # The dual weights solve (K + λI)α = y, and λ stands on the diagonal only.
        # The second equation says that α₁ is −(2 + λ) times α₂; the first then gives
        # both.
        return np.linalg.solve(K + lam * np.eye(2), targets)

    of_mean = np.linalg.solve(K + 2 * lam * np.eye(2), targets)
    residuals = lam * answer()
    return Exercise(
        answer,
        f"K + {lam}I has {a} on its diagonal, and {a}·{alpha * a} + 1·(−{alpha}) ="
        f" {targets[0]:g}, 1·{alpha * a} + {a}·(−{alpha}) = 0.",
        "Which system of equations do the dual weights solve?",
        "Write down K + λI first. What stands on its diagonal?",
        f"Solve {a}α₁ + α₂ = {targets[0]:g} and α₁ + {a}α₂ = 0.",
        (np.linalg.solve(K, targets), "You solved Kα = y: that is λ = 0."),
        (residuals, "These are the residuals y − f = λα. Divide by λ."),
        (of_mean, "You added nλ. That belongs to a mean of losses; the sum takes λ."),
        targets / a,
        "You divided by the diagonal. The 1 beside it couples the two equations.",
        np.linalg.solve(K + lam, targets),
        "You added λ to every entry of K. It belongs to the diagonal only: λI.",
        asks=f"λ = {lam} and y = ({written(*targets)})",
    )


def fewest_numbers_09_2(rng):
    top = pick(rng, 40, 14, 16, 18, 20, 22, 26, 28, 30, 32, 36)

    def answer():
        # Cars at one speed share k(x, z), so their weights can be added up and the
        # curve is the same. A weight and a speed for each different speed are left, and
        # ℓ. Your question keeps the cars up to `top` mph, which are all if it is 40.
        return 2 * len(np.unique(X[X.ravel() <= top])) + 1

    slow = X.ravel() <= top
    n, speeds = np.sum(slow), len(np.unique(X[slow]))
    return Exercise(
        answer,
        f"Weights at one speed may be added up: {speeds} + {speeds} + 1 numbers.",
        "Write the expansion down for two cars at the same speed.",
        f"It holds {n} weights, {n} speeds and ℓ. Which of its terms are alike?",
        "α₁k(x, z) + α₂k(x, z) = (α₁ + α₂)k(x, z). How many speeds differ?",
        (2 * n + 1, "That is what the expansion keeps. Some cars share a speed."),
        (speeds, "Weights alone are not enough: k(x, z) needs speeds, and ℓ."),
        (2 * speeds, "Nearly: k has a number of its own."),
        (2 * speeds + 2, "One too many: λ is not needed here."),
        (n, "α alone cannot be evaluated: k(xᵢ, z) asks for the xᵢ."),
        (2 * n, "Nearly what the expansion keeps, but for ℓ; fewer will do."),
        (2 * n + 2, "λ is not needed here. And some cars share a speed."),
        (n * n, "The Gram matrix is needed to find α, but no longer to predict."),
        (n * (n - 1) // 2, "K compares that many pairs of cars, and only to find α."),
        asks=f"the {n} cars up to {top} mph, and {2 * n + 1} numbers in the expansion",
    )


def leave_a_group_out_09_3(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, lam, out):
        speeds = 3.0 * np.arange(n)[:, None] + rng.uniform(0, 1, size=(n, 1))
        return gram(RBF(2.0), speeds), rng.normal(30, 20, size=n), lam, out

    def answer(K, y, lam, out):
        # Put what the fit without the group predicts in the place of the group's
        # targets: then its weights are zero. Those weights are (Qy) on the group less Q
        # on the group times the residuals, so the residuals solve that small system.
        Q = np.linalg.inv(K + lam * np.eye(len(y)))
        return np.linalg.solve(Q[np.ix_(out, out)], (Q @ y)[out])

    def parts(K, y, lam, out):
        """The block of Q on the group, and the weights of the whole fit there."""
        Q = np.linalg.inv(K + lam * np.eye(len(y)))
        return Q[np.ix_(out, out)], (Q @ y)[out]

    def one_by_one(*given):
        block, weights = parts(*given)
        return weights / np.diag(block)

    def alone(K, y, lam, out):
        return ridge_dual(K[np.ix_(out, out)], y[out], lam)

    return Exercise(
        answer,
        "The block of Q on the group takes the place of Qᵢᵢ. The points of a group"
        " influence each other’s predictions, and dividing by Qᵢᵢ removes each point’s"
        " own influence only.",
        "Read the argument for one point again. Which targets are replaced now?",
        "With the replaced targets all weights of the group are zero: one"
        " equation for each of its points.",
        "0 = (Qy)[out] − Q[out, out] · residuals; np.ix_ picks the block.",
        (one_by_one, "These points were left out one at a time, not together."),
        lambda K, y, lam, out: lam * parts(K, y, lam, out)[1],
        "These are the training residuals: the group took part in the fit.",
        lambda *given: np.matmul(*parts(*given)),
        "You multiplied by the block of Q. Solve with it instead.",
        (alone, "These are the weights of a fit to the group alone."),
        lambda *given: -answer(*given),
        "A residual is the target minus the prediction; your sign is turned.",
        tries=[problem(8, 0.62, [1, 2]), problem(6, 3.0, [0, 3, 4])],
    )


def the_grid_decides_09_4(_rng):
    def answer():
        # The lowest error of an ℓ is chosen by the data only where it lies within the
        # grid of λ. Where it lies at the grid's first λ the grid has cut it off: look
        # for the first ℓ with that.
        lams = np.logspace(-2, 4, 401)
        paths = (ridge_path(gram(RBF(scale), X), y) for scale in range(1, 61))
        best = [path.loo_rmse(lams).argmin() for path in paths]
        return 1 + best.index(0)

    return Exercise(
        answer,
        "From there on the best λ lies below 0.01, and the 45 only shows where the"
        " grid ends. With smaller λ the error keeps falling as ℓ grows: a squared"
        " exponential that hardly bends, with hardly any penalty, is a parabola.",
        "At ℓ = 3 the best λ is 0.16. Where does it go as ℓ grows?",
        "For which ℓ is the student’s best λ the first one, 0.01, the end of the grid?",
        "ridge_path(gram(RBF(scale), X), y).loo_rmse(lams).argmin() is 0 there."
        " Find the first scale.",
        (45, "That is what the report says; the grid had been too short before."),
        (60, "That one lies at the end of the grid too, but is not the first."),
        (30, "There it goes wrong, but not first. The first is between 10 and 30."),
        (18, "There λ still lies within the grid. Does your list begin at ℓ = 1?"),
    )


def a_million_miles_per_hour_09_5(rng):
    lam = pick(rng, 1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0)

    def answer():
        # So far from every car all k(xᵢ, x) are zero to rounding.
        # Nothing of f(x) = Σαᵢk(xᵢ, x) + b is left but b.
        _, b = ridge_dual_offset(gram(RBF(3.0), X), y, lam=lam)
        return b

    return Exercise(
        answer,
        "Far from all cars b is left: ȳ minus the mean of Kα, not ȳ.",
        "You need no prediction at all. What is left of the expansion?",
        "What is k(xᵢ, x) when x is thousands of length scales away from every xᵢ?",
        "Only b is left of f(x). ridge_dual_offset returns it.",
        (0.0, "That is the fit without an offset."),
        (y.mean(), "The mean of y is b where α = 0; b = ȳ − (1/n) 1ᵀKα."),
        asks=f"λ = {lam:g}",
        tolerance=1e-2,
    )


def means_of_cars_09_6(rng):
    lam = pick(rng, 0.62, 0.3, 0.4, 0.5, 0.8, 1.0, 1.2, 1.5, 2.0)

    def answer():
        # For m cars at one speed Σ(yᵢ − f)² is m(ȳ − f)² plus what f cannot change.
        # So the loss of the mean counts m times, which puts λ/m on the diagonal.
        _, counts = np.unique(X, return_counts=True)
        return lam / counts

    counts = np.unique(X, return_counts=True)[1]
    return Exercise(
        answer,
        "The mean of m cars stands for m losses. Divided by m, its equation has λ/m."
        " As λ → 0 these vanish, and the curve meets the means.",
        "What does the objective say about the cars at one speed?",
        "For m cars at one speed, Σ(yᵢ − f)² = m(ȳ − f)² + a constant.",
        "Divide the objective’s m(ȳ − f)² by m: where does the m go in (K + D)α"
        " = ȳ? counts comes from np.unique(X, return_counts=True).",
        (0 * counts + lam, "That treats a mean of four cars like a single car."),
        lam * counts,
        "You multiplied λ by m. The mean of many cars is more certain, so λ is"
        " divided.",
        (lam / np.sqrt(counts), "Squared losses add up: there is no root here."),
        (lam, "One number for all speeds ignores how many cars drove at each speed."),
        asks=f"λ = {lam:g}",
        tolerance=1e-3,
    )


def which_for_fast_cars_09_7(rng):
    first = pick(rng, 15, 12, 13, 14, 16, 17, 18)
    speeds = np.unique(X)
    borders = speeds[(speeds >= first) & (speeds <= 30)]

    def answer():
        # Leave-one-out asks for speeds that others drove; this asks for speeds beyond
        # all others. A single border is judged by few cars, so take many, and for each
        # fit the candidates to the slow cars alone and predict the fast ones.
        models = [
            KernelRidge(RBF(3.0), lam=0.16, offset=True),
            KernelRidge(RBF(30.0), lam=0.007),
            KernelRidge(Polynomial(1), lam=0.62),
            KernelRidge(Polynomial(2), lam=0.62),
        ]
        wins = 0
        for border in borders:
            slow = X.ravel() <= border
            fits = [model.fit(X[slow], y[slow]) for model in models]
            misses = [np.mean((y - fit.predict(X))[~slow] ** 2) for fit in fits]
            wins += int(np.argmin(misses) == 3)
        return wins

    return Exercise(
        answer,
        "The quadratic loses at 20, 21 and 24 mph, in a row, and wins at all others."
        " But the fits share nearly all cars, and the λ had seen the fast ones, so"
        " each win is little evidence.",
        "Which cars may the fit see, and which may it not?",
        "For one border, fit each of the four on X[X.ravel() <= border], and predict"
        " the others. Then let border run.",
        "np.argmin of the four errors is 3 where the last model, the quadratic, wins."
        f" Count these borders among the speeds from {first} to 30 mph.",
        (len(borders), "At some borders another model predicts the fast cars better."),
        (3, "At that many borders another model wins. Count the quadratic's."),
        (0, "No: the quadratic wins at 30 mph, as the lecture found."),
        asks=f"each speed driven from {first} to 30 mph, {len(borders)} borders",
    )
