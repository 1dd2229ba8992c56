"""The README shows what the benchmarks found."""

import string
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
    before, inside, behind = figures.parts()
    assert "×" in inside
    assert not any(sign in before + behind for sign in ("×", " ms"))
    template = (ROOT / "benchmarks" / "readme.md").read_text(encoding="utf-8")
    assert not any(
        character.isdigit()
        for text, *_ in string.Formatter().parse(template)
        for character in units(text)
    )


def units(text):
    """What stands before a sign of measure, where a figure would."""
    return "".join(text[max(0, at - 1)] for at in range(len(text)) if text[at] == "×")
