"""Steps of derivations: how near two sides have to be, which of four verdicts a step
gets, and words that stay words.
"""

import re
from fractions import Fraction

import numpy as np
import pytest

from askfirst.derivations import Step, _outcomes, _row, assume, derivation
from askfirst.words.signs import ASIDE, FAILED, HOLDS, MEANT

EPS = float(np.finfo(float).eps)


def outcome(left, right, **kwargs):
    return next(_outcomes(iter([Step("a = b", "so", (left, right), **kwargs)])))


@pytest.mark.parametrize("size", [1.0, 1e-100, 1e50])
def test_two_sides_agree_to_nine_digits_of_the_larger_one(size):
    for gap, agrees in ((0.9e-9, True), (1.1e-9, False)):
        assert outcome(size, size * (1 - gap)).agrees == agrees
        assert outcome(size * gap, 0.0, scale=size).agrees == agrees
        # a scale never makes it stricter
        assert outcome(size * gap, 0.0, scale=size * gap / 2).agrees is False


def test_a_condition_number_allows_its_rounding():
    condition = 1e9
    for share, agrees in ((0.9, True), (1.1, False)):
        other = 1.0 - share * 16 * EPS * condition
        assert outcome(1.0, other, condition=condition).agrees == agrees
    # 16 ε · 10⁵ is less than 10⁻⁹
    assert not outcome(1.0, 1.0 - 1.1e-9, condition=1e5).agrees


def test_no_condition_number_makes_any_two_sides_agree():
    for condition in (1e15, 1e20, np.inf, np.nan):
        assert outcome(1.0, 1.0, condition=condition).agrees
        assert not outcome(1.0, 0.98, condition=condition).agrees
    lost = outcome(1.0, 0.98, condition=1e20)
    assert lost.said == "cannot be computed: rounding leaves no two digits"
    for condition in (1e15, np.inf):
        assert not outcome(1.0, np.nan, condition=condition).agrees
        assert "residual below 10<sup>−" in _row(outcome(1.0, 1.0, condition=condition))


def test_a_step_that_overflows_is_a_failed_one():
    def steps():
        yield Step("a = b", "so", (1.0, 1.0))
        yield Step("a = b", "so", (10.0**400, 1.0))

    first, second = _outcomes(steps())
    assert first.holds
    assert second.said == "failed: cannot be computed"


@derivation("Four lines", claim="a test")
def four_lines(assumed, lost=1.0, apart=1.0):
    yield Step("a=a", "so", (1.0, 1.0))
    yield Step("b=b", "so", (1.0, lost), needs=(assume("it", assumed, "it is gone"),))
    yield Step("c=c", "so", (1.0, 1.0))
    yield Step("d=d", "so", (1.0, apart))


@pytest.mark.parametrize(
    ("run", "signs"),
    [
        (four_lines(True), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (four_lines(False), [HOLDS, MEANT, ASIDE, ASIDE]),
        (four_lines(False, apart=2.0), [HOLDS, MEANT, ASIDE, MEANT]),
        (four_lines(True, apart=2.0), [HOLDS, HOLDS, HOLDS, FAILED]),
        (four_lines(True, lost=2.0), [HOLDS, FAILED, ASIDE, ASIDE]),
        (four_lines(True, lost=2.0, apart=np.nan), [HOLDS, FAILED, ASIDE, FAILED]),
    ],
)
def test_a_step_says_which_of_the_four_it_is(run, signs):
    assert [each.sign for each in run] == signs
    text, page = repr(run), run._repr_html_()
    for each in run:
        assert f"{each.sign.mark} {each.number}. " in text
        number = f'<td style="text-align:left">{each.sign.mark}&nbsp;{each.number}<'
        assert f"<tr{each.sign.attribute}>{number}" in page
        assert each.sign is HOLDS or f" — {each.said}" in text
        assert each.said.startswith(each.sign.words)
    assert page.count("text-align:left;white-space:nowrap") == len(run.outcomes)
    assert page.count("<tr style") == sum(sign is not HOLDS for sign in signs)


@derivation("Two lines", claim="a test")
def two_lines(stop=False):
    yield Step("2x=x+x", "doubling", (2.0, 1.0 + 1.0))
    if stop:
        np.linalg.inv(np.zeros((2, 2)))
    yield Step("x=x", "of course", (1.0, 1.0))


def test_steps_count_from_one_and_come_in_their_order():
    done = two_lines()
    assert [each.number for each in done] == [1, 2]
    for number in (0, -1):
        with pytest.raises(IndexError, match=f"= {number}: steps count from 1 to 2"):
            done[number]


def test_sides_of_different_shape_never_agree():
    @derivation("Shapes", claim="a test")
    def shapes():
        yield Step("a=a^T", "a column is no row", (np.ones((3, 1)), np.ones((1, 3))))

    assert not shapes().holds
    assert shapes()[1].shapes == "3 × 1 and 1 × 3"


def test_what_cannot_be_computed_ends_the_derivation_with_a_failed_step():
    done = two_lines(stop=True)
    assert len(done) == 2
    assert done[2].verdict == "cannot be computed"
    assert "Singular matrix" in done[2].step.why


def test_words_are_text_on_the_page_and_no_html():
    @derivation("A <i>title</i>", claim="a & b")
    def angles():
        yield Step("a<b", "for $c < dᵢ$ & all", (1.0, 1.0))
        yield Step("a=b", "equal", (1.0, 1.0), needs=(assume("p < q", False, "p > q"),))

    page = angles()._repr_html_()
    for words in (
        "A &lt;i&gt;title",
        "a &amp; b",
        "$a&lt;b$",
        "for $c &lt; d_{i}$ &amp; all",
        "needs p &lt; q, but p &gt; q",
    ):
        assert words in page


def test_one_assumption_needs_no_tuple_and_anything_else_is_refused():
    it = assume("it", False, "it is gone")
    assert outcome(1.0, 1.0, needs=it).broken == (it,)
    with pytest.raises(TypeError, match="'it', which is no assumption"):
        Step("a = b", "so", (1.0, 1.0), needs=("it",))
    with pytest.raises(TypeError, match=r"1.0: a step .* Try \(left, right\)"):
        Step("a = b", "so", 1.0, 1.0)


def test_the_bound_of_a_coarse_step_is_said_in_digits():
    assert "holds, residual below 0.12<" in _row(outcome(1.0, 0.96, within=0.12))
    assert "below 10<sup>−9</sup>" in _row(outcome(1.0, 1.0))
    assert outcome(1.0, -1.0).verdict == "the sides differ by 200 %"
    assert outcome(1.0, 1.0 + 2e-9).verdict == "the sides differ by 2·10⁻⁷ %"


def test_sides_that_are_not_real_cannot_be_compared():
    assert not outcome(1.0 + 1e-12j, 1.0).agrees
    assert not outcome(0.5 + 1j, Fraction(1, 2)).agrees
    assert outcome(np.array([1.0 + 0j]), [1.0]).agrees


def test_input_that_fails_the_first_step_is_an_error_and_not_a_failed_step():
    @derivation("Nothing", claim="none")
    def broken(x):
        if x:
            yield Step("1=1", "it is", (1.0, 1.0))
        raise ValueError("bad input: try another")

    with pytest.raises(ValueError, match="bad input"):
        broken(False)
    assert "bad input" in repr(broken(True)[2].step.why)


def test_a_formula_whose_backslashes_python_took_is_refused():
    for formula in ("\frac{a}{b}", "\theta=1", "\alpha", "\rho", "\vec x", "\beta"):
        for words in ((formula, "why"), ("1=1", f"by ${formula}$")):
            said = "{!r} or {!r} holds {!r}, which".format(*words, formula[0])
            with pytest.raises(ValueError, match=re.escape(said)):
                Step(*words, (1.0, 1.0))
    assert Step(r"\frac{a}{b}", "why", (1.0, 1.0))
