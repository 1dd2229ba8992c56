"""The two labs of the start page show what a plain system of equations says."""

import numpy as np
import pytest

from kernellab import plots
from tests.course.labs import ROAD, SPEEDS, Y, at, line, polynomial, rms, said, se


def fit(lam, length_scale, parabola):
    """The fitted curve on the road, and at the cars."""

    def k(x, z):
        return se(x, z, length_scale) + parabola * polynomial(x, z, 2)

    alpha = np.linalg.solve(k(SPEEDS, SPEEDS) + lam * np.eye(62), Y)
    return k(ROAD, SPEEDS) @ alpha, k(SPEEDS, SPEEDS) @ alpha


@pytest.mark.parametrize(("lam", "length_scale"), [(0.62, 3.0), (100.0, 12.0)])
def test_a_parabola_and_bumps(lam, length_scale):
    lab = at("first_fit", lam=lam, length_scale=length_scale)
    f, fitted = fit(lam, length_scale, True)
    drawn = line(lab.figure.axes[0], plots.FIT)
    np.testing.assert_allclose(drawn.get_ydata(), f, atol=1e-5)
    said(lab, "misses the {} cars by {} ft", 62, rms(Y - fitted))
    said(lab, "{} ft at 33 mph and {} ft at 45 mph", f[330], f[450])


def test_bumps_alone_fall_back_to_zero():
    lab = at("bumps_alone", lam=10.0, length_scale=6.0)
    f = fit(10.0, 6.0, False)[0]
    said(lab, "{} ft at 40 mph, {} ft at 45 mph and {} ft at", f[400], f[450], f[500])
    spec = lab.question.spec()
    start = fit(0.62, 3.0, False)[0]
    np.testing.assert_allclose(
        spec["right"], start[np.int_(10 * np.asarray(spec["x"]))], atol=1e-6
    )
