"""Derivations in a real browser: rows of text that a keyboard steps through."""

from playwright.sync_api import Locator, expect

from tests.browser.lab_page import Course, Notebook


def steppers(notebook: Notebook, asked: bool = False) -> list[Locator]:
    """The steppers of a notebook that has been run, their questions passed unless they
    are ``asked``.
    """
    notebook.run_all()
    notebook.page.locator(".lab-steps").first.wait_for()
    labs = notebook.page.locator(".lab-steps").all()
    for lab in labs:
        lab.locator("li").first.wait_for()
        if not asked and lab.locator(".lab-question[data-state=open]").count():
            lab.get_by_role("button", name="Skip").click()
            lab.locator(".lab-question[data-state=skipped]").wait_for()
    return labs


def execute(notebook: Notebook, code: str) -> None:
    """Give the kernel something to do, and wait for nothing."""
    kernel = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
    notebook.page.evaluate(f"code => void {kernel}.requestExecute({{ code }})", code)


def rows(lab: Locator) -> list[Locator]:
    """The steps that are to be seen."""
    return lab.locator("li:not(.lab-later)").all()


def test_a_keyboard_goes_through_the_steps_and_python_is_not_needed(course: Course):
    notebook = course.open("primal_to_dual.ipynb")
    lab, keys = steppers(notebook)[0], notebook.page.keyboard
    assert lab.locator("canvas, img, svg").count() == 0
    assert lab.locator("math").count() > 5
    assert not notebook.page.locator(".lab-still").first.is_visible()
    execute(notebook, "import time; time.sleep(3)")
    step = lab.get_by_role("slider", name="step")
    step.focus()
    keys.press("Home")
    assert len(rows(lab)) == 1
    for number in range(2, 6):
        keys.press("ArrowRight")
        assert len(rows(lab)) == number
        assert lab.locator("li[aria-current]").inner_text().startswith(str(number))
        assert f"step {number} of 5 holds" in lab.locator(".lab-sentence").inner_text()
        assert lab.get_attribute("aria-busy") == "false"
    assert step.get_attribute("aria-valuetext") == "5"


def test_data_that_are_refused_show_the_reason_in_place_of_the_rows(course: Course):
    notebook = course.open("a_stepper_of_ones_own.ipynb")
    (lab,), keys = steppers(notebook), notebook.page.keyboard
    lab.get_by_role("slider", name="x").focus()
    keys.press("Home")
    expect(lab.get_by_role("alert")).to_have_text("x = 0 has no half here. Try x > 0.")
    expect(lab.locator("ol")).to_be_hidden()
    assert not lab.locator(".lab-sentence").is_visible()
    keys.press("ArrowRight")
    expect(lab.locator(".lab-sentence")).to_contain_text("With x = 1,")
    assert len(rows(lab)) == 5
    assert lab.locator(".lab-problem").text_content() == ""


def test_without_its_kernel_the_steps_stay_and_other_data_say_what_is_wrong(
    course: Course,
):
    notebook = course.open("a_stepper_of_ones_own.ipynb")
    (lab,), keys = steppers(notebook), notebook.page.keyboard
    notebook.restart()
    lab.get_by_role("slider", name="step").focus()
    keys.press("ArrowLeft")
    assert len(rows(lab)) == 4
    keys.press("Tab")
    keys.press("ArrowRight")
    silence = "Python does not answer"
    expect(lab.get_by_role("alert")).to_contain_text(silence, timeout=30_000)
    expect(lab.locator("ol")).to_be_hidden()


def test_a_stepper_asks_first_and_its_guess_outlasts_the_page(course: Course):
    notebook = course.open("a_stepper_that_asks.ipynb")
    (lab,) = steppers(notebook, asked=True)
    lam = lab.get_by_role("slider", name="λ", include_hidden=True)
    assert lam.evaluate("(slider) => slider.closest('[inert]') !== null")
    expect(lam).to_be_hidden()
    assert lab.locator(".lab-said").last.text_content() == ""
    guess = lab.get_by_label("my guess")
    guess.fill("1")
    guess.press("Enter")
    status = lab.locator(".lab-question [role=status]")
    expect(status).to_have_text(
        "You said 1; it is 2. The derivative needs no λ. It divides by λ."
    )
    lam.focus()
    notebook.page.keyboard.press("Home")
    expect(lab.locator("li").nth(1)).to_contain_text("⊘ fails, as it should")
    assert (
        notebook.ask(
            "lab.values['lam']",
            "import gc; from askfirst.labs.steppers import Stepper; "
            "lab = next(each for each in gc.get_objects() if isinstance(each,"
            " Stepper))",
        )
        == "0.0"
    )
    notebook.run_all()
    again = notebook.page.locator(".lab-steps")
    expect(again.locator(".lab-question [role=status]")).to_contain_text(
        "You said 1; it is 2."
    )
    again.get_by_role("button", name="ask me again").click()
    expect(again.get_by_label("my guess")).to_be_focused()
    assert again.get_by_role("slider", name="λ", include_hidden=True).evaluate(
        "(slider) => slider.closest('[inert]') !== null"
    )
