"""A saddle of straight lines rises over two opposite corners of a level plane and falls
below the other two; blue points lie on the part above, orange ones on the part below,
each on a stem from its place in the plane.
"""

import numpy as np

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.shared.cover_page import FIT, HIGH, OTHER, TRUTH, WIDE, Page

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
    left, right, foot = -1.72, 1.78, -1.36
    top = foot + (right - left) * HIGH / WIDE
    ax = page.panel((left, right), (foot, top))
    for sign, color in ((-1, OTHER), (1, FIT)):
        # On the saddle x₁ is constant along one family of straight lines, x₂ along the
        # other, and each line changes its side in the middle.
        for a in np.linspace(-1, 1, 32):
            ends = np.array([[a, 0.0], [a, sign * np.sign(a)]])
            for line in (ends, ends[:, ::-1]):
                places = seen(line, line.prod(axis=1)).T
                ax.plot(*places, color=color, linewidth=0.8, alpha=0.55)
        those = y == sign
        stems = np.stack([flat[those], lifted[those]])
        ax.plot(stems[..., 0], stems[..., 1], color=color, linewidth=0.9)
        ax.plot(*flat[those].T, "o", color=color, markersize=2.5)
        ax.plot(*lifted[those].T, "o", color=color, markersize=6)
        if sign < 0:
            rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            ax.fill(*seen(rim, np.zeros(4)).T, color=TRUTH, alpha=0.17, linewidth=0)
    blue, orange = lifted[14], lifted[41]
    page.note("No line in this plane\nparts blue from orange.", (0, 0.3), (-70, 92))
    page.note("Make $x_1x_2$ a height:\nblue rises,", blue, (-30, -136))
    page.note("orange sinks, and now\nthe plane parts them.", orange, (10, -66))
