"""Leave-one-out residuals of ridge regression with an offset, from one fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from askfirst import Step, assume, derivation
from kernellab._arrays import Array
from kernellab._linalg import centre, features_of
from kernellab.course.shared import ingredients as given

__all__ = ["leave_one_out_with_offset"]


@derivation("Leave-one-out with an offset", claim="n left-out errors from one fit")
def leave_one_out_with_offset(K: ArrayLike, y: ArrayLike, lam: float) -> Iterator[Step]:
    """yᵢ − f₋ᵢ(xᵢ) = (Py)ᵢ/Pᵢᵢ with P = C(CKC + λI)⁻¹C, f₋ᵢ the fit without point i.

    ``K`` is a Gram matrix (n, n) of two points or more, ``y`` (n,), ``lam`` λ > 0;
    C = I − 11ᵀ/n. The n fits without a point are made, by least squares on features.
    λ = 0 breaks the first step, for CKC has the eigenvalue 0; where K with a border is
    invertible even so, as for different points under an RBF kernel, the residuals are
    true all the same.

    Raises ValueError for λ < 0, a single point and a K that is not symmetric.

    Source: Linear regression and kernels, appendix, equations 37-44, for P;
    leave-one-out is in no lecture.

    >>> leave_one_out_with_offset([[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0], lam=0.5).holds
    True
    """
    K, y, lam, positive = given.ridge_on_gram(K, y, lam)
    n = len(K)
    if n == 1:
        raise ValueError(
            "K has 1 point: leaving it out leaves no point, and nothing determines b."
            " Try two points or more."
        )
    Phi, C = features_of(K), np.eye(n) - 1 / n
    border, _ = given.bordered(K + lam * np.eye(n))
    inverts = given.full_rank("K + λI with a border of ones", border)
    P = given.solution(border, np.eye(n + 1), inverts)[:n, :n]
    everything = np.arange(n)
    H = _fitted(Phi, lam, everything, np.eye(n))
    # Column i: f₋ᵢ at all points
    each_without = [
        _fitted(Phi, lam, np.delete(everything, i), np.delete(y, i)) for i in range(n)
    ]
    without = np.stack(each_without, axis=1)
    left_out = y - without.diagonal()
    replaced = y[:, None] - np.diag(left_out)
    largest = float(np.abs(y).max() + np.abs(left_out).max())
    system = lam * np.eye(n) + centre(K)
    centred = given.full_rank("λI + CKC", system)
    worst = max(
        given.condition_of_system(border, inverts),
        given.condition_of_system(system, centred),
    )
    line = partial(Step, scale=largest, condition=worst)

    yield given.on_features(
        "the $n$ fits without a point are made on features; here they come from the"
        " eigenvectors of $K$",
        K,
        Phi,
    )
    yield line(
        r"\alpha=Py,\quad P=C(CKC+\lambda I)^{-1}C",
        "centre $y$ and $K$; the other side has $P$ from the inverse of $K + λI$ with"
        " a border of ones, which needs no $C$",
        P,
        C @ given.solution(system, C, centred),
        needs=(positive, centred),
        scale=float(np.abs(P).max()),
    )
    yield line(
        r"y-f=\lambda\alpha=\lambda Py",
        "prediction differences are $λα$, so $λP$ takes targets to the differences of"
        " their fit",
        y - H @ y,
        lam * (P @ y),
    )
    yield line(
        r"\tilde y-f_{-i}=\lambda P\tilde y,\quad\tilde y=y-(y_i-f_{-i}(x_i))\,e_i",
        "replace $yᵢ$ by the prediction $f₋ᵢ(xᵢ)$: then $f₋ᵢ$ is the best fit to all"
        " $n$ points, because point $i$ costs it nothing",
        replaced - without,
        lam * (P @ replaced),
    )
    yield line(
        r"0=(P\tilde y)_i=(Py)_i-P_{ii}\,(y_i-f_{-i}(x_i))",
        "row $i$ of step 4 is 0; divide by $λ$, and multiply $P$ out",
        P @ y,
        P.diagonal() * left_out,
        needs=(positive,),
        scale=float(np.abs(P).max()) * largest,
    )
    moves = assume("Pᵢᵢ ≠ 0", bool(np.all(P.diagonal())), "one is 0")
    yield line(
        r"y_i-f_{-i}(x_i)=\frac{(Py)_i}{P_{ii}}",
        "divide by $Pᵢᵢ$: $n$ refits at the price of one inverse",
        left_out,
        (P @ y) / given.divisor(P.diagonal()),
        needs=(moves,),
    )
    yield line(
        r"y_i-f_{-i}(x_i)=\frac{y_i-f(x_i)}{1-H_{ii}},\quad H=I-\lambda P",
        "multiply both by $λ$: the prediction difference of the fit over $1 − Hᵢᵢ$;"
        " $H$ takes $y$ to $f$",
        (P @ y) / given.divisor(P.diagonal()),
        (y - H @ y) / given.divisor(1 - H.diagonal()) * (lam / given.divisor(lam)),
        needs=(positive,),
    )


def _fitted(Phi: Array, lam: float, rows: np.ndarray, y: Array) -> Array:
    """The fit with an offset to these rows at all rows of Φ, by least squares."""
    m, middle, mean = Phi.shape[1], Phi[rows].mean(axis=0), y.mean(axis=0)
    targets = np.concatenate([y - mean, np.zeros((m, *y.shape[1:]))])
    w = np.linalg.lstsq(given.stacked(Phi[rows] - middle, lam), targets)[0]
    return np.asarray((Phi - middle) @ w + mean)
