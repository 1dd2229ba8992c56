"""Ridge regression, from weights on features to weights on points, in two ways that meet."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import as_points, as_targets, nonnegative
from kernellab.course.derivations.derivation import Step, assume, derivation, full_rank
from kernellab.solvers.ridge import WHY_LAM


@derivation("Ridge regression, from primal to dual", source="Linear regression and kernels, equations 1-10")
def ridge_primal_to_dual(Phi: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """w lies in the span of the features, its weights are prediction differences, and they solve an n × n system.

    ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point; ``y`` (n,); ``lam`` λ > 0 (λ = 0 breaks the step that divides by it).

    Raises ValueError for λ < 0 and for data that are not finite numbers.

    Source: Linear regression and kernels, equations 1-10, with the factor 1/λ that equation 10 lost.

    >>> ridge_primal_to_dual([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    n, m = Phi.shape
    K = Phi @ Phi.T
    positive = assume("λ > 0", lam > 0, f"λ = {lam:g}")
    w = np.linalg.lstsq(np.vstack([Phi, np.sqrt(lam) * np.eye(m)]), np.append(y, np.zeros(m)))[0]
    a = y - Phi @ w
    size = np.abs(Phi).max() * np.abs(y).sum()  # the numbers that cancel in a gradient

    yield Step(
        r"-2\,\Phi^\top(y-\Phi w)+2\lambda w=0",
        "at the minimum of ‖y − Φw‖² + λ‖w‖² the gradient vanishes",
        -2 * Phi.T @ a + 2 * lam * w,
        np.zeros(m),
        scale=size,
    )
    span = Phi.T @ a / lam if lam > 0 else np.full(m, np.nan)
    yield Step(
        r"w=\frac{1}{\lambda}\,\Phi^\top a,\quad a=y-\Phi w",
        "divide by 2λ: w is a combination of feature vectors, and its weights are prediction differences",
        w,
        span,
        needs=(positive,),
        scale=float(np.linalg.norm(Phi) * np.linalg.norm(y)) / lam if lam > 0 else 0.0,
    )
    yield Step(
        r"a=y-\frac{1}{\lambda}\,Ka,\quad K=\Phi\Phi^\top",
        "put this w into a = y − Φw: only inner products of features are left",
        a,
        y - K @ a / lam if lam > 0 else np.full(n, np.nan),
        needs=(positive,),
        scale=float(np.linalg.norm(K) * np.linalg.norm(a)) / lam if lam > 0 else 0.0,
        condition=1 + float(np.linalg.norm(K)) / lam if lam > 0 else 1.0,
    )
    system = lam * np.eye(n) + K
    condition = np.linalg.cond(system)
    a_hat = lam * np.linalg.solve(system, y)
    yield Step(
        r"\hat a=\lambda\,(\lambda I+K)^{-1}y",
        "collect a on the left and solve; K has no negative eigenvalue, so λI + K is invertible",
        a,
        a_hat,
        needs=(positive, full_rank("λI + K", system)),
        scale=float(np.abs(y).max()),
        condition=condition,
    )
    alpha = np.linalg.solve(system, y)
    yield Step(
        r"\hat y(x)=\frac{1}{\lambda}\sum_t\hat a_t\,k(x_t,x)=\sum_t\alpha_t\,k(x_t,x)",
        "predict with w, and again without it; the printed equation 10 lost the factor 1/λ in its last member",
        Phi @ w,
        K @ alpha,
        needs=(positive,),
        scale=float(np.abs(y).max()),
        condition=condition,
    )


@derivation("Ridge regression, by pushing through", source="Lecture 16: Kernel ridge regression")
def ridge_push_through(Phi: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """The mean loss, its closed form, the push-through identity, and an n × n inverse in the place of an m × m one.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` the λ beside a SUM of losses; the lecture's λ is ``lam``/n.

    Raises ValueError for λ < 0 and for data that are not finite numbers.

    Source: Lecture 16, Kernel ridge regression (prediction reformulated).

    >>> ridge_push_through([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    n, m = Phi.shape
    K = Phi @ Phi.T
    inner, outer = Phi.T @ Phi + lam * np.eye(m), K + lam * np.eye(n)
    positive = assume("λ > 0", lam > 0, f"λ = {lam:g}")
    inner_inverts, outer_inverts = full_rank("ΦᵀΦ + λI", inner), full_rank("ΦΦᵀ + λI", outer)
    shortest = np.linalg.lstsq(np.vstack([Phi, np.sqrt(lam) * np.eye(m)]), np.append(y, np.zeros(m)))[0]
    w = np.linalg.solve(inner, Phi.T @ y) if inner_inverts.holds else shortest
    push = Phi @ np.linalg.inv(inner) if inner_inverts.holds else np.full((n, m), np.nan)
    inverse = np.linalg.inv(outer) if outer_inverts.holds else np.full((n, n), np.nan)
    size = np.abs(Phi).max() * np.abs(y).sum()
    length = float(np.linalg.norm(push) * np.linalg.norm(y))  # no w is longer, and y may cancel in it
    condition = max(np.linalg.cond(inner), np.linalg.cond(outer))

    yield Step(
        r"\frac{2}{n}\Phi^\top(\Phi w-y)+2\,\frac{\lambda}{n}w=0",
        "the gradient of the mean loss; the lecture's λ is our λ divided by n",
        2 / n * Phi.T @ (Phi @ w - y) + 2 * lam / n * w,
        np.zeros(m),
        scale=size / n,
    )
    yield Step(
        r"w=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y",
        "the closed form, an m × m inverse",
        w,
        shortest,
        needs=(positive, inner_inverts),
        scale=length,
        condition=condition,
    )
    yield Step(
        r"\Phi(\Phi^\top\Phi+\lambda I)^{-1}=(\Phi\Phi^\top+\lambda I)^{-1}\Phi",
        "push Φ through: both sides times (ΦᵀΦ + λI) from the right and (ΦΦᵀ + λI) from the left are ΦΦᵀΦ + λΦ",
        push,
        inverse @ Phi,
        needs=(positive, outer_inverts),
        condition=condition,
    )
    yield Step(
        r"\hat y=y^\top\Phi(\Phi^\top\Phi+\lambda I)^{-1}\phi(x)=y^\top(\Phi\Phi^\top+\lambda I)^{-1}\Phi\,\phi(x)",
        "transpose the prediction φ(x)ᵀw and use the identity: now the inverse is n × n",
        y @ push @ Phi.T,
        y @ inverse @ K,
        needs=(positive,),
        scale=float(np.abs(y).max()),
        condition=condition,
    )
    alpha = inverse @ y
    yield Step(
        r"\alpha=(K+\lambda I)^{-1}y,\quad w=\Phi^\top\alpha",
        "name the vector that does not depend on x; as a column, α and not its transpose",
        w,
        Phi.T @ alpha,
        needs=(positive,),
        scale=length,
        condition=condition,
    )
