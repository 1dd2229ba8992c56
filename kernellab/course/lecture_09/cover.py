"""A sheaf of thin curves rises from a flat line up to 62 dots and swings between them;
one of the curves, bold, keeps to their middle.
"""

import numpy as np

from kernellab import RBF, gram, ridge_path
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, PENALTY, Page


def draw(page: Page) -> None:
    """The fits of width 3 mph, λ from 0.003 to 300, and the leave-one-out choice."""
    X, y = datasets.stopping()
    k, speed = RBF(3.0), np.linspace(-3, 53, 141)[:, None]
    path, at = ridge_path(gram(k, X), y), gram(k, speed, X)
    lams = np.logspace(-6, 4, 200)
    best = lams[path.loo_rmse(lams).argmin()]
    ax = page.panel((0, 58), (-44, 190), top=10, bottom=40)
    for lam in np.logspace(-2.5, 2.5, 25):
        ax.plot(speed, at @ path.alpha(lam), color=PENALTY, linewidth=0.9, alpha=0.7)
    page.glow(speed, at @ path.alpha(best))
    ax.plot(X, y, "o", color=DATA, markersize=4.5, mew=0, zorder=5)
    page.road()
    small = "A small $\\lambda$ chases the cars\nand swings between them,"
    page.note(small, (33, 105), (-66, 80), align="right")
    words = "one between\nbest foretells\na car left out,"
    page.note(words, (43.2, 60), (110, 100), FIT, align="right")
    page.note("a large one forgets them.", (14, 1), (-60, -40))
