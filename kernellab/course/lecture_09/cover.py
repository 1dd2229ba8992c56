"""A sheaf of thin curves, from nearly flat ones up to some that swing between 62 dots;
one of the curves, bold, keeps to the middle of the dots.
"""

import numpy as np

from kernellab import RBF, gram, ridge_path
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, PENALTY, Page


def draw(page: Page) -> None:
    """The fits of width 3 mph up to 39 mph, λ from 0.003 to 300, and the best λ."""
    X, y = datasets.stopping()
    k, speed = RBF(3.0), np.linspace(1, 39, 115)[:, None]
    path, at = ridge_path(gram(k, X), y), gram(k, speed, X)
    lams = np.logspace(-6, 4, 200)
    best = lams[path.loo_rmse(lams).argmin()]
    ax = page.panel((0, 58), (-14, 160), top=10, bottom=40)
    for lam in np.logspace(-2.5, 2.5, 25):
        ax.plot(speed, at @ path.alpha(lam), color=PENALTY, linewidth=0.9, alpha=0.7)
    page.glow(speed, at @ path.alpha(best))
    ax.plot(X, y, "o", color=DATA, markersize=4.5, mew=0, zorder=5)
    page.road()
    words = "These curves may bend\nas they like."
    page.note(words, (33, 105), (-60, 75), align="right")
    words = "The bold one\npredicts best\na car left out."
    page.note(words, (39, 118), (36, -54), FIT)
    page.note("Those below may\nhardly bend.", (39, 8), (22, 40))
