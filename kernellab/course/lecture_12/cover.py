"""A cloud of a million dots fans out to the upper right; twelve of them are bright, and
a curve runs through the middle of the cloud.
"""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from kernellab import RBF, Expansion, nystrom_features, ridge_primal
from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.shared.cover_page import FIT, INK, Page

DUST = LinearSegmentedColormap.from_list("dust", [INK, "#4b688b", "#9ab8d8"])
AREA = (5.0, 45.0), (-28.0, 300.0)  # mph and feet


@cache
def fitted() -> tuple[Array, Array, Expansion]:
    """How many of a million stops lie where, twelve landmarks and the fit with them."""
    X, y = datasets.fleet(1_000_000, rng=0)
    speed = 25 + 20 * X[:, :1]
    stops = np.histogram2d(speed[:, 0], y, (640, 220), AREA)[0]
    phi = nystrom_features(RBF(8.0), speed[:12])
    f = phi.expansion(ridge_primal(phi(speed), y, lam=1.0))
    return stops, np.column_stack([speed[:12, 0], y[:12]]), f


def draw(page: Page) -> None:
    """The fit on speed alone, of width 8 mph, with twelve landmarks."""
    stops, landmarks, f = fitted()
    ax = page.panel(*AREA, bottom=40)
    dust = DUST(np.round(15 * np.log1p(stops.T) / np.log1p(stops.max())) / 15)
    look: dict[str, Any] = {"origin": "lower", "extent": (*AREA[0], *AREA[1])}
    ax.imshow(dust[..., :3], aspect="auto", interpolation="none", **look)
    speed = np.linspace(5, 45, 101)
    curve = f(speed[:, None])
    ax.plot(speed, curve, color=INK, linewidth=7, alpha=0.45)  # to stand out
    ax.plot(speed, curve, color=FIT, linewidth=3)
    page.stars(landmarks[:, 0], landmarks[:, 1], size=7.5)
    page.road()
    page.note("A million stops\nare read once and forgotten,", (14, 60), (-100, 190))
    page.note("twelve of them\nstay as landmarks,", landmarks[5], (-10, 96))
    at = 26, f([[26.0]])[0]
    page.note("and the curve is a sum of their bumps.", at, (-76, -84))
