"""Two squares at one scale: the equations of the primal, and those of the dual."""

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from kernellab.course.covers.page import DATA, FIT, INK, WEIGHTS, Page, dawn, note
from kernellab.features import scaled_monomials

ALT = (
    "A woven purple table fills the page from edge to edge and goes on below it; above"
    " it, at the same scale, another square is as small as a star."
)
LIGHTS = ListedColormap([INK, "#34345f", "#80609a", WEIGHTS, "#f8dcf3"])


def draw(page: Page) -> None:
    """ΦᵀΦ for 15,504 monomials, a light for the mean of 24 × 24 entries or more, by its
    rank, and ΦΦᵀ for 40 points.
    """
    X = np.random.default_rng(2).uniform(-1, 1, size=(40, 5))
    Phi = scaled_monomials(X, degree=15)
    n, m = Phi.shape
    block, sky = (24, 92) if page.wide else (51, 176)
    scale = m / page.width  # features to a pixel
    foot = (page.height - sky) * scale
    means = Phi.reshape(n, m // block, block).mean(axis=2)
    table = np.abs(means[:, : int(np.ceil(foot / block))].T @ means)
    ranks = np.argsort(np.argsort(table, axis=None)).reshape(table.shape) / table.size
    ax = page.panel((0, 0, page.width, page.height), (0, m), (foot, -sky * scale))
    box = (0, m, len(table) * block, 0)
    ax.imshow(ranks**3, cmap=LIGHTS, extent=box, interpolation="none", aspect="auto")
    ax.set(xlim=(0, m), ylim=(foot, -sky * scale))
    x, y = (
        (652.5 * scale, -51.5 * scale) if page.wide else (322.5 * scale, -57.5 * scale)
    )
    for size in range(4, 34 if page.wide else 25, 3):
        ax.plot(x, y, "o", color=FIT, markersize=size, alpha=0.05, markeredgewidth=0)
    ax.add_patch(Rectangle((x - n / 2, y - n / 2), n, n, color=DATA, linewidth=0))
    dawn(ax, below=True)
    if page.wide:
        words = "Solve 15,504 equations, one for each feature,"
        note(ax, words, (236 * scale, 12 * scale), (-150, 64))
        words = "or these 40, one for each point:\n"
        words += r"for any $\lambda>0$ the fit is the same."
        note(ax, words, (x, y), (32, 11))
    else:
        words = "Solve 15,504 equations,\none for each feature,"
        note(ax, words, (40 * scale, 12 * scale), (-24, 144))
        note(ax, "or these 40,\none for each point.", (x, y), (-30, -11), align="right")
