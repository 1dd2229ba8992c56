"""The Python that README and the teaching page show runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(code, id=f"{page.name}, block {number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(
            r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL
        )
    )
]


@pytest.mark.parametrize("code", BLOCKS)
@pytest.mark.slow
def test_a_block_runs(code):
    exec(compile(code, "a page of the documentation", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_inside_the_repository_have_their_target(page):
    for target in re.findall(
        r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")
    ):
        assert (page.parent / target).exists(), target


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CALLERS = [
    *PAGES,
    ROOT / "CONTRIBUTING.md",
    ROOT / ".ci" / "run",
    ROOT / ".pre-commit-config.yaml",
    *WORKFLOWS,
]


@pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.name)
def test_what_make_is_asked_for_is_a_target(caller):
    targets = re.findall(
        r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    asked = re.findall(
        r"(?:`|entry: |run: |^)make ((?:[a-z-]+ ?)+)",
        caller.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    by_pattern = "test-newest", "test-oldest"
    assert {*" ".join(asked).split()} <= {*targets, *by_pattern}
