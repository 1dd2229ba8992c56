"""Hints on any wrong answer: its kind, its shape, its signs, a factor, its entries.

A hint never contains the right number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

MOST = 10_000_000  # numbers of an answer that are read
NUMBERS = re.compile(r"[-+*/e\d\s.,()\[\]]*")  # text that Python can read unquoted

# What a page says too (see static/exercises.js), with places for its parts.
SENTENCES = {
    "subject": "The answer",
    "relation": "It is {relation}",
    "sign": "right but for the sign.",
    "factor": "off by one constant factor{sign}: {about}.",
    "turned": ", of the other sign",
    "about": "about {times} times too {way}",
    "shifted": "too {way} everywhere by the same amount.",
    "order": "made of the right numbers, in another order.",
    "missing": "Something is missing: {place} is None.",
    "place": "entry {i}",
    "cell": "the entry in row {i}, column {j}",
    "kind": "{subject} should be {wanted}; this is {given}.",
    "one number": "one number",
    "numbers": "an array of {count} number{s}",
    "shape": "an array of shape {shape}",
    "truth": "a single True or False",
    "none": "None",
    "things": "a list of {count} thing{s}, not all of them real numbers",
    "not finite": (
        "It is the right kind of thing, but it holds NaN or infinity. Which step"
        " divides by zero, or grows too large?"
    ),
    "not chosen": "Your answer for {items} is not among the choices: {choices}.",
    "another": "It is another of the choices.",
    "number": "It is {size}.",
    "neither": "Neither of the two {things} is right",
    "count": "{right} of the {of} {things} {is_or_are} right",
    "places": ": {which} {places}",
    "some": "{count}: some are too large, some too small.",
    "all": "{count}: all are too {way}.",
    "rest": "{count}. The rest is right but for the sign.",
    "first": "{count}. Entry {i} is {size}.",
    "wrong sign": "of the wrong sign{also}",
    "also": ", and {times}",
    "sense": " in size",
    "too": "too {way}",
    "bound": "too {way}{sense}, by a factor of {words} or more",
    "nearly": (
        "nearly right, but too {way}{sense} by less than one per cent: rounded too"
        " early, perhaps"
    ),
    "a little": "a little too {way}{sense}",
    "below two": "too {way}{sense}, by a factor of less than two",
    "million": "a million",
    "thousand": "a thousand",
    "hundred": "a hundred",
    "ten": "ten",
    "two": "two",
    "large": "large",
    "small": "small",
}


def say(sentence: str, **parts: Any) -> str:
    """One of the sentences, with its parts in their places.

    >>> say("all", count="None of the 3 entries is right", way="large")
    'None of the 3 entries is right: all are too large.'
    """
    return SENTENCES[sentence].format(**parts)


@np.errstate(all="ignore")
def same(given: list, wanted: list, tolerance: float) -> bool:
    """Whether two lists of outcomes agree, relative to the largest of each outcome."""
    if len(given) != len(wanted):
        return False
    pairs = zip(given, wanted, strict=True)
    return all(_same(numbers(g), numbers(w), tolerance) for g, w in pairs)


@np.errstate(all="ignore")
def what_is_wrong(
    given: list,
    wanted: list,
    tolerance: float,
    calls: list[str],
    items: Mapping[str, Mapping[Any, str]] | None = None,
) -> str:
    """A hint on outcomes that are not those wanted.

    ``calls`` are the arguments of each outcome in words, or empty if the answer is not
    a function. ``items`` are the names of the entries of an answer and their choices.

    >>> what_is_wrong([[1, -4]], [[-1, 4]], 1e-6, [])
    'It is right but for the sign.'
    >>> what_is_wrong([[1, 3]], [[1.0, 4.0]], 1e-6, [])
    '1 of the 2 entries is right: entry 1. Entry 2 is a little too small.'
    >>> what_is_wrong([(2, 83)], [2.8], 1e-6, [])
    'The answer should be one number; this is two. For a decimal point write 2.83.'
    >>> what_is_wrong([[1, 3]], [[1, 2]], 1e-6, [], {"a": {}, "b": {1: "x", 2: "y"}})
    'Your answer for b is not among the choices: 1, x; 2, y.'
    """
    found, right = [numbers(g) for g in given], [numbers(w) for w in wanted]
    pairs = list(zip(found, right, strict=True))
    subject = "What your function returns"
    comparable = all(
        f is not None and f.shape == r.shape and np.isfinite(f).all() for f, r in pairs
    )
    if np.asarray(wanted[0]).dtype == bool or not items:
        items = {}
    if comparable and (odd := _not_chosen(found[0], right[0], tolerance, items)):
        return odd
    choices = list(items.values())
    relation = ""
    if comparable and np.asarray(wanted[0]).dtype != bool and not any(choices):
        relation = _relation(found, right, tolerance)
    if relation:
        return (
            f"{subject} is {relation}" if calls else say("relation", relation=relation)
        )
    wrong = [not _same(f, r, tolerance) for f, r in pairs]
    i = wrong.index(True)
    what = subject if calls else say("subject")
    hint = _one(given[i], wanted[i], tolerance, what, choices)
    if not calls:
        return hint
    hint = f"With {calls[i]}: {hint[0].lower()}{hint[1:]}"
    if len(calls) == 1:
        return hint
    tried = "calls that were tried"
    return f"{_count(len(wrong) - sum(wrong), len(wrong), tried)}. {hint}"


def first_wrong(given: list, wanted: list, tolerance: float) -> int:
    """The index of the first outcome that is not the one wanted."""
    pairs = enumerate(zip(given, wanted, strict=True))
    return next(i for i, (g, w) in pairs if not same([g], [w], tolerance))


def numbers(value: Any) -> Any:
    """The numbers of an answer, a column or single entry flattened; None without."""
    if isinstance(value, (bool, np.bool_)) or value is None:
        return None
    if isinstance(value, range) and len(value) > MOST:
        return None
    try:
        if np.asarray(value).dtype.kind in "US" or np.any(np.imag(value)):
            return None
        found = np.asarray(np.real(value), dtype=float)
    except Exception:  # a thing of any kind may arrive, and refuse in any way
        return None
    if found.size == 1:
        return found.reshape(())
    return found.ravel() if max(found.shape) == found.size else found


def kind(value: Any) -> str:
    """What a thing is, in words.

    >>> kind(["4", -1])
    'a list of 2 things, not all of them real numbers'
    """
    if (found := numbers(value)) is not None:
        return _shape(found.shape)
    if isinstance(value, str):
        if not any(each.isdigit() for each in value):
            return "text, not a number"
        alone = NUMBERS.fullmatch(value) and not re.search(r"\d\s+\d", value)
        return f"text: {'leave the quotes off' if alone else 'give numbers alone'}"
    names = {
        bool: say("truth"),
        type(None): say("none"),
        set: "a set, which has no order",
        int: "too large for floating point",
    }
    if isinstance(value, (list, tuple)):
        things = say("things", count=f"{len(value):,}", s="s" * (len(value) != 1))
        return things.replace("list", type(value).__name__, 1)
    if isinstance(value, (complex, np.ndarray)):
        return "complex" if np.iscomplexobj(value) else "an array, not of real numbers"
    if callable(value):
        return "a function, not what it returns"
    return names.get(type(value), f"of the type {type(value).__name__}")


def _same(found: Any, right: Any, tolerance: float) -> bool:
    return (
        found is not None
        and right is not None
        and found.shape == right.shape
        and bool(np.all(_close(found, right, tolerance)))
    )


def _close(found: np.ndarray, right: np.ndarray, tolerance: float) -> Any:
    return np.abs(found - right) <= _reach(right, tolerance)


def _reach(right: np.ndarray, tolerance: float) -> float:
    # Far beyond the tolerance of rounding, so a λ or a sign gone astray never passes.
    return tolerance * np.abs(right).max(initial=1e-12)


def _relation(found: list, right: list, tolerance: float) -> str:
    """The one relation of all numbers to those wanted, or "" if there is none."""
    pairs = list(zip(found, right, strict=True))

    def fits(mend: Callable) -> bool:
        return all(_same(mend(f), r, tolerance) for f, r in pairs)

    if fits(np.negative):
        return say("sign")
    f, r = (np.concatenate([np.ravel(x) for x in side]) for side in (found, right))
    factor = f @ r / max(r @ r, 1e-300)
    if len(r) > 1 and factor and fits(lambda each: each / factor):
        sign = say("turned") if factor < 0 else ""
        # The last digits depend on the order of a sum.
        about = _about(abs(float(f"{factor:.12g}")))
        return say("factor", sign=sign, about=about)
    if len(r) > 1 and fits(lambda each: each - np.mean(f - r)):
        return say("shifted", way=_way(np.mean(f - r)))
    if fits(np.transpose):
        return "right but transposed: rows and columns have changed places."
    if all(_same(np.sort(f, None), np.sort(r, None), tolerance) for f, r in pairs):
        return say("order")
    return ""


def _not_chosen(
    found: np.ndarray,
    right: np.ndarray,
    tolerance: float,
    items: Mapping[str, Mapping[Any, str]],
) -> str:
    """What is said of entries that are none of their choices, or ""."""
    reach = _reach(right, tolerance)
    odd = [
        name
        for (name, choices), entry in zip(items.items(), np.ravel(found), strict=False)
        if choices and min(abs(entry - each) for each in choices) > reach
    ]
    if not odd:
        return ""
    choices = items[odd[0]]
    alike = [name for name in odd if items[name] == choices]
    words = [f"{each}, {text}" if text else f"{each}" for each, text in choices.items()]
    return say("not chosen", items=listed(alike), choices="; ".join(words))


def _one(
    value: Any,
    wanted: Any,
    tolerance: float,
    what: str,
    choices: list[Mapping[Any, str]],
) -> str:
    """A hint on one outcome, beginning with a capital letter; ``choices`` are those of
    each of its entries, or empty.
    """
    found, right = numbers(value), numbers(wanted)
    if place := _missing(value):
        return say("missing", place=place)
    if found is None or found.shape != right.shape:
        if found is not None and _same(found.T, right, tolerance):
            return "It is right but transposed: rows and columns have changed places."
        if np.asarray(wanted).dtype == bool:
            return f"{what} should be {_yes_and_no(value, right.size)}"
        is_array = found is not None and found.shape
        arrives = say("shape", shape=found.shape) if is_array else kind(value)
        hint = ""
        if not right.shape and (point := _decimal_comma(value)):
            arrives, hint = "two", f" For a decimal point write {point}."
        expected = _shape(right.shape)
        return say("kind", subject=what, wanted=expected, given=arrives) + hint
    if not np.isfinite(found).all():
        return say("not finite")
    is_count = np.asarray(wanted).dtype.kind in "iu"
    if not right.shape and any(choices):
        return say("another")
    if not right.shape:
        return say("number", size=_size(float(found), float(right), is_count))
    close = _close(found, right, tolerance)
    count = _count(close.sum(), close.size, "entries")
    if np.asarray(wanted).dtype == bool:
        return f"{count}."  # which of them would be the answer
    square = found.ndim == 2 and found.shape[0] == found.shape[1]
    if square and np.allclose(right, right.T) and not np.allclose(found, found.T):
        return f"{count}. It should be symmetric, and is not."
    places = [", ".join(str(i + 1) for i in place) for place in np.argwhere(close)]
    if found.ndim == 2:
        places = [f"({place})" for place in places]
        if square and np.all(np.diag(close)):
            count += ", the diagonal among them"
    elif 0 < len(places) < 6:
        which = "entries" if len(places) > 1 else "entry"
        count += say("places", which=which, places=listed(places))
    first = tuple(np.argwhere(~close)[0])
    if any(choices) and (not places or choices[first[0]]):
        return f"{count}."  # no choice is larger than another
    if not places:
        ways = {_way(difference) for difference in np.ravel(found - right)}
        if len(ways) > 1:
            return say("some", count=count)
        return say("all", count=count, way=ways.pop())
    if np.all(close | _close(-found, right, tolerance)):
        return say("rest", count=count)
    size = _size(float(found[first]), float(right[first]), is_count)
    if found.ndim == 1:
        return say("first", count=count, i=first[0] + 1, size=size)
    row, column = first
    return f"{count}. The entry in row {row + 1}, column {column + 1} is {size}."


def _missing(value: Any) -> str:
    """The place of the first None in a list, or ""."""
    for i, each in enumerate(value if isinstance(value, (list, tuple)) else ()):
        if each is None:
            return say("place", i=i + 1)
        row = each if isinstance(each, (list, tuple)) else ()
        for j, entry in enumerate(row):
            if entry is None:
                return say("cell", i=i + 1, j=j + 1)
    return ""


def _decimal_comma(value: Any) -> str:
    """A number whose decimal comma made two of it, with a point; else ""."""
    if not isinstance(value, tuple) or len(value) != 2:
        return ""
    whole, decimals = value
    if type(whole) is not int or type(decimals) is not int or decimals < 0:
        return ""
    return f"{whole}.{decimals}"


def _yes_and_no(value: Any, count: int) -> str:
    """What a list of yes and no should be, and what arrived."""
    expected = f"a list of {count} entries, each True for yes or False for no"
    is_array = isinstance(value, np.ndarray) and value.ndim
    if not (is_array or isinstance(value, (list, tuple))):
        return f"{expected}; this is {kind(value)}."
    if len(value) != count:
        return f"{expected}; this has {len(value):,}."
    odd = [not isinstance(each, (bool, np.bool_)) for each in value].index(True)
    return f"{expected}; entry {odd + 1} is {kind(value[odd])}."


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them.

    >>> listed(["1", "2", "4"])
    '1, 2 and 4'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _count(right: int, of: int, things: str) -> str:
    if not right and of == 2:
        return say("neither", things=things)
    verb = "is" if right < 2 else "are"
    few = right or "None"
    return say("count", right=few, of=f"{of:,}", things=things, is_or_are=verb)


def _size(found: float, right: float, is_count: bool) -> str:
    """How much too large or small a number is, without a factor for small counts."""
    if found * right < 0:
        size = abs(found / right)
        times = _times(size, say("sense"))
        also = say("also", times=times) if abs(size - 1) > 1e-6 else ""
        return say("wrong sign", also=also)
    if not found or not right or (is_count and max(abs(found), abs(right)) < 10):
        return say("too", way=_way(found - right))
    return _times(found / right, say("sense") if right < 0 else "")


_BOUNDS = ((1e6, "million"), (1e3, "thousand"), (100, "hundred"), (10, "ten"))


def _times(factor: float, sense: str = "") -> str:
    """A factor in words too coarse to compute the right number from."""
    way, factor = _way(factor - 1), factor if factor > 1 else 1 / max(factor, 1e-300)
    for bound, words in (*_BOUNDS, (2, "two")):
        if factor >= bound * (1 - 1e-9):
            return say("bound", way=way, sense=sense, words=say(words))
    size = "nearly" if factor < 1.01 else "a little" if factor < 1.5 else "below two"
    return say(size, way=way, sense=sense)


def _about(factor: float) -> str:
    """A factor that many numbers have in common."""
    for way, times in (("large", factor), ("small", 1 / factor)):
        if 1.05 < times < 100:
            return say("about", times=f"{times:.1f}", way=say(way))
    return _times(factor)


def _way(difference: float) -> str:
    return say("large" if difference > 0 else "small")


def _shape(shape: tuple) -> str:
    if not shape:
        return say("one number")
    if len(shape) > 1:
        return say("shape", shape=shape)
    return say("numbers", count=f"{shape[0]:,}", s="s" * (shape[0] != 1))
