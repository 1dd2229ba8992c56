"""Why the weights of ridge regression lie in the span of the features: the part outside costs and gains nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import null_space

from kernellab._arrays import Array, as_point, as_points, as_targets, nonnegative
from kernellab.course.derivations._algebra import condition
from kernellab.course.derivations.derivation import Step, assume, derivation, full_rank
from kernellab.solvers.ridge import WHY_LAM


@derivation("Ridge regression, by orthogonal parts", source="Kernelized linear regression, kernelized ridge regression")
def ridge_by_orthogonal_parts(Phi: ArrayLike, y: ArrayLike, lam: float, w: ArrayLike) -> Iterator[Step]:
    """Split any w = w∥ + w⊥: w⊥ changes no prediction and costs λ‖w⊥‖², so the best w has none and is Φᵀα.

    ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point; ``y`` (n,); ``lam`` λ > 0 (with λ = 0 every w⊥ is as good as none);
    ``w`` (m,) any weights, on which the split is shown.

    Raises ValueError for λ < 0, for shapes that do not fit and for data that are not finite numbers.

    Source: Kernelized linear regression (kernelized ridge regression), with the λ that its split objective lost.

    >>> ridge_by_orthogonal_parts([[1.0, 2.0]], [3.0], lam=0.5, w=[1.0, -1.0]).holds
    True
    """
    yield from _steps(as_points(Phi, "Phi"), y, nonnegative(lam, "lam", WHY_LAM), as_point(w, "w")[0])


def _steps(Phi: Array, targets: ArrayLike, lam: float, w: Array) -> Iterator[Step]:
    y, (n, m) = as_targets(targets, len(Phi)), Phi.shape
    if len(w) != m:
        raise ValueError(f"w has {len(w)} entries, but Phi has {m} columns: each feature has one weight. Try w=np.ones({m}).")
    positive = assume("λ > 0", lam > 0, f"λ = {lam:g}")
    outside = null_space(Phi)  # an orthonormal basis of what all rows of Φ are orthogonal to
    parallel, perpendicular = Phi.T @ np.linalg.lstsq(Phi.T, w)[0], outside @ (outside.T @ w)
    solved = condition(Phi)
    length = float(np.linalg.norm(w))

    def objective(w: Array) -> float:
        return float(np.sum((y - Phi @ w) ** 2) + lam * np.sum(w**2))

    yield Step(
        r"w=w_\parallel+w_\perp,\quad w_\parallel=\Phi^\top\alpha",
        "every w has one part in the span of the rows of Φ and one orthogonal to all of them",
        w,
        parallel + perpendicular,
        condition=solved,
    )
    yield Step(
        r"\Phi w_\perp=0",
        "each row of Φ is orthogonal to w⊥",
        Phi @ perpendicular,
        np.zeros(n),
        scale=float(np.linalg.norm(Phi)) * length,
    )
    yield Step(
        r"\Phi w=\Phi w_\parallel",
        "so w⊥ changes no prediction on the points",
        Phi @ w,
        Phi @ parallel,
        scale=float(np.abs(Phi).max()) * length,
        condition=solved,
    )
    yield Step(
        r"\Vert w\Vert^2=\Vert w_\parallel\Vert^2+\Vert w_\perp\Vert^2",
        "Pythagoras: the two parts are orthogonal",
        np.sum(w**2),
        np.sum(parallel**2) + np.sum(perpendicular**2),
        condition=solved,
    )
    split = np.sum((y - Phi @ parallel) ** 2) + lam * np.sum(parallel**2) + lam * np.sum(perpendicular**2)
    yield Step(
        r"\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2"
        r"=\Vert y-\Phi w_\parallel\Vert^2+\lambda\Vert w_\parallel\Vert^2+\lambda\Vert w_\perp\Vert^2",
        "put both into the objective; λ stands before both norms, though the notes lost it on the way",
        objective(w),
        split,
        condition=solved,
    )
    yield Step(
        r"J(w)-J(w_\parallel)=\lambda\Vert w_\perp\Vert^2,\quad J(w)=\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2",
        "dropping w⊥ lowers the objective by its penalty and changes nothing else",
        objective(w) - objective(parallel),
        lam * np.sum(perpendicular**2),
        scale=objective(w),  # the numbers that cancel
        condition=solved,
    )
    system = Phi @ Phi.T + lam * np.eye(n)
    inverts = full_rank("ΦΦᵀ + λI", system)
    # no minimiser is longer, and y may cancel in it
    longest = float(np.linalg.norm(np.linalg.solve(system, Phi)) * np.linalg.norm(y)) if inverts.holds else 0.0
    stacked = np.vstack([Phi, np.sqrt(lam) * np.eye(m)])
    best = np.linalg.lstsq(stacked, np.append(y, np.zeros(m)))[0]
    yield Step(
        r"\hat w_\perp=0",
        "where λ > 0 that is a strict gain unless w⊥ = 0, so the minimiser has no part outside the span",
        outside @ (outside.T @ best),
        np.zeros(m),
        needs=(positive,),
        scale=longest,
        condition=condition(stacked),
    )
    alpha = np.linalg.solve(system, y) if inverts.holds else np.full(n, np.nan)
    yield Step(
        r"\hat w=\Phi^\top\alpha=\sum_{i=1}^n\alpha_i\,\phi(x_i)",
        "what lies in the span is a combination of feature vectors; α = (ΦΦᵀ + λI)⁻¹y is one that gives it",
        best,
        Phi.T @ alpha,
        needs=(positive, inverts),
        scale=longest,
        condition=condition(system),
    )
