from importlib.resources import files

import pytest

from askfirst_tests.process import python

TOOLS = {"IPython", "jupyterlab", "matplotlib", "scipy", "sklearn"}
HEAVY = TOOLS | {"anywidget", "cvxpy", "ipywidgets"}
LOADED = "import sys; print(*sys.modules)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import kernellab", HEAVY),
        ("import kernellab.course.work", TOOLS | {"numpy"}),
        (
            "import kernellab; kernellab.exercise('02.2').check(4.0)",
            {"kernellab.course.labs"},
        ),
    ],
    ids=["the package", "a working copy", "an exercise"],
)
def test_nothing_is_loaded_that_is_not_used(code, absent):
    loaded = {*python("-c", f"{code}\n{LOADED}").split()}
    assert "kernellab" in loaded
    assert not absent & loaded


def test_type_checkers_may_trust_the_annotations():
    assert (files("kernellab") / "py.typed").is_file()
