"""The scripts and styles that a page gets, from the folder ``static``."""

from __future__ import annotations

import json
from functools import cache
from itertools import chain
from pathlib import Path

from askfirst.words.course import current
from askfirst.words.palette import style_sheet

STATIC = Path(__file__).parent / "static"
# The files that come before those that use them
PARTS = {
    "player": ("colours", "sheet", "strokes", "images", "letters", "layout"),
    "live": (
        *("frames", "settings", "aim", "report", "wire", "wishes"),
        *("stage", "moves", "mail"),
    ),
    "picture": ("player", "handles", "fit"),
    "question": ("judge", "sketch"),
}


def script(*names: str) -> str:
    """Scripts joined into one module, each with its parts; what all others use is
    "controls", and has before it what the course declares.
    """
    code = _joined(names)
    if "controls" not in names:
        return code
    course = current()
    given = {"name": course.command, "letters": "".join(course.letters)}
    return f"const COURSE = {json.dumps(given, ensure_ascii=False)};\n{code}"


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join(_text(f"{each}.js") for name in names for each in _parts(name))


def _parts(name: str) -> list[str]:
    return [*chain(*map(_parts, PARTS.get(name, ()))), name]


def style(name: str) -> str:
    """A style sheet; that of labs has the colours of the course's letters."""
    course = current()
    colours = style_sheet(course.letters, course.roles) if name == "lab" else ""
    return colours + _text(f"{name}.css")


@cache
def _text(file: str) -> str:
    return (STATIC / file).read_text("utf-8")
