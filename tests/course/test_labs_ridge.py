"""The labs on kernel ridge regression show what an independent computation says."""

import numpy as np
import pytest

from kernellab import RBF, Polynomial, datasets, gram, labs, ridge_dual

X, Y = datasets.stopping()


@pytest.mark.parametrize(("kernel", "length_scale"), [("SE", 3.0), ("SE + polynomial", 10.0)])
def test_both_error_curves_are_those_of_fits_and_of_refits(kernel, length_scale):
    lab = labs.leave_one_out(X, Y).set(kernel=kernel, length_scale=length_scale)
    K = gram(RBF(length_scale) + Polynomial(2) if "polynomial" in kernel else RBF(length_scale), X)
    loo, training = lab.figure.axes[1].lines[:2]
    everyone = np.arange(len(Y))
    for i in (20, 90, 150):
        lam = training.get_xdata()[i]
        fitted = Y - K @ ridge_dual(K, Y, lam)
        left_out = []
        for j in everyone:
            rest = everyone != j
            left_out.append(Y[j] - K[j, rest] @ ridge_dual(K[np.ix_(rest, rest)], Y[rest], lam))
        assert training.get_ydata()[i] == pytest.approx(np.sqrt(np.mean(fitted**2)), rel=1e-6)
        assert loo.get_ydata()[i] == pytest.approx(np.sqrt(np.mean(np.square(left_out))), rel=1e-6)
