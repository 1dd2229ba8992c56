"""For every test: how hard hypothesis looks, how long one may take, and that in CI a
test of ours that skips itself has failed.
"""

import asyncio
import gc
import os
import signal
import sys
from pathlib import Path

import pytest

try:
    from hypothesis import settings
except ImportError:  # where notebooks alone are run
    pass
else:
    # The same examples in every run, unless a larger search is asked for
    settings.register_profile(
        "kernellab", max_examples=200, deadline=None, derandomize=True, database=None
    )
    # make test-all: ten times as many, others each time; a failure prints the line that
    # brings it back.
    settings.register_profile(
        "large",
        settings.get_profile("kernellab"),
        max_examples=2000,
        derandomize=False,
        print_blob=True,
    )
    # For `make check`.
    settings.register_profile(
        "quick", settings.get_profile("kernellab"), max_examples=25
    )
    settings.load_profile("kernellab")


def pytest_addoption(parser):
    parser.addoption(
        "--cases", type=int, help="run at most so many cases of a test, evenly spread"
    )


def pytest_itemcollected(item):
    # What `make test` leaves out, `make check` leaves out too.
    if item.path.parent.name == "browser" or item.get_closest_marker("whole"):
        item.add_marker(pytest.mark.slow)


def pytest_collection_modifyitems(config, items):
    """Leave cases out if so asked."""
    if most := config.getoption("--cases"):
        cases = {}
        for item in items:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
        items[:] = [
            item for each in cases.values() for item in each[:: -(-len(each) // most)]
        ]


# What is imported and collected stays, so no search for garbage need go through it.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def nobody_has_answered_yet():
    """What one test answers, or enters as an exercise, is gone in the next one."""
    yield
    exercises = sys.modules.get("askfirst.questions.exercises")
    if exercises:
        for name in [name for name in exercises.EXERCISES if not name[0].isdigit()]:
            del exercises.EXERCISES[name]
    record = sys.modules.get("askfirst.record.record")
    if record:
        record.student = record.Record()


def _bounded(item):
    """Let no part of a test take longer than this, wherever it waits."""
    seconds = 3600 if item.get_closest_marker("whole") else 600

    def stop(*_):
        error = f"this test still waited after {seconds} seconds, see above for what"
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            raise TimeoutError(error) from None
        # An error raised in the loop of Playwright would end it for all tests.
        for task in asyncio.all_tasks(loop):
            if any(name.startswith("__pw_") for name in dir(task)):
                loop.call_soon_threadsafe(task.cancel, error)
                return
        raise TimeoutError(error)

    if not hasattr(signal, "setitimer"):  # Windows
        return (yield)
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_bounded)
pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


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
