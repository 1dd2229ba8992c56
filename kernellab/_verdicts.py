"""How a verdict looks in a notebook: one set of signs for what holds, what fails and
what is open, whoever says it.

Each colour of words brings its own ground, so that it is legible (a contrast of 4.5 or
more) on a light and on a dark page.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

# The colour of the words, and of the ground under them.
GREEN = ("#00684a", "#e6f4ee")
RED = ("#7a1f00", "#fdecea")
AMBER = ("#6b4a00", "#fff1cc")
GREY = ("#57606a", "#f1f3f5")


@dataclass(frozen=True)
class Sign:
    """A verdict at a glance: a ``mark``, its meaning in ``words``, its ``colors`` on a
    page, and the nearest of the 256 colours that printed text may have, for the words
    and the ground; what holds is printed as it is.
    """

    mark: str
    words: str
    colors: tuple[str, str]
    of_256: tuple[int, int] | None = None

    @property
    def style(self) -> str:
        """The CSS of an element that looks like this."""
        return f"background:{self.colors[1]};color:{self.colors[0]}"

    @property
    def attribute(self) -> str:
        """The attribute of an HTML element that looks like this; none for what holds."""
        return f' style="{self.style}"' if self.of_256 else ""

    def printed(self, line: str) -> str:
        """A printed line with its mark, in colour where a notebook shows it, and in
        plain text anywhere else.
        """
        line, shell = f"{self.mark} {line}", sys.modules.get("IPython")
        if not (self.of_256 and shell and shell.get_ipython()):
            return line
        return f"\033[38;5;{self.of_256[0]};48;5;{self.of_256[1]}m{line}\033[0m"


HOLDS = Sign("✓", "holds", GREEN)
MEANT = Sign(
    "⊘", "fails, as it should", AMBER, (94, 230)
)  # an assumption was taken away
ASIDE = Sign(
    "(✓)", "is true, but not by this route", GREY, (59, 231)
)  # it rests on what fails, and yet its sides agree
FAILED = Sign("✗", "failed", RED, (124, 224))


def style_unless(holds: bool) -> str:
    """The attribute of an HTML element that turns it red, nothing if what it says
    holds.
    """
    return (HOLDS if holds else FAILED).attribute


def percent(gap: float) -> str:
    """By how much two sides differ, relative to the larger: whole per cent, or two
    figures of what is less than ten.
    """
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{100 * gap:.2g} %"
