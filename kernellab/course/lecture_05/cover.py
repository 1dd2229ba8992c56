"""Thin waves of 36 lengths have a crest at one place and cross each other elsewhere;
their mean, a thick line, is a bump at that place and all but flat beyond.
"""

import numpy as np
from scipy.stats import norm

from kernellab.course.shared.cover_page import FIT, WEIGHTS, Page


def draw(page: Page) -> None:
    """Waves cos ω(x − z), for 36 ω that cut the spectrum of RBF(1.0), a normal density,
    into equal parts, and their mean.
    """
    reach = 5.5
    ax = page.panel((-reach, reach), (-1.03, 1.03), top=92, bottom=92)
    omegas = norm.isf((np.arange(36) + 0.5) / 72)
    t = np.linspace(-reach, reach, 321)
    waves = np.cos(np.outer(t, omegas))
    ax.plot(t, waves, color=WEIGHTS, linewidth=0.8, alpha=0.4)
    mean = waves.mean(axis=1)
    page.glow(t, mean, FIT, 3.0)
    crest, slope = (0, 1), (1.5, np.interp(1.5, t, mean))
    page.note("Where $x=z$\nall waves agree,", crest, (-80, 44), align="right")
    page.note("farther away they nearly cancel:", (3.4, 0.72), (-178, 70))
    page.note("their mean is a bump.\nIs it a kernel?", slope, (-220, -186))
