"""LaTeX to MathML, which can be selected, read aloud and enlarged."""

from __future__ import annotations

import functools
import html
import re
from itertools import pairwise
from xml.etree import ElementTree

from latex2mathml.converter import convert

from askfirst.words.course import current

RELATIONS = set("=≤≥<>")
ROWS = ("math", "mrow", "mtd", "msqrt")  # whose children stand beside each other


@functools.lru_cache(1024)
def mathml(formula: str) -> str:
    """LaTeX without dollars as MathML, in pieces that a narrow page sets on lines of
    their own.

    A piece begins at a relation and on both sides of a fraction, where nothing but a
    break comes between the two.

    >>> mathml("w=0")
    '<math><mi>w</mi></math><wbr><math><mo>=</mo><mn>0</mn></math>'
    >>> mathml("w_")
    '<code>w_</code>'
    """
    try:
        root = ElementTree.fromstring(
            re.sub(' xmlns="[^"]*"| display="[^"]*"', "", convert(formula))
        )
    except Exception:  # what the converter cannot read is shown as it was written
        return f"<code>{html.escape(formula)}</code>"
    for letter in root.iter("mi"):
        if re.fullmatch("[Α-Ω]", letter.text or ""):
            letter.set("mathvariant", "normal")  # as TeX has them
    for bar in root.iter("mo"):
        if bar.text == "|" and bar.get("stretchy") == "false":
            bar.tag = "mi"  # a bracket; as an operator it would keep its distance
    _space_names(root)
    mark_letters(root)
    pieces = [ElementTree.Element("math")]
    second = False  # whether the piece begins another equation of the line
    for before, part in pairwise([ElementTree.Element("mrow"), *root[0]]):
        beside_a_fraction = "mfrac" in (before.tag, part.tag) and "mo" not in (
            before.tag,
            part.tag,
        )
        after_a_gap = before.get("width") == "1em"
        # The letter that an equation beside another defines stays with it.
        related = part.text in RELATIONS and not (second and len(pieces[-1]) == 1)
        if len(pieces[-1]) and (related or after_a_gap or beside_a_fraction):
            pieces.append(ElementTree.Element("math"))
            second = after_a_gap
        pieces[-1].append(part)
    if pieces[0][0].text in RELATIONS:
        pieces[0][0].set("lspace", "0")  # in line with what begins with a letter
    text = "<wbr>".join(
        ElementTree.tostring(piece, encoding="unicode") for piece in pieces
    )
    # Letters of one word are one name.
    return re.sub('(?<=[^>])</mi><mi mathvariant="normal">(?=[a-z]<)', "", text)


def _space_names(root: ElementTree.Element) -> None:
    """A thin space between the name of a function and its letter, none elsewhere."""
    for row in (each for each in root.iter() if each.tag in ROWS):
        for i, (name, after) in reversed([*enumerate(pairwise(row))]):
            if name.tag in ("mi", "mo") and re.fullmatch(
                "[A-Za-z]{2,}", name.text or ""
            ):
                name.tag = "mi"
                if after.tag in ("mi", "mn"):
                    row.insert(i + 1, ElementTree.Element("mspace", width="0.167em"))


def mark_letters(row: ElementTree.Element) -> None:
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
