"""The page draws every artist that a lab may use as matplotlib's own renderer does; the
measure is that of ``apart``.
"""

import numpy as np
import pytest
from matplotlib import patches
from matplotlib.figure import Figure

from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab
from askfirst_tests.canvas import Stage, apart, by_agg


@pytest.fixture(scope="module")
def stage(browser):
    with browser.new_context() as context:
        yield Stage(context.new_page())


def everything(ax):
    """One of each artist that a lab may use."""
    ax.fill_between([0, 2], 0, [0.5, 1], color="tab:blue", alpha=0.4)
    ax.add_patch(
        patches.Rectangle((3, 0.1), 2, 0.5, facecolor="w", edgecolor="k", hatch="//")
    )
    ax.add_patch(
        patches.FancyArrowPatch(
            (0.5, -0.5), (2, -0.8), arrowstyle="-|>", mutation_scale=15
        )
    )
    ax.scatter(
        [1, 2, 3], [-0.2, -0.3, -0.4], c=[0, 0.5, 1], s=[20, 60, 120], edgecolors="k"
    )
    ax.pcolormesh([4, 4.5, 5.5], [-0.9, -0.5, -0.2], [[0, 1], [1, 0]])
    how = {"aspect": "auto", "interpolation": "bilinear"}
    ax.imshow([[0, 1], [1, 0.5]], extent=(2.5, 3.5, -0.9, -0.5), **how)
    x, y, each = np.linspace(0, 6, 9), np.linspace(-1, 1, 9), np.arange(9)
    ax.contour(x, y, np.add.outer(each, each), linewidths=0.8)
    ax.errorbar([1, 5], [0.7, 0.8], yerr=0.1, fmt="s", capsize=4)
    ax.text(0.2, 0.8, r"$\frac{\alpha_i}{2}\sum_j k(x_i, x_j)$", rotation=20)
    how = {"bbox": {"boxstyle": "round", "facecolor": "y"}}
    ax.annotate("here", (5, 0.6), (5.2, 0.9), arrowprops={"arrowstyle": "->"}, **how)
    ax.set(xlabel="across", ylabel="up", title="everything")


def inset(ax):
    ax.inset_axes([0.3, 0.3, 0.4, 0.4]).plot([0, 1], [0, 1])


def words_on_the_figure(ax):
    ax.get_figure().text(0.5, 0.5, "words", fontsize=40)


def grid(ax):
    ax.grid(True, zorder=5, linewidth=5)


def words_on_top(ax):
    look = {"ha": "center", "color": "red", "fontsize": 30, "fontweight": "bold"}
    ax.text(3, 0, "above", zorder=9, **look)


@pytest.mark.parametrize(
    "more",
    [everything, inset, words_on_the_figure, grid, words_on_top],
    ids=lambda f: f.__name__,
)
def test_every_artist_is_drawn_in_its_order(stage, more):
    figure = Figure(figsize=(6, 4))
    ax = figure.subplots()
    ax.set(xlim=(0, 6), ylim=(-1, 1))
    (line,) = ax.plot([0, 6], [0, 0], linewidth=8)
    more(ax)

    def update(height):
        line.set_ydata([0, height])
        return f"{height}"

    lab = Lab(figure, update, height=slider(-1.0, 1.0, start=0.0))
    for height in (0.8, 0.3, -0.2):
        lab.set(height=height)
        assert apart(stage.show(lab), by_agg(lab)) < 25
