"""The tutor's edition holds what a tutor wants to know, and lies where no student's
page leads.
"""

import re
import subprocess
from html import unescape

import nbformat
import numpy as np
import pytest

import kernellab.course.exercises  # noqa: F401  # enters those of the course
from askfirst.report.lecture import asked
from askfirst.report.notebook import notebook_text
from askfirst.report.tutor import edition, sections
from kernellab.__main__ import main
from kernellab.course.work import ORIGINALS as NOTEBOOKS

LECTURES = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))


@pytest.fixture(params=LECTURES[4::5], ids=lambda path: path.stem)
def lecture(request):
    return nbformat.read(request.param, as_version=4)


def test_each_exercise_comes_with_solution_reason_hints_and_mistakes(lecture):
    before = [cell.source for cell in lecture.cells]
    exercises = [each.exercise for each in asked(lecture)]
    made = nbformat.reads(
        notebook_text(edition(lecture), lecture.metadata), as_version=4
    )
    nbformat.validate(made)
    notes = {
        cell.id: unescape(cell.source)
        for cell in made.cells
        if cell.id.startswith("tutor-")
    }
    # The lecture itself is as it was.
    assert [cell.source for cell in made.cells if cell.id not in notes] == before
    assert len(notes) == 1 + len(exercises)
    for exercise in exercises:
        note = notes[f"tutor-{exercise.name.replace('.', '-')}"]
        assert exercise.why in note
        assert exercise.shown().rstrip() in note
        assert all(hint in note for hint in exercise.hints)
        assert all(reply.replace("|", r"\|") in note for _, reply in exercise.mistakes)


def test_the_minutes_of_the_sections_add_up_to_what_the_lecture_states(lecture):
    stated = int(re.search(r"(\d+) minutes", lecture.cells[0].source)[1])
    titles = [title for title, _ in sections(lecture)]
    head = edition(lecture)[0]["source"]
    rows = [
        line.strip("|").rsplit("|", 1)
        for line in head.splitlines()
        if line.startswith("| ")
    ][1:]
    assert len(rows) == len(titles)
    assert abs(sum(float(minutes) for _, minutes in rows) - stated) <= 10
    begin = [float(row.strip(" |").split("|")[0]) for row, _ in rows]
    takes = [float(minutes) for _, minutes in rows]
    total = float(re.search(r"exercise: (\d+) minutes", head)[1])
    assert np.cumsum(takes) == pytest.approx([*begin[1:], total])


def test_it_is_written_where_git_passes_over_it(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert main(["tutor", "9", "--to", str(tmp_path / "tutor")]) == 0
    assert (tmp_path / "tutor" / "tutor_09_kernel_ridge_regression.ipynb").exists()
    command = ["git", "-C", tmp_path, "status", "--short"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b""
