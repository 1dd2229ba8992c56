"""``askfirst tutor LECTURE``: the tutor's edition of a lecture, with minutes,
solutions, reasons and usual mistakes.

It is a notebook in a folder of its own, tutor/, which git passes over, so that no
student's page or link leads to it.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askfirst.report import lecture
from askfirst.report.lecture import ASKS, FURTHER, find, minutes, opened
from askfirst.report.notebook import Cell, cell_of, notebook_text
from askfirst.words.refusal import RefusedError, writing

if TYPE_CHECKING:  # slow to import, and not needed to refuse a lecture
    from askfirst.questions.exercises import Exercise

NOT_FOR_STUDENTS = (
    "> **The tutor's edition.** It holds the solutions and the usual mistakes. Please"
    " do not pass it on.\n\n"
)


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    lecture.arguments(parser)
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FOLDER",
        default=Path("tutor"),
        help="where it is written (tutor)",
    )


def run(options: Namespace) -> None:
    """Write the edition. Raises RefusedError where that cannot be."""
    path = find(options.lecture, options.notebooks)
    if options.to.resolve() == options.notebooks.resolve():
        raise RefusedError(
            f"--to {options.to}: students read there. Try a folder of your own."
        )
    with opened(path) as notebook:
        text = notebook_text(edition(notebook), notebook["metadata"])
    place = options.to / f"tutor_{path.name}"
    with writing():
        options.to.mkdir(parents=True, exist_ok=True)
        (options.to / ".gitignore").write_text("*\n", encoding="utf-8")
        place.write_text(text, encoding="utf-8")
    print(place)


def edition(notebook: dict[str, Any]) -> list[Cell]:
    """The cells of a lecture with its minutes, and notes for tutors below exercises."""
    from askfirst.questions.exercises import exercise

    head = NOT_FOR_STUDENTS + "\n".join(_minutes(notebook))
    cells = [cell_of("markdown", head, "tutor-minutes")]
    for cell in notebook["cells"]:
        cells.append(cell)
        if cell["cell_type"] == "code" and (name := ASKS.search(cell["source"])):
            note = "\n".join(_note(exercise(name[1])))
            place = f"tutor-{name[1].replace('.', '-')}"
            cells.append(cell_of("markdown", note, place))
    return cells


def sections(notebook: dict[str, Any]) -> list[tuple[str, list[Cell]]]:
    """The headings of the core, each with its cells; the first is the opening."""
    found: list[tuple[str, list[Cell]]] = [("The opening", [])]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            if FURTHER.search(cell["source"]):
                break
            if title := re.match(r"^## (.*)", cell["source"]):
                found.append((title[1], []))
        found[-1][1].append(cell)
    return found


def _minutes(notebook: dict[str, Any]) -> Iterator[str]:
    """A table of the minutes at which each section begins and ends."""
    yield "| from minute | section | minutes |\n|--:|:--|--:|"
    total = 0.0
    for title, cells in sections(notebook):
        begin, total = round(total), total + minutes(cells)
        yield f"| {begin} | {title} | {round(total) - begin} |"
    yield (
        "\nReading at 120 words a minute, six minutes for a lab, eight for an"
        f" exercise: {round(total)} minutes."
    )


def _note(asked: Exercise) -> Iterator[str]:
    """What a tutor wants to know of an exercise, in lines of Markdown."""
    yield (
        f"**{asked.name}, for the tutor.**"
        f" {asked.why}\n\n```python\n{asked.shown().rstrip()}\n```\n"
    )
    if asked.mistakes:
        yield "| who answers | has made this mistake |\n|:--|:--|"
    for mistake, reply in asked.mistakes:
        who, what = (text.replace("|", r"\|") for text in (_seen(mistake), reply))
        yield f"| {who} | {what} |"
    hints = [f"{i}. {hint}" for i, hint in enumerate(asked.hints, start=1)]
    yield "\n" + "\n".join(hints)


def _seen(mistake: object) -> str:
    """A wrong answer as a student would write it, where that is short."""
    import numpy as np

    if callable(mistake):
        return "a function"
    if isinstance(mistake, np.ndarray | float):
        mistake = np.round(mistake, 4).tolist()
    text = str(mistake)
    return f"`{text}`" if len(text) <= 60 else "an array"
