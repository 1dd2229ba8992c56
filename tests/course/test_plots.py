import base64
import io

import numpy as np
import pytest
from matplotlib import style
from matplotlib.colors import to_hex
from PIL import Image

from askfirst.labs.painter import Painter
from kernellab import cover, labs, plots
from kernellab.course.plots import ROLES


def test_a_picture_carries_its_alt_text_wherever_it_is_shown():
    figure, ax = plots.figure()
    plots.curve(ax, [0, 1], [0, 1])
    words = 'A line from "0" to <1>.'
    data, metadata = plots.Picture(figure, words)._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == words
    assert 'alt="A line from &quot;0&quot; to &lt;1&gt;."' in data["text/html"]
    assert Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).size[0] > 900


def test_stems_stand_on_zero_and_move():
    _, ax = plots.figure()
    bars = plots.stems(ax, np.array([[1.0], [2.0]]), [3.0, -4.0])
    plots.set_stems(bars, [1.0, 2.0], [5.0, 6.0])
    found = [segment.tolist() for segment in bars.get_segments()]
    assert found == [[[1, 0], [1, 5]], [[2, 0], [2, 6]]]


def test_arrows_start_at_zero_and_what_is_left_ends_on_the_floor():
    drawings = ((plots.projection(), (5.6, 1.1)), (plots.two_parts_of_w(), (6.4, 1.0)))
    for figure, foot in drawings:
        (ax,) = figure.axes
        arrows = [each for each in ax.texts if getattr(each, "arrow_patch", None)]
        assert {tuple(map(float, each.xyann)) for each in arrows} == {(1.6, 0.5)}
        assert tuple(ax.lines[0].get_xydata()[1]) == foot


def test_levels_below_zero_have_a_colour_of_their_own():
    _, ax = plots.figure()
    plots.form(ax, [[1, 0], [0, -1]], "")
    colours = [to_hex(each) for each in ax.collections[1].get_edgecolors()]
    assert colours == [plots.OTHER] * 2 + [plots.FIT] * 4


def test_limits_double_until_all_heights_fit():
    _, ax = plots.figure()
    for heights, limit in (([3, -8], 10), ([9, 0], 20), ([-70, 1], 160), ([1], 10)):
        assert plots.grow_limits(ax, heights, 10) == limit
        assert ax.get_ylim() == (-limit, limit)


def test_shrinkage_is_named_by_its_directions_and_its_degrees_of_freedom():
    s, which = np.array([9.0, 4.0, 3.0, 2.0, 1.0, 0.0]), (0, 2, 4)
    given = np.arange(6), np.arange(1.0, 7.0), np.eye(6), s, which, (1.0, 2.0, 3.0)
    left, middle, right = plots.shrinkage(*given).axes
    at = {each.get_text(): each.get_position()[0] for each in left.texts}
    assert at == {"u1": 0, "u3": 2, "u5": 4}
    assert [each.get_text() for each in middle.texts] == [
        f"λ = {lam}: Σ {(s / (s + lam)).sum():.1f}" for lam in (1, 2, 3)
    ]
    assert right.texts[0].get_text() == "from u5 on\nabout 6 ft"  # of 5 and 6


def test_a_cut_marks_the_mean_of_the_second_height_where_the_first_is_seen():
    ax = plots.cut(np.zeros((1, 2)), [[4.0, 2.0], [2.0, 5.0]], 3.0).axes[0]
    (mean,) = (each for each in ax.lines if each.get_marker() == "D")
    assert mean.get_xydata().tolist() == [[3.0, 1.5]]


def test_variances_of_a_curve_and_of_the_noise_add_up_in_the_band_of_a_car():
    case = np.zeros((1, 1)), np.zeros(1), [False], 0.0, 3.0, 4.0
    ax, _ = plots.two_bands([0.0, 1.0], 2.0, {"one": case, "two": case}).axes
    assert [each.get_xy()[:, 1].max() for each in ax.patches] == [6, -6, 10]


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def contrast(color: str, ground: str) -> float:
    light, dark = sorted((luminance(color), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_lines_stand_out_from_the_page_and_words_can_be_read_on_a_plate():
    """WCAG's bounds for graphics and for words, by day and by night."""
    for color in (plots.DATA, plots.FIT, plots.OTHER, plots.TRUTH, plots.WEIGHTS):
        assert contrast(color, "#ffffff") >= 3
    for name, role in ROLES.items():
        assert contrast(role.words, "#faf8f2") >= 4.5, name
        assert contrast(role.night, "#18202a") >= 4.5, name
    number = plots.figure()[1].get_xticklabels()[0]
    assert contrast(number.get_color(), "#ffffff") >= 4.5


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


# Of a reader who likes thick lines, TeX and sketches
SETTINGS = {
    **{"text.usetex": True, "font.family": "No Such Font", "font.size": 30},
    **{"lines.linewidth": 9, "lines.antialiased": False, "path.sketch": (3, 100, 2)},
    **{"axes.grid": True, "axes.titlesize": 40, "xtick.major.size": 20},
    **{"xtick.labelsize": 30, "axes.unicode_minus": False, "path.simplify": False},
    **{"savefig.bbox": "tight", "figure.subplot.left": 0.4, "image.origin": "lower"},
    **{"xaxis.labellocation": "left", "axes.xmargin": 0.3, "legend.frameon": True},
}


def drawn():
    """Two labs, a cover and a picture, made anew."""
    both = labs.tanh_map(), labs.svm_border()
    figure, axes = plots.figure(4)
    plots.points(axes[0], [1, 2], [1, -2])
    plots.band(axes[0], [1, 2], [0, 1], [1, 1])
    plots.note(axes[0], "a note", (1, 1), (1.5, 0))
    plots.frame(axes[1], (1, 1e4), (0, 1), "x", "a title", log="x", ylabel="y")
    plots.stems(axes[1], [10, 100], [1, 0.5])
    plots.form(axes[2], [[1, 0], [0, -1]], "levels")
    plots.blocks(axes[3], 2, ("K", [[1, 2], [3, 4]]))
    picture = plots.Picture(figure, "").png
    return [lab._frame(lab.values) for lab in both], cover(4).svg, picture


@pytest.mark.slow
def test_no_setting_of_a_reader_changes_what_is_drawn():
    usual = drawn()
    with style.context(["dark_background", SETTINGS]):
        assert drawn() == usual
