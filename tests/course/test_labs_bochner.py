"""The lab on Bochner's theorem draws closed forms and quotients that a plain loop finds too."""

import numpy as np
import pytest

from kernellab import RBF, Box, Laplace, gram, labs, psd_report
from kernellab.course.labs.bochner import OMEGA, POINTS

CLOSED = {
    "RBF": (RBF, lambda w: np.exp(-((w * OMEGA) ** 2) / 2)),
    "Laplace": (Laplace, lambda w: 1 / (1 + (w * OMEGA) ** 2)),
    "box": (Box, lambda w: np.sinc(w * OMEGA / np.pi)),
}


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize(("width", "stretch"), [(0.5, 1.0), (1.0, 5.0), (2.0, 10.0)])
def test_densities_and_quotients(name, width, stretch):
    lab = labs.wave_as_witness().set(name=name, width=width, stretch=stretch, omega=3.0)
    kernel, closed = CLOSED[name]
    density, seen, here = lab.figure.axes[1].lines[:3]
    np.testing.assert_allclose(density.get_ydata(), closed(width), atol=1e-6)
    X = np.linspace(-stretch, stretch, POINTS)
    K, area = (
        gram(kernel(width), X[:, None]),
        float(gram(kernel(width), np.linspace(-40, 40, 80001)[:, None], [[0.0]]).sum() / 1000),
    )
    for at in (0, 30, 77, 120):
        c = np.cos(OMEGA[at] * X)
        quotient = sum(c[i] * K[i] @ c for i in range(POINTS)) / (c @ c) * (X[1] - X[0]) / area
        assert seen.get_ydata()[at] == pytest.approx(quotient, rel=2e-3, abs=1e-6)
    assert here.get_ydata()[0] == seen.get_ydata()[30]


@pytest.mark.parametrize("name", CLOSED)
def test_a_witness_is_found_only_where_there_is_no_kernel(name):
    lab = labs.wave_as_witness().set(name=name, stretch=5.0)
    verdicts = ["witness" in lab.set(omega=float(omega)).sentence for omega in np.round(OMEGA, 1)]
    kernel, _ = CLOSED[name]
    assert any(verdicts) == (not psd_report(gram(kernel(1.0), np.linspace(-5, 5, POINTS)[:, None])).is_psd)
    if name == "box":  # the first time just above π
        assert OMEGA[verdicts.index(True)] == pytest.approx(3.2)
