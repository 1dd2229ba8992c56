"""The scripts and styles that a page gets, from the folder ``static``."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"


def script(*names: str) -> str:
    """Scripts joined into one module."""
    return "\n".join((STATIC / f"{name}.js").read_text("utf-8") for name in names)


def style(name: str) -> str:
    """A style sheet."""
    return (STATIC / f"{name}.css").read_text("utf-8")
