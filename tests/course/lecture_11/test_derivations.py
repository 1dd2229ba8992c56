"""The dual of the support vector machine: on data of every shape, where it breaks."""

import numpy as np
import pytest

from kernellab import RBF, derivations, gram
from tests.course.test_derivations import SETS

with_and_without = pytest.mark.parametrize("offset", [False, True])


@pytest.mark.parametrize("Phi", SETS.values(), ids=SETS)
@with_and_without
@pytest.mark.parametrize("C", [1.0, 50.0])
def test_classification_holds_on_data_of_every_shape(Phi, offset, C):
    done = derivations.svm_dual(
        Phi @ Phi.T, np.where(np.arange(len(Phi)) % 3, 1.0, -1.0), C, offset
    )
    assert done.holds, done
    assert len(done) == 12 + offset


@with_and_without
def test_without_a_box_there_is_no_gap_where_the_classes_are_apart(offset):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(20, 2))
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=20) > 0, 1.0, -1.0)
    done = derivations.svm_dual(gram(RBF(0.3), X), y, np.inf, offset)
    assert "needs C < ∞" in done.first_failure.verdict
    assert all(each.agrees for each in done)


def test_a_best_w_of_zero_leaves_no_gap():
    # As many of either class at each place: no w lowers the losses.
    places = np.kron([[1.0, 0.13], [0.13, 1.0]], np.ones((4, 4)))[:7, :7]
    labels = np.array([1.0, -1, 1, -1, 1, -1, -1])
    for C in (0.1, 5.564161096000207, 100.0):
        assert derivations.svm_dual(places, labels, C).holds
