"""The lab on a car that is pulled shows what scikit-learn computes."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVR

from kernellab import datasets, labs, plots
from kernellab.interactive.site.prepared import prepared
from tests.course.labs import ROAD, at, line, lines, meets, named, says, se

X, Y = datasets.stopping()
ORDER = np.argsort(X[:, 0], kind="stable")
SPEEDS, Y = X[ORDER, 0], Y[ORDER]
K, K_ROAD = se(SPEEDS, SPEEDS, 8.0), se(ROAD, SPEEDS, 8.0)


def ridge(t, lam):
    """scikit-learn's predictions on the road and at the cars."""
    peer = KernelRidge(alpha=lam, kernel="precomputed").fit(K, t)
    return peer.predict(K_ROAD), peer.predict(K)


def support_vectors(t, lam, epsilon):
    """scikit-learn's, whose offset is zero by symmetry where each car has a mirror
    image −φ(x) with the target −t.
    """
    mirrored = np.block([[K, -K], [-K, K]])
    peer = SVR(kernel="precomputed", C=0.25 / lam, epsilon=epsilon, tol=1e-9)
    peer.fit(mirrored, np.append(t, -t))
    alpha = np.zeros(2 * len(t))
    alpha[peer.support_] = peer.dual_coef_[0]
    alpha = alpha[: len(t)] - alpha[len(t) :]
    return K_ROAD @ alpha, K @ alpha


SETTINGS = [
    (62, -60.0, 5.0, 0.00316),
    (53, 60.0, 5.0, 0.00316),
    (27, 8.0, 0.0, 0.1),
    (1, 100.0, 15.0, 0.01),
    (36, -2.0, 30.0, 1.0),
]


@pytest.mark.parametrize(("car", "pull", "epsilon", "lam"), SETTINGS)
def test_a_pull_moves_the_curves_as_in_scikit_learn(car, pull, epsilon, lam):
    lab = at("pull_a_car", car=car, pull=pull, epsilon=epsilon, lam=lam)
    road, answer = lab.figure.axes
    i = car - 1
    t = Y + pull * (np.arange(62) == i)
    squares, at_cars = ridge(t, lam)
    np.testing.assert_allclose(named(road, "squared loss"), squares, atol=1e-6)
    f, f_cars = support_vectors(t, lam, epsilon)
    drawn = lines(road, plots.FIT)
    assert len(drawn) == 3
    for curve, side in zip(drawn, (0, -epsilon, epsilon), strict=True):
        np.testing.assert_allclose(curve.get_ydata(), f + side, atol=1e-3)
    np.testing.assert_array_equal(
        line(road, plots.WEIGHTS, "D").get_xydata(), [[SPEEDS[i], t[i]]]
    )
    # The leverage by a difference of predictions, which are linear in y
    step = 10.0 * (np.arange(62) == i)
    leverage = (ridge(Y + step, lam)[1] - ridge(Y - step, lam)[1])[i] / 20
    pulls, rises = line(answer, plots.OTHER).get_data()
    np.testing.assert_allclose(rises, leverage * pulls, atol=1e-6)
    for color in (plots.OTHER, plots.FIT):
        assert np.abs(line(answer, color).get_ydata()).max() < answer.get_ylim()[1]
    moved = at_cars[i] - ridge(Y, lam)[1][i]
    before = support_vectors(Y, lam, epsilon)[1][i]
    follows = f_cars[i] - before
    for marker, color, each in (("s", plots.OTHER, moved), ("o", plots.FIT, follows)):
        np.testing.assert_allclose(
            line(answer, color, marker).get_xydata(), [[pull, each]], atol=2e-3
        )
    off = abs(t[i] - f_cars[i])
    where = (
        "on the edge of the tube"
        if abs(off - epsilon) < 1e-4
        else "inside the tube"
        if off < epsilon
        else "outside the tube"
    )
    says(
        lab.sentence,
        "Car {:d}, at {} mph, is pulled {} by {:.0f} ft; ε = {} ft, λ = {}. There the"
        " prediction of the squared loss moves by {:.1f} ft, at a leverage of {:.2f},"
        " and that of the ε-insensitive loss by {:.1f} ft. The car is {}.",
        *(car, SPEEDS[i], "down" if pull < 0 else "up", abs(pull), epsilon, lam),
        *(moved, leverage, follows, where),
    )


@pytest.mark.parametrize(("car", "epsilon", "lam"), [(62, 5.0, 0.00316), (27, 0.0, 1)])
def test_the_whole_line_of_a_car_is_that_of_refits(car, epsilon, lam):
    lab = at("pull_a_car", car=car, epsilon=epsilon, lam=float(lam))
    pulls, moves = line(lab.figure.axes[1], plots.FIT).get_data()
    before = support_vectors(Y, lam, epsilon)[1][car - 1]
    for each in np.linspace(0, 400, 21).astype(int):
        t = Y + pulls[each] * (np.arange(62) == car - 1)
        after = support_vectors(t, lam, epsilon)[1][car - 1]
        assert moves[each] == pytest.approx(after - before, abs=5e-3)


def test_the_squared_loss_alone_goes_on_following():
    question = at("pull_a_car").question
    i = at("pull_a_car").values["car"] - 1
    further = [Y + pull * (np.arange(62) == i) for pull in (60.0, 100.0)]
    squares = [ridge(t, 0.00316)[1][i] for t in further]
    tube = [support_vectors(t, 0.00316, 5.0)[1][i] for t in further]
    assert np.diff(squares) > 1
    assert abs(np.diff(tube)) < 1e-3
    assert question.judge("that of the squared loss").state == "right"
    meets(
        question,
        {
            "both": "one force",
            "that of the ε-insensitive loss": "the other way round",
            "neither": "pulls harder",
        },
    )


def test_a_page_has_eight_cars_with_thirty_pulls_each():
    lab = labs.pull_a_car(X, Y[np.argsort(ORDER)])
    lab.frames = lambda values: {}
    made = prepared(lab, 500)
    car, pull = made["state"]["controls"][:2]
    assert car["texts"] == ["1", "10", "18", "27", "36", "45", "53", "62"]
    assert car["label"] == "car (8 of 62)"
    for chosen in range(8):
        pulls = {each[1] for each in made["settings"] if each[0] == chosen}
        assert len(pulls) >= 30
        assert {0, len(pull["texts"]) - 1} <= pulls
