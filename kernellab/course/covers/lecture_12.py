"""A million points: a cloud of stops, and the few landmarks that a curve needs."""

from collections.abc import Iterator
from functools import cache

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from kernellab._arrays import Array
from kernellab.course import datasets
from kernellab.course.covers.page import FIT, INK, Page, dawn, note, road, stars
from kernellab.expansion import Expansion
from kernellab.kernels.stationary import RBF
from kernellab.nystrom import nystrom_features
from kernellab.solvers.blocks import block_ridge

ALT = (
    "A cloud of a million dots fans out to the upper right; twelve of them are bright,"
    " and a curve runs through the middle of the cloud."
)
DUST = LinearSegmentedColormap.from_list("dust", [INK, "#4b688b", "#9ab8d8"])
AREA = (5.0, 45.0), (-28.0, 300.0)  # mph and feet


@cache
def fitted() -> tuple[Array, Array, Expansion]:
    """How many of a million stops lie where, twelve landmarks and the fit with them.

    Ten thousand stops a day are added up and forgotten, as in the lecture. (Of the
    million, 210 lie above the picture.)
    """
    stops = np.zeros((640, 220))

    def day(number: int) -> tuple[Array, Array]:
        X, y = datasets.fleet(10_000, rng=number)
        return 25 + 20 * X[:, :1], y

    def reports() -> Iterator[tuple[Array, Array]]:
        for number in range(100):
            speed, y = day(number)
            stops[:] += np.histogram2d(speed[:, 0], y, stops.shape, AREA)[0]
            yield speed, y

    speed, y = day(0)
    few = slice(12)
    phi = nystrom_features(RBF(8.0), speed[few])
    f = phi.expansion(block_ridge(phi, reports(), lam=1.0))
    return stops, np.column_stack([speed[few, 0], y[few]]), f


def draw(page: Page) -> None:
    """The fit on speed alone, of width 8 mph, with twelve landmarks."""
    stops, landmarks, f = fitted()
    box = (0, 0, 960, 316) if page.wide else (0, 0, 360, 360)
    ax = page.panel(box, *AREA)
    dust = DUST(np.round(15 * np.log1p(stops.T) / np.log1p(stops.max())) / 15)
    ax.imshow(
        dust[..., :3],
        origin="lower",
        extent=(*AREA[0], *AREA[1]),
        aspect="auto",
        interpolation="none",
    )
    speed = np.linspace(5, 45, 101)
    curve = f(speed[:, None])
    ax.plot(speed, curve, color=INK, linewidth=7, alpha=0.45)  # to stand out
    ax.plot(speed, curve, color=FIT, linewidth=3)
    stars(ax, landmarks[:, 0], landmarks[:, 1], size=7.5)
    dawn(ax)
    road(ax, -28, (10, 20, 30, 40), "mph")
    once = "A million stops\nare read once and forgotten,"
    stay = "twelve of them\nstay as landmarks,"
    if page.wide:
        note(ax, once, (11.2, 52), (-70, 108))
        note(ax, stay, landmarks[5], (-24, 112))
        at = 26, f([[26.0]])[0]
        note(ax, "and the curve is a sum of their bumps.", at, (54, -76))
    else:
        note(ax, once, (17, 72), (-84, 162))
        note(ax, "twelve of them\nstay.", landmarks[2], (-66, -76))
