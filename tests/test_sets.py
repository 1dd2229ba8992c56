"""Kernels on sets: what two of them share, element by element and subset by subset."""

from __future__ import annotations

import math
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import Intersection, Normalized, SetOverlap, gram

ELEMENTS = [0, 1, "a", "ab", None, 2.5, ("a", 1), frozenset({3}), "🐈"]
sets = st.sets(st.sampled_from(ELEMENTS))


def subsets(elements):
    sizes = (combinations(elements, r) for r in range(len(elements) + 1))
    return [*map(set, chain.from_iterable(sizes))]


@given(st.lists(sets, min_size=1, max_size=6), st.lists(sets, min_size=1, max_size=6))
def test_both_kernels_count_what_two_sets_share(X, Z):
    common = np.array(
        [[sum(a == b for a in x for b in z) for z in Z] for x in X], dtype=float
    )
    assert (gram(Intersection(), X, Z) == common).all()
    np.testing.assert_allclose(gram(SetOverlap(), X, Z), np.exp(common), rtol=1e-14)


@given(st.lists(sets, min_size=1, max_size=3), st.lists(sets, min_size=1, max_size=3))
def test_features_of_two_lists_give_the_gram_matrix(X, Z):
    for k in (
        Intersection(),
        SetOverlap(),
        Normalized(Intersection()) + 2 * SetOverlap() * Intersection(),
    ):
        Phi = k.features(X + Z)
        np.testing.assert_allclose(
            Phi[: len(X)] @ Phi[len(X) :].T, gram(k, X, Z), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(
            k.diagonal(k.as_points(X)), gram(k, X).diagonal(), rtol=1e-12
        )
        assert (gram(k, X) == gram(k, X).T).all()


def test_all_subsets_of_five_elements_have_independent_features():
    everything = subsets("abcde")
    values = np.linalg.eigvalsh(gram(SetOverlap(), everything))
    assert len(everything) == 32
    assert round(values[0], 3) == 0.046
    assert np.linalg.matrix_rank(SetOverlap().features(everything)) == 32
    assert np.linalg.matrix_rank(gram(Intersection(), everything)) == 5


def test_too_many_subsets_are_not_written_out():
    X = [set(range(29)), {1}]
    with pytest.raises(ValueError, match=r"10\^8\.7 features.*too many.*gram\(k, X\)"):
        SetOverlap().features(X)
    assert gram(SetOverlap(), X)[0, 1] == pytest.approx(math.e)
    formula = r"\exp\left(|a \cap b|\right) \cdot |a \cap b|"
    assert (SetOverlap() * Intersection()).latex("a", "b") == formula
