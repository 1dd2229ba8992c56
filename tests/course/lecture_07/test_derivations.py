"""The recursion of the gapped string kernel: on random words, in fractions, and where
it breaks.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import Subsequence, derivations

words = st.one_of(
    st.text("ab", min_size=1, max_size=7), st.text("abc🐈é ", min_size=1, max_size=7)
)


@given(words, words, st.integers(1, 4), st.sampled_from([1.0, 0.7, 0.5, 0.01]))
def test_the_derivation_holds_for_any_two_words(x, z, k, decay):
    done = derivations.subsequence_recursion(x, z, k, decay)
    assert done.holds, done
    assert len(done) == (6 if k == 1 else 8)
    assert all("=" in each.step.formula for each in done)
    value = Subsequence(k, decay)(x, z)
    assert done[1].step.sides[0] == pytest.approx(value, rel=1e-12)
