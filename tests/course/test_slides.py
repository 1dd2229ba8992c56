"""Each lecture has slides that can be shown."""

import nbformat
import pytest
from bs4 import BeautifulSoup

from askfirst.pages.slides import deck
from kernellab.course.work import ORIGINALS

TYPES = ("slide", "subslide", "fragment", "skip", "notes")
NOTEBOOKS = sorted(ORIGINALS.glob("[0-9]*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem[:2])
def test_a_lecture_has_as_many_slides_as_can_be_shown_and_each_can_be_read(path):
    notebook = nbformat.read(path, as_version=4)
    for each in notebook.cells:
        shown = each.metadata.get("slideshow", {})
        assert shown.get("slide_type") in TYPES, each.id
    text = "\n\n".join(each.source for each in deck(notebook, path.stem).cells)
    slides = BeautifulSoup(text, "html.parser").select("section[data-kind]")
    assert 20 <= len(slides) <= 32
    kinds = [slide["data-kind"] for slide in slides]
    assert kinds[0] == "title"
    assert kinds.count("picture") >= 1
