"""Pages that need no Python: built from small notebooks, opened from their files, with
the network refused.
"""

from inspect import ismodule

import nbformat
import pytest
from playwright.sync_api import Page, expect

import kernellab
from askfirst.questions.question import VEILED
from tests.browser.lab_page import Lab
from tests.browser.site_page import WAKE, cut, grave, move_everything, reading, wide
from tests.browser.small_site import FIRST, NOTEBOOKS


@pytest.fixture
def page(browser, site):
    """The first page."""
    with reading(browser, site / "00_first.html") as page:
        yield page


def labs_of(page: Page) -> list[Lab]:
    return [Lab(page, each) for each in page.locator(".lab-live").all()]


def test_every_control_of_every_lab_moves_it(browser, site):
    with reading(browser, site / "00_first.html") as page:
        assert move_everything(page, "key") == 18


def test_where_the_page_has_no_picture_it_goes_to_the_nearest_and_says_so(page):
    lab = labs_of(page)[0]
    lab.skip()
    # All controls go together, with fewer positions than each has alone.
    second, _, first = lab.sliders
    first.focus()
    page.keyboard.press("End")
    lab.settle()
    assert lab.root.locator(".lab-note").text_content() == ""
    far = first.input_value()
    second.focus()
    page.keyboard.press("End")
    lab.settle()
    assert lab.root.locator(".lab-note").text_content() == ""
    assert first.input_value() == far
    page.keyboard.press("ArrowLeft")
    lab.settle()
    assert "nearest" in lab.root.locator(".lab-note").text_content()
    assert int(second.input_value()) < int(second.get_attribute("max"))


def test_a_guess_lifts_the_veil_and_is_there_after_the_page_was_closed(page):
    lab = labs_of(page)[1]
    assert lab.sentence == VEILED
    hidden = lab.picture()
    lab.root.get_by_label("my guess").fill("9")
    page.keyboard.press("Enter")
    expect(lab.root.locator(".lab-question")).to_have_attribute("data-state", "wrong")
    lab.settle()
    assert lab.picture() != hidden
    assert "leave-one-out error" in lab.sentence
    page.reload()
    page.evaluate(WAKE)
    lab = labs_of(page)[1]
    expect(lab.root.locator(".lab-question")).to_have_attribute("data-state", "wrong")


def test_formulas_links_and_search_work_from_files(page):
    expect(page.locator("math").first).to_be_visible()
    page.get_by_role("link", name="the other page").click()
    assert page.url.endswith("01_other.html#there")
    expect(page.locator("td math").first).to_be_visible()
    assert "$" not in page.locator("table").inner_text()
    page.goto(page.url.replace("01_other.html#there", "search.html?q=formula"))
    page.locator("#search-results a", has_text="A page").first.click()
    match = page.locator("article .highlighted").first
    expect(match).to_be_in_viewport()
    page.get_by_role("link", name="Hide Search Matches").click()
    expect(match).to_have_count(0)


def test_formulas_are_there_with_the_text_and_no_script_sets_them(browser, site):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((site / "03_lecture.html").as_uri())
        formulas = page.locator("article .math math:visible")
        assert formulas.count() > 2
        font = formulas.first.evaluate("(each) => getComputedStyle(each).fontFamily")
        assert font.startswith('"Askfirst Math"')
        # A screen reader hears MathML in Chromium's tree.
        nodes = context.new_cdp_session(page).send("Accessibility.getFullAXTree")
        roles = {node.get("role", {}).get("value") for node in nodes["nodes"]}
        assert {"MathMLMath", "MathMLSup"} <= roles


def test_a_formula_is_copied_whole_and_as_tex(page):
    page.evaluate("""() => {
      const first = document.querySelector('article .math mi');
      const range = document.createRange();
      range.selectNodeContents(first);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      const data = new DataTransfer();
      const copy = new ClipboardEvent('copy',
        { clipboardData: data, bubbles: true, cancelable: true });
      first.dispatchEvent(copy);
      window.copied = data.getData('text/plain');
    }""")
    assert page.evaluate("copied") == r"$\alpha=(K+\lambda I)^{-1}y$"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_between_a_reader_and_a_page(browser, site, scheme):
    for name in ("00_first", "index"):
        with reading(browser, site / f"{name}.html", color_scheme=scheme) as page:
            assert grave(page) == [], name


@pytest.mark.parametrize("width", [1440, 390])
def test_no_code_formula_or_table_is_cut_off(browser, site, width):
    found = {}
    for name in ("00_first", "01_other", "03_lecture"):
        window = {"width": width, "height": 900}
        with reading(browser, site / f"{name}.html", viewport=window) as page:
            found[name] = cut(page, scrolling=width < 1280) + wide(page)
    assert found == {name: [] for name in found}


def test_a_narrow_page_holds_its_labs(browser, site):
    with reading(
        browser, site / "00_first.html", viewport={"width": 400, "height": 800}
    ) as page:
        assert wide(page) == []
        lab = labs_of(page)[0]
        lab.skip()
        # Too low for the picture and its controls: the picture stays where the hand is.
        page.set_viewport_size({"width": 400, "height": 480})
        lab.root.locator("xpath=self::*[contains(@class, 'lab-high')]").wait_for()
        seen = lab.sliders[-1].evaluate("""(slider) => {
              slider.scrollIntoView({ block: 'end', behavior: 'instant' });
              const lab = slider.closest('.lab');
              const box = (part) => part.getBoundingClientRect();
              const { height: all, bottom } = box(lab.querySelector('canvas'));
              const { x, y, width, height } = box(slider);
              const bar = box(document.querySelector('.bd-header-article'));
              const kept = Math.min(all, 0.6 * innerHeight);
              return [bottom - bar.bottom > kept - 2, bottom <= y,
                document.elementFromPoint(x + width / 2, y + height / 2) === slider];
            }""")
        assert seen == [True, True, True]


def test_a_name_in_a_cell_leads_to_its_entry_in_the_reference(page):
    page.goto(page.url.replace("00_first", "01_other"))
    page.get_by_role("link", name="RBF").last.click()  # another cell imports it
    page.wait_for_url("**/reference.html#kernellab.RBF")
    names = {
        name
        for name in kernellab.__all__
        if not ismodule(each := getattr(kernellab, name))
        and not each.__module__.startswith(("kernellab.course", "askfirst"))
    }
    ids = page.locator("dl.py > dt").evaluate_all("(all) => all.map(({ id }) => id)")
    assert {f"kernellab.{name}" for name in names} <= set(ids)
    link = page.get_by_role("main").get_by_role("link", name="SVR", exact=True)
    assert link.first.get_attribute("href") == "#kernellab.SVR"


def test_the_front_page_has_a_lab_and_leads_to_each_page(page):
    page.goto(page.url.replace("00_first", "index"))
    page.locator(".lab-live canvas").wait_for()
    (lab,) = labs_of(page)
    lab.skip()
    before = lab.picture()
    lab.sliders[0].focus()
    page.keyboard.press("End")
    lab.settle()
    assert lab.picture() != before
    cards = page.locator(".cards li").all_inner_texts()
    titles = [
        each[0].removeprefix("# ").partition("\n")[0] for each in NOTEBOOKS.values()
    ]
    assert [card.splitlines()[0] for card in cards] == [*titles, "Reference"]
    assert "7 minutes" in cards[0]
    assert "What is one and one?" in cards[1]
    page.get_by_role("link", name="Begin with the first lecture").click()
    assert page.url.endswith("00_first.html")


def test_the_notebook_of_a_page_can_be_taken(page, site):
    page.get_by_text("Run it yourself").click()
    link = page.get_by_role("link", name="Take this notebook").get_attribute("href")
    assert nbformat.read(site / link, as_version=4).cells[0].source == FIRST[0]


def test_a_lab_far_away_starts_when_its_place_has_the_focus(browser, site):
    ready = "() => document.querySelector('.lab-live canvas[data-frames]')"
    with reading(browser, site / "00_first.html", ready) as page:
        far = page.locator("[data-lab]").last
        assert far.locator(".lab").count() == 0
        far.focus()
        far.locator(".lab-steps li").first.wait_for()
        assert far.get_attribute("tabindex") is None


def test_colours_search_and_contents_answer(page):
    theme = page.locator("html")
    page.get_by_role("combobox", name="Colours").select_option("night")
    expect(theme).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("navigation", name="Contents").get_by_text("Steps").click()
    heading = page.get_by_role("heading", name="Steps").last
    expect(heading).to_be_in_viewport()
    page.get_by_text("All pages").click()
    rail = page.locator("#pst-primary-sidebar")
    other = rail.get_by_role("link", name="01 · Another")
    expect(other).to_be_in_viewport()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(other).not_to_be_visible()
    page.locator(".primary-toggle").click()
    drawer = page.get_by_role("dialog")
    drawer.get_by_role("link", name="Steps").click()  # to a place on the same page
    expect(drawer).not_to_be_visible()
    expect(heading).to_be_in_viewport()
    page.locator(".primary-toggle").click()
    drawer.get_by_role("link", name="01 · Another").click()
    assert page.url.endswith("01_other.html")


def test_what_is_answered_is_judged_kept_and_counted_on_every_page(browser, site):
    with reading(browser, site / "02_paper.html") as page:
        place = page.locator('.exercise-live[data-exercise="09.1"]')
        said, box = place.locator(".exercise-said"), place.get_by_role("textbox")
        for typed, answered in (
            ("[1, 2", "○ Exercise 09.1: “[1, 2” breaks off"),
            ("[8, −2]", "✗ Exercise 09.1: not yet. These are the residuals"),
            ("[8/2, -1]", "✓ Exercise 09.1: right. K + 2I has 4 on its diagonal"),
        ):
            box.fill(typed)
            place.get_by_role("button", name="Check").click()
            expect(said).to_contain_text(answered)
        function = page.locator('.exercise-live[data-exercise="09.3"]')
        expect(function.locator(".exercise-said")).to_contain_text("a function")
        way = function.get_by_role("link", name="Take this notebook")
        assert (site / way.get_attribute("href")).exists()
        count = page.locator(".work-live").first
        expect(count).to_contain_text("Lecture 09: 1 of 2 exercises")
        page.reload()
        expect(said).to_contain_text("✓ Exercise 09.1: right")
        expect(box).to_have_value("[4, -1]")
        page.goto((site / "index.html").as_uri())
        row = page.get_by_role("row", name="09 · Kernel ridge regression")
        expect(row).to_contain_text("1 of 2 exercises")
        page.once("dialog", lambda asked: asked.accept())
        page.get_by_role("button", name="Forget everything").click()
        expect(row).to_contain_text("not begun")
        assert grave(page) == []
