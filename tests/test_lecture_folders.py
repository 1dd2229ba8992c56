"""A lecture is a notebook and a folder: in a copy of the repository one is added by
adding these two, and one is taken out by taking them out.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest

from askfirst_tests.process import python

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow

LABS = """
from matplotlib.figure import Figure

from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab


def coins():
    figure = Figure()
    (line,) = figure.subplots().plot([0, 1], [0, 1])

    def update(n):
        line.set_ydata([0, n])
        return f"{n:.0f} coins."

    lab = Lab(figure, update, title="Coins", n=slider(1, 3, start=1, step=1))
    return lab.asks("How many?", "Count.", "one — Two.", "two")
"""
EXERCISES = """
from askfirst.questions.exercises import Exercise


def one_and_one_14_1(_rng):
    def answer():
        return 2

    return Exercise(answer, "One and one.", "Count.", "Again.", "All.", (3, "Less."))
"""
COVER = """
'Two coins.'


def draw(page):
    page.panel((0, 1), (0, 1))
    page.say(10, 10, "two coins")
"""
CELLS = {
    "opening": "# 14 · Coins\n\nHow many coins?\n\n**It takes** 10 minutes.",
    "imports": "from kernellab import cover, exercise, labs, progress\n\ncover(14)",
    "slide": "## A lab\n\nMove it.",
    "lab": "labs.coins()",
    "exercise": "## Exercises\n\n**14.1** One and one?\n\n`answer` is a number.",
    "check": 'answer = ...\nexercise("14.1").check(answer)',
    "further": "## Going further\n\nNothing.",
    "progress": 'progress("14")',
}
LOOK = """
from kernellab import cover, exercise, labs, progress
from kernellab.course.progress import LECTURES

assert "coins" in dir(labs) and "Two coins." in repr(cover(14))
assert exercise("14.1").check(2).state == "right"
assert LECTURES["14"].questions == ("coins",) and LECTURES["14"].exercises == (1, 0)
assert progress(14).answered["checks"]["14.1"]["state"] == "right"
"""
WITHOUT = """
from kernellab import derivations, exercise, labs, progress

assert "shared_words" not in dir(labs)
assert "subsequence_recursion" not in dir(derivations)
assert exercise("08.1").name == "08.1" and "kernel_ridge" in dir(labs)
try:
    progress("07")
except ValueError as error:
    assert "there is no lecture '07'" in str(error)
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of what a lecture is added to."""
    for each in ("engine", "kernellab", "notebooks", "jupyter"):
        shutil.copytree(ROOT / each, tmp_path / each)
    return tmp_path


def run(copy: Path, *arguments: str) -> str:
    """What Python prints in the copy."""
    return python(*arguments, path=(copy, copy / "engine"), cwd=copy)


def lecture() -> nbformat.NotebookNode:
    """The notebook of the added lecture."""
    v4, shown = nbformat.v4, {"slideshow": {"slide_type": "slide"}}
    code = {"imports", "lab", "check", "progress"}
    made = [
        (v4.new_code_cell if name in code else v4.new_markdown_cell)(
            source, id=name, metadata=shown
        )
        for name, source in CELLS.items()
    ]
    next(cell for cell in made if cell.id == "check").metadata["tags"] = [
        "raises-exception"
    ]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return v4.new_notebook(cells=made, metadata={"kernelspec": spec})


def test_a_lecture_is_added_as_a_notebook_and_a_folder_and_all_rooms_know_it(copy):
    folder = copy / "kernellab" / "course" / "lecture_14"
    folder.mkdir()
    files = {"__init__": "", "labs": LABS, "exercises": EXERCISES, "cover": COVER}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    nbformat.write(lecture(), copy / "notebooks" / "14_coins.ipynb")
    run(copy, "-c", LOOK)
    run(copy, "-m", "kernellab", "assignment", "14")
    handed = copy / "handed" / "Ada"
    handed.mkdir(parents=True)
    shutil.copy(copy / "notebooks" / "14_coins.ipynb", handed)
    assert "1 student, 1 file" in run(
        copy, "-m", "kernellab", "report", "handed", "--lecture", "14"
    )
    alone = copy / "alone"
    alone.mkdir()
    shutil.copy(copy / "notebooks" / "14_coins.ipynb", alone)
    run(copy, "-m", "kernellab", "site", "alone")
    page = (copy / "site" / "14_coins.html").read_text(encoding="utf-8")
    assert 'data-lab="14_coins-01"' in page
    assert "slides" in page


def test_a_lecture_is_taken_out_and_the_others_stay(copy):
    shutil.rmtree(copy / "kernellab" / "course" / "lecture_07")
    (notebook,) = (copy / "notebooks").glob("07_*.ipynb")
    notebook.unlink()
    run(copy, "-c", WITHOUT)


def test_a_lab_of_a_taken_name_names_both_files(copy):
    folder = copy / "kernellab" / "course" / "lecture_00" / "labs"
    folder.mkdir()
    folder.with_suffix(".py").rename(folder / "__init__.py")
    again = folder / "again.py"
    again.write_text("def kernel_ridge(): ...\n", encoding="utf-8")
    seen = "from kernellab.course.found import exported\ntry:\n    exported('labs')\n"
    said = run(copy, "-c", f"{seen}except ValueError as error:\n    print(error)")
    assert "again.py" in said
    assert "'kernel_ridge'" in said
    assert "Try another name" in said
