"""Mercer's theorem: a kernel as a sum over its eigenfunctions, or over waves.

Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import tanhsinh

from kernellab._arrays import (
    LARGEST_COUNT,
    Array,
    ArrayLike,
    as_array,
    as_points,
    as_targets,
    positive,
    positive_integer,
    shaped,
)
from kernellab._linalg import eigen, symmetric
from kernellab._tolerances import is_psd, rounding_of_eigenvalues
from kernellab.errors import NotPositiveSemidefiniteError, SingularMatrixError
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = [
    "brownian_pairs",
    "gaussian_pairs",
    "mercer_pairs",
    "normal_measure",
    "spectral_density",
]

# Relative to the reach: the distances at which k is compared, and shifts of both points
DISTANCES = np.array([0.0, 1e-4, 1e-3, 0.01, 0.05, 0.123, 0.371, 0.783])
SHIFTS = np.array([0.0345, 0.25, 0.618])
ACCURACY = 1e-8  # of a spectral density, relative to ∫ |k|
FIRST_LEVEL, LAST_LEVEL = 6, 12  # of the quadrature, which has about 13 · 2^level nodes
WHY_TERMS = "the sum has a whole number of terms"
WHY_SIGMA = "it is the width of the measure"


@dataclass(frozen=True, repr=False, eq=False)
class MercerPairs:
    """λ₁ ≥ λ₂ ≥ … and eⱼ with ∫ k(x, z) eⱼ(z) dμ(z) = λⱼ eⱼ(x), ∫ eᵢ eⱼ dμ = [i = j].

    ``eigenvalues`` is (r,); ``functions(X)`` returns the table of eⱼ(xᵢ), (n, r).
    """

    eigenvalues: Array
    evaluate: Callable[[Array], Array]

    def functions(self, X: ArrayLike) -> Array:
        """eⱼ(xᵢ), (n, r), for points X, (n, d)."""
        return self.evaluate(as_points(X))

    def features(self, X: ArrayLike, terms: int | None = None) -> Array:
        """√λⱼ eⱼ(xᵢ), (n, terms): features whose inner product is the kernel."""
        if terms is not None:
            terms = positive_integer(terms, "terms", WHY_TERMS)
        return self.functions(X)[:, :terms] * np.sqrt(self.eigenvalues[:terms])

    def gram(self, X: ArrayLike, terms: int | None = None) -> Array:
        """Σⱼ λⱼ eⱼ(x) eⱼ(z), (n, n), cut after ``terms`` of them."""
        Phi = self.features(X, terms)
        return Phi @ Phi.T


def mercer_pairs(
    k: Kernel, nodes: ArrayLike, weights: ArrayLike, terms: int
) -> MercerPairs:
    """Mercer's pairs by quadrature: the eigenvectors of √wᵢ k(tᵢ, tⱼ) √wⱼ.

    ``nodes`` are tᵢ, (q, d), and ``weights`` wᵢ > 0, (q,), with ∫ f dμ ≈ Σ wᵢ f(tᵢ);
    ``terms`` ≤ q. Away from the nodes, eⱼ(x) = Σᵢ wᵢ k(x, tᵢ) eⱼ(tᵢ)/λⱼ.

    Raises ValueError for weights ≤ 0, NotPositiveSemidefiniteError for a negative
    eigenvalue, SingularMatrixError for a divisor λⱼ that is rounding.

    Source: Rasmussen and Williams (2006), section 4.3.2.

    >>> from kernellab import Brownian
    >>> t = (np.arange(400) + 0.5)[:, None] / 400
    >>> pairs = mercer_pairs(Brownian(), t, np.full(400, 1 / 400), terms=3)
    >>> (1 / np.sqrt(pairs.eigenvalues) / np.pi).round(2)  # λⱼ = 1/((j − 1/2)π)²
    array([0.5, 1.5, 2.5])
    """
    k, nodes = as_kernel(k), as_points(nodes, "nodes")
    weights = as_targets(weights, len(nodes), "weights")
    terms = positive_integer(terms, "terms", WHY_TERMS)
    if weights.min() <= 0:
        raise ValueError(
            f"weights[{weights.argmin()}] = {weights.min():g}: a measure gives no"
            " negative mass, and a node without mass does nothing. Drop such nodes, or"
            " try equal weights np.full(q, 1 / q)."
        )
    root = np.sqrt(weights)
    values, vectors = eigen(symmetric(gram(k, nodes)) * np.outer(root, root))
    floor = rounding_of_eigenvalues(values)
    if not is_psd(values):
        raise NotPositiveSemidefiniteError(
            f"{k!r} has the eigenvalue {values[0]:.3g} on these nodes: it is not a"
            " kernel, and no sum of λⱼ eⱼ(x) eⱼ(z) with λⱼ ≥ 0. Try a kernel;"
            " psd_report(gram(k, nodes)) shows a witness."
        )
    values, vectors = values[::-1], vectors[:, ::-1]
    found = int((values > floor).sum())
    if terms > found:
        raise SingularMatrixError(
            f"terms = {terms}, but only {found} eigenvalues of {k!r} on these"
            f" {len(nodes)} nodes rise above rounding ({floor:.2g}). Try"
            f" {f'terms={found}' if found else 'another kernel'}, or more nodes."
        )
    at_nodes = weights[:, None] * (vectors[:, :terms] / root[:, None]) / values[:terms]
    return MercerPairs(values[:terms], lambda X: gram(k, X, nodes) @ at_nodes)


def normal_measure(sigma: float = 1.0, nodes: int = 100) -> tuple[Array, Array]:
    """Nodes, (q, 1), and weights, (q,), of N(0, σ²): a trapezoid rule on [−8σ, 8σ].

    ``sigma`` is σ > 0, ``nodes`` q, an integer from 16 to 2²⁰.

    >>> t, w = normal_measure(2.0)
    >>> round(float(w @ t.ravel() ** 2), 12)  # the variance
    4.0
    """
    sigma = positive(sigma, "sigma", WHY_SIGMA)
    nodes = positive_integer(nodes, "nodes", "an integral needs nodes", LARGEST_COUNT)
    if nodes < 16:
        raise ValueError(
            f"nodes = {nodes}: steps as wide as the bell miss it. Try nodes=100."
        )
    t = np.linspace(-8, 8, nodes)
    w = np.exp(-(t**2) / 2)
    return sigma * t[:, None], w / w.sum()


def gaussian_pairs(
    length_scale: float, sigma: float = 1.0, terms: int = 20
) -> MercerPairs:
    """Mercer's pairs of the RBF kernel under N(0, σ²), in closed form: λⱼ = √(2a/A) Bʲ.

    a = 1/4σ², b = 1/2ℓ², c = √(a² + 2ab), A = a + b + c, B = b/A; eⱼ(x) is proportional
    to exp(−(c − a)x²) Hⱼ(√(2c) x), j = 0, 1, … ``length_scale`` is ℓ > 0, ``sigma`` σ >
    0, ``terms`` ≥ 1 how many pairs. Raises ValueError for points beyond a line, or so
    far from 0 that some eⱼ(x) is beyond floats.

    Source: Rasmussen and Williams (2006), equations 4.39-4.40.

    >>> gaussian_pairs(1.0).eigenvalues[:2].round(4)  # the golden ratio, and its cube
    array([0.618 , 0.2361])
    """
    ell = positive(length_scale, "length_scale", "ℓ² divides a squared distance")
    sigma = positive(sigma, "sigma", WHY_SIGMA)
    terms = positive_integer(terms, "terms", WHY_TERMS, LARGEST_COUNT)
    # With s = c/a: √(2a/A) = 2/(1 + s), √B = 2(σ/ℓ)/(1 + s) and c − a = 1/(1 + s)ℓ²
    ratio = sigma / ell
    s = math.hypot(1.0, 2 * ratio)

    def functions(X: Array) -> Array:
        x = _on_a_line(X)
        v, u = x / ell / math.sqrt(1 + s), math.sqrt(s) * (x / sigma)
        e = np.zeros((len(x), terms + 1))
        e[:, 0] = s**0.25 * np.exp(-(v**2))
        roots = np.sqrt(np.arange(terms))
        with np.errstate(over="ignore", invalid="ignore"):
            for j in range(1, terms):  # Column −1 holds zeros
                e[:, j] = (u * e[:, j - 1] - roots[j - 1] * e[:, j - 2]) / roots[j]
        if not (np.isfinite(e).all() and e[:, 0].all()):
            raise ValueError(
                f"X reaches {np.abs(x).max():g}, where an eigenfunction leaves the"
                f" range of floats at σ = {sigma:g}. Try points closer to 0, or fewer"
                " terms."
            )
        return e[:, :terms]

    values = 2 / (1 + s) * np.power((2 * ratio / (1 + s)) ** 2, np.arange(terms))
    return MercerPairs(values, functions)


def brownian_pairs(terms: int = 20) -> MercerPairs:
    """Mercer's pairs of min(s, t) on [0, 1]: λⱼ = 1/((j − ½)π)², √2 sin((j − ½)πt).

    Source: Kernelized linear regression (Mercer's theorem, here shown on min(s, t)).

    >>> round(float(brownian_pairs(1000).gram([[0.3]])[0, 0]), 3)  # min(0.3, 0.3)
    0.3
    """
    terms = positive_integer(terms, "terms", WHY_TERMS, LARGEST_COUNT)
    omega = np.pi * (np.arange(terms) + 0.5)

    def functions(X: Array) -> Array:
        t = _on_a_line(X)
        if t.min() < 0 or t.max() > 1:
            raise ValueError(
                f"X runs from {t.min():g} to {t.max():g}, but these waves make min(s,"
                " t) on [0, 1] alone. Try X divided by its largest value."
            )
        return np.asarray(np.sqrt(2) * np.sin(np.outer(t, omega)))

    return MercerPairs(np.reciprocal(omega**2), functions)


def spectral_density(k: Kernel, omega: ArrayLike, reach: float) -> Array:
    """S(ω) = ∫ k(t, 0) cos(ωt) dt, the spectral density of a stationary kernel.

    ``omega`` holds frequencies in radians per unit of x, any shape; beyond ``reach`` k
    is taken for zero. By Bochner's theorem a continuous k(x − z) is a kernel if and
    only if S ≥ 0. Returns S, of the shape of ω, up to an estimated error of 1e-8 ∫ |k|.

    Raises ValueError where k(reach, 0) is not small, where the quadrature does not
    converge, as with a jump inside the reach, and for a k that is not stationary.

    Source: Kernelized linear regression (stationary kernels); Rasmussen and Williams,
    theorem 4.1.

    >>> from kernellab import RBF
    >>> spectral_density(RBF(1.0), [0.0, 2.0], reach=10.0).round(4)  # √(2π) exp(−ω²/2)
    array([2.5066, 0.3392])
    """
    k, omega = as_kernel(k), as_array(omega, "omega")
    reach = positive(reach, "reach", "the integral runs from −reach to reach")
    height, end = k(0.0, 0.0), k(reach, 0.0)
    s, origin = reach * DISTANCES[:, None], np.zeros((1, 1))
    at_s = gram(k, s, origin)
    shifted = [gram(k, origin, s).T, *(gram(k, s + t, [[t]]) for t in reach * SHIFTS)]
    if max(np.abs(each - at_s).max() for each in shifted) > 1e-6 * np.abs(at_s).max():
        raise ValueError(
            f"{k!r} is not a function of |x − z| alone, and only such a kernel is a sum"
            " of waves. Try a stationary one, such as RBF(1.0)."
        )
    if not abs(end) < 1e-6 * height:
        raise ValueError(
            f"k({reach:g}, 0) = {end:.3g} is not small relative to k(0, 0) ="
            f" {height:.3g}, so the integral would be incomplete. Try a larger reach; a"
            " kernel that does not decay, such as a cosine, has no density."
        )

    def values(t: Array) -> Array:
        return k.pairwise(t.reshape(-1, 1), origin).reshape(t.shape)

    # The first level has nodes in each period of the fastest wave
    fastest = float(np.abs(omega).max())
    first = max(FIRST_LEVEL, math.ceil(math.log2(max(fastest * reach, 1.0) / 4)))
    converged = first < LAST_LEVEL
    if converged:
        size = tanhsinh(lambda t: np.abs(values(t)), 0.0, reach, rtol=1e-3).integral
        limits: dict[str, Any] = {"minlevel": first, "maxlevel": LAST_LEVEL}
        limits |= {"atol": ACCURACY * float(size), "rtol": ACCURACY, "args": (omega,)}
        found = tanhsinh(lambda t, w: values(t) * np.cos(w * t), 0.0, reach, **limits)
        converged = limits["atol"] > 0 and bool(np.all(found.success))
    if not converged:
        raise ValueError(
            f"k and the waves up to frequency {fastest:g} change too fast"
            f" on [0, {reach:g}] for the integral to converge. Try a smaller reach,"
            " lower frequencies, or a reach that ends where k jumps."
        )
    return np.asarray(2 * found.integral)


def _on_a_line(X: Array) -> Array:
    wanted = "this closed form is for points on a line. Try one column, X[:, :1]."
    return shaped(X, "X", X.shape[1] == 1, wanted).ravel()
