"""A JupyterLab on this machine and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from askfirst.record.working_copy import update
from askfirst_tests.chromium import opened
from tests.browser.lab_page import Course
from tests.browser.server import jupyterlab
from tests.browser.small_site import small_site

HERE = Path(__file__).parent
# The tests run its notebooks in JupyterLab.
collect_ignore_glob = ["*.ipynb"]
NOTEBOOKS = HERE.parents[1] / "notebooks"


@pytest.fixture(scope="session")
def browser():
    return opened()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A copy of the notebooks, and of those of this folder, which JupyterLab serves."""
    folder = tmp_path_factory.mktemp("course")
    for originals in (NOTEBOOKS, HERE):
        update(folder, originals)
    # Tests share the folder, so no kernel may leave anything to the next.
    (folder / ".kernellab.json").unlink()
    return folder


@pytest.fixture(scope="session")
def jupyter(folder, tmp_path_factory):
    """The address of a JupyterLab."""
    with jupyterlab(folder, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture(scope="session")
def desk(browser: Browser, jupyter: str):
    """One page of JupyterLab for all tests that leave it usable."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        yield Course(context, jupyter)


@pytest.fixture
def course(desk: Course):
    """Open notebooks; at the end, nothing may have gone wrong in page or console."""
    with desk.sitting() as course:
        yield course


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of a small site, with its book: one for all processes of a run."""
    from fcntl import LOCK_EX, flock  # which Windows lacks

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "small_site.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        made = folder / "small_site"
        if not (made / "whole").exists():
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir()
            small_site(made)
            (made / "whole").touch()
    return made / "site"
