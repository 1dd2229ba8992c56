"""The painter turns a figure into display lists and draws again only what changed.

Matplotlib marks an artist *stale* when one of its properties is set. The painter keeps
what an artist drew, by its properties and by the limits and the place of its axes; of
one whose properties it cannot tell, until that mark. An artist that was marked once
counts as moving. In each axes everything below the first moving artist is the
background; a drawing is the name of the background and the operations of the moving
artists and of those above them.

A few setters of matplotlib leave no mark (``set_array`` of a scatter or a mesh, the
``xy`` of an annotation), so what has them is drawn every time where it moves or is
above what moves. To draw all anew shows all of their effects; a lab does it when no
control has moved for a while.
"""

from __future__ import annotations

import hashlib
import json
from itertools import chain, combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
from matplotlib._enums import CapStyle, JoinStyle
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Patch
from matplotlib.path import Path
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox, BboxBase, Transform

from askfirst.labs.recorder import Recorder
from askfirst.labs.typeface import own_settings, typeset

DPI = 100  # pixels of a page to an inch of the figure
MOST_KEPT = 200  # drawings of an artist, and as many views of its present look

# Attributes of an artist that no drawing shows: who hears of its changes, and what it
# derives from others when it is drawn
BESIDE = {
    "_stale",
    "stale_callback",
    "_axes",
    "_parent_figure",
    "_callbacks",
    "callbacks",
    "_remove_method",
    "_sticky_edges",
    "_colorizer",
    "_renderer",
    "_transform",
}
OF_A_LINE = BESIDE | {"_x", "_y", "_xy", "_path", "_transformed_path", "_subslice",
                      "_x_filled", "_invalidx", "_invalidy", "ind_offset"}  # fmt: skip
# A box of words marks what they stand in, see _within; a marker's shape never changes.
PLAIN = {type(None), bool, int, float, str, np.float64, np.int64, CapStyle, JoinStyle,
         MarkerStyle, FancyBboxPatch}  # fmt: skip

# The limits, scales and place of an axes: all that its artists draw by but themselves
View = tuple
# The properties of an artist by value, or None where they cannot be told
Look = tuple | None


class Drawing(NamedTuple):
    """A background, its name ``on``, and the operations drawn over it, as JSON."""

    on: str
    background: str
    ops: str


class Part(NamedTuple):
    """An artist, by what it is drawn, and whether it may be above a background."""

    artist: Artist
    view: View
    movable: bool = True


class Painter:
    """Draw a figure, and again what changed in it."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        figure.set_dpi(DPI)
        self._moving: set[Artist] = set()
        self._touched: set[Artist] = set()  # of which a part was marked
        self._recorder = Recorder(*self.size, DPI)
        self.glyphs = self._recorder.glyphs  # the letters of all drawings so far
        # What each artist drew, as JSON; and that of its present look
        self._drawn: dict[Artist, dict[Look, dict[View, str]]] = {}
        self._now: dict[Artist, dict[View, str]] = {}
        self._on = self._background = ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the figure in pixels of a page."""
        return float(self.figure.bbox.width), float(self.figure.bbox.height)

    def paint(self, anew: bool = False) -> Drawing:
        """The figure now; only what changed since is drawn, or all of it ``anew``."""
        self._recorder.fit(*self.size)
        if anew:
            self._forget()
        groups = self._groups()
        present = {each.artist for each in chain(*groups)}
        if self._drawn.keys() - present:  # others may take the place of what is gone
            self._forget()
        new = bool(present - self._drawn.keys())
        if new and (engine := self.figure.get_layout_engine()) is not None:
            engine.execute(self.figure)
            groups = self._groups()
        try:
            with typeset(self.figure) if new else own_settings():
                # Titles stand above the words on an axis.
                for axes in filter(_is_plain, self.figure.axes if new else ()):
                    axes._update_title_position(self._recorder)  # type: ignore[attr-defined]
                layers = self._layers(groups)
        except BaseException:
            self._forget()  # some are marked no more, and not drawn
            raise
        background, ops = (f"[{','.join(layer)}]" for layer in layers)
        if background != self._background:
            self._background, self._on = background, content_hash(background)
        return Drawing(self._on, background, ops)

    def _layers(self, groups: list[list[Part]]) -> tuple[list[str], list[str]]:
        """What is below all that moves, and the rest."""
        below: list[str] = []
        above: list[str] = []
        for group in groups:
            layer = below
            for part in group:
                if self._lacks(part, layer is above):
                    self._draw(part)
                if part.artist in self._moving:
                    layer = above
                if piece := self._now[part.artist][part.view]:
                    layer.append(piece)
        return below, above

    def _forget(self) -> None:
        self._drawn.clear()
        self._now.clear()

    def _lacks(self, part: Part, moved: bool) -> bool:
        """Whether it has to be drawn, where it is above what ``moved`` or not. What was
        changed once moves from now on.
        """
        artist, view, movable = part
        looks = self._drawn.setdefault(artist, {})
        # An axis is marked where its limits change, which are part of the view.
        own = artist.stale and not isinstance(artist, Axis)
        if own or artist in self._touched or not looks:
            if looks and movable and not isinstance(artist, Axis):
                self._moving.add(artist)
            look = _look(artist)
            full = sum(map(len, looks.values())) >= MOST_KEPT
            boxed = artist in self._touched and not isinstance(artist, Legend)
            if look is None or boxed or full:
                looks.clear()
            self._touched.discard(artist)
            self._now[artist] = looks.setdefault(look, {})
            artist.stale = False
        moved |= artist in self._moving
        return view not in self._now[artist] or (moved and not _leaves_marks(artist))

    def _draw(self, part: Part) -> None:
        artist = part.artist
        self._recorder.ops.clear()
        artist.draw(self._recorder)
        kept = self._now[artist]
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[part.view] = compact_json(self._recorder.ops)[1:-1]
        artist.stale = False
        for each in _within(artist):
            each.stale = False
            each.stale_callback = lambda _part, _stale: self._touched.add(artist)
        self._touched.discard(artist)

    def _groups(self) -> list[list[Part]]:
        """What is drawn, in its order, in a group for each axes, or one for all where
        they overlap or the figure has words of its own.
        """
        figure, whole = self.figure, self.size
        groups = [[Part(figure.patch, whole, movable=False)]]
        shown = [each for each in figure.get_children() if each.get_visible()]
        for each in sorted(shown, key=Artist.get_zorder):
            if _is_plain(each):
                groups.append(_parts(each, self._recorder))
            elif each is not figure.patch:
                groups.append([Part(each, whole)])
        if _overlap(figure) or _on_top(figure):
            return [[*chain(*groups)]]
        return groups

    def spec(self) -> dict[str, Any]:
        """The size of the figure in pixels; its ``panels``, the columns (from, to) that
        a narrow page may stack, since no axes reach across their borders; and where the
        ``axes`` of each begin and end, and whether they are planes, which that page
        does not stretch.
        """
        shown = [axes for axes in self.figure.axes if axes.get_visible()]
        width, height = self.size
        columns: list[Bbox] = []
        for box in sorted(map(self._around, shown), key=lambda box: box.x0):
            if columns and (box.x0 < columns[-1].x1 or _on_top(self.figure)):
                box = Bbox.union([columns.pop(), box])
            columns.append(box)
        cuts = [float(a.x1 + b.x0) / 2 for a, b in pairwise(columns)]
        panels = list(pairwise([0.0, *cuts, width]))
        ends = []
        for left, right in panels:
            inside = [e for e in shown if left <= (e.bbox.x0 + e.bbox.x1) / 2 <= right]
            around = Bbox.union([e.bbox for e in inside] or [self.figure.bbox])
            plane = any(hasattr(e, "zaxis") or e.get_aspect() != "auto" for e in inside)
            ends.append((float(around.x0), float(around.x1), plane))
        return {"width": width, "height": height, "panels": panels, "axes": ends}

    def _around(self, axes: Axes) -> Bbox:
        """The axes with all of its words, and the scale of colours beside it."""
        mapped = (*axes.images, *axes.collections)
        both = [axes, *(each.colorbar.ax for each in mapped if each.colorbar)]
        found = [each.get_tightbbox(self._recorder) for each in both]
        return Bbox.union([box for box in found if box is not None])


# JSON without spaces
compact_json = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


def content_hash(text: str) -> str:
    """A short name for a text, the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _on_top(figure: Figure) -> bool:
    return bool(figure.texts or figure.legends or figure.lines or figure.patches)


def _is_plain(artist: Any) -> bool:
    """Whether it is an axes that draws its artists one by one; none in space does."""
    return isinstance(artist, Axes) and type(artist).draw is Axes.draw


def _parts(axes: Any, recorder: Recorder) -> list[Part]:
    """What the axes draws, in its order, but first what is always in a background,
    since it is beside the frame: the title, and an axis without a grid.
    """
    locator = axes.get_axes_locator()
    if locator or axes.get_aspect() != "auto":
        axes.apply_aspect(locator(axes, recorder) if locator else None)
    both = (axes.xaxis, axes.yaxis)
    view = (
        *axes.viewLim.extents.tolist(),
        *axes.bbox.extents.tolist(),
        *(axes.get_xscale(), axes.get_yscale()),
        *(axis.get_major_locator() for axis in both),
        *(axis.get_major_formatter() for axis in both),
    )
    framed = axes.axison and axes.get_frame_on()
    hidden = {axes.patch}
    if not framed:
        hidden |= {*axes.spines.values()}
    if not axes.axison:
        hidden |= {*both}
    beside = {axes.title, axes._left_title, axes._right_title}
    for axis in both:
        ruled = any(tick.gridline.get_visible() for tick in axis.majorTicks)
        beside |= set() if framed and ruled else {axis}
    shown = [each for each in axes.get_children() if each not in hidden]
    shown.sort(key=lambda each: (each not in beside, each.get_zorder()))
    parts = [Part(each, view, each not in beside) for each in shown]
    return [Part(axes.patch, view, movable=False)] * framed + parts


def _within(artist: Artist) -> list[Artist]:
    """The artists that it consists of, which pass no mark on."""
    if isinstance(artist, Axis):
        ticks = [*artist.majorTicks, *artist.minorTicks]
        parts = [part for tick in ticks for part in tick.get_children()]
        return [artist.label, artist.offsetText, *ticks, *parts]
    if isinstance(artist, Text):
        patch = artist.get_bbox_patch()
        return [] if patch is None else [patch]
    return artist.findobj(include_self=False) if isinstance(artist, Legend) else []


def _look(artist: Artist) -> Look:
    """What an artist is drawn by besides its view, or None where that is not known."""
    if not _leaves_marks(artist) or isinstance(artist, Axis | AxesImage):
        return None
    if not artist.get_visible():
        return ()
    if isinstance(artist, Legend):
        looks = [_look(each) for each in _within(artist) if not each.get_children()]
        return None if artist.stale or None in looks else tuple(looks)
    beside = OF_A_LINE if isinstance(artist, Line2D) else BESIDE
    transform, axes = artist._transform, artist.axes  # type: ignore[attr-defined]
    own: tuple[Any, ...] = ()  # transforms that go by the view
    if axes is not None:
        own = axes.transData, axes.get_xaxis_transform(), axes.get_yaxis_transform()
    try:
        values = [
            each if type(each) in PLAIN else _value(each)
            for name, each in vars(artist).items()
            if name not in beside
        ]
        by_view = [transform is each for each in own]
        return *by_view, any(by_view) or _value(transform), *values
    except TypeError:
        return None


def _value(each: Any) -> Any:
    kind = type(each)
    if kind in PLAIN:
        return each
    if kind is np.ndarray and not each.dtype.hasobject:
        return each.dtype.char, each.shape, each.tobytes()
    if kind is list or kind is tuple:
        return tuple([_value(part) for part in each])
    if kind is Path:
        return _value([each.vertices, each.codes, each.should_simplify])
    if kind is FontProperties:
        return _value([*vars(each).values()])
    if isinstance(each, BboxBase):
        return each.get_points().tobytes()
    if isinstance(each, Transform) and each.is_affine:
        return each.get_affine().get_matrix().tobytes()
    raise TypeError(kind)


def _leaves_marks(artist: Artist) -> bool:
    """Whether all that can be set of it leaves a mark."""
    if isinstance(artist, Collection):
        return artist.get_array() is None
    if isinstance(artist, Text):
        return not isinstance(artist, Annotation)
    if isinstance(artist, Legend):  # where it has room if it has no place of its own
        return bool(artist._loc)  # type: ignore[attr-defined]
    kinds = (Axes, Axis, AxesImage, Line2D, Patch)
    return isinstance(artist, kinds) and not isinstance(artist, FancyArrowPatch)


def _overlap(figure: Figure) -> bool:
    shown = [axes for axes in figure.axes if axes.get_visible()]
    overlaps = (a.bbox.overlaps(b.bbox) for a, b in combinations(shown, 2))
    return any(axes.child_axes for axes in shown) or any(overlaps)
