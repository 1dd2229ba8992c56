"""What a page has for paper alone: each lab as a still that needs no hand, and the
answers at the end.

Paper cannot wait for an answer. So a lab's question stands above its picture as it is
before a guess, and what is seen and said after it, with the hints and solutions of the
exercises, at the end of the lecture.
All of it is in the page as made, hidden on the screen by ``print.css``.
"""

from __future__ import annotations

from html import escape
from typing import Any

from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from askfirst.labs.playable import Playable
from askfirst.labs.steppers import Stepper

ON_PAPER = '<div class="paper"'


def sheet(lab: Playable, name: str, number: int, still: str, picture: str) -> str:
    """A lab on paper, from its pictures as HTML with a veil and without: its question
    over the ``still``, and for ``answers`` the answer with what is seen then.
    """
    # Its picture has its title and its sentence, and the steps give nothing away.
    whole = isinstance(lab, Stepper)
    title = f" {escape(lab.title)}." if lab.title and not whole else ""
    head = f"<b>Lab {number}.{title}</b>"
    seen = picture if whole else f"{picture}<p>{escape(lab.sentence)}</p>"
    if not (question := lab.question):
        return f'{ON_PAPER} id="{name}"><p>{head}</p>{seen}</div>'
    choices = question.spec().get("choices")
    asked = question.words + (f" ({' / '.join(choices)})" if choices else "")
    # What is said to a guess that was skipped, but for that word
    said = question.judge(None).text.removeprefix("Skipped").lstrip("; .")
    before, after = (picture, "") if whole else (still, seen)
    answer = f"<p>{escape(said[0].upper() + said[1:])}</p>{after}"
    return (
        f'{ON_PAPER} id="{name}"><p>{head} {escape(asked)} (<a'
        f" href='#{name}-answer'>Answer at the end</a>.)</p>{before}"
        f"{_answer(name, f'Lab {number}', answer)}</div>"
    )


def answers(notebook: NotebookNode) -> None:
    """Put what the questions and exercises of a notebook are answered with at its end,
    for paper, in their order.

    In an exercise's place a link leads there.
    """
    found = []
    for output in (each for cell in notebook.cells for each in cell.get("outputs", ())):
        html = output.get("data", {}).get("text/html", "")
        page: Any = BeautifulSoup(html, "html.parser")
        if listed := page.select(".paper .answer"):
            found += [str(each.extract()) for each in listed]
        elif page.details and page.b and "Exercise" in page.b.get_text():
            name = page.b.get_text().lstrip("○✓✗ ")  # such as "Exercise 09.1"
            place = escape(name.replace(" ", "-").lower())
            found.append(_answer(place, escape(name), _unfolded(page.details)))
            page = (
                f'<p class="paper" id="{place}"><a href="#{place}-answer">Hints and the'
                f' solution are at the end</a>.</p><div class="exercise">{page}</div>'
            )
        else:
            continue
        output.data["text/html"] = str(page)
    if found:
        end = '<div class="paper answers" id="answers"><h2>Answers</h2>'
        # Markdown would end it at its first empty line.
        shown = new_output(
            "display_data", {"text/html": f"{end}{''.join(found)}</div>"}
        )
        hidden = {"tags": ["remove-input"]}
        cell = new_code_cell("answers", outputs=[shown], metadata=hidden)
        notebook.cells.append(cell)


def _answer(place: str, name: str, shown: str) -> str:
    """What stands at the end for a place of the page."""
    return (
        f'<div class="answer" id="{place}-answer"><h3><a href="#{place}">{name}</a>'
        f"</h3>{shown}</div>"
    )


def _unfolded(fold: Any) -> str:
    """The nested hints and the solution, one below the other."""
    title, body, *inner = fold.find_all(True, recursive=False)
    words, after = (body.decode_contents(), "") if body.name == "p" else ("", body)
    top = f"<p><b>{title.get_text()}.</b> {words}</p>{after}"
    return top + "".join(map(_unfolded, inner))
