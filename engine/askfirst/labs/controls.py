"""Controls of a lab: sliders, choices and text boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np

from askfirst.words.text import minus, readable

__all__ = ["choice", "log_slider", "slider", "text_box"]


@dataclass(frozen=True)
class Control:
    """One control: its values, its start value, and its texts.

    ``values`` are in order; the page names one by its index, called its position.
    ``start`` is a value in range; ``label`` and ``unit`` are shown. ``kind`` is
    "linear" or "log" for numbers, "choice" for a few words, and "text" for a box of up
    to ``most`` letters, whose position is its text.
    """

    values: tuple[Any, ...]
    start: Any
    label: str = ""
    unit: str = ""
    kind: str = "linear"
    most: int = 0

    def at(self, position: Any) -> Any:
        """The value at a position."""
        if self.kind == "text":
            # Half of a surrogate pair, which a page may send, could not be sent back.
            return str(position).encode("utf-8", "ignore").decode()[: self.most]
        return self.values[position]

    def nearest(self, value: Any) -> Any:
        """The position nearest to ``value``."""
        if self.kind == "text":
            return value
        if self.kind == "choice":
            return self.values.index(value)
        scale = np.log if self.kind == "log" else np.asarray
        return int(np.argmin(np.abs(scale(self.values) - scale(value))))

    def check(self, name: str, value: Any) -> Any:
        """``value`` if this control can take it; raises ValueError if not."""
        low, high = self.values[0], self.values[-1]
        if self.kind == "text":
            if isinstance(value, str) and len(value) <= self.most:
                return value
            reason = f"does not fit this box, which takes a text of up to {self.most}"
            reason += " letters."
        elif self.kind == "choice":
            if value in self.values:
                return value
            reason = f"is not a choice of this lab; choose one of {list(self.values)}."
        elif (
            not isinstance(value, Real)
            or isinstance(value, bool)
            or not low <= value <= high
        ):
            reason = (
                f"is outside this slider, which goes from {low:g} to {high:g}; give a"
                " number in that range, or build the lab with a longer slider."
            )
        elif not isinstance(low, int):
            return float(value)
        elif value in self.values:
            return self.values[self.values.index(value)]
        else:
            reason = (
                f"falls between two positions: this slider goes {low},"
                f" {self.values[1]}, … {high}. Try {self.values[self.nearest(value)]}."
            )
        raise ValueError(f"{name} = {value!r} {reason}")

    def text(self, value: Any) -> str:
        """The text of a value beside the slider: three figures and the unit."""
        if self.kind in ("choice", "text"):
            return str(value)
        number = minus(str(value)) if isinstance(value, int) else readable(value)
        return f"{number}{'' if self.unit == '°' else ' '}{self.unit}".rstrip()


def slider(
    low: float,
    high: float,
    start: float,
    *,
    step: float | None = None,
    label: str = "",
    unit: str = "",
) -> Control:
    """A slider with equal steps from ``low`` to ``high`` (100 of them unless ``step``
    says otherwise).

    With whole ``low``, ``high``, ``step`` and ``start`` the values are integers.

    >>> slider(1, 5, start=2, step=1).values
    (1, 2, 3, 4, 5)
    """
    _check_range(low, high, start)
    width = (high - low) / 100 if step is None else step
    count = round((high - low) / width) if width > 0 else 0
    if not math.isclose(low + count * width, high, rel_tol=1e-9, abs_tol=1e-12):
        raise ValueError(
            f"steps of {width:g} from {low:g} do not land on {high:g}; choose a"
            " positive step that divides the range."
        )
    whole = all(isinstance(x, Integral) for x in (low, high, step, start))
    steps = (low + i * width for i in range(count + 1))
    values = steps if whole else (float(f"{each:.12g}") for each in steps)
    return _with_start(values, start, whole, label, unit, "linear")


def log_slider(
    low: float,
    high: float,
    start: float,
    *,
    per_decade: int = 10,
    label: str = "",
    unit: str = "",
) -> Control:
    """A slider whose steps multiply: ``per_decade`` values for each factor of ten,
    powers of ten among them. With whole ``low``, ``high`` and ``start`` they are
    rounded to integers, of which there may be fewer.

    >>> log_slider(0.1, 10, start=1, per_decade=2).values
    (0.1, 0.316, 1.0, 3.16, 10.0)
    >>> log_slider(1, 20, start=5).values
    (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20)
    """
    _check_range(low, high, start)
    if not low > 0:
        raise ValueError(
            f"low = {low!r}: a logarithmic slider needs low > 0, since log 0 is −∞; use"
            " slider() to reach 0."
        )
    first = math.ceil(math.log10(low) * per_decade)
    last = math.floor(math.log10(high) * per_decade)
    inner = [float(f"{10 ** (i / per_decade):.3g}") for i in range(first, last + 1)]
    values = [float(low), *(x for x in inner if low < x < high), float(high)]
    whole = all(isinstance(x, Integral) for x in (low, high, start))
    return _with_start(values, start, whole, label, unit, "log")


def choice(
    options: Sequence[str], start: str | None = None, *, label: str = ""
) -> Control:
    """Radio buttons for a few words; ``start`` is the first by default."""
    words = tuple(options)
    if len(set(words)) < max(len(words), 1):
        raise ValueError(
            f"{list(words)}: a choice needs an option, and none of them twice, since"
            " nobody could tell the two apart."
        )
    control = Control(words, words[0] if start is None else start, label, kind="choice")
    control.check(label or "start", control.start)
    return control


def text_box(
    start: str, most: int, *, label: str = "", examples: Sequence[str] = ()
) -> Control:
    """A box to write in, which takes up to ``most`` letters; a page without Python
    offers ``start`` and ``examples`` instead.

    >>> text_box("cat", most=10).check("word", "carpet")
    'carpet'
    """
    control = Control((start, *examples), start, label, kind="text", most=most)
    for text in control.values:
        control.check(label or "start", text)
    return control


def _with_start(
    values: Iterable, start: float, whole: bool, label: str, unit: str, kind: str
) -> Control:
    """A slider of these values and ``start``, so that Reset restores it exactly."""
    number: Any = round if whole else float
    found = sorted({*map(number, values), number(start)})
    return Control(tuple(found), number(start), label, unit, kind)


def _check_range(low: float, high: float, start: float) -> None:
    if not (math.isfinite(high - low) and low < high and low <= start <= high):
        raise ValueError(
            f"a slider from {low!r} to {high!r} cannot start at {start!r}: give finite"
            " low < high, and a start on the slider."
        )
