"""The letters beside each section of a page, and the tables that they come from."""

import re

import pytest

from askfirst.pages import letters as module
from askfirst.pages.letters import letters, with_letters
from askfirst_tests.books import book, code, printed, text

TABLE = """
| letter | in code | what it is | lecture |
|:--|:--|:--|:--|
| $a$, $a_i$ | `a` | weight of $i$ | [01](01_a.ipynb) |
| $b$ | | offset | [01](01_a.ipynb#cell-id=two), [02](02_b.ipynb) |
| $\\lambda$ | | penalty | [01](01_a.ipynb) |
| $c$ | | said nowhere | |
"""
TEXT = "\n\nA line of text that leaves room beside it.\n\n" * 4


@pytest.fixture
def known():
    other = "\n| letter | of |\n|:--|:--|\n| $q$ | another table |\n"
    return letters([book("# Letters\n" + TABLE + other)])


def two(words=""):
    """The section that the table names."""
    return text(f"## Two{words}", id="two")


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
        "# A page\n\n$a$",
        f"## One\n\n$$a_i+\\lambda_j=b$${TEXT}",
        two(f"\n\n$b+\\lambda$ and $\\operatorname{{b}}$.{TEXT}"),
        f"### Three{TEXT}",
        "And $\\lambda a$.",
    )
    assert beside(page, known) == [["a"], ["b", "\\lambda"], ["a"]]
    assert "<dd>weight of $i$" in page.cells[1].source
    assert 'aria-label="Letters of this section"' in page.cells[1].source
    monkeypatch.setattr(module, "MOST", 1)
    page = book(
        f"## One\n\n$a$.{TEXT}", f"## Two{TEXT}", f"## Three\n\n$\\lambda+a$.{TEXT}"
    )
    assert beside(page, known) == [["a"], [], ["\\lambda"]]


def test_no_letter_stands_where_it_means_something_else_or_has_no_room(known):
    page = book(
        f"## One\n\n$b+\\lambda_j+a_{{ii}}+c$.{TEXT}",
        two(),
        code("print(1)", printed("1")),
        f"## Three\n\n$b$.{TEXT}",
    )
    page.cells[1].source += "\n\n$b$"
    assert beside(page, known) == [[], ["b"], []]
    page.cells[1].source = "## Two\n\n$a+b+\\lambda$."
    assert beside(page, known)[1] == ["a"]
