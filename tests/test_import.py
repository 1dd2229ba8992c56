import json
import subprocess
import sys
from importlib.resources import files

IMPORT = """
import json, sys, time
import numpy
start = time.perf_counter()
import kernellab
seconds = time.perf_counter() - start
print(json.dumps([seconds, sorted({name.partition(".")[0] for name in sys.modules})]))
"""
HEAVY = {
    "scipy",
    "sklearn",
    "matplotlib",
    "ipywidgets",
    "anywidget",
    "cvxpy",
    "IPython",
}


def import_in_a_fresh_process() -> tuple[float, list[str]]:
    return json.loads(
        subprocess.run(
            [sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True
        ).stdout
    )


def test_importing_kernellab_imports_nothing_heavy():
    _, modules = import_in_a_fresh_process()
    assert "kernellab" in modules
    assert HEAVY.isdisjoint(modules)


def test_importing_kernellab_costs_little_over_numpy():
    assert min(import_in_a_fresh_process()[0] for _ in range(5)) < 0.030


def test_type_checkers_may_trust_the_annotations():
    assert (files("kernellab") / "py.typed").is_file()
