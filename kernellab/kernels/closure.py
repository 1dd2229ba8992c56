"""Rules that make a kernel out of one kernel and something else: a polynomial, exp, a function of one point, a map.

``+``, ``*`` and factors are in algebra.py. Here too each rule stands with its feature map, where there is a finite one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernellab._arrays import Array, nonnegative
from kernellab._points import ANY, Kind
from kernellab.kernels.algebra import Kernel, Reason, as_kernel


@dataclass(frozen=True)
class PolynomialOf(Kernel):
    """q(k₁(x, z)) with q(t) = c₀ + c₁t + c₂t² + … and every cⱼ ≥ 0.

    ``kernel`` is k₁, ``coefficients`` the tuple (c₀, c₁, …). Its map stacks √cⱼ times the j-fold products of features
    of k₁.

    Raises ValueError for a negative coefficient, TypeError for what is no kernel.

    Source: Kernelized linear regression, composition rule 3; Lecture 14, Kernels continued, rule 4.

    >>> from kernellab import Linear
    >>> PolynomialOf(Linear(), (1.0, 0.0, 3.0))([1.0], [2.0])  # 1 + 3(xz)²
    13.0
    """

    kernel: Kernel
    coefficients: tuple[float, ...]

    def __post_init__(self) -> None:
        as_kernel(self.kernel, "kernel")
        why = "a negative coefficient can make q(k(x, x)) negative: t − 1 is −1 where k(x, x) = 0"
        coefficients = tuple(nonnegative(c, f"coefficients[{j}]", why) for j, c in enumerate(_listed(self.coefficients)))
        object.__setattr__(self, "coefficients", coefficients)

    @property
    def kind(self) -> Kind:
        return self.kernel.kind

    def formula(self, X: Array, Z: Array) -> Array:
        return self._q(self.kernel.formula(X, Z))

    def feature_map(self, X: Array) -> Array:
        phi, power, columns = self.kernel.feature_map(X), np.ones((len(X), 1)), []
        for j, c in enumerate(self.coefficients):
            power = (power[:, :, None] * phi[:, None, :]).reshape(len(X), -1) if j else power
            columns += [np.sqrt(c) * power] if c > 0 or j == 0 else []
        return np.hstack(columns)

    def diagonal(self, X: Array) -> Array:
        return self._q(self.kernel.diagonal(X))

    def reason(self) -> Reason:
        rule = "a polynomial of a kernel, with no negative coefficient, is a kernel: sums, products and factors of it"
        return Reason(rule, (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner = rf"\left({self.kernel.latex(x, z)}\right)"
        powers = ("", inner, *(f"{inner}^{{{j}}}" for j in range(2, len(self.coefficients))))
        terms = [
            f"{c:.4g}" if j == 0 else power if c == 1 else rf"{c:.4g} {power}"
            for j, (c, power) in enumerate(zip(self.coefficients, powers, strict=False))
            if c > 0
        ]
        return " + ".join(terms) or "0"

    def _q(self, t: Array) -> Array:
        """Horner's scheme: q(t) with one product and one sum a coefficient."""
        value = np.full_like(t, self.coefficients[-1])
        for c in self.coefficients[-2::-1]:
            value *= t
            value += c
        return value


@dataclass(frozen=True)
class Exp(Kernel):
    """exp(k₁(x, z)), the sum of all k₁ʲ/j!: weights that are positive, and infinitely many features.

    Source: Kernelized linear regression, composition rule 4; Lecture 14, Kernels continued, rule 7.

    >>> from kernellab import Linear
    >>> Exp(Linear())([0.0], [5.0])
    1.0
    """

    kernel: Kernel

    def __post_init__(self) -> None:
        as_kernel(self.kernel, "kernel")

    @property
    def kind(self) -> Kind:
        return self.kernel.kind

    def formula(self, X: Array, Z: Array) -> Array:
        K = self.kernel.formula(X, Z)
        with np.errstate(over="ignore"):  # gram() looks for what is not finite, and says so
            return np.exp(K, out=K)

    def diagonal(self, X: Array) -> Array:
        with np.errstate(over="ignore"):
            return np.exp(self.kernel.diagonal(X))

    def reason(self) -> Reason:
        rule = "exp of a kernel is a kernel: its series has positive weights 1/j!, and a limit of kernels is a kernel"
        return Reason(rule, (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left({self.kernel.latex(x, z)}\right)"


@dataclass(frozen=True)
class Reweighted(Kernel):
    """f(x) k₁(x, z) f(z), for any real function f of one point. Its map is f(x) φ(x).

    ``f`` takes all points at once, (n, d), and returns one number a point, (n,); ``kernel`` is k₁.

    Raises TypeError if f cannot be called, ValueError if it returns anything but n finite numbers.

    Source: Linear regression and kernels, rule 1 and equation 15; Kernelized linear regression, composition rule 2.

    >>> import numpy as np
    >>> from kernellab import Linear
    >>> Reweighted(np.ravel, Linear())([2.0], [3.0])  # x · xz · z
    36.0
    """

    f: Callable[[Array], Array]
    kernel: Kernel

    def __post_init__(self) -> None:
        callable_or_raise(self.f, "f")
        as_kernel(self.kernel, "kernel")

    @property
    def kind(self) -> Kind:
        return self.kernel.kind

    def formula(self, X: Array, Z: Array) -> Array:
        left, right = of_both(self._weights, X, Z)
        return np.outer(left, right) * self.kernel.formula(X, Z)

    def feature_map(self, X: Array) -> Array:
        return self._weights(X)[:, None] * self.kernel.feature_map(X)

    def diagonal(self, X: Array) -> Array:
        return self._weights(X) ** 2 * self.kernel.diagonal(X)

    def reason(self) -> Reason:
        return Reason("f(x) k(x, z) f(z) is a kernel for any f: multiply the feature map by f(x)", (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner = self.kernel.latex(x, z)
        inner = inner if inner.startswith(r"\exp") else rf"\left({inner}\right)"
        return rf"{_called(self.f, x)}\, {inner}\, {_called(self.f, z)}"

    def __repr__(self) -> str:
        return f"Reweighted({name_of(self.f)}, {self.kernel!r})"

    def _weights(self, X: Array) -> Array:
        weights = np.asarray(self.f(X.copy()))  # a copy, for a function may write into it
        if weights.shape != (len(X),) or weights.dtype.kind not in "biuf" or not np.isfinite(weights).all():
            raise ValueError(
                f"f returned an array of shape {weights.shape}{_unfinished(weights)} for {len(X)} points of shape {X.shape}: "
                "the rule f(x) k(x, z) f(z) needs one finite number a point. Try f = lambda X: X[:, 0], all points at once."
            )
        return weights.astype(float)


@dataclass(frozen=True)
class PullBack(Kernel):
    """k₁(f(x), f(z)): compare the points after a map f, whatever it is. Its map is φ(f(x)).

    ``kernel`` is k₁; ``f`` takes all points at once, (n, d) or n strings or sets, and returns the mapped ones, of the kind
    that k₁ works on.

    Raises TypeError if f cannot be called, ValueError if it does not return n points.

    Source: Kernelized linear regression, composition rule 7.

    >>> import numpy as np
    >>> from kernellab import Linear
    >>> PullBack(Linear(), np.log)([np.e], [np.e**2]).__round__(6)  # log x · log z
    2.0
    """

    kernel: Kernel
    f: Callable[[Array], Array]

    def __post_init__(self) -> None:
        as_kernel(self.kernel, "kernel")
        callable_or_raise(self.f, "f")

    @property
    def kind(self) -> Kind:
        return ANY  # f alone knows what it takes

    def formula(self, X: Array, Z: Array) -> Array:
        return self.kernel.formula(*of_both(self._moved, X, Z))

    def feature_map(self, X: Array) -> Array:
        return self.kernel.feature_map(self._moved(X))

    def diagonal(self, X: Array) -> Array:
        return self.kernel.diagonal(self._moved(X))

    def reason(self) -> Reason:
        return Reason("a kernel of f(x) and f(z) is a kernel for any map f: φ(f(x)) is its feature map", (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return self.kernel.latex(_called(self.f, x), _called(self.f, z))

    def __repr__(self) -> str:
        return f"PullBack({self.kernel!r}, {name_of(self.f)})"

    def _moved(self, X: Array) -> Array:
        moved = self.kernel.as_points(self.f(X.copy()), "f(X)")  # a copy, for a function may write into it
        if len(moved) != len(X):
            raise ValueError(
                f"f turned {len(X)} points into {len(moved)}: k(f(x), f(z)) needs the image of each point, a row each. "
                "Try a map that works row by row, such as lambda X: X**2."
            )
        return moved


@dataclass(frozen=True)
class Normalized(Kernel):
    """k₁(x, z) / √(k₁(x, x) k₁(z, z)), the cosine of the angle between φ(x) and φ(z). Its map is φ(x)/‖φ(x)‖.

    A point with k₁(x, x) = 0 has φ(x) = 0 and no direction; its value with any other point is 0.

    Raises ValueError where k₁(x, x) leaves the range of floats.

    Source: Linear regression and kernels, equation 32.

    >>> from kernellab import Exp, Linear
    >>> round(Normalized(Exp(Linear()))([0.0], [2.0]), 4)  # exp(xz) normalised is the RBF with ℓ = 1
    0.1353
    """

    kernel: Kernel

    def __post_init__(self) -> None:
        as_kernel(self.kernel, "kernel")

    @property
    def kind(self) -> Kind:
        return self.kernel.kind

    def formula(self, X: Array, Z: Array) -> Array:
        left, right = of_both(self._lengths, X, Z)
        return self.kernel.formula(X, Z) / np.outer(left, right)

    def feature_map(self, X: Array) -> Array:
        return self.kernel.feature_map(X) / self._lengths(X)[:, None]

    def diagonal(self, X: Array) -> Array:
        return self.kernel.diagonal(X) / self._lengths(X) ** 2

    def reason(self) -> Reason:
        return Reason("divide by the lengths of both feature vectors: f(x) k(x, z) f(z) with f = 1/√k(x, x)", (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        pairs = [rf"\left({self.kernel.latex(a, b)}\right)" for a, b in ((x, x), (z, z))]
        return rf"\frac{{{self.kernel.latex(x, z)}}}{{\sqrt{{{pairs[0]}{pairs[1]}}}}}"

    def _lengths(self, X: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.sqrt(np.maximum(self.kernel.diagonal(X), 0.0))
        if not np.isfinite(lengths).all():
            i = int(np.flatnonzero(~np.isfinite(lengths))[0])
            raise ValueError(
                f"{self.kernel!r} leaves the range of floats at point {i}, k(x, x) = {lengths[i]:g}: nothing can be divided by "
                "a length that is infinite or undefined. Try larger units for the points."
            )
        lengths[lengths == 0] = np.inf
        return lengths


def of_both(map_: Callable[[Any], Array], X: Any, Z: Any) -> tuple[Array, Array]:
    """The images of both sets of points, computed once where they are the same: then the table is symmetric to the bit."""
    left = map_(X)
    return left, left if Z is X else map_(Z)


def callable_or_raise(f: Any, name: str) -> None:
    """Refuse what is no function."""
    if not callable(f):
        raise TypeError(
            f"{name} is {f!r:.60}, which cannot be called: the rule needs a function of a point. "
            f"Try {name} = lambda X: ..., or use a function of all points at once, (n, d)."
        )


def _listed(coefficients: Any) -> list[Any]:
    try:
        listed = list(coefficients)
    except TypeError:
        listed = []
    if not listed or isinstance(coefficients, str):
        raise TypeError(
            f"coefficients = {coefficients!r}: a polynomial needs a number for each power, the constant first. "
            "Try coefficients=(1.0, 2.0) for 1 + 2t."
        )
    return listed


def _unfinished(values: Array) -> str:
    if values.dtype.kind not in "biuf":
        return " with entries that are no real numbers"
    return "" if np.isfinite(values).all() else " with entries that are not finite"


def name_of(f: Any) -> str:
    """The name that a function carries, or its repr: evaluates back where that name is known."""
    return getattr(f, "__qualname__", None) or getattr(f, "__name__", None) or repr(f)  # an old ufunc has only __name__


def _called(f: Any, x: str) -> str:
    """f(x) in LaTeX; a function may bring its own way to be written."""
    if hasattr(f, "latex"):
        return str(f.latex(x))
    name = name_of(f).rsplit(".", 1)[-1]
    name = "f" if "<" in name else name
    return f"{name}({x})" if len(name) == 1 else rf"\mathrm{{{name}}}({x})".replace("_", r"\_")
