"""The front page: what this is, in the words of its author, the first lab, and the
lectures with their questions, all read from the folder of the notebooks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import nbformat

from askfirst.pages.markdown import LINK, TITLE
from askfirst.pages.shown import html_of

APPENDIX = re.compile(r"[A-Z]\d+_")  # names of pages that are no lectures
# In index.md, what the head of each page says on the way to Python; {number} is that of
# its notebook.
IN_PYTHON = re.compile(r"<!-- in Python: (.*?) -->\n*", re.DOTALL)
# In index.md, the title of the lab to show there and what to do with it.
LAB = re.compile(r"<!-- lab: (.*?): (.*?) -->\n*", re.DOTALL)
HINT = (
    "Try it: drag a slider, or reach it with the Tab key and use the arrow keys. The"
    " picture follows."
)
ASKS = (
    "Answer the question, or skip it; then drag a slider, or reach it with the Tab key"
    " and use the arrow keys."
)
# The classes of columns and cards are Bootstrap's, which comes with the theme. Below a
# card's last paragraph its margin is room enough.
FRONT = (
    '<div class="front"><div class="row gx-0 gx-xl-5">'
    '<div class="col-xl-5" data-theme="dark">'
)
BESIDE = '</div><div class="col-xl-7"><div class="plate">'
CARDS = '<div class="cards"><ul class="row g-3 list-unstyled">'
CARD = (
    '<li class="col-md-6 col-xl-4"><div class="card h-100 bg-transparent text-reset">'
    '{}<div class="card-body pb-0">',
    "</div></div></li>",
)
PICTURE = (
    '<img class="card-img-top dark-light d-none d-md-block" alt="" loading="lazy"'
    ' src="{}">'
)
MINUTES = re.compile(r"\*\*It takes\*\* (\d+) minutes")
# A row of the map of the course.
QUESTION = re.compile(r"^\| (\w+) \| [^|]* \| ([^|]*) \|", re.MULTILINE)
COVER = re.compile(r' src="(_static/labs/[^"]*-cover-\d+\.\w+)"')
MARKUP = re.compile(r"<[^>]*>|!\[[^\]]*\]\([^)]*\)")
WHOLE = '"lecture": null'
BEGIN = "Begin with the first lecture"
START = f'<p><a class="btn btn-light" href="{{}}.html">{BEGIN}</a></p>'
REFERENCE = "What does that function compute, and what does it refuse?"


@dataclass(frozen=True)
class Introduction:
    """What the author says in ``index.md``: the ``words`` of the front page, below the
    ``title`` of the site, what stands on the way from a page to Python, as HTML, and
    the title of a lab to show with what to do with it, or "" and what one does with
    any.
    """

    title: str
    words: str
    in_python: str
    lab: tuple[str, str]


def introduction(notebooks: Path) -> Introduction:
    """That of a folder; without ``index.md`` its title is the folder's name."""
    own = notebooks / "index.md"
    text = own.read_text(encoding="utf-8", errors="replace") if own.exists() else ""
    python, lab = IN_PYTHON.search(text), LAB.search(text)
    words = LAB.sub("", IN_PYTHON.sub("", text))
    if not (title := TITLE.search(words)):
        words = f"# {notebooks.name}\n\n{words}"
        title = TITLE.search(words)
    assert title
    return Introduction(
        title[1].strip(),
        words,
        " ".join(python[1].split()) if python else "",
        (lab[1], " ".join(lab[2].split())) if lab else ("", HINT),
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
    about = TITLE.sub("", said.words, count=1).strip().split("\n\n")
    parts = [f"# {said.title}", FRONT, *about, START.format(quote(paths[0].stem))]
    if labs := [html for html in shown if 'class="lab-page"' in html]:
        title, hint = said.lab
        chosen = [html for html in labs if title and f". {title}.</b>" in html]
        html = (chosen or labs)[0].replace(" async></script>", "></script>")
        if not chosen:
            hint = ASKS if "-answer'" in html else HINT
        parts += [BESIDE, hint, f"```{{raw}} html\n{html}\n```", "</div>"]
    parts += ["</div></div></div>"]
    # The place of the first count of all lectures.
    counts = (html for html in shown if "work-live" in html and WHOLE in html)
    if count := next(counts, ""):
        parts += ["## What you have done", f"```{{raw}} html\n{count}\n```"]
    for part, some in (
        ("Lectures", [name for name in pages if not APPENDIX.match(name)]),
        ("Appendices", [name for name in pages if APPENDIX.match(name)]),
    ):
        cards = [_card(name, texts[name], questions) for name in some]
        parts += _listed(part, cards, some)
    if reference:
        card = _shown("Reference", "reference.html", REFERENCE)
        parts += _listed("Reference", [card], ["reference"])
    return "\n\n".join(parts) + "\n"


def _text(notebook: nbformat.NotebookNode) -> str:
    cells = (cell for cell in notebook.cells if cell.cell_type == "markdown")
    return "\n".join(cell.source for cell in cells)


def _card(name: str, text: str, questions: dict[str, str]) -> str:
    """A page in a list: title with link, and its question, minutes and cover, if it has
    any.
    """
    head, minutes, cover = (each.search(text) for each in (TITLE, MINUTES, COVER))
    return _shown(
        _plain(head[1]) if head else name,
        f"{quote(name)}.html",
        questions.get(name.partition("_")[0], ""),
        f"<small>{minutes[1]} minutes</small>" if minutes else "",
        picture=PICTURE.format(cover[1]) if cover else "",
    )


def _plain(title: str) -> str:
    """A title without links, pictures and HTML, which cannot stand within a link."""
    return LINK.sub(r"\1", MARKUP.sub("", title)).strip()


def _listed(part: str, cards: list[str], names: list[str]) -> list[str]:
    """A part of the list of pages, and of the contents, if it has any."""
    inside = "\n".join(names)
    contents = f"```{{toctree}}\n:hidden:\n:caption: {part}\n\n{inside}\n```"
    return [f"## {part}", CARDS, *cards, "</ul></div>", contents] if cards else []


def _shown(title: str, link: str, *notes: str, picture: str = "") -> str:
    begins, ends = CARD
    text = [f"[{title}]({link}){{.stretched-link}}", *filter(None, notes)]
    return "\n\n".join([begins.format(picture), *text, ends])
