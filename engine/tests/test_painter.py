"""A drawing holds what matplotlib draws, and only what changed is drawn anew."""

import json
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

from askfirst.labs.painter import Painter
from askfirst_tests.strokes import by_matplotlib, painted


def wave():
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 6), ylim=(-1, 1))
    (line,) = ax.plot([0, 6], [0, 0])
    return figure, ax, line, Painter(figure)


@pytest.mark.parametrize(
    "how",
    [
        {"alpha": 0.5},
        {"linestyle": "--", "linewidth": 3, "dash_joinstyle": "bevel"},
        {"solid_capstyle": "butt", "snap": False, "clip_on": False},
        {"marker": "o", "markerfacecolor": "none", "markersize": 9},
        {"marker": "s", "markersize": 1, "alpha": 0.3, "linestyle": ""},
        {"marker": "D", "markeredgecolor": "auto", "markerfacecolor": (1, 0, 0, 0.4)},
        {"marker": "o", "fillstyle": "left", "markevery": 2},
        {"marker": "+", "drawstyle": "steps-post", "gapcolor": "red"},
    ],
)
def test_a_line_is_recorded_as_matplotlib_draws_it(how):
    figure, ax, _, painter = wave()
    ax.set_xscale("symlog")
    ax.plot([0, 1, 2, np.nan, 3, 4, 9], [0, 0, 0.5, 0, 0.1, np.inf, 0], **how)
    assert painted(painter) == by_matplotlib(figure)


@pytest.mark.parametrize(
    "change",
    [
        lambda ax, line: ax.set_ylim(-2, 2),
        lambda ax, line: ax.set_yscale("symlog"),
        lambda ax, line: ax.set_title("new"),
        lambda ax, line: ax.set_xlabel("new"),
        lambda ax, line: ax.tick_params(labelcolor="red"),
        lambda ax, line: ax.set_xticks([1, 2], ["one", "two"]),
        lambda ax, line: ax.grid(True),
        lambda ax, line: ax.axis("off"),
        lambda ax, line: ax.set_position((0.2, 0.2, 0.3, 0.6)),
        lambda ax, line: ax.set_aspect("equal"),
        lambda ax, line: ax.plot([0, 6], [1, -1]),
        lambda ax, line: ax.annotate("here", (1, 1), (2, 0.5), arrowprops={}),
        lambda ax, line: line.remove(),
        lambda ax, line: line.set_visible(False),
        lambda ax, line: ax.get_legend().get_texts()[0].set_text("new"),
        lambda ax, line: ax.texts[0].set_text("new"),
        lambda ax, line: ax.texts[0].get_bbox_patch().set_facecolor("red"),
        lambda ax, line: ax.get_figure().text(0.5, 0.5, "new"),
        lambda ax, line: ax.get_figure().set_size_inches(5, 3),
    ],
)
def test_whatever_changes_is_drawn_again(change):
    figure, ax, line, painter = wave()
    ax.text(1, 0.5, "words", bbox={"facecolor": "blue"})
    ax.legend([line], ["a wave"])
    painter.paint()
    line.set_ydata([0, 1])
    before = painted(painter)
    change(ax, line)
    after = painted(painter)
    assert after != before
    assert after == by_matplotlib(figure)


def test_limits_that_come_back_draw_the_same():
    _, ax, line, painter = wave()
    ax.set_ylabel("up")
    drawings = []
    for top in (1, 2e-6, 1, 2e-6):
        ax.set_ylim(0, top)
        line.set_ydata([0, top])
        drawings.append(painter.paint())
    assert drawings[2] != drawings[1] == drawings[3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "properties"),
    [
        (
            lambda ax: ax.plot([0, 5, 6], [0, 0.5, 1], "-o")[0],
            {
                **{"ydata": ([0, 1, -1], [0, 0, 1]), "xdata": ([0, 1, 2], [0, 5, 6])},
                **{"marker": "so", "markersize": (9, 5), "linestyle": ("--", "-")},
                **{"visible": (True, False), "drawstyle": ("steps", "default")},
            },
        ),
        (
            lambda ax: ax.text(1, 0.5, "words", bbox={"facecolor": "red"}),
            {
                **{"text": "ab", "x": (2, 3), "fontsize": (20, 9), "rotation": (9, 0)},
                "bbox": ({"facecolor": "blue"}, {"facecolor": "red"}),
            },
        ),
        (
            lambda ax: ax.axvspan(1, 2, alpha=0.5),
            {"x": (3, 1), "width": (2, 1), "facecolor": ("red", "blue")},
        ),
        (
            lambda ax: ax.fill([0, 1, 2], [0, 1, 0])[0],
            {"xy": ([[0, 0], [3, 1]], [[0, 0], [1, 1]]), "alpha": (0.5, None)},
        ),
        (
            lambda ax: ax.vlines([1, 2], 0, [1, 0.5]),
            {
                "segments": ([[[1, 0], [1, 0.2]]], [[[1, 0], [1, 1]]]),
                "linewidth": (5, 2),
            },
        ),
    ],
)
def test_what_an_artist_looked_like_before_does_not_matter(make, properties):
    figure, ax, _, painter = wave()
    ax.set_xscale("symlog")
    artist = make(ax)
    for name, (one, other) in properties.items():
        seen = []
        for value in (one, other, one):
            artist.set(**{name: value})
            seen.append(painted(painter))
            assert seen[-1] == by_matplotlib(figure)
        assert seen[0] == seen[2] != seen[1]


@pytest.fixture
def drawn(monkeypatch):
    """The artists that are drawn."""
    found = []
    draw = Painter._draw
    monkeypatch.setattr(
        Painter, "_draw", lambda self, part: (found.append(part[0]), draw(self, part))
    )
    return found


def test_only_what_changed_is_drawn(drawn):
    _, ax, _, painter = wave()
    (dot,) = ax.plot([1], [0], "o")
    for x in (1.1, 1.2):
        painter.paint()
        dot.set_xdata([x])
    drawn.clear()
    drawing = painter.paint()
    assert drawn == [dot]
    # The sides of the frame stand above the dot, so they are in the frame too.
    assert [op[0] for op in json.loads(drawing.ops)] == ["m", "p", "p", "p", "p"]
    ax.set_xlim(0, 5)
    painter.paint()
    ax.set_xlim(0, 6)
    drawn.clear()
    assert painter.paint() == drawing
    dot.set_xdata([1.1])
    painter.paint()
    assert drawn == []


def test_a_redraw_shows_what_matplotlib_did_not_mark():
    figure, ax, _, painter = wave()
    mesh = ax.pcolormesh(np.zeros((4, 4)), vmin=0, vmax=1)
    before = painted(painter)
    mesh.set_array(np.ones((4, 4)))
    painter.paint(anew=True)
    assert before != painted(painter) == by_matplotlib(figure)


def test_panels_are_the_columns_of_a_figure():
    for count in (1, 2, 3):
        figure = Figure(figsize=(9, 3))
        for ax in np.atleast_1d(figure.subplots(1, count)):
            ax.plot([0, 1], [0, 1])
        panels = Painter(figure).spec()["panels"]
        assert len(panels) == count
        assert (panels[0][0], panels[-1][1]) == (0, 900)
        assert all(one[1] == other[0] for one, other in pairwise(panels))
    figure.text(0.5, 0.95, "one title for all", ha="center")
    assert Painter(figure).spec()["panels"] == [(0, 900)]
    figure = Figure()
    figure.colorbar(figure.subplots().imshow([[0, 1]]))
    assert [plane for *_, plane in Painter(figure).spec()["axes"]] == [True]
