"""Labs in a real browser: keyboard, screens of all kinds, storms of moves, and a kernel that goes away."""

import pytest

from tests.browser.lab_page import Course


def test_a_lab_can_be_played_by_keyboard_alone_and_read_aloud(course: Course):
    notebook = course.open("08_kernel_ridge_regression.ipynb")
    notebook.run_all()
    lab, keys = notebook.labs()[0], notebook.page.keyboard
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


def test_jupyterlab_opens_without_a_question(course: Course):
    page = course.open("00_start_here.ipynb").page
    page.wait_for_timeout(3000)  # the question about news would come a moment after the page
    assert page.locator(".Toastify__toast, .jp-Dialog").all_inner_texts() == []


def test_a_storm_of_moves_ends_at_the_newest_value(course: Course):
    notebook = course.open("08_kernel_ridge_regression.ipynb")
    notebook.run_all()
    lab = notebook.labs()[0]
    slider = lab.sliders[0]
    top = int(slider.get_attribute("max") or 0)
    lab.watch()
    slider.evaluate(
        """(slider, top) => new Promise((done) => {
          let i = 0;
          const timer = setInterval(() => {
            slider.value = (i * 7) % (top + 1);
            slider.dispatchEvent(new Event('input'));
            if (++i === 400) { clearInterval(timer); slider.value = top; slider.dispatchEvent(new Event('input')); done(); }
          }, 3);
        })""",
        top,
    )
    lab.settle()
    seen = lab.seen()
    assert slider.input_value() == str(top)
    assert "λ = 1000" in lab.sentence
    assert 0 < seen["painted"] < 400  # values overtaken on the way are never computed
    assert seen["blank"] == 0
    stormed = lab.picture()
    lab.reset()
    slider.focus()
    notebook.page.keyboard.press("End")
    lab.settle()
    assert lab.picture() == stormed  # the picture pieced together from patches is the one painted at once


def test_a_forbidden_value_shows_its_reason_keeps_the_picture_and_recovers(course: Course):
    notebook = course.open("a_lab_of_ones_own.ipynb")
    notebook.run_all()
    lab = notebook.labs()[0]
    good, said = lab.picture(), lab.sentence
    lab.sliders[0].focus()
    notebook.page.keyboard.press("End")
    lab.settle()
    assert "no real square root" in lab.problem
    assert (lab.picture(), lab.sentence) == (good, said)
    notebook.page.keyboard.press("Home")
    lab.settle()
    assert lab.problem == ""
    assert lab.picture() != good


def test_a_cell_can_move_the_sliders_too(course: Course):
    notebook = course.open("a_lab_of_ones_own.ipynb")
    notebook.run_all()
    lab = notebook.labs()[0]
    before = lab.picture()
    notebook.page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({code: 'lab.set(a=0.5)'}).done"
    )
    lab.settle()
    assert lab.picture() != before
    assert lab.root.locator("output").inner_text() == "0.5"


def test_a_lab_whose_kernel_was_restarted_says_so_and_comes_back(course: Course):
    notebook = course.open("00_start_here.ipynb")
    notebook.run_all()
    lab = notebook.labs()[0]
    notebook.page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    notebook.page.wait_for_timeout(1000)
    lab.sliders[0].press("ArrowRight")
    lab.root.locator(".lab-problem", has_text="Python does not answer").wait_for()
    assert lab.root.get_attribute("aria-busy") == "false"
    notebook.run_all()
    lab = notebook.labs()[0]
    before = lab.sentence
    lab.sliders[0].press("ArrowRight")
    lab.settle()
    assert lab.sentence != before
    assert lab.problem == ""


def test_exactly_one_picture_shows_with_and_without_a_kernel(course: Course):
    notebook = course.open("08_kernel_ridge_regression.ipynb")
    still = notebook.page.locator(".jp-RenderedHTMLCommon img[alt^='Kernel ridge regression on stopping distances']")
    still.scroll_into_view_if_needed()
    assert still.is_visible()
    assert notebook.labs() == []
    notebook.run_all()
    assert len(notebook.labs()) == 4
    notebook.labs()[0].canvas.scroll_into_view_if_needed()
    assert not still.is_visible()


def test_on_a_dense_screen_the_picture_is_dense(browser, jupyter):
    with browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=2) as context:
        notebook = Course(context, jupyter).open("00_start_here.ipynb")
        notebook.run_all()
        width, shown = notebook.labs()[0].canvas.evaluate("(c) => [c.width, c.getBoundingClientRect().width]")
    assert width == pytest.approx(2 * shown, rel=0.01)


def test_on_a_narrow_screen_a_lab_still_fits(browser, jupyter):
    with browser.new_context(viewport={"width": 900, "height": 650}) as context:
        notebook = Course(context, jupyter).open("00_start_here.ipynb")
        notebook.run_all()
        lab = notebook.labs()[0].root.bounding_box()
    assert lab["x"] + lab["width"] <= 900
