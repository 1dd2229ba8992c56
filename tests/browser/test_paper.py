"""The course on paper: a page under the print style, and the book of all pages."""

import re

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from askfirst.pages.book import joined, printed
from kernellab import datasets, exercise, labs
from tests.browser.small_site import NOTEBOOKS

WIDTH = 658  # of the text on A4, in pixels: 210 mm less two margins of 18 mm


@pytest.fixture
def paper(browser, site):
    """The first page, of a reader who likes it dark, as it is printed."""
    with browser.new_context(
        color_scheme="dark", viewport={"width": WIDTH, "height": 900}, offline=True
    ) as context:
        page = context.new_page()
        page.goto((site / "02_paper.html").as_uri())
        page.locator(".lab-live canvas").first.wait_for()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.locator(".paper").count() > 3
        assert page.locator(".paper:visible").count() == 0
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        yield page


def test_a_printed_page_shows_stills_with_their_words_and_the_answers_at_the_end(paper):
    said = paper.locator("body").inner_text()
    lab = labs.leave_one_out(*datasets.stopping())
    stepper = labs.primal_to_dual()
    asked = exercise("09.1")
    body, _, answers = said.partition("\nAnswers\n")
    both = lab.question, stepper.question
    for words in (*(each.words for each in both), stepper.sentence, "exercise('09.1')"):
        assert words in body
    # As it is before a guess, and at the end as it is after it
    expect(paper.locator("img.lab-still:visible")).to_have_count(2)
    steps = len(stepper.controls["step"].values)
    expect(paper.locator("table:visible tbody tr")).to_have_count(steps)
    reasons = (each.spec()["why"] for each in both)
    for words in (*reasons, lab.sentence, "Exercise 09.1", *asked.hints):
        assert words not in body
        assert words in answers
    assert asked.shown().strip() in answers
    assert body.startswith("02 · On paper")
    assert "Afterwards" in body


def test_a_printed_page_has_nothing_to_press_and_nothing_wider_than_the_paper(paper):
    pressed = paper.locator(":is(button, input, canvas, nav, summary):visible")
    expect(pressed).to_have_count(0)
    wide = (
        "(all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth"
        " + 1).map((each) => each.outerHTML)"
    )
    assert paper.locator("article :visible").evaluate_all(wide) == []
    expect(paper.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_every_link_of_the_book_leads_somewhere_in_it(site):
    book = BeautifulSoup(joined(site), "html.parser").article
    places = [each["id"] for each in book.select("[id]")]
    assert len(places) == len(set(places))
    links = {link["href"] for link in book.select("a[href]")}
    assert links <= {f"#{place}" for place in places}
    assert {"#00_first", "#01_other", "#01_other.there"} <= links
    # A section may begin on the page before that of its heading.
    parts = [link["href"].removeprefix("#") for link in book.select("nav ul a")]
    assert parts == [head["id"] for head in book.select(".chapter h2")]
    assert book.find_parent("body").get_text(strip=True) == book.get_text(strip=True)
    heads = (cell.partition("\n")[0] for each in NOTEBOOKS.values() for cell in each)
    titles = [head.removeprefix("# ") for head in heads if head.startswith("# ")]
    assert [head.get_text() for head in book.select("h1")] == ["kernellab", *titles]


def test_the_book_names_the_pages_of_its_pdf(browser, site):
    pdf = (site / "kernellab.pdf").read_bytes()
    pages = re.findall(rb"(\d+) 0 obj\s*<</Type /Page\s", pdf)
    places = {
        name.decode(): pages.index(page) + 1
        for name, page in re.findall(rb"/(\S+) \[(\d+) 0 R /XYZ", pdf)
    }
    with browser.new_page(color_scheme="light", offline=True) as book:
        printed(book, site)
        book.emulate_media(media="print")
        named = book.locator("[data-page]").evaluate_all(
            "(all) => all.map((each) => [each.hash.slice(1), +each.dataset.page])"
        )
        assert len(named) > 10
        assert dict(named) == {name: places[name] for name, _ in named}
        assert len({page for _, page in named}) > 5
        after = "(each) => getComputedStyle(each, '::after').content"
        for kind in ("nav", ".paper", ".answer"):
            link = book.locator(f".book {kind} a[data-page]").first
            assert re.search(r"\d", link.evaluate(after))
