"""A still picture with its alt text, for readers without a kernel."""

from __future__ import annotations

import base64
import html
import io
import warnings
from typing import Any

from matplotlib.figure import Figure
from PIL import Image

__all__ = ["Picture"]

# By night JupyterLab's ground is #111 in both of its dark themes. White becomes the
# ground, black the ink, and every colour keeps its hue. A class, because JupyterLab
# takes other marks off a notebook that it does not trust.
NIGHT = (
    "<style>@media screen { [data-jp-theme-light='false'] img.lab-still"
    " { filter: invert(0.933) hue-rotate(180deg); } }</style>"
)


class Picture:
    """A figure as it stands now, with the alt text that says what is to be seen.

    ``figure`` is a matplotlib Figure, ``alt`` a sentence or two, ``tail`` the HTML that
    comes after it. Shown as the last line of a cell. The picture is kept small
    (a palette of 64 colours), so that a notebook with many of them stays light.
    """

    def __init__(self, figure: Figure, alt: str, tail: str = "") -> None:
        self.figure, self.alt, self.tail = figure, alt, tail
        self.png = drawn(figure, 120)
        self.width = round(figure.get_figwidth() * 100)

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict, dict]:
        # JupyterLab ignores alt text on image/png, so a reader's page gets HTML; a
        # printed one takes the PNG.
        source = base64.b64encode(self.png).decode()
        tag = (
            f'<img class="lab-still" alt="{html.escape(self.alt)}" width="{self.width}"'
            f' src="data:image/png;base64,{source}">'
        )
        return {
            "text/html": tag + NIGHT + self.tail,
            "image/png": source,
            "text/plain": self.alt,
        }, {"image/png": {"alt": self.alt}}


def drawn(figure: Figure, dpi: float) -> bytes:
    """The figure as a small PNG."""
    large, small = io.BytesIO(), io.BytesIO()
    # A letter that the font lacks is a box in a still picture.
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(large, format="png", dpi=dpi)
    Image.open(large).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
        small, "PNG", optimize=True
    )
    return small.getvalue()
