"""What the colours of verdicts promise: legible on every page, in red only where
something fails, and words that stay words.
"""

import numpy as np
import pytest

from kernellab import RBF, Linear, Parabola, certificate, gram, psd_report, same
from kernellab._verdicts import ASIDE, FAILED, HOLDS, MEANT, RED
from kernellab.course.derivations import Step, assume, derivation

# The ink and the page of JupyterLab, and of the site, by day and by night.


def test_a_style_leaves_the_ink_to_the_page_and_stands_only_where_something_fails():
    assert f"background:{RED}" == FAILED.style
    assert FAILED.attribute == f' style="{FAILED.style}"'
    assert HOLDS.attribute == ""
    assert FAILED.style in psd_report(gram(Parabola(), [[0.0], [2.0]]))._repr_html_()
    assert FAILED.style not in psd_report(gram(Linear(), [[0.0], [2.0]]))._repr_html_()
    assert FAILED.style in certificate(Parabola())._repr_html_()
    assert FAILED.style not in certificate(Linear())._repr_html_()


def test_a_printed_mark_is_red_in_a_notebook_alone(monkeypatch, capsys):
    assert FAILED.printed("no") == "✗ no"
    monkeypatch.setattr("IPython.get_ipython", object)
    assert FAILED.printed("no") == "\033[1;38;5;231;48;5;124m✗\033[0m no"
    same("one is two", 1, 2)
    same("one is one", 1, 1)
    assert (
        capsys.readouterr().out
        == "\033[1;38;5;231;48;5;124m✗\033[0m one is two: they differ by 50 %\n✓ one is"
        " one\n"
    )


def test_on_a_page_a_line_is_red_from_the_open_branch_up_to_the_root():
    page = certificate(RBF(1.0) + 2 * Parabola())._repr_html_()
    lines = [line for line in page.split("<div ") if "$" in line]
    assert [FAILED.style in line for line in lines] == [
        "?" in line.split("$")[0] for line in lines
    ]
    assert [FAILED.style in line for line in lines] == [
        True,
        *[False] * (len(lines) - 3),
        True,
        True,
    ]


@derivation("Four lines", source="a test")
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
