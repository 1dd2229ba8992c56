"""A student's work as a journal: a line of JSON for each event.

    {"when": 1732620000123, "kind": "guess", "name": "spectrum", "guess": "up"}

``when`` is in milliseconds since 1970. These are the kinds, with their fields:

- ``guess``: the ``guess`` on the question ``name``, which is a word, a number, a list
  of heights, or None where it was skipped; its ``state`` is "right", "wrong",
  "skipped", or None where it was not judged;
- ``again``: the question ``name`` is open again;
- ``check``: an answer to the exercise ``name`` with the numbers of ``seed``, or of the
  lecture if that is None; its ``state``, "right" or "wrong"; the index of its
  ``mistake`` among the known ones, or None; the ``answer`` if it consists of numbers;
- ``seed``: the ``seed`` of the student's numbers, or None;
- ``position``: the ``values`` at which an earlier course left the lab ``name``, which
  has no effect.

Two journals are merged as a union of lines. A line that is not understood is kept, but
has no effect. ``journal.js`` does the same on a page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Event = dict[str, Any]

NAME = "progress.jsonl"
LONGEST_LINE = 10_000  # characters; no event has more
FIELDS: dict[str, dict[str, Any]] = {
    "guess": {"name": str, "guess": str | int | float | list | None},
    "again": {"name": str},
    "check": {
        "name": str,
        "seed": str | None,
        "mistake": int | None,
        "answer": int | float | list | None,
    },
    "position": {"name": str, "values": dict},
    "seed": {"seed": str | None},
}
STATES = {"guess": ("right", "wrong", "skipped", None), "check": ("right", "wrong")}


@dataclass
class State:
    """What the events of a journal amount to. Callers share it, so they must not
    change it.

    ``guesses`` are by question, each with ``guess``, ``when``, perhaps its ``state``
    and, if there was one before it, the ``first``. ``checks`` are by exercise and seed,
    each with ``state``, ``mistake`` and perhaps the ``answer``; once right, it stays
    right.
    """

    seed: str | None = None
    last: float = field(default=-1, compare=False)  # ``when`` of the last event
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    checks: dict[str, dict[str | None, dict[str, Any]]] = field(default_factory=dict)


def line_of(kind: str, when: Any, **fields: Any) -> str:
    """The line of an event.

    >>> line_of("again", 5, name="spectrum")
    '{"when": 5, "kind": "again", "name": "spectrum"}'
    """
    return json.dumps({"when": when, "kind": kind, **fields})


@lru_cache(maxsize=4096)  # after each new event all lines are folded again
def event_in(line: str) -> Event | None:
    """The event in a line, or None if it holds no valid one: anyone can edit a file."""
    try:
        event = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or str(event.get("kind")) not in FIELDS:
        return None
    kind: str = event["kind"]
    when: Any = event.get("when")
    valid = type(when) in (int, float) and abs(when) < 2**53  # false for NaN
    fields = FIELDS[kind].items()
    valid &= all(isinstance(event.get(key), types) for key, types in fields)
    valid &= kind != "guess" or "guess" in event
    valid &= kind not in STATES or event.get("state") in STATES[kind]
    return event if valid else None


def fold(lines: Iterable[str]) -> State:
    """The state after the events in the lines, in the order of time.

    >>> lines = [
    ...     line_of("guess", 1, name="a", guess="up", state="wrong"),
    ...     line_of("guess", 2, name="a", guess="down", state="right"),
    ... ]
    >>> fold(lines).guesses["a"]["first"]
    {'guess': 'up', 'when': 1, 'state': 'wrong'}
    """
    found, firsts = State(), dict[str, dict[str, Any]]()
    events = {line: event for line in lines if (event := event_in(line))}
    for line in sorted(events, key=lambda line: (events[line]["when"], line)):
        event = events[line]
        kind, name, found.last = event["kind"], event.get("name", ""), event["when"]
        if kind == "seed":
            found.seed = event.get("seed")
        elif kind == "guess":
            known = found.guesses.get(name)
            if known and known["guess"] == event["guess"]:  # the same guess again
                known |= _present(event, "state")
            else:
                entry = _present(event, "guess", "when", "state")
                first = firsts.setdefault(name, entry)
                later = first is not entry
                found.guesses[name] = entry | {"first": first} if later else entry
        elif kind == "again":
            found.guesses.pop(name, None)
        elif kind == "check":
            checks, seed = found.checks.setdefault(name, {}), event.get("seed")
            if replaces(event["state"], checks.get(seed, {})):
                entry = _present(event, "state", "answer")
                checks[seed] = entry | {"mistake": event.get("mistake")}
    return found


def replaces(state: str, known: Mapping[str, Any]) -> bool:
    """Whether an answer takes the place of a known one. A right one stays, unless it
    has no ``answer`` on record and the new one is right too.
    """
    return known.get("state") != "right" or (state == "right" and "answer" not in known)


def guess_lines(guesses: Any) -> list[str]:
    """The lines of guesses by question, as in a ``State``: of each the first one, if
    there is one, and the last. What is no guess becomes a line that is no event.
    """
    lines = []
    for name, entry in guesses.items() if isinstance(guesses, dict) else ():
        first = entry.get("first") if isinstance(entry, dict) else None
        for each in (entry,) if first is None else (first, entry):
            fields = each if isinstance(each, dict) else {}
            told = {"guess": fields.get("guess", {}), "state": fields.get("state")}
            lines.append(line_of("guess", fields.get("when"), name=name, **told))
    return lines


def _present(event: Event, *fields: str) -> dict[str, Any]:
    """The fields that an event has; only a guess may be None."""
    given = {key: event[key] for key in fields if key in event}
    return {k: each for k, each in given.items() if each is not None or k == "guess"}
