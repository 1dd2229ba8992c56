"""The exercises and questions of each lecture, and a student's progress in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import kernellab.course.exercises  # noqa: F401 (registers the exercises)
from askfirst.report.answered import Lecture
from askfirst.report.progress import Progress
from askfirst.words.course import two_digits
from kernellab.course.work import ORIGINALS

__all__ = ["progress"]

FURTHER = "## Going further"


def _exercises_and_questions(
    code: str, with_question: set[str]
) -> tuple[list[str], list[str]]:
    """The exercises in a notebook's code, and its labs with a question, once each."""
    names = [
        name
        for name, arguments in re.findall(r"labs\.(\w+)\((.*)\)", code)
        if name in with_question
        # This lab asks only with ``ask=True``
        and (name != "kernel_ridge" or "ask=True" in arguments)
    ]
    return re.findall(r'exercise\("([\w.]+)"', code), [*dict.fromkeys(names)]


def _lectures() -> dict[str, Lecture]:
    """The lectures, by number, with the exercises and questions of their notebooks."""
    files = Path(__file__).parent.glob("*/**/*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    # A question has the name of its lab
    with_question, lectures = set(re.findall(r'\bname="(\w+)"', sources)), {}
    for path in sorted(ORIGINALS.glob("[0-9]*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        texts = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
        kept = (text for kind, text in texts if kind == "code" or FURTHER in text)
        core, _, further = "\n".join(kept).partition(FURTHER)
        exercises, questions = _exercises_and_questions(core, with_question)
        more, more_questions = _exercises_and_questions(further, with_question)
        new = (name for name in more_questions if name not in questions)
        title = re.findall(r"# \d\d · (.*)", texts[0][1])[0]
        counts = len(exercises), len(more)
        lectures[path.name[:2]] = Lecture(title, counts, (*questions,), (*new,))
    return lectures


LECTURES = _lectures()


def progress(lecture: str | int | None = None) -> Progress:
    """A student's progress in a lecture, such as "09" or 9, or in the whole course.

    In JupyterLab it has buttons to download the work and to restore it.
    Raises ValueError for a lecture that is not in the course.
    """
    number = None if lecture is None else two_digits(lecture)
    return Progress(LECTURES, number, ORIGINALS)
