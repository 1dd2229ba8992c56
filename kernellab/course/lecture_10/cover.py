"""A wide tube around a rising curve; 59 dim dots lie in it, and three bright ones on
its edges and outside.
"""

import numpy as np

from kernellab import RBF, SVR, Polynomial
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, TUBE, Page


def draw(page: Page) -> None:
    """The tube that held-out cars chose, λ = 10 and ε = 20 ft, and who carries it."""
    X, y = datasets.stopping()
    speed = np.linspace(-1, 50, 41)[:, None]
    model = SVR(RBF(3.0) + Polynomial(2), lam=10.0, epsilon=20.0).fit(X, y)
    f, carry = model.predict(speed), model.expansion_.support
    idle = np.delete(np.arange(len(y)), carry)
    ax = page.panel((0, 47), (-30, 190), bottom=40)
    for edge, inward in ((f - 20, 1), (f + 20, -1)):
        for deep in np.linspace(3, 20, 6):  # darker towards the curve, as a pipe is
            sides = edge, edge + inward * deep
            ax.fill_between(speed.ravel(), *sides, color=TUBE, alpha=0.06, linewidth=0)
        ax.plot(speed, edge, color=TUBE, linewidth=1.4)
    page.glow(speed, f)
    ax.plot(X[idle], y[idle], "o", color=DATA, markersize=3.8, alpha=0.55, mew=0)
    page.stars(X[carry], y[carry])
    page.road()
    inside, low = (10.5, f[9] + 12), (26, 39)
    page.note("Within the tube\nan error costs nothing,", inside, (-60, 128))
    few = "so with ±20 ft three cars\ncarry the curve,"
    page.note(few, (30, 101), (-50, 104), align="right")
    page.note("and the other 59\ncould leave.", low, (70, -76))
