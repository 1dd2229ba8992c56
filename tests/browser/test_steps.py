"""A derivation in JupyterLab, which asks first."""

from playwright.sync_api import expect

from tests.browser.lab_page import Course


def test_a_stepper_asks_first_and_its_guess_outlasts_the_page(course: Course):
    notebook = course.open("a_stepper_that_asks.ipynb")
    notebook.run_all()
    lab = notebook.page.locator(".lab-steps")
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
