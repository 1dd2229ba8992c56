"""Labs on the kernel trick: two routes, weights that matter, infinite features."""

from collections import deque
from functools import lru_cache

import numpy as np
from matplotlib.ticker import MaxNLocator

from askfirst import Lab, choice, log_slider, slider
from askfirst.words.text import counted, readable, rounding, superscript
from kernellab import RBF, Polynomial, count_monomials, monomials, scaled_monomials
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.shared import stops

LEVELS = (-2.0, -1.0, 0.0, 1.0, 2.0)  # values of xᵀz whose lines are drawn
DEGREES = np.arange(1, 9)
MOST_TERMS = 60
WEIGHTS = ("1/(2β)", "1/β")


def two_routes() -> Lab:
    """k(x, z) by the feature map and by the formula, for two points in the plane, and
    what each route multiplies.
    """
    figure, (plane, work) = plots.figure(2, ratios=(1, 1.35))
    plots.frame(plane, (-2.6, 2.6), (-2.3, 2.3), title="two points in the plane")
    plane.set(xlabel="first coordinate", ylabel="second coordinate")
    faint = {"color": plots.FAINT, "linewidth": 1.2, "zorder": 1}
    lines = [plane.plot([0, 0], [0, 0], **faint)[0] for _ in LEVELS]
    look = plots.MUTED, "center", True
    values = [plots.label(plane, 0, 0, "", *look) for _ in LEVELS]
    points = []
    for name, color, marker in (("x", plots.DATA, "o"), ("z", plots.FIT, "D")):
        end = plane.plot([0, 0], [0, 0], color=color, linewidth=2, zorder=3)[0]
        mark = plots.marks(plane, [0], [0], marker, color)
        points.append((end, mark, plots.label(plane, 0, 0, name, color, "center")))
    title = "multiplications for one k(x, z)"
    plots.frame(work, (0.5, 8.9), (1, 3e4), "degree", title, log="y")
    by_map = plots.curve(work, DEGREES, DEGREES, plots.OTHER)
    by_formula = plots.curve(work, DEGREES, DEGREES, plots.FIT)
    here = plots.marks(work, [1, 1], [1, 1], "o", "black", 7)
    map_name = plots.label(work, 8.8, 1, "by the map", plots.OTHER, align="right")
    formula_name = plots.label(work, 8.8, 1, "by the formula", plots.FIT, align="right")

    def update(turn: int, z1: float, z2: float, degree: int, d: int) -> str:
        angle = np.radians(turn)
        x, z = np.zeros(d), np.zeros(d)
        # In more dimensions the picture is the plane of both points; cos 90° is 0
        x[:2], z[:2] = (np.round([np.cos(angle), np.sin(angle)], 15), [z1, z2])
        for point, (end, mark, name) in zip((x, z), points, strict=True):
            end.set_data([0, point[0]], [0, point[1]])
            mark.set_data([point[0]], [point[1]])
            length = float(np.linalg.norm(point))
            outward = point[:2] / length if length > 0.05 else np.array([0.7, 0.7])
            name.set_position(tuple(point[:2] + 0.3 * outward))
        across = np.array([-x[1], x[0]])
        # The values stand on the side where z is not
        aside = -1.35 if z[:2] @ across > 0 else 1.35
        for level, line, text in zip(LEVELS, lines, values, strict=True):
            foot = level * x[:2]
            line.set_data(*np.transpose([foot - 4 * across, foot + 4 * across]))
            at = foot + aside * across
            text.set_position(tuple(at))
            text.set_visible(bool(np.all(np.abs(at) < 2.1)))
            text.set_text(f"k = {readable((1 + level) ** degree)}")
        slow, fast = _multiplications(d, DEGREES)
        by_map.set_ydata(slow)
        by_formula.set_ydata(fast)
        here.set_data([degree, degree], [slow[degree - 1], fast[degree - 1]])
        map_name.set_y(slow[-1] * 2.2)
        formula_name.set_y(fast[-1] * 0.55)
        phi_x, phi_z = scaled_monomials(np.array([x, z]), degree)
        at_once = Polynomial(degree)(x, z)
        largest = (1 + float(np.linalg.norm(z))) ** degree
        agree = "the same" if abs(phi_x @ phi_z - at_once) <= 1e-9 * largest else "not"
        u = float(x @ z)
        sign = "−" if u < 0 else "+"
        return (
            f"x at {turn}°, z = ({z1:g}, {z2:g}): (1 {sign}"
            f" {readable(abs(u))}){superscript(degree)} = {readable(at_once)}, {agree}"
            f" as by the map. In {d} dimensions the map has"
            f" {count_monomials(d, degree)} features and takes {slow[degree - 1]}"
            f" multiplications, the formula {fast[degree - 1]}."
        )

    return Lab(
        figure,
        update,
        together=("turn", "z1", "z2"),
        title="One number, two routes",
        handles={
            "turn": points[0][1],
            ("z1", "z2"): points[1][1],
            "degree": plots.on_curve(here, 0),
        },
        turn=slider(-180, 180, start=30, step=5, label="direction of x", unit="°"),
        z1=slider(-2.0, 2.0, start=1.0, step=0.1, label="z₁"),
        z2=slider(-2.0, 2.0, start=-0.5, step=0.1, label="z₂"),
        degree=slider(1, 8, start=2, step=1, label="degree"),
        d=slider(2, 6, start=2, step=1, label="dimensions d"),
    )


def constants_matter(X: ArrayLike, y: ArrayLike) -> Lab:
    """Ridge fits with the scaled and the unit map on speeds X (62, 1) and distances y
    (62,): when do they coincide?
    """
    X, y = stops.of_the_course(X, y)
    order = np.argsort(X.ravel(), kind="stable")[_spread(len(y))]
    lams = np.logspace(-8, 4, 121)
    between = stops.ROAD[stops.within_data(X)]
    least, seen = 1.2e-9, 0.01  # of the differences, in feet
    figure, (road, gaps) = plots.figure(2, ratios=(1, 1))
    stops.road_axes(road, X, y)
    used = plots.marks(road, X[0], y[:1], "o", "black", 6, zorder=2.5)
    fits = [plots.curve(road, stops.ROAD, 0, c) for c in (plots.FIT, plots.OTHER)]
    named = ("weights √coefficient", plots.FIT), ("all weights 1", plots.OTHER)
    plots.key(road, *stops.CORNER, *named, ("● cars in the fit", "black"))
    plots.frame(gaps, (1e-8, 1e4), (1e-9, 1e3), "λ", log="xy")
    gaps.set_title("largest difference within the data (ft)")
    gap = plots.curve(gaps, lams, lams, plots.DATA)
    here = plots.marks(gaps, [1], [1], "o", plots.PENALTY, 8)

    @lru_cache(maxsize=64)
    def problem(cars: int, degree: int) -> list[tuple[Array, Array, Array, Array]]:
        """For each map: singular values of Φ, Uᵀy, and right vectors seen from the road
        and from between the cars.
        """
        rows = order[:cars]
        maps = (lambda P: scaled_monomials(P, degree), lambda P: monomials(P, degree))
        found = []
        for phi in maps:
            left, values, right = np.linalg.svd(phi(X[rows] / 10), full_matrices=False)
            kept = values > 1e-12 * values[0]
            views = (phi(P / 10) @ right[kept].T for P in (stops.ROAD, between))
            found.append((values[kept], left[:, kept].T @ y[rows], *views))
        return found

    def apart(cars: int, degree: int, lam: ArrayLike) -> Array:
        """The largest difference of the two fits between the cars, for each λ."""
        lam = np.atleast_1d(lam)
        one, other = (
            within @ (t[:, None] * s[:, None] / (s[:, None] ** 2 + lam))
            for s, t, _, within in problem(cars, degree)
        )
        return np.asarray(np.abs(one - other).max(axis=0))

    def update(cars: int, degree: int, lam: float) -> str:
        for each, line in zip(problem(cars, degree), fits, strict=True):
            s, t, whole_road, _ = each
            line.set_ydata(whole_road @ (t * s / (s**2 + lam)))
        now = float(apart(cars, degree, lam)[0])
        here.set_data([lam], [max(now, least)])
        gap.set_ydata(np.maximum(apart(cars, degree, lams), least))
        used.set_data(X[order[:cars]].ravel(), y[order[:cars]])
        speeds = len(np.unique(X[order[:cars]]))
        free = "enough" if speeds > degree else "too few"
        far = f"up to {readable(now, 2)}" if now >= seen else f"less than {seen}"
        return (
            f"{cars} cars at {counted(speeds, 'speed')}, {degree + 1} features"
            f" ({free} for one least-squares fit), λ = {readable(lam)}: the two fits"
            f" differ by {far} ft within the data."
        )

    return Lab(
        figure,
        update,
        together=("degree", "lam"),
        title="Constants in front of features",
        handles={"lam": here},
        cars=slider(2, len(y), start=20, step=1, label="cars used"),
        degree=slider(2, 5, start=2, step=1, label="degree"),
        lam=log_slider(1e-8, 1e4, start=10.0, per_decade=5, label="λ"),
    ).asks(
        "Two maps have the same monomials, one with the weights √coefficient, one"
        " with all weights 1. The penalty λ goes to zero. Do the two ridge fits"
        " become one curve? Take 20 cars and degree 2, which has 3 features,"
        " and then 3 cars and degree 5, which has 6.",
        "Both maps span the same functions. Where the cars determine the fit, least"
        " squares finds the same one with either map. Where they do not, ridge tends"
        " to the shortest w, and which w is shortest depends on the map. Move λ"
        " down to see the first, then set 3 cars and degree 5 to see the second.",
        "with 20 cars and 3 features",
        "with 3 cars and 6 features — It is the other way round: three cars do not"
        " determine six entries of w.",
        "in both cases — That would be so if the data always determined the fit.",
        "in neither case — With enough cars there is only one least-squares fit.",
        veil=[gap, here],
    )


def truncated_rbf(X: ArrayLike) -> Lab:
    """The first N features of the RBF kernel about the middle of the speeds X (62, 1),
    and what their Gram matrix misses.
    """
    (X,) = stops.of_the_course(X)
    middle = float(np.mean([X.min(), X.max()]))
    speeds, count = np.unique(X), len(X)
    figure, (bells, errors) = plots.figure(2, ratios=(1, 1))
    title = "k(x, z) as a function of x"
    plots.frame(bells, (0, 50), (-0.35, 1.2), "speed x (mph)", title)
    bells.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    truth = plots.curve(bells, stops.ROAD, 0, plots.TRUTH, width=2.8)
    cut = plots.curve(bells, stops.ROAD, 0, plots.FIT)
    peak = plots.marks(bells, [0], [1], "D", "black", 6)
    side = plots.marks(bells, [0], [1], "o", plots.WIDTH, 7)
    named = ("RBF kernel", plots.TRUTH), ("N features", plots.FIT)
    both = plots.key(bells, 49.5, 1.1, *named, align="right")
    counts = np.arange(1, MOST_TERMS + 1)
    label, title = "number of features N", "largest error of the Gram matrix"
    plots.frame(errors, (0, MOST_TERMS + 1), (1e-12, 10), label, title, log="y")
    missed = plots.curve(errors, counts, counts, plots.FIT)
    bound = plots.curve(errors, counts, counts, plots.OTHER)
    here = plots.marks(errors, [1], [1], "o", "black", 8)
    bound_name = plots.label(errors, 0, 10**-1.5, "bound", plots.OTHER)
    names = [both[1], bound_name, plots.label(errors, 0, 1e-3, "error", plots.FIT)]

    @lru_cache(maxsize=64)
    def series(length_scale: float) -> tuple[Array, Array]:
        """The error of N = 1 … 60 features, and its bound, for the worst two speeds."""
        Phi = _rbf_features(speeds - middle, length_scale, MOST_TERMS + 1)
        terms = Phi[:, None, :] * Phi[None, :, :]
        exact = np.exp(-((speeds[:, None] - speeds) ** 2) / (2 * length_scale**2))
        rest = np.abs(exact[:, :, None] - np.cumsum(terms, axis=2)[:, :, :-1])
        scaled = (speeds - middle) / length_scale
        room = counts + 1 - np.abs(np.outer(scaled, scaled))[:, :, None]
        safe = np.abs(terms[:, :, 1:]) * (counts + 1) / np.where(room > 0, room, 1)
        safe = np.where(room > 0, safe, 1)
        return rest.max(axis=(0, 1)), np.minimum(safe, 1).max(axis=(0, 1))

    def update(terms: int, length_scale: float, z: float) -> str:
        x = stops.ROAD.ravel()
        Phi = _rbf_features(x - middle, length_scale, terms)
        at_z = _rbf_features(np.array([z - middle]), length_scale, terms)
        truth.set_ydata(np.exp(-((x - z) ** 2) / (2 * length_scale**2)))
        cut.set_ydata(Phi @ at_z[0])
        peak.set_data([z], [1])
        # One length scale from the peak, on the side with more room
        side.set_data([z + length_scale * (1 if z < 25 else -1)], [np.exp(-0.5)])
        rest, promised = series(length_scale)
        missed.set_ydata(np.maximum(rest, 1e-13))
        bound.set_ydata(np.maximum(promised, 1e-13))
        here.set_data([terms], [max(rest[terms - 1], 1.3e-12)])
        beside = int(np.sum(promised >= 1e-3))
        for name in names[1:]:  # where the curves come down
            name.set_x(min(beside, 0.75 * MOST_TERMS) + 2)
        enough = np.flatnonzero(promised <= 1e-9)
        need = f"{MOST_TERMS} are not sure to reach 10⁻⁹"
        if len(enough):
            need = f"{counts[enough[0]]} are sure to reach 10⁻⁹"
        return (
            f"ℓ = {readable(length_scale)} mph, z = {z} mph, N = {terms}: the Gram"
            f" matrix of the {count} speeds is off by"
            f" {rounding(float(rest[terms - 1]), 1)} at worst (bound:"
            f" {rounding(float(promised[terms - 1]), 1)}); {need}."
        )

    bell = 6
    largest = float(np.abs(speeds - middle).max() / bell) ** 2
    return Lab(
        figure,
        update,
        title="The RBF kernel with finitely many features",
        handles={"terms": here, "length_scale": side, "z": peak},
        terms=slider(1, MOST_TERMS, start=6, step=1, label="features N"),
        length_scale=slider(4, 40, start=bell, step=1, label="ℓ", unit="mph"),
        z=slider(0, 50, start=30, step=1, label="z", unit="mph"),
    ).asks(
        f"A bell of ℓ = {bell} mph is built from the first N of its features. Draw by"
        f" how much the Gram matrix of the {count} speeds is off at worst, for N from 1"
        f" to {MOST_TERMS}. (The scale is in powers of ten.)",
        f"The largest u = xᵀz/ℓ² is {readable(largest)} here. The terms uᴺ/N! grow up"
        " to about that N, and then fall more and more steeply. What does a wider bell"
        " need?",
        "rising — The series converges: in the end the error falls.",
        "flat — Late features add next to nothing: the error falls.",
        "above — It falls sooner: beyond u = xᵀz/ℓ² the terms of eᵘ shrink.",
        "below — Not so soon: up to u = xᵀz/ℓ² the terms of eᵘ grow.",
        "falling — It does fall, but little at first and then steeply.",
        curve=errors,
        right=(counts, np.maximum(series(bell)[0], 1e-12)),
        within=1.5,
        veil=[missed, bound, here, cut, *names],
    )


def two_densities() -> Lab:
    """The RBF kernel as the overlap of two normal densities, times c²."""
    z = np.linspace(-6, 6, 601)
    figure, (bells, kernel) = plots.figure(2, ratios=(1, 1))
    plots.frame(bells, (-6, 6), (0, 1.35), "z", "two densities and their product")
    one, two = plots.curve(bells, z, z, plots.DATA), plots.curve(bells, z, z, plots.FIT)
    look = {"color": plots.WEIGHTS, "alpha": 0.55, "linewidth": 0, "zorder": 2}
    shade = bells.fill_between(z, 0 * z, **look)
    side = plots.marks(bells, [0], [0], "o", plots.FIT, 7)
    area = plots.label(bells, -5.8, 1.27, "", plots.WEIGHTS)
    distances = np.linspace(0, 6, 301)
    title = "c² times the area, and the kernel"
    plots.frame(kernel, (0, 6), (-0.02, 1.35), "distance |x − x′|", title)
    truth = plots.curve(kernel, distances, distances, plots.TRUTH, width=2.8)
    overlap = plots.curve(kernel, distances, distances, plots.WEIGHTS)
    here = plots.marks(kernel, [0], [1], "o", plots.WEIGHTS, 8)
    plots.label(kernel, 5.9, 1.27, "exp(−β|x − x′|²/2)", plots.TRUTH, align="right")
    plots.label(kernel, 5.9, 1.1, "c² · area", plots.WEIGHTS, align="right")

    def update(distance: float, beta: float, variance: str) -> str:
        sigma2 = 1 / (2 * beta) if variance == WEIGHTS[0] else 1 / beta
        bell = [
            np.exp(-((z - at) ** 2) / (2 * sigma2)) / np.sqrt(2 * np.pi * sigma2)
            for at in (-distance / 2, distance / 2)
        ]
        one.set_ydata(bell[0])
        two.set_ydata(bell[1])
        # One standard deviation from the middle of the second
        height = np.exp(-0.5) / np.sqrt(2 * np.pi * sigma2)
        side.set_data([distance / 2 + np.sqrt(sigma2)], [height])
        shade.set_data(z, 0 * z, bell[0] * bell[1])
        measured = float(np.trapezoid(bell[0] * bell[1], z))
        c2 = np.sqrt(4 * np.pi * sigma2)  # makes k(x, x) = 1
        area.set_text(f"area {measured:.3f}")
        truth.set_ydata(np.exp(-beta * distances**2 / 2))
        overlap.set_ydata(np.exp(-(distances**2) / (4 * sigma2)))
        here.set_data([distance], [c2 * measured])
        return (
            f"β = {readable(beta)}, variance {variance} = {readable(sigma2)}, distance"
            f" {distance:g}: c² times the area is {c2 * measured:.3f}, the RBF kernel"
            f" {RBF(beta**-0.5)([0.0], [distance]):.3f}."
        )

    return Lab(
        figure,
        update,
        together=("distance", "variance"),
        title="A kernel as an overlap",
        handles={"distance": here, "beta": side},
        distance=slider(0.0, 5.0, start=1.5, step=0.1, label="distance"),
        beta=log_slider(0.3, 3.0, start=1.0, per_decade=20, label="β"),
        variance=choice(WEIGHTS, label="variance"),
    )


def infinite_vector() -> Lab:
    """The vector (a, a², a³, …) and its squared length: partial sums, a²/(1 − a²), and
    the pole of a wrong closed form.
    """
    places = np.arange(1, 41)
    grid = np.linspace(-0.97, 0.97, 777)
    figure, (sums, closed) = plots.figure(2, ratios=(1, 1))
    title = "partial sums of a² + a⁴ + a⁶ + …"
    plots.frame(sums, (0, 41), (0, 4.6), "entries added up", title)
    sums.xaxis.set_major_locator(MaxNLocator(integer=True))
    dots = plots.marks(sums, places, 0.0 * places, "o", plots.FIT, 4, zorder=3)
    last = plots.marks(sums, [1], [0], "o", "black", 8)
    limit = plots.level(sums, 0)
    whole = plots.label(sums, 40.5, 0, "all of them", plots.TRUTH, "right")
    plots.frame(closed, (-1, 1), (-6, 6), "a", "squared length of the infinite vector")
    closed.set_xticks([-1, -0.5, 0, 0.5, 1])
    closed.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    plots.curve(closed, grid, grid**2 / (1 - grid**2), plots.TRUTH)
    with np.errstate(divide="ignore"):
        wrong = 1 / (1 - 2 * grid)
    wrong[np.abs(grid - 0.5) < 0.02] = np.nan  # no line through the pole
    plots.curve(closed, grid, wrong, plots.OTHER)
    plots.label(closed, -0.84, 4.1, "a²/(1 − a²)", plots.TRUTH)
    plots.label(closed, 0.5, -4.1, "wrong: 1/(1 − 2a)", plots.OTHER, align="right")
    here = plots.marks(closed, [0], [0], "o", plots.FIT, 8)

    def update(a: float, entries: int) -> str:
        partial = np.cumsum(a ** (2.0 * places))
        shown = np.where(places <= entries, partial, np.nan)
        dots.set_ydata(shown)
        last.set_data([entries], [partial[entries - 1]])
        limit.set_ydata([a * a / (1 - a * a)] * 2)
        whole.set_y(a * a / (1 - a * a) + 0.2)
        here.set_data([a], [partial[entries - 1]])
        pole = "has its pole here"
        if a != 0.5:
            pole = f"says {readable(1 / (1 - 2 * a))}"
        have = "1 entry has" if entries == 1 else f"{entries} entries have"
        return (
            f"a = {a:g}: {have} the squared length"
            f" {readable(float(partial[entries - 1]))}, all of them a²/(1 − a²) ="
            f" {readable(a * a / (1 - a * a))}; the wrong form 1/(1 − 2a) {pole}."
        )

    return Lab(
        figure,
        update,
        title="A vector with infinitely many entries",
        handles={"a": here, "entries": last},
        a=slider(-0.9, 0.9, start=0.7, step=0.05, label="a"),
        entries=slider(1, 40, start=5, step=1, label="entries"),
    )


def _multiplications(d: int, degree: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many multiplications (1 + xᵀz)^degree takes: by the map, and by the formula.

    By the map: one for each monomial of order 2 and more, for x and for z, then one for
    each entry of the inner product but the constant; the weights are not counted. By
    the formula: d for xᵀz and the power by repeated squaring.
    """
    m = np.array([count_monomials(d, int(p)) for p in degree])
    squaring = np.array([int(p).bit_length() + int(p).bit_count() - 2 for p in degree])
    return 2 * (m - 1 - d) + m - 1, d + squaring


def _spread(n: int) -> list[int]:
    """The numbers 0 … n − 1 in an order whose every beginning is spread out: both ends,
    the middle, the quarters, …
    """
    order, gaps = [0, n - 1], deque([(0, n - 1)])
    while gaps:
        low, high = gaps.popleft()
        middle = (low + high) // 2
        if low < middle:
            order.append(middle)
            gaps += [(low, middle), (middle, high)]
    return order


def _rbf_features(x: Array, length_scale: float, count: int) -> Array:
    """The first features exp(−x²/2ℓ²) (x/ℓ)^k/√k! of the RBF kernel: (n, count)."""
    first = np.exp(-(x**2) / (2 * length_scale**2))
    factors = np.outer(x / length_scale, 1 / np.sqrt(np.arange(1, count)))
    return np.cumprod(np.column_stack([first, factors]), axis=1)
