"""What labs and steppers share: controls, values, a question, and a widget."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import anywidget
import traitlets
from IPython.display import display

from askfirst.labs.controls import Control
from askfirst.labs.handles import Handle
from askfirst.labs.painter import compact_json
from askfirst.labs.typeface import DRAWING, own_settings
from askfirst.questions.question import Feedback, Question
from askfirst.record import record
from askfirst.record.journal import event_in, guess_lines
from askfirst.scripts import script, style

BATCH_SECONDS = 0.01  # of drawing, for one message of frames ahead
MAX_SECONDS = 0.25  # no frame is drawn ahead after a batch that takes longer
PAUSE = 0.005  # seconds after each batch, in which messages of the page are heard
MENU = "Run → Run All Above Selected Cell, then Shift and Enter"
# A notebook that is opened without a kernel has a still picture, and a widget without a
# model. JupyterLab shows an error there; the rules show what to do instead. A click on
# the button has JupyterLab run the commands that it names.
RUN = {"commands": ["notebook:run-all-above", "notebook:run-cell"]}
OUTPUT = ".jp-OutputArea-child"
NO_WIDGET = f"{OUTPUT}:has(+ {OUTPUT} .lab-still) > .jupyter-widgets:not(:has(*))"
NOT_RUNNING = (
    '<button hidden type="button" class="lab-play"'
    ' data-commandlinker-command="apputils:run-all-enabled"'
    f" data-commandlinker-args='{json.dumps(RUN)}'>Play: run what it needs</button>"
    f"<style>{NO_WIDGET} {{ font-size: 0; }} {NO_WIDGET}::after {{ content: 'A still"
    f" picture. To play with it, select this cell: {MENU}.'; font-size: 0.95rem; }}"
    f" {OUTPUT}:has(> .jupyter-widgets) + {OUTPUT} .lab-play"
    " { display: block; }</style>"
)


class PageWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page."""

    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    question = traitlets.Dict().tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return f"an interactive lab (to play, select this cell: {MENU})"


@dataclass(frozen=True)
class Frame:
    """A frame as JSON, drawn on the display list ``background`` of the name ``on``."""

    text: str
    on: str = ""
    background: str = ""
    sentence: str = ""
    error: BaseException | None = None


class Playable(ABC):
    """Something with named controls that Python and the page can move."""

    page_script: str  # the script of the page that shows a frame
    # Controls that the page handles alone: a frame holds all of their values.
    instant: tuple[str, ...] = ()
    handles: Sequence[Handle] = ()
    # The controls that move together on a page without Python
    together: Sequence[str] = ()
    # A function of the values: the controls that have no effect there
    idle: Callable[..., Iterable[str]] = staticmethod(lambda **_: ())
    # The paths of all letters in the frames so far; a frame refers to them by index
    glyphs: Sequence[list] = ()

    question: Question | None = None
    _figure: Any = None  # of matplotlib, if there is one
    _wish: Iterator | None = None  # the frames that the page wishes for

    def __init__(self, title: str, controls: dict[str, Any]) -> None:
        """Subclasses set ``_sentence`` to that of the start."""
        for name, each in controls.items():
            if not isinstance(each, Control):
                raise TypeError(
                    f"{name} = {each!r} is not a control; try {name}=slider(0.0, 1.0,"
                    " start=0.5), log_slider, choice or text_box."
                )
        self.title = title
        self.controls: dict[str, Control] = controls
        self.values = {name: control.start for name, control in controls.items()}
        self._start = self._last_good = self._drawn_values = dict(self.values)
        self._sentence = ""
        self._problem: str | None = None
        self._widget: PageWidget | None = None
        self._sent_backgrounds: set[str] = set()
        self._sent_glyphs = 0

    @property
    def sentence(self) -> str:
        """What is shown now or, if the values fail, at the last good ones, in words."""
        self._refresh()
        return self._sentence

    @property
    def problem(self) -> str | None:
        """Why the current values cannot be shown, or None."""
        self._refresh()
        return self._problem

    def frames(
        self, settings: Sequence[dict[str, Any]], before: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """The frames of a page without Python. They are added to ``before``, the result
        of an earlier call; without it, the first of the ``settings`` is the start.
        """
        with own_settings():
            frames = [self._frame(values, asks=False) for values in settings]
            asks = self.question and not before
            veiled = [self._frame(settings[0], asks=True)] if asks else []
            self._refresh()
            made = before or {
                "figure": self._figure_spec(),
                "glyphs": self.glyphs,
                "backgrounds": {},
                "frames": [],
                "veiled": [each.text for each in veiled],
            }
            made["backgrounds"] |= {e.on: e.background for e in frames + veiled if e.on}
            made["frames"] += [each.text for each in frames]
            return made

    def picture(self) -> Any:
        """The last good setting in its words, for readers without a kernel."""
        with DRAWING:
            return self._pictured(self.sentence)

    def _still(self) -> Any:
        """The still picture; it shows no answer of an open question."""
        if not (self.question and self._asks):
            return self.picture()
        with DRAWING, self.question.veiled():
            self._refresh()
            return self._pictured(self.question.words, asks=True)

    @abstractmethod
    def _pictured(self, words: str, asks: bool = False) -> Any:
        """The last good setting in these words; without the answer if it ``asks``."""

    def _frame(
        self, values: dict[str, Any], redraw: bool = False, asks: bool | None = None
    ) -> Frame:
        """The frame at ``values``, or the error there; without the answer if it
        ``asks``, as it does while the question is open unless it is told.
        """
        try:
            return self._drawn(values, redraw, self._asks if asks is None else asks)
        except (Exception, KeyboardInterrupt) as error:  # the page waits for an answer
            return Frame(json.dumps({"problem": reason(error)}), error=error)

    @abstractmethod
    def _drawn(self, values: dict[str, Any], redraw: bool, asks: bool) -> Frame:
        """The frame at ``values``, drawn anew if ``redraw``."""

    def _go_back(self) -> None:
        """Draw the last good values, if others were drawn."""
        return

    def _figure_spec(self) -> dict[str, Any] | None:
        """The size of the figure and its panels, if there is a figure."""
        return None

    def _send_guess(self) -> None:
        """Send the guess, or that there is none, and the frame to all views."""
        self._post({"kind": "asked", **self._state()}, self._current_frames())

    def _refresh(self) -> None:
        """Draw the current values if something else was drawn last."""
        with DRAWING:
            if self._drawn_values != self.values:
                self._current_frame()
            self._go_back()

    def _current_frame(self) -> Frame:
        """The frame at the current values. If they fail, draw the last good ones."""
        frame = self._frame(self.values)
        self._drawn_values = dict(self.values)
        self._problem = reason(frame.error) if frame.error else None
        if frame.error is None:
            self._sentence, self._last_good = frame.sentence, self._drawn_values
        self._go_back()
        return frame

    def _current_frames(self) -> list[Frame]:
        """The current frame; if it failed, first the last good one, for a new page."""
        frame = self._current_frame()
        return [frame] if frame.error is None else [self._frame(self._last_good), frame]

    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Handle a message, ``FromLab`` or ``FromView`` in ``messages.d.ts``: ``hello``
        of a new view, ``set`` after a control moved (``have``: the page has that
        frame), ``wish`` for frames ahead, ``rest`` once nothing moves, ``guess`` or
        ``again`` for the question. An answer names its ``view`` and ``turn``.
        """
        kind = message["kind"]
        origin = {name: message[name] for name in ("view", "turn")}
        with DRAWING:
            self._sent_backgrounds -= set(message.get("forgot", []))
            if kind == "hello":
                kept = guess_lines(message.get("guesses"))  # by the browser
                record.student.merge(filter(event_in, kept))
                if (entry := self._guess) and "state" not in entry:
                    self._judge_and_record(entry["guess"])
                self._sent_backgrounds, self._sent_glyphs = set(), 0
                frames = self._current_frames()
                answer = {"kind": "hello", "figure": self._figure_spec(), **origin}
                self._post(answer | self._state(), frames)
            elif kind == "set":
                self.values = self._values_at(message["positions"])
                frames = [] if message["have"] else [self._current_frame()]
                self._post({"kind": "answer", **origin}, frames)
            elif kind == "rest":
                self._refresh()
                frame = self._frame(self._last_good, redraw=True)
                shown = json.loads(frame.text).get("id") == message["id"]
                frames = [] if shown or self._problem is not None else [frame]
                self._post({"kind": "answer", "healed": bool(frames), **origin}, frames)
            elif kind == "guess":
                entry = message["entry"]
                if self._asks:  # an earlier guess of another view stays
                    self._judge_and_record(entry["guess"], entry["when"])
                self._send_guess()
            elif kind == "again":
                self.ask()
            elif kind == "wish":
                self._prefetch(origin, [*map(self._values_at, message["settings"])])

    def _prefetch(self, origin: dict[str, Any], settings: list[dict[str, Any]]) -> None:
        """Draw frames between the page's messages, until it wishes for others or one
        takes too long.
        """
        frames = self._wish = enumerate(map(self._frame, settings))

        def draw() -> None:
            ready: list[tuple[int, Frame]] = []
            with DRAWING:
                began, spent = time.thread_time(), 0.0
                while self._wish is frames and spent < BATCH_SECONDS:
                    if (each := next(frames, None)) is None:
                        self._refresh()
                        self._wish = None
                    else:
                        ready.append(each)
                    spent = time.thread_time() - began
                if spent > MAX_SECONDS:
                    self._wish = None
                if ready:
                    message = {"kind": "ahead", "first": ready[0][0], **origin}
                    self._post(message, [frame for _, frame in ready])
            if self._wish is frames:
                later(draw)

        later(draw)

    def _post(self, message: dict[str, Any], frames: list[Frame]) -> None:
        """Send a message, and deflated its ``Contents``, new backgrounds and frames."""
        if self._widget is None:
            return
        used = {each.on: each.background for each in frames if each.on}
        unsent = {on: used[on] for on in used if on not in self._sent_backgrounds}
        glyphs = [self._sent_glyphs, self.glyphs[self._sent_glyphs :]]
        self._sent_glyphs = len(self.glyphs)
        self._sent_backgrounds |= set(unsent)
        contents = compact_json({"glyphs": glyphs, "backgrounds": list(unsent)})
        lines = [contents, *unsent.values(), *(each.text for each in frames)]
        self._widget.send(message, [zlib.compress("\n".join(lines).encode(), 1)])

    def set(self, **values: Any) -> Self:
        """Set the controls to ``values``, and show the result in the page too.

        Raises ValueError for an unknown control or a value out of range, and whatever
        the lab raises at these values.
        """
        for name, value in values.items():
            if name not in self.controls:
                known = ", ".join(self.controls)
                raise ValueError(f"this lab has no slider {name!r}; it has {known}.")
            values[name] = self.controls[name].check(name, value)
        with DRAWING:
            self.values = self.values | values
            frame = self._current_frame()
            self._post({"kind": "moved", **self._state()}, [frame])
        if frame.error is not None:
            raise frame.error
        return self

    def asks(self, words: str | Question, *why: str, **answer: Any) -> Self:
        """Ask a question, from the start, before anything is shown. The arguments are
        those of ``Question``, or one.
        """
        if isinstance(words, str):
            words = Question(words, *why, **answer)
        if figure := self._figure:
            words.check(figure)
        self.question = words
        if self._widget is not None:  # where it was shown, it would tell the answer
            self._widget.close()
            self._widget = None
        self.values = dict(self._start)
        return self

    def reset(self) -> Self:
        """Put every control back to where it started."""
        return self.set(**self._start)

    def answer(self, guess: Any) -> str:
        """Answer the lab's question, or skip it with None; return the reply.

        ``guess`` is one of the choices, a number, or the heights of the curve at the
        places that are asked for. Raises ValueError for a lab without an open question,
        and for what is no answer.
        """
        self._asked()
        if not self._asks:
            raise ValueError(
                "this question was answered already, and the first guess is what"
                " counts. Try ask(), to be asked again."
            )
        with DRAWING:
            found = self._judge_and_record(guess)
            if found.state == "refused":
                raise ValueError(found.text)
            self._send_guess()
        return found.text

    def ask(self) -> Self:
        """Forget the guess on the lab's question, and ask again from the start."""
        with DRAWING:
            record.student.add("again", name=self._asked().name)
            self.values = dict(self._start)
            self._send_guess()
        return self

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        problem = f" ({self.problem})" if self.problem else ""
        return f"<Lab {self.title!r}: {values}{problem}>"

    def _ipython_display_(self) -> None:
        """Display the widget, and a still picture, hidden while a kernel runs."""
        display(self.widget())
        display(self._still())

    def widget(self) -> PageWidget:
        """The widget, made at first use. It may go into an ipywidgets box."""
        if self._widget is None:
            code = script("controls", "journal", "question", self.page_script, "live")
            state = self.widget_state()
            self._widget = PageWidget(_esm=code, _css=style("lab"), **state)
            self._widget.on_msg(self._receive)
        return self._widget

    @property
    def _guess(self) -> dict[str, Any] | None:
        """The guess on record, if it answers this question."""
        guesses = record.student.state.guesses
        if self.question is None or not (entry := guesses.get(self.question.name)):
            return None
        refused = self.question.judge(entry["guess"]).state == "refused"
        return None if refused else entry

    @property
    def _asks(self) -> bool:
        return self.question is not None and self._guess is None

    def _judge_and_record(self, guess: Any, when: float = 0) -> Feedback:
        """Judge a guess on the question, and record it unless it is refused."""
        question = self._asked()
        found = question.judge(guess)
        if found.state != "refused":
            kept = {"guess": found.guess, "state": found.state}
            record.student.add("guess", when, name=question.name, **kept)
        return found

    def _asked(self) -> Question:
        if self.question is None:
            raise ValueError(
                "this lab asks nothing: it has no question. Try Lab(…).asks('…?', …)."
            )
        return self.question

    def widget_state(self) -> dict[str, Any]:
        """The arguments of the widget."""
        controls = [
            {
                "name": name,
                "label": control.label or name,
                "kind": control.kind,
                "texts": [*map(control.text, control.values)],
                "start": control.nearest(control.start),
                "most": control.most,
                "instant": name in self.instant,
            }
            for name, control in self.controls.items()
        ]
        question = self.question.spec() if self.question else {}
        return {"title": self.title, "controls": controls, "question": question}

    def _values_at(self, positions: list) -> dict[str, Any]:
        pairs = zip(self.controls.items(), positions, strict=True)
        return {name: control.at(position) for (name, control), position in pairs}

    def _state(self) -> dict[str, Any]:
        """The values of the controls, their texts, and the guess, for the page."""
        each = [(self.controls[name], value) for name, value in self.values.items()]
        return {
            "positions": [c.nearest(value) for c, value in each],
            "texts": [c.text(value) for c, value in each],
            "exact": all(c.at(c.nearest(value)) == value for c, value in each),
            "entry": self._guess,
        }


def later(call: Callable[[], None]) -> None:
    """Call it after a pause, in the loop that hears the messages of the page."""
    asyncio.get_running_loop().call_later(PAUSE, call)


def reason(error: BaseException) -> str:
    """The text of an error for the page."""
    kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
    return f"{kind}{error}"
