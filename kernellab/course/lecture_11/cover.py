"""Level lines of an orange and a blue hill, each with a cloud of points; a white line
runs between them across the page. The points on the slopes are bright, those on the
tops are dim.
"""

import numpy as np
from contourpy import contour_generator

from kernellab import RBF, SVC
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, OTHER, WORDS, Page

TURN = np.deg2rad(12)  # for the view; a machine of inner products does not notice
LEVELS = np.array([0.0006, 0.005, 0.02, 0.06, 0.15, 0.32, 0.53, 0.76, 1.0, 1.2])


def draw(page: Page) -> None:
    """The machine of the lecture on its sixty points, but without an offset."""
    X, y = datasets.clouds(60, rng=4)
    X = X @ [[np.cos(TURN), np.sin(TURN)], [-np.sin(TURN), np.cos(TURN)]]
    model = SVC(RBF(1.0), C=1.0, offset=False).fit(X, y)
    carry = model.expansion_.support
    wide, low, high = 5.4, -3.7, 4.0143
    ax = page.panel((-wide, wide), (low, high))
    right, up = np.linspace(-wide, wide, 225), np.linspace(low, high, 161)
    places = np.stack(np.meshgrid(right, up), axis=-1)
    f = model.decision_function(places.reshape(-1, 2)).reshape(places.shape[:2])
    contours = contour_generator(right, up, f)
    for level in (*-LEVELS, *LEVELS):
        width, alpha = (1.6, 1.0) if abs(level) == 1 else (0.9, 0.5)
        for line in map(np.asarray, contours.lines(level)):
            color = FIT if level > 0 else OTHER
            ax.plot(*line.T, color=color, linewidth=width, alpha=alpha)
    for border in map(np.asarray, contours.lines(0.0)):
        page.glow(border[:, 0], border[:, 1], WORDS)
    for sign, color in ((-1, OTHER), (1, FIT)):
        ax.plot(*X[y == sign].T, "o", color=color, markersize=4.5, alpha=0.8, mew=0)
        x, z = X[carry[y[carry] == sign]].T
        page.stars(x, z, color=color)
    ax.plot(*X[carry].T, "o", color=DATA, markersize=5, zorder=7, mew=0)
    asks = "The machine asks\nthe bright points\nhow near a place is,"
    page.note(asks, (-1.49, 2.56), (-186, 20))
    page.note("the others it does not ask;", (1.33, 1.66), (-30, 66))
    page.note("where the answers\ncancel runs the border.", (3.2, -0.62), (-100, -116))
