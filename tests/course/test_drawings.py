"""A drawing of a lab is what matplotlib draws."""

import numpy as np
import pytest

from askfirst_tests.strokes import by_matplotlib, painted
from tests.course.labs import at

LABS = ("kernel_ridge", "svm_border", "crossover", "point_across", "filling_the_table")


@pytest.mark.slow
@pytest.mark.parametrize("name", LABS)
def test_a_drawing_is_what_matplotlib_draws(name):
    lab = at(name)
    rng = np.random.default_rng(1)
    for _ in range(6):
        lab._move_artists({n: rng.choice(c.values) for n, c in lab.controls.items()})
        assert painted(lab._painter) == by_matplotlib(lab._figure)
