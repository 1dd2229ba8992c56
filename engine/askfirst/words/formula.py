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
        **dict.fromkeys(("mbox", "textrm"), r"\text{#1}"),
        "substack": r"\begin{subarray}{c}#1\end{subarray}",
        "surd": r"\text{√}",
        "vec": r"\overset{\rightarrow}{#1}",
        "widetilde": r"\tilde{#1}",
    },
)
# TeX between braces, which may hold others.
BRACED = r"(?:[^{}\\]|\\.)*+"
for _ in range(12):
    BRACED = rf"(?:[^{{}}\\]|\\.|\{{{BRACED}\}})*+"
TAG = re.compile(rf"\\tag(\*?)\{{({BRACED})\}}")
# What a formula defines for those that follow
DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?|DeclareMathOperator\*?|def)"
    rf"\s*\{{?\s*\\[A-Za-z]+\s*\}}?\s*(?:\[\d\]|(?:#\d)*)\s*\{{{BRACED}\}}"
)
NAME = r"\s*\{?\s*(\\[A-Za-z]+)\s*\}?"
OPERATOR = rf"\\DeclareMathOperator(\*?){NAME}\s*\{{({BRACED})\}}"
IN_TEXT = rf"((?:[^{{}}\\$]|\\.|\{{{BRACED}\}})*)"
INSET = (rf"(\\(?:text|mbox)\{{{IN_TEXT})\${IN_TEXT}\$", r"\2}{\\textstyle \4}\\text{")
SIZED = r"(\\(?:left|right|middle|[bB]igg?[lrm]?)\s*)"
# What the converter knows by another name, and what is left out: places, sizes of
# letters, room between lines. A large bracket says whether it opens or closes, by which
# a sign after it has one side. Pages number no formula by themselves.
PLAINER = tuple(
    # No end of a line begins a command.
    (re.compile(rf"(?<!\\)((?:\\\\)*)(?:{pattern})"), rf"\1{other}")
    for pattern, other in (
        (
            rf"\\(?:re|provide)?newcommand\*?{NAME}",
            r"\\providecommand\2{}\\renewcommand\2",
        ),
        (OPERATOR, r"\\def\3{\\operatorname\2{\4}}"),
        (r"\\label\{[^}]*\}|\\(?:small|[lL]arge|LARGE|[hH]uge)(?![A-Za-z])", ""),
        (r"(?<=\\\\)\*?\s*\[\s*-?[\d.]+\s*[a-z]{2}\s*\]|(?<=\\\\)\*", ""),
        (r"(\\begin\{(?:array|(?:align|gather)ed)\})\s*\[[bct]\]", r"\2"),
        (r"\\cfrac\s*\[[clr]\]", r"\\cfrac"),
        (rf"{SIZED}<", r"\2\\langle "),
        (rf"{SIZED}>", r"\2\\rangle "),
        (r"(\\[bB]igg?)(?=\s*(?:\\l[acfvV]|\\\{|[(\[]))", r"\2l"),
        (r"(\\[bB]igg?)(?=\s*(?:\\r[acfvV]|\\\}|[)\]]))", r"\2r"),
        *[INSET] * 4,  # formulas of a text, up to four
        (r"\\begin\{eqnarray\*?\}", r"\\begin{array}{rcl}"),
        (r"\\end\{eqnarray\*?\}", r"\\end{array}"),
        (r"\\(begin|end)\{(?:align|split)\*?\}", r"\\\2{aligned}"),
        (r"\\(begin|end)\{gather\*?\}", r"\\\2{gathered}"),
        (r"\\(begin|end)\{multline\*?\}", r"\\\2{multline*}"),
        (r"\\(?:begin|end)\{equation\*?\}", ""),
    )
)
REFUSED = {
    "(??)": "it names a number, and no formula here has one.",
    'class="menclose-': "browsers strike nothing out.",
}
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")

RELATIONS = set("=<>≤≥≠≈∝↦⟶⟹⇒")
SIGNS = set("+−-±∓")
FENCES, ENDS = "([{⟨⌊⌈", ")]}⟩⌋⌉\u2063"  # the last is none, as at the end of cases
SHORT = 30  # letters of TeX that stay on one line
# Letters of a piece before one that begins with a relation or a sign, at least
FEW, LONG, AFTER_GAP = 3, 7, 12
GAPS = {"1em", "2em"}
LINE, BRACES = "\u0332", {"⏞", "⏟"}
BIG = "1.2em"  # brackets of this size are set in larger letters


@lru_cache(4096)
def formula(tex: str, display: bool = False, given: str = "") -> str:
    r"""TeX without dollars as MathML: for a sentence, or on lines of its own. ``given``
    are the definitions that stand before it.

    Raises ValueError for what cannot be set as TeX would.

    >>> formula(r"\Phi")  # doctest: +NORMALIZE_WHITESPACE
    '<math><semantics><mrow><mi mathvariant="normal">Φ</mi></mrow><annotation
    encoding="application/x-tex">\\Phi</annotation></semantics></math>'
    """
    pieces = _pieces(tex, display, given)
    note = f'<annotation encoding="application/x-tex">{html.escape(tex, False)}'
    pieces[0] = f"<semantics><mrow>{pieces[0]}</mrow>{note}</annotation></semantics>"
    tags = ", ".join(tag if bare else f"({tag})" for bare, tag in TAG.findall(tex))
    number = f'<span class="formula-number">{html.escape(tags)}</span>'
    math = '<math displaystyle="true">' if display else "<math>"
    made = "<wbr>".join(f"{math}{piece}</math>" for piece in pieces)
    return number + made if tags else made


@lru_cache(1024)
def mathml(tex: str) -> str:
    """TeX without dollars as MathML, without its TeX; or, where it cannot be set, the
    TeX as it was written.

    >>> mathml("w=0")
    '<math><mi>w</mi><mo>=</mo><mn>0</mn></math>'
    >>> mathml("w_")
    '<code>w_</code>'
    """
    try:
        return "<wbr>".join(f"<math>{piece}</math>" for piece in _pieces(tex))
    except ValueError:
        return f"<code>{html.escape(tex)}</code>"


def _pieces(tex: str, display: bool = False, given: str = "") -> list[str]:
    r"""A formula cut where a line may break: after a gap and, where they stand in no
    brackets, before a relation and, in a long sum, before its terms.

    >>> tex = r"F(t)=2\pi\sqrt{L/g}(1+\theta^2/16),\qquad\omega=(L/g)^{-1/2}"
    >>> [re.sub("<.*?>", "", piece) for piece in _pieces(tex)]
    ['F(t)', '=2πL/g(1+θ2/16),', 'ω=(L/g)−1/2']
    """
    pieces: list[list[Element]] = [[]]
    few, before = FEW, Element("mrow")
    for each in _converted(tex, display, given):
        done = "".join(text for part in pieces[-1] for text in part.itertext())
        sign = each.text in SIGNS and each.get("lspace") != "0"
        long = len(done) >= max(few, LONG * sign) and not _opens(done)
        if len(tex) > SHORT and done:
            if before.get("width") in GAPS and each.tag != "mspace":
                pieces.append([])
                few = AFTER_GAP
            elif long and (sign or each.text in RELATIONS):
                pieces.append([])
                if sign:
                    each.set("form", "infix")
        pieces[-1].append(each)
        before = each
    return [
        "".join(ElementTree.tostring(e, "unicode") for e in each) for each in pieces
    ]


def _converted(tex: str, display: bool, given: str) -> Element:
    """A formula as MathML in one piece, which browsers set as TeX would."""
    plain = given + TAG.sub("", tex)
    for pattern, other in PLAINER:
        plain = pattern.sub(other, plain)
    try:
        made = CONVERTER.convert_with_local_state(plain, displaystyle=display)
        made = NAMED.sub(lambda found: html.unescape(found[0]), made)
        root = ElementTree.fromstring(re.sub("[\ufe00\ufe01]", "", made))
        why = next((said for sign, said in REFUSED.items() if sign in made), "")
    except LatexError as error:
        why = str(error).partition(": ")[2]
    except ElementTree.ParseError:
        why = "it holds a letter that no page can show."
    if why:
        raise ValueError(f"the formula ${' '.join(tex.split())}$ cannot be set: {why}")
    _mend(root)
    _mark_letters(root)
    return root


def _opens(text: str) -> bool:
    """Whether a bracket in it, or a bar outside of brackets, is not closed."""
    opened, closed = (sum(map(text.count, each)) for each in (FENCES, ENDS))
    outside = re.sub(r"[(\[].*[)\]]", "", text)
    return opened > closed or bool(sum(map(outside.count, "‖|")) % 2)


def _mend(node: Element) -> None:
    """Set with what browsers know of MathML and the pages' font."""
    for number, each in enumerate(node):
        _mend(each)
        if len(each) == 2 and each[0].tag == "mspace" and not each[0].attrib:
            node[number] = each[1]  # before upright letters, without a width
    if node.tag == "mo" and node.get("minsize") == BIG:
        node.attrib = {"stretchy": "false", "style": f"font-size: {BIG}"}
    elif node.tag == "mtd" and "padding-left: 0" in node.get("style", ""):
        if len(node) and node[0].text in SIGNS:  # it goes on from the cell before
            node[0].attrib = {"form": "infix"}
    elif node.tag in ("mover", "munder") and node[1].text == LINE:
        side = "top" if node.tag == "mover" else "bottom"  # as wide as its letters
        node.attrib = {"style": f"border-{side}: 0.05em solid; padding-{side}: 0.1em"}
        node.tag, node[:] = "mrow", node[:1]
    elif node.tag in ("mover", "munder") and node[1].text in BRACES:
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
        has_index = parent.tag in ("msub", "msubsup")
        for each, after in pairwise([*parent, None]):
            called = after is not None and after.text in ("(", "′")
            if letter := letters.get(each.text or ""):
                indexed = has_index and each is parent[0] and not letter.indexed
                if not indexed and not (called and letter.function):
                    each.set("data-letter", each.text or "")
