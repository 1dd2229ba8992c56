"""The letters that the glossary says a lecture has stand in it, and none means two
things in a section.
"""

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
    known = [
        (each, place)
        for each in glossary
        for page, place in each.where
        if page == lecture.stem
    ]
    assert known
    unused = [
        (each.forms, place)
        for each, place in known
        if not any(
            each in module._used(section, lecture.stem, (each,))
            for section in sections
            if not place or place in {cell.id for cell in section}
        )
    ]
    assert unused == []
    clash = [
        (one.meaning, two.meaning)
        for section in sections
        for used in [module._used(section, lecture.stem, glossary)]
        for i, one in enumerate(used)
        for two in used[:i]
        if set(one.forms) & set(two.forms)
    ]
    assert clash == []
