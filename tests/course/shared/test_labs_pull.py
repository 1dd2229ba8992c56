"""The lab on a car that is pulled shows what scikit-learn computes."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from kernellab import datasets, plots
from tests.course.labs import at, line, said, se
from tests.course.lecture_10.test_labs import weights

X, Y = datasets.stopping()
ORDER = np.argsort(X[:, 0], kind="stable")
SPEEDS, Y = X[ORDER, 0], Y[ORDER]
K = se(SPEEDS, SPEEDS, 8.0)


def predicted(t, i, lam, epsilon):
    """Of both regressions at car i."""
    squares = KernelRidge(alpha=lam, kernel="precomputed").fit(K, t).predict(K)[i]
    return squares, K[i] @ weights(K, t, 0.5 / lam, epsilon)


@pytest.mark.parametrize(
    ("car", "pull", "epsilon", "lam"), [(53, 60.0, 5.0, 0.01), (27, -8.0, 15.0, 0.1)]
)
def test_a_pull_moves_the_predictions_as_in_scikit_learn(car, pull, epsilon, lam):
    lab = at("pull_a_car", car=car, pull=pull, epsilon=epsilon, lam=lam)
    i = car - 1
    before = np.array(predicted(Y, i, lam, epsilon))

    def moved(by):
        t = Y + by * (np.arange(62) == i)
        return np.array(predicted(t, i, lam, epsilon)) - before

    squares, tube = moved(pull)
    said(
        lab, "squared loss moves by {} ft, at a leverage of {}", squares, squares / pull
    )
    said(lab, "that of the ε-insensitive loss by {} ft", tube)
    pulls, along = line(lab.figure.axes[1], plots.FIT).get_data()
    for j in (40, 250, 380):
        assert along[j] == pytest.approx(moved(pulls[j])[1], abs=0.02)
