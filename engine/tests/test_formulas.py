"""Formulas of the pages: MathML that says what the TeX says, or a refusal that names
it.
"""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup

from askfirst.pages.formulas import formula, in_html
from askfirst.pages.notebooks import as_page
from askfirst.words.refusal import RefusedError


def maths(tex, display=False):
    return BeautifulSoup(formula(tex, display), "html.parser").find_all("math")


def letters(tex, display=False):
    """What is seen of it."""
    text = BeautifulSoup(formula(tex, display), "html.parser")
    for note in text.find_all("annotation"):
        note.decompose()
    return text.get_text()


@pytest.mark.parametrize("tex", [r"\unheard{x}", "a & b", r"a \\ b", "{"])
def test_what_cannot_be_set_is_named(tex):
    with pytest.raises(ValueError, match=re.escape(f"the formula {tex!r}")):
        formula(tex)


def test_a_formula_that_a_cell_shows_and_that_cannot_be_set_stops_the_build():
    shown = nbformat.v4.new_output("display_data", {"text/html": r"<p>$\unheard$</p>"})
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("x", outputs=[shown])]
    )
    with pytest.raises(
        RefusedError, match=r"01_a\.ipynb, cell \w+: the formula .*heard"
    ):
        as_page(book, "01_a.ipynb")


@pytest.mark.parametrize(
    ("tex", "seen"),
    [
        (r"\mathbb R\mathcal F\mathbf{x}\mathbf 1", "ℝℱ𝐱𝟏"),
        (r"\min_w f", "minwf"),
        (r"\mathrm{cov}(x)", "cov(x)"),
        (r"x'", "x′"),
    ],
)
def test_letters_are_those_of_the_alphabet_that_tex_names(tex, seen):
    assert letters(tex) == seen


def test_a_minus_after_a_relation_or_a_bracket_is_a_sign_and_else_it_subtracts():
    signs = [
        each.get("form")
        for math in maths("a=-b(-c)-d")
        for each in math.find_all("mo", string="−")
    ]
    assert signs == ["prefix", "prefix", None]


def test_rows_are_a_table_and_a_number_stands_apart():
    (math,) = maths(r"\begin{aligned}a&=b\\&=c\end{aligned}", True)
    assert [len(row.find_all("mtd")) for row in math.find_all("mtr")] == [2, 2]
    made = formula(r"a=b\tag{37}", True)
    assert made.startswith('<span class="formula-number">(37)</span><math')


def test_formulas_in_html_are_read_as_html():
    html = "<td>$a&lt;b$</td><td>5 dollars</td><p>With $c$, and $d$</p>"
    page = BeautifulSoup(in_html(html), "html.parser")
    assert page.find("mo").get_text() == "<"
    assert page.find_all("td")[1].get_text() == "5 dollars"
    (kept,) = page.select(".kept")
    assert str(kept).endswith("</math></span>,</span>")
