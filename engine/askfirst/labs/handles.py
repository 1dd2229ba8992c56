"""Handles: places in a lab's figure that move with one or two of its controls, and that
the reader can drag in the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from askfirst.labs.controls import Control
from askfirst.labs.recorder import UNIT

SLACK = 1.0  # pixels by which a place may lie outside its axes
FLAT = 0.5  # up or down, as a part of the way across, of what moves sideways


@dataclass(frozen=True)
class Handle:
    """A place that moves with the controls ``names``, called ``key`` in a frame. It is
    the middle of the artist ``where``, or what the function ``where`` returns: (axes,
    x, y) in data units, or None. Dragging the handle first sets the controls in
    ``sets_first`` to their values.
    """

    key: str
    names: tuple[str, ...]
    where: Any
    figure: Figure
    sets_first: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        where, valid = self.where, callable(self.where)
        if isinstance(where, Line2D | Patch):
            one_place = isinstance(where, Patch) or np.size(where.get_xdata()) <= 2
            valid = one_place and self.figure is getattr(where.axes, "figure", None)
        if not valid:
            raise TypeError(
                f"the handle of {self.key!r} is on {where!r}; its place is the middle"
                " of a patch or of a line of one or two points, on axes in the figure"
                " that Lab is given, or what a function returns. Try lambda: (ax, x,"
                " y)."
            )

    def place(self) -> tuple[int, int] | None:
        """In 1/UNIT pixel of the figure, y downwards. None if the artist is hidden or
        empty, or the place outside the axes.
        """
        artist = isinstance(self.where, Artist)
        found = _middle(self.where) if artist else self._given(self.where())
        if found is None:
            return None
        axes, (x, y) = found
        if not (axes.get_visible() and axes.bbox.padded(SLACK).contains(x, y)):
            return None
        below = self.figure.bbox.height - float(y)
        return round(float(x) * UNIT), round(below * UNIT)

    def _given(self, place: Any) -> tuple[Axes, np.ndarray] | None:
        if place is None:
            return None
        match place:
            case tuple((Axes() as axes, x, y)) if axes.get_figure() is self.figure:
                with np.errstate(all="ignore"):
                    return axes, axes.transData.transform((float(x), float(y)))
        raise TypeError(
            f"the handle of {self.key!r} is at {place!r}; a place is (axes, x, y), with"
            " axes of this figure and x and y in their units, or None. Try lambda: (ax,"
            " x, y)."
        )


def as_handles(
    given: Mapping[Any, Any], controls: Mapping[str, Control], figure: Figure
) -> list[Handle]:
    """The handles that an author names: from one control or two to an artist of the
    figure or a function; from a control that chooses and one or two that move to the
    places by chosen value.
    """
    found = []
    for key, where in given.items():
        names = (key,) if isinstance(key, str) else tuple(key)
        if unknown := [name for name in names if name not in controls]:
            raise ValueError(
                f"handles names {key!r}, but there is no control {unknown[0]!r}; this"
                f" lab has {', '.join(controls)}."
            )
        choosing = isinstance(where, Mapping)
        moved = names[choosing:]
        if len({*names}) < len(names) or len(moved) not in (1, 2):
            raise ValueError(
                f"handles names {key!r}: a picture has two directions, so a handle"
                " moves one control or two different ones. Try two handles."
            )
        full, control = " ".join(names), controls[names[0]]
        if not choosing:
            found.append(Handle(full, names, where, figure))
            continue
        for value, place in where.items():
            if value not in control.values:
                raise ValueError(
                    f"a handle of {key!r} chooses {names[0]} = {value!r}, which this"
                    f" control does not have. Try one of its values, as"
                    f" {control.values[0]!r}."
                )
            one = f"{full}|{control.text(value)}"
            found.append(Handle(one, moved, place, figure, {names[0]: value}))
    return found


def is_sideways(places: Iterable[tuple[int, int]]) -> bool:
    """Whether a handle moves sideways from each of these places to the next.

    >>> is_sideways({(0, 0), (100, 20)}), is_sideways({(0, 0), (50, 50), (100, 20)})
    (True, False)
    """
    steps = np.abs(np.diff(np.reshape(sorted(places), (-1, 2)), axis=0))
    return len(steps) > 0 and bool((steps[:, 1] <= FLAT * steps[:, 0]).all())


def _middle(artist: Line2D | Patch) -> tuple[Any, np.ndarray] | None:
    """The axes of an artist, and its middle in pixels, with y upwards."""
    path, to = artist.get_path(), artist.get_transform()
    points = np.asarray(path.vertices)
    if not (artist.get_visible() and len(points)):
        return None
    if len(points) <= 2:  # of a line
        return artist.axes, to.transform(points).mean(axis=0)
    return artist.axes, path.get_extents(to).get_points().mean(axis=0)
