"""LaTeX evaluated: every formula is read as numbers, and k must agree."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import (
    RBF,
    AllInteractions,
    BilinearForm,
    Box,
    Constant,
    Custom,
    Exp,
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
)
from kernellab.kernels.stationary import Bell, Circle
from tests import zoo
from tests.reader import Reader
from tests.zoo import IMPOSTORS, ZOO, expressions, points


def at_one_point(f: Callable[[np.ndarray], Any]) -> Callable[[Any], Any]:
    return lambda x: f(np.asarray(x)[None])[0]


NAMES: dict[str, Any] = {
    name: at_one_point(f) for name, f in vars(zoo).items() if callable(f)
}
NAMES |= {"circle": lambda period, x: Circle(period)(x[None])[0]}
NAMES |= {
    "absolute": np.abs,
    "phi": at_one_point(zoo.to_plane),
    "f": zoo.shorter,
    "A": np.array([[2.0, 1.0], [1.0, 3.0]]),
}


def value(formula: str, x: Any, z: Any, **names: Any) -> float:
    values = {
        name: point if isinstance(point, (str, frozenset)) else np.asarray(point)
        for name, point in (("x", x), ("z", z))
    }
    return float(Reader(formula).formula()(NAMES | names | values))


def assert_reads_as(
    k: Kernel, formula: str, X: np.ndarray, Z: np.ndarray, within: float, **names: Any
) -> None:
    """The formula is k at pairs of points, up to ``within`` of ‖φ(x)‖ ‖φ(z)‖."""
    for x in X[:2]:
        for z in Z[:2]:
            size = math.sqrt(abs(k(x, x) * k(z, z))) + abs(k(x, z))
            assert value(formula, x, z, **names) == pytest.approx(
                k(x, z), abs=within * size + 1e-300
            ), (formula, x, z)


def powers_of_two(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers that four digits hold, and their squares and inverses with them."""
    size = [2.0**j for j in range(-4, 4)]
    return st.sampled_from(
        [each for each in [*size, *(-s for s in size)] if low <= each <= high]
    )


X = np.random.default_rng(4).integers(-8, 9, (2, 2)) / 4
Z = np.random.default_rng(5).integers(-8, 9, (2, 2)) / 4


def of_points(specimen) -> bool:
    """Words and sets are written with signs of their own, which are not read here."""
    words = "subsequence|spectrum|overlap|intersection"
    return not re.search(words, repr(specimen), re.IGNORECASE)


@pytest.mark.parametrize("specimen", [*filter(of_points, ZOO)], ids=repr)
def test_the_formula_of_every_kernel_is_the_kernel(specimen):
    assert_reads_as(specimen.kernel, specimen.kernel.latex(), X, Z, within=1e-3)


def test_a_point_without_a_direction_reads_as_zero():
    k = Normalized(Linear())
    for z in ([1.0], [0.0]):
        assert value(k.latex(), [0.0], z) == k([0.0], z) == 0


@pytest.mark.slow
@given(st.data(), expressions(powers_of_two).filter(of_points))
def test_the_formula_of_any_expression_is_the_expression(data, specimen):
    X = data.draw(points())
    Z = data.draw(points(d=X.shape[1]))
    assert_reads_as(specimen.kernel, specimen.kernel.latex(), X, Z, within=1e-9)


@pytest.mark.parametrize(("k", "X"), IMPOSTORS, ids=repr)
def test_the_formula_of_an_impostor_is_the_impostor(k, X):
    X = np.array(X)
    assert_reads_as(k, k.latex(), X, X[::-1], within=1e-9)
    mixed = Linear() * (k + RBF(2.0)) + PolynomialOf(k, (1.0, 2.0)) * k
    assert_reads_as(mixed, mixed.latex(), X, X[::-1], within=1e-9)


def test_a_polynomial_shows_no_term_without_weight():
    assert PolynomialOf(
        Linear(), (0.0, 0.0, 1.0, 0.0)
    ).latex() == Linear().latex().join((r"\left(", r"\right)^{2}"))
    assert PolynomialOf(Linear(), (0.0,)).latex() == "0"


@pytest.mark.parametrize(
    "k",
    [
        Matern((0.5, 4.0), nu=2.5),
        RationalQuadratic((0.5, 4.0), 2.0),
        RBF(2000.0) + Polynomial(2, 1e6) * Constant(1e-7),
        1e-5 * Linear() + 1e6 * RBF((1.0, 2.0)),
        Reweighted(Bell((0.5, 4.0)), Exp(Linear()) + Reweighted(Bell(2e3), Linear())),
        Exp(Linear()) * (Linear() + 1e-3 * RBF(1.0)) * Periodic(1.0, 4.0),
        PullBack(RBF(1.0), Circle(4.0)) + PullBack(Laplace(1.0), Circle(2.0)),
        Linear() * BilinearForm([[2.0, 1.0], [1.0, 3.0]]),
        Box(2.0) * (Parabola() * (NegativeDistance() + Box(1.0))),
        Linear() + 2 * AllInteractions() * RBF(1.0),
    ],
    ids=repr,
)
def test_length_scales_brackets_and_large_numbers_are_written_as_they_are_meant(k):
    assert_reads_as(k, k.latex(), X, Z, within=1e-9)


def test_a_function_of_two_points_takes_them_in_their_order():
    k = Custom(lambda x, z: float(x @ x - z[0]))
    x, z = [1.0, 2.0], [3.0, -4.0]
    assert value(k.latex(), x, z, f=k.f) == k(x, z)
    assert value(k.latex("z", "x"), x, z, f=k.f) == k(z, x)
