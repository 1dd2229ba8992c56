"""Cut the font of the pages' formulas out of STIX Two Math: `python tools/math_font.py
stix-two-math-latin-400-normal.woff2`, with fonttools and brotli installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "kernellab" / "interactive" / "site" / "font"
NAME = "Kernellab Math"  # a cut font has a name of its own, as its licence asks
RANGES = (
    (0x20, 0x7E),
    (0xA0, 0xBF),
    (0xD7, 0xD7),
    (0xF7, 0xF7),
    (0x2C6, 0x2DD),
    (0x302, 0x308),
    (0x391, 0x3F6),  # Greek
    (0x2013, 0x2026),
    (0x2032, 0x2034),
    (0x20D7, 0x20D7),
    (0x2102, 0x2134),  # single letters of the alphabets below
    (0x2190, 0x2194),  # arrows
    (0x21A6, 0x21A6),
    (0x21D0, 0x21D4),
    (0x2200, 0x222E),  # operators
    (0x2234, 0x226B),
    (0x227A, 0x2297),
    (0x22A2, 0x22A5),
    (0x22C0, 0x22C5),
    (0x22EE, 0x22F1),
    (0x2308, 0x230B),
    (0x23DC, 0x23DF),
    (0x25A1, 0x25B3),
    (0x27C2, 0x27C2),
    (0x27E8, 0x27E9),
    (0x27F5, 0x27FA),
    (0x1D400, 0x1D467),  # bold and italic
    (0x1D49C, 0x1D4B5),  # script
    (0x1D538, 0x1D551),  # with double strokes
    (0x1D6A4, 0x1D6A5),
    (0x1D6E2, 0x1D71B),  # Greek
    (0x1D7CE, 0x1D7E1),
)
SCRIPTS = {  # of 1000: scripts stay within the lines of the text, beside a bracket too
    "SuperscriptShiftUp": 330,
    "SuperscriptBaselineDropMax": 400,
    "SubscriptShiftDown": 180,
    "SubscriptBaselineDropMin": 0,
}


def main(source: str) -> None:
    """Write the font."""
    font = TTFont(source)
    options = subset.Options(
        flavor="woff2", layout_features=[], hinting=False, drop_tables=["FFTM"]
    )
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[each for a, b in RANGES for each in range(a, b + 1)])
    cut.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = NAME.replace(" ", "" if record.nameID == 6 else " ")
    constants = font["MATH"].table.MathConstants
    for constant, value in SCRIPTS.items():
        getattr(constants, constant).Value = value
    FOLDER.mkdir(exist_ok=True)
    subset.save_font(font, FOLDER / "kernellab-math.woff2", options)


if __name__ == "__main__":
    main(*sys.argv[1:])
