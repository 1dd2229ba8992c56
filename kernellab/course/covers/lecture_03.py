"""A horn of products that narrows to one number, the kernel of two points."""

from math import comb

import numpy as np
from matplotlib.colors import to_rgb

from kernellab.course.covers.page import FIT, INK, OTHER, Page, note, stars
from kernellab.features import scaled_monomials

ALT = (
    "A horn of thousands of dots, blue above and orange below, narrows from the left"
    " edge of the page to a single bright point, the number (1 + xᵀz)¹⁵."
)
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
    tip, high, middle = (664, 172, 180) if page.wide else (300, 150, 215)
    box = (0, 0, page.width, page.height)
    ax = page.panel(box, (0, page.width), (page.height, 0))
    dots = np.tile(to_rgb(INK), (page.height, page.width, 1))
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
    ax.imshow(dots, extent=(0, page.width, page.height, 0), interpolation="nearest")
    stars(ax, [tip], [middle], 8)
    formula = rf"$(1+x^{{\!\top\!}}z)^{{15}}={products.sum():.3f}$"
    if page.wide:
        words = "15,504 products of features,\nhalf of them positive,"
        note(ax, words, (190, 130), (110, 74))
        note(ax, "half negative, add up to", (230, 214), (120, -76))
        page.say(696, 132, "one number:")
        page.say(695, 160, formula, FIT, size=26)
        page.say(696, 206, "eleven multiplications give it.")
    else:
        note(ax, "15,504 products\nof features", (104, 168), (24, 96))
        page.say(340, 164, "add up to one number:", align="right")
        page.say(344, 246, formula, FIT, align="right", size=22)
