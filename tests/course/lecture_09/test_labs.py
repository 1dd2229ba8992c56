"""The labs on kernel ridge regression show what scikit-learn and plain systems say."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from kernellab import labs, plots
from tests.course.labs import (
    ROAD,
    SPEEDS,
    X,
    Y,
    answer,
    at,
    color_of,
    heights,
    line,
    on_speeds,
    rms,
    said,
    se,
)


def left_out(K, lam):
    """What scikit-learn's refits without one car each say of it."""
    machine = KernelRidge(alpha=lam, kernel="precomputed")
    return cross_val_predict(machine, K, Y, cv=LeaveOneOut())


@pytest.mark.parametrize(
    ("kernel", "lam", "length_scale", "degree"),
    [("SE + polynomial", 0.62, 3.0, 2), ("SE", 10.0, 15.0, 1)],
)
def test_the_fit_and_its_errors_are_scikit_learns(kernel, lam, length_scale, degree):
    setting = {"kernel": kernel, "lam": lam, "degree": degree}
    lab = at("kernel_ridge", length_scale=length_scale, **setting)
    K = on_speeds(kernel, SPEEDS, SPEEDS, length_scale, degree)
    peer = KernelRidge(alpha=lam, kernel="precomputed").fit(K, Y)
    f = peer.predict(on_speeds(kernel, ROAD, SPEEDS, length_scale, degree))
    road, weights = lab.figure.axes
    np.testing.assert_allclose(line(road, plots.FIT).get_ydata(), f, atol=1e-5)
    np.testing.assert_allclose(heights(weights)[1], peer.dual_coef_, atol=1e-5)
    said(lab, "{} ft predicted at 33 mph and {} ft at 45 mph", f[330], f[450])
    errors = rms(Y - peer.predict(K)), rms(Y - left_out(K, lam))
    dof = np.trace(np.linalg.solve(K + lam * np.eye(62), K))
    words = "training error {} ft, leave-one-out error {} ft, {} degrees of freedom"
    said(lab, words, *errors, dof)


def test_the_curve_of_narrow_bumps_is_that_of_spikes():
    """Bumps that do not overlap: m cars of one speed pull to m/(m + λ) of their mean,
    and midway between two speeds there is next to nothing.
    """
    question = labs.kernel_ridge(X, Y, ask=True).question
    mine = labs.Question("A?", "So.", "a", "b — No.")
    assert question.name == "kernel_ridge" != mine.name  # of a reader, made later
    spec = question.spec()
    there = [Y[speed == SPEEDS] for speed in spec["x"]]
    alone = [sum(feet) / (len(feet) + 0.62) for feet in there]
    np.testing.assert_allclose(spec["right"], alone, atol=8.0)
    assert question.judge(spec["right"]).state == "right"
    assert question.judge(list(2.0 * np.asarray(spec["x"]))).state == "wrong"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel", "length_scale", "lam"), [("SE", 3.0, 0.01), ("SE + polynomial", 9.0, 40)]
)
def test_both_error_curves_are_those_of_fits_and_of_refits(kernel, length_scale, lam):
    lab = at("leave_one_out", kernel=kernel, length_scale=length_scale, lam=lam)
    K = on_speeds(kernel, SPEEDS, SPEEDS, length_scale)
    errors = lab.figure.axes[1]
    seen, unseen = (
        line(errors, color_of(errors, words)).get_xydata()
        for words in ("training", "leave-one-out")
    )
    for i in (20, 90, 150):
        each = seen[i, 0]
        alpha = np.linalg.solve(K + each * np.eye(62), Y)
        assert seen[i, 1] == pytest.approx(rms(Y - K @ alpha), rel=1e-6)
        assert unseen[i, 1] == pytest.approx(rms(Y - left_out(K, each)), rel=1e-6)
    said(lab, "the leave-one-out error is {} ft", rms(Y - left_out(K, lam)))
    best, lowest = unseen[unseen[:, 1].argmin()]
    said(lab, "the lowest point of the curve is {} ft at λ = {}", lowest, best)


def test_an_error_that_falls_to_the_end_of_the_grid_has_no_lowest_point():
    mean_zero = np.resize([1.0, -1.0], 40)
    lab = labs.leave_one_out(np.arange(40.0)[:, None], mean_zero)
    assert "the curve still falls at the end of the grid" in lab.sentence
    assert "  still falling  " in [each.get_text() for each in lab.figure.axes[1].texts]


def test_cars_that_are_left_out_are_missed_as_scikit_learn_says():
    question = at("leave_one_out").question
    unseen = rms(Y - left_out(se(SPEEDS, SPEEDS, 3.0), 0.01))
    assert answer(question) == pytest.approx(unseen, rel=1e-6)


@pytest.mark.parametrize(("shift", "lam"), [(60, 1.0), (-100, 10.0)])
def test_a_constant_is_carried_along_by_b_alone(shift, lam):
    lab = at("offset", shift=shift, lam=lam)
    K, K_road = se(SPEEDS, SPEEDS, 3.0), se(ROAD, SPEEDS, 3.0)

    def fit(t, free):
        """(K + λI)α + b1 = t and 1ᵀα = 0, in one system."""
        ones, corner = np.full((62, 1), float(free)), np.full((1, 1), float(not free))
        system = np.block([[K + lam * np.eye(62), ones], [ones.T, corner]])
        *alpha, b = np.linalg.solve(system, [*t, 0])
        return K_road @ alpha + b, b

    within = (SPEEDS.min() - 1e-9 <= ROAD) & (SPEEDS.max() + 1e-9 >= ROAD)
    off = []
    for ax, free in zip(lab.figure.axes, (False, True), strict=True):
        f, b = fit(Y + shift, free)
        np.testing.assert_allclose(line(ax, plots.FIT).get_ydata(), f, atol=1e-6)
        off.append(np.abs(f - fit(Y, free)[0] - shift)[within].max())
    said(lab, "by up to {} ft, with offset by {} ft; b = {} ft", *off, b)
    assert off[1] < 1e-6 < off[0]


def test_weight_that_goes_from_a_car_to_its_twin_changes_neither_curve_nor_gradient():
    lab = at("null_vector", amount=-30)
    alpha = np.linalg.solve(se(SPEEDS, SPEEDS, 3.0) + 0.62 * np.eye(62), Y)
    now = heights(lab.figure.axes[1])[1]
    moved = np.flatnonzero(np.abs(now - alpha) > 1)
    assert len(moved) == 2
    assert np.ptp(SPEEDS[moved]) == 0
    np.testing.assert_allclose((now - alpha)[moved], [-30, 30], atol=1e-6)
    f = se(ROAD, SPEEDS, 3.0) @ alpha
    np.testing.assert_allclose(
        line(lab.figure.axes[0], plots.FIT).get_ydata(), f, atol=1e-6
    )
    assert "the gradient is zero" in lab.sentence
    said(lab, "misses y by {} ft", 0.62 * 30)


@pytest.mark.slow
def test_of_a_curve_that_is_penalised_more_the_wiggles_go_first():
    """What lecture 09 says of ℓ = 3 mph: also, less is left where few cars hold it."""
    K, near = se(SPEEDS, SPEEDS, 3.0), np.linspace(4, 40, 400)
    errors = {lam: rms(Y - left_out(K, lam)) for lam in (0.1, 0.17, 0.3)}
    assert min(errors, key=errors.get) == 0.17
    assert errors[0.17] == pytest.approx(11.8, abs=0.05)
    turns, slow, fastest = [], [], []
    for lam in (0.01, 0.17, 10):
        f = se(near, SPEEDS, 3.0) @ np.linalg.solve(K + lam * np.eye(62), Y)
        turns.append(np.sum(np.diff(np.sign(np.diff(f))) != 0))
        slow.append(np.interp(10, near, f))
        fastest.append(f[-1])
    assert turns[:2] == [7, 3]
    np.testing.assert_allclose(fastest, [124, 119, 33], atol=0.6)
    np.testing.assert_allclose(slow, [12, 13, 8], atol=0.6)
    terms = se(near[-1:], SPEEDS, 3.0)[0] * np.linalg.solve(K + 0.62 * np.eye(62), Y)
    assert round(terms[terms > 0].sum()) == 112


@pytest.mark.slow
def test_the_quadratic_wins_both_tests_and_each_bell_needs_its_own_penalty():
    def weights_and_errors(K, rows, lam):
        """α of a fit to these rows, and its errors by the block of exercise 09.3."""
        kept = SPEEDS[rows]
        Q = np.linalg.inv(K[np.ix_(rows, rows)] + lam * np.eye(len(kept)))
        a = Q @ Y[rows]
        groups = [np.flatnonzero(kept == v) for v in np.unique(kept)]
        e = [np.linalg.solve(Q[np.ix_(g, g)], a[g]) for g in groups]
        return a, rms(np.hstack(e))

    lams = np.outer(10.0 ** np.arange(-5, 4), (1, 2, 5)).ravel()
    line, every, slow = 1 + np.outer(SPEEDS, SPEEDS), SPEEDS > 0, SPEEDS <= 30
    table = []
    for K in [line**2, line, se(SPEEDS, SPEEDS, 3), se(SPEEDS, SPEEDS, 100)]:
        lam = min(lams, key=lambda lam: weights_and_errors(K, slow, lam)[1])
        beyond = Y - K[:, slow] @ weights_and_errors(K, slow, lam)[0]
        between = weights_and_errors(K, every, lam)[1]
        table.append([lam, round(between, 1), round(rms(beyond[~slow]), 1)])
    says = [[500, 10.1, 14.5], [1, 12.3, 26.9], [0.2, 12.3, 97.8], [5e-5, 10.2, 15.0]]
    np.testing.assert_allclose(table, says)
    for ell, error, there in (3, 15, 71), (100, 21, 60):
        a, missed = weights_and_errors(se(SPEEDS, SPEEDS, ell), every, 0.62)
        assert round(missed) == error
        assert round((se(np.array([33]), SPEEDS, ell) @ a)[0]) == there
