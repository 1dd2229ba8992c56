"""The file in which a student's record outlives the kernel, and how two records become
one.

In the file, as in memory, an entry that was let go is ``{"when": …}`` and no more, so
that an older copy of it does not come back. ``forgotten`` is when the student let go of
everything.
"""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

from kernellab.interactive.working_copy import MARKER, beside, write

NAME = "progress.json"
VERSION = 1
MOST = 10_000  # characters of one entry: what is longer is none of ours
EMPTY: dict[str, Any] = {
    "version": VERSION,
    "seed": None,
    "seed_when": 0,
    "forgotten": 0,
    "guesses": {},
    "checks": {},
    "positions": {},
}
SECTIONS = ("guesses", "checks", "positions")


def place() -> Path | None:
    """The file of the kernel's folder, if that is a working copy: the originals and CI
    never have one.
    """
    return Path(NAME).absolute() if Path(MARKER).is_file() else None


def stamp(path: Path) -> tuple[int, ...] | None:
    """What changes when the file does."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load(path: Path) -> dict[str, Any]:
    """The record in a file, empty where there is none; a file that cannot be understood
    is kept aside, with a warning.
    """
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
    write(path, json.dumps(kept, ensure_ascii=False, indent=1).encode())


def understood(text: bytes) -> dict[str, Any]:
    """The record that a text holds, without whatever is no entry of one. Raises
    ValueError where it holds none.
    """
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
    for name, sound in {
        "guesses": is_guess,
        "checks": _is_check,
        "positions": _is_position,
    }.items():
        if not isinstance(found[name], dict):
            raise ValueError(f"its {name} are no table")
        found[name] = {
            key: entry
            for key, entry in found[name].items()
            if _is_gone(entry) or sound(entry)
        }
    for name in ("seed_when", "forgotten"):
        if not _is_moment(found[name]):
            raise ValueError(f"{name} is no moment")
    if not isinstance(found["seed"], str | None):
        raise ValueError("its seed is no text")
    return {name: found[name] for name in EMPTY}


def joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two records as one: of two entries the newer stands, but an exercise that was
    right stays so.

    >>> one, other = understood(b"{}"), understood(b"{}")
    >>> one["guesses"]["a"] = {"guess": "up", "when": 1}
    >>> other["guesses"]["a"] = {"guess": "down", "when": 2}
    >>> joined(one, other)["guesses"]
    {'a': {'guess': 'down', 'when': 2}}
    """
    newer = max(one, other, key=lambda each: each["seed_when"])
    both = EMPTY | {"seed": newer["seed"], "seed_when": newer["seed_when"]}
    both["forgotten"] = max(one["forgotten"], other["forgotten"])
    for section in SECTIONS:
        mine, theirs = one[section], other[section]
        best = {
            name: max(
                (each[name] for each in (mine, theirs) if name in each), key=_weight
            )
            for name in [*mine, *theirs]
        }
        both[section] = {
            name: entry
            for name, entry in best.items()
            if entry["when"] > both["forgotten"]
        }
    return both


def restored(now: dict[str, Any], backup: dict[str, Any]) -> dict[str, Any]:
    """A record with one that the student asks to have back, also if it was forgotten in
    between.
    """
    after = now["forgotten"] + 1
    lifted = {
        section: {
            name: entry | {"when": max(entry["when"], after)}
            for name, entry in backup[section].items()
        }
        for section in SECTIONS
    }
    return joined(now, backup | lifted | {"forgotten": 0})


def is_guess(entry: Any) -> bool:
    """Whether this is a guess: anyone can edit a file, or what a page stores."""
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
    return _is_dated(entry) and len(entry) == 1


def _is_dated(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and _is_moment(entry.get("when"))
        and len(str(entry)) <= MOST
    )


def _is_moment(when: Any) -> bool:
    return isinstance(when, int | float) and math.isfinite(when)


def _weight(entry: dict[str, Any]) -> tuple[bool, float, int]:
    """What decides between two entries; of two of one moment the fuller one stands."""
    return (
        entry.get("state") == "right" and "mistake" in entry,
        entry["when"],
        len(entry),
    )
