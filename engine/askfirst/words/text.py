"""Numbers, counts and formulas in sentences."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from itertools import groupby

__all__ = ["counted", "readable", "rounding", "subscript", "superscript", "written"]

# What LaTeX writes otherwise. The star is an exponent.
BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₋ₐₜᵢⱼ⊥", [*"0123456789-atij", r"\perp"], strict=True))
ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻*ᵀ", [*"0123456789-*", r"\top"], strict=True))
LATEX = str.maketrans(
    {
        **{"ŵ": r"\hat{w}", "ŷ": r"\hat{y}", "â": r"\hat{a}", "½": r"\tfrac{1}{2}"},
        **{"√": r"\surd ", "′": "'", "…": r"\dots ", "Σ": r"\sum ", "Φ": r"\Phi "},
    }
)


def minus(number: str) -> str:
    """A number in digits, with a true minus in the place of a hyphen."""
    return number.replace("-", "−")


def true_minus(sentence: str) -> str:
    """A sentence with a true minus before each number that has a hyphen there.

    >>> true_minus("at -3.5 m/s, in the k-th of 62-1 swings")
    'at −3.5 m/s, in the k-th of 62-1 swings'
    """
    return re.sub(r"(?<!\w)-(?=\d)", "−", sentence)


def readable(value: float, figures: int = 3) -> str:
    """A number in three figures or fewer, without an exponent wherever that stays
    short.

    >>> readable(0.123456), readable(-2.5e6), readable(0.0012345, figures=1)
    ('0.123', '−2.5·10⁶', '0.001')
    """
    if not math.isfinite(value):
        return str(value)
    if figures < 3:
        value = float(f"{value:.{figures}g}")
    if value != 0 and not 1e-3 <= abs(value) < 1e5:
        mantissa, exponent = f"{value:.2e}".split("e")
        mantissa = mantissa.rstrip("0").rstrip(".")
        power = "10" + superscript(int(exponent))
        return power if mantissa == "1" else minus(f"{mantissa}·{power}")
    return minus(f"{value + 0.0:.3g}" if abs(value) < 999.5 else f"{value:.0f}")


def rounding(value: float, figures: int = 2) -> str:
    """A small number in one or two figures; below 10⁻¹² it counts as rounding."""
    return readable(value, figures) if value > 1e-12 else "less than 10⁻¹²"


def counted(number: int, noun: str) -> str:
    """One wave, two waves: in digits.

    >>> counted(1, "wave"), counted(2, "wave")
    ('1 wave', '2 waves')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def subscript(number: int) -> str:
    """A whole number as an index: 12 is ₁₂."""
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def superscript(number: int) -> str:
    """A whole number as an exponent: −9 is ⁻⁹."""
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def written(*numbers: float) -> str:
    """Numbers as a text has them.

    >>> written(3, -0.5)
    '3, −0.5'
    """
    return minus(", ".join(f"{number:g}" for number in numbers))


def with_formulas(text: str, formula: Callable[[str], str]) -> str:
    """A text as HTML. What stands between dollars is made by ``formula`` from LaTeX.

    >>> with_formulas("for $vᵢ$ & $w$", lambda latex: f"<i>{latex}</i>")
    'for <i>v_{i}</i> &amp; <i>w</i>'
    """
    return "".join(
        formula(_latex(part)) if i % 2 else html.escape(part, quote=False)
        for i, part in enumerate(text.split("$"))
    )


def _latex(text: str) -> str:
    """A formula in the signs of a text as LaTeX.

    >>> _latex("w*"), _latex("w^*")
    ('w^{*}', 'w^{*}')
    """

    def place(sign: str) -> str:
        return "_" if sign in BELOW else "^" if sign in ABOVE else ""

    made = ""
    for script, signs in groupby(text.replace("^*", "*"), place):
        found = "".join(BELOW.get(each) or ABOVE.get(each) or each for each in signs)
        made += f"{script}{{{found}}}" if script else found.translate(LATEX)
    return made
