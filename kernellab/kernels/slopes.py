"""The derivatives of a Gram matrix in the logarithms of its kernel's parameters."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array
from kernellab.kernels.algebra import Kernel, Product, Scaled, Sum
from kernellab.kernels.closure import Reweighted
from kernellab.kernels.fields import ours
from kernellab.kernels.stationary import RBF, Matern
from kernellab.kernels.vectors import Constant, Polynomial


def log_derivative(k: Kernel, X: Array, name: str, K: Array | None = None) -> Array:
    """∂K/∂log p at the points of X, for the parameter p > 0 of ``k`` called ``name``.

    ``X`` is (n, d) and checked, ``name`` one of ``k.get_params()``, such as
    ``k1__length_scale``, and ``K`` the table of ``k`` where it is known. Returns
    (n, n): in the logarithm, so that a search treats all sizes alike and p stays
    positive.

    Raises ValueError for a kernel, or a parameter, whose derivative is not known.

    Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
    Learning, 2006, section 5.4.1 (the derivatives themselves are written for this
    file).

    >>> from kernellab import RBF
    >>> log_derivative(RBF(2.0), np.array([[0.0], [2.0]]), "length_scale").round(4)
    array([[0.    , 0.6065],
           [0.6065, 0.    ]])
    """
    outer, _, inner = name.partition("__")
    rule = isinstance(k, Sum | Product | Scaled | Reweighted) and outer != "f"
    # The formula of a subclass may be another one.
    if not ours(type(k)) or (inner and not rule):
        raise _unknown(k, name)
    if not inner:
        return _own(k, X, name, k.pairwise(X, X) if K is None else K)
    known = None
    if isinstance(k, Scaled) and K is not None and k.factor > 0:
        known = K / k.factor
    part = log_derivative(getattr(k, outer), X, inner, known)
    match k:
        case Product():
            part = part * (k.k2 if outer == "k1" else k.k1).pairwise(X, X)
        case Scaled():
            part *= k.factor
        case Reweighted():
            weights = k.weights(X)
            part *= np.outer(weights, weights)
    return part


def _own(k: Kernel, X: Array, name: str, K: Array) -> Array:
    """The derivative in a parameter that stands in the formula of ``k`` itself, whose
    table is ``K``.
    """
    match k, name:
        case (Constant(), "value") | (Scaled(), "factor"):
            return K
        case Polynomial(), "c":
            return k.degree * k.c * (k.c + X @ X.T) ** (k.degree - 1)
        case ((RBF() | Matern()), "length_scale") if isinstance(k.length_scale, float):
            squares = cdist(X, X, "sqeuclidean")
            squares /= k.length_scale**2
            squares *= K if isinstance(k, RBF) else _fall(k, squares)
            return squares
        case _:
            raise _unknown(k, name)


def _fall(k: Matern, t: Array) -> Array:
    """−2 ∂k/∂t at t = ‖x − z‖²/ℓ²."""
    s = np.sqrt(2 * k.nu * t)
    with np.errstate(divide="ignore"):  # at s = 0 and ν = 1/2, where t is 0
        fall = {0.5: 1 / s, 1.5: np.ones_like(s), 2.5: (1 + s) / 3}[k.nu]
    return np.where(s > 0, fall, 0.0) * np.exp(-s) * 2 * k.nu


def _unknown(k: Kernel, name: str) -> ValueError:
    return ValueError(
        f"no derivative of {k!r:.100} in {name} is known, and a search by slope needs"
        " it. Leave the parameter out of bounds=, which keeps it fixed, or search over"
        " a grid with scikit-learn's GridSearchCV."
    )
