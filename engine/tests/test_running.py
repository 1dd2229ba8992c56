"""What the cells of a notebook show, run in a process of their own."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from askfirst.pages import running
from askfirst.pages.folder import KEEP, Book
from askfirst.pages.running import run
from askfirst.pages.shown import WIDGET_STATE

pytestmark = pytest.mark.slow  # it starts kernels
PRINTED = {"output_type": "stream", "name": "stdout", "text": "a\nb\n"}
KINDS = """from IPython.display import display

print("a")
print("b")
display({"x": 1})
import beside
beside.x + 1"""
PLOT = """import matplotlib.pyplot as plt

lines = plt.plot([1, 2])"""
MEANT = "1 / 0"
CHANGES = """from IPython.display import clear_output, display

print("gone")
clear_output(wait=True)
shown = display("first", display_id=True)
shown.update("last")"""
INTERACT = """import ipywidgets

@ipywidgets.interact(a=(0, 10))
def twice(a=4):
    print("twice", 2 * a)"""
MOVED = """from ipywidgets import interactive

moved = interactive(lambda a: print(a), a=(0, 100))
display(moved)
for a in range(60):
    moved.children[0].value = a"""
BAD = "class Bad:\n    def _repr_html_(self):\n        raise ValueError('no')\n\nBad()"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "beside.py").write_text("x = 1\n")
    svg = "%config InlineBackend.figure_format = 'svg'"
    codes = [
        [KINDS, PLOT, MEANT, "2", CHANGES, INTERACT],
        ["1 +", "2"],
        [BAD, "2"],
        ["import os; os._exit(1)"],
        [],
        [f"%matplotlib inline\n{PLOT}", svg, PLOT],
    ]
    books = []
    for i, code in enumerate(codes):
        notebook = new_notebook(cells=[*map(new_code_cell, code)])
        for cell in notebook.cells:
            cell.metadata.tags = [KEEP] * (cell.source == MEANT)
        books.append(Book(folder / f"{i}.ipynb", str(i), notebook, []))
    with pytest.MonkeyPatch.context() as here:
        here.setenv("MPLBACKEND", "Agg")  # as on machines without windows
        return folder, run(books, folder, cores=2)


def test_a_cell_shows_what_it_shows_in_jupyter_in_that_order(ran):
    folder, found = ran
    shown, plot, *_ = found[0]["outputs"]
    assert shown[0] == PRINTED
    kinds = [each["output_type"] for each in shown[1:]]
    assert kinds == ["display_data", "execute_result"]
    assert [each["data"]["text/plain"] for each in shown[1:]] == ["{'x': 1}", "2"]
    assert [*plot[0]["data"]] == ["text/plain", "image/png"]
    assert str(folder / "beside.py") in found[0]["imported"]


def test_a_notebook_ends_at_a_cell_that_fails_or_whose_result_does(ran):
    _, found = ran
    assert found[1].startswith("1.ipynb, cell 1 (1 +): SyntaxError: ")
    assert "2.ipynb, cell 1 (class Bad:): ValueError: no." in found[2]


def test_a_process_that_dies_is_told_from_a_notebook_without_code(ran):
    _, found = ran
    assert found[3].startswith("3.ipynb: its process died")
    assert found[4]["outputs"] == []


def test_a_kernel_that_hands_nothing_over_is_not_waited_for(tmp_path, monkeypatch):
    silent = "get_ipython().kernel._publish_status = lambda *_, **__: None"
    notebook = new_notebook(cells=[new_code_cell(silent)])
    monkeypatch.setattr(running, "HANDS_OVER", 2)
    (said,) = run([Book(tmp_path / "a.ipynb", "a", notebook, [])], tmp_path, 1)
    assert "did not answer for 2 seconds" in said


def test_a_cell_that_is_meant_to_fail_shows_its_error_and_the_next_is_run(ran):
    _, found = ran
    (error,), (two,) = found[0]["outputs"][2:4]
    assert error["ename"] == "ZeroDivisionError"
    assert "by zero" in error["traceback"][-1]
    assert two["data"]["text/plain"] == "2"


def test_what_is_cleared_is_gone_and_what_is_shown_anew_stands_in_its_place(ran):
    _, found = ran
    assert [each["data"]["text/plain"] for each in found[0]["outputs"][4]] == ["'last'"]


def test_what_a_widget_shows_is_kept_in_its_state(ran):
    _, found = ran
    (view,) = found[0]["outputs"][5]
    assert "application/vnd.jupyter.widget-view+json" in view["data"]
    widgets = found[0]["widgets"][WIDGET_STATE]["state"]
    states = [each["state"] for each in widgets.values()]
    outputs = [each["outputs"] for each in states if "outputs" in each]
    assert [each["text"] for each in outputs[0]] == ["twice 8\n"]


def test_the_reply_to_a_cell_is_heard_while_its_widget_moves(tmp_path):
    moved = new_notebook(cells=[new_code_cell(MOVED) for _ in range(4)])
    books = [Book(tmp_path / f"{i}.ipynb", str(i), moved, []) for i in range(3)]
    found = run(books, tmp_path, cores=3)
    assert [len(each["outputs"]) for each in found] == [4, 4, 4]


def test_the_lines_that_notebooks_say_of_matplotlib_hold(ran):
    _, found = ran
    png, _, svg = found[5]["outputs"]
    assert [*png[0]["data"]] == ["text/plain", "image/png"]
    assert [*svg[0]["data"]] == ["text/plain", "image/svg+xml"]
