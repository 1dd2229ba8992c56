"""The class report: every file is accounted for, what does not fit is not counted, and
what was built is what is counted.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askfirst.__main__ import main
from askfirst.questions.exercises import EXERCISES, Exercise, exercise, exercise_of
from askfirst.questions.guesses import hand_in
from askfirst.questions.question import Question
from askfirst.record import journal, record
from askfirst.report import recorded, taught
from askfirst.report.recorded import Student, students
from askfirst.report.table import harmless

CHECK = "application/vnd.cats.check+json"
GUESSES = "application/vnd.cats.guesses+json"
WRONG = 1234.5
NAME = "cats.2"  # whose answer is a number


def shown(bundle: dict) -> dict:
    return {"output_type": "execute_result", "metadata": {}, "data": bundle}


def code(source: str, *outputs: dict, count: int | None = 3) -> dict:
    head = {"cell_type": "code", "execution_count": count, "metadata": {}}
    return head | {"source": source, "outputs": list(outputs)}


def checked(name: str, answer, **changes) -> dict:
    """A cell as a kernel leaves it that has checked this answer; ``changes`` are made
    to its record afterwards.
    """
    bundle = json.loads(json.dumps(exercise(name).judge(answer)._repr_mimebundle_()))
    bundle[CHECK].update(changes)
    return code(f'answer = 0\nexercise("{name}").check(answer)', shown(bundle))


def right(name: str):
    made = exercise(name)
    return made.solution if made._parameters else made.solution()


def mistaken(name: str, i: int):
    mistake = exercise(name).mistakes[i][0]
    return mistake if exercise(name)._parameters or not callable(mistake) else mistake()


def write(path: Path, *cells: dict) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def event(name: str, answer=None, state: str = "right", **more) -> str:
    given = {} if answer is None else {"answer": answer}
    fields = {"name": name, "seed": None, "state": state, "mistake": None}
    return journal.line_of("check", 5, **fields | given | more)


def guess(name: str, value, state: str | None, when: int = 5) -> str:
    return journal.line_of("guess", when, name=name, guess=value, state=state)


def work(path: Path, *lines: str) -> Path:
    """A file as *Download my work* gives it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(journal.NAME, "\n".join(lines))
        file.writestr("own.ipynb", "{}")
    return path


def handed(*paths: Path) -> Student:
    """What one student's files say."""
    student = Student("Ada", "", [*paths])
    recorded.read(student, paths[0].parent)
    return student


def rows_of(path: Path) -> list[dict]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def reported(capsys, *arguments) -> tuple[int, str, list[str]]:
    status = main(["report", *map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err.splitlines()


# What is counted


def test_an_archive_is_no_student_and_takes_none_away(tmp_path, capsys):
    work(tmp_path / "ada_1_2_work.zip", event("cats.1"))
    for name in ("all.zip", "ada_1_3_figures.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as file:
            file.writestr("readme.txt", "")
    _, out, notes = reported(capsys, tmp_path)
    assert "1 student," in out
    assert len(notes) == 2


def test_what_is_counted_is_what_was_handed_in(tmp_path, capsys):
    for i in range(40):
        answer = right("cats.1") if i < 25 else mistaken("cats.1", i % 2)
        cells = [checked("cats.1", answer), checked("cats.4", ...)]
        write(tmp_path / f"student {i:02}.ipynb", *cells)
    status, out, err = reported(capsys, tmp_path, "--csv", tmp_path / "c.csv")
    assert (status, err) == (0, [])
    assert re.search(r"^cats\.1 +25 +15 +0$", out, re.MULTILINE)
    assert re.search(r"^cats\.4 +0 +0 +40$", out, re.MULTILINE)
    replies = [exercise("cats.1").mistakes[i][1].split(". ")[0] for i in (0, 1)]
    assert f"7 of 40: {replies[0]}" in out
    assert f"8 of 40: {replies[1]}" in out
    rows = rows_of(tmp_path / "c.csv")
    assert [row["cats.1"] for row in rows] == ["1"] * 25 + ["0"] * 15
    assert {row["cats.4"] for row in rows} == {""}


def test_notebooks_and_work_files_of_a_student_count_together(tmp_path, capsys):
    folder = tmp_path / "class"
    guesses = [guess("cows", "up", "right"), guess("offset", None, "skipped")]
    gone = guess("gone", 1, "right"), journal.line_of("again", 7, name="gone")
    checks = event(NAME, float(right(NAME))), event("cats.1")
    zipped = "doejane_1_2_cats-work-2026-11-24.zip"
    work(folder / zipped, *guesses, *gone, *checks)
    checks = event(NAME, WRONG, "wrong"), event("cats.1", state="wrong", mistake=1)
    work(folder / "Ada" / "w.zip", *checks)
    write(folder / "Ada" / "a.ipynb", checked(NAME, right(NAME)))
    write(folder / "Bob" / "more" / "a.ipynb", checked(NAME, WRONG))
    (folder / "Bob" / "work.jsonl").write_text(event("cats.4"))
    (folder / "Eve.jsonl").write_text(event("cats.4"))
    status, out, err = reported(capsys, folder, "--csv", tmp_path / "c.csv")
    assert (status, err) == (0, [])
    assert "4 students, 6 files; as their files have" in out
    rows = {row["Student"]: row for row in rows_of(tmp_path / "c.csv")}
    names = ("ID", NAME, "cats.1", "cats.4", "Exercises right")
    assert {who: [row[each] for each in names] for who, row in rows.items()} == {
        "doejane": ["1", "1", "1", "", "2"],
        "Ada": ["", "1", "0", "", "1"],
        "Bob": ["", "0", "", "1", "1"],
        "Eve": ["", "", "", "1", "1"],
    }
    assert f"1 of 2: {exercise('cats.1').mistakes[1][1].split('. ')[0]}" in out
    assert re.search(r"^cows +1 +0 +3$", out, re.MULTILINE)
    assert "gone" not in out


def test_answers_of_another_seed_than_the_rest_are_not_counted(tmp_path):
    own = [checked(name, WRONG, seed="mine") for name in ("cats.2", "cats.4")]
    other = checked("cats.1", right("cats.1"), seed="yours")
    found = handed(write(tmp_path / "a.ipynb", other, *own))
    assert {*found.checks} == {"cats.2", "cats.4"}
    assert found.notes == [
        "Ada: not counted: cats.1, of another seed than the other answers; whose"
        " work was it?"
    ]


def test_answers_to_the_numbers_of_the_lecture_count_where_the_question_is_the_same(
    tmp_path,
):
    """Who asks for own numbers late has answered the first exercises without; cats.3
    asks for a function, which holds for any.
    """
    first = [checked(f"cats.{i}", right(f"cats.{i}")) for i in (1, 2, 3)]
    later = [checked(f"cats.{i}", WRONG, seed="mine") for i in (2, 4)]
    found = handed(write(tmp_path / "a.ipynb", *first, *later))
    states = {name: entry["state"] for name, entry in found.checks.items()}
    assert states == {"cats.2": "wrong", "cats.3": "right", "cats.4": "wrong"}
    assert found.notes == [
        "Ada: not counted: cats.1, answered with the numbers of the lecture and not"
        " with the student's own"
    ]


def test_one_lecture_is_reported_alone(tmp_path, capsys, guesses):
    for name in ("cats", "dogs", "cows"):
        guessed(name, 9.5, "right")
    cells = [checked("dogs.1", 7), checked("cats.4", right("cats.4")), handed_in()]
    write(tmp_path / "c" / "Ada.ipynb", *cells)
    write(tmp_path / "c/Bob.ipynb", checked("dogs.1", WRONG), checked("cats.1", ...))
    files = ("--csv", tmp_path / "c.csv")
    _, out, err = reported(capsys, tmp_path / "c", "--lecture", "cats", *files)
    assert not err
    rows = {row["Student"]: row for row in rows_of(tmp_path / "c.csv")}
    columns = [name for name in rows["Ada"] if name in EXERCISES]
    assert columns == [f"cats.{i}" for i in range(1, 7)]
    assert rows["Ada"]["Exercises right"] == "1"
    assert rows["Bob"]["Exercises right"] == ""
    # Of the core, and of what goes further
    assert re.search(r"^cats +1 .*^dogs +1 ", out, re.MULTILINE | re.DOTALL)
    assert "cows" not in out
    assert out.splitlines()[-1] == "nothing that counts from 1 student: Bob"


def test_answers_to_exercises_that_are_not_known_are_named(tmp_path, capsys):
    write(tmp_path / "Ada.ipynb", checked(NAME, WRONG, exercise="my.1"))
    _, out, err = reported(capsys, tmp_path)
    assert out.splitlines()[-1] == "nothing that counts from 1 student: Ada"
    assert err == [
        "Ada: not counted: my.1, not known here; name the notebook or file that enters"
        " it with --exercises"
    ]


# What is not counted


def wrong() -> dict:
    return checked(NAME, WRONG)


def test_a_malformed_record_is_not_counted(tmp_path):
    kept = {
        "an exercise that is no text": checked(NAME, WRONG, exercise=[1]),
        "another version": checked(NAME, WRONG, version=2),
        "a record that is not one": code("x", shown({CHECK: 5})),
        "guesses that are none": code("x", shown({GUESSES: {"guesses": 5}})),
        "a guess that is none": code("x", shown({GUESSES: {"guesses": {"a": None}}})),
    }
    for what, cell in kept.items():
        found = handed(write(tmp_path / "a.ipynb", cell))
        assert not found.checks, what
        (note,) = found.notes
        assert "1 record that cannot be understood" in note, what


DAMAGED = {
    "nothing.ipynb": b"",
    "half.ipynb": b'{"cells": [{"cell_type": "co',
    "bytes.ipynb": b"\xff\xfe\x00",
    "old.ipynb": b'{"worksheets": [], "nbformat": 3}',
    "cells.ipynb": b'{"cells": [5]}',
    "source.ipynb": b'{"cells": [{"cell_type": "code", "source": [1], "outputs": []}]}',
    "brackets.ipynb": b"[" * 100_000,
    "cut.jsonl": b'{"when": 1, "kind": "che',
    "partly.jsonl": f"{event('cats.1')}\n{event(NAME, state='best')}".encode(),
    "class.json": b"[]",
    "list.csv": b"Ada",
    "half.zip": b"PK\x03\x04 half",
    "bytes.jsonl": b"\xff\xfe\x00",
}


def test_each_damaged_file_is_named_and_the_rest_is_reported(tmp_path, capsys):
    write(tmp_path / "Ada" / "whole.ipynb", wrong())
    for name, content in DAMAGED.items():
        (tmp_path / "Ada" / name).write_bytes(content)
    hurt = work(tmp_path / "Ada" / "hurt.zip", event(NAME, float(right(NAME))))
    hurt.write_bytes(hurt.read_bytes().replace(b"right", b"wrong"))
    with zipfile.ZipFile(tmp_path / "Ada" / "two.zip", "w") as file:
        for name in ("Ada", "Bob"):
            file.writestr(f"{name}/progress.jsonl", "{}")
    status, out, err = reported(capsys, tmp_path)
    assert status == 0
    assert re.search(rf"^{NAME} +0 +1 +0$", out, re.MULTILINE)
    named = sorted(re.match(r"Ada/(\w+\.\w+)", line)[1] for line in err)
    assert named == sorted([*DAMAGED, "hurt.zip", "two.zip"])


KEYS = ["cell_type", "source", "outputs", "data", "guesses", "version", "state"]
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda s: (
        st.lists(s, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYS, CHECK, GUESSES]), s, max_size=4)
    ),
)


@given(ANY)
@settings(max_examples=settings().max_examples // 4)
@pytest.mark.slow
def test_no_file_stops_the_report(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.ipynb"
    outputs = code("hand_in()", shown({CHECK: content, GUESSES: content}))
    for cells in (content, [content], [outputs]):
        path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
        found = handed(path)
        assert not found.checks
        assert not found.guesses
    path = path.with_suffix(".jsonl")
    path.write_text(json.dumps(content), encoding="utf-8")
    assert not handed(path).checks


# Folders and names


def test_bad_input_meets_a_line(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "one" / "a.ipynb", wrong())
    cases = {
        (tmp_path / "none",): "no such folder",
        (tmp_path / "one" / "a.ipynb",): "not a folder",
        (tmp_path / "empty",): "empty: holds no notebook",
        (tmp_path / "one", "--lecture", "99"): "e 99: no such .* are .*cats, ",
        (tmp_path / "one", "--csv", tmp_path / "no" / "c.csv"): "cannot be written",
    }
    for arguments, said in cases.items():
        status, _, err = reported(capsys, *arguments)
        assert status == 2
        assert len(err) == 1
        assert re.search(said, err[0])


def test_students_are_named_as_moodle_and_canvas_name_them(tmp_path):
    names = [
        "Jane Doe_12345_assignsubmission_file_/09.ipynb",
        "Jane Doe_6_assignsubmission_file_/09.ipynb",
        "Max von_der Au_7_assignsubmission_file_09_kernel.ipynb",
        "doejane_123_456_09.ipynb",
        "roejohn_LATE_124_457_09_kernel-1.ipynb",
        "Ada/09.ipynb",
        "Grace.ipynb",
    ]
    for name in names:
        write(tmp_path / name)
    found, said = students(tmp_path)
    assert {(each.name, each.id) for each in found} == {
        ("Jane Doe (12345)", "12345"),
        ("Jane Doe (6)", "6"),
        ("Max von_der Au", "7"),
        ("doejane", "123"),
        ("roejohn", "124"),
        ("Ada", ""),
        ("Grace", ""),
    }
    assert said == []


HOSTILE = "=HYPERLINK(1)<script>alert(1)<b>\x1b[2J"


@pytest.mark.slow  # and so left to where files, names and scripts are those of Linux
def test_whatever_else_is_there_is_named_and_no_name_does_harm(
    tmp_path, capsys, guesses
):
    folder = tmp_path / "class"
    guessed("cats", 2.0, "wrong")
    cell = handed_in()
    cell["outputs"][0]["data"][GUESSES]["guesses"]["cats"]["words"] = HOSTILE
    write(folder / f"{HOSTILE}.ipynb", wrong(), cell)
    write(folder / "Ada" / ".ipynb_checkpoints" / "a-checkpoint.ipynb", wrong())
    (folder / "Bob").mkdir()
    (folder / "Bob" / "work.pdf").touch()
    os.mkfifo(folder / "pipe.ipynb")
    files = ("--csv", tmp_path / "c.csv")
    _, out, err = reported(capsys, folder, *files)
    starts = ["Bob/work.pdf: not a notebook", "pipe.ipynb: not a notebook"]
    for start, line in zip(starts, sorted(err), strict=True):
        assert line.startswith(start)
    assert "\x1b" not in out
    assert HOSTILE[:30] in out
    assert rows_of(tmp_path / "c.csv")[0]["Student"].startswith("'=")


# Guesses


@pytest.fixture
def guesses():
    for name in ("cats", "dogs", "cows"):
        words = {"words": f"How many {name}?", "name": name, "why": "So it is."}
        Question(**words, number=(0, 10), right=9, within=1)


def guessed(name: str, value, state: str | None) -> None:
    record.student.add("guess", name=name, guess=value, state=state)


def handed_in() -> dict:
    bundle = json.loads(json.dumps(hand_in()._repr_mimebundle_()))
    return code("hand_in()", shown(bundle))


def test_guesses_are_handed_in_with_how_they_were_judged(tmp_path, capsys, guesses):
    guessed("cats", 9.5, "right")
    guessed("dogs", 2.0, "wrong")
    guessed("cows", None, "skipped")
    guessed("birds", 3.0, None)  # of another notebook
    write(tmp_path / "Ada.ipynb", handed_in())
    # This kernel has seen no lab that asks about birds.
    assert repr(hand_in()).startswith("In this cell now: guesses on 4 questions.")
    _, out, err = reported(capsys, tmp_path)
    assert not err
    assert re.search(r"^cats +1 +0 +0\n +How many cats\?", out, re.MULTILINE)
    assert re.search(r"^dogs +0 +1 +0$", out, re.MULTILINE)
    assert re.search(r"^cows +0 +0 +1$", out, re.MULTILINE)
    assert re.search(r"^birds +0 +0 +1$", out, re.MULTILINE)


def test_the_report_shows_the_first_guess_and_the_last(tmp_path, capsys, guesses):
    for value, state in ((2.0, "wrong"), (None, "skipped"), (9.0, "right")):
        guessed("cats", value, state)
    guessed("dogs", 9.0, "right")
    write(tmp_path / "Ada.ipynb", handed_in())
    work(tmp_path / "Bob.zip", guess("cats", 9, "right", 1), guess("cats", 1, "wrong"))
    work(tmp_path / "Eve.zip", guess("cats", 1, "wrong", 1), guess("cats", 9, "right"))
    _, out, err = reported(capsys, tmp_path)
    assert not err
    assert re.search(r"^cats +2 +1 +0\n.*\n +right at first: 1$", out, re.MULTILINE)
    rows = {line.split()[0]: line.split()[3:7] for line in out.splitlines() if line}
    assert rows["Ada"] == ["2", "of", "2", "1"]
    assert rows["Bob"] == ["0", "of", "1", "1"]


# The command


def test_no_name_is_a_formula_to_a_spreadsheet():
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1"):
        assert harmless(name) == f"'{name}"
        assert harmless(f"Ada {name}") == f"Ada {name}"


# Exercises of a lecturer's own

OWN = '''"""Written for one class."""
from askfirst.questions.exercises import Exercise, exercise, exercise_of, pick


@exercise_of("my.1")
def size_of_the_box(rng):
    lam = pick(rng, 2.0, 0.25, 4.0)

    def answer():
        # A sum of losses has C before it.
        return 1 / (4 * lam)

    return Exercise(
        answer,
        "C = 1/(4λ) here.",
        *("What is C?", "Divide.", "Divide by 4λ."),
        (lam, "That is λ itself. Divide."),
        (1 / lam, "The 4 is missing."),
        asks=f"λ = {lam}",
    )


@exercise_of("my.10")
def twice(_rng):
    def answer(x):
        # Adding a number to itself doubles it.
        return 2 * x

    tries = ((1.0,), (3.0,))
    hints = "Add.", "Add x.", "Add x to x."
    return Exercise(answer, "Doubling is adding.", *hints, tries=tries)


@exercise_of("my.2")
def half(_rng):
    def answer():
        # A half of one.
        return 0.5

    return Exercise(answer, "A half.", "One.", "Two.", "1/2.")
'''


@pytest.mark.parametrize("kind", ["file", "notebook"])
def test_exercises_of_a_lecturer_s_own_are_reported_where_they_are_named(
    tmp_path, capsys, kind
):
    own = tmp_path / "my_exercises.py"
    own.write_text(OWN, encoding="utf-8")
    if kind == "notebook":
        head, _, rest = OWN.partition("\n\n\n")
        own = write(
            tmp_path / "my_exercises.ipynb",
            code("%matplotlib inline\n" + head + "\nraise RuntimeError('of a demo')"),
            code(f'!ls\n{rest}\n\nexercise("my.1").check(...)'),
            code("undefined"),
        )
    folder, table = tmp_path / "class", tmp_path / "c.csv"
    taught.enter([own])
    cells = [checked("my.1", 0.125), checked("my.10", lambda x: x + x)]
    write(folder / "Ada.ipynb", *cells, checked(NAME, right(NAME)))
    write(folder / "Ben.ipynb", checked("my.1", 0.5))
    given = (folder, "--exercises", own, "--csv", table)
    status, out, err = reported(capsys, *given)
    assert (status, err) == (0, [])
    assert re.search(r"^my\.1 +1 +1 +0$", out, re.MULTILINE)
    assert "1 of 2: The 4 is missing." in out
    assert "my:✓·✓" in out
    ada, ben = rows_of(table)
    names = [f"my.{i}" for i in (1, 2, 10)]
    assert [[each[name] for name in names] for each in (ada, ben)] == [
        ["1", "", "1"],
        ["0", "", ""],
    ]
    assert ada["Exercises right"] == "3"

    _, out, _ = reported(capsys, *given, "--lecture", "my")
    assert "my.1" in out
    assert "cats.1" not in out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.py", None, "none.py: cannot be read"),
        ("empty.py", "x = 1", "empty.py: enters no exercise"),
        ("exit.py", "raise SystemExit", "exit.py: stopped with SystemExit"),
        ("taken.py", OWN.replace('"my.1"', '"cats.1"'), "exercise cats.1 is in"),
        (
            "same.py",
            OWN.replace("(lam,", "(1 / (4 * lam),"),
            "exercise my.1: the answer and the mistake",
        ),
        ("bad.ipynb", "{", "bad.ipynb: no notebook that can be read (damaged"),
    ],
)
def test_a_file_without_sound_exercises_is_refused(tmp_path, capsys, name, text, said):
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    write(tmp_path / "c" / "Ada.ipynb", wrong())
    status, _, err = reported(capsys, tmp_path / "c", "--exercises", tmp_path / name)
    assert status == 2
    assert len(err) == 1
    assert said in err[0]


LECTURE = """# 01 · Boxes

| no | code |
"""
NUMBERS = "x = 'data of the exercises'"


@pytest.fixture(params=["a cell", "a file"])
def own_lecture(request, tmp_path):
    """A lecture with an exercise that it defines in a cell, between the question and
    its check, or in a file beside it.
    """
    head, _, rest = OWN.partition("\n\n\n")
    one = rest.partition("\n\n\n")[0]
    imports = "from askfirst import exercise"
    if request.param == "a file":
        (tmp_path / "boxes.py").write_text(OWN, encoding="utf-8")
        head, one = "import boxes", ""
    question = "## Exercises\n\n**my.1** How large is the box?"
    texts = [{"cell_type": "markdown", "source": each} for each in (LECTURE, question)]
    first, asked = texts
    cells = [first, code(f"%matplotlib inline\n{head}"), code(f"{one}\n\n{NUMBERS}")]
    check = code("answer = ...\nexercise('my.1').check(answer)")
    write(tmp_path / "01_a.ipynb", *cells, asked, code(imports), code(one), check)
    return tmp_path


def test_a_lecture_with_its_own_exercise_is_an_assignment_without_its_answer(
    own_lecture, monkeypatch, capsys
):
    monkeypatch.chdir(own_lecture)
    assert main(["assignment", "01", "--notebooks", "."]) == 0
    text = Path("source/cats-01/01_a.ipynb").read_text(encoding="utf-8")
    cells = nbformat.reads(text, as_version=4).cells
    hidden = re.compile("### BEGIN.*?### END", re.DOTALL)
    shown = "\n".join(hidden.sub("", each["source"]) for each in cells)
    assert "The 4 is missing." in text
    for secret in ("The 4 is missing", "1 / (4 * lam)", "exercise_of(", "boxes"):
        assert secret not in shown
    asked = next(each for each in cells if each["id"] == "question-my-1")
    assert asked["source"] == "**my.1** How large is the box?"
    assert NUMBERS in shown
    write(own_lecture / "class" / "Ada.ipynb", checked("my.1", 0.125))
    sys.modules.pop("boxes", None)  # as in another process
    status, out, _ = reported(capsys, "class", "--exercises", "01_a.ipynb")
    assert status == 0
    assert re.search(r"^my\.1 +1 +0 +0$", out, re.MULTILINE)


def test_an_exercise_that_nothing_enters_is_refused_in_a_line(tmp_path, capsys):
    check = code('exercise("none.1").check(...)')
    for cells in ([check], [code(OWN), check]):
        write(tmp_path / "01_a.ipynb", *cells)
        assert main(["assignment", "01", "--notebooks", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert re.search(r"01_a.ipynb: (enters no|.* enters exercise 'none.1')", said)


def test_a_number_belongs_to_one_exercise(monkeypatch):
    def entered(name: str, module: str, called: str = "made"):
        def make(_rng):
            return Exercise(lambda: 2, "Two.", "One.", "And one.", "1 + 1.")

        make.__module__, make.__qualname__ = module, called
        exercise_of(name)(make)

    monkeypatch.setattr("askfirst.questions.exercises.EXERCISES", {})
    for _ in range(2):
        entered("1", "lectures.one")  # as a module that is loaded again
    for place in (("lectures.two",), ("lectures.one", "other")):
        with pytest.raises(ValueError, match=r"test_report.py: exercise 1 is in .*py"):
            entered("1", *place)
    entered("2", "__main__")
    entered("2", "__main__", "renamed")  # as a cell of a notebook that is run again
