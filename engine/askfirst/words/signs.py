"""How a verdict looks in a notebook: signs for what holds, what fails, what is open.

A ground lets the page through and leaves the ink to it, so that a verdict is legible,
and does not glare, on light and on dark pages.
"""

from __future__ import annotations

from dataclasses import dataclass

# Red, green, blue and, as the last two digits, the opacity.
GREEN = "#009e732e"
RED = "#d4380d33"
AMBER = "#d9a40038"
GREY = "#80888f2e"


@dataclass(frozen=True)
class Sign:
    """A verdict: a ``mark``, its meaning in ``words``, its ``ground`` on a page."""

    mark: str
    words: str
    ground: str

    @property
    def attribute(self) -> str:
        """The attribute of an HTML element that looks so; none for what holds."""
        return "" if self is HOLDS else f' style="background:{self.ground}"'


HOLDS = Sign("✓", "holds", GREEN)
# The claim lacks an assumption: its sides differ, or agree all the same.
MEANT = Sign("⊘", "fails, as it should", AMBER)
ASIDE = Sign("(✓)", "is true, but not by this route", GREY)
FAILED = Sign("✗", "failed", RED)


def percent(gap: float) -> str:
    """A relative difference in whole per cent, or in two figures below ten."""
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{100 * gap:.2g} %"
