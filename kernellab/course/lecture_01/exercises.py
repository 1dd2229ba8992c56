"""Exercises of lecture 01, explicit features."""

from math import comb

import numpy as np

from askfirst import Exercise, pick, superscript
from kernellab import monomials, ridge_primal
from kernellab.course.datasets import stopping

X, y = stopping()


def rms(errors):
    """Root mean square."""
    return np.sqrt(np.mean(errors**2))


def monomials_of_degree_two_01_1(rng):
    d = pick(rng, 12, *range(8, 21))

    def answer():
        # There are C(p + d, p) monomials up to degree p, here with p = 2. One of them
        # is the constant, which is left out.
        return comb(d + 2, 2) - 1

    second = comb(d + 1, 2)
    return Exercise(
        answer,
        f"C({d + 2}, 2) − 1 = {answer()}: {d} linear terms, {d} squares and"
        f" {comb(d, 2)} products of two.",
        "Which kinds of monomials have degree one or two?",
        "Count the linear terms, the squares, and the products of two coordinates.",
        "With the constant there are C(degree + d, degree) of them.",
        (comb(d + 2, 2), "That counts the constant too. The question does not."),
        (second, "Those are the monomials of degree two alone. Add the linear ones."),
        (d + d**2, "x₁x₂ and x₂x₁ are one feature, not two."),
        (2 * d, "Products of two different coordinates belong to it as well."),
        (comb(d, 2), "That counts products alone. Add squares and linear terms."),
        2 + d * comb(d, 2) - 1,
        "This is the formula 2 + d·C(d, 2) − 1. It is wrong: try it for d = 2.",
        asks=f"{d} coordinates",
    )


def a_map_for_faster_cars_01_2(rng):
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
        return y - Phi @ ridge_primal(Phi[slow], y[slow], lam)

    a, b = misses(monomials(X, 1)), misses(np.hstack([X, X**2]))
    c, d = misses(monomials(u, 4)), misses(monomials(u, 12), lam=1.0)
    return Exercise(
        answer,
        f"B misses the faster cars by {rms(b[~slow]):.1f} ft, the line by"
        f" {rms(a[~slow]):.1f} ft, D by {rms(d[~slow]):.1f} ft and C by"
        f" {rms(c[~slow]):.0f} ft, though C fits the slower cars best. A few features"
        " that fit the mechanics predict better beyond the data.",
        "The map is for faster cars. Which measured cars are most like those?",
        f"Fit each map to the cars up to {top} mph, those with slow = X.ravel()"
        f" <= {top}, and look at its errors on the others.",
        "Take np.linalg.lstsq(Φ[slow], y[slow])[0] for A, B and C, and"
        " ridge_primal(Φ[slow], y[slow], 1.0) for D. Which of the four has the"
        " smallest root mean square on ~slow?",
        rms(a[~slow]),
        "That is map A. A line cannot bend, but the braking distance grows with x².",
        rms(c[~slow]),
        "That is map C. Nothing keeps its high powers small beyond the data.",
        rms(d[~slow]),
        "That is map D. Its penalty holds the curve down, also beyond the data.",
        (rms(b[slow]), "Right, but these are the cars that it was fitted to."),
        (rms(c[slow]), "Map C on the cars that it was fitted to, not on others."),
        (rms(b), "The right map, but on all cars. Leave out those of the fit."),
        (np.mean(b[~slow] ** 2), "That is the mean of the squares. Take its root."),
        asks=f"the cars up to {top} mph, and the {np.sum(~slow)} faster ones",
        tolerance=2e-3,
    )


def least_error_of_any_map_01_3(rng):
    top = pick(rng, 40, *range(20, 37, 2))

    def answer():
        # Step 2 fails: cars with one speed have one row, so Φ has as many independent
        # rows as there are speeds, not n. At one speed every map says one number, and
        # the mean of the distances there misses them least. No car is faster than
        # 40 mph, so all 62 are taken.
        x, distances = X.ravel()[X.ravel() <= top], y[X.ravel() <= top]
        misses = [distances[x == speed].mean() for speed in x] - distances
        return np.sqrt(np.mean(misses**2))

    slow = X.ravel() <= top
    x, distances = X[slow].ravel(), y[slow]
    speeds, which = np.unique(x, return_inverse=True)
    misses = distances - (np.bincount(which, distances) / np.bincount(which))[which]
    line = distances - np.polyval(np.polyfit(x, distances, 1), x)
    return Exercise(
        answer,
        f"Step 2 fails: {len(x)} cars have {len(speeds)} different speeds, so no Φ"
        f" has a rank above {len(speeds)}. What no map of the speed can explain is"
        " how cars of one speed scatter around their mean.",
        "Try each step on two cars that differ in their distances alone.",
        "Two cars at one speed: what does any map say of the two?",
        "At each speed the best number is the mean. How far from it are the cars?",
        0,
        "Zero is what the proof claims. Compare the rows of two cars at one speed.",
        (2, "The step is right. The question asks for the error, in feet."),
        np.sqrt(np.sum(misses**2) / (len(x) - len(speeds))),
        "You divided by n minus the number of speeds. A mean square divides by n.",
        (np.mean(misses**2), "That is the mean of the squares, in square feet."),
        (np.mean(np.abs(misses)), "That is the mean of the absolute misses."),
        (rms(distances - distances.mean()), "That takes one mean for all speeds."),
        (rms(line), "That is the error of a straight line; a map need not be one."),
        asks=f"the {len(x)} cars up to {top} mph",
        tolerance=2e-3,
    )


def circle_01_4(rng):
    a, r = pick(rng, 1, 2, 3, 4), pick(rng, 0.5, 1.5, 2.5)

    def answer():
        # On the circle (x₁ − a)² + x₂² = r², and its left side is (x₁² + x₂²) − 2ax₁ +
        # a². So w₁ is −2a, nothing stands before x₂, and b is a² − r².
        return [-2.0 * a, 0.0, a**2 - r**2]

    left = f"(x₁ − {a})² + x₂²"
    return Exercise(
        answer,
        f"{left} − {r * r:g} = (x₁² + x₂²) − {2 * a}x₁ {'+' if a > r else '−'}"
        f" {abs(a * a - r * r):g}: every circle needs the same new feature and a tilted"
        " plane.",
        "Which points lie on the border?",
        "Their distance from the centre is the radius. Square it: which equation?",
        "Multiply out and bring all to one side. What stands beside x₁² + x₂²?",
        ([2 * a, 0, a**2 - r**2], f"This is the circle around (−{a}, 0)."),
        ([-2 * a, 0, a**2 + r**2], f"r² is to be subtracted: {a**2} − {r * r:g}."),
        ([-2 * a, 0, a**2 - r], f"r has to be squared: {a**2} − {r * r:g}."),
        ([0, 0, -(r**2)], "This is the circle around the origin."),
        asks=f"the circle around ({a}, 0) with radius {r:g}",
        items={"w₁": {}, "w₂": {}, "b": {}},
    )


def exact_degree_01_5(rng):
    tries = [(2, 3), (3, 2), (5, 4), (1, 7), (10, 3)]
    if rng is not None:
        tries.append((int(rng.integers(2, 9)), int(rng.integers(2, 6))))

    def answer(d, k):
        # With degree exactly k all k stars stand before the last bar, so that bar says
        # nothing and goes. The words are those of k stars and d − 1 bars: choose the
        # places of the stars.
        return comb(d + k - 1, k)

    return Exercise(
        answer,
        "All k stars stand before the last bar. So this bar can be left out, and d − 1"
        " bars remain.",
        "What does a star behind the last bar mean?",
        "Which words of stars and bars mean degree k? Where do their stars end?",
        "Count up to degree k, and take away what is counted up to degree k − 1.",
        lambda d, k: comb(d + k, k),
        "Those are all monomials up to degree k, the constant among them.",
        lambda d, k: comb(d, k),
        "That counts products of different coordinates only, so x₁² is missing.",
        (lambda d, k: d**k, "That counts x₁x₂ and x₂x₁ as two."),
        tries=tries,
    )


def directions_that_do_nothing_01_6(rng):
    p = pick(rng, 40, 35, 36, 41, 42, 43, 46, 47)

    def answer():
        # A change of w does nothing if it is in the null space of Φ, which has p + 1 −
        # rank Φ dimensions. Cars at one speed have one row, and rows at different
        # speeds are independent, so the rank is the number of speeds.
        return p + 1 - len(np.unique(X))

    rank, n, rows, m = np.linalg.matrix_rank, len(X), len(np.unique(X)), p + 1
    instead = "Count the different rows, or take (X − 22)/18, which runs over −1 … 1."
    return Exercise(
        answer,
        f"A row of Φ depends on the speed alone, and {rows} different speeds give"
        f" {rows} independent rows: {m} − {rows} = {answer()}.",
        "Which changes of w leave Φw as it is?",
        "Φw stays if the change of w is in Φ's null space. How large is that?",
        f"{m} − rank Φ, and cars with the same speed have the same row.",
        (0, "There are more cars than features, but fewer different rows."),
        (rows, "That is the rank of Φ: so many directions of w do move the fit."),
        m - rank(monomials(X, p)),
        f"That is {m} less numpy’s rank for powers of speeds in mph: beside"
        f" 40{superscript(p)} small numbers are lost to rounding. {instead}",
        m - rank(monomials(X / 40, p)),
        f"That is {m} less numpy’s rank for powers of X/40: they are almost"
        f" alike, and rounding hides the rest. {instead}",
        (p - rows, f"A polynomial of degree {p} has {m} coefficients."),
        (n - m, f"That compares {n} cars with {m} features, but rows repeat."),
        (n - rows, "So many rows repeat an earlier one. Count columns instead."),
        asks=f"the degree {p}",
    )
