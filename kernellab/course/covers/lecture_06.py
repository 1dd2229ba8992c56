"""Carbon dioxide: a kernel that breathes, one that rises, and what their sum saw."""

from typing import Any

import numpy as np

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.covers.page import DATA, FIT, INK, OTHER, Page, glow, note, road
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.stationary import RBF, Periodic, RationalQuadratic
from kernellab.solvers.ridge import ridge_dual_offset

ALT = (
    "Carbon dioxide over Mauna Loa climbs in yearly waves, and a blue curve goes along,"
    " also through the years from 1990 that were hidden from it; an orange wave stays"
    " level below, and an orange line climbs without waves."
)


def draw(page: Page) -> None:
    """Three fits to the months before 1990, and the months after them as rings."""
    years, ppm = datasets.mauna_loa()
    known = years.ravel() < 1990
    season, trend = 6 * Periodic(1.0, period=1.0), 1000 * RBF(50.0)
    wiggles = 0.5 * RationalQuadratic(1.0, 1.0)
    first = 1984.4 if page.wide else 1988.4
    t = np.linspace(first, 2002.3, int(20 * (2002.3 - first)))

    def fit(k: Kernel) -> Array:
        alpha, b = ridge_dual_offset(gram(k, years[known]), ppm[known], lam=0.1)
        return gram(k, t[:, None], years[known]) @ alpha + b

    alone, rise, total = fit(season), fit(trend), fit(season + trend + wiggles)
    box = (0, 0, 960, 326) if page.wide else (0, 0, 360, 366)
    ax = page.panel(box, (t[0], t[-1]), (319, 376) if page.wide else (309, 387))
    for curve in (alone, rise):
        ax.plot(t, curve, color=OTHER, linewidth=1.8)
    glow(ax, t, total, FIT)
    ax.plot(years[known], ppm[known], "o", color=DATA, markersize=3.2)
    look: dict[str, Any] = {
        "markerfacecolor": INK,
        "markeredgecolor": DATA,
        "markeredgewidth": 0.8,
    }
    ax.plot(years[~known], ppm[~known], "o", markersize=3.4, **look)
    road(ax, ax.get_ylim()[0], (1990, 1995, 2000), "")

    def on(curve: Array, year: float) -> tuple[float, float]:
        return year, np.interp(year, t, curve)

    season_alone, hidden = "A kernel for the seasons breathes,", (1997.79, 360.75)
    if page.wide:
        note(ax, season_alone, on(alone, 1985.79), (16, -26))
        note(ax, "one for the trend rises;", on(rise, 1987.62), (-130, 84))
        words = "their sum, with one for wiggles,"
        note(ax, words, on(total, 1993.4), (-20, 60), align="right")
        words = "foretells twelve hidden years\nto about 1 ppm."
        note(ax, words, hidden, (140, -96), align="right")
    else:
        note(ax, season_alone, on(alone, 1991.75), (-71, -36))
        note(ax, "one for the trend rises;", on(rise, 1991.58), (-64, 88))
        words = "their sum, with one for\nwiggles, sees ahead."
        note(ax, words, hidden, (82, -80), align="right")
