"""What the colours of verdicts promise: legible on every page, in red only where
something fails, and words that stay words.
"""

import numpy as np
import pytest

from askfirst.words.signs import ASIDE, FAILED, HOLDS, MEANT
from kernellab.course.derivations import Step, assume, derivation

# The ink and the page of JupyterLab, and of the site, by day and by night.


@derivation("Four lines", claim="a test")
def four_lines(assumed, lost=1.0, apart=1.0):
    yield Step("a=a", "so", 1.0, 1.0)
    yield Step("b=b", "so", 1.0, lost, needs=(assume("it", assumed, "it is gone"),))
    yield Step("c=c", "so", 1.0, 1.0)
    yield Step("d=d", "so", 1.0, apart)


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
        assert (
            f"<tr{each.sign.attribute}><td"
            f' style="text-align:left">{each.sign.mark}&nbsp;{each.number}<' in page
        )
        assert each.sign is HOLDS or f" — {each.said}" in text
        assert each.said.startswith(each.sign.words)
    assert page.count("text-align:left;white-space:nowrap") == len(run.outcomes)
    assert page.count("<tr style") == sum(sign is not HOLDS for sign in signs)
