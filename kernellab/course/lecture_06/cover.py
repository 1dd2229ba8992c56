"""Carbon dioxide over Mauna Loa climbs in yearly waves up to 1990, where the points end
at a question mark; an orange line goes on climbing without waves, and an orange wave
stays level below.
"""

import numpy as np

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, OTHER, Page
from kernellab.grams import gram
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.stationary import RBF, Periodic
from kernellab.solvers.ridge import ridge_dual_offset


def draw(page: Page) -> None:
    """The months before 1990, and two fits to them that are carried on."""
    years, ppm = datasets.mauna_loa()
    known = years.ravel() < 1990
    season, trend = 6 * Periodic(1.0, period=1.0), 1000 * RBF(50.0)
    first = 1981.4
    t = np.linspace(first, 1996.3, int(20 * (1996.3 - first)))

    def fit(k: Kernel) -> Array:
        alpha, b = ridge_dual_offset(gram(k, years[known]), ppm[known], lam=0.1)
        return gram(k, t[:, None], years[known]) @ alpha + b

    alone, rise = fit(season), fit(trend)
    ax = page.panel((t[0], t[-1]), (309, 381), bottom=40)
    for curve in (alone, rise):
        ax.plot(t, curve, color=OTHER, linewidth=1.8)
    ax.plot(years[known], ppm[known], "o", color=DATA, markersize=2.6)
    page.road((1985, 1990, 1995), "")

    def on(curve: Array, year: float) -> tuple[float, float]:
        return year, np.interp(year, t, curve)

    page.say(
        24, 20, "A kernel for the rise,\na kernel for the seasons:\nwhich does both?"
    )
    page.say(330, 60, "?", size=3)
    page.note("one rises,", on(rise, 1992.4), (-10, -80))
    page.note("one breathes.", on(alone, 1985.79), (-60, -44))
