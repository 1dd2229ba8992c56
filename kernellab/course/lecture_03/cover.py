"""A horn of thousands of dots, blue above and orange below, narrows from the left edge
of the page to a single bright point, the one number that they add up to.
"""

from math import comb

import numpy as np
from matplotlib.colors import to_rgb

from kernellab import scaled_monomials
from kernellab.course.shared.cover_page import FIT, HIGH, INK, OTHER, WIDE, Page

GOLDEN = (5**0.5 - 1) / 2  # its multiples spread evenly between the whole numbers


def draw(page: Page) -> None:
    """A dot for each of the 15,504 products φⱼ(x)φⱼ(z) of two points with five
    coordinates: the orders from right to left, the large ones of each in the middle.
    """
    X = np.random.default_rng(2).uniform(-1, 1, size=(40, 5))
    one, other = scaled_monomials(X[[0, 4]], degree=15)
    products = one * other
    counts = np.array([comb(order + 4, 4) for order in range(17)])
    orders = np.repeat(np.arange(16), counts[:16])
    ranks = np.argsort(np.argsort(np.abs(products))) / len(products)
    tip, high, middle = 330, 150, 196
    ax = page.panel((0, WIDE), (HIGH, 0))
    dots = np.tile(to_rgb(INK), (HIGH, WIDE, 1))
    for sign, color in ((-1, OTHER), (1, FIT)):
        shades = np.linspace(to_rgb(INK), to_rgb(color), 8)
        for order in range(16):
            those = np.flatnonzero((orders == order) & (sign * products > 0))
            those = those[np.argsort(-ranks[those])]
            place = np.arange(len(those)) + 0.5
            along = order + GOLDEN * place % 1
            x = tip * (1 - along / 16)
            # The horn is as high as an order has monomials.
            width = np.interp(along, np.arange(17), counts) / counts[16]
            y = middle - sign * 2 * high * width * place / counts[order]
            shade = np.ceil(2.99 + 4 * ranks[those]).astype(int)
            dots[y.astype(int), x.astype(int)] = shades[shade]
            large = ranks[those] > 0.99
            ax.plot(x[large], y[large], "o", color=color, markersize=1.8, mew=0)
    ax.imshow(dots, extent=(0, WIDE, HIGH, 0), interpolation="nearest")
    page.stars([tip], [middle], 8)
    many = "15,504 products of features,\nhalf of them positive,"
    page.note(many, (96, 130), (56, 90))
    page.note("half negative, add up to", (116, 224), (70, -130))
    page.say(356, 120, "one number:")
    page.say(354, 184, f"{products.sum():.3f}", FIT, size=1.25)
    page.say(356, 232, "How few\nmultiplications\ngive it?")
