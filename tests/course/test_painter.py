"""A drawing, moving artists over a background, must hold all that a full drawing holds,
and no more work than needed.
"""

import json
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

from kernellab import datasets, labs
from kernellab.interactive.painter import Drawing, Painter

X, Y = datasets.stopping()
LABS = [
    (labs.kernel_ridge, X, Y),
    (labs.leave_one_out, X, Y),
    (labs.offset, X, Y),
    (labs.null_vector, X, Y),
    (labs.ridge_translator,),
    (labs.width_translator,),
]


def wave():
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 6), ylim=(-1, 1))
    (line,) = ax.plot([0, 6], [0, 0])
    return figure, ax, line, Painter(figure)


def strokes(drawing: Drawing) -> list[str]:
    """All that is drawn, background and moving artists, each path on its own."""
    single = []
    for kind, style, *rest in json.loads(drawing.background) + json.loads(drawing.ops):
        single += (
            [[kind, style, each] for each in rest]
            if kind == "p"
            else [[kind, style, *rest]]
        )
    return sorted(json.dumps(each) for each in single)


def drawn_afresh(figure: Figure) -> list[str]:
    """The same figure drawn by a painter that knows nothing of moving artists."""
    animated = [artist for artist in figure.findobj() if artist.get_animated()]
    for artist in animated:
        artist.set_animated(False)
    drawing = Painter(figure).paint()
    for artist in animated:
        artist.set_animated(True)
    assert drawing.ops == "[]"
    return strokes(drawing)


@pytest.mark.slow
@pytest.mark.parametrize(("make", "data"), [(make, data) for make, *data in LABS])
def test_background_and_moving_artists_add_up_to_the_whole_picture(make, data):
    lab = make(*data)
    rng = np.random.default_rng(1)
    if lab.question and lab._asks:
        lab.answer(None)
    for _ in range(12):
        shot = lab._frame(
            {
                name: control.values[rng.integers(len(control.values))]
                for name, control in lab.controls.items()
            }
        )
        assert shot.error is None
        shown = Drawing(
            shot.on, shot.background, json.dumps(json.loads(shot.text)["ops"])
        )
        assert strokes(shown) == drawn_afresh(lab._figure)


@pytest.mark.slow
def test_moves_after_the_first_are_cheap():
    _, _, line, painter = wave()
    for height in np.linspace(0.1, 0.9, 50):
        painter.paint()
        line.set_ydata([0, height])
    assert painter.full_draws == 2  # once at first, once to learn what moves


def test_only_what_moves_stands_in_a_frame():
    _, ax, line, painter = wave()
    (dot,) = ax.plot([1], [0], "o")
    painter.paint()
    dot.set_xdata([1.1])
    painter.paint()
    dot.set_xdata([1.2])
    drawing = painter.paint()
    # Besides the dot the four sides of the frame come anew, which lie above it by their
    # order.
    assert [op[0] for op in json.loads(drawing.ops)].count("m") == 1
    assert len(drawing.ops) < 0.25 * len(drawing.background)
    assert not line.get_animated()


def test_nothing_moved_nothing_new():
    *_, painter = wave()
    assert painter.paint() == painter.paint()


@pytest.mark.parametrize("change", ["limits", "title", "new artist", "removed artist"])
def test_what_the_background_holds_makes_a_new_one(change):
    figure, ax, line, painter = wave()
    painter.paint()
    line.set_ydata([0, 1])
    before = painter.paint()
    draws = painter.full_draws
    if change == "limits":
        ax.set_ylim(-2, 2)
    elif change == "title":
        ax.set_title("new")
    elif change == "new artist":
        ax.plot([0, 6], [1, -1])
    else:
        line.remove()
    after = painter.paint()
    assert painter.full_draws > draws
    assert strokes(after) != strokes(before)
    assert strokes(after) == drawn_afresh(figure)


def test_a_background_has_its_name_from_what_it_holds():
    _, ax, line, painter = wave()
    painter.paint()
    line.set_ydata([0, 1])
    first = painter.paint()
    ax.set_title("new")
    other = painter.paint()
    ax.set_title("")
    assert painter.paint().on == first.on != other.on


def test_a_redraw_shows_what_matplotlib_did_not_mark():
    figure, ax, _, painter = wave()
    mesh = ax.pcolormesh(np.zeros((4, 4)), vmin=0, vmax=1)
    before = painter.paint()
    mesh.set_array(np.ones((4, 4)))
    after = painter.redraw()
    assert strokes(after) != strokes(before)
    assert strokes(after) == drawn_afresh(figure)


def test_panels_are_the_columns_of_a_figure():
    for count in (1, 2, 3):
        figure = Figure(figsize=(9, 3))
        for ax in np.atleast_1d(figure.subplots(1, count)):
            ax.plot([0, 1], [0, 1])
        panels = Painter(figure).panels()
        assert len(panels) == count
        assert (panels[0][0], panels[-1][1]) == (0, 900)
        assert all(one[1] == other[0] for one, other in pairwise(panels))


def test_each_column_has_its_axes_and_knows_planes():
    figure = Figure(figsize=(9, 3))
    road, plane = figure.subplots(1, 2)
    plane.set_aspect("equal")
    painter = Painter(figure)
    found = painter.axes(painter.panels())
    assert [each[2] for each in found] == [False, True]
    for box, (left, right, _) in zip((road, plane), found, strict=True):
        assert (left, right) == tuple(box.get_window_extent().intervalx)
    space = Figure()
    space.add_subplot(projection="3d")
    assert Painter(space).axes([(0.0, 640.0)])[0][2]


def test_what_reaches_across_keeps_panels_together():
    figure = Figure(figsize=(9, 3))
    figure.subplots(1, 2)
    figure.text(0.5, 0.95, "one title for both", ha="center")
    assert Painter(figure).panels() == [(0, 900)]
    figure = Figure(figsize=(9, 3))
    left, right = figure.subplots(1, 2)
    # Its label and panel lie beside both.
    figure.colorbar(left.imshow(np.eye(3)), ax=[left, right])
    assert len(Painter(figure).panels()) <= 3


def test_a_scale_of_colours_stays_with_its_picture():
    figure = Figure(figsize=(9, 3))
    left, right = figure.subplots(1, 2)
    scale = figure.colorbar(left.imshow(np.eye(3)), ax=left)
    panels = Painter(figure).panels()
    assert len(panels) == 2
    assert panels[0][1] > scale.ax.get_window_extent().x1
    assert panels[1][0] < right.get_window_extent().x0
