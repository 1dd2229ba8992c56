"""The lab on Bochner's theorem draws closed forms and quotients that a plain sum finds
too.
"""

import numpy as np
import pytest
from scipy.integrate import quad

from kernellab import labs, plots, psd_report
from kernellab.course.labs.bochner import OMEGA
from tests.course.labs import at, color_of, line, meets, says

APART = np.linspace(-4, 4, 801)
# g at a difference t, and its spectral density over that of frequency 0
CLOSED = {
    "RBF": (
        lambda t, w: np.exp(-((t / w) ** 2) / 2),
        lambda w: np.exp(-((w * OMEGA) ** 2) / 2),
    ),
    "Laplace": (
        lambda t, w: np.exp(-np.abs(t) / w),
        lambda w: 1 / (1 + (w * OMEGA) ** 2),
    ),
    "box": (lambda t, w: (np.abs(t) < w) * 1.0, lambda w: np.sinc(w * OMEGA / np.pi)),
}
STEP = 2 / 41  # of the points, in widths: the box ends half-way between two of them
AREA = {"RBF": np.sqrt(2 * np.pi), "Laplace": 2.0, "box": 2.0}  # under g, in widths


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize(
    ("width", "omega", "stretch"),
    [
        (1.0, 2.0, 5.0),
        (0.5, 3.0, 1.0),
        (2.0, 12.0, 10.0),
        (1.0, 4.4, 5.0),
        (1.3, 0.0, 1.0),
    ],
)
def test_densities_and_quotients(name, width, omega, stretch):
    lab = at("wave_as_witness", name=name, width=width, omega=omega, stretch=stretch)
    functions, spectra = lab.figure.axes
    g, closed = CLOSED[name]
    np.testing.assert_allclose(
        line(functions, plots.TRUTH).get_xydata(),
        np.column_stack([APART, g(APART, width)]),
        atol=1e-12,
    )
    _, wave = (each for each in functions.lines if each.get_color() == plots.FAINT)
    np.testing.assert_allclose(
        wave.get_xydata(), np.column_stack([APART, np.cos(omega * APART)]), atol=1e-12
    )
    density, seen = (
        line(spectra, color_of(spectra, words))
        for words in ("S(ω)", "what the wave finds")
    )
    np.testing.assert_array_equal(
        [density.get_xdata(), seen.get_xdata()], [OMEGA, OMEGA]
    )
    np.testing.assert_allclose(density.get_ydata(), closed(width), atol=1e-6)
    X = (
        width
        * STEP
        * np.arange(-(41 * stretch // (2 * width)), 41 * stretch // (2 * width) + 1)
    )
    assert abs(X).max() <= stretch < abs(X).max() + width * STEP
    K = g(np.subtract.outer(X, X), width)
    i = int(np.round(10 * omega))
    for j in {0, 77, i}:
        c = np.cos(OMEGA[j] * X)
        quotient = c @ K @ c / (c @ c) * (X[1] - X[0]) / (AREA[name] * width)
        assert seen.get_ydata()[j] == pytest.approx(quotient, rel=2e-3, abs=1e-6)
    assert line(spectra, "black", "D").get_xydata().tolist() == [
        [omega, seen.get_ydata()[i]]
    ]
    truth, found = closed(width)[i], seen.get_ydata()[i]
    if found < -1e-3:
        verdict = "negative: the wave is a witness, and this is not a kernel"
    else:
        verdict = (
            "not negative on so short a stretch" if truth < -1e-3 else "not negative"
        )
    says(
        lab.sentence,
        "{}, width {}, ω = {}: S(ω)/S(0) is {:.3f}; on {:d} points between ±{} the wave"
        " finds {:.3f}, {}.",
        *(name, width, omega, truth, len(X), stretch, found, verdict),
    )


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.slow
def test_a_witness_is_found_only_where_there_is_no_kernel(name):
    lab = at("wave_as_witness", name=name, stretch=5.0)
    verdicts = [
        "witness" in lab.set(omega=float(omega)).sentence
        for omega in np.round(OMEGA[::2], 1)
    ]
    X = STEP * np.arange(-102, 103)
    assert any(verdicts) == (
        not psd_report(CLOSED[name][0](np.subtract.outer(X, X), 1.0)).is_psd
    )
    if name == "box":  # exactly where its density is below zero
        assert verdicts == [bool(np.sin(omega) < 0) for omega in OMEGA[::2]]


def test_the_frequency_at_which_a_wave_first_exposes_the_box():
    X = STEP * np.arange(-102, 103)
    K = (np.abs(np.subtract.outer(X, X)) < 1) * 1.0
    negative = [w for w in np.round(OMEGA, 1) if np.cos(w * X) @ K @ np.cos(w * X) < -1]
    question = labs.wave_as_witness().question
    assert negative[0] == pytest.approx(np.pi, abs=0.1)
    assert f"the answer is {negative[0]:g}" in question.judge(None).text
    assert question.judge(np.pi).state == "right"
    meets(
        question,
        {
            1: "stays above zero",
            2: "less than one turn",
            4.49: "the first negative one comes before",
            2 * np.pi: "two turns",
            9: "Earlier",
        },
    )


def found_on_the_line(omega: float, stretch: float) -> float:
    """∬ cos ωx cos ωz over |x − z| < 1 within ±stretch, divided by ∫ cos² ωx and S(0) =
    2: no points, but the whole stretch.
    """

    def of_one(x):
        return (
            np.cos(omega * x)
            * (
                np.sin(omega * min(x + 1, stretch))
                - np.sin(omega * max(x - 1, -stretch))
            )
            / omega
        )

    both, _ = quad(
        of_one, -stretch, stretch, limit=400, points=(1 - stretch, stretch - 1)
    )
    return both / quad(lambda x: np.cos(omega * x) ** 2, -stretch, stretch)[0] / 2


@pytest.mark.parametrize(("stretch", "found"), [(2.5, 0.06), (5.0, -0.015)])
def test_on_a_short_stretch_a_wave_and_its_density_may_differ_in_sign(stretch, found):
    """Next to a zero of the density, which is −0.018 of S(0) at ω = 3.2: what the
    lecture shows there.
    """
    assert np.sin(3.2) / 3.2 == pytest.approx(-0.018, abs=5e-4)
    assert found_on_the_line(3.2, stretch) == pytest.approx(found, abs=0.005)
    _, spectra = at("wave_as_witness", omega=3.2, stretch=stretch).figure.axes
    seen = line(spectra, color_of(spectra, "what the wave finds")).get_ydata()
    assert seen[32] == pytest.approx(found_on_the_line(3.2, stretch), abs=0.003)
