"""The numbers of a kernel: each has its range, scikit-learn's searches change them in a
copy, and length scales may be many.
"""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.model_selection import GridSearchCV

from kernellab import (
    RBF,
    SVC,
    SVR,
    Exp,
    GaussianProcess,
    KernelRidge,
    Laplace,
    Linear,
    Matern,
    NearestNeighbours,
    Normalized,
    Polynomial,
    PolynomialOf,
    RationalQuadratic,
    Reweighted,
    certificate,
    fourier_features,
    gaussian_pairs,
    gram,
    spectral_density,
)
from kernellab.kernels import Bell
from tests.zoo import ZOO

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 2))
Y = np.sin(2 * X[:, 0]) + 0.1 * RNG.normal(size=40)
MODELS = {
    "KernelRidge": lambda k: KernelRidge(k, lam=0.1),
    "SVR": lambda k: SVR(k, lam=0.1),
    "SVC": lambda k: SVC(k, C=1.0),
    "NearestNeighbours": lambda k: NearestNeighbours(k),
    "GaussianProcess": lambda k: GaussianProcess(k, noise=0.1),
}
models = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


# Searches


@models
def test_a_search_over_a_length_scale_is_one_over_kernels(model):
    scales = [0.01, 0.5, 5.0]
    y = Y > 0 if is_classifier(model(RBF(1.0))) else Y
    grids = {"kernel__length_scale": scales}, {"kernel": [*map(RBF, scales)]}
    by_number, by_kernel = (
        GridSearchCV(model(RBF(1.0)), grid, cv=3).fit(X, y) for grid in grids
    )
    scores = by_number.cv_results_["mean_test_score"]
    np.testing.assert_array_equal(scores, by_kernel.cv_results_["mean_test_score"])
    assert len(set(scores)) > 1
    best = by_number.best_params_["kernel__length_scale"]
    assert by_number.best_estimator_.kernel == RBF(best)


def test_names_reach_through_every_rule():
    def build(factor, length_scale, degree, nu, coefficients):
        inner = PolynomialOf(Matern(1.0, nu=nu), coefficients)
        sums = Linear() + Polynomial(degree)
        return factor * RBF(length_scale) * sums + Exp(Normalized(inner))

    k = build(2.0, 1.0, 2, 1.5, (1.0, 2.0))
    changed = k.with_params(
        k1__k1__factor=3.0,
        k1__k1__kernel__length_scale=0.5,
        k1__k2__k2__degree=3,
        k2__kernel__kernel__kernel__nu=2.5,
        k2__kernel__kernel__coefficients=(0.0, 1.0),
    )
    assert changed == build(3.0, 0.5, 3, 2.5, (0.0, 1.0))
    assert k == build(2.0, 1.0, 2, 1.5, (1.0, 2.0))
    with pytest.raises(AttributeError):
        k.k1.k1.factor = 2.0


@models
def test_a_model_changes_its_kernel_in_a_copy_of_its_own(model):
    k = RBF(1.0) + 2 * Reweighted(Bell(2.0), Linear())
    one, other = model(k), model(k)
    assert one.set_params(kernel__k1__length_scale=4.0) is one
    assert one.kernel == RBF(4.0) + 2 * Reweighted(Bell(2.0), Linear())
    assert other.kernel is clone(other).kernel is k  # it cannot change
    inner = {"kernel__k2__kernel__f__length_scale", "kernel__k2__factor"}
    assert inner <= set(clone(one).get_params())
    assert clone(one).set_params(**one.get_params()).get_params() == one.get_params()


def test_a_new_kernel_and_its_numbers_may_come_together():
    m = KernelRidge(Linear()).set_params(kernel__length_scale=2.0, kernel=RBF(1.0))
    assert m.kernel == RBF(2.0)
    k = (Linear() + Linear()).with_params(k1__length_scale=3.0, k1=RBF(1.0))
    assert k == RBF(3.0) + Linear()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("nope", 1, r"'nope' is not a parameter of RBF.*\['k1', 'k1__length_scale'"),
        ("k1__nope", 1, r"'nope' is not a parameter of RBF\(length_scale=1.0\)"),
        ("k1__length_scale__deeper", 1, r"'length_scale__deeper' is not a parameter"),
        ("k1__length_scale", -1.0, "length_scale = -1.0 must be > 0"),
        ("k2__factor", -1.0, "factor = -1.0 must be ≥ 0"),
    ],
)
def test_an_unknown_name_or_a_value_out_of_range_is_refused(name, value, said):
    k = RBF(1.0) + 2 * Linear()
    with pytest.raises(ValueError, match=said):
        k.with_params(**{name: value})
    with pytest.raises(ValueError, match=said):
        KernelRidge(k).set_params(**{f"kernel__{name}": value})


# Length scales, one for each coordinate

ELL = (0.7, 3.0)
Z = RNG.normal(size=(15, 2))
ALL = [
    RBF(ELL),
    Laplace(ELL),
    *(Matern(ELL, nu=nu) for nu in (0.5, 1.5, 2.5)),
    RationalQuadratic(ELL, 0.7),
]


@pytest.mark.parametrize("k", ALL, ids=repr)
def test_many_length_scales_are_one_on_stretched_points(k):
    one = k.with_params(length_scale=1.0)
    np.testing.assert_allclose(gram(k, X, Z), gram(one, X / ELL, Z / ELL), rtol=1e-12)
    K = gram(k, X)
    assert (K == K.T).all()
    assert (K.diagonal() == 1).all()
    assert eval(repr(k)) == k == copy.deepcopy(k) == pickle.loads(pickle.dumps(k))
    assert hash(eval(repr(k))) == hash(k)
    assert certificate(k).proven


def test_any_sequence_of_widths_is_kept_as_a_tuple():
    for sequence in ([1, 2.0], np.array([1.0, 2.0]), [np.float32(1), np.int64(2)]):
        kept = Matern(sequence, nu=1.5).length_scale
        assert kept == (1.0, 2.0)
        assert all(type(ell) is float for ell in kept)
    assert type(RBF(np.array(2.0)).length_scale) is float


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ((), r"length_scale = \(\)"),
        (np.eye(2), "length_scale"),
        ({1.0, 2.0}, "length_scale"),
        ("12", "length_scale = '12'"),
    ],
)
def test_what_is_no_list_of_widths_is_refused(bad, said):
    for make in (RBF, RationalQuadratic, Bell):
        with pytest.raises((ValueError, TypeError), match=said):
            make(bad)


def test_another_number_of_coordinates_is_refused():
    k, said = RBF(ELL), r"2 numbers, but .* have 3 .*, and RBF\(.*Try RBF\(len"
    for call in (
        lambda: gram(2 * k + Linear(), np.ones((4, 3)), np.zeros((1, 3))),
        lambda: KernelRidge(k).fit(np.ones((4, 3)), np.ones(4)),
        lambda: fourier_features(k, 3, 4, 0),
    ):
        with pytest.raises(ValueError, match=said):
            call()
    with pytest.raises(ValueError, match="length_scale holds 2"):
        spectral_density(RBF(ELL), [1.0], 10.0)
    with pytest.raises(TypeError, match="length_scale"):
        gaussian_pairs(ELL)


@pytest.mark.parametrize("scale", [1e-50, 1e50])
def test_extreme_length_scales_are_the_identity_or_all_ones(scale):
    limit = np.eye(5) if scale < 1 else np.ones((5, 5))
    for ell in (scale, (scale, scale)):
        for k in (RBF(ell), Matern(ell, nu=2.5), RationalQuadratic(ell)):
            K = gram(k, 1e4 + np.arange(10.0).reshape(5, 2))
            np.testing.assert_allclose(K, limit, rtol=0, atol=1e-100)


@pytest.mark.parametrize(
    ("k", "inner"), [(RBF(2.0), "Scaled"), (RBF(ELL), "BilinearForm")]
)
def test_the_proof_of_the_rbf_is_the_lectures_and_rests_on_the_same_function(k, inner):
    tree, steps = certificate(k), []
    while tree:
        steps.append(type(tree.kernel).__name__)
        tree = tree.parts[0] if tree.parts else None
    assert steps == ["RBF", "Reweighted", "Exp", inner, "Linear"]
    (part,) = k.reason().parts
    np.testing.assert_allclose(gram(part, X), gram(k, X), rtol=1e-12)


# Parts


def test_each_part_of_a_rule_has_to_be_a_kernel():
    every = [(each.kernel, part) for each in ZOO for part in fields(each.kernel)]
    parts = [(k, part.name) for k, part in every if "Kernel" in str(part.type)]
    assert len({type(k) for k, _ in parts}) >= 7
    for k, name in parts:
        for bad in (2.0, RBF, lambda x, z: x @ z):
            with pytest.raises(TypeError, match=f"{name} is .*, not a kernel"):
                replace(k, **{name: bad})


def test_many_kernels_in_halves_are_one_kernel():
    kernels = [RBF(1.0 + i) for i in range(900)]
    k = sum(sum(kernels[i : i + 30]) for i in range(0, 900, 30))
    expected = np.sum([gram(each, X[:5]) for each in kernels], axis=0)
    np.testing.assert_allclose(gram(k, X[:5]), expected, rtol=1e-12)
    assert k == pickle.loads(pickle.dumps(k)) == clone(k)
    assert certificate(k).proven
    assert len(k.get_params()) > 1800
