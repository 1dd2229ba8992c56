"""What one does here: guess, see, and pull."""

import numpy as np

from kernellab.course import datasets
from kernellab.course.covers.page import DATA, FIT, OTHER, Page, note, road
from kernellab.kernels.stationary import RBF
from kernellab.kernels.vectors import Polynomial
from kernellab.models import KernelRidge

ALT = (
    "A dashed line, somebody's guess, and a curve that rises in bends among 62 cars;"
    " one point of the curve has a ring, by which it can be pulled."
)


def draw(page: Page) -> None:
    """The fit of the first lab, and a straight guess."""
    X, y = datasets.stopping()
    speed = np.linspace(0, 50, 201)[:, None]
    model = KernelRidge(RBF(3.0) + Polynomial(2), lam=0.62).fit(X, y)
    curve = model.predict(speed)
    box = (0, 10, 960, 306) if page.wide else (0, 60, 360, 300)
    ax = page.panel(box, (0, 50), (-12, 200))
    ax.plot(X, y, "o", color=DATA, markersize=5, alpha=0.75, markeredgewidth=0)
    ax.plot([0, 50], [0, 105], color=OTHER, linewidth=2.2, dashes=(5, 2.5))
    ax.plot(speed, curve, color=FIT, linewidth=2.6)
    at = model.predict([[33.0]])[0]
    ax.plot(33, at, "o", color=FIT, markersize=8)
    ax.plot(33, at, "o", color="none", markeredgecolor=FIT, markersize=20)
    road(ax, -12, (10, 20, 30, 40), "mph")
    if page.wide:
        note(ax, "You say what will happen,", (15, 31.5), (-60, 90), OTHER)
        happens = (44.5, model.predict([[44.5]])[0])
        note(ax, "you see what happens,", happens, (-24, 40), FIT, align="right")
        note(ax, "and what has a ring\nyou can pull.", (33, at), (60, -70))
    else:
        note(ax, "You say what\nwill happen,", (15, 31.5), (-88, 203), OTHER)
        note(ax, "you see what\nhappens.", (40, 127), (-44, 12), FIT, align="right")
