"""What Binder will do, done here: repo2docker's own plan, its pip and postBuild lines,
and a notebook.

repo2docker prints the plan without Docker. What its lines ask pip for comes into a
fresh environment that holds the Python packages of its frozen base, by uv, which takes
seconds; then pip must find it consistent, and a notebook must run in it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT
from urllib.request import urlopen

import pytest

from askfirst_tests.process import said
from tests.browser.server import jupyterlab

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "notebooks" / "09_kernel_ridge_regression.ipynb"
PYTHON = "3.12"

if sys.platform == "win32":
    pytest.skip(
        "repo2docker does not run on Windows: Binder's plan stays UNTESTED here",
        allow_module_level=True,
    )

pytestmark = pytest.mark.slow

# conda-forge's name -> PyPI's name; None where there is nothing to install.
ELSEWHERE = {
    "brotli-python": "brotli",
    "cpython": None,
    "jupyterhub-base": "jupyterhub",
    "nbconvert-core": "nbconvert",
    "python-fastjsonschema": "fastjsonschema",
    "python_abi": None,
}


def run(*command, **options) -> str:
    """Run a command at the root of the repository, and show all it said if it fails."""
    both = {"capture_output": False, "stdout": PIPE, "stderr": STDOUT}
    return said(*command, cwd=ROOT, **both, **options)


def frozen_base() -> list[str]:
    """The Python packages that repo2docker's base for this Python holds, as pins for
    PyPI.
    """
    package = Path(importlib.util.find_spec("repo2docker").origin).parent
    lock = (
        package / f"buildpacks/conda/environment.py-{PYTHON}-linux-64.lock"
    ).read_text()
    build = rf"(?:py\w*|py{PYTHON.replace('.', '')}h\w+_\d+)"
    found = re.findall(rf"/([^/\s]+)-([^-/\s]+)-{build}\.(?:conda|tar\.bz2)", lock)
    known = ((ELSEWHERE.get(name, name), version) for name, version in found)
    return [f"{name}=={version}" for name, version in known if name]


@pytest.fixture(scope="module")
def plan() -> str:
    """The Dockerfile that repo2docker would build."""
    return run(sys.executable, "-m", "repo2docker", "--no-build", "--debug", ".")


@pytest.fixture(scope="module")
def binder(plan, tmp_path_factory) -> Path:
    """An environment made as Binder makes its own: the frozen base, then the plan's own
    lines.
    """
    where = tmp_path_factory.mktemp("binder") / "env"
    uv = Path(sys.executable).with_name("uv")
    known = run(uv, "python", "list", "--only-installed", "--no-python-downloads")
    python = PYTHON if f"cpython-{PYTHON}." in known else sys.executable
    made = "venv", "--quiet", "--no-python-downloads", "--seed", "--python", python
    run(uv, *made, where)
    run(uv, "pip", "install", "--quiet", "--no-deps", "--python", where, *frozen_base())
    for asked in asked_of_pip(plan):
        run(uv, "pip", "install", "--quiet", "--python", where, *asked)
    prefixes = dict.fromkeys(("KERNEL_PYTHON_PREFIX", "NB_PYTHON_PREFIX"), str(where))
    for script in re.findall(r"^RUN (\./binder/\w+)$", plan, re.MULTILINE):
        run("bash", "-c", script, env=os.environ | prefixes)
    return where


def asked_of_pip(plan: str) -> list[list[str]]:
    """What follows ``pip install`` in the plan's commands, but for what concerns pip's
    own cache.
    """
    lines = re.findall(
        r"^RUN .*/pip install (.*)$", plan.replace("\\\n", " "), re.MULTILINE
    )
    return [
        [word for word in shlex.split(line) if word != "--no-cache-dir"]
        for line in lines
    ]


def test_the_plan_is_read_from_binder_and_for_a_python_that_the_course_runs_on(plan):
    assert f"Building conda environment for python={PYTHON}" in plan
    assert ["-r", "binder/requirements.txt"] in asked_of_pip(plan)


def test_binder_keeps_its_own_jupyterlab(binder):
    names = ("jupyterlab==", "notebook==", "jupyterhub==")
    frozen = {pin for pin in frozen_base() if pin.startswith(names)}
    assert len(frozen) == 3
    held = set(run(binder / "bin/pip", "list", "--format=freeze").split())
    assert frozen <= held


def test_the_environment_is_consistent(binder):
    assert "No broken requirements found" in run(binder / "bin/pip", "check")


def test_the_server_of_binder_asks_for_no_news(binder, tmp_path):
    with jupyterlab(
        NOTEBOOK.parent, tmp_path, start=[binder / "bin/jupyter", "lab"]
    ) as address:
        notices = urlopen(
            f"{address}lab/api/settings/@jupyterlab/apputils-extension:notification"
        ).read()
    assert (
        json.loads(notices)["schema"]["properties"]["fetchNews"]["default"] == "false"
    )


def test_idle_kernels_are_shut_down_and_a_working_copy_is_there(binder):
    told = run(binder / "bin/jupyter", "lab", "--show-config")
    assert int(re.search(r"cull_idle_timeout = (\d+)", told)[1]) > 0
    assert "cull_connected = True" in told
    # A copy for the student, which git ignores.
    assert (ROOT / "work" / NOTEBOOK.name).exists()


def test_a_notebook_runs_there(binder, tmp_path):
    run(
        *(binder / "bin/jupyter", "nbconvert", "--to", "notebook", "--execute"),
        *("--output-dir", tmp_path, NOTEBOOK),
        env=os.environ | {"PATH": f"{binder / 'bin'}:{os.environ['PATH']}"},
    )
    assert (tmp_path / NOTEBOOK.name).exists()
