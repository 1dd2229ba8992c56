"""Exercises of lecture 01, explicit features."""

from math import comb

import numpy as np

from kernellab.course.datasets import stopping
from kernellab.course.exercises.exercise import Exercise, exercise_of, pick
from kernellab.features import count_monomials, monomials

X, y = stopping()


@exercise_of("01.1")
def monomials_of_order_two(rng):
    d = pick(rng, 12, 10, 15, 20)

    def answer():
        # A monomial up to degree 2 is a way to put 2 stars between d bars, which count_monomials counts.
        # The word without stars before the last bar is the constant, and it is left out.
        return count_monomials(d=d, degree=2) - 1

    return Exercise(
        answer,
        why=f"C({d + 2}, 2) − 1 = {answer()}: {d} linear terms, {d} squares and {comb(d, 2)} products of two.",
        hints=(
            "Which kinds of monomials have order one or two?",
            "Count the linear terms, the squares, and the products of two different coordinates.",
            "With the constant there are C(degree + d, degree) of them.",
        ),
        mistakes=[
            (comb(d + 2, 2), "That counts the constant too, which the question leaves out."),
            (comb(d + 1, 2), "Those are the terms of order two alone; the linear ones belong to it as well."),
            (d + d**2, "x₁x₂ and x₂x₁ are one feature, not two."),
            (2 * d, "Products of two different coordinates belong to it as well."),
            (
                2 + d * comb(d, 2) - 1,
                f"That is 2 + {d}·C({d}, 2) − 1, the formula as it is printed. Count for d = 2 to see it fail.",
            ),
        ],
    )


@exercise_of("01.2")
def fit_without_a_constant(_rng):
    def answer():
        # A car that stands still needs no way to stop, so there is no column of ones.
        # What is left is least squares with a row (v, v²) for each car.
        Phi = np.hstack([X, X**2])
        return np.linalg.lstsq(Phi, y)[0]

    def weights(Phi):
        return np.linalg.lstsq(Phi, y)[0]

    return Exercise(
        answer,
        why="About 0.58 feet for each mph, a driver's reaction of 0.4 seconds, and 0.062 feet for each mph squared, the braking.",
        hints=(
            "Which features does the formula have, and which one does it not have?",
            "Φ has a row (v, v²) for each car and no column of ones.",
            "np.hstack([X, X**2]) is that Φ, and np.linalg.lstsq(Φ, y)[0] are the weights.",
        ),
        mistakes=[
            (
                weights(monomials(X, 2))[1:],
                "These come from a fit with a constant; here a car that stands still needs no way to stop.",
            ),
            (
                weights(monomials(X, 2)),
                "That is a fit with a constant, and has three weights; here a car that stands still needs no way to stop.",
            ),
            (weights(np.hstack([X**2, X])), "The right weights in the other order: a comes first."),
            (
                np.append(weights(X), weights(X**2)),
                "These are two fits with one feature each. One fit with both gives other weights.",
            ),
        ],
        tolerance=6e-4,
    )


@exercise_of("01.3")
def exact_order(rng):
    drawn = [(2, 3), (3, 2), (5, 4), (1, 7), (10, 3)]

    def answer(d, k):
        # With order exactly k all k stars stand before the last bar, so that bar says nothing and goes.
        # The words are those of k stars and d − 1 bars: choose the places of the stars.
        return comb(d + k - 1, k)

    return Exercise(
        answer,
        why="All k stars have to be used, so nothing may stand behind the last bar: that bar goes, and d − 1 are left.",
        hints=(
            "What does a star behind the last bar mean?",
            "Which words of stars and bars stand for a monomial of the full order k? Where do their stars end?",
            "Count up to order k, and take away what is counted up to order k − 1.",
        ),
        mistakes=[
            (lambda d, k: comb(d + k, k), "Those are all monomials up to order k, the constant among them."),
            (lambda d, k: comb(d, k), "That counts products of different coordinates only; x₁² has order two as well."),
            (lambda d, k: d**k, "That counts x₁x₂ and x₂x₁ as two."),
        ],
        tries=drawn if rng is None else [*drawn, (int(rng.integers(2, 9)), int(rng.integers(2, 6)))],
    )


@exercise_of("01.4")
def circle(_rng):
    def answer():
        # On the circle (x₁ − 1)² + x₂² = 1/4, and its left side is (x₁² + x₂²) − 2x₁ + 1.
        # So v₁ is −2, nothing stands before x₂, and b is 1 − 1/4.
        return [-2.0, 0.0, 1 - 1 / 4]

    return Exercise(
        answer,
        why="(x₁ − 1)² + x₂² − 1/4 = (x₁² + x₂²) − 2x₁ + 3/4: a circle anywhere needs the same feature, and a tilted plane.",
        hints=(
            "Which points lie on the border?",
            "Write down the equation of the circle and multiply it out.",
            "(x₁ − 1)² + x₂² = 1/4. Collect x₁² + x₂².",
        ),
        mistakes=[
            ([2, 0, 0.75], "This is the circle around (−1, 0); look at the sign of v₁."),
            ([-2, 0, 1.25], "The square of the radius is to be subtracted: 1 − 1/4."),
            ([-2, 0, 0.5], "The radius has to be squared: 1 − 1/4."),
            ([0, 0, -0.25], "This is the circle around the origin."),
        ],
    )


@exercise_of("01.5")
def more_features_than_points(rng):
    n, d = 10_000, pick(rng, 6, 5, 7)

    def answer():
        # Φ holds nm numbers and the other matrix n², so Φ is larger as soon as m > n.
        # m grows with the degree: take the first at which it passes n.
        return next(p for p in range(1, 100) if count_monomials(d, p) > n)

    degree, first = answer(), count_monomials(d, answer())
    fewer = count_monomials(d, degree - 1)
    return Exercise(
        answer,
        why=f"Degree {degree - 1} has {fewer} features and degree {degree} has {first:,}; n = {n:,} lies between them.",
        hints=(
            "How many numbers does each of the two matrices hold?",
            "Φ holds n·m numbers and K holds n². Divide both by n.",
            f"Find the first degree with C(degree + {d}, {d}) > {n:,}.",
        ),
        mistakes=[
            (degree - 1, f"Degree {degree - 1} has {fewer} features, fewer than there are points."),
            (degree + 1, "It happens one degree earlier. Count the features of the degree before yours."),
            (first, "That is the number of features at that degree. Which degree is it?"),
        ],
    )


@exercise_of("01.6")
def directions_that_do_nothing(_rng):
    def answer():
        # A change of w does nothing if it is in the null space of Φ, which has 41 − rank Φ dimensions.
        # Cars at one speed have one row, and rows at different speeds are independent, so the rank is the number of speeds.
        return 41 - len(np.unique(X))

    rank, rows = np.linalg.matrix_rank, len(np.unique(X))
    return Exercise(
        answer,
        why=f"A row of Φ depends on the speed alone, and {rows} different speeds give {rows} independent rows: 41 − {rows} = {answer()}.",
        hints=(
            "Which changes of w leave Φw as it is?",
            "The fit stays what it is if and only if the change of w is in the null space of Φ. How large is that?",
            "41 − rank Φ, and cars with the same speed have the same row.",
        ),
        mistakes=[
            (0, "There are more cars than features, it is true; but cars with the same speed have the same row."),
            (rows, "That is the rank of Φ: so many directions of w do move the fit."),
            (
                41 - rank(monomials(X, 40)),
                "That is 41 less the rank that numpy finds for powers of speeds in mph: beside 40⁴⁰ the small directions are lost "
                "to rounding. Count the different rows instead, or take (X − 22)/18, which runs over −1 … 1.",
            ),
            (
                41 - rank(monomials(X / 40, 40)),
                "That is 41 less the rank that numpy finds for powers of X/40: between 0 and 1 high powers are almost alike, and "
                "rounding hides the rest. Count the different rows instead, or take (X − 22)/18, which runs over −1 … 1.",
            ),
            (40 - rows, "A polynomial of degree 40 has 41 coefficients, the constant among them."),
            (len(X) - 41, f"That compares {len(X)} cars with 41 features. How many of the {len(X)} rows are different?"),
            (len(X) - rows, "So many rows repeat an earlier one. The question is about columns, of which there are 41."),
        ],
    )
