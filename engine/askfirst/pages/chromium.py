"""The Chromium of this machine; nothing is downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = "chromium chromium-browser google-chrome-stable chromium-headless-shell"


def find() -> str | None:
    """Where it is, or None."""
    return next(filter(None, map(shutil.which, NAMES.split())), None)


@contextmanager
def chromium(executable: str) -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=executable, args=["--disable-gpu"]
        )
