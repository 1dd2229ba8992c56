"""The page on the architecture: its picture is that of the code, and what its tour
names is there.
"""

import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import grimp
import pytest

import kernellab
from tools import architecture

LECTURE = re.compile(r"lecture_\d\d")
TEXT = architecture.PAGE.read_text(encoding="utf-8")
MODULES = [
    each.name
    for each in walk_packages(kernellab.__path__, "kernellab.")
    if not each.name.startswith("kernellab.course")
]
DATACLASSES = {
    each
    for name in MODULES
    if not name.endswith("__main__")
    for each in vars(import_module(name)).values()
    if isinstance(each, type) and is_dataclass(each)
}


def test_the_picture_is_that_of_the_code():
    assert architecture.drawn(TEXT) == TEXT, "run: python tools/architecture.py"


def test_no_lecture_imports_from_another():
    graph = grimp.build_graph("kernellab", cache_dir=None)
    for module in graph.modules:
        if lecture := LECTURE.search(module):
            below = graph.find_modules_directly_imported_by(module)
            others = {found[0] for each in below if (found := LECTURE.search(each))}
            assert others <= {lecture[0]}, module


def test_the_course_takes_from_the_package_what_the_mathematics_offers():
    for module in grimp.build_graph("kernellab", cache_dir=None).modules:
        for home in architecture.taken_from_the_package(module):
            assert not home.startswith("kernellab.course"), f"{module} imports {home}"


@pytest.mark.parametrize(
    ("path", "name"),
    re.findall(r"`((?:engine|kernellab)/[\w/]+\.\w+)`(?:, `(\w+)`)?", TEXT),
)
def test_the_tour_leads_to_what_is_there(path, name):
    code = (architecture.PAGE.parents[1] / path).read_text(encoding="utf-8")
    assert not name or re.search(rf"\b(def|class|function) {name}\b", code)


@pytest.mark.parametrize(
    "cls",
    sorted(DATACLASSES, key=lambda cls: cls.__name__),
    ids=lambda cls: cls.__name__,
)
def test_what_the_mathematics_makes_stays_as_it_was_made_and_arrays_are_not_compared(
    cls,
):
    settings, array = cls.__dataclass_params__, r"(Array|np.ndarray)( \| None)?"
    assert settings.frozen
    holds_arrays = any(re.fullmatch(array, str(each.type)) for each in fields(cls))
    assert not (settings.eq and holds_arrays)
