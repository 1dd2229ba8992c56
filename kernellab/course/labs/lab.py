"""A lab: a figure, an update function and named sliders, joined into something one can play."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display
from matplotlib.figure import Figure

from kernellab.course.labs.controls import Control
from kernellab.course.labs.painter import Painter, Patch
from kernellab.course.plots import Picture

HERE = Path(__file__).parent
DPI = 100  # of a picture on a screen of ordinary density

# The page's messages come on a thread of their own, and matplotlib has one text parser for all figures.
_DRAWING = threading.RLock()


class LabWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page; see ``lab.js``."""

    _esm = (HERE / "lab.js").read_text(encoding="utf-8")
    _css = (HERE / "lab.css").read_text(encoding="utf-8")
    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return "an interactive lab (in JupyterLab, run this cell to play)"


class Lab:
    """A figure with sliders: ``update(**values)`` moves the artists and says in a sentence what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's); ``update`` takes one keyword per control,
    sets properties of artists that exist already, and returns the sentence shown under the figure; the controls
    come from ``slider``, ``log_slider``, ``choice`` and ``text_box``. In the page, an update that raises leaves the last good
    picture and shows its reason, which ``problem`` holds until the next good value.

    Raises TypeError for arguments of another kind, and whatever ``update`` raises at the start values.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from kernellab.course.labs import Lab, slider
    >>> figure = Figure(figsize=(6, 3))
    >>> ax = figure.subplots()
    >>> _ = ax.set(xlim=(0, 6), ylim=(-1, 1))
    >>> x = np.linspace(0, 6, 200)
    >>> (wave,) = ax.plot(x, np.sin(x))
    >>> def update(frequency):
    ...     wave.set_ydata(np.sin(frequency * x))
    ...     return f"The wave crosses zero {int(6 * frequency / np.pi)} times."
    >>> lab = Lab(figure, update, frequency=slider(1, 5, start=2, step=1, label="frequency"))
    >>> lab.set(frequency=4).sentence
    'The wave crosses zero 7 times.'
    """

    def __init__(self, figure: Figure, update: Callable[..., str], /, *, title: str = "", **controls: Control) -> None:
        _check(figure, update, title, controls)
        self.figure, self.update, self.title, self.controls = figure, update, title, controls
        self.values = {name: control.start for name, control in controls.items()}
        self.problem: str | None = None
        self.sentence = self._updated(self.values)
        self._good = dict(self.values)
        self._painter = Painter(figure)
        self._painter.paint()
        self._widget: LabWidget | None = None

    def set(self, **values: Any) -> Lab:
        """Move the sliders to ``values`` and update the figure, as a hand on the sliders would.

        Raises ValueError for an unknown slider or a value off its range, and whatever ``update`` raises.
        """
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(f"this lab has no slider {name!r}; it has {', '.join(self.controls)}.")
            values[name] = self.controls[name].check(name, value)
        with _DRAWING:
            patch, error = self._move(values)
            if self._widget is not None:
                self._send(patch)
        if error is not None:
            raise error
        return self

    def reset(self) -> Lab:
        """Put every slider back to where it started."""
        return self.set(**{name: control.start for name, control in self.controls.items()})

    def picture(self) -> Picture:
        """The last good figure, with its sentence as the alt text."""
        with _DRAWING:
            return Picture(self.figure, " ".join(filter(None, [self.title and f"{self.title}.", self.sentence])))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<Lab {self.title!r}: {values}{f' ({self.problem})' if self.problem else ''}>"

    def _ipython_display_(self) -> None:
        """Show the live lab and, for whoever reads without a kernel, a picture that the live lab hides."""
        display(self.widget())
        display(self.picture())

    def widget(self) -> LabWidget:
        """The widget in the page, made at first use."""
        if self._widget is None:
            self._widget = LabWidget(title=self.title, controls=[_spec(n, c) for n, c in self.controls.items()])
            self._widget.on_msg(self._receive)
        return self._widget

    def _move(self, values: dict[str, Any]) -> tuple[Patch | None, BaseException | None]:
        """Update and paint. What fails brings the last good picture and sentence back, and says why."""
        self.values |= values
        try:
            sentence = self._updated(self.values)
            patch = self._painter.paint()
        except (Exception, KeyboardInterrupt) as error:  # whatever it is, the page gets an answer
            self.problem = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            self._updated(self._good)
            return self._painter.paint(), error
        self.sentence, self.problem, self._good = sentence, None, dict(self.values)
        return patch, None

    def _updated(self, values: dict[str, Any]) -> str:
        sentence = self.update(**values)
        if not isinstance(sentence, str):
            raise TypeError(
                f"update returned {sentence!r}, a {type(sentence).__name__}; the page shows what it returns as the sentence "
                "under the figure. Try: return f'…'"
            )
        return sentence

    def _receive(self, widget: LabWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello`` asks for the whole picture, ``set`` moves sliders, ``rest`` says that nothing moves."""
        with _DRAWING:
            if message["kind"] == "rest":
                patch = self._painter.redraw()
            else:
                if message["kind"] == "hello":
                    self._painter.set_dpi(DPI * min(max(float(message["ratio"]), 1.0), 2.0))
                rungs = message.get("rungs", {})
                patch, _ = self._move({n: c.at(rungs[n]) for n, c in self.controls.items() if n in rungs})
            self._send(patch, view=message["view"], turn=message["turn"])

    def _send(self, patch: Patch | None, view: str | None = None, turn: int = 0) -> None:
        width, height = self._painter.size
        frame = {
            "view": view,
            "turn": turn,
            "size": [width, height, self.figure.dpi / DPI],
            "at": [patch.x, patch.y] if patch else None,
            "rungs": {name: self.controls[name].nearest(value) for name, value in self.values.items()},
            "texts": {name: self.controls[name].text(value) for name, value in self.values.items()},
            "sentence": self.sentence,
            "problem": self.problem,
        }
        self.widget().send(frame, [patch.png()] if patch else None)


def _check(figure: Any, update: Any, title: Any, controls: dict[str, Any]) -> None:
    """Meet an author's slips with words, before anything is drawn."""
    if not isinstance(figure, Figure):
        raise TypeError(
            f"the first argument is {figure!r}, not a matplotlib Figure. Try: figure, ax = kernellab.course.plots.figure()"
        )
    if figure.canvas.manager is not None:
        raise TypeError(
            "this figure belongs to pyplot, which would show it a second time. Try kernellab.course.plots.figure()."
        )
    if not callable(update):
        raise TypeError(f"the second argument is {update!r}, not a function. Try: def update(lam): … return f'…'")
    if isinstance(title, Control):
        raise TypeError("title is the name of the lab itself; give the control another name, as in heading=choice(…).")
    if not controls:
        raise TypeError("a lab needs at least one control, as in Lab(figure, update, lam=log_slider(0.1, 10, start=1)).")
    for name, control in controls.items():
        if not isinstance(control, Control):
            raise TypeError(
                f"{name} = {control!r} is no control; try {name}=slider(0.0, 1.0, start=0.5), log_slider or choice."
            )
    try:
        inspect.signature(update).bind(**controls)
    except TypeError as error:
        raise TypeError(
            f"update and the controls {', '.join(controls)} do not fit together: {error}. Name them alike."
        ) from None


def _spec(name: str, control: Control) -> dict:
    return {
        "name": name,
        "label": control.label or name,
        "kind": control.kind,
        "texts": [control.text(value) for value in control.values],
        "start": control.nearest(control.start),
        "most": control.most,
    }
