"""Exercises of lecture 13, Gaussian processes."""

from functools import partial
from math import log, sqrt

import numpy as np
from scipy.stats import norm

from askfirst import Exercise, pick, shuffled, written
from kernellab import RBF, GaussianProcess, gram
from kernellab.course.datasets import stopping
from kernellab.course.shared.answers import those

X, y = stopping()
# Levels (%) and ℓ (mph) at which no usual mistake counts as many cars as are right.
LEVELS = [(88, 40.0), (76, 25.0), (95, 25.0), (77, 30.0), (95, 30.0), (77, 35.0)]
LEVELS += [(89, 35.0), (72, 40.0), (76, 40.0), (72, 45.0), (73, 45.0), (87, 50.0)]
LEVELS += [(89, 55.0), (86, 60.0), (88, 60.0)]
# The tasks of 13.3, and the lines of 13.5.
TASKS = {
    "a": "where to drill the next well",
    "b": "a curve, one reading in twenty off by ten",
    "c": "one λ of 200, judged by squared errors",
    "d": "ten length scales, and a band that widens where points are few",
}
LINES = (
    "The new variance is v(x) − v(x, z)²/(v(z) + σ²).",
    "What was found at z does not enter.",
    "The variance gets smaller at every x.",
    "It does not become negative.",
    "It holds also if ℓ, τ and σ are chosen anew.",
    "The new mean is nowhere farther from the truth.",
)


def one_measurement_13_1(rng):
    before, seen = pick(rng, 8, *range(6, 13)), pick(rng, 12, *range(4, 25, 4))
    noise, shared = 16 - before, 4

    def answer():
        # The noise adds σ² to the variance of the target, which shares with f(z) the
        # covariance 4. The mean of f(z) is covariance over variance times the target,
        # and its variance falls by the square of the covariance over that variance.
        variance = before + noise
        return [shared * seen / variance, before - shared**2 / variance]

    mean, variance = answer()
    return Exercise(
        answer,
        f"The target has the variance {before} + {noise}: the mean is 4·{seen}/16, and"
        " 4²/16 is taken off the variance.",
        "What is the variance of the target, and its covariance with f(z)?",
        "With one point A and the covariance with f(z) are numbers. Write both rules.",
        f"A⁻¹ is 1/({before} + {noise}); put it into mean and variance.",
        [shared * seen / before, before - shared**2 / before],
        "You treated the measurement as exact: σ² is missing.",
        [mean, sqrt(variance)],
        "The second number is the deviation; its square was asked for.",
        [mean, variance + noise],
        "That is the variance of a new measurement; f has no σ² of its own.",
        [mean, before - shared / 16],
        "The covariance enters twice: c stands on both sides of A⁻¹.",
        [before * seen / 16, before - before**2 / 16],
        "That is f at the measured point itself.",
        asks=f"a variance of {before}, σ² = {noise} and y = {seen}",
        items={"the mean": {}, "the variance": {}},
    )


def a_band_too_narrow_13_2(rng):
    level, ell = pick(rng, *LEVELS)
    model = GaussianProcess(155.0**2 * RBF(ell), noise=10.0**2).fit(X, y)
    mean, std = model.predict(X, return_std=True)
    reach = norm.ppf(0.5 + level / 200)

    def held(half):
        return int((np.abs(y - mean) <= reach * half).sum())

    def answer():
        # return_std is the deviation of the curve f, which many cars have made small. A
        # car scatters around the curve with σ on top, and variances add up. The count
        # need not be the level: give or take √(np(1 − p)), which is 2 to 3 cars.
        model = GaussianProcess(155.0**2 * RBF(ell), noise=10.0**2).fit(X, y)
        mean, std = model.predict(X, return_std=True)
        half = norm.ppf(0.5 + level / 200) * np.sqrt(std**2 + 10.0**2)
        return np.sum(np.abs(y - mean) <= half)

    inverse = np.linalg.inv(gram(model.kernel_, X) + 100 * np.eye(len(y)))
    left_out = np.abs(inverse @ y) / np.sqrt(np.diag(inverse))
    wanted = "That is how many it should hold; count those that it does hold."
    return Exercise(
        answer,
        "Her band is for the curve, and few of the cars need to lie in it. That of"
        " a car is wider: its half width is a multiple of √(std² + σ²).",
        "What has the standard deviation that return_std gives: f(x), or a car?",
        "A car is f(x) plus noise. What is the variance of the sum?",
        "Count the cars within ± norm.ppf(0.5 + level/200) times √(std² + σ²).",
        (held(std), "That is her count again: the noise of a car is missing."),
        (held(10.0), "σ alone: as if the curve were known exactly."),
        held(std + 10),
        "You added the deviations. Of independent parts the variances add up.",
        int((left_out <= reach).sum()),
        "You left each car out. Here all cars take part, as in her band.",
        (level * len(y) / 100, wanted),
        (round(level * len(y) / 100), wanted),
        asks=f"a band of {level} %, ℓ = {ell:g} mph and {held(std)} cars in hers",
    )


def choice_of_a_method_13_3(rng):
    tasks = shuffled(rng, "abcd")

    def answer():
        # A variance is what (a) needs, and (d), too, whose ten length scales a gradient
        # can choose. A loss that grows linearly forgives the wild readings of (b). In
        # (c) the mean alone counts, and one decomposition gives all 200 errors.
        method = {"a": 3, "b": 2, "c": 1, "d": 3}
        return [method[task] for task in tasks]

    def methods(*chosen):
        return [chosen["abcd".index(task)] for task in tasks]

    named = [f"({task}) {TASKS[task]}" for task in tasks]
    return Exercise(
        answer,
        "(a) asks where the variance is large, (d) for a band that knows where points"
        " are; squares are ruined by the readings of (b), and (c) asks for no band.",
        "For each task: is it the curve that is wanted, or how sure it is?",
        "How is the method judged, and how many numbers are to be chosen?",
        "Which loss forgives a reading that is wild? Which model knows a variance?",
        methods(1, 2, 1, 3),
        "(a) asks where little is known: for a variance. Errors at the wells"
        " that exist do not tell it.",
        (methods(2, 2, 1, 3), "(a): the tube has one width everywhere."),
        (methods(3, 1, 1, 3), "(b): squared losses follow the wild readings."),
        (methods(3, 3, 1, 3), "(b): normal noise has no wild readings."),
        (methods(3, 2, 3, 3), "(c) asks for no band, and squared errors judge it."),
        (methods(3, 2, 2, 3), "(c) is judged by squares: fit by squares, too."),
        methods(3, 2, 1, 1),
        "(d) asks for a band that widens where points are few. Ridge gives the"
        " curve alone.",
        (methods(3, 2, 1, 2), "(d): a tube is no broader where points are few."),
        asks=f"this order: {', '.join(f'({task})' for task in tasks)}",
        items=(named, {1: "ridge", 2: "tube", 3: "Gaussian process"}),
    )


def left_out_densities_13_4(rng):
    rng = rng or np.random.default_rng(0)

    def problem(n, noise):
        speeds = 3.0 * np.arange(n)[:, None] + rng.uniform(0, 1, size=(n, 1))
        return gram(900.0 * RBF(4.0), speeds), rng.normal(30, 20, size=n), noise

    def answer(K, y, noise):
        # Given the others yᵢ is normal. With Q = (K + σ²I)⁻¹ and α = Qy it lies αᵢ/Qᵢᵢ
        # from its mean, and its variance is 1/Qᵢᵢ, σ² included.
        Q = np.linalg.inv(K + noise * np.eye(len(y)))
        variance = 1 / np.diag(Q)
        missed = (Q @ y) * variance
        return np.mean(-(missed**2) / (2 * variance) - np.log(2 * np.pi * variance) / 2)

    def scored(missed, variance, constant=2 * np.pi):
        return np.mean(-(missed**2) / (2 * variance) - np.log(constant * variance) / 2)

    def left_out(K, y, noise, more=0.0, constant=2 * np.pi):
        Q = np.linalg.inv(K + noise * np.eye(len(y)))
        return scored(Q @ y / np.diag(Q), 1 / np.diag(Q) + more, constant)

    def seen(K, y, noise):
        Q = np.linalg.inv(K + noise * np.eye(len(y)))
        return scored(noise * (Q @ y), noise + np.diag(K - K @ Q @ K))

    def whole(K, y, noise):
        A = K + noise * np.eye(len(y))
        fit = y @ np.linalg.solve(A, y)
        return -(fit + np.linalg.slogdet(A)[1] + len(y) * log(2 * np.pi)) / 2

    return Exercise(
        answer,
        "αᵢ/Qᵢᵢ is the left-out error, and 1/Qᵢᵢ the variance of the left-out"
        " target: eliminating all others from A leaves just 1/Qᵢᵢ.",
        "Lecture 09 has the error of a car that is left out. What is its variance?",
        "In log p(y), look at yᵢ alone: the term in yᵢ² is −½Qᵢᵢyᵢ².",
        "A normal density has −½yᵢ²/variance there: compare the two.",
        lambda K, y, noise: left_out(K, y, noise, noise),
        "1/Qᵢᵢ belongs to the target already; you added σ² once more.",
        lambda K, y, noise: left_out(K, y, noise, -noise),
        "That is the variance of f(xᵢ). The target has noise, too.",
        (seen, "Each target took part in its own prediction."),
        lambda K, y, noise: len(y) * answer(K, y, noise),
        "That is the sum; the mean was asked for.",
        lambda K, y, noise: left_out(K, y, noise, constant=1.0),
        "A normal density has a 2π under its root.",
        (whole, "That is log p(y), of all targets together."),
        tries=[problem(8, 20.0), problem(5, 300.0)],
    )


def the_variance_never_grows_13_5(rng):
    order = shuffled(rng, range(1, 7))

    def answer():
        # What is taken off is v(x, z)² over a positive variance: it is never negative,
        # and it is zero where v(x, z) is. That needs the same kernel and noise before
        # and after, and says nothing of what is measured.
        true = [1, 2, 4]
        return [line in true for line in order]

    chosen, lines = partial(those, order), [f"{i}. {LINES[i - 1]}" for i in order]
    return Exercise(
        answer,
        "v(x, z)²/(v(z) + σ²) ≥ 0 is the proof. It is 0 where v(x, z) = 0, ℓ, τ, σ must"
        " stay, and the model may well be wrong.",
        "Which of them speak of the formula alone, and which of more than it?",
        "Can v(x, z) be zero? Can the kernel change?",
        "Where v(x, z) = 0 nothing is learnt; other ℓ, τ, σ make another formula.",
        chosen(1, 2, 3, 4),
        "It is 3: where f(x) and f(z) are uncorrelated nothing is taken off.",
        (chosen(1, 2, 4, 5), "It is 5: a surprising target may raise τ or lower ℓ."),
        chosen(1, 2, 4, 6),
        "It is 6: one wild target can move the mean away from the truth.",
        (chosen(1, 4), "It is 2: y occurs in no variance, before or after."),
        chosen(1, 2),
        "It is 4: a matrix of covariances is PSD, so v(x, z)² ≤ v(x)·v(z).",
        (chosen(2, 4), "It is 1: that is the rule for one target, used once."),
        asks=f"this order: {written(*order)}",
        items=(lines, {True: "true", False: "not true"}),
    )


def the_best_prior_for_one_target_13_6(rng):
    seen, noise = pick(rng, 5, 6, 7, 8), pick(rng, 9, 4, 11, 16, 20)

    def answer():
        # y is normal with variance v = τ² + σ², and −½y²/v − ½ log v is largest where
        # y²/v² = 1/v, that is v = y². The noise has a share σ² of it.
        return seen**2 - noise

    return Exercise(
        answer,
        "The density is highest where the variance of the model is y², and σ² of it"
        " is noise.",
        "What variance does a single target have before it is seen?",
        "Call it v. log p(y) = −½y²/v − ½ log v + a constant. Set its slope to 0.",
        "v = y² makes the slope 0, and v = τ² + σ².",
        (seen**2, "That is v = τ² + σ²: the noise has its share."),
        (sqrt(seen**2 - noise), "That is τ. Its square was asked for."),
        (seen**2 + noise, "The noise explains a part of y². Subtract σ²."),
        (seen - noise, "Variances are compared with y², not with y."),
        (0, "So it would be if σ² alone explained a target as large as y."),
        asks=f"y = {seen} ft and σ² = {noise} ft²",
    )


def densities_in_other_units_13_7(rng):
    at = pick(rng, 20, 10, 24, 25, 28, 30, 32, 35, 36, 40, 45, 50)

    def answer():
        # Each target was divided by xᵢ/20, or whatever speed stands there. A density
        # of ỹ = y/s is s times as high as that of y, so log p(y) is smaller by log s
        # for each car.
        return -np.log(X / at).sum()

    return Exercise(
        answer,
        "p(y) dy = p(ỹ) dỹ, and dỹ = dy/s: the logarithms of all s are taken off.",
        "A density is per foot, or per whatever y is counted in.",
        "If ỹ = y/s, how much ỹ is one foot of y?",
        "p(y) = p(ỹ)/s for each car: take the logarithm, and the sum.",
        (-answer(), "The other way round: dỹ = dy/s."),
        (2 * answer(), "That is a variance’s factor, s², not s."),
        (-np.log(X / at).mean(), "That is the mean; there are 62 cars."),
        (-np.log10(X / at).sum(), "Take the natural logarithm, as log p does."),
        (-np.log(X).sum(), f"The {at} mph are missing: s = x/({at} mph)."),
        asks=f"{at} mph",
        tolerance=1e-3,
    )
