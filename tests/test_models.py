import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.kernel_ridge import KernelRidge as ScikitKernelRidge
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernellab import RBF, Kernel, KernelRidge, Linear, Polynomial, gram, ridge_dual, ridge_dual_offset
from kernellab.datasets import stopping

X, y = stopping()
ROAD = np.linspace(0, 50, 11)[:, None]


def rounding_of(k: Kernel, lam: float) -> float:
    """How far two sound ways to solve (K + λI)α = y may drift apart in feet: the condition number times rounding."""
    return np.linalg.cond(gram(k, X) + lam * np.eye(len(X))) * np.finfo(float).eps * y.max()


@parametrize_with_checks(
    [
        KernelRidge(),
        KernelRidge(Polynomial(2), offset=True),
        KernelRidge(Linear()),
        KernelRidge(2 * RBF(3.0) + Linear() * RBF(1.0), lam=0.1, offset=True),
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
    np.testing.assert_allclose(KernelRidge(k, lam=0.5).fit(X, y).predict(ROAD), expected, rtol=0, atol=rounding_of(k, 0.5))


def test_a_linear_kernel_with_offset_is_ridge_regression():
    expected = Ridge(alpha=0.5).fit(X, y).predict(ROAD)
    model = KernelRidge(Linear(), lam=0.5, offset=True).fit(X, y)
    np.testing.assert_allclose(model.predict(ROAD), expected, rtol=0, atol=rounding_of(Linear(), 0.5))


def test_the_fit_is_what_the_solvers_return():
    K = gram(RBF(4.0), X)
    bare, free = KernelRidge(RBF(4.0)).fit(X, y), KernelRidge(RBF(4.0), offset=True).fit(X, y)
    alpha, b = ridge_dual_offset(K, y, 1.0)
    assert (bare.expansion_.alpha == ridge_dual(K, y, 1.0)).all()
    assert bare.expansion_.b == 0
    assert (free.expansion_.alpha == alpha).all()
    assert free.expansion_.b == b


def test_grid_search_goes_over_kernels_and_lams():
    kernels, lams = [RBF(0.01), RBF(8.0), Polynomial(2)], [1e-2, 1.0]
    search = GridSearchCV(KernelRidge(offset=True), {"kernel": kernels, "lam": lams}, cv=3).fit(X, y)
    assert len(search.cv_results_["params"]) == 6
    assert search.best_params_["kernel"] != RBF(0.01)  # which predicts the mean at every speed it has not seen
    assert search.predict(ROAD).shape == (11,)


def test_clone_copies_the_parameters_and_no_fit():
    model = KernelRidge(2 * RBF(4.0) + Linear(), lam=0.5, offset=True).fit(X, y)
    twin = clone(model)
    assert twin.get_params() == model.get_params()
    with pytest.raises(NotFittedError):
        twin.predict(ROAD)


def test_pickle_keeps_the_fit():
    model = KernelRidge(2 * RBF(4.0) + Linear(), offset=True).fit(X, y)
    assert (pickle.loads(pickle.dumps(model)).predict(ROAD) == model.predict(ROAD)).all()


def test_a_pipeline_is_the_fit_on_transformed_points():
    scaler = StandardScaler().fit(X)
    expected = KernelRidge(RBF(1.0)).fit(scaler.transform(X), y).predict(scaler.transform(ROAD))
    assert (make_pipeline(StandardScaler(), KernelRidge(RBF(1.0))).fit(X, y).predict(ROAD) == expected).all()


def test_a_column_of_targets_is_taken_with_a_warning():
    with pytest.warns(DataConversionWarning, match="column-vector y was passed"):
        model = KernelRidge(RBF(4.0)).fit(X, y[:, None])
    assert (model.predict(ROAD) == KernelRidge(RBF(4.0)).fit(X, y).predict(ROAD)).all()


def test_two_columns_of_targets_are_refused():
    with pytest.raises(ValueError, match=r"y has shape \(62, 2\), but there are 62 points: each point needs exactly one"):
        KernelRidge().fit(X, np.stack([y, y], axis=1))
