"""The types of ``messages.d.ts``, which the page's scripts are checked against, held
against what Python sends.

The file is read as far as it may go: interfaces, aliases, unions, arrays, tuples,
literals and Record. An object must have every field that its type has, but for the
optional ones, and no other.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from kernellab.interactive.scripts import STATIC

TOKEN = re.compile(
    r"\s+|//[^\n]*|/\*.*?\*/"
    r"|(\"[^\"]*\"|\d+|\w+|\.\.\.|[{}()\[\]<>:;,|?=])",
    re.DOTALL,
)
# What a type of this name holds beyond its shape.
FURTHER: dict[str, Callable[[Any], bool]] = {
    "Whole": lambda value: isinstance(value, int),
    "Colour": lambda value: re.fullmatch("#[0-9a-f]{8}", value) is not None,
    "WrittenPath": lambda value: (
        re.fullmatch("[MLQCZ]*", value[0]) is not None
        and sum({"Z": 0, "Q": 4, "C": 6}.get(letter, 2) for letter in value[0])
        == len(value[1])
    ),
}
PLAIN: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
    ),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "undefined": lambda value: False,
}


class Literal(NamedTuple):
    value: Any


class Name(NamedTuple):
    name: str


class Union(NamedTuple):
    choices: tuple


class Tuple(NamedTuple):
    """``first`` types, then any number of ``rest``; an array has no first ones."""

    first: tuple
    rest: Any = None


class Record(NamedTuple):
    each: Any


class Object(NamedTuple):
    fields: dict[str, tuple[Any, bool]]  # name: its type, and whether it may be absent
    above: tuple[str, ...] = ()


class Reader:
    """A reader of the file's tokens."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(text):
            found = TOKEN.match(text, at)
            assert found, f"{text[at : at + 40]!r} is no part of a type"
            at = found.end()
            if found[1]:
                self.tokens.append(found[1])

    def take(self, wanted: str | None = None) -> str:
        token = self.tokens.pop(0)
        assert wanted in (None, token), f"{token!r} where {wanted!r} should be"
        return token

    def had(self, token: str) -> bool:
        """Take this token, if it is the next."""
        return self.tokens[:1] == [token] and bool(self.take())

    def types(self) -> Iterator[tuple[str, Any]]:
        """All that are declared, by name."""
        while self.tokens:
            kind, name = self.take(), self.take()
            if kind == "interface":
                above = []
                while self.had("extends") or (above and self.had(",")):
                    above.append(self.take())
                yield name, Object(self.fields(), tuple(above))
            else:
                assert kind == "type", kind
                self.take("=")
                yield name, self.union()
                self.take(";")

    def fields(self) -> dict[str, tuple[Any, bool]]:
        self.take("{")
        found = {}
        while not self.had("}"):
            name, optional = self.take(), self.had("?")
            self.take(":")
            found[name] = self.union(), optional
            self.take(";")
        return found

    def union(self) -> Any:
        self.had("|")
        choices = [self.array()]
        while self.had("|"):
            choices.append(self.array())
        return Union(tuple(choices)) if len(choices) > 1 else choices[0]

    def array(self) -> Any:
        found = self.single()
        while self.had("["):
            self.take("]")
            found = Tuple((), found)
        return found

    def single(self) -> Any:
        if self.had("("):
            found = self.union()
            self.take(")")
            return found
        if self.had("["):
            return self.tuple()
        token = self.take()
        if token[0] == '"' or token.isdigit():
            return Literal(json.loads(token))
        if token == "Record":
            for wanted in ("<", "string", ","):
                self.take(wanted)
            found = self.union()
            self.take(">")
            return Record(found)
        return Name(token)

    def tuple(self) -> Tuple:
        first = []
        while not self.had("]"):
            if self.had("..."):
                rest = self.union()
                assert isinstance(rest, Tuple), rest
                self.had(",")
                self.take("]")
                return Tuple(tuple(first), rest.rest)
            if self.tokens[1] == ":":  # a label
                self.take()
                self.take()
            first.append(self.union())
            self.had(",")
        return Tuple(tuple(first))


@cache
def types() -> dict[str, Any]:
    return dict(Reader((STATIC / "messages.d.ts").read_text("utf-8")).types())


def fields(name: str) -> dict[str, tuple[Any, bool]]:
    """The fields of an interface, those that it inherits first."""
    declared = types()[name]
    inherited = [fields(above) for above in declared.above]
    return {k: v for each in [*inherited, declared.fields] for k, v in each.items()}


def wrong(kind: Any, value: Any, at: str) -> tuple[int, str] | None:
    """What is wrong with a value of this type: how deep inside it, and in words."""
    here = at.count(".")
    if isinstance(kind, Union):
        found = [wrong(each, value, at) for each in kind.choices]
        return None if None in found else max(each for each in found if each)
    if isinstance(kind, Literal):
        same = type(kind.value) is type(value) and kind.value == value
        return None if same else (here, f"{at} is {value!r:.80}, not {kind.value!r}")
    if isinstance(kind, Tuple):
        if not isinstance(value, list):
            return here, f"{at} is {value!r:.80}, not a list"
        extra = len(value) - len(kind.first)
        if extra < 0 or (kind.rest is None and extra):
            return here, f"{at} has {len(value)} entries, not {len(kind.first)}"
        each = [*kind.first, *[kind.rest] * extra]
        parts = [
            (k, v, f"{at}.{i}")
            for i, (k, v) in enumerate(zip(each, value, strict=True))
        ]
    elif isinstance(kind, Record):
        if not isinstance(value, dict):
            return here, f"{at} is {value!r:.80}, not an object"
        parts = [(kind.each, v, f"{at}.{name}") for name, v in value.items()]
    elif kind.name in PLAIN:
        good = PLAIN[kind.name](value)
        return None if good else (here, f"{at} is {value!r:.80}, not a {kind.name}")
    elif isinstance(types()[kind.name], Object):
        if not isinstance(value, dict):
            return here, f"{at} is {value!r:.80}, not an object"
        known = fields(kind.name)
        missing = {k for k, (_, optional) in known.items() if not optional} - set(value)
        for what, names in (("lacks", missing), ("has", set(value) - set(known))):
            if names:
                return here, f"{at} {what} {sorted(names)}, unlike {kind.name}"
        parts = [(known[k][0], v, f"{at}.{k}") for k, v in value.items()]
    else:
        if found := wrong(types()[kind.name], value, at):
            return found
        good = kind.name not in FURTHER or FURTHER[kind.name](value)
        return None if good else (here, f"{at} is {value!r:.80}, not a {kind.name}")
    return next((found for part in parts if (found := wrong(*part))), None)


def mismatch(name: str, value: Any) -> str | None:
    """Where a value is not of the type of this name, or None. It is taken as JSON
    writes it.
    """
    found = wrong(Name(name), json.loads(json.dumps(value)), name)
    return found[1] if found else None


def check(name: str, value: Any) -> None:
    found = mismatch(name, value)
    assert found is None, found
