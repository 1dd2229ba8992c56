"""A figure that writes down again only what moved.

Matplotlib marks an artist *stale* as soon as one of its properties is set, and passes
the mark on to the figure unless the artist is animated. The painter lives on these
marks. An artist that an update touches for the first time makes the figure stale: it
becomes a moving one, and everything below it is written once, as a background. From
then on a drawing is the name of its background and what the moving artists, and those
above them, draw on top. Whatever else may change (limits, new artists, a title) makes
the figure stale too, and a new background is written.

A few setters of matplotlib leave no mark (``set_array`` of a scatter or a mesh, the
``xy`` of an annotation); ``redraw`` shows what they did, and a lab calls it whenever
the hand rests.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from kernellab.interactive.recorder import Recorder

DPI = 100  # pixels of a page to an inch of the figure


@dataclass(frozen=True)
class Drawing:
    """What a figure looks like: a background with its name, and the operations drawn
    over it, both as JSON.
    """

    on: str
    background: str
    ops: str


class Painter:
    """Write ``figure`` down again and again, each time only what moves.

    ``full_draws`` counts the slow paintings, for tests and for the curious.
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        figure.set_dpi(DPI)
        self.full_draws = 0
        self._moving: list[Artist] = []
        self._on = self._background = ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the figure in pixels of a page."""
        return float(self.figure.bbox.width), float(self.figure.bbox.height)

    def paint(self) -> Drawing:
        """The figure as it stands, by the marks that matplotlib left."""
        if not self._on or self.figure.stale:
            return self.redraw()
        return self._drawing()

    def redraw(self) -> Drawing:
        """The figure as it stands, everything written anew, marked or not."""
        self._moving = self._find_moving()
        for artist in self._moving:
            artist.set_animated(True)
        recorder = Recorder(*self.size, DPI)
        self.figure.draw(recorder)
        self._background = written(recorder.ops)
        self._on = name_of(self._background)
        self.full_draws += 1
        return self._drawing()

    def panels(self) -> list[tuple[float, float]]:
        """The columns (from, to, in pixels) that can be shown below each other, since
        nothing reaches across.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        width = self.size[0]
        if _on_top(self.figure) or not shown:
            return [(0.0, width)]
        recorder = Recorder(*self.size, DPI)
        boxes = sorted(
            (float(box.x0), float(box.x1))
            for axes in shown
            if (box := axes.get_tightbbox(recorder)) is not None
        )
        columns = [list(boxes[0])]
        for left, right in boxes[1:]:
            if left < columns[-1][1]:
                columns[-1][1] = max(right, columns[-1][1])
            else:
                columns.append([left, right])
        cuts = [
            0.0,
            *((one[1] + other[0]) / 2 for one, other in pairwise(columns)),
            width,
        ]
        return list(pairwise(cuts))

    def _drawing(self) -> Drawing:
        recorder = Recorder(*self.size, DPI)
        for artist in self._moving:
            artist.draw(recorder)
            artist.stale = False
        return Drawing(self._on, self._background, written(recorder.ops))

    def _find_moving(self) -> list[Artist]:
        """The artists touched so far and, in each axes, those drawn after the first of
        them.

        Before the first painting everything is stale, so nothing counts as touched yet.
        Where axes overlap, or the figure has texts or legends of its own on top,
        nothing is a moving artist and each picture is drawn in full.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        crowded = _overlap(shown) or _on_top(self.figure)
        moving = []
        for axes in shown:
            order = sorted(_inside(axes), key=Artist.get_zorder)
            touched = [a.get_animated() or (a.stale and bool(self._on)) for a in order]
            first = (
                touched.index(True) if True in touched and not crowded else len(order)
            )
            for artist in order[:first]:
                artist.set_animated(False)
            moving += order[first:]
        return moving


def written(ops: list) -> str:
    """Operations as JSON without a space."""
    return json.dumps(ops, separators=(",", ":"))


def name_of(text: str) -> str:
    """A short name for a text, the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _on_top(figure: Figure) -> bool:
    return bool(figure.texts or figure.legends or figure.lines or figure.patches)


def _inside(axes: Axes) -> list[Artist]:
    """What an axes draws within its frame: not its background, its titles or its ticks,
    but a grid if it shows one.
    """
    grids = [
        axis
        for axis in (axes.xaxis, axes.yaxis)
        if any(line.get_visible() for line in axis.get_gridlines())
    ]
    titles = [
        a for a in axes.get_children() if isinstance(a, Text) and a not in axes.texts
    ]
    outside = {id(a) for a in [axes.patch, *titles, axes.xaxis, axes.yaxis]} - {
        id(axis) for axis in grids
    }
    if not (axes.axison and axes.get_frame_on()):
        outside |= {id(a) for a in [*axes.spines.values(), axes.xaxis, axes.yaxis]}
    return [a for a in axes.get_children() if id(a) not in outside]


def _overlap(shown: list[Axes]) -> bool:
    boxes = [axes.get_window_extent() for axes in shown]
    insets = any(axes.child_axes for axes in shown)
    return insets or any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
