"""The domain, 0 and 1e-50 to 1e50: numbers outside are refused where they come in, and
inside nothing overflows.
"""

import numpy as np
import pytest

from kernellab import (
    RBF,
    Expansion,
    Laplace,
    Linear,
    NearestNeighbours,
    centred,
    fourier_features,
    gram,
    psd_report,
    residual,
    ridge_dual,
    ridge_primal,
)

X = np.array([[1.0], [2.0], [4.0]])
K = gram(RBF(1.0), X)
y = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    "call",
    [
        lambda x: gram(Linear() + Laplace(1.0), [[2.0]], [[x]]),
        lambda x: Linear()(2.0, x),
        lambda x: Linear().features([[2 * x]]),
        lambda x: Expansion(Linear(), [[2.0]], [1.0])([[x]]),
        lambda x: NearestNeighbours(Linear()).fit([[np.sqrt(2 * abs(x))]], ["a"]),
    ],
)
def test_a_kernel_value_outside_is_refused(call, sign):
    call(sign * 0.49e50)
    with pytest.raises(ValueError, match=r"1(\.02)?e\+50"):
        call(sign * 0.51e50)


def test_a_part_of_a_rule_may_leave_the_domain_where_the_rule_does_not():
    assert gram(Linear() ** 3, [[1e8]])[0, 0] == pytest.approx(1e48)
    assert gram(1e-40 * Linear() ** 2, [[1e20]])[0, 0] == pytest.approx(1e40)
    with pytest.raises(ValueError, match=r"leaves the range .* allowed 1e\+50"):
        gram(Linear() ** 2, [[1e20]])


def test_the_entry_that_is_named_is_the_largest_in_size():
    with pytest.raises(ValueError, match=r"X\[1, 0\] = -1e\+70 is .* 1e-50 and 1e\+50"):
        gram(Linear(), [[1e60, 0.0], [-1e70, 1e-70]])


def test_beside_the_largest_entry_small_ones_may_have_any_size():
    assert gram(Linear(), [[1.0, 1e-60]], [[1.0, 1e-300]]).tolist() == [[1.0]]
    assert gram(Linear(), np.zeros((2, 2))).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert residual([1e-100], [1e-100]) == 0.0  # a value of a kernel has no least size


@pytest.mark.parametrize("unit", [1e-50, 1e-20, 1e50])
def test_at_the_edge_of_the_domain_fits_are_those_of_another_unit(unit):
    w, scaled = ridge_primal(X, y, 1.0), ridge_primal(X / 4, unit * y / 3, 1 / 16)
    np.testing.assert_allclose(scaled, 4 / 3 * unit * w, rtol=1e-12)
    alpha, scaled = ridge_dual(K, y, 1.0), ridge_dual(unit * K, y, unit)
    np.testing.assert_allclose(scaled, alpha / unit, rtol=1e-12)
    assert psd_report(unit * K).rank == 3
    np.testing.assert_allclose(centred(unit * K), unit * centred(K), rtol=1e-12)


def test_waves_are_drawn_within_the_domain():
    for ell in (1e-50, 1e50):
        assert np.isfinite(fourier_features(RBF(ell), 1, 4, 0).frequencies).all()
