"""The page's scripts alone, on an empty page: the test plays Python, and sees what they ask, keep and show as time goes on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import kernellab.course as course

FOLDER = Path(course.__file__).parent
# A model in the page that writes down what it is told, and says what the test says.
MODEL = """(words) => {
  let heard;
  window.sent = [];
  const on = (_, listener) => (heard = listener);
  window.model = { get: (key) => words[key], on, off: () => {}, send: (message) => sent.push(message) };
  window.say = (message, lines) => heard(message, lines ? [lines.join('\\n')] : []);
}"""


@pytest.fixture
def page(browser):
    page = browser.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(f"{error}"))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page
    page.close()
    assert complaints == []


def scripts(page, *names: str, more: str = "") -> None:
    text = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in names)
    page.add_script_tag(content=text.replace("export default { render };", "window.render = render;") + more)


def slider(name: str, count: int, start: int = 0) -> dict:
    return {"name": name, "label": name, "kind": "linear", "texts": [str(i) for i in range(count)], "start": start}


def sent(page, kind: str) -> list[dict]:
    return [message for message in page.evaluate("sent") if message["kind"] == kind]


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
def test_a_control_that_is_put_shows_all_of_it_and_calls_nobody(page, spec, put, look, shown):
    scripts(page, "labs/controls", more="window.controlRow = controlRow;")
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


def frames(said: str, ground: bool = False) -> list[str]:
    """What follows a message: one frame, and the background on which it stands where that is new."""
    frame = json.dumps({"on": "b", "id": said, "sentence": said, "idle": [], "ops": []})
    return [json.dumps({"glyphs": [0, []], "backgrounds": ["b"] if ground else []}), *(["[]"] if ground else []), frame]


@pytest.fixture
def lab(page):
    """A lab of one slider with five rungs, at its first."""
    scripts(page, "labs/controls", "labs/player", "labs/question", "labs/live")
    page.evaluate(MODEL, {"title": "t", "question": {}, "controls": [slider("n", 5)]})
    page.evaluate("void render({ model, el: document.body })")
    (hello,) = sent(page, "hello")
    figure = {"width": 100, "height": 50, "panels": [[0, 100]]}
    stand = {"rungs": [0], "texts": ["0"], "exact": True, "entry": None}
    say(page, {"kind": "hello", "view": hello["view"], "turn": hello["turn"], "figure": figure} | stand, frames("rung 0", True))
    expect(page.locator(".lab-sentence")).to_have_text("rung 0")
    return page


def say(page, message: dict, lines: list[str] | None = None) -> None:
    page.evaluate("([message, lines]) => say(message, lines)", [message, lines])


def answer(page, question: dict, said: str | None = None, **more) -> None:
    say(page, {"kind": "answer", "view": question["view"], "turn": question["turn"]} | more, frames(said) if said else None)


def test_a_value_between_two_rungs_is_no_rung_s_frame(lab):
    moved = {"kind": "moved", "rungs": [2], "texts": ["2.4"], "exact": False, "entry": None}
    say(lab, moved, frames("between"))
    sentence, hand = lab.locator(".lab-sentence"), lab.locator("input")
    expect(sentence).to_have_text("between")
    expect(lab.locator("output")).to_have_text("2.4")
    for key, rung in (("ArrowLeft", 1), ("ArrowRight", 2)):
        hand.press(key)
        question = sent(lab, "set")[-1]
        assert (question["rungs"], question["have"]) == ([rung], False)
        answer(lab, question, f"rung {rung}")
        expect(sentence).to_have_text(f"rung {rung}")


def test_two_questions_are_under_way_at_most_and_the_last_setting_is_asked_for(lab):
    hand = lab.locator("input")
    for _ in range(4):
        hand.press("ArrowRight")
    assert [each["rungs"] for each in sent(lab, "set")] == [[1], [2]]
    answer(lab, sent(lab, "set")[0], "rung 1")
    lab.wait_for_function("sent.filter((each) => each.kind === 'set').length === 3")
    assert sent(lab, "set")[2]["rungs"] == [4]
    assert lab.locator(".lab-live").get_attribute("aria-busy") == "true"
    for number, said in ((1, "rung 2"), (2, "rung 4")):
        answer(lab, sent(lab, "set")[number], said)
    expect(lab.locator(".lab-sentence")).to_have_text("rung 4")
    expect(lab.locator(".lab-live")).to_have_attribute("aria-busy", "false")
    hand.press("ArrowLeft")
    hand.press("ArrowLeft")
    expect(lab.locator(".lab-sentence")).to_have_text("rung 2")  # which was kept
    assert sent(lab, "set")[-1]["have"]


def test_what_another_view_is_answered_is_not_taken(lab):
    lab.locator("input").press("ArrowRight")
    question = sent(lab, "set")[0]
    answer(lab, question | {"view": "another"}, "for another")
    answer(lab, question, "rung 1")
    expect(lab.locator(".lab-sentence")).to_have_text("rung 1")


def test_a_hand_that_rests_says_what_it_sees_and_what_is_healed_is_asked_for_again(lab):
    hand = lab.locator("input")
    hand.press("ArrowRight")
    answer(lab, sent(lab, "set")[0], "rung 1")
    lab.wait_for_function("sent.some((each) => each.kind === 'rest')")
    rested = sent(lab, "rest")[0]
    assert rested["id"] == "rung 1"
    assert lab.locator(".lab-spoken").inner_text() == "rung 1"
    answer(lab, rested, "rung 1, healed", healed=True)
    expect(lab.locator(".lab-sentence")).to_have_text("rung 1, healed")
    hand.press("ArrowLeft")
    assert not sent(lab, "set")[-1]["have"]  # the frame of rung 0 was of the time before


# A stepper


@pytest.fixture
def stepper(page):
    """A stepper of two steps, whose data have three rungs and start at the second; the view begins at the third."""
    scripts(page, "labs/controls", "labs/question", "labs/steps")
    page.evaluate(MODEL, {"title": "t", "question": {}, "controls": [slider("step", 2), slider("n", 3, start=1)]})
    page.evaluate("void render({ model, el: document.body })")
    (hello,) = sent(page, "hello")
    say(
        page,
        {"kind": "moved", "view": hello["view"], "turn": hello["turn"], "rungs": [0, 2], "texts": ["0", "2"], "run": run(2)},
    )
    return page


def run(data: int) -> dict:
    return {
        "rows": [f"<li>first of {data}</li>", f"<li>second of {data}</li>"],
        "sentences": [f"{step} of {data}" for step in (1, 2)],
    }


def answer_runs(page) -> None:
    """Answer every question that waits for steps, until none does; soon none may."""
    for _ in range(10):
        todo = page.evaluate("sent.find((each) => each.kind === 'set' && !each.answered)")
        if todo is None:
            return
        runs = [run(setting[0]) for setting in todo["settings"]]
        page.evaluate("(turn) => { sent.find((each) => each.turn === turn).answered = true; }", todo["turn"])
        say(page, {"kind": "answer", "view": todo["view"], "turn": todo["turn"], "runs": runs})
    raise AssertionError("it asks again and again")


def test_a_stepper_that_was_put_back_shows_its_start_and_says_so_when_the_hand_rests(stepper):
    expect(stepper.locator(".lab-sentence")).to_have_text("1 of 2")
    stepper.get_by_role("button", name="Reset").click()
    assert stepper.locator(".lab-steps").get_attribute("aria-busy") == "true"
    assert sent(stepper, "set")[-1]["settings"] == [[1]]
    assert sent(stepper, "rest") == []
    answer_runs(stepper)
    expect(stepper.locator(".lab-sentence")).to_have_text("1 of 1")
    stepper.wait_for_function("sent.some((each) => each.kind === 'rest')")
    assert len(sent(stepper, "rest")) == 1


def test_steps_are_gone_through_without_asking_and_data_are_asked_for_once(stepper):
    step, data = stepper.locator("input").all()
    expect(stepper.locator("li.lab-later")).to_have_text(["second of 2"])
    step.press("ArrowRight")
    expect(stepper.locator("li.lab-later")).to_have_count(0)
    expect(stepper.locator(".lab-sentence")).to_have_text("2 of 2")
    assert sent(stepper, "set")[-1] | {"view": "", "turn": 0} == {
        "kind": "set",
        "rungs": {"step": 1},
        "settings": [],
        "view": "",
        "turn": 0,
    }
    answer_runs(stepper)
    data.press("ArrowLeft")
    answer_runs(stepper)
    expect(stepper.locator(".lab-sentence")).to_have_text("2 of 1")
    asked = [setting for each in sent(stepper, "set") for setting in each["settings"]]
    assert asked[0] == [1]
    assert len(asked) == len({*map(tuple, asked)})
    data.press("ArrowLeft")
    expect(stepper.locator(".lab-sentence")).to_have_text("2 of 0")  # it was asked for ahead
    expect(stepper.locator("li[aria-current=step]")).to_have_text("second of 0")


# A page without Python


def goes(page, settings: list[list], start: list, wanted: list[list], kinds=("linear", "linear"), free=(False, False)) -> list:
    """Where a prepared lab with these settings stands after it was asked for each of the wanted ones in turn."""
    scripts(page, "site/prepared", more="window.preparedModel = preparedModel;")
    controls = [slider(name, 5) | {"kind": kind} for name, kind in zip("ab", kinds, strict=True)]
    made = {
        "words": {"controls": controls},
        "start": start,
        "free": free,
        "settings": settings,
        "glyphs": [],
        "backgrounds": {},
    }
    return page.evaluate(
        """async ([made, wanted]) => {
          const model = preparedModel({ ...made, frames: made.settings.map(() => '{}') });
          let at = made.start;
          for (const rungs of wanted) {
            at = await new Promise((found) => {
              setTimeout(() => found(null), 2000); // it has failed
              model.on('', (message) => found(message.rungs ?? rungs));
              model.send({ kind: 'set', rungs, have: true, forgot: [] });
            });
          }
          return at;
        }""",
        [made, wanted],
    )


CROSS = [[i, 0] for i in range(5)] + [[0, i] for i in range(1, 5)] + [[4, 4]]


@pytest.mark.parametrize(
    ("settings", "start", "wanted", "there"),
    [
        (CROSS, [0, 0], [[3, 0]], [3, 0]),
        (CROSS, [0, 4], [[1, 4]], [1, 0]),  # the one in the hand goes where it was moved, the other gives way
        (CROSS, [0, 4], [[1, 4], [1, 3]], [0, 3]),
        ([[0, 0], [2, 0], [4, 0]], [2, 0], [[1, 0]], [0, 0]),  # never back to where it stood, or a key would not get on
        ([[0, 0], [2, 0], [4, 0]], [2, 0], [[3, 0]], [4, 0]),
    ],
)
def test_a_page_goes_to_the_nearest_setting_it_has(page, settings, start, wanted, there):
    assert goes(page, settings, start, wanted) == there


def test_of_choices_none_is_nearer_than_another_and_a_free_control_goes_anywhere(page):
    settings = [[0, 0], [1, 4], [4, 0]]
    assert goes(page, settings, [0, 0], [[2, 0]]) == [1, 4]
    assert goes(page, settings, [0, 0], [[2, 0]], kinds=("choice", "linear")) == [4, 0]
    assert goes(page, [[0, 0], [1, 0]], [0, 0], [[1, 3]], free=(False, True)) == [1, 3]


# Slides

SLIDES = (
    "<main>"
    + "".join(
        f'<section data-kind="words" data-place="p{i}" tabindex="-1" hidden>'
        f'<div class="room"><div class="content">{i} <input type="range"></div></div></section>'
        for i in range(3)
    )
    + '</main><nav><button data-turn="-1"></button><button data-turn="1"></button><a href="#"></a>'
    "<progress max=3></progress><output></output><button data-night></button></nav>"
)


def test_each_key_turns_the_slides_its_own_way(page):
    page.set_content(SLIDES)
    page.evaluate("window.MathJax = { startup: { promise: Promise.resolve() }, typesetPromise: () => Promise.resolve() }")
    scripts(page, "site/slides")
    shown = page.locator("nav output")
    expect(shown).to_have_text("1 / 3")
    turns = "Space 2, Space 3, Shift+Space 2, ArrowLeft 1, ArrowRight 2, ArrowUp 1, ArrowDown 2, PageDown 3, PageUp 2"
    for key, number in map(str.split, f"{turns}, End 3, Home 1, PageUp 1, Control+End 1".split(", ")):
        page.keyboard.press(key)
        expect(shown).to_have_text(f"{number} / 3")
    hand = page.locator("section:not([hidden]) input")
    hand.press("ArrowRight")
    expect(shown).to_have_text("1 / 3")  # arrows are the slider's
    hand.press("PageDown")
    expect(shown).to_have_text("2 / 3")
