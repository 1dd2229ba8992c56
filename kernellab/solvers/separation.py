"""Is there a plane between two classes? A linear programme finds one, or finds that
there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernellab._arrays import Array, as_labels, as_points
from kernellab._linalg import EPS
from kernellab.errors import UnverifiedError

__all__ = ["separating_plane"]

KEPT = 0.999  # of yf(x) ≥ 1, with the rounding of wᵀφ + b taken off
INFEASIBLE = 2  # of SciPy's words for how a linear programme ended


def separating_plane(Phi: ArrayLike, y: ArrayLike) -> tuple[Array, float] | None:
    """w and b with yᵢ(wᵀφ(xᵢ) + b) ≥ 1 for every point, or None where no plane
    separates the two classes.

    ``Phi`` is Φ (n, m), ``y`` (n,) holds the classes +1 and −1. Returns (w, b), w (m,),
    verified to yf ≥ 0.999 with their rounding; of all such planes one with the smallest
    Σⱼ sⱼ|wⱼ|, where sⱼ is half the range of feature j. Classes closer to each other
    than about 10⁻⁹ of the range count as touching, and what touches is not separated.

    Raises ValueError for classes other than +1 and −1, UnverifiedError where the linear
    programme comes to no end, or rounding in wᵀφ + b undoes what it found: far from the
    origin, or in tiny units.

    Source: Lecture 16, Kernel ridge regression; Kernels, explicit and implicit feature
    expansion (which feature separates?).

    >>> separating_plane([[0.0], [1.0], [2.0]], [1, -1, 1]) is None
    True
    >>> w, b = separating_plane([[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]], [1, -1, 1])  # φ(x) = (x, x²)
    >>> bool(w[0] * 1 + w[1] * 1 + b < 0 < w[0] * 2 + w[1] * 4 + b)
    True
    """
    from scipy.optimize import linprog

    Phi = as_points(Phi, "Phi")
    y = as_labels(y, len(Phi))
    low, high = Phi.min(axis=0), Phi.max(axis=0)
    centre = low / 2 + high / 2
    scale = np.where(high > low, high / 2 - low / 2, 1.0)
    Z = (Phi - centre) / scale  # a plane stays a plane, whatever the units
    m = Z.shape[1]
    sides = -y[:, None] * np.column_stack(
        [Z, -Z, np.ones(len(Z))]
    )  # w = p − q with p, q ≥ 0, so Σ(p + q) is Σ|w|
    bounds = [(0, None)] * (2 * m) + [(None, None)]
    for presolve in (
        True,
        False,
    ):  # what is found beforehand may be no more than that something is wrong
        options = {"presolve": presolve}
        found = linprog(
            np.append(np.ones(2 * m), 0.0),
            A_ub=sides,
            b_ub=-np.ones(len(Z)),
            bounds=bounds,
            options=options,
        )
        if found.status == INFEASIBLE:
            return None
        if found.status == 0:
            break
    else:
        raise UnverifiedError(
            "the linear programme ended with neither a plane nor a proof that there is"
            f" none ({found.message}). Try fewer features, or features of similar size."
        )
    with np.errstate(over="ignore", invalid="ignore"):
        w = (found.x[:m] - found.x[m:-1]) / scale
        b = float(found.x[-1] - w @ centre)
        kept = y * (Phi @ w + b) - (m + 1) * EPS * (np.abs(Phi) @ np.abs(w) + abs(b))
    if not kept.min() >= KEPT:
        i = int(kept.argmin())  # or the first that is NaN
        raise UnverifiedError(
            "a plane separates the classes, but written as wᵀφ + b in floats it does"
            f" not: yf is {kept[i]:.3g} at point {i}, with rounding taken off, and at"
            " least 1 is needed. Try points with their mean taken off, or in larger"
            " units."
        )
    return w, b
