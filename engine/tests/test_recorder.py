"""A display list holds what the artists drew: places, colours, clips, letters."""

import base64
import json

import numpy as np
import pytest
from matplotlib import patches
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from askfirst.labs.recorder import EM, UNIT, Recorder, packed


def canvas(width=4, height=2):
    """Axes that fill a figure of 400 × 200 pixels, in the data units of a page: y
    downwards from the top.
    """
    figure = Figure(figsize=(width, height), dpi=100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.axis("off")
    ax.set(xlim=(0, 100 * width), ylim=(100 * height, 0))
    return figure, ax


def record(*artists):
    return json.loads(json.dumps(recorder_of(*artists).ops))


def recorder_of(*artists):
    figure = artists[0].get_figure()
    out = Recorder(figure.bbox.width, figure.bbox.height, 100)
    for artist in artists:
        artist.draw(out)
    return out


def places(path):
    """The points of a path, in pixels."""
    return np.cumsum(np.reshape(path[1], (-1, 2)), axis=0) / UNIT


def test_a_line_stands_where_its_points_are():
    _, ax = canvas()
    (line,) = ax.plot([10, 200, 390], [20.5, 180, 20], color="#0072b2", linewidth=2)
    line.set(linestyle=(2, (3, 1)), dash_capstyle="projecting")
    ((kind, style, path),) = record(line)
    assert (kind, path[0]) == ("p", "MLL")
    np.testing.assert_allclose(
        places(path), [[10, 20.5], [200, 180], [390, 20]], atol=0.5 / UNIT
    )
    assert (style["s"], style["c"]) == ("#0072b2ff", "square")
    assert style["w"] == pytest.approx(2 * 100 / 72, abs=1e-3)
    dashes = [2 * each * 100 / 72 for each in (2, 3, 1)]
    assert style["d"] == pytest.approx(dashes, abs=1e-3)
    assert style["k"] == [0, 0, 400 * UNIT, 200 * UNIT]


def test_a_marker_that_is_nowhere_is_not_drawn():
    _, ax = canvas()
    (dots,) = ax.plot([10, np.nan, 1e12], [10, 20, 30], "o")
    ((_, _, _, at),) = record(dots)
    np.testing.assert_allclose(np.array(at) / UNIT, [10, 10], atol=1 / UNIT)


def test_the_bar_of_a_fraction_stands_where_the_fraction_does():
    _, ax = canvas()
    words = ax.text(100, 100, r"abcd $\frac{1}{2}$", fontsize=12)
    ((*_, letters, (x, _, width, _), _, _),) = recorder_of(words).ops
    ends = [at for i, at in enumerate(letters) if i % 4 == 1]
    assert x <= min(ends[-2:])
    assert max(ends) < x + width < max(ends) + EM


def test_points_that_are_not_numbers_interrupt_a_line():
    _, ax = canvas()
    (line,) = ax.plot([10, 20, np.nan, 30, 40], [10, 20, 30, 40, 50])
    assert record(line)[0][2][0] == "MLML"


def test_many_points_are_one_marker_at_many_places():
    _, ax = canvas()
    x, y = np.linspace(10, 390, 62), np.linspace(10, 190, 62)
    (dots,) = ax.plot(x, y, "o", color="#d55e00", alpha=0.5)
    ((kind, style, marker, at),) = record(dots)
    assert kind == "m"
    assert style["f"] == "#d55e0080"
    assert marker[0].endswith("Z") or "C" in marker[0]
    np.testing.assert_allclose(places([None, at]), np.c_[x, y], atol=1.2 / UNIT)


def test_many_strokes_of_one_pen_are_one_operation():
    _, ax = canvas()
    stems = LineCollection(
        [[(x, 0), (x, 100)] for x in range(10, 390, 6)], colors="#aa4499", linewidths=2
    )
    ax.add_collection(stems)
    ((_, style, path),) = record(stems)
    assert path[0] == "ML" * 64
    assert style["n"] == 1  # upright lines snap to pixels


def test_colours_of_their_own_keep_strokes_apart():
    _, ax = canvas()
    pens = LineCollection([[(0, 0), (9, 9)], [(9, 0), (0, 9)]], colors=["red", "blue"])
    ax.add_collection(pens)
    assert [op[1]["s"] for op in record(pens)] == ["#ff0000ff", "#0000ffff"]


def test_a_patch_is_filled_stroked_and_clipped_and_an_image_where_it_is_hatched():
    _, ax = canvas()
    look = {"facecolor": (0, 1, 0, 0.5), "edgecolor": "k"}
    box = ax.add_patch(patches.Rectangle((50, 50), 100, 80, **look))
    box.set_clip_path(patches.Circle((100, 100), 30, transform=ax.transData))
    ((_, style, path),) = record(box)
    assert (style["f"], style["s"]) == ("#00ff0080", "#000000ff")
    assert "C" in style["k"][0]
    np.testing.assert_allclose(
        places(path)[:4], [[50, 50], [150, 50], [150, 130], [50, 130]], atol=0.03
    )
    box.set_hatch("//")
    assert [op[0] for op in record(box)] == ["i"]


def test_an_image_comes_with_its_corners_and_few_colours():
    _, ax = canvas()
    how = {"cmap": "gray", "interpolation": "none", "aspect": "auto"}
    image = ax.imshow([[0.0, 1.0]], extent=(100, 300, 150, 50), vmin=0, vmax=1, **how)
    ((kind, _, matrix, width, height, palette, _),) = record(image)
    assert (kind, width, height) == ("i", 2, 1)
    a, b, c, d, e, f = np.array(matrix) / UNIT
    corner = lambda i, j: (a * i + c * j + e, b * i + d * j + f)  # noqa: E731
    xs, ys = zip(corner(0, 0), corner(2, 1), strict=True)
    assert sorted(xs) == pytest.approx([100, 300], abs=0.1)
    assert sorted(ys) == pytest.approx([50, 150], abs=0.1)
    assert len(palette) < 20
    many = np.arange(300, dtype=np.uint32).view(np.uint8).reshape(3, 100, 4)
    assert packed(many) == (0, base64.b64encode(many.tobytes()).decode())


def test_letters_are_written_once_and_placed_often():
    _, ax = canvas()
    words = ax.text(100, 100, "noon", fontsize=12)
    out = recorder_of(words)
    ((_, _, x, y, _, size, letters, *_),) = out.ops
    assert letters[::4] == [0, 1, 1, 0]
    assert len(out.glyphs) == 2
    assert (x / UNIT, y / UNIT) == pytest.approx((100, 100), abs=4)
    assert size == pytest.approx(12 * 100 / 72 * UNIT, abs=1)


def test_letters_that_the_font_lacks_are_left_to_the_page():
    _, ax = canvas()
    ((kind, *_, words),) = record(ax.text(100, 100, "核 😀"))
    assert (kind, words) == ("w", "核 😀")


@pytest.mark.slow
def test_what_has_too_many_points_goes_as_an_image():
    _, ax = canvas()
    rng = np.random.default_rng(0)
    (crowd,) = ax.plot(*rng.uniform(0, 200, (2, 30_000)), ",")
    (tangle,) = ax.plot(*rng.uniform(0, 200, (2, 30_000)))
    assert [op[0] for op in record(crowd, tangle)] == ["i", "i"]
