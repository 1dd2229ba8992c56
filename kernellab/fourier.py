"""Random Fourier features: the RBF kernel as an average of waves."""

from dataclasses import dataclass
from math import pi, sqrt

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from kernellab._arrays import Array, as_points, as_rng, one_of, positive_integer
from kernellab._points import phases, same_space
from kernellab.expansion import BLOCK
from kernellab.kernels.algebra import Kernel, as_kernel
from kernellab.kernels.fields import by_coordinate
from kernellab.kernels.stationary import RBF

__all__ = ["fourier_features"]


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """φ(x) = √(2/m) (cos ωᵢᵀx, …, sin ωᵢᵀx, …); made by ``fourier_features``.

    ``frequencies`` holds the ωᵢ in its columns, (d, m/2). Call it with points (n, d) to
    get Φ, (n, m), of ``dtype``. Raises ValueError where ωᵀx is so large that its phase
    is lost.
    """

    frequencies: Array
    dtype: np.dtype

    def __call__(self, X: ArrayLike) -> Array:
        X, waves = same_space(as_points(X), self.frequencies.T, "X", "frequencies")
        half = len(waves)
        Phi, rows = np.empty((len(X), 2 * half), self.dtype), max(1, BLOCK // half)
        for i in range(0, len(X), rows):
            turns = phases(X[i : i + rows] @ (self.frequencies / (2 * pi)), X)
            turns -= np.rint(turns)  # float32 would hold nothing but whole turns
            angles = turns.astype(self.dtype)
            angles *= 2 * pi
            np.cos(angles, out=Phi[i : i + rows, :half])
            np.sin(angles, out=Phi[i : i + rows, half:])
        Phi *= sqrt(1 / half)
        return Phi


def fourier_features(
    k: Kernel,
    d: int,
    m: int,
    rng: np.random.Generator | int,
    dtype: DTypeLike = np.float64,
) -> FourierFeatures:
    """φ(x) = √(2/m) (cos ωᵢᵀx, sin ωᵢᵀx), i = 1 … m/2, with E φ(x)ᵀφ(z) = k(x, z).

    The ωᵢ are drawn at random so that E cos ωᵀ(x − z) = k(x, z): for the RBF kernel ω
    is normal with standard deviation 1/ℓ, or 1/ℓₐ in coordinate a. The error of
    φ(x)ᵀφ(z) falls as 1/√m, whatever the data.

    ``k`` is an RBF kernel, ``d`` the number of coordinates, ``m`` an even number of
    features, ``rng`` a random generator or a seed, ``dtype`` float32 or float64.

    Raises TypeError for another kernel, ValueError for an odd m and more than 2 GB.

    Source: Rahimi and Recht, Random features for large-scale kernel machines, 2007.

    >>> phi = fourier_features(RBF(1.0), d=2, m=4, rng=0)
    >>> Phi = phi([[0.5, 1.0], [3.0, -2.0]])
    >>> (Phi @ Phi.T).diagonal().round(6).tolist()  # k(x, x) = 1, without error
    [1.0, 1.0]
    """
    d = positive_integer(d, "d", "a point has at least one coordinate")
    m = positive_integer(m, "m", "it counts features")
    if m % 2:
        raise ValueError(
            f"m = {m} is odd, but every wave brings two features, a cosine and a sine."
            f" Try m={m + 1}."
        )
    if d * m > 2**29:
        raise ValueError(
            f"d = {d}, m = {m}: d · m/2 frequencies would fill more than 2 GB, and few"
            " features are to approximate many. Try m=1000."
        )
    rng, k = as_rng(rng), as_kernel(k)
    if type(k) is not RBF:  # a subclass may compute another function
        raise TypeError(
            f"{k!r} is not RBF, the kernel whose waves are drawn here. Try RBF(1.0), or"
            " nystrom_features(k, landmarks), which takes any kernel."
        )
    frequencies = rng.standard_normal((d, m // 2))
    frequencies /= by_coordinate(k, "length_scale", frequencies.T).reshape(-1, 1)
    why = "features are computed in one of two precisions"
    precision = one_of(str(np.dtype(dtype)), "dtype", ("float64", "float32"), why)
    return FourierFeatures(frequencies, np.dtype(precision))
