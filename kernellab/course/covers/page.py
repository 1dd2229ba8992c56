"""The dark page of a cover: what a lecture is about, in one picture that is drawn for
it, with words beside what they name.

A cover is drawn twice, for a wide window and for a telephone, with the same calls.
"""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from kernellab.interactive.palette import ROLES
from kernellab.interactive.typeface import typeset

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
WIDTH = ROLES["width"].night

PLACES = re.compile(rb' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
DIGITS = re.compile(rb"(\.\d\d)\d+")
SPACE = re.compile(rb" ?\n|(?<=\b[CLMQ]) ")

WIDE, NARROW = (960, 360), (360, 400)  # pixels
LETTERS = 16.3  # pixels; 13.4 where a window of 800 shows the wide one
LEADING = 1.35  # letters from a line of words to the next
POINTS = 0.72  # of a pixel, a hundred of which are an inch
# The letters become paths, the same in each run.
SVG: dict[Any, Any] = {
    "svg.fonttype": "path",
    "svg.hashsalt": "cover",
    "path.simplify_threshold": 0.25,
}


class Page:
    """A page of ``width`` × ``height`` pixels; ``wide`` tells which of the two."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.wide = width, height, width > height
        self.figure = Figure(figsize=(width / 100, height / 100), dpi=100)
        self.figure.set_facecolor(INK)

    def panel(
        self,
        box: tuple[float, float, float, float],
        xlim: tuple[float, float],
        ylim: tuple[float, float],
    ) -> Axes:
        """Axes without a frame, in ``box``: left, top, width and height in pixels."""
        left, top, width, height = box
        ax = self.figure.add_axes(
            (
                left / self.width,
                1 - (top + height) / self.height,
                width / self.width,
                height / self.height,
            )
        )
        ax.set(xlim=xlim, ylim=ylim)
        ax.set_axis_off()
        return ax

    def say(
        self,
        left: float,
        top: float,
        words: str,
        color: str = WORDS,
        align: str = "left",
        size: float = LETTERS,
    ) -> None:
        """Words whose first line begins at ``left`` and ``top``, in pixels."""
        for row, line in enumerate(words.split("\n")):
            self.figure.text(
                left / self.width,
                1 - (top + (1 + row * LEADING) * size) / self.height,
                line,
                color=color,
                ha=align,
                fontsize=size * POINTS,
            )


def note(
    ax: Axes,
    words: str,
    at: tuple[float, float],
    beside: tuple[float, float],
    color: str = WORDS,
    align: str = "left",
) -> None:
    """Words, ``beside`` pixels right and up of the point ``at``, on a ground of their
    own, and a thin line that leads there from the nearest line of them.

    Each line is set for itself: matplotlib moves lines of one text together or apart,
    as their letters are low or high.
    """
    lines = words.split("\n")
    downs = [
        (row - (len(lines) - 1) / 2) * LEADING * LETTERS for row in range(len(lines))
    ]
    nearest = min(downs, key=lambda down: abs(down - beside[1]))
    for line, down in zip(lines, downs, strict=True):
        arrow = {
            "arrowstyle": "-",
            "color": QUIET,
            "linewidth": 0.8,
            "shrinkA": 3,
            "shrinkB": 5,
        }
        ax.annotate(
            line,
            at,
            xytext=(beside[0] * POINTS, (beside[1] - down - 0.35 * LETTERS) * POINTS),
            textcoords="offset points",
            color=color,
            ha=align,
            va="baseline",
            fontsize=LETTERS * POINTS,
            zorder=8,
            bbox={"boxstyle": "square,pad=0.1", "color": INK, "linewidth": 0},
            arrowprops=arrow if down == nearest else None,
        )


def glow(ax: Axes, x: ArrayLike, y: ArrayLike, color: str, width: float = 2.6) -> None:
    """A curve that shines a little."""
    for wider, alpha in ((4.2, 0.07), (2.5, 0.12), (1.0, 1.0)):
        ax.plot(x, y, color=color, linewidth=width * wider, alpha=alpha)


def stars(
    ax: Axes, x: ArrayLike, y: ArrayLike, size: float = 9, color: str = DATA
) -> None:
    """Points that shine, before the others."""
    for wider, alpha in ((2.5, 0.1), (1.7, 0.2), (1.0, 1.0)):
        (dots,) = ax.plot(x, y, "o", color=color, alpha=alpha, zorder=7)
        dots.set(markersize=size * wider, markeredgewidth=0)


def dawn(ax: Axes, below: bool = False) -> None:
    """Let what runs off the top of ``ax`` come out of the ground there, but for words,
    and ``below`` what runs off its foot.

    The page has the same ground above; without this the picture would begin at a line.
    """
    ramp = np.zeros((32, 2, 4))
    ramp[..., :3] = to_rgb(INK)
    ramp[..., 3] = np.linspace(1, 0, 32)[:, None]
    for low, shade in ((0.85, ramp), (0.0, ramp[::-1]))[: 1 + below]:
        over = ax.inset_axes((0, low, 1, 0.15), zorder=6)
        over.set_axis_off()
        over.imshow(shade, aspect="auto", interpolation="none")


def road(ax: Axes, y: float, ticks: tuple[float, ...], unit: str) -> None:
    """A baseline at the height ``y`` with a few numbers, the last with its unit."""
    ax.axhline(y, color=FAINT, linewidth=1, zorder=0)
    for tick in ticks:
        words = f"{tick:g} {unit}" if tick == ticks[-1] else f"{tick:g}"
        ax.annotate(
            words,
            (tick, y),
            xytext=(0, -4),
            textcoords="offset points",
            color=QUIET,
            ha="center",
            va="top",
            fontsize=LETTERS * POINTS,
            annotation_clip=False,
        )


class Cover:
    """What a lecture opens with: a picture for a wide window, another for a telephone,
    and the words ``alt`` that say what is to be seen.

    ``draw`` takes a Page and draws on it.
    """

    def __init__(self, draw: Callable[[Page], None], alt: str) -> None:
        self.alt = alt
        self.wide, self.narrow = (_drawn(draw, size) for size in (WIDE, NARROW))

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        wide, narrow = (
            "data:image/svg+xml;base64," + base64.b64encode(each).decode()
            for each in (self.wide, self.narrow)
        )
        return (
            f'<picture class="cover"><source media="(max-width: 40rem)"'
            f' srcset="{narrow}"><img alt="{html.escape(self.alt)}" src="{wide}"'
            f' width="{WIDE[0]}"></picture>'
        )


def _drawn(draw: Callable[[Page], None], size: tuple[int, int]) -> bytes:
    page, file = Page(*size), io.BytesIO()
    with rc_context(SVG):
        draw(page)
        with typeset(page.figure):
            page.figure.savefig(file, format="svg", metadata={"Date": None})
    # A hundredth of a pixel is enough for an eye.
    drawn = PLACES.sub(
        lambda d: SPACE.sub(b"", DIGITS.sub(rb"\1", d[0])), file.getvalue()
    )
    return b" ".join(drawn.split())
