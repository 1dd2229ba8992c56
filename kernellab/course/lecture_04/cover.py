"""A table of pairs of words stands on its bright diagonal like a mountain of lights;
from four words, each with a sign, lines rise and meet in six of its cells.
"""

from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon

from kernellab.course.shared import cover_page as dark

LIST = (
    "line mine mind mean mail main rain ran rank bank tank thank than tan wand want"
    " wait wail tail rail real ear tear ate at eat heat hat that what chat coat most"
    " own mow now know snow slow low tow town torn tone ton down dawn"
)
WORDS = LIST.split()
SIGNS = {"want": 1, "at": -1, "own": -1, "town": 1}
COLORS = [dark.INK, "#1c4f7c", dark.FIT, "#f2faff"]
LIGHT = LinearSegmentedColormap.from_list("", COLORS)
CELL, END, FOOT = 13, 530, 48  # pixels: the width of a cell, the last one, the foot


def alike(one: str, other: str) -> float:
    """The mean of what Python's library says of two words, in both orders."""
    orders = (one, other), (other, one)
    return sum(SequenceMatcher(None, *order).ratio() for order in orders) / 2


def cell(one: str, other: str) -> tuple[float, float]:
    """The middle of their cell: above the middle between the two words, half as high as
    they are apart.
    """
    i, j = WORDS.index(one), WORDS.index(other)
    return (i + j + 1) / 2, abs(j - i) / 2


def draw(page: dark.Page) -> None:
    """The upper half of the table, turned by 45° to stand on its diagonal."""
    left, high = len(WORDS) - END / CELL, (dark.HIGH - FOOT) / CELL
    ax = page.panel((left, left + dark.WIDE / CELL), (0, high), bottom=FOOT)
    rows, columns = np.mgrid[: len(WORDS) + 1, : len(WORDS) + 1]
    table = np.array([[alike(one, other) for other in WORDS] for one in WORDS])
    places = (rows + columns) / 2, (columns - rows) / 2
    seen = np.ma.masked_where(rows[1:, 1:] > columns[1:, 1:], table)
    ax.pcolormesh(*places, seen, cmap=LIGHT, vmin=0, vmax=1, rasterized=True)
    ax.set(xlim=(left, left + dark.WIDE / CELL), ylim=(0, high))
    corners = np.array([(-0.5, 0), (0, 0.5), (0.5, 0), (0, -0.5)])
    for one, other in combinations(SIGNS, 2):
        middle = x, y = cell(one, other)
        (start, _), (stop, _) = cell(one, one), cell(other, other)
        ax.plot([start, x, stop], [0, y, 0], color=dark.DATA, linewidth=0.7, zorder=7)
        color = dark.FIT if SIGNS[one] == SIGNS[other] else dark.OTHER
        shade = LinearSegmentedColormap.from_list("", [dark.INK, color])
        look: dict[str, Any] = {"edgecolor": color, "zorder": 7.5}
        look["facecolor"] = shade(alike(one, other))
        ax.add_patch(Polygon(corners + np.array(middle), **look))
    for word, sign in SIGNS.items():
        name, color = (f"+ {word}", dark.FIT) if sign > 0 else (f"− {word}", dark.OTHER)
        at = cell(word, word)[0], -24 / CELL
        ax.text(*at, name, color=color, ha="center", fontsize=dark.POINTS)
    top, crossing = cell("rail", "ton"), cell("at", "town")
    page.note("A program says how\nalike two words are;", top, (-64, 46), align="right")
    words = "what do four words,\nwith these signs,\nsay of it?"
    page.note(words, crossing, (-16, 104))
