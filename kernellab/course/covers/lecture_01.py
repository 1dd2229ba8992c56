"""A saddle: with the product of two coordinates as a height, a plane parts corners."""

import numpy as np

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.covers.page import FIT, OTHER, TRUTH, Page, note

ALT = (
    "A saddle of straight lines rises over two opposite corners of a level plane and"
    " falls below the other two; blue points lie on the part above, orange ones on the"
    " part below, each on a stem from its place in the plane."
)
EDGE = 1.0
TURN, DOWN, AWAY, STEEP = -0.74, 0.25, 4.6, 0.46


def seen(points: Array, heights: Array) -> Array:
    """The places in the picture, (n, 2), of points of the plane with heights."""
    side = np.cos(TURN) * points[:, 0] - np.sin(TURN) * points[:, 1]
    back = np.sin(TURN) * points[:, 0] + np.cos(TURN) * points[:, 1]
    up = np.cos(DOWN) * STEEP * heights + np.sin(DOWN) * back
    depth = AWAY + np.cos(DOWN) * back - np.sin(DOWN) * STEEP * heights
    return AWAY * np.column_stack([side, up]) / depth[:, None]


def draw(page: Page) -> None:
    """48 points in four corners, lifted by x₁x₂, and the plane at the height 0."""
    X, y = datasets.corners(48, rng=1)
    lifted, flat = seen(X, X.prod(axis=1)), seen(X, np.zeros(48))
    left, right, foot = (-2.32, 2.32, -1.18) if page.wide else (-1.49, 1.54, -1.84)
    top = foot + (right - left) * page.height / page.width
    ax = page.panel((0, 0, page.width, page.height), (left, right), (foot, top))
    gap = np.full((1, 2), np.nan)
    for sign, color in ((-1, OTHER), (1, FIT)):
        # On the saddle x₁ is constant along one family of straight lines, x₂ along the
        # other, and each line changes its side in the middle.
        for start in range(8):  # lines of one path would not brighten each other
            net = []
            for a in np.linspace(-EDGE, EDGE, 32)[start // 2 :: 4]:
                ends = np.array([[a, 0.0], [a, sign * np.sign(a) * EDGE]])
                ends = ends[:, ::-1] if start % 2 else ends
                net += [seen(ends, ends.prod(axis=1)), gap]
            ax.plot(*np.vstack(net).T, color=color, linewidth=0.8, alpha=0.55)
        those = y == sign
        stems = np.stack([flat, lifted, np.full_like(flat, np.nan)], axis=1)[those]
        ax.plot(*stems.reshape(-1, 2).T, color=color, linewidth=0.9)
        ax.plot(*flat[those].T, "o", color=color, markersize=2.5)
        ax.plot(*lifted[those].T, "o", color=color, markersize=6.5 if page.wide else 5)
        if sign < 0:
            rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * EDGE
            ax.fill(*seen(rim, np.zeros(4)).T, color=TRUTH, alpha=0.17, linewidth=0)
    words = "No line in this plane\nparts blue from orange."
    blue, orange = lifted[14], lifted[41]
    if page.wide:
        note(ax, words, (0.3, 0.19), (-38, 46))
        words = "Make $x_1x_2$ a height:\nblue rises,"
        note(ax, words, blue, (-24, -150), align="right")
        note(ax, "orange sinks, and now\nthe plane parts them.", orange, (160, -20))
    else:
        note(ax, words, (0, 0.3), (-20, 80))
        note(ax, "Make $x_1x_2$\na height:\nblue rises,", blue, (-20, -150))
        note(ax, "orange sinks:\nthe plane\nparts them.", orange, (20, -98))
