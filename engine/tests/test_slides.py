"""Slides as the cells say: how many, how much on each, and what is refused."""

import nbformat
import pytest
from bs4 import BeautifulSoup

from askfirst.pages import build
from askfirst.pages.slides import deck
from askfirst.words.refusal import RefusedError


def cell(source: str, kind: str | None = "slide", text: str = ""):
    new = nbformat.v4.new_markdown_cell(source)
    if kind is not None:
        new.metadata["slideshow"] = {"slide_type": kind, "slide_text": text}
    return new


def made(*cells) -> BeautifulSoup:
    """The slides of some cells, as far as their Markdown is HTML."""
    notebook = deck(nbformat.v4.new_notebook(cells=list(cells)), "07_a")
    return BeautifulSoup(
        "\n\n".join(each.source for each in notebook.cells), "html.parser"
    )


def shown(*cells) -> list[str]:
    return [" ".join(each.text.split()) for each in made(*cells).select(".content")]


def test_a_text_cell_shows_its_line_and_formula_and_the_rest_is_said():
    page = made(
        cell(
            "## A [part](01_b.ipynb)\n\nLong prose.\n\n$$a=b$$\n\n$$c=d$$",
            text="Short.",
        )
    )
    assert page.select_one(".content").text.split() == ["Short.", "$$a=b$$"]
    assert "Long prose" in page.select_one("aside").text
    assert page.h2.text.strip() == "A part"
    assert shown(cell("## A part\n\nProse, $$a=b$$", text="$$e=f$$")) == ["$$e=f$$"]


def test_a_line_of_dashes_begins_another_slide_and_a_subslide_stands_below():
    page = made(
        cell("# A\n\nProse.", text="One.\n\n---\n\nTwo."),
        cell("## B", "subslide", "Three."),
        cell("## C", "slide", "Four."),
    )
    stacks = page.find_all("section", recursive=False)
    texts = [[each.text.split() for each in s.select(".content")] for s in stacks]
    assert texts == [[["One."]], [["Two."], ["Three."]], [["Four."]]]


def test_what_is_skipped_is_not_said_and_notes_are_not_shown():
    page = made(
        cell("# A", text="One."),
        cell("Left out.", "skip"),
        cell("To [say](01_b.ipynb).", "notes"),
        cell("More.", "fragment", "Last."),
        cell("$$x$$", None),
    )
    assert "Left out" not in page.text
    assert "To say." in page.aside.text
    assert page.select_one(".content .fragment").text.strip() == "Last."
    assert page.select_one(".content").text.split() == ["One.", "Last.", "$$x$$"]


def test_a_type_that_jupyter_does_not_know_is_refused():
    bad = cell("# A", "slid")
    with pytest.raises(RefusedError, match=f"07_a, cell {bad.id}: .*'slid'"):
        made(bad)


def test_a_lab_below_a_heading_has_the_room_of_a_lab():
    lab = nbformat.v4.new_code_cell("lab()")
    data = {"text/html": '<div class="lab-page" data-lab="01_a-01"></div>'}
    lab.outputs = [nbformat.v4.new_output("display_data", data)]
    kinds = [each["data-kind"] for each in made(cell("## A"), lab, cell("## B"))(
        "section", {"data-kind": True}
    )]  # fmt: skip
    assert kinds == ["lab", "text"]


def test_sphinx_reads_slides_anew_only_if_they_changed():
    notebook = nbformat.v4.new_notebook(cells=[cell("## A"), cell("B", "subslide")])
    first, again = (build._source(deck(notebook, "07_a"), "") for _ in range(2))
    assert first == again
