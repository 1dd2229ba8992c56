"""What the colours of verdicts promise: legible on every page, in red only where something fails, and words that stay words."""

import re

import numpy as np
import pytest

from kernellab import RBF, Custom, Linear, Parabola, certificate, gram, psd_report, same
from kernellab._verdicts import GREEN, GREY, RED, RED_IN_TERMINALS, RED_STYLE, percent, red, style_unless


def luminance(color):
    parts = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def of_256(number):
    """A colour of the cube of 6 × 6 × 6 that terminals number from 16."""
    steps = [0, 95, 135, 175, 215, 255]
    return "#" + "".join(f"{steps[(number - 16) // power % 6]:02x}" for power in (36, 6, 1))


PRINTED = tuple(of_256(int(number)) for number in re.findall(r"[34]8;5;(\d+)", RED_IN_TERMINALS))


@pytest.mark.parametrize("pair", [GREEN, RED, GREY, PRINTED], ids=["green", "red", "grey", "printed"])
def test_words_stand_out_from_a_ground_that_they_bring_along(pair):
    dark, light = sorted(map(luminance, pair))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_style_names_both_colours_and_only_where_something_fails():
    assert f"background:{RED[1]};color:{RED[0]}" == RED_STYLE
    assert style_unless(False) == f' style="{RED_STYLE}"'
    assert style_unless(True) == ""
    assert RED_STYLE in psd_report(gram(Parabola(), [[0.0], [2.0]]))._repr_html_()
    assert RED_STYLE not in psd_report(gram(Linear(), [[0.0], [2.0]]))._repr_html_()
    assert RED_STYLE in certificate(Parabola())._repr_html_()
    assert RED_STYLE not in certificate(Linear())._repr_html_()


def test_a_printed_line_is_red_in_a_notebook_alone(monkeypatch, capsys):
    assert red("no") == "no"
    monkeypatch.setattr("IPython.get_ipython", object)
    assert red("no") == f"{RED_IN_TERMINALS}no\033[0m"
    same("one is two", 1, 2)
    same("one is one", 1, 1)
    assert capsys.readouterr().out == f"{RED_IN_TERMINALS}✗ one is two: they differ by 50 %\033[0m\n✓ one is one\n"


@pytest.mark.parametrize(
    ("gap", "words"), [(0.5, "50 %"), (0.173, "17 %"), (0.1, "10 %"), (0.0123, "1.2 %"), (1e-6, "0.0001 %")]
)
def test_small_gaps_keep_two_figures(gap, words):
    assert percent(gap) == words


def test_the_words_of_a_certificate_are_text_and_no_html():
    page = certificate(Custom(lambda x, z: 1.0))._repr_html_()
    assert "&lt;lambda&gt;" in page
    assert "<lambda>" not in page


def test_on_a_page_a_line_is_red_from_the_open_branch_up_to_the_root():
    page = certificate(RBF(1.0) + 2 * Parabola())._repr_html_()
    lines = [line for line in page.split("<div ") if "$" in line]
    assert [RED_STYLE in line for line in lines] == ["?" in line.split("$")[0] for line in lines]
    assert [RED_STYLE in line for line in lines] == [True, *[False] * (len(lines) - 3), True, True]
