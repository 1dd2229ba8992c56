"""What the page draws for a lab's frames is what matplotlib's own renderer draws.

The measure: both pictures are cut into tiles of 12 × 12 pixels; the colours of a tile
are averaged; the largest difference over all tiles and colours stays below ``FAR`` of
255. A line one pixel wide that is missing, or off by its width, changes a tile by 20 to
40; what edges and letters differ by, being smoothed another way, stays below 15.
"""

import numpy as np
import pytest

from askfirst_tests.canvas import Stage, apart, by_agg
from tests.course.labs import at

FAR = 20
# Where the evidence falls below its axes its line is steep, and is clipped a pixel
# further on.
FAR_OF = {"evidence": 25}
SETTINGS = 3


@pytest.fixture(scope="module")
def stage(browser):
    with browser.new_context() as context:
        yield Stage(context.new_page())


# Lines, stems, points, areas, images, contours, bars, words, formulas, space
NAMES = ("evidence", "kernel_builder", "stars_and_bars", "svm_border", "weight_space")


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
