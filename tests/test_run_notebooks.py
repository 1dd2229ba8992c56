"""`make notebooks` on an untouched clone leaves the text of every notebook as it is,
however the kernel cut what it printed.
"""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tools import run_notebooks


def printed(text, name="stdout"):
    return new_output("stream", name=name, text=text)


def test_what_is_printed_in_one_go_is_one_output():
    shown = new_output("display_data", data={"text/plain": "a picture"})
    cuts = [
        printed("a"),
        printed("b\n"),
        printed("!", "stderr"),
        shown,
        printed("c"),
        printed("d"),
    ]
    notebook = new_notebook(cells=[new_code_cell("1", outputs=cuts)])
    run_notebooks.clean(notebook)
    texts = [
        (output.get("name"), output.get("text")) for output in notebook.cells[0].outputs
    ]
    assert texts == [
        ("stdout", "ab\n"),
        ("stderr", "!"),
        (None, None),
        ("stdout", "cd"),
    ]


@pytest.mark.parametrize(
    "path", sorted(run_notebooks.FOLDER.glob("*.ipynb")), ids=lambda path: path.stem
)
def test_the_notebooks_are_stored_as_the_tool_stores_them(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    run_notebooks.clean(notebook)
    nbformat.write(notebook, tmp_path / path.name)
    assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(
        encoding="utf-8"
    )
