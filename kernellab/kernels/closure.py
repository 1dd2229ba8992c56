"""Rules that make a kernel of one kernel: a polynomial, exp, a weight, a map.

``+``, ``*`` and factors are in algebra.py.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernellab._arrays import Array, as_array, nonnegative, shaped
from kernellab._points import ANY_POINTS, Points
from kernellab.errors import NoFeatureMapError
from kernellab.kernels.algebra import (
    IS_KERNEL,
    Kernel,
    OfOne,
    OfValues,
    all_products,
    map_both,
)
from kernellab.kernels.certificate import Reason
from kernellab.kernels.fields import checked, in_package
from kernellab.kernels.notation import as_factor, called, name_of, number

__all__ = ["Exp", "Normalized", "PolynomialOf", "PullBack", "Reweighted"]

LEAST_SQUARE = 2.0**-970  # a smaller squared length has lost digits
ROUNDING = 1e-6  # relative: how far two images of one point may differ in float32
COMPARED = 9  # points whose images are computed a second time


def as_function(f: Any, name: str) -> Callable[..., Any]:
    """Return ``f`` if it can be called."""
    if not callable(f):
        raise TypeError(
            f"{name} is {f!r:.60}, which cannot be called: the rule needs a function of"
            f" all points at once, (n, d). Try {name} = lambda X: ..."
        )
    return f


IS_FUNCTION = checked(as_function)


def as_coefficients(values: Any, name: str) -> tuple[float, ...]:
    """Return the coefficients of a polynomial, each ≥ 0, the constant first."""
    if isinstance(values, np.ndarray) and values.ndim == 1:
        values = values.tolist()
    if not isinstance(values, (list, tuple)) or not values:
        raise TypeError(
            f"{name} = {values!r}: a polynomial needs a number for each power, in their"
            f" order, the constant first. Try {name}=(1.0, 2.0) for 1 + 2t."
        )
    why = "it can make q(k(x, x)) negative: t − 1 is −1 where k(x, x) = 0"
    return tuple(nonnegative(c, f"{name}[{j}]", why) for j, c in enumerate(values))


@dataclass(frozen=True)
class PolynomialOf(OfValues):
    """q(k₁(x, z)) with q(t) = c₀ + c₁t + c₂t² + … and every cⱼ ≥ 0.

    ``coefficients`` is (c₀, c₁, …). Its map stacks √cⱼ times the j-fold products of
    features of k₁. Raises ValueError for a negative coefficient.

    Source: Kernelized linear regression, composition rule 3.

    >>> from kernellab import Linear
    >>> PolynomialOf(Linear(), (1.0, 0.0, 3.0))([1.0], [2.0])  # 1 + 3(xz)²
    13.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)
    coefficients: tuple[float, ...] = field(metadata=checked(as_coefficients))

    rule = (
        "a polynomial of a kernel, with no negative coefficient, is a kernel: sums,"
        " products and factors of it"
    )

    def transform(self, values: Array) -> Array:
        # Horner's scheme: one product and one sum for each coefficient
        q = np.full_like(values, self.coefficients[-1])
        for c in self.coefficients[-2::-1]:
            q *= values
            q += c
        return q

    def feature_map(self, X: Points) -> Array:
        phi, power = self.kernel.feature_map(X), np.ones((len(X), 1))
        columns = [np.sqrt(self.coefficients[0]) * power]
        for c in self.coefficients[1:]:
            power = all_products(power, phi)
            if c > 0:
                columns.append(np.sqrt(c) * power)
        return np.hstack(columns)

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner, terms = rf"\left({self.kernel.latex(x, z)}\right)", []
        for j, c in enumerate(self.coefficients):
            power = inner if j == 1 else f"{inner}^{{{j}}}"
            term = number(c) if j == 0 else power if c == 1 else f"{number(c)} {power}"
            terms += [term] if c > 0 else []
        return " + ".join(terms) or "0"


@dataclass(frozen=True)
class Exp(OfValues):
    """exp(k₁(x, z)), the sum of all k₁ʲ/j!: positive weights, infinitely many features.

    Source: Kernelized linear regression, composition rule 4.

    >>> from kernellab import Linear
    >>> Exp(Linear())([0.0], [5.0])
    1.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)

    rule = (
        "exp of a kernel is a kernel: its series has positive weights 1/j!, and a limit"
        " of kernels is a kernel"
    )

    def transform(self, values: Array) -> Array:
        return np.exp(values, out=values)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left({self.kernel.latex(x, z)}\right)"


class WithFunction(OfOne):
    """A rule with a function f of one point; f is called with all points at once."""

    f: Callable[[Array], Array]

    def reason(self) -> Reason:
        return Reason(self.rule, self.parts, condition=condition_on(self.f))

    def images(self, X: Points, check: Callable[[Any, str], Points]) -> Points:
        """f of all points, a row for each, after ``check``. Until three points that
        differ have been met, f is called again with fewer, and may give no others.
        """

        def f_of(X: Points) -> Points:
            images = check(self.f(X.copy()), "f(X)")  # a copy, since f may change it
            if len(images) != len(X):
                raise ValueError(
                    f"f turned {len(X)} points into {len(images)}: the rule needs a row"
                    " for each point. Try a map such as lambda X: X**2."
                )
            return images

        images = f_of(X)
        if is_pointwise(self.f) or "_compared" in vars(self):
            return images
        few = np.unique(np.linspace(len(X) - 1, 0, COMPARED).astype(int))[::-1]
        for rows in (few, *few[:, None]):
            again = images[:0]
            with suppress(Exception):  # f may work for some numbers of points only
                again = f_of(X[rows])
            if not _agree(images[rows], again, images):
                raise ValueError(
                    f"f gives other images of the points {rows.tolist()} among {len(X)}"
                    " than alone: k(x, z) may not depend on the rest of a batch. Try a"
                    " function of one point: mean = X.mean(axis=0) beforehand, then"
                    " lambda X: X - mean."
                )
        if len({row.tobytes() if X.ndim == 2 else row for row in X[few]}) > 2:
            vars(self)["_compared"] = True
        return images


@dataclass(frozen=True)
class Reweighted(WithFunction):
    """f(x) k₁(x, z) f(z), for any real function f of one point. Its map is f(x) φ(x).

    ``f`` takes all points at once, (n, d), and returns one number a point, (n,). Raises
    ValueError if it does not, or if its value at a point depends on the others.

    Source: Linear regression and kernels, rule 1 and equation 15.

    >>> from kernellab import Linear
    >>> Reweighted(np.ravel, Linear())([2.0], [3.0])  # x · xz · z
    36.0
    """

    f: Callable[[Array], Array] = field(metadata=IS_FUNCTION)
    kernel: Kernel = field(metadata=IS_KERNEL)

    rule = "f(x) k(x, z) f(z) is a kernel for any f: multiply the feature map by f(x)"

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.kernel.formula(X, Z)
        K *= np.outer(*map_both(self.weights, X, Z))
        return K

    def feature_map(self, X: Points) -> Array:
        return self.weights(X)[:, None] * self.kernel.feature_map(X)

    def squared_lengths(self, X: Points) -> Array:
        return self.weights(X) ** 2 * self.kernel.squared_lengths(X)

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner = as_factor(self.kernel.latex(x, z))
        return rf"{called(self.f, x)}\, {inner}\, {called(self.f, z)}"

    def __repr__(self) -> str:
        return f"Reweighted({name_of(self.f)}, {self.kernel!r})"

    def weights(self, X: Points) -> Array:
        """f of each point, (n,)."""
        return self.images(X, _as_weights)


@dataclass(frozen=True)
class PullBack(WithFunction):
    """k₁(f(x), f(z)), which compares the points after a map f. Its map is φ(f(x)).

    ``f`` takes all points at once, (n, d) or n strings or sets, and returns n points of
    the kind that k₁ works on. Raises ValueError if it does not, or if the image of a
    point depends on the others, as in X − X.mean(axis=0).

    Source: Kernelized linear regression, composition rule 7.

    >>> from kernellab import Linear
    >>> PullBack(Linear(), np.log)([np.e], [np.e**2]).__round__(6)  # log x · log z
    2.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)
    f: Callable[[Array], Array] = field(metadata=IS_FUNCTION)

    kind = ANY_POINTS  # the points that f accepts
    rule = "a kernel of f(x) and f(z) is a kernel for any map f: it has the map φ(f(x))"

    def formula(self, X: Points, Z: Points) -> Array:
        return self.kernel.formula(*map_both(self._mapped, X, Z))

    def feature_map(self, X: Points) -> Array:
        return self.kernel.feature_map(self._mapped(X))

    def squared_lengths(self, X: Points) -> Array:
        return self.kernel.squared_lengths(self._mapped(X))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return self.kernel.latex(called(self.f, x), called(self.f, z))

    def __repr__(self) -> str:
        return f"PullBack({self.kernel!r}, {name_of(self.f)})"

    def _mapped(self, X: Points) -> Points:
        return self.images(X, self.kernel.as_points)


@dataclass(frozen=True)
class Normalized(OfOne):
    """k₁(x, z) / √(k₁(x, x) k₁(z, z)), the cosine of the angle between φ(x) and φ(z).

    Its map is φ(x)/‖φ(x)‖. Where φ(x) = 0 there is no angle, and the value is 0. Raises
    ValueError where k₁(x, x) is negative, or too large or too small for floats.

    Source: Linear regression and kernels, equation 32.

    >>> from kernellab import Exp, Linear
    >>> k = Normalized(Exp(Linear()))  # exp(xz) normalised: the RBF with ℓ = 1
    >>> round(k([0.0], [2.0]), 4)
    0.1353
    """

    kernel: Kernel = field(metadata=IS_KERNEL)

    rule = (
        "divide by the lengths of both feature vectors: f(x) k(x, z) f(z) with f ="
        " 1/√k(x, x)"
    )

    def formula(self, X: Points, Z: Points) -> Array:
        lengths = self._lengths(X)
        outer = np.outer(lengths, lengths if Z is X else self._lengths(Z))
        return np.divide(self.kernel.formula(X, Z), outer, out=outer)

    def feature_map(self, X: Points) -> Array:
        return self.kernel.feature_map(X) / self._lengths(X)[:, None]

    def squared_lengths(self, X: Points) -> Array:
        return np.isfinite(self._lengths(X)).astype(float)

    def latex(self, x: str = "x", z: str = "z") -> str:
        pairs = (rf"\left({self.kernel.latex(a, a)}\right)" for a in (x, z))
        return rf"\frac{{{self.kernel.latex(x, z)}}}{{\sqrt{{{''.join(pairs)}}}}}"

    def _lengths(self, X: Points) -> Array:
        """‖φ(x)‖ for each point, ∞ where φ(x) = 0."""
        squares = self.kernel.squared_lengths(X)
        wrong = (squares < LEAST_SQUARE) | ~np.isfinite(squares)
        zero = squares == 0
        wrong[zero] = False
        if zero.any():  # an error if φ(x) is not 0, but its square below the floats
            with suppress(NoFeatureMapError):
                wrong[zero] = self.kernel.feature_map(X[zero]).any(axis=1)
        if wrong.any():
            i = int(wrong.argmax())
            raise ValueError(
                f"k(x, x) = {squares[i]:.3g} under {self.kernel!r} at point {i}, and a"
                " squared length is not negative, and within the range of floats. Try"
                " psd_report of its Gram matrix, or other units for the points."
            )
        return np.where(squares == 0, np.inf, np.sqrt(squares))


def is_pointwise(f: Any) -> bool:
    """Whether f is known to map each point by itself, as NumPy's ufuncs do."""
    of_numpy = isinstance(f, np.ufunc) and getattr(np, f.__name__, None) is f
    return of_numpy or in_package(type(f))


def condition_on(f: Any) -> str:
    """The condition on f in a proof; empty if f is known to meet it."""
    name = name_of(f).rsplit(".", 1)[-1]
    name = "f" if "<" in name else name
    return "" if is_pointwise(f) else f"{name} sees one point at a time"


def _agree(left: Points, right: Points, scale: Points) -> bool:
    """Whether two arrays differ by rounding, relative to the largest of ``scale``."""
    if left.dtype == object or left.shape != right.shape:
        return np.array_equal(left, right)
    gap = np.abs(left - right).max(initial=0.0)
    return bool(gap <= ROUNDING * np.abs(scale).max(initial=0.0))


def _as_weights(values: Any, name: str) -> Array:
    weights = as_array(values, name, 0.0)
    wanted = "f(x) k(x, z) f(z) needs one number per point. Try f = lambda X: X[:, 0]."
    return shaped(weights, name, weights.ndim == 1, wanted)
