"""A lab on what features cost: bias against variance."""

from __future__ import annotations

from typing import Any

import numpy as np

from askfirst import Lab, Question, slider
from askfirst.words.text import readable
from kernellab.course import plots
from kernellab.features import monomials

__all__ = ["bias_and_variance"]

FINE = np.linspace(-1, 1, 201)[:, None]
POINTS, NOISE = 20, 0.3  # where the lab starts, and what it asks about


def bias_and_cost(degree: int, n: int, sigma: float) -> tuple[float, float]:
    """Squared bias ‖(I − H)f‖²/n and variance σ²(degree + 1)/n of f(x) = sin πx."""
    x = np.linspace(-1, 1, n)[:, None]
    f, Q = np.sin(np.pi * x[:, 0]), np.linalg.qr(monomials(x, degree))[0]
    return float(((f - Q @ (Q.T @ f)) ** 2).mean()), sigma**2 * (degree + 1) / n


def bias_and_variance() -> Lab:
    """Forty samples of one truth, y = sin πx + noise at n points, each fitted by least
    squares with 1, x, …, x^degree.

    The errors are means over the n points, and exact: with H the projector onto the
    features there, the squared bias is ‖(I − H)f‖²/n for the true values f, and the
    variance σ² tr(H)/n = σ²(degree + 1)/n.
    """
    figure, (ax, errors) = plots.figure(2, ratios=(3, 2))
    plots.frame(ax, (-1, 1), (-2.2, 2.6), "x", "forty samples, forty fits")
    look = {"color": plots.FAINT, "linewidth": 0.8, "zorder": 1}
    fits = [ax.plot(FINE, 0 * FINE, **look)[0] for _ in range(40)]
    mean = plots.curve(ax, FINE, 0 * FINE)
    plots.curve(ax, FINE, np.sin(np.pi * FINE), plots.TRUTH)
    plots.label(ax, -0.96, 2.35, "truth", plots.TRUTH, boxed=True)
    plots.label(ax, -0.6, 2.35, "mean of all fits", plots.FIT, boxed=True)
    plots.label(ax, 0.25, 2.35, "single fits", plots.MUTED, boxed=True)
    errors.set(xticks=[0, 1, 2], xticklabels=["bias²", "variance", "sum"])
    errors.set(xlim=(-0.6, 2.6), ylim=(0, 0.42))
    errors.set_title("mean squared error at the points")
    # Below the ring of the handle, and in one line, though one has an exponent
    errors.tick_params(axis="x", pad=19)
    for name in errors.get_xticklabels():
        name.set_verticalalignment("baseline")
    colors = (plots.FIT, plots.FAINT, plots.DATA)
    wide: Any = {"linewidth": 26, "solid_capstyle": "butt", "snap": False}
    bars = [
        errors.plot([i, i], [0, 0], color=c, **wide)[0] for i, c in enumerate(colors)
    ]
    values = [plots.label(errors, i, 0, "", align="center") for i in range(3)]
    noise = np.random.default_rng(5).standard_normal((60, 40))

    def update(degree: int, n: int, sigma: float) -> str:
        x = np.linspace(-1, 1, n)[:, None]
        f = np.sin(np.pi * x[:, 0])
        Q, R = np.linalg.qr(monomials(x, degree))
        # Maps values at the points to the fitted curve
        shown = monomials(FINE, degree) @ np.linalg.solve(R, Q.T)
        drawn = shown @ (f[:, None] + sigma * noise[:n])
        for line, fit in zip(fits, drawn.T, strict=True):
            line.set_ydata(fit)
        mean.set_ydata(shown @ f)
        bias, variance = bias_and_cost(degree, n, sigma)
        parts = bias, variance, bias + variance
        for bar, value, height in zip(bars, values, parts, strict=True):
            bar.set_ydata([0, height])
            value.set_text(f"{height:.4f}")
            value.set_y(min(height, 0.35) + 0.05)  # above the ring of the handle
        return (
            f"Degree {degree}, {n} points, noise σ = {readable(sigma)}: squared bias"
            f" {bias:.4f}, variance {degree + 1}·{readable(sigma)}²/{n} ="
            f" {variance:.4f}, together {bias + variance:.4f}."
        )

    sums = {each: sum(bias_and_cost(each, POINTS, NOISE)) for each in range(1, 13)}
    best = min(sums, key=sums.__getitem__)
    question = Question(
        f"With {POINTS} points and noise σ = {readable(NOISE)}, for which degree is"
        " the sum of squared bias and variance smallest?",
        name="bias_and_variance",
        number=(1, 12),
        right=best,
        replies={
            (1, 2): "The truth turns twice, so here the bias is large.",
            4: "The truth is odd: x⁴ brings no bias down, and costs variance.",
            (5, 12): "Little bias is left, and each further feature costs σ²/n.",
        },
        why=(
            f"At degree {best} the sum is {sums[best]:.4f}, two degrees below it is"
            f" {sums[best - 2]:.4f}, and two above {sums[best + 2]:.4f}. Move the"
            " degree there: which part falls, and which one grows?"
        ),
    )
    return Lab(
        figure,
        update,
        together=("degree", "n"),
        title="Bias against variance",
        question=question,
        handles={"sigma": plots.on_curve(bars[1], 1)},
        degree=slider(1, 12, start=1, step=1, label="degree"),
        n=slider(15, 60, start=POINTS, step=5, label="points n"),
        sigma=slider(0.05, 0.6, start=NOISE, step=0.05, label="noise σ"),
    )
