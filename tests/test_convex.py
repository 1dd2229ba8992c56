import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from sklearn.svm import SVC, SVR

import kernellab.solvers.convex as convex
from kernellab import (
    RBF,
    Linear,
    Polynomial,
    SVRProgram,
    datasets,
    gram,
    residual,
    svm_dual,
    svm_primal,
    svr_dual,
    svr_primal,
)
from kernellab.errors import UnverifiedError
from kernellab.solvers.dual import Dual

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
@pytest.mark.parametrize("seed", range(5))
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


@with_and_without_offset
def test_the_points_of_a_regression_sort_by_their_residual(offset):
    Phi, y = regression(60)
    fit = svr_dual(Phi @ Phi.T, y, 0.3, 0.5, offset)
    size = np.abs(y - Phi @ Phi.T @ fit.alpha - fit.b)
    assert (fit.inside.astype(int) + fit.free + fit.bound == 1).all()
    assert min(fit.inside.sum(), fit.free.sum(), fit.bound.sum()) > 0
    assert (size[fit.inside] < 0.5).all()
    np.testing.assert_allclose(size[fit.free], 0.5, rtol=1e-12)
    assert (size[fit.bound] > 0.5).all()
    assert (np.abs(fit.alpha) <= 0.3).all()
    assert (fit.support == np.flatnonzero(~fit.inside)).all()


def test_the_points_of_a_machine_sort_by_their_margin():
    Phi, y = two_classes(gap=0.8)
    fit = svm_dual(Phi @ Phi.T, y, 0.5)
    margin = y * (Phi @ Phi.T @ (fit.alpha * y) + fit.b)
    assert min(fit.inside.sum(), fit.free.sum(), fit.bound.sum()) > 0
    assert (margin[fit.inside] > 1).all()
    np.testing.assert_allclose(margin[fit.free], 1, rtol=1e-12)
    assert (margin[fit.bound] < 1).all()
    assert fit.alpha @ y == pytest.approx(0, abs=1e-13)
    assert (fit.alpha >= 0).all()


def test_one_point_by_hand():
    fit = svr_dual([[1.0]], [5.0], C=100.0, epsilon=1.0)  # f = α, and 5 − α = 1
    assert fit.alpha == pytest.approx([4.0], rel=1e-15)
    assert fit.free.all()
    assert svr_dual([[1.0]], [5.0], C=2.0, epsilon=1.0).bound.all()
    assert svr_dual([[1.0]], [0.5], C=2.0, epsilon=1.0).inside.all()
    # The middle of what the tube allows.
    assert svr_dual([[1.0]], [5.0], C=2.0, epsilon=1.0, offset=True).b == 5.0


def test_a_redundant_point_on_the_margin_needs_no_weight():
    Phi = np.array([[-1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [1.0, -1.0]])
    y = np.array([-1.0, -1.0, 1.0, 1.0])
    fit = svm_dual(Phi @ Phi.T, y)
    np.testing.assert_allclose(Phi.T @ (fit.alpha * y), [1.0, 0.0], atol=1e-12)
    # All four lie on it.
    np.testing.assert_allclose(y * (Phi[:, 0] + fit.b), 1, rtol=1e-12)
    assert fit.kkt < 1e-13


@pytest.mark.parametrize("seed", range(5))
def test_regression_agrees_with_libsvm(seed):
    Phi, y = regression(40, 3, seed)
    K = gram(RBF(1.5), Phi)
    ours = svr_dual(K, y, 0.7, 0.3, offset=True)
    theirs = SVR(kernel="precomputed", C=0.7, epsilon=0.3, tol=1e-12).fit(K, y)
    np.testing.assert_allclose(K @ ours.alpha + ours.b, theirs.predict(K), atol=1e-6)
    assert set(theirs.support_) == set(ours.support)


@pytest.mark.parametrize("k", [RBF(1.0), Linear(), Polynomial(3)], ids=repr)
# Libsvm keeps K in single precision, and a larger C would show it.
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_classification_agrees_with_libsvm(k, C):
    X, y = two_classes(60, 0.7)
    K = gram(k, X)
    ours = svm_dual(K, y, C)
    theirs = SVC(kernel="precomputed", C=C, tol=1e-12).fit(K, y)
    np.testing.assert_allclose(
        K @ (ours.alpha * y) + ours.b, theirs.decision_function(K), rtol=1e-6, atol=1e-6
    )


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


def test_the_hard_margin_is_the_soft_one_with_a_box_that_nobody_feels():
    Phi, y = two_classes(gap=3.0)
    hard, soft = svm_dual(Phi @ Phi.T, y), svm_dual(Phi @ Phi.T, y, 1e3)
    np.testing.assert_allclose(hard.alpha, soft.alpha, rtol=1e-9, atol=1e-12)
    assert not hard.bound.any()
    np.testing.assert_allclose(
        svm_primal(Phi, y).w, Phi.T @ (hard.alpha * y), atol=1e-6
    )


@with_and_without_offset
@pytest.mark.parametrize("seed", range(8))
def test_a_hard_margin_of_the_primal_is_met_by_every_point(seed, offset):
    Phi = np.random.default_rng(seed).normal(size=(20, 4))
    y = np.where(Phi[:, 0] > 0, 1.0, -1.0)
    fit = svm_primal(Phi, y, offset=offset)
    rounding = (
        8 * np.finfo(float).eps * (np.abs(Phi) @ np.abs(fit.w) + abs(fit.b)).max()
    )
    # Where a solver's own may miss it by 1e-11.
    assert (y * (Phi @ fit.w + fit.b)).min() >= 1 - rounding


@pytest.mark.parametrize(
    "solve",
    [lambda Phi, y: svm_primal(Phi, y), lambda Phi, y: svm_dual(Phi @ Phi.T, y)],
    ids=["primal", "dual"],
)
def test_a_hard_margin_that_does_not_exist_is_explained(solve):
    Phi = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    with pytest.raises(
        ValueError, match=r"no hyperplane separates the two classes .* Try a finite C"
    ):
        solve(Phi, y)


@with_and_without_offset
def test_a_program_compiled_once_answers_for_every_box_and_tube(offset):
    X, y = datasets.stopping()
    K = gram(RBF(3.0), X)
    program = SVRProgram(K, y, offset)
    for C, epsilon in [(1.0, 15.0), (0.01, 3.0), (50.0, 0.5), (1.0, 200.0)]:
        fit = program.solve(C, epsilon)
        assert fit.kkt < 1e-12
        np.testing.assert_allclose(
            K @ fit.alpha + fit.b,
            K @ (again := svr_dual(K, y, C, epsilon, offset)).alpha + again.b,
            atol=1e-6,
        )


@with_and_without_offset
def test_the_conditions_are_verified_and_not_believed(offset):
    Phi, y = regression()
    fit = svr_dual(Phi @ Phi.T, y, 0.5, 0.2, offset)
    dual = Dual.regression(Phi @ Phi.T, y, offset)
    assert dual.kkt(fit.alpha, fit.b, 0.2, 0.5) == fit.kkt < 1e-13
    for spoilt in (
        fit.alpha * 0.99,
        fit.alpha + 0.01,
        np.where(fit.free, 0, fit.alpha),
    ):
        assert dual.kkt(spoilt, fit.b, 0.2, 0.5) > 1e-4


def test_a_tiny_weight_is_told_from_none():
    # Α = y − ε, cut off at 0 and C.
    fit = svr_dual(np.eye(3), [1 + 1e-7, 9.0, 1 - 1e-7], C=2.0, epsilon=1.0)
    np.testing.assert_allclose(fit.alpha, [1e-7, 2.0, 0.0], rtol=1e-8)
    assert fit.support.tolist() == [0, 1]
    assert fit.free.tolist() == [True, False, False]


def test_another_solver_steps_in_and_says_so(monkeypatch):
    Phi, y = regression()
    expected = svr_dual(Phi @ Phi.T, y, 0.5, 0.2).alpha
    monkeypatch.setattr(convex, "SOLVERS", (("ABSENT", {}), *convex.SOLVERS[1:]))
    with pytest.warns(
        RuntimeWarning, match="ABSENT .* failed, so OSQP solved it instead"
    ):
        fit = svr_dual(Phi @ Phi.T, y, 0.5, 0.2)
    np.testing.assert_allclose(fit.alpha, expected, atol=1e-12)


def test_a_solver_that_only_needed_its_own_tolerances_has_not_failed(monkeypatch):
    solve = convex.cp.Problem.solve

    def hard_to_please(program, solver, **options):
        if options:
            raise convex.cp.SolverError("not as tight as that")
        return solve(program, solver=solver)

    # A warning would be an error here.
    monkeypatch.setattr(convex.cp.Problem, "solve", hard_to_please)
    assert svr_dual([[1.0]], [5.0], C=2.0, epsilon=1.0).alpha == pytest.approx([2.0])


def test_a_solve_leaves_the_warnings_of_others_as_they_were():
    before = list(warnings.filters)
    svr_dual([[1.0]], [5.0], C=2.0, epsilon=1.0)
    assert list(warnings.filters) == before


def test_a_solver_that_divides_by_zero_has_failed(monkeypatch):
    def divides(program, *args, **options):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(convex.cp.Problem, "solve", divides)
    with pytest.raises(
        UnverifiedError,
        match=r"none of the solvers found the minimum: CLARABEL \(by nothing\)",
    ):
        svr_dual([[1.0]], [1.0], 1.0, 0.1)


def test_without_any_solver_the_error_names_all_that_were_tried(monkeypatch):
    monkeypatch.setattr(convex, "SOLVERS", (("ABSENT", {}),))
    with pytest.raises(
        UnverifiedError, match="none of the solvers found the minimum: ABSENT"
    ):
        svr_dual([[1.0]], [1.0], 1.0, 0.1)


def test_a_matrix_that_is_no_gram_matrix_is_found_out():
    with pytest.raises(
        ValueError,
        match=r"K has the eigenvalue -1, so it comes from no kernel .* psd_report",
    ):
        svr_dual([[1.0, 2.0], [2.0, 1.0]], [3.0, -3.0], 5.0, 0.1)


@pytest.mark.parametrize("labels", [[0.0, 1.0], [1.0, 1.0], [-1.0, 2.0]], ids=str)
def test_labels_are_minus_one_and_plus_one(labels):
    with pytest.raises(ValueError, match=r"(are|called) −1 and \+1"):
        svm_dual(np.eye(2), labels, 1.0)


def test_one_point_is_one_class():
    with pytest.raises(ValueError, match="y holds only 1"):
        svm_dual([[1.0]], [1.0], 1.0)


@pytest.mark.parametrize(
    ("C", "epsilon", "says"),
    [
        (0, 0.1, "C = 0 must be > 0"),
        (-1.0, 0.1, "C = -1.0"),
        (1.0, -0.1, "epsilon = -0.1 must be ≥ 0"),
    ],
)
@pytest.mark.parametrize("solve", [svr_primal, svr_dual])
def test_a_box_and_a_tube_have_a_width(solve, C, epsilon, says):
    with pytest.raises(ValueError, match=says):
        solve([[1.0]], [1.0], C, epsilon)


@with_and_without_offset
@pytest.mark.parametrize("size", [1e-8, 1e-5, 1e-3, 1e3, 1e9])
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


@pytest.mark.slow
@with_and_without_offset
@pytest.mark.filterwarnings("ignore:CLARABEL")
@pytest.mark.parametrize("C", [1e9, 1e13])
def test_a_box_beyond_double_precision_is_met_or_refused(C, offset):
    Phi, t = regression()
    y = np.where(t > t.mean(), 1.0, -1.0)
    K = Phi @ Phi.T
    ways = (
        lambda C: svr_primal(Phi, t, C, 0.3, offset).w,
        lambda C: Phi.T @ svr_dual(K, t, C, 0.3, offset).alpha,
        lambda C: svm_primal(Phi, y, C, offset).w,
        lambda C: Phi.T @ (y * svm_dual(K, y, C, offset).alpha),
    )
    for way in ways:
        w = way(1e5)  # there the losses alone decide already
        try:
            np.testing.assert_allclose(way(C), w, atol=1e-3 * np.linalg.norm(w))
        except UnverifiedError:
            continue


def test_a_best_w_of_zero_is_found():
    # The exact duals have Σ αᵢyᵢxᵢ = 0.
    X = np.array([1.0, 2.0, 2.0, 1.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0])[:, None]
    y = np.array([1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
    assert abs(svm_primal(X, y, 10.0).w[0]) <= 1e-7
    few = svm_primal(X[:7] > 1, np.r_[1.0, -1, -1, 1, 1, 1, 1], 10.0)
    assert np.abs(few.w).max() <= 1e-7
    assert few.objective == pytest.approx(40.0, rel=1e-9)


@pytest.mark.parametrize("far", [-1e7, 1e7])
def test_an_offset_follows_targets_that_lie_far_from_zero(far):
    Phi, y = regression()
    one = svr_primal(Phi, y, 0.7, 0.3, offset=True)
    other = svr_primal(Phi, y + far, 0.7, 0.3, offset=True)
    np.testing.assert_allclose(other.w, one.w, atol=1e-6)
    assert other.b - far == pytest.approx(one.b, abs=1e-5)
    program = SVRProgram(Phi @ Phi.T, y + far, offset=True)
    np.testing.assert_allclose(Phi.T @ program.solve(0.7, 0.3).alpha, one.w, atol=1e-6)


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
@pytest.mark.parametrize("length", [1e-6, 1e-2, 1e2, 1e6])
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
@pytest.mark.filterwarnings("ignore:CLARABEL")
@pytest.mark.parametrize("degree", range(2, 9))
def test_a_polynomial_of_any_degree_is_solved(degree):
    for seed in range(4):
        X = 3 * np.random.default_rng(seed).normal(size=(20, 2))
        K, y = gram(Polynomial(degree), X), np.sign(X[:, 0])
        fit = svm_dual(K, y, 1.0)
        f = K @ (fit.alpha * y) + fit.b
        assert (y * f)[fit.inside].min(initial=2) >= 1 - 1e-6
        np.testing.assert_allclose((y * f)[fit.free], 1, atol=1e-6)


@with_and_without_offset
@pytest.mark.parametrize("length", [1e-7, 1e-3, 30.0])
def test_points_of_almost_no_length_and_of_great_length_do_not_spoil_the_others(
    length, offset
):
    rng = np.random.default_rng(0)
    lengths = np.where(np.arange(12) < 4, length, 1.0)
    K = gram(RBF(1.0), rng.normal(size=(12, 2))) * np.outer(lengths, lengths)
    y = rng.normal(size=12)
    exact = svr_dual(K, y, 3.0, 0.1, offset).alpha
    proposed = convex.Program(Dual.regression(K, y, offset)).weights(3.0, 0.1)
    np.testing.assert_allclose(K @ proposed, K @ exact, rtol=0, atol=1e-5)


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


@pytest.mark.parametrize("unit", [1e-40, 1e-9, 1e-5])
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


@pytest.mark.parametrize("unit", [1e-40, 1e-9, 1e-6, 1e-4])
def test_features_that_losses_dwarf_still_decide_which_points_pull(unit):
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(20, 3))
    y = np.sign(Phi @ [1.0, 2.0, 3.0] + rng.normal(size=20))
    few, many = Phi[y == -np.sign(y.sum())], Phi[y == np.sign(y.sum())]
    # The smaller class pulls with all its force, Σμ of the larger balances it, and ‖w‖
    # is the least.
    heavy = 1e4
    rows = np.vstack([many.T, np.full(len(many), heavy)])
    right = np.append(few.sum(axis=0), heavy * len(few))
    best = lsq_linear(rows, right, bounds=(0, 1), tol=1e-14).x
    fit = svm_primal(unit * Phi, y, 1.0)
    np.testing.assert_allclose(
        fit.w / unit * np.sign(y.sum()), many.T @ best - few.sum(axis=0), rtol=1e-6
    )
    assert fit.objective == pytest.approx(2 * len(few), rel=1e-6, abs=0)


@with_and_without_offset
@pytest.mark.parametrize("C", [1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4])
@pytest.mark.slow
def test_w_is_that_of_the_dual_whatever_the_box(C, offset):
    for seed in range(4):
        Phi, y = regression(seed=seed)
        exact = Phi.T @ svr_dual(Phi @ Phi.T, y, C, 0.2, offset).alpha
        np.testing.assert_allclose(
            svr_primal(Phi, y, C, 0.2, offset).w,
            exact,
            atol=1e-4 * np.linalg.norm(exact),
        )
        Phi, y = two_classes(30, gap=0.4, seed=seed)
        exact = Phi.T @ (svm_dual(Phi @ Phi.T, y, C, offset).alpha * y)
        np.testing.assert_allclose(
            svm_primal(Phi, y, C, offset).w, exact, atol=1e-4 * np.linalg.norm(exact)
        )


@with_and_without_offset
def test_a_w_that_is_off_where_losses_dwarf_it_is_refused(monkeypatch, offset):
    Phi, y = two_classes(20, gap=0.4)
    step = convex.Hinges.step

    def beside(*args):
        v, a = step(*args)
        return v + 1e-3, a

    monkeypatch.setattr(convex.Hinges, "step", beside)
    with pytest.raises(UnverifiedError, match=r"w may be off by .* Try a smaller C"):
        svm_primal(1e-7 * Phi, y, 1.0, offset)


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


def test_two_classes_on_one_place_leave_nothing_to_follow():
    fit = svm_primal([[1.0], [1.0]], [1.0, -1.0], 1.0)
    assert abs(fit.w[0]) < 1e-7
    assert fit.objective == pytest.approx(2.0)


def test_threads_may_share_a_program():
    X, y = datasets.stopping()
    program = SVRProgram(gram(RBF(3.0), X), y)
    settings = [(1.0, float(epsilon)) for epsilon in range(1, 13)]
    alone = [program.solve(C, epsilon).alpha for C, epsilon in settings]
    with ThreadPoolExecutor(4) as pool:
        together = list(
            pool.map(lambda setting: program.solve(*setting).alpha, settings)
        )
    np.testing.assert_allclose(together, alone, atol=1e-12)


@pytest.mark.parametrize("epsilon", [3.1, 10.0, 1000.0])
@pytest.mark.parametrize("offset", [False, True])
def test_a_tube_around_all_data_asks_for_nothing(epsilon, offset):
    fit = svr_primal(
        np.random.default_rng(0).normal(size=(5, 3)),
        np.arange(5.0) - 1,
        1.0,
        epsilon,
        offset,
    )
    assert fit.objective == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(fit.w, 0.0, atol=1e-6)


def test_a_primal_is_asked_for_more_digits_than_solvers_give_unasked():
    for seed in range(3):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(25, 3))
        y = Phi @ [1.0, 2.0, -1.0] + rng.normal(size=25)
        exact = Phi.T @ svr_dual(Phi @ Phi.T, y, 2.0, 0.3, offset=True).alpha
        np.testing.assert_allclose(
            svr_primal(Phi, y, 2.0, 0.3, offset=True).w, exact, rtol=0, atol=1e-7
        )
