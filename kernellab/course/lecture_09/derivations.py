"""Kernel ridge regression by substitution, and with an offset."""

from functools import partial

import numpy as np

from askfirst import Step, Steps, assume, derivation
from kernellab._arrays import Array, ArrayLike
from kernellab._linalg import features_of, rank
from kernellab.course.shared import ingredients as given


@derivation(
    "Kernel ridge regression, by substitution",
    claim="the dual weights, also where K is singular",
)
def kernel_ridge_by_substitution(K: ArrayLike, y: ArrayLike, lam: float) -> Steps:
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
        (given.ridge_objective(Phi, y, lam, w), loss(trial)),
        scale=float(y @ y),  # for one point without λ this α is the minimum
    )
    ways = unit * np.eye(n)
    numerical = np.array([loss(trial + way) - loss(trial - way) for way in ways])
    numerical /= 2 * unit
    yield Step(
        r"\frac{\partial L}{\partial\alpha}=-2K(y-K\alpha)+2\lambda K\alpha",
        "differentiate; beside it central differences of the loss, exact for a"
        " quadratic but for rounding",
        (numerical, -2 * K @ (y - K @ trial) + 2 * lam * K @ trial),
        scale=terms,
    )
    yield Step(
        r"\frac{\partial L}{\partial\alpha}=2K\,((K+\lambda I)\alpha-y)",
        "both terms have the factor $K$ on the left; take it out",
        (numerical, 2 * K @ (system @ trial - y)),
        scale=terms,
    )
    alpha = given.solution(system, y, inverts)
    yield line(
        r"-2K(y-K\hat\alpha)+2\lambda K\hat\alpha=0,\quad"
        r"\hat\alpha=(K+\lambda I)^{-1}y",
        "where the bracket is 0 so is the gradient: this is one stationary point,"
        " whether $K$ is invertible or not",
        (-2 * K @ (y - K @ alpha) + 2 * lam * K @ alpha, np.zeros(n)),
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
        " give one $w$; here $α$ is the shortest stationary point, not that of step 5",
        (Phi.T @ shortest, Phi.T @ alpha),
        scale=given.length(given.solution(system, Phi, inverts), y),
    )
    yield line(
        r"(K+\lambda I)\,\alpha=y",
        "cancel the factor $K$, which must be invertible for that; if it is singular, a"
        " stationary $α$ need not obey this line",
        (system @ shortest, y),
        needs=(cancels,),
        scale=largest,
    )
    yield line(
        r"\alpha=(K+\lambda I)^{-1}y",
        "solve: now $α$ is the only stationary point",
        (shortest, alpha),
        needs=(inverts, cancels),
    )
    yield line(
        r"\hat y(x)=w^\top\phi(x)=\sum_{i=1}^n\alpha_i\,k(x_i,x)",
        "predict with the $w$ of ridge regression on the features, and with a"
        " stationary $α$, which gives the same $w$",
        (Phi @ given.ridge_minimiser(Phi, y, lam), K @ shortest),
        scale=largest,
    )


@derivation(
    "Ridge regression with an offset", claim="by centring the targets and the kernel"
)
def ridge_with_offset(K: ArrayLike, y: ArrayLike, lam: float) -> Steps:
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
        name = "K + λI with a border of ones"
        a = lam * given.solve(name, border, np.append(y, 0.0))[:n]
    # What cancels in a prediction difference
    largest = float(np.abs(y).max() + abs(theta_0))
    worst = np.linalg.cond(border)
    line = partial(Step, needs=(positive,), scale=largest, condition=worst)

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
        (-2 * differences.sum(), 0.0),
        scale=float(np.abs(y).sum()),
        condition=given.condition(primal),
    )
    yield Step(
        r"2\lambda\theta-2\sum_{t=1}^na_t\,\phi(x_t)=0,\quad"
        r" a_t=y_t-\theta^\top\phi(x_t)-\theta_0",
        "the gradient with respect to $θ$ vanishes, too; its $aₜ$ are the prediction"
        " differences",
        (2 * lam * theta - 2 * Phi.T @ differences, np.zeros(m)),
        scale=given.gradient_scale(Phi, y),
        condition=given.condition(primal),
    )
    yield line(
        r"\theta=\frac{1}{\lambda}\sum_{t=1}^na_t\,\phi(x_t)",
        "divide by $2λ$: $θ$ is a combination of feature vectors",
        (theta, Phi.T @ a * over),
        scale=given.length(Phi, y) * over,
    )
    yield line(
        r"\theta_0=\frac{1}{n}\sum_{t=1}^n(y_t"
        r"-\frac{1}{\lambda}\sum_{s=1}^na_s K_{st})",
        "solve step 2 for $θ₀$ and put in $θ$ from step 4: only inner products of"
        " features are left",
        (theta_0, np.mean(y - K @ a * over)),
    )
    yield line(
        r"a_i=y_i-\theta^\top\phi(x_i)-\theta_0",
        "the definition of $aᵢ$ in step 3, for one point",
        (a, differences),
    )
    yield line(
        r"a_i=y_i-\frac{1}{\lambda}\sum_{s=1}^na_s K_{si}-\theta_0",
        "put in $θ$ from step 4",
        (a, y - K @ a * over - theta_0),
    )
    moved = y - over * np.einsum("s,si->i", a, K)
    theta_mean = np.sum(y - over * np.einsum("s,st->t", a, K)) / n
    yield line(
        r"a_i=y_i-\frac{1}{\lambda}\sum_{s=1}^na_s K_{si}"
        r"-\frac{1}{n}\sum_{t=1}^n(y_t-\frac{1}{\lambda}\sum_{s=1}^na_s K_{st})",
        "put in $θ₀$ from step 5",
        (a, moved - theta_mean),
    )
    yield line(
        r"a_i=y_i-\bar y-\frac{1}{\lambda}\sum_{s=1}^na_s\,"
        r"(K_{si}-\frac{1}{n}\sum_{t=1}^n K_{st})",
        "collect the two means, of the targets and of each row of $K$",
        (a, y - y.mean() - over * (K - K.mean(axis=1, keepdims=True)).T @ a),
    )
    C = np.eye(n) - np.outer(one, one) / n
    yield line(
        r"a=Cy-\frac{1}{\lambda}\,CKa,\quad C=I-\frac{1}{n}\mathbf{1}\mathbf{1}^\top",
        "subtracting a mean is multiplying by $C$",
        (a, C @ y - over * C @ K @ a),
    )
    yield line(
        r"a=Cy-\frac{1}{\lambda}\,CKCa",
        "the $aₜ$ sum to 0 by step 2, so $Ca = a$; now $K$ is centred on both sides",
        (a, C @ y - over * C @ K @ (C @ a)),
    )
    system = lam * np.eye(n) + C @ K @ C
    line = partial(line, condition=max(worst, np.linalg.cond(system)))
    a_hat = np.full(n, np.nan)
    if lam > 0:
        a_hat = lam * given.solve("λI + CKC", system, C @ y)
    yield line(
        r"\hat a=\lambda\,(\lambda I+CKC)^{-1}Cy",
        "collect $a$ on the left and solve; the centred $K$ has no negative eigenvalue,"
        " so $λI + CKC$ is invertible",
        (a, a_hat),
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
        (border @ np.append(a_hat * over, offset / unit), np.append(y, 0.0)),
    )
    yield line(
        r"\hat y(x)=\theta^\top\phi(x)+\theta_0"
        r"=\frac{1}{\lambda}\sum_{t=1}^n\hat a_t\,k(x_t,x)+\hat\theta_0",
        "predict with $θ$, and again from the kernel alone",
        (Phi @ theta + theta_0, K @ a_hat * over + offset),
    )
