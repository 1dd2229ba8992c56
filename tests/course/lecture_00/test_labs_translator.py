"""The labs that translate a number show what each notation's own formula says."""

import numpy as np
import pytest

from kernellab import plots
from tests.course.labs import ROAD, X, Y, at, line, polynomial, said, se


def curve(lam, times):
    """With every car written down so many times."""
    speeds, t = np.tile(X.ravel(), times), np.tile(Y, times)
    K = se(speeds, speeds, 3.0) + polynomial(speeds, speeds, 2)
    alpha = np.linalg.solve(K + lam * np.eye(len(t)), t)
    return (se(ROAD, speeds, 3.0) + polynomial(ROAD, speeds, 2)) @ alpha


@pytest.mark.parametrize(
    ("written", "value", "lam"),
    [
        ("λ beside the sum", 0.5, lambda v, n: v),
        ("λ beside the mean", 0.05, lambda v, n: n * v),
        ("σ", 2.0, lambda v, n: v**2),
    ],
)
def test_one_ridge_weight_in_every_notation(written, value, lam):
    fits = []
    for times, data in ((1, "62 cars"), (2, "every car twice")):
        lab = at("ridge_translator", written=written, value=value, data=data)
        fits.append(curve(lam(value, 62 * times), times))
        drawn = line(lab.figure.axes[1], plots.FIT).get_ydata()
        np.testing.assert_allclose(drawn, fits[-1], atol=1e-4)
        said(lab, "with {} points is λ = {} in", 62 * times, lam(value, 62 * times))
        table = [text.get_text() for text in lab.figure.axes[0].texts]
        assert f"{62 * times}" in table
    same = np.allclose(*fits, atol=1e-4)
    assert (lab.question.judge(written).state == "right") == same


@pytest.mark.parametrize(
    ("written", "value", "gamma"),
    [("ℓ", 2.0, 1 / 8), ("β", 0.1, 0.05), ("σ", 3.0, 1 / 9), ("γ", 0.7, 0.7)],
)
def test_one_width_in_every_notation(written, value, gamma):
    lab = at("width_translator", written=written, value=value)
    x, drawn = lab.figure.axes[1].lines[0].get_data()
    np.testing.assert_allclose(drawn, np.exp(-gamma * x**2), atol=1e-12)
    said(lab, "ℓ = {}:", (2 * gamma) ** -0.5)
