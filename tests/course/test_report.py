"""The class report: every file is accounted for, what does not fit is not believed, and
what was built is what is counted.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernellab import hand_in
from kernellab.__main__ import COMMANDS, main
from kernellab.course.classroom import recorded, taught
from kernellab.course.classroom.folder import Handed, Student, students
from kernellab.course.classroom.page import _bar
from kernellab.course.classroom.table import harmless
from kernellab.course.classroom.tally import Count
from kernellab.course.exercises import EXERCISES, exercise
from kernellab.course.labs import Question
from kernellab.interactive import journal, record
from kernellab.interactive.exercises import CHECK
from kernellab.interactive.guesses import GUESSES
from kernellab.interactive.tally import Lecture

RIGHT, WRONG = 4, 1234.5
NAME = "01.1"  # whose answer is a number


def shown(bundle: dict) -> dict:
    return {
        "output_type": "execute_result",
        "execution_count": 3,
        "metadata": {},
        "data": bundle,
    }


def code(source: str, *outputs: dict, count: int | None = 3) -> dict:
    return {
        "cell_type": "code",
        "execution_count": count,
        "metadata": {},
        "source": source,
        "outputs": list(outputs),
    }


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
    path.write_text(
        json.dumps(
            {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        ),
        encoding="utf-8",
    )
    return path


def rows_of(path: Path) -> list[dict]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def reported(capsys, *arguments) -> tuple[int, str, list[str]]:
    status = main(["report", *map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err.splitlines()


# A class


def test_what_is_counted_is_what_was_handed_in(tmp_path, capsys):
    for i in range(40):
        cells = [
            (
                checked("09.1", right("09.1"))
                if i < 25
                else checked("09.1", mistaken("09.1", i % 2))
            )
        ]
        cells += [checked("09.2", ...)] if i % 2 else []
        write(tmp_path / f"student {i:02}.ipynb", *cells)
    status, out, err = reported(capsys, tmp_path, "--csv", tmp_path / "c.csv")
    assert (status, err) == (0, [])
    assert re.search(r"^09\.1 +25 +15 +0 ", out, re.MULTILINE)
    assert re.search(r"^09\.2 +0 +0 +40 ", out, re.MULTILINE)
    replies = [exercise("09.1").mistakes[i][1].split(". ")[0] for i in (0, 1)]
    assert f"7 of 40: {replies[0]}" in out
    assert f"8 of 40: {replies[1]}" in out
    rows = rows_of(tmp_path / "c.csv")
    assert [row["09.1"] for row in rows] == ["1"] * 25 + ["0"] * 15
    assert {row["09.2"] for row in rows} == {""}


def test_a_student_may_hand_in_several_notebooks(tmp_path, capsys):
    write(tmp_path / "Ada" / "01.ipynb", checked(NAME, WRONG))
    write(tmp_path / "Ada" / "more" / "01 (1).ipynb", checked(NAME, right(NAME)))
    write(tmp_path / "Ada" / "09.ipynb", checked("09.1", WRONG))
    _, out, err = reported(capsys, tmp_path)
    assert "1 student, 3 notebooks" in out
    assert re.search(rf"^{NAME} +1 +0 +0 ", out, re.MULTILINE)
    assert re.search(r"^09.1 +0 +1 +0 ", out, re.MULTILINE)
    assert not err


# What is not believed

BELIEVED = checked(NAME, WRONG)
UNBELIEVED = {
    "an exercise that is none": (checked(NAME, WRONG, exercise="99.9"), "99.9"),
    "an exercise that is no text": (checked(NAME, WRONG, exercise=[1]), "malformed"),
    "another exercise": (checked(NAME, WRONG, exercise="01.2"), "does not check it"),
    "another version": (checked(NAME, WRONG, version=2), "malformed"),
    "a state in a list": (checked(NAME, WRONG, state=["right"]), "malformed"),
    "words that say else": (checked(NAME, WRONG, state="right"), "words say something"),
    "an unknown mistake": (checked(NAME, WRONG, mistake=999), "an unknown mistake"),
    "a mistake of a right answer": (
        checked(NAME, right(NAME), mistake=0),
        "an unknown mistake",
    ),
    "a cell that never ran": (BELIEVED | {"execution_count": None}, "was not run"),
    "a record that is not one": (code("x", shown({CHECK: 5})), "a malformed record"),
}


@pytest.mark.parametrize(("cell", "said"), UNBELIEVED.values(), ids=UNBELIEVED)
def test_what_does_not_fit_together_is_not_believed(tmp_path, cell, said):
    found = handed(write(tmp_path / "a.ipynb", cell))
    assert not found.checks
    assert len(found.notes) == 1
    assert said in found.notes[0]


def handed(*paths: Path) -> recorded.Findings:
    """What one student's files say."""
    files = tuple(map(Handed, paths))
    return recorded.of_student(Student("Ada", "", files), paths[0].parent)


def test_answers_of_another_seed_than_the_rest_are_not_believed(tmp_path, capsys):
    own = [checked(name, WRONG, seed="mine") for name in ("01.1", "01.2")]
    write(tmp_path / "Ada.ipynb", *own, checked("01.3", right("01.3"), seed="yours"))
    _, out, err = reported(capsys, tmp_path)
    assert re.search(r"^01.3 +0 +0 +1 ", out, re.MULTILINE)
    assert err == [
        "Ada: not believed: 01.3, of another seed than the other answers; whose"
        " work was it?"
    ]


def untouched(lecture: str) -> list[dict]:
    """The checks of a lecture's notebook as it comes: open, and of nobody."""
    names = [name for name in sorted(EXERCISES) if name.startswith(lecture)]
    return [checked(name, ...) for name in names]


def test_untouched_notebooks_beside_the_answers_have_no_say(tmp_path, capsys):
    for lecture in ("01", "02", "03"):
        write(tmp_path / "Ada" / f"{lecture}.ipynb", *untouched(lecture))
    done = [checked(f"09.{i}", right(f"09.{i}"), seed="mine") for i in range(1, 8)]
    write(tmp_path / "Ada" / "09.ipynb", *done)
    _, out, err = reported(capsys, tmp_path, "--csv", tmp_path / "c.csv")
    assert not err
    (row,) = rows_of(tmp_path / "c.csv")
    assert row["Exercises right"] == "7"
    assert re.findall(r"^0\d\.\d", out, re.MULTILINE) == [
        f"09.{i}" for i in range(1, 8)
    ]


def test_answers_to_the_numbers_of_the_lecture_count_where_the_question_is_the_same(
    tmp_path, capsys
):
    """Who asks for own numbers late has answered the first exercises without; 09.3 asks
    for a function, which holds for any.
    """
    first = [checked(f"09.{i}", right(f"09.{i}")) for i in (1, 2, 3)]
    later = [checked(f"09.{i}", WRONG, seed="mine") for i in (2, 4)]
    write(tmp_path / "Ada.ipynb", *first, *later)
    _, _, err = reported(capsys, tmp_path, "--csv", tmp_path / "c.csv")
    (row,) = rows_of(tmp_path / "c.csv")
    assert [row[f"09.{i}"] for i in (1, 2, 3, 4)] == ["", "0", "1", "0"]
    assert err == [
        "Ada: not counted: 09.1, answered with the numbers of the lecture and not with"
        " the student's own"
    ]


def test_who_tried_something_has_a_row_and_who_did_not_is_counted(tmp_path, capsys):
    write(tmp_path / "class" / "Ada.ipynb", BELIEVED)
    for name in ("Bob", "Cy"):
        write(tmp_path / "class" / f"{name}.ipynb", *untouched("01"))
    _, out, _ = reported(
        capsys, tmp_path / "class", "--csv", tmp_path / "c", "--html", tmp_path / "h"
    )
    assert [line[:3] for line in out.splitlines()[-2:]] == ["Ada", "2 s"]
    assert out.splitlines()[-1] == "2 students tried nothing: Bob, Cy"
    page = (tmp_path / "h").read_text(encoding="utf-8")
    assert page.count("<th scope=row>") == 1
    assert "2 students tried nothing: Bob, Cy" in page
    assert [row["Student"] for row in rows_of(tmp_path / "c")] == ["Ada", "Bob", "Cy"]


@pytest.mark.usefixtures("guesses")
def test_one_lecture_is_reported_alone(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(
        recorded.LECTURES, "09", Lecture("Ridge", (4, 3), ("cats",), ("dogs",))
    )
    for name in ("cats", "dogs", "cows"):
        guessed(name, 9.5)
    cells = [checked(NAME, right(NAME)), checked("09.2", right("09.2")), handed_in()]
    write(tmp_path / "c" / "Ada.ipynb", *cells)
    write(tmp_path / "c" / "Bob.ipynb", BELIEVED)
    _, out, err = reported(
        capsys, tmp_path / "c", "--lecture", "9", "--csv", tmp_path / "c.csv"
    )
    assert not err
    assert "lecture 09;" in out.splitlines()[0]
    rows = {row["Student"]: row for row in rows_of(tmp_path / "c.csv")}
    columns = [name for name in rows["Ada"] if name in EXERCISES]
    assert columns == [f"09.{i}" for i in range(1, 8)]
    assert rows["Ada"]["Exercises right"] == "1"
    assert rows["Bob"]["Exercises right"] == ""
    assert re.search(r"^cats +1 ", out, re.MULTILINE)
    assert "cows" not in out
    assert out.splitlines()[-1] == "1 student tried nothing: Bob"


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda s: (
        st.lists(s, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "cell_type",
                    "source",
                    "outputs",
                    "data",
                    "code",
                    CHECK,
                    GUESSES,
                    "guesses",
                    "version",
                    "state",
                    "exercise",
                    "text/plain",
                ]
            ),
            s,
            max_size=4,
        )
    ),
)
DAMAGED = {
    "nothing": b"",
    "half": b'{"cells": [{"cell_type": "co',
    "no text": b"\xff\xfe\x00",
    "an old format": b'{"worksheets": [], "nbformat": 3}',
    "cells that are none": b'{"cells": [5]}',
    "outputs that are none": (
        b'{"cells": [{"cell_type": "code", "source": "", "outputs": 7}]}'
    ),
    "a source that is none": (
        b'{"cells": [{"cell_type": "code", "source": [1], "outputs": []}]}'
    ),
    "a thousand brackets": b"[" * 100_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_named_and_the_rest_is_reported(tmp_path, capsys, content):
    write(tmp_path / "whole.ipynb", BELIEVED)
    (tmp_path / "odd.ipynb").write_bytes(content)
    status, out, err = reported(capsys, tmp_path)
    assert status == 0
    assert re.search(rf"^{NAME} +0 +1 +1 ", out, re.MULTILINE)
    assert len(err) == 1
    assert err[0].startswith("odd.ipynb: ")


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
    path = path.with_suffix(".json")
    for kept in (content, {"checks": {"01.2": content}}, {"guesses": {"a": content}}):
        path.write_text(json.dumps(kept), encoding="utf-8")
        assert not handed(path).checks


# Work files


def event(name: str, answer=None, state: str = "right", **more) -> str:
    given = {} if answer is None else {"answer": answer}
    fields = {"name": name, "seed": None, "state": state, "mistake": None}
    return journal.line_of("check", 5, **fields | given | more)


def guess(name: str, value, state: str | None, when: int = 5) -> str:
    return journal.line_of("guess", when, name=name, guess=value, state=state)


def work(path: Path, *lines: str, **more) -> Path:
    """A file as *Download my work* gives it; ``more`` are notebooks by name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(journal.NAME, "\n".join(lines))
        for name, cells in more.items():
            file.writestr(f"{name}.ipynb", json.dumps({"cells": cells}))
    return path


def test_a_work_file_counts_as_a_notebook_does(tmp_path, capsys):
    folder = tmp_path / "class"
    guesses = [guess("kernel_ridge", "up", "right"), guess("offset", None, "skipped")]
    gone = guess("gone", 1, "right"), journal.line_of("again", 7, name="gone")
    checks = event(NAME, float(right(NAME))), event("09.1")
    zipped = "doejane_1_2_kernellab-work-2026-11-24.zip"
    work(folder / zipped, *guesses, *gone, *checks)
    checks = event(NAME, WRONG, "wrong"), event("09.1", state="wrong", mistake=1)
    work(folder / "Ada" / "w.zip", *checks, x=[checked(NAME, right(NAME))])
    write(folder / "Bob" / "a.ipynb", BELIEVED)
    (folder / "Bob" / "work.jsonl").write_text(event("09.2"))
    entry = {"state": "right", "mistake": None, "when": 5}
    (folder / "Eve").mkdir()
    old = json.dumps({"version": 1, "checks": {"09.2": entry}})
    (folder / "Eve" / "progress.json").write_text(old)
    status, out, err = reported(capsys, folder, "--csv", tmp_path / "c.csv")
    assert (status, err) == (0, [])
    assert "4 students, 2 notebooks, 4 work files; as their files have" in out
    rows = {row["Student"]: row for row in rows_of(tmp_path / "c.csv")}
    counted = {
        name: [row[each] for each in (NAME, "09.1", "09.2")]
        for name, row in rows.items()
    }
    assert counted == {
        "doejane": ["1", "1", ""],
        "Ada": ["1", "0", ""],
        "Bob": ["0", "", "1"],
        "Eve": ["", "", "1"],
    }
    assert rows["doejane"]["ID"] == "1"
    assert f"1 of 2: {exercise('09.1').mistakes[1][1].split('. ')[0]}" in out
    assert re.search(r"^kernel_ridge +1 +0 +3 ", out, re.MULTILINE)
    assert "gone" not in out


DOUBTED = {
    "another answer": (event(NAME, WRONG), "whose answer is not right as its record"),
    "no such exercise": (event("99.9"), "99.9, which is not of this course"),
    "no such mistake": (event(NAME, state="wrong", mistake=99), "unknown mistake"),
    "no state": (event(NAME, state="best"), "1 line that cannot be understood"),
    "a function that was typed": (event("09.3", 5), "whose answer is not right"),
}


@pytest.mark.parametrize(("line", "said"), DOUBTED.values(), ids=DOUBTED)
def test_what_a_journal_cannot_hold_is_not_believed(tmp_path, line, said):
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([line, guess("a", 1, "right")]))
    found = handed(path)
    assert not found.checks
    assert len(found.notes) == 1
    assert said in found.notes[0]


def test_work_that_cannot_be_read_is_said_and_the_rest_is_reported(tmp_path, capsys):
    write(tmp_path / "whole.ipynb", BELIEVED)
    whole = work(tmp_path / "half.zip", event(NAME, float(right(NAME)))).read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[:-30])
    (tmp_path / "hurt.zip").write_bytes(whole.replace(b"right", b"wrong"))
    (tmp_path / "cut.json").write_text('{"version": 1, "checks": {"01')
    (tmp_path / "class.json").write_text("[]")
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as file:
        for name in ("Ada", "Bob"):
            file.writestr(f"{name}/progress.jsonl", "{}")
    status, out, err = reported(capsys, tmp_path)
    assert status == 0
    assert re.search(rf"^{NAME} +0 +1 +2 ", out, re.MULTILINE)
    assert sorted(line.partition(" (")[0] for line in err) == [
        "class.json: not a notebook",
        "cut.json: damaged: its JSON breaks off or goes wrong",
        "half.zip: packed and damaged, perhaps half a file; have it handed in again",
        "hurt.zip/progress.jsonl: damaged: it cannot be unzipped",
        "two.zip: packed, with several records",
    ]


# Folders and names


def test_bad_input_meets_a_line(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "one" / "a.ipynb", BELIEVED)
    cases = {
        (tmp_path / "none",): "no such folder",
        (tmp_path / "one" / "a.ipynb",): "not a folder",
        (tmp_path / "empty",): "holds no notebook",
        (tmp_path / "one", "--lecture", "99"): "no such lecture. There are 00, 01",
        (tmp_path / "one", "--csv", tmp_path / "no" / "c.csv"): "cannot be written",
    }
    for arguments, said in cases.items():
        status, _, err = reported(capsys, *arguments)
        assert status == 2
        assert len(err) == 1
        assert said in err[0]


def test_students_are_named_as_moodle_and_canvas_name_them(tmp_path):
    names = [
        "Jane Doe_12345_assignsubmission_file_/09.ipynb",
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
        ("Jane Doe", "12345"),
        ("Max von_der Au", "7"),
        ("doejane", "123"),
        ("roejohn", "124"),
        ("Ada", ""),
        ("Grace", ""),
    }
    assert not said


def test_two_students_of_one_name_have_a_row_each(tmp_path, capsys):
    write(
        tmp_path / "Jane Doe_1_assignsubmission_file_" / "a.ipynb",
        checked(NAME, right(NAME)),
    )
    write(
        tmp_path / "Jane Doe_2_assignsubmission_file_" / "a.ipynb", checked(NAME, WRONG)
    )
    write(tmp_path / "jane  doe.ipynb", BELIEVED)
    status, out, err = reported(capsys, tmp_path)
    assert status == 0
    assert "3 students" in out
    assert len(err) == 1
    assert "3 students of one name" in err[0]
    assert "Jane Doe (1)" in out
    assert "Jane Doe (2)" in out


@pytest.mark.slow  # and so left to where files, names and scripts are those of Linux
def test_whatever_is_no_notebook_is_named(tmp_path, capsys):
    write(tmp_path / "Ada" / "a.ipynb", BELIEVED)
    write(tmp_path / "Ada" / ".ipynb_checkpoints" / "a-checkpoint.ipynb", BELIEVED)
    (tmp_path / "Bob").mkdir()
    (tmp_path / "Bob" / "work.pdf").touch()
    (tmp_path / "all.zip").touch()
    (tmp_path / "link.ipynb").symlink_to(tmp_path / "Ada" / "a.ipynb")
    os.mkfifo(tmp_path / "pipe.ipynb")
    status, out, err = reported(capsys, tmp_path)
    assert status == 0
    assert "2 students, 1 notebook;" in out
    starts = [
        "Bob/work.pdf: not a notebook",
        "all.zip: packed",
        "link.ipynb: a link",
        "pipe.ipynb: not a file",
        "1 file in hidden",
        "Bob: no",
    ]
    assert len(err) == len(starts)
    assert all(sum(line.startswith(start) for line in err) == 1 for start in starts)


HOSTILE = "=HYPERLINK(1)<script>alert(1)<b>\x1b[2J"


@pytest.mark.slow  # and so left to where files, names and scripts are those of Linux
def test_a_name_is_no_formula_no_script_and_moves_no_cursor(tmp_path, capsys):
    write(tmp_path / "class" / f"{HOSTILE.replace('/', '')}.ipynb", BELIEVED)
    _, out, _ = reported(
        capsys,
        tmp_path / "class",
        "--csv",
        tmp_path / "c.csv",
        "--html",
        tmp_path / "c.html",
    )
    (row,) = rows_of(tmp_path / "c.csv")
    assert row["Student"].startswith("'=")
    assert "\x1b" not in out
    tags = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, _: tags.append(tag)
    parser.feed((tmp_path / "c.html").read_text(encoding="utf-8"))
    assert "script" not in tags
    assert "table" in tags


def test_the_words_of_a_question_are_shown_as_they_are():
    assert escape(HOSTILE) in _bar(
        Count("cats", 1, 0, 0, HOSTILE), ("right", "wrong", "blank")
    )
    assert "<script" not in _bar(
        Count(HOSTILE, 1, 0, 0, mistakes=((1, HOSTILE),)), ("right", "wrong", "blank")
    )


# Guesses


@pytest.fixture
def guesses():
    for name in ("cats", "dogs", "cows"):
        Question(
            f"How many {name}?",
            name=name,
            number=(0, 10),
            right=9,
            within=1,
            why="So it is.",
        )


def guessed(name: str, guess) -> None:
    record.student.add("guess", name=name, guess=guess, state=None)


def handed_in() -> dict:
    return code(
        "hand_in()", shown(json.loads(json.dumps(hand_in()._repr_mimebundle_())))
    )


@pytest.mark.usefixtures("guesses")
def test_guesses_are_handed_in_with_how_they_were_judged(tmp_path, capsys):
    for name, value in {"cats": 9.5, "dogs": 2.0, "cows": None, "birds": 3.0}.items():
        guessed(name, value)
    write(tmp_path / "Ada.ipynb", handed_in())
    # This kernel has seen no lab that asks about birds.
    assert repr(hand_in()) == (
        "3 guesses on the labs of this notebook, and 1 guess on labs of other"
        " notebooks, are in this cell now. Save the notebook and hand it in."
    )
    kept = hand_in()._repr_mimebundle_()[GUESSES]["guesses"]
    assert {name: kept[name]["state"] for name in kept} == {
        "cats": "right",
        "dogs": "wrong",
        "cows": "skipped",
        "birds": None,
    }
    _, out, err = reported(capsys, tmp_path)
    assert not err
    assert re.search(r"^cats +1 +0 +0 .*\n +How many cats\?", out, re.MULTILINE)
    assert re.search(r"^dogs +0 +1 +0 ", out, re.MULTILINE)
    assert re.search(r"^cows +0 +0 +1 ", out, re.MULTILINE)
    assert re.search(r"^birds +0 +0 +1 ", out, re.MULTILINE)


@pytest.mark.usefixtures("guesses")
def test_the_report_shows_the_first_guess_and_the_last(tmp_path, capsys):
    for value in (2.0, None, 9.0):
        guessed("cats", value)
    guessed("dogs", 9.0)
    write(tmp_path / "Ada.ipynb", handed_in())
    work(tmp_path / "Bob.zip", guess("cats", 9, "right", 1), guess("cats", 1, "wrong"))
    work(tmp_path / "Eve.zip", guess("cats", 1, "wrong", 1), guess("cats", 9, "right"))
    _, out, err = reported(capsys, tmp_path, "--html", tmp_path / "r.html")
    assert not err
    assert re.search(r"^cats +2 +1 +0 .*\n.*\n +right at first: 1$", out, re.MULTILINE)
    rows = {line.split()[0]: line.split()[3:7] for line in out.splitlines() if line}
    assert rows["Ada"] == ["2", "of", "2", "1"]
    assert rows["Bob"] == ["0", "of", "1", "1"]
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "2 right, 1 wrong, 0 no guess; 1 right at first" in page
    assert page.count('title="not right, then right">✗✓<') == 2
    assert page.count('title="right, then not right">✓✗<') == 1


@pytest.mark.parametrize(
    "changes",
    [{"state": "best"}, {"when": "now"}, {"first": {"state": "best"}}, {"first": 5}],
)
@pytest.mark.usefixtures("guesses")
def test_guesses_that_are_none_are_not_believed(tmp_path, changes):
    guessed("cats", 9.0)
    cell = handed_in()
    cell["outputs"][0]["data"][GUESSES]["guesses"]["cats"].update(changes)
    found = handed(write(tmp_path / "a.ipynb", cell))
    assert ["guesses that no run left" in note for note in found.notes] == [True]


@pytest.mark.usefixtures("guesses")
@pytest.mark.parametrize("changes", [{"source": "4"}, {"execution_count": None}])
def test_guesses_in_another_cell_are_not_believed(tmp_path, changes):
    guessed("cats", 9.0)
    found = handed(write(tmp_path / "a.ipynb", handed_in() | changes))
    assert not found.guesses
    assert len(found.notes) == 1


# The command


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1"])
def test_no_name_is_a_formula_to_a_spreadsheet(name):
    assert harmless(name) == f"'{name}"
    assert harmless(f"Ada {name}") == f"Ada {name}"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_needs_nothing_heavy(command):
    source = (
        "import sys\nfrom kernellab.__main__ import main\ntry:"
        f" main({[*filter(None, [command]), '--help']})\nexcept SystemExit: pass\n"
        "assert 'numpy' not in sys.modules"
    )
    run = [sys.executable, "-c", source]
    subprocess.run(run, capture_output=True, check=True)


def test_an_unknown_command_is_told_which_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["raport"])
    assert "'report'" in capsys.readouterr().err


@pytest.mark.slow
def test_a_console_without_the_signs_gets_the_report_and_the_file(tmp_path):
    write(tmp_path / "class" / "Ada.ipynb", BELIEVED)
    given = ["report", tmp_path / "class", "--csv", tmp_path / "c.csv"]
    done = subprocess.run(
        [sys.executable, "-m", "kernellab", *given],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"01 ?" in done.stdout
    assert rows_of(tmp_path / "c.csv")[0][NAME] == "0"


# Exercises of a lecturer's own

OWN = '''"""Written for one class."""
from kernellab.course.exercises import Exercise, exercise, exercise_of, pick


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

    return Exercise(
        answer,
        "Doubling is adding.",
        *("Add.", "Add x.", "Add x to x."),
        tries=((1.0,), (3.0,)),
    )


@exercise_of("my.2")
def half(_rng):
    def answer():
        # A half of one.
        return 0.5

    return Exercise(answer, "A half.", "One.", "Two.", "1/2.")
'''


@pytest.fixture(params=["file", "notebook"])
def own(request, tmp_path, monkeypatch):
    """A file with a lecturer's exercises, which this process does not know."""
    known = dict(EXERCISES)
    if request.param == "file":
        path = tmp_path / "my_exercises.py"
        path.write_text(OWN, encoding="utf-8")
    else:
        head, _, rest = OWN.partition("\n\n\n")
        path = write(
            tmp_path / "my_exercises.ipynb",
            code("%matplotlib inline\n" + head + "\nraise RuntimeError('of a demo')"),
            code(f'{rest}\n\nexercise("my.1").check(...)'),
            code("undefined"),
        )
    yield path
    assert known == EXERCISES
    assert "my_exercises" not in sys.modules


def a_class(folder: Path, own: Path) -> Path:
    """Ada has all right, of the course too, Ben a known mistake."""
    with taught.entered([own]):
        cells = [checked("my.1", 0.125), checked("my.10", lambda x: x + x)]
        write(folder / "Ada.ipynb", *cells, checked(NAME, right(NAME)))
        write(folder / "Ben.ipynb", checked("my.1", 0.5))
    return folder


def test_exercises_of_a_lecturer_s_own_are_reported_as_those_of_the_course(
    tmp_path, capsys, own
):
    a_class(tmp_path / "class", own)
    table = tmp_path / "c.csv"
    status, out, err = reported(
        capsys, tmp_path / "class", "--exercises", own, "--csv", table
    )
    assert (status, err) == (0, [])
    assert re.search(r"^my\.1 +1 +1 +0 ", out, re.MULTILINE)
    assert "1 of 2: The 4 is missing." in out
    assert "my ✓·✓" in out
    ada, ben = rows_of(table)
    assert [(ada[f"my.{i}"], ben[f"my.{i}"]) for i in (1, 2, 10)] == [
        ("1", "0"),
        ("", ""),
        ("1", ""),
    ]
    assert ada["Exercises right"] == "3"


def test_without_being_named_they_are_not_believed_and_the_line_says_how(
    tmp_path, capsys, own
):
    a_class(tmp_path / "class", own)
    _, out, err = reported(capsys, tmp_path / "class")
    assert "my.1" not in out
    assert any("is it one of your own, for --exercises?" in line for line in err)


def test_they_are_a_lecture_of_their_own(tmp_path, capsys, own):
    a_class(tmp_path / "class", own)
    given = (tmp_path / "class", "--exercises", own, "--lecture")
    _, out, _ = reported(capsys, *given, "my")
    assert "my.1" in out
    assert "01.1" not in out
    assert reported(capsys, *given, "mine")[0] == 2


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.py", None, "none.py: cannot be read"),
        ("a.txt", OWN, "a.txt: exercises are written in Python"),
        ("empty.py", "x = 1", "empty.py: enters no exercise"),
        ("bad.py", "1 / 0", "bad.py: stopped with ZeroDivisionError"),
        ("exit.py", "raise SystemExit", "exit.py: stopped with SystemExit"),
        ("syntax.py", "def", "syntax.py: stopped with SyntaxError"),
        ("taken.py", OWN.replace('"my.1"', '"09.1"'), "09.1 is of the course already"),
        ("same.py", OWN.replace("(lam,", "(1 / (4 * lam),"), "in my.1 a known mistake"),
        ("bad.ipynb", "{", "bad.ipynb: cannot be read (damaged"),
    ],
)
def test_a_file_without_sound_exercises_is_refused(tmp_path, capsys, name, text, said):
    known = dict(EXERCISES)
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    write(tmp_path / "class" / "Ada.ipynb", BELIEVED)
    status, _, err = reported(
        capsys, tmp_path / "class", "--exercises", tmp_path / name
    )
    assert status == 2
    assert len(err) == 1
    assert said in err[0]
    assert known == EXERCISES
