"""The command ``site``: what it refuses, and in which words."""

import re
from dataclasses import replace
from importlib.util import find_spec

import nbformat
import pytest

from askfirst.__main__ import main
from askfirst.pages import book as paper
from askfirst.pages import command, front
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError
from askfirst_tests.books import book, code, shown


@pytest.fixture
def lectures(tmp_path):
    folder = tmp_path / "lectures"
    folder.mkdir()
    nbformat.write(book("# A page"), folder / "one.ipynb")
    return folder


def refused(capsys, *given) -> str:
    """What is said, in one line."""
    assert main(["site", *map(str, given)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{current().command} site: ")
    assert said.count("\n") == 1
    return said


def test_a_folder_that_is_none_or_holds_no_notebook_is_refused(
    tmp_path, lectures, capsys
):
    to = ("--to", tmp_path / "site")
    assert "there is no such folder" in refused(capsys, tmp_path / "none", *to)
    assert "a file, not a folder" in refused(capsys, lectures / "one.ipynb", *to)
    assert f"{tmp_path}: holds no" in refused(capsys, tmp_path, *to)
    assert "mixed with" in refused(capsys, lectures, "--to", lectures)
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"nbformat": 4, "cells": [1]}'])
def test_a_notebook_that_is_none_is_named(tmp_path, lectures, capsys, text):
    (lectures / "one.ipynb").unlink()
    half = lectures / "half.ipynb"
    half.write_text(text, encoding="utf-8")
    said = refused(capsys, lectures, "--to", tmp_path / "site")
    assert f"{half}: no notebook that can be read" in said


def test_a_place_that_cannot_be_written_is_refused(lectures, capsys):
    assert "cannot be written" in refused(capsys, lectures, "--to", "/dev/null/here")
    taken = lectures.parent / "taken"
    taken.write_text("", encoding="utf-8")
    assert "cannot be written" in refused(capsys, lectures, "--to", taken)


def test_packages_that_are_missing_are_named_with_the_line_that_brings_them(
    lectures, capsys, monkeypatch
):
    monkeypatch.setattr(
        command,
        "find_spec",
        lambda name: None if name in ("myst_nb", "playwright") else find_spec(name),
    )
    assert "not installed here (myst_nb). Try: pip" in refused(capsys, lectures)
    said = refused(capsys, lectures, "--book")
    assert "(myst_nb, playwright). Try: pip install 'askfirst[site]' playwright" in said


def test_without_chromium_there_is_no_book(tmp_path, monkeypatch):
    monkeypatch.setattr(paper, "find", lambda: None)
    with pytest.raises(RefusedError, match="apt install chromium"):
        paper.book(tmp_path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Sphinx's theme has some
def test_a_formula_that_cannot_be_set_is_told_and_fails_the_courses_own_site(
    tmp_path, lectures, capsys, monkeypatch
):
    text = "Some words.\n\n| a | $\\|x\\|$ |\n|---|---|\n| b | $\\ce{H2O}$ |"
    text += "\n\n<div>$\\ce{H2O}$</div>\n\n    $5$ or $6$"
    nbformat.write(book("# Of $\\alpha$", text), lectures / "one.ipynb")
    given = ["site", str(lectures), "--stored", "--to", str(tmp_path / "site")]
    for own in (False, True):
        course = replace(current(), notebooks=lectures if own else tmp_path)
        monkeypatch.setattr(command, "current", lambda course=course: course)
        assert main(given) == int(own)
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("one.ipynb, cell 2 (Some words.)")
        assert r"the formula $\ce{H2O}$ cannot be set" in said
    page = (tmp_path / "site" / "one.html").read_text(encoding="utf-8")
    for part in ("<title>Of α &#8212;", r'x-tex">\|x\|<', "$5$ or $6$\n"):
        assert part in page
    assert re.search(r'class="unset" title=".*Unknown command.*>\\ce{H2O}</code>', page)


def test_the_author_chooses_the_lab_of_the_front_page(lectures):
    places = [
        f'<div class="lab-page" data-lab="{name}"></div><b>Lab 1. {name}.</b>'
        for name in ("Swings", "Roundabouts")
    ]
    page = book(*(code("", shown(html)) for html in places))

    def made():
        said = front.introduction(lectures)
        return front.front(said, {"01_page": page, "A1_more": book("# More")})

    assert places[0] in made()
    assert re.search("Lectures.*01_page.*Appendices.*A1_more", made(), re.DOTALL)
    assert made().count("A1_more") == 2  # in the list, and for the rail
    assert "Try it: drag a slider" in made()
    page.cells[0].outputs[0].data["text/html"] += "<a href='#x-answer'></a>"
    assert "Answer the question, or skip it" in made()
    assert "Try it" not in made()
    own = "# Play\n\nHello.\n\n<!-- lab: Roundabouts: Pull\nit. -->\n"
    (lectures / "index.md").write_text(own, encoding="utf-8")
    assert places[1] in made()
    assert places[0] not in made()
    assert "\n\nPull it.\n\n" in made()
    assert "Roundabouts: Pull" not in made()
    gone = own.replace("Roundabouts", "Gone")
    (lectures / "index.md").write_text(gone, encoding="utf-8")
    assert "Pull it" not in made()


ASKING = """from askfirst import Lab, hand_in, slider
from matplotlib.figure import Figure

Lab(Figure(), lambda x: "So it is.", x=slider(1, 2, start=1, step=1))"""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Sphinx's theme has some
def test_a_page_says_how_to_hand_in_and_lists_a_notebook_that_is_added(
    tmp_path, lectures, capsys
):
    given = ["site", str(lectures), "--to", str(tmp_path / "site")]
    for name in ("one", "two"):
        asks = book(code(ASKING), code("hand_in()"))
        nbformat.write(asks, lectures / f"{name}.ipynb")
        assert main(given) == 0
        assert capsys.readouterr().err == ""
    page = (tmp_path / "site" / "one.html").read_text(encoding="utf-8")
    assert 'href="two.html"' in page
    assert 'class="work-live"' in page
    assert "run this cell again" not in page
