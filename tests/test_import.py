import json
import subprocess
import sys
from importlib.resources import files

IMPORT = """
import json, sys
import kernellab
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
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


def test_importing_kernellab_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True
    )
    modules = json.loads(done.stdout)
    assert "kernellab" in modules
    assert HEAVY.isdisjoint(modules)


def test_type_checkers_may_trust_the_annotations():
    assert (files("kernellab") / "py.typed").is_file()
