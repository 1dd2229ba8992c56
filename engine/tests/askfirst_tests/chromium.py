"""The browser that tests drive."""

import shutil
import warnings
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from askfirst.pages.chromium import chromium, find


def opened() -> Iterator[Browser]:
    """A Chromium; where there is none the tests are skipped, loudly."""
    # The same engine without windows: a fifth less work.
    executable = shutil.which("chromium-headless-shell") or find()
    if executable is None:
        reason = (
            "no Chromium on this machine, so NO LAB WAS TRIED IN A BROWSER; on Debian:"
            " apt install chromium-headless-shell"
        )
        warnings.warn(pytest.PytestWarning(reason), stacklevel=1)
        pytest.skip(reason)
    with chromium(executable) as browser:
        yield browser
