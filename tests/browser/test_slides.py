"""A lecture on the wall, from its file, with the network refused: by keys, by hand, and
none of it cut.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab_page import Lab
from tests.browser.site_page import grave, reading

WALL = {"width": 1280, "height": 720}

READY = "document.querySelector('main')?.getAttribute('aria-busy') === 'false'"
CUT = """() => {
  const room = document.querySelector('section:not([hidden]) .room');
  const { left, top, right, bottom } = room.getBoundingClientRect();
  const seen = [...room.querySelectorAll(
    'p, li, td, pre, canvas, img, input, button, math')];
  const outside = seen.filter((each) => each.checkVisibility()).filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && (box.left < left - 1 || box.top < top - 1 ||
      box.right > right + 1 || box.bottom > bottom + 1);
  });
  return outside.map((each) => `${location.hash} ${each.outerHTML.slice(0, 80)}`);
}"""


@pytest.fixture
def page(browser, site):
    """The slides."""
    with reading(
        browser, site / "slides" / "03_lecture.html", READY, viewport=WALL
    ) as page:
        yield page


def number(page: Page) -> int:
    page.wait_for_function(READY)
    here, _ = page.locator("nav output").inner_text().split(" / ")
    assert page.url.endswith(f"#{here}")
    return int(here)


def to_the_lab(page: Page, kind: str = ".lab-live") -> Lab:
    """Go on until a lab is shown, and wait until it is alive."""
    while not page.locator("section:not([hidden]) [data-lab]").count():
        page.keyboard.press("PageDown")
        page.wait_for_function(READY)
    lab = page.locator(f"section:not([hidden]) {kind}")
    lab.wait_for()
    return Lab(page, lab)


def test_keys_and_hands_turn_the_slides_and_the_address_follows(page):
    assert number(page) == 1
    for key, wanted in (
        ("ArrowRight", 2),
        (" ", 3),
        ("PageDown", 4),
        ("ArrowLeft", 3),
        ("PageUp", 2),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        assert number(page) == wanted
    page.keyboard.press("End")
    last = number(page)
    page.keyboard.press("ArrowRight")
    assert number(page) == last == page.locator("section").count()
    page.mouse.click(5, 300)
    assert number(page) == last - 1
    page.reload()
    assert number(page) == last - 1
    page.get_by_role("link", name="03 · A lecture").click()
    page.get_by_role("link", name="Slides").click()
    assert number(page) == 1


def test_a_question_is_answered_and_a_focused_slider_moves_the_lab_and_not_the_slide(
    page,
):
    lab = to_the_lab(page)
    here = number(page)
    guess = lab.root.get_by_label("my guess")
    guess.fill("9")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(lab.root.locator(".lab-question")).to_have_attribute("data-state", "wrong")
    lab.settle()
    before, said = lab.picture(), lab.sentence
    lab.sliders[0].focus()
    page.keyboard.press("ArrowRight")
    lab.settle()
    assert (lab.picture() != before, lab.sentence != said, number(page)) == (
        True,
        True,
        here,
    )
    assert page.evaluate(CUT) == []
    page.keyboard.press("PageDown")
    assert number(page) == here + 1
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowLeft")  # the slider has lost the focus with its slide
    assert number(page) == here - 1


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (800, 600)])
def test_every_slide_fits_the_window_and_is_large(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("document.documentElement.clientWidth === innerWidth")
    cut, labs = [], 0
    for _ in range(page.locator("section").count()):
        page.wait_for_function(READY)
        if page.locator("section:not([hidden]) [data-lab]").count():
            page.locator("section:not([hidden]) .lab[aria-busy=false]").wait_for()
            page.evaluate(
                "new Promise((done) => requestAnimationFrame(() =>"
                " requestAnimationFrame(done)))"
            )
            labs += 1
        words = page.locator("section:not([hidden]) .content > p")
        for size in words.evaluate_all(
            "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
        ):
            assert size >= 24 * height / 720 - 0.1
        cut += page.evaluate(CUT)
        page.keyboard.press("PageDown")
    assert cut == []
    assert labs == 2
    assert "Beyond" not in page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_between_a_reader_and_a_slide(browser, site, scheme):
    with reading(
        browser,
        site / "slides" / "03_lecture.html",
        READY,
        viewport=WALL,
        color_scheme=scheme,
    ) as page:
        for stop in ("the first", "a lab", "a derivation"):
            page.wait_for_function(READY)
            if stop != "the first":
                page.keyboard.press("PageDown")
                to_the_lab(page, ".lab")
            assert grave(page) == [], stop


def test_night_is_kept_for_the_pages_too(page):
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.get_by_role("button", name="Day or night").click()
    page.get_by_role("link", name="03 · A lecture").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
