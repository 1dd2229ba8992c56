"""The style of the course: words at the upper left, lines where a value is read."""

import numpy as np
import pytest
from matplotlib import rcParams
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont

from kernellab.course import plots
from kernellab.interactive import typeface
from kernellab.interactive.painter import Painter
from kernellab.interactive.recorder import Recorder


def box(text):
    figure = text.get_figure(root=True)
    figure.draw_without_rendering()
    return text.get_window_extent(
        Recorder(figure.bbox.width, figure.bbox.height, figure.dpi)
    )


def test_what_is_measured_stands_above_the_axes_and_the_title_above_it():
    figure, ax = plots.figure(height=2)
    ax.set(title="a fit", xlabel="speed (mph)", ylabel="distance (ft)")
    title, label = box(ax.title), box(ax.yaxis.label)
    axes = ax.get_window_extent()
    assert title.x0 == pytest.approx(axes.x0, abs=1)
    assert label.x0 == pytest.approx(axes.x0, abs=1)
    assert label.width > label.height
    assert axes.y1 < label.y0
    assert label.y1 - 2 < title.y0
    assert title.y1 < figure.bbox.y1
    assert box(ax.xaxis.label).x1 == pytest.approx(axes.x1, abs=1)


@pytest.mark.parametrize("first", [0, 1])
def test_the_titles_of_a_figure_stand_in_one_line(first):
    _, panels = plots.figure(2)
    panels[first].set(title="without", ylabel="distance (ft)")
    panels[1 - first].set_title("with")
    one, other = (box(ax.title) for ax in panels)
    assert one.y0 == pytest.approx(other.y0)


def test_lines_are_level_in_a_chart_go_both_ways_in_a_plane_and_spare_an_image():
    def ruled(ax):
        return [
            any(line.get_visible() for line in axis.get_gridlines())
            for axis in (ax.xaxis, ax.yaxis)
        ]

    _, (chart, plane, image, table) = plots.figure(4)
    plane.set(aspect="equal")
    image.imshow(np.eye(2))
    plots.image(table, (2, 2), "Blues", 0, 1)
    found = [ruled(each) for each in (chart, plane, image, table)]
    assert found == [[False, True], [True, True], [False, False], [False, False]]


def test_axes_have_neither_a_box_nor_marks_of_ticks():
    _, ax = plots.figure()
    shown = [side for side, spine in ax.spines.items() if spine.get_visible()]
    assert shown == ["bottom"]
    ticks = ax.xaxis.get_major_ticks() + ax.yaxis.get_major_ticks()
    assert {tick.tick1line.get_markersize() for tick in ticks} == {0}


def test_panels_of_one_scale_say_its_numbers_once():
    figure, panels = plots.figure(3, sharey=True)
    panels[0].set_ylim(0, 7)
    figure.draw_without_rendering()
    shown = [
        any(label.get_visible() for label in ax.get_yticklabels()) for ax in panels
    ]
    assert shown == [True, False, False]
    assert panels[2].get_ylim() == (0, 7)


def test_a_title_is_set_in_letters_of_the_course_and_other_figures_are_as_they_were():
    before = dict(rcParams)
    figure, ax = plots.figure()
    ax.set_title("a title")
    with typeface.typeset(figure):
        file = findfont(FontProperties(family=typeface.NAME, weight="bold"))
        assert ax.title.get_fontweight() == "bold"
    assert file.endswith("kernellab-sans-bold.ttf")
    assert dict(rcParams) == before
    assert Figure().subplots().spines["left"].get_visible()


def test_the_lines_of_axes_stay_behind_what_moves_when_their_limits_change():
    """Else each frame would hold all numbers of the axis."""
    figure, ax = plots.figure()
    line = plots.curve(ax, [0, 1], [0, 0])
    painter = Painter(figure)
    painter.paint()
    line.set_ydata([0, 0.5])
    ax.set_ylim(-3, 3)
    painter.paint()
    line.set_ydata([0, 1])
    assert '"t"' not in painter.paint().ops
    assert '"t"' in painter.paint().background
