"""What a derivation shows is true as it is written: each formula is read as matrices
and sums, and both sides computed.

The numbers come from this file alone, so a factor that was lost in the writing shows,
whatever the step computes.
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
import pytest
from scipy.linalg import null_space
from scipy.optimize import approx_fprime

from tests.course.test_derivations import ALL
from tests.reader import ENDS, Meaning, Reader, meaning

RELATIONS = {"=": np.allclose}
# Several signs that are one name.
NAMES = [
    (
        r"(theta|\\phi|M)_([01])",
        lambda found: {"0": found[1] + "zero ", "1": r"\Mone "}[found[2]],
    ),
    (
        r"\\(hat|tilde|bar)(?: ([a-z])|\\([a-z]+))",
        lambda found: rf"\{found[1]}{found[2] or found[3]} ",
    ),
    (r"w_\\(parallel|perp)", r"\\w\1 "),
    (r"(\\hatw )_\\perp", r"\\hatwperp "),
    (
        r"\\frac\{\\partial L\}\{\\partial\s*\\?(\w+?)(_i)?(\^\*)?\}",
        lambda found: rf"\slope{found[1]}{'star' if found[3] else ''} ",
    ),
    (r"\\mathrm\{tr\}", r"\\trace "),
    (r"(\\Phi\^\\top\\Phi\+\\lambda )I", r"\1\\Im "),
    (r"\\mathbf\{1\}", r"\\ones "),
]


class Algebra(Reader):
    """Vectors are columns, (n, 1), and side by side is the matrix product. A free i or
    j is each place in turn.
    """

    ends = ENDS | {*RELATIONS, ";", "d"}

    def __init__(self, formula: str, names: dict[str, Any]) -> None:
        for written, name in NAMES:
            formula = re.sub(written, name, formula)
        super().__init__(formula)
        self.names = names

    def statements(self) -> list[tuple[str, Meaning, Meaning]]:
        """Each pair of sides with the sign between them; commas part statements."""
        found = []
        while True:
            left = self.sum()
            while self.next in RELATIONS:
                sign, right = self.take(), self.sum()
                found.append((sign, left, right))
                left = right
            if self.next == "":
                return found
            self.take(",")

    def below(self) -> Meaning:
        """What stands below a stroke: all of the product that follows."""
        return self.product()

    @staticmethod
    def times(u: Any, v: Any) -> Any:
        return product(u, v)

    def power(self) -> Meaning:
        value, name = self.atom(), self.tokens[self.at - 1]
        while self.next in ("^", "_", "!"):
            sign = self.take()
            if sign == "!":
                value = meaning(lambda v: float(math.factorial(round(v))), value)
            elif sign == "_":
                indices = self.raw() if self.next == "{" else self.take()
                points = name == "x" and "points" in self.names
                source = itemgetter("points") if points else value
                value = meaning(entry, source, *map(itemgetter, indices))
            elif self.next == r"\top":
                self.take()
                value = meaning(np.transpose, value)
            elif self.tokens[self.at : self.at + 3] == ["{", "+", "}"]:
                self.at += 3
                value = meaning(lambda v: np.linalg.pinv(v, rcond=1e-10), value)
            else:
                value = meaning(raised, value, self.script())
        return value

    def atom(self) -> Meaning:
        name = self.next.removeprefix("\\")
        if self.next == r"\Vert":
            self.take()
            return meaning(np.linalg.norm, self.within(r"\Vert", self.sum))
        if self.next == r"\trace":
            self.take()
            return meaning(np.trace, self.power())
        if name + "(" in self.names and self.tokens[self.at + 1 : self.at + 2] == ["("]:
            self.at += 2
            arguments = [self.sum()]
            while self.take(",", ";", ")") != ")":
                arguments.append(self.sum())

            def called(env: dict[str, Any]) -> Any:
                value = env[name + "("](*(each(env) for each in arguments))
                return value(env) if callable(value) else value

            return called
        if name in self.names:
            self.take()
            return lambda env: env[name](env) if callable(env[name]) else env[name]
        return super().atom()

    def repeated(self, sign: str) -> Meaning:
        """∑ or ∏ over an index: to n where nothing is said, to what is said, or before
        another one.
        """
        self.take("_")
        start, stop, indices = 1, "n", [self.next]
        if self.next != "{":
            self.take()
        else:
            said = self.raw().replace("earlier", "")
            indices = re.findall("[a-z]", said.split("=")[0].split("<")[0])
            start = int(said.split("=")[1]) if "=" in said else 1
            stop = said.split("<")[1] if "<" in said else "n"
        if self.next == "^":
            self.take()
            stop = self.take() if self.next != "{" else self.raw()
        before, body = stop in indices, self.product()

        def over(env: dict[str, Any]) -> Any:
            last = env[stop] - 1 if before else env[stop]
            names = ["earlier" + each if before else each for each in indices]
            places = itertools.product(range(start, last + 1), repeat=len(names))
            values = [body(env | dict(zip(names, at, strict=True))) for at in places]
            if not values:
                return 0.0
            return math.prod(values) if sign == r"\prod" else sum(values[1:], values[0])

        return over


def product(u: Any, v: Any) -> Any:
    if np.ndim(u) == 0 or np.ndim(v) == 0:
        return u * v
    found = u @ v
    return float(found[0, 0]) if found.shape == (1, 1) else found


def raised(value: Any, power: float) -> Any:
    raise_ = np.linalg.matrix_power if np.ndim(value) else operator.pow
    return raise_(value, int(power) if np.ndim(value) else power)


def entry(value: np.ndarray, *places: int) -> Any:
    """Of a column its entry, of a table the row as a column, or the entry."""
    if len(places) == 2:
        return float(value[places[0] - 1, places[1] - 1])
    row = value[[places[0] - 1]]
    return float(row[0, 0]) if value.shape[1] == 1 else row.T


def column(values: Any) -> np.ndarray:
    return np.asarray(values, dtype=float).reshape(-1, 1)


LAM = 0.7
Draw = np.random.Generator


def ground(rng: Draw, n: int, m: int) -> dict[str, Any]:
    Phi, x = rng.normal(size=(n, m)), rng.normal(size=(m, 1))
    y = column(rng.normal(size=n) + 1)
    names = {
        "Phi": Phi,
        "K": Phi @ Phi.T,
        "y": y,
        "points": Phi,
        "x": x,
        "n": n,
        "m": m,
        "I": np.eye(n),
        "Im": np.eye(m),
        "lambda": LAM,
    }
    return names | {
        "ones": np.ones((n, 1)),
        "phi(": lambda point: point,
        "k(": lambda u, v: product(u.T, v),
        "e": np.eye(n),
    }


def minimum(
    Phi: np.ndarray, y: np.ndarray, offset: bool = False
) -> tuple[np.ndarray, float]:
    """The w and b of the least ‖y − Φw − b‖² + λ‖w‖², by least squares alone: the
    penalty is m more points.
    """
    n, m = Phi.shape
    of_b = np.full((n, 1), float(offset)), np.zeros((m, 1))
    rows = np.block([[Phi, of_b[0]], [math.sqrt(LAM) * np.eye(m), of_b[1]]])
    found = np.linalg.lstsq(rows, np.vstack([y, np.zeros((m, 1))]), rcond=None)[0]
    return found[:m], float(found[m, 0])


def ridge(rng: Draw, n: int = 6, m: int = 3) -> dict[str, Any]:
    names = ground(rng, n, m)
    Phi, y = names["Phi"], names["y"]
    w, _ = minimum(Phi, y)
    a = y - Phi @ w
    names |= {"w": w, "a": a, "hata": a, "alpha": a / LAM, "hatalpha": a / LAM}
    return names | {
        "haty(": lambda x: product(w.T, x),
        "haty": product(w.T, names["x"]),
    }


def orthogonal(rng: Draw) -> dict[str, Any]:
    names = ridge(rng, 3, 6)
    Phi, y, w = names["Phi"], names["y"], column(rng.normal(size=6))
    alpha = column(np.linalg.lstsq(Phi @ Phi.T, Phi @ w, rcond=None)[0])

    def loss(w):
        return float(np.sum((y - Phi @ w) ** 2) + LAM * np.sum(w**2))

    off = null_space(Phi)
    best = {"hatw": names["w"], "hatwperp": off @ off.T @ names["w"]}
    best["hatalpha"] = names["alpha"]
    return (
        names
        | best
        | {
            "w": w,
            "alpha": alpha,
            "wparallel": Phi.T @ alpha,
            "wperp": off @ off.T @ w,
            "J(": loss,
        }
    )


def offset(rng: Draw) -> dict[str, Any]:
    names = ground(rng, 6, 3)
    Phi, y = names["Phi"], names["y"]
    theta, zero = minimum(Phi, y, offset=True)
    a, centring = y - Phi @ theta - zero, np.eye(6) - np.full((6, 6), 1 / 6)
    names |= {
        "theta": theta,
        "thetazero": zero,
        "hatthetazero": zero,
        "a": a,
        "hata": a,
        "C": centring,
        "bary": float(y.mean()),
    }
    return names | {"haty(": lambda x: product(theta.T, x) + zero}


def substitution(rng: Draw) -> dict[str, Any]:
    names = ridge(rng)
    K, y, alpha = names["K"], names["y"], column(rng.normal(size=6))

    def loss(a):
        misses = y - K @ column(a)
        return float(np.sum(misses**2) + LAM * (column(a).T @ K @ column(a))[0, 0])

    slope = column(approx_fprime(alpha.ravel(), loss, 1e-7))
    w = names["Phi"].T @ alpha
    return names | {"alpha": alpha, "w": w, "slopealpha": slope, "best": names}


def least_squares(rng: Draw, n: int = 6, m: int = 3) -> dict[str, Any]:
    names = ground(rng, n, m)
    Phi, y = names["Phi"], names["y"]
    w = column(np.linalg.lstsq(Phi, y, rcond=None)[0])
    projector = Phi @ np.column_stack(
        [np.linalg.lstsq(Phi, unit, rcond=None)[0] for unit in np.eye(n)]
    )
    alpha = column(np.linalg.lstsq(Phi.T, w, rcond=None)[0])
    names |= {"w": w, "P": projector, "alpha": alpha}
    return names | {"haty(": lambda x: product(w.T, x)}


WORLDS = {
    "primal to dual": ridge,
    "push through": ridge,
    "orthogonal parts": orthogonal,
    "offset": offset,
    "substitution": substitution,
    "least squares": least_squares,
    "as many points as features": lambda rng: least_squares(rng, 4, 4),
    "pseudo-inverse": lambda rng: least_squares(rng, 4, 6),
}


@cache
def world(name: str) -> dict[str, Any]:
    return WORLDS[name](np.random.default_rng(11))


def elsewhere(name: str, number: int) -> dict[str, Any]:
    """Steps that speak of another w or α than the one before them."""
    names = world(name)
    if name == "orthogonal parts" and number == 8:
        return names | {"alpha": names["hatalpha"]}
    if name == "substitution" and number >= 6:
        kernel = null_space(names["K"])[:, :1] if number == 6 else 0.0
        best = names["best"]
        return names | {"alpha": best["alpha"] + kernel, "w": best["w"]}
    if name == "least squares" and number >= 7:
        return world("as many points as features")
    return names


DATA = np.arange(24.0).reshape(6, 4) ** 1.5 % 7, np.arange(6.0)
STEPS = [
    (name, step.number, step.step.formula)
    for name in WORLDS
    if name in ALL
    for step in ALL[name](*DATA)
]


@pytest.mark.parametrize(
    ("name", "number", "formula"),
    STEPS,
    ids=lambda each: str(each) if not isinstance(each, str) else None,
)
def test_what_is_written_is_true(name, number, formula):
    names = elsewhere(name, number)
    statements = Algebra(formula, names).statements()
    assert statements
    for sign, left, right in statements:
        for i in range(1, names["n"] + 1):
            sides = [side(names | {"i": i, "t": i, "j": 4}) for side in (left, right)]
            close = {"rtol": 1e-5, "atol": 1e-5} if sign == "=" else {}
            assert np.shape(sides[0]) == np.shape(sides[1]) or 0.0 in [
                side for side in sides if np.ndim(side) == 0
            ]
            assert RELATIONS[sign](*sides, **close), (sign, sides)
