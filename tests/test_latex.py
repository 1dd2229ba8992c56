"""LaTeX evaluated: every formula is read as numbers, and k must agree."""

from __future__ import annotations

import math
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
    Cosine,
    Custom,
    Exp,
    FractionalPolynomial,
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
    Sigmoid,
    certificate,
)
from kernellab.kernels.certificate import Certificate
from kernellab.kernels.notation import called
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


@pytest.mark.parametrize("specimen", ZOO, ids=repr)
def test_the_formula_of_every_kernel_is_the_kernel(specimen):
    assert_reads_as(specimen.kernel, specimen.kernel.latex(), X, Z, within=1e-3)


def test_a_point_without_a_direction_reads_as_zero():
    k = Normalized(Linear())
    assert (
        value(k.latex(), [0.0], [1.0])
        == value(k.latex(), [0.0], [0.0])
        == k([0.0], [1.0])
        == k([0.0], [0.0])
        == 0
    )


@pytest.mark.slow
@given(st.data(), expressions(powers_of_two))
def test_the_formula_of_any_expression_is_the_expression(data, specimen):
    X = data.draw(points())
    Z = data.draw(points(d=X.shape[1]))
    assert_reads_as(specimen.kernel, specimen.kernel.latex(), X, Z, within=1e-9)


@pytest.mark.parametrize(("k", "X"), IMPOSTORS, ids=repr)
def test_the_formula_of_an_impostor_is_the_impostor(k, X):
    X = np.array(X)
    assert_reads_as(k, k.latex(), X, X[::-1], within=1e-9)
    for mixed in (
        3 * k,
        k * Linear(),
        RBF(1.0) * k,
        Linear() * (k + RBF(2.0)),
        PolynomialOf(k, (1.0, 2.0)) * k,
    ):
        assert_reads_as(mixed, mixed.latex(), X, X[::-1], within=1e-9)


def test_a_polynomial_shows_no_term_without_weight():
    assert PolynomialOf(
        Linear(), (0.0, 0.0, 1.0, 0.0)
    ).latex() == Linear().latex().join((r"\left(", r"\right)^{2}"))
    assert PolynomialOf(Linear(), (0.0,)).latex() == "0"


@pytest.mark.slow
@given(expressions(powers_of_two), points())
def test_every_line_of_a_certificate_is_what_it_stands_for(specimen, X):
    for k, there in nodes(certificate(specimen.kernel), X / 2):
        formula = k.latex()
        assert_reads_as(k, formula, there, there[::-1], within=1e-3, **matrix_of(k))


def nodes(tree: Certificate, X: Any) -> list[tuple[Kernel, Any]]:
    """The kernels of a certificate, and points for each: below a map those that it
    leads to.
    """
    k = tree.kernel
    below = k.kernel.as_points(k.f(X)) if isinstance(k, PullBack) else X
    return [(k, X), *(node for part in tree.parts for node in nodes(part, below))]


def matrix_of(k: Kernel) -> dict[str, Any]:
    """The matrix that a formula calls A."""
    found = [
        part.A
        for part in (k, *k.get_params().values())
        if isinstance(part, BilinearForm)
    ]
    return {"A": np.array(found[0])} if found else {}


@pytest.mark.parametrize(
    "k",
    [
        RBF((0.5, 4.0)),
        Laplace((0.5, 4.0)),
        Matern((0.5, 4.0), nu=0.5),
        Matern((0.5, 4.0), nu=1.5),
        Matern((0.5, 4.0), nu=2.5),
        RationalQuadratic((0.5, 4.0), 2.0),
        Cosine((0.5, -2.0)),
        Cosine(0.5) + Cosine(0.25) * Cosine((1.0, 0.0)),
        Linear() * RBF((1.0, 2.0)) + 2 * Laplace((2.0, 1.0)),
        RBF(2000.0) + Polynomial(2, 1e6) * Constant(1e-7),
        1e-5 * Linear() + 1e6 * RBF(1.0),
        Reweighted(Bell(1000.0), Exp(Linear()) + Linear()),
        Reweighted(Bell((0.5, 4.0)), Linear()),
        Exp(Linear()) * (Linear() + 1e-3 * RBF(1.0)) * Periodic(1.0, 4.0),
        PullBack(Linear() + Constant(2.0), np.abs) * Linear(),
        PullBack(RBF(1.0), Circle(4.0)) + PullBack(Laplace(1.0), Circle(2.0)),
        PullBack(Linear(), zoo.to_plane) * BilinearForm([[2.0, 1.0], [1.0, 3.0]]),
        Sigmoid(0.5, 0.0) * Sigmoid(-2.0, 1e-6),
        Box(2.0) * (Parabola() * (NegativeDistance() + Box(1.0))),
        FractionalPolynomial(3.0, 0.0) + FractionalPolynomial(-2.0, 50.0),
        AllInteractions() * Linear(),
        Linear() + 2 * AllInteractions() * RBF(1.0),
    ],
    ids=repr,
)
def test_length_scales_brackets_and_large_numbers_are_written_as_they_are_meant(k):
    assert_reads_as(k, k.latex(), X, Z, within=1e-9)


@pytest.mark.parametrize(
    ("formula", "meant"),
    [
        (r"1 + 2 \cdot 3 - 4", 3.0),
        (r"\left(1 + 2\right) \cdot 3", 9.0),
        (r"2 \cdot 10^{-3}", 0.002),
        (r"\frac{1}{2}\, x^\top z", 0.5 * (3 - 8)),
        (r"\Vert x - z \Vert^2/2", (4 + 36) / 2),
        (r"\sum_a x_a z_a \cdot 2", 2.0 * (3 - 8)),
        (r"\prod_a x_a \cdot 2", (1.0 * 2) * (2.0 * 2)),
        (r"-x_1 + [x]_2", 1.0),
        (r"x^\top A\, z", 2 * 3 - 4 + 2 * 3 + 3 * 2 * -4),
        (r"e^{-\Vert x \Vert^2/\left(5\right)}", math.exp(-1)),
    ],
)
def test_the_reader_reads_as_one_does(formula, meant):
    assert value(formula, [1.0, 2.0], [3.0, -4.0]) == pytest.approx(meant)


@pytest.mark.parametrize(
    "formula", [r"x \cdot z", r"2 \cdot -3", "2^10", "(1", "1)", r"\min(1)"]
)
def test_what_is_no_formula_is_not_read(formula):
    with pytest.raises(AssertionError):
        value(formula, [1.0, 2.0], [3.0, -4.0])


def test_a_function_of_two_points_takes_them_in_their_order():
    k = Custom(lambda x, z: float(x @ x - z[0]))
    x, z = [1.0, 2.0], [3.0, -4.0]
    assert value(k.latex(), x, z, f=k.f) == k(x, z)
    assert value(k.latex("z", "x"), x, z, f=k.f) == k(z, x)


def test_a_function_is_called_by_whatever_name_it_has():
    bare = type("Bare", (), {"__call__": lambda self, X: X, "__name__": "halved"})()
    assert [called(f, "x") for f in (np.abs, bare)] == [
        r"\mathrm{absolute}(x)",
        r"\mathrm{halved}(x)",
    ]
    assert repr(PullBack(Linear(), bare)) == "PullBack(Linear(), halved)"


# A formula with a fault, and the kernel that it is not.
FAULTS = {
    "brackets of a sum": (
        (Linear() + RBF(1.0)) * Linear(),
        rf"x^\top z + {RBF(1.0).latex()} \cdot x^\top z",
    ),
    "half in RBF": (RBF(1.0), r"\exp\left(-\Vert x - z \Vert^2\right)"),
    "two in RationalQuadratic": (
        RationalQuadratic(1.0, 0.5),
        r"\left(1 + \frac{\Vert x - z \Vert^2}{0.5}\right)^{-0.5}",
    ),
    "two in Periodic": (
        Periodic(1.0, 4.0),
        r"\exp\left(-1\, \sum_a \sin^2\frac{\pi (x_a - z_a)}{4}\right)",
    ),
    "a in Sigmoid": (Sigmoid(0.5, 1.0), r"\tanh\left(x^\top z + 1\right)"),
}


@pytest.mark.parametrize(("k", "formula"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_seen(k, formula):
    with pytest.raises(AssertionError):
        assert_reads_as(k, formula, X, Z, within=1e-3)
