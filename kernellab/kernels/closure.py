"""Rules that make a kernel out of one kernel and something else: a polynomial, exp, a
function of one point, a map.

``+``, ``*`` and factors are in algebra.py. Here too each rule stands with its feature
map, where there is a finite one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernellab._arrays import Array, nonnegative
from kernellab._points import ANY_POINTS, Points
from kernellab.errors import NoFeatureMapError
from kernellab.kernels.algebra import IS_KERNEL, Kernel, OfOne, Reason, map_both
from kernellab.kernels.fields import checked, ours
from kernellab.kernels.notation import as_factor, called, name_of, number

__all__ = ["Exp", "Normalized", "PolynomialOf", "PullBack", "Reweighted"]


def as_function(f: Any, name: str) -> Callable[..., Any]:
    """Return ``f`` if it can be called."""
    if not callable(f):
        raise TypeError(
            f"{name} is {f!r:.60}, which cannot be called: the rule needs a function of"
            f" a point. Try {name} = lambda X: ..., or use a function of all points at"
            " once, (n, d)."
        )
    return f


def as_coefficients(values: Any, name: str) -> tuple[float, ...]:
    """Return the coefficients of a polynomial, none of them negative, the constant
    first.
    """
    listed = (
        []
        if isinstance(values, (Mapping, Set)) or not isinstance(values, Iterable)
        else list(values)
    )
    if not listed:
        raise TypeError(
            f"{name} = {values!r}: a polynomial needs a number for each power, in their"
            f" order, the constant first. Try {name}=(1.0, 2.0) for 1 + 2t."
        )
    why = (
        "a negative coefficient can make q(k(x, x)) negative: t − 1 is −1 where k(x,"
        " x) = 0"
    )
    return tuple(nonnegative(c, f"{name}[{j}]", why) for j, c in enumerate(listed))


LEAST_SQUARE = 2.0**-970  # below it products of coordinates lose their last digits
# How far two batches may differ on one point: matrix products round differently, and
# some in single precision
ROUNDING = 1e-6
IS_FUNCTION = checked(as_function)


@dataclass(frozen=True)
class PolynomialOf(OfOne):
    """q(k₁(x, z)) with q(t) = c₀ + c₁t + c₂t² + … and every cⱼ ≥ 0.

    ``kernel`` is k₁, ``coefficients`` the tuple (c₀, c₁, …). Its map stacks √cⱼ times
    the j-fold products of features of k₁.

    Raises ValueError for a negative coefficient, TypeError for what is no kernel.

    Source: Kernelized linear regression, composition rule 3; Lecture 14, Kernels
    continued, fourth in the list.

    >>> from kernellab import Linear
    >>> PolynomialOf(Linear(), (1.0, 0.0, 3.0))([1.0], [2.0])  # 1 + 3(xz)²
    13.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)
    coefficients: tuple[float, ...] = field(metadata=checked(as_coefficients))

    def formula(self, X: Points, Z: Points) -> Array:
        return self._q(self.kernel._pairwise(X, Z))

    def feature_map(self, X: Points) -> Array:
        phi, power, columns = self.kernel._mapped(X), np.ones((len(X), 1)), []
        for j, c in enumerate(self.coefficients):
            power = (
                (power[:, :, None] * phi[:, None, :]).reshape(len(X), -1)
                if j
                else power
            )
            columns += [np.sqrt(c) * power] if c > 0 or j == 0 else []
        return np.hstack(columns)

    def squared_lengths(self, X: Points) -> Array:
        return self._q(self.kernel.diagonal(X))

    def reason(self) -> Reason:
        rule = (
            "a polynomial of a kernel, with no negative coefficient, is a kernel: sums,"
            " products and factors of it"
        )
        return Reason(
            rule, (self.kernel,), strict=all if any(self.coefficients[1:]) else False
        )

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner = rf"\left({self.kernel.latex(x, z)}\right)"
        powers = (
            "",
            inner,
            *(f"{inner}^{{{j}}}" for j in range(2, len(self.coefficients))),
        )
        terms = [
            number(c) if j == 0 else power if c == 1 else rf"{number(c)} {power}"
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
class Exp(OfOne):
    """exp(k₁(x, z)), the sum of all k₁ʲ/j!: weights that are positive, and infinitely
    many features.

    Source: Kernelized linear regression, composition rule 4; Lecture 14, Kernels
    continued, seventh in the list.

    >>> from kernellab import Linear
    >>> Exp(Linear())([0.0], [5.0])
    1.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.kernel._pairwise(X, Z)
        return np.exp(K, out=K)

    def squared_lengths(self, X: Points) -> Array:
        return np.exp(self.kernel.diagonal(X))

    def reason(self) -> Reason:
        rule = (
            "exp of a kernel is a kernel: its series has positive weights 1/j!, and a"
            " limit of kernels is a kernel"
        )
        return Reason(rule, (self.kernel,), strict=all)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left({self.kernel.latex(x, z)}\right)"


@dataclass(frozen=True)
class Reweighted(OfOne):
    """f(x) k₁(x, z) f(z), for any real function f of one point. Its map is f(x) φ(x).

    ``f`` takes all points at once, (n, d), and returns one number a point, (n,);
    ``kernel`` is k₁.

    Raises TypeError if f cannot be called, ValueError if it returns anything but n
    finite numbers, or says of one point what depends on the others.

    Source: Linear regression and kernels, rule 1 and equation 15; Kernelized linear
    regression, composition rule 2.

    >>> import numpy as np
    >>> from kernellab import Linear
    >>> Reweighted(np.ravel, Linear())([2.0], [3.0])  # x · xz · z
    36.0
    """

    f: Callable[[Array], Array] = field(metadata=IS_FUNCTION)
    kernel: Kernel = field(metadata=IS_KERNEL)

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.kernel._pairwise(X, Z)
        left, right = map_both(self._weights, X, Z)
        # Powers of two aside, so that a product of two weights is no smaller than
        # floats where k makes up for it.
        (_, p), (_, q) = (np.frexp(np.abs(each).max()) for each in (left, right))
        K *= np.outer(np.ldexp(left, -p), np.ldexp(right, -q))
        return np.ldexp(K, p + q, out=K)

    def feature_map(self, X: Points) -> Array:
        return self._weights(X)[:, None] * self.kernel._mapped(X)

    def squared_lengths(self, X: Points) -> Array:
        weights = self._weights(X)
        # In this order: a weight's square may be beyond floats.
        return weights * self.kernel.diagonal(X) * weights

    def reason(self) -> Reason:
        rule = (
            "f(x) k(x, z) f(z) is a kernel for any f: multiply the feature map by f(x)"
        )
        return Reason(rule, (self.kernel,), provided=provided(self.f))

    def latex(self, x: str = "x", z: str = "z") -> str:
        inner = self.kernel.latex(x, z)
        inner = (
            as_factor(inner) if inner.startswith(r"\exp") else rf"\left({inner}\right)"
        )
        return rf"{called(self.f, x)}\, {inner}\, {called(self.f, z)}"

    def __repr__(self) -> str:
        return f"Reweighted({name_of(self.f)}, {self.kernel!r})"

    def _weights(self, X: Points) -> Array:
        return point_by_point(self.f, "f", X, _as_weights)


@dataclass(frozen=True)
class PullBack(Kernel):
    """k₁(f(x), f(z)): compare the points after a map f, whatever it is. Its map is
    φ(f(x)).

    ``kernel`` is k₁; ``f`` takes all points at once, (n, d) or n strings or sets, and
    returns the mapped ones, of the kind that k₁ works on.

    Raises TypeError if f cannot be called, ValueError if it does not return n points,
    or says of one point what depends on the others, as X − X.mean(axis=0) does: then
    k(x, z) would change with whatever else is in the batch.

    Source: Kernelized linear regression, composition rule 7.

    >>> import numpy as np
    >>> from kernellab import Linear
    >>> PullBack(Linear(), np.log)([np.e], [np.e**2]).__round__(6)  # log x · log z
    2.0
    """

    kernel: Kernel = field(metadata=IS_KERNEL)
    f: Callable[[Array], Array] = field(metadata=IS_FUNCTION)

    kind = ANY_POINTS  # f alone knows what it takes

    def formula(self, X: Points, Z: Points) -> Array:
        return self.kernel._pairwise(*map_both(self._moved, X, Z))

    def feature_map(self, X: Points) -> Array:
        return self.kernel._mapped(self._moved(X))

    def squared_lengths(self, X: Points) -> Array:
        return self.kernel.diagonal(self._moved(X))

    def reason(self) -> Reason:
        rule = (
            "a kernel of f(x) and f(z) is a kernel for any map f: φ(f(x)) is its"
            " feature map"
        )
        return Reason(rule, (self.kernel,), provided=provided(self.f))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return self.kernel.latex(called(self.f, x), called(self.f, z))

    def __repr__(self) -> str:
        return f"PullBack({self.kernel!r}, {name_of(self.f)})"

    def _moved(self, X: Points) -> Points:
        return point_by_point(self.f, "f", X, self.kernel.as_points)


@dataclass(frozen=True)
class Normalized(OfOne):
    """k₁(x, z) / √(k₁(x, x) k₁(z, z)), the cosine of the angle between φ(x) and φ(z).
    Its map is φ(x)/‖φ(x)‖.

    A point with k₁(x, x) = 0 has φ(x) = 0 and no direction; its value with any other
    point is 0.

    Raises ValueError where k₁(x, x) leaves the range of floats, at either end.

    Source: Linear regression and kernels, equation 32.

    >>> from kernellab import Exp, Linear
    >>> k = Normalized(Exp(Linear()))  # exp(xz) normalised: the RBF with ℓ = 1
    >>> round(k([0.0], [2.0]), 4)
    0.1353
    """

    kernel: Kernel = field(metadata=IS_KERNEL)

    def formula(self, X: Points, Z: Points) -> Array:
        lengths = self._lengths(X)
        outer = np.outer(lengths, lengths if Z is X else self._lengths(Z))
        return np.divide(self.kernel._pairwise(X, Z), outer, out=outer)

    def feature_map(self, X: Points) -> Array:
        return self.kernel._mapped(X) / self._lengths(X)[:, None]

    def squared_lengths(self, X: Points) -> Array:
        # 1, but for points that have no direction.
        return np.isfinite(self._lengths(X)).astype(float)

    def reason(self) -> Reason:
        rule = (
            "divide by the lengths of both feature vectors: f(x) k(x, z) f(z) with f ="
            " 1/√k(x, x)"
        )
        return Reason(rule, (self.kernel,), strict=all)

    def latex(self, x: str = "x", z: str = "z") -> str:
        pairs = [
            rf"\left({self.kernel.latex(a, b)}\right)" for a, b in ((x, x), (z, z))
        ]
        return rf"\frac{{{self.kernel.latex(x, z)}}}{{\sqrt{{{pairs[0]}{pairs[1]}}}}}"

    def _lengths(self, X: Points) -> Array:
        squares = self.kernel.diagonal(X)
        if (squares < 0).any():
            i = int(squares.argmin())
            raise ValueError(
                f"k(x, x) = {squares[i]:.3g} under {self.kernel!r} at point {i}: no"
                " vector of features has a negative squared length, so this is no"
                " kernel, and there is no length to divide by. Try psd_report on its"
                " own table."
            )
        lengths = np.sqrt(squares)
        if not np.isfinite(lengths).all():
            i = int(np.flatnonzero(~np.isfinite(lengths))[0])
            raise ValueError(
                f"{self.kernel!r} leaves the range of floats at point {i}, k(x, x) ="
                f" {lengths[i]:g}: nothing can be divided by a length that is infinite"
                " or undefined. Try larger units for the points."
            )
        lost = (squares > 0) & (squares < LEAST_SQUARE) | self._vanished(X, squares)
        if lost.any():
            i = int(np.flatnonzero(lost)[0])
            raise ValueError(
                f"k(x, x) = {squares[i]:.3g} under {self.kernel!r} at point {i}, where"
                " φ(x) is not 0: floats that small keep no digits of an angle. Try"
                " smaller units for the points."
            )
        lengths[lengths == 0] = np.inf
        return lengths

    def _vanished(self, X: Points, squares: Array) -> np.ndarray:
        """Which feature vectors are not zero, though their squared lengths are."""
        found = squares == 0
        if found.any():
            with suppress(NoFeatureMapError):
                found[found] = (self.kernel._mapped(X[found]) != 0).any(axis=1)
                return found
        return np.zeros_like(found)


class ByFeatures(Kernel):
    """k(x, z) = φ(x)ᵀφ(z), computed as it stands: a subclass gives ``feature_map``."""

    def formula(self, X: Points, Z: Points) -> Array:
        left, right = map_both(self.feature_map, X, Z)
        return left @ right.T

    def squared_lengths(self, X: Points) -> Array:
        Phi = self.feature_map(X)
        return np.einsum("ij,ij->i", Phi, Phi)


def point_by_point(
    f: Callable[[Any], Any], name: str, X: Points, read: Callable[[Any, str], Points]
) -> Points:
    """The images under f of all points X, as ``read`` checks them, if f sees each point
    alone.

    What f says of the first point, one in the middle and the last must be the same in
    another order, and alone. That is evidence and no proof, so ``provided`` says it,
    too.
    """

    def images(X: Points) -> Points:
        # A copy, for a function may write into it.
        found = read(f(X.copy()), f"{name}(X)")
        if len(found) != len(X):
            raise ValueError(
                f"{name} turned {len(X)} points into {len(found)}, an array of shape"
                f" {found.shape} for {len(X)} points: the rule needs the image of each"
                " point, a row for each point. Try a map that works row by row, as"
                " lambda X: X**2."
            )
        return found

    together = images(X)
    if sees_one_point(f):
        return together
    few = np.unique([len(X) - 1, len(X) // 2, 0])[::-1]
    for rows in (few, few[:1], few[-1:]):
        try:
            with np.errstate(all="ignore"):
                alone = images(X[rows])
        except Exception:
            # Whatever fails on a few points, and not on all, is no function of one.
            alone = together[:0]
        if not _agree(together[rows], alone, together):
            raise ValueError(
                f"{name} says of point(s) {rows.tolist()} among {len(X)} what it does"
                " not say of them alone: a kernel is a function of two points, and"
                " k(x, z) may not depend on the rest of a batch. Try a function of one"
                " point, with what it learns from data fixed beforehand: mean ="
                " X.mean(axis=0), then lambda X: X - mean."
            )
    return together


def sees_one_point(f: Any) -> bool:
    """Whether f is known to treat each point alone, as Bell and Circle do, and NumPy's
    functions of one entry.
    """
    return ours(type(f)) or (
        isinstance(f, np.ufunc) and getattr(np, f.__name__, None) is f
    )


def provided(f: Any) -> str:
    """What must be true of a function for its rule to hold, empty where it is known."""
    name = name_of(f).rsplit(".", 1)[-1]
    return (
        ""
        if sees_one_point(f)
        else f"{'f' if '<' in name else name} sees one point at a time"
    )


def _agree(left: Points, right: Points, scale: Points) -> bool:
    """Whether two arrays are the same, to the rounding of numbers as large as those in
    ``scale``.
    """
    if left.shape != right.shape or left.dtype == object:
        return left.shape == right.shape and bool((left == right).all())
    return bool(
        np.abs(left - right).max(initial=0.0)
        <= ROUNDING * np.abs(scale).max(initial=0.0)
    )


def _as_weights(values: Any, name: str) -> Array:
    weights: Any = np.ma.asanyarray(values)
    real = (
        weights.dtype.kind in "biuf"
        and not weights.mask.any()
        and bool(np.isfinite(weights).all())
    )
    if weights.ndim != 1 or not real:
        raise ValueError(
            f"{name} is an array of shape {weights.shape}"
            f"{'' if real else ' with entries that are not finite numbers'}:"
            " the rule f(x) k(x, z) f(z) needs one finite number a point. Try f ="
            " lambda X: X[:, 0], all points at once."
        )
    return np.array(weights, dtype=float)
