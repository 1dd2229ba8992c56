"""Labs on support vector regression: the tube, and how many points carry the fit."""

import math
from functools import lru_cache

import numpy as np

from askfirst import Lab, counted, log_slider, readable, slider
from kernellab import epsilon_path, gram, svr_dual
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.shared import kernel_choice, scenes, stops

# The place on the road of the handle, 2 mph: the fit hardly moves there, and a wider
# tube has a higher edge
SLOW = 20
MOST_IN_TUBE = 100  # points of which a first picture comes soon


def svr_tube(
    X: ArrayLike, y: ArrayLike, xlabel: str | None = None, ylabel: str | None = None
) -> Lab:
    """The tube, the cars on its edge and outside, and the weights in their box, on
    speeds X (n, 1) and distances y (n,), or two columns of a table of your own.

    ``xlabel`` and ``ylabel`` say what other numbers mean, as "age (years)" and "height
    (cm)"; without them a column keeps its name.

    Raises ValueError for more coordinates than one.
    """
    scene = scenes.scene(X, y, xlabel, ylabel, MOST_IN_TUBE)
    X, y = scene.on_road, scene.y
    figure, (road, box) = plots.figure(2, ratios=(3, 2))
    scene.axes(road)
    fit = plots.curve(road, scene.curve_x, 0)
    edges = [plots.curve(road, scene.curve_x, 0, plots.TUBE, 1.1) for _ in range(2)]
    on_edge, outside = (
        plots.marks(road, [], [], *look, 9, face="none", markeredgewidth=1.6)
        for look in (("o", plots.FIT), ("s", plots.OTHER))
    )
    named = ("○ on the edge, free", plots.FIT), ("□ outside, at the bound", plots.OTHER)
    corner = float(scene.place(stops.CORNER[0])), scene.height(stops.CORNER[1])
    plots.key(road, *corner, *named)
    # By rank, so that two cars of one speed have a bar each
    places = np.argsort(np.argsort(X[:, 0], kind="stable")) + 1
    cars = "car, from the slowest to the fastest"
    order = cars if scene.of_cars else f"point, by {scene.x.name}"
    ends, title = (0, len(y) + 1), f"α / C, one per {scene.point}"
    plots.frame(box, ends, (-1.15, 1.15), order, title)
    look = {"color": plots.OTHER, "linestyle": plots.DASHES[plots.OTHER]}
    for bound in (-1, 1):
        box.axhline(bound, linewidth=1, **look)
    bars = plots.stems(box, places, 0)
    gram_of = lru_cache(maxsize=64)(lambda k: gram(k, X))

    def update(
        kernel: str, epsilon: float, lam: float, length_scale: float, degree: int
    ) -> str:
        k = kernel_choice.kernel_of(kernel, length_scale / scene.x_scale, degree)
        C = 1 / (2 * lam)
        # Not by a path: where several α are optimal, a path finds one by its start
        answer = svr_dual(gram_of(k), y, C, epsilon)
        f = gram(k, stops.ROAD, X) @ answer.alpha
        fit.set_ydata(f)
        edges[0].set_ydata(f - epsilon)
        edges[1].set_ydata(f + epsilon)
        on_edge.set_data(scene.X[answer.free, 0], y[answer.free])
        outside.set_data(scene.X[answer.bound, 0], y[answer.bound])
        plots.set_stems(bars, places, answer.alpha / C)
        return (
            f"{kernel}, ε = {scene.target.text(readable(epsilon))}, λ ="
            f" {readable(lam)}, {kernel_choice.in_use(kernel, length_scale, degree)}:"
            f" {counted(answer.inside.sum(), scene.point)} inside the tube without"
            f" weight, {answer.free.sum()} on its edge and free, {answer.bound.sum()}"
            f" outside at the bound C = {readable(C)}:"
            f" {counted(len(answer.support), 'support vector')} of {len(y)}."
        )

    # The losses, and so λ, are in the units of y.
    unit = 10.0 ** round(math.log10(scene.y_scale))
    lam = log_slider(0.01 / unit, 1000 / unit, start=0.62 / unit, label="λ")
    epsilon = scene.along_y(slider(0.0, 40.0, start=15.0, step=0.5, label="ε"))
    sliders = kernel_choice.kernel_sliders(lam, epsilon=epsilon)
    sliders["length_scale"] = scene.along_x(sliders["length_scale"])
    title = "A tube around " + ("stopping distances" if scene.of_cars else "a curve")
    lab = Lab(
        figure,
        update,
        together=("kernel", "epsilon", "lam"),
        title=title + scene.sample_note,
        idle=kernel_choice.idle_beside,
        # On other data the edge may lie beyond the picture, where no hand takes it.
        handles={"epsilon": plots.on_curve(edges[1], SLOW)} if scene.of_cars else {},
        **sliders,
    )
    if not scene.of_cars:
        return lab
    k = kernel_choice.kernel_of("SE + polynomial", 3.0, 2)
    carry = X[svr_dual(gram_of(k), y, 1 / (2 * 0.62), 15.0).support, 0]
    return lab.asks(
        "A tube of the same width goes along the whole curve, 15 ft to either side."
        " Which cars will be on its edge or outside, and carry the fit?",
        f"All support vectors lie between {carry.min():.0f} and {carry.max():.0f}"
        " mph. There cars of neighbouring speeds lie further from any smooth curve"
        " than the tube reaches, and one width has to do for all speeds.",
        "the slow ones — It is the other way round: slow cars stop near each other.",
        "the fast ones",
        "those at both ends of the table — A tube can push against cars at an end or"
        " in the middle.",
        "cars of all speeds alike — It would be so if the distances scattered by as"
        " much at every speed.",
        veil=[fit, *edges, on_edge, outside, bars],
    )


def support_count(X: ArrayLike, y: ArrayLike) -> Lab:
    """The number of support vectors for every ε, from the exact path, on speeds X (62,
    1) and distances y (62,).
    """
    X, y = stops.of_the_course(X, y)
    n, widest = len(y), 45.0
    figure, ax = plots.figure(1, width=6.2)
    plots.frame(ax, (0, widest), (0, n + 3), "ε (ft)", ylabel="support vectors")
    line = plots.curve(ax, [0.0, 1.0], [0, 0], plots.FIT, width=1.6)
    line.set_drawstyle("steps-post")
    rises = plots.marks(ax, [], [], "^", plots.OTHER, 7)
    rise = "▲ one more, as ε grows"
    legend = plots.label(ax, 44, n, rise, plots.OTHER, align="right")
    here = plots.marks(ax, [0], [0], "o", plots.TUBE, 9, face="white", zorder=5)
    here.set_markeredgewidth(2)
    path_of = lru_cache(maxsize=512)(
        lambda k, lam: epsilon_path(gram(k, X), y, 1 / (2 * lam))
    )

    def carried(epsilons: Array) -> tuple[Array, list[int]]:
        path = path_of(kernel_choice.kernel_of("SE + polynomial", 3.0, 2), 0.62)
        ends = np.minimum(epsilons, path.first)
        return epsilons, [len(path.at(epsilon).support) for epsilon in ends]

    def update(kernel: str, epsilon: float, lam: float, length_scale: float) -> str:
        path = path_of(kernel_choice.kernel_of(kernel, length_scale, 2), lam)
        # The path runs towards ε = 0; read it the other way.
        ends, counts = (path.values[::-1], path.counts[::-1])
        starts, counts = np.append(0.0, ends), np.append(counts, 0)
        line.set_data(np.append(starts, 200.0), np.append(counts, 0))
        up = np.flatnonzero(np.diff(counts) > 0)
        rises.set_data(starts[1:][up], counts[1:][up])
        unseen = int(np.sum(starts[1:][up] > widest))
        beyond = f" ({counted(unseen, 'time')} beyond 45 ft)" if unseen else ""
        support = len(path.at(min(epsilon, path.first)).support)
        here.set_data([epsilon], [support])
        width = "" if kernel == "polynomial" else f", ℓ = {readable(length_scale)}"
        return (
            f"{kernel}, λ = {readable(lam)}{width}, ε = {readable(epsilon)} ft:"
            f" {counted(support, 'support vector')}. Between ε = 0 and an ε that"
            " forgives everything the number rises"
            f" {counted(len(up), 'time')}{beyond}, and falls otherwise."
        )

    holds = "Cars inside the tube weigh nothing; a wider tube holds more."
    return Lab(
        figure,
        update,
        together=("kernel", "epsilon", "lam"),
        title="How many points carry the fit",
        idle=kernel_choice.idle_beside,
        handles={"epsilon": here},
        **kernel_choice.kernel_sliders(
            log_slider(0.01, 1000, start=0.62, label="λ"),
            degree=False,
            epsilon=slider(0.0, widest, start=15.0, step=0.5, label="ε", unit="ft"),
        ),
    ).asks(
        f"At ε = 0 all {n} cars carry the fit. Draw how many support vectors are left"
        " as ε grows to 45 ft.",
        "The count follows how far the cars lie from the curve: many close"
        " by, few far off. Each triangle is a place where it rises.",
        f"rising — {holds}",
        f"flat — {holds}",
        "above — Your curve stays too high: a narrow tube holds most cars.",
        "below — Your curve falls too soon: the tube has to reach a car.",
        curve=ax,
        right=lambda: carried(np.arange(0.0, 46.0, 5.0)),
        unit="support vectors",
        within=0.08 * n,
        veil=[line, rises, legend, here],
    )
