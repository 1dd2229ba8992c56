"""The numbers of a kernel: each has its range, scikit-learn's searches change them in a
copy, and length scales may be many.
"""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import re
from dataclasses import fields, is_dataclass, replace
from functools import reduce

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.gaussian_process import kernels as peers
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import kernellab
from kernellab import (
    RBF,
    SVC,
    SVR,
    Exp,
    KernelRidge,
    Laplace,
    Linear,
    Matern,
    NearestNeighbours,
    Normalized,
    Polynomial,
    PolynomialOf,
    PullBack,
    RationalQuadratic,
    Reweighted,
    certificate,
    fourier_features,
    gaussian_pairs,
    gram,
    interactions,
    monomials,
    spectral_density,
)
from kernellab.kernels import Bell
from kernellab.kernels.algebra import DEEPEST, Sum
from tests.zoo import ZOO

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 2))
Y = np.sin(2 * X[:, 0]) + 0.1 * RNG.normal(size=40)
MODELS = [
    lambda k: KernelRidge(k, lam=0.1),
    lambda k: SVR(k, lam=0.1),
    lambda k: SVC(k, C=1.0),
    lambda k: NearestNeighbours(k, 3),
]
models = pytest.mark.parametrize(
    "model", MODELS, ids=["KernelRidge", "SVR", "SVC", "NearestNeighbours"]
)


def targets(model):
    return Y > 0 if hasattr(model, "classes_") or not hasattr(model, "lam") else Y


# Searches


@models
def test_a_search_over_a_length_scale_is_one_over_kernels(model):
    scales = [0.01, 0.5, 5.0]
    y = targets(model(RBF(1.0)))
    by_number = GridSearchCV(
        model(RBF(1.0)), {"kernel__length_scale": scales}, cv=3
    ).fit(X, y)
    by_kernel = GridSearchCV(
        model(RBF(1.0)), {"kernel": list(map(RBF, scales))}, cv=3
    ).fit(X, y)
    np.testing.assert_array_equal(
        by_number.cv_results_["mean_test_score"],
        by_kernel.cv_results_["mean_test_score"],
    )
    assert len(set(by_number.cv_results_["mean_test_score"])) > 1
    assert by_number.best_estimator_.kernel == RBF(
        by_number.best_params_["kernel__length_scale"]
    )
    np.testing.assert_array_equal(by_number.predict(X), by_kernel.predict(X))


@models
def test_names_reach_through_every_rule(model):
    k = 2 * RBF(1.0) * (Linear() + Polynomial(2)) + Exp(
        Normalized(PolynomialOf(Matern(1.0, nu=1.5), (1.0, 2.0)))
    )
    m = model(k).set_params(
        kernel__k1__k1__factor=3.0,
        kernel__k1__k1__kernel__length_scale=0.5,
        kernel__k1__k2__k2__degree=3,
        kernel__k2__kernel__kernel__kernel__nu=2.5,
        kernel__k2__kernel__kernel__coefficients=(0.0, 1.0),
    )
    assert m.kernel == 3 * RBF(0.5) * (Linear() + Polynomial(3)) + Exp(
        Normalized(PolynomialOf(Matern(1.0, nu=2.5), (0.0, 1.0)))
    )
    assert k == 2 * RBF(1.0) * (Linear() + Polynomial(2)) + Exp(
        Normalized(PolynomialOf(Matern(1.0, nu=1.5), (1.0, 2.0)))
    )


@models
def test_the_kernel_is_not_touched_and_others_who_share_it_neither(model):
    k = RBF(1.0) + 2 * Linear()
    one, other = model(k), model(k)
    assert one.set_params(kernel__k1__length_scale=4.0) is one
    assert one.kernel == RBF(4.0) + 2 * Linear()
    assert other.kernel is k
    assert k == RBF(1.0) + 2 * Linear()
    with pytest.raises(AttributeError):
        k.k1.length_scale = 2.0


@models
def test_a_clone_has_the_same_parameters_and_the_same_names(model):
    m = model(RBF(1.0) + 2 * Reweighted(Bell(2.0), Linear()))
    twin = clone(m)
    assert twin is not m
    assert twin.get_params() == m.get_params()
    assert twin.kernel is m.kernel  # it cannot change
    assert {
        "kernel__k1__length_scale",
        "kernel__k2__kernel__f__length_scale",
        "kernel__k2__factor",
    } <= set(m.get_params())
    assert m.set_params(**m.get_params()).get_params() == twin.get_params()


def test_a_fit_stays_what_it_was_when_a_parameter_changes():
    m = KernelRidge(RBF(1.0)).fit(X, Y)
    before = m.predict(X)
    np.testing.assert_array_equal(
        m.set_params(kernel__length_scale=9.0).predict(X), before
    )
    assert (m.fit(X, Y).predict(X) != before).any()


def test_the_default_kernel_of_a_class_is_nobodys_to_change():
    KernelRidge().set_params(kernel__length_scale=9.0)
    assert KernelRidge().kernel == RBF(1.0)


def test_a_new_kernel_and_its_numbers_may_come_together():
    m = KernelRidge(Linear()).set_params(
        kernel=RBF(1.0), kernel__length_scale=2.0, lam=0.5
    )
    assert (m.kernel, m.lam) == (RBF(2.0), 0.5)
    assert (Linear() + Linear()).with_params(k1=RBF(1.0), k1__length_scale=3.0) == RBF(
        3.0
    ) + Linear()


def test_a_pipeline_and_its_search():
    steps = make_pipeline(StandardScaler(), KernelRidge(RBF(1.0) + Linear(), lam=0.1))
    grid = {
        "kernelridge__kernel__k1__length_scale": [0.1, 1.0],
        "kernelridge__lam": [0.1, 1.0],
    }
    search = GridSearchCV(steps, grid, cv=3).fit(100 * X, Y)
    assert len(search.cv_results_["params"]) == 4
    chosen = search.best_params_
    k = RBF(chosen["kernelridge__kernel__k1__length_scale"]) + Linear()
    by_hand = make_pipeline(
        StandardScaler(), KernelRidge(k, lam=chosen["kernelridge__lam"])
    )
    assert search.best_score_ == pytest.approx(
        cross_val_score(by_hand, 100 * X, Y, cv=3).mean()
    )
    assert "RBF" in steps._repr_html_()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "nope",
            1,
            r"'nope' is not a parameter of RBF.*\['k1', 'k1__length_scale', 'k2'",
        ),
        ("length_scale", 1.0, "'length_scale' is not a parameter of RBF"),
        (
            "k1__nope",
            1,
            r"'nope' is not a parameter of RBF\(length_scale=1.0\).*\['length_scale'\]",
        ),
        ("k1__length_scale__deeper", 1, r"'length_scale__deeper' is not a parameter"),
        ("k1__length_scale", -1.0, "length_scale = -1.0 must be > 0"),
        ("k2__factor", -1.0, "factor = -1.0 must be ≥ 0"),
        ("", 1, "'' is not a parameter"),
    ],
)
def test_an_unknown_name_or_a_value_out_of_range_is_refused(name, value, said):
    k = RBF(1.0) + 2 * Linear()
    for change in (
        lambda: k.with_params(**{name: value}),
        lambda: KernelRidge(k).set_params(**{f"kernel__{name}": value}),
    ):
        with pytest.raises(ValueError, match=said):
            change()
    with pytest.raises(ValueError, match="Invalid parameter 'gamma'"):
        KernelRidge(k).set_params(gamma=1)
    with pytest.raises(TypeError, match="kernel is 'rbf'"):
        KernelRidge("rbf").set_params(kernel__length_scale=1.0)


# Length scales, one for each coordinate

ELL = (0.7, 3.0)
Z = RNG.normal(size=(15, 2))
STRETCHED = {
    "RBF": (RBF(ELL), peers.RBF(ELL)),
    "Laplace": (Laplace(ELL), peers.Matern(ELL, nu=0.5)),
    "Matern 1/2": (Matern(ELL, nu=0.5), peers.Matern(ELL, nu=0.5)),
    "Matern 3/2": (Matern(ELL, nu=1.5), peers.Matern(ELL, nu=1.5)),
    "Matern 5/2": (Matern(ELL, nu=2.5), peers.Matern(ELL, nu=2.5)),
}
stretched = pytest.mark.parametrize(("k", "peer"), STRETCHED.values(), ids=STRETCHED)
ALL = [k for k, _ in STRETCHED.values()] + [RationalQuadratic(ELL, 0.7)]


@stretched
def test_many_length_scales_are_scikit_learns(k, peer):
    np.testing.assert_allclose(gram(k, X, Z), peer(X, Z), rtol=1e-12)
    np.testing.assert_allclose(gram(k, X), peer(X), rtol=1e-12)
    np.testing.assert_allclose(
        gram(2 * k + Linear() * k, X, Z),
        2 * peer(X, Z) + X @ Z.T * peer(X, Z),
        rtol=1e-12,
    )


@pytest.mark.parametrize("k", ALL, ids=repr)
def test_many_length_scales_are_one_on_stretched_points(k):
    one = k.with_params(length_scale=1.0)
    np.testing.assert_allclose(gram(k, X, Z), gram(one, X / ELL, Z / ELL), rtol=1e-12)
    np.testing.assert_allclose(
        gram(k.with_params(length_scale=(2.0, 2.0)), X),
        gram(k.with_params(length_scale=2.0), X),
        rtol=1e-12,
    )
    K = gram(k, X)
    assert (K == K.T).all()
    assert (K.diagonal() == 1).all()
    assert eval(repr(k)) == k
    assert hash(eval(repr(k))) == hash(k)
    assert certificate(k).proven
    assert certificate(k).strict


@pytest.mark.parametrize(
    "make", [RBF, Laplace, lambda ell: Matern(ell, nu=1.5), RationalQuadratic]
)
def test_any_sequence_of_widths_is_kept_as_a_tuple(make):
    for sequence in (
        [1, 2.0],
        (1.0, 2),
        np.array([1.0, 2.0]),
        [np.float32(1), np.int64(2)],
    ):
        assert make(sequence).length_scale == (1.0, 2.0)
        assert all(type(ell) is float for ell in make(sequence).length_scale)
        hash(make(sequence))
    assert type(make(2).length_scale) is type(make(np.array(2.0)).length_scale) is float
    assert make([2.0]).length_scale == (2.0,)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ((1.0, -1.0), r"length_scale\[1\] = -1.0 must be > 0"),
        ((1.0, np.nan), r"length_scale\[1\] = nan is not finite"),
        ((1.0, 1e200), r"length_scale\[1\] = 1e\+200"),
        ((1.0, "2"), r"length_scale\[1\] = '2' is a str"),
        ((1.0, True), r"length_scale\[1\] = True is a bool"),
        ((), "holds no number"),
        ([[1.0, 2.0]], r"length_scale\[0\] = \[1.0, 2.0\]"),
        (np.eye(2), "length_scale"),
        ({1.0, 2.0}, "length_scale"),
        ("12", "length_scale = '12'"),
    ],
)
def test_what_is_no_list_of_widths_is_refused(bad, said):
    for make in (
        RBF,
        Laplace,
        RationalQuadratic,
        lambda ell: Matern(ell, nu=1.5),
        Bell,
    ):
        with pytest.raises((ValueError, TypeError), match=said):
            make(bad)


@pytest.mark.parametrize("k", ALL, ids=repr)
def test_another_number_of_coordinates_is_refused(k):
    for d in (1, 3):
        said = (
            rf"length_scale holds 2 numbers, but the points have {d} .*Try"
            rf" {type(k).__name__}\(length_scale=\(1.0,"
        )
        for call in (
            lambda d=d: gram(k, np.ones((4, d))),
            lambda d=d: gram(2 * k + Linear(), np.ones((4, d)), np.zeros((1, d))),
            lambda d=d: KernelRidge(k).fit(np.ones((4, d)), np.ones(4)),
            lambda d=d: fourier_features(k, d, 4, 0),
        ):
            with pytest.raises(ValueError, match=said):
                call()
    with pytest.raises(ValueError, match="length_scale holds 2"):
        spectral_density(k, [1.0], 10.0)
    with pytest.raises(TypeError, match="length_scale"):
        gaussian_pairs(ELL)


@pytest.mark.parametrize("k", ALL, ids=repr)
def test_waves_add_up_to_a_kernel_of_many_length_scales(k):
    m = 40_000
    phi = fourier_features(k, 2, m, rng=1)
    gap = np.abs(phi(X) @ phi(Z).T - gram(k, X, Z)).max()
    assert 0.1 / np.sqrt(m) < gap < 5 / np.sqrt(m)


def test_far_from_the_origin_many_length_scales_lose_no_digits():
    near = RNG.integers(0, 8, (6, 2)) / 8
    np.testing.assert_array_equal(gram(RBF(ELL), near + 2.0**30), gram(RBF(ELL), near))


@pytest.mark.parametrize("scale", [1e-50, 1e50])
def test_extreme_length_scales_are_the_identity_or_all_ones(scale):
    for k in (
        RBF((scale, scale)),
        Laplace((scale, scale)),
        Matern((scale, scale), nu=2.5),
        RationalQuadratic((scale, scale)),
    ):
        K = gram(k, 1e4 + np.arange(10.0).reshape(5, 2))
        np.testing.assert_allclose(
            K, np.eye(5) if scale < 1 else np.ones((5, 5)), rtol=0, atol=1e-100
        )


def test_the_proof_of_many_length_scales_is_the_lectures():
    tree, steps = certificate(RBF(ELL)), []
    while tree:
        steps.append(type(tree.kernel).__name__)
        tree = tree.parts[0] if tree.parts else None
    assert steps == ["RBF", "Reweighted", "Exp", "BilinearForm", "Linear"]
    k = RBF(ELL)
    np.testing.assert_allclose(
        gram(certificate(k).parts[0].kernel, X), gram(k, X), rtol=1e-12
    )


def test_mixtures_cite_the_mixture():
    for k in (Laplace(2.0), Matern(2.0, nu=1.5), RationalQuadratic(2.0, 0.7)):
        tree = certificate(k)
        assert not tree.parts
        assert tree.rule.startswith("a mixture of RBF kernels of all widths")
    assert (
        "3/u is chi-square with 3 degrees of freedom"
        in certificate(Matern(2.0, nu=1.5)).rule
    )


def test_laplace_is_euclidean():
    np.testing.assert_allclose(
        gram(Laplace(2.0), X), np.exp(-cdist(X, X) / 2), rtol=1e-13
    )
    assert (
        np.abs(gram(Laplace(2.0), X) - np.exp(-cdist(X, X, "cityblock") / 2)).max()
        > 0.1
    )


# Depth


@pytest.mark.parametrize(
    "build",
    [
        lambda: sum([RBF(1.0 + i) for i in range(900)]),
        lambda: reduce(lambda a, b: a * b, [RBF(1.0 + i) for i in range(900)]),
        lambda: reduce(lambda a, b: b + a, [RBF(1.0 + i) for i in range(900)]),
        lambda: reduce(lambda k, _: 2 * k, range(900), RBF(1.0)),
        lambda: reduce(lambda k, _: Exp(k), range(900), RBF(1.0)),
        lambda: reduce(lambda k, _: PullBack(k, np.abs), range(900), RBF(1.0)),
        lambda: (RBF(1.0) + Linear()) ** 99 * RBF(1.0) * Linear(),
    ],
)
def test_a_tree_too_deep_is_refused_where_it_is_built(build):
    with pytest.raises(ValueError, match=r"101 rules deep.*Try a flatter tree"):
        build()


def test_nine_hundred_kernels_in_halves_are_one_kernel():
    kernels = [RBF(1.0 + i) for i in range(900)]
    k = sum(sum(kernels[i : i + 30]) for i in range(0, 900, 30))
    expected = np.sum([gram(each, X[:5]) for each in kernels], axis=0)
    np.testing.assert_allclose(gram(k, X[:5]), expected, rtol=1e-12)
    twin = sum(sum(kernels[i : i + 30]) for i in range(0, 900, 30))
    assert k == twin == pickle.loads(pickle.dumps(k)) == clone(k)
    assert hash(k) == hash(twin)
    assert repr(k).count("RBF") == k.latex().count("exp") == 900
    assert certificate(k).proven
    assert len(k.get_params()) > 1800


@pytest.mark.slow
@pytest.mark.parametrize(
    "k",
    [
        sum([RBF(1.0 + i) for i in range(DEEPEST - 1)]),
        reduce(lambda a, b: a * b, [RBF(1.0 + i) for i in range(DEEPEST - 1)]),
        reduce(lambda k, _: PullBack(k, np.abs), range(DEEPEST - 2), RBF(1.0)),
        reduce(lambda k, _: Exp(0.1 * k), range(DEEPEST // 2 - 1), RBF(1.0)),
    ],
    ids=["sum", "product", "pulled back", "exp"],
)
def test_what_is_as_deep_as_allowed_does_all_that_a_kernel_does(k):
    assert k._depth in (DEEPEST - 1, DEEPEST)
    assert np.isfinite(gram(k, X[:3])).all()
    np.testing.assert_allclose(k.diagonal(X[:3]), gram(k, X[:3]).diagonal())
    tree = certificate(k)
    assert tree.proven
    assert len(repr(tree)) > 1000
    assert len(tree._repr_html_()) > 1000
    assert len(k.latex()) > 100
    assert k == copy.deepcopy(k) == pickle.loads(pickle.dumps(k))
    assert hash(k) == hash(copy.deepcopy(k))
    if not isinstance(k, PullBack):
        assert eval(repr(k)) == k
    KernelRidge(k, lam=1.0).fit(X[:5], Y[:5]).set_params(lam=2.0)


def test_normalising_again_and_again_takes_its_time_once_a_level():
    k = reduce(lambda k, _: Normalized(k), range(DEEPEST - 2), Polynomial(2))
    np.testing.assert_allclose(
        gram(k, X), gram(Normalized(Polynomial(2)), X), rtol=1e-9
    )


# Numbers beyond floats

BEYOND = {
    "more interactions than floats": (
        lambda: interactions(np.ones((1, 2000))),
        r"10\^602 interactions each",
    ),
    "more monomials than floats": (
        lambda: monomials(np.ones((1, 40)), 10**15),
        r"10\^552 monomials each",
    ),
    "more waves than memory": (
        lambda: fourier_features(RBF(1.0), 2**53 - 1, 4, 0),
        "frequencies would fill",
    ),
}


@pytest.mark.parametrize(("call", "said"), BEYOND.values(), ids=BEYOND)
def test_numbers_beyond_floats_are_refused(call, said):
    if said is None:
        assert np.isfinite(call()).all()
        return
    with pytest.raises(ValueError, match=said) as refusal:
        call()
    assert re.search(r"\b(Try|try|Work with|Call)\b", str(refusal.value))


# Fields


def test_matern_takes_its_smoothness_by_name():
    assert repr(Matern(2.0, nu=1.5)) == "Matern(length_scale=2.0, nu=1.5)"
    with pytest.raises(TypeError):
        Matern(1.5, 2.0)
    with pytest.raises(TypeError):
        Matern(2.0)


def test_what_is_no_kernel_joins_no_rule():
    for build in (
        lambda: Sum(RBF(1.0), 2.0),
        lambda: Exp(RBF),
        lambda: 2 * Normalized("k"),
        lambda: PullBack(None, np.abs),
    ):
        with pytest.raises(TypeError, match="not a kernel"):
            build()


def test_each_part_of_a_rule_has_to_be_a_kernel():
    parts = [
        (k, each.name)
        for k in (specimen.kernel for specimen in ZOO)
        for each in fields(k)
        if "Kernel" in str(each.type)
    ]
    assert {type(k).__name__ for k, _ in parts} >= {
        "Sum",
        "Product",
        "Scaled",
        "Exp",
        "Reweighted",
        "PullBack",
        "Normalized",
    }
    for k, name in parts:
        for bad in (2.0, "RBF", RBF, lambda x, z: x @ z):
            with pytest.raises(TypeError, match=name):
                replace(k, **{name: bad})


def test_what_holds_arrays_is_compared_as_an_object():
    names = [
        each.name
        for each in pkgutil.walk_packages(kernellab.__path__, "kernellab.")
        if not re.search(r"\.(course|interactive|__main__)\b", each.name)
    ]
    classes = [
        each
        for name in names
        for each in vars(importlib.import_module(name)).values()
        if is_dataclass(each)
    ]
    for each in classes:
        if any(
            re.match(r"(Array|np\.ndarray|NDArray|Points)\b", str(f.type))
            for f in fields(each)
        ):
            # Two arrays have no one answer to ==, and no hash.
            assert each.__eq__ is object.__eq__, each
