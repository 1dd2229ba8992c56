"""Fits with scikit-learn's protocol: fit, predict, score, clone, search."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    assert_all_finite,
    check_array,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from kernellab._arrays import (
    FOR_TARGETS,
    Array,
    ArrayLike,
    as_array,
    as_bool,
    as_targets,
    nonnegative,
    positive,
    refuse_mask,
)
from kernellab._linalg import symmetric
from kernellab._points import VECTORS, Points, same_space
from kernellab._tolerances import EPS
from kernellab.expansion import Expansion
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.solvers.libsvm import svm_dual, svr_dual
from kernellab.solvers.posterior import posterior
from kernellab.solvers.ridge import WHY_LAM, dual_fit

__all__ = ["SVC", "SVR", "KernelRidge", "NearestNeighbours"]

MOST_ROUNDING = 1e-6  # relative to d²


class WithKernel(BaseEstimator):
    """A model with a kernel, whose parameters are called ``kernel__length_scale``."""

    kernel: Kernel

    def set_params(self, **params: Any) -> Self:
        """Set parameters; ``kernel__…`` sets them in a copy of the kernel."""
        prefix = "kernel__"
        names = [name for name in params if name.startswith(prefix)]
        of_kernel = {name.removeprefix(prefix): params.pop(name) for name in names}
        super().set_params(**params)
        if of_kernel:
            self.kernel = as_kernel(self.kernel, "kernel").with_params(**of_kernel)
        return self

    def _training_points(self, X: Any) -> Points:
        return checked_points(self, as_kernel(self.kernel, "kernel"), X, reset=True)


class OneExpansion(WithKernel):
    """A model whose fit is one function f, after ``fit`` in ``expansion_``."""

    expansion_: Expansion

    def predict(self, X: Any) -> Array:
        """f at each point of X, (n*,)."""
        check_is_fitted(self)
        return self.expansion_.at(
            checked_points(self, self.expansion_.kernel, X, reset=False)
        )


class KernelRidge(RegressorMixin, OneExpansion):
    """Kernel ridge regression: f(x) = Σᵢ αᵢ k(xᵢ, x) + b with α = (K + λI)⁻¹(y − b1).

    Minimises Σᵢ (yᵢ − f(xᵢ))² + λ‖w‖², where f(x) = wᵀφ(x) + b. ``kernel`` is a kernel
    of this package, ``lam`` λ ≥ 0 the number added to the diagonal of K (scikit-learn's
    ``alpha``), ``offset`` whether b is fitted, without a penalty. After ``fit``,
    ``expansion_`` is f, and ``noise_`` the estimated σ of the noise in y. Raises the
    errors of ``ridge_dual``.

    Source: Lecture 16, Kernel ridge regression; offset: Linear regression and kernels,
    appendix.

    >>> from kernellab import Linear, datasets
    >>> X, y = datasets.stopping()
    >>> model = KernelRidge(Linear(), lam=1.0, offset=True).fit(X, y)
    >>> model.predict([[30.0]]).round(1)
    array([74.1])
    """

    def __init__(
        self, kernel: Kernel = RBF(1.0), lam: float = 1.0, offset: bool = False
    ) -> None:
        self.kernel = kernel
        self.lam = lam
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Find α, b for points X, (n, d) or n strings or sets, and targets y (n,)."""
        points = self._training_points(X)
        targets = regression_targets(y, len(points))
        offset = as_bool(self.offset, "offset")
        lam = nonnegative(self.lam, "lam", WHY_LAM)
        K = symmetric(self.kernel.pairwise(points, points))
        alpha, b = dual_fit(K, targets, lam, offset)
        self.expansion_ = Expansion.unchecked(self.kernel, points, alpha, b)
        self._lam, self._has_deviation = lam, lam > 0 and not offset
        return self

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """f at each point of X, (n*,); with ``return_std`` also its deviation, (n*,).

        The deviation is that of a Gaussian process with covariance τ²k whose mean is f.
        A new target has the variance of f plus σ², where σ is ``noise_``. Raises
        ValueError after a fit with λ = 0 or an offset.
        """
        check_is_fitted(self)
        f = self.expansion_
        new = checked_points(self, f.kernel, X, reset=False)
        if not as_bool(return_std, "return_std"):
            return f.at(new)
        new, points = same_space(new, f.points, "X", "points")
        cross, squares = f.kernel.pairwise(points, new), f.kernel.diagonal(new)
        return f.at(new), self._posterior(cross, squares)[0]

    @property
    def noise_(self) -> float:
        """σ, the standard deviation of the noise: √(‖y − f‖²/(n − dof))."""
        check_is_fitted(self)
        n = len(self.expansion_.alpha)
        return self._posterior(np.empty((n, 0)), np.empty(0))[1]

    def _posterior(self, cross: Array, squares: Array) -> tuple[Array, float]:
        """The deviation of f at new points x, and σ, from k(X, x) and k(x, x)."""
        f = self.expansion_
        if not self._has_deviation:
            raise ValueError(
                "this fit has no deviation and no noise_: it had lam = 0 or an offset,"
                " which a Gaussian process with covariance τ²k and noise of the"
                " variance λτ² > 0 has not. Try λ > 0 without an offset; a constant in"
                " the kernel is one with a penalty."
            )
        K = f.kernel.pairwise(f.points, f.points)
        return posterior(K, f.alpha, self._lam, cross, squares)


class SVR(RegressorMixin, OneExpansion):
    """Support vector regression: f(x) = Σᵢ αᵢ k(xᵢ, x) + b, where most αᵢ may be zero.

    Minimises Σᵢ max(0, |yᵢ − f(xᵢ)| − ε) + λ‖w‖². ``kernel`` is a kernel of this
    package, ``lam`` λ > 0 (scikit-learn's C is 1/(2λ)), ``epsilon`` ε ≥ 0 in the units
    of y, ``offset`` whether b is fitted, without a penalty (scikit-learn's always is).
    After ``fit``, ``expansion_`` is f, and ``fit_`` the dual solution with its ``kkt``.
    Raises the errors of ``svr_dual``.

    Source: Lecture 16, Kernel ridge regression, where λ is divided by n.

    >>> from kernellab import Polynomial, datasets
    >>> X, y = datasets.stopping()
    >>> model = SVR(RBF(3.0) + Polynomial(2), lam=0.62, epsilon=15.0).fit(X, y)
    >>> len(model.expansion_.support), "of", len(y)
    (12, 'of', 62)
    """

    def __init__(
        self,
        kernel: Kernel = RBF(1.0),
        lam: float = 1.0,
        epsilon: float = 0.1,
        offset: bool = False,
    ) -> None:
        self.kernel = kernel
        self.lam = lam
        self.epsilon = epsilon
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Find α, b for points X, (n, d) or n strings or sets, and targets y (n,)."""
        points = self._training_points(X)
        targets = regression_targets(y, len(points))
        lam = positive(self.lam, "lam", "C = 1/(2λ) bounds the weights")
        K = self.kernel.pairwise(points, points)
        fit = self.fit_ = svr_dual(K, targets, 0.5 / lam, self.epsilon, self.offset)
        self.expansion_ = Expansion.unchecked(self.kernel, points, fit.alpha, fit.b)
        return self


class SVC(ClassifierMixin, OneExpansion):
    """The support vector machine for two classes: sign of f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Minimises ½‖w‖² + C Σᵢ max(0, 1 − yᵢ f(xᵢ)) with yᵢ = ±1. ``kernel`` is a kernel of
    this package, ``C`` > 0, where ``np.inf`` is the hard margin, ``offset`` whether b
    is fitted. After ``fit``, ``classes_`` are the two labels (the second is +1),
    ``expansion_`` is f with weights αᵢyᵢ, and ``fit_`` the dual solution with αᵢ ≥ 0.
    Raises ValueError for other than two classes, and the errors of ``svm_dual``.

    Source: Lecture 14, Kernels continued (kernel SVM).

    >>> model = SVC(RBF(1.0), C=10.0).fit([[0.0], [1.0], [2.0]], ["out", "in", "out"])
    >>> model.predict([[0.9], [5.0]]).tolist()
    ['in', 'out']
    """

    def __init__(
        self, kernel: Kernel = RBF(1.0), C: float = 1.0, offset: bool = True
    ) -> None:
        self.kernel = kernel
        self.C = C
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Find α, b for points X, (n, d) or n strings or sets, and labels y (n,)."""
        points = self._training_points(X)
        classes, signs = two_classes(y, len(points))
        K = self.kernel.pairwise(points, points)
        fit = self.fit_ = svm_dual(K, signs, self.C, self.offset)
        self.classes_, alpha = classes, signs * fit.alpha
        self.expansion_ = Expansion.unchecked(self.kernel, points, alpha, fit.b)
        return self

    def decision_function(self, X: Any) -> Array:
        """f at each point of X, (n*,): positive on the side of the second class."""
        return super().predict(X)

    def predict(self, X: Any) -> Array:
        """The class at each point of X, (n*,)."""
        f = self.decision_function(X)
        return np.asarray(self.classes_[(f > 0).astype(int)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class NearestNeighbours(ClassifierMixin, WithKernel):
    """The nearest neighbour in feature space: d²(x, z) = k(x, x) − 2k(x, z) + k(z, z).

    For a kernel that decreases with the distance, such as RBF, this is the ordinary
    nearest neighbour. ``predict`` raises ValueError if the rounding of k(x, x) exceeds
    a millionth of the second smallest d², as for points far from the origin.

    Source: Lecture 14, Kernels continued (quiz on nearest neighbours).

    >>> from kernellab import Linear
    >>> model = NearestNeighbours(Linear()).fit([[0.0], [4.0]], ["left", "right"])
    >>> model.predict([[1.0], [3.0]]).tolist()
    ['left', 'right']
    """

    def __init__(self, kernel: Kernel = RBF(1.0)) -> None:
        self.kernel = kernel

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Keep the points X, (n, d) or n strings or sets, and their labels y (n,)."""
        self.points_, self.kernel_ = self._training_points(X), self.kernel
        self.classes_, self.class_indices_ = class_labels(y, len(self.points_))
        self.squared_lengths_ = self.kernel.diagonal(self.points_)
        return self

    def predict(self, X: Any) -> Array:
        """The class of the training point nearest to each point, (n*,)."""
        check_is_fitted(self)
        new = checked_points(self, self.kernel_, X, reset=False)
        new, points = same_space(new, self.points_, "X", "points")
        K, lengths = self.kernel_.pairwise(new, points), self.squared_lengths_
        # d² without two terms that may be large, k(x, x) of the new point x and the
        # smallest k(z, z): for all training points z they are the same
        shifted = (lengths - lengths.min()) - 2 * K
        near = np.argsort(shifted, axis=1, kind="stable")[:, :2]
        second = np.take_along_axis(shifted, near[:, -1:], axis=1).ravel()
        squared_distances = second + self.kernel_.diagonal(new) + lengths.min()
        rounding = 4 * EPS * (lengths.max() + np.abs(K).max(axis=1))
        for i in np.flatnonzero(rounding >= MOST_ROUNDING * squared_distances):
            if (points[near[i]] != points[near[i, 0]]).any():  # equal points are a tie
                raise ValueError(
                    f"the second smallest d²(x, z) under {self.kernel_!r}, about"
                    f" {abs(squared_distances[i]):.1g}, is below a million times the"
                    f" rounding of k(x, x), {rounding[i]:.1g}, so rounding may choose"
                    " the neighbours. Try points with their mean taken off, or a"
                    " shorter length scale."
                )
        return np.asarray(self.classes_[self.class_indices_[near[:, 0]]])


def regression_targets(y: Any, n: int) -> Array:
    """Return targets (n,); a column is accepted with a warning, as in scikit-learn."""
    targets = as_array(_required(y), "y", for_text=FOR_TARGETS)
    if targets.shape == (n, 1):
        targets = column_or_1d(targets, warn=True)
    return as_targets(targets, n)


def class_labels(y: Any, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The classes in order, and for each point the index of its class."""
    refuse_mask(_required(y), "y")
    y = column_or_1d(y, warn=True)
    assert_all_finite(y, input_name="y")
    if y.dtype.kind in "mM" and np.isnat(y).any():
        raise ValueError(
            "y contains NaT, a missing date, and that is no class. Try dropping it."
        )
    try:
        classes, indices = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise TypeError(
            f"y holds labels that have no order ({error}), so none is the first class."
            " Try labels of one type, such as str(label), and drop points without one."
        ) from None
    check_classification_targets(y)
    check_consistent_length(y, np.empty(n))
    return classes, indices


def two_classes(y: Any, n: int) -> tuple[np.ndarray, Array]:
    """The two classes, and −1 or +1 for each point."""
    classes, indices = class_labels(y, n)
    if len(classes) != 2:
        raise ValueError(
            f"y holds {len(classes)} class{'es' if len(classes) > 1 else ''}: a"
            " hyperplane has two sides, and needs points on both. Only binary"
            " classification is supported; for more classes try"
            " sklearn.multiclass.OneVsOneClassifier(SVC(...))."
        )
    return classes, 2.0 * indices - 1


def _required(y: Any) -> Any:
    if y is None:  # in words that scikit-learn's ``check_estimator`` looks for
        raise ValueError("requires y to be passed, but the target y is None: fit(X, y)")
    return y


def checked_points(estimator: BaseEstimator, k: Kernel, X: Any, reset: bool) -> Points:
    """Return the points checked by ``k``; the estimator keeps the names of columns."""
    is_array = isinstance(X, np.ndarray) and X.dtype.kind in "biufcO"
    if (
        k.kind is VECTORS
        and is_array
        and not (X.ndim == 2 and X.size and X.dtype == float)
    ):
        # Raises errors in words that scikit-learn's ``check_estimator`` looks for
        check_array(X, dtype=None, ensure_all_finite=False)
    points = k.as_points(X)
    named = X if points.ndim == 2 else points  # a table has names of columns
    validate_data(estimator, named, reset=reset, skip_check_array=True)
    return points
