"""A question is judged as its author says, and nothing that it veils reaches the page
before it is answered.
"""

import json
import zlib

import numpy as np
import pytest
from matplotlib.figure import Figure

from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab
from askfirst.questions.question import NAME, VEILED, Question
from askfirst.record import record
from askfirst_tests.labs import several


def of(*answers, why="So it is.", **kwargs) -> Question:
    return Question("What is it?", why, *answers, **{"name": "it", **kwargs})


@pytest.fixture
def asking():
    """A lab with a veiled line and a veiled title, and what it sends to the page."""
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1), title="the secret title")
    ax.plot([0, 1], [0, 1])
    (line,) = ax.plot([0.25, 0.75], [0.1, 0.1], color="#123456")

    def update(a):
        line.set_ydata([a / 10, a / 10])
        return f"The secret is {a:g}."

    question = of(number=(0, 10), unit="ft", right=2, within=0.5, veil=[line, ax.title])
    a = slider(0.0, 10.0, start=2.0, step=1.0)
    lab = Lab(figure, update, title="A line", a=a).asks(question)
    lab.line, lab.sent = line, []
    lab.widget().send = lambda said, data=None: lab.sent.append((said, data))
    return lab


def ask(lab, kind, view="v", turn=1, **more):
    lab._receive(lab.widget(), {"kind": kind, "view": view, "turn": turn, **more}, [])
    return lab.sent[-1][0]


def read(lab) -> str:
    """All that was sent to the page since the last reading, as a reader of the page
    could read it.
    """
    text = "".join(
        json.dumps(m) + "".join(zlib.decompress(b).decode() for b in buffers or [])
        for m, buffers in lab.sent
    )
    lab.sent.clear()
    return text


# What is said (the page's replies are compared in test_judgement.py)


@pytest.mark.parametrize(
    ("guess", "state", "text"),
    [
        ("up", "right", "You said “up”; so it is. So it is."),
        ("down", "wrong", "You said “down”; the answer is “up”. Not down. So it is."),
        (None, "skipped", "Skipped; the answer is “up”. So it is."),
        (
            "left",
            "refused",
            "“left” is not one of the answers. Choose one of: up; down; nowhere.",
        ),
    ],
)
def test_a_choice_is_judged(guess, state, text):
    found = of("up", "down — Not down.", "nowhere — It moves.").judge(guess)
    assert (found.state, found.text) == (state, text)


@pytest.mark.parametrize(
    ("guess", "state", "said"),
    [
        (12, "right", "You said 12 ft; it is 12 ft. So it is."),
        (12.5, "right", "You said 12.5 ft; close enough: it is 12 ft."),
        (11.49, "wrong", "You said 11.49 ft; it is 12 ft. So it is."),
        (-3, "wrong", "You said −3 ft; it is 12 ft. Too low. So it is."),
        (0, "wrong", "Zero. So it is."),
        (5, "wrong", "Too low."),
        (np.nan, "refused", "not a number"),
        ([12], "refused", "not a number"),
        (30.01, "refused", "That is not a number from −5 to 30 ft."),
    ],
)
def test_a_number_is_judged(guess, state, said):
    replies = {0: "Zero.", (-5, 5): "Too low."}
    asked = {"number": (-5, 30), "unit": "ft", "right": 12, "within": 0.5}
    found = of(**asked, replies=replies).judge(guess)
    assert found.state == state
    assert said in found.text.replace("\xa0", " ")


def curve(*answers, **kwargs) -> Question:
    ax = Figure().subplots()
    kwargs["veil"] = [ax.get_figure().suptitle("of no axes")]
    ax.set(**{"xlim": (0, 4), "ylim": (0, 10), "xlabel": "t", **kwargs.pop("axes", {})})
    given = {"right": ([0, 1, 2, 3, 4], [8, 4, 2, 4, 8]), "within": 1.0, "unit": "ft"}
    return of(*answers, curve=ax, **given | kwargs)


@pytest.mark.parametrize(
    ("heights", "feature"),
    [
        ([5, 5, 5.2, 5, 5], "flat"),
        ([1, 2, 3, 3, 9], "rising"),
        ([9, 8, 8.1, 5, 1], "falling"),
        ([9, 1, 1, 1, 3], "valley"),
        ([1, 5, 9, 5, 1], "hill"),
        ([10, 9, 8, 9, 9.9], "above"),
        ([1, 1, 0, 1, 1.5], "below"),
    ],
)
def test_the_reply_to_a_curve_is_the_one_for_its_feature(heights, feature):
    asked = curve(f"{feature} — That one.")
    found = asked.judge(heights)
    assert found.state == "wrong"
    assert "That one." in found.text
    level = [5.0, 4.0, 5.0, 4.0, 5.0]  # a valley of 1, and no more
    assert ("That one." in asked.judge(level).text) == (feature == "valley")


def test_the_distance_of_a_curve_is_the_root_mean_square():
    guess = np.array([8, 4, 5, 4, 8.5])
    off = np.sqrt(((guess - [8, 4, 2, 4, 8]) ** 2).mean())
    assert f"{off:.1f}\xa0ft off (root mean square)" in curve().judge(guess).text
    assert curve(within=off + 1e-9).judge(guess).state == "right"
    assert curve(within=off - 1e-9).judge(guess).state == "wrong"


def test_on_a_logarithmic_axis_distance_is_in_powers_of_ten():
    question = curve(
        axes={"yscale": "log", "ylim": (0.1, 1000)},
        right=([0, 1, 2, 3, 4], [1, 10, 100, 10, 1]),
    )
    assert question.judge([10, 100, 1000, 100, 10]).text.startswith(
        "Your curve is 1 powers of ten off"
    )


def test_a_long_curve_is_asked_for_at_places_that_the_axis_has_evenly():
    x = np.geomspace(1, 1000, 40)
    for scale, spaced in (("linear", np.linspace), ("log", np.geomspace)):
        long = curve(axes={"xlim": (1, 1000), "xscale": scale}, right=(x, 5 + 0 * x))
        assert long.spec()["x"] == pytest.approx(spaced(1, 1000, 13))


@pytest.mark.parametrize(
    ("guess", "said"),
    [
        ([1, 2, 3, 4, 10.5], "from 0 to 4, each from 0 to 10 ft."),
        ([1, 2, np.nan, 4, 5], "a curve of 5 heights"),
        ([1, 2, None, 4, 5], "a curve of 5 heights"),
        ([1, 2, 3], "a curve of 5 heights, from 0 to 4, each"),
        ("up", "a curve of 5 heights"),
    ],
)
def test_what_is_no_curve_is_refused_with_words(guess, said):
    found = curve().judge(guess)
    assert found.state == "refused"
    assert said in found.text.replace("\xa0", " ")


AX = Figure().subplots()
AX.set(xlim=(0, 2), ylim=(-3, 1))


@pytest.mark.parametrize(
    ("answers", "kwargs", "reason"),
    [
        ((), {}, "answered in one way"),
        (("a", "b — No."), {"number": (0, 1), "right": 1}, "answered in one way"),
        (("a", "b — No."), {"right": "b"}, "answered in one way"),
        ((), {"curve": AX, "right": 1, "replies": {1: "No."}}, "answered in one way"),
        (("a — No.", "b — Nor this."), {}, r"without one are \[\]"),
        (("a", "b"), {}, r"without one are \['a', 'b'\]"),
        (("a",), {}, r"without one are \['a'\]"),
        ((), {"number": (1, 1), "right": 1}, r"= \(1, 1\) leaves nothing"),
        ((), {"number": (0, np.inf), "right": 1}, "of number = inf: .* finite"),
        ((), {"number": (0, 10), "right": 11}, r"\(0, 10\) .* right = 11\."),
        ((), {"number": (0, 10), "right": 1, "within": -1}, "= -1: .* 0 on"),
        ((), {"number": (0, 10), "right": 1, "replies": {(11, 12): "N"}}, "12.*10,"),
        ((), {"curve": AX, "right": ([0, 1], [0, 1, 2])}, "1, 2.*same length"),
        ((), {"curve": AX, "right": ([0, 0, 1], [0, 1, 1])}, "0, 0.*x increasing"),
        ((), {"curve": AX, "right": ([0, 1], [2, 3])}, r"\[0, 2\] × \[-3, 1\],"),
        (("wavy — No.",), {"curve": AX, "right": ([0, 1], [0, 1])}, "wavy.*flat"),
    ],
)
def test_a_slip_of_the_author_is_met_with_words(answers, kwargs, reason):
    with pytest.raises((TypeError, ValueError), match=reason):
        of(*answers, **kwargs)


def test_a_lab_refuses_what_is_no_question_and_one_on_another_figure():
    lab = Lab(Figure(), lambda a: "fine", a=slider(0.0, 1.0, start=0.5))
    with pytest.raises(TypeError, match="answered in one way"):
        lab.asks("What?", "So.")
    with pytest.raises(ValueError, match=r"^Text\(.* is not part of the lab"):
        lab.asks(of("a", "b — No.", veil=[AX.title]))


def test_a_question_begins_at_the_start_and_may_get_its_name_from_a_course(asking):
    asking.set(a=7.0)
    shown, named = asking.widget(), NAME.set("up")
    asking.asks("Which?", "So.", "up", "down — No.")
    NAME.reset(named)
    assert asking.values == {"a": 2.0}
    assert asking.widget() is not shown
    assert asking.widget().question["name"] == "up"
    assert record.student.asked["up"] == "Which?"


# The veil


def test_no_frame_gives_away_what_is_veiled_until_it_is_answered(asking):
    hidden = asking._frame(asking.values)
    ask(asking, "hello", guesses={})
    ask(asking, "set", positions=[7], have=False)
    asking.set(a=4)
    ask(asking, "rest", id="x")
    veiled = read(asking)
    assert VEILED in veiled
    assert "#123456" not in veiled
    assert "The secret" not in veiled
    ask(asking, "guess", entry={"guess": 3.0, "when": 1})
    open_ = read(asking)
    assert "#123456" in open_
    assert "The secret is 4." in open_
    # The title, in glyphs: the veiled background has fewer letters, and comes back with
    # them.
    shown = asking._frame(asking.values)
    assert shown.background.count('["t"') == hidden.background.count('["t"') + 1
    ask(asking, "again")
    assert "#123456" not in read(asking)
    asking.line.set_visible(False)
    with asking.question.veiled():
        assert not asking.line.get_visible()
    assert not asking.line.get_visible()


def test_the_still_for_readers_without_python_asks_and_is_veiled(asking, monkeypatch):
    shown = []
    monkeypatch.setattr("askfirst.labs.playable.display", shown.append)
    asking._ipython_display_()
    still = shown[1]
    assert still.alt == "A line. What is it?"
    assert still.png != asking.picture().png
    asking.answer(2)
    asking._ipython_display_()
    assert shown[3].alt == "A line. The secret is 2."
    assert shown[3].png == asking.picture().png


# The guess


def test_a_guess_is_kept_and_the_first_one_stands(asking):
    assert "close enough" in asking.answer(2.25)
    assert record.student.state.guesses["it"]["guess"] == 2.25
    with pytest.raises(ValueError, match="answered already"):
        asking.answer(3)
    message = ask(asking, "guess", view="w", entry={"guess": 7, "when": 5})
    assert message["kind"] == "asked"
    assert message["entry"]["guess"] == 2.25


def test_a_wrong_guess_in_python_is_refused_and_the_question_stays(asking):
    for guess in ("much", 11, [1]):
        with pytest.raises(ValueError, match="number"):
            asking.answer(guess)
    assert record.student.state.guesses == {}
    with pytest.raises(ValueError, match="asks nothing"):
        several().answer(3)
    with pytest.raises(ValueError, match="no question"):
        several().ask()


def test_asked_again_it_starts_from_the_start(asking):
    asking.answer(None)
    asking.set(a=9)
    ask(asking, "again")
    assert asking.values == {"a": 2.0}
    assert record.student.state.guesses == {}
    asking.answer(3)
    assert asking.set(a=9).ask().values == {"a": 2.0}


def test_a_page_hands_over_what_it_kept(asking):
    kept = {"it": {"guess": 3, "when": 10}, "other": {"guess": "up", "when": 11}}
    message = ask(asking, "hello", guesses=kept)
    assert message["entry"] == {"guess": 3, "when": 10, "state": "wrong"}
    assert "The secret is 2." in read(asking)
    assert record.student.state.guesses["other"]["guess"] == "up"
    record.student.add("guess", name="it", guess=99, state="wrong")  # no longer one
    assert ask(asking, "hello", guesses={})["entry"] is None
