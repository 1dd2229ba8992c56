"""The dark page of a cover: what a lecture is about, in one picture that is drawn for
it, with words beside what they name.

Its letters are large enough for a window of 390 pixels, which shows 7 of its pixels in
5.
"""

import base64
import html
import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from askfirst.labs.typeface import own_settings
from kernellab.course.plots import ROLES

INK = "#10233a"  # the ground
WORDS = "#e9eef4"
QUIET = "#a3b1c2"  # axes, and words that can wait
FAINT = "#3a4d66"  # rules
DATA = "#ffffff"
FIT = ROLES["fit"].night
OTHER = ROLES["other"].night
TRUTH = ROLES["truth"].night
WEIGHTS = ROLES["weights"].night
TUBE = ROLES["tube"].night
PENALTY = ROLES["penalty"].night

PLACES = re.compile(rb' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
DIGITS = re.compile(rb"(\.\d\d)\d+")

WIDE, HIGH = 560, 400  # pixels
LETTERS = 17.6  # pixels; 12.2 in a window of 390
LEADING = 1.35  # letters from a line of words to the next
POINTS = 0.72 * LETTERS  # of which 72 are an inch, as a hundred pixels are
Span = tuple[float, float]
# The letters become paths, the same in each run.
SVG: dict[Any, Any] = {
    "svg.fonttype": "path",
    "svg.hashsalt": "cover",
    "path.simplify_threshold": 0.25,
}


class Page:
    """A page, its one ``ax``, and what is drawn on it again and again."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(WIDE / 100, HIGH / 100), dpi=100, facecolor=INK)

    def panel(self, xlim: Span, ylim: Span, top: float = 0, bottom: float = 0) -> Axes:
        """The axes, from side to side, with so many pixels above and below."""
        height = (HIGH - top - bottom) / HIGH
        self.ax = self.figure.add_axes((0, bottom / HIGH, 1, height))
        self.ax.set(xlim=xlim, ylim=ylim)
        self.ax.set_axis_off()
        return self.ax

    def say(
        self, left: float, top: float, words: str, color: str = WORDS, size: float = 1
    ) -> None:
        """Words whose first line begins at ``left`` and ``top``, in pixels."""
        look: dict[str, Any] = {"color": color, "va": "top", "linespacing": LEADING}
        place = left / WIDE, 1 - top / HIGH
        self.figure.text(*place, words, fontsize=size * POINTS, **look)

    def note(
        self,
        words: str,
        at: Span,
        beside: Span,
        color: str = WORDS,
        align: str = "left",
    ) -> None:
        """Words, ``beside`` pixels right and up of the point ``at``, on a ground of
        their own, and a thin line that leads there.
        """
        half = np.sign(beside[1]) * (words.count("\n") + 1) * LEADING * LETTERS / 2
        line = {"arrowstyle": "-", "color": QUIET, "linewidth": 0.8, "shrinkB": 5}
        ground = {"boxstyle": "square,pad=0.1", "color": INK, "linewidth": 0}
        look: dict[str, Any] = {"color": color, "va": "center", "linespacing": LEADING}
        for text, down, more in (
            ("", half, {"arrowprops": {**line, "shrinkA": 0}}),
            (words, 0.0, {"fontsize": POINTS, "bbox": ground, **look}),
        ):
            place = 0.72 * beside[0], 0.72 * (beside[1] - down)
            more |= {"textcoords": "offset points", "ha": align, "zorder": 8}
            self.ax.annotate(text, at, place, **more)

    def glow(
        self, x: ArrayLike, y: ArrayLike, color: str = FIT, width: float = 2.6
    ) -> None:
        """A curve that shines a little."""
        for wider, alpha in ((4.2, 0.07), (2.5, 0.12), (1.0, 1.0)):
            self.ax.plot(x, y, color=color, linewidth=width * wider, alpha=alpha)

    def stars(
        self, x: ArrayLike, y: ArrayLike, size: float = 9, color: str = DATA
    ) -> None:
        """Points that shine, before the others."""
        for wider, alpha in ((2.5, 0.1), (1.7, 0.2), (1.0, 1.0)):
            (dots,) = self.ax.plot(x, y, "o", color=color, alpha=alpha, zorder=7)
            dots.set(markersize=size * wider, markeredgewidth=0)

    def road(self, ticks: Sequence[int] = (10, 20, 30, 40), unit: str = " mph") -> None:
        """A baseline at the foot with a few numbers, the last with its unit."""
        look: dict[str, Any] = {"textcoords": "offset points", "ha": "center"}
        look |= {"color": QUIET, "fontsize": POINTS, "annotation_clip": False}
        y = self.ax.get_ylim()[0]
        self.ax.axhline(y, color=FAINT, linewidth=1, zorder=0)
        for tick in ticks:
            words = f"{tick}{unit if tick == ticks[-1] else ''}"
            self.ax.annotate(words, (tick, y), (0, -4), va="top", **look)


class Cover:
    """What a lecture opens with: the picture ``svg`` that ``draw`` draws on a page, and
    the words ``alt`` that say what is to be seen.
    """

    def __init__(self, draw: Callable[[Page], object], alt: str) -> None:
        self.alt, file = " ".join(alt.split()), io.BytesIO()
        with own_settings(SVG):
            draw(page := Page())
            page.figure.savefig(file, format="svg", metadata={"Date": None})
        # A hundredth of a pixel is enough for an eye.
        drawn = PLACES.sub(lambda place: DIGITS.sub(rb"\1", place[0]), file.getvalue())
        self.svg = b" ".join(drawn.split())

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        source = "data:image/svg+xml;base64," + base64.b64encode(self.svg).decode()
        return (
            f'<div class="cover"><img alt="{html.escape(self.alt)}" src="{source}"'
            f' width="{WIDE}"></div>'
        )
