"""What one student did, in one place: guesses and checks. A page keeps the guesses from one kernel to the next.

The record is a dict that JSON can write: ``{"version": 1, "seed": …, "guesses": {name of a question: {"guess": …, "when": …}},
"checks": {name of an exercise: {"state": …, "mistake": …, "when": …}}}``. A guess is a word, a number, a list of heights, or
None where the question was skipped; a state is "right" or "wrong", a mistake its place among the known ones, or None; a seed
is a text, or None where the numbers are those of the notebook; ``when`` is in milliseconds since 1970.
"""

from __future__ import annotations

import copy
import math
import time
from typing import Any

VERSION = 1
GUESSES = "application/vnd.kernellab.guesses+json"  # the type under which a notebook hands its guesses in
MOST = 10_000  # characters of one guess: what is longer is no guess of ours

_GUESSES: dict[str, dict[str, Any]] = {}
_CHECKS: dict[str, dict[str, Any]] = {}
_SEED: str | None = None


def record() -> dict[str, Any]:
    """A copy of what is known of the student.

    >>> record()["version"]
    1
    """
    return copy.deepcopy({"version": VERSION, "seed": _SEED, "guesses": _GUESSES, "checks": _CHECKS})


def seed() -> str | None:
    """What the numbers of this student's exercises are drawn from, or None for those of the notebook."""
    return _SEED


def keep_seed(new: str | None) -> None:
    """Draw this student's numbers from another seed."""
    global _SEED
    _SEED = new


def checked(name: str, state: str, mistake: int | None) -> None:
    """Keep how an exercise stands: once right, it stays so."""
    if _CHECKS.get(name, {}).get("state") != "right":
        _CHECKS[name] = {"state": state, "mistake": mistake, "when": round(1000 * time.time())}


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
