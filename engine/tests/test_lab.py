import gc
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from matplotlib.figure import Figure

from askfirst.labs import playable
from askfirst.labs.controls import choice, slider
from askfirst.labs.lab import Lab
from askfirst.labs.playable import MENU, RUN
from askfirst.scripts import script
from askfirst_tests.view import Page


def test_the_page_runs_and_says_what_python_says():
    """JupyterLab 4.6 and Notebook 7.6 have these commands, and this menu."""
    controls = script("controls")
    written = ", ".join(f'"{each}"' for each in RUN["commands"])
    assert f"const RUN = {{ commands: [{written}] }};" in controls
    assert f"above it: {MENU}." in controls


@pytest.fixture
def lab():
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    (line,) = ax.plot([0, 1], [0, 0])

    def update(a, way):
        line.set_ydata([0, a / 10])
        if a > 8:
            raise ValueError(f"a = {a} is more than the mathematics can bear.")
        return f"a is {a:g}, {way}."

    a, way = slider(0.0, 10.0, start=2.0, step=0.5), choice(["up", "down"])
    made = Lab(figure, update, title="A line", a=a, way=way)
    made.line, made.page = line, Page(made)
    return made


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"b": 1}, "'b'; .* a, way"),
        ({"a": 11}, "11 .* 10;"),
        ({"way": 3}, "3 .*'up', 'd"),
    ],
)
def test_a_wrong_set_is_refused_and_changes_nothing(lab, values, reason):
    with pytest.raises(ValueError, match=reason):
        lab.set(**values)
    assert lab.values == {"a": 2.0, "way": "up"}


def test_an_update_that_fails_says_why_keeps_the_last_good_one_and_recovers(lab):
    lab.page.move(4, 0)
    (frame,) = lab.page.move(20, 0)["frames"]
    assert "more than the mathematics can bear" in frame["problem"]
    assert "ops" not in frame
    assert lab.problem == frame["problem"]
    assert lab.sentence == "a is 2, up."
    assert [*lab.line.get_ydata()] == [0, 0.2]
    (frame,) = lab.page.move(10, 0)["frames"]
    assert frame["sentence"] == "a is 5, up."
    assert lab.problem is None


def test_a_view_opened_on_a_bad_value_gets_the_last_good_picture_and_the_reason(lab):
    lab.page.move(20, 0)
    good, bad = lab.page.ask("hello")["frames"]
    assert good["sentence"] == "a is 2, up."
    assert good["on"] in lab.page.backgrounds
    assert "mathematics" in bad["problem"]


def test_a_frame_that_the_page_has_is_not_sent_again_but_the_values_follow(lab):
    (first,) = lab.page.move(8, 1)["frames"]
    assert lab.page.move(8, 1, have=True)["frames"] == []
    assert lab.page.move(2, 0, have=True)["frames"] == []
    assert lab.values == {"a": 1.0, "way": "up"}
    assert lab.sentence == "a is 1, up."
    assert list(lab.line.get_ydata()) == [0, 0.1]
    assert lab.page.move(8, 1)["frames"] == [first]


def test_when_the_hand_rests_the_page_hears_only_of_what_it_lacks(lab):
    (frame,) = lab.page.move(8, 0)["frames"]
    heard = lab.page.ask("rest", id=frame["id"])
    assert (heard["healed"], heard["frames"]) == (False, [])
    healed = lab.page.ask("rest", id="another")
    assert healed["healed"]
    assert healed["frames"] == [frame]


@pytest.fixture
def drawn_later(monkeypatch):
    """What is drawn between the messages of a page is drawn when this is called."""
    waiting = []
    monkeypatch.setattr(playable, "later", waiting.append)

    def draw():
        while waiting:
            waiting.pop(0)()

    return draw


def test_frames_ahead_of_the_hand_come_in_the_order_of_the_wish(lab, drawn_later):
    before = lab.page.move(4, 0)["frames"][0]
    lab.page.ask("wish", turn=7, settings=[[position, 0] for position in (5, 3, 20, 6)])
    drawn_later()
    came = {}
    for message in lab.page.messages:
        if message["kind"] == "ahead":
            assert message["turn"] == 7
            came.update(enumerate(message["frames"], message["first"]))
    said = [came[i].get("sentence") for i in range(4)]
    assert said == ["a is 2.5, up.", "a is 1.5, up.", None, "a is 3, up."]
    assert "mathematics" in came[2]["problem"]
    grounds = {frame["on"] for frame in came.values() if "on" in frame}
    assert grounds <= {*lab.page.backgrounds}
    # Nobody chose them: the lab stands where it stood.
    assert lab.values == {"a": 2.0, "way": "up"}
    assert (lab.sentence, lab.problem) == ("a is 2, up.", None)
    assert [*lab.line.get_ydata()] == [0, 0.2]
    assert lab.page.move(4, 0)["frames"] == [before]


def test_a_background_that_the_page_forgot_comes_again(lab):
    (frame,) = lab.page.move(4, 0)["frames"]
    lab.page.backgrounds.clear()
    lab.page.move(4, 0)
    assert lab.page.backgrounds == {}
    lab.page.ask("set", positions=[4, 0], have=False, forgot=[frame["on"]])
    assert list(lab.page.backgrounds) == [frame["on"]]


@pytest.mark.slow
def test_a_lab_that_is_slow_draws_only_what_is_asked_for(drawn_later):
    def update(a):
        began = time.thread_time()
        while a and time.thread_time() - began < 0.3:
            pass
        return f"{a}"

    lab = Lab(Figure(), update, a=slider(0, 9, start=0, step=1))
    page = Page(lab)
    page.ask("wish", turn=1, settings=[[position] for position in range(1, 9)])

    drawn_later()
    assert sum(len(message["frames"]) for message in page.messages) == 1
    assert page.move(5)["frames"][0]["sentence"] == "5"


def test_a_newer_wish_takes_the_place_of_the_one_before(lab, drawn_later):
    lab.page.ask("wish", turn=1, settings=[[position, 0] for position in range(4)])
    lab.page.ask("wish", turn=2, settings=[[9, 0]])
    drawn_later()
    assert {message["turn"] for message in lab.page.messages} == {2}


@pytest.mark.parametrize("said", [None, 3.14, ["words"]])
def test_an_update_that_says_nothing_at_some_value_is_a_problem_there(said):
    lab = Lab(
        Figure(), lambda a: "fine" if a < 3 else said, a=slider(0, 4, start=2, step=1)
    )
    page = Page(lab)
    assert "Try: return" in page.move(4)["frames"][0]["problem"]
    assert page.move(1)["frames"][0]["sentence"] == "fine"


A = slider(0.0, 1.0, start=0.5)


def fine(a):
    return "fine"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Lab(fine, Figure(), a=A), "function fine .*, not a matplotlib Figure"),
        (lambda: Lab(Figure(), fine), "missing a required argument"),
        (lambda: Lab(Figure(), fine, a={}), "a = {} .* try a=slider"),
        (lambda: Lab(Figure(), fine, b=A), "controls b do .* 'a'. Give"),
    ],
)
def test_a_slip_of_the_author_is_met_with_words(make, reason):
    with pytest.raises(TypeError, match=reason):
        make()


def test_a_figure_of_pyplot_is_refused():
    import matplotlib.pyplot as plt

    figure = plt.figure()
    with pytest.raises(TypeError, match="belongs to pyplot"):
        Lab(figure, fine, a=A)
    plt.close(figure)


def test_hello_is_answered_with_the_figure_and_all_that_a_frame_needs(lab):
    lab.page.move(4, 0)
    other = Page(lab)
    message = other.ask("hello")
    assert (message["figure"]["width"], message["figure"]["height"]) == (400, 200)
    assert message["figure"]["panels"] == [(0, 400)]
    assert message["positions"] == [4, 0]
    (frame,) = message["frames"]
    drawn = [*other.backgrounds[frame["on"]], *frame["ops"]]
    letters = {n for op in drawn if op[0] == "t" for n in op[6][::4]}
    assert letters <= {*range(len(other.glyphs))}


@pytest.mark.slow
def test_thousands_of_moves_leave_no_memory_behind(lab):
    def storm(moves):
        for turn in range(moves):
            lab.page.move(turn % 17, 0, turn=turn)
            lab.page.messages.clear()

    storm(100)
    tracemalloc.start()
    storm(50)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    storm(1000)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000


def test_two_threads_may_move_it_at_once(lab):
    def hand(values):
        for value in values:
            lab.set(a=value)

    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(hand, [np.linspace(0, 8, 40)] * 4)] == [None] * 4
    assert lab.problem is None
    assert lab.sentence == "a is 8, up."
