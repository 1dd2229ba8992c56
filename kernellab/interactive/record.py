"""A student's record: guesses, checks and positions of labs. It is sent nowhere.

The record is a dict that JSON can write: ``{"version": 1, "seed": …, "guesses": {name
of a question: {"guess": …, "when": …}}, "checks": {name of an exercise: {"state": …,
"mistake": …, "when": …}}, "positions": {title of a lab: {"values": …, "when": …}}}``.
After the name of an exercise with numbers of the student's own stand @ and the seed. A
guess is a word, a number, a list of heights, or None where the question was skipped;
once its question has judged it, it has a state, "right", "wrong" or "skipped". Where
there was a guess before it, ``first`` is the first one, of the same form. The
state of a check is "right" or "wrong", a mistake its place among the known ones, or
None; a seed is a text, or None where the numbers are those of the notebook; ``when`` is
in milliseconds since 1970.

A working copy stores the record in the file of ``record_file``; a browser stores the
guesses too.
"""

from __future__ import annotations

import copy
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kernellab.interactive import record_file
from kernellab.interactive.record_file import SECTIONS, VERSION

# The MIME type of guesses that are handed in.
GUESSES = "application/vnd.kernellab.guesses+json"

_PLACE: Path | None = record_file.place()
_STAMP: tuple[int, ...] | None = None  # of the file when it was read or written last
_LOCK = threading.RLock()  # a page's messages come on a thread of their own

_KEPT = record_file.understood(b"{}")  # the record, as in the file
# Titles of labs whose position came from the file and was not used yet.
_ARRIVED: set[str] = set()


def record() -> dict[str, Any]:
    """A copy of the record.

    >>> record()["version"]
    1
    """
    _read()
    here = {
        name: {
            key: entry
            for key, entry in _KEPT[name].items()
            if not {*entry} <= {"when", "first"}
        }
        for name in SECTIONS
    }
    return copy.deepcopy({"version": VERSION, "seed": _KEPT["seed"], **here})


def place() -> Path | None:
    """The file that keeps the record, in a working copy."""
    return _PLACE


def seed() -> str | None:
    """The seed of this student's exercises, or None for the notebook's numbers."""
    _read()
    seed: str | None = _KEPT["seed"]
    return seed


def keep_seed(new: str | None) -> None:
    """Replace the seed."""
    with _written():
        _KEPT.update(seed=new, seed_when=_now())


def checked(name: str, state: str, mistake: int | None) -> None:
    """Record the result of an exercise. Once right, it stays right."""
    with _written():
        seed, checks = _KEPT["seed"], _KEPT["checks"]
        key = name if seed is None else f"{name}@{seed}"
        if checks.get(key, {}).get("state") != "right":
            checks[key] = {"state": state, "mistake": mistake, "when": _now()}


def states() -> dict[str, dict[str | None, str]]:
    """The state of each answered exercise, by the seed of its numbers."""
    found: dict[str, dict[str | None, str]] = {}
    for key, entry in record()["checks"].items():
        name, _, seed = key.partition("@")
        found.setdefault(name, {})[seed or None] = entry["state"]
    return found


def guess_on(name: str) -> dict[str, Any] | None:
    """The guess on this question, as ``{"guess": …, "when": …}``, or None."""
    _read()
    entry = _KEPT["guesses"].get(name, {})
    if "guess" not in entry:
        return None
    return copy.deepcopy(
        {k: entry[k] for k in ("guess", "when", "first") if k in entry}
    )


def note(
    name: str, guess: Any, when: float | None = None, state: str | None = None
) -> None:
    """Record a guess and its state, in place of an earlier one; the first stays."""
    with _written():
        before = _KEPT["guesses"].get(name, {"when": -1})
        # A page's clock may be slow.
        when = max(_now() if when is None else when, before["when"] + 1)
        entry = {"guess": copy.deepcopy(guess), "when": when}
        if state is not None:
            entry["state"] = state
        first = record_file.first_of(before)
        _KEPT["guesses"][name] = record_file.with_first(entry, first)


def judged(name: str, state: str) -> None:
    """Record the state of the guess on record."""
    entry = _KEPT["guesses"].get(name, {})
    if "guess" in entry and entry.get("state") != state:
        with _written():
            _KEPT["guesses"][name] = entry | {"state": state}


def forget(name: str) -> None:
    """Delete the guess on a question, but for the first one."""
    with _written():
        if entry := _KEPT["guesses"].get(name):
            gone = {"when": max(_now(), entry["when"] + 1)}
            first = record_file.first_of(entry)
            _KEPT["guesses"][name] = record_file.with_first(gone, first)


def forget_all() -> None:
    """Delete everything but the seed, also in the file."""
    with _written():
        for name in SECTIONS:
            _KEPT[name].clear()
        _KEPT["forgotten"] = _now()


def left(title: str, values: dict[str, Any]) -> None:
    """Record the values of a lab's controls; no values mean the start."""
    if title and values != _KEPT["positions"].get(title, {}).get("values", {}):
        with _written():
            entry = {"values": dict(values)} if values else {}
            _KEPT["positions"][title] = entry | {"when": _now()}
            _ARRIVED.discard(title)


def position(title: str) -> dict[str, Any]:
    """The values of a lab's controls in an earlier kernel. A second call returns {}, so
    that a cell that is run again begins at the start.
    """
    _read()
    if title not in _ARRIVED:
        return {}
    _ARRIVED.remove(title)
    return copy.deepcopy(_KEPT["positions"].get(title, {}).get("values", {}))


def merge(guesses: Any) -> None:
    """Merge valid guesses from a browser; the newer guess on a question stays."""
    _read()
    found = guesses if isinstance(guesses, dict) else {}
    sound = {
        name: {key: each[key] for key in ("guess", "when", "first") if key in each}
        for name, each in found.items()
        if record_file.is_guess(each)
    }
    at_least, known = {"when": _KEPT["forgotten"]}, _KEPT["guesses"]
    newer = {
        name: each
        for name, each in sound.items()
        if each["when"] > known.get(name, at_least)["when"]
    }
    if newer:
        with _written():
            for name, each in copy.deepcopy(newer).items():
                first = record_file.first_of(known.get(name, {}))
                known[name] = record_file.with_first(each, first)


@contextmanager
def _written() -> Iterator[None]:
    """Change the record, in memory and in the file."""
    global _STAMP
    with _LOCK:
        readable = _read()
        yield
        if _PLACE is not None and readable:
            try:
                record_file.save(_PLACE, _KEPT)
                _STAMP = record_file.stamp(_PLACE)
            except OSError as error:
                _warn(error)


def _read() -> bool:
    """Merge what another kernel, or the student, has written into the file since;
    return whether it could be read.
    """
    global _STAMP
    if _PLACE is None:
        return True
    with _LOCK:
        try:
            if (now := record_file.stamp(_PLACE)) == _STAMP:
                return True
            both = record_file.joined(_KEPT, record_file.load(_PLACE))
        except OSError as error:
            _warn(error)
            return False
        _STAMP = now
        _ARRIVED.update(
            title
            for title, entry in both["positions"].items()
            if entry != _KEPT["positions"].get(title)
        )
        for name in SECTIONS:
            mine = _KEPT[name]
            # A drawing thread may be reading, so an entry that stays is never removed.
            mine.update(both[name])
            for gone in mine.keys() - both[name].keys():
                del mine[gone]
        _KEPT.update({name: both[name] for name in ("seed", "seed_when", "forgotten")})
        return True


def _warn(error: OSError) -> None:
    warnings.warn(
        f"what you answer is not kept beyond this kernel: {error.strerror or error}:"
        f" {_PLACE}.",
        stacklevel=4,
    )


def _now() -> int:
    return round(1000 * time.time())
