"""Kernel machines: a support vector machine as a map of what its points answer."""

import numpy as np

from kernellab.course import datasets
from kernellab.course.covers.page import (
    DATA,
    FIT,
    OTHER,
    WORDS,
    Page,
    dawn,
    glow,
    note,
    stars,
)
from kernellab.kernels.stationary import RBF
from kernellab.models import SVC

ALT = (
    "Level lines of an orange and a blue hill, each with a cloud of points; a white"
    " line runs between them across the page. The points on the slopes are bright,"
    " those on the tops are dim."
)
TURN = np.deg2rad(12)  # for the view; a machine of inner products does not notice
LEVELS = np.array([0.0006, 0.005, 0.02, 0.06, 0.15, 0.32, 0.53, 0.76, 1.0, 1.2])


def draw(page: Page) -> None:
    """The machine of the lecture on its sixty points, but without an offset."""
    X, y = datasets.clouds(60, rng=4)
    X = X @ [[np.cos(TURN), np.sin(TURN)], [-np.sin(TURN), np.cos(TURN)]]
    model = SVC(RBF(1.0), C=1.0, offset=False).fit(X, y)
    carry = model.expansion_.support
    wide, low, high = (8.7, -3.0, 3.525) if page.wide else (4.0, -4.45, 4.45)
    ax = page.panel((0, 0, page.width, page.height), (-wide, wide), (low, high))
    right = np.linspace(-wide, wide, round(40 * wide))
    up = np.linspace(low, high, 320)
    places = np.stack(np.meshgrid(right, up), axis=-1)
    f = model.decision_function(places.reshape(-1, 2)).reshape(places.shape[:2])
    # Drawn as curves, which are simplified; contours are not.
    contours = ax.contour(right, up, f, [*-LEVELS[::-1], 0, *LEVELS])
    contours.remove()
    found = zip(contours.levels, contours.allsegs, strict=True)
    for level, lines in sorted(found, key=lambda each: each[0] == 0):  # 0 on top
        color = FIT if level > 0 else OTHER
        width, alpha = (1.6, 1.0) if abs(level) == 1 else (0.9, 0.5)
        for x, z in (line.T for line in lines):
            if level == 0:
                glow(ax, x, z, WORDS)
            else:
                ax.plot(x, z, color=color, linewidth=width, alpha=alpha)
    for sign, color in ((-1, OTHER), (1, FIT)):
        ax.plot(*X[y == sign].T, "o", color=color, markersize=4.5, alpha=0.8, mew=0)
        x, z = X[carry[y[carry] == sign]].T
        stars(ax, x, z, color=color)
    ax.plot(*X[carry].T, "o", color=DATA, markersize=5, zorder=7, mew=0)
    dawn(ax, below=True)
    if page.wide:
        asks = "The machine asks\nthe bright points\nhow near a place is,"
        note(ax, asks, (-2.54, 0.01), (-300, -22))
        note(ax, "the others it does not ask;", (1.33, 1.66), (36, 60))
        cancel = "where the\nanswers cancel\nruns the border."
        note(ax, cancel, (4.8, -1.13), (50, 96))
    else:
        note(ax, "The machine asks\nthe bright points;", (-1.49, 2.56), (-96, 48))
        where = "where the answers\ncancel runs the border."
        note(ax, where, (3.2, -0.62), (16, -136), align="right")
