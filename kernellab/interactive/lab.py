"""A lab: a figure, an update function and named controls, joined into something one can
play.
"""

from __future__ import annotations

import inspect
import json
import zlib
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from kernellab.interactive.painter import Painter, name_of
from kernellab.interactive.picture import Picture
from kernellab.interactive.playable import NOT_RUNNING, PageWidget, Playable, reason
from kernellab.interactive.prefetch import WISHES
from kernellab.interactive.question import VEILED, Question
from kernellab.interactive.recorder import GLYPHS
from kernellab.interactive.scripts import script
from kernellab.interactive.text import true_minus

__all__ = ["Lab"]


class LabWidget(PageWidget):
    """A figure in the page; see ``live.js``."""

    _esm = script("controls", "player", "question", "live")


@dataclass(frozen=True)
class Shot:
    """The lab at one setting: what the page is told (as JSON), and the background that
    it stands on, by name.
    """

    text: str
    on: str = ""
    background: str = ""
    sentence: str = ""
    error: BaseException | None = None


class Lab(Playable):
    """A figure with controls: ``update(**values)`` moves the artists and says in a
    sentence what is seen.

    ``figure`` is a ``matplotlib.figure.Figure`` (not one of pyplot's); ``update`` takes
    one keyword per control, sets properties of artists that exist already, and returns
    the sentence shown under the figure. A control comes from ``slider``,
    ``log_slider``, ``choice`` or ``text_box``, or is written as for ipywidgets'
    ``interact``: (low, high), (low, high, step), a list, True or False, a text.
    ``idle(**values)``, if given, names the controls without effect there.

    ``update`` is also called at settings that nobody chose yet, in any order, so that
    their frames are there when they are chosen: what it draws and says may depend on
    its arguments alone. In the page, an update that raises shows its reason, which
    ``problem`` holds until the next good value; ``figure`` and ``sentence`` are those
    of the last good one.

    Where a ``question`` is given, the page shows nothing that gives its answer away
    until it is answered or skipped, also where a cell moves the controls; ``figure``,
    ``sentence`` and ``picture()``, in Python, are as without it. ``together`` names two
    or three controls that a page without Python lets move together.

    Raises TypeError for arguments of another kind, and whatever ``update`` raises at
    the start values.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from kernellab.interactive import Lab
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
        together: Sequence[str] = (),
        **controls: Any,
    ) -> None:
        super().__init__(title, controls, question, together)
        _check(figure, update, title, idle, question, self.controls)
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
        """The figure at the values that are set (or, where these fail, at the last good
        ones).
        """
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
        """The last good figure, with its sentence as the alt text: whoever asks in
        Python for the answer gets it.
        """
        with WISHES.drawing():
            return self._pictured(self.sentence)

    def _still(self) -> Picture:
        """The picture beside the live lab, which reveals no more than the lab does."""
        if self.question is None or not self._asks:
            return self.picture()
        with WISHES.drawing(), self.question.veiled():
            return self._pictured(self.question.words)

    def _pictured(self, words: str) -> Picture:
        return Picture(
            self.figure,
            " ".join(filter(None, [self.title and f"{self.title}.", words])),
            style=NOT_RUNNING,
        )

    def _make_widget(self) -> LabWidget:
        return LabWidget(**self.words())

    def _tell_guess(self) -> None:
        """Tell all views what was guessed, or that it is asked again, and show them as
        much as they may see.
        """
        if self._widget is not None:
            self._post({"kind": "asked", **self._stand()}, self._shots())

    def _put(self, values: dict[str, Any]) -> str:
        """Move the artists to ``values``, whoever chose them; return the sentence."""
        self._at: dict[str, Any] | None = None
        sentence = self.update(**values)
        if not isinstance(sentence, str):
            raise TypeError(
                f"update returned {sentence!r}, a {type(sentence).__name__}; the page"
                " shows what it returns as the sentence under the figure. Try: return"
                " f'…'"
            )
        self._at = dict(values)
        return true_minus(sentence)

    def _shot(
        self, values: dict[str, Any], redraw: bool = False, asks: bool | None = None
    ) -> Shot:
        """The lab at ``values``, whoever chose them: what failed is told as the
        problem.

        It is veiled while its question asks: as the record has it, or as ``asks`` says.
        """
        try:
            sentence = said = self._put(values)
            veil = (
                self.question.veiled()
                if self.question and (self._asks if asks is None else asks)
                else None
            )
            # What is hidden or shown by it leaves marks that the painter sees.
            with veil or nullcontext():
                drawing = self._painter.redraw() if redraw else self._painter.paint()
            idle, hidden = list(self.idle(**values)) if self.idle else [], {}
            if veil:
                # Its length: the page keeps the room.
                said, idle, hidden = (VEILED, [], {"veiled": len(sentence)})
        except (Exception, KeyboardInterrupt) as error:
            # Whatever it is, the page gets an answer.
            return Shot(json.dumps({"problem": reason(error)}), error=error)
        head = json.dumps(
            {
                "id": name_of(drawing.on + drawing.ops + said),
                "on": drawing.on,
                "sentence": said,
                "idle": idle,
            }
            | hidden
        )
        return Shot(
            f'{head[:-1]}, "ops": {drawing.ops}}}',
            drawing.on,
            drawing.background,
            sentence,
        )

    def frames(self, settings: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What a page keeps of the lab at these settings, as plain data: see
        ``Playable.frames``.
        """
        with WISHES.drawing():
            shots = [self._shot(values, asks=False) for values in settings]
            hidden = (
                []
                if self.question is None
                else settings
                if self.question.spec()["free"]
                else settings[:1]
            )
            veiled = [self._shot(values, asks=True) for values in hidden]
            self._settle()
            width, height = self._painter.size
            return {
                "figure": {
                    "width": width,
                    "height": height,
                    "panels": self._painter.panels(),
                },
                "glyphs": list(GLYPHS),
                "backgrounds": {
                    shot.on: shot.background for shot in (*shots, *veiled) if shot.on
                },
                "frames": [shot.text for shot in shots],
                "veiled": [shot.text for shot in veiled],
            }

    def _settle(self) -> None:
        """See to it that the figure, the sentence and the problem are those of the
        values that are set.
        """
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
        """The lab at the values that are set; where these fail, its artists go back to
        the last good ones.
        """
        shot = self._shot(self.values)
        self._settled = dict(self.values)
        self._problem = None if shot.error is None else reason(shot.error)
        if shot.error is None:
            self._sentence, self._good = shot.sentence, self._settled
        else:
            self._put(self._good)
        return shot

    def _shots(self) -> list[Shot]:
        """The lab at the values that are set, for a page that may have nothing: where
        these fail, after the last good one.
        """
        shot = self._chosen()
        return [shot] if shot.error is None else [self._shot(self._good), shot]

    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Serve the page: ``hello``, ``set`` when a control moved, ``wish`` for frames
        to come, ``rest`` when nothing moves, ``guess`` when its question was answered,
        ``again`` when it is to be asked anew.
        """
        kind, head = message["kind"], {name: message[name] for name in ("view", "turn")}
        with WISHES.drawing():
            self._told -= set(message.get("forgot", []))
            before = self.values
            if kind == "hello":
                self._recall(message)
                self._told, self._letters = set(), 0
                width, height = self._painter.size
                shots = self._shots()
                figure = {
                    "width": width,
                    "height": height,
                    "panels": self._painter.panels(),
                }
                self._post(
                    {"kind": "hello", "figure": figure, **head, **self._stand()}, shots
                )
            elif kind == "set":
                self.values = self._named(message["rungs"])
                self._post(
                    {"kind": "answer", **head},
                    [] if message["have"] else [self._chosen()],
                )
            elif kind == "rest":
                self._rested()
                healed, shot = self._healed(message["id"])
                self._post(
                    {"kind": "answer", "healed": healed, **head}, [shot] if shot else []
                )
            elif kind in ("guess", "again"):
                self._hear(message)
            elif kind == "wish":
                self._wish(head, [self._named(rungs) for rungs in message["settings"]])
        self._notify(before)

    def _healed(self, shown: str) -> tuple[bool, Shot | None]:
        """Whether a full drawing differs from the frame that the page shows, and if so
        that drawing; not while a cell runs.
        """
        if WISHES.cell_runs:
            return False, None
        self._settle()
        shot = self._shot(self._good, redraw=True)
        healed = self._problem is None and json.loads(shot.text).get("id") != shown
        return healed, shot if healed else None

    def _wish(self, head: dict[str, Any], settings: list[dict[str, Any]]) -> None:
        """Draw frames for the page when there is time, and send them as they come."""
        coming = map(self._shot, settings)
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

    def _post(self, message: dict[str, Any], shots: list) -> None:
        """Send a message, its frames deflated beside it: a line that says what follows,
        backgrounds, frames.
        """
        if not shots:
            self.widget().send(message)
            return
        new = {
            shot.on: shot.background
            for shot in shots
            if shot.on and shot.on not in self._told
        }
        contents = {
            "glyphs": [self._letters, GLYPHS[self._letters :]],
            "backgrounds": list(new),
        }
        self._letters = len(GLYPHS)
        self._told |= set(new)
        lines = [
            json.dumps(contents, separators=(",", ":")),
            *new.values(),
            *(shot.text for shot in shots),
        ]
        self.widget().send(message, [zlib.compress("\n".join(lines).encode(), 1)])


def _check(
    figure: Any,
    update: Any,
    title: Any,
    idle: Any,
    question: Any,
    controls: dict[str, Any],
) -> None:
    """Meet an author's slips with words, before anything is drawn."""
    if not isinstance(figure, Figure):
        raise TypeError(
            f"the first argument is {figure!r}, not a matplotlib Figure. Try: figure,"
            " ax = kernellab.course.plots.figure()"
        )
    if figure.canvas.manager is not None:
        raise TypeError(
            "this figure belongs to pyplot, which would show it a second time. Try"
            " kernellab.course.plots.figure()."
        )
    if not (idle is None or callable(idle)):
        raise TypeError(
            f"idle = {idle!r} is no function; it takes the values and names the"
            " controls without effect there."
        )
    if not callable(update):
        raise TypeError(
            f"the second argument is {update!r}, not a function. Try: def update(lam):"
            " … return f'…'"
        )
    if not isinstance(title, str):
        raise TypeError(
            "title is the name of the lab itself; give the control another name, as in"
            " heading=choice(…)."
        )
    if not controls:
        raise TypeError(
            "a lab needs at least one control, as in Lab(figure, update,"
            " lam=log_slider(0.1, 10, start=1))."
        )
    if question is not None:
        question.check(figure)
    try:
        inspect.signature(update).bind(**controls)
    except TypeError as error:
        raise TypeError(
            f"update and the controls {', '.join(controls)} do not fit together:"
            f" {error}. Name them alike."
        ) from None
