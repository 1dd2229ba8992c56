"""Gaussian process regression, with scikit-learn's protocol and names.

Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize
from sklearn.base import RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from kernellab._arrays import (
    Array,
    as_bool,
    nonnegative,
    positive,
    positive_integer,
    type_of,
)
from kernellab._linalg import as_psd, eigen
from kernellab._points import Points, same_space
from kernellab._tolerances import EPS, FORMULA_ROUNDING
from kernellab.errors import (
    NotPositiveSemidefiniteError,
    SingularMatrixError,
    UnverifiedError,
)
from kernellab.expansion import Expansion
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.kernels.slopes import log_derivative
from kernellab.models import OneExpansion, checked_points, regression_targets
from kernellab.solvers.likelihood import WHY_NOISE, Likelihood, likelihood

__all__ = ["GaussianProcess"]

NEWTON_STEPS = 30  # after L-BFGS, which stops before the gradient is 0 to rounding
DIFFERENCE = 1e-3  # the step of the finite differences for the Hessian of log p
SLIGHT = 1e-9  # relative to |log p| + n: smaller changes of log p count as rounding
NEAR_BOUND = 1e-12  # a logarithm closer to a bound than this is set to the bound
FAR = (*range(-12, 0), *range(1, 13))  # steps of a logarithm from a flat start
WHY_COVARIANCE = "so it is no covariance, and there is no such prior"


class GaussianProcess(RegressorMixin, OneExpansion):
    """A normal prior on f with mean 0 and covariance k, conditioned on noisy targets y.

    With A = K + σ²I the mean of f is k(x, X)A⁻¹y, which is kernel ridge regression with
    λ = σ². Its covariance is k(x, z) − k(x, X)A⁻¹k(X, z), which does not depend on y.

    ``kernel`` is a kernel of this package, in the square of the unit of y (write
    ``c * RBF(1.0)`` for τ² = c), ``noise`` σ² ≥ 0, the variance of the noise
    (scikit-learn's ``alpha``; ``KernelRidge.noise_`` is a standard deviation).
    ``bounds`` maps names of ``set_params``, such as "noise" or "kernel__length_scale",
    to (low, high) with 0 < low < high. The last part of a name, "length_scale", stands
    for each parameter that ends in it and is not named in full. ``fit`` maximises log
    p(y) over these parameters from their present values. If log p is flat there, or
    parameters with the same role have equal values, ``fit`` adds a second start. After
    ``fit``: ``kernel_`` and ``noise_``, the function ``expansion_``,
    ``log_marginal_likelihood_``, and ``at_bound_``, which maps each parameter at a
    bound to "low" or "high". The maximum is local, up to the rounding of log p.

    Raises ValueError for low ≥ high, for a parameter outside its bounds, and for a
    kernel without the derivative, UnverifiedError if the search ends at no maximum, and
    the errors of ``log_marginal_likelihood``.

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
            starts = search.starts()
            ends = [each for each in map(search.maximise, starts) if each is not None]
            if not ends:
                raise search.last_error
            best = max(ends, key=search.value)
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
        self.last_error: Exception = UnverifiedError("no start was tried")

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
            found = self.at(theta, slopes)
        except ValueError as error:
            self.last_error = error
            return np.inf, np.zeros_like(theta)
        return -found.value, -found.gradient

    def value(self, theta: Array) -> float:
        """log p(y) at θ, −∞ where it cannot be computed."""
        return -self.negative_value(theta, slopes=False)[0]

    def clipped(self, theta: Array) -> Array:
        """θ clipped to the bounds; a value that differs by rounding is set to them."""
        theta = np.where(theta < self.low + NEAR_BOUND, self.low, theta)
        return np.where(theta > self.high - NEAR_BOUND, self.high, theta)

    def starts(self) -> list[Array]:
        """The first start, and others if a search from it may find no maximum."""
        starts = [self.start]
        try:
            here = self.at(self.start)
        except (SingularMatrixError, NotPositiveSemidefiniteError):
            return starts  # ``maximise`` keeps the error
        slight = SLIGHT * (abs(here.value) + len(self.y))
        flat = np.abs(here.gradient) <= slight
        if flat.any():
            axes = [*np.eye(len(flat))[flat], flat * 1.0]
            far = [self.clipped(self.start + t * axis) for axis in axes for t in FAR]
            best = max(far, key=self.value)
            if self.value(best) > here.value + slight:
                starts.append(best)
        # Parameters with equal values and equal slopes would stay equal in a search
        rows = np.transpose([self.start, (here.gradient / slight).round()])
        _, group, counts = np.unique(rows, False, True, True, axis=0)
        if counts.max() > 1:
            unequal = self.start.copy()
            for each in np.flatnonzero(counts > 1):
                unequal[group == each] += np.linspace(-1.0, 1.0, counts[each])
            starts.append(self.clipped(unequal))
        return starts

    def maximise(self, start: Array) -> Array | None:
        """A maximum of log p(y) between the bounds, or None if the search fails."""
        bounds = np.transpose([self.low, self.high])
        options = {"jac": True, "method": "L-BFGS-B", "bounds": bounds}
        found = minimize(self.negative_value, start, **options)
        try:
            return self.newton(self.clipped(found.x))
        except ValueError as error:
            self.last_error = error
            return None

    def newton(self, theta: Array) -> Array:
        """A maximum of log p(y), by Newton's method from θ.

        A step divides by the absolute curvature, so that it leaves a saddle point.
        Along an axis of small or negative curvature, values on both sides are compared.
        """
        for _ in range(NEWTON_STEPS):
            here = self.at(theta)
            slight = SLIGHT * (abs(here.value) + len(self.y))
            curvature, axes = self.curvatures(theta, here, slight)
            slopes = axes @ here.gradient
            shift = np.clip(slopes / np.maximum(np.abs(curvature), slight), -1.0, 1.0)
            gain = float(shift @ slopes - curvature @ shift**2 / 2)
            lengths = 0.25 ** np.arange(0 if gain <= 1e-3 * slight else 6)
            weak = axes[curvature <= 1e4 * slight]
            # Each step with the gain that it has to bring
            steps = [(t * shift @ axes, 0.0) for t in lengths]
            steps += [
                (t * axis, slight) for axis in weak for t in (-1.0, -0.1, 0.1, 1.0)
            ]
            higher = (
                moved
                for step, least in steps
                if self.value(moved := self.clipped(theta + step)) > here.value + least
            )
            if (found := next(higher, None)) is None:
                break
            theta = found
        if gain <= max(here.rounding, 100 * slight):
            return theta
        raise UnverifiedError(
            f"the search ended where log p(y) = {here.value:.6g} still rises, by about"
            f" {gain:.2g}, so this is no maximum. Try another start, or narrower"
            " bounds."
        )

    def curvatures(
        self, theta: Array, here: Likelihood, slight: float
    ) -> tuple[Array, Array]:
        """The curvatures of −log p at θ and their axes, in rows. The axes leave out a
        parameter at a bound beyond which log p rises.
        """
        low, high = theta <= self.low, theta >= self.high
        pushed = (low & (here.gradient <= slight)) | (high & (here.gradient >= -slight))
        basis = np.eye(len(theta))[~pushed]
        H = np.empty((len(basis), len(basis)))
        for i, axis in enumerate(DIFFERENCE * basis):
            ahead, behind = self.clipped(theta + axis), self.clipped(theta - axis)
            change = self.at(ahead).gradient - self.at(behind).gradient
            H[i] = basis @ change / (basis[i] @ (ahead - behind))
        rises, axes = eigen(H) if len(H) else (np.empty(0), H)
        return -rises, axes.T @ basis

    def at_bound(self, theta: Array) -> dict[str, str]:
        """The parameters at a bound, with "low" or "high"."""
        ends = np.where(
            theta <= self.low, "low", np.where(theta < self.high, "", "high")
        )
        return {k: str(end) for k, end in zip(self.names, ends, strict=True) if end}


def _in_full(
    bounds: Mapping[str, tuple[float, float]], values: Mapping[str, Any]
) -> dict[str, tuple[float, float]]:
    """The bounds by full names of parameters; a name in full goes before a last one."""
    free = [each for each, value in values.items() if _is_free(value)]
    full = {name: pair for name, pair in bounds.items() if name in free}
    for name, pair in bounds.items():
        ends = [each for each in free if each.split("__")[-1] == name]
        if name not in free and not ends:
            raise ValueError(
                f"bounds names {name!r}, which is not a parameter of this model. Try"
                f" one of {sorted(free)}, or the last part of one."
            )
        if name not in free:
            full = dict.fromkeys(ends, pair) | full
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


def _is_free(value: Any) -> bool:
    """Whether a parameter is a real number, or one for each coordinate."""
    return np.asarray(value).dtype == np.float64 and np.ndim(value) < 2
