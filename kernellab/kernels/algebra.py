"""What a kernel is, and the rules that make new kernels out of old ones.

A kernel is a frozen dataclass with one formula. Beside each rule stands its feature
map, where there is a finite one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from kernellab._arrays import Array, nonnegative, positive, positive_integer
from kernellab._points import ANY_POINTS, VECTORS, Kind, Points, same_space
from kernellab.errors import NoFeatureMapError
from kernellab.kernels.fields import Declared, checked, ours
from kernellab.kernels.notation import as_factor, number

__all__ = ["Kernel"]

# Rules inside one another: Python gives up at a thousand calls, and each rule takes
# several
DEEPEST = 100
WHY_FACTOR = (
    "with a negative factor in front of a kernel, k(x, x) = ‖φ(x)‖² would be negative"
)


@dataclass(frozen=True)
class Reason:
    """Why a function is a kernel: a rule, in words, and the kernels that the rule was
    applied to (none for a known one).

    ``provided`` is a condition that no program can check, in words. ``strict`` says, by
    itself or from which parts are, whether the kernel is strictly positive definite:
    then the Gram matrix of n distinct points has rank n, for every n.
    """

    rule: str
    parts: tuple[Kernel, ...] = ()
    provided: str = ""
    strict: bool | Callable[[Iterable[bool]], bool] = False


class Kernel(Declared):
    """k(x, z) = φ(x)ᵀφ(z): an inner product after a map that need never be computed.

    What a kernel's author writes, for points that are already checked, and what
    everyone else calls:

    - ``formula(X, Z)``, the (n, n*) table of k(xᵢ, zⱼ), is called as
      ``pairwise(X, Z)``, ``gram(k, X, Z)`` or ``k(x, z)``;
    - ``feature_map(X)``, Φ, where there is a finite one, is called as ``features(X)``;
    - ``squared_lengths(X)``, the k(xᵢ, xᵢ), where they are cheaper than the formula, is
      called as ``diagonal(X)``.

    Whatever an author returns reaches the others as a new array of floats. An author
    may add ``reason``, ``latex``, and the ``kind`` of the points, vectors if nothing is
    said. Add kernels, multiply them, scale them by c ≥ 0.

    >>> from kernellab import RBF, Linear
    >>> k = 2 * RBF(length_scale=0.5) + Linear() * RBF(length_scale=2.0)
    >>> k([1.0], [1.0])
    3.0
    """

    __array_ufunc__ = None  # so that np.float64(2) * k is left to the kernel

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._depth > DEEPEST:
            raise ValueError(
                f"this {type(self).__name__} is {self._depth} rules deep, one inside"
                f" the other, and Python follows only so many (here {DEEPEST}). Try a"
                " flatter tree: for long sums and products put halves together, such"
                " as sum(kernels[:50]) + sum(kernels[50:])."
            )

    @property
    def kind(self) -> Kind:
        """What the points are: vectors, strings, sets, or any of them."""
        return VECTORS

    def as_points(self, X: Any, name: str = "X") -> Points:
        """The points ``X`` checked, in the form that ``formula`` takes: (n, d) floats,
        or (n,) strings or sets.
        """
        return self.kind.many(X, name)

    def formula(self, X: Points, Z: Points) -> Array:
        """The table of k(xᵢ, zⱼ), (n, n*), for checked X (n, d) and Z (n*, d)."""
        raise NotImplementedError(f"{type(self).__name__} does not state its formula.")

    def feature_map(self, X: Points) -> Array:
        """Φ, (n, m), for checked points; raises NoFeatureMapError where no finite one
        is known.
        """
        raise NoFeatureMapError

    def squared_lengths(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,): the squared lengths ‖φ(xᵢ)‖²."""
        return np.array(
            [self.pairwise(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(len(X))]
        )

    def reason(self) -> Reason | None:
        """The last rule of a proof that this is a kernel, or None where no proof is
        known from how it was built.
        """
        return None

    def latex(self, x: str = "x", z: str = "z") -> str:
        """The formula in LaTeX, for points called ``x`` and ``z``."""
        name = type(self).__name__.replace("_", r"\_")
        return rf"k_{{\mathrm{{{name}}}}}({x}, {z})"

    def pairwise(self, X: Points, Z: Points) -> Array:
        """The table of k(xᵢ, zⱼ), (n, n*), for checked points: a new array of finite
        floats, or a refusal.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            return self._finite(self._pairwise(X, Z), X, Z)

    def diagonal(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,): a new array of the squared lengths
        ‖φ(xᵢ)‖².
        """
        with np.errstate(over="ignore", invalid="ignore"):
            return self._new("squared_lengths", None, X)

    def features(self, X: Any) -> Array:
        """Φ with Φ Φᵀ equal to gram(k, X): (n, m), a row per point.

        Raises NoFeatureMapError, a ValueError, where no finite map is known; ValueError
        where Φ leaves the range of floats, and for points that are not of the kernel's
        kind.
        """
        X = self.as_points(X)
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                return self._finite(self._mapped(X), X)
        except NoFeatureMapError:
            raise NoFeatureMapError(self._no_map()) from None

    def joint_features(self, X: Any, Z: Any) -> tuple[Array, Array]:
        """Φ (n, m) and Φ* (n*, m) with the same columns, so that Φ Φ*ᵀ equals gram(k,
        X, Z).

        For vectors that is ``features`` of each. On strings and sets a column belongs
        to a word or an element that occurs, so points that are to be compared must be
        mapped together.

        Raises ValueError as ``features`` does, and for points of different spaces.
        """
        X, Z = same_space(self.as_points(X), self.as_points(Z, "Z"))
        Phi = self.features(np.concatenate([X, Z]))
        return Phi[: len(X)], Phi[len(X) :]

    def __call__(self, x: Any, z: Any) -> float:
        """k(x, z) for one pair of points: two vectors (d,), two strings or two sets."""
        return float(
            self.pairwise(
                *same_space(self.kind.one(x, "x"), self.kind.one(z, "z"), "x", "z")
            )[0, 0]
        )

    def __add__(self, other: Any) -> Sum:
        return Sum(self, _partner(other, "+"))

    def __mul__(self, other: Any) -> Product | Scaled:
        return (
            Product(self, other) if isinstance(other, Kernel) else Scaled(other, self)
        )

    def __rmul__(self, factor: Any) -> Scaled:
        return Scaled(factor, self)

    def __radd__(self, other: Any) -> Kernel:
        # Sum([k1, k2]) starts from 0.
        return (
            self
            if isinstance(other, int) and other == 0
            else Sum(_partner(other, "+"), self)
        )

    def __pow__(self, power: Any) -> Kernel:
        power = positive_integer(
            power, "power", "only a product of whole kernels is sure to be a kernel"
        )
        if power > DEEPEST:
            raise ValueError(
                f"power = {power}: a tree of so many products is deeper than Python"
                f" follows. Try one polynomial, PolynomialOf(k, (0,) * {power} + (1,))."
            )
        k = self
        for _ in range(power - 1):
            k = Product(k, self)
        return k

    def __truediv__(self, divisor: Any) -> Scaled:
        return Scaled(
            1
            / positive(
                divisor, "divisor", "a kernel divided by it must keep k(x, x) ≥ 0"
            ),
            self,
        )

    def __neg__(self) -> Kernel:
        raise TypeError(
            f"−({self!r}): then k(x, x) = ‖φ(x)‖² would be negative. Only factors c ≥ 0"
            " give a kernel."
        )

    def __rsub__(self, other: Any) -> Kernel:
        return _partner(other, "−") - self

    def __sub__(self, other: Any) -> Kernel:
        raise TypeError(
            f"{self!r} − {other!r}: a difference of kernels need not be a kernel, since"
            " k(x, x) = ‖φ(x)‖² could turn negative: xᵀz − 2xᵀz is −1 at x = z = 1."
            " Sums, products and factors c ≥ 0 are safe."
        )

    @cached_property
    def _depth(self) -> int:
        """How many rules are inside one another here."""
        return 1 + max(
            (part._depth for part in vars(self).values() if isinstance(part, Kernel)),
            default=0,
        )

    def _pairwise(self, X: Points, Z: Points) -> Array:
        """``pairwise`` for a rule that goes on computing: what leaves the range of
        floats is found once, at the end.
        """
        return self._new("formula", len(Z), X, Z)

    def _mapped(self, X: Points) -> Array:
        """``features`` for a rule, of checked points."""
        return self._new("feature_map", -1, X)

    def _new(self, name: str, columns: int | None, *points: Points) -> Array:
        """What a method of the kernel's author returns, as an array of floats that
        nobody else holds.

        Rules compute in place in such arrays. ``columns`` is their number, −1 for any,
        or None where the array has one axis.
        """
        method, n = getattr(self, name), len(points[0])
        values = method(*points)
        if ours(method):  # the formulas of this package return such arrays
            return values
        said = f"{name} of {type(self).__name__}"
        if (
            not isinstance(values, np.ndarray)
            or isinstance(values, np.ma.MaskedArray)
            or values.dtype.kind not in "biuf"
        ):
            kind = (
                f"an array of {values.dtype}"
                if type(values) is np.ndarray
                else f"a {type(values).__name__}"
            )
            raise TypeError(
                f"{said} returned {kind}, but rules and fits compute with real numbers"
                " in an array, none of them hidden. Try np.array(..., dtype=float)"
                " around what it returns."
            )
        if (
            values.ndim != 1 + (columns is not None)
            or len(values) != n
            or columns not in (None, -1, values.shape[-1])
        ):
            wanted = (
                f"({n},)"
                if columns is None
                else f"({n}, {'m' if columns < 0 else columns})"
            )
            raise ValueError(
                f"{said} returned an array of shape {values.shape} where {wanted}"
                " belongs: a row for each point of X, and in a table of k(x, z) a"
                " column for each point of Z. Try X[:, None] against Z[None, :],"
                " summed over the last axis."
            )
        return np.array(values, dtype=np.float64)

    def _finite(self, values: Array, *points: Points) -> Array:
        # A sum is finite only if all are, but for overflow.
        if not np.isfinite(values.sum()) and not np.isfinite(values).all():
            raise ValueError(
                f"{self!r} leaves the range of floats on these points"
                f" ({self.kind.reach(np.concatenate(points))}): a value is infinite or"
                " undefined. Try larger units for the points, a lower degree, or"
                " Normalized(...) around what grows."
            )
        return values

    def _no_map(self) -> str:
        # It stands above this file.
        from kernellab.kernels.certificate import certificate

        if certificate(self).strict:
            return (
                f"{self!r} has no finite feature map: the Gram matrix of n distinct"
                " points has rank n for every n, so no finite number of columns can"
                " reproduce it. Work with gram(k, X) instead."
            )
        return (
            f"no finite feature map of {self!r} is known here: none is stated, or a"
            " part has none. Work with gram(k, X) instead; eigenfeatures(gram(k, X))"
            " are features of the points X alone."
        )


def map_both(f: Callable[[Any], Any], X: Points, Z: Points) -> tuple[Any, Any]:
    """The images of X and of Z: together, or once where they are the same points, for a
    table that is symmetric to the bit.
    """
    if Z is X:
        images = f(X)
        return images, images
    images = f(np.concatenate([X, Z]))
    return images[: len(X)], images[len(X) :]


def as_kernel(k: Any, name: str = "k") -> Kernel:
    """Return ``k`` if it is a kernel."""
    if isinstance(k, Kernel):
        return k
    if isinstance(k, type) and issubclass(k, Kernel):
        raise TypeError(
            f"{name} is the class {k.__name__}, not a kernel; a formula needs its"
            f" numbers. Try {k.__name__}(...)."
        )
    raise TypeError(
        f"{name} is {_shown(k)}, not a kernel; only a kernel says how alike two points"
        " are. Try RBF(length_scale=1.0)."
    )


IS_KERNEL = checked(as_kernel)


@dataclass(frozen=True)
class OfTwo(Kernel):
    """A rule that makes one kernel of two, which work on the same kind of point."""

    k1: Kernel = field(metadata=IS_KERNEL)
    k2: Kernel = field(metadata=IS_KERNEL)

    def __post_init__(self) -> None:
        super().__post_init__()
        kinds = self.k1.kind, self.k2.kind
        if kinds[0] is not kinds[1] and ANY_POINTS not in kinds:
            raise TypeError(
                f"{self!r}: {type(self.k1).__name__} works on {kinds[0].name},"
                f" {type(self.k2).__name__} on {kinds[1].name}, and no point is both."
                " Try PullBack(kernel, f) with a map f that turns one kind into the"
                " other."
            )

    @property
    def kind(self) -> Kind:
        kind = self.k1.kind
        return self.k2.kind if kind is ANY_POINTS else kind


class OfOne(Kernel):
    """A rule that makes a kernel of another one, on the same kind of point."""

    kernel: Kernel

    @property
    def kind(self) -> Kind:
        return self.kernel.kind


@dataclass(frozen=True)
class Sum(OfTwo):
    """k₁(x, z) + k₂(x, z). Its map stacks the two maps side by side.

    Source: Linear regression and kernels, rule 2 and equation 16.
    """

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.k1._pairwise(X, Z)
        K += self.k2._pairwise(X, Z)
        return K

    def feature_map(self, X: Points) -> Array:
        return np.hstack([self.k1._mapped(X), self.k2._mapped(X)])

    def squared_lengths(self, X: Points) -> Array:
        return self.k1.diagonal(X) + self.k2.diagonal(X)

    def reason(self) -> Reason:
        return Reason(
            "a sum of kernels is a kernel: stack the two feature maps side by side",
            (self.k1, self.k2),
            strict=any,
        )

    def latex(self, x: str = "x", z: str = "z") -> str:
        return f"{self.k1.latex(x, z)} + {self.k2.latex(x, z)}"

    def __repr__(self) -> str:
        right = f"({self.k2!r})" if isinstance(self.k2, Sum) else repr(self.k2)
        return f"{self.k1!r} + {right}"


@dataclass(frozen=True)
class Product(OfTwo):
    """k₁(x, z) · k₂(x, z). Its map holds every product of a feature of k₁ with a
    feature of k₂.

    Source: Linear regression and kernels, rule 3 and equations 17-23.
    """

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.k1._pairwise(X, Z)
        K *= self.k2._pairwise(X, Z)
        return K

    def feature_map(self, X: Points) -> Array:
        left, right = self.k1._mapped(X), self.k2._mapped(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def squared_lengths(self, X: Points) -> Array:
        return self.k1.diagonal(X) * self.k2.diagonal(X)

    def reason(self) -> Reason:
        rule = (
            "a product of kernels is a kernel: multiply every feature of one with every"
            " feature of the other"
        )
        return Reason(rule, (self.k1, self.k2), strict=all)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return (
            rf"{as_factor(self.k1.latex(x, z))} \cdot {as_factor(self.k2.latex(x, z))}"
        )

    def __repr__(self) -> str:
        left = f"({self.k1!r})" if isinstance(self.k1, Sum) else repr(self.k1)
        right = (
            f"({self.k2!r})"
            if isinstance(self.k2, (Sum, Product, Scaled))
            else repr(self.k2)
        )
        return f"{left} * {right}"


@dataclass(frozen=True)
class Scaled(OfOne):
    """c · k(x, z) with c ≥ 0. Its map is √c · φ(x).

    Raises ValueError for c < 0: then k(x, x) < 0, and no vector has a negative squared
    length.

    Source: Kernelized linear regression, composition rule 1; Lecture 14, Kernels
    continued, rule 2.
    """

    factor: float = field(metadata=checked(nonnegative, WHY_FACTOR))
    kernel: Kernel = field(metadata=IS_KERNEL)

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.kernel._pairwise(X, Z)
        K *= self.factor
        return K

    def feature_map(self, X: Points) -> Array:
        return sqrt(self.factor) * self.kernel._mapped(X)

    def squared_lengths(self, X: Points) -> Array:
        return self.factor * self.kernel.diagonal(X)

    def reason(self) -> Reason:
        rule = (
            "a kernel times a number c ≥ 0 is a kernel: multiply the feature map by √c"
        )
        return Reason(rule, (self.kernel,), strict=all if self.factor > 0 else False)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{number(self.factor)} \cdot {as_factor(self.kernel.latex(x, z))}"

    def __repr__(self) -> str:
        inner = (
            f"({self.kernel!r})"
            if isinstance(self.kernel, (Sum, Product, Scaled))
            else repr(self.kernel)
        )
        return f"{self.factor!r} * {inner}"


def _partner(other: Any, sign: str) -> Kernel:
    """The other kernel of a sum, which may not be a number."""
    if not isinstance(other, Kernel):
        raise TypeError(
            f"kernel {sign} {_shown(other)}: a kernel joins only a kernel. For a"
            " constant in the fit use offset=True; Polynomial(degree=1, c=3) is 3 +"
            " xᵀz."
        )
    return other


def _shown(value: Any) -> str:
    """A short word for whatever came instead of a kernel."""
    return (
        repr(value)
        if isinstance(value, (str, int, float))
        else f"a {type(value).__name__}"
    )
