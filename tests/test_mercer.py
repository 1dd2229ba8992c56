import numpy as np
import pytest

from kernellab import (
    RBF,
    Box,
    Brownian,
    Cosine,
    Kernel,
    Laplace,
    Matern,
    brownian_pairs,
    gaussian_pairs,
    gram,
    mercer_pairs,
    normal_measure,
    spectral_density,
)


@pytest.mark.parametrize(("length_scale", "sigma"), [(1.0, 1.0), (0.7, 1.5), (2.0, 0.8)])
def test_quadrature_meets_the_closed_form_of_the_gaussian_kernel(length_scale, sigma):
    found = mercer_pairs(RBF(length_scale), *normal_measure(sigma), terms=12)
    known = gaussian_pairs(length_scale, sigma, terms=12)
    np.testing.assert_allclose(found.eigenvalues, known.eigenvalues, atol=1e-13)
    x = np.linspace(-2, 2, 9)[:, None] * sigma
    same_sign = np.sign((found.functions(x) * known.functions(x)).sum(axis=0))
    np.testing.assert_allclose((same_sign * found.functions(x))[:, :6], known.functions(x)[:, :6], atol=1e-6)


def test_the_first_twenty_eigenvalues_of_the_gaussian_kernel():
    found = mercer_pairs(RBF(1.0), *normal_measure(1.0), terms=20)
    assert np.abs(found.eigenvalues - gaussian_pairs(1.0, terms=20).eigenvalues).max() < 1e-10


@pytest.mark.parametrize("pairs", [gaussian_pairs(0.8, 1.3, 15), gaussian_pairs(1.0, 1.0, 1), gaussian_pairs(3.0, 1.0, 2)])
def test_closed_eigenfunctions_are_orthonormal_under_their_measure(pairs):
    t, w = normal_measure({15: 1.3}.get(len(pairs.eigenvalues), 1.0), nodes=400)
    E = pairs.functions(t)
    np.testing.assert_allclose(E.T @ (w[:, None] * E), np.eye(E.shape[1]), atol=1e-8)


def test_the_series_of_the_gaussian_kernel_converges_to_it():
    x = np.linspace(-1.5, 1.5, 13)[:, None]
    errors = [np.abs(gaussian_pairs(1.0, terms=30).gram(x, terms) - gram(RBF(1.0), x)).max() for terms in (5, 15, 30)]
    assert errors[0] > 10 * errors[1] > 100 * errors[2]
    assert errors[2] < 1e-9


def test_the_series_of_min_converges_as_slowly_as_it_must():
    s = np.linspace(0, 1, 21)[:, None]
    exact = gram(Brownian(), s)
    errors = [np.abs(brownian_pairs(terms).gram(s) - exact).max() for terms in (10, 100, 1000)]
    np.testing.assert_allclose(errors, [2e-2, 2e-3, 2e-4], rtol=0.1)


def test_quadrature_meets_the_closed_form_of_min():
    t = (np.arange(1000) + 0.5)[:, None] / 1000
    found = mercer_pairs(Brownian(), t, np.full(1000, 1e-3), terms=5)
    np.testing.assert_allclose(found.eigenvalues, brownian_pairs(5).eigenvalues, rtol=1e-3)


@pytest.mark.parametrize(
    ("k", "known"),
    [
        (RBF(0.7), lambda w: 0.7 * np.sqrt(2 * np.pi) * np.exp(-((0.7 * w) ** 2) / 2)),
        (Laplace(0.7), lambda w: 2 * 0.7 / (1 + (0.7 * w) ** 2)),
        (Matern(0.7, nu=1.5), lambda w: 4 * (3**0.5 / 0.7) ** 3 / (3 / 0.49 + w**2) ** 2),
        (Matern(0.7, nu=2.5), lambda w: 16 / 3 * (5**0.5 / 0.7) ** 5 / (5 / 0.49 + w**2) ** 3),
    ],
    ids=lambda part: repr(part) if isinstance(part, Kernel) else "",
)
def test_spectral_densities_meet_their_closed_forms(k, known):
    omega = np.linspace(-20, 20, 41)
    np.testing.assert_allclose(spectral_density(k, omega, reach=12.0), known(omega), atol=1e-6)


def test_the_spectrum_of_a_box_dips_below_zero():
    omega = np.linspace(0.1, 20, 200)
    S = spectral_density(Box(1.0), omega, reach=2.0)
    np.testing.assert_allclose(S, 2 * np.sin(omega) / omega, atol=5e-3)
    assert S.min() < -0.4


def test_bad_input_is_refused():
    t, w = normal_measure()
    for wrong, message in [
        (lambda: mercer_pairs(RBF(1.0), t, -w, 3), r"weights\[\d+\] = -.*no negative mass.*Drop"),
        (lambda: mercer_pairs(RBF(1.0), t, w[1:], 3), r"weights has shape \(99,\)"),
        (lambda: mercer_pairs(RBF(1.0), t, w, 100), r"terms = 100, but only \d+ eigenvalues.*Try terms="),
        (lambda: mercer_pairs(RBF(1.0), t, w, 0), r"terms = 0 must be a whole number"),
        (lambda: gaussian_pairs(0.0), "length_scale = 0.0 must be > 0"),
        (lambda: gaussian_pairs(1.0, sigma=-1.0), "sigma = -1.0 must be > 0"),
        (lambda: gaussian_pairs(1.0).functions(np.ones((3, 2))), r"X has 2 coordinates.*Try one column"),
        (lambda: brownian_pairs(1.5), "terms = 1.5"),
        (lambda: spectral_density(Cosine(1.0), [1.0], reach=5.0), "has not died out.*Try a larger reach"),
        (lambda: spectral_density(RBF(1.0), [np.nan], reach=5.0), r"omega\[0\] = nan"),
        (lambda: normal_measure(nodes=0), "nodes = 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            wrong()
