"""A lab that asks, in a real browser: with Python, without it, and after it."""

from playwright.sync_api import Locator, expect

from askfirst.questions.question import VEILED
from tests.browser.lab_page import Course, Lab, Notebook

ASKING = "labs_that_ask.ipynb"
# What the browser's journal says last of a question.
KEPT = """(name) => Object.keys(localStorage)
  .filter((key) => key.startsWith('kernellab:'))
  .map((key) => JSON.parse(key.slice('kernellab:'.length)))
  .filter((event) => event.name === name)
  .sort((a, b) => a.when - b.when)
  .at(-1)"""


def opened(course: Course) -> Notebook:
    """The notebook, of a student of whom nothing is known."""
    notebook = course.open(ASKING)
    anew = "from askfirst.record import record; record.student = record.Record()"
    notebook.ask("1", anew)  # the kernel may be an earlier test's
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


def place(handle: Locator) -> tuple[float, float]:
    box = handle.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reply(lab: Lab) -> str:
    said = lab.root.locator(".lab-question [role=status]").inner_text()
    return said.replace("\xa0", " ")


def test_a_question_is_answered_by_keyboard(course: Course):
    notebook = opened(course)
    lab, keys = notebook.labs()[0], notebook.page.keyboard
    assert lab.sentence == VEILED
    assert lab.canvas.get_attribute("aria-label") == VEILED
    lab.root.get_by_role("group", name="With ℓ = 3 mph").wait_for()
    slider = lab.root.locator(".lab-controls input[type=range]").first
    veiled = lab.picture()
    lab.root.get_by_role("textbox", name="my guess").focus()
    keys.type("9")
    keys.press("Enter")
    lab.settle()
    assert "You said 9 ft; it is 12.48 ft. It is more" in reply(lab)
    assert "You said 9" in lab.root.locator(".lab-said").inner_text()
    assert "leave-one-out error is 12.48 ft" in lab.sentence
    assert lab.picture() != veiled
    assert notebook.page.locator(":focus").inner_text() == "ask me again"
    keys.press("Tab")
    assert notebook.page.locator(":focus").get_attribute("type") == "radio"
    # JupyterLab leaves a handle to the hand that takes it.
    handle, mouse = lab.root.locator(".lab-handle"), notebook.page.mouse
    start = slider.input_value()
    handle.hover()
    mouse.down()
    x, y = place(handle)
    mouse.move(x + 60, y, steps=6)
    expect(slider).not_to_have_value(start)
    mouse.up()
    slider.press("End")
    lab.settle()
    assert "At λ = 10000" in lab.sentence
    assert "You said 9 ft" in reply(lab)


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
    notebook.ask("1", "tube.answer('cars of all speeds alike')")
    lab.settle()
    assert "You said “cars of all speeds alike”" in reply(lab)
