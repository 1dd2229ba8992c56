"""The labs on size show what an independent computation says, and every control moves something."""

from math import comb

import numpy as np
import pytest

from kernellab import RBF, KernelRidge, datasets, fourier_features, gram, labs, monomials
from kernellab.course.labs.crossover import costs, memory
from kernellab.course.labs.data import ROAD

X, Y = datasets.stopping()
# Sizes


def test_what_is_held_is_what_arrays_hold():
    Z = np.random.default_rng(0).normal(size=(30, 4))
    Phi = monomials(Z, 3)
    held = costs(30, 4, Phi.shape[1], 9)
    assert held["primal"][0] == Phi.size
    assert held["dual"][0] == (Phi @ Phi.T).size
    assert held["landmarks"][0] == gram(RBF(1.0), Z, Z[:9]).size


def test_multiplications_are_those_of_the_loops():
    n, d, m = 7, 3, 5
    products = n * m + sum(1 for _ in range(n) for _ in range(m) for _ in range(m))
    table = sum(d + 1 for _ in range(n) for _ in range(n))
    assert costs(n, d, m, 4)["primal"][1] == pytest.approx(products + m**3 / 3)
    assert costs(n, d, m, 4)["dual"][1] == pytest.approx(table + n**3 / 3)
    of_landmarks = costs(n, d, 4, 4)["primal"][1] + d * n * 4  # a kernel value takes d more than a feature
    assert costs(n, d, m, 4)["landmarks"][1] == pytest.approx(of_landmarks + 2 * 4**3)


@pytest.mark.parametrize(("n", "d", "degree"), [(1000, 5, 3), (1000, 5, 15), (1e7, 12, 15), (10, 1, 1)])
def test_the_dots_stand_on_their_lines_and_within_the_picture(n, d, degree):
    lab = labs.crossover().set(n=n, d=d, degree=degree)
    m = comb(d + degree, degree)
    for which, ax in enumerate(lab.figure.axes):
        dots = next(line for line in ax.lines if line.get_marker() == "o")
        expected = costs(n, d, m, 500)
        np.testing.assert_allclose(dots.get_ydata(), [float(expected[r][which]) for r in ("primal", "dual", "landmarks")])
        assert max(dots.get_ydata()) < ax.get_ylim()[1]
    cheaper = "primal" if expected["primal"][1] < expected["dual"][1] else "dual"
    assert f"the {cheaper} is cheaper" in lab.sentence


@pytest.mark.parametrize(
    ("numbers", "words"), [(1, "8 bytes"), (125, "1 kB"), (56_000, "448 kB"), (1e6, "8 MB"), (1e12, "8 TB"), (5e8, "4 GB")]
)
def test_memory_is_told_in_the_unit_that_suits(numbers, words):
    assert memory(numbers) == words


def test_cheaper_is_a_matter_of_multiplications_and_not_of_memory():
    m = comb(12, 7)
    assert m < 1000 < m**2 / 500  # Φ is smaller than K, and ΦᵀΦ takes longer
    assert "the dual is cheaper" in labs.crossover().set(n=1000, d=5, degree=7).sentence


# Waves


def test_the_mean_of_the_waves_is_the_inner_product_of_the_features():
    lab = labs.waves().set(m=30, length_scale=4.0, draw=3)
    phi = fourier_features(RBF(4.0), 1, 30, 3)
    mean = lab.figure.axes[0].lines[6]
    np.testing.assert_allclose(mean.get_ydata(), (phi(mean.get_xdata()[:, None]) @ phi([[0.0]]).T).ravel(), atol=1e-12)


def test_more_waves_miss_less():
    lab = labs.waves()

    def missed(m):
        return np.mean([float(lab.set(m=m, draw=draw).sentence.split(" by ")[1].split()[0]) for draw in range(1, 21)])

    assert missed(400) < missed(100) / 1.5 < missed(20) / 3


# Errors


@pytest.mark.parametrize(("length_scale", "lam"), [(3.0, 1.0), (1.0, 100.0)])
def test_the_exact_fit_is_kernel_ridge(length_scale, lam):
    lab = labs.approximation_error(X, Y).set(length_scale=length_scale, lam=lam)
    curve = next(line for line in lab.figure.axes[0].lines if len(line.get_xdata()) == len(ROAD))
    np.testing.assert_allclose(curve.get_ydata(), KernelRidge(RBF(length_scale), lam).fit(X, Y).predict(ROAD), atol=1e-8)


def test_landmarks_at_every_speed_miss_nothing_and_waves_always_something():
    lab = labs.approximation_error(X, Y)
    assert "28 speeds" in lab.set(m=60).sentence
    assert "less than 10⁻⁶ ft" in lab.sentence
    landmarks, waves = (line.get_ydata() for line in lab.figure.axes[1].lines[:2])
    assert landmarks[-1] < 1e-6 < 0.1 < waves.min()


def test_a_landmark_fit_is_the_best_on_the_span_of_its_landmarks():
    lab = labs.approximation_error(X, Y).set(m=6, draw=2, lam=10.0)
    Z = np.unique(X[np.random.default_rng(2).permutation(62)[:6]], axis=0)
    K, KZ = gram(RBF(3.0), X, Z), gram(RBF(3.0), Z)
    alpha = np.linalg.solve(K.T @ K + 10.0 * KZ, K.T @ Y)  # min ‖y − Kα‖² + λ αᵀ K_Z α
    curves = [line for line in lab.figure.axes[0].lines if len(line.get_xdata()) == len(ROAD)]
    np.testing.assert_allclose(curves[1].get_ydata(), gram(RBF(3.0), ROAD, Z) @ alpha, atol=1e-5)


@pytest.mark.parametrize("bad", [np.ones((62, 2)), np.full((62, 1), np.nan), np.zeros((0, 1)), "speeds", None])
def test_bad_points_are_refused(bad):
    with pytest.raises((ValueError, TypeError)):
        labs.approximation_error(bad, Y)
    with pytest.raises(ValueError, match="62 points"):
        labs.approximation_error(X, Y[:-1])
