"""A dashed line, somebody's guess, and a curve that rises in bends among 62 cars; one
point of the curve has a ring, by which it could be pulled in a lab.
"""

import numpy as np

from kernellab import RBF, KernelRidge, Polynomial
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, OTHER, Page


def draw(page: Page) -> None:
    """The fit of the first lab, and a straight guess."""
    X, y = datasets.stopping()
    speed = np.linspace(0, 50, 201)[:, None]
    model = KernelRidge(RBF(3.0) + Polynomial(2), lam=0.62).fit(X, y)
    curve = model.predict(speed)
    ax = page.panel((0, 50), (-12, 215), top=20, bottom=42)
    ax.plot(X, y, "o", color=DATA, markersize=5, alpha=0.75, markeredgewidth=0)
    ax.plot([0, 50], [0, 105], color=OTHER, linewidth=2.2, dashes=(5, 2.5))
    ax.plot(speed, curve, color=FIT, linewidth=2.6)
    at = model.predict([[33.0]])[0]
    ax.plot(33, at, "o", color=FIT, markersize=8)
    ax.plot(33, at, "o", color="none", markeredgecolor=FIT, markersize=20)
    page.road()
    happens = (44.5, model.predict([[44.5]])[0])
    page.note("You say what will happen,", (15, 31.5), (-130, 150), OTHER)
    page.note("you see what happens,", happens, (-40, 66), FIT, align="right")
    page.note("and in a lab such\na ring can be pulled.", (33, at), (0, -84))
