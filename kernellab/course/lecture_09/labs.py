"""Labs on kernel ridge regression."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from askfirst import Lab, choice, log_slider, readable, slider
from kernellab import RBF, Expansion, gram, ridge_path
from kernellab._arrays import ArrayLike, as_bool
from kernellab.course import plots
from kernellab.course.shared import amounts, kernel_choice, scenes, stops


def kernel_ridge(
    X: ArrayLike,
    y: ArrayLike,
    ask: bool = False,
    xlabel: str | None = None,
    ylabel: str | None = None,
) -> Lab:
    """The fit and its weights α as λ, ℓ, the degree and the kernel change.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet, or they are two
    columns of a table of your own. ``xlabel`` and ``ylabel`` say what other numbers
    mean, as "age (years)" and "height (cm)"; without them a column keeps its name. A
    table of your own starts at the polynomial. With ``ask`` the controls start at the
    squared exponential of the smallest ℓ, and the lab asks what its curve looks like.

    Raises ValueError for more coordinates than one.
    """
    scene = scenes.scene(X, y, xlabel, ylabel)
    X, y = scene.on_road, scene.y
    lam = log_slider(0.01, 1000, start=0.62, label="λ")
    sliders = kernel_choice.kernel_sliders(lam)
    sliders["length_scale"] = scales = scene.along_x(sliders["length_scale"])
    least_scale = scales.values[0]
    if as_bool(ask, "ask") or not scene.of_cars:
        kind = "SE" if ask else "polynomial"
        sliders["kernel"] = choice(kernel_choice.KINDS, kind, label="kernel")
    if ask:
        sliders["length_scale"] = replace(scales, start=least_scale)
    path_of = lru_cache(maxsize=64)(lambda k: ridge_path(gram(k, X), y))
    figure, (road, weights) = plots.figure(2, ratios=(3, 2))
    scene.axes(road)
    fit = plots.curve(road, scene.curve_x, 0)
    asked = plots.marks(road, scene.asked, [0, 0], "D", plots.FIT, 7, face="white")
    label_x = float(scene.place(stops.CORNER[0]))
    plots.label(road, label_x, scene.height(100), "◇ predictions", plots.FIT)
    ends, most = tuple(scene.place([0.0, 50.0])), 55 * scene.y_scale
    title = f"weights α, one per {scene.point}"
    plots.frame(weights, ends, (-most, most), scene.x.label, title)
    scene.plain_ticks(weights)
    bars = plots.stems(weights, scene.X, 0)
    bump = stops.OneBump(road)
    middle_speed, beyond_speed = map(scene.x_text, scene.asked)
    what = "" if scene.of_cars else f"{scene.target.name} "

    def update(kernel: str, lam: float, length_scale: float, degree: int) -> str:
        k = kernel_choice.kernel_of(kernel, length_scale / scene.x_scale, degree)
        path = path_of(k)
        f = Expansion(k, X, path.alpha(lam))
        bump.set(length_scale, kernel != "polynomial")
        fit.set_ydata(f(stops.ROAD))
        middle, beyond = f(scene.asked_on_road)
        asked.set_ydata([middle, beyond])
        plots.grow_limits(weights, f.alpha, most)
        plots.set_stems(bars, scene.X, f.alpha)
        return (
            f"{kernel}, λ = {readable(lam)},"
            f" {kernel_choice.in_use(kernel, length_scale, degree)}:"
            f" {what}{scene.y_text(middle)} predicted at {middle_speed} and"
            f" {scene.y_text(beyond)} at {beyond_speed}; training error"
            f" {scene.y_text(amounts.rmse(y - f(X)), 1)}, leave-one-out error"
            f" {scene.y_text(path.loo_rmse(lam), 1)}, {path.dof(lam):.1f} degrees of"
            " freedom."
        )

    title = "Kernel ridge regression"
    title += f" on {scene.target.name}s" if scene.of_cars else ""
    lab = Lab(
        figure,
        update,
        together=("kernel", "lam", "length_scale"),
        title=title + scene.sample_note,
        handles={"length_scale": bump.side},
        idle=kernel_choice.idle_beside,
        **sliders,
    )
    if not (ask and scene.of_cars):
        return lab
    # At a speed that cars had, then midway between two, and so on
    speeds = np.unique(X)
    chosen = np.unique(np.linspace(0, len(speeds) - 1, 13).astype(int))
    at_cars, before_gaps = chosen[::2], chosen[1:-1:2]
    midways = (speeds[before_gaps] + speeds[before_gaps + 1]) / 2
    places = np.sort([*speeds[at_cars], *midways])
    narrow = RBF(least_scale)
    heights = Expansion(narrow, X, path_of(narrow).alpha(0.62))(places[:, None])
    return lab.asks(
        f"The squared exponential with ℓ = {least_scale} mph, the smallest there is,"
        " and λ = 0.62: draw the fitted curve. You are asked for its height at a speed"
        " that cars had, then midway between two neighbouring speeds, and so on in"
        " turn.",
        "Each speed has a spike of its own: a lone car pulls the curve to 1/(1 + λ) of"
        " its distance, and between the speeds it falls almost to 0. Now enlarge ℓ.",
        "rising — That is the curve of a larger ℓ. Here each bump stands alone.",
        "flat — It is flat between the speeds only. At a speed there is a spike.",
        "above — Nothing holds the curve up between the speeds.",
        "below — Where cars drove, their bumps add up to most of their mean distance.",
        curve=road,
        right=(places, heights),
        unit="ft",
        within=15.0,
        veil=[fit, asked, bars, *bump.artists],
    )


def leave_one_out(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """Training and leave-one-out error along the whole λ path, and the fit at one λ, as
    ℓ and the kernel change.

    X (n, 1) holds speeds in mph, y (n,) stopping distances in feet, or they are two
    columns of a table of your own. ``xlabel`` and ``ylabel`` say what other numbers
    mean, as "age (years)" and "height (cm)"; without them a column keeps its name.

    Raises ValueError for more coordinates than one.
    """
    scene = scenes.scene(X, y, xlabel, ylabel)
    X, y = scene.on_road, scene.y
    path_of = lru_cache(maxsize=64)(lambda k: ridge_path(gram(k, X), y))
    lams = np.logspace(-2, 4, 181)
    figure, (road, errors) = plots.figure(2, ratios=(1, 1))
    scene.axes(road)
    fit = plots.curve(road, scene.curve_x, 0)
    unit = "feet" if scene.of_cars else scene.target.label
    title = f"error in {unit} (root mean square)"
    top = 30 * scene.y_scale
    plots.frame(errors, (0.006, 1.6e4), (0, top), "λ", title, log="x")
    loo = plots.curve(errors, lams, 0)
    training = plots.curve(errors, lams, 0, plots.OTHER)
    start = path_of(kernel_choice.kernel_of("SE", 3.0, 2))
    rmse = amounts.rmse(0.01 * start.alpha(0.01))  # y − Kα = λα
    loo_rmse = float(start.loo_rmse(0.01))
    here = plots.marks(errors, [1], [0], "o", plots.PENALTY, 8)
    best = errors.axvline(1, color=plots.TRUTH, zorder=2)
    best.set_linestyle(plots.DASHES[plots.TRUTH])
    best_label = plots.label(errors, 1, 1.3 * scene.y_scale, "  best λ  ", plots.TRUTH)
    entries = ("leave-one-out", plots.FIT), ("training", plots.OTHER)
    names = plots.key(errors, 1.2e4, 6.4 * scene.y_scale, *entries, align="right")

    def update(kernel: str, lam: float, length_scale: float, degree: int) -> str:
        k = kernel_choice.kernel_of(kernel, length_scale / scene.x_scale, degree)
        path = path_of(k)
        left_out = path.loo_rmse(lams)
        lowest = int(left_out.argmin())
        fit.set_ydata(Expansion(k, X, path.alpha(lam))(stops.ROAD))
        loo.set_ydata(left_out)
        # y − Kα = λα.
        training.set_ydata(np.sqrt(((lams * path.alpha(lams)) ** 2).mean(axis=0)))
        # Errors of other data may lie above the picture; the mark stays at its top
        error = float(path.loo_rmse(lam))
        here.set_data([lam], [error if scene.of_cars else min(error, top)])
        best.set_xdata([lams[lowest]] * 2)
        best_label.set_x(lams[lowest])
        best_label.set_horizontalalignment("left" if lams[lowest] < 100 else "right")
        in_grid = 0 < lowest < len(lams) - 1
        best_label.set_text("  best λ  " if in_grid else "  still falling  ")
        where = "the lowest point of the curve is"
        if not in_grid:
            where = "the curve still falls at the end of the grid, where it is"
        return (
            f"At λ = {readable(lam)} the leave-one-out error is"
            f" {scene.y_text(error, 2)}; {where} {scene.y_text(left_out[lowest], 2)} at"
            f" λ = {readable(lams[lowest])}."
        )

    most = max(30.0, float(np.ceil(2 * loo_rmse / scene.y_scale))) * scene.y_scale
    return Lab(
        figure,
        update,
        together=("kernel", "lam", "length_scale"),
        title="Choosing λ and ℓ by leave-one-out" + scene.sample_note,
        idle=kernel_choice.idle_beside,
        handles={"lam": here},
        kernel=choice(kernel_choice.KINDS, "SE", label="kernel"),
        lam=log_slider(0.01, 10000, start=0.01, label="λ"),
        length_scale=scene.along_x(slider(0.5, 30.0, start=3.0, step=0.5, label="ℓ")),
        degree=kernel_choice.DEGREE,
    ).asks(
        f"With ℓ = {scene.x.text(readable(3 * scene.x_scale))} and hardly any penalty"
        f" (λ = 0.01) the blue curve misses the {len(y)} {scene.point}s by"
        f" {scene.y_text(rmse, 1)} (root mean square). Now each {scene.point} in"
        " turn is left out, and predicted by the fit to all others. By how much do"
        " these predictions miss?",
        f"Without its own value a {scene.point} is missed by"
        f" {scene.y_text(loo_rmse - rmse, 1)} more. Which λ makes this error smallest?",
        number=(0, most),
        unit=scene.target.unit,
        right=loo_rmse,
        within=0.1 * loo_rmse,
        replies={
            (0, rmse): f"A {scene.point}'s own value no longer helps to predict it.",
            (0, loo_rmse): (
                f"It is more: the curve has followed noise of single {scene.point}s."
            ),
            (loo_rmse, most): "It is less: neighbours that stay predict it well.",
        },
        veil=[loo, names[0], here, best, best_label],
    )


def offset(X: ArrayLike, y: ArrayLike) -> Lab:
    """What happens when a constant is added to every distance, with and without an
    offset b in the model, on speeds X (62, 1) and distances y (62,).
    """
    X, y = stops.of_the_course(X, y)
    k = RBF(3.0)
    K, K_road = gram(k, X), gram(k, stops.ROAD, X)
    figure, axes = plots.figure(2)
    dots = [stops.road_axes(ax, X, y, ylim=(-120, 260)) for ax in axes]
    lines = [plots.curve(ax, stops.ROAD, 0) for ax in axes]
    axes[0].set_title("without offset")
    axes[1].set_title("with offset b")
    middle = int(np.abs(X[:, 0] - np.median(X)).argmin())
    level = plots.level(axes[1], 0)
    level_label = plots.label(axes[1], 49.5, 0, "b", plots.TRUTH, align="right")
    between = stops.within_data(X)
    unshifted = [ridge_path(K, y, offset=has_b) for has_b in (False, True)]

    def update(shift: float, lam: float) -> str:
        gap = []
        for points, line, old in zip(dots, lines, unshifted, strict=True):
            path = ridge_path(K, y + shift, offset=old.offset)
            f = K_road @ path.alpha(lam) + path.b(lam)
            moved = f - (K_road @ old.alpha(lam) + old.b(lam)) - shift
            gap.append(np.abs(moved[between]).max())
            points.set_ydata(y + shift)
            line.set_ydata(f)
        b, total = float(path.b(lam)), float(path.alpha(lam).sum())
        level.set_ydata([b, b])
        level_label.set_y(b + 12)
        return (
            f"All distances {shift:+.0f} ft, λ = {readable(lam)}: within the data the"
            f" curve without offset departs from a pure shift by up to {gap[0]:.1f} ft,"
            f" with offset by {gap[1]:.1f} ft; b = {b:z.1f} ft and the weights sum to"
            f" {abs(total):.0f}."
        )

    return Lab(
        figure,
        update,
        title="A constant added to every response",
        handles={"shift": plots.on_curve(dots[0], middle)},
        shift=slider(-100, 100, start=60, step=5, label="added to y", unit="ft"),
        lam=log_slider(0.01, 1000, start=1.0, label="λ"),
    ).asks(
        "60 ft are added to all distances, and both curves are fitted anew (λ = 1)."
        " Which of them is the old curve, moved up by 60 ft?",
        "The offset b takes up the whole constant, and the weights stay as they are."
        " Without b the curve has to climb from 0, by weights that are penalised. Look"
        " also beyond the data: what do the two curves fall back to?",
        "both — Without b the 60 ft have to come from the weights, which are"
        " penalised.",
        "the one without offset — The other one: there the 60 ft cost nothing.",
        "the one with offset",
        "neither — One has a number that is not penalised: it takes the 60 ft.",
        veil=[*lines, level, level_label],
    )


def null_vector(X: ArrayLike, y: ArrayLike) -> Lab:
    """Many α, one fit: add a vector of the null space of a singular K to the weights,
    and nothing else changes, on speeds X (62, 1), some of them equal, and distances y
    (62,).
    """
    X, y = stops.of_the_course(X, y)
    k, lam = RBF(3.0), 0.62
    K, K_road = gram(k, X), gram(k, stops.ROAD, X)
    alpha = ridge_path(K, y).alpha(lam)
    speeds, cars = np.unique(X, return_counts=True)
    first, second = np.flatnonzero(X.ravel() == speeds[cars.argmax()])[:2]
    # Two cars at one speed: their columns of K are equal.
    null = np.eye(len(y))[first] - np.eye(len(y))[second]
    figure, (road, weights) = plots.figure(2, ratios=(3, 2))
    stops.road_axes(road, X, y)
    before = plots.curve(road, stops.ROAD, K_road @ alpha, plots.FAINT, width=7)
    before.set(linestyle="-", alpha=0.6)  # to be seen on either side of the fit
    fit = plots.curve(road, stops.ROAD, K_road @ alpha)
    entries = ("as it was", plots.MUTED), ("as it is now", plots.FIT)
    plots.key(road, *stops.CORNER, *entries)
    number = np.arange(1, len(y) + 1)
    ends, title = (0, len(y) + 1), "weights α, one per car"
    plots.frame(weights, ends, (-75, 75), "car number", title)
    bars = plots.stems(weights, number, alpha)

    def update(amount: float) -> str:
        other = alpha + amount * null
        fit.set_ydata(K_road @ other)
        plots.grow_limits(weights, other, 75)
        plots.set_stems(bars, number, other)
        gradient = 2 * K @ (K @ other + lam * other - y)
        zero = np.abs(gradient).max() < 1e-9 * np.abs(K @ y).max()
        return (
            f"{amount:+g} for car {first + 1} and {-amount:+g} for car {second + 1}:"
            f" the curve moves by {np.abs(K_road @ (other - alpha)).max():.0f} ft, the"
            f" gradient is {'zero' if zero else 'not zero'} to rounding, and (K + λI)α"
            f" misses y by {np.abs(K @ other + lam * other - y).max():.1f} ft."
        )

    gradient = "the gradient, not the curve"
    return Lab(
        figure,
        update,
        together=(),
        title="Adding to one weight and taking from another",
        handles={"amount": plots.on_curve(bars, int(first))},
        amount=slider(-50, 50, start=40, step=1, label="amount of null vector"),
    ).asks(
        f"Cars {first + 1} and {second + 1} have the same speed. Car {first + 1} gets"
        f" 40 more weight, and car {second + 1} 40 less. What changes?",
        "The columns of K for these two cars are equal, so what was"
        " added, v, has Kv = 0: the curve stays, and so does the gradient 2K[(K +"
        " λI)α − y]. Only the bracket does not stay 0.",
        "the curve — Both cars have the same bump: gain and loss cancel.",
        f"{gradient} — The gradient has the factor K, and K maps what was added to 0.",
        "neither the curve nor the gradient",
        "both — Both cars have the same bump: gain and loss cancel.",
        veil=[fit, bars],
    )
