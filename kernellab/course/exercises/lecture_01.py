"""Exercises of lecture 01, explicit features."""

from math import comb

import numpy as np

from kernellab.compare import superscript
from kernellab.course.datasets import stopping
from kernellab.features import count_monomials, monomials
from kernellab.interactive.exercises import Exercise, exercise_of, pick

X, y = stopping()


@exercise_of("01.1")
def monomials_of_order_two(rng):
    d = pick(rng, 12, *range(8, 21))

    def answer():
        # A monomial up to degree 2 is a way to put 2 stars between d bars, which
        # count_monomials counts. The word without stars before the last bar is the
        # constant, and it is left out.
        return count_monomials(d=d, degree=2) - 1

    return Exercise(
        answer,
        asks=f"{d} coordinates",
        why=(
            f"C({d + 2}, 2) − 1 = {answer()}: {d} linear terms, {d} squares and"
            f" {comb(d, 2)} products of two."
        ),
        hints=(
            "Which kinds of monomials have order one or two?",
            "Count the linear terms, the squares, and the products of two different"
            " coordinates.",
            "With the constant there are C(degree + d, degree) of them.",
        ),
        mistakes=[
            (
                comb(d + 2, 2),
                "That counts the constant too, which the question leaves out.",
            ),
            (
                comb(d + 1, 2),
                "Those are the terms of order two alone; the linear ones belong to"
                " it as well.",
            ),
            (d + d**2, "x₁x₂ and x₂x₁ are one feature, not two."),
            (2 * d, "Products of two different coordinates belong to it as well."),
            (
                comb(d, 2),
                "Those are the products of two different coordinates; squares and"
                " linear terms belong to it as well.",
            ),
            (
                2 + d * comb(d, 2) - 1,
                f"That is 2 + {d}·C({d}, 2) − 1, the formula as it is printed."
                " Count for d = 2 to see it fail.",
            ),
        ],
    )


@exercise_of("01.2")
def circle(rng):
    a, r = pick(rng, 1, 2, 3, 4), pick(rng, 0.5, 1.5, 2.5)

    def answer():
        # On the circle (x₁ − a)² + x₂² = r², and its left side is (x₁² + x₂²) − 2ax₁ +
        # a². So w₁ is −2a, nothing stands before x₂, and b is a² − r².
        return [-2.0 * a, 0.0, a**2 - r**2]

    left = f"(x₁ − {a})² + x₂²"
    return Exercise(
        answer,
        asks=f"the circle around ({a}, 0) with radius {r:g}",
        why=(
            f"{left} − {r * r:g} = (x₁² + x₂²) − {2 * a}x₁ {'+' if a > r else '−'}"
            f" {abs(a * a - r * r):g}: a circle anywhere needs the same feature, and a"
            " tilted plane."
        ),
        hints=(
            "Which points lie on the border?",
            "Write down the equation of the circle and multiply it out.",
            f"{left} = {r * r:g}. Collect x₁² + x₂².",
        ),
        mistakes=[
            (
                [2 * a, 0, a**2 - r**2],
                f"This is the circle around (−{a}, 0); look at the sign of w₁.",
            ),
            (
                [-2 * a, 0, a**2 + r**2],
                f"The square of the radius is to be subtracted: {a**2} − {r * r:g}.",
            ),
            (
                [-2 * a, 0, a**2 - r],
                f"The radius has to be squared: {a**2} − {r * r:g}.",
            ),
            ([0, 0, -(r**2)], "This is the circle around the origin."),
        ],
    )


@exercise_of("01.3")
def least_error_of_any_map(rng):
    top = pick(rng, 40, *range(20, 37, 2))

    def answer():
        # Step 2 fails: cars with one speed have one row, so Φ has as many independent
        # rows as there are speeds, not n. At one speed every map says one number, and
        # the mean of the distances there misses them least.
        x, distances = X.ravel()[X.ravel() <= top], y[X.ravel() <= top]
        means = {speed: distances[x == speed].mean() for speed in x}
        return np.sqrt(
            np.mean(
                [
                    (feet - means[speed]) ** 2
                    for speed, feet in zip(x, distances, strict=True)
                ]
            )
        )

    slow = X.ravel() <= top
    x, distances = X[slow].ravel(), y[slow]
    speeds, which = np.unique(x, return_inverse=True)
    misses = distances - (np.bincount(which, distances) / np.bincount(which))[which]
    line = distances - np.polyval(np.polyfit(x, distances, 1), x)

    def rms(errors):
        return np.sqrt(np.mean(errors**2))

    return Exercise(
        answer,
        asks=f"the {len(x)} cars up to {top} mph",
        why=(
            f"Step 2 fails: {len(x)} cars have {len(speeds)} different speeds, so no Φ"
            f" has a rank above {len(speeds)}. What no map of the speed can explain is"
            " how cars of one speed scatter around their mean."
        ),
        hints=(
            "Try each step on the smallest case in which two cars differ in their"
            " distances alone.",
            "Two cars at one speed: what do their rows of Φ look like, and what"
            " does any map say of the two?",
            "At each speed the best number is the mean of the distances there. How"
            " far do the cars scatter around these means?",
        ),
        mistakes=[
            (
                0,
                "That is what the proof claims. Look for two cars with the same"
                " speed, and compare their rows of Φ.",
            ),
            (
                2,
                "The step is right. The question asks for the error that stays, in"
                " feet.",
            ),
            (
                np.sqrt(np.sum(misses**2) / (len(x) - len(speeds))),
                "You divided by the number of cars less that of the means. The root"
                " mean square divides by the number of cars.",
            ),
            (
                np.mean(misses**2),
                "That is the mean of the squares, in square feet. Take its root.",
            ),
            (
                np.mean(np.abs(misses)),
                "That is the mean of the absolute misses. Square them, take the"
                " mean, then the root.",
            ),
            (
                rms(distances - distances.mean()),
                "That is the scatter around one mean for all. Take one mean for"
                " each speed.",
            ),
            (
                rms(line),
                "That is the error of a straight line. A map may be free to say any"
                " number at each speed.",
            ),
        ],
        tolerance=2e-3,
    )


@exercise_of("01.4")
def a_map_for_faster_cars(rng):
    top = pick(rng, 28, 20, 22, 24, 25, 26, 27, 30, 31)

    def answer():
        # The map is chosen for faster cars than were measured, so judge it on cars
        # faster than those that it is fitted to. There (x, x²), without a constant,
        # misses least: it knows of reaction and braking, and has two weights to fit.
        Phi, slow = np.hstack([X, X**2]), X.ravel() <= top
        w = np.linalg.lstsq(Phi[slow], y[slow])[0]
        return np.sqrt(np.mean((y - Phi @ w)[~slow] ** 2))

    slow, u = X.ravel() <= top, (X - 22) / 18

    def misses(Phi, lam=0.0):
        rows = np.vstack([Phi[slow], np.sqrt(lam) * np.eye(Phi.shape[1])])
        return (
            y
            - Phi @ np.linalg.lstsq(rows, np.append(y[slow], np.zeros(Phi.shape[1])))[0]
        )

    def rms(errors):
        return np.sqrt(np.mean(errors**2))

    a, b, c = (
        misses(monomials(X, 1)),
        misses(np.hstack([X, X**2])),
        misses(monomials(u, 4)),
    )
    d = misses(monomials(u, 12), lam=1.0)
    return Exercise(
        answer,
        asks=f"the cars up to {top} mph, and the {np.sum(~slow)} faster ones",
        why=(
            f"B misses the faster cars by {rms(b[~slow]):.1f} ft, the line by"
            f" {rms(a[~slow]):.1f} ft, D by {rms(d[~slow]):.1f} ft and C by"
            f" {rms(c[~slow]):.0f} ft, though C fits the slower cars best. Fewer"
            " features, and the right ones, reach further."
        ),
        hints=(
            "What will the map be used for, and which of the cars can stand for"
            " that use?",
            f"Fit each map to the cars up to {top} mph, those with slow = X.ravel()"
            f" <= {top}, and look at its errors on the others.",
            "Take np.linalg.lstsq(Φ[slow], y[slow])[0] for A, B and C, and"
            " ridge_primal(Φ[slow], y[slow], 1.0) for D. Which of the four has the"
            " smallest root mean square on ~slow?",
        ),
        mistakes=[
            (
                rms(a[~slow]),
                "That is map A. A line cannot bend, and braking grows with the"
                " square of the speed.",
            ),
            (
                rms(c[~slow]),
                "That is map C. Nothing holds its high powers where there are no cars.",
            ),
            (
                rms(d[~slow]),
                "That is map D. The penalty pulls towards zero what the slow cars"
                " do not hold.",
            ),
            (
                rms(b[slow]),
                "The right map, but these are the cars that it was fitted to. The"
                " question is about the faster ones.",
            ),
            (
                rms(c[slow]),
                "Map C on the cars that it was fitted to: it is best there, and"
                " that was not the question.",
            ),
            (
                rms(b),
                "The right map, but on all cars. The question is about those that"
                " the fit has not seen.",
            ),
            (
                np.mean(b[~slow] ** 2),
                "The right map; this is the mean of the squares. Take its root.",
            ),
        ],
        tolerance=2e-3,
    )


@exercise_of("01.5")
def exact_order(rng):
    drawn = [(2, 3), (3, 2), (5, 4), (1, 7), (10, 3)]

    def answer(d, k):
        # With order exactly k all k stars stand before the last bar, so that bar says
        # nothing and goes. The words are those of k stars and d − 1 bars: choose the
        # places of the stars.
        return comb(d + k - 1, k)

    return Exercise(
        answer,
        why=(
            "All k stars have to be used, so nothing may stand behind the last bar:"
            " that bar goes, and d − 1 are left."
        ),
        hints=(
            "What does a star behind the last bar mean?",
            "Which words of stars and bars stand for a monomial of the full order"
            " k? Where do their stars end?",
            "Count up to order k, and take away what is counted up to order k − 1.",
        ),
        mistakes=[
            (
                lambda d, k: comb(d + k, k),
                "Those are all monomials up to order k, the constant among them.",
            ),
            (
                lambda d, k: comb(d, k),
                "That counts products of different coordinates only; x₁² has order"
                " two as well.",
            ),
            (lambda d, k: d**k, "That counts x₁x₂ and x₂x₁ as two."),
        ],
        tries=(
            drawn
            if rng is None
            else [*drawn, (int(rng.integers(2, 9)), int(rng.integers(2, 6)))]
        ),
    )


@exercise_of("01.6")
def directions_that_do_nothing(rng):
    p = pick(rng, 40, 35, 36, 41, 42, 43, 46, 47)

    def answer():
        # A change of w does nothing if it is in the null space of Φ, which has p + 1 −
        # rank Φ dimensions. Cars at one speed have one row, and rows at different
        # speeds are independent, so the rank is the number of speeds.
        return p + 1 - len(np.unique(X))

    rank, rows, m = np.linalg.matrix_rank, len(np.unique(X)), p + 1
    return Exercise(
        answer,
        asks=f"the degree {p}",
        why=(
            f"A row of Φ depends on the speed alone, and {rows} different speeds give"
            f" {rows} independent rows: {m} − {rows} = {answer()}."
        ),
        hints=(
            "Which changes of w leave Φw as it is?",
            "The fit stays what it is if and only if the change of w is in the null"
            " space of Φ. How large is that?",
            f"{m} − rank Φ, and cars with the same speed have the same row.",
        ),
        mistakes=[
            (
                0,
                "There are more cars than features, it is true; but cars with the"
                " same speed have the same row.",
            ),
            (rows, "That is the rank of Φ: so many directions of w do move the fit."),
            (
                m - rank(monomials(X, p)),
                f"That is {m} less the rank that numpy finds for powers of speeds"
                f" in mph: beside 40{superscript(p)} the small directions are lost"
                " to rounding. Count the different rows instead, or take (X −"
                " 22)/18, which runs over −1 … 1.",
            ),
            (
                m - rank(monomials(X / 40, p)),
                f"That is {m} less the rank that numpy finds for powers of X/40:"
                " between 0 and 1 high powers are almost alike, and rounding hides"
                " the rest. Count the different rows instead, or take (X − 22)/18,"
                " which runs over −1 … 1.",
            ),
            (
                p - rows,
                f"A polynomial of degree {p} has {m} coefficients, the constant"
                " among them.",
            ),
            (
                len(X) - m,
                f"That compares {len(X)} cars with {m} features. How many of the"
                f" {len(X)} rows are different?",
            ),
            (
                len(X) - rows,
                "So many rows repeat an earlier one. The question is about"
                f" columns, of which there are {m}.",
            ),
        ],
    )
