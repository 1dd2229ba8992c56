"""A thread that draws frames before the page asks for them.

It pauses while a cell runs or another thread waits to draw. It drops the requests of a
lab whose frames are slow to draw.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from IPython import get_ipython

from askfirst.labs.typeface import DRAWING

BATCH_SECONDS = 0.02  # of drawing, for one message
# A lab is not prefetched any more once a frame takes longer than one of these.
MAX_CPU_SECONDS = 0.25
MAX_WALL_SECONDS = 1.0

Request = tuple[Iterator[tuple[int, Any]], Callable[[int, list], None]]


class Prefetch:
    """The newest request of each lab for frames to come.

    A request is an iterator, which draws the next frame, and a function that sends a
    list of them, with the number of its first.
    """

    def __init__(self) -> None:
        self._requests: dict[int, Request] = {}
        self._changed = threading.Condition()
        self._waiting = 0  # threads that draw, or wait to
        self.cell_runs = False
        self._thread: threading.Thread | None = None

    def put(
        self, lab: int, frames: Iterator[Any], send: Callable[[int, list], None]
    ) -> None:
        """Request frames of a lab, in place of its last request."""
        with self._changed:
            self._requests[lab] = (enumerate(frames), send)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="prefetch of frames", daemon=True
                )
                self._thread.start()
                if (shell := get_ipython()) is not None:
                    register = shell.events.register
                    register("pre_run_cell", lambda *_: self._cells(True))
                    register("post_run_cell", lambda *_: self._cells(False))
            self._changed.notify_all()

    def drop(self, lab: int) -> None:
        """Drop the request of a lab."""
        with self._changed:
            self._requests.pop(lab, None)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Hold the lock of drawing; all requests wait."""
        with self._changed:
            self._waiting += 1
        try:
            with DRAWING:
                yield
        finally:
            with self._changed:
                self._waiting -= 1
                self._changed.notify_all()

    def _cells(self, run: bool) -> None:
        with self._changed:
            self.cell_runs = run
            self._changed.notify_all()

    def _idle(self) -> bool:
        return bool(self._requests) and not self._waiting and not self.cell_runs

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._idle)
                lab, request = next(reversed(self._requests.items()))
            frames, send = request
            ready: list[tuple[int, Any]] = []
            more, began = True, time.perf_counter()
            while more and self._idle() and time.perf_counter() - began < BATCH_SECONDS:
                with DRAWING:
                    wall, cpu = time.perf_counter(), time.thread_time()
                    try:
                        ready.append(next(frames))
                    except Exception:  # it was the last, or one cannot be drawn
                        more = False
                    more &= time.thread_time() - cpu < MAX_CPU_SECONDS
                    more &= time.perf_counter() - wall < MAX_WALL_SECONDS
            with DRAWING:
                try:
                    if ready:
                        send(ready[0][0], [frame for _, frame in ready])
                except Exception:  # the page, or its kernel, is gone
                    more = False
            with self._changed:
                if not more and self._requests.get(lab) is request:
                    del self._requests[lab]


PREFETCH = Prefetch()
