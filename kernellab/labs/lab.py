"""A lab: a figure, an update function and named sliders, joined into something one can play."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display
from matplotlib.figure import Figure

from kernellab.labs.controls import Control
from kernellab.labs.painter import Painter, Patch
from kernellab.plots import Picture

HERE = Path(__file__).parent
DPI = 100  # of a picture on a screen of ordinary density


class LabWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page; see ``lab.js``."""

    _esm = (HERE / "lab.js").read_text(encoding="utf-8")
    _css = (HERE / "lab.css").read_text(encoding="utf-8")
    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return "an interactive lab (run this cell to play)"


class Lab:
    """A figure with sliders: ``update(**values)`` moves the artists and says in a sentence what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's); ``update`` takes one keyword per control,
    sets properties of artists that exist already, and returns the sentence shown under the figure; the controls
    come from ``slider``, ``log_slider`` and ``choice``. An update that raises leaves the last good picture and
    shows its reason; ``problem`` holds it until the next good value.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from kernellab.labs import Lab, slider
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

    def __init__(self, figure: Figure, update: Callable[..., str], *, title: str = "", **controls: Control) -> None:
        if not controls:
            raise ValueError("a lab needs at least one control, as in Lab(figure, update, lam=log_slider(0.1, 10, start=1)).")
        self.figure, self.update, self.title, self.controls = figure, update, title, controls
        self.values = {name: control.start for name, control in controls.items()}
        self.sentence = ""
        self.problem: str | None = None
        self._painter = Painter(figure)
        self._lock = threading.RLock()  # the page's messages come on a thread of their own
        self._widget: LabWidget | None = None
        self._move({})

    def set(self, **values: Any) -> Lab:
        """Move the sliders to ``values`` and update the figure, as a hand on the sliders would."""
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(f"this lab has no slider {name!r}; it has {', '.join(self.controls)}.")
            values[name] = self.controls[name].check(name, value)
        with self._lock:
            patch = self._move(values)
            if self._widget is not None:
                self._send(patch)
        return self

    def reset(self) -> Lab:
        """Put every slider back to where it started."""
        return self.set(**{name: control.start for name, control in self.controls.items()})

    def picture(self) -> Picture:
        """The figure as it is now, with the sentence as its alt text."""
        with self._lock:
            return Picture(self.figure, " ".join(filter(None, [self.title and f"{self.title}.", self.sentence])))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<Lab {self.title!r}: {values}>"

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

    def _move(self, values: dict[str, Any]) -> Patch | None:
        """Update and paint; what fails leaves the last good picture and sentence, and says why."""
        self.values |= values
        try:
            sentence = self.update(**self.values)
            patch = self._painter.paint()
        except Exception as error:  # whatever it is, the reader gets the reason and the notebook lives on
            self.problem = str(error) or type(error).__name__
            return None
        self.sentence, self.problem = sentence, None
        return patch

    def _receive(self, widget: LabWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello`` asks for the whole picture, ``set`` moves sliders to rungs by number."""
        with self._lock:
            values = {}
            if message["kind"] == "hello":
                self._painter.set_dpi(DPI * min(max(float(message["ratio"]), 1.0), 2.0))
            else:
                values = {name: self.controls[name].values[rung] for name, rung in message["rungs"].items()}
            self._send(self._move(values), view=message["view"], turn=message["turn"])

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


def _spec(name: str, control: Control) -> dict:
    return {
        "name": name,
        "label": control.label or name,
        "kind": control.kind,
        "texts": [control.text(value) for value in control.values],
        "start": control.nearest(control.start),
    }
