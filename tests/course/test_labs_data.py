"""What labs on a road say of data that are not the stopping distances."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from kernellab import datasets, labs, plots
from tests.course.labs import line


def road_of(X, y):
    return labs.first_fit(X, y).figure.axes[0]


def bands(ax):
    return [
        (patch.get_x(), patch.get_x() + patch.get_width())
        for patch in ax.patches
        if isinstance(patch, Rectangle)
    ]


@pytest.mark.parametrize(
    ("shift", "expected"),
    [(0, [(25, 50)]), (15, [(0, 19), (40, 50)]), (25, [(0, 29)]), (40, [(0, 44)])],
)
def test_the_band_without_data_holds_no_data(shift, expected):
    X, y = datasets.cars()
    ax = road_of(X + shift, y)
    assert bands(ax) == expected
    said = [text for text in ax.texts if text.get_text() == "no data"]
    middles = [sum(band) / 2 for band in expected]
    assert [text.get_position()[0] for text in said] == middles


def test_points_outside_the_picture_are_counted():
    X, y = datasets.cars()
    for move in (0, -60, 130):
        ax = road_of(X, y + move)
        hidden = int(np.sum((y + move < -25) | (y + move > 190)))
        told = [text.get_text() for text in ax.texts if "outside" in text.get_text()]
        assert told == ([f"{hidden} points outside this picture"] if hidden else [])
        assert len(line(ax, plots.DATA, "o").get_xdata()) == len(y)
    ax = road_of(np.append(X, [[60.0]], axis=0), np.append(y, 100.0))
    assert "1 point outside this picture" in [text.get_text() for text in ax.texts]
