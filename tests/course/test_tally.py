"""What is counted is what the notebooks ask."""

import re

import nbformat
import pytest

from askfirst.record import record
from kernellab import datasets, labs, own_numbers, progress
from kernellab.course.exercises import EXERCISES
from kernellab.course.progress import LECTURES as COURSE
from tests.course.labs import made
from tests.every import LABS, NOTEBOOKS, STEPPED

X, y = datasets.stopping()
LECTURES = {
    path.name[:2]: nbformat.read(path, as_version=4)
    for path in NOTEBOOKS
    if path.name[0].isdigit()
}


def parts(notebook) -> tuple[str, str]:
    """The code of the core, and that of what goes further."""
    heading = next(
        i
        for i, cell in enumerate(notebook.cells)
        if cell.source.startswith("## Going further")
    )
    code = [cell.source if cell.cell_type == "code" else "" for cell in notebook.cells]
    return "\n".join(code[:heading]), "\n".join(code[heading:])


def asked(code: str) -> list[str]:
    """The questions of the labs that are made there."""
    found = []
    for name, arguments in re.findall(r"labs\.(\w+)\((.*)\)", code):
        if name in STEPPED:
            found.append(STEPPED[name]())
        elif name in LABS:
            found.append(
                labs.kernel_ridge(X, y, ask=True)
                if "ask=True" in arguments
                else made(name)
            )
    return [lab.question.name for lab in found if lab.question]


@pytest.mark.slow  # it makes every lab
def test_a_lectures_exercises_and_questions_are_those_that_its_cells_ask():
    assert [*COURSE] == [*LECTURES]
    names = []
    for number, lecture in COURSE.items():
        core, further = parts(LECTURES[number])
        asks = [re.findall(r'exercise\("([\w.]+)"', part) for part in (core, further)]
        assert tuple(map(len, asks)) == lecture.exercises, number
        names += [*asks[0], *asks[1]]
        assert sorted(asked(core)) == sorted(lecture.questions), number
        # A lab shown again asks its question again, which counts once.
        assert sorted({*asked(further)} - {*asked(core)}) == sorted(lecture.further)
        assert f"# {number} · {lecture.title}\n" in LECTURES[number].cells[0].source
    in_order = sorted(EXERCISES, key=lambda name: [*map(int, name.split("."))])
    assert names == in_order


def test_a_lecture_ends_with_what_was_answered_and_its_output_is_compared_with_none():
    for number, lecture in LECTURES.items():
        code = [cell for cell in lecture.cells if cell.cell_type == "code"]
        shown = [cell for cell in code if "progress(" in cell.source]
        assert shown[-1] is code[-2]
        assert f'progress("{number}")' in shown[-1].source
        assert "hand_in()" in code[-1].source
        for cell in shown:
            assert {"nbval-ignore-output", "remove-cell"} <= {*cell.metadata.tags}
            said = (str(output).lower() for output in cell.outputs)
            assert all("run this cell" in each for each in said)


def right(*names):
    for name in names:
        record.student.checked(name, "right", None)


def guessed(name, guess, state):
    record.student.add("guess", name=name, guess=guess, state=state)


def test_a_lecture_is_shown_what_was_answered_of_it():
    right("09.1", "10.1")
    guessed("leave_one_out", 1.0, "right")
    answered = progress("09").answered
    assert [*answered["checks"]] == ["09.1"]
    assert answered["guesses"]["leave_one_out"]["state"] == "right"
    assert {*progress().answered["checks"]} == {"09.1", "10.1"}


def test_answers_to_other_numbers_are_named_and_count_again_with_theirs(capsys):
    own_numbers("first")
    first = record.student.seed
    right("09.1", "09.3", "12.2")
    own_numbers("s1")
    assert record.student.seed != first
    assert "numbers of your own" in capsys.readouterr().out
    shown = progress("09")
    assert [*shown.answered["checks"]] == ["09.3"]  # a function, which any numbers suit
    assert shown.note.startswith(
        "Not counted: 09.1, answered with other numbers than your"
    )
    own_numbers("first")
    shown = progress("09")
    assert [*shown.answered["checks"]] == ["09.1", "09.3"]
    assert "Not counted" not in shown.note


def test_a_lecture_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="no lecture '14'; the course has 00, 01"):
        progress("14")
