"""Ridge regression, from weights on features to weights on points, in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Step, derivation
from kernellab.course.shared import ingredients as given

__all__ = ["ridge_primal_to_dual", "ridge_push_through"]


@derivation(
    "Ridge regression, from primal to dual",
    claim="by prediction differences, for every λ > 0",
)
def ridge_primal_to_dual(Phi: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """w = Φᵀâ/λ, where the prediction differences â come from an n × n system.

    ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point; ``y`` (n,); ``lam`` λ > 0 (λ = 0 breaks
    the step that divides by it).

    Raises ValueError for λ < 0.

    Source: Linear regression and kernels, equations 1–10, with the factor 1/λ that
    equation 10 lost.

    >>> ridge_primal_to_dual([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    Phi, y, lam, positive = given.ridge_on_features(Phi, y, lam)
    n, m = Phi.shape
    K = Phi @ Phi.T
    w = given.ridge_minimiser(Phi, y, lam)
    a = y - Phi @ w
    line = partial(Step, needs=(positive,))

    yield Step(
        r"-2\,\Phi^\top(y-\Phi w)+2\lambda w=0",
        "at the minimum of $‖y − Φw‖² + λ‖w‖²$ the gradient vanishes",
        -2 * Phi.T @ a + 2 * lam * w,
        np.zeros(m),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(given.stacked(Phi, lam)),
    )
    yield line(
        r"w=\frac{1}{\lambda}\,\Phi^\top a,\quad a=y-\Phi w",
        "divide by $2λ$: $w$ is a combination of feature vectors, with the prediction"
        " differences over $λ$ as weights",
        w,
        Phi.T @ a / given.divisor(lam),
        scale=given.length(Phi, y) / given.divisor(lam),
    )
    yield line(
        r"a=y-\frac{1}{\lambda}\,Ka,\quad K=\Phi\Phi^\top",
        "put this $w$ into $a = y − Φw$: only inner products of features are left",
        a,
        y - K @ a / given.divisor(lam),
        scale=given.length(K, a) / given.divisor(lam),
        condition=1 + given.length(K) / given.divisor(lam),
    )
    system = lam * np.eye(n) + K
    line = partial(line, scale=float(np.abs(y).max()), condition=np.linalg.cond(system))
    inverts = given.full_rank("λI + K", system)
    alpha = given.solution(system, y, inverts)
    yield line(
        r"\hat a=\lambda\,(\lambda I+K)^{-1}y",
        "collect $a$ on the left and solve; $K$ has no negative eigenvalue, so $λI +"
        " K$ is invertible",
        a,
        lam * alpha,
        needs=(inverts,),
    )
    yield line(
        r"\hat y(x)=\frac{1}{\lambda}\sum_t\hat a_t\,k(x_t,x)=\sum_t\alpha_t\,k(x_t,x)",
        "predict with $w$, and again without it; $α = â/λ$ has the factor $1/λ$ inside",
        Phi @ w,
        K @ alpha,
    )


@derivation(
    "Ridge regression, by pushing through",
    claim="an n × n inverse in place of an m × m one",
)
def ridge_push_through(Phi: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """The push-through identity puts an n × n inverse in place of an m × m one.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` the λ beside a SUM of losses; beside their
    mean it is ``lam``/n.

    Raises ValueError for λ < 0.

    Source: Lecture 16, Kernel ridge regression (prediction reformulated).

    >>> ridge_push_through([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    Phi, y, lam, positive = given.ridge_on_features(Phi, y, lam)
    n, m = Phi.shape
    K = Phi @ Phi.T
    inner, outer = Phi.T @ Phi + lam * np.eye(m), K + lam * np.eye(n)
    inner_inverts = given.full_rank("ΦᵀΦ + λI", inner)
    outer_inverts = given.full_rank("ΦΦᵀ + λI", outer)
    shortest = given.ridge_minimiser(Phi, y, lam)
    w = np.linalg.solve(inner, Phi.T @ y) if inner_inverts.holds else shortest
    push = given.solution(inner, Phi.T, inner_inverts).T
    alpha = given.solution(outer, y, outer_inverts)
    worst = max(np.linalg.cond(inner), np.linalg.cond(outer))
    line = partial(Step, needs=(positive,), condition=worst)

    yield Step(
        r"\frac{2}{n}\Phi^\top(\Phi w-y)+2\,\frac{\lambda}{n}w=0",
        "the gradient of the mean loss vanishes; beside a mean the penalty is $λ/n$",
        2 / n * Phi.T @ (Phi @ w - y) + 2 * lam / n * w,
        np.zeros(m),
        scale=given.gradient_scale(Phi, y) / n,
        condition=given.condition(given.stacked(Phi, lam)),
    )
    yield line(
        r"w=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y",
        "the closed form, an $m × m$ inverse",
        w,
        shortest,
        needs=(positive, inner_inverts),
        scale=given.length(push, y),
    )
    yield line(
        r"\Phi(\Phi^\top\Phi+\lambda I)^{-1}=(\Phi\Phi^\top+\lambda I)^{-1}\Phi",
        "push $Φ$ through: both sides times $(ΦᵀΦ + λI)$ from the right and $(ΦΦᵀ +"
        " λI)$ from the left are $ΦΦᵀΦ + λΦ$",
        push,
        given.solution(outer, Phi, outer_inverts),
        needs=(positive, outer_inverts),
    )
    yield line(
        r"\hat y=y^\top\Phi(\Phi^\top\Phi+\lambda I)^{-1}\phi(x)"
        r"=y^\top(\Phi\Phi^\top+\lambda I)^{-1}\Phi\,\phi(x)",
        "transpose the prediction $φ(x)ᵀw$ and use the identity: now the inverse is"
        " $n × n$",
        y @ push @ Phi.T,
        alpha @ K,
        scale=float(np.abs(y).max()),
    )
    yield line(
        r"\alpha=(K+\lambda I)^{-1}y,\quad w=\Phi^\top\alpha",
        "name the vector that does not depend on $x$; as a column, $α$ and not its"
        " transpose",
        w,
        Phi.T @ alpha,
        scale=given.length(push, y),
    )
