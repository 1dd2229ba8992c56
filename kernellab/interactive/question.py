"""A question that a lab asks before it shows anything: the possible answers, how a
guess is judged, and the feedback on it.

People who first predict a result and then see it beside their prediction remember and
understand more than people who only see the result; for curves this was measured with
predictions drawn by hand (Kim, Reinecke and Hullman, "Explaining the Gap: Visualizing
One's Predictions Improves Recall and Comprehension of Data", CHI 2017).

A question becomes a *specification*: plain JSON from which ``question.js`` asks and
judges, with Python or without. ``judge`` is the same judgement in Python, line by line;
a test compares the two.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kernellab.interactive.text import minus

__all__ = ["Question"]

VEILED = "Answer the question above, or skip it; then the lab shows what happens."
FEATURES = ("flat", "rising", "falling", "valley", "hill", "above", "below")
FLAT_FRACTION = 0.05  # of the height of the axes: a curve that moves less is flat
MAX_CURVE_POINTS = 16
# The specifications of all questions of this Jupyter kernel, by name. They are used to
# judge guesses that are handed in.
SPECS: dict[str, dict[str, Any]] = {}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Verdict:
    """The feedback on a guess. ``state`` is "right", "wrong", "skipped", or "refused"
    if the input is not a valid guess.

    ``guess`` is the guess as it is kept: a word, a number, or the heights of a curve.
    """

    state: str
    text: str
    short: str = ""
    guess: Any = None


class Question:
    """A question, shown above a lab that hides the answer until a guess is given or the
    question is skipped.

    ``words`` is the text of the question. There are three kinds of answer:

    - ``choices``, a few words; ``right`` is one of them;
    - ``number=(low, high)`` in ``unit``; ``right`` is a number, and a guess is right if
      it differs from it by at most ``within``;
    - ``curve``, the Axes on which it is drawn; ``right`` is the true curve (x, y) in
      data units, with x increasing. A guess is compared at these x, or at 13 of them if
      there are more than 16. It is right if its distance is at most ``within``, in the
      unit of y or, on a logarithmic axis, in powers of ten. The distance is the root
      mean square difference (``judged="rms"``) or the largest one (``judged="max"``).
      Parts of the true curve above or below the axes count as lying on their edge. The
      limits of the axes are read once, when the question is created.

    ``right`` may also be a function without arguments that returns the right answer.
    ``why`` is the explanation shown after every guess. ``replies`` maps common wrong
    answers to the feedback on them. A key is one of the choices; a number or an
    interval (low, high); or, for a curve, a feature: "flat", "rising", "falling",
    "valley", "hill", or "above" or "below" (the true curve). The first reply that
    applies is shown. ``veil`` lists the artists to hide until the question is answered
    or skipped, for example ``ax.title``. The sentence is always hidden until then, and
    the controls are locked unless ``free`` is true. ``name`` identifies the guess in
    the student's record.

    Raises TypeError or ValueError for a question without a right answer, or with
    replies to impossible answers.

    >>> cats = Question(
    ...     "Of ten cats, how many land on their feet?",
    ...     name="cats",
    ...     number=(0, 10),
    ...     unit="cats",
    ...     right=9,
    ...     within=1,
    ...     why="They turn while they fall.",
    ...     replies={(0, 4): "That is unkind."},
    ... )
    >>> cats.judge("3").text
    'You said 3 cats; it is 9 cats. That is unkind. They turn while they fall.'
    """

    def __init__(
        self,
        words: str,
        *,
        right: Any,
        why: str,
        name: str = "",
        choices: Sequence[str] | None = None,
        number: tuple[float, float] | None = None,
        curve: Axes | None = None,
        unit: str = "",
        within: float = 0.0,
        judged: str = "rms",
        replies: Mapping[Any, str] | Sequence[tuple[Any, str]] = (),
        veil: Sequence[Artist] = (),
        free: bool = False,
    ) -> None:
        texts = {"words": words, "why": why, "unit": unit, "name": name}
        for what, text in texts.items():
            required = what in ("words", "why")
            if not isinstance(text, str) or (required and not text.strip()):
                raise TypeError(
                    f"{what} = {text!r}: a question is asked and explained in words."
                    " Try a sentence."
                )
        ways = {"choices": choices, "number": number, "curve": curve}
        given = [way for way, each in ways.items() if each is not None]
        if len(given) != 1:
            raise TypeError(
                "a question is answered in one way: give one of choices=('up', 'down'),"
                f" number=(0, 10) and curve=ax, not {given}."
            )
        self.veil, self.axes = _artists(veil), curve
        if callable(right):
            right = right()
        if right is None:
            raise ValueError(
                f"the question {words!r} has no right answer, so nobody could learn"
                " from it. Try right=…."
            )
        self._spec: dict[str, Any] = {
            "name": name or hashlib.sha256(words.encode()).hexdigest()[:12],
            "words": words,
            "why": why,
            "free": bool(free),
        }
        if choices is not None:
            self._spec |= _of_choices(choices, right)
        elif number is not None:
            self._spec |= _of_numbers(number, right, unit, _length(within))
        else:
            assert curve is not None
            self._spec |= _of_curves(curve, right, unit, _length(within), judged)
        self._spec["replies"] = _replies(self._spec, replies)
        SPECS[self.name] = self._spec

    @property
    def name(self) -> str:
        """What the guess is kept under."""
        return self._spec["name"]

    @property
    def words(self) -> str:
        """What is asked."""
        return self._spec["words"]

    def judge(self, guess: Any) -> Verdict:
        """The verdict on a guess: one of the choices, a number (also as text), or the
        heights of a curve. None skips the question.
        """
        return judge(self._spec, guess)

    def check(self, figure: Figure) -> None:
        """Raise ValueError if what is veiled or drawn on is no part of this figure."""
        for artist in (*self.veil, *([self.axes] if self.axes else [])):
            if artist.get_figure() is not figure:
                raise ValueError(
                    f"{artist!r} is not part of the lab's figure, so the question can"
                    " neither veil it nor be drawn on it. Try artists of the figure"
                    " that Lab is given."
                )

    def spec(self) -> dict[str, Any]:
        """All that a page needs to ask the question and judge a guess, as values that
        JSON can represent. Lengths are in pixels of the figure, with y downwards.
        """
        blank = [each for each in dict.fromkeys(_blank(self.veil)) if each != self.axes]
        spec = self._spec | {"blank": [_box(axes) for axes in blank]}
        return spec if self.axes is None else spec | {"box": _box(self.axes)}

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


def _blank(veil: Sequence[Artist]) -> Iterator[Axes]:
    """The axes of what is veiled that show no data beside it: a line of two points
    marks a level, and a bar as high or as wide as the axes a range.
    """
    for axes in (artist.axes for artist in veil):
        if not isinstance(axes, Axes):
            continue
        whole = axes.get_window_extent()
        data = [
            *(line for line in axes.lines if np.size(line.get_xdata()) not in (0, 2)),
            *axes.collections,
            *axes.images,
            *(
                bar
                for bar in axes.patches
                if bar.get_window_extent().width < 0.99 * whole.width
                and bar.get_window_extent().height < 0.99 * whole.height
            ),
        ]
        if not any(each.get_visible() and each not in veil for each in data):
            yield axes


def judge(spec: Mapping[str, Any], guess: Any) -> Verdict:
    """The verdict on ``guess`` under the specification of a question. ``judge`` in
    ``question.js`` gives the same verdict.
    """
    if guess is None:
        answer = "" if spec["kind"] == "curve" else f"; the answer is {spec['answer']}"
        return Verdict("skipped", f"Skipped{answer}. {spec['why']}")
    parse: Mapping[str, Any] = {
        "choice": _parse_choice,
        "number": _parse_number,
        "curve": _parse_curve,
    }
    try:
        taken = parse[spec["kind"]](spec, guess)
    except ValueError as refusal:
        return Verdict("refused", str(refusal))
    if spec["kind"] == "choice":
        off, right = 0.0, taken == spec["right"]
        short = f"You said “{taken}”"
        sentence = (
            f"{short}; {'so it is' if right else 'the answer is ' + spec['answer']}."
        )
    elif spec["kind"] == "number":
        off = abs(taken - spec["right"])
        right = off <= spec["within"]
        short = f"You said {_with_unit(taken, spec)}"
        close = "close enough: " if right and off > 0 else ""
        sentence = f"{short}; {close}it is {spec['answer']}."
    else:
        off = _distance(spec, taken)
        right = off <= spec["within"]
        how = "(root mean square)" if spec["judged"] == "rms" else "at its worst place"
        unit = " powers of ten" if spec["log"] else spec["unit"]
        far = f"{_digits(off, spec['decimals'])}{unit} off {how}"
        short = f"Your guess, dotted, is {far}"
        sentence = f"Your curve is {far}{': close' if right else ''}."
    fitting = (text for when, text in spec["replies"] if _fits(spec, taken, when))
    reply = "" if right else next(fitting, "")
    text = " ".join(filter(None, [sentence, reply, spec["why"]]))
    return Verdict("right" if right else "wrong", text, f"{short}.", taken)


def _parse_choice(spec: Mapping[str, Any], guess: Any) -> str:
    if guess == "":
        raise ValueError("Nothing is chosen yet: choose an answer, or skip.")
    if isinstance(guess, str) and guess in spec["choices"]:
        return guess
    what = f"“{guess}”" if isinstance(guess, str) else "That"
    choices = "; ".join(spec["choices"])
    raise ValueError(f"{what} is not one of the answers. Choose one of: {choices}.")


def _parse_number(spec: Mapping[str, Any], guess: Any) -> float:
    span = _span(spec)
    if isinstance(guess, str):
        text = guess.strip()
        if not text:
            raise ValueError(f"Nothing is written yet: write a number {span}, or skip.")
        plain = text.removesuffix(spec["unit"].strip()).strip().replace("−", "-")
        grouped = re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+", plain, re.ASCII)
        plain = plain.replace(",", "" if grouped else ".")
        what = f"“{text}”"
        guess = float(plain) if NUMBER.fullmatch(plain) else None
    else:
        what = "That"
    if not _is_real(guess) or math.isnan(guess):
        raise ValueError(f"{what} is not a number. Write digits, for a number {span}.")
    if not spec["low"] <= guess <= spec["high"]:
        raise ValueError(f"The answer lies in the range {span}: try a number in it.")
    return float(guess)


def _parse_curve(spec: Mapping[str, Any], guess: Any) -> list[float]:
    places, ends = spec["x"], f"from {spec['at'][0]} to {spec['at'][-1]}"
    if not isinstance(guess, list | tuple | np.ndarray) or len(guess) != len(places):
        raise ValueError(f"A guess is a curve of {len(places)} heights, {ends}.")
    drawn = [i for i, h in enumerate(guess) if h is not None]
    for i in drawn:
        if not _is_real(guess[i]) or not spec["low"] <= guess[i] <= spec["high"]:
            raise ValueError(
                f"The curve leaves the axes: its heights go {_span(spec)}."
            )
    if 0 not in drawn or len(places) - 1 not in drawn:
        raise ValueError(
            f"The curve does not reach {ends} yet: draw it over the whole width, or"
            " skip."
        )
    heights = [0.0 if h is None else float(h) for h in guess]
    for left, right in pairwise(drawn):
        low, high = _scaled(spec, heights[left]), _scaled(spec, heights[right])
        for i in range(left + 1, right):
            part = (i - left) / (right - left)
            height = (1 - part) * low + part * high
            heights[i] = 10.0**height if spec["log"] else height
    return heights


def _fits(spec: Mapping[str, Any], guess: Any, when: Any) -> bool:
    """Whether the reply to the wrong answer ``when`` applies to ``guess``."""
    if spec["kind"] == "choice":
        return guess == when
    if spec["kind"] == "number":
        return when[0] <= guess <= when[1]
    heights = [_scaled(spec, h) for h in guess]
    slight = FLAT_FRACTION * (_scaled(spec, spec["high"]) - _scaled(spec, spec["low"]))
    steps = [after - before for before, after in pairwise(heights)]
    up = _sum([max(step, 0.0) for step in steps])
    down = _sum([max(-step, 0.0) for step in steps])
    lowest, highest, ends = min(heights), max(heights), (heights[0], heights[-1])
    right = [_scaled(spec, r) for r in spec["right"]]
    over = _sum([h - r for h, r in zip(heights, right, strict=True)]) / len(heights)
    return {
        "flat": highest - lowest <= slight,
        "rising": down <= slight < up,
        "falling": up <= slight < down,
        "valley": min(ends) - lowest > slight,
        "hill": highest - max(ends) > slight,
        "above": over > spec["within"],
        "below": -over > spec["within"],
    }[when]


def _distance(spec: Mapping[str, Any], heights: Sequence[float]) -> float:
    off = [
        abs(_scaled(spec, h) - _scaled(spec, r))
        for h, r in zip(heights, spec["right"], strict=True)
    ]
    if spec["judged"] == "max":
        return max(off)
    return math.sqrt(_sum([each * each for each in off]) / len(off))


def _sum(numbers: Sequence[float]) -> float:
    """Add from left to right, as JavaScript does. Python's own sum is more exact."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def _scaled(spec: Mapping[str, Any], height: Any) -> float:
    return math.log10(height) if spec["log"] else float(height)


def _digits(value: float, decimals: int) -> str:
    """A number with that many decimals or fewer; halves go up, in the page too."""
    scale = 10.0**decimals
    text = f"{math.floor(value * scale + 0.5) / scale:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return minus("0" if text == "-0" else text)


def _with_unit(value: float, spec: Mapping[str, Any]) -> str:
    return f"{_digits(value, spec['decimals'])}{spec['unit']}"


def _span(spec: Mapping[str, Any]) -> str:
    low = _digits(spec["low"], spec["decimals"])
    return f"from {low} to {_with_unit(spec['high'], spec)}"


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _decimals(low: float, high: float) -> int:
    """The number of decimals that shows a thousandth of the range."""
    return max(0, min(12, 2 - math.floor(math.log10(high - low))))


def _artists(veil: Sequence[Artist]) -> tuple[Artist, ...]:
    for artist in veil:
        if not isinstance(artist, Artist):
            raise TypeError(
                f"veil holds {artist!r}, which matplotlib does not draw. Try a line, a"
                " text, or ax.title."
            )
    return tuple(veil)


def _length(within: Any) -> float:
    if not _is_real(within) or not 0 <= float(within) < math.inf:
        raise ValueError(
            f"within = {within!r}: how far off a guess may be is a length, from 0 on."
            " Try within=1.0."
        )
    return float(within)


def _finite(what: str, value: Any) -> float:
    if not _is_real(value) or not math.isfinite(value):
        raise ValueError(f"{what} = {value!r} is not a number. Try a finite one.")
    return float(value)


def _of_choices(choices: Sequence[str], right: Any) -> dict[str, Any]:
    words = list(choices)
    if (
        isinstance(choices, str)
        or len(words) < 2
        or len(set(words)) < len(words)
        or not all(isinstance(w, str) and w for w in words)
    ):
        raise ValueError(
            f"choices = {choices!r}: there is nothing to guess without two different"
            " texts. Try ('up', 'down')."
        )
    if right not in words:
        raise ValueError(
            f"right = {right!r} cannot be chosen among {words}, so everyone would be"
            f" wrong. Try right={words[0]!r}."
        )
    return {"kind": "choice", "choices": words, "right": right, "answer": f"“{right}”"}


def _of_numbers(
    number: tuple[float, float], right: Any, unit: str, within: float
) -> dict[str, Any]:
    low, high = (_finite("a bound of number", each) for each in number)
    if not low < high:
        raise ValueError(
            f"number = {number!r} leaves nothing to choose from. Try (low, high) with"
            " low < high."
        )
    right = _finite("right", right)
    if not low <= right <= high:
        raise ValueError(
            f"right = {right:g} lies outside [{low:g}, {high:g}], so nobody could say"
            " it. Try a longer range."
        )
    unit = f" {unit}" if unit else ""
    spec = {"kind": "number", "low": low, "high": high, "unit": unit}
    # One more decimal than the range asks for, so that a guess is shown as written.
    spec |= {"right": right, "within": within, "decimals": _decimals(low, high) + 1}
    return spec | {"answer": _with_unit(right, spec)}


def _of_curves(
    axes: Axes, right: Any, unit: str, within: float, judged: str
) -> dict[str, Any]:
    if not isinstance(axes, Axes):
        raise TypeError(
            f"curve = {axes!r} is nothing to draw on. Try one of the figure's Axes."
        )
    if judged not in ("rms", "max"):
        raise ValueError(
            f"judged = {judged!r}: a distance is the root mean square, 'rms', or the"
            " largest, 'max'."
        )
    if not isinstance(right, tuple) or len(right) != 2:
        raise TypeError(
            f"right = {right!r} is not a curve. Try right=(x, y), two arrays of the"
            " same length."
        )
    x, y = (np.asarray(each, dtype=float).ravel() for each in right)
    finite = np.isfinite(x).all() and np.isfinite(y).all()
    if len(x) != len(y) or len(x) < 2 or not finite or (np.diff(x) <= 0).any():
        raise ValueError(
            f"right has {len(x)} x and {len(y)} y: a true curve has as many of both,"
            " two or more, finite, with x increasing. Try x = np.linspace(…)."
        )
    (left, end), (low, high) = sorted(axes.get_xlim()), sorted(axes.get_ylim())
    along, log = axes.get_xscale() == "log", axes.get_yscale() == "log"
    seen = (left <= x) & (x <= end)
    x, y = x[seen], y[seen]
    if len(x) < 2 or not ((low <= y) & (y <= high)).any():
        raise ValueError(
            f"the true curve never enters these axes, [{left:g}, {end:g}] × [{low:g},"
            f" {high:g}], so nobody could draw it. Try other limits, set before the"
            " question is made."
        )
    if len(x) > MAX_CURVE_POINTS:
        places = (np.geomspace if along else np.linspace)(x[0], x[-1], 13)
        x, y = places, np.interp(places, x, y)
    position = (x - left) / (end - left)
    if along:
        position = np.log(x / left) / np.log(end / left)
    if axes.xaxis_inverted():
        position = 1 - position
    return {
        "kind": "curve",
        "x": x.tolist(),
        "at": [_digits(float(place), _decimals(left, end)) for place in x],
        "position": position.tolist(),
        "along": axes.get_xlabel() or "x",
        "height": axes.get_ylabel() or axes.get_title() or "y",
        "right": np.clip(y, low, high).tolist(),
        "low": float(low),
        "high": float(high),
        "log": log,
        "over": bool(axes.yaxis_inverted()),
        "unit": f" {unit}" if unit else "",
        "decimals": _decimals(low, high) if not log else 3,
        "within": within,
        "judged": judged,
    }


def _replies(spec: Mapping[str, Any], replies: Any) -> list[list[Any]]:
    """The replies as pairs [wrong answer, text]. ValueError for impossible answers."""
    pairs = []
    for when, text in replies.items() if isinstance(replies, Mapping) else replies:
        if not isinstance(text, str) or not text.strip():
            raise TypeError(f"the reply to {when!r} is {text!r}. Try a sentence.")
        if spec["kind"] == "choice":
            possible = when in spec["choices"] and when != spec["right"]
            hint = f"one of {[c for c in spec['choices'] if c != spec['right']]}"
        elif spec["kind"] == "number":
            ends = when if isinstance(when, tuple) and len(when) == 2 else (when, when)
            low, high = when = [_finite("a reply's bound", end) for end in ends]
            possible = low <= high and high >= spec["low"] and low <= spec["high"]
            hint = (
                f"numbers between {spec['low']:g} and {spec['high']:g}, or an interval"
                " (low, high) of them"
            )
        else:
            possible, hint = when in FEATURES, f"one of {', '.join(FEATURES)}"
        if not possible:
            raise ValueError(
                f"a reply to {when!r} would never be said: it is not a wrong answer to"
                f" this question. Try {hint}."
            )
        pairs.append([when, text])
    return pairs
