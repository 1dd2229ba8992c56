"""One thing, one colour, by day and by night: the roles of pictures, and the letters
that a control moves.

Pictures are drawn in the colours of the day, and a dark page turns them as it shows
them; controls and formulas take either from the style sheet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Letter", "Role"]


@dataclass(frozen=True)
class Role:
    """A colour on white and on a dark page, and the second cue beside it; for words,
    whose strokes are thin, a darker one where that on white is too pale.
    """

    day: str
    night: str
    cue: str
    dark: str = ""

    @property
    def words(self) -> str:
        return self.dark or self.day


@dataclass(frozen=True)
class Letter:
    """A letter that has the colour of a ``role`` on its control and in formulas.

    With an index it is another thing, without the colour, unless it is ``indexed``;
    before a bracket or a prime it is one, too, if there is a ``function`` of its name.
    """

    role: str
    indexed: bool = False
    function: bool = False


# What the engine itself draws; a course may have more roles.
ROLES = {
    "data": Role("#4d4d4d", "#bcc3cb", "discs"),
    "fit": Role("#0072b2", "#62b6ee", "a solid line"),
    "other": Role("#d55e00", "#ff9d57", "a dashed line", "#b84d00"),
    "truth": Role("#009e73", "#3fcf9f", "a dash-dotted line", "#007a5a"),
    "guess": Role("#8a5a00", "#e5b45c", "a dashed frame"),
}
# With an index or a prime, as MathJax has them, which sets formulas in JupyterLab
INDEXED = ":is(mjx-msub, mjx-msubsup, mjx-msup:has(.mjx-c2032)) > mjx-mi"
CALLED = "mjx-mi:has(+ mjx-mo > .mjx-c28)"  # before a bracket


def style_sheet(letters: Mapping[str, Letter], more: Mapping[str, Role]) -> str:
    """The colours of the engine, and of letters on controls and in formulas, whose
    roles are the engine's or ``more``, as CSS.

    >>> sheet = style_sheet({"θ": Letter("angle")}, {"angle": Role("#a49", "#e8d", "")})
    >>> print(*sheet.splitlines()[:3:2], sep="\\n")
    :root { --fit: #0072b2; --guess: #8a5a00; --angle: #a49; }
    [data-letter="θ"] { --letter: var(--angle); }
    """
    roles = {**ROLES, **more}
    names = dict.fromkeys(["fit", "guess", *(each.role for each in letters.values())])

    def variables(time: str) -> str:
        return " ".join(f"--{name}: {getattr(roles[name], time)};" for name in names)

    night = '[data-theme="dark"], [data-jp-theme-light="false"]'
    rules = [f":root {{ {variables('day')} }}", f"{night} {{ {variables('night')} }}"]
    for name, letter in letters.items():
        colour = f"var(--{letter.role})"
        others = [INDEXED] * (not letter.indexed) + [CALLED] * letter.function
        alone = f":not({', '.join(others)})" if others else ""
        glyph = f"mjx-mi{alone} > .mjx-c{_in_mathjax(name)}"
        rules.append(f'[data-letter="{name}"] {{ --letter: {colour}; }}')
        rules.append(f"{glyph} {{ color: {colour}; }}")
    return "\n".join([*rules, ""])


def _in_mathjax(letter: str) -> str:
    """The code that MathJax gives a letter, which it slants as TeX does.

    >>> _in_mathjax("θ"), _in_mathjax("ℓ"), _in_mathjax("L"), _in_mathjax("Ω")
    ('1D703', '2113', '1D43F', '3A9')
    """
    kind = "(?:LATIN|GREEK(?= SMALL)) (SMALL|CAPITAL) LETTER"
    name = re.sub(kind, r"MATHEMATICAL ITALIC \1", unicodedata.name(letter))
    try:
        return f"{ord(unicodedata.lookup(name)):X}"
    except KeyError:  # the slanted h is Planck's constant
        return "210E"
