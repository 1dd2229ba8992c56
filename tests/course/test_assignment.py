"""An assignment goes through nbgrader: solutions earn all points, and no tampering
earns one.
"""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from askfirst.report.notebook import find
from askfirst.report.taught import asked
from askfirst_tests.process import said
from kernellab.__main__ import main
from kernellab.course.exercises import exercise
from kernellab.course.work import ORIGINALS as NOTEBOOKS
from tools import run_notebooks

ROOT = Path(__file__).parents[2]
NBGRADER = ROOT / ".venv" / "nbgrader" / "bin" / "nbgrader"  # made by `make test-all`
LECTURES = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
LECTURE = "04"
PATIENT = "--Execute.iopub_timeout=120"  # 4 seconds are little on a busy machine


def made(folder, lecture=LECTURE, *options):
    """The source of an assignment, and the status of the command."""
    status = main(["assignment", lecture, "--to", str(folder), *options])
    source = next(folder.glob("*.ipynb")) if status == 0 else None
    return source and nbformat.read(source, as_version=4), status


def of_kind(notebook, kind):
    """The cells whose id begins so, by the number of their exercise."""
    return {
        cell.id[len(kind) + 1 :].replace("-", "."): cell
        for cell in notebook.cells
        if cell.id.startswith(f"{kind}-")
    }


@pytest.mark.parametrize("path", LECTURES[4::5], ids=lambda path: path.stem)
def test_every_exercise_is_asked_and_its_solution_passes_its_check(path, tmp_path):
    notebook, _ = made(tmp_path / "core", path.name[:2])
    whole, _ = made(tmp_path / "all", path.name[:2], "--all")
    nbformat.validate(whole)
    found = asked(nbformat.read(path, as_version=4))
    core = [each.name for each in found if each.core]
    checks, questions = of_kind(notebook, "check"), of_kind(notebook, "question")
    assert [*checks] == [*questions] == [*of_kind(notebook, "answer")] == core
    assert {cell.metadata.nbgrader.points for cell in checks.values()} == {1}
    ids = {cell.metadata.nbgrader.grade_id for cell in notebook.cells}
    assert len(ids) == len(notebook.cells)
    names: dict = {}
    exec(next(cell.source for cell in whole.cells if cell.id == "imports"), names)
    answers = of_kind(whole, "answer")
    assert [*answers] == [each.name for each in found]
    for name, cell in answers.items():
        here = dict(names)
        exec(cell.source, here)
        assert exercise(name).judge(here["answer"]).state == "right", name


def test_what_is_there_is_not_written_over(tmp_path, capsys):
    assert made(tmp_path)[1] == 0
    assert main(["assignment", LECTURE, "--to", str(tmp_path)]) == 2
    assert "Move it away" in capsys.readouterr().err


def test_a_number_that_two_notebooks_begin_with_is_refused(tmp_path, capsys):
    for name in ("09_a.ipynb", "09_a (new).ipynb"):
        (tmp_path / name).touch()
    assert main(["assignment", "9", "--notebooks", str(tmp_path)]) == 2
    assert "'9' names more than one lecture" in capsys.readouterr().err


def test_a_question_reads_without_the_lecture_around_it():
    pointing = re.compile(r"\b(above|earlier|this lecture|the lab|in the cell)\b", re.I)
    for path in LECTURES:
        for each in asked(nbformat.read(path, as_version=4)):
            assert each.question.startswith(f"**{each.name}**")
            assert not pointing.search(each.question), each.question


def test_what_an_instructor_or_a_student_makes_is_ignored_by_git():
    folders = ["source/", "release/", "submitted/", "submissions/"]
    folders += ["work/a.ipynb", "work/progress.jsonl"]
    assert said("git", "check-ignore", *folders, cwd=ROOT).split() == folders


FORGED = 'import builtins\n\nclass Right:\n    state = words = "right"\n\n'
HACKS = {  # what stands in the place of an answer, and hopes to be marked right
    "a check of my own": (
        f"{FORGED}class Mine:\n    def check(self, answer):\n        return Right()\n\n"
        "def exercise(name):\n    return Mine()\n\nanswer = 0"
    ),
    "a check that is patched": (
        f"from askfirst.questions.exercises import Exercise\n{FORGED}"
        "Exercise.check = Exercise.judge = lambda self, answer: Right()\nanswer = 0"
    ),
    "a package that is patched": (
        f"import kernellab\n{FORGED}kernellab.exercise = lambda name: type('E', (),"
        " {'check': lambda self, answer: Right()})()\nanswer = 0"
    ),
    "a judge that is patched": (
        "from kernellab.course.exercises import exercise as module\nimport"
        " askfirst.questions.exercises as home\nhome.agree = lambda *_:"
        " True\nanswer = 0"
    ),
    "an answer that is equal to all": (
        "class All:\n    def __eq__(self, other):\n        return True\nanswer = All()"
    ),
    "an exit": "raise SystemExit",
    "an answer from the cell before": "pass",
}


def hand_in(
    folder: Path,
    release: nbformat.NotebookNode,
    who: str,
    answers: dict[str, str],
    tamper=None,
) -> None:
    notebook = nbformat.from_dict(release)
    for name, cell in of_kind(notebook, "answer").items():
        cell.source = answers.get(name, cell.source)
    if tamper:
        tamper(notebook)
    place = folder / "submitted" / who / "kernellab-04" / find(LECTURE, NOTEBOOKS).name
    place.parent.mkdir(parents=True)
    nbformat.write(notebook, place)


def no_asserts(notebook):
    for cell in of_kind(notebook, "check").values():
        cell.source = "pass"


def no_checks(notebook):
    notebook.cells = [c for c in notebook.cells if not c.id.startswith("check")]


def more_points(notebook):
    for cell in of_kind(notebook, "check").values():
        cell.metadata.nbgrader.points = 100
        cell.source = "pass"


def unlocked(notebook):
    for cell in of_kind(notebook, "check").values():
        cell.metadata.nbgrader.locked = False
        cell.source = "assert True"


TAMPERING = {
    each.__name__: each for each in (no_asserts, no_checks, more_points, unlocked)
}


@pytest.mark.slow
def test_no_cell_before_a_check_makes_it_say_right(tmp_path):
    notebook, _ = made(tmp_path)
    check = of_kind(notebook, "check")["04.1"].source
    cells = [source for code in HACKS.values() for source in (code, check)]
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in cells]
    NotebookClient(
        notebook, allow_errors=True, extra_arguments=run_notebooks.QUIET
    ).execute()
    for name, cell in zip(HACKS, notebook.cells[1::2], strict=True):
        assert cell.outputs[-1].get("ename") in ("AssertionError", "NameError"), name


@pytest.mark.whole
def test_nbgrader_marks_thirty_students_by_what_they_know(tmp_path):
    assert NBGRADER.exists(), (
        "nbgrader is not installed in .venv/nbgrader; make test-all does it"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    # It calls alembic.
    path = f"{NBGRADER.parent}{os.pathsep}{environment['PATH']}"
    environment |= {"PYTHONPATH": str(ROOT), "PATH": path}

    def nbgrader(*arguments):
        said(NBGRADER, *arguments, cwd=tmp_path, env=environment, timeout=None)

    folder = tmp_path / "source" / "kernellab-04"
    source, _ = made(folder)
    nbgrader("generate_assignment", "kernellab-04", "--create")
    place = tmp_path / "release" / "kernellab-04" / find(LECTURE, NOTEBOOKS).name
    release = nbformat.read(place, as_version=4)
    handed_out = [cell.source for cell in of_kind(release, "answer").values()]
    assert not any("BEGIN" in each or "numpy" in each for each in handed_out)
    solved = {name: cell.source for name, cell in of_kind(source, "answer").items()}
    names = [*solved]
    wrong = {name: f"answer = {exercise(name).mistakes[0][0]!r}" for name in names}
    earned = {}

    def student(who, points, answers, tamper=None):
        earned[who] = points
        hand_in(tmp_path, release, who, answers, tamper)

    # Every set of exercises that one may have solved.
    for number in range(1 << len(names)):
        right = [name for bit, name in enumerate(names) if number >> bit & 1]
        answers = wrong | {name: solved[name] for name in right}
        student(f"solved-{number}", len(right), answers)
    for name, tamper in TAMPERING.items():
        # Without its check an answer is not marked.
        knows = 0 if tamper is no_checks else len(names)
        student(f"{name}-knows", knows, solved, tamper)
        student(f"{name}-guesses", 0, wrong, tamper)
        student(f"{name}-nothing", 0, {}, tamper)
    for number, code in enumerate(HACKS.values()):
        first = number == len(HACKS) - 1  # the last one leaves a right answer behind
        answers = dict.fromkeys(names, code)
        answers |= {names[0]: solved[names[0]]} if first else {}
        student(f"hack-{number}", int(first), answers)
    student("opened", 0, {})
    half = {names[0]: solved[names[0]], names[1]: "answer = [1, 2"}
    student("half", 1, half)
    wait = "import time\n\ntime.sleep(0.1)\n"
    student("slow", len(names), {name: wait + code for name, code in solved.items()})
    assert len(earned) >= 30
    nbgrader("autograde", "kernellab-04", "--create", PATIENT)
    nbgrader("generate_feedback", "kernellab-04")
    nbgrader("export", "--to", "marks.csv")
    with (tmp_path / "marks.csv").open(encoding="utf-8") as file:
        marks = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert marks == pytest.approx(earned)
    assert len([*(tmp_path / "feedback").rglob("*.html")]) == len(earned)
