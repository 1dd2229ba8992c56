"""How a verdict looks in a notebook: one set of colours for what holds, what fails and what is open, whoever says it.

Each colour of words brings its own ground, so that it is legible (a contrast of 4.5 or more) on a light and on a dark page.
"""

from __future__ import annotations

import sys

# The colour of the words, and of the ground under them.
GREEN = ("#00684a", "#e6f4ee")
RED = ("#7a1f00", "#fdecea")
GREY = ("#57606a", "#f1f3f5")
RED_STYLE = f"background:{RED[1]};color:{RED[0]}"
RED_IN_TERMINALS = "\033[38;5;124;48;5;224m"  # the nearest of the 256 colours that printed text may have


def style_unless(holds: bool) -> str:
    """The attribute of an HTML element that turns it red, nothing if what it says holds."""
    return "" if holds else f' style="{RED_STYLE}"'


def red(line: str) -> str:
    """A printed line in red where a notebook shows it, and as it is anywhere else."""
    shell = sys.modules.get("IPython")
    return f"{RED_IN_TERMINALS}{line}\033[0m" if shell and shell.get_ipython() else line


def percent(gap: float) -> str:
    """By how much two sides differ, relative to the larger: whole per cent, or two figures of what is less than ten."""
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{100 * gap:.2g} %"
