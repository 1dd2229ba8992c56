"""The course as one PDF: the joined pages of the site, printed by Chromium."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bs4 import BeautifulSoup
from jinja2 import Template
from playwright.sync_api import Page

from askfirst.pages.chromium import chromium, find
from askfirst.words.refusal import RefusedError

BEGIN = Path(__file__).with_name("book.html")
# Chromium has no target-counter, so the book is printed twice: a named place of its PDF
# leads to an object, which is a page.
PAGE = re.compile(rb"(\d+) 0 obj\s*<</Type /Page\s")
PLACE = re.compile(rb"/(\S+) \[(\d+) 0 R /XYZ")
# Give each link that names a page its number. Whether any has changed: a number takes
# its place in a line.
NUMBER = """(places) => {
  const found = [...document.querySelectorAll("[data-page]")].map((link) =>
    [link, `${places[link.getAttribute("href").slice(1)]}`]);
  const changed = found.filter(([link, page]) => link.dataset.page !== page);
  for (const [link, page] of changed) link.dataset.page = page;
  return changed.length > 0;
}"""
PASSES = 5  # at most, until no number changes


def book(site: Path) -> Path:
    """Print the lectures of a built site as one PDF in its folder, called as the site
    is, and return where it is.

    Raises RefusedError if there is no Chromium on this machine.
    """
    if (executable := find()) is None:
        raise RefusedError(
            "the book is printed with Chromium, and this machine has none. On Debian:"
            " apt install chromium."
        )
    with chromium(executable) as browser:
        page = browser.new_page(color_scheme="light", offline=True)
        made = printed(page, site)
        name = "-".join(re.findall(r"\w+", page.title().lower())) or "book"
    pdf = site / f"{name}.pdf"
    pdf.write_bytes(made)
    return pdf


def printed(page: Page, site: Path) -> bytes:
    """The book of a built site, opened in a page, as a PDF: its links say on which page
    each place stands that they lead to.
    """
    file = site / "book.html"
    file.write_text(joined(site), encoding="utf-8")
    page.goto(file.resolve().as_uri(), timeout=600_000)
    file.unlink()
    page.evaluate("document.fonts.ready")
    for _ in range(PASSES):
        pdf = page.pdf(
            prefer_css_page_size=True, print_background=True, tagged=True, outline=True
        )
        pages = PAGE.findall(pdf)
        found = PLACE.findall(pdf)
        places = {name.decode(): pages.index(number) + 1 for name, number in found}
        if not page.evaluate(NUMBER, places):
            break
    return pdf


def joined(site: Path) -> str:
    """The lectures of a site as one page, in the order of the front page's links."""
    front = _read(site / "index.html")
    links = (unquote(link["href"]) for link in front.select(".cards a"))
    pages = (link.removesuffix(".html") for link in links)
    names = [name for name in pages if name != "reference"]
    chapters = [_chapter(_read(site / f"{name}.html"), name, names) for name in names]
    article = front.article
    front.title.string = article.h1.get_text()
    about, imprint = (article.select_one(kind) or "" for kind in (".lead", ".imprint"))
    begin = Template(BEGIN.read_text(encoding="utf-8")).render(
        title=article.h1.decode_contents(),
        about=about,
        imprint=imprint,
        chapters=chapters,
        quoted=partial(json.dumps, ensure_ascii=False),
    )
    article.clear()
    article["class"].append("book")
    article.extend([*BeautifulSoup(begin, "html.parser").contents, *chapters])
    box = article
    while box is not front.body:
        for beside in [*box.previous_siblings, *box.next_siblings]:
            beside.extract()
        box = box.parent
    return str(front)


def _read(page: Path) -> Any:
    """A page without what no paper has: scripts, and the TeX to copy."""
    made: Any = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    for each in made.select("script, annotation, .headerlink"):
        each.decompose()
    return made


def _chapter(page: Any, name: str, names: list[str]) -> Any:
    """The text of a page, its name before each id, which pages have in common."""
    chapter = page.article
    for each in chapter.select("style, .lab-page, .exercise, .work-live, .take"):
        each.decompose()
    for each in chapter.select("[id]"):
        each["id"] = f"{name}.{each['id']}"
    # A section, or the mark of its cell, may stand at the foot of a page, and its
    # heading on the next.
    for head in chapter.select("[id] > :is(h1, h2, h3, h4)"):
        if place := head.parent.attrs.pop("id", None):
            for mark in chapter.find_all(id=place):
                del mark["id"]
            head["id"] = place
    for link in chapter.select("a[href]"):
        target, _, place = link["href"].partition("#")
        target = unquote(target).removesuffix(".html") or name
        if target in names:
            link["href"] = "#" + ".".join(filter(None, [target, place]))
            if link.find_parent(class_="paper"):
                link["data-page"] = "100"
        elif "://" not in target:  # a file beside the pages, which paper has not
            del link["href"]
    chapter.name = "section"
    paper = f"page: chapter{names.index(name)}"
    chapter.attrs = {"id": name, "class": "chapter", "style": paper}
    return chapter
