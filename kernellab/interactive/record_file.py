"""The file of a student's record, and how two records are merged.

A deleted entry is ``{"when": …}``, in the file as in memory, so that an older copy of
it does not come back. ``forgotten`` is when the student deleted everything.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

from kernellab.interactive.working_copy import MARKER, beside, write

NAME = "progress.json"
VERSION = 1
MAX_ENTRY_CHARACTERS = 10_000  # a longer entry is not ours
EMPTY: dict[str, Any] = {
    "version": VERSION,
    "seed": None,
    "seed_when": 0,
    "forgotten": 0,
    "guesses": {},
    "checks": {},
    "positions": {},
}
FIRST = ("guess", "when", "state")  # what is kept of a first guess
SECTIONS = ("guesses", "checks", "positions")


def place() -> Path | None:
    """The file in the kernel's folder, if that is a working copy."""
    return Path(NAME).absolute() if Path(MARKER).is_file() else None


def stamp(path: Path) -> tuple[int, ...] | None:
    """Time, size and inode of a file, or None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load(path: Path) -> dict[str, Any]:
    """The record in a file; empty if there is none or, with a warning, if it is bad."""
    try:
        return understood(path.read_bytes())
    except FileNotFoundError:
        return understood(b"{}")
    except ValueError as error:
        aside = beside(path, "not understood")
        path.replace(aside)
        warnings.warn(
            f"{path.name} was not understood ({error}). It is kept as {aside.name}, and"
            " a new one begins.",
            stacklevel=2,
        )
        return understood(b"{}")


def save(path: Path, kept: dict[str, Any]) -> None:
    """Write the record of a student."""
    write(path, json.dumps(kept, ensure_ascii=False, indent=1).encode(errors="replace"))


def understood(text: bytes) -> dict[str, Any]:
    """The record in a text, without invalid entries. ValueError if it is none."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("it holds no record")
    found = EMPTY | found
    if found["version"] != VERSION:
        raise ValueError(
            f"its version is {found['version']!r}, and this course writes {VERSION}"
        )
    valid = {"guesses": is_guess, "checks": _is_check, "positions": _is_position}
    for name, is_valid in valid.items():
        if not isinstance(found[name], dict):
            raise ValueError(f"its {name} are not a table")
        items = found[name].items()
        found[name] = {k: each for k, each in items if _is_gone(each) or is_valid(each)}
    for name in ("seed_when", "forgotten"):
        if not _is_moment(found[name]):
            raise ValueError(f"{name} is not a time")
    if not isinstance(found["seed"], str | None):
        raise ValueError("its seed is not text")
    return {name: found[name] for name in EMPTY}


def joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two records merged: the newer entry stays, but an exercise that was right stays
    right.

    >>> one, other = understood(b"{}"), understood(b"{}")
    >>> one["guesses"]["a"] = {"guess": "up", "when": 1}
    >>> other["guesses"]["a"] = {"guess": "down", "when": 2}
    >>> joined(one, other)["guesses"]
    {'a': {'guess': 'down', 'when': 2, 'first': {'guess': 'up', 'when': 1}}}
    """
    newer = max(one, other, key=lambda each: each["seed_when"])
    both = EMPTY | {"seed": newer["seed"], "seed_when": newer["seed_when"]}
    both["forgotten"] = gone = max(one["forgotten"], other["forgotten"])
    for section in SECTIONS:
        sides = one[section], other[section]
        both[section] = {}
        for name in [*sides[0], *sides[1]]:
            entries = [each[name] for each in sides if name in each]
            best = max(entries, key=_weight)
            if best["when"] > gone:
                both[section][name] = best
                firsts = [found for each in entries if (found := first_of(each))]
                first = min(firsts, key=lambda each: each["when"], default=None)
                if section == "guesses" and first and gone < first["when"]:
                    both[section][name] = with_first(best, first)
    return both


def restored(now: dict[str, Any], backup: dict[str, Any]) -> dict[str, Any]:
    """A record merged with a backup, even if everything was deleted in between."""
    after, lifted = now["forgotten"] + 1, backup | {"forgotten": 0}
    for section in SECTIONS:
        items = backup[section].items()
        later = {
            name: each | {"when": max(each["when"], after)} for name, each in items
        }
        lifted[section] = later
    return joined(now, lifted)


def first_of(entry: dict[str, Any]) -> dict[str, Any] | None:
    """The first guess on a question, or None."""
    if "first" in entry:
        first: dict[str, Any] = entry["first"]
        return first
    return entry if "guess" in entry else None


def with_first(entry: dict[str, Any], first: dict[str, Any] | None) -> dict[str, Any]:
    """An entry that holds the first guess too, if there was one before it."""
    if first is None or first["when"] >= entry["when"]:
        return entry
    return entry | {"first": {key: first[key] for key in FIRST if key in first}}


def is_guess(entry: Any) -> bool:
    """Whether this is a valid guess. Anyone can edit a file or a browser's store."""
    return _is_single(entry) and ("first" not in entry or _is_single(entry["first"]))


def _is_single(entry: Any) -> bool:
    return (
        _is_dated(entry)
        and "guess" in entry
        and isinstance(entry["guess"], str | int | float | list | None)
    )


def _is_check(entry: Any) -> bool:
    return (
        _is_dated(entry)
        and entry.get("state") in ("right", "wrong")
        and isinstance(entry.get("mistake"), int | None)
    )


def _is_position(entry: Any) -> bool:
    return _is_dated(entry) and isinstance(entry.get("values"), dict)


def _is_gone(entry: Any) -> bool:
    return _is_dated(entry) and (
        len(entry) == 1
        or ({*entry} == {"when", "first"} and _is_single(entry["first"]))
    )


def _is_dated(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and _is_moment(entry.get("when"))
        and len(str(entry)) <= MAX_ENTRY_CHARACTERS
    )


def _is_moment(when: Any) -> bool:
    return isinstance(when, int | float) and abs(when) < 2**63  # and no NaN


def _weight(entry: dict[str, Any]) -> tuple[bool, float, int]:
    """The key of the better of two entries: right, newer, or with more fields."""
    right = entry.get("state") == "right" and "mistake" in entry
    return right, entry["when"], len(entry)
