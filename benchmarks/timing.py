"""Ours and a peer's, timed in turns in one run, with one BLAS thread.

What takes less than 20 ms is repeated until it does, as timeit would, and counted once.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from threadpoolctl import threadpool_limits


def ratio(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int
) -> tuple[float, float, float]:
    """Median seconds of ours and of the peer, and the median of peer / ours over the
    rounds.
    """
    with threadpool_limits(1):
        loops = [_loops(work) for work in (ours, peer)]
        pairs = [tuple(map(_seconds, (ours, peer), loops)) for _ in range(rounds)]
    return (
        median(a for a, _ in pairs),
        median(b for _, b in pairs),
        median(b / a for a, b in pairs),
    )


def _loops(work: Callable[[], object]) -> int:
    first = _seconds(work, 1)  # caches and lazy imports are nobody's merit
    return 1 if first > 1 else max(1, round(0.02 / _seconds(work, 1)))


def _seconds(work: Callable[[], object], loops: int) -> float:
    start = perf_counter()
    for _ in range(loops):
        work()
    return (perf_counter() - start) / loops
