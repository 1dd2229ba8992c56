import base64
import io

import numpy as np
import pytest
from PIL import Image

from kernellab import plots


def test_a_picture_carries_its_alt_text_wherever_it_is_shown():
    figure, ax = plots.figure()
    plots.curve(ax, [0, 1], [0, 1])
    data, metadata = plots.Picture(figure, 'A line from "0" to <1>.')._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == 'A line from "0" to <1>.'
    assert 'alt="A line from &quot;0&quot; to &lt;1&gt;."' in data["text/html"]
    assert Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).size[0] > 900


def test_a_picture_keeps_the_state_of_the_figure_when_it_was_taken():
    figure, ax = plots.figure()
    line = plots.curve(ax, [0, 1], [0, 1])
    before = plots.Picture(figure, "before")
    line.set_ydata([1, 0])
    assert plots.Picture(figure, "after").png != before.png


def test_stems_stand_on_zero_and_move():
    _, ax = plots.figure()
    bars = plots.stems(ax, np.array([[1.0], [2.0]]), [3.0, -4.0])
    plots.set_stems(bars, [1.0, 2.0], [5.0, 6.0])
    assert [segment.tolist() for segment in bars.get_segments()] == [[[1, 0], [1, 5]], [[2, 0], [2, 6]]]


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


@pytest.mark.parametrize("color", [plots.DATA, plots.FIT, plots.OTHER, plots.TRUTH, plots.WEIGHTS])
def test_lines_stand_out_from_the_page(color):
    assert 1.05 / (luminance(color) + 0.05) >= 3  # WCAG's bound for graphics
