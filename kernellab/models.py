"""Fits with scikit-learn's protocol: fit, predict, score, clone, search."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite, check_is_fitted, column_or_1d, validate_data

from kernellab._arrays import Array, as_numbers, as_targets, flag, nonnegative, positive, whole
from kernellab._linalg import symmetric
from kernellab._points import Points, same_space
from kernellab.expansion import Expansion
from kernellab.grams import gram
from kernellab.kernels import RBF, Kernel
from kernellab.kernels.algebra import as_kernel
from kernellab.solvers.libsvm import svm_fit, svr_fit
from kernellab.solvers.ridge import WHY_LAM, dual, dual_offset


class _WithKernel(BaseEstimator):
    """What the models share: a kernel, whose numbers are parameters of the model too, as ``kernel__length_scale``."""

    kernel: Kernel

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; ``kernel__…`` puts a changed copy of the kernel in place, and leaves the old one as it is."""
        inside = {name: value for name, value in params.items() if name.startswith("kernel__")}
        super().set_params(**{name: value for name, value in params.items() if name not in inside})
        if inside:
            numbers = {name.removeprefix("kernel__"): value for name, value in inside.items()}
            self.kernel = as_kernel(self.kernel, "kernel").with_params(**numbers)
        return self


class _OneExpansion(_WithKernel):
    """What the fits share: after ``fit`` the function f as ``expansion_``."""

    expansion_: Expansion

    def _f(self, X: Any) -> Array:
        check_is_fitted(self)
        return np.asarray(self.expansion_(checked(self, self.expansion_.kernel, X, reset=False)))


class KernelRidge(RegressorMixin, _OneExpansion):
    """Kernel ridge regression: f(x) = Σᵢ αᵢ k(xᵢ, x) + b with α = (K + λI)⁻¹y.

    Minimises Σᵢ (yᵢ − f(xᵢ))² + λ‖w‖², where f(x) = wᵀφ(x) + b. ``kernel`` is a kernel of this package, ``lam`` λ ≥ 0
    the number added to the diagonal of K (scikit-learn's ``alpha``), ``offset`` whether a constant b outside the penalty
    is fitted too.
    After ``fit`` the function is ``expansion_``, with ``alpha`` (n,), ``b`` and ``support``.

    Raises ValueError for λ < 0, for a K + λI that is singular to rounding, for a kernel that is not symmetric, and for data
    that are not finite numbers.

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
        points = checked(self, as_kernel(self.kernel, "kernel"), X, reset=True)
        targets = numbers(y, len(points))
        offset, lam = flag(self.offset, "offset"), nonnegative(self.lam, "lam", WHY_LAM)
        K = symmetric(gram(self.kernel, points))
        alpha, b = dual_offset(K, targets, lam) if offset else (dual(K, targets, lam), 0.0)
        self.expansion_ = Expansion(self.kernel, points, alpha, b)
        return self

    def predict(self, X: Any) -> Array:
        """f at each point of X, (n*,)."""
        return self._f(X)


class SVR(RegressorMixin, _OneExpansion):
    """Support vector regression: f(x) = Σᵢ αᵢ k(xᵢ, x) + b, where most αᵢ may be zero.

    Minimises Σᵢ max(0, |yᵢ − f(xᵢ)| − ε) + λ‖w‖². ``kernel`` is a kernel of this package, ``lam`` λ > 0 (scikit-learn's C is
    1/(2λ)), ``epsilon`` ε ≥ 0 in the units of y, ``offset`` whether a constant b outside the penalty is fitted too. After
    ``fit`` the function is ``expansion_``, with ``support``; ``fit_`` holds the dual solution, with its ``kkt``.

    Raises ValueError for λ ≤ 0 or ε < 0, for data that are not finite numbers, and where K is not positive semidefinite.

    Source: Lecture 16, Kernel ridge regression (support vector regression), whose λ is ours over n.

    >>> from kernellab import datasets
    >>> X, y = datasets.stopping()
    >>> from kernellab import Polynomial
    >>> model = SVR(RBF(3.0) + Polynomial(2), lam=0.62, epsilon=15.0, offset=False).fit(X, y)
    >>> len(model.expansion_.support), "of", len(y)
    (12, 'of', 62)
    """

    def __init__(self, kernel: Kernel = RBF(1.0), lam: float = 1.0, epsilon: float = 0.1, offset: bool = True) -> None:
        self.kernel = kernel
        self.lam = lam
        self.epsilon = epsilon
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> SVR:
        """Find α and b for the points X, (n, d) or n strings or sets, and targets y (n,)."""
        points = checked(self, as_kernel(self.kernel, "kernel"), X, reset=True)
        targets = numbers(y, len(points))
        lam = positive(self.lam, "lam", "with C = 1/2λ no bound on the weights would be left at λ = 0")
        C = positive(1 / (2 * lam), "1/2λ", "it is the largest weight that a point can have")
        self.fit_ = svr_fit(gram(self.kernel, points), targets, C, self.epsilon, self.offset)
        self.expansion_ = Expansion(self.kernel, points, self.fit_.alpha, self.fit_.b)
        return self

    def predict(self, X: Any) -> Array:
        """f at each point of X, (n*,)."""
        return self._f(X)


class SVC(ClassifierMixin, _OneExpansion):
    """The support vector machine for two classes: sign of f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Minimises ½‖w‖² + C Σᵢ max(0, 1 − yᵢ f(xᵢ)) with yᵢ = ±1. ``kernel`` is a kernel of this package, ``C`` > 0, where
    ``np.inf`` is the hard margin; ``offset`` whether b is fitted. After ``fit``, ``classes_`` are the two labels (the second
    is +1), ``expansion_`` is f with weights αᵢyᵢ, ``fit_`` the dual solution with αᵢ ≥ 0.

    Raises ValueError for more or fewer than two classes, C ≤ 0, a K that is not positive semidefinite, and a hard margin
    that cannot be had.

    Source: Lecture 14, Kernels continued (kernel SVM).

    >>> model = SVC(RBF(1.0), C=10.0).fit([[0.0], [1.0], [2.0]], ["out", "in", "out"])
    >>> model.predict([[0.9], [5.0]]).tolist()
    ['in', 'out']
    """

    def __init__(self, kernel: Kernel = RBF(1.0), C: float = 1.0, offset: bool = True) -> None:
        self.kernel = kernel
        self.C = C
        self.offset = offset

    def fit(self, X: Any, y: ArrayLike) -> SVC:
        """Find α and b for the points X, (n, d) or n strings or sets, and two labels y (n,)."""
        points = checked(self, as_kernel(self.kernel, "kernel"), X, reset=True)
        self.classes_, signs = two_classes(y, len(points))
        self.fit_ = svm_fit(gram(self.kernel, points), signs, self.C, self.offset)
        self.expansion_ = Expansion(self.kernel, points, signs * self.fit_.alpha, self.fit_.b)
        return self

    def decision_function(self, X: Any) -> Array:
        """f at each point of X, (n*,): positive on the side of the second class."""
        return self._f(X)

    def predict(self, X: Any) -> Array:
        """The class at each point of X, (n*,)."""
        f = self._f(X)
        return np.asarray(self.classes_[(f > 0).astype(int)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class NearestNeighbours(ClassifierMixin, _WithKernel):
    """The ``k`` nearest neighbours by the distance in feature space, d²(x, z) = k(x, x) − 2k(x, z) + k(z, z).

    ``kernel`` is a kernel of this package, ``neighbours`` how many of the nearest points vote, 1 or more (of two classes an
    odd number never ties; a tie goes to the class that comes first). For a kernel that falls with the distance alone, such
    as RBF, they are the ordinary nearest neighbours, as far as floats tell k from 0 and from k(x, x).

    Raises ValueError for more neighbours than points.

    Source: Lecture 14, Kernels continued (quiz on nearest neighbours).

    >>> from kernellab import Linear
    >>> NearestNeighbours(Linear()).fit([[0.0], [4.0]], ["left", "right"]).predict([[1.0], [3.0]]).tolist()
    ['left', 'right']
    """

    def __init__(self, kernel: Kernel = RBF(1.0), neighbours: int = 1) -> None:
        self.kernel = kernel
        self.neighbours = neighbours

    def fit(self, X: Any, y: ArrayLike) -> NearestNeighbours:
        """Keep the points X, (n, d) or n strings or sets, and their labels y (n,)."""
        points = checked(self, as_kernel(self.kernel, "kernel"), X, reset=True)
        classes, number = labels(y, len(points))
        count = whole(self.neighbours, "neighbours", "a whole number of points votes")
        if count > len(points):
            there = "is 1 sample" if len(points) == 1 else f"are {len(points)} samples"
            raise ValueError(f"neighbours = {count}, but there {there} to ask. Try fewer.")
        self.classes_, self.points_, self.label_ = classes, points, number
        self.kernel_, self.neighbours_ = self.kernel, count
        self.lengths_ = as_numbers(self.kernel.diagonal(points), "k(x, x)")
        return self

    def nearest(self, X: Any) -> np.ndarray:
        """The numbers of the nearest training points, (n*, neighbours), the nearest first."""
        check_is_fitted(self)
        X, points = same_space(checked(self, self.kernel_, X, reset=False), self.points_, "X", "points")
        far = self.lengths_ - 2 * self.kernel_.pairwise(X, points)  # k(x, x) is the same for all
        return np.argsort(far, axis=1, kind="stable")[:, : self.neighbours_]

    def predict(self, X: Any) -> Array:
        """The class that most of the nearest points have, (n*,)."""
        nearest = self.nearest(X)
        votes = self.label_[nearest]
        counts = np.stack([(votes == each).sum(axis=1) for each in range(len(self.classes_))], axis=1)
        return np.asarray(self.classes_[counts.argmax(axis=1)])


def numbers(y: Any, n: int) -> Array:
    """Targets by scikit-learn's protocol: a column is taken, with a warning."""
    _given(y)
    targets = as_numbers(y, "y")
    if targets.shape == (n, 1):
        targets = column_or_1d(targets, warn=True)
    return as_targets(targets, n)


def labels(y: Any, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The classes in order, and for each point the number of its own."""
    _given(y)
    y = column_or_1d(y, warn=True)
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    if len(y) != n:
        raise ValueError(f"y has {len(y)} labels for {n} points: every point has one class. Found input variables that differ.")
    classes, number = np.unique(y, return_inverse=True)
    return classes, number


def two_classes(y: Any, n: int) -> tuple[np.ndarray, Array]:
    """The two classes, and −1 or +1 for each point."""
    classes, number = labels(y, n)
    if len(classes) != 2:
        few = "a hyperplane has two sides, and needs points on both"
        raise ValueError(
            f"y holds {len(classes)} class{'es' if len(classes) > 1 else ''}: {few}. Only binary classification is supported; "
            "for more classes try sklearn.multiclass.OneVsOneClassifier(SVC(...))."
        )
    return classes, 2.0 * number - 1


def _given(y: Any) -> None:
    if y is None:
        raise ValueError("y is None: this estimator requires y to be passed, but the target y is None. Call fit(X, y).")


def checked(estimator: BaseEstimator, k: Kernel, X: Any, reset: bool) -> Points:
    """The points in the form that ``k`` takes, after scikit-learn has seen the names and the number of their columns."""
    points = k.as_points(X)
    validate_data(estimator, X if points.ndim == 2 else points, reset=reset, skip_check_array=True)
    return points
