"""A question that a lab asks before it shows anything: the possible answers, how a
guess is judged, and the feedback on it.

A question becomes a *specification*: plain JSON that says what may be answered and what
is replied. ``judge`` here and in ``judge.js`` look a guess up in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from numbers import Real
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from askfirst.record import record
from askfirst.words.text import minus

__all__ = ["Question"]

VEILED = "Answer the question above, or skip it; then the lab shows what happens."
FEATURES = ("flat", "rising", "falling", "valley", "hill", "above", "below")
FLAT_FRACTION = 0.05  # of the height of the axes: a curve that moves less is flat
MAX_CURVE_POINTS = 16
# Of a question that has no other: a course may set it while it makes a lab
NAME = ContextVar("NAME", default="")


@dataclass(frozen=True)
class Feedback:
    """The feedback on a guess. ``state`` is "right", "wrong", "skipped", or "refused"
    if the input is not a valid guess. ``guess`` is the guess as it is kept.
    """

    state: str
    text: str
    guess: Any = None


class Question:
    """A question, shown above a lab that hides the answer until a guess is given or the
    question is skipped.

    ``words`` asks, and ``why`` is said after every guess. There are three kinds of
    answer:

    - ``answers``, a few words: each wrong one has its reply behind a dash, as in "down
      — It rises.", and the right one has none;
    - ``number=(low, high)`` in ``unit``: a guess is right if it differs from ``right``
      by at most ``within``. ``replies`` maps wrong numbers, or intervals (low, high) of
      them, to what is said of them;
    - ``curve``, the Axes on which it is drawn, with the limits that they have now:
      ``right`` is the true one (x, y) in data units, with x increasing. A guess is
      compared at these x, or at 13 of them if there are more than 16, with y cut off at
      the limits. It is right if the root mean square difference is at most ``within``,
      in the unit of y or, on a logarithmic axis, in powers of ten. ``answers`` reply to
      features of a wrong curve, as in "flat — It moves.": "flat", "rising", "falling",
      "valley", "hill", or "above" or "below" (the true curve).

    ``right`` may also be a function without arguments. The first reply that applies is
    said. ``veil`` lists the artists to hide until the question is answered or skipped,
    for example ``ax.title``. ``name`` identifies the guess in the record.

    Raises TypeError or ValueError for a question without a right answer, or with
    replies to impossible answers.

    >>> cats = Question("How does a cat land?", "It turns.", "paws", "back — Unkind.")
    >>> cats.judge("back").text
    'You said “back”; the answer is “paws”. Unkind. It turns.'
    """

    def __init__(
        self,
        words: str,
        why: str,
        *answers: str,
        right: Any = None,
        name: str = "",
        number: tuple[float, float] | None = None,
        curve: Axes | None = None,
        unit: str = "",
        within: float = 0.0,
        replies: Mapping[Any, str] | None = None,
        veil: Sequence[Artist] = (),
    ) -> None:
        is_choice = bool(answers) and curve is None
        ways = is_choice, number is not None, curve is not None
        too_much = (replies and number is None) or (is_choice and right is not None)
        if sum(ways) != 1 or too_much:
            raise TypeError(
                "a question is answered in one way: give answers, as 'up', 'down — It"
                " rises.'; or number=(0, 10) with right=3 and replies; or curve=ax with"
                " right=(x, y) and answers, as 'flat — It rises.'."
            )
        replied = dict(each.partition(" — ")[::2] for each in answers)
        right = right() if callable(right) else right
        within = _finite("within", within, 0.0)
        unit = f"\N{NO-BREAK SPACE}{unit}" if unit else ""
        if curve is not None:
            of_kind = _curve_spec(curve, right, unit, within, replied)
        elif number is not None:
            of_kind = _number_spec(number, right, unit, within, replies or {})
        else:
            of_kind = _choice_spec(replied)
        self.words, self.veil, self.axes = words, tuple(veil), curve
        self.name = name or NAME.get() or sha256(words.encode()).hexdigest()[:12]
        self._spec: dict[str, Any] = {"name": self.name, "words": words, "why": why}
        self._spec |= {"short": "You said {guess}."} | of_kind
        record.student.asked[self.name] = words

    def judge(self, guess: Any) -> Feedback:
        """The feedback on a guess, one of the choices, a number, or the heights of a
        curve. It is taken from the first of the ``cases`` that applies. None skips the
        question.
        """
        spec = self._spec
        if guess is None:
            return Feedback("skipped", f"{spec['skipped']} {spec['why']}")
        if not _is_guess(spec, guess):
            shown = f"“{guess}”" if isinstance(guess, str) else "That"
            return Feedback("refused", spec["odd"].replace("{guess}", shown))
        shown, applicable = f"“{guess}”", [guess]
        if spec["kind"] == "number":
            guess, cases = float(guess), spec["cases"]
            shown = f"{_digits(guess, spec['decimals'])}{spec['unit']}"
            applicable = [when for when, *_ in cases if when[0] <= guess <= when[1]]
        elif spec["kind"] == "curve":
            guess = [float(height) for height in guess]
            off, applicable = _compared(spec, guess)
            shown = spec["off"].replace("{off}", _digits(off, spec["decimals"]))
        _, state, *texts = next(each for each in spec["cases"] if each[0] in applicable)
        text = " ".join(filter(None, [*texts, spec["why"]]))
        return Feedback(state, text.replace("{guess}", shown), guess)

    def check(self, figure: Figure) -> None:
        """Raise ValueError if what is veiled or drawn on is no part of this figure."""
        for artist in (*self.veil, *([self.axes] if self.axes else [])):
            if getattr(artist, "figure", None) is not figure:
                raise ValueError(
                    f"{artist!r} is not part of the lab's figure, and can be neither"
                    " veiled nor drawn on. Try artists of the figure that Lab is given."
                )

    def spec(self) -> dict[str, Any]:
        """All that a page needs to ask the question and judge a guess, as values that
        JSON can represent. Lengths are in pixels of the figure, with y downwards.
        """
        every = (artist.axes for artist in self.veil)  # those of a figure are a list
        axes = dict.fromkeys(each for each in every if isinstance(each, Axes))
        blank = [
            _box(each) for each in axes if each != self.axes and self._empties(each)
        ]
        spec = self._spec | {"blank": blank}
        return spec if self.axes is None else spec | {"box": _box(self.axes)}

    def _empties(self, axes: Axes) -> bool:
        """Whether axes show no data once the artists in ``veil`` are hidden. A line of
        two points counts as no data, since it marks a level.
        """
        lines = (line for line in axes.lines if np.size(line.get_xdata()) not in (0, 2))
        data = [*lines, *axes.patches, *axes.collections, *axes.images]
        return not any(each.get_visible() and each not in self.veil for each in data)

    @contextmanager
    def veiled(self) -> Iterator[None]:
        """A context manager that hides the artists in ``veil``."""
        shown = [artist for artist in self.veil if artist.get_visible()]
        for artist in shown:
            artist.set_visible(False)
        try:
            yield
        finally:
            for artist in shown:
                artist.set_visible(True)


def _box(axes: Axes) -> list[float]:
    """Left, top, width and height, in pixels of the figure with y downwards."""
    figure, box = axes.get_figure(root=True), axes.get_window_extent()
    assert figure is not None
    top = figure.bbox.height - box.y1
    return [float(each) for each in (box.x0, top, box.width, box.height)]


def _is_guess(spec: Mapping[str, Any], guess: Any) -> bool:
    """Whether a guess is one of the answers, not only a right one."""
    if spec["kind"] == "choice":
        return guess in spec["choices"]
    is_number = spec["kind"] == "number"
    count, heights = (1, [guess]) if is_number else (len(spec["x"]), guess)
    if not isinstance(heights, list | tuple | np.ndarray) or len(heights) != count:
        return False
    low, high = spec["low"], spec["high"]
    return all(_is_real(each) and low <= each <= high for each in heights)


def _compared(
    spec: Mapping[str, Any], guess: Sequence[float]
) -> tuple[float, list[str]]:
    """The distance of a curve from the true one, and its features."""
    scaled = math.log10 if spec["log"] else float
    heights, right = (np.array([*map(scaled, y)]) for y in (guess, spec["right"]))
    gaps, moves = heights - right, np.diff(heights)
    mean, off = gaps.mean(), math.sqrt((gaps * gaps).mean())
    up, down = (np.maximum(way * moves, 0.0).sum() for way in (1, -1))
    lowest, highest, ends = min(heights), max(heights), (heights[0], heights[-1])
    slight, within = spec["slight"], spec["within"]
    features = {
        "close": off <= within,
        "flat": highest - lowest <= slight,
        "rising": down <= slight < up,
        "falling": up <= slight < down,
        "valley": min(ends) - lowest > slight,
        "hill": highest - max(ends) > slight,
        "above": mean > within,
        "below": -mean > within,
        "any": True,
    }
    return off, [name for name, applies in features.items() if applies]


def _digits(value: float, decimals: int) -> str:
    """A number with that many decimals or fewer; halves go up, in the page too."""
    scale = 10.0**decimals
    text = f"{math.floor(value * scale + 0.5) / scale:.{decimals}f}"
    return minus(text.rstrip("0").rstrip(".") if "." in text else text)


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _decimals(low: float, high: float) -> int:
    """The number of decimals that shows a thousandth of the range."""
    return max(0, min(12, 2 - math.floor(math.log10(high - low))))


def _finite(what: str, value: Any, least: float = -math.inf) -> float:
    if not _is_real(value) or not math.isfinite(value) or value < least:
        bound = f", from {least:g} on" if least > -math.inf else ""
        raise ValueError(f"{what} = {value!r}: it is a finite number{bound}.")
    return float(value)


def _choice_spec(replied: Mapping[str, str]) -> dict[str, Any]:
    wrongs = {choice: reply for choice, reply in replied.items() if reply}
    without = [choice for choice in replied if choice not in wrongs]
    if len(without) != 1 or not wrongs:
        raise ValueError(
            f"each wrong answer has its reply behind a dash, and the right one alone"
            f" has none; without one are {without}. Try Question('…?', '…', 'up', 'down"
            " — It rises.')."
        )
    (right,), shown = without, "; ".join(replied)
    wrong = f"You said {{guess}}; the answer is “{right}”."
    return {
        "kind": "choice",
        "choices": [*replied],
        "cases": [
            [right, "right", "You said {guess}; so it is.", ""],
            *([each, "wrong", wrong, reply] for each, reply in wrongs.items()),
        ],
        "skipped": f"Skipped; the answer is “{right}”.",
        "empty": "Nothing is chosen yet: choose an answer, or skip.",
        "odd": f"{{guess}} is not one of the answers. Choose one of: {shown}.",
    }


def _number_spec(
    number: tuple[float, float],
    right: Any,
    unit: str,
    within: float,
    replies: Mapping[Any, str],
) -> dict[str, Any]:
    low, high = (_finite("a bound of number", each) for each in number)
    right = _finite("right", right)
    if not low <= right <= high or low == high:
        raise ValueError(
            f"number = {number!r} leaves nothing to choose from, or nobody could say"
            f" right = {right:g}. Try (low, high) with low < high and right in it."
        )
    # One more decimal than the range asks for, so that a guess is shown as written.
    decimals = _decimals(low, high) + 1
    answer = f"{_digits(right, decimals)}{unit}"
    span = f"from {_digits(low, decimals)} to {_digits(high, decimals)}{unit}"
    told = f"You said {{guess}}; it is {answer}."
    near = f"You said {{guess}}; close enough: it is {answer}."
    slack = within * (1 + 1e-12)
    cases = [
        [[right, right], "right", told, ""],
        [[right - slack, right + slack], "right", near, ""],
    ]
    for when, reply in replies.items():
        ends = when if isinstance(when, tuple) and len(when) == 2 else (when, when)
        first, last = (_finite("a reply's bound", end) for end in ends)
        if not max(low, first) <= min(high, last):
            raise _unheard(when, f"numbers from {low:g} to {high:g}, or (low, high)")
        cases.append([[first, last], "wrong", told, reply])
    return {
        "kind": "number",
        "low": low,
        "high": high,
        "unit": unit,
        "span": span,
        "decimals": decimals,
        "cases": [*cases, [[low, high], "wrong", told, ""]],
        "skipped": f"Skipped; the answer is {answer}.",
        "empty": f"Nothing is written yet: write a number {span}, or skip.",
        "odd": f"{{guess}} is not a number {span}. Write one, in digits.",
    }


def _curve_spec(
    axes: Axes, right: Any, unit: str, within: float, replied: Mapping[str, str]
) -> dict[str, Any]:
    is_pair = isinstance(right, tuple) and len(right) == 2
    x, y = (np.ravel(each) for each in (right if is_pair else ((), ())))
    is_curve = 1 < len(x) == len(y) and np.isfinite([x, y]).all()
    if not is_curve or (np.diff(x) <= 0).any():
        raise ValueError(
            f"right = {right!r} is not a curve. Try right=(x, y), two finite arrays of"
            " the same length, with x increasing, as np.linspace(…) makes them."
        )
    (left, end), (low, high) = sorted(axes.get_xlim()), sorted(axes.get_ylim())
    log = axes.get_yscale() == "log"
    seen = (left <= x) & (x <= end)
    x, y = x[seen], y[seen]
    if len(x) < 2 or not ((low <= y) & (y <= high)).any():
        raise ValueError(
            f"the true curve never enters these axes, [{left:g}, {end:g}] × [{low:g},"
            f" {high:g}], so nobody could draw it. Try other limits, set before the"
            " question is made."
        )
    if len(x) > MAX_CURVE_POINTS:
        spaced = np.geomspace if axes.get_xscale() == "log" else np.linspace
        places = spaced(x[0], x[-1], 13)
        x, y = places, np.interp(places, x, y)
    y = np.clip(y, low, high)
    position, _ = (axes.transScale + axes.transLimits).transform(np.c_[x, y]).T
    if unheard := [when for when in replied if when not in FEATURES]:
        raise _unheard(unheard[0], f"one of {', '.join(FEATURES)}")
    decimals = 3 if log else _decimals(low, high)
    at = [_digits(float(place), _decimals(left, end)) for place in x]
    ends = f"from {at[0]} to {at[-1]}"
    span = f"from {_digits(low, decimals)} to {_digits(high, decimals)}{unit}"
    height = math.log10(high / low) if log else high - low
    off = "Your curve is {guess}."
    return {
        "kind": "curve",
        "x": x.tolist(),
        "at": at,
        "ends": ends,
        "position": position.tolist(),
        "along": axes.get_xlabel() or "x",
        "height": axes.get_ylabel() or axes.get_title() or "y",
        "right": y.tolist(),
        "low": float(low),
        "high": float(high),
        "log": log,
        "over": bool(axes.yaxis_inverted()),
        "unit": unit,
        "decimals": decimals,
        "within": within,
        "slight": FLAT_FRACTION * float(height),
        "off": f"{{off}}{' powers of ten' if log else unit} off (root mean square)",
        "cases": [
            ["close", "right", "Your curve is {guess}: close.", ""],
            *([when, "wrong", off, text] for when, text in replied.items()),
            ["any", "wrong", off, ""],
        ],
        "skipped": "Skipped.",
        "short": "Your guess, dotted, was {guess}.",
        "empty": (
            f"The curve does not reach {ends} yet: draw it over the whole width, or"
            " skip."
        ),
        "odd": f"A guess is a curve of {len(x)} heights, {ends}, each {span}.",
    }


def _unheard(when: Any, hint: str) -> ValueError:
    return ValueError(
        f"a reply to {when!r} would never be said: it is not a wrong answer to this"
        f" question. Try {hint}."
    )
