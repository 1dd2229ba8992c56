"""Gradient descent never leaves the span of the features: induction over its steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Step, assume, derivation
from kernellab._arrays import as_points, positive_integer
from kernellab.course.shared.ingredients import condition, length
from kernellab.solvers.descent import Loss, descend

__all__ = ["span_by_descent"]


@derivation(
    "The span, by induction over gradient descent",
    claim="a start in the span is never left for a place outside it",
)
def span_by_descent(
    Phi: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    step: float,
    steps: int = 10,
    start: ArrayLike | None = None,
) -> Iterator[Step]:
    """From w₀ = 0, w is Σ βᵢφ(xᵢ) after any number of steps.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``loss`` a loss such as ``Squared()``, ``step`` > 0
    the step size s, ``steps`` ≥ 1 the number t of the step at which the induction is
    shown. ``start`` is w₀, zero if left out; a start off the span breaks the base case,
    and all the rest with it.

    Raises ValueError for a step that diverges and for data that do not fit the loss.

    Source: Kernels (explicit and implicit feature expansion), the proof by induction.

    >>> from kernellab.solvers.descent import Squared
    >>> Phi, y = [[1.0, 2.0, 0.0]], [3.0]
    >>> span_by_descent(Phi, y, Squared(), step=0.05).holds
    True
    >>> off = span_by_descent(Phi, y, Squared(), step=0.05, start=[0.0, 0.0, 1.0])
    >>> off.first_failure.number
    1
    """
    Phi = as_points(Phi, "Phi")
    steps = positive_integer(steps, "steps", "descent takes one after another")
    run = descend(Phi, y, loss, step=step, steps=steps + 1, start=start)
    y = np.asarray(y, dtype=float)
    w0, w, after = run.w[0], run.w[steps], run.w[steps + 1]
    line = partial(Step, condition=condition(Phi))
    beta0 = np.linalg.lstsq(Phi.T, w0)[0]
    away = length(w0 - Phi.T @ beta0)
    seen = f"a part of length {away:.3g} lies outside"
    inside = assume("w₀ in the span of the features", away <= 1e-9 * length(w0), seen)
    beta = beta0 + run.beta[steps]
    size = length(w) + length(run.beta[steps], Phi)
    # A step multiplies rounding by |1 − step · L| where that exceeds 1
    growth = 1.0
    if np.isfinite(loss.curvature):
        L = loss.curvature * float(np.linalg.norm(Phi, 2)) ** 2
        growth = max(1.0, abs(1 - run.step * L))
    magnified = np.exp(min(700.0, steps * np.log(growth)))
    yield line(
        r"w_0=\sum_{i=1}^n\beta_i^0\,\phi(x_i)",
        "the base case: zero is the combination with all weights zero",
        w0,
        Phi.T @ beta0,
        needs=(inside,),
    )
    line = partial(line, condition=condition(Phi) * magnified)
    yield line(
        r"w_t=\sum_{i=1}^n\beta_i^t\,\phi(x_i)",
        f"the hypothesis, here after $t = {steps}$ steps: $β$ was computed without ever"
        " looking at $w$",
        w,
        Phi.T @ beta,
        scale=size,
    )
    rounding = float(run.rounding[steps])
    gamma = loss.slope(Phi @ Phi.T @ beta, y, rounding)
    yield line(
        r"\frac{\partial L}{\partial w}=\sum_{i=1}^n\gamma_i\,\phi(x_i),"
        r"\quad\gamma_i=\ell^\prime(f(x_i),y_i)",
        "the chain rule: $w$ enters the loss only through $f(xᵢ) = wᵀφ(xᵢ)$, and so"
        " the gradient is a combination too",
        Phi.T @ loss.slope(Phi @ w, y, rounding),
        np.sum([g * phi for g, phi in zip(gamma, Phi, strict=True)], axis=0),
        scale=float(np.abs(Phi).max() * (np.abs(gamma).sum() + np.abs(y).sum())),
    )
    yield line(
        r"w_{t+1}=\sum_{i=1}^n(\beta_i^t-s\,\gamma_i)\,\phi(x_i)",
        "a step of size $s$ subtracts one combination from another: the hypothesis"
        " holds at $t + 1$",
        after,
        Phi.T @ (beta - run.step * gamma),
        scale=size,
    )
    yield line(
        r"f(x)=w_{t+1}^\top\phi(x)=\sum_{i=1}^n\beta_i^{t+1}k(x_i,x)",
        "so a prediction needs the kernel alone; here at the training points",
        Phi @ after,
        Phi @ Phi.T @ (beta - run.step * gamma),
        scale=size * length(Phi),
    )
