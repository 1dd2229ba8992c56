"""How a verdict looks in a notebook: signs for what holds, what fails, what is open.

A ground lets the page through and leaves the ink to it, so that a verdict is legible,
and does not glare, on light and on dark pages.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

# Red, green, blue and, as the last two digits, the opacity.
GREEN = "#009e732e"
RED = "#d4380d33"
AMBER = "#d9a40038"
GREY = "#80888f2e"


@dataclass(frozen=True)
class Sign:
    """A verdict: a ``mark``, its meaning in ``words``, its ``ground`` on a page.

    ``of_256`` is the ground of the mark in a terminal, dark under white; what holds has
    none.
    """

    mark: str
    words: str
    ground: str
    of_256: int | None = None

    @property
    def attribute(self) -> str:
        """The attribute of an HTML element that looks so; none for what holds."""
        return f' style="background:{self.ground}"' if self.of_256 else ""

    def printed(self, line: str) -> str:
        """A printed line with its mark, in colour if a notebook shows it."""
        shell = sys.modules.get("IPython")
        if not (self.of_256 and shell and shell.get_ipython()):
            return f"{self.mark} {line}"
        return f"\033[1;38;5;231;48;5;{self.of_256}m{self.mark}\033[0m {line}"


HOLDS = Sign("✓", "holds", GREEN)
# The claim lacks an assumption: its sides differ, or agree all the same.
MEANT = Sign("⊘", "fails, as it should", AMBER, 94)
ASIDE = Sign("(✓)", "is true, but not by this route", GREY, 59)
FAILED = Sign("✗", "failed", RED, 124)


def percent(gap: float) -> str:
    """A relative difference in whole per cent, or in two figures below ten."""
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{100 * gap:.2g} %"
