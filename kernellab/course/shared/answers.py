"""Data on which exercises of several lectures try a function."""

from __future__ import annotations

import numpy as np


def gram_matrices(rng: np.random.Generator | None) -> list[tuple[np.ndarray]]:
    """Two Gram matrices, one that is singular and one that is not."""
    rng = rng or np.random.default_rng(0)
    features = (rng.normal(size=shape) + 0.5 for shape in ((4, 3), (6, 9)))
    return [(Phi @ Phi.T,) for Phi in features]
