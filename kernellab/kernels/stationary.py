"""Kernels that see only the difference x − z: near points are alike, far points are strangers.

The RBF is proved by the rules, Periodic by a map to circles, the others by one argument: a mixture of kernels is a kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array, one_of, positive, width
from kernellab.kernels.algebra import Kernel, Reason, Scaled
from kernellab.kernels.closure import Exp, PullBack, Reweighted
from kernellab.kernels.vectors import Linear

WHY_LENGTH = "ℓ is the distance over which points stay alike, and ‖x − z‖ is divided by it"
MIXTURE = "a mixture of RBF kernels of all widths, with positive weights: factors, sums and limits of kernels are kernels"


class Stationary(Kernel):
    """A kernel of x − z with k(x, x) = 1."""

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))


@dataclass(frozen=True)
class RBF(Stationary):
    """k(x, z) = exp(−‖x − z‖² / 2ℓ²): near points are alike, far points are strangers.

    ``length_scale`` is ℓ > 0, in the units of x. Also called squared exponential or Gaussian kernel.

    Raises ValueError for ℓ ≤ 0: the width divides a squared distance.

    Source: Lecture 16, Kernel ridge regression; Linear regression and kernels, equation 12 with β = 1/ℓ².

    >>> from kernellab import RBF
    >>> round(RBF(length_scale=2.0)([0.0], [2.0]), 4)  # one length scale apart: exp(−1/2)
    0.6065
    """

    length_scale: float

    def __post_init__(self) -> None:
        why = "ℓ is the distance over which points stay alike, and ℓ² divides ‖x − z‖²"
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", why))

    def formula(self, X: Array, Z: Array) -> Array:
        # Differences first, squares after: ‖x‖² − 2xᵀz + ‖z‖² cancels badly far from the origin.
        K = cdist(X, Z, "sqeuclidean")
        with np.errstate(over="ignore"):  # a tiny ℓ sends the exponent to −∞, rightly
            K *= -0.5 / self.length_scale**2
        return np.exp(K, out=K)

    def reason(self) -> Reason:
        scale = 1 / self.length_scale**2
        rule = "−‖x − z‖²/2ℓ² = −‖x‖²/2ℓ² + xᵀz/ℓ² − ‖z‖²/2ℓ²: the exponential falls into three factors"
        return Reason(rule, (Reweighted(Bell(self.length_scale), Exp(Scaled(scale, Linear()))),))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left(-\frac{{\Vert {x} - {z} \Vert^2}}{{{2 * self.length_scale**2:.4g}}}\right)"


@dataclass(frozen=True)
class Laplace(Stationary):
    """k(x, z) = exp(−‖x − z‖/ℓ): continuous functions with a corner at every point.

    ``length_scale`` is ℓ > 0, in the units of x; it is ``Matern(0.5, length_scale)``.

    Raises ValueError for ℓ ≤ 0.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, equation 4.18.

    >>> round(Laplace(length_scale=2.0)([0.0], [2.0]), 4)  # exp(−1)
    0.3679
    """

    length_scale: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", WHY_LENGTH))

    def formula(self, X: Array, Z: Array) -> Array:
        s = _distances(X, Z, self.length_scale)
        return np.exp(np.negative(s, out=s), out=s)

    def reason(self) -> Reason:
        return Reason(MIXTURE, (RBF(self.length_scale),))

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left(-\frac{{\Vert {x} - {z} \Vert}}{{{self.length_scale:.4g}}}\right)"


@dataclass(frozen=True)
class Matern(Stationary):
    """Rough to smooth: e^(−s), (1 + s) e^(−s) and (1 + s + s²/3) e^(−s) with s = √(2ν) ‖x − z‖/ℓ.

    ``nu`` is ν, one of 0.5, 1.5, 2.5: functions with ν − 1/2 derivatives. ``length_scale`` is ℓ > 0, in the units of x.

    Raises ValueError for another ν or ℓ ≤ 0.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, equations 4.14-4.17.

    >>> Matern(1.5, length_scale=2.0)([0.0], [0.0])
    1.0
    """

    nu: float
    length_scale: float

    def __post_init__(self) -> None:
        why = "only for these is the kernel a polynomial times an exponential"
        object.__setattr__(self, "nu", float(one_of(self.nu, "nu", (0.5, 1.5, 2.5), why)))
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", WHY_LENGTH))

    def formula(self, X: Array, Z: Array) -> Array:
        s = _distances(X, Z, self.length_scale / np.sqrt(2 * self.nu))
        np.minimum(s, 1e4, out=s)  # e^(−s) is 0 long before
        if self.nu == 0.5:
            return np.exp(np.negative(s, out=s), out=s)
        factor = 1 + s if self.nu == 1.5 else 1 + s * (1 + s / 3)
        factor *= np.exp(np.negative(s, out=s), out=s)
        return factor

    def reason(self) -> Reason:
        return Reason(MIXTURE, (RBF(self.length_scale),))

    def latex(self, x: str = "x", z: str = "z") -> str:
        factor = {0.5: "", 1.5: r"(1 + s)\,", 2.5: r"\left(1 + s + \frac{s^2}{3}\right)"}[self.nu]
        return rf"{factor} e^{{-s}},\ s = \frac{{{np.sqrt(2 * self.nu):.4g}}}{{{self.length_scale:.4g}}} \Vert {x} - {z} \Vert"


@dataclass(frozen=True)
class RationalQuadratic(Stationary):
    """k(x, z) = (1 + ‖x − z‖²/2aℓ²)^(−a): RBF kernels of many widths at once; a → ∞ is one RBF.

    ``length_scale`` is ℓ > 0, in the units of x; ``shape`` is a > 0, small for a wide spread of widths.

    Raises ValueError for ℓ ≤ 0 or a ≤ 0.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, equation 4.19.

    >>> round(RationalQuadratic(length_scale=1.0, shape=1.0)([0.0], [1.0]), 4)  # 1/(1 + 1/2)
    0.6667
    """

    length_scale: float
    shape: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", WHY_LENGTH))
        why = "with a ≤ 0 far points would be more alike than near ones"
        object.__setattr__(self, "shape", positive(self.shape, "shape", why))

    def formula(self, X: Array, Z: Array) -> Array:
        s = _distances(X, Z, self.length_scale)
        with np.errstate(over="ignore"):
            np.square(s, out=s)
            s /= 2 * self.shape
        np.log1p(s, out=s)
        s *= -self.shape
        return np.exp(s, out=s)

    def reason(self) -> Reason:
        return Reason(MIXTURE, (RBF(self.length_scale),))

    def latex(self, x: str = "x", z: str = "z") -> str:
        ratio = rf"\frac{{\Vert {x} - {z} \Vert^2}}{{{2 * self.shape * self.length_scale**2:.4g}}}"
        return rf"\left(1 + {ratio}\right)^{{-{self.shape:.4g}}}"


@dataclass(frozen=True)
class Periodic(Stationary):
    """k(x, z) = exp(−(2/ℓ²) Σₐ sin²(π(xₐ − zₐ)/p)): points a whole number of periods apart are the same point.

    ``length_scale`` is ℓ > 0, without units (a chord of the unit circle); ``period`` is p > 0, in the units of x.

    Raises ValueError for ℓ ≤ 0 or p ≤ 0.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, equation 4.31.

    >>> round(Periodic(length_scale=1.0, period=12.0)([1.0], [25.0]), 6)
    1.0
    """

    length_scale: float
    period: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", WHY_LENGTH))
        object.__setattr__(self, "period", width(self.period, "period", "x is divided by p to find its phase"))

    def formula(self, X: Array, Z: Array) -> Array:
        return self._on_circles.formula(X, Z)

    def reason(self) -> Reason:
        rule = "4 sin²((a − b)/2) is the squared chord between the points a and b of a circle: an RBF of points on circles"
        return Reason(rule, (self._on_circles,))

    def latex(self, x: str = "x", z: str = "z") -> str:
        sine = rf"\sin^2\frac{{\pi ({x} - {z})}}{{{self.period:.4g}}}"
        return rf"\exp\left(-{2 / self.length_scale**2:.4g}\, {sine}\right)"

    @property
    def _on_circles(self) -> PullBack:
        return PullBack(RBF(self.length_scale), Circle(self.period))


@dataclass(frozen=True)
class Bell:
    """f(x) = exp(−‖x‖²/2ℓ²), the function of one point in the proof that the RBF is a kernel.

    ``length_scale`` is ℓ > 0, in the units of x. Called with points (n, d), it returns (n,).

    Raises ValueError for ℓ ≤ 0.

    Source: Linear regression and kernels, equation 26.

    >>> import numpy as np
    >>> Bell(1.0)(np.array([[0.0, 0.0], [3.0, 4.0]])).round(6)
    array([1.e+00, 4.e-06])
    """

    length_scale: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "length_scale", width(self.length_scale, "length_scale", WHY_LENGTH))

    def __call__(self, X: Array) -> Array:
        return np.exp(-np.einsum("ij,ij->i", X, X) / (2 * self.length_scale**2))

    def latex(self, x: str) -> str:
        """The formula in LaTeX, for a point called ``x``."""
        return rf"e^{{-\Vert {x} \Vert^2/{2 * self.length_scale**2:.4g}}}"


@dataclass(frozen=True)
class Circle:
    """x ↦ (cos 2πx/p, sin 2πx/p), coordinate by coordinate: the map under a periodic kernel.

    ``period`` is p > 0, in the units of x. Called with points (n, d), it returns (n, 2d).

    Raises ValueError for p ≤ 0.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, section 4.2.3.

    >>> import numpy as np
    >>> Circle(4.0)(np.array([[0.0], [5.0]])).round(6)
    array([[1., 0.],
           [0., 1.]])
    """

    period: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "period", width(self.period, "period", "x is divided by p to find its phase"))

    def __call__(self, X: Array) -> Array:
        turns = X / self.period
        angle = 2 * np.pi * (turns - np.floor(turns))
        return np.hstack([np.cos(angle), np.sin(angle)])

    def latex(self, x: str) -> str:
        """The map in LaTeX, for a point called ``x``."""
        return rf"\mathrm{{circle}}({x})"


def _distances(X: Array, Z: Array, length_scale: float) -> Array:
    """‖xᵢ − zⱼ‖/ℓ for all pairs."""
    D = cdist(X, Z)
    with np.errstate(over="ignore"):
        return np.divide(D, length_scale, out=D)
