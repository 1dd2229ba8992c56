"""Two recursions that share no number walk the same path, and end where theory says."""

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from kernellab import residual, ridge_primal
from kernellab.solvers.descent import (
    Absolute,
    EpsilonInsensitive,
    Hinge,
    Logistic,
    Loss,
    Squared,
    descend,
)

LOSSES = [Squared(), Absolute(), EpsilonInsensitive(0.3), Logistic(), Hinge()]
SMOOTH, KINKED = [Squared(), Logistic()], [Absolute(), EpsilonInsensitive(0.3), Hinge()]
any_loss = pytest.mark.parametrize("loss", LOSSES, ids=repr)
kinked_loss = pytest.mark.parametrize("loss", KINKED, ids=repr)
with_and_without_offset = pytest.mark.parametrize("offset", [False, True])
sizes, seeds = st.integers(1, 6), st.integers(0, 2**32 - 1)
numbers = st.floats(-20, 20)
SHAPES = [(4, 9), (6, 6), (9, 4), (1, 5), (1, 1)]


def problem(n: int, m: int, loss: Loss, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng([n, m, seed])
    Phi, y = rng.normal(size=(n, m)), rng.normal(size=n)
    return Phi, np.where(y > 0, 1.0, -1.0) if loss.classification else y


def value(loss: Loss, f: float, y: float) -> float:
    """The losses written out once more, for one point."""
    return {
        Squared: lambda: (y - f) ** 2,
        Absolute: lambda: abs(y - f),
        EpsilonInsensitive: lambda: max(0.0, abs(y - f) - loss.epsilon),
        Logistic: lambda: np.log(1 + np.exp(-y * f)),
        Hinge: lambda: max(0.0, 1 - y * f),
    }[type(loss)]()


def objective(w, b, Phi, y, loss, lam) -> float:
    """Σℓ + λ‖w‖²."""
    f = Phi @ w + b
    return sum(value(loss, *pair) for pair in zip(f, y, strict=True)) + lam * w @ w


# The losses


@any_loss
@given(numbers, numbers, numbers)
def test_the_derivative_is_that_of_the_value_or_a_subgradient(loss, f, other, y):
    y, h = (np.sign(y) or 1.0) if loss.classification else y, 1e-5
    at, to, target = np.array(f), np.array(other), np.array(y)
    assert loss.value(at, target) == pytest.approx(value(loss, f, y), abs=1e-12)
    slope = loss.derivative(at, target)
    below = loss.value(at, target) + slope * (to - at)
    assert loss.value(to, target) >= below - 1e-9
    if all(abs(f - kink) > 2 * h for kink in loss.kinks(target)):
        difference = (value(loss, f + h, y) - value(loss, f - h, y)) / (2 * h)
        assert slope == pytest.approx(difference, abs=1e-6)


@kinked_loss
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_an_f_within_rounding_of_a_kink_is_on_it(loss, y):
    y = np.array(y)
    for kink in loss.kinks(y):
        near = kink + 1e-9 * np.array([-1.0, 0.0, 1.0])
        assert (loss.slope(near, y, 2e-9) == 0).all()
        np.testing.assert_array_equal(
            loss.slope(near, y, 5e-10)[[0, 2]], loss.derivative(near, y)[[0, 2]]
        )
        jumps = np.diff(loss.derivative(kink + np.array([-0.01, 0.01]), y))
        assert jumps == (2 if isinstance(loss, Absolute) else 1)


@pytest.mark.parametrize(
    ("loss", "far", "most"), [(Squared(), 0, 2.0), (Logistic(), 0, 0.25)], ids=repr
)
def test_the_curvature_is_the_largest_second_derivative(loss, far, most):
    f, h = np.linspace(-5, 5, 101), 1e-4
    second = (loss.derivative(f + h, 1.0) - loss.derivative(f - h, 1.0)) / (2 * h)
    assert second.max() == pytest.approx(loss.curvature, rel=1e-6)
    assert loss.curvature == most


def test_logistic_neither_overflows_nor_loses_small_losses():
    f, y = np.array([-1e4, 0.0, 1e4, 40.0]), np.ones(4)
    np.testing.assert_allclose(
        Logistic().value(f, y), [1e4, np.log(2), 0, np.exp(-40)], rtol=1e-12
    )
    np.testing.assert_allclose(
        Logistic().derivative(f, y), [-1, -0.5, 0, -np.exp(-40)], rtol=1e-12
    )


# The recursions


@any_loss
@with_and_without_offset
@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_w_is_the_start_shrunk_and_a_sum_of_the_features(loss, offset, lam):
    for seed, (n, m) in enumerate(SHAPES):
        Phi, y = problem(n, m, loss, seed)
        start = np.random.default_rng(seed).normal(size=m) if seed % 2 else None
        fit = descend(Phi, y, loss, lam, steps=60, start=start, offset=offset)
        size = np.abs(fit.w).max() or 1.0
        np.testing.assert_allclose(fit.w_from_beta, fit.w, rtol=0, atol=1e-11 * size)
        np.testing.assert_allclose(fit.b_beta, fit.b, rtol=0, atol=1e-11 * size)


@pytest.mark.parametrize("loss", KINKED, ids=repr)
def test_both_recursions_take_one_subgradient_at_kinks_of_integers(loss):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        Phi = rng.integers(-3, 4, (8, 2)).astype(float)
        y = rng.integers(-1, 2, 8) * 1.0
        y = np.where(y > 0, 1.0, -1.0) if loss.classification else y
        try:
            fit = descend(Phi, y, loss, step=0.01, steps=30)
        except ValueError:
            continue
        np.testing.assert_allclose(fit.w_from_beta, fit.w, rtol=0, atol=1e-12)


@any_loss
@with_and_without_offset
def test_a_step_goes_down_the_gradient_of_the_recorded_objective(loss, offset):
    Phi, y = problem(5, 3, loss, 7)
    start = np.array([0.3, -0.2, 0.7])
    fit = descend(Phi, y, loss, 0.3, 1e-4, 2, start, offset)
    for t in range(2):
        w, b = fit.w[t], fit.b[t]
        assert fit.objective[t] == pytest.approx(objective(w, b, Phi, y, loss, 0.3))
        by_w = scipy.optimize.approx_fprime(w, objective, 1e-7, b, Phi, y, loss, 0.3)
        np.testing.assert_allclose(fit.w[t + 1], w - 1e-4 * by_w, rtol=0, atol=1e-9)
        by_b = objective(w, b + 1e-7, Phi, y, loss, 0.3) - fit.objective[t]
        moved = fit.b[t] - fit.b[t + 1]
        assert moved == pytest.approx(1e-4 * by_b / 1e-7 * offset, abs=1e-9)


# Where it ends


@with_and_without_offset
def test_logistic_loss_ends_where_scikit_learn_does(offset):
    Phi, y = problem(30, 3, Logistic())
    peer = LogisticRegression(C=1 / (2 * 0.5), fit_intercept=offset, tol=1e-12)
    peer.set_params(max_iter=10_000).fit(Phi, y)
    fit = descend(Phi, y, Logistic(), 0.5, steps=5000, offset=offset)
    np.testing.assert_allclose(fit.w[-1], peer.coef_.ravel(), atol=1e-6)
    assert fit.b[-1] == pytest.approx(peer.intercept_[0] if offset else 0.0, abs=1e-6)


# The step


@any_loss
@with_and_without_offset
@given(sizes, sizes, seeds, st.floats(-6, 6), st.floats(-6, 6), st.floats(-6, 6))
def test_the_default_step_is_never_refused(loss, offset, n, m, seed, a, b, c):
    Phi, y = problem(n, m, loss, seed)
    y = y if loss.classification else 10**b * y
    descend(10**a * Phi, y, loss, 10**c, steps=10, offset=offset)


@any_loss
@with_and_without_offset
def test_the_default_step_is_one_over_the_smoothness(loss, offset):
    Phi, y = problem(6, 4, loss)
    s = np.linalg.eigvalsh(Phi @ Phi.T + offset)[-1]
    fit = descend(Phi, y, loss, 0.3, steps=50, offset=offset)
    if loss in SMOOTH:
        assert fit.step == pytest.approx(1 / (loss.curvature * s + 0.6))
    else:
        smooth = s / np.abs(y).mean() + 0.6
        assert fit.step == pytest.approx(1 / (np.sqrt(50.5) * smooth))


@pytest.mark.slow
@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_squared_loss_converges_below_the_largest_safe_step_and_diverges_above(lam):
    Phi, y = problem(6, 4, Squared())
    L = 2 * np.linalg.eigvalsh(Phi.T @ Phi)[-1] + 2 * lam
    kept = descend(Phi, y, Squared(), lam, step=0.999 * 2 / L, steps=20000)
    assert residual(kept.w[-1], ridge_primal(Phi, y, lam)) < 1e-6
    with pytest.raises(ValueError, match=r"Try step=.*, or leave st") as refused:
        descend(Phi, y, Squared(), lam, step=1.01 * 2 / L, steps=20000)
    advised = float(str(refused.value).rsplit("step=", 1)[1].split(",")[0])
    descend(Phi, y, Squared(), lam, step=advised, steps=100)


@any_loss
@pytest.mark.parametrize("step", [1e3, 1e50])
def test_no_step_overflows_under_a_penalty(loss, step):
    Phi, y = problem(4, 3, loss)
    with pytest.raises(ValueError, match=r"is too large for .*1e\+06 times"):
        descend(Phi, y, loss, 0.3, step=step, steps=100)


def test_where_nothing_can_move_any_step_will_do():
    for loss in (Squared(), Absolute()):
        fit = descend(np.zeros((2, 1)), [0.0, 0.0], loss, step=1e9)
        assert fit.w.tolist() == [[0.0]] * 101


# Input


def test_what_is_no_loss_is_refused():
    for bad, said in (
        (None, "loss = None is not .*Try Squared"),
        (np.square, "is not a loss"),
        (Hinge, "for classes Hinge"),
    ):
        with pytest.raises(TypeError, match=said):
            descend([[1.0]], [1.0], bad)
    with pytest.raises(ValueError, match="epsilon = -1 must be ≥ 0"):
        EpsilonInsensitive(-1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"step": 0.0}, "step = 0.0 must be > 0"),
        ({"steps": 0}, "steps = 0 must be a whole number"),
        ({"offset": 1}, "offset = 1 is an int"),
    ],
)
def test_what_makes_no_descent_is_refused(given, said):
    with pytest.raises((ValueError, TypeError), match=said):
        descend([[1.0]], [1.0], Squared(), **given)


def test_a_margin_asks_for_targets_of_one_or_minus_one():
    for loss in (Logistic(), Hinge()):
        with pytest.raises(ValueError, match=r"y\[1\] = 2, .* two classes"):
            descend(np.eye(3), [1.0, 2.0, -1.0], loss)


def test_a_loss_of_your_own_needs_a_value_and_a_derivative():
    class Fourth(Loss):
        curvature = 1e3

        def value(self, f, y):
            return (f - y) ** 4

        def derivative(self, f, y):
            return 4 * (f - y) ** 3

    fit = descend([[1.0]], [1.0], Fourth(), step=0.1, steps=2000)
    assert fit.w[-1] == pytest.approx(1.0, abs=0.05)


def test_the_input_is_left_alone():
    Phi, y, start = np.eye(2), np.ones(2), np.ones(2)
    descend(Phi, y, Squared(), start=start)
    assert (Phi == np.eye(2)).all()
    assert (y == 1).all()
    assert (start == 1).all()
