"""How a verdict looks in a notebook: signs for what holds, what fails, what is open.

Each colour of text has a background of a contrast of 4.5 or more, so that it is legible
on light and on dark pages.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

# The colour of the text, and of its background.
GREEN = ("#00684a", "#e6f4ee")
RED = ("#7a1f00", "#fdecea")
AMBER = ("#6b4a00", "#fff1cc")
GREY = ("#57606a", "#f1f3f5")


@dataclass(frozen=True)
class Sign:
    """A verdict: a ``mark``, its meaning in ``words``, its ``colors`` on a page.

    ``of_256`` are the nearest colours of a terminal; what holds has none.
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
        """The attribute of an HTML element that looks so; none for what holds."""
        return f' style="{self.style}"' if self.of_256 else ""

    def printed(self, line: str) -> str:
        """A printed line with its mark, in colour if a notebook shows it."""
        line, shell = f"{self.mark} {line}", sys.modules.get("IPython")
        if not (self.of_256 and shell and shell.get_ipython()):
            return line
        return f"\033[38;5;{self.of_256[0]};48;5;{self.of_256[1]}m{line}\033[0m"


HOLDS = Sign("✓", "holds", GREEN)
# The claim lacks an assumption: its sides differ, or agree all the same.
MEANT = Sign("⊘", "fails, as it should", AMBER, (94, 230))
ASIDE = Sign("(✓)", "is true, but not by this route", GREY, (59, 231))
FAILED = Sign("✗", "failed", RED, (124, 224))


def style_unless(holds: bool) -> str:
    """The attribute of an HTML element that turns it red unless its claim ``holds``."""
    return (HOLDS if holds else FAILED).attribute


def percent(gap: float) -> str:
    """A relative difference in whole per cent, or in two figures below ten."""
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{100 * gap:.2g} %"
