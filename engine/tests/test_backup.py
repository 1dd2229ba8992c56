"""Work that was packed comes back in a fresh copy, loses nothing that is there, and a
spoilt file changes nothing.
"""

import io
import json
import zipfile

import pytest

from askfirst.record import record
from askfirst.record import working_copy as working
from askfirst.record.backup import pack, unpack
from askfirst.record.record import Record
from askfirst.report.progress import Lecture, Progress

LECTURES = {"01": Lecture("Cats", (6, 0), ())}


def notebook(text: str) -> bytes:
    cell = {"cell_type": "code", "source": text}
    return json.dumps({"cells": [cell], "nbformat": 4}).encode()


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name in ("01.ipynb", "02.ipynb"):
        (folder / name).write_bytes(notebook("of the course"))
    return folder


@pytest.fixture
def fresh(tmp_path, originals):
    """Working copies, one after the other."""

    def make(name):
        working.update(tmp_path / name, originals)
        return tmp_path / name

    return make


@pytest.fixture
def worked(fresh):
    """A working copy in which someone has worked."""
    folder = fresh("worked")
    (folder / "01.ipynb").write_bytes(notebook("mine"))
    (folder / "own ä.ipynb").write_bytes(notebook("own"))
    kept(folder).add("guess", 5, name="it", guess=1, state=None)
    return folder


def kept(work) -> Record:
    return Record(work / "progress.jsonl")


def restored(work, content: bytes, originals) -> list[str]:
    return unpack(kept(work), content, originals)


def held(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def zipped(**files) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return found.getvalue()


def test_notebooks_alone_go_there_and_back(worked, fresh, originals):
    (worked / "figures").mkdir()
    for name in ("data.csv", ".hidden.ipynb", "figures/own.ipynb"):
        (worked / name).write_bytes(notebook("own"))
    changed = {".cats.json", "01.ipynb", "own ä.ipynb", "progress.jsonl"}
    with zipfile.ZipFile(io.BytesIO(pack(kept(worked)))) as file:
        assert {*file.namelist()} == changed


@pytest.mark.parametrize(
    "name",
    [
        "data.csv",
        "random.py",
        "../a.ipynb",
        "/a.ipynb",
        "C:a.ipynb",
        ".a.ipynb",
        "a/b.ipynb",
    ],
)
def test_what_is_no_notebook_stays_in_the_file_and_is_named(fresh, originals, name):
    folder = fresh("other")
    before = held(folder)
    said = restored(folder, zipped(**{name: notebook("x")}), originals)
    assert said == [f"{name} is not brought back; unzip the file to have it."]
    assert held(folder) == before


def test_a_fresh_copy_becomes_what_was_packed_and_keeps_what_was_done_there(
    worked, fresh, originals
):
    other = fresh("other")
    said = restored(other, pack(kept(worked)), originals)
    assert said[:-1] == ["01.ipynb is back.", "own ä.ipynb is back."]
    assert held(other) == held(worked)
    assert restored(other, pack(kept(worked)), originals)[:-1] == []
    (other / "01.ipynb").write_bytes(notebook("another"))
    kept(other).add("guess", 9, name="it", guess=2, state=None)
    said = restored(other, pack(kept(worked)), originals)
    aside = "01 (before restoring).ipynb"
    assert said[0] == f"01.ipynb is back; the one that was there is kept as {aside}."
    assert (other / "01.ipynb").read_bytes() == notebook("mine")
    assert (other / aside).read_bytes() == notebook("another")
    first = {"guess": 1, "when": 5}
    assert kept(other).state.guesses["it"] == {"guess": 2, "when": 9, "first": first}


def test_work_on_an_older_course_is_told_of_the_newer_one(worked, fresh, originals):
    content = pack(kept(worked))
    (originals / "01.ipynb").write_bytes(notebook("of a newer course"))
    other = fresh("other")
    said = restored(other, content, originals)
    assert [each for each in said if "The course has a new 01.ipynb" in each]
    assert (other / "01.ipynb").read_bytes() == notebook("mine")
    assert b"of a newer course" in (other / "01 (new).ipynb").read_bytes()


def with_password(packed: bytes) -> bytes:
    locked = bytearray(packed)
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(signature) + flags] |= 1
    return bytes(locked)


SOUND = zipped(**{"01.ipynb": notebook("mine")})
SPOILT = {
    b"nothing": "holds no record",
    b"PK\x03\x04 and then nothing": "was not understood",
    SOUND.replace(b"mine", b"main"): "was not understood",
    with_password(SOUND): "was not understood",
    zipped(**{"01.ipynb": b"{}", "progress.jsonl": b"["}): "was not understood",
}


def test_a_spoilt_file_is_refused_and_changes_nothing(fresh, originals):
    folder = fresh("other")
    before = held(folder)
    for content, reason in SPOILT.items():
        with pytest.raises(ValueError, match=reason):
            restored(folder, content, originals)
        assert held(folder) == before


# The buttons


@pytest.fixture
def page(monkeypatch, originals):
    """What a page is told by the buttons of a working copy, or of another folder."""

    def open_in(folder):
        monkeypatch.chdir(folder)
        monkeypatch.setattr(record, "student", Record(record.file_here()))
        widget, told = Progress(LECTURES, "01", originals), []
        widget.send = lambda message, buffers=None: told.append((message, buffers))

        def press(kind, *buffers):
            given = [memoryview(each) for each in buffers]
            widget._receive(widget, {"kind": kind}, given)
            return told[-1]

        return widget, press

    return open_in


def test_the_buttons_pack_bring_back_and_forget(worked, fresh, page, monkeypatch):
    _, press = page(worked)
    message, (packed,) = press("pack")
    assert message["kind"] == "packed"
    assert message["name"].endswith(".zip")
    other = fresh("other")
    widget, press = page(other)
    assert widget.keeps
    assert "Binder" not in widget.note
    message, _ = press("unpack", packed)
    assert "01.ipynb is back" in message["text"]
    assert record.student.state.guesses["it"]["guess"] == 1
    message, _ = press("forget")
    assert "forgotten" in message["text"]
    assert record.student.state.guesses == widget.answered["guesses"] == {}
    assert (other / "01.ipynb").read_bytes() == notebook("mine")
    record.student.checked("01.6", "right", None)
    press("unpack", packed)
    assert [*widget.answered["checks"]] == ["01.6"]
    assert record.student.state.guesses["it"]["guess"] == 1
    assert {*widget.answered["guesses"]} == {"it"}
    message, _ = press("unpack", b'{"when": 6, "kind": "again", "name": "x"}\n{')
    assert "1 line could not be understood." in message["text"]
    message, _ = press("unpack", b"nothing")
    assert "was not understood" in message["text"]
    monkeypatch.setenv("BINDER_REQUEST", "v2/gh/OWNER/REPOSITORY/main")
    assert "Binder throws this folder away" in page(other)[0].note


def test_without_a_working_copy_there_is_nothing_to_download_and_the_page_says_so(
    originals, page
):
    widget, _ = page(originals)
    assert not widget.keeps
    assert "not a working copy" in widget.note
