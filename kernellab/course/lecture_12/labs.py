"""Labs on size: the cheapest route, waves that make a kernel, approximate fits."""

from functools import lru_cache
from typing import Any

import numpy as np

from askfirst import Lab, choice, counted, log_slider, readable, slider
from kernellab import RBF, count_monomials, fourier_features, gram, nystrom_features
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.shared import amounts, stops
from kernellab.expansion import Expansion
from kernellab.solvers.ridge import ridge_dual, ridge_primal

ROUTES = ("primal", "dual", "landmarks")
COLORS = (plots.FIT, plots.OTHER, plots.TRUTH)
METHODS = ("landmarks", "waves")
MOST_FEATURES = 60
LAPTOP = 2.0e9  # numbers of 8 bytes in 16 GB


def _costs(
    n: ArrayLike, d: int, m: int, landmarks: int
) -> dict[str, tuple[Array, Array]]:
    """What each route holds, in numbers, and how many multiplications it takes, for n
    points with d coordinates.

    primal: Φ, n · m, from one multiplication an entry, and n · m² + m³/3 for ΦᵀΦ and
    its solution. dual: K, n², from d + 1 multiplications an entry, and n³/3. landmarks:
    as the primal with M features, each a kernel value from d + 1 multiplications, and
    2M³ for the two products of M × M matrices that whiten the sum.
    """
    n, M = np.asarray(n, dtype=float), float(landmarks)
    return {
        "primal": (n * m, n * m + n * float(m) ** 2 + float(m) ** 3 / 3),
        "dual": (n**2, n**2 * (d + 1) + n**3 / 3),
        "landmarks": (n * M, n * M * (d + 1) + n * M**2 + 7 * M**3 / 3),
    }


def _memory(numbers: float) -> str:
    """So many numbers of 8 bytes, in the unit that suits them."""
    size = 8 * numbers
    units = ("kB", "MB", "GB", "TB", "PB", "EB")
    for power, unit in [*enumerate(units, start=1)][::-1]:
        if size >= 1000**power:
            return f"{readable(size / 1000**power)} {unit}"
    return f"{size:.0f} bytes"


def crossover() -> Lab:
    """Memory and multiplications of the primal, the dual and landmarks, along n, as n,
    d, the degree and M change.
    """
    n_axis = np.logspace(1, 7, 121)
    figure, panels = plots.figure(2)
    titles = ("numbers to hold: Φ or K", "multiplications to fit")
    for ax, title, top in zip(panels, titles, (1e15, 1e24), strict=True):
        plots.frame(ax, (10, 1e7), (10, top), "points n", title, log="xy")
    panels[0].axhline(LAPTOP, color=plots.FAINT, linewidth=1.2, zorder=1)
    panels[0].text(11, LAPTOP * 1.6, "16 GB", color=plots.MUTED, fontsize=plots.FONT)
    drawn = []
    for ax, top in zip(panels, (2e14, 1e23), strict=True):
        lines = [plots.curve(ax, n_axis, n_axis, color) for color in COLORS]
        here = plots.marks(ax, [1] * 3, [1] * 3, "o", "black", 7, zorder=5)
        guide = ax.axvline(10, color=plots.DATA, linewidth=0.8, zorder=1)
        drawn.append((lines, here, guide))
        plots.key(ax, 14, top, *zip(ROUTES, COLORS, strict=True))

    def update(n: int, d: int, degree: int, landmarks: int) -> str:
        m = count_monomials(d, degree)
        along, at = _costs(n_axis, d, m, landmarks), _costs(n, d, m, landmarks)
        for which, (lines, here, guide) in enumerate(drawn):
            for line, route in zip(lines, ROUTES, strict=True):
                line.set_ydata(along[route][which])
            here.set_data([n] * 3, [float(at[route][which]) for route in ROUTES])
            guide.set_xdata([n, n])
        cheapest = min(("primal", "dual"), key=lambda route: float(at[route][1]))
        held = {route: _memory(float(at[route][0])) for route in ROUTES}
        work = "; ".join(f"{route} {readable(float(at[route][1]))}" for route in ROUTES)
        return (
            f"n = {readable(n)}, d = {d}, degree {degree}: m = {readable(m)} features;"
            f" Φ {held['primal']}; K {held['dual']}. Multiplications: {work}. Of the"
            f" exact routes the {cheapest} is cheaper; with {landmarks} landmarks Φ"
            f" takes {held['landmarks']}."
        )

    degrees = range(1, 16)
    primal, dual = (
        [float(_costs(1000, 5, count_monomials(5, k), 1)[route][1]) for k in degrees]
        for route in ROUTES[:2]
    )
    first = 1 + int(np.argmax(np.greater(primal, dual)))
    m = count_monomials(5, first)
    return Lab(
        figure,
        update,
        together=("n", "degree"),
        title="Primal, dual, or something between",
        # The features, and so the multiplications of the primal, rise with the degree.
        handles={
            "n": plots.on_curve(drawn[0][1], ROUTES.index("dual")),
            ("n", "degree"): plots.on_curve(drawn[1][1], ROUTES.index("primal")),
        },
        n=log_slider(10, 1e7, start=1000.0, per_decade=5, label="points n"),
        d=slider(1, 12, start=5, step=1, label="coordinates d"),
        degree=slider(1, 15, start=3, step=1, label="degree"),
        landmarks=slider(50, 2000, start=500, step=50, label="landmarks M"),
    ).asks(
        "There are 1000 points with 5 coordinates, and the features are all"
        " monomials up to some degree. From which degree on does the dual take"
        " fewer multiplications than the primal?",
        f"At degree {first} there are {m} features for 1000 points; the dual wins"
        f" once m is a bit more than half of n. Set the degree to {first - 1}, then"
        f" to {first}: primal and dual then cross beyond n = 1000.",
        number=(1, 15),
        right=first,
        replies={
            (1, first - 2): "There are few features then, and ΦᵀΦ is small beside K.",
            first - 1: "Nearly: there are fewer than half as many features as points.",
            (first + 1, 15): "It is earlier: the features soon become many.",
        },
    )


def waves() -> Lab:
    """An RBF kernel as the mean of random cosines: the curve that m features give, and
    the frequencies that were drawn.
    """
    t = np.linspace(-30, 30, 601)
    figure, (curves, drawn) = plots.figure(2, ratios=(3, 2))
    title = "φ(x)ᵀφ(z), a mean of cosines"
    plots.frame(curves, (-30, 30), (-1.15, 1.75), "x − z (mph)", title)
    look = {"color": plots.FAINT, "linewidth": 0.9, "zorder": 1}
    faint = [curves.plot(t, 0 * t, **look)[0] for _ in range(5)]
    truth = plots.curve(curves, t, t, plots.TRUTH, width=2.8)
    mean = plots.curve(curves, t, t)
    side = plots.marks(curves, [0], [np.exp(-0.5)], "o", plots.WIDTH, 7)
    named = ("RBF kernel", plots.TRUTH), ("mean of the waves", plots.FIT)
    plots.key(curves, 29, 1.58, *named, align="right")
    plots.label(curves, -29, 1.58, "five of the waves", plots.MUTED)
    omega = np.linspace(-1.2, 1.2, 401)
    label, title = "frequency ω (radians per mph)", "a normal density, over its peak"
    plots.frame(drawn, (-1.2, 1.2), (-0.06, 1.15), label, title)
    density = plots.curve(drawn, omega, omega, plots.TRUTH)
    ticks = plots.marks(drawn, [0], [0], "|", plots.FIT, 14, zorder=3)
    plots.label(drawn, -1.15, 1.06, "| the waves", plots.FIT)

    @lru_cache(maxsize=64)
    def frequencies(m: int, draw: int) -> Array:
        """For ℓ = 1; a longer ℓ shrinks them all."""
        return fourier_features(RBF(1.0), 1, m, draw).frequencies.ravel()

    def update(m: int, length_scale: float, draw: int) -> str:
        w = frequencies(m, draw) / length_scale
        at = np.cos(np.outer(w, t))
        for line, wave in zip(faint, at[np.arange(5) % len(at)], strict=True):
            line.set_ydata(wave)
        bell = np.exp(-(t**2) / (2 * length_scale**2))
        truth.set_ydata(bell)
        side.set_xdata([length_scale])
        mean.set_ydata(at.mean(axis=0))
        density.set_ydata(np.exp(-((length_scale * omega) ** 2) / 2))
        ticks.set_data(w, np.zeros(len(w)))
        gap = amounts.rmse(at.mean(axis=0) - bell)
        return (
            f"m = {m} features, {counted(m // 2, 'wave')} of draw {draw}, ℓ ="
            f" {readable(length_scale)} mph: the mean misses the kernel by {gap:.3f}"
            f" (root mean square); 1/√m is {m**-0.5:.3f}."
        )

    return Lab(
        figure,
        update,
        title="A kernel out of random waves",
        handles={"length_scale": side},
        m=slider(2, 400, start=20, step=2, label="features m"),
        length_scale=slider(2.0, 10.0, start=4.0, step=0.5, label="ℓ", unit="mph"),
        draw=slider(1, 20, start=1, step=1, label="draw"),
    )


def approximation_error(X: ArrayLike, y: ArrayLike) -> Lab:
    """Landmarks and random waves against the exact fit, on speeds X (62, 1) and
    distances y (62,), as m and ℓ change.
    """
    X, y = stops.of_the_course(X, y)
    least, low, high = 2e-9, 1e-9, 1e3  # of the errors that are drawn, in feet
    between = stops.within_data(X)
    counts = np.arange(2, MOST_FEATURES + 1, 2)
    figure, (road, errors) = plots.figure(2, ratios=(1, 1))
    stops.road_axes(road, X, y)
    truth = plots.curve(road, stops.ROAD, 0, plots.TRUTH, width=2.8)
    fit = plots.curve(road, stops.ROAD, 0)
    chosen = plots.marks(road, X[0], y[:1], "D", "black", 5)
    named = ("exact fit", plots.TRUTH), ("with m features", plots.FIT)
    marked = plots.key(road, *stops.CORNER, *named, ("", "black"))[-1]
    plots.frame(errors, (0, MOST_FEATURES + 2), (low, high), "features m", log="y")
    errors.set_title("error within the data (ft)")
    lines = [plots.curve(errors, counts, counts, color) for color in COLORS[:2]]
    here = plots.marks(errors, [1], [1], "o", "black", 8)
    chosen_by_lot = plots.label(errors, 2, 10 * low, "landmarks", plots.FIT)
    right = MOST_FEATURES + 1
    plots.label(errors, right, high / 5, "waves", plots.OTHER, align="right")

    @lru_cache(maxsize=64)
    def exact(length_scale: float, lam: float) -> Array:
        k = RBF(length_scale)
        return Expansion(k, X, ridge_dual(gram(k, X), y, lam))(stops.ROAD)

    @lru_cache(maxsize=8)  # of 4 MB each
    def features(
        method: str, length_scale: float, draw: int
    ) -> list[tuple[Array, Array]]:
        """For each m, those along the road and those of the cars."""
        k, order = RBF(length_scale), np.random.default_rng(draw).permutation(len(X))
        if method == "landmarks":
            maps: list[Any] = [nystrom_features(k, X[order[:m]]) for m in counts]
        else:
            maps = [fourier_features(k, 1, int(m), draw) for m in counts]
        return [(phi(stops.ROAD), phi(X)) for phi in maps]

    @lru_cache(maxsize=128)
    def fitted(
        method: str, length_scale: float, lam: float, draw: int
    ) -> tuple[Array, Array]:
        """The fits for all m, a column each, and their errors."""
        fits = np.empty((len(stops.ROAD), len(counts)))
        for j, (road, cars) in enumerate(features(method, length_scale, draw)):
            fits[:, j] = road @ ridge_primal(cars, y, lam)
        gaps = (fits - exact(length_scale, lam)[:, None])[between]
        return fits, np.sqrt((gaps**2).mean(axis=0))

    def update(method: str, m: int, length_scale: float, lam: float, draw: int) -> str:
        for line, each in zip(lines, METHODS, strict=True):
            line.set_ydata(np.maximum(fitted(each, length_scale, lam, draw)[1], least))
        # Below the part of the curve that the word is as long as
        falls = np.asarray(lines[0].get_ydata())[counts <= 20].min()
        chosen_by_lot.set_y(max(float(falls) / 10, 3 * low))
        fits, gaps = fitted(method, length_scale, lam, draw)
        at = int(np.flatnonzero(counts == m)[0])
        truth.set_ydata(exact(length_scale, lam))
        fit.set_ydata(fits[:, at])
        here.set_data([m], [max(gaps[at], least)])
        cars = np.random.default_rng(draw).permutation(len(X))[:m]
        what = f"{m} landmarks at {counted(len(np.unique(X[cars])), 'speed')}"
        if method == "waves":
            cars, what = cars[:0], f"{m} features of {counted(m // 2, 'wave')}"
        chosen.set_data(X[cars].ravel(), y[cars])
        marked.set_text("◆ landmarks" if len(cars) else "")
        gap = readable(gaps[at], 2) if gaps[at] > 1e-6 else "less than 10⁻⁶"
        return (
            f"{what}, draw {draw}, ℓ = {readable(length_scale)} mph, λ ="
            f" {readable(lam)}: the fit misses the exact one by {gap} ft within the"
            " data (root mean square)."
        )

    cars, speeds = len(X), len(np.unique(X))
    more = speeds + 1
    return Lab(
        figure,
        update,
        together=("method", "m", "length_scale"),
        title="A cheap fit against the exact one",
        handles={"m": here},
        method=choice(METHODS, label="features from"),
        m=slider(2, MOST_FEATURES, start=10, step=2, label="features m"),
        length_scale=slider(1.0, 15.0, start=3.0, step=0.5, label="ℓ", unit="mph"),
        lam=log_slider(0.1, 1000, start=1.0, per_decade=5, label="λ"),
        draw=slider(1, 10, start=1, step=1, label="draw"),
    ).asks(
        f"Suppose that you may choose the landmarks yourself among the {cars} cars. How"
        " many do you need, at least, for the exact fit?",
        f"The exact fit is a sum of {speeds} bumps, one at each speed. The lab draws"
        " the landmarks by lot: move “features m” up until each speed has one.",
        number=(1, cars),
        unit="cars",
        right=speeds,
        replies={
            cars: "Enough, but look at the speeds: are they all different?",
            (more, cars - 1): "It is fewer: cars at one speed are the same landmark.",
            (1, speeds - 1): (
                "Then a speed is missing, and its bump is no sum of the others."
            ),
        },
        veil=[*lines, here],
    )
