"""Pictures for the wall: large letters, nothing cut, and all put back."""

import io

import numpy as np
import pytest

from kernellab import datasets, labs
from kernellab.course import plots
from kernellab.interactive.picture import drawn
from kernellab.interactive.recorder import Recorder
from kernellab.interactive.site.wall import ALONE, BELOW, LETTERS, letters, on_the_wall


def two_panels():
    figure, (left, right) = plots.figure(2)
    plots.frame(left, (0, 50), (-25, 190), "speed (mph)", "one")
    left.set_ylabel("stopping distance (ft)")
    right.set_title("a title that is much longer than the panel that it names")
    plots.label(left, 2, 178, "the first of two lines of words")
    plots.label(left, 2, 166, "the second of two lines of words")
    return figure


def seen(figure):
    """Each word's box, and the size of its letters in pixels of the figure."""
    figure.draw_without_rendering()
    recorder = Recorder(figure.bbox.width, figure.bbox.height, figure.dpi)
    return {
        text: (text.get_window_extent(recorder), text.get_fontsize() * figure.dpi / 72)
        for ax in figure.axes
        for text in (ax.title, ax.xaxis.label, ax.yaxis.label, *ax.texts)
        if text.get_text()
    }


def test_a_picture_has_the_shape_of_its_place_and_letters_for_the_last_row():
    figure = two_panels()
    with on_the_wall(figure, ALONE) as inch:
        assert inch * figure.get_size_inches() == pytest.approx(ALONE)
        found = seen(figure)
        per_pixel = inch / figure.dpi
        assert min(size for _, size in found.values()) * per_pixel >= LETTERS[0] - 0.1
        frame = figure.bbox.padded(2)
        for box, _ in found.values():
            assert frame.contains(*box.p0)
            assert frame.contains(*box.p1)
        first, second = (found[text][0] for text in figure.axes[0].texts)
        assert first.y0 >= second.y1 - 1


@pytest.mark.slow
def test_afterwards_the_figure_is_as_it_was():
    figure = two_panels()
    before = drawn(figure, 100)
    with on_the_wall(figure, ALONE), io.BytesIO() as file:
        figure.savefig(file)
    assert drawn(figure, 100) == before


def test_letters_shrink_where_words_have_no_room():
    figure, ax = plots.figure(height=6)
    figure.subplots_adjust(left=0.3)
    names = [f"a name of a row, {i}" for i in range(20)]
    ax.set_yticks(np.arange(20), names)
    with on_the_wall(figure, BELOW) as inch:
        assert inch < 72 * LETTERS[0] / 11


@pytest.mark.parametrize(
    ("make", "values"),
    [
        (lambda: labs.kernel_builder(*datasets.stopping()), {}),
        (
            lambda: labs.kernel_builder(*datasets.stopping()),
            {"first": "Periodic", "second": "Periodic"},
        ),
        (labs.shared_words, {}),
        (labs.shared_words, {"k": 4}),
        (labs.word_similarity, {}),
    ],
    ids=["a certificate", "a long one", "places", "many", "words"],
)
def test_a_lab_writes_no_more_than_can_be_read_on_the_wall(make, values):
    lab = make().set(**values)
    with on_the_wall(lab.figure, BELOW, update=lab.redraw) as inch:
        # In a picture as high as 28 in the words beside it
        assert letters(inch) >= 25
        frame = lab.figure.bbox.padded(2)
        for box, size in seen(lab.figure).values():
            assert size * inch / lab.figure.dpi >= 24.9
            assert frame.contains(*box.p0)
            assert frame.contains(*box.p1)


def test_what_is_measured_upwards_is_broken_where_it_is_wider_than_its_panel():
    figure, (left, _) = plots.figure(2)
    left.set_ylabel("what is measured upwards has a name of very many words indeed")
    with on_the_wall(figure, BELOW):
        figure.draw_without_rendering()
        box = left.yaxis.label.get_window_extent()
        assert "\n" in left.yaxis.label.get_text()
        assert box.width < left.get_window_extent().width + 0.4 * figure.dpi
        assert box.y1 < figure.bbox.y1
    assert "\n" not in left.get_ylabel()
