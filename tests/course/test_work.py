"""A working copy takes what is new in the course and loses nothing that is the
student's.
"""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from kernellab.course import work as course_work
from kernellab.interactive import working_copy as working


@pytest.fixture
def course(tmp_path):
    """Two originals, and a working copy of them."""
    originals, work = tmp_path / "notebooks", tmp_path / "work"
    originals.mkdir()
    for name in ("01.ipynb", "02.ipynb"):
        (originals / name).write_text(f"first {name}")
    working.update(work, originals)
    return work, originals


def held(folder) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.glob("*.ipynb")}


def test_a_copy_is_that_of_the_originals_and_a_second_call_changes_nothing(course):
    work, originals = course
    assert held(work) == held(originals)
    before = {path: path.stat().st_mtime_ns for path in work.glob("*.ipynb")}
    (said,) = working.update(work, originals)
    assert "up to date" in said
    assert {path: path.stat().st_mtime_ns for path in work.glob("*.ipynb")} == before


def test_what_the_student_left_alone_is_updated(course):
    work, originals = course
    (originals / "01.ipynb").write_text("second 01.ipynb")
    (said,) = working.update(work, originals)
    assert said.startswith("1 of 2 notebooks")
    assert held(work) == held(originals)


def test_an_untouched_new_one_makes_way_for_a_newer_one_and_a_touched_one_stays(course):
    work, originals = course
    (work / "01.ipynb").write_text("mine")
    for text in ("second", "third"):
        (originals / "01.ipynb").write_text(text)
        working.update(work, originals)
    assert held(work) == {
        "01.ipynb": "mine",
        "01 (new).ipynb": "third",
        "02.ipynb": "first 02.ipynb",
    }
    (work / "01 (new).ipynb").write_text("mine too")
    (originals / "01.ipynb").write_text("fourth")
    working.update(work, originals)
    del (found := held(work))["02.ipynb"]
    assert found == {
        "01.ipynb": "mine",
        "01 (new).ipynb": "mine too",
        "01 (new 2).ipynb": "fourth",
    }


def test_a_notebook_of_the_students_own_and_one_that_left_the_course_stay(course):
    work, originals = course
    (work / "mine.ipynb").write_text("mine")
    (originals / "02.ipynb").unlink()
    (work / "01.ipynb").unlink()  # it comes again
    working.update(work, originals)
    assert held(work) == {
        "01.ipynb": "first 01.ipynb",
        "02.ipynb": "first 02.ipynb",
        "mine.ipynb": "mine",
    }


@pytest.mark.parametrize(
    "marker",
    [
        None,
        "",
        '{"version": 9, "delivered": {}}',
        '{"version": 1, "delivered": {"a": 1}}',
    ],
)
def test_without_a_list_that_can_be_read_every_notebook_counts_as_the_students(
    course, marker
):
    work, originals = course
    (work / "01.ipynb").write_text("mine")
    (
        (work / working.MARKER).unlink()
        if marker is None
        else (work / working.MARKER).write_text(marker)
    )
    said = working.update(work, originals)
    assert "counts as yours" in said[0]
    assert held(work) == {
        "01.ipynb": "mine",
        "01 (new).ipynb": "first 01.ipynb",
        "02.ipynb": "first 02.ipynb",
    }
    assert "up to date" in working.update(work, originals)[0]


def test_the_work_is_what_is_not_as_it_was_delivered(course):
    work, originals = course
    assert working.changed(work) == []
    (work / "01.ipynb").write_text("mine")
    (work / "own (new idea).ipynb").write_text("mine")
    (originals / "01.ipynb").write_text("second")
    working.update(work, originals)
    assert [path.name for path in working.changed(work)] == [
        "01.ipynb",
        "own (new idea).ipynb",
    ]


def test_a_file_is_written_whole_or_not_at_all(course, monkeypatch):
    work, originals = course
    (originals / "01.ipynb").write_text("second")
    monkeypatch.setattr(
        type(work),
        "replace",
        lambda *_: (_ for _ in ()).throw(OSError("the disk is full")),
    )
    with pytest.raises(OSError, match="full"):
        working.update(work, originals)
    assert held(work) == {"01.ipynb": "first 01.ipynb", "02.ipynb": "first 02.ipynb"}
    assert not list(work.glob(".*.part"))


def test_where_nothing_can_be_copied_one_line_says_why(course, tmp_path):
    work, _ = course
    with pytest.raises(FileNotFoundError, match="no notebooks"):
        working.update(work, tmp_path / "nowhere")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SystemExit, match=r"^No working copy .*: .*file$"):
        course_work.main([str(tmp_path / "file")])
    for slip in (["--opne"], ["one", "two"]):
        with pytest.raises(SystemExit, match="not understood"):
            course_work.main(slip)
    with pytest.raises(SystemExit, match="No working copy"):
        course_work.main([str(tmp_path / "none/there")])


def test_open_hands_its_options_to_jupyterlab(course, monkeypatch, capsys):
    heard: list[list[str]] = []
    monkeypatch.setattr(course_work, "WORK", course[0])
    monkeypatch.setattr(course_work, "ORIGINALS", course[1])
    monkeypatch.setitem(
        sys.modules, "jupyterlab.labapp", SimpleNamespace(main=heard.append)
    )
    monkeypatch.chdir(course[0])  # and back again
    course_work.main(["--open", "--no-browser"])
    assert heard == [
        [
            f"--config={course_work.SETTINGS}",
            "--allow-root",
            "--LabApp.default_url=/lab/tree/work/00_start_here.ipynb",
            "--no-browser",
        ]
    ]
    assert "up to date" in capsys.readouterr().out


# Editions: a notebook is a list of (id, source); other fields are JupyterLab's.


def edition(*cells: tuple[str, str], ran: bool = False) -> str:
    made = {
        "cells": [
            {
                "cell_type": "code",
                "id": name,
                "metadata": {"trusted": True} if ran else {},
                "execution_count": 7 if ran else None,
                "outputs": [{"output_type": "stream", "name": "stdout", "text": "."}]
                if ran
                else [],
                "source": source,
            }
            for name, source in cells
        ],
        "metadata": {"kernelspec": {"name": "python3"}} if ran else {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made)


def sources(path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]


FIRST = ("a", "import x"), ("b", "answer = ..."), ("c", "x.lab()"), ("d", "old words")


@pytest.fixture
def lecture(course):
    work, originals = course
    (originals / "01.ipynb").write_text(edition(*FIRST))
    working.update(work, originals)
    return work, originals


def test_a_notebook_that_was_only_run_is_not_the_students(lecture):
    work, originals = lecture
    (work / "01.ipynb").write_text(edition(*FIRST, ran=True))
    assert working.changed(work) == []
    second = edition(*FIRST[:3], ("d", "new words"))
    (originals / "01.ipynb").write_text(second)
    (said,) = working.update(work, originals)
    assert said.startswith("1 of 2 notebooks")
    assert sources(work / "01.ipynb")[-1] == "new words"
    assert sorted(held(work)) == ["01.ipynb", "02.ipynb"]


def test_an_edition_that_differs_in_outputs_only_is_no_news(lecture):
    work, originals = lecture
    mine = edition(FIRST[0], ("b", "answer = 3"), *FIRST[2:])
    (work / "01.ipynb").write_text(mine)
    (originals / "01.ipynb").write_text(edition(*FIRST, ran=True))
    assert "up to date" in working.update(work, originals)[0]
    assert held(work)["01.ipynb"] == mine


def test_beside_a_notebook_with_cells_of_the_students_the_new_edition_is_laid(lecture):
    work, originals = lecture
    mine = edition(FIRST[0], ("b", "answer = 3"), *FIRST[2:], ran=True)
    (work / "01.ipynb").write_text(mine)
    for words in ("new words", "newer words"):
        (originals / "01.ipynb").write_text(edition(*FIRST[:3], ("d", words)))
        (said,) = working.update(work, originals)
        assert said == (
            "The course has a new 01.ipynb. Yours is kept, for you have worked in it;"
            " the new one is 01 (new).ipynb."
        )
        assert held(work)["01.ipynb"] == mine
        assert sources(work / "01 (new).ipynb")[-1] == words
        assert "up to date" in working.update(work, originals)[0]
    assert [path.name for path in working.changed(work)] == ["01.ipynb"]


def test_the_list_of_an_earlier_course_tells_what_is_the_students(lecture):
    work, originals = lecture
    marker = json.loads((work / working.MARKER).read_text())
    cells = marker["delivered"]["01.ipynb"]["cells"]
    by_id = dict(zip("abcd", cells, strict=True))
    marker["delivered"]["01.ipynb"]["cells"] = by_id
    (work / working.MARKER).write_text(json.dumps(marker))
    (work / "01.ipynb").write_text(edition(*FIRST, ran=True))
    (originals / "01.ipynb").write_text(edition(*FIRST, ("e", "more")))
    assert working.changed(work) == []
    assert working.update(work, originals)[0].startswith("1 of 2 notebooks")
    assert sources(work / "01.ipynb")[-1] == "more"


def test_git_sees_no_working_copy():
    told = subprocess.run(
        ["git", "check-ignore", "work/a.ipynb", "work/progress.jsonl"],
        cwd=course_work.ROOT,
        capture_output=True,
    )
    # 128: no repository, as in an archive of the course.
    assert told.returncode in (0, 128)
    assert told.returncode == 128 or len(told.stdout.splitlines()) == 2


def test_making_it_loads_nothing_heavy():
    loaded = (
        "import sys, kernellab.course.work; print(*{'numpy', 'matplotlib', 'IPython',"
        " 'jupyterlab'} & set(sys.modules))"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
        ).stdout.strip()
        == ""
    )
