import numpy as np
import pytest
from sklearn.metrics import pairwise

from kernellab import RBF, Linear, Polynomial, centred, gram

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(8, 3)), rng.normal(size=(5, 3))

ORACLES = {
    Linear(): pairwise.linear_kernel,
    Polynomial(3, c=2.0): lambda X, Z: pairwise.polynomial_kernel(
        X, Z, degree=3, gamma=1.0, coef0=2.0
    ),
    RBF(0.5): lambda X, Z: pairwise.rbf_kernel(X, Z, gamma=1 / (2 * 0.5**2)),
}


@pytest.mark.parametrize(("k", "oracle"), ORACLES.items(), ids=map(repr, ORACLES))
def test_gram_agrees_with_scikit_learn(k, oracle):
    np.testing.assert_allclose(gram(k, X, Z), oracle(X, Z), rtol=1e-13, atol=1e-14)


def test_transposed_or_strided_points_still_give_an_exactly_symmetric_matrix():
    for view in (X.T, X[::2], X[:, ::2], np.asfortranarray(X)):
        K = gram(Linear(), view)
        assert (K == K.T).all()


def test_centred_is_the_gram_matrix_of_centred_features():
    k = Polynomial(2)
    Phi = k.features(X)
    Phi -= Phi.mean(axis=0)
    np.testing.assert_allclose(
        centred(gram(k, X)), Phi @ Phi.T, atol=1e-14 * gram(k, X).max()
    )


def test_centred_is_as_symmetric_as_the_matrix_it_came_from():
    K = centred(gram(Linear(), X + 1e3))
    assert (K == K.T).all()


def test_gram_wants_a_kernel_first():
    with pytest.raises(TypeError, match="not a kernel"):
        gram(X, RBF(1.0))
    with pytest.raises(TypeError, match=r"is <class .*Try RBF\("):
        gram(RBF, X)


def test_a_function_in_place_of_a_kernel_is_sent_to_custom():
    with pytest.raises(TypeError, match=r"k is <function.*or Custom\(f\)"):
        gram(lambda x, z: x @ z, X)
