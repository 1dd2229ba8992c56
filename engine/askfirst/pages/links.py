"""Where the links and pictures of a page lead: to pages, and to copies of the files
beside the notebooks.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from docutils import nodes
from sphinx.util.logging import getLogger
from sphinx.util.nodes import clean_astext

from askfirst.pages.folder import TAKEN

MAP = "pages.json"  # in the source: the folder, and each notebook's page
FILES = "_static/files"  # of the site: copies of files
OURS = ("_static/", "slides/")  # what begins so was written here, for a page
PLACE = re.compile(
    r"(<(?:a|audio|iframe|img|source|video)\s(?:[^>]*?\s)?(?:href|src)=)"
    r"""(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)
# In Markdown; groups: the text, which may hold brackets, and the target
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)]*)\)")
# In a text, where JupyterLab leaves it out
UNSAFE = re.compile(r"<(style|script)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
ADDRESS = re.compile(r"(https?://[^\s<>\"'`]+[^\s<>\"'`.,;:!?)\]])")
log = getLogger("askfirst")


def settle(app: Any, tree: nodes.document) -> None:
    """While Sphinx reads a page: its headings have the places by which JupyterLab knows
    them, its links lead to pages and files, and bare addresses are links. A file that
    is missing, and a place that a page has not, are told.
    """
    page = app.env.docname
    known = json.loads(Path(app.srcdir, MAP).read_text(encoding="utf-8"))
    targets = Targets(app.env, Path(known["folder"]), known["pages"])
    for section in tree.findall(nodes.section):
        title = clean_astext(section.next_node(nodes.title)).strip()
        name = title.replace(" ", "-")
        if name not in section["ids"] and re.fullmatch(r"[^\"<>&\s]+", name):
            section["ids"].append(name)
    words = nodes.paragraph | nodes.entry | nodes.emphasis | nodes.strong
    for text in [*tree.findall(nodes.Text)]:
        parts = [
            nodes.reference("", part, refuri=part) if at % 2 else nodes.Text(part)
            for at, part in enumerate(ADDRESS.split(text))
        ]
        if len(parts) > 1 and isinstance(text.parent, words):
            text.parent.replace(text, parts)
    for link in tree.findall(nodes.reference):
        if (to := targets.of(link.get("refuri", ""), link)) is not None:
            link["refuri"], link["internal"] = to, True
    for raw in tree.findall(nodes.raw):
        text = raw.astext()
        if page != "index" and "text_html" not in raw["classes"]:
            text = UNSAFE.sub("", text)

        def lead(found: re.Match, raw: nodes.raw = raw) -> str:
            link = unescape(found[2] if found[2] is not None else found[3])
            to = targets.of(link, raw)
            return found[0] if to is None else f'{found[1]}"{escape(to)}"'

        if (new := PLACE.sub(lead, text)) != raw.astext():
            raw.children, raw.rawsource = [], new
            raw += nodes.Text(new)
    for image in [*tree.findall(nodes.image)]:
        if (to := targets.of(image["uri"], image)) is not None:
            html = f'<img alt="{escape(image.get("alt", ""))}" src="{escape(to)}">'
            image.replace_self(nodes.raw("", html, format="html"))
    app.env.files_to_rebuild.setdefault("index", set()).add(page)  # its rail lists all


@dataclass
class Targets:
    """What the links of the page lead to that Sphinx reads."""

    env: Any
    folder: Path
    pages: dict[str, str]

    def of(self, link: str, node: nodes.Node) -> str | None:
        """The address on the site for a link, or None where it stays as it is."""
        try:
            parts = urlsplit(link)
        except ValueError:  # such as http://[address]
            return None
        if parts.scheme or parts.netloc or link.startswith(("/", *OURS)):
            return None
        up = "../" * self.env.docname.count("/")
        place = parts.fragment.removeprefix("cell-id=")
        ends = f"#{place}" if place else ""
        if not (name := unquote(parts.path)):
            return ends or None
        if (page := self.pages.get(name.removeprefix("./"))) is not None:
            return f"{up}{quote(page)}.html{ends}"
        if name.removesuffix(".html") in {*self.pages.values(), *TAKEN}:
            return link  # as the engine writes it
        if (copy := self._copy(name)) is None:
            log.warning(
                "there is no file %s that a page could have", name, location=node
            )
            return None
        return f"{up}{FILES}/{quote(copy)}{ends}"

    def _copy(self, name: str) -> str | None:
        """Copy a file of the folder, or beside it, and return its name on the site."""
        try:
            path = Path(self.folder, name).resolve()
            inside = path.relative_to(self.folder.parent)
            hidden = any(part.startswith(".") for part in inside.parts)
            if hidden or not path.is_file():
                return None
        except (OSError, ValueError):  # a loop of links, a place elsewhere
            return None
        beside = inside.parts[0] != self.folder.name
        to = Path("beside", inside) if beside else Path(*inside.parts[1:])
        copy = Path(self.env.srcdir, FILES, to)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        self.env.note_dependency(str(path))
        return to.as_posix()
