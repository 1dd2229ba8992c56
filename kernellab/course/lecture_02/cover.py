"""A woven purple table fills the page from edge to edge and goes on below it; above it,
at the same scale, another square is as small as a star.
"""

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from kernellab import scaled_monomials
from kernellab.course.shared.cover_page import DATA, FIT, HIGH, INK, WEIGHTS, WIDE, Page

LIGHTS = ListedColormap([INK, "#34345f", "#80609a", WEIGHTS, "#f8dcf3"])


def draw(page: Page) -> None:
    """ΦᵀΦ for 15,504 monomials, a light for the mean of 24 × 24 entries or more, by its
    rank, and ΦΦᵀ for 40 points.
    """
    X = np.random.default_rng(2).uniform(-1, 1, size=(40, 5))
    Phi = scaled_monomials(X, degree=15)
    n, m = Phi.shape
    block, sky = 38, 150
    scale = m / WIDE  # features to a pixel
    foot = (HIGH - sky) * scale
    means = Phi.reshape(n, m // block, block).mean(axis=2)
    table = np.abs(means[:, : int(np.ceil(foot / block))].T @ means)
    ranks = np.argsort(np.argsort(table, axis=None)).reshape(table.shape) / table.size
    ax = page.panel((0, m), (foot, -sky * scale))
    box = (0, m, len(table) * block, 0)
    ax.imshow(ranks**3, cmap=LIGHTS, extent=box, interpolation="none", aspect="auto")
    ax.set(xlim=(0, m), ylim=(foot, -sky * scale))
    x, y = 100.5 * scale, -80.5 * scale
    for size in range(4, 34, 3):
        ax.plot(x, y, "o", color=FIT, markersize=size, alpha=0.05, markeredgewidth=0)
    ax.add_patch(Rectangle((x - n / 2, y - n / 2), n, n, color=DATA, linewidth=0))
    many = "15,504 equations, one for each feature"
    page.note(many, (180 * scale, 90 * scale), (-130, 12))
    few = "40 equations, one for each point:\nby what factor cheaper?"
    page.note(few, (x, y), (34, 11))
