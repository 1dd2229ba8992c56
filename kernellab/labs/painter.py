"""A figure that repaints only what moved.

Matplotlib marks an artist *stale* as soon as one of its properties is set, and passes the mark on to the figure
unless the artist is animated. The painter lives on these marks. An artist that an update touches for the first
time makes the figure stale: it becomes a moving one, and everything that stands still is drawn once, as a
background. From then on a move restores the background and draws the moving artists on top. Whatever else may
change (limits, new artists, a title) makes the figure stale too and is drawn in full, so the picture is
always the right one.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.spines import Spine
from matplotlib.text import Text
from PIL import Image


@dataclass(frozen=True)
class Patch:
    """The rectangle of pixels that changed: its place in the picture (from the top left) and its colours."""

    x: int
    y: int
    pixels: np.ndarray  # (height, width, 3), uint8

    def png(self) -> bytes:
        """The pixels as a PNG, packed for speed rather than size."""
        out = io.BytesIO()
        Image.fromarray(self.pixels).save(out, "PNG", compress_level=1)
        return out.getvalue()


class Painter:
    """Paint ``figure`` again and again, each time only where it differs from the last picture.

    ``full_draws`` counts the slow paintings, for tests and for the curious.
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.canvas = FigureCanvasAgg(figure)
        self.full_draws = 0
        self._moving: list[Artist] = []
        self._background = None
        self._shown: np.ndarray | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        width, height = self.canvas.get_width_height()
        return int(width), int(height)

    def paint(self) -> Patch | None:
        """Bring the picture up to date; return the part that changed, or None where nothing did."""
        if self._background is None or self.figure.stale:
            self._draw_all()
        elif any(artist.stale for artist in self._moving):
            self.canvas.restore_region(self._background)
            self._draw_moving()
        return self._difference()

    def set_dpi(self, dpi: float) -> None:
        """Change the resolution; the next painting is a full one."""
        self.figure.set_dpi(dpi)
        self.forget()

    def forget(self) -> None:
        """Make the next ``paint`` return the whole picture."""
        self._background = self._shown = None

    def _draw_all(self) -> None:
        self._moving = self._find_moving()
        for artist in self._moving:
            artist.set_animated(True)
        self.canvas.draw()
        self._background = self.canvas.copy_from_bbox(self.figure.bbox)
        self._draw_moving()
        self.full_draws += 1

    def _draw_moving(self) -> None:
        renderer = self.canvas.get_renderer()
        for artist in self._moving:
            artist.draw(renderer)
            artist.stale = False

    def _find_moving(self) -> list[Artist]:
        """The artists touched so far and those that lie on top of them, from the lowest to the highest.

        Before the first painting everything is stale, so nothing counts as touched yet.
        """
        moving = []
        for axes in self.figure.axes:
            inside = [a for a in axes.get_children() if not isinstance(a, (Axis, Spine)) and a is not axes.patch]
            inside = [a for a in inside if not isinstance(a, Text) or a in axes.texts]  # titles lie outside
            touched = [a for a in inside if a.get_animated() or (a.stale and self._background is not None)]
            lowest = min((a.get_zorder() for a in touched), default=np.inf)
            moving += [a for a in inside if a in touched or a.get_zorder() > lowest]
        return sorted(moving, key=Artist.get_zorder)

    def _difference(self) -> Patch | None:
        new = np.array(self.canvas.buffer_rgba())
        old, self._shown = self._shown, new
        if old is None or old.shape != new.shape:
            return Patch(0, 0, np.ascontiguousarray(new[..., :3]))
        changed = (new.view(np.uint32) != old.view(np.uint32))[..., 0]  # a pixel's four bytes in one comparison
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if rows.size == 0:
            return None
        top, left = int(rows[0]), int(columns[0])
        return Patch(left, top, np.ascontiguousarray(new[top : rows[-1] + 1, left : columns[-1] + 1, :3]))
