"""The record of a page without Python: kept, counted, and exchanged with JupyterLab."""

import io
import json
import zipfile

import pytest
from playwright.sync_api import expect

from kernellab.interactive import backup, record, record_file
from kernellab.interactive.boxes import judging
from kernellab.interactive.scripts import script
from kernellab.interactive.tally import Lecture, of_lecture
from kernellab.interactive.working_copy import deliver

LECTURES = {"09": Lecture("Kernel ridge regression", (4, 3), ("a", "b"), ("c",))}
SPEC = {
    "lecture": "09",
    "lectures": {
        "09": {
            "title": "Kernel ridge regression",
            "exercises": [4, 3],
            "questions": ["a", "b"],
            "further": ["c"],
        }
    },
}
KEPT = {
    "guesses": {
        "a": {"guess": "up", "when": 5, "state": "right"},
        "c": {"guess": None, "when": 6, "state": "skipped"},
    },
    "checks": {
        "09.1": {"state": "right", "mistake": None, "when": 7, "answer": [4, -1]},
        "09.2": {"state": "wrong", "mistake": 0, "when": 8},
    },
    "positions": {"A lab": {"values": {"lam": 2.0}, "when": 9}},
}


@pytest.fixture(autouse=True)
def _as_before():
    record.forget_all()
    yield
    record.forget_all()


@pytest.fixture
def page(browser, tmp_path):
    (tmp_path / "page.html").write_text("<div class=work-live></div>")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        yield page


def wake(page, kept: str | None = None, before: str = "") -> None:
    if kept is not None:
        page.evaluate("(kept) => localStorage.setItem('kernellab', kept)", kept)
    code = f"{before}\n{script('controls', 'question')}\n{judging()}\n{script('work')}"
    page.add_script_tag(
        content=f"{code}\nObject.assign(window, {{work, keepCheck, guesses}});"
    )
    page.evaluate(
        "(spec) => liveWork(document.querySelector('.work-live'), spec)", SPEC
    )


def full(kept: dict) -> dict:
    return record_file.EMPTY | json.loads(json.dumps(kept))


def bring(page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/zip", "buffer": content}
    )


def kept_by(page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('kernellab')"))


@pytest.mark.parametrize("kept", [{}, KEPT, KEPT | {"checks": {}}])
def test_a_page_counts_as_python_does(page, kept, monkeypatch):
    found = full(kept)
    wake(page, json.dumps(found))
    monkeypatch.setattr(record, "_KEPT", record_file.understood(json.dumps(found)))
    said = " ".join(of_lecture(LECTURES, "09"))
    expect(page.locator(".work-live p").first).to_have_text(said)


def test_an_answer_is_kept_and_once_right_it_stays_right(page):
    wake(page)
    expect(page.locator(".work-live p").first).to_contain_text("nothing answered yet")
    for state in ("wrong", "right", "wrong"):
        page.evaluate(
            "(state) => keepCheck('09.1', 3, { state, mistake: null, text: '' })", state
        )
    entry = kept_by(page)["checks"]["09.1"]
    assert (entry["state"], entry["answer"]) == ("right", 3)
    assert record_file.understood(json.dumps(kept_by(page)).encode())["checks"]
    expect(page.locator(".work-live p").first).to_contain_text("1 of 4 exercises")


def test_work_goes_from_a_page_to_jupyterlab_and_back(page, tmp_path):
    wake(page, json.dumps(full(KEPT)))
    with page.expect_download() as handed:
        page.get_by_role("button", name="Download my work").click()
    packed = handed.value.path().read_bytes()
    assert zipfile.ZipFile(io.BytesIO(packed)).testzip() is None
    work = tmp_path / "work"
    work.mkdir()
    deliver(work, {})
    backup.unpack(work, packed, tmp_path / "none")
    there = record_file.load(work / record_file.NAME)
    assert {name: there[name] for name in KEPT} == KEPT
    there["checks"]["09.3"] = {"state": "right", "mistake": None, "when": 10}
    record_file.save(work / record_file.NAME, there)
    bring(page, "work.zip", backup.pack(work)[0])
    expect(page.get_by_role("status")).to_contain_text("are back")
    assert kept_by(page)["checks"] == there["checks"]
    expect(page.locator(".work-live p").first).to_contain_text("2 of 4 exercises")


def test_what_was_forgotten_comes_back_from_a_file_alone(page):
    wake(page, json.dumps(full(KEPT)))
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Forget everything").click()
    expect(page.locator(".work-live p").first).to_contain_text("nothing answered yet")
    bring(page, "progress.json", json.dumps(full(KEPT)).encode())
    expect(page.locator(".work-live p").first).to_contain_text("1 of 4 exercises")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "breaks off"),
        (b"PK\x03\x04 half", "it is no zip of Download my work"),
        (b'{"version": 1, "checks": {', "breaks off"),
        (b'{"version": 2}', "its version is 2, and this page writes 1"),
        (b'{"version": 1, "checks": []}', "it is no record"),
        (b"[1]", "it holds no record"),
    ],
)
def test_a_file_that_is_no_work_gets_a_sentence_and_nothing_is_lost(
    page, content, said
):
    wake(page, json.dumps(full(KEPT)))
    bring(page, "x.zip", content)
    expect(page.get_by_role("status")).to_contain_text(said)
    expect(page.get_by_role("status")).to_contain_text("Nothing is changed.")
    assert kept_by(page) == full(KEPT)


@pytest.mark.parametrize(
    ("kept", "before", "said"),
    [
        ('{"version": 7, "x": 1}', "", "another version of the course"),
        ('{"version": 1, "gue', "", "cannot be read. It is set aside"),
        (
            None,
            "Storage.prototype.setItem = () => { throw new Error('full'); };",
            "no room left",
        ),
        (
            None,
            "Object.defineProperty(window, 'localStorage', { get() { throw new"
            " Error('forbidden'); } });",
            "does not let the page keep anything",
        ),
    ],
    ids=["another version", "half a record", "full", "forbidden"],
)
def test_a_storage_that_does_not_keep_is_said_and_nothing_is_lost(
    page, kept, before, said
):
    wake(page, kept, before)
    page.evaluate("keepCheck('09.1', 3, { state: 'right', mistake: null, text: '' })")
    expect(page.get_by_role("status")).to_contain_text(said)
    # Beside the first answer, and not beside the next.
    assert said in page.evaluate("guesses.put('a', { guess: 'up', when: 5 })")
    assert page.evaluate("guesses.put('a', { guess: 'down', when: 6 })") == ""
    expect(page.locator(".work-live p").first).to_contain_text("1 of 4 exercises")
    if kept and "7" in kept:
        assert page.evaluate("localStorage.getItem('kernellab')") == kept
    elif kept:
        aside = "localStorage.getItem('kernellab (not understood)')"
        assert page.evaluate(aside) == kept


def test_two_pages_of_one_browser_keep_both_answers(page):
    wake(page)
    with page.context.new_page() as other:
        other.goto(page.url)
        wake(other)
        for each, name in ((page, "09.1"), (other, "09.2"), (page, "09.3")):
            each.evaluate(
                "(name) => keepCheck(name, 3, { state: 'right', mistake: null })", name
            )
            each.evaluate(
                "(name) => guesses.put(name, { guess: 'up', when: 5 })", f"g{name}"
            )
        for each in (page, other):
            expect(each.locator(".work-live p").first).to_contain_text("3 of 4")
        kept = kept_by(other)
        names = ["09.1", "09.2", "09.3"]
        assert sorted(kept["checks"]) == names
        assert sorted(kept["guesses"]) == [f"g{name}" for name in names]
        # One writes what it has before it hears of the other.
        kept["guesses"] = {"g09.1": {"guess": "down", "when": 9}}
        other.evaluate(
            "(kept) => localStorage.setItem('kernellab', kept)", json.dumps(kept)
        )
        whole = "() => localStorage.kernellab.includes('g09.3')"
        other.wait_for_function(whole)
        first = {"guess": "down", "when": 9, "first": {"guess": "up", "when": 5}}
        assert kept_by(other)["guesses"]["g09.1"] == first


def test_a_guess_that_is_forgotten_stays_so_and_the_first_is_kept(page):
    wake(page)
    page.evaluate("guesses.put('a', { guess: 'up', when: 5 })")
    page.evaluate("guesses.put('a', undefined)")
    assert page.evaluate("guesses.all()") == {}
    kept = record_file.understood(json.dumps(kept_by(page)).encode())["guesses"]["a"]
    assert kept["first"] == {"guess": "up", "when": 5}
    assert "guess" not in kept
