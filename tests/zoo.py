"""Every kernel of the package beside a formula that shares no line with it, and a source of random mixtures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from kernellab import RBF, Kernel, Linear, Polynomial

settings.register_profile("kernellab", max_examples=200, deadline=None, derandomize=True, database=None)
settings.load_profile("kernellab")

Point = Sequence[float]


@dataclass(frozen=True)
class Specimen:
    kernel: Kernel
    plain: Callable[[Point, Point], float]
    finite: bool

    def __repr__(self) -> str:
        return repr(self.kernel)

    def plain_gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.array([[self.plain(x, z) for z in Z.tolist()] for x in X.tolist()])

    def sizes(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """‖φ(x)‖ ‖φ(z)‖, the scale on which rounding in k(x, z) is to be judged (Cauchy and Schwarz)."""
        lengths = [[math.sqrt(self.plain(x, x)) for x in points.tolist()] for points in (X, Z)]
        return np.outer(*lengths)


def linear() -> Specimen:
    return Specimen(Linear(), dot, finite=True)


def polynomial(degree: int, c: float) -> Specimen:
    return Specimen(Polynomial(degree, c), lambda x, z: math.pow(c + dot(x, z), degree), finite=True)


def rbf(length_scale: float) -> Specimen:
    return Specimen(RBF(length_scale), lambda x, z: math.exp(-(math.dist(x, z) ** 2) / (2 * length_scale**2)), finite=False)


def plus(a: Specimen, b: Specimen) -> Specimen:
    return Specimen(a.kernel + b.kernel, lambda x, z: a.plain(x, z) + b.plain(x, z), a.finite and b.finite)


def times(a: Specimen, b: Specimen) -> Specimen:
    return Specimen(a.kernel * b.kernel, lambda x, z: a.plain(x, z) * b.plain(x, z), a.finite and b.finite)


def scaled(factor: float, a: Specimen) -> Specimen:
    return Specimen(factor * a.kernel, lambda x, z: factor * a.plain(x, z), a.finite)


def dot(x: Point, z: Point) -> float:
    return math.fsum(a * b for a, b in zip(x, z, strict=True))


ZOO = [
    linear(),
    polynomial(1, 3.0),
    polynomial(3, 1.0),
    polynomial(4, 0.0),
    rbf(0.7),
    rbf(20.0),
    scaled(2, rbf(1.5)),
    scaled(0.25, scaled(3, linear())),
    plus(linear(), polynomial(2, 1.0)),
    plus(rbf(1.0), plus(rbf(2.0), linear())),
    times(plus(linear(), rbf(2.0)), polynomial(2, 0.5)),
    times(linear(), times(polynomial(2, 1.0), linear())),
    times(scaled(2, linear()), scaled(3, polynomial(2, 1.0))),
    scaled(5, times(plus(linear(), scaled(2, polynomial(1, 1.0))), linear())),
]


def expressions() -> st.SearchStrategy[Specimen]:
    leaves = st.one_of(
        st.builds(linear),
        st.builds(polynomial, st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0, 2.75])),
        st.builds(rbf, st.floats(0.25, 8.0)),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(plus, inner, inner), st.builds(times, inner, inner), st.builds(scaled, st.floats(0.01, 100.0), inner)
        ),
        max_leaves=4,
    )


@st.composite
def points(draw: st.DrawFn, d: int | None = None) -> np.ndarray:
    """A few points on a grid of quarters, where xᵀz and ‖x − z‖² are exact and what differs is the kernel's doing."""
    n, d = draw(st.integers(1, 6)), d or draw(st.integers(1, 3))
    quarters = draw(st.lists(st.integers(-12, 12), min_size=n * d, max_size=n * d))
    return np.array(quarters).reshape(n, d) / 4
