"""For every test: a notebook stays with one worker, and in CI a test of ours that skips itself has failed."""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.suffix == ".ipynb":  # its cells share a kernel
            item.add_marker(pytest.mark.xdist_group(item.path.name))


def _refuse_a_skip(report):
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        file, _, reason = report.longrepr
        if "site-packages" not in Path(file).parts:  # scikit-learn may skip a check of its own, say for pandas
            report.outcome = "failed"
            report.longrepr = f"CI skips nothing, and here {file} said: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _refuse_a_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _refuse_a_skip((yield))
