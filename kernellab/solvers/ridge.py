"""Ridge regression on arrays: min ‖y − Φw‖² + λ‖w‖², in the primal and in the dual.

The loss is a sum over points, so λ is the number added to the diagonal. With an offset b, which is not penalised,
features and targets are centred first. These functions know no kernel: they take Φ or K.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_solve, cholesky, eigh
from scipy.linalg.lapack import dpocon

from kernellab._arrays import Array, as_gram, as_numbers, as_points, as_targets, flag, nonnegative
from kernellab.grams import centre

WHY_LAM = "a negative λ rewards long w, so the objective has no minimum"


def ridge_primal(Phi: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, the minimum of ‖y − Φw‖² + λ‖w‖².

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,). The matrix solved is (m, m).

    Raises ValueError where ΦᵀΦ + λI is singular to rounding, as for λ = 0 with m > n: then many w fit equally well.

    Source: Lecture 16, Kernel ridge regression (closed form, with λ there divided by n).

    >>> ridge_primal([[1.0], [2.0]], [1.0, 2.0], lam=0.0)
    array([1.])
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    return _solve(Phi.T @ Phi, Phi.T @ y, lam, "ΦᵀΦ")


def ridge_dual(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """α = (K + λI)⁻¹ y; the fit is f(x) = Σᵢ αᵢ k(xᵢ, x), and w = Φᵀα where K = ΦΦᵀ.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``lam`` λ ≥ 0. Returns α, (n,). The matrix solved is (n, n).

    Raises ValueError where K + λI is singular to rounding or not positive definite, and for an asymmetric K.

    Source: Kernelized linear regression (kernelized ridge regression); Linear regression and kernels, equation 9,
    whose â is λα.

    >>> ridge_dual([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0], lam=1.0)
    array([1., 1.])
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    return _solve(K.copy(), y, lam, "K")


def ridge_primal_offset(Phi: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """w and b, the minimum of ‖y − Φw − b1‖² + λ‖w‖² with b free of penalty.

    ``Phi`` is Φ (n, m), ``y`` (n,), ``lam`` λ ≥ 0. Returns w, (m,), and b: w solves the ridge problem on centred
    features and targets, b = ȳ − φ̄ᵀw.

    Raises ValueError as ``ridge_primal`` does, for the centred features.

    Source: Linear regression and kernels, appendix, equations 33-37.

    >>> w, b = ridge_primal_offset([[1.0], [2.0]], [11.0, 12.0], lam=0.0)
    >>> w.round(6).tolist(), round(b, 6)
    ([1.0], 10.0)
    """
    Phi = as_points(Phi, "Phi")
    y, lam = as_targets(y, len(Phi)), nonnegative(lam, "lam", WHY_LAM)
    middle, mean = Phi.mean(axis=0), y.mean()
    rounding = (len(Phi) * np.finfo(float).eps * np.linalg.norm(Phi)) ** 2  # what centring a constant column leaves
    w = _solve((Phi - middle).T @ (Phi - middle), (Phi - middle).T @ (y - mean), lam, "centred ΦᵀΦ", rounding)
    return w, float(mean - middle @ w)


def ridge_dual_offset(K: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, float]:
    """α = (CKC + λI)⁻¹ Cy and b = ȳ − (1/n) 1ᵀKα, where C = I − 11ᵀ/n; then 1ᵀα = 0.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``lam`` λ > 0. Returns α, (n,), and b; f(x) = Σᵢ αᵢ k(xᵢ, x) + b.

    Raises ValueError for λ = 0: CKC always has the eigenvalue 0, with eigenvector 1.

    Source: Linear regression and kernels, appendix, equations 37-44, whose â is λα.

    >>> alpha, b = ridge_dual_offset([[1.0, 2.0], [2.0, 4.0]], [11.0, 12.0], lam=0.5)
    >>> alpha.round(6).tolist(), round(b, 6)
    ([-0.5, 0.5], 10.75)
    """
    K = as_gram(K)
    y, lam = as_targets(y, len(K)), nonnegative(lam, "lam", WHY_LAM)
    alpha = _solve(centre(K), y - y.mean(), lam, "CKC", _rounding(K))
    alpha -= alpha.mean()  # zero but for rounding
    return alpha, float(y.mean() - (K @ alpha).mean())


@dataclass(frozen=True, eq=False)
class RidgePath:
    """Every ridge fit on one Gram matrix, from one eigendecomposition K = U diag(s) Uᵀ.

    With an offset K and U are centred. Made by ``ridge_path``. ``U`` is (n, n), ``s`` (n,), ``y`` (n,). The
    methods take one λ, or (L,) of them and then return a column for each.
    """

    U: Array
    s: Array
    y: Array
    K_mean: Array  # (1/n) 1ᵀK, for the offset
    offset: bool
    floor: float  # an eigenvalue below this is rounding

    def alpha(self, lam: ArrayLike) -> Array:
        """α(λ) = U diag(1/(s + λ)) Uᵀy: (n,), or (n, L) for L values of λ."""
        return self.U @ (self._inverse(lam) * self._over_lams(self.U.T @ self.y, lam))

    def b(self, lam: ArrayLike) -> Array:
        """The offset b(λ) = ȳ − (1/n) 1ᵀKα(λ), or 0 where the fit has none: (), or (L,)."""
        alpha = self.alpha(lam)
        return self.y.mean() - self.K_mean @ alpha if self.offset else np.zeros(alpha.shape[1:])

    def loo(self, lam: ArrayLike) -> Array:
        """Leave-one-out residuals yᵢ − f₋ᵢ(xᵢ) = αᵢ / Pᵢᵢ, P = U diag(1/(s + λ)) Uᵀ: (n,), or (n, L).

        They equal those of n refits, each without one point, at the price of none.
        """
        if self.offset and len(self.y) == 1:
            raise ValueError(
                "offset=True with 1 point: leaving it out leaves no point, and nothing determines b. "
                "Try two points or more, or offset=False."
            )
        return self.alpha(lam) / (self.U**2 @ self._inverse(lam))

    def loo_rmse(self, lam: ArrayLike) -> Array:
        """The root of the mean squared leave-one-out residual, in the units of y: (), or (L,)."""
        return np.sqrt((self.loo(lam) ** 2).mean(axis=0))

    def dof(self, lam: ArrayLike) -> Array:
        """Degrees of freedom, the trace of the hat matrix: Σ sᵢ/(sᵢ + λ), and one more for the offset: (), or (L,)."""
        return (self._inverse(lam) * self._over_lams(self.s, lam)).sum(axis=0) + self.offset

    def _inverse(self, lam: ArrayLike) -> Array:
        """1/(s + λ), (n,) or (n, L), once it is sure that rounding does not decide the answer."""
        lams = as_numbers(lam, "lam") if hasattr(lam, "__len__") else np.asarray(nonnegative(lam, "lam", WHY_LAM))
        if lams.ndim > 1:
            raise ValueError(f"lam has shape {lams.shape}, but each column of the answer belongs to one λ. Try np.ravel(lam).")
        nonnegative(float(lams.min()), "lam", WHY_LAM)
        smallest = lams.min() + self.s[0]
        if not smallest > self.floor:
            raise ValueError(_singular("CKC" if self.offset else "K", lams.min(), smallest, self.floor))
        return 1 / (self._over_lams(self.s, lam) + lams)

    @staticmethod
    def _over_lams(vector: Array, lam: ArrayLike) -> Array:
        return vector if np.ndim(lam) == 0 else vector[:, None]


def ridge_path(K: ArrayLike, y: ArrayLike, offset: bool = False) -> RidgePath:
    """All ridge fits on K at once: one eigendecomposition, then two products for each λ.

    ``K`` is (n, n) and symmetric, ``y`` (n,). Returns a ``RidgePath``, whose methods ``alpha``, ``b``, ``loo``,
    ``loo_rmse`` and ``dof`` take λ ≥ 0 or an array of them.

    Raises ValueError for an asymmetric K, and from the methods where K + λI is singular to rounding.

    Source: Kernelized linear regression (α = (K + λI)⁻¹y) in the eigenbasis of K; leave-one-out by the inverse's diagonal.

    >>> path = ridge_path([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0])
    >>> path.alpha([1.0, 3.0])
    array([[1.        , 0.5       ],
           [1.        , 0.66666667]])
    >>> path.dof(1.0)
    np.float64(1.25)
    """
    K = as_gram(K)
    y, offset = as_targets(y, len(K)), flag(offset, "offset")
    s, U = eigh(centre(K) if offset else K, check_finite=False)
    if offset:
        U = U - U.mean(axis=0)  # takes out the direction 1, in which b moves freely
    return RidgePath(U, s, y, K.mean(axis=0), offset, _rounding(K))


def _rounding(K: Array) -> float:
    """What rounding can add to an eigenvalue of K, or of CKC, which inherits it from K however small it is."""
    return float(len(K) * np.finfo(float).eps * np.abs(K).sum(axis=0).max())


def _solve(A: Array, v: Array, lam: float, name: str, rounding: float = 0.0) -> Array:
    """(A + λI)⁻¹ v for a symmetric A, which is overwritten; says so where the answer would be rounding noise.

    ``rounding`` is the error that the eigenvalues of A brought along, where A is a difference of larger numbers.
    """
    n = len(A)
    A[np.diag_indices(n)] += lam
    scale = np.abs(A).sum(axis=0).max()
    floor = max(n * np.finfo(float).eps * scale, rounding)
    try:
        L = cholesky(A, lower=True, overwrite_a=True, check_finite=False)
        rcond, _ = dpocon(L, scale, uplo="L")
    except LinAlgError:
        rcond = 0.0
    if not rcond * scale > floor:
        raise ValueError(_singular(name, lam, rcond * scale, floor))
    return cho_solve((L, True), v, check_finite=False)


def _singular(name: str, lam: float, smallest: float, floor: float) -> str:
    return (
        f"{name} + λI cannot be inverted at λ = {lam:g}: its smallest eigenvalue, about {smallest:.2g}, does not rise above "
        f"the rounding of {name} ({floor:.2g} here), so infinitely many solutions fit equally well and digits would "
        f"decide between them. Try λ > {floor:.1g}, fewer features, points without repeats, or smaller units for x; "
        "if an eigenvalue is far below zero, the matrix comes from no kernel."
    )
