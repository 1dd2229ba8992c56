"""A figure as large as its place on a slide, with letters that can be read from the
last row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from kernellab.interactive.recorder import Recorder
from kernellab.interactive.typeface import typeset

# Pixels of the smallest letters, best first; 25 are as high as 28 of Source Sans.
LETTERS = (28, 26, 25, 24, 22, 20, 18)
POINTS = 11  # the size of those letters in the figure; smaller ones become as large
EDGES = ("left", "right", "bottom", "top", "wspace")
GAP = 0.12  # inches between panels
# Width and height of a picture in pixels of a slide of 1280 × 720: alone, with the
# controls of a lab beside it, and with the controls below it.
ALONE, BESIDE, BELOW = (1168, 600), (760, 590), (1168, 400)


@contextmanager
def on_the_wall(
    figure: Figure,
    *places: tuple[float, float],
    update: Callable[[], object] = lambda: None,
) -> Iterator[float]:
    """Meanwhile the figure has the shape of the first of ``places`` (width and height
    in pixels of a slide) where its words have room, in letters as large as can be. The
    value is how many pixels of the slide an inch of the figure has. ``update`` draws
    what depends on the figure's size.

    Margins keep their inches or grow, a word that is too long for its side is broken,
    and words in the picture that would cover each other move apart.
    """
    ways = [(letters, place) for letters in LETTERS for place in places]
    found = []
    with typeset(figure):
        before = _State(figure)
        least = _faults(figure)
        try:
            for letters, place in ways:
                inch = 72 * letters / POINTS
                _shape(figure, before, np.array(place) / inch, update)
                found.append((_faults(figure), inch, place))
                if found[-1][0] <= least + 0.3:
                    break
                before.restore()
            else:
                _, inch, place = min(found)
                _shape(figure, before, np.array(place) / inch, update)
            yield inch
        finally:
            before.restore()


def letters(inch: float) -> float:
    """The size in pixels of the smallest letters, where an inch has so many pixels."""
    return round(inch * POINTS / 72, 1)


class _State:
    """What shaping changes, to be put back."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.size = figure.get_size_inches()
        self.edges = {name: getattr(figure.subplotpars, name) for name in EDGES}
        self.fixed = figure.get_layout_engine() is None
        self.texts = [
            (text, text.get_text(), text.get_fontsize(), text.get_position())
            for text in figure.findobj(Text)
        ]
        self.ticks = [
            (axis, axis.get_tick_params().get("labelsize"))
            for ax in figure.axes
            for axis in (ax.xaxis, ax.yaxis)
        ]

    def restore(self) -> None:
        self.figure.set_size_inches(*self.size)
        if self.fixed:
            self.figure.subplots_adjust(**self.edges)
        for axis, size in self.ticks:
            axis.set_tick_params(labelsize=size)
        for text, words, size, place in self.texts:
            text.set(text=words, fontsize=size, position=place)


def _shape(
    figure: Figure, before: _State, size: Any, update: Callable[[], object]
) -> None:
    for axis, _ in before.ticks:
        axis.set_tick_params(labelsize=POINTS)
    for text in figure.findobj(Text):
        text.set_fontsize(max(text.get_fontsize(), POINTS))
    figure.set_size_inches(*size)
    for _ in range(2 if before.fixed else 0):
        _set_margins(figure, before, size)
        update()
        _break(figure)
    for ax in figure.axes:
        _part(ax)


def _recorder(figure: Any) -> Recorder:
    return Recorder(figure.bbox.width, figure.bbox.height, figure.dpi)


def _set_margins(figure: Figure, before: _State, size: Any) -> None:
    """The room beside the panels and between them, in inches as before or as large as
    their labels ask; below them as these ask.
    """
    edges, dpi = before.edges, figure.dpi
    recorder = _recorder(figure)
    panels: dict[int, list[Bbox]] = {}  # by column: itself, with its labels
    for ax in figure.axes:
        legend = ax.get_legend()
        more = [legend] if legend else []
        around = ax.get_tightbbox(recorder, bbox_extra_artists=more)
        if ax.get_visible() and around is not None:
            found = [ax.get_window_extent(recorder), around]
            old = panels.get(_column(ax), found)
            panels[_column(ax)] = [
                Bbox.union(pair) for pair in zip(old, found, strict=True)
            ]
    columns = [panels[key] for key in sorted(panels)]
    first, last = columns[0], columns[-1]
    gap = max(
        (
            (one[1].x1 - one[0].x1 + other[0].x0 - other[1].x0) / dpi + GAP
            for one, other in pairwise(columns)
        ),
        default=0.0,
    )
    left = max(edges["left"] * before.size[0], (first[0].x0 - first[1].x0) / dpi + 0.04)
    right = max(
        (1 - edges["right"]) * before.size[0], (last[1].x1 - last[0].x1) / dpi + 0.04
    )
    bottom = max((box.y0 - around.y0) / dpi + 0.04 for box, around in columns)
    top = max(
        (1 - edges["top"]) * before.size[1],
        *((around.y1 - box.y1) / dpi + 0.04 for box, around in columns),
    )
    room = size[0] - left - right - gap * (len(columns) - 1)
    figure.subplots_adjust(
        left=left / size[0],
        right=1 - right / size[0],
        bottom=bottom / size[1],
        top=1 - top / size[1],
        wspace=gap * len(columns) / room,
    )


def _column(ax: Axes) -> int:
    """The number of its column in the figure's grid."""
    spec = ax.get_subplotspec()
    return spec.get_topmost_subplotspec().colspan.start if spec else 0


def _break(figure: Figure) -> None:
    """Break titles and labels that are longer than their side, and words in a panel
    that are wider than it.
    """
    recorder = _recorder(figure)
    for ax in figure.axes:
        box = ax.get_window_extent(recorder)
        slack = 0.3 * figure.dpi
        rooms = [
            (ax.title, box.width + slack),
            (ax.xaxis.label, box.width + slack),
            (ax.yaxis.label, (box.height if _upright(ax) else box.width) + slack),
            *((text, box.width + slack) for text in ax.texts if ax.axison),
        ]
        for text, room in rooms:
            words = text.get_text()
            if "$" in words or "\n" in words or not words:
                continue
            upright = text is ax.yaxis.label and _upright(ax)
            _fill(text, words.split(" "), room, upright, recorder)


def _upright(ax: Axes) -> bool:
    return bool(ax.yaxis.label.get_rotation() % 180)


def _fill(
    text: Text, words: list[str], room: float, upright: bool, recorder: Recorder
) -> None:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        text.set_text(longer)
        box = text.get_window_extent(recorder)
        if lines and (box.height if upright else box.width) > room:
            lines.append(word)
        elif lines:
            lines[-1] = longer
        else:
            lines.append(word)
    text.set_text("\n".join(lines))


def _part(ax: Axes) -> None:
    """Move words of a panel that cover each other apart, the lower one down, and into
    the picture.
    """
    recorder = _recorder(ax.get_figure())
    inside = ax.get_window_extent(recorder)
    shown = [text for text in ax.texts if text.get_visible() and text.get_text()]
    if not ax.axison or any(text.get_transform() != ax.transData for text in shown):
        return
    boxes = {text: text.get_window_extent(recorder) for text in shown}
    shown.sort(key=lambda text: -boxes[text].y1)
    for text in shown:
        _raise(text, min(0, inside.y1 - boxes[text].y1))
        _raise(text, max(0, inside.y0 + 2 - text.get_window_extent(recorder).y0))
    for one, other in combinations(shown, 2):
        first, second = (text.get_window_extent(recorder) for text in (one, other))
        if _cover(first, second):
            _raise(other, first.y0 - second.y1)


def _raise(text: Text, pixels: float) -> None:
    if pixels:
        transform = text.get_transform()
        x, y = transform.transform(text.get_position())
        text.set_position(tuple(transform.inverted().transform((x, y + pixels))))


def _cover(one: Bbox, other: Bbox) -> bool:
    both = Bbox.intersection(one, other)
    return both is not None and both.width > 1 and both.height > 0.12 * one.height


def _faults(figure: Figure) -> float:
    """How much of its words an edge of the figure cuts, or other words cover, in
    letters.
    """
    figure.draw_without_rendering()
    recorder = _recorder(figure)
    boxes = [
        box
        for text in _words(figure)
        if (box := text.get_window_extent(recorder)).width > 1
    ]
    inside = figure.bbox.padded(2)
    cut = sum(_area(box) - _area(Bbox.intersection(box, inside)) for box in boxes)
    covered = sum(
        _area(Bbox.intersection(*pair))
        for pair in combinations(boxes, 2)
        if _cover(*pair)
    )
    return (cut + covered) / (figure.dpi * POINTS / 72) ** 2


def _area(box: Bbox | None) -> float:
    return float(box.width * box.height) if box else 0.0


def _words(figure: Figure) -> Iterator[Text]:
    """Those that are seen."""
    for ax in figure.axes:
        if not ax.get_visible():
            continue
        yield from (text for text in ax.texts if text.get_visible() and text.get_text())
        yield ax.title
        if legend := ax.get_legend():
            yield from legend.get_texts()
        if not ax.axison:
            continue
        for axis, (low, high) in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
            yield axis.label
            if axis.get_visible():
                ticks = zip(
                    axis.get_majorticklocs(), axis.get_ticklabels(), strict=False
                )
                least, most = sorted((low, high))
                yield from (text for at, text in ticks if least <= at <= most)
