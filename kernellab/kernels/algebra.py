"""What a kernel is, and the rules that make new kernels out of old ones.

A kernel is a frozen dataclass with one formula. Beside each rule stands its feature map, where there is a finite one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from kernellab._arrays import Array, nonnegative, positive, whole
from kernellab._points import ANY, VECTORS, Kind, Points, same_space


@dataclass(frozen=True)
class Reason:
    """Why a function is a kernel: a rule, in words, and the kernels that the rule was applied to (none for a known one)."""

    rule: str
    parts: tuple[Kernel, ...] = ()


class Kernel:
    """k(x, z) = φ(x)ᵀφ(z): an inner product after a map that need never be computed.

    A kernel gives ``formula(X, Z)``: the (n, n*) table of k(xᵢ, zⱼ) for points that are already checked; where it has a
    finite map, ``feature_map(X)``; its ``reason`` for being a kernel; ``latex``, the formula as one writes it; and the
    ``kind`` of its points, vectors if it says nothing. Add kernels, multiply them, scale them by c ≥ 0.

    >>> from kernellab import RBF, Linear
    >>> k = 2 * RBF(length_scale=0.5) + Linear() * RBF(length_scale=2.0)
    >>> k([1.0], [1.0])
    3.0
    """

    __array_ufunc__ = None  # so that np.float64(2) * k is left to the kernel

    @property
    def kind(self) -> Kind:
        """What the points are: vectors, strings, sets, or any of them."""
        return VECTORS

    def as_points(self, X: Any, name: str = "X") -> Points:
        """The points ``X`` checked, in the form that ``formula`` takes: (n, d) floats, or (n,) strings or sets."""
        return self.kind.many(X, name)

    def formula(self, X: Points, Z: Points) -> Array:
        """The table of k(xᵢ, zⱼ), (n, n*), for checked points X (n, d) and Z (n*, d)."""
        raise NotImplementedError(f"{type(self).__name__} does not state its formula.")

    def table(self, X: Points, Z: Points) -> Array:
        """``formula`` for checked points, refused where a value leaves the range of floats."""
        with np.errstate(over="ignore", invalid="ignore"):
            K = self.formula(X, Z)
            total = K.sum()
        if not np.isfinite(total) and not np.isfinite(K).all():
            raise ValueError(
                f"{self!r} leaves the range of floats on these points ({self.kind.reach(X)}): a value is infinite or "
                "undefined. Try larger units for the points, a lower degree, or Normalized(...) around what grows."
            )
        return K

    def feature_map(self, X: Points) -> Array:
        """Φ, (n, m), for checked points; raises ValueError where no finite m suffices."""
        raise ValueError(
            f"{self!r} has no finite feature map: the Gram matrix of n distinct points has rank n for every n, "
            "so no finite number of columns can reproduce it. Work with gram(k, X) instead."
        )

    def diagonal(self, X: Points) -> Array:
        """k(xᵢ, xᵢ) for each checked point, (n,): the squared lengths ‖φ(xᵢ)‖²."""
        return np.array([self.formula(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(len(X))])

    def reason(self) -> Reason | None:
        """The last rule of a proof that this is a kernel, or None where no proof is known from how it was built."""
        return None

    def latex(self, x: str = "x", z: str = "z") -> str:
        """The formula in LaTeX, for points called ``x`` and ``z``."""
        return rf"k_{{\mathrm{{{type(self).__name__}}}}}({x}, {z})"

    def features(self, X: Any) -> Array:
        """Φ with Φ Φᵀ equal to gram(k, X): (n, m), a row per point.

        Raises ValueError where the kernel has no finite map, and for points that are not of its kind.
        """
        return self.feature_map(self.as_points(X))

    def joint_features(self, X: Any, Z: Any) -> tuple[Array, Array]:
        """Φ (n, m) and Φ* (n*, m) with the same columns, so that Φ Φ*ᵀ equals gram(k, X, Z).

        For vectors that is ``features`` of each. On strings and sets a column belongs to a word or an element that occurs,
        so points that are to be compared must be mapped together.

        Raises ValueError as ``features`` does, and for points of different spaces.
        """
        X, Z = same_space(self.as_points(X), self.as_points(Z, "Z"))
        Phi = self.feature_map(np.concatenate([X, Z]))
        return Phi[: len(X)], Phi[len(X) :]

    def __call__(self, x: Any, z: Any) -> float:
        """k(x, z) for one pair of points: two vectors (d,), two strings or two sets."""
        return float(self.table(*same_space(self.kind.one(x, "x"), self.kind.one(z, "z"), "x", "z"))[0, 0])

    def __add__(self, other: Any) -> Sum:
        return Sum(self, _kernel(other, "+"))

    def __mul__(self, other: Any) -> Product | Scaled:
        return Product(self, other) if isinstance(other, Kernel) else Scaled(other, self)

    def __rmul__(self, factor: Any) -> Scaled:
        return Scaled(factor, self)

    def __radd__(self, other: Any) -> Kernel:
        return self if isinstance(other, int) and other == 0 else Sum(_kernel(other, "+"), self)  # sum([k1, k2]) starts from 0

    def __pow__(self, power: Any) -> Kernel:
        power = whole(power, "power", "only a product of whole kernels is sure to be a kernel")
        if power > 100:
            raise ValueError(
                f"power = {power}: a tree of so many products is deeper than Python follows. Try one polynomial, "
                f"PolynomialOf(k, (0,) * {power} + (1,))."
            )
        return self if power == 1 else Product(self ** (power - 1), self)

    def __truediv__(self, divisor: Any) -> Scaled:
        return Scaled(1 / positive(divisor, "divisor", "a kernel divided by it must keep k(x, x) ≥ 0"), self)

    def __neg__(self) -> Kernel:
        raise TypeError(f"−({self!r}): then k(x, x) = ‖φ(x)‖² would be negative. Only factors c ≥ 0 give a kernel.")

    def __rsub__(self, other: Any) -> Kernel:
        return _kernel(other, "−") - self

    def __sub__(self, other: Any) -> Kernel:
        raise TypeError(
            f"{self!r} − {other!r}: a difference of kernels need not be a kernel, since k(x, x) = ‖φ(x)‖² could turn "
            "negative: xᵀz − 2xᵀz is −1 at x = z = 1. Sums, products and factors c ≥ 0 are safe."
        )


@dataclass(frozen=True)
class Sum(Kernel):
    """k₁(x, z) + k₂(x, z). Its map stacks the two maps side by side.

    Source: Linear regression and kernels, rule 2 and equation 16.
    """

    left: Kernel
    right: Kernel

    def __post_init__(self) -> None:
        _common_kind(self.left, self.right, "+")

    @property
    def kind(self) -> Kind:
        return _common_kind(self.left, self.right, "+")

    def formula(self, X: Array, Z: Array) -> Array:
        return self.left.formula(X, Z) + self.right.formula(X, Z)

    def feature_map(self, X: Array) -> Array:
        return np.hstack([self.left.feature_map(X), self.right.feature_map(X)])

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) + self.right.diagonal(X)

    def reason(self) -> Reason:
        return Reason("a sum of kernels is a kernel: stack the two feature maps side by side", (self.left, self.right))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return f"{self.left.latex(x, z)} + {self.right.latex(x, z)}"

    def __repr__(self) -> str:
        right = f"({self.right!r})" if isinstance(self.right, Sum) else repr(self.right)
        return f"{self.left!r} + {right}"


@dataclass(frozen=True)
class Product(Kernel):
    """k₁(x, z) · k₂(x, z). Its map holds every product of a feature of k₁ with a feature of k₂.

    Source: Linear regression and kernels, rule 3 and equations 17-23.
    """

    left: Kernel
    right: Kernel

    def __post_init__(self) -> None:
        _common_kind(self.left, self.right, "*")

    @property
    def kind(self) -> Kind:
        return _common_kind(self.left, self.right, "*")

    def formula(self, X: Array, Z: Array) -> Array:
        return self.left.formula(X, Z) * self.right.formula(X, Z)

    def feature_map(self, X: Array) -> Array:
        left, right = self.left.feature_map(X), self.right.feature_map(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) * self.right.diagonal(X)

    def reason(self) -> Reason:
        rule = "a product of kernels is a kernel: multiply every feature of one with every feature of the other"
        return Reason(rule, (self.left, self.right))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{bracketed(self.left, x, z)} \cdot {bracketed(self.right, x, z)}"

    def __repr__(self) -> str:
        left = f"({self.left!r})" if isinstance(self.left, Sum) else repr(self.left)
        right = f"({self.right!r})" if isinstance(self.right, (Sum, Product, Scaled)) else repr(self.right)
        return f"{left} * {right}"


@dataclass(frozen=True)
class Scaled(Kernel):
    """c · k(x, z) with c ≥ 0. Its map is √c · φ(x).

    Raises ValueError for c < 0: then k(x, x) < 0, and no vector has a negative squared length.

    Source: Kernelized linear regression, composition rule 1; Lecture 14, Kernels continued, rule 2.
    """

    factor: float
    kernel: Kernel

    def __post_init__(self) -> None:
        why = f"with a negative factor in front of {self.kernel!r}, k(x, x) = ‖φ(x)‖² would be negative"
        object.__setattr__(self, "factor", nonnegative(self.factor, "factor", why))

    @property
    def kind(self) -> Kind:
        return self.kernel.kind

    def formula(self, X: Array, Z: Array) -> Array:
        return self.factor * self.kernel.formula(X, Z)

    def feature_map(self, X: Array) -> Array:
        return sqrt(self.factor) * self.kernel.feature_map(X)

    def diagonal(self, X: Array) -> Array:
        return self.factor * self.kernel.diagonal(X)

    def reason(self) -> Reason:
        return Reason("a kernel times a number c ≥ 0 is a kernel: multiply the feature map by √c", (self.kernel,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"{self.factor:.4g} \cdot {bracketed(self.kernel, x, z)}"

    def __repr__(self) -> str:
        inner = f"({self.kernel!r})" if isinstance(self.kernel, (Sum, Product, Scaled)) else repr(self.kernel)
        return f"{self.factor!r} * {inner}"


def bracketed(k: Kernel, x: str, z: str) -> str:
    """The formula of a kernel as a factor: a sum stands in brackets."""
    return rf"\left({k.latex(x, z)}\right)" if isinstance(k, Sum) else k.latex(x, z)


def as_kernel(k: Any, what: str = "k") -> Kernel:
    """Return ``k`` if it is a kernel."""
    if isinstance(k, Kernel):
        return k
    if isinstance(k, type) and issubclass(k, Kernel):
        raise TypeError(f"{what} is the class {k.__name__}, not a kernel; a formula needs its numbers. Try {k.__name__}(...).")
    raise TypeError(
        f"{what} is {_shown(k)}, not a kernel; only a kernel says how alike two points are. Try RBF(length_scale=1.0)."
    )


def _common_kind(left: Kernel, right: Kernel, sign: str) -> Kind:
    """The kind of point that both kernels work on."""
    kinds = left.kind, right.kind
    if kinds[0] is not kinds[1] and ANY not in kinds:
        raise TypeError(
            f"{left!r} {sign} {right!r}: {type(left).__name__} works on {kinds[0].name}, {type(right).__name__} on "
            f"{kinds[1].name}, and no point is both. Try PullBack(kernel, f) with a map f that turns one kind into the other."
        )
    return kinds[1] if kinds[0] is ANY else kinds[0]


def _kernel(other: Any, sign: str) -> Kernel:
    if not isinstance(other, Kernel):
        raise TypeError(
            f"kernel {sign} {_shown(other)}: a kernel joins only a kernel. For a constant in the fit use offset=True; "
            "Polynomial(degree=1, c=3) is 3 + xᵀz."
        )
    return other


def _shown(value: Any) -> str:
    """A short word for whatever came instead of a kernel."""
    return repr(value) if isinstance(value, (str, int, float)) else f"a {type(value).__name__}"
