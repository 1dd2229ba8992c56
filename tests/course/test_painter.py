"""What the painter shows must be, pixel for pixel, what a full drawing would show."""

import io

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from kernellab import datasets, labs
from kernellab.course.labs.painter import Painter

X, Y = datasets.stopping()
LABS = [
    labs.kernel_ridge(X, Y),
    labs.leave_one_out(X, Y),
    labs.offset(X, Y),
    labs.null_vector(X, Y),
    labs.ridge_translator(),
    labs.width_translator(),
]


def wave():
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 6), ylim=(-1, 1))
    (line,) = ax.plot([0, 6], [0, 0])
    return figure, ax, line, Painter(figure)


def drawn_afresh(painter: Painter) -> np.ndarray:
    """The figure as savefig draws it, knowing nothing of backgrounds and moving artists."""
    out = io.BytesIO()
    painter.figure.savefig(out, format="png", dpi=painter.figure.dpi)
    return np.array(Image.open(out).convert("RGB")).astype(int)


def assemble(shown: np.ndarray | None, patch) -> np.ndarray:
    if shown is None:
        return patch.pixels.copy()
    height, width = patch.pixels.shape[:2]
    shown[patch.y : patch.y + height, patch.x : patch.x + width] = patch.pixels
    return shown


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.title)
def test_patches_add_up_to_the_whole_picture(lab):
    painter = lab._painter
    painter.forget()
    shown = assemble(None, painter.paint())
    rng = np.random.default_rng(1)
    for _ in range(12):
        values = {name: control.values[rng.integers(len(control.values))] for name, control in lab.controls.items()}
        patch, error = lab._move(values)
        assert error is None
        if patch is not None:
            shown = assemble(shown, patch)
    off = np.abs(drawn_afresh(painter) - shown).max(axis=2) > 8
    assert off.mean() < 2e-4  # a line that crosses an axis may lie on top of it


def test_moves_after_the_first_are_cheap():
    _, _, line, painter = wave()
    for height in np.linspace(0.1, 0.9, 50):
        painter.paint()
        line.set_ydata([0, height])
    assert painter.full_draws == 2  # once at first, once to learn what moves


def test_only_the_part_that_moved_is_sent():
    _, ax, line, painter = wave()
    (dot,) = ax.plot([1], [0], "o")
    painter.paint()
    dot.set_xdata([1.1])
    painter.paint()
    dot.set_xdata([1.2])
    patch = painter.paint()
    assert patch.pixels.size < 0.02 * 3 * np.prod(painter.size)
    assert not line.get_animated()


def test_nothing_moved_nothing_sent():
    *_, painter = wave()
    assert painter.paint() is not None
    assert painter.paint() is None


@pytest.mark.parametrize("change", ["limits", "title", "new artist", "removed artist", "dpi"])
def test_whatever_a_patch_cannot_serve_is_drawn_in_full(change):
    _, ax, line, painter = wave()
    painter.paint()
    line.set_ydata([0, 1])
    painter.paint()
    draws = painter.full_draws
    if change == "limits":
        ax.set_ylim(-2, 2)
    elif change == "title":
        ax.set_title("new")
    elif change == "new artist":
        ax.plot([0, 6], [1, -1])
    elif change == "removed artist":
        line.remove()
    else:
        painter.set_dpi(150)
    patch = painter.paint()
    assert painter.full_draws > draws
    assert patch is not None
    if change == "dpi":
        assert patch.pixels.shape[:2] == painter.size[::-1] == (300, 600)


def test_what_lies_on_top_of_a_moving_artist_stays_on_top():
    _, ax, line, painter = wave()
    ax.text(3, 0, "████", zorder=9, ha="center", color="red")
    painter.paint()
    for height in (0.5, 0.1, 0.0):
        line.set_ydata([height, height])
        painter.paint()
    middle = painter._shown[95:105, 195:205, 0]
    assert (middle > 200).all()  # red throughout: the blue line runs beneath


def second_line(figure, ax):
    ax.plot([0, 6], [-0.5, 0.5], linewidth=12)


def twin(figure, ax):
    ax.twinx().plot([0, 6], [5, 1], linewidth=12)


def inset(figure, ax):
    ax.inset_axes([0.3, 0.3, 0.4, 0.4]).plot([0, 1], [0, 1])


def words_on_the_figure(figure, ax):
    figure.text(0.5, 0.5, "words", fontsize=40)


def grid(figure, ax):
    ax.grid(True, zorder=5, linewidth=5)


@pytest.mark.parametrize("setting", [second_line, twin, inset, words_on_the_figure, grid], ids=lambda f: f.__name__)
def test_the_order_of_drawing_is_kept(setting):
    figure, ax, line, painter = wave()
    line.set_linewidth(12)
    setting(figure, ax)
    shown = assemble(None, painter.paint())
    for height in (0.8, 0.3, -0.2):
        line.set_ydata([0, height])
        patch = painter.paint()
        shown = shown if patch is None else assemble(shown, patch)
    off = np.abs(drawn_afresh(painter) - shown).max(axis=2) > 8
    assert off.mean() < 5e-4


def test_a_redraw_shows_what_matplotlib_did_not_mark():
    _, ax, _, painter = wave()
    mesh = ax.pcolormesh(np.zeros((4, 4)), vmin=0, vmax=1)
    painter.paint()
    mesh.set_array(np.ones((4, 4)))
    patch = painter.redraw()
    assert patch is not None
    np.testing.assert_array_equal(painter._shown[..., :3], drawn_afresh(painter))
