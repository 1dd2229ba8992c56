"""Slides as the cells say: how many, how much on each, and what is refused."""

from bs4 import BeautifulSoup

from askfirst.pages import build
from askfirst.pages.slides import deck
from askfirst_tests.books import book, code, shown, text


def cell(source: str, kind: str | None = "slide", line: str = ""):
    slideshow = {"slide_type": kind, "slide_text": line}
    return text(source, metadata={"slideshow": slideshow} if kind else {})


def made(*cells) -> BeautifulSoup:
    """The slides of some cells, as far as their Markdown is HTML."""
    sources = (each.source for each in deck(book(*cells), "07_a").cells)
    return BeautifulSoup("\n\n".join(sources), "html.parser")


def contents(*cells) -> list[str]:
    return [" ".join(each.text.split()) for each in made(*cells).select(".content")]


def test_a_text_cell_shows_its_line_and_formula_and_the_rest_is_said():
    prose = "## A [part](01_b.ipynb)\n\nLong prose.\n\n$$a=b$$\n\n$$c=d$$"
    page = made(cell(prose, line="Short."))
    assert page.select_one(".content").text.split() == ["Short.", "$$a=b$$"]
    assert "Long prose" in page.select_one("aside").text
    assert page.h2.text.strip() == "A part"
    assert contents(cell("## A part\n\nProse, $$a=b$$", line="$$e=f$$")) == ["$$e=f$$"]


def test_a_line_of_dashes_begins_another_slide_and_a_subslide_stands_below():
    page = made(
        cell("# A\n\nProse.", line="One.\n\n---\n\nTwo."),
        cell("## B", "subslide", "Three."),
        cell("## C", "slide", "Four."),
    )
    assert page.text.count("Prose.") == 1
    stacks = page.find_all("section", recursive=False)
    texts = [[each.text.split() for each in s.select(".content")] for s in stacks]
    assert texts == [[["One."]], [["Two."], ["Three."]], [["Four."]]]


def test_what_is_skipped_is_not_said_and_notes_are_not_shown():
    page = made(
        cell("# A", line="One."),
        cell("Left out.", "skip"),
        cell("To [say](01_b.ipynb).", "notes"),
        cell("More.", "fragment", "Last."),
        cell("$$x$$", None),
    )
    assert "Left out" not in page.text
    assert "To say." in page.aside.text
    assert page.select_one(".content .fragment").text.strip() == "Last."
    assert page.select_one(".content").text.split() == ["One.", "Last.", "$$x$$"]


def test_a_lab_below_a_heading_has_the_room_of_a_lab():
    lab = code("lab()", shown('<div class="lab-page" data-lab="01_a-01"></div>'))
    slides = made(cell("## A"), lab, cell("## B")).select("section[data-kind]")
    kinds = [each["data-kind"] for each in slides]
    assert kinds == ["lab", "text"]


def test_code_that_is_long_or_wide_is_left_to_the_page():
    sources = "x", 7 * "x\n", "x\n" + 67 * "y"
    cells = deck(book(cell("## A"), *map(code, sources)), "07_a").cells
    tags = [each.metadata.tags for each in cells if each.cell_type == "code"]
    assert ["remove-input" in each for each in tags] == [False, True, True]


def test_sphinx_reads_slides_anew_only_if_they_changed():
    notebook = book(cell("## A"), cell("B", "subslide"))
    first, again = (build._source(deck(notebook, "07_a"), "") for _ in range(2))
    assert first == again
