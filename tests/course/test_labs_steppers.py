"""The derivations that one steps through in the notebooks: the rows, the colours, the band and the sentence."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from kernellab import derivations, labs, plots
from tests.course.labs import STEPPERS, at, number

RUN = {
    "ridge_primal_to_dual": lambda lam, n, m: derivations.ridge_primal_to_dual(*labs.random_problem(n, m), lam),
    "least_squares_to_kernel": lambda n, d: derivations.least_squares_to_kernel(*labs.random_problem(n, d)),
    "polynomial_map": lambda degree, d, weights: derivations.polynomial_map(
        labs.random_problem(4, d)[0], degree, 1.0, weights == "all 1"
    ),
}
# The settings, how each value reads, and the first step that fails, by the lecture and not by the derivation
SETTINGS = [
    ("ridge_primal_to_dual", {"lam": 0.5, "n": 8, "m": 3}, "λ 0.5, points n 8, features m 3", None),
    ("ridge_primal_to_dual", {"lam": 0.0, "n": 3, "m": 8}, "λ 0, points n 3, features m 8", 2),
    ("ridge_primal_to_dual", {"lam": 2.0, "n": 1, "m": 20}, "λ 2, points n 1, features m 20", None),
    ("least_squares_to_kernel", {"n": 4, "d": 4}, "points n 4, dimensions d 4", None),
    ("least_squares_to_kernel", {"n": 3, "d": 8}, "points n 3, dimensions d 8", "some"),
    ("least_squares_to_kernel", {"n": 8, "d": 2}, "points n 8, dimensions d 2", "some"),
    (
        "polynomial_map",
        {"degree": 6, "d": 4, "weights": "√coefficient"},
        "degree 6, dimensions d 4, weights √coefficient",
        None,
    ),
    ("polynomial_map", {"degree": 2, "d": 2, "weights": "all 1"}, "degree 2, dimensions d 2, weights all 1", "some"),
]


def test_every_stepper_of_the_notebooks_is_here():
    assert set(STEPPERS) == set(RUN)


@pytest.mark.parametrize(("name", "values", "read", "fails"), SETTINGS)
def test_rows_colours_band_and_sentence(name, values, read, fails):
    done = RUN[name](**values)
    broken = [each.number for each in done if not each.holds]
    assert bool(broken) == bool(fails)
    if isinstance(fails, int):
        assert broken[0] == fails
    count = len(done)
    for step in sorted({1, (broken or [2])[0], count}):
        lab = at(name, **values, step=step)
        (ax,) = lab.figure.axes
        rows = [ax.texts[i : i + 3] for i in range(0, len(ax.texts), 3)]
        assert len(rows) == count
        for i, (row, each) in enumerate(zip(rows, done, strict=True), start=1):
            assert {text.get_position()[1] for text in row} == {i}
            assert [text.get_visible() for text in row] == [i <= step] * 3
            if i > step:
                continue
            color = "black" if each.holds else "#a33f00"
            assert [text.get_color() for text in row] == [color, color, "#00684a" if each.holds else "#a33f00"]
            assert [text.get_text() for text in row[:2]] == [str(i), f"${each.step.formula}$"]
            last = row[2].get_text()
            if each.holds:
                sides = [np.asarray(side, dtype=float) for side in (each.step.left, each.step.right)]
                assert last.startswith("✓  ")
                told = number(last.split("residual ")[1])
                gap = np.abs(sides[0] - sides[1]).max() if sides[0].size else 0.0
                assert (told == 0) == (gap == 0) or told < 1e-9
            else:
                assert last.startswith("✗  ")
                assert each.verdict.startswith(last[3:].rstrip("…"))
        np.testing.assert_allclose(
            ax.patches[0].get_extents().transformed(ax.transData.inverted()).intervaly, [step + 0.5, step - 0.5]
        )
        assert ax.patches[0].get_facecolor() == to_rgba(plots.BEYOND)
        here = done[step]
        assert lab.sentence == f"With {read}, step {step} of {count} {here.verdict}: {here.step.why}."
