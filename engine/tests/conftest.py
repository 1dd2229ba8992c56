"""Every test of the engine finds a course about cats, and no other."""

import os
import sys

import pytest

from askfirst.words import course
from askfirst_tests import exercises

# With ALONE=1 no course and nothing that one needs can be imported.
if os.environ.get("ALONE"):
    absent = ("cvxpy", "kernellab", "pandas", "scipy", "sklearn")
    sys.modules.update(dict.fromkeys(absent))
# Nothing to collect, and doctest would take it for the one of the repository.
collect_ignore = ["conftest.py"]


@pytest.fixture(autouse=True)
def _course(monkeypatch):
    cats = course.Course("cats", package="askfirst_tests")
    monkeypatch.setattr(course, "_declared", [cats])
    exercises.enter()


@pytest.fixture(scope="session")
def browser():
    from askfirst_tests.chromium import opened

    return opened()
