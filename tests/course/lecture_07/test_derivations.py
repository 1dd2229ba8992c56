"""The recursion of the gapped string kernel: on random words, in fractions, and where
it breaks.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import Subsequence, derivations
from kernellab.course.lecture_07.derivations import recursion
from tests.zoo import matching_words

words = st.one_of(
    st.text("ab", min_size=1, max_size=7), st.text("abc🐈é ", min_size=1, max_size=7)
)


@given(words, words, st.integers(1, 4), st.sampled_from([1.0, 0.7, 0.5, 0.01]))
def test_the_derivation_holds_for_any_two_words(x, z, k, decay):
    done = derivations.subsequence_recursion(x, z, k, decay)
    assert done.holds, done
    assert len(done) == (6 if k == 1 else 8)
    assert done[1].step.left == pytest.approx(Subsequence(k, decay)(x, z), rel=1e-12)


@given(words, words, st.integers(1, 4))
def test_the_recursion_in_fractions_is_exact(x, z, k):
    M, _ = recursion(x, z, k, Fraction(1, 2))
    assert sum(map(sum, M[-1])) == matching_words(x, z, k, 0.5, 0)


@pytest.mark.parametrize(
    ("x", "z", "k"), [("cat", "cart", 2), ("banana", "ananas", 3), ("aaaa", "aaa", 2)]
)
def test_what_is_counted_twice_breaks_the_step_that_adds_up(x, z, k):
    done = derivations.subsequence_recursion(x, z, k, 0.5, subtract=False)
    assert done.first_failure.number == 6
    assert "counted twice" in done[6].verdict
    assert not done[6].agrees
    assert "(rests on step 6)" in done[7].verdict
    assert done[8].agrees


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("", "cat", 2, 0.5), "x has 0 letters.*1 to 10"),
        (("cat", "a" * 11, 2, 0.5), r"z has 11 letters.*Try a word, or Subsequence"),
        (("cat", "cat", 0, 0.5), "k = 0"),
        (("cat", "cat", 2, 0.0), "decay = 0.0"),
        (("cat", "cat", 2, 1.5), "decay = 1.5"),
        ((["cat"], "cat", 2, 0.5), r"x.0. is .'cat'., a list"),
        (("cat", "cat", 2, 0.5, 1), "subtract = 1"),
    ],
)
def test_bad_input_is_met_before_the_first_step(arguments, said):
    with pytest.raises((ValueError, TypeError), match=said):
        derivations.subsequence_recursion(*arguments)
