"""Labs on strings: which words two strings share, how the recursion fills its table."""

from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import PercentFormatter

from askfirst import Lab, choice, slider, text_box
from askfirst.words.text import counted, readable, superscript
from kernellab import Normalized, Subsequence
from kernellab._arrays import Array
from kernellab.course import plots
from kernellab.course.lecture_07.derivations import _recursion, _sums

EXAMPLES_X = ("ananas", "cat", "missouri", "aaaa")
EXAMPLES_Z = ("banana", "cart", "mission", "aa")
DOWN, ACROSS = ("cart", "gatta"), ("cat", "cata")
WORD_LENGTH = 10  # most letters of a word that is drawn
TABLE_SIDE = 7  # most letters along a table
WINDOWS = {"steps, iₖ − i₁": "span", "letters, iₖ − i₁ + 1": "cover"}
MOST_BRACKETS = 5  # places of one word that are drawn for each string, with room
BARS = 8
# Pale enough for numbers on it
PAPER = LinearSegmentedColormap.from_list("paper", ["#ffffff", "#9ccbe8"])

Places = tuple[int, ...]
Occurrences = dict[str, list[Places]]


def shared_words() -> Lab:
    """Two strings letter by letter, the places at which a shared word stands in each,
    and what each word adds to k(x, z).
    """
    figure, (letters, parts) = plots.figure(2, height=4.2, ratios=(1.35, 1))
    letters.set(xlim=(-0.9, WORD_LENGTH + 0.6), ylim=(-8.6, 8.6))
    letters.set_title("where the word stands")
    letters.set_axis_off()
    rows = [_Row(figure, letters, at, up) for at, up in ((1.3, 1), (-1.3, -1))]
    for name, at in (("x", 1.3), ("z", -1.3)):
        plots.label(letters, -0.8, at, name, plots.MUTED)
    parts.set(xlim=(-0.08, 1.02), ylim=(BARS - 0.4, -0.6), yticks=[])
    parts.set_title("share of k(x, z)")
    parts.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    # Beside the bars, so that a hand goes straight down from one to the next
    taken = plots.marks(parts, [-0.045], [0], "o", plots.FIT, 6)
    bars = parts.barh(range(BARS), [0.0] * BARS, height=0.62, color=plots.FAINT)
    named = [plots.label(parts, 0.0, i, "", "black") for i in range(BARS)]
    # To the left of the axis: a guess may see the words, and not their shares
    words = [plots.label(parts, -0.1, i, "", "black", "right") for i in range(BARS)]

    def update(x: str, z: str, k: int, decay: float, number: int, window: str) -> str:
        found = [_occurrences(word, k) for word in (x, z)]
        more = int(WINDOWS[window] == "cover")
        shares = _contributions(found[0], found[1], decay, more)
        total = sum(shares.values())
        ranked = _ranked(shares)
        chosen = min(number, len(ranked)) - 1
        for i, (bar, text, name) in enumerate(zip(bars, named, words, strict=True)):
            share = shares[ranked[i]] / total if i < len(ranked) else 0.0
            bar.set_width(share)
            bar.set_visible(i < len(ranked))
            bar.set_color(plots.FIT if i == chosen else plots.FAINT)
            text.set_position((share + 0.015 if share < 0.8 else 0.015, i))
            text.set_color("white" if share >= 0.8 and i == chosen else "black")
            text.set_text(f"{100 * share:.0f} %" if i < len(ranked) else "")
            name.set_text(_drawable(ranked[i]) if i < len(ranked) else "")
        taken.set_visible(bool(ranked))
        taken.set_ydata([chosen])
        opening = f"x = {x}, z = {z}, λ = {readable(decay)}, window {window}"
        for row, word, each in zip(rows, (x, z), found, strict=True):
            row.show(word, each[ranked[chosen]] if ranked else [], decay, more)
        if not ranked:
            none = f"no word of k = {k} letters stands in both, so k(x, z) = 0."
            return f"{opening}: {none}"
        u = ranked[chosen]
        normalised = Normalized(Subsequence(k, decay))(x, z)
        last = "" if number <= len(ranked) else ", the last there is"
        return (
            f"{opening}: {counted(len(ranked), 'word')} of k = {counted(k, 'letter')}"
            f" in both. Number {chosen + 1}{last}, “{u}”, stands at"
            f" {counted(len(found[0][u]), 'place')} in x and {len(found[1][u])} in z"
            f" and adds {readable(shares[u])} to k(x, z) = {readable(total)}, which is"
            f" {normalised:.3f} once normalised."
        )

    # The letters of u are never side by side in the two words of the start
    u, in_x, in_z = "aa", _occurrences("banana", 2), _occurrences("bandana", 2)
    by_decay = [_contributions(in_x, in_z, decay, 0) for decay in (0.05, 0.5, 1.0)]
    start = _ranked(by_decay[1]).index(u) + 1
    first, middle, last = (part[u] / sum(part.values()) for part in by_decay)
    return Lab(
        figure,
        update,
        together=("k", "decay"),
        title="Words in common",
        handles={"number": taken},
        x=text_box("banana", WORD_LENGTH, label="x", examples=EXAMPLES_X),
        z=text_box("bandana", WORD_LENGTH, label="z", examples=EXAMPLES_Z),
        k=slider(1, 4, start=2, step=1, label="letters k"),
        decay=slider(0.05, 1.0, start=0.5, step=0.05, label="λ"),
        number=slider(1, BARS, start=start, step=1, label="word number"),
        window=choice(list(WINDOWS), label="window"),
    ).asks(
        f"The letters of “{u}” are never side by side, neither in banana nor in"
        f" bandana. As λ goes from 0.05 to 1, what happens to the share of “{u}” in"
        " k(x, z)?",
        f"Its share is {100 * first:.1f} % at λ = 0.05, {100 * middle:.0f} % at 0.5 and"
        f" {100 * last:.0f} % at 1, where it stands at {counted(len(in_x[u]), 'place')}"
        f" in banana and {len(in_z[u])} in bandana, and no word at more. Small λ asks"
        " for words in one piece, λ = 1 only for the order of the letters. Move λ to 1,"
        f" and “{u}” is word number {_ranked(by_decay[-1]).index(u) + 1}.",
        "it falls — With λ near 1 a gap hardly lowers the weight, so the share grows.",
        "it stays small, below 5 % — At λ = 1 a gap is free, and only the number of"
        " places counts.",
        "it grows, but other words keep larger shares — At λ = 1 only the number of"
        f" places counts. Count those of “{u}”.",
        "it grows until no word has a larger one",
        veil=[*bars, *named, taken],
    )


def filling_the_table() -> Lab:
    """The two tables of the recursion for words of p letters, filled cell by cell: what
    ends here, what ends here or before.
    """
    figure, axes = plots.figure(2)
    figure.subplots_adjust(left=0.02, right=0.98, bottom=0.03)
    titles = ("M: ends here", "S: ends here or before")
    tables = [_Table(ax, title) for ax, title in zip(axes, titles, strict=True)]

    def update(x: str, z: str, p: int, decay: float, filled: int) -> str:
        if not x or not z:
            raise ValueError(
                "A word without letters has no table. Write a letter in each box."
            )
        by_length, sums = _recursion(x, z, p, decay)
        M, S = np.array(by_length[-1]), np.array(_sums(by_length[-1], decay))
        last = -(-filled * M.size // 100) - 1
        i, j = divmod(last, len(z))
        done = (np.arange(M.size) <= last).reshape(M.shape)
        for table, values in zip(tables, (M, S), strict=True):
            table.show(x, z, values, done, (i, j))
        up, left, corner = (
            S[a, b] if min(a, b) >= 0 else 0.0
            for a, b in ((i - 1, j), (i, j - 1), (i - 1, j - 1))
        )
        ends = f"{x[i]} ≠ {z[j]}, so M = 0"
        if x[i] == z[j]:
            ends = f"{x[i]} = {z[j]}, so M = 1"
        if x[i] == z[j] and p > 1:
            before = sums[-1][i - 1][j - 1] if min(i, j) > 0 else 0.0
            ends = (
                f"{x[i]} = {z[j]}, so M = λ² · {readable(before)} (S of {p - 1}, one up"
                f" and one left) = {readable(M[i, j])}"
            )
        count = "all" if done.all() else f"{last + 1} of"
        return (
            f"p = {p}, λ = {readable(decay)}, row {i + 1}, column {j + 1}: {ends}; S ="
            f" {readable(M[i, j])} + λ({readable(up)} + {readable(left)}) − λ² ·"
            f" {readable(corner)} = {readable(S[i, j])}. After {count} {M.size} cells M"
            f" sums to {readable(float(M[done].sum()))}; k(x, z) ="
            f" {readable(float(M.sum()))}."
        )

    return Lab(
        figure,
        update,
        together=(),
        title="The table fills",
        handles={"filled": tables[0].place},
        x=text_box("cat", TABLE_SIDE, label="x (down)", examples=DOWN),
        z=text_box("cart", TABLE_SIDE, label="z (across)", examples=ACROSS),
        p=slider(1, 3, start=2, step=1, label="letters p"),
        decay=slider(0.1, 1.0, start=0.5, step=0.1, label="λ"),
        filled=slider(2, 100, start=50, step=2, label="cells filled", unit="%"),
    )


def _occurrences(x: str, k: int) -> Occurrences:
    """The words of k letters in x with their places, the tightest first."""
    found: Occurrences = {}
    for i in combinations(range(len(x)), k):
        found.setdefault("".join(x[place] for place in i), []).append(i)
    return {
        u: sorted(places, key=lambda i: (i[-1] - i[0], i))
        for u, places in found.items()
    }


def _contributions(
    in_x: Occurrences, in_z: Occurrences, decay: float, more: int
) -> dict[str, float]:
    """φᵤ(x) φᵤ(z) for each word u in both; ``more`` is added to every window."""
    both = [
        {u: sum(decay ** (i[-1] - i[0] + more) for i in at) for u, at in found.items()}
        for found in (in_x, in_z)
    ]
    return {u: both[0][u] * both[1][u] for u in both[0] if u in both[1]}


def _ranked(shares: dict[str, float]) -> list[str]:
    """Words, that of the largest share first, and equal ones in their order."""
    return sorted(shares, key=lambda u: (-shares[u], u))


def _drawable(text: str) -> str:
    """The text with no dollar taken for mathematics."""
    return text.replace("$", r"\$")


class _Row:
    """One string, with a bracket above or below it for each place of a word."""

    def __init__(self, figure: Figure, ax: Axes, at: float, up: int) -> None:
        self.figure, self.ax = figure, ax
        self.letters = [
            ax.text(i, at, "", fontsize=17, ha="center", va="center", zorder=4)
            for i in range(WORD_LENGTH)
        ]
        self.more = plots.label(ax, 0, at + up * 7.0, "", plots.MUTED)
        self.at, self.up = at, up
        self.brackets = [
            (
                ax.plot([], [], color=plots.FIT, linewidth=1.6, zorder=2)[0],
                plots.marks(ax, [], [], "o", plots.FIT, 6, zorder=3),
                plots.label(ax, 0, at, "", plots.FIT),
            )
            for _ in range(MOST_BRACKETS)
        ]

    def show(self, word: str, places: list[Places], decay: float, more: int) -> None:
        used = set().union(*places)
        shown = min(len(places), self._room())
        apart = 5.0 / max(3, shown)
        for i, letter in enumerate(self.letters):
            letter.set_text(_drawable(word[i]) if i < len(word) else "")
            letter.set_color(plots.FIT if i in used else "#8c8c8c")
        for level, (line, dots, weight) in enumerate(self.brackets):
            at: Places = places[level] if level < shown else ()
            height = self.at + self.up * (1.9 + apart * level)
            line.set_data([at[0], at[-1]] if at else [], [height, height] if at else [])
            dots.set_data(at, [height] * len(at))
            weight.set_position((at[-1] + 0.35 if at else 0, height))
            weight.set_text(_power(at[-1] - at[0] + more, decay) if at else "")
        left = len(places) - shown
        self.more.set_text(f"and {counted(left, 'more place')}" if left > 0 else "")

    def _room(self) -> int:
        """How many brackets have room, each with its weight beside it."""
        low, high = self.ax.get_ylim()
        inches = self.ax.bbox.height / self.figure.dpi
        letter = float(self.more.get_fontsize()) / 72 / inches * (high - low)
        return min(MOST_BRACKETS, 1 + int((7.0 - 1.9 - letter) / letter))


class _Table:
    """A table of numbers with a letter before each row and above each column."""

    def __init__(self, ax: Axes, title: str) -> None:
        size = TABLE_SIDE
        ax.set_axis_off()
        self.shade = plots.image(ax, (size, size), PAPER, 0, 1)
        ax.set_title(title)
        self.sides = (0, 0)
        self.down = [_bold(ax, -1, i) for i in range(size)]
        self.across = [_bold(ax, i, -1) for i in range(size)]
        self.cells = {
            (i, j): plots.label(ax, j, i, "", "black", "center")
            for i, j in np.ndindex(size, size)
        }
        self.rules = ax.plot([], [], color=plots.FAINT, linewidth=0.8, zorder=1)[0]
        self.frame = ax.plot([], [], color=plots.OTHER, linewidth=2.4, zorder=4)[0]
        self.ax = ax
        self.at: Places = (0, 0)

    def show(self, s: str, t: str, values: Array, done: Any, at: Places) -> None:
        sides = len(s), len(t)
        if sides != self.sides:  # setting limits redraws the axes
            self.sides = sides
            down, across = (max(3, side) for side in sides)
            self.ax.set(xlim=(-1.5, across - 0.4), ylim=(down - 0.4, -1.5))
            self.rules.set_data(*_grid(*sides))
        for marks, word in ((self.down, s), (self.across, t)):
            for place, mark in enumerate(marks):
                mark.set_text(_drawable(word[place]) if place < len(word) else "")
        shade = np.zeros((TABLE_SIDE, TABLE_SIDE))
        shade[: len(s), : len(t)] = done * values / max(values.max(), 1e-300)
        self.shade.set_data(shade)
        for (i, j), cell in self.cells.items():
            shown = i < len(s) and j < len(t) and done[i, j]
            cell.set_text(_cell(float(values[i, j])) if shown else "")
        self.at = at
        corners = 0.5 * np.array([[-1, 1, 1, -1, -1], [-1, -1, 1, 1, -1]])
        self.frame.set_data(*(np.array(at[::-1])[:, None] + corners))

    def place(self) -> tuple[Axes, float, float]:
        """The lower right corner of the framed cell, beside its number."""
        return self.ax, self.at[1] + 0.5, self.at[0] + 0.5


def _grid(rows: int, columns: int) -> Array:
    """The borders of so many cells, as one line with gaps: its x and its y."""
    across = [[(-0.5, y - 0.5), (columns - 0.5, y - 0.5)] for y in range(rows + 1)]
    down = [[(x - 0.5, -0.5), (x - 0.5, rows - 0.5)] for x in range(columns + 1)]
    gap = [(np.nan, np.nan)]
    return np.array([point for line in across + down for point in line + gap]).T


def _bold(ax: Axes, x: float, y: float) -> Text:
    return ax.text(
        x, y, "", fontsize=13, fontweight="bold", ha="center", va="center", zorder=3
    )


def _cell(value: float) -> str:
    """A number short enough for its cell; below a thousandth it is only bounded."""
    if 0 < value < 0.001:
        return "< .001"
    return f"{value:.3f}" if 0 < value < 0.1 else readable(value)


def _power(exponent: int, decay: float) -> str:
    shown = "λ" if exponent == 1 else f"λ{superscript(exponent)}"
    return f"{shown} = {readable(decay**exponent)}" if exponent else "1"
