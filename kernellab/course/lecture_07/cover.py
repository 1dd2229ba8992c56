"""Two names in large letters, wyspy alandzkie above wyspy kanaryjskie. Bright threads
join the letters of wyspy and of kie in both, faint ones cross between others; the
letters without a thread are dim.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import get_font
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from askfirst.labs import typeface
from kernellab import Subsequence
from kernellab._arrays import Array
from kernellab.course.shared.cover_page import DATA, FIT, HIGH, WIDE, Page

NEW, KNOWN = "wyspy alandzkie", "wyspy kanaryjskie"
K = Subsequence(3, decay=0.5)


def through(i: int, j: int) -> float:
    """The part of k(x, z) that goes through letter i of x and letter j of z.

    The kernel with one foreign sign in both places, less that with two.
    """
    if NEW[i] != KNOWN[j]:
        return 0.0
    marked = f"{NEW[:i]}1{NEW[i + 1 :]}"
    alike, apart = (f"{KNOWN[:j]}{sign}{KNOWN[j + 1 :]}" for sign in "12")
    return K(marked, alike) - K(marked, apart)


def write(ax: Axes, name: str, low: float, share: Array) -> Array:
    """A name across the page on a line ``low``: each letter's middle, foot and top.

    Letters are the brighter, the larger their ``share`` in the kernel.
    """
    bright = 0.25 + 0.75 * np.minimum(1, 2 * share / share.max())
    size = ax.get_xlim()[1] / 9.8
    font = get_font(str(typeface.FOLDER / typeface.FILES[0]))
    font.set_size(size * 0.72, 100)
    letters = [font.load_char(ord(letter)) for letter in name]
    steps = np.array([letter.linearHoriAdvance for letter in letters]) / 65536
    left = (ax.get_xlim()[1] - steps.sum()) / 2 + np.cumsum(steps) - steps
    for letter, x, light in zip(name, left, bright, strict=True):
        ax.text(x, low, letter, color=DATA, alpha=light, fontsize=size * 0.72)
    foot, top = low + np.array([letter.bbox for letter in letters])[:, [1, 3]].T / 64
    return np.column_stack([left + steps / 2, foot, top])


def draw(page: Page) -> None:
    """The words of three letters with λ = 0.5; a space counts, but has no thread."""
    both = range(len(NEW)), range(len(KNOWN))
    share = np.array([[through(i, j) for j in both[1]] for i in both[0]])
    ax = page.panel((0, WIDE), (0, HIGH))
    above = write(ax, NEW, 264, share.sum(axis=1))
    below = write(ax, KNOWN, 92, share.sum(axis=0))
    bright = np.sqrt(share / share.max())
    for i, j in np.argwhere(bright > 0.03):
        if NEW[i] == " ":
            continue
        (x, foot, _), (z, _, top) = above[i], below[j]
        foot, top = foot - 6, top + 6
        bend = (foot + top) / 2
        thread = Path([(x, foot), (x, bend), (z, bend), (z, top)], [1, 4, 4, 4])
        for width, alpha in ((9, 0.1), (5, 0.15), (2.4, 1.0)):
            patch = PathPatch(thread, fill=False, color=FIT, capstyle="round")
            patch.set(linewidth=width, alpha=alpha * bright[i, j])
            ax.add_patch(patch)
    page.say(26, 22, "Which language is this?")
    page.say(26, 352, "Two names spell many words in common.")
    faint = above[7][0] - 10, 200
    page.note("Across a gap\na thread is faint.", faint, (110, -6))
