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

import nbformat
from bs4 import BeautifulSoup

from askfirst.labs.playable import Playable
from askfirst.labs.steppers import Stepper
from askfirst.questions.question import Question

ON_PAPER = '<div class="paper"'


def sheet(lab: Playable, name: str, number: int, still: str, picture: str) -> str:
    """A lab on paper, from its pictures as HTML with a veil and without: its question
    over the ``still``, and for ``answers`` the answer with what is seen then.
    """
    # Its picture has its title and its sentence, and the steps give nothing away.
    whole = isinstance(lab, Stepper)
    head = f"Lab {number}." if whole or not lab.title else f"Lab {number}. {lab.title}."
    sentence = "" if whole else f"<p>{escape(lab.sentence)}</p>"
    if not lab.question:
        return _sheet(name, f"<p><b>{escape(head)}</b></p>{picture}{sentence}")
    before, after = (picture, "") if whole else (still, f"{picture}{sentence}")
    asked = (
        f"<p><b>{escape(head)}</b> {escape(_asked(lab.question))} (<a"
        f" href='#{name}-answer'>Answer at the end</a>.)</p>"
    )
    answer = (
        f'<div class="answer" id="{name}-answer"><h3><a href="#{name}">Lab'
        f" {number}</a></h3><p>{escape(_answer(lab.question))}</p>{after}</div>"
    )
    return _sheet(name, f"{asked}{before}{answer}")


def _sheet(name: str, shown: str) -> str:
    return f'{ON_PAPER} id="{name}">{shown}</div>'


def _asked(question: Question) -> str:
    choices = question.spec().get("choices")
    return f"{question.words} ({' / '.join(choices)})" if choices else question.words


def _answer(question: Question) -> str:
    """What is said to a guess that was skipped, but for that word."""
    text = question.judge(None).text.removeprefix("Skipped").lstrip("; .")
    return text[0].upper() + text[1:]


def answers(notebook: nbformat.NotebookNode) -> None:
    """Put what the questions and exercises of a notebook are answered with at its end,
    for paper, in their order.

    In an exercise's place a link leads there.
    """
    found = []
    for output in (each for cell in notebook.cells for each in cell.get("outputs", ())):
        page: Any = BeautifulSoup(
            "".join(output.get("data", {}).get("text/html", "")), "html.parser"
        )
        if listed := page.select(".paper .answer"):
            found += [str(each.extract()) for each in listed]
        elif page.details and page.b and "Exercise" in page.b.get_text():
            name = page.b.get_text().lstrip("○✓✗ ")  # such as "Exercise 09.1"
            place = escape(name.replace(" ", "-").lower())
            found.append(
                f'<div class="answer" id="{place}-answer"><h3><a href="#{place}">'
                f"{escape(name)}</a></h3>{_unfolded(page.details)}</div>"
            )
            link = (
                f'<p class="paper" id="{place}"><a href="#{place}-answer">Hints and the'
                " solution are at the end</a>.</p>"
            )
            page = f'{link}<div class="exercise">{page}</div>'
        else:
            continue
        output.data["text/html"] = str(page)
    if found:
        end = (
            '<div class="paper answers"'
            f' id="answers"><h2>Answers</h2>{"".join(found)}</div>'
        )
        # Markdown would end it at its first empty line.
        shown = nbformat.v4.new_output("display_data", {"text/html": end})
        notebook.cells.append(
            nbformat.v4.new_code_cell(
                "answers", outputs=[shown], metadata={"tags": ["remove-input"]}
            )
        )


def _unfolded(fold: Any) -> str:
    """The nested hints and the solution, one below the other."""
    title, body, *inner = fold.find_all(True, recursive=False)
    head = f"<p><b>{title.get_text()}.</b> "
    top = (
        f"{head}{body.decode_contents()}</p>"
        if body.name == "p"
        else f"{head}</p>{body}"
    )
    return top + "".join(map(_unfolded, inner))
