"""A lab of two lectures: a car is pulled up or down, and two regressions follow."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from askfirst import Lab, log_slider, readable, slider
from kernellab import RBF, SupportVectors, gram, ridge_dual, svr_dual
from kernellab._arrays import Array, ArrayLike
from kernellab.course import plots
from kernellab.course.shared import stops

NAMED = 8  # cars that the hand can take
FARTHEST = 100  # feet of a pull


def pull_a_car(X: ArrayLike, y: ArrayLike) -> Lab:
    """Both regressions while any of the cars is pulled up or down, on speeds X (62, 1)
    and distances y (62,).

    At car i the prediction of the squared loss moves by hᵢ times the pull, where the
    leverage hᵢ is on the diagonal of K(K + λI)⁻¹. That of the ε-insensitive loss moves
    with the car while it is on the edge of the tube, and not otherwise.
    """
    X, y = stops.of_the_course(X, y)
    order = np.argsort(X[:, 0], kind="stable")
    X, y = X[order], y[order]
    k = RBF(8.0)
    K, K_road = gram(k, X), gram(k, stops.ROAD, X)
    far = float(FARTHEST)

    @lru_cache(maxsize=64)
    def response(i: int, lam: float) -> Array:
        """By how much α of the squared loss changes for each unit of the pull."""
        return ridge_dual(K, np.eye(len(y))[i], lam)

    @lru_cache(maxsize=512)
    def tube_fit(i: int, pull: float, epsilon: float, lam: float) -> SupportVectors:
        t = y + pull * (np.arange(len(y)) == i)
        return svr_dual(K, t, 1 / (2 * lam), epsilon)

    @lru_cache(maxsize=512)
    def tube_at(i: int, epsilon: float, lam: float) -> Callable[[Array], Array]:
        """What the tube predicts at car i, by its value: exactly, from three fits."""
        low, high = (K[i] @ tube_fit(i, p, epsilon, lam).alpha for p in (-far, far))
        rest = np.arange(len(y)) != i
        others = svr_dual(K[np.ix_(rest, rest)], y[rest], 1 / (2 * lam), epsilon)
        left_out = K[i, rest] @ others.alpha

        def predicted(t: Array) -> Array:
            # On the edge f(xᵢ) = t ∓ ε; inside the tube the car has no weight, and
            # outside it all the weight it may have, whatever t is.
            on_edge = t - np.clip(t - left_out, -epsilon, epsilon)
            return np.asarray(np.clip(on_edge, low, high))

        return predicted

    figure, (road, answer) = plots.figure(2, ratios=(3, 2))
    points = stops.road_axes(road, X, y)
    squares = plots.curve(road, stops.ROAD, 0, plots.OTHER)
    tube = plots.curve(road, stops.ROAD, 0, plots.FIT)
    edges = [plots.curve(road, stops.ROAD, 0, plots.FIT, width=0.9) for _ in range(2)]
    pulled = plots.marks(road, X[0], y[:1], "D", plots.WEIGHTS, 8)
    named = ("squared loss", plots.OTHER), ("ε-insensitive loss", plots.FIT)
    plots.key(road, *stops.CORNER, *named)
    title = "how far its prediction moves (ft)"
    plots.frame(answer, (-far, far), (-30, 30), "pull (ft)", title)
    plots.level(answer, 0.0).set(color=plots.FAINT, linestyle="-", linewidth=0.8)
    pulls = np.linspace(-far, far, 401)
    lines = [plots.curve(answer, pulls, 0, c) for c in (plots.OTHER, plots.FIT)]
    looks = ("s", plots.OTHER), ("o", plots.FIT)
    here = [plots.marks(answer, [0], [0], *look, 8) for look in looks]

    def update(car: int, pull: float, epsilon: float, lam: float) -> str:
        i = car - 1
        t = y + pull * (np.arange(len(y)) == i)
        fit = tube_fit(i, pull, epsilon, lam)
        f = K_road @ fit.alpha
        squares.set_ydata(K_road @ ridge_dual(K, t, lam))
        for line, side in zip((tube, *edges), (0, -epsilon, epsilon), strict=True):
            line.set_ydata(f + side)
        points.set_data(X[:, 0], t)
        pulled.set_data(X[i], t[i : i + 1])
        leverage = float(K[i] @ response(i, lam))
        predicted = tube_at(i, epsilon, lam)
        before = predicted(y[i])
        moves = leverage * pulls, predicted(y[i] + pulls) - before
        for line, heights in zip(lines, moves, strict=True):
            line.set_ydata(heights)
        moved = leverage * pull, float(K[i] @ fit.alpha - before)
        for mark, each in zip(here, moved, strict=True):
            mark.set_data([pull], [each])
        plots.grow_limits(answer, np.concatenate(moves), 30)
        where = "inside the tube"
        if fit.alpha[i]:
            where = "outside the tube" if fit.bound[i] else "on the edge of the tube"
        how = f"pulled {'down' if pull < 0 else 'up'} by {abs(pull):.0f} ft"
        return (
            f"Car {car}, at {X[i, 0]:g} mph, is {how if pull else 'not pulled'}; ε ="
            f" {readable(epsilon)} ft, λ = {readable(lam)}. There the prediction of the"
            f" squared loss moves by {moved[0]:z.1f} ft, at a leverage of"
            f" {leverage:.2f}, and that of the ε-insensitive loss by {moved[1]:z.1f}"
            f" ft. The car is {where}."
        )

    named = np.unique(np.linspace(1, len(y), NAMED).round().astype(int)).tolist()
    start = named[-2]
    return Lab(
        figure,
        update,
        together=(),
        title="Pull a car",
        handles={
            ("car", "pull"): {car: plots.on_curve(points, car - 1) for car in named},
            "pull": pulled,
        },
        car=slider(1, len(y), start=start, step=1, label="car"),
        pull=slider(-far, far, start=0.0, step=2.0, label="pull", unit="ft"),
        epsilon=slider(0.0, 30.0, start=5.0, step=1.0, label="ε", unit="ft"),
        lam=log_slider(0.001, 1.0, start=0.00316, label="λ"),
    ).asks(
        "One car is pulled up, further and further away from all others. Which of"
        " the two curves goes on following it, however far it is pulled?",
        "A squared loss gives a prediction that is linear in y: at the point it moves"
        " by the leverage times the pull. The ε-insensitive loss leaves its curve alone"
        " while the point is inside the tube, moves it while the point is on the edge,"
        " and stops once the weight of the point is at its bound. Now pull the car up.",
        "both — The ε-insensitive loss pulls with one force, however far the point is.",
        "that of the squared loss",
        "that of the ε-insensitive loss — It is the other way round: its force does"
        " not grow with the error.",
        "neither — A squared loss pulls harder, the further away the point is.",
        veil=[squares, tube, *edges, *lines, *here],
    )


def random_problem(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """n points (d coordinates) and targets, the same at each call: Φ (n, d), y (n,)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n)
