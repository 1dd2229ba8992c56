"""The labs on strings beside all words, spelled out one by one."""

import re
from itertools import combinations

import numpy as np
import pytest

from kernellab.course.lecture_07.derivations import _recursion, _sums
from kernellab.course.lecture_07.labs import _drawable
from tests.course.labs import at, said


def spelled(text, k):
    """Every word of k letters that the text spells, with its places."""
    found = {}
    for places in combinations(range(len(text)), k):
        found.setdefault("".join(text[i] for i in places), []).append(places)
    return found


def shares(x, z, k, decay, more=0):
    """φᵤ(x) φᵤ(z) for each word u in both."""
    weight = [
        {u: sum(decay ** (i[-1] - i[0] + more) for i in at) for u, at in found.items()}
        for found in (spelled(x, k), spelled(z, k))
    ]
    return {u: weight[0][u] * weight[1][u] for u in set(weight[0]) & set(weight[1])}


def value(x, z, k, decay, more=0):
    return sum(shares(x, z, k, decay, more).values())


@pytest.mark.parametrize(
    ("x", "z", "k", "decay", "window"),
    [
        ("banana", "bandana", 2, 0.5, "steps, iₖ − i₁"),
        ("conscience", "science", 3, 0.9, "letters, iₖ − i₁ + 1"),
        ("🐈🐈a", "a🐈", 1, 0.3, "steps, iₖ − i₁"),
    ],
)
def test_the_bars_are_the_shares_of_all_words(x, z, k, decay, window):
    more = int(window.endswith("+ 1"))
    lab = at("shared_words", x=x, z=z, k=k, decay=decay, window=window, number=1)
    found, total = shares(x, z, k, decay, more), value(x, z, k, decay, more)
    widths = [bar.get_width() for bar in lab.figure.axes[1].patches]
    expected = np.zeros(8)
    top = sorted(found.values(), reverse=True)[:8]
    expected[: len(top)] = np.array(top) / total
    np.testing.assert_allclose(widths, expected, atol=1e-12)
    norm = np.sqrt(value(x, x, k, decay, more) * value(z, z, k, decay, more))
    said(lab, "adds {} to k(x, z) = {}, which is {} once", top[0], total, total / norm)
    u = re.search("“(.*?)”", lab.sentence)[1]
    assert found[u] == top[0]
    drawn = (text.get_text() for text in lab.figure.axes[0].texts)
    power = next(each for each in drawn if re.match("1|λ", each)).split(" =")[0]
    tight = min(places[-1] - places[0] for places in spelled(x, k)[u]) + more
    assert power == ("1", "λ", "λ²", "λ³", "λ⁴")[tight]
    at_x, at_z = (len(spelled(word, k)[u]) for word in (x, z))
    said(lab, f"stands at {{}} place{'s' * (at_x != 1)} in x and {{}} in z", at_x, at_z)


@pytest.mark.parametrize(("s", "t"), [("cat", "cart"), ("Köln", "Colonia")])
def test_the_tables_hold_the_kernels_of_the_beginnings(s, t):
    for p, decay in ((1, 0.5), (2, 0.5), (3, 1.0)):
        tables, _ = _recursion(s, t, p, decay)
        M, S = np.array(tables[-1]), np.array(_sums(tables[-1], decay))
        for i, j in np.ndindex(M.shape):
            upto = value(s[: i + 1], t[: j + 1], p, decay)
            assert M[: i + 1, : j + 1].sum() == pytest.approx(upto, abs=1e-12)
            a, b = np.ogrid[: i + 1, : j + 1]
            ends = (M[: i + 1, : j + 1] * decay ** (i - a + j - b)).sum()
            assert S[i, j] == pytest.approx(ends, abs=1e-12)


def test_nothing_ends_before_the_first_row():
    lab = at("filling_the_table", x="aa", z="aaaaa", p=2, filled=24)
    assert "row 1, column 3: a = a, so M = λ² · 0 (S of 1" in lab.sentence
    for ax in lab.figure.axes:
        assert ax.get_xlim()[1] > 4
        assert "0" in {text.get_text() for text in ax.texts}


@pytest.mark.parametrize(
    "typed", ["🐈 🐕 🐈🐕", "$x^$ a b", "é\u0301 ñ o", "\\frac _ ^"]
)
def test_whatever_one_types_is_drawn(typed):
    for name in ("shared_words", "filling_the_table"):
        lab = at(name)
        for box, control in lab.controls.items():
            if control.kind == "text":
                frame = lab._frame(lab.values | {box: typed[: control.most]})
                assert frame.error is None, (name, frame.error)
    assert _drawable("$1") == r"\$1"
