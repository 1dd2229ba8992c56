"""The derivatives of a Gram matrix in the logarithms of its kernel's parameters.

Equations of 2006: Rasmussen and Williams, Gaussian Processes for Machine Learning.
"""

import numpy as np
from scipy.spatial.distance import cdist

from kernellab._arrays import Array
from kernellab.kernels.algebra import Kernel, Product, Scaled, Sum
from kernellab.kernels.closure import Reweighted
from kernellab.kernels.fields import in_package
from kernellab.kernels.stationary import RBF, Matern, Periodic
from kernellab.kernels.vectors import Constant, Polynomial


def log_derivative(k: Kernel, X: Array, name: str, K: Array | None = None) -> Array:
    """∂K/∂log p at the points of X, for the parameter p > 0 of ``k`` called ``name``.

    ``X`` is (n, d) and checked, ``name`` one of ``k.get_params()``, such as
    ``k1__length_scale``, and ``K`` the Gram matrix of ``k`` if it is known. Returns
    (n, n), or (d, n, n) for a width per coordinate. A search over log p keeps p
    positive, and its steps are relative to p.

    Raises ValueError for a kernel, or a parameter, whose derivative is not known.

    Source: Rasmussen and Williams (2006), section 5.4.1.

    >>> from kernellab import RBF
    >>> log_derivative(RBF(2.0), np.array([[0.0], [2.0]]), "length_scale").round(4)
    array([[0.    , 0.6065],
           [0.6065, 0.    ]])
    """
    outer, _, inner = name.partition("__")
    rule = isinstance(k, Sum | Product | Scaled | Reweighted) and outer != "f"
    # The formula of a subclass may be another one.
    if not in_package(type(k)) or (inner and not rule):
        raise _no_derivative(k, name)
    if not inner:
        return _direct(k, X, name, k.pairwise(X, X) if K is None else K)
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


def _direct(k: Kernel, X: Array, name: str, K: Array) -> Array:
    """The derivative in a parameter of ``k`` itself, not of a part; ``K`` is its Gram
    matrix.
    """
    match k, name:
        case (Constant(), "value") | (Scaled(), "factor"):
            return K
        case Polynomial(), "c":
            return k.degree * k.c * (k.c + X @ X.T) ** (k.degree - 1)
        case ((RBF() | Matern()), "length_scale"):
            squares = _squares(X, k.length_scale)
            squares *= _radial_factor(k, _summed(squares), K)
            return squares
        case Periodic(), "length_scale":
            waves = np.sin(np.pi * _gaps(X) / k.period) ** 2
            return K * 4 * waves.sum(axis=0) / k.length_scale**2
        case Periodic(), "period":
            turns = np.pi * _gaps(X) / k.period
            slope = (turns * np.sin(2 * turns)).sum(axis=0)
            return K * 2 * slope / k.length_scale**2
        case _:
            raise _no_derivative(k, name)


def _gaps(X: Array) -> Array:
    """xₐ − zₐ, (d, n, n)."""
    return X.T[:, :, None] - X.T[:, None, :]


def _squares(X: Array, length_scale: float | tuple[float, ...]) -> Array:
    """‖x − z‖²/ℓ², (n, n); with a width per coordinate (xₐ − zₐ)²/ℓₐ², (d, n, n)."""
    if isinstance(length_scale, tuple):
        return (_gaps(X) / np.array(length_scale)[:, None, None]) ** 2
    squares = cdist(X, X, "sqeuclidean")
    squares /= length_scale**2
    return squares


def _summed(squares: Array) -> Array:
    return squares if squares.ndim == 2 else squares.sum(axis=0)


def _radial_factor(k: RBF | Matern, t: Array, K: Array) -> Array:
    """−2 ∂k/∂t at t = ‖x − z‖²/ℓ²; ``K`` is the Gram matrix of ``k``."""
    if isinstance(k, RBF):
        return K
    s = np.sqrt(2 * k.nu * t)
    with np.errstate(divide="ignore"):  # at s = 0 and ν = 1/2, where t is 0
        fall = {0.5: 1 / s, 1.5: np.ones_like(s), 2.5: (1 + s) / 3}[k.nu]
    return np.where(s > 0, fall, 0.0) * np.exp(-s) * 2 * k.nu


def _no_derivative(k: Kernel, name: str) -> ValueError:
    return ValueError(
        f"no derivative of {k!r:.100} in {name} is known, and a search by slope needs"
        " it. Leave the parameter out of bounds=, which keeps it fixed, or search over"
        " a grid with scikit-learn's GridSearchCV."
    )
