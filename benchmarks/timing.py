"""Ours and a peer's, timed in turns in one run, with one BLAS thread."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from threadpoolctl import threadpool_limits


def ratio(ours: Callable[[], object], peer: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Median seconds of ours and of the peer, and the median of peer / ours over the rounds."""
    with threadpool_limits(1):
        ours(), peer()  # caches and lazy imports are nobody's merit
        pairs = [(_seconds(ours), _seconds(peer)) for _ in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(b / a for a, b in pairs)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
