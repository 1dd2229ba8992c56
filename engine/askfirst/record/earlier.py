"""Records as courses kept them before the journal: one file of JSON, by sections.

It becomes a journal when its student first opens the new course. What of it is
malformed is said in a line, and the file is kept aside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from askfirst.record.journal import event_in, line_of, lines_in

NAME = "progress.json"
SECTIONS = ("guesses", "checks")


def lines_and_malformed(text: bytes) -> tuple[list[str], list[str]]:
    """The lines of a journal, or of an earlier record, and the names of the entries of
    that record that are malformed. Raises ValueError for a text that holds neither.

    >>> kept = b'{"guesses": {"spectrum": {"guess": "up", "when": 5}, "odd": 3}}'
    >>> lines, malformed = lines_and_malformed(kept)
    >>> len(lines), malformed
    (1, ['odd'])
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return lines_in(text), []
    if not isinstance(found, dict) or "kind" in found:
        return lines_in(text), []
    if found.get("version", 1) != 1:
        raise ValueError(f"its version is {found['version']!r}, which is unknown here")
    entries = [("seed", "", found)]
    for section in SECTIONS:
        if not isinstance(table := found.get(section, {}), dict):
            raise ValueError("it is no record")
        entries += [(section, name, entry) for name, entry in table.items()]
    lines: list[str] = []
    malformed: list[str] = []
    for section, name, entry in entries:
        try:
            made = [*_events(section, name, entry)]
        except (AttributeError, KeyError, TypeError):
            made = [""]
        if all(map(event_in, made)):
            lines += made
        else:
            malformed.append(name or section)
    return lines, malformed


def _events(section: str, name: str, entry: dict[str, Any]) -> Iterator[str]:
    """The lines of one entry. What was deleted has ``when`` alone."""
    if section == "seed":
        if "seed" in entry:
            yield line_of("seed", entry.get("seed_when", 0), seed=entry["seed"])
        return
    when = entry["when"]
    if section == "guesses":
        told = [entry["first"]] if "first" in entry else []
        for each in [*told, entry] if "guess" in entry else told:
            guess, state = each["guess"], each.get("state")
            yield line_of("guess", each["when"], name=name, guess=guess, state=state)
        if "guess" not in entry:
            yield line_of("again", when, name=name)
    elif "state" in entry:
        exercise, _, seed = name.partition("@")
        answer = {"answer": entry["answer"]} if "answer" in entry else {}
        found = {"state": entry["state"], "mistake": entry.get("mistake")} | answer
        yield line_of("check", when, name=exercise, seed=seed or None, **found)
