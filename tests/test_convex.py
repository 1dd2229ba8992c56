"""The primals: against the exact duals, and what is refused."""

import numpy as np
import pytest

import kernellab.solvers.convex as convex
from kernellab import residual, svm_dual, svm_primal, svr_dual
from kernellab.errors import UnverifiedError
from kernellab.solvers.convex import svr_primal

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


def regression(n: int = 24, m: int = 4, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(n, m))
    return Phi, Phi @ rng.normal(size=m) + 3 + rng.normal(size=n)


def two_classes(
    n: int = 40, gap: float = 1.0, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.normal(size=(n, 2)) + gap * y[:, None], y


def loss(y: np.ndarray, f: np.ndarray, epsilon: float) -> np.ndarray:
    return np.maximum(np.abs(y - f) - epsilon, 0)


@with_and_without_offset
@pytest.mark.parametrize("seed", range(2))
def test_the_primal_and_the_dual_of_regression_meet_without_a_gap(seed, offset):
    Phi, y = regression(seed=seed)
    primal = svr_primal(Phi, y, 0.8, 0.4, offset)
    dual = svr_dual(Phi @ Phi.T, y, 0.8, 0.4, offset)
    w = Phi.T @ dual.alpha
    value = w @ w / 2 + 0.8 * loss(y, Phi @ w + dual.b, 0.4).sum()
    assert value == pytest.approx(-dual.objective, rel=1e-12)
    assert primal.objective == pytest.approx(value, rel=1e-7)
    np.testing.assert_allclose(primal.w, w, atol=1e-4)
    assert dual.kkt < 1e-13


@pytest.mark.parametrize("C", [0.01, 0.5, 20.0])
@pytest.mark.parametrize("gap", [0.3, 2.5])
def test_the_primal_and_the_dual_of_classification_meet_without_a_gap(gap, C):
    Phi, y = two_classes(gap=gap)
    primal, dual = svm_primal(Phi, y, C), svm_dual(Phi @ Phi.T, y, C)
    w = Phi.T @ (dual.alpha * y)
    value = w @ w / 2 + C * np.maximum(1 - y * (Phi @ w + dual.b), 0).sum()
    assert value == pytest.approx(-dual.objective, rel=1e-11)
    assert primal.objective == pytest.approx(value, rel=1e-7)
    np.testing.assert_allclose(primal.w, w, atol=1e-4)


def test_the_box_belongs_to_the_half_and_not_to_the_primal_without_it():
    Phi, y = two_classes(gap=0.5)
    C = 0.1
    without_half = svm_primal(Phi, y, C / 2).w  # wᵀw + CΣξ is twice ½wᵀw + (C/2)Σξ
    assert (
        residual(Phi.T @ (svm_dual(Phi @ Phi.T, y, C / 2).alpha * y), without_half)
        < 1e-6
    )
    assert (
        residual(Phi.T @ (svm_dual(Phi @ Phi.T, y, C).alpha * y), without_half) > 1e-2
    )


def test_the_offset_comes_from_the_free_support_vectors_alone():
    Phi, y = two_classes(gap=0.5)
    fit = svm_dual(Phi @ Phi.T, y, 0.2)
    says = y - Phi @ Phi.T @ (fit.alpha * y)
    assert fit.b == pytest.approx(svm_primal(Phi, y, 0.2).b, abs=1e-6)
    assert fit.b == pytest.approx(says[fit.free].mean(), rel=1e-12)
    assert abs(fit.b - says[fit.support].mean()) > 1e-3


@with_and_without_offset
@pytest.mark.parametrize("seed", range(2))
def test_a_hard_margin_of_the_primal_is_met_by_every_point(seed, offset):
    Phi = np.random.default_rng(seed).normal(size=(20, 4))
    y = np.where(Phi[:, 0] > 0, 1.0, -1.0)
    fit = svm_primal(Phi, y, offset=offset)
    rounding = (
        8 * np.finfo(float).eps * (np.abs(Phi) @ np.abs(fit.w) + abs(fit.b)).max()
    )
    # Where a solver's own may miss it by 1e-11.
    assert (y * (Phi @ fit.w + fit.b)).min() >= 1 - rounding


def test_a_hard_margin_that_does_not_exist_is_explained():
    Phi = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    with pytest.raises(
        ValueError, match=r"no hyperplane separates the two classes .* Try a finite C"
    ):
        svm_primal(Phi, y)


def test_another_solver_steps_in_and_says_so(monkeypatch):
    Phi, y = regression()
    expected = svr_primal(Phi, y, 0.5, 0.2).w
    monkeypatch.setattr(convex, "SOLVERS", (("ABSENT", {}), *convex.SOLVERS[1:]))
    with pytest.warns(
        RuntimeWarning, match="ABSENT .* failed, so OSQP solved it instead"
    ):
        fit = svr_primal(Phi, y, 0.5, 0.2)
    np.testing.assert_allclose(fit.w, expected, atol=1e-4)


def test_a_solver_that_divides_by_zero_has_failed(monkeypatch):
    def divides(program, *args, **options):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(convex.cp.Problem, "solve", divides)
    with pytest.raises(
        UnverifiedError,
        match=r"none of the solvers found the minimum: CLARABEL \(by nothing\)",
    ):
        svr_primal([[1.0]], [1.0], 1.0, 0.1)


def test_without_any_solver_the_error_names_all_that_were_tried(monkeypatch):
    monkeypatch.setattr(convex, "SOLVERS", (("ABSENT", {}),))
    with pytest.raises(
        UnverifiedError, match="none of the solvers found the minimum: ABSENT"
    ):
        svr_primal([[1.0]], [1.0], 1.0, 0.1)


@with_and_without_offset
@pytest.mark.parametrize("size", [1e-8, 1e9])
def test_the_unit_of_y_changes_no_primal(size, offset):
    fit = svr_primal(
        [[1.0], [2.0]],
        [size, 2 * size],
        C=1.0 if size < 1 else size,
        epsilon=0.5 * size,
    )
    assert fit.w / size == pytest.approx([0.75], rel=1e-6)
    Phi, y = regression()
    one = svr_primal(Phi, y, 0.7, 0.3, offset)
    other = svr_primal(Phi, size * y, 0.7 * size, 0.3 * size, offset)
    np.testing.assert_allclose(other.w / size, one.w, rtol=1e-6)
    assert other.objective == pytest.approx(size**2 * one.objective, rel=1e-9)


def test_a_best_w_of_zero_is_found():
    # The exact duals have Σ αᵢyᵢxᵢ = 0.
    X = np.array([1.0, 2.0, 2.0, 1.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0])[:, None]
    y = np.array([1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
    assert abs(svm_primal(X, y, 10.0).w[0]) <= 1e-7
    few = svm_primal(X[:7] > 1, np.r_[1.0, -1, -1, 1, 1, 1, 1], 10.0)
    assert np.abs(few.w).max() <= 1e-7
    assert few.objective == pytest.approx(40.0, rel=1e-9)


@pytest.mark.parametrize("far", [1e7])
def test_an_offset_follows_targets_that_lie_far_from_zero(far):
    Phi, y = regression()
    one = svr_primal(Phi, y, 0.7, 0.3, offset=True)
    other = svr_primal(Phi, y + far, 0.7, 0.3, offset=True)
    np.testing.assert_allclose(other.w, one.w, atol=1e-6)
    assert other.b - far == pytest.approx(one.b, abs=1e-5)


def test_a_margin_that_is_missed_is_named(monkeypatch):
    step = convex.Hinges.step
    monkeypatch.setattr(
        convex.Hinges, "step", lambda *args: (0.5 * step(*args)[0], step(*args)[1])
    )
    with pytest.raises(
        UnverifiedError,
        match=r"a margin comes out as 0\.5 instead of 1\. Try a finite C",
    ):
        svm_primal([[-1.0], [1.0]], [-1.0, 1.0], offset=False)


@with_and_without_offset
@pytest.mark.parametrize("length", [1e-6, 1e6])
def test_the_unit_of_the_features_changes_no_machine(length, offset):
    Phi, y = two_classes(gap=0.7)
    one = svm_primal(Phi, y, 0.7, offset)
    other = svm_primal(length * Phi, y, 0.7 / length**2, offset)
    np.testing.assert_allclose(other.w * length, one.w, atol=1e-6)
    K = Phi @ Phi.T
    mine = svm_dual(K, y, 0.7, offset)
    theirs = svm_dual(length**2 * K, y, 0.7 / length**2, offset)
    np.testing.assert_allclose(theirs.alpha * length**2, mine.alpha, atol=1e-9)


# Of degree 8 the weights differ by nine orders of magnitude.
def test_a_primal_with_a_gap_is_refused(monkeypatch):
    Phi, y = regression()
    solve = convex._solve

    def halfway(program, *why):
        solve(program, *why)
        for variable in program.variables():
            variable.value = 4 * variable.value

    monkeypatch.setattr(convex, "_solve", halfway)
    with pytest.raises(UnverifiedError, match="above a bound from below"):
        svr_primal(Phi, y, 0.7, 0.3)


@pytest.mark.parametrize("unit", [1e-40, 1e-5])
def test_where_every_point_pulls_with_all_its_force_w_is_their_sum(unit):
    Phi, y = np.array([[1.0], [2.0], [-1.0]]), np.array([1.0, 2.0, -3.0])
    # Σ ±φ.
    assert svr_primal(unit * Phi, y, 1.0, 0.1).w == pytest.approx(
        [4 * unit], rel=1e-12, abs=0
    )
    assert svr_primal(unit * Phi, y / unit, 1.0, 0.1).w == pytest.approx(
        [4 * unit], rel=1e-12, abs=0
    )
    assert svr_primal(Phi, y, unit, 0.1).w == pytest.approx(
        [4 * unit], rel=1e-12 if unit < 1e-9 else 1e-4, abs=0
    )
    with_b = svr_primal(unit * Phi, y, 1.0, 0.1, offset=True)  # b = 1 ± ε, r₁ = ∓ε
    assert with_b.w == pytest.approx([3 * unit], rel=1e-9, abs=0)
    assert svm_primal(
        unit * Phi, [1.0, 1.0, -1.0], 1.0, offset=False
    ).w == pytest.approx([4 * unit], rel=1e-12, abs=0)


@pytest.mark.parametrize("middle", [0.0, 5.0])
def test_where_many_b_suit_w_the_middle_one_is_taken(middle):
    Phi = [[1.0], [-1.0]]
    # W = C(1 + 1), and any |b| ≤ 1 − w leaves the losses as they are.
    machine = svm_primal(Phi, [1.0, -1.0], 0.01)
    assert machine.w == pytest.approx([0.02], rel=1e-4)
    assert machine.b == pytest.approx(0.0, abs=1e-6)
    tube = svr_primal(Phi, [middle + 1.0, middle - 1.0], 0.01, 0.1, offset=True)
    assert tube.w == pytest.approx([0.02], rel=1e-4)
    assert tube.b == pytest.approx(middle, abs=1e-6)


@pytest.mark.parametrize("offset", [False, True])
def test_a_tube_around_all_data_asks_for_nothing(offset):
    Phi = np.random.default_rng(0).normal(size=(5, 3))
    fit = svr_primal(Phi, np.arange(5.0) - 1, 1.0, 3.1, offset)
    assert fit.objective == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(fit.w, 0.0, atol=1e-6)


def test_multipliers_that_do_not_balance_prove_nothing(monkeypatch):
    Phi, y = two_classes(20, gap=0.4)
    step = convex.Hinges.step
    monkeypatch.setattr(
        convex.Hinges,
        "step",
        lambda *args: (step(*args)[0], np.zeros(len(y)) + 0.1 * (y > 0)),
    )
    with pytest.raises(UnverifiedError, match="w may be off by inf"):
        svm_primal(Phi, y, 1.0)
