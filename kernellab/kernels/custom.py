"""Kernels from any function of two points."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from kernellab._arrays import Array
from kernellab._points import ANY_POINTS, Points
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.closure import IS_FUNCTION
from kernellab.kernels.notation import name_of

__all__ = ["Custom"]


@dataclass(frozen=True)
class Custom(Kernel):
    """k(x, z) = f(x, z) for any function of two points, kernel or not.

    ``f`` takes two points, vectors (d,) or strings or sets, and returns a number. It is
    called for every pair, so it is slow. Raises ValueError for any other result. From
    features φ, ``PullBack(Linear(), phi)`` makes φ(x)ᵀφ(z).

    Source: Kernels, explicit and implicit feature expansion.

    >>> Custom(lambda x, z: min(x[0], z[0]))([1.0], [2.0])
    1.0
    """

    f: Callable[[Array, Array], float] = field(metadata=IS_FUNCTION)

    kind = ANY_POINTS

    def formula(self, X: Points, Z: Points) -> Array:
        # Copies, since f may change them.
        return np.array([[self._value(copy(x), copy(z)) for z in Z] for x in X])

    def squared_lengths(self, X: Points) -> Array:
        return np.array([self._value(copy(x), copy(x)) for x in X])

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
