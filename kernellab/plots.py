"""Pictures of the course."""

from __future__ import annotations
import base64, html, io
from matplotlib.figure import Figure
from PIL import Image


class Picture:
    def __init__(self, figure, alt):
        self.alt = alt
        out = io.BytesIO()
        figure.savefig(out, format="png", dpi=144)
        small = io.BytesIO()
        Image.open(out).convert("RGB").quantize(128).save(small, "PNG", optimize=True)
        self.png = small.getvalue()

    def _repr_mimebundle_(self, include=None, exclude=None):
        src = base64.b64encode(self.png).decode()
        return {
            "text/plain": self.alt,
            "image/png": src,
            "text/html": f'<img alt="{html.escape(self.alt)}" src="data:image/png;base64,{src}">',
        }, {"image/png": {"alt": self.alt}}
