"""A plane between two classes, or the proof that none exists, by linear programming."""

import numpy as np

from kernellab._arrays import Array, ArrayLike, as_labels, as_points
from kernellab._tolerances import EPS
from kernellab.errors import UnverifiedError

__all__ = ["separating_plane"]

LEAST_MARGIN = 0.999  # of yf(x) less its rounding, where the programme asks for 1
OPTIMAL, INFEASIBLE = 0, 2  # SciPy's statuses


def separating_plane(Phi: ArrayLike, y: ArrayLike) -> tuple[Array, float] | None:
    """w and b with yᵢ(wᵀφ(xᵢ) + b) ≥ 1 for every point, or None where no plane exists.

    ``Phi`` is Φ (n, m), ``y`` (n,) holds the classes +1 and −1. Returns (w, b), w (m,),
    verified to yf ≥ 0.999 less the rounding, with the smallest Σⱼ sⱼ|wⱼ|, where sⱼ is
    half the range of feature j. Classes closer to each other than about 10⁻⁹ of the
    range count as touching, and are not separated.

    Raises UnverifiedError where the linear programme does not end, or rounding of wᵀφ +
    b undoes its plane, as it may far from the origin.

    Source: Kernels, explicit and implicit feature expansion (which feature separates?).

    >>> separating_plane([[0.0], [1.0], [2.0]], [1, -1, 1]) is None
    True
    >>> Phi = [[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]]  # φ(x) = (x, x²)
    >>> w, b = separating_plane(Phi, [1, -1, 1])
    >>> bool(w @ Phi[1] + b < 0 < w @ Phi[2] + b)
    True
    """
    from scipy.optimize import linprog

    Phi = as_points(Phi, "Phi")
    y = as_labels(y, len(Phi))
    low, high = Phi.min(axis=0), Phi.max(axis=0)
    centre, scale = (low + high) / 2, (high - low) / 2
    scale[scale == 0] = 1.0
    Z = (Phi - centre) / scale
    n, m = Z.shape
    # w = p − q with p, q ≥ 0, so that Σ(p + q) is Σ|w|
    sides = -y[:, None] * np.column_stack([Z, -Z, np.ones(n)])
    lengths = np.append(np.ones(2 * m), 0.0)
    bounds = [(0, None)] * (2 * m) + [(None, None)]
    for presolve in (True, False):  # presolving may fail where the programme does not
        options = {"presolve": presolve}
        found = linprog(lengths, sides, -np.ones(n), bounds=bounds, options=options)
        if found.status == INFEASIBLE:
            return None
        if found.status == OPTIMAL:
            break
    else:
        raise UnverifiedError(
            "the linear programme ended with neither a plane nor a proof that there is"
            f" none ({found.message}). Try fewer features, or features of similar size."
        )
    w = (found.x[:m] - found.x[m:-1]) / scale
    b = float(found.x[-1] - w @ centre)
    margins = y * (Phi @ w + b) - (m + 1) * EPS * (np.abs(Phi) @ np.abs(w) + abs(b))
    i = int(margins.argmin())
    if not margins[i] >= LEAST_MARGIN:
        raise UnverifiedError(
            "a plane separates the classes, but written as wᵀφ + b in floats it does"
            f" not: at point {i}, yf less its rounding is {margins[i]:.3g} and must be"
            " at least 1. Try points with their mean taken off."
        )
    return w, b
