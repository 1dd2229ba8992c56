"""Ridge regression on more points than fit into memory, summed over blocks of points.

Each block of points becomes a block of Φ, which is added to ΦᵀΦ and Φᵀy and then
released. An executor may compute the blocks in threads, processes or on many machines.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from copy import deepcopy
from typing import Any

import numpy as np
from scipy.sparse import issparse
from threadpoolctl import threadpool_limits

from kernellab._arrays import (
    Array,
    ArrayLike,
    as_array,
    as_points,
    as_targets,
    nonnegative_values,
    positive_integer,
    type_of,
    within_domain,
)
from kernellab._linalg import solve_positive
from kernellab._tolerances import EPS
from kernellab.solvers.ridge import WHY_LAM

__all__ = ["block_ridge", "in_blocks"]

Block = tuple[Any, ArrayLike]
Sums = tuple[int, Array, Array]

# The least ratio of the smallest eigenvalue to the rounding that T magnifies
LEAST_RATIO = 10
MOST_PENDING = 16  # blocks that an executor has at a time
TINY = float(np.finfo(np.float32).tiny)  # smaller squares have lost digits
LARGEST_SINGLE = 1e16  # of float32 features, so that a sum of squares is a float32


def block_ridge(
    phi: Callable[[Any], Array],
    blocks: Iterable[Block],
    lam: ArrayLike,
    *,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Array:
    """w = (ΦᵀΦ + λI)⁻¹ Φᵀy, with ΦᵀΦ = Σ ΦⱼᵀΦⱼ and Φᵀy = Σ Φⱼᵀyⱼ over blocks j.

    ``phi`` is φ, from a block of points to its features (nⱼ, m); ``blocks`` any
    iterable of pairs (Xⱼ, yⱼ), read once, such as ``in_blocks(X, y)``; ``lam`` λ ≥ 0.
    Returns w, (m,), and f(x) = φ(x)ᵀw, or for L values of λ a column for each, (m, L):
    the two sums serve them all. A block is multiplied in the precision of
    ``phi``, float32 or float64, and blocks are summed in float64. float32 is twice as
    fast, and good for four digits of the fit, or fewer where features are nearly
    dependent and λ lies below 10⁻³ ‖ΦᵀΦ‖.

    A map with a method ``two_factors``, as that of ``nystrom_features``, has φ(x) = T
    b(x) with a cheaper map b, and T multiplies the sum over b. If the rounding that T
    magnifies may reach a tenth of the smallest eigenvalue, the fit is refused; for so
    small a λ pass ``phi.__call__``.

    ``executor`` is any ``concurrent.futures`` executor, or a Dask client's
    ``get_executor()``; without one, one core works. At most 16 blocks are pending, so
    the memory does not depend on n. Blocks are summed in their order, so threads give
    the same w as one core. ``progress`` is called after each with the points so far.

    Raises ValueError where ΦᵀΦ + λI is singular to the rounding of the products, for
    numbers beyond float32, and for blocks of unequal width; TypeError for a block that
    is no pair.

    Source: Lecture 16, Kernel ridge regression (closed form); the notes ask what
    happens with millions of points.

    >>> X, y = np.arange(6.0)[:, None], np.arange(6.0)
    >>> w = block_ridge(lambda X: np.hstack([X, X**2]), in_blocks(X, y, size=2), 0.0)
    >>> w.round(6) + 0.0
    array([1., 0.])
    """
    lams, least = nonnegative_values(lam, "lam", WHY_LAM)
    summed, T = phi.two_factors() if hasattr(phi, "two_factors") else (phi, None)
    n, A, v, precision = 0, np.zeros(()), np.zeros(()), 0.0
    # One thread for BLAS: the thread pools of numpy and scipy would compete for cores
    with threadpool_limits(1, user_api="blas"):
        sums = _sums_in_order(summed, blocks, executor)
        for number, (count, square, across) in enumerate(sums):
            if number and square.shape != A.shape:
                raise ValueError(
                    f"phi gives {len(square)} features for block {number}, but {len(A)}"
                    " for those before, and ΦᵀΦ is a sum of matrices of one size. Check"
                    " that phi does not depend on the block."
                )
            precision = max(precision, float(np.finfo(square.dtype).eps))
            n, A, v = n + count, A + square, v + across
            if progress is not None:
                progress(n)
    if n == 0:
        raise ValueError(
            "blocks is empty: there is nothing to fit. An iterator can be read only"
            " once: pass a fresh one, such as in_blocks(X, y)."
        )
    smallest = float(A.diagonal().min())
    if precision > EPS and max(least, smallest) < n * TINY:
        raise ValueError(
            f"the squares of some feature sum to {smallest:.3g} and λ is {least:.3g}:"
            " squares so small have lost digits in float32, or vanished. Try smaller"
            " units for the points, or float64."
        )
    if T is None:
        rounding = precision * float(np.linalg.norm(A))
    else:  # the rounding of Aᵢⱼ is ε √(AᵢᵢAⱼⱼ)
        rounding = float(np.linalg.norm(T * np.sqrt(A.diagonal()))) ** 2
        rounding *= LEAST_RATIO * precision
        A, v = T @ A @ T.T, T @ v
    fits = [solve_positive(A, v, one, "ΦᵀΦ", rounding) for one in np.ravel(lams)]
    return np.stack(fits, axis=-1) if lams.ndim else fits[0]


def in_blocks(X: Any, y: Any, size: int = 4096) -> Iterator[Block]:
    """(X₀, y₀), (X₁, y₁), …: the rows of X and y in blocks of ``size``, in their order.

    ``X`` is (n, d) and ``y`` (n,): arrays, memory-mapped arrays or lists. A block of an
    array is a view of it. Raises ValueError where X and y differ in length.

    >>> [len(y) for X, y in in_blocks(np.zeros((10, 2)), np.zeros(10), size=4)]
    [4, 4, 2]
    """
    size = positive_integer(size, "size", "it counts the points of a block")
    if len(X) != len(y):
        raise ValueError(
            f"X has {len(X)} rows and y {len(y)}: each point needs exactly one target."
            " Check where they come from."
        )
    return ((X[i : i + size], y[i : i + size]) for i in range(0, len(X), size))


def _sums_in_order(
    phi: Callable[..., Any], blocks: Iterable[Block], executor: Executor | None
) -> Iterator[Sums]:
    """The sums of each block, in order, with at most ``MOST_PENDING`` at a time."""
    if executor is None:
        for number, block in enumerate(blocks):
            yield _sums_of(phi, block, number)
        return
    pending: deque[Future[Sums]] = deque()
    try:
        for number, block in enumerate(blocks):
            if len(pending) == MOST_PENDING:
                yield pending.popleft().result()
            # A copy, since the caller may fill one buffer again for every block
            pending.append(executor.submit(_sums_of, phi, deepcopy(block), number))
        while pending:
            yield pending.popleft().result()
    finally:  # after an error, or where the generator is closed early
        for future in pending:
            future.cancel()


def _sums_of(phi: Callable[..., Any], block: Block, number: int) -> Sums:
    """nⱼ, ΦⱼᵀΦⱼ and Φⱼᵀyⱼ of block j."""
    try:
        X, y = block
    except (TypeError, ValueError):
        raise TypeError(
            f"block {number} is {type_of(block)}, but each of the blocks is a"
            " pair (X, y), points and targets. Try in_blocks(X, y), or zip(…) of both."
        ) from None
    if np.ma.isMaskedArray(X) or (isinstance(X, np.ndarray) and X.dtype.kind == "f"):
        as_array(X, f"X of block {number}")  # phi may hide its entries
    Phi, name = phi(X), f"Phi = phi(X) of block {number}"
    plain = type(Phi) is np.ndarray and Phi.ndim == 2 and Phi.size > 0
    plain = plain and Phi.dtype in (np.float32, np.float64)
    Phi = within_domain(Phi, name, 0.0) if plain else as_points(Phi, name)
    n = X.shape[0] if issparse(X) else len(X)
    if len(Phi) != n:
        raise ValueError(
            f"phi(X) has {len(Phi)} rows for the {n} points of block {number}: Φ has a"
            " row for each point. Check phi on a few points."
        )
    if Phi.dtype == np.float32 and max(Phi.max(), -Phi.min()) > LARGEST_SINGLE:
        raise ValueError(
            f"the features of block {number} exceed {LARGEST_SINGLE:g}, and ΦᵀΦ leaves"
            " the range of float32. Try larger units for the points, or float64."
        )
    y = as_targets(y, n, f"y of block {number}")
    scale = np.abs(y).max() or 1.0  # float32 may not hold numbers as small, or as large
    across = Phi.T @ (y / scale).astype(Phi.dtype, copy=False)
    return n, Phi.T @ Phi, across.astype(float) * scale
