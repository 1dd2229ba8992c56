"""Kernel ridge regression with an offset that is not penalised, by centring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Step, derivation
from kernellab._linalg import features_of
from kernellab.course.shared import ingredients as given

__all__ = ["ridge_with_offset"]


@derivation(
    "Ridge regression with an offset", claim="by centring the targets and the kernel"
)
def ridge_with_offset(K: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """â = λ(λI + CKC)⁻¹Cy: an offset without penalty centres kernel and targets.

    ``K`` is a Gram matrix (n, n), ``y`` (n,), ``lam`` λ > 0 (λ = 0 breaks the step that
    divides by it); C = I − 11ᵀ/n. Steps 2 to 12 are equations 34 to 44. θ and θ₀ are
    found by least squares on features, a by a linear system with a border.

    Raises ValueError for λ < 0 and for a K that is not symmetric.

    Source: Linear regression and kernels, appendix, equations 33–44.

    >>> ridge_with_offset([[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    K, y, lam, positive = given.ridge_on_gram(K, y, lam)
    n, over = len(K), 1 / given.divisor(lam)
    one = np.ones(n)

    Phi = features_of(K)
    m = Phi.shape[1]
    # The column of the offset has the size of the others, and so does the border below
    primal, size = given.stacked(Phi, lam), max(np.sqrt(lam), np.abs(Phi).max()) or 1.0
    primal = np.column_stack([primal, size * (np.arange(n + m) < n)])
    solved = np.linalg.lstsq(primal, np.append(y, np.zeros(m)))[0]
    theta, theta_0 = solved[:m], size * solved[m]
    differences = y - Phi @ theta - theta_0

    border, unit = given.bordered(K + lam * np.eye(n))
    a = np.full(n, np.nan)
    if lam > 0:
        a = (
            lam
            * given.solve("K + λI with a border of ones", border, np.append(y, 0.0))[:n]
        )
    # What cancels in a prediction difference
    largest = float(np.abs(y).max() + abs(theta_0))
    line = partial(
        Step, needs=(positive,), scale=largest, condition=np.linalg.cond(border)
    )

    yield given.on_features(
        "the features $φ(xₜ)$ are the rows of $Φ$; here they come from the eigenvectors"
        " of $K$",
        K,
        Phi,
    )
    yield Step(
        r"-2\sum_{t=1}^n(y_t-\theta^\top\phi(x_t)-\theta_0)=0",
        "at the minimum the derivative with respect to $θ₀$ vanishes, so the prediction"
        " differences sum to 0",
        -2 * differences.sum(),
        0.0,
        scale=float(np.abs(y).sum()),
        condition=given.condition(primal),
    )
    yield Step(
        r"2\lambda\theta-2\sum_{t=1}^na_t\,\phi(x_t)=0,\quad"
        r" a_t=y_t-\theta^\top\phi(x_t)-\theta_0",
        "the gradient with respect to $θ$ vanishes, too; its $aₜ$ are the prediction"
        " differences",
        2 * lam * theta - 2 * Phi.T @ differences,
        np.zeros(m),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(primal),
    )
    yield line(
        r"\theta=\frac{1}{\lambda}\sum_{t=1}^na_t\,\phi(x_t)",
        "divide by $2λ$: $θ$ is a combination of feature vectors",
        theta,
        Phi.T @ a * over,
        scale=given.length(Phi, y) * over,
    )
    yield line(
        r"\theta_0=\frac{1}{n}\sum_{t=1}^n(y_t"
        r"-\frac{1}{\lambda}\sum_{s=1}^na_s K_{st})",
        "solve step 2 for $θ₀$ and put in $θ$ from step 4: only inner products of"
        " features are left",
        theta_0,
        np.mean(y - K @ a * over),
    )
    yield line(
        r"a_i=y_i-\theta^\top\phi(x_i)-\theta_0",
        "the definition of $aᵢ$ in step 3, for one point",
        a,
        differences,
    )
    yield line(
        r"a_i=y_i-\frac{1}{\lambda}\sum_{s=1}^na_s K_{si}-\theta_0",
        "put in $θ$ from step 4",
        a,
        y - K @ a * over - theta_0,
    )
    yield line(
        r"a_i=y_i-\frac{1}{\lambda}\sum_{s=1}^na_s K_{si}"
        r"-\frac{1}{n}\sum_{t=1}^n(y_t-\frac{1}{\lambda}\sum_{s=1}^na_s K_{st})",
        "put in $θ₀$ from step 5",
        a,
        y
        - over * np.einsum("s,si->i", a, K)
        - np.sum(y - over * np.einsum("s,st->t", a, K)) / n,
    )
    yield line(
        r"a_i=y_i-\bar y-\frac{1}{\lambda}\sum_{s=1}^na_s\,"
        r"(K_{si}-\frac{1}{n}\sum_{t=1}^n K_{st})",
        "collect the two means, of the targets and of each row of $K$",
        a,
        y - y.mean() - over * (K - K.mean(axis=1, keepdims=True)).T @ a,
    )
    C = np.eye(n) - np.outer(one, one) / n
    yield line(
        r"a=Cy-\frac{1}{\lambda}\,CKa,\quad C=I-\frac{1}{n}\mathbf{1}\mathbf{1}^\top",
        "subtracting a mean is multiplying by $C$",
        a,
        C @ y - over * C @ K @ a,
    )
    yield line(
        r"a=Cy-\frac{1}{\lambda}\,CKCa",
        "the $aₜ$ sum to 0 by step 2, so $Ca = a$; now $K$ is centred on both sides",
        a,
        C @ y - over * C @ K @ (C @ a),
    )
    system = lam * np.eye(n) + C @ K @ C
    worst = max(np.linalg.cond(border), np.linalg.cond(system))
    line = partial(line, condition=worst)
    a_hat = np.full(n, np.nan)
    if lam > 0:
        a_hat = lam * given.solve("λI + CKC", system, C @ y)
    yield line(
        r"\hat a=\lambda\,(\lambda I+CKC)^{-1}Cy",
        "collect $a$ on the left and solve; the centred $K$ has no negative eigenvalue,"
        " so $λI + CKC$ is invertible",
        a,
        a_hat,
        needs=(positive, given.full_rank("λI + CKC", system)),
    )
    offset = np.mean(y - K @ a_hat * over)
    # What cancels in Kâ/λ
    line = partial(line, scale=max(largest, given.length(K, a_hat) * over))
    yield line(
        r"\frac{1}{\lambda}(K+\lambda I)\hat a+\hat\theta_0\mathbf{1}=y,\quad"
        r"\mathbf{1}^\top\hat a=0",
        "with $θ₀$ from step 5, $â$ solves the system with a border, which needs no"
        " centring",
        border @ np.append(a_hat * over, offset / unit),
        np.append(y, 0.0),
    )
    yield line(
        r"\hat y(x)=\theta^\top\phi(x)+\theta_0"
        r"=\frac{1}{\lambda}\sum_{t=1}^n\hat a_t\,k(x_t,x)+\hat\theta_0",
        "predict with $θ$, and again from the kernel alone",
        Phi @ theta + theta_0,
        K @ a_hat * over + offset,
    )
