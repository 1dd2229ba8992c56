"""The slides of a lecture, from their file, with the network refused: by keys, by hand,
large, and none of it cut.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from askfirst_tests.hands import Finger
from tests.browser.lab_page import Lab
from tests.browser.site_page import grave, reading

WALL = {"width": 1280, "height": 720}
READY = "document.documentElement.dataset.ready === 'true'"
SHOWN = "section.present section.present"
# What is not whole inside its slide, and letters smaller than 20 pixels, which in a
# picture that is as large as it was drawn are 15.28.
CUT = """() => {
  const slide = Reveal.getCurrentSlide(), room = slide.querySelector('.room');
  const box = slide.getBoundingClientRect();
  const heard = (each) => each !== slide && // for the ear alone
    (getComputedStyle(each).clipPath !== 'none' || heard(each.parentElement));
  const seen = [...slide.querySelectorAll(
    'h1, p, li, td, th, pre, canvas, img, input, button, math, legend, label, output,'
    + '.lab-question span, .lab-sentence')].filter((each) =>
    !each.closest('aside') && each.checkVisibility() && !heard(each));
  const least = (each) => {
    if (each.matches('canvas')) return each.letters * each.clientWidth / each.width;
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } = each;
    const shown = Math.min(clientWidth, clientHeight * naturalWidth / naturalHeight);
    return 15.28 * shown / each.getAttribute('width');
  };
  const drawn = '.lab-live canvas, .cell img[width]';
  const pictures = seen.filter((each) => each.matches(drawn) && !(least(each) >= 19.9))
    .map((each) => `${location.hash} ${least(each)} in the picture`);
  return pictures.concat(seen.flatMap((each) => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    const out = width && room.contains(each) && (left < box.left - 1 ||
      top < box.top - 1 || right > box.right + 1 || bottom > box.bottom + 1);
    const letters = parseFloat(getComputedStyle(each).fontSize);
    return out || (!each.matches('canvas, img, input') && letters < 20) ?
      [`${location.hash} ${letters} ${each.outerHTML.slice(0, 80)}`] : [];
  }));
}"""
# From now on a canvas knows its smallest letters, in its own pixels: a text's unit is a
# thousandth of its em.
LETTERS = """() => {
  const pen = CanvasRenderingContext2D.prototype;
  const { clearRect, restore, drawImage } = pen;
  const seen = ({ canvas }, size) =>
    canvas.letters = Math.min(canvas.letters ?? Infinity, size);
  pen.clearRect = function (...box) {
    this.canvas.letters = Infinity;
    return clearRect.apply(this, box);
  };
  pen.restore = function () {
    const { a, b } = this.getTransform();
    const size = 1000 * Math.hypot(a, b);
    if (size < 120) seen(this, size);
    return restore.call(this);
  };
  pen.drawImage = function (image, ...place) {
    if (image.letters) seen(this, image.letters);
    return drawImage.call(this, image, ...place);
  };
}"""
SEEN = "(each) => getComputedStyle(each).clipPath === 'none'"  # not heard alone
CALM = """() => new Promise((done) => requestAnimationFrame(() =>
  requestAnimationFrame(() => requestAnimationFrame(done))))"""

SIZE = "Reveal.getCurrentSlide().style.getPropertyValue('--size')"


@pytest.fixture
def page(browser, site):
    """The slides."""
    slides = site / "slides" / "03_lecture.html"
    with reading(browser, slides, READY, viewport=WALL) as page:
        yield page


def number(page: Page) -> int:
    return page.evaluate("Reveal.getSlidePastCount() + 1")


def to_the_lab(page: Page, kind: str = ".lab-live") -> Lab:
    """Go on until a lab is shown, and wait until it is alive."""
    for _ in range(page.evaluate("Reveal.getTotalSlides()")):
        if page.locator(f"{SHOWN} [data-lab]").count():
            break
        page.keyboard.press("PageDown")
    lab = page.locator(f"{SHOWN} {kind}")
    lab.wait_for()
    return Lab(page, lab)


def states(page: Page) -> Iterator[str]:
    """The slide as it opens; a lab also when its question was answered, wrongly where
    an answer can be chosen, and when its first slider was moved.
    """
    lab = page.locator(f"{SHOWN} .lab[aria-busy=false]")
    if page.locator(f"{SHOWN} [data-lab]").count():
        lab.wait_for()
        page.evaluate(CALM)
    yield "open"
    if not lab.count():
        return
    question = lab.locator(".lab-question[data-state=open]")
    if question.count():
        choices = question.locator("input[type=radio]")
        if choices.count():
            choices.first.check()
        pressed = "Answer" if choices.count() else "Skip"
        question.get_by_role("button", name=pressed).click()
        lab.wait_for()
        page.evaluate(CALM)
        yield "answered"
    lab.locator("input[type=range]:visible").first.press("ArrowRight")
    lab.wait_for()
    page.evaluate(CALM)
    yield "moved"
    page.keyboard.press("Escape")


def test_keys_turn_the_slides_and_the_address_follows(page):
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
    assert last == page.evaluate("Reveal.getTotalSlides()") == 8
    page.keyboard.press("ArrowRight")
    assert number(page) == last
    page.wait_for_url("**#/7")  # one of the eight stands below another
    page.reload()
    page.wait_for_function(READY)
    assert number(page) == last
    page.get_by_role("link", name="03 · A lecture").click()
    page.get_by_role("link", name="Slides").click()
    page.wait_for_function(READY)
    assert number(page) == 1


def test_a_question_is_answered_and_a_focused_slider_moves_the_lab_and_not_the_slide(
    page,
):
    page.evaluate(LETTERS)
    lab = to_the_lab(page)
    here = number(page)
    page.evaluate(CALM)
    asked = page.evaluate(SIZE)
    lab.skip()
    page.wait_for_function(f"{SIZE} !== '{asked}'")  # the reply needs more room
    lab.root.get_by_role("button", name="ask me again").click()
    page.wait_for_function(f"{SIZE} === '{asked}'")
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
    assert lab.picture() != before
    assert lab.sentence != said
    assert number(page) == here
    assert page.evaluate(CUT) == []
    assert lab.root.locator(".lab-words").evaluate(SEEN)
    page.keyboard.press("Escape")  # lets go of the slider
    page.keyboard.press("ArrowRight")
    assert number(page) == here + 1
    page.keyboard.press("ArrowLeft")
    lab.sliders[0].focus()
    page.keyboard.press("PageDown")
    assert number(page) == here + 1


def test_a_finger_takes_a_handle_on_a_large_slide_and_the_slide_stays(browser, site):
    how = {"has_touch": True, "viewport": {"width": 1920, "height": 1080}}
    with reading(browser, site / "slides" / "03_lecture.html", READY, **how) as page:
        lab = to_the_lab(page)
        lab.skip()
        lab.settle()
        hand, handle = Finger(page), lab.root.locator(".lab-handle")
        here, began = number(page), int(lab.sliders[0].input_value())
        x, y = middle(handle)
        hand.down(x, y)
        for i in range(1, 11):
            hand.move(x + 12 * i, y)
            lab.settle()
        hand.up()
        lab.settle()
        assert int(lab.sliders[0].input_value()) > began
        assert middle(handle)[0] == pytest.approx(x + 120, abs=20)  # a step of λ
        assert number(page) == here


def middle(handle) -> tuple[float, float]:
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_every_slide_fits_and_nothing_serious_stands_before_a_reader(browser, site):
    place = site / "slides" / "03_lecture.html"
    with reading(browser, place, READY, viewport=WALL, color_scheme="dark") as page:
        page.evaluate(LETTERS)
        cut, labs = [], 0
        for _ in range(page.evaluate("Reveal.getTotalSlides()")):
            for state in states(page):
                cut += page.evaluate(CUT) + grave(page)
                labs += state != "open"
            page.keyboard.press("PageDown")
        assert cut == []
        assert labs == 4
        picture = page.locator("[data-kind=picture]").get_attribute("style")
        assert "--size: 28px" in picture  # its words leave it room


def test_the_overview_and_the_colours_are_a_key_away(page):
    page.keyboard.press("o")
    assert page.evaluate("Reveal.isOverview()")
    page.keyboard.press("o")
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.keyboard.press("d")
    page.get_by_role("link", name="03 · A lecture").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_speaker_sees_the_notes_in_a_window_of_their_own(page):
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    expect(notes).to_contain_text("Prose for whoever speaks")
    page.keyboard.press("ArrowRight")
    expect(notes).to_contain_text("every sentence of this text")
    claim = page.locator("section[data-kind]").nth(1).locator(".content")
    assert claim.inner_text().startswith("The claim. One system.")
    assert claim.locator("math").count() == 1


def test_a_lab_is_printed_with_what_it_asks(page):
    page.goto(f"{page.url.partition('#')[0]}?print-pdf")
    page.wait_for_function(READY)
    still = page.locator("[data-kind='lab'] .lab-page img").first
    asked = page.locator("[data-kind='lab'] .lab-page p:has(+ img)").first
    expect(asked).to_contain_text("?")
    assert asked.inner_text() == still.get_attribute("alt")
    wide = "(each) => each.clientWidth > 800"  # of 1280, once the picture is there
    page.wait_for_function(wide, arg=still.element_handle())
