"""The weights of ridge regression lie in the span of the features."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import null_space

from askfirst import Step, derivation
from kernellab._arrays import as_point
from kernellab.course.shared import ingredients as given

__all__ = ["ridge_by_orthogonal_parts"]


@derivation(
    "Ridge regression, by orthogonal parts",
    claim="the minimiser lies in the span of the feature vectors",
)
def ridge_by_orthogonal_parts(
    Phi: ArrayLike, y: ArrayLike, lam: float, w: ArrayLike
) -> Iterator[Step]:
    """For w = w∥ + w⊥ the part w⊥ changes no prediction and costs λ‖w⊥‖².

    So the best w has no w⊥, and is Φᵀα. ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point;
    ``y`` (n,); ``lam`` λ > 0 (with λ = 0 every w⊥ is as good as none); ``w`` (m,) any
    weights, on which the split is shown.

    Raises ValueError for λ < 0 and for shapes that do not fit.

    Source: Kernelized linear regression (kernelized ridge regression), with the λ that
    its split objective lost.

    >>> ridge_by_orthogonal_parts([[1.0, 2.0]], [3.0], lam=0.5, w=[1.0, -1.0]).holds
    True
    """
    Phi, y, lam, positive = given.ridge_on_features(Phi, y, lam)
    w = as_point(w, "w").ravel()
    n, m = Phi.shape
    if len(w) != m:
        raise ValueError(
            f"w has {len(w)} entries, but Phi has {m} columns: each feature has one"
            f" weight. Try w=np.ones({m})."
        )
    outside = null_space(Phi)  # an orthonormal basis, orthogonal to all rows of Φ
    parallel = Phi.T @ np.linalg.lstsq(Phi.T, w)[0]
    perpendicular = outside @ (outside.T @ w)
    line = partial(Step, condition=given.condition(Phi))

    yield line(
        r"w=w_\parallel+w_\perp,\quad w_\parallel=\Phi^\top\alpha",
        "every $w$ has one part in the span of the rows of $Φ$ and one orthogonal to"
        " all of them",
        w,
        parallel + perpendicular,
    )
    yield Step(
        r"\Phi w_\perp=0",
        "each row of $Φ$ is orthogonal to $w⊥$",
        Phi @ perpendicular,
        np.zeros(n),
        scale=given.length(Phi, w),
    )
    yield line(
        r"\Phi w=\Phi w_\parallel",
        "so $w⊥$ changes no prediction on the points",
        Phi @ w,
        Phi @ parallel,
        scale=float(np.abs(Phi).max()) * given.length(w),
    )
    yield line(
        r"\Vert w\Vert^2=\Vert w_\parallel\Vert^2+\Vert w_\perp\Vert^2",
        "Pythagoras: the two parts are orthogonal",
        np.sum(w**2),
        np.sum(parallel**2) + np.sum(perpendicular**2),
    )
    whole = given.ridge_objective(Phi, y, lam, w)
    without = given.ridge_objective(Phi, y, lam, parallel)
    penalty = lam * np.sum(perpendicular**2)
    yield line(
        r"\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2"
        r"=\Vert y-\Phi w_\parallel\Vert^2+\lambda\Vert w_\parallel\Vert^2"
        r"+\lambda\Vert w_\perp\Vert^2",
        "put both into the objective; $λ$ multiplies both squared norms",
        whole,
        without + penalty,
    )
    yield line(
        r"J(w)-J(w_\parallel)=\lambda\Vert w_\perp\Vert^2,\quad"
        r" J(w)=\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2",
        "dropping $w⊥$ lowers the objective by its penalty and changes nothing else",
        whole - without,
        penalty,
        scale=whole,  # the numbers that cancel
    )
    system = Phi @ Phi.T + lam * np.eye(n)
    inverts = given.full_rank("ΦΦᵀ + λI", system)
    # no minimiser is longer, and y may cancel in it
    line = partial(line, scale=given.length(given.solution(system, Phi, inverts), y))
    best = given.ridge_minimiser(Phi, y, lam)
    yield line(
        r"\hat w_\perp=0",
        "where $λ > 0$ that is a strict gain unless $w⊥ = 0$, so the minimiser has no"
        " part outside the span",
        outside @ (outside.T @ best),
        np.zeros(m),
        needs=(positive,),
        condition=given.condition(given.stacked(Phi, lam)) ** 2,
    )
    yield line(
        r"\hat w=\Phi^\top\alpha=\sum_{i=1}^n\alpha_i\,\phi(x_i)",
        "what lies in the span is a combination of feature vectors; $α = (ΦΦᵀ +"
        " λI)⁻¹y$ is one that gives it",
        best,
        Phi.T @ given.solution(system, y, inverts),
        needs=(positive, inverts),
        condition=given.condition(system),
    )
