"""Kernels on strings equal brute force over index tuples, by either route, for any
Python string.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import Constant, Normalized, Spectrum, Subsequence, gram
from tests.zoo import matching_words

WORDS = [
    "cat", "car", "", "c", "Zoë", "naïve", "🐈🐕🐈", "banana", "ananas", "na na",
    "\x00a\x00a", "\ud800x\ud800",
]  # fmt: skip
texts = st.one_of(
    st.text(alphabet="ab", max_size=9),
    st.text(alphabet="abcde 🐈🐕é", max_size=9),
    st.text(max_size=7),
)
lists = st.lists(texts, min_size=1, max_size=5)


def brute(x: str, z: str, k: int, decay: float, window: str) -> float:
    return matching_words(x, z, k, decay, int(window == "cover"))


def route(k: Subsequence, by_features: bool) -> Subsequence:
    """The kernel, held to one of its two routes."""
    object.__setattr__(k, "_features_pay", lambda *args: by_features)
    return k


@pytest.mark.slow
@given(
    lists,
    lists,
    st.integers(1, 3),
    st.sampled_from([1.0, 0.5]),
    st.sampled_from(["span", "cover"]),
)
def test_both_routes_fill_the_same_table(X, Z, k, decay, window):
    expected = np.array([[brute(x, z, k, decay, window) for z in Z] for x in X])
    for by_features in (False, True):
        kernel = route(Subsequence(k, decay, window), by_features)
        np.testing.assert_allclose(gram(kernel, X, Z), expected, rtol=1e-12)
        K = gram(kernel, X)
        assert (K == K.T).all()
        np.testing.assert_allclose(
            K, [[brute(x, z, k, decay, window) for z in X] for x in X], rtol=1e-12
        )
        np.testing.assert_allclose(
            kernel.diagonal(kernel.as_points(X)), K.diagonal(), rtol=1e-12
        )


@given(lists, lists, st.integers(1, 3))
def test_features_of_two_lists_give_the_gram_matrix(X, Z, k):
    for kernel in (
        Spectrum(k),
        Subsequence(k, 0.5),
        Normalized(Subsequence(k, 0.7, "cover")) * Spectrum(1) + Constant(2.0),
    ):
        Phi = kernel.features(X + Z)
        np.testing.assert_allclose(
            Phi[: len(X)] @ Phi[len(X) :].T, gram(kernel, X, Z), rtol=1e-12, atol=1e-13
        )


@given(lists, lists, st.integers(1, 4))
def test_the_spectrum_slides_a_window(X, Z, k):
    def slide(x):
        return Counter(x[i : i + k] for i in range(len(x) - k + 1))

    expected = [
        [float(sum(n * slide(z)[u] for u, n in slide(x).items())) for z in Z] for x in X
    ]
    assert gram(Spectrum(k), X, Z).tolist() == expected
    lengths = Spectrum(k).diagonal(Spectrum(k).as_points(X))
    np.testing.assert_array_equal(lengths, gram(Spectrum(k), X).diagonal())


@pytest.mark.parametrize(
    "k", [Spectrum(2), Subsequence(2, 0.5), Subsequence(3, 1.0, "cover")], ids=repr
)
def test_columns_belong_to_words_in_the_order_of_the_alphabet(k):
    def weight(x, u):
        places = [
            i for i in combinations(range(len(x)), k.k) if "".join(x[j] for j in i) == u
        ]
        if isinstance(k, Spectrum):
            return sum(i[-1] - i[0] == k.k - 1 for i in places)
        return sum(k.decay ** (i[-1] - i[0] + (k.window == "cover")) for i in places)

    X = ["banana", "nab", "", "band"]
    words = [*map("".join, product("abdn", repeat=k.k))]
    table = np.array([[weight(x, u) for u in words] for x in X], dtype=float)
    np.testing.assert_allclose(k.features(X), table[:, table.any(axis=0)], rtol=1e-15)


def test_values_published_for_two_sentences():
    one, two = "science is organized knowledge", "wisdom is organized life"
    assert sum(Subsequence(k, 1.0)(one, two) for k in (1, 2, 3, 4)) == 20538
    kernels = (Normalized(Subsequence(k, 0.5, "cover")) for k in range(1, 7))
    assert [round(k(one, two), 3) for k in kernels] == [
        0.849,
        0.580,
        0.478,
        0.439,
        0.406,
        0.369,
    ]


def test_a_formula_counts_the_letters_of_a_window_in_both_strings():
    span, cover = (Subsequence(2, 0.5, w).latex() for w in ("span", "cover"))
    assert cover == span.removesuffix("}") + " + 2}"


def test_short_strings_share_nothing():
    for k in (
        Spectrum(3),
        Subsequence(3, 0.5),
        Subsequence(10**9, 1.0),
        Spectrum(10**9),
    ):
        assert not gram(k, ["", "a", "ab"]).any()
        assert not gram(Normalized(k), ["", "a", "ab"]).any()
        assert k.features(["", "ab"]).shape == (2, 0)
        assert (k + Constant()).features(["", "ab"]).shape == (2, 1)


def test_a_batch_of_pairs_is_as_wide_as_its_longest_string(monkeypatch):
    X, kernel = ["abababab", "ba", "abab"], route(Subsequence(2, 0.5), False)
    whole = gram(kernel, X, [*X])
    for entries in (16, 32, 48):  # one, two and three pairs at a time
        monkeypatch.setattr("kernellab.kernels.strings.ENTRIES", entries)
        np.testing.assert_allclose(gram(kernel, X, [*X]), whole, rtol=1e-15)


def test_the_route_is_chosen_by_the_size_of_the_alphabet():
    rng = np.random.default_rng(0)
    for size, k, pay in ((4, 5, True), (26, 2, True), (26, 4, False), (999, 3, False)):
        X = Subsequence(k, 0.5).as_points(
            ["".join(map(chr, rng.integers(97, 97 + size, 57))) for _ in range(106)]
        )
        assert Subsequence(k, 0.5)._features_pay(X, X, X) is pay


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Spectrum(0), "k = 0 .*number of letters.*Try k=1"),
        (lambda: Subsequence(2.5, 0.5), "k = 2.5 .*number of letters"),
        (lambda: Subsequence(2, 0.0), "decay = 0.0 .*weight of one step"),
        (lambda: Subsequence(2, 1.5), "decay = 1.5 .*counts more the wider"),
        (lambda: Subsequence(2, 0.5, "gap"), "none of 'span', 'cover': .*='span'"),
        (lambda: Subsequence(40, 1e-5), r"1e-05 with k = 40.*\^78 = 0e.*\(40\)"),
        (
            lambda: Subsequence(6, 0.5).features(["abcdefghijklmnopqrstuvwxyz"]),
            r"10\^8\.5 features.*too many.*gram\(k, X\)",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(build, said):
    with pytest.raises(ValueError, match=said):
        build()


def test_the_formulas_name_the_words_and_both_strings():
    words = r"\sum_{u \in \mathcal{A}^{3}}"
    places = r"\sum_{a[i] = u = b[j]} 0.5^{i_{3} - i_1 + j_{3} - j_1 + 2}"
    assert Spectrum(3).latex("a", "b") == rf"{words} |a|_u\, |b|_u"
    assert Subsequence(3, 0.5, "cover").latex("a", "b") == f"{words} {places}"
