"""A lab whose handles choose what the others move."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab


def _on(line, index):
    """Where a point of a line is."""

    def place():
        return line.axes, *line.get_xydata()[index]

    return place


def several(
    named: Sequence[int] = (2, 4), more: Mapping | None = None, step: float = 1.0
) -> Lab:
    """Five dots, of which the named ones can be taken and moved from their places."""
    figure = Figure(figsize=(7, 3))
    ax = figure.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    (dots,) = ax.plot(range(1, 6), range(1, 6), "o")

    def update(dot, right, up):
        x, y = np.arange(1.0, 6), np.arange(1.0, 6)
        x[dot - 1] += right
        y[dot - 1] += up
        dots.set_data(x, y)
        return f"Dot {dot} is moved by ({right:g}, {up:g})."

    where = {each: _on(dots, each - 1) for each in named}
    shift = slider(-2.0, 2.0, start=0.0, step=step)
    handles = {("dot", "right", "up"): where} | (more or {})
    dot = slider(1, 5, start=2, step=1)
    lab = Lab(figure, update, handles=handles, dot=dot, right=shift, up=shift)
    lab.ax = ax
    return lab
