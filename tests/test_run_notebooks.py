"""`make notebooks` on an untouched clone leaves the text of every notebook as it is,
however the kernel cut what it printed.
"""

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from askfirst_tests.books import book, code, printed, shown
from tools import run_notebooks


def test_what_is_printed_in_one_go_is_one_output():
    before, after = map(printed, ("a", "b\n")), map(printed, "cd")
    said = printed("!", "stderr")
    cell = code("1", *before, said, shown("a picture"), *after)
    run_notebooks.clean(book(cell))
    assert [(each.get("name"), each.get("text")) for each in cell.outputs] == [
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
    both = (each.read_text(encoding="utf-8") for each in (tmp_path / path.name, path))
    assert len({*both}) == 1


def test_a_cell_that_is_to_be_answered_stops_no_run_and_no_other_may_fail():
    cells = ['answer = ...\nexercise("09.1").check(answer)', "1", "exercise('x')"]
    notebook = book(*map(code, cells))
    for _ in range(2):
        run_notebooks.clean(notebook)
    tags = [cell.metadata.get("tags") for cell in notebook.cells]
    assert tags == [["raises-exception"], None, None]


@pytest.mark.slow
def test_a_failure_stops_the_tool_also_where_it_would_stop_no_student(tmp_path):
    path = tmp_path / "fails.ipynb"
    nbformat.write(book(code("1 / 0", tags=["raises-exception"])), path)
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run_notebooks.run(path)


@pytest.mark.slow
def test_after_a_broken_answer_the_guesses_are_handed_in():
    """As Run All goes on in JupyterLab, so does nbclient with the same tag."""
    path = next(run_notebooks.FOLDER.glob("00_*.ipynb"))
    notebook = nbformat.read(path, as_version=4)
    kept = [c for c in notebook.cells if "import" in c.source and "hand_in" in c.source]
    asked = [c for c in notebook.cells if c.source.endswith(".check(answer)")]
    last = [c for c in notebook.cells if c.source.startswith("hand_in()")]
    for cell in asked:
        cell.source = cell.source.replace("answer = ...", "answer = 1 / 0")
    notebook.cells = [*kept, *asked, *last]
    NotebookClient(notebook, extra_arguments=run_notebooks.QUIET).execute()
    failed = [out for c in asked for out in c.outputs if out.output_type == "error"]
    assert len(failed) == len(asked) > 0
    assert "No guess is in this notebook yet" in str(last[0].outputs)
