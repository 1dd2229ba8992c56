import numpy as np
import pytest

from kernellab import RBF, Expansion, Linear

X = np.random.default_rng(0).normal(size=(6, 2))
new = np.random.default_rng(1).normal(size=(4, 2))
alpha = np.array([0.5, 0.0, -2.0, 0.0, 1.0, 3.0])


def test_support_numbers_the_points_that_carry_the_fit():
    assert Expansion(RBF(1.0), X, alpha).support.tolist() == [0, 2, 4, 5]
    assert (Expansion(RBF(1.0), X, 0 * alpha, b=2.0)(new) == 2).all()


def test_the_expansion_keeps_its_own_points():
    points = X.copy()
    f = Expansion(Linear(), points, alpha)
    before = f(new)
    points[:] = 0
    assert (f(new) == before).all()


@pytest.mark.parametrize("block", [1, 13, 10**6])
def test_no_block_of_kernel_values_is_larger_than_it_should_be(block, monkeypatch):
    f, tables, real = Expansion(RBF(1.0), X, alpha + 1.0, b=2.0), [], RBF.formula
    expected = f(new)

    def seen(self, X, Z):
        tables.append((len(X), len(Z)))
        return real(self, X, Z)

    monkeypatch.setattr(RBF, "formula", seen)
    monkeypatch.setattr("kernellab.expansion.BLOCK", block)
    np.testing.assert_allclose(f(new), expected, rtol=1e-15)
    assert all(n * m <= max(block, 6) for n, m in tables)
    assert len(tables) == -(-len(new) // max(1, block // 6))
