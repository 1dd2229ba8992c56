import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.kernel_ridge import KernelRidge as ScikitKernelRidge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC as ScikitSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernellab import (
    RBF,
    SVC,
    SVR,
    Exp,
    KernelRidge,
    Linear,
    NearestNeighbours,
    Normalized,
    Polynomial,
    gram,
    ridge_dual,
    ridge_dual_offset,
)
from kernellab.course.datasets import stopping

X, y = stopping()
ROAD = np.linspace(0, 50, 11)[:, None]


@parametrize_with_checks(
    [
        KernelRidge(),
        KernelRidge(2 * RBF(3.0) + Linear() * RBF(1.0), lam=0.1, offset=True),
        SVR(Normalized(Polynomial(2)), lam=0.5, epsilon=0.2, offset=True),
        SVC(Normalized(Polynomial(2)), C=10.0, offset=False),
        NearestNeighbours(Polynomial(2)),
    ]
)
def test_scikit_learn_accepts_it_as_an_estimator(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("k", "oracle"),
    [
        (RBF(4.0), {"kernel": "rbf", "gamma": 1 / 32}),
        (Polynomial(2), {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}),
        (Linear(), {"kernel": "linear"}),
    ],
    ids=repr,
)
def test_predictions_are_those_of_scikit_learn(k, oracle):
    expected = ScikitKernelRidge(alpha=0.5, **oracle).fit(X, y).predict(ROAD)
    found = KernelRidge(k, lam=0.5).fit(X, y).predict(ROAD)
    condition = np.linalg.cond(gram(k, X) + 0.5 * np.eye(len(X)))
    near = condition * np.finfo(float).eps * y.max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=near)


def test_the_fit_is_what_the_solvers_return():
    K = gram(RBF(4.0), X)
    bare = KernelRidge(RBF(4.0)).fit(X, y)
    free = KernelRidge(RBF(4.0), offset=True).fit(X, y)
    alpha, b = ridge_dual_offset(K, y, 1.0)
    assert (bare.expansion_.alpha == ridge_dual(K, y, 1.0)).all()
    assert bare.expansion_.b == 0
    assert (free.expansion_.alpha == alpha).all()
    assert free.expansion_.b == b


def moons(n=80):
    return make_moons(n, noise=0.2, random_state=0)


def test_the_machine_is_scikit_learn_s():
    X, label = moons()
    names = np.array(["lower", "upper"])[label]
    peer = ScikitSVC(kernel="rbf", gamma=2.0, C=3.0, tol=1e-12).fit(X, names)
    model = SVC(RBF(0.5), C=3.0).fit(X, names)
    np.testing.assert_allclose(
        model.decision_function(X), peer.decision_function(X), atol=1e-5
    )
    assert (model.predict(X) == peer.predict(X)).all()
    assert len(model.expansion_.support) == len(peer.support_)


def test_neighbours_are_those_of_scikit_learn_in_the_space_of_the_features():
    X, label = moons()
    Z = np.random.default_rng(0).normal(size=(50, 2))
    for k in (Linear(), Polynomial(3)):
        peer = KNeighborsClassifier(1).fit(k.features(X), label)
        model = NearestNeighbours(k).fit(X, label)
        assert (model.predict(Z) == peer.predict(k.features(Z))).all()
    radial, plain = (NearestNeighbours(k).fit(X, label) for k in (RBF(0.7), Linear()))
    assert (radial.predict(Z) == plain.predict(Z)).all()


def test_more_or_fewer_than_two_classes_are_refused():
    with pytest.raises(ValueError, match=r"y holds 3 classes: .*OneVsOneClassifier"):
        SVC().fit([[0.0], [1.0], [2.0]], [0, 1, 2])
    with pytest.raises(ValueError, match="y holds 1 class: a hyperplane has two"):
        SVC().fit([[0.0], [1.0]], [1, 1])


def test_classification_has_an_offset_and_regression_only_if_asked_for():
    for make, left_out in (
        (KernelRidge, {"lam": 1.0, "offset": False}),
        (SVR, {"lam": 1.0, "epsilon": 0.1, "offset": False}),
        (SVC, {"C": 1.0, "offset": True}),
        (NearestNeighbours, {}),
    ):
        assert make().get_params(deep=False) == {"kernel": RBF(1.0), **left_out}
    assert not SVC(Linear(), 1.0, np.False_).fit([[1.0], [3.0]], [0, 1]).expansion_.b


# Neighbours where k(x, x) is so large that the distances drown in its rounding


def test_neighbours_that_rounding_would_choose_are_refused():
    for k, points, new in (
        (RBF(1.0) + Linear(), [[1e8], [1e8 + 1], [1e8 + 3]], [[1e8 + 1]]),
        (RBF(1.0), [[0.0], [1e-9]], [[1e-8]]),
    ):
        model = NearestNeighbours(k).fit(points, list("abc")[: len(points)])
        with pytest.raises(ValueError, match="rounding"):
            model.predict(new)


def test_a_squared_distance_may_lose_a_millionth_and_no_more():
    # x and z one apart, near t: rounding is 8 ε t², d² is 1
    inside, beyond = (
        np.sqrt(shift * 1e-6 / (8 * np.finfo(float).eps)) for shift in (0.5, 2.0)
    )
    model = NearestNeighbours(Linear())
    assert model.fit([[inside], [inside + 1]], list("ab")).predict([[inside]]) == ["a"]
    with pytest.raises(ValueError, match=r"Linear\(\), about 1, .* x\), 2e-06"):
        model.fit([[beyond], [beyond + 1]], list("ab")).predict([[beyond]])


def test_equal_points_are_a_tie_and_not_lost_digits():
    model = NearestNeighbours(RBF(1.0) + Exp(Linear())).fit([[1.0]] * 3, list("cab"))
    assert model.predict([[1.0], [1.5]]).tolist() == ["c"] * 2
    model = NearestNeighbours(RBF(1.0)).fit([[0.0], [2.0]], list("ba"))
    assert model.predict([[1.0]]).tolist() == ["b"]
    assert model.fit([[0.0]], ["a"]).predict([[1.0], [3.0]]).tolist() == ["a"] * 2


def test_a_tie_goes_to_the_class_that_comes_first():
    model = SVC(Linear(), offset=False).fit([[-1.0], [1.0]], ["b", "a"])
    assert model.decision_function([[0.0]]) == 0
    assert model.predict([[-1e-9], [0.0], [1e-9]]).tolist() == ["b", "a", "a"]


# Labels


MASKED = np.ma.masked_array([0, 1, 1], [False, True, False])


@pytest.mark.parametrize("model", [SVC(), NearestNeighbours()], ids=repr)
@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (MASKED, "y is a masked array.*Drop"),
        (
            [np.ma.masked_array([0], [True]), [1], [1]],
            "y is a masked array, or a list of them",
        ),
        (
            [None, "a", "b"],
            "y holds labels that have no order.*NoneType.*Try labels of one type",
        ),
        (["a", 1, None], "y holds labels that have no order"),
    ],
)
def test_labels_that_nobody_can_read_are_refused(model, bad, said):
    with pytest.raises(TypeError, match=said):
        model.fit([[0.0], [1.0], [2.0]], bad)


@pytest.mark.parametrize(
    "model", [SVC(RBF(1.0)), NearestNeighbours(RBF(1.0))], ids=repr
)
@pytest.mark.parametrize("labels", [3, 5])
def test_every_point_has_one_label(model, labels):
    with pytest.raises(
        ValueError, match=f"inconsistent numbers of samples: .{labels}, 4"
    ):
        model.fit(np.arange(4.0)[:, None], np.arange(labels) % 2)


@pytest.mark.parametrize("each", [KernelRidge, SVR, SVC, NearestNeighbours])
def test_a_setting_that_is_changed_after_the_fit_waits_for_the_next_one(each):
    X, new = np.array([[0.0], [1.0], [4.0], [5.0]]), [[1.5], [3.5]]
    model = each(Linear()).fit(X, [0, 0, 1, 1])
    before = model.predict(new)
    assert (model.set_params(kernel=RBF(1e-3)).predict(new) == before).all()
    if each is KernelRidge:
        before = model.fit(X, [0, 0, 1, 1]).predict(new, return_std=True)
        assert np.array_equal(model.set_params(lam=9.0).predict(new, True), before)
