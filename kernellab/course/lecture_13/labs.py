"""Labs on Gaussian processes: draws, what a measurement is worth, evidence, honesty."""

from functools import lru_cache

import numpy as np
from scipy.special import ndtri

from askfirst import Lab, choice, log_slider, readable, slider, stepper
from askfirst.labs.steppers import Stepper
from kernellab import RBF, GaussianProcess, Kernel, Matern, Reweighted, Sigmoid, gram
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.datasets import stopping
from kernellab.course.lecture_13.derivations import posterior_mean_is_ridge
from kernellab.course.shared import scenes, stops

SMOOTHNESS = ("SE", "Matérn 5/2", "Matérn 3/2", "Matérn 1/2")
SCALES = np.logspace(0, 2, 121)  # of ℓ, in mph
FINE = np.linspace(0, 50, 201)[:, None]
NINETY = float(ndtri(0.95))  # so many deviations to either side hold 90 %
KNOWN, TAU, SIGMA = (5.0, 10.0, 14.0, 20.0), 80.0, 10.0


def _smooth_kernel(kind: str, length_scale: float) -> Kernel:
    """A kernel of ``SMOOTHNESS``, of variance 1."""
    nu = {"Matérn 5/2": 2.5, "Matérn 3/2": 1.5, "Matérn 1/2": 0.5}
    return Matern(length_scale, nu=nu[kind]) if kind in nu else RBF(length_scale)


@lru_cache(maxsize=64)
def _root_of(kind: str, length_scale: float) -> Array:
    """The symmetric root of the kernel's covariance on the fine grid."""
    values, V = np.linalg.eigh(gram(_smooth_kernel(kind, length_scale), FINE))
    return (V * np.sqrt(np.maximum(values, 0))) @ V.T


def prior_draws() -> Lab:
    """Curves drawn from a Gaussian process of mean 0, by the smoothness of its kernel
    and by ℓ; three of them are asked about.
    """
    figure, (three, ax) = plots.figure(2, ratios=(2, 3))
    plots.frame(three, (0, 50), (-6.6, 6.6), "x", "three draws, ℓ = 10", yticks=[])
    normal = np.random.default_rng(1).standard_normal((len(FINE), 103))
    asked = (("A", "Matérn 1/2", 4.0), ("B", "SE", 0.0), ("C", "Matérn 3/2", -4.0))
    for column, (name, kind, height) in enumerate(asked):
        draw = _root_of(kind, 10.0) @ normal[:, 100 + column]
        three.plot(FINE, draw + height, color=plots.DATA, linewidth=1.5)
        plots.label(three, 1.0, height + 2.0, name, boxed=True)
    plots.frame(ax, (0, 50), (-3.6, 3.6), "x", "five draws of f(x)")
    for height in (-NINETY, NINETY):
        ax.axhline(height, color=plots.FAINT, linestyle=plots.DASHES[plots.FAINT])
    plots.label(ax, 0.5, 3.3, "dotted: nine heights in ten lie between", plots.MUTED)
    colors = (plots.FIT, plots.OTHER, plots.TRUTH, plots.WEIGHTS, plots.DATA)
    lines = [ax.plot(FINE, 0 * FINE, color=c, linewidth=1.6)[0] for c in colors]

    def update(kind: str, length_scale: float, draw: int) -> str:
        drawn = _root_of(kind, length_scale) @ normal[:, 5 * draw - 5 : 5 * draw]
        for line, values in zip(lines, drawn.T, strict=True):
            line.set_ydata(values)
        near = _smooth_kernel(kind, length_scale)([0.0], [1.0])
        return (
            f"{kind}, ℓ = {readable(length_scale)}, draws {5 * draw - 4} to {5 * draw}:"
            f" f(x) and f(x + 1) have the correlation {near:.3f} and differ by"
            f" {np.sqrt(2 - 2 * near):.2f} (root mean square); these five reach from"
            f" {drawn.min():.1f} to {drawn.max():.1f}."
        )

    return Lab(
        figure,
        update,
        title="Draws from the prior",
        kind=choice(SMOOTHNESS, label="kernel"),
        length_scale=log_slider(1.0, 100.0, start=10.0, label="ℓ"),
        draw=slider(1, 20, start=1, step=1, label="draw"),
    ).asks(
        "A, B and C were drawn from three kernels with the same ℓ = 10: the squared"
        " exponential (SE), Matérn 3/2 and Matérn 1/2. In which order?",
        "Near x = z the kernel says how rough a draw is: the SE has all"
        " derivatives there, and so have its draws; those of Matérn 3/2 have one,"
        " while Matérn 1/2 has a kink there, and its draws have no derivative.",
        "A SE, B Matérn 3/2, C Matérn 1/2 — A is the roughest of the three, and the SE"
        " draws the smoothest curves.",
        "A Matérn 1/2, B SE, C Matérn 3/2",
        "A Matérn 3/2, B Matérn 1/2, C SE — The roughest curve belongs to Matérn 1/2,"
        " and that is not B.",
        "A Matérn 1/2, B Matérn 3/2, C SE — A is right. Of B and C, look at the small"
        " wiggles: the SE has none.",
        veil=lines,
    )


class _FourCars:
    """What four cars say of the road: mean, and covariance with every place there."""

    def __init__(self, X: Array, y: Array, length_scale: float) -> None:
        self.k = TAU**2 * RBF(length_scale)
        self.X, self.y = X, y
        K, cross = gram(self.k, X), gram(self.k, X, stops.ROAD)
        self.gain = np.linalg.solve(K + SIGMA**2 * np.eye(len(y)), cross)
        self.mean = y @ self.gain
        explained = np.einsum("ij,ij->j", cross, self.gain)
        self.variance = np.maximum(TAU**2 - explained, 0.0)

    def after(self, places: Array) -> tuple[Array, Array]:
        """The covariance of f(road) and f(place), and the deviation of f along the road
        once a target at that place is known: (501, p) each.
        """
        P = places[:, None]
        shared = gram(self.k, stops.ROAD, P) - self.gain.T @ gram(self.k, self.X, P)
        at = np.interp(places, stops.ROAD.ravel(), self.variance)
        left = self.variance[:, None] - shared**2 / (at + SIGMA**2)
        return shared, np.sqrt(np.maximum(left, 0.0))


def a_measurement(X: ArrayLike, y: ArrayLike) -> Lab:
    """Four slow cars of speeds X (62, 1) and distances y (62,), and one measurement
    more, at a speed of choice: the 90 % band of the curve before and after, and its
    mean width for each speed.
    """
    X, y = stops.of_the_course(X, y)
    nearest = [int(np.abs(X.ravel() - speed).argmin()) for speed in KNOWN]
    X, y = X[nearest], y[nearest]
    figure, (road, widths) = plots.figure(2, ratios=(3, 2))
    plots.frame(road, (0, 50), (-120, 260), "speed (mph)")
    road.set_ylabel("stopping distance (ft)")
    plots.points(road, X, y).set_markersize(7)
    before = [plots.curve(road, stops.ROAD, 0, plots.FAINT, 1.4) for _ in range(2)]
    band = plots.band(road, stops.ROAD, 0, 0)
    fit = plots.curve(road, stops.ROAD, 0)
    taken = plots.marks(road, [0], [-120], "D", plots.OTHER, 8)
    plots.label(road, 1, 240, "dotted: the 90 % band before", plots.MUTED)
    plots.frame(widths, (0, 50), (0, 145), "speed of the measurement (mph)")
    widths.set_ylabel("mean of ± over 0 to 50 mph (ft)")
    places = np.arange(51.0)
    width = plots.curve(widths, places, 0)
    here = plots.marks(widths, [0], [0], "D", plots.OTHER, 8)
    start = widths.axhline(0, color=plots.FAINT, linestyle=plots.DASHES[plots.FAINT])

    @lru_cache(maxsize=64)
    def known(length_scale: float) -> tuple[_FourCars, Array, Array]:
        cars = _FourCars(X, y, length_scale)
        shared, deviations = cars.after(places)
        return cars, shared, NINETY * deviations

    middle = int(10 * stops.ASKED[0, 0])  # the road has ten places a mph

    def update(place: int, distance: float, length_scale: float) -> str:
        cars, shared, reach = known(length_scale)
        was, now = NINETY * np.sqrt(cars.variance), reach[:, place]
        for line, side in zip(before, (-1, 1), strict=True):
            line.set_ydata(cars.mean + side * was)
        at = 10 * place
        surprise = (distance - cars.mean[at]) / (cars.variance[at] + SIGMA**2)
        mean = cars.mean + shared[:, place] * surprise
        fit.set_ydata(mean)
        plots.set_band(band, stops.ROAD, mean, now)
        taken.set_data([place], [distance])
        width.set_ydata(reach.mean(axis=0))
        here.set_data([place], [now.mean()])
        start.set_ydata([was.mean()] * 2)
        return (
            f"ℓ = {readable(length_scale)} mph, and {distance:.0f} ft measured at"
            f" {place} mph: the mean of ± falls from {was.mean():.1f} ft to"
            f" {now.mean():.1f} ft, the largest from {was.max():.0f} ft to"
            f" {now.max():.0f} ft; at 33 mph the curve is now at"
            f" {mean[middle]:z.0f} ± {now[middle]:.0f} ft."
        )

    best = float(places[known(10.0)[2].mean(axis=0).argmin()])
    return Lab(
        figure,
        update,
        together=(),
        title="What a measurement is worth",
        handles={("place", "distance"): taken, "place": here},
        place=slider(0, 50, start=25, step=1, label="measure at", unit="mph"),
        distance=slider(0, 200, start=80, step=20, label="found there", unit="ft"),
        length_scale=slider(4.0, 40.0, start=10.0, step=1.0, label="ℓ", unit="mph"),
    ).asks(
        f"Four cars are known, up to {X.max():.0f} mph (ℓ = 10 mph, τ = {TAU:.0f} ft,"
        f" σ = {SIGMA:.0f} ft). You may measure one more. At which speed does the"
        " measurement make the band narrowest, in the mean over 0 to 50 mph?",
        "A measurement tells of speeds within about ℓ on either side. The best"
        " place has the most unknown speeds within that distance: move “measure at”"
        " there. The distance that will be measured plays no part. Move it, and"
        " look at the band.",
        number=(0, 50),
        unit="mph",
        right=best,
        within=3.0,
        replies={
            (47, 50): (
                "The band is widest there, but half of what such a measurement tells is"
                " about speeds beyond 50 mph."
            ),
            (0, float(X.max())): "There the band is narrow already.",
            (float(X.max()), best): (
                "Part of that is known from the cars at its left. Go further."
            ),
            (best, 50): (
                "That is too far: the speeds between stay unknown. Move nearer."
            ),
        },
        veil=[band, fit, taken, width, here, start],
    )


def evidence(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """log p(y) along ℓ as the sum of fit and Occam term, and the curve at one ℓ, for
    the τ and σ of choice.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet, or they are two
    columns of a table of your own. ``xlabel`` and ``ylabel`` say what other numbers
    mean, as "age (years)" and "height (cm)"; without them a column keeps its name. The
    prior's mean is then 0 if 0 is near the data, else the least y.

    Raises ValueError for more coordinates than one.
    """
    scene = scenes.scene(X, y, xlabel, ylabel)
    X, y = scene.on_road, (scene.y - scene.floor) / scene.y_scale
    n = len(y)
    parts = [np.linalg.eigh(gram(RBF(scale), X)) for scale in SCALES]
    s = np.maximum([values for values, _ in parts], 0.0)
    squares = np.array([(U.T @ y) ** 2 for _, U in parts])

    def terms(tau: float, sigma: float) -> tuple[Array, Array]:
        """−½ yᵀA⁻¹y and −½ log det A for every ℓ."""
        a = tau**2 * s + sigma**2
        return -(squares / a).sum(axis=1) / 2, -np.log(a).sum(axis=1) / 2

    fits, sizes = terms(100.0, 10.0)
    tall = scenes.rounded_up(max(1.0, float(sizes.max() - sizes[0]) / 90))
    figure, (road, ax) = plots.figure(2, ratios=(1, 1))
    scene.axes(road)
    band = plots.band(road, scene.curve_x, 0, 0)
    fit = plots.curve(road, scene.curve_x, 0)
    lengths = scene.x_scale * SCALES
    shortest = scene.x.text(readable(lengths[0]))
    limits = (lengths[0], lengths[-1]), (-60 * tall, 100 * tall)
    label = scenes.Quantity("ℓ", scene.x.unit).label
    plots.frame(ax, *limits, label, f"rise above ℓ = {shortest}", log="x")
    ax.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    colors = (plots.TRUTH, plots.OTHER, plots.FIT)
    occam, misfit, total = (plots.curve(ax, lengths, 0, c) for c in colors)
    both = ("Occam term", plots.TRUTH), ("log p(y), their sum", plots.FIT)
    plots.key(ax, 1.1 * lengths[0], tall * 92, *both, ("fit", plots.OTHER))
    here = plots.marks(ax, lengths[:1], [0], "o", plots.WIDTH, 8)

    def update(length_scale: float, tau: float, sigma: float) -> str:
        fits, sizes = terms(tau / scene.y_scale, sigma / scene.y_scale)
        sizes = sizes - n * np.log(scene.y_scale)
        rise = fits + sizes - fits[0] - sizes[0]
        misfit.set_ydata(fits - fits[0])
        occam.set_ydata(sizes - sizes[0])
        total.set_ydata(rise)
        at = int(np.abs(np.log(lengths / length_scale)).argmin())
        here.set_data([lengths[at]], [rise[at]])
        k = (tau / scene.y_scale) ** 2 * RBF(length_scale / scene.x_scale)
        process = GaussianProcess(k, (sigma / scene.y_scale) ** 2).fit(X, y)
        mean, std = process.predict(stops.ROAD, return_std=True)
        fit.set_ydata(scene.height(mean))
        half = scene.y_scale * NINETY * std
        plots.set_band(band, scene.curve_x, scene.height(mean), half)
        best = int(rise.argmax())
        top = f"{lengths[best]:.0f}" if scene.of_cars else readable(lengths[best])
        value = fits[at] + sizes[at] - n * np.log(2 * np.pi) / 2
        return (
            f"ℓ = {scene.x.text(readable(length_scale))}, τ ="
            f" {scene.target.text(readable(tau))}, σ ="
            f" {scene.target.text(readable(sigma))}: fit {fits[at]:.1f}, Occam term"
            f" {sizes[at]:.1f}, log p(y) = {value:.1f}; with this τ and σ it is largest"
            f" near ℓ = {scene.x.text(top)}, {rise[best] - rise[at]:.1f} higher."
        )

    rise = fits + sizes - fits[0] - sizes[0]
    scales = log_slider(1.0, 100.0, start=3.16, per_decade=30, label="ℓ")
    lab = Lab(
        figure,
        update,
        title="The evidence, and what it is made of" + scene.sample_note,
        handles={"length_scale": here},
        length_scale=scene.along_x(scales),
        tau=scene.along_y(log_slider(20.0, 500.0, start=100.0, label="τ")),
        sigma=scene.along_y(slider(4.0, 30.0, start=10.0, step=0.5, label="σ")),
    )
    if not scene.of_cars:
        return lab
    return lab.asks(
        "With τ = 100 ft and σ = 10 ft, draw log p(y) as ℓ grows from 1 to 100 mph: how"
        " much it has risen since ℓ = 1 mph.",
        "At a small ℓ the model can fit many kinds of data, so it gives these data"
        " a low probability. At a large ℓ it cannot fit them. Now change τ and σ:"
        " where does the top go?",
        "falling — The fit falls. But a small ℓ allows nearly all curves, so none of"
        " them gets much probability.",
        "rising — The Occam term rises all the way. But from some ℓ on the curve is"
        " too stiff for the cars.",
        "flat — Of curves this stiff or this loose few look like these cars.",
        "valley — Both ends are bad models: too loose, and too stiff.",
        "above — The shape is nearly right, but it rises by less.",
        "below — The shape is nearly right, but it rises higher.",
        curve=ax,
        right=(SCALES, rise),
        within=10.0 * tall,
        veil=[occam, misfit, total, here],
    )


def _scatter(X: Array, grows: bool) -> Array:
    """By which factor a car's σ is larger than at 20 mph, (n,)."""
    return np.maximum(X.ravel(), 1.0) / 20 if grows else np.ones(len(X))


def _chosen_by_evidence(X: Array, y: Array, grows: bool) -> GaussianProcess:
    """A Gaussian process of y over the scatter, with τ, ℓ and σ by its evidence."""
    size = float((y**2).mean())
    k = Reweighted(lambda points: 1 / _scatter(points, grows), size * RBF(20.0))
    bounds = {"factor": (1e-3 * size, 1e5 * size), "noise": (1e-4 * size, 10 * size)}
    bounds["length_scale"] = (1.0, 200.0)
    process = GaussianProcess(k, noise=0.05 * size, bounds=bounds)
    return process.fit(X, y / _scatter(X, grows))


def calibration(X: ArrayLike, y: ArrayLike) -> Lab:
    """The band of a chosen level, the cars outside it when each is predicted by the
    others, and the share inside against the level, for slow and for fast cars, on
    speeds X (62, 1) and distances y (62,).
    """
    X, y = stops.of_the_course(X, y)
    one, growing = "one σ for all cars", "σ grows with speed"
    slow = X.ravel() <= 20
    figure, (road, shares) = plots.figure(2, ratios=(3, 2))
    stops.road_axes(road, X, y)
    band = plots.band(road, stops.ROAD, 0, 0)
    fit = plots.curve(road, stops.ROAD, 0)
    out = plots.marks(road, [], [], "x", plots.OTHER, 7)
    named = ("×: outside, predicted by the others", plots.OTHER)
    names = plots.key(road, *stops.CORNER, named)
    plots.frame(shares, (50, 100), (40, 102), "level of the band (%)")
    shares.set(yticks=[50, 75, 100], ylabel="cars inside (%)")
    levels = np.linspace(50, 99, 99)
    true = shares.plot([50, 100], [50, 100], color=plots.FAINT, linewidth=1.2, zorder=1)
    colors = (plots.FIT, plots.OTHER)
    few, many = (plots.curve(shares, levels, 0, color) for color in colors)
    here = plots.marks(shares, [50, 50], [0, 0], "o", "#333333", 6)
    names.append(plots.label(shares, 52, 80, "up to 20 mph", plots.FIT))
    names.append(plots.label(shares, 78, 47, "faster", plots.OTHER))

    @lru_cache(maxsize=2)
    def judged(grows: bool) -> tuple[Array, Array, Array, Array]:
        """Left-out errors over their deviations, the curve and ± of a car, and σ."""
        process = _chosen_by_evidence(X, y, grows)
        A = gram(process.kernel_, X) + process.noise_ * np.eye(len(y))
        inverse = np.linalg.inv(A)
        diagonal = np.diag(inverse)
        z = inverse @ (y / _scatter(X, grows)) / diagonal * np.sqrt(diagonal)
        mean, std = process.predict(stops.ROAD, return_std=True)
        factor = _scatter(stops.ROAD, grows)
        spread = np.sqrt(std**2 + process.noise_) * factor
        return np.abs(z), mean * factor, spread, np.sqrt(process.noise_)

    def inside(z: Array, percent: ArrayLike) -> Array:
        reach = ndtri(0.5 + np.asarray(percent) / 200)
        shares = ((z[each, None] <= reach).mean(axis=0) for each in (slow, ~slow))
        return 100 * np.stack([*shares])

    middle = int(10 * stops.ASKED[0, 0])  # the road has ten places a mph

    def update(level: float, noise: str) -> str:
        z, mean, spread, sigma = judged(noise == growing)
        reach = ndtri(0.5 + level / 200)
        fit.set_ydata(mean)
        plots.set_band(band, stops.ROAD, mean, reach * spread)
        outside = z > reach
        out.set_data(X.ravel()[outside], y[outside])
        curves, now = inside(z, levels), inside(z, [level])[:, 0]
        for line, share in zip((few, many), curves, strict=True):
            line.set_ydata(share)
        here.set_data([level] * len(now), now)
        counts = [f"{(~outside[each]).sum()} of {each.sum()}" for each in (slow, ~slow)]
        at_limit = " at 20 mph" if noise == growing else ""
        return (
            f"{noise}, σ = {sigma:.1f} ft{at_limit}: the band of {level:.0f} % holds"
            f" {counts[0]} cars up to 20 mph and {counts[1]} faster ones, each"
            f" predicted by the others; at 33 mph it is {mean[middle]:z.0f} ±"
            f" {reach * spread[middle]:.0f} ft."
        )

    z = judged(False)[0]
    share = float(100 * (z[~slow] <= NINETY).mean())
    return Lab(
        figure,
        update,
        title="The honesty of a band",
        handles={"level": plots.on_curve(here, 0)},
        level=slider(50, 99, start=90, step=1, label="level", unit="%"),
        noise=choice((one, growing), label="noise"),
    ).asks(
        f"Each of the {(~slow).sum()} cars faster than 20 mph is predicted by all other"
        " cars, with a band for a single car that should hold 90 %. The model has one σ"
        " for all cars. How many per cent of these cars lie in their bands?",
        "One σ serves all cars. The band is too wide for slow cars, too narrow for fast"
        " ones, and nearly right on average. Choose the σ that grows with speed.",
        number=(0, 100),
        unit="%",
        right=share,
        within=6.0,
        replies={
            (85, 95): "So it would be if the model were true of these cars.",
            (95, 100): (
                "One σ is a compromise between slow cars, which scatter little, and"
                " fast ones, which scatter much."
            ),
            (0, 55): "It is not as bad as that.",
        },
        veil=[band, fit, out, few, many, here, *true, *names],
    )


def posterior_steps() -> Stepper:
    """Why the posterior mean is kernel ridge regression, step by step on the stopping
    distances, as σ goes to 0, the prior gets a mean, or K is that of a tanh.
    """
    X, y = stopping()
    tables = {"RBF": gram(RBF(20.0), X), "tanh": gram(Sigmoid(0.01, -1.0), X)}

    def data(sigma: float, mean: float, table: str) -> tuple:
        return tables[table], y, sigma**2, 100.0**2, mean

    return stepper(
        posterior_mean_is_ridge,
        data,
        sigma=slider(0.0, 20.0, start=10.0, step=1.0, label="σ", unit="ft"),
        mean=slider(0.0, 80.0, start=0.0, step=10.0, label="prior mean", unit="ft"),
        table=choice(tuple(tables), label="table K"),
    ).asks(
        "With σ = 10 ft all six steps hold. Now the prior expects 40 ft everywhere, and"
        " all else stays. Which steps fail?",
        "Step 2 takes ‖w‖² as the penalty of a curve, which is right for the mean 0"
        " only. Step 5 leaves out m + …(y − m). The covariance depends on neither m"
        " nor y. Set the prior mean to 40 ft to see it.",
        "none — The mean is pulled towards 40 ft now, and ridge pulls to 0.",
        "2 and 5",
        "2 and 6 — Heights that are all 40 ft higher vary together as before.",
        "all from 2 on — Steps 3 and 4 are the algebra of ridge regression and use no"
        " prior mean. Step 6 contains no mean.",
    )
