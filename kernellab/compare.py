"""The relative difference of two sides."""

import numpy as np

from kernellab._arrays import ArrayLike, as_array, shaped

__all__ = ["residual"]


def residual(left: ArrayLike, right: ArrayLike) -> float:
    """max|left − right| relative to the largest entry of both.

    Returns a number ≥ 0; about 1e-16 means equal to rounding. Raises ValueError for
    shapes that differ, and entries that are not numbers up to 1e50.

    >>> residual([1.0, 2.0], [1.0, 2.0])
    0.0
    """
    left, right = as_array(left, "left", 0.0), as_array(right, "right", 0.0)
    wanted = (
        f"left has {left.shape}: two sides of an equation have the same shape. Try"
        " left.ravel() and right.ravel() if only the layout differs."
    )
    shaped(right, "right", left.shape == right.shape, wanted)
    scale = max(np.abs(left).max(), np.abs(right).max())
    return float(np.abs(left - right).max() / scale) if scale > 0 else 0.0
