"""What a preview of a link to a page shows: its title, its first sentences, and the
picture of its first lab.
"""

from __future__ import annotations

import base64
import io
import os
import re
from pathlib import Path
from textwrap import shorten
from typing import Any

from bs4 import BeautifulSoup
from PIL import Image

# Where the site will be, such as https://OWNER.github.io/kernellab: whoever makes a
# preview asks for the picture by its whole address.
ADDRESS = os.environ.get("SITE_ADDRESS", "").rstrip("/")
LETTERS = 200  # of a description
LEAST = 40  # letters of a paragraph that says what a page is about
PICTURE = re.compile(r"data:image/(?:png|webp);base64,(.+)", re.DOTALL)


def preview(
    app: Any, name: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """While Sphinx writes a page: the names and values for its head."""
    page = BeautifulSoup(context.get("body", ""), "html.parser")
    for each in page.select("annotation, script, style, .paper, .take"):
        each.decompose()
    title = context["docstitle"] if name == "index" else context.get("title", "")
    entries = [("og:type", "website"), ("og:site_name", app.config.project)]
    entries.append(("og:title", BeautifulSoup(title, "html.parser").get_text()))
    texts = (" ".join(each.get_text().split()) for each in page.select("p"))
    if about := next((text for text in texts if len(text) >= LEAST), ""):
        about = shorten(about, LETTERS, placeholder=" …")
        entries += [("description", about), ("og:description", about)]
    if ADDRESS:
        entries.append(("og:url", f"{ADDRESS}/{name}.html"))
    for still in page.select(".lab-page img, img"):
        if not (found := PICTURE.fullmatch(str(still.get("src")))):
            continue
        file = Path("_static", "previews", f"{name}.png")
        written = Path(app.outdir, file)
        written.parent.mkdir(parents=True, exist_ok=True)
        # As PNG, which whoever makes a preview reads.
        Image.open(io.BytesIO(base64.b64decode(found[1]))).save(written)
        path = file.as_posix()
        entries.append(("og:image", f"{ADDRESS}/{path}" if ADDRESS else path))
        entries.append(("og:image:alt", str(still.get("alt", ""))))
        break
    context["preview"] = entries
