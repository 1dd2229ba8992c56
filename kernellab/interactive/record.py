"""What one student did, in one place: guesses, checks and where labs were left. Nothing
of it is sent anywhere.

The record is a dict that JSON can write: ``{"version": 1, "seed": …, "guesses": {name
of a question: {"guess": …, "when": …}}, "checks": {name of an exercise: {"state": …,
"mistake": …, "when": …}}, "positions": {title of a lab: {"values": …, "when": …}}}``. A
guess is a word, a number, a list of heights, or None where the question was skipped;
once its question has judged it, it has a state, "right", "wrong" or "skipped". The
state of a check is "right" or "wrong", a mistake its place among the known ones, or
None; a seed is a text, or None where the numbers are those of the notebook; ``when`` is
in milliseconds since 1970.

In a working copy the record outlives the kernel, in the file of ``record_file``; a page
keeps the guesses too.
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

GUESSES = (  # the type under which a notebook hands its guesses in
    "application/vnd.kernellab.guesses+json"
)

_PLACE: Path | None = record_file.place()
_STAMP: tuple[int, ...] | None = None  # of the file when it was read or written last
_LOCK = threading.RLock()  # a page's messages come on a thread of their own

_KEPT = record_file.understood(b"{}")  # everything, as the file has it
# Titles of labs whose position came from the file, and was not taken yet.
_ARRIVED: set[str] = set()


def record() -> dict[str, Any]:
    """A copy of what is known of the student.

    >>> record()["version"]
    1
    """
    _read()
    here = {
        name: {key: entry for key, entry in _KEPT[name].items() if len(entry) > 1}
        for name in SECTIONS
    }
    return copy.deepcopy({"version": VERSION, "seed": _KEPT["seed"], **here})


def place() -> Path | None:
    """The file that keeps the record, in a working copy."""
    return _PLACE


def seed() -> str | None:
    """What the numbers of this student's exercises are drawn from, or None for those of
    the notebook.
    """
    _read()
    seed: str | None = _KEPT["seed"]
    return seed


def keep_seed(new: str | None) -> None:
    """Draw this student's numbers from another seed."""
    with _written():
        _KEPT.update(seed=new, seed_when=_now())


def checked(name: str, state: str, mistake: int | None) -> None:
    """Keep how an exercise stands: once right, it stays so."""
    with _written():
        if _KEPT["checks"].get(name, {}).get("state") != "right":
            _KEPT["checks"][name] = {"state": state, "mistake": mistake, "when": _now()}


def guess_on(name: str) -> dict[str, Any] | None:
    """The guess on this question, as ``{"guess": …, "when": …}``, or None."""
    _read()
    entry = _KEPT["guesses"].get(name, {})
    return (
        {"guess": copy.deepcopy(entry["guess"]), "when": entry["when"]}
        if "guess" in entry
        else None
    )


def note(
    name: str, guess: Any, when: float | None = None, state: str | None = None
) -> None:
    """Keep a guess, in the place of an earlier one, and how it was judged."""
    with _written():
        # The clock of a page may be behind.
        last = _KEPT["guesses"].get(name, {"when": -1})["when"]
        entry = {
            "guess": copy.deepcopy(guess),
            "when": max(_now() if when is None else when, last + 1),
        }
        _KEPT["guesses"][name] = entry if state is None else entry | {"state": state}


def judged(name: str, state: str) -> None:
    """Keep how the guess on record was judged, where that is not known yet."""
    if (
        "guess" in (entry := _KEPT["guesses"].get(name, {}))
        and entry.get("state") != state
    ):
        with _written():
            _KEPT["guesses"][name] = entry | {"state": state}


def forget(name: str) -> None:
    """Let go of the guess on a question."""
    with _written():
        if name in _KEPT["guesses"]:
            _KEPT["guesses"][name] = {
                "when": max(_now(), _KEPT["guesses"][name]["when"] + 1)
            }


def forget_all() -> None:
    """Let go of everything that is known of the student, also in the file; the seed
    stays.
    """
    with _written():
        for name in SECTIONS:
            _KEPT[name].clear()
        _KEPT["forgotten"] = _now()


def left(title: str, values: dict[str, Any]) -> None:
    """Keep where a hand left the controls of a lab; without values they are back at the
    start.
    """
    if title and values != _KEPT["positions"].get(title, {}).get("values", {}):
        with _written():
            _KEPT["positions"][title] = (
                {"values": dict(values), "when": _now()} if values else {"when": _now()}
            )
            _ARRIVED.discard(title)


def position(title: str) -> dict[str, Any]:
    """Where the controls of a lab were left in another kernel, once; a cell that is run
    again starts at its start.
    """
    _read()
    if title not in _ARRIVED:
        return {}
    _ARRIVED.remove(title)
    return copy.deepcopy(_KEPT["positions"].get(title, {}).get("values", {}))


def merge(guesses: Any) -> None:
    """Take in the guesses that a page kept; of two on one question the newer one
    stands, and what is no guess is left out.
    """
    _read()
    found = guesses if isinstance(guesses, dict) else {}
    sound = {
        name: {"guess": each["guess"], "when": each["when"]}
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
            known.update(copy.deepcopy(newer))


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
    """Take in what another kernel, or the student, has put into the file since; whether
    that could be done.
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
            # An entry that stays is never missing: a drawing thread may be reading.
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
