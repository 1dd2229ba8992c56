"""Wrong answers to the exercises, written apart from them, by hand or in numpy, each
with words of the reply it must get.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb, dist, exp, log, log10, pi, prod, sqrt

import numpy as np
from scipy.integrate import trapezoid
from scipy.linalg import sqrtm
from scipy.stats import multivariate_normal, norm
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

from kernellab.course.datasets import stopping

X, y = stopping()
K3 = np.exp(-((X - X.T) ** 2) / 18)
SPEEDS, AT, COUNTS = np.unique(X.ravel(), return_inverse=True, return_counts=True)
SCATTER = y - (np.bincount(AT, y) / COUNTS)[AT]  # around the mean of each speed

# What the four maps of 01.4 miss, fitted to the cars up to 28 mph.
SLOW, FAST = X.ravel() <= 28, X.ravel() > 28
TWO = np.hstack([X, X**2])
POWERS_OF_U = np.vander((X.ravel() - 22) / 18, 13, increasing=True)
MAPS = {
    "A": np.polynomial.Polynomial.fit(X[SLOW, 0], y[SLOW], 1)(X[:, 0]) - y,
    "B": TWO @ np.linalg.pinv(TWO[SLOW]) @ y[SLOW] - y,
    "C": np.polynomial.Polynomial.fit(X[SLOW, 0], y[SLOW], 4)(X[:, 0]) - y,
    "D": (
        Ridge(1.0, fit_intercept=False)
        .fit(POWERS_OF_U[SLOW], y[SLOW])
        .predict(POWERS_OF_U)
        - y
    ),
}


def rms(misses):
    return sqrt(np.mean(misses**2))


def with_vectors_as_rows(K):
    values, V = np.linalg.eigh(K)
    return sum(
        max(value, 0) * np.outer(row, row) for value, row in zip(values, V, strict=True)
    )


def raised(K):
    """K + sI with the least s ≥ 0 that makes it PSD; how far K lies below cI tells its
    smallest eigenvalue.
    """
    c, one = np.linalg.norm(K, 2), np.eye(len(K))
    return K + max(0, np.linalg.norm(c * one - K, 2) - c) * one


def steps(t, height):
    """A row for each t: for each gap up to it the ``height`` made of the gap's two
    ends, and zeros.
    """
    gaps = list(pairwise([0, *t]))
    return [
        [height(*gap) if p <= i else 0 for p, gap in enumerate(gaps)]
        for i in range(len(t))
    ]


def feature_rows(K):
    """Rows whose inner products are K."""
    values, V = np.linalg.eigh(K)
    return V * np.sqrt(values.clip(0))


def slope(quadratic, at):
    """By central differences, which are exact for a quadratic function."""
    return np.array(
        [(quadratic(at + one) - quadratic(at - one)) / 2 for one in np.eye(len(at))]
    )


def stepped(K, y, beta, s, lam):
    """β after a step of descent in w = Φᵀβ, with Cholesky's root of K for Φ."""
    Phi = np.linalg.cholesky(K)
    w = Phi.T @ beta
    return np.linalg.solve(
        Phi.T, w - s * slope(lambda v: sum((Phi @ v - y) ** 2) + lam * v @ v, w)
    )


def stepped_in_beta(K, y, beta, s, lam):
    return beta - s * slope(lambda b: sum((K @ b - y) ** 2) + lam * b @ K @ b, beta)


def bonds(x, read=str):
    return Counter(read(a + b) for a, b in pairwise(x))


def inner(left, right):
    return sum(left[each] * right[each] for each in left)


def in_a_plane(k, x, z):
    """Two columns of a plane whose lengths and angle are those of φ(x) and φ(z)."""
    values, V = np.linalg.eigh([[k(a, b) for b in (x, z)] for a in (x, z)])
    return np.sqrt(values.clip(0))[:, None] * V.T


def subsets(x, z, sizes):
    return sum(
        prod(x[list(chosen)] * z[list(chosen)])
        for size in sizes
        for chosen in combinations(range(len(x)), size)
    )


def overlap(variance):
    """∫ p² of a normal density p, by the trapezoidal rule."""
    t = np.linspace(-12, 12, 2001) * sqrt(variance)
    return trapezoid(np.exp(-(t**2) / variance) / (2 * pi * variance), t)


def alpha_of(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(y)), y)


def alone(K, y, lam, i):
    rest = np.arange(len(y)) != i
    return y[i] - K[i, rest] @ alpha_of(K[np.ix_(rest, rest)], y[rest], lam)


def turned(K, y, lam, out):
    rest = np.setdiff1d(np.arange(len(y)), out)
    return (K[:, rest] @ alpha_of(K[np.ix_(rest, rest)], y[rest], lam) - y)[out]


def times_the_block(K, y, lam, out):
    """The block of the inverse on the group is the inverse of what elimination of the
    rest leaves.
    """
    M, rest = K + lam * np.eye(len(y)), np.setdiff1d(np.arange(len(y)), out)
    left = M[np.ix_(out, out)] - M[np.ix_(out, rest)] @ np.linalg.solve(
        M[np.ix_(rest, rest)], M[np.ix_(rest, out)]
    )
    return np.linalg.solve(left, alpha_of(K, y, lam)[out])


def group_alone(K, y, lam, out):
    return (
        KernelRidge(alpha=lam, kernel="precomputed")
        .fit(K[np.ix_(out, out)], y[out])
        .dual_coef_
    )


def miss(kernel, lam, known=X <= 30, asked=X > 30, **more):
    fit = KernelRidge(alpha=lam, kernel=kernel, **more).fit(
        X[known[:, 0]], y[known[:, 0]]
    )
    return rms(fit.predict(X[asked[:, 0]]) - y[asked[:, 0]])


def bounds(K, y, alpha, C, epsilon):
    """P(w) and D(α) of 10.3: w of rows whose table is K, D the least value of the
    Lagrangian, which has its corners at ±ε.
    """
    Phi = feature_rows(K)
    w = Phi.T @ alpha

    def loss(miss):
        return C * max(0, abs(miss) - epsilon)

    least = sum(
        min(loss(miss) - a * miss for miss in epsilon * np.arange(-2, 3)) for a in alpha
    )
    return (
        w @ w / 2 + sum(map(loss, y - Phi @ w)),
        w @ w / 2 + alpha @ (y - Phi @ w) + least,
    )


def solved(blocks, lam):
    Phi, y = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    return Ridge(lam, fit_intercept=False, solver="svd").fit(Phi, y).coef_


def without_an_offset(A, v, lam):
    R = np.linalg.cholesky(A).T  # points with the sums A and v
    return Ridge(lam, fit_intercept=False).fit(R, np.linalg.solve(R.T, v)).coef_


def bordered(A, v, s, u, n, lam):
    """w of the two equations (A + λI)w + sb = v and sᵀw + nb = u."""
    return np.linalg.solve(
        np.block([[A + lam * np.eye(len(s)), s[:, None]], [s, n]]), np.append(v, u)
    )[:-1]


def with_a_constant(A, v, s, u, n, lam):
    """With its weight, (u − sᵀw)/(n + λ), put into the equations for w."""
    return np.linalg.inv(A + lam * np.eye(len(s)) - np.outer(s, s) / (n + lam)) @ (
        v - u / (n + lam) * s
    )


# The eigenvalues of s + t on [0, 1], of 05.3: Gauss's rule with two points is exact for
# cubics.
NODES = (np.array([-1, 1]) / sqrt(3) + 1) / 2
LOWER, UPPER = np.linalg.eigvalsh(np.add.outer(NODES, NODES) / 2)
# The y at each speed are MEANS @ y.
MEANS = (np.arange(len(SPEEDS))[:, None] == AT) / COUNTS[:, None]


def conditioned(K, y, noise, more=0.0):
    """Each target's distance from its mean given the others, and its variance."""
    A, missed, variances = K + noise * np.eye(len(y)), [], []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        gain = np.linalg.solve(A[np.ix_(rest, rest)], K[rest, i])
        missed.append(y[i] - gain @ y[rest])
        variances.append(A[i, i] - gain @ K[rest, i] + more)
    return np.array(missed), np.array(variances)


def density(missed, variances):
    return np.mean(norm.logpdf(missed, scale=np.sqrt(variances)))


def with_its_own_target(K, y, noise):
    gain = np.linalg.solve(K + noise * np.eye(len(y)), K)
    return density(y - gain.T @ y, np.diag(K - K @ gain) + noise)


MISTAKEN = {
    "00.1": [
        (sqrt(16), "took σ for ℓ"),
        (4 * sqrt(2), "shorter of the two"),
        (1 / 16, "γ = 1/σ²"),
        (8, "Take its root"),
    ],
    "00.2": [
        ((np.linalg.inv(K3 + 0.01 * np.eye(62)) @ y)[0], "passed 0.01"),
        ((np.linalg.inv(K3 + 0.01 / 62 * np.eye(62)) @ y)[0], "divided by n"),
    ],
    "01.1": [
        (91, "the constant too"),
        (78, "order two alone"),
        (156, "one feature, not two"),
        (24, "different coordinates belong"),
        (66, "squares"),
        (793, "as it is printed"),
    ],
    "01.2": [
        ([2, 0, 0.75], "around (−1, 0)"),
        ([-2, 0, 1.25], "subtracted"),
        ([-2, 0, 0.5], "to be squared"),
        ([0, 0, -0.25], "the origin"),
    ],
    "01.3": [
        (0, "what the proof claims"),
        (2, "The step is right"),
        (sqrt(np.sum(SCATTER**2) / (62 - 28)), "less that of the means"),
        (np.var(SCATTER), "mean of the squares, in square feet"),
        (np.mean(abs(SCATTER)), "absolute misses"),
        (np.std(y), "one mean for all"),
        (np.std(y) * sqrt(1 - np.corrcoef(X.ravel(), y)[0, 1] ** 2), "straight line"),
    ],
    "01.4": [
        (rms(MAPS["A"][FAST]), "map A"),
        (rms(MAPS["C"][FAST]), "That is map C"),
        (rms(MAPS["D"][FAST]), "map D"),
        (rms(MAPS["B"][SLOW]), "these are the cars that it was fitted to"),
        (rms(MAPS["C"][SLOW]), "Map C on the cars"),
        (rms(MAPS["B"]), "on all cars"),
        (np.mean(MAPS["B"][FAST] ** 2), "mean of the squares. Take"),
    ],
    "01.5": [
        (
            lambda d, k: sum(
                len(list(combinations_with_replacement(range(d), j)))
                for j in range(k + 1)
            ),
            "up to order k",
        ),
        (
            lambda d, k: len(list(combinations(range(d), k))),
            "different coordinates only",
        ),
        (lambda d, k: len(list(product(range(d), repeat=k))), "as two"),
    ],
    "01.6": [
        (28, "rank of Φ"),
        (12, "41 coefficients"),
        (0, "more cars than features"),
        (21, "compares 62 cars"),
        (34, "repeat an earlier one"),
        (41 - np.linalg.matrix_rank(np.vander(X.ravel(), 41)), "speeds in mph"),
        (41 - np.linalg.matrix_rank(np.vander(X.ravel() / 40, 41)), "powers of X/40"),
    ],
    "02.1": [
        ([-1, 4], "This is α"),
        ([2, 10, 14], "This is Φᵀy"),
        ([-8 / 3, 23 / 3, 7 / 3], "The λ is missing"),
        ([3, 6, 12], "the predictions y − α"),
    ],
    "02.2": [
        ([1, 3], "smooth function"),
        ([2, 3], "one may leave it out"),
        ([3, 3], "only puts one equation"),
        ([5, 3], "Where did Kα = y"),
        ([4, 6], "are dependent"),
        ([4, 1], "One point is fine"),
    ],
    "02.3": [
        (lambda Phi, y, lam, w: lam * alpha_of(Phi @ Phi.T, y, lam), "This is â"),
        (
            lambda Phi, y, lam, w: lam**2 * alpha_of(Phi @ Phi.T, y, lam),
            "do not multiply",
        ),
        (lambda Phi, y, lam, w: -alpha_of(Phi @ Phi.T, y, lam), "turned round"),
        (
            lambda Phi, y, lam, w: Phi @ Phi.T @ alpha_of(Phi @ Phi.T, y, lam) / lam,
            "predictions divided by λ",
        ),
        (
            lambda Phi, y, lam, w: Phi.T @ alpha_of(Phi @ Phi.T, y, lam),
            "one entry a feature",
        ),
    ],
    "02.4": [
        ([False, True, True, False], "other way round"),
        ([True, True, False, True], "million points"),
        ([True, True, True, True], "million points"),
        ([True, False, True, True], "C is close"),
        ([True, False, False, False], "In D count"),
    ],
    "02.5": [
        (15_504 / 1000, "ratio of the sizes"),
        ((15_504 / 1000) ** 2, "ratio of the memory"),
        ((1000 / 15_504) ** 3, "dual’s work divided"),
    ],
    "02.6": [
        (12, "standard deviations"),
        (1 / 144, "The other way round"),
        (36, "noise alone"),
    ],
    "03.1": [
        ((1 + 5) ** 3, "instead of 2 · (−1)"),
        (1, "has a 1 inside"),
        (2, "degree is missing"),
        (6, "not a factor"),
    ],
    "03.2": [
        (12, "in the kernel"),
        (1, "unit weights"),
        (sqrt(3), "three brackets"),
        (sqrt(6), "choose the brackets"),
        (sqrt(24), "told apart"),
    ],
    "03.3": [
        (6.2, "Both speeds"),
        (0.0062, "larger kernel"),
        (0.62, "With the same λ"),
        (0, "λ = 0"),
        (0.062, "round, and both speeds"),
    ],
    "03.4": [
        ([False, False, False, False, True], "up to order 4"),
        ([False, False, True, True, True], "Up to order 3"),
        ([False, True, True, True, True], "up to order 2"),
        ([True, True, True, True, True], "through the origin"),
        ([False, False, False, True, False], "more features than any"),
    ],
    "03.5": [
        (lambda k, x, z: sum((in_a_plane(k, x, z) @ [1, -1]) ** 2), "squared distance"),
        (lambda k, x, z: np.linalg.norm(in_a_plane(k, x, z) @ [1, 1]), "mind the sign"),
        (lambda k, x, z: np.linalg.norm(in_a_plane(k, x, z)), "orthogonal"),
        (lambda k, x, z: dist(x, z), "distance of the points"),
        (
            lambda k, x, z: np.linalg.norm(in_a_plane(k, x - z, z)[:, 0]),
            "only if φ is linear",
        ),
    ],
    "03.6": [
        (lambda x, z: (1 + x @ z) ** len(x), "degree d"),
        (lambda x, z: subsets(x, z, [0, 1]), "at most one"),
        (lambda x, z: subsets(x, z, [len(x)]), "one subset"),
        (lambda x, z: subsets(x, z, [0]) + subsets(x, z, [len(x)]), "those between"),
        (lambda x, z: len(x) + x @ z, "not added"),
    ],
    "03.7": [
        (lambda x, beta: 1 / overlap(1 / (2 * beta)) ** len(x), "This is c²"),
        (lambda x, beta: 1 / overlap(1 / beta) ** (len(x) / 2), "variance 1/β"),
        (lambda x, beta: 1 / overlap(1 / (2 * beta)) ** 0.5, "one dimension"),
    ],
    "04.1": [
        (4, "largest t²"),
        (2.5, "mean of the diagonal"),
        (1, "With ones on the diagonal"),
        (-2, "smallest such t"),
    ],
    "04.2": [
        ([2, 2, 3, 0, 2, 0], "x = z = −1"),
        ([1, 1, 3, 0, 2, 0], "One point may have"),
        ([1, 2, 2, 0, 2, 0], "no pair has"),
        ([1, 2, 3, 2, 2, 0], "two products"),
        ([1, 2, 3, 0, 1, 0], "one point refutes nothing"),
        ([1, 2, 3, 0, 0, 0], "table of 1, 2, 2, 2"),
        ([1, 2, 3, 0, 2, 2], "Larger tables pass"),
    ],
    "04.3": [
        ([3, -2], "Step 3 is, too"),
        ([2, -2], "Step 2 only"),
        ([4, -3], "table of ones has"),
        ([4, -1], "three points"),
        ([4, 0], "For two points"),
    ],
    "04.4": [
        (4, "not zero"),
        (59, "constant is a feature"),
        (61, "without a constant"),
        (34, "each of the 28 speeds"),
    ],
    "04.5": [
        (lambda K: (K + abs(K)) / 2, "replaced negative entries"),
        (lambda K: sqrtm(K @ K).real, "turned the negative eigenvalues round"),
        (raised, "Adding a multiple"),
        (with_vectors_as_rows, "changed places"),
        (lambda K: K, "K itself"),
    ],
    "04.6": [
        (lambda x, z: 2 * min(x, z), "right for positive"),
        (lambda x, z: (abs(x) + abs(z) - abs(x - z)) / 2, "half of it"),
        (lambda x, z: max(x, z) - min(x, z), "minus sign is gone"),
    ],
    "05.1": [
        ([1, 2, 3, 1, 2, 2], "but it grows"),
        ([1, 2, 2, 1, 2, 3], "a spectrum asks for their difference"),
        ([1, 2, 1, 1, 2, 3], "not a power series"),
        ([1, 2, 3, 2, 2, 3], "geometric series"),
        ([1, 2, 3, 1, 1, 3], "Laplace curve"),
    ],
    "05.2": [
        (4, "other way up"),
        (0.125, "in the exponent"),
        (0.0625, "unit is wrong"),
        (0, "bell alone"),
        (2, "length cannot be"),
    ],
    "05.3": [
        ([3, LOWER], "Step 3"),
        ([2, LOWER], "Step 2"),
        ([1, LOWER], "Step 1"),
        ([4, UPPER], "other eigenvalue"),
        ([4, LOWER * UPPER], "product of both"),
    ],
    "05.4": [
        (5, "one point more"),
        (4, "first negative one"),
        (3, "below degree 1"),
        (7, "j + 1 points"),
    ],
    "05.5": [(11, "left out 0.01"), (20, "counts from 0"), (6, "1 % of the first")],
    "05.6": [
        (lambda t: steps(t, lambda a, b: b - a), "The gaps themselves"),
        (lambda t: [[min(a, b) for a in t] for b in t], "This is K"),
        (lambda t: np.transpose(steps(t, lambda a, b: sqrt(b - a))), "changed places"),
        (lambda t: steps(t, lambda a, b: sqrt(b)), "√tₚ"),
    ],
    "06.1": [
        ([True, False, True, True, True, False], "k₂ = 2k₁"),
        ([True, False, False, True, True, True], "never negative"),
        ([True, False, False, True, False, False], "by the sum rule"),
    ],
    "06.2": [
        ([3, pi / 2], "step 3"),
        ([2, pi / 2], "step 2"),
        ([1, pi / 2], "step 1"),
        ([4, pi], "(x + x)"),
        ([4, 90], "radians"),
        ([4, 0], "At 0"),
    ],
    "06.3": [(1, "bump"), (2, "Periodic alone"), (4, "fade")],
    "06.4": [(4, "largest eigenvalue"), (1, "the diagonal"), (0, "Look at the table")],
    "06.5": [
        (
            lambda K: [
                [K[i, j] / (K[i, i] * K[j, j]) for j in range(len(K))]
                for i in range(len(K))
            ],
            "squared lengths",
        ),
        (
            lambda K: K @ np.diag([1 / np.linalg.norm(row) for row in feature_rows(K)]),
            "columns only",
        ),
        # By Cauchy and Schwarz no entry is larger.
        (lambda K: K / max(np.diag(K)), "all points alike"),
        (lambda K: K / sum(np.linalg.eigvalsh(K)), "all points alike"),
    ],
    "06.6": [
        (36, "what the rules give"),
        (21, "how many remain"),
        (10, "the constant times"),
    ],
    "07.1": [
        (2, "different words are shared"),
        (4, "inner product"),
        (25, "every place against"),
        (9, "k(banana, banana)"),
    ],
    "07.2": [
        (1 / 4, "λ = ½"),
        (0.8, "two strings"),
        (0.8**8, "not one more for each letter"),
        (0.8**-2, "it is smaller"),
    ],
    "07.3": [
        ([False, True, False, True, True], "other way round"),
        ([True, True, True, True, True], "Three of these"),
        ([False] * 5, "long pages"),
    ],
    "07.4": [
        (lambda S, T: exp(2 * len(S & T) - len(S) - len(T)), "Nearly"),
        (lambda S, T: prod(exp(1) for each in S if each in T), "not normalised"),
        (lambda S, T: np.mean([each in S and each in T for each in S | T]), "Jaccard"),
        (lambda S, T: prod(exp(-1) for _ in S | T), "root of it"),
    ],
    "07.5": [
        (lambda x, z: 1, "made longer"),  # the empty word, and no other
        (lambda x, z: 0, "empty word"),
        # Pascal's triangle.
        (lambda x, z: comb(len(x) + len(z), len(x)), "Take it off once"),
        (
            lambda x, z: sum(letter in z for letter in Counter(x)),
            "letters that both have",
        ),
    ],
    "07.6": [
        (lambda x, z: inner(bonds(x), bonds(z)), "k = 2"),
        (lambda x, z: inner(bonds(x) + bonds(x[::-1]), bonds(z)), "two equal atoms"),
        (
            lambda x, z: len(bonds(x, frozenset).keys() & bonds(z, frozenset).keys()),
            "as in a set",
        ),
        (lambda x, z: inner(Counter(x), Counter(z)), "compares atoms"),
    ],
    "08.1": [
        ([1, 1, 0], "shortest solution"),
        ([5, -5, 3], "the start"),
        ([1, 2, 3], "both points"),
    ],
    "08.2": [
        ([True, False, False, True, False, False], "t² increases"),
        ([True, True, False, False, False, False], "descent from zero"),
        ([True, True, False, True, True, False], "random start"),
        ([True, True, False, True, False, True], "until t = 4"),
        ([True, True, True, True, False, False], "not a function of ‖w‖₂"),
    ],
    "08.8": [
        (2048, "cost the same"),
        (1024, "Φ twice"),
        (1025, "Φ twice"),
        (21, "coordinates as features"),
    ],
    "08.4": [
        ([3, 2, 1], "lies in the span"),
        ([3, 0, 5], "further out"),
        ([4, 2.5, 0], "one step earlier"),
        ([2, 2.5, 0], "Step 2"),
        ([1, 2.5, 0], "Step 1"),
    ],
    "08.5": [
        (stepped_in_beta, "one K less"),
        (lambda K, y, beta, s, lam: stepped(K, y, beta, s, 0), "penalty is missing"),
        (lambda K, y, beta, s, lam: stepped(K, y, beta, -s, lam), "climbs"),
        (lambda K, y, beta, s, lam: stepped(K, y, beta, s / 2, lam), "half the size"),
    ],
    "08.6": [(10, "took M"), (7, "for the penalty λ‖w‖²"), (6.5, "M^(−1/2)")],
    "08.7": [
        (90, "1 − sλ"),
        (43, "a little above"),
        (2 / (1 - 2 * log10(3)), "whole steps"),
    ],
    "08.3": [
        ([13, 2], "mixed terms are missing"),
        ([10, 2], "stands in αᵀKα twice"),
        ([19, 2], "second weight is negative"),
        ([sqrt(7), 2], "first number is ‖f‖"),
        ([7, 3], "reaches x₁ as well"),
    ],
    "08.9": [
        ([0.5 - 1.3 * sqrt(0.8), 0.5 + 1.3 * sqrt(0.8)], "True, but wide"),
        ([-0.74, 1.34], "Some of the length"),
        ([-0.9, 1.5], "does not see all of"),
        ([-1.3, 1.3], "holds for any f"),
    ],
    "09.1": [
        ([10, -5], "solved Kα = y"),
        ([8, -2], "residuals"),
        ([18 / 7, -3 / 7], "added nλ"),
        ([3.75, 0], "by the diagonal"),
        ([60 / 7, -45 / 7], "every entry"),
    ],
    "09.2": [
        (28, "Weights alone"),
        (56, "number of its own"),
        (58, "One too many"),
        (62, "α alone"),
        (62**2, "Gram matrix is needed"),
        (62 * 61 // 2, "pairs of cars"),
        (125, "That is what"),
        (124, "but for ℓ"),
        (126, "here. And some cars"),
    ],
    "09.3": [
        (lambda K, y, lam, out: [alone(K, y, lam, i) for i in out], "one at a time"),
        (
            lambda K, y, lam, out: (y - K @ alpha_of(K, y, lam))[out],
            "training residuals",
        ),
        (times_the_block, "multiplied"),
        (group_alone, "group alone"),
        (turned, "turned"),
    ],
    "09.4": [
        (45, "her grid"),
        (60, "at the end of the grid"),
        (18, "still lies within"),
        (30, "between 10 and 30"),
    ],
    "09.5": [(0, "without an offset"), (2437 / 62, "mean of y")],
    "09.6": [
        (np.bincount(AT, [0.62] * 62), "The other way round"),
        (0.62 * np.linalg.norm(MEANS, axis=1), "root"),
        ([0.62] * 28, "like a single car"),
        (0.62, "One number for all"),
    ],
    "09.7": [
        (miss("rbf", 0.007, gamma=1 / 1800), "wide squared exponential"),
        (miss("poly", 0.62, degree=1, gamma=1, coef0=1), "straight line"),
        (10.3, "leave-one-out error"),
        (
            rms(np.array([alone((1 + X @ X.T) ** 2, y, 0.62, i) for i in range(62)])),
            "leave-one-out error",
        ),
        (
            miss("poly", 0.62, X > 0, X > 0, degree=2, gamma=1, coef0=1),
            "training error",
        ),
        (miss("poly", 0.62, X > 0, degree=2, gamma=1, coef0=1), "leave them out of it"),
    ],
    "10.1": [(9, "outside the box"), (10, "pass through the point"), (3, "α + ε")],
    "10.2": [
        ([3, 5], "just near"),
        ([5, 6], "downwards"),
        ([3, 6], "inside the tube"),
        ([3, 4, 5, 6], "between 0 and C"),
        ([3, 5, 6, 7], "may weigh nothing"),
    ],
    "10.3": [
        (lambda *problem: sum(bounds(*problem)), "subtract it"),
        (lambda *problem: bounds(*problem)[0], "upper bound alone"),
        (lambda *problem: bounds(*problem)[1], "lower bound alone"),
        (
            lambda K, y, alpha, C, epsilon: (
                bounds(K, y, alpha, 1, epsilon)[0] - bounds(K, y, alpha, 1, epsilon)[1]
            ),
            "C = 1",
        ),
    ],
    "10.4": [
        ([False, False, False, True], "only some"),
        ([True, True, False, True], "each λ"),
        ([True, False, True, True], "median"),
        ([True, False, False, False], "wild value"),
    ],
    "10.5": [(18, "At 18 ft"), (15, "slide’s ε"), (20, "At 20 ft")],
    "10.6": [
        (62, "lie inside the tube"),
        (12, "λ = 0.62"),
        (0, "Small weights are weights"),
        (np.searchsorted(np.sort(y), 15, side="right"), "These are inside"),
    ],
    "10.7": [(15, "whatever the function"), (27, "Some may be"), (32, "2ε")],
    "11.1": [
        (-1, "mean is missing"),
        (-3.5, "a half before"),
        (2, "mixed terms"),
        (5, "mean squared length"),
        (sqrt(2.5), "asks for its square"),
    ],
    "11.2": [
        ([False, False, False, True, True, False], "centre is a mean"),
        ([True, True, False, True, True, False], "‖w‖₁"),
        ([True, False, True, True, True, False], "above a number"),
        ([True, False, False, False, True, False], "direction of PCA"),
        ([True, False, False, True, False, False], "starts at zero"),
        ([True, False, False, True, True, True], "spread"),
    ],
    "11.3": [
        (1.5, "That is the sum"),
        (0.5, "free ones too"),
        (0.42, "the other way"),
        (-0.1, "no slack"),
        (-0.3, "but for the sign"),
    ],
    "11.4": [(1, "larger box"), (0, "every point has to be pushed")],
    "11.5": [
        (
            lambda K: [
                [a @ a - 2 * a @ b for b in feature_rows(K)] for a in feature_rows(K)
            ],
            "is missing",
        ),
        (
            lambda K: [[dist(a, b) for b in feature_rows(K)] for a in feature_rows(K)],
            "not squares",
        ),
        (
            lambda K: [
                [a @ a - a @ b + b @ b for b in feature_rows(K)]
                for a in feature_rows(K)
            ],
            "comes twice",
        ),
    ],
    "11.6": [(1, "has f = 1"), (4, "border lies at 2"), (1.5, "its slope is 1")],
    "12.1": [
        ([1, 1, 3, 2], "(b) has 20,000 features"),
        ([1, 2, 2, 2], "(c) has a million points"),
        ([1, 2, 1, 2], "(c) wants infinitely many"),
        ([1, 2, 3, 3], "(d) is to be exact"),
        ([2, 2, 3, 2], "(a) has a million points"),
        ([3, 2, 3, 2], "would do for (a)"),
    ],
    "12.2": [
        (0.1, "once. It went in"),
        (0.001, "The other way round"),
        (1e5, "not once for each point"),
    ],
    "12.3": [
        (
            lambda blocks, lam: np.mean(
                [solved([each], lam) for each in blocks], axis=0
            ),
            "own fits",
        ),
        (lambda blocks, lam: solved(blocks, len(list(blocks)) * lam), "add it once"),
        (lambda blocks, lam: solved(list(blocks)[-1:], lam), "last block"),
        (lambda blocks, lam: solved(blocks, 0), "got lost"),
    ],
    "12.4": [(2.5, "√2.5"), (sqrt(2.5), "other side"), (0.16, "The other way round")],
    "12.5": [
        (62, "that the others span"),
        (28, "how many feature vectors"),
        (2, "constant is a feature"),
        (1, "spans a line"),
    ],
    "12.6": [
        (lambda A, v, s, u, n, lam: without_an_offset(A, v, lam), "without an offset"),
        (lambda A, v, s, u, n, lam: bordered(A, v, s, u, 1, lam), "by n once"),
        (lambda A, v, s, u, n, lam: bordered(A, v, s, 0, n, lam), "right side is not"),
        (with_a_constant, "goes free"),
    ],
    "13.1": [
        ([6, 6], "took the measurement to be exact"),
        ([3, sqrt(7)], "deviation"),
        ([3, 15], "variance of a new measurement"),
        ([3, 7.75], "enters twice"),
        ([6, 4], "measured point itself"),
    ],
    "13.2": [
        (21, "her count again"),
        (52, "σ alone"),
        (57, "variances do"),
        (51, "left each car out"),
        (54.56, "That is how many it should hold"),
        (55, "That is how many it should hold"),
    ],
    "13.3": [
        ([1, 2, 1, 3], "for a variance"),
        ([2, 2, 1, 3], "one width everywhere"),
        ([3, 1, 1, 3], "follow the wild"),
        ([3, 3, 1, 3], "no wild readings"),
        ([3, 2, 3, 3], "asks for no bar"),
        ([3, 2, 2, 3], "judged by squares"),
        ([3, 2, 1, 1], "no end"),
        ([3, 2, 1, 2], "no slope"),
    ],
    "13.4": [
        (lambda K, y, noise: density(*conditioned(K, y, noise, noise)), "once more"),
        (lambda K, y, noise: density(*conditioned(K, y, noise, -noise)), "has noise"),
        (
            lambda K, y, noise: multivariate_normal(
                cov=K + noise * np.eye(len(y))
            ).logpdf(y),
            "all targets together",
        ),
        (
            lambda K, y, noise: density(*conditioned(K, y, noise)) + log(2 * pi) / 2,
            "2π under",
        ),
        (lambda K, y, noise: len(y) * density(*conditioned(K, y, noise)), "the sum"),
        (with_its_own_target, "its own prediction"),
    ],
    "13.5": [
        ([True, True, True, True, False, False], "It is 3"),
        ([True, True, False, True, True, False], "It is 5"),
        ([True, True, False, True, False, True], "It is 6"),
        ([True, False, False, True, False, False], "It is 2"),
        ([True, True, False, False, False, False], "It is 4"),
        ([False, True, False, True, False, False], "It is 1"),
    ],
    "13.6": [
        (25, "has its share"),
        (4, "That is τ"),
        (34, "take it off"),
        (-4, "not with y"),
        (0, "σ² alone"),
    ],
    "13.7": [
        (sum(log(v / 20) for v in X.ravel()), "other way round"),
        (-2 * sum(log(v / 20) for v in X.ravel()), "variance’s factor"),
        (-sum(log(v / 20) for v in X.ravel()) / 62, "62 cars"),
        (-sum(log10(v / 20) for v in X.ravel()), "natural"),
        (-sum(log(v) for v in X.ravel()), "are missing"),
    ],
}
