"""Single fits, against the convex program, plain words and fractions."""

from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from kernellab import (
    RBF,
    SVC,
    SVR,
    Laplace,
    Linear,
    Polynomial,
    gram,
    svm_dual,
    svr_dual,
)
from kernellab.errors import NotPositiveSemidefiniteError, UnverifiedError
from kernellab.solvers import active_set, libsvm
from tests.conditions import missed

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


def noise(n, whole=False):
    rng = np.random.default_rng(n)
    if whole:
        return rng.integers(-5, 6, (n, 2)) * 1.0, rng.integers(-5, 6, n) * 1.0
    return rng.normal(size=(n, 2)), rng.normal(size=n)


def least(K, y, C, epsilon, offset, classes=False):
    """The least value of the dual, by cvxpy."""
    alpha = cp.Variable(len(y))
    size = cp.multiply(y, alpha) if classes else cp.abs(alpha)
    square = cp.quad_form(alpha, cp.psd_wrap(K)) / 2
    loss = square - alpha @ y + epsilon * cp.sum(size)
    limits = [size <= C, *([size >= 0] if classes else [])]
    limits += [cp.sum(alpha) == 0] if offset else []
    return cp.Problem(cp.Minimize(loss), limits).solve(solver=cp.CLARABEL)


@with_and_without_offset
@pytest.mark.parametrize(
    "k", [RBF(1.0), Linear(), Polynomial(2), Laplace(1.0)], ids=repr
)
@pytest.mark.parametrize("whole", [False, True])
def test_a_fit_is_the_minimum_of_the_convex_program(k, whole, offset):
    X, y = noise(24, whole)
    K, labels = gram(k, X), np.where(y > 0, 1.0, -1.0)
    scale = 1 / K.diagonal().mean()
    for C, epsilon in ((0.1 * scale, 0.25), (3.0 * scale, 0.5), (100.0 * scale, 0.0)):
        fit = svr_dual(K, y, C, epsilon, offset)
        assert missed(K, y, fit.alpha, fit.b, C, epsilon) <= 1e-9
        found = least(K, y, C, epsilon, offset)
        assert fit.objective == pytest.approx(found, rel=1e-5, abs=1e-7)
        machine = svm_dual(K, labels, C, offset)
        alpha = machine.alpha * labels
        assert missed(K, labels, alpha, machine.b, C, 0.0, classes=True) <= 1e-9
        found = least(K, labels, C, 0.0, offset, classes=True)
        assert machine.objective == pytest.approx(found, rel=1e-5)


def test_of_points_that_are_one_and_the_same_as_few_as_possible_carry_the_weight():
    X, y = np.repeat([[0.0], [1.0], [3.0]], 4, axis=0), np.repeat([0.0, 2.0, 1.0], 4)
    fit = svr_dual(gram(RBF(1.0), X), y, 1.0, 0.1)
    single = svr_dual(gram(RBF(1.0), X[::4]), y[::4], 4.0, 0.1)
    totals = fit.alpha.reshape(3, 4).sum(axis=1)
    np.testing.assert_allclose(totals, single.alpha, atol=1e-9)
    assert fit.free.reshape(3, 4).sum(axis=1).max() <= 1


@pytest.mark.parametrize("wrong", [0, 2, -1])
def test_whatever_libsvm_proposes_the_answer_is_the_same(monkeypatch, wrong):
    X, y = noise(30)
    K = gram(RBF(1.0), X)
    right = svr_dual(K, y, 1.0, 0.2, offset=True)
    states = np.full(30, wrong, np.int8)
    monkeypatch.setattr(
        libsvm, "libsvm_proposal", lambda *_, **__: (states, np.full(30, 0.5))
    )
    again = svr_dual(K, y, 1.0, 0.2, offset=True)
    np.testing.assert_allclose(again.alpha, right.alpha, atol=1e-10)


@with_and_without_offset
def test_libsvm_proposes_the_answer_but_for_its_tolerance(offset):
    X, y = noise(40)
    K = gram(RBF(1.0), X)
    right = svr_dual(K, y, 1.0, 0.2, offset)
    state, alpha = libsvm.libsvm_proposal(libsvm.svr_problem(K, y, offset), 0.2, 1.0)
    np.testing.assert_allclose(alpha, right.alpha, atol=1e-5)
    expected = np.sign(right.alpha) * (right.free + 2 * right.bound)
    np.testing.assert_array_equal(state, expected)


def test_whole_numbers_stay_whole_for_libsvm():
    # Divided by anything but a power of 2 they lose their ties, and libsvm cycles.
    X, y = noise(500, whole=True)
    dual = libsvm.svr_problem(gram(Linear(), X), y, True)
    state, _ = libsvm.libsvm_proposal(dual, 0.5, 1.0)
    assert (np.abs(state) == 1).sum() < 60


def test_a_proposal_cut_short_warns_nobody(monkeypatch, recwarn):
    X, y = noise(33)
    K = gram(RBF(1.0), X)
    right = svr_dual(K, y, 1.0, 0.2, offset=True)
    monkeypatch.setattr(libsvm, "MOST_ITERATIONS", 1)
    again = svr_dual(K, y, 1.0, 0.2, offset=True)
    np.testing.assert_allclose(again.alpha, right.alpha, atol=1e-10)
    assert recwarn.list == []


LINE, ODD = np.linspace(0, 1, 8)[:, None], np.where(np.arange(8) % 3 == 0, 1.0, -1.0)


@pytest.mark.parametrize("inf", [np.inf, np.float32(np.inf)])
def test_a_hard_margin_is_verified_by_its_margins(inf):
    with pytest.raises(UnverifiedError, match=r"separates the two classes .* finite C"):
        svm_dual(gram(RBF(10.0), LINE), ODD, inf)
    K = gram(Laplace(0.2), LINE)
    machine = svm_dual(K, ODD, inf)
    assert (ODD * (K @ (machine.alpha * ODD) + machine.b)).min() >= 1 - 1e-9
    soft = svm_dual(K, ODD, 1e3)
    np.testing.assert_allclose(machine.alpha, soft.alpha, rtol=1e-9, atol=1e-12)


def test_bad_input():
    y = np.array([1.0, -1.0])
    for make in (lambda K, y: svr_dual(K, y, 1.0, 0.1), lambda K, y: svm_dual(K, y)):
        with pytest.raises(NotPositiveSemidefiniteError, match="comes from no kernel"):
            make([[1.0, 2.0], [2.0, 1.0]], [1.0, -1.0])
    for C in (0.0, -1.0, 1e300, np.nan, "1", None, -np.inf, y):
        with pytest.raises((TypeError, ValueError), match="C = "):
            svm_dual(np.eye(2), [1.0, -1.0], C)
    with pytest.raises(ValueError, match="C = inf"):
        svr_dual(np.eye(2), [1.0, -1.0], np.inf, 0.1)
    with pytest.raises(ValueError, match=r"epsilon = -0.1 must be ≥ 0"):
        svr_dual(np.eye(2), [1.0, -1.0], 1.0, -0.1)
    for labels, bad in (([0, 1], r"\[0\] = 0"), ([1, 1], " .* 1"), ([-1, 2], ".* = 2")):
        with pytest.raises(ValueError, match=rf"^y{bad}, .* are −1 and \+1"):
            svm_dual(np.eye(2), labels, 1.0)


def test_the_models_are_these_fits():
    X, y = noise(40)
    K = gram(RBF(1.0), X)
    model = SVR(RBF(1.0), lam=0.25, epsilon=0.1, offset=True).fit(X, y)
    expected = svr_dual(K, y, 2.0, 0.1, True).alpha
    np.testing.assert_array_equal(model.fit_.alpha, expected)
    machine = SVC(RBF(1.0), C=3.0).fit(X, y > 0)
    expected = svm_dual(K, np.where(y > 0, 1.0, -1.0), 3.0).alpha
    np.testing.assert_array_equal(machine.fit_.alpha, expected)


@pytest.mark.parametrize(
    "fit",
    [
        lambda: svr_dual([[4.0, 6.0], [6.0, 9.0]], [3.0, 4.0], C=1e15, epsilon=0.0),
        lambda: svm_dual(gram(RBF(1.0), [[0.0], [0.0], [1.0]]), [1, -1, 1], 1e20),
    ],
    ids=["two points on a line", "contradictory labels"],
)
def test_weights_too_large_for_their_residual_are_refused_with_the_largest_c(fit):
    with pytest.raises(UnverifiedError, match=r"Try a C of at most \de\+0[56],"):
        fit()


@pytest.mark.slow
@pytest.mark.parametrize("C", [1e6, 1e10, 1e14])
def test_whatever_is_returned_with_a_huge_box_is_right_in_exact_arithmetic(C):
    answered = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(2, 8))
        X = rng.integers(-3, 4, size=(n, 2)).astype(float)
        y = rng.integers(-3, 4, size=n).astype(float)
        y[0] = 3.0
        K, epsilon = gram((Linear(), RBF(1.0), Polynomial(2))[seed % 3], X), 0.25
        try:
            fit = svr_dual(K, y, C, epsilon, offset=bool(seed % 2))
        except UnverifiedError:
            continue
        answered += 1
        for i in range(n):
            f = Fraction(fit.b) + sum(
                Fraction(k) * Fraction(a) for k, a in zip(K[i], fit.alpha, strict=True)
            )
            r, sign = float(Fraction(y[i]) - f), np.sign(fit.alpha[i])
            if fit.free[i]:
                assert abs(r - sign * epsilon) <= 1e-5 * np.ptp(y), seed
            elif fit.bound[i]:
                assert sign * r >= epsilon - 1e-5 * np.ptp(y), seed
            else:
                assert abs(r) <= epsilon + 1e-5 * np.ptp(y), seed
    assert answered > 5


@pytest.mark.slow
def test_a_hopeless_fit_is_refused_soon_and_its_advice_helps(monkeypatch):
    X, y = load_breast_cancer(return_X_y=True)
    steps, solve = [], active_set._independent_system
    monkeypatch.setattr(
        active_set, "_independent_system", lambda *a: (steps.append(1), solve(*a))[1]
    )
    said = "C times k.*divided by their spread.*StandardScaler"
    with pytest.raises(UnverifiedError, match=said):
        SVC(Polynomial(3), C=1.0).fit(X, y)
    assert len(steps) < 700  # of 46,320
    for offset in (True, False):
        with pytest.raises(UnverifiedError, match=said):
            SVR(Polynomial(3), lam=0.5, offset=offset).fit(X, y)
    scaled = StandardScaler().fit_transform(X)
    assert SVC(Polynomial(3), C=1.0).fit(scaled, y).score(scaled, y) == 1


def test_a_few_fits_that_rounding_moves_are_passed_on_the_way(monkeypatch):
    rng = np.random.default_rng(10)
    X, y = rng.normal(size=(16, 2)), rng.normal(size=16)
    dual = libsvm.svr_problem(gram(Polynomial(2), X), y, False)
    problem = (dual, 0.1, 1e9, *libsvm.libsvm_proposal(dual, 0.1, 1e9), 2000)
    assert dual.is_verified(active_set.active_set_method(*problem))
    monkeypatch.setattr(active_set, "MOST_HOPELESS", 2)
    assert not dual.is_verified(active_set.active_set_method(*problem))
