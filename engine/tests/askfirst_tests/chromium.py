"""The browser that tests drive."""

import atexit
import shutil
import warnings
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser

from askfirst.pages.chromium import chromium, find


@cache
def opened() -> Browser:
    """A Chromium; where there is none the tests are skipped, loudly.

    It stays open until the process ends: tests of several folders share it, since
    Playwright starts once in a process.
    """
    # The same engine without windows: a fifth less work.
    executable = installed(
        shutil.which("chromium-headless-shell") or find(),
        "no Chromium on this machine, so NO LAB WAS TRIED IN A BROWSER; on Debian:"
        " apt install chromium-headless-shell",
    )
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(chromium(executable))


def installed(executable: str | None, reason: str) -> str:
    """A browser's path; without one the test is skipped for this reason, loudly."""
    if executable is None:
        warnings.warn(pytest.PytestWarning(reason), stacklevel=1)
        pytest.skip(reason)
    return executable
