"""What one student did, in one place: the guesses. A page keeps it from one kernel to the next and hands it over.

The record is a dict that JSON can write: ``{"version": 1, "guesses": {name of a question: {"guess": …, "when": …}}}``. A
guess is a word, a number, a list of heights, or None where the question was skipped; ``when`` is in milliseconds since 1970.
"""

from __future__ import annotations

import copy
import math
import time
from typing import Any

VERSION = 1
MOST = 10_000  # characters of one guess: what is longer is no guess of ours

_GUESSES: dict[str, dict[str, Any]] = {}


def record() -> dict[str, Any]:
    """A copy of what is known of the student.

    >>> record()["version"]
    1
    """
    return {"version": VERSION, "guesses": copy.deepcopy(_GUESSES)}


def guess_on(name: str) -> dict[str, Any] | None:
    """The guess on the question of this name, as ``{"guess": …, "when": …}``, or None."""
    return copy.deepcopy(_GUESSES.get(name))


def note(name: str, guess: Any, when: float | None = None) -> dict[str, Any]:
    """Keep a guess, in the place of an earlier one."""
    _GUESSES[name] = {"guess": copy.deepcopy(guess), "when": round(1000 * time.time()) if when is None else when}
    return _GUESSES[name]


def forget(name: str) -> None:
    """Let go of the guess on a question."""
    _GUESSES.pop(name, None)


def merge(guesses: Any) -> None:
    """Take in the guesses that a page kept; of two on one question the newer one stands, and what is no guess is left out."""
    for name, entry in guesses.items() if isinstance(guesses, dict) else ():
        if _is_entry(entry) and entry["when"] > _GUESSES.get(name, {"when": -math.inf})["when"]:
            note(name, entry["guess"], entry["when"])


def _is_entry(entry: Any) -> bool:
    """Whether a page's entry is one: a page's storage can be edited by anyone."""
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("when"), int | float)
        and "guess" in entry
        and isinstance(entry["guess"], str | int | float | list | None)
        and len(str(entry["guess"])) <= MOST
    )
