"""What a derivation shows is true as it is written: each formula is read as matrices
and sums, and both sides computed.

The numbers come from this file alone, so a factor that was lost in the writing shows,
whatever the step computes.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import combinations
from itertools import product as every
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import null_space
from scipy.optimize import approx_fprime

from kernellab import Subsequence, derivations
from tests.course.test_derivations import ALL
from tests.reader import ENDS, Meaning, Reader

RELATIONS = {
    "=": np.allclose,
    r"\le": lambda u, v: np.all(u <= v + 1e-9),
    r"\leq": lambda u, v: np.all(u <= v + 1e-9),
}
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
    (r"f_\{-i\}", r"\\fwithout "),
    (r"\\(xi|mu|eta)_i\^\*", r"\\\1star_i"),
    (
        r"\\frac\{\\partial L\}\{\\partial\s*\\?(\w+?)(_i)?(\^\*)?\}",
        lambda found: rf"\slope{found[1]}{'star' if found[3] else ''} ",
    ),
    (
        r"\\beta_i\^(0|t|\{t\+1\})",
        lambda found: rf"\beta{ {'0': 'start', 't': 'now'}.get(found[1], 'next') }_i ",
    ),
    (
        r"w_(0|t|\{t\+1\})",
        lambda found: rf"\w{ {'0': 'start', 't': 'now'}.get(found[1], 'next') } ",
    ),
    (r"\\ell\^\\prime", r"\\pull "),
    (r"\\mathrm\{tr\}", r"\\trace "),
    (r"(\\Phi\^\\top\\Phi\+\\lambda )I", r"\1\\Im "),
    (r"\\mathbf\{1\}", r"\\ones "),
    (r"M_\{p\+1\}", r"\\Mnext "),
    (r"x'", r"\\other "),
    (r"([ij])'", r"\\earlier\1 "),
    (r"\\phi_z", r"\\phiz "),
    (r"\\phi_j", r"\\phij "),
    (r"([MS])_([pk])\(", r"\\\1\2 ("),
]


class Algebra(Reader):
    """Vectors are columns, (n, 1), and side by side is the matrix product. A free i or
    j is each place in turn.
    """

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

    def sum(self) -> Meaning:
        sign = -1.0 if self.next == "-" and self.take() else 1.0
        terms = [(sign, self.product())]
        while self.next in ("+", "-"):
            sign = 1.0 if self.take() == "+" else -1.0
            terms.append((sign, self.product()))

        if len(terms) == 1 and sign > 0:
            return terms[0][1]

        def total(env: dict[str, Any]) -> Any:
            values = [sign * term(env) for sign, term in terms]
            assert len({np.shape(value) for value in values}) == 1, (
                "terms of several shapes"
            )
            return sum(values[1:], start=values[0])

        return total

    def product(self) -> Meaning:
        value = self.power()
        while True:
            if self.next == "/":  # over all of the product that follows
                self.take()
                return (lambda u, v: lambda env: u(env) / v(env))(value, self.product())
            if self.next == r"\cdot":
                self.take()
            elif (
                self.next in ENDS | RELATIONS.keys() | {";", "d"}
                or self.next == self.closing[-1]
            ):
                return value
            value = (lambda u, v: lambda env: product(u(env), v(env)))(
                value, self.power()
            )

    def power(self) -> Meaning:
        value, name = self.atom(), self.tokens[self.at - 1]
        while self.next in ("^", "_", "!"):
            sign = self.take()
            if sign == "!":
                value = (lambda v: lambda env: float(math.factorial(round(v(env)))))(
                    value
                )
            elif sign == "_":
                indices = self.raw() if self.next == "{" else self.take()
                source = (
                    (lambda env: env["points"])
                    if name == "x" and "points" in self.names
                    else value
                )
                value = (
                    lambda v, places: (
                        lambda env: entry(v(env), [env[each] for each in places])
                    )
                )(source, indices)
            elif self.next == r"\top":
                self.take()
                value = (lambda v: lambda env: v(env).T)(value)
            elif self.tokens[self.at : self.at + 3] == ["{", "+", "}"]:
                self.at += 3
                value = (lambda v: lambda env: np.linalg.pinv(v(env), rcond=1e-10))(
                    value
                )
            else:
                value = (lambda v, p: lambda env: raised(v(env), p(env)))(
                    value, self.script()
                )
        return value

    def atom(self) -> Meaning:
        name = self.next.removeprefix("\\")
        if self.next == r"\Vert":
            self.take()
            vector = self.within(r"\Vert", self.sum)
            if self.next == "_":
                self.at += 2
                return lambda env: float(np.abs(vector(env)).sum())
            return lambda env: float(np.linalg.norm(vector(env)))
        if self.next == "|":
            self.take()
            inside = self.within("|", self.sum)
            return lambda env: (
                np.abs(inside(env))
                if np.ndim(inside(env)) == 0
                else float(inside(env).size)
            )
        if self.next == r"\max":
            self.take(), self.take("(")
            least = self.within(",", self.sum), self.within(")", self.sum)
            return lambda env: max(each(env) for each in least)
        if self.next == r"\trace":
            self.take()
            matrix = self.power()
            return lambda env: float(np.trace(matrix(env)))
        if self.next == r"\int":
            self.take()
            body = self.product()
            self.take("d"), self.take("z")
            return lambda env: quad(
                lambda z: body(env | {"z": z}), -30, 30, epsabs=1e-12, limit=200
            )[0]
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
            grid = np.stack(
                np.meshgrid(*[np.arange(start, last + 1)] * len(names)), axis=-1
            ).reshape(-1, len(names))
            values = [
                body(env | dict(zip(names, map(int, row), strict=True))) for row in grid
            ]
            return (
                sum(values[1:], start=values[0])
                if sign == r"\sum" and values
                else math.prod(values)
                if values
                else 0.0
            )

        return over


def product(u: Any, v: Any) -> Any:
    if np.ndim(u) == 0 or np.ndim(v) == 0:
        return u * v
    found = u @ v
    return float(found[0, 0]) if found.shape == (1, 1) else found


def raised(value: Any, power: float) -> Any:
    return (
        value**power
        if np.ndim(value) == 0
        else np.linalg.matrix_power(value, int(power))
    )


def entry(value: np.ndarray, places: list[int]) -> Any:
    """Of a column its entry, of a table the row as a column, or the entry."""
    if len(places) == 2:
        return float(value[places[0] - 1, places[1] - 1])
    return (
        float(value[places[0] - 1, 0])
        if value.shape[1] == 1
        else value[[places[0] - 1]].T
    )


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
    rows = np.block(
        [
            [Phi, np.full((n, 1), float(offset))],
            [math.sqrt(LAM) * np.eye(m), np.zeros((m, 1))],
        ]
    )
    found = np.linalg.lstsq(rows, np.vstack([y, np.zeros((m, 1))]), rcond=None)[0]
    return found[:m], float(found[m, 0])


def ridge(rng: Draw, n: int = 6, m: int = 3) -> dict[str, Any]:
    names = ground(rng, n, m)
    Phi, y = names["Phi"], names["y"]
    w, _ = minimum(Phi, y)
    a = y - Phi @ w
    names |= {
        "w": w,
        "a": a,
        "hata": a,
        "alpha": a / LAM,
        "haty(": lambda x: product(w.T, x),
    }
    return names | {"hatalpha": a / LAM, "haty": product(w.T, names["x"])}


def orthogonal(rng: Draw) -> dict[str, Any]:
    names = ridge(rng, 3, 6)
    Phi, y, w = names["Phi"], names["y"], column(rng.normal(size=6))
    alpha = column(np.linalg.lstsq(Phi @ Phi.T, Phi @ w, rcond=None)[0])

    def loss(w):
        return float(np.sum((y - Phi @ w) ** 2) + LAM * np.sum(w**2))

    off = null_space(Phi)
    best = {
        "hatw": names["w"],
        "hatwperp": off @ off.T @ names["w"],
        "hatalpha": names["alpha"],
    }
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


def leave_one_out(rng: Draw) -> dict[str, Any]:
    names = offset(rng)
    Phi, y, alpha = names["Phi"], names["y"], names["a"] / LAM
    keep = ~np.eye(6, dtype=bool)
    fits = [minimum(Phi, column(unit), offset=True) for unit in np.eye(6)]
    P = (
        np.column_stack(
            [
                column(unit) - Phi @ w - b
                for unit, (w, b) in zip(np.eye(6), fits, strict=True)
            ]
        )
        / LAM
    )
    without = [
        Phi @ w + b
        for w, b in (minimum(Phi[rest], y[rest], offset=True) for rest in keep)
    ]
    f = y - LAM * alpha

    def moved(env: dict[str, Any]) -> np.ndarray:
        changed = y.copy()
        changed[env["i"] - 1] = without[env["i"] - 1][env["i"] - 1]
        return changed

    def at(values):
        def value(point):
            return float(values[int(np.argmin(np.abs(Phi - point.T).sum(axis=1))), 0])

        return value

    names |= {
        "alpha": alpha,
        "P": P,
        "f": f,
        "f(": at(f),
        "H": np.eye(6) - LAM * P,
        "tildey": moved,
    }
    names["fwithout"] = lambda env: without[env["i"] - 1]
    names["fwithout("] = lambda point: (lambda i: float(without[i][i, 0]))(
        int(np.argmin(np.abs(Phi - point.T).sum(axis=1)))
    )
    return names


def substitution(rng: Draw) -> dict[str, Any]:
    names = ridge(rng)
    K, y, alpha = names["K"], names["y"], column(rng.normal(size=6))

    def loss(a):
        misses = y - K @ column(a)
        return float(np.sum(misses**2) + LAM * (column(a).T @ K @ column(a))[0, 0])

    slope = column(approx_fprime(alpha.ravel(), loss, 1e-7))
    return names | {
        "alpha": alpha,
        "w": names["Phi"].T @ alpha,
        "slopealpha": slope,
        "best": names,
    }


def least_squares(rng: Draw, n: int = 6, m: int = 3) -> dict[str, Any]:
    names = ground(rng, n, m)
    Phi, y = names["Phi"], names["y"]
    w = column(np.linalg.lstsq(Phi, y, rcond=None)[0])
    projector = Phi @ np.column_stack(
        [np.linalg.lstsq(Phi, unit, rcond=None)[0] for unit in np.eye(n)]
    )
    names |= {
        "w": w,
        "P": projector,
        "alpha": column(np.linalg.lstsq(Phi.T, w, rcond=None)[0]),
    }
    return names | {"haty(": lambda x: product(w.T, x)}


def induction(rng: Draw) -> dict[str, Any]:
    names = ground(rng, 5, 7)
    Phi, y = names["Phi"], names["y"]
    betas, ways, step = [np.zeros((5, 1))], [np.zeros((7, 1))], 0.05
    for _ in range(4):
        gamma = 2 * (Phi @ ways[-1] - y)
        betas.append(betas[-1] - step * gamma)
        ways.append(
            ways[-1]
            - step
            * column(
                approx_fprime(
                    ways[-1].ravel(), lambda w: np.sum((Phi @ column(w) - y) ** 2), 1e-7
                )
            )
        )
    gamma = 2 * (Phi @ ways[-2] - y)
    slope = column(
        approx_fprime(
            ways[-2].ravel(), lambda w: np.sum((Phi @ column(w) - y) ** 2), 1e-7
        )
    )
    names |= {
        "betastart": betas[0],
        "betanow": betas[-2],
        "betanext": betas[-1],
        "s": step,
        "gamma": gamma,
        "slopew": slope,
    }
    names |= {
        "wstart": ways[0],
        "wnow": ways[-2],
        "wnext": ways[-1],
        "pull(": lambda f, y: 2 * (f - y),
    }
    return names | {
        "f(": lambda point: product(ways[-2].T, point),
        "last(": lambda point: product(ways[-1].T, point),
    }


def tube(rng: Draw) -> dict[str, Any]:
    """A w, slacks and multipliers of no merit: the Lagrangian and the gap are what they
    are at all of them.
    """
    names = ground(rng, 5, 3)
    Phi, y, C, epsilon = names["Phi"], names["y"], 1.5, 0.3
    w, xi, xistar, mu, mustar, eta, etastar = (
        column(rng.normal(size=size)) for size in (3, 5, 5, 5, 5, 5, 5)
    )
    r, alpha = y - Phi @ w, mu - mustar
    constraints = (
        mu * (epsilon + xi - r)
        + mustar * (epsilon + xistar + r)
        + eta * xi
        + etastar * xistar
    )
    loss = lambda r: float(np.maximum(0, np.abs(r) - epsilon).sum())  # noqa: E731
    names |= {
        "xi": xi,
        "xistar": xistar,
        "mu": mu,
        "mustar": mustar,
        "eta": eta,
        "etastar": etastar,
        "alpha": alpha,
        "r": r,
    }
    names |= {
        "L": float((w**2).sum() / 2 + C * (xi + xistar).sum() - constraints.sum()),
        "f(": lambda x: product(w.T, x),
    }
    names |= {"w": w, "b": 0.0, "C": C, "varepsilon": epsilon, "ell(": loss}
    names["P("] = lambda w, b: float((w**2).sum() / 2 + C * loss(y - Phi @ w - b))
    names["D("] = lambda a: float(
        (a.T @ y - a.T @ Phi @ Phi.T @ a / 2)[0, 0] - epsilon * np.abs(a).sum()
    )
    return names


def densities(_: Draw) -> dict[str, Any]:
    sigma = 0.7

    def normal(z, mean, variance):
        height = 1 / math.sqrt(2 * math.pi * variance)
        return height * math.exp(-((z - mean) ** 2) / 2 / variance)

    names = {
        "N(": normal,
        "sigma": sigma,
        "x": 0.3,
        "other": -0.8,
        "z": 0.5,
        "I": 1.0,
        "d": 1.0,
        "pi": math.pi,
        "n": 1,
    }
    names["phiz("] = lambda x: (
        lambda env: (math.pi * 4 * sigma**2) ** 0.25 * normal(env["z"], x, sigma**2)
    )
    return names | {
        "c": (4 * math.pi * sigma**2) ** 0.25,
        "k(": lambda x, z: math.exp(-((x - z) ** 2) / 4 / sigma**2),
    }


def series(_: Draw) -> dict[str, Any]:
    scale, terms = 1.3, 30
    f = lambda x: math.exp(-float((x**2).sum()) / 2 / scale**2)  # noqa: E731
    names = {
        "x": column([0.9]),
        "z": column([-0.4]),
        "ell": scale,
        "f(": f,
        "N-1": terms - 1,
        "n": 1,
    }
    names["phij("] = lambda x: (
        lambda env: (
            f(x)
            * x ** env["j"]
            / scale ** env["j"]
            / math.sqrt(math.factorial(env["j"]))
        )
    )
    return names | {
        "k(": lambda x, z: math.exp(-float(((x - z) ** 2).sum()) / 2 / scale**2)
    }


def strings(
    _: Draw, decay: float = 0.5, x: str = "banana", z: str = "ananas"
) -> dict[str, Any]:
    """Every pair of ways to find a word of p letters, by the places of its last
    letters.
    """

    def table(p: int) -> np.ndarray:
        found = np.zeros((len(x) + 1, len(z) + 1))
        for left in combinations(range(len(x)), p):
            for right in combinations(range(len(z)), p):
                if all(x[i] == z[j] for i, j in zip(left, right, strict=True)):
                    found[left[-1] + 1, right[-1] + 1] += decay ** (
                        left[-1] - left[0] + right[-1] - right[0]
                    )
        return found

    def before(i: int, j: int) -> float:
        return sum(
            decay ** (i - a + j - b) * two[a, b]
            for a in range(1, i + 1)
            for b in range(1, j + 1)
        )

    one, two, three = (table(p) for p in (1, 2, 3))
    look = lambda table: lambda i, j: float(table[int(i), int(j)])  # noqa: E731
    names = {
        "Mone(": look(one),
        "Mp(": look(two),
        "Mnext(": look(three),
        "Mk(": look(three),
        "lambda": decay,
        "n": len(x),
    }
    names["Sp("] = lambda i, j: before(int(i), int(j))
    return names | {"x": x, "z": z, "k(": lambda x, z: Subsequence(3, decay)(x, z)}


RUNS = {
    name: lambda run=run: run(np.arange(24.0).reshape(6, 4) ** 1.5 % 7, np.arange(6.0))
    for name, run in ALL.items()
}
RUNS["gapped strings"] = lambda: derivations.subsequence_recursion(
    "banana", "ananas", 2, 0.5
)

WORLDS = {
    "primal to dual": ridge,
    "push through": ridge,
    "orthogonal parts": orthogonal,
    "offset": offset,
    "leave-one-out": leave_one_out,
    "substitution": substitution,
    "least squares": least_squares,
    "as many points as features": lambda rng: least_squares(rng, 4, 4),
    "pseudo-inverse": lambda rng: least_squares(rng, 4, 6),
    "induction": induction,
    "tube": tube,
    "densities": densities,
    "series": series,
    "gapped strings": strings,
}
# What holds at the optimum alone, tells a case, counts a table or never ends is read by
# eye, as are the maps of monomials and subsets, whose indices are lists.
SOME = {"tube": {3, 4, 10}, "series": {1, 2, 3, 5}, "gapped strings": {2, 4, 5, 6, 7}}


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
        return names | {
            "alpha": names["best"]["alpha"] + kernel,
            "w": names["best"]["w"],
        }
    if name == "least squares" and number >= 7:
        return world("as many points as features")
    if name == "induction" and number == 5:
        return names | {"f(": names["last("]}
    return names


STEPS = [
    (name, step.number, step.step.formula)
    for name in RUNS
    if name in WORLDS
    for step in RUNS[name]().outcomes
    if step.number in SOME.get(name, {step.number})
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


def test_the_box_of_two_classes_is_that_of_y_alpha():
    done = derivations.svm_dual([[1.0, 0.2], [0.2, 1.0]], [1.0, -1.0], 2.0)
    (box,) = (
        each.step.formula
        for each in done.outcomes
        if "C" in each.step.formula and each.step.formula.startswith("0")
    )
    # Of the sign of the label
    y, alpha = np.array([[1.0], [-1.0]]), np.array([[0.7], [-1.9]])
    for sign, left, right in Algebra(
        box, {"y": y, "alpha": alpha, "C": 2.0}
    ).statements():
        assert all(
            RELATIONS[sign](left(at), right(at))
            for at in ({"i": i, "y": y, "alpha": alpha, "C": 2.0} for i in (1, 2))
        )


@pytest.mark.parametrize("c", [0.0, 1.0])
@pytest.mark.parametrize("degree", [1, 3])
def test_the_number_of_monomials_is_that_of_the_formula_shown(c, degree):
    done = derivations.polynomial_map([[1.0, 2.0, 0.5], [0.3, -1.0, 2.0]], degree, c)
    (shown,) = (
        each.step for each in done.outcomes if each.step.formula.startswith("m=")
    )
    count = sum(
        1
        for powers in every(range(degree + 1), repeat=3)
        if sum(powers) == degree or (c and sum(powers) < degree)
    )
    names = {"m": float(count), "p": float(degree), "D": 3.0}
    ((_, left, right),) = Algebra(shown.formula.replace("d", "D"), names).statements()
    assert left(names) == right(names) == shown.left
