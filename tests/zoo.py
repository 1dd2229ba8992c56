"""Every kernel of the package beside a formula that shares no line with it, and a
source of random mixtures.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from kernellab import (
    RBF,
    AllInteractions,
    BilinearForm,
    Box,
    Brownian,
    Constant,
    Custom,
    Exp,
    FractionalPolynomial,
    Intersection,
    Kernel,
    Laplace,
    Linear,
    Matern,
    NegativeDistance,
    Normalized,
    Parabola,
    Periodic,
    Polynomial,
    PolynomialOf,
    PullBack,
    RationalQuadratic,
    Reweighted,
    SetOverlap,
    Sigmoid,
    Spectrum,
    Subsequence,
)

Point = Sequence[float]


@dataclass(frozen=True)
class Specimen:
    """A kernel beside its formula, and what is known of it."""

    kernel: Kernel
    plain: Callable[[Point, Point], float]
    finite: bool
    certified: bool = True

    def __repr__(self) -> str:
        return repr(self.kernel)

    def plain_gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.array([[self.plain(x, z) for z in Z.tolist()] for x in X.tolist()])

    def sizes(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """‖φ(x)‖ ‖φ(z)‖, the scale on which rounding in k(x, z) is to be judged (Cauchy
        and Schwarz).
        """
        lengths = [
            [math.sqrt(self.plain(x, x)) for x in points.tolist()] for points in (X, Z)
        ]
        return np.outer(*lengths)


def mixed(
    kernel: Kernel, plain: Callable[[Point, Point], float], *parts: Specimen
) -> Specimen:
    """A rule, which is finite and certified where its parts are."""
    finite, certified = (
        all(getattr(part, name) for part in parts) for name in ("finite", "certified")
    )
    return Specimen(kernel, plain, finite, certified)


def polynomial(degree: int, c: float) -> Specimen:
    return mixed(Polynomial(degree, c), lambda x, z: math.pow(c + dot(x, z), degree))


def plus(a: Specimen, b: Specimen) -> Specimen:
    return mixed(a.kernel + b.kernel, lambda x, z: a.plain(x, z) + b.plain(x, z), a, b)


def times(a: Specimen, b: Specimen) -> Specimen:
    return mixed(a.kernel * b.kernel, lambda x, z: a.plain(x, z) * b.plain(x, z), a, b)


def scaled(factor: float, a: Specimen) -> Specimen:
    return mixed(factor * a.kernel, lambda x, z: factor * a.plain(x, z), a)


def radial(kernel: Kernel, of_distance: Callable[[float], float]) -> Specimen:
    return Specimen(kernel, lambda x, z: of_distance(math.dist(x, z)), finite=False)


def rbf(length_scale: float) -> Specimen:
    return radial(
        RBF(length_scale), lambda r: math.exp(-(r**2) / (2 * length_scale**2))
    )


def laplace(length_scale: float) -> Specimen:
    return radial(Laplace(length_scale), lambda r: math.exp(-r / length_scale))


def matern(nu: float, length_scale: float) -> Specimen:
    def of_distance(r: float) -> float:
        s = math.sqrt(2 * nu) * r / length_scale
        return math.fsum(
            [1, *([s] if nu > 1 else []), *([s * s / 3] if nu > 2 else [])]
        ) / math.exp(s)

    return radial(Matern(length_scale, nu=nu), of_distance)


def rational_quadratic(length_scale: float, alpha: float) -> Specimen:
    kernel = RationalQuadratic(length_scale, alpha)
    return radial(
        kernel, lambda r: math.pow(1 + r * r / (2 * alpha * length_scale**2), -alpha)
    )


def periodic(length_scale: float, period: float) -> Specimen:
    def plain(x: Point, z: Point) -> float:
        sines = math.fsum(
            math.sin(math.pi * (a - b) / period) ** 2 for a, b in zip(x, z, strict=True)
        )
        return math.exp(-2 * sines / length_scale**2)

    return Specimen(Periodic(length_scale, period), plain, finite=False)


def constant(value: float) -> Specimen:
    return mixed(Constant(value), lambda x, z: value)


def spectrum(k: int) -> Specimen:
    return mixed(
        PullBack(Spectrum(k), in_digits),
        written(lambda x, z: matching_words(x, z, k, 0.5, 0, k - 1)),
    )


def subsequence(k: int, decay: float, window: str) -> Specimen:
    return mixed(
        PullBack(Subsequence(k, decay, window), in_digits),
        written(lambda x, z: matching_words(x, z, k, decay, int(window == "cover"))),
    )


def polynomial_of(a: Specimen) -> Specimen:
    kernel = PolynomialOf(a.kernel, (0.5, 0.0, 2.0))
    return mixed(kernel, lambda x, z: 0.5 + 2 * a.plain(x, z) ** 2, a)


def exp(a: Specimen) -> Specimen:
    return Specimen(
        Exp(a.kernel), lambda x, z: math.exp(a.plain(x, z)), False, a.certified
    )


def reweighted(a: Specimen) -> Specimen:
    def plain(x: Point, z: Point) -> float:
        return (math.fsum(x) - 1) * a.plain(x, z) * (math.fsum(z) - 1)

    return mixed(Reweighted(sum_less_one, a.kernel), plain, a)


def pull_back(a: Specimen) -> Specimen:
    def plain(x: Point, z: Point) -> float:
        return a.plain([t * t - 1 for t in x], [t * t - 1 for t in z])

    return mixed(PullBack(a.kernel, square_less_one), plain, a)


def normalized(a: Specimen) -> Specimen:
    def plain(x: Point, z: Point) -> float:
        lengths = math.sqrt(a.plain(x, x)) * math.sqrt(a.plain(z, z))
        return a.plain(x, z) / lengths if lengths else 0.0

    return mixed(Normalized(a.kernel), plain, a)


def in_digits(X: np.ndarray) -> list[str]:
    return [" ".join(f"{t:.2f}" for t in x) for x in X]


def as_rounded(X: np.ndarray) -> list[set[int]]:
    return [{round(t) % 5 for t in x} for x in X]


def written(plain: Callable[[str, str], float]) -> Callable[[Point, Point], float]:
    """A function of two strings as one of two vectors, written in digits."""
    return lambda x, z: plain(*in_digits([x, z]))


def shared(x: Point, z: Point) -> int:
    left, right = as_rounded([x, z])
    return sum(a == b for a in left for b in right)


def matching_words(
    x: str, z: str, k: int, decay: float, more: int, reach: float = math.inf
) -> float:
    """Σ φᵤ(x) φᵤ(z), over all tuples of k positions whose window i_k − i₁ is at most
    ``reach``; ``more`` is added to it.
    """

    def phi(text: str) -> Counter:
        weights: Counter = Counter()
        for places in combinations(range(len(text)), k):
            if (window := places[-1] - places[0]) <= reach:
                weights[tuple(text[i] for i in places)] += (
                    1.0 if math.isfinite(reach) else decay ** (window + more)
                )
        return weights

    left, right = phi(x), phi(z)
    return math.fsum(weight * right[word] for word, weight in left.items())


def to_plane(X: np.ndarray) -> np.ndarray:
    return np.stack([X[:, 0], X.sum(axis=1)], axis=1)


def sum_less_one(X: np.ndarray) -> np.ndarray:
    return X.sum(axis=1) - 1


def square_less_one(X: np.ndarray) -> np.ndarray:
    return X**2 - 1


def shorter(x: np.ndarray, z: np.ndarray) -> float:
    return min(x @ x, z @ z)


def dot(x: Point, z: Point) -> float:
    return math.fsum(a * b for a, b in zip(x, z, strict=True))


LINEAR = mixed(Linear(), dot)
CUSTOM = Specimen(
    Custom(shorter),
    lambda x, z: min(dot(x, x), dot(z, z)),
    finite=False,
    certified=False,
)
# Without numbers of their own.
PLAIN = [
    LINEAR,
    CUSTOM,
    mixed(
        AllInteractions(),
        lambda x, z: math.prod(1 + a * b for a, b in zip(x, z, strict=True)),
    ),
    # xᵀAz in the plane of the first coordinate and the sum of all
    mixed(
        PullBack(BilinearForm(((2.0, 1.0), (1.0, 3.0))), to_plane),
        lambda x, z: (
            (2 * x[0] + math.fsum(x)) * z[0] + (x[0] + 3 * math.fsum(x)) * math.fsum(z)
        ),
    ),
    Specimen(
        PullBack(Brownian(), np.abs),
        lambda x, z: math.prod(min(abs(a), abs(b)) for a, b in zip(x, z, strict=True)),
        finite=False,
    ),
    mixed(
        PullBack(Linear(), to_plane),
        lambda x, z: x[0] * z[0] + math.fsum(x) * math.fsum(z),
    ),
    mixed(PullBack(Intersection(), as_rounded), lambda x, z: float(shared(x, z))),
    mixed(PullBack(SetOverlap(), as_rounded), lambda x, z: math.exp(shared(x, z))),
]

ZOO = [
    *PLAIN,
    polynomial(1, 3.0),
    polynomial(3, 1.0),
    polynomial(4, 0.0),
    rbf(0.7),
    rbf(20.0),
    scaled(2, rbf(1.5)),
    scaled(0.25, scaled(3, LINEAR)),
    plus(LINEAR, polynomial(2, 1.0)),
    plus(rbf(1.0), plus(rbf(2.0), LINEAR)),
    times(plus(LINEAR, rbf(2.0)), polynomial(2, 0.5)),
    times(LINEAR, times(polynomial(2, 1.0), LINEAR)),
    times(scaled(2, LINEAR), scaled(3, polynomial(2, 1.0))),
    scaled(5, times(plus(LINEAR, scaled(2, polynomial(1, 1.0))), LINEAR)),
    laplace(1.3),
    matern(0.5, 0.8),
    matern(1.5, 2.0),
    matern(2.5, 0.3),
    rational_quadratic(1.5, 0.5),
    periodic(0.9, 2.5),
    constant(2.5),
    spectrum(2),
    subsequence(2, 0.5, "span"),
    subsequence(3, 0.25, "cover"),
    polynomial_of(LINEAR),
    polynomial_of(rbf(2.0)),
    exp(rbf(1.0)),
    reweighted(polynomial(2, 1.0)),
    pull_back(plus(rbf(1.0), LINEAR)),
    normalized(polynomial(3, 1.0)),
    normalized(LINEAR),
    normalized(subsequence(2, 1.0, "span")),
    plus(CUSTOM, times(laplace(1.0), periodic(0.9, 2.0))),
]

# What looks like a kernel, and points whose Gram matrix has a negative eigenvalue.
IMPOSTORS = [
    (Sigmoid(1.0, -1.0), [[0.5]]),
    (Sigmoid(-1.0, 1.0), [[2.0], [-2.0]]),
    (NegativeDistance(), [[0.0], [1.0]]),
    (Box(1.0), [[0.0], [0.7], [1.4]]),
    (Parabola(), [[0.0], [2.0]]),
    (FractionalPolynomial(2.5), [[-0.9], [-0.4], [0.0], [0.4], [0.9]]),
    (FractionalPolynomial(0.5), [[0.0], [1.0], [2.0]]),
]


def _in_domain(number: float) -> bool:
    return number == 0 or abs(number) >= 1e-50


def expressions(
    number: Callable[[float, float], st.SearchStrategy[float]] = st.floats,
) -> st.SearchStrategy[Specimen]:
    """Mixtures of a few kernels, whose numbers are drawn by ``number(low, high)``."""
    leaves = st.one_of(
        st.sampled_from(PLAIN),
        st.builds(
            polynomial, st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0, 2.75])
        ),
        st.builds(rbf, number(0.25, 8.0)),
        st.builds(laplace, number(0.25, 8.0)),
        st.builds(matern, st.sampled_from([0.5, 1.5, 2.5]), number(0.25, 8.0)),
        st.builds(rational_quadratic, number(0.25, 8.0), number(0.1, 10.0)),
        st.builds(periodic, number(0.5, 4.0), number(0.5, 8.0)),
        # Of less, Normalized refuses to say an angle.
        st.builds(constant, st.just(0.0) | number(1e-6, 9.0)),
        st.builds(spectrum, st.integers(1, 3)),
        st.builds(
            subsequence,
            st.integers(1, 2),
            st.sampled_from([0.25, 0.5, 1.0]),
            st.sampled_from(["span", "cover"]),
        ),
    )
    rules = [
        polynomial_of,
        reweighted,
        pull_back,
        normalized,
        lambda a: exp(normalized(a)),
    ]
    return st.recursive(
        st.one_of(leaves, *(st.builds(rule, leaves) for rule in rules)),
        lambda inner: st.one_of(
            st.builds(plus, inner, inner),
            st.builds(times, inner, inner),
            st.builds(scaled, number(0.01, 100.0), inner),
        ),
        max_leaves=4,
    )


@st.composite
def points(draw: st.DrawFn, d: int | None = None) -> np.ndarray:
    """A few points on a grid of quarters, where xᵀz and ‖x − z‖² are exact and what
    differs is the kernel's doing.
    """
    n, d = draw(st.integers(1, 6)), d or draw(st.integers(1, 3))
    quarters = draw(st.lists(st.integers(-12, 12), min_size=n * d, max_size=n * d))
    return np.array(quarters).reshape(n, d) / 4
