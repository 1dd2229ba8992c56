"""The scripts and styles that a page gets, from the folder ``static``."""

from __future__ import annotations

from pathlib import Path

from askfirst.words.palette import style_sheet

STATIC = Path(__file__).parent / "static"
# The files that come before those that use them
PARTS = {
    "player": ("colours", "sheet", "strokes", "images", "letters", "layout"),
    "live": (
        *("frames", "settings", "aim", "fit", "report", "wire", "wishes"),
        *("stage", "moves", "mail"),
    ),
    "steps": ("listing", "asking"),
    "question": ("judge", "sketch"),
}


def script(*names: str) -> str:
    """Scripts joined into one module, each with its parts."""
    files = [each for name in names for each in (*PARTS.get(name, ()), name)]
    return "\n".join((STATIC / f"{name}.js").read_text("utf-8") for name in files)


def style(name: str) -> str:
    """A style sheet; that of labs has the colours of the letters."""
    colours = style_sheet() if name == "lab" else ""
    return colours + (STATIC / f"{name}.css").read_text("utf-8")
