"""Carbon dioxide over Mauna Loa climbs in yearly waves, and a blue curve goes along,
also through the years from 1990 that were hidden from it; an orange wave stays level
below, and an orange line climbs without waves.
"""

import numpy as np

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, INK, OTHER, Page
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.stationary import RBF, Periodic, RationalQuadratic
from kernellab.solvers.ridge import ridge_dual_offset


def draw(page: Page) -> None:
    """Three fits to the months before 1990, and the months after them as rings."""
    years, ppm = datasets.mauna_loa()
    known = years.ravel() < 1990
    season, trend = 6 * Periodic(1.0, period=1.0), 1000 * RBF(50.0)
    wiggles = 0.5 * RationalQuadratic(1.0, 1.0)
    first = 1987.4
    t = np.linspace(first, 2002.3, int(20 * (2002.3 - first)))

    def fit(k: Kernel) -> Array:
        alpha, b = ridge_dual_offset(gram(k, years[known]), ppm[known], lam=0.1)
        return gram(k, t[:, None], years[known]) @ alpha + b

    alone, rise, total = fit(season), fit(trend), fit(season + trend + wiggles)
    ax = page.panel((t[0], t[-1]), (309, 391), bottom=40)
    for curve in (alone, rise):
        ax.plot(t, curve, color=OTHER, linewidth=1.8)
    page.glow(t, total)
    ax.plot(years[known], ppm[known], "o", color=DATA, markersize=2.6)
    (rings,) = ax.plot(years[~known], ppm[~known], "o", color=DATA, markersize=2.6)
    rings.set(markerfacecolor=INK, markeredgewidth=0.65)
    page.road((1990, 1995, 2000), "")

    def on(curve: Array, year: float) -> tuple[float, float]:
        return year, np.interp(year, t, curve)

    sees = "A sum of three kernels foretells\ntwelve hidden years to about 1 ppm:"
    page.note(sees, on(total, 1994.4), (-190, 84))
    page.note("one for the trend rises,", on(rise, 1996.37), (-20, -100))
    breathes = "one for the seasons breathes,\nand a third adds wiggles."
    page.note(breathes, on(alone, 1990.79), (-60, -44))
