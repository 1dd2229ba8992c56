"""LaTeX to MathML, which can be selected, read aloud and enlarged."""

from __future__ import annotations

import functools
import html
import re
from itertools import pairwise
from xml.etree import ElementTree

from latex2mathml.converter import convert

RELATIONS = set("=≤≥<>")


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
    pieces = [ElementTree.Element("math")]
    for before, part in pairwise([ElementTree.Element("mrow"), *root[0]]):
        beside_a_fraction = "mfrac" in (before.tag, part.tag) and "mo" not in (
            before.tag,
            part.tag,
        )
        if len(pieces[-1]) and (
            part.text in RELATIONS or before.get("width") == "1em" or beside_a_fraction
        ):
            pieces.append(ElementTree.Element("math"))
        pieces[-1].append(part)
    text = "<wbr>".join(
        ElementTree.tostring(piece, encoding="unicode") for piece in pieces
    )
    # Letters of one word are one name.
    return re.sub('(?<=[^>])</mi><mi mathvariant="normal">(?=[a-z]<)', "", text)
