"""A dashed straight line runs through 62 cars that braked and ends below the road, 20
feet under zero at the speed zero; a solid curve bends with the cars and ends on the
road.
"""

import numpy as np

from kernellab import monomials
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FAINT, FIT, OTHER, QUIET, Page


def draw(page: Page) -> None:
    """The line and the parabola of least squares, down to a car at rest."""
    X, y = datasets.stopping()
    speed = np.linspace(0, 46, 121)[:, None]
    line, parabola = (
        monomials(speed, p) @ np.linalg.lstsq(monomials(X, p), y)[0] for p in (1, 2)
    )
    ax = page.panel((-3, 50), (-42, 176), top=10, bottom=42)
    for feet in (0, 100):
        ax.axhline(feet, color=FAINT, linewidth=1, zorder=0)
        page.note(f"{feet} ft", (50, feet), (-8, 16), QUIET, "right")
    ax.plot(X, y, "o", color=DATA, markersize=5, alpha=0.75, markeredgewidth=0)
    ax.plot(speed, line, color=OTHER, linewidth=2.2, dashes=(5, 2.5))
    page.glow(speed, parabola)
    ax.plot(0, line[0], "o", color=OTHER, markersize=8, zorder=8)
    page.road((0, 10, 20, 30, 40))
    words = "A car at rest needs −20 feet\nto stop, says the line."
    page.note(words, (0, line[0]), (60, -10), OTHER)
    words = "With the square of the speed\nthe same equations bend it."
    page.note(words, (35, parabola[92]), (-40, 86), FIT, "right")
