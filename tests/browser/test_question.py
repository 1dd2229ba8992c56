"""A lab that asks, in a real browser: by hand, by keyboard, by touch and for the ear,
with Python, without it, and after it.
"""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

from kernellab.course.labs import Question
from kernellab.interactive.question import VEILED
from kernellab.interactive.scripts import script
from tests.browser.judge import grave
from tests.browser.lab_page import Course, Lab, Notebook

ASKING = "labs_that_ask.ipynb"
KEPT = "JSON.parse(localStorage.getItem('kernellab'))"


# What is said, in the page and in Python


def questions() -> list[Question]:
    log = Figure().subplots()
    log.set(xlim=(1, 1000), ylim=(0.01, 100), xscale="log", yscale="log")
    flat = Figure().subplots()
    flat.set(xlim=(0, 5), ylim=(-10, 10))
    every = {
        each: f"So {each}."
        for each in ("flat", "rising", "falling", "valley", "hill", "above", "below")
    }
    x = np.linspace(0, 5, 6)
    return [
        Question(
            "?",
            choices=("up", "down", "“so”; so"),
            right="up",
            why="W.",
            replies={"down": "No."},
        ),
        Question(
            "?",
            number=(-3, 30),
            unit="ft",
            right=12.34,
            within=0.5,
            why="W.",
            replies=[((-3, 0), "Low."), (20, "Twenty.")],
        ),
        Question("?", number=(0, 1e-3), right=1e-4, why="W.", within=1e-5),
        Question("?", number=(0, 62), unit="cars", right=12, why="W."),
        Question(
            "?",
            curve=flat,
            right=(x, x**2 / 3),
            unit="ft",
            within=2,
            why="W.",
            replies=every,
        ),
        Question(
            "?",
            curve=flat,
            right=(x, x - 2),
            judged="max",
            within=4,
            why="W.",
            replies=dict(reversed(every.items())),
        ),
        Question(
            "?",
            curve=log,
            right=(np.geomspace(1, 1000, 50), np.geomspace(50, 0.02, 50)),
            within=0.7,
            why="W.",
            replies=every,
        ),
    ]


def guesses(question: Question, rng: np.random.Generator) -> list:
    spec = question.spec()
    if spec["kind"] == "choice":
        return ["", "left", "UP", *spec["choices"], None, 3, [1]]
    if spec["kind"] == "number":
        written = [
            "",
            " ",
            "12",
            "12.5 ft",
            "12,5",
            "1,200",
            "−2",
            "-.5",
            "+3.",
            "1e-4",
            "1e999",
            "0x10",
            "٣",
            "12 13",
            "abc",
            "nan",
        ]
        more = [
            *rng.uniform(spec["low"] - 0.1, spec["high"] * 1.1, 60),
            spec["right"],
            spec["low"],
            spec["high"],
            12.25,
        ]
        numbers = [float(each) for each in more]
        return [*written, *numbers, True, [3], None]
    n, found = len(spec["x"]), [None, [], "up", [None] * len(spec["x"])]
    scale = (
        (
            lambda part: (
                10
                ** (np.log10(spec["low"]) + part * np.log10(spec["high"] / spec["low"]))
            )
        )
        if spec["log"]
        else (lambda part: spec["low"] + part * (spec["high"] - spec["low"]))
    )
    for _ in range(40):
        walk = np.clip(
            np.cumsum(rng.normal(0, rng.choice([0.005, 0.1, 0.3]), n))
            + rng.uniform(0, 1),
            0,
            1,
        )
        for each in (walk, np.sort(walk), np.sort(walk)[::-1]):
            heights = np.clip(scale(each), spec["low"], spec["high"]).tolist()
            found += [
                heights,
                [
                    h if rng.uniform() < 0.7 or i in (0, n - 1) else None
                    for i, h in enumerate(heights)
                ],
            ]
    return [*found, spec["right"], [spec["high"] * 2] * n, [*spec["right"][1:], None]]


def test_the_page_says_what_python_says(browser):
    rng = np.random.default_rng(0)
    page = browser.new_page()
    page.add_script_tag(content=script("controls", "question"))
    seen = set()
    for question in questions():
        asked = guesses(question, rng)
        said = page.evaluate(
            "([spec, guesses]) => guesses.map((guess) => judge(spec, guess))",
            [question.spec(), asked],
        )
        for guess, there in zip(asked, said, strict=True):
            here = question.judge(guess)
            assert (there["state"], there["text"], there["short"]) == (
                here.state,
                here.text,
                here.short,
            ), guess
            if here.guess is not None and here.state != "refused":
                assert there["guess"] == (
                    pytest.approx(here.guess) if question.axes else here.guess
                )
            seen.add((question.spec()["kind"], here.state))
    assert len(seen) == 12
    page.close()


# A page without Python

ALONE = """([spec, title]) => {
  const a = { name: 'a', label: 'a', kind: 'linear', texts: ['0', '1'], start: 0 };
  const model = { get: (name) => ({ question: spec, title, controls: [a] })[name],
    on() {}, off() {},
    send() { throw new Error('no kernel'); } };
  window.lab.render({ model, el: document.body });
}"""


def alone(page, question: Question) -> Lab:
    page.set_content("<body></body>")
    page.add_script_tag(
        content=script("controls", "player", "question", "handles", "live").replace(
            "export default", "window.lab ="
        )
    )
    page.evaluate(ALONE, [question.spec(), "alone"])
    return Lab(page, page.locator(".lab-live"))


@pytest.mark.parametrize("which", [0, 1, 4])
def test_a_page_without_python_and_without_storage_asks_and_judges(browser, which):
    question = questions()[which]
    page = browser.new_page()
    lab = alone(page, question)  # about:blank has no storage
    form = lab.root.locator("form")
    form.get_by_role("button", name="Answer").click()
    assert "yet" in lab.root.locator(".lab-refused").inner_text()
    if which == 0:
        form.get_by_label("down").check()
    elif which == 1:
        form.get_by_role("textbox").fill("20")
    else:
        for i, slider in enumerate(form.get_by_role("slider").all()):
            slider.fill(str(90 - 15 * i))
    assert lab.root.locator(".lab-refused").inner_text() == ""
    form.get_by_role("button", name="Answer").click()
    guess = ["down", 20, None, None, [8, 5, 2, -1, -4, -7]][which]
    status = lab.root.locator(".lab-question [role=status]")
    assert status.inner_text() == question.judge(guess).text
    assert status.get_attribute("aria-live") == "polite"
    assert "Python does not answer" in lab.problem
    lab.root.get_by_role("button", name="ask me again").click()
    assert status.inner_text() == ""
    lab.root.get_by_role("button", name="Skip").click()
    skipped, _, first = status.inner_text().partition(" Your first guess was")
    assert skipped == question.judge(None).text
    assert first.endswith(f": {question.judge(guess).state}.")
    page.close()


# In JupyterLab


def opened(course: Course) -> Notebook:
    """The notebook, of a student of whom nothing is known."""
    notebook = course.open(ASKING)
    forget(notebook)  # the kernel may be an earlier test's
    notebook.run_all()
    return notebook


def run_again(notebook: Notebook, number: int) -> Lab:
    """Run the cell of this lab alone."""
    page = notebook.page
    page.evaluate(
        """(number) => {
          for (const each of document.querySelectorAll('.lab-live'))
            each.dataset.old = '';
          const { content } = window.jupyterapp.shell.currentWidget;
          content.activeCellIndex = number + 1;
          return window.jupyterapp.commands.execute('notebook:run-cell');
        }""",
        number,
    )
    lab = page.locator(".lab-live:not([data-old])")
    lab.locator("canvas[data-frames]").wait_for()
    return Lab(page, lab)


def forget(notebook: Notebook) -> None:
    """Leave the kernel without a guess, as if it were new."""
    python(
        notebook,
        "from kernellab.interactive import record; record.student = record.Record()",
    )


def restart(notebook: Notebook) -> None:
    notebook.page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
    )
    notebook.page.wait_for_timeout(1500)


def python(notebook: Notebook, code: str) -> None:
    execute = (
        "code =>"
        " window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        ".requestExecute({"
        " code }).done"
    )
    notebook.page.evaluate(execute, code)


def reply(lab: Lab) -> str:
    return lab.root.locator(".lab-question [role=status]").inner_text()


def test_a_question_is_answered_by_keyboard_and_keeps_no_room_that_it_does_not_use(
    course: Course,
):
    notebook = opened(course)
    lab, keys = notebook.labs()[0], notebook.page.keyboard
    assert lab.sentence == VEILED
    assert lab.canvas.get_attribute("aria-label") == VEILED
    assert "8.4 ft" in lab.root.get_by_role("group", name="With ℓ = 3 mph").inner_text()
    slider = lab.root.locator(".lab-controls input[type=range]").first
    veiled = lab.picture()
    lab.root.get_by_role("textbox", name="my guess").focus()
    keys.press("Enter")
    assert "Nothing is written yet" in lab.root.get_by_role("alert").first.inner_text()
    keys.type("99")
    keys.press("Enter")
    assert "from 0 to 30 ft" in lab.root.get_by_role("alert").first.inner_text()
    keys.press("Backspace")
    keys.press("Enter")
    lab.settle()
    assert "You said 9 ft; it is 12.48 ft. It is more" in reply(lab)
    assert "You said 9 ft." in lab.root.locator(".lab-said").inner_text()
    assert "leave-one-out error is 12.48 ft" in lab.sentence
    assert lab.picture() != veiled
    question, said = (
        lab.root.locator(part).bounding_box()
        for part in (".lab-question", ".lab-question .lab-again")
    )
    below = question["y"] + question["height"] - said["y"] - said["height"]
    assert 0 < below < 20
    assert notebook.page.locator(":focus").inner_text() == "ask me again"
    keys.press("Tab")
    assert notebook.page.locator(":focus").get_attribute("type") == "radio"
    slider.press("End")
    lab.settle()
    assert "At λ = 10000" in lab.sentence
    assert "You said 9 ft" in reply(lab)


def test_until_it_is_answered_the_controls_stand_still(course: Course):
    notebook = opened(course)
    lab = notebook.labs()[1]
    slider = lab.root.locator(".lab-controls input[type=range]").first
    before = slider.input_value()
    slider.focus()
    notebook.page.keyboard.press("End")
    lab.settle()
    assert slider.input_value() == before
    python(notebook, "tube.set(epsilon=40)")
    lab.settle()
    assert lab.root.locator(".lab-controls output").first.text_content() == "40 ft"
    assert lab.sentence == VEILED
    lab.root.get_by_role("button", name="Skip").click()
    lab.settle()
    assert reply(lab).startswith("Skipped; the answer is “the fast ones")
    assert "ε = 40 ft" in lab.sentence
    assert notebook.page.evaluate(f"{KEPT}.guesses.svr_tube.guess") is None


def test_a_guess_survives_a_reload_a_new_kernel_and_is_forgotten_on_demand(
    course: Course,
):
    notebook = opened(course)
    lab = notebook.labs()[1]
    lab.root.get_by_label("the slow ones").check()
    lab.root.get_by_role("button", name="Answer").click()
    lab.settle()
    said = reply(lab)
    assert "the other way round" in said
    for new in ("page", "kernel", "storage"):
        if new == "page":
            notebook.page.close()
            notebook = course.open(ASKING)
            # Until it has taken over the kernel's labs, which running it will close.
            notebook.page.wait_for_timeout(1500)
        elif new == "kernel":
            restart(notebook)
        else:
            notebook.page.evaluate("localStorage.removeItem('kernellab')")
        if new == "storage":
            lab = run_again(notebook, 1)
        else:
            notebook.run_all()
            lab = notebook.labs()[1]
        lab.settle()
        assert reply(lab) == said, new
        assert "support vectors of 62" in lab.sentence, new
    assert notebook.page.evaluate(f"{KEPT}.guesses.svr_tube.guess") == "the slow ones"
    lab.root.locator(".lab-controls input[type=range]").first.press("End")
    lab.root.get_by_role("button", name="ask me again").click()
    lab.settle()
    assert lab.sentence == VEILED
    assert lab.root.locator(".lab-controls output").first.text_content() == "15 ft"
    assert notebook.page.evaluate(f"{KEPT}.guesses") == {}
    assert not lab.root.get_by_label("the slow ones").is_checked()
    python(notebook, "tube.answer('cars of all speeds alike')")
    lab.settle()
    assert "You said “cars of all speeds alike”" in reply(lab)


SECOND_FINGER = """(sheet) => sheet.dispatchEvent(
  new PointerEvent("pointermove", { pointerId: 9, isPrimary: false }))"""


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_curve_is_drawn_and_stays_over_the_true_one(course: Course, hand):
    notebook = opened(course)
    lab, page = notebook.labs()[3], notebook.page
    empty = lab.picture()
    heights = lab.root.locator("form").get_by_role("slider").all()
    assert (
        heights[0].get_attribute("aria-label")
        == "error in feet (root mean square) at degree = 1"
    )
    assert heights[0].get_attribute("aria-valuetext") == "not drawn yet"
    lab.root.get_by_role("button", name="Answer").click()
    assert (
        "does not reach from 1 to 12 yet"
        in lab.root.locator(".lab-refused").inner_text()
    )
    if hand == "mouse":
        sheet = lab.root.locator(".lab-sheet")
        sheet.scroll_into_view_if_needed()
        box = sheet.bounding_box()

        def at(x, y):
            return box["x"] + x * box["width"], box["y"] + y * box["height"]

        page.mouse.move(*at(0.01, 0.75))
        page.mouse.down()
        sheet.evaluate(SECOND_FINGER)
        page.mouse.move(*at(0.5, 0.75), steps=3)
        page.mouse.move(*at(1.2, -0.4), steps=5)  # over the edge of the axes
        page.mouse.up()
        assert heights[0].get_attribute("aria-valuetext") == "12 ft"
        assert heights[-1].get_attribute("aria-valuetext") != "not drawn yet"
    else:
        heights[0].focus()
        page.keyboard.press("Home")
        for _ in range(25):
            page.keyboard.press("ArrowUp")
        heights[-1].focus()
        page.keyboard.press("End")
        assert heights[-1].get_attribute("aria-valuetext") == "48 ft"
    drawn = lab.picture()
    assert drawn != empty
    lab.root.get_by_role("button", name="Answer").click()
    lab.settle()
    assert reply(lab).startswith("Your curve is ")
    assert "dotted" in lab.root.locator(".lab-said").inner_text()
    assert not lab.root.locator(".lab-sheet").is_visible()
    kept = page.evaluate(f"{KEPT}.guesses.polynomial_degree.guess")
    assert len(kept) == 12
    assert all(isinstance(each, float | int) for each in kept)
    with_guess = lab.picture()
    lab.root.locator(".lab-controls input[type=range]").first.press("ArrowRight")
    lab.settle()
    assert lab.picture() != with_guess
    python(notebook, "degree.ask(); degree.answer(None)")
    lab.settle()
    assert lab.picture() != with_guess  # the same setting, without a guess over it


def test_a_curve_is_drawn_by_touch_on_a_narrow_dark_screen(browser, jupyter):
    with browser.new_context(
        viewport={"width": 560, "height": 900}, has_touch=True
    ) as context:
        course = Course(context, jupyter)
        notebook = opened(course)
        lab = notebook.labs()[3]
        sheet = lab.root.locator(".lab-sheet")
        sheet.scroll_into_view_if_needed()
        box = sheet.bounding_box()
        touch = context.new_cdp_session(notebook.page)
        for i in range(21):
            kind = "touchStart" if i == 0 else "touchMove"
            x = box["x"] + box["width"] * i / 20
            y = box["y"] + box["height"] * (0.8 - 0.035 * i)
            touch.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y}]},
            )
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        texts = [
            each.get_attribute("aria-valuetext")
            for each in lab.root.locator("form").get_by_role("slider").all()
        ]
        assert "not drawn yet" not in texts
        lab.root.get_by_role("button", name="Answer").click()
        lab.settle()
        assert reply(lab).startswith("Your curve is ")
        assert course.complaints == []


def test_while_python_is_busy_or_gone_the_guess_is_judged_and_not_lost(course: Course):
    notebook = opened(course)
    busy, gone = notebook.labs()[1], notebook.labs()[2]
    notebook.page.evaluate(
        """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
                   .requestExecute({ code: 'import time; time.sleep(7)' }); }"""
    )
    busy.root.get_by_label("the slow ones").check()
    busy.root.get_by_role("button", name="Answer").click()
    assert "the other way round" in reply(busy)
    busy.root.locator(".lab-sentence", has_text="support vectors of 62").wait_for(
        timeout=20_000
    )
    assert busy.problem == ""
    restart(notebook)
    gone.root.get_by_role("button", name="Skip").click()
    assert reply(gone).startswith("Skipped.")
    gone.root.locator(".lab-problem", has_text="Python does not answer").wait_for()
    notebook.run_all()
    assert reply(notebook.labs()[2]).startswith("Skipped.")
    assert "support vectors. Between" in notebook.labs()[2].sentence


def test_two_views_of_one_lab_tell_the_same(course: Course):
    notebook = opened(course)
    notebook.page.evaluate(
        "window.jupyterapp.commands.execute('notebook:create-output-view')"
    )
    page = notebook.page
    page.evaluate(
        """() => {
          const notebook = window.jupyterapp.shell.currentWidget.content;
          notebook.activeCellIndex = 2;
          return window.jupyterapp.commands.execute('notebook:create-output-view');
        }"""
    )
    views = page.locator(".lab-live", has_text="A tube of the same width")
    if views.count() < 2:
        python(notebook, "from IPython.display import display")
        pytest.skip("this JupyterLab opens no second view of an output")
    one, other = (Lab(page, each) for each in views.all()[:2])
    one.root.get_by_label("the slow ones").check()
    one.root.get_by_role("button", name="Answer").click()
    other.root.locator(".lab-question [role=status]").get_by_text(
        "You said “the slow ones”"
    ).wait_for(timeout=10_000)
    assert "support vectors of 62" in other.sentence


def test_questions_are_legible_and_named(course: Course):
    notebook = opened(course)
    notebook.labs()[0].root.get_by_role("button", name="Skip").click()
    notebook.labs()[0].settle()
    assert grave(notebook.page) == []


def test_a_spoilt_or_newer_record_in_the_page_breaks_nothing(course: Course):
    notebook = opened(course)
    for kept in (
        "{",
        "[]",
        json.dumps(
            {
                "version": 2,
                "guesses": {"svr_tube": {"guess": "the slow ones", "when": 1}},
            }
        ),
    ):
        notebook.page.evaluate("kept => localStorage.setItem('kernellab', kept)", kept)
        forget(notebook)
        lab = run_again(notebook, 1)
        assert lab.sentence == VEILED
        lab.root.get_by_role("button", name="Skip").click()
        lab.settle()
        assert "support vectors of 62" in lab.sentence
    # A later course's: not ours to change.
    assert notebook.page.evaluate(f"{KEPT}.guesses.svr_tube.guess") == "the slow ones"


def test_a_free_question_leaves_the_controls_to_the_hand(browser):
    page = browser.new_page()
    for free in (True, False):
        question = Question(
            "?", choices=("up", "down"), right="up", why="W.", free=free
        )
        lab = alone(page, question)
        assert (
            lab.root.locator(".lab-controls").evaluate("(node) => node.inert")
            is not free
        )
    page.close()
