"""One thing, one colour: the roles of the course's pictures, and the letters that a lab
moves, by day and by night.

Pictures are drawn in the colours of the day, and a dark page turns them as it shows
them; controls and formulas take either from the style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass


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


ROLES = {
    "data": Role("#4d4d4d", "#bcc3cb", "discs"),
    "fit": Role("#0072b2", "#62b6ee", "a solid line"),
    "other": Role("#d55e00", "#ff9d57", "a dashed line", "#b84d00"),
    "truth": Role("#009e73", "#3fcf9f", "a dash-dotted line", "#007a5a"),
    "weights": Role("#aa4499", "#e08fd2", "stems"),
    "tube": Role("#8a5a00", "#e5b45c", "thin edges"),
    "penalty": Role("#6d28d9", "#a98bff", "a disc that slides along a curve"),
    "width": Role("#00727a", "#58cbd4", "a bump or a ring with a disc at its side"),
}

# The letter of a control, and in formulas, and what it moves.
LETTERS = {"λ": "penalty", "ε": "tube", "ℓ": "width", "α": "weights"}
# How MathJax, which sets the formulas in JupyterLab, names them; λ, but not the
# eigenvalue λⱼ, ℓ, but not the loss ℓ(…) or its slope ℓ′(…).
MATHJAX = {"λ": "1D706", "ε": "1D700", "ℓ": "2113", "α": "1D6FC"}
INDEXED = ":is(mjx-msub, mjx-msubsup, mjx-msup:has(.mjx-c2032)) > mjx-mi"
NOT = {
    "λ": f":not({INDEXED})",
    "ε": f":not({INDEXED})",
    "ℓ": f":not({INDEXED}, mjx-mi:has(+ mjx-mo > .mjx-c28))",
    "α": "",
}


def style_sheet() -> str:
    """The colours of the fit and of the letters, on controls and in formulas, as CSS.

    >>> print(*style_sheet().splitlines()[-5::4], sep="\\n")
    [data-letter="α"] { --letter: var(--weights); }
    mjx-mi > .mjx-c1D6FC { color: var(--weights); }
    """

    def variables(time: str) -> str:
        return " ".join(
            f"--{name}: {getattr(ROLES[name], time)};"
            for name in ("fit", *LETTERS.values())
        )

    return "\n".join(
        [
            f":root {{ {variables('day')} }}",
            '[data-theme="dark"], [data-jp-theme-light="false"]'
            f" {{ {variables('night')} }}",
            *(
                f'[data-letter="{letter}"] {{ --letter: var(--{name}); }}'
                for letter, name in LETTERS.items()
            ),
            *(
                f"mjx-mi{NOT[letter]} > .mjx-c{MATHJAX[letter]}"
                f" {{ color: var(--{name}); }}"
                for letter, name in LETTERS.items()
            ),
            "",
        ]
    )
