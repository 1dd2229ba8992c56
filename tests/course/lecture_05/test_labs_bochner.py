"""The lab on Bochner's theorem draws closed forms and quotients of plain sums."""

import numpy as np
import pytest

from kernellab.course.lecture_05.labs import OMEGA
from tests.course.labs import answer, at, color_of, line, said

# g at a difference t; its spectral density over that of frequency 0; the area under g
CLOSED = {
    "RBF": (
        lambda t, w: np.exp(-((t / w) ** 2) / 2),
        lambda w: np.exp(-((w * OMEGA) ** 2) / 2),
        np.sqrt(2 * np.pi),
    ),
    "Laplace": (
        lambda t, w: np.exp(-np.abs(t) / w),
        lambda w: 1 / (1 + (w * OMEGA) ** 2),
        2.0,
    ),
    "box": (
        lambda t, w: (np.abs(t) < w) * 1.0,
        lambda w: np.sinc(w * OMEGA / np.pi),
        2.0,
    ),
}


def quotients(name, width, stretch):
    """cᵀKc/cᵀc times the spacing, over S(0), for all waves."""
    g, _, area = CLOSED[name]
    step = width * 2 / 41
    last = int(stretch / step + 1e-9)
    X = step * np.arange(-last, last + 1)
    K, waves = g(np.subtract.outer(X, X), width), np.cos(np.outer(X, OMEGA))
    found = np.einsum("ij,ij->j", waves, K @ waves) / (waves**2).sum(axis=0)
    return found * step / (area * width)


@pytest.mark.parametrize(
    ("name", "width", "omega"),
    [("RBF", 0.5, 3.0), ("Laplace", 1.3, 0.0), ("box", 1, 4.4)],
)
def test_densities_and_quotients(name, width, omega):
    lab = at("wave_as_witness", name=name, width=float(width), omega=omega)
    spectra, i = lab.figure.axes[1], round(10 * omega)
    density = line(spectra, color_of(spectra, "S(ω)")).get_ydata()
    np.testing.assert_allclose(density, CLOSED[name][1](width), atol=1e-6)
    found = quotients(name, width, 5.0)
    seen = line(spectra, color_of(spectra, "what the wave finds")).get_ydata()
    np.testing.assert_allclose(seen, found, rtol=2e-3, atol=1e-6)
    said(lab, "S(ω)/S(0) is {};", density[i])
    said(lab, "the wave finds {},", found[i])
    assert ("is a witness" in lab.sentence) == (found[i] < -1e-3)
    if name == "box":
        first = OMEGA[np.argmax(quotients("box", 1.0, 5.0) < -1e-3)]
        assert answer(lab.question) == pytest.approx(first)
