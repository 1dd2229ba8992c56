"""Kernel ridge regression by putting w = Φᵀα into the loss, and the cancelled K."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Step, assume, derivation
from kernellab._arrays import Array
from kernellab._linalg import features_of, rank
from kernellab.course.shared import ingredients as given

__all__ = ["kernel_ridge_by_substitution"]


@derivation(
    "Kernel ridge regression, by substitution",
    claim="the dual weights, also where K is singular",
)
def kernel_ridge_by_substitution(
    K: ArrayLike, y: ArrayLike, lam: float
) -> Iterator[Step]:
    """Minimise over α where w = Φᵀα: K times the gradient's bracket (K + λI)α − y is 0.

    ``K`` is a Gram matrix (n, n), ``y`` (n,), ``lam`` λ ≥ 0. Cancelling needs K
    invertible: otherwise the stationary points are (K + λI)⁻¹y plus the null space of
    K. They all give the same w, so for λ > 0 nothing else is lost.

    Raises ValueError for λ < 0 and for a K that is not symmetric.

    Source: Kernelized linear regression (kernelized ridge regression), where K is
    cancelled without a word.

    >>> K, y = [[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0]
    >>> kernel_ridge_by_substitution(K, y, lam=0.5).holds
    True
    >>> singular = kernel_ridge_by_substitution(np.ones((2, 2)), y, lam=0.5)
    >>> singular.first_failure.number
    7
    """
    K, y, lam, _ = given.ridge_on_gram(K, y, lam)
    n = len(K)
    Phi = features_of(K)
    system = K + lam * np.eye(n)
    inverts, found = given.full_rank("K + λI", system), rank(K)
    seen = f"its rank is {found} of {n}, so α plus any v with Kv = 0 is stationary too"
    cancels = assume("K invertible", found == n, seen)
    worst = given.condition_of_system(system, inverts)
    line = partial(Step, needs=(inverts,), condition=worst)
    largest = float(np.abs(y).max())
    # An α for which Kα is as long as y
    unit = (float(np.linalg.norm(y)) or 1.0) / (float(np.linalg.norm(K)) or 1.0)
    trial = unit * np.cos(np.arange(n))
    # The numbers that cancel in the gradient
    parts = given.length(K, trial) + lam * given.length(trial) + given.length(y)
    terms = given.length(K) * parts

    def loss(alpha: Array) -> float:
        return float(np.sum((y - K @ alpha) ** 2) + lam * alpha @ K @ alpha)

    yield given.on_features(given.SOME_FEATURES, K, Phi)
    w = Phi.T @ trial
    yield Step(
        r"\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2"
        r"=\Vert y-K\alpha\Vert^2+\lambda\,\alpha^\top K\alpha,\quad w=\Phi^\top\alpha",
        "put $w = Φᵀα$ into the loss: only $K$ is left; checked at one $α$ that is no"
        " minimum",
        given.ridge_objective(Phi, y, lam, w),
        loss(trial),
        scale=float(y @ y),  # for one point without λ this α is the minimum
    )
    ways = unit * np.eye(n)
    numerical = np.array([loss(trial + way) - loss(trial - way) for way in ways])
    numerical /= 2 * unit
    yield Step(
        r"\frac{\partial L}{\partial\alpha}=-2K(y-K\alpha)+2\lambda K\alpha",
        "differentiate; beside it central differences of the loss, exact for a"
        " quadratic but for rounding",
        numerical,
        -2 * K @ (y - K @ trial) + 2 * lam * K @ trial,
        scale=terms,
    )
    yield Step(
        r"\frac{\partial L}{\partial\alpha}=2K\,((K+\lambda I)\alpha-y)",
        "both terms have the factor $K$ on the left; take it out",
        numerical,
        2 * K @ (system @ trial - y),
        scale=terms,
    )
    alpha = given.solution(system, y, inverts)
    yield line(
        r"-2K(y-K\hat\alpha)+2\lambda K\hat\alpha=0,\quad"
        r"\hat\alpha=(K+\lambda I)^{-1}y",
        "where the bracket is 0 so is the gradient: this is one stationary point,"
        " whether $K$ is invertible or not",
        -2 * K @ (y - K @ alpha) + 2 * lam * K @ alpha,
        np.zeros(n),
        scale=given.gradient_scale(K, y),
    )
    # The stationary point without a null part: the columns of Φ are orthogonal, and
    # their squared lengths are eigenvalues of K
    shortest, s = np.zeros(n), np.sum(Phi**2, axis=0)
    if Phi.any():
        shortest = Phi @ ((Phi.T @ y) / s / (s + lam))
    yield line(
        r"\Phi^\top\alpha=\Phi^\top\hat\alpha",
        "two stationary points differ by a $v$ with $Kv = 0$, so $Φᵀv = 0$ and both"
        " give one $w$; $α$ is the shortest of them",
        Phi.T @ shortest,
        Phi.T @ alpha,
        scale=given.length(given.solution(system, Phi, inverts), y),
    )
    yield line(
        r"(K+\lambda I)\,\alpha=y",
        "cancel the factor $K$, which must be invertible for that; if it is singular, a"
        " stationary $α$ need not obey this line",
        system @ shortest,
        y,
        needs=(cancels,),
        scale=largest,
    )
    yield line(
        r"\alpha=(K+\lambda I)^{-1}y",
        "solve: now $α$ is the only stationary point",
        shortest,
        alpha,
        needs=(inverts, cancels),
    )
    yield line(
        r"\hat y(x)=w^\top\phi(x)=\sum_{i=1}^n\alpha_i\,k(x_i,x)",
        "predict with the $w$ of ridge regression on the features, and with a"
        " stationary $α$, which gives the same $w$",
        Phi @ given.ridge_minimiser(Phi, y, lam),
        K @ shortest,
        scale=largest,
    )
