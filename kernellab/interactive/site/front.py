"""The front page: what this is, the first lab, and the lectures with their questions,
all read from the notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat

TITLE = re.compile(r"^# (.*)", re.MULTILINE)
MINUTES = re.compile(r"\*\*It takes\*\* (\d+) minutes")
# A row of the map of the course.
QUESTION = re.compile(r"^\| (\w+) \| [^|]* \| ([^|]*) \|", re.MULTILINE)
START = '<p><a class="start" href="{}.html">Begin with the first lecture</a></p>'
WORDS = Path(__file__).with_name("front.md")


def front(pages: list[Path]) -> str:
    """The source of the front page for notebooks that have been run, in their order;
    the appendices begin with a letter.

    The first lab of the first page moves here too. The questions are those of its map
    of the course, where it has one.
    """
    first = nbformat.read(pages[0], as_version=4)
    questions = dict(QUESTION.findall("\n".join(cell.source for cell in first.cells)))
    parts = [WORDS.read_text(encoding="utf-8"), START.format(pages[0].stem)]
    for lab in [*_labs(first)][:1]:
        hint = (
            "Try it: drag a slider, or reach it with the Tab key and use the arrow"
            " keys. The picture follows."
        )
        parts += [hint, f"```{{raw}} html\n{lab}\n```"]
    for title, some in (
        ("Lectures", [page for page in pages if page.stem[0].isdigit()]),
        ("Appendices", [page for page in pages if not page.stem[0].isdigit()]),
    ):
        if some:
            cards = [_card(page, questions) for page in some]
            inside = "\n".join(page.stem for page in some)
            parts += [
                f"## {title}",
                '<div class="cards">',
                *cards,
                "</div>",
                _toctree(title, inside),
            ]
    what = "What does that function compute, and what does it refuse?"
    parts += [
        "## Reference",
        '<div class="cards">',
        f"- [Reference](reference.rst)\n\n  {what}",
        "</div>",
    ]
    parts += [_toctree("Reference", "reference")]
    return "\n\n".join(parts) + "\n"


def _labs(notebook: nbformat.NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html", "")
            if 'class="lab-page"' in html:
                yield html


def _card(page: Path, questions: dict[str, str]) -> str:
    """A page in a list: its title as a link, its question, and how long it takes if it
    says so in minutes.
    """
    text = "\n".join(
        cell.source
        for cell in nbformat.read(page, as_version=4).cells
        if cell.cell_type == "markdown"
    )
    title, minutes = TITLE.search(text), MINUTES.search(text)
    words = [
        questions.get(page.stem.partition("_")[0], ""),
        f"<small>{minutes[1]} minutes</small>" if minutes else "",
    ]
    return "\n\n  ".join(
        [f"- [{title[1] if title else page.stem}]({page.name})", *filter(None, words)]
    )


def _toctree(caption: str, pages: str) -> str:
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```"
