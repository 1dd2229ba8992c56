"""LaTeX to MathML, which can be selected, read aloud and enlarged.

A formula is a row of ``math`` elements. A line may break between two of them, and
nowhere else.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from math_core import LatexError, LatexToMathML

from askfirst.words.course import current

CONVERTER = LatexToMathML(
    fancy_error=False,
    macros={
        "LaTeX": r"\text{LaTeX}",
        "hbox": r"\text{#1}",
        "mbox": r"\text{#1}",
        "substack": r"\begin{subarray}{c}#1\end{subarray}",
        "widetilde": r"\tilde{#1}",
    },
)
# TeX between braces, which may hold others.
BRACED = r"(?:[^{}\\]|\\.)*+"
for _ in range(12):
    BRACED = rf"(?:[^{{}}\\]|\\.|\{{{BRACED}\}})*+"
TAG = re.compile(rf"\\tag(\*?)\{{({BRACED})\}}")
# What is left out (names of numbers, sizes of letters, room between lines, places), and
# what the converter knows by another name.
PLAINER = tuple(
    # No end of a line begins a command.
    (re.compile(rf"(?<!\\)((?:\\\\)*)(?:{pattern})"), rf"\1{other}")
    for pattern, other in (
        (r"\\label\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])", ""),
        (r"\\(?:tiny|small|normalsize|[lL]arge|LARGE|[hH]uge)(?![A-Za-z])", ""),
        (r"(?<=\\\\)\*?\s*\[\s*-?[\d.]+\s*[a-z]{2}\s*\]|(?<=\\\\)\*", ""),
        (r"(\\begin\{(?:array|(?:align|gather)ed)\})\s*\[[bct]\]", r"\2"),
        (r"\\cr(?![A-Za-z])", r"\\\\"),
        (r"\\(?=\n|$)", r"\\ "),
        (r"\\begin\{eqnarray\*?\}", r"\\begin{array}{rcl}"),
        (r"\\end\{eqnarray\*?\}", r"\\end{array}"),
        (r"(\\begin|\\end)\{smallmatrix\}", r"\2{matrix}"),
        (r"\\cfrac\s*\[[clr]\]", r"\\cfrac"),
        (r"\\hspace\*", r"\\hspace"),
    )
)
TEXT = re.compile(rf"\\(?:text|[hm]box|textrm|textnormal)\s*\{{({BRACED})\}}")
DOLLAR = re.compile(r"(?<!\\)\$")
POINTED = re.compile(r"(\\(?:left|right|middle|[bB]igg?[lrm]?))\s*([<>])")
ANGLES = {"<": r"\langle ", ">": r"\rangle "}
# A bracket says whether it opens or closes, by which a sign after it has one side.
SIZED = re.compile(
    r"(\\[bB]igg?)(?=\s*(\\l[acfvV]|\\\{|[(\[])|\s*(?:\\r[acfvV]|\\\}|[)\]]))"
)
# Pages number no formula by themselves.
NUMBERED = re.compile(r"\\(begin|end)\{(align|split|gather|multline|equation)\*?\}")
ROWS = {
    **{"align": "aligned", "split": "aligned"},
    **{"gather": "gathered", "multline": "multline*"},
}
INNERMOST = re.compile(r"\\begin\{([^}]*)\}(?:(?!\\begin\{).)*?\\end\{\1\}", re.DOTALL)
NAME = r"(?:\{\s*(\\[A-Za-z]+)\s*\}|(\\[A-Za-z]+))\s*"
NEW = re.compile(
    rf"\\(?:re|provide)?newcommand\*?\s*{NAME}(?:\[(\d)\])?\s*(?=\{{)"
    rf"|\\DeclareMathOperator(\*?)\s*{NAME}\{{({BRACED})\}}"
)
DEFINED = re.compile(rf"\\def\s*\\[A-Za-z]+(?:#\d)*\s*\{{{BRACED}\}}")
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")

RELATIONS = set("=<>≤≥≠≈∝↦⟶⟹⇒")
SIGNS = set("+−-±∓")
FENCES, ENDS = set("([{⟨⌊⌈"), set(")]}⟩⌋⌉")
SHORT = 30  # letters of TeX that stay on one line
# Letters of a piece before one that begins with a sign, or, within a sentence or after
# a gap, with a relation.
LONG, INLINE = 7, 5
GAP = 1.0  # ems
LINE, ARROW, SMALL = "\u0332", "\u20d7", "font-size: 0.7em"
MARKS = {LINE, ARROW, "⏞", "⏟"}
# Of brackets, in ems: those of \big are set in larger letters; those above are chosen
# by the browser, which keeps room for larger ones still, taken away again.
BIG, ROOM = 1.2, -0.1


@lru_cache(4096)
def formula(
    tex: str, display: bool = False, narrow: bool = False, given: str = ""
) -> str:
    r"""TeX without dollars as MathML: for a sentence, or on lines of its own; in a
    ``narrow`` column it breaks as often as there. ``given`` are ``definitions`` that
    stand before it.

    Raises ValueError for what cannot be set as TeX would.

    >>> formula(r"\Phi")  # doctest: +NORMALIZE_WHITESPACE
    '<math><semantics><mrow><mi mathvariant="normal">Φ</mi></mrow><annotation
    encoding="application/x-tex">\\Phi</annotation></semantics></math>'
    """
    groups = pieces(tex, display, narrow, given)
    math = groups[0][0]
    row, note = Element("mrow"), Element("annotation", encoding="application/x-tex")
    row[:], note.text = math, tex
    math[:] = [semantics := Element("semantics")]
    semantics[:] = [row, note]
    lines = _lines(groups)
    if len(lines) > 1:
        lines = [f'<span class="group">{line}</span>' for line in lines]
    tags = ", ".join(tag if bare else f"({tag})" for bare, tag in TAG.findall(tex))
    number = f'<span class="formula-number">{html.escape(tags)}</span>'
    return (number if tags else "") + "<wbr>".join(lines)


@lru_cache(1024)
def mathml(tex: str) -> str:
    """TeX without dollars as MathML for a narrow column, without its TeX; or, where it
    cannot be set, the TeX as it was written.

    >>> mathml("w=0")
    '<math><mi>w</mi><mo>=</mo><mn>0</mn></math>'
    >>> mathml("w_")
    '<code>w_</code>'
    """
    try:
        return "<wbr>".join(_lines(pieces(tex, narrow=True)))
    except ValueError:
        return f"<code>{html.escape(tex)}</code>"


def _lines(groups: list[list[Element]]) -> list[str]:
    return [
        "<wbr>".join(ElementTree.tostring(each, encoding="unicode") for each in group)
        for group in groups
    ]


def definitions(tex: str) -> str:
    r"""What a formula defines for those that follow.

    >>> definitions(r"\newcommand{\norm}[1]{\lVert#1\rVert} \norm x")
    '\\def\\norm#1{\\lVert#1\\rVert}'
    """
    return "".join(DEFINED.findall(NEW.sub(_defined, tex)))


def _defined(new: re.Match) -> str:
    if new[3] or not new[7]:
        number = int(new[3] or 0)
        return rf"\def{new[1] or new[2]}" + "".join(f"#{i + 1}" for i in range(number))
    return rf"\def{new[5] or new[6]}{{\operatorname{new[4]}{{{new[7]}}}}}"


def _plain(tex: str) -> str:
    """TeX that the converter knows, which says the same."""

    def text(found: re.Match) -> str:
        parts = DOLLAR.split(found[1])
        return "".join(
            rf"{{\textstyle {part}}}" if i % 2 else rf"\text{{{part}}}" if part else ""
            for i, part in enumerate(parts)
        )

    def rows(found: re.Match) -> str:
        kind = ROWS.get(found[2])
        return rf"\{found[1]}{{{kind}}}" if kind else ""

    for pattern, other in PLAINER:
        tex = pattern.sub(other, tex)
    tex = POINTED.sub(lambda found: found[1] + ANGLES[found[2]], tex)
    tex = SIZED.sub(lambda found: found[1] + ("l" if found[2] else "r"), tex)
    tex = TEXT.sub(text, NEW.sub(_defined, tex))
    tex = NUMBERED.sub(rows, TAG.sub("", tex))
    outside, found = tex, 1
    while found:
        outside, found = INNERMOST.subn("", outside)
    lines = r"\\" in re.sub(rf"\{{{BRACED}\}}", "", outside)
    return rf"\begin{{gathered}}{tex}\end{{gathered}}" if lines else tex


def pieces(
    tex: str, display: bool = False, narrow: bool = False, given: str = ""
) -> list[list[Element]]:
    r"""A formula cut where a line may break: before a relation and, in a long sum,
    before its terms, where they stand in no brackets; and, into groups, after a gap.

    >>> tex = r"T=2\pi\sqrt{L/g}(1+\theta^2/16),\qquad\omega=(L/g)^{-1/2}"
    >>> ["".join(math.itertext()) for each in pieces(tex, True) for math in each]
    ['T', '=2πL/g(1+θ2/16),', 'ω=(L/g)−1/2']
    """
    try:
        made = CONVERTER.convert_with_local_state(
            _plain(given + tex), displaystyle=display
        )
        made = NAMED.sub(lambda found: html.unescape(found[0]), made)
        root = ElementTree.fromstring(re.sub("[\ufe00\ufe01]", "", made))
    except LatexError as error:
        raise _unset(tex, str(error).partition(": ")[2]) from None
    except ElementTree.ParseError:
        raise _unset(tex, "it holds a letter that no page can show.") from None
    if "(??)" in made:
        raise _unset(tex, "it names a number, and no formula here has one.")
    if 'class="menclose-' in made:
        raise _unset(tex, "browsers strike nothing out.")
    _mend(root)
    _mark_letters(root)
    attributes = {"displaystyle": "true"} if display else {}
    groups = [[Element("math", attributes)]]
    brackets, before = 0, Element("mrow")
    for each in root:
        piece, core = groups[-1][-1], _core(each)
        sign = core.text in SIGNS and each.get("lspace") != "0"
        first = (display or narrow) and len(groups) == 1
        wanted = LONG if sign else 1 if first else INLINE
        related = core.text in RELATIONS and before.text not in RELATIONS
        if len(tex) > SHORT and len(piece):
            gap = before.get("width", "0em") if before.tag == "mspace" else "0em"
            if float(gap.removesuffix("em")) >= GAP and each.tag != "mspace":
                groups.append([Element("math", attributes)])
            elif (
                brackets == 0
                and core.tag == "mo"
                and (related or (sign and (display or narrow)))
                and len("".join(piece.itertext())) >= wanted
            ):
                groups[-1].append(Element("math", attributes))
                if sign:
                    each.set("form", "infix")
        opens = core.text in FENCES or core.get("form") == "prefix"
        closes = core.text in ENDS or core.get("form") == "postfix"
        brackets = max(0, brackets + (core.tag == "mo") * (opens - closes))
        groups[-1][-1].append(each)
        before = each
    last = groups[-1]
    short = len("".join(last[-1].itertext())) < INLINE
    if short and len(last) > 1 and not (display or narrow):
        last[-2].extend(last.pop())
    return groups


def _unset(tex: str, why: str) -> ValueError:
    return ValueError(f"the formula ${' '.join(tex.split())}$ cannot be set: {why}")


def _core(node: Element) -> Element:
    """The base of what has limits."""
    return _core(node[0]) if node.tag.startswith(("msu", "mun")) else node


def _mend(node: Element) -> None:
    """Set with what browsers know of MathML and the pages' font."""
    for number, each in enumerate(node):
        _mend(each)
        if each.tag == "mrow" and len(each) == 2 and not each[0].items():
            if each[0].tag == "mspace":  # before upright letters, without a width
                node[number] = each[1]
        elif number and each.text == "∗" and node.tag.startswith("msu"):
            each.tag, each.text = "mi", "*"  # a star, no operator
    if node.tag == "mo" and (size := float(node.get("minsize", "0em")[:-2])):
        if size == BIG:
            node.attrib = {"stretchy": "false", "style": f"font-size: {BIG}em"}
        else:
            side = "right" if node.text in FENCES else "left"
            node.set("style", f"margin-{side}: {ROOM}em")
    elif node.tag == "mtd" and "padding-left: 0" in node.get("style", ""):
        if len(node) and node[0].text in SIGNS:  # it goes on from the cell before
            node[0].attrib = {"form": "infix"}
    elif node.tag == "msqrt" and node[0].get("width") == "0":
        node.clear()  # the sign alone, as high as a letter
        node.tag, node.text = "mi", "√"
    elif node.tag in ("mover", "munder") and (mark := node[1]).text in MARKS:
        if mark.text == LINE:  # as wide as what it stands at
            side = "top" if node.tag == "mover" else "bottom"
            node.attrib = {
                "style": f"border-{side}: 0.05em solid; padding-{side}: 0.1em"
            }
            node.tag, node[:] = "mrow", node[:1]
        elif mark.text == ARROW:
            mark.text, mark.attrib = "→", {"stretchy": "false", "style": SMALL}
        else:
            node.attrib = {}  # a brace is thin
    elif node.tag == "msup" and set(node[1].text or "-") <= set("′″‴"):
        node.tag = "mrow"  # a prime is as high as it has to be
    elif node.tag.startswith("msu") and node[0].get("minsize"):
        base = Element("mrow")  # in which the browser looks for its size
        base.append(node[0])
        node[0] = base


def _mark_letters(row: Element) -> None:
    """Mark the letters to which the course gives a colour; see ``Letter``."""
    letters = current().letters
    for parent in row.iter():
        for each, after in pairwise([*parent, None]):
            bare = parent.tag not in ("msub", "msubsup") or each is not parent[0]
            called = after is not None and after.text in ("(", "′")
            letter = letters.get(each.text or "")
            if letter is None or (called and letter.function):
                continue
            if bare or letter.indexed:
                each.set("data-letter", each.text or "")
