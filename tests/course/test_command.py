"""The commands of the course as a terminal runs them."""

import csv
import os
import subprocess
import sys

import nbformat
import pytest

from askfirst.__main__ import COMMANDS
from kernellab.__main__ import LAB
from kernellab.course.exercises import exercise


def test_help_needs_nothing_heavy():
    calls = [[command, "--help"] for command in (*LAB, *COMMANDS)]
    source = f"""
import sys
from contextlib import suppress
from kernellab.__main__ import main
for call in {[["--help"], ["--version"], *calls]}:
    with suppress(SystemExit):
        main(call)
main(["tutor", "99"])
assert not {{"numpy", "matplotlib", "IPython"}} & {{*sys.modules}}
"""
    subprocess.run([sys.executable, "-c", source], capture_output=True, check=True)


@pytest.mark.slow
def test_a_console_without_the_signs_gets_the_report_and_the_file(tmp_path):
    shown = exercise("01.1").judge(1234.5)._repr_mimebundle_()
    output = {"output_type": "execute_result", "metadata": {}, "data": shown}
    cell = nbformat.v4.new_code_cell('exercise("01.1").check(0)', execution_count=3)
    cell.outputs = [nbformat.from_dict(output | {"execution_count": 3})]
    (tmp_path / "class").mkdir()
    path = tmp_path / "class" / "Ada.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    given = ["report", tmp_path / "class", "--csv", tmp_path / "c.csv"]
    done = subprocess.run(
        [sys.executable, "-m", "kernellab", *given],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"01 ?" in done.stdout
    (row,) = csv.DictReader((tmp_path / "c.csv").read_text("utf-8").splitlines())
    assert row["01.1"] == "0"
