"""Mercer's pairs and spectral densities against closed forms in many digits."""

import mpmath as mp
import numpy as np
import pytest

from kernellab import (
    RBF,
    Box,
    Brownian,
    Custom,
    Laplace,
    Matern,
    NegativeDistance,
    NotPositiveSemidefiniteError,
    Polynomial,
    PullBack,
    Sigmoid,
    brownian_pairs,
    gaussian_pairs,
    gram,
    mercer_pairs,
    normal_measure,
    spectral_density,
)


def test_quadrature_meets_the_closed_form_of_the_gaussian_kernel():
    for length_scale, sigma in ((1.0, 1.0), (0.7, 1.5), (2.0, 0.8)):
        found = mercer_pairs(RBF(length_scale), *normal_measure(sigma), terms=12)
        known = gaussian_pairs(length_scale, sigma, terms=12)
        np.testing.assert_allclose(found.eigenvalues, known.eigenvalues, atol=1e-13)
        x = np.linspace(-2, 2, 9)[:, None] * sigma
        e, expected = found.functions(x)[:, :6], known.functions(x)[:, :6]
        sign = np.sign((e * expected).sum(axis=0))
        np.testing.assert_allclose(sign * e, expected, atol=1e-6)


def test_all_pairs_that_rise_above_rounding_are_given():
    pairs = mercer_pairs(Polynomial(1, c=0.0), [[1.0], [2.0]], [0.5, 0.5], terms=1)
    assert pairs.eigenvalues == pytest.approx([2.5])
    assert (
        len(brownian_pairs().eigenvalues) == len(gaussian_pairs(1.0).eigenvalues) == 20
    )


def test_the_series_of_the_brownian_kernel_converges_to_it():
    s = np.linspace(0, 1, 21)[:, None]
    errors = [
        np.abs(brownian_pairs(terms).gram(s) - gram(Brownian(), s)).max()
        for terms in (10, 100, 1000)
    ]
    np.testing.assert_allclose(errors, [2e-2, 2e-3, 2e-4], rtol=0.1)


def in_many_digits(length_scale, sigma, terms, x):
    """λⱼ, eⱼ(x) and √λⱼ eⱼ(x) by the formulas of the source."""
    with mp.workdps(1400):
        ell, sigma, x = mp.mpf(length_scale), mp.mpf(sigma), mp.mpf(x)
        a, b = 1 / (4 * sigma**2), 1 / (2 * ell**2)
        c = mp.sqrt(a**2 + 2 * a * b)
        A = a + b + c
        values = [mp.sqrt(2 * a / A) * (b / A) ** j for j in range(terms)]
        u, e = mp.sqrt(2 * c) * x, [(c / a) ** mp.mpf(0.25) * mp.exp(-(c - a) * x**2)]
        for j in range(terms - 1):
            before = mp.sqrt(j) * e[j - 1] if j else 0
            e.append((mp.sqrt(2) * u * e[j] - before) / mp.sqrt(j + 1))
        weighed = [float(mp.sqrt(v) * each) for v, each in zip(values, e, strict=True)]
        return [float(v) for v in values], [float(each) for each in e], weighed


def test_the_pairs_of_the_gaussian_kernel_know_no_unit():
    for length_scale, sigma, x in (
        (1.0, 1.0, 0.7),
        (1e41, 1e41, 7e40),
        (1e-25, 1e25, 1e-25),
        (1e50, 1e-50, 1e-50),
    ):
        pairs = gaussian_pairs(length_scale, sigma, 20)
        values, e, weighed = in_many_digits(length_scale, sigma, 20, x)
        np.testing.assert_allclose(pairs.eigenvalues, values, rtol=1e-13)
        np.testing.assert_allclose(
            pairs.functions([[x]])[0], e, rtol=1e-12, atol=1e-13 * np.abs(e).max()
        )
        features = pairs.features([[x]])[0]
        np.testing.assert_allclose(features, weighed, rtol=1e-12, atol=1e-15)


def test_points_whose_eigenfunctions_leave_the_range_of_floats_are_refused():
    for x, terms in ((60, 6000), (999, 20)):
        with pytest.raises(ValueError, match=rf"X reaches {x:g}, .* σ = 1\..*closer"):
            gaussian_pairs(1.0, 1.0, terms).features([[0.0], [x]])


def test_spectral_densities_meet_their_closed_forms():
    for ell in (1e-3, 0.7):
        a, omega = 1 / ell, np.linspace(-14, 14, 41) / ell
        for k, known in (
            (RBF(ell), ell * np.sqrt(2 * np.pi) * np.exp(-((ell * omega) ** 2) / 2)),
            (Laplace(ell), 2 * a / (a**2 + omega**2)),
            (Matern(ell, nu=1.5), 4 * (3**0.5 * a) ** 3 / (3 * a**2 + omega**2) ** 2),
            (
                Matern(ell, nu=2.5),
                16 / 3 * (5**0.5 * a) ** 5 / (5 * a**2 + omega**2) ** 3,
            ),
        ):
            found = spectral_density(k, omega, reach=20.0 * ell)
            np.testing.assert_allclose(found, known, atol=1e-7 * ell, err_msg=repr(k))
    narrow = spectral_density(RBF(1e-6), [0.0, 100.0], reach=10.0)
    np.testing.assert_allclose(narrow, 1e-6 * np.sqrt(2 * np.pi), rtol=1e-7)
    assert spectral_density(RBF(1.0), 2.0, 10.0).shape == ()


@pytest.mark.slow
def test_the_spectrum_of_a_box_dips_below_zero_and_needs_a_reach_that_ends_it():
    omega = np.linspace(0.1, 20, 200)
    S = spectral_density(Box(1.0), omega, reach=1.0)
    np.testing.assert_allclose(S, 2 * np.sin(omega) / omega, atol=1e-8)
    assert S.min() < -0.4
    with pytest.raises(ValueError, match=r"Try a smaller reach, .* where k jumps"):
        spectral_density(Box(1.0), omega, reach=1.003)


def test_waves_that_turn_too_often_are_right_or_refused():
    for fastest in np.geomspace(10, 1e6, 60):
        try:
            S = spectral_density(Laplace(1.0), [0.0, fastest], 15.0)
        except ValueError:
            continue
        expected = [2.0, 2 / (1 + fastest**2)]
        np.testing.assert_allclose(S, expected, atol=1e-6)


def test_a_kernel_has_died_out_below_a_millionth():
    edge = np.sqrt(2 * np.log(1e6))  # where exp(−r²/2) is 10⁻⁶
    spectral_density(RBF(1.0), [0.0], edge * 1.01)
    said = rf"k\({edge * 0.99:g}, 0\) = 1.\d+e-06 is .* 0\) = 1, .*Try a larger reach"
    with pytest.raises(ValueError, match=said):
        spectral_density(RBF(1.0), [0.0], edge * 0.99)


def test_what_is_no_function_of_the_distance_has_no_spectral_density():
    uneven = Custom(lambda x, z: float(np.exp(-((x[0] - z[0] - 1) ** 2) / 2)))
    bent = PullBack(RBF(1.0), lambda X: np.sign(X) * X**2)
    for k, reach, said in (
        (bent, 100.0, r"PullBack\(.* is not a function of \|x − z\| alone"),
        (uneven, 12.0, "not a function of"),
        (NegativeDistance(), 12.0, r"relative to k\(0, 0\) = "),
        (0 * RBF(1.0), 12.0, r"relative to k\(0, 0\) = "),
    ):
        with pytest.raises(ValueError, match=said):
            spectral_density(k, [0.0, 1.0], reach)


def test_bad_input_is_refused():
    t, w = normal_measure()
    wrong = {
        r"weights\[2\] = -1: .*no negative mass.*Drop": lambda: mercer_pairs(
            RBF(1.0), np.arange(4.0)[:, None], [1.0, 2.0, -1.0, 3.0], 1
        ),
        r"weights has shape \(99,\)": lambda: mercer_pairs(RBF(1.0), t, w[1:], 3),
        "terms = 0 must be": lambda: mercer_pairs(RBF(1.0), t, w, 0),
        "length_scale = 0.0 must be > 0": lambda: gaussian_pairs(0.0),
        "sigma = -1.0 must be > 0": lambda: gaussian_pairs(1.0, sigma=-1.0),
        "points on a line. Try": lambda: gaussian_pairs(1.0).gram(np.ones((3, 2))),
        r"X runs from 0 to 2.*on \[0, 1\]": lambda: brownian_pairs(3).gram([[0], [2]]),
        r"omega\[0\] = nan": lambda: spectral_density(RBF(1.0), [np.nan], reach=5.0),
        "nodes = 15: steps as wide": lambda: normal_measure(1.0, 15),
    }
    for message, call in wrong.items():
        with pytest.raises(ValueError, match=message):
            call()
    t, w = normal_measure(nodes=16)
    assert w @ t.ravel() ** 2 == pytest.approx(1.0, rel=1e-3)


def test_an_impostor_has_no_pairs_and_its_eigenvalue_is_told_in_its_units():
    nodes, weights = normal_measure(1.0, 30)
    root = np.sqrt(weights)
    K = gram(Sigmoid(1.0, -1.0), nodes) * np.outer(root, root)
    for unit in (1.0, 1e40):
        lowest = f"{unit * np.linalg.eigvalsh(K)[0]:.3g}".replace("+", r"\+")
        said = f"has the eigenvalue {lowest} on .*not a kernel.*Try a kernel"
        with pytest.raises(NotPositiveSemidefiniteError, match=said):
            mercer_pairs(unit * Sigmoid(1.0, -1.0), nodes, weights, terms=2)
