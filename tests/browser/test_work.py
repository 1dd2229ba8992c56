"""A student's way through a browser: work, download it, bring it back in a fresh copy,
forget it.
"""

import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

from askfirst.record.working_copy import update
from kernellab import datasets, labs
from kernellab.course.progress import LECTURES
from tests.browser.lab_page import Notebook, opened

LECTURE = [
    "from kernellab import datasets, exercise, labs, progress",
    "labs.svr_tube(*datasets.stopping())",
    "answer = ...\nexercise('10.1').check(answer)",
    "progress('10')",
]
DONE = f"1 of {LECTURES['10'].exercises[0]} exercises right, 1 of 1 guess right"
SOURCE = "window.jupyterapp.shell.currentWidget.content.widgets[2].model.sharedModel"


@pytest.fixture(scope="module")
def served(browser, jupyter, folder, tmp_path_factory):
    """Two working copies of two notebooks, in a browser of their own."""
    originals = tmp_path_factory.mktemp("originals")
    for name, cells in (
        ("lecture", LECTURE),
        ("start", ["from kernellab import progress\n\nprogress()"]),
    ):
        made = new_notebook(cells=[new_code_cell(each) for each in cells])
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(made, originals / f"{name}.ipynb")
    for copy in ("first", "second"):
        update(folder / copy, originals)
    with opened(browser, jupyter) as course:
        yield course, folder


def press(notebook: Notebook, button: str) -> str:
    """Press a button of the newest progress, and return what it says then."""
    shown = notebook.page.locator(".lab-progress:visible").last
    shown.get_by_role("button", name=button).click()
    return said(notebook)


def said(notebook: Notebook) -> str:
    shown = notebook.page.locator(".lab-progress:visible").last
    status = shown.locator("[role=status]")
    expect(status).not_to_be_empty()
    return status.inner_text()


def close(notebook: Notebook) -> None:
    """Close the notebook with its kernel: File → Close and Shut Down Notebook."""
    notebook.page.evaluate("""async () => {
          const panel = window.jupyterapp.shell.currentWidget;
          await panel.sessionContext.shutdown();
          panel.context.model.dirty = false;
          panel.close();
        }""")


def test_work_goes_into_one_file_and_comes_back_in_a_fresh_copy(served, tmp_path):
    course, root = served
    notebook = course.open("first/lecture.ipynb")
    page = notebook.page
    notebook.run_all()
    assert "not begun" in page.locator(".lab-progress").inner_text()

    (lab,) = notebook.labs()
    asked = labs.svr_tube(*datasets.stopping()).question.spec()
    lab.root.get_by_role("radio", name=asked["cases"][0][0], exact=True).check()
    lab.root.get_by_role("button", name="Answer").click()
    lab.answered()
    notebook.ask("1", "exercise('10.1').check(exercise('10.1').wanted[0])")
    page.evaluate(f"{SOURCE}.setSource('answer = 42')")

    with page.expect_download() as download:
        press(notebook, "Download my work")
    download.value.save_as(tmp_path / "work.zip")
    with zipfile.ZipFile(tmp_path / "work.zip") as file:
        assert {"lecture.ipynb", "progress.jsonl"} <= {*file.namelist()}
        assert "start.ipynb" not in file.namelist()
        assert b"answer = 42" in file.read("lecture.ipynb")  # it was saved first
    close(notebook)

    notebook = course.open("second/start.ipynb")
    notebook.run_all()
    assert "not begun" in page.locator(".lab-progress").inner_text()
    page.evaluate("localStorage.clear()")  # it is another browser
    page.locator(".lab-progress input[type=file]").set_input_files(
        tmp_path / "work.zip"
    )
    assert "lecture.ipynb is back." in said(notebook)
    rows = page.locator(".lab-progress th").all_inner_texts()
    assert [row[:2] for row in rows] == sorted(LECTURES)
    assert DONE in page.locator(".lab-progress table").inner_text()
    close(notebook)

    notebook = course.open("second/lecture.ipynb")
    assert page.evaluate(f"{SOURCE}.getSource()") == "answer = 42"
    notebook.run_all()
    (lab,) = notebook.labs()
    assert lab.root.locator(".lab-question").get_attribute("data-state") == "right"
    assert DONE in page.locator(".lab-progress:visible").inner_text()

    page.once("dialog", lambda dialog: dialog.accept())
    assert "forgotten" in press(notebook, "Forget everything")
    assert "not begun" in page.locator(".lab-progress:visible").inner_text()
    assert "guess" not in page.evaluate("JSON.stringify(localStorage)")
    assert b"answer = 42" in (root / "second/lecture.ipynb").read_bytes()
    assert "guess" not in (root / "second/progress.jsonl").read_text(encoding="utf-8")
    close(notebook)
