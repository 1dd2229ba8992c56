"""Two recursions that share no number walk the same path, and end where theory says."""

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ortho_group
from sklearn.linear_model import Lasso, LogisticRegression

from kernellab import (
    datasets,
    monomials,
    residual,
    ridge_dual,
    ridge_primal,
    ridge_primal_offset,
)
from kernellab.solvers.descent import (
    GROWTH,
    Absolute,
    EpsilonInsensitive,
    Hinge,
    Logistic,
    Loss,
    Squared,
    descend,
)
from tests.test_bad_input import (
    BAD_ARRAYS,
    BAD_NUMBERS,
    assert_first_is_named,
    assert_refused,
)

LOSSES = [Squared(), Absolute(), EpsilonInsensitive(0.3), Logistic(), Hinge()]
SMOOTH, KINKED = [Squared(), Logistic()], [Absolute(), EpsilonInsensitive(0.3), Hinge()]

any_loss = pytest.mark.parametrize("loss", LOSSES, ids=repr)
smooth_loss = pytest.mark.parametrize("loss", SMOOTH, ids=repr)
kinked_loss = pytest.mark.parametrize("loss", KINKED, ids=repr)
any_shape = pytest.mark.parametrize(
    ("n", "m"), [(4, 9), (6, 6), (9, 4), (5, 1), (1, 5), (1, 1)]
)
with_and_without_offset = pytest.mark.parametrize("offset", [False, True])
with_and_without_penalty = pytest.mark.parametrize("lam", [0.0, 0.3])

sizes = st.integers(1, 6)
seeds = st.integers(0, 2**32 - 1)
numbers = st.floats(-20, 20)


def problem(n: int, m: int, loss: Loss, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng([n, m, seed])
    Phi, y = rng.normal(size=(n, m)), rng.normal(size=n)
    return Phi, np.where(y > 0, 1.0, -1.0) if loss.classification else y


def objective(w, b, Phi, y, loss, lam) -> float:
    """Σℓ + λ‖w‖² with the losses written out once more, point by point."""
    formulas = {
        Squared: lambda f, y: (y - f) ** 2,
        Absolute: lambda f, y: abs(y - f),
        EpsilonInsensitive: lambda f, y: max(0.0, abs(y - f) - loss.epsilon),
        Logistic: lambda f, y: np.log(1 + np.exp(-y * f)),
        Hinge: lambda f, y: max(0.0, 1 - y * f),
    }
    ell = formulas[type(loss)]
    return sum(
        ell(phi @ w + b, target) for phi, target in zip(Phi, y, strict=True)
    ) + lam * sum(w**2)


def kinks(loss: Loss, y: float) -> list[float]:
    return {
        Absolute: lambda: [y],
        EpsilonInsensitive: lambda: [y - loss.epsilon, y + loss.epsilon],
        Hinge: lambda: [y],
    }.get(type(loss), list)()


def target(loss: Loss, y: float) -> float:
    return (1.0 if y > 0 else -1.0) if loss.classification else y


# The losses


@any_loss
@given(numbers, numbers)
@pytest.mark.slow
def test_the_derivative_is_a_limit_of_differences_away_from_kinks(loss, f, y):
    y, h = target(loss, y), 1e-5
    if all(abs(f - kink) > 2 * h for kink in kinks(loss, y)):
        difference = (
            loss.value(np.array(f + h), y) - loss.value(np.array(f - h), y)
        ) / (2 * h)
        assert loss.derivative(np.array(f), y) == pytest.approx(difference, abs=1e-6)


@pytest.mark.slow
@any_loss
@given(numbers, numbers, numbers)
def test_the_derivative_is_a_subgradient_everywhere(loss, f, other, y):
    y = target(loss, y)
    for at in [f, *kinks(loss, y)]:  # a line that touches the loss there stays below it
        below = loss.value(np.array(at), y) + loss.derivative(np.array(at), y) * (
            other - at
        )
        assert loss.value(np.array(other), y) >= below - 1e-12 * (1 + abs(below))


@kinked_loss
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_the_derivative_at_a_kink_is_the_stated_zero(loss, y):
    # 1 + 0.5 − 1 is 0.5 to the last bit
    loss = EpsilonInsensitive(0.5) if isinstance(loss, EpsilonInsensitive) else loss
    assert [loss.derivative(np.array(kink), y) for kink in kinks(loss, y)] == [
        0.0
    ] * len(kinks(loss, y))


@smooth_loss
@given(numbers, numbers)
def test_the_curvature_is_the_largest_second_derivative(loss, f, y):
    y, h = target(loss, y), 1e-4
    found = (
        loss.derivative(np.array(f + h), y) - loss.derivative(np.array(f - h), y)
    ) / (2 * h)
    assert found <= loss.curvature + 1e-6
    at_zero = (loss.derivative(np.array(h), y) - loss.derivative(np.array(-h), y)) / (
        2 * h
    )
    # And is attained at f = 0
    assert at_zero == pytest.approx(loss.curvature, abs=1e-6)


@given(numbers, numbers)
def test_without_a_tube_epsilon_insensitive_is_absolute(f, y):
    f = np.array([f, y])
    assert (EpsilonInsensitive(0).value(f, y) == Absolute().value(f, y)).all()
    assert (EpsilonInsensitive(0).derivative(f, y) == Absolute().derivative(f, y)).all()


def test_logistic_neither_overflows_nor_loses_small_losses():
    f = np.array([-1e6, 1e6, 40.0])
    assert Logistic().value(f, np.ones(3)).tolist() == [
        1e6,
        0.0,
        pytest.approx(np.exp(-40), rel=1e-12, abs=0),
    ]
    assert Logistic().derivative(f, np.ones(3)).tolist() == [
        -1.0,
        0.0,
        pytest.approx(-np.exp(-40), rel=1e-12, abs=0),
    ]


# The induction: w and β side by side


def test_an_example_worked_by_hand():
    # L = 2·4 + 2 = 10, w* = 2/5
    fit = descend([[2.0]], [1.0], Squared(), lam=1.0, step=0.05, steps=2)
    # w ← 0.9 w − 0.05 · 2 · 2(2w − 1)
    assert fit.w.ravel() == pytest.approx([0, 0.2, 0.3])
    # β ← 0.9 β − 0.05 · 2(4β − 1), and w = 2β
    assert fit.beta.ravel() == pytest.approx([0, 0.1, 0.15])
    assert fit.objective == pytest.approx([1, 0.36 + 0.04, 0.16 + 0.09])


@any_loss
@any_shape
@with_and_without_offset
@with_and_without_penalty
def test_w_is_a_sum_of_the_features_at_every_step(loss, n, m, offset, lam):
    Phi, y = problem(n, m, loss)
    fit = descend(Phi, y, loss, lam, offset=offset)
    assert residual(fit.w, fit.beta @ Phi) < 1e-12
    assert residual(fit.b, fit.b_beta) < 1e-12
    assert fit.off_span.max() < 1e-13 * (1 + np.abs(fit.w).max())
    assert np.abs(fit.w[-1]).max() > 0


@pytest.mark.slow
@any_loss
@with_and_without_offset
@with_and_without_penalty
@given(sizes, sizes, seeds)
@settings(max_examples=settings().max_examples // 8)
def test_from_any_start_w_is_the_start_shrunk_and_a_sum_of_the_features(
    loss, offset, lam, n, m, seed
):
    Phi, y = problem(n, m, loss, seed)
    start = np.random.default_rng(seed).normal(size=m)
    fit = descend(Phi, y, loss, lam, steps=50, start=start, offset=offset)
    assert residual(fit.w, fit.w_from_beta) < 1e-11
    assert (fit.w[0] == start).all()
    assert not fit.beta[0].any()


@any_loss
def test_from_a_start_in_the_span_w_stays_there(loss):
    Phi, y = problem(3, 8, loss)
    beta = np.array([1.0, -2.0, 0.5])
    fit = descend(Phi, y, loss, lam=0.2, start=Phi.T @ beta)
    in_span = (fit.beta + np.outer(fit.shrink**fit.t, beta)) @ Phi
    assert residual(fit.w, in_span) < 1e-12
    assert fit.off_span.max() < 1e-13


@any_loss
@with_and_without_offset
@given(sizes, sizes, seeds)
@settings(max_examples=settings().max_examples // 8)
@pytest.mark.slow
def test_beta_knows_the_features_through_their_inner_products_only(
    loss, offset, n, m, seed
):
    Phi, y = problem(n, m, loss, seed)
    # Other features, even of another number, with the same K
    turn = ortho_group.rvs(m + 2, random_state=seed)[:m]
    fit = descend(Phi, y, loss, 0.1, step=0.01, steps=30, offset=offset)
    turned = descend(Phi @ turn, y, loss, 0.1, step=0.01, steps=30, offset=offset)
    assert turned.w.shape[1] == m + 2
    assert residual(fit.beta, turned.beta) < 1e-11
    assert residual(fit.w @ turn, turned.w) < 1e-11


@any_loss
def test_beta_follows_the_update_of_the_lecture_written_in_loops(loss):
    Phi, y = problem(4, 3, loss)
    K, n, step = Phi @ Phi.T, 4, 0.02
    fit = descend(Phi, y, loss, step=step, steps=20, offset=True)
    beta, b = [0.0] * n, 0.0
    for _ in range(20):
        gamma = [
            loss.derivative(
                np.array(sum(beta[j] * K[i, j] for j in range(n)) + b), y[i]
            )
            for i in range(n)
        ]
        beta, b = [beta[i] - step * gamma[i] for i in range(n)], b - step * sum(gamma)
    assert fit.beta[-1] == pytest.approx(beta)
    assert fit.b_beta[-1] == pytest.approx(b)


@any_loss
@with_and_without_offset
@with_and_without_penalty
def test_one_step_goes_down_the_gradient_of_the_objective(loss, offset, lam):
    Phi, y = problem(5, 4, loss)
    start, step, h = np.full(4, 0.3), 1e-3, 1e-6
    fit = descend(Phi, y, loss, lam, step=step, steps=1, start=start, offset=offset)
    for j, unit in enumerate(np.eye(4)):
        up, down = (
            objective(start + side * unit, 0.0, Phi, y, loss, lam) for side in (h, -h)
        )
        assert (start - fit.w[1])[j] / step == pytest.approx(
            (up - down) / (2 * h), abs=1e-6
        )
    up, down = (objective(start, side, Phi, y, loss, lam) for side in (h, -h))
    assert -fit.b[1] / step == pytest.approx(
        (up - down) / (2 * h) if offset else 0, abs=1e-6
    )


@any_loss
@with_and_without_offset
def test_the_objective_is_that_of_the_recorded_w_and_b(loss, offset):
    Phi, y = problem(5, 4, loss)
    fit = descend(Phi, y, loss, 0.3, steps=7, start=np.ones(4), offset=offset)
    expected = [
        objective(w, b, Phi, y, loss, 0.3) for w, b in zip(fit.w, fit.b, strict=True)
    ]
    assert fit.objective == pytest.approx(expected)


@pytest.mark.parametrize(
    ("steps", "every"), [(10, 1), (10, 5), (10, 3), (10, 10), (10, 99), (1, 1)]
)
def test_every_thins_the_record_and_changes_nothing_else(steps, every):
    Phi, y = problem(5, 4, Squared())
    full = descend(Phi, y, Squared(), 0.1, steps=steps, start=np.ones(4), offset=True)
    thin = descend(
        Phi, y, Squared(), 0.1, steps=steps, start=np.ones(4), offset=True, every=every
    )
    assert thin.t.tolist() == sorted({*range(0, steps + 1, every), steps})
    for name in ("w", "beta", "b", "b_beta", "objective", "off_span", "w_from_beta"):
        assert getattr(thin, name) == pytest.approx(
            getattr(full, name)[thin.t], rel=1e-13
        )
        assert len(getattr(full, name)) == steps + 1


# The part off the span


@any_loss
@with_and_without_offset
@with_and_without_penalty
def test_the_part_off_the_span_only_shrinks_and_only_with_a_penalty(loss, offset, lam):
    Phi, y = problem(3, 7, loss)
    inside = np.linalg.pinv(Phi) @ Phi
    start = np.random.default_rng(1).normal(size=7)
    fit = descend(Phi, y, loss, lam, step=0.02, start=start, offset=offset)
    expected = (1 - 2 * 0.02 * lam) ** np.arange(101) * np.linalg.norm(
        start - inside @ start
    )
    assert fit.off_span == pytest.approx(expected, rel=1e-11)
    assert fit.shrink == 1 - 2 * 0.02 * lam
    direction = fit.w - fit.w @ inside
    assert direction / fit.off_span[:, None] == pytest.approx(
        np.outer(np.ones(101), direction[0] / fit.off_span[0]), rel=1e-9
    )


def test_features_that_are_all_zero_leave_all_of_w_off_the_span():
    fit = descend(
        np.zeros((2, 3)), [1.0, 2.0], Squared(), start=[3.0, 0.0, 4.0], steps=5
    )
    assert fit.off_span == pytest.approx(np.full(6, 5.0))
    assert descend(np.zeros((2, 3)), [1.0, 2.0], Squared(), offset=True).b[
        -1
    ] == pytest.approx(1.5)


def test_a_repeated_feature_leaves_room_off_the_span():
    Phi = np.column_stack([np.arange(5.0), np.arange(5.0)])
    assert descend(
        Phi, np.ones(5), Squared(), start=[1.0, -1.0], steps=3
    ).off_span == pytest.approx(np.full(4, np.sqrt(2)))


# Where it ends


@pytest.mark.slow
@any_shape
def test_squared_loss_with_a_penalty_ends_at_ridge(n, m):
    Phi, y = problem(n, m, Squared())
    for start in (None, np.full(m, 2.0)):
        fit = descend(Phi, y, Squared(), 0.5, steps=3000, start=start, every=3000)
        assert residual(fit.w[-1], ridge_primal(Phi, y, 0.5)) < 1e-9
    assert (
        residual(
            descend(Phi, y, Squared(), 0.5, steps=3000).beta[-1],
            ridge_dual(Phi @ Phi.T, y, 0.5),
        )
        < 1e-9
    )


@pytest.mark.parametrize(("n", "m"), [(4, 9), (6, 6), (9, 4), (5, 1)])
def test_squared_loss_with_an_offset_ends_at_ridge_with_an_offset(n, m):
    Phi, y = problem(n, m, Squared())
    fit = descend(Phi, y + 3, Squared(), 0.5, steps=5000, offset=True, every=5000)
    w, b = ridge_primal_offset(Phi, y + 3, 0.5)
    assert residual(fit.w[-1], w) < 1e-9
    assert fit.b[-1] == pytest.approx(b)


@pytest.mark.parametrize(("n", "m"), [(4, 9), (3, 7), (1, 5)])
@pytest.mark.slow
def test_without_a_penalty_the_limit_keeps_the_start_off_the_span(n, m):
    Phi, y = problem(n, m, Squared())
    start = np.random.default_rng(1).normal(size=m)
    inverse = np.linalg.pinv(Phi)
    from_zero = descend(Phi, y, Squared(), steps=5000, every=5000)
    from_start = descend(Phi, y, Squared(), steps=5000, start=start, every=5000)
    assert residual(from_zero.w[-1], inverse @ y) < 1e-9
    assert (
        residual(from_start.w[-1], inverse @ y + start - inverse @ Phi @ start) < 1e-9
    )
    assert from_zero.objective[-1] < 1e-15
    assert from_start.objective[-1] < 1e-15
    # Convexity did not make them agree
    assert np.linalg.norm(from_start.w[-1] - from_zero.w[-1]) > 0.5


@pytest.mark.parametrize(("n", "m"), [(9, 4), (12, 3), (5, 1)])
def test_without_a_penalty_and_at_full_rank_the_start_is_forgotten(n, m):
    Phi, y = problem(n, m, Squared())
    for start in (None, np.full(m, 5.0)):
        fit = descend(Phi, y, Squared(), steps=3000, start=start, every=3000)
        assert residual(fit.w[-1], np.linalg.lstsq(Phi, y)[0]) < 1e-9


@with_and_without_penalty
def test_in_the_eigenbasis_of_K_each_coordinate_contracts_on_its_own(lam):
    Phi, y = problem(6, 9, Squared())
    s, U = np.linalg.eigh(Phi @ Phi.T)
    fit = descend(Phi, y, Squared(), lam, step=0.01, steps=40)
    contraction = (1 - 2 * 0.01 * (s + lam)) ** fit.t[:, None]
    assert residual(fit.beta @ U, (1 - contraction) * (U.T @ y) / (s + lam)) < 1e-12


@with_and_without_offset
def test_logistic_loss_with_a_penalty_ends_where_scikit_learn_does(offset):
    Phi, y = problem(20, 3, Logistic())
    fit = descend(Phi, y, Logistic(), 0.5, steps=4000, offset=offset, every=4000)
    # C = 1/(2λ)
    peer = LogisticRegression(
        C=1.0, fit_intercept=offset, tol=1e-12, max_iter=10_000
    ).fit(Phi, y)
    assert fit.w[-1] == pytest.approx(peer.coef_[0], abs=1e-5)
    assert fit.b[-1] == pytest.approx(np.ravel(peer.intercept_)[0], abs=1e-5)


@pytest.mark.slow
def test_logistic_loss_on_separable_points_falls_while_w_grows_without_end():
    Phi = np.array([[1.0, 0.2], [2.0, -0.1], [-1.0, 0.3]])
    y = np.array([1.0, 1.0, -1.0])
    fit = descend(Phi, y, Logistic(), steps=100_000, every=100)
    norm = np.linalg.norm(fit.w, axis=1)
    assert (np.diff(fit.objective) < 0).all()
    assert (np.diff(norm) > 0).all()
    decades = norm[fit.t.searchsorted([1000, 10_000, 100_000])]
    # As much again for each decade: log t
    assert np.diff(decades) == pytest.approx([np.diff(decades).mean()] * 2, rel=0.1)


def minimum(Phi, y, loss, lam, offset) -> tuple[float, np.ndarray]:
    """The least objective of a kinked loss and where, (w, b): a program with slacks
    that knows nothing of descent.
    """
    (n, m), width = Phi.shape, getattr(loss, "epsilon", 0.0)
    # z = (w, b, ξ): ξ ≥ each straight piece of the loss
    A = np.column_stack([Phi, np.ones(n)])
    pieces = (
        [(-A * y[:, None], -np.ones(n))]
        if loss.classification
        else [(A, y + width), (-A, -y + width)]
    )
    left = np.vstack([np.hstack([rows, -np.eye(n)]) for rows, _ in pieces])
    right = np.concatenate([values for _, values in pieces])
    bounds = [(None, None)] * m + [(None, None) if offset else (0, 0)] + [(0, None)] * n
    if lam == 0:
        found = scipy.optimize.linprog(
            np.r_[np.zeros(m + 1), np.ones(n)], left, right, bounds=bounds
        )
        return found.fun, found.x[: m + 1]
    found = scipy.optimize.minimize(
        lambda z: z[m + 1 :].sum() + lam * z[:m] @ z[:m],
        np.r_[np.zeros(m + 1), np.abs(right).sum() * np.ones(n)],
        jac=lambda z: np.r_[2 * lam * z[:m], 0, np.ones(n)],
        bounds=bounds,
        constraints={
            "type": "ineq",
            "fun": lambda z: right - left @ z,
            "jac": lambda z: -left,
        },
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 1000},
    )
    assert found.success, found.message
    return found.fun, found.x[: m + 1]


@pytest.mark.slow
@kinked_loss
@with_and_without_offset
@with_and_without_penalty
@pytest.mark.parametrize(("n", "m"), [(8, 2), (8, 3), (4, 6)])
def test_a_kinked_loss_comes_as_near_its_minimum_as_a_constant_step_can(
    loss, n, m, offset, lam
):
    Phi, y = problem(n, m, loss)
    best, where = minimum(Phi, y, loss, lam, offset)
    fit = descend(Phi, y, loss, lam, steps=20_000, offset=offset)
    moves = np.column_stack([np.diff(fit.w, axis=0), np.diff(fit.b)])
    G = np.linalg.norm(moves, axis=1).max() / fit.step
    promised = where @ where / (2 * fit.step * 20_000) + fit.step * G**2 / 2
    assert best - 1e-7 <= fit.objective.min() <= best + promised + 1e-7
    # Without penalty the minimum of a hinge may lie far away
    if lam > 0 or not isinstance(loss, Hinge):
        assert promised < 0.25 * fit.objective[0]  # else the promise would be empty


def test_a_constant_step_never_settles_at_a_kink_but_halving_it_halves_the_swing():
    Phi, y = np.array([[1.0]]), np.array([1.0])
    swings = []
    for step in (0.5, 0.25, 0.125):
        # Off the grid of steps
        last = descend(Phi, y - step / 3, Absolute(), step=step, steps=1000).objective[
            -100:
        ]
        swings.append(last.max())
        assert last.min() == pytest.approx(step / 3)
    assert swings == pytest.approx([1 / 3, 1 / 6, 1 / 12])


# The step


@pytest.mark.slow
@smooth_loss
@with_and_without_offset
@with_and_without_penalty
@given(sizes, sizes, seeds, st.floats(-3, 3))
@settings(max_examples=settings().max_examples // 5)
def test_the_default_step_never_climbs_for_a_smooth_loss(
    loss, offset, lam, n, m, seed, magnitude
):
    Phi, y = problem(n, m, loss, seed)
    fit = descend(
        10**magnitude * Phi,
        y,
        loss,
        lam,
        start=np.ones(m) / 10**magnitude,
        steps=60,
        offset=offset,
    )
    assert (np.diff(fit.objective) <= 1e-12 * fit.objective[0]).all()
    assert fit.objective[-1] < fit.objective[0]


@pytest.mark.slow
@any_loss
@with_and_without_offset
@given(sizes, sizes, seeds, st.floats(-6, 6), st.floats(-6, 6), st.floats(-6, 6))
@settings(max_examples=settings().max_examples // 5)
def test_the_default_step_is_never_refused(
    loss, offset, n, m, seed, features, targets, lam
):
    Phi, y = problem(n, m, loss, seed)
    y = y if loss.classification else 10**targets * y
    fit = descend(
        10**features * Phi, y, loss, 10**lam, steps=60, start=np.ones(m), offset=offset
    )
    assert np.isfinite(fit.w).all()
    assert fit.step * fit.lam < 1


@pytest.mark.parametrize("loss", [Absolute(), EpsilonInsensitive(0.0)], ids=repr)
def test_the_default_step_at_a_kink_does_not_depend_on_the_units(loss):
    Phi, y = problem(6, 3, loss)
    fit, scaled = descend(Phi, y, loss), descend(8 * Phi, 1024 * y, loss)
    assert residual(scaled.w, 128 * fit.w) < 1e-12
    assert residual(scaled.objective, 1024 * fit.objective) < 1e-12


@with_and_without_penalty
def test_squared_loss_converges_below_the_largest_safe_step_and_diverges_above(lam):
    Phi, y = problem(5, 8, Squared())
    # The Hessian, from Φ
    safe = 2 / np.linalg.eigvalsh(2 * Phi.T @ Phi + 2 * lam * np.eye(8))[-1]
    below = descend(Phi, y, Squared(), lam, step=0.99 * safe, steps=4000)
    assert (np.diff(below.objective) <= 1e-12 * below.objective[0]).all()
    with pytest.raises(ValueError, match="is too large"):
        descend(Phi, y, Squared(), lam, step=1.01 * safe, steps=4000)


@with_and_without_offset
@given(sizes, sizes, seeds, st.floats(0.5, 300))
@settings(max_examples=settings().max_examples // 4)
def test_a_step_that_diverges_is_stopped_with_its_numbers(offset, n, m, seed, excess):
    Phi, y = problem(n, m, Squared(), seed)
    s = np.linalg.eigvalsh(Phi @ Phi.T + offset)[-1]
    safe = 2 / (2 * s + 2 * 0.1)
    step = (1 + excess) * safe
    message = assert_refused(
        lambda: descend(Phi, y, Squared(), 0.1, step=step, steps=500, offset=offset),
        "step",
    )
    assert f"step = {step:g} is too large for Squared()" in message
    assert f"2/L = {safe:.6g}" in message
    assert f"where L = {2 / safe:.6g} is" in message
    assert f"|1 − step·L| = {2 * (1 + excess) - 1:.3g}, " in message
    # The count of steps, from a walk of our own.
    w, b, now, at_start = np.zeros(m), 0.0, 0, y @ y
    while objective(w, b, Phi, y, Squared(), 0.1) <= GROWTH * at_start:
        gap = 2 * (Phi @ w + b - y)
        w = w - step * (Phi.T @ gap + 0.2 * w)
        b = b - step * gap.sum() * offset
        now = now + 1
    assert (
        f"after {now} step{'s' * (now != 1)} the objective is"
        f" {objective(w, b, Phi, y, Squared(), 0.1):.3g}" in message
    )


def test_a_step_that_was_refused_is_replaced_by_one_that_is_taken():
    Phi, y = problem(5, 8, Squared())
    with pytest.raises(ValueError, match=r"Try step=\S+, or leave step out") as refusal:
        descend(Phi, y, Squared(), step=1.0)
    advice = float(str(refusal.value).split("Try step=")[1].split(",")[0])
    assert descend(Phi, y, Squared(), step=advice, steps=2000).objective[-1] < 1e-9


@any_loss
@pytest.mark.parametrize("step", [1e3, 1e9, 1e50])
@with_and_without_offset
def test_no_step_overflows_under_a_penalty(loss, step, offset):
    Phi, y = problem(5, 3, loss)
    message = assert_refused(
        lambda: descend(Phi, y, loss, 1.0, step=step, offset=offset), "step"
    )
    assert repr(loss) in message


@kinked_loss
def test_at_a_kink_the_refusal_says_that_no_constant_step_settles(loss):
    Phi, y = problem(5, 3, loss)
    message = assert_refused(lambda: descend(Phi, y, loss, step=1e9), "step")
    assert "no constant step settles" in message
    swing = 1e9 * np.abs(Phi @ Phi.T).sum(axis=1).max()
    assert f"moves f by up to {swing:.3g}," in message
    advice = float(message.split("Try step=")[1].split(" ")[0])
    assert (
        descend(Phi, y, loss, step=advice).objective.min()
        < descend(Phi, y, loss).objective[0]
    )


@kinked_loss
def test_at_a_kink_the_penalty_alone_can_be_what_diverges(loss):
    Phi, y = problem(5, 3, loss)
    message = assert_refused(lambda: descend(Phi, y, loss, 2.0, step=0.9), "step")
    assert "multiplies w by 1 − 2·step·λ = -2.6," in message
    advice = float(message.split("Try step=")[1].split(" ")[0])
    fit = descend(Phi, y, loss, 2.0, step=advice)
    assert abs(fit.shrink) < 1
    assert fit.objective.min() < fit.objective[0]


def test_where_nothing_can_move_any_step_will_do():
    fit = descend([[0.0]], [0.0], Squared(), 1.0, step=50.0, steps=1000)
    assert not fit.w.any()
    assert not fit.w_from_beta.any()
    assert not descend([[0.0]], [0.0], Absolute()).w.any()


@pytest.mark.slow
@with_and_without_offset
def test_on_the_stopping_distances_both_sides_agree_over_twenty_thousand_steps(offset):
    X, y = datasets.stopping()
    Phi = monomials(X / X.max(), 2)  # the units of X decide how fast descent is
    steps = 20_000
    fit = descend(Phi, y, Squared(), 0.01, steps=steps, offset=offset, every=100)
    # Each step rounds anew, on every processor in its own way
    rounding = 8 * np.finfo(float).eps * steps
    assert residual(fit.w, fit.beta @ Phi) < rounding
    assert residual(fit.b, fit.b_beta) < rounding


def test_a_start_next_to_the_minimum_may_be_left_by_a_step():
    fit = descend([[1.0]], [1.0], Absolute(), step=0.5, steps=3, start=[1 - 1e-9])
    np.testing.assert_allclose(fit.objective, [1e-9, 0.5, 1e-9, 0.5], rtol=1e-6)


def test_an_objective_may_grow_a_million_times():
    assert GROWTH == 1e6
    # 1 − 2·step is −999 or −1001, and the objective its square
    for factor, taken in ((999.0, True), (1001.0, False)):
        step = (1 + factor) / 2
        if taken:
            assert descend([[1.0]], [1.0], Squared(), step=step, steps=1).objective[
                1
            ] == pytest.approx(factor**2)
        else:
            with pytest.raises(ValueError, match="step = 501 is too large"):
                descend([[1.0]], [1.0], Squared(), step=step, steps=1)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("offset", [False, True])
def test_the_default_step_is_one_over_the_smoothness(loss, offset):
    Phi, y = np.array([[2.0], [1.0]]), np.array([1.0, -1.0])
    s = np.linalg.eigvalsh(Phi @ Phi.T + offset)[-1]
    L = (
        min(loss.curvature, 1.0) * s + 2 * 0.1
        if loss.curvature < 2
        else 2 * s + 0.2
        if loss in SMOOTH
        else s + 0.2
    )
    expected = 1 / L if loss in SMOOTH else 1 / (L * np.sqrt(10.5))
    assert descend(Phi, y, loss, 0.1, steps=10, offset=offset).step == pytest.approx(
        expected
    )


@pytest.mark.parametrize(("share", "off"), [(0.5, 0.0), (2.0, 1.0)])
def test_the_span_is_cut_where_singular_values_are_rounding(share, off):
    Phi = np.diag([1.0, share * 2 * np.finfo(float).eps])
    fit = descend(Phi, [0.0, 0.0], Squared(), start=[0.0, 1.0], steps=1)
    assert fit.off_span[0] == pytest.approx(1.0 - off)


# The conditions of the theorem: an L2 norm, or another Hilbert norm with its own kernel


def off_span(w: np.ndarray, Phi: np.ndarray) -> float:
    return float(np.linalg.norm(w - np.linalg.pinv(Phi) @ Phi @ w))


def test_an_l1_penalty_leaves_the_span():
    Phi, y, lam = np.array([[1.0, 2.0]]), np.array([1.0]), 0.4
    # Its loss is a mean, halved; n = 1
    w = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-14).fit(Phi, y).coef_
    # By hand: all weight on the feature that needs least of it
    assert w == pytest.approx([0, (4 - lam) / 8])
    grid = np.linspace(-1, 1, 401)
    candidates = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    values = (1 - candidates @ Phi[0]) ** 2 + lam * np.abs(candidates).sum(axis=1)
    assert candidates[values.argmin()] == pytest.approx(w, abs=0.005)
    # The span is all multiples of (1, 2)
    assert off_span(w, Phi) == pytest.approx(0.45 / np.sqrt(5))
    assert off_span(ridge_primal(Phi, y, lam), Phi) < 1e-15


def test_an_l1_penalty_leaves_the_span_of_random_features_too():
    Phi, y = problem(4, 10, Squared())
    w = (
        Lasso(alpha=0.05, fit_intercept=False, tol=1e-12, max_iter=100_000)
        .fit(Phi, y)
        .coef_
    )
    assert off_span(w, Phi) > 0.1
    assert off_span(ridge_primal(Phi, y, 0.4), Phi) < 1e-12


@pytest.mark.parametrize("loss", SMOOTH, ids=repr)
def test_a_penalty_wMw_puts_w_into_M_inverse_times_the_span(loss):
    Phi, y = problem(3, 6, loss)
    root = np.random.default_rng(2).normal(size=(6, 6))
    M, lam = root @ root.T + np.eye(6), 0.4
    found = scipy.optimize.minimize(
        lambda w: loss.value(Phi @ w, y).sum() + lam * w @ M @ w,
        np.ones(6),
        jac=lambda w: Phi.T @ loss.derivative(Phi @ w, y) + 2 * lam * M @ w,
        method="BFGS",
        options={"gtol": 1e-10},
    )
    assert off_span(found.x, Phi) > 0.01  # so w itself is in no span of the features,
    assert off_span(M @ found.x, Phi) < 1e-8  # but Mw is
    # v = Lᵀw has ‖v‖² = wᵀMw: descent on the features ΦL⁻ᵀ, whose kernel is ΦM⁻¹Φᵀ
    L = np.linalg.cholesky(M)
    fit = descend(np.linalg.solve(L, Phi.T).T, y, loss, lam, steps=3000, every=3000)
    assert residual(np.linalg.solve(M, Phi.T @ fit.beta[-1]), found.x) < 1e-7


def test_ridge_with_a_penalty_wMw_is_ridge_with_the_kernel_of_M_inverse():
    Phi, y = problem(3, 6, Squared())
    M, lam = np.diag(np.arange(1.0, 7.0)), 0.4
    w = np.linalg.solve(Phi.T @ Phi + lam * M, Phi.T @ y)
    alpha = ridge_dual(Phi @ np.linalg.solve(M, Phi.T), y, lam)
    assert residual(w, np.linalg.solve(M, Phi.T @ alpha)) < 1e-13


# Bad input

X = np.array([[0.5, 1.0], [1.5, -1.0], [2.5, 0.0]])
y = np.array([1.0, 2.0, 4.0])
signs = np.array([1.0, -1.0, 1.0])

TAKES_ARRAY = {
    "Phi": (X, lambda bad: descend(bad, y, Squared(), steps=2)),
    "y": (y, lambda bad: descend(X, bad, Squared(), steps=2)),
    "y of classes": (signs, lambda bad: descend(X, bad, Hinge(), steps=2)),
    "start": (X[0], lambda bad: descend(X, y, Squared(), start=bad, steps=2)),
}
TAKES_NUMBER = {
    "lam": lambda bad: descend(X, y, Squared(), lam=bad),
    "step": lambda bad: descend(X, y, Squared(), step=bad),
    "steps": lambda bad: descend(X, y, Squared(), steps=bad),
    "every": lambda bad: descend(X, y, Squared(), every=bad),
    "epsilon": EpsilonInsensitive,
}
OUT_OF_RANGE = {
    "lam": [-1, -1e-30],
    "step": [0, 0.0, -0.1],
    "steps": [0, -1, 2.5],
    "every": [0, -1, 2.5],
    "epsilon": [-1, -1e-30],
}


@pytest.mark.parametrize("spoil", BAD_ARRAYS)
@pytest.mark.parametrize("taker", TAKES_ARRAY)
def test_a_bad_array_is_refused(taker, spoil):
    good, call = TAKES_ARRAY[taker]
    call(good)
    if (taker, spoil) != ("start", "None"):  # which means zero
        assert_refused(lambda: call(BAD_ARRAYS[spoil](good)), taker.split()[0])


@pytest.mark.parametrize("bad", BAD_NUMBERS.values(), ids=BAD_NUMBERS)
@pytest.mark.parametrize("argument", TAKES_NUMBER)
def test_what_is_no_number_is_refused(argument, bad):
    if (argument, bad) != ("step", None):  # which means the default
        assert_refused(lambda: TAKES_NUMBER[argument](bad), argument)


@pytest.mark.parametrize(
    ("argument", "bad"),
    [(name, bad) for name, values in OUT_OF_RANGE.items() for bad in values],
)
def test_a_number_out_of_range_is_refused(argument, bad):
    assert f"{argument} = {bad!r} must be" in assert_refused(
        lambda: TAKES_NUMBER[argument](bad), argument
    )


@given(
    st.data(),
    st.sampled_from(["Phi", "y", "start"]),
    st.sampled_from([np.nan, np.inf, -np.inf]),
)
def test_the_first_entry_that_is_not_finite_is_pointed_at(data, taker, bad):
    assert_first_is_named(data, taker, *TAKES_ARRAY[taker], bad)


@pytest.mark.parametrize("loss", [Logistic(), Hinge()], ids=repr)
@given(st.integers(0, 2), numbers.filter(lambda number: abs(number) != 1))
def test_a_margin_asks_for_targets_of_one_or_minus_one(loss, place, bad):
    spoilt = signs.copy()
    spoilt[place] = bad
    message = assert_refused(lambda: descend(X, spoilt, loss), "y")
    assert f"y[{place}] = {bad:g} (1 entry)" in message


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("y", lambda: descend(X, y[:2], Squared())),
        ("y", lambda: descend(X, y[:, None], Squared())),
        ("start", lambda: descend(X, y, Squared(), start=[1.0])),
        ("start", lambda: descend(X, y, Squared(), start=np.ones((2, 1)))),
        ("start", lambda: descend(X, y, Squared(), start=1.0)),
    ],
)
def test_shapes_that_do_not_fit_are_refused(argument, call):
    assert_refused(call, argument)


@pytest.mark.parametrize("bad", [0, 1, 0.5, None, "no", [True]], ids=repr)
def test_an_offset_is_there_or_not(bad):
    assert_refused(lambda: descend(X, y, Squared(), offset=bad), "offset")


@pytest.mark.parametrize("bad", [None, "squared", np.square, 2.0], ids=repr)
def test_what_is_no_loss_is_refused(bad):
    assert_refused(lambda: descend(X, y, bad), "loss")


def test_a_loss_that_was_not_called_is_told_so():
    assert "Call it: Squared()" in assert_refused(
        lambda: descend(X, y, Squared), "loss"
    )


def test_a_loss_of_your_own_needs_a_value_and_a_derivative():
    class Half(Loss):
        curvature = 1.0

    with pytest.raises(NotImplementedError, match="Half does not state its value"):
        descend(X, y, Half())
    with pytest.raises(NotImplementedError, match="Loss does not state its derivative"):
        Loss().derivative(y, y)

    class Whole(Half):
        def value(self, f, y):
            return (f - y) ** 2 / 2

        def derivative(self, f, y):
            return f - y

    # Half the squared loss, by steps of twice the length
    twice = descend(X, y, Whole(), steps=500)
    assert residual(twice.w, descend(X, y, Squared(), steps=500).w) < 1e-12


def test_the_input_is_left_alone():
    start = np.ones(2)
    fit = descend(X, y, Squared(), 0.1, start=start, steps=3)
    fit.w[0], fit.start[0] = 7.0, 8.0
    assert (start == 1).all()
