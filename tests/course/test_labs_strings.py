"""The labs on strings show what the kernels and a count by hand say, and every control
moves something.
"""

import re
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from kernellab import Normalized, Subsequence, gram, labs, plots
from kernellab.course.labs.strings import WORDS, drawable, occurrences, recursion_tables
from tests.course.labs import at, draws, image, line, meets, reads, says
from tests.zoo import matching_words

MAKE = {
    "shared words": labs.shared_words,
    "table": labs.filling_the_table,
    "similarity": labs.word_similarity,
}
SMALL = [
    ("cat", "cart"),
    ("color", "colour"),
    ("banana", "bandana"),
    ("Köln", "Colonia"),
    ("🐈🐈", "a🐈"),
]
PAIRS = [*SMALL, ("science", "conscience"), ("abc", "xyz"), ("", "cat")]


@pytest.fixture(params=MAKE.values(), ids=MAKE, scope="module")
def lab(request):
    return request.param()


@pytest.mark.parametrize(
    "typed",
    [
        "🐈 🐕 🐈🐕",
        "$x^$ a b",
        "é\u0301 ñ o",
        "\\frac _ ^",
        "a b c",
        "aaaaaaa aa a",
        "汉字 汉 字",
    ],
)
@pytest.mark.slow
def test_whatever_one_types_is_drawn(lab, typed):
    lab.reset()
    for name, control in lab.controls.items():
        if control.kind == "text":
            shot = lab._frame(lab.values | {name: typed[: control.most]})
            assert shot.error is None or re.search(
                r"\b(try|write)\b", str(shot.error), re.IGNORECASE
            ), shot.error
    for name, control in lab.controls.items():
        if control.kind != "text":
            for value in (control.values[0], control.values[-1]):
                assert not re.search(r"\bnan\b", lab.set(**{name: value}).sentence)


def test_the_page_types_into_a_box_and_an_empty_one_gets_a_reason():
    lab = labs.filling_the_table()

    def typed(turn, **positions):
        at = [
            positions.get(name, position)
            for name, position in zip(
                lab.controls, lab._state()["positions"], strict=True
            )
        ]
        lab._receive(
            lab.widget(),
            {"kind": "set", "positions": at, "have": False, "view": "v", "turn": turn},
            [],
        )

    typed(1, x="catalogue")
    assert lab.values["x"] == "catalog"  # what arrives is cut to what fits
    typed(2, x="")
    assert "no table" in lab.problem
    typed(3, x="dog", p=0)
    assert lab.problem is None
    assert (lab.values["x"], lab.values["p"]) == ("dog", 1)


def test_a_dollar_is_a_dollar_and_other_scripts_stay_what_they_are():
    assert drawable("cat🦩核") == "cat🦩核"
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


def spelled(text, k):
    """Every word of k letters that the text spells, with its places, the tightest
    first.
    """
    found = {}
    for places in combinations(range(len(text)), k):
        found.setdefault("".join(text[i] for i in places), []).append(places)
    return {
        word: sorted(places, key=lambda i: (i[-1] - i[0], i))
        for word, places in found.items()
    }


@pytest.mark.parametrize(
    ("x", "z", "k", "decay", "number", "window"),
    [
        ("banana", "bandana", 2, 0.5, 1, "steps, iₖ − i₁"),
        ("banana", "bandana", 3, 0.05, 8, "letters, iₖ − i₁ + 1"),
        ("cat", "cart", 1, 1.0, 3, "letters, iₖ − i₁ + 1"),
        ("aaaaaaaaaa", "aaaab", 2, 0.3, 8, "steps, iₖ − i₁"),
        ("conscience", "science", 4, 0.9, 5, "steps, iₖ − i₁"),
        ("cat", "dog", 2, 0.5, 2, "steps, iₖ − i₁"),
        ("", "cat", 1, 0.5, 1, "letters, iₖ − i₁ + 1"),
    ],
)
def test_letters_brackets_bars_and_sentence(x, z, k, decay, number, window):
    lab = at("shared_words", x=x, z=z, k=k, decay=decay, number=number, window=window)
    letters, parts = lab.figure.axes
    more, both = window.endswith("+ 1"), [spelled(x, k), spelled(z, k)]
    weight = [
        {
            u: sum(decay ** (i[-1] - i[0] + more) for i in places)
            for u, places in found.items()
        }
        for found in both
    ]
    shares = {u: weight[0][u] * weight[1][u] for u in set(both[0]) & set(both[1])}
    total = matching_words(x, z, k, decay, int(more))
    assert sum(shares.values()) == pytest.approx(total)
    ranked = [text.get_text().split(":")[0] for text in parts.texts if text.get_text()]
    assert (len(ranked), len(set(ranked))) == (min(8, len(shares)),) * 2
    least = min((shares[u] for u in ranked), default=0.0)
    assert all(
        share <= least * (1 + 1e-9) for u, share in shares.items() if u not in ranked
    )
    chosen = min(number, len(shares)) - 1
    for i, (bar, text) in enumerate(zip(parts.patches, parts.texts, strict=True)):
        assert (bar.get_y() + bar.get_height() / 2, text.get_position()[1]) == (
            pytest.approx(i),
            i,
        )
        share = shares[ranked[i]] / total if i < len(ranked) else 0.0
        assert bar.get_width() == pytest.approx(share)
        assert bar.get_visible() == (i < len(ranked))
        assert bar.get_facecolor() == to_rgba(plots.FIT if i == chosen else plots.FAINT)
        inside = share >= 0.8
        assert text.get_position()[0] == pytest.approx(
            0.015 if inside else share + 0.015
        )
        assert text.get_color() == ("white" if inside and i == chosen else "black")
        if i < len(ranked):
            says(text.get_text(), "{}: {:.0f} %", ranked[i], 100 * share)
    widths = [bar.get_width() for bar in parts.patches]
    assert widths == sorted(widths, reverse=True)
    for word, found, up in ((x, both[0], 1), (z, both[1], -1)):
        places = found[ranked[chosen]] if ranked else []
        written = [
            text
            for text in letters.texts
            if text.get_fontsize() == 17 and text.get_position()[1] == 1.3 * up
        ]
        assert [text.get_position()[0] for text in written] == list(range(10))
        assert "".join(text.get_text() for text in written) == word
        for i, text in enumerate(written[: len(word)]):
            assert (text.get_color() == plots.FIT) == any(i in each for each in places)
        mine = [
            each
            for each in letters.lines
            if len(each.get_xdata()) and each.get_ydata()[0] * up > 1.3
        ]
        brackets, dots = (
            [each for each in mine if each.get_marker() == marker]
            for marker in ("None", "o")
        )
        beside = [
            text
            for text in letters.texts
            if text.get_text() and text.get_position()[1] * up > 1.3
        ]
        further = [text.get_text() for text in beside if "more" in text.get_text()]
        left = len(places) - 5
        assert further == (
            [f"and {left} more place{'s' * (left > 1)}"] if left > 0 else []
        )
        beside = [text for text in beside if "more" not in text.get_text()]
        for place, bracket, dot, text in zip(
            places[:5], brackets, dots, beside, strict=True
        ):
            assert (
                len({*bracket.get_ydata(), *dot.get_ydata(), text.get_position()[1]})
                == 1
            )
            assert (list(bracket.get_xdata()), list(dot.get_xdata())) == (
                [place[0], place[-1]],
                list(place),
            )
            assert place[-1] < text.get_position()[0] < place[-1] + 0.5
            power = place[-1] - place[0] + more
            if power:
                says(
                    text.get_text(),
                    "λ{} = {}",
                    "⁰ ²³⁴⁵⁶⁷⁸⁹"[power].strip() if power < 10 else "¹⁰",
                    decay**power,
                )
            else:
                assert text.get_text() == "1"
        distances = [abs(bracket.get_ydata()[0]) for bracket in brackets]
        assert distances == sorted(distances)
    opening, values = "x = {}, z = {}, λ = {}, window {}: ", (x, z, decay, window)
    if not ranked:
        said = "no word of k = {:d} letters stands in both, so k(x, z) = 0."
        says(lab.sentence, opening + said, *values, k)
        return
    u = ranked[chosen]
    normalised = total / np.sqrt(
        matching_words(x, x, k, decay, int(more))
        * matching_words(z, z, k, decay, int(more))
    )
    says(
        lab.sentence,
        opening
        + "{:d} word{} of k = {:d} letter{} in both. Number {:d}{}, “{}”, stands at"
        " {:d} place{} in x and {:d} in z and adds {} to k(x, z) = {}, which is"
        " {:.3f} once normalised.",
        *values,
        *(len(shares), "s" * (len(shares) > 1), k, "s" * (k > 1), chosen + 1),
        "" if number <= len(shares) else ", the last there is",
        *(u, len(both[0][u]), "s" * (len(both[0][u]) > 1), len(both[1][u]), shares[u]),
        *(total, normalised),
    )


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
    for window, more in (("steps, iₖ − i₁", 0), ("letters, iₖ − i₁ + 1", 1)):
        lab.set(window=window)
        said.append(
            re.search(r"to k\(x, z\) = ([\d.]+), which is ([\d.]+) once", lab.sentence)
        )
        assert float(said[-1][1]) == pytest.approx(
            matching_words("banana", "bandana", 2, 0.4, more), rel=5e-3
        )
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
        moved = [
            [M[a, b] * decay ** (i - a + j - b) for b in range(j + 1)]
            for a in range(i + 1)
        ]
        assert S[i, j] == pytest.approx(np.sum(moved), rel=1e-12, abs=1e-15)


def by_definition(x, z, p, decay):
    """M: the words of p letters that end at i in x and at j in z. S: the same and those
    that end before, each step a λ.
    """
    M, S = np.zeros((len(x), len(z))), np.zeros((len(x), len(z)))
    for a in combinations(range(len(x)), p):
        for b in combinations(range(len(z)), p):
            if all(x[i] == z[j] for i, j in zip(a, b, strict=True)):
                M[a[-1], b[-1]] += decay ** (a[-1] - a[0] + b[-1] - b[0])
    for i, j in np.ndindex(S.shape):
        S[i, j] = sum(
            M[a, b] * decay ** (i - a + j - b)
            for a in range(i + 1)
            for b in range(j + 1)
        )
    return M, S


@pytest.mark.parametrize(
    ("x", "z", "p", "decay", "percent", "filled"),
    [
        ("cat", "cart", 2, 0.5, 50, 6),
        ("cat", "cart", 1, 0.5, 66, 8),
        ("color", "colour", 2, 0.5, 22, 7),
        ("color", "colour", 3, 0.1, 100, 30),
        ("aaaaaaa", "aaaaaaa", 3, 1.0, 100, 49),
        ("banana", "bandana", 1, 0.3, 2, 1),
        ("banana", "anna", 2, 0.2, 70, 17),
    ],
)
def test_cells_are_filled_one_by_one_and_all_of_them_make_the_kernel(
    x, z, p, decay, percent, filled
):
    lab = at("filling_the_table", x=x, z=z, p=p, decay=decay, filled=percent)
    M, S = by_definition(x, z, p, decay)
    i, j = divmod(filled - 1, len(z))
    done = np.arange(M.size).reshape(M.shape) < filled
    for ax, values in zip(lab.figure.axes, (M, S), strict=True):
        cell = {text.get_position(): text.get_text() for text in ax.texts}
        for row, letter in enumerate(x.ljust(7)):
            assert cell[-1, row] == letter.strip()
        for column, letter in enumerate(z.ljust(7)):
            assert cell[column, -1] == letter.strip()
        for row, column in np.ndindex(7, 7):
            if row >= len(x) or column >= len(z) or not done[row, column]:
                assert cell[column, row] == ""
            elif 0 < values[row, column] < 0.001:
                assert cell[column, row] == "< .001"
            else:
                assert reads(
                    cell[column, row],
                    ".3f" if 0 < values[row, column] < 0.0999 else "",
                    values[row, column],
                )
        shade = np.zeros((7, 7))
        shade[: len(x), : len(z)] = np.where(done, values / (values.max() or 1), 0)
        np.testing.assert_allclose(image(ax), shade, atol=1e-12)
        assert sum(ax.images[0].cmap(1.0)[:3]) < sum(ax.images[0].cmap(0.0)[:3])
        around = line(ax, plots.OTHER).get_xydata()
        np.testing.assert_array_equal(
            [around.min(axis=0), around.max(axis=0)],
            [[j - 0.5, i - 0.5], [j + 0.5, i + 0.5]],
        )
        borders = line(ax, plots.FAINT).get_xydata()
        np.testing.assert_array_equal(
            [np.nanmin(borders, axis=0), np.nanmax(borders, axis=0)],
            [[-0.5, -0.5], [len(z) - 0.5, len(x) - 0.5]],
        )
    ax, *held = lab._handles[0].where()
    number = next(text for text in ax.texts if text.get_position() == (j, i))
    box = number.get_window_extent()
    at_hand = ax.transData.transform(held)
    assert at_hand[0] - 10 > box.x1 or at_hand[1] + 10 < box.y0
    assert [ax.get_title() for ax in lab.figure.axes] == [
        "M: ends here",
        "S: ends here or before",
    ]
    if x[i] != z[j]:
        ends, told = f"{x[i]} ≠ {z[j]}, so M = 0", []
    elif p == 1:
        ends, told = f"{x[i]} = {z[j]}, so M = 1", []
    else:
        before = (
            by_definition(x, z, p - 1, decay)[1][i - 1, j - 1] if min(i, j) > 0 else 0.0
        )
        ends, told = (
            (
                f"{x[i]} = {z[j]}, so M = λ² · {{}} (S of {p - 1}, one up and one left)"
                " = {}"
            ),
            [before, M[i, j]],
        )
    padded = np.pad(S, ((1, 0), (1, 0)))
    says(
        lab.sentence,
        f"p = {{:d}}, λ = {{}}, row {{:d}}, column {{:d}}: {ends}; S = {{}} + λ({{}} +"
        " {}) − λ² · {} = {}. After {} cells M sums to {}; k(x, z) = {}.",
        *(p, decay, i + 1, j + 1, *told, M[i, j], padded[i, j + 1], padded[i + 1, j]),
        *(padded[i, j], S[i, j]),
        f"all {M.size}" if filled == M.size else f"{filled} of {M.size}",
        *(M[done].sum(), matching_words(x, z, p, decay, 0)),
    )


# Similarity


@pytest.mark.parametrize(
    ("shown", "gaps", "k", "decay", "words"),
    [
        ("as it is", "allowed", 2, 0.5, WORDS),
        ("normalised", "not allowed", 3, 1.0, WORDS),
        ("normalised", "allowed", 1, 0.05, WORDS),
        ("as it is", "not allowed", 4, 0.5, WORDS),
        ("as it is", "allowed", 4, 1.0, ("hahahahaha", "W" * 20, "hohoho")),
        ("normalised", "allowed", 2, 0.4, ("ab", "cd", "ef")),
    ],
)
def test_the_picture_is_the_gram_matrix_and_the_rings_are_the_nearest(
    shown, gaps, k, decay, words
):
    lab = at(
        "word_similarity",
        shown=shown,
        gaps=gaps,
        k=k,
        decay=decay,
        words=" ".join(words),
    )
    decay, n = lab.values["decay"], len(words)
    reach = {} if gaps == "allowed" else {"reach": k - 1}
    K = np.array(
        [[matching_words(x, z, k, decay, 0, **reach) for z in words] for x in words]
    )
    if shown == "normalised":
        own = np.sqrt(K.diagonal())
        K = np.divide(
            K, np.outer(own, own), out=np.zeros_like(K), where=np.outer(own, own) > 0
        )
    table, own = lab.figure.axes
    np.testing.assert_allclose(image(table), K / K.max(), atol=1e-12)
    (picture,) = table.images
    assert (picture.origin, picture.get_extent()) == (
        "upper",
        [-0.5, n - 0.5, n - 0.5, -0.5],
    )
    assert (table.get_xlim(), table.get_ylim()) == ((-0.5, n - 0.5), (n - 0.5, -0.5))
    assert sum(picture.cmap(1.0)[:3]) < sum(picture.cmap(0.0)[:3])
    names = [text.get_text() for text in table.get_yticklabels()]
    assert names == [word if len(word) < 15 else word[:11] + "…" for word in words]
    others = np.where(np.eye(n, dtype=bool), -1, K.round(9))
    nearest = {i: int(others[i].argmax()) for i in range(n) if others[i].max() > 0}
    for color in (plots.HALO, "black"):
        assert line(table, color, "o").get_xydata().tolist() == [
            [j, i] for i, j in nearest.items()
        ]
    draws(
        line(own, plots.FIT, "o"),
        [len(word) for word in words],
        np.maximum(K.diagonal(), 1.3e-4),
    )
    assert own.get_xlim() == (0, max(map(len, words)) + 1)
    assert own.get_ylim()[0] == 1e-4
    assert 2 * K.max() < own.get_ylim()[1] <= max(1e5, 40 * K.max())
    with_gaps = gaps == "allowed"
    weights = "gaps allowed, λ = {}" if with_gaps else "no gaps (λ is not used)"
    opening = (n, k, *([decay] if with_gaps else []), shown)
    if not nearest:
        says(
            lab.sentence,
            f"{{:d}} words, k = {{:d}}, {weights}, {{}}: no two of the words share"
            " anything.",
            *opening,
        )
        return
    crowd = [list(nearest.values()).count(j) for j in range(n)]
    low, high = K.diagonal().min(), K.diagonal().max()
    same = np.isclose(low, high)
    spread, ends = (
        ("is {} for every word", [low]) if same else ("runs from {} to {}", [low, high])
    )
    lonely = n - len(nearest)
    says(
        lab.sentence,
        f"{{:d}} words, k = {{:d}}, {weights}, {{}}: k(x, x) {spread}. “{{}}” is the"
        " nearest word of {:d} {}{}.",
        *(*opening, *ends, words[crowd.index(max(crowd))], max(crowd)),
        "other" if max(crowd) == 1 else "others",
        f"; {lonely} {'word shares' if lonely == 1 else 'words share'} nothing with"
        " any other"
        if lonely
        else "",
    )


def test_a_longer_word_is_no_longer_everyone_s_neighbour_once_normalised():
    lab = labs.word_similarity()
    assert "“Rooma” is the nearest word of 3 others" in lab.sentence
    assert "k(x, x) is 1 for every word" in lab.set(shown="normalised").sentence
    assert "of 2 others" in lab.sentence


def test_words_that_one_types_are_compared():
    lab = labs.word_similarity().set(words="anna hannah an nah", k=2, decay=0.4)
    np.testing.assert_allclose(
        lab.figure.axes[0].images[0].get_array()
        * gram(Subsequence(2, lab.values["decay"]), ["hannah"])[0, 0],
        gram(Subsequence(2, lab.values["decay"]), ["anna", "hannah", "an", "nah"]),
        atol=1e-12,
    )
    assert [label.get_text() for label in lab.figure.axes[0].get_yticklabels()] == [
        "anna",
        "hannah",
        "an",
        "nah",
    ]
    assert "4 words" in lab.sentence
    for words, reason in (
        ("", "0 words"),
        ("one two", "2 words"),
        ("a b a", "stands twice"),
    ):
        with pytest.raises(ValueError, match=reason):
            lab.set(words=words)


def test_the_longest_word_stays_in_sight():
    lab = labs.word_similarity().set(
        words="W" * 20 + " hahahahaha hohoho", gaps="allowed", k=4, decay=1.0
    )
    own = lab.figure.axes[1]
    assert own.lines[0].get_ydata().max() > 1e6
    assert own.get_ylim()[1] > own.lines[0].get_ydata().max()


# Their questions


def test_the_answer_on_gaps_is_that_of_a_count_by_hand():
    shares = []
    for decay in (0.05, 0.5, 1.0):
        in_x, in_z = spelled("banana", 2), spelled("bandana", 2)
        part = {
            u: (
                sum(decay ** (j - i) for i, j in in_x[u])
                * sum(decay ** (j - i) for i, j in in_z[u])
            )
            for u in set(in_x) & set(in_z)
        }
        assert sum(part.values()) == pytest.approx(
            matching_words("banana", "bandana", 2, decay, 0)
        )
        shares.append(
            {u: 100 * value / sum(part.values()) for u, value in part.items()}
        )
    assert (
        shares[0]["aa"] < shares[1]["aa"] < shares[2]["aa"] == max(shares[2].values())
    )
    question = labs.shared_words().question
    assert (
        f"{shares[0]['aa']:.1f} % at λ = 0.05, {shares[1]['aa']:.0f} % at 0.5 and"
        f" {shares[2]['aa']:.0f} %" in question.judge(None).text
    )
    assert question.judge("it grows until no word has a larger one").state == "right"
    meets(
        question,
        (
            ("it falls", "next to nothing"),
            ("it stays small, below 5 %", "a gap is free"),
            ("it grows, but other words keep larger shares", "Count those"),
        ),
    )


@pytest.mark.parametrize("make", [labs.shared_words, labs.word_similarity])
def test_what_gives_the_answer_away_is_hidden_until_then(make):
    lab, shown = make(), []
    for ax in lab.figure.axes:
        shown += [
            *ax.patches,
            *ax.images,
            *(
                each
                for each in ax.lines
                if each.get_marker() == "o"
                and ax.get_title() != "where the word stands"
            ),
        ]
        shown += [text for text in ax.texts if "%" in text.get_text()]
    assert set(shown) <= set(lab.question.veil)
