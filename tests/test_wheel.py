"""The wheel carries the course: installed into an empty environment it opens a working
copy wherever it is called.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest

from askfirst_tests.process import said
from kernellab.course.work import ORIGINALS, ROOT

pytestmark = pytest.mark.slow
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
MOST_BYTES = 10_000_000
LECTURE = "work/09_kernel_ridge_regression.ipynb"
# The lecture in the kernel of this environment, and what it says to an answer.
RUN = """
import sys, nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], 4)
code = 'import kernellab; print(kernellab.__file__, exercise("09.1").check([4, -1]))'
notebook.cells.append(nbformat.v4.new_code_cell(code))
NotebookClient(notebook, resources={"metadata": {"path": "work"}}).execute()
print(notebook.cells[-1].outputs[0].text)
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The engine's wheel and the course's."""
    folder = tmp_path_factory.mktemp("wheel")
    for source in (ROOT / "engine", ROOT):
        uv("build", "--wheel", "--quiet", "--out-dir", folder, source)
    return sorted(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def environment(wheels, tmp_path_factory):
    """An environment with the wheels; what they need is lent by this one."""
    home = tmp_path_factory.mktemp("environment") / "venv"
    uv("venv", "--quiet", "--python", sys.executable, home)
    python = home / "bin" / "python"
    uv("pip", "install", "--quiet", "--no-deps", "--python", python, *wheels)
    (site,) = home.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return home


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "Ein Kurs für Käthe"
    made.mkdir()
    return made


def uv(*arguments) -> None:
    assert UV, "uv is missing, which requirements-dev.txt brings"
    said(UV, *arguments)


def surroundings() -> dict[str, str]:
    """Variables of a reader: the folder of this repository is not on the path, and the
    pages of JupyterLab are those of this environment.
    """
    kept = {key: each for key, each in os.environ.items() if key != "PYTHONPATH"}
    shared = Path(sys.prefix) / "share" / "jupyter"
    return kept | {"JUPYTERLAB_DIR": str(shared / "lab"), "JUPYTER_PATH": str(shared)}


@contextmanager
def opened(environment, folder, *arguments):
    """``kernellab lab`` while it runs: its address, and the lines up to that."""
    with subprocess.Popen(
        [environment / "bin" / "kernellab", "lab", "--no-browser", *arguments],
        cwd=folder,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            lines, found = [], None
            for line in server.stdout:
                lines.append(line)
                if found := re.search(r"http://(?:localhost|127\S*):\d+/lab\S*", line):
                    break
            assert found, "".join(lines)
            yield found[0], "".join(lines)
        finally:
            server.kill()  # asked to end while it starts, it may stay
            server.communicate(timeout=30)


def asked(address: str):
    """What a server answers, which may say its address before it hears."""
    direct = build_opener(ProxyHandler({}))
    for _ in range(50):
        try:
            with direct.open(address, timeout=30) as answer:
                return json.load(answer)
        except URLError as error:
            refused = error
            sleep(0.2)
    raise refused


def contents(wheel: Path) -> list[str]:
    """The files in a wheel, all of them in one package."""
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    assert {each.split("/")[0] for each in names} == {
        name,
        f"{name}-{version}.dist-info",
    }
    return names


def test_the_wheels_are_small_and_have_the_notebooks_but_nothing_of_the_authors(wheels):
    assert sum(wheel.stat().st_size for wheel in wheels) < MOST_BYTES
    engine, names = map(contents, wheels)
    assert "askfirst/scripts/static/live.js" in engine
    assert not [each for each in names if each.endswith(".js")]
    carried = {Path(name).name for name in names if "/notebooks/" in name}
    assert carried == {path.name for path in ORIGINALS.glob("*.ipynb")}
    assert "kernellab/course/jupyter/jupyter_config.py" in names


def test_in_an_empty_folder_it_makes_a_copy_opens_it_and_the_lecture_answers(
    environment, folder
):
    with opened(environment, folder, "09") as (address, lines):
        assert f"/lab/tree/{LECTURE}?token=" in address
        assert "Fresh from the course" in lines
        where, token = address.split("/lab/tree/")[0], address.partition("?")[2]
        assert asked(f"{where}/api/contents/{LECTURE}?{token}")["type"] == "notebook"
    given = {"cwd": folder, "env": surroundings()}
    shown = said(environment / "bin" / "python", "-c", RUN, LECTURE, **given)
    assert str(environment) in shown
    assert "Exercise 09.1: right." in shown
    journal = (folder / "work" / "progress.jsonl").read_text("utf-8").splitlines()
    (check,) = (each for each in map(json.loads, journal) if each["kind"] == "check")
    assert (check["name"], check["state"]) == ("09.1", "right")


def test_called_again_there_or_in_the_copy_it_brings_it_up_to_date(environment, folder):
    with opened(environment, folder):
        pass
    for place, lecture, opens in (
        (folder, (), "work/00_start_here.ipynb"),
        (folder / "work", ("A1",), "A1_misprints.ipynb"),
    ):
        with opened(environment, place, *lecture) as (address, lines):
            assert f"/lab/tree/{opens}" in address
            assert "up to date" in lines
    assert sorted(path.name for path in folder.iterdir()) == ["work"]
