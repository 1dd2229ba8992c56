"""Support vector regression: a tube that rests on three of 62 cars."""

import numpy as np

from kernellab.course import datasets
from kernellab.course.covers.page import (
    DATA,
    FIT,
    TUBE,
    Page,
    dawn,
    glow,
    note,
    road,
    stars,
)
from kernellab.kernels.stationary import RBF
from kernellab.kernels.vectors import Polynomial
from kernellab.models import SVR

ALT = (
    "A wide tube around a rising curve; 59 dim dots lie in it, and three bright ones on"
    " its edges and outside."
)


def draw(page: Page) -> None:
    """The tube that held-out cars chose, λ = 10 and ε = 20 ft, and who carries it."""
    X, y = datasets.stopping()
    speed = np.linspace(-1, 50, 41)[:, None]
    model = SVR(RBF(3.0) + Polynomial(2), lam=10.0, epsilon=20.0).fit(X, y)
    f, carry = model.predict(speed), model.expansion_.support
    idle = np.delete(np.arange(len(y)), carry)
    box = (0, 0, 960, 316) if page.wide else (0, 60, 360, 300)
    ax = page.panel(box, (-1, 47) if page.wide else (0, 47), (-30, 178))
    for edge, inward in ((f - 20, 1), (f + 20, -1)):
        for deep in np.linspace(3, 20, 6):  # darker towards the curve, as a pipe is
            inner = edge + inward * deep
            ax.fill_between(
                speed.ravel(), edge, inner, color=TUBE, alpha=0.06, linewidth=0
            )
        ax.plot(speed, edge, color=TUBE, linewidth=1.4)
    glow(ax, speed, f, FIT)
    ax.plot(X[idle], y[idle], "o", color=DATA, markersize=3.8, alpha=0.55, mew=0)
    stars(ax, X[carry], y[carry])
    dawn(ax)
    road(ax, -30, (10, 20, 30, 40), "mph")
    inside, low = (10.5, f[9] + 12), (26, 39)
    if page.wide:
        note(ax, "Within the tube\nan error costs nothing,", inside, (-60, 92))
        note(ax, "so three cars\ncarry the curve,", (30, 101), (-60, 84), align="right")
        note(ax, "and the other 59 could leave.", low, (88, -52))
    else:
        note(ax, "Three cars\ncarry the curve;", (30, 101), (-60, 84), align="right")
        note(ax, "the other 59\ncould leave.", low, (30, -62))
