"""The exercises and questions of each lecture, and a student's progress in them."""

import re
from inspect import getsource, signature
from pathlib import Path

import kernellab.course.exercises  # noqa: F401 (registers the exercises)
from askfirst.report.notebook import FURTHER, read, title_in
from askfirst.report.progress import Lecture, Progress
from kernellab.course.found import exported, folders
from kernellab.course.work import ORIGINALS

__all__ = ["progress"]

COURSE = Path(__file__).parent


def _asking() -> tuple[set[str], set[str]]:
    """The labs that ask a question, and those of them that ask it only where a cell
    says ``ask=True``: they have a parameter of that name.
    """
    makers = exported("labs")
    asking = {name for name, make in makers.items() if ".asks(" in getsource(make)}
    told = {name for name in asking if "ask" in signature(makers[name]).parameters}
    return asking, told


def _lectures() -> dict[str, Lecture]:
    """The lectures, by number, with the exercises and questions of their notebooks.

    Raises ValueError for a notebook that cannot be read, and for a lecture's folder
    without a notebook.
    """
    (with_question, told), lectures = _asking(), dict[str, Lecture]()

    def asked(code: str) -> tuple[list[str], list[str]]:
        """The exercises in code, and its labs that ask, once each."""
        labs = [
            name
            for name, arguments in re.findall(r"labs\.(\w+)\((.*)\)", code)
            if name in with_question and (name not in told or "ask=True" in arguments)
        ]
        return re.findall(r'exercise\("([\w.]+)"', code), [*dict.fromkeys(labs)]

    for path in sorted(ORIGINALS.glob("[0-9]*.ipynb")):
        notebook, parts = read(path), ["", ""]
        further = False
        for cell in notebook["cells"]:
            is_code = cell["cell_type"] == "code"
            further = further or (not is_code and bool(FURTHER.search(cell["source"])))
            parts[further] += f"{cell['source']}\n" * is_code
        (exercises, questions), (more, others) = map(asked, parts)
        title = title_in(notebook, path).split(" · ", 1)[-1]
        new = tuple(name for name in others if name not in questions)
        counts = len(exercises), len(more)
        lectures[path.name[:2]] = Lecture(title, counts, tuple(questions), new)
    for folder in folders():
        number = folder.removeprefix("lecture_")
        if folder != "shared" and number not in lectures:
            raise ValueError(
                f"{COURSE / folder}: this lecture has no notebook. Write"
                f" {ORIGINALS / number}_name.ipynb, or take the folder away."
            )
    return lectures


LECTURES = _lectures()


def progress(lecture: str | int | None = None) -> Progress:
    """A student's progress in a lecture, such as "09" or 9, or in the whole course.

    In JupyterLab it has buttons to download the work and to restore it.
    Raises ValueError for a lecture that is not in the course.
    """
    number = None if lecture is None else str(lecture).zfill(2)
    return Progress(LECTURES, number, ORIGINALS)
