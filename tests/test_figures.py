"""The README shows what the benchmarks found."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def figures():
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        import figures
    finally:
        sys.path.pop(0)
    return figures


def test_the_readme_shows_what_was_stored(figures):
    assert figures.parts()[1] == figures.shown(), "run python benchmarks/figures.py"


def test_each_benchmark_says_when_where_and_with_what(figures):
    for name, found in figures.stored().items():
        assert (ROOT / "benchmarks" / f"{name}.py").exists()
        assert found["date"]
        assert found["machine"]
        assert set(found["versions"]) >= {"Python", "numpy", "scikit-learn"}


def test_no_figure_is_typed_into_the_readme_by_hand(figures):
    before, _, behind = figures.parts()
    assert not re.search("×| ms", before + behind)
    template = (ROOT / "benchmarks" / "readme.md").read_text(encoding="utf-8")
    assert not re.search(r"\d×", template)
