"""The labs on strings show what the kernels and a count by hand say, and every control moves something."""

import re

import numpy as np
import pytest

from kernellab import Normalized, Spectrum, Subsequence, gram, labs
from kernellab.course.labs.strings import WORDS, drawable, occurrences, recursion_tables
from tests.zoo import matching_words

MAKE = {"shared words": labs.shared_words, "table": labs.filling_the_table, "similarity": labs.word_similarity}
SMALL = [("cat", "cart"), ("color", "colour"), ("banana", "bandana"), ("Köln", "Colonia"), ("🐈🐈", "a🐈")]
PAIRS = [*SMALL, ("science", "conscience"), ("abc", "xyz"), ("", "cat")]


@pytest.fixture(params=MAKE.values(), ids=MAKE, scope="module")
def lab(request):
    return request.param()


@pytest.mark.parametrize(
    "typed", ["🐈 🐕 🐈🐕", "$x^$ a b", "é\u0301 ñ o", "\\frac _ ^", "a b c", "aaaaaaa aa a", "汉字 汉 字"]
)
def test_whatever_one_types_is_drawn(lab, typed):
    lab.reset()
    for name, control in lab.controls.items():
        if control.kind == "text":
            assert lab.set(**{name: typed[: control.most]}).picture().png  # any warning, as of a missing glyph, is an error
    for name, control in lab.controls.items():
        if control.kind != "text":
            for value in (control.values[0], control.values[-1]):
                assert not re.search(r"\bnan\b", lab.set(**{name: value}).sentence)


def test_the_page_types_into_a_box_and_an_empty_one_gets_a_reason():
    lab = labs.filling_the_table()
    lab._receive(lab.widget(), {"kind": "set", "rungs": {"x": "catalogue"}, "view": "v", "turn": 1}, [])
    assert lab.values["x"] == "catalog"  # what arrives is cut to what fits
    lab._receive(lab.widget(), {"kind": "set", "rungs": {"x": ""}, "view": "v", "turn": 2}, [])
    assert "no table" in lab.problem
    lab._receive(lab.widget(), {"kind": "set", "rungs": {"x": "dog", "p": 0}, "view": "v", "turn": 3}, [])
    assert lab.problem is None
    assert (lab.values["x"], lab.values["p"]) == ("dog", 1)


def test_a_letter_that_the_font_lacks_is_drawn_as_a_box_and_a_dollar_as_a_dollar():
    assert drawable("cat🦩") == "cat□"
    assert drawable("$1") == r"\$1"


# Shared words


@pytest.fixture(scope="module")
def words():
    return labs.shared_words()


@pytest.mark.parametrize("decay", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize(("x", "z"), PAIRS)
def test_the_bars_are_the_shares_of_the_kernel(words, x, z, k, decay):
    lab = words.set(x=x, z=z, k=k, decay=decay)
    kernel = Subsequence(k, decay)
    if kernel(x, z) == 0:
        assert "so k(x, z) = 0" in lab.sentence
        assert not any(bar.get_width() for bar in lab.figure.axes[1].patches)
        return
    left, right = kernel.joint_features([x], [z])
    shares = np.sort((left * right).ravel())[::-1] / kernel(x, z)
    widths = [bar.get_width() for bar in lab.figure.axes[1].patches]
    expected = np.zeros(8)
    expected[: min(8, len(shares))] = shares[:8]
    np.testing.assert_allclose(widths, expected, atol=1e-12)
    assert f"which is {Normalized(kernel)(x, z):.3f} once normalised" in lab.sentence


def test_the_brackets_stand_over_the_letters_of_the_word():
    lab = labs.shared_words().set(x="banana", z="bandana", k=2, number=1)
    drawn = [line.get_xdata() for line in lab.figure.axes[0].lines if len(line.get_xdata()) == 2]
    for word, brackets in (("banana", drawn[:3]), ("bandana", drawn[6:9])):
        for at in brackets:
            assert word[int(at[0])] + word[int(at[-1])] == "an"
    assert "“an”, stands at 3 places in x and 3 in z" in lab.sentence


def test_occurrences_are_those_of_the_lecture():
    assert occurrences("abcab", 2)["ab"] == [(0, 1), (3, 4), (0, 4)]
    assert occurrences("the common construct", 2)["on"][:2] == [(8, 9), (12, 13)]
    assert occurrences("ab", 3) == {}


def test_a_word_number_beyond_the_last_shows_the_last():
    lab = labs.shared_words().set(x="cat", z="cart", k=3, number=8)
    assert "Number 1, the last there is, “cat”" in lab.sentence


def test_the_other_window_multiplies_by_the_square_of_the_decay_until_one_normalises():
    lab = labs.shared_words().set(decay=0.4)
    said = []
    for window, more in (("i_k − i₁", 0), ("i_k − i₁ + 1", 1)):
        lab.set(window=window)
        said.append(re.search(r"to k\(x, z\) = ([\d.]+), which is ([\d.]+) once", lab.sentence))
        assert float(said[-1][1]) == pytest.approx(matching_words("banana", "bandana", 2, 0.4, more), rel=5e-3)
    assert said[0][2] == said[1][2]


# The table


@pytest.mark.parametrize("decay", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("p", [1, 2, 3])
@pytest.mark.parametrize(("s", "t"), SMALL)
def test_the_tables_hold_the_kernels_of_the_beginnings(s, t, p, decay):
    M, S, _ = recursion_tables(s, t, p, decay)
    kernel = Subsequence(p, decay)
    for i, j in np.ndindex(M.shape):
        upto = kernel(s[: i + 1], t[: j + 1])
        assert M[: i + 1, : j + 1].sum() == pytest.approx(upto, rel=1e-12)
        moved = [[M[a, b] * decay ** (i - a + j - b) for b in range(j + 1)] for a in range(i + 1)]
        assert S[i, j] == pytest.approx(np.sum(moved), rel=1e-12, abs=1e-15)


def test_cells_are_filled_one_by_one_and_all_of_them_make_the_kernel():
    lab = labs.filling_the_table().set(x="color", z="colour", p=2, decay=0.5)
    texts = [text for ax in lab.figure.axes for text in ax.texts if text.get_fontsize() == 9]
    for cells in (1, 7, 30, 49):
        lab.set(cells=cells)
        assert sum(text.get_text() != "" for text in texts) == 2 * min(cells, 30)
    value = Subsequence(2, 0.5)("color", "colour")
    assert f"After all 30 cells M sums to {value:.3g}; k(x, z) = {value:.3g}." in lab.sentence


# Similarity


@pytest.mark.parametrize(
    ("shown", "gaps", "k", "decay"), [("as it is", "allowed", 2, 0.5), ("normalised", "not allowed", 3, 1.0)]
)
def test_the_picture_is_the_gram_matrix_and_the_rings_are_the_nearest(shown, gaps, k, decay):
    lab = labs.word_similarity().set(shown=shown, gaps=gaps, k=k, decay=decay)
    kernel = Subsequence(k, decay) if gaps == "allowed" else Spectrum(k)
    K = gram(Normalized(kernel) if shown == "normalised" else kernel, WORDS)
    table, own = lab.figure.axes
    np.testing.assert_allclose(table.images[0].get_array(), K / K.max(), atol=1e-12)
    columns, rows = table.lines[0].get_data()
    for i, j in zip(rows, columns, strict=True):
        assert K[i, j] == pytest.approx(max(np.delete(K[i], i)))
        assert K[i, j] > 0
    dots = own.lines[0].get_ydata()
    np.testing.assert_allclose(dots[K.diagonal() > 0], K.diagonal()[K.diagonal() > 0])


def test_a_longer_word_is_no_longer_everyone_s_neighbour_once_normalised():
    lab = labs.word_similarity()
    assert "“Rooma” is the nearest word of 3 others" in lab.sentence
    assert "k(x, x) is 1 for every word" in lab.set(shown="normalised").sentence
    assert "of 2 others" in lab.sentence


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (["a", "b"], ValueError, "2 word"),
        ([str(i) for i in range(21)], ValueError, "21 word"),
        (["a", "b", "a"], ValueError, "stands twice"),
        (["a b", "c", "d"], ValueError, "spaces part the words"),
        (["a" * 60, "b" * 60, "c"], ValueError, "up to 120 letters"),
        ("abc", TypeError, "one string"),
        ([1, 2, 3], TypeError, "each point is a string"),
    ],
)
def test_bad_words_are_refused(words, error, said):
    with pytest.raises(error, match=said):
        labs.word_similarity(words)


def test_words_that_one_types_are_compared():
    lab = labs.word_similarity().set(words="anna hannah an nah", k=2, decay=0.4)
    np.testing.assert_allclose(
        lab.figure.axes[0].images[0].get_array() * gram(Subsequence(2, lab.values["decay"]), ["hannah"])[0, 0],
        gram(Subsequence(2, lab.values["decay"]), ["anna", "hannah", "an", "nah"]),
        atol=1e-12,
    )
    assert [label.get_text() for label in lab.figure.axes[0].get_yticklabels()] == ["anna", "hannah", "an", "nah"]
    assert "4 words" in lab.sentence
    for words, reason in (("", "0 words"), ("one two", "2 words"), ("a b a", "stands twice")):
        with pytest.raises(ValueError, match=reason):
            lab.set(words=words)


def test_words_with_nothing_in_common_are_said_to_have_nothing():
    assert "no two of the words share anything" in labs.word_similarity(["ab", "cd", "ef"]).sentence


def test_the_longest_word_stays_in_sight():
    lab = labs.word_similarity().set(words="W" * 20 + " hahahahaha hohoho", gaps="allowed", k=4, decay=1.0)
    own = lab.figure.axes[1]
    assert own.lines[0].get_ydata().max() > 1e6
    assert own.get_ylim()[1] > own.lines[0].get_ydata().max()
