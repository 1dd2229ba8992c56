"""Numbers and counts as a sentence under a lab says them."""

from __future__ import annotations

import math
import re

from kernellab.compare import superscript


def minus(number: str) -> str:
    """A number in digits, with a true minus in the place of a hyphen."""
    return number.replace("-", "−")


def true_minus(sentence: str) -> str:
    """A sentence with a true minus before each number that has a hyphen there.

    >>> true_minus("at -3.5 mph, in the k-th of 62-1 cars")
    'at −3.5 mph, in the k-th of 62-1 cars'
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


def error(value: float, figures: int = 2) -> str:
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
