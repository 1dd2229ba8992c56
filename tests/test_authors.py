"""Kernels and functions of others: what they return is computed with rightly, or
refused, and proves nothing false.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps

import numpy as np
import pytest

from kernellab import (
    RBF,
    Constant,
    Custom,
    Exp,
    Intersection,
    Kernel,
    KernelRidge,
    Linear,
    Normalized,
    PolynomialOf,
    PullBack,
    Reweighted,
    Spectrum,
    certificate,
    fourier_features,
    gram,
)
from kernellab.kernels import Bell
from kernellab.kernels.algebra import Sum
from kernellab.kernels.certificate import Reason

X = np.array([[1.0], [1.0], [2.0], [4.0]])
Y = np.array([1.0, 2.0, 3.0, -1.0])


@dataclass(frozen=True)
class Same(Kernel):
    """1 where the first coordinates agree, in whatever type of number one asks for."""

    dtype: str

    def formula(self, X, Z):
        return (X[:, None, 0] == Z[None, :, 0]).astype(self.dtype)

    def squared_lengths(self, X):
        return np.ones(len(X), self.dtype)

    def feature_map(self, X):
        return (np.arange(5.0) == X).astype(self.dtype)


class Kept(Kernel):
    """A Gram matrix that its author keeps."""

    def __init__(self):
        self.K = np.exp(-((X - X.T) ** 2)) + np.eye(4)
        self.d = self.K.diagonal().copy()

    def formula(self, X, Z):
        return self.K if X is Z else np.exp(-((X - Z.T) ** 2))

    def squared_lengths(self, X):
        return self.d


class InPlace(Kernel):
    """xᵀz − 2(x + z) + 4, by methods that change the points they are given."""

    def formula(self, X, Z):
        X -= 2
        if Z is not X:
            Z -= 2
        return X @ Z.T

    def squared_lengths(self, X):
        X -= 2
        return (X**2).sum(axis=1)

    def feature_map(self, X):
        X -= 2
        return X


RULES = {
    "itself": lambda k: k,
    "a power": lambda k: k**3 + k,
    "a polynomial": lambda k: PolynomialOf(0.5 * k, (0.25, 0.5, 1.5)),
    "a weight": lambda k: Reweighted(lambda X: 0.5 * X[:, 0], k),
    "normalised": Normalized,
    "exp": lambda k: Normalized(Exp(0.5 * k)),
}
rules = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


@rules
@pytest.mark.parametrize("dtype", ["bool", "int64", "float16"])
def test_any_real_numbers_are_computed_with_as_floats(rule, dtype):
    expected, k = rule(Same("float64")), rule(Same(dtype))
    assert gram(k, X).dtype == np.float64
    np.testing.assert_array_equal(gram(k, X), gram(expected, X))
    np.testing.assert_array_equal(gram(k, X, X[1:]), gram(expected, X, X[1:]))
    np.testing.assert_array_equal(k.diagonal(X), expected.diagonal(X))
    if "exp" not in repr(rule(Constant())).lower():
        Phi = k.features(X)
        np.testing.assert_allclose(Phi @ Phi.T, gram(k, X), rtol=1e-12)


@rules
def test_what_an_author_keeps_stays_as_it_is(rule):
    k = Kept()
    before, lengths = k.K.copy(), k.d.copy()
    gram(rule(k), X)[:] = np.nan
    rule(k).diagonal(X)[:] = np.nan
    for offset in (False, True):
        KernelRidge(rule(k), offset=offset).fit(X, Y)
    assert (before == k.K).all()
    assert (k.d == lengths).all()


@rules
def test_what_an_author_does_to_the_points_changes_no_other_kernel(rule):
    points, Z = np.array([[1.0], [3.0], [7.0]]), np.array([[1.0], [5.0]])
    plain = PullBack(Linear(), lambda X: X - 2)
    k, expected = (rule(each + Linear()) for each in (InPlace(), plain))
    np.testing.assert_allclose(gram(k, points), gram(expected, points))
    np.testing.assert_allclose(gram(k, points, Z), gram(expected, points, Z))
    np.testing.assert_allclose(k.diagonal(points), expected.diagonal(points))
    assert points.ravel().tolist() == [1.0, 3.0, 7.0]


def returning(values, method="formula"):
    def written(self, *points):
        return values(*points) if callable(values) else values

    return type("Mine", (Kernel,), {method: written})()


NO_TABLE = {
    "a list": ([[1.0] * 4] * 4, TypeError, "a list"),
    "NumPy's number": (np.float64(1.0), TypeError, "a float64"),
    "objects": (np.full((4, 4), None), TypeError, "an array of object"),
    "complex": (np.ones((4, 4), complex), TypeError, "an array of complex128"),
    "hidden entries": (np.ma.array(np.eye(4), mask=np.eye(4)), TypeError, "Masked"),
    "one row": (np.ones(4), ValueError, r"shape \(4,\)"),
    "one column": (np.ones((4, 1)), ValueError, r"shape \(4, 1\)"),
    "an axis too many": (np.ones((4, 4, 1)), ValueError, r"shape \(4, 4, 1\)"),
    "a value for two points": (lambda x, z: x[0] @ z[0], TypeError, "a float64"),
}


@pytest.mark.parametrize(("values", "error", "said"), NO_TABLE.values(), ids=NO_TABLE)
def test_what_is_no_table_is_refused(values, error, said):
    k = returning(values)
    for use in (k, k + Linear(), Exp(k), Normalized(k), PullBack(k, np.abs)):
        with pytest.raises(error, match=rf"a of Mine .* {said}.* \(n, n\*\) .* n = 4"):
            gram(use, X)


def test_a_decorated_formula_is_checked_too():
    @wraps(np.ones)
    def written(self, X, Z):
        return np.ones(len(X))

    k = type("Mine", (Kernel,), {"formula": written})()
    with pytest.raises(ValueError, match=r"formula of Mine .* shape \(4,\)"):
        gram(k, X)


def test_what_is_no_diagonal_and_no_map_is_refused():
    with pytest.raises(ValueError, match=r"squared_lengths of Mine .* \(1,\) where"):
        Normalized(returning(np.ones(1), "squared_lengths")).diagonal(X)
    with pytest.raises(ValueError, match=r"feature_map of Mine .* \(3, 2\) .*\(n, m\)"):
        (returning(np.ones((3, 2)), "feature_map") + Linear()).features(X)
    with pytest.raises(TypeError, match=r"feature_map of Mine returned a list"):
        returning([[1.0]] * 4, "feature_map").features(X)


@pytest.mark.parametrize("bad", [np.nan, -np.inf])
def test_what_is_not_finite_is_refused(bad):
    k = returning(lambda X, Z: np.full((len(X), len(Z)), bad))
    with pytest.raises(ValueError, match="leaves the range of numbers"):
        gram(k + Linear(), X)
    with pytest.raises(ValueError, match="leaves the range of numbers"):
        returning(np.full((4, 2), bad), "feature_map").features(X)


def test_the_error_of_an_author_is_the_error():
    def only_positive(X, Z):
        if (X < 0).any():
            raise ValueError("no negative numbers")
        return X @ Z.T

    with pytest.raises(ValueError, match=r"^no negative numbers$"):
        gram(returning(only_positive), -X)


# What a certificate does not see


class Tanh(Linear):
    def formula(self, X, Z):
        return np.tanh(X @ Z.T)


class Shifted(RBF):
    def squared_lengths(self, X):
        return np.full(len(X), -1.0)


class Mapped(Linear):
    def feature_map(self, X):
        return X + 1


class Uneven(Sum):
    def formula(self, X, Z):
        return self.k1.pairwise(X, Z) - self.k2.pairwise(X, Z)


class Mixin:
    def formula(self, X, Z):
        return [-np.ones((len(X), len(Z)))]


class Mixed(Mixin, Linear):
    pass


CHANGED = {
    "formula": Tanh(),
    "squared_lengths": Shifted(1.0),
    "feature_map": Mapped(),
    "formula of a rule": Uneven(Linear(), RBF(1.0)),
    "formula from beside": Mixed(),
}


@pytest.mark.parametrize("k", CHANGED.values(), ids=CHANGED)
def test_a_reason_does_not_cover_a_subclass(k):
    tree = certificate(k)
    assert not tree.proven
    assert tree.rule == f"{type(k).__name__} does not say why it is a kernel"
    assert certificate(RBF(1.0) * k).open == (k,)


def test_a_formula_from_beside_is_guarded_too():
    with pytest.raises(TypeError, match="formula of Mixed returned"):
        gram(Mixed(), X)


def test_a_formula_put_into_one_object_is_not_covered():
    k = Linear()
    object.__setattr__(k, "formula", lambda X, Z: -(X @ Z.T))
    assert gram(k, [[1.0]]) == -1
    assert not certificate(k).proven


class Sworn(Kernel):
    def formula(self, X, Z):
        return -np.ones((len(X), len(Z)))

    def reason(self):
        return Reason("a constant is a kernel")


def test_the_word_of_an_author_is_a_condition():
    tree = certificate(RBF(1.0) + Sworn())
    condition = "provided that the formula of Sworn is what its reason says."
    assert tree.verdict.endswith(condition)
    assert "provided that" in repr(tree)
    page = certificate(Linear() + 2 * Kept())._repr_html_()
    for row in (
        r'0.2em;background:#d4380d33">? $x^\top z + 2 \cdot k_{\mathrm{Kept}}(x, z)$<',
        r'padding-left:2.4em">✓ $x^\top z$<br><small style=',
        r'em">an inner product is a kernel: φ(x) = x</small></div><div ',
        "<p><b>No certificate: nothing is known of Kept(",
    ):
        assert row in page


def test_random_waves_are_those_of_the_class_itself():
    with pytest.raises(TypeError, match="is not RBF, the kernel whose waves"):
        fourier_features(Shifted(1.0), 1, 4, 0)


# Functions of a batch


def centred(X):
    return X - X.mean(axis=0)


DRAWN = np.random.default_rng(0)
OF_A_BATCH = {
    "centred": centred,
    "over the largest": lambda X: X / np.abs(X).max(),
    "ranks": lambda X: np.argsort(np.argsort(X, axis=0), axis=0).astype(float),
    "sums so far": lambda X: np.cumsum(X, axis=0),
    "numbers of rows": lambda X: np.arange(len(X), dtype=float)[:, None],
    "against the last": lambda X: X - X[-1:],
    "random": lambda X: DRAWN.normal(size=(len(X), 1)),
    "as many columns as points": lambda X: X @ X.T,
    "a failure on few": lambda X: X if len(X) > 3 else 1 / 0,
}
SPREAD = np.array([[1.0], [-3.0], [2.5], [7.0], [0.25]])


@pytest.mark.parametrize("f", OF_A_BATCH.values(), ids=OF_A_BATCH)
def test_a_function_of_the_batch_is_refused(f):
    weighted = Reweighted(lambda X: np.asarray(f(X))[:, -1], Linear())
    for k in (PullBack(Linear(), f), weighted):
        for X in (SPREAD, np.sort(SPREAD, axis=0)[:4]):
            with pytest.raises(ValueError, match="not depend on the rest of a batch"):
                gram(k, X)
        assert "provided that" in certificate(k).verdict


def test_data_that_hide_a_function_of_the_batch_do_not_vouch_for_other_data():
    k = PullBack(Linear(), OF_A_BATCH["over the largest"])
    for same in ([[1.0]], [[-1.0], [1.0]], [[2.0]] * 4):
        gram(k, same)
    for hidden in ([[-3.0], [0.0], [3.0]], [[-3.0], [1.0], [2.0], [3.0]], SPREAD):
        with pytest.raises(ValueError, match=f"among {len(hidden) + 1} than alone"):
            gram(k, [*hidden, [9.0]])
    with pytest.raises(ValueError, match=r"points \[1\] among 2 than alone"):
        PullBack(Linear(), centred)([1.0], [2.0])


def test_a_function_of_one_point_is_taken_for_all_its_rounding():
    rng = np.random.default_rng(0)
    for _ in range(20):
        n, d, unit = rng.integers(1, 40), rng.integers(1, 30), 10 ** rng.uniform(-8, 5)
        X, W = unit * rng.normal(size=(n, d)), rng.normal(size=(d, 5))
        for f in (
            lambda X, W=W: np.tanh(X @ W),
            lambda X, W=W: (X @ W) ** 3,
            lambda X: X - X.mean(axis=1, keepdims=True),
            lambda X, W=W: (X @ W).astype(np.float32),
        ):
            gram(PullBack(RBF(1.0), f), X)
            gram(Reweighted(lambda X, f=f: np.asarray(f(X))[:, 0], Linear()), X)


def test_points_of_any_kind_are_compared():
    words = ["cat", "dog", "emu"]
    turned = PullBack(Spectrum(1), lambda X: [x[::-1] for x in X])
    assert gram(turned, words).trace() == 9
    letters = PullBack(Intersection(), lambda X: [set(x) for x in X])
    assert gram(letters, words).trace() == 9
    with pytest.raises(ValueError, match="rest of a batch"):
        gram(PullBack(Spectrum(1), lambda X: list(X)[::-1]), words)


def plain(X):
    return X**2


@pytest.mark.parametrize(
    ("k", "condition"),
    [
        (PullBack(Linear(), plain), ", provided that plain sees one point at a time."),
        (Reweighted(lambda X: X[:, 0], Linear()), "f sees one point at a time."),
        (
            PullBack(Linear(), plain) * Reweighted(centred, PullBack(RBF(1.0), plain)),
            "plain sees one point at a time and centred sees one point at a time.",
        ),
        (PullBack(Linear(), np.frompyfunc(abs, 1, 1)), "provided that"),
        (PullBack(Linear(), np.abs), "ends at a known one."),
        (Reweighted(Bell(1.0), Linear()) + RBF(1.0), "ends at a known one."),
        (Custom(lambda x, z: 1.0), "try refute(k)."),
    ],
)
def test_the_verdict_states_its_condition_once(k, condition):
    assert condition in certificate(k).verdict


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_what_is_said_of_a_point_may_differ_by_a_millionth(by):
    k = PullBack(Linear(), lambda X: X + by * 1e-6 * (len(X) > 3))
    X = np.linspace(0, 1, 4)[:, None]
    if by < 1:
        gram(k, X)
    else:
        with pytest.raises(ValueError, match="rest of a batch"):
            gram(k, X)


@pytest.mark.parametrize(
    "rule", [Custom, lambda f: PullBack(Linear(), f), lambda f: Reweighted(f, Linear())]
)
def test_what_cannot_be_called_is_no_function(rule):
    with pytest.raises(TypeError, match=r"^f is 3.0, which cannot be called.*Try f = "):
        rule(3.0)


class Width(Kernel):
    """A kernel of somebody's that states its formula alone."""

    def __init__(self, width=1.0):
        self.width = width
        self._seen = 0

    def formula(self, X, Z):
        return np.maximum(0, 1 - np.abs(X[:, None, 0] - Z[None, :, 0]) / self.width)


def test_a_class_that_is_no_dataclass_shows_its_numbers_and_has_no_proof():
    assert repr(Width(2.0) + Linear()) == "Width(width=2.0) + Linear()"
    proof = certificate(Width() + Linear())
    assert proof.open == (proof.parts[0].kernel,)
    assert "Width does not say why it is a kernel" in repr(proof)
    assert proof.verdict.startswith("No certificate: nothing is known of Width(width=")
    assert [each.sign for each in (proof, *proof.parts)] == ["?", "?", "✓"]
