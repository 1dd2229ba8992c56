import base64
import io
import re

import numpy as np
import pytest
from PIL import Image, ImageColor

from kernellab import plots
from kernellab.interactive.palette import ROLES


def test_a_picture_carries_its_alt_text_wherever_it_is_shown():
    figure, ax = plots.figure()
    plots.curve(ax, [0, 1], [0, 1])
    data, metadata = plots.Picture(
        figure, 'A line from "0" to <1>.'
    )._repr_mimebundle_()
    assert (
        data["text/plain"] == metadata["image/png"]["alt"] == 'A line from "0" to <1>.'
    )
    assert 'alt="A line from &quot;0&quot; to &lt;1&gt;."' in data["text/html"]
    assert Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).size[0] > 900


def test_a_picture_keeps_the_state_of_the_figure_when_it_was_taken():
    figure, ax = plots.figure()
    line = plots.curve(ax, [0, 1], [0, 1])
    before = plots.Picture(figure, "before")
    line.set_ydata([1, 0])
    assert plots.Picture(figure, "after").png != before.png


def test_a_word_keeps_its_colour_in_a_picture_full_of_others():
    figure, ax = plots.figure()
    ax.imshow(np.linspace(0, 1, 200)[None], aspect="auto")
    figure.text(0.01, 0.5, "fit", color=ROLES["other"].day)
    picture = Image.open(io.BytesIO(plots.Picture(figure, "a word").png)).convert("RGB")
    colours = [colour for _, colour in picture.getcolors()]
    assert len(colours) <= 64
    assert ImageColor.getrgb(ROLES["other"].day) in colours


def test_stems_stand_on_zero_and_move():
    _, ax = plots.figure()
    bars = plots.stems(ax, np.array([[1.0], [2.0]]), [3.0, -4.0])
    plots.set_stems(bars, [1.0, 2.0], [5.0, 6.0])
    assert [segment.tolist() for segment in bars.get_segments()] == [
        [[1, 0], [1, 5]],
        [[2, 0], [2, 6]],
    ]


def test_limits_double_until_all_heights_fit():
    _, ax = plots.figure()
    for heights, limit in (([3, -8], 10), ([9, 0], 20), ([-70, 1], 160), ([1], 10)):
        assert plots.hold(ax, heights, 10) == limit
        assert ax.get_ylim() == (-limit, limit)


def test_a_frame_has_the_limits_scales_and_words_that_it_is_given():
    _, ax = plots.figure()
    plots.frame(ax, (1, 10), (0.1, 5), "x", "curves", log="y", xticks=[2, 4])
    assert (ax.get_xlim(), ax.get_ylim()) == ((1, 10), (0.1, 5))
    assert (ax.get_xscale(), ax.get_yscale()) == ("linear", "log")
    assert (ax.get_xlabel(), ax.get_title(), ax.get_ylabel()) == ("x", "curves", "")
    assert list(ax.get_xticks()) == [2, 4]


def test_the_lines_of_a_key_stand_below_each_other_at_every_size():
    figure, ax = plots.figure()
    words = plots.key(ax, 1.0, 1.0, ("one", plots.FIT), ("other", plots.OTHER))
    colors = [plots.WORDS[color] for color in (plots.FIT, plots.OTHER)]
    assert [each.get_color() for each in words] == colors
    for low in (0.0, -9.0):
        ax.set(xlim=(0, 2), ylim=(low, 2))
        (left, top), (below, bottom) = (
            each.get_transform().transform((1.0, 1.0)) for each in words
        )
        assert left == below
        # On a telephone a figure is 0.7 times as large, and its letters are 13.6 pixels
        assert 0.7 * (top - bottom) * 100 / figure.dpi >= 1.28 * 13.6


def test_a_picture_in_space_has_the_colours_of_the_others():
    figure, ax = plots.space()
    flat = plots.figure()[1]
    for each in (ax, flat):
        each.set(title="title", xlabel="x")
    figure.draw_without_rendering()
    for of in (
        lambda ax: ax.title.get_color(),
        lambda ax: ax.title.get_fontweight(),
        lambda ax: ax.xaxis.label.get_color(),
        lambda ax: ax.get_xticklabels()[0].get_color(),
        lambda ax: ax.get_xticklabels()[0].get_fontsize(),
    ):
        assert of(ax) == of(flat)
    assert ax.xaxis.pane.get_facecolor()[3] == 0


def test_the_numbers_on_an_axis_are_few():
    for low, high in ((0, 1), (-25, 190), (0, 50), (-4, 4), (300, 400)):
        _, ax = plots.figure()
        plots.frame(ax, (low, high), (low, high))
        ends = low, high
        across, up = (
            [tick for tick in axis.get_majorticklocs() if low <= tick <= high]
            for axis in (ax.xaxis, ax.yaxis)
        )
        assert 3 <= len(across) <= 6, ends
        assert 3 <= len(up) <= 5, ends
    plots.frame(ax, (0, 1), (1e-16, 10), log="y")
    shown = [tick for tick in ax.get_yticks() if 1e-16 <= tick <= 10]
    assert 3 <= len(shown) <= 6


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


# How linear RGB looks to eyes without one kind of cone: Machado, Oliveira and Fernandes
# (2009), severity 1.
BLIND = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def cielab(linear: np.ndarray) -> np.ndarray:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    f = np.cbrt(
        np.maximum(to_xyz @ np.clip(linear, 0, 1) / [0.95047, 1.0, 1.08883], 0.008856)
    )
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("kind", BLIND)
def test_lines_of_one_picture_stay_apart_for_colour_blind_eyes(kind):
    """Data, fit, comparison and truth; weights are stems in a panel of their own, and
    differ by their shape.
    """
    seen = []
    for color in (plots.DATA, plots.FIT, plots.OTHER, plots.TRUTH):
        channels = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(
            channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
        )
        seen.append(cielab(np.array(BLIND[kind]) @ linear))
    apart = [np.linalg.norm(a - b) for i, a in enumerate(seen) for b in seen[i + 1 :]]
    assert min(apart) > 15  # a difference of 2 to 3 can just be seen
    # The dash differs too.
    assert (
        len({str(plots.DASHES.get(c)) for c in (plots.FIT, plots.OTHER, plots.TRUTH)})
        == 3
    )


def test_a_band_reaches_as_far_up_as_down_and_moves():
    _, ax = plots.figure()
    band = plots.band(ax, [[0.0], [1.0]], [5.0, 6.0], [1.0, 2.0])
    corners = [[0, 6], [1, 8], [1, 4], [0, 4]]
    assert band.get_xy()[:4].tolist() == corners
    plots.set_band(band, [0.0, 1.0], [0.0, 0.0], [3.0, 1.0])
    assert band.get_xy()[:4].tolist() == [[0, 3], [1, 1], [1, -1], [0, -3]]


def test_a_page_shows_two_pixels_of_a_picture_in_one():
    figure, _ = plots.figure(width=5)
    made = plots.Picture(figure, "axes")
    data, metadata = made._repr_mimebundle_()
    source = re.search(r'src="data:image/(\w+);base64,([^"]*)"', data["text/html"])
    kind, inside = source.groups()
    for shown in (inside, data["image/png"]):
        assert Image.open(io.BytesIO(base64.b64decode(shown))).width == 1000
    assert kind == "webp"
    assert 'width="500"' in data["text/html"]
    assert metadata["image/png"]["width"] == 500
    assert len(made.webp) < len(made.png)


def test_a_pale_band_can_be_told_from_the_page():
    figure, ax = plots.figure()
    ax.axvspan(0.5, 1, color=plots.BEYOND)
    picture = Image.open(io.BytesIO(plots.Picture(figure, "a band").png)).convert("RGB")
    assert ImageColor.getrgb(plots.BEYOND) in [c for _, c in picture.getcolors()]
