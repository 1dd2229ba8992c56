"""The letters of pictures: those of the pages, Source Sans 3, as matplotlib reads them,
in words and in formulas.

They are cut and renamed (see ``font/README.md``), and as high as those of DejaVu Sans
of the same size, which has the signs that they lack.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from matplotlib import rcParams
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.text import Text

NAME = "Askfirst Sans"
FAMILY = [NAME, "DejaVu Sans"]
FOLDER = Path(__file__).parent / "font"
FILES = tuple(f"askfirst-sans-{style}.ttf" for style in ("regular", "italic", "bold"))
FORMULAS: dict[Any, Any] = {
    "mathtext.fontset": "custom",
    "mathtext.fallback": "stixsans",
    "mathtext.rm": NAME,
    "mathtext.sf": NAME,
    "mathtext.cal": NAME,
    "mathtext.it": f"{NAME}:italic",
    "mathtext.bf": f"{NAME}:bold",
    "mathtext.bfit": f"{NAME}:bold",
    "mathtext.tt": "DejaVu Sans Mono",
}


@contextmanager
def typeset(figure: Figure) -> Iterator[None]:
    """Give the words of a figure the letters of pictures, but for those that have a
    family of their own, and meanwhile all words that drawing it makes.
    """
    _load()
    family, fontset = list(rcParams["font.family"]), rcParams["mathtext.fontset"]
    if family != FAMILY:
        for text in figure.findobj(Text):
            if text.get_fontfamily() == family:
                text.set_fontfamily(FAMILY)
            if text.get_math_fontfamily() == fontset != "custom":
                text.set_math_fontfamily("custom")
    with course_letters():
        yield


def course_letters() -> AbstractContextManager[None]:
    """Meanwhile words that are made have the letters of pictures, in formulas too."""
    return settings({"font.family": FAMILY} | FORMULAS)


@contextmanager
def settings(some: dict[Any, Any]) -> Iterator[None]:
    """Meanwhile these settings of matplotlib hold, as with ``rc_context``, which keeps
    all others too and is slower.
    """
    before = {name: rcParams[name] for name in some}
    rcParams.update(some)
    try:
        yield
    finally:
        rcParams.update(before)


@cache
def _load() -> None:
    """Tell matplotlib where the letters are."""
    for name in FILES:
        fontManager.addfont(FOLDER / name)
