"""The scripts and styles that a page gets, from the folder ``static``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from askfirst.words.course import current
from askfirst.words.palette import style_sheet

STATIC = Path(__file__).parent / "static"
PLAYER = ("colours", "sheet", "strokes", "images", "letters", "layout", "player")
# Scripts that are several files, those first that others use
PARTS = {
    "player": PLAYER,
    "live": (
        *("frames", "settings", "aim", "report", "wire", "wishes"),
        *("stage", "moves", "mail", "live"),
    ),
    "picture": (*PLAYER, "handles", "fit", "picture"),
    "question": ("judge", "sketch", "question"),
}


def script(*names: str) -> str:
    """Scripts joined into one module, each with its parts; what all others use is
    "controls", and has before it what the course declares.
    """
    code = [_text(f"{part}.js") for name in names for part in PARTS.get(name, (name,))]
    if "controls" in names:
        course = current()
        given = {"name": course.command, "letters": "".join(course.letters)}
        code.insert(0, f"const COURSE = {json.dumps(given, ensure_ascii=False)};")
    return "\n".join(code)


def style(name: str) -> str:
    """A style sheet; that of labs has the colours of the course's letters."""
    course = current()
    colours = style_sheet(course.letters, course.roles) if name == "lab" else ""
    return colours + _text(f"{name}.css")


@cache
def _text(file: str) -> str:
    return (STATIC / file).read_text("utf-8")
