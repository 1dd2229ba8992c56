"""The letters beside each section of a page, and the tables that they come from."""

import re

import nbformat
import pytest

from askfirst.pages import letters as module
from askfirst.pages.letters import letters, with_letters

TABLE = """
| letter | in code | what it is | lecture |
|:--|:--|:--|:--|
| $a$, $a_i$ | `a` | weight of $i$ | [01](01_a.ipynb) |
| $b$ | | offset | [01](01_a.ipynb#cell-id=two), [02](02_b.ipynb) |
| $\\lambda$ | | penalty | [01](01_a.ipynb) |
| $c$ | | said nowhere | |
"""
TEXT = "\n\nA line of text that leaves room beside it.\n\n" * 4


def book(*sources):
    make = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    return nbformat.v4.new_notebook(
        cells=[
            make[source[0] not in "#$A"](source, id=name) for name, source in sources
        ]
    )


@pytest.fixture
def known():
    other = "\n| letter | of |\n|:--|:--|\n| $q$ | another table |\n"
    return letters([book(("table", "# Letters\n" + TABLE + other))])


def beside(page, known, name="01_a"):
    """What stands beside each section, by the TeX of its letters."""
    with_letters(page, name, known)
    return [
        re.findall(r"<dt>\$([^$]*)\$", cell.source)
        for cell in page.cells
        if cell.cell_type == "markdown" and cell.source.startswith("##")
    ]


def test_a_section_has_its_letters_beside_it_new_ones_first(known, monkeypatch):
    page = book(
        ("title", "# A page\n\n$a$"),
        ("one", f"## One\n\n$$a_i+\\lambda_j=b$${TEXT}"),
        ("two", f"## Two\n\n$b+\\lambda$ and $\\operatorname{{b}}$.{TEXT}"),
        ("three", f"### Three{TEXT}"),
        ("more", "And $\\lambda a$."),
    )
    assert beside(page, known) == [["a"], ["b", "\\lambda"], ["a"]]
    assert "<dd>weight of $i$" in page.cells[1].source
    assert 'aria-label="Letters of this section"' in page.cells[1].source
    monkeypatch.setattr(module, "MOST", 1)
    page = book(
        ("one", f"## One\n\n$\\lambda$.{TEXT}"),
        ("two", f"## Two{TEXT}"),
        ("three", f"## Three\n\n$\\lambda+a$.{TEXT}"),
    )
    assert beside(page, known) == [["\\lambda"], [], ["a"]]


def test_no_letter_stands_where_it_means_something_else_or_has_no_room(known):
    page = book(
        ("one", f"## One\n\n$b+\\lambda_j+a_{{ii}}+c$.{TEXT}"),
        ("two", "## Two"),
        ("code", "print(1)"),
        ("three", f"## Three\n\n$b$.{TEXT}"),
    )
    page.cells[2].outputs = [nbformat.v4.new_output("stream", text="1")]
    page.cells[1].source += "\n\n$b$"
    assert beside(page, known) == [[], ["b"], []]
    page.cells[1].source = "## Two\n\n$a+b+\\lambda$."
    assert beside(page, known)[1] == ["a"]
