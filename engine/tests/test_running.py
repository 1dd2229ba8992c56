"""What the cells of a notebook show, run in a process of their own."""

import pytest

from askfirst.pages.running import run

PRINTED = {"output_type": "stream", "name": "stdout", "text": "a\nb\n"}
KINDS = """from IPython.display import display

print("a")
print("b")
display({"x": 1})
import beside
beside.x + 1"""
PLOT = """import matplotlib.pyplot as plt

lines = plt.plot([1, 2])"""
BAD = "class Bad:\n    def _repr_html_(self):\n        raise ValueError('no')\n\nBad()"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "beside.py").write_text("x = 1\n")
    codes = [[KINDS, PLOT], ["1 +", "2"], [BAD, "2"], ["import os; os._exit(1)"], []]
    books = [(folder / f"{i}.ipynb", code) for i, code in enumerate(codes)]
    return folder, dict(run(books, folder, most=5, cores=2))


def test_a_cell_shows_what_it_shows_in_jupyter_in_that_order(ran):
    folder, found = ran
    shown, plot = found[0].outputs
    assert shown[0] == PRINTED
    assert [each["output_type"] for each in shown[1:]] == [
        "display_data",
        "execute_result",
    ]
    assert [each["data"]["text/plain"] for each in shown[1:]] == ["{'x': 1}", "2"]
    assert [*plot[0]["data"]] == ["text/plain", "image/png"]
    assert str(folder / "beside.py") in found[0].imported


def test_a_notebook_ends_at_a_cell_that_fails_or_whose_result_does(ran):
    _, found = ran
    for number, name in ((1, "SyntaxError"), (2, "ValueError")):
        (outputs,) = found[number].outputs
        assert [each["ename"] for each in outputs if "ename" in each] == [name]


def test_a_process_that_dies_is_told_from_a_notebook_without_code(ran):
    _, found = ran
    assert found[3] is None
    assert found[4].outputs == []
