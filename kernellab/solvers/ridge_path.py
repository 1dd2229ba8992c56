"""Every ridge fit on one Gram matrix, from one eigendecomposition."""

from dataclasses import dataclass

import numpy as np

from kernellab._arrays import Array, ArrayLike, as_bool, as_targets, nonnegative_values
from kernellab._linalg import as_gram, centre, refuse_singular, thin_eigen
from kernellab._tolerances import EPS, SOLVABLE, least_solvable, rounding_of
from kernellab.solvers.ridge import WHY_LAM

__all__ = ["RidgePath", "ridge_path"]


@dataclass(frozen=True, eq=False)
class RidgePath:
    """(K + λI)⁻¹ = U diag(1/(s + λ)) Uᵀ + (I − UUᵀ)/λ for every λ.

    ``U`` is (n, r) and ``s`` (r,), with K = U diag(s) Uᵀ, where r < n if the other
    eigenvalues are zero to rounding. With an offset K, U and ``y`` (n,) are centred.
    The methods take one λ ≥ 0, or L of them and then return a column for each.
    """

    U: Array
    s: Array
    y: Array
    y_off_span: Array  # y − UUᵀy, (n,)
    diagonal_off_span: Array  # of I − UUᵀ, or C − UUᵀ with an offset, (n,)
    y_mean: float  # of the targets before they are centred
    K_mean: Array  # (1/n) 1ᵀK, (n,)
    offset: bool
    least: float  # the smallest eigenvalue that may be divided by

    def alpha(self, lam: ArrayLike) -> Array:
        """α(λ) = (K + λI)⁻¹ y: (n,), or (n, L) for L values of λ."""
        alpha = self.U @ (self._inverse_eigenvalues(lam).T * (self.U.T @ self.y)).T
        if self._is_thin:
            alpha += np.divide.outer(self.y_off_span, np.asarray(lam))
        return np.asarray(alpha)

    def b(self, lam: ArrayLike) -> Array:
        """The offset b(λ) = ȳ − (1/n) 1ᵀKα(λ), or 0 without one: (), or (L,)."""
        alpha = self.alpha(lam)
        if not self.offset:
            return np.zeros(alpha.shape[1:])
        return np.asarray(self.y_mean - self.K_mean @ alpha)

    def loo(self, lam: ArrayLike) -> Array:
        """Leave-one-out residuals yᵢ − f₋ᵢ(xᵢ) = αᵢ / Qᵢᵢ: (n,), or (n, L). Q is (K +
        λI)⁻¹, or C (CKC + λI)⁻¹ C with an offset.
        """
        if self.offset and len(self.y) == 1:
            raise ValueError(
                "offset=True with 1 point: leaving it out leaves no point, and nothing"
                " determines b. Try two points or more, or offset=False."
            )
        alpha, diagonal = self.alpha(lam), self.U**2 @ self._inverse_eigenvalues(lam)
        if self._is_thin:
            diagonal += np.divide.outer(self.diagonal_off_span, np.asarray(lam))
        return np.asarray(alpha / diagonal)

    def loo_rmse(self, lam: ArrayLike) -> Array:
        """The root of the mean squared leave-one-out residual: (), or (L,)."""
        return np.asarray(np.sqrt((self.loo(lam) ** 2).mean(axis=0)))

    def dof(self, lam: ArrayLike) -> Array:
        """Degrees of freedom Σ sᵢ/(sᵢ + λ), and 1 more for an offset: (), or (L,)."""
        return self.s @ self._inverse_eigenvalues(lam) + self.offset

    @property
    def _is_thin(self) -> bool:
        return self.U.shape[1] < self.U.shape[0]

    def _inverse_eigenvalues(self, lam: ArrayLike) -> Array:
        """1/(s + λ), (r,) or (r, L); an error where rounding may determine it."""
        lams, lowest = nonnegative_values(lam, "lam", WHY_LAM)
        smallest = lowest if self._is_thin else lowest + float(self.s[0])
        if not smallest > self.least:
            name, rounding = "CKC" if self.offset else "K", self.least / SOLVABLE
            refuse_singular(name, lowest, smallest, self.least, rounding)
        return 1 / np.add.outer(self.s, lams)


def ridge_path(K: ArrayLike, y: ArrayLike, offset: bool = False) -> RidgePath:
    """All ridge fits on K: one eigendecomposition, then two products for each λ.

    ``K`` is (n, n) and symmetric, ``y`` (n,), ``offset`` whether a b outside the
    penalty is fitted too. The methods raise the errors of ``ridge_dual``.

    Source: Kernelized linear regression (α = (K + λI)⁻¹y) in the eigenbasis of K.

    >>> path = ridge_path([[1.0, 0.0], [0.0, 3.0]], [2.0, 4.0])
    >>> path.alpha([1.0, 3.0])
    array([[1.        , 0.5       ],
           [1.        , 0.66666667]])
    >>> path.dof(1.0)
    np.float64(1.25)
    """
    K = as_gram(K)
    y, offset = as_targets(y, len(K)), as_bool(offset, "offset")
    n, y_mean, K_mean = len(K), float(y.mean()), K.mean(axis=0)
    floor, least = rounding_of(K), least_solvable(K)
    if offset:
        K, y = centre(K), y - y_mean
        y -= y.mean()  # removes the rounding of ȳ, which a small λ would magnify
    U, s = thin_eigen(K, floor)
    if offset:
        U = U - U.mean(axis=0)  # removes the vector of ones: b has no penalty
    y_off_span = y - U @ (U.T @ y)
    # The diagonal of I − UUᵀ, or with an offset of C − UUᵀ, where C = I − 11ᵀ/n
    diagonal_off_span = 1 - offset / n - (U**2).sum(axis=1)
    # Rounding is set to 0, since a small λ would magnify it
    diagonal_off_span[diagonal_off_span <= n * EPS] = 0
    y_off_span[np.abs(y_off_span) <= n * EPS * np.linalg.norm(y)] = 0
    return RidgePath(
        U, s, y, y_off_span, diagonal_off_span, y_mean, K_mean, offset, least
    )
