"""Evidence: what one finite Gram matrix shows. It can refute a kernel, and it can never prove one."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg.lapack import dpstrf

from kernellab._arrays import Array, as_points, as_rng, as_square, whole
from kernellab._linalg import features_of, rounding_of_eigenvalues
from kernellab._points import SETS, STRINGS
from kernellab._verdicts import style_unless
from kernellab.compare import residual
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel

REACH = 10.0  # a hunt looks within this distance of the origin, coordinate by coordinate
SURE = 1e-9  # a negative eigenvalue this large, relative to the largest, is not the rounding of any formula


@dataclass(frozen=True, repr=False, eq=False)
class PSDReport:
    """What a square matrix K shows, by each of the three equivalents: eigenvalues, a factor, the quadratic form.

    ``is_psd`` is the verdict; ``min_eigenvalue``, of (K + Kᵀ)/2, is judged against ``tolerance`` = n · machine epsilon ·
    largest |eigenvalue|; ``rank`` counts eigenvalues above it; ``witness`` is a vector c with cᵀKc < 0, or None;
    ``asymmetry`` is the place (i, j) where Kᵢⱼ and Kⱼᵢ differ most, or None.
    """

    K: Array
    is_psd: bool
    min_eigenvalue: float
    tolerance: float
    rank: int
    witness: Array | None
    asymmetry: tuple[int, int] | None

    @cached_property
    def factor(self) -> Array:
        """A, (rank, n), out of eigenvectors and roots of eigenvalues; AᵀA = K if K is positive semidefinite."""
        return features_of(self.K).T

    @cached_property
    def cholesky(self) -> Array:
        """R, (rank, n), by Cholesky's method with pivots, which stops where no positive pivot is left."""
        R, pivots, rank, _ = dpstrf(self.K, tol=self.tolerance)
        factor = np.empty((rank, len(R)))
        factor[:, pivots - 1] = np.triu(R)[:rank]
        return factor

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {said}" for name, said in self._lines())

    def _repr_html_(self) -> str:
        left = 'style="text-align:left"'
        rows = (f"<td {left}>{html.escape(name)}</td><td {left}>{html.escape(said)}</td>" for name, said in self._lines())
        return "<table>" + "".join(f"<tr{style_unless(self.is_psd)}>{row}</tr>" for row in rows) + "</table>"

    def _lines(self) -> list[tuple[str, str]]:
        n = len(self.K)
        of = " of (K + Kᵀ)/2" if self.asymmetry else ""
        smallest = f"{self.min_eigenvalue:.3g}" if abs(self.min_eigenvalue) > self.tolerance else "0 to rounding"
        lines = [
            ("verdict", f"{n} × {n}, {'' if self.is_psd else 'not '}positive semidefinite"),
            (
                f"eigenvalues{of}",
                f"the smallest is {smallest}; {self.rank} of {n} are positive "
                f"(tolerance n · ε · max|λ| = {self.tolerance:.0e})",
            ),
            (
                "K = AᵀA",
                f"from eigenvectors {_fits(self.factor, self.K)}; by Cholesky with pivots {_fits(self.cholesky, self.K)}",
            ),
        ]
        if self.asymmetry:
            i, j = self.asymmetry
            lines.insert(1, ("symmetry", f"lost: K[{i}, {j}] = {self.K[i, j]:.4g} but K[{j}, {i}] = {self.K[j, i]:.4g}"))
        if self.witness is None:
            lines.append(("cᵀKc", f"never below −tolerance · ‖c‖², for no eigenvalue{of} is"))
        else:
            lines.append(("cᵀKc", f"{self.witness @ self.K @ self.witness:.3g} for the unit vector c = witness"))
        return lines


def psd_report(K: ArrayLike) -> PSDReport:
    """Whether K is a Gram matrix of some vectors: symmetric, and no cᵀKc < 0.

    ``K`` is (n, n). An eigenvalue counts as negative below −n · ε · max|λ|, where ε is machine epsilon, for rounding
    alone can make one that small. Returns a ``PSDReport`` with the verdict, the numbers that it rests on, and a witness.

    Raises ValueError if K is not square or holds what is not a finite number. An asymmetric K is reported, not refused.

    Source: Kernels, explicit and implicit feature expansion (three equivalents); Kernelized linear regression.

    >>> report = psd_report([[1.0, 2.0], [2.0, 1.0]])
    >>> report.is_psd, round(report.min_eigenvalue, 6)
    (False, -1.0)
    >>> bool(report.witness @ report.K @ report.witness < 0)
    True
    """
    K = as_square(K)
    unit = 2.0 ** (int(np.frexp(np.abs(K).max())[1]) - 1)  # a power of 2 rounds nothing, and keeps sums below 1.8e308
    values, vectors = np.linalg.eigh((K / unit + K.T / unit) / 2)
    tolerance = rounding_of_eigenvalues(values)
    gap = np.abs(K / unit - K.T / unit)
    lost = tuple(map(int, np.unravel_index(gap.argmax(), gap.shape))) if gap.max() > tolerance else None
    negative = bool(values[0] < -tolerance)
    return PSDReport(
        K=K,
        is_psd=not negative and lost is None,
        min_eigenvalue=float(values[0] * unit),
        tolerance=tolerance * unit,
        rank=int((values > tolerance).sum()),
        witness=vectors[:, 0] if negative else None,
        asymmetry=lost if lost is None else (lost[0], lost[1]),
    )


@dataclass(frozen=True, repr=False, eq=False)
class Refutation:
    """Points X, (n, d), whose Gram matrix under ``kernel`` is not positive semidefinite, and the ``report`` on it."""

    kernel: Kernel
    X: Array
    report: PSDReport

    def __repr__(self) -> str:
        shown = ", ".join("(" + ", ".join(f"{t:.2f}" for t in x) + ")" for x in self.X)
        return f"{self.kernel!r} is refuted by {len(self.X)} point(s): {shown}\n{self.report!r}"


def refute(k: Kernel, d: int = 1, tries: int = 300, seed: int = 0) -> Refutation | None:
    """Look for points that show that k is no kernel: the fewest found, or None if none were.

    Draws sets of 1, 2, 3, 5 and 8 points of ``d`` coordinates, at scales from 0.1 to 10 around the origin, ``tries``
    sets a size, and improves the most promising ones by pushing the smallest eigenvalue down. ``seed`` makes the search
    repeatable. None is no proof: only ``certificate(k)`` can be one.

    Raises TypeError if ``k`` is no kernel on vectors, ValueError for sizes that are not whole numbers and for a k that has no
    value on any of the points that were drawn.

    Source: Kernels, explicit and implicit feature expansion (not every function is a kernel).

    >>> from kernellab import RBF, Parabola
    >>> len(refute(Parabola()).X)
    2
    >>> refute(RBF(1.0)) is None
    True
    """
    k, d, tries = as_kernel(k), whole(d, "d", "a point has coordinates"), whole(tries, "tries", "a search needs some")
    if k.kind in (STRINGS, SETS):
        raise TypeError(
            f"k = {k!r} works on {k.kind.name}, and a hunt draws vectors, for only they can be moved a little. "
            f"Try psd_report(gram(k, X)) on {k.kind.name} of yours."
        )
    rng = as_rng(seed, "seed")
    for n in (1, 2, 3, 5, 8):
        draws = [scale * rng.uniform(-1, 1, size=(n, d)) for scale in REACH ** rng.uniform(-1, 1, size=tries)]
        depths = np.array([_depth(k, X) for X in draws])
        if not np.isfinite(depths).any():
            gram(k, draws[0])  # says what is wrong
        for i in np.argsort(depths)[:5]:
            if not np.isfinite(depths[i]):
                break
            X = draws[i] if depths[i] < -SURE else _pushed(k, draws[i])
            if _depth(k, X) < -SURE:
                return Refutation(k, X, psd_report(gram(k, X)))
    return None


def _depth(k: Kernel, X: Array) -> float:
    """The smallest eigenvalue over the largest in size, −1 for a table that is not symmetric; ∞ where k is undefined."""
    try:
        K = gram(k, X)
    except ValueError:
        return np.inf
    if residual(K, K.T) > SURE:
        return -1.0
    values = np.linalg.eigvalsh(K)
    return float(values[0] / max(np.abs(values).max(), np.finfo(float).tiny))


def _pushed(k: Kernel, X: Array) -> Array:
    """The points moved so that the smallest eigenvalue falls, without derivatives: impostors jump."""
    from scipy.optimize import minimize

    box = [(-REACH, REACH)] * X.size
    found = minimize(
        lambda x: min(1.0, _depth(k, x.reshape(X.shape))), X.ravel(), method="Powell", bounds=box, options={"maxfev": 300}
    )
    return as_points(np.reshape(found.x, X.shape))


def _fits(factor: Array, K: Array) -> str:
    return "to rounding" if residual(factor.T @ factor, K) < 1e-12 * len(K) else "not: no real A gives K"
