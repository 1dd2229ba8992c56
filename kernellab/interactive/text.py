"""Numbers and counts as a sentence under a lab says them."""

from __future__ import annotations

import html
import math
import re

from kernellab.compare import superscript

# As in controls.js.
LONGEST_RUN = 24
LOOSEST = "=≠≤≥<>≈∈", "+−±∓", "·×*∩△…|"
ANY_SIGN = f"[{''.join(LOOSEST)}]"
TIED = re.compile(
    rf"(?<![^ ]){ANY_SIGN} | (?={ANY_SIGN} )"
    r"|(?<![^ ])Σ | (?=Σ)"
    r"|\d (?=(?:ft|mph|ppm|[kMGT]B)(?![A-Za-z])|[%°])"
    r"|, (?=[^ ()]{1,9}(?:, [^ ()]{1,9})*\))"
    r"|(?<![A-Za-z])(?:Matérn|[Dd]egree|[Oo]rder|[Ss]teps?|[Cc]ars?|[Cc]lass|[Dd]raw"
    r"|[Rr]ow|[Cc]olumn|[Pp]oints?|[Ll]ecture|[Ee]quations?) (?=\d)"
    r"|(?<![A-Za-z])(?:log|cos|sin|tanh) (?=[A-Za-zα-ω](?![A-Za-z]))",
    re.ASCII,
)
CAN_BREAK = re.compile("[ /|‖]|ε-")


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


def runs(text: str) -> list[str]:
    """The words of a text, where those that no line should part are one: a formula, a
    number and its unit, a name and its number.

    >>> runs("at λ = 0.5 the fit misses by 4.1 ft more")
    ['at', 'λ = 0.5', 'the', 'fit', 'misses', 'by', '4.1 ft', 'more']
    """
    found = TIED.sub(lambda tied: f"{tied[0][:-1]}\0", text).split(" ")
    for signs in LOOSEST:
        found = [part for run in found for part in _with_breaks(run, signs)]
    return [run.replace("\0", " ") for run in found]


def as_html(text: str) -> str:
    """A text as HTML, with its runs on one line each.

    >>> as_html("a < b")
    '<span style="white-space:nowrap">a &lt; b</span>'
    """
    return " ".join(
        kept(html.escape(run)) if parts(run) else html.escape(run) for run in runs(text)
    )


def kept(words: str) -> str:
    """HTML that stays on one line."""
    return f'<span style="white-space:nowrap">{words}</span>'


def parts(run: str) -> bool:
    """Whether the end of a line might part a run, and need not."""
    return len(run) <= LONGEST_RUN and CAN_BREAK.search(run) is not None


def _with_breaks(run: str, signs: str) -> list[str]:
    """A run, cut before signs that stand in no brackets where it is too long."""
    if len(run) <= LONGEST_RUN:
        return [run]
    first, *others = re.split(rf"\0(?=[{signs}]\0)(?![^(]*\))", run)
    lines = [first]
    for part in others:
        longer = f"{lines[-1]}\0{part}"
        if len(longer) <= LONGEST_RUN:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
