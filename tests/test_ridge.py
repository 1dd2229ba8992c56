import mpmath
import numpy as np
import pytest
from sklearn.linear_model import Ridge

from kernellab import (
    RBF,
    Polynomial,
    gram,
    residual,
    ridge_dual,
    ridge_dual_offset,
    ridge_path,
    ridge_primal,
)

EPS = np.finfo(float).eps
rng = np.random.default_rng(0)
X, y = rng.normal(size=(12, 2)), rng.normal(size=12) + 3
K = gram(RBF(1.0), X)
LAMS = np.array([0.01, 0.3, 2.0, 50.0])

any_shape = pytest.mark.parametrize(
    ("n", "m"), [(4, 9), (6, 6), (9, 4), (5, 1), (1, 5)]
)
with_and_without_offset = pytest.mark.parametrize("offset", [False, True])


def problem(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n * 100 + m)
    return rng.normal(size=(n, m)), rng.normal(size=n)


def fit(
    K: np.ndarray, y: np.ndarray, lam: float, offset: bool
) -> tuple[np.ndarray, float]:
    return ridge_dual_offset(K, y, lam) if offset else (ridge_dual(K, y, lam), 0.0)


def hat_matrix(K: np.ndarray, lam: float, offset: bool) -> np.ndarray:
    """A column per unit vector in the place of y."""
    fits = [fit(K, unit, lam, offset) for unit in np.eye(len(K))]
    return np.stack([K @ alpha + b for alpha, b in fits], axis=1)


@any_shape
def test_primal_and_dual_are_the_same_fit(n, m):
    Phi, y = problem(n, m)
    alpha = ridge_dual(Phi @ Phi.T, y, 0.7)
    assert residual(ridge_primal(Phi, y, 0.7), Phi.T @ alpha) < 1e-13


@any_shape
def test_offset_agrees_with_scikit_learn(n, m):
    Phi, y = problem(n, m)
    alpha, b = ridge_dual_offset(Phi @ Phi.T, y, 0.7)
    oracle = Ridge(0.7).fit(Phi, y)
    np.testing.assert_allclose(Phi.T @ alpha, oracle.coef_, rtol=1e-12, atol=1e-15)
    assert b == pytest.approx(oracle.intercept_, rel=1e-12)


def test_solving_leaves_the_arguments_alone():
    before = K.copy(), X.copy(), y.copy()
    for solve in (ridge_dual, ridge_dual_offset):
        solve(K, y, 1.0)
    ridge_path(K, y, offset=True).loo(1.0)
    ridge_primal(X, y, 1.0)
    assert all((now == then).all() for now, then in zip((K, X, y), before, strict=True))


@with_and_without_offset
def test_the_path_is_every_fit_on_its_own(offset):
    path = ridge_path(K, y, offset)
    for column, lam in enumerate(LAMS):
        alpha, b = fit(K, y, lam, offset)
        assert residual(path.alpha(LAMS)[:, column], alpha) < 1e-12
        assert path.b(LAMS)[column] == pytest.approx(b, rel=1e-12)


def exactly(K, y, lam, offset):
    """α, b and the leave-one-out residuals in 50 digits, from a bordered inverse."""
    n = len(y)
    with mpmath.workdps(50):
        system = mpmath.eye(n + 1)
        for i, j in np.ndindex(n, n):
            system[i, j] = mpmath.mpf(K[i, j]) + (lam if i == j else 0)
        for i in range(n if offset else 0):
            system[i, n] = system[n, i] = 1
        system[n, n] = 0 if offset else 1
        inverse = system**-1
        found = inverse * mpmath.matrix([*map(float, y), 0])
        loo = [float(found[i] / inverse[i, i]) for i in range(n)]
        return np.array(found, dtype=float).ravel()[:n], float(found[n]), np.array(loo)


LINE = np.array([[0.0], [1.0], [2.0], [3.0], [5.0]])
THIN = {
    "a line": (gram(Polynomial(1, c=0), LINE), 1e-12),
    "one feature is of one point": (np.diag([0.0, 0.0, 3.0, 0.0, 0.0]), 1e-12),
    "a parabola of repeated points": (gram(Polynomial(2), LINE[[0, 1, 1, 0, 1]]), 1e-9),
    "a smooth kernel": (gram(RBF(1e3), LINE), 1e-8),
    "all eigenvalues": (gram(RBF(1.0), LINE), 1e-12),
}


@pytest.mark.parametrize(("K", "lam"), THIN.values(), ids=THIN)
@pytest.mark.parametrize("mean", [0.0, 1e6, 1e9])
@pytest.mark.parametrize("offset", [False, True])
def test_what_rounding_leaves_of_a_zero_is_not_divided_by_a_tiny_lam(
    K, lam, mean, offset
):
    for y in ([0.0, 1.0, -1.0, 0.5, -0.5], 2 * LINE[:, 0]):
        y = np.asarray(y) + mean
        alpha, b, loo = exactly(K, y, lam, offset)
        path = ridge_path(K, y, offset)
        size = np.abs(y - offset * y.mean()).max() + EPS * np.abs(y).max()
        near = 20 * EPS * np.abs(K).max() / lam * size
        found = K @ path.alpha(lam) + path.b(lam)
        np.testing.assert_allclose(found, K @ alpha + b, rtol=0, atol=near + 1e-12)
        near = 1e-3 * size + 100 * EPS * np.abs(y).max()
        np.testing.assert_allclose(path.loo(lam), loo, rtol=1e-3, atol=near)


@with_and_without_offset
def test_dof_is_the_trace_of_the_hat_matrix(offset):
    traces = [np.trace(hat_matrix(K, lam, offset)) for lam in LAMS]
    assert residual(ridge_path(K, y, offset).dof(LAMS), traces) < 1e-12


SINGULAR = {
    "K of zeros": lambda: ridge_dual(np.zeros((2, 2)), [1.0, 2.0], 0.0),
    "more features than points": lambda: ridge_primal(np.ones((2, 3)), [1.0, 2.0], 0.0),
    "offset in the dual, always": lambda: ridge_dual_offset(K, y, 0.0),
    "offset in the dual, K nearly constant": lambda: ridge_dual_offset(
        gram(RBF(300.0), X), y, 0.0
    ),
    "offset along a path": lambda: ridge_path(K, y, offset=True).alpha(0.0),
}


@pytest.mark.parametrize("solve", SINGULAR.values(), ids=SINGULAR)
def test_what_rounding_would_decide_is_refused(solve):
    said = r"cannot be inverted at λ = .*so many solutions fit equally well.*Try λ > "
    with pytest.raises(ValueError, match=said):
        solve()


def test_nobody_can_leave_out_the_only_point_of_a_fit_with_offset():
    said = "leaves no point, and nothing determines b. Try two points"
    with pytest.raises(ValueError, match=said):
        ridge_path([[1.0]], [1.0], offset=True).loo(1.0)
