"""What every fit returns: f(x) = Σᵢ αᵢ k(xᵢ, x) + b."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array
from kernellab.gram import gram
from kernellab.kernels.algebra import Kernel


@dataclass(frozen=True)
class Expansion:
    """f(x) = Σᵢ αᵢ k(xᵢ, x) + b, a function made of kernels that sit on the training points.

    ``kernel`` is k, ``points`` the training points X (n, d), ``alpha`` α (n,) over all of them, ``b`` the offset.
    Call it with new points (n*, d) to get f, (n*,). ``support`` numbers the points with αᵢ ≠ 0: the only ones that
    a prediction needs.

    Raises ValueError when called with points of another dimension.

    Source: Lecture 16, Kernel ridge regression (prediction); Kernels (explicit and implicit feature expansion).

    >>> from kernellab import Linear
    >>> f = Expansion(Linear(), np.array([[1.0], [2.0]]), alpha=np.array([0.0, 3.0]), b=1.0)
    >>> f([[5.0]]), f.support
    (array([31.]), array([1]))
    """

    kernel: Kernel
    points: Array
    alpha: Array
    b: float = 0.0

    @property
    def support(self) -> np.ndarray:
        """The numbers of the points that carry the fit, those with αᵢ ≠ 0."""
        return np.flatnonzero(self.alpha)

    def __call__(self, Z: ArrayLike) -> Array:
        """f at each row of Z (n*, d)."""
        support = self.support
        if len(support) == len(self.alpha):
            return gram(self.kernel, Z, self.points) @ self.alpha + self.b
        return gram(self.kernel, Z, self.points[support]) @ self.alpha[support] + self.b
