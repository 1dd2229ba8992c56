"""Support vector solvers: the convex program, the exact path and scikit-learn meet, on
kind data and on unkind.
"""

import re
import warnings

import numpy as np
import pytest
from sklearn.svm import SVC, SVR

from kernellab import (
    RBF,
    Constant,
    Laplace,
    Linear,
    Normalized,
    Polynomial,
    datasets,
    gram,
)
from kernellab.errors import OutsidePathError, UnverifiedError
from kernellab.solvers import paths
from kernellab.solvers.convex import SVRProgram, svm_dual, svr_dual
from kernellab.solvers.dual import TOLERANCE, Dual
from kernellab.solvers.paths import SVRWalk, c_path, epsilon_path, svm_path, weights_at
from tests.adversarial import problems

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


def data(seed, n=40, d=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=n)


# libsvm keeps K in single precision, so the values of k should not be larger than about
# one.
KERNELS = [
    RBF(0.5),
    RBF(2.0),
    Normalized(Linear() + Constant(1.0)),
    Normalized(Polynomial(3)),
    Laplace(1.0),
]
TEN = [(seed, k) for seed, k in enumerate(KERNELS * 2)]


@pytest.mark.parametrize(("seed", "k"), TEN, ids=str)
def test_scikit_learn_s_svr_predicts_the_same(seed, k):
    X, y = data(seed)
    K, C, epsilon = gram(k, X), 2.0, 0.1
    peer = SVR(kernel="precomputed", C=C, epsilon=epsilon, tol=1e-12).fit(K, y)
    fit = SVRWalk(K, y, offset=True).to(C, epsilon)
    if fit.free.any():
        np.testing.assert_allclose(K @ fit.alpha + fit.b, peer.predict(K), atol=1e-6)
    else:
        np.testing.assert_allclose(
            K @ fit.alpha, K[:, peer.support_] @ peer.dual_coef_[0], atol=1e-6
        )
    assert fit.kkt <= TOLERANCE


@pytest.mark.parametrize(("seed", "k"), TEN, ids=str)
def test_scikit_learn_s_svc_decides_the_same(seed, k):
    X, y = data(seed)
    y = np.where(y > np.median(y), 1.0, -1.0)
    K = gram(k, X)
    peer = SVC(kernel="precomputed", C=1.5, tol=1e-12).fit(K, y)
    fit = svm_path(K, y, 1.5).at(1.5)
    np.testing.assert_allclose(
        K @ (y * fit.alpha) + fit.b, peer.decision_function(K), atol=1e-6
    )
    assert fit.kkt <= TOLERANCE


def unkind(case):
    """One of 200 unkind problems: K, y, ε, C."""
    rng = np.random.default_rng(case)
    n = (1, 2, 3, 12, 25)[case % 5]
    X = rng.normal(size=(n, 2))
    y = rng.normal(size=n)
    kind = case % 8
    if kind == 0:
        y = y.round()
    elif kind == 1:
        y = np.where(y > 0, 1.0, -1.0)
    elif kind == 2:
        X = X[rng.integers(n, size=n)]
    elif kind == 3:
        X = np.outer(np.arange(n), [1.0, 2.0])
    elif kind == 4:
        y = np.full(n, 3.0)
    elif kind == 5:
        X = X.round()
        y = (10 * y).round() / 10
    k = (RBF(1.0), Linear(), Polynomial(2), RBF(5.0), RBF(0.1))[(case // 5) % 5]
    epsilon = (0.0, 0.1, 0.5, 1.0)[(case // 3) % 4]
    K = gram(k, X)
    # Such that C times k is of that size.
    C = (1.0, 1e-6, 1e3, 1e5)[(case // 7) % 4] / (np.trace(K) / n or 1.0)
    size = (1.0, 1e6, 1e-6)[(case // 11) % 3]
    return K, size * y, size * epsilon, size * C


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@with_and_without_offset
@pytest.mark.parametrize("block", range(20))
def test_optimality_on_two_hundred_unkind_problems(block, offset):
    for case in range(10 * block, 10 * block + 10):
        K, y, epsilon, C = unkind(case)
        walk = SVRWalk(K, y, offset)
        fit = walk.to(C, epsilon)
        problem = Dual.regression(K, y, offset)
        assert problem.kkt(fit.alpha, fit.b, epsilon, C) == fit.kkt <= TOLERANCE, case
        for share in (0.3, 2.0):  # and a warm move from there
            moved = walk.to(share * C, share * epsilon + 0.01 * problem.size)
            assert moved.kkt <= TOLERANCE, case


@pytest.mark.slow
# The tight tolerance is out of its reach on some.
@pytest.mark.filterwarnings("ignore:CLARABEL")
@with_and_without_offset
@pytest.mark.parametrize("case", range(0, 200, 9))
def test_path_and_program_find_the_same_function(case, offset):
    K, y, epsilon, C = unkind(case)
    ours = SVRWalk(K, y, offset).to(C, epsilon)
    theirs = svr_dual(K, y, C, epsilon, offset)
    size = Dual.regression(K, y, offset).size
    f, g = K @ ours.alpha, K @ theirs.alpha
    if ours.free.any() and theirs.free.any():
        f, g = f + ours.b, g + theirs.b
    elif offset:  # b may then lie anywhere in an interval
        f, g = f - f.mean(), g - g.mean()
    np.testing.assert_allclose(f, g, atol=1e-6 * size)


@with_and_without_offset
def test_the_epsilon_path_is_exact_everywhere_and_its_straight_lines_are_close(offset):
    X, y = datasets.stopping()
    K = gram(RBF(3.0), X)
    path = epsilon_path(K, y, C=5.0, offset=offset)
    for epsilon in (0.0, 0.3, 7.0, 15.0, 60.0, float(np.abs(y).max())):
        fit = path.at(epsilon)
        assert fit.kkt <= TOLERANCE
        np.testing.assert_allclose(path.alpha([epsilon])[:, 0], fit.alpha, atol=1e-4)
    assert np.all(np.diff(path.values) < 0)


@with_and_without_offset
def test_between_breakpoints_alpha_is_a_straight_line(offset):
    X, y = data(5, n=20)
    for path in (
        epsilon_path(gram(RBF(1.0), X), y, 3.0, offset),
        c_path(gram(RBF(1.0), X), y, 3.0, 0.1, offset),
    ):
        values = path.values
        long = int(np.argmax(np.abs(np.diff(values))))
        low, high = values[long : long + 2]
        three = [path.at(low + share * (high - low)).alpha for share in (0.1, 0.5, 0.9)]
        np.testing.assert_allclose(three[1], (three[0] + three[2]) / 2, atol=1e-9)
        assert path.counts[long] == len(path.at((low + high) / 2).support)


@with_and_without_offset
def test_walking_gives_what_starting_afresh_gives(offset):
    X, y = data(6, n=30)
    K = gram(RBF(0.7), X)
    walk, rng = SVRWalk(K, y, offset), np.random.default_rng(0)
    for _ in range(25):
        epsilon, C = rng.uniform(0, 1), 10 ** rng.uniform(-2, 2)
        moved, fresh = walk.to(C, epsilon), SVRWalk(K, y, offset).to(C, epsilon)
        np.testing.assert_allclose(
            K @ moved.alpha + moved.b, K @ fresh.alpha + fresh.b, atol=1e-7
        )


def test_every_point_stands_where_the_conditions_say():
    X, y = datasets.stopping()
    K, C, epsilon = gram(RBF(3.0) + Polynomial(2), X), 1 / (2 * 0.62), 15.0
    fit = SVRWalk(K, y, offset=False).to(C, epsilon)
    r = y - K @ fit.alpha
    np.testing.assert_allclose(np.abs(r[fit.free]), epsilon, atol=1e-6)
    assert np.all(np.abs(r[fit.bound]) >= epsilon - 1e-6)
    np.testing.assert_array_equal(np.abs(fit.alpha[fit.bound]), C)
    inside = np.setdiff1d(np.arange(62), fit.support)
    assert np.all(np.abs(r[inside]) <= epsilon + 1e-6)
    # Measured independently with libsvm and with another program.
    assert len(fit.support) == 12


def test_removing_a_point_without_weight_changes_nothing():
    X, y = data(7, n=25)
    K = gram(RBF(1.0), X)
    fit = SVRWalk(K, y, offset=True).to(2.0, 0.3)
    out = int(np.setdiff1d(np.arange(25), fit.support)[0])
    rest = np.delete(np.arange(25), out)
    again = SVRWalk(K[np.ix_(rest, rest)], y[rest], offset=True).to(2.0, 0.3)
    np.testing.assert_allclose(
        K[:, rest] @ again.alpha + again.b, K @ fit.alpha + fit.b, atol=1e-8
    )


def test_the_program_is_compiled_once_and_solved_for_many_settings():
    X, y = data(8)
    program, walk = SVRProgram(gram(RBF(1.0), X), y), SVRWalk(gram(RBF(1.0), X), y)
    for epsilon, C in ((0.1, 1.0), (0.5, 0.01), (0.0, 10.0)):
        np.testing.assert_allclose(
            program.solve(C, epsilon).alpha, walk.to(C, epsilon).alpha, atol=1e-7
        )


def test_iris_has_the_support_vectors_that_r_counts():
    """R's e1071 on iris: 51 support vectors, 8, 22 and 21 of the classes, and four
    training errors.
    """
    from sklearn.datasets import load_iris

    X, label = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    k = RBF(float(np.sqrt(1 / (2 * 0.25))))
    votes, carries = np.zeros((150, 3)), np.zeros(150, dtype=bool)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        two = np.flatnonzero((label == a) | (label == b))
        signs = np.where(label[two] == a, 1.0, -1.0)
        fit = svm_path(gram(k, X[two]), signs, 1.0).at(1.0)
        assert fit.kkt <= TOLERANCE
        carries[two[fit.support]] = True
        f = gram(k, X, X[two]) @ (signs * fit.alpha) + fit.b
        votes[np.arange(150), np.where(f > 0, a, b)] += 1
    assert [int(carries[label == c].sum()) for c in range(3)] == [8, 22, 21]
    assert np.sum(votes.argmax(axis=1) != label) == 4


def test_a_wrong_answer_is_seen_by_the_residual():
    X, y = data(9)
    K = gram(RBF(1.0), X)
    fit = SVRWalk(K, y, offset=True).to(1.0, 0.1)
    problem = Dual.regression(K, y, True)
    worse = fit.alpha.copy()
    worse[np.flatnonzero(fit.free)[0]] *= 1 + 1e-6
    assert problem.kkt(worse, fit.b, 0.1, 1.0) > 1e-9
    assert problem.kkt(fit.alpha, fit.b + 1e-6, 0.1, 1.0) > 1e-8
    assert (
        Dual.classification(K, np.sign(y), True).kkt(-np.sign(y), 0.0, 0.0, 1.0) >= 1.0
    )


K3 = np.eye(3)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, "1", None])
def test_a_box_must_have_room(bad):
    for call in (
        lambda: epsilon_path(K3, [1.0, 2.0, 3.0], bad),
        lambda: c_path(K3, [1.0, 2.0, 3.0], bad, 0.1),
        lambda: svr_dual(K3, [1.0, 2.0, 3.0], bad, 0.1),
        lambda: SVRWalk(K3, [1.0, 2.0, 3.0]).to(bad, 0.1),
        lambda: svm_dual(K3, [1.0, -1.0, 1.0], bad),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


def test_other_bad_input_is_refused():
    with pytest.raises(ValueError, match="epsilon"):
        c_path(K3, [1.0, 2.0, 3.0], 1.0, -0.1)
    with pytest.raises(ValueError, match="−1 and \\+1"):
        svm_path(K3, [0.0, 1.0, 1.0], 1.0)
    with pytest.raises(ValueError, match="outside this path"):
        epsilon_path(K3, [1.0, 2.0, 3.0], 1.0).at(4.0)
    with pytest.raises(ValueError, match="symmetric"):
        SVRWalk([[1.0, 0.5], [0.0, 1.0]], [1.0, 2.0])


def test_a_matrix_that_comes_from_no_kernel_is_found_out():
    # The eigenvalue −1: what satisfies the conditions may be no minimum.
    K, y = ([[1.0, 2.0], [2.0, 1.0]], [1.0, -1.0])
    for call in (
        lambda: SVRWalk(K, y),
        lambda: epsilon_path(K, y, 1.0),
        lambda: c_path(K, y, 1.0, 0.1),
        lambda: svm_path(K, y, 1.0),
    ):
        with pytest.raises(
            ValueError, match="K has the eigenvalue -1, so it comes from no kernel"
        ):
            call()


def test_a_path_begins_with_nobody():
    fit = c_path(K3, [1.0, 2.0, 3.0], 1.0, 0.1).at(0.0)
    assert (fit.inside.sum(), fit.free.sum(), fit.bound.sum()) == (3, 0, 0)


def test_a_box_too_large_for_double_precision_is_refused():
    X = np.outer(np.arange(25.0), [1.0, 2.0])
    y = np.random.default_rng(139).normal(size=25)
    K = gram(Polynomial(2), X)
    with pytest.raises(
        UnverifiedError,
        match=(
            r"at ε = 0\.1, C = 1e\+06 .* the best one violates them by .* Double"
            r" precision keeps"
        ),
    ) as refusal:
        SVRWalk(K, y).to(1e6, 0.1)
    times = re.search(
        r"C times k\(x, x\) is (\S+) times the size of y", str(refusal.value)
    )[1]
    # One digit is named.
    assert float(times) == pytest.approx(1e6 * K.max() / np.abs(y).max(), rel=0.5)


@with_and_without_offset
def test_the_path_of_the_machine_meets_the_program(offset):
    X, y = data(10)
    y = np.sign(y)
    path = svm_path(gram(RBF(1.0), X), y, 50.0, offset)
    for C in (0.01, 1.0, 50.0):
        fit, other = path.at(C), svm_dual(gram(RBF(1.0), X), y, C, offset)
        assert fit.kkt <= TOLERANCE
        np.testing.assert_allclose(fit.alpha, other.alpha, atol=1e-7 * C)


def missed(K, y, alpha, b, C, epsilon, offset):
    """The conditions in plain words, point by point, relative to the numbers that they
    are made of.
    """
    scale = np.abs(y).max() + np.diag(K).max() * np.abs(alpha).max()
    worst = abs(alpha.sum()) / max(np.abs(alpha).max(), 1e-300) if offset else abs(b)
    for weight, r in zip(alpha, y - K @ alpha - b, strict=True):
        if weight == 0:
            gap = abs(r) - epsilon
        elif abs(weight) < C:
            gap = abs(r - np.sign(weight) * epsilon)
        else:
            gap = epsilon - np.sign(weight) * r
        worst = max(worst, gap / (scale or 1.0), abs(weight) / C - 1)
    return worst


def test_there_are_two_hundred_hardships():
    assert len(problems()) == 200


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("problem", problems(), ids=str)
def test_the_conditions_hold_in_plain_words_however_hard_the_data_are(problem):
    K, y, offset = problem.K, problem.y, problem.offset
    walk = SVRWalk(K, y, offset)
    for C, epsilon in [
        (problem.C, problem.epsilon),
        (1.2 * problem.C, problem.epsilon),
        (problem.C, 0.7 * problem.epsilon),
    ]:
        fit = walk.to(C, epsilon)
        assert missed(K, y, fit.alpha, fit.b, C, epsilon, offset) <= 1e-9
        assert (fit.inside.astype(int) + fit.free + fit.bound == 1).all()


def test_a_tie_that_holds_the_walk_at_its_start_is_settled_there():
    K = gram(Linear(), np.random.default_rng(1).normal(size=(35, 2)))
    y = np.full(35, 2.0)
    fit = SVRWalk(K, y, offset=True).to(1.0, 0.3)
    assert not fit.alpha.any()
    assert abs(fit.b - 2.0) <= 0.3


def test_of_points_that_are_one_and_the_same_as_few_as_possible_carry_the_weight():
    X, y = np.repeat([[0.0], [1.0], [3.0]], 4, axis=0), np.repeat([0.0, 2.0, 1.0], 4)
    fit = SVRWalk(gram(RBF(1.0), X), y).to(1.0, 0.1)
    single = SVRWalk(gram(RBF(1.0), X[::4]), y[::4]).to(4.0, 0.1)
    totals = fit.alpha.reshape(3, 4).sum(axis=1)
    np.testing.assert_allclose(totals, single.alpha, atol=1e-9)
    assert fit.free.reshape(3, 4).sum(axis=1).max() <= 1


@pytest.mark.filterwarnings("error")
@with_and_without_offset
@pytest.mark.parametrize("seed", range(18))
def test_labels_without_any_pattern_are_met_exactly_too(seed, offset):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(int(rng.integers(4, 100)), 2))
    y = rng.permutation(
        np.where(np.arange(len(X)) < rng.integers(1, len(X)), 1.0, -1.0)
    )
    k = (
        RBF(1.0),
        Linear(),
        Polynomial(2),
        Normalized(Polynomial(2)),
        RBF(0.1),
        RBF(10.0),
    )[seed % 6]
    K = gram(k, X.round() if seed % 4 == 0 else X)
    path = svm_path(K, y, 100.0, offset)
    for C in (100.0, 3.0, 0.1):
        fit = path.at(C)
        margin = y * (K @ (y * fit.alpha) + fit.b)
        scale = 1 + np.diag(K).max() * C
        assert (margin[fit.inside] >= 1 - 1e-9 * scale).all()
        np.testing.assert_allclose(margin[fit.free], 1, rtol=0, atol=1e-9 * scale)
        assert (margin[fit.bound] <= 1 + 1e-9 * scale).all()
        assert not offset or abs(fit.alpha @ y) <= 1e-9 * C
        assert ((fit.alpha >= 0) & (fit.alpha <= C)).all()


def test_a_kernel_of_few_features_and_a_huge_box_keep_the_path_s_own_weights():
    X, y = datasets.stopping()
    # Of rank 3, and C times k(x, x) is a million times the size of y.
    K = gram(Polynomial(2), X)
    path = epsilon_path(K, y, C=50.0)
    for epsilon in (0.3, 2.57691, 3.62499, 3.97726, 3.99999):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # beyond double precision, and it says so
            fit = path.at(epsilon)
        assert fit.kkt < 1e-6


def low_rank(seed):
    """A path on data that tie: few features, whole numbers, repeated points, or labels;
    None where y is one class.
    """
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 45)), int(rng.integers(1, 4))
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    if seed % 4 == 1:
        X = rng.integers(-5, 6, size=(n, d)).astype(float)
        y = rng.integers(-5, 6, size=n).astype(float)
    elif seed % 4 == 2:
        X, y = X[rng.integers(n, size=n)], (2 * y).round() / 2
    elif seed % 4 == 3:
        twice = rng.integers(n, size=n)
        X, y = X[twice], y[twice]
    k = (Linear(), Polynomial(2), Linear() + Constant(1.0), RBF(1.0), Laplace(1.0))[
        seed % 5
    ]
    K, C, offset = gram(k, X), float(10 ** rng.uniform(-2, 2)), bool(seed % 7 < 5)
    labels = np.where(y > np.median(y), 1.0, -1.0)
    if seed % 3 == 0 and len(set(labels)) == 2:
        return svm_path(K, labels, C, offset), labels
    path = (
        c_path(K, y, C, float(rng.integers(0, 3)) / 4, offset)
        if seed % 3 == 1
        else epsilon_path(K, y, C, offset)
    )
    return path, np.ones(n)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(15))
def test_whatever_a_path_is_asked_for_agrees(block):
    """alpha, at, values and counts, at each breakpoint and between, on 150 problems of
    low rank or with ties.
    """
    for seed in range(10 * block, 10 * block + 10):
        path, labels = low_rank(seed)
        varies = int(path.start[0] == path.end[0])
        assert path.values[0] == path.start[varies], seed
        ends = np.append(path.values, path.end[varies])
        between = (ends[:-1] + ends[1:]) / 2
        for values, counts in ((path.values, None), (between, path.counts)):
            alpha = path.alpha(values)
            fits = [path.at(float(value)) for value in values]
            np.testing.assert_array_equal(
                alpha, np.column_stack([fit.alpha * labels for fit in fits]), str(seed)
            )
            assert all(
                np.abs(a).max() <= fit.C for a, fit in zip(alpha.T, fits, strict=True)
            ), seed
            assert all(fit.kkt <= TOLERANCE for fit in fits), seed
            assert (
                counts is None or [len(fit.support) for fit in fits] == counts.tolist()
            ), seed


def test_a_line_through_the_cars_has_weights_in_their_box_all_along_the_path():
    X, y = datasets.stopping()
    path = epsilon_path(gram(Linear(), X), y, 1.0, offset=True)
    assert np.abs(path.alpha(np.linspace(0, 60, 41))).max() == 1.0
    assert np.count_nonzero(path.alpha([5.0])) == len(path.at(5.0).support) == 35
    four = epsilon_path(
        gram(Linear(), [[1.0], [2.0], [3.0], [4.0]]),
        [1.0, 3.0, 2.0, 5.0],
        1.0,
        offset=True,
    )
    np.testing.assert_allclose(four.alpha([0.5])[:, 0], [0, 0, -1, 1], atol=1e-12)


@with_and_without_offset
def test_an_ordinary_path_and_walk_need_no_second_opinion(offset):
    X, y = data(3, n=80)
    K = gram(RBF(0.5), X)
    for path in (
        epsilon_path(K, y, 3.0, offset),
        c_path(K, y, 30.0, 0.1, offset),
        svm_path(K, np.sign(y), 30.0, offset),
    ):
        ends = path.values
        routes = [path.at(float(value)).route for value in (ends[:-1] + ends[1:]) / 2]
        assert set(routes) == {"path"}
    walk = SVRWalk(K, y, offset)
    routes = [
        walk.to(C, epsilon).route
        for C, epsilon in zip(
            np.geomspace(1, 5, 30), np.linspace(0.1, 0.3, 30), strict=True
        )
    ]
    assert routes == ["libsvm"] + 29 * ["the path from the step before"]


def test_where_no_point_is_free_b_is_in_the_middle_of_what_the_points_allow():
    K, y = np.diag([1.0, 3.0, 1.0]), [4.0, 0.0, 1.9]
    fit = c_path(K, y, 1.0, epsilon=1.0, offset=True).at(0.2)
    assert fit.alpha.tolist() == [0.2, -0.2, 0.0]
    # 4 − 0.2 − b ≥ 1, 0 + 0.6 − b ≤ −1 and |1.9 − b| ≤ 1
    assert fit.b == pytest.approx((1.6 + 2.8) / 2, abs=1e-12)


@pytest.mark.parametrize("error", [1e-7, 1e-3])
def test_weights_of_a_path_that_miss_the_conditions_are_solved_for_anew(
    monkeypatch, error
):
    X, y = data(3)
    path = epsilon_path(gram(RBF(0.5), X), y, 3.0)
    right = path.at(0.2)

    def disturbed(*args):
        alpha, b = weights_at(*args)
        return alpha + error * (alpha != 0), b

    monkeypatch.setattr(paths, "weights_at", disturbed)
    fit = path.at(0.2)
    assert fit.route == "the states of the path"
    assert fit.kkt <= TOLERANCE
    np.testing.assert_allclose(fit.alpha, right.alpha, atol=1e-10)


def test_a_walk_of_hundreds_of_points_is_no_longer_than_a_fit():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 2)), rng.normal(size=400)
    # Nearly all points are free: each breakpoint costs a factorisation of all of K.
    K = gram(Laplace(1.0), X)
    walk = SVRWalk(K, y, offset=True)
    assert [walk.to(100.0, epsilon).route for epsilon in (0.01, 0.5)] == [
        "libsvm",
        "libsvm",
    ]
    assert walk.to(100.0, 0.5 + 1e-6).route == "the path from the step before"


def test_the_box_of_a_fit_on_a_path_is_the_value_asked_for():
    path = c_path(K3, [1.0, 2.0, 3.0], 3.0, 0.1)
    for C in np.linspace(0, 3, 50):
        fit = path.at(C)
        assert fit.C == C
        assert np.abs(fit.alpha).max() <= C


@pytest.mark.parametrize("outside", [-1e-9, 3.0000000001, 7.0])
def test_off_the_path_there_is_no_answer(outside):
    path = epsilon_path(K3, [1.0, 2.0, 3.0], 1.0)
    with pytest.raises(
        OutsidePathError, match="outside this path, which runs from 3 to 0"
    ):
        path.at(outside)
    with pytest.raises(OutsidePathError):
        path.alpha([1.0, outside])


@pytest.mark.parametrize("by", [0.5, 2.0])
def test_next_to_a_breakpoint_a_weight_is_none_below_a_part_in_ten_to_the_ten(by):
    path = epsilon_path(K3, [1.0, 0.0, 0.0], C=2.0)
    fit = path.at(1.0 - by * 2e-10)
    assert fit.route == "path"
    assert fit.support.tolist() == ([] if by < 1 else [0])


def test_of_no_value_there_is_no_answer():
    with pytest.raises(ValueError, match="epsilon is empty"):
        epsilon_path(K3, [1.0, 2.0, 3.0], 1.0).alpha([])


def test_a_path_begins_at_the_largest_target_of_either_sign():
    K, y = K3, [-5.0, 1.0, 2.0]
    path = epsilon_path(K, y, 1.0)
    assert path.values.max() == 5.0
    np.testing.assert_allclose(
        path.alpha([3.0])[:, 0], svr_dual(K, y, 1.0, 3.0).alpha, atol=1e-8
    )


def test_values_along_a_path_are_one_row_of_numbers():
    path = epsilon_path(np.eye(2), [1.0, 2.0], 1.0)
    for values in (0.1, [[0.1, 0.2]]):
        with pytest.raises(
            ValueError,
            match=(
                r"each column of the answer belongs to one value along the path\. Try"
                r" np\.ravel"
            ),
        ):
            path.alpha(values)


def test_two_opposite_targets_by_hand():
    # The point at −2 asks for w = (1 − ε)/2, which leaves 1 − 3w = −ε at 3 for ε = 1/5.
    path = epsilon_path(gram(Linear(), [[-2.0], [3.0]]), [-1.0, 1.0], C=5.0)
    np.testing.assert_allclose(path.values, [1.0, 0.2], rtol=1e-9)
    assert path.counts.tolist() == [1, 2]


def test_a_slope_that_bends_once_has_one_breakpoint():
    X = [[-2.0], [-2.0], [0.0], [2.0], [-2.0], [1.0]]
    path = svm_path(gram(Linear(), X), [1, -1, -1, -1, 1, -1], 1.0)
    np.testing.assert_allclose(path.values, [0.0, 0.5], rtol=1e-9)


def test_breakpoints_of_whole_numbers_go_on_to_the_end_of_the_path():
    rng = np.random.default_rng(101)
    X = rng.integers(-5, 6, (100, 3)).astype(float)
    y = rng.integers(-5, 6, 100).astype(float)
    path = epsilon_path(gram(Linear(), X), y, 10.0, True)
    assert path.values[-1] < 0.1
    ends = np.append(path.values, 0.0)
    middles = (ends[:-1] + ends[1:]) / 2
    assert [len(path.at(e).support) for e in middles] == path.counts.tolist()
    assert {path.at(e).route for e in middles} == {"path"}


@with_and_without_offset
def test_breakpoints_do_not_depend_on_how_far_the_path_goes(offset):
    X, y = datasets.stopping()
    K = gram(Linear(), X)
    short, long = (c_path(K, y, C, 5.0, offset).values for C in (1e2, 1e8))
    np.testing.assert_allclose(short, long[: len(short)], rtol=1e-6)


def test_a_path_that_double_precision_cannot_follow_to_its_end_is_refused():
    X, y = datasets.stopping()
    path = epsilon_path(gram(Linear(), X), y, 1e12, offset=True)
    for asked in ("values", "counts"):
        with pytest.raises(UnverifiedError, match="Try a C of at most"):
            getattr(path, asked)
    assert path.at(59.0).kkt <= TOLERANCE
