"""Formulas as text of a page: TeX in, MathML out, set when the page is made.

A formula is a row of pieces, each a ``math`` element with its own TeX beside it, by
which it is copied. A line may break between two pieces, and nowhere else.
"""

from __future__ import annotations

import html
import re
from base64 import b64encode
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util import logging

from askfirst.scripts import STATIC
from askfirst.words.formula import mark_letters

FONTS = Path(__file__).parent / "font"
# File, family, and what else its rule says.
FACES = (
    ("askfirst-math", "Askfirst Math", ""),
    ("source-sans-3", "Source Sans 3", "font-weight: 200 900;"),
    (
        "source-sans-3-italic",
        "Source Sans 3",
        "font-weight: 200 900; font-style: italic;",
    ),
    (
        "source-sans-3-greek",
        "Source Sans 3",
        "font-weight: 200 900; unicode-range: U+370-3FF;",
    ),
    ("source-code-pro", "Source Code Pro", ""),
    ("source-code-pro-greek", "Source Code Pro", "unicode-range: U+370-3FF;"),
)
FACE = '@font-face {{ font-family: "{}"; {} src: url(data:font/woff2;base64,{}) }}\n'

TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
BRACES = {"{": 1, "}": -1, r"\left": 1, r"\right": -1, r"\begin": 1, r"\end": -1}
BRACKETS = {"(": 1, ")": -1, "[": 1, "]": -1, r"\{": 1, r"\}": -1}
BRACKETS |= {r"\lVert": 1, r"\rVert": -1, r"\lvert": 1, r"\rvert": -1}
BRACKETS |= {r"\langle": 1, r"\rangle": -1, r"\lfloor": 1, r"\rfloor": -1}
RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\ne", r"\approx", r"\propto"}
RELATIONS |= {r"\mapsto", r"\longrightarrow", r"\Longrightarrow", r"\Rightarrow"}
GAPS = {r"\quad", r"\qquad"}
SUMS = {"+", "-"}
SHORT = 30  # letters of TeX that stay on one line
# Letters of TeX before a piece that begins with + or −.
LONG = 24
LONG_INLINE = 40  # letters of TeX that may be wider than a telephone
INLINE = 8  # letters of TeX on either side of a break within a sentence
STYLES = re.compile(r"\\(text|display)style\b")
# Fences behind a size such as \Big, which latex2mathml takes as letters alone.
SIZED_FENCES = {
    r"\lVert": "‖",
    r"\rVert": "‖",
    r"\Vert": "‖",
    r"\langle": "⟨",
    r"\rangle": "⟩",
}
SIZED = re.compile(r"(\\[bB]igg?[lrm]?)\s*(\\[lr]?Vert|\\[lr]angle)(?![A-Za-z])")
STOP = r"[.,;:!?%)’]+"  # stays on the line of a formula before it
FORMULA = re.compile(
    rf"<(script|style|pre|code)\b.*?</\1>|\$([^$]+)\$({STOP})?",
    re.DOTALL | re.IGNORECASE,
)
TAG = re.compile(r"\s*\\tag\{([^{}]*)\}")
ROWS = re.compile(r"\\begin\{(aligned|gathered)\}(.*)\\end\{\1\}", re.DOTALL)

# Names of functions, with room around them; below some stand their limits.
LIMITS = {"min", "max", "inf", "sup", "lim", "argmin", "argmax"}
NAMES = LIMITS | {"arg", "cos", "cosh", "det", "dim", "exp", "log", "ln", "sin", "sinh"}
NAMES |= {"tan", "tanh", "arccos", "arcsin", "arctan", "sign", "tr", "diag", "rank"}
LARGE = set("∑∏∫∬")
FENCES = set("([{⟨⌊⌈")
ENDS = set(")]}⟩⌋⌉")
BARS = set("|‖∣∥")
SIGNS = set("+−-±∓")
LETTERS = set("⊤*⊥")  # in an exponent they are no operators
# Accents as small as TeX has them.
ACCENTS = {"^": "ˆ", "~": "˜", "¯": "¯", "→": "→", "˙": "˙", "¨": "¨", "ˇ": "ˇ"}
# Of brackets, in ems: those of \big are set in larger letters; those above are chosen
# by the browser, which keeps room for larger ones still, taken away again.
BIG, ROOM = 1.2, -0.1
THIN = "0.167em"
ALPHABETS = {  # the first of the letters A and a, and of the digits, in Unicode
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "bold-italic": (0x1D468, 0x1D482, 0x1D7CE),
    "script": (0x1D49C, 0x1D4B6, None),
    "fraktur": (0x1D504, 0x1D51E, None),
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8),
    "sans-serif": (0x1D5A0, 0x1D5BA, 0x1D7E2),
    "monospace": (0x1D670, 0x1D68A, 0x1D7F6),
}
ELSEWHERE = {  # letters that Unicode had before the alphabets
    ("script", letter): other
    for letter, other in zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)
} | {("fraktur", letter): other for letter, other in zip("CHIRZ", "ℭℌℑℜℨ", strict=True)}
ELSEWHERE |= {
    ("double-struck", letter): other
    for letter, other in zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)
}


@lru_cache(4096)
def formula(tex: str, display: bool = False, narrow: bool = False) -> str:
    """TeX without dollars as MathML: for a sentence, or on lines of its own; in a
    ``narrow`` column of a table it breaks as often as there.

    Raises ValueError for what cannot be converted.

    >>> formula(r"\\Phi")  # doctest: +NORMALIZE_WHITESPACE
    '<math><semantics><mrow><mi mathvariant="normal">Φ</mi></mrow><annotation
    encoding="application/x-tex">\\\\Phi</annotation></semantics></math>'
    """
    tag = TAG.search(tex)
    plain = TAG.sub("", tex).strip()
    parts = pieces(plain, display or narrow)
    made = [
        _math(part, _tree(part, display, inner=number > 0), display)
        for number, part in enumerate(parts)
    ]
    number = f'<span class="formula-number">({tag[1]})</span>' if tag else ""
    return number + _grouped(parts, made)


def _grouped(parts: list[str], made: list[str]) -> str:
    """The pieces between two gaps stay on one line where they can."""
    groups: list[list[str]] = [[]]
    for part, piece in zip(parts, made, strict=True):
        groups[-1].append(piece)
        if part.rstrip().endswith(tuple(GAPS)):
            groups.append([])
    lines = ["<wbr>".join(group) for group in groups if group]
    if len(lines) == 1:
        return lines[0]
    return "<wbr>".join(f'<span class="group">{line}</span>' for line in lines)


def pieces(tex: str, display: bool) -> list[str]:
    r"""A formula cut where a line may break: before a relation and, in a long sum,
    before its terms, where they stand in no brackets, and after a gap.

    >>> pieces(r"T=2\pi\sqrt{L/g}(1+\theta^2/16),\qquad\omega=(L/g)^{-1/2}", True)
    ['T', '=2\\pi\\sqrt{L/g}(1+\\theta^2/16),\\qquad', '\\omega', '=(L/g)^{-1/2}']
    """
    if len(tex) <= SHORT or STYLES.search(tex) or ROWS.fullmatch(tex):
        return [tex]
    found, braces, brackets, before = [""], 0, 0, ""
    for token in TOKEN.findall(tex):
        if not token.strip():
            found[-1] += token
            continue
        here = braces == 0 and before not in ("_", "^")
        wanted = LONG if token in SUMS else 1 if display else INLINE
        if (
            here
            and brackets == 0
            and token in RELATIONS | SUMS
            and (display or token in RELATIONS)
            and len(found[-1]) >= wanted
            and before not in RELATIONS
        ) or (here and before in GAPS and token not in GAPS and found[-1]):
            found.append("")
        braces += BRACES.get(token, 0)
        brackets = max(0, brackets + BRACKETS.get(token, 0))
        found[-1] += token
        before = token
    if not display and len(found) > 1 and len(found[-1]) < INLINE:
        last = found.pop()
        found[-1] += last
    return found


def _math(tex: str, row: Element, display: bool) -> str:
    math = Element("math", {"displaystyle": "true"} if display else {})
    semantics = SubElement(math, "semantics")
    semantics.append(row)
    note = SubElement(semantics, "annotation", encoding="application/x-tex")
    note.text = tex
    return ElementTree.tostring(math, encoding="unicode")


def _tree(tex: str, display: bool, inner: bool) -> Element:
    """The row of a piece; an ``inner`` one goes on from another."""
    if rows := ROWS.fullmatch(tex):
        return _table(rows[2], rows[1])
    if not tex.strip():
        return Element("mrow")
    try:
        made = convert(
            SIZED.sub(lambda m: m[1] + SIZED_FENCES[m[2]], tex),
            display="block" if display else "inline",
        )
        row = ElementTree.fromstring(re.sub(' xmlns="[^"]*"', "", made))[0]
    except Exception as error:  # latex2mathml has many
        raise ValueError(
            f"the formula {tex!r} cannot be read ({type(error).__name__}: {error})."
        ) from None
    for each in row.iter():
        text = each.text or ""
        if (text.startswith("\\") and text[1:] not in NAMES) or text == "&":
            raise ValueError(
                f"the formula {tex!r} has {text}, which is not known here."
            )
        if each.get("linebreak"):
            raise ValueError(
                rf"the formula {tex!r} has \\, which needs rows around it, as in"
                r" \begin{aligned}."
            )
    _mend(row, display)
    mark_letters(row)
    if inner and len(row) and row[0].tag == "mo" and row[0].text in SIGNS:
        row[0].set("form", "infix")
    return row


def _table(rows: str, kind: str) -> Element:
    """Formulas below each other, aligned where they have an &."""
    row = Element("mrow")
    table = SubElement(row, "mtable", {"class": kind, "displaystyle": "true"})
    for line in _cut(rows, r"\\"):
        tr = SubElement(table, "mtr")
        for column, cell in enumerate(_cut(re.sub(r"^\s*\[[^]]*\]", "", line), "&")):
            inside = _tree(cell.strip(), True, inner=column > 0)
            SubElement(tr, "mtd").append(inside)
    return row


def _cut(tex: str, at: str) -> list[str]:
    """Parts between tokens that stand in no braces."""
    found, depth = [""], 0
    for token in TOKEN.findall(tex):
        depth += (token in ("{", r"\begin")) - (token in ("}", r"\end"))
        if token == at and depth == 0:
            found.append("")
        else:
            found[-1] += token
    return found


def _mend(node: Element, display: bool) -> None:
    """Set as TeX would, with what browsers know of MathML."""
    for each in list(node):
        _mend(each, display and each.tag not in ("mfrac", "msqrt"))
    _letters(node)
    if node.tag.startswith("msu") and node[0].get("minsize"):
        base = Element("mrow")  # in which the browser looks for its size
        base.append(node[0])
        node[0] = base
    if node.tag == "mo":
        _operator(node)
    elif node.tag == "mspace" and "negative" in node.get("width", ""):
        node.attrib = {"style": f"margin-left: -{THIN}"}
    elif node.tag == "mtd" and node.attrib.pop("columnalign", "") == "left":
        node.set("class", "left")
    elif node.tag == "msub" and display and node[0].text in LIMITS:
        node.tag = "munder"
    elif node.tag == "mover" and (node[1].text or "") in ACCENTS:
        node.set("accent", "true")
        node[1].text = ACCENTS[node[1].text or ""]
        node[1].attrib = {"stretchy": "false"}
        if node[1].text == "→":
            node[1].set("style", "font-size: 0.7em")
    elif node.tag == "msup" and set(node[1].text or "-") <= set("′″‴"):
        node.tag = "mrow"  # a prime is as high as it has to be
    if node.tag in ("mrow", "mtd", "msqrt", "mstyle"):
        _signs(node)
        _rooms(node)


def _letters(node: Element) -> None:
    text = node.text or ""
    if node.tag == "mi" and text.startswith("\\"):
        node.text = text[1:]
    elif node.tag == "mo" and text.isascii() and text.isalpha():
        node.tag = "mi"
    elif node.tag == "mi" and re.fullmatch("[Α-Ω]", text):
        node.set("mathvariant", "normal")  # upright, as TeX has them
    elif node.tag == "mrow" and len(node) > 1 and all(map(_upright, node)):
        name = "".join(each.text or "" for each in node)
        node.clear()
        node.tag, node.text = "mi", name
        if name not in NAMES:
            node.set("mathvariant", "normal")
    elif (kind := node.get("mathvariant", "")) in ALPHABETS:
        del node.attrib["mathvariant"]
        node.text = "".join(_styled(kind, letter) for letter in text)


def _upright(node: Element) -> bool:
    return node.tag == "mi" and node.get("mathvariant") == "normal"


def _styled(kind: str, letter: str) -> str:
    """A letter or a digit of one of Unicode's alphabets."""
    large, small, digits = ALPHABETS[kind]
    for first, begin, count in (("A", large, 26), ("a", small, 26), ("0", digits, 10)):
        place = ord(letter) - ord(first)
        if begin and 0 <= place < count:
            return ELSEWHERE.get((kind, letter), chr(begin + place))
    return letter


def _operator(node: Element) -> None:
    text = node.text or ""
    size = float(node.get("minsize", "0em").removesuffix("em"))
    if size == BIG:
        node.attrib = {"stretchy": "false", "style": f"font-size: {BIG}em"}
    elif size:
        side = "right" if text in FENCES else "left"
        node.set("style", f"margin-{side}: {ROOM}em")
    if text in LETTERS or text == ".":
        node.tag, node.attrib = "mi", {}
    elif text in BARS and node.get("stretchy") != "true":
        node.attrib |= {"lspace": "0", "rspace": "0"}
        if not size:
            node.set("stretchy", "false")


def _signs(row: Element) -> None:
    """A plus or minus after a relation, an opening bracket or a comma has one side, and
    a sum no room of its own there.
    """
    for before, each in pairwise([Element("mo"), *row]):
        begins = before.tag == "mo" and before.text not in ENDS | BARS | {"!"}
        if begins and each.tag == "mo" and each.text in SIGNS:
            each.set("form", "prefix")
        elif begins and (core := _core(each)).text in LARGE:
            core.set("lspace", "0")


def _core(node: Element) -> Element:
    """The base of what has limits."""
    return node[0] if node.tag.startswith(("msu", "mun")) and len(node) else node


def _rooms(row: Element) -> None:
    """Thin room around the name of a function, but none before its bracket."""
    found: list[Element] = []
    for each in row:
        if found:
            before = found[-1]
            after_name = _name(before) and not (
                each.tag in ("mo", "mspace", "mtext") or _opens(each)
            )
            if after_name or (_name(each) and _operand(before)):
                found.append(Element("mspace", width=THIN))
        found.append(each)
    row[:] = found


def _name(node: Element) -> bool:
    base = _core(node)
    return base.tag == "mi" and base.text in NAMES


def _opens(node: Element) -> bool:
    return node.tag == "mrow" and len(node) > 0 and node[0].text in FENCES


def _operand(node: Element) -> bool:
    return node.tag not in ("mo", "mspace", "mtext") or (node.text or "") in ENDS


def styles() -> str:
    """The style sheet of formulas, with the fonts of formulas and text in it: a page
    that was opened from a file may not fetch one everywhere.
    """
    faces = "".join(
        FACE.format(
            family, more, b64encode((FONTS / f"{file}.woff2").read_bytes()).decode()
        )
        for file, family, more in FACES
    )
    return faces + (STATIC / "formulas.css").read_text(encoding="utf-8")


def in_html(text: str) -> str:
    """HTML in which each formula between dollars is set, but for code, where a dollar
    is a dollar.

    >>> in_html("<pre>$5 and $6</pre>")
    '<pre>$5 and $6</pre>'
    """

    def put(found: re.Match) -> str:
        if found[2] is None:
            return str(found[0])
        made = formula(html.unescape(found[2]), narrow=True)
        return _kept(f'<span class="math">{made}</span>', found[3])

    return FORMULA.sub(put, text)


def _kept(made: str, stop: str | None) -> str:
    return f'<span class="kept">{made}{stop}</span>' if stop else made


def keep_stops(_app: Any, tree: nodes.document, _name: str) -> None:
    """Give each formula of a sentence the full stop or comma that follows it."""
    for node in [*tree.findall(nodes.math)]:
        after = node.next_node(descend=False, siblings=True)
        if isinstance(after, nodes.Text) and (stop := re.match(STOP, after)):
            node["stop"] = stop[0]
            after.parent.replace(after, nodes.Text(after[stop.end() :]))


def inline(page: Any, node: nodes.math) -> None:
    """Write a formula of a sentence for Sphinx."""
    long = max(map(len, pieces(node.astext(), False))) > LONG_INLINE
    kind = f"math{' long' if long else ''} notranslate nohighlight"
    made = f"{page.starttag(node, 'span', '', CLASS=kind)}{_said(node, False)}</span>"
    page.body.append(_kept(made, node.get("stop")))
    raise nodes.SkipNode


def block(page: Any, node: nodes.math_block) -> None:
    """Write a formula on lines of its own for Sphinx."""
    page.body.append(page.starttag(node, "div", CLASS="math notranslate nohighlight"))
    page.body.append(f"{_said(node, True)}</div>\n")
    raise nodes.SkipNode


def _said(node: Any, display: bool) -> str:
    try:
        return formula(node.astext(), display)
    except ValueError as error:  # Sphinx ends its work with an error, where it warned
        logging.getLogger(__name__).warning("%s", error, location=node)
        return ""
