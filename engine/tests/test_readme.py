"""The lecture that the README shows is the example, and serves without any course.

``python engine/tests/test_readme.py`` writes the example from the README.
"""

import re
from functools import partial
from pathlib import Path

import nbformat
import pytest

from askfirst_tests.process import python

ENGINE = Path(__file__).parents[1]
EXAMPLE = ENGINE / "examples" / "01_pendulum.ipynb"
CELL = {"markdown": nbformat.v4.new_markdown_cell, "python": nbformat.v4.new_code_cell}
# What must not be needed: a course, and what only its mathematics needs.
ABSENT = ("kernellab", "sklearn", "scipy", "cvxpy", "pandas")


def lecture() -> nbformat.NotebookNode:
    """The notebook that the blocks of the README are."""
    text = (ENGINE / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(markdown|python)\n(.*?)\n```", text, re.DOTALL)
    cells = [CELL[kind](code, id=f"{i}") for i, (kind, code) in enumerate(blocks)]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": python})


def written() -> str:
    return nbformat.writes(lecture()) + "\n"


@pytest.fixture
def alone(tmp_path):
    """Run the engine where nothing else of the repository is, and none of ABSENT."""
    absent = tmp_path / "absent"
    absent.mkdir()
    for name in ABSENT:
        (absent / f"{name}.py").write_text("raise ImportError('not here')")

    return partial(python, path=(absent, ENGINE), cwd=tmp_path)


def test_the_example_is_the_lecture_of_the_readme():
    assert EXAMPLE.read_text(encoding="utf-8") == written(), "python " + __file__


@pytest.mark.parametrize(
    "target",
    re.findall(
        r"\]\((?!https?:)([^)#]+)", (ENGINE / "README.md").read_text(encoding="utf-8")
    ),
)
def test_a_link_of_the_readme_has_its_target(target):
    assert (ENGINE / target).exists()


def test_the_readme_names_each_room():
    rooms = {path.stem for path in (ENGINE / "askfirst").glob("[a-z]*")}
    text = (ENGINE / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\d\. `(\w+)`: ", text, re.MULTILINE)) == rooms - {"py"}


@pytest.mark.slow
def test_its_commands_need_no_course(alone, tmp_path):
    folder = EXAMPLE.parent
    assert alone("-m", "askfirst", "--version").startswith("askfirst ")
    for command in ("report", "assignment", "site"):
        assert f"askfirst {command}" in alone("-m", "askfirst", command, "--help")
    said = alone("-m", "askfirst", "report", folder, "--exercises", EXAMPLE)
    assert "nothing that counts from 1 student" in said
    alone("-m", "askfirst", "assignment", "01", "--notebooks", folder)
    path = tmp_path / "source" / "askfirst-01" / "01_pendulum.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    asked = [cell.source for cell in cells if cell.metadata.nbgrader.grade]
    assert len(asked) == 1
    # What students get of a cell that checks does not hold the solution.
    shown = re.sub("### BEGIN HIDDEN.*### END HIDDEN TESTS", "", asked[0], flags=re.S)
    assert "9.81" in asked[0]
    assert "9.81" not in shown
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    said = alone("-c", code)
    assert said.startswith("Exercise pendulum.1: right. The pendulum of a clock")


if __name__ == "__main__":
    EXAMPLE.write_text(written(), encoding="utf-8")
