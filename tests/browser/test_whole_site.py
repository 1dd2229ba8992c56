"""The whole site, as `make site` leaves it in site/: every page and every lab, with all
their frames. For `make test-all`.
"""

import re
from pathlib import Path

import pytest

from askfirst_tests.hands import Finger, Mouse
from tests.browser.site_page import (
    CALM,
    LOOK,
    cut,
    grave,
    move_everything,
    reading,
    skip_all,
    wide,
)
from tests.browser.test_slides import CUT, READY, WALL, states

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LECTURES = [path for path in NOTEBOOKS if path.name[0] != "A"]
PAGES = ["index", *(path.stem for path in NOTEBOOKS), "reference", "search", "genindex"]
HEAVIEST = 3e6  # bytes of a page with its pictures and labs

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module", autouse=True)
def site():
    assert (SITE / "index.html").exists(), "there is no site/; `make site` builds it"
    return SITE


@pytest.mark.parametrize("way", ["key", "touch"])
@pytest.mark.parametrize("notebook", LECTURES, ids=lambda path: path.stem)
def test_every_control_of_every_lab_moves_it(browser, site, notebook, way):
    with reading(
        browser, site / f"{notebook.stem}.html", has_touch=way == "touch"
    ) as page:
        assert move_everything(page, way) > 0


# From where a hand takes a handle, in pixels
PULLS = [(20, 0), (40, 0), (60, 0), (0, 30), (0, -30), (0, -60), (-30, -30), (-60, 0),
         (-30, 30), (30, 60)]  # fmt: skip


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("notebook", LECTURES, ids=lambda path: path.stem)
def test_a_hand_takes_every_handle_of_every_lab(browser, site, notebook, touch):
    how = {"has_touch": touch, "is_mobile": touch}
    how |= {"viewport": {"width": 390, "height": 844}} if touch else {}
    with reading(browser, site / f"{notebook.stem}.html", **how) as page:
        skip_all(page)
        hand = Finger(page) if touch else Mouse(page)
        still = {}
        for lab in page.locator("[data-lab] .lab-live").all():
            for handle in lab.locator(".lab-handle:visible").all():
                lab.get_by_role("button", name="Reset").click()
                lab.evaluate(CALM)
                handle.evaluate("(each) => each.scrollIntoView({ block: 'center' })")
                before, box = lab.evaluate(LOOK), handle.bounding_box()
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                hand.down(x, y)
                seen = set()
                for across, down in PULLS:
                    hand.move(x + across, y + down)
                    page.wait_for_timeout(60)
                    lab.evaluate(CALM)
                    assert lab.locator(".lab-problem").text_content() == ""
                    seen.add(str(lab.evaluate(LOOK)))
                assert lab.locator(".lab-held").count() == 1
                hand.up()
                assert lab.locator(".lab-held").count() == 0
                if seen == {str(before)} or min(box["width"], box["height"]) < 24:
                    name = handle.get_attribute("data-controls")
                    still[lab.get_attribute("aria-label"), name] = box
        assert still == {}


@pytest.mark.parametrize("notebook", LECTURES, ids=lambda path: path.stem)
def test_every_slide_fits(browser, site, notebook):
    slides = site / "slides" / f"{notebook.stem}.html"
    with reading(browser, slides, READY, viewport=WALL) as page:
        cut = []
        for _ in range(page.evaluate("Reveal.getTotalSlides()")):
            for state in states(page):
                cut += [f"{state}: {each}" for each in page.evaluate(CUT)]
            page.keyboard.press("PageDown")
        assert cut == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_stands_between_a_reader_and_a_page(
    browser, site, name, scheme
):
    with reading(browser, site / f"{name}.html", color_scheme=scheme) as page:
        assert grave(page) == []


@pytest.mark.parametrize("width", [1440, 800, 390])
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_code_formula_or_table_is_cut_off(browser, site, notebook, width):
    window = {"width": width, "height": 900}
    with reading(browser, site / f"{notebook.stem}.html", viewport=window) as page:
        assert cut(page, scrolling=width < 1280) == []
        assert wide(page) == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_page_with_its_labs_is_light(site, notebook):
    page = site / f"{notebook.stem}.html"
    pictures = set(
        re.findall(r'src="(_images/[^"]+)"', page.read_text(encoding="utf-8"))
    )
    files = [
        page,
        *(site / each for each in pictures),
        *(site / "_static" / "labs").glob(f"{notebook.stem}-[0-9][0-9].js"),
        *(site / "_static" / "labs").glob(f"{notebook.stem}-cover-*"),
    ]
    assert sum(each.stat().st_size for each in files) <= HEAVIEST
