"""What a preview of a link to a page shows: its title, its first sentences, and the
picture of its first lab.
"""

from __future__ import annotations

import base64
import io
import os
import re
from html import unescape
from pathlib import Path
from textwrap import shorten
from typing import Any

from docutils import nodes
from PIL import Image

# Where the site will be, such as https://OWNER.github.io/kernellab: whoever makes a
# preview asks for the picture by its whole address.
ADDRESS = os.environ.get("SITE_ADDRESS", "").rstrip("/")
LETTERS = 200  # of a description
LEAST = 40  # letters of a paragraph that says what a page is about
PICTURE = re.compile(
    r'<img [^>]*alt="([^"]*)"[^>]* src="data:image/(?:png|webp);base64,([^"]+)"'
)
TAG = re.compile(r"<[^>]*>")


def preview(
    app: Any, name: str, _template: str, context: dict[str, Any], doctree: Any
) -> None:
    """While Sphinx writes a page: the names and values for its head."""
    title = context["docstitle"] if name == "index" else context.get("title", "")
    entries = [("og:type", "website"), ("og:site_name", app.config.project)]
    entries.append(("og:title", unescape(TAG.sub("", title))))
    texts = map(_plain, doctree.findall(nodes.paragraph) if doctree else ())
    if about := next((text for text in texts if len(text) >= LEAST), ""):
        about = shorten(about, LETTERS, placeholder=" …")
        entries += [("description", about), ("og:description", about)]
    if ADDRESS:
        entries.append(("og:url", f"{ADDRESS}/{name}.html"))
    if found := PICTURE.search(context.get("body", "")):
        file = Path("_static", "previews", f"{name}.png")
        written = Path(app.outdir, file)
        written.parent.mkdir(parents=True, exist_ok=True)
        # As PNG, which whoever makes a preview reads.
        Image.open(io.BytesIO(base64.b64decode(found[2]))).save(written)
        path = file.as_posix()
        entries.append(("og:image", f"{ADDRESS}/{path}" if ADDRESS else path))
        entries.append(("og:image:alt", unescape(found[1])))
    context["preview"] = entries


def _plain(paragraph: nodes.paragraph) -> str:
    """Its words, without formulas and HTML."""
    left_out = (nodes.math, nodes.raw)
    words = (
        text.astext()
        for text in paragraph.findall(nodes.Text)
        if not isinstance(text.parent, left_out)
    )
    return " ".join("".join(words).split())
