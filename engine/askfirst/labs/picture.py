"""A still picture with its alt text, for readers without a kernel."""

from __future__ import annotations

import base64
import io
import warnings
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from askfirst.labs.typeface import typeset

__all__ = ["Picture"]

# By night JupyterLab's ground is #111 in both of its dark themes. White becomes the
# ground, black the ink, and every colour keeps its hue. A class, because JupyterLab
# takes other marks off a notebook that it does not trust.
NIGHT = (
    "<style>@media screen { [data-jp-theme-light='false'] img.lab-still"
    " { filter: invert(0.933) hue-rotate(180deg); } }</style>"
)
DPI, SHOWN = 200, 100  # pixels of an inch of a figure: drawn, and on a page
OFTEN, RARE_COLOURS = 1e-3, 22  # a share of pixels, as the shades of a map have
APART_IF_RARE, APART = 11, 7  # in a channel; nearer ones Pillow confuses


class Picture:
    """A figure as it stands now, with the alt text that says what is to be seen.

    ``figure`` is a matplotlib Figure, ``alt`` a sentence or two, ``tail`` the HTML that
    comes after it. Shown as the last line of a cell. A page shows two pixels of it in
    one, so that it is sharp on fine screens too. The picture is kept small (some dozen
    colours, as WebP without loss), so that a notebook with many of them stays light.
    """

    def __init__(self, figure: Figure, alt: str, tail: str = "") -> None:
        self.figure, self.alt, self.tail = figure, alt, tail
        self._image = _few_colours_of(figure)
        self.width = round(figure.get_figwidth() * SHOWN)

    def __repr__(self) -> str:
        return self.alt

    @cached_property
    def png(self) -> bytes:
        return _encoded(self._image, "PNG", optimize=True)

    @property
    def html(self) -> str:
        """The picture, as WebP, which is a third smaller, and what comes after it."""
        webp = _encoded(self._image.convert("RGB"), "WEBP", lossless=True, quality=75)
        source = base64.b64encode(webp).decode()
        tag = (
            f'<img class="lab-still" alt="{escape(self.alt)}" width="{self.width}"'
            f' src="data:image/webp;base64,{source}">'
        )
        return tag + NIGHT + self.tail

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict, dict]:
        # JupyterLab ignores alt text on image/png, so a reader's page gets HTML; a
        # printed one takes the PNG.
        return {
            "text/html": self.html,
            "image/png": base64.b64encode(self.png).decode(),
            "text/plain": self.alt,
        }, {"image/png": {"alt": self.alt, "width": self.width}}


def _few_colours_of(figure: Figure) -> Image.Image:
    """The figure in its most frequent colours, no two of them close in every channel. A
    median cut would give a word of a rare colour that of its neighbours.
    """
    file = io.BytesIO()
    # A letter that the font lacks is a box in a still picture.
    with typeset(figure), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(file, format="raw", dpi=DPI)
    pixels, width = file.getvalue(), int(figure.get_figwidth() * DPI)
    size = len(pixels) // 4
    image: Any = Image.frombytes("RGBA", (width, size // width), pixels).convert("RGB")
    found = sorted(image.getcolors(size), reverse=True)
    counts = np.array([(n, *colour) for n, colour in found])
    rare, kept = 0, list[np.ndarray]()
    while len(counts) and rare < RARE_COLOURS and len(kept) < 256:
        few = counts[:, 0] < OFTEN * size
        rare += few[0]
        kept.append(counts[0, 1:])
        apart = np.abs(counts[:, 1:] - kept[-1]).max(axis=1)
        counts = counts[apart > np.where(few, APART_IF_RARE, APART)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.array(kept, np.uint8).tobytes())
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _encoded(image: Image.Image, kind: str, **how: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()
