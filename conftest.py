"""For every test: what shares a kernel stays together, and in CI a test of ours that
skips itself has failed.
"""

import os
import sys
from itertools import takewhile
from pathlib import Path

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Each test with its cases to the worker that is free, and to one what shares a
    notebook, lecture, site or environment.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Dealer(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file, _, name = nodeid.partition("::")
            if file.endswith((".ipynb", "test_binder.py")):
                return file
            if file.endswith(("test_site.py", "test_slides.py", "test_paper.py")):
                return "site"
            test, _, case = name.partition("[")
            return case if file.endswith("test_lectures.py") else f"{file}::{test}"

        def _pending_of(self, workload):
            """Tests that a worker still has. It takes its units in order, so behind the
            first finished one all are.
            """
            left = (
                list(unit.values()).count(False) for unit in reversed(workload.values())
            )
            return sum(takewhile(bool, left))

    return Dealer(config, log)


@pytest.fixture(autouse=True)
def nobody_has_answered_yet():
    """What one test answers, or enters as an exercise of its own, is not there in the
    next one.
    """
    yield
    exercises = sys.modules.get("kernellab.interactive.exercises")
    if exercises:
        for name in [name for name in exercises.EXERCISES if not name[0].isdigit()]:
            del exercises.EXERCISES[name]
    record = sys.modules.get("kernellab.interactive.record")
    if record:
        record._KEPT = record.record_file.understood(b"{}")


def _refuse_a_skip(report):
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        file, _, reason = report.longrepr
        # scikit-learn may skip a check of its own, say for pandas.
        if "site-packages" not in Path(file).parts:
            report.outcome = "failed"
            report.longrepr = f"CI skips nothing, and here {file} said: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _refuse_a_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _refuse_a_skip((yield))
