"""A small reader of LaTeX: it turns a formula into numbers, as a mathematician would
read it.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

import numpy as np

# The meaning of a piece of a formula, given values of its symbols.
Meaning = Callable[[dict[str, Any]], Any]
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S")
SPACES = {r"\,", r"\;", r"\ ", r"\left", r"\right", r"\quad"}
FUNCTIONS = {
    r"\exp": math.exp,
    r"\cos": math.cos,
    r"\tanh": math.tanh,
    r"\sin": math.sin,
    r"\sqrt": math.sqrt,
}
ENDS = {")", "]", "}", ",", "+", "-", "<", "=", r"\cap", "/", r"\cdot", ""}


def meaning(f: Callable[..., Any], *parts: Meaning) -> Meaning:
    """f of what the parts mean."""
    return lambda env: f(*(part(env) for part in parts))


class Row(np.ndarray):
    """A vector that was transposed."""


class Reader:
    """The meaning of a formula by the rules of writing: powers bind before products,
    products before sums.

    A ∑ or ∏ reaches to the end of its product; what stands side by side is multiplied;
    coordinates count from 1.
    """

    ends = ENDS

    def __init__(self, formula: str) -> None:
        self.tokens = [token for token in TOKEN.findall(formula) if token not in SPACES]
        self.at = 0
        self.closing = [""]

    def formula(self) -> Meaning:
        found = self.sum()
        assert self.next == "", f"{self.tokens[self.at :]} left over"
        return found

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.next
        assert not expected or token in expected, (
            f"{token} for {expected} in {' '.join(self.tokens)}"
        )
        self.at += 1
        return token

    def within(self, end: str, read: Callable[[], Meaning]) -> Meaning:
        self.closing.append(end)
        found = read()
        self.take(end)
        self.closing.pop()
        return found

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

        def total(env: dict[str, Any]) -> Any:
            values = [sign * term(env) for sign, term in terms]
            assert len({*map(np.shape, values)}) == 1, "terms of several shapes"
            return sum(values[1:], start=values[0])

        return total

    def product(self) -> Meaning:
        value = self.power()
        while True:
            if self.next == "/":
                self.take()
                value = meaning(operator.truediv, value, self.below())
                continue
            if self.next == r"\cdot":
                self.take()
                assert self.next != "-", "a sign in the middle of a product"
            elif self.next in self.ends or self.next == self.closing[-1]:
                return value
            value = meaning(self.times, value, self.power())

    def below(self) -> Meaning:
        """What stands below a stroke: one power."""
        return self.power()

    @staticmethod
    def times(u: Any, v: Any) -> Any:
        if isinstance(u, Row) and np.ndim(v):
            found = np.asarray(u) @ v
            return found.view(Row) if np.ndim(v) == 2 else float(found)
        assert not np.ndim(u) or not np.ndim(v), "two vectors side by side"
        return u * v

    def power(self) -> Meaning:
        value = self.atom()
        while self.next in ("^", "_"):
            if self.take() == "_":
                value = meaning(lambda v, i: v[int(i) - 1], value, self.script())
            elif self.next == r"\top":
                self.take()
                value = meaning(lambda v: np.asarray(v).view(Row), value)
            else:
                value = meaning(operator.pow, value, self.script())
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
            return meaning(ratio, self.group(), self.group())
        if token in FUNCTIONS:
            raised = self.next == "^" and self.take() and self.script()
            value = self.group() if token == r"\sqrt" else self.atom()
            value = meaning(FUNCTIONS[token], value)
            return meaning(operator.pow, value, raised) if raised else value
        if token == r"\Vert":
            return meaning(lambda v: math.hypot(*v), self.within(r"\Vert", self.sum))
        if token == r"\min":
            self.take("(")
            return meaning(min, self.within(",", self.sum), self.within(")", self.sum))
        if token == r"\mathbf":  # the indicator of what stands in brackets
            assert self.raw() == "1"
            self.take("[")
            sides = self.within("<", self.sum), self.within("]", self.sum)
            return meaning(lambda u, v: float(u < v), *sides)
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
        self.closing.append(")")
        arguments = [self.sum()]
        while self.take(",", ")") == ",":
            arguments.append(self.sum())
        self.closing.pop()
        return lambda env: env[name](*(each(env) for each in arguments))

    def repeated(self, sign: str) -> Meaning:
        """Over the coordinates a."""
        self.take("_")
        self.take("a")
        body = self.product()
        return lambda env: (math.fsum if sign == r"\sum" else math.prod)(
            over_coordinates(body, env)
        )


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
