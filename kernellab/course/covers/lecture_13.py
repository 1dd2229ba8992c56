"""A posterior: it narrows where cars were measured and is wide elsewhere."""

import numpy as np

from kernellab.course import datasets
from kernellab.course.covers.page import DATA, FIT, Page, note, road
from kernellab.gaussian_process import GaussianProcess
from kernellab.kernels.stationary import RBF

ALT = (
    "A band around a curve narrows at each of four measured cars and widens between and"
    " beyond them; thin lines in it are curves that pass by the cars."
)


def draw(page: Page) -> None:
    """The posterior of a Gaussian process of width 5 mph, given four cars."""
    X, y = datasets.stopping()
    cars = [6, 20, 47, 59]
    speed = np.linspace(0, 50, 301)[:, None]
    model = GaussianProcess(45.0**2 * RBF(5.0), 3.0**2).fit(X[cars], y[cars])
    mean, std = model.predict(speed, return_std=True)
    box = (0, 10, 960, 306) if page.wide else (0, 90, 360, 270)
    ax = page.panel(box, (0, 50), (-85, 175))
    low, high = mean - 1.645 * std, mean + 1.645 * std
    ax.fill_between(speed.ravel(), low, high, color=FIT, alpha=0.22, linewidth=0)
    draws = model.sample_y(speed, 6, random_state=4)
    ax.plot(speed, draws, color=FIT, linewidth=0.9, alpha=0.75)
    ax.plot(speed, mean, color=FIT, linewidth=2.6)
    ax.plot(X[cars], y[cars], "o", color=DATA, markersize=8, zorder=5)
    road(ax, -85, (10, 20, 30, 40), "mph")
    words = "At a measured car\nthe curve is all but known,"
    known, guess = (27, 80), (22, mean[132] - 1.2 * std[132])
    if page.wide:
        note(ax, words, known, (-40, 84), align="right")
        note(ax, "between two it is a guess,", guess, (60, -62))
        note(ax, "beyond the last\nit forgets them.", (45, 88), (59, 84), align="right")
        page.say(44, 30, "Each thin line is a curve\nthat the cars allow.", FIT)
    else:
        words = words.replace(" all ", "\nall ")
        note(ax, words, known, (-178, 128))
        note(ax, "between two\nit is a guess.", guess, (46, -58))
