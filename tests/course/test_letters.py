"""The letters that the glossary says a lecture has stand in it, and none means two
things in a section.
"""

from itertools import combinations

import nbformat
import pytest

from askfirst.pages import letters as module
from askfirst.pages.letters import letters
from kernellab.course.work import ORIGINALS


@pytest.fixture(scope="module")
def glossary():
    paths = sorted(ORIGINALS.glob("*.ipynb"))
    return letters([nbformat.read(path, as_version=4) for path in paths])


@pytest.mark.parametrize(
    "lecture", sorted(ORIGINALS.glob("[0-9]*.ipynb")), ids=lambda path: path.stem
)
def test_a_lecture_uses_the_letters_that_the_glossary_says_it_has(lecture, glossary):
    sections = list(module._sections(nbformat.read(lecture, as_version=4)))
    told = [(each, *where) for each in glossary for where in each.where]
    known = [(each, place) for each, page, place in told if page == lecture.stem]
    assert known
    for each, place in known:
        there = (s for s in sections if not place or place in {cell.id for cell in s})
        used = (module._used(section, lecture.stem, (each,)) for section in there)
        assert any(each in found for found in used), (each.forms, place)
    for section in sections:
        for one, two in combinations(module._used(section, lecture.stem, glossary), 2):
            assert not {*one.forms} & {*two.forms}, (one.meaning, two.meaning)
