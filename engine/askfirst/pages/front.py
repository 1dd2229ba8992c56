"""The front page: what this is, in the words of its author, the first lab, and the
lectures with their questions, all read from the folder of the notebooks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import nbformat
from jinja2 import Template

from askfirst.pages.links import LINK
from askfirst.pages.shown import html_of

APPENDIX = re.compile(r"[A-Z]\d+_")  # names of pages that are no lectures
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
# In index.md: what the head of each page says on the way to Python, where {number} is
# that of its notebook; the title of the lab to show there and what to do with it.
COMMENT = re.compile(r"<!-- (in Python|lab): (.*?) -->\n*", re.DOTALL)
MINUTES = re.compile(r"\*\*It takes\*\* (\d+) minutes")
# A row of the map of the course.
QUESTION = re.compile(r"^\| (\w+) \| [^|]* \| ([^|]*) \|", re.MULTILINE)
COVER = re.compile(r' src="(_static/labs/[^"]*-cover-\d+\.\w+)"')
MARKUP = re.compile(r"<[^>]*>|!\[[^\]]*\]\([^)]*\)")
WHOLE = '"lecture": null'
TEMPLATE = Path(__file__).with_name("front.md")


@dataclass(frozen=True)
class Introduction:
    """What the author says in ``index.md``: the ``title`` of the site, the ``words``
    of the front page below it, what stands on the way from a page to Python, as HTML,
    and the title of a lab to show, with what to do with it; each may be "".
    """

    title: str
    words: str
    in_python: str
    lab: str
    hint: str


def introduction(notebooks: Path) -> Introduction:
    """That of a folder; without ``index.md`` its title is the folder's name."""
    own = notebooks / "index.md"
    text = own.read_text(encoding="utf-8", errors="replace") if own.exists() else ""
    words = COMMENT.sub("", text)
    comments = {name: " ".join(said.split()) for name, said in COMMENT.findall(text)}
    lab, _, hint = comments.get("lab", "").partition(": ")
    title = TITLE.search(words)
    return Introduction(
        title[1].strip() if title else notebooks.name,
        TITLE.sub("", words, count=1).strip(),
        comments.get("in Python", ""),
        lab,
        hint,
    )


def front(said: Introduction, paths: list[Path], reference: bool = False) -> str:
    """The source of the front page for notebooks that have been run, in their order:
    the words of the author beside a lab, and a list of the pages.

    The lab is the one that the author has chosen; where no page has it, the first
    of the first page that has one. The questions are those of its map of the course,
    where it has one.
    """
    pages = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    texts = {name: _text(page) for name, page in pages.items()}
    cells = [cell for page in pages.values() for cell in page.cells]
    shown = [html for cell in cells for html in html_of(cell)]
    questions = dict(QUESTION.findall(texts[paths[0].stem]))
    labs = [html for html in shown if 'class="lab-page"' in html]
    chosen = [html for html in labs if said.lab and f". {said.lab}.</b>" in html]
    lab = next(iter(chosen or labs), "").replace(" async></script>", "></script>")
    cards = [_card(name, text, questions) for name, text in texts.items()]
    appendices = [card for card in cards if APPENDIX.match(card["name"])]
    parts = {
        "Lectures": [card for card in cards if card not in appendices],
        "Appendices": appendices,
        "Reference": [{"title": "Reference", "name": "reference"}] * reference,
    }
    return Template(TEMPLATE.read_text(encoding="utf-8"), trim_blocks=True).render(
        said=said,
        first=quote(paths[0].stem),
        lab=lab,
        hint=said.hint if chosen else "",
        # The place of the first count of all lectures
        count=next((h for h in shown if "work-live" in h and WHOLE in h), ""),
        parts=parts,
    )


def _text(notebook: nbformat.NotebookNode) -> str:
    cells = (cell for cell in notebook.cells if cell.cell_type == "markdown")
    return "\n".join(cell.source for cell in cells)


def _card(name: str, text: str, questions: dict[str, str]) -> dict[str, str]:
    """A page in a list; its title is that of a link, without others and HTML."""
    head, minutes, cover = (each.search(text) for each in (TITLE, MINUTES, COVER))
    return {
        "name": name,
        "title": LINK.sub(r"\1", MARKUP.sub("", head[1])).strip() if head else name,
        "question": questions.get(name.partition("_")[0], ""),
        "minutes": minutes[1] if minutes else "",
        "cover": cover[1] if cover else "",
    }
