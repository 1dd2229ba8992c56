"""The painter turns a figure into display lists and redraws only what moved.

Matplotlib marks an artist *stale* when one of its properties is set, and passes the
mark on to the figure unless the artist is animated. The painter uses these marks. The
first change of an artist makes the figure stale; the artist then counts as moving, and
everything below it is drawn once, as a background. A later drawing is the name of the
background and the operations of the moving artists and of those above them. Any other
change (limits, new artists, a title) makes the figure stale, and a new background is
drawn.

A few setters of matplotlib leave no mark (``set_array`` of a scatter or a mesh, the
``xy`` of an annotation). ``redraw`` shows their effect; a lab calls it when no control
has moved for a while.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from kernellab.interactive.recorder import Recorder
from kernellab.interactive.typeface import typeset

DPI = 100  # pixels of a page to an inch of the figure


@dataclass(frozen=True)
class Drawing:
    """A background, its name ``on``, and the operations drawn over it, as JSON."""

    on: str
    background: str
    ops: str


class Painter:
    """Redraw what moved in ``figure``; ``full_draws`` counts full redraws."""

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
        """The figure now, redrawn in full only where matplotlib's marks ask for it."""
        if not self._on or self.figure.stale:
            return self.redraw()
        return self._drawing()

    def redraw(self) -> Drawing:
        """The figure now, redrawn in full."""
        recorder = Recorder(*self.size, DPI)
        with typeset(self.figure):
            self._moving = self._find_moving()
            for artist in self._moving:
                artist.set_animated(True)
            self.figure.draw(recorder)
        self._background = compact_json(recorder.ops)
        self._on = name_of(self._background)
        self.full_draws += 1
        return self._drawing()

    def panels(self) -> list[tuple[float, float]]:
        """The columns (from, to, in pixels) that a narrow page may stack, since no axes
        reach across their borders.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        width = self.size[0]
        if _on_top(self.figure) or not shown:
            return [(0.0, width)]
        recorder = Recorder(*self.size, DPI)
        boxes = []
        for axes in shown:
            around = [each.get_tightbbox(recorder) for each in _with_scale(axes)]
            if found := [box for box in around if box is not None]:
                box = Bbox.union(found)
                boxes.append((float(box.x0), float(box.x1)))
        boxes.sort()
        columns = [list(boxes[0])]
        for left, right in boxes[1:]:
            if left < columns[-1][1]:
                columns[-1][1] = max(right, columns[-1][1])
            else:
                columns.append([left, right])
        cuts = [(one[1] + other[0]) / 2 for one, other in pairwise(columns)]
        return list(pairwise([0.0, *cuts, width]))

    def axes(
        self, panels: list[tuple[float, float]]
    ) -> list[tuple[float, float, bool]]:
        """Where the axes of each of these columns begin and end, and whether they are
        planes, which a narrow page does not stretch.
        """
        found = []
        for left, right in panels:
            boxes, plane = [], False
            for axes in self.figure.axes:
                box = axes.get_window_extent()
                if axes.get_visible() and left <= (box.x0 + box.x1) / 2 <= right:
                    boxes.append(box)
                    plane |= hasattr(axes, "get_zlim") or axes.get_aspect() != "auto"
            around = Bbox.union(boxes) if boxes else Bbox([[left, 0], [right, 1]])
            found.append((float(around.x0), float(around.x1), plane))
        return found

    def _drawing(self) -> Drawing:
        recorder = Recorder(*self.size, DPI)
        for artist in self._moving:
            artist.draw(recorder)
            artist.stale = False
        return Drawing(self._on, self._background, compact_json(recorder.ops))

    def _find_moving(self) -> list[Artist]:
        """The artists changed so far and, in each axes, those drawn after the first of
        them.

        Before the first painting everything is stale, so nothing counts as changed.
        Where axes overlap, or the figure has texts or legends of its own, no artist
        counts as moving, and each drawing is a full one.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        crowded = _overlap(shown) or _on_top(self.figure)
        moving = []
        for axes in shown:
            order = sorted(_inside(axes), key=Artist.get_zorder)
            touched = [
                a.get_animated() or (a.stale and bool(self._on) and not _rules(a))
                for a in order
            ]
            moves = True in touched and not crowded
            first = touched.index(True) if moves else len(order)
            for artist in order[:first]:
                artist.set_animated(False)
            moving += order[first:]
        return moving


def compact_json(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


def name_of(text: str) -> str:
    """A short name for a text, the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _on_top(figure: Figure) -> bool:
    return bool(figure.texts or figure.legends or figure.lines or figure.patches)


def _rules(artist: Artist) -> bool:
    """Whether it is an axis with its lines, which a background holds: where its limits
    change, all is drawn again.
    """
    return isinstance(artist, Axis)


def _inside(axes: Axes) -> list[Artist]:
    """The artists in an axes' frame: no background, title or axis without grid."""
    children, both = axes.get_children(), (axes.xaxis, axes.yaxis)
    outside: list[Artist] = [axes.patch]
    outside += [a for a in children if isinstance(a, Text) and a not in axes.texts]
    if not (axes.axison and axes.get_frame_on()):
        outside += [*axes.spines.values(), *both]
    for axis in both:
        if not any(line.get_visible() for line in axis.get_gridlines()):
            outside.append(axis)
    hidden = {id(a) for a in outside}
    return [a for a in children if id(a) not in hidden]


def _with_scale(axes: Axes) -> list[Axes]:
    """The axes, and those of the scales of colours of what they show."""
    shown = (*axes.images, *axes.collections)
    return [axes, *(each.colorbar.ax for each in shown if each.colorbar)]


def _overlap(shown: list[Axes]) -> bool:
    boxes = [axes.get_window_extent() for axes in shown]
    insets = any(axes.child_axes for axes in shown)
    return insets or any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
