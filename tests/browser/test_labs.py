"""Labs in a real browser: keyboard, refused values, and a kernel that goes away."""

import pytest
from playwright.sync_api import expect

from askfirst.labs.playable import MENU
from tests.browser.lab_page import Course, Notebook


def test_a_lab_can_be_played_by_keyboard_alone_and_read_aloud(course: Course):
    notebook = course.open("kernel_ridge.ipynb")
    notebook.run_all()
    lab, keys = notebook.labs()[0], notebook.page.keyboard
    lab.skip()
    start = [slider.input_value() for slider in lab.sliders]
    lab.choices[0].focus()
    keys.press("ArrowRight")
    lab.settle()
    assert lab.choices[1].is_checked()
    keys.press("Tab")
    focused = notebook.page.locator(":focus")
    assert focused.get_attribute("type") == "range"
    before = lab.picture()
    for key in ("End", "ArrowLeft", "PageDown", "Home"):
        keys.press(key)
    lab.settle()
    assert focused.input_value() == "0"
    assert focused.get_attribute("aria-valuetext") == "0.01"
    assert lab.root.get_by_role("slider", name="λ").count() == 1
    assert lab.canvas.get_attribute("role") == "img"
    for _ in lab.sliders:
        keys.press("Tab")
    assert notebook.page.locator(":focus").inner_text() == "Reset"
    keys.press("Enter")
    lab.settle()
    assert lab.picture() != before
    assert [slider.input_value() for slider in lab.sliders] == start


@pytest.mark.parametrize("gone", ["restartKernel", "shutdown"])
def test_one_button_runs_what_a_lab_needs_after_its_kernel_has_gone(
    course: Course, gone
):
    notebook = course.open("a_lab_of_ones_own.ipynb")
    notebook.run_all()
    page = notebook.page
    page.evaluate(f"jupyterapp.shell.currentWidget.sessionContext.{gone}()")
    page.wait_for_timeout(1000)
    (lab,) = notebook.labs()
    lab.sliders[0].press("ArrowRight")
    lab.root.locator(".lab-problem", has_text="Python does not answer").wait_for()
    assert lab.root.get_attribute("aria-busy") == "false"
    lab.root.evaluate("(root) => (root.dataset.old = 'yes')")
    lab.root.get_by_role("button", name="Run what it needs").click()
    page.locator(".lab-live:not([data-old])").wait_for(timeout=300_000)
    notebook.painted()
    (lab,) = notebook.labs()
    assert lab.sentence == "The slope is 0.3."
    lab.sliders[0].press("ArrowRight")
    lab.settle()
    assert lab.sentence == "The slope is 0.4."
    assert lab.problem == ""
    assert notebook.errors() == []


def test_the_advice_on_a_fresh_page_works_before_anything_is_trusted(course: Course):
    notebook = course.open("00_start_here.ipynb")
    page, output = notebook.page, ".jp-OutputArea-child"
    assert page.evaluate(
        "[...window.jupyterapp.shell.currentWidget.content.widgets]"
        ".filter((cell) => cell.model.type === 'code')"
        ".every((cell) => !cell.model.trusted)"
    )
    advice = page.locator(output, has_text="an interactive lab (to play, select").first
    expect(advice).to_contain_text(f"select this cell: {MENU}")
    # The menu, as the words say.
    advice.click()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Above Selected Cell").click()
    page.keyboard.press("Shift+Enter")
    page.locator(".lab-live canvas[data-frames]").first.wait_for(timeout=300_000)
    # The button beside a still picture; JupyterLab asks, for nobody trusted this cell.
    before = len(notebook.labs())
    page.get_by_role("button", name="Play: run what it needs").first.click()
    page.get_by_role("button", name="Run Once").click()
    live = page.locator(".lab-live canvas[data-frames]")
    live.nth(before).wait_for(timeout=300_000)
    assert notebook.errors() == []


def test_a_notebook_of_yesterday_says_how_to_play(browser, jupyter):
    names = ("a_lab_of_ones_own.ipynb", "a_stepper_of_ones_own.ipynb")
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        course = Course(context, jupyter)
        for name in names:
            notebook = course.open(name)
            notebook.run_all()
            page = notebook.page
            page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        page.evaluate("window.jupyterapp.serviceManager.sessions.shutdownAll()")
        page.close()
        for name in names:
            page = course.open(name).page
            shown = page.locator(".jp-NotebookPanel:visible")
            line = shown.locator(".jupyter-widgets").first
            line.wait_for()
            told = """(node) => getComputedStyle(node).fontSize === '0px' &&
              getComputedStyle(node, '::after').content"""
            page.wait_for_function(told, arg=line.element_handle())
            said = line.evaluate(told)
            assert "Run All Above Selected Cell, then Shift and Enter" in said
            still = shown.locator(".lab-still").first
            assert still.is_visible()
            # Nothing has run in this kernel, and the lab needs names of other cells.
            shown.get_by_role("button", name="Play: run what it needs").click()
            live = shown.locator(".lab-live canvas[data-frames], .lab-steps li")
            live.first.wait_for(timeout=300_000)
            assert not still.is_visible()
            assert Notebook(page).errors() == []


def test_an_exercise_is_answered_in_boxes_and_the_notebook_keeps_it(course: Course):
    notebook = course.open("an_exercise_in_boxes.ipynb")
    notebook.run_all()
    place = notebook.page.locator(".exercise-live")
    box = place.get_by_role("textbox")
    for typed, state in (("[4, 1]", "wrong"), ("[4, -1]", "right")):
        box.fill(typed)
        box.press("Enter")
        expect(place).to_have_attribute("data-state", state)
        notebook.page.wait_for_function(
            """(said) => JSON.stringify(
                 window.jupyterapp.shell.currentWidget.context.model).includes(said)""",
            arg=f'"state":"{state}"',
        )
    asked = "record.student.state.checks['09.1'][None]['state']"
    kept = notebook.ask(asked, first="from askfirst.record import record")
    assert kept == "'right'"
    expect(notebook.page.locator("[data-checked]:visible")).to_have_count(0)
