"""What a kernel is, and the rules that make new kernels out of old ones.

A kernel is a frozen dataclass with one formula. A rule also gives its feature map,
where there is a finite one.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import Field, dataclass, field
from functools import cached_property
from math import sqrt
from typing import Any, Self

import numpy as np

from kernellab._arrays import LARGEST, Array, nonnegative, positive, positive_integer
from kernellab._points import ANY_POINTS, VECTORS, Kind, Points, same_space
from kernellab.errors import NoFeatureMapError
from kernellab.kernels.certificate import Certificate, Reason, prove
from kernellab.kernels.fields import Declared, checked, ours
from kernellab.kernels.notation import as_factor, name_of, number
from kernellab.kernels.parameters import translated

__all__ = ["Kernel", "certificate"]

DEEPEST = 100  # nested rules; each takes several of Python's thousand nested calls
WHY_FACTOR = (
    "with a negative factor in front of a kernel, k(x, x) = ‖φ(x)‖² would be negative"
)
WHY_POWER = "only a product of whole kernels is sure to be a kernel"
FOR_TWO_POINTS = (
    "It seems to take two points, but is called once with all of them, X (n, d) and Z"
    " (n*, d). Try Custom(f) with your function of two vectors (a number is x[0]); or"
    " write X[:, None] - Z[None, :], (n, n*, d), in place of x - z, and X @ Z.T in"
    " place of x @ z."
)
WHY_DIVISOR = "a kernel divided by it must keep k(x, x) ≥ 0"


class Kernel(Declared):
    """k(x, z) = φ(x)ᵀφ(z): an inner product after a map that need never be computed.

    The author of a kernel writes these methods, for points that are already checked:

    - ``formula(X, Z)``, the (n, n*) table of k(xᵢ, zⱼ), called as ``pairwise(X, Z)``,
      ``gram(k, X, Z)`` or ``k(x, z)``;
    - ``feature_map(X)``, Φ, if it is finite, called as ``features(X)``;
    - ``squared_lengths(X)``, k(xᵢ, xᵢ), if that is cheaper than the formula, called as
      ``diagonal(X)``.

    Only ``formula`` is needed. An author may add ``reason``, ``latex``, and the
    ``kind`` of the points, which are vectors by default. A function of two points needs
    no class: see ``Custom``. Add kernels, multiply them, scale them by c ≥ 0.

    Raises TypeError for a parameter that the kernel does not have, and for a formula
    that takes two points in place of all.

    >>> from kernellab import RBF, Linear
    >>> k = 2 * RBF(length_scale=0.5) + Linear() * RBF(length_scale=2.0)
    >>> k([1.0], [1.0])
    3.0
    >>> class Shared(Kernel):
    ...     def formula(self, X, Z):
    ...         return X[:, [0]] * Z[:, 0]
    >>> Shared() + Linear()
    Shared() + Linear()
    >>> Shared()([2.0, 5.0], [3.0, 7.0])
    6.0
    """

    __array_ufunc__ = None  # so that np.float64(2) * k is left to the kernel

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        fields = _names(cls)
        if ours(cls) and kwargs.keys() - fields:
            given = dict(zip(fields, args, strict=False)) | kwargs
            known = {each.__name__: _names(each) for each in _below(Kernel)}
            summary = (cls.__doc__ or "").partition("\n")[0]
            raise TypeError(translated(cls.__name__, summary, given, known))
        return super().__new__(cls)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._depth > DEEPEST:
            raise ValueError(
                f"this {type(self).__name__} is {self._depth} rules deep, and Python"
                f" follows {DEEPEST}. Try a flatter tree: put halves of a long sum or"
                " product together, such as sum(kernels[:50]) + sum(kernels[50:])."
            )

    def __repr__(self) -> str:
        """The class and its numbers, for a class that is no dataclass."""
        values = {name: v for name, v in vars(self).items() if name[:1] != "_"}
        inside = ", ".join(f"{name}={value!r:.60}" for name, value in values.items())
        return f"{type(self).__name__}({inside})"

    @property
    def kind(self) -> Kind:
        """What the points are: vectors, strings, sets, or any of them."""
        return VECTORS

    def as_points(self, X: Any, name: str = "X") -> Points:
        """The checked points: (n, d) floats, or (n,) strings or sets."""
        return self.kind.many(X, name)

    def formula(self, X: Points, Z: Points) -> Array:
        """The table of k(xᵢ, zⱼ), (n, n*), for checked X (n, d) and Z (n*, d)."""
        raise NotImplementedError(f"{type(self).__name__} does not state its formula.")

    def feature_map(self, X: Points) -> Array:
        """Φ, (n, m), of checked points; NoFeatureMapError where none is known."""
        raise NoFeatureMapError

    def squared_lengths(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,): the squared lengths ‖φ(xᵢ)‖²."""
        each = [X[i : i + 1] for i in range(len(X))]
        return np.array([self._pairwise(x, x)[0, 0] for x in each])

    def reason(self) -> Reason | None:
        """The last rule of a proof that this is a kernel; None where none is known."""
        return None

    def latex(self, x: str = "x", z: str = "z") -> str:
        """The formula in LaTeX, for points called ``x`` and ``z``."""
        name = type(self).__name__.replace("_", r"\_")
        return rf"k_{{\mathrm{{{name}}}}}({x}, {z})"

    def pairwise(self, X: Points, Z: Points) -> Array:
        """The table of k(xᵢ, zⱼ), (n, n*), of checked points: a new array."""
        return self._bounded(self._pairwise(X, Z), X, Z)

    def diagonal(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,), in a new array."""
        return self._bounded(self._diagonal(X), X)

    def features(self, X: Any) -> Array:
        """Φ with Φ Φᵀ equal to gram(k, X): (n, m), a row per point.

        Raises NoFeatureMapError, a ValueError, where no finite map is known; ValueError
        where an entry of Φ exceeds 1e50, and for points of another kind.
        """
        X = self.as_points(X)
        try:
            return self._bounded(self._mapped(X), X)
        except NoFeatureMapError:
            raise NoFeatureMapError(self._no_map()) from None

    def joint_features(self, X: Any, Z: Any) -> tuple[Array, Array]:
        """Φ (n, m) and Φ* (n*, m) with the same columns: Φ Φ*ᵀ equals gram(k, X, Z).

        For vectors that is ``features`` of each. On strings and sets a column belongs
        to a word or an element that occurs, so the points must be mapped together.

        Raises ValueError as ``features`` does, and for points of different spaces.
        """
        X, Z = same_space(self.as_points(X), self.as_points(Z, "Z"))
        Phi = self.features(np.concatenate([X, Z]))
        return Phi[: len(X)], Phi[len(X) :]

    def __call__(self, x: Any, z: Any) -> float:
        """k(x, z) for one pair of points: two vectors (d,), two strings or two sets."""
        one = self.kind.one
        pair = same_space(one(x, "x"), one(z, "z"), "x", "z")
        return float(self.pairwise(*pair)[0, 0])

    def __add__(self, other: Any) -> Sum:
        return Sum(self, _partner(other, "+"))

    def __radd__(self, other: Any) -> Kernel:
        if isinstance(other, int) and other == 0:  # sum([k1, k2]) starts from 0
            return self
        return Sum(_partner(other, "+"), self)

    def __mul__(self, other: Any) -> Product | Scaled:
        whole = isinstance(other, Kernel)
        return Product(self, other) if whole else Scaled(other, self)

    def __rmul__(self, factor: Any) -> Scaled:
        return Scaled(factor, self)

    def __truediv__(self, divisor: Any) -> Scaled:
        return Scaled(1 / positive(divisor, "divisor", WHY_DIVISOR), self)

    def __pow__(self, power: Any) -> Kernel:
        power = positive_integer(power, "power", WHY_POWER)
        if power > DEEPEST:
            raise ValueError(
                f"power = {power}: Python follows {DEEPEST} nested rules. Try one"
                f" polynomial, PolynomialOf(k, (0,) * {power} + (1,))."
            )
        k: Kernel = self
        for _ in range(power - 1):
            k = Product(k, self)
        return k

    def __neg__(self) -> Kernel:
        return Scaled(-1.0, self)  # which refuses the factor

    def __rsub__(self, other: Any) -> Kernel:
        return _partner(other, "−") - self

    def __sub__(self, other: Any) -> Kernel:
        raise TypeError(
            f"{self!r} − {other!r}: a difference of kernels need not be a kernel, since"
            " k(x, x) = ‖φ(x)‖² could be negative, as in xᵀz − 2xᵀz. Sums, products and"
            " factors c ≥ 0 are safe."
        )

    @cached_property
    def _depth(self) -> int:
        """How many rules are nested here."""
        parts = [part for part in vars(self).values() if isinstance(part, Kernel)]
        return 1 + max((part._depth for part in parts), default=0)

    def _pairwise(self, X: Points, Z: Points) -> Array:
        """``pairwise`` for a rule, which may be finite where this table is not."""
        return self._new("formula", (len(Z),), X, Z)

    def _diagonal(self, X: Points) -> Array:
        """``diagonal`` for a rule."""
        return self._new("squared_lengths", (), X)

    def _mapped(self, X: Points) -> Array:
        """``features`` for a rule, of checked points."""
        return self._new("feature_map", ("m",), X)

    def _new(self, name: str, columns: tuple[Any, ...], X: Points, *Z: Points) -> Array:
        """What a method of the author returns, as a new array of floats.

        Rules compute in place in such arrays. ``columns`` is the shape of a row, where
        "m" is any number. A method that is not of this package gets copies of the
        points, since it may change them.
        """
        method = getattr(self, name)
        inside = ours(method)
        if not inside:
            own = X.copy()
            X, Z = own, tuple(own if z is X else z.copy() for z in Z)
        # What exceeds 1.8e308 is ∞ or NaN, which `_bounded` refuses.
        with np.errstate(over="ignore", invalid="ignore"):
            try:
                values = method(X, *Z)
            except (TypeError, ValueError) as error:
                if inside or not Z or not _for_two_points(method, X, *Z):
                    raise
                raise TypeError(
                    f"{name} of {type(self).__name__} stopped with {error!s:.60}."
                    f" {FOR_TWO_POINTS}"
                ) from error
        if inside:
            return values
        head = f"{name} of {type(self).__name__} returned"
        masked = isinstance(values, np.ma.MaskedArray)
        array = isinstance(values, np.ndarray) and not masked
        wanted = (len(X), *columns)
        misshapen = np.shape(values) != wanted
        two = misshapen and Z and _for_two_points(method, X, *Z)
        if not array or values.dtype.kind not in "biuf":
            found = type(values).__name__
            kind = f"an array of {values.dtype}" if array else f"a {found}"
            numbers = "Try np.array(..., dtype=float) around the result."
            raise TypeError(
                f"{head} {kind}, but rules and fits compute with arrays of real numbers"
                f" without a mask. {FOR_TWO_POINTS if two else numbers}"
            )
        any_m = columns == ("m",) and values.shape[:-1] == (len(X),)
        if misshapen and not any_m:
            belongs = str(wanted).replace("'m'", "m")
            axes = "Try X[:, None] against Z[None, :], summed over the last axis."
            raise ValueError(
                f"{head} an array of shape {values.shape} where {belongs} belongs: a"
                " row for each point of X, in a table of k(x, z) a column for each of"
                f" Z. {FOR_TWO_POINTS if two else axes}"
            )
        return np.array(values, dtype=np.float64)

    def _bounded(self, values: Array, *points: Points) -> Array:
        # If the sum of squares is small, so is each of them.
        if not np.vdot(values, values) <= LARGEST**2:
            largest = float(np.abs(values).max())
            if not largest <= LARGEST:
                raise ValueError(
                    f"{self!r} leaves the range of numbers on these points"
                    f" ({self.kind.reach(np.concatenate(points))}): a value is"
                    f" {largest:.3g}, and the largest allowed {LARGEST:g}. Try larger"
                    " units for the points, a lower degree, or Normalized(...) around"
                    " what grows."
                )
        return values

    def _no_map(self) -> str:
        if prove(self).strict:
            return (
                f"{self!r} has no finite feature map: the Gram matrix of n distinct"
                " points has rank n for every n. Work with gram(k, X) instead."
            )
        return (
            f"no finite feature map of {self!r} is known here. Work with gram(k, X)"
            " instead; eigenfeatures(gram(k, X)) are features of the points X alone."
        )


def _below(cls: type[Kernel]) -> list[type[Kernel]]:
    """All kernels of this package below ``cls``."""
    found = [each for each in cls.__subclasses__() if ours(each)]
    return found + [below for each in found for below in _below(each)]


def _names(cls: type) -> list[str]:
    """What a kernel takes when it is made."""
    fields: dict[str, Field[Any]] = getattr(cls, "__dataclass_fields__", {})
    return [name for name, each in fields.items() if each.init]


def _for_two_points(formula: Callable[..., Any], X: Points, Z: Points) -> bool:
    """Whether a formula is one of two points, vectors or numbers: it makes no table of
    one against several, but a number for a pair.
    """
    several = [0] * (1 + X[0].size if X.ndim == 2 else 2)  # so that x @ Z fails
    if _shape(formula, X[:1].copy(), Z[several]) == (1, len(several)):
        return False
    pairs = [(copy(X[0]), copy(Z[0]))]
    if X.ndim == 2:
        pairs += [(float(X[0, 0]), float(Z[0, 0]))]
    return any(_shape(formula, *pair) in ((), (1,)) for pair in pairs)


def _shape(formula: Callable[..., Any], x: Any, z: Any) -> tuple[int, ...] | None:
    """The shape of f(x, z), or None if the function fails or returns no numbers."""
    try:
        value = np.asarray(formula(x, z))
    except Exception:  # it may fail in any way
        return None
    return value.shape if value.dtype.kind in "biuf" else None


def certificate(k: Kernel) -> Certificate:
    """Why k is a kernel: a tree of rules that ends at kernels of known features.

    A certificate is for all points, the evidence of a Gram matrix for some. It stays
    open at a part that is not built by the rules, and at a subclass that changes the
    formula under an inherited reason; that is no proof of the contrary. The verdict
    states what must be true of functions of yours.

    Raises TypeError if ``k`` is not a kernel.

    Source: Linear regression and kernels, equations 24-26; Lecture 14, Kernels
    continued (the proof for the RBF).

    >>> from kernellab import Constant, Linear
    >>> certificate(Linear() + Constant(2.0))  # doctest: +ELLIPSIS
    ✓ Linear() + Constant(value=2.0): a sum of kernels is a kernel: ...
       ✓ Linear(): an inner product is a kernel: φ(x) = x
       ✓ Constant(value=2.0): a constant c ≥ 0 is a kernel: one feature, √c
    A kernel: every branch ends at a known one.
    """
    return prove(as_kernel(k))


def map_both(f: Callable[[Any], Any], X: Points, Z: Points) -> tuple[Any, Any]:
    """The images of X and Z, mapped together, or once where Z is X.

    So a table of equal points is symmetric to the bit.
    """
    images = f(X if Z is X else np.concatenate([X, Z]))
    return (images, images) if Z is X else (images[: len(X)], images[len(X) :])


def as_kernel(k: Any, name: str = "k") -> Kernel:
    """Return ``k`` if it is a kernel."""
    if isinstance(k, Kernel):
        return k
    if isinstance(k, type) and issubclass(k, Kernel):
        raise TypeError(
            f"{name} is the class {k.__name__}, not a kernel with its numbers. Try"
            f" {k.__name__}(...)."
        )
    if callable(k):
        f = "f" if "<" in name_of(k) else name_of(k)
        raise TypeError(
            f"{name} is a function, not a kernel, which has rules and a certificate"
            f" besides its formula. Try Custom({f:.40}), if it takes two points."
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
                " Try PullBack(kernel, f) with a map f of one kind to the other."
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
        return self.k1._diagonal(X) + self.k2._diagonal(X)

    def reason(self) -> Reason:
        rule = "a sum of kernels is a kernel: stack the two feature maps side by side"
        return Reason(rule, (self.k1, self.k2), strict=any)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return f"{self.k1.latex(x, z)} + {self.k2.latex(x, z)}"

    def __repr__(self) -> str:
        return f"{self.k1!r} + {_operand(self.k2, Sum)}"


@dataclass(frozen=True)
class Product(OfTwo):
    """k₁(x, z) · k₂(x, z). Its map holds all products of a feature of each.

    Source: Linear regression and kernels, rule 3 and equations 17-23.
    """

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.k1._pairwise(X, Z)
        K *= self.k2._pairwise(X, Z)
        return K

    def feature_map(self, X: Points) -> Array:
        return all_products(self.k1._mapped(X), self.k2._mapped(X))

    def squared_lengths(self, X: Points) -> Array:
        return self.k1._diagonal(X) * self.k2._diagonal(X)

    def reason(self) -> Reason:
        rule = (
            "a product of kernels is a kernel: multiply every feature of one with every"
            " feature of the other"
        )
        return Reason(rule, (self.k1, self.k2), strict=all)

    def latex(self, x: str = "x", z: str = "z") -> str:
        left, right = (as_factor(k.latex(x, z)) for k in (self.k1, self.k2))
        return rf"{left} \cdot {right}"

    def __repr__(self) -> str:
        return f"{_operand(self.k1, Sum)} * {_operand(self.k2, OfTwo, Scaled)}"


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
        return self.factor * self.kernel._diagonal(X)

    def reason(self) -> Reason:
        rule = (
            "a kernel times a number c ≥ 0 is a kernel: multiply the feature map by √c"
        )
        return Reason(rule, (self.kernel,), strict=all if self.factor > 0 else False)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{number(self.factor)} \cdot {as_factor(self.kernel.latex(x, z))}"

    def __repr__(self) -> str:
        return f"{self.factor!r} * {_operand(self.kernel, OfTwo, Scaled)}"


def all_products(left: Array, right: Array) -> Array:
    """Every product of a column of ``left`` with a column of ``right``."""
    return (left[:, :, None] * right[:, None, :]).reshape(len(left), -1)


def _operand(k: Kernel, *bracketed: type) -> str:
    """The repr of an operand, in brackets if it is one of these rules."""
    return f"({k!r})" if isinstance(k, bracketed) else repr(k)


def _partner(other: Any, sign: str) -> Kernel:
    """The other kernel of a sum, which may not be a number."""
    if not isinstance(other, Kernel):
        raise TypeError(
            f"kernel {sign} {_shown(other)}: a kernel joins only a kernel. Try"
            " Constant(1.0), a kernel, for a constant, or offset=True in fits."
        )
    return other


def _shown(value: Any) -> str:
    """What came in place of a kernel, in a few letters."""
    plain = isinstance(value, (str, int, float))
    return repr(value) if plain else f"a {type(value).__name__}"
