"""The scripts of labs, steppers and progress, each alone: what they ask, keep and show
as time goes on.
"""

import json

import pytest
from matplotlib.figure import Figure
from playwright.sync_api import expect

from askfirst.questions.question import Question
from askfirst.scripts import style
from askfirst_tests.alone import MODEL, empty, say, scripts, sent, slider


@pytest.fixture
def page(browser):
    with empty(browser) as page:
        yield page


# Controls

ROWS = {
    "slider": (
        slider("n", 4),
        (2, "2½"),
        "[row.querySelector('input').valueAsNumber, row.querySelector('output').value]",
        [2, "2½"],
    ),
    "choice": (
        {"kind": "choice", "label": "k", "texts": ["a", "b"], "start": 0},
        (1, "b"),
        "[...row.querySelectorAll('input')].map((each) => each.checked)",
        [False, True],
    ),
    "tick": (
        {"kind": "check", "label": "t", "texts": ["no", "yes"], "start": 0},
        (1, "yes"),
        "[row.querySelector('input').checked]",
        [True],
    ),
    "box": (
        {"kind": "text", "label": "x", "start": "cat", "most": 10},
        ("banana", "banana"),
        "[row.querySelector('input').value, row.querySelector('small').textContent]",
        ["banana", "6 of 10 letters"],
    ),
}


@pytest.mark.parametrize(("spec", "put", "look", "shown"), ROWS.values(), ids=ROWS)
def test_a_control_that_is_put_shows_all_of_it_and_calls_nobody(
    page, spec, put, look, shown
):
    scripts(page, "controls", more="window.controlRow = controlRow;")
    now, calls = page.evaluate(
        f"""([spec, put]) => {{
          let calls = 0;
          const {{ row, put: at }} = controlRow(spec, 'key', () => (calls += 1));
          at(...put);
          return [{look}, calls];
        }}""",
        [spec, put],
    )
    assert now == shown
    assert calls == 0


# A lab


def frames(*said: str, on: str = "b", ground: bool = False, **more) -> list[str]:
    """What follows a message: frames that say so, and the background on which they
    stand where that is new.
    """
    usual = {"on": on, "idle": [], "ops": []} | more
    found = [json.dumps({"id": each, "sentence": each} | usual) for each in said]
    contents = {"glyphs": [0, []], "backgrounds": [on] if ground else []}
    return [json.dumps(contents), *["[]"] * ground, *found]


SMALL = {"width": 100, "height": 50, "panels": [[0, 100]]}


def begun(
    page, question: dict | None = None, start: int = 0, figure: dict = SMALL, **more
):
    """A lab of one slider with five positions, which Python has answered once, with
    ``more`` in its frame.
    """
    scripts(page, "controls", "journal", "question", "picture", "live")
    shown = {"title": "t", "question": question or {}}
    page.evaluate(MODEL, shown | {"controls": [slider("n", 5, start)]})
    page.evaluate("void render({ model, el: document.body })")
    (hello,) = sent(page, "hello")
    first = frames(f"position {start}", ground=True, **more)
    say(page, hello | stand(start) | {"figure": figure}, first)
    expect(page.locator(".lab-sentence")).to_have_text(f"position {start}")
    return page


def stand(position: int, entry: dict | None = None) -> dict:
    there = {"positions": [position], "texts": [str(position)]}
    return there | {"exact": True, "entry": entry}


@pytest.fixture
def lab(page):
    """The lab at its first position."""
    return begun(page)


def answer(page, question: dict, said: str | None = None, **more) -> None:
    say(page, question | {"kind": "answer"} | more, frames(said) if said else None)


def test_a_value_between_two_positions_is_no_position_s_frame(lab):
    between = {"kind": "moved", "texts": ["2.4"], "exact": False}
    say(lab, stand(2) | between, frames("between"))
    sentence, hand = lab.locator(".lab-sentence"), lab.locator("input")
    expect(sentence).to_have_text("between")
    expect(lab.locator("output")).to_have_text("2.4")
    for key, position in (("ArrowLeft", 1), ("ArrowRight", 2)):
        hand.press(key)
        question = sent(lab, "set")[-1]
        assert (question["positions"], question["have"]) == ([position], False)
        answer(lab, question, f"position {position}")
        expect(sentence).to_have_text(f"position {position}")


def test_two_questions_are_under_way_at_most_and_the_last_setting_is_asked_for(lab):
    hand = lab.locator("input")
    for _ in range(4):
        hand.press("ArrowRight")
    assert [each["positions"] for each in sent(lab, "set")] == [[1], [2]]
    answer(lab, sent(lab, "set")[0], "position 1")
    lab.wait_for_function("sent.filter((each) => each.kind === 'set').length === 3")
    assert sent(lab, "set")[2]["positions"] == [4]
    assert lab.locator(".lab-live").get_attribute("aria-busy") == "true"
    for number, said in ((1, "position 2"), (2, "position 4")):
        answer(lab, sent(lab, "set")[number], said)
    expect(lab.locator(".lab-sentence")).to_have_text("position 4")
    expect(lab.locator(".lab-live")).to_have_attribute("aria-busy", "false")
    hand.press("ArrowLeft")
    hand.press("ArrowLeft")
    expect(lab.locator(".lab-sentence")).to_have_text("position 2")  # which was kept
    assert sent(lab, "set")[-1]["have"]


def test_a_forbidden_value_shows_its_reason_and_recovers(lab):
    lab.add_style_tag(content=style("lab"))
    lab.get_by_role("slider").press("ArrowRight")
    failed = [*frames("")[:1], json.dumps({"problem": "No root."})]
    say(lab, sent(lab, "set")[0] | {"kind": "answer"}, failed)
    expect(lab.get_by_role("alert")).to_have_text("No root.")
    expect(lab.locator(".lab-sentence")).to_be_hidden()
    lab.get_by_role("slider").press("ArrowLeft")
    expect(lab.locator(".lab-problem")).to_be_empty()
    expect(lab.locator(".lab-sentence")).to_be_visible()


def test_what_another_view_is_answered_is_not_taken(lab):
    lab.locator("input").press("ArrowRight")
    question = sent(lab, "set")[0]
    answer(lab, question | {"view": "another"}, "for another")
    answer(lab, question, "position 1")
    expect(lab.locator(".lab-sentence")).to_have_text("position 1")


def test_a_hand_that_rests_says_what_it_sees_and_what_is_healed_is_asked_for_again(lab):
    hand = lab.locator("input")
    hand.press("ArrowRight")
    answer(lab, sent(lab, "set")[0], "position 1")
    lab.wait_for_function("sent.some((each) => each.kind === 'rest')")
    rested = sent(lab, "rest")[0]
    assert rested["id"] == "position 1"
    assert lab.locator(".lab-spoken").inner_text() == "position 1"
    answer(lab, rested, "position 1, healed", healed=True)
    expect(lab.locator(".lab-sentence")).to_have_text("position 1, healed")
    hand.press("ArrowLeft")
    # The frame of position 0 was of the time before.
    assert not sent(lab, "set")[-1]["have"]


def test_frames_come_ahead_of_the_hand_two_the_way_it_goes_for_one_behind(page):
    lab = begun(page, start=2)
    hand = lab.locator("input")
    hand.hover()
    lab.wait_for_function("sent.some((each) => each.kind === 'wish')")
    wish = sent(lab, "wish")[0]
    assert wish["settings"] == [[3], [4], [1], [0]]
    ahead = wish | {"kind": "ahead"}
    say(lab, ahead | {"first": 0}, frames("position 3", "position 4"))
    say(lab, ahead | {"first": 2}, frames("position 1"))
    for key, position in (("ArrowRight", 3), ("ArrowRight", 4), ("Home", 0)):
        hand.press(key)
        question = sent(lab, "set")[-1]
        assert (question["positions"], question["have"]) == ([position], position > 0)
        answer(lab, question, None if question["have"] else "position 0")
        expect(lab.locator(".lab-sentence")).to_have_text(f"position {position}")


def test_frames_ahead_follow_a_hand_that_turns(page):
    lab = begun(page, start=3)
    lab.locator("input").press("ArrowLeft")
    wish = "sent.findLast((each) => each.kind === 'wish')?.settings.join()"
    lab.wait_for_function(f"{wish} === '1,0,4'")


def test_at_a_control_is_marked_what_it_moves_where_that_stands_now(page):
    def bar(x):
        return [["p", {"s": "#000000ff", "w": 2}, ["ML", [20 * x, 200, 0, 600]]]]

    lab = begun(page, ops=bar(20))
    lab.locator("input").press("ArrowRight")
    moved = frames("position 1", ops=bar(80))
    say(lab, sent(lab, "set")[0] | {"kind": "answer"}, moved)
    expect(lab.locator(".lab-sentence")).to_have_text("position 1")
    lab.locator("input").hover()
    beside = """[15, 75].map((x) => document.querySelector('canvas').getContext('2d')
      .getImageData(x, 25, 1, 1).data[3] > 0).join()"""
    lab.wait_for_function(f"{beside} === 'false,true'")


def test_what_was_used_last_is_kept_longest_and_python_hears_of_the_backgrounds_that_go(
    lab,
):
    hand = lab.locator("input")

    def at(key: str, position: int) -> dict:
        hand.press(key)
        question = sent(lab, "set")[-1]
        new = {"on": f"b{position}", "ground": True, "more": "x" * 3_000_000}
        large = frames(f"position {position}", **new)
        say(lab, question | {"kind": "answer"}, None if question["have"] else large)
        expect(lab.locator(".lab-sentence")).to_have_text(f"position {position}")
        expect(lab.locator(".lab-live")).to_have_attribute("aria-busy", "false")
        return question

    told = [
        at("ArrowRight", 1),
        at("ArrowRight", 2),
        at("ArrowLeft", 1),
        at("End", 4),
        at("ArrowLeft", 3),
    ]
    assert [each["have"] for each in told] == [False, False, True, False, False]
    # All that fits is two: the fourth position drove out the first frame and the second
    # position, the third one the first position.
    assert at("End", 4)["have"]
    forgot = [name for each in lab.evaluate("sent") for name in each["forgot"]]
    assert forgot == ["b", "b2", "b1"]


def test_a_frame_without_its_background_is_asked_for_again(lab):
    say(lab, {"kind": "moved"} | stand(1), frames("on nothing", on="gone"))
    lab.wait_for_function("sent.filter((each) => each.kind === 'hello').length === 2")
    expect(lab.locator(".lab-sentence")).to_have_text("position 0")


SILENCE = "Python does not answer"


def test_who_is_silent_for_five_seconds_is_given_up_and_heard_when_he_answers(page):
    page.clock.install(time=0)
    lab = begun(page)
    page.clock.pause_at(60)  # time goes on as the test says, however slow the machine
    root, problem = lab.locator(".lab-live"), lab.locator(".lab-problem")
    lab.locator("input").press("ArrowRight")
    page.clock.run_for(4900)
    expect(problem).to_be_empty()
    expect(root).to_have_attribute("aria-busy", "true")
    page.clock.run_for(200)
    expect(problem).to_contain_text(SILENCE)
    expect(root).to_have_attribute("aria-busy", "false")
    # What stands there is not what the slider says.
    expect(root).to_contain_class("lab-wrong")
    lab.locator("input").press("ArrowLeft")  # a frame that is here
    expect(lab.locator(".lab-sentence")).to_have_text("position 0")
    expect(root).not_to_contain_class("lab-wrong")
    page.clock.run_for(5100)
    expect(problem).to_contain_text(SILENCE)
    answer(lab, sent(lab, "set")[-1])  # there is no more to say
    expect(problem).to_be_empty()
    lab.locator("input").press("ArrowRight")
    page.clock.run_for(5100)
    expect(problem).to_contain_text(SILENCE)
    answer(lab, sent(lab, "set")[-1], "position 1")
    expect(lab.locator(".lab-sentence")).to_have_text("position 1")
    expect(problem).to_be_empty()


# A question

ASKED = Question(
    "Up or down?", "Because.", "up", "down — Think again.", name="q"
).spec()


def choose(lab, which: str) -> dict:
    """Answer the question; what Python is told of it."""
    lab.get_by_role("radio", name=which).check()
    lab.get_by_role("button", name="Answer").click()
    return sent(lab, "guess")[-1]["entry"]


def test_another_view_s_answer_stands_here_too(page):
    lab = begun(page, ASKED)
    entry = {"guess": "up", "when": 1}
    say(lab, {"kind": "asked"} | stand(0, entry), frames("position 0, unveiled"))
    expect(lab.locator(".lab-question")).to_have_attribute("data-state", "right")
    expect(lab.locator(".lab-question [role=status]")).to_have_text(
        "You said “up”; so it is. Because."
    )
    lab.get_by_role("slider").hover()
    lab.wait_for_function("sent.some((each) => each.kind === 'wish')")
    say(lab, {"kind": "asked"} | stand(0), frames("position 0"))
    expect(lab.locator(".lab-question")).to_have_attribute("data-state", "open")
    late = sent(lab, "wish")[0] | {"kind": "ahead", "first": 0}
    say(lab, late, frames("position 1, unveiled"))
    say(lab, {"kind": "moved"} | stand(2), frames("position 2"))
    expect(lab.locator(".lab-sentence")).to_have_text("position 2")
    assert not lab.locator(".lab-live[data-frames]").count()  # none was kept


def test_no_frame_of_an_open_question_is_shown_after_its_answer(page):
    lab = begun(page, ASKED)
    for position in (1, 0):  # a cell moves it
        say(lab, {"kind": "moved"} | stand(position), frames(f"hidden {position}"))
    entry = choose(lab, "down")
    say(lab, {"kind": "asked"} | stand(0, entry), frames("position 0"))
    lab.get_by_role("slider").press("ArrowRight")
    assert not sent(lab, "set")[-1]["have"]
    expect(lab.locator(".lab-sentence")).to_have_text("position 0")


def test_what_is_no_guess_is_refused_and_the_first_guess_is_remembered(page):
    number = Question(
        "?", name="n", number=(-3, 30), unit="ft", right=12.34, why="Because."
    )
    lab = begun(page, number.spec())
    box, refused = lab.get_by_role("textbox"), lab.locator(".lab-refused")
    for typed, why in (("", "yet"), ("99", "from −3 to 30")):
        box.fill(typed)
        expect(refused).to_be_empty()
        box.press("Enter")
        expect(refused).to_contain_text(why)
    box.fill("20")
    box.press("Enter")
    status = lab.locator(".lab-question [role=status]")
    expect(status).to_have_text(number.judge(20).text)
    lab.get_by_role("button", name="ask me again").click()
    expect(status).to_be_empty()
    lab.get_by_role("button", name="Skip").click()
    skipped = number.judge(None).text
    expect(status).to_have_text(f"{skipped} Your first guess was 20 ft: wrong.")
    lab.get_by_role("button", name="ask me again").click()
    box.fill("12")
    box.press("Enter")
    expect(status).to_contain_text("Your first guess was 20 ft: wrong.")


def test_an_empty_panel_asks_for_a_guess_until_it_is_given(page):
    page.add_style_tag(content=style("lab"))
    lab = begun(page, ASKED | {"blank": [[10, 5, 60, 30]]})
    blank, controls = lab.locator(".lab-blank"), lab.locator(".lab-controls")
    assert blank.inner_text() == "your guess first"
    expect(controls).to_be_hidden()
    choose(lab, "up")
    expect(blank).to_be_hidden()
    expect(controls).to_be_visible()
    lab.get_by_role("button", name="ask me again").click()
    expect(blank).to_be_visible()


def curve() -> dict:
    """A question about a straight line in axes of 200 by 100 pixels."""
    axes = Figure().subplots()
    axes.set(xlim=(0, 4), ylim=(0, 4))
    asked = Question(
        "?", name="c", curve=axes, right=([0, 1, 2, 3, 4],) * 2, within=0.25, why="W."
    )
    return asked.spec() | {"box": [20, 10, 200, 100]}


def draw(page, *places: tuple[float, float]) -> None:
    """A stroke over the axes, in parts of their width and height."""
    box = page.locator(".lab-sheet").bounding_box()
    for number, (x, y) in enumerate(places):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + (1 - y) * box["height"])
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def heights(page) -> list[str]:
    inputs = page.locator(".lab-heights input")
    return inputs.evaluate_all("(all) => all.map((each) => each.ariaValueText)")


@pytest.fixture
def drawing(page, request):
    # A refusal that goes must not move what is drawn on.
    page.add_style_tag(content=style("lab"))
    figure = {"width": 300, "height": 150, "panels": [[0, 300]]}
    return begun(page, curve() | getattr(request, "param", {}), figure=figure)


@pytest.mark.parametrize("drawing", [{"over": True}], indirect=True)
def test_on_an_axis_that_goes_downwards_a_stroke_is_as_high_as_it_says(drawing):
    draw(drawing, (0.4, 0.25), (0.6, 0.25))
    assert heights(drawing)[2] == "3"


def test_a_stroke_sets_what_it_passes_and_the_places_nearest_to_its_ends(drawing):
    draw(drawing, (0.4, 0.4), (0.6, 0.6))
    none = ["not drawn yet"] * 2
    assert heights(drawing) == [*none, "2", *none]
    # It begins six pixels outside, and ends between two places, nearer to one that it
    # has passed.
    draw(drawing, (-0.03, 0.1), (0.05, 0.1), (0.3, 0.25))
    assert heights(drawing)[0] == "0.4"
    assert heights(drawing)[1].startswith("0.88")
    draw(drawing, (0.7, 0.75), (0.9, 1.0))
    assert heights(drawing)[4] == "4"
    assert heights(drawing)[3].startswith("3.2")
    assert heights(drawing)[2] == "2"
    drawing.get_by_role("button", name="Answer").click()
    entry = sent(drawing, "guess")[-1]["entry"]
    assert entry["guess"][:3] == pytest.approx([0.4, 0.88, 2], abs=0.02)
    expect(drawing.locator(".lab-question [role=status]")).to_contain_text(
        "Your curve is 0.22 off (root mean square): close."
    )


# The player


def test_by_night_the_background_changes_with_the_frame(page):
    scripts(page, "player", more="window.player = player;")
    seen = page.evaluate("""() => {
          const canvas = document.createElement('canvas'), play = player(canvas);
          const square = (x) => ['p', { f: '#000000ff' }, ['MLLLZ', [x, 0, 1000, 0, 0,
            1000, -1000, 0]]];
          play.setFigure({ width: 100, height: 50, panels: [[0, 100]] });
          play.addBackground('b', [square(0)]);
          play.resize(100, 1, false);
          play.show({ on: 'b', ops: [square(1000)] });
          return [[255, 255, 255], [17, 17, 17], [255, 255, 255]].map((ground) => {
            play.setTheme(ground);
            return [25, 75].map((x) => canvas.getContext('2d').getImageData(x, 25, 1,
              1).data[0]);
          });
        }""")
    day, night, again = seen
    assert day == again == [0, 0]
    assert night[0] == night[1] > 200


def test_a_place_of_the_figure_is_found_on_the_page_where_panels_are_stacked(page):
    scripts(page, "player", more="window.player = player;")
    places = page.evaluate("""() => {
          const play = player(document.createElement('canvas'));
          play.setFigure({ width: 200, height: 50, panels: [[0, 100], [100, 200]],
            axes: [[0, 100, true], [100, 200, true]] });
          play.addBackground('b', [['w', {}, 0, 0, 0, 20 * 12.5, 'of 12.5 pixels']]);
          return [170, 160, 90].map((room) => {
            play.resize(room, 2, false);
            return [10, 120].map((x) => play.onPage([x, 10, 20, 20]).map((v) =>
              Math.round(100 * v) / 100));
          });
        }""")
    assert places == [
        [[8.5, 8.5, 17, 17], [102, 8.5, 17, 17]],  # beside each other, 0.85 as large
        # Letters would be under 13.6 / 1.3 pixels: below each other, in full size.
        [[10, 10, 20, 20], [20, 60, 20, 20]],
        [[9, 9, 18, 18], [18, 54, 18, 18]],
    ]


def test_words_that_are_enlarged_keep_their_middle(page):
    scripts(page, "player", more="window.player = player;")
    whole, narrow = page.evaluate("""() => {
          const canvas = document.createElement('canvas'), play = player(canvas);
          const pen = canvas.getContext('2d'), ops = [['w', {}, 4e3, 600, 0, 240, 'W']];
          let middle;
          pen.fillText = (words) => (middle = pen.getTransform().e +
            pen.measureText(words).width / 2);
          play.setFigure({ width: 400, height: 50, panels: [[0, 400]] });
          play.addBackground('b', ops);
          return [400, 240].map((room) => {
            play.resize(room, 1, false);
            play.show({ on: 'b', ops });
            return middle / canvas.width;
          });
        }""")
    assert narrow == pytest.approx(whole, abs=1e-3)


def test_a_sentence_that_grows_moves_no_control_and_no_button(page):
    page.add_style_tag(content=style("lab"))
    page.set_viewport_size({"width": 420, "height": 700})
    page.evaluate("document.body.className = 'jp-OutputArea-output'")
    lab = begun(page, figure={"width": 300, "height": 90, "panels": [[0, 300]]})
    hand, reset = lab.get_by_role("slider"), lab.get_by_role("button", name="Reset")

    def places() -> list[dict]:
        return [each.bounding_box() for each in (hand, reset)]

    before = places()
    hand.press("ArrowRight")
    answer(lab, sent(lab, "set")[-1], 90 * "a long sentence, ")
    expect(lab.locator(".lab-sentence")).to_contain_text("long")
    assert places() == before


# A stepper


def run(data: int) -> list[str]:
    """What follows a message: a derivation of two steps on these data."""
    frame = {
        "rows": [f"<li>first of {data}</li>", f"<li>second of {data}</li>"],
        "sentences": [f"{step} of {data}" for step in (1, 2)],
    }
    contents = {"glyphs": [0, []], "backgrounds": []}
    return [json.dumps(contents), json.dumps(frame)]


def test_steps_are_gone_through_without_asking_and_data_are_asked_for(page):
    scripts(page, "controls", "journal", "question", "listing", "live")
    controls = [slider("step", 2) | {"instant": True}, slider("n", 3, start=1)]
    page.evaluate(MODEL, {"title": "t", "question": {}, "controls": controls})
    page.evaluate("void render({ model, el: document.body })")
    (hello,) = sent(page, "hello")
    there = {"positions": [0, 2], "texts": ["0", "2"], "exact": True, "entry": None}
    say(page, hello | there | {"figure": None}, run(2))
    step, data = page.locator("input").all()
    sentence, later = page.locator(".lab-sentence"), page.locator("li.lab-later")
    expect(sentence).to_have_text("1 of 2")
    expect(later).to_have_text(["second of 2"])
    step.press("ArrowRight")
    expect(later).to_have_count(0)
    expect(sentence).to_have_text("2 of 2")
    assert sent(page, "set")[-1]["have"]
    assert sent(page, "wish") == []
    data.press("ArrowLeft")
    expect(page.locator(".lab-steps")).to_have_attribute("aria-busy", "true")
    question = sent(page, "set")[-1]
    assert (question["positions"], question["have"]) == ([1, 1], False)
    say(page, question | {"kind": "answer"}, run(1))
    expect(sentence).to_have_text("2 of 1")
    step.press("ArrowLeft")
    expect(page.locator("li[aria-current=step]")).to_have_text("first of 1")
    page.get_by_role("button", name="Reset").click()
    assert sent(page, "set")[-1]["have"]
    expect(sentence).to_have_text("1 of 1")


# Progress

NONE = {
    "spec": {"lecture": None, "lectures": {}},
    "answered": {"guesses": {}, "checks": {}},
    "note": "",
}


@pytest.fixture
def progress(page):
    scripts(page, "controls", "journal", "panel", "counts", "progress")
    page.evaluate(MODEL, NONE | {"keeps": True})
    page.evaluate("void render({ model, el: document.body })")
    return page


def test_a_file_that_one_message_cannot_carry_is_refused_in_the_page(progress):
    progress.evaluate(
        """(size) => {
          const chosen = new DataTransfer(),
            input = document.querySelector('input[type=file]');
          chosen.items.add(new File([new Uint8Array(size)], 'w.zip'));
          input.files = chosen.files;
          input.dispatchEvent(new Event('change'));
        }""",
        8_000_001,
    )
    expect(progress.locator("[role=status]")).to_contain_text("w.zip is too large")
    assert sent(progress, "unpack") == []


def test_what_was_not_saved_is_said_not_to_be_in_the_file(progress):
    progress.get_by_role("button", name="Download my work").click()
    progress.wait_for_function("sent.length")
    say(progress, {"kind": "packed", "name": "w.zip"}, [])
    expect(progress.locator("[role=status]")).to_contain_text("have not saved")


def test_lectures_stand_in_the_order_of_their_numbers(page):
    scripts(page, "controls", "counts", more="window.doneOf = doneOf;")
    each = {"title": "t", "exercises": [1, 0], "questions": [], "further": []}
    spec = {"lecture": None, "lectures": dict.fromkeys(("00", "10"), each)}
    show = "([spec, answered]) => document.body.append(doneOf(spec, answered))"
    page.evaluate(show, [spec, NONE["answered"]])
    expect(page.locator("th")).to_have_text(["00 · t", "10 · t"])


def test_progress_says_when_nobody_answers_and_takes_the_answer_s_words(page):
    page.clock.install()
    scripts(page, "controls", "journal", "panel", "counts", "progress")
    page.evaluate(MODEL, NONE | {"keeps": False})
    page.evaluate("void render({ model, el: document.body })")
    assert page.get_by_role("button").all_text_contents() == ["Forget everything"]
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button").click()
    say(page, {"kind": "status", "text": "Forgotten."})
    page.clock.run_for(5100)
    expect(page.locator("[role=status]")).to_have_text("Forgotten.")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button").click()
    page.clock.run_for(5100)
    expect(page.locator("[role=status]")).to_contain_text(SILENCE)
