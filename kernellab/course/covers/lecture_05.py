"""Bochner: waves that agree at one place and cancel elsewhere, and their mean."""

from typing import Any

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from scipy.stats import norm

from kernellab.course.covers.page import FIT, WEIGHTS, Page, glow, note

ALT = (
    "Thin waves of 36 lengths have a crest at one place and cross each other elsewhere;"
    " their mean, a thick line, is a bump at that place and all but flat beyond."
)


def wave(omega: float, reach: float) -> Path:
    """cos ωt for |t| ≤ reach, in cubic arcs of at most a seventh of a period."""
    arcs = int(np.ceil(7 * reach * omega / np.pi)) + 1
    t = np.linspace(-reach, reach, arcs + 1)
    at = np.column_stack([t, np.cos(omega * t)])
    third = 2 * reach / arcs / 3
    step = third * np.column_stack([np.ones_like(t), -omega * np.sin(omega * t)])
    places = np.stack([at[:-1] + step[:-1], at[1:] - step[1:], at[1:]], axis=1)
    codes = [Path.MOVETO] + [Path.CURVE4] * (3 * arcs)
    return Path(np.vstack([at[:1], places.reshape(-1, 2)]), codes)


def draw(page: Page) -> None:
    """Waves cos ω(x − z), for 36 ω that cut the spectrum of RBF(1.0), a normal density,
    into equal parts, and their mean.
    """
    reach = 8.0 if page.wide else 4.2
    box = (0, 76, 960, 236) if page.wide else (0, 96, 360, 212)
    ax = page.panel(box, (-reach, reach), (-1.03, 1.03))
    omegas = norm.isf((np.arange(36) + 0.5) / 72)
    look: dict[str, Any] = {"facecolor": "none", "edgecolor": WEIGHTS, "alpha": 0.4}
    for omega in omegas:
        ax.add_patch(PathPatch(wave(omega, reach), linewidth=0.8, **look))
    t = np.linspace(-reach, reach, 241)
    mean = np.cos(np.outer(t, omegas)).mean(axis=1)
    glow(ax, t, mean, FIT, 3.0)
    crest, slope = (0, 1), (1.5, np.interp(1.5, t, mean))
    if page.wide:
        note(ax, "Where $x=z$\nall waves agree,", crest, (-110, 42), align="right")
        note(ax, "farther away they nearly cancel:", (3.4, 0.72), (-4, 66))
        words = "their mean is a kernel, for no wave has a negative weight."
        note(ax, words, slope, (-310, -166))
    else:
        note(ax, "Where $x=z$\nall waves agree,", crest, (-42, 52), align="right")
        note(ax, "farther away\nthey nearly cancel:", (2.2, 0.62), (-70, 80))
        note(ax, "their mean is a kernel.", slope, (-152, -175))
