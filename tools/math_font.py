"""Make the font of the pages' formulas: `python tools/math_font.py MATH FOLDER`, with
fonttools and brotli installed. MATH is the WOFF2 file of the npm package
`@fontsource/noto-sans-math`, FOLDER has the TTF files of the npm package `source-sans`.

Letters, digits and punctuation are those of Source Sans 3, as in the text, and signs,
brackets and the rules for setting formulas are those of Noto Sans Math, whose strokes
are as even.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.ttProgram import Program

FOLDER = Path(__file__).parents[1] / "kernellab" / "interactive" / "site" / "font"
NAME = "Kernellab Math"  # a font made of others has a name of its own, as they ask
COPYRIGHT = (
    "Copyright 2010-2024 Adobe (http://www.adobe.com/), with Reserved Font Name"
    " 'Source'. Copyright 2022 Google LLC."
)
EM = 1100  # of signs, for 1000, so that they are as small as letters are beside them
SCALE = EM / 1000  # of letters
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
PRIMES = (0x2032, 0x2033, 0x2034)
UPRIGHT = (
    *(ord(each) for each in "!\"#$%&',.:;?@"),
    *range(ord("0"), ord("9") + 1),
    *range(ord("A"), ord("Z") + 1),
    *range(ord("a"), ord("z") + 1),
    *(0xA8, 0xAF, 0xB2, 0xB3, 0xB9),
    *range(0x2C6, 0x2DE),  # accents
    *range(0x391, 0x3D7),
    *(0x2013, 0x2014),
    *range(0x2018, 0x2027),
)
ITALIC = (
    {0x1D434 + place: chr(ord("A") + place) for place in range(26)}
    | {0x1D44E + place: chr(ord("a") + place) for place in range(26) if place != 7}
    | {0x210E: "h", 0x2113: "ℓ", 0x1D6A4: "ı", 0x1D6A5: "ȷ"}
    | {0x1D6E2 + place: each for place, each in enumerate("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ")}
    | {0x1D6F4 + place: each for place, each in enumerate("ΣΤΥΦΧΨΩ")}
    | {0x1D6FC + place: chr(ord("α") + place) for place in range(25)}
    | {0x1D703: "ϑ", 0x1D717: "θ"}  # in the italic each has the form of the other
    | {0x1D715: "∂", 0x1D718: "κ"}
    | {each: chr(each) for each in PRIMES}
)
BOLD = {
    first + place: chr(ord(letter) + place)
    for first, letter, count in (
        (0x1D400, "A", 26),
        (0x1D41A, "a", 26),
        (0x1D7CE, "0", 10),
    )
    for place in range(count)
}
# Other forms of the italic's letters: an I that is no l and no bar, an a that is no α,
# and a ϕ that is no φ.
OTHERS = {0x1D43C: "uniA7AE", 0x1D44E: "a.a", 0x1D719: "phi.a"}
# Characters with the glyph of another: bars, and accents as latex2mathml writes them.
ALIKE = {0x2223: 0x7C, 0x2225: 0x2016, 0x5E: 0x2C6, 0x7E: 0x2DC}
ACCENTS = (0xA8, 0xAF, 0x2C6, 0x2C7, 0x2D9, 0x2DC)
BRACKETS = "()[]{}⟨⟩⌈⌉⌊⌋"
# From here on in thousandths of the letters' em. The least room on either side: a
# script begins where its letter ends, and a tail may hang below the letter before it.
ROOM = {"letter": (0, 0), "hanging": (-60, 0), "bracket": (45, 45)}
TALLER = 60  # more room beside brackets that are taller than a letter
BAR, GAP, ASIDE = 58, 96, 92  # of the bars of a norm
CONSTANTS = {
    # Scripts stay within the lines of the text, beside a bracket too.
    "SuperscriptShiftUp": 330,
    "SuperscriptBaselineDropMax": 400,
    "SubscriptShiftDown": 180,
    "SubscriptBaselineDropMin": 0,
    "AccentBaseHeight": 486,
    "FlattenedAccentBaseHeight": 660,
    "FractionRuleThickness": 54,
    "RadicalVerticalGap": 130,
    "RadicalDisplayStyleVerticalGap": 170,
}
PERCENT = {"ScriptPercentScaleDown": 70, "ScriptScriptPercentScaleDown": 55}
LINE = {"ascent": 762, "descent": -238, "lineGap": 250}


def main(maths: str, letters: str) -> None:
    """Write the font."""
    font = TTFont(maths, recalcTimestamp=False)
    regular, italic, bold = (
        TTFont(Path(letters) / f"SourceSans3-{style}.ttf")
        for style in ("Regular", "It", "Bold")
    )
    _put(font, regular, _named(regular, {code: chr(code) for code in UPRIGHT}))
    _put(font, italic, _named(italic, ITALIC) | OTHERS, slanted=True)
    _put(font, bold, _named(bold, BOLD))
    _encode(font, {code: font.getBestCmap()[other] for code, other in ALIKE.items()})
    _brackets(font)
    _bars(font)
    options = subset.Options(
        flavor="woff2", hinting=False, drop_tables=["GDEF", "GPOS", "GSUB"]
    )
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[each for a, b in RANGES for each in range(a, b + 1)])
    cut.subset(font)
    _measure(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = NAME.replace(" ", "" if record.nameID == 6 else " ")
        elif record.nameID == 0:
            record.string = COPYRIGHT
    subset.save_font(font, FOLDER / "kernellab-math.woff2", options)


def _named(source: TTFont, letters: dict[int, str]) -> dict[int, str]:
    """The glyphs of those letters that the source has."""
    cmap = source.getBestCmap()
    return {
        code: cmap[ord(each)] for code, each in letters.items() if ord(each) in cmap
    }


def _put(
    font: TTFont, source: TTFont, wanted: dict[int, str], slanted: bool = False
) -> None:
    """Set glyphs of the source, each in place of that of a character."""
    glyphs = source.getGlyphSet()
    for code, name in wanted.items():
        drawn, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[name].draw(drawn)
        drawn.replay(TransformPen(pen, (SCALE, 0, 0, SCALE, 0, 0)))
        new = f"kernellab.{code:X}"
        _set(font, new, pen.glyph(), glyphs[name].width)
        if slanted:
            hangs = font["glyf"][new].yMin < -0.1 * EM
            _give_room(font, new, "hanging" if hangs else "letter")
        if code in ACCENTS:
            _move(font, new, 0, 0)
        elif code in PRIMES:
            _move(font, new, 0, round(SCALE * 40))
        _encode(font, {code: new})


def _encode(font: TTFont, names: dict[int, str]) -> None:
    for table in font["cmap"].tables:
        for code, name in names.items():
            if table.format == 12 or (table.format == 4 and code < 0x10000):
                table.cmap[code] = name


def _set(font: TTFont, name: str, glyph: Any, width: float) -> None:
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (round(SCALE * width), getattr(glyph, "xMin", 0))


def _give_room(font: TTFont, name: str, kind: str) -> None:
    (width, left), right = font["hmtx"][name], font["glyf"][name].xMax
    least = [round(SCALE * each) for each in ROOM[kind]]
    _move(font, name, max(left, least[0]), max(width - right, least[1]))


def _move(font: TTFont, name: str, left: int, right: int) -> None:
    """Set a glyph between so much room."""
    glyph = font["glyf"][name]
    glyph.coordinates.translate((left - glyph.xMin, 0))
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (glyph.xMax + right, left)


def _brackets(font: TTFont) -> None:
    """Keep what stands beside a bracket away from it, whatever its height."""
    every: set[str] = set()  # [ and ⌊ share a part
    for bracket in BRACKETS:
        base, taller = _sizes(font, bracket)
        _give_room(font, base, "bracket")
        every |= taller
    more = round(SCALE * TALLER)
    for name in every:
        (width, left), right = font["hmtx"][name], font["glyf"][name].xMax
        _move(font, name, left + more, width - right + more)


def _sizes(font: TTFont, character: str) -> tuple[str, set[str]]:
    """The glyph of a bracket, and those of its taller forms and of their parts."""
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ord(character)]
    place = variants.VertGlyphCoverage.glyphs.index(name)
    made = variants.VertGlyphConstruction[place]
    found = {each.VariantGlyph for each in made.MathGlyphVariantRecord}
    if made.GlyphAssembly:
        found |= {each.glyph for each in made.GlyphAssembly.PartRecords}
    return name, found - {name}


def _bars(font: TTFont) -> None:
    """Bring the bars of norms nearer to each other and to what they hold."""
    for bars, character in enumerate("|‖", 1):
        base, taller = _sizes(font, character)
        for name in (base, *taller):
            old, pen = font["glyf"][name], TTGlyphPen(None)
            for bar in range(bars):
                left = round(SCALE * (ASIDE + bar * (BAR + GAP)))
                right = left + round(SCALE * BAR)
                pen.moveTo((left, old.yMin))
                pen.lineTo((left, old.yMax))
                pen.lineTo((right, old.yMax))
                pen.lineTo((right, old.yMin))
                pen.closePath()
            width = 2 * ASIDE + bars * (BAR + GAP) - GAP
            _set(font, name, pen.glyph(), width)


def _measure(font: TTFont) -> None:
    font["head"].unitsPerEm = EM
    font["head"].flags = 0b11  # places between the pixels too
    font["prep"] = newTable("prep")  # without which letters are set apart unevenly
    font["prep"].program = Program()
    font["prep"].program.fromAssembly(
        ["PUSHW[] 511", "SCANCTRL[]", "PUSHB[] 4", "SCANTYPE[]"]
    )
    for key, units in LINE.items():
        setattr(font["hhea"], key, round(SCALE * units))
        typo = {"ascent": "Ascender", "descent": "Descender", "lineGap": "LineGap"}[key]
        setattr(font["OS/2"], f"sTypo{typo}", round(SCALE * units))
    constants = font["MATH"].table.MathConstants
    for constant, value in CONSTANTS.items():
        getattr(constants, constant).Value = round(SCALE * value)
    for constant, value in PERCENT.items():
        setattr(constants, constant, value)


if __name__ == "__main__":
    main(*sys.argv[1:])
