"""Cut the letters of pictures out of Source Sans 3: `python tools/picture_font.py
FOLDER`, where FOLDER has the TTF files of the npm package `source-sans`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "engine" / "askfirst" / "labs" / "font"
NAME = "Askfirst Sans"  # a cut font has a name of its own, as its licence asks
STYLES = {
    "Regular": "SourceSans3-Regular.ttf",
    "Italic": "SourceSans3-It.ttf",
    "Bold": "SourceSans3-Semibold.ttf",  # as heavy as the headings of a page
}
RANGES = (
    (0x20, 0x7E),
    (0xA0, 0x17F),  # Latin
    (0x1D2C, 0x1D6A),  # letters as exponents and indices
    (0x2C6, 0x2DD),
    (0x370, 0x3FF),  # Greek
    (0x2010, 0x2044),
    (0x2070, 0x209C),  # exponents and indices
    (0x20AC, 0x20AC),
    (0x2100, 0x214F),
    (0x2150, 0x215E),  # fractions
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # operators
    (0x2300, 0x23FF),
    (0x25A0, 0x25FF),  # discs and diamonds
    (0x2713, 0x2717),
    (0x27E8, 0x27E9),
)
# An em in units of the font, so that a letter is as high as that of DejaVu Sans of the
# same size: 0.547 of it without an ascender, where Source Sans has 486 of 1000 units.
EM = 889
LINE = {"ascender": 712, "descender": -205, "lineGap": 150}  # 1.2 ems together
SPACE = 240  # for 200, which a picture of few pixels shows as hardly any


def main(source: str) -> None:
    """Write the fonts."""
    options = subset.Options(
        layout_features=["kern"], hinting=False, drop_tables=["DSIG"], name_IDs=[0, 13]
    )
    FOLDER.mkdir(exist_ok=True)
    for style, file in STYLES.items():
        font = TTFont(Path(source) / file, recalcTimestamp=False)
        cut = subset.Subsetter(options)
        cut.populate(unicodes=[each for a, b in RANGES for each in range(a, b + 1)])
        cut.subset(font)
        _rename(font, style)
        font["hmtx"]["space"] = (SPACE, 0)
        font["head"].unitsPerEm = EM
        for key, units in LINE.items():
            setattr(font["hhea"], key, units)
            setattr(font["OS/2"], f"sTypo{key[0].upper()}{key[1:]}", units)
        if style == "Bold":
            font["OS/2"].usWeightClass = 700  # else matplotlib warns that it has none
        font.save(FOLDER / f"askfirst-sans-{style.lower()}.ttf")


def _rename(font: TTFont, style: str) -> None:
    whole = f"{NAME} {style}"
    names = {1: NAME, 2: style, 3: whole, 4: whole}
    names[6] = f"{NAME.replace(' ', '')}-{style}"
    for number, name in names.items():
        font["name"].setName(name, number, 3, 1, 0x409)


if __name__ == "__main__":
    main(*sys.argv[1:])
