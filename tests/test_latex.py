"""LaTeX evaluated: a small reader turns every formula into numbers, as a mathematician would read it, and k must agree."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import combinations
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
    FromFeatures,
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
from tests.zoo import IMPOSTORS, ZOO, expressions, points

Meaning = Callable[[dict[str, Any]], Any]  # of a piece of a formula, where the symbols have values
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S")
SPACES = {r"\,", r"\ ", r"\left", r"\right", r"\quad"}
FUNCTIONS = {r"\exp": math.exp, r"\cos": math.cos, r"\tanh": math.tanh, r"\sin": math.sin, r"\sqrt": math.sqrt}
ENDS = {")", "]", "}", ",", "+", "-", "<", "=", r"\cap", "/", r"\cdot", ""}


class Row(np.ndarray):
    """A vector that was transposed."""


class Reader:
    """The meaning of a formula by the rules of writing: powers bind before products, products before sums.

    A ∑ or ∏ reaches to the end of its product; what stands side by side is multiplied; coordinates count from 1.
    """

    def __init__(self, formula: str) -> None:
        self.tokens = [token for token in TOKEN.findall(formula) if token not in SPACES]
        self.at = 0
        self.closing = [""]
        self.strings: list[Meaning] = []

    def formula(self) -> Meaning:
        meaning = self.sum()
        assert self.next == "", f"{self.tokens[self.at :]} left over"
        return meaning

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.next
        assert not expected or token in expected, f"{token} for {expected} in {' '.join(self.tokens)}"
        self.at += 1
        return token

    def within(self, end: str, read: Callable[[], Meaning]) -> Meaning:
        self.closing.append(end)
        meaning = read()
        self.take(end)
        self.closing.pop()
        return meaning

    def group(self) -> Meaning:
        self.take("{")
        return self.within("}", self.sum)

    def raw(self) -> str:
        """The letters in braces, and no formula."""
        self.take("{")
        found = ""
        while self.next != "}":
            found += self.take().removeprefix("\\")
        self.take("}")
        return found

    def sum(self) -> Meaning:
        negative = self.next == "-" and bool(self.take())
        first = self.product()
        terms = [(-1.0 if negative else 1.0, first)]
        while self.next in ("+", "-"):
            sign = 1.0 if self.take() == "+" else -1.0
            terms.append((sign, self.product()))
        if len(terms) == 1 and not negative:
            return first
        return lambda env: sum(sign * term(env) for sign, term in terms)

    def product(self) -> Meaning:
        value = self.power()
        while True:
            if self.next == "/":
                self.take()
                value = (lambda u, v: lambda env: u(env) / v(env))(value, self.power())
                continue
            if self.next == r"\cdot":
                self.take()
                assert self.next != "-", "a sign in the middle of a product"
            elif self.next in ENDS or self.next == self.closing[-1]:
                return value
            value = (lambda u, v: lambda env: times(u(env), v(env)))(value, self.power())

    def power(self) -> Meaning:
        value = self.atom()
        while self.next in ("^", "_"):
            if self.take() == "_":
                value = (lambda v, place: lambda env: v(env)[int(place(env)) - 1])(value, self.script())
            elif self.next == r"\top":
                self.take()
                value = (lambda v: lambda env: np.asarray(v(env)).view(Row))(value)
            else:
                value = (lambda v, p: lambda env: v(env) ** p(env))(value, self.script())
        return value

    def script(self) -> Meaning:
        """What is raised or lowered: one sign, or braces."""
        if self.next == "{":
            return self.group()
        assert len(self.next) == 1, "TeX would raise or lower the first sign alone"
        return self.atom()

    def atom(self) -> Meaning:
        token = self.take()
        if re.fullmatch(r"[\d.]+", token):
            return lambda env: float(token)
        if token in ("(", "["):
            return self.within(")" if token == "(" else "]", self.sum)
        if token == r"\frac":
            return (lambda u, v: lambda env: ratio(u(env), v(env)))(self.group(), self.group())
        if token in FUNCTIONS:
            power = (self.take("^"), self.script())[1] if self.next == "^" else (lambda env: 1)
            argument = self.group() if token == r"\sqrt" else self.atom()
            return lambda env: FUNCTIONS[token](argument(env)) ** power(env)
        if token == r"\Vert":
            vector = self.within(r"\Vert", self.sum)
            return lambda env: math.hypot(*vector(env))
        if token == "|":
            return self.bars()
        if token == r"\min":
            self.take("(")
            least = self.within(",", self.sum), (self.within(")", self.sum))
            return lambda env: min(each(env) for each in least)
        if token == r"\mathbf":  # the indicator of what stands in brackets
            assert self.raw() == "1"
            self.take("[")
            left = self.within("<", self.sum), self.within("]", self.sum)
            return lambda env: float(left[0](env) < left[1](env))
        if token in (r"\sum", r"\prod"):
            return self.repeated(token)
        if token == r"\mathrm":
            return self.call(self.raw())
        if token in ("f", r"\phi") and self.next == "(":
            return self.call(token.removeprefix("\\"))
        name = token.removeprefix("\\")
        return lambda env: {"pi": math.pi, "e": math.e}.get(name) or env[name]

    def call(self, name: str) -> Meaning:
        if self.next == "_":  # a function with a number of its own
            self.take()
            own, argument = self.script(), self.atom()
            return lambda env: env[name](own(env), argument(env))
        self.take("(")
        arguments = [self.within(")" if self.two_follow() is False else ",", self.sum)]
        if self.tokens[self.at - 1] == ",":
            arguments.append(self.within(")", self.sum))
        return lambda env: env[name](*(each(env) for each in arguments))

    def two_follow(self) -> bool:
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token in "([{") - (token in ")]}")
            if depth < 0 or (token == "," and depth == 0):
                return token == ","
        raise AssertionError("a bracket is not closed")

    def bars(self) -> Meaning:
        """|S ∩ T|, how many elements two sets share, or |x|ᵤ, how often the word u stands in x."""
        left = self.within(r"\cap" if r"\cap" in self.tokens[self.at : self.tokens.index("|", self.at)] else "|", self.sum)
        if self.tokens[self.at - 1] == r"\cap":
            right = self.within("|", self.sum)
            return lambda env: len(left(env) & right(env))
        self.take("_"), self.take("u")
        self.strings.append(left)
        return lambda env: sum(left(env)[i : i + len(env["u"])] == env["u"] for i in range(len(left(env))))

    def repeated(self, sign: str) -> Meaning:
        self.take("_")
        if self.next == "a":
            self.take()
            body = self.product()
            return lambda env: (math.fsum if sign == r"\sum" else math.prod)(over_coordinates(body, env))
        self.take("{")
        if self.next == "u":  # over all words u of k letters
            self.take(), self.take(r"\in"), self.take(r"\mathcal"), self.raw(), self.take("^")
            k = int(self.raw())
            self.take("}")
            body = self.product()
            string = self.strings[-2]
            return lambda env: sum(body(env | {"u": u}) for u in {"".join(w) for w in combinations(string(env), k)})
        left, _, _ = self.within("[", self.sum), self.take("i"), self.take("]")  # over the places at which x and z spell u
        self.take("="), self.take("u"), self.take("=")
        right, _, _, _ = self.within("[", self.sum), self.take("j"), self.take("]"), self.take("}")
        self.strings += [left, right]
        body = self.product()
        return lambda env: sum(
            body(env | {"i": i, "j": j}) for i in places(left(env), env["u"]) for j in places(right(env), env["u"])
        )


def times(u: Any, v: Any) -> Any:
    if isinstance(u, Row) and np.ndim(v):
        return (np.asarray(u) @ v).view(Row) if np.ndim(v) == 2 else float(np.asarray(u) @ v)
    assert np.ndim(u) == 0 or np.ndim(v) == 0, "two vectors side by side are no product"
    return u * v


def ratio(u: Any, v: float) -> Any:
    """u / v, and 0 for 0/0: so Normalized says of a point that has no direction."""
    return u / v if v or np.any(u) else 0.0 * u


def over_coordinates(body: Meaning, env: dict[str, Any]) -> list[float]:
    values: list[float] = []
    while True:
        try:
            values.append(body(env | {"a": len(values) + 1}))
        except IndexError:
            return values


def places(text: str, word: str) -> list[tuple[int, ...]]:
    return [i for i in combinations(range(len(text)), len(word)) if all(text[p] == u for p, u in zip(i, word, strict=True))]


def at_one_point(f: Callable[[np.ndarray], Any]) -> Callable[[Any], Any]:
    return lambda x: f(np.asarray(x)[None])[0]


NAMES: dict[str, Any] = {name: at_one_point(f) for name, f in vars(zoo).items() if callable(f)}
NAMES |= {"circle": lambda period, x: Circle(period)(x[None])[0]}
NAMES |= {"absolute": np.abs, "phi": at_one_point(zoo.to_plane), "f": zoo.shorter, "A": np.array([[2.0, 1.0], [1.0, 3.0]])}


def value(formula: str, x: Any, z: Any, **names: Any) -> float:
    values = {name: point if isinstance(point, (str, frozenset)) else np.asarray(point) for name, point in (("x", x), ("z", z))}
    return float(Reader(formula).formula()(NAMES | names | values))


def assert_reads_as(k: Kernel, formula: str, X: np.ndarray, Z: np.ndarray, within: float, **names: Any) -> None:
    """The formula is k at pairs of points, up to ``within`` of ‖φ(x)‖ ‖φ(z)‖."""
    for x in X[:2]:
        for z in Z[:2]:
            size = math.sqrt(abs(k(x, x) * k(z, z))) + abs(k(x, z))
            assert value(formula, x, z, **names) == pytest.approx(k(x, z), abs=within * size + 1e-300), (formula, x, z)


def powers_of_two(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers that four digits hold, and their squares and inverses with them."""
    size = [2.0**j for j in range(-4, 4)]
    return st.sampled_from([each for each in [*size, *(-s for s in size)] if low <= each <= high])


X = np.random.default_rng(4).integers(-8, 9, (2, 2)) / 4
Z = np.random.default_rng(5).integers(-8, 9, (2, 2)) / 4


@pytest.mark.parametrize("specimen", ZOO, ids=repr)
def test_the_formula_of_every_kernel_is_the_kernel(specimen):
    assert_reads_as(specimen.kernel, specimen.kernel.latex(), X, Z, within=1e-3)


def test_a_point_without_a_direction_reads_as_zero():
    k = Normalized(Linear())
    assert value(k.latex(), [0.0], [1.0]) == value(k.latex(), [0.0], [0.0]) == k([0.0], [1.0]) == k([0.0], [0.0]) == 0


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
    for mixed in (3 * k, k * Linear(), RBF(1.0) * k, Linear() * (k + RBF(2.0)), PolynomialOf(k, (1.0, 2.0)) * k):
        assert_reads_as(mixed, mixed.latex(), X, X[::-1], within=1e-9)


@pytest.mark.slow
@given(expressions(powers_of_two), points())
def test_every_line_of_a_certificate_is_what_it_stands_for(specimen, X):
    tree = certificate(specimen.kernel)
    lines = tree.latex.removeprefix(r"\begin{array}{ll}").removesuffix(r"\end{array}").split(r" \\ ")
    for (k, there), line in zip(nodes(tree, X), lines, strict=True):
        formula, _ = line.split(" & ")
        assert_reads_as(k, formula, there, there[::-1], within=1e-3, **matrix_of(k))


def nodes(tree: Certificate, X: Any) -> list[tuple[Kernel, Any]]:
    """The kernels of a certificate, and points for each: below a map those that it leads to."""
    k = tree.kernel
    below = k.kernel.as_points(k.f(X)) if isinstance(k, PullBack) else X
    return [(k, X), *(node for part in tree.parts for node in nodes(part, below))]


def matrix_of(k: Kernel) -> dict[str, Any]:
    """The matrix that a formula calls A."""
    found = [part.A for part in (k, *k.get_params().values()) if isinstance(part, BilinearForm)]
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
        FromFeatures(zoo.to_plane) * BilinearForm([[2.0, 1.0], [1.0, 3.0]]),
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


@pytest.mark.parametrize("formula", [r"x \cdot z", r"2 \cdot -3", "2^10", "(1", "1)", r"\min(1)"])
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
    assert [called(f, "x") for f in (np.abs, bare)] == [r"\mathrm{absolute}(x)", r"\mathrm{halved}(x)"]
    assert repr(PullBack(Linear(), bare)) == "PullBack(Linear(), halved)"


# A formula with a fault, and the kernel that it is not.
FAULTS = {
    "brackets of a sum": ((Linear() + RBF(1.0)) * Linear(), rf"x^\top z + {RBF(1.0).latex()} \cdot x^\top z"),
    "half in RBF": (RBF(1.0), r"\exp\left(-\Vert x - z \Vert^2\right)"),
    "two in RationalQuadratic": (RationalQuadratic(1.0, 0.5), r"\left(1 + \frac{\Vert x - z \Vert^2}{0.5}\right)^{-0.5}"),
    "two in Periodic": (Periodic(1.0, 4.0), r"\exp\left(-1\, \sum_a \sin^2\frac{\pi (x_a - z_a)}{4}\right)"),
    "a in Sigmoid": (Sigmoid(0.5, 1.0), r"\tanh\left(x^\top z + 1\right)"),
}


@pytest.mark.parametrize(("k", "formula"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_seen(k, formula):
    with pytest.raises(AssertionError):
        assert_reads_as(k, formula, X, Z, within=1e-3)


def test_a_certificate_s_lines_stand_as_deep_in_latex_as_in_text():
    proof = certificate(2 * RBF(1.0) * (Linear() + Polynomial(2)) + Exp(Normalized(Linear())))
    text = [(len(line) - len(line.lstrip())) // 3 for line in repr(proof).splitlines()]
    lines = proof.latex.removeprefix(r"\begin{array}{ll}").split(r" \\ ")
    deep = [len(re.match(r"(?:\\quad )*", line)[0]) // len(r"\quad ") for line in lines]
    assert deep == text[:-1]  # the last line of the text is the verdict
    assert max(deep) > 1
