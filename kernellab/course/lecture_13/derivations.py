"""Gaussian processes: why their mean is kernel ridge regression."""

from functools import partial

import numpy as np

from askfirst import Step, Steps, assume, derivation
from kernellab._arrays import Array, ArrayLike, as_targets, nonnegative, positive, real
from kernellab._linalg import as_gram, features_of
from kernellab.course.shared import ingredients as given
from kernellab.solvers.likelihood import WHY_NOISE


@derivation(
    "The posterior mean is kernel ridge regression",
    claim="with λ = σ²/τ², and a variance beside it",
)
def posterior_mean_is_ridge(
    K: ArrayLike, y: ArrayLike, noise: float, tau2: float = 1.0, mean: float = 0.0
) -> Steps:
    """f normal with mean 0 and covariance τ²K, y = f + noise: E[f | y] is ridge.

    Its λ is σ²/τ². ``K`` is a Gram matrix (n, n), ``y`` (n,), ``noise`` the variance σ²
    ≥ 0 and ``tau2`` τ² > 0, in the square of the unit of y. ``mean`` m is what the
    prior expects of f everywhere, in the unit of y. σ² = 0, a K with a negative
    eigenvalue and m ≠ 0 each break a step.

    Raises ValueError for σ² < 0, τ² ≤ 0 and a K that is not symmetric.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, equations 2.7, 2.23 and 2.24.

    >>> K, y = [[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0]
    >>> posterior_mean_is_ridge(K, y, noise=0.5).holds
    True
    >>> posterior_mean_is_ridge(K, y, noise=0.5, mean=1.0).first_failure.number
    2
    """
    K = as_gram(K)
    y, noise = as_targets(y, len(K)), nonnegative(noise, "noise", WHY_NOISE)
    tau2 = positive(tau2, "tau2", "it is the variance of f, and λ = σ²/τ² divides by")
    m = real(mean, "mean")
    lam, one, Phi = noise / tau2, np.eye(len(K)), features_of(K)
    noisy = assume("σ² > 0", noise > 0, f"σ² = {noise:g}")
    centred = assume("a prior of mean 0", m == 0, f"its mean is {m:g}")
    inner, outer = Phi.T @ Phi + lam * np.eye(Phi.shape[1]), K + lam * one
    inner_inverts = given.full_rank("ΦᵀΦ + λI", inner)
    outer_inverts = given.full_rank("K + λI", outer)
    largest = float(np.abs(y).max() + abs(m))
    line = partial(Step, condition=max(given.condition(inner), given.condition(outer)))

    yield given.on_features(
        "$f = Φw$ has the covariance $τ²ΦΦᵀ = τ²K$ if the weights are independent"
        " with variance $τ²$; $Φ$ comes from the eigenvectors of $K$",
        K,
        Phi,
    )
    w = (float(np.linalg.norm(y)) or 1.0) * np.cos(np.arange(Phi.shape[1]))
    w /= float(np.linalg.norm(Phi)) or 1.0
    density, at_zero = (
        _log_normal(y - m - Phi @ each, noise) + _log_normal(each, tau2)
        for each in (w, 0 * w)
    )
    whole = given.ridge_objective(Phi, y, lam, w)
    price = whole - given.ridge_objective(Phi, y, lam, 0 * w)
    yield Step(
        r"-2\sigma^2\log p(w\mid y)=\Vert y-\Phi w\Vert^2+\lambda\Vert w\Vert^2"
        r"+\text{const},\quad\lambda=\sigma^2/\tau^2",
        "add the logarithms of the two normal densities, $p(y | w)$ and $p(w)$;"
        " checked as the difference between one $w$ and 0",
        (-2 * noise * (density - at_zero), price),
        needs=(noisy, centred),
        scale=whole + float(y @ y),
    )
    peak = given.solution(inner, Phi.T @ y, inner_inverts)
    yield line(
        r"=(w-\hat w)^\top(\Phi^\top\Phi+\lambda I)(w-\hat w)+\text{const},\quad"
        r"\hat w=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y",
        "complete the square: given $y$, $w$ is normal again, with mean $ŵ$ and"
        " covariance $σ²(ΦᵀΦ + λI)⁻¹$",
        (price, (w - peak) @ inner @ (w - peak) - peak @ inner @ peak),
        needs=(inner_inverts,),
        scale=whole + float(y @ y),
    )
    alpha = given.solution(outer, y, outer_inverts)
    yield line(
        r"\Phi\hat w=K\alpha,\quad\alpha=(K+\lambda I)^{-1}y",
        "push $Φ$ through the inverse: the heights of $ŵ$ are those of kernel ridge"
        " regression",
        (Phi @ peak, K @ alpha),
        needs=(outer_inverts,),
        scale=largest,
    )
    joint = tau2 * K + noise * one
    gain = given.solution(joint, tau2 * K, outer_inverts).T
    yield line(
        r"E[f\mid y]=\tau^2K\,(\tau^2K+\sigma^2I)^{-1}y",
        "the same by the rule for jointly normal vectors: multiply the covariance of"
        " $f$ and $y$ by the inverse covariance of $y$. With a prior mean $m$ it would"
        " be $m + …(y − m)$",
        (m + gain @ (y - m), K @ alpha),
        needs=(centred, outer_inverts),
        scale=largest,
    )
    yield line(
        r"\operatorname{Cov}(f\mid y)=\sigma^2\,\Phi(\Phi^\top\Phi+\lambda I)^{-1}"
        r"\Phi^\top=\tau^2K-\tau^2K\,(\tau^2K+\sigma^2I)^{-1}\,\tau^2K",
        "the covariance of $f = Φw$, and the rule for jointly normal vectors: $y$"
        " occurs in neither",
        (
            noise * Phi @ given.solution(inner, Phi.T, inner_inverts),
            tau2 * K - gain @ K * tau2,
        ),
        needs=(inner_inverts, outer_inverts),
        scale=tau2 * given.length(K),
    )


def _log_normal(gaps: Array, variance: float) -> float:
    """The log density of independent normal entries, without its constant, from their
    distances to the mean.
    """
    return -float((gaps**2).sum()) / (2 * given.divisor(variance))
