"""Every formula of the course is set as MathML, and cut only where a line may break."""

import re
from xml.etree import ElementTree

import nbformat
import pytest
from bs4 import BeautifulSoup

from askfirst.pages.formulas import formula, pieces
from tests.every import NOTEBOOKS

TEX = re.compile(r"\$\$(.+?)\$\$|\$([^$]+)\$", re.DOTALL)


def of_the_course():
    """Each formula once, and whether it stands on lines of its own."""
    found = {}
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                for own, inside in TEX.findall(cell.source):
                    found[(own or inside).strip(), bool(own)] = None
    return list(found)


@pytest.mark.slow
def test_every_formula_of_the_course_is_set_and_has_its_tex():
    formulas = of_the_course()
    assert len(formulas) > 1300
    for tex, display in formulas:
        made = formula(tex, display)
        ElementTree.fromstring(f"<p>{made.replace('<wbr>', '')}</p>")
        page = BeautifulSoup(made, "html.parser")
        notes = [note.extract() for note in page.find_all("annotation")]
        assert (
            "".join(note.get_text() for note in notes).split()
            == re.sub(r"\s*\\tag\{.*\}", "", tex).split()
        ), tex
        assert "\\" not in page.get_text(), tex


@pytest.mark.slow
def test_a_formula_is_cut_only_where_a_line_may_break():
    for tex, display in of_the_course():
        parts = pieces(tex, display)
        assert "".join(parts) == tex
        for part in parts:
            assert part.count("{") == part.count("}"), (tex, parts)
            assert part.count(r"\left") - part.count(r"\leftarrow") == part.count(
                r"\right"
            ) - part.count(r"\rightarrow"), (tex, parts)
