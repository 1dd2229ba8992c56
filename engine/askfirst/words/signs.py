"""How a verdict looks in a notebook: signs for what holds, what fails, what is open.

A ground is translucent, so that a verdict is legible on light and on dark pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from askfirst.words.text import readable

GREEN = "#009e732e"  # the last two digits are the opacity
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
# An assumption is missing: the sides differ, or agree all the same.
MEANT = Sign("⊘", "fails, as it should", AMBER)
ASIDE = Sign("(✓)", "is true, but not by this route", GREY)
FAILED = Sign("✗", "failed", RED)


def percent(gap: float) -> str:
    """A relative difference in whole per cent, or in two figures below ten."""
    return f"{100 * gap:.0f} %" if gap > 0.1 else f"{readable(100 * gap, 2)} %"
