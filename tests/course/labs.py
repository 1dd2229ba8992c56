"""What the tests of labs share: labs made once, artists found by colour and kind,
sentences read, kernels written out.
"""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import same_color
from matplotlib.lines import Line2D

from kernellab import derivations, labs
from kernellab.course.plots import ROLES
from tests.every import LABS, STOPPING, of

X, Y = STOPPING
SPEEDS, ROAD = X.ravel(), np.linspace(0, 50, 501)
POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
POWER = re.compile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]")
NUMBER = r"[+−-]?(?:\d+(?:\.\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def _steppers() -> dict[str, str]:
    """The cells of notebooks that step through a derivation, by its name."""
    found = {
        "ridge_primal_to_dual": "labs.primal_to_dual()",
        "least_squares_to_kernel": "labs.which_inverse()",
        "posterior_mean_is_ridge": "labs.posterior_steps()",
    }
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and source.startswith("labs.stepper("):
                found[re.search(r"derivations\.(\w+)", source)[1]] = source
    return found


STEPPERS = _steppers()
EVERY = [*LABS, *sorted(STEPPERS)]


@cache
def made(name: str) -> labs.Lab:
    """A lab of ``EVERY``, made once for all tests."""
    if name in STEPPERS:
        return eval(
            STEPPERS[name],
            {"labs": labs, "derivations": derivations, "points": labs.random_problem},
        )
    return of(name)


def at(name: str, /, **values) -> labs.Lab:
    """The lab of that name, made once for all tests, with these controls moved and all
    others where they start.
    """
    lab = made(name)
    return lab.set(
        **{each: control.start for each, control in lab.controls.items()} | values
    )


def answer(question: labs.Question):
    """The right answer: one of the choices, a number, or the heights of a curve."""
    spec = question.spec()
    if spec["kind"] == "curve":
        return spec["right"]
    right = next(when for when, state, *_ in spec["cases"] if state == "right")
    return right if spec["kind"] == "choice" else right[0]


def number(words: str) -> float:
    """What a number in a sentence says: −2.5·10⁻⁶ is −2.5e−6."""
    words = words.replace("−", "-").replace("·10", "e")
    mantissa, power = re.fullmatch(r"(.*?)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*)", words).groups()
    if not power:
        return float(mantissa)
    base = mantissa if "e" in mantissa else "1e"
    return float(f"{base}{power.translate(POWERS)}")


def said(lab: labs.Lab, words: str, *values: float) -> None:
    """The sentence has these words, with a number in the place of each {}; these
    numbers are ``values``, each right to its last digit.
    """
    pattern = f"({NUMBER})".join(map(re.escape, words.split("{}")))
    found = re.search(pattern, lab.sentence)
    assert found, f"\n{lab.sentence}\nhas not\n{words}"
    for shown, value in zip(found.groups(), values, strict=True):
        mantissa, _, power = (
            shown.rpartition("10") if POWER.search(shown) else (shown, "", "⁰")
        )
        decimals = len(mantissa.rstrip("·").partition(".")[2])
        last = 10.0 ** (int(power.translate(POWERS)) - decimals)
        if re.fullmatch(r"\d+00", shown):
            last = 100.0  # two figures
        assert abs(number(shown) - value) <= 0.51 * last, (shown, value)


def color_of(ax: Axes, words: str) -> str:
    """The colour of what the one label in ``ax`` names that is these words or, if none
    is, holds them. Some words are darker than it.
    """
    found = {text.get_text(): text.get_color() for text in ax.texts}
    found = {text: color for text, color in found.items() if words in text}
    (color,) = {found[words]} if words in found else {*found.values()}
    return next((role.day for role in ROLES.values() if role.words == color), color)


def lines(ax: Axes, color: str, marker: str = "None") -> list[Line2D]:
    """The lines of one colour and one marker, in the order in which they were drawn;
    "None" are those without a marker.
    """
    return [
        each
        for each in ax.lines
        if same_color(each.get_color(), color) and each.get_marker() == marker
    ]


def line(ax: Axes, color: str, marker: str = "None") -> Line2D:
    """The only such line."""
    (found,) = lines(ax, color, marker)
    return found


def heights(ax: Axes) -> tuple[np.ndarray, np.ndarray]:
    """Where the stems of ``ax`` stand, and how high they are; each starts at zero."""
    (bars,) = ax.collections
    segments = np.array(bars.get_segments())
    assert not segments[:, 0, 1].any()
    np.testing.assert_array_equal(segments[:, 0, 0], segments[:, 1, 0])
    return segments[:, 1, 0], segments[:, 1, 1]


def image(ax: Axes) -> np.ndarray:
    """The values of the only image of ``ax``."""
    (found,) = ax.images
    return np.asarray(found.get_array())


def se(x, z, ell: float) -> np.ndarray:
    """exp(−(x − z)²/2ℓ²) for all pairs of numbers."""
    return np.exp(-(np.subtract.outer(np.ravel(x), np.ravel(z)) ** 2) / (2 * ell**2))


def polynomial(x, z, degree: int) -> np.ndarray:
    """(1 + xz)^degree for all pairs of numbers."""
    return (1 + np.outer(x, z)) ** degree


def on_speeds(kernel: str, x, z, length_scale: float, degree: int = 2) -> np.ndarray:
    """The kernel that the labs call "SE", "polynomial" or "SE + polynomial"."""
    parts = {"SE": se(x, z, length_scale), "polynomial": polynomial(x, z, degree)}
    return sum(parts[name] for name in kernel.split(" + "))


def rms(residuals) -> float:
    """Root mean square."""
    return math.sqrt(np.mean(np.square(residuals)))
