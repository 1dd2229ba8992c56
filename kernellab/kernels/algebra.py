"""What a kernel is, and the rules that make new kernels out of old ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce, wraps
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from kernellab._arrays import LARGEST, Array, nonnegative, positive_integer, type_of
from kernellab._points import ANY_POINTS, VECTORS, Kind, Points, same_space
from kernellab.errors import NoFeatureMapError
from kernellab.kernels.certificate import Certificate, Reason, prove
from kernellab.kernels.fields import Declared, checked, in_package
from kernellab.kernels.notation import as_factor, number

__all__ = ["Kernel", "certificate"]

MOST_VALUES = 2**31  # in one table: 17 GB
DIAGONAL_BLOCK = 8  # points whose table is computed for the sake of its diagonal
LARGEST_POWER = 100  # a product nests calls, and Python allows a thousand of them
WHY_FACTOR = "with a negative factor k(x, x) = ‖φ(x)‖² would be negative"
WHY_POWER = "only a product of whole kernels is sure to be a kernel"
# The methods that the author of a kernel may write, and the shapes of their results
METHODS = {"formula": "(n, n*)", "feature_map": "(n, m)", "squared_lengths": "(n,)"}


class Kernel(Declared):
    """k(x, z) = φ(x)ᵀφ(z): an inner product after a map that need never be computed.

    Users call ``gram(k, X, Z)``, ``k(x, z)``, ``k.diagonal(X)`` and ``k.features(X)``,
    add and multiply kernels, and scale them by c ≥ 0. A subclass defines ``formula(X,
    Z)``, the (n, n*) matrix of k(xᵢ, zⱼ) for checked points. It may define
    ``feature_map(X)``, ``squared_lengths(X)``, ``reason``, ``latex`` and the ``kind``
    of its points. For a function of two points ``Custom`` needs no subclass.

    Raises TypeError or ValueError if a method of a subclass returns no array of real
    numbers of the right shape.

    >>> from kernellab import Linear
    >>> class Shared(Kernel):
    ...     def formula(self, X, Z):
    ...         return X[:, [0]] * Z[:, 0]
    >>> k = Shared() + 2 * Linear()
    >>> k, k([1.0, 0.0], [3.0, 7.0])
    (Shared() + 2.0 * Linear(), 9.0)
    """

    __array_ufunc__ = None  # NumPy then leaves np.float64(2) * k to __rmul__

    def __init_subclass__(cls) -> None:
        for name in METHODS:
            method = getattr(cls, name)
            if not in_package(method) and not hasattr(method, "is_checked"):
                setattr(cls, name, _with_checked_result(method, name))

    def __repr__(self) -> str:
        """The class and its numbers, for a class that is no dataclass."""
        values = {name: v for name, v in vars(self).items() if name[:1] != "_"}
        listed = ", ".join(f"{name}={value!r:.60}" for name, value in values.items())
        return f"{type(self).__name__}({listed})"

    @property
    def kind(self) -> Kind:
        """What the points are: vectors, strings, sets, or any of them."""
        return VECTORS

    def as_points(self, X: Any, name: str = "X") -> Points:
        """The checked points: (n, d) floats, or (n,) strings or sets."""
        return self.kind.as_points(X, name)

    def formula(self, X: Points, Z: Points) -> Array:
        """The matrix of k(xᵢ, zⱼ), (n, n*), for checked points."""
        raise NotImplementedError(f"{type(self).__name__} does not state its formula.")

    def feature_map(self, X: Points) -> Array:
        """Φ, (n, m), of checked points; NoFeatureMapError where none is known."""
        raise NoFeatureMapError(
            f"no finite feature map of {self!r} is known. Work with gram(k, X) instead;"
            " eigenfeatures(gram(k, X)) are features of the points X alone."
        )

    def squared_lengths(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,): the squared lengths ‖φ(xᵢ)‖²."""
        starts = range(0, len(X), DIAGONAL_BLOCK)
        blocks = [X[i : i + DIAGONAL_BLOCK] for i in starts]
        return np.concatenate([self.formula(x, x).diagonal() for x in blocks])

    def reason(self) -> Reason | None:
        """The last step of a proof that this is a kernel; None if none is known."""
        return Reason(self.rule, self.parts) if self.rule else None

    @property
    def rule(self) -> str:
        """The rule in ``reason``, for the classes of this package."""
        return ""

    @property
    def parts(self) -> tuple[Kernel, ...]:
        """The kernels to which the rule is applied."""
        return ()

    def latex(self, x: str = "x", z: str = "z") -> str:
        """The formula in LaTeX, for points called ``x`` and ``z``."""
        name = type(self).__name__.replace("_", r"\_")
        return rf"k_{{\mathrm{{{name}}}}}({x}, {z})"

    def pairwise(self, X: Points, Z: Points) -> Array:
        """The matrix of k(xᵢ, zⱼ), (n, n*), for checked points, in a new array."""
        if len(X) * len(Z) > MOST_VALUES:
            raise ValueError(
                f"K of {len(X)} × {len(Z)} points would fill"
                f" {len(X) * len(Z) / 1.25e8:.0f} GB, and a fit needs it twice. Try"
                " features in place of K: phi = nystrom_features(k, X[:500]), then"
                " block_ridge(phi, in_blocks(X, y), lam)."
            )
        return self._in_domain(self.formula, X, Z)

    def diagonal(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,), in a new array."""
        return self._in_domain(self.squared_lengths, X)

    def features(self, X: Any) -> Array:
        """Φ with Φ Φᵀ equal to gram(k, X): (n, m), a row per point."""
        return self._in_domain(self.feature_map, self.as_points(X))

    def __call__(self, x: Any, z: Any) -> float:
        """k(x, z) for one pair of points: two vectors (d,), two strings or two sets."""
        x, z = self.kind.as_point(x, "x"), self.kind.as_point(z, "z")
        return float(self.pairwise(*same_space(x, z, "x", "z"))[0, 0])

    def __add__(self, other: Any) -> Sum:
        return Sum(self, other)

    def __radd__(self, other: Any) -> Kernel:
        if isinstance(other, int) and other == 0:  # sum([k1, k2]) starts from 0
            return self
        return Sum(other, self)

    def __mul__(self, other: Any) -> Product | Scaled:
        is_kernel = isinstance(other, Kernel)
        return Product(self, other) if is_kernel else Scaled(other, self)

    __rmul__ = __mul__

    def __pow__(self, power: Any) -> Kernel:
        count = positive_integer(power, "power", WHY_POWER, LARGEST_POWER)
        return reduce(Product, [self] * count)

    def __sub__(self, other: Any) -> Kernel:
        raise TypeError(
            f"{self!r} − {other!r}: a difference of kernels need not be a kernel, since"
            " k(x, x) = ‖φ(x)‖² could be negative, as in xᵀz − 2xᵀz. Sums, products and"
            " factors c ≥ 0 are safe."
        )

    def _in_domain(self, method: Callable[..., Array], *points: Points) -> Array:
        """The values of a method, after a check that they are in the domain."""
        with np.errstate(over="ignore", invalid="ignore"):
            values = method(*points)
            # A bound on the sum of squares bounds each of them, and is fast to compute
            if np.vdot(values, values) <= LARGEST**2:
                return values
            if (largest := float(np.abs(values).max())) <= LARGEST:
                return values
        raise ValueError(
            f"{self!r} leaves the range of numbers on these points: a value is"
            f" {largest:.3g}, and the largest allowed {LARGEST:g}. Try larger units for"
            " the points, a lower degree, or Normalized(...) around what grows."
        )


def _with_checked_result(method: Callable[..., Any], name: str) -> Callable[..., Array]:
    """A method of a class outside this package, with a check of its result.

    Points and result are copied, since the method and the rules may change them.
    """

    @wraps(method)
    def checked_method(self: Kernel, X: Points, *Z: Points) -> Array:
        copy = X.copy()
        values = method(self, copy, *(copy if z is X else z.copy() for z in Z))
        is_array = isinstance(values, np.ndarray) and not np.ma.isMaskedArray(values)
        is_real = is_array and values.dtype.kind in "biuf"
        shape = tuple(len(points) for points in (X, *Z))
        if is_real and name == "feature_map":
            shape += values.shape[1:2] or (1,)
        if is_real and values.shape == shape:
            return np.array(values, dtype=np.float64)
        found = type_of(values)
        if is_array:
            found = f"an array of {values.dtype} of shape {values.shape}"
        raise (ValueError if is_real else TypeError)(
            f"{name} of {type(self).__name__} returned {found} where real numbers of"
            f" shape {METHODS[name]} belong, n = {len(X)}: it is called once with all"
            " points, X (n, d) and Z (n*, d). Try Custom(f) for a function of two"
            " points."
        )

    checked_method.is_checked = True  # type: ignore[attr-defined]
    return checked_method


def certificate(k: Kernel) -> Certificate:
    """Why k is a kernel: a tree of rules whose leaves are kernels of known features.

    A part that no rule built, or a subclass without a ``reason``, leaves the proof
    open; this does not show that k is no kernel. The verdict states the conditions on
    functions of the user.

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
    """The images of X and Z from one call of f, and one object for both if Z is X."""
    if Z is X:
        return (images := f(X)), images
    images = f(np.concatenate([X, Z]))
    return images[: len(X)], images[len(X) :]


def as_kernel(k: Any, name: str = "k") -> Kernel:
    """Return ``k`` if it is a kernel."""
    if isinstance(k, Kernel):
        return k
    raise TypeError(
        f"{name} is {k!r:.60}, not a kernel of kernellab, whose formula and proof are"
        " known. Try RBF(1.0), Constant(1.0) for a number, Custom(f) for a function f"
        " of two points, or ridge_dual(K, y, lam) and svm_dual(K, y, C) for a Gram"
        " matrix K."
    )


IS_KERNEL = checked(as_kernel)


@dataclass(frozen=True)
class OfTwo(Kernel):
    """A kernel whose values are a function of those of two kernels."""

    operation: ClassVar[Any]  # a ufunc of two values

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

    parts = property(lambda self: (self.k1, self.k2))

    @property
    def kind(self) -> Kind:
        kind = self.k1.kind  # in one call: with two, k nested sums would make 2ᵏ calls
        return self.k2.kind if kind is ANY_POINTS else kind

    def formula(self, X: Points, Z: Points) -> Array:
        K = self.k1.formula(X, Z)
        return self.operation(K, self.k2.formula(X, Z), out=K)

    def squared_lengths(self, X: Points) -> Array:
        return self.operation(self.k1.squared_lengths(X), self.k2.squared_lengths(X))


class OfOne(Kernel):
    """A kernel made of one other kernel, on the same kind of points."""

    kernel: Kernel
    kind = property(lambda self: self.kernel.kind)
    parts = property(lambda self: (self.kernel,))


class OfValues(OfOne):
    """A kernel whose values are a function of those of one other kernel."""

    def transform(self, values: Array) -> Array:
        """The values of this kernel from those of the other one, in place."""
        raise NotImplementedError

    def formula(self, X: Points, Z: Points) -> Array:
        return self.transform(self.kernel.formula(X, Z))

    def squared_lengths(self, X: Points) -> Array:
        return self.transform(self.kernel.squared_lengths(X))


@dataclass(frozen=True)
class Sum(OfTwo):
    """k₁(x, z) + k₂(x, z). Its map stacks the two maps side by side.

    Source: Linear regression and kernels, rule 2 and equation 16.
    """

    rule = "a sum of kernels is a kernel: stack the two feature maps side by side"
    operation = np.add

    def feature_map(self, X: Points) -> Array:
        return np.hstack([self.k1.feature_map(X), self.k2.feature_map(X)])

    def latex(self, x: str = "x", z: str = "z") -> str:
        return f"{self.k1.latex(x, z)} + {self.k2.latex(x, z)}"

    def __repr__(self) -> str:
        return f"{self.k1!r} + {_operand(self.k2, Sum)}"


@dataclass(frozen=True)
class Product(OfTwo):
    """k₁(x, z) · k₂(x, z). Its map holds all products of a feature of each.

    Source: Linear regression and kernels, rule 3 and equations 17-23.
    """

    rule = (
        "a product of kernels is a kernel: multiply every feature of one with every"
        " feature of the other"
    )
    operation = np.multiply

    def feature_map(self, X: Points) -> Array:
        return all_products(self.k1.feature_map(X), self.k2.feature_map(X))

    def latex(self, x: str = "x", z: str = "z") -> str:
        left, right = (as_factor(k.latex(x, z)) for k in (self.k1, self.k2))
        return rf"{left} \cdot {right}"

    def __repr__(self) -> str:
        return f"{_operand(self.k1, Sum)} * {_operand(self.k2, OfTwo, Scaled)}"


@dataclass(frozen=True)
class Scaled(OfValues):
    """r² · k(x, z), where r² ≥ 0 is the ``factor``. Its map is r · φ(x).

    Source: Kernelized linear regression, composition rule 1; Lecture 14, Kernels
    continued, rule 2.
    """

    factor: float = field(metadata=checked(nonnegative, WHY_FACTOR))
    kernel: Kernel = field(metadata=IS_KERNEL)

    rule = "a kernel times a number r² ≥ 0 is a kernel: multiply the feature map by r"

    def transform(self, values: Array) -> Array:
        values *= self.factor
        return values

    def feature_map(self, X: Points) -> Array:
        return sqrt(self.factor) * self.kernel.feature_map(X)

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
