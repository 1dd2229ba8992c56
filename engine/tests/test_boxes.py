"""Exercises with boxes: what a notebook shows and keeps of them."""

import html
import json

import numpy as np
import pytest
from bs4 import BeautifulSoup

from askfirst.questions import boxes
from askfirst.questions.exercises import Exercise, exercise, exercise_of
from askfirst.questions.seed import own_numbers
from askfirst.record import record
from askfirst.report.recorded import Student, read

CHECK = "application/vnd.cats.check+json"
HINTS = ("A first one.", "A second one.", "A third one.")


@pytest.fixture
def outputs(monkeypatch):
    """What a cell shows, in its order; what is displayed again takes its place."""
    found = []

    class Handle:
        def __init__(self):
            self.place = len(found) - 1

        def update(self, bundle, raw):
            found[self.place] = bundle

    def display(shown, raw=False, display_id=False):
        found.append(shown)
        return Handle() if display_id else None

    monkeypatch.setattr(boxes, "display", display)
    return found


def test_an_answer_from_a_box_counts_as_one_from_a_cell(outputs, tmp_path, monkeypatch):
    heard = []
    monkeypatch.setattr(boxes.Boxes, "send", lambda _, message: heard.append(message))
    exercise("cats.1")._ipython_display_()
    widget, before = outputs
    assert before[CHECK]["state"] == "open"
    assert record.student.state.checks == {}
    for answer, state, mistake in (
        ([4, 1], "wrong", None),
        ([8, -4], "wrong", 1),
        ([16, -4], "right", None),
    ):
        message = {"kind": "check", "answer": answer}
        widget._handle_custom_msg(message, [])
        (kept,) = record.student.state.checks["cats.1"].values()
        assert (kept["state"], kept["mistake"]) == (state, mistake)
        cell = {
            "cell_type": "code",
            "source": 'exercise("cats.1")',
            "execution_count": 1,
            "outputs": [{"data": outputs[-1]}],
        }
        path = tmp_path / "09.ipynb"
        path.write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
        found = Student("Ada", "", [path])
        read(found, tmp_path)
        assert found.checks == {"cats.1": {"state": state, "mistake": mistake}}
        assert found.notes == []
    assert len(outputs) == 2
    # The cell is run again, perhaps in another kernel.
    exercise("cats.1")._ipython_display_()
    assert outputs[2].earlier["answer"] == [16, -4]
    assert outputs[3][CHECK]["state"] == "right"


def test_boxes_ask_with_numbers_of_one_s_own_and_take_no_answer_to_others(
    outputs, monkeypatch
):
    heard = []
    monkeypatch.setattr(boxes.Boxes, "send", lambda _, message: heard.append(message))
    for name in ("cats.1", "cats.4"):
        exercise(name)._ipython_display_()
    before, _, fixed, _ = outputs
    own_numbers("s1234567")
    for widget, answer in ((before, [16, -4]), (fixed, 9)):
        widget._handle_custom_msg({"kind": "check", "answer": answer}, [])
    assert "the numbers of your questions have changed since" in heard[0]["note"]
    assert heard[1]["note"] == ""
    (kept,) = record.student.state.checks
    assert kept == "cats.4"
    mine = exercise("cats.1")
    mine._ipython_display_()
    assert f"<p>{html.escape(mine.own_question)}</p>" in outputs[-2].html


def test_an_exercise_without_boxes_says_how_it_is_answered(outputs):
    exercise("cats.3")._ipython_display_()
    (verdict,) = outputs
    assert "Put your answer in place of the three dots" in verdict.words


@pytest.mark.parametrize("name", ["cats.1", "cats.3", "cats.5", "cats.6"])
def test_the_place_of_an_exercise_has_its_hints_in_turn_and_its_solution(name):
    made = exercise(name)
    page = BeautifulSoup(made.element("?"), "html.parser")
    (place,) = page.select(".exercise-live")
    assert place["data-exercise"] == name
    assert [hint.text for hint in place.select("details > p")] == [*made.hints]
    assert place.select_one("details details details details pre").text == made.shown()
    spec = made.spec()
    assert (spec is None) == (name == "cats.3")
    if spec is not None:
        text = place.select_one("script").string
        assert json.loads(text) == json.loads(json.dumps(spec))


@pytest.mark.parametrize(
    "wanted", ["b", True, None, [[1, 2], [3, 4]], [1, [2]], 1j, [1.0, np.inf]]
)
def test_what_cannot_be_typed_has_no_boxes(wanted):
    assert Exercise(lambda: wanted, "So it is.", *HINTS).spec() is None


def test_a_mistake_that_divides_by_zero_is_none_of_a_page():
    mistakes = [(2, "Two."), (np.nan, "0/0."), ([1, np.inf], "1/0.")]
    made = Exercise(lambda: 1, "So it is.", *HINTS, *mistakes)
    known = [mistake for mistake, _ in made.spec()["mistakes"]]
    assert known == [2, None, None]
    assert made.judge(np.nan).mistake is None


def test_no_text_of_an_author_ends_the_script_that_carries_it():
    why = "</script><b>$x$ & so on"
    made = Exercise(lambda: 1, why, *HINTS)
    made.name = "1"
    text = made.element("?")
    assert "$" not in text
    script = BeautifulSoup(text, "html.parser").select_one("script").string
    assert json.loads(script)["why"] == why


def test_a_hint_that_is_missing_is_not_the_mistake_that_follows():
    with pytest.raises(TypeError, match=r"a hint is \(2, 'no'\), which is no text"):
        Exercise(lambda: 1, "So it is.", *HINTS[:2], (2, "no"))
    for odd in ("no", (2,), (2, 3), 2):
        with pytest.raises(TypeError, match="a known mistake is"):
            Exercise(lambda: 1, "So it is.", *HINTS, odd)


def test_the_reply_to_a_mistake_may_stand_behind_it():
    pairs = [(2, "Two."), (len, "A function."), ([3], "A list.")]
    made = Exercise(lambda: 1, "So.", *HINTS, 2, "Two.", pairs[1], [3], "A list.")
    assert made.mistakes == pairs
    with pytest.raises(TypeError, match="a known mistake is 3"):
        Exercise(lambda: 1, "So.", *HINTS, 3, pairs[0])


@pytest.mark.parametrize(
    ("mistakes", "said"),
    [
        ([(1.001, "a")], "the answer and the mistake “a”"),
        ([(2, "a"), (2.01, "b")], "the mistake “a” and the mistake “b”"),
    ],
)
def test_a_mistake_that_would_never_be_named_is_refused(mistakes, said, monkeypatch):
    def make(_rng):
        return Exercise(lambda: 1, "So.", *HINTS, *mistakes, tolerance=0.01)

    monkeypatch.setattr("askfirst.questions.exercises.EXERCISES", {})
    exercise_of("my.1")(make)
    with pytest.raises(ValueError, match=f"exercise my.1: {said} have the same"):
        exercise("my.1")


def test_an_exercise_may_use_what_is_defined_below_it(monkeypatch):
    def make(_rng):
        return Exercise(lambda: below(), "So.", *HINTS, (2, "No."))

    make.__module__ = "__main__"
    monkeypatch.setattr("askfirst.questions.exercises.EXERCISES", {})
    exercise_of("my.1")(make)
    below = lambda: 1  # noqa: E731
    assert exercise("my.1").judge(1).state == "right"
