"""The labs on kernel machines show what scikit-learn computes."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernellab import datasets, plots
from kernellab.course.lecture_11.labs import HALF_SIDE, PLANES
from tests.course.labs import answer, at, image, line, said

KINDS = {
    "linear": {"kernel": "linear"},
    "polynomial, degree 2": {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1},
    "RBF": {"gamma": 0.5},
}


def grid_of(half):
    along = np.linspace(-half, half, 81)
    return np.array([(x, y) for y in along for x in along])


@pytest.mark.parametrize(
    ("data", "kernel", "C"),
    [("two clouds", "RBF", 1.0), ("ring", "polynomial, degree 2", 10.0)],
)
def test_the_border_is_scikit_learns(data, kernel, C):
    lab = at("svm_border", data=data, kernel=kernel, C=C, length_scale=1.0)
    X, y = PLANES[data]
    peer = SVC(C=C, tol=1e-10, **KINDS[kernel]).fit(X, y)
    f = peer.decision_function(grid_of(HALF_SIDE[data]))
    (plane,) = lab.figure.axes
    np.testing.assert_allclose(image(plane).ravel(), np.clip(f, -1.5, 1.5), atol=2e-3)
    for level, where in zip((-1, 0, 1), plane.collections, strict=False):
        there = np.vstack(where.get_segments())
        assert np.abs(peer.decision_function(there) - level).max() < 0.1
    for sign, marker, color in ((1, "o", plots.FIT), (-1, "s", plots.OTHER)):
        dots = line(plane, color, marker).get_xydata()
        np.testing.assert_array_equal(dots, X[y == sign])
    bound = np.abs(peer.dual_coef_[0]) > C * (1 - 1e-6)
    heart = SVC(C=100.0, gamma=0.5 / 0.1**2, tol=1e-10).fit(*PLANES["two clouds"])
    assert answer(lab.question) == len(heart.support_)
    words = "{} support vectors of 60, {} of them free on the margin and {} at the"
    said(lab, words, len(bound), (~bound).sum(), bound.sum())


@pytest.mark.parametrize(
    ("data", "length_scale", "neighbours"), [("ring", 0.2, 3), ("two clouds", 1.0, 7)]
)
def test_both_votes_are_those_of_a_count(data, length_scale, neighbours):
    setting = {"data": data, "length_scale": length_scale, "neighbours": neighbours}
    lab = at("soft_neighbours", **setting)
    X, y = PLANES[data]
    points = grid_of(HALF_SIDE[data])
    squares = ((points[:, None] - X) ** 2).sum(axis=2)
    share = np.exp(-squares / (2 * length_scale**2))
    share /= share.sum(axis=1, keepdims=True)
    few = KNeighborsClassifier(neighbours).fit(X, y).predict_proba(points) @ [-1, 1]
    for ax, f in zip(lab.figure.axes, (share @ y, few), strict=True):
        np.testing.assert_allclose(
            image(ax).ravel(), np.clip(1.5 * f, -1.5, 1.5), atol=1e-6
        )
    agree = 100 * np.mean(np.sign(share @ y) == np.sign(few))
    words = "agree on {} % of the square; on average about {} points"
    said(lab, words, agree, np.mean(1 / np.sum(share**2, axis=1)))


ACROSS = datasets.clouds(40, rng=3, apart=4.0)
ORDER = np.argsort(ACROSS[0].sum(axis=1), kind="stable")
POINTS, CLASSES = (each[ORDER] for each in ACROSS)


@pytest.mark.parametrize(
    ("point", "right", "up", "kernel"),
    [(40, -4.0, -4.5, "linear"), (1, 3.0, 3.0, "RBF, ℓ = 1.5")],
)
def test_a_point_taken_across_moves_the_border_as_in_scikit_learn(
    point, right, up, kernel
):
    lab = at("point_across", point=point, right=right, up=up, kernel=kernel, C=1.0)
    Z = POINTS + np.outer(np.arange(40) == point - 1, [right, up])
    kind = {"kernel": "linear"} if kernel == "linear" else {"gamma": 0.5 / 1.5**2}
    peer, rest = (
        SVC(C=1.0, tol=1e-10, **kind).fit(each, CLASSES) for each in (Z, POINTS)
    )
    before = np.vstack(lab.figure.axes[0].collections[0].get_segments())
    assert np.abs(rest.decision_function(before)).max() < 0.1
    score = CLASSES[point - 1] * peer.decision_function(Z)[point - 1]
    bound = np.abs(peer.dual_coef_[0]) > 1 - 1e-6
    said(lab, "yf = {}", score)
    said(lab, "{} support vectors of 40, {} at", len(bound), bound.sum())
    grid = grid_of(5.0)
    moved = (peer.decision_function(grid) > 0) != (rest.decision_function(grid) > 0)
    said(lab, "moved over {} % of the square", 100 * moved.mean())
