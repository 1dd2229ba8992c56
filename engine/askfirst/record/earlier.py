"""Records as courses kept them before the journal: JSON by sections, in a file or,
from a page, in a line of its journal.

They become journals here, when a student first opens the new course or brings back
what a page gave.
"""

from __future__ import annotations

import json
from typing import Any

from askfirst.record.journal import event_in, guess_lines, line_of

NAME = "progress.json"


def lines_in(text: bytes) -> list[str]:
    """The lines of a journal, or of an earlier record; a malformed entry of that is a
    line that is no event. Raises ValueError for a text that holds neither.

    >>> kept = b'{"guesses": {"spectrum": {"guess": "up", "when": 5}, "odd": 3}}'
    >>> [event_in(line) is not None for line in lines_in(kept)]
    [True, False]
    """
    whole, lines = text.decode(), list[str]()
    is_record = _record_in(whole) is not None
    for part in [whole] if is_record else map(str.strip, whole.split("\n")):
        record = _record_in(part) or {}
        lines += _converted(record) if is_record or "guesses" in record else [part]
    lines = [*filter(None, lines)]
    if lines and not any(map(event_in, lines)):
        raise ValueError("it holds no record")
    return lines


def _record_in(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_record = isinstance(found, dict) and not found.keys() & {"kind", "when"}
    return found if is_record else None


def _converted(found: dict[str, Any]) -> list[str]:
    if found.get("version", 1) != 1:
        raise ValueError(f"its version is {found['version']!r}, which is unknown here")
    guesses, checks = found.get("guesses", {}), found.get("checks", {})
    if not isinstance(guesses, dict) or not isinstance(checks, dict):
        raise ValueError("it is no record")
    lines = []
    if "seed" in found:
        lines.append(line_of("seed", found.get("seed_when", 0), seed=found["seed"]))
    for name, entry in guesses.items():
        lines += guess_lines({name: entry})
        if isinstance(entry, dict) and "guess" not in entry:  # it was asked again
            lines[-1] = line_of("again", entry.get("when"), name=name)
    for key, entry in checks.items():
        name, _, seed = key.partition("@")
        told = entry if isinstance(entry, dict) else {}
        given = {field: told.get(field) for field in ("state", "mistake", "answer")}
        line = line_of("check", told.get("when"), name=name, seed=seed or None, **given)
        lines += [line] if told.keys() != {"when"} else []  # what was deleted
    return lines
