"""Least squares and ridge regression, from weights on features to weights on points."""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import pinv

from askfirst import Step, Steps, assume, derivation
from kernellab.course.shared import ingredients as given


@derivation(
    "Least squares, from weights to kernel", claim="by inverses, without a penalty"
)
def least_squares_to_kernel(Phi: ArrayLike, y: ArrayLike) -> Steps:
    """w = (ΦᵀΦ)⁻¹Φᵀy becomes α = K⁻¹y, which takes n = m.

    With n < m the first inverse does not exist, with n > m the identity breaks.
    ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point; ``y`` (n,). Where ΦᵀΦ is singular, w is
    the shortest minimiser.

    Source: Kernelized linear regression (another form of OLS); Lecture 14, Kernels
    continued (kernel regression), with its columns as rows.

    >>> least_squares_to_kernel([[1.0, 2.0], [0.0, 1.0]], [1.0, 3.0]).holds
    True
    >>> least_squares_to_kernel([[1.0], [2.0]], [1.0, 3.0]).first_failure.verdict
    'needs ΦΦᵀ invertible, but its rank is 1 of 2'
    """
    Phi, y = given.features_and_targets(Phi, y)
    n, m = Phi.shape
    inner, K = Phi.T @ Phi, Phi @ Phi.T
    inner_inverts = given.full_rank("ΦᵀΦ", inner)
    outer_inverts = given.full_rank("ΦΦᵀ", K)
    w = np.linalg.lstsq(Phi, y)[0]
    largest = float(np.abs(y).max())
    # An inverse of ΦᵀΦ squares the condition number
    line = partial(Step, needs=(inner_inverts,), condition=given.condition(Phi) ** 2)

    yield Step(
        r"-2\,\Phi^\top(y-\Phi w)=0",
        "at a minimum of $‖y − Φw‖²$ the gradient vanishes",
        (-2 * Phi.T @ (y - Phi @ w), np.zeros(m)),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(Phi),
    )
    left_inverse = given.solution(inner, Phi.T, inner_inverts)
    yield line(
        r"w=(\Phi^\top\Phi)^{-1}\Phi^\top y",
        "solve for $w$, which takes $m$ independent features and so $n ≥ m$;"
        " otherwise many $w$ fit equally well",
        (w, left_inverse @ y),
        scale=given.length(left_inverse, y),
    )
    alpha = np.linalg.lstsq(Phi.T, w)[0]
    yield Step(
        r"w=\Phi^\top\alpha=\sum_{i=1}^n\alpha_i\,\phi(x_i)",
        "some $α$ solves this: $n ≥ m$ points with independent features span the"
        " whole space in which $w$ lies",
        (w, Phi.T @ alpha),
        condition=given.condition(Phi),
    )
    projector = Phi @ left_inverse
    yield line(
        r"K\alpha=Py,\quad K=\Phi\Phi^\top,\quad P=\Phi(\Phi^\top\Phi)^{-1}\Phi^\top",
        "multiply both forms of $w$ by $Φ$; no new inverse is needed for that",
        (K @ alpha, projector @ y),
        scale=largest,
    )
    yield line(
        r"P^2=P",
        "the middle of $PP$ cancels, so $P$ is a projector: on the columns of $Φ$, the"
        " predictions that some $w$ can make",
        (projector @ projector, projector),
    )
    yield line(
        r"\mathrm{tr}\,P=m",
        "a trace is the same in every order of the factors, and $(ΦᵀΦ)⁻¹ΦᵀΦ$ is the"
        " $m × m$ identity",
        (np.trace(projector), float(m)),
    )
    yield line(
        r"(\Phi^\top\Phi)^{-1}\Phi^\top=\Phi^\top(\Phi\Phi^\top)^{-1}",
        "the push-through identity without $λ$: it uses an $m × m$ and an $n × n$"
        " inverse, and both exist only for $n = m$",
        (left_inverse, given.solution(K, Phi, outer_inverts).T),
        needs=(inner_inverts, outer_inverts),
    )
    yield line(
        r"P=\Phi(\Phi^\top\Phi)^{-1}\Phi^\top=I",
        "a projector on everything is the identity; but $P$ has trace $m$, and the"
        " identity has trace $n$",
        (projector, np.eye(n)),
        needs=(inner_inverts, assume("n = m", n == m, f"n = {n} and m = {m}")),
    )
    alpha_hat = given.solution(K, y, outer_inverts)
    line = partial(line, needs=(outer_inverts,))
    yield line(
        r"\alpha=K^{-1}y",
        "put $P = I$ into $Kα = Py$ and solve, which takes $n$ points with"
        " independent features",
        (alpha, alpha_hat),
    )
    yield line(
        r"\hat y(x)=w^\top\phi(x)=\sum_{i=1}^n\alpha_i\,k(x_i,x)",
        "predict with $w$, and again from inner products alone",
        (Phi @ w, K @ alpha_hat),
        scale=largest,
    )


@derivation(
    "Least squares, by pseudo-inverses", claim="for every number of points and features"
)
def least_squares_by_pseudoinverse(Phi: ArrayLike, y: ArrayLike) -> Steps:
    """w = Φ⁺y = Φᵀα with α = K⁺y, for every shape and rank.

    ``Phi`` is Φ (n, m), a row φ(xₜ)ᵀ per point; ``y`` (n,). Of all minimisers w is the
    shortest.

    Source: Kernelized linear regression (another form of OLS), with Φ⁺ in the place of
    inverses that need not exist.

    >>> least_squares_by_pseudoinverse([[1.0], [2.0]], [1.0, 3.0]).holds
    True
    """
    Phi, y = given.features_and_targets(Phi, y)
    inner, K = Phi.T @ Phi, Phi @ Phi.T
    left, values, right = np.linalg.svd(Phi, full_matrices=False)
    ranks = [int(np.linalg.matrix_rank(each)) for each in (Phi, inner, K)]
    kept_inner, kept_outer = (
        assume(
            f"{name} of the rank of Φ in double precision",
            rank == ranks[0],
            f"the ranks are {rank} and {ranks[0]}",
        )
        for name, rank in zip(("ΦᵀΦ", "ΦΦᵀ"), ranks[1:], strict=True)
    )
    columns = left[:, : ranks[0]]  # an orthonormal basis of the columns of Φ
    shortest = right[: ranks[0]].T @ (columns.T @ y / values[: ranks[0]])
    w = np.linalg.lstsq(Phi, y)[0]
    inverse = pinv(Phi)
    largest, longest = float(np.abs(y).max()), given.length(inverse, y)
    line = partial(Step, condition=given.condition(Phi) ** 2)

    yield Step(
        r"-2\,\Phi^\top(y-\Phi w)=0",
        "at a minimum of $‖y − Φw‖²$ the gradient vanishes; of all such $w$ take the"
        " shortest",
        (-2 * Phi.T @ (y - Phi @ w), np.zeros(Phi.shape[1])),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(Phi),
    )
    yield line(
        r"w=\Phi^{+}y",
        "of all minimisers only the shortest lies in the span of the feature vectors;"
        " the pseudo-inverse sends $y$ to it",
        (w, shortest),
        scale=longest,
    )
    yield line(
        r"\Phi^{+}=(\Phi^\top\Phi)^{+}\Phi^\top",
        "the minimisers solve $ΦᵀΦw = Φᵀy$; $(ΦᵀΦ)⁺$ sends $Φᵀy$ to the shortest, $w$",
        (inverse, pinv(inner) @ Phi.T),
        needs=(kept_inner,),
    )
    outer_inverse = pinv(K)
    line = partial(line, needs=(kept_outer,))
    yield line(
        r"\Phi^{+}=\Phi^\top(\Phi\Phi^\top)^{+}",
        "a vector $Φᵀα$ in the span has the fit $ΦΦᵀα$; the best of these fits has"
        " $α = (ΦΦᵀ)⁺y$, and its $Φᵀα$ is $w$",
        (inverse, Phi.T @ outer_inverse),
    )
    alpha = outer_inverse @ y
    yield line(
        r"w=\Phi^\top\alpha,\quad\alpha=K^{+}y,\quad K=\Phi\Phi^\top",
        "name what stands to the right of $Φᵀ$: it needs inner products only",
        (w, Phi.T @ alpha),
        scale=longest,
    )
    yield line(
        r"K\alpha=\Phi\Phi^{+}y",
        "the fit is the projection of $y$ on the columns of $Φ$; it is $y$ itself only"
        " if they span everything",
        (K @ alpha, columns @ (columns.T @ y)),
        scale=largest,
    )
    yield line(
        r"\hat y(x)=w^\top\phi(x)=\sum_{i=1}^n\alpha_i\,k(x_i,x)",
        "predict with $w$, and again from inner products alone",
        (Phi @ w, K @ alpha),
        scale=largest,
    )


@derivation(
    "Ridge regression, from primal to dual",
    claim="by prediction differences, for every λ > 0",
)
def ridge_primal_to_dual(Phi: ArrayLike, y: ArrayLike, lam: float) -> Steps:
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
        (-2 * Phi.T @ a + 2 * lam * w, np.zeros(m)),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(given.stacked(Phi, lam)),
    )
    yield line(
        r"w=\frac{1}{\lambda}\,\Phi^\top a,\quad a=y-\Phi w",
        "divide by $2λ$: $w$ is a combination of feature vectors, with the prediction"
        " differences over $λ$ as weights",
        (w, Phi.T @ a / given.divisor(lam)),
        scale=given.length(Phi, y) / given.divisor(lam),
    )
    yield line(
        r"a=y-\frac{1}{\lambda}\,Ka,\quad K=\Phi\Phi^\top",
        "put this $w$ into $a = y − Φw$: only inner products of features are left",
        (a, y - K @ a / given.divisor(lam)),
        scale=given.length(K, a) / given.divisor(lam),
        condition=1 + given.length(K) / given.divisor(lam),
    )
    system = lam * np.eye(n) + K
    line = partial(line, scale=float(np.abs(y).max()), condition=np.linalg.cond(system))
    inverts = given.full_rank("λI + K", system)
    alpha = given.solution(system, y, inverts)
    yield line(
        r"\hat a=\lambda\,(\lambda I+K)^{-1}y",
        "collect $a$ on the left and solve; $vᵀ(λI + K)v > 0$ for $v ≠ 0$ if $λ > 0$,"
        " so $λI + K$ is invertible",
        (a, lam * alpha),
        needs=(inverts,),
    )
    yield line(
        r"\hat y(x)=\frac{1}{\lambda}\sum_t\hat a_t\,k(x_t,x)=\sum_t\alpha_t\,k(x_t,x)",
        "predict with $w$, and again without it; $α = â/λ$ has the factor $1/λ$ inside",
        (Phi @ w, K @ alpha),
    )


@derivation(
    "Ridge regression, by pushing through",
    claim="an n × n inverse in place of an m × m one",
)
def ridge_push_through(Phi: ArrayLike, y: ArrayLike, lam: float) -> Steps:
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
        (2 / n * Phi.T @ (Phi @ w - y) + 2 * lam / n * w, np.zeros(m)),
        scale=given.gradient_scale(Phi, y) / n,
        condition=given.condition(given.stacked(Phi, lam)),
    )
    yield line(
        r"w=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y",
        "the closed form, an $m × m$ inverse",
        (w, shortest),
        needs=(positive, inner_inverts),
        scale=given.length(push, y),
    )
    yield line(
        r"\Phi(\Phi^\top\Phi+\lambda I)^{-1}=(\Phi\Phi^\top+\lambda I)^{-1}\Phi",
        "push $Φ$ through: both sides times $(ΦᵀΦ + λI)$ from the right and $(ΦΦᵀ +"
        " λI)$ from the left are $ΦΦᵀΦ + λΦ$",
        (push, given.solution(outer, Phi, outer_inverts)),
        needs=(positive, outer_inverts),
    )
    yield line(
        r"\hat y=y^\top\Phi(\Phi^\top\Phi+\lambda I)^{-1}\phi(x)"
        r"=y^\top(\Phi\Phi^\top+\lambda I)^{-1}\Phi\,\phi(x)",
        "transpose the prediction $φ(x)ᵀw$ and use the identity: now the inverse is"
        " $n × n$",
        (y @ push @ Phi.T, alpha @ K),
        scale=float(np.abs(y).max()),
    )
    yield line(
        r"\alpha=(K+\lambda I)^{-1}y,\quad w=\Phi^\top\alpha",
        "name the vector that does not depend on $x$; as a column, $α$ and not its"
        " transpose",
        (w, Phi.T @ alpha),
        scale=given.length(push, y),
    )
