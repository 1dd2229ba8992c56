"""Rings on a floor close in on a blue point. A blue line leads there from an origin,
where two white lines begin that lie on the floor, too; an orange beam stands on the
point, fainter with its height.
"""

import numpy as np

from kernellab import ridge_dual, scaled_monomials
from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, OTHER, Page

TILT, AWAY = np.deg2rad(20.0), 2.4  # of the eye


def seen(*points: Array) -> tuple[Array, Array]:
    """Where the eye sees points that lie right, behind and above."""
    right, behind, above = np.vstack(points).T
    deep = AWAY + behind * np.cos(TILT) - above * np.sin(TILT)
    deep = np.where(deep > 0.3, deep, np.nan)  # what lies behind the eye
    return right / deep, (above * np.cos(TILT) + behind * np.sin(TILT)) / deep


def draw(page: Page) -> None:
    """Two cars, the three features of a quadratic, and ridge regression at λ = 0.1."""
    X, y = datasets.stopping()
    cars = [20, 61]
    Phi, lam = scaled_monomials(X[cars] / 40, degree=2), 0.1
    w = Phi.T @ ridge_dual(Phi @ Phi.T, y[cars] / 100, lam)
    # An orthonormal basis of the floor, turned for the view.
    along = w / np.linalg.norm(w)
    across = Phi[0] - Phi[0] @ along * along
    across /= np.linalg.norm(across)
    c, s = np.cos(np.deg2rad(16)), np.sin(np.deg2rad(16))
    floor = np.column_stack([c * along - s * across, s * along + c * across])

    def at(weights: Array, above: float = 0.0) -> Array:
        return np.append(weights @ floor, above) - [0.5, 0.1, 0]

    zero, best, high = at(0 * w), at(w), at(w, 0.42)
    ax = page.panel((-0.4, 0.3), (-0.17, 0.33))
    sizes, axes = np.linalg.eigh(floor.T @ (Phi.T @ Phi + lam * np.eye(3)) @ floor)
    turn = np.linspace(0, 2 * np.pi, 201)
    level = np.column_stack([np.cos(turn), np.sin(turn)]) / np.sqrt(sizes) @ axes.T
    for k in range(1, 36):
        ring = np.column_stack([0.045 * k**1.25 * level, 0 * turn]) + best
        ax.plot(*seen(ring), color=FIT, linewidth=1, alpha=1 / (1 + k / 7))
    for phi in Phi:
        ax.plot(*seen(zero, at(phi)), color=DATA, linewidth=1.4)
        ax.plot(*seen(at(phi)), "o", color=DATA, markersize=6)
    for top in np.linspace(0.1, 1.2, 12):  # fainter, the higher
        ax.plot(*seen(best, at(w, top)), color=OTHER, linewidth=2.4, alpha=0.2)
    ax.plot(*seen(zero, high), color=OTHER, linewidth=1.3, dashes=(5, 3))
    ax.plot(*seen(high), "o", color=OTHER, markersize=7)
    page.glow(*seen(zero, best))
    page.stars(*seen(best), color=FIT)

    def spot(point: Array) -> tuple[float, float]:
        x, y = seen(point)
        return x[0], y[0]

    two, line, lowest = spot(at(Phi[0])), spot(at(w, 0.5)), spot(best)
    page.note("The features of two cars\nspan a floor.", two, (-160, 130))
    words = "All weights\non this line fit\nthe cars alike,\nthe higher\nthe longer."
    page.note(words, line, (12, 0))
    words = "How high above the floor do the best\nweights lie under a penalty?"
    words += "\n(Each ring: equal errors plus penalty.)"
    page.note(words, lowest, (-200, -110))
