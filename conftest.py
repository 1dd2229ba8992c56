"""For every test: what shares a kernel stays together, and in CI a test of ours that
skips itself has failed.
"""

import os
import sys
from itertools import takewhile
from pathlib import Path

import pytest

# Else jsonschema, which nbformat imports, spends two seconds on the grammars of
# addresses, in every worker.
sys.modules.setdefault("rfc3987_syntax", None)

# Files whose tests share what takes long to make: a site, or a JupyterLab.
TOGETHER = {
    "test_firefox.py": "site",
    "test_paper.py": "site",
    "test_site.py": "site",
    "test_slides.py": "site",
    "test_accessibility.py": "jupyterlab",
    "test_concordance.py": "jupyterlab",
    "test_labs.py": "jupyterlab",
    "test_lectures.py": "jupyterlab",
    "test_question.py": "jupyterlab",
    "test_steps.py": "jupyterlab",
    "test_work.py": "jupyterlab",
}
# Files with an environment, a notebook's kernel or a site of their own.
ALONE = (".ipynb", "test_binder.py", "test_other_lecture.py", "test_wheel.py")


def _unit(nodeid):
    """What goes to one worker as a whole: a test with its cases, or all tests that
    share a lecture, a site, a JupyterLab or an environment.
    """
    file, _, name = nodeid.partition("::")
    folder, _, name_of_file = file.rpartition("/")
    test, _, case = name.partition("[")
    if folder == "tests/browser":
        if "in_jupyterlab" in test:
            return "jupyterlab"
        if name_of_file in TOGETHER:
            return TOGETHER[name_of_file]
    if file.endswith(ALONE):
        return file
    return case if file == "tests/test_lectures.py" else f"{file}::{test}"


def pytest_addoption(parser):
    parser.addoption(
        "--cases", type=int, help="run at most so many cases of a test, evenly spread"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave cases out if so asked. A worker begins with what takes long, so that none
    is left alone with it in the end.
    """
    if most := config.getoption("--cases"):
        cases = {}
        for item in items:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
        items[:] = [
            item for each in cases.values() for item in each[:: -(-len(each) // most)]
        ]
    if not hasattr(config, "workerinput"):
        return
    units, slow = {}, set()
    for item in items:
        unit = _unit(item.nodeid)
        units.setdefault(unit, []).append(item)
        if item.get_closest_marker("slow"):
            slow.add(unit)

    def rank(unit):
        return unit in TOGETHER.values(), "::" not in unit, unit in slow

    in_order = sorted(units, key=rank, reverse=True)
    items[:] = [item for unit in in_order for item in units[unit]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Units go to the workers as these have collected them."""
    from xdist.scheduler import LoadScopeScheduling

    class Dealer(LoadScopeScheduling):
        _split_scope = staticmethod(_unit)

        def _pending_of(self, workload):
            """Tests that a worker still has. It takes its units in order, so behind the
            first finished one all are.
            """
            left = (
                list(unit.values()).count(False) for unit in reversed(workload.values())
            )
            return sum(takewhile(bool, left))

    config.option.loadscopereorder = False
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
