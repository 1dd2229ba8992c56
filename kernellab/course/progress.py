"""What each lecture asks, and how much of it a student has answered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import kernellab.course.exercises  # noqa: F401 (which enters them in the engine)
from askfirst.report.answered import Lecture
from askfirst.report.progress import Progress
from askfirst.words.course import two_digits
from kernellab.course.work import ORIGINALS

__all__ = ["progress"]

FURTHER = "## Going further"


def _asked(code: str, asking: set[str]) -> tuple[list[str], list[str]]:
    """The exercises of a notebook's code, and the questions of its labs, once each."""
    calls = re.findall(r"labs\.(\w+)\((.*)\)", code)
    # The only one that asks where it is told to
    silent = {("kernel_ridge", how) for _, how in calls if "ask=True" not in how}
    names = [
        name for name, how in calls if name in asking and (name, how) not in silent
    ]
    return re.findall(r'exercise\("([\w.]+)"', code), [*dict.fromkeys(names)]


def _lectures() -> dict[str, Lecture]:
    """What the notebooks ask, by their numbers."""
    files = Path(__file__).parent.glob("*/**/*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    # A question has the name of its lab
    asking, found = set(re.findall(r'\bname="(\w+)"', sources)), {}
    for path in sorted(ORIGINALS.glob("[0-9]*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        texts = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
        kept = (text for kind, text in texts if kind == "code" or FURTHER in text)
        core, _, further = "\n".join(kept).partition(FURTHER)
        exercises, questions = _asked(core, asking)
        more, more_questions = _asked(further, asking)
        new = (name for name in more_questions if name not in questions)
        title = re.findall(r"# \d\d · (.*)", texts[0][1])[0]
        counts = len(exercises), len(more)
        found[path.name[:2]] = Lecture(title, counts, (*questions,), (*new,))
    return found


LECTURES = _lectures()


def progress(lecture: str | int | None = None) -> Progress:
    """What was answered of a lecture, such as "09" or 9, or of the whole course.

    In JupyterLab it comes with buttons to download the work and to bring it back.
    Raises ValueError for a lecture that is not in the course.
    """
    number = None if lecture is None else two_digits(lecture)
    return Progress(LECTURES, number, ORIGINALS)
