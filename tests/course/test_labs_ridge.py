"""The labs on kernel ridge regression show what an independent computation says."""

from math import comb

import numpy as np
import pytest
from matplotlib.colors import same_color

from kernellab import datasets, labs, plots
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    gives_nothing_away,
    heights,
    line,
    lines,
    meets,
    named,
    on_speeds,
    rms,
    says,
    se,
    shape_of,
)

X, Y = datasets.stopping()
SPEEDS = X.ravel()
EVERYONE = np.arange(len(Y))
SETTINGS = [
    ("SE + polynomial", 0.62, 3.0, 2),
    ("SE", 0.01, 0.2, 1),
    ("polynomial", 1000.0, 3.0, 3),
    ("SE + polynomial", 10.0, 15.0, 1),
]


def solved(K, lam):
    return np.linalg.solve(K + lam * np.eye(len(K)), Y)


def left_out(K, lam):
    """The root mean square of what refits without one car each miss of it."""
    missed = []
    for j in EVERYONE:
        rest = j != EVERYONE
        missed.append(
            Y[j]
            - K[j, rest]
            @ np.linalg.solve(K[np.ix_(rest, rest)] + lam * np.eye(61), Y[rest])
        )
    return rms(missed)


def dof(K, lam):
    return np.trace(np.linalg.solve(K + lam * np.eye(len(K)), K))


def smoother(kernel, K, degree, lam):
    """H = K(K + λI)⁻¹, so that Hy are the fitted values; a polynomial of large numbers
    needs its features and a QR.
    """
    if kernel != "polynomial":
        return np.linalg.solve(K + lam * np.eye(62), K)
    Phi = np.vander(SPEEDS, degree + 1, increasing=True) * np.sqrt(
        [comb(degree, p) for p in range(degree + 1)]
    )
    Q = np.linalg.qr(np.vstack([Phi, np.sqrt(lam) * np.eye(degree + 1)]))[0][:62]
    return Q @ Q.T


@pytest.mark.parametrize(("kernel", "lam", "length_scale", "degree"), SETTINGS)
def test_the_fit_its_two_answers_and_its_weights(kernel, lam, length_scale, degree):
    lab = at(
        "kernel_ridge", kernel=kernel, lam=lam, length_scale=length_scale, degree=degree
    )
    road, weights = lab.figure.axes
    K = on_speeds(kernel, SPEEDS, SPEEDS, length_scale, degree)
    alpha = solved(K, lam)
    f = on_speeds(kernel, ROAD, SPEEDS, length_scale, degree) @ alpha
    np.testing.assert_array_equal(
        line(road, plots.DATA, "o").get_xydata(), np.column_stack([X, Y])
    )
    np.testing.assert_array_equal(line(road, plots.FIT).get_xdata(), ROAD)
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), f, atol=1e-5)
    np.testing.assert_allclose(
        line(road, plots.FIT, "D").get_xydata(), [[33, f[330]], [45, f[450]]], atol=1e-5
    )
    np.testing.assert_array_equal(heights(weights)[0], SPEEDS)
    np.testing.assert_allclose(heights(weights)[1], alpha, atol=1e-5)
    assert same_color(weights.collections[0].get_color()[0], plots.WEIGHTS)
    assert np.abs(alpha).max() < weights.get_ylim()[1] == -weights.get_ylim()[0]
    shape, of_kernel = shape_of(kernel, length_scale, degree)
    says(
        lab.sentence,
        f"{{}}, λ = {{}}, {shape}: {{:.0f}} ft predicted at 33 mph and {{:.0f}} ft"
        " at 45 mph; training error {:.1f} ft, leave-one-out error {:.1f} ft, {:.1f}"
        " degrees of freedom.",
        *(kernel, lam, *of_kernel, f[330], f[450], rms(Y - K @ alpha)),
        *(left_out(K, lam), dof(K, lam)),
    )


@pytest.mark.parametrize(
    ("kernel", "length_scale", "degree", "lam"),
    [
        ("SE", 3.0, 2, 0.01),
        ("SE + polynomial", 10.0, 2, 100.0),
        ("SE", 0.5, 1, 10000.0),
        ("polynomial", 3.0, 3, 1.0),
    ],
)
def test_both_error_curves_are_those_of_fits_and_of_refits(
    kernel, length_scale, degree, lam
):
    lab = at(
        "leave_one_out",
        kernel=kernel,
        length_scale=length_scale,
        degree=degree,
        lam=lam,
    )
    K = on_speeds(kernel, SPEEDS, SPEEDS, length_scale, degree)
    road, errors = lab.figure.axes
    lams = np.logspace(-2, 4, 181)
    loo, training = named(errors, "leave-one-out"), named(errors, "training")
    for label in ("leave-one-out", "training"):
        np.testing.assert_allclose(
            line(errors, color_of(errors, label)).get_xdata(), lams
        )
    # Allen's r/(1 − h) for all λ, and refits for some of them.
    for i, each in enumerate(lams):
        H = smoother(kernel, K, degree, each)
        r = Y - H @ Y
        assert training[i] == pytest.approx(rms(r), rel=1e-6)
        assert loo[i] == pytest.approx(rms(r / (1 - H.diagonal())), rel=1e-6)
    for i in (20, 90, 150):
        assert loo[i] == pytest.approx(
            left_out(K, lams[i]), rel=1e-3 if kernel == "polynomial" else 1e-6
        )
    np.testing.assert_allclose(
        line(errors, plots.PENALTY, "o").get_xydata(),
        [[lam, left_out(K, lam)]],
        rtol=1e-4,
    )
    fit = on_speeds(kernel, ROAD, SPEEDS, length_scale, degree) @ solved(K, lam)
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), fit, atol=0.01)
    best = lams[loo.argmin()]
    (label,) = (text for text in errors.texts if "best" in text.get_text())
    assert label.get_position()[0] == best
    assert label.get_horizontalalignment() == ("left" if best < 100 else "right")
    np.testing.assert_array_equal(
        line(errors, color_of(errors, "best")).get_xdata(), [best, best]
    )
    says(
        lab.sentence,
        "At λ = {} the leave-one-out error is {:.2f} ft; the lowest point of the curve"
        " is {:.2f} ft at λ = {}, with {:.1f} degrees of freedom.",
        *(lam, left_out(K, lam), loo.min(), best, dof(K, best)),
    )


def test_the_end_of_the_grid_is_not_called_the_lowest_point():
    lab = at("leave_one_out", kernel="SE", length_scale=23.5)
    errors = lab.figure.axes[1]
    loo = named(errors, "leave-one-out")
    assert loo[0] < loo[1]
    assert "the curve still falls at the end of the grid, where it is" in lab.sentence
    assert "lowest" not in lab.sentence
    assert not any("best" in text.get_text() for text in errors.texts)


@pytest.mark.parametrize(
    ("shift", "lam"), [(60, 1.0), (-100, 1000.0), (100, 0.01), (0, 10.0)]
)
def test_a_constant_is_carried_along_by_b_alone(shift, lam):
    lab = at("offset", shift=shift, lam=lam)
    K, K_road = se(SPEEDS, SPEEDS, 3.0), se(ROAD, SPEEDS, 3.0)

    def fit(t, free):
        """(K + λI)α + b1 = t and 1ᵀα = 0, in one system."""
        ones, corner = np.full((62, 1), float(free)), np.full((1, 1), float(not free))
        system = np.block([[K + lam * np.eye(62), ones], [ones.T, corner]])
        *alpha, b = np.linalg.solve(system, [*t, 0])
        return K_road @ alpha + b, b, sum(alpha)

    off = []
    within = (SPEEDS.min() - 1e-9 <= ROAD) & (SPEEDS.max() + 1e-9 >= ROAD)
    for ax, free in zip(lab.figure.axes, (False, True), strict=True):
        f, b, total = fit(Y + shift, free)
        assert ax.get_title().startswith("with offset" if free else "without offset")
        np.testing.assert_array_equal(line(ax, plots.DATA, "o").get_ydata(), Y + shift)
        np.testing.assert_allclose(line(ax, plots.FIT).get_ydata(), f, atol=1e-6)
        off.append(np.abs(f - fit(Y, free)[0] - shift)[within].max())
    assert not lines(lab.figure.axes[0], plots.TRUTH)
    (label,) = (text for text in ax.texts if text.get_text() == "b")
    np.testing.assert_allclose(
        line(ax, color_of(ax, "b")).get_ydata(), [b, b], atol=1e-6
    )
    assert label.get_position()[1] == pytest.approx(b + 12)
    says(
        lab.sentence,
        "All distances {} ft, λ = {}: within the data the curve without offset departs"
        " from a pure shift by up to {:.1f} ft, with offset by {:.1f} ft; b = {:.1f} ft"
        " and the weights sum to {:.0f}.",
        *(f"{shift:+d}", lam, *off, b, abs(total)),
    )


@pytest.mark.parametrize("amount", [40, -50, 0, 17])
def test_a_null_vector_moves_two_weights_and_nothing_else(amount):
    lab = at("null_vector", amount=amount)
    road, weights = lab.figure.axes
    K = se(SPEEDS, SPEEDS, 3.0)
    alpha = solved(K, 0.62)
    first, second = np.flatnonzero(np.bincount(SPEEDS.astype(int)).argmax() == SPEEDS)[
        :2
    ]
    assert SPEEDS[first] == SPEEDS[second]
    moved = alpha.copy()
    moved[first] += amount
    moved[second] -= amount
    for color in (plots.FIT, plots.FAINT):
        np.testing.assert_allclose(
            line(road, color).get_ydata(), se(ROAD, SPEEDS, 3.0) @ alpha, atol=1e-8
        )
    np.testing.assert_array_equal(heights(weights)[0], EVERYONE + 1)
    np.testing.assert_allclose(heights(weights)[1], moved, atol=1e-8)
    says(
        lab.sentence,
        "{} for car {:d} and {} for car {:d}: the curve moves by 0 ft, the gradient is"
        " zero to rounding, and (K + λI)α misses y by {:.1f} ft.",
        *(f"{amount:+d}", first + 1, f"{-amount:+d}", second + 1, 0.62 * abs(amount)),
    )


@pytest.mark.slow
def test_labs_that_ask_show_nothing_that_gives_it_away():
    for lab in (
        labs.kernel_ridge(X, Y, ask=True),
        labs.leave_one_out(X, Y),
        labs.offset(X, Y),
        labs.null_vector(X, Y),
    ):
        assert gives_nothing_away(lab), lab.title


def test_the_curve_of_narrow_bumps_is_a_spike_at_each_speed():
    lab = labs.kernel_ridge(X, Y, ask=True)
    assert (lab.values["kernel"], lab.values["length_scale"], lab.values["lam"]) == (
        "SE",
        0.2,
        0.62,
    )
    question, spec = lab.question, lab.question.spec()
    places, right = np.array(spec["x"]), np.array(spec["right"])
    np.testing.assert_allclose(
        right,
        se(places, SPEEDS, 0.2) @ solved(se(SPEEDS, SPEEDS, 0.2), 0.62),
        atol=1e-9,
    )
    driven = np.isin(places, SPEEDS)
    assert (len(places), driven.tolist()) == (13, [True, False] * 6 + [True])
    assert np.diff(places).min() > 1  # else no hand could draw it
    means = [Y[speed == SPEEDS].mean() for speed in places[driven]]
    cars = np.array([np.sum(speed == SPEEDS) for speed in places[driven]])
    np.testing.assert_allclose(right[driven], cars / (cars + 0.62) * means, atol=0.5)
    assert (right[~driven] < 6).all()
    assert question.judge(list(right)).state == "right"
    spikes = np.where(driven, np.interp(places, places[driven], means), 0)
    assert question.judge(list(spikes)).state == "right"
    smooth = question.judge(list(np.interp(places, [0, 40], [0, 115])))
    assert smooth.state == "wrong"
    assert "a larger ℓ" in smooth.text
    assert "flat between the speeds only" in question.judge([0.0] * len(places)).text
    assert (
        "holds the curve up" in question.judge(list(np.where(driven, 60.0, 40.0))).text
    )
    assert "add up to most" in question.judge(list(np.where(driven, 0.0, -20.0))).text


def test_the_offset_takes_a_constant_and_nothing_else_does():
    K, ones = se(SPEEDS, SPEEDS, 3.0), np.ones((62, 1))

    def moved(free):
        border = np.block(
            [[K + np.eye(62), free * ones], [ones.T, np.array([[1.0 - free]])]]
        )
        # Linear in y: what 60 ft more change.
        change = np.linalg.solve(border, np.append(60 + 0 * Y, 0))
        return K @ change[:-1] + free * change[-1]

    question = labs.offset(X, Y).question
    np.testing.assert_allclose(moved(1.0), 60, atol=1e-9)
    assert np.abs(moved(0.0) - 60).max() > 10
    assert question.judge("the one with offset").state == "right"
    meets(
        question,
        (
            ("both", "weights are penalised"),
            ("the one without offset", "other one"),
            ("neither", "not penalised"),
        ),
    )


def test_weight_that_goes_from_a_car_to_its_twin_changes_neither_curve_nor_gradient():
    question = labs.null_vector(X, Y).question
    assert "Cars 2 and 3" in question.words
    K, v = se(SPEEDS, SPEEDS, 3.0), np.zeros(62)
    v[1], v[2] = 40, -40
    np.testing.assert_allclose(se(ROAD, SPEEDS, 3.0) @ v, 0, atol=1e-9)
    np.testing.assert_allclose(2 * K @ (K @ v + 0.62 * v), 0, atol=1e-9)
    assert question.judge("neither the curve nor the gradient").state == "right"
    meets(
        question,
        (
            ("the curve", "same bump"),
            ("both", "same bump"),
            ("the gradient, not the curve", "K takes what was added to 0"),
        ),
    )
