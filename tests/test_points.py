"""Points that are no vectors: any sequence of strings or of sets passes the boundary,
and nothing else does.
"""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_predict

from kernellab import (
    RBF,
    Constant,
    Custom,
    Exp,
    Expansion,
    FromFeatures,
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

SEQUENCES = {
    "a list": list,
    "a tuple": tuple,
    "an array of objects": lambda X: np.array(X, dtype=object),
    "a dictionary's values": lambda X: dict(enumerate(X)).values(),
}

RULES = {
    "sum": lambda k: k + k,
    "sum with a constant": lambda k: Constant(2.0) + k,
    "product": lambda k: k * k,
    "factor": lambda k: 3 * k,
    "power": lambda k: k**3,
    "PolynomialOf": lambda k: PolynomialOf(k, (1.0, 0.5, 2.0)),
    "Exp": Exp,
    "Normalized": Normalized,
    "Reweighted": lambda k: Reweighted(length, k),
    "mixed": lambda k: Normalized(Exp(0.5 * k + Constant()) * Reweighted(length, k)),
}


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=SEQUENCES)
@pytest.mark.parametrize(
    ("k", "X"), [(OfStrings(), WORDS), (OfSets(), BAGS)], ids=["strings", "sets"]
)
def test_any_sequence_will_do(k, X, sequence):
    expected = [[len(set(x) & set(z)) for z in X] for x in X]
    assert gram(k, sequence(X)).tolist() == gram(k, X, sequence(X)).tolist() == expected


def test_numpys_strings_are_strings():
    assert (gram(OfStrings(), np.array(WORDS)) == gram(OfStrings(), WORDS)).all()
    assert type(OfStrings().as_points(np.array(WORDS))[0]) is str


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    ("k", "X"), [(OfStrings(), WORDS), (OfSets(), BAGS)], ids=["strings", "sets"]
)
def test_every_rule_passes_the_points_on(k, X, rule):
    mixed = rule(k)
    K = gram(mixed, X)
    assert K.tolist() == [[mixed(x, z) for z in X] for x in X]
    np.testing.assert_allclose(
        mixed.diagonal(mixed.as_points(X)), K.diagonal(), rtol=1e-14
    )
    np.testing.assert_allclose(gram(mixed, X[2:], X[:3]), K[2:, :3], rtol=1e-14)
    assert mixed.kind is k.kind
    assert certificate(mixed).open == (k,)


@pytest.mark.parametrize(
    "rule", [rule for name, rule in RULES.items() if name not in ("Exp", "mixed")]
)
@pytest.mark.parametrize(
    ("k", "X"),
    [(OfStrings(), WORDS[:4]), (OfSets(), BAGS[:3])],
    ids=["strings", "sets"],
)
def test_features_of_two_lists_share_their_columns(k, X, rule):
    mixed = rule(k)
    Phi, Phi_new = mixed.joint_features(X, X[1:])
    np.testing.assert_allclose(Phi @ Phi_new.T, gram(mixed, X, X[1:]), rtol=1e-13)
    np.testing.assert_allclose(
        mixed.features(X) @ mixed.features(X).T, gram(mixed, X), rtol=1e-13
    )


def test_joint_features_of_vectors_are_their_features():
    X, Z = np.eye(2), np.ones((1, 2))
    k = Linear() + Constant(4.0)
    for joint, alone in zip(
        k.joint_features(X, Z), (k.features(X), k.features(Z)), strict=True
    ):
        assert (joint == alone).all()


def test_a_map_leads_from_strings_to_vectors_and_to_strings():
    assert PullBack(RBF(1.0), lengths)("cat", "rat") == 1.0
    assert PullBack(OfStrings(), upper)("cat", "CAT") == 3.0
    assert FromFeatures(lengths)("cat", "sa") == 6.0
    assert Custom(lambda x, z: float(x == z))("cat", "cat") == 1.0
    assert Custom(lambda x, z: float(len(x | z)))({1}, {2}) == 2.0
    both = (
        OfStrings() + PullBack(RBF(2.0), lengths) * FromFeatures(lengths) + Constant()
    )
    assert both.kind is STRINGS
    assert gram(both, WORDS).shape == (7, 7)


@pytest.mark.parametrize(
    ("k", "X"), [(OfStrings(), WORDS), (OfSets(), BAGS)], ids=["strings", "sets"]
)
def test_an_expansion_and_a_model_take_them(k, X):
    y = np.arange(len(X), dtype=float)
    alpha = ridge_dual(gram(k, X), y, 0.5)
    alpha[1] = 0
    f = Expansion(k, X, alpha, b=1.0)
    expected = gram(k, X[:3], X) @ alpha + 1.0
    np.testing.assert_allclose(f(X[:3]), expected, rtol=1e-13)
    np.testing.assert_allclose(
        Expansion(k, f.points[f.support], alpha[f.support], 1.0)(X[:3]),
        expected,
        rtol=1e-13,
    )
    model = KernelRidge(k, lam=0.5, offset=True).fit(X, y)
    assert not hasattr(model, "n_features_in_")
    assert (
        pickle.loads(pickle.dumps(model)).predict(X[:2]) == model.predict(X)[:2]
    ).all()
    assert model.score(X, y) > 0


@pytest.mark.parametrize(
    ("k", "X"), [(OfStrings(), WORDS), (OfSets(), BAGS)], ids=["strings", "sets"]
)
def test_scikit_learn_searches_over_kernels_on_them(k, X):
    y = np.arange(len(X), dtype=float)
    search = GridSearchCV(
        KernelRidge(), {"kernel": [k, Normalized(k)], "lam": [0.1, 1.0]}, cv=2
    ).fit(X, y)
    assert search.predict(X).shape == y.shape
    assert cross_val_predict(KernelRidge(k), X, y, cv=2).shape == y.shape


def test_the_points_are_kept_as_they_were():
    bags = [{1}, {2}]
    f = Expansion(OfSets(), bags, [1.0, 1.0])
    bags[0].add(2)
    assert f([{1, 2}]) == 2.0


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: RBF(1.0) + OfStrings(), "RBF works on vectors, OfStrings on strings"),
        (lambda: OfSets() * OfStrings(), "OfSets works on sets, OfStrings on strings"),
        (
            lambda: Constant() * OfSets() + 2 * OfStrings(),
            "Product works on sets, Scaled on strings",
        ),
        (
            lambda: sum([OfStrings(), OfStrings(), Linear()]),
            "Sum works on strings, Linear on vectors",
        ),
    ],
)
def test_kernels_on_different_kinds_do_not_mix(build, said):
    with pytest.raises(
        TypeError,
        match=re.escape(said) + r", and no point is both\. Try PullBack\(kernel, f\)",
    ):
        build()


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (
            lambda: gram(OfStrings(), "cat"),
            TypeError,
            "X is the one string 'cat'.*Try \\['cat'\\]",
        ),
        (lambda: gram(OfStrings(), b"cat"), TypeError, "X is the one string b'cat'"),
        (
            lambda: gram(OfStrings(), ["cat", None]),
            TypeError,
            r"X\[1\] is None, a NoneType.*each point is a string.*drop missing",
        ),
        (
            lambda: gram(OfStrings(), ["cat", float("nan")]),
            TypeError,
            r"X\[1\] is nan, a float.*each point is a string",
        ),
        (
            lambda: gram(OfStrings(), ["cat", b"dog"]),
            TypeError,
            r"X\[1\] is b'dog', a bytes.*Try x\.decode\(\)",
        ),
        (
            lambda: gram(OfStrings(), WORDS, [3]),
            TypeError,
            r"Z\[0\] is 3, an int.*Try str\(x\)",
        ),
        (lambda: gram(OfStrings(), []), ValueError, "X is empty.*Check"),
        (
            lambda: gram(OfStrings(), None),
            TypeError,
            "X is a NoneType.*a sequence of strings.*Try a list",
        ),
        (
            lambda: gram(OfStrings(), {"cat", "dog"}),
            TypeError,
            "X is a set.*they need an order.*Try a list",
        ),
        (
            lambda: gram(OfStrings(), {"cat": 1}),
            TypeError,
            "X is a dict.*they need an order.*Try a list",
        ),
        (
            lambda: gram(OfStrings(), (w for w in WORDS)),
            TypeError,
            "X is a generator.*Try a list",
        ),
        (
            lambda: gram(OfStrings(), np.array([["cat"]])),
            ValueError,
            r"X has shape \(1, 1\).*Try one column",
        ),
        (
            lambda: gram(OfStrings(), np.eye(2)),
            ValueError,
            r"X has shape \(2, 2\).*strings are one plain list",
        ),
        (
            lambda: OfStrings()("cat", 3),
            TypeError,
            r"z is 3, an int.*Try str\(x\); for many there is gram",
        ),
        (
            lambda: OfStrings()(["cat"], "cat"),
            TypeError,
            r"x is \['cat'\], a list.*for many there is gram",
        ),
        (
            lambda: gram(OfSets(), [{1}, [1]]),
            TypeError,
            r"X\[1\] is \[1\], a list.*each point is a set.*Try set",
        ),
        (
            lambda: gram(OfSets(), ["cat"]),
            TypeError,
            r"X\[0\] is 'cat', a str.*text\.split\(\)",
        ),
        (
            lambda: gram(OfSets(), {frozenset({1})}),
            TypeError,
            "X is a set.*Try a list of sets",
        ),
        (lambda: gram(OfSets(), []), ValueError, "X is empty"),
        (
            lambda: OfSets()({1}, [1]),
            TypeError,
            r"z is \[1\], a list.*each point is a set",
        ),
        (
            lambda: gram(Constant(), ["cat"], [[1.0]]),
            TypeError,
            "X holds strings, Z vectors.*Check",
        ),
        (lambda: gram(Constant(), "cat"), TypeError, "X is the one string"),
        (lambda: Constant()("cat", {1}), TypeError, "x holds strings, z sets"),
        (
            lambda: Expansion(OfStrings(), WORDS, np.ones(7))(BAGS),
            TypeError,
            r"X\[0\] is \{.*each point is a string",
        ),
        (
            lambda: KernelRidge(OfStrings()).fit(np.eye(2), [1.0, 2.0]),
            ValueError,
            "strings are one plain list",
        ),
        (
            lambda: KernelRidge(RBF(1.0)).fit(WORDS, np.ones(7)),
            TypeError,
            "not an array of numbers",
        ),
        (lambda: KernelRidge(OfStrings()).fit(WORDS, [1.0]), ValueError, "y has shape"),
        (
            lambda: gram(
                Exp(20 * OfStrings()), ["a" * 9, "".join(map(chr, range(97, 137)))]
            ),
            ValueError,
            "strings of up to 40 let",
        ),
        (
            lambda: gram(Exp(400 * OfSets()), [{1, 2}]),
            ValueError,
            "sets of up to 2 elements.*Normalized",
        ),
        (
            lambda: gram(Exp(400 * Custom(lambda x, z: 9.0)), [{1, 2}]),
            ValueError,
            "sets of up to 2 elements",
        ),
        (
            lambda: refute(OfStrings()),
            TypeError,
            "works on strings, and a search draws vectors.*Try psd_report",
        ),
        (
            lambda: gram(PullBack(RBF(1.0), upper), WORDS),
            TypeError,
            r"f\(X\).*is not an array of numbers",
        ),
        (
            lambda: gram(Custom(lambda x, z: np.nan), WORDS),
            ValueError,
            r"f\('cat', 'cat'\) returned nan",
        ),
        (
            lambda: gram(Reweighted(lambda X: X, OfStrings()), WORDS),
            TypeError,
            r"f\(X\).*is not an array of numbers",
        ),
    ],
)
def test_what_is_no_point_is_refused(call, error, said):
    with pytest.raises(error, match=said):
        call()
