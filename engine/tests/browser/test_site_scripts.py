"""The scripts of a page without Python, each alone."""

import pytest
from playwright.sync_api import expect

from askfirst_tests.alone import empty, scripts


@pytest.fixture
def page(browser):
    with empty(browser) as page:
        yield page


# Pages

WAKE = """
window.askfirstLive = ({ model, el }) => { el.append(`live ${model.get('title')}`); };
window.packed = async (made) => {
  const stream = new Blob([JSON.stringify(made)]).stream()
    .pipeThrough(new CompressionStream('deflate'));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream)
    .arrayBuffer())));
};
"""


def test_a_lab_takes_the_place_of_its_still_whether_place_or_frames_come_first(page):
    scripts(page, "prepared", "site", more=WAKE)
    made = {"settings": [], "idle": [], "start": []}
    made["state"] = {"title": "a", "controls": []}
    give = """async ([name, made]) => {
      askfirstFrames(name, await packed(made), await packed([]));
    }"""
    page.evaluate(give, ["early", made])
    places = "".join(
        f'<div data-lab="{name}"><p>still</p></div>' for name in ("early", "late")
    )
    page.evaluate("(places) => { document.body.innerHTML = places; }", places)
    page.evaluate("document.dispatchEvent(new Event('DOMContentLoaded'))")
    expect(page.locator("[data-lab=early]")).to_have_text("live a")
    expect(page.locator("[data-lab=late]")).to_have_text("still")
    page.evaluate(give, ["late", made])
    expect(page.locator("[data-lab=late]")).to_have_text("live a")


def test_paper_is_white_and_the_screen_is_what_it_was(page):
    scripts(page, "site")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    for event, theme in (("beforeprint", "light"), ("afterprint", "dark")):
        page.evaluate("(event) => dispatchEvent(new Event(event))", event)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
