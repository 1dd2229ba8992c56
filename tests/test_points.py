"""Points that are no vectors: any sequence of strings or of sets passes the boundary,
and nothing else does.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from kernellab import (
    RBF,
    Constant,
    Custom,
    Exp,
    Expansion,
    Kernel,
    KernelRidge,
    Linear,
    Normalized,
    PolynomialOf,
    PullBack,
    Reweighted,
    certificate,
    gram,
    refute,
    ridge_dual,
)
from kernellab._points import SETS, STRINGS


class Overlap(Kernel):
    """How many elements or different letters two points share."""

    def formula(self, X, Z):
        return np.array([[float(len(set(x) & set(z))) for z in Z] for x in X])

    def feature_map(self, X):
        parts = sorted(set().union(*X), key=repr)
        return np.array([[float(part in x) for part in parts] for x in X])


@dataclass(frozen=True)
class OfStrings(Overlap):
    kind = STRINGS


@dataclass(frozen=True)
class OfSets(Overlap):
    kind = SETS


def lengths(X):
    return np.array([[len(x)] for x in X], dtype=float)


def length(X):
    return lengths(X).ravel()


def upper(X):
    return [x.upper() for x in X]


WORDS = ["cat", "", "Zoë", "naïve", "🐈🐈", "a" * 50, "cat"]
BAGS = [{"a", "b"}, set(), frozenset({1, "a"}), {None, 2.5}, {"a", "b"}]
both_kinds = pytest.mark.parametrize(
    ("k", "X"), [(OfStrings(), WORDS), (OfSets(), BAGS)], ids=["strings", "sets"]
)

RULES = {
    "a sum with a constant": lambda k: Constant(2.0) + k,
    "a power": lambda k: 3 * k**3,
    "a polynomial": lambda k: PolynomialOf(k, (1.0, 0.5, 2.0)),
    "normalised": lambda k: Normalized(Reweighted(length, k)),
    "exp": lambda k: Normalized(Exp(0.5 * k + Constant()) * Reweighted(length, k)),
}


@both_kinds
def test_any_sequence_will_do(k, X):
    expected = [[len(set(x) & set(z)) for z in X] for x in X]
    values = dict(enumerate(X)).values()
    for sequence in (list(X), tuple(X), np.array(X, dtype=object), values):
        assert gram(k, sequence).tolist() == gram(k, X, sequence).tolist() == expected


def test_numpys_strings_are_strings():
    assert (gram(OfStrings(), np.array(WORDS)) == gram(OfStrings(), WORDS)).all()
    assert type(OfStrings().as_points(np.array(WORDS))[0]) is str


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@both_kinds
def test_every_rule_passes_the_points_on(k, X, rule):
    mixed = rule(k)
    K = gram(mixed, X)
    assert K.tolist() == [[mixed(x, z) for z in X] for x in X]
    diagonal = mixed.diagonal(mixed.as_points(X))
    np.testing.assert_allclose(diagonal, K.diagonal(), rtol=1e-14)
    np.testing.assert_allclose(gram(mixed, X[2:], X[:3]), K[2:, :3], rtol=1e-14)
    assert mixed.kind is k.kind
    assert set(certificate(mixed).open) == {k}
    if rule is not RULES["exp"]:
        Phi = mixed.features(X[:3])
        K = gram(mixed, X[:3], X[1:3])
        np.testing.assert_allclose(Phi @ Phi[1:].T, K, rtol=1e-13)


def test_a_map_leads_from_strings_to_vectors_and_to_strings():
    assert PullBack(RBF(1.0), lengths)("cat", "rat") == 1.0
    assert PullBack(OfStrings(), upper)("cat", "CAT") == 3.0
    assert Custom(lambda x, z: float(x == z))("cat", "cat") == 1.0
    assert Custom(lambda x, z: float(len(x | z)))({1}, {2}) == 2.0
    both = OfStrings() + PullBack(Linear(), lengths) + Constant()
    assert both.kind is STRINGS
    assert gram(both, WORDS).shape == (7, 7)


@both_kinds
def test_an_expansion_a_model_and_a_search_take_them(k, X):
    y = np.arange(len(X), dtype=float)
    alpha = ridge_dual(gram(k, X), y, 0.5)
    alpha[1] = 0
    f = Expansion(k, X, alpha, b=1.0)
    np.testing.assert_allclose(f(X[:3]), gram(k, X[:3], X) @ alpha + 1.0, rtol=1e-13)
    model = KernelRidge(k, lam=0.5, offset=True).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(X[:2]) == model.predict(X)[:2]).all()
    grid = {"kernel": [k, Normalized(k)], "lam": [0.1, 1.0]}
    assert GridSearchCV(KernelRidge(), grid, cv=2).fit(X, y).predict(X).shape == y.shape


def test_the_points_are_kept_as_they_were():
    bags = [{1}, {2}]
    f = Expansion(OfSets(), bags, [1.0, 1.0])
    bags[0].add(2)
    assert f([{1, 2}]) == 2.0


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: RBF(1.0) + OfStrings(), r"\): RBF works on vectors, OfStrings on str"),
        (
            lambda: Constant() * OfSets() + 2 * OfStrings(),
            "Product works on sets, Scaled on strings",
        ),
    ],
)
def test_kernels_on_different_kinds_do_not_mix(build, said):
    with pytest.raises(TypeError, match=rf"{said}.* point is both\. Try PullBack"):
        build()


NO_STRINGS = {
    "one string": ("cat", "X is a str, .* a plain list of strings: .* try"),
    "bytes": (b"cat", r"X\[0\] is 99, an int"),
    "None inside": (["cat", None], r"X\[1\] is None, a NoneType.*drop missing"),
    "bytes inside": (["cat", b"dog"], r"X\[1\] is b'dog', a bytes.*Try str\(x\)"),
    "nothing": ([], "X is empty.*Check"),
    "None": (None, "X is a NoneType"),
    "a set": ({"cat", "dog"}, "X is a set"),
    "a dictionary": ({"cat": 1}, "X is a dict"),
    "a generator": ((w for w in WORDS), "X is a generator"),
    "a table": (np.array([["cat"]]), r"X is a ndarray of shape \(1, 1\)"),
    "sets": ([{1}], r"X\[0\] is \{1\}, a set, but .* a string"),
}


@pytest.mark.parametrize(("X", "said"), NO_STRINGS.values(), ids=NO_STRINGS)
def test_what_is_no_list_of_strings_is_refused(X, said):
    with pytest.raises((TypeError, ValueError), match=said):
        gram(OfStrings(), X)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gram(OfStrings(), WORDS, [3]), r"Z\[0\] is 3, an int"),
        (lambda: OfStrings()("cat", 3), r"z\[0\] is 3, an int"),
        (lambda: gram(OfSets(), [{1}, [1]]), r"X\[1\] is \[1\], a list.* a set.*Try"),
        (lambda: gram(OfSets(), ["cat"]), r"X\[0\] is 'cat', a str"),
        (lambda: gram(Linear(), [1.0, 2.0]), r"np\.reshape\(X, \(-1, 1\)\)"),
        (lambda: Linear()([[1.0]], 2.0), r"here x is one point, .* Try x\[0\]"),
        (lambda: gram(Constant(), ["cat"], [[1.0]]), "X holds strings, Z vectors"),
        (lambda: Constant()("cat", {1}), "x holds strings, z sets"),
        (lambda: Expansion(OfStrings(), WORDS, np.ones(7))(BAGS), r"X\[0\] is \{"),
        (lambda: KernelRidge(OfStrings()).fit(np.eye(2), [1.0, 2.0]), r"\(2, 2\)"),
        (lambda: refute(OfStrings()), r"OfStrings\(\) works on strings.* on strings"),
        (lambda: gram(PullBack(RBF(1.0), upper), WORDS), r"f\(X\).*is .*'CAT'"),
        (lambda: gram(Custom(lambda x, z: np.nan), WORDS), r"f\('cat', 'cat'\) return"),
        (
            lambda: gram(Reweighted(lambda X: X, OfStrings()), WORDS),
            r"f\(X\).*is .*'cat'",
        ),
    ],
)
def test_what_is_no_point_is_refused(call, said):
    with pytest.raises((TypeError, ValueError), match=said):
        call()
