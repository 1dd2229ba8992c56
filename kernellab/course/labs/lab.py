"""A lab: a figure, an update function and named controls, joined into something one can play."""

from __future__ import annotations

import gc
import inspect
import json
import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import anywidget
import traitlets
from IPython import get_ipython
from IPython.display import display
from matplotlib.figure import Figure

from kernellab.course.labs.ahead import WISHES
from kernellab.course.labs.controls import Control, as_control
from kernellab.course.labs.painter import Painter, name_of
from kernellab.course.labs.recorder import GLYPHS
from kernellab.course.plots import Picture

HERE = Path(__file__).parent
# A notebook that is opened on another day has the still picture, and above it a widget without a model: JupyterLab then
# writes an error there, which this rule turns into a line that says what to do.
NOT_RUNNING = (
    ".jp-OutputArea-child:has(+ .jp-OutputArea-child img[data-picture]) > .jupyter-widgets:not(:has(*)) { font-size: 0; } "
    ".jp-OutputArea-child:has(+ .jp-OutputArea-child img[data-picture]) > .jupyter-widgets:not(:has(*))::after "
    "{ content: 'A still picture. To play with it, click this cell and press Shift and Enter.'; font-size: 0.95rem; }"
)


def script(*names: str) -> str:
    """Files of this folder as one module for the page."""
    return "\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in names)


class PageWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page."""

    _css = (HERE / "lab.css").read_text(encoding="utf-8")
    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return "an interactive lab (in JupyterLab, run this cell to play)"


class LabWidget(PageWidget):
    """A figure in the page; see ``live.js``."""

    _esm = script("controls", "player", "live")


@dataclass(frozen=True)
class Shot:
    """The lab at one setting: what the page is told (as JSON), and the background that it stands on, by name."""

    text: str
    on: str = ""
    background: str = ""
    sentence: str = ""
    error: BaseException | None = None


class Playable(ABC):
    """Something with named controls that Python and the page can move: what it shows is the subclass's to say.

    A subclass names its ``Widget``, says in ``_moved`` what follows when Python has set values, and in ``_receive`` how the
    page is served.
    """

    Widget: type[PageWidget]

    def __init__(self, title: str, controls: dict[str, Any]) -> None:
        self.title = title
        self.controls = {name: as_control(name, each) for name, each in controls.items()}
        self.values = {name: control.start for name, control in self.controls.items()}
        self._handlers: list[tuple[Callable, Any]] = []
        self._widget: PageWidget | None = None

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What is to be seen."""

    @property
    @abstractmethod
    def problem(self) -> str | None:
        """Why the values that are set cannot be shown, or None."""

    @abstractmethod
    def picture(self) -> Any:
        """The last good setting, for those who read without a kernel."""

    @abstractmethod
    def _moved(self) -> BaseException | None:
        """Show the values that Python has set, in the page too; return what failed."""

    @abstractmethod
    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Serve the page."""

    def set(self, **values: Any) -> Self:
        """Set the controls to ``values`` and show what follows, as a hand on them would.

        Raises ValueError for an unknown control or a value off its range, and whatever cannot be computed there.
        """
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(f"this lab has no slider {name!r}; it has {', '.join(self.controls)}.")
            values[name] = self.controls[name].check(name, value)
        with WISHES.drawing():
            before, self.values = self.values, self.values | values
            error = self._moved()
        self._notify(before)
        if error is not None:
            raise error
        return self

    def reset(self) -> Self:
        """Put every control back to where it started."""
        return self.set(**{name: control.start for name, control in self.controls.items()})

    def observe(self, handler: Callable[[Any], None], names: Any = traitlets.All) -> None:
        """Call ``handler(change)`` for each new value, as traitlets do: ``change`` has name, old, new and owner.

        ``names`` is one control's name, a list of names, or everything.
        """
        self._handlers.append((handler, [names] if isinstance(names, str) else names))

    def unobserve(self, handler: Callable[[Any], None]) -> None:
        """Call ``handler`` no more."""
        self._handlers = [(each, names) for each, names in self._handlers if each != handler]

    def close(self) -> None:
        """Take the lab off the page."""
        WISHES.drop(id(self))
        if self._widget is not None:
            self._widget.close()
            self._widget = None

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"<Lab {self.title!r}: {values}{f' ({self.problem})' if self.problem else ''}>"

    def _ipython_display_(self) -> None:
        """Show the live lab and, for whoever reads without a kernel, a picture that the live lab hides."""
        _replace(self)
        display(self.widget())
        display(self.picture())

    def widget(self) -> PageWidget:
        """The widget in the page, made at first use: for an ipywidgets box, say."""
        if self._widget is None:
            self._widget = self.Widget(title=self.title, controls=[_spec(n, c) for n, c in self.controls.items()])
            self._widget.on_msg(self._receive)
        return self._widget

    def _named(self, rungs: list) -> dict[str, Any]:
        return {name: control.at(rung) for (name, control), rung in zip(self.controls.items(), rungs, strict=True)}

    def _stand(self) -> dict[str, Any]:
        """Where the controls stand, and how that reads."""
        each = [(self.controls[name], value) for name, value in self.values.items()]
        return {
            "rungs": [control.nearest(value) for control, value in each],
            "texts": [control.text(value) for control, value in each],
            "exact": all(control.at(control.nearest(value)) == value for control, value in each),
        }

    def _notify(self, before: dict[str, Any]) -> None:
        for name, old in before.items():
            new = self.values[name]
            for handler, names in list(self._handlers):
                if new != old and (names is traitlets.All or name in names):
                    handler(traitlets.Bunch(name=name, old=old, new=new, owner=self, type="change"))


class Lab(Playable):
    """A figure with controls: ``update(**values)`` moves the artists and says in a sentence what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's); ``update`` takes one keyword per control,
    sets properties of artists that exist already, and returns the sentence shown under the figure. A control comes from
    ``slider``, ``log_slider``, ``choice`` or ``text_box``, or is written as for ipywidgets' ``interact``: (low, high),
    (low, high, step), a list, True or False, a text. ``idle(**values)``, if given, names the controls without effect there.

    ``update`` is also called at settings that nobody chose yet, in any order, so that their frames are there when they are
    chosen: what it draws and says may depend on its arguments alone. In the page, an update that raises shows its reason,
    which ``problem`` holds until the next good value; ``figure`` and ``sentence`` are those of the last good one.

    Raises TypeError for arguments of another kind, and whatever ``update`` raises at the start values.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from kernellab.course.labs import Lab
    >>> figure = Figure(figsize=(6, 3))
    >>> ax = figure.subplots()
    >>> _ = ax.set(xlim=(0, 6), ylim=(-1, 1))
    >>> x = np.linspace(0, 6, 200)
    >>> (wave,) = ax.plot(x, np.sin(x))
    >>> def update(frequency):
    ...     wave.set_ydata(np.sin(frequency * x))
    ...     return f"The wave crosses zero {int(6 * frequency / np.pi)} times."
    >>> lab = Lab(figure, update, frequency=(1, 5))
    >>> lab.set(frequency=4).sentence
    'The wave crosses zero 7 times.'
    """

    Widget = LabWidget

    def __init__(
        self,
        figure: Figure,
        update: Callable[..., str],
        /,
        *,
        title: str = "",
        idle: Any = None,
        **controls: Any,
    ) -> None:
        super().__init__(title, controls)
        _check(figure, update, title, idle, self.controls)
        self.update, self.idle = update, idle
        self._figure = figure
        self._painter = Painter(figure)
        self._painter.paint()  # from now on matplotlib marks what an update moves
        self._sentence = self._put(self.values)
        self._problem: str | None = None
        self._good = self._settled = dict(self.values)
        self._told: set[str] = set()  # names of backgrounds that the page has
        self._letters = 0  # how many glyphs it has

    @property
    def figure(self) -> Figure:
        """The figure at the values that are set (or, where these fail, at the last good ones)."""
        self._settle()
        return self._figure

    @property
    def sentence(self) -> str:
        """What the figure shows."""
        self._settle()
        return self._sentence

    @property
    def problem(self) -> str | None:
        """Why the values that are set cannot be shown, or None."""
        self._settle()
        return self._problem

    def picture(self) -> Picture:
        """The last good figure, with its sentence as the alt text."""
        with WISHES.drawing():
            words = " ".join(filter(None, [self.title and f"{self.title}.", self.sentence]))
            return Picture(self.figure, words, style=NOT_RUNNING)

    def _put(self, values: dict[str, Any]) -> str:
        """Move the artists to ``values``, whoever chose them; return the sentence."""
        self._at: dict[str, Any] | None = None
        sentence = self.update(**values)
        if not isinstance(sentence, str):
            raise TypeError(
                f"update returned {sentence!r}, a {type(sentence).__name__}; the page shows what it returns as the sentence "
                "under the figure. Try: return f'…'"
            )
        self._at = dict(values)
        return re.sub(r"(?<!\w)-(?=\d)", "−", sentence)

    def _shot(self, values: dict[str, Any], redraw: bool = False) -> Shot:
        """The lab at ``values``, whoever chose them: what failed is told as the problem."""
        try:
            sentence = self._put(values)
            drawing = self._painter.redraw() if redraw else self._painter.paint()
            idle = list(self.idle(**values)) if self.idle else []
        except (Exception, KeyboardInterrupt) as error:  # whatever it is, the page gets an answer
            return Shot(json.dumps({"problem": reason(error)}), error=error)
        said = json.dumps(
            {"id": name_of(drawing.on + drawing.ops + sentence), "on": drawing.on, "sentence": sentence, "idle": idle}
        )
        return Shot(f'{said[:-1]}, "ops": {drawing.ops}}}', drawing.on, drawing.background, sentence)

    def _settle(self) -> None:
        """See to it that the figure, the sentence and the problem are those of the values that are set."""
        with WISHES.drawing():
            if self._settled != self.values:
                self._chosen()
            elif self._at != self._good:
                self._put(self._good)

    def _moved(self) -> BaseException | None:
        shot = self._chosen()
        if self._widget is not None:
            self._post({"kind": "moved", **self._stand()}, [shot])
        return shot.error

    def _chosen(self) -> Shot:
        """The lab at the values that are set; where these fail, its artists go back to the last good ones."""
        shot = self._shot(self.values)
        self._settled = dict(self.values)
        self._problem = None if shot.error is None else reason(shot.error)
        if shot.error is None:
            self._sentence, self._good = shot.sentence, self._settled
        else:
            self._put(self._good)
        return shot

    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello``, ``set`` when a control moved, ``wish`` for frames to come, ``rest`` when nothing moves."""
        kind, head = message["kind"], {name: message[name] for name in ("view", "turn")}
        with WISHES.drawing():
            self._told -= set(message.get("forgot", []))
            before = self.values
            if kind == "hello":
                self._told, self._letters = set(), 0
                width, height = self._painter.size
                shot = self._chosen()
                shots = [shot] if shot.error is None else [self._shot(self._good), shot]
                figure = {"width": width, "height": height, "panels": self._painter.panels()}
                self._post({"kind": "hello", "figure": figure, **head, **self._stand()}, shots)
            elif kind == "set":
                self.values = self._named(message["rungs"])
                self._post({"kind": "answer", **head}, [] if message["have"] else [self._chosen()])
            elif kind == "rest":
                self._settle()
                shot = self._shot(self._good, redraw=True)
                healed = self._problem is None and json.loads(shot.text).get("id") != message["id"]
                self._post({"kind": "answer", "healed": healed, **head}, [shot] if healed else [])
            elif kind == "wish":
                self._wish(head, [self._named(rungs) for rungs in message["settings"]])
        self._notify(before)

    def _wish(self, head: dict[str, Any], settings: list[dict[str, Any]]) -> None:
        """Draw frames for the page when there is time, and send them as they come."""
        coming = self._frames(settings)
        ready: list[Shot] = []
        sent = 0

        def draw() -> bool:
            shot = next(coming, None)
            if shot is None:
                self._settle()
                return False
            ready.append(shot)
            return True

        def send() -> None:
            nonlocal sent
            if ready and self._widget is not None:
                self._post({"kind": "ahead", "first": sent, **head}, ready)
                sent += len(ready)
                ready.clear()

        WISHES.put(id(self), draw, send)

    def _frames(self, settings: list[dict[str, Any]]) -> Iterator[Shot]:
        for values in settings:
            yield self._shot(values)

    def _post(self, message: dict[str, Any], shots: list) -> None:
        """Send a message, its frames deflated beside it: a line that says what follows, backgrounds, frames."""
        if not shots:
            self.widget().send(message)
            return
        new = {shot.on: shot.background for shot in shots if shot.on and shot.on not in self._told}
        contents = {"glyphs": [self._letters, GLYPHS[self._letters :]], "backgrounds": list(new)}
        self._letters = len(GLYPHS)
        self._told |= set(new)
        lines = [json.dumps(contents, separators=(",", ":")), *new.values(), *(shot.text for shot in shots)]
        self.widget().send(message, [zlib.compress("\n".join(lines).encode(), 1)])


_shown: dict[str, tuple[str, list[Playable]]] = {}  # by cell: which run of it, and the labs that it showed


def _replace(lab: Playable) -> None:
    """Close the labs that an earlier run of this cell showed, and let go of them, unless the student named them."""
    shell = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell, run = parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
    if cell is None:
        return
    before, old = _shown.get(cell, (run, []))
    if before != run:
        for each in old:
            each.close()
            for names in (shell.user_ns, shell.user_ns_hidden, shell.user_ns.get("_oh", {})):
                for name in [n for n, value in names.items() if value is each and (isinstance(n, int) or n.startswith("_"))]:
                    del names[name]
        old = []
        gc.collect()  # a figure and its artists hold each other
    _shown[cell] = (run, [*old, lab])


def reason(error: BaseException) -> str:
    """What the page says of an error."""
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def _check(figure: Any, update: Any, title: Any, idle: Any, controls: dict[str, Any]) -> None:
    """Meet an author's slips with words, before anything is drawn."""
    if not isinstance(figure, Figure):
        raise TypeError(
            f"the first argument is {figure!r}, not a matplotlib Figure. Try: figure, ax = kernellab.course.plots.figure()"
        )
    if figure.canvas.manager is not None:
        raise TypeError(
            "this figure belongs to pyplot, which would show it a second time. Try kernellab.course.plots.figure()."
        )
    if not (idle is None or callable(idle)):
        raise TypeError(f"idle = {idle!r} is no function; it takes the values and names the controls without effect there.")
    if not callable(update):
        raise TypeError(f"the second argument is {update!r}, not a function. Try: def update(lam): … return f'…'")
    if not isinstance(title, str):
        raise TypeError("title is the name of the lab itself; give the control another name, as in heading=choice(…).")
    if not controls:
        raise TypeError("a lab needs at least one control, as in Lab(figure, update, lam=log_slider(0.1, 10, start=1)).")
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
