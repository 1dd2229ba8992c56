"""What labs have in common, whatever they show: controls that Python and the page can move, and a widget in the page."""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import anywidget
import traitlets
from IPython import get_ipython
from IPython.display import display

from kernellab.course.labs.ahead import WISHES
from kernellab.course.labs.controls import Control, as_control

HERE = Path(__file__).parent


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


class Playable(ABC):
    """Something with named controls that Python and the page can move: what it shows is the subclass's to say.

    A subclass makes its widget, says in ``_moved`` what follows when Python has set values, and in ``_receive`` how the
    page is served.
    """

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
    def _make_widget(self) -> PageWidget:
        """Its part in the page."""

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

    def _specs(self) -> list[dict]:
        """The controls as the page makes them."""
        return [_spec(name, control) for name, control in self.controls.items()]

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


def _spec(name: str, control: Control) -> dict:
    return {
        "name": name,
        "label": control.label or name,
        "kind": control.kind,
        "texts": [control.text(value) for value in control.values],
        "start": control.nearest(control.start),
        "most": control.most,
    }
