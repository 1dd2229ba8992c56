"""The letters of pictures: those of the pages, Source Sans 3, as matplotlib reads them,
in words and in formulas; and settings of matplotlib that are those of no reader.

They are cut and renamed (see ``font/README.md``), and as high as those of DejaVu Sans
of the same size, which has the signs that they lack.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from matplotlib import rcParams, rcParamsDefault
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.text import Text

NAME = "Askfirst Sans"
FAMILY = [NAME, "DejaVu Sans"]
FOLDER = Path(__file__).parent / "font"
FILES = tuple(f"askfirst-sans-{style}.ttf" for style in ("regular", "italic", "bold"))

# Messages of the page arrive on another thread, and all figures share matplotlib's
# settings and its text parser.
DRAWING = threading.RLock()

# What a drawing depends on: matplotlib's defaults, whatever a reader has set
OWN: dict[Any, Any] = dict(dict.items(rcParamsDefault)) | {
    "font.family": FAMILY,
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
for _name in ("backend", "backend_fallback", "interactive", "toolbar"):
    del OWN[_name]
for _name in FILES:
    fontManager.addfont(FOLDER / _name)


@contextmanager
def own_settings(more: dict[Any, Any] | None = None) -> Iterator[None]:
    """Meanwhile matplotlib has its defaults, the letters of pictures, and ``more``, as
    with ``rc_context``, which checks each of them and is slower. Other threads wait.
    """
    with DRAWING:
        if not more and rcParams["font.family"] == FAMILY:
            yield  # they hold already
            return
        before = dict(dict.items(rcParams))
        dict.update(rcParams, OWN, **(more or {}))
        try:
            yield
        finally:
            dict.update(rcParams, before)


@contextmanager
def typeset(figure: Figure) -> Iterator[None]:
    """Give the words of a figure the letters of pictures, but for those that have a
    family of their own, and meanwhile all words that drawing it makes.
    """
    family, fontset = list(rcParams["font.family"]), rcParams["mathtext.fontset"]
    with own_settings():
        for text in figure.findobj(Text) if family != FAMILY else ():
            text.set_usetex(False)
            if text.get_fontfamily() == family:
                text.set_fontfamily(FAMILY)
            if text.get_math_fontfamily() == fontset != "custom":
                text.set_math_fontfamily("custom")
        yield
