import numpy as np

from kernellab import Linear, Polynomial, centred, gram

X = np.random.default_rng(0).normal(size=(8, 3))


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
