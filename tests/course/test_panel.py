"""The style of the course: words at the upper left, lines where a value is read."""

from matplotlib import rcParams
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont

from askfirst.labs import typeface
from askfirst.labs.painter import Painter
from kernellab.course import plots


def test_a_title_is_set_in_letters_of_the_course_and_other_figures_are_as_they_were():
    before = dict(rcParams)
    figure, ax = plots.figure()
    ax.set_title("a title")
    with typeface.typeset(figure):
        file = findfont(FontProperties(family=typeface.NAME, weight="bold"))
        assert ax.title.get_fontweight() == "bold"
    assert file.endswith("askfirst-sans-bold.ttf")
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
