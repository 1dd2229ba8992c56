"""Fits with scikit-learn's protocol: fit, predict, score, clone, search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from kernellab._arrays import Array, as_numbers, as_targets, flag, nonnegative
from kernellab._points import Points
from kernellab.expansion import Expansion
from kernellab.grams import gram
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.solvers.ridge import WHY_LAM, dual, dual_offset


class KernelRidge(RegressorMixin, BaseEstimator):
    """Kernel ridge regression: f(x) = Σᵢ αᵢ k(xᵢ, x) + b with α = (K + λI)⁻¹y.

    Minimises Σᵢ (yᵢ − f(xᵢ))² + λ‖w‖², where f(x) = wᵀφ(x) + b. ``kernel`` is a kernel of this package, ``lam`` λ ≥ 0
    the number added to the diagonal of K (scikit-learn's ``alpha``), ``offset`` whether a constant b outside the penalty
    is fitted too.
    After ``fit`` the function is ``expansion_``, with ``alpha`` (n,), ``b`` and ``support``.

    Raises ValueError for λ < 0, for a K + λI that is singular to rounding, and for data that are not finite numbers.

    Source: Lecture 16, Kernel ridge regression; offset: Linear regression and kernels, appendix.

    >>> from kernellab import Linear, datasets
    >>> X, y = datasets.stopping()
    >>> model = KernelRidge(Linear(), lam=1.0, offset=True).fit(X, y)
    >>> model.predict([[30.0]]).round(1)
    array([74.1])
    """

    def __init__(self, kernel: Kernel = RBF(1.0), lam: float = 1.0, offset: bool = False) -> None:
        self.kernel = kernel
        self.lam = lam
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> KernelRidge:
        """Find α (and b) for the points X, (n, d) or n strings or sets, and targets y (n,)."""
        if y is None:
            raise ValueError("y is None: this estimator requires y to be passed, but the target y is None. Call fit(X, y).")
        points = checked(self, as_kernel(self.kernel, "kernel"), X, reset=True)
        targets = as_numbers(y, "y")
        if targets.shape == (len(points), 1):
            targets = column_or_1d(targets, warn=True)  # scikit-learn's protocol: a column is taken, with a warning
        targets = as_targets(targets, len(points))
        offset, lam = flag(self.offset, "offset"), nonnegative(self.lam, "lam", WHY_LAM)
        K = gram(self.kernel, points)
        alpha, b = dual_offset(K, targets, lam) if offset else (dual(K, targets, lam), 0.0)
        self.expansion_ = Expansion(self.kernel, points, alpha, b)
        return self

    def predict(self, X: Any) -> Array:
        """f at each point of X, (n*,)."""
        check_is_fitted(self)
        return np.asarray(self.expansion_(checked(self, self.expansion_.kernel, X, reset=False)))


def checked(estimator: BaseEstimator, k: Kernel, X: Any, reset: bool) -> Points:
    """The points in the form that ``k`` takes, after scikit-learn has seen the names and the number of their columns."""
    points = k.as_points(X)
    validate_data(estimator, X if points.ndim == 2 else points, reset=reset, skip_check_array=True)
    return points
