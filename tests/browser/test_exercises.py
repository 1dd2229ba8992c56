"""Exercises that are answered in the page, by hand and by keyboard."""

import pytest
from playwright.sync_api import expect

from askfirst.questions.boxes import judging
from askfirst_tests.alone import MODEL, empty, say, scripts
from kernellab.course.exercises import EXERCISES, exercise

TYPED = {name: made for name in sorted(EXERCISES) if (made := exercise(name)).spec()}


@pytest.fixture
def page(browser):
    with empty(browser) as page:
        scripts(page, "controls")
        page.add_script_tag(content=f"{judging()}\nwindow.liveExercise = liveExercise;")
        yield page


@pytest.fixture
def live(page):
    """Show an exercise; what the page was told of it is in ``told``."""

    def show(name: str, state: str = "not answered yet."):
        made = TYPED[name]
        page.set_content(made.element(state))
        page.evaluate(
            """(spec) => {
              window.told = [];
              liveExercise(document.querySelector('.exercise-live'), spec,
                (answer, { state }) => told.push([answer, state]));
            }""",
            made.spec(),
        )
        return page.locator(f'.exercise-live[data-exercise="{name}"]')

    return show


def test_a_number_is_typed_and_checked_by_key_or_button(page, live):
    place = live("01.1")
    said, box = place.locator(".exercise-said"), place.get_by_role("textbox")
    expect(said).to_have_text("○ Exercise 01.1: not answered yet.")
    box.fill("91")
    place.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("✗ Exercise 01.1: not yet. ")
    expect(place).to_have_attribute("data-state", "wrong")
    box.fill("9")
    expect(said).to_contain_text("changed since it was checked")
    box.press("Enter")
    expect(said).to_contain_text("too small, by a factor of ten or more")
    box.fill("<img src=x onerror=alert(1)>")
    box.press("Enter")
    expect(said).to_contain_text("is not understood here")
    expect(place.locator("img")).to_have_count(0)
    box.fill("180/2")
    box.press("Enter")
    expect(said).to_have_text(f"✓ Exercise 01.1: right. {TYPED['01.1'].why}")
    assert page.evaluate("told.map((each) => each[1])") == ["wrong", "wrong", "right"]


def test_yes_and_no_are_switches(page, live):
    place = live("02.2")
    said, switches = place.locator(".exercise-said"), place.get_by_role("checkbox")
    expect(switches).to_have_count(4)
    name = "C: 500 points, 30 coordinates, degree 2"
    expect(switches.nth(2)).to_have_accessible_name(name)
    words = "A tick says “the dual”, no tick “the primal”."
    expect(place.get_by_role("group", name=words)).to_be_visible()
    switches.nth(0).check()
    place.get_by_role("button", name="Check").press("Enter")
    expect(said).to_contain_text("not yet.")
    switches.nth(3).press("Space")
    switches.nth(3).press("Enter")
    expect(said).to_contain_text("right.")
    assert page.evaluate("told.at(-1)") == [[True, False, False, True], "right"]


def test_each_thing_that_is_asked_has_its_choices(page, live):
    place = live("05.1")
    said, things = place.locator(".exercise-said"), place.locator("fieldset")
    expect(things).to_have_count(6)
    spectrum = place.get_by_role("group", name="(e) 1/(1 + (x − z)²)").get_by_role(
        "radio", name="2 spectrum"
    )
    spectrum.check()
    place.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("(a) exp(xz): Nothing is chosen yet.")
    assert page.evaluate("told") == []
    for i, tool in enumerate([1, 2, 3, 1, 2, 3]):
        things.nth(i).get_by_role("radio").nth(tool - 1).check()
    spectrum.press("ArrowRight")
    spectrum.press("Enter")
    expect(said).to_contain_text("not yet. 5 of the 6 entries are right")
    spectrum.check()
    spectrum.press("Enter")
    expect(said).to_contain_text("right.")
    assert page.evaluate("told.at(-1)") == [[1, 2, 3, 1, 2, 3], "right"]
    place = live("06.3")
    wanted = "3 Linear() + Linear() * Periodic(1, period=1)"
    place.get_by_role("radio", name=wanted).check()
    place.get_by_role("button", name="Check").click()
    assert page.evaluate("told") == [[3, "right"]]


def test_an_answer_that_python_has_not_heard_does_not_count(page):
    made = TYPED["09.1"]
    scripts(page, "boxes")
    page.evaluate(MODEL, {"html": made.element("?")})
    page.evaluate("render({ model, el: document.body })")
    said, box = page.locator(".exercise-said"), page.get_by_role("textbox")
    box.fill("[4, -1]")
    page.evaluate("window.deaf = true")
    box.press("Enter")
    expect(said).to_contain_text("right. ")
    expect(said).to_contain_text("This does not count yet. Python does not answer.")
    page.evaluate("window.deaf = false")
    box.press("Enter")
    assert len(page.evaluate("sent")) == 1
    say(page, {"kind": "heard", "note": "Run it again."})
    expect(said).to_contain_text("Run it again.")
    say(page, {"kind": "heard", "note": ""})
    expect(said.locator("small")).to_have_count(0)
