"""The labs on kernel machines show what scikit-learn computes."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernellab import datasets, labs
from kernellab.course.labs.machines import PLANES, REACH, SIDE


def shown(ax):
    return np.asarray(ax.images[0].get_array())


@pytest.mark.parametrize("data", PLANES)
def test_the_border_is_scikit_learn_s(data):
    lab = labs.svm_border()
    lab.set(data=data, C=10.0)
    X, y = PLANES[data]
    peer = SVC(gamma=0.5, C=10.0, tol=1e-10).fit(X, y)
    grid = np.linspace(-REACH[data], REACH[data], SIDE)
    points = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    expected = np.clip(peer.decision_function(points), -1.5, 1.5).reshape(SIDE, SIDE)
    np.testing.assert_allclose(shown(lab.figure.axes[0]), expected, atol=1e-3)
    assert f"{len(peer.support_)} support vectors of 60" in lab.sentence
    assert f"{np.sum(peer.predict(X) != y)} points on the wrong side" in lab.sentence
    of_class = {line.get_marker(): line.get_color() for line in lab.figure.axes[0].lines if line.get_markersize() == 5}
    colors = (of_class["s"], "black", of_class["o"])  # the margin of −1, the border, the margin of 1
    for lines, level, color in zip(lab.figure.axes[0].collections, (-1, 0, 1), colors, strict=True):
        np.testing.assert_array_equal(lines.get_color()[0], to_rgba(color))
        assert all(np.abs(peer.decision_function(path) - level).max() < 0.05 for path in lines.get_segments())
    free, bound = (line.get_xydata() for line in lab.figure.axes[0].lines if line.get_markersize() == 10)
    at_bound = np.abs(peer.dual_coef_[0]) > 10.0 - 1e-6
    for drawn, chosen in ((free, ~at_bound), (bound, at_bound)):
        np.testing.assert_array_equal(np.sort(drawn, axis=0), np.sort(peer.support_vectors_[chosen], axis=0))


@pytest.mark.parametrize("neighbours", [1, 5])
def test_a_narrow_kernel_votes_like_the_nearest_neighbour(neighbours):
    lab = labs.soft_neighbours()
    lab.set(length_scale=0.02, neighbours=neighbours)
    X, y = PLANES["two clouds"]
    grid = np.linspace(-REACH["two clouds"], REACH["two clouds"], SIDE)
    points = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    soft, hard = (np.sign(shown(ax)).ravel() for ax in lab.figure.axes)
    np.testing.assert_array_equal(hard, KNeighborsClassifier(neighbours).fit(X, y).predict(points))
    assert np.mean(soft == KNeighborsClassifier(1).fit(X, y).predict(points)) > 0.998


def test_clouds_are_where_they_should_be():
    X, y = datasets.clouds(4000, rng=0, apart=3.0)
    centres = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    assert np.linalg.norm(centres) == pytest.approx(3.0, abs=0.1)
    assert X[y > 0].std(axis=0) == pytest.approx([1.0, 1.0], abs=0.05)
    for bad in ({"n": 1}, {"n": 2.5}, {"n": 4, "apart": -1.0}):
        with pytest.raises((TypeError, ValueError)):
            datasets.clouds(rng=0, **bad)
