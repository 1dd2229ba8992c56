"""Kernels of the difference x − z, and their proofs.

The proof for the RBF uses the rules of closure.py, that for Periodic a map to circles.
The other kernels are mixtures of RBF kernels, and a mixture of kernels is a kernel.
Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array, as_points, counted, one_of, positive
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.closure import Exp, PullBack, Reweighted
from kernellab.kernels.fields import Declared, as_widths, by_coordinate, checked
from kernellab.kernels.notation import entry, number
from kernellab.kernels.vectors import BilinearForm, Linear

__all__ = [
    "RBF",
    "Bell",
    "Circle",
    "Laplace",
    "Matern",
    "Periodic",
    "RationalQuadratic",
]

WHY_LENGTH = "ℓ is the distance over which points stay alike, and ℓ² divides ‖x − z‖²"
WHY_CHORD = "ℓ² divides the squared chord between two points of a circle"
# Metadata of the fields ``length_scale`` and ``period``, with their checks
LENGTH_SCALE = checked(as_widths, WHY_LENGTH)
PERIOD = checked(positive, "x is divided by p to find its phase")
# The RBF kernels have the widths ℓ/√u; {} stands for the distribution of u
MIXTURE = (
    "a mixture of RBF kernels of all widths, the mean of exp(−u‖x − z‖²/2ℓ²) over u >"
    " 0: factors, sums and limits of kernels are kernels ({})"
)
WHY_ALPHA = (
    "a is the shape of a gamma distribution, and at a = −1 the formula is"
    " 1 − ‖x − z‖²/2ℓ², which is no kernel (see Parabola)"
)


def as_nu(value: Any, name: str) -> float:
    """Return ``value`` as one of the ν for which the kernel has a closed form."""
    why = "only for these is the kernel a polynomial times an exponential"
    return float(one_of(value, name, (0.5, 1.5, 2.5), why))


class Stationary(Kernel):
    """A kernel of x − z with k(x, x) = 1."""

    def squared_lengths(self, X: Array) -> Array:
        return np.ones(len(X))


@dataclass(frozen=True)
class RBF(Stationary):
    """k(x, z) = exp(−‖x − z‖² / 2ℓ²), the squared exponential or Gaussian kernel.

    ``length_scale`` is ℓ > 0, in the units of x, or a tuple of d of them: then each
    coordinate is divided by its own, and ‖x − z‖²/ℓ² is Σₐ (xₐ − zₐ)²/ℓₐ² (automatic
    relevance determination). Raises ValueError for ℓ ≤ 0, and for other points.

    Source: Lecture 16, Kernel ridge regression; Linear regression and kernels, equation
    12 with β = 1/ℓ².

    >>> round(RBF(length_scale=2.0)([0.0], [2.0]), 4)  # one ℓ apart: exp(−1/2)
    0.6065
    """

    length_scale: float | tuple[float, ...] = field(metadata=LENGTH_SCALE)

    def formula(self, X: Array, Z: Array) -> Array:
        # ‖x‖² − 2xᵀz + ‖z‖² would lose digits far from the origin.
        K = squared_distances(X, Z, by_coordinate(self, "length_scale", X), -0.5)
        return np.exp(K, out=K)

    rule = (
        "−‖x − z‖²/2ℓ² = −‖x‖²/2ℓ² + xᵀz/ℓ² − ‖z‖²/2ℓ²: the exponential falls into"
        " three factors"
    )

    @property
    def parts(self) -> tuple[Kernel, ...]:
        weights = np.power(self.length_scale, -2.0)
        is_one = weights.ndim == 0
        inner = float(weights) * Linear() if is_one else BilinearForm(np.diag(weights))
        return (Reweighted(Bell(self.length_scale), Exp(inner)),)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left(-{_latex_squares(x, z, self.length_scale, 2)}\right)"


@dataclass(frozen=True)
class Matern(Stationary):
    """With s = √(2ν) ‖x − z‖/ℓ, for ν = 1/2, 3/2 and 5/2: e^(−s), (1 + s) e^(−s) and
    (1 + s + s²/3) e^(−s).

    ``length_scale`` is as in ``RBF``, ``nu`` is ν, one of 0.5, 1.5, 2.5: functions have
    ν − 1/2 derivatives. Raises ValueError for another ν, and as ``RBF`` does.

    Source: Rasmussen and Williams (2006), equations 4.14-4.17.

    >>> Matern(2.0, nu=1.5)([0.0], [0.0])
    1.0
    """

    length_scale: float | tuple[float, ...] = field(metadata=LENGTH_SCALE)
    nu: float = field(kw_only=True, metadata=checked(as_nu))

    def formula(self, X: Array, Z: Array) -> Array:
        length_scale = by_coordinate(self, "length_scale", X)
        s = distances(X, Z, np.asarray(length_scale / np.sqrt(2 * self.nu)))
        if self.nu == 0.5:
            return np.exp(np.negative(s, out=s), out=s)
        factor = 1 + s if self.nu == 1.5 else 1 + s * (1 + s / 3)
        factor *= np.exp(np.negative(s, out=s), out=s)
        return factor

    @property
    def rule(self) -> str:
        m = int(2 * self.nu)
        degrees = counted(m, "degree")
        return MIXTURE.format(f"{m}/u is chi-square with {degrees} of freedom")

    def latex(self, x: str = "x", z: str = "z") -> str:
        distance = _latex_distance(x, z, self.length_scale)
        if self.nu == 0.5:
            return rf"\exp\left(-{distance}\right)"
        s = rf"\sqrt{{{2 * self.nu:g}}}\, {distance}"
        factor = f"1 + {s}"
        if self.nu == 2.5:
            factor += rf" + \frac{{5}}{{3}}\, {_latex_squares(x, z, self.length_scale)}"
        return rf"\left({factor}\right) \exp\left(-{s}\right)"


@dataclass(frozen=True)
class Laplace(Matern):
    """k(x, z) = exp(−‖x − z‖/ℓ): functions are continuous, with a kink at every point.

    The kernel is ``Matern(length_scale, nu=0.5)``; scikit-learn's ``laplacian_kernel``
    takes Σₐ |xₐ − zₐ| for ‖x − z‖, which is another kernel.

    Source: Rasmussen and Williams (2006), equation 4.18.

    >>> round(Laplace(length_scale=2.0)([0.0], [2.0]), 4)  # exp(−1)
    0.3679
    """

    nu: float = field(default=0.5, init=False, repr=False)


@dataclass(frozen=True)
class RationalQuadratic(Stationary):
    """k(x, z) = (1 + ‖x − z‖²/2aℓ²)^(−a): a mixture of RBF kernels of many widths.

    ``length_scale`` is as in ``RBF``. ``alpha`` is a > 0, called α in the literature,
    but not a dual weight: a small a mixes very different widths, a → ∞ gives one RBF.

    Source: Rasmussen and Williams (2006), equation 4.19.

    >>> k = RationalQuadratic(length_scale=1.0, alpha=1.0)
    >>> round(k([0.0], [1.0]), 4)  # 1/(1 + 1/2)
    0.6667
    """

    length_scale: float | tuple[float, ...] = field(metadata=LENGTH_SCALE)
    alpha: float = field(default=1.0, metadata=checked(positive, WHY_ALPHA))

    def formula(self, X: Array, Z: Array) -> Array:
        ell = by_coordinate(self, "length_scale", X)
        s = np.log1p(squared_distances(X, Z, ell, 0.5 / self.alpha))
        s *= -self.alpha
        return np.exp(s, out=s)

    @property
    def rule(self) -> str:
        return MIXTURE.format(f"u is gamma with shape a = {self.alpha:.4g} and mean 1")

    def latex(self, x: str = "x", z: str = "z") -> str:
        squares = _latex_squares(x, z, self.length_scale, 2 * self.alpha)
        return rf"\left(1 + {squares}\right)^{{-{number(self.alpha)}}}"


@dataclass(frozen=True)
class Periodic(Stationary):
    """k(x, z) = exp(−(2/ℓ²) Σₐ sin²(π(xₐ − zₐ)/p)).

    Points a whole number of periods apart are alike. ``length_scale`` is ℓ > 0, in
    units of the unit circle; ``period`` is p > 0, in the units of x.

    Source: Rasmussen and Williams (2006), equation 4.31.

    >>> round(Periodic(length_scale=1.0, period=12.0)([1.0], [25.0]), 6)
    1.0
    """

    length_scale: float = field(metadata=checked(positive, WHY_CHORD))
    period: float = field(metadata=PERIOD)

    rule = (
        "4 sin²((a − b)/2) is the squared chord between the points a and b of a circle:"
        " an RBF of points on circles"
    )

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (PullBack(RBF(self.length_scale), Circle(self.period)),)

    def formula(self, X: Array, Z: Array) -> Array:
        return self.parts[0].formula(X, Z)

    def latex(self, x: str = "x", z: str = "z") -> str:
        angle = rf"\frac{{\pi ({entry(x)} - {entry(z)})}}{{{number(self.period)}}}"
        factor = number(2 / self.length_scale**2)
        return rf"\exp\left(-{factor}\, \sum_a \sin^2{angle}\right)"


@dataclass(frozen=True)
class Bell(Declared):
    """f(x) = exp(−‖x‖²/2ℓ²), a factor of the RBF in its proof.

    ``length_scale`` is as in ``RBF``. Call it with points (n, d) to get (n,).

    Source: Linear regression and kernels, equation 26.

    >>> Bell(1.0)(np.array([[0.0, 0.0], [3.0, 4.0]])).round(6)
    array([1.e+00, 4.e-06])
    """

    length_scale: float | tuple[float, ...] = field(metadata=LENGTH_SCALE)

    def __call__(self, X: Array) -> Array:
        X = as_points(X)
        scaled = X / by_coordinate(self, "length_scale", X)
        return np.exp(-np.einsum("ij,ij->i", scaled, scaled) / 2)

    def latex(self, x: str) -> str:
        """The formula in LaTeX, for a point called ``x``."""
        if isinstance(self.length_scale, tuple):
            return rf"\exp\left(-{_latex_squares(x, '', self.length_scale, 2)}\right)"
        below = number(2 * self.length_scale**2)
        below = rf"\left({below}\right)" if "10^" in below else below
        return rf"e^{{-\Vert {x} \Vert^2/{below}}}"


@dataclass(frozen=True)
class Circle(Declared):
    """x ↦ (cos 2πx/p, sin 2πx/p), coordinate by coordinate, the map of Periodic.

    ``period`` is p > 0, in the units of x. Call it with points (n, d) to get (n, 2d).

    Source: Rasmussen and Williams (2006), section 4.2.3.

    >>> Circle(4.0)(np.array([[0.0], [5.0]])).round(6)
    array([[1., 0.],
           [0., 1.]])
    """

    period: float = field(metadata=PERIOD)

    def __call__(self, X: Array) -> Array:
        X = as_points(X)
        # fmod subtracts whole periods without rounding.
        angle = 2 * np.pi * (np.fmod(X, self.period) / self.period)
        return np.hstack([np.cos(angle), np.sin(angle)])

    def latex(self, x: str) -> str:
        """The map in LaTeX, for a point called ``x``."""
        return rf"\mathrm{{circle}}_{{{number(self.period)}}}({x})"


def distances(X: Array, Z: Array, length_scale: Array) -> Array:
    """‖xᵢ − zⱼ‖/ℓ for all pairs, or √Σₐ (xₐ − zₐ)²/ℓₐ²."""
    if length_scale.ndim:
        return np.sqrt(squared_distances(X, Z, length_scale))
    return cdist(X, Z) / length_scale


def squared_distances(
    X: Array, Z: Array, length_scale: Array, factor: float = 1.0
) -> Array:
    """factor · ‖xᵢ − zⱼ‖²/ℓ² for all pairs, or factor · Σₐ (xₐ − zₐ)²/ℓₐ²."""
    weighted = length_scale.ndim > 0
    D = cdist(X, Z, "sqeuclidean", w=length_scale**-2.0 if weighted else None)
    D *= factor if weighted else factor / length_scale**2
    return D


def _latex_squares(
    x: str, z: str, length_scale: float | tuple[float, ...], divisor: float = 1.0
) -> str:
    """‖x − z‖²/(divisor · ℓ²) in LaTeX, or a sum over coordinates; ``z`` may be ""."""

    def over(square: str, ell: float) -> str:
        return rf"\frac{{{square}^2}}{{{number(divisor * ell**2)}}}"

    if not isinstance(length_scale, tuple):
        gap = f"{x} - {z}" if z else x
        return over(rf"\Vert {gap} \Vert", length_scale)
    terms = []
    for a, ell in enumerate(length_scale, 1):
        gap = f"{entry(x, a)} - {entry(z, a)}" if z else entry(x, a)
        terms.append(over(f"({gap})", ell))
    return rf"\left({' + '.join(terms)}\right)"


def _latex_distance(x: str, z: str, length_scale: float | tuple[float, ...]) -> str:
    """‖x − z‖/ℓ in LaTeX."""
    if isinstance(length_scale, tuple):
        return rf"\sqrt{{{_latex_squares(x, z, length_scale)}}}"
    return rf"\frac{{\Vert {x} - {z} \Vert}}{{{number(length_scale)}}}"
