"""Gaussian process regression, with scikit-learn's protocol and names.

Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Self

import numpy as np
from scipy.optimize import minimize
from sklearn.base import RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from kernellab._arrays import (
    Array,
    ArrayLike,
    as_bool,
    nonnegative,
    positive,
    positive_integer,
    type_of,
)
from kernellab._linalg import as_psd, eigen
from kernellab._points import Points, same_space
from kernellab._tolerances import EPS, FORMULA_ROUNDING
from kernellab.errors import UnverifiedError
from kernellab.expansion import Expansion
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.kernels.slopes import log_derivative
from kernellab.models import OneExpansion, checked_points, regression_targets
from kernellab.solvers.likelihood import WHY_NOISE, Likelihood, likelihood

__all__ = ["GaussianProcess"]

MOST_CLIMBS = 30
SLIGHT = 1e-9  # relative to |log p| + n: smaller changes of log p count as rounding
NEAR_BOUND = 1e-12  # a logarithm closer to a bound than this is set to the bound
DIFFERENCE = 1e-3  # of a logarithm, for second derivatives
# Steps of a logarithm from where a climb ends, and from where log p is level
STEPS, FAR = (-0.1, -0.01, -1e-3, 1e-3, 0.01, 0.1), (*range(-12, 0), *range(1, 13))
WHY_COVARIANCE = "so it is no covariance, and there is no such prior"


class GaussianProcess(RegressorMixin, OneExpansion):
    """A normal prior on f with mean 0 and covariance k, conditioned on noisy targets y.

    With A = K + σ²I the mean of f is k(x, X)A⁻¹y, which is kernel ridge regression with
    λ = σ². Its covariance is k(x, z) − k(x, X)A⁻¹k(X, z), which does not depend on y.

    ``kernel`` is a kernel of this package, in the square of the unit of y (write
    ``c * RBF(1.0)`` for τ² = c), ``noise`` σ² ≥ 0, the variance of the noise
    (scikit-learn's ``alpha``; ``KernelRidge.noise_`` is a standard deviation).
    ``bounds`` maps names of ``set_params``, such as "noise" or "kernel__length_scale",
    to (low, high) with 0 < low < high. The end of a name, "length_scale", stands for
    each parameter that ends in it and has no longer one. ``fit`` maximises log p(y)
    over these parameters from their present values. The maximum is local: no small
    change of one or two of them raises log p beyond its rounding. After ``fit``:
    ``kernel_`` and ``noise_``, the function ``expansion_``,
    ``log_marginal_likelihood_``, and ``at_bound_``, which maps each parameter at a
    bound to "low" or "high".

    Raises ValueError for a kernel without the derivative, UnverifiedError if the search
    ends at no maximum, SingularMatrixError where A is singular to rounding,
    NotPositiveSemidefiniteError where K is no covariance.

    Source: Rasmussen and Williams (2006), algorithm 2.1 and section 5.4.1.

    >>> from kernellab import datasets
    >>> X, y = datasets.stopping()
    >>> prior, bounds = 2500.0 * RBF(20.0), {"length_scale": (1, 100)}
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

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Condition on targets y (n,) at points X, (n, d) or n strings or sets."""
        points = self._training_points(X)
        targets = regression_targets(y, len(points))
        kernel, noise = self.kernel, nonnegative(self.noise, "noise", WHY_NOISE)
        self.at_bound_: dict[str, str] = {}
        if self.bounds is not None and self.bounds != {}:
            search = _Search(kernel, noise, points, targets, self.bounds)
            best = search.maximise()
            kernel, noise = search.parameters(best)
            self.at_bound_ = search.at_bound(best)
        K = kernel.pairwise(points, points)
        K = as_psd(K, why=WHY_COVARIANCE, allowed=FORMULA_ROUNDING)
        self.kernel_, self.noise_ = kernel, noise
        found = self._likelihood = likelihood(K, targets, noise)
        self.log_marginal_likelihood_ = found.value
        self.expansion_ = Expansion.unchecked(kernel, points, found.alpha, 0.0)
        return self

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """The mean of f at each point of X, (n*,); with ``return_std`` its deviation.

        A new target has the variance of f(x) plus σ².
        """
        mean = super().predict(X)
        if not as_bool(return_std, "return_std"):
            return mean
        new, cross, V = self._conditioned(X)
        squares = self.kernel_.diagonal(new)
        variance = squares - np.einsum("ij,ij->j", V, V)
        is_rounding = variance < len(cross) * EPS * squares
        return mean, np.sqrt(np.where(is_rounding, 0.0, variance))

    def sample_y(self, X: Any, n_samples: int = 1, random_state: Any = 0) -> Array:
        """Draws of f at X, (n*, n_samples); before ``fit`` they come from the prior."""
        count = positive_integer(n_samples, "n_samples", "it counts draws")
        rng = check_random_state(random_state)
        if hasattr(self, "expansion_"):
            new, _, V = self._conditioned(X)
            mean = super().predict(X)
            covariance = self.kernel_.pairwise(new, new) - V.T @ V
        else:
            kernel = as_kernel(self.kernel, "kernel")
            new = kernel.as_points(X)
            mean, K = np.zeros(len(new)), kernel.pairwise(new, new)
            covariance = as_psd(K, why=WHY_COVARIANCE, allowed=FORMULA_ROUNDING)
        values, vectors = eigen(covariance)
        roots = vectors * np.sqrt(np.maximum(values, 0.0))
        return mean[:, None] + roots @ rng.standard_normal((len(new), count))

    def _conditioned(self, X: Any) -> tuple[Points, Array, Array]:
        """New points, k(X, x) (n, n*), and V, with which the posterior covariance is
        k(x, z) − VᵀV.
        """
        check_is_fitted(self)
        f = self.expansion_
        new = checked_points(self, f.kernel, X, reset=False)
        new, points = same_space(new, f.points, "X", "points")
        cross = f.kernel.pairwise(points, new)
        return new, cross, self._likelihood.whitened(cross)


class _Search:
    """log p(y) as a function of θ, the logarithms of the parameters with bounds."""

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
                f"bounds = {bounds!r} is {type_of(bounds)}, but each pair belongs to a"
                ' parameter. Try bounds={"noise": (0.1, 10.0)}.'
            )
        values = {"noise": noise} | {
            f"kernel__{name}": value for name, value in kernel.get_params().items()
        }
        self.positions: dict[str, int | slice] = {}  # of the parameters in θ
        rows: list[tuple[str, float, float, float]] = []
        for name, pair in _in_full(bounds, values).items():
            low, high = _bounds_of(name, pair, values)
            here, start = values[name], len(rows)
            if isinstance(here, tuple):
                self.positions[name] = slice(start, start + len(here))
                rows += [(f"{name}[{a}]", low, high, v) for a, v in enumerate(here)]
            else:
                self.positions[name] = start
                rows.append((name, low, high, here))
        self.names = [row[0] for row in rows]
        numbers = np.array([row[1:] for row in rows]).T
        self.ends = numbers[:2]
        self.low, self.high, self.start = np.log(numbers)

    def parameters(self, theta: Array) -> tuple[Kernel, float]:
        """The kernel and σ² at θ."""
        numbers = np.clip(np.exp(theta), *self.ends).tolist()
        changed: dict[str, Any] = {
            name.removeprefix("kernel__"): (
                tuple(numbers[at]) if isinstance(at, slice) else numbers[at]
            )
            for name, at in self.positions.items()
        }
        noise = float(changed.pop("noise", self.noise))
        return self.kernel.with_params(**changed), noise

    def at(self, theta: Array, slopes: bool = True) -> Likelihood:
        """log p(y) at θ, with its gradient unless ``slopes`` is False."""
        kernel, noise = self.parameters(theta)
        K = kernel.pairwise(self.points, self.points)
        dK: list[Array | float] = []
        for name, place in self.positions.items() if slopes else ():
            if name == "noise":
                dK.append(noise)
                continue
            slope = log_derivative(
                kernel, self.points, name.removeprefix("kernel__"), K
            )
            dK += [*slope] if isinstance(place, slice) else [slope]
        return likelihood(K, self.y, noise, dK)

    def negative_value(self, theta: Array, slopes: bool = True) -> tuple[float, Array]:
        """−log p(y) and its gradient at θ; ∞ and 0 where it cannot be computed."""
        try:
            found = self.at(theta, slopes=slopes)
        except ValueError:
            return np.inf, np.zeros_like(theta)
        return -found.value, -found.gradient

    def value(self, theta: Array) -> float:
        """log p(y) at θ, −∞ where it cannot be computed."""
        return -self.negative_value(theta, slopes=False)[0]

    def clipped(self, theta: Array) -> Array:
        """θ clipped to the bounds; a value that differs by rounding is set to them."""
        theta = np.where(theta < self.low + NEAR_BOUND, self.low, theta)
        return np.where(theta > self.high - NEAR_BOUND, self.high, theta)

    def maximise(self) -> Array:
        """A local maximum of log p(y) between the bounds, from the present values."""
        theta, bounds = self.start, np.transpose([self.low, self.high])
        self.at(theta)  # raises what is wrong with the start
        options = {"jac": True, "method": "L-BFGS-B", "bounds": bounds, "tol": 1e-12}
        for _ in range(MOST_CLIMBS):
            found = minimize(self.negative_value, theta, **options)
            theta = self.clipped(found.x)
            if (higher := self.higher(theta)) is None:
                return theta
            theta = higher
        raise UnverifiedError(
            f"the search ended where log p(y) = {self.value(theta):.6g} still rises, so"
            " this is no maximum. Try another start, or narrower bounds."
        )

    def higher(self, theta: Array) -> Array | None:
        """A place where log p(y) is higher than at θ by more than rounding, if one is
        found along one parameter or two. L-BFGS may end at a saddle point, and where
        log p is level; there the steps are long.
        """
        found, axes = self.at(theta), np.eye(len(theta))
        here = found.value
        slight = SLIGHT * (abs(here) + len(self.y))
        if self.is_strict(theta, found.gradient, slight):
            return None
        pairs = [a + sign * b for a, b in combinations(axes, 2) for sign in (-1, 1)]

        def best(steps: list[Array]) -> tuple[Array | None, Array]:
            places = [self.clipped(theta + step) for step in steps]
            gains = np.array([self.value(place) for place in places]) - here
            i = int(gains.argmax())
            return (places[i] if gains[i] > slight else None), gains

        place, gains = best([t * axis for axis in [*axes, *pairs] for t in STEPS])
        if place is not None:
            return place
        changes = np.abs(gains.reshape(-1, len(STEPS))[: len(axes)]).max(axis=1)
        level = axes[changes <= slight]
        if not len(level):
            return None
        return best([t * axis for axis in [*level, level.sum(0)] for t in FAR])[0]

    def is_strict(self, theta: Array, slope: Array, slight: float) -> bool:
        """Whether derivatives prove a strict maximum at θ, where log p has the gradient
        ``slope``: it falls from the bounds inwards; along the other parameters the
        gradient is 0, up to a change ``slight``, and −log p is convex.
        """
        steps = np.where(theta + DIFFERENCE > self.high, -DIFFERENCE, DIFFERENCE)
        at_end = (theta <= self.low) | (theta >= self.high)
        free = np.flatnonzero(~at_end | (slope * steps > -slight))
        if not len(free):
            return True
        H = np.empty((len(free), len(free)))
        for row, step in zip(H, np.diag(steps)[free], strict=True):
            rise = self.negative_value(theta + step)[1] + slope
            row[:] = rise[free] / step.sum()
        # H − Hᵀ is the error of the differences, by third derivatives and rounding; and
        # a hundredth away log p is to be lower by more than ``slight``.
        doubt = np.linalg.norm(H - H.T) + 2 * slight / 0.01**2
        if np.linalg.eigvalsh((H + H.T) / 2)[0] <= doubt:
            return False
        slope = slope[free]
        return float(slope @ np.linalg.solve(H, slope)) / 2 <= slight

    def at_bound(self, theta: Array) -> dict[str, str]:
        """The parameters at a bound, with "low" or "high"."""
        ends = np.where(
            theta <= self.low, "low", np.where(theta < self.high, "", "high")
        )
        return {k: str(end) for k, end in zip(self.names, ends, strict=True) if end}


def _in_full(
    bounds: Mapping[str, tuple[float, float]], values: Mapping[str, Any]
) -> dict[str, tuple[float, float]]:
    """The bounds by full names of parameters: those of the longest end of the name."""
    arrays = {name: np.asarray(value) for name, value in values.items()}
    free = [name for name, a in arrays.items() if a.dtype == float and a.ndim < 2]
    full, used = {}, set()
    for name in free:
        if ends := [end for end in bounds if f"__{name}".endswith(f"__{end}")]:
            full[name] = bounds[max(ends, key=len)]
            used |= set(ends)
    if unknown := set(bounds) - used:
        raise ValueError(
            f"bounds names {unknown.pop()!r}, which is not a parameter of this model."
            f" Try one of {sorted(free)}, or the end of one."
        )
    return full


def _bounds_of(
    name: str, pair: tuple[float, float], values: Mapping[str, Any]
) -> tuple[float, float]:
    """The bounds of one parameter, after a check that its value lies between them."""
    if not isinstance(pair, Sequence | np.ndarray) or len(pair) != 2:
        raise ValueError(
            f"bounds[{name!r}] = {pair!r} is not a pair (low, high). Try (0.1, 10.0)."
        )
    why, start = "the search runs over its logarithm", values[name]
    low = positive(pair[0], f"the lower bound of {name}", why)
    high = positive(pair[1], f"the upper bound of {name}", why)
    if not (low < high and low <= np.min(start) and np.max(start) <= high):
        raise ValueError(
            f"bounds[{name!r}] = ({low:g}, {high:g}), but the search starts at"
            f" {start!r} and stays between them, so it needs low < high and a start"
            " inside. Try wider bounds, or another start."
        )
    return low, high
