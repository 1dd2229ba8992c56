"""Kernels from a feature map, or from any function of two points."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from kernellab._arrays import Array, as_points
from kernellab._points import ANY_POINTS, Points
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.certificate import Reason
from kernellab.kernels.closure import IS_FUNCTION, ByFeatures, point_by_point, provided
from kernellab.kernels.notation import name_of

__all__ = ["Custom", "FromFeatures"]


@dataclass(frozen=True)
class FromFeatures(ByFeatures):
    """k(x, z) = φ(x)ᵀφ(z) for a feature map of yours.

    ``phi`` takes all points at once, (n, d) or n strings or sets, and returns Φ, (n,
    m), a row a point.

    Raises TypeError if φ cannot be called, ValueError if it does not return n rows of
    finite numbers, or if the row of a point depends on the others.

    Source: Linear regression and kernels (what a valid kernel is).

    >>> FromFeatures(lambda X: X**2)([2.0], [3.0])  # x²z²
    36.0
    """

    phi: Callable[[Array], Array] = field(metadata=IS_FUNCTION)

    kind = ANY_POINTS

    def feature_map(self, X: Points) -> Array:
        return point_by_point(self.phi, "phi", X, as_points)

    def reason(self) -> Reason:
        rule = "an inner product of features is a kernel, whatever the features are"
        return Reason(rule, provided=provided(self.phi))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\phi({x})^\top \phi({z})"

    def __repr__(self) -> str:
        return f"FromFeatures({name_of(self.phi)})"


@dataclass(frozen=True)
class Custom(Kernel):
    """k(x, z) = f(x, z) for any function of two points, be it a kernel or not.

    ``f`` takes two points, vectors (d,) or strings or sets, and returns a number. It is
    called for every pair, so it is slow.

    Raises TypeError if f cannot be called, ValueError if it does not return one finite
    number.

    Source: Kernels, explicit and implicit feature expansion (not every function is a
    kernel).

    >>> Custom(lambda x, z: min(x[0], z[0]))([1.0], [2.0])
    1.0
    """

    f: Callable[[Array, Array], float] = field(metadata=IS_FUNCTION)

    kind = ANY_POINTS

    def formula(self, X: Points, Z: Points) -> Array:
        # Copies, since f may change them.
        return np.array([[self._value(copy(x), copy(z)) for z in Z] for x in X])

    def latex(self, x: str = "x", z: str = "z") -> str:
        return f"f({x}, {z})"

    def __repr__(self) -> str:
        return f"Custom({name_of(self.f)})"

    def _value(self, x: Array, z: Array) -> float:
        returned = self.f(x, z)
        if isinstance(returned, float) and isfinite(returned):  # ten times as fast
            return float(returned)
        value: Any = np.ma.asanyarray(returned)
        real = value.size == 1 and value.dtype.kind in "biuf" and not value.mask.any()
        if not real or not np.isfinite(value).all():
            x, z = (p.tolist() if isinstance(p, np.ndarray) else p for p in (x, z))
            raise ValueError(
                f"f({x!r}, {z!r}) returned {value.tolist()!r:.60}: a kernel gives one"
                " finite real number for two points. Try a function such as"
                " lambda x, z: x @ z."
            )
        return float(value.item())
