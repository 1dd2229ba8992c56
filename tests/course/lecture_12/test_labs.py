"""The labs on size count what arrays and loops need, and fit what NumPy fits."""

import numpy as np
import pytest

from kernellab import RBF, count_monomials, fourier_features
from kernellab.course.lecture_12.labs import _costs, _memory
from tests.course.labs import SPEEDS, X, Y, answer, at, color_of, line, rms, said, se


def test_what_a_route_holds_and_multiplies():
    n, d, m, M = 1000, 5, 56, 500
    found = _costs(n, d, m, M)
    assert found["primal"] == (n * m, n * m + n * m**2 + m**3 / 3)
    assert found["dual"] == (n**2, n**2 * (d + 1) + n**3 / 3)
    assert found["landmarks"] == (n * M, n * M * (d + 1) + n * M**2 + 7 * M**3 / 3)
    lab = at("crossover", n=1000.0, d=d, degree=3, landmarks=M)
    work = (found[route][1] for route in ("primal", "dual", "landmarks"))
    said(lab, "primal {}; dual {}; landmarks {}.", *work)
    ax = lab.figure.axes[1]
    along, drawn = line(ax, color_of(ax, "dual")).get_data()
    np.testing.assert_allclose(drawn, along**2 * (d + 1) + along**3 / 3)
    told = [_memory(each) for each in (1, 125, 1e6, 5e8, 1e12, 5e15)]
    assert told == ["8 bytes", "1 kB", "8 MB", "4 GB", "8 TB", "40 PB"]


@pytest.mark.parametrize(("n", "degree"), [(1_000, 7), (1_000_000, 34)])
def test_the_dual_takes_less_work_from_this_degree_on(n, degree):
    before, at = (_costs(n, 5, count_monomials(5, k), 1) for k in (degree - 1, degree))
    assert before["primal"][1] < before["dual"][1]
    assert at["primal"][1] > at["dual"][1]


def test_the_mean_of_the_waves_is_the_inner_product_of_the_features():
    lab = at("waves", m=40, length_scale=5.0, draw=3)
    curves = lab.figure.axes[0]
    apart, mean = line(curves, color_of(curves, "mean of the waves")).get_data()
    phi = fourier_features(RBF(5.0), 1, 40, 3)
    np.testing.assert_allclose(mean, phi(apart[:, None]) @ phi([[0.0]])[0], atol=1e-9)
    for wave, w in zip(curves.lines, phi.frequencies.ravel()[:5], strict=False):
        np.testing.assert_allclose(wave.get_ydata(), np.cos(w * apart), atol=1e-9)
    omega, density = lab.figure.axes[1].lines[0].get_data()
    np.testing.assert_allclose(density, np.exp(-((5 * omega) ** 2) / 2), atol=1e-12)
    gap = rms(mean - np.exp(-(apart**2) / 50))
    said(lab, "misses the kernel by {} (root mean square); 1/√m is {}", gap, 40**-0.5)


@pytest.mark.parametrize("method", ["landmarks", "waves"])
def test_errors_are_those_of_the_best_weights_in_the_span(method):
    """Landmarks: (K_nmᵀK_nm + λK_mm)β = K_nmᵀy. Waves: KΦ = ΦΦᵀ in place of K."""
    lab = at("approximation_error", method=method, m=10, draw=2, lam=1.0)
    ell, places = lab.values["length_scale"], np.linspace(4, 40, 361)
    K = se(SPEEDS, SPEEDS, ell)
    exact = se(places, SPEEDS, ell) @ np.linalg.solve(K + np.eye(62), Y)
    if method == "landmarks":
        Z = SPEEDS[np.random.default_rng(2).permutation(62)[:10]]
        near, whole = se(SPEEDS, Z, ell), se(Z, Z, ell)
        beta = np.linalg.lstsq(near.T @ near + whole, near.T @ Y, rcond=1e-13)[0]
        f = se(places, Z, ell) @ beta
    else:
        phi = fourier_features(RBF(ell), 1, 10, 2)
        P, Q = phi(X), phi(places[:, None])
        f = Q @ P.T @ np.linalg.solve(P @ P.T + np.eye(62), Y)
    said(lab, "the fit misses the exact one by {} ft", rms(f - exact))
    assert answer(lab.question) == len(np.unique(SPEEDS))
    here = lab.figure.axes[1].lines[2].get_xydata()[0]
    assert here == pytest.approx([10, rms(f - exact)], rel=0.02)
