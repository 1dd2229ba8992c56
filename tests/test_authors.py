"""Kernels and functions of others: what they return is computed with rightly, or
refused, and proves nothing false.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import (
    RBF,
    SVC,
    SVR,
    Constant,
    Custom,
    Exp,
    Expansion,
    FromFeatures,
    Intersection,
    Kernel,
    KernelRidge,
    Linear,
    NearestNeighbours,
    Normalized,
    Polynomial,
    PolynomialOf,
    PullBack,
    Reweighted,
    Spectrum,
    certificate,
    fourier_features,
    gram,
    mercer_pairs,
    nystrom_features,
    psd_report,
    refute,
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


RULES = {
    "itself": lambda k: k,
    "a sum": lambda k: k + k,
    "a product": lambda k: k * k,
    "a power": lambda k: k**3,
    "a factor": lambda k: 0.5 * k,
    "a polynomial": lambda k: PolynomialOf(k, (0.5,)),
    "another polynomial": lambda k: PolynomialOf(k, (0.25, 0.5, 1.5)),
    "exp": Exp,
    "a weight": lambda k: Reweighted(lambda X: 0.5 * X[:, 0], k),
    "normalised": Normalized,
    "all of them": lambda k: Normalized(
        Exp(0.5 * k + PolynomialOf(k, (0.5,)))
        * Reweighted(lambda X: 1 / X[:, 0], k + k)
    ),
}


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float16", "float32"])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_any_real_numbers_are_computed_with_as_floats(rule, dtype):
    expected, k = rule(Same("float64")), rule(Same(dtype))
    for table in (
        gram(k, X),
        gram(k, X, X[1:]),
        np.array([[k(x, z) for z in X] for x in X]),
    ):
        assert table.dtype == np.float64
        assert (
            table
            == (
                gram(expected, X, X[1:]) if table.shape == (4, 3) else gram(expected, X)
            )
        ).all()
    assert (
        k.diagonal(X).tolist()
        == expected.diagonal(X).tolist()
        == pytest.approx(gram(k, X).diagonal())
    )
    if "exp" not in repr(rule(Constant())).lower():
        assert k.features(X).dtype == np.float64
        np.testing.assert_allclose(
            k.features(X) @ k.features(X).T, gram(k, X), rtol=1e-12
        )
    f = Expansion(k, X, Y)
    assert (f(X) == Expansion(expected, X, Y)(X)).all()
    model = KernelRidge(k).fit(X, Y)
    assert (model.predict(X) == KernelRidge(expected).fit(X, Y).predict(X)).all()


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_an_author_keeps_stays_as_it_is(rule):
    k = Kept()
    before, lengths = k.K.copy(), k.d.copy()
    mixed = rule(k)
    first = gram(mixed, X)
    first[:] = np.nan
    mixed.diagonal(X)[:] = np.nan
    for fit in (
        lambda: KernelRidge(mixed).fit(X, Y),
        lambda: KernelRidge(mixed, offset=True).fit(X, Y),
    ):
        np.testing.assert_array_equal(fit().expansion_.alpha, fit().expansion_.alpha)
    SVR(mixed).fit(X, Y)
    SVC(mixed).fit(X, Y > 1.5)
    NearestNeighbours(mixed).fit(X, Y > 1.5)
    assert (before == k.K).all()
    assert (k.d == lengths).all()


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


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_an_author_does_to_the_points_changes_no_other_kernel(rule):
    points, Z = np.array([[1.0], [3.0], [7.0]]), np.array([[1.0], [5.0]])
    plain = PullBack(Linear(), lambda X: X - 2)
    k, expected = (rule(each + Linear()) for each in (InPlace(), plain))
    for _ in range(2):
        np.testing.assert_allclose(gram(k, points), gram(expected, points))
        np.testing.assert_allclose(gram(k, points, Z), gram(expected, points, Z))
        np.testing.assert_allclose(k.diagonal(points), expected.diagonal(points))
    if "exp" not in repr(rule(Constant())).lower():
        np.testing.assert_allclose(k.features(points), expected.features(points))
    assert points.ravel().tolist() == [1.0, 3.0, 7.0]


def returning(values, method="formula"):
    return type(
        "Mine",
        (Kernel,),
        {method: lambda self, *points: values(*points) if callable(values) else values},
    )()


NO_TABLE = {
    "nothing": (None, TypeError, "a NoneType"),
    "a list": ([[1.0] * 4] * 4, TypeError, "a list"),
    "text": ("table", TypeError, "a str"),
    "a number": (1.0, TypeError, "a float"),
    "NumPy's number": (np.float64(1.0), TypeError, "a float64"),
    "words": (np.full((4, 4), "1"), TypeError, "an array of <U1"),
    "objects": (np.full((4, 4), None), TypeError, "an array of object"),
    "complex numbers": (np.ones((4, 4), complex), TypeError, "an array of complex128"),
    "hidden entries": (
        np.ma.masked_array(np.eye(4), np.eye(4)),
        TypeError,
        "a MaskedArray",
    ),
    "one row": (np.ones(4), ValueError, r"shape \(4,\) where .* belongs"),
    "one row as a table": (np.ones((1, 4)), ValueError, r"shape \(1, 4\)"),
    "one column": (np.ones((4, 1)), ValueError, r"shape \(4, 1\)"),
    "an axis too many": (np.ones((4, 4, 1)), ValueError, r"shape \(4, 4, 1\)"),
    "an array of no axis": (np.array(1.0), ValueError, r"shape \(\)"),
}


@pytest.mark.parametrize(("values", "error", "said"), NO_TABLE.values(), ids=NO_TABLE)
def test_what_is_no_table_is_refused(values, error, said):
    k = returning(values)
    for use in (k, k + Linear(), Exp(k), Normalized(k), PullBack(k, np.abs)):
        with pytest.raises(error, match=f"formula of Mine returned .*{said}.*Try "):
            gram(use, X)
    with pytest.raises(error, match="Try "):
        KernelRidge(k).fit(X, Y)


def test_what_is_no_diagonal_and_no_map_is_refused():
    with pytest.raises(
        ValueError,
        match=(
            r"squared_lengths of Mine returned an array of shape \(1,\) where \(4,\)"
            r" belongs"
        ),
    ):
        Normalized(returning(np.ones(1), "squared_lengths")).diagonal(X)
    with pytest.raises(
        ValueError,
        match=(
            r"feature_map of Mine returned an array of shape \(3, 2\) where \(4, m\)"
            r" belongs"
        ),
    ):
        (returning(np.ones((3, 2)), "feature_map") + Linear()).features(X)
    with pytest.raises(TypeError, match="feature_map of Mine returned a list"):
        returning([[1.0]] * 4, "feature_map").features(X)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused(bad):
    k = returning(lambda X, Z: np.full((len(X), len(Z)), bad))
    with pytest.raises(ValueError, match="leaves the range of numbers"):
        gram(k + Linear(), X)
    with pytest.raises(ValueError, match="leaves the range of numbers"):
        returning(np.full((4, 2), bad), "feature_map").features(X)


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


class Loose(Polynomial):
    def __post_init__(self):
        pass


@dataclass(frozen=True)
class Fractional(Polynomial):
    degree: float = 2.5


class Uneven(Sum):
    def formula(self, X, Z):
        return self.k1.pairwise(X, Z) - self.k2.pairwise(X, Z)


class Mixin:
    def formula(self, X, Z):
        return -np.ones((len(X), len(Z)))


class Mixed(Mixin, Linear):
    pass


CHANGED = {
    "formula": Tanh(),
    "squared_lengths": Shifted(1.0),
    "feature_map": Mapped(),
    "__post_init__": Loose(2.5),
    "degree": Fractional(),
    "formula of a rule": Uneven(Linear(), RBF(1.0)),
    "a formula from beside": Mixed(),
}


@pytest.mark.parametrize(("what", "k"), CHANGED.items(), ids=CHANGED)
def test_a_reason_does_not_cover_what_a_subclass_changes(what, k):
    tree = certificate(k)
    assert not tree.proven
    assert not tree.strict
    assert "subclass of" in tree.rule
    assert what.split()[0].strip("a") in tree.rule
    assert not certificate(2 * k + RBF(1.0)).proven
    assert certificate(RBF(1.0) * k).open == (k,)


def test_a_formula_put_into_one_object_is_not_covered():
    k = Linear()
    object.__setattr__(k, "formula", lambda X, Z: -(X @ Z.T))
    assert gram(k, [[1.0]]) == -1
    assert not certificate(k).proven


def test_points_refute_what_the_certificate_no_longer_covers():
    assert not psd_report(gram(Tanh(), np.linspace(-3, 3, 9)[:, None])).is_psd
    assert refute(Mixed()) is not None


class Named(RBF):
    """A subclass that changes no number."""

    def latex(self, x="x", z="z"):
        return "k"

    def extra(self):
        return 1


class Narrow(RBF):
    def __init__(self):
        super().__init__(0.25)


@dataclass(frozen=True)
class Same2(RBF):
    note: str = ""


@pytest.mark.parametrize(
    "k", [Named(1.0), Narrow(), Same2(2.0, "seen")], ids=["latex", "init", "field"]
)
def test_a_subclass_that_changes_no_number_keeps_its_proof(k):
    assert certificate(k).proven
    assert certificate(k).strict
    assert not certificate(k).provided


class Sworn(Kernel):
    def formula(self, X, Z):
        return -np.ones((len(X), len(Z)))

    def reason(self):
        return Reason("a constant is a kernel")


def test_the_word_of_an_author_is_a_condition():
    tree = certificate(RBF(1.0) + Sworn())
    assert tree.verdict.endswith(
        "provided that the formula of Sworn is what its reason says."
    )
    assert "provided that" in repr(tree)
    assert "provided that" in tree._repr_html_()


def test_random_waves_are_those_of_the_class_itself():
    with pytest.raises(TypeError, match="not a kernel whose waves are known"):
        fourier_features(Shifted(1.0), 1, 4, 0)


# Functions of a batch


def centred(X):
    return X - X.mean(axis=0)


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)


def ranks(X):
    return np.argsort(np.argsort(X, axis=0), axis=0).astype(float)


DRAWN = np.random.default_rng(0)
OF_A_BATCH = {
    "centred": centred,
    "standardised": standardised,
    "over the largest": lambda X: X / np.abs(X).max(),
    "over the norm of all": lambda X: X / np.linalg.norm(X),
    "minimum and maximum": lambda X: (
        (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))
    ),
    "ranks": ranks,
    "sums so far": lambda X: np.cumsum(X, axis=0),
    "numbers of rows": lambda X: np.arange(len(X), dtype=float)[:, None],
    "how many there are": lambda X: np.full((len(X), 1), float(len(X))),
    "against the first": lambda X: X - X[:1],
    "against the last": lambda X: X - X[-1:],
    "sorted": lambda X: np.sort(X, axis=0)[::-1],
    "random": lambda X: DRAWN.normal(size=(len(X), 1)),
    "as many columns as points": lambda X: X @ X.T,
    "a stored table": lambda X: np.arange(8.0).reshape(4, 2)[: max(len(X), 4)],
    "a failure on few": lambda X: X if len(X) > 3 else 1 / 0,
}
SPREAD = np.array([[1.0], [-3.0], [2.5], [7.0], [0.25]])


@pytest.mark.parametrize("f", OF_A_BATCH.values(), ids=OF_A_BATCH)
def test_a_function_of_the_batch_is_refused(f):
    for k in (
        PullBack(Linear(), f),
        FromFeatures(f),
        Reweighted(lambda X: np.asarray(f(X))[:, -1], Linear()),
    ):
        for X in (SPREAD, np.sort(SPREAD, axis=0)[:4]):
            with pytest.raises(
                ValueError,
                match=(
                    r"not depend on the rest of a batch.*Try a function of one"
                    r" point|into 4"
                ),
            ):
                gram(k, X) if f is not OF_A_BATCH["a stored table"] else gram(k, X[:4])
    assert "provided that" in certificate(k).verdict


def test_a_pair_of_points_is_a_batch_too():
    for k in (PullBack(Linear(), centred), FromFeatures(centred)):
        with pytest.raises(ValueError, match="rest of a batch"):
            k([1.0], [2.0])
    with pytest.raises(ValueError, match="rest of a batch"):
        KernelRidge(PullBack(RBF(1.0), centred)).fit(SPREAD, np.ones(5))
    with pytest.raises(ValueError, match="rest of a batch"):
        # A column for each element that occurs.
        FromFeatures(Intersection().features)({1, 2}, {2, 3})


@pytest.mark.slow
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 30), st.floats(-8, 5)
)
def test_a_function_of_one_point_is_taken_for_all_its_rounding(seed, n, d, exponent):
    rng = np.random.default_rng(seed)
    X = 10**exponent * rng.normal(size=(n, d))
    W = rng.normal(size=(d, 5))
    b = rng.normal(size=5)
    for f in (
        lambda X: X @ W,
        lambda X: (
            np.tanh(X @ W + b) @ W[:1].T @ W[:1] if d == 5 else np.tanh(X @ W + b)
        ),
        lambda X: np.cos(X @ W),
        lambda X: (X @ W) ** 3,
        lambda X: X - X.mean(axis=1, keepdims=True),
        lambda X: (X @ W).astype(np.float32),
    ):
        gram(PullBack(RBF(1.0), f), X)
        gram(FromFeatures(f), X, X[:1])
        gram(Reweighted(lambda X, f=f: np.asarray(f(X))[:, 0], Linear()), X)


def test_points_of_any_kind_are_compared():
    words = ["cat", "dog", "emu"]
    assert (
        gram(PullBack(Spectrum(1), lambda X: [x[::-1] for x in X]), words).trace() == 9
    )
    assert (
        gram(PullBack(Intersection(), lambda X: [set(x) for x in X]), words).trace()
        == 9
    )
    with pytest.raises(ValueError, match="rest of a batch"):
        gram(PullBack(Spectrum(1), lambda X: list(X)[::-1]), words)
    with pytest.raises(ValueError, match="rest of a batch"):
        gram(PullBack(Intersection(), lambda X: [set().union(*X)] * len(X)), [{1}, {2}])


def plain(X):
    return X**2


@pytest.mark.parametrize(
    ("k", "condition"),
    [
        (PullBack(Linear(), plain), ", provided that plain sees one point at a time."),
        (FromFeatures(plain), ", provided that plain sees one point at a time."),
        (
            Reweighted(lambda X: X[:, 0], Linear()),
            ", provided that f sees one point at a time.",
        ),
        (
            PullBack(FromFeatures(plain), centred) + 2 * PullBack(Linear(), plain),
            "that centred sees one point at a time and plain",
        ),
        (PullBack(Linear(), np.frompyfunc(abs, 1, 1)), "provided that"),
        (PullBack(Linear(), np.abs), "ends at a known one."),
        (Reweighted(Bell(1.0), Linear()) + RBF(1.0), "ends at a known one."),
        (Custom(lambda x, z: 1.0), "try refute(k)."),
    ],
)
def test_the_verdict_states_its_condition(k, condition):
    assert condition in certificate(k).verdict


def test_other_readers_of_tables_take_them_as_floats_too():
    k = Same("bool")
    assert mercer_pairs(k, [[0.0], [1.0]], [0.5, 0.5], 2).eigenvalues == pytest.approx(
        [0.5, 0.5]
    )
    assert nystrom_features(k + k, X)(X) @ nystrom_features(k + k, X)(
        X
    ).T == pytest.approx(gram(k + k, X))


def test_a_condition_is_said_once_however_often_it_is_needed():
    k = PullBack(Linear(), plain) + Reweighted(centred, RBF(1.0)) + FromFeatures(plain)
    assert (
        certificate(k).provided
        == "plain sees one point at a time and centred sees one point at a time"
    )


@pytest.mark.parametrize("by", [0.9, 1.1])
def test_what_is_said_of_a_point_may_differ_by_a_millionth(by):
    # The largest coordinate is 1.
    k = PullBack(Linear(), lambda X: X + by * 1e-6 * (len(X) > 3))
    X = np.linspace(0, 1, 5)[:, None]
    if by < 1:
        gram(k, X)
    else:
        with pytest.raises(ValueError, match="rest of a batch"):
            gram(k, X)


@pytest.mark.parametrize("place", [0, 2, -1])
def test_the_first_point_one_in_the_middle_and_the_last_are_asked_for_again(place):
    def spoilt(X):
        Y = X.copy()
        Y[place] += len(X) > 3
        return Y

    with pytest.raises(ValueError, match=r"of the points \[4, 2, 0\] among 5"):
        gram(PullBack(Linear(), spoilt), SPREAD)


def test_a_function_of_two_points_may_write_into_its_own_copies_alone():
    def doubled(x, z):
        x *= 2
        z *= 2
        return float(x @ z)

    X = np.array([[1.0], [2.0], [3.0]])
    np.testing.assert_array_equal(gram(Custom(doubled), X), 4 * X @ X.T)


@pytest.mark.parametrize(
    "rule",
    [
        Custom,
        FromFeatures,
        lambda f: PullBack(Linear(), f),
        lambda f: Reweighted(f, Linear()),
    ],
)
@pytest.mark.parametrize("f", [None, 3.0, "f"])
def test_what_cannot_be_called_is_no_function(rule, f):
    with pytest.raises(
        TypeError, match=r"is .*, which cannot be called: .*Try (f|phi) = lambda"
    ):
        rule(f)


class Plain(Kernel):
    """A kernel of somebody's that states its formula alone."""

    def __init__(self, width=1.0):
        self.width = width
        self._seen = 0

    def formula(self, X, Z):
        if (X < 0).any():
            raise ValueError("no negative numbers")
        gaps = np.abs(X[:, None, 0] - Z[None, :, 0])
        return np.maximum(0, 1 - gaps / self.width)


def test_a_class_that_is_no_dataclass_shows_its_numbers():
    assert repr(Plain(2.0)) == "Plain(width=2.0)"
    assert repr(Plain() + Linear()) == "Plain(width=1.0) + Linear()"


def test_the_certificate_says_what_is_not_known_of_a_class():
    proof = certificate(Plain() + Linear())
    assert proof.open == (proof.parts[0].kernel,)
    assert "Plain does not say why it is a kernel" in repr(proof)
    assert proof.verdict.startswith("No certificate: nothing is known of Plain(width=")
    assert [each.sign for each in (proof, *proof.parts)] == ["?", "?", "✓"]


FOR_TWO = {
    "min": min,
    "an inner product": lambda x, z: x @ z,
    "math": lambda x, z: math.exp(-abs(x - z)),
    "a sum": lambda x, z: np.exp(-((x - z) ** 2).sum()),
    "an entry": lambda x, z: max(0.0, 1 - abs(x[0] - z[0])),
    "a branch": lambda x, z: 1.0 if x[0] < z[0] else 0.0,
    "entries": lambda x, z: np.exp(-((x - z) ** 2)),
}


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("f", FOR_TWO.values(), ids=FOR_TWO)
def test_a_formula_for_two_points_is_sent_to_custom(f, d):
    class Mine(Kernel):
        def formula(self, x, z):
            return f(x, z)

    points = np.arange(1.0, 1 + 3 * d).reshape(3, d)
    with pytest.raises(
        (TypeError, ValueError), match=r"of Mine .*take two points.*Try Custom"
    ):
        gram(Mine(), points)


def test_the_error_of_a_formula_for_all_points_stays():
    with pytest.raises(ValueError, match=r"^no negative numbers$"):
        gram(Plain(), [[1.0], [2.0], [-1.0]])
    assert (gram(Plain(), [[1.0], [1.5]]) == [[1, 0.5], [0.5, 1]]).all()
