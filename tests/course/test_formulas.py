"""Every formula of the course is set as MathML."""

import re
from xml.etree import ElementTree

import nbformat
import pytest
from bs4 import BeautifulSoup

from askfirst.words.formula import formula
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
        (note,) = [note.extract() for note in page.find_all("annotation")]
        assert note.get_text() == tex
        assert "\\" not in page.get_text(), tex
