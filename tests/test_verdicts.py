"""What the colours of verdicts promise: legible on every page, in red only where
something fails, and words that stay words.
"""

import itertools
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from kernellab import (
    RBF,
    Custom,
    Kernel,
    Linear,
    Parabola,
    certificate,
    gram,
    psd_report,
    same,
)
from kernellab._verdicts import (
    AMBER,
    ASIDE,
    FAILED,
    GREEN,
    GREY,
    HOLDS,
    MEANT,
    RED,
    percent,
    style_unless,
)
from kernellab.course.derivations import Step, assume, derivation
from kernellab.kernels.certificate import Reason

# The ink and the page of JupyterLab, and of the site, by day and by night.
PAGES = [
    ("#212121", "#ffffff"),
    ("#dddddd", "#111111"),
    ("#222832", "#ffffff"),
    ("#ced6dd", "#14181e"),
]


def parts_of(color):
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def laid(ground, page):
    """A translucent colour over a page."""
    opacity = int(ground[7:], 16) / 255
    mixed = opacity * parts_of(ground) + (1 - opacity) * parts_of(page)
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def luminance(color):
    parts = parts_of(color)
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def of_256(number):
    """A colour of the cube of 6 × 6 × 6 that terminals number from 16."""
    steps = [0, 95, 135, 175, 215, 255]
    return "#" + "".join(
        f"{steps[(number - 16) // power % 6]:02x}" for power in (36, 6, 1)
    )


SIGNS = (HOLDS, MEANT, ASIDE, FAILED)
MARKS = [(of_256(231), of_256(sign.of_256)) for sign in SIGNS if sign.of_256]
GROUNDS = [GREEN, RED, AMBER, GREY]
WORDS = [(ink, laid(each, page)) for ink, page in PAGES for each in GROUNDS]


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("pair", [*WORDS, *MARKS])
def test_words_stand_out_from_every_ground(pair):
    assert contrast(*pair) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(("ink", "page"), PAGES)
def test_a_ground_is_seen_and_does_not_glare(ground, ink, page):
    assert 1.1 < contrast(laid(ground, page), page) < 2


def test_a_style_leaves_the_ink_to_the_page_and_stands_only_where_something_fails():
    assert f"background:{RED}" == FAILED.style
    assert style_unless(False) == f' style="{FAILED.style}"'
    assert style_unless(True) == ""
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


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0.5, "50 %"),
        (0.173, "17 %"),
        (0.1, "10 %"),
        (0.0123, "1.2 %"),
        (1e-6, "0.0001 %"),
    ],
)
def test_small_gaps_keep_two_figures(gap, words):
    assert percent(gap) == words


class Read(HTMLParser):
    """The words of a page, a line for each row of a table and each block, beside how
    far the block is moved in.
    """

    def __init__(self, page):
        super().__init__()
        self.lines, self.moved = [""], []
        self.feed(page)
        self.close()
        self.lines = [line.strip() for line in self.lines if line.strip()]

    def handle_starttag(self, tag, attributes):
        if tag in ("div", "tr", "p", "br"):
            self.lines.append("")
        if tag == "div":
            self.moved.append(
                float(
                    re.search(r"padding-left:([\d.]+)em", dict(attributes)["style"])[1]
                )
            )
        assert tag in ("div", "br", "small", "p", "b", "table", "tr", "td", "sup"), (
            f"{tag} is none of ours"
        )

    def handle_data(self, data):
        self.lines[-1] += data


class Odd(Kernel):
    def reason(self):
        return Reason("a < b & c > d", (2 * Custom(lambda x, z: 1.0), Linear()))

    def latex(self, x="x", z="z"):
        return "x < z"


@pytest.mark.parametrize(
    "k",
    [Odd(), RBF(1.0) + 2 * Parabola(), Custom(lambda x, z: 1.0), Linear() * Linear()],
    ids=["odd", "sum", "custom", "product"],
)
def test_a_certificate_on_a_page_has_its_words_and_its_depth(k):
    tree = certificate(k)
    page, lines, deep = Read(tree._repr_html_()), [], []

    def walk(node, depth):
        deep.append(depth)
        lines.extend(
            [f"{'✓' if node.proven else '?'} ${node.kernel.latex()}$", node.rule]
        )
        for part in node.parts:
            walk(part, depth + 1)

    walk(tree, 0)
    assert page.lines == [*lines, tree.verdict]
    assert np.diff(page.moved) == pytest.approx(2.2 * np.diff(deep))


@pytest.mark.parametrize(
    "K", [np.eye(2), [[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.5], [0.0, 1.0]]]
)
def test_a_report_on_a_page_has_the_words_of_the_printed_one(K):
    report = psd_report(K)
    printed = re.sub(r"(\d)e-0*(\d+)", r"\1 · 10−\2", repr(report))
    printed = re.sub(r"(?<!\w)-(?=\d)", "−", printed)
    lines = [line.replace("\u00a0", " ") for line in Read(report._repr_html_()).lines]
    assert lines == [line.replace(": ", "", 1) for line in printed.splitlines()]


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


def test_no_two_signs_look_alike():
    for one, other in itertools.combinations(SIGNS, 2):
        assert one.mark != other.mark
        assert one.words != other.words
        assert one.of_256 != other.of_256
        for _, page in PAGES:
            both = [parts_of(laid(sign.ground, page)) for sign in (one, other)]
            assert np.abs(np.diff(both, axis=0)).max() >= 9 / 255


@pytest.mark.parametrize(
    ("right", "without", "line"),
    [
        (2.0, "", "✗ one is it: they differ by 50 %"),
        (
            2.0,
            "halving",
            "⊘ one is it: fails, as it should, without halving: they differ by 50 %",
        ),
        (
            [1.0, 1.0],
            "a sum",
            (
                "⊘ one is it: fails, as it should, without a sum: the shapes () and"
                " (2,) differ"
            ),
        ),
        ([1.0, 1.0], "", "✗ one is it: the shapes () and (2,) differ"),
        (
            1.0,
            "halving",
            "(✓) one is it: is true, but not by this route, without halving",
        ),
        (1.0, "", "✓ one is it"),
    ],
)
def test_a_claim_says_which_of_the_four_it_is(right, without, line, capsys):
    same("one is it", 1.0, right, without=without)
    assert capsys.readouterr().out == f"{line}\n"


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


def test_a_step_that_rests_on_a_failed_one_contradicts_itself_no_more():
    done = four_lines(False, apart=2.0)
    assert done[2].said == "fails, as it should: needs it, but it is gone"
    assert done[3].said == "is true, but not by this route (rests on step 2)"
    assert (
        done[4].said
        == "fails, as it should: the sides differ by 50 % (rests on step 2)"
    )
    assert four_lines(True, apart=2.0)[4].said == "failed: the sides differ by 50 %"
