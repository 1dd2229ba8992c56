"""Labs on Gaussian processes: draws, what a measurement is worth, evidence, honesty."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.special import ndtri

from kernellab._arrays import Array
from kernellab.course import plots
from kernellab.course.datasets import stopping
from kernellab.course.derivations import posterior_mean_is_ridge
from kernellab.course.labs.data import ROAD, rounded_up, scene
from kernellab.gaussian_process import GaussianProcess
from kernellab.grams import gram
from kernellab.interactive.controls import choice, log_slider, slider
from kernellab.interactive.lab import Lab
from kernellab.interactive.question import Question
from kernellab.interactive.steppers import Stepper, stepper
from kernellab.interactive.text import readable
from kernellab.kernels import RBF, Kernel, Matern, Reweighted, Sigmoid

__all__ = ["a_measurement", "calibration", "evidence", "posterior_steps", "prior_draws"]

SMOOTHNESS = ("SE", "Matérn 5/2", "Matérn 3/2", "Matérn 1/2")
SCALES = np.logspace(0, 2, 61)  # of ℓ, in mph
FINE = np.linspace(0, 50, 201)[:, None]
NINETY = float(ndtri(0.95))  # so many deviations to either side hold 90 %
KNOWN, TAU, SIGMA = (5.0, 10.0, 14.0, 20.0), 80.0, 10.0


def smooth_kernel(kind: str, length_scale: float) -> Kernel:
    """A kernel of ``SMOOTHNESS``, of variance 1."""
    nu = {"Matérn 5/2": 2.5, "Matérn 3/2": 1.5, "Matérn 1/2": 0.5}
    return Matern(length_scale, nu=nu[kind]) if kind in nu else RBF(length_scale)


@lru_cache(maxsize=64)
def root_of(kind: str, length_scale: float) -> Array:
    """The symmetric root of the kernel's covariance on the fine grid."""
    values, V = np.linalg.eigh(gram(smooth_kernel(kind, length_scale), FINE))
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
        draw = root_of(kind, 10.0) @ normal[:, 100 + column]
        three.plot(FINE, draw + height, color=plots.DATA, linewidth=1.5)
        plots.label(three, 1.0, height + 2.0, name, boxed=True)
    plots.frame(ax, (0, 50), (-3.6, 3.6), "x", "five draws of f(x)")
    for height in (-NINETY, NINETY):
        ax.axhline(height, color=plots.FAINT, linestyle=plots.DASHES[plots.FAINT])
    plots.label(ax, 0.5, 3.3, "dotted: nine heights in ten lie between", plots.MUTED)
    colors = (plots.FIT, plots.OTHER, plots.TRUTH, plots.WEIGHTS, plots.DATA)
    lines = [ax.plot(FINE, 0 * FINE, color=c, linewidth=1.6)[0] for c in colors]

    def update(kind: str, length_scale: float, draw: int) -> str:
        drawn = root_of(kind, length_scale) @ normal[:, 5 * draw - 5 : 5 * draw]
        for line, values in zip(lines, drawn.T, strict=True):
            line.set_ydata(values)
        near = smooth_kernel(kind, length_scale)([0.0], [1.0])
        return (
            f"{kind}, ℓ = {readable(length_scale)}, draws {5 * draw - 4} to {5 * draw}:"
            f" f(x) and f(x + 1) have the correlation {near:.3f} and differ by"
            f" {np.sqrt(2 - 2 * near):.2f} (root mean square); these five reach from"
            f" {drawn.min():.1f} to {drawn.max():.1f}."
        )

    question = Question(
        "A, B and C were drawn from three kernels with the same ℓ = 10: the squared"
        " exponential (SE), Matérn 3/2 and Matérn 1/2. In which order?",
        name="prior_draws",
        choices=(
            "A SE, B Matérn 3/2, C Matérn 1/2",
            "A Matérn 1/2, B SE, C Matérn 3/2",
            "A Matérn 3/2, B Matérn 1/2, C SE",
            "A Matérn 1/2, B Matérn 3/2, C SE",
        ),
        right="A Matérn 1/2, B SE, C Matérn 3/2",
        replies={
            "A SE, B Matérn 3/2, C Matérn 1/2": (
                "A is the roughest of the three, and the SE draws the smoothest curves."
            ),
            "A Matérn 3/2, B Matérn 1/2, C SE": (
                "The roughest curve belongs to Matérn 1/2, and that is not B."
            ),
            "A Matérn 1/2, B Matérn 3/2, C SE": (
                "A is right. Of B and C, look at the small wiggles: the SE has none."
            ),
        },
        why=(
            "Near x = z the kernel says how rough a draw is: the SE has all"
            " derivatives there, and so have its draws; those of Matérn 3/2 have one,"
            " and Matérn 1/2 has a kink there and draws without any slope."
        ),
        veil=lines,
    )
    return Lab(
        figure,
        update,
        together=("kind", "length_scale"),
        title="Draws from the prior",
        question=question,
        kind=choice(SMOOTHNESS, label="kernel"),
        length_scale=log_slider(1.0, 100.0, start=10.0, label="ℓ"),
        draw=slider(1, 20, start=1, step=1, label="draw"),
    )


def four_cars(X: Array, y: Array) -> tuple[Array, Array]:
    """The cars whose speeds are nearest to four slow ones."""
    nearest = [int(np.abs(X.ravel() - speed).argmin()) for speed in KNOWN]
    return X[nearest], y[nearest]


class FourCars:
    """What four cars say of the road: mean, and covariance with every place there."""

    def __init__(self, X: Array, y: Array, length_scale: float) -> None:
        self.k = TAU**2 * RBF(length_scale)
        self.X, self.y = X, y
        K, cross = gram(self.k, X), gram(self.k, X, ROAD)
        self.gain = np.linalg.solve(K + SIGMA**2 * np.eye(len(y)), cross)
        self.mean = y @ self.gain
        explained = np.einsum("ij,ij->j", cross, self.gain)
        self.variance = np.maximum(TAU**2 - explained, 0.0)

    def after(self, places: Array) -> tuple[Array, Array]:
        """The covariance of f(road) and f(place), and the deviation of f along the road
        once a target at that place is known: (501, p) each.
        """
        P = places[:, None]
        shared = gram(self.k, ROAD, P) - self.gain.T @ gram(self.k, self.X, P)
        at = np.interp(places, ROAD.ravel(), self.variance)
        left = self.variance[:, None] - shared**2 / (at + SIGMA**2)
        return shared, np.sqrt(np.maximum(left, 0.0))


def a_measurement(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """Four slow cars and one measurement more, at a speed of choice: the 90 % band of
    the curve before and after, and its mean width for each speed.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet. ``xlabel`` and
    ``ylabel`` say what other numbers mean, as "age (years)" and "height (cm)"; of these
    the four points lie at small x, and the prior's mean is 0 if 0 is near the data,
    else the least y.

    Raises ValueError for more coordinates than one.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = four_cars(shown.u, shown.feet)
    figure, (road, widths) = plots.figure(2, ratios=(3, 2))
    left, right = map(float, shown.place([0.0, 50.0]))
    low, high = map(shown.height, (-120, 260))
    plots.frame(road, (left, right), (low, high), shown.x.label)
    road.set_ylabel(shown.t.label)
    plots.points(road, shown.place(X), shown.height(y)).set_markersize(7)
    before = [
        plots.curve(road, shown.road, 0 * ROAD, plots.FAINT, 1.4) for _ in range(2)
    ]
    band = plots.band(road, shown.road, 0 * ROAD, 0 * ROAD)
    fit = plots.curve(road, shown.road, 0 * ROAD)
    taken = plots.marks(road, [left], [low], "D", plots.OTHER, 8)
    plots.label(
        road,
        float(shown.place(1)),
        shown.height(240),
        "dotted: the 90 % band before",
        plots.MUTED,
    )
    where = f"{shown.x.name} of the measurement{shown.x.in_brackets}"
    plots.frame(widths, (left, right), (0, 145 * shown.tall), where)
    whole = "0 to 50 mph" if shown.car == "car" else f"all {shown.x.name}s"
    widths.set_ylabel(f"mean of ± over {whole}{shown.t.in_brackets}")
    places = np.arange(51.0)
    width = plots.curve(widths, shown.place(places), 0 * places)
    here = plots.marks(widths, [left], [0], "D", plots.OTHER, 8)
    start = widths.axhline(0, color=plots.FAINT, linestyle=plots.DASHES[plots.FAINT])

    @lru_cache(maxsize=64)
    def known(length_scale: float) -> tuple[FourCars, Array, Array]:
        cars = FourCars(X, y, length_scale)
        shared, deviations = cars.after(places)
        return cars, shared, NINETY * deviations

    middle = round(10 * float(shown.u_asked[0, 0]))

    def update(place: float, distance: float, length_scale: float) -> str:
        cars, shared, reach = known(length_scale / shown.wide)
        number = round((place - shown.start) / shown.wide)
        was, now = NINETY * np.sqrt(cars.variance), reach[:, number]
        for line, side in zip(before, (-1, 1), strict=True):
            line.set_ydata(shown.height(cars.mean + side * was))
        at = 10 * number  # the road has ten places a mph
        found = (distance - shown.floor) / shown.tall
        surprise = (found - cars.mean[at]) / (cars.variance[at] + SIGMA**2)
        mean = cars.mean + shared[:, number] * surprise
        fit.set_ydata(shown.height(mean))
        plots.set_band(band, shown.road, shown.height(mean), shown.tall * now)
        taken.set_data([place], [distance])
        width.set_ydata(shown.tall * reach.mean(axis=0))
        here.set_data([place], [shown.tall * now.mean()])
        start.set_ydata([shown.tall * was.mean()] * 2)
        curve = shown.far(shown.height(mean[middle])).removesuffix(f" {shown.t.unit}")
        return (
            f"ℓ = {shown.x.text(readable(length_scale))}, and {shown.far(distance)}"
            f" measured at {shown.at(place)}: the mean of ± falls from"
            f" {shown.apart(was.mean(), 1)} to {shown.apart(now.mean(), 1)}, the"
            f" largest from {shown.apart(was.max())} to {shown.apart(now.max())}; at"
            f" {shown.at(float(shown.asked[0, 0]))} the curve is now at"
            f" {curve} ± {shown.apart(now[middle])}."
        )

    best = float(places[known(10.0)[2].mean(axis=0).argmin()])
    question = Question(
        f"Four cars are known, up to {X.max():.0f} mph (ℓ = 10 mph, τ = {TAU:.0f} ft,"
        f" σ = {SIGMA:.0f} ft). You may measure one more. At which speed does the"
        " measurement make the band narrowest, in the mean over 0 to 50 mph?",
        name="a_measurement",
        number=(0, 50),
        unit="mph",
        right=best,
        within=3.0,
        replies={
            (47, 50): (
                "There the band is widest, but half of what is learnt there is about"
                " speeds beyond the road."
            ),
            (0, float(X.max())): "There the band is narrow already.",
            (float(X.max()), best): (
                "Part of that is known from the cars at its left. Go further."
            ),
            (best, 50): "Too far: the road between stays unknown. Come nearer.",
        },
        why=(
            "A measurement tells of speeds within about ℓ on either side. The best"
            " place has most unknown road within reach: move “measure at” there. The"
            " distance that will be measured plays no part. Move it, and look at the"
            " band."
        ),
        veil=[band, fit, taken, width, here, start],
    )
    return Lab(
        figure,
        update,
        title=shown.titled("What a measurement is worth"),
        question=question if shown.car == "car" else None,
        handles={("place", "distance"): taken, "place": here},
        place=shown.places(25, "measure at"),
        distance=shown.heights(0, 200, 80, 20, "found there"),
        length_scale=shown.length_scale(4.0, 40.0, 10.0, 1.0),
    )


def evidence(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """log p(y) along ℓ as the sum of fit and Occam factor, and the curve at one ℓ, for
    the τ and σ of choice.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet. ``xlabel`` and
    ``ylabel`` say what other numbers mean, as "age (years)" and "height (cm)"; the
    prior's mean is then 0 if 0 is near the data, else the least y.

    Raises ValueError for more coordinates than one.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = shown.u, shown.feet
    n = len(y)
    scale_slider = shown.log_length_scale(1.0, 100.0, 3.16, 30)
    parts = [np.linalg.eigh(gram(RBF(scale), X)) for scale in SCALES]
    s = np.maximum([values for values, _ in parts], 0.0)
    squares = np.array([(U.T @ y) ** 2 for _, U in parts])

    def terms(tau: float, sigma: float) -> tuple[Array, Array]:
        """−½ yᵀA⁻¹y and −½ log|A| for every ℓ."""
        a = tau**2 * s + sigma**2
        return -(squares / a).sum(axis=1) / 2, -np.log(a).sum(axis=1) / 2

    fits, sizes = terms(100.0, 10.0)
    tall = rounded_up(max(1.0, float(sizes.max() - sizes[0]) / 90))
    figure, (road, ax) = plots.figure(2, ratios=(1, 1))
    shown.axes(road)
    band = plots.band(road, shown.road, 0 * ROAD, 0 * ROAD)
    fit = plots.curve(road, shown.road, 0 * ROAD)
    lengths = shown.wide * SCALES
    shortest = shown.x.text(readable(lengths[0]))
    plots.frame(
        ax,
        (lengths[0], lengths[-1]),
        (-60 * tall, 100 * tall),
        f"ℓ{shown.x.in_brackets}",
        f"rise above ℓ = {shortest}",
        log="x",
    )
    ax.axhline(0, color=plots.FAINT, linewidth=0.8, zorder=1)
    occam, misfit, total = (
        plots.curve(ax, lengths, 0 * SCALES, color)
        for color in (plots.TRUTH, plots.OTHER, plots.FIT)
    )
    plots.key(
        ax,
        1.1 * lengths[0],
        tall * 92,
        ("Occam factor", plots.TRUTH),
        ("log p(y), their sum", plots.FIT),
        ("fit", plots.OTHER),
    )
    here = plots.marks(ax, lengths[:1], [0], "o", plots.WIDTH, 8)

    def update(length_scale: float, tau: float, sigma: float) -> str:
        fits, sizes = terms(tau / shown.tall, sigma / shown.tall)
        sizes = sizes - n * np.log(shown.tall)
        rise = fits + sizes - fits[0] - sizes[0]
        misfit.set_ydata(fits - fits[0])
        occam.set_ydata(sizes - sizes[0])
        total.set_ydata(rise)
        at = int(np.abs(np.log(lengths / length_scale)).argmin())
        here.set_data([lengths[at]], [rise[at]])
        k = (tau / shown.tall) ** 2 * RBF(length_scale / shown.wide)
        process = GaussianProcess(k, (sigma / shown.tall) ** 2).fit(X, y)
        mean, std = process.predict(ROAD, return_std=True)
        fit.set_ydata(shown.height(mean))
        plots.set_band(band, shown.road, shown.height(mean), shown.tall * NINETY * std)
        best = int(rise.argmax())
        top = f"{lengths[best]:.0f}" if shown.car == "car" else readable(lengths[best])
        value = fits[at] + sizes[at] - n * np.log(2 * np.pi) / 2
        return (
            f"ℓ = {shown.x.text(readable(length_scale))}, τ ="
            f" {shown.t.text(readable(tau))}, σ = {shown.t.text(readable(sigma))}: fit"
            f" {fits[at]:.1f}, Occam factor {sizes[at]:.1f}, log p(y) = {value:.1f};"
            f" with this τ and σ it is largest near ℓ = {shown.x.text(top)},"
            f" {rise[best] - rise[at]:.1f} higher."
        )

    rise = fits + sizes - fits[0] - sizes[0]
    question = None
    if shown.car == "car":
        veil: list[Artist] = [occam, misfit, total, here]
        question = _evidence_question(ax, rise, 10.0 * tall, veil)
    return Lab(
        figure,
        update,
        together=("length_scale", "tau"),
        title=shown.titled("The evidence, and what it is made of"),
        question=question,
        handles={"length_scale": here},
        length_scale=scale_slider,
        tau=shown.log_amount(20.0, 500.0, 100.0, "τ"),
        sigma=shown.amount(4.0, 30.0, 10.0, 0.5, "σ"),
    )


def _evidence_question(
    ax: Axes, rise: Array, within: float, veil: list[Artist]
) -> Question:
    """How log p(y) rises with ℓ, to be drawn."""
    return Question(
        "With τ = 100 ft and σ = 10 ft, draw log p(y) as ℓ grows from 1 to 100 mph: how"
        " much it has risen since ℓ = 1 mph.",
        name="evidence",
        curve=ax,
        right=(SCALES, rise),
        within=within,
        replies={
            "falling": (
                "The fit falls. But a small ℓ allows nearly all curves, so none of"
                " them gets much probability."
            ),
            "rising": (
                "The Occam factor rises all the way. But from some ℓ on the curve is"
                " too stiff for the cars."
            ),
            "flat": "Of curves this stiff or this loose few look like these cars.",
            "valley": "Both ends are bad models: too loose, and too stiff.",
            "above": "A hill it is, or nearly. It rises by less.",
            "below": "A hill it is, or nearly. It rises higher.",
        },
        why=(
            "At a small ℓ the model fits all kinds of cars, these as well as others,"
            " and pays for it; at a large ℓ it misses these. Now change τ and σ: where"
            " does the top go?"
        ),
        veil=veil,
    )


def scatter(X: Array, grows: bool) -> Array:
    """By which factor a car's σ is larger than at 20 mph, (n,)."""
    return np.maximum(X.ravel(), 1.0) / 20 if grows else np.ones(len(X))


def chosen_by_evidence(X: Array, y: Array, grows: bool) -> GaussianProcess:
    """A Gaussian process of y over the scatter, with τ, ℓ and σ by its evidence."""
    size = float((y**2).mean()) or 1.0
    k = Reweighted(lambda points: 1 / scatter(points, grows), size * RBF(20.0))
    bounds = {
        "kernel__kernel__factor": (1e-3 * size, 1e5 * size),
        "kernel__kernel__kernel__length_scale": (1.0, 200.0),
        "noise": (1e-4 * size, 10 * size),
    }
    process = GaussianProcess(k, noise=0.05 * size, bounds=bounds)
    return process.fit(X, y / scatter(X, grows))


def calibration(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """The band of a chosen level, the cars outside it when each is predicted by the
    others, and the share inside against the level, for slow and for fast cars.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet. ``xlabel`` and
    ``ylabel`` say what other numbers mean, as "age (years)" and "height (cm)"; the
    prior's mean is then 0 if 0 is near the data, else the least y, and a σ that grows
    does so from 0 at the left end of the axis.

    Raises ValueError for more coordinates than one.
    """
    shown = scene(X, y, xlabel, ylabel)
    X, y = shown.u, shown.feet
    one, growing = f"one σ for all {shown.car}s", f"σ grows with {shown.x.name}"
    limit = shown.at(float(shown.place(20)))
    faster = "faster" if shown.car == "car" else "above"
    slow = X.ravel() <= 20
    figure, (road, shares) = plots.figure(2, ratios=(3, 2))
    shown.axes(road)
    band = plots.band(road, shown.road, 0 * ROAD, 0 * ROAD)
    fit = plots.curve(road, shown.road, 0 * ROAD)
    out = plots.marks(road, [], [], "x", plots.OTHER, 7)
    named = ("×: outside, predicted by the others", plots.OTHER)
    names = plots.key(road, *shown.corner, named)
    plots.frame(
        shares, (50, 100), (40, 102), "level of the band (%)", yticks=[50, 75, 100]
    )
    shares.set_ylabel(f"{shown.car}s inside (%)")
    levels = np.linspace(50, 99, 99)
    true = shares.plot([50, 100], [50, 100], color=plots.FAINT, linewidth=1.2, zorder=1)
    few, many = (
        plots.curve(shares, levels, 0 * levels, color)
        for color in (plots.FIT, plots.OTHER)
    )
    here = plots.marks(shares, [50, 50], [0, 0], "o", "#333333", 6)
    names += [
        plots.label(shares, 52, 80, f"up to {limit}", plots.FIT),
        plots.label(shares, 78, 47, faster, plots.OTHER),
    ]
    groups = [each for each in (slow, ~slow) if each.any()]

    @lru_cache(maxsize=2)
    def judged(grows: bool) -> tuple[Array, Array, Array, Array]:
        """Left-out errors over their deviations, the curve and ± of a car, and σ."""
        process = chosen_by_evidence(X, y, grows)
        A = gram(process.kernel_, X) + process.noise_ * np.eye(len(y))
        inverse = np.linalg.inv(A)
        diagonal = np.diag(inverse)
        z = inverse @ (y / scatter(X, grows)) / diagonal * np.sqrt(diagonal)
        mean, std = process.predict(ROAD, return_std=True)
        factor = scatter(ROAD, grows)
        spread = np.sqrt(std**2 + process.noise_) * factor
        return np.abs(z), mean * factor, spread, np.sqrt(process.noise_)

    def inside(z: Array, percent: ArrayLike) -> Array:
        reach = ndtri(0.5 + np.asarray(percent) / 200)
        return np.array(
            [100 * (z[each, None] <= reach).mean(axis=0) for each in groups]
        )

    middle = round(10 * float(shown.u_asked[0, 0]))
    ones = " ones" if shown.car == "car" else ""

    def update(level: float, noise: str) -> str:
        z, mean, spread, sigma = judged(noise == growing)
        reach = ndtri(0.5 + level / 200)
        fit.set_ydata(shown.height(mean))
        half = shown.tall * reach * spread
        plots.set_band(band, shown.road, shown.height(mean), half)
        outside = z > reach
        out.set_data(shown.X.ravel()[outside], shown.y[outside])
        curves, now = inside(z, levels), inside(z, [level])[:, 0]
        for line, share in zip((few, many), curves, strict=False):
            line.set_ydata(share)
        here.set_data([level] * len(now), now)
        counts = [f"{(~outside[each]).sum()} of {each.sum()}" for each in (slow, ~slow)]
        at_limit = f" at {limit}" if noise == growing else ""
        curve = shown.far(shown.height(mean[middle])).removesuffix(f" {shown.t.unit}")
        return (
            f"{noise}, σ = {shown.apart(sigma, 1)}{at_limit}: the band of"
            f" {level:.0f} % holds {counts[0]} {shown.car}s up to {limit} and"
            f" {counts[1]} {faster}{ones}, each predicted by the others; at"
            f" {shown.at(float(shown.asked[0, 0]))} it is {curve} ±"
            f" {shown.apart(reach * spread[middle])}."
        )

    asked = ~slow if (~slow).any() else slow
    which = "faster than 20 mph" if (~slow).any() else "up to 20 mph"
    z = judged(False)[0]
    share = float(100 * (z[asked] <= NINETY).mean())
    question = Question(
        f"Each of the {asked.sum()} cars {which} is predicted by all other cars, with"
        " a band for a single car that should hold 90 %. The model has one σ for all"
        " cars. How many per cent of these cars lie in their bands?",
        name="calibration",
        number=(0, 100),
        unit="%",
        right=share,
        within=6.0,
        replies={
            (85, 95): "So it would be if the model were true of these cars.",
            (95, 100): "One σ is a compromise of quiet slow cars and wild fast ones.",
            (0, 55): "It is not as bad as that.",
        },
        why=(
            "One σ has to do for all cars: too wide for slow ones, too narrow for fast"
            " ones, and nearly right in the mean. Choose the σ that grows with speed."
        ),
        veil=[band, fit, out, few, many, here, *true, *names],
    )
    return Lab(
        figure,
        update,
        together=("level", "noise"),
        title=shown.titled("The honesty of a band"),
        question=question if shown.car == "car" else None,
        handles={"level": plots.on_curve(here, 0)},
        level=slider(50, 99, start=90, step=1, label="level", unit="%"),
        noise=choice((one, growing), label="noise"),
    )


def posterior_steps() -> Stepper:
    """Why the posterior mean is kernel ridge regression, step by step on the stopping
    distances, as σ goes to 0, the prior gets a mean, or K is that of a tanh.
    """
    X, y = stopping()
    tables = {"RBF": gram(RBF(20.0), X), "tanh": gram(Sigmoid(0.01, -1.0), X)}

    def data(sigma: float, mean: float, table: str) -> tuple:
        return tables[table], y, sigma**2, 100.0**2, mean

    broken = posterior_mean_is_ridge(*data(10.0, 40.0, "RBF"))
    failing = [str(each.number) for each in broken if each.broken]
    question = Question(
        "With σ = 10 ft all six steps hold. Now the prior expects 40 ft everywhere, and"
        " all else stays. Which steps fail?",
        name="posterior_steps",
        choices=("none", "2 and 5", "2 and 6", "all from 2 on"),
        right=" and ".join(failing),
        replies={
            "none": "The mean is pulled towards 40 ft now, and ridge pulls to 0.",
            "2 and 6": "Heights that are all 40 ft higher vary together as before.",
            "all from 2 on": (
                "Steps 3 and 4 are algebra of ridge regression and know no prior; step"
                " 6 has no mean in it."
            ),
        },
        why=(
            "Step 2 takes ‖w‖² for the price of a curve, and step 5 leaves out m + …(y"
            " − m). The covariance knows neither m nor y. Set the prior mean to 40 ft"
            " to see it."
        ),
    )
    return stepper(
        posterior_mean_is_ridge,
        data,
        question=question,
        sigma=slider(0.0, 20.0, start=10.0, step=1.0, label="σ", unit="ft"),
        mean=slider(0.0, 80.0, start=0.0, step=10.0, label="prior mean", unit="ft"),
        table=choice(tuple(tables), label="table K"),
    )
