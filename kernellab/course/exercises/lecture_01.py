"""Exercises of lecture 01, explicit features."""

from kernellab.course.exercises.exercise import Exercise, Mistake

EXERCISES = (
    Exercise(
        name="01.1",
        solution="answer = count_monomials(d=12, degree=2) - 1",
        why="C(14, 2) − 1 = 90: twelve linear terms, twelve squares and 66 products of two.",
        hints=(
            "Count the linear terms, the squares, and the products of two different coordinates.",
            "With the constant there are C(degree + d, degree) of them.",
        ),
        mistakes=(
            Mistake("91", "That counts the constant too, which the question leaves out."),
            Mistake("78", "Those are the terms of order two alone; the linear ones belong to it as well."),
            Mistake("156", "x₁x₂ and x₂x₁ are one feature, not two."),
            Mistake("24", "Products of two different coordinates belong to it as well."),
            Mistake("793", "That is 2 + 12·C(12, 2) − 1, the formula as it is printed. Count for d = 2 to see it fail."),
        ),
    ),
    Exercise(
        name="01.2",
        solution="answer = np.linalg.lstsq(np.hstack([X, X**2]), y)[0]",
        why="About 0.58 feet for each mph, a driver's reaction of 0.4 seconds, and 0.062 feet for each mph squared, the braking.",
        hints=(
            "Φ has a row (v, v²) for each car and no column of ones.",
            "np.hstack([X, X**2]) is that Φ, and np.linalg.lstsq(Φ, y)[0] are the weights.",
        ),
        mistakes=(
            Mistake(
                "np.linalg.lstsq(monomials(X, 2), y)[0][1:]",
                "These come from a fit with a constant; here a car that stands still needs no way to stop.",
            ),
            Mistake(
                "np.linalg.lstsq(monomials(X, 2), y)[0]",
                "That is a fit with a constant, and has three weights; here a car that stands still needs no way to stop.",
            ),
            Mistake("np.linalg.lstsq(np.hstack([X**2, X]), y)[0]", "The right weights in the other order: a comes first."),
            Mistake(
                "np.append(np.linalg.lstsq(X, y)[0], np.linalg.lstsq(X**2, y)[0])",
                "These are two fits with one feature each. One fit with both gives other weights.",
            ),
        ),
        tolerance=6e-4,
    ),
    Exercise(
        name="01.3",
        solution="from math import comb\n\ndef answer(d, k):\n    return comb(d + k - 1, k)",
        why="All k stars have to be used, so nothing may stand behind the last bar: that bar goes, and d − 1 are left.",
        hints=(
            "Which words of stars and bars stand for a monomial of the full order k? Where do their stars end?",
            "Count up to order k, and take away what is counted up to order k − 1.",
        ),
        mistakes=(
            Mistake("comb(d + k, k)", "Those are all monomials up to order k, the constant among them."),
            Mistake("comb(d, k)", "That counts products of different coordinates only; x₁² has order two as well."),
            Mistake("def answer(d, k):\n    return d**k", "That counts x₁x₂ and x₂x₁ as two."),
        ),
        tries_code="tries = [(2, 3), (3, 2), (5, 4), (1, 7), (10, 3)]",
    ),
    Exercise(
        name="01.4",
        solution="answer = [-2.0, 0.0, 0.75]",
        why="(x₁ − 1)² + x₂² − 1/4 = (x₁² + x₂²) − 2x₁ + 3/4: a circle anywhere needs the same feature, and a tilted plane.",
        hints=("Write down the equation of the circle and multiply it out.", "(x₁ − 1)² + x₂² = 1/4. Collect x₁² + x₂²."),
        mistakes=(
            Mistake("[2, 0, 0.75]", "This is the circle around (−1, 0); look at the sign of v₁."),
            Mistake("[-2, 0, 1.25]", "The square of the radius is to be subtracted: 1 − 1/4."),
            Mistake("[-2, 0, 0.5]", "The radius has to be squared: 1 − 1/4."),
            Mistake("[0, 0, -0.25]", "This is the circle around the origin."),
        ),
    ),
    Exercise(
        name="01.5",
        solution="answer = next(p for p in range(1, 20) if count_monomials(6, p) > 10_000)",
        why="Degree 10 has 8008 features and degree 11 has 12,376; n = 10,000 lies between them.",
        hints=(
            "Φ holds n·m numbers and K holds n². Divide both by n.",
            "Find the first degree with C(degree + 6, 6) > 10,000.",
        ),
        mistakes=(
            Mistake("10", "Degree 10 has 8008 features, fewer than there are points."),
            Mistake("12", "It happens one degree earlier: degree 11 has 12,376 features."),
            Mistake("12_376", "That is the number of features at that degree. Which degree is it?"),
        ),
    ),
    Exercise(
        name="01.6",
        solution="answer = 41 - len(np.unique(X))",
        why="A row of Φ depends on the speed alone, and 28 different speeds give 28 independent rows: 41 − 28 = 13.",
        hints=(
            "The fit stays what it is if and only if the change of w is in the null space of Φ. How large is that?",
            "41 − rank Φ, and cars with the same speed have the same row.",
        ),
        mistakes=(
            Mistake("0", "There are more cars than features, it is true; but cars with the same speed have the same row."),
            Mistake("28", "That is the rank of Φ: so many directions of w do move the fit."),
            Mistake(
                "41 - np.linalg.matrix_rank(monomials(X, 40))",
                "That is 41 less the rank that numpy finds for powers of speeds in mph: beside 40⁴⁰ the small directions are lost "
                "to rounding. Count the different rows instead, or take (X − 22)/18, which runs over −1 … 1.",
            ),
            Mistake(
                "41 - np.linalg.matrix_rank(monomials(X / 40, 40))",
                "That is 41 less the rank that numpy finds for powers of X/40: between 0 and 1 high powers are almost alike, and "
                "rounding hides the rest. Count the different rows instead, or take (X − 22)/18, which runs over −1 … 1.",
            ),
            Mistake("12", "A polynomial of degree 40 has 41 coefficients, the constant among them."),
            Mistake("21", "That compares 62 cars with 41 features. How many of the 62 rows are different?"),
            Mistake("34", "So many rows repeat an earlier one. The question is about columns, of which there are 41."),
        ),
    ),
)
