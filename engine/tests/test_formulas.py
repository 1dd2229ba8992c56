"""Formulas of the pages: MathML that says what the TeX says, or a refusal that names
it; and in each place in which JupyterLab shows one.
"""

import re

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document

from askfirst.pages.formulas import coded, coded_text, defined, in_html, set_formulas
from askfirst.words.course import Course
from askfirst.words.formula import formula
from askfirst.words.palette import Letter
from askfirst_tests.books import book, code, shown

DEEP = r"\cfrac{1}{1+" * 9 + "x" + "}" * 9


def maths(tex, display=False):
    return BeautifulSoup(formula(tex, display), "html.parser").find_all("math")


def bare(tex, display=False, given=""):
    """Its elements without the TeX."""
    made = formula(tex, display, given=given)
    return re.sub("<annotation.*?</annotation>", "", made, flags=re.DOTALL)


def seen(html):
    return re.sub("<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("tex", "why"),
    [
        (r"\unheard{x}", "unheard"),
        ("a & b", "&"),
        ("{", "}"),
        (r"\eqref{a}", "number"),
        (r"\cancel{x}", "strike"),
        (r"\color{mine}x", "mine"),
        ("\beta", "letter"),
        (r"\newcommand{\a}[2][1]{#1}\a3", "parameter"),
    ],
)
def test_what_cannot_be_set_is_named(tex, why):
    message = re.escape(f"the formula ${tex}$ cannot be set") + ".*" + re.escape(why)
    with pytest.raises(ValueError, match=message):
        formula(tex)


@pytest.mark.parametrize(
    ("tex", "letters"),
    [
        (r"\mathbb R\mathcal F\mathbf{x}\mathbf 1", "ℝℱ𝐱𝟏"),
        (r"\boldsymbol{\mu}\boldsymbol{x}", "𝝁𝒙"),
        (r"\operatorname*{arg\,min}_w f", "arg\u2009minw\u2061f"),
        (r"\mathrm{cov}(x)", "cov(x)"),
        (r"\text{if $x>0$, 5\$}", "if\xa0x&gt;0,\xa05$"),
        (r"\text{if $a$, $b$ or $c$}", "if\xa0a,\xa0b\xa0or\xa0c"),
        (r"\left<x,y\right>\bigl<z\bigr>", "⟨x,y⟩⟨z⟩"),
        (r"\surd w^*a*b", "√w∗a∗b"),
        (r"a\label{a}\nonumber\large b", "ab"),
        (r"\mbox {for }\widetilde{a}", "for\xa0a˜"),
        (r"\begin{matrix}a\\cr\end{matrix}", "acr"),
        (r"\begin{aligned}[t]a\\[-2.5ex]b\\* [3pt]c\\*d\end{aligned}", "abcd"),
        (r"\begin{gather}a\\[b,c]\end{gather}", "a[b,c]"),
        (r"\begin{multline}\cfrac[l]{a}{b}\\c\end{multline}", "abc"),
        (r"\sum_{\substack{i\\j}}\mbox{ each}", "∑ij\xa0each"),
    ],
)
def test_letters_are_those_that_tex_names(tex, letters):
    assert seen(bare(tex)) == letters


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        (r"\Phi", '<mi mathvariant="normal">Φ</mi>'),
        (r"\operatorname*{max}_w f", "<munder><mi>max</mi><mi>w</mi></munder>"),
        (r"\boxed{x}", 'notation="box"'),
        (r"\begin{array}{c|c}1&2\end{array}", "border-right"),
        (r"\begin{array}{c}1\\\hline2\end{array}", "border-top"),
        (r"\overline{ab}", 'style="border-top'),
        (r"\begin{eqnarray}a&=&b\end{eqnarray}", "=</mo></mtd><mtd"),
        (r"\vec x", '<mo stretchy="false">→</mo>'),
        ("x'", "<mrow><mi>x</mi><mo>′</mo></mrow>"),
        (r"\big(a\big)^2", 'style="font-size: 1.2em">)</mo><mn>2</mn></msup>'),
        (r"\Big(a\Big)^2", '<msup><mrow><mo minsize="1.623em"'),
        (r"\color{red}a=b", '#FF0000;"><mi>a</mi><mo>=</mo><mi>b</mi></mrow>'),
        (r"\Big(-a", '<mo lspace="0" rspace="0">−</mo>'),
        (r"\begin{aligned}a&=b\\&+c\end{aligned}", '<mo form="infix">+</mo>'),
    ],
)
def test_signs_stand_as_tex_has_them(tex, part):
    assert part in bare(tex, True)


def test_a_letter_with_an_index_has_no_colour(monkeypatch):
    cats = Course(letters={"λ": Letter("fit")})
    monkeypatch.setattr("askfirst.words.formula.current", lambda: cats)
    for tex, coloured in ((r"\lambda^8", 1), (r"\lambda_8", 0), (r"\lambda_8^2", 0)):
        assert formula(tex).count('data-letter="λ"') == coloured


def test_a_row_that_names_no_number_has_none_and_one_that_does_stands_apart():
    for name in ("align", "align*", "aligned"):
        tex = rf"\begin{{{name}}}a&=b\\&=c\end{{{name}}}"
        (math,) = maths(tex, True)
        assert [len(row.find_all("mtd")) for row in math.find_all("mtr")] == [2, 2]
    for tag, number in ((r"\tag{37}", "(37)"), (r"\tag*{A}", "A")):
        made = formula(rf"a=b{tag}", True)
        assert made.startswith(f'<span class="formula-number">{number}</span><math')


def test_a_long_formula_is_cut_where_a_line_may_break_and_copied_whole():
    tex = r"f(a=b,c)=g+\left(u=v\right)+\sum_i h_i+k,\quad\text{more}"
    parts = maths(tex, True)
    (note,) = [part.annotation.extract() for part in parts if part.annotation]
    assert note.get_text() == tex
    shown = [part.get_text() for part in parts]
    assert shown == ["f(a=b,c)", "=g+(u=v)", "+∑ihi+k,", "more"]
    assert len(maths(r"a=b")) == 1


def test_definitions_hold_from_where_they_stand():
    made = book(r"$\R$", r"$\def\R{A}$ $\R$", r"$\def\R{B}\R$")
    made = coded(made, defined(made))
    assert [seen(bare_html(cell.source)) for cell in made.cells] == ["B", " A", "B"]


def bare_html(source):
    return re.sub("<annotation.*?</annotation>", "", in_html(source), flags=re.DOTALL)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (r"| a | $\|x\|$ | $|z|$ |", [r"\|x\|", "|z|"]),
        ("then $$y<1$$ end, $a$$b$", ["y<1", "a", "b"]),
        ("<div>box $a_1$</div>", ["a_1"]),
        (r"\\( a \\) and \\[ b \\] but \(c\)", ["a", "b"]),
        ("\\begin{align}\na&=b\n\\end{align}", ["\\begin{align}\na&=b\n\\end{align}"]),
        (r"$\text{if $x$}$ and $\{y\}$", [r"\text{if $x$}", r"\{y\}"]),
        ("# Of $x$ and [$y$](a.md), **$z$**", ["x", "y", "z"]),
        ("`$x$` ``$`x`$`` \\$5 and $y$", ["y"]),
        ("```\n$x$\n\n```\n\n```$y$``` $z$\n\n~~~py\n$x$", ["z"]),
        ("<pre>$x$</pre> <!-- $y$ -->", []),
        ("5 $ here\n\nand 6 $ there", []),
        ("an open $$ and no more", []),
        (f"${DEEP}$", [DEEP]),
    ],
)
def test_a_formula_is_one_where_jupyterlab_has_one(source, found):
    made = BeautifulSoup(in_html(coded_text(source)[0]), "html.parser")
    assert [each.get_text() for each in made.find_all("annotation")] == found


def test_what_a_cell_shows_has_formulas_in_its_words_alone():
    html = '<p title="$x$">$a&lt;b$, <td>$5</td><td>$6</td> <code>$c$</code> \\(d\\)'
    others = {"text/latex": r"$\displaystyle e$"}, {"text/markdown": "$f$"}
    cell = code("x", *map(shown, (html, *others)))
    coded(book(cell))
    made = [in_html("".join(each.data.values())) for each in cell.outputs]
    page = BeautifulSoup(made[0], "html.parser")
    assert page.p["title"] == "$x$"
    assert [each.get_text() for each in page.find_all("annotation")] == ["a<b", "d"]
    assert [each.get_text() for each in page.find_all("td")] == ["$5", "$6"]
    assert str(page.select_one(".kept")).endswith("</math></span>,</span>")
    assert r"\displaystyle e<" in made[1]
    assert ">f</annotation>" in made[2]


def test_a_formula_keeps_its_own_full_stop_where_another_word_has_one_too():
    tree, (text, _) = new_document("page"), coded_text(". Let $z$. Let ")
    tree += nodes.paragraph("", "", nodes.emphasis("", "end"), nodes.Text(text))
    set_formulas(None, tree)
    assert tree[0].astext() == "end. Let $z$. Let "
    assert 'class="kept"' in next(tree.findall(nodes.math))["html"]
