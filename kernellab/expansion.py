"""The function that every fit returns: f(x) = Σᵢ αᵢ k(xᵢ, x) + b."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernellab._arrays import Array, as_targets, real
from kernellab._points import Points, same_space
from kernellab.kernels.algebra import Kernel, as_kernel

__all__ = ["Expansion"]

BLOCK = 2**17  # kernel values in memory at a time, which fit a processor's cache


@dataclass(frozen=True, eq=False)
class Expansion:
    """f(x) = Σᵢ αᵢ k(xᵢ, x) + b, a sum of kernels on the training points.

    ``kernel`` is k, ``points`` the training points X (n, d), or n strings or sets,
    ``alpha`` α (n,), ``b`` the offset. Call it with new points (n*, d) to get f, (n*,).
    ``support`` holds the indices i with αᵢ ≠ 0, the only points that f needs.

    Source: Lecture 16, Kernel ridge regression (prediction).

    >>> from kernellab import Linear
    >>> f = Expansion(Linear(), [[1.0], [2.0]], alpha=[0.0, 3.0], b=1.0)
    >>> f([[5.0]]), f.support
    (array([31.]), array([1]))
    """

    kernel: Kernel
    points: Points
    alpha: Array
    b: float = 0.0

    def __post_init__(self) -> None:
        points = as_kernel(self.kernel, "kernel").as_points(self.points, "points")
        alpha = as_targets(self.alpha, len(points), "alpha")
        # The fields of a frozen dataclass cannot be assigned
        vars(self).update(points=points, alpha=alpha, b=real(self.b, "b"))

    @property
    def support(self) -> np.ndarray:
        """The indices i with αᵢ ≠ 0."""
        return np.flatnonzero(self.alpha)

    @classmethod
    def unchecked(cls, kernel: Kernel, points: Points, alpha: Array, b: float) -> Self:
        """The expansion with these parts, which are already checked."""
        f = object.__new__(cls)
        vars(f).update(kernel=kernel, points=points, alpha=alpha, b=b)
        return f

    def __call__(self, X: Any) -> Array:
        return self.at(self.kernel.as_points(X))

    def at(self, X: Points) -> Array:
        """f at points that the kernel has checked already."""
        X, points = same_space(X, self.points, "X", "points")
        alpha, support = self.alpha, self.support
        if len(support) < len(alpha):
            points, alpha = points[support], alpha[support]
        if not len(alpha):
            return np.full(len(X), self.b)
        rows = max(1, BLOCK // len(alpha))
        blocks = [
            self.kernel.pairwise(X[i : i + rows], points) @ alpha
            for i in range(0, len(X), rows)
        ]
        return np.concatenate(blocks) + self.b
