"""The commands of the course as a terminal runs them."""

import csv
import os
import shutil
import subprocess
import sys

import nbformat
import pytest

from askfirst.__main__ import COMMANDS
from askfirst.report.notebook import find
from askfirst_tests.process import python, ran
from kernellab.__main__ import LAB, main
from kernellab.course.exercises import exercise
from kernellab.course.work import ORIGINALS


@pytest.mark.slow
def test_help_needs_nothing_heavy():
    calls = [[command, "--help"] for command in (*LAB, *COMMANDS)]
    source = f"""
import sys
from contextlib import suppress
from kernellab.__main__ import main
for call in {[["--help"], ["--version"], *calls]}:
    with suppress(SystemExit):
        main(call)
main(["assignment", "99"])
assert not {{"numpy", "matplotlib", "IPython"}} & {{*sys.modules}}
"""
    python("-c", source)


def test_without_its_engine_the_course_says_what_to_install():
    source = "import sys; sys.modules['askfirst'] = None; import kernellab.course"
    said = ran(sys.executable, "-c", source).stderr.splitlines()[-1]
    assert "needs its engine, askfirst" in said
    assert "pip install" in said


@pytest.mark.slow
def test_where_a_console_lacks_signs_the_report_has_them_all_the_same(tmp_path):
    shown = exercise("01.1").judge(1234.5)._repr_mimebundle_()
    output = {"output_type": "execute_result", "metadata": {}, "data": shown}
    cell = nbformat.v4.new_code_cell('exercise("01.1").check(0)', execution_count=3)
    cell.outputs = [nbformat.from_dict(output | {"execution_count": 3})]
    (tmp_path / "class").mkdir()
    path = tmp_path / "class" / "Ada.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    given = ["report", tmp_path / "class", "--csv", tmp_path / "c.csv"]
    env = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = ran(sys.executable, "-m", "kernellab", *given, encoding="utf-8", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "01:✗" in done.stdout
    (row,) = csv.DictReader((tmp_path / "c.csv").read_text("utf-8").splitlines())
    assert row["01.1"] == "0"


@pytest.mark.parametrize("name", ["9", "09", "09_kernel", "a1", "A1"])
def test_a_lecture_is_found_by_the_beginning_of_its_name(name):
    begins = name.upper() if name[0] in "aA" else "09"
    assert find(name, ORIGINALS).name.startswith(f"{begins}_")


@pytest.mark.slow
def test_a_pipe_that_is_closed_early_is_no_failure(tmp_path):
    shutil.copy(find("01", ORIGINALS), tmp_path)
    given = [sys.executable, "-m", "kernellab", "report", str(tmp_path)]
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 0


@pytest.mark.parametrize("columns", [60, 100])
def test_the_help_fits_the_terminal(monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for call in ([], *([name] for name in (*LAB, *COMMANDS))):
        with pytest.raises(SystemExit):
            main([*call, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= columns


@pytest.mark.parametrize(
    ("command", "given", "said"),
    [
        ("lab", ["99"], "'99' names no lecture. There are 00, 01"),
        ("lab", ["../x"], "names no lecture"),
        ("assignment", ["04", "--notebooks", "/none"], "There are none in /none"),
        ("assignment", ["04", "--to", "/dev/null/here"], "cannot be written"),
    ],
)
def test_bad_input_is_refused_in_a_line(
    command, given, said, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main([command, *given]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
