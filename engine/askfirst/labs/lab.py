"""A lab: a matplotlib figure, an update function and named controls."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from matplotlib.artist import Artist
from matplotlib.figure import Figure

from askfirst.labs.handles import Handle, as_handles, is_sideways
from askfirst.labs.painter import Painter, compact_json, content_hash
from askfirst.labs.picture import Picture
from askfirst.labs.playable import NOT_RUNNING, Frame, Playable
from askfirst.labs.typeface import own_settings
from askfirst.questions.question import VEILED
from askfirst.words.text import true_minus

__all__ = ["Lab"]


class Lab(Playable):
    """A figure with controls: ``update(**values)`` changes the artists and returns a
    sentence that describes what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's). ``update`` takes
    one keyword argument per control, sets properties of artists that exist already, and
    returns the sentence shown under the figure. A control comes from ``slider``,
    ``log_slider``, ``choice`` or ``text_box``. ``idle(**values)``, if given, returns
    the names of the controls that have no effect at these values.

    ``update`` is also called, in any order, at settings that nobody has chosen yet, to
    prepare their frames. So what it draws and returns must depend on its arguments
    alone. If it raises, the page shows the reason, and ``problem`` holds it until the
    next setting that works; ``figure`` and ``sentence`` remain those of the last one.

    If it ``asks`` a question, the page hides what reveals the answer until it is
    answered or skipped; ``figure``, ``sentence`` and ``picture()`` hide nothing.
    ``together`` names controls that can be moved together on a page without Python, the
    first two unless others are given; the fewer there are, the more of their values
    that page has.

    ``handles`` maps the name of a control, or a pair of names, to what moves with it in
    the figure and can be dragged: a patch or a line of one or two points, taken at its
    middle, or a function that is called after ``update`` and returns (axes, x, y) in
    data units, or None. Nothing can be taken that is hidden or outside of its axes, or
    while a question is open. ``{("one", "pull"): {1: first, 2: second}}`` has a handle
    for each of these values of a control: dragging one sets ``one`` to its value and
    moves ``pull``, or the other two, from their start. On a page without Python,
    ``one`` has these values and its start only.

    Raises TypeError for arguments of the wrong type, ValueError for a handle that its
    control does not move, that names an unknown control, or that names more than two
    controls, and whatever ``update`` raises at the start values.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from askfirst import Lab, slider
    >>> figure = Figure(figsize=(6, 3))
    >>> ax = figure.subplots()
    >>> _ = ax.set(xlim=(0, 6), ylim=(-1, 1))
    >>> x = np.linspace(0, 6, 200)
    >>> (wave,) = ax.plot(x, np.sin(x))
    >>> def update(frequency):
    ...     wave.set_ydata(np.sin(frequency * x))
    ...     return f"The wave crosses zero {int(6 * frequency / np.pi)} times."
    >>> lab = Lab(figure, update, frequency=slider(1, 5, start=2, step=1))
    >>> lab.set(frequency=4).sentence
    'The wave crosses zero 7 times.'
    """

    page_script = "picture"

    def __init__(
        self,
        figure: Figure,
        update: Callable[..., str],
        /,
        *,
        title: str = "",
        idle: Callable[..., Any] | None = None,
        together: Sequence[str] | None = None,
        handles: Mapping[str | tuple[str, ...], Any] | None = None,
        **controls: Any,
    ) -> None:
        super().__init__(title, controls)
        self.together = tuple([*self.controls][:2] if together is None else together)
        if unknown := [name for name in self.together if name not in self.controls]:
            raise ValueError(
                f"together = {self.together!r}, but there is no control {unknown[0]!r}."
            )
        _check(figure, update, self.controls)
        self.handles = as_handles(handles or {}, self.controls, figure)
        self.update, self.idle = update, idle or self.idle
        self._figure = figure
        self._painter = Painter(figure)
        self.glyphs = self._painter.glyphs
        self._painter.paint()  # from now on matplotlib marks what an update moves
        self._sentence = self._move_artists(self.values)
        self._sideways = [
            handle.key
            for handle in self.handles
            for name in handle.names
            if is_sideways(self._places(handle, name)) and handle.key == name
        ]

    @property
    def figure(self) -> Figure:
        """The figure at the current values or, if they fail, at the last good ones."""
        self._refresh()
        return self._figure

    def _pictured(self, words: str, asks: bool = False) -> Picture:
        title = f"{self.title}. " if self.title else ""
        return Picture(self.figure, title + words, tail=NOT_RUNNING)

    def _move_artists(self, values: dict[str, Any]) -> str:
        """Move the artists to ``values`` and return the sentence."""
        # The values that the artists show; None until the update has finished
        self._artists_at: dict[str, Any] | None = None
        with own_settings():
            sentence = self.update(**values)
        if not isinstance(sentence, str):
            raise TypeError(
                f"update returned {sentence!r}, a {type(sentence).__name__}; the page"
                " shows what it returns as the sentence under the figure. Try: return"
                " f'…'"
            )
        self._artists_at = dict(values)
        return true_minus(sentence)

    def _go_back(self) -> None:
        if self._artists_at != self._last_good:
            self._move_artists(self._last_good)

    def _places(self, handle: Handle, name: str) -> set[tuple[int, int]]:
        """Places to which the control moves the handle. An error if it does not."""
        values = self.controls[name].values
        quarters = [values[round(i * (len(values) - 1) / 4)] for i in range(5)]
        found = set()
        for value in (self.values[name], *quarters):
            try:
                self._move_artists(self.values | handle.sets_first | {name: value})
            except Exception:  # the page shows why such a setting fails
                continue
            found.add(handle.place())
        self._move_artists(self.values)
        places = {place for place in found if place is not None}
        # On a reader's own data, the artist of a handle may lie outside the axes.
        outside = None in found and isinstance(handle.where, Artist)
        if len(places) < 2 and not outside:
            raise ValueError(
                f"{name} does not move the handle of {handle.key!r}: its place is the"
                f" same from {name} = {values[0]!r} to {values[-1]!r}, so it cannot be"
                " dragged. Try the artist that update moves with it."
            )
        return places

    @own_settings()
    def _drawn(self, values: dict[str, Any], redraw: bool, asks: bool) -> Frame:
        sentence = shown = self._move_artists(values)
        veiled = self.question.veiled() if self.question and asks else nullcontext()
        # Hiding an artist marks it as stale, so the painter sees the change.
        with veiled:
            drawing = self._painter.paint(redraw)
        idle = list(self.idle(**values))
        moving = [each for each in self.handles if not {*each.names} <= {*idle}]
        if asks:
            shown, idle, moving = VEILED, [], []
        places = {e.key: at for e in moving if (at := e.place()) is not None}
        handles = {"handles": places} if places else {}
        key = content_hash(drawing.on + drawing.ops + shown + compact_json(handles))
        head = {"id": key, "on": drawing.on, "sentence": shown, "idle": idle} | handles
        text = f'{json.dumps(head)[:-1]}, "ops": {drawing.ops}}}'
        return Frame(text, drawing.on, drawing.background, sentence)

    def _figure_spec(self) -> dict[str, Any]:
        return self._painter.spec() | {"sideways": self._sideways}


def _check(figure: Any, update: Any, controls: dict) -> None:
    """Check an author's arguments before anything is drawn."""
    if not isinstance(figure, Figure):
        raise TypeError(
            f"the first argument is {figure!r}, not a matplotlib Figure. Try: figure ="
            " Figure(figsize=(6, 3))"
        )
    if figure.canvas.manager is not None:
        raise TypeError(
            "this figure belongs to pyplot, which would show it a second time. Try"
            " matplotlib.figure.Figure(figsize=(6, 3))."
        )
    try:
        inspect.signature(update).bind(**controls)
    except TypeError as error:
        raise TypeError(
            f"update and the controls {', '.join(controls)} do not fit together:"
            f" {error}. Give each control the name of an argument."
        ) from None
