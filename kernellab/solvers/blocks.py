"""Ridge regression on more points than fit into memory: ΦᵀΦ and Φᵀy are sums over
points, so they are summed in blocks.

A block of points becomes a block of Φ, leaves its share of the two sums and is
forgotten. The blocks may be worked on by threads, by processes or by many machines:
whatever hands out futures. These functions know no kernel.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from threadpoolctl import threadpool_limits

from kernellab._arrays import (
    Array,
    as_points,
    as_targets,
    nonnegative,
    positive_integer,
    refuse_mask,
)
from kernellab._linalg import EPS, in_range, norm_of, product, solve_positive, unit_of
from kernellab.solvers.ridge import WHY_LAM

__all__ = ["block_ridge", "in_blocks"]

Block = tuple[Any, ArrayLike]
Sums = tuple[int, Array, Array]

# What T leaves of the digits of a sum: its rounding may reach a tenth of the smallest
# eigenvalue
MARGIN = 10


def block_ridge(
    phi: Callable[[Any], Array],
    blocks: Iterable[Block],
    lam: float,
    *,
    executor: Executor | None = None,
    ahead: int = 16,
    progress: Callable[[int], object] | None = None,
) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, with ΦᵀΦ = Σ ΦⱼᵀΦⱼ and Φᵀy = Σ Φⱼᵀyⱼ summed over blocks j
    of points.

    ``phi`` is φ, from a block of points to its features (nⱼ, m); ``blocks`` any
    iterable of pairs (Xⱼ, yⱼ), read once, such as ``in_blocks(X, y)``; ``lam`` λ ≥ 0.
    Returns w, (m,), and f(x) = φ(x)ᵀw. The products are taken in the precision of what
    ``phi`` returns, float32 or float64, the sums over blocks in float64: float32 is
    twice as fast, and good for four digits of the fit, fewer where features are nearly
    dependent and λ lies below 10⁻³ ‖ΦᵀΦ‖.

    A map with a method ``halves`` is linear in cheaper features, φ(x) = T b(x), and its
    method returns b and T. Then b is summed, and ΦᵀΦ = T (Σ b(xᵢ)b(xᵢ)ᵀ) Tᵀ: the same
    w, and λ stands beside the same ‖w‖², but T multiplies one matrix and not every
    point. ``nystrom_features`` makes such a map. T enlarges the rounding of the sum;
    where that could reach a tenth of the smallest eigenvalue, the fit is refused. For
    so small a λ ``phi.__call__`` in place of ``phi`` sums φ itself.

    ``executor`` is any ``concurrent.futures`` executor, or a Dask client's
    ``get_executor()``; ``phi`` and the blocks travel to its workers. In this process
    each product gets one BLAS thread, so that it takes an executor to use more cores.
    At most ``ahead`` blocks are under way at once: the memory taken does not depend on
    n. The sums are taken in the order of the blocks, and threads give the same w as one
    thread does. ``progress`` is called after each block with the number of points so
    far.

    Raises ValueError where ΦᵀΦ + λI is singular to the rounding of the products or so
    small that they vanish, for blocks of unequal width, and for numbers that are not
    finite; TypeError for what is no feature map, no executor, or no pair.

    Source: Lecture 16, Kernel ridge regression (closed form); the notes ask what
    happens with millions of points.

    >>> X, y = np.arange(6.0)[:, None], np.arange(6.0)
    >>> block_ridge(lambda X: np.hstack([X, X**2]), in_blocks(X, y, size=2), lam=0.0).round(6) + 0.0
    array([1., 0.])
    """
    _check(phi, blocks, executor, progress)
    lam, ahead = (
        nonnegative(lam, "lam", WHY_LAM),
        positive_integer(ahead, "ahead", "it counts blocks under way"),
    )
    summed, T = phi.halves() if hasattr(phi, "halves") else (phi, None)
    n, A, v, precision, tiny = 0, np.zeros((0, 0)), np.zeros(0), 0.0, 0.0
    with threadpool_limits(
        1, user_api="blas"
    ):  # or the pools of numpy and scipy fight over the cores
        for number, (count, square, across) in enumerate(
            _in_order(summed, blocks, executor, ahead)
        ):
            if number == 0:
                A, v = np.zeros(square.shape), np.zeros(across.shape)
            if square.shape != A.shape:
                raise ValueError(
                    f"phi gives {len(square)} features for block {number}, but {len(A)}"
                    " for those before: ΦᵀΦ is a sum of squares of one size. Check"
                    " that phi does not depend on the block."
                )
            digits = np.finfo(square.dtype)
            n, precision, tiny = (
                n + count,
                max(precision, float(digits.eps)),
                max(tiny, float(digits.tiny)),
            )
            with np.errstate(over="ignore", invalid="ignore"):
                A += square
                v += across
            if progress is not None:
                progress(n)
    if n == 0:
        raise ValueError(
            "blocks is empty, so there is nothing to fit. An iterator can be read only"
            " once: pass a fresh one, such as in_blocks(X, y)."
        )
    A, v = in_range(A, "ΦᵀΦ"), in_range(v, "Φᵀy")
    if max(lam, A.diagonal().min()) < n * tiny:
        raise ValueError(
            f"the squares of some feature sum to {A.diagonal().min():.3g} and λ is"
            f" {lam:.3g}: so near the end of the range of floats in which the products"
            " were taken they have lost digits, or vanished. Try smaller units for the"
            " points, so that features are"
            f" larger{', or float64' if precision > EPS else ''}."
        )
    if T is None:
        return solve_positive(
            A, v, lam, "ΦᵀΦ", precision * norm_of(A, "the size of ΦᵀΦ")
        )
    length = norm_of(T * np.sqrt(A.diagonal()), "the size of Φ")
    rounding = float(
        in_range(np.asarray(precision * length * length), "ΦᵀΦ")
    )  # of Aᵢⱼ it is ε √(AᵢᵢAⱼⱼ)
    return solve_positive(
        product(product(T, A, "ΦᵀΦ"), T.T, "ΦᵀΦ"),
        product(T, v, "Φᵀy"),
        lam,
        "ΦᵀΦ",
        MARGIN * rounding,
    )


def in_blocks(X: Any, y: Any, size: int = 4096) -> Iterator[Block]:
    """(X₀, y₀), (X₁, y₁), …: the rows of X and y in blocks of ``size``, in their order.

    ``X`` is (n, d) and ``y`` (n,): arrays, memory-mapped arrays or any sequences that
    can be sliced, such as a list of n strings. Nothing is copied: a block of an array
    is a view of it.

    Raises ValueError where X and y differ in length, TypeError for what cannot be
    sliced.

    >>> [len(y) for X, y in in_blocks(np.zeros((10, 2)), np.zeros(10), size=4)]
    [4, 4, 2]
    """
    size = positive_integer(size, "size", "it counts the points of a block")
    for name, rows in (("X", X), ("y", y)):
        if (
            not hasattr(rows, "__len__")
            or not hasattr(rows, "__getitem__")
            or hasattr(rows, "toarray")
            or np.ndim(rows) == 0
        ):
            raise TypeError(
                f"{name} is a {type(rows).__name__}, which cannot be cut into blocks of"
                " rows. Pass an array or a list; data that arrive piece by piece need"
                " no cutting: try a generator of pairs (X, y) in place of"
                " in_blocks(X, y)."
            )
    if len(X) != len(y):
        raise ValueError(
            f"X has {len(X)} rows and y {len(y)}: each point needs exactly one target."
            " Check where they come from."
        )
    return ((X[i : i + size], y[i : i + size]) for i in range(0, len(X), size))


def _in_order(
    phi: Callable[..., Any],
    blocks: Iterable[Block],
    executor: Executor | None,
    ahead: int,
) -> Iterator[Sums]:
    """The sums of each block, in the order of the blocks; no more than ``ahead`` are
    asked for before they are taken.
    """
    if executor is None:
        for number, block in enumerate(blocks):
            yield _sums(phi, block, number)
        return
    waiting: deque[Future[Sums]] = deque()
    try:
        for number, block in enumerate(blocks):
            if len(waiting) == ahead:
                yield waiting.popleft().result()
            waiting.append(executor.submit(_sums, phi, block, number))
        while waiting:
            yield waiting.popleft().result()
    finally:  # an error, here or there, or a reader who has had enough
        for future in waiting:
            future.cancel()


def _sums(phi: Callable[..., Any], block: Block, number: int) -> Sums:
    """nⱼ, ΦⱼᵀΦⱼ and Φⱼᵀyⱼ of block j."""
    try:
        X, y = block
    except (TypeError, ValueError):
        raise TypeError(
            f"block {number} is a {type(block).__name__}, not a pair: each of the"
            " blocks is (X, y), some points and their targets. Try in_blocks(X, y), or"
            " zip(…) of both."
        ) from None
    refuse_mask(X, f"X of block {number}")
    if (
        isinstance(X, np.ndarray) and X.dtype.kind in "fc" and not np.isfinite(X.sum())
    ):  # a map may hide that
        as_points(np.atleast_2d(X), f"X of block {number}")
    features = phi(X)
    Phi = np.asanyarray(features)
    if (
        Phi.ndim != 2
        or 0 in Phi.shape
        or Phi.dtype not in (np.float32, np.float64)
        or isinstance(Phi, np.ma.MaskedArray)
    ):
        Phi = as_points(features, f"Phi = phi(X) of block {number}")
    n = X.shape[0] if issparse(X) else len(X)
    if len(Phi) != n:
        raise ValueError(
            f"phi(X) has {len(Phi)} rows for the {n} points of block {number}: Φ has a"
            " row for each point. Check phi on a few points."
        )
    y = as_targets(y, len(Phi), f"y of block {number}")
    unit = min(1.0, unit_of(y))  # small targets are none to float32
    with np.errstate(over="ignore", invalid="ignore"):
        square, across = Phi.T @ Phi, Phi.T @ (y / unit).astype(Phi.dtype, copy=False)
    if not np.isfinite(square.trace()) or not np.isfinite(across.sum()):
        as_points(Phi, f"Phi = phi(X) of block {number}")
        raise ValueError(
            f"the features of block {number} are finite, but ΦᵀΦ or Φᵀy leaves the"
            f" range of {Phi.dtype}. Try larger units for the points or the targets, or"
            " float64."
        )
    return len(Phi), square, across.astype(float) * unit


def _check(phi: Any, blocks: Any, executor: Any, progress: Any) -> None:
    if not callable(phi):
        raise TypeError(
            f"phi is a {type(phi).__name__}, but φ has to be asked for the features of"
            " each block, so it is a function. Try phi=lambda X: monomials(X,"
            " degree=3), or nystrom_features(k, landmarks)."
        )
    if not hasattr(blocks, "__iter__") or isinstance(blocks, np.ndarray):
        raise TypeError(
            f"blocks is a {type(blocks).__name__}, but ΦᵀΦ is summed over pairs (X, y),"
            " one a block. Try in_blocks(X, y)."
        )
    if executor is not None and (
        isinstance(executor, type) or not hasattr(executor, "submit")
    ):
        raise TypeError(
            f"executor is {executor!r:.60}, which has nobody to give work to: work is"
            " handed in by its submit. Try concurrent.futures.ThreadPoolExecutor(), or"
            " client.get_executor() of a Dask client."
        )
    if progress is not None and not callable(progress):
        raise TypeError(
            f"progress is a {type(progress).__name__}, but it is called with the number"
            " of points so far. Try progress=print."
        )
