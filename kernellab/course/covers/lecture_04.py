"""A table of how alike words are, and the pairs of four words that refute it."""

from collections import defaultdict
from difflib import SequenceMatcher
from itertools import combinations, combinations_with_replacement

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path

from kernellab.course.covers.page import DATA, FIT, INK, OTHER, POINTS, Page, dawn, note

ALT = (
    "A table of pairs of words stands on its bright diagonal like a mountain of lights;"
    " from four words, with the signs + − − +, lines rise and meet in six of its cells."
)
LIST = (
    "line mine mind mean mail main rain ran rank bank tank thank than tan wand want"
    " wait wail tail rail real ear tear ate at eat heat hat that what chat coat most"
    " own mow now know snow slow low tow town torn tone ton down dawn"
)
WORDS = LIST.split()
SIGNS = {"want": 1, "at": -1, "own": -1, "town": 1}
LIGHT = LinearSegmentedColormap.from_list("", [INK, "#1c4f7c", FIT, "#f2faff"])


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


def draw(page: Page) -> None:
    """The upper half of the table, turned by 45° to stand on its diagonal."""
    size, end, base = (21, 820, 312) if page.wide else (9.3, 346, 350)
    left = len(WORDS) - end / size
    limits = (left, left + page.width / size), (0, base / size)
    ax = page.panel((0, 0, page.width, base), *limits)
    cells = defaultdict(list)
    for one, other in combinations_with_replacement(WORDS, 2):
        x, y = cell(one, other)
        if left < x + 0.5 and y < base / size + 0.5:
            cells[alike(one, other)].append(cell(one, other))
    corners = np.array([(-0.5, 0), (0, 0.5), (0.5, 0), (0, -0.5)])
    for value, middles in sorted(cells.items())[1:]:
        path = Path.make_compound_path_from_polys(np.array(middles)[:, None] + corners)
        ax.add_patch(PathPatch(path, color=LIGHT(value), linewidth=0.3))
    if page.wide:
        dawn(ax)
    for one, other in combinations(SIGNS, 2):
        x, y = cell(one, other)
        (start, _), (stop, _) = cell(one, one), cell(other, other)
        ax.plot([start, x, stop], [0, y, 0], color=DATA, linewidth=0.7, zorder=7)
        color = FIT if SIGNS[one] == SIGNS[other] else OTHER
        shade = LinearSegmentedColormap.from_list("", [INK, color])(alike(one, other))
        mark = Polygon(
            corners + np.array([x, y]), facecolor=shade, edgecolor=color, zorder=7.5
        )
        ax.add_patch(mark)
    for word, sign in SIGNS.items():
        words, color = (f"+ {word}", FIT) if sign > 0 else (f"− {word}", OTHER)
        ax.text(
            cell(word, word)[0],
            -23 / size,
            words,
            color=color,
            ha="center",
            fontsize=17 * POINTS,
        )
    total = sum(
        SIGNS[one] * SIGNS[other] * alike(one, other)
        for one in SIGNS
        for other in SIGNS
    )
    form = rf"$c^{{\!\top\!}}Kc={total:.3f}$"
    top, crossing = cell("rail", "ton"), cell("at", "town")
    if page.wide:
        note(ax, "A program says how alike two words are;", top, (70, 22))
        words = f"four words, with these signs,\nhave {form},"
        note(ax, words, crossing, (160, 36))
        page.say(792, 186, "so the program\nis not a kernel.")
    else:
        words, flank = "A program says\nhow alike two words are;", cell("ran", "own")
        note(ax, words, flank, (-84, 160))
        words = f"four words have\n{form}, so\nthe program is\nnot a kernel."
        note(ax, words, crossing, (-6, 128))
