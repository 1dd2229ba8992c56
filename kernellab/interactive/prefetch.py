"""Frames before they are asked for: a thread that draws what a hand is about to want,
while nobody wants anything else.

It stands back while a cell runs, and while anyone waits to draw; it gives up a lab
whose frames are slow to draw.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from IPython import get_ipython

BATCH = 0.02  # seconds of drawing that go in one message
# Seconds of work: a lab that takes more for a frame draws only what is asked for
SLOW = 0.25
# Seconds that pass: the same for one that waits, or on a machine that has no time
STUCK = 1.0

# The page's messages come on a thread of their own, and matplotlib has one text parser
# for all figures.
_DRAWING = threading.RLock()


class Wishes:
    """What the pages would like to have, lab by lab: the newest wish of a lab replaces
    the one before.

    A wish is a function that draws one more frame (False when there are no more) and
    one that sends what was drawn.
    """

    def __init__(self) -> None:
        self._wishes: dict[int, tuple[Callable[[], bool], Callable[[], None]]] = {}
        self._changed = threading.Condition()
        self._waiting = 0  # those who would draw now
        self.cell_runs = False
        self._thread: threading.Thread | None = None

    def put(self, lab: int, draw: Callable[[], bool], send: Callable[[], None]) -> None:
        """Wish for frames of a lab; what it wished before is forgotten."""
        with self._changed:
            self._wishes[lab] = (draw, send)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="frames ahead of the hand", daemon=True
                )
                self._thread.start()
                if (shell := get_ipython()) is not None:
                    shell.events.register("pre_run_cell", lambda *_: self._cells(True))
                    shell.events.register(
                        "post_run_cell", lambda *_: self._cells(False)
                    )
            self._changed.notify_all()

    def drop(self, lab: int) -> None:
        """Forget what a lab wished for."""
        with self._changed:
            self._wishes.pop(lab, None)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Draw now, before all wishes."""
        with self._changed:
            self._waiting += 1
        try:
            with _DRAWING:
                yield
        finally:
            with self._changed:
                self._waiting -= 1
                self._changed.notify_all()

    def _cells(self, run: bool) -> None:
        with self._changed:
            self.cell_runs = run
            self._changed.notify_all()

    def _calm(self) -> bool:
        return bool(self._wishes) and not self._waiting and not self.cell_runs

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._calm)
                lab, (draw, send) = next(reversed(self._wishes.items()))
            more, began = True, time.perf_counter()
            while more and self._calm() and time.perf_counter() - began < BATCH:
                with _DRAWING:
                    started, worked = time.perf_counter(), time.thread_time()
                    more = draw()
                    worked = time.thread_time() - worked
                    more = (
                        more and worked < SLOW and time.perf_counter() - started < STUCK
                    )
            with _DRAWING:
                try:
                    send()
                except Exception:  # the page, or its kernel, is gone
                    more = False
            with self._changed:
                if not more and self._wishes.get(lab) == (draw, send):
                    del self._wishes[lab]


WISHES = Wishes()
