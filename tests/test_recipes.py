"""The recipes of CONTRIBUTING.md, carried out in a copy of the repository: what they
promise comes out of them.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from askfirst_tests.process import python

ROOT = Path(__file__).parents[1]
COPIED = (
    *("engine", "kernellab", "tests", "tools", "notebooks"),
    *("conftest.py", "pyproject.toml"),
)
STEP = re.compile(
    r"^\d\. (.*?)\n\n   ```(?:python)?\n(.*?)\n   ```$", re.MULTILINE | re.DOTALL
)
PLACE = re.compile(
    r"(at the end of|in a new file|in a cell of its own in|below `(?P<line>[^`]+)` in)"
    r" `(?P<file>[^`]+)`"
)


def steps(recipe: str) -> list[tuple[str, str]]:
    """Where each piece of code of a recipe belongs, and the code."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (section,) = re.findall(
        rf"^### {recipe}\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL
    )
    found = [
        (where, "\n".join(line.removeprefix("   ") for line in code.split("\n")))
        for where, code in STEP.findall(section)
    ]
    assert len(found) == section.count("```") // 2
    return found


def put(copy: Path, where: str, code: str) -> None:
    """One step, in the copy."""
    place = PLACE.search(where)
    assert place, where
    path = copy / place["file"]
    if path.suffix == ".ipynb":
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.append(nbformat.v4.new_code_cell(code))
        nbformat.write(notebook, path)
        return
    assert path.exists() != place[0].startswith("in a new"), path
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    line = place["line"]
    assert line is None or f"\n{line}\n" in text, line
    longer = f"{text}\n\n{code}\n".lstrip("\n")
    if line:
        longer = text.replace(f"\n{line}\n", f"\n{line}\n{code}\n", 1)
    path.write_text(longer, encoding="utf-8")


RECIPES = {  # the tests that take up what was added, and names of it
    "A kernel": (
        "tests/test_kernels.py tests/test_latex.py kernellab/kernels",
        ("Cauchy",),
    ),
    "A lab": ("tests/course/test_every_lab.py", ("beats",)),
    "An exercise": ("tests/course/test_exercises.py", ("08.10",)),
    "A data set": (
        "tests/course/test_datasets.py kernellab/course/datasets",
        ("a_line", "datasets.line"),
    ),
}


@pytest.mark.slow
def test_the_recipes_work_as_they_stand(tmp_path, pytestconfig):
    """All in one copy, for each says where its lines go and none is in another's
    way.
    """
    for each in COPIED:
        copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
        copy(ROOT / each, tmp_path / each)
    for recipe in RECIPES:
        for where, code in steps(recipe):
            put(tmp_path, where, code)
    python("tools/names.py", cwd=tmp_path)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    # Old packages need patience with warnings.
    patience = [f"-W{each}" for each in pytestconfig.getoption("pythonwarnings") or []]
    files = [each for files, _ in RECIPES.values() for each in files.split()]
    added = " or ".join(name for _, names in RECIPES.values() for name in names)
    pytest_v = "-m", "pytest", "-v", "-p", "no:cacheprovider", *patience
    kept |= {"PYTHONPATH": f"{tmp_path}{os.pathsep}{tmp_path / 'engine'}"}
    told = python(
        *pytest_v, "tests/test_complete.py", *files, "-k", added, cwd=tmp_path, env=kept
    )
    passed = re.findall(r"^(\S+) PASSED", told, re.MULTILINE)
    for files, names in RECIPES.values():
        homes = "tests/test_complete.py", *files.split()
        tried = [test for test in passed if test.startswith(homes)]
        tried = [test for test in tried if any(name in test for name in names)]
        assert len(tried) > 1, f"{names}: {tried}\n{told}"
