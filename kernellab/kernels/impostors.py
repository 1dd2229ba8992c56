"""Functions that are not kernels, though they look like kernels."""

from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array, nonnegative, positive, real
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.fields import checked
from kernellab.kernels.notation import number

__all__ = ["Box", "FractionalPolynomial", "NegativeDistance", "Parabola", "Sigmoid"]

WHY_C = "the powers of c stand in front of the terms"


@dataclass(frozen=True)
class Sigmoid(Kernel):
    """tanh(a xᵀz + c), no kernel: its Taylor series has negative coefficients.

    ``a`` and ``c`` are any real numbers; a = 0 ≤ c makes it a constant, and a kernel.

    Source: Kernels, explicit and implicit feature expansion, which lists it as one.

    >>> Sigmoid(a=1.0, c=-1.0)([0.5], [0.5]) < 0  # k(x, x) < 0: no squared length
    True
    """

    a: float = field(default=1.0, metadata=checked(real))
    c: float = field(default=0.0, metadata=checked(real))

    def formula(self, X: Array, Z: Array) -> Array:
        return np.tanh(self.a * (X @ Z.T) + self.c)

    def latex(self, x: str = "x", z: str = "z") -> str:
        c = f" {'-' if self.c < 0 else '+'} {number(abs(self.c))}" if self.c else ""
        return rf"\tanh\left({number(self.a)}\, {x}^\top {z}{c}\right)"


@dataclass(frozen=True)
class NegativeDistance(Kernel):
    """−‖x − z‖, no kernel: two points have a Gram matrix of trace 0, and it is not 0.

    Source: Kernels, explicit and implicit feature expansion.

    >>> NegativeDistance()([0.0], [3.0])
    -3.0
    """

    def formula(self, X: Array, Z: Array) -> Array:
        D = cdist(X, Z)
        return np.negative(D, out=D)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"-\Vert {x} - {z} \Vert"


@dataclass(frozen=True)
class Box(Kernel):
    """1 where ‖x − z‖ < width, else 0, no kernel: its Fourier transform changes sign.

    ``width`` > 0, in the units of x.

    Source: Kernelized linear regression (stationary kernels).

    >>> Box(1.0)([0.0], [0.5]), Box(1.0)([0.0], [1.5])
    (1.0, 0.0)
    """

    width: float = field(default=1.0, metadata=checked(positive, "it is a distance"))

    def formula(self, X: Array, Z: Array) -> Array:
        return (cdist(X, Z) < self.width).astype(float)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\mathbf{{1}}\left[\Vert {x} - {z} \Vert < {number(self.width)}\right]"


@dataclass(frozen=True)
class Parabola(Kernel):
    """1 − ‖x − z‖², no kernel: two points at a distance above √2 refute it.

    Source: Kernelized linear regression (from one Gram matrix to a kernel).

    >>> Parabola()([0.0], [2.0])
    -3.0
    """

    def formula(self, X: Array, Z: Array) -> Array:
        return 1 - cdist(X, Z, "sqeuclidean")

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"1 - \Vert {x} - {z} \Vert^2"


@dataclass(frozen=True)
class FractionalPolynomial(Kernel):
    """(c + xᵀz)^degree, no kernel: its binomial series has negative coefficients.

    ``degree`` is any real number, ``c`` ≥ 0; a whole degree ≥ 0 makes it a kernel,
    ``Polynomial``.

    Raises ValueError for points where c + xᵀz has no real power ``degree``.

    Source: Lecture 14, Kernels continued (the polynomial kernel).

    >>> round(FractionalPolynomial(2.5)([1.0], [3.0]), 6)  # 4^2.5
    32.0
    """

    degree: float = field(metadata=checked(real))
    c: float = field(default=1.0, metadata=checked(nonnegative, WHY_C))

    def formula(self, X: Array, Z: Array) -> Array:
        base = self.c + X @ Z.T
        lowest = float(base.min())
        if (lowest < 0 and self.degree % 1) or (self.degree < 0 and not base.all()):
            raise ValueError(
                f"c + xᵀz = {min(lowest, 0.0):.3g} for some pair of these points, and"
                f" that number has no real power {self.degree:g}. Try points with"
                " positive coordinates, or a whole degree ≥ 0."
            )
        return base**self.degree

    def latex(self, x: str = "x", z: str = "z") -> str:
        base = rf"\left({number(self.c)} + {x}^\top {z}\right)"
        return f"{base}^{{{number(self.degree)}}}"
