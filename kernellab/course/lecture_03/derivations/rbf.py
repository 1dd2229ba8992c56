"""The RBF kernel as a series of polynomial kernels, and as an integral of densities."""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from math import comb, pi

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import gammaln, xlogy

from askfirst import Step, Steps, assume, derivation
from kernellab import scaled_monomials
from kernellab._arrays import Array, ArrayLike, as_points, positive, positive_integer
from kernellab.course.shared.ingredients import levelled

MOST_COLUMNS = 2_000  # features of the series that are written out
SERIES_TOLERANCE = 1e-9  # what the truncated series may miss


@derivation(
    "The RBF kernel, by a series",
    claim="its features are infinitely many monomials, times a bell",
)
def rbf_by_series(X: ArrayLike, length_scale: float, terms: int) -> Steps:
    """exp(−‖x − z‖²/2ℓ²) is f(x) exp(xᵀz/ℓ²) f(z), and exp(xᵀz/ℓ²) is a power series.

    ``X`` is (n, d), and every pair of its rows is tried; ``length_scale`` ℓ > 0;
    ``terms`` N ≥ 1 is how many terms of the series are kept, orders 0 to N − 1. With
    too few terms the last step breaks, and says how many are sure to be enough. The
    step on features writes out the orders whose columns number at most 2000 together.

    Raises ValueError for ℓ ≤ 0, for a number of terms that is not whole, and for points
    more than 1000 ℓ from the origin.

    Source: Linear regression and kernels, equations 24–26; Kernelized linear regression
    (infinite vectors).

    >>> X = [[0.5, 1.0], [-1.0, 0.0]]
    >>> rbf_by_series(X, length_scale=1.0, terms=16).holds
    True
    >>> rbf_by_series(X, length_scale=1.0, terms=4).first_failure.verdict
    'needs 13 terms, but 4 may miss 0.039'
    """
    X = as_points(X)
    length_scale = positive(length_scale, "length_scale", "ℓ² divides ‖x − z‖²")
    why = "a series is cut after a whole number of terms"
    terms = positive_integer(terms, "terms", why)
    d, X = X.shape[1], X / length_scale
    half = (X**2).sum(axis=1) / 2
    if half.max() > 5e5:
        raise ValueError(
            f"length_scale = {length_scale:g}: a point lies"
            f" {np.sqrt(2 * half.max()):.3g} length scales from the origin, and the"
            " series needs the square of that many terms. Subtract the mean from the"
            " points, or try a larger ℓ."
        )
    K = np.exp(-cdist(X, X, "sqeuclidean") / 2)
    U = X @ X.T
    outer = half[:, None] + half  # f(x)f(z) = exp(−outer)
    # the rounding of an exponent is that of its parts
    line = partial(Step, condition=max(1.0, 16 * float(half.max())))

    def term(j: int) -> Array:
        """f(x) (xᵀz)^j / (ℓ^2j j!) f(z), through logarithms, for e^u may overflow."""
        return np.sign(U) ** j * np.exp(xlogy(j, np.abs(U)) - gammaln(j + 1) - outer)

    def bound(count: int) -> float:
        """What ``count`` terms miss at most, for the worst pair.

        The missing terms shrink by |u|/(N + 1) or faster where |u| < N + 1; elsewhere
        the bound is that of the whole series, f(x) e^|u| f(z) ≤ 1.
        """
        room = count + 1 - np.abs(U)
        geometric = np.abs(term(count)) * (count + 1) / np.where(room > 0, room, 1.0)
        return float(np.minimum(np.where(room > 0, geometric, 1.0), 1.0).max())

    yield Step(
        r"\Vert x-z\Vert^2=\Vert x\Vert^2-2x^\top z+\Vert z\Vert^2",
        "multiply the square out; here and below every length is measured in $ℓ$",
        (cdist(X, X, "sqeuclidean"), 2 * (outer - U)),
        scale=4 * float(half.max()),
    )
    yield line(
        r"\exp(-\Vert x-z\Vert^2/2\ell^2)=f(x)\,\exp(x^\top z/\ell^2)\,f(z)",
        "with $f(x)$ = exp(−$‖x‖²/2ℓ²$): one factor depends on $x$ alone, one on $z$"
        " alone, and one on their inner product",
        (K, np.exp(U - outer)),
    )
    written = min(terms, 60)
    while comb(written - 1 + d, d) > MOST_COLUMNS:
        written -= 1
    f = np.exp(-half)[:, None]
    maps = [
        f if j == 0 else f * scaled_monomials(X, j, c=0) / np.exp(gammaln(j + 1) / 2)
        for j in range(written)
    ]
    yield line(
        r"f(x)\,\frac{(x^\top z)^j}{\ell^{2j}\,j!}\,f(z)=\phi_j(x)^\top\phi_j(z)",
        "a power of $xᵀz$ is a polynomial kernel with $c = 0$, with monomials for"
        f" features; written out for $j < {written}$",
        levelled(
            np.stack([term(j) for j in range(written)]),
            np.stack([Phi @ Phi.T for Phi in maps]),
        ),
    )
    series = sum(term(j) for j in range(terms))
    missed, promised = np.abs(K - series), bound(terms)
    yield line(
        r"f(x)\left|\sum_{j\geq N}\frac{u^j}{j!}\right|f(z)\leq f(x)\,"
        r"\frac{|u|^N}{N!}\,\frac{N+1}{N+1-|u|}\,f(z)",
        "$u = xᵀz/ℓ²$: the missing terms shrink like a geometric series, if $|u| < N"
        " + 1$; the worst pair of points decides",
        (np.minimum(missed, promised), missed),
        scale=1.0,
    )
    claim, seen = f"{_enough(bound, U)} terms", f"{terms} may miss {promised:.2g}"
    enough = assume(claim, promised <= SERIES_TOLERANCE, seen)
    yield line(
        r"k(x,z)=\sum_{j=0}^{N-1}\phi_j(x)^\top\phi_j(z)",
        "$N$ terms are as good as all of them once nothing above 10⁻⁹ is missing;"
        " only infinitely many are exact",
        (K, series),
        needs=(enough,),
        scale=1.0,
    )


@derivation(
    "The RBF kernel, by two densities",
    claim="its features are bells, one around each place",
)
def rbf_by_densities(X: ArrayLike, beta: float, variance: float | None = None) -> Steps:
    """exp(−β‖x − x'‖²/2) = ∫ φ_z(x) φ_z(x') dz.

    Here φ_z(x) is (2π/β)^(d/4) times a normal density with variance 1/2β.
    ``X`` is (n, d), and every pair of its rows is tried; ``beta`` β > 0; ``variance``
    σ² > 0 is 1/2β unless given. Any other breaks the step that compares with the
    kernel. The density of d coordinates is a product of d densities, so each integral
    is one over a line: a sum over a grid of half a standard deviation, exact to
    rounding for densities.

    Raises ValueError for β ≤ 0, for a variance ≤ 0, and for points more than 10⁹
    standard deviations from the origin.

    Source: Linear regression and kernels, equations 12–14, where the sentence below
    equation 13 has the variance 1/β.

    >>> X = [[0.0, 1.0], [2.0, 1.0]]
    >>> rbf_by_densities(X, beta=0.5).holds
    True
    >>> rbf_by_densities(X, beta=0.5, variance=2.0).first_failure.broken[0].claim
    'the variance 1/2β'
    """
    X = as_points(X)
    beta = positive(beta, "beta", "β‖x − x'‖² must grow with the distance")
    if variance is None:
        variance = 0.5 / beta
    variance = positive(variance, "variance", "a density has a width")
    deviation = float(np.sqrt(variance))
    if np.abs(X).max() > 1e9 * deviation:
        raise ValueError(
            f"a coordinate of size {np.abs(X).max():.3g} and a standard deviation of"
            f" {deviation:.3g}: so far from the origin the points of a grid cannot be"
            " told apart. Subtract the mean from the points, or try a smaller β."
        )
    differences = np.stack([column[:, None] - column for column in X.T])  # (d, n, n)
    middles = np.stack([(column[:, None] + column) / 2 for column in X.T])
    lines = [_grid(column, deviation / 2) for column in X.T]
    densities = [
        _normal(z, x[:, None], variance) for z, x in zip(lines, X.T, strict=True)
    ]
    # Sums over the grid
    integrals = np.stack([each @ each.T * deviation / 2 for each in densities])

    z = middles[..., None] + deviation * np.arange(-2, 3)
    yield Step(
        r"N(z;x,\sigma^2)\,N(z;x',\sigma^2)=N(x;x',2\sigma^2)\;"
        r"N\left(z;\frac{x+x'}{2},\frac{\sigma^2}{2}\right)",
        "complete the square in each coordinate; tried at five $z$ around the middle"
        " of each pair",
        (
            _normal(z, X.T[:, :, None, None], variance)
            * _normal(z, X.T[:, None, :, None], variance),
            _normal(differences, 0.0, 2 * variance)[..., None]
            * _normal(z, middles[..., None], variance / 2),
        ),
    )
    yield Step(
        r"\int N(z;x,\sigma^2)\,N(z;x',\sigma^2)\,dz=N(x;x',2\sigma^2)",
        "the second factor is a density in $z$ and integrates to 1; the left side is"
        " a sum over one grid for all points",
        (integrals, _normal(differences, 0.0, 2 * variance)),
    )
    unit = np.sqrt(4 * pi * variance) * integrals  # c² shared out over the coordinates
    together = unit.prod(axis=0)
    yield Step(
        r"c^2\int N(z;x,\sigma^2I)^2\,dz=1,\quad c=(4\pi\sigma^2)^{d/4}",
        "$k(x, x)$ must be 1, which settles the constant; a density of $d$"
        " coordinates is a product of $d$ densities",
        (np.diag(together), np.ones(len(X))),
    )
    squared = (differences**2).sum(axis=0)
    yield Step(
        r"c^2\int N(z;x,\sigma^2I)\,N(z;x',\sigma^2I)\,dz"
        r"=\exp\left(-\frac{\Vert x-x'\Vert^2}{4\sigma^2}\right)",
        "the factors of the coordinates multiply, and their exponents add up",
        (together, np.exp(-squared / (4 * variance))),
    )
    ratio = 2 * beta * variance
    seen = (
        f"{variance:.3g} is {ratio:.3g} times that and gives"
        f" exp(−{0.25 / variance:.3g}‖x − x′‖²) in the place of"
        f" exp(−{beta / 2:.3g}‖x − x′‖²)"
    )
    right = assume("the variance 1/2β", abs(ratio - 1) < 1e-12, seen)
    yield Step(
        r"k(x,x')=\int\phi_z(x)\,\phi_z(x')\,dz",
        "with $σ² = 1/2β$ this is the kernel: $φ_z(x)$ is a density $N(z; x, 1/2β)$,"
        " times the constant $(2π/β)^{d/4}$",
        (together, np.exp(-beta / 2 * squared)),
        needs=(right,),
    )


def _enough(bound: Callable[[int], float], U: Array) -> int:
    """The smallest number of terms, from |u| on, whose bound keeps the promise."""
    low = high = max(1, int(np.ceil(np.abs(U).max())))
    while bound(high) > SERIES_TOLERANCE:
        high *= 2
    return low + bisect_left(
        range(low, high), True, key=lambda count: bound(count) <= SERIES_TOLERANCE
    )


def _normal(z: ArrayLike, mean: ArrayLike, variance: float) -> Array:
    """The normal density N(z; mean, variance)."""
    exponent = -((np.asarray(z) - mean) ** 2) / (2 * variance)
    return np.asarray(np.exp(exponent) / np.sqrt(2 * pi * variance))


def _grid(centres: Array, step: float) -> Array:
    """The multiples of ``step`` within 18 steps of any centre."""
    near = np.round(centres / step)[:, None] + np.arange(-18, 19)
    return np.asarray(np.unique(near) * step)
