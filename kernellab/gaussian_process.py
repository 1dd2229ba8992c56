"""Gaussian process regression, with scikit-learn's protocol and names."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import solve_triangular
from scipy.optimize import minimize
from sklearn.base import RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from kernellab._arrays import Array, as_bool, nonnegative, positive, positive_integer
from kernellab._linalg import EPS, SURE, as_psd, eigen
from kernellab._points import Points, same_space
from kernellab.errors import UnverifiedError
from kernellab.expansion import Expansion
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.kernels.slopes import log_derivative
from kernellab.models import OneExpansion, checked, regression_targets
from kernellab.solvers.likelihood import WHY_NOISE, Likelihood, likelihood

__all__ = ["GaussianProcess"]

ROUNDS = 20  # of L-BFGS, each from a higher place near the end of the one before
TOLERANCES = {"ftol": 1e-12, "gtol": 1e-5}, {"ftol": 1e-15, "gtol": 1e-9}
SLIGHT = 1e-9  # of |log p| + n: a rise that is none
ROUNDING = 1e-12  # of a logarithm: a parameter that near to a bound is there
WHY_COVARIANCE = "so it is no covariance, and there is no such prior"


class GaussianProcess(RegressorMixin, OneExpansion):
    """A normal prior on f with mean 0 and covariance k, conditioned on noisy targets y.

    With A = K + σ²I the mean of f is k(x, X)A⁻¹y, which is kernel ridge regression with
    λ = σ². Its covariance is k(x, z) − k(x, X)A⁻¹k(X, z), which does not depend on y.

    ``kernel`` is a kernel of this package, in the square of the unit of y (write
    ``c * RBF(1.0)`` for τ² = c), ``noise`` σ² ≥ 0, the variance of the noise
    (scikit-learn's ``alpha``; ``KernelRidge.noise_`` is a standard deviation).
    ``bounds`` maps names of ``set_params``, such as "noise" or "kernel__length_scale",
    to (low, high) with 0 < low < high. ``fit`` maximises log p(y) over these parameters
    between their bounds, starting from their present values; the others are fixed.
    After ``fit``: ``kernel_`` and ``noise_``, the function ``expansion_`` and
    ``log_marginal_likelihood_``. Near by log p is nowhere higher, up to its rounding;
    far away it may be.

    Raises ValueError for bounds that cross or do not hold the parameter, and for a
    kernel without the derivative, SingularMatrixError where A is singular to rounding,
    NotPositiveSemidefiniteError where K has a negative eigenvalue, UnverifiedError
    where the search ends at no maximum.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, algorithm 2.1 and section 5.4.1.

    >>> from kernellab import datasets
    >>> X, y = datasets.stopping()
    >>> prior, bounds = 2500.0 * RBF(20.0), {"kernel__kernel__length_scale": (1, 100)}
    >>> model = GaussianProcess(prior, noise=140.0, bounds=bounds).fit(X, y)
    >>> mean, std = model.predict([[30.0]], return_std=True)
    >>> mean.round(0), std.round(0)
    (array([75.]), array([3.]))
    """

    def __init__(
        self,
        kernel: Kernel = RBF(1.0),
        noise: float = 1.0,
        bounds: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self.kernel = kernel
        self.noise = noise
        self.bounds = bounds

    def fit(self, X: Any, y: ArrayLike) -> GaussianProcess:
        """Condition on targets y (n,) at points X, (n, d) or n strings or sets."""
        points = self._training_points(X)
        targets = regression_targets(y, len(points))
        kernel, noise = self.kernel, nonnegative(self.noise, "noise", WHY_NOISE)
        if self.bounds is not None and self.bounds != {}:
            search = _Search(kernel, noise, points, targets, self.bounds)
            kernel, noise = search.parameters(search.best())
        K = as_psd(kernel.pairwise(points, points), why=WHY_COVARIANCE, lost=SURE)
        self.kernel_, self.noise_ = kernel, noise
        found = likelihood(K, targets, noise)
        self.log_marginal_likelihood_, self._factor = found.value, found.factor
        self.expansion_ = Expansion.unchecked(kernel, points, found.alpha, 0.0)
        return self

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """The mean of f at each point of X, (n*,); with ``return_std`` its deviation.

        The standard deviation is that of f(x), (n*,), in the unit of y. A new target
        has this variance plus σ².
        """
        mean = super().predict(X)
        if not as_bool(return_std, "return_std"):
            return mean
        new, V = self._conditioned(X)
        squares = self.kernel_.diagonal(new)
        variance = squares - np.einsum("ij,ij->j", V, V)
        lost = variance < len(V) * EPS * squares  # below the rounding of k(x, x)
        return mean, np.sqrt(np.where(lost, 0.0, variance))

    def sample_y(self, X: Any, n_samples: int = 1, random_state: Any = 0) -> Array:
        """Draws of f at X after ``fit``, (n*, n_samples); before it, of the prior."""
        count = positive_integer(n_samples, "n_samples", "it counts draws")
        rng = check_random_state(random_state)
        if hasattr(self, "expansion_"):
            new, V = self._conditioned(X)
            mean = super().predict(X)
            covariance = self.kernel_.pairwise(new, new) - V.T @ V
        else:
            kernel = as_kernel(self.kernel, "kernel")
            new = kernel.as_points(X)
            mean, K = np.zeros(len(new)), kernel.pairwise(new, new)
            covariance = as_psd(K, why=WHY_COVARIANCE, lost=SURE)
        values, vectors = eigen(covariance)
        roots = vectors * np.sqrt(np.maximum(values, 0.0))
        return mean[:, None] + roots @ rng.standard_normal((len(new), count))

    def _conditioned(self, X: Any) -> tuple[Points, Array]:
        """New points, and V: the covariance of f(x) and f(z) is k(x, z) − VᵀV."""
        check_is_fitted(self)
        f = self.expansion_
        new = checked(self, f.kernel, X, reset=False)
        new, points = same_space(new, f.points, "X", "points")
        cross = f.kernel.pairwise(points, new)
        V = solve_triangular(self._factor, cross, lower=True, check_finite=False)
        return new, V


class _Search:
    """log p(y) as a function of the logarithms θ of the parameters that have bounds."""

    def __init__(
        self,
        kernel: Kernel,
        noise: float,
        points: Points,
        y: Array,
        bounds: Mapping[str, tuple[float, float]],
    ) -> None:
        self.kernel, self.noise, self.points, self.y = kernel, noise, points, y
        if not isinstance(bounds, Mapping):
            raise TypeError(
                f"bounds = {bounds!r} is a {type(bounds).__name__}, but each pair"
                ' belongs to a parameter. Try bounds={"noise": (0.1, 10.0)}.'
            )
        values = {"noise": noise} | {
            f"kernel__{name}": value for name, value in kernel.get_params().items()
        }
        self.names = list(bounds)
        pairs = [_ends(name, pair, values) for name, pair in bounds.items()]
        self.ends = np.transpose(pairs)
        self.low, self.high = np.log(self.ends)
        self.start = np.log([values[name] for name in bounds])

    def parameters(self, theta: Array) -> tuple[Kernel, float]:
        """The kernel and σ² at θ."""
        numbers = np.clip(np.exp(theta), *self.ends).tolist()
        changed = {
            name.removeprefix("kernel__"): number
            for name, number in zip(self.names, numbers, strict=True)
        }
        noise = changed.pop("noise", self.noise)
        return self.kernel.with_params(**changed), noise

    def at(self, theta: Array, slopes: bool = True) -> Likelihood:
        """log p(y) at θ, with its gradient unless ``slopes`` is False."""
        kernel, noise = self.parameters(theta)
        K = kernel.pairwise(self.points, self.points)
        dK = [
            noise
            if name == "noise"
            else log_derivative(kernel, self.points, name.removeprefix("kernel__"), K)
            for name in (self.names if slopes else ())
        ]
        return likelihood(K, self.y, noise, dK)

    def value(self, theta: Array) -> float:
        """log p(y) at θ, −∞ where it cannot be computed."""
        try:
            return self.at(theta, slopes=False).value
        except ValueError:
            return -np.inf

    def inside(self, theta: Array) -> Array:
        """θ between the bounds, and at one that it misses by rounding."""
        theta = np.where(theta < self.low + ROUNDING, self.low, theta)
        return np.where(theta > self.high - ROUNDING, self.high, theta)

    def best(self) -> Array:
        """A maximum of log p(y) between the bounds."""
        theta = self.start
        for i in range(ROUNDS):
            here = self.at(theta := self.climb(theta, TOLERANCES[i > 0]))
            slight = max(here.rounding, SLIGHT * (abs(here.value) + len(self.y)))
            found = self.higher(theta, here, slight)
            if found is None:
                return theta
            theta = found
        raise UnverifiedError(
            f"the search for the parameters ended where log p(y) = {here.value:.6g}"
            " still rises, so this is no maximum. Try another start, or narrower"
            " bounds."
        )

    def climb(self, start: Array, options: Any) -> Array:
        """Where L-BFGS ends."""
        self.at(start, slopes=False)  # raises the reason why there is no log p

        def downhill(theta: Array) -> tuple[float, Array]:
            try:
                found = self.at(theta)
            except ValueError:
                return np.inf, np.zeros_like(theta)
            return -found.value, -found.gradient

        bounds = np.transpose([self.low, self.high])
        found = minimize(
            downhill, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options
        )
        return self.inside(found.x)

    def higher(self, theta: Array, here: Likelihood, slight: float) -> Array | None:
        """A place where log p is more than ``slight`` higher, or None if none is found.

        Steps go uphill, along axes, and along diagonals, which leave the saddle between
        parameters of the same role. Where an axis is level, they go far.
        """
        axes = np.eye(len(theta))
        pairs = [a + sign * b for a, b in combinations(axes, 2) for sign in (1, -1)]
        uphill = here.gradient / max(np.abs(here.gradient).max(), slight)
        level = []
        for step in (1e-4 * uphill, *(0.1 * each for each in (*axes, *pairs))):
            there = self.inside(theta + step)
            if (there != theta + step).any():  # beyond a bound
                there = self.inside(theta - step)
            rise = self.value(there) - here.value
            if rise > slight:
                return there
            if abs(rise) <= slight and np.count_nonzero(step) == 1:
                level += [t * step for t in (-90, -30, -10, 10, 30, 90)]
        far = (self.inside(theta + step) for step in level)
        return next((x for x in far if self.value(x) > here.value + slight), None)


def _ends(
    name: str, pair: tuple[float, float], values: Mapping[str, Any]
) -> tuple[float, float]:
    """The bounds of one parameter, after a check that it is > 0 and between them."""
    numbers = {each: v for each, v in values.items() if isinstance(v, float)}
    if name not in numbers:
        raise ValueError(
            f"bounds names {name!r}, but the search moves single numbers of this model."
            f" Try one of {sorted(numbers)}."
        )
    try:
        low, high = pair
    except (TypeError, ValueError):
        raise ValueError(
            f"bounds[{name!r}] = {pair!r} is not a pair (low, high). Try (0.1, 10.0)."
        ) from None
    why = "the search runs over its logarithm"
    low = positive(low, f"the lower bound of {name}", why)
    high = positive(high, f"the upper bound of {name}", why)
    if not low < high or not low <= numbers[name] <= high:
        raise ValueError(
            f"bounds[{name!r}] = ({low:g}, {high:g}), but the search starts at"
            f" {numbers[name]!r} and stays between them, so it needs low < high and a"
            " start inside. Try wider bounds, or another start."
        )
    return low, high
