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
    box = (0, 0, 960, 316) if page.wide else (0, 0, 360, 362)
    ax = page.panel(box, (t[0], t[-1]), (319, 376) if page.wide else (309, 387))
    for curve in (alone, rise):
        ax.plot(t, curve, color=OTHER, linewidth=1.8)
    glow(ax, t, total, FIT)
    size = 3.2 if page.wide else 1.8
    ax.plot(years[known], ppm[known], "o", color=DATA, markersize=size)
    look: dict[str, Any] = {
        "markerfacecolor": INK,
        "markeredgecolor": DATA,
        "markeredgewidth": size / 4,
    }
    ax.plot(years[~known], ppm[~known], "o", markersize=size, **look)
    road(ax, ax.get_ylim()[0], (1990, 1995, 2000), "")

    def on(curve: Array, year: float) -> tuple[float, float]:
        return year, np.interp(year, t, curve)

    if page.wide:
        words = "A sum of three kernels foretells\ntwelve hidden years to about 1 ppm:"
        note(ax, words, on(total, 1991.4), (-14, 56), align="right")
        note(ax, "one for the trend rises,", on(rise, 1996.37), (-40, -84))
        words = "one for the seasons breathes, and a third adds wiggles."
        note(ax, words, on(alone, 1988.79), (-160, -34))
    else:
        words = "A sum of three kernels\nforetells hidden years:"
        note(ax, words, on(total, 1995.4), (-164, 64))
        note(ax, "one for the trend rises,", on(rise, 1996.37), (-64, -80))
        words = "one for the seasons breathes,\nand a third adds wiggles."
        note(ax, words, on(alone, 1991.79), (-50, -44))
