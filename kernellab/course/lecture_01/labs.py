"""Labs on features: which separate, their number, degree and variance."""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from contourpy import contour_generator

from askfirst import Lab, choice, slider
from askfirst.words.text import counted, readable, subscript
from kernellab import count_monomials, monomials, separating_plane
from kernellab._arrays import Array, ArrayLike
from kernellab.course import datasets, plots
from kernellab.course.shared import amounts, stops

LAYOUTS = {
    "corners": datasets.corners(48, rng=1),
    "ring": datasets.ring(48, rng=1),
    "shifted ring": datasets.ring(48, rng=1, centre=(0.5, 0.3)),
}
FEATURES = {
    "x₁ + x₂": lambda X: X[:, 0] + X[:, 1],
    "x₁²": lambda X: X[:, 0] ** 2,
    "x₁x₂": lambda X: X[:, 0] * X[:, 1],
    "x₁² + x₂²": lambda X: X[:, 0] ** 2 + X[:, 1] ** 2,
}
PENALTIES = {"none": 0.0} | {f"λ = {lam:g}": lam for lam in (0.01, 0.1, 1.0, 10.0)}
DEGREES = range(1, 13)
MIDDLE, HALF = 22.0, 18.0  # mph: the speeds go from 4 to 40 mph
STARS, VARIABLES = 5, 5
FINE = np.linspace(-1, 1, 201)[:, None]
POINTS, NOISE = 20, 0.3  # where bias_and_variance starts, and what it asks about


def feature_quiz() -> Lab:
    """Data that no line separates, a third feature, and on which side of the best plane
    each point lies.
    """
    possible = {
        (layout, feature): separating_plane(_three(X, feature)[:, :3], y) is not None
        for layout, (X, y) in LAYOUTS.items()
        for feature in FEATURES
    }
    figure, (plane, line) = plots.figure(2, height=4.1, ratios=(4, 5))
    plots.frame(plane, (-1.9, 1.9), (-1.9, 1.9), "x₁", ylabel="x₂", aspect="equal")
    line.set(xlim=(-2.0, 2.0), ylim=(0, 1))
    line.set(yticks=[0.25, 0.65], yticklabels=["squares", "discs"])
    styles = ((1, "o", plots.FIT), (-1, "s", plots.OTHER))
    dots, strips = (
        [plots.marks(ax, [], [], marker, color, 5) for _, marker, color in styles]
        for ax in (plane, line)
    )
    border = plots.curve(plane, [], [], plots.TRUTH)
    threshold = line.axvline(0, ymax=0.87, color=plots.TRUTH, linewidth=plots.THICK)
    threshold.set_linestyle(plots.DASHES[plots.TRUTH])
    name = plots.label(line, 0, 0.95, "", align="center")

    def update(layout: str, feature: str) -> str:
        X, y = LAYOUTS[layout]
        Phi = _three(X, feature)
        w = np.linalg.lstsq(Phi, y)[0]
        for (sign, _, _), dot, strip in zip(styles, dots, strips, strict=True):
            mine = y == sign
            dot.set_data(*X[mine].T)
            strip.set_data(Phi[mine] @ w, np.full(mine.sum(), 0.45 + 0.2 * sign))
        border.set_data(*_border(feature, w))
        name.set_text(f"best w₁x₁ + w₂x₂ + w₃({feature}) + b")
        right = int(((Phi @ w > 0) == (y > 0)).sum())
        some = "Some" if possible[layout, feature] else "No"
        return (
            f"Data: {layout}. With x₁, x₂ and {feature}, least squares puts {right} of"
            f" 48 points on their own side. {some} plane separates them."
        )

    return Lab(
        figure,
        update,
        together=("layout", "feature"),
        title="The feature that separates",
        layout=choice(tuple(LAYOUTS), "shifted ring", label="data"),
        feature=choice(tuple(FEATURES), label="new feature"),
    ).asks(
        "The discs lie inside a ring of squares around (0.5, 0.3). Keep x₁ and x₂ and"
        " add one of the four features. With which of them does some plane separate"
        " discs from squares?",
        "A circle around any point is x₁² + x₂² plus something linear, so a plane in"
        " x₁, x₂ and x₁² + x₂² makes it. Choose each of the new features: on the right,"
        " least squares has weighted all three. With which do the classes overlap?",
        "x₁ + x₂ — The sum is linear in x₁ and x₂, so it adds nothing.",
        "x₁² — Such a border is a parabola or two lines, and does not close.",
        "x₁x₂ — Such a border is a hyperbola or two lines, and does not close.",
        "x₁² + x₂²",
        "none of them — Multiply (x₁ − p)² + (x₂ − q)² out: what is not linear?",
        veil=[*strips, border, threshold],
    )


def stars_and_bars() -> Lab:
    """Every monomial up to a degree as a word of stars and bars, and their number."""
    figure, (word, counts) = plots.figure(2, height=3.0, ratios=(5, 4))
    plots.frame(word, (-0.9, STARS + VARIABLES - 0.1), (0, 1), xticks=[], yticks=[])
    word.spines["bottom"].set_visible(False)
    stars = plots.marks(word, [], [], "*", plots.FIT, 20)
    bars = plots.marks(word, [], [], "|", plots.DATA, 34, markeredgewidth=3)
    places = range(STARS + VARIABLES)
    under = [plots.label(word, i, 0.3, "", plots.FIT, "center") for i in places]
    product = plots.label(word, -0.5, 0.84, "")
    product.set_fontsize(17)
    degrees = np.arange(1, STARS + 1)
    plots.frame(counts, (0.8, STARS + 0.2), (0.7, 1e5), "degree", log="y")
    counts.set(xticks=degrees, title="monomials, with the constant")
    right = plots.curve(counts, degrees, degrees)
    wrong = plots.curve(counts, degrees, degrees, plots.OTHER)
    here = plots.marks(counts, [1], [1], "o", "black", 8)
    # Between two lines of the grid each
    plots.label(counts, 1, 10**4.5, "C(degree + d, degree)", plots.FIT)
    plots.label(counts, 1, 10**3.5, "wrong: d to the power degree", plots.OTHER)

    def update(degree: int, d: int, which: int) -> str:
        m = count_monomials(d, degree)
        number = (which - 1) % m
        powers = _exponents(d, degree)[number]
        stars_of = [*powers, degree - sum(powers)]  # the constant fills the degree up
        letters = "|".join("★" * count for count in stars_of)
        places = np.array([letter == "★" for letter in letters])
        for marks, chosen in ((stars, places), (bars, ~places)):
            marks.set_data(np.flatnonzero(chosen), 0.0 * np.flatnonzero(chosen) + 0.55)
        # The bars before a star tell which coordinate it counts for
        owners = np.cumsum(~places)
        for i, text in enumerate(under):
            owner = ""
            if i < len(places) and places[i]:
                owner = "1" if owners[i] == d else f"x{subscript(owners[i] + 1)}"
            text.set_text(owner)
        shown = plots.monomial(powers)
        product.set_text(shown)
        right.set_ydata([count_monomials(d, int(k)) for k in degrees])
        wrong.set_ydata(d**degrees)
        here.set_data([degree], [m])
        return (
            f"d = {d}, degree {degree}: word {number + 1} of {m}, {letters}, is"
            f" {shown}. C({degree + d}, {degree}) = {m} words with"
            f" {counted(degree, 'star')} and {counted(d, 'bar')}; the wrong formula"
            f" counts {d**degree}."
        )

    return Lab(
        figure,
        update,
        title="Monomials are words of stars and bars",
        handles={"degree": here},
        degree=slider(1, STARS, start=3, step=1, label="degree (stars)"),
        d=slider(1, VARIABLES, start=3, step=1, label="coordinates d (bars)"),
        which=slider(1, comb(STARS + VARIABLES, STARS), start=8, step=1, label="word"),
    )


def polynomial_degree(X: ArrayLike, y: ArrayLike) -> Lab:
    """A polynomial of degree 1 to 12 on speeds X (62, 1) and distances y (62,): its
    curve, training and leave-one-out error.

    The features are powers of u = (speed − 22 mph)/18 mph, which runs over [−1, 1].
    """
    X, y = stops.of_the_course(X, y)
    u, grid = (X - MIDDLE) / HALF, (stops.ROAD - MIDDLE) / HALF

    @lru_cache(maxsize=len(PENALTIES))
    def errors_of(lam: float) -> Array:
        fits = [_ridge_by_qr(monomials(u, p), y, lam) for p in DEGREES]
        errors = [(amounts.rmse(r), amounts.rmse(r / (1 - h))) for _, r, h in fits]
        return np.array(errors).T

    figure, (road, errors) = plots.figure(2, ratios=(1, 1))
    stops.road_axes(road, X, y)
    fit = plots.curve(road, stops.ROAD, 0)
    unseen = errors_of(0.0)[1]
    plots.frame(errors, (0.5, 12.5), (0, 48), "degree", xticks=range(2, 13, 2))
    errors.set_title("error in feet (root mean square)")
    loo = plots.curve(errors, DEGREES, DEGREES)
    training = plots.curve(errors, DEGREES, DEGREES, plots.OTHER)
    here = plots.marks(errors, [1], [0], "o", plots.FIT, 8)
    seen = plots.marks(errors, [1], [0], "o", plots.OTHER, 8)
    unseen_label = plots.label(errors, 5, 23, "leave-one-out", plots.FIT)
    plots.label(errors, 5, 2.5, "training", plots.OTHER)

    def update(degree: int, penalty: str) -> str:
        lam = PENALTIES[penalty]
        w, _, _ = _ridge_by_qr(monomials(u, degree), y, lam)
        train, left_out = errors_of(lam)
        fit.set_ydata(monomials(grid, degree) @ w)
        training.set_ydata(train)
        loo.set_ydata(left_out)
        here.set_data([degree], [left_out[degree - 1]])
        seen.set_data([degree], [train[degree - 1]])
        (beyond,) = monomials((stops.ASKED[1:] - MIDDLE) / HALF, degree) @ w
        return (
            f"Degree {degree}, penalty {penalty}: training error"
            f" {train[degree - 1]:.1f} ft, leave-one-out error"
            f" {left_out[degree - 1]:.1f} ft; {beyond:z.0f} ft predicted at 45 mph. The"
            f" lowest leave-one-out error is {left_out.min():.1f} ft at degree"
            f" {DEGREES[int(left_out.argmin())]}."
        )

    return Lab(
        figure,
        update,
        title="The degree of a polynomial",
        handles={"degree": here},
        degree=slider(1, 12, start=4, step=1, label="degree"),
        penalty=choice(tuple(PENALTIES), label="penalty"),
    ).asks(
        "The dashed line is the error on the cars that a polynomial was fitted to."
        " Draw the error on a car that was left out of the fit, for each degree"
        " from 1 to 12.",
        f"It is lowest at degree {DEGREES[int(unseen.argmin())]}, with"
        f" {unseen.min():.1f} ft, and {unseen[-1]:.1f} ft at degree 12, where the"
        " curve follows single cars. Does a penalty help?",
        "falling — That is what the error on the fitted cars does.",
        "flat — High degrees follow the noise of the fitted cars.",
        "rising — A straight line is too stiff, so at first the error falls.",
        "valley — The shape is right. Compare where it turns, and how much.",
        "hill — Between the ends it is lowest, not highest.",
        curve=errors,
        right=(DEGREES, unseen),
        unit="ft",
        within=6.0,
        veil=[loo, here, unseen_label],
    )


@lru_cache(maxsize=STARS * VARIABLES)
def _exponents(d: int, degree: int) -> list[tuple[int, ...]]:
    """The exponents (a₁, …, a_d) of all monomials up to ``degree``, in graded order, as
    the columns of ``monomials``.
    """
    if d == 0:
        return [()]
    found = [
        (a, *rest) for a in range(degree + 1) for rest in _exponents(d - 1, degree - a)
    ]
    return sorted(found, key=lambda powers: (sum(powers), [-a for a in powers]))


def _ridge_by_qr(Phi: Array, y: Array, lam: float) -> tuple[Array, Array, Array]:
    """Weights, residuals and leverages of ridge regression by QR of Φ over √λ I, which
    squares no condition number.
    """
    n, m = Phi.shape
    Q, R = np.linalg.qr(np.vstack([Phi, np.sqrt(lam) * np.eye(m)]))
    top = Q[:n]
    return np.linalg.solve(R, top.T @ y), y - top @ (top.T @ y), (top**2).sum(axis=1)


def _three(X: Array, feature: str) -> Array:
    """The features x₁, x₂ and the new one of points (n, 2), and 1 for the offset."""
    return np.column_stack([X, FEATURES[feature](X), np.ones(len(X))])


def _border(feature: str, w: Any) -> Array:
    """Where the features times w, (4,), are zero in the plane: (2, k), with NaN after
    each branch.
    """
    side = np.linspace(-1.9, 1.9, 77)
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    heights = (_three(grid, feature) @ w).reshape(77, 77)
    branches: Any = contour_generator(side, side, heights).lines(0.0)
    gap = np.full((1, 2), np.nan)
    return np.vstack([gap, *(part for each in branches for part in (each, gap))]).T


def _bias_and_cost(degree: int, n: int, sigma: float) -> tuple[float, float]:
    """Squared bias ‖(I − H)f‖²/n and variance σ²(degree + 1)/n of f(x) = sin πx."""
    x = np.linspace(-1, 1, n)[:, None]
    f, Q = np.sin(np.pi * x[:, 0]), np.linalg.qr(monomials(x, degree))[0]
    return float(((f - Q @ (Q.T @ f)) ** 2).mean()), sigma**2 * (degree + 1) / n


def bias_and_variance() -> Lab:
    """Forty samples of one truth, y = sin πx + noise at n points, each fitted by least
    squares with 1, x, …, x^degree.

    The distances are means over the n points, and exact: with H the projector onto the
    features there, the squared bias is ‖(I − H)f‖²/n for the true values f, and the
    variance σ² tr(H)/n = σ²(degree + 1)/n.
    """
    figure, (ax, errors) = plots.figure(2, ratios=(3, 2))
    plots.frame(ax, (-1, 1), (-2.2, 2.6), "x", "forty samples, forty fits")
    look = {"color": plots.FAINT, "linewidth": 0.8, "zorder": 1}
    fits = [ax.plot(FINE, 0 * FINE, **look)[0] for _ in range(40)]
    mean = plots.curve(ax, FINE, 0)
    plots.curve(ax, FINE, np.sin(np.pi * FINE), plots.TRUTH)
    plots.label(ax, -0.96, 2.35, "truth", plots.TRUTH, boxed=True)
    plots.label(ax, -0.6, 2.35, "mean of all fits", plots.FIT, boxed=True)
    plots.label(ax, 0.25, 2.35, "single fits", plots.MUTED, boxed=True)
    errors.set(xticks=[0, 1, 2], xticklabels=["bias²", "variance", "sum"])
    errors.set(xlim=(-0.6, 2.6), ylim=(0, 0.42))
    errors.set_title("mean squared distance, by the formula")
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
        bias, variance = _bias_and_cost(degree, n, sigma)
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

    sums = {each: sum(_bias_and_cost(each, POINTS, NOISE)) for each in range(1, 13)}
    best = min(sums, key=sums.__getitem__)
    return Lab(
        figure,
        update,
        title="Bias against variance",
        handles={"sigma": plots.on_curve(bars[1], 1)},
        degree=slider(1, 12, start=1, step=1, label="degree"),
        n=slider(15, 60, start=POINTS, step=5, label="points n"),
        sigma=slider(0.05, 0.6, start=NOISE, step=0.05, label="noise σ"),
    ).asks(
        f"With {POINTS} points and noise σ = {readable(NOISE)}, for which degree is"
        " the sum of squared bias and variance smallest?",
        f"At degree {best} the sum is {sums[best]:.4f}, two degrees below it is"
        f" {sums[best - 2]:.4f}, and two above {sums[best + 2]:.4f}. Move the"
        " degree there: which part falls, and which one grows?",
        number=(1, 12),
        right=best,
        replies={
            (1, 2): "The truth turns twice, so here the bias is large.",
            4: "The truth is odd: x⁴ brings no bias down, and costs variance.",
            (5, 12): "Little bias is left, and each further feature costs σ²/n.",
        },
    )
