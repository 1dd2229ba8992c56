"""A lab that asks, in a real browser: with Python, without it, and after it."""

import pytest

from askfirst.questions.question import VEILED
from askfirst.scripts import script
from kernellab.course.labs import Question
from tests.browser.lab_page import Course, Lab, Notebook

ASKING = "labs_that_ask.ipynb"
# What the browser's journal says last of a question.
KEPT = """(name) => Object.keys(localStorage)
  .filter((key) => key.startsWith('kernellab:'))
  .map((key) => JSON.parse(key.slice('kernellab:'.length)))
  .filter((event) => event.name === name)
  .sort((a, b) => a.when - b.when)
  .at(-1)"""


# A page without Python

ALONE = """([spec, title]) => {
  const a = { name: 'a', label: 'a', kind: 'linear', texts: ['0', '1'], start: 0 };
  const model = { get: (name) => ({ question: spec, title, controls: [a] })[name],
    on() {}, off() {},
    send() { throw new Error('no kernel'); } };
  window.lab.render({ model, el: document.body });
}"""


QUESTIONS = {
    "choice": Question("?", choices=("up", "down"), right="up", why="W."),
    "number": Question("?", number=(-3, 30), unit="ft", right=12.34, why="W."),
}


def alone(page, question: Question) -> Lab:
    page.set_content("<body></body>")
    page.add_script_tag(
        content=script("controls", "journal", "question", "picture", "live").replace(
            "export default", "window.lab ="
        )
    )
    page.evaluate(ALONE, [question.spec(), "alone"])
    return Lab(page, page.locator(".lab-live"))


@pytest.mark.parametrize("kind", ["choice", "number"])
def test_a_page_without_python_and_without_storage_asks_and_judges(browser, kind):
    question = QUESTIONS[kind]
    page = browser.new_page()
    lab = alone(page, question)  # about:blank has no storage
    form = lab.root.locator("form")
    form.get_by_role("button", name="Answer").click()
    assert "yet" in lab.root.locator(".lab-refused").inner_text()
    if kind == "choice":
        form.get_by_label("down").check()
    else:
        form.get_by_role("textbox").fill("20")
    assert lab.root.locator(".lab-refused").inner_text() == ""
    form.get_by_role("button", name="Answer").click()
    guess = {"choice": "down", "number": 20}[kind]
    status = lab.root.locator(".lab-question [role=status]")
    assert reply(lab) == question.judge(guess).text.replace("\xa0", " ")
    assert status.get_attribute("aria-live") == "polite"
    assert "Python does not answer" in lab.problem
    lab.root.get_by_role("button", name="ask me again").click()
    assert status.inner_text() == ""
    lab.root.get_by_role("button", name="Skip").click()
    skipped, _, first = reply(lab).partition(" Your first guess was")
    assert skipped == question.judge(None).text.replace("\xa0", " ")
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
    anew = "record.student = record.Record()"
    python(notebook, f"from askfirst.record import record; {anew}")


def python(notebook: Notebook, code: str) -> None:
    execute = (
        "code =>"
        " window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        ".requestExecute({"
        " code }).done"
    )
    notebook.page.evaluate(execute, code)


def reply(lab: Lab) -> str:
    said = lab.root.locator(".lab-question [role=status]").inner_text()
    return said.replace("\xa0", " ")


def test_a_question_is_answered_by_keyboard(course: Course):
    notebook = opened(course)
    lab, keys = notebook.labs()[0], notebook.page.keyboard
    assert lab.sentence == VEILED
    assert lab.canvas.get_attribute("aria-label") == VEILED
    assert lab.root.get_by_role("group", name="With ℓ = 3 mph").is_visible()
    slider = lab.root.locator(".lab-controls input[type=range]").first
    veiled = lab.picture()
    lab.root.get_by_role("textbox", name="my guess").focus()
    keys.press("Enter")
    assert "Nothing is written yet" in lab.root.get_by_role("alert").first.inner_text()
    keys.type("99")
    keys.press("Enter")
    assert "from 0 to 30" in lab.root.get_by_role("alert").first.inner_text()
    keys.press("Backspace")
    keys.press("Enter")
    lab.settle()
    assert "You said 9 ft; it is 12.48 ft. It is more" in reply(lab)
    assert "You said 9" in lab.root.locator(".lab-said").inner_text()
    assert "leave-one-out error is 12.48 ft" in lab.sentence
    assert lab.picture() != veiled
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
    assert notebook.page.evaluate(KEPT, "svr_tube")["guess"] is None


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
            notebook.restart()
        else:
            notebook.page.evaluate("localStorage.clear()")
        if new == "storage":
            lab = run_again(notebook, 1)
        else:
            notebook.run_all()
            lab = notebook.labs()[1]
        lab.settle()
        assert reply(lab) == said, new
        assert "support vectors of 62" in lab.sentence, new
    assert notebook.page.evaluate(KEPT, "svr_tube")["guess"] == "the slow ones"
    lab.root.locator(".lab-controls input[type=range]").first.press("End")
    lab.root.get_by_role("button", name="ask me again").click()
    lab.settle()
    assert lab.sentence == VEILED
    assert lab.root.locator(".lab-controls output").first.text_content() == "15 ft"
    assert notebook.page.evaluate(KEPT, "svr_tube")["kind"] == "again"
    assert not lab.root.get_by_label("the slow ones").is_checked()
    python(notebook, "tube.answer('cars of all speeds alike')")
    lab.settle()
    assert "You said “cars of all speeds alike”" in reply(lab)


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
    notebook.restart()
    gone.root.get_by_role("button", name="Skip").click()
    assert reply(gone).startswith("Skipped.")
    gone.root.locator(".lab-problem", has_text="Python does not answer").wait_for()
    notebook.run_all()
    assert reply(notebook.labs()[2]).startswith("Skipped.")
    assert "support vectors. Between" in notebook.labs()[2].sentence
