"""The span of the features: why weights lie in it, and descent never leaves it."""

from functools import partial

import numpy as np
from scipy.linalg import null_space

from askfirst import Step, Steps, assume, derivation
from kernellab._arrays import ArrayLike, as_point, as_points, positive_integer
from kernellab.course.shared import ingredients as given
from kernellab.solvers.descent import Loss, descend


@derivation(
    "The span, by induction over gradient descent",
    claim="descent that starts in the span stays in it",
)
def span_by_descent(
    Phi: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    step: float,
    steps: int = 10,
    start: ArrayLike | None = None,
) -> Steps:
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
    line = partial(Step, condition=given.condition(Phi))
    beta0 = np.linalg.lstsq(Phi.T, w0)[0]
    away = given.length(w0 - Phi.T @ beta0)
    seen = f"a part of length {away:.3g} lies outside"
    lies_in = away <= 1e-9 * given.length(w0)
    inside = assume("w₀ in the span of the features", lies_in, seen)
    beta = beta0 + run.beta[steps]
    size = given.length(w) + given.length(run.beta[steps], Phi)
    # A step multiplies rounding by |1 − step · L| where that exceeds 1
    growth = 1.0
    if np.isfinite(loss.curvature):
        L = loss.curvature * float(np.linalg.norm(Phi, 2)) ** 2
        growth = max(1.0, abs(1 - run.step * L))
    magnified = np.exp(min(700.0, steps * np.log(growth)))
    yield line(
        r"w_0=\sum_{i=1}^n\beta_i^0\,\phi(x_i)",
        "the base case: zero is the combination with all coefficients zero",
        (w0, Phi.T @ beta0),
        needs=(inside,),
    )
    line = partial(line, condition=given.condition(Phi) * magnified)
    yield line(
        r"w_t=\sum_{i=1}^n\beta_i^t\,\phi(x_i)",
        f"the hypothesis, here after $t = {steps}$ steps: $β$ was computed without ever"
        " looking at $w$",
        (w, Phi.T @ beta),
        scale=size,
    )
    rounding = float(run.rounding[steps])
    gamma = loss.slope(Phi @ Phi.T @ beta, y, rounding)
    combined = np.sum([g * phi for g, phi in zip(gamma, Phi, strict=True)], axis=0)
    yield line(
        r"\frac{\partial L}{\partial w}=\sum_{i=1}^n\gamma_i\,\phi(x_i),"
        r"\quad\gamma_i=\ell^\prime(f(x_i),y_i)",
        "the chain rule: $w$ enters the loss only through $f(xᵢ) = wᵀφ(xᵢ)$, and so"
        " the gradient is a combination too",
        (Phi.T @ loss.slope(Phi @ w, y, rounding), combined),
        scale=float(np.abs(Phi).max() * (np.abs(gamma).sum() + np.abs(y).sum())),
    )
    yield line(
        r"w_{t+1}=\sum_{i=1}^n(\beta_i^t-s\,\gamma_i)\,\phi(x_i)",
        "a step of size $s$ subtracts one combination from another: the hypothesis"
        " holds at $t + 1$",
        (after, Phi.T @ (beta - run.step * gamma)),
        scale=size,
    )
    yield line(
        r"f(x)=w_{t+1}^\top\phi(x)=\sum_{i=1}^n\beta_i^{t+1}k(x_i,x)",
        "so a prediction needs the kernel alone; here at the training points",
        (Phi @ after, Phi @ Phi.T @ (beta - run.step * gamma)),
        scale=size * given.length(Phi),
    )


@derivation(
    "Ridge regression, by orthogonal parts",
    claim="the minimiser lies in the span of the feature vectors",
)
def ridge_by_orthogonal_parts(
    Phi: ArrayLike, y: ArrayLike, lam: float, w: ArrayLike
) -> Steps:
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
        (w, parallel + perpendicular),
    )
    yield Step(
        r"\Phi w_\perp=0",
        "each row of $Φ$ is orthogonal to $w⊥$",
        (Phi @ perpendicular, np.zeros(n)),
        scale=given.length(Phi, w),
    )
    yield line(
        r"\Phi w=\Phi w_\parallel",
        "so $w⊥$ changes no prediction on the points",
        (Phi @ w, Phi @ parallel),
        scale=float(np.abs(Phi).max()) * given.length(w),
    )
    yield line(
        r"\Vert w\Vert^2=\Vert w_\parallel\Vert^2+\Vert w_\perp\Vert^2",
        "Pythagoras: the two parts are orthogonal",
        (np.sum(w**2), np.sum(parallel**2) + np.sum(perpendicular**2)),
    )
    whole = given.ridge_objective(Phi, y, lam, w)
    without = given.ridge_objective(Phi, y, lam, parallel)
    penalty = lam * np.sum(perpendicular**2)
    yield line(
        r"\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2"
        r"=\Vert y-\Phi w_\parallel\Vert^2+\lambda\Vert w_\parallel\Vert^2"
        r"+\lambda\Vert w_\perp\Vert^2",
        "put both into the objective; $λ$ multiplies both squared norms",
        (whole, without + penalty),
    )
    yield line(
        r"J(w)-J(w_\parallel)=\lambda\Vert w_\perp\Vert^2,\quad"
        r" J(w)=\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2",
        "dropping $w⊥$ lowers the objective by its penalty and changes nothing else",
        (whole - without, penalty),
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
        (outside @ (outside.T @ best), np.zeros(m)),
        needs=(positive,),
        condition=given.condition(given.stacked(Phi, lam)) ** 2,
    )
    yield line(
        r"\hat w=\Phi^\top\alpha=\sum_{i=1}^n\alpha_i\,\phi(x_i)",
        "what lies in the span is a combination of feature vectors; $α = (ΦΦᵀ +"
        " λI)⁻¹y$ is one that gives it",
        (best, Phi.T @ given.solution(system, y, inverts)),
        needs=(positive, inverts),
        condition=given.condition(system),
    )
