"""Labs on the representer theorem: where gradient descent can go, what another penalty
does, and what the norm of a function measures.
"""

from typing import Any

import numpy as np

from askfirst import Lab, choice, readable, slider, subscript
from kernellab import RBF, Laplace, Squared, descend, gram
from kernellab._arrays import Array
from kernellab.course import plots
from kernellab.solvers.descent import Descent

# Two feature vectors among three weights: both lie in the plane of the first two
# coordinates.
FEATURE_VECTORS = np.array([[1.5, 0.2, 0.0], [0.4, 1.1, 0.0]])
TARGETS = np.array([1.8, 1.2])
# Where the three unit vectors are drawn
PROJECTION = np.array([[1.0, -0.28], [0.55, 0.42], [0.0, 1.0]])
START = (-1.2, 0.6, 1.6)
STEPS_IN_SPACE = 80

SHAPES = {
    "bell": lambda x: np.exp(-(x**2) / 2),
    "tent": lambda x: np.exp(-np.abs(x)),
    "wave": lambda x: np.exp(-(x**2) / 2) * np.cos(np.pi * x),
}
KERNELS = {"Laplace": Laplace, "RBF": RBF}


def weight_space() -> Lab:
    """Gradient descent on two points and three weights, started on or off the span."""
    figure, (space, height) = plots.figure(2, ratios=(3, 2), height=4.6)
    corners = np.array([[-1.6, -1.4], [2.6, -1.4], [2.6, 2.4], [-1.6, 2.4]])
    space.fill(*(corners @ PROJECTION[:2]).T, **plots.tint(plots.FIT), zorder=0)
    plots.frame(space, (-2.9, 4.2), (-2.5, 2.9), title="weight space")
    space.set(xticks=[], yticks=[])
    space.spines["bottom"].set_visible(False)
    plots.label(space, 1.3, -0.83, "the span", plots.FIT, align="right")
    for number, (right, up) in enumerate(FEATURE_VECTORS @ PROJECTION, start=1):
        arrow = {"arrowstyle": "-|>", "color": plots.DATA, "linewidth": 1.6}
        space.annotate("", (right, up), (0, 0), arrowprops=arrow)
        x, y, align = (0.1, -0.12, "left") if number == 1 else (0.05, 0.36, "right")
        name = f"φ(x{subscript(number)})"
        plots.label(space, right + x, up + y, name, align=align)
    goal = np.linalg.lstsq(FEATURE_VECTORS, TARGETS)[0] @ PROJECTION
    space.plot(*goal, "*", color=plots.TRUTH, markersize=14, zorder=2)
    plots.label(space, goal[0] + 0.2, goal[1] - 0.05, "shortest fit", plots.TRUTH)
    shadow = plots.curve(space, [0, 0], [0, 0], plots.FAINT, width=1.5)
    drop = plots.curve(space, [0, 0], [0, 0], plots.OTHER, width=1.5)
    path = plots.curve(space, [0, 0], [0, 0], width=1.2)
    path.set(marker="o", markersize=2.5)
    first = plots.marks(space, [0], [0], "o", "white", 8, markeredgecolor=plots.FIT)
    last = plots.marks(space, [0], [0], "o", plots.FIT, 8, zorder=5)
    plots.frame(height, (0, STEPS_IN_SPACE), (0, 2.1), "step", "distance from the span")
    off = plots.curve(height, [0, 1], [0, 0], plots.OTHER)

    def descent(lift: float, lam: float, step: float) -> Descent:
        chosen: Any = {"lam": lam, "step": step, "steps": STEPS_IN_SPACE}
        start = [*START[:2], lift]
        return descend(FEATURE_VECTORS, TARGETS, Squared(), start=start, **chosen)

    def update(lift: float, lam: float, step: float, steps: int) -> str:
        run = descent(lift, lam, step)
        way = run.w[: steps + 1]
        path.set_data(*(way @ PROJECTION).T)
        shadow.set_data(*((way * [1, 1, 0]) @ PROJECTION).T)
        drop.set_data(*(np.array([way[-1], way[-1] * [1, 1, 0]]) @ PROJECTION).T)
        first.set_data(*(way[:1] @ PROJECTION).T)
        last.set_data(*(way[-1:] @ PROJECTION).T)
        off.set_data(run.t[: steps + 1], np.abs(way[:, 2]))
        return (
            f"Start {readable(abs(lift))} off the span, λ = {readable(lam)}, step size"
            f" {readable(step)}: after step {steps} the weights are"
            f" {abs(way[-1, 2]):.3f} off the span (each step leaves {run.shrink:.3g} of"
            " that part), and the two points are missed by"
            f" {np.abs(FEATURE_VECTORS @ way[-1] - TARGETS).max():.3f} at most."
        )

    return Lab(
        figure,
        update,
        together=("lam", "steps"),
        title="Descent in a space of three weights",
        handles={"lift": first, "steps": plots.on_curve(off, -1)},
        lift=slider(-2.0, 2.0, start=START[2], step=0.1, label="start off the span"),
        lam=slider(0.0, 0.5, start=0.0, step=0.02, label="λ"),
        step=slider(0.02, 0.6, start=0.1, step=0.02, label="step size"),
        steps=slider(1, STEPS_IN_SPACE, start=STEPS_IN_SPACE, step=1, label="steps"),
    ).asks(
        "Descent on the squared loss, without a penalty, starts 1.6 above the"
        " plane that φ(x₁) and φ(x₂) span. Draw its distance from the plane over"
        f" {STEPS_IN_SPACE} steps, in the panel “distance from the span”.",
        "The gradient is a combination of φ(x₁) and φ(x₂), so each step runs parallel"
        " to the plane: 1.6 at the start, and 1.6 for ever. Now try a penalty.",
        "falling — The loss does not see the height, and there is no penalty.",
        "rising — No step leads up: each is a combination of φ(x₁) and φ(x₂).",
        "flat — It stays, but where it began.",
        curve=height,
        right=(range(STEPS_IN_SPACE + 1), np.abs(descent(START[2], 0.0, 0.1).w[:, 2])),
        within=0.15,
        veil=[shadow, drop, path, last, off],
    )


def other_penalty() -> Lab:
    """One point, two weights: the minimisers under ‖w‖² and under ‖w‖₁, and the span
    that only one of them keeps to.
    """
    figure, ax = plots.figure(1, width=6.0, height=5.0)
    wide, high = 1.9, 1.6
    plots.frame(ax, (-wide, wide), (-high, high), "w₁", ylabel="w₂", aspect="equal")
    ax.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    ax.axvline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    far = np.array([-3.0, 3.0])
    span = plots.curve(ax, far, far, plots.DATA, width=1.6)
    fits = plots.curve(ax, far, far, plots.TRUTH, width=1.6)
    circle = plots.curve(ax, far, far, plots.FIT, width=1.3)
    diamond = plots.curve(ax, far, far, plots.OTHER, width=1.3)
    two = plots.marks(ax, [0], [0], "o", plots.FIT, 9, zorder=5)
    one = plots.marks(ax, [0], [0], "D", plots.OTHER, 8, zorder=5)
    span_label = plots.label(ax, 0, 0, "span of φ(x)", plots.DATA)
    fits_label = plots.label(ax, 0, 0, "no loss", plots.TRUTH)
    two_label = plots.label(ax, 0, 0, "‖w‖²", plots.FIT, "right")
    one_label = plots.label(ax, 0, 0, "‖w‖₁", plots.OTHER)
    turn = np.linspace(0, 2 * np.pi, 121)

    def update(angle: float, lam: float) -> str:
        phi, short, sparse = _minimisers(angle, lam)
        across = np.array([-phi[1], phi[0]])
        span.set_data(*np.outer(phi, far))
        fits.set_data(*(phi[:, None] + np.outer(across, far)))
        radius, reach = float(np.linalg.norm(short)), float(np.abs(sparse).sum())
        circle.set_data(*(radius * np.stack([np.cos(turn), np.sin(turn)])))
        diamond.set_data(*(reach * np.array([[1, 0, -1, 0, 1], [0, 1, 0, -1, 0]])))
        two.set_data(short[:1], short[1:])
        one.set_data(sparse[:1], sparse[1:])
        # Each name stands outside circle and diamond, and below or above its own line:
        # neither the span nor the line of no loss comes to the upper left of the
        # circle and to the right of the diamond's lower corner.
        end = -0.9 * phi / max(phi[0] / wide, phi[1] / high)
        span_label.set_position((end[0] + 0.08 * phi[1], end[1] - 0.12 * phi[0]))
        fits_label.set_position(tuple(phi - 0.75 * across + [0.08, 0.12] * phi))
        aside = (max(radius, reach / np.sqrt(2)) + 0.08) / np.sqrt(2)
        two_label.set_position((-aside, aside))
        one_label.set_position((0.1, -max(radius, reach) - 0.08))
        side = " (all of that side of the diamond is as good)" if angle == 45 else ""
        return (
            f"φ(x) at {angle:.0f}°, λ = {readable(lam)}: the minimiser under ‖w‖² is"
            f" {abs(across @ short):.3f} off the span, the one under ‖w‖₁"
            f" {abs(across @ sparse):.3f}; its weights are {sparse[0] + 0:.2f} and"
            f" {sparse[1] + 0:.2f}{side}."
        )

    return Lab(
        figure,
        update,
        title="One point, two penalties",
        handles={("angle", "lam"): two},
        angle=slider(0, 90, start=30, step=1, label="direction of φ(x)", unit="°"),
        lam=slider(0.0, 1.5, start=0.2, step=0.05, label="λ"),
    ).asks(
        "φ(x) points 30° upwards from the first axis, and λ = 0.2. Under ‖w‖² the"
        " best weights lie on the span of φ(x), at the blue disc. Where do they lie"
        " under ‖w‖₁ = |w₁| + |w₂|?",
        "Along a line of equal loss ‖w‖₁ falls until a weight is 0: the diamond"
        " meets the line with a corner. So the best weights leave the span. For"
        " which directions do they stay in it?",
        "on the span of φ(x), too — That would take a norm in which an orthogonal part"
        " always adds length.",
        "on the first axis",
        "on the second axis — A unit of ‖w‖₁ on the first axis moves the prediction"
        " more.",
        "off the span, and on no axis — Go along a line of equal loss: ‖w‖₁ falls until"
        " one weight is 0.",
        veil=[one, one_label, diamond],
    )


def smallest_norm() -> Lab:
    """Three curves, and the norm that a kernel gives to the shortest function through
    their heights at a few places.
    """
    figure, (drawn, measured) = plots.figure(2, ratios=(3, 2))
    plots.frame(drawn, (-4, 4), (-1.15, 1.35), "x", ylabel="f(x)")
    plots.frame(measured, (0.4, 3.6), (0.7, 300), log="y", ylabel="norm ‖f‖")
    measured.set(xticks=[1, 2, 3], xticklabels=list(SHAPES))
    measured.axhline(1, color=plots.FAINT, linewidth=0.8, zorder=1)
    x = np.linspace(-4, 4, 161)
    curves, heights, norms, numbers = [], [], [], []
    looks = zip("o^s", (plots.FIT, plots.OTHER, plots.TRUTH), strict=True)
    spots = ((0.75, 1.15), (-3.9, 0.3), (0.95, -0.8))
    named = zip(looks, SHAPES, spots, strict=True)
    for number, ((marker, color), name, spot) in enumerate(named, start=1):
        curves.append(plots.curve(drawn, x, 0, color))
        heights.append(plots.marks(drawn, [0], [0], marker, color, 5))
        plots.label(drawn, *spot, name, color)
        norms.append(plots.marks(measured, [number], [1], marker, color, 10))
        numbers.append(plots.label(measured, number, 1, "", color, "center"))

    def update(kernel: str, length_scale: float, places: str) -> str:
        k = KERNELS[kernel](length_scale)
        at = np.linspace(-4, 4, int(places))
        K, across = gram(k, at[:, None]), gram(k, x[:, None], at[:, None])
        found = []
        for number, shape in enumerate(SHAPES.values()):
            alpha = np.linalg.solve(K, shape(at))
            norm = float(np.sqrt(alpha @ shape(at)))
            curves[number].set_ydata(across @ alpha)
            heights[number].set_data(at, shape(at))
            norms[number].set_ydata([norm])
            numbers[number].set_text(f"{norm:.3g}")
            numbers[number].set_position((number + 1, norm * 1.9))
            found.append(norm)
        told = ", ".join(map("{} {:.3g}".format, SHAPES, found))
        return (
            f"{kernel} with ℓ = {readable(length_scale)}: the shortest functions"
            f" through the heights at {places} places have the norms {told}."
        )

    return Lab(
        figure,
        update,
        title="The norm of a curve",
        kernel=choice(tuple(KERNELS), label="kernel"),
        length_scale=slider(0.25, 1.0, start=1.0, step=0.05, label="ℓ"),
        places=choice(("5", "9", "17"), start="9", label="places"),
    ).asks(
        "Three curves are given by their heights at nine places. Under the RBF kernel"
        " with ℓ = 1 the bell has the norm 1 and the tent 1.34. Which of the three has"
        " the smallest norm under Laplace’s kernel exp(−|x − z|)?",
        "The tent is exp(−|x|), Laplace’s own k(0, ·), so its norm is √k(0, 0) = 1."
        " The bell is k(0, ·) of the RBF kernel, and has the norm 1 there. The"
        " kernel says what is smooth. Now take the RBF kernel at 17 places.",
        "the bell — It is the smoothest for the eye, but the kernel decides what is"
        " smooth.",
        "the tent",
        "the wave — It turns up and down, and each turn costs under both kernels.",
        veil=[*norms, *numbers],
    )


def _minimisers(angle: float, lam: float) -> tuple[Array, Array, Array]:
    """φ(x), of length 1 at this angle, and the minimisers of (wᵀφ(x) − 1)² + λ‖w‖² and
    of (wᵀφ(x) − 1)² + λ‖w‖₁.
    """
    phi = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    sparse, at = np.zeros(2), int(np.argmax(np.abs(phi)))
    sparse[at] = max(abs(phi[at]) - lam / 2, 0) / phi[at] / abs(phi[at])
    return phi, phi / (1 + lam), sparse
