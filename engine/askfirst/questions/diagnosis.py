"""Hints on any wrong answer: its kind, its shape, its signs, a factor, its entries.

A hint never contains the right number. The page words its hints with the same
``SENTENCES`` and ``SIZES`` (see ``judge_answer.js``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

# With places for their parts
SENTENCES = {
    "sign": "It is right but for the sign.",
    "factor": "It is off by one constant factor{sign}: {size}.",
    "turned": ", of the other sign",
    "about": "about {times} times too {way}",
    "shifted": "It is too {way} everywhere by the same amount.",
    "order": "It is made of the right numbers, in another order.",
    "kind": "The answer should be {wanted}; this is {given}.",
    "one number": "one number",
    "numbers": "an array of {count} number{s}",
    "shape": "an array of shape {shape}",
    "truth": "a single True or False",
    "truths": "a list of {count} entries, each True for yes or False for no",
    "none": "None",
    "things": "a list of {count} thing{s}, not all of them real numbers",
    "not finite": (
        "It is the right kind of thing, but it holds NaN or infinity. Which step"
        " divides by zero, or grows too large?"
    ),
    "not chosen": "Your answer for {items} is not among the choices: {choices}.",
    "another": "It is another of the choices.",
    "number": "It is {size}.",
    "count": "{right} of the {of} entries {verb} right",
    "places": ": {which} {places}",
    "first": "{count}. Entry {i} is {size}.",
    "wrong sign": "of the wrong sign",
    "also": "of the wrong sign, and {size}",
    "too": "too {way}",
    "whole": "not a whole number, as a count is",
}
TRANSPOSED = "It is right but transposed: rows and columns have changed places."
# How far a number is from the right one, from the largest factor down, in words too
# coarse to compute the right one from.
SIZES = [
    (1e6, "too {way}, by a factor of a million or more"),
    (1e3, "too {way}, by a factor of a thousand or more"),
    (100, "too {way}, by a factor of a hundred or more"),
    (10, "too {way}, by a factor of ten or more"),
    (2, "too {way}, by a factor of two or more"),
    (1.5, "too {way}, by a factor of less than two"),
    (1.01, "a little too {way}"),
    (
        0,
        "nearly right, but too {way} by less than one per cent: rounded too early,"
        " perhaps",
    ),
]


def say(sentence: str, **parts: Any) -> str:
    """One of the sentences, with its parts in their places."""
    return SENTENCES[sentence].format(**parts)


@np.errstate(all="ignore")
def differing(given: list, wanted: list, tolerance: float) -> list[int]:
    """The indices of the outcomes that are not those wanted, relative to the largest
    number of each.
    """
    pairs = zip_longest(map(numbers, given), map(numbers, wanted))
    return [i for i, pair in enumerate(pairs) if not _close_all(*pair, tolerance)]


@np.errstate(all="ignore")
def what_is_wrong(
    given: list,
    wanted: list,
    tolerance: float,
    items: Mapping[str, Mapping[Any, str]] | None = None,
) -> str:
    """A hint on outcomes that are not those wanted, several of a function; ``items``
    are the names of the entries of an answer and their choices.

    >>> what_is_wrong([[1, 3]], [[1.0, 4.0]], 1e-6)
    '1 of the 2 entries is right: entry 1. Entry 2 is a little too small.'
    >>> what_is_wrong([[1, 3]], [[1, 2]], 1e-6, {"a": {}, "b": {1: "x", 2: "y"}})
    'Your answer for b is not among the choices: 1, x; 2, y.'
    """
    pairs = list(zip(map(numbers, given), map(numbers, wanted), strict=True))
    is_bool = np.asarray(wanted[0]).dtype == bool
    items = {} if is_bool or not items else items
    choices, hint = list(items.values()), ""
    comparable = all(
        f is not None and f.shape == r.shape and np.isfinite(f).all() for f, r in pairs
    )
    if comparable and any(choices):
        hint = _not_chosen(pairs[0][0], tolerance, items)
    elif comparable and not is_bool:
        hint = _relation(pairs, tolerance)
    if hint:
        return hint
    wrong = differing(given, wanted, tolerance)
    hint = _one(given[wrong[0]], wanted[wrong[0]], tolerance, choices)
    if len(given) == 1:
        return hint
    count = len(given) - len(wrong)
    are = "is" if count == 1 else "are"
    return f"{count or 'None'} of the {len(given)} calls tried {are} right. {hint}"


def numbers(value: Any) -> Any:
    """The numbers of an answer, a column or single entry flattened; None without."""
    if isinstance(value, (bool, np.bool_)) or value is None:
        return None
    try:
        if np.asarray(value).dtype.kind in "US" or np.any(np.imag(value)):
            return None
        found = np.vectorize(float, otypes=[float])(np.asarray(np.real(value)))
    except Exception:  # None, or a thing of any kind that refuses in any way
        return None
    if found.size == 1:
        return found.reshape(())
    return found.ravel() if max(found.shape) == found.size else found


def kind(value: Any) -> str:
    """What a thing is, in words."""
    if (found := numbers(value)) is not None:
        return _shape(found.shape)
    if isinstance(value, str):
        has_digits = any(each.isdigit() for each in value)
        return f"text{': leave the quotes off' if has_digits else ', not a number'}"
    if isinstance(value, (list, tuple)):
        return say("things", count=f"{len(value):,}", s="s" * (len(value) != 1))
    if isinstance(value, (complex, np.ndarray)):
        return "complex" if np.iscomplexobj(value) else "an array, not of real numbers"
    if callable(value):
        return "a function, not what it returns"
    names = {
        bool: say("truth"),
        type(None): say("none"),
        set: "a set, which has no order",
        int: "too large for floating point",
    }
    return names.get(type(value), f"something of the type {type(value).__name__}")


def _close(found: np.ndarray, right: np.ndarray, tolerance: float) -> Any:
    # Far beyond the tolerance of rounding, so no factor or sign gone astray passes.
    return np.abs(found - right) <= tolerance * np.abs(right).max(initial=1e-12)


def _close_all(found: Any, right: Any, tolerance: float) -> bool:
    are_numbers = found is not None and right is not None
    if not are_numbers or found.shape != right.shape:
        return False
    return bool(np.all(_close(found, right, tolerance)))


def _relation(pairs: list[tuple[np.ndarray, np.ndarray]], tolerance: float) -> str:
    """What all numbers have in common with those wanted, or ""."""

    def fits(mend: Callable, mend_right: Callable = np.asarray) -> bool:
        return all(_close_all(mend(f), mend_right(r), tolerance) for f, r in pairs)

    if fits(np.negative):
        return say("sign")
    f, r = (np.concatenate([*map(np.ravel, side)]) for side in zip(*pairs, strict=True))
    if len(r) == 1:
        return ""
    factor = f @ r / max(r @ r, 1e-300)
    if factor and fits(lambda each: each / factor):
        sign = say("turned") if factor < 0 else ""
        # The last digits depend on the order of a sum.
        return say("factor", sign=sign, size=_factor(abs(float(f"{factor:.12g}"))))
    shift = np.mean(f - r)
    if fits(lambda each: each - shift):
        return say("shifted", way=_way(shift))
    if fits(np.transpose):
        return TRANSPOSED
    in_order = partial(np.sort, axis=None)
    return say("order") if fits(in_order, in_order) else ""


def _not_chosen(
    found: np.ndarray, tolerance: float, items: Mapping[str, Mapping[Any, str]]
) -> str:
    """A hint on entries that are none of their choices, or ""."""
    odd = [
        name
        for (name, choices), entry in zip(items.items(), np.ravel(found), strict=False)
        if choices and not any(_close(entry, np.array([*choices]), tolerance))
    ]
    if not odd:
        return ""
    choices = items[odd[0]]
    alike = [name for name in odd if items[name] == choices]
    words = [f"{each}, {text}" if text else f"{each}" for each, text in choices.items()]
    return say("not chosen", items=listed(alike), choices="; ".join(words))


def _one(value: Any, wanted: Any, tolerance: float, choices: list) -> str:
    """A hint on one outcome; ``choices`` are those of each of its entries."""
    found, right = numbers(value), numbers(wanted)
    is_bool = np.asarray(wanted).dtype == bool
    if found is None or found.shape != right.shape:
        if found is not None and _close_all(found.T, right, tolerance):
            return TRANSPOSED
        expected = say("truths", count=right.size) if is_bool else _shape(right.shape)
        return say("kind", wanted=expected, given=kind(value))
    if not np.isfinite(found).all():
        return say("not finite")
    counts = np.asarray(wanted).dtype.kind in "iu"
    if not right.shape:
        size = _size(float(found), float(right), counts)
        return say("another") if any(choices) else say("number", size=size)
    close = _close(found, right, tolerance)
    right_ones, first = np.argwhere(close) + 1, tuple(np.argwhere(~close)[0])
    number = len(right_ones)
    none = "Neither" if close.size == 2 else "None"
    verb = "is" if number < 2 else "are"
    count = say("count", right=number or none, of=f"{close.size:,}", verb=verb)
    if is_bool:
        return f"{count}."  # which of them would be the answer
    square = found.ndim == 2 and found.shape[0] == found.shape[1]
    if square and np.allclose(right, right.T) and not np.allclose(found, found.T):
        return f"{count}. It should be symmetric, and is not."
    size = _size(float(found[first]), float(right[first]), counts)
    if found.ndim > 1:
        row, column = first
        return f"{count}. The entry in row {row + 1}, column {column + 1} is {size}."
    if 0 < number < 6:
        which = "entries" if number > 1 else "entry"
        count += say(
            "places", which=which, places=listed([*map(str, right_ones[:, 0])])
        )
    if any(choices) and (not number or choices[first[0]]):
        return f"{count}."  # no choice is larger than another
    return say("first", count=count, i=first[0] + 1, size=size)


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them: "1, 2 and 4"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _size(found: float, right: float, counts: bool) -> str:
    """How much too large or small a number is, without a factor for small counts."""
    if counts and found % 1:
        return say("whole")
    if found * right < 0:
        quotient = abs(found / right)
        if abs(quotient - 1) < 1e-6:
            return say("wrong sign")
        return say("also", size=_times(quotient, " in size"))
    if not found or not right or (counts and max(abs(found), abs(right)) < 10):
        return say("too", way=_way(found - right))
    return _times(found / right, " in size" if right < 0 else "")


def _times(quotient: float, sense: str = "") -> str:
    """A factor in words too coarse to compute the right number from."""
    factor = quotient if quotient > 1 else 1 / max(quotient, 1e-300)
    words = next(words for bound, words in SIZES if factor >= bound * (1 - 1e-9))
    return words.format(way=_way(quotient - 1) + sense)


def _factor(factor: float) -> str:
    """A factor that many numbers have in common, to one decimal; halves go up."""
    times = factor if factor > 1 else 1 / factor
    if not 1.05 < times < 100:
        return _times(factor)
    return say("about", times=np.floor(10 * times + 0.5) / 10, way=_way(factor - 1))


def _way(difference: float) -> str:
    return "large" if difference > 0 else "small"


def _shape(shape: tuple) -> str:
    if len(shape) == 1:
        return say("numbers", count=f"{shape[0]:,}", s="s" * (shape[0] != 1))
    return say("shape", shape=shape) if shape else say("one number")
