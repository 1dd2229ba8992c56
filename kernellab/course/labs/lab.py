"""A lab: a figure, an update function and named controls, joined into something one can play."""

from __future__ import annotations

import inspect
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython import get_ipython
from IPython.display import display
from matplotlib.figure import Figure

from kernellab.course import record
from kernellab.course.labs.ahead import WISHES
from kernellab.course.labs.controls import Control, as_control
from kernellab.course.labs.painter import Painter, name_of
from kernellab.course.labs.question import VEILED, Question
from kernellab.course.labs.recorder import GLYPHS
from kernellab.course.plots import Picture

HERE = Path(__file__).parent


class LabWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page; see ``live.js``."""

    _esm = "\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in ("controls", "player", "question", "live"))
    _css = (HERE / "lab.css").read_text(encoding="utf-8")
    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    question = traitlets.Dict().tag(sync=True)

    def __repr__(self) -> str:
        return "an interactive lab (in JupyterLab, run this cell to play)"


@dataclass(frozen=True)
class Shot:
    """The lab at one setting: what the page is told (as JSON), and the background that it stands on, by name."""

    text: str
    on: str = ""
    background: str = ""
    sentence: str = ""
    error: BaseException | None = None


class Lab:
    """A figure with controls: ``update(**values)`` moves the artists and says in a sentence what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's); ``update`` takes one keyword per control,
    sets properties of artists that exist already, and returns the sentence shown under the figure. A control comes from
    ``slider``, ``log_slider``, ``choice`` or ``text_box``, or is written as for ipywidgets' ``interact``: (low, high),
    (low, high, step), a list, True or False, a text. ``idle(**values)``, if given, names the controls without effect there.

    ``update`` is also called at settings that nobody chose yet, in any order, so that their frames are there when they are
    chosen: what it draws and says may depend on its arguments alone. In the page, an update that raises shows its reason,
    which ``problem`` holds until the next good value; ``figure`` and ``sentence`` are those of the last good one.

    Where a ``question`` is given, the page shows nothing that gives its answer away until it is answered or skipped, also
    where a cell moves the controls; ``figure``, ``sentence`` and ``picture()``, in Python, are as without it.

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

    def __init__(
        self,
        figure: Figure,
        update: Callable[..., str],
        /,
        *,
        title: str = "",
        idle: Callable[..., Any] | None = None,
        question: Question | None = None,
        **controls: Any,
    ) -> None:
        controls = {name: as_control(name, each) for name, each in controls.items()}
        _check(figure, update, title, controls, question)
        self.update, self.title, self.idle, self.controls, self.question = update, title, idle, controls, question
        self.values = {name: control.start for name, control in controls.items()}
        self._figure = figure
        self._handlers: list[tuple[Callable, Any]] = []
        self._sentence = self._put(self.values)
        self._problem: str | None = None
        self._good = self._settled = dict(self.values)
        self._painter = Painter(figure)
        self._widget: LabWidget | None = None
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

    def set(self, **values: Any) -> Lab:
        """Set the controls to ``values`` and update the figure, as a hand on them would.

        Raises ValueError for an unknown control or a value off its range, and whatever ``update`` raises.
        """
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(f"this lab has no slider {name!r}; it has {', '.join(self.controls)}.")
            values[name] = self.controls[name].check(name, value)
        with WISHES.drawing():
            before, self.values = self.values, self.values | values
            shot = self._chosen()
            if self._widget is not None:
                self._post({"kind": "moved", **self._stand()}, [shot])
        self._notify(before)
        if shot.error is not None:
            raise shot.error
        return self

    def reset(self) -> Lab:
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

    def answer(self, guess: Any) -> str:
        """Answer the lab's question, or skip it with None, as a hand would: what is said to the guess.

        ``guess`` is one of the choices, a number, or the heights of the curve at the places that are asked for. Raises
        ValueError for a lab that asks nothing or was answered already, and for what is no answer.
        """
        if self.question is None:
            raise ValueError("this lab asks nothing, so there is nothing to answer. Try set, which moves its controls.")
        if not self._asks:
            raise ValueError(
                "this question was answered already, and the first guess is what counts. Try ask(), to be asked again."
            )
        verdict = self.question.judge(guess)
        if verdict.state == "refused":
            raise ValueError(verdict.text)
        with WISHES.drawing():
            record.note(self.question.name, verdict.guess)
            self._tell_guess()
        return verdict.text

    def ask(self) -> Lab:
        """Forget the guess on the lab's question, and ask again from the start."""
        if self.question is None:
            raise ValueError("this lab has no question to ask. Try Lab(…, question=Question(…)).")
        with WISHES.drawing():
            before = self.values
            self._again()
        self._notify(before)
        return self

    def picture(self) -> Picture:
        """The last good figure, with its sentence as the alt text: whoever asks in Python for the answer gets it."""
        with WISHES.drawing():
            return Picture(self.figure, " ".join(filter(None, [self.title and f"{self.title}.", self.sentence])))

    def _still(self) -> Picture:
        """The picture beside the live lab, which gives no more away than that one does."""
        if self.question is None or not self._asks:
            return self.picture()
        with WISHES.drawing(), self.question.veiled():
            return Picture(self.figure, " ".join(filter(None, [self.title and f"{self.title}.", self.question.words])))

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
        display(self._still())

    def widget(self) -> LabWidget:
        """The widget in the page, made at first use: for an ipywidgets box, say."""
        if self._widget is None:
            asked = self.question.spec() if self.question else {}
            self._widget = LabWidget(title=self.title, controls=[_spec(n, c) for n, c in self.controls.items()], question=asked)
            self._widget.on_msg(self._receive)
        return self._widget

    @property
    def _guess(self) -> dict[str, Any] | None:
        """The guess on record, if it answers this question."""
        entry = record.guess_on(self.question.name) if self.question else None
        return entry if entry and self.question and self.question.judge(entry["guess"]).state != "refused" else None

    @property
    def _asks(self) -> bool:
        return self.question is not None and self._guess is None

    def _tell_guess(self) -> None:
        """Tell all views what was guessed, or that it is asked again, and show them as much as they may see."""
        if self._widget is not None:
            self._post({"kind": "asked", **self._stand()}, self._shots())

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
        return sentence

    def _shot(self, values: dict[str, Any], redraw: bool = False) -> Shot:
        """The lab at ``values``, whoever chose them: what failed is told as the problem."""
        try:
            sentence = said = self._put(values)
            veil = self.question.veiled() if self.question and self._asks else None
            with veil or nullcontext():  # what is hidden or shown by it leaves marks that the painter sees
                drawing = self._painter.redraw() if redraw or veil else self._painter.paint()
            idle, hidden = list(self.idle(**values)) if self.idle else [], {}
            if veil:
                said, idle, hidden = VEILED, [], {"veiled": len(sentence)}  # its length: the page keeps the room
        except (Exception, KeyboardInterrupt) as error:  # whatever it is, the page gets an answer
            return Shot(json.dumps({"problem": _reason(error)}), error=error)
        head = json.dumps(
            {"id": name_of(drawing.on + drawing.ops + said), "on": drawing.on, "sentence": said, "idle": idle} | hidden
        )
        return Shot(f'{head[:-1]}, "ops": {drawing.ops}}}', drawing.on, drawing.background, sentence)

    def _settle(self) -> None:
        """See to it that the figure, the sentence and the problem are those of the values that are set."""
        with WISHES.drawing():
            if self._settled != self.values:
                self._chosen()
            elif self._at != self._good:
                self._put(self._good)

    def _chosen(self) -> Shot:
        """The lab at the values that are set; where these fail, its artists go back to the last good ones."""
        shot = self._shot(self.values)
        self._settled = dict(self.values)
        self._problem = None if shot.error is None else _reason(shot.error)
        if shot.error is None:
            self._sentence, self._good = shot.sentence, self._settled
        else:
            self._put(self._good)
        return shot

    def _shots(self) -> list[Shot]:
        """The lab at the values that are set, for a page that may have nothing: where these fail, after the last good one."""
        shot = self._chosen()
        return [shot] if shot.error is None else [self._shot(self._good), shot]

    def _receive(self, widget: LabWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello``, ``set`` when a control moved, ``wish`` for frames to come, ``rest`` when nothing moves,
        ``guess`` when its question was answered, ``again`` when it is to be asked anew."""
        kind, head = message["kind"], {name: message[name] for name in ("view", "turn")}
        with WISHES.drawing():
            self._told -= set(message.get("forgot", []))
            before = self.values
            if kind == "hello":
                record.merge(message.get("guesses"))
                self._told, self._letters = set(), 0
                width, height = self._painter.size
                shots = self._shots()
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
            elif kind == "guess":
                self._guessed(message["entry"])
            elif kind == "again":
                self._again()
            elif kind == "wish":
                self._wish(head, [self._named(rungs) for rungs in message["settings"]])
        self._notify(before)

    def _again(self) -> None:
        """Ask anew, from the start."""
        if self.question:
            record.forget(self.question.name)
            self.values = {name: control.start for name, control in self.controls.items()}
            self._tell_guess()

    def _guessed(self, entry: dict[str, Any]) -> None:
        """Take a guess from the page; where another view was first, that guess stands, and this view is told."""
        if self._asks and self.question and self.question.judge(entry["guess"]).state != "refused":
            record.note(self.question.name, entry["guess"], entry["when"])
        self._tell_guess()

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

    def _named(self, rungs: list) -> dict[str, Any]:
        return {name: control.at(rung) for (name, control), rung in zip(self.controls.items(), rungs, strict=True)}

    def _stand(self) -> dict[str, Any]:
        """Where the controls stand, how that reads, and what was guessed."""
        each = [(self.controls[name], value) for name, value in self.values.items()]
        rungs, texts = [control.nearest(value) for control, value in each], [control.text(value) for control, value in each]
        return {"rungs": rungs, "texts": texts, "entry": self._guess}

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

    def _notify(self, before: dict[str, Any]) -> None:
        for name, old in before.items():
            new = self.values[name]
            for handler, names in list(self._handlers):
                if new != old and (names is traitlets.All or name in names):
                    handler(traitlets.Bunch(name=name, old=old, new=new, owner=self, type="change"))


_shown: dict[str, tuple[str, list[Lab]]] = {}  # by cell: which run of it, and the labs that it showed


def _replace(lab: Lab) -> None:
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
            for names in (shell.user_ns, shell.user_ns.get("_oh", {})):
                for name in [n for n, value in names.items() if value is each and (isinstance(n, int) or n.startswith("_"))]:
                    del names[name]
        old = []
    _shown[cell] = (run, [*old, lab])


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def _check(figure: Any, update: Any, title: Any, controls: dict[str, Any], question: Any) -> None:
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
    if not isinstance(title, str):
        raise TypeError("title is the name of the lab itself; give the control another name, as in heading=choice(…).")
    if not controls:
        raise TypeError("a lab needs at least one control, as in Lab(figure, update, lam=log_slider(0.1, 10, start=1)).")
    if question is not None and not isinstance(question, Question):
        raise TypeError(f"question = {question!r} is none. Try Question('…?', choices=('up', 'down'), right='up', why='…').")
    if question is not None:
        question.check(figure)
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
