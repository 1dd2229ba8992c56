"""The lab on bias and variance shows what thousands of refits show."""

import numpy as np
import pytest

from kernellab import labs, plots
from tests.course.labs import at, color_of, draws, line, lines, meets, says


@pytest.mark.parametrize(
    ("degree", "n", "sigma"), [(1, 20, 0.3), (3, 20, 0.3), (9, 45, 0.6), (12, 15, 0.6)]
)
def test_bias_and_variance_are_those_of_many_refits(degree, n, sigma):
    lab = at("bias_and_variance", degree=degree, n=n, sigma=sigma)
    x, rng = np.linspace(-1, 1, n), np.random.default_rng(0)
    f = np.sin(np.pi * x)
    samples = f[:, None] + sigma * rng.standard_normal((n, 4000))
    fits = (np.vander(x, degree + 1) @ np.polyfit(x, samples, degree)).T
    bias = np.mean((np.mean(fits, axis=0) - f) ** 2)
    variance = np.mean(np.var(fits, axis=0))
    shown = [bar.get_ydata()[1] for bar in lab.figure.axes[1].lines]
    # What is left of the variance in 4000 fits.
    assert shown[0] == pytest.approx(bias, rel=0.05, abs=variance / 1000)
    assert shown[1] == pytest.approx(variance, rel=0.05)
    assert shown[2] == pytest.approx(shown[0] + shown[1])


@pytest.mark.parametrize(
    ("degree", "n", "sigma"), [(1, 20, 0.3), (4, 30, 0.2), (12, 15, 0.6), (7, 60, 0.05)]
)
def test_curves_bars_and_numbers_are_those_of_forty_samples(degree, n, sigma):
    lab = at("bias_and_variance", degree=degree, n=n, sigma=sigma)
    ax, errors = lab.figure.axes
    grid, x = np.linspace(-1, 1, 201), np.linspace(-1, 1, n)
    noise = np.random.default_rng(5).standard_normal((60, 40))[:n]
    fits = lines(ax, plots.FAINT)
    assert len(fits) == 40
    legendre = np.polynomial.legendre
    for fit, e in zip(fits, noise.T, strict=True):
        sample = np.sin(np.pi * x) + sigma * e
        draws(
            fit,
            grid,
            legendre.legval(grid, legendre.legfit(x, sample, degree)),
            atol=1e-7,
        )
    f = legendre.legfit(x, np.sin(np.pi * x), degree)
    draws(
        line(ax, color_of(ax, "mean of all fits")),
        grid,
        legendre.legval(grid, f),
        atol=1e-7,
    )
    draws(line(ax, color_of(ax, "truth")), grid, np.sin(np.pi * grid))
    bias = np.mean((np.sin(np.pi * x) - legendre.legval(x, f)) ** 2)
    V = legendre.legvander(x, degree)
    variance = sigma**2 * np.trace(V @ np.linalg.pinv(V)) / n
    both = (bias, variance, bias + variance)
    assert [label.get_text() for label in errors.get_xticklabels()] == [
        "bias²",
        "variance",
        "sum",
    ]
    for place, (bar, text, height) in enumerate(
        zip(errors.lines, errors.texts, both, strict=True)
    ):
        draws(bar, [place, place], [0, height], atol=1e-9)
        assert text.get_position() == (place, pytest.approx(min(height, 0.35) + 0.05))
        says(text.get_text(), "{:.4f}", height)
    says(
        lab.sentence,
        "Degree {:d}, {:d} points, noise σ = {}: squared bias {:.4f}, variance"
        " {:d}·{}²/{:d} = {:.4f}, together {:.4f}.",
        *(degree, n, sigma, bias, degree + 1, sigma, n, variance, bias + variance),
    )


def test_the_best_degree_is_that_of_many_samples():
    x, rng = np.linspace(-1, 1, 20), np.random.default_rng(1)
    f = np.sin(np.pi * x)
    samples = f[:, None] + 0.3 * rng.standard_normal((20, 4000))
    misses = [
        np.mean((np.vander(x, k + 1) @ np.polyfit(x, samples, k) - f[:, None]) ** 2)
        for k in range(1, 13)
    ]
    best = 1 + int(np.argmin(misses))
    question = labs.bias_and_variance().question
    assert question.judge(best).state == "right"
    meets(
        question,
        (
            (1, "turns twice"),
            (2, "turns twice"),
            (4, "x⁴ brings no bias down"),
            (9, "costs σ²/n"),
        ),
    )
    numbers = [f"{misses[k - 1]:.3f}" for k in (best, best - 2, best + 2)]
    assert all(number in question.judge(None).text for number in numbers)
