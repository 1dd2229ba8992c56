"""The labs on support vectors show what independent computations say."""

import numpy as np
import pytest

from kernellab import datasets, labs, plots, svr_dual
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    heights,
    line,
    lines,
    meets,
    on_speeds,
    says,
    shape_of,
)

X, Y = datasets.stopping()
SPEEDS = X.ravel()
MAKE = {"tube": labs.svr_tube, "count": labs.support_count}


def rests(K, t, alpha, C, epsilon):
    """The conditions of Karush, Kuhn and Tucker, which only the minimiser of the convex
    program meets; y − f.
    """
    off = t - K @ alpha
    inside, free = alpha == 0, (np.abs(alpha) > 0) & (np.abs(alpha) < C * (1 - 1e-9))
    assert (np.abs(alpha) <= C * (1 + 1e-9)).all()
    assert (np.abs(off[inside]) <= epsilon + 1e-5).all()
    np.testing.assert_allclose(off[free], epsilon * np.sign(alpha[free]), atol=1e-5)
    assert (
        off[~inside & ~free] * np.sign(alpha[~inside & ~free]) >= epsilon - 1e-5
    ).all()
    return off


@pytest.mark.slow
def test_the_solution_at_a_setting_does_not_depend_on_the_way_to_it():
    # Carried from each to the next, a solution would come to others than a fit afresh
    # does.
    settings = [
        {"kernel": "SE", "epsilon": 4.0, "lam": 0.0316, "length_scale": 4.2},
        {"kernel": "SE", "epsilon": 1.5, "lam": 0.2, "length_scale": 4.2},
        {"kernel": "SE", "epsilon": 30.0, "lam": 10.0, "length_scale": 4.2},
        {"kernel": "polynomial", "epsilon": 3.0, "lam": 0.0251, "degree": 2},
        {"kernel": "polynomial", "epsilon": 11.0, "lam": 100.0, "degree": 2},
        {"kernel": "polynomial", "epsilon": 20.0, "lam": 0.1, "degree": 2},
        {"kernel": "polynomial", "epsilon": 0.0, "lam": 1.0, "degree": 2},
    ]
    wandering = at("svr_tube")
    order = [*range(7), *range(6, -1, -1), 0, 3, 6, 1, 4, 2, 5]
    for setting in (settings[i] for i in order):
        wandering.set(**setting)
        afresh = labs.svr_tube(X, Y)
        afresh.set(**wandering.values)
        assert wandering.sentence == afresh.sentence, setting
        np.testing.assert_array_equal(
            heights(wandering.figure.axes[1])[1],
            heights(afresh.figure.axes[1])[1],
            str(setting),
        )


@pytest.mark.parametrize(
    ("kernel", "epsilon", "lam", "length_scale", "degree"),
    [
        ("SE + polynomial", 15.0, 0.62, 3.0, 2),
        ("SE + polynomial", 5.0, 10.0, 3.0, 2),
        ("SE", 0.0, 0.1, 0.2, 1),
        ("SE", 40.0, 1000.0, 15.0, 3),
        ("polynomial", 10.0, 1.0, 3.0, 2),
    ],
)
def test_the_tube_is_the_convex_program_s(kernel, epsilon, lam, length_scale, degree):
    lab = at(
        "svr_tube",
        kernel=kernel,
        epsilon=epsilon,
        lam=lam,
        length_scale=length_scale,
        degree=degree,
    )
    road, box = lab.figure.axes
    C, K = 1 / (2 * lam), on_speeds(kernel, SPEEDS, SPEEDS, length_scale, degree)
    # The table is in the order of speeds.
    np.testing.assert_array_equal(heights(box)[0], np.arange(1, 63))
    alpha = heights(box)[1] * C
    off = rests(K, Y, alpha, C, epsilon)
    fit, edges = line(road, plots.FIT), lines(road, plots.TUBE)
    f = on_speeds(kernel, ROAD, SPEEDS, length_scale, degree) @ alpha
    np.testing.assert_array_equal(fit.get_xdata(), ROAD)
    np.testing.assert_allclose(fit.get_ydata(), f, atol=1e-6)
    np.testing.assert_allclose(
        [edge.get_ydata() for edge in edges], [f - epsilon, f + epsilon], atol=1e-6
    )
    assert max(edge.get_linewidth() for edge in edges) < fit.get_linewidth()
    np.testing.assert_array_equal(
        [level.get_ydata() for level in lines(box, plots.OTHER)], [[-1, -1], [1, 1]]
    )
    bound = np.abs(alpha) > C * (1 - 1e-9)
    free = ~bound & (alpha != 0)
    for words, marker, chosen in (
        ("○ on the edge, free", "o", free),
        ("□ outside, at the bound", "s", bound),
    ):
        drawn = line(road, color_of(road, words), marker)
        assert drawn.get_markerfacecolor() == "none"
        np.testing.assert_array_equal(
            drawn.get_xydata(), np.column_stack([SPEEDS, Y])[chosen]
        )
    assert (np.abs(off[free]) <= epsilon + 1e-5).all()
    shape, of_kernel = shape_of(kernel, length_scale, degree)
    says(
        lab.sentence,
        f"{{}}, ε = {{}} ft, λ = {{}}, {shape}: {{:d}} {{}} inside the tube without"
        " weight, {:d} on its edge and free, {:d} outside at the bound C = {}: {:d}"
        " support vectors of 62.",
        *(kernel, epsilon, lam, *of_kernel, sum(alpha == 0)),
        *("car" if sum(alpha == 0) == 1 else "cars", sum(free), sum(bound), C),
        sum(alpha != 0),
    )


def test_each_car_has_a_bar_of_its_own_in_the_order_of_speed():
    order = np.random.default_rng(0).permutation(62)
    lab = labs.svr_tube(X[order], Y[order])
    places, _ = heights(lab.figure.axes[1])
    assert sorted(places) == list(range(1, 63))
    assert (np.diff(SPEEDS[order][np.argsort(places)]) >= 0).all()


def test_the_cars_that_carry_the_tube_are_the_convex_program_s():
    fit = svr_dual(
        on_speeds("SE + polynomial", SPEEDS, SPEEDS, 3.0), Y, C=1 / 1.24, epsilon=15.0
    )
    assert SPEEDS[fit.support].min() == 18.0 > np.median(SPEEDS)
    question = labs.svr_tube(X, Y).question
    assert question.judge("the fast ones").state == "right"
    assert "between 18 and 40 mph" in question.judge(None).text
    meets(
        question,
        (
            ("the slow ones", "the other way round"),
            ("those at both ends of the table", "at an end or in the middle"),
            ("cars of all speeds alike", "scattered by as much"),
        ),
    )


def test_a_count_drawn_wrongly_hears_how():
    question = labs.support_count(X, Y).question
    true = np.array(question.spec()["right"])
    K = on_speeds("SE + polynomial", SPEEDS, SPEEDS, 3.0)
    counts = [
        len(svr_dual(K, Y, C=1 / 1.24, epsilon=wide).support)
        for wide in (5.0, 10.0, 15.0, 20.0)
    ]
    np.testing.assert_allclose(true[1:5], counts, atol=1)
    assert question.judge(list(true + 3)).state == "right"
    meets(
        question,
        (
            (np.linspace(10, 60, 10), "Cars inside the tube weigh nothing"),
            (np.full(10, 30.0), "Cars inside the tube weigh nothing"),
            (np.linspace(62, 20, 10), "Your curve stays too high"),
            ([62.0, *[0.0] * 9], "Your curve falls too soon"),
        ),
    )


@pytest.mark.parametrize(
    ("kernel", "epsilon", "lam", "length_scale"),
    [
        ("SE + polynomial", 15.0, 0.62, 3.0),
        ("SE", 45.0, 0.1, 1.0),
        ("SE + polynomial", 0.0, 10.0, 15.0),
    ],
)
def test_the_count_is_right_along_the_whole_line(kernel, epsilon, lam, length_scale):
    lab = at(
        "support_count",
        kernel=kernel,
        epsilon=epsilon,
        lam=lam,
        length_scale=length_scale,
    )
    (ax,) = lab.figure.axes
    steps = line(ax, plots.FIT)
    assert steps.get_drawstyle() == "steps-post"
    starts, counts = np.array(steps.get_data())
    assert (np.diff(starts) >= 0).all()
    assert counts[-1] == 0
    K = on_speeds(kernel, SPEEDS, SPEEDS, length_scale)

    def supported(wide):
        """How many weights are not zero, at least and at most: twins, with both numbers
        equal, may share one weight.
        """
        fit = svr_dual(K, Y, C=1 / (2 * lam), epsilon=wide)
        rests(
            K,
            Y,
            np.where(np.abs(fit.alpha) > 1e-9 * np.abs(fit.alpha).max(), fit.alpha, 0),
            1 / (2 * lam),
            wide,
        )
        cars = np.unique(np.column_stack([X, Y]), axis=0, return_inverse=True)[
            1
        ].ravel()
        return len(np.unique(cars[fit.support])), np.isin(cars, cars[fit.support]).sum()

    for wide in (0.7, 6.8, 14.3, 15.0, 20.0, 44.0):
        drawn = counts[np.searchsorted(starts, wide, side="right") - 1]
        least, most = supported(wide)
        assert least <= drawn <= most, wide
    rises = [
        (starts[i], counts[i])
        for i in range(1, len(counts))
        if counts[i] > counts[i - 1]
    ]
    np.testing.assert_array_equal(
        line(ax, color_of(ax, "▲ one more"), "^").get_xydata().reshape(-1, 2),
        np.reshape(rises, (-1, 2)),
    )
    ((x, here),) = line(ax, plots.TUBE, "o").get_xydata()
    assert (x, here) == (
        epsilon,
        counts[np.searchsorted(starts, epsilon, side="right") - 1],
    )
    unseen = sum(start > ax.get_xlim()[1] for start, _ in rises)
    beyond = (
        f" ({unseen} {'time' if unseen == 1 else 'times'} beyond 45 ft)"
        if unseen
        else ""
    )
    width = [] if kernel == "polynomial" else [length_scale]
    says(
        lab.sentence,
        f"{{}}, λ = {{}}{', ℓ = {}' * len(width)}, ε = {{}} ft: {{:d}} support vectors."
        " Between ε = 0"
        f" and an ε that forgives everything the number rises {{:d}} {{}}{beyond}, and"
        " falls otherwise.",
        *(kernel, lam, *width, epsilon, here, len(rises)),
        "time" if len(rises) == 1 else "times",
    )
