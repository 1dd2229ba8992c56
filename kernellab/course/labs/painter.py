"""A figure that repaints only what moved.

Matplotlib marks an artist *stale* as soon as one of its properties is set, and passes the mark on to the figure
unless the artist is animated. The painter lives on these marks. An artist that an update touches for the first
time makes the figure stale: it becomes a moving one, and everything below it is drawn once, as a background. From
then on a move restores the background and draws the moving artists, and those above them, on top. Whatever else may
change (limits, new artists, a title) makes the figure stale too and is drawn in full.

A few setters of matplotlib leave no mark (``set_array`` of a scatter or a mesh, the ``xy`` of an annotation);
``redraw`` shows what they did, and a lab calls it whenever the hand rests.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
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

    def redraw(self) -> Patch | None:
        """Draw everything anew, marked or not; return the part that changed."""
        self._draw_all()
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
        """The artists touched so far and, in each axes, those drawn after the first of them.

        Before the first painting everything is stale, so nothing counts as touched yet. Where axes overlap, or the
        figure has texts or legends of its own on top, nothing is a moving artist and each picture is drawn in full.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        crowded = _overlap(shown) or self.figure.texts or self.figure.legends or self.figure.lines or self.figure.patches
        moving = []
        for axes in shown:
            order = sorted(_inside(axes), key=Artist.get_zorder)
            touched = [a.get_animated() or (a.stale and self._background is not None) for a in order]
            first = touched.index(True) if True in touched and not crowded else len(order)
            for artist in order[:first]:
                artist.set_animated(False)
            moving += order[first:]
        return moving

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


def _inside(axes: Axes) -> list[Artist]:
    """What an axes draws within its frame: not its background, its titles or its ticks, but a grid if it shows one."""
    grids = [axis for axis in (axes.xaxis, axes.yaxis) if any(line.get_visible() for line in axis.get_gridlines())]
    titles = [a for a in axes.get_children() if isinstance(a, Text) and a not in axes.texts]
    outside = {id(a) for a in [axes.patch, *titles, axes.xaxis, axes.yaxis]} - {id(axis) for axis in grids}
    if not (axes.axison and axes.get_frame_on()):
        outside |= {id(a) for a in [*axes.spines.values(), axes.xaxis, axes.yaxis]}
    return [a for a in axes.get_children() if id(a) not in outside]


def _overlap(shown: list[Axes]) -> bool:
    boxes = [axes.get_window_extent() for axes in shown]
    insets = any(axes.child_axes for axes in shown)
    return insets or any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
