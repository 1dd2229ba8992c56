"""Records as courses kept them before the journal: JSON by sections, in a file or,
from a page, in a line of its journal.

They become journals here, when a student first opens the new course or brings back
what a page gave.
"""

from __future__ import annotations

import json
from typing import Any

from askfirst.record import journal
from askfirst.record.journal import event_in, line_of

NAME = "progress.json"


def lines_in(text: bytes) -> list[str]:
    """The lines of a journal, or of an earlier record; a malformed entry of that is a
    line as it is, and no event. Raises ValueError for a text that holds neither.

    >>> kept = b'{"guesses": {"spectrum": {"guess": "up", "when": 5}, "odd": 3}}'
    >>> [event_in(line) is not None for line in lines_in(kept)]
    [True, False]
    """
    if (record := _record_in(text)) is not None:
        return _converted(record)
    lines = []
    for line in journal.lines_in(text):
        record = _record_in(line) or {}
        lines += _converted(record) if "guesses" in record else [line]
    return lines


def _record_in(text: str | bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "kind" not in found else None


def _converted(found: dict[str, Any]) -> list[str]:
    if found.get("version", 1) != 1:
        raise ValueError(f"its version is {found['version']!r}, which is unknown here")
    lines = []
    if "seed" in found:
        lines.append(line_of("seed", found.get("seed_when", 0), seed=found["seed"]))
    for section, lines_of in (("guesses", _guesses), ("checks", _checks)):
        if not isinstance(table := found.get(section, {}), dict):
            raise ValueError("it is no record")
        for name, entry in table.items():
            told = isinstance(entry, dict) and "when" in entry
            made = lines_of(name, entry) if told else [""]
            lines += made if all(map(event_in, made)) else [json.dumps(entry)]
    return lines


def _guesses(name: str, entry: dict[str, Any]) -> list[str]:
    """The first guess and the last one; what was deleted has ``when`` alone."""
    told = [entry["first"]] if "first" in entry else []
    lines = []
    for each in [*told, entry] if "guess" in entry else told:
        fields = each if isinstance(each, dict) else {}
        kept = {key: fields[key] for key in ("guess", "state") if key in fields}
        lines.append(line_of("guess", fields.get("when"), name=name, **kept))
    if "guess" not in entry:
        lines.append(line_of("again", entry["when"], name=name))
    return lines


def _checks(key: str, entry: dict[str, Any]) -> list[str]:
    name, _, seed = key.partition("@")
    fields = {field: entry.get(field) for field in ("state", "mistake", "answer")}
    line = line_of("check", entry["when"], name=name, seed=seed or None, **fields)
    return [line] if "state" in entry else []
