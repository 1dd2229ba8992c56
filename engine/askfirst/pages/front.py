"""The front page: what this is, in the words of its author, the first lab, and the
lectures with their questions, all read from the folder of the notebooks.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from jinja2 import Template
from nbformat import NotebookNode

from askfirst.pages.links import LINK
from askfirst.pages.shown import html_of

APPENDIX = re.compile(r"[A-Z]\d+_")  # names of pages that are no lectures
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
# In index.md: what the head of each page says on the way to Python, where {number} is
# that of its notebook; and the title of a lab to show there with what to do with it.
COMMENT = re.compile(r"<!-- (in Python|lab): (.*?) -->\n*", re.DOTALL)
MINUTES = re.compile(r"\*\*It takes\*\* (\d+) minutes")
# A row of the map of the course.
QUESTION = re.compile(r"^\| (\w+) \| [^|]* \| ([^|]*) \|", re.MULTILINE)
COVER = re.compile(r' src="(_static/labs/[^"]*-cover-\d+\.\w+)"')
MARKUP = re.compile(r"<[^>]*>|!\[[^\]]*\]\([^)]*\)")
WHOLE = '"lecture": null'
TEMPLATE = Path(__file__).with_name("front.md")


def introduction(notebooks: Path) -> dict[str, str]:
    """What the author says in ``index.md``: the ``title`` of the site, or else the name
    of the folder; the ``words`` of the front page below it; and what the comments say,
    as HTML, each by its name.
    """
    own = notebooks / "index.md"
    text = own.read_text(encoding="utf-8", errors="replace") if own.exists() else ""
    words = COMMENT.sub("", text)
    title = TITLE.search(words)
    comments = {name: " ".join(said.split()) for name, said in COMMENT.findall(text)}
    return comments | {
        "title": title[1].strip() if title else notebooks.name,
        "words": TITLE.sub("", words, count=1).strip(),
    }


def front(
    said: dict[str, str], pages: dict[str, NotebookNode], reference: bool = False
) -> str:
    """The source of the front page for pages by their names, in their order: the words
    of the author beside a lab, and a list of the pages.

    The lab is the one that the author has chosen; where no page has it, the first
    of the first page that has one. The questions are those of its map of the course,
    where it has one.
    """
    texts, shown = {}, []
    for name, page in pages.items():
        words = (cell.source for cell in page.cells if cell.cell_type == "markdown")
        texts[name] = "\n".join(words)
        shown += [html for cell in page.cells for html in html_of(cell)]
    first = next(iter(pages))
    questions = dict(QUESTION.findall(texts[first]))
    labs = [html for html in shown if 'class="lab-page"' in html]
    title, _, hint = said.get("lab", "").partition(": ")
    chosen = [html for html in labs if title and f". {title}.</b>" in html]
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
        first=quote(first),
        lab=lab,
        hint=hint if chosen else "",
        # The place of the first count of all lectures
        count=next((h for h in shown if "work-live" in h and WHOLE in h), ""),
        parts=parts,
    )


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
