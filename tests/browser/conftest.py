"""A JupyterLab on this machine and a real Chromium in front of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.lab_page import Course

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
OFFLINE = ["--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        reason = "no Chromium on this machine, so NO LAB WAS TRIED IN A BROWSER; on Debian: apt install chromium"
        warnings.warn(pytest.PytestWarning(reason), stacklevel=1)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=QUIET + OFFLINE)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory):
    """The address of a JupyterLab that serves a copy of the notebooks, on loopback and with nobody's settings."""
    home = tmp_path_factory.mktemp("jupyter")
    course = home / "course"
    shutil.copytree(NOTEBOOKS, course, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for each in Path(__file__).parent.glob("*.ipynb"):
        shutil.copy(each, course)
    env = os.environ | {"JUPYTER_CONFIG_DIR": str(home), "JUPYTER_RUNTIME_DIR": str(home / "runtime"), "HOME": str(home)}
    options = [
        "--no-browser",
        "--allow-root",
        "--port=0",
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
        "--expose-app-in-browser",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={course}"]
    with (home / "log").open("w") as log, subprocess.Popen(command, env=env, stdout=log, stderr=log) as server:
        try:
            yield _address(home / "runtime", server)
        finally:
            server.terminate()
            server.wait(20)


def _address(runtime: Path, server: subprocess.Popen) -> str:
    for _ in range(300):
        for file in runtime.glob("jpserver-*.json"):
            return json.loads(file.read_text())["url"]
        assert server.poll() is None, (runtime.parent / "log").read_text()
        time.sleep(0.2)
    raise TimeoutError((runtime.parent / "log").read_text())


@pytest.fixture
def course(browser: Browser, jupyter: str):
    """Open notebooks; at the end, nothing may have gone wrong in page or console."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        opened = Course(context, jupyter)
        yield opened
        assert opened.complaints == []
