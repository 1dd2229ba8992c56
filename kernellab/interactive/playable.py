"""What labs have in common, whatever they show: controls that Python and the page can
move, and a widget in the page.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Self

import anywidget
import traitlets
from IPython import get_ipython
from IPython.display import display

from kernellab.interactive import record
from kernellab.interactive.controls import as_control
from kernellab.interactive.prefetch import WISHES
from kernellab.interactive.question import Question
from kernellab.interactive.scripts import style

# A notebook that is opened on another day has the still picture, and above it a widget
# without a model: JupyterLab then writes an error there, which this rule turns into a
# line that says what to do.
NOT_RUNNING = (
    ".jp-OutputArea-child:has(+ .jp-OutputArea-child [data-picture]) >"
    " .jupyter-widgets:not(:has(*)) { font-size: 0; } .jp-OutputArea-child:has(+"
    " .jp-OutputArea-child [data-picture]) > .jupyter-widgets:not(:has(*))::after {"
    " content: 'A still picture. To play with it, click this cell and press Shift and"
    " Enter.'; font-size: 0.95rem; }"
)


class PageWidget(anywidget.AnyWidget):
    """The part of a lab that lives in the page."""

    _css = style("lab")
    controls: traitlets.List = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    question = traitlets.Dict().tag(sync=True)

    def __repr__(self) -> str:
        return "an interactive lab (in JupyterLab, run this cell to play)"


class Playable(ABC):
    """Something with named controls that Python and the page can move: what it shows is
    the subclass's to say.

    A subclass makes its widget, says in ``_moved`` what follows when Python has set
    values, in ``_receive`` how the page is served, and in ``_tell_guess`` what the page
    sees when the question was answered, or is asked again.
    """

    # Controls that the page follows by itself: all their rungs come with each setting.
    instant: tuple[str, ...] = ()

    def __init__(
        self,
        title: str,
        controls: dict[str, Any],
        question: Question | None = None,
        together: Sequence[str] = (),
    ) -> None:
        if question is not None and not isinstance(question, Question):
            raise TypeError(
                f"question = {question!r} is none. Try Question('…?', choices=('up',"
                " 'down'), right='up', why='…')."
            )
        self.title, self.question = title, question
        self.controls = {
            name: as_control(name, each) for name, each in controls.items()
        }
        self.values = {name: control.start for name, control in self.controls.items()}
        self.together = tuple(together)
        if unknown := [name for name in self.together if name not in self.controls]:
            raise ValueError(
                f"together = {self.together!r}, but there is no control {unknown[0]!r}."
            )
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
    def frames(self, settings: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What a page without Python keeps of these settings, the first of which is
        where the controls start, as plain data.
        """

    @abstractmethod
    def picture(self) -> Any:
        """The last good setting, for those who read without a kernel."""

    @abstractmethod
    def _make_widget(self) -> PageWidget:
        """Its part in the page."""

    @abstractmethod
    def _moved(self) -> BaseException | None:
        """Show the values that Python has set, in the page too; return what failed."""

    @abstractmethod
    def _tell_guess(self) -> None:
        """Tell all views what was guessed, or that it is asked again, and show them as
        much as they may see.
        """

    @abstractmethod
    def _receive(self, widget: PageWidget, message: dict, buffers: list) -> None:
        """Serve the page."""

    def set(self, **values: Any) -> Self:
        """Set the controls to ``values`` and show what follows, as a hand on them
        would.

        Raises ValueError for an unknown control or a value off its range, and whatever
        cannot be computed there.
        """
        for name, value in values.items():
            if name not in self.controls:
                raise ValueError(
                    f"this lab has no slider {name!r}; it has"
                    f" {', '.join(self.controls)}."
                )
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
        return self.set(
            **{name: control.start for name, control in self.controls.items()}
        )

    def answer(self, guess: Any) -> str:
        """Answer the lab's question, or skip it with None, as a hand would: what is
        said to the guess.

        ``guess`` is one of the choices, a number, or the heights of the curve at the
        places that are asked for. Raises ValueError for a lab that asks nothing or was
        answered already, and for what is no answer.
        """
        if self.question is None:
            raise ValueError(
                "this lab asks nothing, so there is nothing to answer. Try set, which"
                " moves its controls."
            )
        if not self._asks:
            raise ValueError(
                "this question was answered already, and the first guess is what"
                " counts. Try ask(), to be asked again."
            )
        verdict = self.question.judge(guess)
        if verdict.state == "refused":
            raise ValueError(verdict.text)
        with WISHES.drawing():
            record.note(self.question.name, verdict.guess, state=verdict.state)
            self._tell_guess()
        return verdict.text

    def ask(self) -> Self:
        """Forget the guess on the lab's question, and ask again from the start."""
        if self.question is None:
            raise ValueError(
                "this lab has no question to ask. Try Lab(…, question=Question(…))."
            )
        with WISHES.drawing():
            before = self.values
            self._again()
        self._notify(before)
        return self

    def observe(
        self, handler: Callable[[Any], None], names: Any = traitlets.All
    ) -> None:
        """Call ``handler(change)`` for each new value, as traitlets do: ``change`` has
        name, old, new and owner.

        ``names`` is one control's name, a list of names, or everything.
        """
        self._handlers.append((handler, [names] if isinstance(names, str) else names))

    def unobserve(self, handler: Callable[[Any], None]) -> None:
        """Call ``handler`` no more."""
        self._handlers = [
            (each, names) for each, names in self._handlers if each != handler
        ]

    def close(self) -> None:
        """Take the lab off the page."""
        WISHES.drop(id(self))
        if self._widget is not None:
            self._widget.close()
            self._widget = None

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return (
            f"<Lab {self.title!r}:"
            f" {values}{f' ({self.problem})' if self.problem else ''}>"
        )

    def _ipython_display_(self) -> None:
        """Show the live lab and, for whoever reads without a kernel, a picture that the
        live lab hides.
        """
        _replace(self)
        self._resume()
        display(self.widget())
        display(self._still())

    def widget(self) -> PageWidget:
        """The widget in the page, made at first use: for an ipywidgets box, say."""
        if self._widget is None:
            self._widget = self._make_widget()
            self._widget.on_msg(self._receive)
        return self._widget

    def _still(self) -> Any:
        """What stands beside the live one."""
        return self.picture()

    @property
    def _guess(self) -> dict[str, Any] | None:
        """The guess on record, if it answers this question."""
        entry = record.guess_on(self.question.name) if self.question else None
        return (
            entry
            if entry
            and self.question
            and self.question.judge(entry["guess"]).state != "refused"
            else None
        )

    @property
    def _asks(self) -> bool:
        return self.question is not None and self._guess is None

    def _again(self) -> None:
        """Ask anew, from the start."""
        if self.question:
            record.forget(self.question.name)
            self.values = {
                name: control.start for name, control in self.controls.items()
            }
            self._tell_guess()

    def _recall(self, message: dict[str, Any]) -> None:
        """Take over what a page that has just come up remembers of earlier days."""
        record.merge(message.get("guesses"))
        if self.question and (entry := self._guess):
            record.judged(self.question.name, self.question.judge(entry["guess"]).state)

    def _resume(self) -> None:
        """Go to where a hand left the controls on an earlier day, as far as they still
        go there; not while a question asks.
        """
        kept, start = record.position(self.title), dict(self.values)
        if not kept or self._asks:
            return
        try:
            self.set(
                **{
                    name: value
                    for name, value in kept.items()
                    if self._takes(name, value)
                }
            )
        except Exception:  # it can no longer be shown there
            self.set(**start)

    def _takes(self, name: str, value: Any) -> bool:
        """Whether there is a control of this name, and it can take this value."""
        try:
            self.controls[name].check(name, value)
        except (KeyError, ValueError):
            return False
        return True

    def _rested(self) -> None:
        """Keep where a hand has left the controls."""
        at_start = all(
            control.start == self.values[name]
            for name, control in self.controls.items()
        )
        record.left(self.title, {} if at_start else self.values)

    def _hear(self, message: dict[str, Any]) -> None:
        """Take a guess from the page, or ask again; where another view was first, that
        guess stands, and this view is told.
        """
        if message["kind"] == "again":
            self._again()
            return
        entry = message["entry"]
        if (
            self._asks
            and self.question
            and (state := self.question.judge(entry["guess"]).state) != "refused"
        ):
            record.note(self.question.name, entry["guess"], entry["when"], state)
        self._tell_guess()

    def words(self) -> dict[str, Any]:
        """What the widget is made from."""
        return {
            "title": self.title,
            "controls": self._specs(),
            "question": self.question.spec() if self.question else {},
        }

    def _specs(self) -> list[dict]:
        """The controls as the page makes them."""
        return [
            {
                "name": name,
                "label": control.label or name,
                "kind": control.kind,
                "texts": [control.text(value) for value in control.values],
                "start": control.nearest(control.start),
                "most": control.most,
            }
            for name, control in self.controls.items()
        ]

    def _named(self, rungs: list) -> dict[str, Any]:
        return {
            name: control.at(rung)
            for (name, control), rung in zip(self.controls.items(), rungs, strict=True)
        }

    def _stand(self) -> dict[str, Any]:
        """Where the controls stand, how that reads, and what was guessed."""
        each = [(self.controls[name], value) for name, value in self.values.items()]
        return {
            "rungs": [control.nearest(value) for control, value in each],
            "texts": [control.text(value) for control, value in each],
            "exact": all(
                control.at(control.nearest(value)) == value for control, value in each
            ),
            "entry": self._guess,
        }

    def _notify(self, before: dict[str, Any]) -> None:
        for name, old in before.items():
            new = self.values[name]
            for handler, names in list(self._handlers):
                if new != old and (names is traitlets.All or name in names):
                    handler(
                        traitlets.Bunch(
                            name=name, old=old, new=new, owner=self, type="change"
                        )
                    )


# By cell: which run of it, and the labs that it showed.
_shown: dict[str, tuple[str, list[Playable]]] = {}


def _replace(lab: Playable) -> None:
    """Close the labs that an earlier run of this cell showed, and let go of them,
    unless the student named them.
    """
    shell = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell, run = (
        parent.get("metadata", {}).get("cellId"),
        parent.get("header", {}).get("msg_id"),
    )
    if cell is None:
        return
    before, old = _shown.get(cell, (run, []))
    if before != run:
        for each in old:
            each.close()
            for names in (
                shell.user_ns,
                shell.user_ns_hidden,
                shell.user_ns.get("_oh", {}),
            ):
                for name in [
                    n
                    for n, value in names.items()
                    if value is each and (isinstance(n, int) or n.startswith("_"))
                ]:
                    del names[name]
        old = []
        gc.collect()  # a figure and its artists hold each other
    _shown[cell] = (run, [*old, lab])


def reason(error: BaseException) -> str:
    """What the page says of an error."""
    return (
        str(error)
        if isinstance(error, ValueError)
        else f"{type(error).__name__}: {error}"
    )
