"""Carbon dioxide over Mauna Loa climbs in yearly waves, from 316 ppm in March 1958 to
352 in December 1989, where the points end at a question mark.
"""

from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, Page


def draw(page: Page) -> None:
    """The months before 1990."""
    years, ppm = datasets.mauna_loa()
    known = years.ravel() < 1990
    ax = page.panel((1956, 2004), (306, 382), bottom=40)
    ax.plot(years[known], ppm[known], "o", color=DATA, markersize=2)
    page.road((1960, 1975, 1990), "")
    words = "A kernel for the rise,\na kernel for the seasons:\nwhich does both?"
    page.say(24, 20, words)
    page.note("316 ppm", (1958.2, 315.7), (30, -20))
    page.note("352 ppm", (1989.96, 352.7), (20, -50))
    page.say(440, 76, "?", size=3)
