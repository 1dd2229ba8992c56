"""The record of a page without Python: kept, counted, and exchanged with JupyterLab."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from askfirst.questions.boxes import judging
from askfirst.questions.exercises import Exercise, exercise
from askfirst.record import backup
from askfirst.record.earlier import lines_in
from askfirst.record.journal import fold, line_of
from askfirst.record.record import Record
from askfirst.record.working_copy import deliver
from askfirst.report.progress import Lecture, Progress
from askfirst.scripts import script
from askfirst_tests.earlier import NO_EVENTS, OLD

LECTURES = {"cats": Lecture("Cats", (4, 3), ("a", "b"), ("c",))}
SPEC = Progress(LECTURES, "cats", Path()).spec
WRONG = {"name": "cats.2", "seed": None, "state": "wrong", "mistake": 0}
RIGHT = {"name": "cats.1", "seed": None, "state": "right", "mistake": None}
KEPT = [
    line_of("guess", 5, name="a", guess="up", state="wrong"),
    line_of("again", 6, name="a"),
    line_of("guess", 7, name="a", guess="größer", state="right"),
    line_of("guess", 8, name="c", guess=None, state="skipped"),
    line_of("check", 9, **RIGHT, answer=[16, -4]),
    line_of("check", 10, **WRONG),
    line_of("position", 11, name="A lab", values={"lam": 2.0}),
]


@pytest.fixture
def page(browser, tmp_path):
    (tmp_path / "page.html").write_text("<div class=work-live></div>")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        yield page


def wake(page, kept=(), before: str = "", old: str | None = None) -> None:
    for line in kept:
        page.evaluate("(key) => localStorage.setItem(key, '')", f"cats:{line}")
    if old is not None:
        page.evaluate("(old) => localStorage.setItem('cats', old)", old)
    asks, work = ("controls", "journal", "question"), ("panel", "counts", "work")
    scripts = script(*asks), judging(), script(*work)
    names = "{ journal, keepCheck, checkOf, guesses }"
    code = "\n".join([before, *scripts, f"Object.assign(window, {names});"])
    page.add_script_tag(content=code)
    page.evaluate(
        "(spec) => liveWork(document.querySelector('.work-live'), spec)", SPEC
    )


def bring(page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/zip", "buffer": content}
    )


def kept_by(page) -> list[str]:
    return page.evaluate("journal.lines()")


def said(page):
    return page.locator(".work-live p").first


def answer(page, name: str, state: str) -> None:
    page.evaluate(
        "([name, state]) => keepCheck(name, 3, { state, mistake: null })", [name, state]
    )


# Histories that exercise every rule by which events become a state.
HISTORIES = {
    "nothing": [],
    "some": KEPT,
    "with a seed": [*KEPT, line_of("seed", 3, seed="ann")],
    "told twice": [
        *KEPT,
        line_of("guess", 20, name="c", guess=None, state="wrong"),
        line_of("guess", 21, name="c", guess="up", state="right"),
    ],
    "other numbers": [*KEPT, line_of("check", 12, **RIGHT | {"seed": "ann"})],
    "right, then wrong": [*KEPT, line_of("check", 12, **RIGHT | {"state": "wrong"})],
    "right, without an answer": [line_of("check", 1, **RIGHT), *KEPT],
    "back at the start": [*KEPT, line_of("position", 12, name="A lab", values={})],
    "no events": [*KEPT, *NO_EVENTS],
    "without a seed": ['{"when": 1, "kind": "check", "name": "1", "state": "right"}'],
    "of an earlier course": lines_in(json.dumps(OLD).encode()),
}


def test_a_page_has_the_state_that_python_has(page):
    wake(page)
    for name, lines in HISTORIES.items():
        state = fold(lines)
        there = page.evaluate("(lines) => foldJournal(lines)", lines)
        checks = {
            exercise: {seed or "": entry for seed, entry in of_seed.items()}
            for exercise, of_seed in state.checks.items()
        }
        assert there["seed"] == state.seed, name
        assert there["guesses"] == state.guesses, name
        assert there["checks"] == checks, name


def test_a_page_hands_on_the_record_of_an_earlier_course_until_it_is_forgotten(page):
    wake(page, KEPT, old=json.dumps(OLD))
    told = page.get_by_text("JupyterLab reads it")
    assert told.is_visible()
    with page.expect_download() as handed:
        page.get_by_role("button", name="Download my work").click()
    lines = [*KEPT, *lines_in(json.dumps(OLD).encode())]
    assert fold(lines_in(handed.value.path().read_bytes())) == fold(lines)
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Forget everything").click()
    expect(said(page)).to_contain_text("not begun")
    assert page.evaluate("localStorage.length") == 0


def test_work_goes_from_a_page_to_jupyterlab_and_back(page, tmp_path):
    wake(page, KEPT)
    with page.expect_download() as handed:
        page.get_by_role("button", name="Download my work").click()
    content = handed.value.path().read_bytes()
    work = tmp_path / "work"
    work.mkdir()
    deliver(work, {})
    student = Record(work / "progress.jsonl")
    backup.unpack(student, content, tmp_path / "none")
    assert student.state == fold(KEPT)
    student.checked("cats.3", "right", None, 2.5)
    with zipfile.ZipFile(io.BytesIO(backup.pack(student))) as packed:
        bring(page, "progress.jsonl", packed.read("progress.jsonl"))
    expect(page.get_by_role("status")).to_contain_text("are back")
    assert fold(kept_by(page)) == student.state
    assert page.evaluate("checkOf(journal.state(), 'cats.3')")["answer"] == 2.5
    expect(said(page)).to_contain_text("2 of 4 exercises")


def show(page, made: Exercise) -> None:
    page.evaluate(
        """([html, spec]) => {
          document.body.innerHTML = html;
          const place = document.querySelector(".exercise-live");
          liveExercise(place, spec, () => {}, checkOf(journal.state(), spec.name));
        }""",
        [made.element("?"), made.spec()],
    )


@pytest.mark.parametrize(
    ("entry", "said", "typed"),
    [
        ({"answer": [16, -4]}, "✓ Exercise cats.1: right. ", "[16, -4]"),
        (
            {"answer": [8, -4], "state": "wrong"},
            "✗ Exercise cats.1: not yet. ",
            "[8, -4]",
        ),
        (
            {"answer": [9, 9], "seed": "ann"},
            "✓ Exercise cats.1: right, as you answered",
            "",
        ),
    ],
)
def test_an_exercise_stands_as_the_record_has_it(page, entry, said, typed):
    wake(page, [line_of("check", 1, **RIGHT | entry)])
    show(page, exercise("cats.1"))
    expect(page.get_by_role("status")).to_contain_text(said)
    expect(page.get_by_role("textbox")).to_have_value(typed)


def test_a_thing_that_has_no_answer_yet_is_named(page):
    wake(page)
    show(page, exercise("cats.5"))
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("(b) hungry: Nothing is chosen")


@pytest.mark.parametrize("content", [b"PK\x03\x04 half", b"", json.dumps(OLD).encode()])
def test_a_file_without_events_gets_a_sentence_and_nothing_is_lost(page, content):
    wake(page, KEPT)
    bring(page, "x.zip", content)
    expect(page.get_by_role("status")).to_contain_text("Nothing is changed.")
    assert {*kept_by(page)} == {*KEPT}


@pytest.mark.parametrize(
    "before",
    [
        "Storage.prototype.setItem = () => { throw new Error('full'); };",
        "Object.defineProperty(window, 'localStorage', { get() { throw new"
        " Error('forbidden'); } });",
    ],
    ids=["full", "forbidden"],
)
def test_a_storage_that_does_not_keep_is_said_and_nothing_is_lost(page, before):
    wake(page, before=before)
    warned = []
    page.on("dialog", lambda asked: (warned.append(asked.message), asked.accept()))
    answer(page, "cats.1", "right")
    expect(page.get_by_role("status")).to_contain_text("This browser keeps no more")
    page.evaluate("guesses.put('a', { guess: 'up', when: 5 })")
    assert [each[:26] for each in warned] == ["This browser keeps no more"]  # once
    expect(said(page)).to_contain_text("1 of 4 exercises")


def test_two_pages_of_one_browser_keep_both_answers(page):
    wake(page)
    with page.context.new_page() as other:
        other.goto(page.url)
        wake(other)
        for each, name in ((page, "cats.1"), (other, "cats.2"), (page, "cats.3")):
            answer(each, name, "right")
        for each in (page, other):
            expect(said(each)).to_contain_text("3 of 4")


def test_a_guess_that_is_forgotten_stays_so_and_the_first_is_kept(page):
    wake(page)
    page.evaluate("guesses.put('a', { guess: 'up', when: 5 })")
    page.evaluate("guesses.put('a', undefined)")
    assert page.evaluate("guesses.all()") == {}
    page.evaluate("guesses.put('a', { guess: 'down', when: 1 })")
    found = fold(kept_by(page)).guesses["a"]
    assert found["first"] == {"guess": "up", "when": 5}
    assert found["guess"] == "down"
    page.evaluate("guesses.put('a', { guess: 'down', when: 9, state: 'right' })")
    assert fold(kept_by(page)).guesses["a"]["state"] == "right"
