"""Evidence: what one finite Gram matrix shows. It can refute a kernel, and it can never
prove one.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_points, as_rng, as_square, positive_integer
from kernellab._linalg import (
    EPS,
    SURE,
    asymmetry,
    eigen,
    features_of,
    in_range,
    is_psd,
    pivoted_cholesky,
    rounding_of_eigenvalues,
    unit_of,
)
from kernellab._points import SETS, STRINGS
from kernellab._verdicts import style_unless
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = ["psd_report", "refute"]

REACH = (
    10.0  # a hunt looks within this distance of the origin, coordinate by coordinate
)


@dataclass(frozen=True, repr=False, eq=False)
class PSDReport:
    """What a square matrix K shows, by each of the three equivalents: eigenvalues, a
    factor, the quadratic form.

    ``is_psd`` is the verdict; ``min_eigenvalue``, of (K + Kᵀ)/2, is judged against
    ``tolerance`` = n · machine epsilon · largest |eigenvalue|; ``rank`` counts
    eigenvalues above it; ``witness`` is a vector c with cᵀKc < 0, or None;
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
        """A, (rank, n), or a row of zeros: eigenvectors times roots of eigenvalues; AᵀA
        = K if K is positive semidefinite.
        """
        return features_of(self.K).T

    @cached_property
    def cholesky(self) -> Array:
        """R, a row for each pivot, by Cholesky's method with pivots, which stops where
        none is left that is positive.
        """
        return pivoted_cholesky(self.K, self.tolerance)[0].T

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {said}" for name, said in self._lines())

    def _repr_html_(self) -> str:
        left = 'style="text-align:left"'
        rows = (
            f"<td {left}>{html.escape(name)}</td><td {left}>{html.escape(said)}</td>"
            for name, said in self._lines()
        )
        return (
            "<table>"
            + "".join(f"<tr{style_unless(self.is_psd)}>{row}</tr>" for row in rows)
            + "</table>"
        )

    def _lines(self) -> list[tuple[str, str]]:
        n = len(self.K)
        of = " of (K + Kᵀ)/2" if self.asymmetry else ""
        smallest = (
            f"{self.min_eigenvalue:.3g}"
            if abs(self.min_eigenvalue) > self.tolerance
            else "0 to rounding"
        )
        judged = f"tolerance n · ε · max|eigenvalue| = {self.tolerance:.0e}"
        shallow = (
            self.witness is not None
            and -self.min_eigenvalue * n * EPS <= SURE * self.tolerance
        )
        doubt = (
            ", by no more than the formula that filled K may have lost"
            if shallow
            else ""
        )
        lines = [
            (
                "verdict",
                (
                    f"{n} × {n}, {'' if self.is_psd else 'not '}positive"
                    f" semidefinite{doubt}"
                ),
            ),
            (
                f"eigenvalues{of}",
                (
                    f"the smallest is {smallest}; {self.rank} of {n} are positive"
                    f" ({judged})"
                ),
            ),
            (
                "K = AᵀA",
                (
                    f"from eigenvectors {self._fits(self.factor)}; by Cholesky with"
                    f" pivots {self._fits(self.cholesky)}"
                ),
            ),
        ]
        if self.asymmetry:
            i, j = self.asymmetry
            lines.insert(
                1,
                (
                    "symmetry",
                    (
                        f"lost: K[{i}, {j}] = {self.K[i, j]:.4g} but K[{j}, {i}] ="
                        f" {self.K[j, i]:.4g}"
                    ),
                ),
            )
        if self.witness is None:
            lines.append(
                ("cᵀKc", f"never below −tolerance · ‖c‖², for no eigenvalue{of} is")
            )
        else:
            unit = unit_of(self.K)
            depth = float(self.witness @ (self.K / unit) @ self.witness) * unit
            lines.append(("cᵀKc", f"{depth:.3g} for the unit vector c = witness"))
        return lines

    def _fits(self, factor: Array) -> str:
        unit = unit_of(self.K)
        A = factor / np.sqrt(unit)
        missed = np.linalg.norm(A.T @ A - self.K / unit)
        return (
            "to rounding"
            if self.is_psd and missed <= 2 * len(self.K) * (self.tolerance / unit)
            else "not: no real A gives K"
        )


def psd_report(K: ArrayLike) -> PSDReport:
    """Whether K is a Gram matrix of some vectors: symmetric, and no cᵀKc < 0.

    ``K`` is (n, n). An eigenvalue counts as negative below −n · ε · max|eigenvalue|,
    where ε is machine epsilon, for rounding alone can make one that small. Returns a
    ``PSDReport`` with the verdict, the numbers that it rests on, and a witness.

    Raises ValueError if K is not square or holds what is not a finite number. An
    asymmetric K is reported, not refused.

    Source: Kernels, explicit and implicit feature expansion (three equivalents);
    Kernelized linear regression.

    >>> report = psd_report([[1.0, 2.0], [2.0, 1.0]])
    >>> report.is_psd, round(report.min_eigenvalue, 6)
    (False, -1.0)
    >>> bool(report.witness @ report.K @ report.witness < 0)
    True
    """
    K = as_square(K)
    values, vectors, unit = eigen(K)
    tolerance, lost, negative = (
        rounding_of_eigenvalues(values),
        asymmetry(K),
        not is_psd(values),
    )
    return PSDReport(
        K=K,
        is_psd=not negative and lost is None,
        min_eigenvalue=float(
            in_range(np.array(float(values[0]) * unit), "the smallest eigenvalue of K")
        ),
        tolerance=tolerance * unit,
        rank=int((values > tolerance).sum()),
        witness=vectors[:, 0] if negative else None,
        asymmetry=lost,
    )


@dataclass(frozen=True, repr=False, eq=False)
class Refutation:
    """Points X, (n, d), whose Gram matrix under ``kernel`` is not positive
    semidefinite, and the ``report`` on it.
    """

    kernel: Kernel
    X: Array
    report: PSDReport

    def __repr__(self) -> str:
        shown = ", ".join("(" + ", ".join(f"{t:.2f}" for t in x) + ")" for x in self.X)
        return (
            f"{self.kernel!r} is refuted by {len(self.X)} point(s):"
            f" {shown}\n{self.report!r}"
        )


def refute(
    k: Kernel, d: int = 1, tries: int = 300, rng: int | np.random.Generator = 0
) -> Refutation | None:
    """Look for points that show that k is no kernel: the fewest found, or None if none
    were.

    Draws sets of 1, 2, 3, 5 and 8 points of ``d`` coordinates, at scales from 0.1 to 10
    around the origin, ``tries`` sets a size, and improves the most promising ones by
    pushing the smallest eigenvalue down. ``rng`` is a generator or a seed. None is no
    proof: only ``certificate(k)`` can be one.

    Raises TypeError if ``k`` is no kernel on vectors, ValueError for sizes that are not
    whole numbers and for a k that has no value on any of the sets that were drawn.

    Source: Kernels, explicit and implicit feature expansion (not every function is a
    kernel).

    >>> from kernellab import RBF, Parabola
    >>> len(refute(Parabola()).X)
    2
    >>> refute(RBF(1.0)) is None
    True
    """
    k, d = as_kernel(k), positive_integer(d, "d", "a point has coordinates")
    tries = positive_integer(tries, "tries", "a search needs some")
    if k.kind in (STRINGS, SETS):
        raise TypeError(
            f"k = {k!r} works on {k.kind.name}, and a hunt draws vectors, for only they"
            f" can be moved a little. Try psd_report(gram(k, X)) on {k.kind.name} of"
            " yours."
        )
    rng, seen = as_rng(rng), False
    for n in (1, 2, 3, 5, 8):
        draws = [
            scale * rng.uniform(-1, 1, size=(n, d))
            for scale in REACH ** rng.uniform(-1, 1, size=tries)
        ]
        depths = np.array([_depth(k, X) for X in draws])
        best = [i for i in np.argsort(depths)[:5] if np.isfinite(depths[i])]
        seen = seen or bool(best)
        for i in best:
            X = draws[i] if depths[i] < -SURE else _pushed(k, draws[i])
            if _depth(k, X) < -SURE:
                return Refutation(k, X, psd_report(gram(k, X)))
    if not seen:
        gram(k, draws[0])  # says what is wrong
    return None


def _depth(k: Kernel, X: Array) -> float:
    """The smallest eigenvalue over the largest in size, −1 for a table that is not
    symmetric; ∞ where k is undefined.
    """
    try:
        K = gram(k, X)
    except ValueError:
        return np.inf
    if asymmetry(K) is not None:
        return -1.0
    values = np.linalg.eigvalsh(K / unit_of(K))
    return float(values[0] / max(np.abs(values).max(), np.finfo(float).tiny))


def _pushed(k: Kernel, X: Array) -> Array:
    """The points moved so that the smallest eigenvalue falls, without derivatives:
    impostors jump.
    """
    from scipy.optimize import minimize

    box = [(-REACH, REACH)] * X.size
    found = minimize(
        lambda x: min(1.0, _depth(k, x.reshape(X.shape))),
        X.ravel(),
        method="Powell",
        bounds=box,
        options={"maxfev": 300},
    )
    return as_points(np.reshape(found.x, X.shape))
