"""Evidence from Gram matrices, which can refute a kernel but cannot prove one."""

import html
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernellab._arrays import Array, ArrayLike, as_square, counted, positive_integer
from kernellab._linalg import asymmetry, eigen, features_of, pivoted_cholesky
from kernellab._points import SETS, STRINGS
from kernellab._tolerances import EPS, FORMULA_ROUNDING, is_psd, rounding_of_eigenvalues
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel, as_kernel
from kernellab.kernels.certificate import RED

__all__ = ["psd_report", "refute"]

LARGEST_COORDINATE = 10.0  # of the points that are searched
SETS_OF_EACH_SIZE = 300


@dataclass(frozen=True, repr=False, eq=False)
class PSDReport:
    """Whether a square matrix K is a Gram matrix, in three equivalent ways.

    ``min_eigenvalue`` of (K + Kᵀ)/2 is judged against ``tolerance`` = n · ε ·
    max|eigenvalue|, and ``rank`` counts the eigenvalues above it. ``witness`` is c with
    cᵀKc < 0, or None, ``asymmetry`` where Kᵢⱼ and Kⱼᵢ differ most, or None.
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
        """A, (rank, n), from eigenvectors: AᵀA = K if K is positive semidefinite."""
        return features_of(self.K).T

    @cached_property
    def cholesky(self) -> Array:
        """R by Cholesky's method with pivots, a row for each positive pivot."""
        return pivoted_cholesky(self.K, self.tolerance)[0].T

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {text}" for name, text in self._lines())

    def _repr_html_(self) -> str:
        shade = "" if self.is_psd else f' style="background:{RED}"'
        left = '<td style="text-align:left">'
        cells = (
            f"<tr{shade}>{left}{html.escape(name)}</td>{left}{_typeset(text)}</td></tr>"
            for name, text in self._lines()
        )
        return f"<table>{''.join(cells)}</table>"

    def _lines(self) -> list[tuple[str, str]]:
        n, lowest, tolerance = len(self.K), self.min_eigenvalue, self.tolerance
        verdict = f"{n} × {n}, {'' if self.is_psd else 'not '}positive semidefinite"
        largest = tolerance / (n * EPS)  # eigenvalue, in absolute value
        if self.witness is not None and -lowest <= FORMULA_ROUNDING * largest:
            verdict += ", by no more than the rounding of the formula that filled K"
        lines, of_which = [("verdict", verdict)], ""
        if self.asymmetry:
            (i, j), of_which = self.asymmetry, " of (K + Kᵀ)/2"
            upper, lower = self.K[i, j], self.K[j, i]
            entries = f"K[{i}, {j}] = {upper:.12g} but K[{j}, {i}] = {lower:.12g}"
            lines.append(("symmetry", f"none, as {entries}"))
        smallest = f"{lowest:.3g}" if abs(lowest) > tolerance else "0 to rounding"
        cKc = f"at least {smallest} · ‖c‖², so not negative"
        if smallest == "0 to rounding":
            cKc = "not negative, to rounding"
        if self.witness is not None:
            depth = self.witness @ self.K @ self.witness
            cKc = f"{depth:.3g} for the unit vector c = witness"
        eigenvalues = (
            f"the smallest is {smallest}; {self.rank} of {n} are positive"
            f" (tolerance n · ε · max|eigenvalue| = {tolerance:.0e})"
        )
        factors = "no real A gives K, from eigenvectors or by Cholesky"
        fits = [self._fits(A) for A in (self.factor, self.cholesky)]
        if any(fits):
            how = ["exact to rounding" if fit else "not exact" for fit in fits]
            factors = f"{how[0]} for A from eigenvectors, {how[1]} for A by Cholesky"
        lines += [(f"eigenvalues{of_which}", eigenvalues), ("K = AᵀA", factors)]
        return [*lines, ("cᵀKc", cKc)]

    def _fits(self, A: Array) -> bool:
        missed = np.linalg.norm(A.T @ A - self.K)
        return self.is_psd and bool(missed <= 2 * len(self.K) * self.tolerance)


def _typeset(text: str) -> str:
    """A line of a report as HTML, with true minuses and powers of ten."""
    text = re.sub(r"(?<!\w)-(?=\d)|(?<=\de)-", "−", html.escape(text))
    text = re.sub(r" ([·=+]) ", "\u00a0\\1\u00a0", text)  # a formula stays in its line
    return re.sub(r"(\d)e\+?(−?)0*(\d+)", "\\1\u00a0·\u00a010<sup>\\2\\3</sup>", text)


def psd_report(K: ArrayLike) -> PSDReport:
    """Whether K is a Gram matrix of some vectors: symmetric, and no cᵀKc < 0.

    ``K`` is (n, n). An eigenvalue counts as negative below −n · ε · max|eigenvalue|,
    what rounding alone can make. An asymmetric K is reported, not refused.

    Source: Kernels, explicit and implicit feature expansion (three equivalents).

    >>> report = psd_report([[1.0, 2.0], [2.0, 1.0]])
    >>> report.is_psd, round(report.min_eigenvalue, 6)
    (False, -1.0)
    >>> bool(report.witness @ report.K @ report.witness < 0)
    True
    """
    return _report(as_square(K))


def _report(K: Array) -> PSDReport:
    values, vectors = eigen(K)
    tolerance, entry = rounding_of_eigenvalues(values), asymmetry(K)
    negative = not is_psd(values)
    return PSDReport(
        K=K,
        is_psd=not negative and entry is None,
        min_eigenvalue=float(values[0]),
        tolerance=tolerance,
        rank=int((values > tolerance).sum()),
        witness=vectors[:, 0] if negative else None,
        asymmetry=entry,
    )


@dataclass(frozen=True, repr=False, eq=False)
class Refutation:
    """Points X, (n, d), and the ``report`` on their Gram matrix under ``kernel``."""

    kernel: Kernel
    X: Array
    report: PSDReport

    def __repr__(self) -> str:
        shown = ", ".join("(" + ", ".join(f"{t:.2f}" for t in x) + ")" for x in self.X)
        many = counted(len(self.X), "point")
        return f"{self.kernel!r} is refuted by {many}: {shown}\n{self.report!r}"


def refute(k: Kernel, d: int = 1) -> Refutation | None:
    """Search for points that show that k is not a kernel: the fewest found, or None.

    Draws 300 sets each of 1, 2, 3, 4, 5 and 8 points of ``d`` coordinates, at scales
    from 0.1 to 10. The five with the smallest eigenvalues are moved so that these fall.
    ``None`` is no proof; only ``certificate(k)`` is one.

    Raises TypeError for a kernel on strings or sets, and the errors of k.

    Source: Kernels, explicit and implicit feature expansion.

    >>> from kernellab import RBF, Parabola
    >>> len(refute(Parabola()).X)
    2
    >>> refute(RBF(1.0)) is None
    True
    """
    k, d = as_kernel(k), positive_integer(d, "d", "a point has coordinates", 2**10)
    if k.kind in (STRINGS, SETS):
        raise TypeError(
            f"k = {k!r} works on {k.kind.name}, but a search draws vectors and moves"
            f" them a little. Try psd_report(gram(k, X)) on {k.kind.name} of yours."
        )
    rng, defined = np.random.default_rng(0), False
    for n in (1, 2, 3, 4, 5, 8):
        scales = LARGEST_COORDINATE ** rng.uniform(-1, 1, size=SETS_OF_EACH_SIZE)
        draws = [scale * rng.uniform(-1, 1, size=(n, d)) for scale in scales]
        smallest = np.array([_smallest_eigenvalue(k, X) for X in draws])
        best = [i for i in np.argsort(smallest)[:5] if np.isfinite(smallest[i])]
        defined = defined or bool(best)
        for i in best:
            X = draws[i] if smallest[i] < -FORMULA_ROUNDING else _moved(k, draws[i])
            if _smallest_eigenvalue(k, X) < -FORMULA_ROUNDING:
                return Refutation(k, X, _report(gram(k, X)))
    if not defined:
        gram(k, draws[0])  # raises the error
    return None


def _smallest_eigenvalue(k: Kernel, X: Array) -> float:
    """The smallest eigenvalue relative to the largest in size; ∞ where k is undefined,
    −1 for a table that is not symmetric.
    """
    try:
        K = gram(k, X)
    except ValueError:
        return np.inf
    if asymmetry(K) is not None:
        return -1.0
    values = np.linalg.eigvalsh(K)
    return float(values[0] / max(np.abs(values).max(), np.finfo(float).tiny))


def _moved(k: Kernel, X: Array) -> Array:
    """The points moved so that the smallest eigenvalue falls."""
    from scipy.optimize import minimize

    # A method without derivatives, since functions that are no kernels may jump
    found = minimize(
        lambda x: min(1.0, _smallest_eigenvalue(k, x.reshape(X.shape))),
        X.ravel(),
        method="Powell",
        bounds=[(-LARGEST_COORDINATE, LARGEST_COORDINATE)] * X.size,
        options={"maxfev": 300},
    )
    return np.reshape(found.x, X.shape)
