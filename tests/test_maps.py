"""Nyström and random Fourier features against the kernels that they stand for."""

import numpy as np
import pytest

from kernellab import (
    RBF,
    Constant,
    KernelRidge,
    Laplace,
    Linear,
    Periodic,
    Polynomial,
    Sigmoid,
    block_ridge,
    fourier_features,
    gram,
    in_blocks,
    nystrom_features,
    residual,
)
from tests.test_bad_input import assert_refused

RNG = np.random.default_rng(5)
X = RNG.normal(size=(120, 2))
Y = np.cos(2 * X[:, 0]) * X[:, 1]
NEW = RNG.normal(size=(50, 2))
KERNELS = [
    RBF(1.0),
    Laplace(2.0),
    3 * RBF(0.5) + Linear(),
    Polynomial(3),
    RBF(2.0) * Polynomial(1),
]
# Nyström


def test_inner_products_are_those_of_the_projections():
    Z = X[:15]
    for k in KERNELS:
        phi, K = nystrom_features(k, Z), gram(k, NEW, Z)
        near, inverse = np.abs(K).max(), np.linalg.pinv(gram(k, Z), hermitian=True)
        projected, found = K @ inverse @ K.T, phi(NEW) @ phi(NEW).T
        np.testing.assert_allclose(found, projected, atol=1e-6 * near)
        on_landmarks = phi(Z) @ phi(NEW).T
        np.testing.assert_allclose(on_landmarks, K.T, atol=1e-7 * gram(k, X).max())


def test_with_every_point_a_landmark_the_fit_is_exact():
    phi = nystrom_features(RBF(0.6), X)
    w = block_ridge(phi, in_blocks(X, Y, 50), lam=0.1)
    exact = KernelRidge(RBF(0.6), lam=0.1).fit(X, Y).predict(NEW)
    assert residual(phi(NEW) @ w, exact) < 1e-7
    assert residual(phi.expansion(w)(NEW), exact) < 1e-7


def test_landmarks_that_the_others_span_are_left_out():
    assert len(nystrom_features(RBF(1.0), np.repeat(X[:10], 3, axis=0)).landmarks) == 10
    assert nystrom_features(Polynomial(2), X[:40])(NEW).shape == (50, 6)
    line = nystrom_features(Linear(), [[0.0, 0.0], [3.0, 4.0]])
    np.testing.assert_allclose(line([[3.0, 4.0]]), [[5.0]])
    for share, kept in ((0.5, 1), (2.0, 2)):
        # Of (1, δ) the first landmark leaves δ² / (1 + δ²).
        Z = [[1.0, 0.0], [1.0, np.sqrt(share * 1e-12)]]
        assert len(nystrom_features(Linear(), Z).landmarks) == kept


def test_landmarks_with_less_than_a_millionth_left_are_whitened_before_a_sum():
    for gap, first in ((0.9, 1), (1.1, 2)):
        phi = nystrom_features(RBF(1.0), [[0.0], [np.sqrt(gap * 1e-6)]])
        b, T = phi.two_factors()
        assert np.count_nonzero(T) == (3 if first == 2 else 2)
        # The kernel itself, or what the first landmark leaves over
        assert (b([[0.3]])[0, 1] > 0.9) == (first == 2)


def test_both_halves_make_the_features():
    for k in (RBF(1.0), RBF(6.0), Polynomial(9), 100 * RBF(9.0) + Linear()):
        phi = nystrom_features(k, X[:60])
        K = gram(k, phi.landmarks)
        L = np.linalg.cholesky(K + 1e-14 * np.diag(K.diagonal()))
        b, T = phi.two_factors()
        scale = np.sqrt(np.abs(gram(k, NEW, NEW)).max())
        np.testing.assert_allclose(b(NEW) @ T.T, phi(NEW), atol=1e-12 * scale)
        whole = np.linalg.solve(L, gram(k, phi.landmarks, NEW)).T
        np.testing.assert_allclose(phi(NEW), whole, atol=1e-2 * scale)
        w = RNG.normal(size=len(phi.landmarks))
        f = phi.expansion(w)
        assert len(f.points) == len(phi.landmarks)
        np.testing.assert_allclose(f(NEW), phi(NEW) @ w, atol=1e-7 * scale)


# Random Fourier features


@pytest.mark.parametrize("k", [RBF(1.3), RBF((0.7, 3.0))], ids=repr)
def test_waves_add_up_to_the_kernel(k):
    m = 40_000
    phi = fourier_features(k, 2, m, rng=1)
    gap = np.abs(phi(X[:40]) @ phi(NEW).T - gram(k, X[:40], NEW)).max()
    # The standard deviation of an entry is at most 1/√m.
    assert 0.1 / np.sqrt(m) < gap < 5 / np.sqrt(m)


def test_far_from_the_origin_float32_still_sees_the_waves():
    single, double = (
        fourier_features(RBF(1.0), 2, 50, 0, dtype)
        for dtype in (np.float32, np.float64)
    )
    np.testing.assert_allclose(single(X + 1e6), double(X + 1e6), atol=1e-6)
    turned = X @ double.frequencies
    waves = np.hstack([np.cos(turned), np.sin(turned)]) / np.sqrt(25)
    np.testing.assert_allclose(double(X), waves, atol=1e-13)


# What arrives wrong


def test_kernels_without_known_waves_are_refused():
    for k in (Periodic(1.0, 2.0), Linear(), RBF(1.0) + RBF(2.0), Constant(1.0)):
        with pytest.raises(TypeError, match="nystrom_features") as refused:
            fourier_features(k, 2, 4, rng=0)
        assert str(refused.value).startswith(f"{k!r} is not RBF")


def test_what_does_not_fit_is_refused():
    for argument, call in (
        (r"under Linear\(\):", lambda: nystrom_features(Linear(), np.zeros((3, 2)))),
        ("w", lambda: nystrom_features(RBF(1.0), X[:5]).expansion(Y)),
        ("X .* 1, landmarks .* 2", lambda: nystrom_features(RBF(1.0), X)(X[:, :1])),
        ("X .* 2, frequencies .* 3", lambda: fourier_features(RBF(1.0), 3, 4, 0)(X)),
        ("dtype", lambda: fourier_features(RBF(1.0), 2, 4, 0, np.float16)),
        ("m = 5 is odd…m=6", lambda: fourier_features(RBF(1.0), 2, 5, 0)),
        ("m", lambda: fourier_features(RBF(1.0), 2, 0, 0)),
        ("rng", lambda: fourier_features(RBF(1.0), 2, 4, None)),
        ("d = 16384, m = 32770", lambda: fourier_features(RBF(1.0), 2**14, 32770, 0)),
    ):
        assert_refused(call, argument)
    with pytest.raises(ValueError, match=r"^k\(Z, Z\) has .* -\d.*Sigmoid\(.* is not"):
        nystrom_features(Sigmoid(1.0, -1.0), X)


def test_a_wave_keeps_its_phase_for_two_to_the_46_turns():
    phi = fourier_features(RBF(1.0), 1, 2, 0)
    edge = 2.0**46 * 2 * np.pi / abs(phi.frequencies[0, 0])
    assert np.isfinite(phi([[0.99 * edge]])).all()
    for far in (1.01 * edge, -1e20):
        said = f"exceeds 7e+13 turns .coordinates up to {abs(far):.3g}.: .* keep no"
        with pytest.raises(ValueError, match=said.replace("+", ".")):
            phi([[0.0], [far]])
    phi = fourier_features(RBF(1.0), 1, 20, 0)
    far, near = phi([[1e9], [1e9 + 1.0]]), phi([[0.0], [1.0]])
    assert far[0] @ far[1] == pytest.approx(near[0] @ near[1], abs=1e-6)
