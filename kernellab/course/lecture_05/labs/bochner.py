"""A lab on Bochner's theorem: a wave as a witness against a function of x − z."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from askfirst import Lab, Question, choice, slider
from askfirst.words.text import readable
from kernellab._arrays import Array
from kernellab.course import plots
from kernellab.grams import gram
from kernellab.kernels import RBF, Box, Laplace
from kernellab.mercer import spectral_density

__all__ = ["wave_as_witness"]

FUNCTIONS: dict[str, Any] = {"RBF": RBF, "Laplace": Laplace, "box": Box}
# Half of the box's step
AT_WIDTH = {"RBF": np.exp(-0.5), "Laplace": np.exp(-1.0), "box": 0.5}
ZERO_BEYOND = {"RBF": 7.0, "Laplace": 15.0, "box": 1.0}  # in widths
DIFFERENCES = np.linspace(-4, 4, 801)[:, None]
OMEGA = np.linspace(0, 12, 121)
# No multiple of the distance of two points is the width, so rounding does not decide
# where the box ends
POINTS_PER_WIDTH = 20.5


def wave_as_witness() -> Lab:
    """A function g(x − z), its spectral density, and what the wave cos ωx on many
    points finds of it.
    """
    figure, (functions, spectra) = plots.figure(2)
    title = "g, and a wave of frequency ω"
    plots.frame(functions, (-4, 4), (-1.15, 1.15), "difference x − z", title)
    functions.axhline(0, color=plots.FAINT, linewidth=0.8)
    wave = plots.curve(functions, DIFFERENCES, 0 * DIFFERENCES, plots.FAINT, width=1.6)
    g = plots.curve(functions, DIFFERENCES, 0 * DIFFERENCES, plots.TRUTH)
    side = plots.marks(functions, [0], [0], "o", plots.TRUTH, 6)
    spectra.axhspan(-0.4, 0, color=plots.BEYOND, zorder=0)
    title = "how much of each wave g holds"
    plots.frame(spectra, (0, 12), (-0.4, 1.1), "frequency ω", title)
    density = plots.curve(spectra, OMEGA, 0 * OMEGA, plots.TRUTH)
    seen = plots.curve(spectra, OMEGA, 0 * OMEGA, plots.OTHER, width=1.8)
    here = plots.marks(spectra, [0], [0], "D", "black", 6)
    plots.label(spectra, 11.8, 0.87, "S(ω), over S(0)", plots.TRUTH, align="right")
    plots.label(spectra, 11.8, 0.7, "what the wave finds", plots.OTHER, align="right")
    words = "a kernel does not go below zero"
    below = plots.label(spectra, 11.8, -0.34, words, plots.MUTED, "right")

    @lru_cache(maxsize=64)
    def function_and_density(name: str, width: float) -> tuple[Array, Array]:
        k = FUNCTIONS[name](width)
        S = spectral_density(k, OMEGA, reach=ZERO_BEYOND[name] * width)
        return gram(k, DIFFERENCES, [[0.0]]).ravel(), S

    @lru_cache(maxsize=64)
    def quotients(name: str, width: float, stretch: float) -> Array:
        """cᵀKc/‖c‖² for waves c of all frequencies, times the spacing, over S(0)."""
        X = _points(width, stretch)
        waves = np.cos(X * OMEGA)
        K, S = gram(FUNCTIONS[name](width), X), function_and_density(name, width)[1]
        found = np.sum(waves * (K @ waves), axis=0) / np.sum(waves**2, axis=0)
        return np.asarray(found * width / POINTS_PER_WIDTH / S[0])

    def update(name: str, width: float, omega: float, stretch: float) -> str:
        heights, S = function_and_density(name, width)
        found = quotients(name, width, stretch)
        at = int(np.abs(OMEGA - omega).argmin())
        g.set_ydata(heights)
        side.set_data([width], [AT_WIDTH[name]])
        wave.set_ydata(np.cos(omega * DIFFERENCES))
        density.set_ydata(S / S[0])
        seen.set_ydata(found)
        here.set_data([omega], [found[at]])
        truth, value = float(S[at] / S[0]), float(found[at])
        verdict = "not negative"
        if value < -1e-3:
            verdict = "negative: the wave is a witness, and this is not a kernel"
        elif truth < -1e-3:
            verdict = "not negative on so short a stretch"
        return (
            f"{name}, width {readable(width)}, ω = {readable(omega)}: S(ω)/S(0) is"
            f" {truth:z.3f}; on {len(_points(width, stretch))} points between"
            f" ±{readable(stretch)} the wave finds {value:z.3f}, {verdict}."
        )

    found = quotients("box", 1.0, 5.0)
    first = float(OMEGA[np.argmax(found < -1e-3)])
    question = Question(
        "The box is 1 from −1 to 1, and 0 elsewhere. Waves of growing"
        f" frequency ω are tried as c, on {len(_points(1.0, 5.0))} points between ±5."
        " What is the lowest ω at which one finds cᵀKc < 0?",
        name="wave_as_witness",
        number=(0, 12),
        right=first,
        within=0.3,
        replies={
            (0, 1.5): "Up to ω = π/2 the wave stays above zero on the whole box.",
            (1.5, first): "There the wave makes less than one turn within the box.",
            (4.2, 4.8): "There it is lowest; the first negative one comes before.",
            (6.0, 6.6): "At 2π two turns within the box cancel. It is earlier.",
            (first, 12): "Earlier: count the turns that the wave makes from −1 to 1.",
        },
        why=(
            "From −1 to 1 a wave of frequency π makes one turn, and cancels. A slightly"
            " faster wave brings more of its negative part into the box at both ends,"
            " so the integral is negative. Move ω to"
            f" {first:g} to see it."
        ),
        veil=[density, seen, here, below],
    )
    return Lab(
        figure,
        update,
        together=("name", "omega"),
        title="A wave as a witness",
        handles={"omega": here, "width": side},
        question=question,
        name=choice(tuple(FUNCTIONS), "box", label="function g"),
        width=slider(0.5, 2.0, start=1.0, step=0.1, label="width"),
        omega=slider(0.0, 12.0, start=2.0, step=0.1, label="frequency ω"),
        stretch=slider(1.0, 10.0, start=5.0, step=0.5, label="points up to ±"),
    )


def _points(width: float, stretch: float) -> Array:
    """Points (n, 1) around zero in equal steps, up to ±stretch."""
    last = int(stretch * POINTS_PER_WIDTH / width)
    return np.arange(-last, last + 1, dtype=float)[:, None] * (width / POINTS_PER_WIDTH)
