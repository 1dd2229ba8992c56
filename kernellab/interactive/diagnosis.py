"""Hints on any wrong answer: its kind, its shape, its signs, a factor, its entries.

A hint never contains the right number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


@np.errstate(all="ignore")
def same(given: list, wanted: list, tolerance: float) -> bool:
    """Whether two lists of outcomes hold the same numbers, to a tolerance relative to
    the largest of each outcome.
    """
    if len(given) != len(wanted):
        return False
    pairs = zip(given, wanted, strict=True)
    return all(_same(numbers(g), numbers(w), tolerance) for g, w in pairs)


@np.errstate(all="ignore")
def what_is_wrong(given: list, wanted: list, tolerance: float, calls: list[str]) -> str:
    """A hint on outcomes that are not those wanted.

    ``calls`` are the arguments of each outcome in words, or empty if the answer is no
    function.

    >>> what_is_wrong([[1, -4]], [[-1, 4]], 1e-6, [])
    'It is right but for the sign.'
    >>> what_is_wrong([[1, 3]], [[1, 4]], 1e-6, [])
    '1 of the 2 entries is right, number 1. Number 2 is a little too small.'
    """
    found, right = [numbers(g) for g in given], [numbers(w) for w in wanted]
    pairs = list(zip(found, right, strict=True))
    subject = "What your function returns"
    comparable = all(
        f is not None and f.shape == r.shape and np.isfinite(f).all() for f, r in pairs
    )
    relation = ""
    if comparable and np.asarray(wanted[0]).dtype != bool:
        relation = _relation(found, right, tolerance)
    if relation:
        return f"{subject if calls else 'It'} is {relation}"
    wrong = [not _same(f, r, tolerance) for f, r in pairs]
    i = wrong.index(True)
    hint = _one(given[i], wanted[i], tolerance, subject if calls else "The answer")
    if not calls:
        return hint
    count = _count(len(wrong) - sum(wrong), len(wrong), "tries")
    return f"{count}. With {calls[i]}: {hint[0].lower()}{hint[1:]}"


def numbers(value: Any) -> Any:
    """The numbers of an answer, or None if it holds no real numbers. A column and a
    single entry are flattened.
    """
    if isinstance(value, (bool, np.bool_)) or value is None:
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
    names = {
        bool: "True or False",
        str: "text: leave the quotes off",
        type(None): "None",
        set: "a set, which has no order",
        int: "too large for floating point",
    }
    if isinstance(value, (list, tuple)):
        things = f"{len(value)} thing{'s' * (len(value) != 1)}"
        return f"a {type(value).__name__} of {things}, not all of them real numbers"
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
    # Far beyond the tolerance of rounding, so a λ or a sign gone astray never passes.
    return np.abs(found - right) <= tolerance * np.abs(right).max(initial=1e-12)


def _relation(found: list, right: list, tolerance: float) -> str:
    """The one relation of all numbers to those wanted, or "" if there is none."""
    pairs = list(zip(found, right, strict=True))

    def fits(mend: Callable) -> bool:
        return all(_same(mend(f), r, tolerance) for f, r in pairs)

    if fits(np.negative):
        return "right but for the sign."
    f, r = (np.concatenate([np.ravel(x) for x in side]) for side in (found, right))
    factor = f @ r / max(r @ r, 1e-300)
    if len(r) > 1 and factor and fits(lambda each: each / factor):
        sign = ", of the other sign" if factor < 0 else ""
        return f"off by one constant factor{sign}: {_about(abs(factor))}."
    if len(r) > 1 and fits(lambda each: each - np.mean(f - r)):
        return f"too {_way(np.mean(f - r))} everywhere by the same amount."
    if fits(np.transpose):
        return "right but transposed: rows and columns have changed places."
    if all(_same(np.sort(f, None), np.sort(r, None), tolerance) for f, r in pairs):
        return "made of the right numbers, in another order."
    return ""


def _one(value: Any, wanted: Any, tolerance: float, what: str) -> str:
    """A hint on one outcome, beginning with a capital letter."""
    found, right = numbers(value), numbers(wanted)
    if found is None or found.shape != right.shape:
        if found is not None and _same(found.T, right, tolerance):
            return "It is right but transposed: rows and columns have changed places."
        is_array = found is not None and found.shape
        arrives = f"an array of shape {found.shape}" if is_array else kind(value)
        expected = _shape(right.shape)
        if np.asarray(wanted).dtype == bool:
            expected = f"a list of {right.size} entries, each True or False"
        return f"{what} should be {expected}; this is {arrives}."
    if not np.isfinite(found).all():
        return (
            "It is the right kind of thing, but it holds NaN or infinity. Which step"
            " divides by zero, or grows too large?"
        )
    if not right.shape:
        return f"It is {_size(float(found), float(right))}."
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
        count += f", number {' and '.join(places)}"
    if not places:
        ways = {_way(difference) for difference in np.ravel(found - right)}
        if len(ways) > 1:
            return f"{count}: some are too large, some too small."
        return f"{count}: all are too {ways.pop()}."
    if np.all(close | _close(-found, right, tolerance)):
        return f"{count}. The rest is right but for the sign."
    first = tuple(np.argwhere(~close)[0])
    number = f"Number {first[0] + 1}"
    if found.ndim != 1:
        number = f"The entry in row {first[0] + 1}, column {first[1] + 1}"
    return f"{count}. {number} is {_size(float(found[first]), float(right[first]))}."


def _count(right: int, of: int, things: str) -> str:
    verb = "is" if right < 2 else "are"
    return f"{right or 'None'} of the {of} {things} {verb} right"


def _size(found: float, right: float) -> str:
    """The size of a number relative to the right one."""
    if found * right < 0:
        size = abs(found / right)
        also = f", and {_times(size)} in size" if abs(size - 1) > 1e-6 else ""
        return f"of the wrong sign{also}"
    if not found or not right:
        return f"too {_way(found - right)}"
    return _times(found / right) + " in size" * (right < 0)


_BOUNDS = (
    (1e6, "a million times"),
    (1e3, "a thousand times"),
    (100, "a hundred times"),
    (10, "ten times"),
    (2, "twice"),
)


def _times(factor: float) -> str:
    """A factor in words too coarse to compute the right number from."""
    way, factor = _way(factor - 1), factor if factor > 1 else 1 / max(factor, 1e-300)
    for bound, words in _BOUNDS:
        if factor >= bound * (1 - 1e-9):
            return f"{words} too {way} or more"
    if factor < 1.01:
        return (
            f"nearly right, but too {way} by less than one per cent: rounded too early,"
            " perhaps"
        )
    return f"a little too {way}" if factor < 1.5 else f"too {way}, by less than twice"


def _about(factor: float) -> str:
    """A factor that many numbers have in common."""
    for way, times in (("large", factor), ("small", 1 / factor)):
        if 1.05 < times < 100:
            return f"about {times:.1f} times too {way}"
    return _times(factor)


def _way(difference: float) -> str:
    return "large" if difference > 0 else "small"


def _shape(shape: tuple) -> str:
    if not shape:
        return "one number"
    if len(shape) > 1:
        return f"an array of shape {shape}"
    return f"an array of {shape[0]} number{'s' * (shape[0] != 1)}"
