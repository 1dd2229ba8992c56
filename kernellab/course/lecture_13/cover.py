"""A band around a curve narrows at each of four measured cars and widens between and
beyond them; thin lines in it are curves that pass by the cars.
"""

import numpy as np

from kernellab import RBF, GaussianProcess
from kernellab.course import datasets
from kernellab.course.shared.cover_page import DATA, FIT, Page


def draw(page: Page) -> None:
    """The posterior of a Gaussian process of width 5 mph, given four cars."""
    X, y = datasets.stopping()
    cars = [6, 20, 47, 59]
    speed = np.linspace(0, 50, 301)[:, None]
    model = GaussianProcess(45.0**2 * RBF(5.0), 3.0**2).fit(X[cars], y[cars])
    mean, std = model.predict(speed, return_std=True)
    ax = page.panel((0, 50), (-85, 185), top=20, bottom=42)
    low, high = mean - 1.645 * std, mean + 1.645 * std
    ax.fill_between(speed.ravel(), low, high, color=FIT, alpha=0.22, linewidth=0)
    draws = model.sample_y(speed, 6, random_state=4)
    ax.plot(speed, draws, color=FIT, linewidth=0.9, alpha=0.75)
    ax.plot(speed, mean, color=FIT, linewidth=2.6)
    ax.plot(X[cars], y[cars], "o", color=DATA, markersize=8, zorder=5)
    page.road()
    words = "At a measured car\nthe curve is all but known,"
    known, guess = (27, 80), (22, mean[132] - 1.2 * std[132])
    page.note(words, known, (-64, 88), align="right")
    page.say(30, 308, "Each thin line is a curve\nthat the cars allow.", FIT)
    page.note("between two\nit is a guess,", guess, (60, -76))
    page.note("beyond the last\nit forgets them.", (45, 88), (40, 96), align="right")
