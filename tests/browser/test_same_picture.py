"""What the page draws for a lab's frames is what matplotlib's own renderer draws.

The measure: both pictures are cut into tiles of 12 × 12 pixels; the colours of a tile
are averaged; the largest difference over all tiles and colours stays below ``FAR`` of
255. A line one pixel wide that is missing, or off by its width, changes a tile by 20 to
40; what edges and letters differ by, being smoothed another way, stays below 15.
"""

import numpy as np
import pytest
from matplotlib import patches
from matplotlib.figure import Figure

from kernellab import labs
from tests.browser.canvas import Stage, apart, by_agg
from tests.course.labs import at
from tests.every import of

FAR = 20
# The dashes of a long zigzag fall a pixel elsewhere after a few hundred of them; a
# black disc whose place falls between two pixels goes to the other one. Where the
# evidence falls below its axes its line is steep, and is clipped a pixel further on.
FAR_OF = {"carbon_dioxide": 60, "fractional_degree": 25, "evidence": 25}
SETTINGS = 3


@pytest.fixture(scope="module")
def stage(browser):
    with browser.new_context() as context:
        yield Stage(context.new_page())


# Lines, stems, points, areas, images, contours, bars, words, formulas, space
NAMES = (
    "bias_and_variance",
    "carbon_dioxide",
    "evidence",
    "fractional_degree",
    "kernel_builder",
    "kernel_ridge",
    "point_across",
    "stars_and_bars",
    "svm_border",
    "tanh_map",
    "two_densities",
    "weight_space",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_lab_is_drawn_as_agg_draws_it(stage, name):
    lab, rng = at(name), np.random.default_rng(0)
    if lab.question:
        lab.answer(None)
    for _ in range(SETTINGS):
        values = {n: rng.choice(c.values) for n, c in lab.controls.items()}
        try:
            lab.set(**values)
        except ValueError:
            continue
        drawn, expected = stage.show(lab, **values), by_agg(lab, **values)
        assert drawn.shape == expected.shape
        assert apart(drawn, expected)[0] < FAR_OF.get(name, FAR), values


def everything(ax):
    """One of each artist that a lab may use."""
    ax.fill_between([0, 2], 0, [0.5, 1], color="tab:blue", alpha=0.4)
    ax.add_patch(
        patches.Rectangle((3, 0.1), 2, 0.5, facecolor="w", edgecolor="k", hatch="//")
    )
    ax.add_patch(
        patches.FancyArrowPatch(
            (0.5, -0.5), (2, -0.8), arrowstyle="-|>", mutation_scale=15
        )
    )
    ax.scatter(
        [1, 2, 3], [-0.2, -0.3, -0.4], c=[0, 0.5, 1], s=[20, 60, 120], edgecolors="k"
    )
    ax.pcolormesh([4, 4.5, 5.5], [-0.9, -0.5, -0.2], [[0, 1], [1, 0]])
    ax.imshow(
        [[0, 1], [1, 0.5]],
        extent=(2.5, 3.5, -0.9, -0.5),
        aspect="auto",
        interpolation="bilinear",
    )
    ax.contour(
        np.linspace(0, 6, 9),
        np.linspace(-1, 1, 9),
        np.add.outer(np.arange(9), np.arange(9)),
        linewidths=0.8,
    )
    ax.errorbar([1, 5], [0.7, 0.8], yerr=0.1, fmt="s", capsize=4)
    ax.text(0.2, 0.8, r"$\frac{\alpha_i}{2}\sum_j k(x_i, x_j)$", rotation=20)
    ax.annotate(
        "here",
        (5, 0.6),
        (5.2, 0.9),
        arrowprops={"arrowstyle": "->"},
        bbox={"boxstyle": "round", "facecolor": "y"},
    )
    ax.set(xlabel="across", ylabel="up", title="everything")


def inset(ax):
    ax.inset_axes([0.3, 0.3, 0.4, 0.4]).plot([0, 1], [0, 1])


def words_on_the_figure(ax):
    ax.get_figure().text(0.5, 0.5, "words", fontsize=40)


def grid(ax):
    ax.grid(True, zorder=5, linewidth=5)


def words_on_top(ax):
    ax.text(
        3,
        0,
        "above",
        zorder=9,
        ha="center",
        color="red",
        fontsize=30,
        fontweight="bold",
    )


@pytest.mark.parametrize(
    "more",
    [everything, inset, words_on_the_figure, grid, words_on_top],
    ids=lambda f: f.__name__,
)
def test_every_artist_is_drawn_in_its_order(stage, more):
    figure = Figure(figsize=(6, 4))
    ax = figure.subplots()
    ax.set(xlim=(0, 6), ylim=(-1, 1))
    (line,) = ax.plot([0, 6], [0, 0], linewidth=8)
    more(ax)

    def update(height):
        line.set_ydata([0, height])
        return f"{height}"

    lab = labs.Lab(figure, update, height=(-1.0, 1.0))
    for height in (0.8, 0.3, -0.2):
        lab.set(height=height)
        assert apart(stage.show(lab, height=height), by_agg(lab, height=height))[0] < 25


def test_a_dense_screen_gets_a_dense_picture_of_the_same(stage):
    lab = of("kernel_ridge")
    coarse, fine = stage.show(lab), stage.show(lab, density=2)
    assert fine.shape[:2] == tuple(2 * n for n in coarse.shape[:2])
    height, width = coarse.shape[:2]
    assert (
        apart(fine.reshape(height, 2, width, 2, 3).mean(axis=(1, 3)), coarse)[0] < FAR
    )


def test_letters_never_get_too_small_to_read(stage):
    lab = of("kernel_ridge")
    stage.page.evaluate("""() => {
          const fill = CanvasRenderingContext2D.prototype.fill;
          CanvasRenderingContext2D.prototype.fill = function (...shape) {
            // A glyph is 1000 high before it is placed.
            const { a, b } = this.getTransform();
            const scale = Math.hypot(a, b);
            if (shape.length && scale < 0.5) window.letters.push(1000 * scale);
            return fill.apply(this, shape);
          };
        }""")
    for room in (1000, 800, 600, 400, 320):
        stage.page.evaluate("window.letters = []")
        drawn = stage.show(lab, room=room)
        assert stage.page.evaluate("Math.min(...window.letters)") > 13.59
        assert drawn.shape[1] <= max(room, 330)


def test_larger_letters_are_not_cut(stage):
    lab = at("spectrum")
    if lab.question:
        lab.answer(None)
    drawn = stage.show(lab, room=358, density=2)
    assert drawn.shape[1] == 716
    sides = drawn[:, [2, -3]]
    assert not ((sides > 0) & (sides < 255)).any()  # white paper, or none


def test_on_a_dark_page_ink_and_ground_change_places_and_data_stand_out(stage):
    from kernellab.course import plots

    lab = of("svr_tube")
    light, dark = stage.show(lab), stage.show(lab, ground="#111111")
    corner = dark[2, 2]
    assert corner.max() < 40
    assert (light[2, 2] == 255).all()
    ink = dark[(light < 40).all(axis=2)]  # what was black, or nearly: the titles
    assert ink.min() > 200
    for colour in (plots.FIT, plots.OTHER, plots.DATA, plots.WEIGHTS, plots.TRUTH):
        turned = stage.page.evaluate(
            "(colour) => inks([17, 17, 17])(colour + 'ff')", colour
        )
        assert contrast(turned, "#111111") > 6
        hues = [
            np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)])
            for c in (colour, turned)
        ]
        if np.ptp(hues[0]) > 40:
            assert hues[0].argmax() == hues[1].argmax()


def test_a_point_in_a_white_halo_is_marked_in_its_own_colour(stage):
    square = ["MLLL", [0, 0, 20, 0, 0, 20, -20, 0]]
    for style, colour in (
        ({"f": "#aa4499ff", "s": "#ffffffff", "w": 1}, "#aa449940"),
        ({"f": "#ffffffff", "s": "#0072b2ff", "w": 1}, "#0072b240"),
    ):
        marked = stage.page.evaluate("(op) => halo(op)", ["m", style, square, [0, 0]])
        assert marked[0][1]["s"] == colour


def contrast(one: str, other: str) -> float:
    """The ratio of luminances as WCAG has it."""
    lights = []
    for colour in (one, other):
        v = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
        lights.append(
            np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
            @ [0.2126, 0.7152, 0.0722]
        )
    return (max(lights) + 0.05) / (min(lights) + 0.05)
