"""A working copy takes what is new in the course and loses nothing that is the
student's.
"""

import json
import sys

import pytest

from askfirst.record import working_copy as working

MARKER = ".cats.json"


def edition(*sources: str, ran: bool = False) -> str:
    """A notebook with these cells, as it is copied; what else there is in it is
    JupyterLab's.
    """
    output = {"output_type": "stream", "name": "stdout", "text": "."}
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{i}",
            "metadata": {"trusted": True} if ran else {},
            "execution_count": 7 if ran else None,
            "outputs": [output] if ran else [],
            "source": source,
        }
        for i, source in enumerate(sources)
    ]
    metadata = {"kernelspec": {"name": "python3"}} if ran else {}
    head = {"metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return working.for_this_python(
        json.dumps({"cells": cells, **head}).encode()
    ).decode()


FIRST, OTHER, MINE = edition("x", "answer = ..."), edition("y"), edition("x", "mine")


@pytest.fixture
def course(tmp_path):
    """Two originals, and a working copy of them."""
    originals, work = tmp_path / "notebooks", tmp_path / "work"
    originals.mkdir()
    (originals / "01.ipynb").write_text(FIRST)
    (originals / "02.ipynb").write_text(OTHER)
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
    assert working.changed(work) == []


@pytest.mark.parametrize("ran", [False, True])
def test_what_the_student_left_alone_or_only_ran_is_updated(course, ran):
    work, originals = course
    (work / "01.ipynb").write_text(edition("x", "answer = ...", ran=ran))
    assert working.changed(work) == []
    (originals / "01.ipynb").write_text(edition("new"))
    (said,) = working.update(work, originals)
    assert "1 of 2 notebooks" in said
    assert held(work) == held(originals)


def test_beside_what_the_student_changed_the_new_edition_is_laid(course):
    work, originals = course
    (work / "01.ipynb").write_text(MINE)
    assert "up to date" in working.update(work, originals)[0]
    for text in ("second", "third"):
        (originals / "01.ipynb").write_text(edition(text))
        (said,) = working.update(work, originals)
        assert said == (
            "The course has a new 01.ipynb. Yours is kept, for you have worked in it;"
            " the new one is 01 (new).ipynb."
        )
        assert "up to date" in working.update(work, originals)[0]
        new = {"01.ipynb": MINE, "01 (new).ipynb": edition(text)}
        assert held(work) == new | {"02.ipynb": OTHER}
    (work / "01 (new).ipynb").write_text(edition("mine too"))
    (originals / "01.ipynb").write_text(edition("fourth"))
    working.update(work, originals)
    assert held(work)["01 (new).ipynb"] == edition("mine too")
    assert held(work)["01 (new 2).ipynb"] == edition("fourth")
    (work / "own (new idea).ipynb").write_text(MINE)
    mine = ["01 (new).ipynb", "01.ipynb", "own (new idea).ipynb"]
    assert [path.name for path in working.changed(work)] == mine


def test_a_copy_names_this_python_which_jupyterlab_would_write_into_it(tmp_path):
    (tmp_path / "01.ipynb").write_text(json.dumps({"cells": [], "metadata": {}}))
    working.update(tmp_path / "work", tmp_path)
    copy = json.loads((tmp_path / "work" / "01.ipynb").read_text())
    assert copy["metadata"]["language_info"]["version"] == sys.version.split()[0]


def test_an_edition_that_differs_in_outputs_only_is_no_news(course):
    work, originals = course
    (work / "01.ipynb").write_text(MINE)
    (originals / "01.ipynb").write_text(edition("x", "answer = ...", ran=True))
    assert "up to date" in working.update(work, originals)[0]
    assert held(work)["01.ipynb"] == MINE


def test_a_deleted_notebook_comes_again_and_the_students_own_stay(course):
    work, originals = course
    (work / "mine.ipynb").write_text(MINE)
    (originals / "02.ipynb").unlink()  # it left the course
    (work / "01.ipynb").unlink()
    working.update(work, originals)
    assert held(work) == {"01.ipynb": FIRST, "02.ipynb": OTHER, "mine.ipynb": MINE}


@pytest.mark.parametrize(
    "marker",
    [None, "", '{"version": 9, "delivered": {}}', '{"delivered": [1]}', "[" * 99_999],
)
def test_without_a_list_that_can_be_read_every_notebook_counts_as_the_students(
    course, marker
):
    work, originals = course
    (work / "01.ipynb").write_text(MINE)
    if marker is None:
        (work / MARKER).unlink()
    else:
        (work / MARKER).write_text(marker)
    working.update(work, originals)
    assert held(work) == {"01.ipynb": MINE, "01 (new).ipynb": FIRST, "02.ipynb": OTHER}
    assert "up to date" in working.update(work, originals)[0]


def test_a_file_is_written_whole_or_not_at_all(course, monkeypatch):
    work, originals = course
    (originals / "01.ipynb").write_text(edition("second"))

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(type(work), "replace", fail)
    with pytest.raises(OSError, match="full"):
        working.update(work, originals)
    assert held(work) == {"01.ipynb": FIRST, "02.ipynb": OTHER}
    assert not list(work.glob(".*.part"))


def test_without_originals_there_is_nothing_to_copy(course, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no notebooks in .*nowhere"):
        working.update(course[0], tmp_path / "nowhere")
