"""One exact fit from libsvm's states: against libsvm itself, the convex program, and
the conditions in plain words.
"""

from fractions import Fraction

import numpy as np
import pytest
import sklearn.svm
from sklearn.svm import SVC as PeerSVC
from sklearn.svm import SVR as PeerSVR

from kernellab import RBF, SVC, SVR, Laplace, Linear, Polynomial, gram, svm_fit, svr_fit
from kernellab.errors import NotPositiveSemidefiniteError, UnverifiedError
from kernellab.solvers import active_set, libsvm
from kernellab.solvers.convex import Program, svm_dual, svr_dual
from kernellab.solvers.dual import Proposal

with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


def noise(n, whole=False):
    rng = np.random.default_rng(n)
    if whole:
        return rng.integers(-5, 6, size=(n, 2)).astype(float), rng.integers(
            -5, 6, size=n
        ).astype(float)
    return rng.normal(size=(n, 2)), rng.normal(size=n)


def gap(K, y, fit, C, epsilon):
    """Primal minus dual, over the primal: 0 for the minimum, whatever the units."""
    r = y - K @ fit.alpha - fit.b
    primal = (
        fit.alpha @ K @ fit.alpha / 2 + C * np.maximum(np.abs(r) - epsilon, 0).sum()
    )
    dual = (
        fit.alpha @ y
        - epsilon * np.abs(fit.alpha).sum()
        - fit.alpha @ K @ fit.alpha / 2
    )
    return (primal - dual) / primal


def svm_gap(K, labels, fit, C):
    a = fit.alpha * labels
    primal = a @ K @ a / 2 + C * np.maximum(1 - labels * (K @ a + fit.b), 0).sum()
    return (primal - (fit.alpha.sum() - a @ K @ a / 2)) / primal


@with_and_without_offset
@pytest.mark.parametrize(
    ("k", "whole", "C", "epsilon"),
    [(Laplace(1.0), False, 100.0, 0.01), (Linear(), True, 1.0, 0.5)],
    ids=str,
)
def test_hundreds_of_points_leave_no_gap(k, whole, C, epsilon, offset):
    X, y = noise(400, whole)
    K, labels = gram(k, X), np.where(y > 0, 1.0, -1.0)
    fit, machine = svr_fit(K, y, C, epsilon, offset), svm_fit(K, labels, C, offset)
    assert (fit.route, machine.route) == ("libsvm", "libsvm")
    assert abs(gap(K, y, fit, C, epsilon)) < 1e-11
    assert abs(svm_gap(K, labels, machine, C)) < 1e-11
    assert np.abs(fit.alpha).max() <= C
    assert 0 <= machine.alpha.min() <= machine.alpha.max() <= C
    assert (
        not offset or max(abs(fit.alpha.sum()), abs(machine.alpha @ labels)) < 1e-9 * C
    )


@with_and_without_offset
@pytest.mark.parametrize("seed", range(40))
def test_no_ordinary_fit_needs_a_second_opinion(seed, offset):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(int(rng.integers(10, 80)), int(rng.integers(1, 4))))
    y = np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=len(X))
    C = 10 ** rng.uniform(-2, 2)
    epsilon = rng.uniform(0.01, 0.5)
    K = gram((RBF(1.0), Laplace(1.0), Linear(), Polynomial(2))[seed % 4], X)
    fit = svr_fit(K, y, C, epsilon, offset)
    assert fit.route == "libsvm"
    assert fit.kkt <= 1e-9
    assert (
        svm_fit(K, np.where(y > np.median(y), 1.0, -1.0), C, offset).route == "libsvm"
    )


@pytest.mark.parametrize("seed", range(6))
def test_libsvm_with_an_offset_and_the_program_without_one_agree(seed):
    X, y = noise(60 + seed)
    K, labels = gram(RBF(1.0), X), np.where(y > 0, 1.0, -1.0)
    f = K @ (fit := svr_fit(K, y, 2.0, 0.3, offset=True)).alpha + fit.b
    np.testing.assert_allclose(
        f,
        PeerSVR(kernel="precomputed", C=2.0, epsilon=0.3, tol=1e-10)
        .fit(K, y)
        .predict(K),
        atol=1e-5,
    )
    f = K @ ((machine := svm_fit(K, labels, 2.0)).alpha * labels) + machine.b
    peer = PeerSVC(kernel="precomputed", C=2.0, tol=1e-10).fit(K, labels)
    np.testing.assert_allclose(f, peer.decision_function(K), atol=1e-5)
    np.testing.assert_allclose(
        svr_fit(K, y, 2.0, 0.3).alpha, svr_dual(K, y, 2.0, 0.3).alpha, atol=1e-8
    )
    np.testing.assert_allclose(
        svm_fit(K, labels, 2.0, False).alpha,
        svm_dual(K, labels, 2.0, False).alpha,
        atol=1e-8,
    )


@pytest.mark.parametrize(
    "wrong",
    [lambda n: Proposal(np.full(n, 2, np.int8), np.full(n, 1.0)), lambda n: None],
    ids=["wrong", "none"],
)
def test_whatever_libsvm_says_the_answer_is_the_same(monkeypatch, wrong):
    X, y = noise(30)
    K = gram(RBF(1.0), X)
    right = svr_fit(K, y, 1.0, 0.2, offset=True)
    monkeypatch.setattr(libsvm, "by_libsvm", lambda dual, epsilon, C: wrong(len(y)))
    again = svr_fit(K, y, 1.0, 0.2, offset=True)
    np.testing.assert_allclose(again.alpha, right.alpha, atol=1e-10)
    monkeypatch.setattr(libsvm, "by_program", lambda dual, epsilon, C: None)
    last = svr_fit(K, y, 1.0, 0.2, offset=True)
    np.testing.assert_allclose(last.alpha, right.alpha, atol=1e-10)


def test_whole_numbers_stay_whole_for_libsvm():
    """Divided by a power of 2 they keep their ties; divided by anything else libsvm
    goes round for millions of steps.
    """
    X, y = noise(500, whole=True)
    K = gram(Linear(), X)
    assert svr_fit(K, y, 1.0, 0.5, offset=True).route == "libsvm"
    dual = libsvm.Dual.regression(K, y, True)
    guess = libsvm.by_libsvm(dual, 0.5, 1.0)
    assert (np.abs(guess.state) == 1).sum() < 60


def test_a_proposal_cut_short_warns_nobody(monkeypatch, recwarn):
    X, y = noise(33)
    K = gram(RBF(1.0), X)
    right = svr_fit(K, y, 1.0, 0.2, offset=True)
    monkeypatch.setattr(libsvm, "PATIENCE", -303)  # one step for 33 points
    np.testing.assert_allclose(
        svr_fit(K, y, 1.0, 0.2, offset=True).alpha, right.alpha, atol=1e-10
    )
    assert recwarn.list == []


def test_libsvm_is_asked_for_what_it_has_before_it_takes_longer_than_a_solve(
    monkeypatch,
):
    """On classes without a pattern and a large box it goes round for ever; a round
    costs n products, a solve n³.
    """
    rounds = []

    class Counted(PeerSVC):
        def fit(self, *args):
            fitted = super().fit(*args)
            rounds.append(int(self.n_iter_.max()))
            return fitted

    monkeypatch.setattr(sklearn.svm, "SVC", Counted)
    X, y = noise(150)
    svm_fit(gram(Linear(), X), np.sign(y), 1e4)
    assert 1000 < rounds[0] <= 150**2 + 10_000


@with_and_without_offset
def test_what_libsvm_proposes_is_one_solve_from_the_answer_or_two(monkeypatch, offset):
    solved, X_y = [], noise(300)

    class Counted(active_set.FreeSystem):
        def solve(self, *args):
            solved.append(len(args[0]))
            return super().solve(*args)

    monkeypatch.setattr(active_set, "FreeSystem", Counted)
    K, y = gram(Laplace(1.0), X_y[0]), X_y[1]
    for C in (0.1, 10.0, 100.0):
        solved.clear()
        svr_fit(K, y, C, 0.01, offset)
        assert len(solved) <= 2, C
        solved.clear()
        svm_fit(K, np.sign(y), C, offset)
        assert len(solved) <= 2, C


LINE, ODD = np.linspace(0, 1, 8)[:, None], np.where(np.arange(8) % 3 == 0, 1.0, -1.0)


@pytest.mark.parametrize(
    "fit",
    [
        lambda k: SVC(k, C=np.inf).fit(LINE, ODD),
        lambda k: SVC(k, C=np.float32(np.inf)).fit(LINE, ODD),
        lambda k: svm_fit(gram(k, LINE), ODD, np.inf),
        lambda k: svm_dual(gram(k, LINE), ODD),
    ],
    ids=["SVC", "SVC, float32", "svm_fit", "svm_dual"],
)
def test_a_hard_margin_is_verified_by_its_margins(fit):
    with pytest.raises(
        UnverifiedError,
        match=r"separates the two classes .* beyond rounding, .* Try a finite C",
    ):
        fit(RBF(10.0))
    found = fit(Laplace(0.2))
    machine = found.fit_ if isinstance(found, SVC) else found
    margins = ODD * (gram(Laplace(0.2), LINE) @ (machine.alpha * ODD) + machine.b)
    assert margins.min() >= 1 - 1e-9


@pytest.mark.parametrize("size", [1e-40, 1e-12, 1.0, 1e12, 1e40])
def test_the_unit_of_y_changes_nothing(size):
    X, y = noise(25)
    K = gram(RBF(1.0), X)
    one = svr_fit(K, y, 1.0, 0.2, True)
    other = svr_fit(K, size * y, size, 0.2 * size, True)
    np.testing.assert_allclose(other.alpha / size, one.alpha, atol=1e-12)


def test_targets_far_from_zero_are_judged_by_their_spread():
    X, y = noise(25)
    K = gram(RBF(1.0), X)
    one, far = svr_fit(K, y, 1.0, 0.2, True), svr_fit(K, y + 1e6, 1.0, 0.2, True)
    np.testing.assert_allclose(far.alpha, one.alpha, atol=1e-8)
    assert far.b - one.b == pytest.approx(1e6, rel=1e-15)


@pytest.mark.parametrize(
    "make",
    [lambda K, y: svr_fit(K, y, 1.0, 0.1), lambda K, y: svm_fit(K, y, 1.0)],
    ids=["svr", "svm"],
)
def test_bad_input(make):
    with pytest.raises(NotPositiveSemidefiniteError, match="comes from no kernel"):
        make([[1.0, 2.0], [2.0, 1.0]], [1.0, -1.0])
    with pytest.raises(ValueError, match="not symmetric"):
        make([[1.0, 0.5], [0.0, 1.0]], [1.0, -1.0])
    with pytest.raises(ValueError, match="there are 2 points"):
        make(np.eye(2), [1.0, -1.0, 1.0])


@pytest.mark.parametrize("C", [0.0, -1.0, np.nan, "1", None, -np.inf])
def test_a_box_has_room(C):
    for call in (
        lambda: svr_fit(np.eye(2), [1.0, -1.0], C, 0.1),
        lambda: svm_fit(np.eye(2), [1.0, -1.0], C),
    ):
        with pytest.raises((TypeError, ValueError), match="C = "):
            call()
    with pytest.raises(ValueError, match="C = inf, but the numbers of kernellab lie"):
        svr_fit(np.eye(2), [1.0, -1.0], np.inf, 0.1)


def test_the_models_are_these_fits():
    X, y = noise(40)
    model = SVR(RBF(1.0), lam=0.25, epsilon=0.1, offset=True).fit(X, y)
    np.testing.assert_array_equal(
        model.fit_.alpha, svr_fit(gram(RBF(1.0), X), y, 2.0, 0.1, True).alpha
    )
    machine = SVC(RBF(1.0), C=3.0).fit(X, y > 0)
    np.testing.assert_array_equal(
        machine.fit_.alpha,
        svm_fit(gram(RBF(1.0), X), np.where(y > 0, 1.0, -1.0), 3.0).alpha,
    )


@with_and_without_offset
def test_what_libsvm_proposes_is_the_answer_but_for_its_tolerance(offset):
    X, y = noise(40)
    K = gram(RBF(1.0), X)
    right = svr_dual(K, y, 1.0, 0.2, offset)
    guess = libsvm.by_libsvm(libsvm.Dual.regression(K, y, offset), 0.2, 1.0)
    np.testing.assert_allclose(guess.alpha, right.alpha, atol=1e-5)
    np.testing.assert_array_equal(
        guess.state, np.sign(right.alpha) * (right.free + 2 * right.bound)
    )


def test_the_program_proposes_a_small_weight_as_what_it_is():
    dual = libsvm.Dual.regression(np.eye(3), np.array([3.0, 0.505, 0.2]), False)
    assert libsvm.by_program(dual, 0.5, 1.0).state.tolist() == [2, 1, 0]


@pytest.mark.parametrize("offset", [False, True])
def test_the_program_weighs_points_of_any_length(offset):
    X, y = np.array([[0.1], [1.0], [30.0], [-8.0]]), np.array([0.3, -1.0, 2.0, 1.0])
    dual = libsvm.Dual.regression(gram(RBF(1.0), X) * np.outer(X, X), y, offset)
    exact = svr_fit(dual.K, y, 3.0, 0.1, offset).alpha
    assert libsvm.by_program(dual, 0.1, 3.0).alpha == pytest.approx(
        exact, rel=1e-4, abs=1e-6
    )


@pytest.mark.parametrize("error", [ValueError, UnverifiedError])
def test_where_no_program_finds_weights_none_are_proposed(error, monkeypatch):
    def fails(*args):
        raise error("no solver")

    monkeypatch.setattr(Program, "weights", fails)
    assert (
        libsvm.by_program(
            libsvm.Dual.regression(np.eye(2), np.array([1.0, 2.0]), False), 0.0, 1.0
        )
        is None
    )


def test_what_defeats_double_precision_is_told_in_its_own_size():
    x = np.linspace(0, 1, 30)[:, None]
    with pytest.raises(
        ValueError, match=r"C times k\(x, x\) is 1e\+14 times the size of y"
    ):
        svr_fit(gram(RBF(3.0), x), 1000 * np.cos(40 * x[:, 0]), 1e17, 0.0)


@pytest.mark.parametrize(
    "fit",
    [
        lambda: svr_fit([[4.0, 6.0], [6.0, 9.0]], [3.0, 4.0], C=1e15, epsilon=0.0),
        lambda: SVC(RBF(1.0), C=1e20, offset=False).fit(
            [[0.0], [0.0], [1.0]], [1, -1, 1]
        ),
        lambda: svm_fit(gram(RBF(1.0), [[0.0], [0.0], [1.0]]), [1, -1, 1], 1e20),
    ],
    ids=["two points on a line", "contradictory labels", "with an offset"],
)
def test_weights_too_large_for_their_residual_are_refused_with_the_largest_c(fit):
    with pytest.raises(UnverifiedError, match=r"Try a C of at most \de\+0[56],"):
        fit()


@pytest.mark.parametrize("C", [1e6, 1e8, 1e10, 1e12, 1e14])
@pytest.mark.slow
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
            fit = svr_fit(K, y, C, epsilon, offset=bool(seed % 2))
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
